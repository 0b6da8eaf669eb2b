"""Chapter 7: the Replacements Phase."""

from __future__ import annotations

from sandtable.games.efs.unwritten import Unwritten


class ReplacementsPhase(Unwritten, frozen=True):
    """A.2: replacements of both sides (7.2, 7.6); in the first step only the mandated attacks that a card gives (12.3).

    To be written.
    """
