"""Whole positions: markers, control, highlights, boxes, heading and key."""

from __future__ import annotations

import msgspec
import pytest

from render.drawing import by_class, by_id, ids, parsed, shift, texts
from sandtable.board.board import Board
from sandtable.board.scene import Counter, Marker, Scene
from sandtable.render import RenderError, scene_svg
from sandtable.render.counters import CARD
from sandtable.render.sheet import EDGE


def test_a_scene_is_one_document_with_every_hex_and_counter(scene: Scene, guards: Counter) -> None:
    found = ids(scene_svg(msgspec.structs.replace(scene, counters=(guards,))))
    assert [name for name in found if name.startswith("hex-")] == [f"hex-{label}" for label in scene.board.labels]
    assert found.count("unit-3-guards") == 1
    assert len(found) == len(set(found))


def test_a_counter_lies_on_its_hex(scene: Scene, guards: Counter) -> None:
    svg = scene_svg(msgspec.structs.replace(scene, counters=(guards,)))
    (stack,) = by_class(svg, "stack")
    corners = [tuple(map(float, point.split(","))) for point in by_id(svg, "hex-0302").attrib["points"].split()]
    middle = (sum(x for x, _ in corners) / 6, sum(y for _, y in corners) / 6)
    assert shift(stack) == pytest.approx(middle, abs=0.2)


def test_a_counter_along_a_hexside_lies_beside_it_and_not_in_the_stack(scene: Scene, guards: Counter) -> None:
    beside = msgspec.structs.replace(guards, id="beside", edge=0)
    svg = scene_svg(msgspec.structs.replace(scene, counters=(guards, beside)))
    middle, edge = by_class(svg, "stack")
    corners = [tuple(map(float, point.split(","))) for point in by_id(svg, "hex-0302").attrib["points"].split()]
    first, last = corners[0], corners[-1]
    out = ((first[0] + last[0]) / 2 - shift(middle)[0], (first[1] + last[1]) / 2 - shift(middle)[1])
    moved = (shift(edge)[0] - shift(middle)[0], shift(edge)[1] - shift(middle)[1])
    assert moved == pytest.approx((EDGE * out[0], EDGE * out[1]), abs=0.2)


def test_clicks_reach_counters_above_hexes(scene: Scene, guards: Counter) -> None:
    found = ids(scene_svg(msgspec.structs.replace(scene, counters=(guards,))))
    assert found.index("unit-3-guards") > found.index(f"hex-{scene.board.labels[-1]}")


def test_a_stack_further_south_lies_over_one_further_north(scene: Scene, guards: Counter) -> None:
    south = msgspec.structs.replace(guards, id="south", at="0303")
    found = ids(scene_svg(msgspec.structs.replace(scene, counters=(south, guards))))
    assert found.index("unit-south") > found.index("unit-3-guards")


@pytest.mark.parametrize("kind", ["disc", "lozenge", "flag", "star"])
def test_markers_show_their_label(scene: Scene, kind: str) -> None:
    svg = scene_svg(msgspec.structs.replace(scene, markers=(Marker("0101", "V<P", kind, "red"),)))
    (marker,) = by_class(svg, "marker")
    assert texts(marker) == ["V<P"]


def test_an_unknown_marker_is_refused(scene: Scene) -> None:
    with pytest.raises(RenderError, match=r"'blimp'.*disc, lozenge, flag, star"):
        scene_svg(msgspec.structs.replace(scene, markers=(Marker("0101", "", "blimp"),)))


def test_markers_of_one_hex_lie_side_by_side(scene: Scene) -> None:
    svg = scene_svg(msgspec.structs.replace(scene, markers=(Marker("0101", "1"), Marker("0101", "2"))))
    first, second = map(shift, by_class(svg, "marker"))
    assert first[0] < second[0]
    assert first[1] == second[1]


def test_a_marker_along_a_hexside_lies_where_a_counter_would_stand_there(scene: Scene, guards: Counter) -> None:
    for edge in (1, None):
        counter, marker = msgspec.structs.replace(guards, edge=edge), Marker(guards.at, "✕", edge=edge)
        (stack,) = by_class(scene_svg(msgspec.structs.replace(scene, counters=(counter,), markers=())), "stack")
        (sign,) = by_class(scene_svg(msgspec.structs.replace(scene, counters=(), markers=(marker,))), "marker")
        assert shift(sign) == shift(stack)


