"""E7/sighting, E7/attacks: what a pilot sees, and what strafing, rockets and bombs do."""

from __future__ import annotations

from fractions import Fraction

from sandtable.games.asl.air.groups import figures
from sandtable.games.asl.artillery.shells import Salvo, burst, firepower_of
from sandtable.games.asl.concealment.revealing import seen_of_result, vehicle_seen_by
from sandtable.games.asl.fire.dice import Dr, roll_dr
from sandtable.games.asl.locations import hex_of, locations_of
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.ordnance.effects import suffer, suffer_hit
from sandtable.games.asl.ordnance.places import is_cramped
from sandtable.games.asl.ordnance.to_kill import Fate, fate, table_of
from sandtable.games.asl.sight.on_map import CLEAR_WEATHER, smoke_in
from sandtable.games.asl.state import Vehicle
from sandtable.games.asl.tables.ordnance import ToHitModifiers
from sandtable.games.asl.tables.sight import Visibilities
from sandtable.games.asl.terrain.hexes import kind_at, terrain_at
from sandtable.games.asl.units import Game, on_map, units_at
from sandtable.games.asl.vehicles.status import (
    Part,
    aerial_armor,
    card_of,
    is_moving_target,
    known_at,
    known_vehicles,
    vehicles_at,
)
from sandtable.kernel import Line, Resolved, rule
from sandtable.mechanics.sums import Sum

STRAFE, ROCKETS, BOMB = "strafe", "rockets", "bomb"


# Targets


def _holds(game: Game, hex_: str, side: str) -> bool:
    """Whether a side has anybody in a hex whom the pilot of the other could see."""
    units, vehicles = game.state.units, game.state.vehicles
    men = any(
        units[name].side == side and not units[name].hidden and not units[name].guard
        for at in locations_of(game, hex_)
        for name in units_at(game, at)
    )
    return men or any(not vehicles[name].hidden for name in known_at(game, hex_, side))


@rule("E7/sighting", "E7/attacks")
def target_hexes(game: Game, side: str) -> list[str]:
    """The hexes that aircraft of a side may attack: those of enemies who are not hidden, without friends."""
    state = game.state
    enemies = [unit.at for unit in state.units.values() if unit.side != side and on_map(unit) and not unit.hidden]
    enemies += [state.vehicles[name].at for name in known_vehicles(game, side)]
    found = dict.fromkeys(sorted(hex_of(at) for at in enemies))
    return [hex_ for hex_ in found if _holds(game, hex_, _other(side)) and not has_friends(game, hex_, side)]


def _other(side: str) -> str:
    return "canadian" if side == "german" else "german"


def has_friends(game: Game, hex_: str, side: str) -> bool:
    """Whether men or vehicles of a side are in a hex."""
    units, vehicles = game.state.units, game.state.vehicles
    men = any(units[name].side == side for at in locations_of(game, hex_) for name in units_at(game, at))
    return men or any(vehicles[name].side == side for name in vehicles_at(game, hex_))


@rule("E7/attacks")
def flight(game: Game, hex_: str, direction: int) -> list[str]:
    """The hexes that strafing strikes: the target, and those behind it along the flight line."""
    board, found = game.content.board, [hex_]
    i = board.index[hex_]
    while len(found) < figures(game).strafe_hexes:
        i = board.neighbour(i, direction)
        if i < 0:
            break
        found.append(board.labels[i])
    return found


def flights(game: Game, hex_: str, side: str) -> list[int]:
    """The directions in which a hex may be strafed: no friend is in the way."""
    return [
        direction
        for direction in range(6)
        if not any(has_friends(game, each, side) for each in flight(game, hex_, direction))
    ]


@rule("E7/sighting")
def sighting_sum(game: Game, side: str, hex_: str, vehicle: str = "") -> Sum:
    """The DRM of a Sighting Task Check against a hex, or a vehicle in it."""
    table, state, found = figures(game), game.state, Sum()
    beside = bool(vehicle) and state.vehicles[vehicle].bypass >= 0
    if not beside and not terrain_at(game, hex_).open_ground:
        found.add("concealment-terrain", table.concealing, "E7/sighting")
    if not beside and is_cramped(game, hex_):
        found.add("target-covered", table.covered, "E7/sighting")
    names = [vehicle] if vehicle else known_at(game, hex_, _other(side))
    if any(_was_active(state.vehicles[name]) for name in names):
        found.add("target-active", table.active, "E7/sighting")
    near = game.content.around(hex_, table.friends_range)
    if any(has_friends(game, each, side) for each in near):
        found.add("friends-near", table.friends, "E7/sighting")
    haze = hindrance_in(game, hex_)
    if haze:
        found.add("hindrance", haze, "E7/sighting", hex=hex_, what="smoke")
    if any(wreck.burning and hex_of(wreck.at) == hex_ for wreck in state.wrecks.values()):
        found.add("burning-wreck", table.burning, "E7/sighting")
    return found


