"""B/tem: what the terrain adds to fire at men in it, judged for each position in a Location apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec.structs import replace

from sandtable.games.asl.locations import GROUND, elevation, floor_of, hex_of, houses, parts_of
from sandtable.games.asl.ordnance.arcs import in_arc
from sandtable.games.asl.sight.on_map import smoke_in
from sandtable.games.asl.state import Unit
from sandtable.games.asl.tables.ordnance import Hits
from sandtable.games.asl.tables.terrain import Positions, Tem, Terrain
from sandtable.games.asl.terrain.cellars import cellar_tem
from sandtable.games.asl.terrain.hexes import (
    ABOVE_WIRE,
    BYPASS,
    ENTRENCHED,
    is_bare,
    kind_at,
    rows,
    uses_shellholes,
)
from sandtable.games.asl.terrain.slopes import slope_tem
from sandtable.games.asl.terrain.walls import faces_over_wall, wall_tem
from sandtable.games.asl.units import Game, gun_crews, side_with
from sandtable.kernel import rule
from sandtable.mechanics.sums import Modifier

Fire = Literal["direct", "mortar", "oba", "overrun", "residual"]
"""The kinds of fire that terrain tells apart; a Fire Lane is direct fire from its machine gun."""


@rule("A.5", "B/tem", "B23.3", "A20.5")
def tem(
    game: Game,
    location: str,
    target_ids: Sequence[str],
    firers: Sequence[str],
    kind: Fire = "direct",
    *,
    shield: bool = True,
) -> list[Modifier]:
    """What the terrain adds to fire at men of one position in a Location, from the Locations of those who fire.

    Where it differs between them, what is worst for the attack counts. A unit has one positive TEM, the highest;
    airbursts in woods count beside it. Off-board artillery and Residual FP come from nowhere. Shells that hit are not
    kept off by a gunshield (`shield`). Prisoners are covered as their Guard's side is.
    """
    unit = game.state.units[target_ids[0]]
    if unit.guard:
        unit = replace(unit, side=side_with(game, unit))
    in_holes = uses_shellholes(game, target_ids[0])
    return _of_unit(game, location, unit, in_holes, crews(game).get(target_ids[0], ""), firers, kind, shield)


@rule("A12.1", "A12.16")
def tem_as_told(
    game: Game, location: str, unit_id: str, firers: Sequence[str], kind: Fire = "direct"
) -> list[Modifier]:
    """The same as far as others are told of men beneath a "?": neither that they man a Gun nor where they stand."""
    unit = game.state.units[unit_id]
    return _of_unit(game, location, replace(unit, stance="", vertices=()), False, "", firers, kind, False)


@rule("A12.1", "A12.16")
def keeps_secret(game: Game, unit: Unit, unit_id: str) -> bool:
    """Whether something of men beneath a "?" that nobody else knows bears on fire at them."""
    return (unit.concealed or unit.hidden) and (unit.stance != "" or unit_id in crews(game))


def _of_unit(
    game: Game, location: str, unit: Unit, in_holes: bool, gun: str, firers: Sequence[str], kind: Fire, shield: bool
) -> list[Modifier]:
    from_each = [_against(game, location, unit, in_holes, firer, kind, gun, shield) for firer in firers or ("",)]
    if kind == "direct" and firers:
        higher = _height_advantage(game, location, unit, firers)
        if higher is not None and not any(part.value > 0 for parts in from_each for part in parts):
            return [*max(from_each, key=_total), higher]
    return max(from_each, key=_total)


def _total(parts: list[Modifier]) -> int:
    return sum(part.value for part in parts)


@rule("C2.1")
def crews(game: Game) -> Mapping[str, str]:
    """The units that man a Gun, each with its Gun."""
    return gun_crews(game)


@rule("C11.1", "C11.2")
def _behind_gun(
    game: Game, location: str, unit: Unit, gun: str, firer: str, kind: Fire, shield: bool
) -> list[Modifier]:
    """What their Gun does for those who man it: an emplacement, and its shield against fire from within its arc."""
    weapon, figures = game.state.weapons[gun], game.content.table("hits", Hits)
    card, hex_ = game.content.guns[weapon.kind], hex_of(location)
    found = [Modifier("tem.emplacement", 0, "C11.2")]
    sheltered = unit.stance == "trench" or rows(game.content)[kind_at(game, hex_)].building is not None
    if weapon.emplaced and kind in ("direct", "mortar", "oba") and not sheltered:
        found.append(Modifier("tem.emplacement", figures.emplacement, "C11.2"))
    is_crew = game.content.personnel[unit.kind].type == "crew"
    shielded = shield and card.gunshield and is_crew and kind == "direct" and bool(firer)
    if shielded and in_arc(game.content, weapon.arc, hex_, hex_of(firer)):
        found.append(Modifier("tem.gunshield", figures.gunshield, "C11.1"))
    return [max(found, key=lambda part: part.value)]


def _against(
    game: Game, location: str, unit: Unit, in_holes: bool, firer: str, kind: Fire, gun: str = "", shield: bool = True
) -> list[Modifier]:
    """The TEM against one of those who fire: the best protection there is, and an airburst beside it."""
    if firer == location:
        return []
    found = (
        []
        if firer and kind == "direct" and faces_over_wall(game, unit, firer)
        else _in_hex(game, location, unit, in_holes, firer, kind)
    )
    if gun:
        found.append(_behind_gun(game, location, unit, gun, firer, kind, shield))
    if kind not in ("residual", "overrun"):
        found += _around_hex(game, location, unit, firer, kind)
    best = max(found, key=_total, default=[])
    burst = [part for parts in found for part in parts if part.value < 0]
    return [*(best if _total(best) > 0 else []), *burst]


def _in_hex(game: Game, location: str, unit: Unit, in_holes: bool, firer: str, kind: Fire) -> list[list[Modifier]]:
    """Each protection within the hex: its terrain, entrenchments, shellholes, vehicles."""
    figures = game.content.table("positions", Positions)
    found: list[list[Modifier]] = []
    if unit.stance != BYPASS:
        found.append(ground_tem(game, location, firer, kind))
    if unit.stance in ENTRENCHED:
        protection = figures.foxhole if unit.stance == "foxhole" else figures.trench
        found.append([Modifier(f"tem.{unit.stance}", _of(protection, kind), "B27/infantry")])
    elif in_holes:
        found.append([Modifier("tem.shellholes", _of(figures.shellholes, kind), "B2.1")])
    if kind == "direct" and is_behind_hull(game, location, unit.side):
        found.append([Modifier("tem.armor", figures.armor.direct, "D9.3")])
    return found


@rule("B13.1", "B23.1", "B23.3", "B23.74", "B23.9/infantry", "B24.2", "RR11.11")
def ground_tem(game: Game, location: str, firer: str, kind: Fire) -> list[Modifier]:
    """What the terrain of the hex itself gives, with what a Fortified Location adds."""
    content, hex_, floor = game.content, hex_of(location), floor_of(location)
    name = kind_at(game, hex_)
    row = rows(content)[name]
    value, rule_id = _of(row.tem, kind), "B/tem"
    if floor < GROUND:
        name, value, rule_id = "cellar", cellar_tem(content), "RR11.11"
    elif firer and _is_same_factory(game, hex_, hex_of(firer)):
        name, value, rule_id = "factory-inside", content.table("terrain", Terrain).factory.tem, "B23.74"
    parts = [Modifier(f"tem.{name}", value, rule_id)]
    if row.building is not None and location in game.state.fortified:
        better = content.table("positions", Positions).fortified
        parts.append(Modifier("tem.fortified", better, "B23.9/infantry"))
    return parts


def _is_same_factory(game: Game, hex_: str, other: str) -> bool:
    """Whether fire stays within one Factory."""
    known = houses(game.content)
    here, there = known.get(hex_), known.get(other)
    if here is None or there is None or hex_ in game.state.rubble or other in game.state.rubble:
        return False
    return here.is_factory and here.building == there.building


def _of(protection: Tem, kind: Fire) -> int:
    if kind == "mortar":
        return protection.mortar
    if kind == "oba":
        return protection.oba
    if kind == "overrun" and protection.overrun is not None:
        return protection.overrun
    return protection.direct


@rule("D9.3")
def is_behind_hull(game: Game, location: str, side: str, but: str = "") -> bool:
    """Whether a wreck, or a vehicle of their side or without a crew but for one, shields those in a Location."""
    state = game.state
    return any(wreck.at == location and wreck.bypass < 0 for wreck in state.wrecks.values()) or any(
        each.at == location and each.bypass < 0 and not each.concealed and (each.side == side or each.abandoned)
        for name, each in state.vehicles.items()
        if name != but
    )


def _around_hex(game: Game, location: str, unit: Unit, firer: str, kind: Fire) -> list[list[Modifier]]:
    """Each protection by hexsides: walls, hedges, slopes."""
    found = []
    if kind != "direct":
        value, name = wall_tem(game, location, unit.side, firer, "mortar" if kind == "mortar" else "oba")
    else:
        value, name = wall_tem(game, location, unit.side, firer, "direct", unit.vertices)
        slope = slope_tem(game.content, location, firer)
        if slope:
            found.append([Modifier("tem.slope", slope, "RR12.41")])
    if value:
        found.append([Modifier(f"tem.{name}", value, "B9.3")])
    return found


@rule("B10.31", "RR11.3", "RR12.3")
def _height_advantage(game: Game, location: str, unit: Unit, firers: Sequence[str]) -> Modifier | None:
    """Height Advantage over those who all fire from a full level below or more."""
    if unit.stance == ABOVE_WIRE or unit.aboard:
        return None
    here = elevation(game.content, location)
    if any(here - elevation(game.content, firer) < 1 for firer in firers):
        return None
    return Modifier("tem.height", game.content.table("positions", Positions).height_advantage.direct, "B10.31")


@rule("A8.9", "B1.1", "B9.3", "B10.31")
def is_open_ground(
    game: Game,
    unit_ids: Sequence[str],
    location: str,
    firers: Sequence[str],
    hindrance: int = 0,
    kind: Fire = "direct",
) -> bool:
    """Whether men of one position are in Open Ground for an attack: no cover of any kind, and nothing in the way."""
    if hindrance or not is_exposed(game, unit_ids[0], location):
        return False
    return _total(tem(game, location, unit_ids, firers, kind)) <= 0


@rule("A10.53", "B/tem")
def is_uncovered(game: Game, unit_id: str, location: str, firer: str) -> bool:
    """Whether nothing covers a unit in a Location, were it there, from one who fires at it.

    What covers it where it is now, its hole, its Gun or a wall that it has claimed, it leaves behind.
    """
    unit = game.state.units[unit_id]
    if unit.at == location:
        return _total(tem(game, location, (unit_id,), (firer,))) <= 0
    bare = replace(unit, stance="", vertices=(), wall=False)
    return _total(_of_unit(game, location, bare, False, "", (firer,), "direct", True)) <= 0


@rule("A8.9", "B1.1")
def is_exposed(game: Game, unit_id: str, location: str) -> bool:
    """Whether nothing keeps a unit in a Location from being in Open Ground, wherever somebody fires from."""
    parts = parts_of(location)
    if smoke_in(game, parts.hex) or not is_bare(game, unit_id):
        return False
    works = game.state.works.get(parts.hex)
    return works is None or parts.floor != GROUND or not (works.foxholes or works.trench)
