"""The collector of garbage leaves alone what was there before the first test."""

from __future__ import annotations

import gc
import weakref

import pytest


class Knot:
    """Something that only the collector can take away."""

    def __init__(self) -> None:
        self.itself = self


def test_tests_that_wait_their_turn_are_not_looked_through(request: pytest.FixtureRequest) -> None:
    assert gc.get_freeze_count() > len(request.session.items)
    assert not any(thing is request.session for thing in gc.get_objects())


def test_what_tests_leave_behind_is_taken_away() -> None:
    left = weakref.ref(Knot())
    gc.collect()
    assert gc.isenabled()
    assert left() is None
