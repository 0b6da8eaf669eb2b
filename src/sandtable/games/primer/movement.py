"""Chapter 3: movement, hex by hex, under the guns of the enemy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from sandtable.board import CLOSED, FORBIDDEN, Field, Mover
from sandtable.games.primer import fire
from sandtable.games.primer.content import Content, Mobility
from sandtable.games.primer.events import Moved
from sandtable.games.primer.state import OFF_MAP, Unit, other
from sandtable.games.primer.units import (
    Game,
    barrier,
    contact,
    halved,
    kind_of,
    next_to,
    reveal_each_other,
    take_control,
)
from sandtable.kernel import (
    Action,
    Choice,
    Decision,
    Menu,
    Option,
    Phase,
    Preview,
    Procedure,
    Refusal,
    derived,
    of_content,
    rule,
)
from sandtable.mechanics.destinations import Destinations, path_to
from sandtable.mechanics.roster import change, occupier, roster, units_in

POINT = 2
"""Costs are counted in halves of a movement point, because a road costs half."""
STAY = Option("do:stay", rule="3.1")
DONE = Option("do:done", rule="2.4")


@of_content
@rule("3.2", "3.3", "3.4", "3.9")
def movers(content: Content) -> dict[tuple[Mobility, bool], Mover]:
    """What finds the ways of counters, by their mobility and whether rivers are nothing to them."""
    ground = content.ground
    road = {"road": round(ground.road * POINT)}
    found = {}
    for mobility in get_args(Mobility):
        costs = {name: row.cost(mobility) for name, row in ground.terrain.items()}
        enter = {name: cost * POINT for name, cost in costs.items() if cost is not None}
        for bridging, river in ((False, ground.river.cost(mobility) * POINT), (True, 0)):
            prices = content.board.costs(enter, {"river": river}, road)
            found[mobility, bridging] = Mover(content.board.neighbours, prices)
    return found


@of_content
@rule("3.2")
def destinations(content: Content) -> Destinations:
    """The options of every destination, with their costs."""
    most = max(kind.movement for kind in content.kinds.values()) + content.figures.march
    return Destinations(content, most * POINT, "3.2", per_point=POINT)


@of_content
def unit_options(content: Content) -> dict[str, dict[str, Option]]:
    """The options that pick counters, by side."""
    return {
        side: {unit_id: Option(f"unit:{unit_id}", rule="3.1") for unit_id in force.counters}
        for side, force in content.scenario.forces.items()
    }


@rule("2.2", "3.1", "7.2")
def allowance(game: Game, unit: Unit) -> int:
    """A counter's movement points, in halves: printed, halved out of supply, one more under the order to march."""
    points = kind_of(game.content, unit).movement
    if not unit.supplied:
        points = halved(points)
    if game.state.orders.get(unit.side) == "march":
        points += game.content.figures.march
    return points * POINT


@rule("3.5", "3.6", "3.7")
def movement_flags(game: Game, side: str) -> bytes | bytearray:
    """What each hex means to a moving counter of a side: enemies and full hexes bar it, zones of control stop it."""
    enemies, full, counted = barrier(game, other(side)), game.content.figures.stacking, roster(game)
    crowds = (counted.crowds if full > 1 else counted.held)[side]
    if not crowds:
        return enemies
    flags, index = bytearray(enemies), game.content.board.index
    for label, counters in crowds.items():
        if counters >= full:
            flags[index[label]] |= CLOSED
    return flags


@derived("units")
@rule("3.7", "3.8")
def reach(game: Game, unit_id: str, left: int, begun: bool) -> Field:
    """Where a counter can go with what it has left; a counter that has not moved yet can always move one hex."""
    unit = game.state.units[unit_id]
    kind = kind_of(game.content, unit)
    return movers(game.content)[kind.mobility, kind.bridging].field(
        game.content.board.index[unit.at],
        left,
        movement_flags(game, unit.side),
        zoc_stop=True,
        zoc_to_zoc=FORBIDDEN,
        minimum_move=not begun,
    )


class MovementPhase(Phase, frozen=True):
    """A side moves its counters one by one, in any order."""

    side: str

    @rule("3.1", "3.10")
    def begin(self, game: Game) -> Decision:
        units = game.state.units
        options = [
            option
            for unit_id, option in unit_options(game.content)[self.side].items()
            if not (unit := units[unit_id]).moved and unit.at != OFF_MAP and not unit.disrupted
        ]
        return Decision(self.side, "move-unit", "3.1", (*options, DONE))

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "hex" and occupier(game, choice.name) == other(self.side):
            return Refusal("refused.enemy-there", "3.6", {"hex": choice.name})
        return refuse_unit(game, choice, self.side)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            game.finish()
            return
        unit = game.state.units[choice.name]
        game.push(Move(unit=choice.name, left=allowance(game, unit)))


def refuse_unit(game: Game, choice: Choice, side: str) -> Refusal | None:
    """Why a counter cannot be moved."""
    unit = game.state.units.get(choice.name) if choice.kind == "unit" else None
    if unit is None:
        return None
    args = {"unit": choice.name}
    if unit.side != side:
        return Refusal("refused.attacks-later", "2.4", args)
    if unit.at == OFF_MAP:
        return Refusal("refused.off-map", "8.1", args)
    if unit.disrupted:
        return Refusal("refused.disrupted", "3.10", args)
    return Refusal("refused.moved", "3.1", args)


