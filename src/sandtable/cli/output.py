"""What the commands print: JSON for programs, tables for people, progress on stderr."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

    from sandtable.lab.statistics import Estimate


def print_json(value: object) -> None:
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2))


def console() -> Console:
    from rich.console import Console

    return Console(highlight=False)


def print_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    from rich.markup import escape
    from rich.table import Table

    table = Table(*map(escape, columns), title=escape(title), title_justify="left")
    for row in rows:
        table.add_row(*map(escape, row))
    console().print(table)


def progress() -> Progress:
    """A bar on stderr; silent where nobody watches."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True)


def shown(share: Estimate) -> str:
    """A share with its interval, such as 40% (17–69%)."""
    return f"{share.value:.0%} ({100 * share.low:.0f}–{share.high:.0%})"


def bar(share: float, width: int) -> str:
    """A share of one as a bar of text, to an eighth of a cell."""
    eighths = round(max(0.0, min(1.0, share)) * width * 8)
    whole, rest = divmod(eighths, 8)
    return ("█" * whole + " ▏▎▍▌▋▊▉"[rest]).rstrip()
