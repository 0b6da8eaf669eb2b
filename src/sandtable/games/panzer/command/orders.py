"""Chapter 4.2: which commands a unit may be given."""

from __future__ import annotations

from sandtable.games.panzer.combat.direct_fire_step import targets
from sandtable.games.panzer.combat.fields_of_fire import ap_weapons
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.state import Order
from sandtable.games.panzer.units import Game, command_chart, printed
from sandtable.kernel import derived, of_content, rule


@of_content
def all_orders(content: Content) -> tuple[Order, ...]:
    """The commands in the order of the chart."""
    return tuple(command_chart(content))  # type: ignore[arg-type]


@derived("units", "spotted")
@rule("4.1", "4.2", "4.2.1", "4.4.1")
def legal_orders(game: Game, unit_id: str) -> tuple[Order, ...]:
    """The commands that a unit can carry out: Fire and Short Halt need a spotted target, Overwatch a weapon."""
    armed = bool(ap_weapons(game.content, printed(game, unit_id).card))
    can = {"direct": bool(targets(game, unit_id)), "overwatch": armed, "never": True}
    chart = command_chart(game.content)
    return tuple([order for order in all_orders(game.content) if can[chart[order].fires]])
