"""Which server has a table open: alone on an SQLite file, or one of several on a PostgreSQL database."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import functools
import logging
import os
import secrets
import threading
import time
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Protocol

from sqlalchemy.exc import SQLAlchemyError

from sandtable.server.problems import Refused
from sandtable.server.storage import Storage, StorageError, leases
from sandtable.server.storage.leases import Lease

_BEATS = 5
"""So many signs of life a server gives while one of them lasts."""
_HANGING = 20.0
"""After so many seconds without a turn of its event loop a server counts as dead."""
_log = logging.getLogger(__name__)

MOVED = "moved"


class Elsewhere(Refused):
    """A table is open at another server, which is at an address; an empty one where nobody knows."""

    def __init__(self, server: str = "", address: str = "") -> None:
        super().__init__(503, MOVED, "this table is open at another server just now; try again")
        self.server = server
        self.address = address


class Owners(Protocol):
    """Who has a table open."""

    is_alone: bool
    """Whether no other server can be there."""

    @property
    def is_sure(self) -> bool:
        """Whether nobody can have taken a table away from this server without its knowing."""

    async def elsewhere(self, game: str) -> Elsewhere | None:
        """At which other server a table is open, if it is."""

    async def claim(self, game: str) -> Lease | None:
        """Open a table here; None where that needs no lease, or where there is no such table. Raises Elsewhere."""

    async def release(self, lease: Lease | None) -> None:
        """A table is open here no more."""

    async def lost(self, held: Collection[Lease]) -> list[Lease]:
        """Those of some tables that others have taken over."""

    def start(self, doubt: Callable[[], None]) -> None:
        """Begin to serve; `doubt` is called, on the event loop, when others may have taken tables over."""

    def close(self) -> None:
        """Others may open what is open here."""


class Alone:
    """One server has an SQLite file to itself. Raises StorageError where another has it already."""

    is_alone = True
    is_sure = True

    def __init__(self, database: str) -> None:
        self._lock = _locked(Path(f"{database}.lock"))

    async def elsewhere(self, game: str) -> Elsewhere | None:
        return None

    async def claim(self, game: str) -> Lease | None:
        return None

    async def release(self, lease: Lease | None) -> None:
        return

    async def lost(self, held: Collection[Lease]) -> list[Lease]:
        return []

    def start(self, doubt: Callable[[], None]) -> None:
        return

    def close(self) -> None:
        os.close(self._lock)


def _locked(path: Path) -> int:
    """The descriptor of a file that is locked as long as this process lives."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        raise StorageError(f"{path}: cannot be written: {error.strerror}; choose another folder") from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        message = (
            f"{path.with_suffix('')} is served by another process already; stop that one, or use PostgreSQL, "
            "which several servers can share (docs/server.md)"
        )
        raise StorageError(message) from None
    except OSError as error:
        os.close(descriptor)
        raise StorageError(f"{path}: cannot be locked: {error.strerror}; choose a folder on a local disk") from error
    return descriptor


class Leased:
    """One of several servers on a PostgreSQL database."""

    is_alone = False

    def __init__(self, storage: Storage, address: str, seconds: float) -> None:
        """`address` is where the others reach it; for so many seconds after a sign of life it counts as alive."""
        self.server = secrets.token_urlsafe(12)
        self._storage = storage
        self._address = address
        self._seconds = seconds
        self._renewed = self._turned = time.monotonic()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def is_sure(self) -> bool:
        return time.monotonic() - self._renewed < self._seconds

    async def elsewhere(self, game: str) -> Elsewhere | None:
        owner = await self._storage.read(functools.partial(leases.owner, game=game))
        return None if owner is None or owner.server == self.server else Elsewhere(owner.server, owner.address)

    async def claim(self, game: str) -> Lease | None:
        other = await self.elsewhere(game)
        if other is not None:
            raise other
        lease = await self._storage.change(functools.partial(leases.claim, game=game, server=self.server))
        if lease is None and (other := await self.elsewhere(game)) is not None:
            raise other
        return lease

    async def release(self, lease: Lease | None) -> None:
        if lease is not None:
            await self._storage.change(functools.partial(leases.release, lease=lease))

    async def lost(self, held: Collection[Lease]) -> list[Lease]:
        return await self._storage.read(functools.partial(leases.lost, held=held))

    def start(self, doubt: Callable[[], None]) -> None:
        loop = asyncio.get_running_loop()
        if self._address:
            with self._storage.engine.begin() as connection:
                leases.succeed(connection, self._address)
        self._beat()
        self._thread = threading.Thread(target=self._live, args=(loop, doubt), name="owners", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()
        with contextlib.suppress(SQLAlchemyError), self._storage.engine.begin() as connection:
            leases.resign(connection, self.server)

    def _live(self, loop: asyncio.AbstractEventLoop, doubt: Callable[[], None]) -> None:
        """Give signs of life from a thread, so that a busy event loop is not taken for a dead one."""
        is_away = False
        while not self._stopping.wait(self._seconds / _BEATS):
            loop.call_soon_threadsafe(self._turn)
            if time.monotonic() - self._turned > max(_HANGING, self._seconds):
                _log.error("the event loop does not turn; others may take the tables over")
                continue
            try:
                late = self._beat()
            except SQLAlchemyError as error:
                if not is_away:
                    _log.error("the database is away, and others may take tables over: %s", type(error).__name__)
                is_away = True
                continue
            is_away = False
            if late:
                loop.call_soon_threadsafe(doubt)

    def _turn(self) -> None:
        self._turned = time.monotonic()

    def _beat(self) -> bool:
        """Whether others could take this server for dead before."""
        begun = time.monotonic()
        with self._storage.engine.begin() as connection:
            late = leases.prolong(connection, self.server, self._address, self._seconds)
        self._renewed = begun
        return late


@contextlib.contextmanager
def at_rest(storage: Storage) -> Iterator[None]:
    """While nobody serves a database. Raises StorageError where somebody does."""
    if storage.file is not None:
        alone = Alone(storage.file)
        try:
            yield
        finally:
            alone.close()
        return
    with storage.engine.connect() as connection:
        living = leases.living(connection)
    if living:
        raise StorageError(f"{living} servers are at work on this database; stop them first")
    yield
