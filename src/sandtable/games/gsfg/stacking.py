"""Chapter 7: stacking, in force at every moment."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.positions import GUARDS_ARMY, ONE_TO_A_HEX, OTHER_ARMY, traits
from sandtable.games.gsfg.state import NATO, enemy_of
from sandtable.games.gsfg.units import LAST_TURN_OF_8GA, Game, counter, eliminate, positions, side_of, units_in
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, of_content, rule

PASS = Option("do:pass", rule="7.2")
MOST_STACKS = 50_000
"""How many stacks are remembered."""


@rule("2.7", "7.3")
def size(game: Game, unit_id: str) -> int:
    """A unit's stacking value in half divisions: a division is two, a brigade or regiment one, a territorial none."""
    return game.content.stack_size[unit_id]


@rule("7.1", "7.2", "7.4", "5.4/2")
def stacking_fault(game: Game, unit_ids: list[str], label: str) -> Refusal | None:
    """Why units may not be in a hex together with those that are there, or None; markers do not count."""
    joined = [*(other for other in units_in(game, label) if other not in unit_ids), *unit_ids]
    return fault_of(game, joined, label)


def fault_of(game: Game, joined: list[str], label: str) -> Refusal | None:
    """What is wrong with a stack of one side."""
    return overstacked(game, joined, label) or mixed_armies(game, joined, label)


@rule("7.1", "7.3", "7.5")
def overstacked(game: Game, joined: Sequence[str], label: str) -> Refusal | None:
    """Why units are too many for one hex: two divisions, one Soviet artillery unit, one East German unit at most."""
    known = _stacks_judged(game.content)
    key = tuple(joined)
    if key not in known:
        if len(known) > MOST_STACKS:
            known.clear()
        known[key] = _why_too_many(game, key)
    reason, rule_id = known[key]
    return Refusal(reason, rule_id, {"hex": label}) if reason else None


@of_content
def _stacks_judged(content: Content) -> dict[tuple[str, ...], tuple[str, str]]:
    """What was found of stacks before: what is printed on counters never changes."""
    return {}


def _why_too_many(game: Game, joined: tuple[str, ...]) -> tuple[str, str]:
    """The reason and the rule by which units are too many for one hex, both empty where they are not."""
    content = game.content
    if sum(content.stack_size[unit_id] for unit_id in joined) > content.stack_limit:
        return "refused.over-stacked", "7.1"
    if len(joined) < 2 or counter(game, joined[0]).side == NATO:
        return "", ""
    kinds = [counter(game, unit_id) for unit_id in joined]
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
    if game.state.turn > LAST_TURN_OF_8GA or len(joined) < 2:
        return None
    if len({counter(game, unit_id).nat == "su_8ga" for unit_id in joined}) < 2:
        return None
    if all(game.state.side_by_side.get(unit_id) == label for unit_id in joined):
        return None
    return Refusal("refused.8ga-apart", "5.4/2", {"hex": label})


@rule("5.4/2", "7.2", "10.4", "10.17", "10.19")
def closed_hexes(game: Game, unit_ids: Sequence[str], *, road: bool) -> bytes:
    """The hexes that units may not enter together, a byte each: water, the enemy's, those in which others leave no
    room for them, and in road mode those next to the enemy.

    A hex where they are themselves may be among them, which does not keep them from leaving it.
    """
    content = game.content
    sizes, shunned = content.stack_size, aversions(content)[game.state.turn <= LAST_TURN_OF_8GA]
    room, unwelcome = content.stack_limit, 0
    for unit_id in unit_ids:
        room -= sizes[unit_id]
        unwelcome |= shunned[unit_id]
    return positions(game).closed_to(side_of(game, unit_ids[0]), room, unwelcome, road=road)


@of_content
@rule("5.4/2", "7.1", "7.5")
def aversions(content: Content) -> tuple[dict[str, int], dict[str, int]]:
    """The traits of others with which each unit may not stack, and the same for as long as 8GA keeps to itself."""
    own = traits(content)
    always = {unit_id: each & ONE_TO_A_HEX for unit_id, each in own.items()}
    rivals = {GUARDS_ARMY: OTHER_ARMY, OTHER_ARMY: GUARDS_ARMY, 0: 0}
    early = {unit_id: always[unit_id] | rivals[each & (GUARDS_ARMY | OTHER_ARMY)] for unit_id, each in own.items()}
    return always, early


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


def check_stacks(game: Game) -> None:
    """At the start or end of a phase, let each side deal with over-stacked hexes of the other."""
    for side in (enemy_of(game.state.active), game.state.active):
        for label in sorted(positions(game).overstacked(side)):
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
