"""Errors of the user, told in one line on stderr with exit code 2; anything else is a bug and keeps its traceback."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any, Protocol, runtime_checkable

import typer
from typer.core import TyperGroup

EXIT_CODE = 2


@runtime_checkable
class _UsageError(Protocol):
    """What the parser of the command line raises, under whichever name it comes."""

    exit_code: int

    def format_message(self) -> str: ...


def _message(error: Exception) -> str | None:
    """What to tell the user, or None where the error is not the user's."""
    if isinstance(error, _UsageError):
        return error.format_message()
    from sandtable.datafile import DataError
    from sandtable.kernel import SandtableError

    return str(error) if isinstance(error, SandtableError | DataError) else None


@contextlib.contextmanager
def _in_one_line() -> Iterator[None]:
    try:
        yield
    except (typer.Exit, typer.Abort):
        raise
    except Exception as error:
        message = _message(error)
        if message is None or type(error).__name__ == "NoArgsIsHelpError":
            raise
        typer.echo(f"error: {' '.join(message.split())}", err=True)
        raise typer.Exit(EXIT_CODE) from error


class Commands(TyperGroup):
    """All commands, in the order in which they were added."""

    def make_context(self, *args: Any, **kwargs: Any) -> Any:
        with _in_one_line():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: Any) -> Any:
        with _in_one_line():
            return super().invoke(ctx)

    def list_commands(self, ctx: Any) -> list[str]:
        return list(self.commands)
