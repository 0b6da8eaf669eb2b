"""Ink that can be read: the contrast that WCAG AA asks for between what is printed on a counter and its ground."""

from __future__ import annotations

import functools
import re

from msgspec.structs import replace

from sandtable.board.scene import Palette
from sandtable.render.svg import mix

ENOUGH = 4.5
_WRITTEN = re.compile("#[0-9a-fA-F]{6}")
_STEPS = 20


def contrast(one: str, other: str) -> float:
    """How much two colours differ in lightness, from 1 for none to 21 for black and white."""
    dark, light = sorted((_lightness(one), _lightness(other)))
    return (light + 0.05) / (dark + 0.05)


def is_light(colour: str) -> bool:
    """Whether black can be read on a colour better than white; one that is not written as #rrggbb counts as dark."""
    return bool(_WRITTEN.fullmatch(colour)) and contrast(colour, "#000000") > contrast(colour, "#ffffff")


@functools.cache
def readable(palette: Palette) -> Palette:
    """A palette whose ink can be read on its card and on its symbol, as near to the given one as can be.

    One with a colour that is not written as #rrggbb stays as it is.
    """
    if not all(_WRITTEN.fullmatch(colour) for colour in (palette.fill, palette.ink, palette.symbol)):
        return palette
    ink = _apart(palette.ink, palette.fill)
    return replace(palette, ink=ink, symbol=_apart(palette.symbol, ink))


def _apart(colour: str, other: str) -> str:
    """A colour moved away from another until the two can be told apart well enough, by the shorter way."""
    ends = ("#ffffff", "#000000") if _lightness(colour) >= _lightness(other) else ("#000000", "#ffffff")
    for end in ends:
        for step in range(_STEPS + 1):
            moved = mix(colour, end, step / _STEPS)
            if contrast(moved, other) >= ENOUGH:
                return moved
    return ends[0]


def _lightness(colour: str) -> float:
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(share: float) -> float:
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)
