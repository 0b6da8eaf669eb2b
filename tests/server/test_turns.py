"""Everybody has a turn: work is shared out among addresses, tables and seats, and bounded."""

from __future__ import annotations

import asyncio
import json
import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from sandtable.kernel import Table
from sandtable.server import live, loading
from sandtable.server.match import Match
from sandtable.server.settings import Limits, Settings
from sandtable.server.turns import OF_ADDRESS, OF_ALL, OF_TABLE, TooMany, Turns, Whom
from sandtable.server.workers import Workers
from server.harness import FREE, NO_LIMITS, Server, new_key, serving


def drained(turns: Turns[str], count: int) -> list[str]:
    return [str(turns.take(awaited_only=False)) for _ in range(count)]


def test_addresses_take_turns_and_within_each_its_tables_and_seats() -> None:
    turns: Turns[str] = Turns()
    for number in range(4):
        turns.put(Whom("greedy", "a", "blue"), f"greedy-{number}")
    turns.put(Whom("greedy", "b", "blue"), "other-table")
    turns.put(Whom("modest", "c", "red"), "modest")
    assert drained(turns, 6) == ["greedy-0", "modest", "other-table", "greedy-1", "greedy-2", "greedy-3"]


def test_what_nobody_waits_for_comes_last() -> None:
    turns: Turns[str] = Turns()
    turns.put(Whom("x", "a", is_awaited=False), "watched")
    turns.put(Whom("x", "b"), "played")
    assert drained(turns, 2) == ["played", "watched"]


def test_no_more_is_taken_of_one_than_one_may_have_waiting() -> None:
    turns: Turns[int] = Turns()
    for number in range(OF_TABLE):
        turns.put(Whom("greedy", "a"), number)
    with pytest.raises(TooMany) as refused:
        turns.put(Whom("greedy", "a"), 0)
    assert not refused.value.everybody
    for number in range(OF_TABLE, OF_ADDRESS):
        turns.put(Whom("greedy", f"t{number}"), number)
    with pytest.raises(TooMany):
        turns.put(Whom("greedy", "another"), 0)
    for number in range(OF_ALL - OF_ADDRESS):
        turns.put(Whom(f"address {number}"), number)
    with pytest.raises(TooMany) as refused:
        turns.put(Whom("the last straw"), 0)
    assert refused.value.everybody
    turns.take(awaited_only=False)
    turns.put(Whom("the last straw"), 0)


def test_what_is_awaited_is_left_to_who_works_on_nothing_else_and_is_free() -> None:
    turns: Turns[str] = Turns()
    with ThreadPoolExecutor(2) as pool:
        keen = pool.submit(turns.take, awaited_only=True)
        while not turns.keen:
            time.sleep(0.001)
        turns.put(Whom("x", "a", is_awaited=False), "watched")
        turns.put(Whom("x", "b"), "played")
        assert turns.take(awaited_only=False) == "watched"
        assert keen.result(10) == "played"
        turns.put(Whom("x", "b"), "played")
        assert turns.take(awaited_only=False) == "played"


async def test_a_worker_is_kept_for_what_people_wait_for() -> None:
    workers = Workers(2, patience=30)
    await asyncio.gather(*(workers.run(abs, 1) for _ in range(4)))
    watched = [
        asyncio.create_task(workers.run_for(Whom("x", f"t{n}", is_awaited=False), time.sleep, 1.5)) for n in range(4)
    ]
    await asyncio.sleep(0.3)
    begun = time.monotonic()
    await workers.run_for(Whom("x", "mine"), abs, -1)
    assert time.monotonic() - begun < 1.0
    assert not any(task.done() for task in watched)
    for task in watched:
        task.cancel()
    workers.close()


