"""Concealment: what gives a unit away, and when it may vanish again (A12)."""

from __future__ import annotations

from typing import Literal, get_args

from sandtable.games.asl.tables.parts import Die, Modifier, complete
from sandtable.mechanics.content import Table

Act = Literal[
    "fires",
    "directs",
    "moves",
    "assault-moves-into-open",
    "advances-into-open",
    "routs",
    "labors",
    "rallies",
    "deploys",
    "recombines",
    "leads-check",
    "checks-panzerfaust",
    "suffers-result",
    "breaks",
    "pinned",
    "goes-berserk",
    "attacks-in-close-combat",
    "sniper-hit",
]
GainModifier = Literal["lax", "stealthy"]


class ConcealmentLoss(Table, frozen=True):
    """The acts by which a concealed unit is known (A12.14, A12.141)."""

    range: int
    """Within how many hexes an enemy ground unit must see the act."""
    seen: tuple[Act, ...]
    """Acts that must be seen."""
    always: tuple[Act, ...]
    """What gives it away whoever sees it."""


class ConcealmentGain(Table, frozen=True):
    """Gaining concealment (A12.12)."""

    range: int
    """Within how many hexes an unbroken enemy makes a difference."""
    number: Die
    """Up to which Final dr it is gained where it does not come by itself."""
    modifiers: dict[GainModifier, Modifier]

    def __post_init__(self) -> None:
        complete(self.modifiers, get_args(GainModifier), "modifiers")


class HiddenGuns(Table, frozen=True):
    """The colored die of a To Hit DR from which on a hidden Gun is known (A12.34)."""

    range: int
    near: Die
    far: Die
