"""The country and the counters of East Front Series, read once more from the data, and the simple facts of a state.

Written from the rulebook and the data alone, without the engine's chapters, so that the two can be held against each
other; `second_opinion` puts the parts together.
"""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

import yaml

import sandtable.games.efs as efs
from sandtable.games.efs.state import State, Unit

Edge: TypeAlias = tuple[str, str]

DATA = Path(efs.__file__).parent / "data"
ENGINEERS = ("engineer", "motorized-engineer", "armored-engineer")
AGAINST_TANKS = (
    "anti-tank", "motorized-anti-tank", "armored-anti-tank", "anti-aircraft", "motorized-anti-aircraft",
)  # fmt: skip
BY_ROAD = ("motorway", "main", "minor")
"""The classes of roads, the best first."""


PACKS: list[Path] = []
"""Folders whose files take the place of the title's own."""


@functools.cache
def read(name: str) -> dict:  # type: ignore[type-arg]
    """One data file, such as `tables/terrain`."""
    path = next(root / f"{name}.yaml" for root in (*PACKS, DATA) if (root / f"{name}.yaml").exists())
    return yaml.safe_load(path.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


@contextmanager
def laid_over(pack: Path) -> Iterator[None]:
    """Read the files of a data pack in place of the title's own."""
    PACKS.append(pack)
    forget()
    try:
        yield
    finally:
        PACKS.remove(pack)
        forget()


def forget() -> None:
    for kept in (read, country, card_of):
        kept.cache_clear()


def neighbours(label: str) -> list[str]:
    """The six labels around one, on the map or not: odd columns stand half a hex lower."""
    column, row = int(label[:2]), int(label[2:])
    low = row if column % 2 else row - 1
    around = [(column, row - 1), (column, row + 1)]
    around += [(column + side, each) for side in (-1, 1) for each in (low, low + 1)]
    return [f"{each:02d}{down:02d}" for each, down in around]


def apart(one: str, other: str) -> int:
    """How many hexes it is from one hex to another."""

    def cube(label: str) -> tuple[int, int]:
        column, row = int(label[:2]), int(label[2:])
        return column, row - column // 2

    (x, y), (p, q) = cube(one), cube(other)
    return max(abs(x - p), abs(y - q), abs(x + y - p - q))


class Country:
    """A map with everything printed on it."""

    def __init__(self, name: str) -> None:
        data = read(f"maps/{name}")
        fill = data["fill"]
        columns = range(int(fill["from"][:2]), int(fill["to"][:2]) + 1)
        rows = range(int(fill["from"][2:]), int(fill["to"][2:]) + 1)
        self.terrain = {f"{column:02d}{row:02d}": str(fill["terrain"]) for column in columns for row in rows}
        self.features: dict[str, set[str]] = defaultdict(set)
        self.lines: set[Edge] = set()
        """The fortified lines, as the hex that a line lies in and the one that it faces."""
        for label, hex_ in data["hexes"].items():
            self.terrain[label] = hex_.get("terrain", fill["terrain"])
            self.features[label] |= set(hex_.get("features", ()))
            self.lines |= {(label, faced) for faced in hex_.get("data", {}).get("faces", "").split()}
        self.sides: dict[Edge, set[str]] = defaultdict(set)
        for each in data["hexsides"]:
            for side in each["sides"]:
                one, other = side.split("-")
                self.sides[one, other].add(each["feature"])
                self.sides[other, one].add(each["feature"])
        self.ways: dict[Edge, set[str]] = defaultdict(set)
        """The roads and railroads that cross a hexside."""
        for each in data["paths"]:
            for one, other in zip(each["path"], each["path"][1:], strict=False):
                self.ways[one, other].add(each["network"])
                self.ways[other, one].add(each["network"])
        self.around = {label: [each for each in neighbours(label) if each in self.terrain] for label in self.terrain}
        self.regions: dict[str, set[str]] = {key: set(hexes) for key, hexes in data.get("regions", {}).items()}
        rails = {edge[0] for edge, found in self.ways.items() if "rail" in found}
        self.rail_hexes = rails | {label for label, kind in self.terrain.items() if kind in ("city", "major-city")}
        kinds = read("tables/terrain")["hexes"]
        self.parts: dict[str, tuple[str, ...]] = {label: tuple(kinds[kind]) for label, kind in self.terrain.items()}


@functools.cache
def country(name: str) -> Country:
    return Country(name)


@functools.cache
def card_of(scenario: str) -> dict:  # type: ignore[type-arg]
    """A scenario with its Set-Up Card."""
    data = read(f"scenarios/{scenario}")
    if "like" not in data:
        return data
    base = card_of(data["like"])
    return {**base, **data, "card": {**base["card"], **data.get("card", {})}}


class Counters:
    """What is printed on the counters, and which face of them shows."""

    def __init__(self, state: State) -> None:
        data = read("units/units")
        self.state = state
        self.printed, self.nations, self.types = data["units"], data["nations"], data["types"]
        self.divisions = data["divisions"]

    def side(self, unit_id: str) -> str:
        return str(self.nations[self.printed[unit_id]["nation"]]["side"])

    def type(self, unit_id: str) -> str:
        return str(self.printed[unit_id]["type"])

    def is_of(self, unit_id: str, *classes: str) -> bool:
        return self.types[self.type(unit_id)]["class"] in classes

    def is_artillery(self, unit_id: str) -> bool:
        return self.is_of(unit_id, "artillery")

    def is_armored(self, unit_id: str) -> bool:
        return self.is_of(unit_id, "armored")

    def has(self, unit_id: str, what: str) -> bool:
        return bool(self.printed[unit_id].get(what))

    def is_unknown(self, unit_id: str) -> bool:
        """Whether it is still untried."""
        return self.has(unit_id, "untried") and not self.state.units[unit_id].tried

    def step(self, unit_id: str) -> int:
        """Which of its faces shows, counted from none."""
        unit, faces = self.state.units[unit_id], self.printed[unit_id].get("faces", [[0, 0, 0]])
        if self.type(unit_id) == "headquarters":
            return 0 if unit.operational else 1
        if self.type(unit_id) in ("railroad-artillery", "super-heavy-artillery"):
            return 0 if unit.mode == "mobile" else 1
        return len(faces) - unit.steps

    def face(self, unit_id: str) -> tuple[int, int, int]:
        """Attack (or support), defence, allowance (2.22b)."""
        if self.has(unit_id, "untried"):
            tried = self.state.units[unit_id].tried
            values = [int(each) for each in tried.split("-")] if tried else [0, 1, 0]
        else:
            values = self.printed[unit_id]["faces"][self.step(unit_id)]
        return values[0], values[1], values[2]

    def stacking(self, unit_id: str) -> int:
        return int(self.printed[unit_id].get("stacking", 0))

    def is_boxed(self, unit_id: str) -> bool:
        """A motorized box round its allowance."""
        return self.has(unit_id, "box")

    def colour(self, unit_id: str) -> str:
        return str(self.printed[unit_id].get("ma", ""))

    def pays_as_motorized(self, unit_id: str) -> bool:
        return self.is_boxed(unit_id) or self.colour(unit_id) in ("orange", "green")

    def shows_no_band(self, unit_id: str) -> bool:
        """Without a No-ZOC band on the side that shows (3.25)."""
        return self.step(unit_id) + 1 not in self.printed[unit_id].get("no_zoc", ())


class Ground:
    """Where everything stands in a state: the simple facts that the other parts ask for."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.scenario = card_of(state.scenario)
        self.card = self.scenario["card"]
        self.country = country(self.scenario["map"])
        self.counters = Counters(state)
        self.stacks: dict[str, list[str]] = defaultdict(list)
        for unit_id, unit in state.units.items():
            if unit.at and not unit.box:
                self.stacks[unit.at].append(unit_id)

    def holder(self, label: str) -> str:
        """The side whose combat units stand in a hex."""
        return self.counters.side(self.stacks[label][0]) if self.stacks.get(label) else ""

    def unit(self, unit_id: str) -> Unit:
        return self.state.units[unit_id]

    def weather(self, label: str) -> str:
        """The weather that holds in a hex (5.21a: mud lingers in woods)."""
        kind = self.state.weather.kind
        lingers = self.state.weather.lingering_mud and "woods" in self.country.parts[label]
        return "mud" if lingers else kind

    @property
    def frozen(self) -> bool:
        return self.state.weather.frozen

    def is_town(self, label: str) -> bool:
        return "town" in self.country.features.get(label, ())

    def is_shut(self, side: str, label: str) -> bool:
        """Whether the card keeps a side out of a hex, or the enemy has left the map through it (11.63)."""
        region = self.card.get("closed", {}).get(side)
        return (bool(region) and label in self.country.regions[region]) or self.is_shut_off(side, label)

    def is_shut_off(self, side: str, label: str) -> bool:
        """Whether the enemy has left the map through the exit area of a hex (11.63)."""
        taken = [area for area, by in self.state.exits.items() if other_side(side) in by]
        return any(label in self.country.regions[self.card["exits"][area]] for area in taken)

    # Fortifications (18)

    def line(self, start: str, goal: str) -> bool:
        """An undestroyed fortified line in `goal` that faces `start`."""
        return (goal, start) in self.country.lines and f"{goal}>{start}" not in self.state.ruined

    def belt(self, label: str) -> bool:
        return "fortified-belt" in self.country.features.get(label, ()) and label not in self.state.ruined

    def citadel(self, label: str) -> bool:
        return "citadel" in self.country.features.get(label, ()) and label not in self.state.ruined

    def strongpoint(self, label: str, side: str) -> str:
        """The strongpoint of a side in a hex: completed, under construction, or nothing."""
        found = self.state.strongpoints.get(label)
        return found.status if found is not None and found.side == side else ""

    # Bridges (22)

    def bridged(self, start: str, goal: str, kind: str) -> bool:
        """Whether a printed bridge stands, for roads or railroads."""
        sides = self.country.sides[start, goal]
        name = "-".join(sorted((start, goal)))
        return f"{kind}-bridge" in sides and f"{name}/{kind}" not in self.state.damage

    def marker(self, start: str, goal: str, side: str) -> bool:
        """Whether a completed Bridge marker of a side lies across a hexside."""
        return any(
            each.side == side and not each.ferry and each.status == "completed" and {each.at, each.to} == {start, goal}
            for each in self.state.bridges.values()
        )

    # Zones of control (3.2)

    def barred_to(self, unit_id: str, start: str, goal: str) -> bool:
        """Whether the Terrain Effects Chart keeps a kind of unit out of a hex that it would enter from another."""
        chart = read("tables/terrain")["terrain"]
        column = int(self.counters.pays_as_motorized(unit_id))
        off_road = column and not self.frozen and not self.country.ways[start, goal]
        if off_road and "swamp" in self.country.parts[start]:
            return True
        for part in self.country.parts[goal]:
            costs = chart[part]["cost"]
            cost = costs.get("frozen") if self.frozen else None
            if (cost or costs[self.weather(goal)])[column] is None and not self.opened(start, goal, part):
                return True
        return False

    def opened(self, start: str, goal: str, part: str) -> bool:
        """Whether a road leads into ground that is barred otherwise, or a railroad into a swamp (10.42c, 10.43a)."""
        ways = self.country.ways[start, goal]
        return bool(ways & {*BY_ROAD}) or (part == "swamp" and bool(ways))

    def exerts(self, unit_id: str, start: str, goal: str) -> bool:
        """Whether the zone of a unit that has one reaches from its hex into the next."""
        chart = read("tables/terrain")
        limits = [chart["terrain"][part].get("zoc") for part in self.country.parts[goal]]
        sides = [side for side in self.country.sides[start, goal] if side in chart["sides"]]
        limits += [chart["sides"][side].get("zoc") for side in sides]
        if "never" in limits or ("frozen" in limits and not self.frozen):
            return False
        counters = self.counters
        if self.citadel(start) or self.citadel(goal) or (counters.side(unit_id) == "axis" and self.belt(goal)):
            return False
        if self.barred_to(unit_id, start, goal):
            return False
        if self.weather(goal) == "mud" and (counters.is_boxed(unit_id) or counters.colour(unit_id) == "orange"):
            has_place = self.is_town(goal) or "city" in self.country.parts[goal]
            return has_place or bool(self.country.ways[start, goal])
        return True

    @functools.cached_property
    def zones(self) -> dict[str, dict[str, set[str]]]:
        """By side, each hex of its zones of control with the hexes from which it is exerted."""
        found: dict[str, dict[str, set[str]]] = {"axis": defaultdict(set), "soviet": defaultdict(set)}
        for label, stack in self.stacks.items():
            zone = found[self.holder(label)]
            zone[label].add(label)
            able = [each for each in stack if not self.unit(each).overrun]
            if any(self.counters.shows_no_band(each) for each in able):
                for goal in self.country.around[label]:
                    if any(self.exerts(each, label, goal) for each in able):
                        zone[goal].add(label)
        return found

    def in_zone_of(self, side: str, label: str) -> bool:
        return label in self.zones[side]

    # Stacking (3.3)

    def room(self, label: str, side: str) -> int:
        """How many stacking points fit into a hex beside those that are there."""
        limit = int(read("tables/stacking")["limit"])
        for region, most in self.card.get("stacking", {}).items():
            if label in self.country.regions[region]:
                limit = min(limit, most)
        return limit - sum(self.counters.stacking(each) for each in self.stacks.get(label, ()))


def other_side(side: str) -> str:
    return "soviet" if side == "axis" else "axis"
