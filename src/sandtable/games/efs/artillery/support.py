"""Chapters 13.1 to 13.3: which artillery may support a combat, how many units together, and how strongly."""

from __future__ import annotations

from collections.abc import Collection

from sandtable.games.efs.artillery.ammunition import is_limited, points_for
from sandtable.games.efs.combat.strengths import sum_of_groups
from sandtable.games.efs.fortifications.works import is_active_in
from sandtable.games.efs.headquarters.command import idle_over, operational_over
from sandtable.games.efs.state import AXIS, SOVIET, Attack, enemy_of
from sandtable.games.efs.tables import ArtilleryFile, StackingFile
from sandtable.games.efs.units import (
    HEAVY,
    Game,
    figures,
    is_artillery,
    is_axis_allied,
    is_flotilla,
    printed,
    side_of,
)
from sandtable.games.efs.weather.conditions import is_frozen, mud_in
from sandtable.games.efs.zones import exerting_into, in_enemy_zone
from sandtable.kernel import Refusal, rule
from sandtable.mechanics.roster import units_in
from sandtable.mechanics.switches import is_on

ROCKETS = "rocket-artillery"
RAILROAD = "railroad-artillery"
SUPER_HEAVY = "super-heavy-artillery"
ATTACK_ONLY = HEAVY | {ROCKETS}
"""The artillery with an A after its support strength."""


# Who may support


@rule("13.1", "13.11")
def may_support(game: Game, unit_id: str, attack: Attack) -> Refusal | None:
    """Why a unit may not support its side in an attack, beside the artillery that the defender has committed."""
    beside = attack.support if defends(game, unit_id, attack) else ()
    return ineligible(game, unit_id, attack) or too_many(game, (*beside, unit_id), attack)


def defends(game: Game, unit_id: str, attack: Attack) -> bool:
    return side_of(game, unit_id) != attack.side


@rule("8.16", "13.11", "13.11b", "13.13a", "15.31", "15.34", "18.45b")
def ineligible(game: Game, unit_id: str, attack: Attack) -> Refusal | None:
    """Why a unit by itself may not support an attack on its side; who builds a strongpoint does not fight."""
    args = {"unit": unit_id}
    unit = game.state.units[unit_id]
    if not is_artillery(game, unit_id):
        return Refusal("refused.no-artillery", "13.11", args)
    if unit.fired:
        return Refusal("refused.has-fired", "13.13a", args)
    if unit.building:
        return Refusal("refused.building", "18.45b", args)
    if any(unit_id in other.support for other in game.state.attacks.values() if other.hexes != attack.hexes):
        return Refusal("refused.supports-another", "13.13a", args)
    if not unit.at or not reaches(game, unit_id, attack.hexes):
        return Refusal("refused.beyond-artillery-range", "13.11b", args)
    if defends(game, unit_id, attack):
        return not_in_defence(game, unit_id, attack)
    return not_in_attack(game, unit_id, attack)


@rule("13.0", "13.11b", "13.16b")
def reaches(game: Game, unit_id: str, hexes: Collection[str]) -> bool:
    """Whether one of some defender hexes is in range of an artillery unit, over whatever lies between."""
    at, reach = game.state.units[unit_id].at, printed(game, unit_id).range
    return any(game.content.distance(at, label) <= reach for label in hexes)


@rule("6.35", "13.11a", "13.11d", "13.21", "13.22", "13.32a", "13.42c", "13.52", "15.22", "15.31b")
def not_in_defence(game: Game, unit_id: str, attack: Attack) -> Refusal | None:
    """Why artillery may not support a defence: guns for attacks only, out of supply, in a zone of control elsewhere,
    without other units to support, or bound to its own hex.

    The ruling on 15.22: whether the attack is supplied does not matter, even while artillery supply is limited. That on
    6.35: a point of its own does not make good its want of supply, but by a switch.
    """
    args, unit = {"unit": unit_id}, game.state.units[unit_id]
    if printed(game, unit_id).type in ATTACK_ONLY:
        return Refusal("refused.attack-only", "13.32a", args)
    drawing = is_limited(game) and bool(points_for(game, unit_id))
    if unit.supply == "out" and not (drawing and is_on(game.content, "points-feed-defending-guns")):
        return Refusal("refused.guns-out-of-supply", "6.35", args)
    if is_limited(game) and not drawing:
        return Refusal("refused.guns-without-point", "13.52", args)
    if unit.at in attack.hexes:
        if not others_in(game, (unit.at,)):
            return Refusal("refused.guns-alone", "13.21", args)
        return None
    if any(unit.at in other.hexes for other in game.state.attacks.values()):
        return Refusal("refused.guns-attacked", "13.22", args)
    if in_enemy_zone(game, unit.at, side_of(game, unit_id)):
        return Refusal("refused.guns-in-zone", "13.11d", args)
    if not supportable(game, attack.hexes):
        return Refusal("refused.nobody-to-support", "13.11a", args)
    return None


