"""At whom a staff has its units fire, and when it fires on overwatch."""

from __future__ import annotations

from sandtable.games.panzer.spotting.spotting_phase import cover_of
from sandtable.games.panzer.staff.estimates import promise, worth
from sandtable.games.panzer.staff.situation import Situation
from sandtable.games.panzer.tables.basic import CoverFile
from sandtable.kernel import Decision

COVERED = 0.05
"""How much less a shot promises for each column that cover takes from it."""
FINISHED = 1.5
"""How much more it is worth to hit a vehicle that is damaged already."""


def shot(situation: Situation, firer: str, target: str) -> float:
    """What a shot of a unit at an enemy promises, in victory points."""
    units, content = situation.state.units, situation.content
    here, there = units[firer], units[target]
    far = content.distance(here.at, there.at)
    share = promise(content, firer, target, far, situation.aspect(there, here))
    covered = content.table("cover", CoverFile).cover[cover_of(situation.game, target).cover].ap
    value = share * max(0.2, 1 + COVERED * covered) * worth(content, target)
    return value * FINISHED if there.damaged else value


def best_shot(situation: Situation, firer: str) -> float:
    """The best of the shots that a unit has now."""
    spotted = situation.state.spotted.get(firer, ())
    return max((shot(situation, firer, target) for target in spotted if target in situation.enemies), default=0.0)


def _units(decision: Decision) -> list[str]:
    return [option.removeprefix("unit:") for option in decision.ids if option.startswith("unit:")]


def target(situation: Situation, decision: Decision) -> str:
    """The enemy at whom all of those who spot him promise most together."""

    def together(enemy: str) -> float:
        spotters = [each for each in situation.mine if enemy in situation.state.spotted.get(each, ())]
        return sum(shot(situation, each, enemy) for each in spotters)

    return f"unit:{max(_units(decision), key=together)}"


def firers(situation: Situation, decision: Decision) -> str:
    """All those for whom there is no better target."""
    aimed_at = str(decision.args["unit"])
    for unit_id in _units(decision):
        if shot(situation, unit_id, aimed_at) >= best_shot(situation, unit_id) or decision.find("do:fire") is None:
            return f"unit:{unit_id}"
    return "do:fire"


def overwatch(situation: Situation, decision: Decision) -> str:
    """Fire where it promises something; an enemy who comes nearer is worth waiting for only so long."""
    offered = _units(decision)
    best, chosen = situation.doctrine.worthwhile, "do:pass"
    for enemy in offered:
        watching = [each for each in situation.mine if situation.state.commands[each].order == "overwatch"]
        value = max((shot(situation, each, enemy) for each in watching), default=0.0)
        if value > best:
            best, chosen = value, f"unit:{enemy}"
    return chosen
