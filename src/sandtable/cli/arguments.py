"""Arguments that several commands share, and what they stand for."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from sandtable.kernel import AnyTitle, Table
    from sandtable.lab.engines import Engine


class Language(enum.StrEnum):
    """The languages of everything that is shown to a player."""

    EN = "en"
    JA = "ja"


class EngineName(enum.StrEnum):
    """Where games are simulated."""

    LOCAL = "local"
    RAY = "ray"


EngineChoice = Annotated[EngineName, typer.Option("--engine", help="This machine, or a Ray cluster.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Lang = Annotated[Language, typer.Option("--lang", help="The language of what is shown.")]
Options = Annotated[str, typer.Option("--options", help="Optional rules in force, by number, parted by commas.")]
Packs = Annotated[
    list[Path] | None,
    typer.Option("--pack", help="A data pack to lay over the title's own data; may be repeated.", exists=True),
]
Seed = Annotated[int, typer.Option("--seed", min=0, help="The seed of dice and bots: the same seed, the same games.")]
Workers = Annotated[int | None, typer.Option("--workers", min=1, help="How many games at once; without it, all cores.")]
TitleId = Annotated[str, typer.Argument(metavar="TITLE", help="A title, as listed by `sandtable games`.")]
Save = Annotated[Path, typer.Argument(metavar="SAVE", help="A saved game.")]


def parts(text: str) -> tuple[str, ...]:
    """The parts of a list written with commas."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def engine_of(choice: EngineName) -> Engine:
    """Where games are to be simulated."""
    if choice is EngineName.RAY:
        from sandtable.lab.on_ray import on_ray

        return on_ray
    from sandtable.lab.engines import local

    return local


def checked_side(title: AnyTitle, scenario: str, side: str) -> str:
    """A side of a scenario. Raises BadParameter for any other."""
    sides = title.scenario(scenario).sides
    if side not in sides:
        raise typer.BadParameter(f"{title.id}/{scenario} has no side {side!r}; it has {', '.join(sides)}")
    return side


def open_position(spec: str, packs: Sequence[Path]) -> Table:
    """The position of a saved game, or the first of a scenario written as TITLE or TITLE/SCENARIO."""
    from sandtable.kernel import Table, UnknownTitle

    if Path(spec).is_file():
        return Table.load(spec, packs=packs)
    title_id, _, scenario = spec.partition("/")
    try:
        return Table.new(title_id, scenario or None, seed=0, packs=packs)
    except UnknownTitle as error:
        raise typer.BadParameter(f"{spec!r} is neither a saved game nor a title to be played: {error}") from error
