"""Graphs of places: hexes with parts, any number of steps from each, and what goes by the hex."""

from __future__ import annotations

from array import array
from random import Random

import pytest
from hypothesis import given, settings
from random_boards import COST_CHOICES, draw, draw_bytes, rngs, tangle

from sandtable.board._kernels import CLOSED, FORBIDDEN, NO_END, STOP, TERMINAL, ZOC, Graph, Mover, trace
from sandtable.board.reference import ZocRules, hexes_reached, movement_field
from sandtable.board.reference import trace as reference_trace

# Three hexes in a row, 0, 1 and 2. Hex 1 has an upper floor, 3, with stairs from 1; a gangway leads from there to 2.
NEIGHBOURS = [1, 0, 2, 3, 1, 1, 2]
FIRST = [0, 1, 4, 5, 7]
HEX_OF = [0, 1, 2, 1]
HOUSE = Graph(NEIGHBOURS, first=FIRST, hex_of=HEX_OF)
INTO_1, OUT_TO_0, INTO_2, UP, BACK, DOWN, GANGWAY = range(7)
GROUND_FLOOR, UPSTAIRS = 1, 3
OPEN = bytes(4)


def prices(fill: int = 1, **steps: int) -> list[int]:
    """The costs of all steps of the house, some of them named."""
    named = {"into_1": INTO_1, "into_2": INTO_2, "up": UP, "gangway": GANGWAY}
    costs = [fill] * HOUSE.edges
    for name, price in steps.items():
        costs[named[name]] = price
    return costs


def test_a_graph_counts_its_places_hexes_and_steps() -> None:
    assert (HOUSE.size, HOUSE.hexes, HOUSE.edges) == (4, 3, 7)


def test_stairs_are_a_step() -> None:
    assert Mover(HOUSE, prices()).field(0, 2, OPEN).pairs == [(1, 1), (2, 2), (UPSTAIRS, 2)]


def test_a_way_may_lead_through_a_part_of_a_hex() -> None:
    field = Mover(HOUSE, prices(into_2=9)).field(0, 5, OPEN)
    assert field.path(2) == [0, GROUND_FLOOR, UPSTAIRS, 2]


def test_a_hex_is_reached_by_its_cheapest_place() -> None:
    assert Mover(HOUSE, prices()).field(0, 5, OPEN).hex_pairs == [(1, 1), (2, 2)]


def test_the_hex_of_the_start_is_no_destination() -> None:
    field = Mover(HOUSE, prices()).field(GROUND_FLOOR, 1, OPEN)
    assert (field.ends, field.hexes) == ([0, 2, UPSTAIRS], [0, 2])


def test_a_hex_is_reached_by_a_part_where_the_hex_itself_may_be_no_end() -> None:
    field = Mover(HOUSE, prices()).field(0, 5, bytes([0, NO_END, 0, 0]))
    assert (field.goal(1), field.hex_pairs) == (UPSTAIRS, [(2, 2), (1, 2)])


def test_a_hex_out_of_reach_has_no_goal() -> None:
    assert Mover(HOUSE, prices()).field(0, 1, OPEN).goal(2) is None


def test_entries_go_by_the_hex() -> None:
    rows = [[f"{hex_} for {cost}" for hex_ in range(3)] for cost in range(4)]
    assert Mover(HOUSE, prices()).field(0, 3, OPEN).hex_entries(rows) == ["1 for 1", "2 for 2"]


def test_a_part_can_be_closed_by_itself() -> None:
    assert Mover(HOUSE, prices()).field(0, 5, bytes([0, 0, 0, CLOSED])).reached == [1, 2]


def test_a_closed_hex_is_closed_in_all_its_parts() -> None:
    assert Mover(HOUSE, prices()).field(2, 5, bytes([0, CLOSED, 0])).reached == []


def test_whoever_must_stop_in_a_hex_may_go_upstairs_in_it() -> None:
    assert Mover(HOUSE, prices()).field(0, 5, bytes([0, STOP, 0])).reached == [1, UPSTAIRS]


def test_whoever_must_stop_in_a_place_may_not() -> None:
    assert Mover(HOUSE, prices()).field(0, 5, bytes([0, STOP, 0, 0])).reached == [1]


def test_whoever_begins_in_a_hex_may_leave_it_by_any_of_its_parts() -> None:
    field = Mover(HOUSE, prices(into_2=FORBIDDEN)).field(GROUND_FLOOR, 2, bytes([0, STOP, 0]))
    assert field.path(2) == [GROUND_FLOOR, UPSTAIRS, 2]


