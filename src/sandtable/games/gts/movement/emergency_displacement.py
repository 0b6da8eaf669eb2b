"""Chapter 14.11: emergency displacement of artillery whose movement allowance is a star."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.gts.engineers.works import ENTRENCHED
from sandtable.games.gts.fire.combat_results import cohesion_hit
from sandtable.games.gts.fire.fire_zones import in_enemy_zone
from sandtable.games.gts.movement import column_and_transport
from sandtable.games.gts.movement.barred_hexes import leads_into_fire_zone
from sandtable.games.gts.movement.course_of_move import Move
from sandtable.games.gts.movement.planned_path import PlannedPath
from sandtable.games.gts.movement.reach import displacements
from sandtable.games.gts.movement.terrain_chart import movement_figures
from sandtable.games.gts.sequence.troop_quality import Check
from sandtable.games.gts.sequence.unit_action import ACTIVATION
from sandtable.games.gts.units import Game, face, side_of
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, rule

STAY = Option("do:stop", rule="14.11")


def displacement_check(unit_id: str) -> Check:
    """The check that displacement asks for."""
    return Check(unit=unit_id, kind="emergency-displacement", by="14.11")


@rule("14.11", "22.3.3")
def possible(game: Game, unit_id: str) -> Iterator[Option]:
    """What a displaced unit may do: move one hex, or enter or leave an entrenchment outside enemy fire zones."""
    unit = game.state.units[unit_id]
    if not face(game, unit_id).star or unit.suppressed:
        return
    if unit.works != ENTRENCHED:
        for label in displacements(game, unit_id):
            yield Option(f"hex:{label}", rule="14.11")
    if not in_enemy_zone(game, unit.at, side_of(game, unit_id)):
        for activity in (column_and_transport.ENTER, column_and_transport.LEAVE):
            if column_and_transport.why_not(game, unit_id, activity, 0, columned=False) is None:
                yield Option(f"do:{activity}", rule="14.11")


class Displace(Procedure, frozen=True):
    """An artillery unit tries to get away by hand."""

    unit: str

    @rule("14.11")
    def begin(self, game: Game) -> None:
        game.push(displacement_check(self.unit))

    @rule("14.11")
    def begin_done(self, game: Game, passed: bool) -> None:
        """A failed check costs a cohesion hit, and the unit stays."""
        if passed:
            game.goto("pick")
            return
        game.finish()
        for _ in range(movement_figures(game.content).emergency_displacement.failure_hits):
            if self.unit in game.state.units:
                cohesion_hit(game, self.unit, "14.11")

    @rule("14.11")
    def pick(self, game: Game) -> Decision:
        options = (*possible(game, self.unit), STAY)
        side = side_of(game, self.unit)
        args = {"unit": self.unit}
        return Decision(side, "displace", "14.11", options, args, continues=True, default=STAY.id, turns_to=ACTIVATION)

    def pick_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "hex" and choice.name in game.content.board.index:
            return why_not_hex(game, self.unit, choice.name)
        return None

    def pick_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "hex":
            move = Move(units=(self.unit,), left=(0,), fresh=False)
            game.become(move)
            move.go(game, PlannedPath((choice.name,), ("",), ((0,),), minimum=()))
        elif choice.name == "stop":
            game.finish()
        else:
            move = Move(units=(self.unit,), left=(0,), fresh=False)
            game.become(move)
            move.begin_activity(game, choice.name)


@rule("14.11")
def why_not_hex(game: Game, unit_id: str, label: str) -> Refusal:
    """Why a unit cannot be displaced to a hex."""
    args = {"unit": unit_id, "hex": label}
    if label not in game.content.adjacent[game.state.units[unit_id].at]:
        return Refusal("refused.one-hex", "14.11", args)
    if leads_into_fire_zone(game, (unit_id,), label):
        return Refusal("refused.displaced-into-fire", "14.11", args)
    return Refusal("refused.prohibited", "14.11", args)


PROCEDURES: tuple[type[Procedure], ...] = (Displace,)
