"""Chapter 10: the move of a unit or a stack, hex by hex."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.board import FORBIDDEN, ZOC, Field
from sandtable.games.efs import control
from sandtable.games.efs.content import Edge
from sandtable.games.efs.events.movement import Moved, MovedOneHex
from sandtable.games.efs.headquarters.idle import why_held_back
from sandtable.games.efs.headquarters.militia import beyond_home
from sandtable.games.efs.index import GROUND
from sandtable.games.efs.movement import fields
from sandtable.games.efs.movement.allowances import (
    allowance_now,
    may_move,
    may_move_supply,
    phase_name,
    supply_allowance,
)
from sandtable.games.efs.movement.costs import Manner, Way, trains_may_pass, ways
from sandtable.games.efs.movement.map_exit import areas_at, cost_of_exit, leave_the_map, shut_exits, why_no_exit
from sandtable.games.efs.movement.overrun import Overrun, lines_of, may_overrun, may_take_part, overrun_cost, reckoning
from sandtable.games.efs.movement.prohibitions import FORBIDDEN_BY, is_stranded, prohibition
from sandtable.games.efs.movement.rail import why_not_by_rail
from sandtable.games.efs.movement.ride import STOP, RideByRail
from sandtable.games.efs.movement.single_hex import (
    is_from_zone_to_zone,
    may_take_it_all,
    need_boats,
    needs_boats,
    special_move,
    special_move_of_supply,
    why_supply_stays_behind,
)
from sandtable.games.efs.movement.strategic import (
    road_mover,
    strategic_allowance,
    strategic_flags,
    why_no_strategic_move,
    why_not_by_road,
)
from sandtable.games.efs.movement.walking import Party, note_move, walk
from sandtable.games.efs.stacking import room_for
from sandtable.games.efs.state import QUARTERS, Special, enemy_of
from sandtable.games.efs.supply.supply_units import hexes_with_supply_of
from sandtable.games.efs.units import Game, is_flotilla, printed, side_of, take_off
from sandtable.games.efs.zones import in_enemy_zone
from sandtable.kernel import Action, Choice, Decision, Line, Menu, Option, Preview, Procedure, Refusal, derived, rule
from sandtable.kernel.decisions import Scalar
from sandtable.mechanics.roster import change, enemy_hexes, occupier, units_in

STRATEGIC, RAIL = Option("do:strategic", rule="11.21"), Option("do:rail", rule="11.11")
STRATEGY, RAILWAY = Choice.of(STRATEGIC.id), Choice.of(RAIL.id)
ABANDON = Option("do:abandon", rule="10.48", grave=True)
WATER_TO_CROSS = "refused.water-to-cross"
BY_BOAT = (WATER_TO_CROSS, "refused.too-heavy-for-boats")
"""What water is to guns, and not to supply units, which pay as guns do (10.45c)."""
PHASES = {"movement": "MovementPhase", "motorized": "MotorizedMovementPhase"}
"""The procedure to which a side turns that is done with a move, by the phase."""


class Move(Procedure, frozen=True):
    """A unit or a stack moves, pausing wherever its owner likes; mobile supply units may come along, or move alone."""

    units: tuple[str, ...] = ()
    supplies: tuple[str, ...] = ()
    came: Way = fields.COUNTRY
    """How it entered the hex in which it pauses."""
    begun: bool = False
    manner: Manner = ""
    """Whether it uses strategic movement; rail movement is a procedure of its own."""
    most: int = 0
    """The lowest allowance of those who set out, in quarters: it stays that of the stack, whoever is left behind."""

    @rule("10.21", "10.22", "10.23")
    def begin(self, game: Game) -> Decision | None:
        ahead = AHEAD.options(game, self)
        if self.begun and not ahead and not some_could_go_on(game, self):
            game.finish()
            return None
        beside = UNDER_WAY if self.begun or self.manner else NOT_UNDER_WAY
        options, everybody = (*ahead, *beside.options(game, self)), self.everybody
        left = points_left(game, self) / QUARTERS
        args: dict[str, Scalar] = {"unit": everybody[0], "count": len(everybody), "left": left}
        turns_to = PHASES.get(phase_name(game), "")
        return Decision(
            self.side(game), "move-to", "10.21", options, args, continues=True, done=STOP.id, hand=everybody,
            turns_to=turns_to,
        )  # fmt: skip

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        """Why not; who means an enemy means the hex that he holds."""
        unit = game.state.units.get(choice.name) if choice.kind == "unit" else None
        if unit is not None and unit.at and side_of(game, choice.name) != self.side(game):
            return why_not_to(game, self, unit.at)
        return MOVES.refuse(game, self, choice)

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        return MOVES.preview(game, self, choice)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        MOVES.start(game, self, choice)

    @rule("11.37i", "11.37j")
    def begin_done(self, game: Game, success: bool) -> None:
        """An overrun has been made: those who have entered the hex and are left may go on, or overrun again."""
        rest = tuple(unit_id for unit_id in self.units if game.state.units[unit_id].at)
        if not success or not rest:
            game.finish()
            return
        for unit_id in rest:
            note_move(game, unit_id)
        game.goto("begin", units=rest)

    @property
    def everybody(self) -> tuple[str, ...]:
        return (*self.units, *self.supplies)

    def side(self, game: Game) -> str:
        return game.content.side_of[self.units[0]] if self.units else game.state.supplies[self.supplies[0]].side

    def party(self, game: Game) -> Party:
        return Party(self.side(game), self.units, self.supplies)

    def at(self, game: Game) -> str:
        return game.state.units[self.units[0]].at if self.units else game.state.supplies[self.supplies[0]].at


# How far


@derived("units", "supplies", "phase", "weather")
@rule("10.22", "10.23")
def points_left(game: Game, move: Move) -> int:
    """What a stack has left, in quarters: the lowest allowance of its units, less what it has spent."""
    least = lowest_allowance(game, move)
    most = strategic_allowance(game, least) if move.manner else least
    return max(most - most_spent(game, move), 0)


@rule("10.22")
def lowest_allowance(game: Game, move: Move) -> int:
    """The lowest allowance of a stack, in quarters, and once it has set out that of those who did."""
    if len(move.units) == 1 and not move.supplies:
        least = allowance_now(game, move.units[0])
    else:
        allowances = [allowance_now(game, unit_id) for unit_id in move.units]
        least = min([*allowances, *[supply_allowance(game, supply_id) for supply_id in move.supplies]])
    return min(least, move.most) if move.most else least


def most_spent(game: Game, move: Move) -> int:
    """The most that one of a stack has spent, in quarters."""
    units, supplies = game.state.units, game.state.supplies
    if len(move.units) == 1 and not move.supplies:
        return units[move.units[0]].spent
    spent = [units[unit_id].spent for unit_id in move.units]
    return max([*spent, *[supplies[supply_id].spent for supply_id in move.supplies]])


@derived("units", "supplies", "phase", "control", "idle_sources", "exits", "fed", *GROUND)
@rule("10.25", "10.33", "21.74")
def reach(game: Game, move: Move) -> Field:
    """Where a stack can go: by normal movement, or along roads by strategic movement."""
    side, content, points = move.side(game), game.content, points_left(game, move)
    start = fields.place(content, move.at(game), move.came)
    kinds = fields.kinds_of(content, side, move.units, bool(move.supplies))
    too_far = beyond_home(game, move.units)
    if move.manner:
        flags = fields.closing(content, strategic_flags(game, side, not move.units), too_far)
        return road_mover(game, kinds).field(start, points, flags)
    flags = fields.barred(game, side) if move.units else fields.barred_to_supply(game, side)
    return fields.field(game, kinds, start, points, fields.closing(content, flags, too_far))


@rule("10.32")
def is_held(game: Game, move: Move) -> bool:
    """Whether a stack has entered an enemy zone of control in its move, and so must stop."""
    return move.begun and in_enemy_zone(game, move.at(game), move.side(game))


def single_hexes(game: Game, move: Move) -> dict[str, Special]:
    """The hexes next to a stack that has yet to set out, other than those in normal reach, that it can enter with its
    whole allowance.
    """
    units, here, found = game.state.units, move.at(game), dict[str, Special]()
    for unit_id in move.units:
        if units[unit_id].spent:
            return found
    if not may_take_it_all(game, move.units, here):
        return found
    field, index = reach(game, move), game.content.board.index
    for label in game.content.adjacent[here]:
        if field.goal(index[label]) is None:
            special = special_of(game, move, (here, label))
            if isinstance(special, str):
                found[label] = special
    return found


@rule("6.46", "6.48", "11.42")
def special_of(game: Game, move: Move, edge: Edge) -> Special | Refusal:
    """The move of a single hex by which a stack can take a step, or why none; supply units do not infiltrate, and dumps
    do not move at all but by rail.
    """
    dumps = [supply_id for supply_id in move.supplies if game.state.supplies[supply_id].is_dump]
    if dumps:
        return Refusal("refused.dump", "6.48", {"unit": dumps[0]})
    if not move.units:
        return special_move_of_supply(game, move.supplies[0], edge)
    special = special_move(game, move.units, edge)
    if isinstance(special, Refusal):
        return special
    faults = (why_supply_stays_behind(game, supply_id, edge, special) for supply_id in move.supplies)
    return next((fault for fault in faults if fault is not None), special)


# What can be done in a move


class Go(Action[Game, Move]):
    """Move to a hex by the cheapest way, or to the next with the whole allowance."""

    rule = "10.21"
    kinds = ("hex",)

    def offers(self, game: Game, move: Move) -> Sequence[Option]:
        if is_held(game, move):
            return ()
        left = points_left(game, move)
        near = fields.options_for(game.content, left).options(reach(game, move)) if left else []
        special = {} if move.begun or move.manner else single_hexes(game, move)
        if not special:
            return near
        return [*near, *(Option(f"hex:{label}", left / QUARTERS, RULES[how]) for label, how in special.items())]

    def refuse(self, game: Game, move: Move, choice: Choice) -> Refusal | None:
        return why_not_to(game, move, choice.name) if choice.name in game.content.board.index else None

    def preview(self, game: Game, move: Move, choice: Choice) -> Preview:
        path, cost, _ = way_to(game, move, choice.name)
        lines = [Line("move-cost", f"{cost / QUARTERS:g}", "10.21")]
        if move.units and not room_for(game, [*move.units], choice.name):
            lines.append(Line("overstacked", "", "3.32", {"hex": choice.name}))
        return Preview(path=path, lines=tuple(lines))

    def start(self, game: Game, move: Move, choice: Choice) -> None:
        path, cost, way = way_to(game, move, choice.name)
        most = lowest_allowance(game, move)
        if way is None:
            special = single_hexes(game, move)[choice.name]
            game.say(MovedOneHex(rule=RULES[special], units=move.everybody, path=path, how=special))
            walk(game, move.party(game), path, cost, special)
            game.finish()
            return
        game.say(Moved(rule="10.21", units=move.everybody, path=path, to=path[-1], cost=cost / QUARTERS))
        walk(game, move.party(game), path, cost, move.manner)
        game.goto("begin", came=way, begun=True, most=most)


class OverrunEnemy(Action[Game, Move]):
    """Overrun the enemy in the next hex, also out of his zone of control."""

    rule = "11.31"
    kinds = ("overrun",)

    def offers(self, game: Game, move: Move) -> Sequence[Option]:
        if not move.units or move.manner:
            return ()
        here, enemies = move.at(game), enemy_hexes(game, move.side(game))
        found: list[Option] = []
        near = game.content.adjacent[here]
        if enemies.isdisjoint(near):
            return found
        for label in near:
            if label in enemies and why_no_overrun(game, move, label) is None:
                cost, _ = price_of_overrun(game, move, (here, label))
                found.append(Option(f"overrun:{label}", cost / QUARTERS, "11.31"))
        return found

    def refuse(self, game: Game, move: Move, choice: Choice) -> Refusal | None:
        return why_no_overrun(game, move, choice.name) if choice.name in game.content.board.index else None

    def preview(self, game: Game, move: Move, choice: Choice) -> Preview:
        edge = move.at(game), choice.name
        odds, (cost, _) = reckoning(game, move.units, edge), price_of_overrun(game, move, edge)
        return Preview(path=edge, lines=(*lines_of(odds), Line("move-cost", f"{cost / QUARTERS:g}", "11.37b")))

    def start(self, game: Game, move: Move, choice: Choice) -> None:
        cost, way = price_of_overrun(game, move, (move.at(game), choice.name))
        most = lowest_allowance(game, move)
        for unit_id in move.units:
            change(game, unit_id, spent=game.state.units[unit_id].spent + cost, finished=True)
        game.goto("begin", came=way, begun=True, most=most)
        game.push(Overrun(units=move.units, target=choice.name))


class Join(Action[Game, Move]):
    """Take another unit along before setting out."""

    rule = "10.22"
    kinds = ("join",)

    def offers(self, game: Game, move: Move) -> Sequence[Option]:
        return [Option(f"join:{each}", rule="10.22") for each in (*companions(game, move), *porters(game, move))]

    def refuse(self, game: Game, move: Move, choice: Choice) -> Refusal | None:
        state, about = game.state, {"unit": choice.name}
        if choice.name not in state.units and choice.name not in state.supplies:
            return None
        if move.begun or move.manner or choice.name in move.everybody:
            return Refusal("refused.under-way", "10.22", about)
        is_unit = choice.name in state.units
        at = state.units[choice.name].at if is_unit else state.supplies[choice.name].at
        if at != move.at(game):
            return Refusal("refused.not-together", "10.22", about)
        if any(each in state.units and is_flotilla(game, each) for each in (*move.units, choice.name)):
            return Refusal("refused.flotilla-carries-nobody", "22.52", about)
        if not is_unit:
            return may_move_supply(game, choice.name)
        return may_move(game, choice.name) or why_held_back(game, *move.units, choice.name)

    def start(self, game: Game, move: Move, choice: Choice) -> None:
        if choice.name in game.state.units:
            game.goto("begin", units=(*move.units, choice.name))
        else:
            game.goto("begin", supplies=(*move.supplies, choice.name))


class Leave(Action[Game, Move]):
    """Leave a unit behind: it is finished once the stack has begun to move."""

    rule = "10.22"
    kinds = ("leave",)

    def offers(self, game: Game, move: Move) -> Sequence[Option]:
        if len(move.units) + len(move.supplies) == 1:
            return ()
        return [Option(f"leave:{each}", rule="10.22") for each in move.everybody if stands_alone(game, move, each)]

    def refuse(self, game: Game, move: Move, choice: Choice) -> Refusal | None:
        return Refusal("refused.not-along", "10.22", {"unit": choice.name})

    def start(self, game: Game, move: Move, choice: Choice) -> None:
        game.goto(
            "begin",
            units=tuple(each for each in move.units if each != choice.name),
            supplies=tuple(each for each in move.supplies if each != choice.name),
        )


def is_for_special_movement(game: Game) -> bool:
    """Whether the phase is one of those in which units march by road and ride."""
    return game.state.phase.endswith("/movement")


class UseRoads(Action[Game, Move]):
    """Use strategic movement."""

    rule = "11.21"
    ids = (STRATEGIC.id,)

    def offers(self, game: Game, move: Move) -> Sequence[Option]:
        if not is_for_special_movement(game):
            return ()
        return (STRATEGIC,) if self.refuse(game, move, STRATEGY) is None else ()

    def refuse(self, game: Game, move: Move, choice: Choice) -> Refusal | None:
        if move.begun or move.manner:
            return Refusal("refused.set-out", "11.21")
        if not points_left(game, move):
            return Refusal("refused.nobody-marches", "11.21", {"unit": move.everybody[0]})
        return why_no_strategic_move(game, move.units, move.side(game), move.at(game))

    def start(self, game: Game, move: Move, choice: Choice) -> None:
        game.goto("begin", manner="strategic")


class UseRailroad(Action[Game, Move]):
    """Use rail movement."""

    rule = "11.11"
    ids = (RAIL.id,)

    def offers(self, game: Game, move: Move) -> Sequence[Option]:
        if not is_for_special_movement(game):
            return ()
        return (RAIL,) if self.refuse(game, move, RAILWAY) is None else ()

    def refuse(self, game: Game, move: Move, choice: Choice) -> Refusal | None:
        if move.begun or move.manner:
            return Refusal("refused.set-out", "11.12")
        return why_not_by_rail(game, move.units, move.supplies, move.side(game), move.at(game))

    def start(self, game: Game, move: Move, choice: Choice) -> None:
        game.become(RideByRail(units=move.units, supplies=move.supplies, side=move.side(game)))


class Abandon(Action[Game, Move]):
    """Take a unit off the map that is stranded in a swamp."""

    rule = "10.48"
    ids = (ABANDON.id,)

    def offers(self, game: Game, move: Move) -> Sequence[Option]:
        alone = len(move.units) == 1 and not move.supplies
        return (ABANDON,) if alone and is_stranded(game, move.units[0]) else ()

    def refuse(self, game: Game, move: Move, choice: Choice) -> Refusal | None:
        return Refusal("refused.not-stranded", "10.48", {"unit": move.everybody[0]})

    def start(self, game: Game, move: Move, choice: Choice) -> None:
        take_off(game, move.units[0], "cadre", "10.48")
        control.settle(game)
        game.finish()


class ExitMap(Action[Game, Move]):
    """Leave the map through an exit area: not out of an enemy zone of control that was entered on the way."""

    rule = "11.61"
    kinds = ("exit",)

    def offers(self, game: Game, move: Move) -> Sequence[Option]:
        here = areas_at(game.content, move.at(game))
        if not here:
            return ()
        cost = cost_of_exit(game.content) / QUARTERS
        open_to_it = [area for area in here if self.refuse(game, move, Choice("exit", area)) is None]
        return [Option(f"exit:{area}", cost, "11.61", grave=True) for area in open_to_it]

    def refuse(self, game: Game, move: Move, choice: Choice) -> Refusal | None:
        at, left = move.at(game), points_left(game, move)
        is_here = choice.name in areas_at(game.content, at)
        if is_here and move.manner:
            return Refusal("refused.special-used", "11.0", {"hex": at})
        if is_here and is_held(game, move):
            return Refusal("refused.in-zone", "10.32", {"unit": move.everybody[0]})
        return why_no_exit(game, move.units, at, choice.name, left)

    def start(self, game: Game, move: Move, choice: Choice) -> None:
        leave_the_map(game, move.units, move.supplies, move.side(game), choice.name)
        control.settle(game)
        game.finish()


class Stop(Action[Game, Move]):
    """Go no further; who has not taken a step may still move later in the phase."""

    rule = "10.23"
    ids = (STOP.id,)

    def offers(self, game: Game, move: Move) -> Sequence[Option]:
        return (STOP,)

    def start(self, game: Game, move: Move, choice: Choice) -> None:
        game.finish()


RULES: dict[Special, str] = {"crossing": "10.45c", "infiltration": "11.41", "one-hex": "11.5"}
AHEAD: Menu[Game, Move] = Menu(Go(), OverrunEnemy(), ExitMap())
UNDER_WAY: Menu[Game, Move] = Menu(Leave(), Abandon(), Stop())
"""What a stack can do beside that once it has set out, by whatever kind of movement."""
NOT_UNDER_WAY: Menu[Game, Move] = Menu(Join(), Leave(), UseRoads(), UseRailroad(), Abandon(), Stop())
MOVES: Menu[Game, Move] = Menu(*AHEAD.actions, *NOT_UNDER_WAY.actions)


@rule("10.22", "21.27a", "22.52")
def companions(game: Game, move: Move) -> list[str]:
    """The units in a stack's hex that may come along."""
    there = units_in(game, move.at(game))
    if len(there) == len(move.units):
        return []
    if not move.units and occupier(game, move.at(game)) != move.side(game):
        return []
    if any(is_flotilla(game, unit_id) for unit_id in move.units):
        return []
    others = [unit_id for unit_id in there if unit_id not in move.units and may_move(game, unit_id) is None]
    others = [unit_id for unit_id in others if not is_flotilla(game, unit_id)]
    return [unit_id for unit_id in others if why_held_back(game, *move.units, unit_id) is None]


