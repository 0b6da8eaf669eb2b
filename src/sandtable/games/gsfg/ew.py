"""Chapter 13.11 to 13.17: electronic warfare (optional)."""

from __future__ import annotations

import random

from sandtable.games.gsfg.state import State
from sandtable.games.gsfg.units import Game
from sandtable.kernel import Procedure


def start_player_turn(game: Game, side: str) -> None:
    """STUB: markers come back, results that the side had inflicted lapse, and the side sets its markers in secret."""


def start_combat_phase(game: Game, side: str) -> None:
    """STUB: push electronic combat, which comes before any other combat of the phase (13.13)."""


def mask(state: State, side: str) -> None:
    """STUB: hide how the other side has split its markers between offence and defence (13.12)."""


def fill(state: State, side: str, rng: random.Random) -> None:
    """STUB: imagine a split in the place of what `mask` removed."""


PROCEDURES: tuple[type[Procedure], ...] = ()
