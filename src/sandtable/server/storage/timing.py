"""The clocks of games, as they were when somebody last did something."""

from __future__ import annotations

from collections.abc import Collection

import msgspec
from sqlalchemy import Connection, insert, select, update

from sandtable.server.clocks import Clock
from sandtable.server.storage import schema

_clock = msgspec.json.Decoder(Clock)


def clock(connection: Connection, game_id: str) -> Clock | None:
    table = schema.clocks
    row = connection.execute(select(table.c.clock).where(table.c.game == game_id)).first()
    return None if row is None else _clock.decode(row.clock)


def clocks_of(connection: Connection, games: Collection[str]) -> dict[str, Clock]:
    """The clocks of those of some games that have one."""
    table = schema.clocks
    rows = connection.execute(select(table.c.game, table.c.clock).where(table.c.game.in_(games)))
    return {row.game: _clock.decode(row.clock) for row in rows}


def keep(connection: Connection, game_id: str, clock: Clock) -> None:
    table = schema.clocks
    row = {"clock": msgspec.json.encode(clock).decode(), "strikes": clock.strikes}
    changed = connection.execute(update(table).where(table.c.game == game_id).values(row))
    if changed.rowcount == 0:
        connection.execute(insert(table), {"game": game_id, **row})


def overdue(connection: Connection, now: float) -> list[str]:
    """The games that somebody has lost on time by now."""
    table = schema.clocks
    return [row.game for row in connection.execute(select(table.c.game).where(table.c.strikes <= now))]
