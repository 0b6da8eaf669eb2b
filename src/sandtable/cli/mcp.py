"""`sandtable mcp`: games for an assistant that speaks the Model Context Protocol."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.arguments import Lang, Language


def mcp(
    lang: Lang = Language.EN,
    seats: Annotated[
        Path | None, typer.Option("--seats", help="The file that keeps seats on servers; one of the user's without it.")
    ] = None,
) -> None:
    """Let an assistant play, over standard input and output: against bots, or as the guest of a person."""
    from sandtable.assistant.passes import Passes, default_file

    try:
        from sandtable.assistant.tools import server
    except ModuleNotFoundError as error:
        raise typer.BadParameter(
            f"{error.name} is not installed; install it with: pip install 'sandtable[mcp]'"
        ) from error
    server(Passes(seats or default_file()), lang.value).run()