def _was_active(vehicle: Vehicle) -> bool:
    return bool(vehicle.fired) or vehicle.moved or vehicle.bounding or vehicle.entered > 0


@rule("E7/sighting", "A24.2", "B25/infantry")
def hindrance_in(game: Game, hex_: str) -> int:
    """What SMOKE in a hex, that of fires too, and the weather add to what is seen there from above."""
    value = smoke_in(game, hex_)
    if game.state.weather not in CLEAR_WEATHER:
        row = game.content.table("visibility", Visibilities).weather.get(game.state.weather)
        value += 0 if row is None else row.hindrance(0)
    return value


# Attacks


@rule("E7/attacks")
def to_hit_sum(game: Game, side: str, hex_: str, vehicle: str, weapon: str) -> Sum:
    """The DRM of rockets and bombs: Cases J, K, P, Q and R only; cover counts on the effect of a bomb instead."""
    cases, found = game.content.table("to-hit-modifiers", ToHitModifiers).cases, Sum()
    state, cover = game.state, terrain_at(game, hex_).tem.direct
    if vehicle:
        card, target = card_of(game, vehicle), state.vehicles[vehicle]
        cover = 0 if target.bypass >= 0 else cover
        if is_moving_target(target):
            found.add("case.J", cases["J"].value, "C6.1")
        if card.size:
            found.add("case.P", card.size, "C6.7")
    else:
        enemies = [
            state.units[name]
            for at in locations_of(game, hex_)
            for name in units_at(game, at)
            if state.units[name].side != side and not state.units[name].hidden
        ]
        if enemies and all(unit.concealed for unit in enemies):
            found.add("case.K", cases["K"].value, "C6.2")
    if cover and weapon == ROCKETS:
        found.add(f"tem.{kind_at(game, hex_)}", cover, "C6.8")
    haze = hindrance_in(game, hex_)
    if haze:
        found.add("case.R", haze, "C6.9", hex=hex_, what="smoke")
    return found


def to_hit_number(game: Game, weapon: str, vehicle: str) -> int:
    """The number that rockets or a bomb must reach."""
    table = figures(game)
    numbers = table.rockets if weapon == ROCKETS else table.bomb
    return numbers.vehicle if vehicle else numbers.hex


@rule("E7/attacks", "C7.22")
def strafe(game: Game, side: str, hexes: list[str], aftermath: Aftermath) -> None:
    """Machine guns rake the target, and with half their power what lies behind it; tanks by their top armor."""
    table = figures(game)
    for place, hex_ in enumerate(hexes):
        fp = table.strafe if place == 0 else table.strafe_beyond
        hulls = vehicles_at(game, hex_)
        burst(game, Salvo(side, Fraction(fp), 0, "strafing", "E7/attacks", "residual", True), hex_, aftermath)
        for name in hulls:
            if name in game.state.vehicles:
                _rake(game, side, name, aftermath)


def _rake(game: Game, side: str, name: str, aftermath: Aftermath) -> None:
    """A machine gun from above against a vehicle (D3.54, C7.22)."""
    card = card_of(game, name)
    number = Sum()
    number.figure("tk.basic", table_of(game).machine_gun, "D3.54", ammunition="he")
    number.add("tk.aerial", -aerial_armor(game, card), "C7.22")
    total = number.total
    more = table_of(game).burns if card.burns else 0

    def outcome(roll: int) -> Fate:
        if roll + more <= total // 2 and roll < total:
            return "burning"
        if roll < total:
            return "eliminated"
        return "stunned" if roll == total else "none"

    outcomes = [outcome(roll) for roll in range(2, 13)]
    if set(outcomes) == {"none"}:
        return
    found = outcomes[
        game.roll("2d6", "to-kill", "D3.54", bands=list(outcomes), seen_by=vehicle_seen_by(game, name)) - 2
    ]
    say_kill(game, side, name, "hull", found, number)
    suffer(game, name, found, aftermath)


