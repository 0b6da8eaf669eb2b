"""Several servers on one PostgreSQL: each table is open at one of them, and whichever is called, that one answers."""

from __future__ import annotations

import contextlib
import random
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import msgspec
import psycopg
import pytest
from sqlalchemy.exc import DBAPIError, OperationalError
from websockets.exceptions import ConnectionClosed, InvalidStatus

from sandtable.server.app import create_app
from sandtable.server.settings import Rate, Settings
from sandtable.server.storage import Storage, StorageError, leases, people
from sandtable.server.storage.leases import Lease, LeaseLost
from sandtable.server.upgrading import migrate
from server.faults import strike_repeatedly
from server.harness import NO_LIMITS, Client, Server, play_through, problem, serving
from server.postgres import NoPostgres, postgres
from server.test_accounts import PASSWORD, sign_up, visitor

BLOWS = 4
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    try:
        with postgres() as address:
            yield address
    except NoPostgres as reason:
        pytest.skip(str(reason))


@pytest.fixture(scope="module")
def two(database: str) -> Iterator[tuple[Server, Server]]:
    settings = Settings(database=database, shared=True, limits=NO_LIMITS, pause=0)
    with serving(settings) as one, serving(settings) as other:
        yield one, other


def sql(database: str, statement: str) -> list[tuple[object, ...]]:
    with psycopg.connect(database, autocommit=True) as connection:
        found = connection.execute(statement)
        return found.fetchall() if found.description else []


def closed_with(client: Client) -> int:
    """The code with which a socket is closed by the server."""
    try:
        while True:
            client.hear()
    except ConnectionClosed as error:
        return error.rcvd.code if error.rcvd is not None else 0


@pytest.mark.long
def test_three_servers_lose_and_double_nothing_while_they_are_killed_and_stopped(database: str) -> None:
    *_, confirmed = strike_repeatedly(database, BLOWS)
    assert confirmed > BLOWS


def test_two_people_who_come_to_different_servers_play_at_one_table(two: tuple[Server, Server]) -> None:
    one, other = two
    keys = one.new_table()
    with one.sit(keys["table"], keys["tokens"]["blue"]) as blue, other.sit(keys["table"], keys["tokens"]["red"]) as red:
        assert play_through({"blue": blue, "red": red}, random.Random(3), most=30) == 30
        blue.hear_until(lambda: set(blue.presence["here"]) == {"blue", "red"})
        assert red.ask("chat", text="from over there")["ok"]
        blue.hear_until(lambda: bool(blue.chat))


def test_calls_about_a_table_reach_the_server_that_has_it_open(two: tuple[Server, Server]) -> None:
    one, other = two
    keys = one.new_table(red="open")
    mine = {"Authorization": f"Bearer {keys['tokens']['blue']}"}
    table = f"/api/tables/{keys['table']}"
    with one.sit(keys["table"], keys["tokens"]["blue"]) as blue:
        card = other.http.post("/api/invitations/look", json={"token": keys["invitations"]["red"]}).json()
        assert card["side"]
        joined = other.http.post("/api/invitations", json={"token": keys["invitations"]["red"]})
        blue.hear_until(lambda: blue.welcome["seats"]["red"] == "human")
        assert other.http.post("/api/invitations", json={"token": keys["invitations"]["red"]}).status_code == 404
        with other.sit(keys["table"], joined.json()["tokens"]["red"]) as red:
            assert red.position["side"] == "red"
        assert other.http.get(f"{table}/save", headers=mine).json()["code"] == "secret"
        assert other.http.get(f"{table}/report.html?lang=ja", headers=mine).status_code == 200
        assert other.http.get(f"{table}/save").json()["code"] == "no-such-table"
        assert other.http.post(f"{table}/archive", json={"archived": True}, headers=mine).status_code == 204
        assert other.http.delete(table, headers=mine).json()["code"] == "others-play"
    alone = one.new_table(red="bot")
    with one.sit(alone["table"], alone["tokens"]["blue"]) as blue:
        mine = {"Authorization": f"Bearer {alone['tokens']['blue']}"}
        assert other.http.delete(f"/api/tables/{alone['table']}", headers=mine).status_code == 204
        assert closed_with(blue) == 1013


