"""Limits: who asks too often is told to slow down, and the others notice nothing."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from sandtable.server.limits import Bucket, Buckets
from sandtable.server.settings import Limits, Rate, Settings
from server.harness import Client, serving

TIGHT = Limits(
    calls=Rate(0.001, 12), set_ups=Rate(0.001, 2), sign_ins=Rate(0.001, 2), messages=Rate(0.001, 5), sockets=2
)


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_empties_and_fills() -> None:
    clock = Clock()
    bucket = Bucket(Rate(2, 3), clock)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.now = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    clock.now = 100
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_every_address_has_its_own_bucket_and_few_are_kept() -> None:
    buckets = Buckets(Rate(0, 1), most=2, clock=Clock())
    assert [buckets.take(each) for each in ("a", "a", "b", "c", "a")] == [True, False, True, True, True]


def pester(client: Client) -> None:
    for _ in range(300):
        client.ask("explain", option="x", side="blue")


def test_calls_and_messages_are_limited(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/games.sqlite3", shared=True, limits=TIGHT)
    with serving(settings) as server:
        keys = server.new_table()
        with server.sit(keys["table"], keys["tokens"]["blue"]) as client:
            codes = [client.ask("explain", option="x", side="blue") for _ in range(7)]
            slowed = [answer["problem"]["code"] for answer in codes if not answer["ok"]]
            assert slowed == ["slow-down"] * 2
            with server.sit(keys["table"], keys["tokens"]["blue"]), pytest.raises(InvalidStatus):
                server.sit(keys["table"], keys["tokens"]["blue"])
            with pytest.raises(ConnectionClosed) as closed:
                pester(client)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4429
        server.new_table()
        statuses = [server.http.post("/api/tables", json={}).status_code for _ in range(2)]
        assert statuses == [429, 429]
        for _ in range(2):
            server.http.post("/api/session", json={"name": "a", "password": "b"})
        assert server.http.post("/api/session", json={"name": "a", "password": "b"}).json()["code"] == "slow-down"
        last = [server.http.get("/api/titles") for _ in range(12)][-1]
        assert last.status_code == 429
        assert last.headers["retry-after"]
        assert json.loads(last.text)["code"] == "slow-down"


def test_a_local_server_answers_only_to_its_own_names(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/games.sqlite3", hosts=("localhost", "127.0.0.1"))
    with serving(settings) as server:
        address = f"http://127.0.0.1:{server.port}/api/titles"
        assert httpx.get(address).status_code == 200
        assert httpx.get(address, headers={"Host": "rebound.example"}).status_code == 421
        assert httpx.get(address, headers={"Host": f"localhost:{server.port}"}).status_code == 200
