"""Overruns, reactions, retreats and advances of East Front Series reckoned a second time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from games.efs.second_combat import Fighting
from games.efs.second_country import BY_ROAD, ENGINEERS, apart, other_side, read
from games.efs.second_marching import COUNTRY, QUARTERS, RAIL, Marching


class Push(NamedTuple):
    """What an overrun comes to."""

    attack: int
    defence: int
    modifiers: dict[str, int]
    net: int


class Retreating(NamedTuple):
    """Units of one hex that retreat together, and what they go away from."""

    side: str
    units: tuple[str, ...]
    leaving: tuple[str, ...]
    """All who retreat from the combat: they hold no way open for one another (16.44)."""
    origin: tuple[str, ...]
    manner: str


class Manoeuvring(Marching, Fighting):
    """11.3, 12.4, 16.4 and 16.5."""

    # Overruns

    def overrun_forbidden(self, units: Sequence[str], start: str, goal: str) -> bool:
        """Whether units next to an enemy may not overrun him, whatever it costs."""
        side = self.counters.side(units[0])
        enemy = other_side(side)
        if self.holder(goal) != enemy or not all(self.pushes(each) for each in units):
            return True
        if self.is_shut(side, goal) or self.overrun_price(units, start, goal, COUNTRY) is None:
            return True
        if self.zones[enemy].get(start, set()) - {goal}:
            return True
        if self.overrun_ground_forbids(side, start, goal):
            return True
        figures, push = read("tables/overrun"), self.push(units, start, goal)
        works = self.strongpoint(goal, enemy) == "completed" or (side == "axis" and self.line(start, goal))
        least = figures["least_odds"]
        if works:
            least = figures["least_odds_fortified"]
            if not any(self.counters.type(each) == "motorized-engineer" for each in units):
                return True
        return push.attack < least * push.defence or push.attack < figures["least_attack"]

    def pushes(self, unit_id: str) -> bool:
        counters = self.counters
        if counters.has(unit_id, "nkvd") or counters.nations[counters.printed[unit_id]["nation"]].get("allied"):
            return False
        if counters.type(unit_id) == "cavalry":
            return counters.side(unit_id) == "soviet"
        return counters.is_of(unit_id, "armored", "motorized")

    def overrun_ground_forbids(self, side: str, start: str, goal: str) -> bool:
        chart, parts = read("tables/terrain"), self.country.parts[goal]
        weather = self.weather(goal)
        if weather == "mud" or (weather == "snow" and side == "axis"):
            return True
        if any(chart["sides"].get(each, {}).get("overrun") == "never" for each in self.country.sides[start, goal]):
            return True
        if any(chart["terrain"][part].get("overrun") == "never" for part in parts):
            return True
        if self.citadel(goal) or self.belt(goal):
            return True
        wet = any(chart["terrain"][part].get("overrun") == "frozen-or-road" for part in parts)
        return wet and not self.frozen and not self.country.ways[start, goal]

    def push(self, units: Sequence[str], start: str, goal: str) -> Push:
        figures = read("tables/overrun")
        attack = sum(self.counters.face(each)[0] for each in units)
        defenders = [each for each in self.stacks[goal] if self.counters.type(each) != "flotilla"]
        defence = sum(self.counters.face(each)[1] for each in defenders)
        side = self.counters.side(units[0])
        parts = self.country.parts[goal]
        odds = 0
        for least, number in figures["odds"].items():
            if attack >= least * defence:
                odds = number
        works = self.strongpoint(goal, other_side(side)) == "completed" or (side == "axis" and self.line(start, goal))
        held = {
            "overrun-marker": any(self.unit(each).overrun for each in defenders),
            "out-of-supply": any(self.unit(each).supply == "out" for each in defenders),
            "woods": "woods" in parts,
            "hill": "hill" in parts,
            "river": not self.frozen
            and bool(self.country.sides[start, goal] & {"river", "canal"})
            and self.country.ways[start, goal] <= {"rail"},
            "marsh-or-swamp": bool({"marsh", "swamp"} & set(parts)),
            "fortification": works,
            "town": self.is_town(goal) and self.weather(goal) in read("tables/terrain")["town"]["weather"],
        }
        found = {name: figures["modifiers"][name] for name, holds in held.items() if holds}
        low, high = figures["limits"]
        net = min(high, max(low, odds + sum(found.values())))
        return Push(attack, defence, {**found, **({"odds": odds} if odds else {})}, net)

    def overrun_price(self, units: Sequence[str], start: str, goal: str, came: str) -> int | None:
        """A point, and the ground by the cheapest way, works among it but no zones of control (11.37b)."""
        kinds = {self.kind(each) for each in units}
        prices = []
        for way in ("motorway", "main", "minor", RAIL, COUNTRY):
            costs = [self.step(kind, start, goal, came, way) for kind in kinds]
            if None not in costs:
                prices.append(max(cost for cost in costs if cost is not None))
        least = min(prices, default=None)
        return None if least is None else least + read("tables/movement")["overrun"] * QUARTERS

    # Who may attack (12.12, 12.14, 12.15)

    def able_to_attack(self, side: str, hexes: Sequence[str]) -> set[str]:
        """The units that may take part in one attack on some hexes."""
        near = [
            each for at in self.country.around[hexes[0]]
            if self.holder(at) == side and all(at in self.country.around[label] for label in hexes)
            for each in self.stacks[at] if self.may_fight(each)
        ]  # fmt: skip
        found = {each for each in near if all(self.may_assault(each, label, near) for label in hexes)}
        groups: dict[int, int] = defaultdict(int)
        for each in found:
            if not self.counters.is_unknown(each):
                groups[self.halved(each, hexes)] += self.counters.face(each)[0]
        spent = {times for times, total in groups.items() if total < 2**times}
        found = {each for each in found if self.counters.is_unknown(each) or self.halved(each, hexes) not in spent}
        return found if any(not self.counters.is_unknown(each) for each in found) else set()

    def may_fight(self, unit_id: str) -> bool:
        unit = self.unit(unit_id)
        if self.counters.is_artillery(unit_id) or unit.garrison or unit.receiving or unit.building:
            return False
        return self.counters.is_unknown(unit_id) or self.counters.face(unit_id)[0] > 0

    def may_assault(self, unit_id: str, label: str, near: Sequence[str]) -> bool:
        at, kind = self.unit(unit_id).at, self.kind(unit_id)
        if any(self.rate(kind, label, way) is not None for way in self.ways(kind, at, label)):
            return True
        sides = self.country.sides[at, label]
        if "major-river" in sides and not sides & {"sea", "lake", "shallow-water"}:
            return self.fords(unit_id, at, label) or (
                kind.armored
                and self.could_land(unit_id, at, label)
                and any(self.fords(each, self.unit(each).at, label) for each in near)
            )
        if "shallow-water" in sides and not sides & {"sea", "lake"}:
            crews = [each for each in near if self.counters.type(each) in ENGINEERS and self.unit(each).at == at]
            boats = any(self.could_land(each, at, label) for each in crews)
            return boats and not kind.armored and self.could_land(unit_id, at, label)
        swamp = "swamp" in self.country.parts[label] and not sides & {"sea", "lake", "shallow-water", "major-river"}
        return swamp and self.counters.is_boxed(unit_id) and label in self.zones[other_side(kind.side)].get(at, set())

    def fords(self, unit_id: str, start: str, goal: str) -> bool:
        """Whether a unit could go into a hex, over a major river too if it may cross one in boats (10.45c)."""
        kind = self.kind(unit_id)
        if any(self.rate(kind, goal, way) is not None for way in self.ways(kind, start, goal)):
            return True
        heavy = kind.armored or self.counters.is_artillery(unit_id)
        return "major-river" in self.country.sides[start, goal] and not heavy and self.could_land(unit_id, start, goal)

    # Reaction (12.41 to 12.43)

    def reacts_to(self, unit_id: str) -> dict[str, int]:
        """Where a unit may go in reaction, for how many quarters."""
        side = self.counters.side(unit_id)
        start, enemy = self.unit(unit_id).at, other_side(side)
        attackers = {self.unit(each).at for attack in self.state.attacks.values() for each in attack.attackers}
        near = {label for at in attackers if at for label in self.country.around[at]}
        targets = {label for attack in self.state.attacks.values() for label in attack.hexes}
        reacted = {each for attack in self.state.attacks.values() for each in attack.reacted}
        taken = {self.unit(each).at for each in reacted} & targets
        closed = {
            label for label in self.country.terrain
            if (label in near or self.in_zone_of(enemy, label)) and self.holder(label) != side
        }  # fmt: skip
        return self.reach([unit_id], start, COUNTRY, self.allowance(unit_id), reacting=True, closed=closed | taken)

    # Retreats (16.4)

    def holds(self, party: Retreating, label: str) -> bool:
        """Whether friends stay in a hex, by whom a retreat may go through enemy zones."""
        return self.holder(label) == party.side and any(each not in party.leaving for each in self.stacks[label])

    def may_retreat(self, party: Retreating, start: str, goal: str) -> bool:
        if self.holder(goal) == other_side(party.side) or self.is_shut(party.side, goal):
            return False
        for each in party.units:
            if not self.goes_over(each, start, goal) and not self.wades(each, start, goal):
                return False
        nearest = [min(apart(label, origin) for origin in party.origin) for label in (start, goal)]
        return nearest[1] > nearest[0]

    def goes_over(self, unit_id: str, start: str, goal: str) -> bool:
        """Whether a unit can go into the next hex as on a march."""
        kind, ways = self.kind(unit_id), self.country.ways[start, goal]
        foul = self.weather(goal) in ("mud", "snow")
        if kind.green and not ways & ({"motorway", "main"} if foul else {*BY_ROAD, RAIL}):
            return False
        return any(self.rate(kind, goal, way) is not None for way in self.ways(kind, start, goal))

    def wades(self, unit_id: str, start: str, goal: str) -> bool:
        """Whether a unit retreats across an open major river, with the first step and no further (16.47e)."""
        sides = self.country.sides[start, goal]
        open_river = "major-river" in sides and not sides & {"sea", "lake", "shallow-water"} and not self.frozen
        if not open_river or self.goes_over(unit_id, start, goal) or start != self.unit(unit_id).at:
            return False
        if self.kind(unit_id).green:
            return False
        return self.fords(unit_id, start, goal) and self.unit(unit_id).do_not_move <= self.turns_to_cross(unit_id)

    def turns_to_cross(self, unit_id: str) -> int:
        """In how many turns a unit next has its full allowance in a phase of movement."""
        side = self.counters.side(unit_id)
        row = read("tables/movement-phases")[side].get(self.moves_as(unit_id), {})
        if side == "soviet" and (self.state.phase.startswith("axis") or row.get("movement") == "full"):
            return 0
        return 1

    def exposed(self, party: Retreating, label: str) -> bool:
        return self.in_zone_of(other_side(party.side), label) and not self.holds(party, label)

    def routes(self, party: Retreating, length: int) -> Iterator[tuple[str, ...]]:
        """All ways of so many hexes; at most one vacant hex of enemy zones in a row, and none at their end."""
        start = self.unit(party.units[0]).at

        def further(path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
            waded = len(path) == 2 and any(self.wades(each, *path) for each in party.units)
            if len(path) == length + 1 or waded:
                yield path[1:]
                return
            for goal in self.country.around[path[-1]]:
                if not self.may_retreat(party, path[-1], goal):
                    continue
                if self.exposed(party, goal):
                    waded = len(path) == 1 and any(self.wades(each, path[0], goal) for each in party.units)
                    last = len(path) == length or waded
                    twice = len(path) > 1 and self.exposed(party, path[-1])
                    if last or twice or party.manner == "additional":
                        continue
                yield from further((*path, goal))

        yield from further((start,))

    def may_end(self, party: Retreating, label: str) -> bool:
        pending = {each for attack in self.state.attacks.values() for each in attack.hexes}
        load = sum(self.counters.stacking(each) for each in party.units)
        leaving = sum(self.counters.stacking(each) for each in self.stacks.get(label, ()) if each in party.leaving)
        return label not in pending and self.room(label, party.side) + leaving >= load

    def any_goes_safely(self, party: Retreating) -> bool:
        """Whether one of several units would find a way by itself that is clear of enemy zones."""
        length = read("tables/combat-modifiers")["retreat"]
        for each in party.units if len(party.units) > 1 else ():
            alone = party._replace(units=(each,))
            for most in (length, length + 1):
                ways = [way for way in self.routes(alone, most) if self.may_end(alone, way[-1])]
                if any(not any(self.exposed(alone, label) for label in way) for way in ways):
                    return True
                if ways:
                    break
        return False

    def retreats(self, party: Retreating, path: tuple[str, ...]) -> set[str]:
        """The next hexes of the ways that lead to a place to stay, after those that were gone already."""
        figures = read("tables/combat-modifiers")
        length = figures["additional_retreat" if party.manner == "additional" else "retreat"]
        for most in (length, length + 1) if len(party.units) == 1 else (length,):
            ways = [way for way in self.routes(party, most) if self.may_end(party, way[-1])]
            safe = [way for way in ways if not any(self.exposed(party, label) for label in way)]
            if party.manner == "overrun" and (safe or self.any_goes_safely(party)):
                ways = safe
            if ways:
                return {way[len(path)] for way in ways if way[: len(path)] == path and len(way) > len(path)}
        return set()

    # Advances (16.5)

    def advances(self, units: Collection[str], hexes: Sequence[str]) -> set[str]:
        """Who of the units that took part may go into one of the vacated hexes."""
        return {each for each in units if self.advances_to(each, hexes)}

    def advances_to(self, unit_id: str, hexes: Sequence[str]) -> set[str]:
        unit, kind, found = self.unit(unit_id), self.kind(unit_id), set()
        if unit.do_not_move or self.counters.face(unit_id)[2] == 0 or not unit.at or unit.at in hexes:
            return set()
        if self.counters.type(unit_id) in ("super-heavy-artillery", "railroad-artillery") and unit.mode == "firing":
            return set()
        for label in hexes:
            if label not in self.country.around[unit.at] or self.holder(label) == other_side(kind.side):
                continue
            if self.is_shut(kind.side, label):
                continue
            enters = self.goes_over(unit_id, unit.at, label) or self.follows_in_boats(unit_id, unit.at, label)
            if enters and self.room(label, kind.side) >= self.counters.stacking(unit_id):
                found.add(label)
        return found

    def follows_in_boats(self, unit_id: str, start: str, goal: str) -> bool:
        """Whether a unit advances across water without a bridge: who could attack across it (15.53d, 16.5)."""
        sides, counters = self.country.sides[start, goal], self.counters
        if self.frozen or sides & {"sea", "lake"} or counters.is_armored(unit_id) or counters.is_artillery(unit_id):
            return False
        return bool(sides & {"major-river", "shallow-water"}) and self.could_land(unit_id, start, goal)
