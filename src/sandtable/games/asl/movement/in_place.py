"""A4.2: what a stack can do with its MF where it is: wire, smoke, charges, weapons that lie there, fences, labor."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from sandtable.games.asl.concealment.acts import gives_away
from sandtable.games.asl.concealment.revealing import seen_by
from sandtable.games.asl.events.movement import Claimed, Entangled, GaveUpWall, OffWire
from sandtable.games.asl.locations import GROUND, hex_of, parts_of
from sandtable.games.asl.morale.casualties import Aftermath, squad_of, those_left
from sandtable.games.asl.movement.arrivals import is_off_map, show_wire
from sandtable.games.asl.movement.fences import fenced, held_breaches, make_breach, may_breach
from sandtable.games.asl.movement.move import end_move, give_themselves_away, is_in_bypass, spend
from sandtable.games.asl.movement.moves import MoveBase, first, is_begun, is_on_wire, left, price
from sandtable.games.asl.movement.reach import PER_MF, named
from sandtable.games.asl.sniper_attack import settle
from sandtable.games.asl.tables.features import Fences
from sandtable.games.asl.tables.movement import Movement
from sandtable.games.asl.tables.terrain import Task
from sandtable.games.asl.terrain.hexes import BENEATH_WIRE
from sandtable.games.asl.terrain.labor import clearable, declare_clearance, may_clear
from sandtable.games.asl.terrain.mines import find_mines
from sandtable.games.asl.terrain.walls import claim, give_up, has_wall_advantage, may_claim
from sandtable.games.asl.units import Game, change
from sandtable.games.asl.weapons import demolition, smoke_grenades
from sandtable.games.asl.weapons.possession import drop, lying, may_recover, possessed, recover
from sandtable.kernel import Action, Choice, Decision, Option, Refusal, rule

MF = 2
WIRE = Option("do:wire", rule="B26/infantry")
SMOKE = Option("do:smoke", rule="A24.1")
CHARGE = Option("do:place-charge", rule="A23.3")
WALL, UNWALL = Option("do:claim-wall", rule="B9.32"), Option("do:give-up-wall", rule="B9.32")
NOT = Option("do:cancel", rule="A4.2")
TASKS: dict[Task, Option] = {
    "wire": Option("do:clear-wire", rule="B24.7"),
    "minefield": Option("do:clear-minefield", rule="B24.7"),
    "flame": Option("do:clear-flame", rule="B24.7"),
}


@cache
def weapon_option(weapon_id: str) -> Option:
    return Option(f"weapon:{weapon_id}", 1, "A4.44")


@cache
def drop_option(weapon_id: str) -> Option:
    return Option(f"drop:{weapon_id}", rule="A4.43")


@cache
def unit_option(unit_id: str) -> Option:
    return Option(f"unit:{unit_id}", rule="A4.44")


def has_tried(move: MoveBase, what: str, unit_id: str) -> bool:
    """Whether a unit of a stack, or the squad of which it is what is left, has tried something that is tried once."""
    return (what, unit_id) in move.tried or (what, squad_of(unit_id)) in move.tried


@rule("B26/infantry")
class GetOffWire(Action[Game, MoveBase]):
    """Get beneath the wire, or off it, for as many MF as a die says."""

    rule = "B26/infantry"
    ids = (WIRE.id,)

    def offers(self, game: Game, subject: MoveBase) -> Sequence[Option]:
        can = not is_off_map(game, subject.units) and is_on_wire(game, subject) and left(game, subject) > 0
        return (WIRE,) if can and subject.manner == "" and not subject.gained else ()

    def start(self, game: Game, subject: MoveBase, choice: Choice) -> None:
        """Roll; with too few MF left the stack stays where it is, and its move ends. Who is watched is seen at it."""
        show_wire(game, subject.units)
        give_themselves_away(game, subject)
        subject = replace(subject, units=those_left(game, subject.units))
        if not subject.units:
            game.state.moving = None
            game.finish()
            return
        have, at = left(game, subject), first(game, subject)
        subject = replace(subject, tried=(*subject.tried, *((WIRE.id, name) for name in subject.units)))
        enough = have // MF
        cost = MF * game.roll("d6", "wire", "B26/infantry", bands=[str(min(face, enough + 1)) for face in range(1, 7)])
        if cost > have:
            game.say(Entangled(rule="B26/infantry", seen_by=seen_by(game, *subject.units), units=subject.units, at=at))
            spend(game, replace(subject, over=True), have)
            return
        for name in subject.units:
            change(game, name, stance=BENEATH_WIRE)
        game.say(OffWire(rule="B26/infantry", seen_by=seen_by(game, *subject.units), units=subject.units, at=at))
        spend(game, replace(subject, loose=True), cost)


@rule("A24.1")
class SmokeGrenades(Action[Game, MoveBase]):
    """Place smoke grenades; where, and of which kind, is asked next."""

    rule = "A24.1"
    ids = (SMOKE.id,)

    def offers(self, game: Game, subject: MoveBase) -> Sequence[Option]:
        return (SMOKE,) if self._squad(game, subject) else ()

    def _squad(self, game: Game, subject: MoveBase) -> str:
        """The squad of the stack that may still try, the one with the best exponent first."""
        if is_off_map(game, subject.units) or is_in_bypass(game, subject) or left(game, subject) < MF:
            return ""
        if game.state.units[subject.units[0]].berserk:
            return ""
        able = [name for name in subject.units if not has_tried(subject, "smoke", name)]
        able = [name for name in able if smoke_grenades.may_try(game, name)]
        return max(able, key=lambda name: game.content.personnel[game.state.units[name].kind].smoke, default="")

    def start(self, game: Game, subject: MoveBase, choice: Choice) -> None:
        game.goto("smoke")

    def ask(self, game: Game, subject: MoveBase) -> Decision | None:
        squad = self._squad(game, subject)
        if not squad:
            game.goto("begin")
            return None
        places = smoke_grenades.targets(game, squad)
        options = [named(place, cost) for place, cost in places.items() if cost <= left(game, subject)]
        if smoke_grenades.has_phosphorus(game, squad):
            options += [
                Option(f"wp:{place}", cost / PER_MF, "A24.1")
                for place, cost in places.items()
                if cost <= left(game, subject)
            ]
        side = game.state.units[squad].side
        return Decision(side, "smoke-where", "A24.1", (*options, NOT), {"unit": squad}, continues=True, done=NOT.id)

    def answer(self, game: Game, subject: MoveBase, choice: Choice) -> None:
        """The MF are spent before the dr; First Fire may follow. WP may end the move of those who throw it."""
        if choice.kind == "do":
            game.goto("begin")
            return
        squad = self._squad(game, subject)
        cost = smoke_grenades.targets(game, squad)[choice.name]
        aftermath = Aftermath()
        goes_on = smoke_grenades.roll_for_smoke(game, squad, choice.name, choice.kind == "wp", aftermath)
        if not goes_on and squad in game.state.units:
            change(game, squad, moved=True)
        alive = those_left(game, subject.units)
        after = replace(subject, units=alive, tried=(*subject.tried, ("smoke", squad)))
        if alive:
            spend(game, after, cost)
        else:
            end_move(game, after)
            game.finish()
        settle(game, aftermath)


@rule("A23.3")
class PlaceCharge(Action[Game, MoveBase]):
    """Place a demolition charge in an ADJACENT Location for what entering it would cost."""

    rule = "A23.3"
    ids = (CHARGE.id,)

    def offers(self, game: Game, subject: MoveBase) -> Sequence[Option]:
        return (CHARGE,) if self._targets(game, subject) else ()

    def _targets(self, game: Game, subject: MoveBase) -> dict[str, int]:
        if is_off_map(game, subject.units) or is_on_wire(game, subject) or is_in_bypass(game, subject):
            return {}
        if not demolition.charges(game, subject.units):
            return {}
        have, here = left(game, subject), first(game, subject)
        costs = {there: price(game, subject, there) for there in demolition.targets(game, here)}
        return {there: cost for there, cost in costs.items() if cost <= have}

    def _bearers(self, game: Game, subject: MoveBase) -> dict[str, str]:
        """Who of the stack has a charge, each with one of his."""
        weapons = game.state.weapons
        return {weapons[name].holder: name for name in reversed(demolition.charges(game, subject.units))}

    def start(self, game: Game, subject: MoveBase, choice: Choice) -> None:
        bearers = self._bearers(game, subject)
        game.goto("charge", weapon=next(iter(bearers.values())) if len(bearers) == 1 else "")

    def ask(self, game: Game, subject: MoveBase) -> Decision | None:
        """Ask who places his charge, where several could, and then where."""
        if not self._targets(game, subject):
            game.goto("begin", weapon="")
            return None
        side = game.state.units[subject.units[0]].side
        if not subject.weapon:
            bearers = self._bearers(game, subject)
            able = tuple(Option(f"unit:{name}", rule="A23.3") for name in subject.units if name in bearers)
            return Decision(side, "charge-who", "A23.3", (*able, NOT), continues=True, done=NOT.id)
        unit = game.state.weapons[subject.weapon].holder
        options = [named(there, cost) for there, cost in self._targets(game, subject).items()]
        return Decision(side, "charge-where", "A23.3", (*options, NOT), {"unit": unit}, continues=True, done=NOT.id)

    def answer(self, game: Game, subject: MoveBase, choice: Choice) -> None:
        if choice.kind == "do":
            game.goto("begin", weapon="")
        elif choice.kind == "unit":
            game.goto("charge", weapon=self._bearers(game, subject)[choice.name])
        else:
            cost = self._targets(game, subject)[choice.name]
            demolition.place_charge(game, subject.weapon, choice.name)
            spend(game, replace(subject, weapon=""), cost)


@rule("A4.44")
class Recover(Action[Game, MoveBase]):
    """Try to take up a weapon that lies in the Location; where several could, who tries is asked next."""

    rule = "A4.44"
    kinds = ("weapon",)

    def offers(self, game: Game, subject: MoveBase) -> Sequence[Option]:
        if is_off_map(game, subject.units) or is_in_bypass(game, subject):
            return ()
        if left(game, subject) < game.content.table("movement", Movement).recovery:
            return ()
        return [weapon_option(name) for name in lying(game, first(game, subject)) if self._who(game, subject, name)]

    def refuse(self, game: Game, subject: MoveBase, choice: Choice) -> Refusal | None:
        if choice.name not in game.state.weapons:
            return None
        here = not is_off_map(game, subject.units) and choice.name in lying(game, first(game, subject))
        reason = "not-recovered-now" if here else "not-lying-here"
        return Refusal(f"refused.{reason}", "A4.44", {"weapon": choice.name})

    def _who(self, game: Game, subject: MoveBase, weapon: str) -> list[str]:
        return [
            name for name in subject.units if not has_tried(subject, weapon, name) and may_recover(game, name, weapon)
        ]

    def start(self, game: Game, subject: MoveBase, choice: Choice) -> None:
        able = self._who(game, subject, choice.name)
        if len(able) == 1:
            self._try(game, subject, able[0], choice.name)
        else:
            game.goto("recover", weapon=choice.name)

    def ask(self, game: Game, subject: MoveBase) -> Decision | None:
        able = self._who(game, subject, subject.weapon) if subject.weapon in game.state.weapons else []
        if not able:
            game.goto("begin", weapon="")
            return None
        options = tuple(unit_option(name) for name in able)
        side = game.state.units[able[0]].side
        args = {"weapon": subject.weapon}
        return Decision(side, "recover-who", "A4.44", (*options, NOT), args, continues=True, done=NOT.id)

    def answer(self, game: Game, subject: MoveBase, choice: Choice) -> None:
        if choice.kind == "do":
            game.goto("begin", weapon="")
        else:
            self._try(game, subject, choice.name, subject.weapon)

    def _try(self, game: Game, subject: MoveBase, unit_id: str, weapon: str) -> None:
        recover(game, unit_id, weapon)
        tried = (*subject.tried, (weapon, unit_id))
        cost = game.content.table("movement", Movement).recovery
        spend(game, replace(subject, weapon="", tried=tried), cost)


@rule("A4.43")
class Drop(Action[Game, MoveBase]):
    """Drop a weapon, at no cost."""

    rule = "A4.43"
    kinds = ("drop",)

    def offers(self, game: Game, subject: MoveBase) -> Sequence[Option]:
        if is_off_map(game, subject.units):
            return ()
        return [drop_option(name) for name in possessed(game, subject.units) if not game.state.weapons[name].placed]

    def start(self, game: Game, subject: MoveBase, choice: Choice) -> None:
        drop(game, choice.name)
        game.goto("begin")


@rule("RR13.21", "A12.141")
class Breach(Action[Game, MoveBase]):
    """Hold down a fence, so that others cross it more easily."""

    rule = "RR13.21"
    kinds = ("side",)

    def offers(self, game: Game, subject: MoveBase) -> Sequence[Option]:
        at = first(game, subject) if not is_off_map(game, subject.units) else ""
        if not at or parts_of(at).floor != GROUND or is_in_bypass(game, subject):
            return ()
        cost = game.content.table("fences", Fences).breach
        held = held_breaches(game)
        sides = [side for side in fenced(game.content, hex_of(at)) if side not in held]
        if not sides or left(game, subject) < cost or subject.pushes or not self._who(game, subject):
            return ()
        return [Option(f"side:{side}", cost / PER_MF, "RR13.21") for side in sides]

    def _who(self, game: Game, subject: MoveBase) -> str:
        return next((name for name in subject.units if may_breach(game, name)), "")

    def start(self, game: Game, subject: MoveBase, choice: Choice) -> None:
        unit_id = self._who(game, subject)
        gives_away(game, unit_id, "labors")
        make_breach(game, unit_id, choice.name)
        spend(game, subject, game.content.table("fences", Fences).breach)


@rule("B24.7")
class Clear(Action[Game, MoveBase]):
    """Begin to clear wire, mines or a flame, and do nothing else in this Player Turn."""

    rule = "B24.7"
    ids = tuple(option.id for option in TASKS.values())

    def offers(self, game: Game, subject: MoveBase) -> Sequence[Option]:
        if is_begun(subject) or subject.manner or subject.gained or is_off_map(game, subject.units):
            return ()
        side = game.state.units[subject.units[0]].side
        tasks = clearable(game, first(game, subject), side)
        return [TASKS[task] for task in tasks] if tasks and all(may_clear(game, name) for name in subject.units) else ()

    def start(self, game: Game, subject: MoveBase, choice: Choice) -> None:
        (task,) = [task for task, option in TASKS.items() if option.id == f"do:{choice.name}"]
        for name in subject.units:
            gives_away(game, name, "labors")
        _show_work(game, subject, task)
        declare_clearance(game, tuple(name for name in subject.units if name in game.state.units), task)
        end_move(game, subject)
        game.finish()


@rule("B24.7", "A12.3")
def _show_work(game: Game, move: MoveBase, task: Task) -> None:
    """Known men who clear what was hidden show that it is there."""
    if task == "wire":
        show_wire(game, move.units)
    elif task == "minefield" and seen_by(game, *move.units) is None:
        find_mines(game, hex_of(first(game, move)))


@rule("B9.32")
class ClaimWall(Action[Game, MoveBase]):
    """Claim Wall Advantage over the walls and hedges of the hex."""

    rule = "B9.32"
    ids = (WALL.id,)

    def offers(self, game: Game, subject: MoveBase) -> Sequence[Option]:
        if is_off_map(game, subject.units):
            return ()
        given_up = has_tried(subject, UNWALL.id, subject.units[0])
        return (WALL,) if not given_up and may_claim(game, subject.units[0]) else ()

    def start(self, game: Game, subject: MoveBase, choice: Choice) -> None:
        unit = game.state.units[subject.units[0]]
        claim(game, hex_of(unit.at), unit.side)
        game.say(Claimed(rule="B9.32", side=unit.side, at=unit.at))
        game.goto("begin")


@rule("B9.32")
class GiveUpWall(Action[Game, MoveBase]):
    """Give up Wall Advantage in the hex."""

    rule = "B9.32"
    ids = (UNWALL.id,)

    def offers(self, game: Game, subject: MoveBase) -> Sequence[Option]:
        unit = game.state.units[subject.units[0]]
        return (UNWALL,) if unit.at and has_wall_advantage(game, unit.at, unit.side) else ()

    def start(self, game: Game, subject: MoveBase, choice: Choice) -> None:
        unit = game.state.units[subject.units[0]]
        give_up(game, unit.at, unit.side)
        game.say(GaveUpWall(rule="B9.32", side=unit.side, at=unit.at))
        game.goto("begin", tried=(*subject.tried, *((UNWALL.id, name) for name in subject.units)))
