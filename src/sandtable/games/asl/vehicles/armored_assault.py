"""D9.31, RR13.2: men move together with an AFV, in its cover."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.board import FORBIDDEN
from sandtable.games.asl.concealment.acts import gives_away
from sandtable.games.asl.control import pass_through
from sandtable.games.asl.locations import hex_of, room_for
from sandtable.games.asl.morale.desperation import alarm_broken
from sandtable.games.asl.movement.allotments import allotment
from sandtable.games.asl.movement.arrivals import bring, say_moved
from sandtable.games.asl.movement.costs import covered_step
from sandtable.games.asl.movement.reach import presence, smoke_costs
from sandtable.games.asl.state import NOWHERE
from sandtable.games.asl.terrain.hexes import ABOVE_WIRE, BYPASS
from sandtable.games.asl.terrain.hexsides import side_of
from sandtable.games.asl.units import Game, change, foes_at, other, units_at
from sandtable.games.asl.vehicles.boarding import may_board
from sandtable.games.asl.vehicles.gathering import Gathering
from sandtable.games.asl.vehicles.ground import HALF, entry
from sandtable.games.asl.vehicles.route import DriveBase, left
from sandtable.games.asl.vehicles.status import mp_of
from sandtable.kernel import Action, Choice, Decision, Option, Refusal, rule

ESCORT = Option("do:armored-assault", rule="D9.31")


@rule("D9.31")
def candidates(game: Game, vehicle_id: str) -> list[str]:
    """The men who could move with an AFV: Good Order Infantry in its Location that has not moved."""
    vehicle = game.state.vehicles[vehicle_id]
    if vehicle.bypass >= 0:
        return []
    return [
        name
        for name in units_at(game, vehicle.at)
        if game.state.units[name].side == vehicle.side and may_board(game, name)
        if game.state.units[name].stance not in (BYPASS, "above-wire", "beneath-wire")
        if not game.state.units[name].pace_of
    ]


class Escort(Gathering, frozen=True):
    """Who moves with an AFV."""

    @rule("D9.31")
    def begin(self, game: Game) -> Decision:
        """Ask who goes along."""
        able = [name for name in candidates(game, self.vehicle) if name not in self.chosen]
        return self.who(game, "escort", "D9.31", able)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "unit" and choice.name in game.state.units:
            return Refusal("refused.no-escort", "D9.31", {"unit": choice.name, "vehicle": self.vehicle})
        return None

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        self.gathered(game, choice, "escort")


@rule("D9.31")
class TakeAlong(Action[Game, DriveBase]):
    """Declare an Armored Assault, before the AFV has done anything."""

    rule = "D9.31"
    ids = ("do:armored-assault",)

    def offers(self, game: Game, subject: DriveBase) -> Sequence[Option]:
        return () if self.refuse(game, subject, Choice("do", "armored-assault")) else (ESCORT,)

    def refuse(self, game: Game, subject: DriveBase, choice: Choice) -> Refusal | None:
        vehicle, args = game.state.vehicles[subject.vehicle], {"vehicle": subject.vehicle}
        if vehicle.at == NOWHERE or subject.spent or subject.escort or vehicle.recalled:
            return Refusal("refused.no-assault-now", "D9.31", args)
        return None if candidates(game, subject.vehicle) else Refusal("refused.nobody-to-escort", "D9.31", args)

    def start(self, game: Game, subject: DriveBase, choice: Choice) -> None:
        game.push(Escort(vehicle=subject.vehicle))


@rule("D9.31")
class LetStay(Action[Game, DriveBase]):
    """Men who have moved with an AFV stay where they are; it goes on without them."""

    rule = "D9.31"
    kinds = ("leave",)

    def offers(self, game: Game, subject: DriveBase) -> Sequence[Option]:
        return [Option(f"leave:{name}", rule="D9.31") for name in subject.escort]

    def start(self, game: Game, subject: DriveBase, choice: Choice) -> None:
        if subject.entered:
            change(game, choice.name, moved=True)
        rest = tuple(name for name in subject.escort if name != choice.name)
        game.goto("ask", escort=rest, escort_mf=subject.escort_mf if rest else 0)


@rule("D9.31", "RR13.2", "A5.1", "A4.14")
def follow_cost(game: Game, move: DriveBase, there: str, cost: int) -> int | Refusal:
    """The half MF that men will have spent when they have followed an AFV into a hex for some half MP; or why not.

    They spend at least as large a part of their MF as it does of its MP, and nothing for fences.
    """
    here = hex_of(game.state.vehicles[move.vehicle].at)
    args = {"vehicle": move.vehicle, "hex": there}
    units = [game.state.units[name] for name in move.escort]
    side = units[0].side
    exhausted = any(unit.cx for unit in units)
    fence = side_of(game.content, here, there).fence
    step = covered_step(game, here, there)
    if presence(game, other(side)).get(there) or not room_for(game, there, move.escort, side):
        return Refusal("refused.escort-barred", "D9.31", args)
    if step >= FORBIDDEN or (exhausted and fence):
        return Refusal("refused.escort-barred", "RR13.2" if fence else "D9.31", args)
    smoke = smoke_costs(game)
    spent = move.escort_mf + step + (0 if smoke is None else smoke[game.content.board.index[there]])
    had, whole = allotment(game, move.escort), HALF * mp_of(game, move.vehicle)
    share = -(-had * min(move.spent + cost, whole) // whole)
    total = max(spent, share)
    return total if total <= had else Refusal("refused.escort-mf", "D9.31", args)


@rule("D9.31", "A12.14", "A26.1")
def follow(game: Game, move: DriveBase, came_from: str, cost: int) -> tuple[DriveBase, tuple[str, ...]]:
    """An AFV has entered a hex: those who move with it come along, unless enemies were met there."""
    if not move.escort:
        return move, ()
    vehicle = game.state.vehicles[move.vehicle]
    there = vehicle.at
    names = tuple(name for name in move.escort if name in game.state.units)
    if foes_at(game, there, vehicle.side) or not names:
        stay(game, names)
        return replace(move, escort=(), escort_mf=0), ()
    step = covered_step(game, came_from, there)
    smoke = smoke_costs(game)
    step += 0 if smoke is None else smoke[game.content.board.index[there]]
    bring(game, names, there)
    say_moved(game, names, there)
    for name in names:
        gives_away(game, name, "moves")
    names = tuple(name for name in names if name in game.state.units)
    alarm_broken(game, there, names)
    pass_through(game, names)
    return replace(move, escort=names, escort_mf=move.escort_mf + step), names


def stay(game: Game, unit_ids: Sequence[str]) -> None:
    """Men go no further."""
    for name in unit_ids:
        if name in game.state.units:
            change(game, name, moved=True)


@rule("D9.31")
def keep_up(game: Game, move: DriveBase) -> DriveBase:
    """After fire: those who are pinned, broken, caught on wire or gone move with the AFV no more."""
    if not move.escort:
        return move
    moving = game.state.moving
    names = move.escort if moving is None or not moving.units else moving.units
    units = game.state.units
    able = [name for name in names if name in units and units[name].stance != ABOVE_WIRE]
    through = tuple(name for name in able if not units[name].broken and not units[name].pinned)
    stay(game, [name for name in names if name not in through])
    return replace(move, escort=through, escort_mf=move.escort_mf if through else 0)


@rule("D9.31")
def refuse_hex(game: Game, move: DriveBase, there: str) -> Refusal | None:
    """Why an AFV cannot enter a hex together with those who move with it."""
    if not move.escort:
        return None
    vehicle = game.state.vehicles[move.vehicle]
    found = entry(game, move.vehicle, hex_of(vehicle.at), there, reverse=move.reverse)
    if isinstance(found, Refusal):
        return found
    follows = follow_cost(game, move, there, min(found.cost, left(game, move)))
    return follows if isinstance(follows, Refusal) else None
