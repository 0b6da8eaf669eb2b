"""Chapters 22 to 25: what every engineer action is asked: who may perform it, for what, and what comes of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, Literal

from sandtable.games.gts.content import Content
from sandtable.games.gts.units import Game, division_of, is_engineer, is_leg_infantry, unit_class
from sandtable.kernel import Option, Refusal, of_content, rule
from sandtable.mechanics.content import Strict, Table
from sandtable.mechanics.sums import Modifier


class EngineerRow(Strict, frozen=True, kw_only=True):
    """Who may perform an engineer action, and whether it takes a check."""

    who: Literal["leg-infantry", "engineer", "infantry"]
    check: bool
    source: str


class HouseBonus(Strict, frozen=True, kw_only=True):
    """What houses add to the check for an improved position."""

    value: int
    terrain: tuple[str, ...]
    source: str


class EngineersFile(Table, frozen=True, kw_only=True):
    """The engineer actions."""

    actions: dict[str, EngineerRow]
    house_bonus: HouseBonus
    rearguard_distance: int


def figures(game: Game) -> EngineersFile:
    return game.content.table("engineers", EngineersFile)


@of_content
def rows_of(content: Content, names: tuple[str, ...]) -> tuple[EngineerRow, ...]:
    """Some rows of the engineer actions."""
    actions = content.table("engineers", EngineersFile).actions
    return tuple(actions[name] for name in names)


@rule("14.6.2", "19.2.2/effects", "29.23")
def is_ready(game: Game, unit_id: str) -> bool:
    """Whether a unit can perform engineer actions at all: on the map, in combat formation and not suppressed."""
    unit = game.state.units[unit_id]
    return bool(unit.at) and not (unit.entry or unit.column or unit.mounted or unit.suppressed or unit.landing)


class EngineerTask(ABC):
    """One engineer action that a unit can perform where it is."""

    name: ClassVar[str]
    """As in its option, such as do:improve, and on Men at Work markers."""
    by: ClassVar[str]
    """The rule that allows it."""
    rows: ClassVar[tuple[str, ...]]
    """Its rows in data/tables/engineers.yaml: the first that fits a unit holds for it."""
    kind: ClassVar[Literal["unit", "hex"]] = "hex"
    """What it is done for."""

    def __init__(self) -> None:
        self.option = Option(f"do:{self.name}", rule=self.by)

    @rule("22.2.1", "22.2.2", "22.3.2", "23.1", "23.3", "24.2")
    def row_for(self, game: Game, unit_id: str) -> EngineerRow | None:
        """The row that holds for a unit; None if its class may not perform the action."""
        for row in rows_of(game.content, self.rows):
            if _is(game, unit_id, row.who):
                return row
        return None

    @abstractmethod
    def targets(self, game: Game, unit_id: str) -> list[str]:
        """The units or hexes for which a unit that is ready can do it; none if it cannot at all."""

    @abstractmethod
    def why_not(self, game: Game, unit_id: str) -> Refusal | None:
        """Why a unit that is ready cannot do it where it is."""

    def modifiers(self, game: Game, unit_id: str) -> list[Modifier]:
        """What its check is modified by, beside the Men at Work."""
        return []

    def refusal(self, game: Game, unit_id: str, reason: str, by: str) -> Refusal:
        """A refusal that names the unit, its hex and its division."""
        args = {"unit": unit_id, "hex": game.state.units[unit_id].at, "division": division_of(game, unit_id)}
        return Refusal(reason, by, args)

    @abstractmethod
    def complete(self, game: Game, unit_id: str, target: str) -> None:
        """The work is done."""


def _is(game: Game, unit_id: str, who: str) -> bool:
    if who == "engineer":
        return is_engineer(game, unit_id)
    return is_leg_infantry(game, unit_id) if who == "leg-infantry" else unit_class(game, unit_id) == "infantry"
