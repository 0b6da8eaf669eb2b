"""AP shots and GP attacks reckoned a second time, straight from the words of 4.4.3.2, 6.5.2 and 6.5.4.

It shares the cards, the tables and the map with the game, and nothing that works a shot out: range, fields of fire,
hit angles, cover, what hinders on the line, hull down, the modifiers, armor and damage are found here anew. Lines are
measured as `slow_sight` measures them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Literal

import msgspec

from games.panzer.shipped import cards, table
from games.panzer.slow_sight import Point, between, centre, corners, meet, turn
from sandtable.games.panzer.cards import Ammo, Attached, Gp, Gun, Leg, Towed, Vehicle
from sandtable.games.panzer.combat.weapons import Aim
from sandtable.games.panzer.state import Mission, Smoke, Unit
from sandtable.games.panzer.tables import basic, command, fire
from sandtable.games.panzer.tables.parts import BANDS, Band
from sandtable.games.panzer.tables.terrain import TerrainFile
from sandtable.games.panzer.units import Game
from sandtable.hexgrid import DIRECTIONS, Hex, distance

ANGLES: tuple[fire.Angle, ...] = ("front", "front-side", "rear-side", "rear", "rear-side", "front-side")
COVERS = ("none", "light", "medium", "heavy")
SUNKEN = ("gully", "ford", "stream", "water", "shellhole")
HEIGHTS = {"brew-up-smoke": 2, "smoke": 4, "barrage": 4, "on-fire": 5}
DIVISORS = {1: 2, 2: 4, 3: 8}

Row = tuple[str | int, ...]
"""A place that a hit strikes: the location, what comes of it, penetration and armor, and the chances of damage."""


class Shot(msgspec.Struct, frozen=True):
    """An AP shot: its sum, and for each angle how the hull is hidden and where hits strike, in hundredths."""

    distance: int
    band: Band
    modifiers: dict[str, int]
    number: int
    hits: tuple[int, int, int]
    """The chances to hit at all, twice and three times."""
    angles: dict[str, tuple[str, dict[Row, int]]]


class Attack(msgspec.Struct, frozen=True):
    """A GP attack: its sum."""

    band: Band
    factor: int
    defense: str
    no_effect: int
    suppressed: int
    modifiers: dict[str, int]


@cache
def sectors(of: Hex, facing: int, towards: Hex) -> frozenset[int]:
    """In which sixths around a hex another one lies, counted from the facing; in two on a dividing line."""
    q, r = towards.q - of.q, towards.r - of.r
    for _ in range(facing):
        q, r = q + r, -q
    found = set()
    for sixth in range(6):
        if 3 * abs(q) <= -(2 * r + q):
            found.add(sixth)
        q, r = q + r, -q
    return frozenset(found)


def is_crossed(hex_: Hex, a: Point, b: Point) -> bool:
    """Whether a line has points inside a hex, and not only on its edge."""
    around = corners(hex_)
    sides = {turn(a, b, corner) for corner in around}
    touches = any(meet(a, b, one, other) for one, other in zip(around, [*around[1:], around[0]], strict=True))
    return {1, -1} <= sides and touches


@cache
def on_the_way(one: Hex, other: Hex) -> tuple[frozenset[Hex], frozenset[frozenset[Hex]]]:
    """The hexes that a line touches, and the hexsides that it crosses or runs along."""
    a, b = centre(one), centre(other)
    hexes, sides = set(), set()
    for q in range(min(one.q, other.q) - 1, max(one.q, other.q) + 2):
        for r in range(min(one.r, other.r) - 1, max(one.r, other.r) + 2):
            here = Hex(q, r)
            if distance(here, one) + distance(here, other) > distance(one, other) + 1:
                continue
            around = corners(here)
            if len({turn(a, b, corner) for corner in around}) == 1:
                continue
            for direction, step in enumerate(DIRECTIONS):
                start, end = around[direction - 1], around[direction]
                if not meet(a, b, start, end):
                    continue
                there = Hex(q + step.q, r + step.r)
                hexes |= {here, there}
                along = turn(a, b, start) == turn(a, b, end) == 0 and between(a, b, start) and between(a, b, end)
                if along or (is_crossed(here, a, b) and is_crossed(there, a, b)):
                    sides.add(frozenset((here, there)))
    return frozenset(hexes), frozenset(sides)


class SecondOpinion:
    """Shots in one position of the Advanced Game."""

    def __init__(self, game: Game) -> None:
        self.state, self.content = game.state, game.content
        board = game.content.board
        self.place = {label: board.hex(i) for label, i in board.index.items()}
        self.walls = {
            frozenset((board.hex(i), Hex(board.hex(i).q + step.q, board.hex(i).r + step.r)))
            for i in range(board.size)
            for direction, step in enumerate(DIRECTIONS)
            if "wall" in board.sides and board.sides["wall"][6 * i + direction]
        }

    # Units

    def card(self, unit_id: str) -> Vehicle | Towed | Leg:
        found = cards().all[self.content.counters[unit_id].card]
        assert isinstance(found, Vehicle | Towed | Leg)
        if isinstance(found, Leg) and found.half is not None and self.state.units[unit_id].reduced:
            return cards().leg[found.half]
        return found

    def terrain(self, label: str) -> str:
        return self.content.board.named(label).terrain

    def level(self, unit: Unit) -> int:
        return self.content.board.named(unit.at).elevation + unit.floor

    def ground(self, label: str) -> int:
        return self.content.board.named(label).elevation + (self.terrain(label) in SUNKEN)

    def distance(self, aim: Aim) -> int:
        units = self.state.units
        return distance(self.place[units[aim.firer].at], self.place[units[aim.target].at])

    def moves(self, unit_id: str) -> bool:
        """As far as others know."""
        order = self.state.commands[unit_id]
        is_known = order.shown or order.known
        return is_known and order.order in ("move", "short-halt") and not self.state.units[unit_id].crawled

    def cover(self, unit_id: str, column: Literal["vehicle", "gp"]) -> str:
        """The best cover of the hex (4.1.3), or none in a crowded one (4.1.3.2)."""
        unit, chart = self.state.units[unit_id], table("terrain", TerrainFile)
        here = [each for each, other in self.state.units.items() if other.at == unit.at and not other.carrier]
        if len([each for each in here if not isinstance(self.card(each), Leg)]) > 5:
            return "none"
        works = [work for work in self.state.works.values() if work.at == unit.at]
        ground = self.terrain(unit.at)
        inside = isinstance(self.card(unit_id), Leg) or unit.indoors
        is_ruin = any(work.kind == "rubble" for work in works)
        if ground.startswith("building") and not inside and not is_ruin:
            ground = "alley"
        found = [getattr(chart.hexes[ground].cover, "vehicle" if is_ruin else column)]
        if any(work.kind == "improved-position" and unit_id in work.holds for work in works):
            found.append("heavy")
        return max((each for each in found if each in COVERS), key=COVERS.index, default="none")

    def weapon(self, aim: Aim) -> Gun | Attached:
        gun = cards().guns.get(aim.weapon)
        return cards().attached[aim.weapon] if gun is None else gun

    # The line

    def would_block(self, aim: Aim, label: str, top: int) -> bool:
        """Whether an obstacle of a height would block the line (4.1.4.2)."""
        firer, target = self.state.units[aim.firer], self.state.units[aim.target]
        levels = sorted((self.level(firer), self.level(target)))
        if top <= levels[0] or top >= levels[1]:
            return top > levels[0]
        high, low = (firer, target) if self.level(firer) >= self.level(target) else (target, firer)
        away, drop = distance(self.place[high.at], self.place[label]), levels[1] - top
        blind = max(1, away // DIVISORS[drop]) if drop in DIVISORS else 1
        return distance(self.place[label], self.place[low.at]) <= blind

    def hindrances(self, aim: Aim) -> Iterator[tuple[str, str, frozenset[str]]]:
        """The sources on the line: a kind, a row of the modifiers, and the hexes in which it counts."""
        ends = self.state.units[aim.firer].at, self.state.units[aim.target].at
        touched, _ = on_the_way(self.place[ends[0]], self.place[ends[1]])

        def counted(kind: str, labels: Iterable[str]) -> frozenset[str]:
            return frozenset(
                label
                for label in labels
                if label in ends
                or (self.place[label] in touched and self.would_block(aim, label, self.ground(label) + HEIGHTS[kind]))
            )

        for label, wreck in self.state.wrecks.items():
            if wreck.burning and not wreck.since:
                yield "brew-up-smoke", "brew-up-smoke", counted("brew-up-smoke", [label])
        for work in self.state.works.values():
            if work.kind == "on-fire":
                yield "on-fire", "on-fire", counted("on-fire", [work.at])
        clouds: list[tuple[str, Smoke | Mission]] = [("smoke", each) for each in self.state.smoke.values()]
        clouds += [("barrage", each) for each in self.state.missions.values() if each.shell == "gp"]
        for kind, cloud in clouds:
            if not cloud.since:
                thickness = "open" if cloud.sheaf == "open" else "closed"
                yield kind, f"{kind}-{thickness}", counted(kind, cloud.hexes)

    def hindrance(self, aim: Aim, worth: dict[str, int]) -> int:
        """Each source once (6.5.2.4), of fire, smoke and barrage in a hex only the kind that helps most (5.11)."""
        sources = [source for source in self.hindrances(aim) if source[2]]
        total = sum(worth[row] for kind, row, _ in sources if kind == "brew-up-smoke")
        screens = [source for source in sources if source[0] != "brew-up-smoke"]

        def is_best(kind: str, label: str) -> bool:
            by_kind: Counter[str] = Counter()
            for each, row, hexes in screens:
                by_kind[each] += worth[row] * (label in hexes)
            order = ("on-fire", "smoke", "barrage")
            return kind == min(order, key=lambda each: by_kind[each])

        return total + sum(worth[row] for kind, row, hexes in screens if any(is_best(kind, label) for label in hexes))

    def crosses_wall(self, aim: Aim) -> bool:
        units = self.state.units
        _, sides = on_the_way(self.place[units[aim.firer].at], self.place[units[aim.target].at])
        return bool(sides & self.walls)

    # What AP and GP fire share

    def shared(self, aim: Aim, worth: dict[str, int]) -> dict[str, int]:
        """The modifiers that have the same names in both tables (4.4.3.2.2, 6.5.2.4, 6.5.4.3)."""
        firer, target = self.state.units[aim.firer], self.state.units[aim.target]
        ahead = 0 in sectors(self.place[firer.at], firer.facing, self.place[target.at])
        on_foot, on = isinstance(self.card(aim.firer), Leg), self.card(aim.target)
        size: Literal["V", "L", "S"] = "V" if isinstance(on, Vehicle) else on.size if isinstance(on, Towed) else "S"
        haze = self.content.scenario.conditions.heat_haze
        holds = {
            "target-moving": isinstance(on, Vehicle) and self.moves(aim.target),
            "short-halt": self.state.commands[aim.firer].order == "short-halt" and not firer.carrier,
            "firer-damaged": firer.damaged,
            "firer-suppressed": firer.suppressed != "",
            "transported-fire": firer.carrier != "",
            "overwatch": aim.overwatch and (ahead or on_foot),
            "overwatch-outside": aim.overwatch and not (ahead or on_foot),
            "heat-haze": haze and self.distance(aim) >= table("heat-haze", fire.HeatHazeFile).ranges[size],
        }
        found = {name: worth[name] for name, is_so in holds.items() if is_so}
        return {**found, "hindrance": self.hindrance(aim, worth)}

    def grade(self, aim: Aim) -> command.GradeRow:
        return table("grades", command.GradesFile).grades[self.content.counters[aim.firer].grade]

    # AP fire

    def hull_down(self, aim: Aim, angle: str) -> str:
        """How the hull is hidden (6.1.4.1, 6.1.4.3.2, 6.1.4.3.7, 6.6.9)."""
        firer, target = self.state.units[aim.firer], self.state.units[aim.target]
        found = {target.hull_down} if ("rear" in angle) == target.hull_down_in_reverse else set()
        for work in self.state.works.values():
            if work.kind == "improved-position" and aim.target in work.holds:
                exposed = sectors(self.place[target.at], work.facing, self.place[firer.at]) == {3}
                found.add("" if exposed else "full")
        ruined = any(work.kind == "rubble" and work.at == target.at for work in self.state.works.values())
        if target.indoors and not ruined and self.terrain(target.at) in ("building-brick", "building-stone"):
            found.add("full")
        if self.crosses_wall(aim):
            found.add("full")
        if self.terrain(target.at) == "railroad" or self.distance(aim) <= self.level(target) - self.level(firer):
            found.add("partial")
        return "full" if "full" in found else "partial" if "partial" in found else ""

    def strikes(self, aim: Aim, ammo: Ammo, band: Band, angle: fire.Angle) -> tuple[str, dict[Row, int]]:
        """How the hull is hidden, the places that a hit may strike, and what it does there (6.5.2.2 to 6.5.2.5)."""
        firer, target, card = self.state.units[aim.firer], self.state.units[aim.target], self.card(aim.target)
        assert isinstance(card, Vehicle)
        rise, down = self.level(target) - self.level(firer), self.hull_down(aim, angle)
        armor = card.armor.level if rise == 0 else card.armor.rising if rise > 0 else card.armor.falling
        penetration, found = ammo.P[BANDS.index(band)], Counter[Row]()
        for digit, printed in enumerate(table("hit-locations", fire.HitLocationsFile).rows[angle], 1):
            location = "DK" if rise < 0 and digit == 1 else printed
            place = location.rstrip("*")
            thick: int = card.armor.deck if place == "DK" else getattr(armor, place, 0)
            if is_hidden(location, down):
                found[place, "hidden"] += 10
            elif location == "TK":
                found[place, "track-hit-again" if target.tracks else "track-hit"] += 10
            elif penetration < thick:
                found[place, "bounces", penetration, thick] += 10
            else:
                harm = chances_of_damage(card, ammo, damaged=target.damaged)
                found[(place, "penetrates", penetration, thick, *harm)] += 10
        return down, dict(found)

    def shot(self, aim: Aim) -> Shot:
        weapon = self.weapon(aim)
        ammo = next(each for each in weapon.ammo if each.type == aim.load)
        away = self.distance(aim)
        band = next(band for band, limit in zip(BANDS, ammo.R, strict=True) if away <= limit)
        rows = table("ap-modifiers", basic.ApModifiersFile).modifiers
        found = self.shared(aim, {name: row.value or 0 for name, row in rows.items()})
        card = self.card(aim.target)
        assert isinstance(card, Vehicle)
        found |= {
            "target-size": card.size,
            "target-cover": {"none": 0, "light": -1, "medium": -3, "heavy": -5}[self.cover(aim.target, "vehicle")],
            "unit-grade": self.grade(aim).ap.at(band),
        }
        chart = table("ap-hit", basic.ApHitFile).rows
        number = chart[min(5, max(-10, sum(found.values())))].at(band)
        shares = table("number-of-hits", fire.NumberOfHitsFile).rates[weapon.rof or "N"]
        three, two = number * shares.three // 100, number * shares.two // 100
        units, target = self.state.units, self.state.units[aim.target]
        sixths = sectors(self.place[target.at], target.facing, self.place[units[aim.firer].at])
        angles: dict[str, tuple[str, dict[Row, int]]] = {
            ANGLES[sixth]: self.strikes(aim, ammo, band, ANGLES[sixth]) for sixth in sixths
        }
        return Shot(away, band, without_nothing(found), number, (number, two - three, three), angles)

    # GP fire

    def defense(self, unit_id: str) -> str:
        """6.5.4.2.1 and 6.5.4.2.2."""
        unit, card = self.state.units[unit_id], self.card(unit_id)
        if isinstance(card, Vehicle):
            return f"{card.gp_defense}{card.type}"
        row = cards().leg_defense if isinstance(card, Leg) else cards().towed_defense[card.size]
        value: int = getattr(row, self.cover(unit_id, "gp"))
        value += row.full_cover * unit.full_cover - 2 * self.moves(unit_id)
        return f"{min(10, max(1, value))}S"

    def gp_row(self, aim: Aim) -> Gp:
        """The row of a weapon; a hand-held one has one factor at the ranges of its AP fire (5.1.3.4)."""
        card = self.card(aim.firer)
        if aim.weapon == "small-arms":
            assert isinstance(card, Leg)
            return card.gp
        weapon = self.weapon(aim)
        if isinstance(weapon, Attached) and weapon.fixed_factor is not None:
            factor = weapon.fixed_factor
            return Gp(R=weapon.ammo[0].R, F=(factor, factor, factor, factor, factor))
        assert weapon.gp is not None
        return weapon.gp

    def attack(self, aim: Aim) -> Attack:
        row, away = self.gp_row(aim), self.distance(aim)
        band = next(band for band, limit in zip(BANDS, row.R, strict=True) if away <= limit)
        rows = table("gp-modifiers", fire.GpModifiersFile).modifiers
        worth = {name: each.direct or 0 for name, each in rows.items()}
        found = self.shared(aim, worth)
        firer, card, target = self.card(aim.firer), self.card(aim.target), self.state.units[aim.target]
        if isinstance(card, Vehicle):
            cover = self.cover(aim.target, "vehicle")
            found |= {f"target-{card.type.lower()}-type": {"A": -20, "P": -10, "S": 0}[card.type]}
            found |= {f"vehicle-{cover}-cover": {"medium": -10, "heavy": -20}.get(cover, 0)}
        else:
            works = [work for work in self.state.works.values() if aim.target in work.holds]
            found |= {
                "target-cavalry": 10 * (isinstance(card, Leg) and card.mounted == "cavalry"),
                "leg-crawling": 10 * target.crawled,
                "hasty-entrenchment": -10 * any(work.kind == "hasty-entrenchment" for work in works),
                "over-wall": -10 * self.crosses_wall(aim),
                "on-railroad": -5 * (self.terrain(target.at) == "railroad"),
            }
        soft = not isinstance(card, Vehicle) or card.type != "A"
        found["coax-mg"] = 10 * (isinstance(firer, Vehicle) and firer.coax and band == "P" and soft)
        found["unit-grade"] = self.grade(aim).gp.at(band)
        factor, defense = row.F[BANDS.index(band)], self.defense(aim.target)
        chart = table("gp-combat", fire.GpCombatFile).rows[int(defense[:-1])]
        column = min(factor, 15) - 1
        numbers = chart.no_effect[column], chart.suppressed[column]
        return Attack(band, factor, defense, *numbers, without_nothing(found))


def is_hidden(location: str, down: str) -> bool:
    """6.5.2.2.3: hull down hides the hull and the tracks, partially the tracks and what is low on the hull."""
    is_low = location.endswith("*") or location == "TK"
    return (down != "" and is_low) or (down == "full" and location.startswith("H"))


def chances_of_damage(card: Vehicle, ammo: Ammo, *, damaged: bool) -> tuple[int, int, int]:
    """How likely a hit that goes through damages, knocks out and brews up, in hundredths (6.5.2.5)."""
    digits = [max(1, digit - 2) if card.type == "S" else digit for digit in range(1, 11)]
    burns = sum(digit >= ammo.damage.BU for digit in digits)
    out = sum(ammo.damage.KO <= digit < ammo.damage.BU for digit in digits)
    hurt = sum(ammo.damage.DM <= digit < ammo.damage.KO for digit in digits)
    return (0, 10 * (hurt + out), 10 * burns) if damaged else (10 * hurt, 10 * out, 10 * burns)


def without_nothing(modifiers: dict[str, int]) -> dict[str, int]:
    return {name: number for name, number in modifiers.items() if number}
