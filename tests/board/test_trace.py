"""Traces: lines of supply, command and rail from every hex back to a source."""

from array import array
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from random_boards import COST_CHOICES, disc, draw, draw_bytes, ragged, rngs

from sandtable.board._kernels import CLOSED, FORBIDDEN, TERMINAL, Trace, trace
from sandtable.board.reference import trace as reference_trace

DISC = disc(5)
CENTRE = DISC.at(0, 0)
OPEN = bytes(DISC.size)
RING = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
AROUND = DISC.neighbours
RAILWAY = [(-5, 0), (-4, 0), (-3, 0), (-2, 0), (-1, 0)]


def rails(*stations: tuple[int, int]) -> bytes:
    return bytes(DISC.sides(dict.fromkeys(pairwise(stations), 1)).tolist())


def test_a_hex_costs_one_without_costs() -> None:
    assert trace(AROUND, [CENTRE], OPEN).cost(DISC.at(4, 0)) == 4


def test_the_whole_open_board_is_reached() -> None:
    assert trace(AROUND, [CENTRE], OPEN).reached == b"\1" * DISC.size


def test_a_limit_ends_the_line() -> None:
    assert sum(trace(AROUND, [CENTRE], OPEN, limit=2).reached) == 19


def test_a_closed_hex_is_gone_round() -> None:
    assert trace(AROUND, [CENTRE], DISC.flags({(1, 0): CLOSED})).cost(DISC.at(2, 0)) == 3


def test_a_ring_of_closed_hexes_cuts_off() -> None:
    assert sum(trace(AROUND, [CENTRE], DISC.flags(dict.fromkeys(RING, CLOSED))).reached) == 1


def test_a_terminal_hex_is_reached() -> None:
    assert trace(AROUND, [CENTRE], DISC.flags({(1, 0): TERMINAL})).cost(DISC.at(1, 0)) == 1


def test_nothing_is_traced_through_a_terminal_hex() -> None:
    assert sum(trace(AROUND, [CENTRE], DISC.flags(dict.fromkeys(RING, TERMINAL))).reached) == 7


def test_a_terminal_source_is_traced_from() -> None:
    assert sum(trace(AROUND, [CENTRE], DISC.flags({(0, 0): TERMINAL}), limit=1).reached) == 7


def test_a_closed_source_does_not_count() -> None:
    assert sum(trace(AROUND, [CENTRE], DISC.flags({(0, 0): CLOSED})).reached) == 0


def test_no_sources_reach_nothing() -> None:
    assert sum(trace(AROUND, [], OPEN).reached) == 0


def test_a_hex_belongs_to_the_nearest_source() -> None:
    assert trace(AROUND, DISC.many((-4, 0), (4, 0)), OPEN).source(DISC.at(2, 0)) == 1


def test_start_costs_move_the_border_between_sources() -> None:
    sources = DISC.many((-4, 0), (4, 0))
    assert trace(AROUND, sources, OPEN, start_costs=[0, 6]).source(DISC.at(2, 0)) == 0


def test_a_source_beyond_the_limit_does_not_count() -> None:
    assert sum(trace(AROUND, [CENTRE], OPEN, start_costs=[4], limit=3).reached) == 0


def test_of_two_sources_on_one_hex_the_cheaper_counts() -> None:
    assert trace(AROUND, [CENTRE, CENTRE], OPEN, start_costs=[2, 1]).source(DISC.at(1, 0)) == 1


def test_of_two_equal_sources_on_one_hex_the_first_counts() -> None:
    assert trace(AROUND, [CENTRE, CENTRE], OPEN).source(DISC.at(1, 0)) == 0


def test_the_path_leads_back_to_the_source() -> None:
    assert trace(AROUND, [CENTRE], OPEN).path(DISC.at(3, 0)) == DISC.many((3, 0), (2, 0), (1, 0), (0, 0))


def test_edge_costs_are_those_away_from_the_source() -> None:
    costs = array("i", [1] * (DISC.size * 6))
    costs[DISC.slot((0, 0), (1, 0))] = 5
    costs[DISC.slot((0, 1), (1, 0))] = costs[DISC.slot((1, -1), (1, 0))] = FORBIDDEN
    assert trace(AROUND, [CENTRE], OPEN, edge_cost=costs).cost(DISC.at(1, 0)) == 3


def test_a_forbidden_hexside_is_not_crossed() -> None:
    costs = DISC.sides({((0, 0), place): FORBIDDEN for place in RING}, fill=1)
    assert sum(trace(AROUND, [CENTRE], OPEN, edge_cost=costs).reached) == 1


def test_the_network_costs_nothing() -> None:
    assert trace(AROUND, [DISC.at(-5, 0)], OPEN, network=rails(*RAILWAY)).cost(DISC.at(-1, 0)) == 0


def test_the_limit_counts_from_where_the_network_is_left() -> None:
    result = trace(AROUND, [DISC.at(-5, 0)], OPEN, network=rails(*RAILWAY), limit=2)
    assert (result.cost(DISC.at(1, 0)), result.cost(DISC.at(2, 0))) == (2, None)


def test_a_line_does_not_return_to_the_network() -> None:
    broken = rails((-5, 0), (-4, 0))
    onward = rails((-2, 0), (-1, 0), (0, 0))
    network = bytes(a | b for a, b in zip(broken, onward, strict=True))
    assert trace(AROUND, [DISC.at(-5, 0)], OPEN, network=network).cost(CENTRE) == 4


def test_the_network_has_a_limit_of_its_own() -> None:
    result = trace(AROUND, [DISC.at(-5, 0)], OPEN, network=rails(*RAILWAY), network_limit=3, limit=0)
    assert [i for i in range(DISC.size) if result.reached[i]] == sorted(DISC.many(*RAILWAY[:4]))


