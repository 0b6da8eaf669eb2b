"""What blocks a line of sight, for those who ask why: which hex or hexside, and what is there."""

from __future__ import annotations

from typing import Literal

import msgspec

from sandtable.board._kernels import GROUND, HEXSIDE, OBSTACLE, SightLine
from sandtable.board.legend import Name
from sandtable.board.plane import Plane

Cause = Literal["ground", "obstacle", "hexside"]
_CAUSES: dict[int, Cause] = {GROUND: "ground", OBSTACLE: "obstacle", HEXSIDE: "hexside"}


class Obstruction(msgspec.Struct, frozen=True):
    """The first thing in the way of a line, seen from where it starts."""

    cause: Cause
    """The ground itself, what stands on it, or what stands on a hexside."""
    at: str
    """The label of the hex or hexside."""
    what: tuple[str, ...]
    """What the map says is there, by its ids in the legend: the terrain of a hex, or the features of a hexside."""
    names: tuple[Name, ...]
    """The same in words, such as woods."""
    blind: bool = False
    """Whether it hides only what lies in the blind hexes behind it."""


def obstruction(line: SightLine, terrain: Plane) -> Obstruction | None:
    """What blocks a line over some terrain; None if nothing does."""
    if line.clear:
        return None
    cause = _CAUSES[line.reason]
    if cause == "hexside":
        hex_, direction = divmod(line.blocked_side, 6)
        sides = terrain.legend(hex_).sides
        what = tuple(sorted(terrain.side_features(hex_, direction)))
        names = tuple(sides[feature].name for feature in what if feature in sides)
        return Obstruction(cause, terrain.side_label(hex_, direction), what, names, line.in_shadow)
    hex_ = line.blocked_hex
    kind = terrain.info(hex_).terrain
    return Obstruction(cause, terrain.labels[hex_], (kind,), (terrain.legend(hex_).terrain[kind].name,), line.in_shadow)
