"""Kept for speed: who stands where, and who rides in what. No rule lives here."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.panzer.state import OFF_MAP, Unit
from sandtable.kernel import index
from sandtable.mechanics.roster import Roster


class Places(Roster[Unit]):
    """The units on the map by hex and by side; passengers stand where their carrier does, and are not listed."""

    def place_of(self, unit: Unit) -> str:
        return OFF_MAP if unit.carrier else unit.at

    def side_of(self, unit_id: str, unit: Unit) -> str:
        side: str = self.content.side_of[unit_id]
        return side


class Riders:
    """The passengers of every vehicle that has any, in the order of their ids."""

    def __init__(self, game: object) -> None:
        self.aboard: dict[str, tuple[str, ...]] = {}

    def follow(self, game: object, changes: Iterable[tuple[str, Unit | None, Unit | None]]) -> None:
        for unit_id, old, new in changes:
            left, joined = old.carrier if old is not None else "", new.carrier if new is not None else ""
            if left == joined:
                continue
            if left:
                rest = tuple(each for each in self.aboard.pop(left) if each != unit_id)
                if rest:
                    self.aboard[left] = rest
            if joined:
                self.aboard[joined] = tuple(sorted((*self.aboard.get(joined, ()), unit_id)))

    def facts(self) -> object:
        return self.aboard


riders = index(Riders, "units")
