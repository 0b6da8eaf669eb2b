"""Who wants to be written to when it is their move, and who has been called to which table."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from sandtable.server.storage import schema
from sandtable.server.storage.records import now


class Wish(msgspec.Struct, frozen=True):
    """Where somebody wants to be written to, in which language, and whether at all."""

    address: str
    lang: str
    wanted: bool


def wish(connection: Connection, account: int) -> Wish | None:
    table = schema.wishes
    row = connection.execute(select(table).where(table.c.account == account)).first()
    return None if row is None else Wish(row.address, row.lang, bool(row.wanted))


def keep_wish(connection: Connection, account: int, wish: Wish) -> None:
    table = schema.wishes
    row = {"address": wish.address, "lang": wish.lang, "wanted": int(wish.wanted)}
    changed = connection.execute(update(table).where(table.c.account == account).values(row))
    if changed.rowcount == 0:
        connection.execute(insert(table), {"account": account, **row})


def stop(connection: Connection, account: int, address: str) -> None:
    """Somebody who is written to at an address wants no more of it."""
    table = schema.wishes
    same = (table.c.account == account) & (table.c.address == address)
    connection.execute(update(table).where(same).values(wanted=0))


def call(connection: Connection, game_id: str, account: int) -> Wish | None:
    """Note that somebody is called to a table, and where to; None for who wants no letters or was called already."""
    found, table = wish(connection, account), schema.calls
    same = (table.c.game == game_id) & (table.c.account == account)
    if found is None or not found.wanted or connection.execute(select(table).where(same)).first() is not None:
        return None
    connection.execute(insert(table), {"game": game_id, "account": account, "at": now()})
    return found


def has_come(connection: Connection, game_id: str, account: int) -> None:
    """Somebody is at a table, and can be called again when gone."""
    table = schema.calls
    connection.execute(delete(table).where((table.c.game == game_id) & (table.c.account == account)))
