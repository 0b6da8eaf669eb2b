"""Games that cannot be opened any more, and what can still be read of them."""

from __future__ import annotations

import zlib
from typing import Any

import msgspec
from sqlalchemy import Connection

from sandtable.render.record import Kept
from sandtable.server.storage import records

_events = msgspec.json.Decoder(list[dict[str, Any]])


class Closed(msgspec.Struct, frozen=True):
    """A game that cannot be opened: what is kept of it, who sits there, and whether it was over."""

    kept: Kept
    seats: list[records.Seat]
    is_over: bool


def closed(connection: Connection, game_id: str) -> Closed | None:
    """What is kept of a game; None where there is none."""
    game = records.game(connection, game_id)
    if game is None:
        return None
    stored = [events for _, events in records.logs(connection, game_id)]
    since = records.happenings(connection, game_id)
    events = [event for some in (*stored, *since) for event in _events.decode(zlib.decompress(some))]
    last = records.state_before(connection, game_id, 2**31 - 1)
    acts = [] if since else records.acts_after(connection, game_id, 0 if last is None else last[1])
    choices = [(act.side, act.option) for act in acts if act.act == "choose"]
    kept = Kept(game.header, game.name, events, choices)
    return Closed(kept, records.seats(connection, game_id), game.summary.result is not None)