def test_the_network_is_cut_by_a_terminal_hex() -> None:
    flags = DISC.flags({(-3, 0): TERMINAL})
    result = trace(AROUND, [DISC.at(-5, 0)], flags, network=rails(*RAILWAY), limit=0)
    assert [i for i in range(DISC.size) if result.reached[i]] == sorted(DISC.many(*RAILWAY[:3]))


def test_the_network_crosses_a_forbidden_hexside() -> None:
    costs = array("i", [FORBIDDEN] * (DISC.size * 6))
    result = trace(AROUND, [DISC.at(-5, 0)], OPEN, edge_cost=costs, network=rails(*RAILWAY))
    assert sum(result.reached) == len(RAILWAY)


def test_costs_agree_with_cost() -> None:
    result = trace(AROUND, [CENTRE], OPEN, limit=3)
    assert list(result.costs) == [-1 if result.cost(i) is None else result.cost(i) for i in range(DISC.size)]


def test_what_is_out_of_reach_has_no_source() -> None:
    assert trace(AROUND, [CENTRE], OPEN, limit=1).source(DISC.at(2, 0)) is None


def test_what_is_out_of_reach_has_no_path() -> None:
    with pytest.raises(ValueError, match="cannot be traced"):
        trace(AROUND, [CENTRE], OPEN, limit=1).path(DISC.at(2, 0))


def test_costs_may_add_up_beyond_32_bits() -> None:
    row = array("i", [i + 1 if d == 0 and i < 2999 else -1 for i in range(3000) for d in range(6)])
    costs = array("i", [FORBIDDEN - 1] * 18_000)
    assert trace(row, [0], bytes(3000), edge_cost=costs).cost(2999) == 2999 * (FORBIDDEN - 1)


def test_a_source_lies_on_the_board() -> None:
    with pytest.raises(ValueError, match=f"source is {DISC.size}"):
        trace(AROUND, [DISC.size], OPEN)


def test_each_hex_has_a_flag() -> None:
    with pytest.raises(ValueError, match="passable must have 91 bytes, not 90"):
        trace(AROUND, [CENTRE], OPEN[1:])


def test_each_hexside_has_a_cost() -> None:
    with pytest.raises(ValueError, match="edge_cost must have 546 entries, not 1"):
        trace(AROUND, [CENTRE], OPEN, edge_cost=array("i", [1]))


def test_costs_are_not_negative() -> None:
    with pytest.raises(ValueError, match="edge_cost must not hold negative costs"):
        trace(AROUND, [CENTRE], OPEN, edge_cost=array("i", [-1] * (DISC.size * 6)))


def test_each_hexside_is_on_the_network_or_not() -> None:
    with pytest.raises(ValueError, match="network must have 546 bytes"):
        trace(AROUND, [CENTRE], OPEN, network=OPEN)


def test_neighbours_lie_on_the_board() -> None:
    with pytest.raises(ValueError, match="neighbours must lie between -1 and 0"):
        trace(array("i", [-2] * 6), [0], b"\0")


def test_neighbours_come_in_sixes() -> None:
    with pytest.raises(ValueError, match="six entries"):
        trace(array("i", [-1] * 5), [], b"")


def test_a_limit_is_not_negative() -> None:
    with pytest.raises(ValueError, match="limit must not be negative"):
        trace(AROUND, [CENTRE], OPEN, limit=-1)


def test_each_source_has_a_start_cost() -> None:
    with pytest.raises(ValueError, match="start_costs must have 1 entries, not 2"):
        trace(AROUND, [CENTRE], OPEN, start_costs=[1, 2])


def test_start_costs_do_not_go_with_a_network() -> None:
    with pytest.raises(ValueError, match="cannot be combined"):
        trace(AROUND, [CENTRE], OPEN, start_costs=[1], network=rails(*RAILWAY))


def test_a_limit_on_the_network_needs_a_network() -> None:
    with pytest.raises(ValueError, match="needs a network"):
        trace(AROUND, [CENTRE], OPEN, network_limit=3)


def test_a_trace_is_not_made_by_hand() -> None:
    with pytest.raises(TypeError, match="made by trace"):
        Trace()


@settings(max_examples=400, deadline=None)
@given(rngs)
def test_the_kernel_agrees_with_the_reference(rng: Random) -> None:
    board = ragged(rng)
    passable = draw_bytes(rng, (0, 0, 0, CLOSED, TERMINAL), board.size)
    sources = rng.choices(range(board.size), k=rng.randint(0, 4))
    edge_cost = draw(rng, rng.choice(COST_CHOICES), board.size * 6) if rng.random() < 0.7 else None
    limit = rng.choice((None, 0, 2, 5, 30))
    with_network = rng.random() < 0.5
    network = draw_bytes(rng, (0, 1), board.size * 6) if with_network else None
    network_limit = rng.choice((None, 0, 2, 6)) if with_network else None
    start_costs = None if with_network or rng.random() < 0.5 else list(draw(rng, (0, 1, 4), len(sources)))
    result = trace(
        board.neighbours,
        sources,
        passable,
        edge_cost=edge_cost,
        limit=limit,
        start_costs=start_costs,
        network=network,
        network_limit=network_limit,
    )
    expected = reference_trace(
        board.neighbours,
        sources,
        passable,
        edge_cost=edge_cost,
        limit=limit,
        start_costs=start_costs,
        network=network,
        network_limit=network_limit,
    )
    found = {i: (result.cost(i), result.source(i), result.path(i)) for i in range(board.size) if result.reached[i]}
    assert found == {i: (cost, expected.source[i], expected.path(i)) for i, (cost, _) in expected.best.items()}
