"""What the staff answers in the midst of a fight: opportunity fire, assaults, air attacks."""

from __future__ import annotations

from sandtable.games.gts.assault.assault_fire import AssaultFire
from sandtable.games.gts.assault.assault_procedure import Assault
from sandtable.games.gts.conditions.air_power import figures as air_figures
from sandtable.games.gts.staff import assaults, shooting
from sandtable.games.gts.staff.plans import Plans, names
from sandtable.games.gts.staff.shooting import quality_of
from sandtable.kernel import Decision

# Fire


def opportunity(plans: Plans, decision: Decision) -> str:
    """Everybody who can fires: it costs nothing. The best shot comes first."""
    able = names(decision, "unit")
    if not able:
        return decision.default
    target = str(decision.args["unit"])
    return f"unit:{max(able, key=lambda firer: (shooting.opportunity(plans.situation, firer, target), firer))}"


def aim(plans: Plans, decision: Decision) -> str:
    firer = str(decision.args["unit"])
    able = names(decision, "unit")
    return f"unit:{max(able, key=lambda target: (shooting.opportunity(plans.situation, firer, target), target))}"


def assault_aim(plans: Plans, decision: Decision) -> str:
    frame = plans.game.state.stack[-1]
    assert isinstance(frame, AssaultFire)
    firer = str(decision.args["unit"])
    attacking = firer in frame.attackers
    able = names(decision, "unit")
    return "unit:" + max(
        able,
        key=lambda target: (
            assaults.burst(plans, firer, target, able, attacking=attacking),
            target,
        ),
    )


def fire_target(plans: Plans, decision: Decision) -> str | None:
    """The target at which a unit of a stack does most."""
    firer = str(decision.args["unit"])
    able = names(decision, "unit")
    if not able:
        return None
    return f"unit:{max(able, key=lambda target: (shooting.fire(plans.situation, firer, target), target))}"


def timing(plans: Plans, decision: Decision) -> str:
    """Fire at the side of the counter that is easier to hit."""
    unit_id = str(decision.args["unit"])
    kind = plans.situation.content.counters[unit_id]
    if kind.transport is None or decision.args["trigger"] == "entrenchment":
        return "do:before"
    mounted = plans.situation.units[unit_id].mounted
    now, then = (kind.transport, kind.front) if mounted else (kind.front, kind.transport)
    return "do:after" if then.defense > now.defense else "do:before"


def air_attack(plans: Plans, decision: Decision) -> str:
    """The target that suffers most, those near the own units first."""
    side = plans.side
    air_unit = next(name for owner, name in air_figures(plans.game).units.items() if owner == side)
    best = max((shooting.bombing(plans.situation, air_unit, target), target) for target in names(decision, "unit"))
    return f"unit:{best[1]}" if best[0] > 0.1 else "do:hold-aircraft"


# Assaults


def assault_frame(plans: Plans) -> Assault:
    frame = plans.game.state.stack[-1]
    assert isinstance(frame, Assault)
    return frame


def assault_where(plans: Plans, decision: Decision) -> str:
    frame = assault_frame(plans)
    labels = names(decision, "hex")
    return f"hex:{max(labels, key=lambda label: (assaults.prospects(plans, frame.attackers, label), label))}"


def stand_or_retreat(plans: Plans, decision: Decision) -> str:
    frame = assault_frame(plans)
    return assaults.stand_or_retreat(plans, frame.attackers, frame.target)


def charge_or_fire(plans: Plans, decision: Decision) -> str:
    frame = assault_frame(plans)
    return assaults.charge_or_fire(plans, frame.attackers, frame.target)


def break_off(plans: Plans, decision: Decision) -> str:
    frame = assault_frame(plans)
    return assaults.press_on(plans, frame.attackers, frame.target)


def meet_charge(plans: Plans, decision: Decision) -> str:
    able = names(decision, "unit")
    return f"unit:{max(able, key=lambda unit_id: (quality_of(plans.situation, unit_id), unit_id))}"


def retreat_to(plans: Plans, decision: Decision) -> str:
    return f"hex:{assaults.retreat_to(plans, names(decision, 'hex'))}"


def least(plans: Plans, decision: Decision) -> str:
    """Of own units to lose the one that matters least."""
    able = names(decision, "unit")
    return f"unit:{min(able, key=lambda unit_id: (shooting.end_of(plans.situation, unit_id), unit_id))}"