@rule("6.42", "10.25", "22.52")
def porters(game: Game, move: Move) -> list[str]:
    """The mobile supply units in a stack's hex that may come along."""
    here = move.at(game)
    if here not in hexes_with_supply_of(game, move.side(game)):
        return []
    if any(is_flotilla(game, unit_id) for unit_id in move.units):
        return []
    return [
        supply_id
        for supply_id, supply in game.state.supplies.items()
        if supply.at == here and supply_id not in move.supplies and may_move_supply(game, supply_id) is None
    ]


@rule("6.42", "10.25")
def stands_alone(game: Game, move: Move, left: str) -> bool:
    """Whether one of a stack may be left behind, and the others may stay: a supply unit is not left by itself in an
    enemy zone of control that it entered with others.
    """
    here, side = move.at(game), move.side(game)
    if not move.begun or not move.supplies or not in_enemy_zone(game, here, side):
        return True
    return left not in move.supplies or bool(units_in(game, here))


@rule("10.22", "11.32")
def some_could_go_on(game: Game, move: Move) -> bool:
    """Whether some of a stack that has come to its end could go on, or overrun, if they left the others behind."""
    if len(move.everybody) == 1:
        return False
    alone = [replace(move, units=(each,), supplies=()) for each in move.units]
    alone += [replace(move, units=(), supplies=(each,)) for each in move.supplies]
    return any(AHEAD.options(game, each) for each in alone) or some_could_overrun(game, move)


