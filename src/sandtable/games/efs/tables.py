"""What the charts of the game hold: every figure that is not printed on a counter, each in a file of `data/tables`."""

from __future__ import annotations

from typing import Literal

from sandtable.games.efs.state import WeatherKind
from sandtable.mechanics.content import Strict, Table
from sandtable.mechanics.crt import CrtFile

Pair = tuple[float | None, float | None]
"""A cost for non-motorized and for motorized units; none where they may not enter."""
Share = Literal["", "full", "half", "either"]
Limits = tuple[int, int]
CombatFile = CrtFile


class Costs(Strict, frozen=True):
    """The costs of a hex in each weather, and while it is frozen, if that is different."""

    dry: Pair
    frost: Pair
    snow: Pair
    mud: Pair
    frozen: Pair | None = None


class Terrain(Strict, frozen=True):
    """A line of the Terrain Effects Chart for what lies in hexes."""

    cost: Costs
    adds: bool = False
    """Whether it is added to the dearest of the others (10.41)."""
    soviet_armor: dict[WeatherKind, float] = {}
    """What Soviet armored units pay instead."""
    soviet: float = 0
    """What Soviet units pay more or less (10.46)."""
    by_rail: float = 0
    """What those who enter along a railroad pay more or less (10.42a)."""
    along_rail: float | None = None
    """What units that may not enter it otherwise pay along a railroad (10.42c)."""
    ski_frozen: float | None = None
    """What ski units pay while it is frozen (5.24b)."""
    drm: int = 0
    orders: bool = False
    """Whether the defender may give orders in it (12.53b)."""
    overrun: Literal["", "never", "frozen-or-road"] = ""
    armor: Literal["", "half"] = ""
    """What becomes of red attack strengths against it (15.41d)."""
    zoc: Literal["", "never", "frozen"] = ""
    """Where it says so, zones of control reach into it never, or only while it is frozen."""


class SideCosts(Strict, frozen=True):
    """What a hexside adds; nothing is said where it is crossed in another way."""

    dry: float | None = None
    frost: float | None = None
    snow: float | None = None
    mud: float | None = None
    frozen: float | None = None


class SideTerrain(Strict, frozen=True):
    """A line of the Terrain Effects Chart for what lies along hexsides."""

    cost: SideCosts
    drm: int
    drm_frozen: int = 0
    crossing: Literal["", "full-allowance", "engineer", "never"] = ""
    """How it is crossed where no bridge is: 10.45c, 10.47b, or not at all."""
    zoc: Literal["", "never", "frozen"] = ""
    overrun: Literal["", "never"] = ""


class TownTerrain(Strict, frozen=True):
    """What a town gives its defender, in which weather."""

    drm: int
    weather: tuple[WeatherKind, ...]


class Fortification(Strict, frozen=True):
    cost: float
    overrun: Literal["never", "engineer"]


class Road(Strict, frozen=True):
    dry: float
    frost: float
    snow: float
    mud: float


class MinorRoad(Strict, frozen=True):
    dry_clear: float
    dry_other: float
    frost: float
    snow: float
    mud_foot: float
    mud_soviet_armor: float
    mud_motorized: float


class TerrainFile(Table, frozen=True):
    """The Terrain Effects Chart."""

    hexes: dict[str, tuple[str, ...]]
    terrain: dict[str, Terrain]
    town: TownTerrain
    sides: dict[str, SideTerrain]
    fortifications: dict[str, Fortification]
    roads: dict[str, Road]
    minor_road: MinorRoad


class RailFigures(Strict, frozen=True):
    allowance: int
    hex: int
    ferry: int
    axis_snow_factor: float
    without_stacking: int


class MovementFile(Table, frozen=True):
    """Figures of movement."""

    enemy_zoc: int
    overrun: int
    map_exit: int
    out_of_supply: int
    axis_motorized_in_snow: int
    strategic_factor: float
    enemy_distance: int
    infiltration_allowance: int
    crossing_stacking: int
    rail: RailFigures
    supply_unit_allowance: int
    flotilla_hex: int


class PhaseShares(Strict, frozen=True):
    """The part of its allowance that a class of unit has in each phase, and when it has been activated."""

    movement: Share = ""
    motorized: Share = ""
    reaction: Share = ""
    activated: Share = ""


