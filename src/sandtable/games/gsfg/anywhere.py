"""Picking any hex of the map: the options of such a question."""

from __future__ import annotations

from sandtable.games.gsfg.content import Content
from sandtable.kernel import Option


def hexes_in_play(content: Content, rule_id: str) -> dict[str, Option]:
    """An option for every hex of the map, by its label."""
    return {
        label: Option(ident, rule=rule_id) for label, ident in zip(content.board.labels, content.hex_ids, strict=True)
    }
