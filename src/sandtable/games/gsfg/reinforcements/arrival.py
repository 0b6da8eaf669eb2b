"""Chapters 9.1, 9.2, 9.4 and 9.7: who may enter the map in a movement phase."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sandtable.games.gsfg.air import transport
from sandtable.games.gsfg.air.air_mobile import AIR_MOBILE
from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.index import captured_cities, ground
from sandtable.games.gsfg.reinforcements import call_out
from sandtable.games.gsfg.reinforcements.entry import (
    entry_hexes,
    entry_rule,
    kinds_entering,
    may_use_edge,
    room_to_enter,
    why_shut,
)
from sandtable.games.gsfg.reinforcements.picking import R
from sandtable.games.gsfg.state import NATO, SOVIET
from sandtable.games.gsfg.units import Game, counter, occupants
from sandtable.kernel import Option, Refusal, derived, of_content, rule

AIRBORNE = "airborne"


def start_of_movement(game: Game, group: str) -> None:
    """What happens at the start of a group's movement phase: the call-out of territorials."""
    if group == "nato":
        call_out.begin(game)


def entering(game: Game, group: str) -> Sequence[Option]:
    """`unit:ID` options for units that may enter the map in this movement phase, over land or by air."""
    over_land = entering_over_land(game, group)
    landing = [units for units in over_land.fliers if may_land(game, units[0])]
    if not landing:
        return over_land.options
    able, known = over_land.able.union(*landing), entry_options(game.content)
    return [known[unit_id] for unit_id in candidates(game, group) if unit_id in able]


@rule("5.10", "9.2", "9.3/entry-hexes")
def must_enter(game: Game, group: str) -> bool:
    """Whether a unit that may not be delayed can still enter, so that the phase may not be ended."""
    return bool(overdue(game, group))


def overdue(game: Game, group: str) -> list[str]:
    """The units that may not be delayed and can still enter."""
    due = game.state.due
    if not due or group != "main":
        return []
    able = entering_over_land(game, group).able
    return [unit_id for unit_id in due if unit_id in able]


def due_rule(game: Game, unit_ids: Iterable[str]) -> str:
    """The rule by which units may not stay away: groups A to D come in the first turn, R units in their own."""
    return "9.2" if all(game.state.due[unit_id] == R for unit_id in unit_ids) else "5.10"


@of_content
def entry_options(content: Content) -> dict[str, Option]:
    """The option of bringing each unit in."""
    return {unit_id: Option(f"unit:{unit_id}", rule="9.1") for unit_id in content.counters}


def captured_cities_of(game: Game, group: str) -> dict[str, str] | None:
    """The cities in other hands, as far as units of a group enter through cities."""
    return captured_cities(game).held if group == "nato" else None


def air_superiority(game: Game, group: str) -> str:
    return game.state.air.side


@derived("waiting", "due", "turn", air_superiority)
@rule("9.1", "9.2", "9.4", "9.7")
def candidates(game: Game, group: str) -> list[str]:
    """The units to come whose time it is: Soviet ones in the main movement phase, NATO ones from their turn on."""
    state, content = game.state, game.content
    if group == "8ga":
        return []
    if group == "main":
        found = [*state.due, *[unit_id for unit_id in airborne_units(content) if unit_id in state.waiting]]
    else:
        turns = arrivals(content)
        found = [unit_id for unit_id in state.waiting if unit_id in turns and turns[unit_id] <= state.turn]
    if state.air.side == (NATO if group == "nato" else SOVIET):
        return found
    return [unit_id for unit_id in found if why_waiting(game, unit_id) is None]


class Party(NamedTuple):
    """Units to come that are alike in all that decides where they may enter."""

    units: list[str]
    hexes: frozenset[str]
    """Through which they enter over land."""
    room: float
    """How much may have entered through a hex before one of them."""


