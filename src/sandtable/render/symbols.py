"""NATO symbols as small SVG paths: a frame, the branch inside it and the size mark above it."""

from __future__ import annotations

import msgspec

from sandtable.board.scene import Symbol
from sandtable.render.svg import RenderError, el, ident

FRAME_WIDTH = 30.0
FRAME_HEIGHT = 20.0


class Glyph(msgspec.Struct, frozen=True):
    """A pictogram centred on the frame: what is drawn with a pen and what is filled with ink."""

    lines: str = ""
    solid: str = ""


_CROSS = "M-15-10 15 10M-15 10 15-10"
_SLASH = "M-15 10 15-10"
_TRACK = "M-6-5.5H6A5.5 5.5 0 0 1 6 5.5H-6A5.5 5.5 0 0 1-6-5.5Z"
_BALL = "M-3.6 0A3.6 3.6 0 0 1 3.6 0A3.6 3.6 0 0 1-3.6 0Z"
_GULL = "M-6.4 8.6A3.2 3.2 0 0 1 0 8.6A3.2 3.2 0 0 1 6.4 8.6"
_JET = "M0-8.5 1.3-4V-1.5L9.5 3.5V5.3L1.3 3 1 6.2 3.6 8V9.2L0 8.4-3.6 9.2V8L-1 6.2-1.3 3-9.5 5.3V3.5L-1.3-1.5V-4Z"
_BOMBER = (
    "M0-8.6Q1.5-7.6 1.5-4.6V-2.6L13-1V1.6L1.5 1.4 1 6 4.8 7.4V9L0 8.4-4.8 9V7.4L-1 6-1.5 1.4-13 1.6V-1L-1.5-2.6V-4.6"
    "Q-1.5-7.6 0-8.6ZM5-4.4H6.6V0H5ZM-6.6-4.4H-5V0H-6.6Z"
)
_ANCHOR = "M0-6.4V7M-3-3.4H3M-6 2.6Q-5 7.4 0 7.4Q5 7.4 6 2.6M-1.5-7.6A1.5 1.5 0 0 1 1.5-7.6A1.5 1.5 0 0 1-1.5-7.6Z"
_BUST = "M-3.1-3.2A3.1 3.1 0 0 1 3.1-3.2A3.1 3.1 0 0 1-3.1-3.2ZM-7.5 8.4Q-7.5 1.4 0 1.4Q7.5 1.4 7.5 8.4Z"
_STAR = "M0.0 -8.0 1.9 -2.6 7.6 -2.5 3.0 1.0 4.7 6.5 0.0 3.2 -4.7 6.5 -3.0 1.0 -7.6 -2.5 -1.9 -2.6Z"

BRANCHES: dict[str, Glyph] = {
    "infantry": Glyph(lines=_CROSS),
    "armour": Glyph(lines=_TRACK),
    "mechanised": Glyph(lines=_CROSS + _TRACK),
    "motorised": Glyph(lines=_CROSS + "M0-10V10"),
    "reconnaissance": Glyph(lines=_SLASH),
    "cavalry": Glyph(lines=_SLASH, solid="M-15 10 15-10V10Z"),
    "artillery": Glyph(solid=_BALL),
    "rocket": Glyph(lines="M-4.6-1.6 0-5.4 4.6-1.6M-4.6-4.8 0-8.6 4.6-4.8", solid="M-3 4A3 3 0 0 1 3 4A3 3 0 0 1-3 4Z"),
    "self-propelled-artillery": Glyph(lines=_TRACK, solid="M-2.8 0A2.8 2.8 0 0 1 2.8 0A2.8 2.8 0 0 1-2.8 0Z"),
    "anti-tank": Glyph(lines="M-15 10 0-10 15 10"),
    "anti-air": Glyph(lines="M-15 10C-9-5 9-5 15 10"),
    "airborne": Glyph(lines=_CROSS + _GULL),
    "air-assault": Glyph(lines=_CROSS + "M-4.4 4.4 0 9 4.4 4.4"),
    "airmobile": Glyph(lines=_CROSS, solid="M-8-3.2 8 3.2V-3.2L-8 3.2Z"),
    "marine": Glyph(lines=_CROSS + _ANCHOR),
    "mountain": Glyph(lines=_CROSS, solid="M-4.6 10 0 2.6 4.6 10Z"),
    "engineer": Glyph(lines="M-7.5 4.5V-4H7.5V4.5M0-4V4.5"),
    "signals": Glyph(lines="M-15-10 2.5 3.5V-3.5L15 10"),
    "headquarters": Glyph(
        lines="M-10-5V5M-3.6-5V5M-10 0H-3.6M1.4 0C1.4-6.6 9.6-6.6 9.6 0C9.6 6.6 1.4 6.6 1.4 0ZM6.4 2.2 10.2 6",
    ),
    "supply": Glyph(lines="M-15 5H15"),
    "helicopter": Glyph(solid="M-9.5-5 9.5 5V-5L-9.5 5Z"),
    "aircraft": Glyph(solid=_JET),
    "bomber": Glyph(solid=_BOMBER),
    "special-forces": Glyph(
        lines="M-2.6-3.6C-3.4-5.8-9.2-5.8-9.2-2.6C-9.2 .8-2.4-.8-2.4 2.6C-2.4 5.8-8.8 5.8-9.6 3.2M2.6 5.2V-5H9.4"
        "M2.6 0H8",
    ),
    "partisan": Glyph(lines="M-3.4 6.4V-6.2H.8C6-6.2 6 .8 .8 .8H-3.4"),
    "leader": Glyph(solid=_BUST),
    "hero": Glyph(solid=_STAR),
    "unknown": Glyph(
        lines="M-3.4-3.6C-3.4-8.4 4-8.2 3.8-3.4C3.6-.6 0-.4 0 2.8",
        solid="M-1.3 6A1.3 1.3 0 0 1 1.3 6A1.3 1.3 0 0 1-1.3 6Z",
    ),
}

