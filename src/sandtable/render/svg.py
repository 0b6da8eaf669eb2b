"""The few words of SVG that every drawing here is written in: numbers, escaped text, elements and colours."""

from __future__ import annotations

import random
import re
import zlib
from collections.abc import Iterable

Point = tuple[float, float]
Attributes = dict[str, str | float | None]

SANS = "'DejaVu Sans', Verdana, sans-serif"
"""The typeface of a whole drawing, which every text takes over unless it says otherwise."""
_SERIF = "'DejaVu Serif', Georgia, serif"
_JAPANESE_SANS = "'Noto Sans CJK JP', 'Noto Sans JP', 'Hiragino Sans', 'Yu Gothic', sans-serif"
_JAPANESE_SERIF = "'Noto Serif CJK JP', 'Noto Serif JP', 'Hiragino Mincho ProN', 'Yu Mincho', serif"

_UNPRINTABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_HEX_COLOUR = re.compile(r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


class RenderError(ValueError):
    """A position or a map cannot be drawn; the message says what to change."""


def num(value: float) -> str:
    """A coordinate to a tenth, without a trailing zero."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def point(at: Point) -> str:
    return f"{num(at[0])} {num(at[1])}"


def points(corners: Iterable[Point]) -> str:
    """A list of corners as a polygon takes them."""
    return " ".join(f"{num(x)},{num(y)}" for x, y in corners)


def text(value: str) -> str:
    """A string made safe for text and for attributes."""
    clean = _UNPRINTABLE.sub("", value)
    return clean.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def sans(shown: str) -> str | None:
    """The plain typeface for a text: that of the drawing, unless the text is Japanese."""
    return _JAPANESE_SANS if _is_japanese(shown) else None


def serif(shown: str) -> str:
    """The bookish typeface for a text, for titles and for the names of waters and landscapes."""
    return _JAPANESE_SERIF if _is_japanese(shown) else _SERIF


def _is_japanese(shown: str) -> bool:
    return any(ord(letter) > 0x2E80 for letter in shown)


def ident(kind: str, name: str) -> str:
    """An id that a browser can look up, such as `hex-1204`; blanks, which no id may hold, become underscores."""
    return f"{kind}-" + "_".join(name.split())


def el(name: str, *children: str, **attributes: str | float | None) -> str:
    """An element; `class_` and `stroke_width` become `class` and `stroke-width`, and None leaves an attribute out."""
    parts = [name]
    for key, value in attributes.items():
        if value is not None:
            shown = text(value) if isinstance(value, str) else num(value)
            parts.append(f'{key.rstrip("_").replace("_", "-")}="{shown}"')
    opening = " ".join(parts)
    return f"<{opening}>{''.join(children)}</{name}>" if children else f"<{opening}/>"


def group(children: Iterable[str], **attributes: str | float | None) -> str:
    """A `g` element, or nothing at all when there is nothing in it."""
    inner = "".join(children)
    return el("g", inner, **attributes) if inner else ""


def mix(colour: str, other: str, share: float) -> str:
    """The first colour with a share of the second; a colour that is not written as #rrggbb stays as it is."""
    if not (_HEX_COLOUR.fullmatch(colour) and _HEX_COLOUR.fullmatch(other)):
        return colour
    blended = (round(a + (b - a) * share) for a, b in zip(_channels(colour), _channels(other), strict=True))
    return "#" + "".join(f"{channel:02x}" for channel in blended)


def luminance(colour: str) -> float:
    """How light a colour looks, from 0 to 1; one half for a colour that is not written as #rrggbb."""
    if not _HEX_COLOUR.fullmatch(colour):
        return 0.5
    red, green, blue = _channels(colour)
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255


def is_blue(colour: str) -> bool:
    """Whether a map reader would take a colour for water."""
    red, green, blue = _channels(colour) if _HEX_COLOUR.fullmatch(colour) else (0, 0, 0)
    return blue > green >= red and blue - red > 30


def _channels(colour: str) -> tuple[int, int, int]:
    digits = colour[1:]
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)


def chance(*key: object) -> random.Random:
    """A random source that is the same on every machine for the same key, so that a map never changes its look."""
    return random.Random(zlib.crc32(repr(key).encode()))
