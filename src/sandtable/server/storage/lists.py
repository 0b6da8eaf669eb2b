"""The list of games that somebody sees, page by page: those on the table, and those put into the archive."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, delete, insert, or_, select
from sqlalchemy.sql import and_, false

from sandtable.server.storage import schema
from sandtable.server.storage.records import GameRecord, Seat, game_record, seats

PAGE = 50
HOME = "~"
"""In whose place a game is archived that whoever sits at the machine of a local server puts away."""


class OwnGame(msgspec.Struct, frozen=True):
    """A game in a list, with the sides that the asker may play."""

    game: GameRecord
    sides: tuple[str, ...]


class Place(msgspec.Struct, frozen=True):
    """Where in a list a page begins: behind the game that was changed then."""

    updated: str
    id: str


def all_games(
    connection: Connection, after: Place | None, is_archive: bool
) -> tuple[list[tuple[GameRecord, list[Seat]]], Place | None]:
    """A page of all games, those changed last first, with their seats; and where the next begins, if there is one."""
    put_away = schema.games.c.id.in_(select(schema.archive.c.game).where(schema.archive.c.side == HOME))
    found, more = _page(connection, put_away if is_archive else ~put_away, after)
    return [(each, seats(connection, each.id)) for each in found], more


def games_opened_by(
    connection: Connection, digests: Sequence[str], account: int | None, after: Place | None, is_archive: bool
) -> tuple[list[OwnGame], Place | None]:
    """A page of the games of which the asker holds a seat; one is in the archive with all the seats that are held."""
    holds: ColumnElement[bool] = schema.seats.c.token.in_(digests)
    if account is not None:
        holds = or_(holds, schema.seats.c.account == account)
    shelf = schema.archive
    put_away = select(shelf.c.game).where(shelf.c.game == schema.seats.c.game, shelf.c.side == schema.seats.c.side)
    own = schema.games.c.id.in_(select(schema.seats.c.game).where(holds))
    lies_open = schema.games.c.id.in_(select(schema.seats.c.game).where(holds, ~put_away.exists()))
    found, more = _page(connection, and_(own, ~lies_open) if is_archive else lies_open, after)
    return [OwnGame(each, _sides_of(connection, each.id, holds)) for each in found], more


def _page(
    connection: Connection, condition: ColumnElement[bool], after: Place | None
) -> tuple[list[GameRecord], Place | None]:
    games = schema.games.c
    chosen: Select[tuple[str]] = select(schema.games).where(condition, _is_no_lesson())
    if after is not None:
        same = and_(games.updated == after.updated, games.id < after.id)
        chosen = chosen.where(or_(games.updated < after.updated, same))
    rows = connection.execute(chosen.order_by(games.updated.desc(), games.id.desc()).limit(PAGE + 1)).mappings()
    found = [game_record(dict(row)) for row in rows]
    last = found[PAGE - 1] if len(found) > PAGE else None
    return found[:PAGE], None if last is None else Place(last.updated, last.id)


def _is_no_lesson() -> ColumnElement[bool]:
    """Lessons are begun anew rather than resumed, and stand in no list of games."""
    return schema.games.c.id.not_in(select(schema.lessons.c.game))


def _sides_of(connection: Connection, game_id: str, condition: ColumnElement[bool]) -> tuple[str, ...]:
    chosen = select(schema.seats.c.side).where(schema.seats.c.game == game_id, condition, schema.seats.c.side != "")
    return tuple(sorted(row.side for row in connection.execute(chosen)))


def held_seats(connection: Connection, game_id: str, digests: Sequence[str], account: int | None) -> tuple[str, ...]:
    """The seats of a game that somebody holds, that of the spectators among them."""
    mine = false() if account is None else schema.seats.c.account == account
    holds = or_(schema.seats.c.token.in_(digests), mine)
    return tuple(connection.execute(select(schema.seats.c.side).where(schema.seats.c.game == game_id, holds)).scalars())


def put_away(connection: Connection, game_id: str, sides: Collection[str]) -> None:
    """Put a game into the archive of those who hold some seats."""
    take_out(connection, game_id, sides)
    if sides:
        connection.execute(insert(schema.archive), [{"game": game_id, "side": side} for side in sides])


def take_out(connection: Connection, game_id: str, sides: Collection[str]) -> None:
    """Take a game out of the archive again."""
    shelf = schema.archive
    connection.execute(delete(shelf).where(shelf.c.game == game_id, shelf.c.side.in_(sides)))


def remove(connection: Connection, game_id: str) -> None:
    """Delete a game with all that belongs to it."""
    connection.execute(delete(schema.games).where(schema.games.c.id == game_id))
