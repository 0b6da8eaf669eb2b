"""Picking any hex of the map: the options of such a question."""

from __future__ import annotations

from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.units import Game
from sandtable.kernel import Choice, Option, Refusal


def hexes_in_play(content: Content, rule_id: str) -> dict[str, Option]:
    """An option for every hex in play, by its label."""
    return {
        label: Option(ident, rule=rule_id)
        for label, ident in zip(content.board.labels, content.hex_ids, strict=True)
        if label in content.playable
    }


def refuse_out_of_play(game: Game, choice: Choice, rule_id: str) -> Refusal | None:
    """Why a hex of the map is not among those in play."""
    if choice.kind == "hex" and choice.name in game.content.board.index and choice.name not in game.content.playable:
        return Refusal("refused.out-of-play", rule_id, {"hex": choice.name})
    return None
