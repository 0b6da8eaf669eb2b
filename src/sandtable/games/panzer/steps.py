"""Chapters 4.0 and 6.0: a step of the turn begins."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.panzer.indirect.smoke import take_effect
from sandtable.games.panzer.units import Game
from sandtable.kernel import rule
from sandtable.mechanics.switches import is_on


@rule("4.0", "4.4.3.2.2/brew-up-smoke", "6.1.4.3.10")
def begin_step(game: Game, step: str) -> None:
    """A step begins: smoke and barrages of the step before, which is over, hinder from now on."""
    game.state.step = step
    _smoke_hinders(game)


@rule("4.4", "4.4.3.2.2/brew-up-smoke", "6.1.4.3.10")
def go_on_within(game: Game, step: str) -> None:
    """The other player acts in a step, or overwatch fire follows direct fire in it: that is no new step (ruling)."""
    game.state.step = step
    if is_on(game.content, "each-player-has-steps"):
        _smoke_hinders(game)


def _smoke_hinders(game: Game) -> None:
    state = game.state
    take_effect(game)
    for label, wreck in state.wrecks.items():
        if wreck.since:
            state.wrecks[label] = replace(wreck, since="")
