"""Chapter 15.4: line of sight, on the real map."""

from __future__ import annotations

import pytest

from games.gts.positions import NIGHT, content, quiet
from sandtable.games.gts.fire.line_of_sight import observed_from, reach, seen_from, sees, sight_lines
from sandtable.games.gts.units import Game

OPEN = ("clear", "heath", "polder", "floodplain")


def crossed(a: str, b: str) -> set[str]:
    return set(sight_lines(content()).between(a, b).crossed)


def terrain(*labels: str) -> list[str]:
    return sorted(content().terrain[label] for label in labels)


def side(a: str, b: str) -> frozenset[str]:
    board = content().board
    i, j = board.index[a], board.index[b]
    return board.side_features(i, board.direction(i, j))


def field() -> Game:
    return quiet({})


@pytest.mark.rule("gts:15.4")
@pytest.mark.rule("gts:29.32")
def test_a_line_over_open_ground_reaches_eight_hexes_by_day() -> None:
    game = field()
    assert content().distance("0120", "0921") == 8
    assert set(terrain(*crossed("0120", "0921"))) <= set(OPEN)
    assert sees(game, "0120", "0921")


@pytest.mark.rule("gts:15.4")
def test_nine_hexes_are_too_far() -> None:
    game = field()
    assert content().distance("0120", "1021") == 9
    assert set(terrain(*crossed("0120", "1021"))) <= set(OPEN)
    assert not sees(game, "0120", "1021")


@pytest.mark.rule("gts:26.0/fog")
@pytest.mark.rule("gts:26.0/rain")
@pytest.mark.rule("gts:15.4")
@pytest.mark.parametrize(("weather", "hexes"), [("clear", 8), ("overcast", 8), ("fog", 2), ("rain", 2)])
def test_the_weather_limits_all_lines(weather: str, hexes: int) -> None:
    assert reach(quiet({}, weather=weather)) == hexes


@pytest.mark.rule("gts:28.0")
def test_at_night_lines_are_two_hexes_long_even_from_an_observation_post() -> None:
    game = quiet({}, turn=NIGHT)
    assert reach(game) == 2
    assert reach(game, post=True) == 2
    assert sees(game, "0125", "0326")
    assert not sees(game, "0125", "0426")


@pytest.mark.rule("gts:15.4.1")
@pytest.mark.rule("gts:29.9")
def test_woods_between_block() -> None:
    assert terrain(*crossed("2307", "2506")) == ["woods"]
    assert not sees(field(), "2307", "2506")


@pytest.mark.rule("gts:15.4")
def test_a_line_may_go_into_and_out_of_woods() -> None:
    game = field()
    assert terrain("2406") == ["woods"]
    assert sees(game, "2307", "2406")
    assert sees(game, "2406", "2307")


@pytest.mark.rule("gts:15.4.1")
def test_an_orchard_does_not_block_but_a_second_one_does() -> None:
    game = field()
    assert terrain(*crossed("0125", "0326")) == ["orchard"]
    assert sees(game, "0125", "0326")
    assert terrain(*crossed("0125", "0425")) == ["orchard", "orchard"]
    assert not sees(game, "0125", "0425")


@pytest.mark.rule("gts:15.4.1")
@pytest.mark.parametrize(
    ("kind", "here", "next_", "there"),
    [("ridge", "0418", "0518", "0617"), ("embankment", "1713", "1613", "1514"), ("dike", "0124", "0125", "0126")],
)
def test_a_hexside_of_the_own_hex_does_not_block(kind: str, here: str, next_: str, there: str) -> None:
    assert kind in side(here, next_)
    assert crossed(here, there) == {next_}
    assert sees(field(), here, there)
    assert sees(field(), there, here)


@pytest.mark.rule("gts:15.4.1")
@pytest.mark.parametrize(
    ("kind", "ends", "middle"),
    [
        ("ridge", ("0416", "0715"), ("0516", "0615")),
        ("embankment", ("1513", "1813"), ("1613", "1713")),
        ("dike", ("0123", "0126"), ("0124", "0125")),
    ],
)
def test_a_hexside_that_belongs_to_neither_hex_blocks(
    kind: str, ends: tuple[str, str], middle: tuple[str, str]
) -> None:
    assert kind in side(*middle)
    assert set(terrain(*middle)) <= set(OPEN)
    assert crossed(*ends) == set(middle)
    assert not sees(field(), *ends)


