"""How a staff has men and guns turn and take cover at the end of a turn."""

from __future__ import annotations

from sandtable.games.panzer.cards import Towed
from sandtable.games.panzer.combat.fields_of_fire import in_limited_field
from sandtable.games.panzer.combat.suppression import is_suppressed
from sandtable.games.panzer.movement.reach import facing_name
from sandtable.games.panzer.staff.shooting import units_offered
from sandtable.games.panzer.staff.situation import Situation, facing_to
from sandtable.games.panzer.units import card_of
from sandtable.kernel import Decision

THREATENED = 0.15
"""The share of its worth that a unit must be about to lose to take cover where it has nobody to fire at."""


def pivot(situation: Situation, decision: Decision) -> str:
    """Guns turn to the nearest enemy if they do not bear on him; men fire all round as they are."""
    units = situation.state.units
    for unit_id in units_offered(decision):
        there = situation.nearest_enemy(units[unit_id].at)
        is_gun = isinstance(card_of(situation.game, unit_id), Towed)
        if there and is_gun and not in_limited_field(situation.content, units[unit_id], "forward", there):
            return f"unit:{unit_id}"
    return "do:done"


def towards_the_enemy(situation: Situation, decision: Decision) -> str | None:
    """To the nearest enemy."""
    unit = situation.state.units[str(decision.args["unit"])]
    at = str(decision.args.get("hex", unit.at))
    there = situation.nearest_enemy(at)
    if not there or there == at:
        return None
    return f"face:{facing_name(situation.content, facing_to(situation.content, at, there))}"


def full_cover(situation: Situation, decision: Decision) -> str:
    """Who is suppressed, or fired at by enemies at whom he cannot fire, lies low; the others get up."""
    for unit_id in units_offered(decision):
        if lies_low(situation, unit_id) != situation.state.units[unit_id].full_cover:
            return f"unit:{unit_id}"
    return "do:done"


def lies_low(situation: Situation, unit_id: str) -> bool:
    unit = situation.state.units[unit_id]
    if is_suppressed(situation.game, unit_id):
        return True
    threat = situation.danger(unit_id, unit.at, unit.facing, unit.spot)
    return threat > max(THREATENED, situation.prospect(unit_id, unit.at))


def pace(situation: Situation, decision: Decision) -> str:
    """Crawl where one is fired at, walk elsewhere."""
    unit_id = str(decision.args["unit"])
    unit = situation.state.units[unit_id]
    return "do:crawl" if situation.danger(unit_id, unit.at, unit.facing, "move") > THREATENED else "do:walk"
