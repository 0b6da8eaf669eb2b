"""What can happen in this game, beside what happens in every game."""

from sandtable.games.gsfg.events import air, base, combat, optional, reinforcements
from sandtable.games.gsfg.events.base import Captured, Declared, Entered, Moved

EVENTS = (*base.EVENTS, *air.EVENTS, *combat.EVENTS, *reinforcements.EVENTS, *optional.EVENTS)

__all__ = ["EVENTS", "Captured", "Declared", "Entered", "Moved"]
