"""What fire may come to where men of the staff's side are or go: by enemy Location, as the fire table has it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, NamedTuple

from sandtable.games.asl.artillery.barrages import lies, line_across, next_place
from sandtable.games.asl.artillery.barrages import salvo_of as barrage_salvo
from sandtable.games.asl.artillery.passing import curtains, fires
from sandtable.games.asl.artillery.shells import Salvo
from sandtable.games.asl.counters import MACHINE_GUNS
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.sight import line_of_sight
from sandtable.games.asl.staff.situation import Situation, shot_values
from sandtable.games.asl.state import DUMMY, UNKNOWN, Unit
from sandtable.games.asl.tables.fire import Ift
from sandtable.games.asl.terrain.hexes import terrain_at
from sandtable.games.asl.terrain.mines import is_within_building, knows_mines
from sandtable.games.asl.terrain.slopes import slope_tem
from sandtable.games.asl.terrain.walls import wall_tem
from sandtable.games.asl.units import weapons_of
from sandtable.games.asl.vehicles.status import can_act, known_vehicles

Manner = Literal["still", "assault", "walk"]
"""How men are where they are shot at: they stay there, come by Assault Movement, or just walk."""
GUESSED = (4.0, 4)
"""The firepower and the range that a "?" is taken to have."""
TANK = (8.0, 12)
"""Those of the machine guns of a tank."""
FAR = 16
"""Enemies further away are no danger to men."""
MARKED: dict[str, tuple[float, int]] = {"first": (0.5, 99), "final": (0.25, 1)}
"""What those who have fired already can still do at men who move, and to which range."""
DUG_IN = 4
"""How well foxholes cover against shells."""
ADJACENT, LONG = 2.0, 0.5
SHELLS: dict[Manner, float] = {"still": 1.5, "assault": 4.0, "walk": 4.0}
"""How much more shells count than fire, which may fall on others: they are sure to strike whoever is there."""

MINES = 4.0
"""How much more mines count than fire: they strike everybody, at every step."""


class Post(NamedTuple):
    """An enemy Location that men may be fired at from."""

    at: str
    arms: tuple[tuple[float, int, float, int], ...]
    """Each piece: its firepower and its range; what it has left of it in this phase, and to which range."""
    lead: int


def posts(situation: Situation) -> list[Post]:
    """The enemy Locations from which fire may come."""
    if situation.known_posts is None:
        situation.known_posts = _find(situation)
    return situation.known_posts


def _find(situation: Situation) -> list[Post]:
    arms: dict[str, list[tuple[float, int, float, int]]] = {}
    leads: dict[str, int] = {}
    for name, unit in situation.enemies.items():
        if unit.broken or unit.kind == DUMMY or unit.at in situation.state.melees:
            continue
        if unit.kind != UNKNOWN and situation.content.personnel[unit.kind].type == "leader":
            leads[unit.at] = min(leads.get(unit.at, 0), situation.content.personnel[unit.kind].leadership)
        rest, reach = MARKED.get(unit.fire, (1.0, 99))
        for fp, range_ in _arms(situation, name, unit):
            arms.setdefault(unit.at, []).append((fp, range_, fp * rest, min(reach, range_ if rest < 1 else 99)))
    for name in known_vehicles(situation.game, situation.side):
        vehicle = situation.state.vehicles[name]
        if vehicle.at and can_act(vehicle):
            arms.setdefault(vehicle.at, []).append((*TANK, *TANK))
    return [Post(at, tuple(found), leads.get(at, 0)) for at, found in arms.items()]


def _arms(situation: Situation, name: str, unit: Unit) -> list[tuple[float, int]]:
    if unit.kind == UNKNOWN:
        return [GUESSED]
    card = situation.content.personnel[unit.kind]
    found = [(float(card.fp), card.range)] if card.fp else []
    for weapon in weapons_of(situation.game, name):
        arm = situation.content.weapons.get(situation.state.weapons[weapon].kind)
        if arm is not None and arm.type in MACHINE_GUNS and not situation.state.weapons[weapon].broken:
            found.append((float(arm.fp), arm.range))
    return found


def exposure(situation: Situation, location: str, manner: Manner) -> float:
    """The harm that may come to one unit in a Location, if all who see it fire, and by shells."""
    key = (location, manner)
    kept = situation.exposures.get(key)
    if kept is None:
        kept = situation.exposures[key] = (
            _exposure(situation, location, manner)
            + _lingering(situation, location, manner)
            + _under_shells(situation, location, manner)
        )
    return kept


def _exposure(situation: Situation, location: str, manner: Manner) -> float:
    game, hex_ = situation.game, hex_of(location)
    ift = situation.content.table("ift", Ift)
    cover = situation.cover(hex_)
    if manner == "still" and hex_ in situation.state.works and situation.state.works[hex_].foxholes:
        cover = max(cover, 2)
    total = 0.0
    for post in posts(situation):
        far = situation.content.distance(hex_, hex_of(post.at))
        if far > FAR:
            continue
        fp = _fp(post, far, manner)
        if fp < 1:
            continue
        line = line_of_sight(game, post.at, location)
        if line.block is not None:
            continue
        shelter = max(cover, _beside(situation, location, post.at))
        drm = shelter + line.hindrance + post.lead + _movement(situation, hex_, manner, shelter + line.hindrance)
        total += shot_values(situation.content, ift.column(int(fp)), drm)
    return total


def _fp(post: Post, far: int, manner: Manner) -> float:
    total = 0.0
    for fp, range_, rest, reach in post.arms:
        if far > 2 * range_ or (manner != "still" and far > reach):
            continue
        total += (fp if manner == "still" else rest) * (ADJACENT if far <= 1 else LONG if far > range_ else 1.0)
    return total


def _beside(situation: Situation, location: str, firer: str) -> int:
    """What hedges, walls and slopes do against fire from a Location."""
    wall = wall_tem(situation.game, location, situation.side, firer, "direct")[0]
    return max(wall, slope_tem(situation.content, location, firer))


def _movement(situation: Situation, hex_: str, manner: Manner, covered: int) -> int:
    """What is added against men who move."""
    if manner == "still":
        return 0
    bare = not covered and terrain_at(situation.game, hex_).open_ground
    return -(manner == "walk") - bare


def _lingering(situation: Situation, location: str, manner: Manner) -> float:
    """What Residual FP and Fire Lanes in a hex do to those who enter it; that strikes everybody who does."""
    if manner == "still":
        return 0.0
    state, hex_ = situation.state, hex_of(location)
    left = state.residual.get(location, 0)
    if situation.side == state.active:
        left = max((left, *(lane.fp for lane in state.lanes.values() if hex_ in lane.hexes)))
    if not left:
        return 0.0
    cover = situation.cover(hex_)
    column = situation.content.table("ift", Ift).column(left)
    return shot_values(situation.content, column, cover + _movement(situation, hex_, manner, cover))


def _under_shells(situation: Situation, location: str, manner: Manner) -> float:
    """What artillery of either side does to those who come into a hex, or stay there until it fires again."""
    game, hex_ = situation.game, hex_of(location)
    salvos = [salvo for salvo, hexes in shelled_ground(situation, manner) if hex_ in hexes]
    if not salvos:
        return 0.0
    cover = terrain_at(game, hex_).tem.oba
    works = situation.state.works.get(hex_)
    if manner == "still" and works is not None and works.foxholes:
        cover = max(cover, DUG_IN)
    ift = situation.content.table("ift", Ift)
    return SHELLS[manner] * sum(shot_values(situation.content, ift.column(salvo.fp), cover) for salvo in salvos)


def mined(situation: Situation, here: str, there: str) -> float:
    """What the mines of which a side knows do to men who step from a Location to the next, or onto the map."""
    state, ift = situation.state, situation.content.table("ift", Ift)
    if not state.mines or (here and is_within_building(situation.game, here, there)):
        return 0.0
    fields = [state.mines[at] for at in (here, there) if at in state.mines]
    known = [field.ap for field in fields if field.ap and knows_mines(field, situation.side, "ap")]
    return MINES * sum(shot_values(situation.content, ift.column(strength), 0) for strength in known)


def shelled_ground(situation: Situation, manner: Manner) -> list[tuple[Salvo, Collection[str]]]:
    """The artillery that is known to strike those who come, or those who stay, each with its hexes."""
    kept = situation.shelled.get(manner)
    if kept is None:
        kept = situation.shelled[manner] = [*fires(situation.game)]
        kept += curtains(situation.game) if manner != "still" else _curtains_to_come(situation)
    return kept


def _curtains_to_come(situation: Situation) -> list[tuple[Salvo, Collection[str]]]:
    """Where barrages strike in the next Prep Fire Phase: those of the side whose it is have moved on by then."""
    game = situation.game
    found: list[tuple[Salvo, Collection[str]]] = []
    for barrage in situation.state.barrages.values():
        if lies(barrage):
            at = barrage.at if barrage.side == situation.state.active else next_place(situation.content, barrage)
            if at:
                found.append((barrage_salvo(game, barrage), line_across(situation.content, at)))
    return found