@rule("11.32", "11.37a")
def some_could_overrun(game: Game, move: Move) -> bool:
    """Whether those of a stack who can overrun, and pay for it, could do so together without the others."""
    here, left = move.at(game), points_left(game, move)
    for label in enemy_hexes(game, move.side(game)).intersection(game.content.adjacent[here]):
        trained = [
            replace(move, units=(each,), supplies=()) for each in move.units if may_take_part(game, each) is None
        ]
        able = [each.units[0] for each in trained if price_of_overrun(game, each, (here, label))[0] <= left]
        if able and why_no_overrun(game, replace(move, units=tuple(able), supplies=()), label) is None:
            return True
    return False


# The way and the walk


@rule("3.14")
def way_to(game: Game, move: Move, label: str) -> tuple[tuple[str, ...], int, Way | None]:
    """The path to a hex that is offered, what it costs in quarters, and the way by which the hex is entered; none
    where it takes the whole allowance.
    """
    content, field = game.content, reach(game, move)
    goal = field.goal(content.board.index[label])
    if goal is None:
        return (move.at(game), label), points_left(game, move), None
    path = tuple(map(fields.hexes_of_places(content).__getitem__, field.path(goal)))
    return path, field.cost(goal) or 0, fields.entered(content)[goal][1]


# Overruns


