"""The Data Cards: what is printed for every vehicle, gun, squad, battery and aircraft (1.6)."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal, TypeVar

import msgspec

from sandtable.datafile import Document, read_document
from sandtable.games.panzer.maps import DataFile
from sandtable.games.panzer.tables.fire import RateOfFire, VehicleType
from sandtable.games.panzer.tables.parts import BANDS, Band, Cover
from sandtable.mechanics.content import Strict, Table, Text

Nation = Literal["german", "soviet", "us", "british"]
Month = Annotated[str, msgspec.Meta(pattern=r"^19[2-4][0-9]-(0[1-9]|1[0-2])$")]
"""A month, as in 1943-07; months compare as they follow each other."""
Five = tuple[int, int, int, int, int]
"""A figure for each range factor from Point Blank to Extreme."""
Limit = Annotated[int, msgspec.Meta(ge=1, le=10)]
"""The highest D10 at which ammunition does not run short (5.16.2)."""


class Ranged(Strict, frozen=True, kw_only=True):
    """What has range factors: the greatest range in hexes of each (4.4.3.2.1); 0 is a factor that it does not have."""

    R: Five

    def __post_init__(self) -> None:
        if list(self.R) != sorted(self.R):
            raise ValueError(f"the ranges R must not fall from Point Blank to Extreme: {list(self.R)}")

    def band(self, distance: int) -> Band | None:
        """The range factor at a distance; None out of range."""
        return next((band for band, limit in zip(BANDS, self.R, strict=True) if limit >= distance), None)

    @property
    def reach(self) -> int:
        """The maximum range."""
        return self.R[-1]


class Damage(Strict, frozen=True):
    """From which digit on a penetrating hit damages, knocks out and brews up; below the first there is no damage."""

    DM: int
    KO: int
    BU: int

    def __post_init__(self) -> None:
        if not 1 <= self.DM < self.KO < self.BU <= 10:
            raise ValueError("damage digits must rise from DM over KO to BU, within 1 to 10")


class Ammo(Ranged, frozen=True, kw_only=True):
    """A row of armor-piercing ammunition: penetration and damage."""

    type: Literal["AP", "APCR", "HVAP", "APDS", "HEAT"]
    shell: str
    P: Five
    damage: Damage
    min_range: int = 1
    """The least range, which is 1 where none is printed (5.6)."""
    since: Month | None = None
    """From when on it is to be had (5.16.1)."""

    @property
    def chemical(self) -> bool:
        """Whether it is CE ammunition, which range does not weaken (6.5.2.3.3b)."""
        return self.type == "HEAT"

    def penetration(self, band: Band) -> int:
        """The penetration at a range factor."""
        return self.P[BANDS.index(band)]


class Factored(Ranged, frozen=True, kw_only=True):
    """What has a GP Factor for each range factor (6.5.4.1)."""

    F: Five

    def factor(self, band: Band) -> int:
        """The GP Factor at a range factor."""
        return self.F[BANDS.index(band)]


class Gp(Factored, frozen=True, kw_only=True):
    """A row of GP fire, direct or indirect (6.5.4.1)."""

    effectiveness: int | None = None
    """The highest GP Effectiveness; None for small arms (5.7)."""
    min_range: int = 1
    spots_as_small_arms: bool = False
    """Whether its fire betrays it no more than that of small arms does (6.1.3)."""

    @property
    def small_arms(self) -> bool:
        return self.effectiveness is None


class AntiAircraft(Factored, frozen=True, kw_only=True):
    """A row of anti-aircraft fire (6.7.4)."""

    modifier: int
    high: bool = False
    """Whether it reaches aircraft at high altitude."""


class Gun(Strict, frozen=True, kw_only=True):
    """A weapon, as several cards may have it."""

    name: str
    source: Literal["derived", "authored"] = "derived"
    rof: RateOfFire | None = None
    ammo: tuple[Ammo, ...] = ()
    gp: Gp | None = None
    indirect: Gp | None = None
    aa: AntiAircraft | None = None
    smoke: bool = False
    """Whether it fires smoke (SMK)."""


class GunsFile(Table, frozen=True):
    """The weapons."""

    guns: dict[str, Gun]


class Limits(Strict, frozen=True, kw_only=True):
    """Ammunition limits, the entries after A: (5.16.2)."""

    basic: Limit | None = None
    A: Limit | None = None
    """APCR, HVAP and APDS."""
    H: Limit | None = None
    S: Limit | None = None
    """Smoke."""
    I: Limit | None = None  # noqa: E741 - the letter on the card
    """Illumination."""


class Weapon(Strict, frozen=True, kw_only=True):
    """A weapon on a card: where it points, and what it has to fire."""

    gun: str
    mount: Literal["360", "forward", "rear"]
    limits: Limits = Limits()
    dual_fire: bool = False
    """Printed in reverse: it may fire beside the first weapon (5.14)."""


class Movement(Strict, frozen=True, kw_only=True):
    """The movement factor of a vehicle, as in 5T 6-10 (4.5.1.1.1)."""

    cross_country: int
    mode: Literal["T", "H", "W"]
    path: int
    road: int
    amphibious: bool = False

    def __post_init__(self) -> None:
        if not self.cross_country <= self.path <= self.road:
            raise ValueError("movement must not fall from cross_country over path to road")

    @property
    def printed(self) -> str:
        """As the card shows it."""
        return f"{self.cross_country}{self.mode} {self.path}-{self.road}"


class LegMovement(Strict, frozen=True, kw_only=True):
    """The movement factor of a leg or towed unit, as in 2L3 (5.1.2), or of men on wheels, as in 4W 8-16 (6.6.4.4)."""

    cross_country: int
    mode: Literal["L", "W"] = "L"
    quickmarch: int = 0
    path: int = 0
    road: int = 0

    @property
    def printed(self) -> str:
        """As the card shows it."""
        rest = f"L{self.quickmarch}" if self.mode == "L" else f"W {self.path}-{self.road}"
        return f"{self.cross_country}{rest}"


class Carries(Strict, frozen=True):
    """The transport capacity TR of a vehicle (6.6.7.1)."""

    towed: int
    leg: int
    under_cover: bool = False
    """Whether passengers are Under Cover (6.5.4.2.3)."""


class Needs(Strict, frozen=True):
    """The passenger capacity that a unit takes up."""

    towed: int
    leg: int


class Armor(Strict, frozen=True):
    """Armor by hit location (6.5.2.3)."""

    TF: int
    TS: int
    TR: int
    HF: int
    HS: int
    HR: int


class VehicleArmor(Strict, frozen=True):
    """Armor against level, rising and falling shots, and of the deck."""

    level: Armor
    rising: Armor
    falling: Armor
    deck: int


class BasicArmor(Strict, frozen=True):
    """Armor of the Basic Game (4.4.3.2.5)."""

    front: int
    rear: int


class Skirts(Strict, frozen=True):
    """By what armor is multiplied against CE ammunition, and where."""

    locations: tuple[Literal["TS", "TR", "HS"], ...]
    multiplier: int


class Card(Strict, frozen=True, kw_only=True):
    """What all cards have."""

    short: Annotated[str, msgspec.Meta(min_length=1, max_length=12)]
    """What stands on the counter."""
    name: Text
    nation: Nation
    points: int
    """What the unit is worth at grade Seasoned."""
    since: Month
    until: Month


class Vehicle(Card, frozen=True, kw_only=True):
    """A vehicle card."""

    kind: str
    tonnes: float
    movement: Movement
    weapons: tuple[Weapon, ...] = ()
    turret: Literal["1", "2", "3", "360", "0"] | None = None
    """The turret type TT (4.4.3.1); None without weapons."""
    small_turret: bool = False
    long_gun: bool = False
    """Its gun hinders it among trees and houses (7.20)."""
    coax: bool = False
    """A coaxial machine gun (6.5.4.3/coax-mg)."""
    aa_mg: str | None = None
    """The anti-aircraft machine gun, by its entry among the guns."""
    dischargers: Limit | None = None
    """Smoke dischargers and their limit D (7.9)."""
    carries: Carries | None = None
    bog: int = 0
    """What is added to its roll for bogging down (7.29)."""
    size: Annotated[int, msgspec.Meta(ge=-2, le=2)]
    gp_defense: int
    type: VehicleType
    close_assault_c: bool = False
    """The mark C: easy to close assault (6.6.1.1.2/c-vehicle)."""
    open_top: bool = False
    burns: bool = False
    """The mark BU."""
    no_radio: bool = False
    command_has_radio: bool = False
    """Whether the commander's vehicle has a radio all the same (7.4)."""
    basic_armor: BasicArmor
    armor: VehicleArmor
    skirts: Skirts | None = None

    @property
    def armed(self) -> bool:
        """Whether it is a combat unit."""
        return bool(self.weapons)


