"""C10.1, C10.2: a vehicle hooks up a Gun, tows it, and unhooks it where it is wanted."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.games.asl.concealment.revealing import reveal_vehicle
from sandtable.games.asl.events.guns import GunHooked, GunUnhooked
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.ordnance.acquisition import lose_acquisition
from sandtable.games.asl.ordnance.places import may_emplace
from sandtable.games.asl.state import NOWHERE
from sandtable.games.asl.units import Game, is_good_order
from sandtable.games.asl.vehicles.boarding import (
    board,
    get_off,
    has_room,
    may_board,
    refuse_ground,
    waits,
    who_can_get_off,
)
from sandtable.games.asl.vehicles.ground import HALF, figures
from sandtable.games.asl.vehicles.losses import lighten
from sandtable.games.asl.vehicles.progress import is_gone, spend
from sandtable.games.asl.vehicles.route import DriveBase, left
from sandtable.games.asl.vehicles.status import alter, card_of, is_stopped
from sandtable.kernel import Action, Choice, Option, Refusal, rule


@rule("C10.1")
def hooking_cost(game: Game, vehicle_id: str) -> int:
    """What hooking up or unhooking costs a vehicle: half of its printed MP, rounded up; in half MP."""
    return HALF * -(-card_of(game, vehicle_id).mp // figures(game).hook)


@rule("C10.1", "C10.2", "C2.8")
def can_tow(game: Game, vehicle_id: str, gun: str) -> bool:
    """Whether a vehicle is strong enough for a Gun, and the Gun is ready to be towed."""
    tow, weapon = card_of(game, vehicle_id).tow, game.state.weapons[gun]
    card = game.content.guns[weapon.kind]
    return tow is not None and tow <= card.manhandling and (card.quick or weapon.limbered)


def guns_beside(game: Game, vehicle_id: str) -> list[str]:
    """The Guns whose crews are with a vehicle: in its Location, or off the map as it is."""
    state, vehicle = game.state, game.state.vehicles[vehicle_id]
    found = []
    for name, weapon in state.weapons.items():
        crew = state.units.get(weapon.holder)
        if weapon.kind not in game.content.guns or crew is None or crew.side != vehicle.side or crew.aboard:
            continue
        together = waits(game, weapon.holder) if vehicle.at == NOWHERE else crew.at == vehicle.at
        if together and not any(each.towing == name for each in state.vehicles.values()):
            found.append(name)
    return found


@rule("C10.1")
class Hook(Action[Game, DriveBase]):
    """Hook up a Gun; its crew gets on where there is room."""

    rule = "C10.1"
    kinds = ("hook",)

    def offers(self, game: Game, subject: DriveBase) -> Sequence[Option]:
        if card_of(game, subject.vehicle).tow is None:
            return ()
        off = game.state.vehicles[subject.vehicle].at == NOWHERE
        cost = None if off else hooking_cost(game, subject.vehicle) / HALF
        return [
            Option(f"hook:{name}", cost, "C10.1")
            for name in guns_beside(game, subject.vehicle)
            if self.refuse(game, subject, Choice("hook", name)) is None
        ]

    def refuse(self, game: Game, subject: DriveBase, choice: Choice) -> Refusal | None:
        vehicle, weapon = game.state.vehicles[subject.vehicle], game.state.weapons.get(choice.name)
        if weapon is None or weapon.kind not in game.content.guns:
            return None
        args = {"vehicle": subject.vehicle, "weapon": choice.name}
        if choice.name not in guns_beside(game, subject.vehicle):
            return Refusal("refused.hook-crew", "C10.1", args)
        if vehicle.towing:
            return Refusal("refused.hook-one", "C10.1", args)
        if not can_tow(game, subject.vehicle, choice.name):
            return Refusal("refused.hook-weight", "C10.1", args)
        if vehicle.at == NOWHERE:
            fits = has_room(game, subject.vehicle, (weapon.holder,))
            return None if fits else Refusal("refused.hook-room", "C10.1", args)
        if not is_stopped(vehicle) or vehicle.recalled:
            return Refusal("refused.not-stopped", "C10.1", args)
        if vehicle.bypass >= 0:
            return Refusal("refused.towing", "C10.1", {**args, "hex": vehicle.at})
        if not is_good_order(game, game.state.units[weapon.holder]) or not may_board(game, weapon.holder):
            return Refusal("refused.hook-crew", "C10.1", args)
        if hooking_cost(game, subject.vehicle) > left(game, subject):
            return Refusal("refused.load-mp", "C10.1", args)
        return None

    def start(self, game: Game, subject: DriveBase, choice: Choice) -> None:
        hook(game, subject.vehicle, choice.name)
        if game.state.vehicles[subject.vehicle].at != NOWHERE:
            spend(game, subject, hooking_cost(game, subject.vehicle))


@rule("C10.1", "C11.2")
def hook(game: Game, vehicle_id: str, gun: str) -> None:
    """A Gun hangs on a vehicle; it is emplaced no more."""
    reveal_vehicle(game, vehicle_id, "C10.1")
    crew = game.state.weapons[gun].holder
    lose_acquisition(game, gun)
    if has_room(game, vehicle_id, (crew,)):
        board(game, vehicle_id, (crew,))
    weapon = game.state.weapons[gun]
    game.state.weapons[gun] = replace(weapon, holder=crew, at="", emplaced=False, moved=True)
    game.state.to_place.pop(gun, None)
    alter(game, vehicle_id, towing=gun)
    game.say(GunHooked(rule="C10.1", vehicle=vehicle_id, weapon=gun))


@rule("C10.1", "C2.7")
def refuse_unhooking(game: Game, vehicle_id: str) -> Refusal | None:
    """Why a vehicle cannot unhook a Gun where it is, MP aside."""
    vehicle, args = game.state.vehicles[vehicle_id], {"vehicle": vehicle_id}
    weapon = game.state.weapons.get(vehicle.towing)
    if weapon is None or vehicle.at == NOWHERE:
        return Refusal("refused.tows-nothing", "C10.1", args)
    crew = game.state.units.get(weapon.holder)
    if crew is None or crew.side != vehicle.side or crew.at != vehicle.at or crew.broken or crew.pinned:
        return Refusal("refused.unhook-crew", "C10.1", args)
    if not is_stopped(vehicle):
        return Refusal("refused.not-stopped", "C10.1", args)
    if not may_emplace(game, weapon.kind, hex_of(vehicle.at)):
        return Refusal("refused.unhook-ground", "C2.7", args)
    return refuse_ground(game, vehicle_id, those_with(game, vehicle_id, weapon.holder)) if crew.aboard else None


@rule("C10.1", "RR8")
def those_with(game: Game, vehicle_id: str, crew: str) -> tuple[str, ...]:
    """Who gets off with the crew of a Gun that is unhooked: from a Kangaroo all who can."""
    if not card_of(game, vehicle_id).shuttle:
        return (crew,)
    return tuple(dict.fromkeys((crew, *who_can_get_off(game, vehicle_id))))


@rule("C10.1", "C2.7", "C2.8")
class Unhook(Action[Game, DriveBase]):
    """Unhook the Gun that is towed, to face where one likes; its crew gets off."""

    rule = "C10.1"
    kinds = ("unhook",)

    def offers(self, game: Game, subject: DriveBase) -> Sequence[Option]:
        vehicle = game.state.vehicles[subject.vehicle]
        if not vehicle.towing or self.refuse(game, subject, Choice("unhook", "0")) is not None:
            return ()
        cost = hooking_cost(game, subject.vehicle) / HALF
        return [Option(f"unhook:{spine}", cost, "C10.1") for spine in range(6)]

    def refuse(self, game: Game, subject: DriveBase, choice: Choice) -> Refusal | None:
        found = refuse_unhooking(game, subject.vehicle)
        if found is None and hooking_cost(game, subject.vehicle) > left(game, subject):
            return Refusal("refused.load-mp", "C10.1", {"vehicle": subject.vehicle})
        return found

    def start(self, game: Game, subject: DriveBase, choice: Choice) -> None:
        unhook(game, subject.vehicle, int(choice.name), left(game, subject) - hooking_cost(game, subject.vehicle))
        if not is_gone(game, subject, Aftermath()):
            spend(game, subject, hooking_cost(game, subject.vehicle))


@rule("C10.1", "C2.8")
def unhook(game: Game, vehicle_id: str, spine: int, rest: int) -> None:
    """The Gun stands in the hex, ready at once if it is quick, else limbered; its crew mans it."""
    gun = game.state.vehicles[vehicle_id].towing
    weapon = game.state.weapons[gun]
    if game.state.units[weapon.holder].aboard:
        get_off(game, vehicle_id, those_with(game, vehicle_id, weapon.holder), rest)
    quick = game.content.guns[weapon.kind].quick
    game.state.weapons[gun] = replace(game.state.weapons[gun], arc=spine, limbered=not quick, moved=True)
    alter(game, vehicle_id, towing="")
    game.say(GunUnhooked(rule="C10.1", vehicle=vehicle_id, weapon=gun))
    lighten(game, vehicle_id)
