"""`sandtable los`: a line of sight step by step, and as a cross-section."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.cli.arguments import Json, Lang, Language, Packs, TitleId
from sandtable.cli.output import console, print_json

if TYPE_CHECKING:
    from sandtable.kernel import Texts
    from sandtable.mechanics.sightline import Crossing, Sight
    from sandtable.mechanics.title import AnyHexTitle

Place = Annotated[str, typer.Argument(help="A hex, such as C10; C10+1 is a level above its ground, C10-1 its cellar.")]


def los(
    title_id: TitleId,
    viewer: Place,
    target: Place,
    map_name: Annotated[str, typer.Option("--map", help="The map, where the title has several.")] = "",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Draw a cross-section into this file, .svg or .png.")
    ] = None,
    as_json: Json = False,
    lang: Lang = Language.EN,
    pack: Packs = None,
) -> None:
    """Explain a line of sight on a map: what lies on it, what blocks it and by which rule."""
    from sandtable.hexgrid import LabelError
    from sandtable.kernel import title as title_of
    from sandtable.mechanics.title import HexTitle
    from sandtable.render import RenderError, save_picture
    from sandtable.render.cross_section import cross_section, ends_told, verdict_told

    title = title_of(title_id, tuple(pack or ()))
    if not isinstance(title, HexTitle) or not title.sight_maps():
        raise typer.BadParameter(f"{title_id} does not explain lines of sight")
    try:
        sight = title.sight_on(map_name or _only_map(title), viewer, target)
    except LabelError as error:
        raise typer.BadParameter(str(error)) from error
    texts = title.texts(lang.value)
    if output is not None:
        try:
            save_picture(cross_section(sight, texts), output)
        except RenderError as error:
            raise typer.BadParameter(str(error)) from error
        except OSError as error:
            raise typer.BadParameter(f"{output}: cannot be written: {error.strerror}") from error
    if as_json:
        print_json(_as_json(sight, texts))
        return
    typer.echo(ends_told(sight, texts))
    _print_steps(sight, texts)
    typer.echo(verdict_told(sight, texts))
    if output is not None:
        typer.echo(str(output))


def _only_map(title: AnyHexTitle) -> str:
    maps = title.sight_maps()
    if len(maps) > 1:
        raise typer.BadParameter(f"{title.id} has several maps; say which with --map: {', '.join(maps)}")
    return maps[0]


def _print_steps(sight: Sight, texts: Texts) -> None:
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, show_header=False, pad_edge=False)
    for _ in range(4):
        table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for step in sight.steps:
        table.add_row(*map(escape, _row(sight, step, texts)))
    if sight.steps:
        console().print(table)


def _row(sight: Sight, step: Crossing, texts: Texts) -> tuple[str, ...]:
    """A step in words: whether it blocks, where, what is there, how high, and how it is judged."""
    from sandtable.mechanics.sightline import called, level_told

    where = texts.phrase("sight.beside", {"at": step.at}) if step.beside else step.at
    level = texts.phrase("sight.at-level", {"level": level_told(step.level)})
    why = f"{texts.phrase(step.reason, step.args)} [{step.rule}]"
    return ("×" if step.blocks else "·", where, called(sight, step.kind, texts), level, why)


def _as_json(sight: Sight, texts: Texts) -> dict[str, object]:
    from msgspec import to_builtins

    from sandtable.render.cross_section import verdict_told

    return {"clear": sight.blocked_by is None, "verdict": verdict_told(sight, texts), **to_builtins(sight)}
