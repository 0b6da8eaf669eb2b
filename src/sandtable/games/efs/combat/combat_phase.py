"""Chapters 15 and 16: the Combat Phase."""

from __future__ import annotations

from sandtable.games.efs.unwritten import UnwrittenOfSide


class CombatPhase(UnwrittenOfSide, frozen=True):
    """B.4 and C.4: the attacker gives his orders (12.52) and resolves his attacks one by one in any order (15, 16);
    at the end the attack supply that was promised is spent (15.45).

    It is not pushed where nothing was declared. To be written.
    """
