"""What a hex is worth to a unit: how far on its mission it is there, whom it threatens and who threatens it."""

from __future__ import annotations

from sandtable.games.gts.content import Content
from sandtable.games.gts.ratings import CoverFile
from sandtable.games.gts.sight import seen_from
from sandtable.games.gts.staff.missions import BLOCK, EXIT, HOLD, HUNT, REACH, Mission
from sandtable.games.gts.staff.plans import Plans
from sandtable.games.gts.staff.shooting import harm_at, passes, quality_of
from sandtable.games.gts.units import face, is_night

EXPOSED = 0.4
"""The chance that a threat against a hex comes true before the unit acts again."""
THREAT = 0.45
"""What the chance to fire at somebody from a hex is worth of the fire itself."""
INTO, OUT = 3, -1
"""What moving into and out of fire zones adds to opportunity fire (17.6)."""
COLUMN = 2
"""What a column adds to fire at it (14.6.1)."""
OUT_OF_COMMAND = 0.3
CROWD = 4
ARRIVED = 1.5
"""What standing on the goal is worth, in movement points of the way."""


def rate(mission: Mission) -> float:
    """What a movement point on the way to a goal is worth."""
    return min(max(mission.worth / 12.0, 0.12), 0.6)


def value(plans: Plans, unit_id: str, label: str, *, column: bool, mounted: bool = False) -> float:
    """How good it is to have a unit in a hex, in column or not."""
    worth = progress(plans, unit_id, label, column=column)
    worth -= EXPOSED * danger(plans, unit_id, label, column=column)
    if not column and not mounted:
        worth += THREAT * potential(plans, unit_id, label)
    if not column and crowded(plans, unit_id, label):
        worth -= 5.0
    if out_of_command(plans, unit_id, label):
        worth -= OUT_OF_COMMAND
    return worth


def progress(plans: Plans, unit_id: str, label: str, *, column: bool) -> float:
    mission = plans.mission(unit_id)
    if mission is None:
        return support(plans, unit_id, label)
    situation = plans.situation
    way = situation.way(mission.hexes, situation.mobility(unit_id))
    if mission.kind == BLOCK:
        return blocking(plans, unit_id, mission, label)
    far = way.far(label, column=column)
    if mission.kind in (EXIT, REACH):
        return rate(mission) * ((ARRIVED if label in mission.hexes else 0.0) - far)
    if mission.kind == HUNT:
        return -rate(mission) * max(far - 2.0, 0.0)
    return holding(plans, unit_id, mission, label, far)


def holding(plans: Plans, unit_id: str, mission: Mission, label: str, far: float) -> float:
    """A goal must be stood in; once it is, the others stay about it."""
    (goal,) = mission.hexes
    friends = [other for other in plans.situation.there(goal) if other != unit_id and plans.is_own(other)]
    if label in mission.hexes:
        return rate(mission) * (ARRIVED + 3.0 / (1 + len(friends)))
    if friends:
        return -rate(mission) * max(far - 3.0, 0.0)
    return -rate(mission) * far


def blocking(plans: Plans, unit_id: str, mission: Mission, label: str) -> float:
    """On the enemy's way to his goal, ahead of him, where no friend bars it yet."""
    detour, ahead = plans.barrier(mission).at(label)
    worth = rate(mission) * 8.0 * max(0.0, 1.0 - detour / 5.0)
    if ahead < 2:
        worth *= 0.6
    guarded = plans.guards(label, unit_id)
    worth /= 1.0 + 0.7 * guarded
    situation = plans.situation
    if worth < 0.2:
        worth -= 0.1 * situation.way(plans.barrier(mission).path, situation.mobility(unit_id)).far(label)
    return worth


def support(plans: Plans, unit_id: str, label: str) -> float:
    """Guns and mortars stay within range of the enemy but out of his reach, and near to those who fight."""
    situation = plans.situation
    reach = max(situation.content.counters[unit_id].front.range, 2)
    near = situation.near_enemy(label)
    if near >= 99:
        return 0.0
    worth = -0.15 * max(near - reach, 0)
    if near <= 1:
        worth -= 0.6
    return worth


