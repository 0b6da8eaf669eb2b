"""The tables of the campaign that its scenarios use: leaders who are rolled for, and what field works cost."""

from __future__ import annotations

from sandtable.games.asl.tables.parts import Halves
from sandtable.mechanics.charts import Chart
from sandtable.mechanics.content import Strict, Table


class Leaders(Table, frozen=True):
    """Which leaders come with a company, a platoon or tanks (2.5193); each row begins at its Final DR."""

    company: dict[int, tuple[str, ...]]
    platoon: dict[int, tuple[str, ...]]
    armor: dict[int, tuple[str, ...]]

    def of(self, table: str, final_dr: int) -> tuple[str, ...]:
        """The leaders of a roll, by what they are called. `table` is company, platoon or armor."""
        rows = {"company": self.company, "platoon": self.platoon, "armor": self.armor}[table]
        return Chart(rows).entry(final_dr)


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
