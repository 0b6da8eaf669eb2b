"""Combat of East Front Series reckoned a second time: strengths, support, modifiers, the column and the result."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from games.efs.second_country import AGAINST_TANKS, ENGINEERS, Ground, apart, other_side, read

WITH_TANKS = ("reconnaissance", "motorized-infantry", "motorcycle-infantry", "motorized-engineer")
BUSTERS = ("anti-aircraft", "motorized-anti-aircraft", "assault-gun")
STREAMS = {"river", "canal", "major-river"}
FIELD_GUNS = ("field-artillery", "coast-defense-artillery")
HEAVY = ("super-heavy-artillery", "railroad-artillery")
WORKS = ("fortified-line", "fortified-belt", "strongpoint", "strongpoint-before-city", "citadel")
ONLY_ATTACK = ("rocket-artillery", "super-heavy-artillery", "railroad-artillery")


class Battle(NamedTuple):
    """Who attacks what, and with what help."""

    side: str
    hexes: tuple[str, ...]
    attackers: tuple[str, ...]
    support: tuple[str, ...] = ()
    defending: tuple[str, ...] = ()
    supplied: bool = False
    engineers: bool = False
    buster: str = ""
    no_retreat: bool = False


class Verdict(NamedTuple):
    attack: int
    defence: int
    column: str
    modifiers: dict[str, int]
    drm: int


class Fighting(Ground):
    """Chapters 13 and 15."""

    def defenders(self, battle: Battle) -> list[str]:
        return [each for label in battle.hexes for each in self.stacks.get(label, ())]

    def edges(self, battle: Battle) -> set[tuple[str, str]]:
        places = {self.unit(each).at for each in battle.attackers}
        return {(at, label) for at in places for label in battle.hexes}

    def near(self, battle: Battle) -> list[str]:
        """The units of the attacker around the defender hexes."""
        around = {at for label in battle.hexes for at in self.country.around[label] if self.holder(at) == battle.side}
        return [each for at in around for each in self.stacks[at]]

    # Strengths (15.41, 15.44, 15.46)

    @staticmethod
    def by_groups(strengths: Iterable[tuple[int, int]]) -> int:
        """Strengths with how often each is halved: those alike are added up, and the fraction is dropped (3.42)."""
        groups: dict[int, int] = defaultdict(int)
        for strength, times in strengths:
            groups[times] += strength
        return sum(total // 2**times for times, total in groups.items())

    def halved(self, unit_id: str, hexes: Collection[str]) -> int:
        at, counters = self.unit(unit_id).at, self.counters
        times = int("swamp" in self.country.parts[at] and not self.frozen)
        times += int(not self.frozen and any("major-river" in self.country.sides[at, label] for label in hexes))
        heavy = {"city", "major-city", "mountain", "alpine"}
        is_tank = counters.is_armored(unit_id) and counters.has(unit_id, "red")
        times += int(is_tank and any(heavy & set(self.country.parts[label]) for label in hexes))
        bars_armor = counters.is_armored(unit_id) and counters.type(unit_id) != "armored-engineer"
        bars_armor = bars_armor and counters.side(unit_id) == "axis"
        return times + int(bars_armor and any(self.citadel(label) for label in hexes))

    def attack(self, battle: Battle) -> int:
        return self.by_groups(
            (self.counters.face(each)[0] * (2 if each == battle.buster else 1), self.halved(each, battle.hexes))
            for each in battle.attackers
        )

    def defence(self, hexes: Sequence[str], committed: Collection[str] = (), *, initial: bool = False) -> int:
        """Non-artillery strengths; guns alone in a hex defend it, and so do guns that cannot support (13.21, 13.22)."""
        total = 0
        for label in hexes:
            units, here = self.stacks.get(label, ()), 0
            alone = all(self.counters.is_artillery(each) for each in units)
            for each in units:
                helps = each in committed or self.could_defend(each, hexes, committed)
                if alone or not self.counters.is_artillery(each) or not (initial or helps):
                    here += self.counters.face(each)[1]
            bonus = read("tables/combat-modifiers")["citadel_bonus"]
            doubled = self.citadel(label) and self.holder(label) == "soviet"
            total += here + (min(here, bonus) if doubled else 0)
        return total

    # Artillery (13)

    def support_of(self, battle: Battle, guns: Sequence[str], *, defending: bool) -> int:
        """What guns add, within what they support."""
        times = int(any("swamp" in self.country.parts[label] for label in battle.hexes) and not self.frozen)
        times += int(any(self.weather(label) == "mud" for label in battle.hexes))
        strengths = []
        for each in guns:
            allied = self.counters.nations[self.counters.printed[each]["nation"]].get("allied", False)
            weak = defending and allied and self.unit(each).at not in battle.hexes
            strengths.append((self.counters.face(each)[0], times + int(weak)))
        side_units = self.defenders(battle) if defending else battle.attackers
        supported = sum(
            self.counters.face(each)[1 if defending else 0]
            for each in side_units
            if not self.counters.is_artillery(each)
        )
        return min(self.by_groups(strengths), supported)

    def could_defend(self, unit_id: str, hexes: Sequence[str], committed: Collection[str]) -> bool:
        """Whether a gun in a defender hex could still be given to its defence."""
        unit = self.unit(unit_id)
        if unit.fired or unit.building or unit.supply == "out" or self.counters.type(unit_id) in ONLY_ATTACK:
            return False
        if any(unit_id in attack.support for attack in self.state.attacks.values() if {*attack.hexes} != {*hexes}):
            return False
        here = [each for each in self.stacks[unit.at] if not self.counters.is_artillery(each)]
        return bool(here) and self.may_combine([*committed, unit_id], hexes, defending=True)

    def may_help(self, unit_id: str, hexes: Sequence[str]) -> bool:
        """Whether a gun could be committed to a defence: in the defender hex, or in range and not held by an enemy."""
        unit, counters = self.unit(unit_id), self.counters
        if unit.at in hexes:
            return self.could_defend(unit_id, hexes, ())
        if unit.fired or unit.building or unit.supply == "out" or counters.type(unit_id) in ONLY_ATTACK:
            return False
        near = min(apart(unit.at, label) for label in hexes) <= counters.printed[unit_id]["range"]
        return near and not self.in_zone_of(other_side(counters.side(unit_id)), unit.at)

    def may_combine(self, guns: Sequence[str], hexes: Sequence[str], *, defending: bool) -> bool:
        """13.14, 13.15, 13.31: how many guns may support one combat."""
        figures, counters = read("tables/artillery"), self.counters
        if not guns or counters.side(guns[0]) == "axis":
            counted = [each for each in guns if counters.type(each) != "super-heavy-artillery"]
            nations = [counters.nations[counters.printed[each]["nation"]] for each in counted]
            allied = sum(bool(nation.get("allied")) for nation in nations)
            if allied and len(counted) - allied > figures["german_with_allied"]:
                return False
            if defending and allied > figures["axis_allied_defending"]:
                return False
            return len(counted) <= figures["axis"]
        field = [each for each in guns if counters.type(each) in FIELD_GUNS]
        rockets = [each for each in guns if counters.type(each) == "rocket-artillery"]
        idle = any(self.idle_hq_near(label) for label in hexes)
        if len(rockets) > figures["soviet_rockets"] or (idle and len(guns) > figures["soviet_under_idle_hq"]):
            return False
        if len(field) <= figures["soviet"]:
            return True
        if len(field) > figures["soviet_with_hq"] or idle:
            return False
        one, two = field
        places = [self.unit(each).at for each in field]
        if places[0] == places[1] and (not defending or places[0] in hexes) and defending:
            return True
        if self.hqs_over(places[0]) & self.hqs_over(places[1]):
            return True
        inside = [each for each in field if self.unit(each).at in hexes]
        outside = [each for each in field if each not in inside]
        return defending and len(inside) == 1 and bool(self.hqs_over(self.unit(outside[0]).at)) and bool(one and two)

    def hqs_over(self, label: str) -> set[str]:
        """The operational HQs in whose range a hex is, where no idle one reaches it; support takes no points."""
        if self.idle_hq_near(label):
            return set()
        far = read("tables/headquarters")["range"]
        return {each for each in self.hqs(operational=True) if apart(self.unit(each).at, label) <= far}

    def idle_hq_near(self, label: str) -> bool:
        far = read("tables/headquarters")["range"]
        return any(apart(self.unit(each).at, label) <= far for each in self.hqs(operational=False))

    def hqs(self, *, operational: bool) -> list[str]:
        return [
            each for stack in self.stacks.values() for each in stack
            if self.counters.type(each) == "headquarters" and self.unit(each).operational == operational
        ]  # fmt: skip

    def points_left(self, hq: str) -> int:
        command = self.state.commands.get(hq)
        return int(self.counters.printed[hq]["command"]) - (0 if command is None else command.used)

    # Modifiers (15.5)

    def ground(self, battle: Battle) -> dict[str, int]:
        """What terrain and works give the defender."""
        best: dict[str, int] = {}
        for label in battle.hexes:
            found = self.hexsides(battle, label)
            for name, number in self.own_ground(battle, label).items():
                found[name] = found.get(name, 0) + number
            if sum(found.values()) > sum(best.values()):
                best = found
        return {name: number for name, number in best.items() if number}

    def own_ground(self, battle: Battle, label: str) -> dict[str, int]:
        chart, figures = read("tables/terrain"), read("tables/combat-modifiers")["modifiers"]
        found: dict[str, int] = defaultdict(int)
        terrain = [part for part in self.country.parts[label] if part in ("hill", "mountain", "alpine")]
        for part in terrain:
            found["heights"] = chart["terrain"][part]["drm"]
        for part in ("city", "major-city"):
            if part in self.country.parts[label]:
                found["city"] = chart["terrain"][part]["drm"]
        if "city" not in found and self.is_town(label) and self.weather(label) in chart["town"]["weather"]:
            found["town"] = chart["town"]["drm"]
        defender = other_side(battle.side)
        strongpoint = self.strongpoint(label, defender) == "completed"
        if defender == "soviet" and self.citadel(label):
            found["citadel"] = figures["citadel"]
        if defender == "soviet" and self.belt(label):
            found["fortified-belt"] = figures["fortified-belt"]
        elif strongpoint:
            behind = defender == "soviet" and all(self.line(*edge) for edge in self.edges(battle) if edge[1] == label)
            if behind and self.city_near(label):
                found["strongpoint-before-city"] = figures["strongpoint-before-city"]
            else:
                found["strongpoint"] = figures["strongpoint"]
        return found

    def city_near(self, label: str) -> bool:
        far = read("tables/combat-modifiers")["strongpoint_city_range"]
        axis = set(self.card["axis_hexes"])
        return any(
            {"city", "major-city"} & set(parts) and apart(label, city) <= far
            and self.state.control.get(city, "axis" if city in axis else "soviet") == "soviet"
            for city, parts in self.country.parts.items()
        )  # fmt: skip

    def hexsides(self, battle: Battle, counted: str) -> dict[str, int]:
        """What all attackers must cross: as much as the weakest of the hexsides gives, by water, by a line, or by one
        here and the other there (15.51b, 18.22). A strongpoint stands for the line of the hex whose own ground is
        counted (18.41c).
        """
        chart, line = read("tables/terrain")["sides"], read("tables/combat-modifiers")["modifiers"]["fortified-line"]
        water, lines = [], []
        for edge in self.edges(battle):
            sides = [chart[side] for side in self.country.sides[edge] if side in chart]
            water.append(sum(side.get("drm_frozen", 0) if self.frozen else side["drm"] for side in sides))
            sheltered = edge[1] == counted and self.strongpoint(edge[1], "soviet") == "completed"
            sheltered = sheltered and not self.belt(edge[1])
            lines.append(line if battle.side == "axis" and self.line(*edge) and not sheltered else 0)
        found = {"frozen-major-river" if self.frozen else "river": min(water), "fortified-line": min(lines)}
        both = min(one + other for one, other in zip(water, lines, strict=True))
        found["hexsides"] = both - sum(found.values())
        return {name: number for name, number in found.items() if number}

    def modifiers(self, battle: Battle, *, below: bool) -> dict[str, int]:
        figures = read("tables/combat-modifiers")["modifiers"]
        ground, defenders = self.ground(battle), self.defenders(battle)
        found = dict(ground)
        declared = {
            "no-retreat": battle.no_retreat,
            "engineers": battle.engineers,
            "out-of-supply": any(self.unit(each).supply == "out" for each in defenders),
            "without-attack-supply": not battle.supplied,
            "below-least-odds": below,
            "combined-arms": self.combined_arms(battle),
            "overrun-marker": any(self.unit(each).overrun for each in defenders),
        }
        found |= {name: figures[name] for name, holds in declared.items() if holds}
        heavy = [each for each in battle.support if self.counters.type(each) in HEAVY]
        cancelled = sum(number for name, number in ground.items() if name in (*WORKS, "city", "town"))
        cancelled += found.get("engineers", 0)
        found["heavy-artillery"] = figures["heavy-artillery"] * max(min(len(heavy), cancelled), 0)
        panzer, motorized = self.divisions(battle)
        if battle.side == "axis" and any(self.citadel(label) for label in battle.hexes):
            panzer, motorized = min(panzer, 1), 0
        found["panzer-division"] = figures["panzer-division"] * panzer
        found["motorized-division"] = figures["motorized-division"] * min(panzer, motorized)
        return {name: number for name, number in found.items() if number}

    def engineers_help(self, battle: Battle) -> bool:
        """15.53a, 15.53b."""
        ground = self.ground(battle)
        if not any(self.counters.type(each) in ENGINEERS for each in battle.attackers):
            return False
        across = any("shallow-water" in self.country.sides[edge] for edge in self.edges(battle))
        cities = any({"city", "major-city"} & set(self.country.parts[label]) for label in battle.hexes)
        return across or cities or bool({"river", "hexsides", "town", *WORKS} & set(ground))

    def busters(self, battle: Battle) -> set[str]:
        """Who of the attackers may double its strength (15.44)."""
        if battle.side != "axis" or any(self.citadel(label) for label in battle.hexes):
            return set()
        found = set()
        for each in battle.attackers:
            at = self.unit(each).at
            for label in battle.hexes:
                works = self.strongpoint(label, "soviet") == "completed" or self.belt(label) or self.line(at, label)
                if works or {"city", "major-city"} & set(self.country.parts[label]):
                    found.add(each)
        return {each for each in found if self.counters.type(each) in BUSTERS}

    def combined_arms(self, battle: Battle) -> bool:
        counters = self.counters
        if battle.side != "axis":
            return False
        tanks = [each for each in battle.attackers if counters.is_armored(each) and counters.has(each, "red")]
        partners = [each for each in battle.attackers if counters.type(each) in WITH_TANKS]
        if not tanks or not partners:
            return False
        for each in self.defenders(battle):
            red = counters.is_armored(each) and counters.has(each, "red")
            if red or counters.type(each) in AGAINST_TANKS:
                return False
        for label in battle.hexes:
            parts = set(self.country.parts[label])
            if {"city", "major-city", "mountain", "alpine"} & parts or ("swamp" in parts and not self.frozen):
                return False
            if self.belt(label) or self.citadel(label) or self.strongpoint(label, "soviet") == "completed":
                return False
            if self.weather(label) in ("mud", "snow"):
                return False
        required = [*tanks, *partners]
        by_river = all(self.crosses(each, battle, STREAMS) for each in required)
        by_line = all(all(self.line(self.unit(each).at, label) for label in battle.hexes) for each in required)
        return not (by_river or by_line)

    def crosses(self, unit_id: str, battle: Battle, what: set[str]) -> bool:
        at = self.unit(unit_id).at
        return not self.frozen and all(self.country.sides[at, label] & what for label in battle.hexes)

    def divisions(self, battle: Battle) -> tuple[int, int]:
        """How many panzer and how many motorized divisions attack as a whole (15.58)."""
        parts: dict[str, list[str]] = defaultdict(list)
        starved = set()
        for each in battle.attackers:
            division = self.counters.printed[each].get("division")
            if division:
                parts[division].append(self.counters.printed[each].get("component", ""))
                if self.unit(each).supply == "out" or self.unit(each).fuel_shortage:
                    starved.add(division)
        panzer = motorized = 0
        for division, found in parts.items():
            if division in starved and not battle.supplied:
                continue
            kind, rifles = self.counters.divisions[division]["kind"], found.count("motorized-infantry")
            scouts = "reconnaissance" in found
            if kind == "panzer" and "panzer" in found and rifles and (rifles > 1 or scouts):
                panzer += 1
            if kind == "motorized" and rifles > 1 and scouts:
                motorized += 1
        return panzer, motorized

    # Columns and results (12.22, 15.47, 15.6)

    @staticmethod
    def column(attack: int, defence: int) -> str:
        """The best column that is not too good; nothing below the first."""
        found = ""
        for name in read("tables/combat")["columns"]:
            won, lost = (int(each) for each in name.split(":"))
            if attack * lost >= won * defence:
                found = name
        return found

    def verdict(self, battle: Battle) -> Verdict:
        attack = self.attack(battle) + self.support_of(battle, battle.support, defending=False)
        defence = self.defence(battle.hexes, battle.defending)
        defence += self.support_of(battle, battle.defending, defending=True)
        column = self.column(attack, defence)
        modifiers = self.modifiers(battle, below=not column)
        low, high = read("tables/combat-modifiers")["limits"]
        drm = min(high, max(low, sum(modifiers.values())))
        return Verdict(attack, defence, column or read("tables/combat")["columns"][0], modifiers, drm)

    @staticmethod
    def result(column: str, roll: int) -> str:
        table = read("tables/combat")
        return str(table["rows"][min(10, max(1, roll))][table["columns"].index(column)])
