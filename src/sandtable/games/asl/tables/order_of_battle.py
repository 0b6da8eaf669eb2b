"""What a campaign adds to the forces of a scenario: leaders who are rolled for, what field works cost, how it ends."""

from __future__ import annotations

from typing import Literal

from sandtable.games.asl.tables.parts import Halves
from sandtable.mechanics.charts import Chart
from sandtable.mechanics.content import Strict, Table

LeaderTable = Literal["company", "platoon", "armor"]


class Leaders(Table, frozen=True):
    """Which leaders come with a company, a platoon or tanks (2.5193); each row begins at its Final DR."""

    company: dict[int, tuple[str, ...]]
    platoon: dict[int, tuple[str, ...]]
    armor: dict[int, tuple[str, ...]]

    def rows(self, table: LeaderTable) -> dict[int, tuple[str, ...]]:
        """A column of the chart."""
        return {"company": self.company, "platoon": self.platoon, "armor": self.armor}[table]

    def of(self, table: LeaderTable, final_dr: int) -> tuple[str, ...]:
        """The leaders of a roll, by what they are called."""
        return Chart(self.rows(table)).entry(final_dr)

    def most(self, table: LeaderTable) -> int:
        """How many leaders one roll brings at most."""
        return max(map(len, self.rows(table).values()))


class Work(Strict, frozen=True, kw_only=True):
    """What can be bought for a set-up: its price in half points, for whom and when."""

    cost: Halves
    german: bool = False
    """Whether only the Germans can buy it."""
    initial: bool = False
    """Whether it can be bought for the Initial Scenario only."""


class Fortifications(Table, frozen=True):
    """Prices of field works, of a "?" and of hiding units (2.520); mines by the factor."""

    works: dict[str, Work]
    hidden: int
    """How many hundredths of its squads a side may hide; more for a defender at night."""


class TurnRecord(Table, frozen=True, kw_only=True):
    """When a scenario of the campaign ends (CG7)."""

    numbers: dict[int, int]
    """Up to which dr it ends with a Game Turn, from the first for which a die is rolled."""
    dates: dict[str, int]
    """What is added to the die on dates of the campaign."""
    night: int
    """What is added at night."""
