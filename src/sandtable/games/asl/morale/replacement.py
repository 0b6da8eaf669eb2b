"""A19 and A15.3: units that are Replaced by worse ones or Disrupted, and those that are hardened by battle."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.asl.concealment.revealing import seen_by
from sandtable.games.asl.events.morale import Disrupted, Heated, Replaced
from sandtable.games.asl.morale.casualties import Aftermath, halves_of, hand_over
from sandtable.games.asl.morale.guards import guard_room, hand_on, prisoners_of, unpin
from sandtable.games.asl.units import Game, change
from sandtable.kernel import rule


@rule("A19.1", "A19.12", "A19.13")
def suffer_replacement(game: Game, unit_id: str, aftermath: Aftermath) -> None:
    """A unit that has failed by more than its ELR becomes the next lower type, or is Disrupted where there is none.

    A squad of underlined morale falls apart into its two half-squads, who share its weapons in the aftermath.
    """
    unit = game.state.units[unit_id]
    card = game.content.personnel[unit.kind]
    if card.underlined_morale and card.half_squad:
        aftermath.apart.append(split(game, unit_id, card.half_squad, "A19.13"))
        return
    if card.replaced_by is None:
        if not unit.fanatic:
            change(game, unit_id, disrupted=True)
            game.say(Disrupted(rule="A19.12", unit=unit_id))
        return
    become(game, unit_id, card.replaced_by, "A19.1")


def become(game: Game, unit_id: str, kind: str, rule_id: str) -> None:
    """A unit is of another type from now on, which is told to those who see it."""
    was = game.state.units[unit_id].kind
    change(game, unit_id, kind=kind)
    game.say(Replaced(rule=rule_id, seen_by=seen_by(game, unit_id), unit=unit_id, was=was, kind=kind))


def split(game: Game, unit_id: str, half: str, rule_id: str) -> tuple[str, str]:
    """A squad becomes its two half-squads in the same state; the first keeps what it had, but for prisoners whom it
    cannot hold alone."""
    state = game.state
    unit = state.units.pop(unit_id)
    first, second = halves_of(unit_id)
    for name in (first, second):
        state.units[name] = replace(unit, kind=half)
        game.say(Replaced(rule=rule_id, seen_by=seen_by(game, name), unit=name, was=unit.kind, kind=half))
    hand_over(game, unit_id, first)
    while guard_room(game, first) < 0:
        hand_on(game, prisoners_of(game, first)[-1], second)
    moving = state.moving
    if moving is not None and first in moving.units:
        state.moving = replace(moving, units=(*moving.units, second))
    elif moving is not None and moving.shots_of(first):
        state.moving = replace(moving, shots=tuple(sorted((*moving.shots, (second, moving.shots_of(first))))))
    return first, second


@rule("A15.3")
def harden(game: Game, unit_id: str) -> None:
    """A unit becomes the next better type; the best becomes Fanatic. Being rallied is seen to by whoever calls this."""
    unit = game.state.units[unit_id]
    card = game.content.personnel[unit.kind]
    unpin(game, unit_id)
    if card.hardens_to is None:
        change(game, unit_id, fanatic=True)
        game.say(Heated(rule="A15.3", unit=unit_id, what="fanatic"))
        return
    become(game, unit_id, card.hardens_to, "A15.3")
