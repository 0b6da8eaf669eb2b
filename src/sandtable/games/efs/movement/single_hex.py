"""Chapters 10.45c, 10.47b, 11.4 and 11.5: moves of a single hex that take the whole allowance of a unit."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.board import FORBIDDEN
from sandtable.games.efs.content import WATER, Content, Edge
from sandtable.games.efs.engineers.bridges import WATERS, is_bridged, is_bridged_for, way_leads_across
from sandtable.games.efs.fortifications.works import costs_more, has_line
from sandtable.games.efs.headquarters.militia import beyond_home
from sandtable.games.efs.movement.allowances import allowance_now, has_its_phase, phase_name, share_of, supply_allowance
from sandtable.games.efs.movement.costs import SKI
from sandtable.games.efs.movement.fields import alike, closed_to, is_enemy_site, like_supply_units, mover, way_places
from sandtable.games.efs.movement.map_exit import shut_exits
from sandtable.games.efs.movement.prohibitions import is_opened_to, prohibition
from sandtable.games.efs.stacking import points
from sandtable.games.efs.state import AXIS, Special, enemy_of
from sandtable.games.efs.tables import MovementFile
from sandtable.games.efs.units import (
    Game,
    figures,
    flotillas,
    is_armored,
    is_artillery,
    is_engineer,
    is_motorized,
    printed,
    side_of,
)
from sandtable.games.efs.weather.conditions import is_frozen, mud_in, snow_in
from sandtable.games.efs.zones import MOTORS, bogs_motors, in_enemy_zone, is_prohibited
from sandtable.kernel import Refusal, of_content, rule
from sandtable.mechanics.roster import is_adjacent_to_enemy, occupier, units_in
from sandtable.mechanics.switches import is_on

BOATS = frozenset({"major-river", "lake", "shallow-water"})
"""What can be crossed in boats."""
MOUNTAIN = "mountain-infantry"
HIGH_GROUND = frozenset({"hill", "mountain", "alpine"})


@rule("10.45c", "11.43", "11.51")
def may_take_it_all(game: Game, unit_ids: Sequence[str], at: str) -> bool:
    """Whether units in a hex could spend their whole allowance on a single hex at all: they have it in full, and the
    phase is theirs unless there is water to cross.
    """
    for unit_id in unit_ids:
        if not has_its_phase(game, unit_id):
            break
    else:
        return True
    return at in shores(game.content) and all(share_of(game, unit_id) == "full" for unit_id in unit_ids)


@of_content
def shores(content: Content) -> frozenset[str]:
    """The hexes with a hexside that is crossed in boats."""
    return frozenset(here for (here, _), features in content.hexsides.items() if features & BOATS)


@rule("10.27b", "11.63", "22.51f")
def special_move(game: Game, unit_ids: Sequence[str], edge: Edge) -> Special | Refusal:
    """The move of a single hex by which units that stand together can take a step which is no normal one, or why none.

    They have spent nothing yet in the phase.
    """
    side, about = side_of(game, unit_ids[0]), {"unit": unit_ids[0], "hex": edge[1]}
    if occupier(game, edge[1]) == enemy_of(side):
        return Refusal("refused.enemy-in-hex", "10.24", about)
    if edge[1] in closed_to(game.content, side):
        return Refusal("refused.closed", "10.27b", about)
    if edge[1] in shut_exits(game, side):
        return Refusal("refused.exit-lost", "11.63", about)
    if edge[1] in beyond_home(game, unit_ids):
        return Refusal("refused.beyond-home", "21.74", about)
    if not flotillas(game.content).isdisjoint(unit_ids):
        return Refusal("refused.too-far", "22.51f", about)
    if need_boats(game, unit_ids, edge):
        return _all(game, unit_ids, edge, "crossing")
    if is_from_zone_to_zone(game, edge, side):
        return _all(game, unit_ids, edge, "infiltration")
    return _all(game, unit_ids, edge, "one-hex")


def _all(game: Game, unit_ids: Sequence[str], edge: Edge, special: Special) -> Special | Refusal:
    """A kind of move, if all units can make it."""
    fault_of = FAULTS[special]
    for unit_id in unit_ids:
        fault = fault_of(game, unit_id, edge)
        if fault is not None:
            return fault
    if special == "crossing":
        return why_too_many(game, unit_ids, edge) or special
    return special


@rule("10.35")
def is_from_zone_to_zone(game: Game, edge: Edge, side: str) -> bool:
    """Whether a step leads directly from one hex in an enemy zone of control to another."""
    return in_enemy_zone(game, edge[0], side) and in_enemy_zone(game, edge[1], side)


# Boats


@rule("10.45c", "10.47b")
def needs_boats(game: Game, edge: Edge, side: str) -> bool:
    """Whether a hexside can be crossed in boats only: open water without a bridge."""
    return is_open_water(game, edge) and not is_bridged(game, edge, side)


@rule("10.44a", "10.45c", "10.47b")
def need_boats(game: Game, unit_ids: Sequence[str], edge: Edge) -> bool:
    """Whether one of some units can cross a hexside in boats only: bridges of the motorway are not for all."""
    return is_open_water(game, edge) and not all(is_bridged_for(game, unit_id, edge) for unit_id in unit_ids)


def is_open_water(game: Game, edge: Edge) -> bool:
    """Whether water that is crossed in boats, and not frozen, lies along a hexside."""
    waters = game.content.hexsides[edge] & WATERS
    return bool(waters) and waters <= BOATS and not is_frozen(game)


@rule("10.34", "10.35", "10.45c", "10.47b")
def why_no_crossing(game: Game, unit_id: str, edge: Edge) -> Refusal | None:
    """Why a unit may not cross water in boats, if it may not: it began the phase there and has its full allowance, is
    not too heavy, and at lakes and shallow water engineers began the phase in its hex. Switches let boats go from one
    enemy zone of control to another, and have Soviet units cross when activated only.
    """
    content, about = game.content, {"unit": unit_id, "hex": edge[1]}
    if is_armored(game, unit_id) or is_artillery(game, unit_id):
        return Refusal("refused.too-heavy-for-boats", "10.45c", about)
    if content.parts[edge[1]] & WATER:
        return Refusal("refused.water", "10.47b", about)
    if prohibition(game, unit_id, edge) not in ("", "refused.water-to-cross"):
        return Refusal("refused.prohibited-terrain", "10.48", about)
    own = "movement" if side_of(game, unit_id) == AXIS else "motorized"
    free = side_of(game, unit_id) != AXIS and not is_on(content, "soviets-cross-when-activated")
    has_all = share_of(game, unit_id) == "full" and (free or phase_name(game) == own)
    if not has_all or game.state.units[unit_id].start != edge[0]:
        return Refusal("refused.full-allowance-to-cross", "10.45c", about)
    between_zones = is_from_zone_to_zone(game, edge, side_of(game, unit_id))
    if between_zones and not is_on(content, "boats-cross-between-zones"):
        return Refusal("refused.zone-to-zone", "10.35", about)
    if content.hexsides[edge] & (BOATS - {"major-river"}) and not engineers_at(game, edge[0], side_of(game, unit_id)):
        return Refusal("refused.no-engineers", "10.47b", about)
    return None


@rule("10.47b", "22.14")
def engineers_at(game: Game, label: str, side: str) -> list[str]:
    """The engineers of a side that began the phase in a hex and can serve as ferrymen; by a switch, only while they
    are there.
    """
    stay = is_on(game.content, "engineers-stay-with-boats")
    return [
        unit_id
        for unit_id, unit in game.state.units.items()
        if unit.at and unit.start == label and (unit.at == label or not stay) and side_of(game, unit_id) == side
        and is_engineer(game, unit_id) and unit.task in ("", "crossing")
    ]  # fmt: skip


@rule("10.47b")
def why_too_many(game: Game, unit_ids: Sequence[str], edge: Edge) -> Refusal | None:
    """Lakes and shallow water are crossed by so many stacking points at each hexside in each phase; by a switch
    by so many of the side.
    """
    if not game.content.hexsides[edge] & (BOATS - {"major-river"}):
        return None
    crossings = game.state.crossings
    everywhere = is_on(game.content, "boats-carry-three-in-all")
    used = sum(crossings.values()) if everywhere else crossings.get(game.content.hexside_id(*edge), 0)
    most = game.content.table("movement", MovementFile).crossing_stacking
    if used + points(game, unit_ids) <= most:
        return None
    return Refusal("refused.boats-full", "10.47b", {"hex": edge[1], "most": most})


# Infiltration


@rule("10.34", "11.41", "11.43", "11.44", "11.45", "11.47")
def why_no_infiltration(game: Game, unit_id: str, edge: Edge) -> Refusal | None:
    """Why a unit may not go directly from one enemy zone of control to another, if it may not."""
    about = {"unit": unit_id, "hex": edge[1]}
    side = side_of(game, unit_id)
    if not is_adjacent_to_enemy(game, edge[0], side) or not has_its_phase(game, unit_id):
        return Refusal("refused.zone-to-zone", "10.35", about)
    if not may_infiltrate(game, unit_id, edge):
        return Refusal("refused.cannot-infiltrate", "11.42", about)
    if mud_in(game, edge[1]):
        return Refusal("refused.infiltration-in-mud", "11.45", about)
    averted = side == AXIS and has_line(game, edge[1]) and is_on(game.content, "any-line-stops-infiltration")
    if costs_more(game, edge, side) or averted:
        return Refusal("refused.infiltration-into-works", "11.47", about)
    if cheapest(game, unit_id, edge) > allowance_now(game, unit_id):
        return Refusal("refused.infiltration-too-dear", "11.44", about)
    return None


@rule("11.42", "11.46", "11.48a", "11.48b")
def may_infiltrate(game: Game, unit_id: str, edge: Edge) -> bool:
    """Whether a unit is one that infiltrates into a hex: fast motorized units, cavalry, ski troops in snow, mountain
    troops out of or into high ground; and all but guns where a friend has stood since the phase began.
    """
    unit, content = printed(game, unit_id), game.content
    least = content.table("movement", MovementFile).infiltration_allowance
    if unit.ma == "yellow" and is_motorized(game, unit_id) and figures(game, unit_id).allowance >= least:
        return True
    if unit.ma == "yellow" and unit.type == "cavalry":
        return True
    if unit.ma == "yellow" and unit.type == SKI and snow_in(game, edge[1]):
        return True
    high = [bool(content.parts[label] & HIGH_GROUND) for label in edge]
    if unit.type == MOUNTAIN and (all(high) if is_on(content, "high-ground-to-high-ground") else any(high)):
        return True
    return friends_hold(game, edge[1], side_of(game, unit_id)) and unit.ma not in ("green", "orange")


@rule("11.48b")
def friends_hold(game: Game, label: str, side: str) -> bool:
    """Whether a unit of a side that began the phase in a hex is there; by a switch it may have gone."""
    if is_on(game.content, "friends-may-have-left"):
        units = game.state.units.items()
        return any(unit.start == label and side_of(game, unit_id) == side for unit_id, unit in units)
    return any(game.state.units[other].start == label for other in units_in(game, label))


def cheapest(game: Game, unit_id: str, edge: Edge) -> int:
    """What a unit that begins in a hex would pay to enter the next by the cheapest way, zones of control left out."""
    places, costs = way_places(game.content), mover(game, (alike(game.content)[unit_id],))
    here, there = (places.index[label] for label in edge)
    return min(costs.step(here, goal) for goal in places.places_of(there))


# One-hex movement


@rule("11.5", "11.51", "11.52", "11.53")
def why_not_one_hex(game: Game, unit_id: str, edge: Edge) -> Refusal | None:
    """Why a unit may not enter a hex for which its allowance is too small, if it may not."""
    about = {"unit": unit_id, "hex": edge[1]}
    reason = prohibition(game, unit_id, edge)
    if reason or cheapest(game, unit_id, edge) >= FORBIDDEN:
        return Refusal(reason or "refused.prohibited-terrain", "11.53", about)
    if figures(game, unit_id).allowance <= 0:
        return Refusal("refused.no-allowance", "11.53", about)
    return None if has_its_phase(game, unit_id) else Refusal("refused.too-far", "11.51", about)


FAULTS = {"crossing": why_no_crossing, "infiltration": why_no_infiltration, "one-hex": why_not_one_hex}
"""What says why a unit cannot make a move of a single hex of some kind."""


# Supply units


@rule("6.46", "10.25", "10.27b", "10.45c", "11.51", "11.63")
def special_move_of_supply(game: Game, supply_id: str, edge: Edge) -> Special | Refusal:
    """The move of a single hex by which a mobile supply unit by itself can take a step, or why it cannot: in
    boats, or into a hex that is too dear, but into no enemy zone of control without company.
    """
    supply, content = game.state.supplies[supply_id], game.content
    about = {"unit": supply_id, "hex": edge[1]}
    if occupier(game, edge[1]) == enemy_of(supply.side):
        return Refusal("refused.enemy-in-hex", "10.24", about)
    if in_enemy_zone(game, edge[1], supply.side) and occupier(game, edge[1]) != supply.side:
        return Refusal("refused.supply-in-zone", "10.25", about)
    if is_enemy_site(game, supply.side, edge[1]):
        return Refusal("refused.enemy-site", "18.46", about)
    if is_from_zone_to_zone(game, edge, supply.side):
        return Refusal("refused.zone-to-zone", "10.35", about)
    if edge[1] in closed_to(content, supply.side):
        return Refusal("refused.closed", "10.27b", about)
    if edge[1] in shut_exits(game, supply.side):
        return Refusal("refused.exit-lost", "11.63", about)
    crosses = needs_boats(game, edge, supply.side) and not content.parts[edge[1]] & WATER
    special: Special = "crossing" if crosses else "one-hex"
    return why_supply_stays_behind(game, supply_id, edge, special) or special


@rule("6.46", "11.42", "11.51", "11.53")
def why_supply_stays_behind(game: Game, supply_id: str, edge: Edge, special: Special) -> Refusal | None:
    """Why a mobile supply unit does not make a move of a single hex, by itself or with others, if it does not: it
    never infiltrates, and it needs boats, its phase and ground that it may enter as others do.
    """
    about = {"unit": supply_id, "hex": edge[1]}
    if special == "infiltration":
        return Refusal("refused.cannot-infiltrate", "11.42", about)
    if special == "crossing":
        return why_supply_stays_ashore(game, supply_id, edge)
    if not supply_has_its_phase(game, supply_id):
        return Refusal("refused.too-far", "11.51", about)
    kind = like_supply_units(game.content, game.state.supplies[supply_id].side)
    reason = prohibition(game, kind, edge)
    if reason or cheapest(game, kind, edge) >= FORBIDDEN:
        return Refusal(reason or "refused.prohibited-terrain", "11.53", about)
    return None


@rule("10.45c", "10.47b", "10.48")
def why_supply_stays_ashore(game: Game, supply_id: str, edge: Edge) -> Refusal | None:
    """Why a mobile supply unit may not cross water in boats, if it may not: as any other unit that is not too heavy."""
    side, about, content = game.state.supplies[supply_id].side, {"unit": supply_id, "hex": edge[1]}, game.content
    barred = is_prohibited(game, edge[1], MOTORS) and not is_opened_to(game, edge, MOTORS, side)
    if barred or (bogs_motors(game, edge[0]) and not way_leads_across(game, edge, side)):
        return Refusal("refused.prohibited-terrain", "10.48", about)
    free = side != AXIS and not is_on(content, "soviets-cross-when-activated")
    if not (supply_has_its_phase(game, supply_id) or (free and supply_allowance(game, supply_id))):
        return Refusal("refused.full-allowance-to-cross", "10.45c", about)
    if content.hexsides[edge] & (BOATS - {"major-river"}) and not engineers_at(game, edge[0], side):
        return Refusal("refused.no-engineers", "10.47b", about)
    return None


@rule("6.46", "11.51")
def supply_has_its_phase(game: Game, supply_id: str) -> bool:
    """Whether a mobile supply unit has its full allowance in the phase that allows its side moves of a single hex."""
    side = game.state.supplies[supply_id].side
    own = "movement" if side == AXIS else "motorized"
    return phase_name(game) == own and supply_allowance(game, supply_id) > 0
