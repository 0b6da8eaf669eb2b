"""Lines of sight as cross-sections."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import sandtable
from sandtable.datafile import read
from sandtable.kernel import Texts
from sandtable.mechanics.sightline import Crossing, Eye, Obstacle, Sight
from sandtable.render import cross_section, save_picture
from sandtable.render.cross_section import profile

from .drawing import by_class, parsed, texts

FOLDER = Path(sandtable.__file__).parent / "mechanics" / "texts"
WORDS = {
    "terrain.woods": "Woods",
    "terrain.clear": "Clear",
    "hexside.hedge": "Hedge",
    "why.above": "too high",
    "why.open": "open",
    "why.blind": "{blind} blind",
}


def words(lang: str = "en") -> Texts:
    return Texts(lang, [read(FOLDER / f"{lang}.yaml", dict[str, str]), WORDS], lambda kind, ident, lang: None)


def eye(at: str, level: int) -> Eye:
    return Eye(at, level, ground=level, top=level, fill="#ddddaa")


def clear(at: str, along: float, *, beside: bool = False) -> Crossing:
    return Crossing(
        at=at, along=along, beside=beside, kind="terrain:clear", ground=0, level=0, top=0, fill="#ddddaa", rule="1",
        reason="why.open",
    )  # fmt: skip


def woods(at: str, along: float, *, blind: int = 0, beside: bool = False) -> Crossing:
    return Crossing(
        at=at, along=along, beside=beside, kind="terrain:woods", ground=0, level=3, top=3, fill="#226622", blocks=True,
        blind=blind, rule="2", reason="why.blind" if blind else "why.above", args={"blind": blind},
    )  # fmt: skip


def blocked(*steps: Crossing, levels: tuple[int, int] = (0, 0)) -> Sight:
    first = next(step for step in steps if step.blocks)
    obstacle = Obstacle(first.at, first.kind, first.level, first.rule, first.reason, first.args)
    return Sight(eye("A1", levels[0]), eye("A5", levels[1]), 4, obstacle, steps)


OPEN = Sight(eye("A1", 0), eye("A4", 0), 3, None, (clear("A2", 1 / 3), clear("A3", 2 / 3)))
WOODED = blocked(clear("A2", 0.25), woods("A3", 0.5), clear("A4", 0.75))


def colours(sight: Sight) -> list[str]:
    """Those of the parts of the line, without its ends."""
    line = by_class(cross_section(sight, words()).svg, "sight")[0]
    return [part.attrib["stroke"] for part in line if part.tag.endswith("path")]


def test_every_hex_of_the_line_stands_on_the_profile_in_order() -> None:
    drawn = by_class(cross_section(OPEN, words()).svg, "hex")
    assert [texts(hex_) for hex_ in drawn] == [["A1"], ["A2"], ["A3"], ["A4"]]


def test_a_clear_line_has_one_colour_and_a_blocked_one_turns_where_it_is_blocked() -> None:
    assert len(colours(OPEN)) == 1
    assert len(colours(WOODED)) == 2
    assert colours(WOODED)[0] == colours(OPEN)[0] != colours(WOODED)[1]


def test_woods_rise_above_the_ground_and_are_named() -> None:
    hex_ = by_class(cross_section(WOODED, words()).svg, "hex")[2]
    rect = next(part for part in hex_ if part.tag.endswith("rect"))
    assert float(rect.attrib["height"]) > 0
    assert "".join(hex_[0].itertext()) == "A3 Woods"


def test_a_profile_shows_the_same_line_without_a_heading() -> None:
    plain, headed = (parsed(draw(WOODED, words()).svg) for draw in (profile, cross_section))
    assert not any("Blocked" in line for line in texts(plain))
    assert len(by_class(profile(WOODED, words()).svg, "hex")) == 5
    assert float(plain.attrib["height"]) < float(headed.attrib["height"])


def test_the_heading_says_what_blocks_in_either_language() -> None:
    english = texts(parsed(cross_section(WOODED, words()).svg))
    assert "A1 (level 0) to A5 (level 0), 4 hexes" in english
    assert "Blocked by Woods, level 3, at A3: too high [2]" in english
    assert any("遮られる" in line for line in texts(parsed(cross_section(WOODED, words("ja")).svg)))


@pytest.mark.parametrize(("levels", "side"), [((4, 0), "after"), ((0, 4), "before")])
def test_blind_hexes_lie_behind_the_obstacle_as_seen_from_the_higher_end(levels: tuple[int, int], side: str) -> None:
    sight = blocked(clear("A2", 0.25), woods("A3", 0.5, blind=1), clear("A4", 0.75), levels=levels)
    svg = cross_section(sight, words()).svg
    band = next(part for part in by_class(svg, "blind")[0] if part.tag.endswith("rect"))
    rect = next(part for part in by_class(svg, "hex")[2] if part.tag.endswith("rect"))
    if side == "after":
        assert float(band.attrib["x"]) >= float(rect.attrib["x"]) + float(rect.attrib["width"])
    else:
        assert float(band.attrib["x"]) + float(band.attrib["width"]) <= float(rect.attrib["x"])


def test_two_hexes_beside_the_line_share_a_place() -> None:
    sight = blocked(clear("B2", 0.5, beside=True), woods("B3", 0.5, beside=True))
    drawn = by_class(cross_section(sight, words()).svg, "hex")
    assert [texts(hex_) for hex_ in drawn] == [["A1"], ["B2", "B3"], ["A5"]]


def test_what_stands_beside_a_way_is_drawn_with_a_gap() -> None:
    street = msgspec.structs.replace(clear("A2", 0.5), top=2)
    svg = cross_section(Sight(eye("A1", 0), eye("A3", 0), 2, None, (street,)), words()).svg
    rect = next(part for part in by_class(svg, "hex")[1] if part.tag.endswith("rect"))
    assert "stroke-dasharray" in rect.attrib


def test_a_hexside_is_a_post() -> None:
    hedge = Crossing(
        at="A1-A2", is_hexside=True, along=0.5, kind="hexside:hedge", ground=0, level=1, top=1, fill="#336633",
        blocks=True, rule="3", reason="why.above",
    )  # fmt: skip
    svg = cross_section(Sight(eye("A1", 0), eye("A2", 0), 1, None, (hedge,)), words()).svg
    assert len(by_class(svg, "hexside")) == 1
    assert [texts(hex_) for hex_ in by_class(svg, "hex")] == [["A1"], ["A2"]]


def test_it_is_written_as_svg_or_png(tmp_path: Path) -> None:
    drawn = cross_section(WOODED, words())
    assert save_picture(drawn, tmp_path / "los.svg").read_text(encoding="utf8") == drawn.svg
    assert save_picture(drawn, tmp_path / "los.png").read_bytes().startswith(b"\x89PNG")


def test_what_hinders_without_blocking_is_told_with_its_sum() -> None:
    orchard = msgspec.structs.replace(clear("A2", 1 / 3), hinders=1)
    hindered = Sight(eye("A1", 0), eye("A4", 0), 3, None, (orchard, msgspec.structs.replace(orchard, at="A3")))
    assert "The line of sight is clear, but hindered: +2." in texts(parsed(cross_section(hindered, words()).svg))


def test_parts_of_levels_are_drawn_and_told() -> None:
    higher = Sight(eye("A1", 0), Eye("A4", 0.75, 0, 1.5, "#ddddaa"), 3, None, ())
    assert "A1 (level 0) to A4 (level ¾), 3 hexes" in texts(parsed(cross_section(higher, words()).svg))
