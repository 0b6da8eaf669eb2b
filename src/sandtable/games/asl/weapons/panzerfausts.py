"""CG15: how many Panzerfausts a side has, by the squads that it brings."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.asl.units import Game, is_squad, on_map
from sandtable.kernel import rule


@rule("CG15")
def issue_panzerfausts(game: Game, unit_ids: Iterable[str]) -> None:
    """Squads that have set up on the map or come onto it add to the Panzerfausts of their side."""
    state = game.state
    for name in unit_ids:
        unit = state.units[name]
        each = game.content.forces[unit.side].panzerfausts_per_squad
        if each and on_map(unit) and is_squad(game.content, unit):
            state.shots[unit.side] = state.shots.get(unit.side, 0) + each
