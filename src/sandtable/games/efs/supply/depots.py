"""Chapter 6.48: supply units that are combined into dumps, and dumps that are reduced."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.efs.events.supply import SupplyCombined, SupplyReduced
from sandtable.games.efs.setup import LARGE, free_counter
from sandtable.games.efs.state import SupplyUnit
from sandtable.games.efs.supply.supply_units import supply_units_of
from sandtable.games.efs.units import Game
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, derived, rule
from sandtable.mechanics.switches import is_on

MOST = 4
"""The points of the greatest dump."""
STOP, REDUCE = Option("do:stop", rule="6.48"), Option("do:reduce", rule="6.48d")


# Combining


@rule("6.41", "6.48b", "6.48c")
def counter_for(game: Game, first: str, second: str) -> str:
    """The counter on which the points of two supply units together would be: one of theirs, or a large one that is
    free; nothing where there is none.
    """
    supplies = game.state.supplies
    total = supplies[first].points + supplies[second].points
    wanted = "l" if total >= LARGE else "s"
    own = [name for name in (second, first) if name.partition("-")[2].startswith(wanted)]
    return own[0] if own else free_counter(game.state, game.content, supplies[first].side, total)


@rule("6.48b", "6.48c")
def partners(game: Game, supply_id: str) -> list[str]:
    """The supply units with which another in their hex can be combined."""
    side = game.state.supplies[supply_id].side
    others = [name for name in supply_units_of(game, side) if name != supply_id]
    return [name for name in others if why_not_combined(game, supply_id, name) is None]


def why_not_combined(game: Game, first: str, second: str) -> Refusal | None:
    """Why two supply units of a side cannot be combined."""
    one, other, about = game.state.supplies[first], game.state.supplies[second], {"unit": second}
    if second == first or not one.at or other.at != one.at:
        return Refusal("refused.not-together", "6.48b", about)
    if one.points + other.points > MOST:
        return Refusal("refused.dump-full", "6.48c", about)
    return None if counter_for(game, first, second) else Refusal("refused.no-supply-counter", "6.45", about)


@derived("supplies")
def combinable(game: Game, side: str) -> list[str]:
    """The supply units of a side that can be combined with others."""
    supplies, names = game.state.supplies, supply_units_of(game, side)
    hexes = [supplies[name].at for name in names]
    if len({*hexes}) == len(hexes):
        return []
    return [name for name, at in zip(names, hexes, strict=True) if hexes.count(at) > 1 and partners(game, name)]


@rule("6.43", "6.48b", "6.48c", "6.48c/note")
def combine(game: Game, first: str, second: str) -> None:
    """Put two supply units together into one; the counters that are not needed may be used again."""
    supplies, name = game.state.supplies, counter_for(game, first, second)
    one, other = supplies.pop(first), supplies.pop(second)
    supplies[name] = SupplyUnit(
        side=one.side,
        at=one.at,
        points=one.points + other.points,
        spent=max(one.spent, other.spent),
        finished=one.finished or other.finished,
        railed=one.railed or other.railed,
        activated=one.activated or other.activated,
    )
    game.say(SupplyCombined(rule="6.48b", units=(first, second), unit=name, points=supplies[name].points, at=one.at))


class CombineSupply(Procedure, frozen=True):
    """Two supply units in the same hex are picked and put together."""

    side: str
    first: str = ""

    @rule("6.48b", "6.48c")
    def begin(self, game: Game) -> Decision:
        able = partners(game, self.first) if self.first else combinable(game, self.side)
        options = (*(Option(f"unit:{name}", rule="6.48b") for name in able), STOP)
        prompt = "combine-with" if self.first else "combine-supply"
        args: dict[str, str | int] = {"unit": self.first} if self.first else {}
        return Decision(self.side, prompt, "6.48b", options, args, continues=True, done=STOP.id)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        supply = game.state.supplies.get(choice.name)
        if choice.kind != "unit" or supply is None:
            return None
        if supply.side != self.side:
            return Refusal("refused.enemy-supply", "6.48b", {"unit": choice.name})
        if self.first:
            return why_not_combined(game, self.first, choice.name)
        return Refusal("refused.nothing-to-combine", "6.48b", {"unit": choice.name})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice == Choice.of(STOP.id):
            game.finish()
        elif not self.first:
            game.goto("begin", first=choice.name)
        else:
            game.finish()
            combine(game, self.first, choice.name)


# Reducing


def dumps_of(game: Game, side: str) -> list[str]:
    """The dumps of a side on the map."""
    return [name for name in supply_units_of(game, side) if game.state.supplies[name].is_dump]


@derived("supplies")
def reducible(game: Game, side: str) -> list[str]:
    """The dumps of a side that can be reduced."""
    return [name for name in dumps_of(game, side) if why_not_reduced(game, name) is None]


@rule("6.48d")
def why_not_reduced(game: Game, supply_id: str) -> Refusal | None:
    """Why a supply unit cannot be reduced: a mobile one never, a dump of three needs another counter, and by a switch
    one of four a small one.
    """
    supply, about = game.state.supplies[supply_id], {"unit": supply_id}
    if not supply.at or not supply.is_dump:
        return Refusal("refused.no-dump", "6.48d", about)
    if supply.points == LARGE and not free_counter(game.state, game.content, supply.side, supply.points - 1):
        return Refusal("refused.no-supply-counter", "6.48d", about)
    waits = supply.points > LARGE and is_on(game.content, "dumps-wait-for-counters")
    if waits and not free_counter(game.state, game.content, supply.side, 1):
        return Refusal("refused.no-supply-counter", "6.48d", about)
    return None


@rule("6.43", "6.48d")
def reduce(game: Game, supply_id: str) -> None:
    """Make a dump the next smaller one, and put what is left over beside it as a mobile supply unit.

    A normal dump is turned over and its other point is lost; so is the point for which no counter is free.
    """
    supplies = game.state.supplies
    whole = supplies.pop(supply_id)
    left = replace(whole, points=whole.points - 1)
    moves_over = whole.points == LARGE
    name = free_counter(game.state, game.content, whole.side, left.points) if moves_over else supply_id
    supplies[name] = left
    split = free_counter(game.state, game.content, whole.side, 1) if left.is_dump else ""
    if split:
        supplies[split] = replace(whole, points=1)
    parts = (name, split) if split else (name,)
    game.say(SupplyReduced(rule="6.48d", unit=supply_id, units=parts, lost=0 if split else 1))


class ReduceDump(Procedure, frozen=True):
    """A dump is picked and reduced."""

    side: str
    hexes: tuple[str, ...] = ()
    """Where it must be, if hexes are named."""

    @rule("6.48d")
    def begin(self, game: Game) -> Decision:
        able = [name for name in reducible(game, self.side) if self.is_there(game, name)]
        options = (*(Option(f"unit:{name}", rule="6.48d", grave=True) for name in able), STOP)
        return Decision(self.side, "reduce-dump", "6.48d", options, continues=True, done=STOP.id)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        supply = game.state.supplies.get(choice.name)
        if choice.kind != "unit" or supply is None:
            return None
        if supply.side != self.side:
            return Refusal("refused.enemy-supply", "6.48d", {"unit": choice.name})
        if supply.is_dump and not self.is_there(game, choice.name):
            return Refusal("refused.dump-not-attacked", "6.48d", {"unit": choice.name})
        return why_not_reduced(game, choice.name)

    def is_there(self, game: Game, supply_id: str) -> bool:
        return not self.hexes or game.state.supplies[supply_id].at in self.hexes

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        game.finish()
        if choice.kind == "unit":
            reduce(game, choice.name)


PROCEDURES = (CombineSupply, ReduceDump)
