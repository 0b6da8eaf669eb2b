"""Chapters 4.2 and 6.2: which commands a unit may be given."""

from __future__ import annotations

from sandtable.games.panzer.cards import Leg, Towed, Vehicle
from sandtable.games.panzer.combat.direct_fire_step import targets
from sandtable.games.panzer.combat.fields_of_fire import ap_weapons
from sandtable.games.panzer.combat.passengers import passengers_of
from sandtable.games.panzer.combat.weapons import could_fire_at, weapons_of
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.indirect.direct_smoke import has_smoke, is_engineer
from sandtable.games.panzer.indirect.observers import row_of
from sandtable.games.panzer.indirect.sources import could_be_called
from sandtable.games.panzer.state import Order
from sandtable.games.panzer.units import Game, card_of, command_chart, printed
from sandtable.kernel import Refusal, derived, of_content, rule


@of_content
def all_orders(content: Content) -> tuple[Order, ...]:
    """The commands in the order of the chart."""
    return tuple(command_chart(content))  # type: ignore[arg-type]


@derived("units", "spotted")
@rule("4.1", "4.2", "4.2.1", "4.4.1")
def legal_orders(game: Game, unit_id: str) -> tuple[Order, ...]:
    """The commands that a unit can carry out."""
    return tuple([order for order in all_orders(game.content) if why_no_order(game, unit_id, order) is None])


@rule("4.2", "4.2.1", "6.6.7")
def why_no_order(game: Game, unit_id: str, order: Order) -> Refusal | None:
    """Why a unit cannot be given a command: Fire and Short Halt need something to fire at, Overwatch a weapon."""
    row, args = command_chart(game.content)[order], {"unit": unit_id}
    if not row.unique:
        return None
    if game.state.units[unit_id].carrier:
        return Refusal("refused.passenger-has-no-command", "6.6.7", args)
    refusal = why_no_move(game, unit_id) if row.moves else None
    if refusal is None and row.moves and row.fires == "direct":
        refusal = _why_no_short_halt(game, unit_id)
    if refusal is not None:
        return refusal
    if row.fires == "overwatch" and not can_watch(game, unit_id):
        return Refusal("refused.unarmed", "4.2", args)
    if row.fires == "direct" and not can_fire(game, unit_id):
        return Refusal("refused.nothing-spotted", "4.2.1", args)
    return None


@rule("6.1.4.2", "6.5.2.2.1/movement-effect", "6.6.7.1.1/passenger-mounting")
def why_no_move(game: Game, unit_id: str) -> Refusal | None:
    """Why a unit cannot be given a command that includes movement; the heaviest guns need it to be taken in tow."""
    unit, card, args = game.state.units[unit_id], card_of(game, unit_id), {"unit": unit_id}
    if unit.tracks:
        return Refusal("refused.track-hit", "6.5.2.2.1/movement-effect", args)
    if isinstance(card, Vehicle):
        return None
    heavy = isinstance(card, Towed) or card.carries_weapon
    if unit.full_cover and heavy:
        return Refusal("refused.in-full-cover", "6.1.4.2", args)
    return None


@rule("6.1.4.2", "6.6.4.1", "6.6.5")
def _why_no_short_halt(game: Game, unit_id: str) -> Refusal | None:
    """Guns and sections with an attached weapon make no Short Halt, nor do men in Full Cover."""
    card, args = card_of(game, unit_id), {"unit": unit_id}
    if isinstance(card, Towed):
        return Refusal("refused.no-short-halt", "6.6.5", args)
    if isinstance(card, Leg) and card.carries_weapon:
        return Refusal("refused.no-short-halt", "6.6.4.1", args)
    if game.state.units[unit_id].full_cover:
        return Refusal("refused.in-full-cover", "6.1.4.2", args)
    return None


def can_move(game: Game, unit_id: str) -> bool:
    """Whether a unit can be told to move."""
    return not game.state.units[unit_id].carrier and why_no_move(game, unit_id) is None


@rule("4.2", "4.4.2", "6.5.1", "6.6.7.2", "6.7.4")
def can_watch(game: Game, unit_id: str) -> bool:
    """Whether there is anybody to carry out Overwatch: somebody with a weapon or an observer, passengers included."""
    if game.content.game == "basic":
        return bool(ap_weapons(game.content, printed(game, unit_id).card))
    return any(
        weapons_of(game, each) or row_of(game, each) is not None for each in (unit_id, *passengers_of(game, unit_id))
    )


@derived("units", "spotted")
@rule("4.1", "4.4.1", "6.1.4.3.10", "6.5.1", "6.5.2", "6.5.4", "6.6.7.2")
def can_fire(game: Game, unit_id: str) -> bool:
    """Whether a unit can carry out Fire: at an enemy that it has spotted, by itself or by its passengers, with smoke,
    or indirectly for somebody who has spotted one.
    """
    if game.content.game == "basic":
        return bool(targets(game, unit_id))
    return (
        fires_smoke(game, unit_id)
        or any(has_target(game, each) for each in (unit_id, *passengers_of(game, unit_id)))
        or could_be_called(game, unit_id)
    )


@rule("4.4.1", "6.5.2", "6.5.4")
def has_target(game: Game, unit_id: str) -> bool:
    """Whether a unit has spotted anybody at whom it can fire directly."""
    units = game.state.units
    return any(
        target in units and could_fire_at(game, unit_id, target) for target in game.state.spotted.get(unit_id, ())
    )


@rule("6.1.4.3.10")
def fires_smoke(game: Game, unit_id: str) -> bool:
    """Whether a unit has smoke to fire, for which no enemy need be spotted."""
    return is_engineer(game, unit_id) or any(has_smoke(game, weapon) for weapon in weapons_of(game, unit_id))