@rule("11.31", "11.37b")
def why_no_overrun(game: Game, move: Move, label: str) -> Refusal | None:
    """Why a stack cannot overrun the enemy in a hex, if it cannot: not beside it, with supply units, not able, or not
    enough movement points left.
    """
    here, about = move.at(game), {"unit": move.everybody[0], "hex": label}
    if label not in game.content.adjacent[here]:
        return Refusal("refused.too-far", "11.37a", about)
    if move.supplies:
        return Refusal("refused.supply-along", "11.32", about)
    if move.manner:
        return Refusal("refused.special-used", "11.0", about)
    fault = may_overrun(game, move.units, (here, label))
    if fault is not None:
        return fault
    cost, _ = price_of_overrun(game, move, (here, label))
    return Refusal("refused.overrun-too-dear", "11.37b", about) if cost > points_left(game, move) else None


@rule("11.32", "11.33")
def why_not_overrun(game: Game, move: Move, label: str) -> Refusal | None:
    """The same of units that are of a kind to overrun others and stand beside the hex; nothing of others."""
    is_near = label in game.content.adjacent[move.at(game)]
    able = move.units and all(may_take_part(game, unit_id) is None for unit_id in move.units)
    return why_no_overrun(game, move, label) if is_near and able else None


@rule("11.37a", "11.37b")
def price_of_overrun(game: Game, move: Move, edge: Edge) -> tuple[int, Way]:
    """What an overrun costs a stack by the cheapest way, and that way."""
    found = []
    for way in ways(game, move.units[0], edge):
        costs = [overrun_cost(game, unit_id, edge, way, move.came) for unit_id in move.units]
        if None not in costs:
            found.append((max(each for each in costs if each is not None), way))
    return min(found, key=lambda each: each[0], default=(FORBIDDEN, fields.COUNTRY))


