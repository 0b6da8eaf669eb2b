"""What the data files of the game hold: counters, tables and scenarios."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from sandtable.mechanics.content import Strict, Table, Text

Nat = Literal["su_8ga", "su", "gdr", "us", "uk", "ca", "nl", "be", "frg", "fr"]


class PrintedUnit(Strict, frozen=True):
    """What is printed on a counter (2.4)."""

    short: str
    name: Text
    side: Literal["soviet", "nato"]
    nat: Nat
    type: str
    size: Literal["XX", "X", "III"]
    steps: Annotated[int, msgspec.Meta(ge=1, le=2)]
    attack: int
    defense: int
    move: int
    code: str = ""
    at: str = ""
    turn: int = 0
    group: str = ""
    air: bool = False
    jaeger: bool = False


class Link(Strict, frozen=True):
    """A US division that two counters can form (9.8)."""

    brigade: str
    rest: str
    whole: str


class Nation(Strict, frozen=True):
    """A nationality and the colours of its counters (2.5)."""

    side: str
    fill: str
    ink: str
    symbol: str


class UnitType(Strict, frozen=True):
    """A unit type and its symbol (2.8)."""

    symbol: str


class UnitsFile(Table, frozen=True):
    """The counter manifest."""

    units: dict[str, PrintedUnit]
    links: tuple[Link, ...]
    nationalities: dict[str, Nation]
    types: dict[str, UnitType]


class TerrainCost(Strict, frozen=True):
    """A line of the terrain effects chart (12.5); no cost means no entry."""

    move: int | None
    mountain_infantry: int | None
    shift: int = 0


class BorderSurcharge(Strict, frozen=True):
    """What a Soviet unit pays to cross a border in the first turn (5.10)."""

    regular: int
    road: int


class TerrainFile(Table, frozen=True):
    """The terrain effects chart."""

    terrain: dict[str, TerrainCost]
    river: int
    border: BorderSurcharge


class MovementFile(Table, frozen=True):
    """What road mode multiplies the movement factor by (10.17)."""

    road_factor: Annotated[int, msgspec.Meta(ge=1)]


class SupplyFigures(Strict, frozen=True):
    """How long the portions of a supply line may be (8.4, 8.7)."""

    cross_country: int
    post_city: int


class SupplyFile(Table, frozen=True):
    """The supply parameters of both sides."""

    sides: dict[str, SupplyFigures]


class RecoveryFile(Table, frozen=True):
    """The turns until a NATO supply source that was retaken is up and running again, by the die (8.9)."""

    die: str
    rows: dict[int, int]


class StackingFile(Table, frozen=True):
    """Stacking values and limits, in half divisions (7.1, 7.3)."""

    limit: int
    sizes: dict[str, int]
    territorial: int


class NationsModifier(Strict, frozen=True):
    """A modifier of the multi-national die for exactly these nations."""

    nations: tuple[str, ...]
    modifier: int


class CrowdModifier(Strict, frozen=True):
    """A modifier of the multi-national die for at least so many nations."""

    nations: int
    modifier: int


class MultinationalFile(Table, frozen=True):
    """The multi-national attack table, and what mixed stacks suffer besides."""

    die: str
    rows: dict[int, int]
    friends: NationsModifier
    crowd: CrowdModifier
    exempt: tuple[str, ...]
    defense_shift: int
    move_loss: int


class Turn(Strict, frozen=True):
    """A box of the turn track."""

    air: int | None
    """The modifier of the air superiority die; none where it is not rolled."""
    r_units: int
    mini_turn: bool
    wild_weasels: int


class TurnTrackFile(Table, frozen=True):
    """The turn track."""

    turns: dict[int, Turn]


class NationEntry(Strict, frozen=True):
    """Where the reinforcements of a NATO nation enter: regions of the map, or nothing."""

    city: str | None
    edge: str | None
    edge_when: Literal["always", "no-city", "never"]
    delay: int
    """How many turns late units come that enter over the edge."""


class EntryFile(Table, frozen=True):
    """Where reinforcements enter."""

    quota: int
    artillery_per_turn: int
    groups: dict[str, str]
    setup: dict[str, str]
    nations: dict[str, NationEntry]
    lost_without_city: tuple[str, ...]
    """The nations whose units to come are lost while none of their cities is up and running."""


class Condition(Strict, frozen=True):
    """One way for the Soviets to win: control of enough hexes of a region, connected and supplied where it says so."""

    rule: str
    name: Text
    level: str
    """The key of the victory that it gives."""
    region: str
    count: Annotated[int, msgspec.Meta(ge=1)]
    bridgehead: bool = False
    """The hexes must form one connected group in overland supply (4.6)."""


class Placement(Strict, frozen=True):
    """Where a unit of a shorter scenario starts, or when it arrives."""

    at: str = ""
    turn: int = 0
    group: str = ""
    steps: int = 0


class ScenarioFile(Strict, frozen=True):
    """A scenario as written down."""

    name: Text
    description: Text
    source: str
    map: str
    first_turn: Annotated[int, msgspec.Meta(ge=1, le=15)]
    last_turn: Annotated[int, msgspec.Meta(ge=1, le=15)]
    victory: tuple[Condition, ...]
    area: tuple[str, str] | None = None
    """The corners of the part of the map in play: first and last label of a rectangle of columns and rows."""
    units: dict[str, Placement] | None = None
    """The units that take part, where not all do as their counters say."""
    r_units: dict[int, int] | None = None
    """Soviet R reinforcements by turn, where they differ from the standard schedule."""
    captured: dict[str, tuple[str, ...]] = {}
    """Hexes that a side holds at the start beside its own, by side."""
    regions: dict[str, str] = {}
    """Regions of the map that others stand in for, such as the supply sources where the map edge is out of play."""
