"""Standing orders on the server: known to their seat alone, and an answer by order looks like a quick one by hand."""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import json
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sandtable.kernel import Decision, StandingOrder, Table
from sandtable.server import loading
from sandtable.server.live import LiveTable
from sandtable.server.match import SEGMENT, Match
from sandtable.server.pace import LONGEST, SHORTEST, Pace
from sandtable.server.protocol import Position
from sandtable.server.services import Services
from sandtable.server.settings import Settings
from sandtable.server.storage import Storage, records
from sandtable.server.storage.records import GameRecord, Seat
from server.harness import NO_LIMITS, SCENARIO, TITLE, Client, Data, Server, new_key, problem, serving
from server.transcript import Inline

HOLD = StandingOrder("fire", "do:pass")
UNLESS_A_HIT = StandingOrder("fire", "do:pass", unless=0.01, hopes=("hit", "kill"))
QUICK = 0.2
"""How many seconds somebody takes who answers at once."""
GIVEN = f"standing:{HOLD.name}"


class Case(NamedTuple):
    """A game in which a side is asked whether to fire at movers."""

    title: str
    scenario: str
    seed: int
    asked: str
    mover: str
    prompt: str
    hopes: tuple[str, ...]
    steps: int
    """How many choices are made."""

    @property
    def hold(self) -> StandingOrder:
        return StandingOrder(self.prompt, "do:pass")

    @property
    def unless(self) -> StandingOrder:
        return StandingOrder(self.prompt, "do:pass", unless=0.01, hopes=self.hopes)


PRIMER = Case(TITLE, SCENARIO, 11, "blue", "red", "fire", ("hit", "kill"), 1000)
FIRST_FIRE = Case(
    "rileys_road", "farm", 11, "german", "canadian", "first-fire", ("pin-check", "morale-check", "casualties"), 40
)


class Clock:
    """Time that passes only when it is told to."""

    def __init__(self) -> None:
        self.time = 0.0
        self.sleeping: list[tuple[float, int, asyncio.Future[None]]] = []
        self._naps = 0

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        self._naps += 1
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self.sleeping, (self.time + seconds, self._naps, woken))
        await woken

    def wake_next(self) -> None:
        self.time, _, woken = heapq.heappop(self.sleeping)
        woken.set_result(None)


class Ear:
    """A client that notes all that it is sent, and when; what differs in every game is made alike."""

    def __init__(self, side: str, clock: Clock, mine: tuple[str, ...] | None = None) -> None:
        self.looking = side
        self.lang = "en"
        self.lines = 0
        self.shown: Position | None = None
        self.mine = ((side,) if side else ()) if mine is None else mine
        self.who = side
        self.network = ""
        self.heard: list[tuple[float, Data]] = []
        self._clock = clock
        self._revisions: dict[str, int] = {}

    def send(self, message: bytes) -> None:
        told = json.loads(message)
        for field in {"revision", "base"} & told.keys():
            told[field] = self._revisions.setdefault(told[field], len(self._revisions))
        self.heard.append((round(self._clock.time, 6), told))

    def send_away(self) -> None: ...


class Playing(NamedTuple):
    """A game between two people with somebody looking on."""

    live: LiveTable
    clock: Clock
    ears: dict[str, Ear]
    storage: Storage

    async def settle(self) -> None:
        """Wait until everything that is under way is done, or waits for the clock."""
        await asyncio.sleep(0)
        while len(self.live._tasks) != len(self.clock.sleeping):
            await asyncio.sleep(0.001)

    async def act(self, option: str, side: str, verb: records.Verb = "choose") -> None:
        revision = self.live.position(side, "en").revision
        await self.live.act(verb, side, option, revision, new_key(), "en")

    async def open_up(self) -> None:
        """Choose whatever is chosen in secret, until what one side does is news to the others."""
        while self.live.match.secret_since is not None:
            decision = self.live.match.table.decisions[0]
            await self.act(decision.ids[0], decision.side)

    async def let_time_pass(self) -> None:
        """Until whoever waits for the clock has done what it waits to do."""
        await self.settle()
        self.clock.wake_next()
        await self.settle()

    @property
    def asked(self) -> Decision | None:
        return self.live.match.table.decision

    def row(self) -> GameRecord | None:
        return self.storage.read_now(lambda connection: records.game(connection, "game"))


