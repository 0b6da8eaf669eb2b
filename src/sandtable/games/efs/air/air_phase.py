"""Chapters 9 and 14: the Air Phase."""

from __future__ import annotations

from sandtable.games.efs.unwritten import Unwritten


class AirPhase(Unwritten, frozen=True):
    """A.4: air readiness (9) and interdiction (14.6). Not in play yet."""