def test_markers_lie_left_and_right_of_the_counters_of_their_hex(scene: Scene, guards: Counter) -> None:
    signs = (Marker(guards.at, "1"), Marker(guards.at, "2"))
    svg = scene_svg(msgspec.structs.replace(scene, counters=(guards,), markers=signs))
    first, second = map(shift, by_class(svg, "marker"))
    assert second[0] - first[0] > CARD
    assert first[1] == second[1]


def test_control_tints_hexes_and_flags_named_ones(scene: Scene) -> None:
    (control,) = by_class(scene_svg(msgspec.structs.replace(scene, control={"0202": "red", "0101": "red"})), "control")
    assert [part.get("fill") for part in control].count("#d9a18f") == 3


def test_highlights_outline_their_hex(scene: Scene) -> None:
    (group,) = by_class(scene_svg(msgspec.structs.replace(scene, highlights={"0303": "#ff0000"})), "highlights")
    assert [(part.get("data-at"), part.get("stroke")) for part in group] == [("0303", "#ff0000")]


def test_boxes_lie_beside_the_map_with_their_counters(scene: Scene, guards: Counter) -> None:
    filled = msgspec.structs.replace(
        scene,
        boxes={"air": "Air & sea", "dead": ""},
        counters=(msgspec.structs.replace(guards, at="air"),),
        markers=(Marker("air", "9"),),
    )
    svg = scene_svg(filled, legend=False)
    air, dead = by_class(svg, "panel")
    assert {"Air & sea", "6-4-8", "9"} <= set(texts(air))
    assert texts(dead) == ["dead"]
    assert shift(air)[0] >= float(parsed(scene_svg(scene, legend=False)).attrib["width"])


def test_many_boxes_stay_on_the_sheet(scene: Scene) -> None:
    svg = scene_svg(msgspec.structs.replace(scene, boxes={f"box {n}": "" for n in range(20)}))
    sheet = parsed(svg)
    for panel in by_class(svg, "panel"):
        x, y = shift(panel)
        back = panel[0]
        assert x + float(back.attrib["width"]) <= float(sheet.attrib["width"])
        assert y + float(back.attrib["height"]) <= float(sheet.attrib["height"])


def test_the_key_names_what_is_on_the_board_and_nothing_else(scene: Scene) -> None:
    (key,) = by_class(scene_svg(scene, "ja"), "panel")
    shown = texts(key)
    assert {"凡例", "平地", "森", "飛行場", "川", "崖", "鉄道"} <= set(shown)
    assert "砂漠" not in shown


def test_the_key_can_be_left_out(scene: Scene) -> None:
    assert by_class(scene_svg(scene, legend=False), "panel") == []


def test_the_heading_is_written(scene: Scene) -> None:
    assert "Turn 3 & last" in texts(parsed(scene_svg(msgspec.structs.replace(scene, heading="Turn 3 & last"))))


@pytest.mark.parametrize("field", ["counters", "markers"])
def test_a_place_that_does_not_exist_is_refused(scene: Scene, guards: Counter, field: str) -> None:
    thing = {"counters": msgspec.structs.replace(guards, at="9999"), "markers": Marker("9999", "1")}[field]
    with pytest.raises(RenderError, match="'9999'"):
        scene_svg(msgspec.structs.replace(scene, **{field: (thing,)}))


@pytest.mark.parametrize("field", ["control", "highlights"])
def test_a_hex_that_does_not_exist_cannot_be_marked(scene: Scene, field: str) -> None:
    with pytest.raises(RenderError, match="'9999'"):
        scene_svg(msgspec.structs.replace(scene, **{field: {"9999": "red"}}))


def test_a_scene_is_always_drawn_the_same(scene: Scene, guards: Counter) -> None:
    filled = msgspec.structs.replace(scene, counters=(guards,), control={"0101": "red", "0102": "guards"})
    assert scene_svg(filled) == scene_svg(filled)


def test_both_orientations_can_be_drawn(either_board: Board) -> None:
    assert by_class(scene_svg(Scene(either_board, {})), "hexes")