_BAR = "v5.4"
_SALTIRE = "l4.4 5.4m0-5.4l-4.4 5.4"
_DOT = "a1.3 1.3 0 0 1 2.6 0a1.3 1.3 0 0 1-2.6 0z"

SIZES: dict[str, tuple[str, int]] = {
    "": ("", 0),
    "team": ("team", 1),
    "squad": (_DOT, 1),
    "section": (_DOT, 2),
    "platoon": (_DOT, 3),
    "company": (_BAR, 1),
    "battalion": (_BAR, 2),
    "regiment": (_BAR, 3),
    "brigade": (_SALTIRE, 1),
    "division": (_SALTIRE, 2),
    "corps": (_SALTIRE, 3),
    "army": (_SALTIRE, 4),
    "army-group": (_SALTIRE, 5),
}


def symbol_id(branch: str) -> str:
    """The id under which a drawing keeps the pictogram of a branch."""
    return ident("symbol", branch)


def definition(branch: str) -> str:
    """The pictogram of a branch, to stand once among the definitions; pen and ink come from where it is used."""
    glyph = _glyph(branch)
    lines = el("path", d=glyph.lines, fill="none") if glyph.lines else ""
    solid = el("path", d=glyph.solid, fill="currentColor", stroke="none") if glyph.solid else ""
    return el("g", lines, solid, id=symbol_id(branch))


def symbol(shown: Symbol, ink: str, field: str) -> str:
    """The framed symbol with its size mark, centred on the frame."""
    _glyph(shown.branch)
    frame = el(
        "rect",
        x=-FRAME_WIDTH / 2,
        y=-FRAME_HEIGHT / 2,
        width=FRAME_WIDTH,
        height=FRAME_HEIGHT,
        fill=field,
    )
    pictogram = el("use", href=f"#{symbol_id(shown.branch)}", color=ink)
    return el(
        "g", frame, pictogram, _size_mark(shown.size, ink), stroke=ink, stroke_width="1.3", stroke_linejoin="round"
    )


def _glyph(branch: str) -> Glyph:
    try:
        return BRANCHES[branch]
    except KeyError:
        raise RenderError(f"no symbol for the branch {branch!r}: use one of {', '.join(BRANCHES)}") from None


def _size_mark(size: str, ink: str) -> str:
    try:
        mark, count = SIZES[size]
    except KeyError:
        raise RenderError(f"no mark for the size {size!r}: use one of {', '.join(filter(None, SIZES))}") from None
    if not count:
        return ""
    top = -FRAME_HEIGHT / 2 - 7.4
    if mark == "team":
        ring = f"M-2.4 {top + 2.7:.1f}a2.4 2.4 0 0 1 4.8 0a2.4 2.4 0 0 1-4.8 0zM-2.4 {top + 5.4:.1f}L2.4 {top:.1f}"
        return el("path", d=ring, fill="none", stroke_width="1")
    step = {_BAR: 3.0, _SALTIRE: 5.4, _DOT: 4.2}[mark]
    width = {_BAR: 0.0, _SALTIRE: 4.4, _DOT: 2.6}[mark]
    left = -(step * (count - 1) + width) / 2
    start = top + 2.7 if mark == _DOT else top
    path = "".join(f"M{left + step * place:.1f} {start:.1f}{mark}" for place in range(count))
    if mark == _DOT:
        return el("path", d=path, fill=ink, stroke="none")
    return el("path", d=path, fill="none", stroke_width="1.2")
