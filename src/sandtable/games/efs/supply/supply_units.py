"""Chapter 6.4: supply units, and what becomes of their points."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.efs.events.results import SupplyLost
from sandtable.games.efs.setup import LARGE, free_counter
from sandtable.games.efs.units import Game
from sandtable.kernel import derived, rule
from sandtable.mechanics.switches import is_on


@rule("6.26c", "6.43", "6.48e")
def spend_point(game: Game, supply_id: str) -> None:
    """Take a point from a supply unit: a mobile one is removed, a dump becomes the next smaller one.

    The ruling on 6.26c: three points become a normal dump of two, on a counter of its own if one is free; a switch
    keeps the large counter.
    """
    supplies = game.state.supplies
    supply = supplies.pop(supply_id)
    left = replace(supply, points=supply.points - 1)
    if not left.points:
        return
    name = supply_id
    if supply.points == LARGE and not is_on(game.content, "large-dump-stays-large"):
        name = free_counter(game.state, game.content, supply.side, left.points) or supply_id
    supplies[name] = left


def supply_units_of(game: Game, side: str) -> list[str]:
    """The supply units of a side on the map."""
    return [name for name, supply in game.state.supplies.items() if supply.side == side and supply.at]


@derived("supplies")
def hexes_with_supply_of(game: Game, side: str) -> frozenset[str]:
    """The hexes in which supply units of a side are."""
    return frozenset([supply.at for supply in game.state.supplies.values() if supply.side == side and supply.at])


@rule("6.42", "10.24")
def removed_by_entry(game: Game, label: str, side: str) -> None:
    """Supply units of the other side in a hex that a side enters are removed; nobody captures them."""
    supplies = game.state.supplies
    lost = [name for name, supply in supplies.items() if supply.at == label and supply.side != side]
    for name in lost:
        del supplies[name]
    if lost:
        game.say(SupplyLost(rule="6.42", units=tuple(lost)))
