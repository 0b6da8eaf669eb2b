"""The counters of a scenario: every unit, battery and aircraft of its forces by id, before anything has happened."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sandtable.games.panzer.formations import COMMAND, Element, Forces, Label, Member, Part
from sandtable.games.panzer.scenarios import Group, ScenarioFile, Side
from sandtable.games.panzer.tables.parts import Grade
from sandtable.games.panzer.tables.support import Attachment


class PrintedUnit(msgspec.Struct, frozen=True, kw_only=True):
    """A unit on the map as it begins: its card, and its place in the force."""

    side: Side
    group: str
    """The group of the scenario: its formation."""
    element: str
    """Its platoon, section or headquarters in the group, as A2: the units that share commands with it (7.3)."""
    element_id: str
    """What kind of element that is."""
    card: str
    grade: Grade
    """The unit grade (5.8.3)."""
    labels: tuple[Label, ...] = ()
    attached: tuple[str, ...] = ()
    """The weapons that it has attached, by their cards."""
    leader: bool = False
    """Whether it leads its element."""

    @property
    def command(self) -> Label | None:
        """The level that it commands, CHQ, BHQ or RHQ."""
        return next((label for label in COMMAND if label in self.labels), None)


class PrintedBattery(msgspec.Struct, frozen=True, kw_only=True):
    """An off-map battery of a force."""

    side: Side
    card: str
    attachment: Attachment
    to: str | None
    """The group to which it is attached."""
    planned: int
    pre_registered: int


class PrintedAircraft(msgspec.Struct, frozen=True):
    """An aircraft of a force, and the turn from which on it is available."""

    side: Side
    card: str
    turn: int


def parts_of(forces: Forces, group: Group) -> tuple[Part, ...]:
    """The elements of a group. Raises KeyError for a formation or element that there is not."""
    parts = (Part(group.element or ""),) if group.formation is None else forces.parts(group.formation)
    counts: dict[str, int] = {}
    for part in (*parts, *group.plus):
        counts[part.element] = counts.get(part.element, 0) + part.count
    for part in group.minus:
        counts[part.element] -= part.count
    return tuple(Part(element, count) for element, count in counts.items() if count)


def units_of(scenario: ScenarioFile, forces: Forces) -> dict[str, PrintedUnit]:
    """Every unit by its id: gA2-3 is the third unit of the second element of group A of the German force."""
    return {
        f"{side[0]}{unit.element}-{number}": unit
        for side, force in scenario.forces.items()
        for name, group in force.groups.items()
        for element in _elements(side, name, group, forces)
        for number, unit in enumerate(element, 1)
    }


def _elements(side: Side, name: str, group: Group, forces: Forces) -> Iterator[list[PrintedUnit]]:
    number = 0
    for part in parts_of(forces, group):
        for _ in range(part.count):
            number += 1
            yield list(_units(side, name, f"{name}{number}", part.element, group, forces.elements[part.element]))


def _units(
    side: Side, group_name: str, name: str, element_id: str, group: Group, element: Element
) -> Iterator[PrintedUnit]:
    led = False
    for member in element.units:
        for _ in range(member.count):
            leads = not led and member.card == element.leader
            led = led or leads
            yield PrintedUnit(
                side=side, group=group_name, element=name, element_id=element_id, card=member.card, grade=group.grade,
                labels=_labels(member, group, leads=leads), attached=member.attached, leader=leads,
            )  # fmt: skip


def _labels(member: Member, group: Group, *, leads: bool) -> tuple[Label, ...]:
    """The labels of a unit; the leader of an element that fights alone is its CHQ."""
    alone = group.formation is None and leads and not set(COMMAND) & set(member.labels)
    return (*member.labels, "CHQ") if alone else member.labels


def batteries_of(scenario: ScenarioFile, forces: Forces) -> dict[str, PrintedBattery]:
    """The batteries of both sides by id, as g-battery-1."""
    found: dict[str, PrintedBattery] = {}
    for side, force in scenario.forces.items():
        entries = [entry for entry in force.batteries for _ in range(entry.count)]
        for number, entry in enumerate(entries, 1):
            found[f"{side[0]}-battery-{number}"] = PrintedBattery(
                side=side,
                card=forces.support[entry.support].card,
                attachment=entry.attachment,
                to=entry.to,
                planned=entry.planned,
                pre_registered=entry.pre_registered,
            )
    return found


def aircraft_of(scenario: ScenarioFile, forces: Forces) -> dict[str, PrintedAircraft]:
    """The aircraft of both sides by id, as g-aircraft-1."""
    found: dict[str, PrintedAircraft] = {}
    for side, force in scenario.forces.items():
        flown = [entry for entry in force.flights for _ in range(forces.support[entry.support].count)]
        for number, entry in enumerate(flown, 1):
            card = forces.support[entry.support].card
            found[f"{side[0]}-aircraft-{number}"] = PrintedAircraft(side, card, entry.turn)
    return found
