"""Kept for speed: who stands where, who rides in what, and what lies where. No rule lives here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from sandtable.games.panzer.content import Content
from sandtable.games.panzer.state import OFF_MAP, State, Unit, Work
from sandtable.kernel import Game as KernelGame
from sandtable.kernel import index
from sandtable.mechanics.roster import Roster

Game: TypeAlias = KernelGame[State, Content]
NO_WORKS: Mapping[str, Work] = {}


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


class Works:
    """The works of every hex that has any, and those that each unit occupies, in the order in which they came."""

    def __init__(self, game: object) -> None:
        self.lying: dict[str, dict[str, Work]] = {}
        self.held: dict[str, dict[str, Work]] = {}

    def follow(self, game: object, changes: Iterable[tuple[str, Work | None, Work | None]]) -> None:
        for work_id, old, new in changes:
            if old is not None and (new is None or new.at != old.at):
                _take(self.lying, old.at, work_id)
            if new is not None:
                self.lying.setdefault(new.at, {})[work_id] = new
            now = new.holds if new is not None else ()
            for unit_id in old.holds if old is not None else ():
                if unit_id not in now:
                    _take(self.held, unit_id, work_id)
            if new is not None:
                for unit_id in now:
                    self.held.setdefault(unit_id, {})[work_id] = new

    def facts(self) -> object:
        return self.lying, self.held


def _take(works: dict[str, dict[str, Work]], key: str, work_id: str) -> None:
    del works[key][work_id]
    if not works[key]:
        del works[key]


works = index(Works, "works")


def works_in(game: Game, label: str) -> Mapping[str, Work]:
    """The works of a hex by their ids."""
    return works(game).lying.get(label, NO_WORKS)


def works_of(game: Game, unit_id: str) -> Mapping[str, Work]:
    """The works that a unit occupies by their ids."""
    return works(game).held.get(unit_id, NO_WORKS)
