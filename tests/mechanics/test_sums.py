"""Sums of numbers with their rules."""

from __future__ import annotations

import random

import msgspec

from sandtable.kernel import Line
from sandtable.mechanics.sums import Figure, Modifier, Sum


def test_modifiers_are_shown_with_their_sign_and_figures_as_they_are() -> None:
    strength = Sum()
    strength.figure("unit", 4, "2.9", unit="b1")
    strength.add("support", 2, "6.16")
    strength.add("terrain", -1, "5.4", hex="0203")
    assert strength.total == 5
    assert strength.lines == [
        Line("unit", "4", "2.9", {"unit": "b1"}),
        Line("support", "+2", "6.16"),
        Line("terrain", "-1", "5.4", {"hex": "0203"}),
    ]


def test_the_total_is_that_of_the_parts_in_any_order() -> None:
    rng = random.Random(1)
    parts = [rng.choice((Modifier, Figure))(f"part-{i}", rng.randint(-9, 9), "1.1") for i in range(50)]
    expected = sum(part.value for part in parts)
    rng.shuffle(parts)
    assert Sum(parts).total == expected
    assert Sum([*Sum(parts[:20]), *parts[20:]]).total == expected


def test_a_sum_of_nothing_is_empty() -> None:
    assert (bool(Sum()), Sum().total, Sum().lines) == (False, 0, [])
    nothing = Sum([Modifier("level", 0, "5.4")])
    assert (bool(nothing), nothing.total, nothing.lines) == (True, 0, [Line("level", "+0", "5.4")])


def test_modifiers_can_be_kept_in_a_state() -> None:
    kept = (Modifier("moving", 3, "15.6", {"unit": "b1", "points": 2}),)
    assert msgspec.json.decode(msgspec.json.encode(kept), type=tuple[Modifier, ...]) == kept
