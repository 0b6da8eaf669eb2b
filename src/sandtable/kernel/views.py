"""What a side may know, and plausible worlds that fit it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from sandtable.kernel import state as states
from sandtable.kernel._derived import Kept
from sandtable.kernel._engine import copied
from sandtable.kernel.decisions import Decision
from sandtable.kernel.errors import StaleView
from sandtable.kernel.events import Event
from sandtable.kernel.game import Game
from sandtable.kernel.state import GameState

PUBLIC = ""
"""The side of a spectator, who knows what everybody knows."""


def masked(game: Game[Any, Any], side: str) -> GameState:
    """A copy of the state without what a side may not know: not the seed, nor what others choose in secret.

    Once the game is over, everything lies open.
    """
    state = laid_open(game)
    if state.result is not None:
        return state
    _conceal(state, side)
    game.title.mask(state, game.content, side)
    return state


def laid_open(game: Game[Any, Any]) -> GameState:
    """A copy of the state with all that is hidden, but for the seed."""
    state: GameState = states.fork(game.state)
    state.seed = 0
    return state


def glanced(game: Game[Any, Any], side: str) -> GameState:
    """The same for one look: what the title does not mask is shared with the game, and so not to be altered."""
    names = game.title.masked
    if names is None or game.state.result is not None:
        return masked(game, side)
    state: GameState = copied(game.state, names)
    state.seed = 0
    if state.branches:
        state.branches = {each: stack.copy() for each, stack in state.branches.items()}
        _conceal(state, side)
    game.title.glance(game, state, side)
    return state


def _conceal(state: GameState, side: str) -> None:
    """What others choose in secret is where it began."""
    for other, start in state.branch_starts.items():
        if other != side:
            state.branches[other] = list(start)


class View:
    """All that a player is given: the state as its side knows it, and the decision that is open to it.

    A view is of the moment: its state is made when it is first read, which must be before the game goes on.
    """

    __slots__ = ("_game", "_moment", "_shown", "_state", "side")

    def __init__(self, game: Game[Any, Any], side: str) -> None:
        self._game = game
        self._moment = game.decisions
        self._state: GameState | None = None
        self._shown: Game[Any, Any] | None = None
        self.side = side

    @property
    def state(self) -> GameState:
        """The state without what the side may not know. Raises StaleView once the game has moved on."""
        if self._state is None:
            if self._game.decisions is not self._moment:
                raise StaleView("this view was not read before the game went on; ask for a new one")
            self._state = masked(self._game, self.side)
        return self._state

    def glance(self) -> GameState:
        """The same state, for a look that is over before the game goes on: it is not to be kept, nor altered."""
        if self._state is None and self._game.decisions is self._moment:
            return glanced(self._game, self.side)
        return self.state

    @property
    def game(self) -> Game[Any, Any]:
        """A game around that state, to ask about the position. It has no decisions: it is not to be played on."""
        if self._shown is None:
            self._shown = Game(self._game.title, self._game.content, self.state)
        return self._shown

    @property
    def title(self) -> Any:
        return self._game.title

    @property
    def content(self) -> Any:
        return self._game.content

    @property
    def decision(self) -> Decision | None:
        """What the side itself must decide now."""
        return next((decision for decision in self._moment if decision.side == self.side), None)

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """The sides that have something to decide."""
        if self._game.state.branches or self.state.branches:
            return tuple(side for side, stack in self.state.branches.items() if stack)
        return tuple(decision.side for decision in self._moment)

    def events(self, events: list[Event]) -> list[Event]:
        """Those of the events that the side may know."""
        return [event for event in events if event.visible_to(self.side)]


class OpenView(View):
    """A view that hides nothing: of a position of a game that is over by now."""

    __slots__ = ()

    @property
    def state(self) -> GameState:
        if self._state is None:
            self._state = laid_open(self._game)
        return self._state


def determinise(view: View, rng: random.Random) -> Game[Any, Any]:
    """A whole game that fits a view, with plausible facts for what is hidden and fresh dice."""
    return next(guesses(view, rng, 1))


def guesses(view: View, rng: random.Random, number: int) -> Iterator[Game[Any, Any]]:
    """Several such games; like branches of one game they are for looking at one at a time."""
    kept = Kept()
    for _ in range(number):
        state = states.fork(view.state)
        state.seed = rng.getrandbits(63)
        view.title.fill(state, view.content, view.side, rng)
        game: Game[Any, Any] = Game(view.title, view.content, state)
        game.kept = kept
        game.advance()
        yield game


def hides_anything(view: View) -> bool:
    """Whether the view lacks anything but the dice to come: whether there is anything to be imagined in its place.

    That is told from the view alone, and so gives nothing away. What others choose in secret is hidden, chosen or not.
    """
    if any(side != view.side for side in view.state.branches):
        return True
    imagined = states.fork(view.state)
    view.title.fill(imagined, view.content, view.side, random.Random(0))
    codec = view.title.codec
    return bool(codec.canonical(view.state) != codec.canonical(imagined))
