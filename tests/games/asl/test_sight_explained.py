"""A6.9: lines of sight put down step by step agree with what the line comes to, and every reason has its words."""

from __future__ import annotations

import random

import pytest

from games.asl.fields import meadow
from games.asl.position import board, content, data_file, position
from sandtable.games.asl.sight.explained import explained, sight_in_game, sight_on_map
from sandtable.games.asl.sight.on_map import printed_ground
from sandtable.games.asl.state import Smoke
from sandtable.games.rileys_road.title import RileysRoad
from sandtable.hexgrid import LabelError
from sandtable.kernel import LANGUAGES
from sandtable.mechanics.sightline import UnknownMap, called, level_told

MAPS = ("rileys-road",)


@pytest.mark.rule("rileys_road:A6.9", "rileys_road:A/los-checks")
def test_a_line_over_the_map_is_told_with_what_blocks_it() -> None:
    sight = sight_on_map(data_file, MAPS, "rileys-road", "R7", "U17")
    assert sight.distance == 11
    assert sight.blocked_by is not None
    assert (sight.blocked_by.at, sight.blocked_by.rule, sight.blocked_by.reason) == ("S11", "A6.2", "sight.higher")
    assert [step.at for step in sight.steps if step.hinders] == ["S10", "U16"]


@pytest.mark.rule("rileys_road:RR12.3")
def test_an_up_slope_end_is_shown_three_quarters_of_a_level_higher() -> None:
    sight = sight_on_map(data_file, MAPS, "rileys-road", "DD17", "AA10")
    assert (level_told(sight.viewer.level), level_told(sight.target.level)) == ("¾", "-1")
    assert sight.blocked_by is None


@pytest.mark.rule("rileys_road:A6.9")
def test_steps_agree_with_the_line_and_have_words() -> None:
    lots, ground = random.Random(5), printed_ground(content())
    texts = [RileysRoad().texts(lang) for lang in LANGUAGES]
    for _ in range(300):
        a, b = lots.sample(board().labels, 2)
        line = ground.line(a, b)
        sight = explained(ground, a, b, line)
        assert (sight.blocked_by is None) == line.clear, f"{a} to {b}"
        if line.clear:
            assert sight.hindrance == line.hindrance, f"{a} to {b}"
            assert not any(step.blocks for step in sight.steps)
        elif line.block is not None and line.block.what != "hindrance":
            assert next(step.at for step in sight.steps if step.blocks) == line.block.at, f"{a} to {b}"
        for words in texts:
            for step in sight.steps:
                assert called(sight, step.kind, words)
                assert words.phrase(step.reason, step.args)
    assert not any(words.missing for words in texts)


@pytest.mark.rule("rileys_road:A24.2")
def test_smoke_in_a_game_is_told_as_well() -> None:
    game = position(on=meadow(), smoke={"J5": (Smoke(2),), "J4": (Smoke(3, source="ordnance"),)})
    clear = sight_in_game(game, "J8", "J5")
    assert clear.hindrance == 2
    thick = sight_in_game(position(on=meadow(), smoke={f"J{row}": (Smoke(3),) for row in (4, 5)}), "J8", "J2")
    assert thick.blocked_by is not None
    assert thick.blocked_by.reason == "sight.too-much"


@pytest.mark.rule("rileys_road:A6.8", "rileys_road:RR11.3")
def test_within_a_house_nothing_lies_on_the_way() -> None:
    sight = sight_on_map(data_file, MAPS, "rileys-road", "T10-1", "T10")
    assert (sight.distance, sight.blocked_by, sight.steps) == (0, None, ())


def test_maps_and_hexes_that_there_are_not_are_refused() -> None:
    with pytest.raises(UnknownMap):
        sight_on_map(data_file, MAPS, "moon", "R7", "U17")
    with pytest.raises(LabelError, match="no hex 'ZZ1'"):
        sight_on_map(data_file, MAPS, "rileys-road", "ZZ1", "U17")


@pytest.mark.parametrize(
    ("level", "told"), [(0, "0"), (2, "2"), (0.5, "½"), (1.75, "1¾"), (-1, "-1"), (-0.5, "-½"), (0.25, "¼")]
)
def test_levels_are_told_with_fractions(level: float, told: str) -> None:
    assert level_told(level) == told


@pytest.mark.rule("rileys_road:A6.6")
def test_of_two_orchards_beside_a_hexside_one_is_counted() -> None:
    ground = printed_ground(meadow({"J11": "orchard", "K11": "orchard"}))
    assert explained(ground, "J10", "K12", ground.line("J10", "K12")).hindrance == 1
