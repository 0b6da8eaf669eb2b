"""What a position is worth to a side: what is destroyed, held and open to fire, and how much time is left."""

from __future__ import annotations

import pytest

from games.panzer.positions import TITLE, alter, content, position, state_of
from sandtable.games.panzer.victory import margin, objectives
from sandtable.kernel import Table

FACE_TO_FACE = {"gA1-1": "1931/N", "gA1-2": "2031/N", "sA1-1": "0101/S", "sA1-2": "0201/S"}
LAST = content().last_turn


def worth(table: Table, side: str = "german") -> float:
    return TITLE.evaluate(state_of(table), content(), side)


def test_what_is_good_for_one_side_is_bad_for_the_other() -> None:
    table = position({**FACE_TO_FACE, "gA1-3": "0505/N"})
    assert worth(table, "german") == pytest.approx(-worth(table, "soviet"))


def test_control_counts_the_more_the_later_it_is() -> None:
    gained = []
    for turn in (1, LAST - 1, LAST):
        table = position(FACE_TO_FACE, turn=turn)
        before = worth(table)
        state_of(table).control = dict.fromkeys(objectives(content()), "german")
        gained.append(worth(table) - before)
    assert gained == sorted(gained)
    assert gained[0] < gained[-1]


def test_a_tank_counts_for_what_it_will_still_do_and_less_when_damaged_and_when_time_is_short() -> None:
    def gain(turn: int) -> float:
        third = {"gA1-3": "1831/N"}
        return worth(position({**FACE_TO_FACE, **third}, turn=turn)) - worth(position(FACE_TO_FACE, turn=turn))

    assert gain(1) > gain(LAST) > 0
    table = position(FACE_TO_FACE)
    before = worth(table)
    alter(table, "gA1-1", damaged=True)
    assert worth(table) < before


def test_an_open_shot_counts_before_the_last_turn() -> None:
    """A truck is before the gun of a tank, or far away from it."""
    near, far = {"gB1-5": "1931/N", "sA1-1": "1928/S"}, {"gB1-5": "0101/N", "sA1-1": "1928/S"}
    assert worth(position(near)) < worth(position(far))
    assert worth(position(near, turn=LAST)) == worth(position(far, turn=LAST))


def test_in_the_end_only_the_victory_points_count() -> None:
    table = position(FACE_TO_FACE, turn=LAST)
    state = state_of(table)
    state.stack[:] = []
    assert worth(table) == 10 * margin(state, content(), "german")
