"""`sandtable check`: whether a data pack fits the title that it is for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from sandtable.cli.arguments import Json
from sandtable.cli.output import print_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sandtable.kernel import AnyTitle

_LAYOUT = ("maps", "units", "tables", "scenarios", "text")
_MANIFEST = "pack.yaml"


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file `pack.yaml`: which title the pack is for, and what it is called."""

    title: str
    name: str | dict[str, str]


def check(
    pack: Annotated[Path, typer.Argument(metavar="PACK", exists=True, file_okay=False, help="The folder of a pack.")],
    as_json: Json = False,
) -> None:
    """Validate a data pack: every file, and every scenario of its title with the pack laid over it."""
    problems = list(dict.fromkeys(_problems(pack)))
    if as_json:
        print_json({"pack": str(pack), "problems": problems})
    else:
        for problem in problems:
            typer.echo(problem)
        if not problems:
            typer.echo(f"{pack}: no problem found")
    if problems:
        raise typer.Exit(1)


def _problems(pack: Path) -> Iterator[str]:
    """Everything that is wrong, each as `file:line: field: problem`."""
    unreadable = list(_unreadable(pack))
    yield from unreadable
    yield from _misplaced(pack)
    if not unreadable:
        yield from _misfits(pack)


def _unreadable(pack: Path) -> Iterator[str]:
    """Files that are not YAML at all."""
    from sandtable import datafile

    for path in sorted(pack.rglob("*.yaml")):
        try:
            datafile.read(path, object)
        except datafile.DataError as error:
            yield str(error)


def _misplaced(pack: Path) -> Iterator[str]:
    """Files that no title would ever read."""
    for path in sorted(path for path in pack.rglob("*.y*ml") if path != pack / _MANIFEST):
        if path.suffix != ".yaml":
            yield f"{path}: the name of a data file ends in .yaml"
        elif path.relative_to(pack).parts[0] not in _LAYOUT or path.parent == pack:
            yield f"{path}: not read: data stands in {', '.join(f'{folder}/' for folder in _LAYOUT)}"


def _misfits(pack: Path) -> Iterator[str]:
    """What the title finds when it loads its scenarios with the pack."""
    from sandtable.datafile import DataError, read_document
    from sandtable.kernel import UnknownTitle, title

    try:
        manifest = read_document(pack / _MANIFEST, Manifest)
    except DataError as error:
        yield str(error)
        return
    try:
        found = title(manifest.value.title, [pack])
        scenarios = found.scenarios()
    except UnknownTitle as error:
        yield str(manifest.error(("title",), str(error)))
    except Exception as error:
        yield _told(pack, error)
    else:
        for scenario, info in scenarios.items():
            for switches in dict.fromkeys([(), tuple(switch.id for switch in info.switches)]):
                yield from _load(found, pack, scenario, switches)


def _load(found: AnyTitle, pack: Path, scenario: str, switches: tuple[str, ...]) -> Iterator[str]:
    try:
        found.new_game(scenario, switches)
    except Exception as error:
        yield _told(pack / "scenarios" / f"{scenario}.yaml", error)


def _told(place: Path, error: Exception) -> str:
    """An error as a line; one that names no place of its own gets the file at hand."""
    from sandtable.datafile import DataError
    from sandtable.kernel import SandtableError

    if isinstance(error, DataError):
        return str(error)
    if isinstance(error, SandtableError):
        return f"{place}: {error}"
    return f"{place}: cannot be played: {type(error).__name__}: {error}"
