"""Indirect fire, aircraft and anti-aircraft fire (6.5.1, 6.7)."""

from __future__ import annotations

from typing import Literal, get_args

from sandtable.games.panzer.tables.parts import Band, Modifier, complete, without_gaps
from sandtable.mechanics.content import Strict, Table

Attachment = Literal["attached", "organic", "unattached"]
"""How near a battery stands to an observer (6.5.1.3)."""
ObserverRow = Literal["FO", "RHQ", "BHQ", "CHQ", "Recon"]


class ResponseRow(Strict, frozen=True):
    """The D10 from which on a battery responds."""

    attached: int
    organic: int
    unattached: int


class ResponseFile(Table, frozen=True):
    """The Called Indirect Fire Response Table (6.5.1.12) and its modifiers."""

    rows: dict[ObserverRow, ResponseRow]
    never: int
    """The unmodified roll that never succeeds, and may go astray (6.5.1.10)."""
    modifiers: dict[str, Modifier]

    def __post_init__(self) -> None:
        complete(self.rows, get_args(ObserverRow), "observers")


class ObserversFile(Table, frozen=True):
    """From how many sources an observer may call fire (6.5.1.1)."""

    fo_sources: dict[str, int]
    """Of forward observers by nation; `other` is any nation that is not named."""
    other_sources: int
    attached_only: tuple[str, ...]
    """The nations whose command and recon observers call Attached sources only."""


class SheafRow(Strict, frozen=True):
    """The hexes that a pattern covers: all within a radius, or a row of hexes."""

    radius: int = 0
    row: int = 0


class IndirectFireFile(Table, frozen=True, kw_only=True):
    """Sheaf patterns and figures of indirect fire (6.5.1)."""

    sheafs: dict[Literal["on-map", "closed", "open", "closed-linear"], SheafRow]
    danger_close: int
    adjust_called: int
    """How far the target point of called fire may be shifted."""
    adjust_planned: int
    planned_turns: int
    planned_tolerance: int
    """How many turns early or late planned fire may begin."""
    planned_rest: int
    planned_band: Band

    def __post_init__(self) -> None:
        complete(self.sheafs, ("on-map", "closed", "open", "closed-linear"), "sheaf patterns")


Altitude = Literal["low", "medium", "high"]
Speed = Literal["slow", "fast"]


class AirSpottingRow(Strict, frozen=True):
    """How many hexes of flight it takes to acquire a target, and to track an aircraft by eye."""

    acquire: int
    track: int


class AirSightRow(Strict, frozen=True):
    """The blind hexes behind an obstacle, by the altitude of the aircraft."""

    low: int
    medium: int
    high: int


class AttackPattern(Strict, frozen=True, kw_only=True):
    """The hexes that an air attack covers."""

    altitudes: tuple[Altitude, ...]
    speeds: tuple[Speed, ...] = ("slow", "fast")
    ahead: int = 0
    """How many hexes straight ahead are attacked."""
    ranges: tuple[int, int] | None = None
    """How near and how far straight ahead the target hex may be."""
    beyond: int = 0
    """How many hexes behind the target hex are attacked as well."""
    around: int = 0
    """How far around all these hexes reach."""


class AircraftFile(Table, frozen=True, kw_only=True):
    """Aircraft: how long they stay, what they see, what they attack (6.7.2, 6.7.3)."""

    loiter: int
    away: int
    """After how many full turns away an aircraft may come back over any edge."""
    turns: dict[Speed, int]
    """How many hexsides an aircraft may turn in its flight (6.7.2.3.1)."""
    spotting: dict[Speed, dict[Altitude, AirSpottingRow]]
    suppressed_factor: int
    """What suppression multiplies the flight to acquire by (6.7.3.1.1)."""
    sight: dict[int, AirSightRow]
    """By the height of the obstacle (6.7.3.1.3)."""
    patterns: dict[str, AttackPattern]

    def __post_init__(self) -> None:
        without_gaps(self.sight, 1, 8, "the aircraft line-of-sight table")
        complete(self.spotting, get_args(Speed), "aircraft spotting")
        for speed, rows in self.spotting.items():
            complete(rows, get_args(Altitude), f"aircraft spotting, {speed}")


class AirModifiersFile(Table, frozen=True):
    """Modifiers of air attacks (6.7.3.5) and of anti-aircraft fire (6.7.4.2)."""

    attack: dict[str, Modifier]
    anti_aircraft: dict[str, Modifier]


class CrashFile(Table, frozen=True):
    """What becomes of an aircraft that is hit (6.7.4.2.1)."""

    damaged: tuple[int, ...]
    """The last digits of an Effective roll that only damage it."""
    flight_die: str
    low_divisor: int
    """By what the roll is divided at low altitude."""
    gp_factor: int
    brewed_up: int
    """The D10 up to which a vehicle in the crash hex brews up (ruling)."""
