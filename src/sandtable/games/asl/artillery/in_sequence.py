"""A3.2, A3.4: where artillery has its place in the sequence of play."""

from __future__ import annotations

from sandtable.games.asl.air import groups
from sandtable.games.asl.artillery.barrages import Creep, first_barrages, lies
from sandtable.games.asl.artillery.missions import Bombardment
from sandtable.games.asl.artillery.modules import first_batteries, place_of
from sandtable.games.asl.artillery.plans import Plan
from sandtable.games.asl.content import Content
from sandtable.games.asl.state import State
from sandtable.games.asl.units import Game
from sandtable.kernel import rule


def start(state: State, content: Content) -> None:
    """The batteries, barrages and groups of aircraft of a scenario before play."""
    state.batteries = first_batteries(content)
    state.barrages = first_barrages(content)
    state.air_groups = groups.first_groups(content)


@rule("I.2", "C1.9")
def plan(game: Game) -> None:
    """Before anybody sets up each side with artillery plans it; the side that sets up first begins."""
    for side in game.content.scenario.forces:
        batteries = [each.side for each in game.state.batteries.values()]
        if side in batteries or side in [each.side for each in game.state.barrages.values()]:
            game.push(Plan(side=side))


@rule("A3.2", "A3.4", "C1.2", "E12/creeping-barrage")
def begin_fire_phase(game: Game, side: str, phase: str) -> None:
    """The actions of artillery come before all other fire: barrages in both Prep Fire Phases, batteries in those of
    the ATTACKER's Prep Fire and the DEFENDER's Defensive Fire."""
    state = game.state
    groups.begin_fire_phase(game, side, phase)
    if phase == "advancing-fire":
        return
    own = [battery for battery in state.batteries.values() if battery.side == side]
    if any(battery.mission or place_of(game, battery) for battery in own):
        game.push(Bombardment(side=side))
    if phase == "prep-fire" and any(lies(each) or (each.at and not each.over) for each in state.barrages.values()):
        game.push(Creep(side=side))
