"""D2.1, B26, B28.1, B28.5: what falls on a vehicle that has spent MP: mines, Residual FP, then the DEFENDER's fire."""

from __future__ import annotations

from functools import partial
from typing import Literal

from msgspec.structs import replace

from sandtable.games.asl.artillery.passing import suffer_shells
from sandtable.games.asl.concealment.revealing import reveal_vehicle, vehicle_seen_by
from sandtable.games.asl.events.terrain import Cleared
from sandtable.games.asl.fire.dice import Dr, roll_dr
from sandtable.games.asl.fire.fire_lanes import break_down, breaks, drop_lanes, firepower_at
from sandtable.games.asl.fire.first_fire import FirstFire
from sandtable.games.asl.fire.under_fire import on_the_way
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.night.cloaking import uncloak_in_light
from sandtable.games.asl.night.no_move import wake
from sandtable.games.asl.sniper_attack import settle
from sandtable.games.asl.state import Mines, Moving
from sandtable.games.asl.tables.fire import Ift
from sandtable.games.asl.tables.ordnance import ToKill, VehicleLine
from sandtable.games.asl.tables.vehicles import Bog, VehicleMines
from sandtable.games.asl.terrain.mines import find_mines
from sandtable.games.asl.terrain.works import find_works, remove_wire
from sandtable.games.asl.units import Game, other
from sandtable.games.asl.vehicles import collateral
from sandtable.games.asl.vehicles.bog import modifiers
from sandtable.games.asl.vehicles.ground import Entry, figures
from sandtable.games.asl.vehicles.losses import immobilize, wreck
from sandtable.games.asl.vehicles.status import card_of, lowest_hull
from sandtable.kernel import Procedure, rule

ROADS = ("road", "factory-door")
"""The kinds of an entry along which a trench is no obstacle."""
Harm = Literal["burns", "eliminated", "immobilized", "none"]
"""What mines do to a vehicle itself."""


class VehicleUnderFire(Procedure, frozen=True):
    """A vehicle has spent MP: mines and Residual FP strike it, then the DEFENDER may fire."""

    alone: bool = True
    """No men have entered with it, who are then fired at together with it."""

    @rule("B28.1", "B28.5", "A8.2", "D2.1")
    def begin(self, game: Game) -> None:
        game.goto("answer")
        uncloak_in_light(game)
        wake(game)
        moving, aftermath = game.state.moving, Aftermath()
        if moving is None:
            return
        suffer_shells(game, (moving.vehicle,), aftermath)
        crossed = (hex_of(moving.came_from), hex_of(moving.at)) if moving.came_from else ()
        for hex_ in dict.fromkeys(crossed):
            if moving.vehicle in game.state.vehicles:
                suffer_mines(game, moving.vehicle, hex_, aftermath)
        if moving.came_from or len(moving.track) == 1:
            self.suffer_residual(game, moving, aftermath)
        self.cross_lanes(game, moving, aftermath)
        settle(game, aftermath)

    @rule("A8.2", "D.8")
    def suffer_residual(self, game: Game, moving: Moving, aftermath: Aftermath) -> None:
        """Residual FP strikes the exposed men of a vehicle that enters a Location, or first spends MP where it is."""
        column = game.state.residual.get(moving.at, 0)
        if column and moving.vehicle in game.state.vehicles:
            hindrance = on_the_way(game, moving.at, None).parts
            collateral.attack(game, moving.vehicle, column, aftermath, hindrance=hindrance)

    @rule("A9.22", "D.8")
    def cross_lanes(self, game: Game, moving: Moving, aftermath: Aftermath) -> None:
        """Fire Lanes strike the exposed men of a vehicle that spends MP in them, and break down their guns as ever."""
        drop_lanes(game)
        for name, lane in sorted(game.state.lanes.items()):
            if moving.at not in lane.hexes or moving.vehicle not in game.state.vehicles:
                continue
            firepower = firepower_at(game, lane, moving.at)
            hindrance = on_the_way(game, moving.at, lane).parts
            breaking = partial(breaks, game, lane)
            dr = collateral.attack(game, moving.vehicle, firepower, aftermath, breaking, hindrance)
            if dr is not None:
                break_down(game, game.state.lanes[name], dr)

    @rule("A8.1")
    def answer(self, game: Game) -> None:
        """The DEFENDER may fire at what is left."""
        moving = game.state.moving
        if self.alone and moving is not None and moving.vehicle in game.state.vehicles:
            game.become(FirstFire())
        else:
            game.finish()


@rule("B28.1", "B28.5")
def suffer_mines(game: Game, vehicle_id: str, hex_: str, aftermath: Aftermath) -> None:
    """The mines of a hex that a vehicle enters or leaves: those against vehicles first."""
    mines = game.state.mines.get(hex_)
    if mines is None:
        return
    if mines.at:
        _antitank(game, vehicle_id, hex_, aftermath)
    if mines.ap and vehicle_id in game.state.vehicles:
        _antipersonnel(game, vehicle_id, hex_, mines.ap, aftermath)


@rule("B28.5", "A12.1")
def _who_knows(game: Game, vehicle_id: str, mines: Mines) -> tuple[str, ...] | None:
    """Who is told that a vehicle has come through mines: those who know both, since neither is shown by it."""
    vehicle = game.state.vehicles[vehicle_id]
    known = mines.known and mines.unknown != "at"
    if not vehicle.concealed and known:
        return None
    sides = (vehicle.side, other(vehicle.side))
    return tuple(
        side for side in sides if (side == vehicle.side or not vehicle.concealed) and (side == mines.side or known)
    )


