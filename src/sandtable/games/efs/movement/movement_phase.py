"""Chapters 10 and 11: the Movement Phase and the Motorized Movement Phase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.games.efs.content import Content
from sandtable.games.efs.engineers.building import BuildBridge, may_build, why_no_building
from sandtable.games.efs.engineers.ferries import PlaceFerry, may_place, why_no_ferry
from sandtable.games.efs.fortifications.construction import GIVE_UP, GiveUpStrongpoint, strongpoints_of
from sandtable.games.efs.headquarters import activation
from sandtable.games.efs.headquarters.command import ACTIVATION
from sandtable.games.efs.headquarters.garrisons import RELEASE, ReleaseGarrison, for_a_point
from sandtable.games.efs.headquarters.idle import left_to_begin, why_held_back
from sandtable.games.efs.index import Able
from sandtable.games.efs.movement.allowances import (
    marked,
    may_move,
    may_move_supply,
    phase_name,
    rides_only,
    why_it_stays,
)
from sandtable.games.efs.movement.move import Move
from sandtable.games.efs.movement.rail import may_only_ride, waits_for_a_train
from sandtable.games.efs.regiments import DETACH, Detach, Recombine, detaching, recombining, why_nobody_detaches
from sandtable.games.efs.reinforcements.map_entry import (
    Enter,
    can_enter,
    supply_that_can_enter,
    why_not_enter,
    why_supply_does_not_enter,
)
from sandtable.games.efs.stacking import overstacked
from sandtable.games.efs.state import AXIS, Unit
from sandtable.games.efs.supply.depots import (
    REDUCE,
    CombineSupply,
    ReduceDump,
    combinable,
    reducible,
)
from sandtable.games.efs.supply.received import COMBINE, forfeit_waiting
from sandtable.games.efs.supply.supply_units import supply_units_of
from sandtable.games.efs.units import Game, flotillas, printed, side_of
from sandtable.kernel import (
    Action,
    Choice,
    Decision,
    Line,
    Menu,
    Option,
    Phase,
    Preview,
    Refusal,
    derived,
    index,
    of_content,
    rule,
)
from sandtable.mechanics.roster import roster, units_of

DONE = Option("do:done", rule="4.21")
AT_A_PRICE = Option("do:done", rule="3.33", grave=True)
"""The end of a phase that takes units from stacks that are too large."""
BRIDGE, FERRY = Option("do:bridge", rule="22.23c"), Option("do:ferry", rule="22.32a")

NO_ZONES: dict[str, int] = {}
BESIDES, NOTHING_BESIDES = {"besides": "activation"}, {"besides": "nothing"}
"""Whether units are activated where they are picked to move."""


class Free(NamedTuple):
    """Who may still move in a phase: units, and those that stand together, by hex and by division."""

    units: tuple[str, ...]
    stacks: dict[str, tuple[str, ...]]
    divisions: dict[str, tuple[str, ...]]
    of_units: tuple[Option, ...]
    of_stacks: tuple[Option, ...]
    of_divisions: tuple[Option, ...]


def sets_out(game: Game, unit_id: str) -> bool:
    """Whether a unit on the map may still move, whatever others have done."""
    content, unit = game.content, game.state.units[unit_id]
    if unit.finished or not unit.at or content.side_of[unit_id] != game.state.active:
        return False
    if rides_only(content, unit_id) and is_about_to_ride(game, unit_id):
        return True
    return why_it_stays(game, unit_id) is None


able_to_move = index(
    lambda game: Able(sets_out, game.content.counters, lambda game: units_of(game, game.state.active)),
    "units", "phase", "active", "weather",
)  # fmt: skip


def setting_out(game: Game, side: str) -> dict[str, Unit]:
    """The units of a side that may still move, whatever others have done."""
    return able_to_move(game).units if side == game.state.active else {}


@derived(setting_out)
def zones_entered(game: Game, side: str) -> tuple[str, ...]:
    """The common ranges of non-operational HQs in which units of a side begin to move."""
    return tuple(dict.fromkeys([unit.zone for unit in setting_out(game, side).values() if unit.zone]))


def zones_left(game: Game, side: str) -> dict[str, int]:
    """How many units may still begin to move near non-operational HQs, where any of those is."""
    zones = zones_entered(game, side)
    return {zone: left_to_begin(game, zone) for zone in zones} if zones else NO_ZONES


@derived("units", "phase", "active", "weather", "bridges", "turn")
@rule("10.0", "10.11a", "10.12a", "10.22", "10.23", "10.29", "21.27a")
def free(game: Game, side: str) -> Free:
    """The units of a side that may still move, one by one, by the stack, and by the division: of a division that is
    spread out, those who stand together in the greatest number. Who only rides does not go with a stack.
    """
    return free_of(game, side)


@derived(setting_out, zones_left)
def free_of(game: Game, side: str) -> Free:
    """The same, worked out anew only where somebody who sets out has changed."""
    able, is_any_held_back = setting_out(game, side), bool(zones_entered(game, side))
    units = tuple(able)
    if is_any_held_back:
        units = tuple([each for each, unit in able.items() if not unit.zone or why_held_back(game, each) is None])
    crowds, afloat, by_hex = roster(game).crowds.get(side, ()), flotillas(game.content), dict[str, list[str]]()
    for unit_id in units:
        at = able[unit_id].at
        if at in crowds and unit_id not in afloat and not rides_only(game.content, unit_id):
            by_hex.setdefault(at, []).append(unit_id)
    stacks: dict[str, tuple[str, ...]] = {}
    divisions: dict[str, tuple[str, ...]] = {}
    for at, there in by_hex.items():
        if len(there) > 1:
            if not is_any_held_back or why_held_back(game, *there) is None:
                stacks[at] = tuple(there)
            for division, members in together(game, there).items():
                if len(members) > len(divisions.get(division, ())) and why_held_back(game, *members) is None:
                    divisions[division] = members
    options = options_of_moves(game.content)
    return Free(
        units, stacks, divisions,
        tuple(map(options.units.__getitem__, units)),
        tuple(map(options.stacks.__getitem__, stacks)),
        tuple(map(options.divisions.__getitem__, divisions)),
    )  # fmt: skip


def together(game: Game, unit_ids: list[str]) -> dict[str, tuple[str, ...]]:
    """The units of a hex by their division, of which there are several."""
    found: dict[str, tuple[str, ...]] = {}
    for unit_id in unit_ids:
        division = printed(game, unit_id).division
        if division:
            found[division] = (*found.get(division, ()), unit_id)
    return {division: members for division, members in found.items() if len(members) > 1}


class Moves(NamedTuple):
    """Options to move units, those of a hex, and those of a division, by their names."""

    units: dict[str, Option]
    stacks: dict[str, Option]
    divisions: dict[str, Option]


@of_content
def options_of_moves(content: Content) -> Moves:
    """The options of all moves."""
    return Moves(
        {name: Option(f"unit:{name}", rule="10.21") for name in content.counters},
        {label: Option(f"stack:{label}", rule="10.22") for label in content.board.labels},
        {name: Option(f"division:{name}", rule="10.22") for name in content.divisions},
    )


@rule("10.26", "10.29")
def is_about_to_ride(game: Game, unit_id: str) -> bool:
    """Whether a unit that only rides may be picked: it needs a railroad where it is, and no marker holds it there."""
    unit = game.state.units[unit_id]
    rides = may_only_ride(game, unit_id) and waits_for_a_train(game, unit.at, side_of(game, unit_id))
    return rides and not unit.finished and not marked(unit)


@rule("10.29")
def why_not_to_set_out(game: Game, unit_id: str) -> Refusal | None:
    """Why a unit may not be picked to move, if it may not."""
    return why_held_back(game, unit_id) if is_about_to_ride(game, unit_id) else may_move(game, unit_id)


@rule("6.46", "6.48", "10.13e")
def why_not_to_send(game: Game, supply_id: str) -> Refusal | None:
    """Why a supply unit may not be picked to move, if it may not; a dump needs a railroad where it is."""
    supply, about = game.state.supplies[supply_id], {"unit": supply_id}
    if not supply.is_dump or not waits_for_a_train(game, supply.at, supply.side):
        return may_move_supply(game, supply_id)
    if supply.finished:
        return Refusal("refused.has-moved", "10.23", about)
    return Refusal("refused.was-activated", "10.13e", about) if supply.activated else None


@derived("supplies", "phase", "active")
def to_be_sent(game: Game, side: str) -> list[Option]:
    """The supply units of a side that may be picked to move."""
    able = [name for name in supply_units_of(game, side) if why_not_to_send(game, name) is None]
    return [Option(f"unit:{name}", rule="6.46") for name in able]


class MovesUnits(Phase, frozen=True):
    """A phase in which a side moves its units, one or one stack at a time."""

    side: str

    @rule("10.0", "10.21", "10.23")
    def begin(self, game: Game) -> Decision:
        args = BESIDES if game.state.phase == ACTIVATION else NOTHING_BESIDES
        return Decision(self.side, "move-unit", "10.21", tuple(WHAT_MOVES.options(game, self)), args)

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        return WHAT_MOVES.preview(game, self, choice)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return WHAT_MOVES.refuse(game, self, choice)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        WHAT_MOVES.start(game, self, choice)

    @rule("23.32")
    def recombine(self, game: Game) -> None:
        """The end of the phase: regiments recombine with divisions."""
        game.goto("close")
        if recombining(game, self.side):
            game.push(Recombine(side=self.side))

    @rule("6.45")
    def close(self, game: Game) -> None:
        """Received supply that has not entered is lost."""
        game.finish()
        if phase_name(game) == "movement":
            forfeit_waiting(game, self.side)


class MovementPhase(MovesUnits, frozen=True):
    """B.1 and C.5: a side moves its units and supply units (10.11), with whatever special movement the phase allows.

    The Axis places Bridge (22.23c) and Ferry markers (22.32a) in it, and detaches regiments at its start (23.22).
    """


class MotorizedMovementPhase(MovesUnits, frozen=True):
    """B.5 and C.1: a side moves its motorized units and cavalry (10.12); the Soviets also what their HQs activate
    (10.13), and they place their Bridge markers (22.23c).
    """


class Activate(Action[Game, MovesUnits]):
    """An HQ has a unit move that does not in this phase otherwise, or doubles its command value."""

    rule = "10.13a"

    def takes(self, game: Game, choice: Choice) -> bool:
        known = choice.name in game.state.units or choice.name in game.state.supplies
        return choice.kind == "unit" and known and activation.concerns(game, choice.name)

    def offers(self, game: Game, phase: MovesUnits) -> Sequence[Option]:
        return activation.options(game)

    def refuse(self, game: Game, phase: MovesUnits, choice: Choice) -> Refusal | None:
        return activation.refusal(game, choice.name)

    def preview(self, game: Game, phase: MovesUnits, choice: Choice) -> Preview:
        return activation.preview(game, choice.name)

    def start(self, game: Game, phase: MovesUnits, choice: Choice) -> None:
        activation.start(game, choice.name)


class MoveUnit(Action[Game, MovesUnits]):
    """A unit moves."""

    rule = "10.21"

    def takes(self, game: Game, choice: Choice) -> bool:
        return choice.kind == "unit" and choice.name in game.state.units

    def offers(self, game: Game, phase: MovesUnits) -> Sequence[Option]:
        return free(game, phase.side).of_units

    def refuse(self, game: Game, phase: MovesUnits, choice: Choice) -> Refusal | None:
        return why_not_to_set_out(game, choice.name) if game.state.units[choice.name].at else None

    def start(self, game: Game, phase: MovesUnits, choice: Choice) -> None:
        game.push(Move(units=(choice.name,)))


class MoveStack(Action[Game, MovesUnits]):
    """All units of a hex that may move do so together."""

    rule = "10.22"
    kinds = ("stack",)

    def offers(self, game: Game, phase: MovesUnits) -> Sequence[Option]:
        return free(game, phase.side).of_stacks

    def refuse(self, game: Game, phase: MovesUnits, choice: Choice) -> Refusal | None:
        own = [each for each in units_of(game, phase.side) if game.state.units[each].at == choice.name]
        together = [unit_id for unit_id in own if may_move(game, unit_id) is None]
        return why_held_back(game, *together) or Refusal("refused.no-stack", "10.22", {"hex": choice.name})

    def start(self, game: Game, phase: MovesUnits, choice: Choice) -> None:
        game.push(Move(units=free(game, phase.side).stacks[choice.name]))


class MoveDivision(Action[Game, MovesUnits]):
    """The units of a division that stand together move together."""

    rule = "10.22"
    kinds = ("division",)

    def offers(self, game: Game, phase: MovesUnits) -> Sequence[Option]:
        return free(game, phase.side).of_divisions

    def refuse(self, game: Game, phase: MovesUnits, choice: Choice) -> Refusal | None:
        return Refusal("refused.no-division", "10.22", {"division": choice.name})

    def start(self, game: Game, phase: MovesUnits, choice: Choice) -> None:
        game.push(Move(units=free(game, phase.side).divisions[choice.name]))


class MoveSupplyUnit(Action[Game, MovesUnits]):
    """A mobile supply unit moves by itself."""

    rule = "6.46"

    def takes(self, game: Game, choice: Choice) -> bool:
        return choice.kind == "unit" and choice.name in game.state.supplies

    def offers(self, game: Game, phase: MovesUnits) -> Sequence[Option]:
        return to_be_sent(game, phase.side)

    def refuse(self, game: Game, phase: MovesUnits, choice: Choice) -> Refusal | None:
        return why_not_to_send(game, choice.name)

    def start(self, game: Game, phase: MovesUnits, choice: Choice) -> None:
        game.push(Move(supplies=(choice.name,)))


class EnterMap(Action[Game, MovesUnits]):
    """A unit or supply unit that waits off the map enters at its edge."""

    rule = "8.12a"

    def takes(self, game: Game, choice: Choice) -> bool:
        unit, supply = game.state.units.get(choice.name), game.state.supplies.get(choice.name)
        waits = (unit is not None and not unit.at) or (supply is not None and not supply.at)
        return choice.kind == "unit" and waits

    def offers(self, game: Game, phase: MovesUnits) -> Sequence[Option]:
        found = [Option(f"unit:{unit_id}", rule="8.12b") for unit_id in can_enter(game, phase.side)]
        supplies = supply_that_can_enter(game, phase.side)
        return [*found, *[Option(f"unit:{name}", rule="6.47a") for name in supplies]] if supplies else found

    def refuse(self, game: Game, phase: MovesUnits, choice: Choice) -> Refusal | None:
        if choice.name in game.state.supplies:
            return why_supply_does_not_enter(game, choice.name)
        return why_not_enter(game, choice.name)

    def start(self, game: Game, phase: MovesUnits, choice: Choice) -> None:
        if choice.name in game.state.supplies:
            game.push(Enter(supplies=(choice.name,)))
        else:
            game.push(Enter(units=(choice.name,)))


class CombineSupplyUnits(Action[Game, MovesUnits]):
    """Supply units in the same hex are put together."""

    rule = "6.48b"
    ids = (COMBINE.id,)

    def offers(self, game: Game, phase: MovesUnits) -> Sequence[Option]:
        return (COMBINE,) if combinable(game, phase.side) else ()

    def refuse(self, game: Game, phase: MovesUnits, choice: Choice) -> Refusal | None:
        return Refusal("refused.no-supply-together", "6.48b")

    def start(self, game: Game, phase: MovesUnits, choice: Choice) -> None:
        game.push(CombineSupply(side=phase.side))


class ReduceDumps(Action[Game, MovesUnits]):
    """A dump is reduced."""

    rule = "6.48d"
    ids = (REDUCE.id,)

    def offers(self, game: Game, phase: MovesUnits) -> Sequence[Option]:
        return (REDUCE,) if reducible(game, phase.side) else ()

    def refuse(self, game: Game, phase: MovesUnits, choice: Choice) -> Refusal | None:
        return Refusal("refused.nothing-to-reduce", "6.48d")

    def start(self, game: Game, phase: MovesUnits, choice: Choice) -> None:
        game.push(ReduceDump(side=phase.side))


class PlaceBridge(Action[Game, MovesUnits]):
    """A Bridge marker is placed."""

    rule = "22.23c"
    ids = ("do:bridge",)

    def offers(self, game: Game, phase: MovesUnits) -> Sequence[Option]:
        return (BRIDGE,) if may_build(game, phase.side) else ()

    def refuse(self, game: Game, phase: MovesUnits, choice: Choice) -> Refusal | None:
        return why_no_building(game, phase.side)

    def start(self, game: Game, phase: MovesUnits, choice: Choice) -> None:
        game.push(BuildBridge(side=phase.side))


class Ferry(Action[Game, MovesUnits]):
    """A Ferry marker is placed."""

    rule = "22.32a"
    ids = ("do:ferry",)

    def offers(self, game: Game, phase: MovesUnits) -> Sequence[Option]:
        return (FERRY,) if may_place(game, phase.side) else ()

    def refuse(self, game: Game, phase: MovesUnits, choice: Choice) -> Refusal | None:
        return why_no_ferry(game, phase.side)

    def start(self, game: Game, phase: MovesUnits, choice: Choice) -> None:
        game.push(PlaceFerry())


class GiveUpWorks(Action[Game, MovesUnits]):
    """A strongpoint is given up."""

    rule = "18.13b"
    ids = (GIVE_UP.id,)

    def offers(self, game: Game, phase: MovesUnits) -> Sequence[Option]:
        return (GIVE_UP,) if strongpoints_of(game, phase.side) else ()

    def refuse(self, game: Game, phase: MovesUnits, choice: Choice) -> Refusal | None:
        return Refusal("refused.no-strongpoints", "18.13b", {"side": phase.side})

    def start(self, game: Game, phase: MovesUnits, choice: Choice) -> None:
        game.push(GiveUpStrongpoint(side=phase.side))


class ReleaseForAPoint(Action[Game, MovesUnits]):
    """The garrison of a location that is worth nothing any more is released for a victory point."""

    rule = "24.26"
    ids = (RELEASE.id,)

    def offers(self, game: Game, phase: MovesUnits) -> Sequence[Option]:
        return (RELEASE,) if phase.side == AXIS and for_a_point(game) else ()

    def refuse(self, game: Game, phase: MovesUnits, choice: Choice) -> Refusal | None:
        return Refusal("refused.no-garrisons", "24.26", {})

    def start(self, game: Game, phase: MovesUnits, choice: Choice) -> None:
        game.push(ReleaseGarrison())


class DetachRegiments(Action[Game, MovesUnits]):
    """Divisions of the Axis detach regiments."""

    rule = "23.21"
    ids = (DETACH.id,)

    def offers(self, game: Game, phase: MovesUnits) -> Sequence[Option]:
        return (DETACH,) if any(detaching(game)) else ()

    def refuse(self, game: Game, phase: MovesUnits, choice: Choice) -> Refusal | None:
        return why_nobody_detaches(game)

    def start(self, game: Game, phase: MovesUnits, choice: Choice) -> None:
        game.push(Detach())


class EndMovement(Action[Game, MovesUnits]):
    """The phase is over."""

    rule = "4.21"
    ids = (DONE.id,)

    def offers(self, game: Game, phase: MovesUnits) -> Sequence[Option]:
        return (AT_A_PRICE,) if overstacked(game, phase.side) else (DONE,)

    def preview(self, game: Game, phase: MovesUnits, choice: Choice) -> Preview:
        full = overstacked(game, phase.side)
        return Preview(lines=tuple(Line("overstacked", "", "3.33", {"hex": label}) for label in full))

    def start(self, game: Game, phase: MovesUnits, choice: Choice) -> None:
        game.goto("recombine")


WHAT_MOVES: Menu[Game, MovesUnits] = Menu(
    EnterMap(),
    Activate(),
    MoveUnit(),
    MoveStack(),
    MoveDivision(),
    MoveSupplyUnit(),
    CombineSupplyUnits(),
    ReduceDumps(),
    PlaceBridge(),
    Ferry(),
    GiveUpWorks(),
    ReleaseForAPoint(),
    DetachRegiments(),
    EndMovement(),
)
