"""The roster of units, compiled."""

from collections.abc import Mapping
from typing import Any, Generic, Protocol, TypeVar

from sandtable.kernel import Game

_U = TypeVar("_U")
_AnyGame = Game[Any, Any]

class _State(Protocol[_U]):
    @property
    def units(self) -> dict[str, _U]: ...

class WithUnits(Protocol[_U]):
    """A game whose state has units."""

    @property
    def state(self) -> _State[_U]: ...

class Roster(Generic[_U]):
    """The units on the map by hex and by side. What it gives is shared and not to be altered."""

    def __init__(self, game: Any) -> None: ...
    @property
    def content(self) -> Any:
        """The content of the game."""

    @property
    def hexes(self) -> dict[str, tuple[str, ...]]:
        """The units in each occupied hex."""

    @property
    def places(self) -> dict[str, str]:
        """Where each unit on the map stands."""

    @property
    def held(self) -> dict[str, dict[str, int]]:
        """The hexes in which each side has units, and how many."""

    @property
    def crowds(self) -> dict[str, dict[str, int]]:
        """Those of them with more than one."""

    # What a title may say otherwise

    def place_of(self, unit: _U) -> str:
        """The hex in which a unit stands, its `at`; empty where it is not on the map."""

    def side_of(self, unit_id: str, unit: _U) -> str:
        """Whose a unit is, its `side`; that never changes while it is in play."""

    def joined(self, there: tuple[str, ...], unit_id: str) -> tuple[str, ...]:
        """The units of a hex with one more, in the order of the state."""

    # Following the state

    def follow(self, game: Any, units: list[tuple[str, _U | None, _U | None]]) -> None:
        """Take in what has happened to units."""

    def facts(self) -> object: ...

    # What it tells

    def occupier(self, label: str) -> str | None:
        """The side that has units in a hex; that of the first of them."""

    def hexes_of(self, side: str) -> frozenset[str]:
        """The hexes in which a side has units; the same object until one is taken or left."""

    def enemy_hexes(self, side: str) -> frozenset[str]:
        """The hexes in which other sides have units; the same object until one is taken or left."""

    def units_of(self, side: str, units: dict[str, _U]) -> Mapping[str, _U]:
        """Those of the units that are a side's and on the map; the same object until one comes, changes or goes."""

    def is_adjacent_to_enemy(self, label: str, side: str) -> bool:
        """Whether a unit of another side stands next to a hex."""

def roster(game: _AnyGame) -> Roster[Any]:
    """Who stands where now."""

def units_in(game: _AnyGame, label: str) -> tuple[str, ...]:
    """The units in a hex, in the order of the state; the same object until one comes or goes."""

def occupier(game: _AnyGame, label: str) -> str | None:
    """The side that has units in a hex; that of the first of them."""

def hexes_of(game: _AnyGame, side: str) -> frozenset[str]:
    """The hexes in which a side has units; the same object until one is taken or left."""

def enemy_hexes(game: _AnyGame, side: str) -> frozenset[str]:
    """The hexes in which the enemies of a side have units; the same object until one is taken or left."""

def units_of(game: WithUnits[_U], side: str) -> Mapping[str, _U]:
    """The units of a side on the map, in the order of the state; the same object until one comes, changes or goes."""

def is_adjacent_to_enemy(game: _AnyGame, label: str, side: str) -> bool:
    """Whether a unit of another side stands next to a hex."""
