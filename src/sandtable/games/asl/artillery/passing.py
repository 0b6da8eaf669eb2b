"""C1.5, E12: those who come into Fire For Effect or a barrage, or leave it, are struck."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from sandtable.games.asl.artillery import barrages
from sandtable.games.asl.artillery.missions import end_lost_missions
from sandtable.games.asl.artillery.modules import blast_area, is_firing, salvo_of
from sandtable.games.asl.artillery.shells import Salvo, burst
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.morale.casualties import Aftermath, squad_of, those_left
from sandtable.games.asl.units import Game
from sandtable.kernel import rule


def fires(game: Game) -> Iterator[tuple[Salvo, Collection[str]]]:
    """Fire For Effect on the map, each with its hexes."""
    for battery in list(game.state.batteries.values()):
        if is_firing(battery):
            yield salvo_of(game, battery, battery.shell), blast_area(game, battery.at, battery.shell)


def curtains(game: Game) -> Iterator[tuple[Salvo, Collection[str]]]:
    """Barrages on the map, each with its hexes."""
    for barrage in list(game.state.barrages.values()):
        if barrages.lies(barrage):
            yield barrages.salvo_of(game, barrage), barrages.line_across(game.content, barrage.at)


def is_shelled(game: Game) -> bool:
    """Whether any artillery strikes those who come into it now."""
    state = game.state
    return any(map(barrages.lies, state.barrages.values())) or any(map(is_firing, state.batteries.values()))


@rule("C1.5", "E12/creeping-barrage")
def step_under_shells(game: Game, here: str, there: str, who: Sequence[str], aftermath: Aftermath) -> None:
    """Units or a vehicle go from one Location into another, or come onto the map, or leave it: all fire into which they
    go strikes them, and Fire For Effect which they leave; each once."""
    if not is_shelled(game):
        return
    end_lost_missions(game)
    start, end = hex_of(here) if here else "", hex_of(there) if there else ""
    if start == end:
        return
    for salvo, hexes in fires(game):
        if end in hexes:
            strike(game, salvo, end, there, who, aftermath)
        elif start in hexes:
            strike(game, salvo, start, here, who, aftermath)
    for salvo, hexes in curtains(game):
        if end in hexes:
            strike(game, salvo, end, there, who, aftermath)
    note_shelled(game, who, end)


@rule("E12/creeping-barrage")
def stay_under_shells(game: Game, at: str, who: Sequence[str], aftermath: Aftermath) -> None:
    """Units or a vehicle spend MF or MP without leaving their hex: a barrage strikes them once there."""
    hex_ = hex_of(at)
    for salvo, hexes in curtains(game):
        shelled = game.state.shelled
        fresh = [name for name in who if hex_ not in (shelled.get(name), shelled.get(squad_of(name)))]
        if hex_ in hexes and fresh:
            strike(game, salvo, hex_, at, fresh, aftermath)
    note_shelled(game, who, hex_)


def note_shelled(game: Game, who: Sequence[str], hex_: str) -> None:
    """Those of a group who are left have been struck in a hex, if a barrage lies there."""
    for name in dict.fromkeys((*who, *those_left(game, who))):
        game.state.shelled[name] = hex_


@rule("C1.5", "A7.4/casualty")
def strike(game: Game, salvo: Salvo, hex_: str, at: str, who: Sequence[str], aftermath: Aftermath) -> None:
    """Shells strike those of a group who are left, be it the half of a squad."""
    left = [*those_left(game, who), *(name for name in who if name in game.state.vehicles)]
    if left:
        burst(game, salvo, hex_, aftermath, left, at)


@rule("C1.5", "E12/creeping-barrage", "A4.2")
def suffer_shells(game: Game, who: Sequence[str], aftermath: Aftermath) -> None:
    """Those who have spent MF or MP in the Movement Phase are struck by the artillery that falls there."""
    moving = game.state.moving
    if moving is None or not who or not is_shelled(game):
        return
    if moving.came_from:
        here = "" if moving.came_from == moving.at else moving.came_from
        step_under_shells(game, here, moving.at, who, aftermath)
    else:
        stay_under_shells(game, moving.at, who, aftermath)
