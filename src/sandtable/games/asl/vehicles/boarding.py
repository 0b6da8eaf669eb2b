"""D6.1, RR8: who can ride in or on a vehicle, how many, what getting on and off costs and does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from sandtable.games.asl.concealment.revealing import reveal_unit, reveal_vehicle, seen_by
from sandtable.games.asl.content import Content
from sandtable.games.asl.control import pass_through
from sandtable.games.asl.events.vehicles import Loaded, Unloaded
from sandtable.games.asl.heavy import VehicleCard
from sandtable.games.asl.locations import GROUND, parts_of, room_for
from sandtable.games.asl.movement.allotments import allotment
from sandtable.games.asl.movement.arrivals import stance_in
from sandtable.games.asl.movement.entry import comes_with_his_men, is_due
from sandtable.games.asl.movement.moves import may_move
from sandtable.games.asl.movement.reach import MET, presence
from sandtable.games.asl.scenario import Entry
from sandtable.games.asl.state import DUMMY, NOWHERE
from sandtable.games.asl.tables.vehicles import Crews
from sandtable.games.asl.units import Game, change, is_good_order, left_at, other, size_of
from sandtable.games.asl.vehicles.ground import HALF, figures
from sandtable.games.asl.vehicles.losses import carried
from sandtable.games.asl.vehicles.status import card_of, is_stopped
from sandtable.games.asl.weapons.possession import is_portable, overloads
from sandtable.kernel import Refusal, of_content, rule
from sandtable.mechanics.roster import units_in

MF = 2
"""A whole MF, in halves."""


@rule("D6.1")
def places_on(card: VehicleCard) -> int:
    """How many portage points of men a vehicle carries, inside or on top."""
    return max(card.passengers, card.riders)


@rule("D6.1", "A4.42")
def weight(game: Game, unit_ids: Iterable[str]) -> int:
    """The portage points that men take up aboard: their own, and those of weapons beyond what they can carry."""
    names = list(unit_ids)
    points = game.content.table("crews", Crews).points
    return sum(points[size_of(game.content, game.state.units[name])] for name in names) + sum(
        overloads(game, names).values()
    )


@rule("D6.1")
def has_room(game: Game, vehicle_id: str, unit_ids: Sequence[str]) -> bool:
    """Whether men still find a place aboard."""
    return weight(game, (*carried(game, vehicle_id), *unit_ids)) <= places_on(card_of(game, vehicle_id))


@rule("D6.1")
def quarter(game: Game, vehicle_id: str) -> int:
    """What getting on or off costs the vehicle: a quarter of its printed MP, rounded up; in half MP."""
    return HALF * -(-card_of(game, vehicle_id).mp // figures(game).load)


@rule("D6.1")
def quarter_on_foot(game: Game, unit_ids: tuple[str, ...]) -> int:
    """What getting on costs men: a quarter of their MF, rounded up; in half MF."""
    return MF * -(-allotment(game, unit_ids) // (MF * figures(game).load))


@rule("D6.1", "A20.5")
def may_board(game: Game, unit_id: str) -> bool:
    """Whether a unit on the map can get onto a vehicle: Infantry that may move, of its own mind and with free hands."""
    unit = game.state.units[unit_id]
    if unit.kind == DUMMY or unit.berserk or unit.at == NOWHERE or not may_move(game, unit):
        return False
    if any(man.guard == unit_id for man in game.state.units.values()):
        return False
    return is_good_order(game, unit) and allotment(game, (unit_id,)) > 0


@of_content
def _entries(content: Content) -> dict[str, Entry]:
    """When each group that enters is due, by side and group."""
    return {
        f"{side}/{name}": group.enters
        for side, force in content.scenario.forces.items()
        for name, group in force.groups.items()
        if group.enters is not None
    }


@rule("A2.5", "A2.51", "D6.1")
def waits(game: Game, unit_id: str) -> bool:
    """Whether a unit waits off the map and can come onto it aboard a vehicle now.

    Those who must come aboard one may wait for it; the others come in their turn.
    """
    unit, group = game.state.units[unit_id], game.state.to_place.get(unit_id)
    if unit.at != NOWHERE or unit.moved or group is None:
        return False
    entry = _entries(game.content).get(f"{unit.side}/{group}")
    if entry is None:
        return False
    return is_due(entry, game.state.turn) or (entry.mounted and entry.turn <= game.state.turn)


@rule("D6.1", "RR8", "2.5193")
def candidates(game: Game, vehicle_id: str, company: Sequence[str] = ()) -> list[str]:
    """The men who could get onto a vehicle where it is, room aside: those beside it, or those who wait as it does."""
    return list(_candidates(game, vehicle_id, company))


def finds_men(game: Game, vehicle_id: str) -> bool:
    """Whether any of the men who could get onto a vehicle still finds a place aboard."""
    return any(has_room(game, vehicle_id, (name,)) for name in _candidates(game, vehicle_id, ()))


def _candidates(game: Game, vehicle_id: str, company: Sequence[str]) -> Iterator[str]:
    """Leaders who wait come with men of their group: aboard, or in the company that gets on with them."""
    vehicle, units = game.state.vehicles[vehicle_id], game.state.units
    if not places_on(card_of(game, vehicle_id)) or vehicle.recalled:
        return
    side, at = vehicle.side, vehicle.at
    aboard = (*carried(game, vehicle_id), *company)
    if at != NOWHERE:
        yield from (name for name in units_in(game, at) if units[name].side == side and may_board(game, name))
        return
    for name, unit in units.items():
        if unit.at != NOWHERE or unit.side != side or unit.aboard:
            continue
        if waits(game, name) and comes_with_his_men(game, name, aboard):
            yield name


@rule("D6.1", "D8.3", "RR8")
def can_take_on(game: Game, vehicle_id: str) -> bool:
    """Whether a vehicle on the map stands ready to be boarded: Stopped, not immobilized and not Recalled."""
    vehicle = game.state.vehicles[vehicle_id]
    ready = is_stopped(vehicle) and not vehicle.immobile and not vehicle.recalled
    return ready and parts_of(vehicle.at).floor == GROUND


@rule("D6.1", "A4.4", "C6.5")
def board(game: Game, vehicle_id: str, unit_ids: Iterable[str]) -> None:
    """Men get onto a vehicle, with what they can carry; on the map they are known by that."""
    reveal_vehicle(game, vehicle_id, "D6.1")
    vehicle = game.state.vehicles[vehicle_id]
    keeps = hides(game, vehicle_id)
    for name in unit_ids:
        if not keeps:
            reveal_unit(game, name, "D6.1")
        for weapon_id, weapon in list(game.state.weapons.items()):
            if weapon.holder != name:
                continue
            if is_portable(game, weapon):
                game.state.weapons[weapon_id] = replace(weapon, acquired="", acquisition=0)
            else:
                game.state.weapons[weapon_id] = replace(weapon, holder="", at=left_at(game, weapon_id, vehicle.at))
        change(
            game, name, aboard=vehicle_id, at=vehicle.at, stance="", vertices=(), wall=False, encircled=False, labor=0,
            hidden=keeps, pace=0, pace_of=0,
        )  # fmt: skip
        seen = seen_by(game, name) if vehicle.at else (vehicle.side,)
        game.say(Loaded(rule="D6.1", seen_by=seen, vehicle=vehicle_id, unit=name))


@rule("RR8")
def hides(game: Game, vehicle_id: str) -> bool:
    """Whether those who get onto a vehicle are kept from the enemy's eyes: in a Kangaroo that has yet to enter."""
    return card_of(game, vehicle_id).shuttle and game.state.vehicles[vehicle_id].at == NOWHERE


