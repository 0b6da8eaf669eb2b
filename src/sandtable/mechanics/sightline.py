"""A line of sight step by step: what lies on it, how high, what blocks and why, for words and for a picture."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from sandtable.board import Board, Name
from sandtable.board.place import parse_place
from sandtable.hexgrid import LabelError
from sandtable.kernel import SandtableError, Texts


class UnknownMap(SandtableError):
    """There is no map of that name, or none on which the title explains lines of sight."""


class Eye(msgspec.Struct, frozen=True):
    """An end of a line: its hex, the level from which it looks, and what the hex is like."""

    at: str
    level: float
    ground: int
    top: float
    """The level to which what is in the hex rises."""
    fill: str
    """The colour of the hex on the map."""


class Obstacle(msgspec.Struct, frozen=True):
    """What blocks a line: the first thing on it that does, seen from the viewer."""

    at: str
    """The label of the hex or hexside."""
    kind: str
    """What is there: a kind and an id, such as `terrain:woods`; see `called`."""
    level: float
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
    level: float
    """The level to which what is there rises; that of the ground where nothing stands that could block."""
    top: float
    """The same, but for a line that follows a way through it: the level of what stands on either side."""
    fill: str
    """Its colour on the map."""
    blocks: bool = False
    blind: int = 0
    """How many hexes behind it are blind, where it lies between the levels of the two ends."""
    hinders: int = 0
    """What it adds to fire along the line, where it hinders without blocking."""
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
    names: Mapping[str, Name] = {}
    """What the map calls the kinds of things on it; the title's texts name the others."""

    @property
    def hindrance(self) -> int:
        """The sum of what hinders it."""
        return sum(step.hinders for step in self.steps)

    @property
    def falls(self) -> bool:
        """Whether the viewer is the higher end, so that blind hexes lie on the far side of what makes them."""
        return self.viewer.level >= self.target.level


_PARTS = {0.25: "¼", 0.5: "½", 0.75: "¾"}


def level_told(level: float) -> str:
    """A level in figures, its part of a level as a fraction: 2, ¾, 1½, -½."""
    whole, part = divmod(abs(level), 1)
    figures = f"{int(whole) or ''}{_PARTS[part]}" if part else str(int(whole))
    return f"-{figures}" if level < 0 else figures


def called(sight: Sight, kind: str, texts: Texts) -> str:
    """What something on a line is called: by the map, else by the texts of the title."""
    name = sight.names.get(kind)
    return texts.name("option", kind) if name is None else name.text(texts.lang)


def spot_on(board: Board, text: str) -> tuple[str, int]:
    """The hex that a text names, and how many levels above its ground: `C10`, or `C10+1` for one.

    Raises LabelError for a hex off the map, and for text that is neither.
    """
    place = parse_place(text, board.grid)
    if place.box or place.board or place.way or place.facing is not None or place.level < 0:
        raise LabelError(f"{text!r} is not a place to look from: write a hex, or a level above it, as in {text[:3]}+1")
    if place.hex not in board.index:
        first, *_, last = board.labels
        raise LabelError(f"the map has no hex {place.hex!r}; its hexes run from {first} to {last}")
    return board.named(place.hex).label, place.level
