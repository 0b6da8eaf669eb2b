"""What can happen in this game, beside what happens in every game. A chapter adds a module and its EVENTS here."""

from sandtable.games.efs.events import (
    base,
    combat,
    declaration,
    engineers,
    fortifications,
    garrisons,
    headquarters,
    movement,
    regiments,
    reinforcements,
    results,
    supply,
    surrender,
    weather,
)
from sandtable.games.efs.events.base import BoxChanged, Captured, Reduced, Revealed, Scored

EVENTS = (
    *base.EVENTS,
    *weather.EVENTS,
    *supply.EVENTS,
    *results.EVENTS,
    *movement.EVENTS,
    *reinforcements.EVENTS,
    *fortifications.EVENTS,
    *declaration.EVENTS,
    *headquarters.EVENTS,
    *combat.EVENTS,
    *surrender.EVENTS,
    *engineers.EVENTS,
    *garrisons.EVENTS,
    *regiments.EVENTS,
)

__all__ = ["EVENTS", "BoxChanged", "Captured", "Reduced", "Revealed", "Scored"]
