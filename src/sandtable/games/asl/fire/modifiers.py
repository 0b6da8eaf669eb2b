"""A7.1, A8.9: the DRM of a fire attack, those of the firers and those of each target."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from sandtable.games.asl.fire.bore_sighting import bore_sight_drm
from sandtable.games.asl.fire.cut_off import is_encircled
from sandtable.games.asl.fire.firepower import printed_figures, range_to
from sandtable.games.asl.fire.pieces import helpers_in
from sandtable.games.asl.locations import GROUND, excess, floor_of, hex_of
from sandtable.games.asl.night.visibility import add_darkness, night_drm
from sandtable.games.asl.sight import Line, line_of_sight, line_to_side, line_to_unit
from sandtable.games.asl.sight.on_map import smoke_in
from sandtable.games.asl.stands import place_in
from sandtable.games.asl.tables.fire import FireModifier, FireModifiers
from sandtable.games.asl.tables.terrain import Smoke
from sandtable.games.asl.terrain.hexes import ABOVE_WIRE
from sandtable.games.asl.terrain.labor import is_clearing
from sandtable.games.asl.terrain.tem import is_open_ground, tem, tem_as_told
from sandtable.games.asl.units import Game, is_hero, leadership, side_with
from sandtable.games.asl.weather.low_visibility import hindrance_label
from sandtable.kernel import rule
from sandtable.mechanics.sums import Modifier, Sum

if TYPE_CHECKING:
    from sandtable.games.asl.fire.attack import Attack


def firing_locations(game: Game, attack: Attack) -> list[str]:
    """The Locations from which an attack comes."""
    return list(dict.fromkeys(game.state.units[name].at for name in attack.units))


@rule("D2.3")
def firing_places(game: Game, attack: Attack) -> list[str]:
    """The same, or the vertices at which those who fire are, aboard vehicles in Bypass."""
    units = game.state.units
    return list(dict.fromkeys(place_in(game, units[name].aboard, units[name].at) for name in attack.units))


@rule("A7.53", "A7.5")
def is_directed(game: Game, attack: Attack) -> bool:
    """Whether leaders direct an attack: one in each Location from which it comes, else their DRM is not used."""
    units = game.state.units
    led = {units[name].at for name in attack.leaders}
    return bool(led) and all(units[name].at in led for name in attack.units)


def lines_of_fire(game: Game, attack: Attack) -> list[Line]:
    """The lines from the firing Locations to the target, or to the hexside that a Snap Shot is aimed at."""
    if attack.manner == "snap":
        return [line_to_side(game, at, attack.crossed) for at in firing_locations(game, attack)]
    units, moving = game.state.units, game.state.moving
    if moving is not None and moving.at == attack.target and moving.units and moving.units[0] in units:
        target = units[moving.units[0]]
        return [line_to_unit(game, units[name], target) for name in attack.units]
    return [line_of_sight(game, place, attack.target) for place in firing_places(game, attack)]


def hindrance(game: Game, attack: Attack) -> int:
    """The Hindrance of an attack: that of the worst line (A.5)."""
    return max((line.hindrance for line in lines_of_fire(game, attack)), default=0)


def _add(drm: Sum, game: Game, name: FireModifier, times: int = 1) -> None:
    found = game.content.table("fire-modifiers", FireModifiers).modifiers[name]
    drm.add(name, found.value * times, found.rule)


def firer_modifiers(game: Game, attack: Attack) -> Sum:
    """What the firers bring, and what is in the way; of each the worst."""
    return Sum([*firers_bring(game, attack), *between(game, attack)])


@rule("A.5", "A4.51", "A5.12", "A7.53", "A7.7", "A15.2", "B26/infantry")
def firers_bring(game: Game, attack: Attack) -> Sum:
    """What the firers bring: leadership, heroes, exhaustion, crowding."""
    drm = Sum()
    units = [game.state.units[name] for name in attack.units]
    places = firing_locations(game, attack)
    if is_directed(game, attack):
        worst = max(attack.leaders, key=lambda name: leadership(game, game.state.units[name]))
        drm.add("leadership", leadership(game, game.state.units[worst]), "A7.53", unit=worst)
    if any(_is_heroic(game, attack, name, reach) for name, reach in _taking_part(game, attack).items()):
        _add(drm, game, "hero")
    if any(piece.weapon and is_hero(game.content, game.state.units[piece.unit]) for piece in attack.pieces):
        _add(drm, game, "hero-mg")
    laid = bore_sight_drm(game, attack.pieces, attack.target) if game.state.nvr else 0
    if laid:
        drm.add("bore-sight", laid, "C6.4")
    if any(unit.cx for unit in units):
        _add(drm, game, "cx")
    if any(is_encircled(game, unit) for unit in units):
        _add(drm, game, "encircled")
    if any(unit.stance == ABOVE_WIRE for unit in units):
        _add(drm, game, "above-wire")
    crowd = max(excess(game, at, units[0].side) for at in places)
    if crowd:
        _add(drm, game, "overstacked-firer", crowd)
    return drm


@rule("A.5", "A24.8", "E1.7")
def between(game: Game, attack: Attack) -> Sum:
    """What is in the way: the worst line of fire, darkness, and SMOKE out of which men fire."""
    drm, places = Sum(), firing_locations(game, attack)
    lines = lines_of_fire(game, attack)
    worst_line = max(lines, key=lambda line: line.hindrance)
    for each in worst_line.hindrances:
        drm.add(hindrance_label(each, places[0], attack.target), each.value, each.rule, hex=each.hex, what=each.what)
    if game.state.nvr:
        add_darkness(drm, game, *min([(at, attack.target) for at in places], key=lambda pair: -night_drm(game, *pair)))
    if any(at != attack.target and _fires_out_of_smoke(game, at) for at in places):
        drm.add("out-of-smoke", game.content.table("smoke", Smoke).out, "A24.8")
    return drm


@rule("A15.2", "A7.352", "A7.53")
def _taking_part(game: Game, attack: Attack) -> dict[str, int]:
    """Who takes part in an attack, with his Normal Range: who fires, who helps a leader with his gun, who directs."""
    found: dict[str, int] = {}
    if is_directed(game, attack):
        units, content = game.state.units, game.content
        for name in attack.leaders:
            card = content.personnel[content.hero_of(units[name].side)]
            found[name] = card.wounded_range or card.range if units[name].wounded else card.range
    helping = helpers_in(game, attack.pieces, attack.no_helpers)
    for piece in attack.pieces:
        helper, reach = helping.get(piece.weapon), printed_figures(game, piece)[1]
        for name in (piece.unit, helper) if helper is not None else (piece.unit,):
            found[name] = max(found.get(name, 0), reach)
    return found


@rule("A15.2")
def _is_heroic(game: Game, attack: Attack, unit_id: str, reach: int) -> bool:
    """Whether somebody who takes part is a hero, within Normal Range."""
    return is_hero(game.content, game.state.units[unit_id]) and range_to(game, unit_id, attack.target) <= reach


@rule("A24.8", "RR11.41")
def _fires_out_of_smoke(game: Game, location: str) -> bool:
    """Whether men fire out of SMOKE; those in a cellar do not feel that of the ground above them."""
    return floor_of(location) >= GROUND and smoke_in(game, hex_of(location)) > 0


@rule("A8.9", "A4.62", "A8.15", "B/tem")
def target_modifiers(game: Game, attack: Attack, unit_id: str) -> Sum:
    """What a target brings: its cover, that it moves or clears, that it is crowded.

    A Snap Shot knows no cover, and of movement only what is hazardous.
    """
    cover = [] if attack.manner == "snap" else tem(game, attack.target, (unit_id,), firing_locations(game, attack))
    return _with_cover(game, attack, unit_id, cover)


@rule("A12.1", "A12.16")
def modifiers_as_told(game: Game, attack: Attack, unit_id: str) -> Sum:
    """The same as far as others are told of a target beneath a "?"."""
    cover = [] if attack.manner == "snap" else tem_as_told(game, attack.target, unit_id, firing_locations(game, attack))
    return _with_cover(game, attack, unit_id, cover)


def _with_cover(game: Game, attack: Attack, unit_id: str, cover: Sequence[Modifier]) -> Sum:
    drm = Sum()
    for part in cover:
        drm.add(part.label, part.value, part.rule, **part.args)
    if attack.manner != "snap" and game.state.phase == "movement":
        movement_modifiers(drm, game, unit_id, attack.target, firing_locations(game, attack), hindrance(game, attack))
    elif attack.manner == "snap" and is_in_hazard(game, unit_id):
        _add(drm, game, "hazardous")
    for part in plight(game, unit_id, attack.target):
        drm.add(part.label, part.value, part.rule)
    return drm


@rule("A4.62", "A5.12", "B24.7")
def plight(game: Game, unit_id: str, location: str) -> Iterator[Modifier]:
    """What men bring to any attack that is made on them with the IFT: they clear something, or are too many."""
    figures = game.content.table("fire-modifiers", FireModifiers).modifiers
    if is_clearing(game, unit_id):
        yield Modifier("hazardous", figures["hazardous"].value, figures["hazardous"].rule)
    crowd = excess(game, location, side_with(game, game.state.units[unit_id]))
    if crowd:
        crowded = figures["overstacked-target"]
        yield Modifier("overstacked-target", crowded.value * crowd, crowded.rule)


@rule("A4.62", "A20.5")
def is_in_hazard(game: Game, unit_id: str) -> bool:
    """Whether a unit is among those whose movement is Hazardous, or guarded by one of them."""
    moving = game.state.moving
    if game.state.phase != "movement" or moving is None or not moving.hazardous:
        return False
    return (game.state.units[unit_id].guard or unit_id) in moving.units


@rule("A8.9", "A4.62")
def movement_modifiers(
    drm: Sum, game: Game, unit_id: str, location: str, firers: list[str], in_the_way: int, kind: str = "direct"
) -> None:
    """FFNAM and FFMO, or the modifier of Hazardous Movement, against units that are moving."""
    moving = game.state.moving
    unit = game.state.units[unit_id]
    if game.state.phase != "movement" or moving is None or (unit.guard or unit_id) not in moving.units:
        return
    if moving.hazardous:
        _add(drm, game, "hazardous")
        return
    if unit.pinned or unit.broken or moving.protected:
        return
    if not moving.assault:
        _add(drm, game, "ffnam")
    if is_open_ground(game, (unit_id,), location, firers, in_the_way, "residual" if kind == "residual" else "direct"):
        _add(drm, game, "ffmo")
