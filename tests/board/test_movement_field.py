"""Movement fields: where a mover can go, at what cost and by which way."""

from array import array
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from random_boards import COST_CHOICES, disc, draw, draw_bytes, ragged, rngs

from sandtable.board._kernels import CLOSED, FORBIDDEN, NO_END, STOP, ZOC, Field, Mover
from sandtable.board.reference import Reach, ZocRules, movement_field

DISC = disc(7)
CENTRE = DISC.at(0, 0)
OPEN = bytes(DISC.size)
PLAIN = Mover(DISC.neighbours, [1] * (DISC.size * 6))
EAST, FAR_EAST, THIRD_EAST = (1, 0), (2, 0), (3, 0)
RING = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]


def test_one_point_reaches_the_six_neighbours() -> None:
    assert PLAIN.field(CENTRE, 1, OPEN).ends == sorted(DISC.many(*RING))


@pytest.mark.parametrize("allowance", range(8))
def test_open_ground_counts_as_hexagonal_numbers(allowance: int) -> None:
    assert len(PLAIN.field(CENTRE, allowance, OPEN).ends) == 3 * allowance * (allowance + 1)


def test_reached_is_in_the_order_of_cost_then_index() -> None:
    field = PLAIN.field(CENTRE, 3, OPEN)
    assert field.reached == sorted(field.reached, key=lambda i: (field.cost(i) or 0, i))


def test_pairs_are_the_ends_with_their_costs() -> None:
    field = PLAIN.field(CENTRE, 3, OPEN)
    assert field.pairs == [(i, field.cost(i)) for i in field.ends]


def named(rows: int) -> list[list[str]]:
    """A table with a name for every hex at every cost."""
    return [[f"{i} for {cost}" for i in range(DISC.size)] for cost in range(rows)]


def test_entries_are_what_a_table_holds_for_the_ends_at_their_costs() -> None:
    field = PLAIN.field(CENTRE, 3, DISC.flags({EAST: NO_END}))
    assert field.entries(named(4)) == [f"{i} for {cost}" for i, cost in field.pairs]


def test_a_table_without_a_row_for_a_cost_is_refused() -> None:
    with pytest.raises(ValueError, match="rows must go up to the cost of 3, but there are 3"):
        PLAIN.field(CENTRE, 3, OPEN).entries(named(3))


def test_a_table_with_a_short_row_is_refused() -> None:
    rows = named(4)
    del rows[2][-1]
    with pytest.raises(ValueError, match=rf"rows\[2\] must have {DISC.size} entries, not {DISC.size - 1}"):
        PLAIN.field(CENTRE, 3, OPEN).entries(rows)


def test_the_start_costs_nothing() -> None:
    assert PLAIN.field(CENTRE, 3, OPEN).cost(CENTRE) == 0


def test_out_of_reach_has_no_cost() -> None:
    assert PLAIN.field(CENTRE, 1, OPEN).cost(DISC.at(*FAR_EAST)) is None


def test_costs_marks_what_is_out_of_reach() -> None:
    assert PLAIN.field(CENTRE, 1, OPEN).costs[DISC.at(*FAR_EAST)] == -1


def test_costs_agree_with_cost() -> None:
    field = PLAIN.field(CENTRE, 4, OPEN)
    assert list(field.costs) == [-1 if field.cost(i) is None else field.cost(i) for i in range(DISC.size)]


def test_a_closed_hex_is_not_entered() -> None:
    field = PLAIN.field(CENTRE, 2, DISC.flags({EAST: CLOSED}))
    assert DISC.at(*EAST) not in field.reached


def test_the_way_goes_round_a_closed_hex() -> None:
    field = PLAIN.field(CENTRE, 3, DISC.flags({EAST: CLOSED}))
    assert field.cost(DISC.at(*FAR_EAST)) == 3


def test_a_closed_start_can_be_left() -> None:
    assert len(PLAIN.field(CENTRE, 1, DISC.flags({(0, 0): CLOSED})).ends) == 6


