"""A.1 and A.9: a DR with its colored die, and Random Selection."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Sequence
from typing import NamedTuple, overload

from sandtable.games.asl.units import Game
from sandtable.kernel import Line, rule

FACES = range(1, 7)
_LISTED = 5
"""Up to how many units Random Selection lists what each roll comes to."""


class Dr(NamedTuple):
    """Two dice: the colored one is read by itself where a rule says so."""

    colored: int
    white: int

    @property
    def total(self) -> int:
        return self.colored + self.white

    @property
    def doubles(self) -> bool:
        return self.colored == self.white


ALL_DR = [Dr(colored, white) for colored in FACES for white in FACES]


class _Outcomes(Sequence[str]):
    """What each result of a DR comes to, worked out when somebody asks: the odds do, dice that have fallen do not."""

    def __init__(self, outcome: Callable[[Dr], str]) -> None:
        self._outcome = outcome

    def __len__(self) -> int:
        return len(ALL_DR)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> list[str]: ...
    def __getitem__(self, place: int | slice) -> str | list[str]:
        if isinstance(place, slice):
            return [self._outcome(dr) for dr in ALL_DR[place]]
        return self._outcome(ALL_DR[place])


@rule("A.1")
def roll_dr(
    game: Game, why: str, rule_id: str, outcome: Callable[[Dr], str], seen_by: tuple[str, ...] | None = None
) -> Dr:
    """Roll a colored and a white die; what follows depends on nothing but the outcome that each result comes to."""
    colored, white = game.roll_apart("2d6", why, rule_id, bands=_Outcomes(outcome), seen_by=seen_by)
    return Dr(colored, white)


@rule("A.1")
def dice_line(dr: Dr) -> Line:
    """The dice of a DR as a line of a sum, the colored one first."""
    return Line("roll", f"{dr.total} ({dr.colored}, {dr.white})", "A.1")


def at_most(number: int, rule_id: str) -> tuple[Line, ...]:
    """What a roll is measured against that succeeds with a number or less, for its sum."""
    return (Line("dice.at-most", str(number), rule_id),)


def at_least(number: int, rule_id: str) -> tuple[Line, ...]:
    """What a roll is measured against that goes wrong with a number or more, for its sum."""
    return (Line("dice.at-least", str(number), rule_id),)


@functools.cache
def _highest(faces: tuple[int, ...], count: int) -> tuple[int, ...]:
    """Which of several dice are the highest, so many of them and all that tie with the last."""
    least = sorted(faces, reverse=True)[count - 1]
    return tuple(place for place, face in enumerate(faces) if face >= least)


@functools.cache
def _outcomes(dice: int, count: int) -> tuple[str, ...]:
    return tuple(repr(_highest(faces, count)) for faces in itertools.product(FACES, repeat=dice))


@rule("A.9", "A12.1")
def random_selection(game: Game, units: Sequence[str], count: int, why: str) -> list[str]:
    """Pick units at random: a dr for each, the highest are picked, and all that tie with the last of them.

    How many dice fall would tell how many units are beneath a "?": its owner alone sees them.
    """
    if count >= len(units):
        return list(units)
    seen = _who_may_count(game, units)
    if len(units) <= _LISTED:
        faces = game.roll_apart(f"{len(units)}d6", why, "A.9", bands=_outcomes(len(units), count), seen_by=seen)
    else:
        faces = tuple(game.roll("d6", why, "A.9", seen_by=seen) for _ in units)
    return [units[place] for place in _highest(faces, count)]


@rule("A12.1", "A12.16")
def _who_may_count(game: Game, names: Sequence[str]) -> tuple[str, ...] | None:
    """The sides from which none of some units is concealed; None where that is everybody."""
    men = [game.state.units[name] for name in names if name in game.state.units]
    veiled = {man.side for man in men if man.concealed or man.hidden}
    return tuple(side for side in game.content.forces if veiled <= {side}) if veiled else None
