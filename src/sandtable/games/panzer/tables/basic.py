"""The charts of the Basic Game: sequence, commands, spotting, lines of sight, AP fire (chapters 3 and 4)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from sandtable.games.panzer.tables.parts import ByBand, Cover, Modifier, complete, without_gaps
from sandtable.mechanics.content import Strict, Table

Actor = Literal["both", "first", "second", "first-then-second", "air"]
"""Who acts in a step: both players at once, one of them, one after the other, or the side that has aircraft."""


class SequenceStep(Strict, frozen=True, kw_only=True):
    """A step of the sequence of play."""

    phase: str
    step: str = ""
    """What the step is called where its phase has several."""
    actor: Actor
    rule: str


class SequenceFile(Table, frozen=True):
    """The sequence of play of both games (Game Card C)."""

    basic: tuple[SequenceStep, ...]
    advanced: tuple[SequenceStep, ...]


class CommandRow(Strict, frozen=True):
    """What a command lets a unit do (4.2)."""

    fires: Literal["direct", "overwatch", "never"]
    moves: bool
    must: bool
    """Whether it must be carried out once it is revealed."""
    unique: bool
    """Whether it counts against the available commands (6.2.1.1.3)."""


class CommandsFile(Table, frozen=True):
    """The commands."""

    commands: dict[str, CommandRow]

    def __post_init__(self) -> None:
        complete(self.commands, ("fire", "move", "short-halt", "overwatch", "no-command"), "commands")


class StackingFile(Table, frozen=True):
    """How many vehicles, untowed guns and landed aircraft a hex holds before it is overstacked (3.8, 5.13)."""

    limit: int


class CoverRow(Strict, frozen=True):
    """What cover does for a target: rows of the Spotting Range Table, and points of the AP hit number."""

    spotting: int
    ap: int


class CoverFile(Table, frozen=True):
    """Cover against spotting and AP fire; what it does for the GP Defense of men and guns stands on their cards."""

    cover: dict[Cover, CoverRow]

    def __post_init__(self) -> None:
        complete(self.cover, ("none", "light", "medium", "heavy"), "cover")


class SpottingRow(Strict, frozen=True):
    """The spotting range in hexes by the size of the target: vehicles, large and small guns and men."""

    V: int
    L: int
    S: int


class SpottingFile(Table, frozen=True):
    """The Spotting Range Table (4.1.3, 6.1.3) with its shifts; those for cover stand in the table of cover."""

    rows: dict[int, SpottingRow]
    modifiers: dict[str, Modifier]

    def __post_init__(self) -> None:
        without_gaps(self.rows, 2, -5, "the spotting range table")


class BlindRow(Strict, frozen=True):
    """By what the distance to an obstacle is divided to give the blind hexes behind it."""

    divisor: Annotated[int, msgspec.Meta(ge=1)] | None
    """None where the least number of blind hexes counts at any distance."""


class LineOfSightFile(Table, frozen=True):
    """Blind hexes by the levels that an obstacle lies below the higher unit (4.1.4.2.4); the last row goes on."""

    rows: dict[int, BlindRow]
    least: int

    def __post_init__(self) -> None:
        without_gaps(self.rows, 1, 4, "the blind hexes")


class ApHitFile(Table, frozen=True):
    """The AP Hit Table (4.4.3.2.3): the highest D100 that hits, by net modifier and range factor."""

    rows: dict[int, ByBand]

    def __post_init__(self) -> None:
        without_gaps(self.rows, 5, -10, "the AP hit table")


class ApModifiersFile(Table, frozen=True):
    """The AP hit modifiers (4.4.3.2.2, 6.5.2.4)."""

    modifiers: dict[str, Modifier]


class BasicDamageFile(Table, frozen=True):
    """What a hit does in the Basic Game, by penetration less armor (4.4.3.2.6); less than 0 does nothing."""

    rows: dict[int, Literal["damaged", "knocked-out", "brewed-up"]]

    def __post_init__(self) -> None:
        if 0 not in self.rows:
            raise ValueError("the damage of the Basic Game begins where penetration equals armor: add a row for 0")


TurretClass = Literal["turreted", "turretless-360", "non-turreted"]


class TurretRow(Strict, frozen=True):
    """A turret type: how it fires all round, or not."""

    kind: TurretClass
    overwatch_outside: bool
    """Whether it may fire overwatch outside its forward or rear field of fire."""


class TurretsFile(Table, frozen=True):
    """The turret types by the mark TT of the card (4.4.3.1)."""

    turrets: dict[Literal["1", "2", "3", "360", "0"], TurretRow]

    def __post_init__(self) -> None:
        complete(self.turrets, ("1", "2", "3", "360", "0"), "turret types")


class MovementFile(Table, frozen=True, kw_only=True):
    """What moving costs beside the terrain (4.5.1.1, 6.6)."""

    least: int
    """A movement allowance is never reduced below this (3.7)."""
    reduced_by: dict[Literal["short-halt", "damaged", "suppressed"], Annotated[int, msgspec.Meta(ge=2)]]
    """By what each state divides the allowance, one after another."""
    reverse: int
    """What reverse movement multiplies the cost of terrain by (4.5.1.1.7)."""
    free_turn: int
    """By how many hexsides a vehicle turns in a hex for nothing (4.5.1.1.4)."""
    way: int
    """The cost of a hex along a road or path (4.5.1.1.5)."""
    storey: int
    """What a leg unit pays to go up or down in a building."""
    manhandled: int
    """How many hexes a towed unit moves in a turn (6.6.5)."""
    loading: int
    """By what its movement factor is divided to give what it costs a vehicle to stop for passengers (6.6.7.1.1)."""
    quickmarch_levels: int
    """How many levels a quickmarch may climb or descend (6.6.4.2)."""
    quickmarch_cavalry: int
    """What cavalry adds to the roll after a quickmarch (6.6.4.5)."""
