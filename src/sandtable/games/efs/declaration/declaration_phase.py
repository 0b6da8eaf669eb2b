"""Chapter 12: the Attack Declaration Phase."""

from __future__ import annotations

from sandtable.games.efs.unwritten import UnwrittenOfSide


class AttackDeclarationPhase(UnwrittenOfSide, frozen=True):
    """B.2 and C.2: a side declares its attacks (12.1, 12.2), the Soviets also mandated ones (12.3): `state.attacks`.

    To be written.
    """
