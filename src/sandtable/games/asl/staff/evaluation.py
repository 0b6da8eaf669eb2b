"""How good a position is: men, their state, and what the scenario is won by."""

from __future__ import annotations

from sandtable.games.asl.content import Content
from sandtable.games.asl.control import junctions
from sandtable.games.asl.state import DUMMY, UNKNOWN, State, Vehicle

WON = 1000.0
VEHICLE, GUN = 20.0, 10.0


def evaluate(state: State, content: Content, side: str) -> float:
    """What a side has more than the other; won and lost lie beyond all that."""
    if state.result is not None:
        winner = state.result.winner
        return 0.0 if winner is None else WON if winner == side else -WON
    total = 0.0
    for unit in state.units.values():
        worth = _worth(content, unit.kind)
        if unit.broken:
            worth /= 2
        if unit.guard:
            worth = 0
        total += worth if unit.side == side else -worth
    for vehicle in state.vehicles.values():
        worth = _of_vehicle(vehicle)
        total += worth if vehicle.side == side else -worth
    for weapon in state.weapons.values():
        if weapon.kind in content.guns and weapon.holder in state.units and not weapon.broken:
            total += GUN if state.units[weapon.holder].side == side else -GUN
    victory = content.scenario.victory
    hexes = list(victory.controls.hexes) if victory.controls is not None else []
    hexes += list(victory.points.hexes) if victory.points is not None else []
    for hex_ in hexes:
        total += 6 if (state.held_junctions if hex_ in junctions(content) else state.held).get(hex_) == side else -6
    return total


def _of_vehicle(vehicle: Vehicle) -> float:
    """What a vehicle is worth: less if it cannot move, cannot fire its main armament, or must go home."""
    if vehicle.abandoned or vehicle.shock == "unconfirmed":
        return 0.0
    worth = VEHICLE
    for holds in (
        vehicle.immobile,
        "ma" in (*vehicle.broken, *vehicle.disabled),
        vehicle.recalled,
        bool(vehicle.shock),
    ):
        worth *= 0.6 if holds else 1
    return worth


def _worth(content: Content, kind: str) -> float:
    if kind == DUMMY:
        return 0.0
    if kind == UNKNOWN:
        return 5.0
    card = content.personnel[kind]
    if card.type == "squad":
        return card.fp + card.morale / 2
    if card.type == "leader":
        return card.morale / 2 - 2 * card.leadership
    return card.fp + card.morale / 4
