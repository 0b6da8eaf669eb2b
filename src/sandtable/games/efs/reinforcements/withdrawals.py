"""Chapter 8.5: units that the card calls away."""

from __future__ import annotations

from sandtable.games.efs import control
from sandtable.games.efs.events import Reduced
from sandtable.games.efs.events.reinforcements import WithdrawalCancelled, WithdrawalWaits
from sandtable.games.efs.losses import lose_steps
from sandtable.games.efs.reinforcements.entering import WITHOUT_STEPS
from sandtable.games.efs.state import AXIS, enemy_of
from sandtable.games.efs.supply.routes import in_line_with_sources
from sandtable.games.efs.tables import VictoryFile
from sandtable.games.efs.units import Game, figures, is_armored, is_artillery, printed, side_of, take_off
from sandtable.games.efs.victory import score
from sandtable.games.efs.zones import zone_of
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, rule
from sandtable.mechanics.roster import change, enemy_hexes, units_of
from sandtable.mechanics.switches import is_on

WITHDRAW, CANCEL = Option("do:withdraw", rule="8.51"), Option("do:cancel-withdrawal", rule="8.53", grave=True)
WITH_STEPS = frozenset({"", "active", "arrived", "scheduled", "group"})
"""Where the steps of a unit are still its own; in any other box it has lost them."""


@rule("8.5", "8.51")
def due(game: Game, side: str) -> list[str]:
    """The units of a side that are to withdraw: in this turn, or earlier and nobody could go."""
    return [
        unit_id
        for unit_id, withdrawal in game.content.card.withdrawals.items()
        if unit_id in game.state.units
        and side_of(game, unit_id) == side
        and withdrawal.turn <= game.state.turn
        and unit_id not in game.state.withdrawals
    ]


@rule("8.51b", "8.51c", "8.54b")
def is_surrounded(game: Game, unit_id: str) -> bool:
    """Whether a unit stands where no line of any length leads to a friendly source.

    A switch asks for enemies or their zones of control in all hexes around instead.
    """
    unit, side = game.state.units[unit_id], side_of(game, unit_id)
    if is_on(game.content, "surrounded-by-zones"):
        closed = enemy_hexes(game, side) | zone_of(game, enemy_of(side))
        return bool(unit.at) and closed.issuperset(game.content.adjacent[unit.at])
    return bool(unit.at) and unit.at not in in_line_with_sources(game, side)


@rule("8.51a")
def steps_of(game: Game, unit_id: str) -> int:
    """The steps that a unit has to withdraw with: none in the Cadre or Eliminated box."""
    unit = game.state.units[unit_id]
    return unit.steps if unit.box in WITH_STEPS else 0


@rule("8.51a")
def replacements_for(game: Game, unit_id: str) -> str:
    """The replacement points that a unit's steps are made good from: armaments for armor and artillery."""
    kind = "A" if is_armored(game, unit_id) or is_artillery(game, unit_id) else "I"
    return f"{side_of(game, unit_id)}/{kind}"


@rule("8.51b", "8.54b")
def stand_ins(game: Game, unit_id: str) -> list[str]:
    """The units that may go instead of a surrounded one: of its type, on the map, not surrounded nor called away.

    For a withdrawal that may be cancelled they must be as strong in attack and defence; for one that may not, steps
    count, and several may make them up.
    """
    side, kind, own = side_of(game, unit_id), printed(game, unit_id).type, figures(game, unit_id)
    called, found = due(game, side), []
    for other in units_of(game, side):
        if other in called or printed(game, other).type != kind or is_surrounded(game, other):
            continue
        theirs = figures(game, other)
        enough = theirs.attack >= own.attack and theirs.defence >= own.defence
        if enough or game.content.card.withdrawals[unit_id].cannot_cancel:
            found.append(other)
    return found


@rule("8.53", "24.31")
def cancel(game: Game, unit_id: str) -> None:
    """Keep a unit that was to withdraw, for a point."""
    price = game.content.table("victory", VictoryFile).cancelled_withdrawal
    game.state.withdrawals[unit_id] = "cancelled"
    game.say(WithdrawalCancelled(rule="8.53", unit=unit_id))
    score(game, -price if side_of(game, unit_id) == AXIS else price, "withdrawal", "8.53")


