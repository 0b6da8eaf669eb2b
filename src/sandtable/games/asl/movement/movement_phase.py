"""A3.3, A4.2: the Movement Phase: a stack after another is picked, told how to move, and walks under fire."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import groupby

from msgspec.structs import replace

from sandtable.board import Field
from sandtable.games.asl.concealment.appearing import Appear
from sandtable.games.asl.fire.cut_off import is_encircled
from sandtable.games.asl.fire.under_fire import end_of_movement
from sandtable.games.asl.locations import crowds, excess, fit_together, hex_of, parts_of
from sandtable.games.asl.morale.casualties import Aftermath, those_left
from sandtable.games.asl.movement.allotments import allotment, carries_too_much, is_led
from sandtable.games.asl.movement.arrivals import is_off_map, location_of
from sandtable.games.asl.movement.charges import charges
from sandtable.games.asl.movement.entry import due, entries, exit_cost, may_exit, refuse_exit, walk_off
from sandtable.games.asl.movement.in_place import (
    Breach,
    ClaimWall,
    Clear,
    Drop,
    GetOffWire,
    GiveUpWall,
    PlaceCharge,
    Recover,
    SmokeGrenades,
)
from sandtable.games.asl.movement.move import (
    after_fire,
    end_move,
    exhaust,
    is_in_bypass,
    road_bonus,
    take_step,
)
from sandtable.games.asl.movement.moves import (
    MoveBase,
    can_assault,
    dashes,
    first,
    going,
    is_begun,
    is_on_wire,
    leaving_cost,
    left,
    may_move,
    next_steps,
    position_cost,
    positions_at,
    positions_here,
    price,
    ways_round,
)
from sandtable.games.asl.movement.prisoners import LeavePrisoner
from sandtable.games.asl.movement.reach import (
    MET,
    PER_MF,
    destinations,
    field,
    named,
    path_to,
    presence,
    road_field,
)
from sandtable.games.asl.movement.refusals import refuse_destination, refuse_mover, refuse_target
from sandtable.games.asl.movement.ways import places
from sandtable.games.asl.night import starshells
from sandtable.games.asl.night.cloaking import counter_of, is_cloaked, uncloak
from sandtable.games.asl.night.no_move import rouse_all
from sandtable.games.asl.ordnance.manhandling import Push
from sandtable.games.asl.ordnance.serving import Limber
from sandtable.games.asl.sniper_attack import settle
from sandtable.games.asl.state import NOWHERE
from sandtable.games.asl.tables.movement import Movement, Stacking
from sandtable.games.asl.terrain.hexes import BYPASS, road_hexes
from sandtable.games.asl.terrain.smoke import end_of_grenades
from sandtable.games.asl.units import Game, change, is_dummy, is_good_order, is_leader, other
from sandtable.games.asl.vehicles import driving, embarking, manning
from sandtable.games.asl.weapons import destroying
from sandtable.kernel import Action, Choice, Decision, Menu, Option, Phase, Preview, Refusal, rule
from sandtable.mechanics.roster import units_of

DONE = Option("do:done", rule="A4.2")
ASSAULT = Option("do:assault", rule="A4.61")
DOUBLE = Option("do:double-time", rule="A4.5")
DASH = Option("do:dash", rule="A4.63")
EXIT = Option("do:exit", rule="A2.5")
END = Option("do:done", rule="A3.3")
UNCLOAK = Option("do:uncloak", rule="E1.4")


@cache
def unit_option(unit_id: str) -> Option:
    """The option that picks a unit."""
    return Option(f"unit:{unit_id}", rule="A4.2")


@cache
def leave_option(unit_id: str) -> Option:
    """The option that leaves a unit of a stack behind."""
    return Option(f"leave:{unit_id}", rule="A4.2")


class MovementPhase(Phase, frozen=True):
    """The ATTACKER moves his units, one stack after another."""

    side: str
    tired: tuple[str, ...] = ()
    """The units that were CX when the phase began (A4.5)."""

    @rule("A4.51")
    def begin(self, game: Game) -> None:
        """Those who were exhausted have recovered, but cannot run in this phase."""
        tired = tuple(name for name, unit in units_of(game, self.side).items() if unit.cx)
        for name in tired:
            change(game, name, cx=False)
        game.state.trails = {}
        rouse_all(game, self.side)
        game.goto("choose", tired=tired)

    @rule("A3.3", "A4.2")
    def choose(self, game: Game) -> Decision:
        """Ask who moves next."""
        options = [unit_option(name) for name, unit in units_of(game, self.side).items() if may_move(game, unit)]
        options += [unit_option(name) for name in due(game, self.side) if not game.state.units[name].moved]
        options += driving.movers(game, self.side)
        options += starshells.options(game, self.side)
        options += destroying.options(game, self.side)
        due_first = self._is_charge_due(game) or self._is_crowded(game) or bool(driving.must_move(game, self.side))
        if not due_first:
            options.append(END)
        return Decision(self.side, "move-unit", "A4.2", tuple(options))

    @rule("A5.12")
    def _is_crowded(self, game: Game) -> bool:
        """Whether a Location is overstacked that somebody can still leave."""
        figures = game.content.table("stacking", Stacking)
        crowded = [at for at, full in crowds(game, self.side).items() if at and figures.excess(full.halves)]
        return any(
            unit.at in crowded and may_move(game, unit) and bool(Reach(game, Move(units=(name,))).field.ends)
            for name, unit in units_of(game, self.side).items()
            if crowded
        )

    @rule("A15.4")
    def _is_charge_due(self, game: Game) -> bool:
        """Whether a berserk unit has yet to charge."""
        return any(
            unit.berserk and may_move(game, unit) and charges(game, Move(units=(name,)))
            for name, unit in units_of(game, self.side).items()
        )

    def choose_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice == Choice.of(END.id):
            return self._refuse_end(game)
        if choice.kind == "vehicle":
            return driving.refuse_mover(game, choice.name, self.side)
        if choice.kind == starshells.STARSHELL:
            return starshells.refuse(game, choice, self.side)
        if choice.kind == destroying.DESTROY:
            return destroying.refuse(game, choice)
        return refuse_mover(game, choice, self.side)

    @rule("A15.4", "A5.12")
    def _refuse_end(self, game: Game) -> Refusal | None:
        """Why the phase is not over yet."""
        if self._is_charge_due(game):
            return Refusal("refused.charge-due", "A15.4")
        return Refusal("refused.crowded", "A5.12") if self._is_crowded(game) else driving.refuse_end(game, self.side)

    def choose_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "unit":
            game.push(Move(units=counter_of(game, choice.name), tired=choice.name in self.tired))
        elif choice.kind == "vehicle":
            game.push(driving.Drive(vehicle=choice.name))
        elif choice.kind == starshells.STARSHELL:
            starshells.attempt(game, choice.name)
        elif choice.kind == destroying.DESTROY:
            destroying.carry_out(game, choice.name)
        else:
            end_phase(game)
            game.finish()


@rule("A3.3", "A4.32", "A23.3")
def end_phase(game: Game) -> None:
    """At the end: Bypass is over, grenade smoke and Residual FP are gone, charges of those who failed are lost."""
    state = game.state
    for name, unit in list(state.units.items()):
        if unit.moved or unit.stance == BYPASS or unit.pace_of:
            stance = "" if unit.stance == BYPASS else unit.stance
            change(game, name, moved=False, stance=stance, vertices=(), pace=0, pace_of=0)
    end_of_grenades(game)
    for name, weapon in list(state.weapons.items()):
        if weapon.placed:
            holder = state.units.get(weapon.holder)
            if holder is None or holder.broken or holder.pinned:
                state.lost[name] = weapon.kind
                del state.weapons[name]
    end_of_movement(game)


class Move(MoveBase, frozen=True):
    """A stack moves: it picks where to go, walks there step by step, and picks anew after being shot at."""

    @rule("A4.2")
    def begin(self, game: Game) -> Decision | None:
        """Ask what to do; a stack that can do nothing more is done."""
        options = self.menu(game).options(game, self)
        if is_begun(self) and (not options or (len(options) == 1 and options[0] is DONE)):
            end_move(game, self)
            game.finish()
            return None
        unit = self.units[0]
        return Decision(
            game.state.units[unit].side,
            "move-to",
            "A4.2",
            tuple(options),
            {"unit": unit, "left": left(game, self) / PER_MF},
            continues=True,
            done=DONE.id,
            hand=self.units if len(self.units) > 1 else (),
            turns_to="" if is_begun(self) or self.gained else "MovementPhase",
        )

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        return self.menu(game).preview(game, self, choice)

    @rule("E1.4", "A15.4", "A4.63")
    def menu(self, game: Game) -> Menu[Game, MoveBase]:
        """What a stack can do: under a Cloaking counter walk and be put on the map, in a charge nothing else; in a Dash
        what costs no MF."""
        if _must_charge(game, self):
            return CHARGES
        if is_cloaked(game, self.units):
            return CLOAKED_MOVES
        return DASHES if self.manner == "dash" else MOVES

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if _must_charge(game, self):
            return Refusal("refused.must-charge", "A15.4", {"unit": self.units[0]})
        if choice.kind == "unit" and choice.name in game.state.units and is_begun(self):
            other_side = game.state.units[choice.name].side != game.state.units[self.units[0]].side
            reason = "not-yours" if other_side else "under-way"
            return Refusal(f"refused.{reason}", "A4.2", {"unit": choice.name if other_side else self.units[0]})
        refusal = self.menu(game).refuse(game, self, choice)
        if refusal is None and is_cloaked(game, self.units):
            return Refusal("refused.cloaked", "E1.4", {"unit": self.units[0]})
        return refusal

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        self.menu(game).start(game, self, choice)

    @rule("A4.2", "A4.134")
    def shot_at(self, game: Game) -> None:
        """After fire: those who came through go on, along their way if no dice have fallen, or choose anew."""
        through = after_fire(game, self)
        rides = embarking.get_on(game, self, through) or manning.take_seats(game, self, through)
        if rides or not through or self.over or self.minimum:
            end_move(game, replace(self, units=through))
            game.finish()
        elif any(game.state.units[name].berserk for name in through) and not self.is_charge(game):
            self.come_apart(game, through)
        elif self.ahead and self.manner == "dash":
            game.goto("walk", units=through)
        elif self.is_as_before(game) and through == self.units:
            game.goto("walk")
        else:
            game.goto("begin", units=through, ahead=())

    @rule("A4.2", "A4.14")
    def is_as_before(self, game: Game) -> bool:
        """Whether a stack goes on along its way: no dice have fallen, and nobody on it has come to be known."""
        if not self.ahead or game.state.rolls != self.rolls:
            return False
        known = presence(game, other(game.state.units[self.units[0]].side)) if not self.is_charge(game) else {}
        return not any(known.get(location_of(place)) == MET for place in self.ahead)

    def is_charge(self, game: Game) -> bool:
        """Whether all of the stack are berserk, and move as berserk men do."""
        units = game.state.units
        return not self.manner and not self.gained and all(units[n].berserk for n in self.units if n in units)

    @rule("A15.4", "A4.2")
    def come_apart(self, game: Game, through: tuple[str, ...]) -> None:
        """Men of a stack have gone berserk on its way.

        Ruling (A15.4): the others finish their move; then those charge with what they have left of their 8 MF.
        """
        raging = tuple(name for name in through if game.state.units[name].berserk)
        calm = tuple(name for name in through if name not in raging)
        game.goto("charge_on", units=raging, ahead=(), manner="", gained=0)
        if calm:
            game.push(replace(self, step="begin", units=calm, ahead=()))

    @rule("A15.4", "A14.3", "A7.4/casualty")
    def charge_on(self, game: Game) -> None:
        """Those who rage charge, who are left of them: a sniper may have struck them while the others went on."""
        left = those_left(game, self.units)
        if left:
            game.goto("begin", units=left)
        else:
            game.finish()

    def walk(self, game: Game) -> None:
        """Go on along the way."""
        take_step(game, self)

    @rule("A24.1")
    def smoke(self, game: Game) -> Decision | None:
        return SMOKE.ask(game, self)

    def smoke_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return refuse_target(choice, "smoke-there", "A24.1")

    def smoke_chosen(self, game: Game, choice: Choice) -> None:
        SMOKE.answer(game, self, choice)

    @rule("A23.3")
    def charge(self, game: Game) -> Decision | None:
        return CHARGE.ask(game, self)

    def charge_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return refuse_target(choice, "charge-there", "A23.3")

    def charge_chosen(self, game: Game, choice: Choice) -> None:
        CHARGE.answer(game, self, choice)

    @rule("A4.44")
    def recover(self, game: Game) -> Decision | None:
        return RECOVER.ask(game, self)

    def recover_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return Refusal("refused.not-taker", "A4.44", {"unit": choice.name}) if choice.kind == "unit" else None

    def recover_chosen(self, game: Game, choice: Choice) -> None:
        RECOVER.answer(game, self, choice)


# Where a stack can go


class Reach:
    """Where a stack can go in one pick: by the field of its Locations, along roads, into positions."""

    def __init__(self, game: Game, move: MoveBase) -> None:
        self.game, self.move = game, move
        self.go = going(game, move)
        self.paid = leaving_cost(game, move)
        self.field: Field = field(game, self.go)

    @rule("B3.4")
    def by_road(self) -> Field | None:
        """The field along roads, of a stack that has kept to them."""
        start = parts_of(self.go.start)
        if not self.move.by_road or start.floor or start.way or start.hex not in road_hexes(self.game.content):
            return None
        return road_field(self.game, self.go) if road_bonus(self.game, self.move, True) else None

    def options(self) -> list[Option]:
        found = destinations(self.game, self.field, self.paid)
        road = self.by_road()
        if road is not None:
            labels = places(self.game.content).labels
            dear = [(place, cost) for place, cost in road.pairs if cost > self.go.left]
            found += [named(labels[place], cost + self.paid) for place, cost in dear if self.field.cost(place) is None]
        return found + [named(label, cost) for label, cost in self.positions().items()]

    @rule("B27/infantry", "B2.1")
    def positions(self) -> dict[str, int]:
        """The foxholes, trenches and shellholes that can be entered on arrival, or where the stack is, with costs."""
        state = self.game.state
        if not state.works and not state.shellholes:
            return {}
        game, move = self.game, self.move
        found: dict[str, int] = {}
        index, spend = places(game.content).index, self.go.left + self.paid
        here = parts_of(self.go.start)
        unit = state.units[move.units[0]]
        for hex_ in dict.fromkeys((*state.works, *state.shellholes)):
            if hex_ == here.hex:
                found |= {label: price(game, move, label) for label in positions_here(game, move)}
                continue
            cost = self.field.cost(index[hex_])
            if (cost is None or cost > self.go.left) and unit.stance != "trench":
                continue
            for label in positions_at(game, hex_, move):
                if cost is not None and cost <= self.go.left:
                    found[label] = cost + self.paid + position_cost(game, parts_of(label).way)
                if unit.stance == "trench" and hex_ in game.content.adjacent[here.hex] and label.endswith("~trench"):
                    found[label] = price(game, move, label)
        return {label: cost for label, cost in found.items() if cost <= spend}

    def path(self, label: str) -> tuple[str, ...]:
        """The places that a stack enters on its way to a destination."""
        hex_, index = location_of(label), places(self.game.content).index
        here = location_of(self.go.start)
        if hex_ == here or (label.endswith("~trench") and self._is_next_trench(label)):
            return (label,)
        found = self.field
        if found.cost(index[hex_]) is None:
            road = self.by_road()
            assert road is not None
            found = road
        return (*path_to(self.game, found, hex_)[:-1], label)

    def _is_next_trench(self, label: str) -> bool:
        unit = self.game.state.units[self.move.units[0]]
        return unit.stance == "trench" and hex_of(label) in self.game.content.adjacent[hex_of(self.go.start)]


@rule("A4.2")
class Go(Action[Game, MoveBase]):
    """Walk to a Location."""

    rule = "A4.2"
    kinds = ("hex", "place")

    def offers(self, game: Game, subject: MoveBase) -> Sequence[Option]:
        if is_off_map(game, subject.units):
            return [named(hex_, cost) for hex_, cost in entries(game, subject).items()]
        if is_on_wire(game, subject):
            return ()
        if subject.manner == "assault":
            return _named(next_steps(game, subject)) if not subject.entered else ()
        if subject.manner == "dash":
            found = {} if subject.entered else dashes(game, subject)
            return [named(hex_, cost) for hex_, (_, cost) in found.items()]
        if _must_charge(game, subject):
            return [named(place, cost) for place, (_, cost) in charges(game, subject).items()]
        if _is_encircled(game, subject):
            return _named({label: cost for label, (_, cost) in _ways_out(game, subject).items()})
        return Reach(game, subject).options()

    def refuse(self, game: Game, subject: MoveBase, choice: Choice) -> Refusal | None:
        return refuse_destination(game, subject, choice.name)

    def preview(self, game: Game, subject: MoveBase, choice: Choice) -> Preview:
        path = [location_of(place) for place in self._path(game, subject, choice.name)]
        start = () if is_off_map(game, subject.units) else (first(game, subject),)
        return Preview(path=tuple(place for place, _ in groupby((*start, *path))))

    def start(self, game: Game, subject: MoveBase, choice: Choice) -> None:
        take_step(game, replace(subject, ahead=self._path(game, subject, choice.name)))

    def _path(self, game: Game, subject: MoveBase, label: str) -> tuple[str, ...]:
        if is_off_map(game, subject.units) or subject.manner == "assault":
            return (label,)
        if subject.manner == "dash":
            return (dashes(game, subject)[label][0], label)
        if _must_charge(game, subject):
            return charges(game, subject)[label][0]
        if _is_encircled(game, subject):
            return _ways_out(game, subject)[label][0]
        return Reach(game, subject).path(label)


@rule("A15.4")
def _must_charge(game: Game, move: MoveBase) -> bool:
    """Whether a stack is berserk and has somebody to charge."""
    return game.state.units[move.units[0]].berserk and bool(charges(game, move))


@rule("A5.12")
def _must_leave(game: Game, move: MoveBase) -> bool:
    """Whether a stack is where too many are, and can go."""
    at = first(game, move)
    if is_begun(move) or move.manner or not excess(game, at, game.state.units[move.units[0]].side):
        return False
    return not is_on_wire(game, move) and bool(Reach(game, move).field.ends)


def _named(steps: dict[str, int]) -> list[Option]:
    return [named(label, cost) for label, cost in steps.items()]


@rule("A7.7")
def _is_encircled(game: Game, move: MoveBase) -> bool:
    """Whether the next Location costs double: the first that a stack enters once it is Encircled, be it on its way."""
    return any(is_encircled(game, game.state.units[name]) for name in move.units)


@rule("A7.7")
def _ways_out(game: Game, move: MoveBase) -> dict[str, tuple[tuple[str, ...], int]]:
    """Where an Encircled stack can go: a step away, or round an obstacle; the way and the cost."""
    found: dict[str, tuple[tuple[str, ...], int]] = {
        label: ((label,), cost) for label, cost in next_steps(game, move).items()
    }
    for label, (path, cost) in ways_round(game, move).items():
        if label not in found or cost < found[label][1]:
            found[label] = (path, cost)
    return found


@rule("A4.2")
class Join(Action[Game, MoveBase]):
    """Take another unit of the Location along, before anything is spent."""

    rule = "A4.2"
    kinds = ("unit",)

    def offers(self, game: Game, subject: MoveBase) -> Sequence[Option]:
        if is_begun(subject) or subject.manner or subject.gained:
            return ()
        return [unit_option(name) for name in companions(game, subject)]

    def start(self, game: Game, subject: MoveBase, choice: Choice) -> None:
        phase = next(frame for frame in reversed(game.stack) if isinstance(frame, MovementPhase))
        tired = subject.tired or choice.name in phase.tired
        game.goto("begin", units=(*subject.units, choice.name), tired=tired)


@rule("A4.2", "A2.51")
def companions(game: Game, move: MoveBase) -> list[str]:
    """The units that could still join a stack: of the same Location and position, or waiting off the map beside it."""
    units = game.state.units
    leader = units[move.units[0]]
    if leader.at == NOWHERE:
        group = game.state.to_place[move.units[0]]
        waiting = [name for name in due(game, leader.side) if game.state.to_place[name] == group]
        others = [name for name in waiting if name not in move.units and not units[name].moved]
        return [name for name in others if fit_together(game, (*move.units, name))]
    return [
        name
        for name, unit in units_of(game, leader.side).items()
        if unit.at == leader.at
        and name not in move.units
        and not unit.cloak
        and unit.stance == leader.stance
        and unit.berserk == leader.berserk
        and may_move(game, unit)
    ]


@rule("A4.12")
def has_used_leader(game: Game, move: MoveBase, unit_id: str) -> bool:
    """Whether a unit has gone farther with a leader than it could alone: they may not part until its move ends.

    To leave it behind is to part where a leader goes on; others who have had the help of one stop with him.
    """
    rest = tuple(name for name in move.units if name != unit_id)
    if is_leader(game.content, game.state.units[unit_id]) or not is_led(game, rest):
        return False
    return move.spent > allotment(game, (unit_id,), move.gained)


@rule("A4.2", "A4.12")
class LeaveBehind(Action[Game, MoveBase]):
    """Leave a unit of the stack behind; its move is over."""

    rule = "A4.2"
    kinds = ("leave",)

    def offers(self, game: Game, subject: MoveBase) -> Sequence[Option]:
        if len(subject.units) == 1 or not is_begun(subject) or is_in_bypass(game, subject):
            return ()
        return [leave_option(name) for name in subject.units if not has_used_leader(game, subject, name)]

    def refuse(self, game: Game, subject: MoveBase, choice: Choice) -> Refusal | None:
        if choice.name in subject.units and is_begun(subject) and has_used_leader(game, subject, choice.name):
            return Refusal("refused.led-so-far", "A4.12", {"unit": choice.name})
        return None

    def start(self, game: Game, subject: MoveBase, choice: Choice) -> None:
        change(game, choice.name, moved=True)
        game.goto("begin", units=tuple(name for name in subject.units if name != choice.name))


@rule("A4.2", "A4.5", "A4.61", "A4.63", "B26/infantry")
class Declare(Action[Game, MoveBase]):
    """Assault Movement, Double Time, Dash."""

    rule = "A4.2"
    ids = (ASSAULT.id, DOUBLE.id, DASH.id)

    def offers(self, game: Game, subject: MoveBase) -> Sequence[Option]:
        units = [game.state.units[name] for name in subject.units]
        if subject.manner or subject.gained or any(unit.berserk or unit.pace_of for unit in units):
            return ()
        found = []
        if not is_begun(subject) and is_off_map(game, subject.units):
            found += [ASSAULT] if entries(game, replace(subject, manner="assault")) else []
        elif not is_begun(subject) and not is_on_wire(game, subject):
            if can_assault(game, subject) and not any(unit.strayed for unit in units):
                found.append(ASSAULT)
            if can_dash(game, subject) and dashes(game, subject):
                found.append(DASH)
        tired = is_tired(game, subject)
        entangled = is_on_wire(game, subject) or any(what == GetOffWire.ids[0] for what, _ in subject.tried)
        if not tired and not entangled and allotment(game, subject.units):
            found.append(DOUBLE)
        return found

    def refuse(self, game: Game, subject: MoveBase, choice: Choice) -> Refusal | None:
        args = {"unit": subject.units[0]}
        if choice.name == "double-time":
            tired = is_tired(game, subject) and not subject.gained
            return Refusal("refused.tired" if tired else "refused.no-double-time", "A4.5", args)
        if is_begun(subject):
            return Refusal("refused.before-mf", "A4.2", args)
        dash = choice.name == "dash"
        return Refusal("refused.no-dash" if dash else "refused.no-assault", "A4.63" if dash else "A4.61", args)

    def start(self, game: Game, subject: MoveBase, choice: Choice) -> None:
        if choice.name == "double-time":
            bonuses = game.content.table("movement", Movement).bonuses
            gained = bonuses["late-double-time"] if is_begun(subject) else bonuses["double-time"]
            for name in subject.units:
                exhaust(game, name)
            game.goto("begin", gained=gained)
        else:
            game.goto("begin", manner=choice.name)


@rule("A4.5", "E1.53")
def is_tired(game: Game, move: MoveBase) -> bool:
    """Whether somebody of a stack cannot run: CX now or when the phase began, wounded, Cloaked or Straying."""
    units = [game.state.units[name] for name in move.units]
    return move.tired or any(unit.cx or unit.wounded or unit.cloak or unit.strayed for unit in units)


@rule("A4.63")
def can_dash(game: Game, move: MoveBase) -> bool:
    """Whether a stack may dash: in Good Order, not exhausted, and nobody carries too much; a Dummy passes for such."""
    units = [game.state.units[name] for name in move.units]
    fit = all((is_good_order(game, unit) or is_dummy(unit)) and not unit.cx for unit in units)
    return fit and not carries_too_much(game, move.units)


@rule("A2.5")
class Exit(Action[Game, MoveBase]):
    """Leave the map."""

    rule = "A2.5"
    ids = (EXIT.id,)

    def offers(self, game: Game, subject: MoveBase) -> Sequence[Option]:
        if is_off_map(game, subject.units) or is_on_wire(game, subject) or subject.manner:
            return ()
        at = first(game, subject)
        side = game.state.units[subject.units[0]].side
        cost = leaving_cost(game, subject) + exit_cost(game, at)
        return (EXIT,) if may_exit(game, side, at) and cost <= left(game, subject) else ()

    def refuse(self, game: Game, subject: MoveBase, choice: Choice) -> Refusal | None:
        unit, at = subject.units[0], first(game, subject)
        if is_off_map(game, subject.units) or subject.manner:
            return None
        refusal = refuse_exit(game, game.state.units[unit].side, at)
        if refusal is None and is_on_wire(game, subject):
            return Refusal("refused.on-wire", "B26/infantry", {"unit": unit})
        return refusal or Refusal("refused.exit-mf", "A2.5", {"unit": unit})

    def start(self, game: Game, subject: MoveBase, choice: Choice) -> None:
        aftermath = Aftermath()
        walk_off(game, subject.units, aftermath)
        game.state.moving = None
        game.finish()
        settle(game, aftermath)


@rule("A4.2")
class Stay(Action[Game, MoveBase]):
    """Go no further."""

    rule = "A4.2"
    ids = (DONE.id,)

    def offers(self, game: Game, subject: MoveBase) -> Sequence[Option]:
        if is_in_bypass(game, subject) and Reach(game, subject).field.ends:
            return ()
        if not is_off_map(game, subject.units) and (_must_charge(game, subject) or _must_leave(game, subject)):
            return ()
        return (DONE,)

    def refuse(self, game: Game, subject: MoveBase, choice: Choice) -> Refusal | None:
        if is_in_bypass(game, subject):
            return Refusal("refused.stay-in-bypass", "A4.32", {"unit": subject.units[0]})
        return Refusal("refused.crowded", "A5.12")

    def start(self, game: Game, subject: MoveBase, choice: Choice) -> None:
        end_move(game, subject)
        game.finish()


@rule("E1.4")
class Uncloak(Action[Game, MoveBase]):
    """Replace a Cloaking counter by what is under it, before it has moved or on its way."""

    rule = "E1.4"
    ids = (UNCLOAK.id,)

    def offers(self, game: Game, subject: MoveBase) -> Sequence[Option]:
        return (UNCLOAK,)

    def start(self, game: Game, subject: MoveBase, choice: Choice) -> None:
        uncloak(game, subject.units[0])
        alive = tuple(name for name in subject.units if name in game.state.units)
        if not alive or not is_begun(subject):
            game.state.moving = None
            game.finish()
        else:
            game.goto("begin", units=alive)


SMOKE, CHARGE, RECOVER = SmokeGrenades(), PlaceCharge(), Recover()
MOVES: Menu[Game, MoveBase] = Menu(
    Go(),
    Join(),
    LeaveBehind(),
    Declare(),
    GetOffWire(),
    SMOKE,
    CHARGE,
    RECOVER,
    Drop(),
    LeavePrisoner(),
    embarking.ClimbOn(),
    manning.TakeOver(),
    Limber(),
    Push(),
    Breach(),
    Clear(),
    ClaimWall(),
    GiveUpWall(),
    Appear(),
    Exit(),
    Stay(),
)
DASHES: Menu[Game, MoveBase] = Menu(Go(), Drop(), LeavePrisoner(), ClaimWall(), GiveUpWall(), Appear(), Stay())
CHARGES: Menu[Game, MoveBase] = Menu(Go(), Join(), GetOffWire(), Stay())
CLOAKED_MOVES: Menu[Game, MoveBase] = Menu(Go(), Declare(), GetOffWire(), Uncloak(), Exit(), Stay())
