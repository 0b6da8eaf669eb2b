"""What is stored of a game, and the statements that store and find it. Each function takes an open connection."""

from __future__ import annotations

import datetime
import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.sql import and_

from sandtable.kernel import Result, StandingOrder
from sandtable.kernel.journal import Header
from sandtable.server.clocks import Clock
from sandtable.server.protocol import Chat, Study
from sandtable.server.storage import schema, timing

Verb = Literal["choose", "obey", "undo", "redo", "plead", "offer", "grant", "decline", "resign", "flag"]
Orders = dict[str, tuple[StandingOrder, ...]]
HUMAN, GUEST, BOT, OPEN = "human", "guest", "bot", "open"
"""Who sits at a side: somebody who was there when the game was set up, somebody who came by an invitation, a bot, or
nobody yet."""
_SPOKEN = 200


class Summary(msgspec.Struct, frozen=True):
    """What a list of games says of one, as everybody may know it."""

    turn: int
    choices: int
    waiting_for: tuple[str, ...]
    result: Result | None = None


# Made here, before there are threads: msgspec crashes where two of them use a type for the first time at once.
_header = msgspec.json.Decoder(Header)
_summary = msgspec.json.Decoder(Summary)
_floors = msgspec.json.Decoder(dict[str, int])
_orders = msgspec.json.Decoder(Orders)


class GameRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A game without its choices."""

    id: str
    name: str
    header: Header
    salt: str
    created: str
    updated: str
    summary: Summary
    floors: dict[str, int] = {}
    """By side: the lowest line of its log that was ever taken back."""


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What the people at a table have agreed on before they play."""

    hints: bool = False
    """Whether all of them want hints of the computer to be given."""
    study: tuple[Study, ...] = ()
    """Why it is no fair game between them, once it is none."""


