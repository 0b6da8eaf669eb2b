"""Chapter 22.2: Bridge markers are placed, completed and removed."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.games.efs.content import Content, Edge, card_of
from sandtable.games.efs.engineers.bridges import STREAMS, printed_bridge
from sandtable.games.efs.events.engineers import BridgePlaced, BridgeRemoved, FerryRemoved
from sandtable.games.efs.state import OFF_MAP, SOVIET, Bridge, enemy_of
from sandtable.games.efs.tables import BridgesFile
from sandtable.games.efs.units import Game
from sandtable.kernel import of_content, rule
from sandtable.mechanics.roster import occupier
from sandtable.mechanics.switches import is_on

MAJOR = "major-river"
BRIDGED = STREAMS | {MAJOR}
"""The hexsides that a Bridge marker may cross."""


@of_content
def waterside(content: Content) -> dict[str, tuple[str, ...]]:
    """The land hexes along rivers, canals and major rivers, with those across the water."""
    found: dict[str, tuple[str, ...]] = {}
    for label in sorted(content.land):
        across = [other for other in content.adjacent[label] if content.hexsides[label, other] & BRIDGED]
        if across:
            found[label] = tuple(other for other in across if other in content.land)
    return found


@rule("22.22")
def free_marker(game: Game, side: str) -> str:
    """A Bridge marker of a side that is not on the map and was not in this turn; nothing if there is none."""
    return first_free(game, bridge_markers(game.content, side))


@of_content
def bridge_markers(content: Content, side: str) -> tuple[str, ...]:
    """The Bridge markers of a side."""
    return tuple(f"{side}-bridge-{place}" for place in range(1, card_of(content, side).bridges + 1))


def first_free(game: Game, names: Sequence[str]) -> str:
    """The first of some markers that is not on the map and was not in this turn."""
    bridges, turn = game.state.bridges, game.state.turn
    return next((name for name in names if name not in bridges or is_idle(bridges[name], turn)), "")


def is_idle(bridge: Bridge, turn: int) -> bool:
    """Whether a marker was taken off the map in an earlier turn."""
    return not bridge.at and bridge.turn < turn


@rule("22.22", "22.22/note-facing")
def movable(game: Game, side: str) -> dict[str, str]:
    """The hexes with Bridge markers of a side that may be placed anew, with the marker: once a turn each."""
    return {
        bridge.at: name
        for name, bridge in game.state.bridges.items()
        if bridge.side == side and bridge.at and not bridge.ferry and bridge.turn < game.state.turn
    }


@rule("22.2", "22.23a", "22.25")
def may_be_bridged(game: Game, edge: Edge, side: str) -> bool:
    """Whether a marker may cross a hexside: over a river, a canal or a major river that no bridge crosses, whosesoever.

    The Soviets bridge no major river until late in the war. By a switch markers of the enemy do not count.
    """
    return may_be_spanned(game, edge, spans_major_rivers(game, side)) and edge not in spanned(game, side)


def may_be_spanned(game: Game, edge: Edge, with_major_rivers: bool) -> bool:
    """Whether a hexside could have a marker, whatever markers there are."""
    found = game.content.hexsides[edge] & BRIDGED
    if not found or (MAJOR in found and not with_major_rivers):
        return False
    return not printed_bridge(game, edge, "road") and not printed_bridge(game, edge, "rail")


@rule("22.25")
def spans_major_rivers(game: Game, side: str) -> bool:
    """Whether a side may bridge major rivers by now."""
    return side != SOVIET or game.state.turn > game.content.table("bridges", BridgesFile).soviet_major_rivers_after


@rule("22.23a")
def spanned(game: Game, side: str) -> set[Edge]:
    """The hexsides, both ways, that markers cross which keep others away."""
    theirs = not is_on(game.content, "enemy-bridges-are-none")
    bridges = [each for each in game.state.bridges.values() if not each.ferry]
    built = [each for each in bridges if each.side == side or (theirs and each.status == "completed")]
    return {edge for each in built for edge in ((each.at, each.to), (each.to, each.at))}


@rule("22.23c")
def far_banks(game: Game, label: str, side: str) -> list[str]:
    """The hexes to which a bridge may be built from a hex: an enemy zone does not matter there, an enemy unit does."""
    return [
        other
        for other in waterside(game.content).get(label, ())
        if occupier(game, other) != enemy_of(side) and may_be_bridged(game, (label, other), side)
    ]


@rule("22.23c", "22.24a", "22.24b")
def place(game: Game, name: str, side: str, edge: Edge) -> None:
    """Place a marker: over a river or canal it is completed at once, over a major river in the Engineering Phase."""
    done = MAJOR not in game.content.hexsides[edge]
    game.state.bridges[name] = Bridge(
        side, edge[0], edge[1], "completed" if done else "under-construction", game.state.turn
    )
    game.say(BridgePlaced(rule="22.23c", at=edge[0], to=edge[1], side=side))


@rule("22.26", "22.26/note-no-capture", "22.35")
def remove_bridges(game: Game) -> None:
    """Markers in whose hex an enemy combat unit is are taken off the map, to be used again in a later turn."""
    for name, bridge in game.state.bridges.items():
        if bridge.at and occupier(game, bridge.at) == enemy_of(bridge.side):
            take_up(game, name)


def take_up(game: Game, name: str) -> None:
    """Take a marker off the map."""
    bridge = game.state.bridges[name]
    game.state.bridges[name] = replace(bridge, at=OFF_MAP, turn=game.state.turn)
    if bridge.ferry:
        game.say(FerryRemoved(rule="22.35", at=bridge.at, to=bridge.to))
    else:
        game.say(BridgeRemoved(rule="22.26", at=bridge.at, to=bridge.to, side=bridge.side))
