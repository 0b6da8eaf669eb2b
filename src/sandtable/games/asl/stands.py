"""D2.3: where a vehicle is within its hex: at its center, or in Bypass along a hexside, heading for one of its ends.

That vertex is where it looks from and is seen at. Vertex k of a hex lies between its hexsides k and k + 1, and from the
center hexspine k points at it. Whoever drives along hexside k clockwise heads as hexspine k + 1 does, and the other way
as hexspine k - 2: hexside and facing tell all there is to know.
"""

from __future__ import annotations

from sandtable.games.asl.state import Vehicle
from sandtable.games.asl.units import Game
from sandtable.kernel import rule

CLOCKWISE = 1
"""By how much the hexspine of a vehicle that drives clockwise along a hexside differs from the number of that."""


@rule("D2.3")
def corner_of(at: str, bypass: int, facing: int) -> str:
    """The vertex for which a vehicle heads that is in Bypass along a hexside, as in T10~corner2; else its hex."""
    if bypass < 0:
        return at
    return f"{at}~corner{bypass if facing == (bypass + CLOCKWISE) % 6 else (bypass - 1) % 6}"


@rule("D2.3")
def stand_of(vehicle: Vehicle) -> str:
    """The place of a vehicle as lines of sight and arcs are to be asked for: T10~corner2 in Bypass, else its hex."""
    return corner_of(vehicle.at, vehicle.bypass, vehicle.facing)


def place_in(game: Game, name: str, at: str) -> str:
    """The Location of something, or the vertex at which it is, if it is a vehicle in Bypass there."""
    vehicle = game.state.vehicles.get(name) if name else None
    return at if vehicle is None or vehicle.bypass < 0 or vehicle.at != at else stand_of(vehicle)
