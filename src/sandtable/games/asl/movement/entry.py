"""A2.5, A2.51, RR2: coming onto the map, and leaving it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sandtable.games.asl.artillery.passing import step_under_shells
from sandtable.games.asl.content import Content
from sandtable.games.asl.events.movement import Exited
from sandtable.games.asl.locations import hex_of, parts_of, weight_of
from sandtable.games.asl.morale.casualties import Aftermath, those_left
from sandtable.games.asl.morale.guards import prisoners_of, with_prisoners
from sandtable.games.asl.movement.costs import weather_of
from sandtable.games.asl.movement.moves import MoveBase, left
from sandtable.games.asl.movement.reach import Going, open_places, smoke_costs
from sandtable.games.asl.night.no_move import defender, may_enter
from sandtable.games.asl.scenario import Area, Entry
from sandtable.games.asl.state import NOWHERE
from sandtable.games.asl.tables.movement import Movement
from sandtable.games.asl.tables.terrain import Terrain
from sandtable.games.asl.terrain.hexes import hides_by_day, road_hexes, terrain_at
from sandtable.games.asl.terrain.mines import step_on_mines
from sandtable.games.asl.units import Game, is_mmc, units_at, weapons_of
from sandtable.kernel import Refusal, of_content, rule


@of_content
@rule("A2.5")
def entry_hexes(content: Content, side: str, group: str) -> tuple[str, ...]:
    """The hexes at the edge by which a group comes onto the map, in the order of the map."""
    (force,) = [force for name, force in content.scenario.forces.items() if name == side]
    enters = force.groups[group].enters
    return () if enters is None else tuple(sorted(enters.on(content.board), key=content.board.index.__getitem__))


@of_content
def _groups(content: Content) -> dict[str, dict[str, Entry]]:
    """When each group of a side that enters on foot is due; others come aboard vehicles (D6.1)."""
    return {
        side: {
            name: group.enters
            for name, group in force.groups.items()
            if group.enters is not None and not group.enters.mounted
        }
        for side, force in content.scenario.forces.items()
    }


@rule("A2.5", "2.42/canadian-ob")
def is_due(entry: Entry, turn: int) -> bool:
    """Whether a group may enter in a turn: its own, or a later one if it need not come in that."""
    return turn == entry.turn or (entry.later and turn > entry.turn)


@rule("A2.5", "A2.51")
def due(game: Game, side: str) -> list[str]:
    """The units of a side that wait off the map and may enter now."""
    waiting = game.state.to_place
    if not waiting or not may_enter(game, side):
        return []
    held_back = side == defender(game)
    turns, units = _groups(game.content)[side], game.state.units
    return [
        name
        for name, group in waiting.items()
        if name in units and units[name].side == side and units[name].at == NOWHERE and not units[name].aboard
        if group in turns
        if is_due(turns[group], game.state.turn) or (held_back and turns[group].turn < game.state.turn)
    ]


@rule("D6.1", "A2.5")
def is_mounted(game: Game, unit_id: str) -> bool:
    """Whether a unit that waits off the map must come as a Passenger or Rider."""
    unit, group = game.state.units[unit_id], game.state.to_place.get(unit_id, "")
    entering = game.content.forces[unit.side].groups.get(group)
    return entering is not None and entering.enters is not None and entering.enters.mounted


@rule("A2.5", "A4.13", "RR2")
def entry_cost(game: Game, hex_: str) -> int:
    """What entering a hex at the edge from off the map costs: its terrain, or a road that goes on off the map."""
    figures = game.content.table("movement", Movement)
    if is_road_edge(game.content, hex_):
        cost = game.content.table("terrain", Terrain).road.mf
    else:
        cost = terrain_at(game, hex_).mf
    smoke = smoke_costs(game)
    if smoke is not None:
        cost += smoke[game.content.board.index[hex_]]
    if weather_of(game).night and hides_by_day(game, hex_):
        cost += figures.night
    return cost


@of_content
@rule("RR2")
def is_road_edge(content: Content, hex_: str) -> bool:
    """Whether a road runs off the map from a hex: it ends there, at the edge."""
    board = content.board
    ends = {i for path in board.paths for i in (path.hexes[0], path.hexes[-1])}
    i = board.index[hex_]
    return hex_ in road_hexes(content) and i in ends and len(board.adjacent(i)) < 6


@rule("2.5193")
def comes_with_his_men(game: Game, unit_id: str, company: Iterable[str]) -> bool:
    """Whether somebody may come onto the map in some company: a leader who was rolled for only with men of his group.

    Where none of these wait any more he may come without them.
    """
    content, units = game.content, game.state.units
    if unit_id not in content.received:
        return True
    group, side = content.group_of_unit(unit_id), units[unit_id].side

    def is_his(name: str) -> bool:
        one = units.get(name)
        ours = one is not None and one.side == side and content.group_of_unit(name) == group
        return ours and one is not None and is_mmc(content, one)

    return any(map(is_his, company)) or not any(map(is_his, game.state.to_place))


@rule("2.5193", "A2.5")
def entry_hexes_for(game: Game, unit_ids: Sequence[str]) -> tuple[str, ...]:
    """The hexes of the Entry Area of a stack: where leaders are without men of their group, those with such men."""
    unit = game.state.units[unit_ids[0]]
    hexes = entry_hexes(game.content, unit.side, game.state.to_place[unit_ids[0]])
    alone = [name for name in unit_ids if not comes_with_his_men(game, name, unit_ids)]
    if not alone:
        return hexes
    return tuple(hex_ for hex_ in hexes if all(comes_with_his_men(game, name, units_at(game, hex_)) for name in alone))


@rule("A2.5", "A2.51", "A5.1")
def entries(game: Game, move: MoveBase) -> dict[str, int]:
    """The hexes by which a stack could come onto the map, with what each costs."""
    unit = game.state.units[move.units[0]]
    spend = left(game, move)
    hexes = entry_hexes_for(game, move.units)
    if not hexes:
        return {}
    go, found = Going(unit.side, hexes[0], spend, weight_of(game, move.units)), {}
    for hex_ in open_places(game, go, hexes):
        cost = entry_cost(game, hex_)
        if cost <= spend:
            found[hex_] = cost
    return found


# Leaving


@of_content
def exit_hexes(content: Content, side: str) -> frozenset[str]:
    """The hexes at the edge by which a side may leave the map."""
    for name, force in content.scenario.forces.items():
        if name == side and force.exits is not None:
            return Area(corners=force.exits.corners, hexes=force.exits.hexes).on(content.board)
    return frozenset()


@rule("A2.5", "CG12", "I.6")
def may_exit(game: Game, side: str, location: str) -> bool:
    """Whether units of a side that are not broken may leave the map from a Location now."""
    return refuse_exit(game, side, location) is None


@rule("A2.5", "CG12", "I.6")
def refuse_exit(game: Game, side: str, location: str) -> Refusal | None:
    """Why units of a side that are not broken may not leave the map from a Location now."""
    exits = game.content.forces[side].exits
    if exits is None or location not in exit_hexes(game.content, side):
        return Refusal("refused.exit-elsewhere", "CG12", {"at": location})
    if game.state.turn < exits.turn:
        return Refusal("refused.exit-later", "A2.5" if exits.broken is None else "I.6", {"turn": exits.turn})
    return None


@rule("A2.5", "CG12", "I.6")
def may_flee(game: Game, side: str, location: str) -> bool:
    """Whether broken units of a side may: sooner, where only those in Good Order are kept from it."""
    exits = game.content.forces[side].exits
    if exits is None or location not in exit_hexes(game.content, side):
        return False
    return game.state.turn >= (exits.turn if exits.broken is None else exits.broken)


@rule("A2.5")
def exit_cost(game: Game, location: str) -> int:
    """What leaving the map costs: one more hex of the same terrain."""
    hex_ = hex_of(location)
    if is_road_edge(game.content, hex_):
        return game.content.table("terrain", Terrain).road.mf
    return terrain_at(game, parts_of(location).hex).mf


@rule("A2.5", "B28/infantry")
def walk_off(game: Game, unit_ids: Sequence[str], aftermath: Aftermath) -> None:
    """Units leave the map on foot; the mines of the hex that they leave strike them, and artillery that falls there."""
    here = game.state.units[unit_ids[0]].at
    step_on_mines(game, here, NOWHERE, unit_ids, aftermath)
    step_under_shells(game, here, NOWHERE, with_prisoners(game, those_left(game, unit_ids)), aftermath)
    leave_map(game, [name for name in those_left(game, unit_ids) if not game.state.units[name].guard])


@rule("A2.5", "CG12")
def leave_map(game: Game, unit_ids: Sequence[str]) -> None:
    """Units leave the map with all that they carry, and do not come back; their prisoners are lost to their side."""
    state = game.state
    for name in unit_ids:
        for weapon in weapons_of(game, name):
            state.exited[weapon] = state.weapons.pop(weapon).kind
        for prisoner in prisoners_of(game, name):
            state.lost[prisoner] = state.units.pop(prisoner).kind
        state.exited[name] = state.units.pop(name).kind
    if unit_ids:
        game.say(Exited(rule="A2.5", units=tuple(unit_ids)))
