"""One side's observation, kept up to date from state to state, compiled."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from sandtable.kernel import Decision, GameState, Option
from sandtable.kernel.errors import SandtableError

Leaf = tuple[float, float, float, float, float, float, int, int]
"""Number, whose, thing, across, down, word; and the cells that mark the thing or the hex as in a procedure, or -1."""

class Undeclared(SandtableError):
    """A view holds something that the title's `observed` does not know of, or more of it than it makes room for."""

def numbers_of(known: dict[str, int], options: tuple[Option, ...]) -> list[int] | None:
    """The numbers of some options; None if one of them has none."""

def fill(mask: npt.NDArray[np.int8], numbers: list[int], value: int) -> None:
    """Put a value in some places of a mask."""

class Column:
    """Some columns of a table, and how they are filled from a fact: `kind` is one of those of `kernel.observed`."""

    name: str
    at: int
    width: int
    def __init__(
        self,
        kind: str,
        name: str,
        at: int,
        width: int,
        path: tuple[str, ...],
        half: float,
        known: dict[Any, Any],
        when: str | None = None,
    ) -> None: ...

class Pile:
    """What things of a table come to in each hex: for each side, how many there are and sums of their numbers."""

    def __init__(
        self,
        at: str,
        side: str | Mapping[str, str],
        signs: dict[str, float],
        cells: dict[str, int],
        paths: list[str | int],
        figures: dict[str, tuple[float, ...]],
        by: str,
        halves: list[float],
        own: int,
        others: int,
        step: int,
        size: int,
    ) -> None: ...

class Source:
    """A field of the state, and the columns of a table that it fills: by id, as one row, or as a list of ids."""

    field: str
    def __init__(
        self,
        field: str,
        starts: dict[str, int] | None,
        start: int,
        step: int,
        columns: list[Column],
        pile: Pile | None,
    ) -> None: ...

class Leaves:
    """What the texts of facts stand for: numbers, sides, things, hexes, words."""

    def __init__(self, known: dict[str, list[Leaf]], signs: dict[str, float]) -> None: ...

class Facts:
    """A list of facts: a row for each number, text or flag in a value of any shape."""

    name: str
    def __init__(
        self, name: str, start: int, most: int, paths: dict[str, float], leaves: Leaves, marks: bool
    ) -> None: ...

class Listed:
    """A field of no fixed shape, listed fact by fact whenever it has changed."""

    def __init__(self, field: str, facts: Facts) -> None: ...

class Sight:
    """What one side sees: an array that each look brings up to date, writing only what has changed.

    It may be shown states of any game of its scenario, in any order: what differs is found by the objects in them,
    since values of a state are replaced and never altered.
    """

    array: npt.NDArray[np.float32]
    def __init__(
        self,
        numbers: npt.NDArray[np.float32],
        sources: list[Source],
        listed: list[Listed],
        frames: Facts,
        prompts: dict[str, int],
        places: dict[str, int],
        cells: npt.NDArray[np.int32],
        asked: int,
        over: int,
        seats: dict[str, float],
        levels: dict[str, float],
    ) -> None: ...
    def look(self, state: GameState, decision: Decision | None, offered: Iterable[int]) -> npt.NDArray[np.float32]:
        """Take in a state as the side may know it, what it is asked, and the numbers of the actions it may choose."""

class Page:
    """A row that shows what one side sees and then another: only what differs from what it shows is written."""

    def show(self, sight: Sight, target: npt.NDArray[np.float32]) -> None:
        """Write what was seen into the row, which must be the same each time."""