class CallAway(Procedure, frozen=True):
    """A unit is to withdraw: its owner lets it go or pays for it, finds another for one that is surrounded, and makes
    good the steps that it lacks.
    """

    unit: str
    steps: int = 0
    """The steps still to be found: by units that go instead, or taken from others."""
    others: tuple[str, ...] = ()
    """Who may go instead: found before anybody has left, whomever that cuts off."""

    @rule("8.53", "8.54a")
    def begin(self, game: Game) -> Decision | None:
        if not game.content.card.withdrawals[self.unit].cannot_cancel:
            side = side_of(game, self.unit)
            return Decision(side, "withdraw", "8.5", (WITHDRAW, CANCEL), {"unit": self.unit})
        self.go(game)
        return None

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice == Choice.of(CANCEL.id):
            game.finish()
            cancel(game, self.unit)
        else:
            self.go(game)

    @rule("8.51", "8.51a", "8.51c", "8.51e")
    def go(self, game: Game) -> None:
        """Withdraw at the strength of the card: what is more goes along, what is less is made good first."""
        if is_surrounded(game, self.unit):
            self.find_others(game)
            return
        shown, box = game.content.card.withdrawals[self.unit].steps, game.state.units[self.unit].box
        missing = max(shown - steps_of(game, self.unit), 0)
        if missing:
            change(game, self.unit, steps=shown)
        key = replacements_for(game, self.unit)
        paid = min(missing, game.state.replacements.get(key, 0))
        if paid:
            game.state.replacements[key] -= paid
        self.leave(game, self.unit)
        game.state.withdrawals[self.unit] = next((left for left in WITHOUT_STEPS if left == box and not shown), "done")
        game.goto("make_good", steps=missing - paid)

    @rule("3.11/hexes", "8.51")
    def leave(self, game: Game, unit_id: str) -> None:
        """It is picked up, and its hex is the enemy's where nobody but he controls it."""
        take_off(game, unit_id, "withdrawn", "8.51")
        control.settle(game)

    @rule("8.51b", "8.54b")
    def find_others(self, game: Game) -> None:
        """The ruling on 8.51b: where nobody can go instead, the withdrawal waits for the next turn."""
        others = stand_ins(game, self.unit)
        bound = game.content.card.withdrawals[self.unit].cannot_cancel
        needed = game.state.units[self.unit].steps if bound else 1
        if not others or (bound and sum(game.state.units[other].steps for other in others) < needed):
            if is_on(game.content, "nobody-goes-instead"):
                game.state.withdrawals[self.unit] = "dropped"
            game.say(WithdrawalWaits(rule="8.51b", unit=self.unit))
            game.finish()
            return
        game.goto("instead", steps=needed, others=tuple(others))

    @rule("8.51b", "8.54b")
    def instead(self, game: Game) -> Decision | None:
        if self.steps <= 0:
            game.state.withdrawals[self.unit] = "done"
            game.finish()
            return None
        there = [other for other in self.others if game.state.units[other].at]
        options = tuple(Option(f"unit:{other}", rule="8.51b", grave=True) for other in there)
        return Decision(side_of(game, self.unit), "withdraw-instead", "8.51b", options, {"unit": self.unit})

    def instead_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or not game.state.units.get(choice.name):
            return None
        args = {"unit": choice.name, "instead": self.unit}
        if printed(game, choice.name).type != printed(game, self.unit).type:
            return Refusal("refused.other-type", "8.51b", args)
        if is_surrounded(game, choice.name):
            return Refusal("refused.surrounded", "8.51b", args)
        if choice.name in due(game, side_of(game, self.unit)):
            return Refusal("refused.called-away", "8.51b", args)
        return Refusal("refused.too-weak-to-go", "8.51b", args)

    def instead_chosen(self, game: Game, choice: Choice) -> None:
        bound = game.content.card.withdrawals[self.unit].cannot_cancel
        found = game.state.units[choice.name].steps if bound else self.steps
        game.goto("instead", steps=self.steps - found)
        self.leave(game, choice.name)

    @rule("8.51a")
    def make_good(self, game: Game) -> Decision | None:
        """The missing steps are taken from units of the type on the map; that is no loss in combat."""
        able = self.able(game)
        if self.steps <= 0 or not able:
            game.finish()
            return None
        options = tuple(Option(f"unit:{unit_id}", rule="8.51a", grave=True) for unit_id in able)
        args: dict[str, str | int] = {"unit": self.unit, "steps": self.steps}
        return Decision(side_of(game, self.unit), "make-good", "8.51a", options, args)

    def able(self, game: Game) -> list[str]:
        kind = printed(game, self.unit).type
        return [other for other in units_of(game, side_of(game, self.unit)) if printed(game, other).type == kind]

    def make_good_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        return Refusal("refused.other-type", "8.51a", {"unit": choice.name, "instead": self.unit})

    def make_good_chosen(self, game: Game, choice: Choice) -> None:
        game.goto("make_good", steps=self.steps - 1)
        if is_on(game.content, "steps-made-good-are-lost"):
            lose_steps(game, choice.name, 1, "8.51a")
            return
        left = game.state.units[choice.name].steps - 1
        if left:
            change(game, choice.name, steps=left)
            game.say(Reduced(rule="8.51a", unit=choice.name, steps=1, left=left))
        else:
            take_off(game, choice.name, "cadre", "8.51a")
        control.settle(game)


PROCEDURES = (CallAway,)
