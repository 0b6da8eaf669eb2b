"""Chapter 13: what the optional rules share: the switches, and the markers they add."""

from __future__ import annotations

from typing import Literal

from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.units import Game
from sandtable.kernel import rule
from sandtable.mechanics.content import Strict, Table

SPECIAL_FORCES = "special_forces"
JAMMER = "ew"
Place = Literal["west-germany", "start-soviet", "reinforcement-hex", "off-map"]


class MarkersDue(Strict, frozen=True):
    """Markers that a side is given at set-up (turn 0) or in a turn."""

    side: Literal["soviet", "nato"]
    turn: int
    marker: Literal["special_forces", "ew"]
    number: int
    place: Place


class OptionalForces(Table, frozen=True):
    """What the optional rules add to the order of battle."""

    markers: tuple[MarkersDue, ...]


class SpecialForcesFigures(Table, frozen=True):
    """How far special forces move, how many of a side may share a hex, and what their zone adds to its cost."""

    move: int
    per_hex: int
    zone_cost: int


@rule("13.16", "13.22")
def markers_due(game: Game, side: str, marker: str, turn: int) -> list[MarkersDue]:
    """What a side has been given of a kind of marker up to a turn, the set-up first."""
    file = game.content.table("optional-forces", OptionalForces)
    return [entry for entry in file.markers if (entry.side, entry.marker) == (side, marker) and entry.turn <= turn]


def special_forces_figures(content: Content) -> SpecialForcesFigures:
    return content.table("special-forces", SpecialForcesFigures)