@pytest.mark.rule("gts:29.9")
@pytest.mark.rule("gts:15.4.1")
def test_a_line_along_the_hexside_of_a_blocking_and_an_open_hex_is_clear() -> None:
    assert terrain(*crossed("0105", "0206")) == ["heath", "woods"]
    assert sees(field(), "0105", "0206")


@pytest.mark.rule("gts:15.4.1")
def test_a_line_along_the_hexside_between_two_blocking_hexes_is_blocked() -> None:
    assert terrain(*crossed("0120", "0218")) == ["woods", "woods"]
    assert not sees(field(), "0120", "0218")


@pytest.mark.rule("gts:15.4.1")
def test_a_line_along_a_ridge_is_not_blocked_by_it() -> None:
    assert side("0517", "0518") == {"ridge"}
    assert crossed("0417", "0617") == {"0517", "0518"}
    assert sees(field(), "0417", "0617")


@pytest.mark.rule("gts:15.4.1")
def test_a_wall_that_only_touches_the_line_at_a_corner_does_not_block() -> None:
    """An embankment around 1713; on the other flank of the line, woods without a wall."""
    assert crossed("1413", "1813") == {"1513", "1514", "1613", "1713", "1714"}
    assert side("1613", "1713") == side("1713", "1714") == {"embankment"}
    assert terrain("1713", "1714") == ["clear", "woods"]
    assert sees(field(), "1413", "1813")
    assert sees(field(), "1813", "1413")


@pytest.mark.rule("gts:15.4.1")
def test_a_wall_on_both_sides_of_a_corner_is_crossed_by_the_line_through_it() -> None:
    """A dike around 0324, from which the line goes on between 0424 and 0325."""
    assert side("0324", "0424") == side("0324", "0325") == {"dike"}
    assert sight_lines(content()).between("0222", "0425").obstacles == 1
    assert not sees(field(), "0222", "0425")
    assert sees(field(), "0324", "0526")


@pytest.mark.rule("gts:15.4.1")
@pytest.mark.parametrize(("switches", "seen"), [((), False), (("15.4.1",), True)])
def test_a_wall_that_bends_across_a_line_along_it_blocks_unless_read_otherwise(
    switches: tuple[str, ...], seen: bool
) -> None:
    """A ridge from one flank of the line to the other, with a stretch of it between."""
    assert side("0515", "0614") == side("0515", "0615") == side("0516", "0615") == {"ridge"}
    assert {"0515", "0516", "0614", "0615"} <= crossed("0417", "0713")
    game = quiet({}, switches=switches)
    assert sees(game, "0417", "0713") is seen
    assert sees(game, "0713", "0417") is seen


@pytest.mark.rule("gts:15.4.1")
def test_at_the_edge_of_a_scenario_the_ground_beyond_it_still_blocks() -> None:
    """The woods south of 1918 lie outside the area of the meeting with Krafft."""
    part = quiet({"kra-9p": "2018"}, scenario="krafft")
    assert "1919" not in part.content.board.index
    assert terrain("1918", "1919") == ["woods", "woods"]
    assert crossed("2018", "1818") == {"1918", "1919"}
    assert not sees(field(), "2018", "1818")
    assert not sees(part, "2018", "1818")


@pytest.mark.rule("gts:15.4")
def test_a_scenario_on_a_part_of_the_map_sees_what_the_whole_map_has() -> None:
    part, whole = sight_lines(content("krafft")), sight_lines(content())
    board = content("krafft").board
    edge = [i for i in range(board.size) if len(board.adjacent(i)) < 6]
    pairs = [(board.labels[i], board.labels[j]) for i in edge for j in board.within(i, 8) if i != j]
    assert [pair for pair in pairs if part.between(*pair) != whole.between(*pair)] == []


@pytest.mark.rule("gts:15.4")
@pytest.mark.rule("gts:16.4.2.2")
def test_a_barrage_blocks_through_its_hex_but_not_into_or_out_of_it() -> None:
    game = field()
    assert crossed("0120", "0321") == {"0220"}
    game.state.barrages["0220"] = "light-barrage"
    assert not sees(game, "0120", "0321")
    assert sees(game, "0120", "0220")
    assert sees(game, "0220", "0321")


