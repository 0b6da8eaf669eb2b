"""2.5193: leaders who come with companies, platoons and tanks, by a secret DR each."""

from __future__ import annotations

import random
from collections.abc import Iterator

from sandtable.games.asl.content import Content, Received
from sandtable.games.asl.scenario import LeaderRoll
from sandtable.games.asl.state import NOWHERE, State, Unit
from sandtable.games.asl.tables.order_of_battle import Leaders
from sandtable.games.asl.units import Game
from sandtable.kernel import rule


def _rolls(content: Content) -> Iterator[tuple[str, LeaderRoll, list[str]]]:
    """Each DR of a scenario: whose it is, on which table, and the ids of those whom it can bring."""
    number = 0
    for side, force in content.scenario.forces.items():
        for group in force.groups.values():
            for roll in group.leaders:
                for _ in range(roll.times):
                    yield side, roll, [name for name, leader in content.received.items() if leader.roll == number]
                    number += 1


@rule("2.5193", "2.42/german-ob", "2.42/canadian-ob")
def receive_leaders(game: Game) -> None:
    """Before anybody sets up: each side rolls in secret for its leaders."""
    for side, roll, ids in _rolls(game.content):
        total = game.roll("2d6", f"leaders.{roll.table}", "2.5193", seen_by=(side,)) + roll.modifier
        for unit_id, name in zip(ids, game.content.table("leaders", Leaders).of(roll.table, total), strict=False):
            _receive(game.state, game.content, unit_id, name)


def _receive(state: State, content: Content, unit_id: str, name: str) -> None:
    """A leader waits with his group: on foot, or to take command of a tank."""
    leader = content.received[unit_id]
    if leader.table == "armor":
        state.received[unit_id] = armor_leader_named(content, leader, name)
    else:
        state.units[unit_id] = Unit(leader.side, content.leader_named(leader.side, name), NOWHERE)
    state.to_place[unit_id] = leader.group


def armor_leader_named(content: Content, leader: Received, name: str) -> str:
    """The type of an Armor Leader by his figures."""
    cards = content.armor_leaders.items()
    return next(kind for kind, card in cards if (card.side, card.name) == (leader.side, name))


def commander_kind(game: Game, leader: str) -> str:
    """What an Armor Leader is that waits for his tank."""
    placed = game.content.commanders.get(leader)
    return game.state.received[leader] if placed is None else placed.kind


# What others may not know


def is_waiting(state: State, leader: str) -> bool:
    """Whether a leader who is received is not on the map yet: nobody knows which the others have before that."""
    return leader not in state.units or state.units[leader].at == NOWHERE


def imagine_leaders(state: State, content: Content, side: str, rng: random.Random, *, set_up: bool) -> list[str]:
    """Roll again for leaders of a side of whom nothing is known, so that those who are known fit.

    Those of groups that come later, or whose side has not `set_up` yet, wait; the ids of the others are given back.
    """
    chart = content.table("leaders", Leaders)
    found = []
    for owner, roll, ids in _rolls(content):
        known = [name for name in ids if name in state.units or name in state.lost or name in state.exited]
        if owner != side or (roll.table == "armor" and set_up):
            continue
        rows = [
            row for row in chart.rows(roll.table).values() if len(row) >= (ids.index(known[-1]) + 1 if known else 0)
        ]
        for unit_id, name in zip(ids, rng.choice(rows), strict=False):
            if unit_id in known:
                continue
            _receive(state, content, unit_id, name)
            if set_up and content.forces[side].groups[content.groups[unit_id]].enters is None:
                del state.to_place[unit_id]
                found.append(unit_id)
    return found
