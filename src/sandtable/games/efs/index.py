"""Kept for speed: who stands where. No rule lives here."""

from __future__ import annotations

from sandtable.games.efs.content import Content
from sandtable.games.efs.state import Unit
from sandtable.mechanics.roster import Roster


class Places(Roster[Unit]):
    """Combat units on the map by hex and side; supply units are no combat units and are not among them."""

    def side_of(self, unit_id: str, unit: Unit) -> str:
        content: Content = self.content
        return content.side_of[unit_id]
