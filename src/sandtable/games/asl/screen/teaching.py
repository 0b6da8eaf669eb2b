"""What a scenario from which the game is learned says, phase by phase."""

from __future__ import annotations

from sandtable.games.asl.tables.sequence import Phases
from sandtable.games.asl.units import Game

_SET_UP = "set-up"


def teaching(game: Game, lang: str) -> tuple[str, ...]:
    """The remarks on the phase under way, else on the last one of the Game Turn of which there are any."""
    state = game.state
    phases = [_SET_UP, *(row.phase for row in game.content.table("phases", Phases).phases)]
    remarks = [each for each in game.content.scenario.teaches if each.turn == max(state.turn, 1)]
    reached = phases.index(state.phase or _SET_UP)
    latest = max((place for each in remarks if (place := phases.index(each.phase)) <= reached), default=None)
    return tuple(each.text[lang] for each in remarks if phases.index(each.phase) == latest)
