"""Off-Board Artillery (C1) and Creeping Barrages (I.2)."""

from __future__ import annotations

from sandtable.games.asl.tables.parts import Die
from sandtable.mechanics.content import Table


class Artillery(Table, frozen=True, kw_only=True):
    """Off-Board Artillery (C1)."""

    modules: int
    """How many modules a side may use in a scenario (CG8)."""
    scarce: int
    """How many red chits more Scarce ammunition has."""
    plentiful: int
    """How many black chits more Plentiful ammunition has."""
    battalion_mortar: int
    """What is added to its contact roll by radio."""
    held: int
    """Where contact was held in the side's last fire phase."""
    pinned: int
    red_chits: int
    """How many red chits end a module."""
    accurate: Die
    """Up to which dr a round falls where it was called for."""
    correction: int
    """How far a Spotting Round may be moved."""
    effect_correction: int
    """How far Fire For Effect may be moved."""
    radius: int
    """Of the blast area around its hex."""
    harassing_radius: int
    harassing_part: int
    """Harassing fire has one in so many of the firepower."""
    illumination: int
    """How far Illuminating Rounds light."""
    barrage_half: int
    """How many hexes a Creeping Barrage reaches to each side."""
    barrage_step: int
    """How many hexes it moves south in a Canadian turn."""
    barrage_begins: int
    """The turn in which they come down."""
    barrage_caliber: int
    barrage_apart: int
    """How far apart barrages begin (I.2)."""
    barrage_ends: int
    """The turn at whose start they end."""
