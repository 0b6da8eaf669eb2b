"""Accounts and their sessions, and the one secret of the server."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from sandtable.server.storage import schema
from sandtable.server.storage.records import now


class Account(msgspec.Struct, frozen=True):
    id: int
    name: str
    password: str
    """The argon2 hash."""


def add_account(connection: Connection, name: str, likeness: str, password: str) -> Account:
    """Raises IntegrityError where the name is taken, or looks like one that is."""
    row = {"name": name, "folded": name.casefold(), "password": password, "created": now()}
    made = connection.execute(insert(schema.accounts), row)
    key = made.inserted_primary_key
    assert key is not None
    connection.execute(insert(schema.likenesses), {"likeness": likeness, "account": key[0]})
    return Account(key[0], name, password)


def note_likenesses(connection: Connection, likeness: Callable[[str], str]) -> None:
    """Write down what the names of accounts look like that were made before anybody looked."""
    accounts, noted = schema.accounts.c, schema.likenesses.c
    known = set(connection.execute(select(noted.likeness)).scalars())
    older = select(accounts.id, accounts.name).where(accounts.id.not_in(select(noted.account))).order_by(accounts.id)
    for account, name in connection.execute(older).all():
        seen = likeness(name)
        if seen not in known:
            known.add(seen)
            connection.execute(insert(schema.likenesses), {"likeness": seen, "account": account})


def account_named(connection: Connection, name: str) -> Account | None:
    row = connection.execute(select(schema.accounts).where(schema.accounts.c.folded == name.casefold())).first()
    return None if row is None else Account(row.id, row.name, row.password)


def account(connection: Connection, account_id: int) -> Account | None:
    row = connection.execute(select(schema.accounts).where(schema.accounts.c.id == account_id)).first()
    return None if row is None else Account(row.id, row.name, row.password)


def change_password(connection: Connection, known: Account, password: str) -> list[str] | None:
    """Give an account another password, as a hash, and end its sessions: their digests; None if it has changed."""
    table = schema.accounts
    same = (table.c.id == known.id) & (table.c.password == known.password)
    if connection.execute(update(table).where(same).values(password=password)).rowcount != 1:
        return None
    ended = [session.digest for session in sessions_of(connection, known.id)]
    connection.execute(delete(schema.sessions).where(schema.sessions.c.account == known.id))
    return ended


class Session(msgspec.Struct, frozen=True):
    """A place where somebody is signed in."""

    digest: str
    created: str
    agent: str


def open_session(connection: Connection, account: int, digest: str, agent: str) -> None:
    connection.execute(insert(schema.sessions), {"digest": digest, "account": account, "created": now()})
    connection.execute(insert(schema.places), {"session": digest, "agent": agent})


def close_session(connection: Connection, digest: str) -> None:
    connection.execute(delete(schema.sessions).where(schema.sessions.c.digest == digest))


def open_sessions(connection: Connection, digests: Collection[str]) -> set[str]:
    """Those of some sessions that nobody has ended."""
    table = schema.sessions
    return set(connection.execute(select(table.c.digest).where(table.c.digest.in_(digests))).scalars())


def sessions_of(connection: Connection, account: int) -> list[Session]:
    """The places where an account is signed in, the latest first."""
    sessions, places = schema.sessions.c, schema.places.c
    joined = schema.sessions.outerjoin(schema.places)
    rows = connection.execute(
        select(sessions.digest, sessions.created, places.agent)
        .select_from(joined)
        .where(sessions.account == account)
        .order_by(sessions.created.desc(), sessions.digest)
    )
    return [Session(row.digest, row.created, row.agent or "") for row in rows]


def account_of_session(connection: Connection, digest: str) -> Account | None:
    joined = schema.sessions.join(schema.accounts)
    row = connection.execute(
        select(schema.accounts).select_from(joined).where(schema.sessions.c.digest == digest)
    ).first()
    return None if row is None else Account(row.id, row.name, row.password)


def server_secret(connection: Connection) -> str:
    """What cookies are signed with, made on the first start."""
    row = connection.execute(select(schema.facts.c.value).where(schema.facts.c.name == "secret")).first()
    if row is not None:
        return str(row.value)
    made = secrets.token_urlsafe(48)
    connection.execute(insert(schema.facts), {"name": "secret", "value": made})
    return made
