"""The formations that ship: units of the right nation and time, one commander each, transport for all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.panzer.shipped import DATA, cards, forces, table
from sandtable.datafile import DataError
from sandtable.games.panzer.cards import Attached, Leg, Towed, Vehicle
from sandtable.games.panzer.formations import Element, Part, PointsFile, load_forces

NEEDED = {
    "tank", "assault-gun", "motorised-infantry", "rifle", "reconnaissance", "anti-tank", "engineer", "anti-aircraft",
    "headquarters",
}  # fmt: skip


def cards_of(element: Element) -> Iterator[Vehicle | Towed | Leg | Attached]:
    for member in element.units:
        yield forces().card(member)
        yield from forces().attached(member)


def test_all_entries_are_there() -> None:
    found = forces()
    assert (len(found.elements), len(found.formations), len(found.support)) == (295, 140, 23)
    ids = [*found.elements, *found.formations, *found.support]
    assert len(ids) == len(set(ids))


def test_units_belong_to_the_nation_of_their_formation() -> None:
    for element in forces().elements.values():
        assert {card.nation for card in cards_of(element)} == {element.nation}
    for formation in forces().formations.values():
        assert {forces().elements[part.element].nation for part in formation.parts} == {formation.nation}
    for support in forces().support.values():
        assert cards().all[support.card].nation == support.nation


def test_units_are_in_service_as_long_as_their_formation() -> None:
    for name, element in forces().elements.items():
        for card in cards_of(element):
            assert card.since <= element.since <= element.until <= card.until, (name, card.name)
    for name, formation in forces().formations.items():
        for part in formation.parts:
            element = forces().elements[part.element]
            assert element.since <= formation.since <= formation.until <= element.until, (name, part.element)
    for name, support in forces().support.items():
        card = cards().all[support.card]
        assert card.since <= support.since <= support.until <= card.until, name


@pytest.mark.parametrize(
    ("card_id", "month"),
    [
        ("pz-vi-e", "1942-09"),
        ("pz-v-d", "1943-07"),
        ("pz-vi-b", "1944-08"),
        ("is-2-m43", "1944-02"),
        ("t-34-85-m43", "1944-02"),
        ("su-100-m44", "1945-01"),
        ("de-pzf", "1943-09"),
        ("pz-iv-f2", "1942-03"),
    ],
)
def test_nothing_comes_too_early(card_id: str, month: str) -> None:
    assert cards().all[card_id].since >= month


@pytest.mark.rule("panzer:5.9.1")
def test_every_formation_has_one_armed_commander() -> None:
    for name in forces().formations:
        (commander,) = forces().commanders(forces().parts(name))
        card = forces().card(commander)
        assert commander.count == 1
        assert not isinstance(card, Vehicle) or card.armed, name


def test_every_element_is_led_by_an_armed_unit() -> None:
    for name, element in forces().elements.items():
        leader = cards().all[element.leader]
        assert not isinstance(leader, Vehicle) or leader.armed, name


@pytest.mark.rule("panzer:5.9.3")
def test_engineers_go_on_foot() -> None:
    for element in forces().elements.values():
        for member in element.units:
            if "Engineer" in member.labels:
                assert isinstance(forces().card(member), Leg)


@pytest.mark.parametrize("nation", ["german", "soviet"])
@pytest.mark.parametrize("year", range(1941, 1946))
def test_every_year_has_formations_of_every_branch(nation: str, year: int) -> None:
    """The Red Army had no assault guns before 1943."""
    found = {
        formation.branch
        for formation in forces().formations.values()
        if formation.nation == nation and formation.since[:4] <= str(year) <= formation.until[:4]
    }
    assert NEEDED - found <= ({"assault-gun"} if nation == "soviet" and year < 1943 else set())


@pytest.mark.rule("panzer:6.6.7.1")
def test_motorised_elements_carry_all_their_men_and_guns() -> None:
    motorised = {name: element for name, element in forces().elements.items() if element.motorised}
    assert len(motorised) == 59
    for name, element in motorised.items():
        room: list[list[int]] = []
        guns: list[tuple[int, int]] = []
        men = 0
        for member in element.units:
            card = forces().card(member)
            if isinstance(card, Vehicle):
                room += [[card.carries.towed, card.carries.leg] for _ in range(member.count)] if card.carries else []
            elif isinstance(card, Towed):
                guns += [(card.needs.towed, card.needs.leg)] * member.count
            elif card.mounted is None:
                men += card.needs.leg * member.count
        room.sort()
        for towed, leg in sorted(guns, reverse=True):
            tractor = next(carrier for carrier in room if carrier[0] >= towed and carrier[1] >= leg)
            tractor[0], tractor[1] = -1, tractor[1] - leg
        assert sum(carrier[1] for carrier in room) >= men, name


@pytest.mark.parametrize(
    ("formation", "points", "units"),
    [("de-co-pz3h-41", 390, 22), ("su-co-bt-41", 144, 16), ("su-co-t34-43", 400, 10), ("de-co-tiger2-44", None, 14)],
)
def test_points_and_combat_units_of_a_formation(formation: str, points: int | None, units: int) -> None:
    grade = forces().formations[formation].grade
    parts = forces().parts(formation)
    assert forces().combat_units(parts) == units
    if points is not None:
        assert forces().points(parts, table("points", PointsFile).grades[grade]) == points


def test_a_better_grade_is_worth_more() -> None:
    grades = table("points", PointsFile).grades
    worth = [forces().points((Part("de-plt-pz-iv-h-4"),), grades[grade]) for grade in grades]
    assert worth == sorted(worth, reverse=True)
    assert len(set(worth)) == 5


def test_names_are_in_both_languages() -> None:
    found = forces()
    for thing in (*found.elements.values(), *found.formations.values(), *found.support.values()):
        assert thing.name["en"]
        assert thing.name["ja"]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("{card: pz-35t, labels", "{card: pz-36t, labels", "'pz-36t' is no card of a vehicle, gun or leg unit"),
        ("leader: pz-35t", "leader: pz-38t-c", "must be the card of one of its units"),
        ("attached: [de-pzb39]", "attached: [de-rifle]", "'de-rifle' is no weapon that can be attached"),
        ("- {element: de-hq-pz-35t-2}", "- {element: de-hq-pz-36t-2}", "'de-hq-pz-36t-2' is no element; add it"),
        ("- {card: pz-35t, labels: [CHQ]}", "- {card: pz-35t}", "needs exactly one unit with the label CHQ"),
        ("    card: de-light", "    card: ju87d", "'ju87d' is no card of a battery"),
    ],
)
def test_a_bad_formation_is_refused_with_its_place(tmp_path: Path, old: str, new: str, problem: str) -> None:
    path, text = tmp_path / "german.yaml", (DATA / "formations" / "german.yaml").read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(DataError, match=re.escape(problem)) as caught:
        load_forces(lambda file: path if file == "formations/german.yaml" else DATA / file)
    assert caught.value.path == path
    assert caught.value.line is not None
