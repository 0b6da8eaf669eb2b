"""What a staff values: the weights of its rules of thumb, and the doctrines that it may follow."""

from __future__ import annotations

import msgspec

from sandtable.games.gsfg.state import NATO, SOVIET


class Doctrine(msgspec.Struct, frozen=True, kw_only=True):
    """The weights of one side's staff. What is worth something is so in steps of enemy units, unless it is said."""

    # The order of the phases
    fight_first: float
    """The share of the own units in contact from which fighting comes first."""
    fight_twice: float = 0.6
    """The share of the own attack strength about the front from which on those in contact fight twice."""

    # Moves
    unsupplied: float
    """What standing out of supply costs."""
    step_forward: float = 0.35
    """What a movement point nearer to the goal is worth to a Soviet unit."""
    capture: float
    """What taking a hex is worth for each point of its worth."""
    keep: float = 1.5
    """What standing in a hex that the enemy could retake is worth at the end of the game, by its worth."""
    late: int = 3
    """In how many turns at the end what is held must be kept held."""
    attack: float
    """What a unit's addition to what an attack promises is worth."""
    build_up: float = 0.8
    """How much of the promise of an attack at full strength a contribution to it is worth in proportion."""
    trap: float = 2.0
    """What contact without prospects costs: next to the enemy a Soviet unit cannot move on (5.8)."""
    guns_in_reach: float = 4.0
    """What it is worth to have guns as far from the enemy as they fire."""
    guns_in_contact: float = 2.0
    """What it is worth to have them next to him."""
    fire: float = 3.0
    """What is worth what their fire adds to what an attack promises."""
    fire_later: float = 0.7
    """The share of a place's worth from which guns can fire in a later turn only."""
    company: float = 0.6
    """What not standing alone next to the enemy is worth."""
    ground: float = 0.4
    """What each column is worth that the terrain takes from attacks, near the enemy."""
    river: float = 0.15
    """What each river before a hex is worth there."""
    cover: float = 1.5
    """How much a hex that counts matters to its defenders, by its worth."""
    cover_anywhere: float = 0.6
    """How much any other hex does."""
    cover_source: float = 3.0
    """How much a supply source does."""
    enough: float = 0.35
    """The share of the strength that threatens a hex with which it counts as covered."""

    # Where the Soviets go
    detour: float = 8.0
    """How many movement points farther away the most valuable goal may be to draw units as much as the least."""
    crowded: float = 14.0
    """How many movement points a goal counts as farther away once enough strength is gathered there."""
    stubborn: float = 0.2
    """How many movement points a goal counts as farther away for each point of strength that it takes to storm it."""
    good_odds: float = 3.0
    """The column of the results table from which an attack is more likely to succeed than not."""

    # Battles
    worthwhile: float = 0.1
    """What an attack must promise to be ordered at all."""
    taken: float = 1.3
    """What driving defenders out of a hex is worth."""
    own_step: float
    """What an own step is worth in enemy steps: the Soviets have more of them to come."""
    place: float = 0.2
    """How much more an attack is worth for each point of worth of its hex."""

    # The air
    deep_strikes: float = 0.4
    """The share of its aircraft that NATO sends deep; the rest flies over the front."""
    interdiction: float = 0.2
    """The share of those over the front that slow the enemy down; the rest attacks his stacks."""


Doctrines = dict[str, Doctrine]
"""The doctrine of each side."""

STANDARD: Doctrines = {
    SOVIET: Doctrine(fight_first=0.55, unsupplied=3.0, capture=4.0, attack=3.0, own_step=0.7),
    NATO: Doctrine(fight_first=0.2, unsupplied=5.0, capture=2.5, attack=2.4, own_step=0.9, interdiction=0.5),
}

# The others were found by playing thousands of games of the short scenarios against the standard ones. The first is the
# best for both sides; the others see other chances, and a search finds out which of them suits a position.

TESTED: Doctrines = {
    SOVIET: Doctrine(
        fight_first=0.55, unsupplied=3.0, capture=1.9, late=2, attack=5.1, trap=2.9, detour=5.9, crowded=9.9,
        stubborn=0.24, worthwhile=0.06, taken=2.1, own_step=0.7,
    ),
    NATO: Doctrine(
        fight_first=0.0, unsupplied=5.0, capture=2.5, attack=0.5, build_up=1.3, ground=0.14, cover=3.5,
        cover_anywhere=0.8, worthwhile=9.0, own_step=0.9, deep_strikes=0.64, interdiction=0.5,
    ),
}  # fmt: skip
"""The Soviets storm wherever defenders can be driven out; NATO sits in what counts and never attacks."""
SWEEPING: Doctrines = {
    SOVIET: Doctrine(
        fight_first=0.7, unsupplied=3.2, step_forward=0.5, capture=7.3, keep=0.9, attack=3.9, build_up=0.5, company=0.4,
        detour=158.0, crowded=32.6, stubborn=0.29, good_odds=2.6, worthwhile=0.09, taken=1.0, own_step=0.25, place=0.16,
    ),
    NATO: Doctrine(
        fight_first=0.0, unsupplied=5.0, capture=4.0, attack=1.5, ground=0.2, cover=3.0, cover_anywhere=0.8,
        worthwhile=0.6, own_step=0.9, deep_strikes=0.5, interdiction=0.5,
    ),
}  # fmt: skip
"""The Soviets drive for the most valuable goals however far; NATO sits in what counts and strikes at good odds."""
GRASPING: Doctrines = {
    SOVIET: Doctrine(
        fight_first=1.2, fight_twice=1.2, unsupplied=4.1, capture=13.6, keep=1.2, late=5, attack=2.6, build_up=0.36,
        company=0.8, detour=12.7, crowded=25.7, good_odds=2.0, place=0.15, own_step=0.7,
    ),
    NATO: STANDARD[NATO],
}  # fmt: skip
"""The Soviets take first what lies open; NATO does as usual."""
