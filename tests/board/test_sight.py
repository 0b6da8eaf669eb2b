"""Lines of sight: what blocks them, what hinders them, and which hexes and hexsides they cross."""

from __future__ import annotations

from array import array
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from random_boards import Patch, disc, draw, draw_bytes, draw_sides, patch, ragged, rngs

from sandtable.board._kernels import (
    ALONG_BEST,
    ALONG_BOTH,
    ALONG_EITHER,
    ALWAYS,
    CLEAR,
    GROUND,
    HEXSIDE,
    IN_SHADOW,
    NEVER,
    OBSTACLE,
    Levels,
    Sight,
    SightLine,
)
from sandtable.board.reference import LevelTable, Looker, Terrain
from sandtable.hexgrid.coordinates import Hex, distance
from sandtable.hexgrid.lines import line as thread

DISC = disc(8)
FLAT = [0] * DISC.size
HERE, NEXT, MIDDLE, THERE = DISC.many((0, 0), (1, 0), (2, 0), (4, 0))
ACROSS = DISC.at(1, 1)
"""The hex beyond the hexside between (1, 0) and (0, 1)."""
CORNER = DISC.at(4, 1)
"""The line to it passes the corner where (1, 0), (2, 0) and (1, 1) meet."""


def sight(board: Patch = DISC, **terrain: Any) -> Sight:
    """The sight of a board that is flat unless told otherwise."""
    return Sight(board.q, board.r, terrain.pop("ground", [0] * board.size), **terrain)


def woods(*places: tuple[int, int], height: int = 1) -> array[int]:
    return DISC.marks(dict.fromkeys(places, height))


# Slopes


def test_open_ground_is_clear() -> None:
    assert sight().check(HERE, THERE).clear


def test_a_hex_sees_itself() -> None:
    assert sight().check(HERE, HERE).clear


def test_woods_between_block() -> None:
    assert not sight(top=woods((2, 0))).clear(HERE, THERE)


def test_woods_are_an_obstacle() -> None:
    assert sight(top=woods((2, 0))).check(HERE, THERE).reason == OBSTACLE


def test_the_hex_that_blocks_is_named() -> None:
    assert sight(top=woods((2, 0), (3, 0))).check(HERE, THERE).blocked_hex == MIDDLE


def test_a_clear_line_names_no_hex() -> None:
    assert sight().check(HERE, THERE).blocked_hex == -1


def test_woods_at_the_ends_do_not_block() -> None:
    assert sight(top=woods((0, 0), (4, 0))).clear(HERE, THERE)


def test_woods_beside_the_line_do_not_block() -> None:
    assert sight(top=woods((2, -1), (1, 1))).clear(HERE, THERE)


def test_a_hill_between_blocks() -> None:
    assert sight(ground=woods((2, 0))).check(HERE, THERE).reason == GROUND


def test_level_ground_does_not_block_even_if_touching_does() -> None:
    assert sight(touching=True).clear(HERE, THERE)


@pytest.mark.parametrize(("height", "clear"), [(1, True), (2, True), (3, False)])
def test_a_slope_from_4_to_0_is_at_2_halfway(height: int, clear: bool) -> None:
    assert sight(top=woods((2, 0), height=height)).clear(HERE, THERE, eye_a=4) is clear


def test_touching_blocks_by_choice() -> None:
    assert not sight(top=woods((2, 0), height=2), touching=True).clear(HERE, THERE, eye_a=4)


@pytest.mark.parametrize(("place", "clear"), [((1, 0), True), ((2, 0), True), ((3, 0), False)])
def test_an_obstacle_hides_what_is_close_behind_it(place: tuple[int, int], clear: bool) -> None:
    assert sight(top=woods(place, height=2)).clear(HERE, THERE, eye_a=4) is clear


def test_eyes_are_above_the_ground_of_their_hexes() -> None:
    ground = DISC.marks({(0, 0): 3})
    assert sight(ground=ground, top=woods((2, 0), height=2)).clear(HERE, THERE, eye_a=1)


def test_a_slope_is_judged_at_the_middle_of_the_way_through_the_hex() -> None:
    # On the way to (3, 1) the line is within (1, 0) from 1/7 to 2/5: 19 of 70 on the average.
    assert sight(top=woods((1, 0), height=19), touching=True).check(HERE, DISC.at(3, 1), eye_b=70).reason == OBSTACLE


