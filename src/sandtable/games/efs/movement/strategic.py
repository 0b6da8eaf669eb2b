"""Chapter 11.2: strategic movement, along roads and far from the enemy."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.board import CLOSED, FORBIDDEN, Mover
from sandtable.games.efs.content import Content, Edge
from sandtable.games.efs.engineers.bridges import marker_across, printed_bridge
from sandtable.games.efs.index import ground_of
from sandtable.games.efs.movement.allowances import phase_name
from sandtable.games.efs.movement.costs import BY_ROAD, HEAVY_GUNS, ON_RAILS_OR_WATER, Way, ground_cost, may_use
from sandtable.games.efs.movement.fields import (
    barred,
    barred_to_supply,
    entered,
    mover,
    prices_of_works,
    steps_across,
    way_places,
)
from sandtable.games.efs.supply.routes import is_fed_in, supplied_hexes
from sandtable.games.efs.tables import MovementFile
from sandtable.games.efs.units import Game, lacks_supply, printed
from sandtable.kernel import Refusal, derived, of_content, rule
from sandtable.mechanics.roster import enemy_hexes
from sandtable.mechanics.switches import is_on


@derived(enemy_hexes)
@rule("11.13a", "11.23")
def near_enemies(game: Game, side: str) -> frozenset[str]:
    """The hexes that are less than three hexes away from enemy combat units; the ground between does not matter."""
    radius = game.content.table("movement", MovementFile).enemy_distance - 1
    return frozenset().union(*[game.content.around(label, radius) for label in enemy_hexes(game, side)])


@of_content
def hexes_on_roads(content: Content) -> frozenset[str]:
    """The hexes out of which a road leads."""
    return frozenset(here for here, _ in content.roads)


@rule("6.35", "11.0", "11.21", "11.22", "11.23", "11.23/note", "11.24", "13.41c", "21.32d")
def why_no_strategic_move(game: Game, unit_ids: Iterable[str], side: str, at: str) -> Refusal | None:
    """Why units in a hex may not use strategic movement, if they may not."""
    content = game.content
    if phase_name(game) != "movement":
        return Refusal("refused.strategic-phase", "11.21")
    if at not in hexes_on_roads(content):
        return Refusal("refused.no-road", "11.23", {"hex": at})
    if at in near_enemies(game, side):
        return Refusal("refused.near-enemies", "11.23", {"hex": at})
    for unit_id in unit_ids:
        unit, about = game.state.units[unit_id], {"unit": unit_id}
        if printed(game, unit_id).ma in ON_RAILS_OR_WATER:
            return Refusal("refused.no-strategic-move", "11.24", about)
        if not has_a_road(game, unit_id, at):
            return Refusal("refused.road-not-for-it", "11.23/note", {"unit": unit_id, "hex": at})
        if unit.special:
            return Refusal("refused.special-used", "11.0", about)
        if lacks_supply(game, unit_id) and not is_on(content, "strategic-supply-by-hexes"):
            return Refusal("refused.not-supplied", "11.23", about)
    return None


@rule("10.44a", "11.23/note", "13.41b")
def has_a_road(game: Game, unit_id: str, at: str) -> bool:
    """Whether a road that a unit may use leads out of a hex: the motorway is not for Axis units on foot, nor are minor
    roads in Mud or Snow for super-heavy guns.
    """
    return any(may_use(game, unit_id, road, there, "strategic") for there, road in roads_out(game.content, at))


@of_content
def roads_out(content: Content, at: str) -> list[tuple[str, Way]]:
    """The roads that lead out of a hex, each with the hex to which it does."""
    out = [(there, content.roads_across((at, there))) for there in content.adjacent[at]]
    return [(there, road) for there, found in out for road in BY_ROAD if road in found]


@rule("11.22", "11.23")
def why_not_by_road(game: Game, party: tuple[str, ...], side: str, edge: Edge, feeds: bool) -> Refusal | None:
    """Why a hex is closed to units that use strategic movement, whatever it costs: enemies are near it, it is not in
    general supply, unless supply units go by themselves (`feeds`), or no road leads there.
    """
    content, (here, label) = game.content, edge
    if label in near_enemies(game, side):
        return Refusal("refused.near-enemies", "11.23", {"hex": label})
    if not feeds and label not in supplied_hexes(game, side) and not is_fed_in(game, side, label):
        return Refusal("refused.hex-not-supplied", "11.23", {"unit": party[0], "hex": label})
    is_next = label in content.adjacent[here]
    on_road = edge in content.roads if is_next else label in hexes_on_roads(content)
    return None if on_road else Refusal("refused.no-road-there", "11.22", {"hex": label})


@rule("11.21")
def strategic_allowance(game: Game, points: int) -> int:
    """What an allowance in quarters is raised to: half as much again; fractions are kept."""
    return int(points * game.content.table("movement", MovementFile).strategic_factor)


@of_content
def off_the_road(content: Content) -> dict[int, int]:
    """The steps that do not follow a road, all closed."""
    where = entered(content)
    return {step.edge: FORBIDDEN for step in way_places(content).steps() if where[step.there][1] not in BY_ROAD}


@derived(mover, ground_of)
@rule("11.22", "11.25", "11.25/note")
def road_mover(game: Game, kinds: tuple[str, ...]) -> Mover:
    """What finds the ways of a stack that keeps to roads of whatever kind, in any weather."""
    on_roads = mover(game, kinds).changed(off_the_road(game.content))
    heavy = any(game.content.counters[kind].ma == HEAVY_GUNS for kind in kinds)
    if heavy and is_on(game.content, "strategic-guns-in-any-weather"):
        return on_roads.changed(minor_roads_for_guns(game, kinds))
    return on_roads


@rule("11.25", "13.41b", "13.41c")
def minor_roads_for_guns(game: Game, kinds: tuple[str, ...]) -> dict[int, int]:
    """What steps along minor roads cost a stack with super-heavy guns where weather closes none of them: the reading of
    13.41b that a switch takes.
    """
    content, side = game.content, game.content.side_of[kinds[0]]
    minor = [edge for edge, road in content.roads.items() if road == "minor"]
    passable = [edge for edge in minor if printed_bridge(game, edge, "road") or marker_across(game, edge, side)]
    more, found = prices_of_works(game, kinds, passable), dict[int, int]()
    for edge in passable:
        for step, came, way in steps_across(content)[edge]:
            costs = [ground_cost(game, kind, edge, way, came) for kind in kinds] if way == "minor" else [None]
            if None not in costs:
                found[step] = max(each for each in costs if each is not None) + more.get(edge, 0)
    return found


@rule("6.26a", "11.22", "11.23")
def strategic_flags(game: Game, side: str, feeds: bool) -> bytes:
    """What each hex is to a stack in strategic movement: open in general supply, away from enemy combat units.

    Supply units by themselves (`feeds`) are in general supply wherever they are.
    """
    index, flags = game.content.board.index, bytearray(barred_to_supply(game, side) if feeds else barred(game, side))
    for label in near_enemies(game, side):
        flags[index[label]] |= CLOSED
    if not feeds:
        fed = [label for label in game.state.fed if is_fed_in(game, side, label)]
        for label in index.keys() - supplied_hexes(game, side).union(fed):
            flags[index[label]] |= CLOSED
    return bytes(flags)
