"""`sandtable migrate`: whether the games of a server still open with this version."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.cli.arguments import Json, Workers
from sandtable.cli.output import print_json, print_table, progress

if TYPE_CHECKING:
    from sandtable.server.storage.verdicts import Verdict

_WORDS = {
    "opens": "open as they are",
    "carried": "were carried over, and open again",
    "carries": "open no more as they are, and are carried over without --check",
    "closed": "cannot be played on; what happened in them can still be read",
}


def migrate(
    database: Annotated[str, typer.Argument(help="sqlite:////path/file or postgresql://user@host/name.")],
    check: Annotated[bool, typer.Option("--check", help="Only look; carry nothing over.")] = False,
    workers: Workers = None,
    as_json: Json = False,
) -> None:
    """Check every stored game against the installed version, and carry over those whose title says how."""
    import msgspec

    from sandtable.lab.processes import cores
    from sandtable.server.upgrading import migrate as look

    with progress() as bar:
        task = bar.add_task("Looking at games", total=None)
        found = look(
            database,
            workers=workers or cores(),
            carry=not check,
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )
    if as_json:
        print_json(msgspec.to_builtins(found))
    else:
        _tell(found)
    if any(verdict.outcome == "closed" for verdict in found):
        raise typer.Exit(1)


def _tell(found: list[Verdict]) -> None:
    for outcome, words in _WORDS.items():
        there = [verdict for verdict in found if verdict.outcome == outcome]
        if there or outcome == "opens":
            typer.echo(f"{len(there)} of {len(found)} games {words}")
        if there and outcome != "opens":
            print_table("", ("Game", "Why"), [(verdict.game, verdict.why) for verdict in there])
