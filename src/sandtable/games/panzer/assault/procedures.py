"""All procedures of assaults and overruns, for the title to know them."""

from __future__ import annotations

from sandtable.games.panzer.assault import (
    assault_step,
    close_assault,
    declared_assaults,
    dismount_attack,
    footwork,
    hand_to_hand,
    overrun,
)
from sandtable.kernel import Procedure

PROCEDURES: tuple[type[Procedure], ...] = (
    *assault_step.PROCEDURES, *declared_assaults.PROCEDURES, *footwork.PROCEDURES, *close_assault.PROCEDURES,
    *hand_to_hand.PROCEDURES, *overrun.PROCEDURES, *dismount_attack.PROCEDURES,
)  # fmt: skip
