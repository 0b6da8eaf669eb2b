"""What grows and stands on a kind of terrain: trees, tufts, waves, houses, hills, in a few variants of a hex each."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

from sandtable.board.legend import Pattern
from sandtable.render.svg import Point, chance, el, mix, num

VARIANTS = 8


def variants(pattern: Pattern, fill: str, radius: float) -> list[str]:
    """Drawings of one hex of a pattern around the origin, all alike and none the same."""
    draw = _PATTERNS[pattern]
    return [draw(chance(pattern, variant), fill, radius) for variant in range(VARIANTS)]


def _scatter(source: Random, count: int, spacing: float, reach: float) -> list[Point]:
    """Points in a circle, no two nearer than the spacing, from top to bottom."""
    found: list[Point] = []
    for _ in range(count * 12):
        turn, out = source.uniform(0, 2 * math.pi), reach * math.sqrt(source.random())
        at = (out * math.cos(turn), out * math.sin(turn))
        if all(math.dist(at, other) >= spacing for other in found):
            found.append(at)
        if len(found) == count:
            break
    return sorted(found, key=lambda at: at[1])


def _ball(x: float, y: float, radius: float) -> str:
    size = num(radius)
    return (
        f"M{num(x - radius)} {num(y)}a{size} {size} 0 1 1 {num(2 * radius)} 0a{size} {size} 0 1 1-{num(2 * radius)} 0z"
    )


def _trees(source: Random, fill: str, radius: float) -> str:
    shadows, crowns, lights = [], [], []
    for x, y in _scatter(source, 26, radius * 0.2, radius * 0.86):
        size = radius * source.uniform(0.085, 0.125)
        shadows.append(_ball(x + size * 0.4, y + size * 0.5, size))
        crowns.append(_ball(x, y, size))
        lights.append(f"M{num(x - size * 0.6)} {num(y)}q0-{num(size * 0.6)} {num(size * 0.6)}-{num(size * 0.6)}")
    dark = mix(fill, "#20371f", 0.75)
    crown = mix(fill, "#3f6a35", 0.6)
    return (
        el("path", d="".join(shadows), fill=dark, fill_opacity="0.45")
        + el("path", d="".join(crowns), fill=crown, stroke=dark, stroke_width="0.5")
        + el("path", d="".join(lights), fill="none", stroke=mix(fill, "#ffffff", 0.35), stroke_width="0.9")
    )


def _dots(source: Random, fill: str, radius: float) -> str:
    specks = [_ball(x, y, source.uniform(0.6, 1.2)) for x, y in _scatter(source, 36, radius * 0.14, radius * 0.86)]
    return el("path", d="".join(specks), fill=mix(fill, "#4d3b1a", 0.5))


def _hatch(source: Random, fill: str, radius: float) -> str:
    strokes = []
    for x, y in _scatter(source, 18, radius * 0.24, radius * 0.8):
        reach = radius * source.uniform(0.06, 0.12)
        strokes.append(f"M{num(x - reach)} {num(y + reach)}L{num(x + reach)} {num(y - reach)}")
    return el("path", d="".join(strokes), fill="none", stroke=mix(fill, "#3d3322", 0.4), stroke_width="0.9")


def _grass(source: Random, fill: str, radius: float) -> str:
    tufts = []
    for x, y in _scatter(source, 15, radius * 0.28, radius * 0.84):
        tall = source.uniform(2.4, 3.6)
        side = num(tall * 0.7)
        tufts.append(f"M{num(x)} {num(y)}v-{num(tall)}m0 {num(tall)}l-2-{side}m2 {side}l2-{side}")
    return el("path", d="".join(tufts), fill="none", stroke=mix(fill, "#3c4a1c", 0.5), stroke_width="0.7")


def _marsh(source: Random, fill: str, radius: float) -> str:
    water, reeds = [], []
    for x, y in _scatter(source, 17, radius * 0.3, radius * 0.84):
        reach = radius * source.uniform(0.09, 0.15)
        water.append(
            f"M{num(x - reach)} {num(y)}h{num(2 * reach)}M{num(x - reach * 0.5)} {num(y + 2.6)}h{num(reach * 1.3)}"
        )
        reeds.append(f"M{num(x)} {num(y - 1)}v-5.4m-1 5.4l-2.6-4m4.6 4l2.6-4")
    return el("path", d="".join(water), fill="none", stroke="#5b8fae", stroke_width="1.1", stroke_linecap="round") + el(
        "path", d="".join(reeds), fill="none", stroke=mix(fill, "#32451f", 0.75), stroke_width="0.8"
    )


def _waves(source: Random, fill: str, radius: float) -> str:
    crests = []
    for x, y in _scatter(source, 7, radius * 0.42, radius * 0.74):
        reach = radius * source.uniform(0.08, 0.12)
        crests.append(
            f"M{num(x - 2 * reach)} {num(y)}q{num(reach)}-{num(reach * 0.7)} {num(2 * reach)} 0t{num(2 * reach)} 0"
        )
    return el(
        "path",
        d="".join(crests),
        fill="none",
        stroke=mix(fill, "#ffffff", 0.4),
        stroke_width="0.9",
        stroke_opacity="0.8",
    )


def _blocks(source: Random, fill: str, radius: float) -> str:
    """Houses along streets: each city has its own grain, its own outline, and a broad street or two through it."""
    turn = source.uniform(-45, 45)
    pitch = radius * source.uniform(0.17, 0.25)
    lobes, phase, depth = source.randint(2, 5), source.uniform(0, 2 * math.pi), source.uniform(0.04, 0.16)
    streets = [source.randint(-1, 1), source.choice((None, None, source.randint(-1, 1)))]
    most = math.ceil(radius / pitch)
    shadows: list[str] = []
    walls: list[str] = []
    roofs: list[str] = []
    for row in range(-most, most + 1):
        for column in range(-most, most + 1):
            x, y = column * pitch + source.uniform(-1, 1), row * pitch * 0.92 + source.uniform(-1, 1)
            reach = 0.74 + depth * math.cos(lobes * math.atan2(y, x) + phase)
            is_outside = math.hypot(x, y) > radius * min(reach + source.uniform(-0.1, 0.06), 0.88)
            if is_outside or column == streets[0] or row == streets[1] or source.random() < 0.1:
                continue
            width, height = pitch * source.uniform(0.5, 0.8), pitch * source.uniform(0.44, 0.7)
            corner = f"M{num(x - width / 2)} {num(y - height / 2)}"
            house = f"h{num(width)}v{num(height)}h-{num(width)}z"
            (roofs if source.random() < 0.3 else walls).append(corner + house)
            shadows.append(f"M{num(x - width / 2 + 1.1)} {num(y - height / 2 + 1.3)}{house}")
    brick, slate = mix(fill, "#7d3f30", 0.62), mix(fill, "#4e4a47", 0.62)
    edge = mix(fill, "#241a16", 0.85)
    return el(
        "g",
        el("path", d="".join(shadows), fill="#2c211c", fill_opacity="0.4"),
        el("path", d="".join(walls), fill=slate, stroke=edge, stroke_width="0.5"),
        el("path", d="".join(roofs), fill=brick, stroke=edge, stroke_width="0.5"),
        transform=f"rotate({num(turn)})",
    )


def _hills(source: Random, fill: str, radius: float) -> str:
    """A few knolls: a lit top, a shaded flank, and hachures running down it."""
    strokes, flanks, tops = [], [], []
    for x, y in _scatter(source, 5, radius * 0.5, radius * 0.58):
        reach = radius * source.uniform(0.2, 0.32)
        rise = reach * 0.6
        at = _placer((x, y + rise * 0.45), reach, rise)
        tops.append(f"M{at(-1, 0)}Q{at(-0.8, 1)} {at(0.05, 1)}Q{at(0.1, 0.5)} {at(-0.1, 0.1)}Z")
        brink = f"Q{at(0.4, -0.4)} {at(-0.1, 0.1)}Q{at(0.1, 0.5)} {at(0.05, 1)}Z"
        flanks.append(f"M{at(0.05, 1)}Q{at(0.85, 0.95)} {at(1.05, -0.1)}{brink}")
        strokes.append(f"M{at(-1, 0)}Q{at(-0.8, 1)} {at(0.05, 1)}")
        for share in (0.1, 0.32, 0.54, 0.76, 0.98):
            strokes.append(f"M{at(share, 1 - share * share)}l{num(rise * 0.14 + share * 2)} {num(rise * 0.6)}")
    dark = mix(fill, "#4a3316", 0.66)
    return (
        el("path", d="".join(tops), fill=mix(fill, "#fff3d0", 0.5), fill_opacity="0.5")
        + el("path", d="".join(flanks), fill=mix(fill, "#5a4322", 0.55), fill_opacity="0.5")
        + el("path", d="".join(strokes), fill="none", stroke=dark, stroke_width="0.8", stroke_linecap="round")
    )


def _mountains(source: Random, fill: str, radius: float) -> str:
    """Peaks from back to front, lit from the left, with spurs running down from the summit."""
    peaks = []
    edge = mix(fill, "#2a1c0f", 0.7)
    lit, shade = mix(fill, "#fff6e0", 0.34), mix(fill, "#40301c", 0.5)
    for x, y in _scatter(source, 7, radius * 0.36, radius * 0.62):
        half = radius * source.uniform(0.22, 0.33)
        rise = half * source.uniform(0.95, 1.3)
        lean = source.uniform(-0.22, 0.22)
        at = _placer((x, y + rise * 0.5), half, rise)
        left = f"M{at(-1, 0)}Q{at(-0.55, 0.2)} {at(-0.42, 0.46)}L{at(-0.3, 0.5)} {at(lean, 1)}"
        crease = f"L{at(lean + 0.14, 0.66)} {at(lean - 0.06, 0.42)} {at(lean + 0.12, 0.2)} {at(0, -0.06)}"
        right = f"L{at(0.34, 0.56)} {at(0.46, 0.5)}Q{at(0.6, 0.18)} {at(1, 0)}"
        spurs = f"M{at(-0.3, 0.5)}L{at(-0.24, 0.3)} {at(-0.4, 0.1)}M{at(0.4, 0.52)}L{at(0.36, 0.3)} {at(0.52, 0.1)}"
        peaks.append(el("path", d=f"{left}{crease}Z", fill=lit, stroke="none"))
        peaks.append(el("path", d=f"M{at(lean, 1)}{crease}L{at(1, 0)}Q{at(0.6, 0.18)} {at(0.46, 0.5)}Z", fill=shade))
        peaks.append(el("path", d=f"{left}{right}{spurs}", fill="none", stroke=edge))
    return el("g", *peaks, stroke_width="0.7", stroke_linejoin="round", stroke_linecap="round")


def _orchard(source: Random, fill: str, radius: float) -> str:
    """Fruit trees in rows."""
    shadows, crowns = [], []
    pitch = radius * 0.3
    for row in range(-2, 3):
        for column in range(-2, 3):
            x, y = (column + 0.5 * (row % 2)) * pitch, row * pitch * 0.9
            if math.hypot(x, y) < radius * 0.78:
                size = radius * source.uniform(0.075, 0.1)
                shadows.append(_ball(x + size * 0.4, y + size * 0.5, size))
                crowns.append(_ball(x, y, size))
    dark = mix(fill, "#20371f", 0.7)
    return el("path", d="".join(shadows), fill=dark, fill_opacity="0.4") + el(
        "path", d="".join(crowns), fill=mix(fill, "#5f8a3c", 0.7), stroke=dark, stroke_width="0.5"
    )


def _furrows(source: Random, fill: str, radius: float) -> str:
    """The drills of a field, from edge to edge of the hex, so that they run on into the next."""
    turn = source.choice((0, 30, 60, 90, 120, 150))
    between = radius * 0.866 / 6 if turn % 60 == 0 else radius * 0.15
    most = math.ceil(radius / between)
    ends = [_chord(turn, (place + 0.5) * between, radius) for place in range(-most, most)]
    lines = "".join(f"M{num(a[0])} {num(a[1])}L{num(b[0])} {num(b[1])}" for a, b in filter(None, ends))
    shadow, light = mix(fill, "#4d3b1a", 0.45), mix(fill, "#fff2d0", 0.35)
    pen = {"fill": "none", "stroke_width": "1.1"}
    return el("path", d=lines, stroke=shadow, stroke_opacity="0.5", **pen) + el(
        "path", d=lines, stroke=light, stroke_opacity="0.45", transform="translate(0.8 1.3)", **pen
    )


def _chord(turn: float, off: float, radius: float) -> tuple[Point, Point] | None:
    """The part within a hex with a side up of a line at this angle and distance from its centre."""
    ahead = (math.cos(math.radians(turn)), math.sin(math.radians(turn)))
    x, y = -ahead[1] * off, ahead[0] * off
    low, high = -2 * radius, 2 * radius
    for side in range(6):
        out = (math.cos(math.radians(60 * side + 30)), math.sin(math.radians(60 * side + 30)))
        room = radius * 0.866 - (x * out[0] + y * out[1])
        speed = ahead[0] * out[0] + ahead[1] * out[1]
        if abs(speed) < 1e-9:
            if room < 0:
                return None
        elif speed > 0:
            high = min(high, room / speed)
        else:
            low = max(low, room / speed)
    if low >= high:
        return None
    return (x + ahead[0] * low, y + ahead[1] * low), (x + ahead[0] * high, y + ahead[1] * high)


def _craters(source: Random, fill: str, radius: float) -> str:
    """Holes that shells have torn, with a lit rim away from the light."""
    holes, rims = [], []
    for x, y in _scatter(source, 8, radius * 0.36, radius * 0.74):
        size = radius * source.uniform(0.08, 0.14)
        holes.append(_ball(x, y, size))
        rims.append(f"M{num(x - size)} {num(y)}a{num(size)} {num(size)} 0 0 0 {num(2 * size)} 0")
    return el("path", d="".join(holes), fill=mix(fill, "#2e2210", 0.62)) + el(
        "path", d="".join(rims), fill="none", stroke=mix(fill, "#fff6dc", 0.6), stroke_width="1.4"
    )


def _roof(source: Random, fill: str, radius: float) -> str:
    """A house, for the key; on the map houses have their own shapes."""
    wide, high = num(radius * 0.6), num(radius * 0.36)
    lit = f"M-{wide}-{high}H{wide}V0H-{wide}Z"
    shaded = f"M-{wide} 0H{wide}V{high}H-{wide}Z"
    return el(
        "g", el("path", d=lit, fill=mix(fill, "#fff3dd", 0.3)), el("path", d=shaded, fill=mix(fill, "#1c1410", 0.35))
    )


def _bare(source: Random, fill: str, radius: float) -> str:
    return ""


def _fields(source: Random, fill: str, radius: float) -> str:
    """Hardly visible drifts of tone, longer than a hex: spots within each hex would look like polka dots."""
    patches = []
    for x, y in _scatter(source, source.randint(1, 3), radius * 0.6, radius):
        tone = "light" if source.random() < 0.5 else "dark"
        wide, high = radius * source.uniform(1.1, 2.1), radius * source.uniform(0.3, 0.6)
        turn = f"rotate({num(source.uniform(-35, 35))} {num(x)} {num(y)})"
        patches.append(el("ellipse", cx=x, cy=y, rx=wide, ry=high, fill=f"url(#patch-{tone})", transform=turn))
    return "".join(patches)


def soft_patches() -> str:
    """The fading tones that open ground is mottled with."""
    tones = (("light", "#fffbe6", 0.3), ("dark", "#75803f", 0.11))
    return "".join(
        el(
            "radialGradient",
            el("stop", stop_color=colour, stop_opacity=f"{strength:.2f}"),
            el("stop", offset="1", stop_color=colour, stop_opacity="0"),
            id=f"patch-{tone}",
        )
        for tone, colour, strength in tones
    )


def _placer(foot: Point, half: float, rise: float) -> Callable[[float, float], str]:
    """Writes points by shares of half a width to the right of a foot and of a height above it."""
    return lambda right, up: f"{num(foot[0] + half * right)} {num(foot[1] - rise * up)}"


_PATTERNS: dict[Pattern, Callable[[Random, str, float], str]] = {
    "trees": _trees,
    "dots": _dots,
    "hatch": _hatch,
    "grass": _grass,
    "marsh": _marsh,
    "waves": _waves,
    "stream": _bare,
    "ravine": _bare,
    "bridge": _bare,
    "craters": _craters,
    "orchard": _orchard,
    "furrows": _furrows,
    "roofs": _roof,
    "blocks": _blocks,
    "hills": _hills,
    "mountains": _mountains,
    "none": _fields,
}
