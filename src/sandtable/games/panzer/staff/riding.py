"""How a staff uses vehicles against men, and where it has men and guns get out."""

from __future__ import annotations

from sandtable.games.panzer.assault.attacks import Assault
from sandtable.games.panzer.assault.dismount_attack import STORM, targets_outside
from sandtable.games.panzer.assault.overrun import OVERRUN, attack_of
from sandtable.games.panzer.combat.gp_defense import gp_defense_as_known
from sandtable.games.panzer.combat.gp_results import combat_table
from sandtable.games.panzer.combat.passengers import passengers_of
from sandtable.games.panzer.movement.loading import DISMOUNT
from sandtable.games.panzer.staff.assaults import is_worthwhile, promise_of
from sandtable.games.panzer.staff.estimates import worth
from sandtable.games.panzer.staff.situation import Situation
from sandtable.kernel import Decision

GOOD_CHANCE = 0.35
"""How likely an overrun must harm its target to be made."""
IN_REACH = 7
"""From how many hexes of an enemy on passengers get out."""


def named(decision: Decision, kind: str) -> list[str]:
    return [option.removeprefix(f"{kind}:") for option in decision.ids if option.startswith(f"{kind}:")]


def charge(situation: Situation, decision: Decision, unit_id: str) -> str | None:
    """Drive over men and guns who are likely to be harmed, or have a squad jump off at them."""
    chances = {each: chance_to_overrun(situation, unit_id, each) for each in named(decision, OVERRUN)}
    best = max(chances, key=lambda each: chances[each] * worth(situation.content, each), default="")
    if best and chances[best] >= GOOD_CHANCE:
        return f"{OVERRUN}:{best}"
    return next((f"{STORM}:{each}" for each in named(decision, STORM) if storms(situation, each)), None)


def chance_to_overrun(situation: Situation, unit_id: str, target: str) -> float:
    """How likely an overrun is to have any effect on its target."""
    attack, modifiers = attack_of(situation.game, unit_id, target, ())
    table, defense = combat_table(situation.content), gp_defense_as_known(situation.game, target).value
    results = [table.result(attack.factor, defense, roll + modifiers.total) for roll in range(1, 101)]
    return sum(result == "effective" for result in results) / 100


def storms(situation: Situation, rider: str) -> dict[tuple[str, str], float]:
    """The attacks that a passenger could make as it gets out and that are worthwhile, each with what it promises."""
    found = {}
    for target, hexes in targets_outside(situation.game, rider).items():
        for at in hexes:
            assault = Assault(target=target, attackers=(rider,), at=at, dismounts=True)
            if is_worthwhile(situation, assault):
                found[target, at] = promise_of(situation, assault) * worth(situation.content, target)
    return found


def storm_target(situation: Situation, decision: Decision) -> str | None:
    found = storms(situation, str(decision.args["unit"]))
    return f"unit:{max(found, key=lambda each: found[each])[0]}" if found else None


def storm_from(situation: Situation, decision: Decision) -> str | None:
    target = str(decision.args["target"])
    found = {
        at: value for (other, at), value in storms(situation, str(decision.args["unit"])).items() if other == target
    }
    return f"hex:{max(found, key=lambda at: found[at])}" if found else None


def gets_out(situation: Situation, vehicle: str) -> bool:
    """Whether passengers of a vehicle get out here: the enemy is near, or they are where they were to go."""
    at = situation.state.units[vehicle].at
    return situation.enemies_within(at, IN_REACH) or any(at in goal.hexes for goal in situation.goals)


def set_down(situation: Situation, decision: Decision, unit_id: str) -> str | None:
    """Let a passenger off."""
    riders = named(decision, DISMOUNT)
    return f"{DISMOUNT}:{riders[0]}" if riders and gets_out(situation, unit_id) else None


def carries_somebody_to_set_down(situation: Situation, unit_id: str) -> bool:
    return bool(passengers_of(situation.game, unit_id)) and gets_out(situation, unit_id)


def dismount_where(situation: Situation, decision: Decision) -> str:
    """Where the danger is least, and what counts is near."""
    unit_id = str(decision.args["unit"])
    return f"hex:{max(named(decision, 'hex'), key=lambda at: situation.value(unit_id, at))}"
