"""The eight phases of a Player Turn (A3)."""

from __future__ import annotations

from typing import Literal

from sandtable.mechanics.content import Strict, Table

PhaseId = Literal[
    "rally", "prep-fire", "movement", "defensive-fire", "advancing-fire", "rout", "advance", "close-combat"
]


class PhaseRow(Strict, frozen=True):
    """A phase: who acts in it, and by which rule."""

    phase: PhaseId
    acts: Literal["attacker", "defender", "both"]
    rule: str


class Phases(Table, frozen=True):
    """The phases in their order."""

    phases: tuple[PhaseRow, ...]
