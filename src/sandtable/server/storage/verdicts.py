"""Whether stored games still open with a version of the program, and the statements that keep and use that."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec
from sqlalchemy import Connection, and_, delete, insert, select, update

from sandtable.kernel.journal import Header
from sandtable.server.storage import schema

Outcome = Literal["opens", "carried", "carries", "closed"]


class Verdict(msgspec.Struct, frozen=True):
    """How a game fares: it opens, was carried over and opens again, would if it were carried over, or opens no more."""

    game: str
    outcome: Outcome
    why: str = ""


class Part(msgspec.Struct, frozen=True):
    """A stored stretch of a game, as the database has it."""

    number: int
    state: bytes
    entries: bytes
    events: bytes


class Whole(msgspec.Struct, frozen=True):
    """All of a game that a new version may call otherwise."""

    header: Header
    parts: list[Part]
    options: dict[int, str]
    """By place in the journal."""


def unsettled(connection: Connection, version: str, *, carry: bool) -> tuple[list[str], int]:
    """The games of which a version has no verdict yet, or that have gone on since, and how many there are in all.

    Where games are carried over, those that wait for it are among them.
    """
    games, known = schema.games, schema.verdicts
    settled = and_(known.c.game == games.c.id, known.c.version == version, known.c.updated == games.c.updated)
    chosen = select(games.c.id, known.c.outcome).outerjoin(known, settled).order_by(games.c.id)
    rows = connection.execute(chosen).all()
    open_still = (None, "carries") if carry else (None,)
    return [row.id for row in rows if row.outcome in open_still], len(rows)


def settle(connection: Connection, version: str, verdict: Verdict) -> None:
    """Keep a verdict on a game as it is now."""
    games, known = schema.games, schema.verdicts
    updated = connection.execute(select(games.c.updated).where(games.c.id == verdict.game)).scalar_one()
    connection.execute(delete(known).where(known.c.game == verdict.game))
    row = {"version": version, "updated": updated, **msgspec.structs.asdict(verdict)}
    connection.execute(insert(known), row)


def settled(connection: Connection, version: str) -> Iterator[Verdict]:
    """All verdicts of a version."""
    known = schema.verdicts
    for row in connection.execute(select(known).where(known.c.version == version).order_by(known.c.game)):
        yield Verdict(row.game, row.outcome, row.why)


def whole(connection: Connection, game_id: str) -> Whole:
    games, segments, choices = schema.games, schema.segments, schema.choices
    header = connection.execute(select(games.c.header).where(games.c.id == game_id)).scalar_one()
    stored = select(segments).where(segments.c.game == game_id).order_by(segments.c.number)
    parts = [Part(row.number, row.state, row.entries, row.events) for row in connection.execute(stored)]
    acts = connection.execute(select(choices.c.seq, choices.c.option).where(choices.c.game == game_id))
    return Whole(msgspec.json.decode(header, type=Header), parts, {row.seq: row.option for row in acts})


def rewrite(connection: Connection, game_id: str, before: Whole, after: Whole) -> None:
    """Put what a game is called now in the place of what it was called."""
    games, segments, choices = schema.games, schema.segments, schema.choices
    header = msgspec.json.encode(after.header).decode()
    connection.execute(update(games).where(games.c.id == game_id).values(header=header))
    for part in after.parts:
        same = and_(segments.c.game == game_id, segments.c.number == part.number)
        new = {"state": part.state, "entries": part.entries, "events": part.events}
        connection.execute(update(segments).where(same).values(new))
    for seq, option in after.options.items():
        if option != before.options[seq]:
            same = and_(choices.c.game == game_id, choices.c.seq == seq)
            connection.execute(update(choices).where(same).values(option=option))
