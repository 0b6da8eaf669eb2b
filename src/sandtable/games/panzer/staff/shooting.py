"""At whom a staff has its units fire, with what, and when it fires on overwatch."""

from __future__ import annotations

from sandtable.games.panzer.combat.hit_angle import aspects
from sandtable.games.panzer.spotting.spotting_phase import cover_of
from sandtable.games.panzer.staff.estimates import promise, worth
from sandtable.games.panzer.staff.situation import Situation
from sandtable.games.panzer.tables.basic import CoverFile
from sandtable.kernel import Decision

FINISHED = 1.5
"""How much more it is worth to hit a vehicle that is damaged already."""


def shot(situation: Situation, firer: str, target: str, net: int = 0) -> float:
    """What a shot of a unit at an enemy promises, in victory points, with some modifiers besides his cover."""
    units, content = situation.state.units, situation.content
    here, there = units[firer], units[target]
    far = content.distance(here.at, there.at)
    covered = content.table("cover", CoverFile).cover[cover_of(situation.game, target).cover].ap
    share = promise(content, firer, target, far, aspects(content, there, here)[0], covered + net)
    value = share * worth(content, target)
    return value * FINISHED if there.damaged else value


def best_shot(situation: Situation, firer: str, net: int = 0) -> float:
    """The best of the shots that a unit has now."""
    spotted = situation.state.spotted.get(firer, ())
    return max((shot(situation, firer, target, net) for target in spotted if target in situation.enemies), default=0.0)


def units_offered(decision: Decision) -> list[str]:
    return [option.removeprefix("unit:") for option in decision.ids if option.startswith("unit:")]


def target(situation: Situation, decision: Decision) -> str | None:
    """The enemy at whom all of those who spot him promise most together."""
    offered = units_offered(decision)

    def together(enemy: str) -> float:
        spotters = [each for each in situation.mine if enemy in situation.state.spotted.get(each, ())]
        return sum(shot(situation, each, enemy) for each in spotters)

    return f"unit:{max(offered, key=together)}" if offered else None


def firers(situation: Situation, decision: Decision) -> str:
    """All those for whom there is no better target."""
    aimed_at = str(decision.args["unit"])
    for unit_id in units_offered(decision):
        if shot(situation, unit_id, aimed_at) >= best_shot(situation, unit_id) or decision.find("do:fire") is None:
            return f"unit:{unit_id}"
    return "do:fire"


def load(situation: Situation, decision: Decision) -> str:
    """The weapon and ammunition that promise most."""
    return decision.default


def overwatch(situation: Situation, decision: Decision) -> str:
    """Fire where it promises something."""
    best, chosen = situation.doctrine.worthwhile, "do:pass"
    watching = [each for each in situation.mine if situation.state.commands[each].order == "overwatch"]
    for enemy in units_offered(decision):
        value = max((shot(situation, each, enemy) for each in watching), default=0.0)
        if value > best:
            best, chosen = value, f"unit:{enemy}"
    return chosen


def second_weapon(situation: Situation, decision: Decision) -> str:
    """All weapons that can fire at once do."""
    return next(option for option in decision.ids if option.startswith("load:"))


def second_target(situation: Situation, decision: Decision) -> str:
    """The most valuable."""
    return max(decision.ids, key=lambda option: worth(situation.content, option.removeprefix("unit:")))


def claim(situation: Situation, decision: Decision) -> str | None:
    """Who moves says so: it is harder to hit, and will be seen to move soon enough."""
    return "do:reveal"
