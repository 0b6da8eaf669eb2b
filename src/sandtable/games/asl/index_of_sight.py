"""What is kept for speed of lines of sight: each line once it has been followed, until something on the map changes.

No rule lives here: what a line comes to is said by the chapters on sight.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from sandtable.games.asl.sight._looking import LinesNow
from sandtable.games.asl.sight.ground import Ground
from sandtable.games.asl.sight.lines import Line
from sandtable.games.asl.state import Vehicle
from sandtable.games.asl.units import Game

Changes: TypeAlias = Sequence[tuple[str, Vehicle | None, Vehicle | None]]


class Outlook(NamedTuple):
    """All that lines of sight by day depend on."""

    ground: Ground
    haze: object
    """What of the weather and the hour hinders every line; None for nothing."""
    clouds: Mapping[str, object]
    """The hexes with SMOKE, which also hinders lines that end there."""
    hulls: tuple[object, ...]
    bypasses: Mapping[str, object]
    """The hexes with vehicles and wrecks, and how these stand there."""


class Lines:
    """The lines that hold now, filled as they are asked for."""

    def __init__(
        self,
        outlook_of: Callable[[Game], Outlook],
        hull_of: Callable[[Vehicle], object],
        hindered: Callable[[Game, Line, str, str], Line],
    ) -> None:
        self._outlook_of, self._hull_of, self._hindered = outlook_of, hull_of, hindered
        self.outlook: Outlook | None = None
        self.now: LinesNow
        """The lines between two Locations now."""
        self.to_sides: dict[tuple[str, str], Line] = {}
        self.to_vertices: dict[tuple[str, str, int], Line] = {}

    def follow(self, game: Game, vehicles: Changes, *others: Sequence[object]) -> None:
        """Take in what has changed; a vehicle is looked at first, which changes most often without being elsewhere."""
        if self.outlook is not None and not any(others) and all(self._looks_alike(*each) for each in vehicles):
            return
        now, before = self._outlook_of(game), self.outlook
        if now == before:
            return
        self.outlook, self.to_sides, self.to_vertices = now, {}, {}
        if before is None or before[:2] != now[:2]:
            self.now = now.ground.lines_now(self._hindered, is_hazy=now.haze is not None)
            self.now.change([], marks(now))
        else:
            index = now.ground.index
            self.now.change([index[hex_] for hex_ in _changed(before, now)], marks(now))

    def _looks_alike(self, _: str, old: Vehicle | None, new: Vehicle | None) -> bool:
        """Whether a vehicle hinders lines as it did before."""
        return old is not None and new is not None and self._hull_of(old) == self._hull_of(new)

    def facts(self) -> object:
        return self.outlook


def marks(outlook: Outlook) -> bytes:
    """What the hexes hold that hinders lines: one byte each, as the compiled lines take it."""
    ground = outlook.ground
    found = bytearray(ground.board.size)
    for hex_ in outlook.bypasses:
        found[ground.index[hex_]] = 1
    for hex_ in outlook.clouds:
        found[ground.index[hex_]] |= 2
    return bytes(found)


def _changed(before: Outlook, now: Outlook) -> set[str]:
    """The hexes that hold something else than before."""
    return {
        hex_
        for old, new in ((before.clouds, now.clouds), (before.bypasses, now.bypasses))
        for hex_ in {*old, *new}
        if old.get(hex_) != new.get(hex_)
    }