# Why not


@rule("10.21", "10.24", "10.25", "10.27b", "10.32", "10.35", "11.22", "11.23", "11.63", "21.74")
def why_not_to(game: Game, move: Move, label: str) -> Refusal:
    """Why a stack cannot move to a hex."""
    here, side, content = move.at(game), move.side(game), game.content
    about = {"unit": move.everybody[0], "hex": label}
    if label == here:
        return Refusal("refused.already-there", "10.21", about)
    if occupier(game, label) == enemy_of(side):
        return why_not_overrun(game, move, label) or Refusal("refused.enemy-in-hex", "10.24", about)
    if is_held(game, move):
        return Refusal("refused.in-zone", "10.32", about)
    if label in fields.closed_to(content, side):
        return Refusal("refused.closed", "10.27b", about)
    if label in shut_exits(game, side):
        return Refusal("refused.exit-lost", "11.63", about)
    if label in beyond_home(game, move.units):
        return Refusal("refused.beyond-home", "21.74", about)
    if not move.units and in_enemy_zone(game, label, side) and occupier(game, label) != side:
        return Refusal("refused.supply-in-zone", "10.25", about)
    if not move.units and fields.is_enemy_site(game, side, label):
        return Refusal("refused.enemy-site", "18.46", about)
    if move.manner:
        by_road = why_not_by_road(game, move.everybody, side, (here, label), not move.units)
        return by_road or Refusal("refused.too-far", "10.21", about)
    if label not in content.adjacent[here]:
        return why_zones_keep_off(game, move, label) or Refusal("refused.too-far", "10.21", about)
    return why_not_next(game, move, (here, label))


