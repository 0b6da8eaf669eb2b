"""Odds and combat results tables: a ratio finds a column, shifts move it, a die finds the row."""

from __future__ import annotations

from typing import Literal

from sandtable.mechanics.charts import Chart
from sandtable.mechanics.content import Table


class CrtFile(Table, frozen=True):
    """A combat results table as written down: columns of odds such as 1:2 or 3:1, a row of results for each total."""

    die: str
    columns: tuple[str, ...]
    rows: dict[int, tuple[str, ...]]
    favours: dict[str, Literal["attacker", "defender"]] = {}
    """Whom a result is good for; one that is not named is as good for either."""

    def __post_init__(self) -> None:
        for total, row in self.rows.items():
            if len(row) != len(self.columns):
                raise ValueError(f"row {total} has {len(row)} results for {len(self.columns)} columns")
        strangers = set(self.favours).difference(*self.rows.values())
        if strangers:
            raise ValueError(f"no row has the result {min(strangers)}")
        ratios = [ratio(column) for column in self.columns]
        if ratios != sorted(ratios):
            raise ValueError("the columns must go from the worst odds to the best")


def ratio(column: str) -> float:
    """The odds of a column: 3:1 is 3, 1:2 is a half."""
    attack, _, defence = column.partition(":")
    return int(attack) / int(defence)


class Crt:
    """A combat results table ready for use: a chart for each column of odds."""

    def __init__(self, file: CrtFile) -> None:
        self.die = file.die
        self.columns = file.columns
        self._favours = file.favours
        self._ratios = [ratio(column) for column in file.columns]
        self.charts = [Chart({total: row[i] for total, row in file.rows.items()}) for i in range(len(file.columns))]
        """The results of each column by the total of the die."""

    def column(self, attack: int, defence: int) -> int:
        """The column of a ratio, rounded in the defender's favour; the first for anything worse."""
        if defence <= 0:
            return len(self.columns) - 1
        best = 0
        for i, least in enumerate(self._ratios):
            if attack / defence >= least - 1e-9:
                best = i
        return best

    def shifted(self, column: int, shift: int) -> int:
        """A column moved by shifts, but never off the table."""
        return min(max(column + shift, 0), len(self.columns) - 1)

    def bands(self, column: int) -> tuple[int, ...]:
        """The totals at which a column's result changes."""
        return self.charts[column].bands()

    def result(self, column: int, total: int) -> str:
        """The result of a total, which is held to the table's rows."""
        return self.charts[column].entry(total)

    def favoured(self, result: str, attacker: str, defender: str) -> str:
        """The side that a result is good for; an empty text for neither."""
        return {"attacker": attacker, "defender": defender, "": ""}[self._favours.get(result, "")]