class Towed(Card, frozen=True, kw_only=True):
    """A towed card."""

    kind: Literal["ATG", "ATG/AAG", "AAG", "IG", "HOW"]
    tonnes: float
    movement: LegMovement
    weapon: Weapon
    size: Literal["L", "S"]
    needs: Needs
    platform: bool = False
    """A platform mount, which turns all round (5.5)."""


class Leg(Card, frozen=True, kw_only=True):
    """A leg card."""

    kind: Literal["squad", "half-squad", "section"]
    movement: LegMovement
    gp: Gp
    needs: Needs
    half: str | None = None
    """The half-squad that a squad becomes (5.1.1)."""
    engineer: bool = False
    mounted: Literal["motorcycle", "bicycle", "cavalry"] | None = None
    carries_weapon: bool = False
    """A section with an attached weapon (5.1.2)."""


class Attached(Card, frozen=True, kw_only=True):
    """A crew-served or hand-held weapon that a leg unit has attached (5.1.3)."""

    kind: Literal["hmg", "mortar", "atr", "hand-held", "flamethrower", "assault-charge"]
    rof: RateOfFire | None = None
    ammo: tuple[Ammo, ...] = ()
    gp: Gp | None = None
    indirect: Gp | None = None
    aa: AntiAircraft | None = None
    fixed_factor: int | None = None
    """A GP Factor that range does not change, within its reach (5.1.3.4)."""
    fixed_reach: int | None = None
    limits: Limits = Limits()
    smoke: bool = False
    spots_as_small_arms: bool = False
    close_assault: int = 0
    """What it adds to a close assault, where the table of close assaults does not say."""
    fires_while_transported: bool = False


