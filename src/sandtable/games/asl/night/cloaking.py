"""E1.4: Cloaking counters: stacks that are kept off the map, and what brings them onto it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from sandtable.games.asl.concealment.watching import ANYWHERE, crew_sees, enemy_crews, is_watched
from sandtable.games.asl.content import Content
from sandtable.games.asl.events.night import Uncloaked
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.night.light import is_illuminated
from sandtable.games.asl.sight import sees
from sandtable.games.asl.state import DUMMY
from sandtable.games.asl.units import Game, change, is_dummy, on_map, units_at
from sandtable.kernel import derived, rule


@rule("E1.4")
def counter_of(game: Game, unit_id: str) -> tuple[str, ...]:
    """All that is under the same Cloaking counter as a unit, or the unit alone."""
    unit = game.state.units[unit_id]
    if not unit.cloak:
        return (unit_id,)
    return tuple(
        name
        for name in units_at(game, unit.at)
        if game.state.units[name].cloak == unit.cloak and game.state.units[name].side == unit.side
    )


def is_cloaked(game: Game, unit_ids: Sequence[str]) -> bool:
    """Whether units are under a Cloaking counter."""
    return any(game.state.units[name].cloak for name in unit_ids if name in game.state.units)


@derived("units")
def cloaked_locations(game: Game, side: str) -> dict[str, int]:
    """Where the Cloaking counters of a side are, with their numbers."""
    return {unit.at: unit.cloak for unit in game.state.units.values() if unit.cloak and unit.side == side and unit.at}


@rule("E1.4")
def uncloak(game: Game, unit_id: str) -> None:
    """A Cloaking counter is replaced by what is under it, concealed; a Dummy is taken off the map."""
    unit = game.state.units.get(unit_id)
    if unit is None or not unit.cloak:
        return
    names, at = counter_of(game, unit_id), unit.at
    real = tuple(name for name in names if not is_dummy(game.state.units[name]))
    game.reveal()
    for name in names:
        if name in real:
            change(game, name, cloak=0)
        else:
            dispel(game, name)
    game.say(Uncloaked(rule="E1.4", side=unit.side, at=at, real=bool(real)))


def dispel(game: Game, unit_id: str) -> None:
    """A Dummy under a Cloaking counter is gone for good."""
    game.state.lost[unit_id] = DUMMY
    del game.state.units[unit_id]


@rule("E1.4")
def uncloak_attacked(game: Game, unit_ids: Iterable[str]) -> None:
    """Fire, mines or a sniper strike units: those under Cloaking counters come onto the map, and Dummies go."""
    for name in tuple(unit_ids):
        uncloak(game, name)


@rule("E1.4")
def uncloak_in_light(game: Game) -> None:
    """Cloaking counters in the light that an enemy in Good Order sees are replaced by what is under them."""
    if not game.state.nvr:
        return
    for name, unit in [each for each in game.state.units.items() if each[1].cloak]:
        if name not in game.state.units or not is_illuminated(game, hex_of(unit.at)):
            continue
        if is_watched(game, unit, ANYWHERE):
            uncloak(game, name)


@rule("E1.4")
def uncloak_after_move(game: Game, unit_ids: Sequence[str], crossed_open: bool) -> None:
    """A Cloaking counter that has moved through Open Ground and is in sight of an enemy at the end is replaced."""
    names = [name for name in unit_ids if name in game.state.units]
    if not crossed_open or not is_cloaked(game, names):
        return
    unit = game.state.units[names[0]]
    men = (
        man.side != unit.side and on_map(man) and not is_dummy(man) and not man.guard and sees(game, man.at, unit.at)
        for man in game.state.units.values()
    )
    if any(men) or any(crew_sees(game, name, unit) for name in enemy_crews(game, unit.side)):
        uncloak(game, names[0])


@rule("E1.4")
def uncloak_at(game: Game, location: str) -> None:
    """Everybody in a Location with enemies comes onto the map."""
    names = units_at(game, location)
    if len({game.state.units[name].side for name in names}) > 1:
        uncloak_attacked(game, names)


# Set-up


@derived("units")
@rule("E1.4", "CG4/night-rules")
def cloaks_left(game: Game, side: str) -> int:
    """How many Cloaking counters of a side are still without men."""
    cloaking = game.content.forces[side].cloaking
    if cloaking is None:
        return 0
    used = {unit.cloak for unit in game.state.units.values() if unit.cloak and unit.side == side and not is_dummy(unit)}
    return cloaking.real - len(used)


@rule("E1.4")
def may_cloak_at(game: Game, unit_id: str, location: str) -> bool:
    """Whether a unit may set up in a Location: under a counter that is there, or under a new one where none is.

    Every counter must get somebody, and a Dummy needs a Location of its own.
    """
    state = game.state
    side = state.units[unit_id].side
    there = cloaked_locations(game, side)
    if is_dummy(state.units[unit_id]):
        return location not in there
    if location in there:
        dummies = any(is_dummy(state.units[name]) for name in units_at(game, location))
        return not dummies and _waiting(game, side) > cloaks_left(game, side)
    return cloaks_left(game, side) > 0


@derived("units", "to_place")
def _waiting(game: Game, side: str) -> int:
    """How many men of a side are still to be set up."""
    units = game.state.units
    waiting = [units[name] for name in game.state.to_place if name in units]
    return len([unit for unit in waiting if unit.side == side and not is_dummy(unit)])


@rule("E1.4")
def cloak(game: Game, unit_id: str) -> None:
    """A unit that is set up in a Location is under its Cloaking counter, or under the next one."""
    unit, units = game.state.units[unit_id], game.state.units
    numbers = [
        units[name].cloak for name in units_at(game, unit.at) if units[name].side == unit.side and units[name].cloak
    ]
    used = {each.cloak for each in units.values() if each.side == unit.side}
    free = next(number for number in range(1, len(units) + 2) if number not in used)
    change(game, unit_id, cloak=numbers[0] if numbers else free, concealed=True)


@rule("E1.4")
def number_counters(game: Game, side: str) -> None:
    """Cloaking counters are numbered by where they stand, so that their numbers tell nothing."""
    places = sorted(cloaked_locations(game, side))
    for name, unit in list(game.state.units.items()):
        if unit.side == side and unit.cloak:
            change(game, name, cloak=places.index(unit.at) + 1)


@rule("E1.4", "A9.8")
def take_apart(game: Game, side: str) -> None:
    """What can be dismantled is carried dismantled under Cloaking counters."""
    state = game.state
    for name, weapon in list(state.weapons.items()):
        holder = state.units.get(weapon.holder)
        card = game.content.weapons.get(weapon.kind)
        if holder is not None and holder.side == side and holder.cloak and card is not None and card.dismantled:
            state.weapons[name] = replace(weapon, dismantled=True)


def decoys(content: Content, side: str) -> list[str]:
    """The Dummies of a side's Cloaking counters, by their ids."""
    return [name for name, placed in content.decoys.items() if placed.side == side]
