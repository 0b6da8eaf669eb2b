"""How a game stands, and what there is to know of a hex: for players to read."""

from __future__ import annotations

from sandtable.games.gts.state import SIDES
from sandtable.games.gts.units import Game
from sandtable.kernel import Texts
from sandtable.mechanics.inspection import Fact
from sandtable.mechanics.title import StatusLine


def status(game: Game, lang: str, texts: Texts) -> tuple[StatusLine, ...]:
    """The awards so far, the points of each division, and the losses. STUB"""
    return tuple(StatusLine(texts.phrase("status.lost"), str(game.state.losses.get(side, 0)), side) for side in SIDES)


def facts(game: Game, label: str, texts: Texts) -> list[Fact]:
    """Stacking, fire zones, command and markers of a hex. STUB"""
    return []