def test_a_forbidden_hexside_is_not_crossed() -> None:
    walls = {((0, 0), place): FORBIDDEN for place in RING if place != EAST}
    mover = Mover(DISC.neighbours, DISC.sides(walls, fill=1))
    assert mover.field(CENTRE, 1, OPEN).ends == [DISC.at(*EAST)]


def test_a_hex_that_stops_can_be_reached() -> None:
    assert PLAIN.field(CENTRE, 2, DISC.flags({EAST: STOP})).cost(DISC.at(*EAST)) == 1


def test_a_hex_that_stops_is_not_left() -> None:
    field = PLAIN.field(CENTRE, 2, DISC.flags(dict.fromkeys(RING, STOP)))
    assert field.ends == sorted(DISC.many(*RING))


def test_a_start_that_stops_can_be_left() -> None:
    assert len(PLAIN.field(CENTRE, 1, DISC.flags({(0, 0): STOP})).ends) == 6


def test_a_full_hex_is_no_end() -> None:
    assert DISC.at(*EAST) not in PLAIN.field(CENTRE, 2, DISC.flags({EAST: NO_END})).ends


def test_a_full_hex_is_reached() -> None:
    assert DISC.at(*EAST) in PLAIN.field(CENTRE, 2, DISC.flags({EAST: NO_END})).reached


def test_a_full_hex_can_be_passed() -> None:
    assert PLAIN.field(CENTRE, 2, DISC.flags({EAST: NO_END})).cost(DISC.at(*FAR_EAST)) == 2


def test_extra_is_paid_to_enter() -> None:
    field = PLAIN.field(CENTRE, 5, OPEN, extra=DISC.marks({EAST: 3}))
    assert field.cost(DISC.at(*EAST)) == 4


def test_extra_can_forbid() -> None:
    field = PLAIN.field(CENTRE, 5, OPEN, extra=DISC.marks({EAST: FORBIDDEN}))
    assert field.cost(DISC.at(*EAST)) is None


def test_entering_a_zone_costs_extra() -> None:
    field = PLAIN.field(CENTRE, 5, DISC.flags({EAST: ZOC}), zoc_enter=2)
    assert field.cost(DISC.at(*EAST)) == 3


def test_leaving_a_zone_costs_extra_at_the_start() -> None:
    field = PLAIN.field(CENTRE, 5, DISC.flags({(0, 0): ZOC}), zoc_leave=2)
    assert field.cost(DISC.at(*EAST)) == 3


def test_from_zone_to_zone_adds_up() -> None:
    flags = DISC.flags({(0, 0): ZOC, **dict.fromkeys(RING, ZOC)})
    field = PLAIN.field(CENTRE, 9, flags, zoc_enter=1, zoc_leave=1, zoc_to_zoc=2)
    assert field.cost(DISC.at(*EAST)) == 5


def test_from_zone_to_zone_can_be_banned() -> None:
    flags = DISC.flags({(0, 0): ZOC, **dict.fromkeys(RING, ZOC)})
    assert PLAIN.field(CENTRE, 9, flags, zoc_to_zoc=FORBIDDEN).reached == []


def test_a_zone_that_stops_is_not_left() -> None:
    field = PLAIN.field(CENTRE, 9, DISC.flags(dict.fromkeys(RING, ZOC)), zoc_stop=True)
    assert field.ends == sorted(DISC.many(*RING))


def test_without_minimum_move_dear_ground_stays_out_of_reach() -> None:
    assert Mover(DISC.neighbours, [8] * (DISC.size * 6)).field(CENTRE, 3, OPEN).ends == []


def test_a_minimum_move_takes_everything() -> None:
    field = Mover(DISC.neighbours, [8] * (DISC.size * 6)).field(CENTRE, 3, OPEN, minimum_move=True)
    assert field.pairs == [(i, 3) for i in sorted(DISC.many(*RING))]


def test_a_minimum_move_goes_no_further_even_for_nothing() -> None:
    costs = DISC.sides({((0, 0), place): 8 for place in RING}, fill=0)
    field = Mover(DISC.neighbours, costs).field(CENTRE, 3, OPEN, minimum_move=True)
    assert field.reached == sorted(DISC.many(*RING))


