"""`sandtable ladder`: how strong bots are against each other, in points of Elo."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.cli.arguments import (
    EngineChoice,
    EngineName,
    Json,
    Options,
    Packs,
    Seed,
    TitleId,
    Workers,
    engine_of,
    parts,
)
from sandtable.cli.output import print_json, print_table, progress

if TYPE_CHECKING:
    from sandtable.lab.ladder import Ladder


def ladder(
    title_id: TitleId,
    bots: Annotated[
        list[str] | None, typer.Option("--bots", help="Two or more, parted by commas; without it, random and greedy.")
    ] = None,
    scenario: Annotated[
        list[str] | None, typer.Option("--scenario", help="May be repeated; without one, the title's first.")
    ] = None,
    games: Annotated[
        int, typer.Option("--games", min=2, help="How many games every two play in a scenario, half at either side.")
    ] = 100,
    seed: Seed = 0,
    options: Options = "",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="A folder to keep the games in, and to go on from.")
    ] = None,
    workers: Workers = None,
    engine: EngineChoice = EngineName.LOCAL,
    as_json: Json = False,
    pack: Packs = None,
) -> None:
    """Let bots play each other at either side, and rate them, with the luck of the dice taken out."""
    from sandtable.kernel import title
    from sandtable.lab.ladder import ladder as rate
    from sandtable.lab.processes import cores

    found = title(title_id, pack or ())
    with progress() as bar:
        task = bar.add_task(f"Playing {title_id}", total=None)
        result = rate(
            found,
            [part for each in bots or ["random,greedy"] for part in parts(each)],
            scenarios=[part for each in scenario or [] for part in parts(each)],
            options=parts(options),
            games=games,
            seed=seed,
            engine=engine_of(engine),
            workers=workers or cores(),
            folder=output,
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )
    if as_json:
        import msgspec

        print_json(msgspec.to_builtins(result))
    else:
        _tell(result)
    if result.interrupted:
        typer.echo("stopped before all games were played", err=True)
        raise typer.Exit(1)


def _tell(result: Ladder) -> None:
    rows = [
        (bot, f"{each.elo:,.0f}", f"{each.low:,.0f} to {each.high:,.0f}", f"{each.games:,}")
        for bot, each in result.ratings.items()
    ]
    print_table("Ladder", ("Bot", "Elo", "95%", "Games"), rows)
    for scenario, points in result.advantage.items():
        typer.echo(f"{scenario}: its first side is worth {points:+,.0f} points.")
