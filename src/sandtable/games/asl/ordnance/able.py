"""C3.1: what of a side can be fired at anything now."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from sandtable.games.asl.content import Content
from sandtable.games.asl.counters import LIGHT_ANTITANK, MACHINE_GUNS
from sandtable.games.asl.fire import fire_group
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.ordnance.ammunition import may_light, shells, smoke_shells
from sandtable.games.asl.ordnance.at_movers import fires_at_mover, is_at_mover, may_still_fire, overlooking_mover
from sandtable.games.asl.ordnance.panzerfausts import has_panzerfausts
from sandtable.games.asl.ordnance.shots import (
    Gunner,
    gunner_of,
    panzerfaust_of,
)
from sandtable.games.asl.ordnance.targets import (
    area_targets,
    each_infantry_target,
    each_vehicle_target,
    each_veiled_target,
    vehicles_at_issue,
)
from sandtable.games.asl.ordnance.ways import way_of
from sandtable.games.asl.state import Unit
from sandtable.games.asl.units import Game, on_map
from sandtable.games.asl.vehicles.status import known_vehicles
from sandtable.kernel import derived, of_content, rule
from sandtable.mechanics.roster import units_of

Targets = Literal["any", "men"]
"""What weapons are looked for: all that are fired to hit, or those that are fired so at men as well."""


def can_fire(game: Game, firer: str) -> bool:
    """Whether something can be fired at anything now; what is told at once is asked first, and one target will do."""
    way = way_of(game, firer)
    if way is None or not may_still_fire(game, firer):
        return False
    gunner = gunner_of(game, firer)
    if _may_smoke(game, firer, gunner) or (may_light(game, gunner) and not is_at_mover(game, gunner)):
        return True
    if any(True for _ in each_vehicle_target(game, firer, gunner)):
        return True
    if any(True for _ in each_veiled_target(game, firer, gunner)):
        return True
    if any(True for _ in each_infantry_target(game, firer, gunner)):
        return True
    return bool(shells(game, firer, gunner, at_vehicle=False, area=True) and area_targets(game, firer, gunner))


def _may_smoke(game: Game, firer: str, gunner: Gunner) -> bool:
    """Whether SMOKE is worth asking about: by a weapon that fires in its own phases."""
    return bool(smoke_shells(game, firer, gunner)) and not is_at_mover(game, gunner)


def able_weapons(game: Game, side: str) -> list[str]:
    """The Guns, mortars and light anti-tank weapons of a side that can be fired now, and machine guns at vehicles."""
    own = _held(game, side, "any" if vehicles_at_issue(game, side) else "men")
    if fires_at_mover(game, side):
        spotted = _spotted(game.content)
        watching = overlooking_mover(game, {each[2] for each in own})
        own = [each for each in own if each[2] in watching or each[1] in spotted]
    return [name for name, _, _ in own if can_fire(game, name)]


def _men(game: Game, side: str, at: Targets) -> Mapping[str, Unit]:
    return units_of(game, side)


@derived(_men, "weapons")
def _held(game: Game, side: str, at: Targets) -> Sequence[tuple[str, str, str]]:
    """The weapons that men of a side hold on the map and fire to hit, with their kind and where they are."""
    kinds, men = _ordnance(game.content) if at == "any" else _not_for_vehicles_only(game.content), units_of(game, side)
    held = [
        (name, weapon.kind, men[weapon.holder])
        for name, weapon in game.state.weapons.items()
        if weapon.kind in kinds and weapon.holder in men
    ]
    return [(name, kind, unit.at) for name, kind, unit in held if on_map(unit)]


@of_content
@rule("C9.3")
def _spotted(content: Content) -> frozenset[str]:
    """The kinds of weapons for which somebody else may look."""
    return frozenset([kind for kind, card in content.weapons.items() if card.type == "mortar"])


@of_content
def _ordnance(content: Content) -> frozenset[str]:
    """The kinds of weapons that are fired to hit."""
    types = {*LIGHT_ANTITANK, *MACHINE_GUNS, "mortar"}
    return frozenset([*content.guns, *(kind for kind, card in content.weapons.items() if card.type in types)])


@of_content
@rule("D3.54")
def _not_for_vehicles_only(content: Content) -> frozenset[str]:
    """Those of them that are fired so at others than vehicles: all but machine guns."""
    return frozenset(
        [kind for kind in _ordnance(content) if kind in content.guns or content.weapons[kind].type not in MACHINE_GUNS]
    )


def able_with_panzerfaust(game: Game, side: str) -> list[str]:
    """The units of a side that can look for a Panzerfaust and have something to fire it at."""
    if not game.state.shots.get(side):
        return []
    if not has_panzerfausts(game.content, side):
        return []
    reach = panzerfaust_of(game, side).range
    near = _near_mover(game, reach) if fires_at_mover(game, side) else _near(game, side, reach)
    if not near:
        return []
    men = units_of(game, side).items()
    return [name for name, unit in men if unit.at and hex_of(unit.at) in near and can_fire(game, name)]


@rule("C13.31")
def _near_mover(game: Game, reach: int) -> Collection[str]:
    """The hexes within a range of the vehicle that moves: at nothing else is a Panzerfaust fired in that phase."""
    moving = game.state.moving
    vehicle = None if moving is None else game.state.vehicles.get(moving.vehicle)
    return () if vehicle is None else game.content.around(hex_of(vehicle.at), reach)


def _enemy_hexes(game: Game, side: str, reach: int) -> frozenset[str]:
    """The hexes in which enemies are known or seen."""
    vehicles = [game.state.vehicles[name].at for name in known_vehicles(game, side)]
    return frozenset([hex_of(at) for at in (*fire_group.target_locations(game, side), *vehicles)])


@derived(_enemy_hexes)
def _near(game: Game, side: str, reach: int) -> frozenset[str]:
    """The hexes within a range of enemies."""
    return frozenset().union(*[game.content.around(hex_, reach) for hex_ in _enemy_hexes(game, side, reach)])