_terms = msgspec.json.Decoder(Terms)


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """A side, or with an empty side the place of the spectators, and what opens it."""

    side: str
    mode: str
    bot: str = ""
    token: str = ""
    invitation: str = ""
    account: int | None = None


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a seat did: the journal of a game is the list of its acts."""

    seq: int
    act: Verb
    side: str
    option: str
    number: int
    """The position that it answered, as its seat counts them."""
    check: str
    key: str


class Segment(msgspec.Struct, frozen=True, kw_only=True):
    """A position that no undo can reach any more, and the part of the journal that lies before it."""

    number: int
    seq: int
    state: bytes
    entries: bytes
    events: bytes
    orders: Orders = {}
    """The standing orders in force, by side."""


class Happening(msgspec.Struct, frozen=True):
    """Events that no stored position covers."""

    events: bytes
    is_all: bool
    """Whether these are all of them, so that what was kept of them before is void."""


def now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def add_game(
    connection: Connection,
    game: GameRecord,
    seats: Iterable[Seat],
    acts: Sequence[Act],
    segments: Iterable[Segment],
    agreed: Terms | None = None,
    lesson: str = "",
    clock: Clock | None = None,
) -> None:
    row = msgspec.structs.asdict(game)
    row |= {"header": _json(game.header), "summary": _json(game.summary), "floors": _json(game.floors)}
    connection.execute(insert(schema.games), row)
    connection.execute(insert(schema.seats), [{"game": game.id, **msgspec.structs.asdict(seat)} for seat in seats])
    if acts:
        connection.execute(insert(schema.choices), [{"game": game.id, **msgspec.structs.asdict(act)} for act in acts])
    for segment in segments:
        add_segment(connection, game.id, segment)
    if agreed is not None:
        connection.execute(insert(schema.terms), {"game": game.id, "terms": _json(agreed)})
    if lesson:
        connection.execute(insert(schema.lessons), {"game": game.id, "lesson": lesson})
    if clock is not None:
        timing.keep(connection, game.id, clock)


def terms(connection: Connection, game_id: str) -> Terms:
    """What was agreed on at a table."""
    row = connection.execute(select(schema.terms.c.terms).where(schema.terms.c.game == game_id)).first()
    return Terms() if row is None else _terms.decode(row.terms)


def lesson_of(connection: Connection, game_id: str) -> str:
    """The lesson that a game is, if it is one."""
    row = connection.execute(select(schema.lessons.c.lesson).where(schema.lessons.c.game == game_id)).first()
    return "" if row is None else str(row.lesson)


def invited_to(connection: Connection, invitation: str) -> tuple[str, str] | None:
    """The game and the side that an invitation is for, by its digest; None if it is void."""
    table = schema.seats
    row = connection.execute(select(table.c.game, table.c.side).where(table.c.invitation == invitation)).first()
    return None if row is None or not invitation else (row.game, row.side)


def add_segment(connection: Connection, game_id: str, segment: Segment) -> None:
    row = msgspec.structs.asdict(segment)
    orders = row.pop("orders")
    connection.execute(insert(schema.segments), {"game": game_id, **row})
    if any(orders.values()):
        held = {"game": game_id, "number": segment.number, "orders": _json(orders)}
        connection.execute(insert(schema.standing), held)


def add_act(
    connection: Connection,
    game_id: str,
    act: Act,
    summary: Summary,
    floors: Mapping[str, int],
    updated: str | None,
    segment: Segment | None,
    clock: Clock | None = None,
    happening: Happening | None = None,
) -> None:
    """Write an act into the journal. Raises IntegrityError where its place or its key is taken."""
    connection.execute(insert(schema.choices), {"game": game_id, **msgspec.structs.asdict(act)})
    changes: dict[str, str] = {"summary": _json(summary), "floors": _json(floors)}
    if updated is not None:
        changes["updated"] = updated
    connection.execute(update(schema.games).where(schema.games.c.id == game_id).values(changes))
    if clock is not None:
        timing.keep(connection, game_id, clock)
    if segment is not None or (happening is not None and happening.is_all):
        connection.execute(delete(schema.happenings).where(schema.happenings.c.game == game_id))
    if segment is not None:
        add_segment(connection, game_id, segment)
    elif happening is not None:
        row = {"game": game_id, "seq": act.seq, "events": happening.events}
        connection.execute(insert(schema.happenings), row)


def happenings(connection: Connection, game_id: str) -> list[bytes]:
    """The events since the last stored position, in their order."""
    table = schema.happenings
    chosen = select(table.c.events).where(table.c.game == game_id).order_by(table.c.seq)
    return [row.events for row in connection.execute(chosen)]


def game_record(row: Mapping[str, Any]) -> GameRecord:
    return GameRecord(
        id=row["id"],
        name=row["name"],
        header=_header.decode(row["header"]),
        salt=row["salt"],
        created=row["created"],
        updated=row["updated"],
        summary=_summary.decode(row["summary"]),
        floors=_floors.decode(row["floors"]),
    )


def game(connection: Connection, game_id: str) -> GameRecord | None:
    row = connection.execute(select(schema.games).where(schema.games.c.id == game_id)).mappings().first()
    return None if row is None else game_record(dict(row))


def seats(connection: Connection, game_id: str) -> list[Seat]:
    rows = connection.execute(select(schema.seats).where(schema.seats.c.game == game_id)).mappings()
    return [_seat(dict(row)) for row in rows]


def _seat(row: Mapping[str, Any]) -> Seat:
    return Seat(**{field: row[field] for field in Seat.__struct_fields__})


def acts_after(connection: Connection, game_id: str, seq: int) -> list[Act]:
    """The later part of a journal, in its order."""
    chosen = select(schema.choices).where(schema.choices.c.game == game_id, schema.choices.c.seq > seq)
    return [_act(dict(row)) for row in connection.execute(chosen.order_by(schema.choices.c.seq)).mappings()]


def act_with_key(connection: Connection, game_id: str, key: str) -> Act | None:
    chosen = select(schema.choices).where(schema.choices.c.game == game_id, schema.choices.c.key == key)
    row = connection.execute(chosen).mappings().first()
    return None if row is None else _act(dict(row))


def _act(row: Mapping[str, Any]) -> Act:
    return Act(**{field: row[field] for field in Act.__struct_fields__})


def logs(connection: Connection, game_id: str) -> list[tuple[bytes, bytes]]:
    """Entries and events of all segments, in their order."""
    columns = select(schema.segments.c.entries, schema.segments.c.events).where(schema.segments.c.game == game_id)
    return [(row.entries, row.events) for row in connection.execute(columns.order_by(schema.segments.c.number))]


def events_before(connection: Connection, game_id: str, number: int) -> int:
    """How many events lie before a stored position."""
    table = schema.segments
    chosen = select(table.c.events).where(table.c.game == game_id, table.c.number <= number)
    stored = (zlib.decompress(row.events) for row in connection.execute(chosen))
    return sum(len(msgspec.json.decode(events, type=list[msgspec.Raw])) for events in stored)


def state_before(connection: Connection, game_id: str, number: int) -> tuple[int, int, bytes] | None:
    """The latest stored position after at most so many choices: its number, its place in the journal, its state."""
    table = schema.segments
    chosen = select(table.c.number, table.c.seq, table.c.state).where(table.c.game == game_id, table.c.number <= number)
    row = connection.execute(chosen.order_by(table.c.number.desc()).limit(1)).first()
    return None if row is None else (row.number, row.seq, row.state)


def orders_at(connection: Connection, game_id: str, number: int) -> Orders:
    """The standing orders that were in force at a stored position."""
    table = schema.standing
    chosen = select(table.c.orders).where(table.c.game == game_id, table.c.number == number)
    row = connection.execute(chosen).first()
    return {} if row is None else _orders.decode(row.orders)


def take_invitation(
    connection: Connection, invitation: str, token: str, account: int | None, agrees: Terms
) -> tuple[str, str] | None:
    """Exchange an invitation for a token, by their digests: the game and the side; None if it is void.

    What the guest does not agree to is not agreed on.
    """
    table = schema.seats
    found = invited_to(connection, invitation)
    if found is None:
        return None
    game, side = found
    same = and_(table.c.game == game, table.c.side == side, table.c.invitation == invitation)
    taken = connection.execute(
        update(table).where(same).values(invitation="", token=token, mode=GUEST, account=account)
    )
    if taken.rowcount != 1:
        return None
    agreed = terms(connection, game)
    _agree(connection, game, msgspec.structs.replace(agreed, hints=agreed.hints and agrees.hints))
    if account is not None and sum(seat.account == account for seat in seats(connection, game)) > 1:
        mark_as_study(connection, game, "seats")
    return found


def _agree(connection: Connection, game_id: str, terms: Terms) -> None:
    row = {"terms": _json(terms)}
    changed = connection.execute(update(schema.terms).where(schema.terms.c.game == game_id).values(row))
    if changed.rowcount == 0:
        connection.execute(insert(schema.terms), {"game": game_id, **row})


def mark_as_study(connection: Connection, game_id: str, why: Study) -> None:
    """Write down for good that a game is no fair one."""
    agreed = terms(connection, game_id)
    if why not in agreed.study:
        _agree(connection, game_id, msgspec.structs.replace(agreed, study=(*agreed.study, why)))


def change_tokens(connection: Connection, game_id: str, known: Iterable[Seat], tokens: Mapping[str, str]) -> bool:
    """Give seats new tokens, by their digests, if they are still as they are known; whether they were."""
    now = {seat.side: seat for seat in seats(connection, game_id)}
    if any(now.get(seat.side) != seat for seat in known):
        return False
    for side, token in tokens.items():
        same = and_(schema.seats.c.game == game_id, schema.seats.c.side == side)
        connection.execute(update(schema.seats).where(same).values(token=token))
    return True


def add_chat(connection: Connection, game_id: str, said: Chat) -> None:
    connection.execute(insert(schema.chat), {"game": game_id, **msgspec.structs.asdict(said)})


def chat(connection: Connection, game_id: str) -> tuple[Chat, ...]:
    """What was said last, the oldest first."""
    chosen = select(schema.chat).where(schema.chat.c.game == game_id).order_by(schema.chat.c.id.desc()).limit(_SPOKEN)
    rows = list(connection.execute(chosen))
    return tuple(Chat(who=row.who, text=row.text, at=row.at) for row in reversed(rows))
