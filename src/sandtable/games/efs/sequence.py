"""Chapter 4: the sequence of play, from the first turn to the last."""

from __future__ import annotations

from operator import attrgetter
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.games.efs import control, victory
from sandtable.games.efs.air.air_phase import AirPhase
from sandtable.games.efs.combat.combat_phase import CombatPhase
from sandtable.games.efs.declaration.declaration_phase import AttackDeclarationPhase
from sandtable.games.efs.declaration.reaction_phase import ReactionPhase
from sandtable.games.efs.engineering import EngineeringPhase
from sandtable.games.efs.headquarters.garrisons import LeaveGarrisons, release_threatened, worthless
from sandtable.games.efs.headquarters.idle import note_zones
from sandtable.games.efs.movement.movement_phase import MotorizedMovementPhase, MovementPhase
from sandtable.games.efs.recovery import RecoveryPhase
from sandtable.games.efs.reinforcements.reinforcements_phase import ReinforcementsPhase
from sandtable.games.efs.replacements.replacements_phase import ReplacementsPhase
from sandtable.games.efs.stacking import check_stacks
from sandtable.games.efs.state import AXIS, SOVIET, Command
from sandtable.games.efs.supply.supply_phase import SupplyStatusPhase
from sandtable.games.efs.surrender import SurrenderPhase
from sandtable.games.efs.units import Game, has_moved_specially, side_of
from sandtable.games.efs.weather.weather_phase import WeatherPhase
from sandtable.kernel import Began, Phase, Procedure, rule

MOVING = ("movement", "motorized", "reaction")
"""The phases in which units move."""


TOLD = (*MOVING, "declaration", "combat")
"""The phases that are announced; in the others there is mostly nothing to do, and what is done speaks for itself."""


class Step(NamedTuple):
    """A phase of the turn: its id, as segment/phase, who is active in it, and what carries it out."""

    id: str
    active: str
    procedure: Procedure


class VictoryPhase(Phase, frozen=True):
    """D.3: locations without a unit are taken from the total; after the last turn the scenario is judged."""

    @rule("4.23", "12.36a", "24.25b")
    def begin(self, game: Game) -> None:
        game.finish()
        victory.convert_mandated_attacks(game)
        victory.check_occupation(game)
        if game.state.turn >= game.content.last_turn:
            victory.judge(game)


TURN = (
    Step("strategic/weather", AXIS, WeatherPhase()),
    Step("strategic/replacements", AXIS, ReplacementsPhase()),
    Step("strategic/reinforcements", AXIS, ReinforcementsPhase()),
    Step("strategic/air", AXIS, AirPhase()),
    Step("strategic/supply", AXIS, SupplyStatusPhase()),
    Step("axis/movement", AXIS, MovementPhase(side=AXIS)),
    Step("axis/declaration", AXIS, AttackDeclarationPhase(side=AXIS)),
    Step("axis/reaction", SOVIET, ReactionPhase(side=SOVIET)),
    Step("axis/combat", AXIS, CombatPhase(side=AXIS)),
    Step("axis/motorized", AXIS, MotorizedMovementPhase(side=AXIS)),
    Step("axis/engineering", AXIS, EngineeringPhase(side=AXIS)),
    Step("soviet/motorized", SOVIET, MotorizedMovementPhase(side=SOVIET)),
    Step("soviet/declaration", SOVIET, AttackDeclarationPhase(side=SOVIET)),
    Step("soviet/reaction", AXIS, ReactionPhase(side=AXIS)),
    Step("soviet/combat", SOVIET, CombatPhase(side=SOVIET)),
    Step("soviet/movement", SOVIET, MovementPhase(side=SOVIET)),
    Step("soviet/engineering", SOVIET, EngineeringPhase(side=SOVIET)),
    Step("administrative/surrender", SOVIET, SurrenderPhase()),
    Step("administrative/recovery", SOVIET, RecoveryPhase()),
    Step("administrative/victory", AXIS, VictoryPhase()),
)
"""The phases of a turn in their order (4.21); the Naval Readiness Phase belongs to the Naval Module."""