def test_a_slope_just_above_the_middle_is_clear() -> None:
    assert sight(top=woods((1, 0), height=18), touching=True).clear(HERE, DISC.at(3, 1), eye_b=70)


# Hexsides


def wall(*pairs: tuple[tuple[int, int], tuple[int, int]], height: int = 1) -> array[int]:
    return DISC.sides(dict.fromkeys(pairs, height))


def test_a_wall_across_the_line_blocks() -> None:
    assert sight(side_top=wall(((1, 0), (2, 0)))).check(HERE, THERE).reason == HEXSIDE


def test_the_hexside_that_blocks_is_named() -> None:
    found = sight(side_top=wall(((1, 0), (2, 0)))).check(HERE, THERE)
    assert found.blocked_side == DISC.slot((1, 0), (2, 0))


def test_a_wall_stands_on_the_higher_ground() -> None:
    blocked = sight(ground=DISC.marks({(2, 0): 2}), side_top=wall(((1, 0), (2, 0)), height=1))
    assert blocked.check(HERE, THERE, eye_a=2, eye_b=2).reason == HEXSIDE


def test_a_wall_between_adjacent_hexes_blocks() -> None:
    assert not sight(side_top=wall(((0, 0), (1, 0)))).clear(HERE, NEXT)


def test_a_wall_between_adjacent_hexes_can_be_left_out() -> None:
    assert sight(side_top=wall(((0, 0), (1, 0))), adjacent_sides=False).clear(HERE, NEXT)


def test_a_wall_of_an_end_hex_blocks() -> None:
    assert not sight(side_top=wall(((0, 0), (1, 0)))).clear(HERE, THERE)


@pytest.mark.parametrize("pair", [((0, 0), (1, 0)), ((3, 0), (4, 0))])
def test_walls_of_the_end_hexes_can_be_left_out(pair: tuple[tuple[int, int], tuple[int, int]]) -> None:
    assert sight(side_top=wall(pair), end_sides=False).clear(HERE, THERE)


def test_walls_further_on_are_not_left_out() -> None:
    assert not sight(side_top=wall(((1, 0), (2, 0))), end_sides=False).clear(HERE, THERE)


def test_a_wall_crossed_at_its_corner_blocks() -> None:
    assert not sight(side_top=wall(((1, 0), (2, 0)))).clear(HERE, CORNER)


def test_walls_touched_at_a_corner_do_not_block() -> None:
    assert sight(side_top=wall(((1, 0), (1, 1)), ((2, 0), (1, 1)))).clear(HERE, CORNER)


def test_a_hex_touched_at_a_corner_does_not_block() -> None:
    assert sight(top=woods((1, 1))).clear(HERE, CORNER)


# Along a hexside


@pytest.mark.parametrize(("along", "clear"), [(ALONG_EITHER, False), (ALONG_BOTH, True), (ALONG_BEST, True)])
def test_one_blocked_flank(along: int, clear: bool) -> None:
    assert sight(top=woods((1, 0)), along=along).clear(HERE, ACROSS) is clear


@pytest.mark.parametrize("along", [ALONG_EITHER, ALONG_BOTH, ALONG_BEST])
def test_two_blocked_flanks_block(along: int) -> None:
    assert not sight(top=woods((1, 0), (0, 1)), along=along).clear(HERE, ACROSS)


@pytest.mark.parametrize(("along", "hindrance"), [(ALONG_EITHER, 3), (ALONG_BOTH, 3), (ALONG_BEST, 1)])
def test_flanks_hinder_by_the_policy(along: int, hindrance: int) -> None:
    grain = DISC.marks({(1, 0): 3, (0, 1): 1})
    assert sight(hindrance=grain, along=along).check(HERE, ACROSS).hindrance == hindrance


def test_the_best_flank_is_one_that_is_open() -> None:
    grain = DISC.marks({(1, 0): 3, (0, 1): 1})
    found = sight(top=woods((0, 1)), hindrance=grain, along=ALONG_BEST).check(HERE, ACROSS)
    assert found.hindrance == 3