def test_whatever_is_sent_is_passed_on_or_refused_as_at_one_server(two: tuple[Server, Server]) -> None:
    one, _ = two
    keys = one.new_table()
    table = f"/api/tables/{keys['table']}"
    mine = {"Authorization": f"Bearer {keys['tokens']['blue']}"}
    with one.sit(keys["table"], keys["tokens"]["blue"]):
        odd = {b"User-Agent": "Größe".encode("latin-1"), b"Cookie": b"sandtable=\xff; x"}
        for server in two:
            asked = [
                server.http.get(f"{table}/report.html?lang=%E2%98%83", headers=mine),
                server.http.get(f"{table}/report.html?lang=ja&side=%00", headers=mine | {"Cookie": "sandtable=x"}),
                server.http.get(f"{table}/report.html", headers=[*mine.items(), *odd.items()]),
                server.http.head(f"{table}/report.html", headers=mine),
                server.http.post(f"{table}/archive", content=b"x" * 70_000, headers=mine | JSON),
                server.http.post(f"{table}/archive", content=b"[" * 60_000, headers=mine | JSON),
                server.http.post(f"{table}/archive", json={"archived": True}, headers=mine | {"Origin": "http://x"}),
                server.http.delete(f"{table}/nothing", headers=mine),
                server.http.put(table, headers=mine),
            ]
            assert [each.status_code for each in asked] == [400, 403, 200, 200, 413, 422, 403, 404, 404]
            refused, code = server.sit(keys["table"], "no token").refused()
            assert (refused["code"], code) == ("no-seat", 4403)
            with pytest.raises(InvalidStatus):
                server.sit(keys["table"], keys["tokens"]["blue"], headers={"Origin": "http://elsewhere.example"})
            with server.sit(keys["table"], keys["tokens"]["blue"]) as blue:
                blue.socket.send(b"\x00\xff")
                assert problem(blue.ask("explain", option="x" * 17_000, side="blue")) == "too-long"


def test_games_on_a_shared_database_are_carried_over_only_while_no_server_is_there(
    two: tuple[Server, Server], database: str
) -> None:
    assert two
    with pytest.raises(StorageError, match="servers are at work"):
        migrate(database, workers=1, carry=True)


def test_an_owner_that_was_asleep_writes_nothing_more(two: tuple[Server, Server], database: str) -> None:
    one, other = two
    keys = one.new_table()
    with one.sit(keys["table"], *keys["tokens"].values()) as sleeper:
        sql(database, f"UPDATE owners SET server = 'gone' WHERE game = '{keys['table']}'")
        with other.sit(keys["table"], *keys["tokens"].values()) as awake:
            assert awake.choose(awake.options[0])["ok"]
            before = sql(database, f"SELECT count(*) FROM choices WHERE game = '{keys['table']}'")
            with pytest.raises(ConnectionClosed) as closing_:
                sleeper.choose(sleeper.options[0])
            assert closing_.value.rcvd is not None
            assert closing_.value.rcvd.code == 1013
            assert sql(database, f"SELECT count(*) FROM choices WHERE game = '{keys['table']}'") == before
            with one.sit(keys["table"], *keys["tokens"].values()) as back:
                assert back.position["revision"] == awake.position["revision"]
                assert back.ask("chat", text="awake again")["ok"]


