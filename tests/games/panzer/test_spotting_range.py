"""Chapters 4.1.3 and 6.1.3 of Panzer: from how far a target is spotted."""

from __future__ import annotations

import pytest

from games.panzer.country import column
from sandtable.games.panzer.spotting.changes import NOTHING
from sandtable.games.panzer.spotting.cover import Covered, Hider, cover_against_spotting
from sandtable.games.panzer.spotting.spotting_range import Spotter, SpottingRange, Target, spotting_range

GROUND = column(".wu")
OPEN = cover_against_spotting(GROUND, NOTHING, Hider("A1", "vehicle"))
WOODS = cover_against_spotting(GROUND, NOTHING, Hider("A2", "vehicle"))
STONE = Covered("heavy", "terrain:building-stone", "6.1.4.3.1")


def found(target: Target, spotter: Spotter | None = None) -> SpottingRange:
    return spotting_range(GROUND, target, spotter or Spotter())


@pytest.mark.rule("panzer:4.1.3")
@pytest.mark.rule("panzer:4.1.3.1")
@pytest.mark.parametrize(
    ("target", "row", "hexes"),
    [
        (Target("V", OPEN), 0, 20),
        (Target("V", WOODS), -2, 7),
        (Target("V", WOODS, "move"), 0, 20),
        (Target("V", WOODS, "fire"), 1, 30),
        (Target("V", OPEN, "fire"), 2, 40),
    ],
)
def test_vehicles_are_spotted_by_their_cover_and_what_they_did(target: Target, row: int, hexes: int) -> None:
    assert found(target)[1:] == (row, hexes)


@pytest.mark.rule("panzer:6.1.3")
@pytest.mark.parametrize(("size", "hexes"), [("L", 15), ("S", 10), ("V", 20)])
def test_guns_and_men_are_spotted_by_their_size(size: str, hexes: int) -> None:
    assert found(Target(size, OPEN)).hexes == hexes  # type: ignore[arg-type]


@pytest.mark.rule("panzer:6.1.3")
def test_a_gun_that_fires_from_woods_is_spotted_from_fifteen_hexes() -> None:
    assert found(Target("S", WOODS, "fire")).hexes == 15


@pytest.mark.rule("panzer:5.7")
@pytest.mark.rule("panzer:6.1.3")
def test_small_arms_betray_a_unit_less() -> None:
    assert found(Target("S", WOODS, "small-arms")).shifts.total == -1
    assert found(Target("S", WOODS, "small-arms")).hexes == 5


@pytest.mark.rule("panzer:6.1.3.1")
@pytest.mark.rule("panzer:6.1.3.2")
def test_suppression_and_full_cover_shorten_the_range() -> None:
    assert found(Target("V", OPEN), Spotter(suppressed=True)).row == -2
    assert found(Target("S", OPEN, full_cover=True)).row == -2
    assert found(Target("V", OPEN), Spotter(full_cover=True)).row == -4


@pytest.mark.rule("panzer:4.1.3")
def test_shifts_beyond_the_table_stop_at_its_ends() -> None:
    hidden = found(Target("S", STONE, full_cover=True), Spotter(suppressed=True, full_cover=True))
    assert (hidden.shifts.total, hidden.row, hidden.hexes) == (-11, -5, 1)
    assert found(Target("S", OPEN, "fire")).row == 2


def test_every_shift_names_its_rule() -> None:
    shifts = found(Target("S", WOODS, "fire", full_cover=True), Spotter(suppressed=True)).shifts
    assert [(part.args.get("modifier", part.args.get("by")), part.value, part.rule) for part in shifts] == [
        ("terrain:woods", -2, "4.1.3"),
        ("fired", 3, "4.1.3"),
        ("target-full-cover", -2, "6.1.3.2"),
        ("spotter-suppressed", -2, "6.1.3.1"),
    ]
