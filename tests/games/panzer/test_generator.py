"""Meeting engagements made to order: the same for the same seed, of the right year, and even in points."""

from __future__ import annotations

import pytest
import yaml

from sandtable.games.panzer.content import Content
from sandtable.games.panzer.formations import in_service
from sandtable.games.panzer.generator.lots import Lots
from sandtable.games.panzer.title import Panzer
from sandtable.games.panzer.victory import margin
from sandtable.kernel.generating import ordered

TITLE = Panzer()
SIDES = ("german", "soviet")


def text(scenario: str) -> str:
    made = ordered(TITLE.dials(), scenario)
    assert made is not None
    return TITLE.generate(made)


def test_lots_are_those_of_mulberry32() -> None:
    lots = Lots(1)
    assert [lots.roll(1000) for _ in range(5)] == [628, 3, 528, 982, 969]


def test_a_seed_always_makes_the_same_scenario_and_another_one_another() -> None:
    assert text("made-1943-company-mixed-advanced-7") == text("made-1943-company-mixed-advanced-7")
    assert text("made-1943-company-mixed-advanced-7") != text("made-1943-company-mixed-advanced-8")


@pytest.mark.parametrize("year", ["1941", "1942", "1943", "1944", "1945"])
@pytest.mark.parametrize("size", ["platoon", "company", "group", "battalion", "regiment"])
def test_forces_are_of_their_time_and_nearly_even_in_points(year: str, size: str) -> None:
    content = TITLE.content(f"made-{year}-{size}-mixed-advanced-{year[-1]}")
    assert content.scenario.date.startswith(year)
    for side in SIDES:
        for group in content.scenario.forces[side].groups.values():
            assert group.formation is not None
            assert in_service(content.forces.formations[group.formation], content.scenario.date)
    german, soviet = (content.force_points(side) for side in SIDES)
    assert abs(german - soviet) <= 0.11 * max(german, soviet)


@pytest.mark.parametrize("terrain", ["open", "hills", "village", "marsh", "mixed", "town"])
def test_the_basic_game_has_vehicles_only_that_all_begin_on_the_map(terrain: str) -> None:
    content = TITLE.content(f"made-1944-company-{terrain}-basic-3")
    assert all(unit.card in content.cards.vehicles for unit in content.counters.values())
    assert all(not set_up.entrances for force in content.scenario.forces.values() for set_up in force.set_up)


def test_objectives_lie_between_the_edges_and_the_first_is_worth_most() -> None:
    content = TITLE.content("made-1943-company-mixed-advanced-7")
    prizes = [award for award in content.scenario.victory if award.kind == "control"]
    assert [award.points for award in prizes] == [15, 10, 10]
    places = [award.hexes[0] for award in prizes]
    assert len(set(places)) == 3
    assert all(content.distance(one, other) >= 5 for one in places for other in places if one != other)


def test_only_one_side_flies_and_only_in_fair_weather() -> None:
    flown = 0
    for seed in range(6):
        scenario = yaml.safe_load(text(f"made-1942-battalion-open-advanced-{seed}"))
        flying = [side for side in SIDES if scenario["forces"][side].get("flights")]
        flown += len(flying)
        assert len(flying) <= 1
        assert not (flying and scenario.get("conditions", {}).get("snow"))
    assert flown


def test_where_one_force_cannot_be_made_so_small_the_other_is_brought_halfway_to_what_it_has() -> None:
    """A company of Panthers is worth more than 220 points with its headquarters and one platoon."""
    content = TITLE.content("made-1944-platoon-mixed-basic-2")
    german, soviet = (content.force_points(side) for side in SIDES)
    assert german > 1.05 * 220
    assert abs((220 + german) / 2 - soviet) <= 0.05 * german
    assert head(content) == 18 - (german - soviet + 5) // 10


@pytest.mark.parametrize(("size", "rules", "usual"), [
    ("platoon", "basic", 18), ("company", "basic", 2), ("platoon", "advanced", 18), ("group", "advanced", -8),
    ("battalion", "advanced", 0),
])  # fmt: skip
def test_what_a_force_lacks_in_points_and_what_its_size_costs_it_are_made_good_by_a_head_start(
    size: str, rules: str, usual: int
) -> None:
    """One victory point for every ten points, half up, besides what the size is worth to the Germans."""
    for seed in range(1, 4):
        content = TITLE.content(f"made-1942-{size}-mixed-{rules}-{seed}")
        german, soviet = (content.force_points(side) for side in SIDES)
        lacks = (abs(german - soviet) + 5) // 10
        given = usual + (lacks if german < soviet else -lacks)
        assert head(content) == given == margin(TITLE.start(content), content, "german")
        told = [line.value for line in TITLE.goals(content, "en") if line.label == "Head start in victory points"]
        assert told == ([str(abs(given))] if given else [])


def test_the_head_start_is_what_balance_turns_first() -> None:
    scenario = "made-1942-company-mixed-basic-1"
    handle, turns = TITLE.handles(scenario)
    assert (handle.id, handle.now, turns.id) == ("points", head(TITLE.content(scenario)), "turns")
    (change,) = handle.settings[7]
    assert (change.field, change.value) == (("handicap",), {"german": 7})
    (other,), (even,) = handle.settings[-7], handle.settings[0]
    assert (other.value, even.value) == ({"soviet": 7}, None)


def head(content: Content) -> int:
    """The German head start of a made scenario."""
    given = content.scenario.handicap
    return sum(points if side == "german" else -points for side, points in given.items())
