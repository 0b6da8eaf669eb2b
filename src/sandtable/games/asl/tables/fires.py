"""Fires in buildings, and buildings that fall in (B24.1, B25/fire)."""

from __future__ import annotations

from sandtable.games.asl.tables.parts import Die
from sandtable.mechanics.content import Table


class Fires(Table, frozen=True):
    """How fires begin and spread (B25/fire)."""

    hit: Die
    """Up to which dr a Critical Hit sets a wooden building on fire."""
    spreads: Die
    """Up to which dr a Blaze spreads to a building Location beside it in a Rally Phase."""
    windy: Die
    """The same where there is wind."""


class Rubble(Table, frozen=True):
    """How buildings fall in (B24.1)."""

    firepower: int
    """From which HE or a charge can bring one down."""
    stone: Die
    """Up to which dr a stone building falls in."""
    wooden: Die
