"""A line of sight step by step: what lies on it, how high, what blocks and why, for words and for a picture."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Eye(msgspec.Struct, frozen=True):
    """An end of a line: its hex, and the level from which it looks."""

    at: str
    level: int


class Obstacle(msgspec.Struct, frozen=True):
    """What blocks a line: the first thing on it that does, seen from the viewer."""

    at: str
    """The label of the hex or hexside."""
    kind: str
    """What is there: a kind and an id, such as `terrain:woods`, by which the title's texts call it."""
    level: int
    """The level to which it rises."""
    rule: str
    reason: str
    """The key of the text that says why."""
    args: Mapping[str, str | int] = {}


class Crossing(msgspec.Struct, frozen=True, kw_only=True):
    """A hex or hexside on the way of a line, as if nothing else stood there."""

    at: str
    is_hexside: bool = False
    along: float
    """How far from the viewer, 0 to 1."""
    beside: bool = False
    """Whether the line only runs along its edge, or touches its corner."""
    kind: str
    ground: int
    """The level of the ground."""
    level: int
    """The level to which what is there rises; that of the ground where nothing stands that could block."""
    blocks: bool = False
    blind: int = 0
    """How many hexes behind it are blind, where it lies between the levels of the two ends."""
    rule: str
    reason: str
    """The key of the text that says how it is judged."""
    args: Mapping[str, str | int] = {}


class Sight(msgspec.Struct, frozen=True):
    """A line of sight between two eyes, and everything on its way in order."""

    viewer: Eye
    target: Eye
    distance: int
    blocked_by: Obstacle | None
    steps: tuple[Crossing, ...]
