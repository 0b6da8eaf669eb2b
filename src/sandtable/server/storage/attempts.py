"""How often passwords may be tried, however many servers are asked and however often they are started again."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, delete, insert, select, text, update

from sandtable.server.settings import Rate
from sandtable.server.storage import schema

_LOCK = 0x5A4D_7AB2
"""The number by which servers wait for each other that count attempts."""
_KEPT = 2 * 3600.0
"""After so many seconds without an attempt any bucket is full again."""
_TIDY = 100
"""Of so many attempts one clears away what nobody needs."""


class Counted(msgspec.Struct, frozen=True):
    """Whose attempts are counted, and how many there may be."""

    kind: str
    whom: str
    rate: Rate

    @property
    def name(self) -> str:
        """What it is kept under, which tells nobody an address or the name of an account."""
        return f"{self.kind}:{hashlib.blake2b(self.whom.encode(), digest_size=24).hexdigest()}"


def take(connection: Connection, counted: Sequence[Counted], now: float) -> bool:
    """Count an attempt of all of them, unless one of them has had its share already; whether that is so."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _LOCK})
    if random.randrange(_TIDY) == 0:
        connection.execute(delete(schema.attempts).where(schema.attempts.c.seen < now - _KEPT))
    levels = [_level(connection, each, now) for each in counted]
    if any(level < 1 for level in levels):
        return False
    for each, level in zip(counted, levels, strict=True):
        _keep(connection, each, level - 1, now)
    return True


def give_back(connection: Connection, counted: Counted, now: float) -> None:
    """An attempt was none."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _LOCK})
    _keep(connection, counted, min(counted.rate.burst, _level(connection, counted, now) + 1), now)


def _level(connection: Connection, counted: Counted, now: float) -> float:
    table, rate = schema.attempts, counted.rate
    row = connection.execute(select(table.c.level, table.c.seen).where(table.c.name == counted.name)).first()
    return rate.burst if row is None else min(rate.burst, row.level + max(0.0, now - row.seen) * rate.per_second)


def _keep(connection: Connection, counted: Counted, level: float, now: float) -> None:
    table, row = schema.attempts, {"level": level, "seen": now}
    changed = connection.execute(update(table).where(table.c.name == counted.name).values(row))
    if changed.rowcount == 0:
        connection.execute(insert(table), {"name": counted.name, **row})