@rule("B28.5")
def _antitank(game: Game, vehicle_id: str, hex_: str, aftermath: Aftermath) -> None:
    """A dr decides whether a mine goes off; one that does at least immobilizes. With the last the minefield is gone."""
    mines, table = game.state.mines[hex_], game.content.table("vehicle-mines", VehicleMines)
    if game.roll("d6", "mine", "B28.5", bands=(mines.at + 1,), seen_by=_who_knows(game, vehicle_id, mines)) > mines.at:
        return
    reveal_vehicle(game, vehicle_id)
    find_mines(game, hex_, "at")
    mines = game.state.mines[hex_] = replace(game.state.mines[hex_], at=mines.at - 1)
    if not mines.at and not mines.ap:
        del game.state.mines[hex_]
    elif not mines.at and mines.unknown:
        game.state.mines[hex_] = replace(mines, known=False, unknown="")
    outcomes = [_mine_outcome(game, vehicle_id, table, total) for total in range(2, 13)]
    _suffer(game, vehicle_id, outcomes[game.roll("2d6", "mine-attack", "B28.5", bands=outcomes) - 2], aftermath)


@rule("B28.5", "D5.7")
def _mine_outcome(game: Game, vehicle_id: str, table: VehicleMines, total: int) -> Harm:
    """What a mine that has gone off does to a vehicle; a red CS# burns more easily."""
    if lowest_hull(card_of(game, vehicle_id)) == 0:
        return _as_unarmored(game, vehicle_id, table.column, total)
    if total > table.eliminated:
        return "immobilized"
    return "burns" if total + _burns_more(game, vehicle_id) <= table.burns else "eliminated"


@rule("B28.1", "B28.5", "C7.7")
def _as_unarmored(game: Game, vehicle_id: str, column: int, total: int) -> Harm:
    """What mines do to a vehicle with a hull that has no armor, by the vehicle line of the IFT."""
    number = game.content.table("vehicle-line", VehicleLine).columns[column]
    if total < number:
        return "burns" if total + _burns_more(game, vehicle_id) <= number // 2 else "eliminated"
    return "immobilized" if total == number else "none"


def _burns_more(game: Game, vehicle_id: str) -> int:
    """What a red CS# adds where it is asked whether a vehicle burns."""
    return game.content.table("to-kill", ToKill).burns if card_of(game, vehicle_id).burns else 0


def _suffer(game: Game, vehicle_id: str, harm: Harm, aftermath: Aftermath) -> None:
    if harm == "immobilized":
        immobilize(game, vehicle_id, aftermath)
    elif harm != "none":
        wreck(game, vehicle_id, aftermath, burning=harm == "burns")


@rule("B28.1")
def _antipersonnel(game: Game, vehicle_id: str, hex_: str, strength: int, aftermath: Aftermath) -> None:
    """Mines against men strike exposed crews and those aboard; a KIA immobilizes an AFV, but for one whose hull has a
    side without armor: that is judged as an unarmored vehicle."""
    ift = game.content.table("ift", Ift)
    find_mines(game, hex_, "ap")
    column = ift.column(strength)
    vehicle = game.state.vehicles[vehicle_id]
    exposed = collateral.exposed_at(game, vehicle.at, vehicle_id)

    def harm(dr: Dr) -> Harm:
        if lowest_hull(card_of(game, vehicle_id)) == 0:
            return _as_unarmored(game, vehicle_id, column, dr.total)
        return "immobilized" if ift.result(column, dr.total).kind == "kia" else "none"

    def read(dr: Dr) -> str:
        return f"{[ift.result(column, dr.total + each.drm) for each in exposed]} {harm(dr)}"

    dr = roll_dr(game, "mines", "B28.1", read)
    suffered = harm(dr)
    if suffered not in ("burns", "eliminated"):
        collateral.tell_and_strike(game, exposed, column, dr.total, 0, aftermath)
    if vehicle_id in game.state.vehicles:
        _suffer(game, vehicle_id, suffered, aftermath)


@rule("B27.5", "A12.3")
def come_upon_works(game: Game, vehicle_id: str, entry: Entry) -> Entry:
    """Field works in the hex that a vehicle enters are found; a hidden trench on its way may make it bog.

    Ruling (B27.5): it pays no MP for a trench that nobody of its side knew, and a halftrack checks as well.
    """
    vehicle = game.state.vehicles[vehicle_id]
    works = game.state.works.get(vehicle.at)
    if works is None or works.known:
        return entry
    find_works(game, vehicle.at)
    if not works.trench or works.side == vehicle.side or entry.kind in ROADS:
        return entry
    return entry._replace(checks=(*entry.checks, figures(game).hexes["trench"].bog or 0))


@rule("B26")
def wire_check(game: Game, vehicle_id: str, entry: Entry) -> int:
    """Wire in the hex that a vehicle enters may be crushed, or make it bog: how many Bog Checks have failed by it."""
    hex_ = game.state.vehicles[vehicle_id].at
    works = game.state.works.get(hex_)
    if works is None or not works.wire:
        return 0
    find_works(game, hex_)
    table = game.content.table("vehicle-mines", VehicleMines)
    must, seen = not card_of(game, vehicle_id).tracked, vehicle_seen_by(game, vehicle_id)
    if not must:
        face = game.roll("d6", "wire-vehicle", "B26", bands=(table.wire_removed + 1, table.wire_bog), seen_by=seen)
        if face <= table.wire_removed:
            remove_wire(game, hex_)
            game.say(Cleared(rule="B26", at=hex_, what="wire"))
        must = face >= table.wire_bog
    if not must:
        return 0
    number = game.content.table("bog", Bog).number
    drm = modifiers(game, vehicle_id, entry, 0).total
    return int(game.roll("2d6", "bog", "B26", bands=(number - drm,), seen_by=seen) + drm >= number)
