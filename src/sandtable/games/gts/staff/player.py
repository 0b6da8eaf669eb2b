"""The game's own bot: a staff that answers each kind of question by rules of thumb.

It sees a view and nothing more: the game that it builds from it only answers questions about the position.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from sandtable.games.gts.staff import answers
from sandtable.games.gts.staff.plans import Orders, Plans
from sandtable.games.gts.state import State
from sandtable.games.gts.units import Game
from sandtable.kernel import Decision, View

QUIET = (
    "do:end", "do:no-second", "do:stop", "do:stay", "do:done", "do:hold-aircraft", "do:arrive", "do:all-column",
    "do:spread", "do:hold-out",
)  # fmt: skip
"""What is chosen, where it is offered, when nothing else comes to mind."""
Answer = Callable[[Plans, Decision], str | None]


class StaffPlayer:
    """Commands a side by rules of thumb; the same seed makes the same choices."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self._game: Game | None = None
        self._orders: dict[str, Orders] = {}

    def choose(self, view: View, decision: Decision) -> str:
        if len(decision.options) == 1:
            return decision.options[0].id
        answer = answers.ANSWERS.get(decision.prompt)
        chosen = answer(self._plans(view), decision) if answer else None
        for option in (chosen, decision.default, *QUIET):
            if option and decision.find(option) is not None:
                return option
        return self._rng.choice(decision.options).id

    def _plans(self, view: View) -> Plans:
        """The position, with what was worked out for the last one and still holds."""
        state = view.state
        assert isinstance(state, State)
        if self._game is None or self._game.content is not view.content:
            self._game, self._orders = Game(view.title, view.content, state), {}
        self._game.look_at(state)
        return Plans(self._game, view.side, self._orders.setdefault(view.side, Orders()))
