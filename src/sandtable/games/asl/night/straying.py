"""E1.53, CG4: men who lose their way in the dark."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.asl.concealment.revealing import seen_by
from sandtable.games.asl.events.night import LostTheWay, Strayed
from sandtable.games.asl.fire.dice import Dr, dice_line, roll_dr
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.movement.arrivals import location_of
from sandtable.games.asl.movement.moves import MoveBase, first, going, is_road_step, left, place_now, price
from sandtable.games.asl.movement.reach import open_places
from sandtable.games.asl.night.light import is_illuminated
from sandtable.games.asl.tables.conditions import NightTable
from sandtable.games.asl.terrain.hexes import is_building, kind_at
from sandtable.games.asl.terrain.hexsides import direction_to, side_of
from sandtable.games.asl.units import Game, change, is_leader, leadership, other
from sandtable.kernel import Resolved, rule
from sandtable.mechanics.sums import Sum

ON, LEFT, RIGHT = "on", "left", "right"
WOODS = "woods"


@rule("E1.53")
def is_due(game: Game, move: MoveBase, place: str) -> bool:
    """Whether a stack that is about to enter its first hex of the Movement Phase may Stray.

    Not from an Illuminated hex or a building, nor along a road, nor behind friends who have gone the same way.
    """
    if not game.state.nvr or move.entered or not first(game, move):
        return False
    here, there = hex_of(first(game, move)), hex_of(place)
    if here == there or is_illuminated(game, here) or is_building(game, here):
        return False
    return not is_road_step(game, place_now(game, move), place) and there not in game.state.trails.get(here, ())


@rule("E1.53", "CG4/straying")
def straying_modifiers(game: Game, move: MoveBase, place: str) -> Sum:
    """The DRM of a Straying DR: the best leader or none, and whether the first hex is hard to find."""
    figures, units, drm = game.content.table("night", NightTable).straying, game.state.units, Sum()
    men = [units[name] for name in move.units if is_leader(game.content, units[name])]
    leaders = [leadership(game, man) for man in men if not man.berserk]
    if leaders:
        drm.add("leadership", min(leaders), "E1.53")
    else:
        drm.add("no-leader", figures.no_leader, "E1.53")
    here, there = hex_of(first(game, move)), hex_of(place)
    between = side_of(game.content, here, there)
    if kind_at(game, there) == WOODS or between.slope or between.fence:
        drm.add("hard-to-find", figures.hard, "E1.53")
    return drm


@rule("E1.53")
def check(game: Game, move: MoveBase, place: str) -> str:
    """The Straying DR of a stack: where it goes now, which is nowhere if it becomes TI."""
    number = game.content.table("night", NightTable).straying.number
    drm = straying_modifiers(game, move, place)

    def outcome(dr: Dr) -> str:
        if not dr.doubles and dr.total + drm.total < number:
            return ON
        return LEFT if dr.colored < dr.white else RIGHT

    dr = roll_dr(game, "straying", "E1.53", outcome)
    result = outcome(dr)
    side = game.state.units[move.units[0]].side
    game.say(
        Resolved(
            rule="E1.53",
            what="straying",
            result="finds-way" if result == ON else "strays",
            lines=(*drm.lines, dice_line(dr)),
            subject=move.units[0],
            seen_by=seen_by(game, *move.units),
            favours=side if result == ON else other(side),
        )
    )
    if result == ON:
        return place
    there = turned(game, first(game, move), place, result)
    may_enter = there and there in enterable(game, move)
    for name in move.units:
        change(game, name, strayed=True, ti=not may_enter)
    seen = seen_by(game, *move.units)
    if not may_enter:
        game.say(LostTheWay(rule="E1.53", seen_by=seen, units=move.units))
        return ""
    game.say(Strayed(rule="E1.53", seen_by=seen, units=move.units, to=there))
    return there


def turned(game: Game, start: str, place: str, way: str) -> str:
    """The hex to the left or right of the one that a stack wanted to enter; none off the map."""
    board = game.content.board
    here = board.index[hex_of(start)]
    direction = direction_to(game.content, hex_of(start), hex_of(place))
    found = board.neighbour(here, (direction + (1 if way == RIGHT else -1)) % 6)
    return board.labels[found] if found >= 0 else ""


@rule("E1.53", "RR13.2")
def enterable(game: Game, move: MoveBase) -> list[str]:
    """The hexes around a stack that it may enter with the MF that it has."""
    around = game.content.adjacent[hex_of(first(game, move))]
    plain = replace(move, manner="")
    spend = left(game, plain)
    return [there for there in open_places(game, going(game, plain), around) if price(game, plain, there) <= spend]


@rule("E1.53")
def note_trail(game: Game, move: MoveBase, here: str, there: str) -> None:
    """Friends may follow a stack that has gone from one hex to the next without Straying."""
    if not any(game.state.units[name].strayed for name in move.units if name in game.state.units):
        note_way(game, hex_of(here), hex_of(location_of(there)))


@rule("E1.53")
def note_way(game: Game, here: str, there: str) -> None:
    """Somebody has gone from one hex to the next and knew his way, as vehicles always do."""
    known = game.state.trails.get(here, ())
    if game.state.nvr and here != there and there not in known:
        game.state.trails[here] = (*known, there)
