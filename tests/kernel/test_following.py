"""Following a dict of a state: what has come, changed and gone since it was last asked."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sandtable.kernel._derived import Follower

A, B, C, D = (object() for _ in range(4))


def test_at_first_everything_has_come() -> None:
    assert Follower().changes({"a": A, "b": B}) == [("a", None, A), ("b", None, B)]


def test_nothing_has_changed_where_the_objects_are_the_same() -> None:
    follower: Follower[str, object] = Follower()
    follower.changes({"a": A, "b": B})
    assert follower.changes({"a": A, "b": B}) == []


def test_a_value_that_was_replaced_is_told_with_the_old_one() -> None:
    follower: Follower[str, object] = Follower()
    follower.changes({"a": A, "b": B})
    assert follower.changes({"a": A, "b": C}) == [("b", B, C)]


def test_a_key_that_comes_and_one_that_goes() -> None:
    follower: Follower[str, object] = Follower()
    follower.changes({"a": A, "b": B})
    assert follower.changes({"b": B, "c": C}) == [("a", A, None), ("c", None, C)]


def test_a_value_that_now_stands_under_another_key_has_gone_and_come() -> None:
    """Markers are told apart by their hex alone: the value says only of what kind they are."""
    follower: Follower[str, object] = Follower()
    follower.changes({"0101": A})
    assert follower.changes({"0202": A}) == [("0101", A, None), ("0202", None, A)]


def test_an_equal_key_that_is_another_object_is_the_same_key() -> None:
    follower: Follower[str, object] = Follower()
    follower.changes({"key": A})
    assert follower.changes({"".join("key"): B}) == [("key", A, B)]


def test_keys_in_another_order_go_and_come_again() -> None:
    follower: Follower[str, object] = Follower()
    follower.changes({"a": A, "b": B})
    assert follower.changes({"b": B, "a": A}) == [("a", A, None), ("b", B, None), ("b", None, B), ("a", None, A)]


def test_whoever_stands_behind_one_that_has_come_goes_and_comes_again() -> None:
    """As where a dict is that of an earlier state, in which somebody was still there."""
    follower: Follower[str, object] = Follower()
    follower.changes({"a": A, "c": C})
    assert follower.changes({"a": A, "b": B, "c": C}) == [("c", C, None), ("b", None, B), ("c", None, C)]


def test_an_index_that_follows_along_holds_what_the_dict_holds() -> None:
    """Whatever is done to a dict, taking out what went and putting in what came makes a copy of it, in its order."""
    rng = random.Random(5)
    follower: Follower[int, object] = Follower()
    now: dict[int, object] = {}
    copy: dict[int, object] = {}
    past: list[dict[int, object]] = [{}]
    for _ in range(500):
        for _ in range(rng.randrange(4)):
            key = rng.randrange(12)
            if rng.random() < 0.3:
                now.pop(key, None)
            else:
                now[key] = object()
        if rng.random() < 0.1:
            now = dict(rng.sample(list(now.items()), len(now)))
        past.append(now.copy())
        if rng.random() < 0.1:
            now = rng.choice(past[-5:]).copy()
        for key, old, new in follower.changes(now):
            assert copy.get(key) is old
            if new is None:
                del copy[key]
            else:
                copy[key] = new
        assert list(copy.items()) == list(now.items())


def test_nothing_but_a_dict_is_followed() -> None:
    nothing: Any = None
    with pytest.raises(TypeError):
        Follower().changes(nothing)
