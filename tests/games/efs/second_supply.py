"""Supply routes of East Front Series reckoned a second time (6.1 to 6.3)."""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Iterable, Iterator

from games.efs.second_country import Ground, other_side, read

NOWHERE: frozenset[str] = frozenset()
ROADS_OF_THE_NET = ("main", "motorway")


class Supplying(Ground):
    """Which hexes can trace a supply route, by side."""

    # Where no part of a route may go (6.13)

    def open_to(self, side: str, start: str, goal: str, ends: frozenset[str] = NOWHERE) -> bool:
        """Whether a route may go from a hex into the next, on whatever way; it may end in some hexes."""
        if not self.may_hold(side, goal, ends):
            return False
        sides = self.country.sides[start, goal]
        if "sea" in sides or "sea" in self.country.parts[goal]:
            return False
        if side == "axis" and (self.line(start, goal) or self.line(goal, start)):
            return False
        if not self.frozen:
            if not {"lake", "shallow-water"}.isdisjoint(self.country.parts[goal]):
                return False
            spanned = self.bridged(start, goal, "road") or self.bridged(start, goal, "rail")
            if not spanned and sides & {"lake", "shallow-water", "major-river"}:
                return "major-river" in sides and self.marker(start, goal, side)
        return True

    @property
    def swamps_bar(self) -> bool:
        return self.state.weather.kind in ("dry", "mud")

    def in_line(self, side: str, start: str, goal: str, first: str, ends: frozenset[str]) -> bool:
        """The same for a line of communications, which needs a road or railroad in swamps; `first` is its beginning."""
        if not self.open_to(side, start, goal, ends):
            return False
        swamps = [each for each in (start, goal) if "swamp" in self.country.parts[each] and each != first]
        return not (swamps and self.swamps_bar) or bool(self.usable(side, start, goal))

    def usable(self, side: str, start: str, goal: str) -> set[str]:
        """The roads and the railroad across a hexside that no broken bridge interrupts; a road goes on where a Bridge
        marker of its side lies (22.23a).
        """
        found = set(self.country.ways[start, goal])
        if self.country.sides[start, goal] & {"lake", "shallow-water", "major-river", "sea"}:
            for kind, names in (("road", {"main", "minor", "motorway"}), ("rail", {"rail"})):
                marked = kind == "road" and self.marker(start, goal, side)
                if not self.bridged(start, goal, kind) and not marked:
                    found -= names
        return found

    # Sources (6.2)

    @functools.cached_property
    def friends(self) -> dict[str, str]:
        """The side to which each hex is friendly."""
        axis = set(self.card["axis_hexes"])
        return {
            label: self.state.control.get(label, "axis" if label in axis else "soviet")
            for label in self.country.terrain
        }

    def sources(self, side: str) -> list[str]:
        """The sources that provide supply by themselves, and with them the major cities that can trace a route to one
        (6.24).
        """
        return [*self.first_sources(side), *self.major_cities_at_work[side]]

    def first_sources(self, side: str) -> list[str]:
        ports = [label for label, found in self.country.features.items() if "port" in found]
        named = [*self.card["sides"][side]["sources"], *(ports if side == "soviet" else ())]
        return [each for each in named if self.is_held(side, each)]

    def is_held(self, side: str, label: str) -> bool:
        in_hand = self.holder(label) in ("", side) and self.friends[label] == side
        return in_hand and label not in self.state.idle_sources and not self.is_shut_off(side, label)

    @functools.cached_property
    def major_cities_at_work(self) -> dict[str, list[str]]:
        """Found one after the other: each that traces a route may be what the next one traces it to."""
        cities = [each for each, kind in self.country.terrain.items() if kind == "major-city"]
        waiting = [each for each in cities if self.is_held("soviet", each) and each not in self.first_sources("soviet")]
        found: dict[str, list[str]] = {"axis": [], "soviet": []}
        while True:
            opinion = type(self)(self.state)
            opinion.__dict__["major_cities_at_work"] = found
            joined = [each for each in waiting if each in opinion.supplied("soviet")]
            if not joined:
                return found
            found = {"axis": [], "soviet": [*found["soviet"], *joined]}
            waiting = [each for each in waiting if each not in joined]

    # The nets (6.15, 6.16)

    @functools.cache  # noqa: B019 - an opinion lives as long as the state that it is about
    def rail_net(self, side: str) -> frozenset[str]:
        """All railroads are Soviet, as long as none is converted, and a cut one is nobody's (6.16)."""
        holders, cuts = self.state.rail_holder, self.state.rail_cuts
        rails = {each for each in self.country.rail_hexes if holders.get(each, "soviet") == side and each not in cuts}
        found = {each for each in self.sources(side) if each in rails}
        queue = deque(found)
        while queue:
            label = queue.popleft()
            for goal in self.country.around[label]:
                if goal in found or goal not in rails or "rail" not in self.usable(side, label, goal):
                    continue
                if not self.open_to(side, goal, label):
                    continue
                if self.open_to(side, label, goal):
                    found.add(goal)
                    queue.append(goal)
        return frozenset(found)

    def may_hold(self, side: str, label: str, ends: frozenset[str] = NOWHERE) -> bool:
        """Whether a route may go through a hex at all, wherever it comes from; a source, or a supply unit to which it
        leads, is not gone through (the ruling on 6.13).
        """
        enemy = other_side(side)
        is_end = label in ends or label in self.sources(side)
        if self.holder(label) != side and self.in_zone_of(enemy, label) and not is_end:
            return False
        if self.is_shut_off(side, label):
            return False
        return not self.strongpoint(label, enemy) and not (side == "axis" and (self.belt(label) or self.citadel(label)))

    @functools.cache  # noqa: B019
    def road_net(self, side: str) -> frozenset[str]:
        figures = read("tables/supply")["road_net"]
        starts = [*self.sources(side), *self.rail_net(side)]
        foul = self.state.weather.kind in ("mud", "snow")
        found = set(self.along_roads(side, starts, figures["reduced"], avoid=False))
        if not foul:
            found |= set(self.along_roads(side, starts, figures["full"], avoid=True))
        return frozenset(found)

    def along_roads(self, side: str, starts: Iterable[str], most: int, *, avoid: bool) -> Iterator[str]:
        """The hexes of main roads within so many hexes, the first counted; `avoid` those where mud lingers."""
        far = {each: 1 for each in starts if not (avoid and self.weather(each) in ("mud", "snow"))}
        queue = deque(far)
        while queue:
            label = queue.popleft()
            for goal in self.country.around[label]:
                if goal in far or far[label] == most or not self.usable(side, label, goal) & set(ROADS_OF_THE_NET):
                    continue
                if avoid and self.weather(goal) in ("mud", "snow"):
                    continue
                if self.open_to(side, label, goal) and self.open_to(side, goal, label):
                    far[goal] = far[label] + 1
                    queue.append(goal)
        yield from far

    # The line of communications (6.14)

    @functools.cache  # noqa: B019
    def supplied(self, side: str) -> frozenset[str]:
        """The hexes in general supply, but for temporary sources."""
        goals = {*self.sources(side), *self.road_net(side), *self.rail_net(side)}
        return self.in_reach(side, frozenset(goals))

    def in_reach(self, side: str, goals: frozenset[str]) -> frozenset[str]:
        """The hexes from which a line of communications comes to one of some hexes."""
        return frozenset(label for label in self.country.terrain if self.traces(side, label, goals))

    def traces(self, side: str, label: str, goals: frozenset[str]) -> bool:
        """Whether a line of communications comes from a hex to one of some others."""
        figures, foul = read("tables/supply")["loc"], self.state.weather.kind in ("mud", "snow")
        if label in goals or self.reaches(side, label, goals, figures["reduced"], clean=False):
            return True
        return not foul and self.reaches(side, label, goals, figures["full"], clean=True)

    def reaches(self, side: str, first: str, goals: frozenset[str], most: int, *, clean: bool) -> bool:
        """Whether a line of at most so many hexes exists; a clean one meets nothing that makes it shorter (6.14c)."""
        far = {first: 0}
        queue = deque([first])
        while queue:
            label = queue.popleft()
            if far[label] == most:
                continue
            for goal in self.country.around[label]:
                if goal in far or not self.in_line(side, label, goal, first, goals):
                    continue
                if clean and not self.is_clean(side, label, goal, first):
                    continue
                if goal in goals:
                    return True
                if self.holder(goal) != side and self.in_zone_of(other_side(side), goal):
                    continue
                far[goal] = far[label] + 1
                queue.append(goal)
        return False

    def is_clean(self, side: str, start: str, goal: str, first: str) -> bool:
        ways, weather = self.usable(side, start, goal), self.state.weather.kind
        if self.weather(goal) in ("mud", "snow"):
            return False
        for label in (start, goal):
            if label == first:
                continue
            parts = self.country.parts[label]
            if "swamp" in parts and self.swamps_bar and not ways & set(ROADS_OF_THE_NET):
                return False
            if "marsh" in parts and weather == "dry" and not ways:
                return False
        return True
