"""Maps as data files, and what is refused in them."""

from pathlib import Path
from textwrap import dedent

import pytest

from sandtable.board import Name, load_board
from sandtable.datafile import DataError

LEGEND = """\
name: {en: The Ford, ja: 渡河点}
grid: {orientation: flat, shift: even}
terrains:
  clear: {name: {en: Clear, ja: 平地}, fill: "#e8e4c9"}
  woods: {name: {en: Woods}, fill: "#7a9", pattern: trees, height: 1}
features:
  airfield: {name: {en: Airfield}, mark: ring}
sides:
  river: {name: {en: River, ja: 川}, stroke: "#4a7fb5", width: 3, style: bank}
networks:
  road: {name: {en: Road}, stroke: "#8b5a2b", width: 2.5, dash: "6 4", casing: "#fff"}
"""
BODY = """\
fill: {terrain: clear, from: "0101", to: "0403"}
holes: ["0403"]
hexes:
  "0202": {terrain: woods, elevation: 2, name: {en: Wolfheze, ja: ヴォルフヘーゼ}}
  "0303": {features: [airfield], name: Strip, data: {points: 2, code: X, open: true}}
  "0501": {terrain: clear}
hexsides:
  - {feature: river, name: {en: Rhine, ja: ライン川}, sides: ["0101-0102", "0201-0102"]}
paths:
  - {network: road, name: N225, path: ["0101", "0102", "0103"]}
  - {network: road, path: ["0202", "0102", "0103"]}
regions:
  west: ["0101", "0102"]
region_names:
  west: {en: West bank, ja: 西岸}
"""
BODY_LINE = LEGEND.count("\n")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ford.yaml"


