"""Chapter 12: the Reaction Phase."""

from __future__ import annotations

from sandtable.games.efs.unwritten import UnwrittenOfSide


class ReactionPhase(UnwrittenOfSide, frozen=True):
    """B.3 and C.3: the side under attack moves in reaction (12.4), commits artillery (13.1), and gives orders (12.5).

    It is not pushed where nothing was declared (12.4). To be written.
    """
