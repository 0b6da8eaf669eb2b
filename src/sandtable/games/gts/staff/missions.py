"""What the awards of the scenario ask of each side, and which units are sent after what."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sandtable.games.gts.arnhem.special_rules import special
from sandtable.games.gts.content import Award
from sandtable.games.gts.staff.situation import Situation
from sandtable.games.gts.staff.ways import UNREACHED
from sandtable.games.gts.units import on_map

EXIT, REACH, HOLD, BLOCK, HUNT, SUPPORT = "exit", "reach", "hold", "block", "hunt", "support"
SOON = 8
"""How many turns ahead an award begins to matter."""
TURNS_COUNTED = 5
"""How many turns of an award that scores every turn are counted."""
SATURATED = 0.25
"""What a mission is worth to one more unit once enough are on it."""
GOING_HOME = 4
"""How many turns before the end units go down to the river."""
NEAR = 3
"""How near to a goal an enemy counts as its defender."""


class Mission(NamedTuple):
    """Something to be done: where, what it is worth, by whom, and against whom."""

    kind: str
    hexes: frozenset[str]
    worth: float
    units: frozenset[str] = frozenset()
    """The only units that can do it; empty for all."""
    against: frozenset[str] = frozenset()
    """The enemies who want to get to the hexes."""
    last: int = 0
    """The last turn in which it matters."""

    def takes(self, unit_id: str) -> bool:
        return not self.units or unit_id in self.units


def missions(situation: Situation) -> list[Mission]:
    """What is to be done now, by the awards of the scenario; hunting the enemy is always there."""
    found: list[Mission] = []
    for award in situation.content.scenario.victory:
        found += from_award(situation, award)
    found = merged(found)
    hunted = frozenset(situation.enemies)
    if hunted:
        found.append(Mission(HUNT, hunted, 1.0 + situation.step_points[situation.enemy]))
    return found


def merged(found: Iterable[Mission]) -> list[Mission]:
    """Missions for the same place by the same units, added up."""
    by_place: dict[tuple[str, frozenset[str], frozenset[str]], Mission] = {}
    for mission in found:
        key = (mission.kind, mission.hexes, mission.units)
        other = by_place.get(key)
        if other is None:
            by_place[key] = mission
        elif mission.kind == EXIT:
            by_place[key] = other if other.worth >= mission.worth else mission
        else:
            by_place[key] = other._replace(worth=other.worth + mission.worth, against=other.against | mission.against)
    return list(by_place.values())


def weight(situation: Situation, award: Award) -> float:
    """What an award is worth from now on: less while it is far off, more if it scores turn after turn."""
    turn = situation.game.state.turn
    first, last = award.turns or (turn, situation.content.last_turn)
    if turn > last or (award.per == "once" and situation.game.state.scores.get(award.id)):
        return 0.0
    if award.unless and situation.game.state.scores.get(award.unless):
        return 0.0
    due = max(first - turn, 0)
    if due > SOON:
        return 0.15 * award.points
    worth = award.points / (1 + 0.1 * due)
    return worth * min(last - max(first, turn) + 1, TURNS_COUNTED) if award.per == "turn" else worth


def from_award(situation: Situation, award: Award) -> list[Mission]:
    """What an award asks of the side, whether it is its own or the enemy's to be denied."""
    worth = weight(situation, award)
    if not worth:
        return []
    own = award.side == situation.side
    last = award.turns[1] if award.turns else situation.content.last_turn
    if award.kind in ("occupy", "control", "clear"):
        return [Mission(HOLD, frozenset((label,)), worth, last=last) for label in award.hexes]
    if award.kind in ("exit", "link-up", "crossed"):
        hexes, movers = journey(situation, award)
        if own:
            if award.kind == "exit":
                hexes = hexes.difference(situation.enemies) or hexes
            return [Mission(EXIT if award.kind == "exit" else REACH, hexes, worth, units=movers, last=last)]
        return [Mission(BLOCK, hexes, 1.5 * worth, against=movers, last=last)]
    if award.kind == "no-exit":
        return denial(situation, award, worth, last) if own else []
    if award.kind == "absent" and own:
        hexes = frozenset(label for label in situation.enemies if label in situation.content.region(award.region))
        return [Mission(HUNT, hexes, worth, last=last)] if hexes else []
    if award.kind == "perimeter" and own:
        movers = frozenset(unit_id for unit_id in situation.own() if of_division(situation, unit_id, award.division))
        hexes = situation.content.region(award.region)
        return [Mission(REACH, hexes, 2 * worth, units=movers, last=last)] if worth >= award.points / 2 else []
    if award.kind == "saved" and own:
        return homeward(situation, award, worth, last)
    return []


