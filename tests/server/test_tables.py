"""The calls about tables: setting up, listing, invitations, saves and reports."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import itertools
import json
import random
import threading
import time
import types
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from sandtable.kernel import replay
from sandtable.server import loading, reach
from sandtable.server.match import Match
from sandtable.server.settings import Settings
from sandtable.server.storage import StorageAway
from sandtable.server.tables import Tables
from server.harness import PATIENCE, Server, play_through, serving

BOTS = {"blue": {"mode": "bot", "bot": "random"}, "red": {"mode": "bot", "bot": "random"}}
GOOD: dict[str, Any] = {"title": "primer", "scenario": "bridge", "seats": BOTS}


def bearer(*tokens: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {' '.join(tokens)}"}


def test_a_new_table_hands_out_what_opens_its_seats(local: Server) -> None:
    keys = local.new_table(blue="human", red="open")
    assert set(keys["tokens"]) == {"blue"}
    assert set(keys["invitations"]) == {"red"}
    assert len({keys["spectator"], keys["tokens"]["blue"], keys["invitations"]["red"]}) == 3
    assert all(len(token) >= 43 for token in (*keys["tokens"].values(), keys["spectator"]))


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"title": "nothing"}, 404, "no-such-title"),
        ({"scenario": "nowhere"}, 404, "no-such-scenario"),
        ({"options": ["99.9"]}, 404, "no-such-scenario"),
        ({"seats": {}}, 422, "bad-seats"),
        ({"seats": {**BOTS, "green": {"mode": "human"}}}, 422, "bad-seats"),
        ({"seats": {**BOTS, "red": {"mode": "bot", "bot": "hal"}}}, 422, "bad-seats"),
        ({"seats": {**BOTS, "red": {"mode": "cat"}}}, 422, "bad-body"),
        ({"seed": -1}, 422, "bad-seed"),
        ({"seed": 2**63}, 422, "bad-seed"),
        ({"seed": "six"}, 422, "bad-body"),
        ({"colour": "green"}, 422, "bad-body"),
        ({"name": "x" * 101}, 422, "bad-name"),
        ({"name": "a\0b"}, 422, "bad-name"),
    ],
)
def test_a_bad_plan_is_refused_with_the_reason(local: Server, change: dict[str, Any], status: int, code: str) -> None:
    answer = local.http.post("/api/tables", json=GOOD | change)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_bodies_must_be_json_and_of_a_sane_size(local: Server) -> None:
    as_text = local.http.post("/api/tables", content=json.dumps(GOOD), headers={"Content-Type": "text/plain"})
    assert as_text.status_code == 415
    headers = {"Content-Type": "application/json"}
    broken = local.http.post("/api/tables", content=b'{"title": \xff', headers=headers)
    assert broken.status_code == 422
    large = local.http.post("/api/tables", content=b" " * 200_000, headers=headers)
    assert (large.status_code, large.json()["code"]) == (413, "too-long")


def test_a_local_server_lists_all_games_and_gives_their_seats_again(local: Server) -> None:
    keys = local.new_table(name="Sunday")
    card = next(card for card in local.http.get("/api/tables").json() if card["id"] == keys["table"])
    assert card["name"] == "Sunday"
    assert card["sides"] == ["blue", "red"]
    assert card["waiting_for"] == ["blue", "red"]
    again = local.http.post(f"/api/tables/{keys['table']}/keys").json()
    with local.sit(keys["table"], again["tokens"]["red"]) as client:
        assert client.welcome["mine"] == ["red"]
    with local.sit(keys["table"], keys["tokens"]["red"]) as client:
        assert client.refused()[0]["code"] == "no-seat"


def test_a_third_browser_takes_no_seat_from_those_who_hold_it(local: Server) -> None:
    keys = local.new_table(red="open")
    joined = local.http.post("/api/invitations", json={"token": keys["invitations"]["red"]}).json()
    table, blue, red = keys["table"], keys["tokens"]["blue"], joined["tokens"]["red"]
    for _ in range(2):
        refused = local.http.post(f"/api/tables/{table}/keys")
        assert (refused.status_code, refused.json()["code"]) == (409, "seat-taken")
    holders = {"third": ("nothing",), "blue": (blue,), "red": (red,)}
    shown = {who: local.http.get("/api/tables", headers=bearer(*held)).json() for who, held in holders.items()}
    sides = {who: next(card["sides"] for card in cards if card["id"] == table) for who, cards in shown.items()}
    assert sides == {"third": [], "blue": ["blue"], "red": ["red"]}
    with local.sit(table, blue) as host, local.sit(table, red) as guest, local.sit(table) as third:
        assert (host.welcome["mine"], guest.welcome["mine"]) == (["blue"], ["red"])
        assert (third.welcome["mine"], third.position["question"]) == ([], None), "it may watch"
    with local.sit(table, keys["spectator"]) as spectator:
        assert spectator.welcome["mine"] == [], "the link for spectators is still good"


def test_a_seat_that_is_given_up_is_free_to_others_at_the_machine(local: Server) -> None:
    keys = local.new_table(red="open")
    joined = local.http.post("/api/invitations", json={"token": keys["invitations"]["red"]}).json()
    table, red = keys["table"], joined["tokens"]["red"]
    path = f"/api/tables/{table}/keys"
    assert local.http.delete(path).status_code == 403, "who holds nothing gives nothing up"
    with local.sit(table, red) as guest:
        assert local.http.delete(path, headers=bearer(red)).status_code == 204
        with pytest.raises(ConnectionClosed):
            guest.hear_until(lambda: False)
    taken = local.http.post(path).json()
    assert set(taken["tokens"]) == {"red"}
    with local.sit(table, taken["tokens"]["red"]) as heir, local.sit(table, keys["tokens"]["blue"]) as host:
        assert (heir.welcome["mine"], host.welcome["mine"]) == (["red"], ["blue"])
    with local.sit(table, red) as former:
        assert former.refused()[0]["code"] == "no-seat"
    assert local.http.post(path).status_code == 409


def test_of_many_who_ask_for_a_seat_at_once_one_gets_it(local: Server) -> None:
    keys = local.new_table(red="open")
    joined = local.http.post("/api/invitations", json={"token": keys["invitations"]["red"]}).json()
    path = f"/api/tables/{keys['table']}/keys"
    local.http.delete(path, headers=bearer(joined["tokens"]["red"]))
    with ThreadPoolExecutor(8) as browsers:
        answers = list(browsers.map(lambda _: local.http.post(path), range(8)))
    assert sorted(answer.status_code for answer in answers) == [200, *[409] * 7]
    taken = next(answer.json() for answer in answers if answer.status_code == 200)
    with local.sit(keys["table"], taken["tokens"]["red"]) as heir:
        assert heir.welcome["mine"] == ["red"]


def test_a_game_that_somebody_is_playing_alone_is_not_taken_meanwhile(local: Server) -> None:
    keys = local.new_table(red="bot")
    path = f"/api/tables/{keys['table']}/keys"
    with local.sit(keys["table"], keys["tokens"]["blue"]):
        assert local.http.post(path).status_code == 409
    deadline = time.monotonic() + 5
    while (answer := local.http.post(path)).status_code == 409:
        assert time.monotonic() < deadline
    assert set(answer.json()["tokens"]) == {"blue"}


@pytest.mark.parametrize(("host", "listens"), [("127.0.0.1", False), ("localhost", False), ("0.0.0.0", True)])
def test_a_local_server_says_from_where_it_can_be_reached(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str, listens: bool
) -> None:
    monkeypatch.setattr(reach, "in_local_network", lambda: ("192.168.7.5",))
    with serving(Settings(database=f"sqlite:///{tmp_path}/games.sqlite3", host=host)) as server:
        told = server.http.get("/api/reach").json()
    assert told == {"listens": listens, "addresses": [f"http://192.168.7.5:{server.port}"]}


def test_the_addresses_of_the_machine_are_those_of_the_local_network() -> None:
    assert all(ipaddress.ip_address(each).is_private for each in reach.in_local_network())
    assert "127.0.0.1" not in reach.in_local_network()


def test_a_shared_server_says_nothing_of_its_machine(shared: Server) -> None:
    assert shared.http.get("/api/reach").json() == {"listens": True, "addresses": []}
    keys = shared.new_table()
    assert (
        shared.http.delete(f"/api/tables/{keys['table']}/keys", headers=bearer(keys["tokens"]["red"])).status_code
        == 403
    )
    with shared.sit(keys["table"]) as stranger:
        assert stranger.refused()[0]["code"] == "no-seat"


def test_a_shared_server_lists_only_what_the_asker_holds(shared: Server) -> None:
    mine, other = shared.new_table(), shared.new_table()
    shown = shared.http.get("/api/tables", headers=bearer(mine["tokens"]["blue"])).json()
    assert [(card["id"], card["sides"]) for card in shown] == [(mine["table"], ["blue"])]
    assert shared.http.get("/api/tables").json() == []
    watched = shared.http.get("/api/tables", headers=bearer(other["spectator"])).json()
    assert [(card["id"], card["sides"]) for card in watched] == [(other["table"], [])]
    assert shared.http.post(f"/api/tables/{mine['table']}/keys").status_code == 403


def test_an_invitation_works_once(shared: Server) -> None:
    keys = shared.new_table(red="open")
    body = {"token": keys["invitations"]["red"]}
    with shared.sit(keys["table"], keys["tokens"]["blue"]) as host:
        assert host.welcome["seats"]["red"] == "open"
        joined = shared.http.post("/api/invitations", json=body).json()
        host.hear_until(lambda: host.welcome["seats"]["red"] == "human")
    assert joined["table"] == keys["table"]
    with shared.sit(keys["table"], joined["tokens"]["red"]) as guest:
        assert guest.welcome["mine"] == ["red"]
    again = shared.http.post("/api/invitations", json=body)
    assert (again.status_code, again.json()["code"]) == (404, "no-invitation")
    unknown = shared.http.post("/api/invitations", json={"token": ""})
    assert unknown.status_code == 404


def test_an_invitation_is_no_token(shared: Server) -> None:
    keys = shared.new_table(red="open")
    with shared.sit(keys["table"], keys["invitations"]["red"]) as stranger:
        assert stranger.refused()[0]["code"] == "no-seat"


def test_who_plays_others_on_a_shared_server_cannot_choose_the_seed(shared: Server) -> None:
    seats = {"blue": {"mode": "human"}, "red": {"mode": "open"}}
    answer = shared.http.post("/api/tables", json=GOOD | {"seats": seats, "seed": 5})
    assert answer.json()["code"] == "bad-seed"


def test_a_save_is_kept_back_while_it_would_tell_secrets(shared: Server) -> None:
    keys = shared.new_table(blue="human", red="bot")
    path = f"/api/tables/{keys['table']}/save"
    assert shared.http.get(path).status_code == 404
    refused = shared.http.get(path, headers=bearer(keys["tokens"]["blue"]))
    assert (refused.status_code, refused.json()["code"]) == (403, "secret")
    hot = shared.new_table()
    one = shared.http.get(f"/api/tables/{hot['table']}/save", headers=bearer(hot["tokens"]["blue"]))
    both = shared.http.get(f"/api/tables/{hot['table']}/save", headers=bearer(*hot["tokens"].values()))
    assert (one.status_code, both.status_code) == (403, 200)


def test_a_save_goes_out_and_comes_back_as_the_same_game(local: Server, tmp_path: Path) -> None:
    keys = local.new_table(seed=4)
    with (
        local.sit(keys["table"], keys["tokens"]["blue"]) as blue,
        local.sit(keys["table"], keys["tokens"]["red"]) as red,
    ):
        play_through({"blue": blue, "red": red}, random.Random(1), most=30)
        blue.hear_all()
        path = tmp_path / "game.save"
        path.write_bytes(local.http.get(f"/api/tables/{keys['table']}/save").content)
        *_, table = replay(path)
        assert len(table.entries) == 30
        uploaded = local.http.post("/api/tables/upload?bots=red:random", content=path.read_bytes())
        assert uploaded.status_code == 201
        again = uploaded.json()
        with local.sit(again["table"], again["tokens"]["blue"]) as resumed:
            assert resumed.welcome["seats"] == {"blue": "human", "red": "bot"}
            assert [line["text"] for line in resumed.log][: len(blue.log)] == [line["text"] for line in blue.log]
            earlier = resumed.ask("replay", number=10, side="blue")["position"]
            assert earlier["picture"] == blue.ask("replay", number=10, side="blue")["position"]["picture"]


@pytest.mark.parametrize("content", [b"", b"nonsense", b"\xff\xfe", b'0badc0de {"sandtable": 1}\n'])
def test_an_upload_that_is_no_save_is_refused(local: Server, content: bytes) -> None:
    answer = local.http.post("/api/tables/upload", content=content)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-save")
    assert "/" not in answer.json()["message"]


def test_an_altered_save_is_refused_with_its_line(local: Server) -> None:
    keys = local.new_table(seed=4)
    saved = local.http.get(f"/api/tables/{keys['table']}/save").text
    answer = local.http.post("/api/tables/upload", content=saved.replace('"seed":4', '"seed":5'))
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-save")
    assert "the save:1" in answer.json()["message"]


def test_a_report_tells_only_what_its_reader_may_know(shared: Server) -> None:
    keys = shared.new_table()
    path = f"/api/tables/{keys['table']}/report.html"
    reports = {
        side: shared.http.get(f"{path}?side={side}", headers=bearer(token)) for side, token in keys["tokens"].items()
    }
    assert all(report.headers["content-type"].startswith("text/html") for report in reports.values())
    assert "Red 1 is " in reports["red"].text
    assert "Red 1 is " not in reports["blue"].text
    foreign = shared.http.get(f"{path}?side=red", headers=bearer(keys["tokens"]["blue"]))
    assert foreign.status_code == 403
    public = shared.http.get(path, headers=bearer(keys["spectator"]))
    assert "Red 1 is " not in public.text
    assert 'src="http' not in public.text


def test_a_seat_that_is_taken_while_its_table_is_being_opened_is_known_there(
    local: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys, real = local.new_table(red="open"), loading.restored
    is_read, go_on = threading.Event(), threading.Event()

    async def slowly(found: loading.Stored) -> Match:
        is_read.set()
        while not go_on.is_set():
            await asyncio.sleep(0.01)
        return await real(found)

    monkeypatch.setattr(loading, "restored", slowly)
    with ThreadPoolExecutor(2) as pool:
        host = pool.submit(local.sit, keys["table"], keys["tokens"]["blue"])
        assert is_read.wait(PATIENCE)
        joining = pool.submit(local.http.post, "/api/invitations", json={"token": keys["invitations"]["red"]})
        time.sleep(0.3)
        go_on.set()
        joined = joining.result().json()
        with host.result(), local.sit(keys["table"], joined["tokens"]["red"]) as guest:
            assert guest.welcome["mine"] == ["red"]


async def test_a_table_that_could_not_be_opened_for_several_is_opened_once_afterwards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tries = itertools.count()

    async def load(self: Tables, table_id: str, network: str) -> Any:
        await asyncio.sleep(0)
        if next(tries) == 0:
            raise StorageAway("not yet")
        return types.SimpleNamespace(id=table_id, is_gone=False, lease=None)

    monkeypatch.setattr(Tables, "_load", load)
    services: Any = None
    owners: Any = types.SimpleNamespace(is_sure=True)
    tables = Tables(services, owners, 1.0)

    async def twice() -> Any:
        try:
            return await tables.get("table")
        except StorageAway:
            return await tables.get("table")

    found = await asyncio.gather(twice(), twice(), twice())
    assert len({id(each) for each in found}) == 1
    assert await tables.get("table") is found[0]


def test_chat_at_a_table_that_is_deleted_meanwhile_makes_no_noise(
    local: Server, caplog: pytest.LogCaptureFixture
) -> None:
    keys = local.new_table(red="bot")
    mine = {"Authorization": f"Bearer {keys['tokens']['blue']}"}
    with local.sit(keys["table"], keys["tokens"]["blue"]) as blue:
        said = json.dumps({"type": "chat", "request": 1, "text": "still there?"})
        tried = json.dumps(
            {"type": "choose", "request": 2, "option": "x", "revision": "x", "key": "key-0001", "side": "blue"}
        )
        with ThreadPoolExecutor(1) as pool, contextlib.suppress(ConnectionClosed):
            deleting = pool.submit(local.http.delete, f"/api/tables/{keys['table']}", headers=mine)
            while True:
                blue.socket.send(said)
                blue.socket.send(tried)
        assert deleting.result().status_code == 204
    assert not [record for record in caplog.records if record.exc_info], caplog.text
