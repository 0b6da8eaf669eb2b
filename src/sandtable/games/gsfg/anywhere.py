"""Picking any hex of the map: the options of such a question, made once."""

from __future__ import annotations

from collections.abc import Container

from sandtable.games.gsfg.units import Game
from sandtable.kernel import Choice, Option, Refusal


def hexes_anywhere(game: Game, rule_id: str, *, but: Container[str]) -> list[Option]:
    """An option for every hex in play, but for some."""
    content = game.content
    made = content.option_cache.get(rule_id)
    if made is None:
        made = {
            label: Option(ident, rule=rule_id)
            for label, ident in zip(content.board.labels, content.hex_ids, strict=True)
            if label in content.playable
        }
        content.option_cache[rule_id] = made
    return [option for label, option in made.items() if label not in but]


def refuse_out_of_play(game: Game, choice: Choice, rule_id: str) -> Refusal | None:
    """Why a hex of the map that no scenario rule excludes is not among those in play."""
    if choice.kind == "hex" and choice.name in game.content.board.index and choice.name not in game.content.playable:
        return Refusal("refused.out-of-play", rule_id, {"hex": choice.name})
    return None
