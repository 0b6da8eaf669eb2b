"""What a player may have lit up on the map."""

from __future__ import annotations

from sandtable.games.gts.content import Content
from sandtable.games.gts.units import Game
from sandtable.mechanics.title import Overlay


def overlays(content: Content) -> tuple[Overlay, ...]:
    """Fire zones, command ranges, contact and lines of sight. STUB"""
    return ()


def lit(game: Game, overlay_id: str, label: str) -> frozenset[str]:
    """The hexes of an overlay. STUB"""
    return frozenset()
