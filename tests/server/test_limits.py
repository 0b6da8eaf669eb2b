"""Limits: who asks too often is told to slow down, and the others notice nothing."""

from __future__ import annotations

import json
import time
from pathlib import Path

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from sandtable.kernel import Table
from sandtable.server import live
from sandtable.server.limits import Allowance, Bucket, Buckets
from sandtable.server.match import Match
from sandtable.server.running import THIS_MACHINE, local_names, public_names
from sandtable.server.settings import Limits, Rate, Settings
from server.harness import NO_LIMITS, Client, Server, problem, serving

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


def test_a_network_that_has_caused_its_share_of_work_waits() -> None:
    clock = Clock()
    allowance = Allowance(Rate(0.5, 0.01), clock=clock)
    assert not allowance.is_used_up("a")
    with allowance.charged("a"):
        end = time.thread_time() + 0.02
        while time.thread_time() < end:
            pass
    assert allowance.is_used_up("a")
    assert not allowance.is_used_up("b")
    clock.now = 10
    assert not allowance.is_used_up("a")


def test_who_has_caused_too_much_work_can_still_choose(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(NO_LIMITS, work=Rate(0, 0.0001))
    with serving(Settings(database=f"sqlite:///{tmp_path}/games.sqlite3", limits=limits, pause=0)) as server:
        keys = server.new_table()
        with server.sit(keys["table"], keys["tokens"]["blue"]) as blue:
            asked = [blue.ask("explain", option=f"unit:{n}", side="blue") for n in range(3)]
            codes = {answer["problem"]["code"] for answer in asked if not answer["ok"]}
            assert codes == {"slow-down"}
            assert blue.choose(blue.options[0])["ok"]
            found, code = server.sit(keys["table"], keys["tokens"]["red"]).refused()
            assert (found["code"], code) == ("slow-down", 1013)


def test_chat_is_limited_for_a_network(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(NO_LIMITS, chats=Rate(0, 2))
    with serving(Settings(database=f"sqlite:///{tmp_path}/games.sqlite3", limits=limits, pause=0)) as server:
        keys = server.new_table()
        said = []
        for side in ("blue", "red"):
            with server.sit(keys["table"], keys["tokens"][side]) as client:
                said += [client.ask("chat", text="well?")["ok"] for _ in range(2)]
        assert said == [True, True, False, False]


def test_who_takes_back_and_makes_again_for_ever_is_stopped(local: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MOST_TAIL", 7)
    keys = local.new_table()
    with local.sit(keys["table"], *keys["tokens"].values()) as blue:
        assert blue.choose("order:march")["ok"]
        codes = []
        for verb in ("undo", "redo") * 6:
            answer = blue.act(verb)
            codes.append("" if answer["ok"] else problem(answer))
        assert codes == [""] * 6 + ["too-long"] * 6
    with local.sit(keys["table"], keys["tokens"]["red"]) as red:
        assert red.choose("order:march")["ok"], "the game goes on"


def test_how_often_others_change_their_minds_in_secret_is_not_counted() -> None:
    match = Match(Table.new("primer", "bridge", seed=1))
    match.act("choose", "blue", "order:march", "1")
    match.act("undo", "blue", "", "2")
    assert (match.tail("blue"), match.tail("red")) == (2, 0)


def test_a_long_log_is_told_in_parts(local: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = local.new_table()
    with local.sit(keys["table"], *keys["tokens"].values()) as both:
        for _ in range(12):
            if both.position["question"] is None:
                both.ask("look-as", side="red" if both.position["side"] == "blue" else "blue")
                both.hear_until(lambda: both.position["question"] is not None)
            assert both.choose(both.options[-1])["ok"]
        side, lines = both.position["side"], list(both.log)
        assert len(lines) > 3
    monkeypatch.setattr(live, "PART", 2)
    with local.sit(keys["table"], *keys["tokens"].values(), side=side) as again:
        assert again.log == lines
        assert sum('"happened"' in message for message in again.received) >= len(lines) // 2


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


@pytest.mark.parametrize(
    ("call", "body"),
    [("/api/tables", b"{}"), ("/api/tables/upload", b"x"), ("/api/tables/x/keys", b"{}"), ("/api/session", b"{}")],
)
def test_pages_of_others_change_nothing(local: Server, call: str, body: bytes) -> None:
    def sent(headers: dict[str, str]) -> tuple[int, str]:
        answer = httpx.post(f"http://127.0.0.1:{local.port}{call}", content=body, headers=headers)
        return answer.status_code, answer.json()["code"]

    json_ = {"Content-Type": "application/json"}
    assert sent({**json_, "Origin": "http://elsewhere.example"}) == (403, "wrong-origin")
    assert sent({**json_, "Origin": "null"}) == (403, "wrong-origin")
    assert sent({**json_, "Sec-Fetch-Site": "cross-site"}) == (403, "wrong-origin")
    for kind in ({}, {"Content-Type": "text/plain"}, {"Content-Type": "multipart/form-data; boundary=x"}):
        assert sent(kind) == (415, "not-json")
    for own in ({}, {"Origin": f"http://127.0.0.1:{local.port}", "Sec-Fetch-Site": "same-origin"}):
        assert sent({**json_, **own})[1] not in ("wrong-origin", "not-json")


def test_pages_of_others_take_nothing_away(local: Server) -> None:
    keys = local.new_table()
    address = f"http://127.0.0.1:{local.port}/api/tables/{keys['table']}/keys"
    shown = {"Authorization": f"Bearer {keys['tokens']['blue']}"}
    assert httpx.delete(address, headers={**shown, "Origin": "http://elsewhere.example"}).status_code == 403
    assert httpx.delete(address, headers=shown).status_code == 204


@pytest.mark.parametrize(
    ("host", "names"),
    [
        ("127.0.0.1", (*THIS_MACHINE, "127.0.0.1")),
        ("localhost", (*THIS_MACHINE, "localhost")),
        ("192.168.7.5", ("192.168.7.5",)),
        ("fd00::5", ("[fd00::5]",)),
    ],
)
def test_a_local_server_has_the_names_of_its_address(host: str, names: tuple[str, ...]) -> None:
    assert local_names(host) == names


def test_a_shared_server_has_the_name_by_which_people_find_it() -> None:
    assert public_names("https://games.example:8443/table") == ("games.example", *THIS_MACHINE)
    assert public_names("") == ()
