"""What a hex is worth to a unit: how far on its mission it is there, whom it threatens and who threatens it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise

from sandtable.games.gts.content import Content
from sandtable.games.gts.fire.line_of_sight import seen_from
from sandtable.games.gts.movement.stacking import limits
from sandtable.games.gts.movement.terrain_chart import terrain_chart
from sandtable.games.gts.staff.missions import BLOCK, EXIT, HUNT, REACH, Mission
from sandtable.games.gts.staff.plans import Plans
from sandtable.games.gts.staff.shooting import figures_of, harm_at, passes, quality_of
from sandtable.games.gts.staff.ways import FAR_AWAY
from sandtable.games.gts.units import face, is_night
from sandtable.kernel import of_content

EXPOSED = 0.4
"""The chance that a threat against a hex comes true before the unit acts again."""
THREAT = 0.45
"""What the chance to fire at somebody from a hex is worth of the fire itself."""
OUT_OF_COMMAND = 0.3
CROWDED = 5.0
"""What a hex that is full already costs."""
ARRIVED = 1.5
"""What standing on the goal is worth, in movement points of the way."""
DEAREST, CHEAPEST, WHOLE_WAY = 0.6, 0.12, 12.0
"""The most and the least that a movement point on the way to a goal is worth, and the points of a whole way."""
FOLLOWING = 0.12
"""What a movement point is worth to a unit that follows the others."""
BAR = 8.0
"""What barring the enemy's way is worth, in movement points of one's own."""
AMBUSH = (0.5, 0.5, 0.4, 0.2, 0.1, 0.08)
"""What standing in column costs, in steps, by the hexes to the nearest enemy: he comes up and fires."""
RUNNING = 0.3
"""The share of that which counts for a unit that runs for an exit."""
READY = 0.5
"""What it is worth to guns and mortars to stand ready to fire where they reach the enemy."""
DETOUR = 5.0
"""The movement points by which a way may be longer than the enemy's best and still be worth barring."""


def rate(mission: Mission) -> float:
    """What a movement point on the way to a goal is worth."""
    return min(max(mission.worth / WHOLE_WAY, CHEAPEST), DEAREST)


class Outlook:
    """What hexes are worth to one unit."""

    def __init__(self, plans: Plans, unit_id: str) -> None:
        self.plans = plans
        self.unit_id = unit_id
        self._situation = plans.situation
        self._unit = plans.situation.units[unit_id]
        self._mission = plans.mission(unit_id)
        self._front = plans.situation.content.counters[unit_id].front
        self._leaders = plans.leaders_over(unit_id)
        doctrine = plans.situation.doctrine
        self._threat, self._exposed = THREAT * doctrine.threat, EXPOSED * doctrine.exposed
        self._command = OUT_OF_COMMAND * doctrine.command
        self._doctrine = doctrine
        if self._mission is not None:
            self._rate = rate(self._mission) * (doctrine.chase if self._mission.kind == HUNT else doctrine.way)
            self._way = plans.situation.way(self._mission.hexes, plans.situation.mobility(unit_id))

    def value(self, label: str, *, column: bool, mounted: bool = False) -> float:
        """How good it is to have the unit in a hex, in column or not."""
        situation = self._situation
        worth = self.progress(label, column=column)
        if label in situation.zones:
            worth -= self._exposed * danger(self.plans, self.unit_id, label, column=column)
        if column:
            worth -= self._ambushed(label)
        else:
            if not mounted:
                worth += self._threat * self.potential(label) + self._ready(label)
            if self.is_crowded(label):
                worth -= CROWDED
        if self._leaders and self._is_out_of_command(label):
            worth -= self._command
        return worth

    def _ambushed(self, label: str) -> float:
        """What it costs to stand in column: the nearer the enemy, the more."""
        near = min(self._situation.near_enemy(label), len(AMBUSH) - 1)
        runs = self._mission is not None and self._mission.kind == EXIT
        share = self._doctrine.ambush * (RUNNING * self._doctrine.running if runs else 1.0)
        return share * AMBUSH[near] * self._situation.step_worth(self.unit_id)

    def _ready(self, label: str) -> float:
        """What it is worth to stand ready where indirect fire reaches the enemy."""
        weapon = self._situation.weapon(self.unit_id)
        if weapon is None or not weapon.indirect:
            return 0.0
        in_range = 2 <= self._situation.near_enemy(label) <= self._front.range
        return READY * self._doctrine.ready if in_range else 0.0

    def progress(self, label: str, *, column: bool) -> float:
        """How far on its mission the unit would be, and what it would take on its way."""
        worth = self._advance(label, column=column)
        if label in self.plans.unclaimed:
            worth += self._doctrine.touch * self.plans.unclaimed[label]
        return worth

    def _advance(self, label: str, *, column: bool) -> float:
        """How far on its mission the unit would be."""
        mission = self._mission
        if mission is None:
            return self._support(label, column=column)
        if mission.kind == BLOCK:
            return self._blocking(mission, label)
        far = self._way.far(label, column=column)
        if mission.kind in (EXIT, REACH):
            return self._rate * ((ARRIVED if label in mission.hexes else 0.0) - far)
        if mission.kind == HUNT:
            return -self._rate * max(far - 2.0, 0.0)
        return self._holding(mission, label, far)

    def _holding(self, mission: Mission, label: str, far: float) -> float:
        """A goal must be stood in; once it is, the others stay about it."""
        if label in mission.hexes:
            return self._rate * (ARRIVED + 3.0 / (1 + self._friends))
        return -self._rate * (max(far - 3.0, 0.0) if self._friends else far)

    @cached_property
    def _friends(self) -> int:
        """How many others are at the goal."""
        return self.plans.friends(self._mission.hexes, self.unit_id) if self._mission is not None else 0

    def _blocking(self, mission: Mission, label: str) -> float:
        """On the enemy's way to his goal, ahead of him, where no friend bars it yet."""
        barrier = self.plans.barrier(mission)
        detour, ahead = barrier.at(label)
        worth = self._rate * BAR * self._doctrine.bar * max(0.0, 1.0 - detour / DETOUR)
        if ahead < 2:
            worth *= 0.6
        worth /= 1.0 + 0.7 * self.plans.guards(label, self.unit_id)
        if worth < 0.2:
            situation = self._situation
            worth -= 0.1 * situation.way(barrier.path, situation.mobility(self.unit_id)).far(label)
        return worth

    def _support(self, label: str, *, column: bool) -> float:
        """Guns and mortars follow up to within range of the enemy, and stay out of his reach."""
        situation, reach = self._situation, max(self._front.range, 2)
        near = situation.near_enemy(label)
        if near >= FAR_AWAY:
            return 0.0
        if near > reach + 3:
            way = situation.way(frozenset(situation.enemies), situation.mobility(self.unit_id))
            return -FOLLOWING * self._doctrine.following * way.far(label, column=column)
        worth = -0.15 * max(near - reach, 0)
        if near <= 1:
            worth -= 0.6
        elif near == 2:
            worth -= 0.4 if self._unit.mounted else 0.1
        return worth

    def potential(self, label: str) -> float:
        """The best that the unit could do from a hex to the enemies that it would see."""
        situation, reach = self._situation, self._front.range
        near = situation.near_enemy(label)
        if near > reach or self._front.fire is None or self._unit.suppressed:
            return 0.0
        weapon = situation.weapon(self.unit_id)
        if weapon is None or not weapon.direct:
            return 0.0
        best = 0.0
        for at in seen_from(situation.game, label, 1 if near <= 1 else reach):
            if at in situation.enemies:
                for target in situation.there(at):
                    column = situation.units[target].column
                    best = max(best, threat(self.plans, self.unit_id, target, at, column=column, start=label))
        return best

    def is_crowded(self, label: str) -> bool:
        """Whether a hex has as many units in combat formation as it can hold."""
        there = self._situation.there(label)
        most = limits(self.plans.game).combat
        if len(there) < most:
            return False
        units = self._situation.units
        return sum(other != self.unit_id and not units[other].column for other in there) >= most

    def _is_out_of_command(self, label: str) -> bool:
        distance = self._situation.content.distance
        return all(distance(at, label) > reach for at, reach in self._leaders)


