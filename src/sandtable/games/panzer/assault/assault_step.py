"""Chapter 6.6.1: the Close Assault/Hand-to-Hand Combat Step of a player."""

from __future__ import annotations

from sandtable.games.panzer.assault.attackers import (
    able_attackers,
    hexes_in_command,
    might_attack,
    why_no_target,
    why_not,
)
from sandtable.games.panzer.assault.attacks import Assault
from sandtable.games.panzer.assault.declared_assaults import DeclaredAssaults, preview_of, strongest_first
from sandtable.games.panzer.units import Game, side_of
from sandtable.kernel import Choice, Decision, Option, Phase, Preview, Procedure, Refusal, rule

DONE = Option("do:done", rule="6.6.1")


class AssaultStep(Phase, frozen=True):
    """A player declares and resolves his attacks, target by target in the order he likes.

    He is asked wherever others might think that he could attack, so that the question tells nothing.
    """

    side: str
    engaged: tuple[str, ...] = ()
    """The targets at which attacks have been resolved: all attacks on one of them were declared before."""

    def _open(self, game: Game) -> dict[str, list[str]]:
        """The targets that are left, each with the units that might attack it."""
        return {target: units for target, units in might_attack(game, self.side).items() if target not in self.engaged}

    def _able(self, game: Game, target: str) -> list[str]:
        return strongest_first(game, able_attackers(game, self.side, target))

    @rule("6.6.1", "6.6.1.1", "6.6.1.2", "6.6.1.1.1", "6.6.1.1.1b")
    def begin(self, game: Game) -> Decision | None:
        """Pick the next target, or be done; nobody has to attack."""
        found = self._open(game)
        if not found:
            game.finish()
            return None
        able = [target for target, units in found.items() if any(why_not(game, each, target) is None for each in units)]
        options = [Option(f"unit:{target}", rule="6.6.1") for target in able]
        return Decision(self.side, "assault-target", "6.6.1", (*options, DONE))

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        if choice.kind != "unit":
            return None
        lead = self._able(game, choice.name)[0]
        at = hexes_in_command(game, lead, choice.name)[0]
        advancing = game.state.units[lead].at != at
        return preview_of(game, Assault(target=choice.name, attackers=(lead,), at=at, advancing=advancing))

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        args = {"unit": choice.name}
        if side_of(game, choice.name) == self.side:
            return Refusal("refused.own-unit", "6.6.1", args)
        if choice.name in self.engaged:
            return Refusal("refused.engaged", "6.6.1.1/combining", args)
        near = self._open(game).get(choice.name, [])
        reasons = [refusal for each in near if (refusal := why_not(game, each, choice.name)) is not None]
        if reasons:
            return reasons[0]
        own = next((each for each in game.state.units if side_of(game, each) == self.side), None)
        barred = None if own is None else why_no_target(game, own, choice.name)
        return barred or Refusal("refused.nobody-assaults", "6.6.1.1", args)

    @rule("6.6.1.1/combining", "6.6.1.2/combining")
    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            game.finish()
            return
        able = tuple(self._able(game, choice.name))
        game.goto("begin", engaged=(*self.engaged, choice.name))
        game.push(DeclaredAssaults(target=choice.name, able=able))


PROCEDURES: tuple[type[Procedure], ...] = (AssaultStep,)
