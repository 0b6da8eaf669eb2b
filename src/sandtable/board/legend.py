"""The legend of a map: what its terrain, hexsides, networks and hex features are called and how they are drawn.

Widths and dashes (lengths of stroke and gap in turn, as in "6 4") are in fiftieths of the way from a hex's centre to
its corner.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Colour = Annotated[str, msgspec.Meta(pattern=r"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$")]
Width = Annotated[float, msgspec.Meta(gt=0)]
Pattern = Literal[
    "trees", "dots", "hatch", "grass", "marsh", "waves", "stream", "ravine", "bridge", "blocks", "hills", "mountains",
    "craters", "orchard", "furrows", "none",
]  # fmt: skip
"""What is drawn on it. A stream or a ravine is a band that runs from hex to hex, also below bridges."""
Dash = Annotated[str, msgspec.Meta(pattern=r"^([0-9.]+( [0-9.]+)*)?$")]


class Name(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name in English and, where it differs, in Japanese."""

    en: str
    ja: str = ""

    def text(self, language: str) -> str:
        """The name in a language; English where it has none."""
        return self.ja if language == "ja" and self.ja else self.en


class TerrainStyle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of terrain: one fills every hex."""

    name: Name
    fill: Colour
    pattern: Pattern = "none"
    height: int = 0
    """How far it rises above the elevation of its hex, for lines of sight."""


class FeatureStyle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something in a hex besides its terrain, such as an airfield."""

    name: Name
    mark: Literal["dot", "ring", "square", "star", "cross", "anchor", "flag", "none"] = "dot"
    fill: Colour = "#333333"
    pattern: Pattern | None = None
    """What the ground looks like where it is, if not as the terrain does: such as an orchard among light woods."""


class SideStyle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that runs along hexsides, such as a river."""

    name: Name
    stroke: Colour
    width: Width = 1.0
    dash: Dash = ""
    style: Literal["line", "bank", "wall", "cliff", "crest", "hedge", "bridge", "none"] = "line"


class NetworkStyle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that runs from hex to hex across hexsides, such as a road."""

    name: Name
    stroke: Colour
    width: Width = 1.0
    dash: Dash = ""
    casing: Colour | None = None
    """The colour of the wider line drawn beneath."""
    ties: bool = False
    """Whether it is drawn with cross-ties, as railways are."""


class Legend(msgspec.Struct, frozen=True):
    """Everything that a map may hold, by id."""

    terrain: dict[str, TerrainStyle]
    features: dict[str, FeatureStyle] = {}
    sides: dict[str, SideStyle] = {}
    networks: dict[str, NetworkStyle] = {}
    regions: dict[str, Name] = {}
    """What those regions are called of which players are told; the others only serve scenarios."""
