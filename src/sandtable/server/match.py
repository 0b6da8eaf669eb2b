"""A game under way on the server: the kernel's table, and what each seat may know of its course."""

from __future__ import annotations

import functools
import random
import typing
import zlib
from collections.abc import Iterable
from typing import Any

import msgspec

from sandtable.kernel import (
    PUBLIC,
    AnyTitle,
    Decision,
    Event,
    Game,
    NothingToUndo,
    Table,
    View,
    determinise,
    title,
)
from sandtable.kernel.journal import Entry, Header
from sandtable.kernel.views import hides_anything
from sandtable.mechanics.title import AnyHexTitle, HexTitle
from sandtable.server.seatlog import SeatLog
from sandtable.server.storage.records import Act, Segment, Summary, Verb

WORLDS = 6
"""How many worlds must agree before something is said that could rest on what is hidden."""
SEGMENT = 40
"""After so many choices a position is stored, once no undo can reach it."""


class Match:
    """Choices are made here and nowhere else, whether they come from a client, a bot or the database."""

    def __init__(self, table: Table, seq: int = 0, floors: dict[str, int] | None = None) -> None:
        assert isinstance(table.title, HexTitle)
        self.title: AnyHexTitle = table.title
        self.table = table
        self.seq = seq
        self.info = table.title.scenario(table.header.scenario)
        self.floors = dict(floors or {})
        self.stored = len(table.entries)
        """How many choices lie before the last stored position."""
        self._stored_events = len(table.events) if table.entries else 0
        self.secret_since = len(table.entries) if table.state.branches else None
        """While sides choose in secret at once: how many choices were made before they began to."""
        self._redos: dict[str, list[str]] = {}
        first_turn = self.title.turn(self.title.start(table.game.content))
        self.logs = {side: SeatLog(side, first_turn) for side in (*self.info.sides, PUBLIC)}
        self.changed = dict.fromkeys(self.logs, 0)
        """By side: the first line of its log that the last act has altered or added."""
        self._news = dict.fromkeys(self.logs, seq)
        self._views: dict[str, View] = {}
        self._worlds: dict[str, list[Game[Any, Any]]] = {}
        for log in self.logs.values():
            log.follow(table.events)

    # Looking

    @property
    def header(self) -> Header:
        return self.table.header

    def view(self, side: str) -> View:
        """What a side may know now; made once for each position."""
        if side not in self._views:
            view = self.table.view(side)
            _ = view.state
            self._views[side] = view
        return self._views[side]

    def worlds(self, side: str) -> list[Game[Any, Any]]:
        """Games that fit what a side may know now, of which the true one need not be: where nothing is hidden, one."""
        if side not in self._worlds:
            view, rng = self.view(side), random.Random(f"{self.number(side)}/{side}")
            self._worlds[side] = [determinise(view, rng) for _ in range(WORLDS if hides_anything(view) else 1)]
        return self._worlds[side]

    def decision(self, side: str) -> Decision | None:
        return next((decision for decision in self.table.decisions if decision.side == side), None)

    def known_entries(self, side: str) -> list[Entry]:
        """The choices that count for a side: all, but for those that others are making in secret."""
        entries, since = self.table.entries, self.secret_since
        if since is None:
            return entries
        return [*entries[:since], *(entry for entry in entries[since:] if entry.side == side)]

    def number(self, side: str) -> int:
        """How many choices have been made, as a side may know it."""
        since = self.secret_since
        if since is None:
            return len(self.table.entries)
        return since + sum(entry.side == side for entry in self.table.entries[since:])

    def latest(self, side: str) -> int:
        """The place in the journal of the last act that a side may know of; it never repeats, as `number` may."""
        return self._news[side]

    def can_undo(self, side: str) -> bool:
        """While sides choose in secret, only what was chosen in secret can be taken back, whatever the others do."""
        if self.table.result or (self.secret_since is not None and self.number(side) == self.secret_since):
            return False
        return self.table.can_undo(side)

    def can_redo(self, side: str) -> bool:
        undone, decision = self._redos.get(side), self.decision(side)
        return undone is not None and bool(undone) and decision is not None and decision.find(undone[-1]) is not None

    def summary(self) -> Summary:
        view = self.view(PUBLIC)
        waiting = () if self.table.result else view.waiting_for
        return Summary(self.title.turn(view.state), self.number(PUBLIC), waiting, self.table.result)

    # Acting

    def act(self, verb: Verb, side: str, option: str, key: str) -> Act:
        """Do something and return how it is written in the journal.

        Raises IllegalChoice, NothingToUndo or GameOver, and then nothing has changed.
        """
        number, since = self.number(side), self.secret_since
        if verb == "choose":
            self._choose(side, option)
            self._forget_undone(side)
        elif verb == "redo":
            option = self._redo(side)
        else:
            option = self._undo(side)
        self.seq += 1
        is_secret = since is not None and self.secret_since == since
        self._news |= dict.fromkeys((side,) if is_secret else self.logs, self.seq)
        self._views.clear()
        self._worlds.clear()
        check = self.table.entries[-1].check if verb != "undo" else ""
        return Act(seq=self.seq, act=verb, side=side, option=option, number=number, check=check, key=key)

    def repeat(self, act: Act) -> None:
        """Do again what the journal says."""
        self.act(act.act, act.side, act.option, act.key)

    def _choose(self, side: str, option: str) -> None:
        starts = self.table.state.branch_starts
        self.table.choose(option, side)
        state = self.table.state
        if not state.branches or state.result:
            self.secret_since = None
        elif state.branch_starts is not starts:
            self.secret_since = len(self.table.entries)
        if not self.table.can_undo():
            self._redos.clear()
        for name, log in self.logs.items():
            self.changed[name] = len(log.lines)
            log.follow(self.table.events)

    def _forget_undone(self, side: str) -> None:
        if self.secret_since is None:
            self._redos.clear()
        else:
            self._redos.pop(side, None)

    def _undo(self, side: str) -> str:
        if not self.can_undo(side):
            raise NothingToUndo("nothing can be taken back: no choice was made since something was last revealed")
        option = next(entry.option for entry in reversed(self.table.entries) if entry.side == side)
        self.table.undo(side)
        self._redos.setdefault(side, []).append(option)
        for name, log in self.logs.items():
            lines = len(log.lines)
            self.changed[name] = log.rewrite(self.table.events)
            if self.changed[name] < lines:
                self.floors[name] = min(self.changed[name], self.floors.get(name, lines))
        return option

    def _redo(self, side: str) -> str:
        if not self.can_redo(side):
            raise NothingToUndo("nothing was taken back that could be done again")
        option = self._redos[side].pop()
        self._choose(side, option)
        return option

    # Keeping

    def segment(self) -> Segment | None:
        """The journal since the last stored position, if it is time to store the next."""
        entries = self.table.entries
        if self.table.result is None and (
            self.secret_since is not None or self.table.can_undo() or len(entries) - self.stored < SEGMENT
        ):
            return None
        made = _segment(self.table, self.seq, self.stored, self._stored_events)
        self.stored, self._stored_events = len(entries), len(self.table.events)
        return made


