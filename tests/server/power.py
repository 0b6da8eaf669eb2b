"""Writes to a database on a disk that fails, and tells which of them were confirmed; run with the disk loaded below.

    LD_PRELOAD=faulty_disk.so python power.py FOLDER faulty_disk.so

Each trial has a process and a database of its own. Its line on standard output has what became of it as JSON.
"""

from __future__ import annotations

import asyncio
import ctypes
import functools
import json
import os
import sqlite3
import sys
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, event, insert

from sandtable.server.storage import Storage, StorageAway, schema

STREAMS, WRITES = 3, 25
SIZE = 3000


class Trial(NamedTuple):
    """After so many calls of the disk the power goes, or so many fail."""

    loses_at: int = 0
    fails_at: int = 0
    failures: int = 0


TRIALS = (
    *(Trial(loses_at=at) for at in (3, 10, 31, 55, 90, 120, 160, 210, 260, 330)),
    *(Trial(fails_at=at, failures=often) for at, often in ((5, 1), (20, 1), (41, 3), (80, 8), (150, 2))),
)


def note(connection: Connection, name: str) -> None:
    connection.execute(insert(schema.facts), {"name": name, "value": name[-1] * SIZE})


def checkpoint_often(connection: sqlite3.Connection, _: object) -> None:
    """What is in the log goes over into the file after a few pages, as it does after many games."""
    connection.execute("PRAGMA wal_autocheckpoint=8")


async def write(storage: Storage, told: int) -> None:
    """Streams of writes side by side, so that several go into one transaction; each is told when it is confirmed."""

    async def stream(number: int) -> None:
        for count in range(WRITES):
            name = f"{number}/{count}"
            try:
                await storage.write(functools.partial(note, name=name))
                os.write(told, f"kept {name}\n".encode())
            except StorageAway:
                os.write(told, f"refused {name}\n".encode())

    await asyncio.gather(*(stream(number) for number in range(STREAMS)))


def attempt(trial: Trial, number: int, folder: Path, disk: ctypes.CDLL) -> dict[str, object]:
    """One trial, and what is in the database afterwards, seen through a disk that does not fail."""
    path = folder / f"{number}-games.sqlite3"
    Storage(f"sqlite:///{path}").close()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        storage = Storage(f"sqlite:///{path}")
        event.listen(storage.engine, "connect", checkpoint_often)
        disk.arm(*trial, number)
        asyncio.run(write(storage, writing))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as heard:
        lines = heard.read().splitlines()
    _, status = os.waitpid(child, 0)
    with sqlite3.connect(path) as database:
        found = [name for (name,) in database.execute("SELECT name FROM facts WHERE name LIKE '%/%'")]
        (sound,) = database.execute("PRAGMA integrity_check").fetchone()
    return {
        "lost_power": os.waitstatus_to_exitcode(status) == 137,
        "sound": sound,
        "kept": [line.split()[1] for line in lines if line.startswith("kept")],
        "refused": [line.split()[1] for line in lines if line.startswith("refused")],
        "found": found,
    }


def main() -> None:
    folder, disk = Path(sys.argv[1]), ctypes.CDLL(sys.argv[2])
    for number, trial in enumerate(TRIALS):
        print(json.dumps(attempt(trial, number, folder, disk)), flush=True)


if __name__ == "__main__":
    main()
