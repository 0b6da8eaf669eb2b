"""Who plays: anything that answers a decision from what its side may know."""

from __future__ import annotations

from typing import Protocol

from sandtable.kernel.decisions import Decision
from sandtable.kernel.views import View


class Player(Protocol):
    """A person's seat, a bot, an agent."""

    def choose(self, view: View, decision: Decision) -> str:
        """The id of one of the decision's options."""
        ...
