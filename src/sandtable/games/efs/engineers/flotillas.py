"""Chapter 22.5: where flotillas go: along rivers, canals and coasts, over lakes, shallow water and the sea."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.games.efs.content import WATER, Content, Edge
from sandtable.games.efs.units import Game
from sandtable.games.efs.weather.conditions import is_frozen
from sandtable.kernel import of_content, rule
from sandtable.mechanics.switches import is_on

RIVER = "river"
CHANNELS = frozenset({"major-river", "canal", *WATER})
"""The hexsides along and across which a flotilla goes wherever they are; rivers only where the scenario says so."""
SEA = "sea"


@of_content
@rule("22.51a")
def waters_of(content: Content, unit_id: str) -> str:
    """The region of the map to which the scenario holds a flotilla, if it names one."""
    placement = content.card.units.get(unit_id)
    return placement.waters if placement is not None else ""


@of_content
@rule("22.51a", "22.51c", "22.51d", "22.51e", "22.55a")
def waterways(content: Content, region: str) -> Mapping[str, frozenset[str]]:
    """The hexes in which flotillas may be, each with those to which they go from there.

    That is everywhere on major rivers, canals, coasts, lakes, shallow water and the sea; where the scenario names
    waters, a region of the map, only there, and along its rivers too.
    """
    kept_to = content.region(region) if region else frozenset(content.board.labels)
    channels = CHANNELS | {RIVER} if region else CHANNELS
    found = {
        label: frozenset(
            other
            for other in content.adjacent[label]
            if other in kept_to and is_connected(content, (label, other), channels)
        )
        for label in sorted(kept_to)
    }
    return {label: others for label, others in found.items() if others}


@rule("22.51c", "22.51d", "22.51e")
def is_connected(content: Content, edge: Edge, channels: frozenset[str]) -> bool:
    """Whether water leads from a hex to the next: over open water or between it and its coast, across a channel to the
    other bank, or along the coast or the channel that runs past both; by a switch between any hexes of the coast.
    """
    here, there = edge
    if content.coasts[here] and content.coasts[there] and is_on(content, "coasts-are-connected"):
        return True
    if any(content.parts[label] & WATER for label in edge) or content.hexsides[edge] & channels:
        return True
    return any(
        content.parts[beside] & WATER
        or (content.hexsides[here, beside] & channels and content.hexsides[there, beside] & channels)
        for beside in content.adjacent[here]
        if beside in content.adjacent[there]
    )


@rule("5.23c", "10.47a", "22.51a", "22.54a")
def why_not_sail(game: Game, unit_id: str, edge: Edge) -> str:
    """Why a flotilla may not go from a hex to the next, as the key of a refusal; nothing where it may."""
    ways = waterways(game.content, waters_of(game.content, unit_id))
    if edge[1] not in ways.get(edge[0], ()):
        return "refused.no-waterway"
    if is_frozen(game) and not (is_on(game.content, "sea-stays-open") and is_at_sea(game.content, edge)):
        return "refused.frozen-in"
    return ""


def is_at_sea(content: Content, edge: Edge) -> bool:
    """Whether a step leads over the sea or along its coast."""
    return all(SEA in content.parts[label] | content.coasts[label] for label in edge)


@rule("22.55a")
def is_exposed_to_storms(content: Content, label: str) -> bool:
    """Whether a flotilla in a hex is repositioned in a storm: on open water and on coasts, whatever river is there."""
    return bool(content.parts[label] & WATER or content.coasts[label])


@rule("22.55b")
def distances(content: Content, region: str, start: str, closed: frozenset[str]) -> Mapping[str, int]:
    """How many hexes of water a flotilla is from each other hex that it could reach, some being closed to it."""
    ways, found, reached = waterways(content, region), {start: 0}, [start]
    for label in reached:
        for other in sorted(ways.get(label, ())):
            if other not in found and other not in closed:
                found[other] = found[label] + 1
                reached.append(other)
    return found
