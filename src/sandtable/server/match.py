"""A game under way on the server: the kernel's table, and what each seat may know of its course."""

from __future__ import annotations

import functools
import logging
import random
import typing
import zlib
from collections import Counter
from collections.abc import Callable, Container, Iterable
from typing import Any, Literal, TypeVar

import msgspec
from msgspec.structs import replace

from sandtable.kernel import (
    PUBLIC,
    AnyTitle,
    Decision,
    Event,
    Game,
    GameOver,
    IllegalChoice,
    NothingToUndo,
    Obeyed,
    Refusal,
    SandtableError,
    Table,
    View,
    determinise,
    title,
)
from sandtable.kernel.decisions import NOT_NOW
from sandtable.kernel.game import DRAW, RESIGN, TIME
from sandtable.kernel.journal import Entry, Header
from sandtable.kernel.table import is_order
from sandtable.kernel.views import hides_anything
from sandtable.mechanics.title import AnyHexTitle, HexTitle
from sandtable.server.seatlog import SeatLog
from sandtable.server.storage.records import Act, Happening, Segment, Summary, Verb

T = TypeVar("T")

WORLDS = 6
"""How many worlds must agree before something is said that could rest on what is hidden."""
SEGMENT = 40
"""After so many choices a position is stored, once no undo can reach it."""
_log = logging.getLogger(__name__)


class NoPlea(SandtableError):
    """Nobody asks a side for anything, or nothing can be asked for."""


class Plea(msgspec.Struct, frozen=True):
    """A side asks others to let it take back the choice by which it ended a phase, or offers them a draw."""

    side: str
    kind: Literal["undo", "draw"]
    asked: tuple[str, ...]
    granted: tuple[str, ...] = ()
    declined: bool = False


