"""Bridges and ferries: which carry their ways now, for whom, and what becomes of them (14.7/restrictions)."""

from __future__ import annotations

from sandtable.games.gts.arnhem.special_rules import now, order, special
from sandtable.games.gts.content import Content
from sandtable.games.gts.events.moving import FerryLost
from sandtable.games.gts.movement.terrain_chart import crossings
from sandtable.games.gts.sequence.troop_quality import bands, succeeds
from sandtable.games.gts.state import GERMAN, enemy_of
from sandtable.games.gts.units import DIE, Game, is_night
from sandtable.kernel import Line, Resolved, of_content, rule
from sandtable.mechanics.roster import occupier
from sandtable.mechanics.sums import Modifier, Sum

GONE = ("blown", "lost")
TRIED = "tried-"
"""What stands before the number of demolitions of a bridge that have failed."""


@of_content
def ferry_sides(content: Content) -> dict[frozenset[str], str]:
    """The hexsides that a ferry crosses, with its id."""
    return {frozenset(ferry.side.split("-")): name for name, ferry in crossings(content).ferries.items()}


@of_content
def landings(content: Content) -> dict[str, tuple[str, str]]:
    """The hexes at both ends of every ferry."""
    found = {}
    for name, ferry in crossings(content).ferries.items():
        here, there = ferry.side.split("-")
        found[name] = (here, there)
    return found


@of_content
def landing_hexes(content: Content) -> frozenset[str]:
    """All hexes at which a ferry lands."""
    return frozenset(label for ends in landings(content).values() for label in ends)


@of_content
def river_sides(content: Content) -> dict[frozenset[str], str]:
    """The hexsides that a bridge or ferry crosses, with its id."""
    over = {frozenset(bridge.side.split("-")): name for name, bridge in crossings(content).bridges.items()}
    return over | ferry_sides(content)


@rule("14.7/restrictions")
def closed_crossings(game: Game, mobility: str) -> frozenset[str]:
    """The bridges and ferries that a movement class cannot use now: gone, worn out for this turn, or too small."""
    bridges = game.state.bridges
    found = [name for name, fate in bridges.items() if fate in GONE] if bridges else []
    found += [name for name in landings(game.content) if not ferry_runs(game, name, mobility)]
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
    holders = game.state.holders
    if not crossings(game.content).ferry.lost_when_enemy_enters:
        return False
    here, there = landings(game.content)[ferry]
    return holders.get(here) == GERMAN or holders.get(there) == GERMAN


def ferry_between(game: Game, a: str, b: str) -> str:
    """The ferry that crosses from a hex to the next, if one does."""
    if a not in landing_hexes(game.content):
        return ""
    return ferry_sides(game.content).get(frozenset((a, b)), "")


@rule("14.7/restrictions")
def count_ferry(game: Game, a: str, b: str) -> None:
    """Count the crossing if units go from a hex to the next by ferry."""
    ferry = ferry_between(game, a, b)
    if ferry:
        game.state.ferried[ferry] = game.state.ferried.get(ferry, 0) + 1


@rule("14.7/restrictions")
def note_ferries(game: Game) -> None:
    """A ferry is lost for good once Germans have been at either of its landings."""
    for ferry in crossings(game.content).ferries:
        if has_been_reached(game, ferry):
            _lose_ferry(game, ferry)


def _lose_ferry(game: Game, ferry: str) -> None:
    if game.state.bridges.get(ferry) not in GONE:
        game.state.bridges[ferry] = "lost"
        game.say(FerryLost(rule="14.7/restrictions", ferry=ferry))


@rule("14.7/restrictions")
def end_turn(game: Game) -> None:
    """After the night that the scenario names the ferry has drifted away."""
    row = special(game, "ferry-lost")
    if row is not None and row.after is not None and now(game) >= order(row.after.date, row.after.time):
        _lose_ferry(game, row.ferry)


# Demolitions


@of_content
def prepared(content: Content) -> dict[str, str]:
    """The hexes at the ends of bridges that are ready to be blown, with the bridge of each."""
    if "rail-bridge" not in content.special:
        return {}
    mined = [(name, row.side) for name, row in crossings(content).bridges.items() if row.demolition is not None]
    return {end: name for name, side in mined for end in side.split("-") if end in content.board.index}


@rule("14.7/restrictions")
def is_at_mined_bridge(game: Game, label: str) -> bool:
    """Whether an enemy has just come, as the first of his side, to a bridge that is ready to be blown."""
    bridge = prepared(game.content).get(label)
    return bridge is not None and bridge not in game.state.bridges and is_threatened(game, bridge)


def is_threatened(game: Game, bridge: str) -> bool:
    """Whether an enemy of those who mined a bridge stands at either end of it."""
    row = crossings(game.content).bridges[bridge]
    return row.owner is not None and any(occupier(game, end) == enemy_of(row.owner) for end in row.side.split("-"))


def reached(game: Game, label: str) -> None:
    """Units have come to a hex: a ferry there may be lost, and a bridge blown."""
    if label in landing_hexes(game.content):
        note_ferries(game)
    if is_at_mined_bridge(game, label):
        _demolish(game, prepared(game.content)[label])


@rule("14.7/restrictions")
def try_again(game: Game) -> None:
    """At the beginning of each activation: one more roll for every mined bridge at which enemies still stand."""
    for bridge in dict.fromkeys(prepared(game.content).values()):
        if game.state.bridges.get(bridge) not in GONE and is_threatened(game, bridge):
            _demolish(game, bridge)


@rule("14.7/restrictions")
def _demolish(game: Game, bridge: str) -> None:
    """A roll not above the value blows the bridge; each failure makes the next roll harder."""
    tried = int(game.state.bridges.get(bridge, f"{TRIED}0").removeprefix(TRIED))
    parts = [Modifier("demolition", crossings(game.content).bridges[bridge].demolition or 0, "14.7/restrictions")]
    if tried:
        parts.append(Modifier("failed-before", crossings(game.content).again * tried, "14.7/restrictions"))
    roll = game.roll(DIE, "demolition", "14.7/restrictions", bands(game, Sum(parts).total))
    blown = succeeds(game, roll, Sum(parts).total)
    game.state.bridges[bridge] = "blown" if blown else f"{TRIED}{tried + 1}"
    shown = (*Sum(parts).lines, Line("roll", str(roll), "14.7/restrictions"))
    result = "blown" if blown else "stands"
    owner = crossings(game.content).bridges[bridge].owner or ""
    favours = owner if blown else enemy_of(owner)
    game.say(
        Resolved(
            rule="14.7/restrictions", what="demolition", result=result, subject=bridge, lines=shown, favours=favours
        )
    )
