"""`sandtable fuzz`: random play that looks for what must never happen."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from sandtable.cli.arguments import Json, Seed, TitleId, Workers
from sandtable.cli.output import print_json, progress


@contextlib.contextmanager
def _told_when_stopped() -> Iterator[None]:
    """Who is asked to end, as by `timeout`, ends as if interrupted from the keyboard: with what was found so far."""
    usual = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, usual)


def fuzz(
    title_id: TitleId,
    games: Annotated[int, typer.Option("--games", min=1, help="How many games to play.")] = 20,
    seed: Seed = 0,
    folder: Annotated[Path | None, typer.Option("--folder", help="Where to save the games that fail.")] = None,
    workers: Workers = None,
    as_json: Json = False,
) -> None:
    """Play a title at random and report crashes, dead ends, leaks and broken promises, with the seed of each."""
    from sandtable.kernel import title
    from sandtable.lab.processes import cores
    from sandtable.testing import fuzz as search

    found = title(title_id)
    with progress() as bar, _told_when_stopped():
        task = bar.add_task(f"Fuzzing {title_id}", total=games)
        report = search(
            found,
            games,
            seed,
            lambda done, _: bar.update(task, completed=done),
            folder,
            workers=min(workers or cores(), games),
        )
    if as_json:
        failures = msgspec.to_builtins(report.failures)
        counted = {"games": report.games, "decisions": report.decisions}
        print_json({**counted, "refused": report.refused, "unreasoned": report.unreasoned, "failures": failures})
    else:
        for failure in report.failures:
            typer.echo(str(failure))
        typer.echo(f"{report.refused:,} clicks refused, {report.unreasoned} of them without a reason")
        typer.echo(f"{report.games} games, {report.decisions:,} decisions, {len(report.failures)} failures")
    if report.failures:
        raise typer.Exit(1)
