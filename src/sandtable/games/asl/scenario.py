"""A scenario as it is written down: ground, turns, forces, where they stand or enter, and who has won."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from sandtable.board import Board
from sandtable.games.asl.tables.morale import Nation
from sandtable.games.asl.tables.order_of_battle import LeaderTable
from sandtable.kernel import rule
from sandtable.mechanics.content import Strict, Text

Positive = Annotated[int, msgspec.Meta(ge=1)]
Count = Annotated[int, msgspec.Meta(ge=0)]
Spine = Literal["N/NE", "NE/SE", "SE/S", "S/SW", "SW/NW", "NW/N"]
"""A hexspine by the hexsides on either side of it: what guns and vehicles face."""


class Area(Strict, frozen=True, kw_only=True):
    """Hexes, told in one way or several at once: all that any of them names."""

    corners: tuple[str, str] | None = None
    """The rectangle of columns and rows between two hexes."""
    around: str | None = None
    """A hex; those that lie within `radius` of it."""
    road: str | None = None
    """A kind of road; the hexes that lie within `radius` of one of that kind."""
    radius: Count = 0
    south: bool = False
    """Whether everything south of the road counts as well."""
    hexes: tuple[str, ...] = ()

    def on(self, board: Board) -> frozenset[str]:
        """The hexes on a map. Raises LabelError for a hex that the map does not have."""
        plane = board.plane
        found = {board.labels[plane.known(label)] for label in self.hexes}
        if self.corners is not None:
            (left, top), (right, bottom) = (_column_row(board, label) for label in self.corners)
            for label in board.labels:
                column, row = _column_row(board, label)
                if left <= column <= right and top <= row <= bottom:
                    found.add(label)
        if self.around is not None:
            found |= _within(board, [plane.known(self.around)], self.radius)
        if self.road is not None:
            road = sorted({i for route in board.paths if route.network == self.road for i in route.hexes})
            found |= _within(board, road, self.radius)
            if self.south:
                rows = dict(_column_row(board, board.labels[i]) for i in road)
                places = {label: _column_row(board, label) for label in board.labels}
                found |= {label for label, (column, row) in places.items() if row > rows.get(column, row)}
        return frozenset(found)


def _column_row(board: Board, label: str) -> tuple[int, int]:
    return board.grid.column_row(board.hex(board.plane.known(label)))


def _within(board: Board, centers: Iterable[int], radius: int) -> set[str]:
    return {board.labels[i] for center in centers for i in board.within(center, radius)}


class Entry(Strict, frozen=True, kw_only=True):
    """When and where a group comes onto the map (A2.5)."""

    turn: Positive
    hexes: tuple[str, ...] = ()
    """The hexes at the edge by which it comes."""
    corners: tuple[str, str] | None = None
    """The first and last of them where it is a whole edge."""
    later: bool = False
    """Whether it may come in any later turn as well."""
    mounted: bool = False
    """Whether its men must come as Passengers or Riders."""

    def on(self, board: Board) -> frozenset[str]:
        """The hexes of entry. Raises LabelError for a hex that the map does not have."""
        return Area(hexes=self.hexes, corners=self.corners).on(board)


class LeaderRoll(Strict, frozen=True, kw_only=True):
    """Leaders that are rolled for before play (2.5193)."""

    table: LeaderTable
    times: Positive = 1
    modifier: int = 0


class Group(Strict, frozen=True, kw_only=True):
    """Part of a force that sets up or enters together; its weapons are carried by its own men (I.5)."""

    name: Text | None = None
    """What it is called where its side has several; else it goes by the formation of its side."""
    setup: Area | None = None
    enters: Entry | None = None
    units: dict[str, Positive] = {}
    weapons: dict[str, Positive] = {}
    guns: dict[str, Positive] = {}
    vehicles: dict[str, Positive] = {}
    machine_guns: dict[str, Positive] = {}
    """How many of its vehicles of a kind have the anti-aircraft machine gun that not all have."""
    armor_leaders: dict[str, Positive] = {}
    leaders: tuple[LeaderRoll, ...] = ()
    foxholes: tuple[Positive, ...] = ()
    """The foxholes that it has, by the squads that each holds."""
    fortification_points: Count = 0
    """What it may spend on field works before it sets up, in its own area (2.520)."""
    entrenches: tuple[str, ...] | None = None
    """Of its men, only those of these kinds and observers use the entrenchments that its side has bought; None for all
    (2.42)."""
    elite_ammunition: bool = False
    """Whether its depletion numbers are higher (RR5)."""
    short_of_ammunition: bool = False
    """Whether its men, Guns and vehicles are under Ammunition Shortage (A19.131)."""
    low_ammunition: dict[str, Positive] = {}
    """How many of its weapons of a kind have a Low Ammo counter (A19.131)."""
    balance: bool = False
    """Whether it is in play only where its side has the balance (A26.4)."""

    def __post_init__(self) -> None:
        if (self.setup is None) == (self.enters is None):
            raise ValueError("a group either sets up or enters: give it one of the two")
        for kind, count in self.low_ammunition.items():
            if count > self.weapons.get(kind, 0) + self.guns.get(kind, 0):
                raise ValueError(f"the group has fewer of {kind} than are to have a Low Ammo counter")


class Cloaking(Strict, frozen=True):
    """How many Cloaking counters of a raiding side are real, and how many are not (E1.4)."""

    real: Positive
    dummies: Count


class Exits(Strict, frozen=True):
    """By which hexes a side may leave, and from which turn on."""

    turn: Positive
    corners: tuple[str, str]
    hexes: tuple[str, ...] = ()
    """More of them."""
    broken: Positive | None = None
    """From which turn on broken men may; none for the same as others."""


class Force(Strict, frozen=True, kw_only=True):
    """What a side has."""

    formation: Text
    elr: Annotated[int, msgspec.Meta(ge=0, le=5)]
    san: Annotated[int, msgspec.Meta(ge=0, le=7)]
    panzerfausts: Count = 0
    groups: dict[str, Group]
    conceals: bool = False
    """Whether its men may set up concealed in Concealment Terrain for nothing (CG10)."""
    hides_guns: bool = False
    """Whether its Guns may set up hidden (A12.34)."""
    cloaking: Cloaking | None = None
    exits: Exits | None = None
    batteries: tuple[str, ...] = ()
    """Its modules of Off-Board Artillery; each comes with one of its radios or field phones, in order."""
    registered: tuple[Annotated[int, msgspec.Meta(ge=0, le=2)], ...] = ()
    """How many Pre-Registered hexes each of these has (C1.9)."""
    supply: Literal["normal", "scarce", "plentiful"] = "normal"
    """Whether their ammunition is Scarce or Plentiful (C1.21)."""
    exchanges_radio: bool = False
    """Whether a radio may be exchanged for a field phone before set-up (I.3)."""
    barrages: Count = 0
    """Its Creeping Barrages (I.2)."""
    panzerfausts_per_squad: Count = 0
    """How many Panzerfausts each squad that sets up or enters brings (CG15)."""
    air_groups: Annotated[int, msgspec.Meta(ge=0, le=2)] = 0
    """Its groups of fighter-bombers (CG21)."""
    suggested: dict[str, tuple[str, ...]] = {}
    """A set-up by hex: kinds of counters and of field works, `leader` for one who was rolled for. What is
    carried, hides men or leads a tank follows who has it; a group is named where it matters: II/de-548."""
    facing: dict[str, Spine] = {}
    """What Guns and vehicles of the suggested set-up face."""

    def __post_init__(self) -> None:
        if len(self.registered) > len(self.batteries):
            raise ValueError("Pre-Registered hexes belong to batteries: there are fewer of those")

    @property
    def units(self) -> dict[str, int]:
        """The men of all groups, by type."""
        return _sum(group.units for group in self.groups.values())

    @property
    def weapons(self) -> dict[str, int]:
        """The support weapons of all groups, by kind."""
        return _sum(group.weapons for group in self.groups.values())

    @property
    def guns(self) -> dict[str, int]:
        """The Guns of all groups, by kind."""
        return _sum(group.guns for group in self.groups.values())

    @property
    def vehicles(self) -> dict[str, int]:
        """The vehicles of all groups, by kind."""
        return _sum(group.vehicles for group in self.groups.values())


def _sum(parts: Iterable[dict[str, int]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for part in parts:
        for kind, count in part.items():
            found[kind] = found.get(kind, 0) + count
    return found


class Night(Strict, frozen=True):
    """A scenario at night (E1)."""

    nvr: Positive
    defender: Nation | None = None
    """The Scenario Defender, who may not leave his Locations yet (E1.2); nobody where both sides attack."""


class Conditions(Strict, frozen=True, kw_only=True):
    """Ground, weather and light."""

    ground: Literal["dry", "moist", "wet", "mud"]
    """The Environmental Conditions (E3)."""
    weather: Literal["clear", "overcast"]
    mist: bool = False
    """Whether there is Very Heavy Mist (2.517)."""
    changes: bool = False
    """Whether wind and weather can change (E3.1)."""
    soft: bool = False
    """Whether vehicles may bog on Soft Ground (RR9)."""
    night: Night | None = None


class Controls(Strict, frozen=True):
    """Buildings of which a side must control so many, each named by one of its hexes."""

    at_least: Positive
    hexes: tuple[str, ...]


class Points(Strict, frozen=True):
    """Hexes that are worth points to the side that controls them, and how many points win."""

    needed: Positive
    hexes: dict[str, Positive]


class Safe(Strict, frozen=True):
    """How many squad-equivalents of a side must have left the map or stand unbroken in an area."""

    at_least: Positive
    corners: tuple[str, str]


class Victory(Strict, frozen=True, kw_only=True):
    """What a side must have achieved at the end of the last turn, all of it; otherwise the other side has won."""

    side: Nation
    text: Text
    controls: Controls | None = None
    points: Points | None = None
    tanks: Count = 0
    """How many of its tanks must still be able to move and to fire their guns."""
    gun: str | None = None
    """A kind of Gun that the other side must have lost."""
    safe: Safe | None = None


class Remark(Strict, frozen=True):
    """What a scenario teaches when a phase of one of its turns begins."""

    turn: Positive
    phase: Literal[
        "set-up", "rally", "prep-fire", "movement", "defensive-fire", "advancing-fire", "rout", "advance",
        "close-combat",
    ]  # fmt: skip
    text: Text


class ScenarioFile(Strict, frozen=True, kw_only=True):
    """A scenario as written down."""

    name: Text
    description: Text
    """One sentence for lists: what it is about and what it teaches."""
    briefing: Text
    source: Literal["seed", "derived", "authored"]
    map: str
    area: tuple[str, str] | None = None
    """The corners of the part of the map that is played on; its edges are those of the map. None for all of it."""
    date: str
    """The day of February 1945 and the part of it, as the campaign counts them: 19AM, 21AM, 20N."""
    turns: Positive
    """The last Game Turn."""
    rolls_for_end: bool = False
    """Whether the Turn Record of the campaign decides by a die when it ends (CG7)."""
    junctions: tuple[str, ...] = ()
    """Hexes that change hands together with all hexes around them (CG6)."""
    sets_up_first: Nation
    moves_first: Nation
    conditions: Conditions
    forces: dict[Nation, Force]
    self_rallies: Positive
    """How many MMC without a leader a side may try to rally (A18.11, CG14)."""
    hand_to_hand: bool
    """Whether Hand-to-Hand Close Combat may be declared (RR4)."""
    gyrostabilizers: bool = False
    """Whether it is rolled which tanks have a gyrostabilizer that works (RR7)."""
    notes: tuple[Text, ...] = ()
    """The special rules in words, as players are shown them."""
    balance: Nation | None = None
    """The side that has the balance, since both players wanted the other (A26.4)."""
    teaches: tuple[Remark, ...] = ()
    """What it teaches, in the order of play."""
    victory: Victory

    def __post_init__(self) -> None:
        if self.balance is not None and not any(group.balance for group in self.forces[self.balance].groups.values()):
            raise ValueError(f"the balance gives the {self.balance} side nothing: mark a group of its with it")


@rule("A26.4")
def in_play(file: ScenarioFile) -> ScenarioFile:
    """A scenario without the groups that only the balance would bring."""
    forces = {
        side: replace(
            force,
            groups={name: group for name, group in force.groups.items() if side == file.balance or not group.balance},
        )
        for side, force in file.forces.items()
    }
    return replace(file, forces=forces)
