"""A title that is played on a hex map: the kernel's title plus what it takes to draw a position."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, TypeVar

from sandtable.board.board import Board
from sandtable.board.scene import Scene
from sandtable.kernel import GameState, Title

S = TypeVar("S", bound=GameState)
C = TypeVar("C")


class HexTitle(Title[S, C]):
    """A game with a board and counters on it."""

    @abstractmethod
    def board(self, content: C) -> Board:
        """The map of a scenario."""

    @abstractmethod
    def scene(self, state: S, content: C, lang: str) -> Scene:
        """A position as it is drawn; hidden counters appear as what the state says of them, so mask it first."""


AnyHexTitle = HexTitle[Any, Any]