def test_what_a_former_owner_has_begun_to_write_is_waited_for_or_given_up(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The row of a table is locked from the check of its fence to the end of the transaction, but not for ever."""
    monkeypatch.setattr(leases, "STUCK", "500")
    monkeypatch.setattr(leases, "QUEUE", "100")
    storage = Storage(database)
    with serving(Settings(database=database, limits=NO_LIMITS, pause=0)) as server:
        game = server.new_table()["table"]
    try:
        with storage.engine.begin() as connection:
            lease = leases.claim(connection, game, "former")
        with storage.engine.connect() as held:
            leases.guarded(lease, lambda _: None)(held)
            with storage.engine.begin() as connection, pytest.raises(OperationalError, match="lock timeout"):
                leases.claim(connection, game, "next")
            taken = _claimed(storage, game)
            with pytest.raises(DBAPIError, match=r"(?i)terminat|closed|idle"):
                held.commit()
        assert lease is not None
        assert taken.fence == lease.fence + 1
        with storage.engine.begin() as connection, pytest.raises(LeaseLost):
            leases.guarded(lease, lambda _: None)(connection)
    finally:
        storage.close()


def _claimed(storage: Storage, game: str) -> Lease:
    """A table taken over, as soon as that is possible."""
    until = time.monotonic() + 8
    while time.monotonic() < until:
        with contextlib.suppress(OperationalError), storage.engine.begin() as connection:
            taken = leases.claim(connection, game, "next")
            assert taken is not None
            return taken
    raise AssertionError("the former owner keeps the table")


def test_a_server_that_stops_hands_its_tables_over_at_once(database: str) -> None:
    settings = Settings(database=database, limits=NO_LIMITS, pause=0, lease=60)
    with serving(settings) as other:
        with serving(settings) as one:
            keys = one.new_table()
            with one.sit(keys["table"], keys["tokens"]["blue"]) as blue:
                assert blue.choose(blue.options[0])["ok"]
                number = blue.position["number"]
        begun = time.monotonic()
        with other.sit(keys["table"], keys["tokens"]["blue"]) as blue:
            assert blue.position["number"] == number
        assert time.monotonic() - begun < 5


def test_the_tables_of_a_server_that_gives_no_sign_of_life_are_taken_over(
    two: tuple[Server, Server], database: str
) -> None:
    one, other = two
    keys = one.new_table()
    with one.sit(keys["table"], keys["tokens"]["blue"]) as blue:
        number = blue.position["number"]
    now = "extract(epoch FROM clock_timestamp())"
    sql(database, f"INSERT INTO servers VALUES ('dead', 'http://127.0.0.1:9', {now} + 1)")
    sql(database, f"UPDATE owners SET server = 'dead', fence = fence + 1 WHERE game = '{keys['table']}'")
    begun = time.monotonic()
    mine = {"Authorization": f"Bearer {keys['tokens']['blue']}"}
    assert other.http.get(f"/api/tables/{keys['table']}/report.html", headers=mine).status_code == 200
    assert 0.5 < time.monotonic() - begun < 10
    with other.sit(keys["table"], keys["tokens"]["blue"]) as blue:
        assert blue.position["number"] == number


def test_a_server_that_was_killed_and_is_started_again_has_its_tables_at_once(
    two: tuple[Server, Server], database: str
) -> None:
    _, other = two
    game = other.new_table()["table"]
    sql(database, "INSERT INTO servers VALUES ('killed', 'http://127.0.0.1:9', 1e12)")
    sql(database, f"INSERT INTO owners VALUES ('{game}', 'killed', 1)")
    storage = Storage(database)
    try:
        with storage.engine.begin() as connection:
            assert leases.claim(connection, game, "again") is None
            leases.succeed(connection, "http://127.0.0.1:9")
            assert leases.claim(connection, game, "again") is not None
    finally:
        storage.close()


def test_signing_out_at_one_server_closes_the_sockets_at_the_other(two: tuple[Server, Server]) -> None:
    one, other = two
    browser = sign_up(one, "Emmy")
    plan = {
        "title": "primer",
        "scenario": "bridge",
        "seats": {"blue": {"mode": "human"}, "red": {"mode": "bot", "bot": "random"}},
    }
    keys = browser.post("/api/tables", json=plan).json()
    cookie = {"Cookie": "; ".join(f"{name}={value}" for name, value in browser.cookies.items())}
    with one.sit(keys["table"], headers=cookie) as blue:
        elsewhere = httpx.Client(base_url=other.http.base_url, cookies=dict(browser.cookies))
        assert elsewhere.delete("/api/session").status_code == 204
        assert closed_with(blue) == 1013


def test_nobody_can_say_that_a_call_was_passed_on(two: tuple[Server, Server]) -> None:
    one, _ = two
    for forged in ("x", "eyJjbGllbnQiOiIxMjcuMC4wLjEifQ.c2lnbmF0dXJl"):
        answer = one.http.get("/api/session", headers={"X-Sandtable-Pass": forged})
        assert answer.status_code == 200


def test_passwords_are_tried_no_more_often_at_several_servers(database: str) -> None:
    limits = msgspec.structs.replace(NO_LIMITS, account_sign_ins=Rate(0.001, 3))
    settings = Settings(database=database, shared=True, limits=limits, pause=0)
    with serving(settings) as one, serving(settings) as other:
        sign_up(one, "Sofja")

        def tried(server: Server, password: str) -> int:
            return visitor(server).post("/api/session", json={"name": "Sofja", "password": password}).status_code

        assert [tried(each, "wrong password") for each in (one, other, one, other)] == [401, 401, 401, 429]
        assert [tried(each, PASSWORD) for each in (one, other)] == [429, 429]


def test_servers_that_start_at_once_on_an_empty_database_agree(database: str) -> None:
    sql(database, "CREATE DATABASE empty")
    together = threading.Barrier(3)

    def begun() -> str:
        together.wait()
        storage = Storage(database.replace("/postgres", "/empty"))
        try:
            with storage.starting() as connection:
                return people.server_secret(connection)
        finally:
            storage.close()

    with ThreadPoolExecutor(3) as pool:
        secrets = [each.result() for each in [pool.submit(begun) for _ in range(3)]]
    assert len(set(secrets)) == 1


def test_a_second_server_on_an_sqlite_file_is_refused(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/games.sqlite3", limits=NO_LIMITS)
    with serving(settings) as server:
        with pytest.raises(StorageError, match=r"served by another process already.*PostgreSQL"):
            create_app(settings)
        assert server.new_table()
    with serving(settings) as server:
        assert server.new_table()
