"""`sandtable new`: a title of one's own, as a package that can be played from the first minute."""

from __future__ import annotations

import importlib.util
import keyword
import re
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.arguments import Json
from sandtable.cli.output import print_json

SKELETON = Path(__file__).parent / "skeleton"
"""A small wargame called `mygame`: what is written, but for its name."""
_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_LONGEST = 30
_SUFFIXES = (".py", ".typed", ".yaml", ".toml", ".md")


def new(
    title_id: Annotated[str, typer.Argument(metavar="TITLE", help="Its name: small letters, digits and underscores.")],
    into: Annotated[
        Path, typer.Option("--into", metavar="FOLDER", exists=True, file_okay=False, help="Where to put its folder.")
    ] = Path(),
    as_json: Json = False,
) -> None:
    """Write a small wargame as a package of its own, with its tests: the beginning of a title of yours."""
    _check_name(title_id)
    files = written(title_id)
    _write(files, into / title_id)
    folder = str(into / title_id)
    if as_json:
        print_json({"title": title_id, "folder": folder, "files": sorted(map(str, files))})
        return
    typer.echo(f"{folder}: {len(files)} files")
    typer.echo(f"Install it with `pip install -e '{folder}[dev]'`, then try `sandtable play {title_id}`.")


def _check_name(title_id: str) -> None:
    """Whether a title can be called so. Raises BadParameter where it cannot."""
    from sandtable.kernel import installed

    if not _NAME.fullmatch(title_id) or len(title_id) > _LONGEST:
        raise typer.BadParameter(
            f"{title_id!r} cannot be the name of a title: use small letters, digits and single underscores, "
            f"with a letter first and no more than {_LONGEST} in all"
        )
    if installed.claim(title_id) is not None:
        raise typer.BadParameter(f"there is a title {title_id!r} already; choose another name")
    if keyword.iskeyword(title_id) or importlib.util.find_spec(title_id) is not None:
        raise typer.BadParameter(f"{title_id!r} means something in Python already; choose another name")
    name = _class_name(title_id)
    if any(re.search(rf"\b{name}\b", path.read_text(encoding="utf8")) for path in SKELETON.rglob("*.py")):
        raise typer.BadParameter(f"{name!r} is the name of something in every title; choose another name")


def _class_name(title_id: str) -> str:
    return "".join(part.capitalize() for part in title_id.split("_"))


def written(title_id: str) -> dict[Path, str]:
    """The files of the skeleton under the name of a title: path to text."""
    words = {"mygame": title_id, "MyGame": _class_name(title_id), "My Game": title_id.replace("_", " ").title()}
    files = {}
    for path in sorted(SKELETON.rglob("*")):
        if path.suffix in _SUFFIXES:
            place, text = str(path.relative_to(SKELETON)), path.read_text(encoding="utf8")
            for old, given in words.items():
                place, text = place.replace(old, given), text.replace(old, given)
            files[Path(place)] = text
    return files


def _write(files: dict[Path, str], folder: Path) -> None:
    """Write all files, or none. Raises BadParameter where they cannot be written."""
    if folder.exists():
        raise typer.BadParameter(f"{folder} exists already; remove it, or choose another folder with --into")
    try:
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as draft:
            for place, text in files.items():
                path = Path(draft) / folder.name / place
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf8")
            (Path(draft) / folder.name).rename(folder)
    except OSError as error:
        raise typer.BadParameter(f"{folder} cannot be written: {error.strerror}") from error
