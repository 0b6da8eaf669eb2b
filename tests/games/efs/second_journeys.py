"""Strategic and rail movement, entry at the edge of the map, and what attacks oblige to, reckoned a second time."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from games.efs.second_country import BY_ROAD, other_side, read
from games.efs.second_manoeuvres import Manoeuvring
from games.efs.second_marching import COUNTRY, QUARTERS, RAIL
from games.efs.second_supply import Supplying


class Journeys(Manoeuvring, Supplying):
    """11.1, 11.2, 8.12 and 12.16."""

    def is_near_enemies(self, side: str, label: str) -> bool:
        """Whether an enemy combat unit is less than three hexes away, whatever lies between (11.13a, 11.23)."""
        found, most = {label}, read("tables/movement")["enemy_distance"] - 1
        for _ in range(most):
            found |= {each for at in found for each in self.country.around[at]}
        return any(self.holder(each) == other_side(side) for each in found)

    def is_in_supply(self, side: str, label: str) -> bool:
        return label in self.supplied(side) or side in self.state.fed.get(label, "").split("+")

    # Strategic movement (11.2)

    def may_march(self, movers: Sequence[str], start: str) -> bool:
        """Whether units may use strategic movement from where they stand (11.23, 11.24)."""
        units = [each for each in movers if each in self.state.units]
        roads = {
            road for goal in self.country.around[start] for road in self.country.ways[start, goal] if road in BY_ROAD
        }
        for each in units:
            kind = self.kind(each)
            usable = {road for road in roads if road != "motorway" or kind.uses_motorways}
            if kind.green:
                usable = {
                    road for goal in self.country.around[start] for road in self.country.ways[start, goal] & {*BY_ROAD}
                    if road != "minor" or self.weather(goal) in ("dry", "frost")
                }  # fmt: skip
            if self.moves_as(each) in ("railroad", "flotilla") or not usable or self.unit(each).supply == "out":
                return False
        side = self.kind(movers[0]).side
        return bool(roads) and not self.is_near_enemies(side, start)

    def marches_to(self, movers: Sequence[str], start: str, came: str, left: int) -> dict[str, int]:
        """The hexes that units come to along roads, for how many quarters (11.22, 11.23)."""
        kinds, side = {self.kind(each) for each in movers}, self.kind(movers[0]).side
        needs = any(each in self.state.units for each in movers)
        best = {(start, came): 0}
        queue = [(0, start, came)]
        while queue:
            spent, label, way = heapq.heappop(queue)
            if best[label, way] < spent:
                continue
            for goal in self.country.around[label]:
                if self.is_near_enemies(side, goal) or self.is_shut(side, goal):
                    continue
                if not self.may_enter(movers, goal):
                    continue
                if needs and not self.is_in_supply(side, goal):
                    continue
                for road in BY_ROAD:
                    costs = [self.step(kind, label, goal, way, road) for kind in kinds]
                    if None in costs:
                        continue
                    total = spent + max(cost for cost in costs if cost is not None)
                    if total <= left and total < best.get((goal, road), total + 1):
                        best[goal, road] = total
                        heapq.heappush(queue, (total, goal, road))
        found: dict[str, int] = {}
        for (label, _), total in best.items():
            if label != start:
                found[label] = min(total, found.get(label, total))
        return found

    # Rail movement (11.1)

    def load(self, riders: Sequence[str]) -> int:
        """What riders need of the capacity (11.15)."""
        supplies = self.state.supplies
        return sum(
            supplies[each].points if each in supplies else max(1, self.counters.stacking(each)) for each in riders
        )

    def capacity(self, side: str) -> int:
        most = int(self.card["sides"][side]["rail_capacity"])
        halves = side == "axis" and self.state.weather.kind == "snow"
        return (most // 2 if halves else most) - self.state.rail_used.get(side, 0)

    def may_board(self, riders: Sequence[str], start: str) -> bool:
        side = self.kind(riders[0]).side
        units = [each for each in riders if each in self.state.units]
        if any(self.moves_as(each) in ("railroad", "flotilla") or self.unit(each).supply == "out" for each in units):
            return False
        on_net = start in self.rail_net(side) and not self.is_near_enemies(side, start)
        return on_net and self.load(riders) <= self.capacity(side)

    def rides_to(self, riders: Sequence[str], start: str) -> set[str]:
        """The stations that riders come to (11.13)."""
        side, most = self.kind(riders[0]).side, read("tables/movement")["rail"]["allowance"]
        far = {start: 0}
        queue = [(0, start)]
        while queue:
            gone, label = heapq.heappop(queue)
            for goal in self.country.around[label]:
                if goal not in self.rail_net(side) or RAIL not in self.usable(side, label, goal):
                    continue
                if self.is_near_enemies(side, goal) or self.is_shut(side, goal):
                    continue
                if not (self.open_to(side, label, goal) and self.may_hold(side, goal)):
                    continue
                if gone + 1 <= most and gone + 1 < far.get(goal, most + 1):
                    far[goal] = gone + 1
                    heapq.heappush(queue, (gone + 1, goal))
        towns = {each for each in far if self.is_town(each) or self.country.terrain[each] in ("city", "major-city")}
        bound = any(each in self.state.units and not self.counters.face(each)[2] for each in riders)
        return ({*far} & towns if bound else {*far}) - {start}

    # Entry at the edge (8.12)

    def enters_for(self, unit_id: str, label: str) -> int | None:
        """What a hex of the edge costs a unit that enters there, in quarters; its roads lead off the map."""
        kind, side = self.kind(unit_id), self.counters.side(unit_id)
        if self.holder(label) == other_side(side) or self.is_shut_off(side, label):
            return None
        ways = {way for other in self.country.around[label] for way in self.country.ways[other, label]}
        open_to = [way for way in ways if way != "motorway" or kind.uses_motorways] + [COUNTRY] * (not kind.green)
        rates = [self.rate(kind, label, way) for way in open_to]
        least = min((rate for rate in rates if rate is not None), default=None)
        if least is None:
            return None
        works = self.strongpoint(label, other_side(side)) == "completed" or (
            side == "axis" and (self.belt(label) or self.citadel(label))
        )
        in_zone = self.in_zone_of(other_side(side), label)
        total = int((least + works + in_zone) * QUARTERS)
        return total if total <= self.allowance(unit_id) else None

    # What an attack obliges to (12.16)

    def owed(self, side: str, attackers: Sequence[str], hexes: Sequence[str]) -> set[str]:
        """The enemy hexes that reach with a zone of control into those of the attackers, are not attacked, and could be
        by somebody.
        """
        enemy, places = other_side(side), {self.unit(each).at for each in attackers}
        reaching = {label for at in places for label in self.zones[enemy].get(at, set())} - places - {*hexes}
        return {label for label in reaching if self.could_be_attacked(side, label)}

    def could_be_attacked(self, side: str, label: str) -> bool:
        near = [each for at in self.country.around[label] if self.holder(at) == side for each in self.stacks[at]]
        able = [each for each in near if self.may_fight(each)]
        return any(self.counters.is_armored(each) and self.crosses_heavy(each, label) for each in able) or any(
            self.may_assault(each, label, near) for each in able
        )

    def crosses_heavy(self, unit_id: str, label: str) -> bool:
        """Whether armor could attack across a major river, in company (12.15b)."""
        at = self.unit(unit_id).at
        sides = self.country.sides[at, label]
        wide = "major-river" in sides and not sides & {"sea", "lake", "shallow-water"}
        return wide and self.could_land(unit_id, at, label)
