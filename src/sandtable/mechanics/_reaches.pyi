"""Zones of control that reach as far as the ground lets them, compiled."""

from collections.abc import Callable, Collection, Hashable, Iterable
from typing import Any

_Who = tuple[str, Hashable]

class Reaches:
    """An index of the units of a state: the hexes from which each side exerts zones of control, and those into which
    it does. Only hexes that units have left, entered or changed in are looked at again.
    """

    def __init__(
        self,
        exerting: Callable[[Any, str], _Who | None],
        around: Callable[[Any, str, Any], frozenset[str]],
        telling: tuple[str, ...],
        sides: Iterable[str],
    ) -> None:
        """`exerting` says of a game and a hex who exerts a zone there: a side, and whatever decides how far; `around`
        into which hexes such units do. `telling` names the facts of a unit that change either.
        """

    @property
    def of(self) -> dict[str, dict[str, frozenset[str]]]:
        """Of each side the hexes that exert one, with the hexes into which they do."""

    @property
    def alone(self) -> dict[str, set[str]]:
        """Of each side the hexes into which it exerts one and no other side does: not to be altered, nor kept."""

    def follow(self, game: Any, units: list[tuple[str, Any, Any]], *others: Collection[tuple[str, Any, Any]]) -> None:
        """Take in what has happened to units; where one of the others has changed, everything is looked at."""

    def zone(self, side: str) -> frozenset[str]:
        """All hexes into which a side exerts a zone of control; another set when they change."""

    def is_in(self, side: str, label: str) -> bool:
        """Whether a hex is in a zone of control of a side."""

    def facts(self) -> object: ...
