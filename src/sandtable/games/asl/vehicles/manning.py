"""D5.4, D5.42, D6.8, A21.13, A21.21: crews leave their vehicles; others take them over, or capture them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from sandtable.games.asl.events.vehicles import Manned, Seized
from sandtable.games.asl.locations import room_for_kinds
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.movement.arrivals import is_off_map
from sandtable.games.asl.movement.move import is_in_bypass, spend
from sandtable.games.asl.movement.moves import MoveBase, is_begun, is_on_wire, left, may_move
from sandtable.games.asl.state import NOWHERE
from sandtable.games.asl.units import Game, is_armed, is_good_order, is_mmc, units_at, weapons_of
from sandtable.games.asl.vehicles.losses import abandon, carried, crew_of, recall
from sandtable.games.asl.vehicles.route import DriveBase
from sandtable.games.asl.vehicles.scrounging import Hulk, take
from sandtable.games.asl.vehicles.status import (
    alter,
    can_act,
    card_of,
    is_mobile,
    is_stopped,
    is_worn_out,
    vehicles_at,
)
from sandtable.games.asl.weapons.possession import drop
from sandtable.kernel import Action, Choice, Option, Refusal, rule

KINDS = ("abandon", "dismount")
"""The kinds of options by which crews leave their vehicles: with nothing, or with their machine gun."""
MF = 2


# Leaving


@rule("D5.4", "A5.12", "CG5", "RR8", "B25/infantry")
def refuse_leaving(game: Game, vehicle_id: str, side: str) -> Refusal | None:
    """Why the crew of a vehicle may not leave it now of its own will."""
    vehicle = game.state.vehicles[vehicle_id]
    stays = _keeps_crew(game, vehicle_id, side)
    if stays is not None:
        reason, rule_id = stays
        return Refusal(f"refused.{reason}", rule_id, {"vehicle": vehicle_id})
    if vehicle.at in game.state.blazes:
        return Refusal("refused.blaze", "B25/infantry", {"vehicle": vehicle_id, "hex": vehicle.at})
    if not room_for_kinds(game, vehicle.at, who_leave(game, vehicle_id), side):
        return Refusal("refused.no-room", "A5.12", {"at": vehicle.at})
    return None


def _keeps_crew(game: Game, vehicle_id: str, side: str) -> tuple[str, str] | None:
    """What of a vehicle itself keeps its crew aboard, with the rule."""
    vehicle = game.state.vehicles[vehicle_id]
    if vehicle.side != side:
        return "other-vehicle", "A3/turn"
    if vehicle.at == NOWHERE:
        return "vehicle-off-map", "A2.5"
    if vehicle.abandoned:
        return "vehicle-abandoned", "D5.4"
    if card_of(game, vehicle_id).shuttle:
        return "crew-stays", "RR8"
    if vehicle.elite and not vehicle.manned_by:
        return "crew-stays", "CG5"
    if crew_of(game, vehicle) is None:
        return "crew-stays", "D5.1"
    if not can_act(vehicle):
        return "vehicle-state", "D5.34"
    if not is_stopped(vehicle):
        return "not-stopped", "D5.4"
    return ("worn-out", "C5.6") if is_worn_out(vehicle) else None


@rule("D5.4", "D3.4")
def who_leave(game: Game, vehicle_id: str) -> list[str]:
    """The men who come out of a vehicle, by type: its crew, and an Armor Leader."""
    vehicle = game.state.vehicles[vehicle_id]
    crew = crew_of(game, vehicle)
    found = [] if crew is None else [crew]
    return [*found, game.content.armor_leaders[vehicle.leader].leaves_as] if vehicle.leader else found


@rule("D6.8", "D10.5")
def takes_gun(game: Game, vehicle_id: str) -> bool:
    """Whether the half-squad of a Carrier can take its machine gun along: not that of a Carrier C."""
    vehicle, card = game.state.vehicles[vehicle_id], card_of(game, vehicle_id)
    own = card.crew is not None and game.content.personnel[card.crew].type == "half-squad" and not vehicle.manned_by
    return own and card.main == "bmg" and card.carries is None and "ma" not in vehicle.disabled


@rule("D5.4", "D6.8")
def leave_options(game: Game, vehicle_id: str) -> list[Option]:
    """How the crew of a vehicle may leave it now."""
    if refuse_leaving(game, vehicle_id, game.state.vehicles[vehicle_id].side) is not None:
        return []
    found = [Option(f"abandon:{vehicle_id}", rule="D5.4", grave=True)]
    if takes_gun(game, vehicle_id):
        found.append(Option(f"dismount:{vehicle_id}", rule="D6.8", grave=True))
    return found


@rule("D5.4", "D6.8")
def leave(game: Game, vehicle_id: str, kind: str) -> None:
    """The crew leaves its vehicle, and is done for the phase."""
    vehicle = game.state.vehicles[vehicle_id]
    before = set(game.state.units)
    abandon(game, vehicle_id, Aftermath())
    out = [name for name in game.state.units if name not in before]
    for name in out:
        game.state.units[name] = replace(game.state.units[name], moved=True)
    if kind == "dismount" and out:
        take(game, out[0], Hulk(vehicle_id, vehicle.kind, vehicle.disabled, vehicle.broken), "bmg")


@rule("D5.4", "D6.8")
class Abandon(Action[Game, DriveBase]):
    """The crew gets out, before the vehicle has done anything else in the phase."""

    rule = "D5.4"
    kinds = KINDS

    def offers(self, game: Game, subject: DriveBase) -> Sequence[Option]:
        return () if subject.spent else leave_options(game, subject.vehicle)

    def refuse(self, game: Game, subject: DriveBase, choice: Choice) -> Refusal | None:
        if choice.name not in game.state.vehicles:
            return None
        side = game.state.vehicles[subject.vehicle].side
        args = {"vehicle": choice.name}
        return refuse_leaving(game, choice.name, side) or Refusal("refused.leave-later", "D5.4", args)

    def start(self, game: Game, subject: DriveBase, choice: Choice) -> None:
        leave(game, subject.vehicle, choice.kind)
        game.state.moving = None
        game.finish()


@rule("D5.4")
def advance_options(game: Game, side: str) -> list[Option]:
    """How crews of a side may leave their vehicles in the Advance Phase."""
    return [
        option
        for name, vehicle in game.state.vehicles.items()
        if vehicle.side == side
        for option in leave_options(game, name)
    ]


# Taking over


@rule("D5.42", "A21.21")
def refuse_manning(game: Game, unit_id: str, vehicle_id: str) -> Refusal | None:
    """Why a unit cannot take a vehicle over: only a Good Order unpinned MMC beside it does, with no enemy there."""
    unit, vehicle = game.state.units[unit_id], game.state.vehicles[vehicle_id]
    args = {"unit": unit_id, "vehicle": vehicle_id}
    if vehicle.side != unit.side:
        return Refusal("refused.other-vehicle", "A21.21", args)
    if not vehicle.abandoned:
        return Refusal("refused.not-abandoned", "D5.42", args)
    able = is_mmc(game.content, unit) and is_good_order(game, unit) and may_move(game, unit) and not unit.berserk
    guards = any(man.guard == unit_id for man in game.state.units.values())
    if not able or vehicle.at != unit.at or guards:
        return Refusal("refused.cannot-man", "D5.42", args)
    there = [game.state.units[name] for name in units_at(game, vehicle.at)]
    if any(man.side != unit.side and not man.guard for man in there):
        return Refusal("refused.man-enemy", "A21.21", args)
    return None


@cache
def man_option(vehicle_id: str, cost: float) -> Option:
    return Option(f"man:{vehicle_id}", cost, "D5.42")


@rule("D5.42", "A21.21")
class TakeOver(Action[Game, MoveBase]):
    """A unit takes over a vehicle without a crew, for all of its MF."""

    rule = "D5.42"
    kinds = ("man",)

    def offers(self, game: Game, subject: MoveBase) -> Sequence[Option]:
        vehicles, unit = game.state.vehicles, game.state.units[subject.units[0]]
        if not vehicles or is_off_map(game, subject.units):
            return ()
        return [
            man_option(name, left(game, subject) / MF)
            for name in vehicles_at(game, unit.at, unit.side)
            if vehicles[name].abandoned and self.refuse(game, subject, Choice("man", name)) is None
        ]

    def refuse(self, game: Game, subject: MoveBase, choice: Choice) -> Refusal | None:
        if choice.name not in game.state.vehicles:
            return None
        found = refuse_manning(game, subject.units[0], choice.name)
        rode = game.state.units[subject.units[0]].pace_of > 0
        fresh = not is_begun(subject) and not subject.manner and not subject.gained and not rode
        if found is None and (
            len(subject.units) > 1 or not fresh or is_on_wire(game, subject) or is_in_bypass(game, subject)
        ):
            args = {"unit": subject.units[0], "vehicle": choice.name}
            return Refusal("refused.man-all-mf", "D5.42", args)
        return found

    def start(self, game: Game, subject: MoveBase, choice: Choice) -> None:
        spend(game, replace(subject, mans=choice.name), left(game, subject))


@rule("D5.42", "CG4", "A4.43")
def man(game: Game, unit_id: str, vehicle_id: str) -> None:
    """A unit mans a vehicle: it leaves the map, its weapons lie there, and the vehicle moves from the next turn on.

    A tank that Canadians bring to life again at night goes home.
    """
    vehicle, unit = game.state.vehicles[vehicle_id], game.state.units[unit_id]
    for weapon in weapons_of(game, unit_id):
        drop(game, weapon)
    del game.state.units[unit_id]
    alter(
        game, vehicle_id, abandoned=False, manned_by=unit_id, manned_kind=unit.kind, moved=True,
        exposed=vehicle.exposed or card_of(game, vehicle_id).always_exposed,
    )  # fmt: skip
    game.say(Manned(rule="D5.42", vehicle=vehicle_id, unit=unit_id))
    tank = card_of(game, vehicle_id).type == "tank"
    if game.state.nvr and unit.side == "canadian" and tank and is_mobile(vehicle):
        recall(game, vehicle_id)


@rule("D5.42")
def take_seats(game: Game, move: MoveBase, through: Sequence[str]) -> bool:
    """A unit that was taking a vehicle over and has come through the fire mans it; whether that was its way."""
    if not move.mans:
        return False
    for name in through:
        if move.mans in game.state.vehicles and game.state.vehicles[move.mans].abandoned:
            man(game, name, move.mans)
    return True


@rule("A21.21")
def capture(game: Game) -> None:
    """At the end of a Close Combat Phase Abandoned vehicles fall to enemies who are alone with them, nobody aboard."""
    units = game.state.units
    for name, vehicle in list(game.state.vehicles.items()):
        if not vehicle.abandoned:
            continue
        here = [units[each] for each in units_at(game, vehicle.at)]
        own = bool(carried(game, name)) or any(unit.side == vehicle.side and not unit.guard for unit in here)
        takers = [unit for unit in here if unit.side != vehicle.side and is_armed(unit) and is_good_order(game, unit)]
        if takers and not own:
            alter(game, name, side=takers[0].side)
            game.say(Seized(rule="A21.21", vehicle=name, side=takers[0].side))
