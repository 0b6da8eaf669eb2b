"""A3.7, A4.7, A4.72, A4.431: the Advance Phase: one step each, also into the enemy, and weapons change hands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.games.asl.artillery.passing import step_under_shells
from sandtable.games.asl.concealment.acts import gives_away
from sandtable.games.asl.concealment.appearing import spot_hidden
from sandtable.games.asl.concealment.revealing import seen_by
from sandtable.games.asl.control import pass_through
from sandtable.games.asl.events.movement import Claimed, Entangled, Entrenched, OffWire
from sandtable.games.asl.locations import GROUND, crowds, excess, hex_of, neighbours, parts_of, room_for
from sandtable.games.asl.morale.berserk import enemy_locations
from sandtable.games.asl.morale.casualties import Aftermath, those_left
from sandtable.games.asl.morale.desperation import alarm_broken
from sandtable.games.asl.morale.guards import hand_on, other_guards, with_prisoners
from sandtable.games.asl.movement.allotments import allotment, burdens, unladen
from sandtable.games.asl.movement.arrivals import (
    bring,
    is_off_map,
    location_of,
    meet,
    round_up,
    run_into,
    say_moved,
    show_wire,
)
from sandtable.games.asl.movement.entry import due, entry_cost, entry_hexes_for, may_exit, refuse_exit, walk_off
from sandtable.games.asl.movement.fences import stops_exhausted
from sandtable.games.asl.movement.move import exhaust
from sandtable.games.asl.movement.moves import MF, MoveBase, first, is_on_wire, is_trench_step, positions_at, price
from sandtable.games.asl.movement.prisoners import LeavePrisoner, held, prisoner_option
from sandtable.games.asl.movement.reach import is_held_fort, is_known_fort, named, smoke_costs
from sandtable.games.asl.movement.refusals import refuse_mover
from sandtable.games.asl.night.cloaking import (
    cloaked_locations,
    counter_of,
    is_cloaked,
    uncloak,
    uncloak_in_light,
)
from sandtable.games.asl.night.no_move import rouse, wake
from sandtable.games.asl.ordnance.serving import Limber
from sandtable.games.asl.reasons import first_of
from sandtable.games.asl.sniper_attack import settle
from sandtable.games.asl.state import NOWHERE, Unit
from sandtable.games.asl.tables.movement import Movement, Stacking
from sandtable.games.asl.terrain.hexes import BENEATH_WIRE, is_concealment_terrain
from sandtable.games.asl.terrain.mines import step_on_mines
from sandtable.games.asl.terrain.walls import claim, may_claim
from sandtable.games.asl.units import Game, change, in_melee, is_good_order, other
from sandtable.games.asl.vehicles import manning
from sandtable.games.asl.vehicles.close_combat import those_who_dare
from sandtable.games.asl.weapons.possession import drop, hand_over, possessed, receivers
from sandtable.kernel import Action, Choice, Decision, Menu, Option, Phase, Preview, Procedure, Refusal, rule
from sandtable.mechanics.roster import units_of

DONE = Option("do:done", rule="A4.7")
END = Option("do:done", rule="A3.7")
WIRE = Option("do:wire", rule="B26/infantry")
EXIT = Option("do:exit", rule="A2.5")
UNCLOAK = Option("do:uncloak", rule="E1.4")
FORBIDDEN = 1_000
"""A cost that nobody can pay: what the map bars altogether costs more."""


@cache
def unit_option(unit_id: str) -> Option:
    return Option(f"unit:{unit_id}", rule="A4.7")


@cache
def weapon_option(weapon_id: str) -> Option:
    return Option(f"weapon:{weapon_id}", rule="A4.431")


@cache
def drop_option(weapon_id: str) -> Option:
    return Option(f"drop:{weapon_id}", rule="A4.43")


@cache
def wall_option(hex_: str) -> Option:
    return Option(f"wall:{hex_}", rule="B9.32")


@rule("A4.7", "A20.5", "E1.21")
def may_advance(game: Game, unit: Unit) -> bool:
    """Whether a unit may advance: armed, unbroken, unpinned, not TI, not in Melee."""
    return not (
        unit.moved
        or unit.broken
        or unit.pinned
        or unit.ti
        or unit.guard
        or unit.unarmed
        or unit.aboard
        or unit.frozen
        or unit.covers
        or in_melee(game, unit)
    )


class _Words(NamedTuple):
    """How it is said why something is not handed on."""

    rule: str
    nobodys: str
    """Nobody bears it."""
    handed: str
    """It has been handed on already."""
    melee: str
    pinned: str
    advances: str
    """Who bears it may still advance."""
    nobody: str
    """Nobody can take it."""


BORNE = _Words("A4.431", "unpossessed", "weapon-handed-on", "melee", "pinned", "bearer-advances", "nobody-receives")
GUARDED = _Words(
    "A20.5", "no-prisoner", "handed-on", "guard-in-melee", "guard-pinned", "guard-advances", "nobody-guards"
)


class AdvancePhase(Phase, frozen=True):
    """The ATTACKER advances his units."""

    side: str
    handed: tuple[str, ...] = ()
    """The weapons and prisoners that have changed hands in this phase."""

    def begin(self, game: Game) -> Decision:
        options = [unit_option(name) for name, unit in units_of(game, self.side).items() if may_advance(game, unit)]
        options += [unit_option(name) for name in due(game, self.side) if not game.state.units[name].moved]
        options += manning.advance_options(game, self.side)
        options += [*self._weapons(game), *self._prisoners(game)]
        end = () if self._is_crowded(game) else (END,)
        return Decision(self.side, "advance-unit", "A4.7", (*options, *self._walls(game), *end))

    @rule("A5.12")
    def _is_crowded(self, game: Game) -> bool:
        """Whether a Location is overstacked that somebody can still leave."""
        figures = game.content.table("stacking", Stacking)
        crowded = {at for at, full in crowds(game, self.side).items() if at and figures.excess(full.halves)}
        return bool(crowded) and any(
            unit.at in crowded and may_advance(game, unit) and must_leave(game, Advance(units=(name,)))
            for name, unit in units_of(game, self.side).items()
        )

    @rule("A4.431")
    def _weapons(self, game: Game) -> list[Option]:
        """The weapons that may be handed on by those who have advanced, or do not advance."""
        units = game.state.units
        return [
            weapon_option(name)
            for name, weapon in sorted(game.state.weapons.items())
            if weapon.holder and units[weapon.holder].side == self.side and not may_advance(game, units[weapon.holder])
            if name not in self.handed and receivers(game, name)
        ]

    @rule("A20.5")
    def _prisoners(self, game: Game) -> list[Option]:
        """The prisoners whom a Guard who has advanced, or does not advance, may hand on; not one who is pinned."""
        units = game.state.units
        found = []
        for name, unit in units.items():
            guard = units.get(unit.guard)
            if guard is None or guard.side != self.side or name in self.handed:
                continue
            busy = guard.pinned or guard.berserk or in_melee(game, guard) or may_advance(game, guard)
            if not busy and other_guards(game, name):
                found.append(prisoner_option(name))
        return found

    @rule("B9.32")
    def _walls(self, game: Game) -> list[Option]:
        """The hexes that units have advanced into and where they may claim Wall Advantage."""
        found = [unit.at for name, unit in units_of(game, self.side).items() if unit.moved and may_claim(game, name)]
        return [wall_option(hex_) for hex_ in dict.fromkeys(found)]

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice == Choice.of(END.id):
            return Refusal("refused.crowded", "A5.12")
        if choice.kind in manning.KINDS and choice.name in game.state.vehicles:
            return manning.refuse_leaving(game, choice.name, self.side)
        is_man = choice.kind == "prisoner" and choice.name in game.state.units
        if is_man or (choice.kind == "weapon" and choice.name in game.state.weapons):
            return self.refuse_handing(game, choice)
        return refuse_mover(game, choice, self.side)

    @rule("A4.431", "A20.5")
    def refuse_handing(self, game: Game, choice: Choice) -> Refusal | None:
        """Why a weapon or a prisoner cannot be handed on by itself, which rests on who bears or guards it."""
        units, name, is_man = game.state.units, choice.name, choice.kind == "prisoner"
        bearer_id = units[name].guard if is_man else game.state.weapons[name].holder
        words, args = (GUARDED, {"unit": name}) if is_man else (BORNE, {"unit": bearer_id, "weapon": name})
        bearer = units.get(bearer_id)
        if bearer is None:
            return Refusal(f"refused.{words.nobodys}", words.rule, args)
        if bearer.side != self.side:
            foes = Refusal("refused.other-weapon", words.rule, {"weapon": name})
            return Refusal("refused.other-side", words.rule, args) if is_man else foes
        reasons = (
            (bearer.broken and not is_man, "broken", "A10.3"),
            (name in self.handed, words.handed, words.rule),
            (in_melee(game, bearer), words.melee, "A11.15"),
            (bearer.pinned, words.pinned, "A7.8"),
            (may_advance(game, bearer), words.advances, words.rule),
            (True, words.nobody, words.rule),
        )
        return first_of(reasons, **args)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "unit":
            game.push(Advance(units=counter_of(game, choice.name)))
        elif choice.kind in manning.KINDS:
            manning.leave(game, choice.name, choice.kind)
        elif choice.kind == "weapon":
            game.push(HandOn(weapon=choice.name))
        elif choice.kind == "prisoner":
            game.push(PassOn(prisoner=choice.name))
        elif choice.kind == "wall":
            claim(game, choice.name, self.side)
            game.say(Claimed(rule="B9.32", side=self.side, at=choice.name))
        else:
            for name, unit in list(game.state.units.items()):
                if unit.moved:
                    change(game, name, moved=False)
            game.finish()


class HandOn(Procedure, frozen=True):
    """A weapon of one who has advanced was picked to be handed on: to whom?"""

    weapon: str

    @rule("A4.431")
    def begin(self, game: Game) -> Decision:
        holder = game.state.weapons[self.weapon].holder
        options = [unit_option(name) for name in receivers(game, self.weapon)]
        args = {"weapon": self.weapon, "unit": holder}
        side = game.state.units[holder].side
        return Decision(side, "hand-to", "A4.431", (*options, DONE), args, continues=True)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return Refusal("refused.not-receiver", "A4.431", {"unit": choice.name}) if choice.kind == "unit" else None

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        game.finish()
        if choice.kind == "unit":
            hand_over(game, self.weapon, choice.name)
            _note_handed(game, self.weapon)


class PassOn(Procedure, frozen=True):
    """A prisoner of one who does not advance any more was picked to be handed on: to whom?"""

    prisoner: str

    @rule("A20.5")
    def begin(self, game: Game) -> Decision:
        side = game.state.units[game.state.units[self.prisoner].guard].side
        options = [unit_option(name) for name in other_guards(game, self.prisoner)]
        return Decision(side, "prisoner-to", "A20.5", (*options, DONE), {"unit": self.prisoner}, continues=True)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return Refusal("refused.no-guard", "A20.5", {"unit": choice.name}) if choice.kind == "unit" else None

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        game.finish()
        if choice.kind == "unit":
            hand_on(game, self.prisoner, choice.name)
            _note_handed(game, self.prisoner)


class Advance(MoveBase, frozen=True):
    """A stack advances: one step, or a change of position."""

    pick: int = -1
    """Which of the weapons that the stack has is handed over, while that is asked about."""
    prisoner: str = ""
    """The prisoner who is handed on, while that is asked about."""

    @rule("A4.7")
    def begin(self, game: Game) -> Decision:
        unit = self.units[0]
        return Decision(
            game.state.units[unit].side,
            "advance-to",
            "A4.7",
            tuple(self.menu(game).options(game, self)),
            {"unit": unit},
            continues=True,
            done=DONE.id,
            hand=self.units if len(self.units) > 1 else (),
            turns_to="AdvancePhase",
        )

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        return self.menu(game).preview(game, self, choice)

    @rule("E1.4")
    def menu(self, game: Game) -> Menu[Game, MoveBase]:
        """What a stack can do: one under a Cloaking counter advances or is put on the map, and no more; one that has
        just got off wire may leave it."""
        if self.loose:
            return OFF_WIRE
        return CLOAKED_ADVANCES if is_cloaked(game, self.units) else ADVANCES

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        refusal = self.menu(game).refuse(game, self, choice)
        if refusal is None and is_cloaked(game, self.units):
            return Refusal("refused.cloaked", "E1.4", {"unit": self.units[0]})
        return refusal

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        self.menu(game).start(game, self, choice)

    @rule("A4.431")
    def hand_to(self, game: Game) -> Decision | None:
        """Ask who is given a weapon."""
        carried = possessed(game, self.units)
        weapon = carried[self.pick] if self.pick < len(carried) else ""
        options = [unit_option(name) for name in receivers(game, weapon)] if weapon else []
        if not options:
            game.goto("begin", pick=-1)
            return None
        unit = self.units[0]
        args = {"weapon": weapon, "unit": unit}
        return Decision(game.state.units[unit].side, "hand-to", "A4.431", (*options, DONE), args, continues=True)

    def hand_to_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return Refusal("refused.not-receiver", "A4.431", {"unit": choice.name}) if choice.kind == "unit" else None

    def hand_to_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "unit":
            weapon = possessed(game, self.units)[self.pick]
            hand_over(game, weapon, choice.name)
            _note_handed(game, weapon)
        game.goto("begin", pick=-1)

    @rule("A20.5")
    def prisoner_to(self, game: Game) -> Decision:
        """Ask who is to guard a prisoner from now on."""
        options = [unit_option(name) for name in other_guards(game, self.prisoner)]
        args = {"unit": self.prisoner}
        side = game.state.units[self.units[0]].side
        return Decision(side, "prisoner-to", "A20.5", (*options, DONE), args, continues=True)

    def prisoner_to_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return Refusal("refused.no-guard", "A20.5", {"unit": choice.name}) if choice.kind == "unit" else None

    def prisoner_to_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "unit":
            hand_on(game, self.prisoner, choice.name)
            _note_handed(game, self.prisoner)
        game.goto("begin", prisoner="")


def _phase(game: Game) -> AdvancePhase:
    return next(frame for frame in reversed(game.stack) if isinstance(frame, AdvancePhase))


def _note_handed(game: Game, name: str) -> None:
    for place in range(len(game.stack) - 1, -1, -1):
        frame = game.stack[place]
        if isinstance(frame, AdvancePhase):
            game.stack[place] = replace(frame, handed=(*frame.handed, name))
            return


# What an advance costs


@rule("A4.72")
def advance_cost(game: Game, move: MoveBase, place: str) -> int:
    """The MF that an advance would cost, by which Difficult Terrain is told: SMOKE does not count."""
    there = location_of(place)
    if is_off_map(game, move.units):
        cost, crosses = entry_cost(game, there), True
    else:
        cost, crosses = price(game, move, place), hex_of(first(game, move)) != hex_of(there)
    smoke = smoke_costs(game)
    if smoke is not None and crosses:
        cost -= smoke[game.content.board.index[hex_of(there)]]
    return cost


@rule("A4.72", "A4.42", "A4.12")
def exhausted_by(game: Game, move: MoveBase, cost: int) -> tuple[str, ...]:
    """Who of a stack is exhausted by an advance: it takes 4 MF or more, or all that he would have.

    Ruling (A4.72): each PP above the capacity counts as 1 MF of the cost, against both.
    """
    hard = game.content.table("movement", Movement).difficult
    loads = burdens(game, move.units)
    have = unladen(game, move.units)
    return tuple(name for name in move.units if cost + loads[name] >= min(hard, have[name]))


@rule("A4.7", "A4.72", "A5.1", "A15.4", "B23.9/infantry", "B25/infantry", "B26/infantry", "RR13.2")
def advances(game: Game, move: MoveBase) -> dict[str, int]:
    """Where a stack can advance to, with what each step would cost."""
    units = game.state.units
    unit = units[move.units[0]]
    found: dict[str, int] = {}
    if unit.at == NOWHERE:
        candidates: list[str] = list(entry_hexes_for(game, move.units))
    elif is_on_wire(game, move):
        return {}
    else:
        near = neighbours(game.content, unit.at)
        candidates = [*near, *_positions(game, move, unit), *_positions_beside(game, move, near)]
    tired = any(units[name].cx for name in move.units)
    charging = any(units[name].berserk for name in move.units)
    quarry = enemy_locations(game, unit.side) if charging else ()
    for place in candidates:
        if not _is_open(game, move, place):
            continue
        if charging and location_of(place) not in quarry:
            continue
        cost = advance_cost(game, move, place)
        if cost < FORBIDDEN and not (tired and any(units[name].cx for name in exhausted_by(game, move, cost))):
            found[place] = cost
    return found


def _positions(game: Game, move: MoveBase, unit: Unit) -> list[str]:
    """The positions in its own Location that a stack could change to."""
    if parts_of(unit.at).floor != GROUND:
        return []
    if unit.stance in ("foxhole", "trench"):
        return [hex_of(unit.at)]
    return positions_at(game, unit.at, move)


@rule("B27/infantry", "A4.72")
def _positions_beside(game: Game, move: MoveBase, near: Sequence[str]) -> list[str]:
    """The positions of the next hexes into which a stack could advance in one step."""
    if not (game.state.works or game.state.shellholes):
        return []
    here = hex_of(first(game, move))
    return [
        place
        for there in near
        if parts_of(there).floor == GROUND and there != here
        for place in positions_at(game, there, move)
    ]


@rule("A4.7", "A5.1", "B23.9/infantry", "B25/infantry")
def _is_open(game: Game, move: MoveBase, place: str) -> bool:
    """Whether nothing bars a stack from a place: fire, a Fortified Location of the enemy, or too many of its own."""
    there = location_of(place)
    unit = game.state.units[move.units[0]]
    if there == unit.at:
        return True
    state = game.state
    if there in state.blazes or (parts_of(there).floor != GROUND and hex_of(there) in state.rubble):
        return False
    if state.fortified and is_known_fort(game, there, other(unit.side)):
        return False
    if unit.cloak and there in cloaked_locations(game, unit.side):
        return False
    return room_for(game, there, move.units, unit.side)


@rule("B23.9/infantry", "A12.15")
def is_turned_back(game: Game, move: MoveBase, there: str) -> bool:
    """Whether a stack is turned back from a Fortified Location: beneath a "?", or hidden, men are in it who bar it.

    Ruling (B23.9): they are come upon as in a move, and the advance is over.
    """
    if not game.state.fortified or there == first(game, move):
        return False
    enemy = other(game.state.units[move.units[0]].side)
    return is_held_fort(game, there, enemy) and run_into(game, move.units, there)


@rule("A4.7", "A4.72", "A11.19", "A12.14", "A12.3", "B28/infantry")
def carry_out(game: Game, move: MoveBase, place: str) -> None:
    """A stack advances: it may be exhausted by it, mines attack it, and who was hidden there comes to light."""
    units, there = move.units, location_of(place)
    if is_turned_back(game, move, there):
        for name in units:
            if name in game.state.units:
                change(game, name, moved=True)
        return
    here = "" if is_off_map(game, units) else first(game, move)
    cost = advance_cost(game, move, place)
    exhausted = exhausted_by(game, move, cost)
    protected = bool(here) and is_trench_step(game, move, place)
    bring(game, units, place)
    for name in units:
        change(game, name, moved=True, arrived=True)
    for name in exhausted:
        exhaust(game, name)
    if there == here:
        game.say(Entrenched(rule="A4.7", seen_by=seen_by(game, *units), units=units, stance=parts_of(place).way))
    else:
        say_moved(game, units, place)
    for name in units:
        if not protected and not is_concealment_terrain(game, name):
            gives_away(game, name, "advances-into-open")
    if there == here:
        return
    meet(game, units, there)
    uncloak_in_light(game)
    units = tuple(name for name in units if name in game.state.units)
    alarm_broken(game, there, units)
    if any(is_good_order(game, game.state.units[name]) for name in units):
        spot_hidden(game, game.state.units[units[0]].side, there)
    round_up(game, units, there)
    pass_through(game, units)
    if units:
        rouse(game, there, game.state.units[units[0]].side)
    wake(game)
    aftermath = Aftermath()
    if not protected and units:
        step_on_mines(game, here, there, units, aftermath)
    alive = those_left(game, units)
    step_under_shells(game, here, there, with_prisoners(game, alive), aftermath)
    settle(game, aftermath)


@rule("A5.12")
def must_leave(game: Game, move: MoveBase) -> bool:
    """Whether a stack is where too many are, and can advance somewhere else."""
    at = first(game, move)
    if at == NOWHERE or not excess(game, at, game.state.units[move.units[0]].side):
        return False
    return any(location_of(place) != at for place in advances(game, move))


# What a stack can do


@rule("A4.7")
class AdvanceTo(Action[Game, MoveBase]):
    """Advance into a Location, or change position."""

    rule = "A4.7"
    kinds = ("hex", "place")

    def offers(self, game: Game, subject: MoveBase) -> Sequence[Option]:
        return [named(place, cost) for place, cost in advances(game, subject).items()]

    def refuse(self, game: Game, subject: MoveBase, choice: Choice) -> Refusal | None:
        return refuse_advance(game, subject, choice.name)

    def preview(self, game: Game, subject: MoveBase, choice: Choice) -> Preview | None:
        here = first(game, subject)
        there = location_of(choice.name)
        return Preview(path=(there,) if here in (NOWHERE, there) else (here, there))

    def start(self, game: Game, subject: MoveBase, choice: Choice) -> None:
        game.finish()
        aftermath = Aftermath()
        units = those_who_dare(game, subject.units, location_of(choice.name), aftermath)
        settle(game, aftermath)
        if units:
            carry_out(game, replace(subject, units=units), choice.name)


@rule("A4.7", "A4.72")
def refuse_advance(game: Game, move: MoveBase, label: str) -> Refusal | None:
    """Why a stack cannot advance to a place."""
    there, unit = location_of(label), game.state.units[move.units[0]]
    if hex_of(there) not in game.content.board.index:
        return None
    args = {"unit": move.units[0], "at": there}
    if there == unit.at:
        return Refusal("refused.already-there", "A4.7", args)
    if is_on_wire(game, move):
        return Refusal("refused.on-wire", "B26/infantry", args)
    if unit.at == NOWHERE and there not in entry_hexes_for(game, move.units):
        return Refusal("refused.not-an-entry-hex", "A2.5", args)
    if unit.at != NOWHERE and there not in neighbours(game.content, unit.at):
        return Refusal("refused.one-step", "A4.7", args)
    if there in game.state.blazes:
        return Refusal("refused.burning", "B25/infantry", args)
    if game.state.fortified and is_known_fort(game, there, other(unit.side)):
        return Refusal("refused.held-fort", "B23.9/infantry", args)
    if not _is_open(game, move, there):
        return Refusal("refused.no-entry", "A5.1", args)
    berserk = next((name for name in move.units if game.state.units[name].berserk), None)
    if berserk is not None and there not in enemy_locations(game, unit.side):
        return Refusal("refused.berserk-advance", "A15.4", {"unit": berserk, "at": there})
    tired = unit.at != NOWHERE and any(game.state.units[name].cx for name in move.units)
    if tired and stops_exhausted(game, hex_of(unit.at), hex_of(there)):
        return Refusal("refused.fence-exhausted", "RR13.2", args)
    return Refusal("refused.difficult", "A4.72", args)


@rule("A4.7", "A4.12")
class JoinAdvance(Action[Game, MoveBase]):
    """Take another unit of the Location along."""

    rule = "A4.7"
    kinds = ("unit",)

    def offers(self, game: Game, subject: MoveBase) -> Sequence[Option]:
        units = game.state.units
        head = units[subject.units[0]]
        if head.at == NOWHERE:
            return ()
        return [
            unit_option(name)
            for name, unit in units_of(game, head.side).items()
            if unit.at == head.at
            and name not in subject.units
            and not unit.cloak
            and unit.stance == head.stance
            and may_advance(game, unit)
        ]

    def start(self, game: Game, subject: MoveBase, choice: Choice) -> None:
        game.goto("begin", units=(*subject.units, choice.name))


@rule("A4.431")
class Transfer(Action[Game, MoveBase]):
    """Give a weapon to another unit of the Location, once in the phase."""

    rule = "A4.431"
    kinds = ("weapon",)

    def offers(self, game: Game, subject: MoveBase) -> Sequence[Option]:
        handed = _phase(game).handed
        return [
            weapon_option(name)
            for name in possessed(game, subject.units)
            if name not in handed and receivers(game, name)
        ]

    def start(self, game: Game, subject: MoveBase, choice: Choice) -> None:
        game.goto("hand_to", pick=possessed(game, subject.units).index(choice.name))


@rule("A20.5")
class HandOnPrisoner(Action[Game, MoveBase]):
    """Give a prisoner into the hands of another unit of the Location, once in the phase."""

    rule = "A20.5"
    kinds = ("prisoner",)

    def offers(self, game: Game, subject: MoveBase) -> Sequence[Option]:
        handed = _phase(game).handed
        return [
            prisoner_option(name)
            for name in held(game, subject.units)
            if name not in handed and other_guards(game, name)
        ]

    def start(self, game: Game, subject: MoveBase, choice: Choice) -> None:
        game.goto("prisoner_to", prisoner=choice.name)


@rule("A4.43")
class DropInAdvance(Action[Game, MoveBase]):
    """Drop a weapon, at no cost."""

    rule = "A4.43"
    kinds = ("drop",)

    def offers(self, game: Game, subject: MoveBase) -> Sequence[Option]:
        if first(game, subject) == NOWHERE:
            return ()
        return [drop_option(name) for name in possessed(game, subject.units)]

    def start(self, game: Game, subject: MoveBase, choice: Choice) -> None:
        drop(game, choice.name)
        game.goto("begin")


@rule("B26/infantry", "A4.72")
class TryWire(Action[Game, MoveBase]):
    """Try once to get beneath the wire, as the advance."""

    rule = "B26/infantry"
    ids = (WIRE.id,)

    def offers(self, game: Game, subject: MoveBase) -> Sequence[Option]:
        return (WIRE,) if first(game, subject) != NOWHERE and is_on_wire(game, subject) else ()

    def start(self, game: Game, subject: MoveBase, choice: Choice) -> None:
        """Below the allotment it succeeds, equal to it as well but it exhausts, above it fails.

        Who succeeds stays beneath the wire, or leaves the hex.
        """
        have = allotment(game, subject.units)
        show_wire(game, subject.units)

        def outcome(face: int) -> str:
            return "off" if MF * face < have else "exhausted" if MF * face == have else "failed"

        face = game.roll("d6", "wire", "B26/infantry", bands=[outcome(each) for each in range(1, 7)])
        result, at = outcome(face), first(game, subject)
        exhausts = result == "exhausted" and not any(game.state.units[name].cx for name in subject.units)
        if result == "off" or exhausts:
            for name in subject.units:
                change(game, name, stance=BENEATH_WIRE)
                if exhausts:
                    exhaust(game, name)
            game.say(OffWire(rule="B26/infantry", seen_by=seen_by(game, *subject.units), units=subject.units, at=at))
            game.goto("begin", loose=True)
            return
        for name in subject.units:
            change(game, name, moved=True)
        game.say(Entangled(rule="B26/infantry", seen_by=seen_by(game, *subject.units), units=subject.units, at=at))
        game.finish()


@rule("A4.7", "A5.12")
class StayPut(Action[Game, MoveBase]):
    """Do not advance."""

    rule = "A4.7"
    ids = (DONE.id,)

    def offers(self, game: Game, subject: MoveBase) -> Sequence[Option]:
        return () if not subject.loose and must_leave(game, subject) else (DONE,)

    def refuse(self, game: Game, subject: MoveBase, choice: Choice) -> Refusal | None:
        return Refusal("refused.crowded", "A5.12")

    def start(self, game: Game, subject: MoveBase, choice: Choice) -> None:
        for name in subject.units:
            change(game, name, moved=True)
        game.finish()


@rule("A2.5")
class ExitInAdvance(Action[Game, MoveBase]):
    """Leave the map as the advance."""

    rule = "A2.5"
    ids = (EXIT.id,)

    def offers(self, game: Game, subject: MoveBase) -> Sequence[Option]:
        at = first(game, subject)
        if at == NOWHERE or is_on_wire(game, subject):
            return ()
        return (EXIT,) if may_exit(game, game.state.units[subject.units[0]].side, at) else ()

    def refuse(self, game: Game, subject: MoveBase, choice: Choice) -> Refusal | None:
        unit, at = subject.units[0], first(game, subject)
        if at != NOWHERE and is_on_wire(game, subject):
            return Refusal("refused.on-wire", "B26/infantry", {"unit": unit})
        return refuse_exit(game, game.state.units[unit].side, at) if at != NOWHERE else None

    def start(self, game: Game, subject: MoveBase, choice: Choice) -> None:
        aftermath = Aftermath()
        walk_off(game, subject.units, aftermath)
        game.finish()
        settle(game, aftermath)


@rule("E1.4")
class Uncloak(Action[Game, MoveBase]):
    """Replace a Cloaking counter by what is under it."""

    rule = "E1.4"
    ids = (UNCLOAK.id,)

    def offers(self, game: Game, subject: MoveBase) -> Sequence[Option]:
        return (UNCLOAK,)

    def start(self, game: Game, subject: MoveBase, choice: Choice) -> None:
        uncloak(game, subject.units[0])
        game.finish()


OFF_WIRE: Menu[Game, MoveBase] = Menu(AdvanceTo(), ExitInAdvance(), StayPut())
CLOAKED_ADVANCES: Menu[Game, MoveBase] = Menu(AdvanceTo(), TryWire(), Uncloak(), ExitInAdvance(), StayPut())
ADVANCES: Menu[Game, MoveBase] = Menu(
    AdvanceTo(),
    JoinAdvance(),
    Transfer(),
    HandOnPrisoner(),
    LeavePrisoner(),
    DropInAdvance(),
    TryWire(),
    Limber(),
    ExitInAdvance(),
    StayPut(),
)