class GameTurn(Procedure, frozen=True):
    """One game turn: all its phases, one after the other; at the end of each, stacks are looked over."""

    place: int = 0

    @rule("4.2", "4.21", "4.22", "24.26")
    def begin(self, game: Game) -> None:
        game.say(Began(rule="4.22", what="turn", turn=game.state.turn))
        start_turn(game)
        game.goto("phase", place=0)
        if worthless(game):
            game.push(LeaveGarrisons(hexes=tuple(worthless(game))))

    @rule("3.11/phases", "4.21")
    def phase(self, game: Game) -> None:
        if self.place == len(TURN):
            game.state.turn += 1
            game.become(GameTurn())
            return
        now = TURN[self.place]
        game.goto("close")
        game.state.phase, game.state.active = now.id, now.active
        if not takes_place(game, now.id):
            return
        start_phase(game)
        if now.id.endswith(TOLD):
            game.say(Began(rule="4.21", what=now.id, turn=game.state.turn, side=now.active))
        game.push(now.procedure)

    @rule("3.32", "4.21", "21.83")
    def close(self, game: Game) -> None:
        """The end of a phase: who holds what is settled, garrisons that are threatened are released, then stacks are
        looked over.
        """
        game.goto("phase", place=self.place + 1)
        control.settle(game)
        release_threatened(game)
        check_stacks(game)


@rule("12.4")
def takes_place(game: Game, phase: str) -> bool:
    """Whether there is anything to do in a phase: without declared attacks there is neither reaction nor combat. Such a
    phase ends as any other does, so that nobody stays above the stacking limit for an attack that is not made.
    """
    return phase.partition("/")[2] not in ("reaction", "combat") or bool(game.state.attacks)


def start_turn(game: Game) -> None:
    """What was noted of the last turn is forgotten."""
    state = game.state
    renew(game, OF_THE_TURN)
    state.supplies.update({name: replace(each, railed=False) for name, each in state.supplies.items() if each.railed})
    state.rail_used.clear()
    state.commands.clear()
    state.fed.clear()


class Facts:
    """Facts of a unit that are forgotten together."""

    def __init__(self, **fresh: object) -> None:
        """Each with what it is when nothing has happened."""
        self.fresh = fresh
        self.of = attrgetter(*fresh)
        self.values = tuple(fresh.values())


OF_THE_TURN = Facts(
    entered=False, moved_in=(), fought=False, special="", used_special=False, task="", repaired=False
)  # fmt: skip
OF_COMBAT = Facts(attacked=False, defended=False)


def renew(game: Game, facts: Facts) -> None:
    """Forget facts of all units, and leave those alone of whom nothing is to be forgotten: what is kept stays good."""
    units = game.state.units
    for unit_id, unit in units.items():
        if facts.of(unit) != facts.values:
            units[unit_id] = replace(unit, **facts.fresh)


@rule("10.23", "11.0", "15.16", "21.12", "21.13")
def start_phase(game: Game) -> None:
    """What was noted of the last phase is forgotten: who has moved, who has fought, command points used."""
    state = game.state
    name = state.phase.partition("/")[2]
    for hq, command in state.commands.items():
        state.commands[hq] = Command(doubled=command.doubled, activated=command.activated)
    if name in MOVING:
        state.crossings.clear()
        for unit_id, unit in state.units.items():
            is_fresh = unit.start == unit.at and not (unit.spent or unit.finished or unit.special or unit.zone)
            if not is_fresh and side_of(game, unit_id) == state.active:
                state.units[unit_id] = replace(
                    unit,
                    start=unit.at,
                    spent=0,
                    finished=False,
                    special="",
                    zone="",
                    used_special=has_moved_specially(unit),
                )
        for supply_id, supply in state.supplies.items():
            if supply.side == state.active:
                state.supplies[supply_id] = replace(supply, spent=0, finished=False)
        note_zones(game)
    elif name == "declaration":
        state.attacks.clear()
    elif name == "combat":
        renew(game, OF_COMBAT)


PROCEDURES: tuple[type[Procedure], ...] = (GameTurn, *dict.fromkeys(type(step.procedure) for step in TURN))
