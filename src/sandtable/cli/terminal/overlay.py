"""What the player may have lit up on the board: the overlays of a title, one at a time."""

from __future__ import annotations

from sandtable.cli.session import Session
from sandtable.cli.terminal.descriptions import hex_title
from sandtable.mechanics.title import Overlay


def overlays(session: Session) -> tuple[Overlay, ...]:
    return hex_title(session).overlays(session.table.game.content)


def name(session: Session, overlay: Overlay) -> str:
    return session.texts.phrase(f"overlay.{overlay.text}", overlay.args)


def lit(session: Session, overlay: Overlay | None, label: str) -> frozenset[str]:
    """The hexes that an overlay lights up; one that needs a hex is worked out from the one under the cursor."""
    if overlay is None:
        return frozenset()
    at = label if overlay.needs_hex else ""
    return hex_title(session).overlay(session.seen, overlay.id, at, session.viewer)
