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
    elsewhere; others come only after those, since a leader may have gone after the chit was bought.
    """
    unseen = [chit for chit in content.chit_kind if is_unseen(state, content, chit, side)]
    rng.shuffle(unseen)
    rest = sorted(unseen, key=lambda chit: could_be_bought(state, content, chit))
    for name in ("cup", "beside"):
        chits = getattr(state, name)
        found = [rest.pop() if chit == HIDDEN and rest else chit for chit in chits]
        setattr(state, name, sorted(chit for chit in found if chit != HIDDEN))


def is_unseen(state: State, content: Content, chit: str, side: str) -> bool:
    """Whether a side cannot know where a chit is."""
    if content.chit_kind[chit] != "formation" or content.chit_side[chit] == side:
        return False
    return chit != state.carried and (state.active is None or state.active.chit != chit)


def could_be_bought(state: State, content: Content, chit: str) -> bool:
    """Whether the formation of a chit has its leader on the map, or units if it is independent."""
    owner = content.chit_owner[chit]
    leader = content.formations[owner].leader
    if leader:
        return leader in state.leaders and not state.leaders[leader].entry
    return any(unit_id in state.units for unit_id in content.formation_units[owner])
