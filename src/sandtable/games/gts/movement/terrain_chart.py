"""The terrain effects chart and the figures of movement (14.5), as their tables describe them."""

from __future__ import annotations

from typing import Literal

from sandtable.games.gts.content import Content, SideName
from sandtable.mechanics.content import Strict, Table, Text

HALF = 2
"""Costs are counted in half movement points, since ways cost halves."""


def halves(points: float) -> int:
    """Movement points as they are counted."""
    return round(points * HALF)


class Formations(Strict, frozen=True, kw_only=True):
    """The cost of a hex in combat formation and in column; None is prohibited."""

    combat: int | None
    column: int | None

    def cost(self, *, column: bool) -> int | None:
        return self.column if column else self.combat


class Ground(Strict, frozen=True, kw_only=True):
    """A terrain of the chart."""

    leg: Formations
    motorized: Formations
    tracked: Formations
    blocks: Literal["never", "first", "second"]
    defense: int
    no_defense_against: tuple[str, ...] = ()


class Way(Strict, frozen=True, kw_only=True):
    """What a road, trail or railway costs."""

    leg: float
    motorized: float
    tracked: float


class Surcharge(Strict, frozen=True, kw_only=True):
    """What a hexside adds to the cost of the hex entered, or by what it multiplies it."""

    add: int = 0
    times: int = 1


class Surcharges(Strict, frozen=True, kw_only=True):
    """The surcharge in combat formation and in column."""

    combat: Surcharge
    column: Surcharge


class Hexside(Strict, frozen=True, kw_only=True):
    """A hexside of the chart; a class without a surcharge may not cross it."""

    leg: Surcharges | None
    motorized: Surcharges | None
    tracked: Surcharges | None
    blocks: bool


class ColumnOnly(Strict, frozen=True, kw_only=True):
    """Where vehicles can be in column only, and what all can cross in column only."""

    vehicles: tuple[str, ...]
    all: tuple[str, ...]


class TerrainFile(Table, frozen=True, kw_only=True):
    """The terrain effects chart."""

    terrain: dict[str, Ground]
    ways: dict[str, Way]
    joined: tuple[str, ...]
    rail_joins_in: tuple[str, ...]
    rail_joins_at: str
    hexsides: dict[str, Hexside]
    column_only: ColumnOnly


class ForcedMarch(Strict, frozen=True, kw_only=True):
    """What a forced march gives, and what its failure costs (14.8)."""

    points: int
    failure_hits: int


class Displacement(Strict, frozen=True, kw_only=True):
    """What the failure of an emergency displacement costs (14.11)."""

    failure_hits: int


class MovementFile(Table, frozen=True, kw_only=True):
    """Movement points that no terrain decides."""

    start_column: int
    end_column: int
    end_column_hits: int
    dismount_divisor: int
    forced_march: ForcedMarch
    emergency_displacement: Displacement
    entry_hex_clearance: int
    weather: dict[str, int]
    weather_spares_ways_in: tuple[str, ...]
    night_factor: int


class Passage(Strict, frozen=True, kw_only=True):
    """A way through an embankment."""

    name: Text
    side: str


class Bridge(Passage, frozen=True, kw_only=True):
    """A bridge or ferry over a river hexside."""

    owner: SideName | None = None
    demolition: int | None = None


class FerryFigures(Strict, frozen=True, kw_only=True):
    """Whom a ferry takes over, and how often in a turn."""

    classes: tuple[str, ...]
    per_day_turn: int
    per_night_turn: int
    lost_when_enemy_enters: bool


class Boats(Strict, frozen=True, kw_only=True):
    """What a crossing in boats costs."""

    failure_hits: int
    day_hits: int
    fire_zone_hits: int
    night: int
    per_activation: int


class CrossingsFile(Table, frozen=True, kw_only=True):
    """The ways over the rivers and through the embankments."""

    bridges: dict[str, Bridge]
    again: int
    ferries: dict[str, Bridge]
    ferry: FerryFigures
    boats: Boats
    embankments: dict[str, Passage]


def terrain_chart(content: Content) -> TerrainFile:
    return content.table("terrain", TerrainFile)


def movement_figures(content: Content) -> MovementFile:
    return content.table("movement", MovementFile)


def crossings(content: Content) -> CrossingsFile:
    return content.table("crossings", CrossingsFile)
