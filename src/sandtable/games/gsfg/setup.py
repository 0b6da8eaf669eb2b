"""Chapter 3: set-up."""

from __future__ import annotations

from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.state import State
from sandtable.games.gsfg.units import Game
from sandtable.kernel import Procedure


def place(state: State, content: Content) -> None:
    """STUB: fill `units` and `waiting` from the counters and the scenario, before any decision."""


def begin(game: Game) -> None:
    """STUB: push what is decided at set-up: where the Soviet groups E and F stand (3.2)."""


PROCEDURES: tuple[type[Procedure], ...] = ()
