"""A12.12: units that vanish from sight again."""

from __future__ import annotations

from sandtable.games.asl.concealment.watching import crew_sees, enemy_crews
from sandtable.games.asl.events.morale import Hid
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.sight import line_to_unit
from sandtable.games.asl.sight.on_map import smoke_in
from sandtable.games.asl.state import Unit, Vehicle
from sandtable.games.asl.tables.concealment import ConcealmentGain
from sandtable.games.asl.terrain.hexes import is_concealment_terrain
from sandtable.games.asl.terrain.tem import tem
from sandtable.games.asl.units import (
    Game,
    change,
    is_good_order,
    is_hero,
    is_inexperienced,
    leader_for,
    leadership,
    on_map,
    unit_size,
    units_at,
)
from sandtable.kernel import rule


@rule("A12.12", "A3.8")
def gain_concealment(game: Game, side: str) -> None:
    """At the end of its Player Turn the units of a side may be concealed again, some only by a dr a Location."""
    found: dict[str, list[str]] = {}
    for name, unit in game.state.units.items():
        veiled = unit.concealed or unit.hidden
        if unit.side == side and on_map(unit) and not veiled and is_good_order(game, unit):
            found.setdefault(unit.at, []).append(name)
    for at, names in sorted(found.items()):
        if not any(game.state.units[name].side != side for name in units_at(game, at)):
            _gain_in(game, at, names)


def _gain_in(game: Game, at: str, names: list[str]) -> None:
    ways = {name: way_to_gain(game, name) for name in names}
    for name, way in ways.items():
        if way == "free":
            _hide(game, name)
    rolling = [name for name, way in ways.items() if way == "roll"]
    if rolling:
        number = game.content.table("concealment-gain", ConcealmentGain).number
        drms = {name: gain_modifier(game, name) for name in rolling}
        bands = sorted({number - drm + 1 for drm in drms.values()})
        face = game.roll("d6", "concealment", "A12.12", bands=bands)
        for name, drm in drms.items():
            if face + drm <= number:
                _hide(game, name)


def _hide(game: Game, unit_id: str) -> None:
    change(game, unit_id, concealed=True)
    game.say(Hid(rule="A12.12", unit=unit_id))


@rule("A12.12", "E1.16", "B9.21")
def way_to_gain(game: Game, unit_id: str) -> str:
    """How a unit may be concealed: free, by a roll, or not at all; those who see count, known or not."""
    unit = game.state.units[unit_id]
    figures = game.content.table("concealment-gain", ConcealmentGain)
    others = [man for man in game.state.units.values() if man.side != unit.side and on_map(man)]
    foes = [man for man in others if not man.broken and not man.guard]
    watching: list[Unit | Vehicle] = [man for man in foes if line_to_unit(game, man, unit).clear]
    crews = {name: game.state.vehicles[name] for name in enemy_crews(game, unit.side)}
    watching += [vehicle for name, vehicle in crews.items() if crew_sees(game, name, unit)]
    covered = is_concealment_terrain(game, unit_id)
    enemies: list[Unit | Vehicle] = [*foes, *crews.values()]
    near = any(_distance(game, foe, unit) <= figures.range for foe in enemies)
    if not watching:
        return "free" if covered or not near or game.state.nvr else "roll"
    if covered and all(_distance(game, man, unit) > figures.range for man in watching):
        return "roll"
    return ""


def _distance(game: Game, a: Unit | Vehicle, b: Unit) -> int:
    return game.content.distance(hex_of(a.at), hex_of(b.at))


@rule("A12.12", "A.10", "A15.2", "A19.3")
def gain_modifier(game: Game, unit_id: str) -> int:
    """The drm of a unit: its size, a leader with it, its cover, and whether it is careless or stealthy."""
    unit = game.state.units[unit_id]
    units = game.state.units
    figures = game.content.table("concealment-gain", ConcealmentGain).modifiers
    drm = unit_size(game.content, unit)
    leader = leader_for(game, unit_id)
    drm += leadership(game, units[leader]) if leader is not None else 0
    drm -= max(0, sum(part.value for part in tem(game, unit.at, (unit_id,), (), "residual")))
    drm -= smoke_in(game, hex_of(unit.at))
    if is_inexperienced(game, unit):
        drm += figures["lax"].value
    if is_hero(game.content, unit):
        drm += figures["stealthy"].value
    return drm
