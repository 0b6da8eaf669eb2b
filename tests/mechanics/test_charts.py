"""Charts of one roll."""

from __future__ import annotations

import random

import pytest

from sandtable.mechanics.charts import Chart


def charts() -> list[Chart[str]]:
    """Charts of all sorts: with a row for each result, and with rows only where a new entry begins."""
    rng = random.Random(7)
    found = []
    for _ in range(60):
        results = sorted(rng.sample(range(-3, 15), rng.randint(1, 9)))
        found.append(Chart({result: rng.choice("ABC") for result in results}))
    return found


@pytest.mark.parametrize("modifier", [-4, -1, 0, 1, 3])
def test_bands_part_the_rolls_by_their_entries(modifier: int) -> None:
    for chart in charts():
        bands = chart.bands(modifier)
        assert list(bands) == sorted(set(bands))
        for roll in range(-10, 25):
            changed = chart.entry(roll + modifier) != chart.entry(roll - 1 + modifier)
            assert changed == (roll in bands)


def test_a_result_beyond_an_end_counts_as_the_last_there() -> None:
    chart = Chart({2: "low", 3: "middle", 4: "high"})
    assert [chart.entry(result) for result in (-9, 2, 3, 4, 40)] == ["low", "low", "middle", "high", "high"]


def test_a_result_between_two_rows_counts_as_the_lower() -> None:
    chart = Chart({0: "miss", 5: "hit", 7: "kill"})
    assert [chart.entry(result) for result in range(4, 8)] == ["miss", "hit", "hit", "kill"]
    assert chart.bands() == (5, 7)
    assert chart.bands(2) == (3, 5)


def test_entries_one_after_another() -> None:
    chart = Chart.of(["E", "1", "1", "S"])
    assert [chart.entry(result) for result in range(4)] == ["E", "1", "1", "S"]
    assert Chart.of(["E", "1"], first=1).entry(1) == "E"


@pytest.mark.parametrize(("die", "faces"), [("d6", range(1, 7)), ("z10", range(10))])
def test_chances_count_the_faces(die: str, faces: range) -> None:
    for chart in charts():
        for modifier in (-2, 0, 1):
            chances = chart.chances(die, modifier)
            assert sum(chances.values()) == len(faces)
            for entry, count in chances.items():
                assert count == sum(chart.entry(face + modifier) == entry for face in faces)


def test_chances_are_those_of_one_die() -> None:
    with pytest.raises(ValueError, match="2d6 is not one die"):
        Chart({1: "A"}).chances("2d6")


def test_a_chart_without_rows_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one row"):
        Chart({})
