"""Games brought back from the database: the last stored position, and what was done after it."""

from __future__ import annotations

import asyncio
import functools
import time

import msgspec
from sqlalchemy import Connection

from sandtable.kernel import title
from sandtable.mechanics.lessons import lessons
from sandtable.mechanics.tutor import Tutor
from sandtable.server.clocks import Clock
from sandtable.server.match import Match, Past, at_state, fresh
from sandtable.server.storage import Storage, records, timing

_STRIDE = 0.005
"""So many seconds a game is worked on before others have their turn."""
_LAST = 2**31 - 1


class Stored(msgspec.Struct, frozen=True):
    """All that the database knows of a game."""

    game: records.GameRecord
    seats: list[records.Seat]
    terms: records.Terms
    state: bytes | None
    seq: int
    orders: records.Orders
    logs: list[tuple[bytes, bytes]]
    acts: list[records.Act]
    lesson: str
    clock: Clock | None


async def stored(storage: Storage, game_id: str) -> Stored | None:
    return await storage.read(functools.partial(read, game_id=game_id))


def read(connection: Connection, game_id: str) -> Stored | None:
    """A game; None where there is none."""
    game = records.game(connection, game_id)
    if game is None:
        return None
    found = records.state_before(connection, game_id, _LAST)
    number, seq, state = (0, 0, None) if found is None else found
    return Stored(
        game=game,
        seats=records.seats(connection, game_id),
        terms=records.terms(connection, game_id),
        state=state,
        seq=seq,
        orders=records.orders_at(connection, game_id, number),
        logs=records.logs(connection, game_id),
        acts=records.acts_after(connection, game_id, seq),
        lesson=records.lesson_of(connection, game_id),
        clock=timing.clock(connection, game_id),
    )


def tutor(found: Stored, match: Match) -> Tutor | None:
    """Who follows a game that is a lesson; nobody, if its title has that lesson no more."""
    lesson = lessons(match.title).get(found.lesson)
    return None if lesson is None else Tutor.resumed(lesson, match.table.entries)


async def restored(found: Stored) -> Match:
    """The match as it was left; the event loop gets its turn while maps are read and choices repeated."""
    header = found.game.header
    await asyncio.to_thread(title(header.title).content, header.scenario, header.options)
    past = Past(header)
    for log in found.logs:
        past.read(*log)
        await asyncio.sleep(0)
    match = _begun(found, past)
    begun = time.thread_time()
    for act in found.acts:
        match.repeat(act)
        if time.thread_time() - begun > _STRIDE:
            await asyncio.sleep(0)
            begun = time.thread_time()
    return match


def restored_at_once(found: Stored) -> Match:
    """The match as it was left, where nothing else has to go on meanwhile."""
    past = Past(found.game.header)
    for log in found.logs:
        past.read(*log)
    match = _begun(found, past)
    for act in found.acts:
        match.repeat(act)
    return match


def _begun(found: Stored, past: Past) -> Match:
    """The match at its last stored position."""
    header = found.game.header
    table = fresh(header) if found.state is None else at_state(header, found.state, past.entries, past.events)
    table.orders = found.orders
    return Match(table, found.seq, found.game.floors)
