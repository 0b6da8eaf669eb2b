"""What the options of movement and of engineers can name, for those who number all options of a scenario."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.asl.content import Content
from sandtable.games.asl.movement.arrivals import POSITIONS
from sandtable.games.asl.movement.fences import fenced
from sandtable.games.asl.movement.ways import locations_count, places
from sandtable.games.asl.terrain.hexes import printed_kinds, rows
from sandtable.kernel import of_content

KINDS = ("leave", "free", "prisoner", "hold", "drop", "side", "wp", "wall", "unwall", "throw", "charge")
"""Kinds of options: leave a unit, free a prisoner or hand him on, hold back fire, drop a weapon, breach a fence, WP,
claim Wall Advantage or give it up, throw or place a charge."""


@of_content
def place_labels(content: Content) -> Sequence[str]:
    """The places that are no hexes: floors and cellars, and positions in hexes where men can dig."""
    inside = places(content).labels[content.board.size : locations_count(content)]
    open_hexes = [
        label for label in content.board.labels if rows(content)[printed_kinds(content)[label]].building is None
    ]
    return (*inside, *(f"{label}~{position}" for label in open_hexes for position in POSITIONS))


@of_content
def ids_of(content: Content, kind: str) -> Sequence[str]:
    """Everything that options of a kind can name."""
    labels = content.board.labels
    if kind in ("leave", "free", "prisoner"):
        return tuple(content.all_unit_ids())
    if kind == "hold":
        return (*content.all_unit_ids(), *content.all_arms)
    if kind == "drop":
        return tuple(content.all_arms)
    if kind == "side":
        return tuple(dict.fromkeys(side for label in labels for side in fenced(content, label)))
    if kind in ("wp", "throw", "charge"):
        return places(content).labels[: locations_count(content)]
    return tuple(labels) if kind in ("wall", "unwall") else ()
