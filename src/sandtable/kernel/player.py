"""Who plays: anything that answers a decision from what its side may know, or in a world that somebody made up."""

from __future__ import annotations

from typing import Any, Protocol

from sandtable.kernel.decisions import Decision
from sandtable.kernel.game import Game
from sandtable.kernel.views import View


class Player(Protocol):
    """A person's seat, a bot, an agent."""

    def choose(self, view: View, decision: Decision) -> str:
        """The id of one of the decision's options."""
        ...


class Way(Protocol):
    """A quick way of playing on in a made-up world, all of which it may see."""

    def answer(self, game: Game[Any, Any], decision: Decision) -> str:
        """The id of one of the decision's options."""
        ...
