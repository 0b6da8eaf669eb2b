"""Chapter 21.7: militia brigades, which stay near the town that raised them."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.efs.content import Content
from sandtable.games.efs.tables import HeadquartersFile
from sandtable.games.efs.units import Game, printed
from sandtable.games.efs.victory import whole_city
from sandtable.kernel import of_content, rule

BRIGADE = "X"
NOWHERE: frozenset[str] = frozenset()


@rule("21.7", "21.74")
def is_militia_brigade(game: Game, unit_id: str) -> bool:
    """Whether a unit is militia of the size of a brigade; divisions go where they like."""
    kind = printed(game, unit_id)
    return kind.militia and kind.size == BRIGADE


@of_content
@rule("21.74")
def far_from(content: Content, home: str) -> frozenset[str]:
    """The hexes that are more than five hexes away from the nearest hex of a town or city."""
    reach = content.table("headquarters", HeadquartersFile).militia_range
    near = frozenset().union(*[content.around(label, reach) for label in whole_city(content, home)])
    return frozenset(content.board.labels) - near


@rule("21.74")
def beyond_home(game: Game, unit_ids: Iterable[str]) -> frozenset[str]:
    """The hexes into which some units may not go, because a militia brigade among them stays near its home."""
    units, found = game.state.units, NOWHERE
    for each in unit_ids:
        home = units[each].home
        if home and is_militia_brigade(game, each):
            found |= far_from(game.content, home)
    return found
