"""Chapters 13.2/3 and 18: the assault action, as units are offered it."""

from __future__ import annotations

from sandtable.games.gts.assault.assault_procedure import Assault, targets, why_no_attacker, why_no_target
from sandtable.games.gts.sequence.unit_action import UnitAction, Units
from sandtable.games.gts.state import enemy_of
from sandtable.games.gts.units import Game, side_of
from sandtable.kernel import Choice, Option, Preview, Refusal, rule
from sandtable.mechanics.roster import occupier

ASSAULT = Option("do:assault", rule="18.0")


class AssaultAction(UnitAction):
    """Assault an adjacent hex."""

    name = "assault"
    ids = (ASSAULT.id,)

    @rule("13.2/3", "18.0")
    def offers(self, game: Game, units: Units) -> list[Option]:
        return [ASSAULT] if targets(game, units) else []

    @rule("18.1", "14.7/restrictions")
    def refuse(self, game: Game, units: Units, choice: Choice) -> Refusal | None:
        """Why units cannot assault."""
        for unit_id in units:
            why = why_no_attacker(game, unit_id)
            if why is not None:
                return why
        at, side = game.state.units[units[0]].at, side_of(game, units[0])
        near = [label for label in game.content.adjacent.get(at, ()) if occupier(game, label) == enemy_of(side)]
        if not near:
            return Refusal("refused.nobody-to-assault", "18.7/1", {"unit": units[0]})
        return why_no_target(game, units, near[0])

    def preview(self, game: Game, units: Units, choice: Choice) -> Preview | None:
        """Where there is but one hex to assault, what to expect of it."""
        found = targets(game, units)
        return Assault(attackers=units, target=found[0]).show(game) if len(found) == 1 else None

    def start(self, game: Game, units: Units, choice: Choice) -> None:
        game.push(Assault(attackers=units))
