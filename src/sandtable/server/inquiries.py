"""Questions at a table that take work: odds, hints, positions of the past. Workers answer them, each once."""

from __future__ import annotations

import asyncio
import functools
from collections import OrderedDict
from typing import TYPE_CHECKING

from sandtable.kernel import Decision, GameOver, IllegalChoice, Texts
from sandtable.kernel.views import OpenView
from sandtable.players import Candidate, Thoughts
from sandtable.server import asking, showing
from sandtable.server.match import at_state
from sandtable.server.problems import Refused
from sandtable.server.protocol import Advice, HintAnswer, OddsAnswer, OutcomeBar, Position, SumLine
from sandtable.server.services import Services
from sandtable.server.storage import records
from sandtable.server.tasks import Reckoned, advise, play_on, reckon
from sandtable.server.turns import Whom
from sandtable.server.workers import WorkerFailed

if TYPE_CHECKING:
    from sandtable.server.live import LiveTable

_NEAR = 60
"""What is no further from a stored position is come to beside the odds, which nobody waits long for."""
_PAST = 64
_ADVICE = 6
"""How many options a hint speaks of."""


class Inquiries:
    """What is asked at one table, and what of the answers is kept."""

    def __init__(self, table: LiveTable, services: Services) -> None:
        self._table = table
        self._services = services
        self._counsel: dict[str, tuple[int, asyncio.Task[Thoughts]]] = {}
        """By side: the last advice, and after which act it was asked for."""
        self._odds: OrderedDict[tuple[str, str, int], asyncio.Task[Reckoned]] = OrderedDict()
        self._past: OrderedDict[tuple[int, str, str, bool], Position] = OrderedDict()

    def forget_the_past(self) -> None:
        """The game is no longer the one of which positions are kept."""
        self._past.clear()

    async def odds(self, side: str, option: str, lang: str, address: str = "") -> OddsAnswer:
        """The outcomes of an option that is offered. Raises Refused."""
        async with self._table.lock:
            try:
                decision = self._table.match.offering(side, option)
            except (IllegalChoice, GameOver) as error:
                raise self._table.refused(error, "choose", side, lang) from None
            task = self._reckoned(decision, option, address)
            lines = asking.preview(self._table.match, side, option, lang).lines
        try:
            exact, outcomes, assumed = await asyncio.shield(task)
        except WorkerFailed:
            raise Refused(503, "too-busy", "the odds took too long to work out; try again") from None
        texts = self._table.match.view(side).game.texts(lang)
        bars = [
            OutcomeBar(texts.separator.join(map(texts.result, keys)) or texts.phrase("odds.open"), chance, favours)
            for keys, chance, favours in outcomes
        ]
        if assumed:
            passed = texts.separator.join(texts.phrase(f"assumed.{prompt}") for prompt in assumed)
            lines = (*lines, SumLine(texts.phrase("odds.assumed"), passed, ""))
        return OddsAnswer(exact, tuple(bars), lines)

    def _reckoned(self, decision: Decision, option: str, address: str) -> asyncio.Task[Reckoned]:
        """The work on odds, begun once for each option of a position, however many ask; begun again if it failed."""
        key = (decision.side, option, self._table.match.latest(decision.side))
        known = self._odds.get(key)
        if known is not None and not (known.done() and (known.cancelled() or known.exception())):
            return known
        whom = Whom(address, self._table.id, decision.side)
        task = asyncio.create_task(self._services.desk.run_for(whom, reckon, self._table.seen(decision), option))
        self._odds[key] = task
        if len(self._odds) > _PAST:
            self._odds.popitem(last=False)
        return task

    async def hint(self, side: str, lang: str, address: str = "") -> HintAnswer:
        """What the computer would do in the place of a side that has something to decide. Raises Refused."""
        async with self._table.lock:
            if not self._table.gives_hints(side, ()):
                raise Refused(403, "no-hints", "against people there are hints only if all have agreed at the start")
            decision = self._table.asked(side)
            task = self._advised(decision, address)
        try:
            thoughts = await asyncio.shield(task)
        except WorkerFailed:
            raise Refused(503, "too-busy", "the hint took too long to think of; try again") from None
        texts = self._table.match.view(side).game.texts(lang)
        return HintAnswer(tuple(_advice(each, decision, texts) for each in thoughts.candidates[:_ADVICE]))

    def _advised(self, decision: Decision, address: str) -> asyncio.Task[Thoughts]:
        """The work on a hint, begun once for each position, however often it is asked for; begun again if it failed."""
        latest = self._table.match.latest(decision.side)
        known = self._counsel.get(decision.side)
        if known is not None and known[0] == latest and not (known[1].done() and known[1].exception()):
            return known[1]
        whom = Whom(address, self._table.id, decision.side)
        task = asyncio.create_task(self._services.coach.run_for(whom, advise, self._table.seen(decision)))
        self._counsel[decision.side] = latest, task
        return task

    async def past(self, side: str, number: int, lang: str, address: str = "") -> Position:
        """The position after so many choices, as a side may know it; of a game that is over, all. Raises Refused."""
        async with self._table.lock:
            entries = list(self._table.match.known_entries(side))
            title, is_over = self._table.match.title, self._table.match.table.result is not None
        if not 0 <= number <= len(entries):
            raise Refused(404, "no-such-position", f"choose a position from 0 to {len(entries)}")
        cached = self._past.get((number, side, lang, is_over))
        if cached is not None:
            return cached
        near, state, events = await self._nearest(number)
        choices = [(entry.side, entry.option) for entry in entries[near:number]]
        header = self._table.match.header
        workers = self._services.desk if len(choices) <= _NEAR else self._services.office
        try:
            reached, more = await workers.run_for(Whom(address, self._table.id, side), play_on, header, state, choices)
        except WorkerFailed:
            raise Refused(503, "too-busy", "that position took too long to come to; try again") from None
        table = at_state(header, reached, ())
        lines = self._table.match.heard(side, events, more)
        view = OpenView(table.game, side) if is_over else table.view(side)
        shown = showing.past_position(title, view, number, lang, lines)
        if number <= self._table.match.stored_number:
            self._past[number, side, lang, is_over] = shown
            if len(self._past) > _PAST:
                self._past.popitem(last=False)
        return shown

    async def _nearest(self, number: int) -> tuple[int, bytes | None, int]:
        """The last stored position before: how many choices lie before it, its state, and how many events."""
        find = functools.partial(records.state_before, game_id=self._table.id, number=number)
        found = await self._services.storage.read(find)
        if found is None:
            return 0, None, 0
        count = functools.partial(records.events_before, game_id=self._table.id, number=found[0])
        return found[0], found[2], await self._services.storage.read(count)


def _advice(candidate: Candidate, decision: Decision, texts: Texts) -> Advice:
    option = decision.find(candidate.option)
    assert option is not None
    then = tuple(map(texts.option, candidate.then))
    return Advice(
        option.id, texts.answer(decision, option), candidate.prospects, candidate.value, candidate.visits, then
    )
