"""What makes no sense is refused with a reason, on either database, and never ends in a traceback."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator

import httpx
import pytest

from sandtable.server.settings import Settings
from server.harness import NO_LIMITS, Server, problem, serving
from server.postgres import NoPostgres, postgres

DEEP = "[" * 30_000
JSON = {"Content-Type": "application/json"}
LIGATURES = "a" + "\ufdfa" * 20 + "b"
"""Letters each of which stands for eighteen."""


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if request.param == "sqlite":
        database = f"sqlite:///{tmp_path_factory.mktemp('bad')}/games.sqlite3"
        with serving(Settings(database=database, shared=True, limits=NO_LIMITS, pause=0)) as made:
            yield made
        return
    try:
        with postgres() as address, serving(Settings(database=address, shared=True, limits=NO_LIMITS, pause=0)) as made:
            yield made
    except NoPostgres as reason:
        pytest.skip(str(reason))


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Nothing of all this is an error of the server."""
    yield
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest.mark.parametrize("content", [DEEP, '{"title":' + DEEP, '{"seats":{"a":' + DEEP])
@pytest.mark.parametrize("path", ["/api/tables", "/api/session", "/api/invitations", "/api/letters/stop"])
def test_a_body_without_a_bottom_is_refused(server: Server, path: str, content: str) -> None:
    answer = server.http.post(path, content=content, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-body")


def test_a_message_without_a_bottom_is_refused(server: Server) -> None:
    keys = server.new_table()
    with server.sit(keys["table"], keys["tokens"]["blue"]) as client:
        for text in ("[" * 16_000, '{"x":' + "[" * 16_000):
            client.answers.clear()
            client.socket.send(text)
            client.hear_until(lambda: 0 in client.answers)
            assert problem(client.answers[0]) == "bad-message"
        assert client.choose("order:march")["ok"], "the socket is still good"


@pytest.mark.parametrize("said", ["a\0b", "\0", "a\u0007b"])
def test_what_no_database_keeps_is_not_said(server: Server, said: str) -> None:
    keys = server.new_table()
    with server.sit(keys["table"], keys["tokens"]["blue"]) as client:
        assert problem(client.ask("chat", text=said)) == "too-long"
        assert client.ask("chat", text="well \u00e0 propos \u6226\u8eca")["ok"]


@pytest.mark.parametrize("table", ["%00", "a%00b", "x" * 5000, "%F0%9F%92%A3"])
def test_a_table_that_cannot_be_is_not_there(server: Server, table: str) -> None:
    for path in (f"/api/tables/{table}/save", f"/api/tables/{table}/report.html"):
        assert server.http.get(path).json()["code"] == "no-such-table"
    with server.sit(table) as client:
        assert client.refused()[0]["code"] == "no-such-table"


@pytest.mark.parametrize("name", ["a\0b", "x" * 5000, LIGATURES, "a" + "\u0390" * 29 + "b"])
def test_names_that_no_column_holds_are_refused(server: Server, name: str) -> None:
    body = {"name": name, "password": "long enough for all"}
    with httpx.Client(base_url=server.http.base_url, timeout=30) as browser:
        assert browser.post("/api/accounts", json=body).json()["code"] in ("bad-name", "name-taken")
        assert browser.post("/api/session", json=body).status_code in (401, 422)
        assert browser.post("/api/accounts/forgotten", json={"name": name}).status_code in (204, 422)


def test_numbers_beyond_measure_are_refused(server: Server) -> None:
    keys = server.new_table()
    with server.sit(keys["table"], keys["tokens"]["blue"]) as client:
        assert problem(client.ask("replay", number=10**15, side="blue")) == "no-such-position"
        client.socket.send(json.dumps({"type": "replay", "request": 7, "number": 10**400, "side": "blue"}))
        client.hear_until(lambda: 7 in client.answers or 0 in client.answers)
    bearer = {"Authorization": f"Bearer {keys['tokens']['blue']}"}
    path = f"/api/tables/{keys['table']}/study"
    for number in (10**400, -1, 10**15):
        assert server.http.post(path, json={"number": number}, headers=bearer).status_code in (403, 404, 422)


def test_a_page_of_a_list_that_cannot_be_is_refused(server: Server) -> None:
    assert server.http.get("/api/tables?after=a%00/b").status_code == 400
    assert server.http.get(f"/api/tables?after={'x' * 3000}/b").json() == []
