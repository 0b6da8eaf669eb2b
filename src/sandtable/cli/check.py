"""`sandtable check`: whether a data pack fits the title that it is for."""

from __future__ import annotations

import random
import shutil
import string
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from sandtable.cli.arguments import Json
from sandtable.cli.output import print_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sandtable.datafile import DataError
    from sandtable.kernel import AnyTitle, Game

_SCENARIOS, _MAPS, _TABLES, _LESSONS, _WORDS = "scenarios", "maps", "tables", "lessons", "text"
_NO_SCENARIO = "nothing reads this file: no scenario names it as its map"
_DEEPEST = 50
_ENOUGH = 3000
"""After so many choices a game counts as played: what it has not read by then, it hardly reads."""


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file `pack.yaml`: which title the pack is for, and what it is called."""

    title: str
    name: str | dict[str, str]


def check(
    pack: Annotated[Path, typer.Argument(metavar="PACK", exists=True, file_okay=False, help="The folder of a pack.")],
    as_json: Json = False,
) -> None:
    """Validate a data pack: every file, every scenario of its title with the pack laid over it, and its lessons."""
    untried: list[Path] = []
    problems = list(dict.fromkeys(_problems(pack, untried)))
    if as_json:
        print_json({"pack": str(pack), "problems": problems, "untried": [str(path) for path in untried]})
    else:
        for problem in problems:
            typer.echo(problem)
        for path in untried:
            typer.echo(f"{path}: not tried: no game came to it in {_ENOUGH} choices")
        if not problems:
            typer.echo(f"{pack}: no problem found")
    if problems:
        raise typer.Exit(1)


def _problems(pack: Path, untried: list[Path]) -> Iterator[str]:
    """Everything that is wrong, each as `file:line: field: problem`; and tables that no game has read so far."""
    unreadable = list(_unreadable(pack))
    yield from unreadable
    if not unreadable:
        yield from _misfits(pack, untried)


def _unreadable(pack: Path) -> Iterator[str]:
    """Files that are not YAML at all."""
    from sandtable import datafile

    for path in sorted(pack.rglob("*.yaml")):
        try:
            if _is_too_deep(datafile.read(path, object)):
                yield f"{path}: nested too deeply"
        except datafile.DataError as error:
            yield str(error)


def _is_too_deep(value: object) -> bool:
    """Whether lists and mappings lie within each other further than any data needs, or without end."""
    layer = [value]
    for _ in range(_DEEPEST):
        inner = [part for each in layer for part in _parts(each)]
        layer = list({id(each): each for each in inner}.values())
    return bool(layer)


def _parts(value: object) -> list[object]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _misfits(pack: Path, untried: list[Path]) -> Iterator[str]:
    """What the title finds when it plays its scenarios with the pack."""
    from sandtable.datafile import DataError, read_document
    from sandtable.kernel import UnknownTitle, title
    from sandtable.kernel.packs import MANIFEST, unread_files
    from sandtable.testing.sources import faults_of_sources

    try:
        manifest = read_document(pack / MANIFEST, Manifest)
        found = title(manifest.value.title)
    except DataError as error:
        yield str(error)
        return
    except UnknownTitle as error:
        yield str(manifest.error(("title",), str(error)))
        return
    misplaced = list(unread_files(found.folders(), pack))
    yield from map(str, misplaced)
    rule_ids = {rule.id for rule in found.rules()}
    spoilt = {fault.path.relative_to(pack) for fault in misplaced}
    for path in sorted(path for path in pack.rglob("*.yaml") if path.relative_to(pack) not in spoilt):
        yield from map(str, faults_of_sources(path, rule_ids))
    yield from map(str, _faults_of_words(found, pack))
    yield from _all_faults(manifest.value.title, pack, spoilt, untried)


def _faults_of_words(found: AnyTitle, pack: Path) -> Iterator[DataError]:
    """Phrases whose braces do not fit together, or that speak of what the title does not put into them."""
    from sandtable.datafile import DataError, read, read_document

    own: dict[str, set[str]] = {}
    for path in (path for folder in found.folders() for path in (folder / _WORDS).glob("*.yaml")):
        for key, phrase in read(path, dict[str, str]).items():
            own.setdefault(key, set()).update(_places(phrase))
    for path in sorted((pack / _WORDS).glob("*.yaml")):
        try:
            document = read_document(path, dict[str, str])
        except DataError:
            continue
        for key, phrase in document.value.items():
            try:
                foreign = _places(phrase) - own.get(key, _places(phrase))
            except ValueError as error:
                yield document.error((key,), f"the braces do not fit together: {error}")
                continue
            if foreign:
                yield document.error((key,), f"nothing is put into {', '.join(sorted(foreign))}")


def _places(phrase: str) -> set[str]:
    """The names in braces of a phrase. Raises ValueError."""
    return {name for _, name, _, _ in string.Formatter().parse(phrase) if name is not None}


def _all_faults(title_id: str, pack: Path, misplaced: set[Path], untried: list[Path]) -> Iterator[str]:
    """The faults of every file: play stops at the first, so files at fault are set aside and the rest is tried."""
    from sandtable.datafile import DataError

    spoilt: set[Path] = set()
    with tempfile.TemporaryDirectory() as folder:
        while True:
            trial = Path(folder) / str(len(spoilt))
            _copied(pack, trial)
            for place in misplaced | spoilt:
                (trial / place).unlink()
            fresh = set()
            read: set[Path] = set()
            for scenario, error in _faults(title_id, trial, read):
                if isinstance(error, DataError) and error.path.is_relative_to(trial):
                    place = error.path.relative_to(trial)
                    if _judged(place, spoilt):
                        fresh.add(place)
                        yield str(DataError(pack / place, error.line, error.field, error.problem))
                elif not spoilt:
                    yield _told(pack / scenario, error)
            if not fresh:
                left = [path.relative_to(trial) for path in sorted(set(trial.rglob("*.yaml")) - read)]
                untried += [pack / place for place in left if place.parts[0] == _TABLES]
                if not spoilt:
                    yield from (f"{pack / place}: {_NO_SCENARIO}" for place in left if place.parts[0] == _MAPS)
                return
            spoilt |= fresh


def _copied(pack: Path, trial: Path) -> None:
    """Copy the files of a pack and nothing else: links to folders may lead round and round."""
    trial.mkdir()
    for path in sorted(path for path in pack.rglob("*") if path.is_file()):
        place = trial / path.relative_to(pack)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, place)


def _judged(place: Path, spoilt: set[Path]) -> bool:
    """Whether a fault counts: scenarios and lessons are judged only while all that they rest on is there."""
    kind = place.parts[0]
    return kind not in (_SCENARIOS, _LESSONS) or all(other.parts[0] == kind for other in spoilt)


def _faults(title_id: str, pack: Path, read: set[Path]) -> Iterator[tuple[str, Exception]]:
    """What goes wrong with a pack, with the scenario in which it does; and which of its files were read.

    Tables are read when they are needed, so each scenario is played until all that the pack replaces has been read.
    """
    from sandtable.datafile import heard_by
    from sandtable.kernel import LANGUAGES, title

    wanted = set((pack / _TABLES).glob("*.yaml"))

    def heard(path: Path, type_: object, value: Any) -> Any:
        if path.is_relative_to(pack):
            read.add(path)
        return value

    with heard_by(heard):
        try:
            found = title(title_id, [pack])
            scenarios = found.scenarios()
            for lang in LANGUAGES:
                found.texts(lang)
        except Exception as error:
            yield "", error
            return
        for scenario, info in scenarios.items():
            for switches in dict.fromkeys([(), tuple(switch.id for switch in info.switches)]):
                try:
                    _play(found.new_game(scenario, switches), until=lambda: wanted <= read)
                except Exception as error:
                    yield f"{_SCENARIOS}/{scenario}.yaml", error
        yield from _faults_of_lessons(found, pack)


def _faults_of_lessons(found: AnyTitle, pack: Path) -> Iterator[tuple[str, Exception]]:
    """What is wrong with the lessons that the pack itself brings, found by playing them as they say."""
    from sandtable.mechanics.title import HexTitle
    from sandtable.mechanics.tutor import fault

    if not isinstance(found, HexTitle):
        return
    for path in (path for path in found.data_files(_LESSONS) if path.is_relative_to(pack)):
        try:
            wrong: Exception | None = fault(found, path)
        except Exception as error:
            wrong = error
        if wrong is not None:
            yield path.relative_to(pack).as_posix(), wrong


def _play(game: Game[Any, Any], until: Callable[[], bool]) -> None:
    """Play at random until something holds, but not for ever."""
    rng = random.Random(0)
    for _ in range(_ENOUGH):
        if until() or not game.decisions:
            return
        decision = rng.choice(game.decisions)
        game.choose(rng.choice(decision.ids), decision.side)


def _told(place: Path, error: Exception) -> str:
    """An error as a line; one that names no place of its own gets the file at hand."""
    from sandtable.datafile import DataError
    from sandtable.kernel import SandtableError

    if isinstance(error, DataError):
        return str(error)
    if isinstance(error, SandtableError):
        return f"{place}: {error}"
    return f"{place}: cannot be played: {type(error).__name__}: {error}"
