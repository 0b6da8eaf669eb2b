"""A20.551: freed men who take up arms again."""

from __future__ import annotations

from sandtable.games.asl.content import Content
from sandtable.games.asl.control import pass_through
from sandtable.games.asl.events.morale import Rearmed
from sandtable.games.asl.state import Unit
from sandtable.games.asl.tables.morale import Nationality
from sandtable.games.asl.units import Game, change, is_armed, is_mmc, on_map, units_at
from sandtable.kernel import rule


@rule("A20.551", "A1.25")
def rearmed_kind(content: Content, unit: Unit) -> str:
    """What a unit is once it is armed again: a MMC one of the worst troops of its size, a single man what he was."""
    if not is_mmc(content, unit):
        return unit.kind
    worst = content.table("nationality", Nationality).nations[content.personnel[unit.kind].side].conscript
    size = "squad" if content.personnel[unit.kind].type == "squad" else "half-squad"
    return next(
        kind
        for kind, card in content.personnel.items()
        if card.side == unit.side and card.type == size and card.unit_class == worst
    )


@rule("A20.551", "A26.1")
def rearm(game: Game, unit_id: str) -> None:
    """A unit without arms has found some, and may gain control by that."""
    unit = game.state.units[unit_id]
    change(game, unit_id, unarmed=False, guard="", kind=rearmed_kind(game.content, unit))
    game.say(Rearmed(rule="A20.551", unit=unit_id, at=unit.at))
    pass_through(game, (unit_id,))


@rule("A20.551", "A3.1")
def rearm_beside_friends(game: Game, side: str) -> None:
    """In its Rally Phase a side arms its freed men who are beside armed friends, or where a SW lies, not a Gun."""
    state = game.state
    for name, unit in list(state.units.items()):
        if unit.side != side or not unit.unarmed or unit.guard or not on_map(unit):
            continue
        friends = any(
            state.units[other].side == side and is_armed(state.units[other]) for other in units_at(game, unit.at)
        )
        light = game.content.weapons
        lying = (weapon for weapon in state.weapons.values() if weapon.at == unit.at and weapon.kind in light)
        if friends or any(not weapon.holder for weapon in lying):
            rearm(game, name)
