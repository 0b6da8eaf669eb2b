"""Chapter 6.2.1.1.4: where units may end their moves that share a command."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.panzer.command.control import command_range, formation_of, group_of
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.movement.reach import along, course_of, reach
from sandtable.games.panzer.units import Game
from sandtable.kernel import derived, of_content, rule


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


@derived("units", "wrecks", "works", "commands")
def within_reach(game: Game, unit_id: str) -> frozenset[str]:
    """The hexes in which a unit that has not moved could end its move."""
    course, labels = course_of(game, unit_id), game.content.board.labels
    hexes = (*reach(game, course).hexes, *along(game, course))
    return frozenset([labels[i] for i in hexes]) | {game.state.units[unit_id].at}


@rule("6.2.1.1.4/movement")
def may_end_in(game: Game, unit_id: str) -> frozenset[str] | None:
    """The hexes in which a unit may end its move so that all who share its command can still end in command range of
    each other; None where that binds it no more, or cannot be done (ruling).
    """
    others = companions(game, unit_id)
    if not others:
        return None
    units, commands = game.state.units, game.state.commands
    there = {units[each].at for each in others if commands[each].moved}
    reaches = [within_reach(game, each) for each in others if not commands[each].moved]
    found: set[str] = set()
    for region in _around(game, unit_id, there, reaches):
        if there <= region and all(not region.isdisjoint(each) for each in reaches):
            found |= region
    return frozenset(found) or None


def _around(game: Game, unit_id: str, there: set[str], reaches: list[frozenset[str]]) -> Iterator[frozenset[str]]:
    """The regions that could hold all of them: around one who has moved, or where the one with the least reach gets."""
    content = game.content
    wide = command_range(content, formation_of(content, unit_id))
    least = [min(there)] if there else sorted(sorted(reaches, key=len)[0])
    for label in least:
        yield from regions(content, label, wide)
