"""How the battle begins: units, leaders, points and chits in their places."""

from __future__ import annotations

from sandtable.games.gts.content import Content, Placed
from sandtable.games.gts.state import Leader, Points, State, Unit
from sandtable.games.gts.units import Game
from sandtable.kernel import Procedure, rule

PROCEDURES: tuple[type[Procedure], ...] = ()


@rule("9.0", "10.0.1")
def place(state: State, content: Content) -> None:
    """Put everything where the scenario says, with the chits of its first turn and the one that starts."""
    scenario = content.scenario
    for placed in scenario.set_up:
        for unit_id in placed.units:
            state.units[unit_id] = unit_of(content, unit_id, placed)
            state.holders[placed.at] = content.counters[unit_id].side
    state.leaders = {name: Leader(at=at) for name, at in scenario.leaders.items()}
    state.divisions = {
        name: Points(command=start.command, dispatch=start.dispatch)
        for name, start in scenario.divisions.items()
        if start.turn <= scenario.first_turn
    }
    for number, arrival in enumerate(scenario.reinforcements):
        state.due |= dict.fromkeys((*arrival.units, *arrival.leaders), number)
    state.cup = sorted(chit for chit in scenario.cup.chits if chit != scenario.cup.first)
    state.carried = scenario.cup.first


def unit_of(content: Content, unit_id: str, placed: Placed) -> Unit:
    """A unit in the state in which a scenario places it."""
    kind = content.counters[unit_id]
    return Unit(
        at=placed.at,
        steps=kind.steps - (unit_id in placed.step_loss),
        column=placed.state == "column",
        mounted=placed.state == "transport",
        hits=placed.cohesion.get(unit_id, 0),
        works="improved" if placed.improved else "",
    )


def start(game: Game) -> None:
    """Let a side rearrange its units where the scenario allows it. STUB"""
