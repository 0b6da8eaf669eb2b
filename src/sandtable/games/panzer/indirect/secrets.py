"""Chapters 4.2.1, 6.5.1.4 and 6.5.1.11: what others may not know of calls, points and plans, and guesses at them."""

from __future__ import annotations

import random

from msgspec.structs import replace

from sandtable.games.panzer.content import Content
from sandtable.games.panzer.indirect.batteries import UNTOUCHED, planned_turns
from sandtable.games.panzer.indirect.called_fire import PICKING, CallFire
from sandtable.games.panzer.indirect.indirect_fire_step import StandingMission
from sandtable.games.panzer.indirect.plotting import plan_id
from sandtable.games.panzer.indirect.sheafs import CLOSED, GP
from sandtable.games.panzer.state import Mission, PlannedFire, State
from sandtable.kernel import Procedure, rule


@rule("6.5.1.4", "6.5.1.11")
def hide_plots(state: State, content: Content, side: str) -> None:
    """Take the points of others, and their plans that have not begun, out of a view; nobody knows if there are any."""
    for battery_id, printed in content.batteries.items():
        known = state.batteries.get(battery_id, UNTOUCHED)
        if printed.side == side:
            continue
        may_plan = planned_turns(content, battery_id) and known.free_from == UNTOUCHED.free_from
        if not (printed.pre_registered or may_plan):
            continue
        plan = state.missions.get(plan_id(battery_id))
        if plan is not None and not plan.began:
            del state.missions[plan_id(battery_id)]
        state.batteries[battery_id] = replace(known, registered=(), secret=True)


_PICKS = (CallFire, StandingMission)


@rule("4.2.1", "6.5.1.12")
def hide_picking(state: State, content: Content, side: str) -> None:
    """Until fire is declared, others see no more of an observer and his sources than that somebody is asked."""
    for frame in state.stack:
        if type(frame) in _PICKS:
            state.stack = [each for each in state.stack if not _is_picking(state, content, each, side)]
            return


def _is_picking(state: State, content: Content, frame: Procedure, side: str) -> bool:
    if isinstance(frame, CallFire):
        return frame.step in PICKING and content.counters[frame.observer].side != side
    return isinstance(frame, StandingMission) and state.missions[frame.mission].side != side


def guess_plots(state: State, content: Content, rng: random.Random) -> None:
    """Put points and plans in the place of those that a view hides: any hexes, and fire that may still come."""
    for battery_id, known in list(state.batteries.items()):
        if known.secret:
            points = rng.sample(content.board.labels, content.batteries[battery_id].pre_registered)
            state.batteries[battery_id] = replace(known, registered=tuple(points), secret=False)
            turns = planned_turns(content, battery_id)
            if turns and known.free_from == UNTOUCHED.free_from and rng.random() < 0.5:
                state.missions[plan_id(battery_id)] = _guessed(state, content, battery_id, turns, rng)


def _guessed(state: State, content: Content, battery_id: str, turns: int, rng: random.Random) -> Mission:
    at = rng.choice(content.board.labels)
    return Mission(
        side=content.batteries[battery_id].side,
        sources=(battery_id,),
        at=at,
        plotted=at,
        planned=(PlannedFire(GP, CLOSED),) * turns,
        due=rng.randint(min(state.turn, content.last_turn), content.last_turn),
    )
