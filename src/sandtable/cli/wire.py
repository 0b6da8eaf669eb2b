"""How much a seat is sent for one choice in the middle of a game: what has changed, against the whole position."""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
from typing import NamedTuple

from sandtable.kernel import AnyTitle, Table
from sandtable.server.live import LiveTable
from sandtable.server.match import Match
from sandtable.server.news import encoded
from sandtable.server.protocol import Answer, Position
from sandtable.server.services import Services
from sandtable.server.storage import Storage, records
from sandtable.server.storage.records import GameRecord, Seat
from sandtable.server.workers import Workers

_CHOICES = 200
"""Over how many choices in the middle of a game the bytes are counted."""
_LANG, _SALT = "en", "0f" * 16
_UPDATE = b'{"type":"update"'


class Sent(NamedTuple):
    """The middle number of bytes that a choice takes, as it is sent and as if whole positions were."""

    changes: float
    whole: float


class _Listener:
    """A seat that counts what it is sent."""

    def __init__(self, side: str) -> None:
        self.looking = side
        self.mine: tuple[str, ...] = (side,)
        self.who = side
        self.network = ""
        self.lang = _LANG
        self.lines = 0
        self.shown: Position | None = None
        self.sent = Sent(0, 0)

    def send(self, message: bytes) -> None:
        whole = encoded(self.shown) if self.shown and message.startswith(_UPDATE) else message
        self.sent = Sent(self.sent.changes + len(message), self.sent.whole + len(whole))

    def send_away(self) -> None:
        """Nobody gives up a seat here."""


def bytes_a_choice(title: AnyTitle, scenario: str, seed: int) -> Sent:
    """For some choices in the middle of a game played at random: what the seat is sent that is sent the most."""
    length = _play(Table.new(title, scenario, seed=seed), random.Random(seed))
    before = max(0, (length - _CHOICES) // 2)
    table, rng = Table.new(title, scenario, seed=seed), random.Random(seed)
    _play(table, rng, before)
    return asyncio.run(_counted(Match(Table(table.game, table.header)), rng, min(_CHOICES, length - before)))


def _play(table: Table, rng: random.Random, most: int | None = None) -> int:
    """Play on at random and say how many choices were made; nothing is kept of them."""
    made, game = 0, table.game
    while game.decisions and made != most:
        decision = game.decisions[0]
        game.choose(rng.choice(decision.ids), decision.side)
        game.events.clear()
        made += 1
    return made


async def _counted(match: Match, rng: random.Random, choices: int) -> Sent:
    with tempfile.TemporaryDirectory() as folder:
        storage = Storage(f"sqlite:///{folder}/games.sqlite3")
        try:
            table = await _opened(match, storage)
            seats = [_Listener(side) for side in match.info.sides]
            for seat in seats:
                await table.join(seat, 0)
            counts = [await _choice(table, seats, rng) for _ in range(choices)]
        finally:
            storage.close()
    return Sent(*(statistics.median(column) for column in zip(*counts, strict=True)))


async def _opened(match: Match, storage: Storage) -> LiveTable:
    game = GameRecord(
        id="game", name="", header=match.header, salt=_SALT, created="", updated="", summary=match.summary()
    )
    seats = [Seat(side=side, mode="human") for side in match.info.sides]
    await storage.write(lambda connection: records.add_game(connection, game, seats, [], ()))
    idle = Workers(0, 0.0)
    return LiveTable(game, seats, match, Services(storage, idle, idle, idle, idle))


async def _choice(table: LiveTable, seats: list[_Listener], rng: random.Random) -> Sent:
    """Make a choice; what the seat is sent that is sent the most."""
    decision = table.match.table.decisions[0]
    for seat in seats:
        seat.sent = Sent(0, 0)
    revision, key = table.position(decision.side, _LANG).revision, f"choice-{table.match.seq}"
    await table.act("choose", decision.side, rng.choice(decision.ids), revision, key, _LANG)
    asker = next(seat for seat in seats if seat.looking == decision.side)
    asker.send(encoded(Answer(request=table.match.seq, ok=True)))
    return Sent(max(seat.sent.changes for seat in seats), max(seat.sent.whole for seat in seats))