@rule("13.11a", "13.23", "13.33b", "13.42a", "13.42e", "13.46", "22.56")
def not_in_attack(game: Game, unit_id: str, attack: Attack) -> Refusal | None:
    """Why artillery may not support an attack: others must attack, and guns in a zone of control fire at its owners."""
    args, at = {"unit": unit_id}, game.state.units[unit_id].at
    if all(is_flotilla(game, attacker) for attacker in attack.attackers):
        return Refusal("refused.nobody-to-support", "13.11a", args)
    bound_to = exerting_into(game, at, enemy_of(attack.side))
    if bound_to and not set(bound_to) & set(attack.hexes):
        return Refusal("refused.guns-bound", "13.23", args)
    if game.state.ammunition.get(unit_id) == 0:
        return Refusal("refused.no-ammunition", "13.46", args)
    if printed(game, unit_id).type in HEAVY:
        if game.state.units[unit_id].mode != "firing":
            return Refusal("refused.guns-mobile", "13.42a", args)
        freely = printed(game, unit_id).type == RAILROAD and is_on(game.content, "railroad-guns-fire-freely")
        if not freely and not any(is_active_in(game, label, enemy_of(attack.side)) for label in attack.hexes):
            return Refusal("refused.no-fortification", "13.42e", args)
    return None


@rule("13.11a", "22.56")
def supportable(game: Game, hexes: Collection[str]) -> list[str]:
    """The units in some hexes that artillery from elsewhere can support: flotillas only beside units of other kinds."""
    return [
        unit_id
        for label in hexes
        for unit_id in others_in(game, (label,))
        if any(not is_flotilla(game, other) for other in units_in(game, label))
    ]


def others_in(game: Game, hexes: Collection[str]) -> list[str]:
    """The units in some hexes that are no artillery."""
    return [unit_id for label in hexes for unit_id in units_in(game, label) if not is_artillery(game, unit_id)]


# How many together


@rule("13.14", "13.15")
def too_many(game: Game, unit_ids: tuple[str, ...], attack: Attack) -> Refusal | None:
    """Why some artillery units may not support the same side of a combat together."""
    side = side_of(game, unit_ids[-1])
    broken = axis_limit(game, unit_ids, attack) if side == AXIS else soviet_limit(game, unit_ids, attack)
    return Refusal("refused.too-much-artillery", broken, {"unit": unit_ids[-1]}) if broken else None


@rule("13.14a", "13.14b", "13.31b", "13.31c", "13.42d")
def axis_limit(game: Game, unit_ids: Collection[str], attack: Attack) -> str:
    """The rule by which Axis artillery units are too many: four in all; two Axis-Allied ones in a defence, and no more
    than two German ones with them. Super-heavy and railroad guns do not count.
    """
    limits = game.content.table("artillery", ArtilleryFile)
    counted = [unit_id for unit_id in unit_ids if printed(game, unit_id).type not in HEAVY]
    allied = [unit_id for unit_id in counted if is_axis_allied(game, unit_id)]
    if len(counted) > limits.axis:
        return "13.14a"
    if attack.side == SOVIET and len(allied) > limits.axis_allied_defending:
        return "13.31b"
    if allied and len(counted) - len(allied) > limits.german_with_allied:
        return "13.31c"
    return ""


@rule("13.15a", "13.15b", "13.15c", "21.22", "21.26c")
def soviet_limit(game: Game, unit_ids: Collection[str], attack: Attack) -> str:
    """The rule by which Soviet artillery units are too many: one or two guns, two rockets, and railroad guns under
    command; one unit of any kind where a non-operational HQ has the defender hex in its range.
    """
    limits = game.content.table("artillery", ArtilleryFile)
    by_type = {unit_id: printed(game, unit_id).type for unit_id in unit_ids}
    guns = [unit_id for unit_id, kind in by_type.items() if kind not in ATTACK_ONLY]
    rockets = [unit_id for unit_id, kind in by_type.items() if kind == ROCKETS]
    on_rails = [unit_id for unit_id, kind in by_type.items() if kind == RAILROAD]
    if any(idle_over(game, label) for label in attack.hexes) and len(by_type) > limits.soviet_under_idle_hq:
        return "21.26c"
    if len(rockets) > limits.soviet_rockets:
        return "13.15b"
    places = {game.state.units[unit_id].at for unit_id in on_rails}
    if any(idle_over(game, at) or not operational_over(game, at) for at in places):
        return "13.15c"
    most = limits.soviet_with_hq if may_combine(game, guns, attack) else limits.soviet
    return "13.15a" if len(guns) > most else ""


