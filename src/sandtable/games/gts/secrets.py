"""What a side may not know: the formation chits that the other side has bought (7.2)."""

from __future__ import annotations

import random

from sandtable.games.gts.content import Content
from sandtable.games.gts.state import HIDDEN, State
from sandtable.kernel import rule


@rule("7.2")
def mask(state: State, content: Content, side: str) -> None:
    """Hide the other side's bought chits, in the cup, beside it and on order."""
    state.cup = sorted(shown(content, chit, side) for chit in state.cup)
    state.beside = sorted(shown(content, chit, side) for chit in state.beside)
    state.orders = {chit: when for chit, when in state.orders.items() if content.chit_side[chit] == side}


def shown(content: Content, chit: str, side: str) -> str:
    """A chit as a side knows it: division and Direct Command chits are always there."""
    if chit == HIDDEN or content.chit_kind[chit] != "formation" or content.chit_side[chit] == side:
        return chit
    return HIDDEN


def fill(state: State, content: Content, side: str, rng: random.Random) -> None:
    """Put chits that the other side could have bought in the place of hidden ones.

    Any formation of the other side with a leader, or units, on the map will do, unless its chit is known to be
    elsewhere.
    """
    rest = [chit for chit in content.chit_kind if could_be(state, content, chit, side)]
    rng.shuffle(rest)
    for name in ("cup", "beside"):
        chits = getattr(state, name)
        found = [rest.pop() if chit == HIDDEN and rest else chit for chit in chits]
        setattr(state, name, sorted(chit for chit in found if chit != HIDDEN))


def could_be(state: State, content: Content, chit: str, side: str) -> bool:
    """Whether a chit might be one that a side cannot see."""
    if content.chit_kind[chit] != "formation" or content.chit_side[chit] == side:
        return False
    if chit == state.carried or (state.active is not None and state.active.chit == chit):
        return False
    owner = content.chit_owner[chit]
    leader = content.formations[owner].leader
    if leader:
        return leader in state.leaders and not state.leaders[leader].entry
    return any(unit_id in state.units for unit_id in content.formation_units[owner])