@of_content
def cover(content: Content) -> dict[str, int]:
    """What the terrain of each hex adds to fire at a unit in it."""
    chart = terrain_chart(content).terrain
    return {label: chart[name].defense if name in chart else 0 for label, name in content.terrain.items()}


def terrain(plans: Plans, label: str) -> int:
    return cover(plans.situation.content)[label]


def threat(
    plans: Plans, firer: str, target: str, label: str, *, column: bool, extra: int = 0, start: str = ""
) -> float:
    """About what a unit's fire at another in a hex would cost that; `start` is where it fires from, if not its hex."""
    situation = plans.situation
    shown, aimed = face(situation.game, firer), face(situation.game, target)
    weapon = situation.weapon(firer)
    if shown.fire is None or shown.weapon is None or weapon is None:
        return 0.0
    unit = situation.units[firer]
    rating = shown.fire - unit.hits - (unit.steps < situation.content.counters[firer].steps) + extra + aimed.defense
    figures = figures_of(situation.content)
    rating += figures.column if column else terrain(plans, label)
    rating += figures.weather.get(situation.game.state.weather, 0) + figures.night * is_night(situation.game)
    start = start or unit.at
    if start and start != label:
        rating -= situation.content.distance(start, label) - 1
    armour = "armored" if aimed.armored else "unarmored"
    return harm_at(situation, target, weapon.direct_as or shown.weapon, armour, rating)


def danger(plans: Plans, unit_id: str, label: str, *, column: bool) -> float:
    """What the enemies that cover a hex could do to a unit in it."""
    return sum(threat(plans, firer, unit_id, label, column=column) for firer in plans.situation.watchers(label))


def risk(plans: Plans, unit_id: str, hexes: Sequence[str], *, column: bool) -> float:
    """What opportunity fire on the way along some hexes is likely to cost."""
    situation, worth = plans.situation, 0.0
    figures = figures_of(situation.content)
    for here, there in pairwise(hexes):
        if here not in situation.zones:
            continue
        extra = figures.into if there in situation.zones else figures.out
        for firer in situation.watchers(here):
            chance = passes(quality_of(situation, firer))
            worth += chance * threat(plans, firer, unit_id, here, column=column, extra=extra)
    return worth * situation.doctrine.risk


def drawn_fire(plans: Plans, unit_id: str, label: str) -> float:
    """What opportunity fire at a unit that changes from column in a hex is likely to cost."""
    situation = plans.situation
    into = figures_of(situation.content).into
    return situation.doctrine.risk * sum(
        passes(quality_of(situation, firer)) * threat(plans, firer, unit_id, label, column=True, extra=into)
        for firer in situation.watchers(label)
    )