class Match:
    """Choices are made here and nowhere else, whether they come from a client, a bot or the database."""

    def __init__(self, table: Table, seq: int = 0, floors: dict[str, int] | None = None) -> None:
        assert isinstance(table.title, HexTitle)
        self.title: AnyHexTitle = table.title
        self.table = table
        self.seq = seq
        self.info = table.title.scenario(table.header.scenario)
        self.floors = dict(floors or {})
        self.plea: Plea | None = None
        """What a side asks of others, until the game goes on."""
        self.stored = len(table.entries)
        """How many choices lie before the last stored position."""
        self._stored_events = len(table.events) if table.entries else 0
        self._tails: Counter[str] = Counter()
        self._kept_events: int | None = None
        """How many events are kept; None where nobody knows yet."""
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

    @property
    def secret_since(self) -> int | None:
        """While sides choose in secret at once: how many choices were made before they began to."""
        return self.table.secret_since

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
        """The choices that count for a side: neither standing orders nor what others are choosing in secret."""
        entries, since = self.table.entries, self.secret_since
        known = (
            entries if since is None else [*entries[:since], *(each for each in entries[since:] if each.side == side)]
        )
        return known if self.table.made == len(entries) else [entry for entry in known if not is_order(entry.option)]

    def number(self, side: str) -> int:
        """How many choices have been made, as a side may know it."""
        since = self.secret_since
        if since is None:
            return self.table.made
        own = (entry for entry in self.table.entries[since:] if entry.side == side)
        return self.table.made_before(since) + sum(not is_order(entry.option) for entry in own)

    @property
    def stored_number(self) -> int:
        """How many choices, as `number` counts them, lie before the last stored position."""
        return self.table.made_before(self.stored)

    def tail(self, side: str) -> int:
        """How many acts of a side there were since the last stored position; they are repeated at the next opening.

        Those of others do not count, lest a side find out how often others have changed their minds in secret.
        """
        return self._tails[side]

    def latest(self, side: str) -> int:
        """The place in the journal of the last act that a side may know of; it never repeats, as `number` may."""
        return self._news[side]

    def can_undo(self, side: str, leave: Container[str] = ()) -> bool:
        """Whether a side can take something back, given the leave of some; the end stands, since the seed is known."""
        return self.table.result is None and self.table.can_undo(side, leave)

    def to_be_asked(self, side: str, leave: Container[str]) -> tuple[str, ...]:
        """Whom a side must ask before it takes back the end of a phase, beside those who have given their leave."""
        if self.table.result is not None:
            return ()
        return tuple(other for other in self.table.leave_needed(side) if other not in leave)

    def can_plead(self, side: str, leave: Container[str]) -> bool:
        """Whether a side can ask for that now: once at each position, unless it takes its plea back itself."""
        return self.plea is None and bool(self.to_be_asked(side, leave))

    def can_redo(self, side: str) -> bool:
        return self.table.can_redo(side)

    def summary(self) -> Summary:
        view = self.view(PUBLIC)
        waiting = () if self.table.result else view.waiting_for
        return Summary(self.title.turn(view.state), self.number(PUBLIC), waiting, self.table.result)

    # Acting

    def act(self, verb: Verb, side: str, option: str, key: str) -> Act:
        """Do something and return how it is written in the journal.

        Whether a side has the leave that an undo needs is settled before. Raises IllegalChoice, BadOrder,
        NothingToUndo, NoPlea or GameOver, and then nothing has changed.
        """
        made = self._acted(verb, side, option, key)
        self._tails[side] += 1
        return made

    def _acted(self, verb: Verb, side: str, option: str, key: str) -> Act:
        if verb in ("plead", "offer", "grant", "decline"):
            return self._about_a_plea(verb, side, option, key)
        number, since = self.number(side), self.secret_since
        if verb == "choose" and is_order(option):
            self.table.choose(option, side)
        elif verb == "choose":
            self.table.make(self.offering(side, option), option)
        elif verb == "resign":
            option = RESIGN
            self.table.choose(option, side)
        elif verb == "flag":
            option = TIME
            self.table.choose(option, side)
        elif verb == "obey":
            self.table.obey(self.offering(side, option), option)
        elif verb == "redo":
            option = self.table.redo(side).option
        else:
            option = self._taken_back(functools.partial(self.table.undo, side, self.info.sides))
        if verb != "undo":
            self._hear()
        self.seq += 1
        is_secret = is_order(option) or (since is not None and self.secret_since == since)
        self._know((side,) if is_secret else self.logs)
        if not is_secret:
            self.plea = None
        check = self.table.entries[-1].check if verb != "undo" else ""
        return Act(seq=self.seq, act=verb, side=side, option=option, number=number, check=check, key=key)

    def _know(self, sides: Iterable[str]) -> None:
        """Some sides may know of the last act, and all see the position anew."""
        self._news |= dict.fromkeys(sides, self.seq)
        self._views.clear()
        self._worlds.clear()

    def _about_a_plea(self, verb: Verb, side: str, option: str, key: str) -> Act:
        """Ask to take back the end of a phase, or offer a draw, or answer that; `option` names the sides asked."""
        number = self.number(side)
        before = self.plea
        self.changed = {name: len(log.lines) for name, log in self.logs.items()}
        if verb == "plead":
            self._plead(side, tuple(filter(None, option.split(","))))
        elif verb == "offer":
            self._offer(side, tuple(filter(None, option.split(","))))
        elif verb == "decline" and before is not None and side == before.side:
            self.plea = None
        else:
            self._answer(verb, side)
        self.seq += 1
        if before is not None and self.plea is None and verb == "grant":
            self._know(self.logs)
        return Act(seq=self.seq, act=verb, side=side, option=option, number=number, check="", key=key)

    def _plead(self, side: str, asked: tuple[str, ...]) -> None:
        if not asked or not self.can_plead(side, ()):
            raise NothingToUndo("there is nothing to ask for: no phase has just ended, or you have asked already")
        self.plea = Plea(side, "undo", asked)

    def _offer(self, side: str, asked: tuple[str, ...]) -> None:
        """Offer a draw, once at each position."""
        if self.table.result is not None:
            raise GameOver("the game is over")
        if not asked or (self.plea is not None and not (self.plea.declined and self.plea.kind == "undo")):
            raise NoPlea("nobody can be offered a draw now, or it was offered already")
        self.plea = Plea(side, "draw", asked)

    def _answer(self, verb: Verb, side: str) -> None:
        plea = self.plea
        if plea is None or plea.declined or side not in plea.asked or side in plea.granted:
            raise NoPlea("nobody asks you for anything")
        if verb == "decline":
            self.plea = replace(plea, declined=True)
            return
        granted = (*plea.granted, side)
        if set(granted) < set(plea.asked):
            self.plea = replace(plea, granted=granted)
            return
        if plea.kind == "draw":
            self.table.choose(DRAW, plea.side)
            self._hear()
        else:
            self._taken_back(functools.partial(self.table.undo_phase, plea.side))
        self.plea = None

    def repeat(self, act: Act) -> None:
        """Do again what the journal says."""
        self.act(act.act, act.side, act.option, act.key)

    def offering(self, side: str, option: str) -> Decision:
        """The decision that offers an option to a side. Raises IllegalChoice, with what the side may know of why not.

        This is where the server checks what a client or a bot chooses; the kernel carries it out as it is. Raises
        GameOver after the end.
        """
        if self.table.result is not None:
            raise GameOver("the game is over")
        game = self.table.game
        for decision in (self.decision(side), game.turning(side) if self.decision(side) is not None else None):
            if decision is not None and decision.find(option) is not None:
                return decision
        refusal = self.refusal(side, option)
        raise IllegalChoice(option, refusal, self.view(side).game.texts("en").refusal(refusal))

    def refusal(self, side: str, option: str) -> Refusal:
        """Why something is not offered; where that rests on what is hidden, only that it is not."""
        decision = self.decision(side)
        if decision is None:
            return Refusal("refused.not-your-turn")
        answers = self.asked(side, lambda world: world.explain(option, side))
        if not answers:
            return Refusal(NOT_NOW, decision.rule)
        first = answers[0]
        if first is not None and all(answer == first for answer in answers):
            return first
        return Refusal("refused.hidden", decision.rule)

    def asked(self, side: str, ask: Callable[[Game[Any, Any]], T]) -> list[T]:
        """What each world that fits a view answers; a title may stumble over what a client makes up."""
        answers = []
        for world in self.worlds(side):
            try:
                answers.append(ask(world))
            except Exception:
                _log.exception("a title could not answer a question")
        return answers

    def _hear(self) -> None:
        for name, log in self.logs.items():
            self.changed[name] = len(log.lines)
            log.follow(self.table.events)

    def _taken_back(self, undo: Callable[[], Entry]) -> str:
        """Take a choice back and rewrite the logs; which it was."""
        if self.table.result is not None:
            raise NothingToUndo("nothing can be taken back once the game is over")
        taken_back = undo()
        for name, log in self.logs.items():
            lines = len(log.lines)
            self.changed[name] = log.rewrite(self.table.events)
            if self.changed[name] < lines:
                self.floors[name] = min(self.changed[name], self.floors.get(name, lines))
        return taken_back.option

    def heard(self, side: str, before: int, more: int) -> int:
        """How many lines of a side's log lie among the events before a stored position and so many after it.

        What was done by a standing order is told in the log, and is no event of the game that is played again.
        """
        events = self.table.events
        end = before
        while end < len(events) and (more > 0 or isinstance(events[end], Obeyed)):
            more -= not isinstance(events[end], Obeyed)
            end += 1
        return sum(event.visible_to(side) for event in events[:end])

    # Keeping

    def happening(self) -> Happening | None:
        """What has happened since this was asked for last: all since the last segment, where something was undone."""
        events, before = self.table.events, self._kept_events
        is_all = before is None or before > len(events)
        fresh = events[self._stored_events if before is None or is_all else before :]
        self._kept_events = len(events)
        return Happening(zlib.compress(msgspec.json.encode(fresh)), is_all) if fresh or is_all else None

    def segment(self) -> Segment | None:
        """The journal since the last stored position, if it is time to store the next."""
        entries = self.table.entries
        if self.table.result is None and (
            self.secret_since is not None or self.table.can_undo() or len(entries) - self.stored < SEGMENT
        ):
            return None
        made = _segment(self.table, self.seq, self.stored, self._stored_events)
        self.stored, self._stored_events = len(entries), len(self.table.events)
        self._tails.clear()
        return made


def _segment(table: Table, seq: int, entries: int, events: int) -> Segment:
    return Segment(
        number=table.made,
        seq=seq,
        state=zlib.compress(table.title.codec.encode(table.state)),
        entries=zlib.compress(msgspec.json.encode(table.entries[entries:])),
        events=zlib.compress(msgspec.json.encode(table.events[events:])),
        orders=table.orders,
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
    return Table.again(header, title(header.title))


class Past:
    """What lies before a stored position, read part by part."""

    def __init__(self, header: Header) -> None:
        self.entries: list[Entry] = []
        self.events: list[Event] = []
        self._decoder = _event_decoder(title(header.title))

    def read(self, entries: bytes, events: bytes) -> None:
        """Read on."""
        self.entries += msgspec.json.decode(zlib.decompress(entries), type=list[Entry])
        self.events += self._decoder.decode(zlib.decompress(events))


def at_state(header: Header, state: bytes, entries: Iterable[Entry], events: Iterable[Event] = ()) -> Table:
    """A table at a stored position, with what lies before it."""
    found = title(header.title)
    return Table(found.resume(found.codec.decode(zlib.decompress(state)), header.dice), header, entries, events)
