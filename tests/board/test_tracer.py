"""A tracer: what can be reached over one board, again and again, where every hex costs one."""

from array import array
from random import Random

import pytest
from hypothesis import given, settings
from random_boards import disc, draw_bytes, ragged, rngs

from sandtable.board import CLOSED, FORBIDDEN, TERMINAL, Tracer
from sandtable.board.reference import trace

DISC = disc(5)
CENTRE = DISC.at(0, 0)
OPEN = bytes(DISC.size)
PLAIN = Tracer(DISC.neighbours, b"\1" * (6 * DISC.size))


def test_a_limit_ends_the_line() -> None:
    assert [sum(PLAIN.reached([CENTRE], OPEN, limit)) for limit in range(4)] == [1, 7, 19, 37]


def test_a_shut_hexside_is_gone_round() -> None:
    shut = array("i", [1] * (6 * DISC.size))
    shut[DISC.slot((0, 0), (1, 0))] = 0
    found = Tracer(DISC.neighbours, bytes(shut.tolist()))
    east = DISC.at(1, 0)
    assert [found.reached([CENTRE], OPEN, limit)[east] for limit in (1, 2)] == [0, 1]


def test_a_tracer_forgets_what_it_reached_before() -> None:
    PLAIN.reached([CENTRE], OPEN, 5)
    assert sum(PLAIN.reached([DISC.at(5, 0)], OPEN, 0)) == 1


@settings(max_examples=300, deadline=None)
@given(rngs)
def test_the_kernel_agrees_with_the_reference(rng: Random) -> None:
    board = ragged(rng)
    passable = draw_bytes(rng, (0, 0, 0, CLOSED, TERMINAL), board.size)
    sides = draw_bytes(rng, (1, 1, 1, 0), 6 * board.size)
    sources = rng.choices(range(board.size), k=rng.randint(0, 4))
    limit = rng.choice((0, 1, 2, 5, 30))
    costs = [1 if open_ else FORBIDDEN for open_ in sides]
    expected = trace(board.neighbours, sources, passable, edge_cost=costs, limit=limit).best
    found = Tracer(board.neighbours, sides).reached(sources, passable, limit)
    assert found == bytes(i in expected for i in range(board.size))


@settings(max_examples=100, deadline=None)
@given(rngs)
def test_marks_are_traced_on_from(rng: Random) -> None:
    board = ragged(rng)
    passable = draw_bytes(rng, (0, 0, 0, CLOSED, TERMINAL), board.size)
    tracer = Tracer(board.neighbours, draw_bytes(rng, (1, 1, 1, 0), 6 * board.size))
    marked = [draw_bytes(rng, (0, 0, 0, 1), board.size) for _ in range(rng.randint(0, 3))]
    sources = [i for i in range(board.size) if any(marks[i] for marks in marked)]
    assert tracer.reached_from(passable, 2, *marked) == tracer.reached(sources, passable, 2)


@settings(max_examples=100, deadline=None)
@given(rngs)
def test_hexsides_are_opened_and_shut(rng: Random) -> None:
    board = ragged(rng)
    sides = bytearray(draw_bytes(rng, (1, 1, 0), 6 * board.size))
    tracer = Tracer(board.neighbours, sides)
    changes = {rng.randrange(6 * board.size): rng.random() < 0.5 for _ in range(8)}
    changed = tracer.changed(changes)
    for side, is_open in changes.items():
        sides[side] = is_open
    start, passable = [rng.randrange(board.size)], bytes(board.size)
    assert changed.reached(start, passable, 30) == Tracer(board.neighbours, sides).reached(start, passable, 30)


def test_arguments_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="side is"):
        PLAIN.changed({6 * DISC.size: True})
    with pytest.raises(ValueError, match="open_sides must have"):
        Tracer(DISC.neighbours, OPEN)
    with pytest.raises(ValueError, match="passable must have"):
        PLAIN.reached([CENTRE], b"", 1)
    with pytest.raises(ValueError, match="source is"):
        PLAIN.reached([DISC.size], OPEN, 1)
    with pytest.raises(ValueError, match="limit must not be negative"):
        PLAIN.reached([CENTRE], OPEN, -1)
    with pytest.raises(ValueError, match="marks must have"):
        PLAIN.reached_from(OPEN, 1, b"")
