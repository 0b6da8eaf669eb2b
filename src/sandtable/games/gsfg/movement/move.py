"""Chapter 10: the move of a unit or a stack."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import sub

from sandtable.board import ZOC, Field
from sandtable.games.gsfg.air import transport
from sandtable.games.gsfg.air.air_mobile import AIR_MOBILE, MOVEMENT_PHASE
from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.events import Moved
from sandtable.games.gsfg.movement.allowance import allowance, may_march, why_immobile, why_not_to_move
from sandtable.games.gsfg.movement.costs import MOUNTAIN_INFANTRY, mover, price
from sandtable.games.gsfg.optional.special_forces_moves import MoveMarker, movable
from sandtable.games.gsfg.reinforcements import link_up
from sandtable.games.gsfg.stacking import closed_hexes, stacking_fault
from sandtable.games.gsfg.state import enemy_of
from sandtable.games.gsfg.units import Game, counter, group_of, holds_down_special_forces, occupy, take_control
from sandtable.kernel import (
    Action,
    Choice,
    Decision,
    Menu,
    Option,
    Preview,
    Procedure,
    Refusal,
    derived,
    of_content,
    rule,
)
from sandtable.kernel.decisions import Scalar
from sandtable.mechanics.destinations import Destinations, path_to
from sandtable.mechanics.roster import change, is_adjacent_to_enemy, occupier, units_in
from sandtable.mechanics.zones import zone

STOP = Option("do:stop", rule="10.2")
ROAD = Option("do:road-mode", rule="10.17")
REGULAR, ROAD_MODE = "regular", "road"


@derived("units", "turn", "air", "interdiction", "special_forces")
@rule("10.3", "10.7", "13.2")
def reach(game: Game, unit_ids: tuple[str, ...], points: int, road: bool, begun: bool) -> Field:
    """Where a stack can go with what its slowest member has left, and always one hex at the start of its move.

    If it has held special forces down, they are active as soon as it is gone: it goes one hex and chooses anew.
    """
    first, content = unit_ids[0], game.content
    mountain = mountain_units(content).issuperset(unit_ids)
    costs = mover(game, counter(game, first).side, mountain, road)
    start = content.board.index[game.state.units[first].at]
    flags = closed_hexes(game, unit_ids, road=road)
    may_be_dear = not begun and not road
    if game.state.special_forces and holds_down_special_forces(game, unit_ids):
        zone(content.board, [start], ZOC, flags)
        return costs.field(start, points, flags, minimum_move=may_be_dear, zoc_stop=True)
    return costs.field(start, points, flags, minimum_move=may_be_dear)


@of_content
def mountain_units(content: Content) -> frozenset[str]:
    return frozenset(unit_id for unit_id, kind in content.counters.items() if kind.type == MOUNTAIN_INFANTRY)


@of_content
def destinations(content: Content) -> Destinations:
    """The options of all destinations."""
    most = max(content.road_factor * kind.move for kind in content.counters.values())
    return Destinations(content, most, "10.1")


class Move(Procedure, frozen=True):
    """A unit or a stack moves, pausing wherever its owner likes."""

    units: tuple[str, ...]
    left: tuple[int, ...] = ()
    """The movement points that each of them has left, once they are known."""
    road: bool = False
    begun: bool = False

    @rule("10.1", "10.5", "10.6", "10.7")
    def begin(self, game: Game) -> Decision | None:
        if not self.left:
            game.goto("begin", left=tuple([allowance(game, unit_id, road=self.road) for unit_id in self.units]))
            return None
        hexes = GO.offers(game, self)
        if self.begun and len(self.units) == 1 and not hexes:
            game.finish()
            return None
        beside = (ON_THE_WAY if self.begun else AT_THE_START).options(game, self)
        side = counter(game, self.units[0]).side
        mode = ROAD_MODE if self.road else REGULAR
        args: dict[str, Scalar] = {"unit": self.units[0], "count": len(self.units), "mode": mode}
        turns_to = "" if self.begun else MOVEMENT_PHASE
        options = (*hexes, *beside)
        return Decision(side, "move-to", "10.1", options, args, continues=True, done=STOP.id, turns_to=turns_to)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return MOVES.refuse(game, self, choice)

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        return MOVES.preview(game, self, choice)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        MOVES.start(game, self, choice)

    @rule("9.8")
    def begin_done(self, game: Game, division: str) -> None:
        """Two counters have formed a division."""
        self.go_on(game)

    @rule("9.8")
    def go_on(self, game: Game) -> None:
        """Those of a division that was formed move no further; the others, if any, go on."""
        rest = {
            unit_id: points
            for unit_id, points in zip(self.units, self.left, strict=True)
            if unit_id in game.state.units
        }
        if rest:
            game.goto("begin", units=tuple(rest), left=tuple(rest.values()))
        else:
            game.finish()

    def reach(self, game: Game) -> Field:
        """Where it can go now."""
        return reach(game, self.units, min(self.left), self.road, self.begun)


def setting_out(game: Game, unit_id: str) -> Move:
    """The move of a unit that has all its points."""
    return Move(units=(unit_id,), left=(allowance(game, unit_id, road=False),))


class Go(Action[Game, Move]):
    """Move to a hex, by the cheapest way."""

    rule = "10.1"
    kinds = ("hex",)

    def offers(self, game: Game, move: Move) -> Sequence[Option]:
        return destinations(game.content).options(move.reach(game))

    def refuse(self, game: Game, move: Move, choice: Choice) -> Refusal | None:
        return refuse_hex(game, move, choice.name) if choice.name in game.content.board.index else None

    def preview(self, game: Game, move: Move, choice: Choice) -> Preview:
        return Preview(path=path_to(game.content.board.places, move.reach(game), choice.name))

    def start(self, game: Game, move: Move, choice: Choice) -> None:
        field = move.reach(game)
        path = path_to(game.content.board.places, field, choice.name)
        costs: tuple[int, ...] = (field.cost(game.content.board.index[choice.name]) or 0,)
        if len(move.units) > 1:
            costs = tuple(price(game, unit_id, path, road=move.road) for unit_id in move.units)
        paid = tuple(map(min, costs, move.left))
        game.say(Moved(rule="10.1", units=move.units, path=path, cost=max(paid)))
        for unit_id, cost in zip(move.units, paid, strict=True):
            walk(game, unit_id, path, cost, road=move.road)
        game.goto("begin", left=tuple(map(sub, move.left, paid)), begun=True)
        link_up.offer(game, move.units)


class Join(Action[Game, Move]):
    """Take another unit along before setting out."""

    rule = "10.5"
    kinds = ("join",)

    def offers(self, game: Game, move: Move) -> Sequence[Option]:
        return [Option(f"join:{unit_id}", rule="10.5") for unit_id in companions(game, move)]

    def refuse(self, game: Game, move: Move, choice: Choice) -> Refusal | None:
        return why_no_company(game, move, choice.name) if choice.name in game.state.units else None

    def start(self, game: Game, move: Move, choice: Choice) -> None:
        game.goto("begin", units=(*move.units, choice.name), left=())


class Split(Action[Game, Move]):
    """Let one unit go on by itself, before the others do."""

    rule = "10.6"
    kinds = ("split",)

    def offers(self, game: Game, move: Move) -> Sequence[Option]:
        if len(move.units) == 1:
            return ()
        return [Option(f"split:{unit_id}", rule="10.6") for unit_id in move.units]

    def start(self, game: Game, move: Move, choice: Choice) -> None:
        place = move.units.index(choice.name)
        rest = tuple(other for other in move.units if other != choice.name)
        left = tuple(points for i, points in enumerate(move.left) if i != place)
        game.goto("begin", units=rest, left=left)
        game.push(Move(units=(choice.name,), left=(move.left[place],), road=move.road, begun=True))


class UseRoads(Action[Game, Move]):
    """Move in road mode."""

    rule = "10.17"
    ids = (ROAD.id,)

    def offers(self, game: Game, move: Move) -> Sequence[Option]:
        if move.road or not all(may_march(game, unit_id) for unit_id in move.units):
            return ()
        return (ROAD,)

    def refuse(self, game: Game, move: Move, choice: Choice) -> Refusal:
        return Refusal("refused.road-mode", "10.17", {"unit": move.units[0]})

    def start(self, game: Game, move: Move, choice: Choice) -> None:
        game.goto("begin", road=True, left=())


class Fly(Action[Game, Move]):
    """Use aerial transport in place of moving."""

    rule = "6.8"
    ids = (transport.FLY.id,)

    def offers(self, game: Game, move: Move) -> Sequence[Option]:
        return transport.fly_option(game, move.units[0]) if len(move.units) == 1 else ()

    def refuse(self, game: Game, move: Move, choice: Choice) -> Refusal | None:
        return transport.why_no_flight(game, move.units[0])

    def start(self, game: Game, move: Move, choice: Choice) -> None:
        game.become(transport.Fly(unit=move.units[0]))


class CallForSupply(Action[Game, Move]):
    """Fly supplies in, which may be done at any moment and ends no move; who has not set out yet may gain by it."""

    rule = "6.9"
    ids = (transport.AERIAL_SUPPLY.id,)

    def offers(self, game: Game, move: Move) -> Sequence[Option]:
        side = counter(game, move.units[0]).side
        return (transport.AERIAL_SUPPLY,) if transport.may_fly_supply(game, side) else ()

    def start(self, game: Game, move: Move, choice: Choice) -> None:
        game.goto("begin", left=move.left if move.begun else ())
        game.push(transport.FlySupply(side=counter(game, move.units[0]).side))


def offers_of_phase(game: Game) -> Callable[[Game], Sequence[Option]] | None:
    """What tells which offers of the phase end a move, for units that have not split off from others."""
    below = game.stack[-2] if len(game.stack) > 1 else None
    found: Callable[[Game], Sequence[Option]] | None = getattr(below, "what_ends_a_move", None)
    return found


class DoMeanwhile(Action[Game, Move]):
    """What is no move of another unit, and so ends none: special forces move, or two counters form a division."""

    rule = "10.6"
    kinds = ("sf", "link")

    def offers(self, game: Game, move: Move) -> Sequence[Option]:
        if offers_of_phase(game) is None:
            return ()
        group = group_of(game, move.units[0])
        return [*movable(game, group), *link_up.options(game, group)]

    def start(self, game: Game, move: Move, choice: Choice) -> None:
        if choice.kind == "sf":
            game.push(MoveMarker(marker=choice.name))
        else:
            link_up.form(game, choice.name)
            move.go_on(game)


class TurnToAnother(Action[Game, Move]):
    """A unit that pauses need not be told to stop before another begins to move, or before the phase ends."""

    rule = "10.2"
    kinds = ("unit",)
    ids = ("do:done",)

    def offers(self, game: Game, move: Move) -> Sequence[Option]:
        options = offers_of_phase(game)
        return () if options is None else options(game)

    def refuse(self, game: Game, move: Move, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        return why_not_to_move(game, choice.name, group_of(game, move.units[0]))

    def start(self, game: Game, move: Move, choice: Choice) -> None:
        game.hand_down(choice)


class Stop(Action[Game, Move]):
    """Go no further; who has not taken a step may still move later in the phase."""

    rule = "10.2"
    ids = (STOP.id,)

    def offers(self, game: Game, move: Move) -> Sequence[Option]:
        return (STOP,)

    def start(self, game: Game, move: Move, choice: Choice) -> None:
        for unit_id in move.units:
            change(game, unit_id, rested=True)
        game.finish()


GO, STOPPING = Go(), Stop()
AT_THE_START: Menu[Game, Move] = Menu(Join(), UseRoads(), Fly(), CallForSupply(), STOPPING)
ON_THE_WAY: Menu[Game, Move] = Menu(Split(), CallForSupply(), DoMeanwhile(), TurnToAnother(), STOPPING)
MOVES: Menu[Game, Move] = Menu(GO, *AT_THE_START.actions, *ON_THE_WAY.actions)
"""All that may be done in a move: to change its course, to stop, and what is offered beside, before it or in it."""


def walk(game: Game, unit_id: str, path: tuple[str, ...], cost: int, *, road: bool) -> None:
    """Take a unit along a path; every hex on the way changes hands."""
    unit = game.state.units[unit_id]
    if len(path) > 2:
        take_control(game, path[1:-1], counter(game, unit_id).side)
    marched = unit.marched or road
    occupy(game, unit_id, path[-1], moved=True, spent=unit.spent + cost, marched=marched, acted=True)


def companions(game: Game, move: Move) -> list[str]:
    """The units that may move along with others."""
    there = units_in(game, game.state.units[move.units[0]].at)
    return [unit_id for unit_id in there if unit_id not in move.units and why_no_company(game, move, unit_id) is None]


@rule("10.5")
def why_no_company(game: Game, move: Move, unit_id: str) -> Refusal | None:
    """Why a unit on the map may not move along with others, or None: it has been stacked with them since the phase
    began, and is free to move as they do.
    """
    unit, first, args = game.state.units[unit_id], game.state.units[move.units[0]], {"unit": unit_id}
    group = group_of(game, move.units[0])
    if group_of(game, unit_id) != group:
        return why_not_to_move(game, unit_id, group)
    if unit.start != first.start:
        return Refusal("refused.not-stacked", "10.5", args)
    if move.begun or unit.at != first.at:
        return Refusal("refused.under-way", "10.5", args)
    if counter(game, unit_id).type == AIR_MOBILE:
        return Refusal("refused.flies-alone", "6.12", args)
    if move.road and not may_march(game, unit_id):
        return Refusal("refused.road-mode", "10.17", args)
    return why_immobile(game, unit_id)


def refuse_hex(game: Game, move: Move, label: str) -> Refusal:
    """Why a stack cannot move to a hex."""
    side = counter(game, move.units[0]).side
    args = {"unit": move.units[0], "hex": label}
    if game.state.units[move.units[0]].at == label:
        return Refusal("refused.already-there", "10.1", args)
    if game.content.closed[game.content.board.index[label]]:
        return Refusal("refused.water", "10.14", args)
    if occupier(game, label) == enemy_of(side):
        return Refusal("refused.enemy-in-hex", "10.4", args)
    fault = stacking_fault(game, list(move.units), label)
    if fault is not None:
        return fault
    if move.road and is_adjacent_to_enemy(game, label, side):
        return Refusal("refused.road-near-enemy", "10.17", args)
    if holds_down_special_forces(game, move.units):
        return Refusal("refused.sf-one-hex", "13.2", args)
    return Refusal("refused.too-far", "10.1", args)
