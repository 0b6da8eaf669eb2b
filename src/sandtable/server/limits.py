"""How often an address or a socket may ask for something, and how much work it may cause."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from weakref import WeakValueDictionary

from sandtable.server.settings import Rate

Clock = Callable[[], float]


class Bucket:
    """Fills at a steady rate up to its size; every request takes one out."""

    def __init__(self, rate: Rate, clock: Clock = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._level = rate.burst
        self._seen = clock()

    def take(self) -> bool:
        """Whether there was one left."""
        now = self._clock()
        self._level = min(self._rate.burst, self._level + (now - self._seen) * self._rate.per_second)
        self._seen = now
        if self._level < 1:
            return False
        self._level -= 1
        return True


class Allowance:
    """So much work of the event loop each network may cause: it is measured, and who has used up theirs has to wait."""

    def __init__(self, rate: Rate, most: int = 10_000, clock: Clock = time.monotonic) -> None:
        self._rate = rate
        self._most = most
        self._clock = clock
        self._spent: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """By network: how much it owes, and since when."""

    def is_used_up(self, network: str) -> bool:
        return self._owed(network) >= self._rate.burst

    @contextlib.contextmanager
    def charged(self, network: str) -> Iterator[None]:
        """Work that is done for a network and not interrupted."""
        begun = time.thread_time()
        try:
            yield
        finally:
            self._spent[network] = self._owed(network) + time.thread_time() - begun, self._clock()
            self._spent.move_to_end(network)
            if len(self._spent) > self._most:
                self._spent.popitem(last=False)

    def _owed(self, network: str) -> float:
        owed, since = self._spent.get(network, (0.0, 0.0))
        return max(0.0, owed - (self._clock() - since) * self._rate.per_second)


class Gates:
    """So many choices of each network are carried out at a time; further ones wait, and keep nobody else waiting."""

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._gates: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    def of(self, network: str) -> asyncio.Semaphore:
        """The gate of a network, which is kept as long as somebody there has it."""
        gate = self._gates.get(network)
        if gate is None:
            gate = self._gates[network] = asyncio.Semaphore(self._at_once)
        return gate


class Buckets:
    """A bucket for each address; those not seen for the longest time are forgotten first."""

    def __init__(self, rate: Rate, most: int = 10_000, clock: Clock = time.monotonic) -> None:
        self._rate = rate
        self._most = most
        self._clock = clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, self._clock)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket.take()
