"""The hexes of areas that a scenario names, each worked out once: where groups set up and enter, what is to be held."""

from __future__ import annotations

from sandtable.games.asl.content import Content
from sandtable.games.asl.scenario import Area, Entry
from sandtable.kernel import of_content


@of_content
def hexes_of_area(content: Content, area: Area | Entry) -> frozenset[str]:
    """The hexes of an area on the map of a scenario."""
    return area.on(content.board)
