"""Chapter 6.3: supply states of units, and strongpoints that deteriorate."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.efs.events.supply import Deteriorated, SupplyChanged
from sandtable.games.efs.fortifications.works import is_citadel
from sandtable.games.efs.state import SIDES, SOVIET, SupplyState
from sandtable.games.efs.supply.routes import is_in_general_supply, is_supplied
from sandtable.games.efs.units import Game, printed, side_of
from sandtable.kernel import rule
from sandtable.mechanics.roster import change, hexes_of, occupier, units_of
from sandtable.mechanics.switches import is_on

NEED_NONE = frozenset({"armored-train", "flotilla"})
WITHOUT_ROUTE: dict[SupplyState, SupplyState] = {"supplied": "emergency", "emergency": "out", "out": "out"}
"""What a unit comes to that cannot trace a route."""
WORSE: tuple[SupplyState, ...] = ("supplied", "emergency", "out")
"""The states, the best first."""


@rule("8.62", "23.32")
def worst(states: Iterable[SupplyState]) -> SupplyState:
    """The state of units that become one: the worst of theirs."""
    return max(states, key=WORSE.index, default="supplied")


@rule("6.11", "6.22", "6.31", "6.32", "6.33", "6.34", "6.37", "8.12d", "18.54", "21.34", "21.62")
def state_found(game: Game, unit_id: str) -> SupplyState:
    """The supply state of a unit on the map as it is found now; those that entered in this turn are in supply."""
    unit, side = game.state.units[unit_id], side_of(game, unit_id)
    if printed(game, unit_id).type in NEED_NONE or unit.entered:
        return "supplied"
    if side == SOVIET and is_citadel(game, unit.at):
        return "supplied"
    return "supplied" if is_supplied(game, side, unit.at) else WITHOUT_ROUTE[unit.supply]


@rule("6.11", "6.21")
def determine(game: Game) -> None:
    """Both sides find out the state of their units; sources that were retaken work again before."""
    state = game.state
    for label, owner in list(state.idle_sources.items()):
        if state.control.get(label, game.content.first_friend[label]) == owner:
            del state.idle_sources[label]
    for side in SIDES:
        found = {unit_id: state_found(game, unit_id) for unit_id in units_of(game, side)}
        for now in ("supplied", "emergency", "out"):
            changed = tuple(unit_id for unit_id, each in found.items() if each == now != state.units[unit_id].supply)
            for unit_id in changed:
                change(game, unit_id, supply=now)
            if changed:
                game.say(SupplyChanged(rule="6.31", units=changed, now=now))


@rule("6.36", "18.13b")
def deteriorate(game: Game) -> None:
    """Strongpoints fall into decay that nobody feeds. All are looked at before the first is removed, which may open the
    way to another.
    """
    for label in [label for label in game.state.strongpoints if decays(game, label)]:
        del game.state.strongpoints[label]
        game.say(Deteriorated(rule="6.36", at=label))


@rule("6.26d", "6.36", "18.44b")
def decays(game: Game, label: str) -> bool:
    """Whether the strongpoint of a hex is out of supply, empty, and not next to a friendly combat unit.

    The ruling on 6.36: one under construction stays; a switch has it decay too.
    """
    strongpoint = game.state.strongpoints[label]
    if strongpoint.status != "completed" and not is_on(game.content, "sites-decay"):
        return False
    side = strongpoint.side
    near = {label, *game.content.adjacent[label]} & hexes_of(game, side)
    return not near and occupier(game, label) is None and not is_in_general_supply(game, side, label)
