"""Odds and combat results tables."""

from __future__ import annotations

import msgspec
import pytest

from sandtable.mechanics.crt import Crt, CrtFile, ratio

FILE = CrtFile(
    source="authored",
    rules=(),
    die="d6",
    columns=("1:2", "1:1", "3:2", "2:1"),
    rows={
        1: ("A", "A", "A", "A"),
        2: ("A", "A", "A", "B"),
        3: ("A", "A", "B", "B"),
        4: ("A", "B", "B", "B"),
        5: ("A", "B", "B", "C"),
        6: ("B", "B", "C", "C"),
    },
)
TABLE = Crt(FILE)


@pytest.mark.parametrize(("column", "value"), [("1:2", 0.5), ("1:1", 1.0), ("3:2", 1.5), ("12:1", 12.0)])
def test_the_ratio_of_a_column(column: str, value: float) -> None:
    assert ratio(column) == value


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (1, 9, "1:2"),
        (4, 8, "1:2"),
        (7, 8, "1:2"),
        (8, 8, "1:1"),
        (11, 8, "1:1"),
        (12, 8, "3:2"),
        (15, 8, "3:2"),
        (99, 8, "2:1"),
        (5, 0, "2:1"),
    ],
)
def test_odds_are_rounded_in_favour_of_the_defender(attack: int, defence: int, column: str) -> None:
    assert TABLE.columns[TABLE.column(attack, defence)] == column


@pytest.mark.parametrize(("column", "shift", "ends_at"), [(1, 1, 2), (1, -1, 0), (0, -3, 0), (3, 2, 3)])
def test_shifts_stay_on_the_table(column: int, shift: int, ends_at: int) -> None:
    assert TABLE.shifted(column, shift) == ends_at


@pytest.mark.parametrize(("total", "result"), [(-2, "A"), (1, "A"), (3, "B"), (6, "C"), (9, "C")])
def test_totals_beyond_the_rows_take_the_last_one(total: int, result: str) -> None:
    assert TABLE.result(2, total) == result


@pytest.mark.parametrize("column", range(4))
def test_bands_begin_exactly_where_the_result_changes(column: int) -> None:
    results = [TABLE.result(column, total) for total in range(1, 7)]
    changes = tuple(total for total in range(2, 7) if results[total - 1] != results[total - 2])
    assert TABLE.bands(column) == changes


def test_a_row_that_is_too_short_is_refused() -> None:
    with pytest.raises(ValueError, match="row 6 has 3 results for 4 columns"):
        msgspec.structs.replace(FILE, rows={**FILE.rows, 6: ("A", "B", "C")})


def test_columns_out_of_order_are_refused() -> None:
    with pytest.raises(ValueError, match="from the worst odds to the best"):
        msgspec.structs.replace(FILE, columns=("1:2", "3:2", "1:1", "2:1"))