def test_a_minimum_move_does_not_enter_a_forbidden_hex() -> None:
    mover = Mover(DISC.neighbours, DISC.sides({((0, 0), EAST): FORBIDDEN}, fill=8))
    assert DISC.at(*EAST) not in mover.field(CENTRE, 3, OPEN, minimum_move=True).reached


def test_a_minimum_move_yields_to_a_way_that_can_be_paid() -> None:
    mover = Mover(DISC.neighbours, DISC.sides({((0, 0), EAST): 8}, fill=1))
    assert mover.field(CENTRE, 3, OPEN, minimum_move=True).cost(DISC.at(*EAST)) == 2


def test_the_path_follows_the_road() -> None:
    road = [(0, 0), (0, 1), (1, 1), (2, 1), THIRD_EAST]
    costs = DISC.sides(dict.fromkeys(pairwise(road), 1), fill=4)
    assert Mover(DISC.neighbours, costs).field(CENTRE, 6, OPEN).path(DISC.at(*THIRD_EAST)) == DISC.many(*road)


def test_of_equal_ways_the_one_of_fewer_hexes_is_taken() -> None:
    costs = DISC.sides({((0, 0), EAST): 2}, fill=1)
    assert Mover(DISC.neighbours, costs).field(CENTRE, 6, OPEN).path(DISC.at(*EAST)) == DISC.many((0, 0), EAST)


def test_of_ways_as_long_the_one_from_the_smaller_index_is_taken() -> None:
    either = min(DISC.many((1, 0), (0, 1)))
    assert PLAIN.field(CENTRE, 2, OPEN).path(DISC.at(1, 1)) == [CENTRE, either, DISC.at(1, 1)]


def test_the_path_to_the_start_is_the_start() -> None:
    assert PLAIN.field(CENTRE, 2, OPEN).path(CENTRE) == [CENTRE]


def test_a_field_outlives_its_mover_and_later_searches() -> None:
    field = Mover(DISC.neighbours, [1] * (DISC.size * 6)).field(CENTRE, 2, OPEN)
    before = field.pairs
    PLAIN.field(DISC.at(5, 0), 4, OPEN)
    assert field.pairs == before


def test_no_path_leads_out_of_reach() -> None:
    field = PLAIN.field(CENTRE, 1, OPEN)
    with pytest.raises(ValueError, match="cannot be reached"):
        field.path(DISC.at(*FAR_EAST))


def test_neighbours_come_in_sixes() -> None:
    with pytest.raises(ValueError, match="six entries"):
        Mover([-1] * 7, [1] * 7)


def test_neighbours_lie_on_the_board() -> None:
    with pytest.raises(ValueError, match="neighbours must lie between"):
        Mover([1] * 6, [1] * 6)


def test_each_hexside_has_a_cost() -> None:
    with pytest.raises(ValueError, match="edge_cost must have 6 entries, not 5"):
        Mover([-1] * 6, [1] * 5)


def test_costs_are_not_negative() -> None:
    with pytest.raises(ValueError, match=r"edge_cost\[2\] is -1"):
        Mover([-1] * 6, [1, 1, -1, 1, 1, 1])


@pytest.mark.parametrize("start", [-1, DISC.size])
def test_the_start_lies_on_the_board(start: int) -> None:
    with pytest.raises(ValueError, match=f"start is {start}"):
        PLAIN.field(start, 3, OPEN)


def test_an_allowance_is_not_negative() -> None:
    with pytest.raises(ValueError, match="allowance must not be negative"):
        PLAIN.field(CENTRE, -1, OPEN)


def test_each_hex_has_a_flag() -> None:
    with pytest.raises(ValueError, match="flags must have"):
        PLAIN.field(CENTRE, 3, OPEN[1:])


def test_each_hex_has_an_extra() -> None:
    with pytest.raises(ValueError, match="extra must have"):
        PLAIN.field(CENTRE, 3, OPEN, extra=array("i", [0]))


def test_extras_are_integers_of_32_bits() -> None:
    with pytest.raises(ValueError, match="extra must be a buffer of 32-bit integers"):
        PLAIN.field(CENTRE, 3, OPEN, extra=array("q", [0] * DISC.size))


