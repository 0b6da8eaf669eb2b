"""What is kept for speed of lines of sight: each line once it has been followed, until something on the map changes.

No rule lives here: what a line comes to is said by the chapters on sight.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sandtable.games.asl.sight.ground import Ground
from sandtable.games.asl.sight.lines import Line
from sandtable.games.asl.units import Game


class Outlook(NamedTuple):
    """All that lines of sight by day depend on."""

    ground: Ground
    hindering: bool
    """Whether anything can hinder a line that the map does not show."""
    more: tuple[object, ...]
    """What that is."""


class Lines:
    """The lines that hold now, filled as they are asked for."""

    def __init__(self, outlook_of: Callable[[Game], Outlook]) -> None:
        self._outlook_of = outlook_of
        self.outlook: Outlook | None = None
        self.between: dict[str, dict[str, Line]] = {}
        """From a Location to another; those of the map as printed where nothing else is in the way."""
        self.to_sides: dict[tuple[str, str], Line] = {}
        self.to_vertices: dict[tuple[str, str, int], Line] = {}

    def follow(self, game: Game, *_: object) -> None:
        now = self._outlook_of(game)
        if now != self.outlook:
            self.outlook = now
            self.between = {} if now.hindering else now.ground.lines
            self.to_sides, self.to_vertices = {}, {}

    def facts(self) -> object:
        return self.outlook
