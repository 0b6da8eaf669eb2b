"""The state of a game: everything that can change."""

import msgspec
from sandtable.kernel import Event, GameState

SIDES = ("blue", "red")


class Unit(msgspec.Struct, frozen=True):
    """A counter: what it is, where it stands (nowhere, once it is lost), and what it has done in this turn."""

    side: str
    kind: str
    at: str
    moved: bool = False
    spent: bool = False


class State(GameState):
    """Everything that can change."""

    turn: int = 1
    units: dict[str, Unit] = {}
    holders: dict[str, str] = {}
    """Who holds each objective."""


class Moved(Event, frozen=True, kw_only=True):
    """A counter marched, retreated or advanced."""

    unit: str
    path: tuple[str, ...]
