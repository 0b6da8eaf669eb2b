"""Arithmetic on colours written as #rgb or #rrggbb."""

from __future__ import annotations

import functools


@functools.cache
def channels(colour: str) -> tuple[int, int, int]:
    digits = colour.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)


@functools.cache
def blend(colour: str, other: str, share: float) -> str:
    """A colour with a share of another mixed in."""
    mixed = (round(a + (b - a) * share) for a, b in zip(channels(colour), channels(other), strict=True))
    return "#" + "".join(f"{channel:02x}" for channel in mixed)


@functools.cache
def ink_on(ground: str) -> str:
    """Black or white, whichever reads better on a ground."""
    red, green, blue = channels(ground)
    return "#000000" if 0.299 * red + 0.587 * green + 0.114 * blue > 128 else "#ffffff"