@contextlib.asynccontextmanager
async def playing(
    path: Path, pause: float = 1.0, mode: str = "human", holds: tuple[str, ...] = (), case: Case = PRIMER
) -> AsyncIterator[Playing]:
    """A side that is asked whether to fire against another, with a spectator."""
    storage = Storage(f"sqlite:///{path}/{random.getrandbits(40)}.sqlite3")
    clock = Clock()
    match = Match(Table.new(case.title, case.scenario, seed=case.seed))
    moment = "2020"
    game = GameRecord(
        id="game", name="", header=match.header, salt="salt", created=moment, updated=moment, summary=match.summary()
    )
    asked, mover = case.asked, case.mover
    seats = [Seat(side=asked, mode="human"), Seat(side=mover, mode=mode, bot="random"), Seat(side="", mode="")]
    await storage.write(lambda connection: records.add_game(connection, game, seats, [], ()))
    desk: Any = Inline()
    pace = Pace(pause, clock.now, clock.sleep, random.Random(4))
    live = LiveTable(game, seats, match, Services(storage, desk, desk, desk, desk, pace))
    ears = {side: Ear(side, clock, holds if side == asked and holds else None) for side in (asked, mover, "")}
    for ear in ears.values():
        await live.join(ear, 0)
    try:
        yield Playing(live, clock, ears, storage)
    finally:
        storage.close()


Answer = Callable[[Playing], Awaitable[None]]


async def at_once(game: Playing, option: str, side: str) -> None:
    """A side answers a formality as soon as it is asked."""
    game.clock.time += QUICK
    answer = asyncio.ensure_future(game.act(option, side))
    await asyncio.sleep(0)
    await game.let_time_pass()
    await answer


async def by_hand(game: Playing) -> None:
    """Whoever is asked lets the mover go."""
    assert game.asked is not None
    await at_once(game, "do:pass", game.asked.side)


async def by_order(game: Playing) -> None:
    """The order is carried out when it is time."""
    assert game.live._deputies
    await game.let_time_pass()


async def by_hand_where_the_order_leaves_it(game: Playing) -> None:
    await game.settle()
    assert not game.live._deputies
    await by_hand(game)


async def course(
    game: Playing, order: StandingOrder | None, answer: Answer, turns: int = 3, case: Case = PRIMER
) -> int:
    """Play some turns at random, with one side holding its fire in one way or another; how often it was asked."""
    rng, times = random.Random(4), 0
    await game.open_up()
    if order is not None:
        await game.act(f"standing:{order.name}", case.asked)
    for _ in range(case.steps):
        decision = game.asked
        if decision is None or game.live.match.table.state.turn > turns:
            break
        if decision.prompt == case.prompt and decision.side == case.asked and len(decision.options) > 1:
            await answer(game)
            times += 1
        elif decision.prompt == case.prompt and decision.side == case.asked:
            await (by_order(game) if order else by_hand(game))
        elif decision.prompt in game.live.match.title.formalities:
            await at_once(game, rng.choice(decision.ids), decision.side)
        else:
            suggested = decision.find("do:suggested")
            await game.act(suggested.id if suggested else rng.choice(decision.ids), decision.side)
    return times


async def heard(
    path: Path, order: StandingOrder | None, answer: Answer, case: Case
) -> tuple[int, dict[str, list[tuple[float, Data]]], Any]:
    async with playing(path, case=case) as game:
        times = await course(game, order, answer, case=case)
        row = game.row()
        assert row is not None
        return times, {side: ear.heard for side, ear in game.ears.items()}, row.summary


