"""How a staff answers what is neither a move nor a battle."""

from __future__ import annotations

from sandtable.games.efs.combat.advances import Advance
from sandtable.games.efs.engineers.demolition import destroy
from sandtable.games.efs.staff import ground
from sandtable.games.efs.staff.posts import guns_left
from sandtable.games.efs.staff.situation import Situation
from sandtable.games.efs.state import AXIS
from sandtable.games.efs.supply.routes import supplied_hexes
from sandtable.games.efs.supply.supply_phase import in_need
from sandtable.games.efs.units import is_artillery, is_headquarters
from sandtable.kernel import Decision
from sandtable.mechanics.roster import units_in

HEADQUARTERS_DEAR = 9.0
"""How much dearer an HQ is than its strengths say."""


STARVING = 8.0
"""The attack strength without supply for which a point is spent."""


def first(situation: Situation, decision: Decision) -> str:
    return decision.options[0].id


def last(situation: Situation, decision: Decision) -> str:
    return decision.options[-1].id


def lose_step(situation: Situation, decision: Decision) -> str:
    """The cheapest step: of a unit with others left before a whole unit, the weak first; guns and armor dearer."""

    def price(option: str) -> tuple[bool, float, str]:
        unit_id = option.removeprefix("unit:")
        if unit_id not in situation.state.units:
            return True, 99.0, option
        last = situation.state.units[unit_id].steps == 1
        dear = HEADQUARTERS_DEAR if is_headquarters(situation.game, unit_id) else 0.0
        return last, situation.strength(unit_id) + situation.defence(unit_id) + dear, option

    return min(decision.ids, key=price)


def retreat(situation: Situation, decision: Decision) -> str | None:
    """Own units go back to where they are safe and useful; the enemy's are led into trouble."""
    hexes = [option for option in decision.options if option.id.startswith("hex:")]
    if not hexes:
        return None
    at = str(decision.args["hex"])
    there = [unit_id for unit_id in situation.own if situation.state.units[unit_id].at == at]
    leads_own = bool(there) or not any(
        unit.at == at and unit_id not in situation.own for unit_id, unit in situation.state.units.items()
    )
    if not leads_own:
        return max(hexes, key=lambda option: (option.grave, -situation.far_from_enemy(option.id[4:]), option.id)).id
    return min(hexes, key=lambda option: (option.grave, *badness(situation, option.id[4:]), option.id)).id


def badness(situation: Situation, label: str) -> tuple[float, int]:
    """How bad a hex is for those who retreat: far from what must be kept, near the enemy, without shelter."""
    game = situation.game
    goals = {**situation.keeps, **situation.prizes}
    near = max((points / (1 + situation.content.distance(label, goal)) for goal, points in goals.items()), default=0.0)
    return -near, -ground.shelter(game, situation.side, label)


def advance(situation: Situation, decision: Decision) -> str:
    """One goes into the hex, the sturdiest; more where it counts. Nobody leaves a location that he holds alone, unless
    for a better one, nor guns before another enemy, unless for a location.
    """
    able = [option.removeprefix("unit:") for option in decision.ids if option.startswith("unit:")]
    frame = situation.state.stack[-1]
    assert isinstance(frame, Advance)
    prize = max((situation.prizes.get(label, 0) for label in frame.hexes), default=0)
    troops = [
        unit_id
        for unit_id in able
        if not is_artillery(situation.game, unit_id)
        and not held_by_it_alone(situation, unit_id) >= max(prize, 1)
        and (prize or not guns_left(situation, unit_id))
    ]
    wanted = 2 if prize or any(label in situation.keeps for label in frame.hexes) else 1
    inside = sum(at in frame.hexes for at in situation.own.values())
    if not troops or inside >= wanted:
        return "do:done"
    return "unit:" + max(troops, key=lambda unit_id: (situation.defence(unit_id), unit_id))


