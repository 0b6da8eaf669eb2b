"""The same evening on either database: accounts, an invitation, a few choices, chat, a list and a save."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from sandtable.server.settings import Settings
from server.harness import NO_LIMITS, Server, play_through, serving
from server.postgres import NoPostgres, postgres


@pytest.fixture(params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    if request.param == "sqlite":
        with serving(
            Settings(database=f"sqlite:///{tmp_path}/games.sqlite3", shared=True, limits=NO_LIMITS, pause=0)
        ) as made:
            yield made
        return
    try:
        with (
            postgres() as database,
            serving(Settings(database=database, shared=True, limits=NO_LIMITS, pause=0)) as made,
        ):
            yield made
    except NoPostgres as reason:
        pytest.skip(str(reason))


def test_an_evening(server: Server) -> None:
    host, guest = (httpx.Client(base_url=server.http.base_url, timeout=30) for _ in range(2))
    for browser, name in ((host, "Host"), (guest, "Guest")):
        made = browser.post("/api/accounts", json={"name": name, "password": "long enough"})
        assert made.status_code == 201
        assert browser.post("/api/accounts", json={"name": name, "password": "long enough"}).status_code == 409
    seats = {"blue": {"mode": "human"}, "red": {"mode": "open"}}
    keys = host.post("/api/tables", json={"title": "primer", "scenario": "meeting", "seats": seats}).json()
    joined = guest.post("/api/invitations", json={"token": keys["invitations"]["red"]}).json()
    table = keys["table"]
    with server.sit(table, keys["tokens"]["blue"]) as blue, server.sit(table, joined["tokens"]["red"]) as red:
        assert play_through({"blue": blue, "red": red}, random.Random(2), most=60) == 60
        assert red.ask("chat", text="well played")["ok"]
        blue.hear_until(lambda: bool(blue.chat))
        past = red.ask("replay", number=50, side="red")["position"]
        assert past["number"] == 50
    card = guest.get("/api/tables").json()[0]
    assert (card["id"], card["choices"] >= 58, card["sides"]) == (table, True, ["red"])
    report = host.get(f"/api/tables/{table}/report.html")
    assert report.status_code == 200
    assert guest.delete("/api/session").status_code == 204
    assert guest.get("/api/tables").json() == []
