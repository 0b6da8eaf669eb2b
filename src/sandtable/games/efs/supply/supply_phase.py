"""Chapter 6: the Supply Status Phase."""

from __future__ import annotations

from sandtable.games.efs.unwritten import Unwritten


class SupplyStatusPhase(Unwritten, frozen=True):
    """A.6: both sides trace supply routes (6.11), markers change (6.32 to 6.34), temporary sources are named (6.26),
    and at the end strongpoints deteriorate (6.36) and Axis groups are checked for fuel (6.52, 6.53).

    The Axis names its temporary sources first. To be written.
    """
