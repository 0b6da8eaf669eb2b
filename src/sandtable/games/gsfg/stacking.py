"""Chapter 7: stacking, in force at every moment."""

from __future__ import annotations

import functools
import operator
from collections.abc import Mapping, Sequence
from itertools import combinations

from sandtable.board import CLOSED
from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.index import GUARDS_ARMY, ONE_TO_A_HEX, OTHER_ARMY, full_marks, ground, traits
from sandtable.games.gsfg.state import NATO, enemy_of
from sandtable.games.gsfg.units import Game, counter, eliminate, is_mini_turn, side_of
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, of_content, rule
from sandtable.mechanics.roster import enemy_hexes, roster, units_in
from sandtable.mechanics.zones import zone

PASS = Option("do:pass", rule="7.2")


@rule("2.7", "7.3")
def size(game: Game, unit_id: str) -> int:
    """A unit's stacking value in half divisions: a division is two, a brigade or regiment one, a territorial none."""
    return game.content.stack_size[unit_id]


@rule("7.1", "7.2", "7.4", "5.4/2")
def stacking_fault(game: Game, unit_ids: list[str], label: str) -> Refusal | None:
    """Why units may not be in a hex together with those that are there, or None; markers do not count."""
    joined = [*(other for other in units_in(game, label) if other not in unit_ids), *unit_ids]
    return fault_of(game, joined, label)


def fault_of(game: Game, joined: Sequence[str], label: str) -> Refusal | None:
    """What is wrong with a stack of one side."""
    return overstacked(game, joined, label) or mixed_armies(game, joined, label)


@rule("7.1", "7.3", "7.5")
def overstacked(game: Game, joined: Sequence[str], label: str) -> Refusal | None:
    """Why units are too many for one hex: two divisions, one Soviet artillery unit, one East German unit at most."""
    reason, rule_id = why_too_many(game.content, tuple(joined))
    return Refusal(reason, rule_id, {"hex": label}) if reason else None


@of_content
def why_too_many(content: Content, joined: tuple[str, ...]) -> tuple[str, str]:
    """The reason and the rule by which units are too many for one hex, both empty where they are not."""
    if sum(content.stack_size[unit_id] for unit_id in joined) > content.stack_limit:
        return "refused.over-stacked", "7.1"
    kinds = [content.counters[unit_id] for unit_id in joined]
    if len(kinds) < 2 or kinds[0].side == NATO:
        return "", ""
    if sum(kind.type == "artillery" for kind in kinds) > 1:
        return "refused.two-artillery", "7.1"
    if sum(kind.nat == "gdr" for kind in kinds) > 1:
        return "refused.two-east-germans", "7.5"
    return "", ""


@rule("5.4/2", "7.5")
def mixed_armies(game: Game, joined: Sequence[str], label: str) -> Refusal | None:
    """Why units may not share a hex with the 8th Guards Army early on, unless they were set up so and have not moved.

    The ruling on 3.2 and 5.4: such a stack may stay as it was set up until its members separate.
    """
    if len(joined) < 2 or not is_mini_turn(game):
        return None
    if len({counter(game, unit_id).nat == "su_8ga" for unit_id in joined}) < 2:
        return None
    if all(game.state.side_by_side.get(unit_id) == label for unit_id in joined):
        return None
    return Refusal("refused.8ga-apart", "5.4/2", {"hex": label})


@rule("5.4/2", "7.2", "10.4", "10.17", "10.19")
def closed_hexes(game: Game, unit_ids: tuple[str, ...], *, road: bool) -> bytearray:
    """The hexes that units may not enter together, a byte each: water, the enemy's, those in which others leave no
    room for them, and in road mode those next to the enemy.

    A hex where they are themselves may be among them, which does not keep them from leaving it.
    """
    side = side_of(game, unit_ids[0])
    closed = ground(game).of[side].translate(marks_closed_to(game, unit_ids))
    if road:
        board = game.content.board
        zone(board, [board.index[label] for label in enemy_hexes(game, side)], CLOSED, closed)
    return closed


