"""Chapter 4: opportunity fire, which interrupts a move."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from sandtable.games.primer.content import Content
from sandtable.games.primer.events import Disrupted, HeldFire
from sandtable.games.primer.sight import lines_on
from sandtable.games.primer.state import OFF_MAP, Unit, other
from sandtable.games.primer.units import Game, kind_of, lose_step, reveal
from sandtable.kernel import (
    Choice,
    Decision,
    Line,
    Option,
    Preview,
    Procedure,
    Refusal,
    Resolved,
    derived,
    of_content,
    rule,
)
from sandtable.mechanics.charts import Chart
from sandtable.mechanics.roster import change, units_of
from sandtable.mechanics.sums import Sum
from sandtable.mechanics.switches import is_on

PASS = Option("do:pass", rule="4.1")


@of_content
def longest_range(content: Content) -> int:
    """How far any guns shoot."""
    return max(kind.range for kind in content.kinds.values())


@of_content
@rule("4.2")
def in_sight(content: Content) -> dict[str, dict[str, int]]:
    """For each hex, how far away the hexes are that it sees and is seen from, as far as any gun can shoot."""
    board = content.board
    sight = lines_on(board)
    return {
        label: {board.labels[j]: board.distance(i, j) for j in sight.field(i, longest_range(content))}
        for i, label in enumerate(board.labels)
    }


@of_content
def under_fire(content: Content) -> dict[tuple[str, int], frozenset[str]]:
    """The hexes at which guns can fire, by where they stand and how far they reach."""
    return {
        (label, reach): frozenset(seen for seen, distance in sight.items() if distance <= reach)
        for label, sight in in_sight(content).items()
        for reach in {kind.range for kind in content.kinds.values()}
    }


class Watch(NamedTuple):
    """The counters of a side that may fire at a mover, as far as the mover can tell."""

    guns: dict[str, tuple[str, int]]
    """Where they stand and how far they may reach."""
    hexes: frozenset[str]
    """The hexes in which a mover may be fired at."""


@derived(units_of)
def watch(game: Game, side: str) -> Watch:
    """What a side keeps under its guns."""
    found, fields = guns(game, side), under_fire(game.content)
    return Watch(found, frozenset().union(*[fields[where] for where in found.values()]))


@rule("4.1", "6.4")
def guns(game: Game, side: str) -> dict[str, tuple[str, int]]:
    """Which counters of a side may fire at a mover, as far as the mover can tell: where they stand, how far they reach.

    A face-down counter might be guns, so its owner is asked even when it is not: the question gives nothing away.
    """
    content, furthest, found = game.content, longest_range(game.content), {}
    for unit_id, unit in units_of(game, side).items():
        if unit.disrupted or unit.fired:
            continue
        if unit.hidden:
            found[unit_id] = (unit.at, furthest)
        elif content.kinds[unit.kind].range and has_ammunition(content, unit):
            found[unit_id] = (unit.at, content.kinds[unit.kind].range)
    return found


@rule("10.1")
def has_ammunition(content: Content, unit: Unit) -> bool:
    """With the optional rule guns have only so many shots in a game."""
    return unit.shots < content.fire.ammunition or not is_on(content, "ammunition")


@rule("4.1", "4.2", "6.4")
def possible_firers(game: Game, label: str, side: str) -> list[str]:
    """Which counters of a side may fire at a mover in a hex, as far as the mover can tell."""
    watching = watch(game, side)
    if label not in watching.hexes:
        return []
    seen = in_sight(game.content)[label]
    return [unit_id for unit_id, (at, reach) in watching.guns.items() if seen.get(at, reach + 1) <= reach]


def able(game: Game, possible: list[str], target: Unit) -> list[str]:
    """Those of the counters that may fire, as far as others can tell, that are really guns and reach so far."""
    seen, units, kinds = in_sight(game.content)[target.at], game.state.units, game.content.kinds
    return [unit_id for unit_id in possible if seen[(unit := units[unit_id]).at] <= kinds[unit.kind].range]


@rule("2.2", "4.3")
def fire_modifiers(game: Game, gun: Unit, target: Unit) -> Sum:
    """Every modifier of a shot, with its rule."""
    content, figures = game.content, game.content.fire
    found = Sum()
    if on_road(game, target):
        found.add("on-road", figures.on_road, "4.3")
    cover = content.terrain_at[target.at].cover
    if cover:
        found.add("cover", cover, "4.3", hex=target.at)
    distance = content.distance(gun.at, target.at)
    if distance >= figures.long_range_from:
        found.add("long-range", figures.long_range, "4.3", distance=distance)
    if game.state.orders.get(gun.side) == "hold":
        found.add("hold-order", figures.hold, "2.2")
    return found


def on_road(game: Game, unit: Unit) -> bool:
    board = game.content.board
    at = 6 * board.index[unit.at]
    return any(board.networks["road"][at : at + 6])


class Fire(StrEnum):
    """What comes of the fire at a mover."""

    HELD = "held"
    MISSED = "missed"
    STOPPED = "stopped"


class OpportunityFire(Procedure, frozen=True):
    """The owner of guns that see a mover decides whether to fire, one gun at a time; comes to a `Fire`."""

    target: str
    fired: bool = False

    def begin(self, game: Game) -> Decision | None:
        target = game.state.units[self.target]
        in_order, side = target.at != OFF_MAP and not target.disrupted, other(target.side)
        possible = possible_firers(game, target.at, side) if in_order else []
        if not possible:
            game.finish(self._unharmed() if in_order else Fire.STOPPED)
            return None
        options = [Option(f"unit:{unit_id}", rule="4.1") for unit_id in able(game, possible, target)]
        return Decision(side, "fire", "4.1", (*options, PASS), {"unit": self.target, "hex": target.at})

    def _unharmed(self) -> Fire:
        return Fire.MISSED if self.fired else Fire.HELD

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        unit = game.state.units.get(choice.name) if choice.kind == "unit" else None
        if unit is None:
            return None
        args = {"unit": choice.name}
        if unit.side == game.state.units[self.target].side:
            return Refusal("refused.not-yours", "4.1", args)
        if unit.at == OFF_MAP:
            return Refusal("refused.off-map", "8.1", args)
        if not kind_of(game.content, unit).range:
            return Refusal("refused.no-guns", "4.1", args)
        if not has_ammunition(game.content, unit):
            return Refusal("refused.no-ammunition", "10.1", args)
        if unit.disrupted:
            return Refusal("refused.disrupted", "4.1", args)
        if unit.fired:
            return Refusal("refused.fired", "4.1", args)
        return Refusal("refused.no-sight", "4.2", args)

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        if choice.kind != "unit":
            return None
        units = game.state.units
        return Preview(lines=tuple(fire_modifiers(game, units[choice.name], units[self.target]).lines))

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            target = game.state.units[self.target]
            game.say(HeldFire(rule="4.1", side=other(target.side), unit=self.target, at=target.at))
            game.finish(self._unharmed())
            return
        gun = change(game, choice.name, fired=True, shots=game.state.units[choice.name].shots + 1)
        reveal(game, choice.name)
        shoot(game, choice.name, gun, self.target)
        game.goto("begin", fired=True)


@of_content
@rule("4.3")
def fire_results(content: Content) -> Chart[str]:
    """What a modified roll comes to."""
    figures = content.fire
    return Chart({figures.hit - 1: "miss", figures.hit: "hit", figures.kill: "kill"})


@rule("4.3")
def shoot(game: Game, gun_id: str, gun: Unit, target_id: str) -> None:
    """One shot: a hit disrupts the target and ends its move, a better one also costs it a step."""
    chart, modifiers = fire_results(game.content), fire_modifiers(game, gun, game.state.units[target_id])
    roll = game.roll(game.content.fire.die, "fire", "4.3", bands=chart.bands(modifiers.total))
    total = roll + modifiers.total
    result = chart.entry(total)
    lines = (Line("die", str(roll), "4.3"), *modifiers.lines, Line("total", str(total), "4.3"))
    favours = other(gun.side) if result == "miss" else gun.side
    game.say(Resolved(rule="4.3", what="fire", result=result, lines=lines, subject=gun_id, favours=favours))
    if result == "miss":
        return
    reveal(game, target_id)
    if game.state.units[target_id].at == OFF_MAP:
        return
    change(game, target_id, disrupted=True)
    game.say(Disrupted(rule="4.3", unit=target_id))
    if result == "kill":
        lose_step(game, target_id, "4.3")