@rule("RR8")
def show(game: Game, vehicle_id: str) -> None:
    """Those whom a Kangaroo has kept below are seen."""
    for name in carried(game, vehicle_id):
        reveal_unit(game, name, "RR8")


# Getting off


@rule("D6.1", "RR8")
def can_get_off(game: Game, unit_id: str) -> bool:
    """Whether somebody aboard can get off by himself: neither broken nor pinned."""
    unit = game.state.units[unit_id]
    return bool(unit.aboard) and not unit.broken and not unit.pinned and not unit.guard


@rule("D6.1", "RR8")
def who_can_get_off(game: Game, vehicle_id: str) -> list[str]:
    """Those aboard a vehicle who can get off by themselves."""
    return [name for name in carried(game, vehicle_id) if can_get_off(game, name)]


@rule("D6.1", "A4.14", "A5.1", "B25/infantry")
def refuse_ground(game: Game, vehicle_id: str, unit_ids: Sequence[str]) -> Refusal | None:
    """Why men cannot get off where a vehicle is: it moves, it burns there, known enemies are there, or there is no room
    for them."""
    vehicle, args = game.state.vehicles[vehicle_id], {"vehicle": vehicle_id}
    if vehicle.at == NOWHERE:
        return None
    if not is_stopped(vehicle):
        return Refusal("refused.not-stopped", "D6.1", args)
    if vehicle.at in game.state.blazes:
        return Refusal("refused.blaze", "B25/infantry", {**args, "hex": vehicle.at})
    if presence(game, other(vehicle.side)).get(vehicle.at) == MET:
        return Refusal("refused.unload-enemy", "A4.14", {**args, "at": vehicle.at})
    if not room_for(game, vehicle.at, unit_ids, vehicle.side):
        return Refusal("refused.unload-full", "A5.1", {**args, "at": vehicle.at})
    return None


@rule("D6.1", "A26.1")
def get_off(game: Game, vehicle_id: str, unit_ids: Iterable[str], left: int) -> None:
    """Men get off a vehicle that has some half MP left: they may go on with as large a part of their MF."""
    men = tuple(unit_ids)
    vehicle = game.state.vehicles[vehicle_id]
    whole = HALF * card_of(game, vehicle_id).mp
    stance, corners = stance_in(game, vehicle.at) if vehicle.at else ("", ())
    for name in men:
        if vehicle.at:
            reveal_unit(game, name, "D6.1")
            change(game, name, pace=min(left, whole), pace_of=whole, moved=False)
        change(game, name, aboard="", at=vehicle.at, stance=stance, vertices=corners, hidden=False, concealed=False)
        if vehicle.entered:
            for weapon_id, weapon in game.state.weapons.items():
                if weapon.holder == name:
                    game.state.weapons[weapon_id] = replace(weapon, moved=True)
        seen = None if vehicle.at else (vehicle.side,)
        game.say(Unloaded(rule="D6.1", seen_by=seen, vehicle=vehicle_id, unit=name))
    if vehicle.at:
        pass_through(game, men)