@rule("E7/attacks", "C7.22", "C7.34")
def fate_from_above(game: Game, side: str, name: str, caliber: int, part: Part) -> Fate:
    """What HE from above does to a vehicle: the direct-fire To Kill number, less the armor of its top."""
    card, number = card_of(game, name), Sum()
    number.figure("tk.basic", table_of(game).he_of(caliber).armored, "C7.34", ammunition="he")
    number.add("tk.aerial", -aerial_armor(game, card), "C7.22")
    outcomes = [fate(game, roll, number.total, part, he=True, burns=card.burns) for roll in range(2, 13)]
    found = outcomes[game.roll("2d6", "to-kill", "C7.1", bands=list(outcomes), seen_by=vehicle_seen_by(game, name)) - 2]
    say_kill(game, side, name, part, found, number)
    return found


def say_kill(game: Game, side: str, name: str, part: Part, found: Fate, number: Sum) -> None:
    favours = side if found != "none" and game.state.vehicles[name].side != side else ""
    game.say(
        Resolved(
            rule="E7/attacks",
            seen_by=seen_of_result(game, name, harmless=found == "none"),
            what="air-kill",
            result=f"tk.{found}",
            lines=(*number.lines, Line(f"tk.{part}", str(number.total), "C7.1")),
            target=name,
            favours=favours,
            leads_on=True,
        )
    )


def roll_to_hit(game: Game, weapon: str, hex_: str, vehicle: str, side: str) -> tuple[int, Dr]:
    """Roll to hit with rockets or a bomb: by how much it missed, none for a hit, and the dice."""
    number, drm = to_hit_number(game, weapon, vehicle), to_hit_sum(game, side, hex_, vehicle, weapon)
    near = (figures(game).rockets if weapon == ROCKETS else figures(game).bomb).near_miss

    def read(dr: Dr) -> tuple[str, int]:
        missed = max(0, dr.total + drm.total - number)
        return ("hit" if not missed else "near-miss" if missed <= near else "miss"), missed

    def outcome(dr: Dr) -> str:
        return read(dr)[0] if read(dr)[1] else f"hit {dr.colored < dr.white}"

    dr = roll_dr(game, weapon, "E7/attacks", outcome)
    result, missed = read(dr)
    game.say(
        Resolved(
            rule="E7/attacks",
            what=weapon,
            result=f"air.{result}",
            lines=(*drm.lines, Line("to-hit", str(number), "E7/attacks")),
            target=hex_,
            favours=side if result == "hit" else "",
            leads_on=True,
        )
    )
    return missed, dr


@rule("E7/attacks")
def fire_rockets(game: Game, side: str, hex_: str, vehicle: str, aftermath: Aftermath) -> None:
    """Rockets at a vehicle or a hex; those that miss by little strike the hex with half their power."""
    table = figures(game).rockets
    fp = Fraction(firepower_of(game, table.caliber))
    missed, dr = roll_to_hit(game, ROCKETS, hex_, vehicle, side)
    if missed > table.near_miss:
        return
    if missed:
        burst(game, Salvo(side, fp / 2, table.caliber, "rocket-blast", "E7/attacks", "residual"), hex_, aftermath)
        return
    part: Part = "turret" if dr.colored < dr.white else "hull"
    if vehicle:
        suffer_hit(game, vehicle, fate_from_above(game, side, vehicle, table.caliber, part), int(fp), aftermath)
        return
    hulls = vehicles_at(game, hex_)
    burst(game, Salvo(side, fp, table.caliber, "rocket-blast", "E7/attacks", None, True), hex_, aftermath)
    for name in hulls:
        if name in game.state.vehicles:
            suffer(game, name, fate_from_above(game, side, name, table.caliber, part), aftermath)


@rule("E7/attacks")
def drop_bomb(game: Game, side: str, hex_: str, aftermath: Aftermath) -> None:
    """A bomb on a hex; one that misses by little falls beside it."""
    table, board = figures(game).bomb, game.content.board
    missed, dr = roll_to_hit(game, BOMB, hex_, "", side)
    if missed > table.near_miss:
        return
    if missed:
        i = board.neighbour(board.index[hex_], game.roll("d6", "bomb-strays", "E7/attacks") - 1)
        if i >= 0:
            fp = Fraction(figures(game).bomb_miss)
            salvo = Salvo(side, fp, table.caliber, "bomb-blast", "E7/attacks", "residual")
            burst(game, salvo, board.labels[i], aftermath)
        return
    fp = Fraction(firepower_of(game, table.caliber))
    hulls = vehicles_at(game, hex_)
    burst(game, Salvo(side, fp, table.caliber, "bomb-blast", "E7/attacks", "residual", True), hex_, aftermath)
    part: Part = "turret" if dr.colored < dr.white else "hull"
    for name in hulls:
        if name in game.state.vehicles:
            suffer(game, name, fate_from_above(game, side, name, table.caliber, part), aftermath)