@pytest.mark.parametrize("along", [ALONG_EITHER, ALONG_BOTH, ALONG_BEST])
def test_a_wall_that_the_line_runs_along_blocks(along: int) -> None:
    assert not sight(side_top=wall(((1, 0), (0, 1))), along=along).clear(HERE, ACROSS)


@pytest.mark.parametrize(("along", "clear"), [(ALONG_EITHER, False), (ALONG_BOTH, True), (ALONG_BEST, True)])
def test_a_wall_leading_into_one_flank(along: int, clear: bool) -> None:
    assert sight(side_top=wall(((0, 0), (1, 0))), along=along).clear(HERE, ACROSS) is clear


def test_walls_closing_both_flanks_block() -> None:
    walls = wall(((0, 0), (1, 0)), ((0, 1), (1, 1)))
    assert not sight(side_top=walls, along=ALONG_BEST).clear(HERE, ACROSS)


def test_each_stretch_along_a_hexside_chooses_anew() -> None:
    # First the left flank is blocked, then the right one.
    assert sight(top=woods((1, 0), (1, 2)), along=ALONG_BEST).clear(HERE, DISC.at(2, 2))


# Hindrances


def test_hindrances_add_up() -> None:
    assert sight(hindrance=DISC.marks({(1, 0): 1, (3, 0): 2})).check(HERE, THERE).hindrance == 3


def test_hindrances_on_hexsides_add_up() -> None:
    hedges = DISC.sides({((1, 0), (2, 0)): 1, ((2, 0), (3, 0)): 1})
    assert sight(side_hindrance=hedges).check(HERE, THERE).hindrance == 2


def test_hindrance_at_the_ends_does_not_count() -> None:
    assert sight(hindrance=DISC.marks({(0, 0): 1, (4, 0): 2})).check(HERE, THERE).hindrance == 0


def test_hindrance_at_the_ends_counts_by_choice() -> None:
    grain = DISC.marks({(0, 0): 1, (4, 0): 2})
    assert sight(hindrance=grain, end_hindrance=True).check(HERE, THERE).hindrance == 3


def test_a_blocked_line_has_no_hindrance() -> None:
    assert sight(hindrance=DISC.marks({(1, 0): 1}), top=woods((2, 0))).check(HERE, THERE).hindrance == 0


@pytest.mark.parametrize(("eye", "hindrance"), [(0, 2), (1, 0)])
def test_a_low_hindrance_is_looked_over(eye: int, hindrance: int) -> None:
    field = sight(hindrance=DISC.marks({(2, 0): 2}), hindrance_top=woods((2, 0), height=1))
    assert field.check(HERE, THERE, eye_a=eye, eye_b=eye).hindrance == hindrance


def test_smoke_adds_to_the_hindrance() -> None:
    smoke = DISC.marks({(2, 0): 2})
    assert sight(hindrance=DISC.marks({(1, 0): 1})).check(HERE, THERE, extra=smoke).hindrance == 3


# Corridors


def test_a_line_down_the_road_passes_the_woods() -> None:
    east = 2
    assert sight(top=woods((2, 0)), corridors=DISC.flags({(2, 0): 1 << east})).clear(HERE, THERE)


def test_a_road_the_other_way_does_not_help() -> None:
    assert not sight(top=woods((2, 0)), corridors=DISC.flags({(2, 0): 1})).clear(HERE, THERE)


def test_a_line_across_the_road_does_not_pass() -> None:
    assert not sight(top=woods((1, 0)), corridors=DISC.flags({(1, 0): 7})).clear(HERE, DISC.at(2, 1))


def test_a_road_over_a_hill_is_blocked_by_the_hill() -> None:
    assert not sight(ground=woods((2, 0)), corridors=DISC.flags({(2, 0): 7})).clear(HERE, THERE)


# The shape of the line


