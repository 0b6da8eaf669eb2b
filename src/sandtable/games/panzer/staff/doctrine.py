"""What a staff values: the weights of its rules of thumb, and the doctrines that it may follow."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

GREED, DARING, IMPATIENCE = 1.0, 0.7, 0.8
"""How far a side that must risk something goes: what an objective counts more, fear and waiting less."""


class Doctrine(msgspec.Struct, frozen=True, kw_only=True):
    """The weights of a staff. What is worth something is so in victory points, unless it is said."""

    goal: float = 1.0
    """What an objective pulls, by its points."""
    pull: float = 0.9
    """What is left of that pull a hex farther away."""
    march: float = 0.95
    """The same of an edge by which the unit would leave, and score."""
    company: float = 0.35
    """What is left of it where a friend is on the objective already."""
    aim: float = 0.5
    """What a shot that a place would give next turn is worth, by what it promises."""
    fear: float = 0.6
    """What it costs to be in danger, by what the enemy's fire promises him."""
    fire: float = 1.4
    """What a shot in this turn is worth, by what it promises."""
    halt: float = 0.5
    """How much of a full move's gain a short halt brings."""
    watch: float = 0.7
    """What overwatch is worth, by what the best shot promises that it may come to."""
    worthwhile: float = 0.3
    """What a shot on overwatch must promise to be fired."""

    def pressed(self, pressure: float) -> Doctrine:
        """The same for a side that must risk something: it goes for what counts and waits for nobody."""
        if not pressure:
            return self
        return replace(
            self,
            goal=self.goal * (1 + GREED * pressure),
            fear=self.fear * (1 - DARING * pressure),
            watch=self.watch * (1 - IMPATIENCE * pressure),
        )


STANDARD = Doctrine()
BOLD = Doctrine(fear=0.3, goal=1.5, watch=0.4)
CAREFUL = Doctrine(fear=1.0, watch=1.1, goal=0.8)
PATIENT = Doctrine(fear=0.8, watch=2.0, goal=0.6)
RECKLESS = Doctrine(fear=0.1, watch=0.2, goal=2.5)
