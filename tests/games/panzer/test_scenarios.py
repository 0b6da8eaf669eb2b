"""The scenarios that ship: forces, set-up and objectives are what they claim to be, and mistakes are named."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.panzer.shipped import DATA, SCENARIOS, data_file, scenario
from sandtable.datafile import DataError
from sandtable.games.panzer.areas import edge_distances
from sandtable.games.panzer.content import Content, load
from sandtable.games.panzer.formations import Label
from sandtable.games.panzer.maps import map_of
from sandtable.games.panzer.scenarios import SIDES, Side
from sandtable.mechanics.content import Text


def labels_of(content: Content, side: Side) -> set[Label]:
    """The labels that units of a force have."""
    return {
        label
        for group in content.scenario.forces[side].groups
        for member in content.forces.members(content.parts(side, group))
        for label in member.labels
    }


def texts(content: Content) -> Iterator[Text]:
    file = content.scenario
    yield from (file.name, file.description, file.briefing, file.place, *file.notes)
    yield from (award.name for award in file.victory)


def test_every_scenario_that_ships_is_tested() -> None:
    assert {path.stem for path in (DATA / "scenarios").glob("*.yaml")} == set(SCENARIOS)
    assert {scenario(name).scenario.date[:4] for name in SCENARIOS} == {"1941", "1942", "1943", "1944", "1945"}


@pytest.mark.parametrize(
    ("name", "german", "soviet"),
    [
        ("gully", 164, 200),
        ("saddle", 246, 222),
        ("village", 244, 282),
        ("forest", 207, 406),
        ("crossroads", 390, 434),
        ("houses", 362, 516),
        ("don", 840, 669),
        ("belt", 1437, 1109),
        ("causeway", 1004, 1289),
        ("sand", 1246, 1278),
        ("oder", 1700, 2615),
    ],
)
def test_the_forces_are_worth_what_the_scenario_was_weighed_by(name: str, german: int, soviet: int) -> None:
    assert [scenario(name).force_points(side) for side in SIDES] == [german, soviet]


@pytest.mark.rule("panzer:7.1.1")
@pytest.mark.parametrize(
    ("name", "side", "group", "units", "point"),
    [
        ("crossroads", "german", "A", 22, 14),
        ("crossroads", "soviet", "A", 16, 6),
        ("houses", "soviet", "D", 4, 1),
        ("don", "german", "A", 26, 15),
        ("belt", "german", "C", 33, 20),
        ("causeway", "german", "A", 16, 8),
        ("sand", "german", "C", 26, 14),
        ("oder", "soviet", "K", 17, 10),
    ],
)
def test_cohesion_points(name: str, side: Side, group: str, units: int, point: int) -> None:
    content = scenario(name)
    assert content.forces.combat_units(content.parts(side, group)) == units
    assert content.cohesion_point(side, group) == point


@pytest.mark.parametrize("name", SCENARIOS)
def test_words_are_in_both_languages(name: str) -> None:
    for text in texts(scenario(name)):
        assert text.keys() == {"en", "ja"}
        assert text["en"]
        assert re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", text["ja"])


@pytest.mark.rule("panzer:4.0")
def test_scenarios_of_the_basic_game_have_vehicles_only() -> None:
    basic = [name for name in SCENARIOS if scenario(name).scenario.game == "basic"]
    assert basic == ["gully", "saddle", "village", "forest"]
    for content in map(scenario, basic):
        assert all(unit.card in content.cards.vehicles for unit in content.counters.values())


@pytest.mark.rule("panzer:6.5.1.1")
@pytest.mark.parametrize("name", SCENARIOS)
def test_batteries_have_observers(name: str) -> None:
    content = scenario(name)
    for side in SIDES:
        batteries = content.scenario.forces[side].batteries
        if batteries:
            assert labels_of(content, side) & {"FO", "CHQ", "BHQ", "RHQ", "Recon"}


@pytest.mark.rule("panzer:6.5.1.1.2/soviet")
@pytest.mark.parametrize("name", SCENARIOS)
def test_organic_soviet_batteries_have_a_forward_observer(name: str) -> None:
    content = scenario(name)
    if any(battery.attachment == "organic" for battery in content.scenario.forces["soviet"].batteries):
        assert "FO" in labels_of(content, "soviet")


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_sides_begin_apart_and_enter_by_edges(name: str) -> None:
    content = scenario(name)
    begin = {side: set[str]() for side in SIDES}
    for side in SIDES:
        for set_up in content.scenario.forces[side].set_up:
            begin[side] |= content.set_up_hexes(set_up)
            assert all(len(content.adjacent[label]) < 6 for label in content.entry_hexes(set_up))
    assert not begin["german"] & begin["soviet"]


def test_distances_from_edges_count_the_edge_as_one() -> None:
    edges = edge_distances(scenario("crossroads").board)
    assert (edges["west"]["1A8"], edges["west"]["1C3"], edges["east"]["2Y8"]) == (1, 3, 1)
    assert (edges["north"]["1C0"], edges["north"]["1D1"], edges["south"]["2D16"]) == (1, 1, 1)
    assert edges["east"]["1A8"] == 49


@pytest.mark.parametrize(
    ("name", "side", "group", "inside", "outside"),
    [
        ("gully", "german", "A", ["1A0", "1C8"], ["1D8"]),
        ("crossroads", "german", "A", ["1F1", "1S8"], ["1E8", "1T8", "2B1"]),
        ("houses", "german", "A", ["3O10"], ["3A8"]),
        ("houses", "soviet", "B", ["3N1", "3O2"], ["3M1", "3N4"]),
        ("don", "soviet", "C", ["1N1", "2Y8"], ["1M8"]),
        ("causeway", "german", "A", ["4B1", "4L8"], ["4M8", "3B8"]),
        ("oder", "german", "B", ["1207", "3119"], ["4218", "2705"]),
        ("oder", "soviet", "B", ["4312"], ["4212"]),
    ],
)
def test_where_a_group_begins(name: str, side: Side, group: str, inside: list[str], outside: list[str]) -> None:
    content = scenario(name)
    (set_up,) = (found for found in content.scenario.forces[side].set_up if group in found.groups)
    hexes = content.set_up_hexes(set_up)
    assert set(inside) <= hexes
    assert not set(outside) & hexes


@pytest.mark.parametrize(
    ("name", "side", "group", "hexes"),
    [
        ("causeway", "soviet", "A", {"4Y8"}),
        ("causeway", "german", "D", {"3A8"}),
        ("sand", "german", "A", {"2A8"}),
        ("crossroads", "soviet", "B", {f"2Y{row}" for row in range(5, 12)}),
        ("oder", "german", "E", {"0115"}),
    ],
)
def test_where_a_group_enters(name: str, side: Side, group: str, hexes: set[str]) -> None:
    content = scenario(name)
    (set_up,) = (found for found in content.scenario.forces[side].set_up if group in found.groups)
    assert content.entry_hexes(set_up) == hexes


# --------------------------------------------------------------------------------------------------------- objectives


def ways(content: Content, label: str) -> int:
    """How many hexsides of a hex roads and paths cross."""
    board = content.board
    i = board.index[label]
    return sum(any(board.networks[n][6 * i + d] for n in ("road", "path") if n in board.networks) for d in range(6))


def from_centre(content: Content, label: str) -> float:
    points = [content.board.grid.centre(content.board.hex(i)) for i in range(content.board.size)]
    middle = [(min(axis) + max(axis)) / 2 for axis in zip(*points, strict=True)]
    return math.dist(points[content.board.index[label]], middle)


def nearest(content: Content, labels: list[str]) -> str:
    return min(labels, key=lambda label: from_centre(content, label))


def objectives(content: Content) -> list[str]:
    return [label for award in content.scenario.victory if award.hexes for label in content.objectives(award)]


def test_the_objectives_at_the_gully_lie_nearest_the_centre() -> None:
    content = scenario("gully")
    labels = list(content.board.labels)
    rise = nearest(content, [label for label in labels if content.level(label) > 0])
    crossing = nearest(content, [x for x in labels if content.terrain[x] in ("gully", "bridge") and ways(content, x)])
    assert objectives(content) == [rise, crossing]


def test_the_crossroads_is_the_junction_nearest_the_seam() -> None:
    content = scenario("crossroads")
    columns = edge_distances(content.board)["west"]
    found = [label for label in content.board.labels if ways(content, label) > 2]
    assert objectives(content) == [min(found, key=lambda label: abs(columns[label] - columns["1Y8"]))]


def test_the_objective_at_the_don_is_the_junction_nearest_the_centre() -> None:
    content = scenario("don")
    assert objectives(content) == [nearest(content, [x for x in content.board.labels if ways(content, x) > 2])]


@pytest.mark.parametrize(
    ("name", "hill", "label"), [("belt", "2.1", "2G4"), ("belt", "2.2", "2S13"), ("oder", "5.7", "1207")]
)
def test_hill_tops_are_the_highest_hexes_of_their_hills(name: str, hill: str, label: str) -> None:
    content = scenario(name)
    assert label in objectives(content)
    assert content.level(label) == max(content.level(other) for other in content.region(hill))


def test_the_height_in_the_sand_is_the_highest_ground_near_the_seam() -> None:
    content = scenario("sand")
    (label,) = objectives(content)
    columns = edge_distances(content.board)["west"]
    off_seam = {other: abs(column - columns["2Y8"]) for other, column in columns.items()}
    near = [other for other in content.board.labels if off_seam[other] <= off_seam[label]]
    assert content.level(label) == max(map(content.level, near)) == 3


def test_bridges_and_fords_are_what_they_are_called() -> None:
    assert [scenario("houses").terrain[label] for label in objectives(scenario("houses"))] == ["bridge", "ford"]
    assert scenario("causeway").terrain["3H8"] == scenario("oder").terrain["2515"] == "bridge"
    bridges = {label for label, terrain in scenario("oder").terrain.items() if terrain == "bridge"}
    assert bridges == {"2515", *scenario("oder").scenario.conditions.bridges}


def test_villages_score_by_their_buildings() -> None:
    for name in ("houses", "belt", "causeway", "oder"):
        content = scenario(name)
        (award,) = (award for award in content.scenario.victory if award.region)
        assert all(content.terrain[label].startswith("building") for label in content.objectives(award))


def test_churches_have_two_storeys_and_cottages_one() -> None:
    content = scenario("houses")
    assert (content.storeys("3N8"), content.storeys("3O10")) == (2, 1)


def test_a_layout_of_the_data_is_the_map_that_is_played_on() -> None:
    content = scenario("don")
    assert content.board is map_of(data_file, content.scenario.layout)


# --------------------------------------------------------------------------------------------------------- bad files


@pytest.mark.parametrize(
    ("name", "old", "new", "problem"),
    [
        ("gully", "[1L11]", "[1Z11]", "'1Z11' is not a hex of the map; labels are such as 1A0"),
        ("gully", "element: de-plt-pz-iv-h-4", "element: de-plt-pz-iv-x", "'de-plt-pz-iv-x' is no element"),
        ("gully", "element: de-plt-pz-iv-h-4", "element: su-plt-t-34-76-m43-4", "T-34/76 M43 is soviet, not german"),
        ("gully", 'date: "1943-08"', 'date: "1941-08"', "serves from 1943-04 to 1945-12, not in 1941-08"),
        ("gully", "element: de-plt-pz-iv-h-4", "element: de-plt-mot-43", "the Basic Game has vehicles only"),
        ("gully", "- {groups: [A]", "- {groups: [B]", "unknown group 'B'; the force has A"),
        ("gully", "{edge: west, within: 3}", "{edge: west, at_least: 30}", "no hex of the map fits"),
        ("gully", "layout: [[{board: board1}]]", "layout: [[{board: board1}, {board: board1}]]", "the same mark"),
        ("gully", "{victory: 6, decisive: 16}", "{victory: 16, decisive: 6}", "decisive must be a greater margin"),
        ("houses", 'region: "3.1", held', 'region: "9.9", held', "unknown region '9.9'; the map has 3.1"),
        ("houses", "{element: de-plt-pak36}", "{element: de-plt-pak36, count: 9}", "the formation has only"),
        ("houses", "turn: 3}", "turn: 30}", "is after the last turn (14)"),
        ("houses", "support: de-art-medium", "support: de-air-ju87d", "'de-air-ju87d' is no battery"),
        ("houses", "attachment: attached, to: A", "attachment: attached", "names the group that it is attached to"),
        ("houses", "cohesion: good}", "cohesion: fine}", "unknown level 'fine'; the levels are superb"),
        ("crossroads", "      - {groups: [B], entr", "      - {groups: [A], entr", "says nothing of group B"),
        ("oder", 'bridges: {"3109": 35}', 'bridges: {"3119": 35}', "3119 is no bridge"),
        ("oder", "block: 6", "blocks: 6", "unknown counter; there are wreck"),
        ("don", "support: de-air-ju87d", "support: de-art-light", "'de-art-light' is no flight"),
    ],
)  # fmt: skip
def test_a_bad_scenario_is_refused_with_its_place_and_cure(
    tmp_path: Path, name: str, old: str, new: str, problem: str
) -> None:
    text = data_file(f"scenarios/{name}.yaml").read_text("utf-8")
    assert old in text
    path = tmp_path / f"{name}.yaml"
    path.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(DataError, match=re.escape(problem)) as caught:
        load(lambda file: path if file.startswith("scenarios/") else data_file(file), name)
    assert caught.value.path == path
    assert caught.value.line is not None


# ------------------------------------------------------------------------------------------------------------ counters


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_unit_of_the_forces_has_a_counter(name: str) -> None:
    content = scenario(name)
    for side in SIDES:
        for group in content.scenario.forces[side].groups:
            units = [unit for unit in content.counters.values() if (unit.side, unit.group) == (side, group)]
            assert len(units) == sum(member.count for member in content.forces.members(content.parts(side, group)))


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_group_has_one_command_unit_and_every_element_a_leader(name: str) -> None:
    content = scenario(name)
    units = content.counters.values()
    for side in SIDES:
        for group in content.scenario.forces[side].groups:
            assert sum(unit.command is not None for unit in units if (unit.side, unit.group) == (side, group)) == 1
    for element in {(unit.side, unit.element) for unit in units}:
        assert sum(unit.leader for unit in units if (unit.side, unit.element) == element) == 1


def test_a_counter_is_named_by_side_group_element_and_number() -> None:
    counters = scenario("crossroads").counters
    assert (counters["gA1-1"].card, counters["gA1-1"].command) == ("pz-iii-h", "CHQ")
    assert (counters["gA2-5"].card, counters["gA2-5"].element) == ("pz-ii-c", "A2")
    assert {unit.grade for unit_id, unit in counters.items() if unit_id.startswith("s")} == {"regulars"}


@pytest.mark.rule("panzer:5.9.1")
def test_the_leader_of_a_detached_platoon_is_its_chq() -> None:
    units = [unit for unit in scenario("houses").counters.values() if (unit.side, unit.group) == ("german", "C")]
    assert [unit.command for unit in units] == ["CHQ", None, None, None]


def test_batteries_and_aircraft_of_a_force() -> None:
    content = scenario("oder")
    assert [battery.card for battery in content.batteries.values() if battery.side == "german"] == [
        "de-medium", "de-medium", "de-heavy", "de-nebel150",
    ]  # fmt: skip
    assert content.batteries["g-battery-1"].to == "A"
    assert {(plane.card, plane.turn) for plane in content.aircraft.values()} == {("il2-m43", 3)}
    assert list(content.aircraft) == ["s-aircraft-1", "s-aircraft-2"]
