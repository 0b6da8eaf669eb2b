"""How the staff moves men: by ways that cover, some going on while others fire, and then onto the enemy."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.asl.artillery.modules import observer_of, place_of
from sandtable.games.asl.control import junctions
from sandtable.games.asl.counters import MACHINE_GUNS
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.movement.movement_phase import Move
from sandtable.games.asl.movement.moves import MoveBase, can_assault, is_begun, left, may_move
from sandtable.games.asl.staff import heavy, night, rallying
from sandtable.games.asl.staff.danger import Manner, exposure, mined, posts
from sandtable.games.asl.staff.routes import Way, march, ways
from sandtable.games.asl.staff.situation import Situation
from sandtable.games.asl.state import DUMMY, NOWHERE, UNKNOWN, Unit
from sandtable.games.asl.units import is_leader, is_mmc, is_squad, units_at, weapons_of
from sandtable.games.asl.weapons.smoke_grenades import may_try, targets
from sandtable.kernel import Choice, Decision, Option

PACE = 4.0
"""How many MF a turn men come on who attack, their advance included."""
NEARER = 0.45
"""What a MF less to the goal is worth to those who attack."""
LATE = 3.0
"""What it costs to be a turn too late for the goal."""
RISK = 0.5
"""What the harm that may come to men on the way counts against that."""
STAY = 0.3
"""What the harm that may come to them where it ends does."""
CARE = 2.0
"""What harm counts to those who defend."""
GUARD = 3
"""From how many hexes away a goal is defended as well as from within, until the last turn."""
SEEN, SIGHT = 0.8, 20
"""What an enemy in sight is worth to an observer, and how far he looks."""
PHONE = 3.0
"""What a field phone without an observer is worth to a leader."""
STEP = 0.08
"""What a step costs that leads nowhere."""
WORTH_IT = 0.2
"""By how much a place must be better than where men are for them to go."""
UNSEEN = 0.4
"""By how much more, for a defender who would lose his concealment."""
CROWD = 0.25
"""What each man more than two in a Location costs."""
SCREEN = 0.12
"""How much harm must threaten on the next step for smoke to be thrown first."""
ODDS, SURE = 1.2, 2.0
"""How many times as strong men must be to close in on the enemy: those who attack, and those who would leave cover."""
MET = 8.0
"""What it costs raiders to run into the enemy on their way; they go in by the advance."""


def _named(decision: Decision, *kinds: str) -> list[tuple[Choice, Option]]:
    return [(choice, option) for option in decision.options if (choice := Choice.of(option.id)).kind in kinds]


# What a place is worth


def slack(situation: Situation, hex_: str) -> float:
    """How many turns those in a hex could still lose and be at the goal in time."""
    return situation.turns_left - 1 - march(situation).get(hex_, 0.0) / PACE


def share(situation: Situation) -> float:
    """How much of the fire that could fall on men falls on each of them, when many are about to move."""
    ready = sum(is_mmc(situation.content, unit) and may_move(situation.game, unit) for unit in situation.own.values())
    return max(0.3, min(1.0, 2.0 / (ready + 0.5)))


def place_worth(situation: Situation, name: str, location: str) -> float:
    """What a place is worth to a unit that stays there."""
    unit, hex_ = situation.state.units[name], hex_of(location)
    wanted = errands(situation).get(name)
    if wanted is not None:
        return rallying.worth(situation, location, wanted) - CARE * exposure(situation, location, "still")
    others = [name for name in units_at(situation.game, location) if situation.state.units[name] is not unit]
    total = -CROWD * max(0, len(others) - 1)
    danger = exposure(situation, location, "still")
    if is_leader(situation.content, unit) and _is_deserted_phone(situation, location):
        total += PHONE
    if not situation.presses:
        loose = max(0, situation.to_goal(hex_) - min(GUARD, situation.turns_left - 1))
        return total - 1.2 * loose - CARE * danger + 0.2 * situation.cover(hex_)
    far = march(situation).get(hex_, 99.0)
    total -= NEARER * far + LATE * max(0.0, far / PACE - (situation.turns_left - 1) - 0.3)
    total -= STAY * danger
    if is_leader(situation.content, unit):
        total += _company(situation, others)
    return total


def _is_deserted_phone(situation: Situation, location: str) -> bool:
    """Whether a field phone is in a Location, and nobody who could call its battery."""
    return any(
        battery.side == situation.side
        and not battery.over
        and place_of(situation.game, battery) == location
        and not observer_of(situation.game, battery)
        for battery in situation.state.batteries.values()
    )


def observes(situation: Situation, name: str) -> bool:
    """Whether a unit calls a battery, which has still something to fire."""
    return any(
        battery.side == situation.side and not battery.over and observer_of(situation.game, battery) == name
        for battery in situation.state.batteries.values()
    )


def errands(situation: Situation) -> dict[str, str]:
    """Where leaders are wanted by broken men."""
    if situation.errands is None:
        calling = {
            observer_of(situation.game, battery)
            for battery in situation.state.batteries.values()
            if battery.side == situation.side and not battery.over
        }
        situation.errands = rallying.errands(situation, calling)
    return situation.errands


def _outlook(situation: Situation, location: str) -> float:
    """What a place is worth to an observer: enemies to see, and nothing to fear from them."""
    seen = sum(
        situation.content.distance(hex_of(location), hex_of(post.at)) <= SIGHT and situation.sight(location, post.at)
        for post in posts(situation)
    )
    return SEEN * min(seen, 3) - CARE * exposure(situation, location, "still") + 0.3 * situation.cover(hex_of(location))


def _company(situation: Situation, others: list[str]) -> float:
    """What leaders like: men to lead, and broken ones to rally; not to be alone."""
    men = [situation.state.units[name] for name in others if situation.state.units[name].side == situation.side]
    if not any(is_mmc(situation.content, man) for man in men):
        return -1.5
    return min(2.0, sum(0.9 if man.broken else 0.4 for man in men if is_mmc(situation.content, man)))


def _score(situation: Situation, name: str, way: Way, part: float) -> float:
    unit = situation.state.units[name]
    at = way.end if way.steps else unit.at
    worth = _outlook(situation, at) if observes(situation, name) else place_worth(situation, name, at)
    return worth - RISK * part * way.risk - STEP * way.steps


def plan(situation: Situation, move: MoveBase) -> tuple[Way, float]:
    """The best way for a stack, and how much better it is than to stay; ways of one step by Assault Movement."""
    part = share(situation)
    manner: Manner = "assault" if move.manner == "assault" else "walk"
    found = ways(situation, move, manner)
    if manner == "walk" and not is_begun(move) and not move.gained and can_assault(situation.game, move):
        found += ways(situation, replace(move, manner="assault"), "assault", 1)[1:]
    worth = [_score(situation, move.units[0], way, part) for way in found]
    best = max(range(len(found)), key=lambda i: worth[i])
    return found[best], worth[best] - worth[0]


# Moving


def who_moves(situation: Situation, decision: Decision) -> str | None:
    """Whoever has most to gain, those without heavy weapons first; men whom nothing better awaits stay."""
    wrecked = night.destroy_gun(situation, decision)
    if wrecked is not None and wrecked != "do:done":
        return wrecked
    memory = situation.memory
    marked = sum(foe.fire != "" for foe in situation.foes)
    if marked != memory.marked:
        memory.marked = marked
        memory.rested -= set(situation.own)
    offered = [
        (_order(situation, choice.name), choice.name, option.id)
        for choice, option in _named(decision, "unit")
        if choice.name not in memory.rested
    ]
    for _, name, option_id in sorted(offered):
        if goes(situation, name):
            return option_id
        memory.rested.add(name)
    return heavy.who_drives(situation, decision) or "do:done"


def _order(situation: Situation, name: str) -> tuple[bool, bool, float]:
    unit = situation.state.units[name]
    if unit.at == NOWHERE:
        return (False, False, 0.0)
    return (
        is_leader(situation.content, unit),
        bool(weapons_of(situation.game, name)),
        march(situation).get(hex_of(unit.at), 0.0),
    )


def goes(situation: Situation, name: str) -> bool:
    """Whether a unit leaves where it is."""
    unit = situation.state.units[name]
    if (unit.kind == DUMMY and not unit.cloak) or heavy.mans_gun(situation, name):
        return False
    if unit.at == NOWHERE:
        return True
    if night.is_raid(situation):
        return not night.stays(situation, unit) and situation.to_goal(hex_of(unit.at)) > 0
    if unit.berserk:
        return True
    if holds(situation, name) or lurks(situation, unit):
        return False
    _, gain = plan(situation, Move(units=(name,)))
    return gain > _worth_it(situation, unit)


def lurks(situation: Situation, unit: Unit) -> bool:
    """Whether the enemy knows nothing of a unit that only has to keep something: it waits for him."""
    return unit.hidden and not situation.presses


def _worth_it(situation: Situation, unit: Unit) -> float:
    """By how much a place must be better than where a unit is for it to go; defenders rather keep their "?"."""
    return WORTH_IT + (UNSEEN if unit.concealed and not situation.presses else 0.0)


def holds(situation: Situation, name: str) -> bool:
    """Whether a unit stays in a hex that is to be held, as the only one or as one of those that defend it; a junction
    is not won by those who stay on it."""
    unit = situation.state.units[name]
    hex_ = hex_of(unit.at)
    victory = situation.content.scenario.victory
    wanted = list(victory.controls.hexes) if victory.controls is not None else []
    wanted += list(victory.points.hexes) if victory.points is not None else []
    if hex_ not in wanted or not is_mmc(situation.content, unit):
        return False
    if hex_ in junctions(situation.content) and situation.presses:
        return False
    mates = [man for other, man in situation.own.items() if other != name and hex_of(man.at) == hex_]
    return not any(is_mmc(situation.content, man) and not man.broken for man in mates)


def move_to(situation: Situation, decision: Decision) -> str | None:
    """On along the best way, step by step, so that what happens on it can be answered."""
    unit_id = str(decision.args["unit"])
    unit = situation.state.units[unit_id]
    move = situation.state.stack[-1]
    if unit.at == NOWHERE or unit.cloak or night.is_raid(situation) or not isinstance(move, MoveBase) or unit.berserk:
        return _walk(situation, decision, unit)
    joins = _joins(situation, decision, move)
    if joins:
        return joins
    way, gain = plan(situation, move)
    if not way.steps or gain <= (_worth_it(situation, unit) if not is_begun(move) else 0.0):
        return "do:done"
    if _wants_smoke(situation, decision, move, way):
        return "do:smoke"
    creeps = way.steps == 1 and decision.find("do:assault") is not None and exposure(situation, way.end, "walk") > 0
    if creeps and _can_assault_to(situation, move, way.end):
        return "do:assault"
    if _should_run(situation, decision, move, way):
        return "do:double-time"
    step = f"hex:{way.first}"
    return step if decision.find(step) is not None else "do:done"


def _can_assault_to(situation: Situation, move: MoveBase, hex_: str) -> bool:
    return any(way.end == hex_ for way in ways(situation, replace(move, manner="assault"), "assault", 1)[1:])


def _joins(situation: Situation, decision: Decision, move: MoveBase) -> str | None:
    """A leader who takes men on, where none of theirs is broken there; more men only where nobody can harm them."""
    if is_begun(move) or move.manner or any(name in errands(situation) for name in move.units):
        return None
    units = situation.state.units
    here = [units[name] for name in units_at(situation.game, units[move.units[0]].at)]
    led = any(is_leader(situation.content, units[name]) for name in move.units)
    squads = sum(is_mmc(situation.content, units[name]) for name in move.units)
    for choice, option in _named(decision, "unit"):
        if observes(situation, choice.name) or choice.name in errands(situation):
            continue
        if is_leader(situation.content, units[choice.name]):
            if not led and squads and not any(man.broken and man.side == situation.side for man in here):
                return option.id
        elif led and squads < 2 and is_squad(situation.content, units[choice.name]):
            way, gain = plan(situation, move)
            if gain > WORTH_IT and way.risk * share(situation) < SCREEN:
                return option.id
    return None


def _wants_smoke(situation: Situation, decision: Decision, move: MoveBase, way: Way) -> bool:
    """Whether smoke is thrown before the next step: where that is dangerous, and enough MF are left to take it."""
    if decision.find("do:smoke") is None or move.entered or situation.state.smoke.get(way.first):
        return False
    game = situation.game
    if not any(may_try(game, name) and way.first in targets(game, name) for name in move.units):
        return False
    step = ways(situation, move, "walk", 1)
    cost = next((each.spent for each in step if each.end == way.first), 99)
    ahead = exposure(situation, way.first, "walk")
    here = exposure(situation, situation.state.units[move.units[0]].at, "walk")
    return left(situation.game, move) >= cost + 6 and ahead * share(situation) > SCREEN and here < 0.6 * ahead


def smoke_where(situation: Situation, decision: Decision) -> str | None:
    """Onto the hex that is entered next, else where the men are; whoever has said that he throws it does."""
    move = situation.state.stack[-1]
    if not isinstance(move, MoveBase):
        return None
    way, _ = plan(situation, move)
    option = f"hex:{way.first}"
    return option if way.first and decision.find(option) is not None else decision.options[0].id


def _should_run(situation: Situation, decision: Decision, move: MoveBase, way: Way) -> bool:
    """Whether men run: nobody sees the way, and they would come too late otherwise."""
    if decision.find("do:double-time") is None or is_begun(move) or way.risk > 0 or not situation.presses:
        return False
    if any(weapons_of(situation.game, name) for name in move.units) and slack(situation, way.end) > 0:
        return False
    return slack(situation, way.end) < 1.0 and situation.to_enemy(way.end) > 4


def _walk(situation: Situation, decision: Decision, unit: Unit) -> str | None:
    """The place that brings a unit on, weighed against the fire that may fall on it; staying counts as well."""
    raid = night.is_raid(situation)
    taken = {foe.at for foe in situation.foes} if raid else set()
    best = (_night_worth(situation, unit.at), "do:done") if unit.at else (-999.0, "")
    for choice, option in _named(decision, "hex", "place"):
        if "-" not in choice.name:
            score = _night_worth(situation, choice.name) - (MET if choice.name in taken else 0.0)
            best = max(best, (score, option.id))
    return best[1] or None


def _night_worth(situation: Situation, location: str) -> float:
    """What a place is worth to men who come onto the map or steal up to the enemy."""
    hex_ = hex_of(location)
    crowd = 0.4 * max(0, len(units_at(situation.game, location)) - 2)
    haste = 1.5 + 3.0 * min(2.0, situation.to_goal(hex_) / (2.5 * situation.turns_left))
    return -haste * situation.to_goal(hex_) + situation.cover(hex_) - 0.2 * situation.danger(location) - crowd


# Advancing


def who_advances(situation: Situation, decision: Decision) -> str | None:
    """Everybody who finds a better place next to his, the strongest first."""
    memory = situation.memory
    offered = [(choice.name, option.id) for choice, option in _named(decision, "unit")]
    for name, option_id in sorted(offered, key=lambda each: (-fight(situation, situation.state.units[each[0]]), each)):
        unit = situation.state.units[name]
        if name in memory.rested or heavy.mans_gun(situation, name) or (unit.kind == DUMMY and not unit.cloak):
            continue
        if (night.is_raid(situation) and night.stays(situation, unit)) or observes(situation, name):
            continue
        if lurks(situation, unit):
            continue
        memory.rested.add(name)
        return option_id
    return "do:done"


def advance_to(situation: Situation, decision: Decision) -> str | None:
    """Into the goal, into cover, or onto a weaker enemy, together with all who stand around him."""
    name = str(decision.args["unit"])
    unit = situation.state.units[name]
    may_stay = bool(unit.at) and decision.find("do:done") is not None
    best = (_advance_worth(situation, name, unit, unit.at) + 0.1, "do:done") if may_stay else (-999.0, "")
    stays = may_stay and not night.is_raid(situation) and holds(situation, name)
    for choice, option in _named(decision, "hex", "place"):
        if "-" not in choice.name and not stays:
            best = max(best, (_advance_worth(situation, name, unit, choice.name), option.id))
    return best[1] or None


def _advance_worth(situation: Situation, name: str, unit: Unit, location: str) -> float:
    raid = night.is_raid(situation)
    score = _night_worth(situation, location) if raid or unit.cloak else place_worth(situation, name, location)
    if unit.at and hex_of(unit.at) != hex_of(location):
        score -= RISK * mined(situation, unit.at, location)
    foes = [foe for foe in situation.foes if foe.at == location]
    if not foes:
        return score
    theirs = sum(fight(situation, foe) for foe in foes)
    ours = night.strength(situation, unit) if raid else fight(situation, unit)
    ours += sum(fight(situation, man) for man in situation.own.values() if man.at == location)
    if raid:
        wanted = not night.goes_home(situation) and situation.to_goal(hex_of(location)) == 0
        return score + (6.0 if ours > (1.0 if wanted else 1.4) * theirs else -8.0)
    alone = not is_mmc(situation.content, unit) and ours <= 1.5
    if alone or (not situation.presses and is_base_of_fire(situation, name)):
        return score - 8.0
    ours += _support(situation, name, location)
    least = ODDS if situation.presses else SURE
    if situation.presses and situation.to_goal(hex_of(location)) == 0:
        least = {1: 0.4, 2: 0.8}.get(situation.turns_left, 1.0)
    return score + (6.0 if ours >= least * theirs else -8.0)


def _support(situation: Situation, name: str, location: str) -> float:
    """The men next to a Location who can still come along, as many as there is room for."""
    near = sorted(
        (
            fight(situation, man)
            for other, man in situation.own.items()
            if other != name
            and other not in situation.memory.rested
            and not (man.broken or man.pinned or man.moved)
            and situation.content.distance(hex_of(man.at), hex_of(location)) == 1
        ),
        reverse=True,
    )
    here = sum(is_mmc(situation.content, man) for man in situation.own.values() if man.at == location)
    return sum(near[: max(0, 2 - here)])


def fight(situation: Situation, unit: Unit) -> float:
    """What a unit is worth in Close Combat."""
    if unit.kind == DUMMY:
        return 0.0
    if unit.kind == UNKNOWN or unit.kind not in situation.content.personnel:
        return 4.0
    card = situation.content.personnel[unit.kind]
    fp = float(card.fp) if card.type in ("squad", "half-squad", "crew") else 1.0
    return fp * (0.3 if unit.broken else 0.7 if unit.pinned else 1.0)


def is_base_of_fire(situation: Situation, name: str) -> bool:
    """Whether a unit serves a weapon that does more by firing than by being carried: all but light machine guns."""
    kinds = [
        situation.content.weapons.get(situation.state.weapons[each].kind) for each in weapons_of(situation.game, name)
    ]
    return any(kind is not None and kind.type != "lmg" and kind.type in MACHINE_GUNS for kind in kinds)
