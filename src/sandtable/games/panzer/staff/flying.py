"""How a staff uses its aircraft, and when it fires at those of the enemy."""

from __future__ import annotations

from sandtable.games.panzer.air.acquisition import is_hidden_from_above
from sandtable.games.panzer.air.aircraft import aircraft_card
from sandtable.games.panzer.air.anti_aircraft import aa_attack, aa_modifiers, aircraft_defense, weapons_bearing
from sandtable.games.panzer.air.attacks import air_attack, distance_ahead, struck_hexes
from sandtable.games.panzer.air.courses import ahead, entries
from sandtable.games.panzer.air.loads import attacks_left, loads_of
from sandtable.games.panzer.areas import Edge
from sandtable.games.panzer.cards import Rockets
from sandtable.games.panzer.combat.gp_results import combat_table
from sandtable.games.panzer.movement.reach import facings_by_name
from sandtable.games.panzer.staff.estimates import worth
from sandtable.games.panzer.staff.situation import Situation
from sandtable.kernel import Decision

EDGES: tuple[Edge, ...] = ("north", "east", "south", "west")
GOOD_CHANCE = 0.15
"""From which chance to harm an aircraft on a unit spends its overwatch on it."""


def prey(situation: Situation) -> dict[str, float]:
    """What the enemies in each hex are worth whom an aircraft can find by itself, in victory points."""
    found: dict[str, float] = {}
    for enemy, unit in situation.enemies.items():
        if not is_hidden_from_above(situation.game, enemy):
            found[unit.at] = found.get(unit.at, 0.0) + worth(situation.content, enemy)
    return found


def on_course(situation: Situation, at: str, facing: int) -> float:
    """What lies on a straight course that is worth an attack."""
    targets = prey(situation)
    return max((targets.get(label, 0.0) for label in ahead(situation.content, at, facing)), default=0.0)


def arms(situation: Situation, decision: Decision) -> str:
    """The load that promises most over all its attacks."""
    card = aircraft_card(situation.content, str(decision.args["unit"]))

    def strength(option: str) -> int:
        load = loads_of(card)[option.rpartition("/")[2]]
        return load.attacks * (max(load.F) if isinstance(load, Rockets) else load.F)

    return max(decision.ids, key=strength)


def air_phase(situation: Situation, decision: Decision) -> str:
    """Send an aircraft as soon as there is something for it to find."""
    return decision.ids[0] if prey(situation) else "do:done"


def entry(situation: Situation, decision: Decision) -> str:
    """The hex from which the best course begins."""
    courses = entries(situation.content, EDGES)

    def best(option: str) -> float:
        at = option.removeprefix("hex:")
        return max(on_course(situation, at, facing) for facing in courses[at])

    return max(decision.ids, key=best)


def heading(situation: Situation, decision: Decision) -> str:
    """The best of the courses from there."""
    at, facings = str(decision.args["hex"]), facings_by_name(situation.content)
    return max(decision.ids, key=lambda option: on_course(situation, at, facings[option.removeprefix("face:")]))


def altitude(situation: Situation, decision: Decision) -> str:
    """As high as its bombs need it, and low for guns and rockets."""
    aircraft_id = str(decision.args["unit"])
    if attacks_left(situation.game, aircraft_id, "bombs") <= 0:
        return "altitude:low"
    dives = aircraft_card(situation.content, aircraft_id).dive_bomber
    return "altitude:high" if dives else "altitude:medium"


def fly(situation: Situation, decision: Decision) -> str:
    """Attack what is acquired, fly on towards it hex by hex, or look for the next target on the course."""
    aircraft_id = str(decision.args["unit"])
    plane = situation.state.aircraft[aircraft_id]
    attack = best_attack(situation, decision, aircraft_id)
    if attack:
        return attack
    way, targets = ahead(situation.content, plane.at, plane.facing), prey(situation)
    if not plane.target:
        offered = [option.removeprefix("unit:") for option in decision.ids if option.startswith("unit:")]
        before = [unit_id for unit_id in offered if situation.state.units[unit_id].at in way]
        if before:
            return f"unit:{max(before, key=lambda unit_id: targets.get(situation.state.units[unit_id].at, 0.0))}"
    left = plane.target or any(label in targets for label in way)
    return f"hex:{way[0]}" if way and left else "do:leave"


def best_attack(situation: Situation, decision: Decision, aircraft_id: str) -> str:
    """The strongest attack that harms the enemy more than friends; nothing where there is none."""
    game, plane = situation.game, situation.state.aircraft[aircraft_id]
    best, chosen = 0.0, ""
    for option in decision.ids:
        attack = option.removeprefix("attack:")
        if attack == option:
            continue
        distance = distance_ahead(game, aircraft_id) or 0
        hexes = struck_hexes(situation.content, plane.at, plane.facing, attack, distance)
        foes = sum(worth(situation.content, each) for each, unit in situation.enemies.items() if unit.at in hexes)
        friends = sum(worth(situation.content, each) for each, unit in situation.mine.items() if unit.at in hexes)
        value = (foes - friends) * air_attack(game, aircraft_id, attack, distance).factor
        if value > best:
            best, chosen = value, option
    return chosen


def chance_to_harm(situation: Situation, unit_id: str, aircraft_id: str) -> float:
    """How likely the best weapon of a unit is to damage an aircraft or shoot it down."""
    game, table = situation.game, combat_table(situation.content)
    defense = aircraft_defense(situation.content, aircraft_id).value
    best = 0.0
    for weapon in weapons_bearing(game, unit_id, aircraft_id):
        net = aa_modifiers(game, unit_id, weapon, aircraft_id, short=False).total
        factor = aa_attack(game, unit_id, weapon, aircraft_id).factor
        harming = sum(table.result(factor, defense, roll + net) == "effective" for roll in range(1, 101))
        best = max(best, harming / 100)
    return best


def anti_aircraft(situation: Situation, decision: Decision) -> str:
    """Fire with all who have a good chance."""
    aircraft_id = str(decision.args["unit"])
    offered = [option for option in decision.ids if option.startswith("unit:")]
    chances = {each: chance_to_harm(situation, each.removeprefix("unit:"), aircraft_id) for each in offered}
    good = [each for each, chance in chances.items() if chance >= GOOD_CHANCE]
    if good:
        return max(good, key=chances.__getitem__)
    return "do:fire" if decision.find("do:fire") is not None else "do:pass"
