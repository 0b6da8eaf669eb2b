"""What is printed on counters: men and support weapons, as the files of a title's `data/units` hold them."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from sandtable.games.asl.tables.morale import Nation, UnitClass
from sandtable.mechanics.content import Strict, Table

PersonnelType = Literal["squad", "half-squad", "crew", "leader", "hero"]
WeaponType = Literal["lmg", "mmg", "hmg", "psk", "pf", "piat", "mortar", "dc", "radio", "phone"]
MACHINE_GUNS: frozenset[WeaponType] = frozenset({"lmg", "mmg", "hmg"})
LIGHT_ANTITANK: frozenset[WeaponType] = frozenset({"psk", "pf", "piat"})

Level = Annotated[int, msgspec.Meta(ge=0, le=10)]
DiceResult = Annotated[int, msgspec.Meta(ge=2, le=12)]


class Personnel(Strict, frozen=True, kw_only=True):
    """Men: a squad, a half-squad, a crew, a leader or a hero (A1)."""

    side: Nation
    type: PersonnelType
    name: str
    """The figures by which players call it, as in 4-5-8 and 9-1."""
    unit_class: UnitClass | None = None
    """None for single men."""
    fp: int = 0
    range: int = 0
    wounded_range: int = 0
    """The range of a wounded hero (A15.2)."""
    morale: Level
    broken_morale: Level
    leadership: int = 0
    self_rally: bool = False
    """Whether its broken morale is boxed (A1.23)."""
    smoke: int = 0
    """The smoke exponent; 0 for none (A24.1)."""
    assault_fire: bool = False
    spraying_fire: bool = False
    underlined_morale: bool = False
    """Whether its ELR is fixed, and it is never replaced by a lower type (A19.13)."""
    assault_engineers: bool = False
    vehicle_crew: bool = False
    """Whether it has left a vehicle (A1.123)."""
    half_squad: str | None = None
    """Of a squad: the type of its halves."""
    squad: str | None = None
    """Of a half-squad: the type that two of them make."""
    replaced_by: str | None = None
    """What it becomes when it fails by more than its ELR; None where nothing is lower (A19.1)."""
    hardens_to: str | None = None
    """What Battle Hardening makes of it; None where it becomes Fanatic instead (A15.3)."""


class PersonnelFile(Table, frozen=True):
    """All men that can come into play, by type."""

    personnel: dict[str, Personnel]

    def __post_init__(self) -> None:
        for name, card in self.personnel.items():
            for other in (card.half_squad, card.squad, card.replaced_by, card.hardens_to):
                if other is not None and (other not in self.personnel or self.personnel[other].side != card.side):
                    raise ValueError(f"{name}: there is no {other} on its side")
            if (card.type == "squad") != (card.half_squad is not None):
                raise ValueError(f"{name}: squads, and nobody else, have a half_squad")
            if (card.type == "half-squad") != (card.squad is not None):
                raise ValueError(f"{name}: half-squads, and nobody else, have a squad")

    def named(self, side: str, type_: PersonnelType, name: str) -> str:
        """The type of men by what they are called. Raises KeyError."""
        for key, card in self.personnel.items():
            if (card.side, card.type, card.name) == (side, type_, name):
                return key
        raise KeyError(f"{side} {type_} {name}")


class Dismantled(Strict, frozen=True):
    """A weapon taken apart to be carried (A9.8); without firepower it cannot be fired."""

    pp: int
    fp: int = 0
    range: int = 0
    rof: int = 0


class SupportWeapon(Strict, frozen=True, kw_only=True):
    """A support weapon (A9, A23, C9, C13)."""

    side: Nation
    type: WeaponType
    name: str
    fp: int = 0
    range: int = 0
    least_range: int = 0
    rof: int = 0
    spraying_fire: bool = False
    pp: int
    breakdown: DiceResult | None = None
    """The Original DR from which on it malfunctions."""
    removed: DiceResult | None = None
    """The Original DR from which on it is lost."""
    repair: int | None = None
    """Up to which dr it is repaired; None where it cannot be."""
    dismantled: Dismantled | None = None
    to_hit: tuple[int, ...] = ()
    """The To Hit numbers by range, from the own hex on (C13.1)."""
    to_kill: int = 0
    """Of its HEAT (C7.31)."""
    backblast: bool = False
    caliber: int = 0
    smoke: int = 0
    """The depletion number of its smoke; 0 for none (C8.5)."""
    illuminates: bool = False
    """Whether it has Illuminating Rounds (C8.7)."""
    contact: int = 0
    """Up to which Final DR it makes contact with a battery (C1.2)."""


class WeaponsFile(Table, frozen=True):
    """All support weapons, by kind."""

    weapons: dict[str, SupportWeapon]
