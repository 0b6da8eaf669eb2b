"""Opening a database, and reading and writing it from the event loop."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnection

from sandtable.kernel import SandtableError
from sandtable.server.storage import leases
from sandtable.server.storage.schema import metadata
from sandtable.server.storage.writer import Writer

T = TypeVar("T")

_DRIVERS = {"postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg", "sqlite": "sqlite"}
_READERS = 4
_PATIENCE = {"connect_timeout": 5, "keepalives_idle": 5, "keepalives_interval": 2, "tcp_user_timeout": 10_000}
"""How long PostgreSQL may be silent, in seconds, and the last in milliseconds, before it counts as away."""
BUSY = 10_000
"""How many milliseconds SQLite waits for others who write to the same file."""


class StorageError(SandtableError):
    """The database cannot be opened; the message says what to change."""


class StorageAway(Exception):
    """The database does not answer, or not in time: the same may be asked of it again later."""


class Storage:
    """A database. Writes go through one thread in the order in which they are asked for; reads run beside them."""

    def __init__(self, database: str) -> None:
        """Raises StorageError."""
        url = _checked(database)
        self.engine = _engine(url)
        self.file = url.database if url.get_backend_name() == "sqlite" else None
        """Where the games are, if that is a file."""
        try:
            with self.starting() as connection:
                metadata.create_all(connection)
        except SQLAlchemyError as error:
            raise StorageError(
                f"the database cannot be opened: {_cause(error)}; check the address given with --database"
            ) from error
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="storage-reader")
        self._writer = Writer(self.engine)

    @contextlib.contextmanager
    def starting(self) -> Iterator[Connection]:
        """A transaction in which something is made that must be there once, however many servers start at a time."""
        with self.engine.begin() as connection:
            if self.file is None:
                leases.wait_for_others(connection)
            yield connection

    async def read(self, job: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self.read_now, job)

    def read_now(self, job: Callable[[Connection], T]) -> T:
        with _told_apart(), self.engine.connect() as connection:
            return job(connection)

    async def write(self, job: Callable[[Connection], T]) -> T:
        """Returns when the job is committed. Raises StorageAway, as reading does."""
        with _told_apart():
            return await asyncio.wrap_future(self._writer.submit(job))

    async def change(self, job: Callable[[Connection], T]) -> T:
        """Write something at once, in a transaction of its own, on a database that several can write to."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._change_now, job)

    def _change_now(self, job: Callable[[Connection], T]) -> T:
        with _told_apart(), self.engine.begin() as connection:
            return job(connection)

    def close(self) -> None:
        self._writer.close()
        self._readers.shutdown()
        self.engine.dispose()


@contextlib.contextmanager
def _told_apart() -> Iterator[None]:
    """Tell a database that is away from a job that is wrong, with a cause in one line and nothing of what was asked."""
    try:
        yield
    except (DBAPIError, NoConnection) as error:
        lost = isinstance(error, OperationalError | InterfaceError | NoConnection) or error.connection_invalidated
        if not lost:
            raise
        raise StorageAway(_cause(error)) from None


def _cause(error: SQLAlchemyError) -> str:
    return " ".join(str(getattr(error, "orig", error)).split())


def _checked(database: str) -> URL:
    try:
        url = make_url(database)
    except ArgumentError:
        raise StorageError(_cure("that is not the address of a database")) from None
    if url.drivername not in _DRIVERS:
        raise StorageError(_cure(f"Sandtable cannot keep games in {url.drivername}"))
    return url.set(drivername=_DRIVERS[url.drivername])


def _cure(what: str) -> str:
    return f"{what}; write sqlite:////path/to/games.sqlite3 or postgresql://user@host/name"


def _engine(url: URL) -> Engine:
    if url.get_backend_name() != "sqlite":
        return create_engine(url, pool_pre_ping=True, hide_parameters=True, connect_args=_PATIENCE)
    if not url.database or url.database == ":memory:":
        raise StorageError(_cure("games need a file that outlasts the server"))
    try:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(f"{url.database}: cannot be written: {error.strerror}; choose another folder") from error
    engine = create_engine(url, hide_parameters=True)
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
