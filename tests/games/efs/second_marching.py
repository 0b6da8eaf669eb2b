"""Movement of East Front Series reckoned a second time: allowances, what each step costs, and how far units come."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Sequence
from typing import NamedTuple

from games.efs.second_country import BY_ROAD, ENGINEERS, Ground, other_side, read

QUARTERS = 4
COUNTRY, RAIL = "country", "rail"
WATERS = ("lake", "shallow-water", "sea", "major-river")


class Kind(NamedTuple):
    """What the cost of a step depends on in a unit."""

    side: str
    motorized: bool
    armored: bool = False
    green: bool = False
    ski: bool = False

    @property
    def uses_motorways(self) -> bool:
        return self.side == "soviet" or self.motorized


class Marching(Ground):
    """10.1 to 10.4."""

    def kind(self, unit_id: str) -> Kind:
        if unit_id in self.state.supplies:
            return Kind(self.state.supplies[unit_id].side, True)
        counters = self.counters
        return Kind(
            counters.side(unit_id),
            counters.pays_as_motorized(unit_id),
            counters.is_armored(unit_id),
            counters.colour(unit_id) == "green",
            counters.type(unit_id) == "ski-infantry",
        )

    # How far (10.11, 10.12, 6.35, 10.37b)

    def moves_as(self, unit_id: str) -> str:
        """Its line of the Movement Phase Chart."""
        counters, kind = self.counters, self.counters.type(unit_id)
        if kind in ("armored-train", "railroad-artillery"):
            return "railroad"
        if kind == "flotilla":
            return "flotilla"
        if counters.face(unit_id)[2] == 0:
            return "immobile"
        if kind == "headquarters":
            return "headquarters"
        if counters.colour(unit_id) in ("orange", "green"):
            return counters.colour(unit_id)
        if counters.is_boxed(unit_id):
            return "motorized"
        return "cavalry" if kind == "cavalry" else "non-motorized"

    def share(self, unit_id: str) -> str:
        """The part of its allowance that it has in the phase: full, half, either, or nothing."""
        phase = self.state.phase.split("/")[1]
        if unit_id in self.state.supplies:
            side, line = self.state.supplies[unit_id].side, "supply-unit"
            activated = self.state.supplies[unit_id].activated
        else:
            side, line = self.counters.side(unit_id), self.moves_as(unit_id)
            activated = self.unit(unit_id).activated
        row = read("tables/movement-phases")[side].get(line, {})
        if phase == "motorized" and side == "soviet" and activated and "activated" in row:
            return str(row["activated"])
        if phase == "movement" and activated:
            return ""
        return str(row.get(phase, ""))

    def allowance(self, unit_id: str) -> int:
        """In quarters of a movement point."""
        figures = read("tables/movement")
        share = {"full": 1.0, "either": 1.0, "half": 0.5, "": 0.0}[self.share(unit_id)]
        if unit_id in self.state.supplies:
            if self.state.supplies[unit_id].is_dump:
                return 0
            return int(figures["supply_unit_allowance"] * share * QUARTERS)
        points: int = self.counters.face(unit_id)[2]
        spared = self.counters.type(unit_id) in ("cavalry", "flotilla", "armored-train")
        if self.unit(unit_id).supply == "out" and not spared:
            points += figures["out_of_supply"]
        in_snow = self.state.weather.kind == "snow" or self.frozen
        if in_snow and self.counters.side(unit_id) == "axis" and self.counters.is_boxed(unit_id):
            points += figures["axis_motorized_in_snow"]
        return int(max(0, points) * share * QUARTERS)

    # What a hex costs (10.41 to 10.48)

    def terrain(self, kind: Kind, label: str, along: str = COUNTRY) -> float | None:
        """The cost of a hex off the road, in points; along a railroad woods cost less, and swamps can be entered."""
        chart, weather = read("tables/terrain")["terrain"], self.weather(label)
        dearest, added = 0.0, 0.0
        for part in self.country.parts[label]:
            row = chart[part]
            costs = row["cost"]
            column = int(kind.motorized)
            cost = costs["frozen"][column] if self.frozen and "frozen" in costs else costs[weather][column]
            if kind.ski and self.frozen and "ski_frozen" in row:
                cost = row["ski_frozen"]
            if kind.side == "soviet" and kind.armored:
                cost = row.get("soviet_armor", {}).get(weather, cost)
            if cost is None and along == RAIL:
                cost = row.get("along_rail")
            if cost is None:
                return None
            if row.get("adds"):
                less = row.get("soviet", 0) * (kind.side == "soviet") + row.get("by_rail", 0) * (along == RAIL)
                added += max(0, cost + less)
            else:
                dearest = max(dearest, cost)
        return dearest + added

    def road(self, kind: Kind, label: str, road: str) -> float | None:
        """What a hex costs that is entered along a road."""
        chart, weather = read("tables/terrain"), self.weather(label)
        if road != "minor":
            return float(chart["roads"][road][weather])
        row, is_clear = chart["minor_road"], self.country.parts[label] == ("clear",)
        if weather == "dry":
            return float(row["dry_clear"] if is_clear else row["dry_other"])
        if kind.green and weather in ("mud", "snow"):
            return None
        if weather in ("frost", "snow"):
            return float(row[weather])
        off_road = None if is_clear else self.without_woods(kind, label)
        if off_road is not None:
            return off_road
        if kind.side == "soviet" and kind.armored:
            return float(row["mud_soviet_armor"])
        return float(row["mud_motorized"] if kind.motorized else row["mud_foot"])

    def without_woods(self, kind: Kind, label: str) -> float | None:
        """What a minor road costs in mud off clear ground (10.44c); nothing where it is closed off the road."""
        chart = read("tables/terrain")["terrain"]
        costs = []
        for part in self.country.parts[label]:
            row = chart[part]
            if row.get("adds"):
                continue
            cost = row["cost"]["mud"][int(kind.motorized)]
            if kind.side == "soviet" and kind.armored:
                cost = row.get("soviet_armor", {}).get("mud", cost)
            costs.append(cost)
        return None if None in costs else float(max(costs))

    def rate(self, kind: Kind, label: str, way: str) -> float | None:
        return self.road(kind, label, way) if way in BY_ROAD else self.terrain(kind, label, way)

    # Hexsides (10.42b, 10.45, 10.47, 22.21)

    def ways(self, kind: Kind, start: str, goal: str) -> dict[str, float]:
        """By which ways a hexside can be crossed at all, with what the crossing itself costs."""
        country, found = self.country, dict[str, float]()
        sides, paths = country.sides[start, goal], country.ways[start, goal]
        water = [each for each in sides if each in WATERS]
        spanned = {"road": True, "rail": True}
        if water:
            spanned = {each: self.bridged(start, goal, each) for each in spanned}
            spanned["road"] |= water == ["major-river"] and self.marker(start, goal, kind.side)
        for road in BY_ROAD:
            if road in paths and spanned["road"] and (road != "motorway" or kind.uses_motorways):
                found[road] = 0
        if RAIL in paths and spanned["rail"]:
            found[RAIL] = 0
        open_country = self.open_country(kind, start, goal, water, bool(found))
        if open_country is not None:
            found[COUNTRY] = open_country
        return found

    def open_country(self, kind: Kind, start: str, goal: str, water: list[str], bridged: bool) -> float | None:
        chart, sides = read("tables/terrain")["sides"], self.country.sides[start, goal]
        if kind.green and not self.carries_heavy_guns(kind, start, goal):
            return None
        if kind.motorized and not self.frozen and "swamp" in (*self.country.parts[start], *self.country.parts[goal]):
            return None
        if water:
            if "sea" in water:
                return None
            if bridged or (water == ["major-river"] and self.marker(start, goal, kind.side)):
                return 0.0
            return float(max(chart[each]["cost"]["frozen"] for each in water)) if self.frozen else None
        rivers = [each for each in sides if each in ("river", "canal")]
        if not rivers or bridged or self.marker(start, goal, kind.side):
            return 0.0
        times = 2 if "river-bend" in sides else 1
        return times * float(chart[rivers[0]]["cost"]["frozen" if self.frozen else self.weather(goal)])

    def carries_heavy_guns(self, kind: Kind, start: str, goal: str) -> bool:
        """Whether a road or railroad leads across a hexside for super-heavy guns (13.41a, 13.41b)."""
        paths, wet = self.country.ways[start, goal], not self.country.sides[start, goal].isdisjoint(WATERS)
        by_rail = RAIL in paths and (not wet or self.bridged(start, goal, "rail"))
        whole = not wet or self.bridged(start, goal, "road") or self.marker(start, goal, kind.side)
        return by_rail or (whole and any(self.road(kind, goal, road) is not None for road in paths & {*BY_ROAD}))

    def fortified(self, side: str, start: str, goal: str) -> bool:
        """Whether an enemy's works make the step dearer (18.12)."""
        enemy = other_side(side)
        if self.strongpoint(goal, enemy) == "completed":
            return True
        return side == "axis" and (self.belt(goal) or self.citadel(goal) or self.line(start, goal))

    def leaving(self, kind: Kind, label: str, came: str, way: str) -> float | None:
        """How much more the hex costs that is left by a worse way than the one by which it was entered (10.43a)."""
        if came == COUNTRY:
            return 0
        entered = self.rate(kind, label, came)
        assert entered is not None
        if came == RAIL:
            worse = entered if way != COUNTRY else self.terrain(kind, label)
        elif way in BY_ROAD:
            worse = entered if BY_ROAD.index(way) <= BY_ROAD.index(came) else self.rate(kind, label, way)
        else:
            worse = self.terrain(kind, label, way if self.terrain(kind, label) is None else COUNTRY)
        return None if worse is None else max(0, worse - entered)

    def step(self, kind: Kind, start: str, goal: str, came: str, way: str) -> int | None:
        """What a step costs, in quarters, without zones of control."""
        crossing = self.ways(kind, start, goal).get(way)
        if crossing is None:
            return None
        rate, more = self.rate(kind, goal, way), self.leaving(kind, start, came, way)
        if rate is None or more is None:
            return None
        return int((rate + crossing + more + self.fortified(kind.side, start, goal)) * QUARTERS)

    # How far (10.2, 10.3)

    def may_enter(self, movers: Sequence[str], goal: str) -> bool:
        side, enemy = self.kind(movers[0]).side, other_side(self.kind(movers[0]).side)
        if self.holder(goal) == enemy:
            return False
        if self.is_shut(side, goal):
            return False
        if all(each in self.state.supplies for each in movers):
            if self.in_zone_of(enemy, goal) and self.holder(goal) != side:
                return False
            return self.strongpoint(goal, enemy) != "under-construction"
        return True

    def reach(
        self,
        movers: Sequence[str],
        start: str,
        came: str,
        left: int,
        *,
        begun: bool = False,
        reacting: bool = False,
        closed: Collection[str] = (),
    ) -> dict[str, int]:
        """The hexes that units reach together, and for how many quarters."""
        kinds = {self.kind(each) for each in movers}
        enemy = other_side(self.kind(movers[0]).side)
        best: dict[tuple[str, str], int] = {(start, came): 0}
        queue = [] if begun and self.in_zone_of(enemy, start) else [(0, start, came)]
        while queue:
            spent, label, way = heapq.heappop(queue)
            if best[label, way] < spent or (label != start and self.in_zone_of(enemy, label)):
                continue
            for goal in self.country.around[label]:
                if goal in closed or not self.may_enter(movers, goal):
                    continue
                in_zone = self.in_zone_of(enemy, goal)
                if in_zone and self.in_zone_of(enemy, label):
                    continue
                extra = read("tables/movement")["enemy_zoc"] * QUARTERS * (in_zone and not reacting)
                for by in (*BY_ROAD, RAIL, COUNTRY):
                    costs = [self.step(kind, label, goal, way, by) for kind in kinds]
                    if None in costs:
                        continue
                    total = spent + extra + max(cost for cost in costs if cost is not None)
                    if total <= left and total < best.get((goal, by), total + 1):
                        best[goal, by] = total
                        heapq.heappush(queue, (total, goal, by))
        found: dict[str, int] = {}
        for (label, _), total in best.items():
            if label != start:
                found[label] = min(total, found.get(label, total))
        return found

    # Moves of a single hex (10.45c, 10.47b, 11.4, 11.5)

    def at_full(self, unit_id: str, *, boats: bool = False) -> bool:
        """Whether it has its full allowance in a phase that allows its side such moves (10.11b, 10.12b)."""
        if self.share(unit_id) != "full":
            return False
        phase, side = self.state.phase.split("/")[1], self.kind(unit_id).side
        if side == "axis":
            return phase == "movement"
        if boats or phase == "motorized":
            return True
        return unit_id in self.state.units and self.moves_as(unit_id) == "cavalry"

    def single_hexes(self, movers: Sequence[str], start: str) -> dict[str, str]:
        """The hexes next to units that have not moved into which they may go with their whole allowance."""
        found = {}
        for goal in self.country.around[start]:
            if self.may_enter(movers, goal):
                if self.by_boat(movers, start, goal):
                    found[goal] = "boats"
                elif all(self.infiltrates(each, start, goal) for each in movers):
                    found[goal] = "infiltration"
                elif all(self.goes_one_hex(each, start, goal) for each in movers):
                    found[goal] = "one-hex"
        return found

    def direct(self, unit_id: str, start: str, goal: str) -> int | None:
        """The least that the step costs by itself, without zones of control."""
        kind = self.kind(unit_id)
        costs = [self.step(kind, start, goal, COUNTRY, way) for way in self.ways(kind, start, goal)]
        return min((cost for cost in costs if cost is not None), default=None)

    def between_zones(self, side: str, start: str, goal: str) -> bool:
        enemy = other_side(side)
        return self.in_zone_of(enemy, start) and self.in_zone_of(enemy, goal)

    def goes_one_hex(self, unit_id: str, start: str, goal: str) -> bool:
        side = self.kind(unit_id).side
        if unit_id in self.state.supplies:
            has_allowance = not self.state.supplies[unit_id].is_dump
        else:
            has_allowance = self.counters.face(unit_id)[2] > 0
        return (
            self.at_full(unit_id) and has_allowance and not self.between_zones(side, start, goal)
            and self.direct(unit_id, start, goal) is not None
        )  # fmt: skip

    def infiltrates(self, unit_id: str, start: str, goal: str) -> bool:
        if unit_id in self.state.supplies or not self.at_full(unit_id):
            return False
        counters, side = self.counters, self.counters.side(unit_id)
        cost = self.direct(unit_id, start, goal)
        if not self.between_zones(side, start, goal) or cost is None or cost > self.allowance(unit_id):
            return False
        if not any(self.holder(each) == other_side(side) for each in self.country.around[start]):
            return False
        if self.weather(goal) == "mud" or self.fortified(side, start, goal):
            return False
        if any(self.unit(each).start == goal for each in self.stacks.get(goal, ())):
            return counters.colour(unit_id) not in ("orange", "green")
        high = {"hill", "mountain", "alpine"}
        if counters.type(unit_id) == "mountain-infantry":
            return bool(high & {*self.country.parts[start], *self.country.parts[goal]})
        if counters.colour(unit_id) != "yellow":
            return False
        if counters.type(unit_id) == "ski-infantry":
            return self.weather(goal) == "snow"
        fast = counters.face(unit_id)[2] >= read("tables/movement")["infiltration_allowance"]
        return counters.type(unit_id) == "cavalry" or (counters.is_boxed(unit_id) and fast)

    def crosses_by_bridge(self, unit_id: str, start: str, goal: str) -> bool:
        """Whether water is bridged for a unit: by a marker of its side, a railroad, or a road that it may use."""
        kind = self.kind(unit_id)
        if self.marker(start, goal, kind.side) and "major-river" in self.country.sides[start, goal]:
            return True
        by_road = self.bridged(start, goal, "road")
        if "motorway" in self.country.ways[start, goal] and not kind.uses_motorways:
            by_road = False
        return by_road or self.bridged(start, goal, "rail")

    def could_land(self, unit_id: str, start: str, goal: str) -> bool:
        """Whether the ground across the water, and that on this side, let a unit go there at all (10.48, 13.41a)."""
        kind, chart = self.kind(unit_id), read("tables/terrain")["terrain"]
        if kind.green:
            return False
        barred = [
            part for part in self.country.parts[goal]
            if chart[part]["cost"][self.weather(goal)][int(kind.motorized)] is None
        ]  # fmt: skip
        standing = {*self.ways(kind, start, goal)} - {COUNTRY}
        swamps = kind.motorized and "swamp" in self.country.parts[start] and not standing
        opened = [bool(standing & {*BY_ROAD}) or (part == "swamp" and RAIL in standing) for part in barred]
        return not swamps and all(opened)

    def by_boat(self, movers: Sequence[str], start: str, goal: str) -> bool:
        sides = self.country.sides[start, goal]
        if (
            not sides & {"lake", "shallow-water", "major-river"}
            or "sea" in sides
            or self.frozen
            or not {"sea", "lake", "shallow-water"}.isdisjoint(self.country.parts[goal])
        ):
            return False
        side = self.kind(movers[0]).side
        if any(each in self.state.supplies and self.state.supplies[each].is_dump for each in movers):
            return False
        if all(self.crosses_by_bridge(each, start, goal) for each in movers):
            return False
        boats = "major-river" in sides or any(
            self.counters.side(each) == side and unit.start == start and self.counters.type(each) in ENGINEERS
            and unit.task in ("", "crossing")
            for each, unit in self.state.units.items()
        )  # fmt: skip
        load = sum(self.counters.stacking(each) for each in movers if each in self.state.units)
        used = self.state.crossings.get("-".join(sorted((start, goal))), 0)
        if not boats or ("major-river" not in sides and load + used > read("tables/movement")["crossing_stacking"]):
            return False
        if not all(self.could_land(each, start, goal) for each in movers):
            return False
        heavy = any(
            self.counters.is_armored(each) or self.counters.is_artillery(each)
            for each in movers if each in self.state.units
        )  # fmt: skip
        at_full = all(self.at_full(each, boats=True) for each in movers)
        return at_full and not heavy and not self.between_zones(side, start, goal)
