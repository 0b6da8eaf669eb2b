"""Chapter 17: opportunity fire."""

from __future__ import annotations

from sandtable.games.gts.units import Game
from sandtable.kernel import Procedure


class OpportunityFire(Procedure, frozen=True):
    """The enemy of some units may fire at them, unit by unit, before they do what triggers it (17.2, 17.8). STUB

    When it is over, whoever pushed it looks whether its units are still there and not suppressed.
    """

    trigger: str
    """The name of the trigger, as in data/tables/opportunity.yaml."""
    units: tuple[str, ...]
    """The units that act, one of which each firer picks as its target."""
    into: str = ""
    """The hex that they enter; the modifier of 17.6/1 or 17.6/2 follows from it where the trigger says so."""
    firers: tuple[str, ...] = ()
    """The only units that may fire (the defenders of an assault); empty for all with a fire zone on the hex."""
    barred: tuple[str, ...] = ()
    """Units that may not fire (the attackers, at a retreat)."""
    fired: tuple[str, ...] = ()
    """Those that have had their chance."""


def is_triggered(game: Game, trigger: str, units: tuple[str, ...], barred: tuple[str, ...] = ()) -> bool:
    """Whether anybody could fire at units that are about to do something in their hex. STUB"""
    return False


PROCEDURES = (OpportunityFire,)
