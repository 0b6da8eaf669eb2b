"""Chapter 16.2: the owner takes step losses from a group of units."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.efs.declaration.orders import allows_orders
from sandtable.games.efs.losses import lose_steps
from sandtable.games.efs.state import SOVIET, Box
from sandtable.games.efs.units import Game, printed
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, rule
from sandtable.mechanics.switches import is_on


@rule("16.24", "21.51b")
def losing_last(game: Game, unit_ids: Iterable[str], standing: str) -> tuple[tuple[str, ...], ...]:
    """The defenders of a combat that lose steps only after all others of their hex: NKVD units on ground that allows
    orders, and after these the one that made the defenders stand, even if an HQ has overruled it.
    """
    nkvd = [
        unit_id
        for unit_id in unit_ids
        if printed(game, unit_id).nkvd and allows_orders(game, game.state.units[unit_id].at, SOVIET)
    ]
    others = tuple(unit_id for unit_id in nkvd if unit_id != standing)
    return tuple(group for group in (others, (standing,) if standing in nkvd else ()) if group)


@rule("16.21", "16.24")
def may_lose(game: Game, unit_ids: tuple[str, ...], last: tuple[tuple[str, ...], ...] = ()) -> list[str]:
    """The units of a group of which one may lose the next step: in each hex those whose turn it is; by a switch
    NKVD units lose last in every loss.
    """
    if is_on(game.content, "nkvd-always-loses-last"):
        last = (tuple(unit_id for unit_id in unit_ids if printed(game, unit_id).nkvd),)
    places = {unit_id: game.state.units[unit_id].at for unit_id in unit_ids if game.state.units[unit_id].at}
    turns = {unit_id: turn for turn, group in enumerate(last, 1) for unit_id in group}
    now: dict[str, int] = {}
    for unit_id, at in places.items():
        now[at] = min(turns.get(unit_id, 0), now.get(at, len(last)))
    return [unit_id for unit_id, at in places.items() if turns.get(unit_id, 0) == now[at]]


class TakeSteps(Procedure, frozen=True):
    """A side takes steps from some of its units, of its choice; `first` are those that must take the first (16.33).

    Units that lose their last step go to a box, the Cadre box unless a rule names another. What is more than the group
    has is forgotten.
    """

    side: str
    units: tuple[str, ...]
    steps: int
    cause: str
    """The rule by which they are lost."""
    first: tuple[str, ...] = ()
    last: tuple[tuple[str, ...], ...] = ()
    """Those of whom none loses a step while others are left in its hex, group after group (16.24)."""
    standing: tuple[str, ...] = ()
    """Those of them who stand under No Retreat."""
    owed: int = 0
    """How many of the steps have to come from these (16.45a)."""
    box: Box = "cadre"

    @rule("16.21", "16.33", "16.45a")
    def begin(self, game: Game) -> Decision | None:
        able = self.able(game)
        if not self.steps or not able:
            game.finish()
            return None
        if len(able) == 1:
            self.take(game, able[0])
            return None
        options = tuple(Option(f"unit:{unit_id}", rule="16.21", grave=True) for unit_id in able)
        return Decision(self.side, "lose-step", "16.21", options, {"steps": self.steps}, default=options[0].id)

    @property
    def bearers(self) -> tuple[str, ...]:
        """Who may bear the next step: who stands, where all that are left to be lost are theirs."""
        return self.standing if self.owed >= self.steps else self.units

    def able(self, game: Game) -> list[str]:
        required = [unit_id for unit_id in self.first if game.state.units[unit_id].at and unit_id in self.bearers]
        return required or may_lose(game, self.bearers, self.last)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        if choice.name not in self.units:
            return Refusal("refused.not-in-combat", "16.21", {"unit": choice.name})
        if not game.state.units[choice.name].at:
            return Refusal("refused.off-map", "16.21", {"unit": choice.name})
        if choice.name not in self.bearers:
            return Refusal("refused.does-not-stand", "16.45a", {"unit": choice.name})
        if self.first:
            return Refusal("refused.others-lose-first", "16.33", {"unit": choice.name})
        return Refusal("refused.nkvd-loses-last", "16.24", {"unit": choice.name})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        self.take(game, choice.name)

    def take(self, game: Game, unit_id: str) -> None:
        cause = "16.45a" if self.bearers != self.units else self.cause
        owed = max(self.owed - (unit_id in self.standing), 0)
        game.goto("begin", steps=self.steps - 1, first=(), owed=owed)
        lose_steps(game, unit_id, 1, cause, self.box)


PROCEDURES = (TakeSteps,)
