"""All tables of the server: opened when somebody comes, put away when nobody has come for a while."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import secrets
from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from sandtable.kernel import Table, UnknownTitle, title
from sandtable.mechanics.lessons import lessons
from sandtable.mechanics.title import AnyHexTitle, HexTitle
from sandtable.players import player_names
from sandtable.server import clocks, loading, tokens
from sandtable.server.clocks import Clock
from sandtable.server.limits import Gates
from sandtable.server.live import LiveTable
from sandtable.server.match import Match, whole_segment
from sandtable.server.owners import Elsewhere, Owners
from sandtable.server.problems import BROKEN_GAME, Refused, no_such_table
from sandtable.server.protocol import ClockPlan, Keys, NewTable, SeatPlan, Study
from sandtable.server.seating import free_at_home, is_among_people
from sandtable.server.services import Services
from sandtable.server.storage import StorageAway, lists, records, timing
from sandtable.server.storage.leases import Lease
from sandtable.server.storage.records import Act, GameRecord, Seat, Segment, Terms

_SWEEP = 10.0
_AT_ONCE = 2
"""So many games are opened at the same time for one network."""
_MOST_OPTIONS = 50
_AMOUNTS = {"days": range(1, 61), "minutes": range(1, 6001)}
_log = logging.getLogger(__name__)


def hex_title(title_id: str) -> AnyHexTitle:
    """A title that can be shown in a browser. Raises UnknownTitle."""
    found = title(title_id)
    if not isinstance(found, HexTitle):
        raise UnknownTitle(f"{title_id} is not played on a map")
    return found


class Tables:
    """The live tables by id."""

    def __init__(self, services: Services, owners: Owners, idle: float) -> None:
        self._services = services
        self._owners = owners
        self._idle = idle
        self._live: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._gates = Gates(_AT_ONCE)
        self._releasing: set[asyncio.Task[None]] = set()
        self._doubting: asyncio.Task[None] | None = None

    async def get(self, table_id: str, network: str = "") -> LiveTable:
        """A table, which is opened in the turn of a network if need be.

        Raises Refused where there is no such table, Elsewhere where another server has it open, and StorageAway.
        """
        if not tokens.is_table_id(table_id):
            raise no_such_table()
        await self._check(table_id)
        task = self._live.get(table_id)
        if task is None:
            task = self._live[table_id] = asyncio.create_task(self._load(table_id, network))
        try:
            live = await asyncio.shield(task)
        except (StorageAway, Elsewhere):
            self._drop(table_id, task)
            raise
        except Exception as error:
            self._drop(table_id, task)
            _log.exception("table %s cannot be opened", table_id)
            message = "this game cannot be played on: its title has changed since; its report tells what happened"
            raise Refused(409, BROKEN_GAME, message) from error
        if live is None:
            self._drop(table_id, task)
            raise no_such_table()
        return live

    def _drop(self, table_id: str, task: asyncio.Task[LiveTable | None]) -> None:
        """Forget a table, unless it was opened anew meanwhile."""
        if self._live.get(table_id) is task:
            del self._live[table_id]

    async def _check(self, table_id: str) -> None:
        """See that a table is here no more that another server has taken over. Raises StorageAway."""
        live = self.loaded(table_id)
        if live is None:
            return
        is_doubtful = live.lease is not None and not live.is_gone and not self._owners.is_sure
        if is_doubtful and live.lease is not None and await self._owners.lost([live.lease]):
            live.be_gone()
        if live.is_gone and self.loaded(table_id) is live:
            del self._live[table_id]

    async def elsewhere(self, table_id: str) -> Elsewhere | None:
        """At which other server a table is open; None where it is here, or nowhere. Raises StorageAway."""
        await self._check(table_id)
        return None if table_id in self._live else await self._owners.elsewhere(table_id)

    def doubt(self) -> None:
        """This server was taken for dead: find out which tables others have opened meanwhile, and leave them."""
        if self._doubting is None or self._doubting.done():
            self._doubting = asyncio.create_task(self._leave_lost())

    async def _leave_lost(self) -> None:
        held = {live.lease: live for each in list(self._live) if (live := self.loaded(each)) and live.lease}
        try:
            lost = await self._owners.lost(held)
        except StorageAway as error:
            _log.error("the database is away: %s", error)
            return
        for lease in lost:
            held[lease].be_gone()
        self.put_away()

    def loaded(self, table_id: str) -> LiveTable | None:
        """A table, if it is open."""
        task = self._live.get(table_id)
        return task.result() if task is not None and task.done() and task.exception() is None else None

    async def _load(self, table_id: str, network: str) -> LiveTable | None:
        lease = await self._owners.claim(table_id)
        try:
            async with self._gates.of(network):
                stored = await loading.stored(self._services.storage, table_id)
                match = None if stored is None else await loading.restored(stored)
        except BaseException:
            self._release(lease)
            raise
        if stored is None or match is None:
            self._release(lease)
            return None
        return LiveTable(
            stored.game, stored.seats, match, self._services, stored.terms, loading.tutor(stored, match), stored.clock,
            lease,
        )  # fmt: skip

    def _release(self, lease: Lease | None) -> None:
        """Let others open a table, in the background."""
        if lease is not None:
            task = asyncio.create_task(self._let_go(lease))
            self._releasing.add(task)
            task.add_done_callback(self._releasing.discard)

    async def _let_go(self, lease: Lease) -> None:
        try:
            await self._owners.release(lease)
        except StorageAway as error:
            _log.error("the database is away: %s", error)

    async def sweep(self) -> None:
        """Put tables away that nobody needs, for as long as the server runs."""
        while True:
            await asyncio.sleep(_SWEEP)
            self.put_away()

    async def watch_clocks(self, tick: float) -> None:
        """End games that somebody has lost on time, whether or not anybody is there, for as long as the server runs."""
        broken: set[str] = set()
        is_away = False
        while True:
            await asyncio.sleep(tick)
            try:
                late = await self._services.storage.read(functools.partial(timing.overdue, now=self._services.now()))
            except StorageAway as error:
                if not is_away:
                    _log.error("the clocks cannot be read: %s", error)
                is_away = True
                continue
            is_away = False
            for table_id in late:
                if table_id in broken:
                    continue
                try:
                    await (await self.get(table_id)).strike()
                except StorageAway:
                    break
                except Elsewhere:
                    continue
                except Refused as error:
                    if error.problem.code != "storage":
                        broken.add(table_id)

    def put_away(self) -> None:
        """Forget the tables that nobody needs, those that are gone, and those that never came."""
        for table_id, task in list(self._live.items()):
            if not task.done():
                continue
            live = self.loaded(table_id)
            if live is None or live.is_gone:
                del self._live[table_id]
            elif live.idle > self._idle:
                live.is_gone = True
                del self._live[table_id]
                self._release(live.lease)

    async def set_up(self, plan: NewTable, account: int | None) -> Keys:
        """A new game. Raises SandtableError for what does not exist, Refused for what makes no sense."""
        found = hex_title(plan.title)
        info = found.scenario(plan.scenario)
        _check_seats(plan.seats, info.sides, player_names(found))
        if len(plan.options) > _MOST_OPTIONS:
            raise Refused(422, "bad-body", "these are more optional rules than there are")
        await asyncio.to_thread(found.content, plan.scenario, tuple(sorted(set(plan.options))))
        table = Table.new(found, plan.scenario, plan.options, plan.seed)
        clock = None if plan.clock is None else _clock(plan.clock, plan.seats)
        study: tuple[Study, ...] = () if plan.seed is None else ("seed",)
        terms = Terms(hints=plan.hints, study=study)
        return await self.open(table, plan.name, plan.seats, account, terms=terms, clock=clock)

    async def teach(self, title_id: str, lesson_id: str, account: int | None) -> Keys:
        """A table at the position of a lesson. Raises UnknownTitle, Refused where there is no such lesson."""
        lesson = lessons(hex_title(title_id)).get(lesson_id)
        if lesson is None:
            raise Refused(404, "no-such-lesson", "the title has no lesson of that name")
        table = await asyncio.to_thread(lesson.table)
        name = lesson.file.name["en"]
        sides = lesson.title.scenario(lesson.file.scenario).sides
        plans = {side: SeatPlan("human" if side == lesson.file.side else "bot") for side in sides}
        begun = [segment] if table.entries and (segment := whole_segment(table)) is not None else []
        return await self.open(table, name, plans, account, acts_of(table), begun, lesson=lesson.id)

    async def open(
        self,
        table: Table,
        name: str,
        plans: Mapping[str, SeatPlan],
        account: int | None,
        choices: Sequence[Act] = (),
        segments: Sequence[Segment] = (),
        terms: Terms = Terms(),  # noqa: B008 - it cannot change
        lesson: str = "",
        clock: Clock | None = None,
    ) -> Keys:
        """Store a table and hand out what opens its seats."""
        table_id, salt, moment = tokens.new_table_id(), secrets.token_hex(16), records.now()
        game = GameRecord(
            id=table_id,
            name=name,
            header=table.header,
            salt=salt,
            created=moment,
            updated=moment,
            summary=Match(table).summary(),
        )
        keys = Keys(
            table=table_id,
            tokens={side: tokens.new_token() for side, plan in plans.items() if plan.mode == "human"},
            invitations={side: tokens.new_token() for side, plan in plans.items() if plan.mode == "open"},
            spectator=tokens.new_token(),
        )
        if len(keys.tokens) > 1:
            terms = replace(terms, study=(*terms.study, "seats"))
        write = functools.partial(
            records.add_game, game=game, seats=_seats(keys, plans, account), acts=choices, segments=segments,
            agreed=terms, lesson=lesson, clock=clock,
        )  # fmt: skip
        await self._services.storage.write(write)
        return keys

    async def renew(self, table_id: str) -> Keys:
        """New tokens for the seats that are free to whoever is at the machine of a local server. Raises Refused."""
        live = await self.get(table_id)
        seats = list(live.seats.values())
        free = free_at_home(seats)
        if live.is_played and not is_among_people(seats):
            free = ()
        fresh = {side: tokens.new_token() for side in free}
        digests = {side: tokens.digest(token) for side, token in fresh.items()}
        if not free or not await self._change_tokens(live, digests):
            raise Refused(409, "seat-taken", "another browser plays this game; watch it, or give the seat up there")
        live.send_away(free)
        return Keys(table=table_id, tokens=fresh, invitations={}, spectator="")

    async def give_up(self, live: LiveTable, sides: Collection[str]) -> None:
        """Let go of seats, so that somebody else can take them."""
        await self._change_tokens(live, dict.fromkeys(sides, ""))
        live.send_away(sides)

    async def _change_tokens(self, live: LiveTable, digests: Mapping[str, str]) -> bool:
        """Whether nobody else has changed who holds these seats meanwhile."""
        known = [live.seats[side] for side in digests]
        change = functools.partial(records.change_tokens, game_id=live.id, known=known, tokens=digests)
        is_done = await live.store(change)
        await live.reseat()
        return is_done

    async def note_holding(self, live: LiveTable, held: Collection[str]) -> None:
        """A visitor opens some seats: where these are several, everybody at the table is told so for good."""
        if len(held) > 1 and "seats" not in live.terms.study:
            mark = functools.partial(records.mark_as_study, game_id=live.id, why="seats")
            await live.store(mark)
            await live.reseat()

    async def remove(self, live: LiveTable) -> None:
        """Delete a game for good; whoever is at its table is sent away."""
        await live.end(functools.partial(lists.remove, game_id=live.id))
        self.put_away()

    async def invited_to(self, invitation: str) -> tuple[LiveTable, str]:
        """The table and the side that an invitation is for. Raises Refused."""
        found = await self._services.storage.read(
            functools.partial(records.invited_to, invitation=tokens.digest(invitation))
        )
        if found is None:
            raise _no_invitation()
        return await self.get(found[0]), found[1]

    async def join(self, invitation: str, account: int | None, agrees: Terms) -> Keys:
        """Take a seat with an invitation, which is void from then on. Raises Refused."""
        token = tokens.new_token()
        take = functools.partial(
            records.take_invitation,
            invitation=tokens.digest(invitation),
            token=tokens.digest(token),
            account=account,
            agrees=agrees,
        )
        taken = await self._services.storage.write(take)
        if taken is None:
            raise _no_invitation()
        table_id, side = taken
        if table_id in self._live:
            with contextlib.suppress(Refused):
                await (await self.get(table_id)).reseat()
        return Keys(table=table_id, tokens={side: token}, invitations={}, spectator="")

    async def close(self) -> None:
        for task in self._live.values():
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await task


def acts_of(table: Table) -> list[Act]:
    """The choices that were made at a table before it was opened here, as its journal has them."""
    return [
        Act(
            seq=entry.number,
            act="obey" if entry.by_order else "choose",
            side=entry.side,
            option=entry.option,
            number=entry.number - 1,
            check=entry.check,
            key=f"upload:{entry.number}",
        )
        for entry in table.entries
    ]


def _no_invitation() -> Refused:
    return Refused(404, "no-invitation", "this invitation is unknown or was used already; ask for a new game")


def _check_seats(plans: Mapping[str, SeatPlan], sides: Sequence[str], bots: Sequence[str]) -> None:
    if set(plans) != set(sides):
        raise Refused(422, "bad-seats", f"say who sits at each of the sides {', '.join(sides)}, and at no other")
    for side, plan in plans.items():
        if plan.mode == "bot" and plan.bot not in bots:
            raise Refused(422, "bad-seats", f"{side}: there is no such bot; choose one of {', '.join(bots)}")


def _clock(plan: ClockPlan, seats: Mapping[str, SeatPlan]) -> Clock:
    """The clocks of the people at a table. Raises Refused."""
    if plan.amount not in _AMOUNTS[plan.kind]:
        most = _AMOUNTS[plan.kind].stop - 1
        raise Refused(422, "bad-clock", f"a clock has from 1 to {most} {plan.kind}")
    return clocks.set_up(plan, [side for side, seat in seats.items() if seat.mode != "bot"])


def _seats(keys: Keys, plans: Mapping[str, SeatPlan], account: int | None) -> list[Seat]:
    seats = [
        Seat(
            side=side,
            mode=plan.mode,
            bot=plan.bot if plan.mode == "bot" else "",
            token=tokens.digest(keys.tokens[side]) if side in keys.tokens else "",
            invitation=tokens.digest(keys.invitations[side]) if side in keys.invitations else "",
            account=account if plan.mode == "human" else None,
        )
        for side, plan in plans.items()
    ]
    return [*seats, Seat(side="", mode="spectator", token=tokens.digest(keys.spectator))]
