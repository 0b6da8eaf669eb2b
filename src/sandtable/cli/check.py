"""`sandtable check`: whether a data pack fits the title that it is for."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from sandtable.cli.arguments import Json
from sandtable.cli.output import print_json

if TYPE_CHECKING:
    from collections.abc import Iterator

_SCENARIOS = "scenarios"
_LAYOUT = ("maps", "units", "tables", _SCENARIOS, "text")
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
        title(manifest.value.title)
    except DataError as error:
        yield str(error)
    except UnknownTitle as error:
        yield str(manifest.error(("title",), str(error)))
    else:
        yield from _all_faults(manifest.value.title, pack)


def _all_faults(title_id: str, pack: Path) -> Iterator[str]:
    """The faults of every file: loading stops at the first, so files at fault are set aside and the rest is tried."""
    from sandtable.datafile import DataError

    spoilt: set[Path] = set()
    with tempfile.TemporaryDirectory() as folder:
        while True:
            trial = Path(folder) / str(len(spoilt))
            shutil.copytree(pack, trial)
            for place in spoilt:
                (trial / place).unlink()
            fresh = set()
            for scenario, error in _faults(title_id, trial):
                if isinstance(error, DataError) and error.path.is_relative_to(trial):
                    place = error.path.relative_to(trial)
                    if _judged(place, spoilt):
                        fresh.add(place)
                        yield str(DataError(pack / place, error.line, error.field, error.problem))
                elif not spoilt:
                    yield _told(pack / scenario, error)
            if not fresh:
                return
            spoilt |= fresh


def _judged(place: Path, spoilt: set[Path]) -> bool:
    """Whether a fault counts: a scenario is judged only while all that it rests on is there."""
    return place.parts[0] != _SCENARIOS or all(other.parts[0] == _SCENARIOS for other in spoilt)


def _faults(title_id: str, pack: Path) -> Iterator[tuple[str, Exception]]:
    """What goes wrong with a pack, with the scenario in which it does."""
    from sandtable.kernel import title

    try:
        found = title(title_id, [pack])
        scenarios = found.scenarios()
    except Exception as error:
        yield "", error
        return
    for scenario, info in scenarios.items():
        for switches in dict.fromkeys([(), tuple(switch.id for switch in info.switches)]):
            try:
                found.new_game(scenario, switches)
            except Exception as error:
                yield f"{_SCENARIOS}/{scenario}.yaml", error


def _told(place: Path, error: Exception) -> str:
    """An error as a line; one that names no place of its own gets the file at hand."""
    from sandtable.datafile import DataError
    from sandtable.kernel import SandtableError

    if isinstance(error, DataError):
        return str(error)
    if isinstance(error, SandtableError):
        return f"{place}: {error}"
    return f"{place}: cannot be played: {type(error).__name__}: {error}"
