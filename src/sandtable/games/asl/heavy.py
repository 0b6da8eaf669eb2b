"""What is printed on counters of Guns, vehicles and artillery, as the files of a title's `data/units` hold them."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from sandtable.games.asl.counters import DiceResult
from sandtable.games.asl.tables.morale import Nation
from sandtable.mechanics.content import Strict, Table

Barrel = Literal["", "*", "L", "LL"]
"""How long a barrel is for its caliber."""
Mount = Literal["T", "ST", "NT"]
"""How a weapon turns: in a fast or slow turret, or with all that carries it."""
Ammunition = Literal["ap", "he", "apcr", "apds", "heat", "smoke", "wp", "ir", "mg"]
"""What is fired; `mg` are the bullets of a machine gun that tries to hit a vehicle (D3.54)."""
Depletion = Annotated[int, msgspec.Meta(ge=1, le=12)]


class Limbered(Strict, frozen=True):
    """What a Gun is like that may fire while limbered (C2.8)."""

    barrel: Barrel
    rof: int
    breakdown: DiceResult
    size: int


class GunCard(Strict, frozen=True, kw_only=True):
    """A Gun (C2)."""

    side: Nation
    name: str
    caliber: int
    """In millimeters."""
    barrel: Barrel
    rof: int
    breakdown: DiceResult
    repair: int
    range: int
    manhandling: int
    """The M# (C10.3)."""
    size: int
    """The DRM of Case P (C6.7)."""
    mount: Mount
    quick: bool = False
    """Whether it is ready as soon as it is unhooked (C2.8)."""
    gunshield: bool
    special: dict[Ammunition, Depletion] = {}
    """The depletion numbers of its special ammunition (C8.1)."""
    limbered: Limbered | None = None
    crew: str
    """The type of the crew that comes with it."""


class GunsFile(Table, frozen=True):
    """All Guns, by kind."""

    guns: dict[str, GunCard]


class Armor(Strict, frozen=True):
    """The armor factors of a hull or turret; the rear has that of the side (D1.6)."""

    front: int
    side: int


class VehicleGun(Strict, frozen=True, kw_only=True):
    """A gun as main armament."""

    caliber: int
    barrel: Barrel
    rof: int
    breakdown: DiceResult
    ife: int = 0
    """What it fires with on the IFT without a To Hit roll; 0 where it cannot (C2.29)."""
    rocket: bool = False
    """Whether it fires rockets, slowly and from a halt (37.1)."""
    kill_rolls: int = 1
    """How many To Kill rolls a hit makes, of which the best counts."""


class Flamethrower(Strict, frozen=True):
    """A flamethrower as main armament (D3.6)."""

    fp: int
    range: int
    """At which its firepower is halved; nearer it is full."""
    removed: DiceResult


class SmokeDevice(Strict, frozen=True):
    """A smoke dispenser (sD), smoke mortar (sM) or Nahverteidigungswaffe (sN), with its usage number (D13)."""

    device: Literal["sD", "sM", "sN"]
    number: DiceResult


class VehicleCard(Strict, frozen=True, kw_only=True):
    """A vehicle (D1)."""

    side: Nation
    name: str
    type: Literal["tank", "tank-destroyer", "anti-aircraft", "halftrack", "carrier"]
    mp: int
    size: int
    """The DRM of Case P (C6.7)."""
    pressure: Literal["low", "normal", "high"]
    """Ground pressure (D8.2)."""
    hull: Armor
    turret: Armor | None = None
    """None where all hits use the armor of the hull."""
    open_topped: bool = False
    always_exposed: bool = False
    mount: Mount | None = None
    main: Literal["gun", "flamethrower", "bmg", "aamg"]
    """What its main armament is."""
    gun: VehicleGun | None = None
    flamethrower: Flamethrower | None = None
    main_rof: int = 0
    """The rate of fire of a machine gun as main armament."""
    main_breakdown: DiceResult = 12
    """Its breakdown number."""
    bmg: int = 0
    """The FP of the machine gun in the bow; 0 for none."""
    cmg: int = 0
    aamg: int = 0
    aamg_heavy: bool = False
    """Whether the anti-aircraft machine gun is one of 12.7 mm (D3.54)."""
    aamg_optional: bool = False
    """Whether only some of its kind have the anti-aircraft machine gun: the order of battle says how many."""
    carries: str | None = None
    """A support weapon that is fired from inside (D6.8)."""
    special: dict[Ammunition, Depletion] = {}
    smoke: SmokeDevice | None = None
    survival: int
    """The CS# (D5.6)."""
    burns: bool = False
    """Whether the CS# is red: it burns more easily (D5.7)."""
    crew: str | None = None
    """The type of men that leave it; None where nobody does."""
    passengers: int = 0
    """How many portage points of Passengers it carries (D6.1)."""
    riders: int = 0
    shuttle: bool = False
    """Whether it only brings men forward (RR8): they keep below, get off together, and it leaves when it is empty."""
    tow: int | None = None
    """The T#; None where it tows nothing (C10.1)."""
    schuerzen: bool = False
    gyrostabilizer: bool = False
    """Whether it may have one that works (H1.42)."""
    american: bool = False
    """American-built, which breaks down less when driven too fast (D2.5)."""
    anti_aircraft: bool = False
    """Whether it can fire at aircraft."""

    @property
    def tracked(self) -> bool:
        """Whether it is fully tracked."""
        return self.type != "halftrack"

    def __post_init__(self) -> None:
        if (self.main == "gun") != (self.gun is not None):
            raise ValueError("a vehicle whose main armament is a gun, and no other, has a gun")
        if (self.main == "flamethrower") != (self.flamethrower is not None):
            raise ValueError("a vehicle whose main armament is a flamethrower, and no other, has one")
        if self.gun is not None and self.carries is not None:
            raise ValueError("a vehicle that carries a support weapon to be fired from inside has no gun")


class ArmorLeader(Strict, frozen=True):
    """A leader who commands a tank (D3.4)."""

    side: Nation
    name: str
    leadership: int
    leaves_as: str
    """The type of leader that he is on foot."""


class VehiclesFile(Table, frozen=True):
    """All vehicles and Armor Leaders, by kind."""

    vehicles: dict[str, VehicleCard]
    armor_leaders: dict[str, ArmorLeader]


class Module(Strict, frozen=True, kw_only=True):
    """A module of Off-Board Artillery (C1.1)."""

    side: Nation
    name: str
    caliber: int
    ammunition: tuple[Literal["he", "smoke", "illuminating"], ...]
    battalion_mortar: bool = False
    black: int
    """The chits of its Draw Pile that give access (C1.21)."""
    red: int


class ArtilleryFile(Table, frozen=True):
    """All modules, by kind."""

    modules: dict[str, Module]
