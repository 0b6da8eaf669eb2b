"""A saved game: what was chosen, line by line, and a snapshot of where that led."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from sandtable.kernel.dice import BranchedDice, DiceSource, SeededDice
from sandtable.kernel.errors import SaveError
from sandtable.kernel.standing import StandingOrder

FORMAT = 1
_MARK = "sandtable"
CURE = "restore the file from a copy, or open an earlier save"
T = TypeVar("T")


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line: what is played."""

    sandtable: int
    title: str
    scenario: str
    options: tuple[str, ...]
    seed: int
    packs: dict[str, str] = {}
    """Name and fingerprint of each data pack."""
    later: dict[int, int] = {}
    """Where the game was branched off another: by the number of a roll, the seed of the dice from it on."""

    @property
    def own_seed(self) -> int:
        """The seed of the dice that are this game's alone: of those since it was branched off."""
        return self.later[max(self.later)] if self.later else self.seed

    @property
    def dice(self) -> DiceSource:
        """What the game is played with."""
        return BranchedDice(self.later) if self.later else SeededDice()


class _Version(msgspec.Struct, frozen=True):
    """As much of a header as a header of any format has."""

    sandtable: int


class Entry(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A line for each choice; `check` is a fingerprint of the decision that it answers."""

    number: int
    side: str
    option: str
    check: str
    by_order: bool = False
    """Whether a standing order called for it."""


class Footer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The last line: where the choices led."""

    choices: int
    hash: str
    snapshot: msgspec.Raw
    events: msgspec.Raw
    orders: dict[str, tuple[StandingOrder, ...]] = {}
    """The standing orders in force, by side."""


class Journal(msgspec.Struct, frozen=True):
    """A saved game, read and found whole."""

    header: Header
    entries: tuple[Entry, ...]
    footer: Footer


def _seal(previous: str, line: str) -> str:
    return hashlib.blake2b(f"{previous}{line}".encode(), digest_size=4).hexdigest()


def _lines(header: Header, entries: list[Entry], footer: Footer) -> Iterator[str]:
    seal = _MARK
    for part in (header, *entries, footer):
        line = msgspec.json.encode(part).decode()
        seal = _seal(seal, line)
        yield f"{seal} {line}\n"


def write(path: Path, header: Header, entries: list[Entry], footer: Footer) -> None:
    """Write a saved game whole or not at all."""
    write_atomically(path, "".join(_lines(header, entries, footer)).encode())


def write_atomically(path: Path, data: bytes) -> None:
    """Replace a file by new content; whatever goes wrong, the old content or the new is there, never a part."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise SaveError(f"{path}: cannot be written: {error.strerror}; choose a folder you may write to") from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(_usual_mode())
        Path(name).replace(path)
    except BaseException as error:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        if isinstance(error, OSError):
            raise SaveError(f"{path}: cannot be written: {error.strerror}; the file is as it was before") from error
        raise


def _usual_mode() -> int:
    """The permissions that a new file gets; temporary files are made for their owner alone."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def read(path: Path) -> Journal:
    """Read a saved game. Raises SaveError, naming the line, where it is foreign, cut short or altered."""
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise SaveError(f"{path}: cannot be read: not a file")
    try:
        text = path.read_text(encoding="utf8")
    except FileNotFoundError as error:
        raise SaveError(f"{path}: there is no such file") from error
    except UnicodeDecodeError as error:
        raise SaveError(f"{path}: not a saved game of Sandtable (not text at byte {error.start})") from error
    except OSError as error:
        raise SaveError(f"{path}: cannot be read: {error.strerror}") from error
    lines = _unsealed(path, text)
    if len(lines) < 2:
        raise SaveError(f"{path}:{len(lines) + 1}: the file is cut short here: its last line is missing; {CURE}")
    version = _decode(path, 1, lines[0], _Version).sandtable
    if version != FORMAT:
        raise SaveError(f"{path}:1: this program reads format {FORMAT}, not {version}; update Sandtable to open it")
    header = _decode(path, 1, lines[0], Header)
    if lines[-1].startswith("["):
        raise SaveError(f"{path}:{len(lines) + 1}: the file is cut short here: its last line is missing; {CURE}")
    footer = _decode(path, len(lines), lines[-1], Footer)
    entries = tuple(_decode(path, i, line, Entry) for i, line in enumerate(lines[1:-1], 2))
    if footer.choices != len(entries):
        raise SaveError(f"{path}:{len(lines)}: {footer.choices} choices were saved but {len(entries)} are here")
    return Journal(header, entries, footer)


def _unsealed(path: Path, text: str) -> list[str]:
    """The lines without their seals, each checked against the one before."""
    if not text:
        raise SaveError(f"{path}: the file is empty")
    complete = text.endswith("\n")
    raw = text.split("\n")[:-1] if complete else text.split("\n")
    seal = _MARK
    lines = []
    for number, whole in enumerate(raw, 1):
        given, _, line = whole.partition(" ")
        seal = _seal(seal, line)
        if given != seal:
            if number == 1 and '"sandtable"' not in line:
                raise SaveError(f"{path}: not a saved game of Sandtable")
            if number == len(raw) and not complete:
                raise SaveError(f"{path}:{number}: the file is cut short in this line; {CURE}")
            raise SaveError(f"{path}:{number}: this line was altered after the game was saved; {CURE}")
        lines.append(line)
    return lines


def _decode(path: Path, number: int, line: str, type_: type[T]) -> T:
    try:
        return msgspec.json.decode(line, type=type_)
    except msgspec.DecodeError as error:
        raise SaveError(f"{path}:{number}: {error}") from error


def fingerprint(parts: list[Any]) -> str:
    """A short digest of anything that can be written as JSON."""
    return hashlib.blake2b(msgspec.json.encode(parts), digest_size=4).hexdigest()
