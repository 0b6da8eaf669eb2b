"""The game's own bot: a staff that answers each kind of question by rules of thumb.

It sees a view and nothing more: the game that it builds from it only answers questions about the position.
"""

from __future__ import annotations

from sandtable.games.gts.staff.answers import ANSWERS
from sandtable.games.gts.staff.doctrine import STANDARD, Doctrines
from sandtable.games.gts.staff.plans import Orders, Plans
from sandtable.games.gts.units import Game
from sandtable.kernel import Decision
from sandtable.mechanics.staff import Staff


class StaffPlayer(Staff[Plans]):
    """Commands a side by rules of thumb after a doctrine; the same seed makes the same choices."""

    answers = ANSWERS
    quiet = (
        "do:end", "do:no-second", "do:stop", "do:stay", "do:done", "do:hold-aircraft", "do:arrive", "do:all-column",
        "do:spread", "do:hold-out",
    )  # fmt: skip

    def __init__(self, seed: int, doctrines: Doctrines = STANDARD) -> None:
        super().__init__(seed)
        self._doctrines = doctrines
        self._in: Game | None = None
        self._orders: dict[str, Orders] = {}

    def situation(self, game: Game, decision: Decision) -> Plans:
        """The position, and the orders that were given out in the same game."""
        if self._in is not game:
            self._in, self._orders = game, {}
        side = decision.side
        return Plans(game, side, self._orders.setdefault(side, Orders()), self._doctrines[side])