def homeward(situation: Situation, award: Award, worth: float, last: int) -> list[Mission]:
    """Down to the river in time for the withdrawal."""
    row = special(situation.game, "berlin")
    if row is None or situation.game.state.turn < last - GOING_HOME:
        return []
    movers = frozenset(
        unit_id
        for unit_id in situation.own()
        if of_division(situation, unit_id, award.division)
        and situation.content.counters[unit_id].formation != award.exempt
        and situation.units[unit_id].at in situation.content.region(award.region)
    )
    return [Mission(REACH, situation.content.region(row.region), 2 * worth, units=movers, last=last)] if movers else []


def of_division(situation: Situation, unit_id: str, division: str) -> bool:
    return situation.content.counters[unit_id].division == division


def journey(situation: Situation, award: Award) -> tuple[frozenset[str], frozenset[str]]:
    """Where an award wants units to go, and which units."""
    content = situation.content
    if award.kind == "exit":
        return content.region(award.region), frozenset(award.units)
    if award.kind == "crossed":
        movers = frozenset(unit_id for unit_id in situation.units if of_division(situation, unit_id, award.division))
        return content.region(award.region), movers
    joined = {situation.units[unit_id].at for unit_id in award.joins if on_map(situation.game, unit_id)}
    return frozenset(joined | set(award.hexes)), frozenset(award.units)


def denial(situation: Situation, award: Award, worth: float, last: int) -> list[Mission]:
    """Keeping everybody from leaving the map, wherever the enemy scores by that."""
    found = []
    for other in situation.content.scenario.victory:
        if other.kind == "exit" and other.side != award.side:
            hexes, movers = journey(situation, other)
            found.append(Mission(BLOCK, hexes, worth / 2, against=movers, last=last))
    return found


# Who does what


def can_take_part(situation: Situation, unit_id: str) -> bool:
    """Whether a unit can hold or take ground, rather than support those who do."""
    kind = situation.content.counters[unit_id]
    return kind.front.move is not None and kind.front.assault is not None and kind.steps > 0


def strength(situation: Situation, unit_ids: Iterable[str]) -> float:
    units = situation.units
    return sum(units[unit_id].steps or 0.5 for unit_id in unit_ids if unit_id in units)


def needed(situation: Situation, mission: Mission) -> float:
    """How many steps a mission can use."""
    if mission.kind in (EXIT, REACH, HUNT):
        return 1000.0
    if mission.kind == BLOCK:
        return 1.0 + strength(situation, mission.against)
    (goal,) = mission.hexes
    near = [
        unit_id
        for label in situation.enemies
        if situation.content.distance(label, goal) <= NEAR
        for unit_id in situation.there(label)
    ]
    return 2.0 + 1.3 * strength(situation, near)


def assign(situation: Situation) -> dict[str, Mission]:
    """The mission of every unit of the side: what promises most for its way, as long as it is needed there."""
    known = missions(situation)
    left = [needed(situation, mission) for mission in known]
    found: dict[str, Mission] = {}
    fighters = [unit_id for unit_id in situation.own() if can_take_part(situation, unit_id)]
    offers = []
    for unit_id in fighters:
        at, mobility = situation.place(unit_id), situation.mobility(unit_id)
        for number, mission in enumerate(known):
            if mission.takes(unit_id) and at:
                far = situation.way(mission.hexes, mobility).far(at)
                if far < UNREACHED or at in mission.hexes:
                    offers.append((attraction(situation, mission, far), unit_id, number))
    offers.sort(key=lambda offer: (-offer[0], offer[1]))
    later: dict[str, Mission] = {}
    for _, unit_id, number in offers:
        if unit_id in found:
            continue
        later.setdefault(unit_id, known[number])
        if left[number] > 0:
            found[unit_id] = known[number]
            left[number] -= situation.units[unit_id].steps
    return later | found


def attraction(situation: Situation, mission: Mission, far: float) -> float:
    """What a mission is worth to a unit so far away; only the named can do what is asked of them by name."""
    own = 3.0 if mission.units else 1.0
    lowly = SATURATED * situation.doctrine.hunt if mission.kind == HUNT else 1.0
    return own * lowly * mission.worth / (4.0 + far)
