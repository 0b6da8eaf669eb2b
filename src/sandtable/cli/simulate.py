"""`sandtable simulate`: games between bots by the hundred."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.cli.arguments import Json, Options, Packs, Seed, TitleId, parts
from sandtable.cli.output import print_json, print_table, progress

if TYPE_CHECKING:
    from sandtable.kernel import ScenarioInfo
    from sandtable.lab import Simulation


def simulate(
    title_id: TitleId,
    scenario: Annotated[str | None, typer.Option("--scenario", help="Without one, the title's first.")] = None,
    games: Annotated[int, typer.Option("--games", min=1, help="How many games to play.")] = 100,
    bots: Annotated[str, typer.Option("--bots", help="A bot for each side in turn, parted by commas.")] = "random",
    seed: Seed = 0,
    workers: Annotated[int, typer.Option("--workers", min=1, help="How many processes play.")] = 1,
    options: Options = "",
    folder: Annotated[Path | None, typer.Option("--folder", help="Where to save games that fail.")] = None,
    as_json: Json = False,
    pack: Packs = None,
) -> None:
    """Play many games between bots and count how they end."""
    from sandtable.kernel import title
    from sandtable.lab import simulate as run

    found = title(title_id, pack or ())
    info = found.scenario(scenario)
    players = _seats(info, parts(bots))
    with progress() as bar:
        task = bar.add_task(f"Playing {title_id}", total=games)
        simulation = run(
            found,
            info.id,
            parts(options),
            players,
            games,
            seed,
            workers,
            progress=lambda done, _: bar.update(task, completed=done),
            folder=folder,
        )
    _report(simulation, as_json=as_json)
    if simulation.interrupted or simulation.summary.errors:
        raise typer.Exit(1)


def _seats(info: ScenarioInfo, names: tuple[str, ...]) -> dict[str, str]:
    """The bot of each side; a single one plays them all."""
    if len(names) == 1:
        names *= len(info.sides)
    if len(names) != len(info.sides):
        sides = ", ".join(info.sides)
        raise typer.BadParameter(f"--bots names {len(names)} bots for {len(info.sides)} sides ({sides})")
    return dict(zip(info.sides, names, strict=True))


def _report(simulation: Simulation, *, as_json: bool) -> None:
    summary = simulation.summary
    figures = {
        "games": summary.games,
        "finished": summary.finished,
        "errors": summary.errors,
        "decisions": summary.decisions,
        "seconds": round(summary.seconds, 3),
        "decisions_per_second": round(summary.decisions_per_second, 1),
    }
    if as_json:
        print_json({**figures, "winners": summary.winners})
        return
    rows = [(name.replace("_", " "), f"{value:,}") for name, value in figures.items()]
    wins = [(f"won by {side}" if side != "draw" else side, f"{count:,}") for side, count in summary.winners.items()]
    print_table("Simulation", ("What", "How much"), [*rows, *wins])
    for record in simulation.records:
        if record.problem:
            typer.echo(f"{record.problem}{f' (saved as {record.save})' if record.save else ''}", err=True)
