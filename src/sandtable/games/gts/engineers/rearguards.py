"""Chapter 24: rearguards, how they are formed and how they are taken in again."""

from __future__ import annotations

from sandtable.games.gts.content import Content
from sandtable.games.gts.engineers.engineer_tasks import EngineerTask, figures
from sandtable.games.gts.events.engineers import RearguardFormed, RearguardRemoved
from sandtable.games.gts.fire.fire_zones import zones_of
from sandtable.games.gts.index import positions
from sandtable.games.gts.movement import bridges_and_ferries
from sandtable.games.gts.movement.reach import can_reach
from sandtable.games.gts.sequence.unit_action import UnitAction, Units
from sandtable.games.gts.state import Unit, enemy_of
from sandtable.games.gts.units import Game, counter, division_of, formation_of, occupy, side_of
from sandtable.kernel import Choice, Option, Refusal, of_content, rule

REMOVE = Option("do:remove-rearguard", rule="24.4")


class FormRearguard(EngineerTask):
    """Leave a rearguard behind."""

    name = "rearguard"
    by = "24.2"
    rows = ("rearguard",)

    @rule("24.2", "24.5")
    def spare(self, game: Game, unit_id: str) -> str:
        """A rearguard counter of the division that is not in use; nothing if the unit cannot form one."""
        if not self._may_form(game, unit_id):
            return ""
        units = game.state.units
        return next((name for name in counters_of(game.content)[division_of(game, unit_id)] if name not in units), "")

    def _may_form(self, game: Game, unit_id: str) -> bool:
        return self.row_for(game, unit_id) is not None and not counter(game, unit_id).rearguard

    @rule("24.3")
    def targets(self, game: Game, unit_id: str) -> list[str]:
        """Where a rearguard can be placed: empty, outside enemy fire zones, near, and within a march of its parent."""
        if not self.spare(game, unit_id):
            return []
        near = game.content.around(game.state.units[unit_id].at, figures(game).rearguard_distance)
        watched = zones_of(game, enemy_of(side_of(game, unit_id)))
        return sorted(can_reach(game, unit_id, near.difference(positions(game).hexes, watched)))

    @rule("24.2", "24.3", "24.5")
    def why_not(self, game: Game, unit_id: str) -> Refusal | None:
        if not self._may_form(game, unit_id):
            return self.refusal(game, unit_id, "refused.rearguard-class", "24.2")
        if not self.spare(game, unit_id):
            return self.refusal(game, unit_id, "refused.no-rearguards", "24.5")
        return self.refusal(game, unit_id, "refused.rearguard-place", "24.3")

    @rule("24.1", "24.2", "29.40")
    def complete(self, game: Game, unit_id: str, target: str) -> None:
        """The rearguard belongs to the formation of its parent, and acts no more in this activation."""
        name, formation = self.spare(game, unit_id), formation_of(game, unit_id)
        game.state.units[name] = Unit(at=target, steps=counter(game, name).steps, formation=formation)
        occupy(game, name, target)
        game.state.acted[name] = "engineer"
        game.say(RearguardFormed(rule="24.2", unit=unit_id, rearguard=name, at=target))
        bridges_and_ferries.reached(game, target)


@of_content
def counters_of(content: Content) -> dict[str, tuple[str, ...]]:
    """The rearguard counters of each division."""
    return {
        name: tuple(f"rg-{name}-{number}" for number in range(1, division.rearguards + 1))
        for name, division in content.divisions.items()
    }


class RemoveRearguard(UnitAction):
    """Take a rearguard in again, by an action of its own."""

    name = "remove-rearguard"
    ids = (REMOVE.id,)

    @rule("13.2/6", "24.4")
    def offers(self, game: Game, units: Units) -> list[Option]:
        for unit_id in units:
            if not counter(game, unit_id).rearguard or game.state.units[unit_id].suppressed:
                return []
        return [REMOVE]

    def refuse(self, game: Game, units: Units, choice: Choice) -> Refusal | None:
        if all(counter(game, unit_id).rearguard for unit_id in units):
            return Refusal("refused.suppressed", "19.2.2/effects", {"unit": units[0]})
        return Refusal("refused.no-rearguard", "24.4", {"unit": units[0]})

    @rule("13.2/6", "24.4", "24.5")
    def start(self, game: Game, units: Units, choice: Choice) -> None:
        """Take the rearguards off the map; their counters can be used again."""
        for unit_id in units:
            unit = game.state.units.pop(unit_id)
            game.state.acted.pop(unit_id, None)
            game.say(RearguardRemoved(rule="24.4", unit=unit_id, at=unit.at))
