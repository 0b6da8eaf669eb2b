"""Chapters 6.1.4.3.10 and 6.8.4: smoke on the map, from the counter that is placed to the one that is removed."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.panzer.indirect.events import SmokeGone, SmokeLaid, SmokeThins
from sandtable.games.panzer.indirect.sheafs import sheaf_hexes
from sandtable.games.panzer.state import Sheaf, Smoke
from sandtable.games.panzer.units import Game
from sandtable.kernel import rule


@rule("6.1.4.3.10", "6.5.1.6.1")
def lay_smoke(game: Game, at: str, sheaf: Sheaf, direction: int = 0) -> None:
    """Put a Smoke/On counter on a hex, or turn an Off counter of the same pattern there to On.

    New smoke hinders only after the step in which it was made; smoke that is kept up goes on hindering.
    """
    hexes = sheaf_hexes(game.content, sheaf, at, direction)
    smoke = game.state.smoke
    for key, there in smoke.items():
        if there.hexes == hexes:
            smoke[key] = replace(there, on=True)
            break
    else:
        smoke[_next_id(smoke)] = Smoke(hexes, sheaf, since=game.state.step)
    game.say(SmokeLaid(rule="6.1.4.3.10", at=at, sheaf=sheaf))


def _next_id(smoke: dict[str, Smoke]) -> str:
    """The next free number of a counter."""
    return next(str(number) for number in range(1, len(smoke) + 2) if str(number) not in smoke)


@rule("6.8.4")
def adjust_smoke(game: Game) -> None:
    """In the Adjust/Remove Counters Step Smoke/Off counters are removed and Smoke/On counters are turned to Off."""
    smoke = game.state.smoke
    for key, there in list(smoke.items()):
        if there.on:
            smoke[key] = replace(there, on=False)
            game.say(SmokeThins(rule="6.8.4", at=there.hexes[0]))
        else:
            del smoke[key]
            game.say(SmokeGone(rule="6.8.4", at=there.hexes[0]))


@rule("6.1.4.3.10")
def take_effect(game: Game) -> None:
    """As a step ends: smoke and barrages that were made in it hinder from now on."""
    state = game.state
    for key, there in state.smoke.items():
        if there.since:
            state.smoke[key] = replace(there, since="")
    for key, mission in state.missions.items():
        if mission.since:
            state.missions[key] = replace(mission, since="")
