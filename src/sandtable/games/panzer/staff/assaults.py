"""Whom a staff has its men assault, with whom, and where they go after it."""

from __future__ import annotations

from sandtable.games.panzer.assault.attackers import hexes_in_command, why_not
from sandtable.games.panzer.assault.attacks import Assault, is_close_assault
from sandtable.games.panzer.assault.close_assault import results_of
from sandtable.games.panzer.assault.declared_assaults import DeclaredAssaults, strongest_first
from sandtable.games.panzer.assault.hand_to_hand import DIE
from sandtable.games.panzer.assault.modifiers import attacker_modifiers, close_assault_modifiers, defender_modifiers
from sandtable.games.panzer.staff.estimates import worth
from sandtable.games.panzer.staff.shooting import units_offered
from sandtable.games.panzer.staff.situation import Situation
from sandtable.kernel import Decision
from sandtable.kernel.dice import contest_of, outcomes

ENOUGH = 0.6
"""How likely the first round of a melee must be won for a staff to begin it: who loses it is as good as lost."""
HARMED = ("damaged", "track-hit", "knocked-out", "destroyed")


def groups(situation: Situation, target: str, units: list[str]) -> list[Assault]:
    """The attacks that units can make on a target, those of each hex together."""
    game, found = situation.game, dict[str, list[str]]()
    for unit_id in strongest_first(game, units):
        found.setdefault(hexes_in_command(game, unit_id, target)[0], []).append(unit_id)
    here = situation.state.units
    return [
        Assault(target=target, attackers=tuple(each), at=at, advancing=any(here[one].at != at for one in each))
        for at, each in found.items()
    ]


def promise_of(situation: Situation, assault: Assault) -> float:
    """How likely an attack harms a vehicle, or wins the first round of a melee."""
    game = situation.game
    if is_close_assault(game, assault.target):
        net = close_assault_modifiers(game, assault).total
        return sum(result in HARMED for result in results_of(game, assault, net)) / 100
    ours, theirs = attacker_modifiers(game, assault).total, defender_modifiers(game, assault.target).total
    lead = theirs - ours
    rolls = outcomes(contest_of(DIE, lead), (lead + 1,))
    return float(sum(chance for (first, second), chance in rolls if first - second > lead))


def is_worthwhile(situation: Situation, assault: Assault) -> bool:
    """Vehicles are assaulted at no risk; a melee needs good odds."""
    promised = promise_of(situation, assault)
    return promised >= ENOUGH if not is_close_assault(situation.game, assault.target) else promised > 0


def assault_target(situation: Situation, decision: Decision) -> str | None:
    """The enemy on whom an attack promises most."""
    best, chosen = 0.0, None
    for target in units_offered(decision):
        able = [each for each in situation.mine if why_not(situation.game, each, target) is None]
        for assault in groups(situation, target, able):
            value = promise_of(situation, assault) * worth(situation.content, target)
            if is_worthwhile(situation, assault) and value > best:
                best, chosen = value, f"unit:{target}"
    return chosen


def attackers(situation: Situation, decision: Decision) -> str | None:
    """Everybody of the hexes from which the attack is worthwhile; who can join one that is declared does."""
    target, offered = str(decision.args["target"]), units_offered(decision)
    declared = situation.state.stack[-1]
    assert isinstance(declared, DeclaredAssaults)
    for assault in groups(situation, target, offered):
        joins = assault.at in declared.hexes
        if joins or is_worthwhile(situation, assault) or decision.find("do:assault") is None:
            return f"unit:{assault.primary}"
    return "do:assault"


def advance_after(situation: Situation, decision: Decision) -> str:
    """Who comes nearer to what counts goes."""
    at = str(decision.args["hex"])
    for unit_id in units_offered(decision):
        if situation.pull(unit_id, at) > situation.pull(unit_id, situation.state.units[unit_id].at):
            return f"unit:{unit_id}"
    return "do:stay"


def advance_to(situation: Situation, decision: Decision) -> str:
    """Where the attackers are least in danger."""
    unit_id = str(decision.args["unit"])
    return max(decision.ids, key=lambda option: situation.value(unit_id, option.removeprefix("hex:")))
