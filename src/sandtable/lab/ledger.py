"""The ledger of a simulation: one line for each finished game, so that a run that was killed goes on where it was."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from sandtable.kernel import SandtableError
from sandtable.lab.plan import Job
from sandtable.lab.playing import GameRecord

T = TypeVar("T")

NAME = "games.jsonl"
FORMAT = 1
_SHOWN = 3


class LedgerError(SandtableError):
    """A ledger that cannot be gone on with, and what to do about it."""


class Finished(msgspec.Struct, frozen=True):
    """A finished game: which one of the plan it is, and what became of it."""

    cell: int
    seed: int
    number: int
    game: GameRecord

    @property
    def job(self) -> Job:
        return Job(self.cell, self.seed, self.number)


class _Head(msgspec.Struct, frozen=True):
    """The first line: what the games are of."""

    sandtable: int
    subject: dict[str, Any]


class Ledger:
    """The ledger in a folder, open for more. `finished` holds the games that are in it.

    Lines are only ever appended, each in one piece; a last line that was cut short by a kill is dropped.
    """

    def __init__(self, folder: Path, subject: msgspec.Struct) -> None:
        """Open the ledger of a folder, or begin one about a subject. Raises LedgerError if it is about another."""
        self.path = folder / NAME
        self.finished: dict[Job, GameRecord] = {}
        head = _Head(FORMAT, msgspec.json.decode(msgspec.json.encode(subject), type=dict[str, Any]))
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        except OSError as error:
            raise LedgerError(f"{self.path}: cannot be written: {error.strerror}; choose another folder") from error
        try:
            self._lock()
            self._take_over(head)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        os.close(self._file)

    def add(self, job: Job, game: GameRecord) -> None:
        """A game is finished."""
        self._append(Finished(*job, game))
        self.finished[job] = game

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise LedgerError(f"{self.path}: another simulation is writing here; wait for it to end") from error

    def _append(self, line: msgspec.Struct) -> None:
        data = msgspec.json.encode(line) + b"\n"
        while data:
            data = data[os.write(self._file, data) :]

    def _take_over(self, head: _Head) -> None:
        data = self.path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            os.ftruncate(self._file, len(whole))
        lines = whole.splitlines()
        if not lines:
            self._append(head)
            return
        self._compare(self._decoded(1, lines[0], _Head), head)
        for number, line in enumerate(lines[1:], 2):
            found = self._decoded(number, line, Finished)
            self.finished[found.job] = found.game

    def _decoded(self, number: int, line: bytes, type_: type[T]) -> T:
        try:
            return msgspec.json.decode(line, type=type_)
        except msgspec.DecodeError as error:
            raise LedgerError(f"{self.path}:{number}: not a line of a ledger ({error}); remove the file") from error

    def _compare(self, there: _Head, wanted: _Head) -> None:
        if there.sandtable != wanted.sandtable:
            raise LedgerError(f"{self.path}:1: written by another version of Sandtable; choose another folder")
        changed = list(_differences("", there.subject, wanted.subject))
        if changed:
            more = f" and {len(changed) - _SHOWN} more" if len(changed) > _SHOWN else ""
            raise LedgerError(
                f"{self.path.parent} holds games of another plan: {'; '.join(changed[:_SHOWN])}{more}. "
                "Go on with the plan as it was, or choose another folder"
            )


def _differences(place: str, was: object, now: object) -> Iterator[str]:
    """Where two plans differ, each as `cells[1].bots.red was "greedy" and is "random"`."""
    if was == now:
        return
    if isinstance(was, dict) and isinstance(now, dict):
        for key in {**was, **now}:
            yield from _differences(f"{place}.{key}" if place else key, was.get(key), now.get(key))
    elif isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        for index, (before, after) in enumerate(zip(was, now, strict=True)):
            yield from _differences(f"{place}[{index}]", before, after)
    elif isinstance(was, list) and isinstance(now, list) and len(was) + len(now) > _SHOWN:
        yield f"{place} were {len(was)} and are {len(now)}"
    else:
        yield f"{place} was {_text(was)} and is {_text(now)}"


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()
