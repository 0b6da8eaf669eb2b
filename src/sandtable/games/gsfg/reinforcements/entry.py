"""Chapter 9.2 to 9.5: where units may enter the map."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from sandtable.games.gsfg.movement.move import interdicted_hexes
from sandtable.games.gsfg.optional.switches import special_forces_figures
from sandtable.games.gsfg.stacking import size, stacking_fault
from sandtable.games.gsfg.state import NATO, OFF_MAP, enemy_of
from sandtable.games.gsfg.supply import enemy_sf_zone
from sandtable.games.gsfg.units import (
    Game,
    counter,
    is_adjacent_to_enemy,
    is_running,
    occupants,
    occupier,
    positions,
    side_of,
)
from sandtable.kernel import Refusal, rule


def entry_hexes(game: Game, unit_id: str, *, road: bool = False) -> list[str]:
    """Where a unit may enter now over land."""
    return sorted([*empty_doors(game, unit_id, road=road), *shared_doors(game, unit_id, road=road)])


def is_open(game: Game, unit_id: str, *, road: bool) -> bool:
    """Whether there is a hex through which a unit may enter now."""
    return any(empty_doors(game, unit_id, road=road)) or any(shared_doors(game, unit_id, road=road))


def open_door(game: Game, unit_id: str, last: str) -> str:
    """A hex through which a unit may enter now, if there is one: the last that was found if it is still such."""
    if last and last not in occupants(game) and game.state.entered.get(last, 0) <= room_at_doors(game, unit_id):
        return last
    for ways in (empty_doors, shared_doors):
        for label in ways(game, unit_id, road=False):
            return label
    return OFF_MAP


def empty_doors(game: Game, unit_id: str, *, road: bool) -> Iterator[str]:
    """The empty hexes through which a unit may enter."""
    taken, entered, room = occupants(game), game.state.entered, room_at_doors(game, unit_id)
    barred = positions(game).exposed_to(enemy_of(side_of(game, unit_id))) if road else frozenset()
    for label in doors(game, unit_id):
        if label not in taken and label not in barred and entered.get(label, 0) <= room:
            yield label


def shared_doors(game: Game, unit_id: str, *, road: bool) -> Iterator[str]:
    """The hexes through which a unit may enter, to stand there beside others."""
    taken = occupants(game)
    for label in doors(game, unit_id):
        if label in taken and why_shut(game, unit_id, label, road=road) is None:
            yield label


def doors(game: Game, unit_id: str) -> frozenset[str]:
    """The hexes through which a unit enters, whether there is room or not."""
    return nato_doors(game, unit_id) if counter(game, unit_id).side == NATO else soviet_doors(game, unit_id)


@rule("1.6", "3.2", "5.10", "9.3/entry-hexes")
def soviet_doors(game: Game, unit_id: str) -> frozenset[str]:
    """Groups A to D enter at their hexes of the east edge, R units anywhere on it in friendly countries."""
    content = game.content
    group = game.state.due.get(unit_id)
    return content.region(content.entry.groups[group]) if group else frozenset()


@rule("9.5")
def nato_doors(game: Game, unit_id: str) -> frozenset[str]:
    """NATO units enter through their nation's cities that are up and running, and over the edge where it is open.

    The ruling on the delay of 9.5: a unit that comes over the edge in place of its city does so no earlier than
    one turn after the turn printed on it.
    """
    content = game.content
    nat = counter(game, unit_id).nat
    delayed = game.state.turn < content.placements[unit_id].turn + content.entry.nations[nat].delay
    key = ("doors", nat, delayed)
    found: frozenset[str] | None = game.cache.get(key)
    if found is None:
        found = game.cache[key] = nation_doors(game, nat, delayed=delayed)
    return found


def nation_doors(game: Game, nat: str, *, delayed: bool) -> frozenset[str]:
    """The doors of a nation now, without the edge for units that must wait for it."""
    content = game.content
    nation = content.entry.nations[nat]
    cities = content.region(nation.city) if nation.city else frozenset()
    running = frozenset(label for label in cities if is_running(game, label))
    if nation.edge is None or delayed or (nation.edge_when == "no-city" and running):
        return running
    return running | content.region(nation.edge)


@rule("7.2", "9.2", "9.4", "10.17")
def why_shut(game: Game, unit_id: str, label: str, *, road: bool) -> Refusal | None:
    """Why a unit may not enter through a hex: the enemy, too many there or through there, road mode near the enemy."""
    side = counter(game, unit_id).side
    args = {"unit": unit_id, "hex": label}
    if occupier(game, label) == enemy_of(side):
        return Refusal("refused.enemy-there", "10.4", args)
    if game.state.entered.get(label, 0) > room_at_doors(game, unit_id):
        return Refusal("refused.entry-quota", "9.2" if side != NATO else "9.4", args)
    if road and is_adjacent_to_enemy(game, label, side):
        return Refusal("refused.road-near-enemy", "10.17", args)
    return stacking_fault(game, [unit_id], label)


@rule("5.10", "9.2", "9.4")
def room_at_doors(game: Game, unit_id: str) -> float:
    """How much may have entered through a hex in this phase before a unit: two divisions with it, but groups A to D
    have no such limit.
    """
    if game.state.due.get(unit_id, "r") != "r":
        return math.inf
    return game.content.entry.quota - size(game, unit_id)


@rule("9.2", "13.7")
def entry_costs(game: Game, unit_id: str, labels: Iterable[str]) -> dict[str, int]:
    """What entry hexes cost a unit: their terrain, doubled by interdiction, one more in a zone of special forces."""
    content, kind = game.content, counter(game, unit_id)
    if kind.type == "air_mobile":
        return dict.fromkeys(labels, 1)
    terrain, costs = content.terrain, content.enter_cost[kind.type == "mountain_infantry"]
    interdicted, zones = interdicted_hexes(game, kind.side), enemy_sf_zone(game, kind.side)
    extra = special_forces_figures(content).zone_cost
    return {
        label: costs[terrain[label]] * (2 if label in interdicted else 1) + (extra if label in zones else 0)
        for label in labels
    }


def entry_cost(game: Game, unit_id: str, label: str) -> int:
    """What an entry hex costs a unit."""
    return entry_costs(game, unit_id, [label])[label]
