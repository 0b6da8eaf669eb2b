"""Chapters 6.6.1.1 and 6.6.1.2: who may attack whom in the Close Assault/Hand-to-Hand Combat Step, and from where."""

from __future__ import annotations

from sandtable.board import FORBIDDEN
from sandtable.games.panzer.assault.attacks import (
    close_assault_table,
    is_spotted,
    level_from,
    level_of,
    why_bound,
)
from sandtable.games.panzer.assault.footwork import price_of_step
from sandtable.games.panzer.cards import Leg
from sandtable.games.panzer.combat.suppression import is_suppressed
from sandtable.games.panzer.command.shared_movement import may_end_in
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.movement.modes import is_weapon_section
from sandtable.games.panzer.units import Game, card_of, printed, side_of
from sandtable.kernel import Refusal, derived, of_content, rule
from sandtable.mechanics.roster import enemy_hexes, units_in, units_of
from sandtable.mechanics.switches import is_on

MOST_LEVELS = 1
"""How many levels may lie between an attacker and its target."""
NEAR = 2
"""From how far an attack can come: the next hex, or the one behind it."""


@rule("6.6.1.1", "6.6.1.2", "6.6.2", "6.6.4.4", "6.6.4.5", "6.1.4.2")
def why_no_attacker(game: Game, unit_id: str) -> Refusal | None:
    """Why a unit attacks nobody in this step, whatever its command says; None if it might."""
    unit, args = game.state.units[unit_id], {"unit": unit_id}
    if not isinstance(card_of(game, unit_id), Leg):
        return Refusal("refused.only-men-assault", "6.6.1.1", args)
    if unit.carrier:
        return Refusal("refused.attacks-when-it-dismounts", "6.6.1.1/dismount-attack", args)
    if is_suppressed(game, unit_id):
        return Refusal("refused.suppressed-does-not-assault", "6.6.2", args)
    return None


@rule("6.6.1.1", "6.6.1.2")
def why_no_target(game: Game, unit_id: str, target: str) -> Refusal | None:
    """Why nobody like a unit may attack a target, wherever they stand."""
    args = {"unit": unit_id, "target": target}
    if side_of(game, target) == side_of(game, unit_id):
        return Refusal("refused.own-unit", "6.6.1.1", {"unit": target})
    if game.state.units[target].carrier:
        return Refusal("refused.passenger-is-not-assaulted", "6.6.1.2", args)
    if not is_spotted(game, unit_id, target):
        return Refusal("refused.not-spotted", "6.6.1.1", args)
    return None


@rule("6.6.1.1", "6.6.1.2")
def why_not(game: Game, unit_id: str, target: str) -> Refusal | None:
    """Why a unit may not attack a target in this step; None if it may."""
    args = {"unit": unit_id, "target": target}
    found = why_no_attacker(game, unit_id) or why_no_target(game, unit_id, target)
    if found is None and game.state.commands[unit_id].order != "move":
        return Refusal("refused.assault-needs-move", "6.6.1.1", {"unit": unit_id})
    found = found or why_bound(game, unit_id, target)
    if found is None and not hexes_to_attack_from(game, unit_id, target):
        return why_not_from_anywhere(game, unit_id, target, args)
    if found is None and not hexes_in_command(game, unit_id, target):
        return Refusal("refused.advance-out-of-command", "6.6.11", args)
    return found


@rule("6.6.1.1", "6.6.1.1/advancing-attack", "6.6.1.2/advancing-attack")
def why_not_from_anywhere(game: Game, unit_id: str, target: str, args: dict[str, str]) -> Refusal:
    """Why a unit can attack a target neither from where it is nor after an advance."""
    units = game.state.units
    if game.content.distance(units[unit_id].at, units[target].at) == 1:
        return Refusal("refused.too-steep-to-assault", "6.6.1.1", args)
    if is_slow(game, unit_id):
        return Refusal("refused.weapon-section-does-not-advance", "6.6.1.1/advancing-attack", args)
    return Refusal("refused.cannot-come-adjacent", "6.6.1.1/advancing-attack", args)


