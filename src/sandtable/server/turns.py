"""A queue in which everybody has a turn: addresses one after another, within each its tables, within each its seats."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict, deque
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")

OF_ADDRESS, OF_TABLE, OF_ALL = 64, 8, 1000
"""How many jobs may wait: of one address, of one table at that address, and together."""


class Whom(NamedTuple):
    """For whom something is worked out."""

    address: str = ""
    table: str = ""
    seat: str = ""
    is_awaited: bool = True
    """Whether a person waits for it; what is only looked at comes after that."""


class TooMany(Exception):
    """So much of one asker waits already that no more is taken; of `everybody`, where it is all together."""

    def __init__(self, *, everybody: bool) -> None:
        super().__init__("too much is waiting")
        self.everybody = everybody


class _Ring(Generic[T]):
    """Those at one level, who take turns; what waits for nobody further down is done in its order."""

    def __init__(self) -> None:
        self._items: deque[T] = deque()
        self._parts: OrderedDict[str, _Ring[T]] = OrderedDict()

    def __bool__(self) -> bool:
        return bool(self._items or self._parts)

    def put(self, path: tuple[str, ...], item: T) -> None:
        if path:
            self._parts.setdefault(path[0], _Ring()).put(path[1:], item)
        else:
            self._items.append(item)

    def take(self) -> T:
        if self._items:
            return self._items.popleft()
        name, part = next(iter(self._parts.items()))
        item = part.take()
        if part:
            self._parts.move_to_end(name)
        else:
            del self._parts[name]
        return item


class Turns(Generic[T]):
    """Jobs that wait for a worker; threads take from it."""

    def __init__(self) -> None:
        self._awaited: _Ring[tuple[Whom, T]] = _Ring()
        self._others: _Ring[tuple[Whom, T]] = _Ring()
        self._of_address: Counter[str] = Counter()
        self._of_table: Counter[tuple[str, str]] = Counter()
        self._change = threading.Condition()
        self._is_closed = False
        self._waiting = 0
        """How much of what waits is awaited."""
        self.keen = 0
        """How many who work only on what is awaited have nothing to do."""

    def put(self, whom: Whom, item: T) -> None:
        """Raises TooMany."""
        with self._change:
            if self._of_address.total() >= OF_ALL:
                raise TooMany(everybody=True)
            of_table = (whom.address, whom.table)
            if self._of_address[whom.address] >= OF_ADDRESS or self._of_table[of_table] >= OF_TABLE:
                raise TooMany(everybody=False)
            self._of_address[whom.address] += 1
            self._of_table[of_table] += 1
            self._waiting += whom.is_awaited
            ring = self._awaited if whom.is_awaited else self._others
            ring.put((whom.address, whom.table, whom.seat), (whom, item))
            self._change.notify_all()

    def take(self, *, awaited_only: bool) -> T | None:
        """The next job, once there is one; None when the queue is closed.

        What is awaited is left to those who work on nothing else, as long as one of them has nothing to do.
        """
        with self._change:
            while not self._is_closed:
                ring = self._ring(awaited_only=awaited_only)
                if ring:
                    whom, item = ring.take()
                    self._waiting -= whom.is_awaited
                    self._of_address -= Counter({whom.address: 1})
                    self._of_table -= Counter({(whom.address, whom.table): 1})
                    self._change.notify_all()
                    return item
                self.keen += awaited_only
                self._change.wait()
                self.keen -= awaited_only
            return None

    def _ring(self, *, awaited_only: bool) -> _Ring[tuple[Whom, T]]:
        return self._awaited if awaited_only or self._waiting > self.keen else self._others

    def close(self) -> list[T]:
        """Let nobody wait any longer; the jobs that nobody will do."""
        with self._change:
            self._is_closed = True
            self._change.notify_all()
            left = []
            for ring in (self._awaited, self._others):
                while ring:
                    left.append(ring.take()[1])
        return left
