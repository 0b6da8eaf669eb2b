"""Where the ticks of an axis go, and how they read."""

from __future__ import annotations

import math


def ticks(most: float, about: int = 5) -> list[float]:
    """Round numbers from zero to at least `most`, some five of them; whole ones unless `most` is below one."""
    if most <= 0:
        return [0.0, 1.0]
    rough = most / about
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * 0.999)
    if most >= 1:
        step = max(1.0, round(step))
    return [step * place for place in range(math.ceil(most / step - 1e-9) + 1)]


def label(value: float) -> str:
    """A tick as it is written."""
    return f"{value:g}"