def test_going_upstairs_leaves_no_zone() -> None:
    field = Mover(HOUSE, prices()).field(GROUND_FLOOR, 9, bytes([0, ZOC, 0]), zoc_leave=3, zoc_to_zoc=3)
    assert field.pairs == [(UPSTAIRS, 1), (0, 4), (2, 4)]


def test_an_extra_for_a_hex_is_paid_once() -> None:
    assert Mover(HOUSE, prices()).field(0, 9, OPEN, extra=array("i", [0, 2, 0])).cost(UPSTAIRS) == 4


def test_an_extra_for_each_place_is_paid_in_each() -> None:
    assert Mover(HOUSE, prices()).field(0, 9, OPEN, extra=array("i", [0, 2, 0, 2])).cost(UPSTAIRS) == 6


def test_parts_of_a_point_choose_between_equal_ways() -> None:
    mover = Mover(HOUSE, prices(into_2=2), scale=64)
    field = mover.field(GROUND_FLOOR, 2, bytes([0, ZOC, 0, 0]), zoc_leave=1, extra=array("i", [0, 0, 0, 5]))
    assert (field.path(2), field.cost(2)) == ([GROUND_FLOOR, 2], 2)


def test_parts_of_a_point_add_nothing_to_the_price() -> None:
    field = Mover(HOUSE, prices(), scale=64).field(0, 1, bytes([ZOC, 0, 0, 0]), zoc_leave=1)
    assert field.pairs == [(1, 1)]


def test_a_step_has_its_price() -> None:
    mover = Mover(HOUSE, prices(up=3), scale=64)
    assert (mover.step(GROUND_FLOOR, UPSTAIRS), mover.price(UP), mover.step(0, 2)) == (3, 3, FORBIDDEN)


def test_a_blown_bridge_changes_one_step() -> None:
    mover = Mover(HOUSE, prices())
    blown = mover.changed({INTO_1: FORBIDDEN})
    assert (blown.field(0, 5, OPEN).reached, mover.field(0, 1, OPEN).reached) == ([], [1])


def test_a_minimum_move_is_counted_once_where_two_steps_lead_to_one_place() -> None:
    doubled = Graph([1, 1, 0], first=[0, 2, 3])
    assert Mover(doubled, [9, 8, 9]).field(0, 2, bytes(2), minimum_move=True).pairs == [(1, 2)]


def test_a_trace_goes_upstairs_for_nothing() -> None:
    assert list(trace(HOUSE, [0], OPEN).costs) == [0, 1, 2, 1]


def test_a_hex_is_traced_by_any_of_its_places() -> None:
    result = trace(HOUSE, [2], bytes([0, CLOSED, 0, 0]))
    assert (result.reached, result.reached_hexes) == (b"\0\0\1\0", b"\0\0\1")
    assert trace(HOUSE, [UPSTAIRS], bytes([CLOSED, CLOSED, 0, 0])).reached_hexes == b"\0\1\1"


def test_a_terminal_hex_is_traced_through_from_part_to_part_only() -> None:
    assert trace(HOUSE, [0], bytes([0, TERMINAL, 0])).reached == b"\1\1\0\1"


def test_a_source_in_a_terminal_hex_is_traced_from_in_all_parts() -> None:
    costs = array("i", prices(into_2=FORBIDDEN))
    assert trace(HOUSE, [1], bytes([0, TERMINAL, 0]), edge_cost=costs).path(2) == [2, UPSTAIRS, GROUND_FLOOR]