def marks_closed_to(game: Game, unit_ids: tuple[str, ...]) -> bytes:
    """For every byte that may stand for a hex (`Ground.of`) whether such a hex is closed to units."""
    return (closed_in_mini_turns if is_mini_turn(game) else closed_later)(game.content, unit_ids)


@of_content
def closed_later(content: Content, unit_ids: tuple[str, ...]) -> bytes:
    room = content.stack_limit - sum(content.stack_size[unit_id] for unit_id in unit_ids)
    return full_marks(content, room, common(aversions(content), unit_ids))


@of_content
@rule("5.4/2")
def closed_in_mini_turns(content: Content, unit_ids: tuple[str, ...]) -> bytes:
    """The same while the 8th Guards Army keeps to itself."""
    room = content.stack_limit - sum(content.stack_size[unit_id] for unit_id in unit_ids)
    return full_marks(content, room, common(aversions(content), unit_ids) | common(rivals(content), unit_ids))


def common(traits: Mapping[str, int], unit_ids: tuple[str, ...]) -> int:
    """The traits of several units, put together."""
    return functools.reduce(operator.or_, [traits[unit_id] for unit_id in unit_ids])


@of_content
@rule("7.1", "7.5")
def aversions(content: Content) -> dict[str, int]:
    """The traits of others with which each unit may not stack."""
    return {unit_id: own & ONE_TO_A_HEX for unit_id, own in traits(content).items()}


@of_content
@rule("5.4/2")
def rivals(content: Content) -> dict[str, int]:
    """The army, by its trait, from which each unit keeps apart as long as 8GA keeps to itself."""
    others = {GUARDS_ARMY: OTHER_ARMY, OTHER_ARMY: GUARDS_ARMY, 0: 0}
    return {unit_id: others[own & (GUARDS_ARMY | OTHER_ARMY)] for unit_id, own in traits(content).items()}


@rule("7.2")
def excess(game: Game, label: str) -> bool:
    """Whether a hex holds more than it may."""
    return overstacked(game, units_in(game, label), label) is not None


@rule("7.2")
def cures(game: Game, label: str) -> list[str]:
    """The units of an over-stacked hex of which the fewest that must go can be made up."""
    there = units_in(game, label)
    for number in range(1, len(there)):
        sets = [
            gone
            for gone in combinations(there, number)
            if overstacked(game, [unit_id for unit_id in there if unit_id not in gone], label) is None
        ]
        if sets:
            return [unit_id for unit_id in there if any(unit_id in gone for gone in sets)]
    return []


def overstacked_hexes(game: Game, side: str) -> list[str]:
    """The hexes in which a side has more than may be."""
    return [label for label in roster(game).crowds.get(side, ()) if excess(game, label)]


def check_stacks(game: Game) -> None:
    """At the start or end of a phase, let each side deal with over-stacked hexes of the other."""
    for side in (enemy_of(game.state.active), game.state.active):
        for label in sorted(overstacked_hexes(game, side)):
            game.push(RemoveExcess(side=enemy_of(side), at=label))


class RemoveExcess(Procedure, frozen=True):
    """A hex was found over-stacked: the opponent may eliminate the fewest units that bring it within the limit."""

    side: str
    at: str

    @rule("7.2")
    def begin(self, game: Game) -> Decision | None:
        if not excess(game, self.at):
            game.finish()
            return None
        options = [Option(f"unit:{unit_id}", rule="7.2") for unit_id in cures(game, self.at)]
        return Decision(self.side, "remove-excess", "7.2", (*options, PASS), {"hex": self.at})

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        if game.state.units[choice.name].at != self.at or side_of(game, choice.name) == self.side:
            return Refusal("refused.not-in-stack", "7.2", {"unit": choice.name, "hex": self.at})
        return Refusal("refused.more-than-needed", "7.2", {"unit": choice.name})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            game.finish()
        else:
            eliminate(game, choice.name, "7.2")


PROCEDURES = (RemoveExcess,)