@pytest.mark.rule("gts:16.4.2.2")
def test_what_is_seen_changes_with_the_barrages() -> None:
    game = field()
    before = seen_from(game, "0120", 3)
    game.state.barrages["0220"] = "heavy-barrage"
    assert before - seen_from(game, "0120", 3) == {hex_ for hex_ in before if not sees(game, "0120", hex_)}
    assert before - seen_from(game, "0120", 3)


@pytest.mark.rule("gts:15.4.1")
def test_units_never_block() -> None:
    assert sees(quiet({"1pb1-r": "0220", "kra-2": "0221"}), "0120", "0321")


@pytest.mark.rule("gts:15.4.3")
@pytest.mark.parametrize(("target", "obstacles", "seen"), [("1923", 2, True), ("2119", 3, False)])
def test_a_strongpoint_looks_through_two_obstacles(target: str, obstacles: int, seen: bool) -> None:
    assert "strongpoint" in content().features["2618"]
    assert sight_lines(content()).between("2618", target).obstacles == obstacles
    assert sees(field(), "2618", target) is seen


@pytest.mark.rule("gts:15.4.3")
def test_a_third_blocking_hex_can_be_reached_from_a_strongpoint_but_not_passed() -> None:
    assert terrain("1923") == ["village"]
    assert sees(field(), "2618", "1923")


@pytest.mark.rule("gts:15.4.3")
def test_the_line_from_a_strongpoint_is_not_mutual() -> None:
    game = field()
    assert "strongpoint" not in content().features["1822"]
    assert sees(game, "2618", "1822")
    assert not sees(game, "1822", "2618")


@pytest.mark.rule("gts:15.4.3")
def test_a_strongpoint_looks_no_farther_than_others() -> None:
    clear = [b for b in content().board.labels if content().distance("2618", b) == 9]
    assert not any(sees(field(), "2618", label, observing=True) for label in clear)


@pytest.mark.rule("gts:15.4.2")
def test_an_observer_in_an_observation_post_sees_thirteen_hexes() -> None:
    game = field()
    assert "observation-post" in content().features["3023"]
    assert content().distance("3023", "1729") == 13
    assert sees(game, "3023", "1729", observing=True)
    assert not any(
        sees(game, "3023", label, observing=True)
        for label in content().board.labels
        if content().distance("3023", label) == 14
    )


@pytest.mark.rule("gts:15.4.2")
@pytest.mark.parametrize(("target", "obstacles", "seen"), [("2225", 3, True), ("1723", 4, False)])
def test_an_observation_post_looks_through_three_obstacles(target: str, obstacles: int, seen: bool) -> None:
    assert sight_lines(content()).between("3023", target).obstacles == obstacles
    assert sees(field(), "3023", target, observing=True) is seen


@pytest.mark.rule("gts:15.4.2")
def test_an_observation_post_does_not_help_direct_fire() -> None:
    assert not sees(field(), "3023", "2225")


@pytest.mark.rule("gts:15.4.2")
def test_the_line_from_an_observation_post_is_not_mutual() -> None:
    assert not sees(field(), "2225", "3023", observing=True)


@pytest.mark.rule("gts:15.4.2")
def test_in_fog_an_observation_post_sees_two_hexes() -> None:
    game = quiet({}, weather="fog")
    assert observed_from(game, "3023", ("2225", "1729")) == set()
    assert all(content().distance("3023", label) <= 2 for label in observed_from(game, "3023", content().board.labels))


@pytest.mark.rule("gts:16.4.2.2")
def test_a_barrage_is_one_more_obstacle_for_a_strongpoint() -> None:
    game = field()
    assert sight_lines(content()).between("2618", "1923").obstacles == 2
    through = next(label for label in sorted(crossed("2618", "1923")) if content().terrain[label] in OPEN)
    game.state.barrages[through] = "light-barrage"
    assert not sees(game, "2618", "1923")


@pytest.mark.rule("gts:16.4.2.2")
def test_a_barrage_on_woods_is_no_further_obstacle() -> None:
    game = field()
    lines = sight_lines(content())
    assert lines.under_fire("2307", "2506", ("2406",)) == lines.between("2307", "2506").obstacles == 1
    assert not sees(game, "2307", "2506")