def refusal(path: Path, body: str) -> tuple[int, str, str]:
    """Line (counted from the end of the legend), field and problem of a map that is refused."""
    path.write_text(LEGEND + dedent(body), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_board(path)
    assert caught.value.line is not None
    return (caught.value.line - BODY_LINE, caught.value.field, caught.value.problem)


def test_a_map_becomes_a_board(path: Path) -> None:
    path.write_text(LEGEND + BODY, encoding="utf-8")
    board = load_board(path)
    assert board.name == Name("The Ford", "渡河点")
    assert board.size == 12
    assert "0403" not in board.index
    assert board.named("0101").terrain == "clear"
    woods = board.named("0202")
    assert (woods.terrain, woods.elevation, woods.name) == ("woods", 2, Name("Wolfheze", "ヴォルフヘーゼ"))
    strip = board.named("0303")
    assert (strip.terrain, strip.features, strip.name) == ("clear", frozenset({"airfield"}), Name("Strip"))
    assert strip.data == {"points": 2, "code": "X", "open": True}
    assert board.named("0501").terrain == "clear"
    assert board.side_features(board.index["0101"], 3) == {"river"}
    assert board.side_runs[0].name == Name("Rhine", "ライン川")
    assert [[board.labels[i] for i in road.hexes] for road in board.paths] == [
        ["0101", "0102", "0103"],
        ["0202", "0102", "0103"],
    ]
    assert board.paths[0].name == Name("N225")
    assert board.regions["west"] == {board.index["0101"], board.index["0102"]}
    assert board.legend.regions == {"west": Name("West bank", "西岸")}


def test_the_legend_keeps_its_styles(path: Path) -> None:
    path.write_text(LEGEND + BODY, encoding="utf-8")
    legend = load_board(path).legend
    assert (legend.terrain["woods"].pattern, legend.terrain["woods"].height) == ("trees", 1)
    assert (legend.sides["river"].style, legend.sides["river"].width) == ("bank", 3)
    assert (legend.networks["road"].dash, legend.networks["road"].casing) == ("6 4", "#fff")
    assert legend.features["airfield"].mark == "ring"


def test_a_name_is_english_where_there_is_no_japanese() -> None:
    assert Name("Rhine", "ライン川").text("ja") == "ライン川"
    assert Name("Rhine", "ライン川").text("en") == "Rhine"
    assert Name("Strip").text("ja") == "Strip"


FILL = 'fill: {terrain: clear, from: "0101", to: "0403"}\n'


@pytest.mark.parametrize(
    ("body", "line", "field", "problem"),
    [
        (
            FILL + 'hexes:\n  "0102":\n    elevation: 1\n    terrain: swamp\n',
            5,
            "hexes.0102.terrain",
            "unknown terrain 'swamp'; the legend has clear, woods",
        ),
        (
            'fill: {terrain: swamp, from: "0101", to: "0403"}\n',
            1,
            "fill.terrain",
            "unknown terrain 'swamp'; the legend has clear, woods",
        ),
        (
            FILL + 'hexes:\n  "0102":\n    features:\n      - airfield\n      - port\n',
            6,
            "hexes.0102.features[1]",
            "unknown feature 'port'; the legend has airfield",
        ),
        (
            FILL + 'hexes:\n  "0102": {features: [airfield, airfield]}\n',
            3,
            "hexes.0102.features[1]",
            "'airfield' is listed twice",
        ),
        (FILL + "hexes:\n  A1: {terrain: clear}\n", 3, "hexes.A1", "'A1' is not a hex label: expected 4 digits"),
        (
            FILL + 'hexes:\n  "0901": {elevation: 1}\n',
            3,
            "hexes.0901.terrain",
            "missing: the hex lies outside the rectangle of fill",
        ),
        (FILL + 'holes: ["0101", "0909"]\n', 2, "holes[1]", "'0909' is not in the rectangle of fill"),
        (FILL + 'holes: ["0101", "0101"]\n', 2, "holes[1]", "'0101' is listed twice"),
        (FILL + 'holes: ["0101"]\nhexes:\n  "0101": {}\n', 4, "hexes.0101", "is also listed under holes"),
        ('fill: {terrain: clear, from: "0403", to: "0101"}\n', 1, "fill.to", "'0101' lies left of or above '0403'"),
        (
            'fill: {terrain: clear, from: "x", to: "0101"}\n',
            1,
            "fill.from",
            "'x' is not a hex label: expected 4 digits",
        ),
        (
            FILL + 'hexsides:\n  - feature: canal\n    sides: ["0101-0102"]\n',
            3,
            "hexsides[0].feature",
            "unknown side feature 'canal'; the legend has river",
        ),
        (
            FILL + 'hexsides:\n  - feature: river\n    sides:\n      - "0101-0102"\n      - "0101-0103"\n',
            6,
            "hexsides[0].sides[1]",
            "'0101-0103' is not a hexside: 0101 and 0103 are not adjacent",
        ),
        (
            FILL + 'hexsides:\n  - {feature: river, sides: ["0403-0404"]}\n',
            3,
            "hexsides[0].sides[0]",
            "'0404' is not on the map",
        ),
        (
            FILL
            + 'hexsides:\n  - {feature: river, sides: ["0101-0102"]}\n  - {feature: river, sides: ["0102-0101"]}\n',
            4,
            "hexsides[1].sides[0]",
            "'0102-0101' already has the side feature 'river'",
        ),
        (
            FILL + 'paths:\n  - {network: rail, path: ["0101", "0102"]}\n',
            3,
            "paths[0].network",
            "unknown network 'rail'; the legend has road",
        ),
        (
            FILL + 'paths:\n  - network: road\n    path: ["0101", "0102",\n      "0202", "0402"]\n',
            5,
            "paths[0].path[3]",
            "'0402' is not adjacent to '0202'",
        ),
        (
            FILL + 'paths:\n  - {network: road, path: ["0101", "0102", "0101"]}\n',
            3,
            "paths[0].path[2]",
            "the path runs from '0102' to '0101' twice",
        ),
        (
            FILL + 'paths:\n  - {network: road, path: ["0103", "0104"]}\n',
            3,
            "paths[0].path[1]",
            "'0104' is not on the map",
        ),
        (FILL + 'regions:\n  west:\n    - "0101"\n    - "0909"\n', 5, "regions.west[1]", "'0909' is not on the map"),
        (
            FILL + 'regions:\n  west: ["0101"]\nregion_names:\n  east: {en: East}\n',
            5,
            "region_names.east",
            "there is no such region",
        ),
        (FILL + 'regions:\n  west: ["0101", "0101"]\n', 3, "regions.west[1]", "'0101' is listed twice"),
        (
            FILL + "hexes:\n  1004: {terrain: clear}\n",
            3,
            "hexes[1004]",
            'expected str, found int; quote it: "1004"',
        ),
        (FILL + 'hexes:\n  "0101": {}\n  "0101": {}\n', 4, "0101", f"key given twice, first on line {BODY_LINE + 3}"),
        (FILL + "roads: []\n", 2, "roads", "unknown field"),
    ],
)
def test_a_map_that_contradicts_itself_is_refused(path: Path, body: str, line: int, field: str, problem: str) -> None:
    assert refusal(path, body) == (line, field, problem)


def test_a_map_without_hexes_is_refused(path: Path) -> None:
    path.write_text(LEGEND, encoding="utf-8")
    with pytest.raises(DataError, match="no hexes"):
        load_board(path)


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ('"#7a9"', "green", "terrains.woods.fill"),
        ("trees", "palms", "terrains.woods.pattern"),
        ("shift: even", "shift: left", "grid.shift"),
        ("width: 3", "width: 0", "sides.river.width"),
    ],
)
def test_a_bad_legend_is_refused(path: Path, old: str, new: str, field: str) -> None:
    path.write_text(LEGEND.replace(old, new) + BODY, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_board(path)
    assert caught.value.field == field
    assert new.split()[-1] in path.read_text(encoding="utf-8").splitlines()[(caught.value.line or 0) - 1]
