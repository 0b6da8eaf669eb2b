"""A12.12: units that vanish from sight again."""

from __future__ import annotations

from sandtable.games.asl.concealment.watching import crew_sees, enemy_crews
from sandtable.games.asl.events.morale import Hid
from sandtable.games.asl.locations import hex_of, ranges_from
from sandtable.games.asl.morale.levels import leader_for
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
    leadership,
    on_map,
    other,
    unit_size,
    units_at,
)
from sandtable.games.asl.vehicles.status import vehicles_at
from sandtable.kernel import derived, rule
from sandtable.mechanics.roster import units_of


@rule("A12.12", "A3.8")
def gain_concealment(game: Game, side: str) -> None:
    """At the end of its Player Turn the units of a side may be concealed again, some only by a dr a Location."""
    found: dict[str, list[str]] = {}
    for name, unit in game.state.units.items():
        veiled = unit.concealed or unit.hidden
        if unit.side == side and on_map(unit) and not veiled and is_good_order(game, unit):
            found.setdefault(unit.at, []).append(name)
    for at, names in sorted(found.items()):
        if not has_enemies(game, at, side):
            _gain_in(game, at, names)


def has_enemies(game: Game, at: str, side: str) -> bool:
    """Whether enemies are in a Location: men whatever their state, vehicles unless their crews have left them."""
    state, enemy = game.state, other(side)
    return any(state.units[name].side == enemy for name in units_at(game, at)) or any(
        not state.vehicles[name].abandoned for name in vehicles_at(game, at, enemy)
    )


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
    ranges = ranges_from(game.content, hex_of(unit.at))
    near, far = list[tuple[str, Unit | Vehicle]](), list[tuple[str, Unit | Vehicle]]()
    for name, foe in _able_to_watch(game, unit.side):
        (near if ranges[foe.at] <= figures.range else far).append((name, foe))
    if any(_watches(game, name, foe, unit) for name, foe in near):
        return ""
    watched = any(_watches(game, name, foe, unit) for name, foe in far)
    if is_concealment_terrain(game, unit_id):
        return "roll" if watched else "free"
    if watched:
        return ""
    return "free" if not near or game.state.nvr else "roll"


@derived("units", "vehicles")
def _able_to_watch(game: Game, side: str) -> tuple[tuple[str, Unit | Vehicle], ...]:
    """The enemies of a side on the map who could see its units: unbroken men, and crews of vehicles."""
    men = [(name, man) for name, man in units_of(game, other(side)).items() if not man.broken and not man.guard]
    return (*men, *((name, game.state.vehicles[name]) for name in enemy_crews(game, side)))


def _watches(game: Game, name: str, foe: Unit | Vehicle, unit: Unit) -> bool:
    return line_to_unit(game, foe, unit).clear if isinstance(foe, Unit) else crew_sees(game, name, unit)


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
