"""Answers that come too late: each names the position that it answers, and none is taken for an answer to another."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sandtable.kernel import Table
from sandtable.server import tokens
from sandtable.server.live import LiveTable
from sandtable.server.match import Match
from sandtable.server.services import Services
from sandtable.server.settings import Settings
from sandtable.server.storage import Storage, records
from sandtable.server.storage.records import GameRecord, Seat
from sandtable.server.tasks import Seen
from sandtable.server.turns import Whom
from server.harness import NO_LIMITS, Client, Server, new_key, problem, serving
from server.test_match import played

SALT = "0f" * 16


@pytest.fixture
def keys(shared: Server) -> dict[str, Any]:
    return shared.new_table()


@pytest.fixture
def blue(shared: Server, keys: dict[str, Any]) -> Iterator[Client]:
    """Blue's client, after the orders."""
    with shared.sit(keys["table"], *keys["tokens"].values(), side="red") as both:
        both.choose("order:hold")
        assert both.ask("look-as", side="blue")["ok"]
        both.hear_until(lambda: both.position["side"] == "blue")
        both.choose("order:march")
        yield both


def pick_another(client: Client) -> None:
    """Take back what was picked and pick another counter: as many choices have been made as before."""
    assert client.act("undo")["ok"]
    client.hear_until(lambda: "unit:b2" in client.options)
    assert client.choose("unit:b2")["ok"]


def test_a_late_answer_is_not_taken_for_one_to_what_came_after_an_undo(blue: Client) -> None:
    blue.choose("unit:b1")
    then = blue.position
    pick_another(blue)
    now = blue.position
    assert now["number"] == then["number"]
    answer = blue.act("choose", option="do:stay", revision=then["revision"])
    assert problem(answer) == "stale"
    assert answer["problem"]["message"] == "the game has gone on since; look at the position and choose again"
    assert answer["position"] == now
    assert blue.choose("do:stay")["ok"]


def test_a_client_that_has_not_heard_of_the_undo_is_told(shared: Server, keys: dict[str, Any], blue: Client) -> None:
    blue.choose("unit:b1")
    with shared.sit(keys["table"], keys["tokens"]["blue"]) as deaf:
        shown = deaf.position
        pick_another(blue)
        for verb, more in (("choose", {"option": "do:stay"}), ("undo", {}), ("redo", {})):
            answer = deaf.act(verb, revision=shown["revision"], **more)
            assert problem(answer) == "stale"
            assert answer["position"]["revision"] == blue.position["revision"] != shown["revision"]
    blue.hear_all()
    assert "do:stay" in blue.options, "the counter picked last is still to be moved"


def test_a_request_that_was_granted_is_granted_again_whatever_came_since(blue: Client) -> None:
    request = {"option": "unit:b1", "revision": blue.position["revision"], "key": new_key()}
    assert blue.choose(**request)["ok"]
    pick_another(blue)
    before = blue.position
    assert blue.act("choose", **request)["ok"]
    blue.hear_all()
    assert blue.position == before


