"""All procedures of indirect fire, for the title to know them."""

from __future__ import annotations

from sandtable.games.panzer.indirect import (
    barrage_movement,
    called_fire,
    direct_smoke,
    indirect_fire_step,
    planned_fire,
    plotting,
    strike,
)
from sandtable.kernel import Procedure

PROCEDURES: tuple[type[Procedure], ...] = (
    *indirect_fire_step.PROCEDURES, *called_fire.PROCEDURES, *planned_fire.PROCEDURES, *strike.PROCEDURES,
    *barrage_movement.PROCEDURES, *plotting.PROCEDURES, *direct_smoke.PROCEDURES,
)  # fmt: skip
