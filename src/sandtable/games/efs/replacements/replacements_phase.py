"""Chapter 7: the Replacements Phase."""

from __future__ import annotations

from sandtable.games.efs.declaration.mandated import is_in_play, receive
from sandtable.games.efs.units import Game
from sandtable.kernel import Phase, rule


class ReplacementsPhase(Phase, frozen=True):
    """A.2: the mandated attacks that a card gives are received; replacements (7.2, 7.6) are to be added."""

    @rule("12.3")
    def begin(self, game: Game) -> None:
        game.finish()
        ordered = game.content.card.mandated.get(game.state.turn, 0)
        if ordered and is_in_play(game.content):
            receive(game, ordered)
