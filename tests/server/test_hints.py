"""Hints over a table's WebSocket: what the computer would do, for the seat that is asked and nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from sandtable.players import Intent
from sandtable.server import live
from server.harness import SIDES, Client, Data, Server, problem


@pytest.fixture
def seats(shared: Server) -> Iterator[tuple[Client, Client]]:
    keys = shared.new_table(hints=True)
    blue, red = (shared.sit(keys["table"], keys["tokens"][side]) for side in SIDES)
    yield blue, red
    blue.socket.close()
    red.socket.close()


def hint(client: Client, side: str = "") -> list[Data]:
    answer = client.ask("hint", side=side or client.position["side"])
    assert answer["ok"], answer
    advice: list[Data] = answer["hint"]["advice"]
    return advice


def test_a_hint_compares_options_that_are_offered(seats: tuple[Client, Client]) -> None:
    blue, red = seats
    blue.choose("order:march")
    red.choose("order:hold")
    blue.hear_until(lambda: blue.position["number"] == 2 and blue.position["question"] is not None)
    advice = hint(blue)
    labels = {option["id"]: option["label"] for option in blue.position["question"]["options"]}
    assert 2 <= len(advice) <= 6
    assert all(each["label"] == labels[each["option"]] for each in advice)
    assert all(0 <= each["prospects"] <= 1 and each["visits"] > 0 for each in advice)
    begun = [each for each in advice if each["option"].startswith("unit:")]
    assert begun
    assert all(each["then"] for each in begun), "it says what to do with the counter"
    others = [each["prospects"] for each in advice[1:]]
    assert others == sorted(others, reverse=True)


def test_a_hint_is_given_in_the_language_of_the_client(shared: Server) -> None:
    keys = shared.new_table(red="bot")
    with shared.sit(keys["table"], keys["tokens"]["blue"], lang="ja") as client:
        labels = {option["id"]: option["label"] for option in client.position["question"]["options"]}
        assert all(each["label"] == labels[each["option"]] for each in hint(client))


def test_asking_twice_costs_nothing_and_changes_nothing(seats: tuple[Client, Client]) -> None:
    blue, _ = seats
    before = blue.position
    assert hint(blue) == hint(blue)
    assert blue.position == before


def test_who_has_nothing_to_decide_gets_no_hint(seats: tuple[Client, Client]) -> None:
    blue, _ = seats
    blue.choose("order:march")
    assert problem(blue.ask("hint", side="blue")) == "not-your-turn"


def test_nobody_gets_a_hint_for_another_side(shared: Server, seats: tuple[Client, Client]) -> None:
    blue, _ = seats
    assert problem(blue.ask("hint", side="red")) == "not-your-side"
    keys = shared.new_table()
    with shared.sit(keys["table"], keys["spectator"]) as spectator:
        assert problem(spectator.ask("hint", side="blue")) == "not-your-side"


def test_against_a_person_there_are_no_hints(shared: Server) -> None:
    keys = shared.new_table()
    with shared.sit(keys["table"], keys["tokens"]["blue"]) as blue:
        assert not blue.welcome["hints"]
        assert problem(blue.ask("hint", side="blue")) == "no-hints"
    with shared.sit(keys["table"], *keys["tokens"].values()) as both:
        assert both.welcome["hints"], "at one screen nobody has an advantage"


@pytest.mark.parametrize("agrees", [True, False])
def test_there_are_hints_against_a_person_if_both_agree_at_the_start(shared: Server, agrees: bool) -> None:
    keys = shared.new_table(red="open", hints=True)
    invitation = {"token": keys["invitations"]["red"]}
    with shared.sit(keys["table"], keys["tokens"]["blue"]) as blue:
        assert not blue.welcome["hints"], "nobody has agreed yet"
        assert problem(blue.ask("hint", side="blue")) == "no-hints"
        card = shared.http.post("/api/invitations/look", json=invitation).json()
        told = {"title_name": "Primer", "scenario_name": "The Bridge at Holm", "side": "Red"}
        assert card == told | {"hints": True, "clock": None, "study": []}
        joined = shared.http.post("/api/invitations", json=invitation | {"hints": agrees})
        assert joined.status_code == 200
        blue.hear_until(lambda: blue.welcome["seats"]["red"] == "human")
        assert blue.welcome["hints"] is agrees
        assert blue.ask("hint", side="blue")["ok"] is agrees
    assert shared.http.post("/api/invitations/look", json=invitation).status_code == 404


def test_a_bot_of_the_server_goes_on_with_what_it_resolved_on(local: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without that it would think about every unit of a phase anew."""
    given: list[Intent | None] = []
    real = live.LiveTable.seen

    def noted(table: live.LiveTable, decision: Any) -> Any:
        given.append(table._intents.get(decision.side))
        return real(table, decision)

    monkeypatch.setattr(live.LiveTable, "seen", noted)
    seats = {"soviet": {"mode": "bot", "bot": "easy"}, "nato": {"mode": "human"}}
    keys = local.set_up({"title": "gsfg", "scenario": "hamburg", "seats": seats, "seed": 1})
    with local.sit(keys["table"], keys["tokens"]["nato"]) as client:
        client.hear_until(lambda: len(given) > 8)
    assert any(isinstance(intent, Intent) for intent in given)