def test_a_restart_changes_no_revision_and_repeats_none(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/games.sqlite3", limits=NO_LIMITS, pause=0)
    seen: list[str] = []
    request: dict[str, Any] = {}
    with serving(settings) as server:
        keys = server.new_table()
        opened = (keys["table"], *keys["tokens"].values())
        with server.sit(*opened, side="blue") as client:
            client.choose("order:march")
            client.ask("look-as", side="red")
            client.hear_until(lambda: client.position["side"] == "red")
            client.choose("order:hold")
            client.ask("look-as", side="blue")
            client.hear_until(lambda: client.position["side"] == "blue")
            request = {"option": "unit:b1", "revision": client.position["revision"], "key": new_key()}
            client.choose(**request)
            pick_another(client)
            seen = revisions(client)
    with serving(settings) as server, server.sit(*opened, side="blue") as client:
        assert client.position["revision"] == seen[-1]
        assert client.act("choose", **request)["ok"], "it was granted before the restart"
        late = client.act("choose", option="do:stay", revision=seen[-3])
        assert problem(late) == "stale"
        pick_another(client)
        assert not set(revisions(client)[1:]) & set(seen)


def revisions(client: Client) -> list[str]:
    """Those of all positions that a client was shown, in their order, each once."""
    told = (json.loads(text) for text in client.received)
    shown = (message["revision"] for message in told if message["type"] in ("position", "update"))
    return list(dict.fromkeys(shown))


@pytest.mark.parametrize("seed", range(4))
def test_every_change_that_a_side_may_know_of_makes_a_new_revision(seed: int) -> None:
    match = Match(Table.new("primer", "bridge", seed=seed))
    sides = ("blue", "red", "")
    history = {side: [match.latest(side)] for side in sides}
    rng = random.Random(seed)
    kinds = set()
    for _ in range(120):
        before, secret = {side: match.number(side) for side in sides}, match.secret_since
        [act], _ = played(match, 1, rng)
        kinds.add(act.act)
        for side in sides:
            told = side == act.side or secret is None or match.secret_since != secret
            assert (match.latest(side) != history[side][-1]) is told
            assert told or match.number(side) == before[side]
            history[side].append(match.latest(side))
    assert kinds == {"choose", "undo", "redo"}
    for side in sides:
        marks = [tokens.revision(SALT, side, place) for place, _ in itertools.groupby(history[side])]
        assert len(set(marks)) == len(marks)


class Pondering:
    """A bot that answers when it is told to."""

    def __init__(self) -> None:
        self.asked: list[asyncio.Future[tuple[str, None]]] = []

    async def run_for(self, _whom: Whom, _: Callable[..., Any], seen: Seen, *rest: Any) -> tuple[str, None]:
        self.asked.append(asyncio.get_running_loop().create_future())
        return await self.asked[-1]


async def test_what_a_bot_thought_out_for_another_position_is_not_done(tmp_path: Path) -> None:
    """Blue moves under the guns of red's bot, takes it back and moves again while the bot is thinking."""
    match, move = under_fire()
    storage = Storage(f"sqlite:///{tmp_path}/games.sqlite3")
    game = GameRecord(
        id="game", name="", header=match.header, salt=SALT, created="", updated="", summary=match.summary()
    )
    seats = [Seat(side="blue", mode="human"), Seat(side="red", mode="bot", bot="random"), Seat(side="", mode="")]
    await storage.write(lambda connection: records.add_game(connection, game, seats, [], ()))
    bot: Any = Pondering()
    live = LiveTable(game, seats, match, Services(storage, bot, bot, bot, bot))

    async def act(verb: records.Verb, option: str) -> None:
        revision = live.position("blue", "en").revision
        await live.act(verb, "blue", option, revision, new_key(), "en")

    await act("choose", move)
    await asyncio.sleep(0)
    await act("undo", "")
    await act("choose", move)
    bot.asked[0].set_result(("do:pass", None))
    while len(bot.asked) < 2:
        await asyncio.sleep(0.01)
    assert match.decision("red") is not None, "the first thought was thrown away"
    while live._thinking.get("red") is not None:
        for thought in bot.asked:
            if not thought.done():
                thought.set_result(("do:pass", None))
        await asyncio.sleep(0.01)
    storage.close()
    assert match.table.entries[-1].side == "red"


def under_fire() -> tuple[Match, str]:
    """A game in which blue has a move that red's guns may answer and that blue can still take back."""
    for seed in range(200):
        rng = random.Random(seed)
        match = Match(Table.new("primer", "bridge", seed=seed))
        for _ in range(60):
            decision = match.table.decision
            if decision is None:
                break
            option = rng.choice(decision.ids)
            match.act("choose", decision.side, option, new_key())
            if decision.side == "blue" and match.can_undo("blue") and match.decision("red") is not None:
                if match.table.decisions[0].find("do:pass") is None:
                    continue
                match.act("undo", "blue", "", new_key())
                return match, option
    raise AssertionError("no such game was found")
