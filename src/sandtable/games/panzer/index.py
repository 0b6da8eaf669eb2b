"""Kept for speed: who stands where. No rule lives here."""

from __future__ import annotations

from sandtable.games.panzer.state import OFF_MAP, Unit
from sandtable.mechanics.roster import Roster


class Places(Roster[Unit]):
    """The units on the map by hex and by side; passengers stand where their carrier does, and are not listed."""

    def place_of(self, unit: Unit) -> str:
        return OFF_MAP if unit.carrier else unit.at

    def side_of(self, unit_id: str, unit: Unit) -> str:
        side: str = self.content.side_of[unit_id]
        return side
