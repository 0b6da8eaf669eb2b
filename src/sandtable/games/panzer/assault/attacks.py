"""Chapters 6.6.1.1, 6.6.1.2 and 6.6.11: what an assault is, who has declared one, and what binds the others."""

from __future__ import annotations

from typing import Literal

import msgspec

from sandtable.games.panzer.cards import Leg, Vehicle
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.state import Attack
from sandtable.games.panzer.tables.fire import CloseAssaultFile, HandToHandFile
from sandtable.games.panzer.units import Game, card_now, card_of, printed, side_of
from sandtable.kernel import Refusal, of_content, rule
from sandtable.mechanics.switches import is_on

Size = Literal["squad", "half-squad", "section"]


class Assault(msgspec.Struct, frozen=True, kw_only=True):
    """Attackers of one hex against one target: a close assault on a vehicle, else hand-to-hand combat."""

    target: str
    attackers: tuple[str, ...]
    """The primary attacker, then those who help it."""
    at: str
    """The hex that they attack from; they may have yet to come there."""
    advancing: bool = False
    """Whether any of them spends movement to come adjacent."""
    dismounts: bool = False
    """Whether it attacks out of a vehicle."""

    @property
    def primary(self) -> str:
        return self.attackers[0]


@of_content
def close_assault_table(content: Content) -> CloseAssaultFile:
    return content.table("close-assault", CloseAssaultFile)


@of_content
def hand_to_hand_table(content: Content) -> HandToHandFile:
    return content.table("hand-to-hand", HandToHandFile)


@rule("6.6.1.1", "6.6.1.2")
def is_close_assault(game: Game, target: str) -> bool:
    """Whether an attack on a unit is a close assault: vehicles are assaulted, men and guns are fought hand-to-hand."""
    return isinstance(card_of(game, target), Vehicle)


@rule("5.1", "5.1.1", "6.6.1.1.1")
def size_of(game: Game, unit_id: str) -> Size:
    """The size of a leg unit as it is now."""
    card = game.content.card(card_now(game, unit_id))
    assert isinstance(card, Leg)
    return "half-squad" if game.state.units[unit_id].reduced else card.kind


@rule("5.1.3.5")
def has_flamethrower(game: Game, unit_id: str) -> bool:
    """Whether a leg unit has a flamethrower attached, which it uses in these combats alone."""
    cards = game.content.cards.attached
    return any(cards[each].kind == "flamethrower" for each in printed(game, unit_id).attached)


def level_of(game: Game, unit_id: str) -> int:
    """The level on which a unit is, upper floors included."""
    unit = game.state.units[unit_id]
    return game.content.level(unit.at) + unit.floor


def level_from(game: Game, unit_id: str, at: str) -> int:
    """The level from which a unit attacks; who has yet to come to a hex comes to its ground."""
    return level_of(game, unit_id) if game.state.units[unit_id].at == at else game.content.level(at)


@rule("6.6.1.1", "6.6.1.2", "6.6.10")
def is_spotted(game: Game, unit_id: str, target: str) -> bool:
    """Whether a target was spotted before anybody moved: by anybody of the side, who point it out (ruling). Who rode in
    a vehicle then was spotted with it.
    """
    spotted = game.state.spotted
    if is_on(game.content, "assault-what-it-spots"):
        return target in spotted.get(unit_id, ())
    side, sides = side_of(game, unit_id), game.content.side_of
    return any(target in seen for spotter, seen in spotted.items() if sides[spotter] == side)


# Who has attacked


@rule("6.6.1.1/combining", "6.6.1.2/combining", "6.6.11")
def why_bound(game: Game, unit_id: str, target: str) -> Refusal | None:
    """Why what has been declared before keeps a unit from attacking a target: it attacks but once, and those with
    whom it shares its command bind it to theirs.
    """
    state, group = game.state, game.state.commands[unit_id].group
    if unit_id in state.assaults:
        return Refusal("refused.has-attacked", "6.6.1.1/combining", {"unit": unit_id})
    for other, attack in state.assaults.items():
        if group and attack.group == group and attack.target != target:
            args = {"unit": unit_id, "other": other, "target": attack.target}
            return Refusal("refused.shares-a-move", "6.6.11", args)
    return None


@rule("6.6.11")
def note_attack(game: Game, unit_id: str, target: str, how: Literal["assault", "overrun"], spent: int = 0) -> None:
    """Remember what a unit has declared, for those who share its command, and for its own move afterwards."""
    group = game.state.commands[unit_id].group
    game.state.assaults[unit_id] = Attack(target, how, group, spent)
