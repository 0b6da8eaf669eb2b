"""What is to be simulated: a grid of scenarios, bots, optional rules and seeds."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec

from sandtable.datafile import DataError, read_document
from sandtable.kernel import AnyTitle, SandtableError, ScenarioInfo, title
from sandtable.players import player

Count = Annotated[int, msgspec.Meta(ge=1)]
Seed = Annotated[int, msgspec.Meta(ge=0)]


class PlanError(SandtableError):
    """A plan that cannot be carried out, with what to change."""


class PlanFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A plan as it is written down: every scenario is played with all sets of bots, all sets of rules and all seeds."""

    title: str
    scenarios: tuple[str, ...] = ()
    """Without one, the title's first."""
    bots: tuple[str | tuple[str, ...], ...] = ("random",)
    """Each entry is a bot for every side in turn, or a single one for all of them."""
    options: tuple[tuple[str, ...], ...] = ((),)
    """Each entry is a set of optional rules, by number."""
    seeds: tuple[Seed, ...] = (0,)
    games: Count = 100
    """How many games are played in each cell of the grid with each seed."""


class Cell(msgspec.Struct, frozen=True):
    """One cell of the grid: a scenario, its optional rules, and who plays each side."""

    scenario: str
    options: tuple[str, ...]
    bots: dict[str, str]


class Job(NamedTuple):
    """One game of a plan: its cell, the seed of the batch, and its number in it."""

    cell: int
    seed: int
    number: int


class Plan(msgspec.Struct, frozen=True):
    """A plan that has been checked against its title."""

    title: str
    cells: tuple[Cell, ...]
    seeds: tuple[int, ...]
    games: int

    def jobs(self) -> list[Job]:
        """Every game in its order."""
        return [
            Job(cell, seed, number)
            for cell, seed, number in itertools.product(range(len(self.cells)), self.seeds, range(self.games))
        ]


def read_plan(path: Path, packs: Sequence[Path] = ()) -> tuple[AnyTitle, Plan]:
    """A plan from a file, with its title. Raises DataError, naming the line of a mistake in the file."""
    document = read_document(path, PlanFile)
    try:
        found = title(document.value.title, packs)
        return found, make_plan(found, document.value)
    except DataError:
        raise
    except SandtableError as error:
        raise document.error((), str(error)) from error


def make_plan(found: AnyTitle, file: PlanFile) -> Plan:
    """A plan as a title can play it. Raises UnknownScenario, UnknownPlayer, PlanError."""
    cells = []
    for field, listed in (("set of bots", file.bots), ("set of options", file.options), ("seed", file.seeds)):
        if not listed:
            raise PlanError(f"a plan needs at least one {field}")
    for scenario in file.scenarios or (None,):
        info = found.scenario(scenario)
        for bots, options in itertools.product(file.bots, file.options):
            cells.append(_cell(found, info, (bots,) if isinstance(bots, str) else bots, options))
    _check_distinct(cells, file.seeds)
    return Plan(found.id, tuple(cells), file.seeds, file.games)


def _check_distinct(cells: Sequence[Cell], seeds: Sequence[int]) -> None:
    for place, cell in enumerate(cells):
        if cell in cells[:place]:
            bots, rules = ", ".join(cell.bots.values()), ", ".join(cell.options) or "no optional rules"
            raise PlanError(f"{cell.scenario} with {bots} and {rules} is listed twice; list it once")
    for place, seed in enumerate(seeds):
        if seed in seeds[:place]:
            raise PlanError(f"the seed {seed} is listed twice; list it once")


def _cell(found: AnyTitle, info: ScenarioInfo, bots: tuple[str, ...], options: tuple[str, ...]) -> Cell:
    switches = tuple(sorted(set(options)))
    found.content(info.id, switches)
    names = bots * len(info.sides) if len(bots) == 1 else bots
    if len(names) != len(info.sides):
        sides = ", ".join(info.sides)
        raise PlanError(f"{', '.join(bots)}: {len(bots)} bots for {len(info.sides)} sides ({sides}) of {info.id}")
    for name in names:
        player(name, 0, found)
    return Cell(info.id, switches, dict(zip(info.sides, names, strict=True)))
