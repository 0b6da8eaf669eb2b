"""The calls about tables: setting one up, finding and resuming it, saves, reports and invitations."""

from __future__ import annotations

import asyncio
import functools
import tempfile
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from sandtable.kernel import Table
from sandtable.players import player_names
from sandtable.render.record import record
from sandtable.server import rest, showing
from sandtable.server.accounts import Accounts
from sandtable.server.clocks import Clock
from sandtable.server.closed import closed
from sandtable.server.limits import Buckets
from sandtable.server.live import LiveTable
from sandtable.server.problems import BROKEN_GAME, Refused, no_such_table
from sandtable.server.protocol import InvitationCard, NewLesson, NewTable, SeatPlan, TableCard
from sandtable.server.seating import free_at_home, is_among_people, is_taken_by_somebody, opened_by
from sandtable.server.services import Services
from sandtable.server.settings import Settings
from sandtable.server.storage import lists, records, timing
from sandtable.server.tables import Tables, acts_of, hex_title
from sandtable.server.tasks import BadSave, Replayed, check_save, play_to, write_report
from sandtable.server.tokens import digest
from sandtable.server.turns import Whom
from sandtable.server.workers import WorkerFailed

_LONGEST_NAME = 100
_LARGEST_SEED = 2**63 - 1


class Invitation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/invitations and, without taking the seat, POST /api/invitations/look."""

    token: str
    hints: bool = False
    """Whether the guest agrees that hints of the computer are given."""


class StudyFrom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{table}/study: after how many choices to play on."""

    number: int


