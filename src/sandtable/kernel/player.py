"""Who plays: anything that answers a decision from what its side may know, or in a world that somebody made up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from sandtable.kernel.decisions import Decision
from sandtable.kernel.game import Game
from sandtable.kernel.views import View


class Player(Protocol):
    """A person's seat, a bot, an agent."""

    def choose(self, view: View, decision: Decision) -> str:
        """The id of one of the decision's options."""
        ...


class Question(NamedTuple):
    """What one player is asked in one game, for those that are asked about many at once."""

    player: Player
    view: View
    decision: Decision


class AskedTogether(Protocol):
    """A player whose class answers the questions of many games in one call, as a network does."""

    @classmethod
    def choose_many(cls, questions: Sequence[Question]) -> Sequence[str]:
        """The id of an option for each question; the players asked are all of this class, each in a game of its own."""
        ...


class Way(Protocol):
    """A quick way of playing on in a made-up world, all of which it may see."""

    def answer(self, game: Game[Any, Any], decision: Decision) -> str:
        """The id of one of the decision's options."""
        ...


class Thinking(msgspec.Struct, frozen=True):
    """How a search thinks about the questions of a title, by their prompts."""

    routine: tuple[str, ...] = ()
    """Questions that are left to the title's first way of playing."""
    pondered: tuple[str, ...] = ()
    """Questions that are thought about one by one, whatever way was resolved on before."""
    share: float = 0.4
    """The share of a search's budget that goes to a question that is pondered by itself: many make up one plan."""
    without_luck: bool = False
    """Whether luck is taken out of what is tried: where few dice decide much, and are judged well when they fall."""
    margin: float = 0.0
    """How much better something must turn out than what the title itself prefers to be chosen before it, in points of
    the title's evaluation."""
    alike: bool = False
    """Whether the same affair falls out alike in everything that is tried in a world: where chance decides much, and
    long after the choice."""