def test_a_line_may_cross_more_hexes_than_its_length() -> None:
    places = [(0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (3, 1)]
    assert sight().check(HERE, DISC.at(3, 1)).hexes == DISC.many(*places)


def test_a_line_names_the_hexsides_it_crosses() -> None:
    assert sight().check(HERE, MIDDLE).sides == [DISC.slot((0, 0), (1, 0)), DISC.slot((1, 0), (2, 0))]


def test_a_line_along_a_hexside_names_it() -> None:
    assert DISC.slot((1, 0), (0, 1)) in sight().check(HERE, ACROSS).sides


def test_every_line_crosses_the_hexes_that_a_thread_would() -> None:
    lines = sight()
    crossed = [{DISC.hexes[i] for i in lines.check(HERE, b).hexes} for b in range(DISC.size)]
    assert crossed == [{hex_ for step in thread(Hex(0, 0), b) for hex_ in step} for b in DISC.hexes]


def test_a_hole_in_the_map_is_open() -> None:
    board = patch([Hex(0, 0), Hex(1, 0), Hex(3, 0)])
    assert sight(board).check(0, 2).hexes == [0, 1, 2]


def test_a_wall_at_the_edge_of_a_hole_blocks() -> None:
    board = patch([Hex(0, 0), Hex(2, 0)])
    sides = array("i", [0] * 12)
    sides[6 + 5] = 1  # west of (2, 0)
    assert sight(board, side_top=sides).check(0, 1).blocked_side == 6 + 5


# Levels


def table(rule: Any, count: int = 5) -> bytes:
    return bytes(rule(a, b, o) for a in range(count) for b in range(count) for o in range(count))


def as_high_as_the_higher(a: int, b: int, obstacle: int) -> int:
    """Blocks if above both, or level with one and above the other; in between, only near the lower one."""
    if obstacle > max(a, b) or (obstacle == max(a, b) > min(a, b)):
        return ALWAYS
    return IN_SHADOW if obstacle > min(a, b) else NEVER


RANGES = 20
BLIND = bytes(max(1, reach >> drop) for drop in range(5) for reach in range(RANGES))
"""Half the distance for an obstacle one level down, a quarter for two, and so on."""
PRINTED = Levels(0, 5, table(as_high_as_the_higher), shadow=BLIND, shape=(5, 1, RANGES))


@pytest.mark.parametrize(
    ("a", "b", "obstacle", "clear"), [(0, 0, 1, False), (1, 0, 1, False), (1, 1, 1, True), (2, 2, 1, True)]
)
def test_a_table_of_levels_decides(a: int, b: int, obstacle: int, clear: bool) -> None:
    found = sight(top=woods((2, 0), height=obstacle), levels=PRINTED).clear(HERE, THERE, eye_a=a, eye_b=b)
    assert found is clear


@pytest.mark.parametrize(("target", "clear"), [((5, 0), False), ((6, 0), False), ((7, 0), True)])
def test_an_obstacle_casts_a_shadow(target: tuple[int, int], clear: bool) -> None:
    # Four hexes from a viewer one level above it: two blind hexes.
    found = sight(top=woods((4, 0)), levels=PRINTED).clear(HERE, DISC.at(*target), eye_a=2)
    assert found is clear


@pytest.mark.parametrize(("target", "clear"), [((5, 0), False), ((6, 0), False), ((7, 0), True)])
def test_a_wall_casts_a_shadow_from_the_hex_before_it(target: tuple[int, int], clear: bool) -> None:
    found = sight(side_top=wall(((4, 0), (5, 0))), levels=PRINTED).clear(DISC.at(*target), HERE, eye_b=2)
    assert found is clear


def test_levels_beyond_the_table_are_clipped() -> None:
    assert not sight(top=woods((2, 0), height=90), levels=PRINTED).clear(HERE, THERE, eye_a=3, eye_b=3)


def test_bare_ground_may_have_a_table_of_its_own() -> None:
    level_blocks = table(lambda a, b, o: o >= max(a, b))
    levels = Levels(0, 5, level_blocks, bare=table(lambda a, b, o: o > max(a, b)))
    assert sight(levels=levels).clear(HERE, THERE)


def test_blind_hexes_are_told_from_what_always_blocks() -> None:
    lines = sight(top=woods((4, 0)), levels=PRINTED)
    hidden, level = lines.check(HERE, DISC.at(5, 0), eye_a=2), lines.check(HERE, DISC.at(5, 0))
    assert (hidden.in_shadow, level.in_shadow) == (True, False)
    assert hidden.blocked_hex == level.blocked_hex == DISC.at(4, 0)


# Through a corner


def test_a_hex_touched_at_a_corner_blocks_by_choice() -> None:
    found = sight(top=woods((1, 1)), corners=True).check(HERE, CORNER)
    assert (found.reason, found.blocked_hex) == (OBSTACLE, DISC.at(1, 1))


@pytest.mark.parametrize(("along", "clear"), [(ALONG_EITHER, False), (ALONG_BOTH, True), (ALONG_BEST, True)])
def test_a_corner_has_two_lanes(along: int, clear: bool) -> None:
    assert sight(top=woods((1, 1)), corners=True, along=along).clear(HERE, CORNER) is clear


def test_a_wall_on_one_side_and_woods_on_the_other_block_both_lanes() -> None:
    lines = sight(side_top=wall(((1, 0), (2, 0))), top=woods((1, 1)), corners=True, along=ALONG_BEST)
    assert lines.check(HERE, CORNER).reason == HEXSIDE


def test_walls_touched_at_a_corner_block_by_choice() -> None:
    assert not sight(side_top=wall(((2, 0), (1, 1))), corners=True).clear(HERE, CORNER)


# Between places


GROUND_FLOOR, ROOF, CELLAR, AFAR, BESIDE_THE_MAP = range(5)


def house(**terrain: Any) -> Sight:
    """A house of three places, one far from it, and one beside the map."""
    return sight(stands=[HERE, HERE, HERE, THERE, -1], eyes=[0, 2, -1, 0, 0], **terrain)


def test_a_roof_sees_over_what_blocks_the_ground_floor() -> None:
    lines = house(top=woods((1, 0)))
    assert (lines.clear(GROUND_FLOOR, AFAR), lines.clear(ROOF, AFAR)) == (False, True)


def test_a_cellar_sees_the_ground_before_it() -> None:
    found = house().check(CELLAR, AFAR)
    assert (found.reason, found.blocked_hex) == (GROUND, NEXT)


def test_floors_of_a_house_see_each_other() -> None:
    assert house(top=woods((0, 0), height=9)).clear(CELLAR, ROOF)


def test_eyes_are_added_to_those_of_a_place() -> None:
    assert house(top=woods((1, 0))).clear(GROUND_FLOOR, AFAR, eye_a=2)


def test_a_line_between_places_tells_their_numbers_and_the_hexes_it_crosses() -> None:
    found = house().check(ROOF, AFAR)
    assert (found.start, found.end, found.hexes[0], found.hexes[-1]) == (ROOF, AFAR, HERE, THERE)


def test_a_field_lists_places() -> None:
    assert house(top=woods((1, 0))).field(ROOF, 8) == [GROUND_FLOOR, CELLAR, AFAR]


def test_a_place_beside_the_map_sees_nothing() -> None:
    with pytest.raises(ValueError, match="b is 4, a place that lies in no hex of the terrain"):
        house().check(GROUND_FLOOR, BESIDE_THE_MAP)


def test_eyes_may_go_by_the_hex() -> None:
    assert sight(top=woods((2, 0)), eyes=DISC.marks({(0, 0): 2, (4, 0): 2})).clear(HERE, THERE)


def test_a_place_stands_in_the_terrain() -> None:
    with pytest.raises(ValueError, match=rf"stands\[0\] is {DISC.size}, but the terrain has {DISC.size} hexes"):
        sight(stands=[DISC.size])


def test_each_place_has_its_eyes() -> None:
    with pytest.raises(ValueError, match="eyes must have 2 entries, not 1"):
        sight(stands=[0, 0], eyes=[0])


# Fields


def test_a_field_lists_what_is_seen() -> None:
    assert sight().field(HERE, 1) == sorted(DISC.many((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)))


def test_a_field_leaves_out_what_is_hidden() -> None:
    assert THERE not in sight(top=woods((2, 0))).field(HERE, 4)


# Arguments


def test_a_line_starts_on_the_board() -> None:
    with pytest.raises(ValueError, match="a is -1"):
        sight().check(-1, HERE)


def test_a_line_ends_on_the_board() -> None:
    with pytest.raises(ValueError, match=f"b is {DISC.size}"):
        sight().clear(HERE, DISC.size)


def test_a_field_has_a_distance() -> None:
    with pytest.raises(ValueError, match="distance must not be negative"):
        sight().field(HERE, -1)


def test_each_hex_has_its_ground() -> None:
    with pytest.raises(ValueError, match="ground must have"):
        Sight(DISC.q, DISC.r, FLAT[1:])


def test_an_obstacle_does_not_go_down() -> None:
    with pytest.raises(ValueError, match=r"top\[\d+\] is -1"):
        sight(top=woods((0, 0), height=-1))


def test_a_hexside_is_the_same_from_both_hexes() -> None:
    sides = DISC.sides({})
    sides[DISC.slot((0, 0), (1, 0))] = 1
    with pytest.raises(ValueError, match="side_top must be the same from both hexes"):
        sight(side_top=sides)


def test_hexes_do_not_share_coordinates() -> None:
    with pytest.raises(ValueError, match="hexes 0 and 1 have the same coordinates"):
        Sight([3, 3], [4, 4], [0, 0])


def test_coordinates_lie_within_reach_of_each_other() -> None:
    with pytest.raises(ValueError, match="the coordinates span"):
        Sight([0, 5000], [0, 0], [0, 0])


def test_coordinates_lie_near_the_origin() -> None:
    with pytest.raises(ValueError, match="the coordinates begin at 2000000, 0"):
        Sight([2_000_000], [0], [0])


def test_along_is_a_known_policy() -> None:
    with pytest.raises(ValueError, match="along must be"):
        sight(along=3)


def test_smoke_covers_each_hex() -> None:
    with pytest.raises(ValueError, match="extra must have"):
        sight().check(HERE, THERE, extra=array("i", [1]))


def test_a_table_has_a_cell_for_each_case() -> None:
    with pytest.raises(ValueError, match="blocks must have 8 bytes, not 7"):
        Levels(0, 2, bytes(7))


def test_a_table_is_symmetric() -> None:
    with pytest.raises(ValueError, match="must be equal"):
        Levels(0, 2, table(lambda a, b, o: a > b, 2))


def test_a_table_knows_three_cells() -> None:
    with pytest.raises(ValueError, match="must be NEVER, ALWAYS or IN_SHADOW"):
        Levels(0, 2, bytes([3] * 8))


def test_a_shadow_needs_its_table() -> None:
    with pytest.raises(ValueError, match="needs a shadow table"):
        Levels(0, 5, table(as_high_as_the_higher))


def test_a_shadow_needs_its_shape() -> None:
    with pytest.raises(ValueError, match="given together"):
        Levels(0, 5, table(as_high_as_the_higher), shadow=BLIND)


def test_a_line_is_not_made_by_hand() -> None:
    with pytest.raises(TypeError, match=r"made by Sight\.check"):
        SightLine()


# Against the reference


def random_levels(rng: Random) -> tuple[Levels, LevelTable]:
    """A random table of blocking levels, symmetric and with shadows, in both forms."""
    count, lowest = rng.randint(2, 5), rng.randint(-2, 0)
    tables = []
    for _ in range(2):
        cells = draw_bytes(rng, (NEVER, ALWAYS, IN_SHADOW), count**3)
        tables.append(
            bytes(
                min(cells[(max(a, b) * count + min(a, b)) * count + o], ALWAYS if a == b else IN_SHADOW)
                for a in range(count)
                for b in range(count)
                for o in range(count)
            )
        )
    shape = (rng.randint(1, 3), rng.randint(1, 3), rng.randint(1, 8))
    shadow = draw_bytes(rng, range(6), shape[0] * shape[1] * shape[2])
    compiled = Levels(lowest, count, tables[0], bare=tables[1], shadow=shadow, shape=shape)
    return compiled, LevelTable(lowest, count, tables[0], tables[1], shadow, shape)


def random_ends(rng: Random, board: Patch) -> dict[str, Any]:
    """Nothing, where lines run from hex to hex; or random places, some in one hex, with eyes at random heights."""
    if rng.random() < 0.5:
        return {}
    count = rng.randint(1, 2 * board.size)
    return {"stands": draw(rng, range(board.size), count), "eyes": draw(rng, (-1, 0, 0, 1, 2), count)}


def random_sight(rng: Random, board: Patch) -> tuple[Sight, Terrain]:
    """The same random terrain and rules of sight in both forms; open enough that many lines are clear."""
    levels, level_table = random_levels(rng) if rng.random() < 0.5 else (None, None)
    arrays = {
        "ground": draw(rng, rng.choice(((0,), (0, 0, 0, 1, 2), (-1, 0, 1))), board.size),
        "top": draw(rng, (0, 0, 0, 0, 1, 2), board.size),
        "hindrance": draw(rng, (0, 0, 1, 2), board.size),
        "side_top": draw_sides(rng, board, (0, 0, 0, 0, 0, 1)),
        "side_hindrance": draw_sides(rng, board, (0, 0, 1)),
        "hindrance_top": draw(rng, (0, 1, 2), board.size) if rng.random() < 0.5 else None,
    }
    rules: dict[str, Any] = {
        "corridors": draw_bytes(rng, range(8), board.size) if rng.random() < 0.5 else None,
        "along": rng.choice((ALONG_EITHER, ALONG_BOTH, ALONG_BEST)),
        "touching": rng.random() < 0.5,
        "end_hindrance": rng.random() < 0.5,
        "end_sides": rng.random() < 0.5,
        "adjacent_sides": rng.random() < 0.5,
        "corners": rng.random() < 0.5,
    }
    everything: dict[str, Any] = {**arrays, **rules, **random_ends(rng, board)}
    return (
        Sight(board.q, board.r, **everything, levels=levels),
        Terrain(hexes=board.hexes, **everything, levels=level_table),
    )


@settings(max_examples=300, deadline=None)
@given(rngs)
def test_the_kernel_agrees_with_the_reference(rng: Random) -> None:
    board = ragged(rng)
    lines, terrain = random_sight(rng, board)
    extra = draw(rng, (0, 0, 1, 3), board.size) if rng.random() < 0.5 else None
    for _ in range(10):
        a, b = rng.randrange(lines.size), rng.randrange(lines.size)
        eye_a, eye_b = rng.randint(0, 3), rng.randint(0, 3)
        found = lines.check(a, b, eye_a=eye_a, eye_b=eye_b, extra=extra)
        view = Looker(terrain, a, b, eye_a, eye_b, extra).view()
        where = (
            view.spot if view.reason in (GROUND, OBSTACLE) else -1,
            view.spot if view.reason == HEXSIDE else -1,
        )
        assert (found.reason, found.hindrance, found.blocked_hex, found.blocked_side, found.in_shadow) == (
            view.reason,
            view.hindrance,
            *where,
            view.how == IN_SHADOW,
        )


@settings(max_examples=200, deadline=None)
@given(rngs)
def test_the_steps_of_a_line_are_those_of_the_reference(rng: Random) -> None:
    board = ragged(rng)
    lines, terrain = random_sight(rng, board)
    for _ in range(10):
        a, b = rng.randrange(lines.size), rng.randrange(lines.size)
        eye_a, eye_b = rng.randint(0, 3), rng.randint(0, 3)
        found = lines.check(a, b, eye_a=eye_a, eye_b=eye_b).steps
        expected = Looker(terrain, a, b, eye_a, eye_b).steps()
        assert [(*step[:3], *step[4:]) for step in found] == [(*step[:3], *step[4:]) for step in expected]
        assert [step[3] for step in found] == pytest.approx([step[3] for step in expected])


@settings(max_examples=300, deadline=None)
@given(rngs)
def test_sight_is_mutual(rng: Random) -> None:
    board = ragged(rng)
    lines, _ = random_sight(rng, board)
    for _ in range(20):
        a, b = rng.randrange(lines.size), rng.randrange(lines.size)
        eye_a, eye_b = rng.randint(0, 3), rng.randint(0, 3)
        there = lines.check(a, b, eye_a=eye_a, eye_b=eye_b)
        back = lines.check(b, a, eye_a=eye_b, eye_b=eye_a)
        assert (there.clear, there.hindrance) == (back.clear, back.hindrance)


@settings(max_examples=100, deadline=None)
@given(rngs)
def test_a_field_is_what_the_lines_say(rng: Random) -> None:
    board = ragged(rng)
    lines, terrain = random_sight(rng, board)
    a, reach = rng.randrange(lines.size), rng.randint(0, 6)
    hexes = [board.hexes[i] for i in terrain.stands or range(board.size)]
    seen = [
        b
        for b in range(lines.size)
        if b != a and distance(hexes[a], hexes[b]) <= reach and lines.check(a, b, eye_a=2, eye_b=1).reason == CLEAR
    ]
    assert lines.field(a, reach, eye_a=2, eye_b=1) == seen
