"""Ordnance: to hit, to kill, ammunition, light anti-tank weapons, moving Guns (C)."""

from __future__ import annotations

from bisect import bisect_left
from typing import Literal, get_args

from sandtable.games.asl.heavy import Barrel, Mount
from sandtable.games.asl.tables.parts import Die, Modifier, complete
from sandtable.mechanics.content import Strict, Table

TargetType = Literal["vehicle", "infantry", "area"]
Color = Literal["black", "red"]
BANDS = 10
"""The range bands of the To Hit Table."""


class BasicToHit(Strict, frozen=True):
    """The numbers of a target type by range: black ones, and red ones for those who do not know the weapon."""

    black: tuple[int, ...]
    red: tuple[int, ...]


class CaliberToHit(Strict, frozen=True):
    """What a caliber of so many millimeters or less adds to the number, by range."""

    up_to: int
    modification: tuple[int, ...]


class ToHit(Table, frozen=True, kw_only=True):
    """The To Hit Table with the modifications of its numbers (C3.3, C4)."""

    ranges: tuple[int, ...]
    """Where each range band ends; the last has no end."""
    basic: dict[TargetType, BasicToHit]
    barrels: dict[Barrel, tuple[int, ...]]
    calibers: tuple[CaliberToHit, ...]
    """All that a caliber falls under count."""
    special: tuple[int, ...]
    """For APCR and APDS."""
    smoke: tuple[int, ...]

    def __post_init__(self) -> None:
        complete(self.basic, get_args(TargetType), "basic")
        rows = [self.special, self.smoke, *self.barrels.values(), *(row.modification for row in self.calibers)]
        rows += [row for numbers in self.basic.values() for row in (numbers.black, numbers.red)]
        if len(self.ranges) != BANDS - 1 or any(len(row) != BANDS for row in rows):
            raise ValueError(f"every row has {BANDS} figures, and the ranges one less")

    def band(self, range_: int) -> int:
        """The place of a range among the bands."""
        return bisect_left(self.ranges, range_)

    def number(self, target: TargetType, color: Color, range_: int) -> int:
        """The Basic To Hit number."""
        row = self.basic[target]
        return (row.black if color == "black" else row.red)[self.band(range_)]

    def of_caliber(self, caliber: int, range_: int) -> int:
        """What a caliber adds to the number."""
        band = self.band(range_)
        return sum(row.modification[band] for row in self.calibers if caliber <= row.up_to)


ToHitCase = Literal[
    "B",
    "B-cover",
    "C1",
    "C2",
    "C3",
    "C3-backblast",
    "D",
    "E",
    "F",
    "G",
    "H",
    "I",
    "cx",
    "shaken",
    "J",
    "J1",
    "J2",
    "J3",
    "J4",
    "K",
    "gunflash",
    "L-1",
    "L-2",
    "M",
    "N-1",
    "N-2",
    "O",
    "spotted",
    "inside",
    "gyrostabilizer",
]


class ToHitModifiers(Table, frozen=True, kw_only=True):
    """The DRM of To Hit rolls by their cases (C5, C6)."""

    cases: dict[ToHitCase, Modifier]
    turning: dict[Mount, tuple[int, int, int]]
    """Case A: for one, two and three hexspines; doubled in woods, buildings and rubble."""
    bounding: dict[Mount, int]
    """Case C: what is added to Case B; a working gyrostabilizer has its own."""
    bounding_gyrostabilizer: int
    briefly: int
    """Up to how many half MP spent in sight Case C2 counts."""
    shortly: int
    """Up to how many half MP Case C1 counts."""
    hardly_seen: int
    """Up to how many half MP in sight Case J2 counts."""
    barely_seen: int
    """Up to how many half MP Case J1 counts."""
    deliberate_range: int
    """Within how many hexes Deliberate Immobilization may be tried (C5.7)."""

    def __post_init__(self) -> None:
        complete(self.cases, get_args(ToHitCase), "cases")
        complete(self.turning, get_args(Mount), "turning")
        complete(self.bounding, get_args(Mount), "bounding")


class Hits(Table, frozen=True, kw_only=True):
    """What special rolls to hit do (C3.6-C3.8), and what protects crews of Guns (C11)."""

    improbable: dict[int, Literal["critical", "turret", "hull"]]
    """What the dr after an Original 2 that misses gives; nothing for any other."""
    multiple: tuple[int, int]
    """From which caliber to which doubles hit twice."""
    gunshield: int
    emplacement: int
    intensive: int
    """How much lower the breakdown number is of Intensive Fire (C5.6)."""
    spotted_rof: int
    """How much lower the rate of fire is of spotted fire (C9.3)."""
    ife_range: int
    """The Normal Range of fire by IFE (C2.29)."""
    backblast: int
    """The FP of the Backblast inside a building (C13.8)."""


class FromCaliber(Strict, frozen=True):
    """A figure from a caliber on."""

    caliber: int
    value: int


class HighExplosive(Table, frozen=True, kw_only=True):
    """The firepower of shells by caliber (C.6, C8.31)."""

    columns: tuple[FromCaliber, ...]
    """The IFT column of HE."""
    solid: tuple[FromCaliber, ...]
    """The FP of solid shot at men."""
    armor_caliber: int
    """From which caliber on indirect HE harms AFVs (C7.341)."""

    def column(self, caliber: int) -> int:
        """The IFT column of HE of a caliber."""
        return _from(self.columns, caliber)

    def shot(self, caliber: int) -> int:
        """The FP of solid shot of a caliber at men."""
        return _from(self.solid, caliber)