@pytest.mark.parametrize(
    ("neighbours", "first", "hex_of", "message"),
    [
        ([1, 0], [0, 1], None, "first must run from 0 to the number of steps, which is 2"),
        ([1, 0], [0, 2, 1, 2], None, r"first\[2\] is less than first\[1\]"),
        ([2, 0], [0, 1, 2], None, "neighbours must lie between -1 and 1"),
        ([1, 0], [0, 1, 2], [0], "hex_of must have 2 entries, not 1"),
        ([1, 0], [0, 1, 2], [1, 0], r"hex_of\[0\] is 1, but the hexes are the places 0 to -1"),
    ],
)
def test_a_graph_that_does_not_fit_is_refused(
    neighbours: list[int], first: list[int], hex_of: list[int] | None, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Graph(neighbours, first=first, hex_of=hex_of)


def test_flags_go_by_the_hex_or_by_the_place() -> None:
    with pytest.raises(ValueError, match="flags must have 3 or 4 bytes, not 5"):
        Mover(HOUSE, prices()).field(0, 1, bytes(5))


def test_a_scale_is_a_number_of_parts() -> None:
    with pytest.raises(ValueError, match="scale must be between 1 and 1024"):
        Mover(HOUSE, prices(), scale=0)


def test_a_change_names_a_step() -> None:
    with pytest.raises(ValueError, match="edge is 7, but there are the steps 0 to 6"):
        Mover(HOUSE, prices()).changed({7: 1})


def test_a_change_is_no_negative_cost() -> None:
    with pytest.raises(ValueError, match="a price must not be negative"):
        Mover(HOUSE, prices()).changed({0: -1})


@settings(max_examples=500, deadline=None)
@given(rngs)
def test_the_field_of_a_graph_agrees_with_the_reference(rng: Random) -> None:
    board = tangle(rng)
    edge_cost = draw(rng, rng.choice(COST_CHOICES), board.edges)
    flags = board.draw_bytes(rng, (0, 0, 0, CLOSED, STOP, ZOC, ZOC, NO_END, ZOC | NO_END))
    extra = draw(rng, (0, 0, 1, 5, FORBIDDEN), rng.choice((board.size, board.hexes))) if rng.random() < 0.5 else None
    zoc = ZocRules(rng.choice((0, 1, 3)), rng.choice((0, 2)), rng.choice((0, 1, FORBIDDEN)), rng.random() < 0.5)
    start, allowance, minimum = rng.randrange(board.size), rng.choice((0, 1, 3, 6, 20, 1000)), rng.random() < 0.5
    scale = rng.choice((1, 1, 8))
    field = Mover(board.graph, edge_cost, scale=scale).field(
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
        board.web, edge_cost, start, allowance, flags, scale=scale, extra=extra, zoc=zoc, minimum_move=minimum
    )
    goals = hexes_reached(board.web, expected)
    assert field.reached == expected.reached
    assert field.ends == expected.ends
    assert {i: cost for i, cost in enumerate(field.costs) if cost >= 0} == expected.costs
    assert {i: field.path(i) for i in field.reached} == {i: expected.path(i) for i in expected.reached}
    assert field.hex_pairs == [(hex_, expected.costs[place]) for hex_, place in goals.items()]
    assert field.hexes == list(goals)
    assert [field.goal(hex_) for hex_ in field.hexes] == list(goals.values())


@settings(max_examples=500, deadline=None)
@given(rngs)
def test_the_trace_of_a_graph_agrees_with_the_reference(rng: Random) -> None:
    board = tangle(rng)
    passable = board.draw_bytes(rng, (0, 0, 0, CLOSED, TERMINAL))
    sources = rng.choices(range(board.size), k=rng.randint(0, 4))
    edge_cost = draw(rng, rng.choice(COST_CHOICES), board.edges) if rng.random() < 0.7 else None
    limit = rng.choice((None, 0, 2, 5, 30))
    with_network = rng.random() < 0.5
    network = draw_bytes(rng, (0, 1), board.edges) if with_network else None
    network_limit = rng.choice((None, 0, 2, 6)) if with_network else None
    start_costs = None if with_network or rng.random() < 0.5 else list(draw(rng, (0, 1, 4), len(sources)))
    result = trace(
        board.graph,
        sources,
        passable,
        edge_cost=edge_cost,
        limit=limit,
        start_costs=start_costs,
        network=network,
        network_limit=network_limit,
    )
    expected = reference_trace(
        board.web,
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
    hexes = {board.hex_of[i] for i in expected.best}
    assert result.reached_hexes == bytes(i in hexes for i in range(board.hexes))


@settings(max_examples=200, deadline=None)
@given(rngs)
def test_changed_costs_are_as_if_made_anew(rng: Random) -> None:
    board = tangle(rng)
    edge_cost = draw(rng, rng.choice(COST_CHOICES), board.edges)
    changes = {rng.randrange(board.edges): rng.choice((0, 3, FORBIDDEN)) for _ in range(5)} if board.edges else {}
    changed = Mover(board.graph, edge_cost, scale=4).changed(changes)
    for edge, price in changes.items():
        edge_cost[edge] = price
    anew = Mover(board.graph, edge_cost, scale=4)
    start, flags = rng.randrange(board.size), bytes(board.size)
    assert changed.field(start, 8, flags).pairs == anew.field(start, 8, flags).pairs
