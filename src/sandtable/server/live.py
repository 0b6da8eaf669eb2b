"""A table that is open: one act at a time, stored before it is answered, and told to everybody as they may know it."""

from __future__ import annotations

import asyncio
import functools
import hashlib
import logging
import random
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Container, Coroutine, Iterable
from contextlib import AbstractAsyncContextManager, AbstractContextManager, nullcontext
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from sandtable.kernel import (
    LANGUAGES,
    PUBLIC,
    BadOrder,
    Decision,
    GameOver,
    IllegalChoice,
    NothingToUndo,
    SandtableError,
    StandingOrder,
)
from sandtable.kernel.standing import ASK
from sandtable.kernel.table import is_order
from sandtable.mechanics.lessons import LessonSheet, sheets
from sandtable.mechanics.tutor import Tutor, reply
from sandtable.players import Intent
from sandtable.server import loading, showing, tokens
from sandtable.server.clocks import Clock
from sandtable.server.inquiries import Inquiries
from sandtable.server.match import Match, NoPlea
from sandtable.server.news import Listener, News, encoded
from sandtable.server.owners import Elsewhere
from sandtable.server.post import YourMove
from sandtable.server.problems import Refused, no_such_table
from sandtable.server.protocol import (
    Chat,
    Clocks,
    Happened,
    LessonMark,
    Named,
    Position,
    Presence,
    Spoken,
    Welcome,
)
from sandtable.server.seating import is_taken_by_somebody, opened_by
from sandtable.server.services import Services
from sandtable.server.storage import StorageAway, leases, records, timing
from sandtable.server.storage.leases import Lease, LeaseLost
from sandtable.server.storage.records import GameRecord, Seat, Terms, Verb
from sandtable.server.tasks import Seen, stand_in, think
from sandtable.server.turns import TooMany, Whom

T = TypeVar("T")

REST = 10.0
"""So many seconds after the last one has gone, bots think no more."""
CROWDED = 0.5
"""After how many seconds a bot asks for a turn again, where too many wait for one."""
MOST_TAIL = 3000
"""After so many acts of a side since a position was last stored, it takes nothing back and orders nothing."""
PART = 300
"""So many lines of a log are told at once."""
AGAIN = 2.0
"""After how many seconds a game is looked for anew that the database has interrupted."""
_KEYS = 256
"""How many keys of late are kept in memory; older ones are asked of the database."""
_log = logging.getLogger(__name__)


