"""Guns and vehicles for tests, on a meadow of twenty columns and rows."""

from __future__ import annotations

from typing import Any

from games.asl.fields import meadow
from games.asl.position import ca, de, position
from sandtable.games.asl.ordnance.shots import Shot, gunner_of
from sandtable.games.asl.ordnance.to_hit import Aim, aim
from sandtable.games.asl.ordnance.ways import way_of
from sandtable.games.asl.state import Moving, Vehicle, Weapon
from sandtable.games.asl.units import Game
from sandtable.kernel import Resolved

NORTH, SOUTH = 0, 3
"""Hexspines: N/NE and S/SW."""


def pak(holder: str = "g", kind: str = "de-pak40", **facts: Any) -> Weapon:
    return Weapon(kind, "german" if kind.startswith("de") else "canadian", holder=holder, **facts)


def tank(at: str, kind: str = "ca-sherman3", facing: int = SOUTH, **facts: Any) -> Vehicle:
    side = "german" if kind.startswith("de") else "canadian"
    return Vehicle(side, kind, at, facing=facing, turret=facts.pop("turret", facing), **facts)


def field(*, phase: str = "defensive-fire", active: str = "canadian", **facts: Any) -> Game:
    """A crew g of a PaK 40 w in F14 that looks north, and whatever else the test needs."""
    terrain, walls = facts.pop("terrain", None), facts.pop("walls", None)
    on = facts.pop("on", None) or meadow(terrain, walls=walls, levels=facts.pop("levels", None))
    units = {"g": de("F14", "de-228"), **facts.pop("units", {})}
    weapons = {"w": pak(), **facts.pop("weapons", {})}
    return position(units=units, weapons=weapons, on=on, phase=phase, active=active, **facts)


def shot(game: Game, target: str, type_: Any = "vehicle", ammunition: Any = "ap", **facts: Any) -> Shot:
    firer = facts.pop("firer", "w")
    way = facts.pop("way", None) or way_of(game, firer)
    assert way is not None
    return Shot(firer, target, type_, ammunition, way, **facts)


def aimed(game: Game, target: str, type_: Any = "vehicle", ammunition: Any = "ap", **facts: Any) -> Aim:
    made = shot(game, target, type_, ammunition, **facts)
    return aim(game, made, gunner_of(game, made.firer))


def cases(found: Aim) -> dict[str, int]:
    """The cases of a shot with their DRM, those of the first target among them."""
    parts = [*found.drm, *(found.marks[0].drm if found.marks else ())]
    return {part.label.removeprefix("case."): part.value for part in parts}


def moving(vehicle: str, at: str, *track: tuple[str, int], came_from: str = "") -> Moving:
    spent = sum(each for _, each in track)
    return Moving(units=(), at=at, came_from=came_from, spent_here=spent, spent=spent, vehicle=vehicle, track=track)


def results(game: Game) -> list[str]:
    return [event.result for event in game.events if isinstance(event, Resolved)]


__all__ = ["aimed", "ca", "cases", "de", "field", "meadow", "moving", "pak", "position", "results", "shot", "tank"]
