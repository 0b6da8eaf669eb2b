"""The long work that is done in worker processes: bots that think, hints, odds, reports, saves to be checked.

What is sent to a worker and back is pickled, so everything here is a plain function with plain arguments.
"""

from __future__ import annotations

import random
import secrets
import tempfile
import zlib
from pathlib import Path
from typing import Any

import msgspec

from sandtable.kernel import (
    Decision,
    Game,
    GameState,
    SandtableError,
    StandingOrder,
    Table,
    View,
    replay,
    standing,
    title,
)
from sandtable.kernel import odds as chances
from sandtable.kernel.journal import Header
from sandtable.mechanics.title import HexTitle
from sandtable.players import Intent, SearchPlayer, Thoughts, counsel, player
from sandtable.render.report import report

_WANDER = "random"
"""The bot that takes over where another comes to a position for the second time."""


_NEAR = 200
"""A position of a game that was played elsewhere is at most so many choices away from one that is stored."""


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat may know, on its way to a worker; the state is the masked one."""

    title: str
    scenario: str
    options: tuple[str, ...]
    side: str
    state: bytes
    decision: bytes
    seed: int


class BadSave(SandtableError):
    """An uploaded save that cannot be played on."""


class _SeatView(View):
    """A view that was masked elsewhere."""

    __slots__ = ("_seen",)

    def __init__(self, game: Game[Any, Any], side: str) -> None:
        super().__init__(game, side)
        self._seen: GameState = game.state

    @property
    def state(self) -> GameState:
        return self._seen


def _view(seen: Seen) -> _SeatView:
    found = title(seen.title)
    game = Game(found, found.content(seen.scenario, seen.options), found.codec.decode(seen.state))
    game.decisions = (msgspec.json.decode(seen.decision, type=Decision),)
    return _SeatView(game, seen.side)


def think(seen: Seen, bot: str, met_before: bool, intent: Intent | None) -> tuple[str, Intent | None]:
    """The option that a bot chooses, and what it resolves on for the choices to come.

    In a position that it has met before it wanders, lest it go round for ever.
    """
    view = _view(seen)
    decision = view.decision
    assert decision is not None
    chooser = player(_WANDER if met_before else bot, seen.seed, title(seen.title))
    if not isinstance(chooser, SearchPlayer):
        return chooser.choose(view, decision), None
    chooser.intent = intent
    return chooser.choose(view, decision), chooser.intent


def advise(seen: Seen) -> Thoughts:
    """What the strongest bot considers in the place of a side."""
    view = _view(seen)
    decision = view.decision
    assert decision is not None
    return counsel(view, decision, seen.seed)


Reckoned = tuple[bool, list[tuple[tuple[str, ...], float, str]], tuple[str, ...]]
"""Whether odds are exact, the outcomes with their chances and whom each favours, and what is assumed."""


def reckon(seen: Seen, option: str) -> Reckoned:
    """The odds of an option as its side can know them: whether they are exact, the outcomes with whom each favours, and
    what they assume.
    """
    found = chances.as_known(_view(seen), option, random.Random(seen.seed))
    outcomes = [(outcome.results, outcome.probability, outcome.favours) for outcome in found.outcomes]
    return found.exact, outcomes, found.assumed


def stand_in(seen: Seen, orders: list[StandingOrder]) -> str:
    """What the standing orders of a side answer, as far as it can know the chances; an empty text for nothing."""
    view, formalities = _view(seen), title(seen.title).formalities
    decision = view.decision
    assert decision is not None

    def chances_of(option: str, order: StandingOrder) -> float:
        return standing.chance(formalities[order.prompt], order, view, option, random.Random(seen.seed))

    return standing.answer(orders, decision, chances_of)


def write_report(header: Header, entries: list[tuple[str, str]], side: str | None, name: str, lang: str) -> str | None:
    """The after-action report of a game as a side may know it; of a finished game, everything.

    None for a game that the title as it is now would not have played so.
    """
    try:
        return report(header, entries, side, name, lang)
    except SandtableError:
        return None


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """A position of a game that was played elsewhere, and the part of its journal since the one before."""

    number: int
    seq: int
    state: bytes
    entries: bytes
    events: bytes
    orders: dict[str, tuple[StandingOrder, ...]]


class Replayed(msgspec.Struct, frozen=True):
    """A game as it is saved, and positions on the way, so that any other is near one."""

    save: bytes
    snapshots: list[Snapshot]


class _Album:
    """Takes snapshots of a game while it is played again."""

    def __init__(self, last: int) -> None:
        self.snapshots: list[Snapshot] = []
        self._entries = self._events = 0
        self._last = last

    def look(self, table: Table) -> None:
        """Take one if it is time, or at the end; none while sides choose in secret."""
        made = len(table.entries)
        if not made or table.state.branches or (made - self._entries < _NEAR and made != self._last):
            return
        self.snapshots.append(
            Snapshot(
                number=table.made,
                seq=made,
                state=zlib.compress(table.title.codec.encode(table.state)),
                entries=zlib.compress(msgspec.json.encode(table.entries[self._entries :])),
                events=zlib.compress(msgspec.json.encode(table.events[self._events :])),
                orders=table.orders,
            )
        )
        self._entries, self._events = made, len(table.events)


def play_on(header: Header, state: bytes | None, entries: list[tuple[str, str]]) -> tuple[bytes, int]:
    """The state that choices lead to from a stored position, or from the beginning; and how many events that makes."""
    found = title(header.title)
    if state is None:
        game = found.new_game(header.scenario, header.options, header.seed, header.dice)
    else:
        game = found.resume(found.codec.decode(zlib.decompress(state)), header.dice)
        game.events.clear()
    for side, option in entries:
        game.choose(option, side)
    return zlib.compress(found.codec.encode(game.state)), len(game.events)


def play_to(header: Header, entries: list[tuple[str, str]]) -> Replayed:
    """A game played again up to a position, as it is saved; from there on its dice are others than they were."""
    table, album = Table.again(header, title(header.title)), _Album(len(entries))
    for side, option in entries:
        table.choose(option, side)
        album.look(table)
    table.branch_off(secrets.randbits(63))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "study"
        table.save(path)
        return Replayed(path.read_bytes(), album.snapshots)


def check_save(data: bytes) -> Replayed:
    """Play an uploaded save again from its beginning and return it as it is written today. Raises BadSave."""
    album = _Album(data.count(b"\n") - 2)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "upload"
        path.write_bytes(data)
        try:
            for table in replay(path):
                album.look(table)
            if not isinstance(table.title, HexTitle):
                raise BadSave("this game is not played on a map; open it with `sandtable play --load`")
            table.save(path)
        except SandtableError as error:
            raise BadSave(str(error).replace(str(path), "the save")) from None
        except Exception:
            raise BadSave("the save does not fit its title; restore it from a copy") from None
        return Replayed(path.read_bytes(), album.snapshots)
