"""Streams and ravines as bands from hex to hex, bridges over them, levels, and ground that looks otherwise."""

from __future__ import annotations

import pytest

from render.drawing import SVG, by_class, parsed, texts
from sandtable.board.board import Board, HexInfo
from sandtable.board.legend import FeatureStyle, Legend, Name, NetworkStyle, TerrainStyle
from sandtable.hexgrid import Grid
from sandtable.render import terrain_svg

LEGEND = Legend(
    terrain={
        "clear": TerrainStyle(Name("Clear"), "#dfd7ae"),
        "water": TerrainStyle(Name("Water"), "#7fb0c8", "waves"),
        "stream": TerrainStyle(Name("Stream"), "#8fbdd2", "stream"),
        "gully": TerrainStyle(Name("Gully"), "#94814f", "ravine"),
        "bridge": TerrainStyle(Name("Bridge"), "#c9c2b2", "bridge"),
    },
    features={"marsh": FeatureStyle(Name("Marsh"), "none", "#a7b88c", "marsh")},
    networks={"road": NetworkStyle(Name("Road"), "#ecd9ab", 6)},
)
COLUMN = [f"03{row:02d}" for row in range(1, 7)]


def drawn(roads: bool = False, elevation: dict[str, int] | None = None, **terrain: str) -> str:
    """Six columns and rows of clear ground with some hexes of another terrain, and a road across the third column."""
    grid, high = Grid(), elevation or {}
    labels = [grid.label(grid.at(c, r)) for c in range(1, 7) for r in range(1, 7)]
    hexes = [HexInfo(label, terrain.get(f"h{label}", "clear"), elevation=high.get(label, 0)) for label in labels]
    paths = [("road", ["0203", "0303", "0403"], None)] if roads else []
    return terrain_svg(Board(grid, hexes, LEGEND, paths=paths))


def bands(svg: str) -> list[str]:
    return [path.attrib["d"] for found in by_class(svg, "beds") for path in found.iter(SVG + "path")]


def pieces(svg: str) -> int:
    """Into how many pieces the first band falls."""
    return bands(svg)[0].count("M")


def bed(pattern: str, *rows: int) -> dict[str, str]:
    return {f"h{COLUMN[row - 1]}": pattern for row in rows}


@pytest.mark.parametrize("pattern", ["stream", "gully"])
def test_a_bed_runs_from_hex_to_hex(pattern: str) -> None:
    assert pieces(drawn(**bed(pattern, 2, 3, 4, 5))) == 1
    assert pieces(drawn(**bed(pattern, 1, 2, 4, 5))) == 2


@pytest.mark.parametrize("pattern", ["stream", "gully"])
def test_a_bed_goes_on_below_a_bridge(pattern: str) -> None:
    assert pieces(drawn(roads=True, **bed(pattern, 2, 4), h0303="bridge")) == 1


def test_a_stream_alone_in_a_field_is_seen() -> None:
    assert pieces(drawn(h0303="stream")) == 1


def test_a_junction_of_three_beds_has_no_ring() -> None:
    assert "Z" not in bands(drawn(h0303="gully", h0304="gully", h0403="gully"))[0]
    assert pieces(drawn(h0303="gully", h0304="gully", h0403="gully")) == 1


def test_a_stream_that_ends_at_a_lake_runs_out_into_it() -> None:
    inland = bands(drawn(**bed("stream", 3, 4)))[0]
    assert len(bands(drawn(**bed("stream", 3, 4), h0305="water"))[0]) > len(inland)


def test_a_bridge_in_open_water_stands_over_it_and_not_over_a_stream() -> None:
    assert bands(drawn(roads=True, **bed("water", 2, 4), h0303="bridge")) == []


def test_every_hex_above_or_below_the_ground_shows_its_level() -> None:
    (levels,) = by_class(drawn(elevation={"0303": 2, "0304": 1, "0305": -1}), "hex-levels")
    assert texts(levels) == ["2", "1", "-1"]


def test_a_hole_in_the_ground_is_no_reason_to_raise_all_the_rest() -> None:
    def outlines(svg: str) -> list[str]:
        return [found for element in parsed(svg).iter() if (found := element.get("id", "")).startswith("level")]

    assert outlines(drawn(elevation={"0303": -1})) == []
    assert outlines(drawn(elevation={"0303": 1})) == ["level-1"]


def test_a_feature_may_look_otherwise_than_the_terrain_that_it_is_on() -> None:
    grid = Grid()
    plain = [HexInfo(grid.label(grid.at(c, 1)), "clear") for c in range(1, 4)]
    wet = [*plain[:2], HexInfo(plain[2].label, "clear", features=frozenset({"marsh"}))]
    shown = {
        use.attrib["href"].rpartition("-")[0]
        for use in parsed(terrain_svg(Board(grid, wet, LEGEND))).iter(SVG + "use")
        if "texture" in use.attrib["href"]
    }
    assert shown == {"#texture-clear", "#texture-marsh"}