class Battery(Card, frozen=True, kw_only=True):
    """An off-map battery (5.3)."""

    kind: Literal["light", "medium", "heavy", "super-heavy"]
    weapon: str
    guns: int
    indirect: Gp
    limits: Limits = Limits()
    linear: bool = True
    """Whether it fires the Closed Linear sheaf as well (6.5.1.5)."""
    self_propelled: bool = False


class AirAttack(Strict, frozen=True, kw_only=True):
    """Strafing or a load of bombs: GP Factor, effectiveness, and how many attacks there are."""

    F: int
    effectiveness: int | None = None
    attacks: int


class Rockets(Factored, frozen=True, kw_only=True):
    """A load of rockets."""

    effectiveness: int
    attacks: int


class Aircraft(Card, frozen=True, kw_only=True):
    """An aircraft card (5.4)."""

    speeds: tuple[Literal["slow", "fast"], ...]
    gp_defense: int
    strafing: AirAttack
    bombs: tuple[AirAttack, ...] = ()
    """The bomb loads of which one is chosen (6.7.1)."""
    rockets: Rockets | None = None
    dive_bomber: bool = False


class ByCover(Strict, frozen=True):
    """The GP Defense of men or guns by the cover of their hex (6.5.4.2.2), and what Full Cover adds."""

    none: int
    light: int
    medium: int
    heavy: int
    full_cover: int

    def at(self, cover: Cover) -> int:
        """The GP Defense in a cover."""
        return {"none": self.none, "light": self.light, "medium": self.medium, "heavy": self.heavy}[cover]


class VehiclesFile(Table, frozen=True):
    """The vehicle cards."""

    vehicles: dict[str, Vehicle]


class TowedFile(Table, frozen=True):
    """The towed cards, and the GP Defense of guns by their size."""

    gp_defense: dict[Literal["L", "S"], ByCover]
    towed: dict[str, Towed]


class LegFile(Table, frozen=True):
    """The leg cards, and the GP Defense that all of them have."""

    gp_defense: ByCover
    leg: dict[str, Leg]


class AttachedFile(Table, frozen=True):
    """The weapons that leg units have attached."""

    attached: dict[str, Attached]


class BatteriesFile(Table, frozen=True):
    """The off-map batteries."""

    batteries: dict[str, Battery]


class AircraftCardsFile(Table, frozen=True):
    """The aircraft."""

    aircraft: dict[str, Aircraft]


