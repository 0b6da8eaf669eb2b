"""Chapter 16: indirect fire, radio contact and barrages."""

from __future__ import annotations

from sandtable.games.gts.units import Game
from sandtable.kernel import Procedure

PROCEDURES: tuple[type[Procedure], ...] = ()


def lose_contact(game: Game, unit_id: str, rule_id: str) -> None:
    """A unit's radio contact is lost, if it has any (16.2/4 to 16.2/6). STUB"""


def place_barrage(game: Game, label: str, marker: str) -> None:
    """Put a barrage marker on a hex; a heavy one takes the place of a light one (16.4.2.1). STUB"""
