"""Where a mover can go, and the way there."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import pytest

from sandtable.board import CLOSED, NO_END, Mover, Places, Plane, board_from_text, floors
from sandtable.mechanics.content import HexContent
from sandtable.mechanics.destinations import Destinations, path_to

BOARD = board_from_text(
    """
    . . # . .
    . # # . .
    . . . . .
    . . . # .
    """,
    {".": "clear", "#": "woods"},
)
CONTENT = HexContent(BOARD, Path)
MOVER = Mover(BOARD.neighbours, BOARD.costs({"clear": 2, "woods": 5}))
HALVES = Destinations(CONTENT, most=16, rule="3.2", per_point=2)


def random_flags(rng: random.Random) -> bytearray:
    return bytearray(rng.choice((0, 0, 0, CLOSED, NO_END)) for _ in BOARD.labels)


@pytest.mark.parametrize("seed", range(10))
def test_every_hex_in_which_the_move_may_end_is_an_option_with_its_cost(seed: int) -> None:
    rng = random.Random(seed)
    field = MOVER.field(rng.randrange(BOARD.size), rng.randrange(17), random_flags(rng))
    expected = [(f"hex:{BOARD.labels[i]}", cost / 2, "3.2") for i, cost in field.pairs]
    assert [(option.id, option.cost, option.rule) for option in HALVES.options(field)] == expected


@pytest.mark.parametrize("seed", range(10))
def test_the_way_to_a_destination_costs_what_the_option_says(seed: int) -> None:
    rng = random.Random(seed)
    field = MOVER.field(rng.randrange(BOARD.size), 16, random_flags(rng))
    for option in HALVES.options(field):
        path = path_to(BOARD.places, field, option.id.removeprefix("hex:"))
        assert path[0] == BOARD.labels[field.start]
        assert f"hex:{path[-1]}" == option.id
        steps = [MOVER.step(BOARD.index[here], BOARD.index[there]) for here, there in pairwise(path)]
        assert sum(steps) == (option.cost or 0) * 2


def test_whole_points_stay_whole() -> None:
    field = MOVER.field(BOARD.index["0101"], 4, bytearray(BOARD.size))
    options = Destinations(CONTENT, most=4, rule="10.1").options(field)
    assert {type(option.cost) for option in options} == {int}


def test_there_is_no_way_to_where_the_move_may_not_end() -> None:
    flags = bytearray(BOARD.size)
    flags[BOARD.index["0102"]] = NO_END
    field = MOVER.field(BOARD.index["0101"], 8, flags)
    with pytest.raises(ValueError, match="0102"):
        path_to(BOARD.places, field, "0102")


def test_a_hex_with_parts_is_one_destination_by_its_cheapest_place() -> None:
    places = Places(Plane(BOARD), floors({"0102": (1,)}))
    ground = BOARD.costs({"clear": 2, "woods": 5})
    mover = places.mover(places.prices(lambda step: ground[step.side] if step.side >= 0 else 3))
    field = places.field(places.index["0102+1"], mover, 8)
    options = HALVES.options(field)
    assert len({option.id for option in options}) == len(options)
    assert path_to(places, field, "0101") == ("0102", "0102", "0101")