class LiveTable:
    """A match with its seats and its listeners. Whoever reads or changes the match holds the lock."""

    def __init__(
        self,
        game: GameRecord,
        seats: Iterable[Seat],
        match: Match,
        services: Services,
        terms: Terms = Terms(),  # noqa: B008 - it cannot change
        tutor: Tutor | None = None,
        clock: Clock | None = None,
        lease: Lease | None = None,
    ) -> None:
        self.game = game
        self.lease = lease
        """What shows that the table is open here and nowhere else, if there are other servers."""
        self.is_gone = False
        """Whether it is open here no more, and nothing can be done at it."""
        self.terms = terms
        self.tutor = tutor
        """Who follows the game, if it is a lesson."""
        self.clock = clock
        """How much time people have, if they want to know."""
        self._timed: dict[Listener, Clocks] = {}
        """What each client was last told of that."""
        self.seats = {seat.side: seat for seat in seats}
        self.match = match
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.touched = time.monotonic()
        self._is_sound = True
        """Whether the match is known to be what is stored."""
        self._returning: asyncio.Task[None] | None = None
        """Comes back to the game after the database was away."""
        self._services = services
        self._tasks: set[asyncio.Task[None]] = set()
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._met: dict[str, set[str]] = {}
        self._intents: dict[str, Intent | None] = {}
        self._keys: OrderedDict[str, records.Act] = OrderedDict()
        self.inquiries = Inquiries(self, services)
        self._names: dict[str, dict[str, str]] = {}
        """By language: what options are called, as everybody at the table was told in their welcome."""
        self._painters: dict[tuple[str, str], showing.Painter] = {}
        self._formal: dict[str, tuple[Decision, float]] = {}
        """By side: the formality that it is asked, and when an answer may reach others at the earliest."""
        self._deputies: dict[str, asyncio.Task[None]] = {}
        """By side: the work on what its standing orders answer."""
        self._left: dict[str, tuple[Decision, list[StandingOrder]]] = {}
        """By side: a question that its standing orders were found to leave to it."""
        self._note_formalities()

    @property
    def id(self) -> str:
        return self.game.id

    @property
    def idle(self) -> float:
        """For how many seconds nobody has needed this table."""
        busy = self.listeners or self._thinking or self._tasks or self.lock.locked()
        return 0.0 if busy else time.monotonic() - self.touched

    @property
    def rests(self) -> bool:
        """Whether nobody is here, nor was a moment ago, nor is to be written to when it is their move."""
        called = self._services.post is not None and any(seat.account is not None for seat in self.seats.values())
        return not (called or self.listeners) and time.monotonic() - self.touched > REST

    @property
    def is_over(self) -> bool:
        return self.match.table.result is not None

    # Who sits where

    def opened_by(self, given: Iterable[str], account: int | None) -> tuple[str, ...] | None:
        """The sides that tokens and an account open; none for a spectator; None for a stranger."""
        held = opened_by(self.seats.values(), given, account)
        return None if held is None else tuple(side for side in self.match.info.sides if side in held)

    def welcome(self, mine: tuple[str, ...], lang: str, chat: tuple[Chat, ...]) -> Welcome:
        match, header = self.match, self.match.header
        texts, info = match.table.game.texts(lang), match.info
        return Welcome(
            table=self.id,
            name=self.game.name,
            title=header.title,
            title_name=match.title.name.get(lang, match.title.name["en"]),
            scenario=header.scenario,
            scenario_name=info.name.get(lang, info.name["en"]),
            options=header.options,
            sides=tuple(Named(side, texts.name("side", side)) for side in info.sides),
            mine=mine,
            seats={side: _seen_mode(self.seats[side]) for side in info.sides},
            hints=bool(mine) and all(self.gives_hints(side, mine) for side in mine),
            turns=info.turns,
            first_turn=info.first_turn,
            commitment=tokens.commitment(header.own_seed, self.game.salt),
            study=self.terms.study,
            chat=chat,
            overlays=showing.overlays(match, lang),
            sights=bool(match.title.sight_maps()),
            goals=showing.goals(match, lang),
            states={state: texts.name("state", state) for state in texts.names("state")},
            badges={state: showing.badge(state) for state in texts.names("state")},
            names=self._named(lang),
            groups=match.title.groups(match.table.game.content),
            formations=showing.formations(match, mine, lang),
            lesson=self._taught(mine, lang),
        )

    def _taught(self, mine: tuple[str, ...], lang: str) -> LessonSheet | None:
        """What is taught here, to the one who learns."""
        if self.tutor is None or self.tutor.lesson.file.side not in mine:
            return None
        return next(sheet for sheet in sheets(self.match.title, lang) if sheet.id == self.tutor.lesson.id)

    def gives_hints(self, side: str, mine: Container[str]) -> bool:
        """Whether a side that is held together with others may ask the computer: against people if all have agreed."""
        others = [each for each in self._opponents(side) if each not in mine]
        return not others or (self.terms.hints and all(self.seats[each].mode != records.OPEN for each in others))

    def _named(self, lang: str) -> dict[str, str]:
        if lang not in self._names:
            self._names[lang] = showing.names(self.match, lang)
        return self._names[lang]

    async def reseat(self) -> None:
        """Somebody took a seat, or seats got new tokens: tell everybody."""
        storage = self._services.storage
        chat = await storage.read(functools.partial(records.chat, game_id=self.id))
        found = await storage.read(functools.partial(records.seats, game_id=self.id))
        self.seats = {seat.side: seat for seat in found}
        self.terms = await storage.read(functools.partial(records.terms, game_id=self.id))
        for listener in self.listeners:
            listener.send(encoded(self.welcome(listener.mine, listener.lang, chat)))

    @property
    def is_played(self) -> bool:
        """Whether somebody sits at a side right now."""
        return any(listener.mine for listener in self.listeners)

    def send_away(self, sides: Collection[str]) -> None:
        """Close the sockets of whoever holds some sides no more."""
        for listener in list(self.listeners):
            if set(sides) & set(listener.mine):
                listener.send_away()

    async def end(self, delete: Callable[[Connection], None]) -> None:
        """Delete the game, stop whatever is going on here and send everybody away. Raises Refused and StorageAway."""
        async with self.lock:
            self._check_here()
            await self.store(delete)
            self.be_gone()

    def be_gone(self) -> None:
        """The table is open here no more: nobody thinks about it, and everybody is sent away."""
        self.is_gone = True
        for task in (*self._thinking.values(), *self._deputies.values(), self._returning):
            if task is not None and task is not asyncio.current_task():
                task.cancel()
        for listener in list(self.listeners):
            listener.send_away()

    async def store(self, job: Callable[[Connection], T]) -> T:
        """Write something that belongs to this table, if it is still open here. Raises Elsewhere and StorageAway."""
        try:
            return await self._services.storage.write(leases.guarded(self.lease, job))
        except LeaseLost:
            self.be_gone()
            raise Elsewhere from None

    # Telling

    async def join(
        self, listener: Listener, seen: int, charged: Callable[[], AbstractContextManager[None]] = nullcontext
    ) -> None:
        """Greet a client and show it the position; it has seen so many lines of the log. The work is `charged`."""
        chat = await self._services.storage.read(functools.partial(records.chat, game_id=self.id))
        async with self.lock:
            self._check_here()
            self.touched = time.monotonic()
            with charged():
                listener.send(encoded(self.welcome(listener.mine, listener.lang, chat)))
            listener.lines = max(0, min(seen, self.match.floors.get(listener.looking, seen)))
            self.listeners.add(listener)
            self._note_coming(listener)
            await self._start_clock()
            await self._flag_late()
            self._wake_bots()
            self._wake_deputies()
            await self._tell_past(listener, charged)
            with charged():
                self.show(listener)
            self._tell_time()
            self._tell_presence()

    async def _tell_past(self, listener: Listener, charged: Callable[[], AbstractContextManager[None]]) -> None:
        """Send a long log in parts, between which the event loop gets its turn."""
        lines = self.match.logs[listener.looking].lines
        while len(lines) - listener.lines > PART:
            with charged():
                listener.send(encoded(self.happened(listener.looking, listener.lang, listener.lines, PART)))
            listener.lines += PART
            await asyncio.sleep(0)

    def leave(self, listener: Listener) -> None:
        self.touched = time.monotonic()
        if listener in self.listeners:
            self.listeners.discard(listener)
            self._timed.pop(listener, None)
            self._tell_presence()

    def presence(self) -> Presence:
        """Who is at the table now."""
        here = {side: listener.who for listener in self.listeners for side in listener.mine}
        return Presence(here=dict(sorted(here.items())), watching=sum(not listener.mine for listener in self.listeners))

    def _tell_presence(self) -> None:
        """Tell everybody who is here."""
        now = encoded(self.presence())
        for listener in list(self.listeners):
            listener.send(now)

    def show(self, listener: Listener) -> None:
        """Send what a client lacks: the lines of the log from the first new one on, and the position."""
        lines = len(self.match.logs[listener.looking].lines)
        listener.send(encoded(self.happened(listener.looking, listener.lang, min(listener.lines, lines))))
        listener.lines = lines
        listener.shown = self.position(listener.looking, listener.lang)
        listener.send(encoded(listener.shown))

    def happened(self, side: str, lang: str, start: int, most: int | None = None) -> Happened:
        """The lines of the log of a side from one on: all of them, or no more than so many."""
        match = self.match
        board, texts = match.title.board(match.table.game.content), match.view(side).game.texts(lang)
        lines = match.logs[side].lines if most is None else match.logs[side].lines[: start + most]
        return Happened(from_index=start, lines=showing.log_lines(lines, start, board, texts))

    def position(self, side: str, lang: str) -> Position:
        """The whole of what a side may know now."""
        painter = self._painters.get((side, lang))
        if painter is None:
            painter = self._painters[side, lang] = showing.Painter(lang, self._named(lang))
        thinking, lenient = sorted({*self._thinking, *self._deputies_beside(side)}), self._lenient(side)
        shown = painter.position(self.match, side, thinking, self._deputies, self.game.salt, lenient)
        if self.tutor is None or self.tutor.lesson.file.side != side:
            return shown
        return msgspec.structs.replace(shown, lesson=LessonMark(*self.tutor.progress(self.match.table)))

    def _broadcast(self) -> None:
        """Tell everybody what the last act has changed for them, and nothing to those for whom it changed nothing."""
        news = News(self)
        for listener in list(self.listeners):
            lines = len(self.match.logs[listener.looking].lines)
            start = min(listener.lines, self.match.changed[listener.looking])
            if start < max(listener.lines, lines):
                listener.send(news.happened(listener.looking, listener.lang, start))
                listener.lines = lines
            self._update(listener, news)
        self._tell_time()

    def _update(self, listener: Listener, news: News) -> None:
        update = news.update(listener)
        if update is not None:
            listener.shown = news.position(listener.looking, listener.lang)
            listener.send(update)

    async def speak(self, who: str, text: str) -> None:
        said = Chat(who=who, text=text, at=records.now())
        self._check_here()
        try:
            await self.store(functools.partial(records.add_chat, game_id=self.id, said=said))
        except IntegrityError:
            raise no_such_table() from None
        for listener in list(self.listeners):
            listener.send(encoded(Spoken(chat=said)))

    # Acting

    async def act(
        self, verb: Verb, side: str, option: str, revision: str, key: str, lang: str,
        gate: AbstractAsyncContextManager[None] = nullcontext(),  # noqa: B008 - it has no state
    ) -> None:  # fmt: skip
        """Answer a decision, take a choice back or make it again; returns when it is stored.

        It is carried out when the `gate` of those who ask from the same place lets it through. Raises Refused. What was
        begun is finished, even if the client that asked is gone meanwhile.
        """
        await asyncio.shield(self._in_background(self._act(verb, side, option, revision, key, lang, gate)))

    def _in_background(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _act(
        self, verb: Verb, side: str, option: str, revision: str, key: str, lang: str,
        gate: AbstractAsyncContextManager[None],
    ) -> None:  # fmt: skip
        ordering = verb == "choose" and is_order(option)
        if verb in ("choose", "redo") and not ordering:
            await self._pause(side)
        async with gate, self.lock:
            self._check_here()
            self.touched = time.monotonic()
            if not self._is_sound:
                await self._reload()
            await self._flag_late()
            current = revision == tokens.revision(self.game.salt, side, self.match.latest(side))
            if await self._done_before(verb, side, option, key, look_up=not current):
                return
            if not (current or ordering or verb == "resign"):
                raise _stale()
            if ordering or verb in ("undo", "redo", "plead", "offer"):
                self._check_length(side)
            if verb == "plead":
                option = ",".join(self.match.to_be_asked(side, self._lenient(side)))
            if verb == "offer":
                option = ",".join(sorted(self._opponents(side) - self._lenient(side)))
            if verb == "undo":
                self._check_leave(side)
            await self._carry_out(verb, side, option, key, lang)

    def _check_here(self) -> None:
        """Raises Elsewhere where the table is open here no more."""
        if self.is_gone:
            raise Elsewhere

    def _check_length(self, side: str) -> None:
        """Raises Refused where so much was changed without anything coming of it that the game takes long to open."""
        if self.match.tail(side) >= MOST_TAIL:
            raise Refused(
                409, "too-long", "so much was changed here since dice last fell that no more is; go on playing"
            )

    def _check_leave(self, side: str) -> None:
        """Raises Refused where a side would take back the end of a phase without being let."""
        lenient = self._lenient(side)
        if self.match.to_be_asked(side, lenient) and not self.match.can_undo(side, lenient):
            raise Refused(409, "needs-leave", "the phase has ended; ask the other side whether it may be taken back")

    def _lenient(self, side: str) -> frozenset[str]:
        """The sides that let a side take back whatever it likes: bots, empty seats, and itself at the same screen."""
        others = frozenset(each for each in self._opponents(side) if self.seats[each].mode != "open")
        return frozenset(self.seats) - others - {side}

    def _opponents(self, side: str) -> frozenset[str]:
        """The sides of other people: neither of bots nor, at the same screen or with the same account, its own."""
        account = self.seats[side].account
        people = [seat for seat in self.seats.values() if seat.side not in ("", side) and seat.mode != "bot"]
        others = [seat.side for seat in people if account is None or seat.account != account]
        return frozenset(
            each for each in others if not any({side, each} <= set(listener.mine) for listener in self.listeners)
        )

    async def _done_before(self, verb: Verb, side: str, option: str, key: str, *, look_up: bool) -> bool:
        """Whether a request with this key was granted already. Raises Refused where it was another request."""
        earlier = self._keys.get(key)
        if earlier is None and look_up:
            find = functools.partial(records.act_with_key, game_id=self.id, key=key)
            earlier = await self._services.storage.read(find)
        if earlier is None:
            return False
        if (earlier.act, earlier.side) != (verb, side) or (verb == "choose" and earlier.option != option):
            raise Refused(409, "key-reused", "this key was used for another choice; make a new one for each")
        return True

    def refused(self, error: SandtableError, verb: Verb, side: str, lang: str) -> Refused:
        """What the rules forbid, in words for a client."""
        if isinstance(error, GameOver) or self.is_over:
            return Refused(409, "game-over", "the game is over")
        if isinstance(error, NothingToUndo):
            return Refused(409, "nothing-to-redo" if verb == "redo" else "nothing-to-undo", str(error))
        if isinstance(error, NoPlea):
            return Refused(409, "no-plea", str(error))
        if isinstance(error, BadOrder):
            return Refused(422, "bad-order", str(error))
        assert isinstance(error, IllegalChoice)
        if self.match.decision(side) is None:
            return Refused(409, "not-your-turn", "this side has nothing to decide now")
        return Refused(422, "illegal", self.match.view(side).game.texts(lang).refusal(error.refusal), error.rule)

    def asked(self, side: str) -> Decision:
        """What a side must decide. Raises Refused where it need not decide anything."""
        if self.is_over:
            raise Refused(409, "game-over", "the game is over")
        decision = self.match.decision(side)
        if decision is None:
            raise Refused(409, "not-your-turn", "this side has nothing to decide now")
        return decision

    async def _carry_out(self, verb: Verb, side: str, option: str, key: str, lang: str) -> None:
        """Act, store it, and only then let anybody know. Raises Refused."""
        before = self.match.number(PUBLIC)
        try:
            act = self.match.act(verb, side, option, key)
        except (IllegalChoice, BadOrder, NothingToUndo, NoPlea, GameOver) as error:
            raise self.refused(error, verb, side, lang) from None
        except Exception:
            _log.exception("table %s: a title failed", self.id)
            await self._reload()
            raise Refused(500, "broken-title", "the title failed to carry that out; nothing has changed") from None
        match = self.match
        updated = None if match.number(PUBLIC) == before else records.now()
        clock = self._turned(side)
        write = functools.partial(
            records.add_act, game_id=self.id, act=act, summary=match.summary(), floors=dict(match.floors),
            updated=updated, segment=match.segment(), clock=clock, happening=match.happening(),
        )  # fmt: skip
        try:
            await self.store(write)
        except Elsewhere:
            raise
        except IntegrityError:
            if await self._stored_after_all(verb, side, option, key):
                return
            raise _stale() from None
        except Exception as error:
            if isinstance(error, StorageAway):
                _log.error("table %s: a choice could not be stored: %s", self.id, error)
                self._go_on_later()
            else:
                _log.exception("table %s: a choice could not be stored", self.id)
            if await self._stored_after_all(verb, side, option, key):
                return
            raise Refused(503, "storage", "the choice could not be stored and was not made; try again") from None
        self.clock = clock
        if self.tutor is not None:
            self.tutor.follow(match.table)
        self._remember(act)
        self._note_formalities()
        self._wake_bots()
        self._wake_deputies()
        self._broadcast()
        self._call_absent()

    async def _stored_after_all(self, verb: Verb, side: str, option: str, key: str) -> bool:
        """Go back to what is stored; whether that has the act, of which a connection that broke did not tell."""
        await self._reload()
        if not await self._done_before(verb, side, option, key, look_up=True):
            return False
        self._wake_bots()
        self._wake_deputies()
        return True

    def _remember(self, act: records.Act) -> None:
        self._keys[act.key] = act
        if len(self._keys) > _KEYS:
            self._keys.popitem(last=False)

    async def _reload(self) -> None:
        """Go back to what is stored, and show everybody. Raises Refused where even that fails."""
        self._is_sound = False
        try:
            stored = await loading.stored(self._services.storage, self.id)
            assert stored is not None
            self.match = await loading.restored(stored)
            self.tutor = loading.tutor(stored, self.match)
            self.clock = stored.clock
        except Exception as error:
            if not isinstance(error, StorageAway):
                _log.exception("table %s cannot be opened again", self.id)
            raise Refused(503, "storage", "this game cannot be read at the moment; try again") from None
        self._is_sound = True
        self.inquiries.forget_the_past()
        self._note_formalities()
        for listener in self.listeners:
            listener.lines = 0
            self.show(listener)

    def _go_on_later(self) -> None:
        """Come back to a game that the database has interrupted, once."""
        if self._returning is None or self._returning.done():
            self._returning = self._in_background(self._go_on())

    async def _go_on(self) -> None:
        """When the database answers again, show what is stored, and let those act who were stopped."""
        while True:
            await asyncio.sleep(AGAIN)
            async with self.lock:
                try:
                    await self._reload()
                except Refused:
                    continue
                self._wake_bots()
                self._wake_deputies()
                return

    # Clocks

    async def claim(self, side: str) -> None:
        """Let a side win because another has used up its days. Raises Refused."""
        await asyncio.shield(self._in_background(self._claim(side)))

    async def _claim(self, side: str) -> None:
        async with self.lock:
            self._check_here()
            late = [] if self.clock is None or self.is_over else self.clock.late(self._services.now())
            others = [each for each in late if each != side]
            if not others or side in late:
                raise Refused(409, "not-late", "the other side still has time, or you have none yourself")
            await self._flag(others[0])

    async def strike(self) -> None:
        """End the game if somebody has lost it on time."""
        async with self.lock:
            self._check_here()
            await self._flag_late()

    async def _flag_late(self) -> None:
        """Who has used up the minutes of a game has lost it; days are claimed by the other side."""
        clock = self.clock
        if clock is None or self.is_over or clock.strikes is None or clock.strikes > self._services.now():
            return
        await self._flag(clock.late(self._services.now())[0])

    async def _flag(self, side: str) -> None:
        await self._carry_out("flag", side, "", f"flag:{self.match.seq + 1}", "en")

    async def _start_clock(self) -> None:
        """Let the clocks run once all seats are taken and somebody is here."""
        clock = self.clock
        if clock is None or clock.runs or any(seat.mode == records.OPEN for seat in self.seats.values()):
            return
        self.clock = self._turned("")
        if self.clock is not None and self.clock != clock:
            keep = functools.partial(timing.keep, game_id=self.id, clock=self.clock)
            await self.store(keep)

    def _turned(self, by: str) -> Clock | None:
        """The clocks after the last act; before all seats are taken they do not run."""
        clock = self.clock
        if clock is None or any(seat.mode == records.OPEN for seat in self.seats.values()):
            return clock
        asked = () if self.is_over else [decision.side for decision in self.match.table.decisions]
        return clock.turned(self._services.now(), asked, self.match.table.made, by)

    def clocks(self, side: str) -> Clocks | None:
        """The clocks as a side may know them: who has answered in secret is taken to be thinking still."""
        clock = self.clock
        if clock is None:
            return None
        waiting = () if self.is_over or not clock.runs else self.match.view(side).waiting_for
        return clock.told(self._services.now(), waiting)

    def _tell_time(self) -> None:
        """Tell everybody of the clocks for whom they are otherwise than before."""
        if self.clock is None:
            return
        for listener in list(self.listeners):
            told, now = self._timed.get(listener), self.clocks(listener.looking)
            if now is not None and (told is None or (told.due, told.left) != (now.due, now.left)):
                self._timed[listener] = now
                listener.send(encoded(now))

    # Calling people

    def _call_absent(self) -> None:
        """Have those written to whose move it is and who are not here."""
        post = self._services.post
        if post is None or self.is_over:
            return
        for decision in self.match.table.decisions:
            side, account = decision.side, self.seats[decision.side].account
            if account is not None and self.seats[side].mode != "bot" and not self._is_here(side):
                post.call(self._your_move(side, account), functools.partial(self._waits_for, side))

    def _your_move(self, side: str, account: int) -> YourMove:
        match = self.match
        named = {lang: match.table.game.texts(lang).name("side", side) for lang in LANGUAGES}
        return YourMove(
            table=self.id,
            account=account,
            game=self.game.name,
            title={lang: match.title.name.get(lang, match.title.name["en"]) for lang in LANGUAGES},
            scenario={lang: match.info.name.get(lang, match.info.name["en"]) for lang in LANGUAGES},
            side=named,
        )

    def _waits_for(self, side: str) -> bool:
        """Whether a side is asked something that nobody answers for it, and is not here."""
        asked = self.match.decision(side) is not None and side not in self._deputies
        return asked and not self.is_over and not self._is_here(side)

    def _is_here(self, side: str) -> bool:
        return any(side in listener.mine for listener in self.listeners)

    def _note_coming(self, listener: Listener) -> None:
        post = self._services.post
        if post is not None:
            for account in {self.seats[side].account for side in listener.mine} - {None}:
                assert account is not None
                post.has_come(self.id, account)

    # Standing orders

    def _note_formalities(self) -> None:
        """Say when the formalities that are asked from now on may be answered at the earliest."""
        formal = [each for each in self.match.table.decisions if each.prompt in self.match.title.formalities]
        known = {side: asked for side, asked in self._formal.items() if any(asked[0] is each for each in formal)}
        new = {each.side: (each, self._services.pace.due()) for each in formal if each.side not in known}
        self._formal = known | new

    async def _pause(self, side: str) -> None:
        """Wait until an answer to the formality that a side is asked may reach others."""
        asked = self._formal.get(side)
        if asked is not None and self._opponents(side):
            await self._services.pace.wait(asked[1])

    def _wake_deputies(self) -> None:
        """See to the questions of people who have standing orders on them, whether or not they are here."""
        if self.is_gone or self.is_over:
            return
        for decision in self.match.table.decisions:
            side, orders = decision.side, self.match.table.orders_on(decision)
            left = self._left.get(side)
            if left is not None and left[0] is decision and left[1] == orders:
                continue
            if orders and side not in self._deputies and self.seats[side].mode != "bot":
                self._deputies[side] = self._in_background(self._stand_in(decision, orders))

    def _deputies_beside(self, side: str) -> list[str]:
        """The other sides for which a standing order is about to answer, where everybody sits at one screen: to others
        it would tell that there is such an order."""
        return [each for each in self._deputies if side not in ("", each) and not self._opponents(each)]

    async def _stand_in(self, decision: Decision, orders: list[StandingOrder]) -> None:
        """Answer for a side what its standing orders call for, if it is still asked and still wants that."""
        side = decision.side
        option = await self._ordered(decision, orders)
        if option:
            await self._pause(side)
        async with self.lock:
            self._deputies.pop(side)
            if option and self.match.decision(side) is decision and self.match.table.orders_on(decision) == orders:
                try:
                    await self._carry_out("obey", side, option, f"standing:{self.match.seq + 1}", "en")
                except Elsewhere:
                    return
                except Refused as error:
                    _log.error("table %s: a standing order of %s was stopped: %s", self.id, side, error)
                return
            self._left[side] = decision, orders
            self._wake_deputies()
            news = News(self)
            for listener in self.listeners:
                if listener.looking == side or side in listener.mine:
                    self._update(listener, news)

    async def _ordered(self, decision: Decision, orders: list[StandingOrder]) -> str:
        """What standing orders answer; an empty text where the side is to be asked."""
        if not orders[0].unless:
            return "" if orders[0].answer == ASK else orders[0].answer
        try:
            whom = Whom(f"table {self.id}", self.id, decision.side)
            seen = self.seen(decision)
            return await _patiently(lambda: self._services.desk.run_for(whom, stand_in, seen, orders))
        except Exception:
            _log.exception("table %s: the standing orders of %s are of no use; it is asked", self.id, decision.side)
            return ""

    # Bots

    def _wake_bots(self) -> None:
        """Let every bot think that has something to decide, unless the table rests."""
        if self.is_gone or self.is_over or self.rests:
            return
        for decision in self.match.table.decisions:
            side = decision.side
            if self.seats[side].mode == "bot" and side not in self._thinking:
                self._thinking[side] = self._in_background(self._play(decision, self.match.latest(side)))

    async def _play(self, decision: Decision, latest: int) -> None:
        """Let a bot think about a decision and carry out what it chooses, if it is still asked then."""
        side = decision.side
        option = await self._thought(decision)
        async with self.lock:
            self._thinking.pop(side)
            if self.match.latest(side) != latest:
                self._wake_bots()
                return
            try:
                await self._carry_out("choose", side, option, f"bot:{self.match.seq + 1}", "en")
            except Elsewhere:
                return
            except Refused as error:
                _log.error("table %s: the bot of %s was stopped: %s", self.id, side, error)

    async def _thought(self, decision: Decision) -> str:
        if self.tutor is not None:
            return reply(self.tutor.lesson, self.match.table, decision)
        side = decision.side
        position = self.match.title.codec.hash(self.match.view(side).state)
        met = self._met.setdefault(side, set())
        seen = self.seen(decision)
        try:
            option, self._intents[side] = await _patiently(
                lambda: self._services.bots.run_for(
                    self._for_whom(side), think, seen, self.seats[side].bot, position in met, self._intents.get(side)
                )
            )
        except Exception:
            _log.exception("table %s: the bot of %s failed; its choice is left to chance", self.id, side)
            option = ""
        met.add(position)
        return option if decision.find(option) is not None else random.choice(decision.ids)

    def _for_whom(self, side: str) -> Whom:
        """In whose turn a bot thinks: of the network of who plays here, else of who looks on."""
        playing = sorted(listener.network for listener in self.listeners if listener.mine)
        here = playing or sorted(listener.network for listener in self.listeners)
        return Whom(here[0] if here else f"table {self.id}", self.id, side, is_awaited=bool(playing))

    def seen(self, decision: Decision) -> Seen:
        """What a worker is told: the view of a side and its decision."""
        header, side = self.match.header, decision.side
        view = self.match.view(side)
        source = f"{self.game.salt}/{self.id}/{self.match.number(side)}/{side}"
        return Seen(
            title=header.title,
            scenario=header.scenario,
            options=header.options,
            side=side,
            state=self.match.title.codec.encode(view.state),
            decision=msgspec.json.encode(decision),
            seed=int.from_bytes(hashlib.sha256(source.encode()).digest()[:8], "big"),
        )


async def _patiently(job: Callable[[], Awaitable[T]]) -> T:
    """Have something done that must be done, however much else waits."""
    while True:
        try:
            return await job()
        except TooMany:
            await asyncio.sleep(CROWDED)


def _seen_mode(seat: Seat) -> str:
    """Who sits there: by which way somebody came is nobody's business."""
    return records.HUMAN if is_taken_by_somebody(seat) else seat.mode


def _stale() -> Refused:
    return Refused(409, "stale", "the game has gone on since; look at the position and choose again")