class NationStyle(Strict, frozen=True):
    """The colours of the counters of a nation."""

    fill: str
    ink: str
    symbol: str


class MarkerStyle(Strict, frozen=True):
    """How an information counter is drawn (1.7.3)."""

    label: str
    kind: Literal["disc", "lozenge", "flag", "star"]


class CountersFile(Table, frozen=True):
    """How units and markers are drawn: colours by nation, symbols by kind of unit, markers by name."""

    nations: dict[Nation, NationStyle]
    symbols: dict[str, str]
    markers: dict[str, MarkerStyle]


AnyCard = Vehicle | Towed | Leg | Attached | Battery | Aircraft
T = TypeVar("T")


class Cards:
    """All cards by id."""

    def __init__(self, data_file: DataFile) -> None:
        """Reads the cards. Raises DataError for a file that is bad or names something that there is not."""
        guns = _units(data_file, "guns", GunsFile)
        vehicles = _units(data_file, "vehicles", VehiclesFile)
        towed = _units(data_file, "towed", TowedFile)
        leg = _units(data_file, "leg", LegFile)
        self.guns = guns.value.guns
        self.vehicles = vehicles.value.vehicles
        self.towed, self.towed_defense = towed.value.towed, towed.value.gp_defense
        self.leg, self.leg_defense = leg.value.leg, leg.value.gp_defense
        self.attached = _units(data_file, "attached", AttachedFile).value.attached
        self.batteries = _units(data_file, "batteries", BatteriesFile).value.batteries
        self.aircraft = _units(data_file, "aircraft", AircraftCardsFile).value.aircraft
        self.counters = _units(data_file, "counters", CountersFile).value
        self._check_vehicles(vehicles)
        self._check_towed(towed)
        self._check_leg(leg)
        self.all: dict[str, AnyCard] = {
            **self.vehicles, **self.towed, **self.leg, **self.attached, **self.batteries, **self.aircraft,
        }  # fmt: skip

    def _check_vehicles(self, document: Document[VehiclesFile]) -> None:
        for card_id, card in self.vehicles.items():
            field = ("vehicles", card_id)
            for i, weapon in enumerate(card.weapons):
                if weapon.gun not in self.guns:
                    raise document.error((*field, "weapons", i, "gun"), _no_gun(weapon.gun))
            if card.aa_mg is not None and card.aa_mg not in self.guns:
                raise document.error((*field, "aa_mg"), _no_gun(card.aa_mg))
            if (card.turret is None) == card.armed:
                raise document.error(field, "give turret for a vehicle with weapons, and for no other")

    def _check_towed(self, document: Document[TowedFile]) -> None:
        for card_id, card in self.towed.items():
            if card.weapon.gun not in self.guns:
                raise document.error(("towed", card_id, "weapon", "gun"), _no_gun(card.weapon.gun))

    def _check_leg(self, document: Document[LegFile]) -> None:
        for card_id, card in self.leg.items():
            field = ("leg", card_id, "half")
            if (card.half is None) == (card.kind == "squad"):
                raise document.error(field, "a squad names the half-squad that it becomes, and no other unit does")
            if card.half is not None and (card.half not in self.leg or self.leg[card.half].kind != "half-squad"):
                raise document.error(field, f"{card.half!r} is not a half-squad of this file")


def _units(data_file: DataFile, name: str, type_: type[T]) -> Document[T]:
    return read_document(data_file(f"units/{name}.yaml"), type_)


def _no_gun(gun: str) -> str:
    return f"{gun!r} is not among the guns; add it to guns.yaml"


_FILES = ("guns", "vehicles", "towed", "leg", "attached", "batteries", "aircraft", "counters")


def load_cards(data_file: DataFile) -> Cards:
    """All cards; the same ones as long as their files are the same. Raises DataError where a file is bad."""
    paths = tuple(data_file(f"units/{name}.yaml") for name in _FILES)
    return _cards(paths, tuple(path.stat().st_mtime_ns if path.exists() else 0 for path in paths))


@lru_cache(maxsize=4)
def _cards(paths: tuple[Path, ...], written: tuple[int, ...]) -> Cards:
    by_name = {f"units/{name}.yaml": path for name, path in zip(_FILES, paths, strict=True)}
    return Cards(by_name.__getitem__)
