"""A database that does not answer for a while: everybody is told so, nothing is lost, and play goes on by itself."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.exc import OperationalError

from sandtable.server import live
from sandtable.server.settings import Settings
from sandtable.server.storage import engine, records
from server.harness import NO_LIMITS, PATIENCE, Client, Server, problem, serving
from server.test_accounts import PASSWORD, visitor

SAID = "meet me behind the mill"
PLAN = {"title": "primer", "scenario": "bridge", "seats": {"blue": {"mode": "human"}, "red": {"mode": "human"}}}


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


@pytest.fixture
def server(database: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(engine, "BUSY", 50)
    monkeypatch.setattr(live, "AGAIN", 0.1)
    with serving(Settings(database=f"sqlite:///{database}", shared=True, limits=NO_LIMITS, pause=0)) as found:
        yield found


@contextlib.contextmanager
def locked(database: Path) -> Iterator[None]:
    """Somebody else writes to the database and does not come to an end."""
    with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def away(*_: Any, **__: Any) -> None:
    raise OperationalError("select", {}, Exception("server closed the connection"))


def told(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json().get("code", "")


def test_calls_that_write_say_that_the_database_is_away_and_work_again_later(server: Server, database: Path) -> None:
    browser, credentials = visitor(server), {"name": "Ada", "password": PASSWORD}
    with locked(database):
        for call, body in (("/api/tables", PLAN), ("/api/accounts", credentials)):
            answer = browser.post(call, json=body)
            assert told(answer) == (503, "storage")
            assert answer.headers["retry-after"] == "1"
    assert browser.post("/api/accounts", json=credentials).status_code == 201
    with locked(database):
        assert told(visitor(server).post("/api/session", json=credentials)) == (503, "storage")
    assert browser.post("/api/tables", json=PLAN).status_code == 201


def test_chat_that_cannot_be_kept_is_not_said(server: Server, database: Path) -> None:
    keys = server.new_table()
    with server.sit(keys["table"], keys["tokens"]["blue"]) as blue:
        with locked(database):
            assert problem(blue.ask("chat", text=SAID)) == "storage"
        assert blue.chat == []
        assert blue.ask("chat", text=SAID)["ok"]
        blue.hear_until(lambda: [each["text"] for each in blue.chat] == [SAID])


@pytest.mark.parametrize("read", ["acts_after", "chat", "seats"])
def test_who_comes_while_the_database_is_away_is_asked_to_come_back(
    server: Server, monkeypatch: pytest.MonkeyPatch, read: str
) -> None:
    keys = server.new_table()
    with monkeypatch.context() as patched:
        patched.setattr(records, read, away)
        found, code = server.sit(keys["table"], keys["tokens"]["blue"]).refused()
        assert (found["code"], code) == ("storage", 1013)
    with server.sit(keys["table"], keys["tokens"]["blue"]) as blue:
        assert blue.position["question"]


def test_a_bot_whose_choice_could_not_be_stored_goes_on_by_itself(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys, real = server.new_table(red="bot"), records.add_act
    failed: list[str] = []

    def only_people(connection: Any, game_id: str, act: records.Act, **more: Any) -> None:
        if act.key.startswith("bot:"):
            failed.append(act.key)
            away()
        real(connection, game_id, act, **more)

    with server.sit(keys["table"], keys["tokens"]["blue"]) as blue:
        blue.hear_all(0.5)
        with monkeypatch.context() as patched:
            patched.setattr(records, "add_act", only_people)
            _until_the_bot_is_asked(blue)
            assert wait_until(lambda: len(failed) > 1), "the bot does not try again"
            assert blue.position["question"] is None
        blue.hear_until(lambda: bool(blue.position["question"] or blue.position["result"]))


def wait_until(done: Callable[[], bool]) -> bool:
    """Whether something came about in time."""
    end = time.monotonic() + PATIENCE
    while not done() and time.monotonic() < end:
        time.sleep(0.02)
    return done()


def _until_the_bot_is_asked(client: Client) -> None:
    while client.position["question"] is not None:
        done = [option for option in client.options if option.startswith("do:")]
        assert client.choose((done or client.options)[-1])["ok"]


def test_nothing_secret_comes_into_the_log_while_the_database_is_locked(
    server: Server, database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    browser = visitor(server)
    assert browser.post("/api/accounts", json={"name": "Ada", "password": PASSWORD}).status_code == 201
    keys = server.new_table(red="bot")
    with server.sit(keys["table"], keys["tokens"]["blue"]) as blue:
        blue.hear_all(0.5)
        with locked(database):
            assert problem(blue.act("choose", option=blue.options[0])) == "storage"
            assert problem(blue.ask("chat", text=SAID)) == "storage"
            assert told(browser.post("/api/tables", json={**PLAN, "seed": 987654321})) == (503, "storage")
            visitor(server).post("/api/accounts", json={"name": "Grace", "password": PASSWORD})
    logged = "\n".join(record.getMessage() + (record.exc_text or "") for record in caplog.records)
    assert "locked" in logged
    for secret in (SAID, "987654321", PASSWORD, "argon2", "Grace", *_salts(database), *keys["tokens"].values()):
        assert secret not in logged


def _salts(database: Path) -> list[str]:
    with contextlib.closing(sqlite3.connect(database)) as connection:
        return [salt for (salt,) in connection.execute("select salt from games")]


def test_a_choice_that_was_stored_although_the_connection_broke_is_confirmed(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys, real = server.new_table(red="bot"), engine.Storage.write
    broken: list[str] = []

    async def breaking(self: engine.Storage, job: Callable[[Any], Any]) -> Any:
        result = await real(self, job)
        if not broken:
            broken.append("the answer to a commit")
            raise engine.StorageAway("server closed the connection")
        return result

    with server.sit(keys["table"], keys["tokens"]["blue"]) as blue:
        blue.hear_all(0.3)
        before = blue.position["number"]
        monkeypatch.setattr(engine.Storage, "write", breaking)
        answer = blue.choose(blue.options[0])
        assert broken
        assert answer["ok"], answer
        blue.hear_until(lambda: blue.position["number"] > before and bool(blue.position["question"]))