def _segment(table: Table, seq: int, entries: int, events: int) -> Segment:
    return Segment(
        number=len(table.entries),
        seq=seq,
        state=zlib.compress(table.title.codec.encode(table.state)),
        entries=zlib.compress(msgspec.json.encode(table.entries[entries:])),
        events=zlib.compress(msgspec.json.encode(table.events[events:])),
    )


def whole_segment(table: Table) -> Segment | None:
    """A table that was opened elsewhere as one stored position; None while sides choose in secret."""
    return None if table.state.branches else _segment(table, len(table.entries), 0, 0)


@functools.cache
def _event_decoder(found: AnyTitle) -> msgspec.json.Decoder[list[Event]]:
    union = typing.Union[found.all_events]  # type: ignore[name-defined] # noqa: UP007
    return msgspec.json.Decoder(list[union])


def fresh(header: Header) -> Table:
    """A game at its beginning."""
    return Table.new(header.title, header.scenario, header.options, header.seed)


def opened(header: Header, state: bytes, logs: Iterable[tuple[bytes, bytes]]) -> Table:
    """A game at a stored position."""
    found = title(header.title)
    table = at_state(header, state)
    table.entries, table.events = [], []
    for entries, events in logs:
        table.entries += msgspec.json.decode(zlib.decompress(entries), type=list[Entry])
        table.events += _event_decoder(found).decode(zlib.decompress(events))
    return table


def at_state(header: Header, state: bytes) -> Table:
    """A table at a stored position, without its past."""
    found = title(header.title)
    return Table(found.resume(found.codec.decode(zlib.decompress(state))), header)