@rule("13.15a", "13.15/note-nonop-hq", "21.14")
def may_combine(game: Game, guns: Collection[str], attack: Attack) -> bool:
    """Whether Soviet guns may be two: in one defender hex, under one operational HQ, or one in a defender hex that the
    other supports from under command. A non-operational HQ forbids what another allows.
    """
    places = {unit_id: game.state.units[unit_id].at for unit_id in guns}
    inside = [unit_id for unit_id, at in places.items() if at in attack.hexes]
    if len({*places.values()}) == 1 and inside:
        return True
    commanded = {unit_id for unit_id, at in places.items() if operational_over(game, at) and not idle_over(game, at)}
    if any(commanded.issuperset({*guns} - {anchor}) for anchor in inside):
        return True
    over = [{*operational_over(game, at)} if unit_id in commanded else set[str]() for unit_id, at in places.items()]
    return bool(over and set.intersection(*over))


@rule("13.32b")
def rockets_in_action(game: Game, label: str, attack: Attack, support: Collection[str]) -> list[str]:
    """The rockets of a hex that may stand above its limit: those that support an attack, or could support one that is
    still to be made; two at most, the largest.
    """
    others = [each for each in game.state.attacks.values() if each.hexes != attack.hexes]
    there = [unit_id for unit_id in units_in(game, label) if printed(game, unit_id).type == ROCKETS]
    acting = [
        unit_id
        for unit_id in there
        if unit_id in support or any(ineligible(game, unit_id, other) is None for other in others)
    ]
    largest = sorted(acting, key=lambda unit_id: -printed(game, unit_id).stacking)
    return largest[: game.content.table("stacking", StackingFile).extra_rockets]


# How strongly


@rule("13.12", "13.16a", "13.31a", "15.41a", "15.42a")
def support_halvings(game: Game, unit_id: str, attack: Attack) -> int:
    """How many times support is halved: into a swamp, into mud, by Axis-Allied guns for a defence elsewhere.

    By switches: only where all defender hexes are a swamp or muddy; by the mud under the attackers; and by Axis-Allied
    guns that support an attack as well.
    """
    hexes, content = attack.hexes, game.content
    enough = all if is_on(content, "all-hexes-must-be-boggy") else any
    under_attackers = [game.state.units[other].at for other in attack.attackers if game.state.units[other].at]
    muddy = under_attackers if is_on(content, "mud-under-attackers-counts") else hexes
    elsewhere = defends(game, unit_id, attack) and game.state.units[unit_id].at not in hexes
    attacking = not defends(game, unit_id, attack) and is_on(content, "allied-attack-support-halved")
    return (
        (not is_frozen(game) and enough("swamp" in content.parts[label] for label in hexes))
        + enough(mud_in(game, label) for label in muddy)
        + ((elsewhere or attacking) and is_axis_allied(game, unit_id))
    )


@rule("3.42", "13.12", "15.42a")
def strength_of_support(game: Game, unit_ids: Collection[str], attack: Attack) -> int:
    """The support strength of artillery units: those that are halved as often are added up first."""
    found = [(support_halvings(game, unit_id, attack), figures(game, unit_id).attack) for unit_id in unit_ids]
    return sum_of_groups(game.content, found)


@rule("13.13b", "13.13/note-merged-combats", "15.46/note-support-limit")
def within_limit(support: int, supported: int) -> int:
    """What counts of support: no more than the unadjusted strength that it supports."""
    return min(support, supported)


@rule("13.22", "15.31a", "15.31b")
def still_supporting(game: Game, attack: Attack) -> tuple[str, ...]:
    """The artillery of the defender that can still give the support to which it was committed; nobody replaces it."""
    return tuple(
        unit_id for unit_id in attack.support if game.state.units[unit_id].at and not ineligible(game, unit_id, attack)
    )


@rule("13.22")
def fighting_as_others(game: Game, attack: Attack, support: tuple[str, ...]) -> list[str]:
    """The artillery in defender hexes that is not eligible to support them, and so defends with its own strength; by a
    switch all that does not support them.
    """
    all_others = is_on(game.content, "uncommitted-guns-defend")
    there = [unit_id for label in attack.hexes for unit_id in units_in(game, label) if is_artillery(game, unit_id)]
    return [
        unit_id
        for unit_id in there
        if unit_id not in support
        and (
            all_others or (ineligible(game, unit_id, attack) or too_many(game, (*support, unit_id), attack)) is not None
        )
    ]
