"""Chapter 15.2: attack supply: the points that an attack may draw on, and when they are spent."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from sandtable.games.efs.supply.routes import TRACED, within_loc
from sandtable.games.efs.supply.supply_units import spend_point
from sandtable.games.efs.units import Game
from sandtable.kernel import derived, rule
from sandtable.mechanics.switches import is_on


@derived(*TRACED)
def _reached_from(game: Game, side: str, label: str) -> frozenset[str]:
    return within_loc(game, side, (label,), less=1 if is_on(game.content, "attack-supply-is-shorter") else 0)


@rule("13.11c", "15.21")
def in_reach(game: Game, supply_id: str, labels: Collection[str]) -> bool:
    """Whether a supply unit on the map has a point left that no attack has been promised, and lines of communications
    lead to it from some hexes.
    """
    supply = game.state.supplies[supply_id]
    if not supply.at or supply.promised >= supply.points:
        return False
    return _reached_from(game, supply.side, supply.at).issuperset(labels)


@rule("15.21", "15.45")
def promise(game: Game, supply_id: str) -> None:
    """Designate a point of a supply unit for an attack: no other attack draws on it."""
    supply = game.state.supplies[supply_id]
    game.state.supplies[supply_id] = replace(supply, promised=supply.promised + 1)


@rule("6.48e", "6.48e/note", "15.45")
def spend_promised(game: Game, side: str) -> None:
    """Spend all points that a side has designated, at the end of its Combat Phase."""
    supplies = game.state.supplies
    while promised := [name for name, each in supplies.items() if each.side == side and each.promised]:
        name = promised[0]
        supplies[name] = replace(supplies[name], promised=supplies[name].promised - 1)
        spend_point(game, name)
