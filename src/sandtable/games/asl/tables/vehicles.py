"""Vehicles: movement, bogging, crews, those they carry, overruns, smoke devices, mines (B26-B28, D)."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, get_args

from sandtable.games.asl.tables.movement import PersonnelSize
from sandtable.games.asl.tables.parts import Die, Halves, Modifier, complete
from sandtable.mechanics.content import Strict, Table

Running = Literal["tracked", "halftrack"]


class VehicleCost(Strict, frozen=True):
    """What entering a hex costs a vehicle: MP in halves, or a share of its allotment."""

    mp: Halves = 0
    share: Literal["half", "whole"] | None = None


class VehicleTerrain(Strict, frozen=True, kw_only=True):
    """What a kind of terrain is to vehicles; None where they cannot enter."""

    tracked: VehicleCost | None
    halftrack: VehicleCost | None
    bog: int | None = None
    """The DRM of the Bog Check; None where none is made."""
    whole_bog: int | None = None
    """The DRM where it is entered with the whole allotment instead; None where that is no choice."""


class VehicleHexside(Strict, frozen=True):
    """What crossing a hexside adds, in half MP; None where it cannot be crossed."""

    tracked: Halves | None
    halftrack: Halves | None
    bogs_halftrack: bool = False


class VehicleMovement(Table, frozen=True, kw_only=True):
    """What vehicles pay, in half MP (D2)."""

    hexes: dict[str, VehicleTerrain]
    """By the names of the table of terrain, and of what may lie in a hex."""
    hexsides: dict[str, VehicleHexside]
    start: Halves
    stop: Halves
    turn: Halves
    turn_cover: Halves
    """In woods, buildings and rubble."""
    road_exposed: Halves
    road_buttoned: Halves
    uphill: Halves
    uphill_road: Halves
    slope: Halves
    """Up a slope (RR12.52)."""
    smoke: Halves
    """Into SMOKE (A24.2)."""
    occupied: Halves
    """For each vehicle or wreck in the hex (D2.14)."""
    occupied_road: Halves
    soft_ground: Halves
    night: Halves
    rain: Halves
    towing: Halves
    bypass: int
    """By what the cost of Open Ground is multiplied (D2.3)."""
    reverse: int
    load: int
    """Which part of its MP loading and unloading take: one in so many (D6.1)."""
    hook: int
    """Which part hooking up a Gun takes (C10.1)."""
    overrun: int
    device: Halves
    """Trying its smoke device (D13)."""


class SpeedBreakdown(Table, frozen=True):
    """Excessive speed (D2.5): which part of its MP a vehicle may gain, and the Final DR that immobilizes it."""

    part: int
    number: int
    american: int


BogModifier = Literal[
    "low", "normal", "high", "not-tracked", "towing", "climbing-woods", "soft-ground", "fence-not-tracked"
]


class Bog(Table, frozen=True, kw_only=True):
    """Bogging and getting free (D8)."""

    number: int
    """The Final DR that bogs."""
    modifiers: dict[BogModifier, Modifier]
    freed: Die
    """Up to which colored die a vehicle is free again."""
    mired: Die
    """The colored die that mires it; more immobilizes it."""
    mired_modifier: int
    into_cellar: Die
    """From which colored die on an AFV falls through the floor above a cellar (RR11.61)."""
    through_floor: Die
    """The same for other buildings (B23.41)."""
    buried_fails: Die
    """From which dr on a weapon malfunctions of men in the cellar who fail their check (RR11.61)."""
    buried_lost: Die
    """From which dr on it is lost."""

    def __post_init__(self) -> None:
        complete(self.modifiers, get_args(BogModifier), "modifiers")


class Crews(Table, frozen=True, kw_only=True):
    """Crews and those a vehicle carries (D5, D6)."""

    morale: int
    exposed: int
    """What is added to attacks on exposed crews and Passengers (D.8)."""
    shaken: int
    """What is added to the survival roll of a crew that is stunned, shocked or recalled."""
    burning_bail_out: int
    weapons_kept: Die
    """Up to which dr men who bail out keep each weapon."""
    points: dict[PersonnelSize, int]
    """The portage points of men aboard (D6.1)."""
    ranges: dict[Literal["bmg", "cmg", "aamg"], int]
    repair: Die
    """Up to which dr a machine gun is repaired (D3.7)."""
    repair_buttoned: int
    gyrostabilizer: Die
    """Up to which dr one works (H1.42)."""
    scrounge: Die
    motion: Die
    """Up to which Final dr a stopped tank goes into Motion (D2.401)."""
    motion_exposed: int
    motion_leader: int
    motion_buttoned: int
    motion_shaken: int

    def __post_init__(self) -> None:
        complete(self.points, get_args(PersonnelSize), "points")


class SmokeDeviceRow(Strict, frozen=True):
    """What a smoke device does: how far it throws, and what its smoke hinders."""

    range: int
    hindrance: int


class SmokeDevices(Table, frozen=True):
    """Smoke devices of vehicles (D13)."""

    devices: dict[Literal["sD", "sM", "sN"], SmokeDeviceRow]
    exhausted: int
    """The DR that exhausts a device."""
    defense: int
    """The FP of a sN in close combat."""


class Overrun(Table, frozen=True, kw_only=True):
    """The firepower of an Overrun (D7.1)."""

    armed: int
    """Of an AFV whose main armament works, of `caliber` or more, or a flamethrower."""
    caliber: int
    armored: int
    times: int
    over: int
    """What the firepower of machine guns and IFE is multiplied by."""
    malfunction: int
    """The Original DR that malfunctions what was used."""

    @property
    def factor(self) -> Fraction:
        return Fraction(self.times, self.over)


class VehicleMines(Table, frozen=True):
    """A-T mines against AFVs (B28.5), and Wire (B26)."""

    column: int
    burns: int
    """Up to which DR the vehicle burns."""
    eliminated: int
    """Up to which DR it is eliminated; more immobilizes."""
    wire_removed: Die
    """Up to which dr Wire is crushed."""
    wire_bog: Die
    """From which dr on the vehicle makes a Bog Check."""