def test_the_same_odds_are_reckoned_once_for_all_who_ask(local: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    usual = Workers.run_for

    async def counted(self: Workers, whom: Whom, function: object, *args: object) -> object:
        asked.append(getattr(function, "__name__", ""))
        return await usual(self, whom, function, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(Workers, "run_for", counted)
    keys = local.new_table()
    seats = [local.sit(keys["table"], keys["tokens"]["blue"]) for _ in range(8)]
    for seat in seats:
        seat.socket.send('{"type": "odds", "request": 5, "option": "order:march", "side": "blue"}')
    for seat in seats:
        seat.hear_until(lambda seat=seat: 5 in seat.answers)
        assert seat.answers[5]["ok"]
        seat.socket.close()
    assert asked.count("reckon") == 1


def test_bots_have_the_turn_of_the_network_of_who_plays_them(local: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many tables somebody opens, the bots at them share one turn; where too many wait, they wait longer."""
    monkeypatch.setattr(live, "CROWDED", 0.01)
    waited: list[Whom] = []
    usual = Workers.run_for

    async def crowded(self: Workers, whom: Whom, function: object, *args: object) -> object:
        waited.append(whom)
        if len(waited) % 2:
            raise TooMany(everybody=True)
        return await usual(self, whom, function, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(Workers, "run_for", crowded)
    played, shown = local.new_table(blue="bot"), local.new_table(blue="bot", red="bot")
    with local.sit(played["table"], played["tokens"]["red"], source="127.7.0.1") as red:
        while len(waited) < 2:
            red.hear_all(0.05)
        assert {(whom.address, whom.is_awaited) for whom in waited} == {("127.7.0.0/24", True)}
    waited.clear()
    with local.sit(shown["table"], shown["spectator"], source="127.9.0.1") as watcher:
        watcher.hear_until(lambda: watcher.position["number"] > 0)
        assert ("127.9.0.0/24", False) in {(whom.address, whom.is_awaited) for whom in waited}


def test_choices_of_one_network_keep_nobody_else_waiting(local: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many of its sockets choose at once, a few are carried out at a time, and others go beside them."""
    most, crowd, usual = Limits().at_once, 3 * Limits().at_once, live.LiveTable._carry_out
    busy: list[str] = []
    seen: list[int] = []
    free = threading.Event()

    async def slowly(self: live.LiveTable, *args: Any) -> None:
        if self.id not in tables:
            return await usual(self, *args)
        busy.append(self.id)
        seen.append(len(busy))
        while not free.is_set():
            await asyncio.sleep(0.01)
        await usual(self, *args)
        busy.remove(self.id)
        return None

    games = [local.new_table() for _ in range(crowd + 1)]
    tables = {game["table"] for game in games}
    seats = [local.sit(game["table"], game["tokens"]["blue"], source="127.5.0.1") for game in games[:crowd]]
    honest = local.sit(games[crowd]["table"], games[crowd]["tokens"]["blue"], source="127.6.0.1")
    monkeypatch.setattr(live.LiveTable, "_carry_out", slowly)
    for seat in (*seats, honest):
        request = {"type": "choose", "request": 5, "option": "order:march", "side": "blue", "key": new_key()}
        seat.socket.send(json.dumps(request | {"revision": seat.position["revision"]}))
    while honest.welcome["table"] not in busy:
        time.sleep(0.01)
    time.sleep(0.3)
    assert max(seen) == most + 1
    free.set()
    for seat in (*seats, honest):
        seat.hear_until(lambda seat=seat: 5 in seat.answers)
        assert seat.answers[5]["ok"]
        seat.socket.close()
    assert len(seen) == crowd + 1


def test_games_that_one_network_opens_keep_nobody_else_waiting(local: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    opening: list[str] = []
    free, usual = threading.Event(), loading.restored

    async def slowly(found: loading.Stored) -> Match:
        opening.append(found.game.id)
        while not free.is_set():
            await asyncio.sleep(0.01)
        return await usual(found)

    games = [local.new_table() for _ in range(5)]
    monkeypatch.setattr(loading, "restored", slowly)
    with ThreadPoolExecutor(5) as pool:
        crowd = [pool.submit(local.sit, each["table"], each["spectator"], source="127.5.0.1") for each in games[:4]]
        while len(opening) < 2:
            time.sleep(0.01)
        honest = pool.submit(local.sit, games[4]["table"], games[4]["spectator"], source="127.6.0.1")
        while games[4]["table"] not in opening:
            time.sleep(0.01)
        time.sleep(0.2)
        assert len(opening) == 3
        free.set()
        for each in (*crowd, honest):
            each.result().socket.close()


def test_bots_rest_when_nobody_plays_or_watches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "REST", 0.2)
    with serving(Settings(database=f"sqlite:///{tmp_path}/games.sqlite3", limits=NO_LIMITS, pause=0)) as server:
        keys = server.new_table(blue="bot", red="bot")
        with server.sit(keys["table"], keys["spectator"]) as watcher:
            watcher.hear_until(lambda: watcher.position["number"] > 3)
        time.sleep(0.6)
        before = server.http.get("/api/tables").json()[0]["choices"]
        time.sleep(0.6)
        assert server.http.get("/api/tables").json()[0]["choices"] == before
        with server.sit(keys["table"], keys["spectator"]) as watcher:
            watcher.hear_until(lambda: watcher.position["number"] > before or bool(watcher.position["result"]))


def long_game(path: Path) -> Table:
    table, rng = Table.new("primer", "bridge", seed=1), random.Random(1)
    while table.decisions:
        decision = rng.choice(table.decisions)
        table.choose(rng.choice(decision.ids), decision.side)
    table.save(path)
    return table


def test_a_save_of_too_many_choices_is_refused_before_it_is_read(tmp_path: Path) -> None:
    table = long_game(tmp_path / "save")
    limits = Limits(set_ups=FREE, choices=len(table.entries) // 2)
    with serving(Settings(database=f"sqlite:///{tmp_path}/games.sqlite3", limits=limits)) as server:
        answer = server.http.post("/api/tables/upload", content=(tmp_path / "save").read_bytes())
    assert (answer.status_code, answer.json()["code"]) == (413, "too-long")
    assert str(limits.choices) in answer.json()["message"]


def test_any_past_position_of_an_uploaded_game_is_what_it_was(local: Server, tmp_path: Path) -> None:
    table = long_game(tmp_path / "save")
    keys = local.http.post("/api/tables/upload", content=(tmp_path / "save").read_bytes()).json()
    again = Table.again(table.header, table.title)
    with local.sit(keys["table"], keys["tokens"]["blue"]) as client:
        for number in (0, 1, len(table.entries) // 2, len(table.entries)):
            for entry in table.entries[len(again.entries) : number]:
                again.choose(entry.option, entry.side)
            position = client.ask("replay", number=number, side="blue")["position"]
            assert (position["number"], position["turn"]) == (number, again.title.turn(again.state))
