"""What the file of a scenario holds: boards, forces, set-up, special conditions and victory."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import msgspec

from sandtable.games.panzer.areas import Area, Edge, Entrance
from sandtable.games.panzer.cards import Month
from sandtable.games.panzer.formations import Part
from sandtable.games.panzer.maps import BoardPlace
from sandtable.games.panzer.tables.parts import Grade
from sandtable.mechanics.content import Strict, Text

Side = Literal["german", "soviet"]
SIDES: tuple[Side, ...] = get_args(Side)
Positive = Annotated[int, msgspec.Meta(ge=1)]


class Group(Strict, frozen=True, kw_only=True):
    """A formation of a force, or an element that fights alone, with what is added to it and taken from it."""

    formation: str | None = None
    element: str | None = None
    """A detached element: its leader is the CHQ."""
    grade: Grade
    plus: tuple[Part, ...] = ()
    minus: tuple[Part, ...] = ()
    cohesion: str | None = None
    """The level of its cohesion (7.1.1)."""

    def __post_init__(self) -> None:
        if (self.formation is None) == (self.element is None):
            raise ValueError("a group is either a formation or an element: give one of the two")


class BatteryEntry(Strict, frozen=True, kw_only=True):
    """Batteries of a force, and how they are attached (6.5.1.3)."""

    support: str
    count: Positive = 1
    attachment: Literal["attached", "organic"]
    to: str | None = None
    """The group to which they are attached; organic batteries belong to the whole force."""
    planned: int = 0
    """For how many turns each may fire as planned before the game (6.5.1.11)."""
    pre_registered: int = 0
    """How many points are registered for them (6.5.1.4)."""

    def __post_init__(self) -> None:
        if (self.to is None) == (self.attachment == "attached"):
            raise ValueError("an attached battery names the group that it is attached to, and an organic one does not")


class FlightEntry(Strict, frozen=True):
    """Aircraft of a force, and the turn from which on they are available (6.7.2.1)."""

    support: str
    turn: Positive


class SetUp(Strict, frozen=True, kw_only=True):
    """Where groups begin, or when and where they enter; where both are given, the owner chooses for each group."""

    groups: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    areas: tuple[Area, ...] = ()
    """Any of these."""
    apart: bool = False
    """Whether no two units may begin next to each other."""
    entrances: tuple[Entrance, ...] = ()
    turn: Positive | None = None
    """The turn in which they enter."""
    riding: str | None = None
    """The group on whose vehicles they ride as they enter."""

    def __post_init__(self) -> None:
        if not self.areas and not self.entrances:
            raise ValueError("give areas in which the groups begin, or entrances and the turn in which they enter")
        if bool(self.entrances) != (self.turn is not None):
            raise ValueError("entrances and turn go together")


class Works(Strict, frozen=True, kw_only=True):
    """What a side may put on the map before the game: counters of the terrain table by number, and where."""

    counters: dict[str, Positive]
    areas: tuple[Area, ...] = ()
    """Any of these; none means wherever the rules allow."""
    groups: Positive = 1
    """In how many minefields at least mines must lie (7.31.1); one hangs together."""
    mines: Literal["vehicles", "men", "both"] = "both"
    """Against whom they are laid (7.31)."""


class Hidden(Strict, frozen=True):
    """Hidden Unit counters of a side (7.2), for which groups, and how many of them are dummies."""

    limit: Positive
    dummies: int
    groups: tuple[str, ...] = ()
    """None means all that begin on the map."""


class Camouflage(Strict, frozen=True):
    """Units of a group that begin camouflaged (7.24)."""

    group: str
    most: Positive | None = None
    """None means all of them."""


class Force(Strict, frozen=True, kw_only=True):
    """A side of a scenario."""

    grade: Grade
    """The force grade (5.8.1)."""
    groups: dict[str, Group]
    batteries: tuple[BatteryEntry, ...] = ()
    flights: tuple[FlightEntry, ...] = ()
    set_up: tuple[SetUp, ...]
    works: Works | None = None
    entrenched: int = 0
    """How many units may begin in a hasty entrenchment."""
    guns_entrenched: bool = False
    """Whether guns may begin in a hasty entrenchment."""
    hull_down: bool = False
    """Whether vehicles may begin hull down where the terrain offers it (6.1.4.1)."""
    hidden: Hidden | None = None
    camouflage: tuple[Camouflage, ...] = ()
    counter_batteries: int = 0
    """Counter battery units (7.28)."""
    without: dict[str, tuple[Literal["APCR", "HVAP", "APDS", "HEAT"], ...]] = {}
    """Ammunition that cards do not have here (5.16.1)."""
    leaves_by: tuple[Edge, ...] = get_args(Edge)
    """The edges by which its units may leave the map (4.5.1.1.9)."""
    used_to_marsh: bool = False
    """Whether its leg units pay for marsh as for clear ground."""


class Conditions(Strict, frozen=True, kw_only=True):
    """What is different from the rules in a scenario."""

    snow: bool = False
    """Every movement cost is 1 higher (7.36.3)."""
    heat_haze: bool = False
    ice: Positive | None = None
    """Streams are frozen and carry vehicles up to so many tonnes (7.32)."""
    bridges: dict[str, Positive] = {}
    """The tonnes that single bridges carry; the others carry all (7.32)."""
    bog: tuple[Area, ...] = ()
    """Where vehicles may bog down off roads and paths (7.29)."""
    soft_ground: tuple[str, ...] = ()
    """Cards that check for bogging on their first move off roads and paths and whenever they turn more than once."""
    control_by_unarmed: bool = False
    """Whether unarmed vehicles take control of objectives (3.6)."""


AwardKind = Literal["control", "exit", "destroy", "damaged", "shot-down", "battery-destroyed"]


class Award(Strict, frozen=True, kw_only=True):
    """What scores victory points."""

    kind: AwardKind
    side: Side | Literal["both"]
    """Who can score it."""
    name: Text
    points: Positive | None = None
    divisor: Positive | None = None
    """The points of the unit divided by this, half a point up, and 1 at least."""
    hexes: tuple[str, ...] = ()
    region: str | None = None
    count: Literal["each", "any"] = "each"
    """Whether it scores for each of several hexes, or once for any of them."""
    held: Side | None = None
    """Who controls it at the start."""
    edge: Edge | None = None
    by: tuple[Literal["road", "path"], ...] = ()
    """Only by hexes of the edge where such a way leaves the map."""
    combat_units: bool = False
    """Whether only combat units score."""

    def __post_init__(self) -> None:
        if (self.points is None) == (self.divisor is None):
            raise ValueError("give points, or the divisor of the points of the unit")
        if (self.kind == "control") != bool(self.hexes or self.region):
            raise ValueError("hexes or a region belong to an award for control, and to no other")
        if (self.kind == "exit") != (self.edge is not None):
            raise ValueError("edge belongs to an award for leaving the map, and to no other")


class Levels(Strict, frozen=True):
    """The margins in victory points from which on a side wins, and wins decisively; below them it is a draw."""

    victory: Positive
    decisive: Positive

    def __post_init__(self) -> None:
        if self.decisive <= self.victory:
            raise ValueError("decisive must be a greater margin than victory")


class ScenarioFile(Strict, frozen=True, kw_only=True):
    """A scenario as written down."""

    name: Text
    description: Text
    """One sentence for lists: what it is about and what it teaches."""
    briefing: Text
    source: Literal["authored"]
    date: Month
    place: Text
    game: Literal["basic", "advanced"]
    """By which sequence of play and rules it is played (4.0, 6.0)."""
    layout: tuple[tuple[BoardPlace, ...], ...]
    turns: Positive
    first_player: Side | None = None
    """The First Player of turn 1; otherwise initiative is rolled for."""
    sets_up_first: Side
    forces: dict[Side, Force]
    conditions: Conditions = Conditions()
    notes: tuple[Text, ...] = ()
    """The special rules in words, as players are shown them."""
    in_force: tuple[str, ...] = ()
    """Optional rules that belong to the scenario."""
    offered: tuple[str, ...] = ()
    """Optional rules that suit it."""
    victory: tuple[Award, ...]
    handicap: dict[Side, int] = {}
    """Victory points that a side has from the start."""
    levels: Levels
