"""What happens when something beneath a table fails."""

from __future__ import annotations

import random
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from sandtable.server import live
from sandtable.server.match import Match
from sandtable.server.storage import records
from server.harness import Client, Server, play_through, problem


def failing(*_: Any, **__: Any) -> None:
    raise OperationalError("insert", {}, Exception("disk full"))


def bot_that_fails(*_: Any) -> str:
    raise RuntimeError("no idea")


@pytest.fixture
def blue(shared: Server) -> Client:
    keys = shared.new_table(red="bot")
    client = shared.sit(keys["table"], keys["tokens"]["blue"])
    client.hear_all(0.5)
    return client


def test_a_choice_that_cannot_be_stored_is_not_made(blue: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    before = blue.position["number"]
    with monkeypatch.context() as patched:
        patched.setattr(records, "add_act", failing)
        answer = blue.act("choose", option="order:march")
        assert problem(answer) == "storage"
        assert "disk" not in answer["problem"]["message"]
    blue.hear_all()
    assert blue.position["number"] == before
    assert blue.choose("order:march")["ok"]


def test_a_title_that_fails_leaves_the_game_as_it_was(blue: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    before = blue.position["number"]
    real = Match._hear

    def stumble(match: Match) -> None:
        if match.table.entries[-1].side == "blue":
            raise ZeroDivisionError
        real(match)

    with monkeypatch.context() as patched:
        patched.setattr(Match, "_hear", stumble)
        assert problem(blue.act("choose", option="order:march")) == "broken-title"
    blue.hear_all()
    assert blue.position["number"] == before
    assert blue.choose("order:march")["ok"]


def test_a_game_that_cannot_be_read_for_a_while_comes_back(blue: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(records, "add_act", failing)
        patched.setattr(records, "acts_after", failing)
        assert problem(blue.act("choose", option="order:march")) == "storage"
        assert problem(blue.act("choose", option="order:march")) == "storage"
    assert blue.act("choose", option="order:march")["ok"]


def test_another_server_on_the_same_database_cannot_interfere(blue: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """The journal has gone on behind this server's back: it learns what happened and says so."""
    real = records.add_act

    def overtaken(connection: Any, game_id: str, act: records.Act, *rest: Any, **more: Any) -> None:
        monkeypatch.setattr(records, "add_act", real)
        with connection.engine.begin() as other:
            real(other, game_id, records.Act(**{**_fields(act), "option": "order:hold", "key": "of-another"}), **more)
        real(connection, game_id, act, *rest, **more)

    monkeypatch.setattr(records, "add_act", overtaken)
    answer = blue.act("choose", option="order:march")
    assert problem(answer) == "stale"
    assert answer["position"]["number"] > 0


def _fields(act: records.Act) -> dict[str, Any]:
    return {name: getattr(act, name) for name in act.__struct_fields__}


def test_a_bot_that_fails_leaves_its_choice_to_chance(shared: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "think", bot_that_fails)
    keys = shared.new_table(red="bot")
    with shared.sit(keys["table"], keys["tokens"]["blue"]) as client:
        assert play_through({"blue": client}, random.Random(1), most=10) == 10


def test_bots_alone_play_while_somebody_watches(shared: Server) -> None:
    keys = shared.new_table(blue="bot", red="bot")
    with shared.sit(keys["table"], keys["spectator"]) as watcher:
        watcher.hear_until(lambda: bool(watcher.position["result"]))
        assert watcher.position["seed"]
