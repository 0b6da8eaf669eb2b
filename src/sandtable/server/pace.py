"""When an answer to a formality reaches others: a while after it was asked, by hand or by order, whatever it is."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable

SHORTEST, LONGEST = 0.8, 1.6
"""How much shorter and longer than usual a pause may be."""


class Pace:
    """A clock, and how long a pause is; tests bring their own."""

    def __init__(
        self,
        pause: float,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        rng: random.Random = random.SystemRandom(),  # noqa: B008 - it has no state
    ) -> None:
        self._pause = pause
        self._now = now
        self._sleep = sleep
        self._rng = rng

    def due(self) -> float:
        """When a question that is asked now may be answered at the earliest: drawn before there is an answer."""
        return self._now() + self._pause * self._rng.uniform(SHORTEST, LONGEST)

    async def wait(self, due: float) -> None:
        """Return when it is due, at once if that is past."""
        left = due - self._now()
        if left > 0:
            await self._sleep(left)
