"""AP and GP fire of the Advanced Game (6.5.2, 6.5.4)."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import msgspec

from sandtable.games.panzer.tables.parts import BANDS, Band, complete, without_gaps
from sandtable.mechanics.content import Strict, Table

RateOfFire = Literal["N", "Q", "R", "F"]
"""Normal, Quick, Rapid and Fast (6.5.2.1)."""
RATES: tuple[RateOfFire, ...] = get_args(RateOfFire)
Share = Annotated[int, msgspec.Meta(ge=0, le=100)]
"""Hundredths."""


class RateRow(Strict, frozen=True):
    """Up to which share of the AP hit number, rounded down, a shot hits three times and twice."""

    three: Share
    two: Share

    def hits(self, hit_number: int, roll: int) -> int:
        """The number of hits of a roll."""
        if roll > hit_number:
            return 0
        return 3 if roll <= hit_number * self.three // 100 else 2 if roll <= hit_number * self.two // 100 else 1


class NumberOfHitsFile(Table, frozen=True):
    """The AP Number of Hits Table (6.5.2.1)."""

    rates: dict[RateOfFire, RateRow]

    def __post_init__(self) -> None:
        complete(self.rates, RATES, "rates of fire")


Angle = Literal["front", "front-side", "rear-side", "rear"]
Location = Literal["TF", "TS", "TR", "HF", "HS", "HR", "HF*", "HS*", "HR*", "TK", "DK"]
"""Turret and hull, front, side and rear; track; deck. A star marks a hit low on the hull."""


class HitLocationsFile(Table, frozen=True):
    """The Hit Locations Table (6.5.2.2): by hit angle and the tens digit of the roll, 0 as 10."""

    rows: dict[Angle, tuple[Location, ...]]
    deck: int
    """The digit that hits the deck in a falling shot (6.5.2.2.2)."""
    hull_down: dict[Literal["full", "partial"], tuple[Location, ...]]
    """Which hits miss a vehicle that is hull down (6.5.2.2.3)."""

    def __post_init__(self) -> None:
        complete(self.rows, get_args(Angle), "hit angles")
        for angle, row in self.rows.items():
            if len(row) != 10:
                raise ValueError(f"the row {angle} needs ten locations, for the digits 1 to 10")


class DamageFile(Table, frozen=True):
    """AP damage (6.5.2.5); which digits do what stands with the ammunition."""

    soft: int
    """What is added to the damage digit against an S-type."""
    least: int


class GpRow(Strict, frozen=True):
    """A GP Defense: up to which final roll a GP Factor of 1, 2 and so on has no effect, and suppresses."""

    no_effect: tuple[int, ...]
    suppressed: tuple[int, ...]


class GpCombatFile(Table, frozen=True):
    """The GP Combat Results Table (6.5.4.4); above both figures a roll is Effective."""

    most: int
    """The highest GP Factor; more counts as that."""
    rows: dict[int, GpRow]

    def __post_init__(self) -> None:
        without_gaps(self.rows, 1, 10, "the GP combat results table")
        for defense, row in self.rows.items():
            if len(row.no_effect) != self.most or len(row.suppressed) != self.most:
                raise ValueError(
                    f"the row of GP Defense {defense} needs {self.most} figures in no_effect and in suppressed"
                )

    def result(self, factor: int, defense: int, roll: int) -> Literal["no-effect", "suppressed", "effective"]:
        """What a final roll does."""
        row, column = self.rows[defense], min(factor, self.most) - 1
        if roll <= row.no_effect[column]:
            return "no-effect"
        return "suppressed" if roll <= row.suppressed[column] else "effective"


class GpModifier(Strict, frozen=True, kw_only=True):
    """A GP modifier by kind of attack; one that is read elsewhere has no values of its own."""

    rule: str
    direct: int | None = 0
    indirect: int | None = 0
    air: int | None = 0
    overhead: bool = False
    """In indirect fire and air attacks only under a roof of stone or brick, or in an improved position."""
    each: bool = False
    level: Literal["advanced", "optional"] = "advanced"


class GpModifiersFile(Table, frozen=True):
    """The GP modifiers (6.5.4.3)."""

    modifiers: dict[str, GpModifier]


class HeatHazeFile(Table, frozen=True):
    """From which range on heat haze counts, by the size of the target (6.5.4.3/heat-haze)."""

    ranges: dict[Literal["V", "L", "S"], int]

    def __post_init__(self) -> None:
        complete(self.ranges, ("V", "L", "S"), "heat haze")


class GpDefenseFile(Table, frozen=True):
    """What changes the GP Defense of men and guns (6.5.4.2.2), and that of passengers (6.5.4.2.3)."""

    moving: int
    least: int
    most: int
    under_cover: int
    in_the_open: int


VehicleType = Literal["A", "P", "S"]
"""Armored, protected and soft."""
GpEffect = Literal["no-effect", "suppressed", "damaged", "effective", "by-effectiveness"]


class GpEffectsFile(Table, frozen=True):
    """What a GP result does to a vehicle, by its type and by range factor (6.5.4.4.2)."""

    small_arms: dict[Literal["suppressed", "effective"], dict[VehicleType, dict[Band, GpEffect]]]
    others: dict[Literal["suppressed", "effective"], dict[VehicleType, GpEffect]]
    damaged: int
    """The last digit of a final roll that damages, and below the one that hits the tracks (the rule of 5s and 10s)."""
    track: int

    def __post_init__(self) -> None:
        for result, types in self.small_arms.items():
            complete(types, get_args(VehicleType), f"small arms, {result}")
            for kind, bands in types.items():
                complete(bands, BANDS, f"small arms, {result}, {kind}")


BailOutCause = Literal[
    "no-damage", "track-hit", "damaged", "knocked-out", "brewed-up", "suppressed-direct", "suppressed-indirect"
]


class BailOutFile(Table, frozen=True):
    """The Bail Out Table (5.15, 6.5.2.6, 6.5.4.5)."""

    crew: dict[BailOutCause, int]
    """Up to which D100 a crew leaves its vehicle."""
    passengers: dict[BailOutCause, int]
    leg_survives: dict[BailOutCause, int]
    """From which D100 on men survive the loss of the vehicle that carries them."""
    towed_survives: dict[BailOutCause, int]


class TungstenRow(Strict, frozen=True):
    """A shortage of tungsten (5.16.2.7): whose special ammunition it concerns, from which month on, and how much."""

    side: Literal["german", "soviet"]
    load: Literal["APCR", "HVAP", "APDS"]
    since: str
    scarce: int
    """What is added to the die against its limit where it is scarce, and where it is rare."""
    rare: int


class AmmunitionFile(Table, frozen=True):
    """Ammunition limits (5.16.2): the die that must not pass the limit of a weapon."""

    die: str
    tungsten: TungstenRow


class ModifierOf(Strict, frozen=True, kw_only=True):
    """A modifier of close combat, and whose roll it is added to."""

    value: int | None
    rule: str
    side: Literal["attacker", "defender", "either"] = "attacker"
    level: Literal["advanced", "optional"] = "advanced"
    each: bool = False


class AdvanceRow(Strict, frozen=True, rename="kebab"):
    """What an advancing attack takes: points from men on foot, a share of their factor from others."""

    on_foot: int
    share_of_others: int


class CloseAssaultFile(Table, frozen=True):
    """Close assaults (6.6.1.1): fixed GP Factors, modifiers, and how many vehicles infantry supports."""

    factors: dict[Literal["squad", "half-squad", "section"], int]
    most_defense: int
    """A higher GP Defense of the target counts as this."""
    modifiers: dict[str, ModifierOf]
    supports: dict[str, int]
    """How many vehicles in its hex a leg unit supports."""
    advance: AdvanceRow


class HandToHandFile(Table, frozen=True):
    """Hand-to-hand combat (6.6.1.2)."""

    modifiers: dict[str, ModifierOf]


class BuildingEntryRow(Strict, frozen=True):
    """What happens to a vehicle that drives into a building: D100 plus its GP Defense, and a second D100."""

    hit: int
    track: int
    """Up to which second roll the hit is on the tracks; above it, the vehicle is damaged."""


class BuildingEntryFile(Table, frozen=True):
    """The Building Effects Table, vehicles (6.6.3)."""

    per_defense: int
    """What each point of GP Defense adds to the first roll."""
    buildings: dict[Literal["wood", "brick", "stone"], BuildingEntryRow]


class HullDownFile(Table, frozen=True):
    """What is added to the search for a hull down position (6.6.9), beside the grade."""

    partial: int
    size: int
    """For each point of size."""


class EntrenchmentFile(Table, frozen=True):
    """Turns of work for a hasty entrenchment (6.6.8)."""

    turns: int
    engineers: int
    engineers_finish: int
