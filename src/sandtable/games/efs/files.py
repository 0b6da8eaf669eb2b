"""What the data files of the game hold: counters, Set-Up Cards and scenarios. Charts stand in `tables`."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from sandtable.games.efs.state import Box, Construction, WeatherKind
from sandtable.mechanics.content import Strict, Table, Text

Side = Literal["axis", "soviet"]
Size = Literal["", "I", "II", "III", "X", "XX"]
Class = Literal["armored", "motorized", "non-motorized", "special", "artillery"]
Colour = Literal["plain", "yellow", "orange", "green", "gray", "blue"]
Component = Literal["", "panzer", "motorized-infantry", "reconnaissance"]
Face = tuple[int, int, int]
"""Attack (of artillery: support), defence, movement allowance."""


class Nation(Strict, frozen=True):
    """A nationality and the colours of its counters (2.22a)."""

    side: Side
    fill: str
    ink: str
    symbol: str
    allied: bool = False
    """Whether it is Axis-Allied."""


class UnitType(Strict, frozen=True, rename={"group": "class"}):
    """A ground unit type, its symbol, and the class that it is of (2.22b/types)."""

    symbol: str
    group: Class


class Division(Strict, frozen=True):
    """A group whose units share a colour of the type box (2.22b/special-codes, 6.51, 15.58)."""

    name: Text
    kind: Literal["panzer", "motorized", "brigade"]
    colour: str


class PrintedUnit(Strict, frozen=True):
    """What is printed on a counter (2.22b)."""

    short: str
    name: Text
    nation: str
    type: str
    formation: str
    size: Size = ""
    stacking: int = 0
    faces: Annotated[tuple[Face, ...], msgspec.Meta(max_length=4)] = ()
    box: bool = False
    """The motorized box."""
    ma: Colour = "plain"
    red: bool = False
    """A red attack strength."""
    range: int = 0
    no_zoc: tuple[int, ...] = ()
    """The faces with a No-ZOC band, from 1."""
    heavy: int | None = None
    """Super-heavy artillery: its modifier when it bombards, if the table lists one (13.43b)."""
    asterisk: bool = False
    """Super-heavy artillery that can destroy a citadel or a fortified line (13.43c)."""
    command: int = 0
    recovery: int = 0
    guards: bool = False
    nkvd: bool = False
    militia: bool = False
    zap: bool = False
    substitute: bool = False
    """A regiment substitute counter."""
    cannot_rebuild: bool = False
    untried: str = ""
    """The kind of tried sides that it is drawn from."""
    untried_allowance: int | None = None
    """The allowance on its untried side, if it shows one (10.52)."""
    division: str = ""
    component: Component = ""


class UnitsFile(Table, frozen=True):
    """The counter manifest."""

    nations: dict[str, Nation]
    types: dict[str, UnitType]
    divisions: dict[str, Division]
    formations: dict[str, Text]
    units: dict[str, PrintedUnit]


class Placement(Strict, frozen=True):
    """How a unit comes into play (8.1): at the start, on its turn, with a group, or from a box."""

    at: str = ""
    turn: int = 0
    entry: tuple[str, ...] = ()
    """The map-edge hexes through one of which it enters (8.12)."""
    steps: int = 0
    """Its steps, if it does not have all."""
    group: str = ""
    box: Box = ""
    city: str = ""
    """The hex of the city near which militia is placed (8.43a)."""
    garrison: bool = False
    release: int = 0
    """The turn in which a garrison is released (21.83)."""
    operational: bool = True
    do_not_move: int = 0
    beside_capacity: bool = False
    """Whether it enters by rail without using railroad capacity (11.17)."""
    waters: str = ""
    """A flotilla: the region of the map whose waters it keeps to, rivers among them (22.51a)."""


class SupplyAtStart(Strict, frozen=True):
    at: str
    points: int


class SupplyReceived(Strict, frozen=True):
    """Attack supply points that a side receives in a range of turns (6.45)."""

    turns: tuple[int, int]
    line: str
    entry: tuple[str, ...]


class SupplyCounters(Strict, frozen=True):
    """How many supply units a side may have in play (6.45): small ones of 1 or 2 points, large dumps of 3 or 4."""

    small: int
    large: int


class SideCard(Strict, frozen=True):
    """What a side has besides its units."""

    sources: tuple[str, ...]
    rail_capacity: int
    bridges: int
    ferries: int
    supply_counters: SupplyCounters
    supply_at_start: tuple[SupplyAtStart, ...]
    supply_received: tuple[SupplyReceived, ...]
    strongpoints_per_turn: int = 0
    railroads: tuple[str, ...] = ()
    """Railroad hexes that it has converted before the start (19.1)."""
    railheads: tuple[str, ...] = ()
    """The hexes of its railhead markers at the start (19.24)."""


class StrongpointAtStart(Strict, frozen=True):
    side: Side
    status: Construction


class Withdrawal(Strict, frozen=True):
    """A withdrawal that the card requires (8.5)."""

    turn: int
    steps: int = 0
    """The strength at which it goes; any, where none is given (8.51c)."""
    cannot_cancel: bool = False
    returns: int = 0
    """The turn in which it is free to enter again, at the strength with which it left (8.51d); none if never."""
    entry: tuple[str, ...] = ()
    """The map-edge hexes through which it comes back."""


class Group(Strict, frozen=True):
    """A special reinforcement group, with the points that choosing it costs in each turn in which it may be (8.2)."""

    name: Text
    side: Side
    vp: dict[int, int]


class Conversion(Strict, frozen=True):
    """A unit conversion (8.6)."""

    turn: int
    remove: tuple[str, ...]
    receive: tuple[str, ...]


class WeatherCard(Strict, frozen=True):
    """Which Weather Table is used, and the turns whose weather is given."""

    area: Literal["north", "south"]
    automatic: dict[int, WeatherKind] = {}


class VictoryLocation(Strict, frozen=True):
    """What a location is worth from a turn on (24.23); `counted` ones are the Axis player's at the start, unscored."""

    points: dict[int, int]
    counted: bool = False
    garrison: int = 1
    """The steps that its occupation takes; none in countries of the Axis (24.24d)."""


