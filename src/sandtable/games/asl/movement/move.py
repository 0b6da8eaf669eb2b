"""A4.2: a move, step by step, under the fire of the DEFENDER."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.asl.concealment.acts import gives_away
from sandtable.games.asl.concealment.appearing import spot_hidden
from sandtable.games.asl.concealment.revealing import seen_by
from sandtable.games.asl.control import pass_through
from sandtable.games.asl.events.movement import Entrenched, Exhausted
from sandtable.games.asl.fire.under_fire import UnderFire
from sandtable.games.asl.locations import hex_of, parts_of
from sandtable.games.asl.morale.berserk import is_cleared
from sandtable.games.asl.morale.casualties import pin
from sandtable.games.asl.morale.desperation import alarm_broken
from sandtable.games.asl.movement.allotments import allotment
from sandtable.games.asl.movement.arrivals import (
    bring,
    come_upon,
    is_off_map,
    location_of,
    round_up,
    run_into,
    say_moved,
)
from sandtable.games.asl.movement.entry import entry_cost
from sandtable.games.asl.movement.fences import is_breached
from sandtable.games.asl.movement.moves import (
    MoveBase,
    first,
    is_begun,
    is_road_step,
    is_trench_step,
    left,
    moving_now,
    place_now,
    price,
)
from sandtable.games.asl.movement.reach import is_held_fort
from sandtable.games.asl.night import straying
from sandtable.games.asl.night.cloaking import uncloak_after_move, uncloak_at, uncloak_in_light
from sandtable.games.asl.night.no_move import rouse, wake
from sandtable.games.asl.tables.movement import Movement
from sandtable.games.asl.terrain.hexes import ABOVE_WIRE, BYPASS, is_bare, is_concealment_terrain
from sandtable.games.asl.units import Game, change, is_good_order, other
from sandtable.kernel import rule


@rule("A4.2", "A8.1")
def spend(game: Game, move: MoveBase, cost: int, came_from: str = "", *, protected: bool = False) -> None:
    """MF have been spent: what lies in wait strikes, and the DEFENDER may fire; then the move goes on.

    `move` is the procedure as it is to be afterwards, but for the MF.
    """
    at = first(game, move)
    here = cost if came_from else move.here + cost
    now = replace(move, step="shot_at", spent=move.spent + cost, here=here, rolls=game.state.rolls)
    game.become(now)
    told = moving_now(game, now, move.units, at, came_from, protected=protected)
    game.state.moving = replace(told, fresh=not came_from and not is_begun(move))
    game.push(UnderFire())


@rule("A4.2", "A4.134", "A12.15", "A4.5", "A12.14", "E1.53")
def take_step(game: Game, move: MoveBase) -> None:
    """Enter the next place of the way; of Dummies that are seen nothing is left."""
    place, rest = move.ahead[0], move.ahead[1:]
    if straying.is_due(game, move, place):
        found = straying.check(game, move, place)
        if not found:
            end_move(game, move)
            game.finish()
            return
        if found != place:
            place, rest, move = found, (), replace(move, manner="")
    there, units = location_of(place), move.units
    came, off_map = place_now(game, move), is_off_map(game, units)
    here = location_of(came) if not off_map else ""
    cost = entry_cost(game, there) if off_map else price(game, move, place)
    spare = left(game, move)
    by_road = move.by_road and is_road_step(game, came, place)
    minimum = cost > spare + road_bonus(game, move, by_road) and not is_begun(move)
    if minimum:
        cost = spare
    crosses = not off_map and hex_of(here) != hex_of(there)
    berserk = game.state.units[units[0]].berserk
    hazardous = move.hazardous or (crosses and not berserk and is_breached(game, hex_of(here), hex_of(there)))
    protected = not off_map and is_trench_step(game, move, place)
    move = replace(move, ahead=rest, by_road=by_road, hazardous=hazardous, minimum=minimum, loose=False)
    if there != here and not (berserk and may_go_among(game, units[0], there)) and run_into(game, units, there):
        alive = tuple(name for name in units if name in game.state.units)
        turned_back(game, replace(move, units=alive, over=True, ahead=()), cost, off_map)
        return
    bring(game, units, place)
    if there == here:
        game.say(
            Entrenched(rule="B27/infantry", seen_by=seen_by(game, *units), units=units, stance=parts_of(place).way)
        )
        give_themselves_away(game, move)
        units = tuple(name for name in units if name in game.state.units)
        if units:
            spend(game, replace(move, units=units), cost)
        else:
            game.state.moving = None
            game.finish()
        return
    say_moved(game, units, place)
    if here:
        straying.note_trail(game, move, here, there)
    if game.state.units[units[0]].stance == ABOVE_WIRE:
        move = replace(move, ahead=())
    if berserk and is_among_enemies(game, units[0]):
        uncloak_at(game, there)
        come_upon(game, there, game.state.units[units[0]].side)
        move = replace(move, over=True, ahead=())
    if any(name in game.state.units and is_bare(game, name) for name in units):
        move = replace(move, crossed_open=True)
    uncloak_in_light(game)
    if not any(name in game.state.units for name in units):
        end_move(game, move)
        game.finish()
        return
    if not protected:
        give_themselves_away(game, move)
    units = tuple(name for name in units if name in game.state.units)
    if not units:
        game.state.moving = None
        game.finish()
        return
    alarm_broken(game, there, units)
    round_up(game, units, there)
    pass_through(game, units)
    if any(name in game.state.units and not game.state.units[name].frozen for name in units):
        rouse(game, there, game.state.units[next(name for name in units if name in game.state.units)].side)
    wake(game)
    if any(is_good_order(game, game.state.units[name]) for name in units):
        spot_hidden(game, game.state.units[units[0]].side, there)
    spend(game, replace(move, units=units, entered=move.entered + 1), cost, here or there, protected=protected)


@rule("A15.4", "B23.9/infantry")
def may_go_among(game: Game, unit_id: str, there: str) -> bool:
    """Whether berserk men may go in among the enemies of a Location: not where these hold it Fortified."""
    return not (game.state.fortified and is_held_fort(game, there, other(game.state.units[unit_id].side)))


@rule("B3.4")
def road_bonus(game: Game, move: MoveBase, by_road: bool) -> int:
    """What a stack that keeps to roads may spend beside its MF, for its last step; nothing once it has."""
    unit = game.state.units[move.units[0]]
    if not by_road or move.manner or unit.berserk or unit.cloak:
        return 0
    if move.spent > allotment(game, move.units, move.gained):
        return 0
    return game.content.table("movement", Movement).bonuses["road"]


@rule("A15.4", "A12.15")
def is_among_enemies(game: Game, unit_id: str) -> bool:
    """Whether a unit is in a Location with enemies."""
    return not is_cleared(game, game.state.units[unit_id])


@rule("A12.15", "A8.2")
def turned_back(game: Game, move: MoveBase, cost: int, off_map: bool) -> None:
    """Units that met an enemy stay where they were, have spent their MF there, and their move is over."""
    if off_map or not move.units:
        for name in move.units:
            change(game, name, moved=True)
        game.state.moving = None
        game.finish()
        return
    spend(game, move, cost)
    assert game.state.moving is not None
    game.state.moving = replace(game.state.moving, fresh=True)


@rule("A12.14", "A12.141", "A4.61", "B27/infantry")
def give_themselves_away(game: Game, move: MoveBase) -> None:
    """Concealed units that move are seen, be it into a hole or out of it, unless by Assault Movement into Concealment
    Terrain."""
    for name in move.units:
        unit = game.state.units.get(name)
        if unit is None or not (unit.concealed or unit.hidden):
            continue
        if move.manner != "assault":
            gives_away(game, name, "moves")
        elif not is_concealment_terrain(game, name):
            gives_away(game, name, "assault-moves-into-open")


@rule("A4.2", "A4.32", "A4.134")
def after_fire(game: Game, move: MoveBase) -> tuple[str, ...]:
    """Those of a stack who can go on after they were under fire; for the others the move is over."""
    moving, units = game.state.moving, game.state.units
    names = move.units if moving is None else moving.units
    alive = [name for name in names if name in units]
    if move.minimum:
        for name in alive:
            exhaust(game, name)
            pin(game, name, "A4.134")
    through = tuple(
        name
        for name in alive
        if not (units[name].broken or units[name].pinned or units[name].ti or units[name].moved or units[name].guard)
    )
    for name in alive:
        if name not in through:
            change(game, name, moved=True)
    return through


@rule("A4.51")
def exhaust(game: Game, unit_id: str) -> None:
    """A unit is CX."""
    unit = game.state.units[unit_id]
    if not unit.cx and not unit.broken:
        change(game, unit_id, cx=True)
        game.say(Exhausted(rule="A4.51", seen_by=seen_by(game, unit_id), unit=unit_id))


@rule("A4.2")
def end_move(game: Game, move: MoveBase) -> None:
    """The move of a stack is over."""
    for name in move.units:
        if name in game.state.units:
            change(game, name, moved=True)
    uncloak_after_move(game, move.units, move.crossed_open)
    game.state.moving = None


@rule("A4.3")
def is_in_bypass(game: Game, move: MoveBase) -> bool:
    """Whether a stack is in Bypass, where a move may not end by choice."""
    return game.state.units[move.units[0]].stance == BYPASS
