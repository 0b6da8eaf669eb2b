"""`sandtable generate`: a scenario made to order, as a data pack."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.cli.arguments import Json, Lang, Language, Packs, TitleId
from sandtable.cli.output import print_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandtable.kernel import AnyTitle

EXTRA = {"allow_extra_args": True, "ignore_unknown_options": True}
"""What can be set differs from title to title, so that its options are read from what is left over."""


def generate(
    context: typer.Context,
    title_id: TitleId,
    seed: Annotated[int, typer.Option("--seed", help="The same seed makes the same scenario.")] = 1,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FOLDER", help="Where to put the pack; a new folder.")
    ] = None,
    as_json: Json = False,
    lang: Lang = Language.EN,
    pack: Packs = None,
) -> None:
    """Make a scenario to order and write it as a data pack; without options, the usual one.

    What can be set is different for each title: `sandtable generate panzer --year 1943 --size company`. A wrong value
    is answered with those that there are.
    """
    from sandtable.kernel import CannotGenerate
    from sandtable.kernel import title as title_of
    from sandtable.kernel.generating import made_id, order
    from sandtable.kernel.packs import MANIFEST

    title = title_of(title_id, tuple(pack or ()))
    dials = title.dials()
    if not dials:
        raise typer.BadParameter(f"{title_id} makes no scenarios to order")
    try:
        made = order(dials, _settings(title, context.args), seed)
    except CannotGenerate as error:
        raise typer.BadParameter(str(error)) from error
    scenario = made_id(made)
    folder = output or Path(f"{title_id}-{scenario}")
    if folder.exists():
        raise typer.BadParameter(f"{folder} exists already; choose another folder with --output")
    text, info = title.generate(made), title.scenario(scenario)
    path = folder / "scenarios" / f"{scenario}.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf8")
    name = info.name["en"].replace('"', "'")
    (folder / MANIFEST).write_text(f'title: {title_id}\nname: "{name}"\n', encoding="utf8")
    if as_json:
        print_json({"title": title_id, "scenario": scenario, "folder": str(folder), "settings": made.settings})
        return
    said = lang.value
    typer.echo(f"{info.name[said]}: {info.description[said]}")
    typer.echo(f"{folder}: sandtable play {title_id} --scenario {scenario} --pack {folder}")


def _settings(title: AnyTitle, args: Sequence[str]) -> dict[str, str]:
    """What is left over of a command line as settings: `--year 1943` or `--year=1943`."""
    found: dict[str, str] = {}
    waiting = ""
    for word in args:
        name, is_set, value = word.removeprefix("--").partition("=")
        if waiting:
            found[waiting], waiting = word, ""
        elif not word.startswith("--"):
            dials = ", ".join(f"--{dial.id}" for dial in title.dials())
            raise typer.BadParameter(f"{word!r} is no option; {title.id} can be told {dials}")
        elif is_set:
            found[name] = value
        else:
            waiting = name
    if waiting:
        raise typer.BadParameter(f"--{waiting} needs a value")
    return found
