"""A2.8, A.8, A5: Locations, which of them touch, how high they are, and how many units they hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

import msgspec

from sandtable.games.asl.content import Content
from sandtable.games.asl.state import Unit, Weapon
from sandtable.games.asl.tables.movement import Stacking
from sandtable.games.asl.units import Game, gun_crews, size_of
from sandtable.kernel import Filled, derived, index, of_content, remembered, rule

GROUND = 0
"""The floor of the ground level; cellars are below it."""
Changes: TypeAlias = list[tuple[str, Unit | None, Unit | None]]
WeaponChanges: TypeAlias = list[tuple[str, Weapon | None, Weapon | None]]


class Parts(msgspec.Struct, frozen=True, gc=False):
    """A label taken apart: its hex, its floor, and the way through the hex of which it speaks."""

    hex: str
    floor: int
    way: str


@remembered
def parts_of(label: str) -> Parts:
    """What a label says: T10 is a hex at ground level, T10+1 a floor above it, T10-1 its cellar."""
    place, _, way = label.partition("~")
    for sign in "+-":
        hex_, found, level = place.partition(sign)
        if found and level.isdecimal():
            return Parts(hex_, int(sign + level), way)
    return Parts(place, GROUND, way)


@rule("A2.8")
@remembered
def hex_of(label: str) -> str:
    """The hex of a Location."""
    return parts_of(label).hex


@of_content
def ranges_from(content: Content, location: str) -> Mapping[str, int]:
    """How many hexes away other Locations are from one, by their labels."""
    here = hex_of(location)
    return Filled(lambda there: content.distance(here, hex_of(there)))


@rule("A2.8")
@remembered
def floor_of(label: str) -> int:
    """The floor of a Location: 0 at ground level, 1 above it, -1 in a cellar."""
    return parts_of(label).floor


def label_of(hex_: str, floor: int) -> str:
    """The label of a Location."""
    return f"{hex_}{floor:+d}" if floor else hex_


# What the map says of buildings


class House(msgspec.Struct, frozen=True, gc=False):
    """What the map says of a building hex."""

    building: str
    """The building that it belongs to, by its id."""
    stories: int
    is_factory: bool
    has_cellar: bool


@of_content
@rule("B23.1", "B23.74")
def houses(content: Content) -> Mapping[str, House]:
    """The building hexes of the map."""
    return {
        info.label: House(
            building=str(info.data["building"]),
            stories=int(info.data.get("stories", 1)),
            is_factory=bool(info.data.get("factory", False)),
            has_cellar=bool(info.data.get("cellar", False)),
        )
        for info in content.board.hexes
        if "building" in info.data
    }


@of_content
def buildings(content: Content) -> Mapping[str, tuple[str, ...]]:
    """The hexes of each building by its id."""
    found: dict[str, list[str]] = {}
    for label, house in houses(content).items():
        found.setdefault(house.building, []).append(label)
    return {building: tuple(labels) for building, labels in found.items()}


@rule("A14.2")
def is_interior(game: Game, location: str) -> bool:
    """Whether a Location lies deep within a building: all hexes around its own belong to the same."""
    content, hex_ = game.content, hex_of(location)
    house = houses(content).get(hex_)
    if house is None or hex_ in game.state.rubble:
        return False
    return set(content.adjacent[hex_]) <= set(buildings(content)[house.building])


@of_content
@rule("A2.8", "B23.1", "B23.74")
def floors(content: Content) -> Mapping[str, tuple[int, ...]]:
    """The floors beside the ground level of each hex that has any; all units in a Factory are at ground level."""
    found = {}
    for label, house in houses(content).items():
        upper = () if house.is_factory else tuple(range(1, house.stories))
        below = (-1,) if house.has_cellar else ()
        if below or upper:
            found[label] = (*below, *upper)
    return found


@of_content
def printed_locations(content: Content, hex_: str) -> tuple[str, ...]:
    """The Locations of a hex as the map shows it, the ground level first."""
    return (hex_, *(label_of(hex_, floor) for floor in floors(content).get(hex_, ())))


@rule("A2.8", "B24.2")
def locations_of(game: Game, hex_: str) -> tuple[str, ...]:
    """The Locations of a hex now, the ground level first: rubble has neither floors nor a cellar."""
    return (hex_,) if hex_ in game.state.rubble else printed_locations(game.content, hex_)


@of_content
@rule("B10.1")
def base_level(content: Content, hex_: str) -> int:
    """The level of the ground of a hex."""
    return content.board.hexes[content.board.index[hex_]].elevation


@of_content
@rule("A6.11", "RR11.3", "RR11.1")
def elevation(content: Content, location: str) -> int:
    """How high a Location is, in levels; a cellar counts as the ground level of its hex."""
    parts = parts_of(location)
    return base_level(content, parts.hex) + max(parts.floor, GROUND)


# A.8


@rule("A.8")
def is_adjacent(content: Content, a: str, b: str) -> bool:
    """Whether the hexes of two Locations touch."""
    return hex_of(b) in content.adjacent[hex_of(a)]


@of_content
@rule("A.8", "B23.25", "RR11.2", "RR11.3")
def neighbours(content: Content, location: str) -> tuple[str, ...]:
    """The Locations that are ADJACENT to one on the map as printed.

    Ground level touches ground level, floors are joined by stairs and, within a building, to the same floor of the next
    hex; a cellar is ADJACENT to nothing but the ground level above it.
    """
    hex_, floor = hex_of(location), floor_of(location)
    known = (GROUND, *floors(content).get(hex_, ()))
    stairs = [label_of(hex_, each) for each in (floor - 1, floor + 1) if each in known]
    if floor == GROUND:
        return (*content.adjacent[hex_], *stairs)
    if floor < GROUND:
        return tuple(stairs)
    house = houses(content)[hex_]
    beside = [
        label_of(there, floor)
        for there in content.adjacent[hex_]
        if there in buildings(content)[house.building] and floor in floors(content).get(there, ())
    ]
    return (*stairs, *beside)


@of_content
def _neighbour_sets(content: Content, location: str) -> frozenset[str]:
    return frozenset(neighbours(content, location))


@rule("A.8", "B25/infantry")
def is_adjacent_location(game: Game, a: str, b: str) -> bool:
    """Whether two Locations are ADJACENT: Infantry could advance from one into the other, but for enemies and cost."""
    if b not in _neighbour_sets(game.content, a):
        return False
    state = game.state
    if (state.rubble or state.blazes) and not (is_there(game, a) and is_there(game, b)):
        return False
    return not state.blazes or not (a in state.blazes or b in state.blazes)


def is_there(game: Game, location: str) -> bool:
    """Whether there is such a Location still: floors and cellars are gone once the hex is rubble."""
    parts = parts_of(location)
    return parts.floor == GROUND or parts.hex not in game.state.rubble


@rule("A.8")
def adjacent_locations(game: Game, location: str) -> tuple[str, ...]:
    """The Locations that are ADJACENT to one now."""
    if not game.state.rubble and not game.state.blazes:
        return neighbours(game.content, location)
    return _still_adjacent(game, location)


@derived("rubble", "blazes")
def _still_adjacent(game: Game, location: str) -> tuple[str, ...]:
    """The same where something burns or lies in ruins."""
    found = neighbours(game.content, location)
    return tuple([there for there in found if is_adjacent_location(game, location, there)])


# A5


class Stacked(NamedTuple):
    """How full a Location is of one side."""

    halves: int
    """Squad-equivalents, in halves."""
    smc: int


@of_content
@rule("A5.1")
def _weights(content: Content) -> Mapping[str, Stacked]:
    """What each type of counter counts in a Location."""
    figures = content.table("stacking", Stacking)
    found = {}
    for kind, card in content.personnel.items():
        single = card.type in ("leader", "hero")
        found[kind] = Stacked(0 if single else figures.halves[size_of(content, Unit(card.side, kind, ""))], int(single))
    return found


@rule("A5.1")
def weight_of(game: Game, unit_ids: Iterable[str]) -> Stacked:
    """What several units count together: prisoners nothing, those who man a Gun as much as a squad."""
    weights, figures = _weights(game.content), game.content.table("stacking", Stacking)
    units, crews = game.state.units, gun_crews(game)
    halves = smc = 0
    for name in unit_ids:
        unit = units[name]
        if unit.guard:
            continue
        weight = weights.get(unit.kind)
        if weight is None:
            halves += figures.halves["squad"]
        elif weight.smc:
            smc += 1
        else:
            halves += max(weight.halves, figures.manning_gun) if name in crews else weight.halves
    return Stacked(halves, smc)


class Crowding:
    """How full each Location is of each side, kept from change to change."""

    def __init__(self, game: Game) -> None:
        self.content = game.content
        self.sides: dict[str, dict[str, Stacked]] = {side: {} for side in game.content.scenario.forces}
        self.full: dict[str, dict[str, Stacked]] = {side: {} for side in self.sides}
        """Those that one more counter of that side might overstack."""
        self._counted: dict[str, tuple[str, str, Stacked]] = {}
        """What each unit was counted as: its side, where, and how much."""
        figures = game.content.table("stacking", Stacking)
        self._roomy = Stacked(figures.limit - max(*figures.halves.values(), figures.manning_gun), figures.smc - 1)
        """What may be in a Location that any one counter can enter."""

    def follow(self, game: Game, units: Changes, weapons: WeaponChanges) -> None:
        concerned = dict.fromkeys([name for name, old, new in units if not _count_alike(old, new)])
        for _, old, new in weapons:
            for weapon in (old, new):
                if weapon is not None and weapon.holder and weapon.kind not in self.content.weapons:
                    concerned[weapon.holder] = None
        now = game.state.units
        for name in concerned:
            before = self._counted.pop(name, None)
            if before is not None:
                side, at, weight = before
                self._add(side, at, -weight.halves, -weight.smc)
            unit = now.get(name)
            if unit is not None and unit.at and not unit.aboard and not unit.guard and not unit.covers:
                weight = weight_of(game, (name,))
                self._counted[name] = (unit.side, unit.at, weight)
                self._add(unit.side, unit.at, weight.halves, weight.smc)

    def _add(self, side: str, at: str, halves: int, smc: int) -> None:
        there, roomy = self.sides[side], self._roomy
        before = there.get(at)
        now = Stacked(halves, smc) if before is None else Stacked(before.halves + halves, before.smc + smc)
        if now.halves or now.smc:
            there[at] = now
        else:
            del there[at]
        if now.halves > roomy.halves or now.smc > roomy.smc:
            self.full[side][at] = now
        else:
            self.full[side].pop(at, None)

    def facts(self) -> object:
        return self.sides, self.full


def _count_alike(old: Unit | None, new: Unit | None) -> bool:
    """Whether a change to a unit leaves it where it was and what it was."""
    if old is None or new is None:
        return False
    return old.at == new.at and old.kind == new.kind and old.guard == new.guard and old.aboard == new.aboard


crowding = index(Crowding, "units", "weapons")


@rule("A5.1")
def crowds(game: Game, side: str) -> Mapping[str, Stacked]:
    """How full the Locations are in which a side has units; prisoners do not count."""
    return crowding(game).sides[side]


def nearly_full(game: Game, side: str) -> Mapping[str, Stacked]:
    """Those of them that not every counter of the side can enter; into all others there is room for any one."""
    return crowding(game).full[side]


NOBODY = Stacked(0, 0)


@rule("A5.1")
def stacked(game: Game, location: str, side: str) -> Stacked:
    """How many units of a side are in a Location."""
    return crowds(game, side).get(location, NOBODY)


@rule("A5.1")
def room_for(game: Game, location: str, unit_ids: Iterable[str], side: str) -> bool:
    """Whether units of a side can come into a Location without overstacking it."""
    here = crowds(game, side).get(location)
    if here is None:
        return True
    figures, coming = game.content.table("stacking", Stacking), weight_of(game, unit_ids)
    return here.halves + coming.halves <= figures.limit and here.smc + coming.smc <= figures.smc


@rule("A5.1", "A2.51")
def fit_together(game: Game, unit_ids: Iterable[str]) -> bool:
    """Whether units can be in one Location, be it off the map."""
    figures, together = game.content.table("stacking", Stacking), weight_of(game, unit_ids)
    return together.halves <= figures.limit and together.smc <= figures.smc


@rule("A5.1")
def room_for_kinds(game: Game, location: str, kinds: Iterable[str], side: str) -> bool:
    """Whether men of these types, who are not on foot yet, can be in a Location without overstacking it."""
    here, figures = stacked(game, location, side), game.content.table("stacking", Stacking)
    coming = [_weights(game.content)[kind] for kind in kinds]
    halves = here.halves + sum(weight.halves for weight in coming)
    return halves <= figures.limit and here.smc + sum(weight.smc for weight in coming) <= figures.smc


@rule("A5.12")
def excess(game: Game, location: str, side: str) -> int:
    """By how many squad-equivalents, rounded up, a side overstacks a Location."""
    return game.content.table("stacking", Stacking).excess(stacked(game, location, side).halves)