@derived("waiting", "due", "turn", "sources_down", air_superiority, captured_cities_of)
def parties(game: Game, group: str) -> list[Party]:
    """The same, put together as far as what lets one of them in lets them all in."""
    alike: dict[object, list[str]] = {}
    due, kinds = game.state.due, kinds_entering(game.content)
    for unit_id in candidates(game, group):
        late = group == "nato" and may_use_edge(game, unit_id)
        alike.setdefault((due.get(unit_id), kinds[unit_id], late), []).append(unit_id)
    return [Party(units, entry_hexes(game, units[0]), room_to_enter(game, units[0])) for units in alike.values()]


def traffic(game: Game, group: str) -> dict[str, tuple[str, ...]]:
    """Who stands in the hexes through which units of a side enter."""
    return ground(game).at_entry[NATO if group == "nato" else SOVIET]


class Entering(NamedTuple):
    """Who may enter the map over land, and who might still land on it."""

    able: frozenset[str]
    options: tuple[Option, ...]
    fliers: tuple[list[str], ...]
    """Those that may not and can be transported by air, put together as far as they are alike."""


@derived("entered", "side_by_side", "turn", parties, traffic)
@rule("9.2", "9.4")
def ways_in(game: Game, group: str) -> list[tuple[Party, bool]]:
    """Each party, and whether there is a hex through which it may enter over land."""
    entered, taken, found = game.state.entered, occupants(game), []
    for party in parties(game, group):
        units, hexes, room = party
        for label in hexes:
            if label not in taken and entered.get(label, 0) <= room:
                found.append((party, True))
                break
        else:
            beside = [label for label in hexes if label in taken]
            found.append((party, any(why_shut(game, units[0], label, road=False) is None for label in beside)))
    return found


@derived(ways_in)
def entering_over_land(game: Game, group: str) -> Entering:
    """Those of them for which there is a hex through which they may enter over land."""
    counters, known = game.content.counters, entry_options(game.content)
    able: set[str] = set()
    fliers = []
    for (units, _, _), is_open in ways_in(game, group):
        if is_open:
            able.update(units)
        elif counters[units[0]].air:
            fliers.append(units)
    options = tuple([known[unit_id] for unit_id in candidates(game, group) if unit_id in able])
    return Entering(frozenset(able), options, tuple(fliers))


@of_content
def arrivals(content: Content) -> dict[str, int]:
    """The units that arrive in a turn of their own, with that turn."""
    return {unit_id: placement.turn for unit_id, placement in content.placements.items() if placement.turn > 0}


@of_content
def airborne_units(content: Content) -> tuple[str, ...]:
    return tuple(unit_id for unit_id, placement in content.placements.items() if placement.group == AIRBORNE)


@rule("6.17", "9.7")
def why_waiting(game: Game, unit_id: str) -> Refusal | None:
    """Why a unit whose time has come must wait: without the air superiority that it needs."""
    state, kind = game.state, game.content.counters[unit_id]
    if state.air.side != kind.side:
        if kind.type == AIR_MOBILE:
            return Refusal("refused.air-mobile-waits", "6.17", {"unit": unit_id})
        if game.content.placements[unit_id].group == AIRBORNE:
            return Refusal("refused.airborne-waits", "9.7", {"unit": unit_id})
    return None


@rule("1.8", "9.7")
def may_land(game: Game, unit_id: str) -> bool:
    """Whether a unit to come may arrive by aerial transport: the Guards Airborne Army, and whoever else can fly."""
    kind = counter(game, unit_id)
    return kind.air and game.state.air.side == kind.side and any(transport.landings(game, unit_id))


def refuse_entry(game: Game, unit_id: str, group: str) -> Refusal:
    """Why a unit to come is not among those that may enter now."""
    placement, args = game.content.placements.get(unit_id), {"unit": unit_id}
    ours = NATO if group == "nato" else SOVIET
    if placement is None or unit_id not in game.state.waiting or counter(game, unit_id).side != ours:
        return Refusal("refused.not-arrived", "9.1", args)
    due = unit_id in game.state.due or placement.group == AIRBORNE or 0 < placement.turn <= game.state.turn
    if group == "8ga" or not due:
        return Refusal("refused.not-its-time", "9.1", args)
    return why_waiting(game, unit_id) or Refusal("refused.no-way-in", entry_rule(game, unit_id), args)
