"""Markers in a hex, who controls it, and what is highlighted."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from sandtable.board.scene import Marker, Palette
from sandtable.render.counters import palette_of, text_width
from sandtable.render.sheet import Sheet
from sandtable.render.svg import RenderError, el, group, mix, num, points, sans, text

PLAIN = Palette(fill="#f4ecd2", ink="#2b2418", symbol="#ffffff")
PITCH = 27.0
_NIGHT, _GLOW = "#0d1638", "#ffd978"
_RADIUS = 12.0
_BESIDE = 38.0
_SMALL = 0.78


def marker(shown: Marker, palettes: Mapping[str, Palette]) -> str:
    """One marker around the origin: a disc, lozenge, flag or star with its label."""
    palette = palette_of(shown.palette, palettes) if shown.palette else PLAIN
    try:
        shape, label_y = _SHAPES[shown.kind]
    except KeyError:
        raise RenderError(f"no marker of the kind {shown.kind!r}: use one of {', '.join(_SHAPES)}") from None
    dark = mix(palette.ink, "#000000", 0.3)
    body = el("path", d=shape, fill=palette.fill, stroke=dark, stroke_width="1.1", stroke_linejoin="round")
    shadow = el("path", d=shape, fill="#000000", fill_opacity="0.3", transform="translate(1.2 1.6)")
    size = min(10.0, 2 * _RADIUS * 0.84 / max(text_width(shown.label), 0.1))
    label = ""
    if shown.label:
        label = el(
            "text",
            text(shown.label),
            y=label_y + size * 0.36,
            font_size=size,
            fill=palette.ink,
            font_family=sans(shown.label),
            font_weight="bold",
            text_anchor="middle",
        )
    return shadow + body + label


def row(shown: Sequence[Marker], palettes: Mapping[str, Palette], at: tuple[float, float]) -> str:
    """The markers of one hex side by side around a point."""
    left = at[0] - PITCH * (len(shown) - 1) / 2
    parts = []
    for place, one in enumerate(shown):
        where = f"translate({num(left + place * PITCH)} {num(at[1])})"
        parts.append(group([marker(one, palettes)], class_="marker", data_at=one.at, transform=where))
    return "".join(parts)


def beside(shown: Sequence[Marker], palettes: Mapping[str, Palette], at: tuple[float, float]) -> str:
    """The markers of a hex with counters: small, to their left and right, clear of the name at the foot of the hex."""
    parts = []
    for place, one in enumerate(shown):
        x = at[0] + (-_BESIDE if place % 2 == 0 else _BESIDE)
        y = at[1] + place // 2 * PITCH * _SMALL
        where = f"translate({num(x)} {num(y)}) scale({_SMALL})"
        parts.append(group([marker(one, palettes)], class_="marker", data_at=one.at, transform=where))
    return "".join(parts)


def along(shown: Marker, palettes: Mapping[str, Palette], at: tuple[float, float]) -> str:
    """A marker that lies along a hexside: small, where a counter would stand there."""
    where = f"translate({num(at[0])} {num(at[1])}) scale({_SMALL})"
    return group([marker(shown, palettes)], class_="marker", data_at=shown.at, transform=where)


def night(sheet: Sheet, lit: Sequence[str] | None) -> str:
    """Darkness over the map but for the hexes in some light, which glow within a warm rim; nothing by day."""
    if lit is None:
        return ""
    bright = {sheet.board.index[label] for label in lit}
    dark = sheet.border(set(range(sheet.board.size)) - bright)
    parts = [el("path", d=dark, fill=_NIGHT, fill_opacity="0.5")]
    if bright:
        glow = sheet.border(bright)
        parts.append(el("path", d=glow, fill=_GLOW, fill_opacity="0.14"))
        parts.append(el("path", d=glow, fill="none", stroke=_GLOW, stroke_width="4", stroke_opacity="0.75"))
    return group(parts, class_="night")


def control(sheet: Sheet, holders: Mapping[str, str], palettes: Mapping[str, Palette]) -> str:
    """A tint over what each side controls, a band along its frontier, and a flag in every hex that has a name."""
    held = {sheet.board.index[label]: holder for label, holder in holders.items()}
    parts = []
    for holder in sorted(set(held.values())):
        colour = palette_of(holder, palettes).fill
        outline = sheet.border({index for index, side in held.items() if side == holder})
        parts.append(el("path", d=outline, fill=colour, fill_opacity="0.2"))
        parts.append(el("path", d=_frontier(sheet, held, holder), fill=colour, fill_opacity="0.7"))
    flags = [_flag(sheet, index, palettes[holder]) for index, holder in held.items() if sheet.board.hexes[index].name]
    return group([*parts, *flags], class_="control")


def highlights(sheet: Sheet, colours: Mapping[str, str]) -> str:
    """Hexes outlined and washed in a colour."""
    parts = []
    for label, colour in colours.items():
        inset = _inset(sheet, sheet.board.index[label], 0.93)
        parts.append(el("polygon", points=points(inset), fill=colour, stroke=colour, data_at=label))
    return group(parts, class_="highlights", fill_opacity="0.25", stroke_width="3", stroke_linejoin="round")


def _inset(sheet: Sheet, index: int, share: float) -> list[tuple[float, float]]:
    cx, cy = sheet.centres[index]
    return [(cx + (x - cx) * share, cy + (y - cy) * share) for x, y in sheet.corners[index]]


def _frontier(sheet: Sheet, held: Mapping[int, str], holder: str) -> str:
    """Narrow strips inside the hexsides beyond which somebody else, or nobody, is in control."""
    strips = []
    for index, direction in sheet.board.boundary(index for index, side in held.items() if side == holder):
        a, b = sheet.side(index, direction)
        inner = _inset(sheet, index, 0.92)
        c, d = inner[direction % 6], inner[(direction - 1) % 6]
        strips.append("M" + "L".join(f"{num(x)} {num(y)}" for x, y in (a, b, c, d)) + "Z")
    return "".join(strips)


def _flag(sheet: Sheet, index: int, palette: Palette) -> str:
    x, y = sheet.centres[index]
    turn = math.radians(150)
    x, y = x + 38 * math.cos(turn), y + 38 * math.sin(turn)
    pole = el("path", d=f"M{num(x)} {num(y)}v-15", stroke="#2b2418", stroke_width="1.3", fill="none")
    cloth = el(
        "path", d=f"M{num(x)} {num(y - 15)}h12l-3 4 3 4h-12z", fill=palette.fill, stroke=palette.ink, stroke_width="0.7"
    )
    return pole + cloth


def _star() -> str:
    tips = []
    for place in range(10):
        reach = _RADIUS * (1.25 if place % 2 == 0 else 0.66)
        turn = math.radians(-90 + 36 * place)
        tips.append(f"{num(reach * math.cos(turn))} {num(reach * math.sin(turn))}")
    return "M" + "L".join(tips) + "Z"


_SHAPES: dict[str, tuple[str, float]] = {
    "disc": ("M-12 0A12 12 0 0 1 12 0A12 12 0 0 1-12 0Z", 0.0),
    "lozenge": ("M0-14 14 0 0 14-14 0Z", 0.0),
    "flag": ("M-11 14V-13H13L9-4.5 13 4H-9.4V14Z", -4.5),
    "star": (_star(), 0.8),
}
