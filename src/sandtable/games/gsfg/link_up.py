"""Chapter 9.8: US divisions that two counters can form."""

from __future__ import annotations

from sandtable.games.gsfg.units import Game
from sandtable.kernel import Procedure


def offer(game: Game, unit_ids: tuple[str, ...]) -> None:
    """STUB: after units have moved, push the question whether two counters that now share a hex form a division."""


PROCEDURES: tuple[type[Procedure], ...] = ()
