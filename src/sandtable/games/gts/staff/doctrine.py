"""What a staff makes much or little of, and the doctrines that it may follow."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from sandtable.games.gts.state import ALLIED, GERMAN


class Doctrine(msgspec.Struct, frozen=True, kw_only=True):
    """How many times as much a side's staff makes of things as it does by rule."""

    threat: float = 1.0
    """The chance to fire at somebody from a hex."""
    hit: float = 1.0
    """A cohesion hit, whoever suffers it."""
    suppression: float = 1.0
    """Suppression, whoever suffers it."""
    end: float = 1.0
    """What the end of a unit costs beyond its steps."""
    delay: float = 1.0
    """What a barrage on his way costs the enemy."""
    command: float = 1.0
    """Being within the range of a leader."""
    works: float = 1.0
    """Staying in works that a second action would leave."""
    following: float = 1.0
    """What it is worth to guns and mortars to keep up with the others."""
    points: float = 1.0
    """A command point."""


Doctrines = Mapping[str, Doctrine]
"""A doctrine for each side."""

STANDARD: Doctrines = {ALLIED: Doctrine(), GERMAN: Doctrine()}
TESTED: Doctrines = {
    ALLIED: Doctrine(threat=1.8, hit=1.5, suppression=0.45, following=0.5, command=0.4, points=1.3),
    GERMAN: Doctrine(threat=3.0, hit=2.6, suppression=2.0, end=1.3, delay=0.4, command=0.6, works=0.6),
}
"""Found by the slope of the lead in points over some 2,000 games against the standard one, on Krafft's line."""
