"""Whether the stored games of a server still open with the installed version, and how they are carried over."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib.util
import multiprocessing
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from sandtable.kernel import title, titles
from sandtable.kernel.journal import Entry
from sandtable.kernel.renaming import Renamed
from sandtable.server.loading import Stored, read, restored_at_once
from sandtable.server.owners import at_rest
from sandtable.server.storage import Storage, verdicts
from sandtable.server.storage.verdicts import Part, Verdict, Whole

_CODE = ("*.py", "*.pyx", "*.yaml")
_FEW = 16
"""How many games a worker is handed at once."""


@functools.cache
def version() -> str:
    """A fingerprint of the program and of all titles that are installed: of everything that can change what opens."""
    folders = {_folder("sandtable"), *(type(title(each)).folder().parent for each in titles())}
    digest = hashlib.blake2b(digest_size=16)
    for folder in sorted(folders):
        for path in sorted(each for pattern in _CODE for each in folder.rglob(pattern)):
            digest.update(path.relative_to(folder).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _folder(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


def migrate(
    database: str, *, workers: int, carry: bool, progress: Callable[[int, int], None] = lambda done, total: None
) -> list[Verdict]:
    """Look at every stored game that this version has not looked at yet; `progress` is told how many are done.

    Each game is settled by itself, so that a run that was stopped goes on where it was. Games are rewritten only with
    `carry`, each wholly or not at all, and only while no server has them open. Raises StorageError where there is no
    database, or where one has.
    """
    now, storage = version(), Storage(database)
    with contextlib.closing(storage), at_rest(storage) if carry else contextlib.nullcontext():
        waiting, total = storage.read_now(lambda connection: verdicts.unsettled(connection, now, carry=carry))
        done = total - len(waiting)
        progress(done, total)
        for verdict in _looked_at(database, waiting, workers, carry=carry):
            with storage.engine.begin() as connection:
                verdicts.settle(connection, now, verdict)
            done += 1
            progress(done, total)
        return storage.read_now(lambda connection: list(verdicts.settled(connection, now)))


def _looked_at(database: str, games: list[str], workers: int, *, carry: bool) -> Iterator[Verdict]:
    if workers == 1 or len(games) <= 1:
        with_storage = Storage(database)
        try:
            yield from (examined(with_storage, each, carry=carry) for each in games)
        finally:
            with_storage.close()
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(workers, len(games)), context, initializer=_open, initargs=(database, carry)) as pool:
        yield from pool.map(_examine, games, chunksize=min(_FEW, max(1, len(games) // (4 * workers))))


_opened: list[tuple[Storage, bool]] = []


def _open(database: str, carry: bool) -> None:
    _opened.append((Storage(database), carry))


def _examine(game_id: str) -> Verdict:
    storage, carry = _opened[0]
    return examined(storage, game_id, carry=carry)


def examined(storage: Storage, game_id: str, *, carry: bool) -> Verdict:
    """Whether a game opens; if it does not and its title says how, it is carried over."""
    why = _why_closed(storage, game_id)
    if not why:
        return Verdict(game_id, "opens")
    if not _carried_over(storage, game_id, keep=carry):
        return Verdict(game_id, "closed", why)
    return Verdict(game_id, "carried" if carry else "carries", why)


def _why_closed(storage: Storage, game_id: str) -> str:
    found = storage.read_now(lambda connection: read(connection, game_id))
    assert found is not None
    return _fault(found)


def _fault(found: Stored) -> str:
    """Why a game does not open; nothing where it does. Whatever a title fails with counts."""
    try:
        restored_at_once(found)
    except Exception as error:
        return " ".join(f"{type(error).__name__}: {error}".split())
    return ""


def _carried_over(storage: Storage, game_id: str, *, keep: bool) -> bool:
    """Whether a game opens once it is rewritten as its title calls things now; that is kept if it is to be."""
    try:
        with storage.engine.connect() as connection, connection.begin() as change:
            before = verdicts.whole(connection, game_id)
            renamed = title(before.header.title).renamed
            if not renamed:
                return False
            verdicts.rewrite(connection, game_id, before, _renamed(before, renamed))
            found = read(connection, game_id)
            opens = found is not None and not _fault(found)
            if not opens or not keep:
                change.rollback()
            return opens
    except Exception:  # whatever a title fails with, the game is as it was
        return False


def _renamed(whole: Whole, renamed: Renamed) -> Whole:
    return Whole(
        renamed.header(whole.header),
        [_renamed_part(part, renamed) for part in whole.parts],
        {seq: renamed.option(option) for seq, option in whole.options.items()},
    )


def _renamed_part(part: Part, renamed: Renamed) -> Part:
    entries = msgspec.json.decode(zlib.decompress(part.entries), type=list[Entry])
    return replace(
        part,
        state=_packed(renamed.snapshot(_unpacked(part.state))),
        entries=_packed([renamed.entry(entry) for entry in entries]),
        events=_packed([renamed.event(event) for event in _unpacked(part.events)]),
    )


def _unpacked(data: bytes) -> Any:
    return msgspec.json.decode(zlib.decompress(data))


def _packed(data: object) -> bytes:
    return zlib.compress(msgspec.json.encode(data))
