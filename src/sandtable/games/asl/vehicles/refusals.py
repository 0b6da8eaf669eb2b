"""D2, D3.3, D5.1, D8: why a vehicle cannot do in its move what costs it MP or is done on the way."""

from __future__ import annotations

from sandtable.games.asl.state import NOWHERE
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles.boarding import who_can_get_off
from sandtable.games.asl.vehicles.ground import figures, row_of
from sandtable.games.asl.vehicles.route import (
    DriveBase,
    ahead_of,
    has_only_started,
    is_bound_home,
    left,
    may_rest,
    price,
)
from sandtable.games.asl.vehicles.status import can_act, card_of, is_worn_out
from sandtable.kernel import Refusal, rule


def _first(vehicle_id: str, *reasons: tuple[bool, str, str]) -> Refusal | None:
    """The first of several reasons that holds, with its rule."""
    for holds, reason, rule_id in reasons:
        if holds:
            return Refusal(f"refused.{reason}", rule_id, {"vehicle": vehicle_id})
    return None


@rule("D2.1", "D2.2", "D2.4", "D2.6", "D5.341")
def refuse_pace(game: Game, move: DriveBase, what: str) -> Refusal | None:
    """Why a vehicle cannot start, stop, start in Reverse or delay."""
    vehicle, table = game.state.vehicles[move.vehicle], figures(game)
    bound = is_bound_home(game, vehicle)
    cost = {"stop": table.stop, "delay": 2}.get(what, table.start)
    starts, stops = what in ("start", "reverse"), what == "stop"
    return _first(
        move.vehicle,
        (vehicle.at == NOWHERE, "vehicle-off-map", "A2.5"),
        (bool(vehicle.bogged), "vehicle-bogged", "D8.2"),
        (starts and vehicle.started, "has-started", "D2.1"),
        (stops and not vehicle.started, "has-stopped", "D2.4"),
        (what == "delay" and move.rolling and not move.spent, "must-move", "D2.4"),
        (bound and what != "start" and not (stops and who_can_get_off(game, move.vehicle)), "recalled", "D5.341"),
        (what == "reverse" and vehicle.bypass >= 0, "bypass-reverse", "D2.2"),
        (cost > left(game, move), "no-mp", "D2.1"),
        (stops and not may_rest(game, move), "enemy-vehicle", "D2.6"),
    )


@rule("D2.5")
def refuse_speed(game: Game, move: DriveBase) -> Refusal | None:
    """Why a vehicle cannot be driven faster than is good for it."""
    vehicle, card = game.state.vehicles[move.vehicle], card_of(game, move.vehicle)
    return _first(
        move.vehicle,
        (not card.tracked, "speed-tracks", "D2.5"),
        (move.sped, "speed-again", "D2.5"),
        (move.reverse, "speed-reverse", "D2.5"),
        (bool(vehicle.bogged), "vehicle-bogged", "D8.2"),
        (vehicle.recalled, "recalled", "D5.341"),
        (bool(vehicle.towing), "speed-towing", "D2.5"),
        (not vehicle.started, "has-stopped", "D2.5"),
        (True, "speed-much", "D2.5"),
    )


@rule("C3.22", "D3.1")
def refuse_turret(game: Game, move: DriveBase) -> Refusal | None:
    """Why a vehicle cannot turn its turret."""
    return _first(
        move.vehicle,
        (card_of(game, move.vehicle).mount in (None, "NT"), "no-turret", "C3.2"),
        (not move.spent, "turret-later", "C3.22"),
    )


@rule("D8.3")
def refuse_freeing(game: Game, move: DriveBase) -> Refusal | None:
    """Why a vehicle cannot try to get free."""
    bogged = bool(game.state.vehicles[move.vehicle].bogged)
    return _first(move.vehicle, (not bogged, "not-bogged", "D8.3"), (bool(move.spent), "free-first", "D8.3"))


@rule("D8.2", "D2.15")
def refuse_slowly(game: Game, move: DriveBase, there: str) -> Refusal | None:
    """Why a vehicle cannot enter a hex with its whole allotment."""
    if there not in game.content.board.index:
        return None
    vehicle, row = game.state.vehicles[move.vehicle], row_of(game, there)
    if vehicle.at != NOWHERE and not vehicle.bogged and there not in ahead_of(game, move):
        return Refusal("refused.not-ahead", "D2.1", {"vehicle": move.vehicle, "hex": there})
    woods = row is not None and row.whole_bog is not None and card_of(game, move.vehicle).tracked
    fresh = not move.entered and has_only_started(game, move) and not move.reverse and not move.escort
    found = _first(
        move.vehicle,
        (bool(vehicle.bogged), "vehicle-bogged", "D8.2"),
        (not woods, "slow-where", "D8.2"),
        (not fresh, "slow-first", "D8.2"),
    )
    if found is not None or vehicle.at == NOWHERE:
        return found
    cost = price(game, move, there, whole=True)
    return cost if isinstance(cost, Refusal) else None


@rule("D5.1", "C5.6")
def refuse_hatch(game: Game, vehicle_id: str, what: str) -> Refusal | None:
    """Why a crew cannot come up or go down now."""
    vehicle, card = game.state.vehicles[vehicle_id], card_of(game, vehicle_id)
    return _first(
        vehicle_id,
        (card.open_topped or card.always_exposed, "hatch-none", "D5.1"),
        (not can_act(vehicle), "vehicle-state", "D5.34"),
        (is_worn_out(vehicle), "worn-out", "C5.6"),
        (vehicle.hatched, "hatch-again", "D5.1"),
        (vehicle.exposed == (what == "expose"), "hatch-so", "D5.1"),
    )


@rule("D3.3")
def refuse_bounding(game: Game, move: DriveBase) -> Refusal | None:
    """Why a vehicle does not fire in its move."""
    moved = game.state.vehicles[move.vehicle].bounding
    return _first(move.vehicle, (not moved, "bounding-entered", "D3.3"), (True, "vehicle-no-target", "D3.1"))
