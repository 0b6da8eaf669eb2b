"""Who stands where: what follows from the counters of a side on the map, worked out anew when one of them changes."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.board import CLOSED, ZOC
from sandtable.games.primer.content import Content
from sandtable.games.primer.state import OFF_MAP, State, Unit
from sandtable.kernel import Follower, rule
from sandtable.mechanics.zones import zone


class Force(NamedTuple):
    """The counters of a side on the map, and what they mean to the other side."""

    units: dict[str, Unit]
    held: frozenset[str]
    """The hexes in which they stand."""
    guns: dict[str, tuple[str, int]]
    """Those that may fire, as far as the other side can tell: where they stand and how far they may reach."""
    barrier: bytes
    """What each hex means to a moving enemy: they bar those in which they stand, and their zones of control stop it."""
    watched: frozenset[str]
    """The hexes in which a mover may be fired at."""


class Positions:
    """The forces of both sides."""

    __slots__ = ("_content", "_follower", "_forces")

    def __init__(self, content: Content) -> None:
        self._content = content
        self._follower: Follower[str, Unit] = Follower()
        self._forces: dict[str, Force] = {}

    def force(self, state: State, side: str) -> Force:
        """The counters of a side; the same object until one of them changes."""
        for unit_id, _, _ in self._follower.changes(state.units):
            self._forces.pop(state.units[unit_id].side, None)
        found = self._forces.get(side)
        if found is None:
            found = self._forces[side] = force_of(self._content, state, side)
        return found


def force_of(content: Content, state: State, side: str) -> Force:
    units = {unit_id: unit for unit_id, unit in state.units.items() if unit.side == side and unit.at != OFF_MAP}
    held = frozenset([unit.at for unit in units.values()])
    armed = guns(content, units)
    watched = frozenset().union(*[content.under_fire[at, reach] for at, reach in armed.values()])
    return Force(units, held, armed, barrier(content, units, held), watched)


@rule("4.1", "6.4")
def guns(content: Content, units: dict[str, Unit]) -> dict[str, tuple[str, int]]:
    """Which counters may fire at a mover, as far as the mover can tell.

    A face-down counter might be guns, so its owner is asked even when it is not: the question gives nothing away.
    """
    found = {}
    for unit_id, unit in units.items():
        if unit.disrupted or unit.fired:
            continue
        if unit.hidden:
            found[unit_id] = (unit.at, content.longest_range)
        elif content.kinds[unit.kind].range and has_ammunition(content, unit):
            found[unit_id] = (unit.at, content.kinds[unit.kind].range)
    return found


@rule("10.1")
def has_ammunition(content: Content, unit: Unit) -> bool:
    """With the optional rule guns have only so many shots in a game."""
    return "10.1" not in content.switches or unit.shots < content.fire.ammunition


@rule("3.6", "3.7")
def barrier(content: Content, units: dict[str, Unit], held: frozenset[str]) -> bytes:
    flags, index = bytearray(content.board.size), content.board.index
    for label in held:
        flags[index[label]] = CLOSED
    zone(content.board, [index[unit.at] for unit in units.values() if not unit.disrupted], ZOC, flags)
    return bytes(flags)
