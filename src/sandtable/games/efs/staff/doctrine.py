"""What a staff values: the weights of its rules of thumb, in victory points."""

from __future__ import annotations

import msgspec

from sandtable.games.efs.state import AXIS, SOVIET


class Doctrine(msgspec.Struct, frozen=True, kw_only=True):
    """The weights of one side's staff."""

    # Battles
    step: float = 0.6
    """What an enemy step is worth."""
    own_step: float = 0.6
    """What an own step is worth."""
    driven: float = 0.4
    """What it is worth to drive the enemy out of a hex that counts for nothing."""
    supply_point: float = 0.35
    """What an attack supply point is worth."""
    worthwhile: float = 0.15
    """What an attack must promise to be declared."""
    order: float = 0.8
    """What it is worth to make an attack that was ordered, for each of the points that it costs not to."""
    left_gun: float = 0.8
    """What it costs to leave a gun alone before the enemy."""

    # Moves
    attack: float = 1.0
    """How much what an attack would promise counts where a unit moves to make it."""
    fear: float = 0.5
    """How much the losses count that the enemy could inflict."""
    unsupplied: float = 2.5
    """What standing out of supply costs."""
    prize: float = 1.5
    """What it is worth to take a location, for each of its points."""
    garrison: float = 0.9
    """How much it counts to be in a location that nobody else holds, beside taking another like it."""
    march: float = 1.0
    """What it is worth to be before a location with all that its capture takes, for each of its points."""
    cover: float = 1.0
    """What it is worth to hold a location with all that it takes, for each of its points."""


Doctrines = dict[str, Doctrine]
STANDARD: Doctrines = {
    AXIS: Doctrine(fear=0.25, unsupplied=0.8, cover=0.5, march=1.8),
    SOVIET: Doctrine(garrison=0.8, own_step=0.8, worthwhile=0.4, attack=0.8, march=1.2),
}