def _from(rows: tuple[FromCaliber, ...], caliber: int) -> int:
    return max((row for row in rows if row.caliber <= caliber), key=lambda row: row.caliber).value


class RangeRow(Strict, frozen=True):
    """What range does to solid shot of so many millimeters or less; None where it has no effect any more."""

    up_to: int
    modification: tuple[int | None, ...]


class HeKill(Strict, frozen=True):
    """What HE of a caliber and more does to vehicles."""

    caliber: int
    armored: int
    unarmored: int


class UnarmoredKill(Strict, frozen=True):
    """The Final TK# of solid shot of so many millimeters or less against unarmored vehicles."""

    up_to: int
    value: int


class Flames(Strict, frozen=True):
    """Flamethrowers against AFVs (D3.6)."""

    near: int
    far: int
    exposed: int
    open_topped: int
    rear: int
    kindles: Die
    """Up to which dr a KIA sets a wooden building on fire."""


class ToKill(Table, frozen=True, kw_only=True):
    """The To Kill numbers (C7)."""

    ap: dict[str, int]
    """By caliber and barrel, as in 75L."""
    apcr: dict[str, int]
    apds: dict[str, int]
    ranges: tuple[int, ...]
    """Where each range band ends."""
    ap_range: tuple[RangeRow, ...]
    apcr_range: tuple[int | None, ...]
    apds_range: tuple[int | None, ...]
    he: tuple[HeKill, ...]
    unarmored_ap: tuple[UnarmoredKill, ...]
    unarmored_heat: int
    rear: int
    """For the rear of a vehicle (Case A)."""
    machine_gun: int
    """Of machine guns at vehicles with hardly any armor (D3.54)."""
    machine_gun_heavy: int
    """Of those of 12.7 mm."""
    machine_gun_armor: int
    """Up to which armor factor."""
    machine_gun_range: int
    """Up to how many hexes."""
    flames: Flames
    placed_charge: int
    thrown_charge: int
    schuerzen: int
    """What skirts take from HEAT (D11.2)."""
    burns: int
    """What a red CS# adds to the roll where burning is concerned (D5.7)."""
    armor_scale: tuple[int, ...]
    """The steps of armor (D1.6)."""

    def band(self, range_: int) -> int:
        """The place of a range among the bands; one more than there are where it lies beyond."""
        return bisect_left(self.ranges, range_)

    def at_range(self, row: tuple[int | None, ...], range_: int) -> int | None:
        """What a range adds to a number; None where the shot does nothing."""
        band = self.band(range_)
        return row[band] if band < len(row) else None

    def ap_at_range(self, caliber: int, range_: int) -> int | None:
        """What a range adds to AP of a caliber."""
        row = next(row for row in self.ap_range if caliber <= row.up_to)
        return self.at_range(row.modification, range_)

    def he_of(self, caliber: int) -> HeKill:
        """The numbers of HE of a caliber."""
        return max((row for row in self.he if row.caliber <= caliber), key=lambda row: row.caliber)

    def unarmored(self, caliber: int) -> int:
        """The Final TK# of solid shot against an unarmored vehicle."""
        return next(row.value for row in self.unarmored_ap if caliber <= row.up_to)

    def step_down(self, armor: int) -> int:
        """The armor a step below a factor (C7.22)."""
        return self.armor_scale[max(0, self.armor_scale.index(armor) - 1)]


class VehicleLine(Table, frozen=True):
    """Kill numbers against unarmored vehicles by IFT column (A7.308)."""

    columns: dict[int, int]


class Shock(Table, frozen=True):
    """Recovery from Shock (C7.42): up to which dr a shocked tank, and a doubtful one, is itself again."""

    recovers: Die
    confirmed: Die


class Panzerfaust(Table, frozen=True, kw_only=True):
    """Looking for a Panzerfaust (C13.31)."""

    number: Die
    year: int
    """For 1945."""
    half_squad: int
    smc: int
    cx: int
    not_armored: int
    pins: Die
    casualty: int
    """The Original To Hit DR that costs the firer."""
    casualty_poor: int
    """That of Green and Conscript units."""


class MagneticMines(Table, frozen=True, kw_only=True):
    """Looking for a magnetic mine (C13.7)."""

    number: Die
    half_squad: int
    smc: int
    cx: int
    unarmored: int
    pins: Die
    pinned_value: int
    """What the CCV loses then."""


class Rocket(Table, frozen=True):
    """The rocket of a vehicle that fires one (37.1)."""

    bonus: int
    """The DRM of its effect on men, beside the last column of the IFT."""
    direct: Die
    """Up to which dr a vehicle that is hit is hit directly."""
    direct_kill: int
    near_kill: int
    """The Basic TK# of a direct hit, and of a near miss."""
    near_fp: int
    """With how many FP a near miss strikes exposed men of the vehicle."""
    moving: int
    """The DRM against what moves."""
    rest: int
    """How many Player Turns later it may fire again."""


class Manhandling(Table, frozen=True):
    """Pushing a Gun (C10.3)."""

    factor: int
    """By what the MF cost is multiplied."""
    road: int
    helper: int
    """For each squad that helps."""
    slope: int
