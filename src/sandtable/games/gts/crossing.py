"""Bridges and ferries: which carry their ways now, for whom, and what becomes of ferries (14.7/restrictions)."""

from __future__ import annotations

from sandtable.games.gts.charts import crossings
from sandtable.games.gts.content import Content
from sandtable.games.gts.events.moving import FerryLost
from sandtable.games.gts.state import GERMAN
from sandtable.games.gts.units import Game, is_night
from sandtable.kernel import rule

GONE = ("blown", "lost")


def ferry_sides(content: Content) -> dict[frozenset[str], str]:
    """The hexsides that a ferry crosses, with its id."""
    return {frozenset(ferry.side.split("-")): name for name, ferry in crossings(content).ferries.items()}


def river_sides(content: Content) -> dict[frozenset[str], str]:
    """The hexsides that a bridge or ferry crosses, with its id."""
    over = {frozenset(bridge.side.split("-")): name for name, bridge in crossings(content).bridges.items()}
    return over | ferry_sides(content)


@rule("14.7/restrictions")
def closed_crossings(game: Game, mobility: str) -> frozenset[str]:
    """The bridges and ferries that a movement class cannot use now: gone, worn out for this turn, or too small."""
    found = [name for name, fate in game.state.bridges.items() if fate in GONE]
    found += [name for name in crossings(game.content).ferries if not ferry_runs(game, name, mobility)]
    return frozenset(found)


@rule("14.7/restrictions")
def ferry_runs(game: Game, ferry: str, mobility: str) -> bool:
    """Whether a ferry takes over another unit of a class in this turn."""
    figures = crossings(game.content).ferry
    most = figures.per_night_turn if is_night(game) else figures.per_day_turn
    return (
        mobility in figures.classes
        and game.state.bridges.get(ferry) not in GONE
        and game.state.ferried.get(ferry, 0) < most
        and not has_been_reached(game, ferry)
    )


def has_been_reached(game: Game, ferry: str) -> bool:
    """Whether Germans hold either landing of a ferry."""
    figures = crossings(game.content)
    ends = figures.ferries[ferry].side.split("-")
    return figures.ferry.lost_when_enemy_enters and any(game.state.holders.get(end) == GERMAN for end in ends)


def ferry_between(game: Game, a: str, b: str) -> str:
    """The ferry that crosses from a hex to the next, if one does."""
    return game.content.once(ferry_sides).get(frozenset((a, b)), "")


def note_ferries(game: Game) -> None:
    """A ferry is lost for good once Germans have been at either of its landings."""
    for ferry in crossings(game.content).ferries:
        if game.state.bridges.get(ferry) not in GONE and has_been_reached(game, ferry):
            game.state.bridges[ferry] = "lost"
            game.say(FerryLost(rule="14.7/restrictions", ferry=ferry))