class Points(Strict, frozen=True):
    """What else scores: a mandated attack not made (12.36a), a lost HQ, a location held out of supply at the end."""

    mandated: int = 0
    headquarters: int = 0
    unsupplied_location: int = 0


Left = Literal["fuel-shortage", "mandated-attacks", "surrender"]


class SetUpCard(Strict, frozen=True):
    """The Set-Up Card and the Victory Point Schedule of a scenario (4.1, 8.1, 24.21)."""

    weather: WeatherCard
    locations: dict[str, VictoryLocation]
    points: Points
    levels: dict[str, int]
    """The least points of each Axis victory, the best first; the Soviet player wins below the last."""
    first_turn: int
    sides: dict[Side, SideCard]
    axis_hexes: tuple[str, ...]
    units: dict[str, Placement]
    without: tuple[Left, ...] = ()
    """Rules that the scenario leaves out."""
    strongpoints: dict[str, StrongpointAtStart] = {}
    destroyed_bridges: tuple[str, ...] = ()
    withdrawals: dict[str, Withdrawal] = {}
    groups: dict[str, Group] = {}
    conversions: dict[str, Conversion] = {}
    mandated: dict[int, int] = {}
    """Mandated attacks that the scenario gives, by turn (12.3)."""
    fuel_groups: tuple[str, ...] = ()
    """The divisions subject to Fuel Shortage (6.51)."""
    ammunition: tuple[str, ...] = ()
    """The super-heavy guns whose ammunition is limited (13.46)."""
    stacking: dict[str, int] = {}
    """Lower stacking limits of regions."""
    closed: dict[Side, str] = {}
    """The region into which a side may not move."""
    exits: dict[str, str] = {}
    """Exit areas and their regions (11.6)."""


class ScenarioFile(Strict, frozen=True):
    """A scenario: its own map and card, or those of another that it is like, with units `besides`."""

    name: Text
    description: Text
    last_turn: int
    briefing: Text = {}
    map: str = ""
    card: SetUpCard | None = None
    like: str = ""
    besides: dict[str, Placement] = {}