def cover(content: Content) -> dict[str, int]:
    """What the terrain of each hex adds to fire at a unit in it."""
    chart = content.table("terrain", CoverFile).terrain
    return {label: chart[name].defense if name in chart else 0 for label, name in content.terrain.items()}


def terrain(plans: Plans, label: str) -> int:
    return plans.situation.content.once(cover)[label]


def rating_at(plans: Plans, firer: str, start: str, target: str, label: str, *, column: bool) -> int:
    """About what a unit in one hex would fire with at another in the other."""
    situation = plans.situation
    unit = situation.units[firer]
    rating = (face(situation.game, firer).fire or 0) - unit.hits - (unit.steps < situation.content.counters[firer].steps)
    rating += face(situation.game, target).defense
    rating += COLUMN if column else terrain(plans, label)
    if start and start != label:
        rating -= situation.content.distance(start, label) - 1
    return rating - 2 * is_night(situation.game)


def threat(
    plans: Plans, firer: str, target: str, label: str, *, column: bool, extra: int = 0, start: str = ""
) -> float:
    """What a unit's fire at another in a hex would cost it; `start` is where it fires from, if not where it is."""
    situation = plans.situation
    shown = face(situation.game, firer)
    if shown.fire is None or shown.weapon is None:
        return 0.0
    weapon = situation.weapon(firer)
    assert weapon is not None
    armour = "armored" if face(situation.game, target).armored else "unarmored"
    start = start or situation.units[firer].at
    rating = rating_at(plans, firer, start, target, label, column=column) + extra
    return harm_at(situation, target, weapon.direct_as or shown.weapon, armour, rating)


def danger(plans: Plans, unit_id: str, label: str, *, column: bool) -> float:
    """What the enemies that cover a hex could do to a unit in it."""
    if label not in plans.situation.zones:
        return 0.0
    return sum(threat(plans, firer, unit_id, label, column=column) for firer in plans.situation.watchers(label))


def potential(plans: Plans, unit_id: str, label: str) -> float:
    """What a unit could do from a hex to the enemies that it would see: the best of it."""
    situation = plans.situation
    front = situation.content.counters[unit_id].front
    weapon = situation.weapon(unit_id)
    if front.fire is None or weapon is None or not weapon.direct:
        return 0.0
    near = situation.near_enemy(label)
    reach = 1 if near <= 1 else front.range
    if near > reach or situation.units[unit_id].suppressed:
        return 0.0
    seen = [at for at in seen_from(situation.game, label, reach) if at in situation.enemies]
    units = situation.units
    return max(
        (
            threat(plans, unit_id, target, at, column=units[target].column, start=label)
            for at in seen
            for target in situation.there(at)
        ),
        default=0.0,
    )


def crowded(plans: Plans, unit_id: str, label: str) -> bool:
    units = plans.situation.units
    formed = [
        other for other in plans.situation.there(label) if other != unit_id and not units[other].column
    ]
    return len(formed) >= CROWD


def out_of_command(plans: Plans, unit_id: str, label: str) -> bool:
    """Whether no leader who could command a unit would reach it in a hex."""
    content, leaders = plans.situation.content, plans.situation.game.state.leaders
    names = plans.commanders(unit_id)
    return bool(names) and all(
        leaders[name].entry or content.distance(leaders[name].at, label) > content.leaders[name].range for name in names
    )


def risk(plans: Plans, unit_id: str, hexes: list[str], *, column: bool) -> float:
    """What opportunity fire on the way along some hexes is likely to cost; it stops a unit, too."""
    situation, worth = plans.situation, 0.0
    for here, there in zip(hexes, hexes[1:], strict=False):
        if here not in situation.zones:
            continue
        extra = INTO if there in situation.zones else OUT
        for firer in situation.watchers(here):
            chance = passes(quality_of(situation, firer))
            worth += chance * threat(plans, firer, unit_id, here, column=column, extra=extra)
    return worth


def reaches_goal(plans: Plans, unit_id: str, label: str) -> bool:
    mission = plans.mission(unit_id)
    return mission is not None and mission.kind in (EXIT, HOLD) and label in mission.hexes
