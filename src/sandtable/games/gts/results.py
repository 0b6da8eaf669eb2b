"""Chapter 19: combat results."""

from __future__ import annotations

from sandtable.games.gts.units import Game
from sandtable.kernel import Procedure


class Harm(Procedure, frozen=True):
    """A combat result is applied to a unit: S?, S, C, 1 or E (19.2). STUB

    Leaves in the outcome of the state: none, hit, suppressed, reduced or eliminated: the worst that happened.
    """

    unit: str
    result: str
    by: str
    """The rule that brought it."""
    converts: bool = True
    """Whether suppression may be converted into a cohesion hit (19.2.2)."""


def cohesion_hit(game: Game, unit_id: str, rule_id: str) -> None:
    """A unit takes a cohesion hit: a marker, a step at the third, or its end (19.2.3). STUB"""


def suppress(game: Game, unit_id: str, rule_id: str) -> None:
    """Put a Suppressed marker on a unit, without conversion; one that has it takes a cohesion hit. STUB"""


PROCEDURES = (Harm,)
