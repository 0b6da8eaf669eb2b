"""Chapter 8: the Reinforcements Phase."""

from __future__ import annotations

from sandtable.games.efs.unwritten import Unwritten


class ReinforcementsPhase(Unwritten, frozen=True):
    """A.3: withdrawals (8.5) and conversions (8.6), special groups (8.2), arrivals on the map and at its edge (8.1),
    the Active box (8.31), machine gun and militia units (8.43, 8.44), attack supply points received (6.45 to 6.48),
    garrisons released by their date (21.83).

    The Axis first, then the Soviet player. To be written.
    """
