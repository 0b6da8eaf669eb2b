"""Accounts on a shared server."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from sandtable.server import rest
from sandtable.server.settings import Rate, Settings
from sandtable.server.storage import people
from server.harness import NO_LIMITS, Client, Server, serving

PASSWORD = "correct horse battery"
PLAN = {"title": "primer", "scenario": "bridge", "seats": {"blue": {"mode": "human"}, "red": {"mode": "human"}}}


def visitor(server: Server) -> httpx.Client:
    """A browser of its own."""
    return httpx.Client(base_url=f"http://127.0.0.1:{server.port}", timeout=30)


def sign_up(server: Server, name: str) -> httpx.Client:
    browser = visitor(server)
    answer = browser.post("/api/accounts", json={"name": name, "password": PASSWORD})
    assert answer.status_code == 201, answer.text
    return browser


def test_an_account_is_made_and_remembered_by_a_guarded_cookie(shared: Server) -> None:
    browser = visitor(shared)
    answer = browser.post("/api/accounts", json={"name": "Ada", "password": PASSWORD})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert browser.get("/api/session").json() == {"name": "Ada", "shared": True}
    assert visitor(shared).get("/api/session").json() == {"name": "", "shared": True}


def test_signing_out_ends_the_session_for_good(shared: Server) -> None:
    browser = sign_up(shared, "Blaise")
    stolen = dict(browser.cookies)
    assert browser.delete("/api/session").status_code == 204
    assert browser.get("/api/session").json() == {"name": "", "shared": True}
    thief = httpx.Client(base_url=browser.base_url, cookies=stolen)
    assert thief.get("/api/session").json() == {"name": "", "shared": True}


def test_signing_in_takes_name_and_password(shared: Server) -> None:
    sign_up(shared, "Carl")
    good = visitor(shared).post("/api/session", json={"name": "carl", "password": PASSWORD})
    assert (good.status_code, good.json()) == (200, {"name": "Carl", "shared": True})
    for name, password in (("Carl", "wrong password"), ("Nobody", PASSWORD)):
        bad = visitor(shared).post("/api/session", json={"name": name, "password": password})
        assert (bad.status_code, bad.json()["code"]) == (401, "wrong-password")


def test_a_name_can_be_taken_only_once(shared: Server) -> None:
    sign_up(shared, "Dora")
    again = visitor(shared).post("/api/accounts", json={"name": "DORA", "password": PASSWORD})
    assert (again.status_code, again.json()["code"]) == (409, "name-taken")


@pytest.mark.parametrize(
    ("name", "password", "code"),
    [("x", PASSWORD, "bad-name"), ("a\0bc", PASSWORD, "bad-name"), ("<script>", PASSWORD, "bad-name"),
     ("Emmy", "nine char", "bad-password"), ("Emmy", "x" * 300, "bad-password"),
     ("Emmy", "password123", "common-password"), ("Emmy", "1q2w3e4r5t", "common-password"),
     ("Emmy Noether", "Emmy Noether", "common-password")],
)  # fmt: skip
def test_names_and_passwords_have_limits(shared: Server, name: str, password: str, code: str) -> None:
    answer = visitor(shared).post("/api/accounts", json={"name": name, "password": password})
    assert (answer.status_code, answer.json()["code"]) == (422, code)


def test_a_forged_cookie_is_nobodys(shared: Server) -> None:
    browser = sign_up(shared, "Felix")
    (name, value), *_ = browser.cookies.items()
    forger = httpx.Client(base_url=browser.base_url, cookies={name: value[:-2] + "xx"})
    assert forger.get("/api/session").json() == {"name": "", "shared": True}


def test_seats_belong_to_the_account_that_set_them_up_or_joined(shared: Server) -> None:
    host, guest = sign_up(shared, "Grace"), sign_up(shared, "Haskell")
    seats = {"blue": {"mode": "human"}, "red": {"mode": "open"}}
    keys = host.post("/api/tables", json={"title": "primer", "scenario": "bridge", "seats": seats}).json()
    guest.post("/api/invitations", json={"token": keys["invitations"]["red"]})
    for browser, side in ((host, "blue"), (guest, "red")):
        listed = browser.get("/api/tables").json()
        assert [(card["id"], card["sides"]) for card in listed] == [(keys["table"], [side])]
        cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        with shared.sit(keys["table"], headers={"Cookie": cookie}) as client:
            assert client.welcome["mine"] == [side]


def test_a_local_server_has_no_accounts(local: Server) -> None:
    answer = local.http.post("/api/accounts", json={"name": "Ida", "password": PASSWORD})
    assert (answer.status_code, answer.json()["code"]) == (404, "no-accounts")
    assert local.http.get("/api/session").json() == {"name": "", "shared": False}


@pytest.mark.parametrize("name", ["Jоhn Conway", "J0HN CONWAY", "Joh n-Conway", "ЈОНN Сonway"])
def test_a_name_that_looks_like_another_is_taken_as_well(shared: Server, name: str) -> None:
    visitor(shared).post("/api/accounts", json={"name": "John Conway", "password": PASSWORD})
    answer = visitor(shared).post("/api/accounts", json={"name": name, "password": PASSWORD})
    assert (answer.status_code, answer.json().get("code")) == (409, "name-taken")


@pytest.mark.parametrize("name", ["Soviet", "SОVIЕT", "BIue", "ドイツ軍", "spectat0r"])
def test_nobody_is_called_like_a_side_or_who_looks_on(shared: Server, name: str) -> None:
    answer = visitor(shared).post("/api/accounts", json={"name": name, "password": PASSWORD})
    assert (answer.status_code, answer.json()["code"]) == (409, "name-taken")


def test_kana_with_and_without_a_mark_are_different_names(shared: Server) -> None:
    for name in ("はなこ", "ばなこ"):
        assert visitor(shared).post("/api/accounts", json={"name": name, "password": PASSWORD}).status_code == 201


def test_accounts_from_before_are_looked_at_when_the_server_starts(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/games.sqlite3", shared=True, limits=NO_LIMITS)
    with serving(settings) as server:
        sign_up(server, "Kurt")
    with contextlib.closing(sqlite3.connect(tmp_path / "games.sqlite3")) as connection:
        connection.execute("delete from likenesses")
        connection.commit()
    with serving(settings) as server:
        answer = visitor(server).post("/api/accounts", json={"name": "Кurt", "password": PASSWORD})
        assert answer.json()["code"] == "name-taken"


def test_wrong_passwords_for_an_account_are_limited_wherever_they_come_from(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(NO_LIMITS, account_sign_ins=Rate(0.001, 3))
    with serving(Settings(database=f"sqlite:///{tmp_path}/games.sqlite3", shared=True, limits=limits)) as server:
        sign_up(server, "Lise")
        sign_up(server, "Maria")

        def tried(name: str, password: str) -> int:
            return visitor(server).post("/api/session", json={"name": name, "password": password}).status_code

        assert [tried("Lise", PASSWORD) for _ in range(5)] == [200] * 5
        assert [tried(name, "wrong password") for name in ("Lise", "LISE", "lise", "Lise")] == [401, 401, 401, 429]
        assert tried("Lise", PASSWORD) == 429
        assert tried("Maria", PASSWORD) == 200


def test_wrong_passwords_that_are_tried_all_at_once_are_limited_as_well(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(NO_LIMITS, account_sign_ins=Rate(0.001, 3))
    with serving(Settings(database=f"sqlite:///{tmp_path}/games.sqlite3", shared=True, limits=limits)) as server:
        sign_up(server, "Lise")
        together = threading.Barrier(12)

        def tried(number: int) -> int:
            browser = visitor(server)
            together.wait()
            return browser.post("/api/session", json={"name": "Lise", "password": f"wrong {number}"}).status_code

        with ThreadPoolExecutor(12) as pool:
            assert sorted(pool.map(tried, range(12))) == [401] * 3 + [429] * 9


def test_a_restart_does_not_give_new_attempts(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(NO_LIMITS, account_sign_ins=Rate(0.001, 1))
    settings = Settings(database=f"sqlite:///{tmp_path}/games.sqlite3", shared=True, limits=limits)
    codes = []
    for _ in range(2):
        with serving(settings) as server:
            wrong = {"name": "Lise", "password": "wrong password"}
            codes.append(visitor(server).post("/api/session", json=wrong).status_code)
    assert codes == [401, 429]


@pytest.mark.parametrize("limit", ["network_sign_ins", "all_sign_ins"])
def test_attempts_of_a_network_and_of_all_together_are_limited(tmp_path: Path, limit: str) -> None:
    limits = msgspec.structs.replace(NO_LIMITS, **{limit: Rate(0.001, 2)})
    with serving(Settings(database=f"sqlite:///{tmp_path}/games.sqlite3", shared=True, limits=limits)) as server:
        codes = [
            visitor(server).post("/api/session", json={"name": name, "password": PASSWORD}).status_code
            for name in ("Niels", "Otto", "Paul")
        ]
        assert codes == [401, 401, 429]


@pytest.mark.parametrize(
    ("address", "network"),
    [("192.0.2.77", "192.0.2.0/24"), ("2001:db8:1:2ff:3::4", "2001:db8:1:200::/56"), ("testclient", "testclient")],
)
def test_a_network_is_what_one_customer_has(address: str, network: str) -> None:
    assert rest.network(address) == network


def sockets_of(server: Server, browser: httpx.Client, keys: dict[str, Any]) -> Client:
    """Who sits down by the cookie alone."""
    cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    return server.sit(keys["table"], headers={"Cookie": cookie})


def is_closed(client: Client) -> bool:
    """Whether the server hangs up, and does so soon."""
    try:
        while True:
            client.hear(5)
    except ConnectionClosed:
        return True
    except TimeoutError:
        return False


def test_signing_out_closes_what_rested_on_it_and_nothing_else(shared: Server) -> None:
    here, elsewhere = sign_up(shared, "Rosalind"), visitor(shared)
    elsewhere.post("/api/session", json={"name": "Rosalind", "password": PASSWORD})
    keys = here.post("/api/tables", json=PLAN).json()
    mine, other = sockets_of(shared, here, keys), sockets_of(shared, elsewhere, keys)
    with_token = shared.sit(keys["table"], keys["tokens"]["blue"])
    here.delete("/api/session")
    assert is_closed(mine)
    for client in (other, with_token):
        assert client.ask("inspect", hex="0101", side="blue")["ok"]
        client.socket.close()


def test_signing_out_while_a_socket_is_being_opened_closes_it_as_well(
    shared: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, real = sign_up(shared, "Ludwig"), people.account_of_session
    keys = here.post("/api/tables", json=PLAN).json()
    cookie = {"Cookie": "; ".join(f"{name}={value}" for name, value in here.cookies.items())}

    def signed_out_meanwhile(*args: Any, **more: Any) -> Any:
        found = real(*args, **more)
        monkeypatch.undo()
        assert here.delete("/api/session").status_code == 204
        return found

    monkeypatch.setattr(people, "account_of_session", signed_out_meanwhile)
    assert shared.sit(keys["table"], headers=cookie).refused()[0]["code"] == "no-seat"


def test_one_sees_where_one_is_signed_in_and_ends_that(shared: Server) -> None:
    here, elsewhere = sign_up(shared, "Srinivasa"), visitor(shared)
    elsewhere.headers["User-Agent"] = "Firefox on a borrowed machine\x7f"
    elsewhere.post("/api/session", json={"name": "Srinivasa", "password": PASSWORD})
    keys = elsewhere.post("/api/tables", json=PLAN).json()
    client = sockets_of(shared, elsewhere, keys)
    places = here.get("/api/sessions").json()
    assert [place["here"] for place in sorted(places, key=lambda place: place["here"])] == [False, True]
    other = next(place for place in places if not place["here"])
    assert other["agent"] == "Firefox on a borrowed machine"
    assert here.delete(f"/api/sessions/{other['id']}").status_code == 204
    assert is_closed(client)
    assert elsewhere.get("/api/session").json()["name"] == ""
    assert here.get("/api/session").json()["name"] == "Srinivasa"
    assert here.delete(f"/api/sessions/{other['id']}").json()["code"] == "no-such-place"


def test_nobody_ends_the_sessions_of_others(shared: Server) -> None:
    mine, theirs = sign_up(shared, "Tycho"), sign_up(shared, "Ursula")
    place = theirs.get("/api/sessions").json()[0]["id"]
    assert mine.delete(f"/api/sessions/{place}").status_code == 404
    assert visitor(shared).get("/api/sessions").json()["code"] == "signed-out"
    assert theirs.get("/api/session").json()["name"] == "Ursula"