@rule("10.32", "10.34", "10.35")
def why_zones_keep_off(game: Game, move: Move, label: str) -> Refusal | None:
    """Why units do not come to a hex which they would reach if there were no enemy zones of control; nothing where it
    is too far for them anyhow.
    """
    if not move.units:
        return None
    side, content, left = move.side(game), game.content, points_left(game, move)
    kinds = fields.kinds_of(content, side, move.units, bool(move.supplies))
    start, goal = fields.place(content, move.at(game), move.came), content.board.index[label]
    flags = fields.closing(content, fields.barred(game, side), beyond_home(game, move.units))
    mover, about = fields.mover(game, kinds), {"unit": move.everybody[0], "hex": label}
    if mover.field(start, left, bytes(flag & ~ZOC for flag in flags)).goal(goal) is None:
        return None
    if mover.field(start, left, flags, zoc_to_zoc=FORBIDDEN, zoc_stop=True).goal(goal) is not None:
        return Refusal("refused.zone-too-dear", "10.34", about)
    return Refusal("refused.zones-in-the-way", "10.32", about)


def why_not_next(game: Game, move: Move, edge: Edge) -> Refusal:
    """Why a stack cannot take a step to a hex next to it in which no enemy stands."""
    for name in move.everybody:
        never = why_never(game, move.side(game), name, edge)
        if never is not None:
            return never
    about = {"unit": move.everybody[0], "hex": edge[1]}
    special = None if move.begun else special_of(game, move, edge)
    if isinstance(special, Refusal):
        return special
    if is_from_zone_to_zone(game, edge, move.side(game)):
        return Refusal("refused.zone-to-zone", "10.35", about)
    by_boat = need_boats(game, move.units, edge) if move.units else needs_boats(game, edge, move.side(game))
    if by_boat:
        return Refusal("refused.full-allowance-to-cross", "10.45c", about)
    return why_zones_keep_off(game, move, edge[1]) or Refusal("refused.too-far", "10.21", about)


@rule("10.33/note", "10.4", "10.48")
def why_never(game: Game, side: str, name: str, edge: Edge) -> Refusal | None:
    """Why a unit or a mobile supply unit may never take a step, whatever it could pay, if it may not; water that can be
    crossed in boats is another question, and so are dumps.
    """
    about = {"unit": name, "hex": edge[1]}
    supply = game.state.supplies.get(name)
    if supply is not None:
        reason = "" if supply.is_dump else prohibition(game, fields.like_supply_units(game.content, side), edge)
        return Refusal(reason, FORBIDDEN_BY[reason], about) if reason and reason not in BY_BOAT else None
    if printed(game, name).ma == "gray" and not trains_may_pass(game, name, edge):
        return Refusal("refused.keeps-to-rails", "10.33/note", about)
    reason = prohibition(game, name, edge)
    return Refusal(reason, FORBIDDEN_BY[reason], about) if reason not in ("", WATER_TO_CROSS) else None


PROCEDURES = (Move,)
