"""Chapter 11.3: overruns."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from sandtable.games.efs import control
from sandtable.games.efs.combat.retreats import Retreat
from sandtable.games.efs.combat.step_losses import TakeSteps
from sandtable.games.efs.combat.strengths import untried_defence
from sandtable.games.efs.content import Edge, chart, quarters
from sandtable.games.efs.engineers.bridges import STREAMS
from sandtable.games.efs.engineers.markers import take_up
from sandtable.games.efs.fortifications.works import is_belt, is_citadel, line_crossed, strongpoint_of
from sandtable.games.efs.headquarters.garrisons import release
from sandtable.games.efs.movement.allowances import phase_name
from sandtable.games.efs.movement.costs import Way, ground_cost, works_cost
from sandtable.games.efs.movement.fields import closed_to
from sandtable.games.efs.movement.map_exit import shut_exits
from sandtable.games.efs.movement.prohibitions import FORBIDDEN_BY, prohibition
from sandtable.games.efs.reinforcements.untried import reveal
from sandtable.games.efs.state import AXIS, SOVIET, enemy_of
from sandtable.games.efs.supply.supply_units import removed_by_entry
from sandtable.games.efs.tables import MovementFile, OverrunFile, OverrunRow
from sandtable.games.efs.units import (
    Game,
    figures,
    is_artillery,
    is_axis_allied,
    is_engineer,
    is_flotilla,
    is_headquarters,
    is_motorized,
    is_untried,
    printed,
    side_of,
)
from sandtable.games.efs.weather.conditions import is_frozen, mud_in, snow_in, weather_in
from sandtable.games.efs.zones import exerting_into
from sandtable.kernel import Line, Procedure, Refusal, Resolved, rule
from sandtable.mechanics.roster import change, occupier, units_in
from sandtable.mechanics.switches import is_on

CAVALRY = "cavalry"
SUCCESS, FAILURE = "overrun-success", "overrun-failure"


# Who may overrun whom, from where and into what


@rule("10.27b", "11.3", "11.31", "11.31/note", "11.32", "11.34", "11.36b", "11.36b/note", "11.63")
def may_overrun(game: Game, unit_ids: Collection[str], edge: Edge) -> Refusal | None:
    """Why units that move together may not overrun the enemy in the next hex, if they may not; whether they can pay is
    another question.
    """
    there = edge[1]
    if phase_name(game) not in ("movement", "motorized"):
        return Refusal("refused.no-overruns-now", "11.31", {"hex": there})
    if occupier(game, there) != enemy_of(side_of(game, next(iter(unit_ids)))):
        return Refusal("refused.nobody-to-overrun", "11.31", {"hex": there})
    if there in closed_to(game.content, side_of(game, next(iter(unit_ids)))):
        return Refusal("refused.closed", "10.27b", {"hex": there})
    if there in shut_exits(game, side_of(game, next(iter(unit_ids)))):
        return Refusal("refused.exit-lost", "11.63", {"hex": there})
    for unit_id in unit_ids:
        refusal = may_take_part(game, unit_id)
        if refusal is not None:
            return refusal
    if len({game.state.units[unit_id].start for unit_id in unit_ids}) > 1:
        return Refusal("refused.began-apart", "11.32", {"hex": there})
    return (
        enemy_zones_forbid(game, unit_ids, edge)
        or ground_forbids(game, unit_ids, edge)
        or why_no_step(game, unit_ids, edge)
        or too_weak(game, unit_ids, edge)
    )


@rule("11.32", "11.33", "11.36a", "21.53")
def may_take_part(game: Game, unit_id: str) -> Refusal | None:
    """Why a unit may not be part of an overrunning stack, if it may not."""
    about = {"unit": unit_id}
    rides = side_of(game, unit_id) == SOVIET and printed(game, unit_id).type == CAVALRY
    if is_artillery(game, unit_id) or not (is_motorized(game, unit_id) or rides):
        return Refusal("refused.cannot-overrun", "11.32", about)
    if printed(game, unit_id).nkvd or is_axis_allied(game, unit_id):
        return Refusal("refused.not-trained-to-overrun", "11.33", about)
    if game.state.units[unit_id].special not in ("", "overrun"):
        return Refusal("refused.special-movement", "11.36a", about)
    return None


@rule("10.45c", "10.48")
def why_no_step(game: Game, unit_ids: Collection[str], edge: Edge) -> Refusal | None:
    """Why one of some units could never go into the overrun hex, if one could not."""
    for unit_id in unit_ids:
        reason = prohibition(game, unit_id, edge)
        if reason:
            return Refusal(reason, FORBIDDEN_BY[reason], {"unit": unit_id, "hex": edge[1]})
    return None


@rule("11.34", "11.34/note")
def enemy_zones_forbid(game: Game, unit_ids: Collection[str], edge: Edge) -> Refusal | None:
    """An overrun is not made out of the zone of control of an enemy who is not overrun; by a switch, not into one."""
    enemy = enemy_of(side_of(game, next(iter(unit_ids))))
    where = edge[1] if is_on(game.content, "overrun-not-into-zones") else edge[0]
    others = [label for label in exerting_into(game, where, enemy) if label != edge[1]]
    return Refusal("refused.other-zones", "11.34", {"hex": others[0]}) if others else None


@rule("11.35a", "11.35b", "18.14")
def ground_forbids(game: Game, unit_ids: Collection[str], edge: Edge) -> Refusal | None:
    """Weather, terrain and works that allow no overrun: mud, snow for the Axis, cities, mountains, belts, wide water;
    marsh and swamp off the road unless they are frozen. Switches open frozen major rivers, and close frozen marsh.
    """
    content, there, about = game.content, edge[1], {"hex": edge[1]}
    axis = side_of(game, next(iter(unit_ids))) == AXIS
    if mud_in(game, there) or (axis and snow_in(game, there)):
        return Refusal("refused.weather-forbids-overrun", "11.35a", about)
    words = [content.terrain_chart.terrain[part].overrun for part in content.parts[there]]
    sides = content.terrain_chart.sides
    on_ice = {"major-river"} if is_frozen(game) and is_on(content, "overruns-cross-frozen-rivers") else set()
    words += [sides[feature].overrun for feature in content.hexsides[edge] - on_ice if feature in sides]
    if "never" in words or is_belt(game, there) or is_citadel(game, there):
        return Refusal("refused.ground-forbids-overrun", "11.35a", about)
    on_way = edge in content.roads or edge in content.rails
    thawed = not is_frozen(game) or ("marsh" in content.parts[there] and is_on(content, "marsh-never-freezes"))
    if "frozen-or-road" in words and thawed and not on_way:
        return Refusal("refused.swamp-forbids-overrun", "11.35b", about)
    return None


@rule("11.35c", "18.15", "22.13")
def is_fortified(game: Game, edge: Edge, defender: str) -> bool:
    """Whether an overrun goes across a fortified line or into a strongpoint of the defender."""
    strongpoint = strongpoint_of(game, edge[1], defender)
    if strongpoint is not None and strongpoint.status == "completed":
        return True
    return defender == SOVIET and line_crossed(game, edge)


@rule("11.35c", "11.36c", "11.36c/note", "11.36d", "22.13")
def too_weak(game: Game, unit_ids: Collection[str], edge: Edge) -> Refusal | None:
    """Odds that are too low: five to one at least, and against works twelve to one with motorized engineers."""
    about: dict[str, str | int] = {"hex": edge[1], "odds": least_odds(game, edge)}
    defender = enemy_of(side_of(game, next(iter(unit_ids))))
    if is_fortified(game, edge, defender) and not lends_itself(game, unit_ids):
        return Refusal("refused.overrun-needs-engineers", "11.35c", about)
    attack, defence = attack_of(game, unit_ids), defence_of(game, edge[1])
    if attack < game.content.table("overrun", OverrunFile).least_attack or attack < least_odds(game, edge) * defence:
        by = "11.35c" if is_fortified(game, edge, defender) else "11.36c"
        return Refusal("refused.too-weak-to-overrun", by, about)
    return None


@rule("11.35c", "22.13", "22.14")
def lends_itself(game: Game, unit_ids: Collection[str]) -> str:
    """A motorized engineer among some units that has done nothing else in this turn; empty if there is none."""
    open_tasks = ("",) if is_on(game.content, "one-overrun-of-works") else ("", "overrun")
    for unit_id in unit_ids:
        free = game.state.units[unit_id].task in open_tasks
        if free and is_engineer(game, unit_id) and is_motorized(game, unit_id):
            return unit_id
    return ""


def least_odds(game: Game, edge: Edge) -> int:
    """The odds that an overrun needs."""
    file, defender = game.content.table("overrun", OverrunFile), occupier(game, edge[1])
    fortified = defender is not None and is_fortified(game, edge, defender)
    return file.least_odds_fortified if fortified else file.least_odds


# Strengths, cost and modifiers


@rule("11.36e", "11.36g", "11.36h", "11.37d", "11.3/note")
def attack_of(game: Game, unit_ids: Collection[str]) -> int:
    """The attack strength of an overrunning stack; nothing else adds to it."""
    return sum(figures(game, unit_id).attack for unit_id in unit_ids)


@rule("11.36d", "11.36h", "11.37e", "22.57")
def defence_of(game: Game, label: str) -> int:
    """The defence strengths of all units in a hex but flotillas, of artillery too; who is untried counts for one, or by
    a switch for nothing.
    """
    there = [each for each in units_in(game, label) if not is_flotilla(game, each)]
    untried = 0 if is_on(game.content, "untried-count-nothing-overrun") else untried_defence(game.content)
    return sum(untried if is_untried(game, each) else figures(game, each).defence for each in there)


@rule("11.37a", "11.37b")
def overrun_cost(game: Game, unit_id: str, edge: Edge, way: Way, came: Way | None) -> int | None:
    """What an overrun costs a unit, in quarters: a point besides what the hex and its hexside cost, by the road if it
    keeps to one; zones that reach into the hex cost nothing, and by a switch works do not either.
    """
    cost = ground_cost(game, unit_id, edge, way, came)
    if cost is None:
        return None
    free = is_on(game.content, "works-cost-overruns-nothing")
    more = quarters(game.content.table("movement", MovementFile).overrun)
    return cost + (0 if free else works_cost(game, side_of(game, unit_id), edge)) + more


class Reckoning(NamedTuple):
    """What an overrun is resolved with: both strengths, what modifies the roll by name, and the net of it."""

    attack: int
    defence: int
    modifiers: dict[str, int]
    net: int


@rule("11.37d", "11.37e", "11.37f", "11.37g")
def reckoning(game: Game, unit_ids: Collection[str], edge: Edge) -> Reckoning:
    """Work out an overrun; the net modifier is held within its limits."""
    file = game.content.table("overrun", OverrunFile)
    attack, defence = attack_of(game, unit_ids), defence_of(game, edge[1])
    odds = max((each for each in file.odds if attack >= each * defence), default=min(file.odds))
    found = {"odds": file.odds[odds], **ground(game, edge)}
    low, high = file.limits
    return Reckoning(attack, defence, found, min(max(sum(found.values()), low), high))


def lines_of(reckoned: Reckoning) -> tuple[Line, ...]:
    """The sum of an overrun, line by line."""
    found = [Line(f"overrun-{name}", f"{value:+d}", "11.37g") for name, value in reckoned.modifiers.items()]
    strengths = Line("overrun-strengths", f"{reckoned.attack} : {reckoned.defence}", "11.37d")
    return strengths, *found, Line("overrun-modifier", f"{reckoned.net:+d}", "11.37g")


@rule("11.35b", "11.37g", "11.38b")
def ground(game: Game, edge: Edge) -> dict[str, int]:
    """What modifies the roll besides the odds, by name: the ground, and the state that the defenders are in."""
    content, there = game.content, edge[1]
    parts, defenders = content.parts[there], [game.state.units[each] for each in units_in(game, there)]
    defender = side_of(game, units_in(game, there)[0])
    holds = {
        "overrun-marker": any(unit.overrun for unit in defenders),
        "out-of-supply": any(unit.supply == "out" for unit in defenders),
        "woods": "woods" in parts,
        "hill": "hill" in parts,
        "river": bool(content.hexsides[edge] & STREAMS) and not is_frozen(game) and edge not in content.roads,
        "marsh-or-swamp": bool(parts & {"marsh", "swamp"}),
        "fortification": is_fortified(game, edge, defender),
        "town": there in content.towns and weather_in(game, there) in content.terrain_chart.town.weather,
    }
    values = content.table("overrun", OverrunFile).modifiers
    return {name: values[name] for name, so in holds.items() if so}


@rule("11.37h")
def result_of(row: OverrunRow) -> str:
    """What a row of the Overrun Table says: whether the way is forced, and what the overrunning and the defending side
    lose, as `overrun-success:-/2`.
    """
    losses = "/".join(str(steps or "-") for steps in (row.attacker, row.defender))
    return f"{SUCCESS if row.success else FAILURE}:{losses}"


# The procedure


class Overrun(Procedure, frozen=True):
    """Units overrun the enemy in the next hex. Comes to True where they have entered it, to False where they stay."""

    units: tuple[str, ...]
    target: str
    defenders: tuple[str, ...] = ()
    success: bool = False
    losses: int = 0
    """The steps that the overrunning units lose."""

    def side(self, game: Game) -> str:
        return side_of(game, self.units[0])

    def edge(self, game: Game) -> Edge:
        return game.state.units[self.units[0]].at, self.target

    @rule("11.36d", "11.37c", "15.1/note-overrun", "21.83", "22.14", "22.53", "22.57")
    def begin(self, game: Game) -> None:
        """Declare it, which is no declared attack; garrisons are released, and who is untried is turned over: strength
        that shows may stop it, ground that empties is won.
        """
        edge = self.edge(game)
        needed = least_odds(game, edge)
        builder = lends_itself(game, self.units) if is_fortified(game, edge, enemy_of(self.side(game))) else ""
        for unit_id in self.units:
            task = "overrun" if unit_id == builder else game.state.units[unit_id].task
            change(game, unit_id, special="overrun", fought=True, task=task)
        release(game, self.target)
        there = reveal(game, units_in(game, self.target), "11.36d")
        defenders = tuple(unit_id for unit_id in there if not is_flotilla(game, unit_id))
        for unit_id in defenders:
            change(game, unit_id, fought=True)
        if not defenders:
            self.tell(game, "11.36d", SUCCESS, ())
            game.goto("retreat", success=True)
        elif attack_of(game, self.units) < needed * defence_of(game, self.target):
            self.tell(game, "11.36d", FAILURE, lines_of(reckoning(game, self.units, edge))[:1])
            game.goto("attackers", defenders=defenders)
        else:
            game.goto("resolve", defenders=defenders)

    @rule("11.37f", "11.37g", "11.37h")
    def resolve(self, game: Game) -> None:
        """Roll; the defenders lose their steps first."""
        reckoned = reckoning(game, self.units, self.edge(game))
        rows = chart(game.content, "overrun", OverrunFile)
        die = game.content.table("overrun", OverrunFile).die
        roll = game.roll(die, "overrun", "11.37h", bands=rows.bands(reckoned.net))
        row = rows.entry(roll + reckoned.net)
        lines = (*lines_of(reckoned), Line("overrun-die", str(roll), "11.37h"))
        self.tell(game, "11.37h", result_of(row), lines)
        game.goto("attackers", success=row.success, losses=row.attacker)
        enemy = side_of(game, self.defenders[0])
        game.push(TakeSteps(side=enemy, units=self.defenders, steps=row.defender, cause="11.37h"))

    def tell(self, game: Game, rule_id: str, result: str, lines: tuple[Line, ...]) -> None:
        """Say what the overrun has come to, by the roll or without one."""
        side = self.side(game)
        favours = side if result.startswith(SUCCESS) else enemy_of(side)
        game.say(
            Resolved(
                rule=rule_id, what="overrun", result=result, lines=lines, subject=self.target, favours=favours
            )
        )  # fmt: skip

    @rule("11.37h")
    def attackers(self, game: Game) -> None:
        game.goto("retreat" if self.success else "cavalry")
        game.push(TakeSteps(side=self.side(game), units=self.units, steps=self.losses, cause="11.37h"))

    @rule("11.37j")
    def cavalry(self, game: Game) -> None:
        """Soviet cavalry that fails loses a step more."""
        game.goto("fail")
        riders = tuple(each for each in self.units if printed(game, each).type == CAVALRY)
        steps = game.content.table("overrun", OverrunFile).cavalry_on_failure if riders else 0
        game.push(TakeSteps(side=self.side(game), units=riders, steps=steps, cause="11.37j"))

    @rule("11.37j", "22.57")
    def fail(self, game: Game) -> None:
        """Who has failed stays where it is for the rest of the phase, and goes first where the hex holds too much;
        flotillas leave the hex anyhow.
        """
        for unit_id in self.there(game, self.units):
            change(game, unit_id, finished=True, special="failed-overrun")
        game.goto("stay")
        self.lead_away(game, self.flotillas(game))

    def stay(self, game: Game) -> None:
        game.finish(False)

    @rule("11.37i", "21.51a/note-overrun")
    def retreat(self, game: Game) -> None:
        """The active player leads the defenders away; nobody, NKVD units either, makes them stand."""
        game.goto("mark")
        self.lead_away(game, [*self.there(game, self.defenders), *self.flotillas(game)])

    @rule("22.57")
    def flotillas(self, game: Game) -> list[str]:
        """The flotillas in the hex, which are no part of its defence and retreat whatever comes of the overrun."""
        return [unit_id for unit_id in units_in(game, self.target) if is_flotilla(game, unit_id)]

    def lead_away(self, game: Game, unit_ids: list[str]) -> None:
        enemy = enemy_of(self.side(game))
        if unit_ids:
            game.push(Retreat(side=enemy, units=tuple(unit_ids), origin=(self.target,), manner="overrun"))

    @rule("11.38", "11.38a", "11.38c", "21.23")
    def mark(self, game: Game) -> None:
        """Those who got away have an Overrun marker: artillery has fired, an HQ is no longer operational."""
        for unit_id in self.there(game, self.defenders):
            unit = game.state.units[unit_id]
            change(
                game,
                unit_id,
                overrun=True,
                fired=unit.fired or is_artillery(game, unit_id),
                operational=unit.operational and not is_headquarters(game, unit_id),
            )
        game.goto("enter")

    @rule("6.42", "11.37i")
    def enter(self, game: Game) -> None:
        """The units move into the hex; supply units and markers that stood there are removed, also where the last
        of those who overran it is lost.
        """
        there = self.there(game, self.units)
        removed_by_entry(game, self.target, self.side(game))
        for name, bridge in game.state.bridges.items():
            if bridge.at == self.target and bridge.side == enemy_of(self.side(game)):
                take_up(game, name)
        for unit_id in there:
            change(game, unit_id, at=self.target)
        control.settle(game)
        game.finish(bool(there))

    def there(self, game: Game, unit_ids: tuple[str, ...]) -> list[str]:
        """Those of some units that are still on the map."""
        return [unit_id for unit_id in unit_ids if game.state.units[unit_id].at]


PROCEDURES = (Overrun,)