@rule("6.6.1.1", "6.6.1.1/advancing-attack", "6.6.1.2", "6.6.1.2/advancing-attack")
def hexes_to_attack_from(game: Game, unit_id: str, target: str) -> tuple[str, ...]:
    """The hexes from which a unit can attack a target: its own next to it, else those it can advance into from the
    ground.
    """
    content, here, there = game.content, game.state.units[unit_id].at, game.state.units[target].at
    distance = content.distance(here, there)
    if distance == 1:
        return (here,) if _is_level(game, unit_id, here, target) else ()
    if distance != NEAR or is_slow(game, unit_id) or game.state.units[unit_id].floor:
        return ()
    most, avoided = price_of_advance(game, unit_id), enemy_hexes(game, side_of(game, unit_id))
    board = content.board
    near = [board.labels[i] for i in board.adjacent(board.index[here])]
    return tuple(
        at
        for at in near
        if content.distance(at, there) == 1
        and at not in avoided
        and price_of_step(game, unit_id, at) <= most
        and _is_level(game, unit_id, at, target)
    )


@rule("6.6.11", "6.2.1.1.4/movement")
def hexes_in_command(game: Game, unit_id: str, target: str) -> tuple[str, ...]:
    """Those of them that leave all who share the command of the unit in command range of each other."""
    found = hexes_to_attack_from(game, unit_id, target)
    together = may_end_in(game, unit_id)
    return found if together is None else tuple(at for at in found if at in together)


@rule("6.6.1.1", "6.6.1.2")
def _is_level(game: Game, unit_id: str, at: str, target: str) -> bool:
    return abs(level_of(game, target) - level_from(game, unit_id, at)) <= MOST_LEVELS


@rule("6.6.1.1/advancing-attack", "6.6.1.2/advancing-attack", "5.1.2")
def is_slow(game: Game, unit_id: str) -> bool:
    """Whether a unit is a section with an attached weapon, which does not advance."""
    return is_weapon_section(game.content, printed(game, unit_id))


@rule("6.6.1.1/advancing-attack", "6.6.1.2/advancing-attack", "6.6.4.4", "6.6.4.5")
def points_of_advance(game: Game, unit_id: str) -> int:
    """What an advancing attack takes of the movement of a unit: cavalry and men on wheels spend half of theirs."""
    card, row = card_of(game, unit_id), close_assault_table(game.content).advance
    assert isinstance(card, Leg)
    return card.movement.cross_country // row.share_of_others if card.mounted else row.on_foot


@rule("6.6.1.1/advancing-attack")
def price_of_advance(game: Game, unit_id: str) -> int:
    """How much the hex that a unit advances into may cost: no more than it spends (ruling)."""
    return FORBIDDEN - 1 if is_on(game.content, "advance-at-any-cost") else points_of_advance(game, unit_id)


@rule("6.6.1.1", "6.6.1.2")
def able_attackers(game: Game, side: str, target: str) -> list[str]:
    """The units of a side that may attack a target."""
    near = within_reach(game.content, game.state.units[target].at)
    mine = [each for at in near for each in units_in(game, at) if side_of(game, each) == side]
    return [each for each in mine if why_not(game, each, target) is None]


@derived("units", "commands", "spotted", "works", "wrecks", "assaults")
@rule("6.6.1.1", "6.6.1.2", "4.2.1")
def might_attack(game: Game, side: str) -> dict[str, list[str]]:
    """The targets of a side and who might attack each, as far as others can tell: by commands that lie face down."""
    found: dict[str, list[str]] = {}
    state, enemies = game.state, enemy_hexes(game, side)
    for unit_id, unit in units_of(game, side).items():
        near = [at for at in within_reach(game.content, unit.at) if at in enemies]
        command = state.commands[unit_id]
        does_not_move = (command.shown or command.known) and command.order != "move"
        if not near or does_not_move or unit_id in state.assaults or why_no_attacker(game, unit_id):
            continue
        for target in [each for at in near for each in units_in(game, at)]:
            if why_no_target(game, unit_id, target) is None and hexes_to_attack_from(game, unit_id, target):
                found.setdefault(target, []).append(unit_id)
    return found


@of_content
def within_reach(content: Content, at: str) -> tuple[str, ...]:
    """The hexes in which targets of a unit may be."""
    board = content.board
    next_to = board.adjacent(board.index[at])
    around = dict.fromkeys([*next_to, *(further for each in next_to for further in board.adjacent(each))])
    return tuple(board.labels[each] for each in around if board.labels[each] != at)
