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
    "craters", "orchard", "furrows", "roofs", "none",
]  # fmt: skip
"""What is drawn on it. A stream or a ravine is a band that runs from hex to hex, also below bridges."""
Share = Annotated[int, msgspec.Meta(ge=-100, le=100)]
Outline = tuple[tuple[Share, Share], ...]
"""The corners of what stands in a hex, in hundredths of the way from its centre to its right and lower edge."""
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
    patch: Annotated[int, msgspec.Meta(gt=0, lt=100)] | None = None
    """For what does not fill its hex, such as a copse: the share of it that it covers, in hundredths. Hexsides between
    two hexes of the same are filled. The ground around it is that of a feature with a pattern."""
    outline: Outline = ()
    """The same for what has a shape of its own, such as a house, where a hex of the map does not say another."""


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
    style: Literal["line", "bank", "wall", "cliff", "crest", "hedge", "fence", "slope", "bridge", "none"] = "line"
    falls: bool = False
    """Whether it has a lower side: the map then names the lower hex of each of its hexsides first."""


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
