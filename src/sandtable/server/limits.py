"""Token buckets: how often an address or a socket may ask for something."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

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
