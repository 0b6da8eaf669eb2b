"""Chapter 4.2.1: what a side may not know of commands, and what it may imagine in their place."""

from __future__ import annotations

import random
from typing import TypeGuard

from msgspec.structs import replace

from sandtable.games.panzer.assault.assault_step import AssaultStep
from sandtable.games.panzer.assault.declared_assaults import DeclaredAssaults
from sandtable.games.panzer.assault.overrun import DeclareOverrun
from sandtable.games.panzer.combat.declared_fire import DeclaredFire
from sandtable.games.panzer.combat.direct_fire_step import DirectFireStep
from sandtable.games.panzer.combat.overwatch import OverwatchExchange
from sandtable.games.panzer.command.orders import all_orders, can_move, why_no_order
from sandtable.games.panzer.command.place_commands import as_passenger, give, has_counter_for, share, shared_with
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.movement.move import Move
from sandtable.games.panzer.movement.movement_phase import MovementPhase, must_move
from sandtable.games.panzer.state import NO_COMMAND, SIDES, UNKNOWN, Command, Order, State
from sandtable.games.panzer.units import Game, command_chart
from sandtable.kernel import Procedure, rule

WAY_UNKNOWN = (-1,)
SHARES = 0.5
"""How often somebody is imagined to share a command who could have one of his own."""
BEFORE_FIRE = ("place-commands", "initiative", "first-air", "indirect-fire", "direct-fire")
"""The steps in which commands to fire may still lie face down."""


@rule("4.2.1")
def mask(state: State, content: Content, side: str) -> None:
    """Commands of others that nobody has seen become unknown; so does where a vehicle of theirs is going, and whom they
    are picking for overwatch fire or an assault.
    """
    commands, side_of = state.commands, content.side_of
    for unit_id, command in commands.items():
        if side_of[unit_id] != side and not (command.shown or command.known):
            commands[unit_id] = UNKNOWN
    _hide_picking(state, content, side)
    for i, frame in enumerate(state.stack):
        if isinstance(frame, Move) and side_of[frame.unit] != side:
            state.stack[i] = replace(frame, ahead=WAY_UNKNOWN)


def _hide_picking(state: State, content: Content, side: str) -> None:
    """Until overwatch fire or an assault is declared, others see no more than that somebody is asked."""
    top = state.stack[-1] if state.stack else None
    if isinstance(top, DeclareOverrun) and content.side_of[top.unit] != side:
        state.stack.pop()
        move = state.stack[-1]
        assert isinstance(move, Move)
        state.stack[-1] = replace(move, step="begin", overruns="")
        return
    if not _is_secret(top) or content.side_of[top.able[0]] == side:
        return
    state.stack.pop()
    asking = state.stack[-1]
    assert isinstance(asking, OverwatchExchange | AssaultStep)
    state.stack[-1] = replace(asking, step="begin", engaged=asking.engaged[:-1])


def _is_secret(top: Procedure | None) -> TypeGuard[DeclaredFire | DeclaredAssaults]:
    """Whether units are being picked by commands that lie face down."""
    if isinstance(top, DeclaredFire):
        return top.overwatch and top.step in ("begin", "arm", "second", "whom")
    return isinstance(top, DeclaredAssaults) and top.step in ("begin", "place")


def fill(game: Game, side: str, rng: random.Random) -> None:
    """Give units whose commands are unknown such as they may have, and vehicles that go somewhere no plan."""
    state = game.state
    for other in SIDES:
        if other != side:
            _imagine(game, other, rng)
    for i, frame in enumerate(state.stack):
        if isinstance(frame, Move) and frame.ahead == WAY_UNKNOWN:
            state.stack[i] = replace(frame, ahead=())


def _imagine(game: Game, side: str, rng: random.Random) -> None:
    state, content = game.state, game.content
    unknown = [
        unit_id
        for unit_id, command in state.commands.items()
        if command.order == "unknown" and content.side_of[unit_id] == side
    ]
    for unit_id in unknown:
        state.commands[unit_id] = NO_COMMAND
    if side in state.branches:
        return
    own = [unit_id for unit_id in unknown if not state.units[unit_id].carrier]
    rng.shuffle(own)
    top = state.stack[-1]
    if isinstance(top, MovementPhase) and top.side == side and not must_move(game, side):
        movers = [unit_id for unit_id in own if can_move(game, unit_id)][:1]
        for unit_id in movers:
            give(game, unit_id, "move")
            own.remove(unit_id)
    orders = unseen_orders(game, side)
    for unit_id in own:
        rng.shuffle(orders)
        _suppose(game, unit_id, next(each for each in orders if why_no_order(game, unit_id, each) is None), rng)
    for unit_id in unknown:
        if state.units[unit_id].carrier:
            state.commands[unit_id] = as_passenger(content, state.commands[state.units[unit_id].carrier].order)


@rule("6.2.1.1.3", "6.2.1.1.3/formation-limits")
def _suppose(game: Game, unit_id: str, wanted: Order, rng: random.Random) -> None:
    """Imagine a command of a unit as far as those of its formation allow: its own, a shared one, or none."""
    if not command_chart(game.content)[wanted].unique or game.content.game == "basic":
        give(game, unit_id, wanted)
        return
    commands = game.state.commands
    others = [
        each for each in shared_with(game, unit_id) if commands[each].order == wanted and not _is_seen(commands[each])
    ]
    alone = has_counter_for(game, (unit_id,))
    if others and (not alone or rng.random() < SHARES):
        share(game, unit_id, rng.choice(others))
    else:
        give(game, unit_id, wanted if alone else "no-command")


def _is_seen(command: Command) -> bool:
    return command.shown or command.known


@rule("4.2.1", "4.4.1", "4.5")
def unseen_orders(game: Game, side: str) -> list[Order]:
    """The commands of a side that may lie face down: those to fire and to move are shown when their time comes."""
    chart = command_chart(game.content)
    fires, moves = _may_fire(game.state, side), _may_move(game.state, side)
    return [
        order
        for order in all_orders(game.content)
        if (fires or chart[order].fires != "direct")
        and (moves or not chart[order].moves or chart[order].fires == "direct")
    ]


def _may_fire(state: State, side: str) -> bool:
    """Whether the direct fire of a side is still to come."""
    if state.step != "direct-fire":
        return state.step in BEFORE_FIRE
    under_way = next(frame.side for frame in reversed(state.stack) if isinstance(frame, DirectFireStep))
    return side != state.first and under_way != side


def _may_move(state: State, side: str) -> bool:
    """Whether a side may still have vehicles to move."""
    if state.step == "first-player-moves":
        return side == state.first
    return state.step != "second-air"