class MovementPhasesFile(Table, frozen=True):
    """The Movement Phase Chart."""

    axis: dict[str, PhaseShares]
    soviet: dict[str, PhaseShares]


class StackingFile(Table, frozen=True):
    limit: int
    extra_rockets: int
    extra_engineers: int
    trains: int


class WeatherFile(Table, frozen=True):
    """The Weather Tables by area and climate."""

    areas: dict[str, dict[WeatherKind, dict[int, str]]]
    most_mud: int
    most_dry: int
    frozen_from: int
    limited_artillery_from: int


class Climate(Strict, frozen=True):
    climate: WeatherKind
    drm: int


class TurnTrackFile(Table, frozen=True):
    """The Turn Record Track: the climates of each area from a turn on."""

    first_day: str
    days: int
    last_turn: int
    areas: dict[str, dict[int, Climate]]


class Lengths(Strict, frozen=True):
    full: int
    reduced: int


class SupplyFile(Table, frozen=True):
    loc: Lengths
    road_net: Lengths
    temporary_hexes: int


class SupplyLine(Strict, frozen=True):
    fair: int
    foul: int


class AttackSupplyFile(Table, frozen=True):
    lines: dict[str, SupplyLine]
    foul: tuple[WeatherKind, ...]


class FuelFile(Table, frozen=True):
    die: str
    rows: dict[int, Literal["passes", "fails"]]
    modifiers: dict[str, int]
    limits: Limits


class OverrunRow(Strict, frozen=True):
    success: bool
    attacker: int
    defender: int


class OverrunFile(Table, frozen=True):
    die: str
    least_odds: int
    least_odds_fortified: int
    least_attack: int
    limits: Limits
    odds: dict[int, int]
    modifiers: dict[str, int]
    rows: dict[int, OverrunRow]
    cavalry_on_failure: int


class CombatModifiersFile(Table, frozen=True):
    limits: Limits
    modifiers: dict[str, int]
    asterisk: dict[str, int]
    retreat: int
    additional_retreat: int
    reaction_range: int
    strongpoint_city_range: int
    citadel_bonus: int
    shallow_water_stacking: int
    mandated_steps: int
    mandated_odds: str
    most_mandated: int
    untried_defence: int


class ArtilleryFile(Table, frozen=True):
    axis: int
    axis_allied_defending: int
    german_with_allied: int
    soviet: int
    soviet_with_hq: int
    soviet_rockets: int
    soviet_under_idle_hq: int
    ammunition: int


class BombardmentRow(Strict, frozen=True):
    result: Literal["destroyed", "suppressed", "none"]
    no_asterisk: bool
    steps: int


class BombardmentFile(Table, frozen=True):
    die: str
    rows: dict[int, BombardmentRow]


class LimitedArtilleryFile(Table, frozen=True):
    die: str
    rows: dict[int, Literal["kept", "spent"]]
    modifiers: dict[str, int]


class RetreatFile(Table, frozen=True):
    die: str
    rows: dict[int, Literal["away", "lost"]]
    modifiers: dict[str, int]


class SurrenderFile(Table, frozen=True):
    die: str
    rows: dict[int, Literal["surrender", "full-attrition", "partial-attrition", "none"]]
    modifiers: dict[str, int]
    despair: tuple[int, int]


class BridgesFile(Table, frozen=True):
    damage: int
    enemy_within: int
    soviet_major_rivers_after: int
    die: str
    rows: dict[int, Literal["mended", "not-mended"]]
    modifiers: dict[str, int]


class HeadquartersFile(Table, frozen=True):
    range: int
    die: str
    recovery_factor: int
    disbanded: int
    nkvd_motorized_only_from: int
    militia_range: int


class UntriedFile(Table, frozen=True):
    """The tried sides of untried units, by kind: figures, or `remove`."""

    pools: dict[str, tuple[str, ...]]


class VictoryFile(Table, frozen=True):
    steps_for_a_point: int
    cancelled_withdrawal: int
    garrison_released: int


class RegimentsFile(Table, frozen=True):
    most_detached: int
    strong_for: int