class Move(Procedure, frozen=True):
    """One counter's move: it picks where to go, walks there hex by hex, and picks anew after being shot at."""

    unit: str
    left: int
    begun: bool = False
    ahead: tuple[str, ...] = ()
    """The hexes that it has yet to enter on its way."""

    @rule("3.1")
    def begin(self, game: Game) -> Decision | None:
        """Ask where to go; a face-down counter is asked even with nowhere left to go (6.5)."""
        unit = game.state.units[self.unit]
        options = MOVES.options(game, self)
        if len(options) == 1 and self.begun and not unit.hidden:
            game.finish()
            return None
        args = {"unit": self.unit}
        return Decision(
            unit.side, "move-to", "3.1", tuple(options), args, continues=True, done=STAY.id, turns_to="MovementPhase"
        )

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        return MOVES.preview(game, self, choice)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return MOVES.refuse(game, self, choice)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        MOVES.start(game, self, choice)

    @rule("3.1", "4.1")
    def shot_at_done(self, game: Game, came_of_it: fire.Fire) -> None:
        """Where nobody fires the move goes on; a counter that was missed chooses anew with what it has left."""
        if came_of_it is fire.Fire.HELD and self.ahead:
            game.goto("go_on")
        elif came_of_it is fire.Fire.MISSED and self.left > 0:
            game.goto("begin", ahead=())
        else:
            game.finish()

    def go_on(self, game: Game) -> None:
        """Walk the rest of the way; one that is barred by now is chosen anew."""
        field = reach(game, self.unit, self.left, self.begun)
        if field.cost(game.content.board.index[self.ahead[-1]]) is None:
            game.goto("begin", ahead=())
        else:
            walk(game, self, field, self.ahead)


class Go(Action[Game, Move]):
    """Walk to a hex."""

    rule = "3.1"
    kinds = ("hex",)

    def offers(self, game: Game, subject: Move) -> Sequence[Option]:
        return destinations(game.content).options(reach(game, subject.unit, subject.left, subject.begun))

    def refuse(self, game: Game, subject: Move, choice: Choice) -> Refusal | None:
        return refuse_hex(game, subject.unit, choice.name) if choice.name in game.content.board.index else None

    def preview(self, game: Game, subject: Move, choice: Choice) -> Preview:
        field = reach(game, subject.unit, subject.left, subject.begun)
        return Preview(path=path_to(game.content.board.places, field, choice.name))

    def start(self, game: Game, subject: Move, choice: Choice) -> None:
        field = reach(game, subject.unit, subject.left, subject.begun)
        walk(game, subject, field, path_to(game.content.board.places, field, choice.name)[1:])


class Stay(Action[Game, Move]):
    """Go no further."""

    rule = "3.1"
    ids = (STAY.id,)

    def offers(self, game: Game, subject: Move) -> Sequence[Option]:
        return (STAY,)

    def start(self, game: Game, subject: Move, choice: Choice) -> None:
        change(game, subject.unit, moved=True)
        game.finish()


MOVES = Menu(Go(), Stay())


@rule("3.1", "3.7", "4.1")
def walk(game: Game, move: Move, field: Field, path: tuple[str, ...]) -> None:
    """Enter hex after hex of a path; whoever can see one may fire before the move goes on."""
    enemy = other(game.state.units[move.unit].side)
    met, watched = contact(game, enemy), fire.watch(game, enemy).hexes
    entered: list[str] = []
    for place, label in enumerate(path, 1):
        entered.append(label)
        must_stop = False
        if label in met:
            near = next_to(game, label, enemy)
            must_stop = any_in_order(game, near)
            enter(game, move.unit, entered)
            entered = []
            reveal_each_other(game, move.unit, near)
            if game.state.units[move.unit].at == OFF_MAP:
                break
            met, watched = contact(game, enemy), fire.watch(game, enemy).hexes
        if label in watched:
            enter(game, move.unit, entered)
            spent = field.cost(game.content.board.index[label]) or 0
            ahead = () if must_stop else path[place:]
            game.goto("shot_at", left=0 if must_stop else move.left - spent, begun=True, ahead=ahead)
            game.push(fire.OpportunityFire(target=move.unit))
            return
        if must_stop:
            break
    enter(game, move.unit, entered)
    game.finish()


@rule("3.7")
def any_in_order(game: Game, unit_ids: list[str]) -> bool:
    """Whether any of some counters has a zone of control; a dummy counts until it is turned over."""
    return not all(game.state.units[unit_id].disrupted for unit_id in unit_ids)


@rule("3.1", "9.1")
def enter(game: Game, unit_id: str, entered: list[str]) -> None:
    """Take a counter through hexes to the last of them; what it entered just before is told in the same breath."""
    if not entered:
        return
    take_control(game, entered, change(game, unit_id, at=entered[-1], moved=True).side)
    last = game.events[-1] if game.events else None
    if type(last) is Moved and last.unit == unit_id:
        game.events[-1] = Moved(rule="3.1", unit=unit_id, path=(*last.path, *entered))
    else:
        game.say(Moved(rule="3.1", unit=unit_id, path=tuple(entered)))


def refuse_hex(game: Game, unit_id: str, label: str) -> Refusal:
    """Why a counter cannot move to a hex."""
    unit = game.state.units[unit_id]
    content = game.content
    args = {"unit": unit_id, "hex": label}
    if unit.at == label:
        return Refusal("refused.already-there", "3.1", args)
    if occupier(game, label) == other(unit.side):
        return Refusal("refused.enemy-there", "3.6", args)
    if content.terrain_at[label].cost(kind_of(content, unit).mobility) is None:
        return Refusal("refused.terrain", "3.9", args)
    if len(units_in(game, label)) >= content.figures.stacking:
        return Refusal("refused.stacking", "3.5", args)
    return Refusal("refused.too-far", "3.2", args)
