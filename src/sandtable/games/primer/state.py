"""The state of a game of Primer: counters, orders, control and points."""

from __future__ import annotations

from typing import Literal

import msgspec

from sandtable.kernel import GameState

SIDES = ("blue", "red")
Order = Literal["march", "assault", "hold"]
UNKNOWN = "unknown"
"""The kind of a counter that lies face down, in the eyes of the other side."""
OFF_MAP = ""
"""Where a counter is that has not arrived yet, or is lost."""


def other(side: str) -> str:
    return "red" if side == "blue" else "blue"


class Unit(msgspec.Struct, frozen=True):
    """A counter: what it is, where it stands, and what has become of it."""

    side: str
    kind: str
    at: str
    steps: int
    hidden: bool = False
    disrupted: bool = False
    moved: bool = False
    fought: bool = False
    fired: bool = False
    shots: int = 0
    """How often it has fired in this game."""
    supplied: bool = True


class State(GameState):
    """Everything that can change."""

    turn: int = 1
    active: str = ""
    units: dict[str, Unit] = {}
    arrivals: dict[str, int] = {}
    """The counters still to come, with their turns."""
    orders: dict[str, Order] = {}
    """The order in force, by side."""
    secret: dict[str, Order] = {}
    """The order chosen for this turn and not yet revealed, by side."""
    control: dict[str, str] = {}
    points: dict[str, int] = {}
