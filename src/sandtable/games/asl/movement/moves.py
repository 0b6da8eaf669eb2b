"""A4.2: what is known of a move under way: how much it has spent, and what it may still do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from sandtable.board import FORBIDDEN
from sandtable.games.asl.fire.cut_off import is_encircled
from sandtable.games.asl.locations import GROUND, floor_of, hex_of, neighbours, parts_of, weight_of
from sandtable.games.asl.movement.allotments import allotment, carries_too_much
from sandtable.games.asl.movement.arrivals import location_of
from sandtable.games.asl.movement.bypass import place_of
from sandtable.games.asl.movement.fences import is_breached
from sandtable.games.asl.movement.reach import Going, field, open_places, path_to, step_cost
from sandtable.games.asl.movement.ways import locations_count, places
from sandtable.games.asl.state import Moving, Unit
from sandtable.games.asl.tables.movement import Movement
from sandtable.games.asl.tables.ordnance import Manhandling
from sandtable.games.asl.tables.terrain import Positions, Terrain
from sandtable.games.asl.terrain.hexes import ABOVE_WIRE, BENEATH_WIRE, BYPASS, road_hexes
from sandtable.games.asl.terrain.hexsides import side_of
from sandtable.games.asl.terrain.works import shelter, works_at
from sandtable.games.asl.units import Game, in_melee
from sandtable.kernel import Procedure, derived, rule

Manner = Literal["", "assault", "dash"]
MF = 2
"""A whole MF, in halves."""


class MoveBase(Procedure, frozen=True):
    """A stack that moves, and how far it has come."""

    units: tuple[str, ...]
    tired: bool = False
    """One of them was exhausted when the phase began (A4.5)."""
    spent: int = 0
    """In halves of a MF, as everywhere."""
    here: int = 0
    """What they have spent where they are."""
    gained: int = 0
    """What Double Time has gained them."""
    manner: Manner = ""
    ahead: tuple[str, ...] = ()
    """The places that they have yet to enter on their way."""
    entered: int = 0
    """How many Locations they have entered."""
    by_road: bool = True
    """They have kept to roads so far (B3.4)."""
    loose: bool = False
    """They have got off the wire of the hex (B26)."""
    hazardous: bool = False
    minimum: bool = False
    """They have made a Minimum Move."""
    over: bool = False
    """They have been turned back, and their move is over."""
    tried: tuple[tuple[str, str], ...] = ()
    """What each unit may try but once and has: smoke, or a weapon that it would take up, and the unit."""
    rolls: int = 0
    """How many dice had fallen before they were under fire."""
    crossed_open: bool = False
    """They have entered Open Ground (E1.4)."""
    weapon: str = ""
    """The weapon in question, while that is asked about."""
    mans: str = ""
    """The vehicle that they take over, once they have come through the fire at them (D5.42)."""
    onto: str = ""
    """The vehicle that they get onto, once they have come through the fire at them (D6.1)."""
    pushes: str = ""
    """The Gun that they push along, whose hexes cost more (C10.3)."""


@rule("A3.3", "A4.2", "A3.2", "E1.21")
def may_move(game: Game, unit: Unit) -> bool:
    """Whether a unit may move in this phase: unbroken, unpinned, not in Melee, and it has neither fired nor worked."""
    return not (
        unit.moved
        or unit.broken
        or unit.pinned
        or unit.fire
        or unit.ti
        or unit.guard
        or unit.aboard
        or unit.frozen
        or unit.covers
        or unit.spent
        or in_melee(game, unit)
        or (unit.pace_of and not unit.pace)
    )


def first(game: Game, move: MoveBase) -> str:
    """The Location of a stack."""
    return game.state.units[move.units[0]].at


def place_now(game: Game, move: MoveBase) -> str:
    """The place of a stack: its Location, or the way of Bypass that it is on."""
    unit = game.state.units[move.units[0]]
    return place_of(hex_of(unit.at), unit.vertices) if unit.stance == BYPASS else unit.at


@rule("A4.61")
def left(game: Game, move: MoveBase) -> int:
    """What a stack may still spend; some of it must be left over after Assault Movement."""
    had = allotment(game, move.units, move.gained)
    kept = game.content.table("movement", Movement).assault_left if move.manner == "assault" else 0
    return max(0, had - move.spent - kept)


def is_begun(move: MoveBase) -> bool:
    return move.spent > 0 or move.entered > 0


def leaving_cost(game: Game, move: MoveBase) -> int:
    """What must be paid to leave the position that a stack is in, before its next step."""
    return cost_to_leave(game, move.units)


@rule("B27/infantry", "C11.2")
def cost_to_leave(game: Game, unit_ids: Sequence[str]) -> int:
    """What men pay to leave their foxholes, and a crew its emplaced Gun."""
    figures = game.content.table("movement", Movement)
    dug_in = any(game.state.units[name].stance == "foxhole" for name in unit_ids)
    serving = any(is_emplaced(game, name) for name in unit_ids)
    return (figures.leave_foxhole if dug_in else 0) + (figures.leave_emplacement if serving else 0)


@rule("C11.2")
def is_emplaced(game: Game, unit_id: str) -> bool:
    """Whether a unit mans a Gun that is emplaced."""
    return unit_id in _emplaced(game)


@derived("weapons")
def _emplaced(game: Game) -> frozenset[str]:
    """The units that man emplaced Guns."""
    return frozenset([weapon.holder for weapon in game.state.weapons.values() if weapon.emplaced and weapon.holder])


@rule("B26/infantry")
def is_on_wire(game: Game, move: MoveBase) -> bool:
    """Whether a stack must get off the wire before it can go anywhere."""
    return game.state.units[move.units[0]].stance in (ABOVE_WIRE, BENEATH_WIRE) and not move.loose


@derived("units", "weapons")
@rule("A4.134", "A4.3", "A4.61")
def going(game: Game, move: MoveBase) -> Going:
    """What decides where a stack can go now."""
    units = game.state.units
    unit = units[move.units[0]]
    can_spend = left(game, move) - leaving_cost(game, move)
    rode = any(units[name].pace_of for name in move.units)
    plain = move.manner == "" and not move.gained and not is_begun(move) and not rode
    return Going(
        side=unit.side,
        start=place_now(game, move),
        left=max(0, can_spend),
        weight=weight_of(game, move.units),
        exhausted=any(units[name].cx for name in move.units),
        bypass=move.manner == "" and not carries_too_much(game, move.units),
        minimum=plain and left(game, move) >= MF and not unit.berserk,
        berserk=unit.berserk,
        cloak=unit.cloak,
    )


# What a step costs


@rule("A4.13", "A7.7", "B2.1", "B27/infantry", "C10.3")
def price(game: Game, move: MoveBase, there: str) -> int:
    """What the next step of a stack costs: the step itself, leaving a foxhole, entering a position."""
    figures, here = game.content.table("movement", Movement), place_now(game, move)
    if move.pushes:
        return game.content.table("manhandling", Manhandling).factor * step_cost(game, here, there, False)
    return _step_price(game, move, here, there) * (figures.encircled if pays_double(game, move, here, there) else 1)


@rule("A7.7")
def pays_double(game: Game, move: MoveBase, here: str, there: str) -> bool:
    """Whether a step costs double: into the first Location that a stack enters of which somebody is Encircled."""
    enters = location_of(there) != location_of(here)
    return enters and any(is_encircled(game, game.state.units[name]) for name in move.units)


def _step_price(game: Game, move: MoveBase, here: str, there: str) -> int:
    """The same but for Encirclement."""
    if is_trench_step(game, move, there):
        return game.content.table("movement", Movement).between_trenches
    way, target = parts_of(there).way, location_of(there)
    exhausted = any(game.state.units[name].cx for name in move.units)
    berserk = game.state.units[move.units[0]].berserk
    cost = leaving_cost(game, move)
    if way in ("foxhole", "trench", "shellholes"):
        cost += position_cost(game, way)
        if target != location_of(here):
            cost += step_cost(game, here, target, exhausted, berserk)
    elif there != here:
        cost += step_cost(game, here, there, exhausted, berserk)
    return cost


def position_cost(game: Game, way: str) -> int:
    """What entering a position in a hex adds to entering the hex."""
    if way == "shellholes":
        open_ground = game.content.table("terrain", Terrain).hexes["open"].mf
        return game.content.table("positions", Positions).shellholes_mf - open_ground
    return game.content.table("movement", Movement).enter_entrenchment


@rule("B27/infantry")
def is_trench_step(game: Game, move: MoveBase, there: str) -> bool:
    """Whether a step leads from a trench to a trench in an adjacent hex."""
    if parts_of(there).way != "trench" or game.state.units[move.units[0]].stance != "trench":
        return False
    return hex_of(there) in game.content.adjacent[hex_of(first(game, move))]


@rule("B27/infantry", "B2.1")
def positions_at(game: Game, hex_: str, move: MoveBase) -> list[str]:
    """The positions of a hex that a stack could enter, as places; not while wire covers it."""
    side = game.state.units[move.units[0]].side
    works, found = works_at(game, hex_, side), []
    if works.wire:
        return []
    if works.trench or works.foxholes:
        kind = shelter(game, hex_, move.units)
        if kind:
            found.append(f"{hex_}~{kind}")
    if hex_ in game.state.shellholes:
        found.append(f"{hex_}~shellholes")
    return found


@rule("B27/infantry", "B2.1")
def positions_here(game: Game, move: MoveBase) -> list[str]:
    """The positions of the hex where a stack is that it could change to; out of a foxhole into the open part of it."""
    unit = game.state.units[move.units[0]]
    hex_, floor = hex_of(unit.at), floor_of(unit.at)
    if floor != GROUND or unit.stance == BYPASS:
        return []
    if unit.stance == "foxhole":
        return [hex_]
    return [label for label in positions_at(game, hex_, move) if parts_of(label).way != unit.stance]


@rule("A4.61", "A7.7", "A4.134")
def next_steps(game: Game, move: MoveBase) -> dict[str, int]:
    """The single steps that a stack could take now and can pay for, with positions, by their costs; no Bypass.

    What it cannot pay for it may enter by a Minimum Move, where that is allowed.
    """
    spend, found, state = left(game, move), {}, game.state
    candidates = neighbours(game.content, first(game, move))
    has_positions = bool(state.works or state.shellholes)
    go = going(game, move)
    for there in open_places(game, go, candidates):
        if move.manner == "assault" and is_hazardous(game, move, there):
            continue
        positions = positions_at(game, there, move) if has_positions and parts_of(there).floor == GROUND else ()
        for place in (there, *positions):
            cost = price(game, move, place)
            if cost <= spend:
                found[place] = cost
            elif go.minimum and place == there and cost < FORBIDDEN:
                found[place] = spend
    for place in positions_here(game, move) if has_positions else ():
        if (cost := price(game, move, place)) <= spend:
            found[place] = cost
    return found


@rule("A7.7", "A4.3")
def ways_round(game: Game, move: MoveBase) -> dict[str, tuple[tuple[str, ...], int]]:
    """Where an Encircled stack can go by a first step into Bypass, with its way and the cost: that step costs double,
    what follows does not."""
    go, graph, spend = going(game, move), places(game.content), left(game, move)
    beside = [graph.to[edge] for edge in graph.edges(graph.index[go.start])]
    ways = [graph.labels[place] for place in beside if place >= locations_count(game.content)]
    found: dict[str, tuple[tuple[str, ...], int]] = {}
    for way in open_places(game, go, ways) if go.bypass else ():
        cost = price(game, move, way)
        if cost > spend:
            continue
        beyond = field(game, go._replace(start=way, left=spend - cost, minimum=False))
        for place, more in beyond.pairs:
            label = graph.labels[place]
            if label != go.start and (label not in found or cost + more < found[label][1]):
                found[label] = ((way, *path_to(game, beyond, label)), cost + more)
    return found


@rule("A4.61")
def can_assault(game: Game, move: MoveBase) -> bool:
    """Whether a stack could make an Assault Movement: there is a Location that it could enter with MF to spare."""
    kept = game.content.table("movement", Movement).assault_left
    spend = left(game, move) - leaving_cost(game, move) - kept
    go, here = going(game, move), first(game, move)
    units = game.state.units
    if any(is_encircled(game, units[name]) for name in move.units) or units[move.units[0]].stance == "trench":
        return bool(next_steps(game, replace(move, manner="assault")))
    return any(
        step_cost(game, here, there, go.exhausted) <= spend and not is_hazardous(game, move, there)
        for there in open_places(game, go, neighbours(game.content, here))
    )


@rule("A4.61", "A4.62", "RR13.21")
def is_hazardous(game: Game, move: MoveBase, there: str) -> bool:
    """Whether the step to a Location is Hazardous Movement: across a fence that is held down."""
    return is_breached(game, hex_of(first(game, move)), hex_of(there))


# A4.63


@rule("A4.63", "A7.7")
def dashes(game: Game, move: MoveBase) -> dict[str, tuple[str, int]]:
    """Where a stack could dash to across a road: the hex in which it ends, with the road hex and the cost."""
    content, here = game.content, first(game, move)
    roads = road_hexes(content)
    if here in roads or parts_of(here).floor != GROUND:
        return {}
    go = going(game, move)
    found: dict[str, tuple[str, int]] = {}
    spend = left(game, move)
    near = content.adjacent[here]
    side = game.state.units[move.units[0]].side
    crossed = [road for road in near if road in roads and not works_at(game, road, side).wire]
    for road in open_places(game, go, crossed) if crossed else ():
        to_road = price(game, move, road)
        beyond = [
            there for there in content.adjacent[road] if there != here and there not in near and there not in roads
        ]
        for there in open_places(game, go, beyond):
            cost = to_road + step_cost(game, road, there, go.exhausted)
            if cost <= spend and cost < found.get(there, ("", cost + 1))[1]:
                found[there] = (road, cost)
    return found


@rule("B3.4", "B24.2")
def is_road_step(game: Game, here: str, there: str) -> bool:
    """Whether a step from one place to the next keeps to a road, which rubble buries."""
    a, b = parts_of(here), parts_of(there)
    if b.hex in game.state.rubble:
        return False
    if a.way or b.way or a.floor or b.floor or not a.hex:
        return not a.hex and b.hex in road_hexes(game.content)
    return b.hex in game.content.adjacent[a.hex] and side_of(game.content, a.hex, b.hex).road


# What others are told of it


@rule("A8.1", "A4.63")
def moving_now(
    game: Game, move: MoveBase, units: tuple[str, ...], at: str, came_from: str, *, protected: bool = False
) -> Moving:
    """What Defensive First Fire is told of a stack that has just spent MF; a Dash is one in the road hex only."""
    before = game.state.moving
    return Moving(
        units=units,
        at=at,
        came_from=came_from,
        spent_here=move.here,
        spent=move.spent,
        assault=move.manner == "assault",
        double=move.gained,
        dash=move.manner == "dash" and move.entered == 1,
        hazardous=move.hazardous,
        shots=before.shots if before is not None and not came_from and before.at == at else (),
        protected=protected,
    )
