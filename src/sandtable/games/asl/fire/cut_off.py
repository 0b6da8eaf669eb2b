"""A7.7, A7.72: who is Encircled, by fire from all sides or upstairs while the enemy holds the stair."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.asl.content import Content
from sandtable.games.asl.control import holder
from sandtable.games.asl.locations import GROUND, buildings, floor_of, floors, hex_of, houses, label_of
from sandtable.games.asl.state import Unit
from sandtable.games.asl.terrain.hexes import BYPASS
from sandtable.games.asl.units import Game, is_armed, is_known, units_at
from sandtable.kernel import derived, of_content, rule


@rule("A7.7", "A7.72")
def is_encircled(game: Game, unit: Unit) -> bool:
    """Whether a unit is Encircled: marked so, or upstairs with no way down."""
    return unit.encircled or (
        unit.at != "" and floor_of(unit.at) > GROUND and not unit.guard and unit.at in cut_off(game, unit.side)
    )


@of_content
@rule("A7.72", "B23.1")
def upstairs(content: Content) -> tuple[str, ...]:
    """The Locations above ground level."""
    return tuple(label_of(hex_, floor) for hex_, known in floors(content).items() for floor in known if floor > GROUND)


@derived("units", "held", "rubble")
@rule("A7.72", "RR11.7")
def cut_off(game: Game, side: str) -> frozenset[str]:
    """The upper Locations from which a side has no way down: the enemy stands below, and holds or bars all others.

    Ruling (A7.72): who is hidden or beneath a "?" cuts nobody off, since that would give him away.
    """
    return frozenset(
        location
        for location in upstairs(game.content)
        if _is_barred(game, below(location), side)
        and not any(_is_held(game, below(other), side) for other in _others_on(game, location, side))
    )


def below(location: str) -> str:
    """The Location to which the stair of an upper one leads."""
    return label_of(hex_of(location), floor_of(location) - 1)


@rule("A7.72")
def _is_barred(game: Game, location: str, side: str) -> bool:
    """Whether armed, unbroken enemy Infantry that is known stands in a Location, not merely beside its building."""
    men = (game.state.units[name] for name in units_at(game, location))
    return any(
        man.side != side and is_armed(man) and is_known(man) and not man.broken and man.stance != BYPASS for man in men
    )


@rule("A7.72")
def _is_held(game: Game, location: str, side: str) -> bool:
    """Whether a stair leads down to friends: to a hex that the side controls, with no enemy in the way.

    Ruling (A7.72): a way down is held by whoever controls the hex (A26.1).
    """
    return holder(game, hex_of(location)) == side and not _is_barred(game, location, side)


@rule("A7.72", "B23.25")
def _others_on(game: Game, location: str, side: str) -> Iterator[str]:
    """The Locations of the same floor to which men of a side could go within the building, no enemy in their way."""
    content, floor, seen, queue = game.content, floor_of(location), {location}, [location]
    house = buildings(content)[houses(content)[hex_of(location)].building]
    while queue:
        here = hex_of(queue.pop())
        for there in content.adjacent[here]:
            label = label_of(there, floor)
            if label in seen or there not in house or floor not in floors(content).get(there, ()):
                continue
            seen.add(label)
            if there not in game.state.rubble and not _is_barred(game, label, side):
                queue.append(label)
                yield label
