"""Chapter 20: Soviet surrender."""

from __future__ import annotations

from sandtable.games.efs.unwritten import Unwritten


class SurrenderPhase(Unwritten, frozen=True):
    """D.1: every hex with cut-off Soviet units in an Axis zone of control rolls on the Surrender Table (20.1, 20.2).

    A card may leave it out. To be written.
    """
