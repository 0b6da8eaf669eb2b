"""Terrain: hexes, hexsides, positions within a hex, lines of sight, smoke, labor, mines (A6, A24, B)."""

from __future__ import annotations

from typing import Literal, get_args

from sandtable.games.asl.tables.parts import Die, Halves, Modifier, Quarters, complete
from sandtable.mechanics.content import Strict, Table

Building = Literal["stone", "wooden"]


class Tem(Strict, frozen=True, kw_only=True):
    """What terrain adds to the DR of fire at men in it (B/tem), by the kind of fire."""

    direct: int
    mortar: int
    """Of mortars firing at the Location."""
    oba: int
    overrun: int | None = None
    """None where it is that of direct fire."""


class TerrainRow(Strict, frozen=True, kw_only=True):
    """What a hex of a kind is (B)."""

    mf: Halves
    bypass: Halves | None = None
    """What it costs to go round the obstacle (A4.3); None where nothing can be gone round."""
    height: Quarters = 0
    """How high above its ground it reaches for lines of sight."""
    sight: Literal["open", "obstacle", "hindrance"] = "open"
    hindrance: int = 0
    inherent: bool = False
    """Whether it fills its hex from hexside to hexside (A6.1)."""
    tem: Tem
    open_ground: bool = False
    """Whether men in it are in Open Ground; all other terrain is Concealment Terrain (A12.11)."""
    building: Building | None = None
    rubble: Building | None = None
    rally: bool = False
    """Whether it helps a broken unit to rally (A10.61)."""
    refuge: bool = False
    """Whether broken units rout to it (A10.51)."""


class Factory(Strict, frozen=True):
    """What differs in a building of several hexes, seen and entered from within (B23.74)."""

    mf: Halves
    tem: int
    hindrance: int


class Road(Strict, frozen=True):
    """What it costs to cross a hexside along a road (A4.132)."""

    mf: Halves


class Terrain(Table, frozen=True):
    """The kinds of hexes by name."""

    hexes: dict[str, TerrainRow]
    factory: Factory
    road: Road
    storeys: tuple[Quarters, ...]
    """How high a building of one, two and three storeys is (B23.1)."""


class HexsideRow(Strict, frozen=True):
    """What a hexside of a kind is (B9)."""

    mf: Halves
    """What crossing it adds, after any doubling."""
    height: Quarters
    tem: Tem


class Hexsides(Table, frozen=True):
    """Walls, hedges and roadblocks by name."""

    hexsides: dict[str, HexsideRow]


class Positions(Table, frozen=True, kw_only=True):
    """What protects men within a hex, beside its terrain, and how much (B/tem)."""

    foxhole: Tem
    trench: Tem
    shellholes: Tem
    height_advantage: Tem
    armor: Tem
    """Behind an AFV or a wreck (D9.3)."""
    fortified: int
    """What a Fortified Location adds to the building (B23.9)."""
    foxhole_capacity: int
    """How many halves of squad-equivalents a foxhole holds for each S (B27)."""
    shellholes_mf: Halves
    """To enter a hex of shellholes and use them (B2.1)."""


class SightLines(Table, frozen=True, kw_only=True):
    """Lines of sight (A6)."""

    hindrance_blocks: int
    """The sum of Hindrances that blocks (A6.7)."""
    blind_every: int
    """For how many hexes between the higher end and the obstacle there is one more blind hex (A6.4)."""
    least_blind: int
    """The least number of blind hexes behind an obstacle; bare ground has no least."""

    def blind(self, *, top: int, high: int, low: int, distance: int) -> int:
        """How many hexes are blind behind an obstacle whose full levels reach `top`, seen from a distance in hexes."""
        return max(self.least_blind, 2 * top + distance // self.blind_every - high - low + 1)

    def blind_ground(self, *, top: int, high: int, low: int, distance: int) -> int:
        """How many hexes are blind behind bare ground of a level."""
        return max(0, 2 * top + distance // self.blind_every - high - low)


SmokeKind = Literal["grenade", "wp-grenade", "smoke", "wp", "blaze", "burning-wreck"]


class SmokeRow(Strict, frozen=True):
    """What a kind of SMOKE is (A24.2)."""

    hindrance: int
    levels: int
    """How many levels above its hex it reaches."""
    dispersed: int | None = None


class Grenades(Strict, frozen=True, kw_only=True):
    """Placing smoke grenades (A24.1)."""

    own: Halves
    """In the own Location."""
    adjacent: Halves
    cx: int
    wp: int
    """By how much the dr must be lower for WP."""
    ends: Die
    """The Original dr that ends the squad's movement."""


class Smoke(Table, frozen=True, kw_only=True):
    """SMOKE (A24)."""

    kinds: dict[SmokeKind, SmokeRow]
    most: int
    """What all SMOKE of a Location counts at most."""
    entry: Halves
    out: int
    """What fire out of it adds (A24.8)."""
    grenades: Grenades

    def __post_init__(self) -> None:
        complete(self.kinds, get_args(SmokeKind), "kinds")


Task = Literal["foxhole", "wire", "minefield", "roadblock", "flame"]
LaborModifier = Literal["extra-squad", "assault-engineers", "cx"]


class TaskRow(Strict, frozen=True):
    """A piece of labor: up to which Final DR it succeeds, and what a half-squad or crew alone adds."""

    number: int
    small: int


class Labor(Table, frozen=True):
    """Entrenching and Clearance (B27.11, B24.7)."""

    tasks: dict[Task, TaskRow]
    modifiers: dict[LaborModifier, Modifier]
    most_markers: int
    """How far down the Labor markers of earlier turns go."""
    engineers_clear: tuple[Task, ...]
    """What Assault Engineers are better at."""
    minefield_casualty: int
    """The Original DR that costs those who clear mines (B24.7)."""

    def __post_init__(self) -> None:
        complete(self.tasks, get_args(Task), "tasks")
        complete(self.modifiers, get_args(LaborModifier), "modifiers")


class Minefields(Table, frozen=True):
    """The strengths that minefields may have (B28)."""

    anti_personnel: tuple[int, ...]
    anti_tank: tuple[int, ...]
