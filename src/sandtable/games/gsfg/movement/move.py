"""Chapter 10: what moving costs, where it may lead, and the move of a unit or a stack."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from itertools import pairwise
from operator import sub

from sandtable.board import FORBIDDEN, ZOC, Field, Mover
from sandtable.games.gsfg.air import air_mobile, transport
from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.events import Moved
from sandtable.games.gsfg.optional.switches import special_forces_figures
from sandtable.games.gsfg.reinforcements import link_up
from sandtable.games.gsfg.stacking import closed_hexes, stacking_fault
from sandtable.games.gsfg.state import NATO, SOVIET, Unit, enemy_of
from sandtable.games.gsfg.supply import OVERLAND, UNSUPPLIED, enemy_sf_zone, supply_state
from sandtable.games.gsfg.units import (
    Game,
    change,
    counter,
    group_of,
    halved,
    hexes_of,
    holds_down_special_forces,
    is_8ga,
    is_adjacent_to_enemy,
    occupier,
    occupy,
    take_control,
    units_in,
)
from sandtable.kernel import Choice, Decision, Option, Preview, Procedure, Refusal, of_content, rule
from sandtable.kernel.decisions import Scalar
from sandtable.mechanics.zones import zone

STOP = Option("do:stop", rule="10.2")
ROAD = Option("do:road-mode", rule="10.17")
REGULAR, ROAD_MODE = "regular", "road"


@rule("5.8")
def is_pinned(game: Game, unit_id: str, unit: Unit) -> bool:
    """Whether a unit begins its movement phase next to an enemy by land; water lets a Soviet unit go."""
    enemies = hexes_of(game, enemy_of(counter(game, unit_id).side))
    return not enemies.isdisjoint(game.content.land_adjacent[unit.at])


@rule("5.4/5", "5.8", "6.17", "9.6", "13.17")
def why_immobile(game: Game, unit_id: str) -> Refusal | None:
    """Why a unit may not move in this phase, or None."""
    unit, kind = game.state.units[unit_id], counter(game, unit_id)
    args = {"unit": unit_id}
    if unit.moved or unit.rested:
        return Refusal("refused.moved", "10.2", args)
    if kind.type == "territorial":
        return Refusal("refused.territorial", "9.6", args)
    if unit.flew:
        return Refusal("refused.flew", "6.8", args)
    if unit.pinned and kind.side == SOVIET and not is_8ga(game, unit_id):
        return Refusal("refused.pinned", "5.8", args)
    if unit.ew == "collapsed" or (unit.ew == "degraded" and unit.fought):
        return Refusal("refused.jammed", "13.17", args)
    if kind.type == "air_mobile":
        return air_mobile.why_immobile(game, unit_id)
    return None


@rule("2.10", "10.1", "10.17", "10.18", "5.6", "7.6", "8.11", "8.12")
def allowance(game: Game, unit_id: str, *, road: bool) -> int:
    """A unit's movement points for this phase.

    Twice the printed factor in road mode; halved for NATO in the first turn, out of supply, and for artillery that has
    fired, each in turn; less one for a stack of several nations.
    """
    unit, kind = game.state.units[unit_id], counter(game, unit_id)
    points = kind.move * 2 if road else kind.move
    if kind.side == NATO and game.state.turn == 1:
        points = halved(points)
    if not road and supply_state(game, unit_id) == UNSUPPLIED:
        points = halved(points)
    if kind.type == "artillery" and unit.fought:
        points = halved(points)
    if unit.mixed:
        points -= 1
    return max(points, 0)


@rule("10.17", "10.18")
def may_march(game: Game, unit_id: str) -> bool:
    """Whether a unit may use road mode: in overland supply, away from the enemy, and not after an attack."""
    unit = game.state.units[unit_id]
    return (
        not unit.fought
        and not is_adjacent_to_enemy(game, unit.at, counter(game, unit_id).side)
        and supply_state(game, unit_id) == OVERLAND
    )


@rule("5.10", "6.7", "10.8", "10.9", "10.10", "10.11", "10.12", "10.13", "10.14", "10.15", "10.16", "13.7")
def edge_costs(game: Game, side: str, *, mountain: bool, road: bool) -> array[int]:
    """The costs of crossing every hexside for a kind of unit in this turn.

    Terrain and rivers; a border surcharge for the Soviets in the first turn; double where enemy aircraft interdict;
    one more in the zones of enemy special forces.
    """
    return _costs_and_mover(game, side, mountain=mountain, road=road)[0]


def mover(game: Game, side: str, *, mountain: bool, road: bool) -> Mover:
    """What finds the ways of a kind of unit in this turn."""
    return _costs_and_mover(game, side, mountain=mountain, road=road)[1]


def _costs_and_mover(game: Game, side: str, *, mountain: bool, road: bool) -> tuple[array[int], Mover]:
    content, state = game.content, game.state
    border = 0
    if side == SOVIET and state.turn == 1:
        border = content.border_surcharge.road if road else content.border_surcharge.regular
    interdicted = interdicted_hexes(game, side)
    zones = frozenset(enemy_sf_zone(game, side)) if state.special_forces else frozenset()
    key = (mountain, border, interdicted, zones)
    found = content.mover_cache.get(key)
    if found is None:
        if len(content.mover_cache) > 512:
            content.mover_cache.clear()
        index, neighbours = content.board.index, content.board.neighbours
        costs = hampered(
            content.edge_costs[mountain, border],
            neighbours,
            {index[label] for label in interdicted},
            {index[label] for label in zones},
            special_forces_figures(content).zone_cost,
        )
        found = (costs, Mover(neighbours, costs))
        content.mover_cache[key] = found
    return found


def hampered(costs: array[int], neighbours: array[int], doubled: set[int], dearer: set[int], extra: int) -> array[int]:
    """Costs of crossing hexsides, doubled into some hexes and then higher by something extra into some."""
    if not doubled and not dearer:
        return costs
    changed = array("i", costs)
    for slot, near in enumerate(neighbours):
        if changed[slot] < FORBIDDEN:
            changed[slot] = changed[slot] * (2 if near in doubled else 1) + extra * (near in dearer)
    return changed


@rule("6.7", "13.20")
def interdicted_hexes(game: Game, side: str) -> frozenset[str]:
    """The hexes that cost a side double because of enemy interdiction."""
    state = game.state
    if not state.interdiction or state.air.side == side:
        return frozenset()
    key = tuple(state.interdiction.items())
    if game.memo.get("interdiction") != key:
        board = game.content.board
        game.memo["interdiction"] = key
        game.memo["interdicted"] = frozenset(
            board.labels[i]
            for label, radius in state.interdiction.items()
            for i in board.within(board.index[label], radius)
        )
    found: frozenset[str] = game.memo["interdicted"]
    return found


class Move(Procedure, frozen=True):
    """A unit or a stack moves, pausing wherever its owner likes."""

    units: tuple[str, ...]
    left: tuple[int, ...] = ()
    road: bool = False
    begun: bool = False

    @rule("10.1", "10.5", "10.6", "10.7")
    def begin(self, game: Game) -> Decision | None:
        if not game.state.units.keys() >= {*self.units}:
            self._close_ranks(game)
            return None
        options = hex_options(game, self)
        if self.begun and not options and len(self.units) == 1:
            game.finish()
            return None
        options += self._ways_to_change(game)
        side = counter(game, self.units[0]).side
        mode = ROAD_MODE if self.road else REGULAR
        args: dict[str, Scalar] = {"unit": self.units[0], "count": len(self.units), "mode": mode}
        return Decision(side, "move-to", "10.1", (*options, STOP), args, continues=True)

    def _ways_to_change(self, game: Game) -> list[Option]:
        """What a stack may do beside moving on: grow or choose its mode before it sets out, shrink on the way."""
        if self.begun:
            if len(self.units) == 1:
                return others_moves(game)
            return [Option(f"split:{unit_id}", rule="10.6") for unit_id in self.units] + others_moves(game)
        options = [Option(f"join:{unit_id}", rule="10.5") for unit_id in companions(game, self)]
        if not self.road and all(may_march(game, unit_id) for unit_id in self.units):
            options.append(ROAD)
        return options + (transport.fly_option(game, self.units[0]) if len(self.units) == 1 else [])

    def _close_ranks(self, game: Game) -> None:
        """Go on without units that are no more, such as the two that have formed a division."""
        rest = {
            unit_id: points
            for unit_id, points in zip(self.units, self.left, strict=True)
            if unit_id in game.state.units
        }
        if rest:
            game.goto("begin", units=tuple(rest), left=tuple(rest.values()))
        else:
            game.finish()

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "hex" and choice.name in game.content.board.index:
            return refuse_hex(game, self, choice.name)
        if choice == ("do", "road-mode"):
            return Refusal("refused.road-mode", "10.17", {"unit": self.units[0]})
        if choice == ("do", "fly"):
            return transport.why_no_flight(game, self.units[0])
        if choice.kind in ("join", "unit") and choice.name in game.state.units:
            return Refusal("refused.not-stacked", "10.5", {"unit": choice.name})
        return None

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        if choice.kind != "hex":
            return None
        board = game.content.board
        return Preview(path=tuple(board.labels[i] for i in reach(game, self).path(board.index[choice.name])))

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "hex":
            self._go(game, choice.name)
        elif choice.kind == "join":
            game.goto("begin", units=(*self.units, choice.name))
        elif choice.kind == "split":
            self._split(game, choice.name)
        elif choice.name == "road-mode":
            game.goto("begin", road=True)
        elif choice.name == "fly":
            game.become(transport.Fly(unit=self.units[0]))
        elif choice != ("do", "stop"):
            game.hand_down(choice)
        else:
            for unit_id in self.units:
                change(game, unit_id, rested=True)
            game.finish()

    def _go(self, game: Game, label: str) -> None:
        board = game.content.board
        frame, field, points = game.memo.get("reach", (None, None, ()))
        if frame is not self:
            field, points = reach(game, self), points_left(game, self)
        target = board.index[label]
        path = tuple(map(board.labels.__getitem__, field.path(target)))
        costs: tuple[int, ...] = (field.cost(target) or 0,)
        if len(self.units) > 1:
            costs = tuple(price(game, unit_id, path, road=self.road) for unit_id in self.units)
        paid = tuple(map(min, costs, points))
        left = tuple(map(sub, points, paid))
        game.say(Moved(rule="10.1", units=self.units, path=path, cost=max(paid)))
        for unit_id, cost in zip(self.units, paid, strict=True):
            walk(game, unit_id, path, cost, road=self.road)
        game.goto("begin", left=left, begun=True)
        link_up.offer(game, self.units)

    def _split(self, game: Game, unit_id: str) -> None:
        place = self.units.index(unit_id)
        rest = tuple(other for other in self.units if other != unit_id)
        left = tuple(points for i, points in enumerate(self.left) if i != place)
        game.goto("begin", units=rest, left=left)
        game.push(Move(units=(unit_id,), left=(self.left[place],), road=self.road, begun=True))


@rule("10.2", "10.6")
def others_moves(game: Game) -> list[Option]:
    """What else the phase offers: a unit that pauses need not be told to stop before another begins to move."""
    offered: Callable[[Game], list[Option]] | None = None
    if len(game.stack) > 1:
        offered = getattr(game.stack[-2], "options", None)
    return offered(game) if offered else []


def walk(game: Game, unit_id: str, path: tuple[str, ...], cost: int, *, road: bool) -> None:
    """Take a unit along a path; every hex on the way changes hands."""
    unit = game.state.units[unit_id]
    if len(path) > 2:
        take_control(game, path[1:-1], counter(game, unit_id).side)
    marched = unit.marched or road
    occupy(game, unit_id, path[-1], moved=True, spent=unit.spent + cost, marched=marched, acted=True)


@rule("10.1", "10.7")
def price(game: Game, unit_id: str, path: tuple[str, ...], *, road: bool) -> int:
    """What a path costs a unit by its own type, also where a stack moves at the pace of another."""
    kind = counter(game, unit_id)
    board = game.content.board
    costs = edge_costs(game, kind.side, mountain=kind.type == "mountain_infantry", road=road)
    hexes = [board.index[label] for label in path]
    return sum(costs[6 * here + board.direction(here, there)] for here, there in pairwise(hexes))


def points_left(game: Game, move: Move) -> tuple[int, ...]:
    """What each unit of a moving stack has left."""
    if move.left:
        return move.left
    return tuple([allowance(game, unit_id, road=move.road) for unit_id in move.units])


@rule("10.3", "10.7", "13.2")
def reach(game: Game, move: Move, left: tuple[int, ...] = ()) -> Field:
    """Where a stack can go: at the pace of its slowest member, and always one hex at the start of its move.

    If it has held special forces down, they are active as soon as it is gone: it goes one hex and chooses anew.
    """
    first = move.units[0]
    mountain = mountain_units(game.content).issuperset(move.units)
    costs = mover(game, counter(game, first).side, mountain=mountain, road=move.road)
    start = game.content.board.index[game.state.units[first].at]
    flags = closed_hexes(game, move.units, road=move.road)
    points, may_be_dear = min(left or points_left(game, move)), not move.begun and not move.road
    if holds_down_special_forces(game, move.units):
        near = bytearray(flags)
        zone(game.content.board, [start], ZOC, near)
        return costs.field(start, points, near, minimum_move=may_be_dear, zoc_stop=True)
    return costs.field(start, points, flags, minimum_move=may_be_dear)


@of_content
def mountain_units(content: Content) -> frozenset[str]:
    return frozenset(unit_id for unit_id, kind in content.counters.items() if kind.type == "mountain_infantry")


def hex_options(game: Game, move: Move) -> list[Option]:
    points = points_left(game, move)
    field = reach(game, move, points)
    game.memo["reach"] = (move, field, points)
    return field.entries(destinations(game.content))


@of_content
def destinations(content: Content) -> list[list[Option]]:
    """The option of every destination at every cost that a move may come to: a row a cost, an entry a hex."""
    most = max(2 * kind.move for kind in content.counters.values())
    return [[Option(ident, cost, "10.1") for ident in content.hex_ids] for cost in range(most + 1)]


@rule("10.5")
def companions(game: Game, move: Move) -> list[str]:
    """The units that may move along with others: stacked with them since the phase began, and free to move so."""
    first = game.state.units[move.units[0]]
    group = group_of(game, move.units[0])
    return [
        unit_id
        for unit_id in units_in(game, first.at)
        if unit_id not in move.units
        and game.state.units[unit_id].start == first.start
        and group_of(game, unit_id) == group
        and counter(game, unit_id).type != "air_mobile"
        and why_immobile(game, unit_id) is None
        and (not move.road or may_march(game, unit_id))
    ]


def refuse_hex(game: Game, move: Move, label: str) -> Refusal:
    """Why a stack cannot move to a hex."""
    side = counter(game, move.units[0]).side
    args = {"unit": move.units[0], "hex": label}
    if game.state.units[move.units[0]].at == label:
        return Refusal("refused.already-there", "10.1", args)
    if game.content.closed[game.content.board.index[label]]:
        return Refusal("refused.water", "10.14", args)
    if occupier(game, label) == enemy_of(side):
        return Refusal("refused.enemy-there", "10.4", args)
    fault = stacking_fault(game, list(move.units), label)
    if fault is not None:
        return fault
    if move.road and is_adjacent_to_enemy(game, label, side):
        return Refusal("refused.road-near-enemy", "10.17", args)
    if holds_down_special_forces(game, move.units):
        return Refusal("refused.sf-one-hex", "13.2", args)
    return Refusal("refused.too-far", "10.1", args)