class Archived(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{table}/archive: whether the game is to lie there."""

    archived: bool


class Parlour:
    """What can be done with tables without sitting down at one."""

    def __init__(self, tables: Tables, services: Services, settings: Settings, accounts: Accounts) -> None:
        self._tables = tables
        self._services = services
        self._settings = settings
        self._accounts = accounts
        self._costly = Buckets(settings.limits.set_ups)

    def _is_at_home(self, request: Request) -> bool:
        """Whether the asker sits at the machine of a local server, and may see all that is on it."""
        return not self._settings.shared and rest.is_loopback(rest.address(request))

    def _whom(self, request: Request, live: LiveTable | None = None) -> Whom:
        """In whose turn the long work of a call is done."""
        return Whom(rest.network(rest.address(request)), live.id if live is not None else "")

    def _spend(self, request: Request) -> None:
        if not self._is_at_home(request) and not self._costly.take(rest.address(request)):
            raise Refused(429, "slow-down", "you ask for much at once; wait a moment")

    async def _account(self, request: Request) -> int | None:
        account = await self._accounts.of(request)
        return account.id if account else None

    async def set_up(self, request: Request) -> Response:
        self._spend(request)
        plan = await rest.body(request, NewTable, self._settings.limits.body)
        _check_name(plan.name)
        if plan.seed is not None and not 0 <= plan.seed <= _LARGEST_SEED:
            raise Refused(422, "bad-seed", f"a seed is a number from 0 to {_LARGEST_SEED}")
        if plan.seed is not None and self._settings.shared and any(p.mode == "open" for p in plan.seats.values()):
            raise Refused(422, "bad-seed", "who chooses the seed can foresee the dice; leave it out to play others")
        return rest.json(await self._tables.set_up(plan, await self._account(request)), 201)

    async def teach(self, request: Request) -> Response:
        """A lesson, begun anew."""
        self._spend(request)
        wanted = await rest.body(request, NewLesson, self._settings.limits.body)
        return rest.json(await self._tables.teach(wanted.title, wanted.lesson, await self._account(request)), 201)

    async def list(self, request: Request) -> Response:
        """A page of games; where there are more, a link in the head of the answer says where."""
        lang, after = rest.lang(request), _place(request.query_params.get("after", ""))
        is_archive = request.query_params.get("archive", "") == "true"
        digests = [digest(token) for token in rest.bearer(request)]
        if self._is_at_home(request):
            look = functools.partial(lists.all_games, after=after, is_archive=is_archive)
            every, more = await self._services.storage.read(look)
            found = [lists.OwnGame(game, _playable(seats, digests)) for game, seats in every]
        else:
            account = await self._account(request)
            find = functools.partial(
                lists.games_opened_by, digests=digests, account=account, after=after, is_archive=is_archive
            )
            found, more = await self._services.storage.read(find)
        timed = functools.partial(timing.clocks_of, games=[each.game.id for each in found])
        clocks = await self._services.storage.read(timed)
        now = self._services.now()
        cards = (_card(each, lang, clocks.get(each.game.id), now) for each in found)
        answer = rest.json([card for card in cards if card is not None])
        if more is not None:
            shelf = "&archive=true" if is_archive else ""
            link = f"/api/tables?lang={lang}{shelf}&after={quote(f'{more.updated}/{more.id}', safe='')}"
            answer.headers["link"] = f'<{link}>; rel="next"'
        return answer

    async def put_away(self, request: Request) -> Response:
        """A game goes into the archive of who asks, or comes out of it; in the lists of others it stays as it is."""
        wanted = await rest.body(request, Archived, self._settings.limits.body)
        live, _ = await self._opened(request)
        digests, account = [digest(token) for token in rest.bearer(request)], await self._account(request)
        look = functools.partial(lists.held_seats, game_id=live.id, digests=digests, account=account)
        held = (lists.HOME,) if self._is_at_home(request) else await self._services.storage.read(look)
        change = lists.put_away if wanted.archived else lists.take_out
        await self._services.storage.write(functools.partial(change, game_id=live.id, sides=held))
        return Response(status_code=204)

    async def delete(self, request: Request) -> Response:
        """A game in which nobody else sits is gone for good."""
        live, held = await self._opened(request)
        seats = [seat for side, seat in live.seats.items() if side]
        mine = {*held, *(free_at_home(seats) if self._is_at_home(request) else ())}
        if not mine or any(is_taken_by_somebody(seat) and seat.side not in mine for seat in seats):
            message = "only who holds all the seats of people deletes a game; put it into the archive instead"
            raise Refused(403, "others-play", message)
        await self._tables.remove(live)
        return Response(status_code=204)

    async def upload(self, request: Request) -> Response:
        """A saved game becomes a table."""
        self._spend(request)
        data = await rest.raw_body(request, self._settings.limits.save)
        if data.count(b"\n") > self._settings.limits.choices:
            most = self._settings.limits.choices
            raise Refused(413, "too-long", f"a saved game may have {most} choices; open longer ones in the terminal")
        bots = _bots(request.query_params.get("bots", ""))
        try:
            checked = await self._services.office.run_for(self._whom(request), check_save, data)
        except WorkerFailed:
            raise Refused(422, "bad-save", "the save could not be played again in time") from None
        except BadSave as error:
            raise Refused(422, "bad-save", str(error)) from None
        table = await asyncio.to_thread(_opened, checked.save)
        known = player_names(table.title)
        sides = table.title.scenario(table.header.scenario).sides
        if not set(bots) <= set(sides) or not set(bots.values()) <= set(known):
            raise Refused(422, "bad-seats", f"the sides are {', '.join(sides)}, the bots {', '.join(known)}")
        plans = {side: SeatPlan("bot", bots[side]) if side in bots else SeatPlan("human") for side in sides}
        account = await self._account(request)
        terms = records.Terms(study=("past",))
        opened = await self._tables.open(table, "", plans, account, acts_of(table), _segments(checked), terms)
        return rest.json(opened, 201)

    async def renew(self, request: Request) -> Response:
        if not self._is_at_home(request):
            raise Refused(403, "secret", "only who sits at the machine of a local server can take its seats again")
        return rest.json(await self._tables.renew(rest.path(request, "table")))

    async def give_up(self, request: Request) -> Response:
        if self._settings.shared:
            raise Refused(403, "secret", "on a shared server nobody could take the seat again")
        live, held = await self._opened(request)
        if not held:
            raise Refused(403, "no-seat", "nothing you hold opens a seat at this table")
        await self._tables.give_up(live, held)
        return Response(status_code=204)

    async def join(self, request: Request) -> Response:
        self._spend(request)
        given = await rest.body(request, Invitation, self._settings.limits.body)
        agrees = records.Terms(hints=given.hints)
        return rest.json(await self._tables.join(given.token, await self._account(request), agrees))

    async def look(self, request: Request) -> Response:
        """What one is invited to, before one takes the seat."""
        self._spend(request)
        given = await rest.body(request, Invitation, self._settings.limits.body)
        live, side = await self._tables.invited_to(given.token)
        lang = rest.lang(request)
        texts, info = live.match.table.game.texts(lang), live.match.info
        card = InvitationCard(
            title_name=_said(live.match.title.name, lang),
            scenario_name=_said(info.name, lang),
            side=texts.name("side", side),
            hints=live.terms.hints,
            clock=None if live.clock is None else live.clock.plan,
            study=live.terms.study,
        )
        return rest.json(card)

    async def save(self, request: Request) -> Response:
        self._spend(request)
        live, held = await self._opened(request)
        async with live.lock:
            seats = [seat for side, seat in live.seats.items() if side]
            hot = all(is_taken_by_somebody(seat) and seat.side in held for seat in seats)
            is_open = live.is_over and held and not live.match.header.later  # the game it left may still be running
            alone = not is_among_people(seats)
            if not (is_open or (alone and (self._is_at_home(request) or hot))):
                message = "a save holds what sides may not know and the seed of the dice; it is open after the end"
                raise Refused(403, "secret", message)
            data = _saved(live.match.table)
        name = f"{live.match.header.title}-{live.id}.sandtable"
        headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
        return Response(data, headers=headers, media_type="application/octet-stream")

    async def study(self, request: Request) -> Response:
        """A position of a finished or own game becomes a table of its own, and is played on there."""
        self._spend(request)
        wanted = await rest.body(request, StudyFrom, self._settings.limits.body)
        live, held = await self._opened(request)
        async with live.lock:
            others = [seat for side, seat in live.seats.items() if side and side not in held]
            if not held or not (live.is_over or all(seat.mode == "bot" for seat in others)):
                message = "a running game against people is not studied; any position of it is open after the end"
                raise Refused(403, "secret", message)
            entries = live.match.known_entries("" if live.is_over else held[0])
            if not 0 <= wanted.number <= len(entries):
                raise Refused(404, "no-such-position", f"choose a position from 0 to {len(entries)}")
            choices = [(entry.side, entry.option) for entry in entries[: wanted.number]]
            header, name = live.match.header, live.game.name
            plans = {seat.side: SeatPlan("bot", seat.bot) for seat in others if seat.mode == "bot"}
        try:
            replayed = await self._services.office.run_for(self._whom(request, live), play_to, header, choices)
            table = await asyncio.to_thread(_opened, replayed.save)
        except WorkerFailed:
            raise Refused(503, "too-busy", "the game took too long to play again; try again") from None
        sides = table.title.scenario(header.scenario).sides
        seats = {side: plans.get(side, SeatPlan("human")) for side in sides}
        account = await self._account(request)
        terms = records.Terms(study=("past",))
        opened = await self._tables.open(table, name, seats, account, acts_of(table), _segments(replayed), terms)
        return rest.json(opened, 201)

    async def report(self, request: Request) -> Response:
        self._spend(request)
        lang = rest.lang(request)
        try:
            live, held = await self._opened(request)
        except Refused as error:
            if error.problem.code != BROKEN_GAME:
                raise
            return await self._record(request, lang)
        async with live.lock:
            side = None if live.is_over else _reporter(request, held)
            entries = live.match.known_entries(side or "")
            choices = [(entry.side, entry.option) for entry in entries]
            header = live.match.header
        try:
            page = await self._services.office.run_for(
                self._whom(request, live), write_report, header, choices, side, live.game.name, lang
            )
        except WorkerFailed:
            raise Refused(503, "too-busy", "the report took too long to write; try again") from None
        return await self._record(request, lang) if page is None else _page(page)

    async def _record(self, request: Request, lang: str) -> Response:
        """What can still be read of a game that cannot be opened, or not be played again from its beginning."""
        find = functools.partial(closed, game_id=rest.path(request, "table"))
        found = await self._services.storage.read(find)
        assert found is not None
        held = opened_by(found.seats, rest.bearer(request), await self._account(request))
        if held is None and not self._is_at_home(request):
            raise no_such_table()
        side = None if found.is_over else _reporter(request, tuple(sorted(filter(None, held or ()))))
        return _page(record(found.kept, side, lang))

    async def _opened(self, request: Request) -> tuple[LiveTable, tuple[str, ...]]:
        """The table of a call and the sides that the asker holds. Raises Refused for strangers."""
        live = await self._tables.get(rest.path(request, "table"), rest.network(rest.address(request)))
        held = live.opened_by(rest.bearer(request), await self._account(request))
        if held is None and not self._is_at_home(request):
            raise no_such_table()
        await self._tables.note_holding(live, held or ())
        return live, held or ()


def _playable(seats: Sequence[records.Seat], digests: Collection[str]) -> tuple[str, ...]:
    """The sides that somebody at the machine of a local server can play: the own ones, and those that are free."""
    free = free_at_home(seats)
    return tuple(sorted(seat.side for seat in seats if seat.side and (seat.side in free or seat.token in digests)))


def _place(given: str) -> lists.Place | None:
    """Where a page begins, as the link to it says. Raises Refused."""
    updated, slash, game_id = given.partition("/")
    if given and (not slash or "\0" in given):
        raise Refused(400, "bad-page", "follow the link to the next page as it was given")
    return lists.Place(updated, game_id) if given else None


def _check_name(name: str) -> None:
    if len(name) > _LONGEST_NAME or "\0" in name:
        raise Refused(422, "bad-name", f"a name has no more than {_LONGEST_NAME} letters")


def _reporter(request: Request, held: tuple[str, ...]) -> str:
    """Whose report it is while the game runs: a side that the asker holds, else everybody's."""
    side = request.query_params.get("side", held[0] if held else "")
    if side and side not in held:
        raise Refused(403, "not-your-side", "you do not hold that side")
    return side


def _page(html: str) -> Response:
    return Response(html, headers={"cache-control": "no-store"}, media_type="text/html; charset=utf-8")


def _bots(given: str) -> dict[str, str]:
    """`red:greedy,blue:random` as sides and bots."""
    pairs = [part.partition(":") for part in given.split(",") if part.strip()]
    return {side.strip(): bot.strip() for side, _, bot in pairs}


def _segments(found: Replayed) -> list[records.Segment]:
    return [records.Segment(**msgspec.structs.asdict(each)) for each in found.snapshots]


def _opened(data: bytes) -> Table:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "upload"
        path.write_bytes(data)
        return Table.trusted(path)


def _saved(table: Table) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "save"
        table.save(path)
        return path.read_bytes()


def _card(own: lists.OwnGame, lang: str, clock: Clock | None, now: float) -> TableCard | None:
    """A game in the list; None where its title is no longer installed."""
    game, summary = own.game, own.game.summary
    try:
        title = hex_title(game.header.title)
        info = title.scenario(game.header.scenario)
    except Exception:
        return None
    return TableCard(
        id=game.id,
        name=game.name,
        title=title.id,
        title_name=_said(title.name, lang),
        scenario=info.id,
        scenario_name=_said(info.name, lang),
        turn=summary.turn,
        choices=summary.choices,
        waiting_for=summary.waiting_for,
        result=showing.outcome(summary.result, title.texts(lang)),
        updated=game.updated,
        sides=own.sides,
        clocks=None if clock is None or summary.result else clock.told(now, summary.waiting_for),
    )


def _said(names: Mapping[str, str], lang: str) -> str:
    return names.get(lang) or names.get("en", "")
