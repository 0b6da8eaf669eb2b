"""The maps that ship: their ground, hexsides, ways and names are sound, and as the rulebook's examples have them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest

from games.panzer.shipped import BEDS, BOARDS, MAPS, board

BUILDINGS = ("building-wood", "building-brick", "building-stone")
WATER = ("stream", "ford", "water")


def level(name: str, label: str) -> int:
    """The level of the ground: a bed or a shellhole lies one below it."""
    info = board(name).named(label)
    return info.elevation + (info.terrain in (*BEDS, "shellhole"))


def neighbours(name: str, label: str) -> list[str]:
    return [board(name).labels[j] for j in board(name).adjacent(board(name).index[label])]


def hexsides(name: str) -> Iterator[tuple[str, str, frozenset[str]]]:
    """Every hexside between two hexes, once, with what runs along it."""
    map_ = board(name)
    for i, label in enumerate(map_.labels):
        for direction in range(6):
            j = map_.neighbour(i, direction)
            if j > i:
                yield label, map_.labels[j], map_.side_features(i, direction)


def ways(name: str, *networks: str) -> dict[str, set[str]]:
    """Where each hex on a way leads to by it."""
    map_ = board(name)
    found: dict[str, set[str]] = {}
    for network in networks:
        for i, label in enumerate(map_.labels):
            for direction in range(6):
                if network in map_.networks and map_.networks[network][6 * i + direction]:
                    found.setdefault(label, set()).add(map_.labels[map_.neighbour(i, direction)])
    return found


def is_edge(name: str, label: str) -> bool:
    return len(neighbours(name, label)) < 6


@pytest.mark.parametrize(("name", "hexes"), [*((name, 413) for name in BOARDS), ("krasny-brod", 1463)])
def test_a_map_is_whole(name: str, hexes: int) -> None:
    assert board(name).size == hexes


def test_every_kind_of_ground_hexside_and_way_occurs() -> None:
    kinds = {info.terrain for name in MAPS for info in board(name).hexes}
    assert {*BEDS, *BUILDINGS, "clear", "brush", "crops", "scrub", "rough", "shellhole", "bridge", "railroad"} <= kinds
    assert {"light-woods", "woods", "heavy-woods"} <= kinds
    sides = {feature for name in MAPS for _, _, features in hexsides(name) for feature in features}
    assert sides == {"slope", "cliff", "crest", "wall", "hedgerow", "bank"}
    assert {network for name in MAPS for network in board(name).networks} == {"road", "path", "rail"}
    assert any("sunken-road" in info.features for name in MAPS for info in board(name).hexes)


@pytest.mark.parametrize("name", MAPS)
def test_a_legend_describes_what_the_map_has_and_nothing_else(name: str) -> None:
    map_ = board(name)
    assert map_.legend.terrain.keys() == {info.terrain for info in map_.hexes}
    assert map_.legend.features.keys() == {feature for info in map_.hexes for feature in info.features}
    assert map_.legend.sides.keys() == {run.feature for run in map_.side_runs}
    assert map_.legend.networks.keys() == {path.network for path in map_.paths}


@pytest.mark.rule("panzer:4.5.1.1.5")
@pytest.mark.parametrize("name", MAPS)
def test_a_slope_or_a_cliff_runs_wherever_the_level_changes_and_nowhere_else(name: str) -> None:
    for one, other, features in hexsides(name):
        change = abs(level(name, one) - level(name, other))
        assert change <= 2, (one, other)
        assert bool(features & {"slope", "cliff"}) == bool(change), (one, other)
        assert not {"slope", "cliff"} <= features


@pytest.mark.parametrize("name", MAPS)
def test_a_bank_runs_along_every_bed_except_under_a_bridge(name: str) -> None:
    for one, other, features in hexsides(name):
        grounds = [board(name).named(label).terrain for label in (one, other)]
        beds = [ground in BEDS for ground in grounds]
        assert ("bank" in features) == (beds[0] != beds[1] and "bridge" not in grounds), (one, other)


@pytest.mark.parametrize("name", MAPS)
def test_walls_hedgerows_and_crests_run_on_level_ground(name: str) -> None:
    for one, other, features in hexsides(name):
        if features & {"wall", "hedgerow", "crest"}:
            assert len(features) == 1, (one, other, features)


@pytest.mark.parametrize("name", MAPS)
def test_ways_pass_walls_by_a_gap_and_climb_one_level_at_a_time(name: str) -> None:
    crossed = ways(name, "road", "path", "rail")
    for one, other, features in hexsides(name):
        if other in crossed.get(one, ()):
            assert not features & {"wall", "hedgerow", "cliff"}
            assert abs(level(name, one) - level(name, other)) <= 1


@pytest.mark.parametrize("name", MAPS)
def test_roads_and_paths_hang_together(name: str) -> None:
    links = ways(name, "road", "path")
    found, waiting = set(), [next(iter(links))]
    while waiting:
        here = waiting.pop()
        if here not in found:
            found.add(here)
            waiting += links[here]
    assert found == set(links)


@pytest.mark.parametrize("name", MAPS)
def test_a_bridge_carries_one_way_over_a_bed(name: str) -> None:
    links = ways(name, "road", "path")
    for info in board(name).hexes:
        if info.terrain == "bridge":
            assert info.data["over"] in BEDS
            assert len(links[info.label]) == 2
            around = [board(name).named(label) for label in neighbours(name, info.label)]
            assert sum(other.terrain in BEDS for other in around) >= 2
            assert not any(other.terrain in BEDS and other.label in links[info.label] for other in around)
        elif info.terrain in ("stream", "water"):
            assert info.label not in links


@pytest.mark.parametrize("name", MAPS)
def test_a_ford_lies_in_a_stream_and_water_is_level(name: str) -> None:
    for info in board(name).hexes:
        around = [board(name).named(label) for label in neighbours(name, info.label)]
        if info.terrain == "ford":
            assert sum(other.terrain in ("stream", "water") for other in around) >= 2
        if info.terrain in WATER:
            assert all(other.elevation == info.elevation for other in around if other.terrain in WATER)


@pytest.mark.parametrize("name", MAPS)
def test_a_building_stands_at_a_way(name: str) -> None:
    links = ways(name, "road", "path")
    for info in board(name).hexes:
        if info.terrain in BUILDINGS:
            assert {info.label, *neighbours(name, info.label)} & links.keys()


@pytest.mark.rule("panzer:1.3")
@pytest.mark.parametrize("name", BOARDS)
def test_a_board_can_be_joined_everywhere(name: str) -> None:
    """Its edges are level, without beds, buildings or hexside features; ways leave it at the standard points."""
    links = ways(name, "road", "path")
    edge = {label for label in board(name).labels if is_edge(name, label)}
    for label in edge:
        info = board(name).named(label)
        assert (info.elevation, info.terrain in (*BEDS, *BUILDINGS, "bridge", "shellhole")) == (0, False)
    for one, other, features in hexsides(name):
        assert not (features and {one, other} <= edge)
    assert {label for label in edge if len(links.get(label, ())) == 1} == {"A8", "Y8", "M0", "M16"}
    assert {"A8", "Y8"} <= ways(name, "road").keys()
    assert {"M0", "M16"} <= ways(name, "path").keys()


@pytest.mark.parametrize("name", MAPS)
def test_names_are_in_both_languages(name: str) -> None:
    map_ = board(name)
    names = [map_.name, *(info.name for info in map_.hexes if info.name), *(path.name for path in map_.paths)]
    assert len(names) > 8
    assert all(found is not None and found.en and found.ja for found in names)


@pytest.mark.parametrize("name", MAPS)
def test_a_map_has_one_directional_hex(name: str) -> None:
    assert Counter("directional" in info.features for info in board(name).hexes)[True] == 1


@pytest.mark.rule("panzer:4.1.4.1.7")
def test_the_crest_of_hill_1_7_lies_between_the_hexes_of_the_example() -> None:
    map_ = board("board1")
    i, j = map_.index["V2"], map_.index["W1"]
    assert "crest" in map_.side_features(i, map_.direction(i, j))
    assert {map_.hexes[i].elevation, map_.hexes[j].elevation} == {1}
    assert {i, j} <= map_.regions["1.7"]


def test_the_examples_of_the_large_map_hold() -> None:
    map_ = board("krasny-brod")
    assert map_.named("3116").terrain in BUILDINGS
    assert {"3415", "3514"} <= map_.index.keys()
    field = ["0807", "0907", "1008", "1009"]
    assert all(other in neighbours("krasny-brod", label) for label, other in pairwise(field))


@pytest.mark.parametrize(("name", "region", "hexes"), [("board3", "3.1", 16), ("krasny-brod", "5.1", 36)])
def test_a_village_is_a_region_of_its_buildings(name: str, region: str, hexes: int) -> None:
    found = [board(name).hexes[i] for i in board(name).regions[region]]
    assert len(found) == hexes
    assert all(info.terrain in BUILDINGS for info in found)


@pytest.mark.parametrize("name", MAPS)
def test_a_hill_is_a_region_of_raised_ground(name: str) -> None:
    map_ = board(name)
    hills = {
        region: hexes
        for region, hexes in map_.regions.items()
        if not any(map_.hexes[i].terrain in BUILDINGS and level(name, map_.labels[i]) == 0 for i in hexes)
    }
    for hexes in hills.values():
        assert all(level(name, map_.labels[i]) > 0 for i in hexes)
    raised = {label for label in map_.labels if level(name, label) > 0}
    assert {map_.labels[i] for hexes in hills.values() for i in hexes} == raised
