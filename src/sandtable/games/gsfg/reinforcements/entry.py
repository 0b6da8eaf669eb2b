"""Chapter 9.2 to 9.5: where units may enter the map."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from sandtable.games.gsfg.air import air_mobile
from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.index import captured_cities, traits
from sandtable.games.gsfg.movement.costs import MOUNTAIN_INFANTRY, interdicted_hexes, interdiction_factor, terrain_costs
from sandtable.games.gsfg.optional.switches import special_forces_figures
from sandtable.games.gsfg.reinforcements.picking import R
from sandtable.games.gsfg.stacking import size, stacking_fault
from sandtable.games.gsfg.state import NATO, enemy_of
from sandtable.games.gsfg.supply import enemy_sf_zone
from sandtable.games.gsfg.units import Game, counter, is_running, near_enemy, occupants, side_of
from sandtable.kernel import Refusal, derived, of_content, rule
from sandtable.mechanics.roster import is_adjacent_to_enemy, occupier

# Whose hexes they are


@rule("1.6", "3.2", "5.10", "9.3/entry-hexes")
def entry_hexes(game: Game, unit_id: str) -> frozenset[str]:
    """The hexes through which a unit enters, whether there is room or not.

    Groups A to D enter at their hexes of the east edge, R units anywhere on it in friendly countries, NATO units by
    their nation.
    """
    content = game.content
    if content.counters[unit_id].side == NATO:
        return nato_entry_hexes(game, unit_id)
    group = game.state.due.get(unit_id)
    return content.region(content.entry.groups[group]) if group else frozenset()


def entry_rule(game: Game, unit_id: str) -> str:
    """The rule that says where a unit enters over land."""
    if side_of(game, unit_id) == NATO:
        return "9.5"
    return "9.3/entry-hexes" if game.state.due.get(unit_id, R) == R else "5.10"


@rule("9.5")
def nato_entry_hexes(game: Game, unit_id: str) -> frozenset[str]:
    """NATO units enter through their nation's cities that are up and running, and over the edge where it is open.

    The ruling on the delay of 9.5: a unit that comes over the edge in place of its city does so no earlier than
    one turn after the turn printed on it.
    """
    cities, all_hexes = hexes_of_nations(game)[counter(game, unit_id).nat]
    return all_hexes if may_use_edge(game, unit_id) else cities


@rule("9.5")
def may_use_edge(game: Game, unit_id: str) -> bool:
    """Whether the delay of a NATO unit that comes over the edge is over."""
    content = game.content
    delay = content.entry.nations[content.counters[unit_id].nat].delay
    return game.state.turn >= content.placements[unit_id].turn + delay


@of_content
def kinds_entering(content: Content) -> dict[str, tuple[str, int, int, bool]]:
    """What of a counter decides where its unit may enter, beside its group and its turn."""
    known = traits(content)
    return {
        unit_id: (kind.nat, content.stack_size[unit_id], known[unit_id], kind.air)
        for unit_id, kind in content.counters.items()
    }


def captured_by_anybody(game: Game) -> dict[str, str]:
    return captured_cities(game).held


@derived("sources_down", captured_by_anybody)
@rule("9.5")
def hexes_of_nations(game: Game) -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    """The cities through which each nation may enter now, and these with its edge unless that is open in their place
    only.
    """
    content, found = game.content, {}
    for nat, nation in content.entry.nations.items():
        cities = content.region(nation.city) if nation.city else frozenset()
        running = frozenset(label for label in cities if is_running(game, label))
        shut = nation.edge is None or (nation.edge_when == "no-city" and running)
        found[nat] = (running, running if shut else running | content.region(nation.edge or ""))
    return found


# Which of them are open


def open_entry_hexes(game: Game, unit_id: str, *, road: bool) -> Iterator[str]:
    """Where a unit may enter now over land: empty hexes, then those where it would stand beside others."""
    hexes, taken = entry_hexes(game, unit_id), occupants(game)
    entered, room = game.state.entered, room_to_enter(game, unit_id)
    barred = near_enemy(game, side_of(game, unit_id)) if road else frozenset()
    for label in hexes:
        if label not in taken and label not in barred and entered.get(label, 0) <= room:
            yield label
    for label in hexes:
        if label in taken and why_shut(game, unit_id, label, road=road) is None:
            yield label


def may_enter(game: Game, unit_id: str, *, road: bool) -> bool:
    """Whether there is a hex through which a unit may enter now over land."""
    return any(open_entry_hexes(game, unit_id, road=road))


@rule("7.2", "9.2", "9.4", "10.17")
def why_shut(game: Game, unit_id: str, label: str, *, road: bool) -> Refusal | None:
    """Why a unit may not enter through a hex: the enemy, too many there or through there, road mode near the enemy."""
    side = counter(game, unit_id).side
    args = {"unit": unit_id, "hex": label}
    if occupier(game, label) == enemy_of(side):
        return Refusal("refused.enemy-there", "10.4", args)
    if game.state.entered.get(label, 0) > room_to_enter(game, unit_id):
        return Refusal("refused.entry-quota", "9.2" if side != NATO else "9.4", args)
    if road and is_adjacent_to_enemy(game, label, side):
        return Refusal("refused.road-near-enemy", "10.17", args)
    return stacking_fault(game, [unit_id], label)


@rule("5.10", "9.2", "9.4")
def room_to_enter(game: Game, unit_id: str) -> float:
    """How much may have entered through a hex in this phase before a unit: two divisions with it, but groups A to D
    have no such limit.
    """
    if game.state.due.get(unit_id, R) != R:
        return math.inf
    return game.content.entry.quota - size(game, unit_id)


@rule("9.2", "13.7")
def entry_costs(game: Game, unit_id: str, labels: Iterable[str]) -> dict[str, int]:
    """What entry hexes cost a unit: their terrain, doubled by interdiction, one more in a zone of special forces."""
    content, kind = game.content, counter(game, unit_id)
    if kind.type == air_mobile.AIR_MOBILE:
        return dict.fromkeys(labels, air_mobile.figures(content).move_cost)
    terrain, costs = content.terrain, terrain_costs(content, kind.type == MOUNTAIN_INFANTRY)
    interdicted, zones = interdicted_hexes(game, kind.side), enemy_sf_zone(game, kind.side)
    extra, factor = special_forces_figures(content).zone_cost, interdiction_factor(content)
    return {
        label: costs[terrain[label]] * (factor if label in interdicted else 1) + (extra if label in zones else 0)
        for label in labels
    }


def entry_cost(game: Game, unit_id: str, label: str) -> int:
    """What an entry hex costs a unit."""
    return entry_costs(game, unit_id, [label])[label]
