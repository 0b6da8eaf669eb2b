"""`sandtable render`: a position as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.arguments import Lang, Language, Packs, checked_side, open_position


def render(
    position: Annotated[str, typer.Argument(metavar="SAVE|TITLE[/SCENARIO]", help="What to draw.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The file to write, .svg or .png.")],
    side: Annotated[str, typer.Option("--side", help="Draw what this side may see; without it, everything.")] = "",
    lang: Lang = Language.EN,
    scale: Annotated[float, typer.Option("--scale", help="Pixels to each unit of the drawing, for PNG.")] = 1.0,
    pack: Packs = None,
) -> None:
    """Draw a saved game, or the setup of a scenario, as SVG or PNG."""
    from sandtable.mechanics.title import HexTitle
    from sandtable.render import RenderError, save

    table = open_position(position, pack or ())
    title = table.title
    if not isinstance(title, HexTitle):
        raise typer.BadParameter(f"{title.id} has no map to draw")
    seen = table.view(checked_side(title, table.header.scenario, side)).game if side else table.game
    try:
        save(title.scene(seen, lang.value), output, lang.value, scale)
    except RenderError as error:
        raise typer.BadParameter(str(error)) from error
    except OSError as error:
        raise typer.BadParameter(f"{output}: cannot be written: {error.strerror}") from error
    typer.echo(str(output))
