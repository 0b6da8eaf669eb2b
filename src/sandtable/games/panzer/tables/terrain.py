"""The Terrain Effects Table, and what changes of level cost (Game Card A)."""

from __future__ import annotations

from typing import Literal

from sandtable.board import FORBIDDEN
from sandtable.games.panzer.tables.parts import Cover, UpTo, complete
from sandtable.mechanics.content import Strict, Table

Price = int | Literal["P", "all"]
"""Movement points; P is prohibited, `all` the whole allowance of a move that begins in the hex."""
ALL = 1_000
"""The price of a step that takes the whole allowance: more than any unit has, so that it can only be the one hex that
may always be moved (4.5.1.1.3)."""
CoverIn = Cover | Literal["other", "original"]
"""A cover class, that of the other terrain in the hex, or that which vehicles had in what stood there before."""
HullDown = UpTo | Literal["full", "partial"]
"""The D100 at which a search finds a hull down position (6.6.9), or the position that the terrain itself gives."""


def price_of(price: Price) -> int:
    """A price of the terrain chart as a number."""
    return FORBIDDEN if price == "P" else ALL if price == "all" else price


class Costs(Strict, frozen=True):
    """Movement points by the mode of traction."""

    T: Price
    H: Price
    W: Price
    leg: Price
    towed: Price

    def of(self, mode: Literal["T", "H", "W", "leg", "towed"]) -> Price:
        """The cost for a mode of traction."""
        return {"T": self.T, "H": self.H, "W": self.W, "leg": self.leg, "towed": self.towed}[mode]


class CoverOf(Strict, frozen=True):
    """The cover of a hex, for whom it hides and for the GP Defense of men and guns (6.5.4.2.2)."""

    vehicle: CoverIn
    towed: CoverIn
    leg: CoverIn
    gp: CoverIn


class HexTerrain(Strict, frozen=True, kw_only=True):
    """A terrain that fills a hex."""

    height: int
    """How far it rises above the ground, or lies below it; for a building, that of each storey."""
    blocks: bool = False
    """Whether it blocks lines of sight by its height."""
    cover: CoverOf
    costs: Costs
    turn: int | None
    """What a vehicle pays to turn further than the free turn in the hex, however far (4.5.1.1.4)."""
    gp_defense: int | None = None
    """Its own GP Defense, where it can be destroyed (6.5.4.2.5)."""
    hull_down: HullDown | None = None
    needs_support: bool = False
    """Whether vehicles need infantry with them in it (6.6.1.1.2)."""
    bog: UpTo = 0
    """The D100 up to which a vehicle bogs down (7.29)."""
    full_cover: bool = True
    quickmarch: bool = False
    mines: bool = False
    """Whether mines may be laid in it (7.31)."""


class SideTerrain(Strict, frozen=True, kw_only=True):
    """A terrain along a hexside; what it costs is added to the hex. A change of level is paid beside it."""

    height: int
    blocks: bool = False
    extra: Costs
    hull_down: HullDown | None = None
    quickmarch: bool = True


class CounterTerrain(Strict, frozen=True, kw_only=True):
    """What a counter in a hex does: it adds to the cost of the hex, or replaces it."""

    height: int
    cover: CoverOf
    extra: Costs | None = None
    costs: Costs | None = None
    turn: int = 0
    """What turning costs, or with `extra` what it adds to that."""
    gp_defense: int | None = None
    hull_down: HullDown | None = None
    needs_support: bool = False
    bog: UpTo = 0
    full_cover: bool = True
    quickmarch: bool = True
    mines: bool = True

    def __post_init__(self) -> None:
        if (self.extra is None) == (self.costs is None):
            raise ValueError("give either extra, what the counter adds to the cost of its hex, or costs in its place")


HEXES = (
    "clear", "brush", "crops", "scrub", "rough", "shellhole", "light-woods", "woods", "heavy-woods", "building-wood",
    "building-brick", "building-stone", "alley", "gully", "ford", "stream", "water", "bridge", "railroad", "path",
    "road",
)  # fmt: skip
SIDES = ("slope", "cliff", "crest", "wall", "hedgerow")
COUNTERS = (
    "wreck", "brew-up-smoke", "smoke", "barrage", "on-fire", "block", "ditch", "hasty-entrenchment",
    "improved-position", "rubble", "wire", "mines-hasty", "mines-deliberate",
)  # fmt: skip


MINES = ("mines-hasty", "mines-deliberate")
"""The counters of minefields (7.31)."""


class TerrainFile(Table, frozen=True):
    """The Terrain Effects Table."""

    hexes: dict[str, HexTerrain]
    hill_hull_down: UpTo
    """The search for a hull down position in a hex of a hill, whatever else is in it."""
    sides: dict[str, SideTerrain]
    counters: dict[str, CounterTerrain]

    def __post_init__(self) -> None:
        complete(self.hexes, HEXES, "terrain of hexes")
        complete(self.sides, SIDES, "terrain of hexsides")
        complete(self.counters, COUNTERS, "counters")


class ClimbRow(Strict, frozen=True):
    """How many levels a mover may change in a step, and what each number of levels costs."""

    levels: int
    up: tuple[int, ...]
    """The cost of climbing one level, two levels, and so on."""
    down: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.up) != self.levels or len(self.down) != self.levels:
            raise ValueError(f"up and down need a cost for each of the {self.levels} levels that may be changed")


class ElevationFile(Table, frozen=True):
    """Changes of level (4.5.1.1.2/slope-crest, 4.5.1.1.5, 6.6.4.1)."""

    along_ways: int
    """By how many levels a change along a road or path counts less."""
    movers: dict[str, ClimbRow]

    def __post_init__(self) -> None:
        complete(self.movers, ("T", "H", "W", "leg", "leg-with-weapon", "towed", "cavalry"), "changes of level")
