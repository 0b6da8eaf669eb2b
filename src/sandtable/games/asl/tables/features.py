"""What a title adds to the terrain of the system: slopes, barbed-wire fences and cellars (RR11-RR13)."""

from __future__ import annotations

from sandtable.games.asl.tables.parts import Halves, Quarters
from sandtable.mechanics.content import Table


class Slopes(Table, frozen=True, kw_only=True):
    """Slope hexsides (RR12)."""

    mf: Halves
    """What going up one adds (RR12.51)."""
    height: Quarters
    """How much higher an Up-Slope Location counts for a line across it (RR12.3)."""
    tem: int
    connected: int
    """How many Down-Slope hexsides a hex needs for its TEM where they are connected (RR12.41)."""
    apart: int
    """How many where they are not."""
    lane: int
    """The Fire Lane Slope DRM (RR12.42)."""


class Fences(Table, frozen=True, kw_only=True):
    """Barbed-wire fences (RR13)."""

    mf: Halves
    """What crossing one adds."""
    night: int
    """By what that is multiplied at night."""
    breach: Halves
    """What making a Temporary Breach costs (RR13.21)."""
    breached: Halves
    """What crossing a fence at one adds."""


class Cellars(Table, frozen=True):
    """Cellars (RR11)."""

    tem: int
    units: int
    """From which total US# on the inherent FP of those who fire out of one is halved (RR11.4)."""
