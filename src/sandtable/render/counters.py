"""Counters as cards: symbol, size, printed figures, designation, steps lost, states and facing."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import msgspec

from sandtable.board.scene import Counter, Palette
from sandtable.render.contrast import is_light, readable
from sandtable.render.svg import RenderError, el, group, ident, luminance, mix, num, sans, text
from sandtable.render.symbols import definition, symbol

CARD = 52.0
HALF = CARD / 2
PITCH = CARD + 8
FAN_RIGHT = 6.0
FAN_UP = 15.0
FAN_WIDTH = 18.0
FAN_HEIGHT = 34.0

_SYMBOL_Y = -5.0
_SIDE_LENGTH = 29.0
_CORNER_LENGTH = 3.4
"""How much of the left edge a figure in the corner takes."""
OUTLINE = "#1d1a16"
"""The rim of figures that are printed in a colour of their own."""
_GLOW = "#ffd83a"


class Badge(msgspec.Struct, frozen=True):
    """A small disc on the edge of a card that tells a state at a glance."""

    letter: str
    fill: str
    ink: str = "#ffffff"


BADGES: dict[str, Badge] = {
    "out-of-supply": Badge("U", "#b3261e"),
    "suppressed": Badge("S", "#f2c230", "#221a00"),
    "disrupted": Badge("D", "#b4560f"),
    "fired": Badge("F", "#5a5f66"),
    "face-down": Badge("?", "#3d4a63"),
    "column": Badge("»", "#3d4a63"),
    "cohesion-1": Badge("C", "#8e2f6b"),
    "cohesion-2": Badge("C2", "#8e2f6b"),
    "in-contact": Badge("R", "#1d6b45"),
    "short-halt": Badge("H", "#3d4a63"),
    "track-hit": Badge("T", "#b3261e"),
    "damaged": Badge("D", "#b3261e"),
    "suppressed-off": Badge("s", "#f2c230", "#221a00"),
    "reduced": Badge("½", "#8e2f6b"),
    "carried": Badge("P", "#3d4a63"),
    "hull-down": Badge("HD", "#1d6b45"),
    "partial-hull-down": Badge("PD", "#1d6b45"),
    "full-cover": Badge("C", "#1d6b45"),
    "under-fire": Badge("UF", "#b3261e"),
    "altitude-low": Badge("LO", "#3d4a63"),
    "altitude-medium": Badge("ME", "#3d4a63"),
    "altitude-high": Badge("HI", "#3d4a63"),
    "speed-slow": Badge("SL", "#3d4a63"),
    "speed-fast": Badge("FA", "#3d4a63"),
    "concealed": Badge("?", "#3d4a63"),
    "hip": Badge("H", "#3d4a63"),
    "dm": Badge("DM", "#b3261e"),
    "pinned": Badge("P", "#f2c230", "#221a00"),
    "cx": Badge("CX", "#8a6a43"),
    "ti": Badge("TI", "#5a5f66"),
    "berserk": Badge("B!", "#b3261e"),
    "melee": Badge("M", "#b4560f"),
    "prisoner": Badge("PR", "#5a5f66"),
    "unarmed": Badge("UN", "#5a5f66"),
    "encircled": Badge("E", "#8e2f6b"),
    "wounded": Badge("W", "#b3261e"),
    "fanatic": Badge("F", "#8e2f6b"),
    "heroic": Badge("★", "#8e2f6b"),
    "fire-prep": Badge("PF", "#5a5f66"),
    "fire-opportunity": Badge("OF", "#1d6b45"),
    "fire-first": Badge("FF", "#b4560f"),
    "fire-final": Badge("FL", "#5a5f66"),
    "fire-intensive": Badge("IF", "#b4560f"),
    "foxhole": Badge("FH", "#8a6a43"),
    "trench": Badge("TR", "#8a6a43"),
    "cellar": Badge("C↓", "#8a6a43"),
    "wall": Badge("WA", "#1d6b45"),
    "bypass": Badge("BY", "#3d4a63"),
    "malfunctioned": Badge("X", "#b3261e"),
    "motion": Badge("M", "#1d6b45"),
    "exposed": Badge("CE", "#3d4a63"),
    "immobile": Badge("I", "#b3261e"),
    "bogged": Badge("BG", "#8a6a43"),
    "mired": Badge("MI", "#8a6a43"),
    "stunned": Badge("ST", "#b4560f"),
    "shocked": Badge("SH", "#b4560f"),
    "turned": Badge("↻", "#3d4a63"),
    "loaded": Badge("P", "#3d4a63"),
    "acquired": Badge("A", "#1d6b45"),
}
_MOST_BADGES = 4
_QUIET_STATES = frozenset({"moved", "hidden", "selected"})


def badge_of(state: str) -> Badge:
    """The badge of a state, or one made of the first letter of its name."""
    return BADGES.get(state) or Badge(state[:1].upper(), "#3d4a63")


def badges_of(counter: Counter) -> list[Badge]:
    """What tells the states of a counter, as far as there is room."""
    return [badge_of(state) for state in counter.states if state not in _QUIET_STATES][:_MOST_BADGES]


def is_hidden(counter: Counter) -> bool:
    return "hidden" in counter.states


def definitions(counters: Sequence[Counter]) -> str:
    """The pictograms that these counters use; those of hidden counters stay out of the drawing."""
    shown = {counter.symbol.branch for counter in counters if not is_hidden(counter)}
    return "".join(definition(branch) for branch in sorted(shown))


def palette_of(name: str, palettes: Mapping[str, Palette]) -> Palette:
    """The colour scheme of that name, so that it can be read."""
    try:
        return readable(palettes[name])
    except KeyError:
        known = ", ".join(sorted(palettes)) or "none"
        raise RenderError(f"the scene has no palette {name!r}: it has {known}") from None


def fan(count: int) -> list[tuple[float, float]]:
    """Where the counters of a stack lie around its middle, the lowest first, each further up and right."""
    if count < 2:
        return [(0.0, 0.0)] * count
    right = min(FAN_RIGHT, FAN_WIDTH / (count - 1))
    up = min(FAN_UP, FAN_HEIGHT / (count - 1))
    middle = (count - 1) / 2
    return [((place - middle) * right, (middle - place) * up) for place in range(count)]


def stack(counters: Sequence[Counter], palettes: Mapping[str, Palette], angles: Sequence[float]) -> str:
    """The counters of one place, fanned around the origin; `angles` are the turns of the twelve facings."""
    cards = []
    for place, (counter, (dx, dy)) in enumerate(zip(counters, fan(len(counters)), strict=True)):
        cards.append(card(counter, palettes, angles, place, (dx, dy)))
    return "".join(cards)


def card(
    counter: Counter,
    palettes: Mapping[str, Palette],
    angles: Sequence[float],
    place: int,
    at: tuple[float, float],
) -> str:
    """One counter at a point: its face, or the back of a hidden one, which shows its side and nothing else."""
    transform = f"translate({num(at[0])} {num(at[1])})"
    if is_hidden(counter):
        palette = palette_of(counter.side if counter.side in palettes else counter.palette, palettes)
        hidden_id = ident("hidden", f"{counter.at}-{place}")
        parts = [_glow(counter), _blank(palette), _question(palette)]
        return group(parts, id=hidden_id, class_="counter hidden", data_at=counter.at, transform=transform)
    palette = palette_of(counter.palette, palettes)
    parts = [
        f"<title>{text(_tooltip(counter))}</title>",
        _glow(counter),
        _facing(counter, palette, angles),
        _blank(palette),
        _reduced_band(counter, palette),
        _veil(counter, palette),
        group([symbol(counter.symbol, palette.ink, palette.symbol)], transform=f"translate(0 {num(_SYMBOL_Y)})"),
        _print(counter, palette),
        _steps(counter, palette),
        _tick(counter),
        _badges(counter),
    ]
    kind = " ".join(["counter", *(state for state in counter.states if state)])
    return group(
        parts,
        id=ident("unit", counter.id),
        class_=kind,
        data_at=counter.at,
        data_side=counter.side,
        transform=transform,
    )


def _tooltip(counter: Counter) -> str:
    steps = f"{counter.steps}/{counter.full_steps}" if counter.full_steps > 1 else ""
    return " · ".join(filter(None, (counter.name, counter.values, steps, *counter.states)))


def _rounded(inset: float, **attributes: str | float | None) -> str:
    half = HALF - inset
    return el("rect", x=-half, y=-half, width=2 * half, height=2 * half, rx=max(5 - inset, 2), **attributes)


def edge_of(palette: Palette) -> str:
    """The colour of the rim of a card, by which it stands out from any ground."""
    return mix(palette.fill, "#000000", 0.75)


def _blank(palette: Palette) -> str:
    light = mix(palette.fill, "#ffffff", 0.45)
    dark = mix(palette.fill, "#000000", 0.35)
    shadow = el(
        "rect", x=-HALF + 1.5, y=-HALF + 2, width=CARD, height=CARD, rx="5", fill="#000000", fill_opacity="0.32"
    )
    edge = _rounded(0, fill=palette.fill, stroke=edge_of(palette), stroke_width="0.8")
    low, far = HALF - 1.2, HALF - 4.5
    lit = f"M{num(-low)} {num(far)}V{num(-far)}Q{num(-low)} {num(-low)} {num(-far)} {num(-low)}H{num(far)}"
    shaded = f"M{num(low)} {num(-far)}V{num(far)}Q{num(low)} {num(low)} {num(far)} {num(low)}H{num(-far)}"
    bevel = el("path", d=lit, stroke=light) + el("path", d=shaded, stroke=dark)
    return shadow + edge + el("g", bevel, fill="none", stroke_width="1.4", stroke_opacity="0.8")


def _glow(counter: Counter) -> str:
    if "selected" not in counter.states:
        return ""
    rings = ((7.0, 0.3), (4.5, 0.55), (2.0, 1.0))
    return "".join(
        _rounded(-width / 2, fill="none", stroke=_GLOW, stroke_width=width, stroke_opacity=f"{opacity:.2f}")
        for width, opacity in rings
    )


def _question(palette: Palette) -> str:
    ring = el("circle", r="15", fill=palette.symbol, stroke=palette.ink, stroke_width="1.4")
    return ring + _text("?", 0, 7.6, 21, palette.ink, font_weight="bold")


def _text(shown: str, x: float, y: float, size: float, ink: str, **attributes: str | float | None) -> str:
    return el(
        "text",
        text(shown),
        x=x,
        y=y,
        font_size=size,
        fill=ink,
        text_anchor=attributes.pop("text_anchor", "middle"),
        font_family=sans(shown),
        **attributes,
    )


def text_width(shown: str) -> float:
    """A guess at how wide a text runs, in units of its font size."""
    return sum(1.0 if ord(letter) > 0x2E80 else 0.36 if letter in " .,-'il1I|:;" else 0.64 for letter in shown)


def _print(counter: Counter, palette: Palette) -> str:
    parts = []
    if counter.values:
        size = min(15.0, 45 / (text_width(counter.values) * 1.12))
        parts.append(_figures(counter, size, palette.ink))
    if counter.corner:
        size = min(7.2, 15 / text_width(counter.corner))
        parts.append(
            _text(counter.corner, -HALF + 2.8, -HALF + 8.6, size, palette.ink, text_anchor="start", font_weight="bold")
        )
    # A figure in the corner leaves the left edge less room.
    less = _CORNER_LENGTH if counter.corner else 0.0
    edges = ((less, f"translate(-18.4 {num(less / 2 - 3)}) rotate(-90)"), (0.0, "translate(18.4 -3) rotate(90)"))
    for line, (taken, turned) in zip(_designation(counter.name), edges, strict=False):
        room = _SIDE_LENGTH - taken
        size = max(4.4 * room / _SIDE_LENGTH, min(7.0, room / max(text_width(line), 0.1)))
        parts.append(_text(line, 0, 0, size, palette.ink, transform=turned))
    return "".join(parts)


def _figures(counter: Counter, size: float, ink: str) -> str:
    """The figures; those that are printed in a colour of their own have an outline, to be read on any card."""
    tints = (*counter.tints, *[""] * counter.values.count("-"))
    figures = [
        el("tspan", text(figure), fill=tint, stroke=OUTLINE, stroke_width=size * 0.13, paint_order="stroke")
        if tint
        else text(figure)
        for figure, tint in zip(counter.values.split("-"), (*tints, ""), strict=False)
    ]
    return el(
        "text", "-".join(figures), x=0, y=16.9 + size * 0.36, font_size=size, fill=ink, text_anchor="middle",
        font_family=sans(counter.values), font_weight="bold",
    )  # fmt: skip


def _designation(name: str) -> list[str]:
    """The name in one line for the left edge, or split at a blank over both edges, shortened to what fits there."""
    longest = _SIDE_LENGTH / 5.4
    words = name.split()
    if text_width(name) <= longest or len(words) < 2:
        return [_fitting(name)] if name else []
    cut = min(range(1, len(words)), key=lambda at: abs(len(" ".join(words[:at])) - len(" ".join(words[at:]))))
    return [_fitting(" ".join(words[:cut])), _fitting(" ".join(words[cut:]))]


def _fitting(line: str) -> str:
    longest = _SIDE_LENGTH / 4.4
    if text_width(line) <= longest:
        return line
    while line and text_width(line + "…") > longest:
        line = line[:-1]
    return line.rstrip() + "…"


def _reduced_band(counter: Counter, palette: Palette) -> str:
    """A band behind the figures, lighter than the card or darker, as the ink needs it."""
    if counter.steps >= counter.full_steps:
        return ""
    band = f"M{num(-HALF + 1)} 8.6H{num(HALF - 1)}V20.5Q{num(HALF - 1)} 25 20.5 25H-20.5Q{num(-HALF + 1)} 25 -25 20.5Z"
    return el("path", d=band, fill="#000000" if is_light(palette.ink) else "#ffffff", fill_opacity="0.5")


def _steps(counter: Counter, palette: Palette) -> str:
    if counter.full_steps < 2:
        return ""
    if counter.full_steps > 4:
        return _text(f"{counter.steps}/{counter.full_steps}", 22.6, -18, 6, palette.ink, text_anchor="end")
    pips = []
    for place in range(counter.full_steps):
        fill = palette.ink if place < counter.steps else "none"
        pips.append(el("circle", cx=22.2, cy=6 - place * 4.6, r=1.7, fill=fill))
    return group(pips, stroke=palette.ink, stroke_width="0.7")


def _veil(counter: Counter, palette: Palette) -> str:
    """Grey over the card of a counter that has moved, under what is printed on it."""
    if "moved" not in counter.states:
        return ""
    return _rounded(0, fill="#5a5a55" if is_light(palette.ink) else "#c8c8c2", fill_opacity="0.5")


def _tick(counter: Counter) -> str:
    """The arrow on the corner of a counter that has moved."""
    if "moved" not in counter.states:
        return ""
    disc = el("circle", r=5.5, fill="#f4f1e6", stroke="#33332f", stroke_width="0.9")
    arrow = el("path", d="M0 3.4V-3.4M-2.6-.8 0-3.4 2.6-.8", fill="none", stroke="#33332f", stroke_width="1.3")
    return el(
        "g", disc, arrow, transform=f"translate({num(-HALF + 1)} {num(HALF - 1)}) rotate(45)", stroke_linecap="round"
    )


def _badges(counter: Counter) -> str:
    parts = []
    for place, badge in enumerate(badges_of(counter)):
        x, y = HALF - 3.5, -HALF + 3.5 + place * 11.5
        disc = el("circle", cx=x, cy=y, r=6, fill=badge.fill, stroke="#ffffff", stroke_width="1")
        size = 8 if len(badge.letter) == 1 else 7
        parts.append(disc + _text(badge.letter, x, y + 2.9, size, badge.ink, font_weight="bold"))
    return "".join(parts)


def _facing(counter: Counter, palette: Palette, angles: Sequence[float]) -> str:
    if counter.facing is None:
        return ""
    turn = math.radians(angles[counter.facing % len(angles)])
    edge = HALF / max(abs(math.cos(turn)), abs(math.sin(turn)))
    fill = palette.fill if luminance(palette.fill) < 0.6 else palette.ink
    pointer = el(
        "path",
        d=f"M{num(edge - 4)}-9 {num(edge + 7.5)} 0 {num(edge - 4)} 9Z",
        fill=fill,
        stroke="#ffffff",
        stroke_width="0.9",
        stroke_linejoin="round",
    )
    return group([pointer, _mount(counter, edge, palette)], transform=f"rotate({num(math.degrees(turn))})")


def _mount(counter: Counter, edge: float, palette: Palette) -> str:
    """A turret with its gun, or the edges of the field before a gun that cannot be turned, at the pointer."""
    if counter.mount == "turret":
        barrel = el("path", d=f"M{num(edge + 3)} 0H{num(edge + 15)}", stroke=palette.ink, stroke_width="2.2")
        return barrel + el(
            "circle", cx=edge + 3.5, cy=0, r=4.6, fill=palette.fill, stroke=palette.ink, stroke_width="1.5"
        )
    if counter.mount == "fixed":
        field = f"M{num(edge + 4)}-3 {num(edge + 14)}-8.8M{num(edge + 4)} 3 {num(edge + 14)} 8.8"
        return el("path", d=field, stroke=palette.ink, stroke_width="1.6", stroke_linecap="round")
    return ""


def shelf(
    counters: Sequence[Counter],
    palettes: Mapping[str, Palette],
    angles: Sequence[float],
    columns: int,
) -> tuple[str, int]:
    """Counters side by side in rows, as in an off-map box, from the upper left corner; also the number of rows."""
    cards = []
    for place, counter in enumerate(counters):
        row, column = divmod(place, columns)
        at = (column * PITCH + HALF + 4, row * PITCH + HALF + 4)
        cards.append(card(counter, palettes, angles, place, at))
    return "".join(cards), -(-len(counters) // columns)
