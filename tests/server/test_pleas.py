"""The end of a phase is taken back only if the other side lets it: asked for, granted, declined and outdated."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sandtable.kernel import replay
from sandtable.server.settings import Settings
from server.harness import NO_LIMITS, Client, Data, Server, problem, serving
from server.test_play import Pair


@pytest.fixture
def ended(shared: Server) -> Iterator[Pair]:
    """Blue has just ended its movement, and red is to choose."""
    pair = Pair(shared)
    end_movement(pair)
    yield pair
    pair.close()


def end_movement(pair: Pair) -> None:
    pair.past_orders()
    assert pair.blue.choose("do:done")["ok"]
    both(pair, lambda client: client.position["number"] == 3)
    assert pair.red.position["question"] is not None


def both(pair: Pair, done: Callable[[Client], bool]) -> None:
    for client in (pair.blue, pair.red):
        client.hear_until(lambda client=client: done(client))  # type: ignore[misc]


def plea(client: Client) -> Data | None:
    found: Data | None = client.position["plea"]
    return found


def plead(pair: Pair) -> None:
    assert pair.blue.act("plead")["ok"]
    both(pair, lambda client: plea(client) is not None)


def test_a_client_that_takes_back_a_phase_without_asking_is_refused(ended: Pair) -> None:
    assert not ended.blue.position["can_undo"]
    assert ended.blue.position["can_plead"]
    assert problem(ended.blue.act("undo")) == "needs-leave"
    assert problem(ended.blue.act("undo", side="red")) == "not-your-side"
    assert problem(ended.blue.act("grant")) == "no-plea"
    ended.blue.hear_all(0.1)
    assert ended.blue.position["number"] == 3


def test_a_plea_that_is_granted_takes_the_phase_back(ended: Pair) -> None:
    with ended.server.sit(ended.table, ended.keys["spectator"]) as spectator:
        plead(ended)
        asked = {"side": "blue", "kind": "undo", "asked": ["red"], "granted": [], "declined": False}
        spectator.hear_until(lambda: plea(spectator) is not None)
        assert plea(ended.blue) == plea(ended.red) == plea(spectator) == asked
        assert problem(ended.blue.act("plead")) == "nothing-to-undo", "it has asked already"
        assert problem(ended.blue.act("grant")) == "no-plea", "nobody grants oneself anything"
        assert ended.red.act("grant")["ok"]
        both(ended, lambda client: client.position["number"] == 2)
        assert plea(ended.red) is None
    assert "unit:b1" in ended.blue.options
    assert ended.blue.position["can_redo"]
    assert ended.red.position["question"] is None
    assert ended.blue.act("redo")["ok"]
    both(ended, lambda client: client.position["number"] == 3)
    assert ended.blue.position["can_plead"], "the end of the phase is asked for anew"


def test_a_plea_that_is_declined_is_not_made_again(ended: Pair) -> None:
    plead(ended)
    assert ended.red.act("decline")["ok"]
    both(ended, lambda client: bool((plea(client) or {}).get("declined")))
    assert not ended.blue.position["can_plead"]
    assert problem(ended.blue.act("plead")) == "nothing-to-undo"
    assert problem(ended.red.act("grant")) == "no-plea"
    assert ended.red.position["question"] is not None


def test_a_plea_is_withdrawn_by_whoever_made_it(ended: Pair) -> None:
    plead(ended)
    assert ended.blue.act("decline")["ok"]
    both(ended, lambda client: plea(client) is None)
    assert problem(ended.red.act("grant")) == "no-plea"
    assert ended.blue.position["can_plead"]


def test_a_plea_goes_when_play_goes_on(ended: Pair) -> None:
    plead(ended)
    before = ended.red.position["revision"]
    ended.red.choose(ended.red.options[0])
    both(ended, lambda client: client.position["revision"] != before and plea(client) is None)
    assert not ended.blue.position["can_plead"]
    assert problem(ended.red.act("grant", revision=before)) == "stale"
    assert problem(ended.red.act("grant")) == "no-plea"


def test_standing_orders_given_since_neither_show_nor_stand_in_the_way(ended: Pair) -> None:
    plead(ended)
    order = '{"prompt":"fire","answer":"do:pass"}'
    seen = len(ended.red.received)
    assert ended.blue.act("choose", option=f"standing:{order}")["ok"]
    ended.red.hear_all(0.2)
    assert len(ended.red.received) == seen
    assert ended.red.act("grant")["ok"]
    both(ended, lambda client: client.position["number"] == 2)
    assert len(ended.blue.position["orders"]) == 1


def test_within_a_phase_nobody_is_asked(shared: Server) -> None:
    pair = Pair(shared)
    pair.past_orders()
    pair.blue.choose("unit:b1")
    assert not pair.blue.position["can_plead"]
    assert problem(pair.blue.act("plead")) == "nothing-to-undo"
    assert pair.blue.act("undo")["ok"]
    pair.close()


def test_who_plays_both_sides_asks_nobody(shared: Server) -> None:
    keys = shared.new_table()
    with shared.sit(keys["table"], *keys["tokens"].values()) as client:
        for option, side in (("order:march", "blue"), ("order:hold", "red"), ("do:done", "blue")):
            client.ask("look-as", side=side)
            client.hear_until(lambda side=side: client.position["side"] == side)  # type: ignore[misc]
            assert client.choose(option)["ok"]
        assert client.position["can_undo"]
        assert not client.position["can_plead"]
        assert client.act("undo")["ok"]


def test_nobody_is_asked_while_the_other_seat_is_empty(shared: Server) -> None:
    keys = shared.new_table(red="open")
    with shared.sit(keys["table"], keys["tokens"]["blue"]) as blue:
        blue.choose("order:march")
        joined = shared.http.post("/api/invitations", json={"token": keys["invitations"]["red"]}).json()
        with shared.sit(keys["table"], joined["tokens"]["red"]) as red:
            red.choose("order:hold")
            blue.hear_until(lambda: blue.position["number"] == 2)
            blue.choose("do:done")
            assert blue.position["can_plead"], "somebody sits there now"


def test_a_plea_outlives_the_server(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/games.sqlite3", shared=True, limits=NO_LIMITS, pause=0)
    with serving(settings) as server:
        pair = Pair(server)
        end_movement(pair)
        plead(pair)
        pair.close()
    with serving(settings) as server:
        tokens = pair.keys["tokens"]
        with server.sit(pair.table, tokens["blue"]) as blue, server.sit(pair.table, tokens["red"]) as red:
            assert (plea(red) or {})["side"] == "blue"
            assert red.act("grant")["ok"]
            blue.hear_until(lambda: blue.position["number"] == 2)
            assert "unit:b1" in blue.options
    with serving(settings) as server, server.sit(pair.table, tokens["blue"]) as blue:
        assert blue.position["number"] == 2
        assert blue.position["can_redo"]


def test_a_draw_is_agreed_on(ended: Pair) -> None:
    assert ended.red.act("offer")["ok"]
    both(ended, lambda client: plea(client) is not None)
    assert (plea(ended.blue) or {})["kind"] == "draw"
    assert problem(ended.red.act("grant")) == "no-plea"
    assert ended.blue.act("decline")["ok"]
    ended.red.hear_until(lambda: bool((plea(ended.red) or {}).get("declined")))
    assert problem(ended.red.act("offer")) == "no-plea", "once at each position"
    ended.red.choose(ended.red.options[0])
    assert ended.red.act("offer")["ok"]
    ended.blue.hear_until(lambda: plea(ended.blue) is not None and not (plea(ended.blue) or {})["declined"])
    assert ended.blue.act("grant")["ok"]
    both(ended, lambda client: client.position["result"] != "")
    assert "draw by agreement" in ended.blue.position["result"]
    assert problem(ended.blue.act("resign")) == "game-over"


def turned_down(position: Data) -> int:
    """How many counters are shown from behind."""
    return sum("hidden" in card["states"] for card in position["picture"]["cards"])


def test_who_resigns_loses_whatever_is_asked_and_the_game_replays(ended: Pair, tmp_path: Path) -> None:
    assert problem(ended.blue.act("choose", option="concede:resign", side="red")) == "not-your-side"
    assert not ended.red.act("choose", option="concede:draw")["ok"], "nobody draws alone"
    assert turned_down(ended.blue.position) > 0
    assert turned_down(ended.blue.ask("replay", number=2, side="blue")["position"]) > 0
    assert ended.blue.act("resign", revision="whichever")["ok"]
    both(ended, lambda client: client.position["result"] != "")
    assert ended.red.position["result"] == "The game is over: Red wins: the other side has resigned"
    assert ended.red.position["seed"]
    assert turned_down(ended.blue.position) == 0
    assert turned_down(ended.blue.ask("replay", number=2, side="blue")["position"]) == 0, "the past lies open as well"
    headers = {"Authorization": f"Bearer {ended.keys['tokens']['red']}"}
    save = tmp_path / "resigned.sandtable"
    save.write_bytes(ended.server.http.get(f"/api/tables/{ended.table}/save", headers=headers).content)
    *_, table = replay(save)
    assert table.result is not None
    assert table.result.winner == "red"
    report = ended.server.http.get(f"/api/tables/{ended.table}/report.html", headers=headers)
    assert report.status_code == 200
