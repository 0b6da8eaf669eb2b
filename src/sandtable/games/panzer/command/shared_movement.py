"""Chapter 6.2.1.1.4: where units may end their moves that share a command."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from sandtable.games.panzer.command.control import command_range, formation_of, group_of
from sandtable.games.panzer.command.pairing import paired
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.movement.reach import along, course_of, reach
from sandtable.games.panzer.movement.roads import ways_from
from sandtable.games.panzer.units import Game, on_foot, stacking_limit
from sandtable.kernel import derived, of_content, rule
from sandtable.mechanics.roster import units_in

NOWHERE: frozenset[str] = frozenset()


@of_content
@rule("6.2.1.1.2", "6.2.1.1.4/movement")
def regions(content: Content, label: str, reach_of_command: int) -> tuple[frozenset[str], ...]:
    """The greatest sets of hexes around a hex that are all in command range of each other.

    With a range of 0 that is the hex itself, with 1 three hexes about a corner, with 2 six or seven.
    """
    near = content.around(label, reach_of_command)
    found = {frozenset([label])}
    for _ in range(len(near)):
        grown = set()
        for each in found:
            more = [
                other
                for other in near
                if other not in each and all(content.distance(other, one) <= reach_of_command for one in each)
            ]
            grown |= {each | {other} for other in more} if more else {each}
        if grown == found:
            break
        found = grown
    return tuple(sorted(found, key=sorted))


@rule("6.2.1.1.4/movement", "6.5.2.2.1/shared-command")
def companions(game: Game, unit_id: str) -> list[str]:
    """Those who share the command of a unit and have to stay with it; who has a track hit is left behind."""
    units = game.state.units
    return [
        each
        for each in group_of(game, unit_id)
        if each != unit_id and each in units and not units[each].tracks and not units[each].carrier
    ]


@derived("units", "wrecks", "works", "commands", "assaults")
def off_road(game: Game, unit_id: str) -> frozenset[str]:
    """The hexes in which a unit that has not moved could end its move cross-country, its own among them."""
    labels = game.content.board.labels
    there = [labels[i] for i in reach(game, course_of(game, unit_id)).hexes]
    return frozenset(there) | {game.state.units[unit_id].at}


def by_road(game: Game, unit_id: str) -> frozenset[str]:
    """The hexes in which it could end its move at the factor of a road or path."""
    on_way = bool(ways_from(game.content, game.content.board.index[game.state.units[unit_id].at]))
    return by_road_from_here(game, unit_id) if on_way else NOWHERE


@derived("units", "wrecks", "works", "commands", "assaults")
def by_road_from_here(game: Game, unit_id: str) -> frozenset[str]:
    """The same for one that stands on a road or path."""
    labels = game.content.board.labels
    return frozenset([labels[i] for i in along(game, course_of(game, unit_id))])


@rule("4.5.1.1.5", "6.2.1.1.4/movement")
def may_end_in(game: Game, unit_id: str) -> frozenset[str] | None:
    """The hexes in which a unit may end its move so that all who share its command can still end in command range of
    each other; where strangers have taken the room of some, those of the others. None where that binds it no more, or
    cannot be done (ruling).
    """
    others = companions(game, unit_id)
    if not others:
        return None
    units, commands = game.state.units, game.state.commands
    there = {units[each].at for each in others if commands[each].moved}
    waiting = [each for each in others if not commands[each].moved]
    country = {each: off_road(game, each) for each in waiting}
    ways = {each: by_road(game, each) for each in waiting}
    reaches = [country[each] | ways[each] if ways[each] else country[each] for each in waiting]
    near: set[str] = set()
    roomy: set[str] = set()
    # Who comes into a region by road or path only needs a place there that is not crowded.
    for region in dict.fromkeys(_around(game, unit_id, there, reaches)):
        if there <= region and not any(map(region.isdisjoint, reaches)):
            near |= region
            late = {each: ways[each] for each in waiting if region.isdisjoint(country[each])}
            roomy |= {each for each in region if leaves_room(game, unit_id, each, late, region)} if late else region
    return frozenset(roomy or near) or None


@rule("6.2.1.1.4/movement")
def nearest_to_others(game: Game, unit_id: str, hexes: Collection[str]) -> frozenset[str] | None:
    """Of hexes in reach those that are nearest to all who share a command and have moved; None if nobody has."""
    units, commands = game.state.units, game.state.commands
    there = [units[each].at for each in companions(game, unit_id) if commands[each].moved]
    if not there:
        return None
    far = {label: max(game.content.distance(label, other) for other in there) for label in hexes}
    return frozenset(label for label in hexes if far[label] == min(far.values()))


def _around(game: Game, unit_id: str, there: set[str], reaches: list[frozenset[str]]) -> Iterator[frozenset[str]]:
    """The regions that could hold all of them: around one who has moved, or where the one with the least reach gets."""
    content = game.content
    wide = command_range(content, formation_of(content, unit_id))
    least = [min(there)] if there else sorted(sorted(reaches, key=len)[0])
    for label in least:
        yield from regions(content, label, wide)


@rule("4.5.1.1.5", "5.13", "6.2.1.1.4/movement")
def leaves_room(game: Game, unit_id: str, label: str, late: dict[str, frozenset[str]], region: frozenset[str]) -> bool:
    """Whether those who come into a region by road alone can all follow once a unit is there: nobody uses a road into a
    hex that he crowds, and those who share a command crowd it as others do.
    """
    room = {there: _places_left(game, unit_id, label, there) for there in sorted(region)}
    wishes = {
        each: [place for there in room if there in hexes for place in room[there]] for each, hexes in late.items()
    }
    return len(paired(wishes)) == len(wishes)


def _places_left(game: Game, unit_id: str, label: str, there: str) -> list[tuple[str, int]]:
    """The places that a hex has before it is crowded, once a unit has come to the hex where it ends its move."""
    walkers = on_foot(game.content)
    others = [each for each in units_in(game, there) if each != unit_id and each not in walkers]
    taken = len(others) + (there == label and unit_id not in walkers)
    return [(there, place) for place in range(taken, stacking_limit(game.content))]