@pytest.mark.parametrize("case", [PRIMER, FIRST_FIRE], ids=["primer", "rileys_road"])
async def test_others_cannot_tell_an_answer_by_order_from_a_quick_one_by_hand(tmp_path: Path, case: Case) -> None:
    """The whole stream of messages and their times, in games that differ only in how a side answers."""
    times, hand, summary = await heard(tmp_path, None, by_hand, case)
    assert times > 1
    for order, answer in ((case.hold, by_order), (case.unless, by_hand_where_the_order_leaves_it)):
        again, others, its_summary = await heard(tmp_path, order, answer, case)
        assert again == times
        assert its_summary == summary
        for side in (case.mover, ""):
            assert others[side] == hand[side]
        assert others[case.asked] != hand[case.asked]


async def test_an_answer_reaches_others_no_sooner_than_a_while_after_the_question(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        asked_at: list[float] = []

        async def noted(game: Playing) -> None:
            start, before = game.clock.time, len(game.ears["red"].heard)
            await by_hand(game)
            asked_at.append(game.ears["red"].heard[before][0] - start)

        await course(game, None, noted)
        assert asked_at
        assert all(SHORTEST <= waited <= LONGEST for waited in asked_at)
        assert len({round(waited, 3) for waited in asked_at}) == len(asked_at)


@pytest.mark.parametrize(("mode", "holds"), [("bot", ()), ("human", ("blue", "red"))])
async def test_nobody_waits_who_plays_bots_or_oneself(tmp_path: Path, mode: str, holds: tuple[str, ...]) -> None:
    async with playing(tmp_path, mode=mode, holds=holds) as game:
        assert not game.live._opponents("blue")


async def test_giving_an_order_is_news_to_its_seat_alone(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        await game.open_up()
        row = game.row()
        before = {side: len(ear.heard) for side, ear in game.ears.items()}
        await game.act(GIVEN, "blue")
        await game.act("", "blue", "undo")
        await game.act("", "blue", "redo")
        await game.act(f"no-longer:{HOLD.name}", "blue")
        after = {side: len(ear.heard) for side, ear in game.ears.items()}
        assert (after["red"], after[""]) == (before["red"], before[""])
        assert after["blue"] == before["blue"] + 4
        assert game.row() == row


async def test_an_order_outlasts_a_stored_position_and_a_restart(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        await course(game, HOLD, by_order, turns=20)
        assert game.live.match.stored > SEGMENT
        stored = await loading.stored(game.storage, "game")
        assert stored is not None
        again = await loading.restored(stored)
        assert again.table.orders == game.live.match.table.orders == {"blue": (HOLD,)}
        assert again.table.entries == game.live.match.table.entries
        assert [line.event for line in again.logs["blue"].lines] == [
            line.event for line in game.live.match.logs["blue"].lines
        ]
        past = await game.live.inquiries.past("red", again.number("red"), "en")
        now = game.live.position("red", "en")
        assert (past.picture.cards, past.number) == (now.picture.cards, now.number)


# Over the wire


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    database = f"sqlite:///{tmp_path_factory.mktemp('standing')}/games.sqlite3"
    with serving(Settings(database=database, shared=True, limits=NO_LIMITS, pause=0.05)) as running:
        yield running


def seated(server: Server) -> tuple[Client, Client]:
    keys = server.new_table()
    blue, red = (server.sit(keys["table"], keys["tokens"][side]) for side in ("blue", "red"))
    return blue, red


@pytest.mark.parametrize(
    ("option", "why"),
    [
        ("standing:nonsense", "not a standing order"),
        (f"standing:{StandingOrder('move-to', 'do:stay').name}", "cannot be answered in advance; what can be: fire"),
        (f"standing:{StandingOrder('fire', 'unit:b1').name}", "can be answered in advance with do:pass"),
        (f"no-longer:{HOLD.name}", "no such order"),
    ],
)
def test_a_bad_order_is_refused_with_what_can_be_ordered(server: Server, option: str, why: str) -> None:
    blue, red = seated(server)
    with blue, red:
        answer = blue.act("choose", option=option)
        assert problem(answer) == "bad-order"
        assert why in answer["problem"]["message"]
        assert blue.position["orders"] == []


def test_an_order_is_shown_to_its_seat_and_withdrawn(server: Server) -> None:
    blue, red = seated(server)
    with blue, red:
        red.hear_until(lambda: len(red.presence.get("here", ())) == 2)
        heard = len(red.received)
        blue.choose(GIVEN)
        (card,) = blue.position["orders"]
        assert card["label"] == "Opportunity fire: Pass, until withdrawn"
        assert blue.choose(f"no-longer:{card['id']}")["ok"]
        assert blue.position["orders"] == []
        red.hear_all()
        assert len(red.received) == heard


def test_an_order_is_about_no_position_and_never_stale(server: Server) -> None:
    blue, red = seated(server)
    with blue, red:
        past = blue.position["revision"]
        blue.choose(blue.options[0])
        key = new_key()
        assert blue.act("choose", option=GIVEN, revision=past, key=key)["ok"]
        assert blue.act("choose", option=GIVEN, revision=past, key=key)["ok"], "the same request again"
        assert len(blue.position["orders"]) == 1


def test_nobody_orders_for_another(server: Server) -> None:
    blue, red = seated(server)
    with blue, red:
        assert problem(blue.act("choose", option=GIVEN, side="red")) == "not-your-side"


def test_a_seat_reads_in_its_log_what_was_answered_by_order(server: Server) -> None:
    blue, red = seated(server)
    rng, said = random.Random(5), "By standing order: Opportunity fire: Pass"
    with blue, red:
        for client in (blue, red):
            client.choose(GIVEN)
        told: list[str] = []
        while not told:
            for client in (blue, red):
                client.hear_all(0.1)
            told = [line["text"] for client in (blue, red) for line in client.log if line["kind"] == "Obeyed"]
            asked = [each for each in (blue, red) if each.position["question"]]
            formal = [each for each in asked if each.position["question"].get("formality")]
            if asked and not formal:
                asked[0].choose(rng.choice(asked[0].options))
        assert told == [said]
        question = [m["question"] for c in (blue, red) for m in c.messages("update") if m.get("question")]
        (formality, *_) = [each["formality"] for each in question if each.get("formality")]
        assert formality["prompt"] == "fire"
        assert [each["id"] for each in formality["hopes"]] == ["hit", "kill"]
        assert [each["name"] for each in formality["narrowings"]] == ["unit", "hex"]
        assert any(each.get("stood_in") for each in question)


async def at_one_screen(game: Playing) -> None:
    """Some turns of somebody who plays both sides, of which one has been ordered to hold its fire."""
    rng = random.Random(4)
    await game.open_up()
    await game.act(f"standing:{HOLD.name}", "blue")
    while game.asked is not None and game.live.match.table.state.turn < 3:
        await game.act(rng.choice(game.asked.ids), game.asked.side)
        await game.settle()


async def apart(game: Playing) -> None:
    """The same of two people."""
    await course(game, HOLD, by_order, turns=2)


@pytest.mark.parametrize(("holds", "play", "told"), [(("blue", "red"), at_one_screen, True), ((), apart, False)])
def test_at_one_screen_it_is_told_that_an_order_is_about_to_answer(
    tmp_path: Path, holds: tuple[str, ...], play: Answer, told: bool
) -> None:
    async def ears() -> dict[str, Ear]:
        async with playing(tmp_path, holds=holds) as game:
            await play(game)
            return game.ears

    heard = asyncio.run(ears())
    thinks = {side: any(message.get("thinking") for _, message in ear.heard) for side, ear in heard.items()}
    assert thinks == {"blue": False, "red": told, "": False}