def held_by_it_alone(situation: Situation, unit_id: str) -> int:
    """The points of the location that a unit holds by itself."""
    at = situation.state.units[unit_id].at
    alone = sum(other == at for other in situation.own.values()) == 1
    return situation.keeps.get(at, 0) if alone else 0


def advance_where(situation: Situation, decision: Decision) -> str:
    return max(decision.ids, key=lambda option: (situation.worth_of_taking(option[4:]), option))


def build_strongpoint(situation: Situation, decision: Decision) -> str:
    """Where the enemy is near and something is to be held."""
    best, chosen = 0.5, "do:done"
    for option in decision.ids:
        kind, _, name = option.partition(":")
        label = name if kind == "hex" else situation.state.units[name].at if kind == "unit" else ""
        if label and need_of_works(situation, label) > best:
            best, chosen = need_of_works(situation, label), option
    return chosen


def need_of_works(situation: Situation, label: str) -> float:
    """How much a hex needs a fortification; builders of the Axis could neither move nor fight."""
    if situation.side == AXIS:
        return 0.0
    far = situation.far_from_enemy(label)
    near = max(
        (points / (1 + situation.content.distance(label, goal)) for goal, points in situation.keeps.items()),
        default=0.0,
    )
    held = label in situation.own.values()
    return near * (1.5 if held else 0.5) * (1.0 if far <= 2 else 0.7 if far <= 4 else 0.3 if far <= 6 else 0.0)


def destroy_bridge(situation: Situation, decision: Decision) -> str:
    """The Soviets blow up what the enemy stands before, but no bridge by which their own are fed; the Axis wants its
    bridges.
    """
    if situation.side == AXIS:
        return "do:done"
    for option in decision.ids:
        if option.startswith("bridge:"):
            hexside = option.removeprefix("bridge:").partition("/")[0]
            near = min(situation.far_from_enemy(label) for label in hexside.split("-")) <= 2
            if near and not cuts_off(situation, hexside):
                return option
    return "do:done"


def cuts_off(situation: Situation, hexside: str) -> bool:
    """Whether own units would lose their supply with the bridges across a hexside."""
    after = situation.game.fork()
    destroy(after, hexside, situation.side)
    lost = supplied_hexes(situation.game, situation.side) - supplied_hexes(after, situation.side)
    return not lost.isdisjoint(situation.own.values())


def temporary_source(situation: Situation, decision: Decision) -> str:
    """Attack supply is for attacks, unless a good part of the army starves, or points hang on it at the end."""
    for option in decision.ids:
        name = option.removeprefix("unit:")
        if name in situation.state.supplies:
            hungry = [at for at in in_need(situation.game, situation.side, name) if hunger(situation, at)]
            strength = sum(hunger(situation, at) for at in hungry)
            at_the_end = not situation.turns_left and any(at in situation.keeps for at in hungry)
            if strength >= STARVING or at_the_end:
                return option
    return "do:done"


def hunger(situation: Situation, label: str) -> float:
    """The strength of the own units in a hex that lack supply."""
    units = situation.state.units
    there = [unit_id for unit_id in units_in(situation.game, label) if unit_id in situation.own]
    return sum(situation.strength(unit_id) for unit_id in there if units[unit_id].supply != "supplied")


def feed_hex(situation: Situation, decision: Decision) -> str | None:
    """Where most are hungry; no more once nobody is."""
    hexes = [option for option in decision.ids if option.startswith("hex:")]
    best = max(hexes, key=lambda option: (hunger(situation, option[4:]), option), default="")
    if best and (hunger(situation, best[4:]) or not decision.find("do:feed")):
        return best
    return "do:feed"


def choose_group(situation: Situation, decision: Decision) -> str:
    """Reserves are worth their price while there is time to use them."""
    groups = [option for option in decision.ids if option.startswith("group:")]
    return groups[0] if groups and situation.turns_left >= (6 if situation.side == AXIS else 2) else "do:done"
