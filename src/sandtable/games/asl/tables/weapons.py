"""Support weapons: breakdown, captured use, demolition charges (A.11, A9, A21, A23)."""

from __future__ import annotations

from typing import Literal, get_args

from sandtable.games.asl.tables.parts import complete
from sandtable.mechanics.content import Table

Lowered = Literal["sustained", "ammunition-shortage", "low-ammo", "inexperienced", "captured", "non-elite-dc"]


class Weapons(Table, frozen=True):
    """How weapons break down, and what uses lower their numbers (A.11)."""

    breakdown: int
    """The breakdown number where none is printed (A9.7)."""
    lowered: dict[Lowered, int]
    captured_rof: int
    """How much lower the rate of fire is of a captured weapon (A21.11)."""

    def __post_init__(self) -> None:
        complete(self.lowered, get_args(Lowered), "lowered")
