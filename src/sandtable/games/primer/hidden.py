"""Chapter 6: what a side may not know, and what it may imagine in its place."""

from __future__ import annotations

import random

from msgspec.structs import replace

from sandtable.games.primer.content import Content
from sandtable.games.primer.movement import POINT, Move
from sandtable.games.primer.state import SIDES, UNKNOWN, State
from sandtable.kernel import rule

LEFT_UNKNOWN = 0
WAY_UNKNOWN = ("",)


@rule("6.1", "6.5")
def mask(state: State, content: Content, side: str) -> None:
    """Face-down counters of others become unknown, and how far they can still move; so does where a mover is going.

    Secret orders vanish.
    """
    units = state.units
    for other, force in content.scenario.forces.items():
        if other != side and force.hidden:
            for unit_id in force.counters:
                unit = units[unit_id]
                if unit.hidden:
                    units[unit_id] = replace(unit, kind=UNKNOWN, steps=0)
    for i, frame in enumerate(state.stack):
        if isinstance(frame, Move) and (mover := units[frame.unit]).side != side:
            left = LEFT_UNKNOWN if mover.kind == UNKNOWN else frame.left
            state.stack[i] = replace(frame, left=left, ahead=WAY_UNKNOWN)
    if state.secret:
        state.secret = {own: order for own, order in state.secret.items() if own == side}


def fill(state: State, content: Content, side: str, rng: random.Random) -> None:
    """Deal the kinds that have not been seen among the counters that are still face down."""
    for other in SIDES:
        counters = content.scenario.forces[other].counters
        unknown = [unit_id for unit_id in counters if state.units[unit_id].kind == UNKNOWN]
        if other == side or not unknown:
            continue
        pool = content.kind_pool(other)
        for unit_id, placed in counters.items():
            if placed.kind is None and unit_id not in unknown:
                pool.remove(state.units[unit_id].kind)
        rng.shuffle(pool)
        for unit_id, kind in zip(unknown, pool, strict=True):
            state.units[unit_id] = replace(state.units[unit_id], kind=kind, steps=content.kinds[kind].steps)
    _imagine_moves(state, content, side, rng)


def _imagine_moves(state: State, content: Content, side: str, rng: random.Random) -> None:
    for i, frame in enumerate(state.stack):
        if isinstance(frame, Move):
            unit = state.units[frame.unit]
            if unit.side == side:
                continue
            most = content.kinds[unit.kind].movement * POINT
            state.stack[i] = replace(frame, left=rng.randrange(most) if unit.hidden else frame.left, ahead=())
