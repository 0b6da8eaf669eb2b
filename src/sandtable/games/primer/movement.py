"""Chapter 3: movement, hex by hex, under the guns of the enemy."""

from __future__ import annotations

from operator import sub

from msgspec.structs import replace

from sandtable.board import FORBIDDEN, Field
from sandtable.games.primer import fire
from sandtable.games.primer.content import POINT
from sandtable.games.primer.events import Moved
from sandtable.games.primer.state import OFF_MAP, Unit
from sandtable.games.primer.units import (
    Game,
    any_in_order,
    enemies_of,
    halved,
    kind_of,
    movement_flags,
    next_to,
    reveal_contacts,
    side_in,
    take_control,
    units_in,
)
from sandtable.kernel import Choice, Decision, Option, Preview, Procedure, Refusal, rule

STAY = Option("do:stay", rule="3.1")
DONE = Option("do:done", rule="2.4")


@rule("2.2", "3.1", "7.2")
def allowance(game: Game, unit: Unit) -> int:
    """A counter's movement points, in halves: printed, halved out of supply, one more under the order to march."""
    points = kind_of(game.content, unit).movement
    if not unit.supplied:
        points = halved(points)
    if game.state.orders.get(unit.side) == "march":
        points += game.content.figures.march
    return points * POINT


@rule("3.7", "3.8")
def reach(game: Game, unit: Unit, left: int, *, first: bool) -> Field:
    """Where a counter can go with what it has left; a counter that has not moved yet can always move one hex."""
    kind = kind_of(game.content, unit)
    mover = game.content.movers[kind.mobility, kind.bridging]
    start = game.content.board.index[unit.at]
    return mover.field(start, left, movement_flags(game, unit), zoc_stop=True, zoc_to_zoc=FORBIDDEN, minimum_move=first)


class MovementPhase(Procedure, frozen=True):
    """A side moves its counters one by one, in any order."""

    side: str

    @rule("3.1", "3.10")
    def begin(self, game: Game) -> Decision:
        units = game.state.units
        options = [
            option
            for unit_id, option in game.content.unit_options[self.side].items()
            if not (unit := units[unit_id]).moved and unit.at != OFF_MAP and not unit.disrupted
        ]
        return Decision(self.side, "move-unit", "3.1", (*options, DONE))

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
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
        return Refusal("refused.not-yours", "2.4", args)
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
    path: tuple[str, ...] = ()
    costs: tuple[int, ...] = ()

    @rule("3.1")
    def begin(self, game: Game) -> Decision | None:
        """Ask where to go; a face-down counter is asked even with nowhere left to go (6.5)."""
        unit = game.state.units[self.unit]
        options = self._field(game).entries(game.content.destinations)
        if not options and self.begun and not unit.hidden:
            game.finish()
            return None
        return Decision(unit.side, "move-to", "3.1", (*options, STAY), {"unit": self.unit}, continues=True)

    def _field(self, game: Game) -> Field:
        """Where the counter can go, worked out once for the question and its answer."""
        frame, field = game.memo.get("field", (None, None))
        if frame is not self:
            field = reach(game, game.state.units[self.unit], self.left, first=not self.begun)
            game.memo["field"] = (self, field)
        found: Field = field
        return found

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        if choice.kind != "hex":
            return None
        board = game.content.board
        return Preview(path=tuple(board.labels[i] for i in self._field(game).path(board.index[choice.name])))

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        return refuse_hex(game, self.unit, choice.name)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        units = game.state.units
        units[self.unit] = replace(units[self.unit], moved=True)
        if choice.kind == "do":
            game.finish()
            return
        board, field = game.content.board, self._field(game)
        way = field.path(board.index[choice.name])[1:]
        spent = [field.cost(i) or 0 for i in way]
        costs = tuple(map(sub, spent, [0, *spent]))
        game.goto("walk", begun=True, path=tuple(map(board.labels.__getitem__, way)), costs=costs)

    @rule("3.1", "3.7", "4.1")
    def walk(self, game: Game) -> None:
        """Enter hex after hex of the path; whoever can see one may fire before the move goes on."""
        left, side, adjacent = self.left, game.state.units[self.unit].side, game.content.adjacent
        enemies, entered = enemies_of(game, side), []
        for label, cost in zip(self.path, self.costs, strict=True):
            left -= cost
            entered.append(label)
            near = [] if adjacent[label].isdisjoint(enemies.held) else next_to(game.content, label, enemies)
            must_stop = False
            if near:
                must_stop = any_in_order(game.state, near)
                enter(game, self.unit, entered)
                entered = []
                reveal_contacts(game, self.unit)
                enemies = enemies_of(game, side)
            if game.state.units[self.unit].at == OFF_MAP:
                break
            if label in enemies.watched:
                enter(game, self.unit, entered)
                game.goto("shot_at", left=0 if must_stop else left, path=(), costs=())
                game.push(fire.OpportunityFire(target=self.unit))
                return
            if must_stop:
                break
        enter(game, self.unit, entered)
        game.finish()

    def shot_at(self, game: Game) -> None:
        """After fire a counter that is still in order chooses anew with what it has left."""
        unit = game.state.units[self.unit]
        if unit.at == OFF_MAP or unit.disrupted or self.left <= 0:
            game.finish()
        else:
            game.goto("begin")


@rule("3.1", "9.1")
def enter(game: Game, unit_id: str, entered: list[str]) -> None:
    """Take a counter through hexes to the last of them; what it entered just before is told in the same breath."""
    if not entered:
        return
    unit = game.state.units[unit_id]
    game.state.units[unit_id] = replace(unit, at=entered[-1])
    take_control(game, entered, unit.side)
    last = game.events[-1] if game.events else None
    if isinstance(last, Moved) and last.unit == unit_id:
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
    occupier = side_in(game.state, label)
    if occupier is not None and occupier != unit.side:
        return Refusal("refused.enemy-there", "3.6", args)
    if content.terrain_at[label].cost(kind_of(content, unit).mobility) is None:
        return Refusal("refused.terrain", "3.9", args)
    if len(units_in(game.state, label)) >= content.figures.stacking:
        return Refusal("refused.stacking", "3.5", args)
    return Refusal("refused.too-far", "3.2", args)
