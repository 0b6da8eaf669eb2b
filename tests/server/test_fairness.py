"""Who plays other people can neither choose the dice nor hold both seats without their being told, for good."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from sandtable.server.settings import Settings
from server.harness import NO_LIMITS, Data, Server, serving


def bearer(*tokens: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {' '.join(tokens)}"}


def joined(server: Server, keys: Data, by: httpx.Client | None = None) -> str:
    """The token of the guest."""
    answer = (by or server.http).post("/api/invitations", json={"token": keys["invitations"]["red"]})
    token: str = answer.json()["tokens"]["red"]
    return token


def why(server: Server, keys: Data, token: str) -> list[str]:
    """What somebody at the table is told of why it is no fair game."""
    with server.sit(keys["table"], token) as client:
        told: list[str] = client.welcome["study"]
        return told


def test_a_game_between_two_people_is_a_fair_one(shared: Server) -> None:
    keys = shared.new_table(red="open")
    look = shared.http.post("/api/invitations/look", json={"token": keys["invitations"]["red"]}).json()
    assert look["study"] == []
    guest = joined(shared, keys)
    assert why(shared, keys, guest) == why(shared, keys, keys["tokens"]["blue"]) == []


def test_dice_that_were_chosen_are_told_to_everybody_and_before_a_seat_is_taken(local: Server) -> None:
    keys = local.new_table(red="open", seed=5)
    look = local.http.post("/api/invitations/look", json={"token": keys["invitations"]["red"]}).json()
    assert look["study"] == ["seed"]
    assert why(local, keys, joined(local, keys)) == why(local, keys, keys["spectator"]) == ["seed"]


def test_a_seat_handed_on_by_who_set_up_both_is_none_of_a_fair_game(shared: Server) -> None:
    keys = shared.new_table(seed=5)
    assert why(shared, keys, keys["tokens"]["red"]) == ["seed", "seats"]


def test_who_shows_two_seats_is_told_of_to_who_holds_them_later(shared: Server) -> None:
    keys = shared.new_table(red="open")
    guest = joined(shared, keys)
    both = (keys["tokens"]["blue"], guest)
    with shared.sit(keys["table"], keys["spectator"]) as watcher, shared.sit(keys["table"], *both):
        watcher.hear_until(lambda: watcher.welcome["study"] == ["seats"])
    assert why(shared, keys, guest) == ["seats"]


def test_the_mark_outlasts_a_restart_of_the_server(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/games.sqlite3", shared=True, limits=NO_LIMITS, pause=0)
    with serving(settings) as server:
        keys = server.new_table(red="open")
        guest = joined(server, keys)
        both = bearer(keys["tokens"]["blue"], guest)
        assert server.http.get(f"/api/tables/{keys['table']}/report.html", headers=both).status_code == 200
    with serving(settings) as server:
        assert why(server, keys, guest) == ["seats"]


def test_an_account_that_takes_its_own_invitation_is_told_of(shared: Server) -> None:
    with httpx.Client(base_url=shared.http.base_url, timeout=30) as host:
        host.post("/api/accounts", json={"name": "Both hands", "password": "left and right 7"})
        seats = {"blue": {"mode": "human"}, "red": {"mode": "open"}}
        keys = host.post("/api/tables", json={"title": "primer", "scenario": "bridge", "seats": seats}).json()
        joined(shared, keys, host)
    assert why(shared, keys, keys["spectator"]) == ["seats"]


def test_a_game_that_goes_on_from_a_save_says_so(local: Server) -> None:
    keys = local.new_table(red="bot")
    saved = local.http.get(f"/api/tables/{keys['table']}/save").content
    again = local.http.post("/api/tables/upload?bots=red:random", content=saved).json()
    assert why(local, again, again["tokens"]["blue"]) == ["past"]


@pytest.mark.parametrize("is_taken", [False, True])
def test_a_running_save_is_refused_once_somebody_else_is_invited_or_sits(local: Server, is_taken: bool) -> None:
    keys = local.new_table(red="open")
    tokens = [keys["tokens"]["blue"], *([joined(local, keys)] if is_taken else [])]
    for shown in ({}, bearer(*tokens)):
        answer = local.http.get(f"/api/tables/{keys['table']}/save", headers=shown)
        assert (answer.status_code, answer.json()["code"]) == (403, "secret")
