"""`sandtable simulate`: grids of games between bots, kept, counted and reported on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.cli.arguments import (
    EngineChoice,
    EngineName,
    Json,
    Lang,
    Language,
    Packs,
    Workers,
    engine_of,
    parts,
)
from sandtable.cli.output import print_json, print_table, progress, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandtable.kernel import AnyTitle
    from sandtable.lab import Plan, Simulation
    from sandtable.lab.digest import Digest

_PLAN_SUFFIX = ".yaml"
_FAILED = "failed"


def simulate(
    subject: Annotated[str, typer.Argument(metavar="TITLE|PLAN.yaml", help="A title, or the file of a plan.")],
    scenario: Annotated[
        list[str] | None, typer.Option("--scenario", help="May be repeated; without one, the title's first.")
    ] = None,
    games: Annotated[
        int | None, typer.Option("--games", min=1, help="How many games in each cell of the grid; 100 without it.")
    ] = None,
    bots: Annotated[
        list[str] | None, typer.Option("--bots", help="A bot for each side in turn, parted by commas; may be repeated.")
    ] = None,
    seed: Annotated[
        list[str] | None, typer.Option("--seed", help="The same seed, the same games; may be repeated.")
    ] = None,
    options: Annotated[
        list[str] | None,
        typer.Option("--options", help="Optional rules in force, parted by commas; repeated, further sets of them."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="A folder to keep the games in and to report to.")
    ] = None,
    record: Annotated[
        bool, typer.Option("--record", help="Note every decision, as a data set in the folder of --output.")
    ] = False,
    workers: Workers = None,
    engine: EngineChoice = EngineName.LOCAL,
    lang: Lang = Language.EN,
    as_json: Json = False,
    pack: Packs = None,
) -> None:
    """Play many games between bots and count how they end.

    Every scenario is played with every set of bots, every set of optional rules and every seed. With --output, a run
    that was stopped goes on where it was, and a report and a table of the games are written; with --record as well,
    every decision of theirs.
    """
    from sandtable.lab import run
    from sandtable.lab.processes import cores

    if record and output is None:
        raise typer.BadParameter("--record needs a folder to write to: give --output")
    if subject.endswith(_PLAN_SUFFIX):
        _refuse_beside_plan(scenario=scenario, games=games, bots=bots, seed=seed, options=options)
        found, plan = _written(subject, pack or [])
    else:
        found, plan = _spelled_out(
            subject, scenario or [], bots or ["random"], options or [""], seed or ["0"], games, pack
        )
    with progress() as bar:
        task = bar.add_task(f"Playing {found.id}", total=len(plan.jobs()))
        simulation = run(
            found,
            plan,
            engine=engine_of(engine),
            workers=workers or cores(),
            folder=output,
            recorded=record,
            progress=lambda done, _: bar.update(task, completed=done),
        )
    files = {} if output is None else _keep(found, simulation, output, lang.value)
    if record and output is not None:
        files["records"] = _record(found, simulation, output)
    _tell(simulation, files, as_json=as_json)
    if simulation.interrupted or simulation.summary.errors:
        raise typer.Exit(1)


def _refuse_beside_plan(**given: object) -> None:
    for name, value in given.items():
        if value is not None:
            raise typer.BadParameter(f"--{name} stands in the plan; change it there")


def _written(path: str, packs: Sequence[Path]) -> tuple[AnyTitle, Plan]:
    from sandtable.lab import read_plan

    return read_plan(Path(path), packs)


def _spelled_out(
    title_id: str,
    scenarios: Sequence[str],
    bots: Sequence[str],
    options: Sequence[str],
    seeds: Sequence[str],
    games: int | None,
    packs: Sequence[Path] | None,
) -> tuple[AnyTitle, Plan]:
    from sandtable.kernel import title
    from sandtable.lab import PlanFile, make_plan

    found = title(title_id, packs or ())
    file = PlanFile(
        title=title_id,
        scenarios=tuple(part for each in scenarios for part in parts(each)),
        bots=tuple(map(parts, bots)),
        options=tuple(map(parts, options)),
        seeds=tuple(_number(part) for each in seeds for part in parts(each)),
        games=games or 100,
    )
    return found, make_plan(found, file)


def _number(text: str) -> int:
    if not text.isdecimal():
        raise typer.BadParameter(f"{text!r} is not a whole number from 0 on", param_hint="'--seed'")
    return int(text)


def _record(found: AnyTitle, simulation: Simulation, folder: Path) -> str:
    from sandtable.lab.records import FOLDER, write_records

    write_records(found, simulation, folder / FOLDER)
    return str(folder / FOLDER)


def _keep(found: AnyTitle, simulation: Simulation, folder: Path, lang: str) -> dict[str, str]:
    """Write what is made of the games, and say where it is."""
    from sandtable.kernel.journal import write_atomically
    from sandtable.lab import save_failures
    from sandtable.lab.parquet import NAME as TABLE
    from sandtable.lab.parquet import ParquetMissing, write_parquet
    from sandtable.lab.report import NAME as REPORT
    from sandtable.lab.report import report

    write_atomically(folder / REPORT, report(found, simulation, lang).encode())
    files = {"report": str(folder / REPORT)}
    try:
        write_parquet(simulation, folder / TABLE)
        files["table"] = str(folder / TABLE)
    except ParquetMissing as error:
        typer.echo(f"{folder / TABLE} was not written: {error}", err=True)
    if save_failures(found, simulation, folder / _FAILED):
        files["failed"] = str(folder / _FAILED)
    return files


def _tell(simulation: Simulation, files: dict[str, str], *, as_json: bool) -> None:
    from sandtable.lab.digest import digest

    summary = simulation.summary
    fresh = sum(each.game.decisions for each in simulation.played if each.job not in simulation.resumed)
    figures = {
        "games": summary.games,
        "finished": summary.finished,
        "errors": summary.errors,
        "resumed": len(simulation.resumed),
        "decisions": summary.decisions,
        "seconds": round(simulation.seconds, 3),
        "decisions_per_second": round(fresh / simulation.seconds, 1),
    }
    cells = digest(simulation)
    if as_json:
        print_json({**figures, "winners": summary.winners, "cells": [_plain(cell) for cell in cells], "files": files})
    else:
        rows = [(name.replace("_", " "), f"{value:,}") for name, value in figures.items()]
        print_table("Simulation", ("What", "How much"), rows)
        heads = ("Scenario", "Options", "Side", "Bot", "Won", "Share (95%)", "Without luck")
        print_table("Who won", heads, [row for cell in cells for row in _rows(cell)])
        for path in files.values():
            typer.echo(path)
    if simulation.interrupted:
        again = "; the same command goes on from here" if files else ""
        typer.echo(f"stopped after {summary.games} games{again}", err=True)
    for record in simulation.records:
        if record.problem:
            typer.echo(record.problem, err=True)


def _rows(cell: Digest) -> list[tuple[str, ...]]:
    """A line for each side of a cell, and one for its draws if there are any."""
    place = (cell.cell.scenario, ", ".join(cell.cell.options))
    rows: list[tuple[str, ...]] = [
        (*place, side.side, side.bot, f"{side.wins:,}", shown(side.share), shown(side.fair.share) if side.fair else "")
        for side in cell.sides
    ]
    return [*rows, (*place, "draw", "", f"{cell.draws:,}", "", "")] if cell.draws else rows


def _plain(cell: Digest) -> dict[str, object]:
    """A cell for programs."""
    import msgspec

    sides = [
        {
            "side": side.side,
            "bot": side.bot,
            "wins": side.wins,
            "share": msgspec.to_builtins(side.share),
            "without_luck": msgspec.to_builtins(side.fair),
        }
        for side in cell.sides
    ]
    return {
        "scenario": cell.cell.scenario,
        "options": list(cell.cell.options),
        "games": cell.games,
        "finished": cell.finished,
        "errors": cell.problems,
        "draws": cell.draws,
        "sides": sides,
    }
