"""Formations: companies of platoons and sections, batteries and flights, with the units of each (1.9, 5.8.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from sandtable.datafile import Document, read_document
from sandtable.games.panzer.cards import Attached, Card, Cards, Leg, Month, Nation, Towed, Vehicle, load_cards
from sandtable.games.panzer.maps import DataFile
from sandtable.games.panzer.tables.parts import Grade
from sandtable.mechanics.content import Strict, Table, Text

Label = Literal["CHQ", "BHQ", "RHQ", "Recon", "Engineer", "FO"]
"""What a unit is beside its card (5.9)."""
COMMAND: tuple[Label, ...] = ("CHQ", "BHQ", "RHQ")
Count = Annotated[int, msgspec.Meta(ge=1)]
Branch = Literal[
    "tank", "assault-gun", "rifle", "motorised-infantry", "reconnaissance", "anti-tank", "anti-aircraft", "engineer",
    "mortar", "headquarters",
]  # fmt: skip


class Member(Strict, frozen=True):
    """Units of an element that have the same card."""

    card: str
    count: Count = 1
    labels: tuple[Label, ...] = ()
    attached: tuple[str, ...] = ()
    """The weapons that each of them has attached."""


class Element(Strict, frozen=True, kw_only=True):
    """A platoon, a section or the headquarters of a company."""

    name: Text
    nation: Nation
    level: Literal["headquarters", "platoon", "section"]
    branch: Branch
    since: Month
    until: Month
    leader: str
    """The card of the unit that leads it; it is the CHQ where the element fights alone."""
    units: Annotated[tuple[Member, ...], msgspec.Meta(min_length=1)]
    motorised: bool = False
    """Whether it has transport for all its men and guns."""


class Part(Strict, frozen=True):
    """Elements of a kind in a formation, or added to it or taken from it."""

    element: str
    count: Count = 1


class Formation(Strict, frozen=True, kw_only=True):
    """A company or battery, or the headquarters of a battalion."""

    name: Text
    nation: Nation
    level: Literal["company", "battalion-headquarters"]
    branch: Branch
    since: Month
    until: Month
    grade: Grade
    """The grade that it usually has."""
    parts: Annotated[tuple[Part, ...], msgspec.Meta(min_length=1)]


class Support(Strict, frozen=True, kw_only=True):
    """An off-map battery or a flight of aircraft; it has no grade."""

    name: Text
    nation: Nation
    level: Literal["battery", "flight"]
    since: Month
    until: Month
    card: str
    count: Count = 1


class FormationsFile(Table, frozen=True, kw_only=True):
    """The formations of a nation."""

    elements: dict[str, Element]
    formations: dict[str, Formation]
    support: dict[str, Support]


class PointsFile(Table, frozen=True):
    """What grades are worth, in hundredths of the points of a card."""

    grades: dict[Grade, int]


def graded(points: int, hundredths: int) -> int:
    """Points at a grade, half a point rounded up."""
    return (points * hundredths + 50) // 100


class Forces:
    """All elements, formations and support by id, with the cards of their units."""

    def __init__(self, documents: Iterable[Document[FormationsFile]], cards: Cards) -> None:
        """Puts the files of the nations together. Raises DataError where one names something that there is not."""
        self.cards = cards
        self.elements: dict[str, Element] = {}
        self.formations: dict[str, Formation] = {}
        self.support: dict[str, Support] = {}
        for document in documents:
            self.elements |= document.value.elements
            self.formations |= document.value.formations
            self.support |= document.value.support
            self._check(document)

    def _check(self, document: Document[FormationsFile]) -> None:
        file, cards = document.value, self.cards.all
        for name, element in file.elements.items():
            for i, member in enumerate(element.units):
                field = ("elements", name, "units", i)
                if not isinstance(cards.get(member.card), Vehicle | Towed | Leg):
                    raise document.error((*field, "card"), f"{member.card!r} is no card of a vehicle, gun or leg unit")
                for j, weapon in enumerate(member.attached):
                    if weapon not in self.cards.attached:
                        raise document.error((*field, "attached", j), f"{weapon!r} is no weapon that can be attached")
            if element.leader not in {member.card for member in element.units}:
                raise document.error(("elements", name, "leader"), "must be the card of one of its units")
        for name, formation in file.formations.items():
            for i, part in enumerate(formation.parts):
                if part.element not in self.elements:
                    problem = f"{part.element!r} is no element; add it under elements"
                    raise document.error(("formations", name, "parts", i, "element"), problem)
            if sum(member.count for member in self.commanders(self.parts(name))) != 1:
                raise document.error(("formations", name), "needs exactly one unit with the label CHQ, BHQ or RHQ")
        for name, support in file.support.items():
            flight = self.cards.aircraft if support.level == "flight" else self.cards.batteries
            if support.card not in flight:
                raise document.error(("support", name, "card"), f"{support.card!r} is no card of a {support.level}")

    def parts(self, formation: str) -> tuple[Part, ...]:
        """The elements of a formation."""
        return self.formations[formation].parts

    def members(self, parts: Iterable[Part]) -> Iterator[Member]:
        """The units of elements, as often as the elements are there."""
        for part in parts:
            for _ in range(part.count):
                yield from self.elements[part.element].units

    def commanders(self, parts: Iterable[Part]) -> list[Member]:
        """The command units of elements."""
        return [member for member in self.members(parts) if set(COMMAND) & set(member.labels)]

    def card(self, member: Member) -> Vehicle | Towed | Leg:
        """The card of a unit."""
        card = self.cards.all[member.card]
        assert isinstance(card, Vehicle | Towed | Leg)
        return card

    def points(self, parts: Iterable[Part], hundredths: int) -> int:
        """What units are worth with their attached weapons, by what their grade is worth (`PointsFile`)."""
        return sum(
            member.count * sum(graded(card.points, hundredths) for card in (self.card(member), *self.attached(member)))
            for member in self.members(parts)
        )

    def attached(self, member: Member) -> tuple[Attached, ...]:
        """The weapons that a unit has attached."""
        return tuple(self.cards.attached[weapon] for weapon in member.attached)

    def combat_units(self, parts: Iterable[Part]) -> int:
        """How many units count for cohesion: all but unarmed vehicles (7.1.1)."""
        return sum(
            member.count
            for member in self.members(parts)
            if not isinstance(card := self.card(member), Vehicle) or card.armed
        )


def in_service(thing: Card | Element | Formation | Support, month: Month) -> bool:
    """Whether something is to be had in a month."""
    return thing.since <= month <= thing.until


_NATIONS = ("german", "soviet")


def load_forces(data_file: DataFile) -> Forces:
    """All formations; the same ones as long as their files and the cards are the same. Raises DataError."""
    paths = tuple(data_file(f"formations/{nation}.yaml") for nation in _NATIONS)
    return _forces(
        paths, tuple(path.stat().st_mtime_ns if path.exists() else 0 for path in paths), load_cards(data_file)
    )


@lru_cache(maxsize=4)
def _forces(paths: tuple[Path, ...], written: tuple[int, ...], cards: Cards) -> Forces:
    return Forces([read_document(path, FormationsFile) for path in paths], cards)
