"""The map that ships: its ground, ways, hexsides, regions and names are those that the rules and scenarios quote."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import pairwise

import pytest

from games.gts.data import board, column, in_both, manifest, region, row, table, terrain, ways


def neighbours(label: str) -> list[str]:
    return [board().labels[j] for j in board().adjacent(board().index[label])]


def features(label: str, other: str) -> frozenset[str]:
    i, j = board().index[label], board().index[other]
    return board().side_features(i, board().direction(i, j))


def has_way(network: str, label: str, other: str) -> bool:
    i, j = board().index[label], board().index[other]
    return bool(board().networks[network][6 * i + board().direction(i, j)])


def hexsides() -> Iterator[tuple[str, str]]:
    """Every hexside between two hexes of the map, once."""
    for label in board().labels:
        for other in neighbours(label):
            if label < other:
                yield label, other


def bank(label: str) -> str:
    return next(name for name in ("north-bank", "betuwe", "liemers") if label in region(name))


def distance(label: str, other: str) -> int:
    return board().distance(board().index[label], board().index[other])


@pytest.mark.rule("gts:1.0")
def test_the_map_is_a_rectangle_of_45_columns_and_30_rows() -> None:
    assert board().size == 45 * 30
    assert {"0101", "0130", "4501", "4530"} <= set(board().labels)
    assert set(neighbours("2018")) == {"2017", "2118", "2119", "2019", "1919", "1918"}
    assert set(neighbours("2118")) == {"2117", "2217", "2218", "2119", "2018", "2017"}


@pytest.mark.rule("gts:1.2/elevation")
def test_there_are_no_levels_of_height() -> None:
    assert {info.elevation for info in board().hexes} == {0}
    assert any(board().sides["ridge"])


def test_the_ground_is_that_of_the_chart() -> None:
    assert set(board().legend.terrain) == set(terrain().terrain) - {"fortified"}
    for name, style in board().legend.terrain.items():
        assert (style.height > 0) == (terrain().terrain[name].blocks != "never"), name
    assert set(board().legend.networks) == set(terrain().ways)
    assert set(board().legend.sides) - {"bridge", "ferry", "crossing"} == set(terrain().hexsides) - {"canal"}
    counts = Counter(info.terrain for info in board().hexes)
    assert counts == {
        "city": 11, "clear": 162, "floodplain": 116, "heath": 146, "orchard": 31, "polder": 345, "town": 56,
        "village": 32, "woods": 451,
    }  # fmt: skip


def test_the_rivers_part_the_three_banks() -> None:
    parts = [region(name) for name in ("north-bank", "betuwe", "liemers")]
    assert sum(map(len, parts)) == board().size
    assert set[str]().union(*parts) == set(board().labels)
    for label, other in hexsides():
        assert ("river" in features(label, other)) == (bank(label) != bank(other)), f"{label}-{other}"
    for part in parts:
        left = set(part)
        frontier = [left.pop()]
        while frontier:
            near = left.intersection(neighbours(frontier.pop()))
            left -= near
            frontier += near
        assert not left


def test_a_way_crosses_a_river_only_by_bridge_or_ferry() -> None:
    crossed = set()
    for label, other in hexsides():
        found = features(label, other)
        for network in board().legend.networks:
            if has_way(network, label, other) and "river" in found:
                assert found & {"bridge", "ferry"}, f"{network} {label}-{other}"
                crossed.add(f"{label}-{other}")
        assert "river" in found or not found & {"bridge", "ferry"}, f"{label}-{other}"
    crossings = table("crossings")
    assert crossed == {entry["side"] for kind in ("bridges", "ferries") for entry in crossings[kind].values()}


def test_a_road_passes_an_embankment_only_at_a_crossing() -> None:
    found = {f"{a}-{b}" for a, b in hexsides() if "crossing" in features(a, b)}
    assert found == {entry["side"] for entry in table("crossings")["embankments"].values()}
    for label, other in hexsides():
        assert "crossing" not in features(label, other) or "embankment" in features(label, other)
        if "embankment" in features(label, other) and "crossing" not in features(label, other):
            assert not has_way("road", label, other), f"{label}-{other}"
            assert not has_way("trail", label, other), f"{label}-{other}"


@pytest.mark.parametrize(
    ("kind", "side"),
    [
        ("bridge", "3419-3420"),
        ("bridge", "2521-2620"),
        ("bridge", "4220-4221"),
        ("ferry", "1820-1921"),
        ("crossing", "2013-2014"),
        ("crossing", "4018-4019"),
    ],
)
def test_crossings_stand_on_the_map(kind: str, side: str) -> None:
    assert kind in features(*side.split("-"))


def test_water_never_shares_a_hexside_with_another_obstacle() -> None:
    obstacles = {"river", "stream", "dike", "ridge", "embankment"}
    seen = Counter[str]()
    for label, other in hexsides():
        found = features(label, other) & obstacles
        assert "river" not in found or found == {"river"}, f"{label}-{other}"
        seen.update(found)
    assert seen == {"river": 117, "stream": 33, "embankment": 59, "ridge": 91, "dike": 92}


def test_every_path_ends_somewhere() -> None:
    """A road or trail ends at another one, at the edge of the map, or at an entry hex."""
    degree = Counter[str]()
    for path in board().paths:
        if path.network != "rail":
            for i, j in pairwise(path.hexes):
                degree.update((board().labels[i], board().labels[j]))
    for label in (label for label, count in degree.items() if count == 1):
        assert column(label) in (1, 45) or row(label) in (1, 30), label


def test_driel_is_joined_to_the_dike_road() -> None:
    assert has_way("road", "1922", "1923")


@pytest.mark.rule("gts:8.0")
def test_entry_hexes() -> None:
    entries = table("entry")["entries"]
    assert len(entries) == 11
    for name, entry in entries.items():
        (label,) = region(entry["region"])
        info = board().named(label)
        assert "entry" in info.features
        assert info.data["entry"] == name
        assert ways(label), label
        assert column(label) in (1, 45) or row(label) in (1, 30), label
        assert {manifest().divisions[division].side for division in entry["divisions"]} == {entry["side"]}
    assert {info.label for info in board().hexes if "entry" in info.features} == {
        next(iter(region(entry["region"]))) for entry in entries.values()
    }


def test_landing_areas() -> None:
    for name in {str(info.data["landing"]) for info in board().hexes if "landing" in info.data}:
        assert region(name) == {info.label for info in board().hexes if info.data.get("landing") == name}


@pytest.mark.rule("gts:15.4.2", "gts:15.4.3")
def test_posts_and_stations() -> None:
    marked = defaultdict(set)
    for info in board().hexes:
        for feature in info.features:
            marked[feature].add(info.label)
    assert marked["observation-post"] == {"1923", "2019", "2319", "2613", "2817", "3023", "3418"}
    assert marked["strongpoint"] == {"1521", "1915", "2216", "2618", "3017", "3419"}
    assert marked["station"] == {info.label for info in board().hexes if "station" in info.data}
    assert all("rail" in ways(label) for label in marked["station"])


def test_regions_of_the_scenarios() -> None:
    riverside = {a for pair in hexsides() if "river" in features(*pair) for a in pair}
    north = region("north-bank")
    assert region("arnhem-bridge") == {"3419", "3420"}
    assert region("heveadorp-ferry") == {"1820", "1921"}
    assert region("krafft-set-up") == {x for x in board().labels if 16 <= column(x) <= 19 and 13 <= row(x) <= 17}
    assert region("krafft-exit") == {
        x
        for x in north
        if column(x) == 24
        and 9 <= row(x) <= 21
        and any(column(y) == 25 and has_way("road", x, y) for y in neighbours(x))
    }
    assert region("bridge-approach") == {"3419", *neighbours("3419")}
    assert region("arnhem-east") == {x for x in board().labels if column(x) > 27}
    assert region("perimeter-bank") == {x for x in north & riverside if 18 <= column(x) <= 25}
    bankside = {x for x in north & riverside if 19 <= column(x) <= 24}
    assert region("withdrawal") == {x for x in north if bankside & {x, *neighbours(x)}}
    strip = {x for x in north if any(distance(x, y) <= 2 for y in region("perimeter-bank"))}
    assert region("perimeter-strip") == strip
    assert region("supply-perimeter") == {
        x
        for x in board().labels
        if board().named(x).terrain in ("town", "village") and 20 <= column(x) <= 24 and 15 <= row(x) <= 19
    }
    assert region("boats") == {x for x in board().labels if distance(x, "1922") <= 3}


def test_everything_on_the_map_is_named_in_both_languages() -> None:
    legend = board().legend
    for styles in (legend.terrain, legend.features, legend.sides, legend.networks):
        assert all(in_both(style.name) for style in styles.values())
    assert all(in_both(info.name) for info in board().hexes if info.name)
    assert all(path.name and in_both(path.name) for path in board().paths)
    for run in board().side_runs:
        if run.feature in ("river", "stream", "ferry"):
            assert run.name is not None
            assert in_both(run.name)


@pytest.mark.parametrize(
    ("label", "name"),
    [("2216", "Hartenstein"), ("3419", "Arnhem bridge"), ("1923", "Driel"), ("2019", "Westerbouwing")],
)
def test_objectives_are_named(label: str, name: str) -> None:
    info = board().named(label)
    assert info.name is not None
    assert info.name.en == name
