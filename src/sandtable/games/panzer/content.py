"""The data of a scenario: map, forces, cards, tables and victory conditions, read strictly and made ready for play."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.board import Board
from sandtable.datafile import Document, FieldPath, read_document
from sandtable.games.panzer.areas import Area, area_hexes, entrance_hexes
from sandtable.games.panzer.cards import AnyCard, Cards
from sandtable.games.panzer.counters import aircraft_of, batteries_of, parts_of, units_of
from sandtable.games.panzer.formations import Forces, Formation, Part, PointsFile, Support, in_service, load_forces
from sandtable.games.panzer.ground import Ground
from sandtable.games.panzer.maps import DataFile, map_of
from sandtable.games.panzer.scenarios import SIDES, Award, Force, Group, ScenarioFile, SetUp, Side
from sandtable.games.panzer.tables.optional import CohesionFile
from sandtable.games.panzer.tables.terrain import COUNTERS


class Content(Ground):
    """A scenario ready for play; nothing in it changes but what it keeps of its own data."""

    def __init__(
        self, scenario: ScenarioFile, board: Board, forces: Forces, data_file: DataFile, switches: tuple[str, ...]
    ) -> None:
        super().__init__(board, data_file, switches, scenario.game)
        self.scenario = scenario
        self.first_turn, self.last_turn = 1, scenario.turns
        self.forces = forces
        self.cards: Cards = forces.cards
        self.guns = forces.cards.guns
        self.counters = units_of(scenario, forces)
        """Every unit that comes onto the map, by id."""
        self.side_of: dict[str, Side] = {unit_id: unit.side for unit_id, unit in self.counters.items()}
        self.batteries = batteries_of(scenario, forces)
        self.aircraft = aircraft_of(scenario, forces)
        self.features = {info.label: info.features for info in board.hexes}

    def card(self, card_id: str) -> AnyCard:
        """A card by its id. Raises KeyError for one that there is not."""
        return self.cards.all[card_id]

    def parts(self, side: Side, group: str) -> tuple[Part, ...]:
        """The elements of a group, with what the scenario adds to it and takes from it."""
        return parts_of(self.forces, self.scenario.forces[side].groups[group])

    def group_points(self, side: Side, group: str) -> int:
        """What a group is worth at its grade."""
        worth = self.table("points", PointsFile).grades[self.scenario.forces[side].groups[group].grade]
        return self.forces.points(self.parts(side, group), worth)

    def force_points(self, side: Side) -> int:
        """What the whole force of a side is worth."""
        force = self.scenario.forces[side]
        support = [(battery.support, battery.count) for battery in force.batteries]
        support += [(flight.support, 1) for flight in force.flights]
        return sum(self.group_points(side, group) for group in force.groups) + sum(
            count * self.forces.support[name].count * self.card(self.forces.support[name].card).points
            for name, count in support
        )

    def cohesion_point(self, side: Side, group: str) -> int:
        """The Cohesion Point of a group by its level and the number of its combat units (7.1.1)."""
        level = self.scenario.forces[side].groups[group].cohesion
        row = next(row for row in self.table("cohesion", CohesionFile).levels if row.level == level)
        tens, units = divmod(self.forces.combat_units(self.parts(side, group)), 10)
        return int(tens * row.points[9] + (row.points[units - 1] if units else 0))

    def set_up_hexes(self, set_up: SetUp) -> frozenset[str]:
        """Where groups may begin."""
        return self.hexes_of(set_up.areas)

    def hexes_of(self, areas: Iterable[Area]) -> frozenset[str]:
        """The hexes of any of some areas."""
        return frozenset().union(*(area_hexes(area, self.board) for area in areas))

    def entry_hexes(self, set_up: SetUp) -> frozenset[str]:
        """Where groups may enter."""
        return frozenset().union(*(entrance_hexes(entrance, self.board) for entrance in set_up.entrances))

    def objectives(self, award: Award) -> tuple[str, ...]:
        """The hexes of which an award asks for control."""
        if award.region is not None:
            return tuple(sorted(self.region(award.region)))
        return tuple(self.board.named(label).label for label in award.hexes)


def load(data_file: DataFile, scenario: str, switches: tuple[str, ...] = ()) -> Content:
    """Read a scenario and everything that it refers to. Raises DataError where a file is bad."""
    document = read_document(data_file(f"scenarios/{scenario}.yaml"), ScenarioFile)
    try:
        board = map_of(data_file, document.value.layout)
    except ValueError as error:
        raise document.error(("layout",), str(error)) from None
    forces = load_forces(data_file)
    _Check(document, board, forces).run()
    content = Content(document.value, board, forces, data_file, switches)
    _check_cohesion(document, content)
    return content


def _check_cohesion(document: Document[ScenarioFile], content: Content) -> None:
    known = [row.level for row in content.table("cohesion", CohesionFile).levels]
    for side, force in document.value.forces.items():
        for name, group in force.groups.items():
            if group.cohesion is not None and group.cohesion not in known:
                field = ("forces", side, "groups", name, "cohesion")
                raise document.error(field, f"unknown level {group.cohesion!r}; the levels are {', '.join(known)}")


class _Check:
    """What the types alone cannot say of a scenario."""

    def __init__(self, document: Document[ScenarioFile], board: Board, forces: Forces) -> None:
        self.document, self.board, self.forces = document, board, forces
        self.file = document.value

    def run(self) -> None:
        for side in SIDES:
            if side not in self.file.forces:
                raise self.document.error(("forces",), f"the {side} force is missing")
            self._force(side, self.file.forces[side])
        flying = [side for side, force in self.file.forces.items() if force.flights]
        if len(flying) > 1:
            raise self.document.error(("forces", flying[1], "flights"), "only one side may have aircraft (6.7)")
        for i, award in enumerate(self.file.victory):
            self._award(("victory", i), award)
        for label in self.file.conditions.bridges:
            field = ("conditions", "bridges", label)
            self._hex(field, label)
            if self.board.named(label).terrain != "bridge":
                raise self.document.error(field, f"{label} is no bridge")
        self._areas(("conditions", "bog"), self.file.conditions.bog)

    def _force(self, side: Side, force: Force) -> None:
        field: FieldPath = ("forces", side)
        for name, group in force.groups.items():
            self._group((*field, "groups", name), side, group)
        for i, battery in enumerate(force.batteries):
            self._support((*field, "batteries", i, "support"), side, battery.support, "battery")
            if battery.to is not None:
                self._known_group((*field, "batteries", i, "to"), force, battery.to)
        for i, flight in enumerate(force.flights):
            self._support((*field, "flights", i, "support"), side, flight.support, "flight")
        self._set_up(field, force)
        if force.works is not None:
            for counter in force.works.counters:
                if counter not in COUNTERS:
                    raise self.document.error(
                        (*field, "works", "counters", counter), f"unknown counter; there are {', '.join(COUNTERS)}"
                    )
            self._areas((*field, "works", "areas"), force.works.areas)
        for group_name in force.hidden.groups if force.hidden else ():
            self._known_group((*field, "hidden", "groups"), force, group_name)
        for i, camouflage in enumerate(force.camouflage):
            self._known_group((*field, "camouflage", i, "group"), force, camouflage.group)
        for card_id in force.without:
            if card_id not in self.forces.cards.all:
                raise self.document.error((*field, "without", card_id), "is no card")

    def _group(self, field: FieldPath, side: Side, group: Group) -> None:
        if group.formation is not None and group.formation not in self.forces.formations:
            raise self.document.error((*field, "formation"), f"{group.formation!r} is no formation")
        if group.element is not None and group.element not in self.forces.elements:
            raise self.document.error((*field, "element"), f"{group.element!r} is no element")
        own = {part.element: part.count for part in parts_of(self.forces, _bare(group))}
        for i, part in enumerate(group.plus):
            if part.element not in self.forces.elements:
                raise self.document.error((*field, "plus", i, "element"), f"{part.element!r} is no element")
        for i, part in enumerate(group.minus):
            if own.get(part.element, 0) < part.count:
                problem = f"the formation has only {own.get(part.element, 0)} of {part.element!r}"
                raise self.document.error((*field, "minus", i, "element"), problem)
        self._serves(field, side, group)

    def _serves(self, field: FieldPath, side: Side, group: Group) -> None:
        parts = parts_of(self.forces, group)
        things: list[Formation | AnyCard] = [self.forces.formations[group.formation]] if group.formation else []
        for member in self.forces.members(parts):
            things += [self.forces.card(member), *self.forces.attached(member)]
        for thing in things:
            if thing.nation != side:
                raise self.document.error(field, f"{thing.name['en']} is {thing.nation}, not {side}")
            if not in_service(thing, self.file.date):
                problem = f"{thing.name['en']} serves from {thing.since} to {thing.until}, not in {self.file.date}"
                raise self.document.error(field, problem)
        vehicles = self.forces.cards.vehicles
        if self.file.game == "basic" and any(member.card not in vehicles for member in self.forces.members(parts)):
            raise self.document.error(field, "the Basic Game has vehicles only")
        commanders = sum(member.count for member in self.forces.commanders(parts))
        if self.file.game == "advanced" and group.formation is not None and commanders != 1:
            raise self.document.error(field, f"has {commanders} command units and must have exactly one")

    def _support(self, field: FieldPath, side: Side, name: str, level: str) -> None:
        found: Support | None = self.forces.support.get(name)
        if found is None or found.level != level:
            raise self.document.error(field, f"{name!r} is no {level}")
        if found.nation != side:
            raise self.document.error(field, f"{found.name['en']} is {found.nation}, not {side}")
        if not in_service(found, self.file.date):
            raise self.document.error(field, f"serves from {found.since} to {found.until}, not in {self.file.date}")

    def _set_up(self, field: FieldPath, force: Force) -> None:
        placed: set[str] = set()
        for i, set_up in enumerate(force.set_up):
            here = (*field, "set_up", i)
            for name in (*set_up.groups, *([set_up.riding] if set_up.riding else [])):
                self._known_group((*here, "groups"), force, name)
            placed.update(set_up.groups)
            self._areas((*here, "areas"), set_up.areas)
            if self.file.game == "basic" and set_up.entrances:
                raise self.document.error((*here, "entrances"), "nobody enters later in the Basic Game: give areas")
            if any(not entrance_hexes(entrance, self.board) for entrance in set_up.entrances):
                raise self.document.error((*here, "entrances"), "no hex of the edge fits")
            if set_up.turn is not None and set_up.turn > self.file.turns:
                raise self.document.error((*here, "turn"), f"is after the last turn ({self.file.turns})")
        for name in force.groups:
            if name not in placed:
                raise self.document.error((*field, "set_up"), f"says nothing of group {name}: add it to an entry")

    def _known_group(self, field: FieldPath, force: Force, name: str) -> None:
        if name not in force.groups:
            raise self.document.error(field, f"unknown group {name!r}; the force has {', '.join(force.groups)}")

    def _areas(self, field: FieldPath, areas: tuple[Area, ...]) -> None:
        for i, area in enumerate(areas):
            for region in area.regions:
                self._region((*field, i, "regions"), region)
            for j, label in enumerate(area.hexes):
                self._hex((*field, i, "hexes", j), label)
            if not area_hexes(area, self.board):
                raise self.document.error((*field, i), "no hex of the map fits")

    def _award(self, field: FieldPath, award: Award) -> None:
        for i, label in enumerate(award.hexes):
            self._hex((*field, "hexes", i), label)
        if award.region is not None:
            self._region((*field, "region"), award.region)

    def _region(self, field: FieldPath, region: str) -> None:
        if region not in self.board.regions:
            raise self.document.error(field, f"unknown region {region!r}; the map has {', '.join(self.board.regions)}")

    def _hex(self, field: FieldPath, label: str) -> None:
        if label not in self.board.index:
            raise self.document.error(
                field, f"{label!r} is not a hex of the map; labels are such as {self.board.labels[0]}"
            )


def _bare(group: Group) -> Group:
    """A group without what the scenario adds to it and takes from it."""
    return Group(formation=group.formation, element=group.element, grade=group.grade)
