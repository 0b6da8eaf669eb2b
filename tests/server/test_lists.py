"""The list of games: pages of it, the archive, and what is deleted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from sandtable.server.settings import Settings
from sandtable.server.storage import lists
from server.harness import NO_LIMITS, Data, Server, serving


@pytest.fixture(params=["local", "shared"])
def server(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(lists, "PAGE", 3)
    is_shared = request.param == "shared"
    database = f"sqlite:///{tmp_path}/games.sqlite3"
    with serving(Settings(database=database, shared=is_shared, limits=NO_LIMITS, pause=0)) as made:
        yield made


def bearer(*tokens: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {' '.join(tokens)}"} if tokens else {}


def listed(server: Server, *tokens: str, archive: bool = False) -> list[list[str]]:
    """The names of the games that somebody sees, page by page."""
    path, pages = f"/api/tables?archive={str(archive).lower()}", []
    while path:
        answer = server.http.get(path, headers=bearer(*tokens))
        pages.append([card["name"] for card in answer.json()])
        path = answer.links.get("next", {}).get("url", "")
    return pages


def archived(server: Server, keys: Data, *tokens: str, put_away: bool = True) -> int:
    path, body = f"/api/tables/{keys['table']}/archive", {"archived": put_away}
    return server.http.post(path, json=body, headers=bearer(*tokens)).status_code


def deleted(server: Server, keys: Data, *tokens: str) -> Any:
    return server.http.delete(f"/api/tables/{keys['table']}", headers=bearer(*tokens))


def test_a_list_has_pages_and_no_game_falls_out_of_it(server: Server) -> None:
    games = [server.new_table(red="bot", name=str(number)) for number in range(7)]
    mine = [keys["tokens"]["blue"] for keys in games]
    assert listed(server, *mine) == [["6", "5", "4"], ["3", "2", "1"], ["0"]]


def test_a_page_that_nobody_named_is_refused(server: Server) -> None:
    assert server.http.get("/api/tables?after=nonsense").json()["code"] == "bad-page"


def test_a_game_is_put_away_and_taken_out_again(server: Server) -> None:
    kept, other = (server.new_table(red="bot", name=name) for name in ("kept", "other"))
    mine = [kept["tokens"]["blue"], other["tokens"]["blue"]]
    assert archived(server, kept, *mine) == 204
    assert archived(server, kept, *mine) == 204
    assert (listed(server, *mine), listed(server, *mine, archive=True)) == ([["other"]], [["kept"]])
    assert archived(server, kept, *mine, put_away=False) == 204
    assert (listed(server, *mine), listed(server, *mine, archive=True)) == ([["other", "kept"]], [[]])


def test_nobody_puts_away_or_deletes_the_game_of_another(shared: Server) -> None:
    keys = shared.new_table(red="open", name="ours")
    joined = shared.http.post("/api/invitations", json={"token": keys["invitations"]["red"]}).json()
    host, guest = keys["tokens"]["blue"], joined["tokens"]["red"]
    assert archived(shared, keys, host) == 204
    assert (listed(shared, host), listed(shared, guest)) == ([[]], [["ours"]])
    assert deleted(shared, keys, host).json()["code"] == "others-play"
    assert deleted(shared, keys, keys["spectator"]).json()["code"] == "others-play"
    assert deleted(shared, keys).status_code == archived(shared, keys) == 404


def test_a_deleted_game_is_gone_for_good(server: Server) -> None:
    keys = server.new_table(red="bot")
    token = keys["tokens"]["blue"]
    with server.sit(keys["table"], token) as client:
        assert client.choose("order:march")["ok"]
        assert deleted(server, keys, token).status_code == 204
        with pytest.raises(ConnectionClosed):
            client.hear_until(lambda: False)
    assert listed(server, token) == listed(server, token, archive=True) == [[]]
    with server.sit(keys["table"], token) as client:
        assert client.refused()[0]["code"] == "no-such-table"
    assert deleted(server, keys, token).status_code == 404
