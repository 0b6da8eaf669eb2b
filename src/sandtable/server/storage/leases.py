"""Which of several servers on one PostgreSQL has which table open: statements, each of which takes an open connection.

A server shows that it is alive by prolonging one row; a table belongs to the server that its row names, as long as that
one lives. Whoever takes a table over counts its fence up, and what is written for a table names the fence under which
it was opened: an owner that was asleep while another took over writes nothing any more. All times are the database's.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeVar

import msgspec
from sqlalchemy import Connection, text

T = TypeVar("T")

_STARTING = 0x5A4D_7AB1
"""The number by which servers that start at once wait for each other."""
_FORGOTTEN = 24 * 3600.0
"""After so many seconds nobody needs to know that a server was there."""
STUCK = "5000"
"""So many milliseconds a transaction that holds a lease may pause: its server has stopped, and others wait."""

QUEUE = "1000"
"""So many milliseconds one waits for what a former owner has not finished, before one tries again."""


class Lease(msgspec.Struct, frozen=True):
    """A table that a server has open."""

    game: str
    server: str
    fence: int


class Owner(msgspec.Struct, frozen=True):
    """A server that is alive, and where others reach it."""

    server: str
    address: str


class LeaseLost(Exception):
    """Another server has taken a table over meanwhile, or it was deleted: nothing was written."""


def wait_for_others(connection: Connection) -> None:
    """Until the transaction ends, no other server looks after what it finds at its start."""
    connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _STARTING})


def prolong(connection: Connection, server: str, address: str, seconds: float) -> bool:
    """A server is alive and will be for so long; whether others could take it for dead before."""
    row = {"server": server, "address": address, "seconds": seconds, "forgotten": _FORGOTTEN}
    late = connection.execute(
        text("SELECT expires < extract(epoch FROM clock_timestamp()) FROM servers WHERE id = :server"), row
    ).scalar()
    connection.execute(
        text(
            "INSERT INTO servers (id, address, expires)"
            " VALUES (:server, :address, extract(epoch FROM clock_timestamp()) + :seconds)"
            " ON CONFLICT (id) DO UPDATE SET expires = excluded.expires, address = excluded.address"
        ),
        row,
    )
    connection.execute(
        text("DELETE FROM servers WHERE expires < extract(epoch FROM clock_timestamp()) - :forgotten"), row
    )
    return late is not False


def succeed(connection: Connection, address: str) -> None:
    """Whoever was at an address before is there no more."""
    connection.execute(text("DELETE FROM servers WHERE address = :address"), {"address": address})


def resign(connection: Connection, server: str) -> None:
    """A server stops: whatever it has open is free."""
    connection.execute(text("DELETE FROM servers WHERE id = :server"), {"server": server})


def owner(connection: Connection, game: str) -> Owner | None:
    """The living server that has a table open."""
    found = connection.execute(
        text(
            "SELECT servers.id, servers.address FROM owners JOIN servers ON servers.id = owners.server"
            " WHERE owners.game = :game AND servers.expires > extract(epoch FROM clock_timestamp())"
        ),
        {"game": game},
    ).first()
    return None if found is None else Owner(found.id, found.address)


def claim(connection: Connection, game: str, server: str) -> Lease | None:
    """Open a table that no other living server has open; None where one has, or where there is no such table."""
    connection.execute(text("SELECT set_config('lock_timeout', :queue, true)"), {"queue": QUEUE})
    fence = connection.execute(
        text(
            "INSERT INTO owners (game, server, fence) SELECT id, :server, 1 FROM games WHERE id = :game"
            " ON CONFLICT (game) DO UPDATE SET server = excluded.server, fence = owners.fence + 1"
            " WHERE owners.server = :server OR NOT EXISTS (SELECT 1 FROM servers WHERE servers.id = owners.server"
            " AND servers.expires > extract(epoch FROM clock_timestamp()))"
            " RETURNING fence"
        ),
        {"game": game, "server": server},
    ).scalar()
    return None if fence is None else Lease(game, server, fence)


def release(connection: Connection, lease: Lease) -> None:
    """Let others open a table."""
    connection.execute(
        text("UPDATE owners SET server = '' WHERE game = :game AND server = :server AND fence = :fence"),
        msgspec.structs.asdict(lease),
    )


def lost(connection: Connection, held: Collection[Lease]) -> list[Lease]:
    """Those of some tables that others have taken over."""
    by_game = {lease.game: lease for lease in held}
    still = connection.execute(
        text("SELECT game, server, fence FROM owners WHERE game = ANY(:games)"), {"games": list(by_game)}
    )
    return list(set(by_game.values()) - {Lease(row.game, row.server, row.fence) for row in still})


def guarded(lease: Lease | None, job: Callable[[Connection], T]) -> Callable[[Connection], T]:
    """A job that is done only while its table is open here: nobody takes it over before the transaction ends.

    Where one server alone has the database there is no lease. The job raises LeaseLost.
    """
    if lease is None:
        return job

    def done(connection: Connection) -> T:
        held = connection.execute(
            text(
                "SELECT set_config('idle_in_transaction_session_timeout', :stuck, true) FROM owners"
                " WHERE game = :game AND server = :server AND fence = :fence FOR SHARE"
            ),
            {"stuck": STUCK, **msgspec.structs.asdict(lease)},
        ).first()
        if held is None:
            raise LeaseLost(lease.game)
        return job(connection)

    return done


def living(connection: Connection) -> int:
    """How many servers are alive."""
    count = connection.execute(
        text("SELECT count(*) FROM servers WHERE expires > extract(epoch FROM clock_timestamp())")
    ).scalar_one()
    return int(count)
