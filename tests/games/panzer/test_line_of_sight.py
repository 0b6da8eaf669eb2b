"""Chapter 4.1.4 of Panzer: what blocks a line of sight, worked examples and edges, and against a slow reference."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from games.panzer.country import column, country, is_clear, look
from games.panzer.shipped import MAPS, board, data_file, join
from games.panzer.slow_sight import SlowSight
from sandtable.board import Board, cropped
from sandtable.games.panzer.ground import Ground, top_floor
from sandtable.games.panzer.spotting.changes import NOTHING, Changes
from sandtable.games.panzer.spotting.line_of_sight import range_between, seen_from, seen_within, sees


@cache
def printed(name: str) -> Ground:
    """A map that ships, or the four boards joined."""
    return Ground(join("1 3t", "2 4") if name == "joined" else board(name), data_file)


# Range


@pytest.mark.rule("panzer:3.5")
@pytest.mark.rule("panzer:3.5.1")
def test_range_counts_the_hex_of_the_target_but_not_that_of_the_firer() -> None:
    content = column("......")
    assert range_between(content, "A1", "A2") == 1
    assert range_between(content, "A1", "A6") == 5


# The examples of the rulebook


@pytest.mark.rule("panzer:4.1.4.1.5")
@pytest.mark.rule("panzer:4.1.4.2.1")
def test_a_crest_between_two_hexes_of_a_hill_hides_each_from_the_other() -> None:
    found = look(printed("board1"), "V2", "W1")
    assert found.blocked_by is not None
    assert (found.blocked_by.at, found.blocked_by.kind, found.blocked_by.level) == ("V2-W1", "hexside:crest", 2)
    assert not is_clear(printed("board1"), "W1", "V2")


@pytest.mark.rule("panzer:4.1.4.1.3")
def test_a_line_along_the_road_through_a_town_is_clear_and_one_across_the_houses_is_not() -> None:
    assert is_clear(printed("krasny-brod"), "3116", "3415")
    assert not is_clear(printed("krasny-brod"), "3116", "3514")


@pytest.mark.rule("panzer:4.1.4.2.4")
@pytest.mark.parametrize(
    ("drop", "away", "blind"), [(1, 14, 7), (2, 16, 4), (3, 18, 2), (4, 19, 1), (5, 19, 1), (1, 1, 1), (3, 5, 1)]
)
def test_an_obstacle_below_the_higher_unit_makes_blind_hexes_behind_it(drop: int, away: int, blind: int) -> None:
    # The viewer stands on a height, a hill one level above the plain lies so many hexes away.
    heights = str(1 + drop) + "0" * (away - 1) + "1" + "0" * (blind + 2)
    content = column("." * len(heights), heights)
    hidden = [n for n in range(away + 1, len(heights)) if not is_clear(content, "A1", f"A{n + 1}")]
    assert hidden == list(range(away + 1, away + blind + 1))


@pytest.mark.rule("panzer:4.1.4.2.4")
def test_a_line_tells_how_many_hexes_are_blind_behind_what() -> None:
    heights = "2" + "0" * 13 + "1" + "0" * 8
    found = look(column("." * len(heights), heights), "A1", "A16")
    assert found.blocked_by is not None
    assert (found.blocked_by.at, found.blocked_by.kind, found.blocked_by.rule) == (
        "A15",
        "sight-kind:hill",
        "4.1.4.2.4",
    )
    assert found.blocked_by.args == {"level": 1, "drop": 1, "away": 14, "blind": 7, "behind": 1, "divisor": 2}


@pytest.mark.rule("panzer:4.1.4.1.6")
def test_units_in_the_open_and_in_a_stream_see_each_other_only_from_next_to_it() -> None:
    content = column("...r...")
    assert [n for n in (1, 2, 3, 5, 6, 7) if is_clear(content, f"A{n}", "A4")] == [3, 5]


@pytest.mark.rule("panzer:4.1.4.2.5")
def test_woods_are_seen_into_one_hex_deep_and_inside_only_neighbours_see_each_other() -> None:
    content = column("..wwww")
    assert is_clear(content, "A1", "A3")
    assert not is_clear(content, "A1", "A4")
    assert is_clear(content, "A4", "A5")
    assert not is_clear(content, "A3", "A5")


# Higher, as high, lower


@pytest.mark.rule("panzer:4.1.4.1.2")
@pytest.mark.rule("panzer:4.1.4.2.1")
@pytest.mark.parametrize("between", ["w", "l", "h", "t", "b", "s"])
def test_woods_and_buildings_between_hide(between: str) -> None:
    assert not is_clear(column(f"..{between}.."), "A1", "A5")


@pytest.mark.rule("panzer:4.1.4.1.1")
@pytest.mark.parametrize("between", [".", "u", "x", "c", "y", "o", "g", "r", "f", "~", "B", "R"])
def test_low_terrain_between_does_not(between: str) -> None:
    assert is_clear(column(f"..{between}.."), "A1", "A5")


@pytest.mark.rule("panzer:4.1.4.1.7")
@pytest.mark.parametrize(("between", "level"), [("l", 3), ("w", 3), ("h", 4), ("s", 1)])
def test_obstacles_are_as_high_as_the_terrain_table_says(between: str, level: int) -> None:
    found = look(column(f".{between}."), "A1", "A3").blocked_by
    assert found is not None
    assert found.level == level


@pytest.mark.rule("panzer:4.1.4.1.4")
def test_terrain_on_a_hill_rises_from_the_hill() -> None:
    found = look(column(".w.", "222"), "A1", "A3").blocked_by
    assert found is not None
    assert (found.kind, found.level) == ("terrain:woods", 5)


@pytest.mark.rule("panzer:4.1.4.1.4")
def test_a_hill_between_hides_by_itself() -> None:
    found = look(column("...", "010"), "A1", "A3").blocked_by
    assert found is not None
    assert (found.kind, found.level, found.rule) == ("sight-kind:hill", 1, "4.1.4.2.1")


@pytest.mark.rule("panzer:4.1.4.2.2")
def test_an_obstacle_as_high_as_one_hides_all_behind_it_from_the_other() -> None:
    content = column("." * 9, "110000000")
    assert not any(is_clear(content, "A1", f"A{n}") for n in range(3, 10))
    assert all(is_clear(content, "A2", f"A{n}") for n in range(3, 10))


@pytest.mark.rule("panzer:4.1.4.2.2b")
def test_an_obstacle_no_higher_than_both_does_not_hide() -> None:
    assert is_clear(column("...", "111"), "A1", "A3")
    assert is_clear(column("...", "212"), "A1", "A3")
    assert is_clear(column(".b.", "101"), "A1", "A3")


@pytest.mark.rule("panzer:4.1.4.2")
def test_every_obstacle_counts_and_not_only_the_highest() -> None:
    # From level 3: the rise of level 2 makes one blind hex, the lower one further on hides A13.
    heights = "3020000000100"
    found = look(column("." * 13, heights), "A1", "A12").blocked_by
    assert found is not None
    assert found.at == "A11"
    assert is_clear(column("." * 13, heights, switches=("4.1.4.2",)), "A1", "A12")
    assert not is_clear(column("." * 13, heights, switches=("4.1.4.2",)), "A1", "A4")


# Hexsides


@pytest.mark.rule("panzer:4.1.4.1.10")
@pytest.mark.parametrize("side", ["A1-A2", "A2-A3", "A3-A4"])
def test_a_hedgerow_hides_next_to_either_and_in_between(side: str) -> None:
    content = column("....", sides={"hedgerow": [side]})
    found = look(content, "A1", "A4").blocked_by
    assert found is not None
    assert (found.at, found.kind, found.level) == (side, "hexside:hedgerow", 1)
    assert not is_clear(content, "A4", "A1")


@pytest.mark.rule("panzer:4.1.4.1.5")
@pytest.mark.parametrize("feature", ["slope", "wall", "cliff", "bank"])
def test_slopes_cliffs_banks_and_walls_do_not_hide(feature: str) -> None:
    assert is_clear(column("...", sides={feature: ["A1-A2", "A2-A3"]}), "A1", "A3")


@pytest.mark.rule("panzer:4.1.4.2.4")
@pytest.mark.parametrize(("side", "hidden"), [("A2-A3", [3]), ("A4-A5", [5]), ("A5-A6", [6, 7]), ("A7-A8", [8, 9, 10])])
def test_blind_hexes_behind_a_hedgerow_begin_with_the_first_hex_behind_it(side: str, hidden: list[int]) -> None:
    # From level 2 the hedgerow is a level lower; it stands, for counting, in the hex before it.
    content = column("." * 12, "2" + "0" * 11, sides={"hedgerow": [side]})
    assert [n for n in range(2, 13) if not is_clear(content, "A1", f"A{n}")] == hidden


@pytest.mark.rule("panzer:4.1.4.2.4")
def test_a_hedgerow_at_the_edge_of_a_height_stands_on_the_height() -> None:
    content = column("....", "2000", sides={"hedgerow": ["A1-A2"]})
    assert not any(is_clear(content, "A1", f"A{n}") for n in (2, 3, 4))


# Along hexsides, and through corners


@pytest.mark.rule("panzer:4.1.4")
@pytest.mark.rule("panzer:4.1.4.2.6")
def test_a_line_along_the_edge_of_woods_is_blocked() -> None:
    # From A2 to C2 the line runs along the hexside between B2 and B3.
    assert is_clear(country("...\n...\n...\n..."), "A2", "C2")
    for row in (2, 3):
        drawn = ["...", "...", "...", "..."]
        drawn[row - 1] = ".w."
        found = look(country("\n".join(drawn)), "A2", "C2")
        assert found.blocked_by is not None
        assert found.blocked_by.at == f"B{row}"
        assert [step.beside for step in found.steps if step.at == f"B{row}"] == [True]


@pytest.mark.rule("panzer:4.1.4.2.6")
def test_a_line_along_a_hedgerow_is_blocked() -> None:
    content = country("...\n...\n...\n...", sides={"hedgerow": ["B2-B3"]})
    found = look(content, "A2", "C2").blocked_by
    assert found is not None
    assert found.at == "B2-B3"


@pytest.mark.rule("panzer:4.1.4.2.6")
def test_woods_touched_at_a_corner_block_unless_a_game_reads_it_otherwise() -> None:
    # The line from A1 to E4 goes from B2 to C2 through the corner that they share with B3.
    drawn = """
        .....
        .....
        .w...
        .....
    """
    found = look(country(drawn), "A1", "E4")
    assert found.blocked_by is not None
    assert found.blocked_by.at == "B3"
    assert is_clear(country(drawn, switches=("4.1.4.2.6",)), "A1", "E4")


# Along roads


@pytest.mark.rule("panzer:4.1.4.1.7")
@pytest.mark.parametrize("between", ["wwww", "bbbb", "hhsw"])
def test_a_line_straight_along_a_road_passes_woods_and_buildings(between: str) -> None:
    hexes = f".{between}."
    labels = [f"A{n}" for n in range(1, 7)]
    assert is_clear(column(hexes, roads=[labels]), "A1", "A6")
    assert is_clear(column(hexes, roads=[labels]), "A3", "A5")


@pytest.mark.rule("panzer:4.1.4.1.7")
def test_a_road_that_ends_or_turns_on_the_way_does_not_help() -> None:
    assert not is_clear(column(".ww.", roads=[["A1", "A2"]]), "A1", "A4")
    bent = country("..\nw.\nw.\n..", roads=[["A1", "A2", "B3"], ["A3", "A4"]])
    assert not is_clear(bent, "A1", "A4")


@pytest.mark.rule("panzer:4.1.4.1.7")
def test_a_road_does_not_lead_through_a_hill_or_a_crest() -> None:
    labels = ["A1", "A2", "A3"]
    assert not is_clear(column(".w.", "010", roads=[labels]), "A1", "A3")
    assert not is_clear(column(".w.", roads=[labels], sides={"crest": ["A1-A2"]}), "A1", "A3")


# Beds


@pytest.mark.rule("panzer:4.1.4.1.6")
def test_along_a_gully_one_looks_straight_ahead_only() -> None:
    straight = column("ggggg")
    assert is_clear(straight, "A1", "A5")
    bent = country(".g.\n.g.\ng..\ng..")
    assert not is_clear(bent, "B1", "A4")
    assert not is_clear(column("gg.gg"), "A1", "A5")


@pytest.mark.rule("panzer:4.1.4.1.6")
def test_a_bridge_over_a_stream_stands_in_the_way_of_those_in_it() -> None:
    assert not is_clear(column("rrBrr"), "A1", "A5")
    assert is_clear(column("..B.."), "A1", "A5")


@pytest.mark.rule("panzer:4.1.4.1.6")
def test_who_stands_two_levels_higher_looks_over_the_bank() -> None:
    content = column("....r.", "100000")
    assert is_clear(content, "A1", "A5")
    assert not is_clear(column("....r.", "100000", switches=("4.1.4.1.6",)), "A1", "A5")
    hidden = column("....r.", "210000")
    assert not is_clear(column("...br.", "200000"), "A1", "A5")
    assert is_clear(hidden, "A1", "A5")


@pytest.mark.rule("panzer:4.1.4.1.6")
def test_a_bed_on_a_hill_is_below_its_hill_and_above_the_plain() -> None:
    content = column("...g...", "0111110")
    assert is_clear(content, "A3", "A4")
    assert not is_clear(content, "A2", "A4")
    assert not is_clear(content, "A1", "A4")


def test_a_shellhole_is_seen_as_the_ground_around_it() -> None:
    assert is_clear(column(".....o"), "A1", "A6")


# Upper floors


@pytest.mark.rule("panzer:6.1.4.3.1")
def test_the_top_floor_of_three_storeys_is_at_level_two() -> None:
    content = column("s....", storeys={"A1": 3})
    assert top_floor(content, "A1") == 2
    assert look(content, "A1+2", "A5").viewer.level == 2
    assert top_floor(content, "A2") == 0
    assert top_floor(column("s"), "A1") == 0


@pytest.mark.rule("panzer:6.1.4")
@pytest.mark.rule("panzer:6.1.4.3.1")
def test_from_the_top_floor_one_looks_over_a_lower_house() -> None:
    content = column("s.b...", storeys={"A1": 3})
    assert not is_clear(content, "A1", "A6")
    assert not is_clear(content, "A1+2", "A4")
    assert is_clear(content, "A1+2", "A5")


@pytest.mark.rule("panzer:4.1.4.1.3")
def test_a_house_is_as_high_as_its_storeys() -> None:
    found = look(column("..s..", storeys={"A3": 2}), "A1", "A5").blocked_by
    assert found is not None
    assert found.level == 2


# What has come onto the map


@pytest.mark.rule("panzer:6.1.4.3.9")
@pytest.mark.rule("panzer:6.5.4.4.3/building")
def test_a_house_in_rubble_no_longer_hides_and_woods_stand() -> None:
    content = column(".bw..")
    assert not is_clear(content, "A1", "A3")
    assert is_clear(content, "A1", "A3", Changes(rubble=frozenset({"A2"})))
    assert not is_clear(content, "A1", "A4", Changes(rubble=frozenset({"A2", "A3"})))


@pytest.mark.rule("panzer:6.1.4.3.4")
def test_units_in_a_ditch_are_seen_from_next_to_it_and_along_it() -> None:
    content = column(".......")
    ditch = Changes(ditches=frozenset({"A4"}))
    assert [n for n in (1, 2, 3, 5, 6, 7) if is_clear(content, f"A{n}", "A4", ditch)] == [3, 5]
    assert is_clear(content, "A1", "A7", ditch)
    assert is_clear(content, "A3", "A5", Changes(ditches=frozenset({"A3", "A4", "A5"})))
    assert is_clear(content, "A1", "A4")


# The whole map


@pytest.mark.parametrize("name", ["board1", "board3"])
def test_sight_is_mutual_between_every_pair_of_hexes(name: str) -> None:
    content = printed(name)
    seen = {label: seen_from(content, NOTHING, label) for label in content.board.labels}
    for label, hexes in seen.items():
        assert label in hexes
        assert all(label in seen[other] for other in hexes), label


def test_lines_cross_the_whole_map_where_a_part_of_it_is_played_on() -> None:
    whole = printed("krasny-brod")
    # Without the columns between, nothing but a hole would lie between the two parts.
    kept = [label for label in whole.board.labels if not "12" <= label[:2] <= "14"]
    part = Ground(cropped(whole.board, kept), data_file)
    for label in ("1107", "1110", "1020", "1515"):
        assert seen_from(part, NOTHING, label) == seen_from(whole, NOTHING, label).intersection(kept)


def test_those_seen_from_near_are_seen_and_near() -> None:
    content = printed("board2")
    expected = {label for label in seen_from(content, NOTHING, "H4") if content.distance("H4", label) <= 7}
    assert seen_within(content, NOTHING, "H4", 7) == expected


def random_pairs(map_: Board, count: int, seed: int) -> list[tuple[int, int]]:
    """Pairs of hexes no further apart than anything is spotted, and as many beds among them as there can be."""
    rng = Random(seed)
    beds = [i for i, info in enumerate(map_.hexes) if info.terrain in ("gully", "stream", "ford", "shellhole")]
    pairs = []
    for n in range(count):
        i = rng.choice(beds) if beds and n % 5 == 0 else rng.randrange(map_.size)
        pairs.append((i, rng.choice(map_.within(i, rng.choice((2, 5, 12, 25))))))
    return pairs


@pytest.mark.rule("panzer:4.1.4.2")
@pytest.mark.parametrize("name", [*MAPS, "joined"])
def test_the_lines_on_the_maps_are_those_of_a_slow_reading_of_the_rules(name: str) -> None:
    content = printed(name)
    slow, labels = SlowSight(content.board), content.board.labels
    for i, j in random_pairs(content.board, 1200, seed=7):
        found = sees(content, NOTHING, labels[i], labels[j])
        assert found == slow.sees(i, j), (name, labels[i], labels[j])


def wild_country(rng: Random, *switches: str) -> Ground:
    """A map of twelve by twelve hexes with everything on it, none of it where one would expect it."""
    rows = ["".join(rng.choice("..........wlhbtsgrfo") for _ in range(12)) for _ in range(12)]
    heights = ["".join(rng.choice("0000011122345") for _ in range(12)) for _ in range(12)]
    map_ = country("\n".join(rows)).board
    inner = [(i, d) for i in range(map_.size) for d in range(3) if map_.neighbour(i, d) >= 0]
    sides = [map_.side_label(i, d) for i, d in inner if rng.random() < 0.08]
    roads = [[f"{letter}{n}" for n in range(1, 13)] for letter in rng.sample("ABCDEFGHIJKL", 3)]
    hexsides = {"crest": sides[::2], "hedgerow": sides[1::2]}
    return country("\n".join(rows), "\n".join(heights), sides=hexsides, roads=roads, switches=switches)


@pytest.mark.parametrize(
    ("seed", "switches"), [*((seed, ()) for seed in range(12)), *((seed, ("4.1.4.2",)) for seed in range(3))]
)
def test_the_lines_on_wild_country_are_those_of_a_slow_reading_of_the_rules(
    seed: int, switches: tuple[str, ...]
) -> None:
    rng = Random(seed)
    content = wild_country(rng, *switches)
    slow, labels = SlowSight(content.board, only_highest=bool(switches)), content.board.labels
    for _ in range(300):
        i, j = rng.randrange(content.board.size), rng.randrange(content.board.size)
        assert is_clear(content, labels[i], labels[j]) == slow.sees(i, j), (labels[i], labels[j])