def test_extras_are_not_negative() -> None:
    with pytest.raises(ValueError, match="extra must not hold negative costs"):
        PLAIN.field(CENTRE, 3, OPEN, extra=DISC.marks({EAST: -1}))


def test_a_surcharge_is_not_negative() -> None:
    with pytest.raises(ValueError, match="zoc_leave must not be negative"):
        PLAIN.field(CENTRE, 3, OPEN, zoc_leave=-1)


def test_a_search_that_failed_leaves_nothing_behind() -> None:
    with pytest.raises(ValueError, match="extra"):
        PLAIN.field(CENTRE, 3, OPEN, extra=DISC.marks({EAST: -1}))
    assert len(PLAIN.field(CENTRE, 3, OPEN).ends) == 36


def test_a_field_is_not_made_by_hand() -> None:
    with pytest.raises(TypeError, match=r"made by Mover\.field"):
        Field()


def test_fields_are_equal_that_say_the_same() -> None:
    dearer = PLAIN.changed({CENTRE * 6: 2})
    assert PLAIN.field(CENTRE, 3, OPEN) == PLAIN.field(CENTRE, 3, OPEN)
    assert PLAIN.field(CENTRE, 3, OPEN) != PLAIN.field(CENTRE, 2, OPEN)
    assert PLAIN.field(CENTRE, 3, OPEN) != dearer.field(CENTRE, 3, OPEN)


def test_movers_are_equal_that_cost_the_same() -> None:
    assert PLAIN.changed({CENTRE * 6: 2}) == PLAIN.changed({CENTRE * 6: 2})
    assert PLAIN.changed({CENTRE * 6: 2}) != PLAIN


def test_together_each_step_costs_what_it_costs_the_one_to_whom_it_is_dearest() -> None:
    slow, barred = PLAIN.changed({CENTRE * 6: 3, CENTRE * 6 + 1: 2}), PLAIN.changed({CENTRE * 6 + 1: FORBIDDEN})
    together = PLAIN.dearest(slow, barred)
    assert together == PLAIN.changed({CENTRE * 6: 3, CENTRE * 6 + 1: FORBIDDEN})
    assert PLAIN.dearest() == PLAIN


def test_movers_of_different_maps_do_not_go_together() -> None:
    with pytest.raises(ValueError, match="movers of one map"):
        PLAIN.dearest(Mover(disc(3).neighbours, [1] * (disc(3).size * 6)))


def summary(field: Field | Reach) -> tuple[list[int], list[int], dict[int, list[int]]]:
    return field.reached, field.ends, {i: field.path(i) for i in field.reached}


@settings(max_examples=400, deadline=None)
@given(rngs)
def test_the_kernel_agrees_with_the_reference(rng: Random) -> None:
    board = ragged(rng)
    edge_cost = draw(rng, rng.choice(COST_CHOICES), board.size * 6)
    flags = draw_bytes(rng, (0, 0, 0, CLOSED, STOP, ZOC, ZOC, NO_END, ZOC | NO_END), board.size)
    extra = draw(rng, (0, 0, 1, 5, FORBIDDEN), board.size) if rng.random() < 0.5 else None
    zoc = ZocRules(rng.choice((0, 1, 3)), rng.choice((0, 2)), rng.choice((0, 1, FORBIDDEN)), rng.random() < 0.5)
    start, allowance, minimum = rng.randrange(board.size), rng.choice((0, 1, 3, 6, 20, 1000)), rng.random() < 0.5
    field = Mover(board.neighbours, edge_cost).field(
        start,
        allowance,
        flags,
        extra=extra,
        zoc_enter=zoc.enter,
        zoc_leave=zoc.leave,
        zoc_to_zoc=zoc.between,
        zoc_stop=zoc.stop,
        minimum_move=minimum,
    )
    expected = movement_field(
        board.neighbours, edge_cost, start, allowance, flags, extra=extra, zoc=zoc, minimum_move=minimum
    )
    costs = {i: cost for i, cost in enumerate(field.costs) if cost >= 0}
    assert (*summary(field), costs) == (*summary(expected), expected.costs)
