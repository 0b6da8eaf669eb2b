"""Data packs: folders laid out like a title's own data, of which no file may stand where the title never looks."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from pathlib import Path

from sandtable.datafile import DataError
from sandtable.kernel.text import LANGUAGES

MANIFEST = "pack.yaml"
"""The file that says which title a pack is for."""
ADDED = ("scenarios", "maps", "lessons")
"""Folders to which a pack may add files of any name; elsewhere its files take the place of the title's own."""
WORDS = "text"
LAYOUT = ("maps", "units", "tables", "scenarios", WORDS, "lessons")
"""The folders that data of any title may stand in; a title may have further ones, such as one for formations."""


def unread_files(folders: Sequence[Path], pack: Path) -> Iterator[DataError]:
    """The files of a pack that a title would never read, given the folders of its own data, each with the cure."""
    for path in sorted(pack.rglob("*")):
        if path.suffix.lower() in (".yaml", ".yml") and path.is_file() and path != pack / MANIFEST:
            fault = _fault(folders, path.relative_to(pack))
            if fault:
                yield DataError(path, None, "", f"nothing reads this file: {fault}")


def check_pack(folders: Sequence[Path], pack: Path) -> None:
    """Refuse a pack that holds files that the title would never read. Raises DataError at the first."""
    for fault in unread_files(folders, pack):
        raise fault


def _fault(own: Sequence[Path], file: Path) -> str:
    if file.suffix != ".yaml":
        return "the name of a data file ends in .yaml"
    further = {path.name for root in own for path in root.iterdir() if path.is_dir()} - set(LAYOUT)
    folders = (*LAYOUT, *sorted(further))
    if any((root / file).exists() for root in own) and file.parts[0] in folders:
        return ""
    if file.parts[0] not in folders or len(file.parts) != 2:
        return f"data stands in {', '.join(f'{each}/' for each in folders)}"
    if file.parts[0] in ADDED:
        return ""
    if file.parts[0] == WORDS:
        spoken = any(file.stem == lang or file.stem.endswith(f"-{lang}") for lang in LANGUAGES)
        return "" if spoken else "the name of a file of words ends in its language, as in mine-en.yaml"
    names = sorted(path.stem for root in own for path in (root / file.parts[0]).glob("*.yaml"))
    near = difflib.get_close_matches(file.stem, names, 1)
    if near:
        return f"did you mean {near[0]}.yaml?"
    return f"in {file.parts[0]}/ the title has {', '.join(f'{name}.yaml' for name in names) or 'nothing'}"
