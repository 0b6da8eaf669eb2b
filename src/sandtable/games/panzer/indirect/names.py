"""What batteries, missions and sources of fire are called."""

from __future__ import annotations

from sandtable.games.panzer.content import Content
from sandtable.games.panzer.indirect.batteries import battery_card
from sandtable.games.panzer.indirect.plotting import PLAN
from sandtable.kernel.text import Texts

INDIRECT_KINDS = ("battery", "mission", "shell", "sheaf", "smoke", "turn", "volley")
"""The kinds of options that indirect fire offers beside units, hexes and directions."""


def indirect_name(kind: str, ident: str, texts: Texts, content: Content) -> str | None:
    """The name of a battery, mission, source or turn; None for anything else, and for a source that is a unit."""
    if kind == "turn":
        return texts.phrase("option.turn", {"turn": ident})
    if kind == "mission":
        if ident.startswith(PLAN):
            return texts.phrase("option.plan", {"source": ident.removeprefix(PLAN)})
        return texts.phrase("option.mission", {"number": ident[1:]})
    if kind == "smoke":
        return texts.phrase("option.smoke", {"unit": ident})
    if kind in ("battery", "source"):
        if ident in content.batteries:
            args = {"name": battery_card(content, ident).name[texts.lang], "number": ident.rpartition("-")[2]}
            return texts.phrase("option.battery", args)
        return texts.name("unit", ident)
    return None
