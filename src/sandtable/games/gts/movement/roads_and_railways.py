"""Chapter 14.6: roads, trails and railways, and the hexes in which they pass without meeting.

A unit in column that came into a hex by one way cannot go on by another that does not meet it there at the rate of a
way. So each hex in which ways pass without meeting is three places: the hex itself, where a unit begins or comes in
across country, and one for those that came by each way.
"""

from __future__ import annotations

from sandtable.board import Places, ways
from sandtable.games.gts.content import Content
from sandtable.games.gts.movement.terrain_chart import terrain_chart
from sandtable.kernel import of_content, rule

ROAD, RAIL = "road", "rail"


@of_content
@rule("14.6", "29.41")
def groups_of_ways(content: Content) -> dict[str, str]:
    """Each way with those that it meets everywhere: roads and trails are one group, railways another."""
    chart = terrain_chart(content)
    return {name: ROAD if name in chart.joined else name for name in chart.ways}


@of_content
@rule("14.6", "29.41")
def column_places(content: Content) -> Places:
    """The places that columns tell apart."""
    plane, labels = content.board.places.plane, content.board.labels
    apart = [i for i in range(content.board.size) if _pass_apart(content, i)]
    return Places(plane, ways(plane, {labels[i]: (ROAD, RAIL) for i in apart}))


@rule("14.6", "29.41")
def _pass_apart(content: Content, index: int) -> bool:
    """Whether a railway passes roads in a hex without meeting them: outside towns, and where there is no station."""
    board, chart = content.board, terrain_chart(content)
    info = board.hexes[index]
    if info.terrain in chart.rail_joins_in or chart.rail_joins_at in info.features:
        return False
    here = {name for name, marks in board.networks.items() if any(marks[6 * index : 6 * index + 6])}
    return RAIL in here and len(here) > 1


@of_content
def ways_over_sides(content: Content) -> dict[int, tuple[str, ...]]:
    """The ways that cross hexsides, by hex and direction."""
    found: dict[int, tuple[str, ...]] = {}
    for name, marks in content.board.networks.items():
        for slot, mark in enumerate(marks):
            if mark:
                found[slot] = (*found.get(slot, ()), name)
    return found
