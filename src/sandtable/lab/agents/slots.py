"""Games side by side: each writes what is seen, allowed and got into its row of arrays that all of them share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sandtable.lab.agents._sight import fill
from sandtable.lab.agents.actions import WAIT
from sandtable.lab.agents.match import Match


class Rows(NamedTuple):
    """The arrays: a row for each game."""

    seen: npt.NDArray[np.float32]
    masks: npt.NDArray[np.int8]
    sides: npt.NDArray[np.int8]
    """The side that is to act, by its number."""
    rewards: npt.NDArray[np.float32]
    """What each side got for the last step."""
    ended: npt.NDArray[np.bool_]
    cut_off: npt.NDArray[np.bool_]
    actions: npt.NDArray[np.int64]
    """What is to be done next."""

    def part(self, first: int, last: int) -> Rows:
        """The rows of some games, as windows on all."""
        found: dict[str, Any] = {name: array[first:last] for name, array in self.named().items()}
        return Rows(**found)

    def named(self) -> dict[str, npt.NDArray[Any]]:
        """All of them by name."""
        return self._asdict()


def shapes(match: Match, games: int) -> dict[str, tuple[tuple[int, ...], Any]]:
    """The shapes and types of the arrays for so many games."""
    sides = len(match.sides)
    return {
        "seen": ((games, match.observations.size), np.float32),
        "masks": ((games, match.actions.size), np.int8),
        "sides": ((games,), np.int8),
        "rewards": ((games, sides), np.float32),
        "ended": ((games,), np.bool_),
        "cut_off": ((games,), np.bool_),
        "actions": ((games,), np.int64),
    }


class Slots:
    """Some games and their rows. A game that has ended is followed by the next one at its next step."""

    def __init__(self, matches: Sequence[Match], rows: Rows) -> None:
        self.matches = list(matches)
        self.rows = rows
        self._allowed: list[list[int]] = [[] for _ in matches]
        self._chance = [np.random.default_rng() for _ in matches]
        self._seen, self._masks = [*rows.seen], [*rows.masks]
        """The rows of each game by themselves, made once."""

    def reset(self, seeds: Sequence[int | None]) -> None:
        """Set up a new game in every slot; the seed of a slot settles all games that follow in it.

        A slot without one goes on to the next game of the last.
        """
        for number, seed in enumerate(seeds):
            if seed is not None:
                self._chance[number] = np.random.default_rng(seed)
            self._begin(number)

    def _begin(self, number: int) -> None:
        self.matches[number].start(int(self._chance[number].integers(2**63)))
        self.rows.rewards[number] = 0.0
        self.rows.ended[number] = self.rows.cut_off[number] = False
        self.show(number)

    def step(self) -> None:
        """Carry out an action in every game. Raises IllegalAction."""
        for number in range(len(self.matches)):
            if self.rows.ended[number] or self.rows.cut_off[number]:
                self._begin(number)
            else:
                self._act(number, int(self.rows.actions[number]))

    def _act(self, number: int, action: int) -> None:
        match, rows = self.matches[number], self.rows
        rewards = match.play({match.sides[rows.sides[number]]: action})
        rows.rewards[number] = [rewards[side] for side in match.sides]
        rows.ended[number], rows.cut_off[number] = match.over, match.cut_off
        self.show(number)

    def show(self, number: int) -> None:
        """Write down what the side that is to act sees and may do; after the end, the side that acted last."""
        match, rows = self.matches[number], self.rows
        decisions = match.game.decisions
        mask = self._masks[number]
        fill(mask, self._allowed[number], 0)
        if decisions:
            rows.sides[number] = match.sides.index(decisions[0].side)
        self._allowed[number] = match.actions.numbers(decisions[0]) if decisions else [WAIT]
        fill(mask, self._allowed[number], 1)
        self.look(number)

    def look(self, number: int) -> None:
        """Write down what the side that is to act sees."""
        match = self.matches[number]
        match.write(match.sides[self.rows.sides[number]], self._seen[number])

    def allowed(self, number: int) -> list[int]:
        """The actions that are legal in a game."""
        return self._allowed[number]

    # Keeping

    def kept(self) -> list[Any]:
        """The games and their chances, to go on from."""
        return [*zip(self.matches, self._chance, strict=True)]

    def take(self, kept: Sequence[Any]) -> None:
        """Go on from games that were kept; the rows have come along but for what is derived from them."""
        for number, (match, chance) in enumerate(kept):
            self.matches[number], self._chance[number] = match, chance
            self.rows.masks[number] = 0
            self._allowed[number] = []
            self.show(number)


class Unobserved(Slots):
    """The same with nobody looking, to measure what looking costs."""

    def look(self, number: int) -> None:
        """Nothing is seen."""
