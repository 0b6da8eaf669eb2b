"""Accounts on a shared server."""

from __future__ import annotations

import httpx
import pytest

from server.harness import Server

PASSWORD = "correct horse battery"


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
     ("Emmy", "short", "bad-password"), ("Emmy", "x" * 300, "bad-password")],
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
