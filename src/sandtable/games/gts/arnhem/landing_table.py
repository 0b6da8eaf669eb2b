"""The table of landings from the air, as its file describes it."""

from __future__ import annotations

from sandtable.games.gts.content import Content
from sandtable.mechanics.content import Strict, Table


class LandingMarker(Strict, frozen=True, kw_only=True):
    """What the confusion of a landing does to ratings; who has it neither assaults nor works."""

    fire: int
    assault: int
    defense: int


class LandingFile(Table, frozen=True, kw_only=True):
    """How units land, and what it does to them."""

    markers: dict[str, LandingMarker]
    per_hex: int
    fire_zone: int
    closed: int
    move_divisor: int
    """By what the movement allowance of a unit that has just landed is divided."""


def landing_figures(content: Content) -> LandingFile:
    return content.table("landing", LandingFile)
