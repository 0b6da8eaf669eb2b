"""Small marks for what a hex holds besides its terrain: towns, airfields, ports and the like."""

from __future__ import annotations

import math

from sandtable.board.legend import FeatureStyle
from sandtable.render.sheet import Sheet
from sandtable.render.svg import el, group, mix, num

_PITCH = 15.0


def _star_path(reach: float) -> str:
    tips = []
    for place in range(10):
        out = reach if place % 2 == 0 else reach * 0.42
        turn = math.radians(-90 + 36 * place)
        tips.append(f"{num(out * math.cos(turn))} {num(out * math.sin(turn))}")
    return "M" + "L".join(tips) + "Z"


_SOLID = {
    "dot": "M-4.5 0A4.5 4.5 0 0 1 4.5 0A4.5 4.5 0 0 1-4.5 0Z",
    "square": "M-5-5H5V5H-5Z",
    "star": _star_path(7.5),
    "flag": "M-5 8V-8H7L4-4 7 0H-3.4V8Z",
    "cross": "M-2-6.5H2V-2H6.5V2H2V6.5H-2V2H-6.5V-2H-2Z",
}
_LINED = {
    "ring": "M-6 0A6 6 0 0 1 6 0A6 6 0 0 1-6 0ZM-3.4 3.4 3.4-3.4",
    "anchor": "M0-4.5V7M-3-2.5H3M-6 2.4Q-5 7 0 7Q5 7 6 2.4M-1.8-6.2A1.8 1.8 0 0 1 1.8-6.2A1.8 1.8 0 0 1-1.8-6.2Z",
}


def mark(feature: FeatureStyle) -> str:
    """The mark of one feature around the origin."""
    if feature.mark in _SOLID:
        edge = mix(feature.fill, "#ffffff", 0.75)
        return el("path", d=_SOLID[feature.mark], fill=feature.fill, stroke=edge, stroke_width="1")
    if feature.mark in _LINED:
        halo = el(
            "path", d=_LINED[feature.mark], fill="#fbf6e4", fill_opacity="0.7", stroke="#fbf6e4", stroke_width="3.6"
        )
        return halo + el("path", d=_LINED[feature.mark], fill="none", stroke=feature.fill, stroke_width="1.7")
    return ""


def marks(sheet: Sheet) -> str:
    """The marks of every hex side by side at its centre, in the order of the legend."""
    legend = sheet.board.legend.features
    parts = []
    for info, (x, y) in zip(sheet.board.hexes, sheet.centres, strict=True):
        drawn = [mark(feature) for name, feature in legend.items() if name in info.features and feature.mark != "none"]
        left = x - _PITCH * (len(drawn) - 1) / 2
        for place, one in enumerate(drawn):
            parts.append(group([one], transform=f"translate({num(left + place * _PITCH)} {num(y)})"))
    return group(parts, class_="features", stroke_linecap="round", stroke_linejoin="round")
