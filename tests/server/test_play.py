"""Live play over a table's WebSocket: choices, undo, questions, and clients that come and go."""

from __future__ import annotations

import hashlib
import json
import random
import threading
from collections.abc import Iterator

import pytest
from websockets.exceptions import InvalidStatus

from server.following import by_place
from server.harness import Client, Data, Server, new_key, play_through, problem


class Pair:
    """A table with a client at each side."""

    def __init__(self, server: Server, **more: object) -> None:
        self.server = server
        self.keys = server.new_table(**more)  # type: ignore[arg-type]
        self.table: str = self.keys["table"]
        self.blue = server.sit(self.table, self.keys["tokens"]["blue"])
        self.red = server.sit(self.table, self.keys["tokens"]["red"])
        for client in (self.blue, self.red):
            client.hear_until(lambda client=client: len(client.presence.get("here", ())) == 2)  # type: ignore[misc]

    def past_orders(self) -> None:
        """Both sides have given their orders, and blue is to move."""
        self.blue.choose("order:march")
        self.red.choose("order:hold")
        self.blue.hear_until(lambda: self.blue.position["number"] == 2)
        self.blue.hear_until(lambda: self.blue.position["question"] is not None)

    def close(self) -> None:
        self.blue.socket.close()
        self.red.socket.close()


@pytest.fixture
def pair(shared: Server) -> Iterator[Pair]:
    made = Pair(shared)
    yield made
    made.close()


def test_a_seat_is_welcomed_and_shown_its_position(pair: Pair) -> None:
    welcome, position = pair.blue.welcome, pair.blue.position
    assert welcome["mine"] == ["blue"]
    assert welcome["seats"] == {"blue": "human", "red": "human"}
    assert [side["name"] for side in welcome["sides"]] == ["Blue", "Red"]
    assert position["number"] == 0
    assert position["side"] == "blue"
    assert set(pair.blue.options) == {"order:march", "order:assault", "order:hold"}
    assert {line["label"] for line in position["status"]} == {"Points", "Objectives held"}


def test_everything_comes_in_the_language_of_the_client(pair: Pair) -> None:
    with pair.server.sit(pair.table, pair.keys["tokens"]["blue"], lang="ja") as client:
        assert client.welcome["scenario_name"] == "ホルムの橋"
        assert client.position["status"][0]["label"] == "得点"
        assert client.position["question"]["prompt"] != pair.blue.position["question"]["prompt"]


def test_a_choice_is_told_to_everybody(pair: Pair) -> None:
    pair.past_orders()
    assert pair.blue.choose("unit:b1")["ok"]
    pair.red.hear_until(lambda: pair.red.position["number"] == 3)
    assert pair.red.position["question"] is None
    assert pair.red.position["waiting_for"] == ["blue"]


def test_secret_choices_leave_no_trace_until_all_are_in(pair: Pair) -> None:
    before = len(pair.red.received)
    pair.blue.choose("order:assault")
    assert pair.blue.position["number"] == 1
    pair.red.hear_all()
    assert len(pair.red.received) == before
    listed = pair.server.http.get("/api/tables", headers={"Authorization": f"Bearer {pair.keys['tokens']['red']}"})
    assert listed.json()[0]["choices"] == 0
    assert pair.red.choose("order:hold")["ok"]
    pair.red.hear_until(lambda: pair.red.position["number"] == 2)
    assert any("Assault" in line["text"] for line in pair.red.log)


def test_a_secret_choice_can_be_taken_back_unnoticed(pair: Pair) -> None:
    pair.red.choose("order:hold")
    before = len(pair.blue.received)
    assert pair.red.act("undo")["ok"]
    pair.red.hear_until(lambda: pair.red.position["number"] == 0)
    assert pair.red.position["can_redo"]
    pair.blue.hear_all()
    assert len(pair.blue.received) == before
    assert not pair.blue.position["can_undo"]


def test_a_repeated_key_does_nothing_twice(pair: Pair) -> None:
    pair.past_orders()
    request = {"option": "unit:b1", "revision": pair.blue.position["revision"], "key": new_key()}
    assert pair.blue.choose(**request)["ok"]
    assert pair.blue.act("choose", **request)["ok"]
    pair.blue.hear_all()
    assert pair.blue.position["number"] == 3
    assert problem(pair.blue.act("choose", **(request | {"option": "unit:b2"}))) == "key-reused"


def test_an_answer_to_a_past_position_is_stale(pair: Pair) -> None:
    pair.past_orders()
    before = pair.blue.position["revision"]
    pair.blue.choose("unit:b1")
    answer = pair.blue.act("choose", option="unit:b2", revision=before)
    assert problem(answer) == "stale"
    assert "look at the position" in answer["problem"]["message"]
    assert answer["position"]["number"] == 3
    assert pair.blue.position["number"] == 3


def test_of_two_answers_to_one_decision_one_wins(pair: Pair) -> None:
    pair.past_orders()
    twins = [pair.server.sit(pair.table, pair.keys["tokens"]["blue"]) for _ in range(4)]
    answers: list[Data] = []
    ready = threading.Barrier(len(twins))

    def answer(client: Client, option: str) -> None:
        ready.wait()
        answers.append(client.act("choose", option=option))

    threads = [threading.Thread(target=answer, args=(twin, f"unit:b{n}")) for n, twin in enumerate(twins, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(each["ok"] for each in answers) == 1
    assert {problem(each) for each in answers if not each["ok"]} == {"stale"}
    for twin in twins:
        twin.hear_until(lambda twin=twin: twin.position["number"] == 3)  # type: ignore[misc]
        twin.socket.close()


def test_undo_and_redo(pair: Pair) -> None:
    pair.past_orders()
    pair.blue.choose("unit:b1")
    assert pair.blue.position["can_undo"]
    offered = pair.blue.options
    assert pair.blue.act("undo")["ok"]
    pair.blue.hear_until(lambda: pair.blue.position["number"] == 2)
    assert "unit:b1" in pair.blue.options
    pair.red.hear_all()
    assert problem(pair.red.act("redo")) == "nothing-to-redo"
    assert pair.blue.act("redo")["ok"]
    pair.blue.hear_until(lambda: pair.blue.position["number"] == 3)
    assert pair.blue.options == offered
    pair.red.hear_all()
    assert problem(pair.red.act("undo")) == "nothing-to-undo"
    assert problem(pair.blue.act("redo")) == "nothing-to-redo"


def test_an_undone_move_takes_its_lines_out_of_the_log(pair: Pair) -> None:
    pair.past_orders()
    before = list(pair.blue.log)
    pair.blue.choose("unit:b1")
    there = next(option for option in pair.blue.options if option.startswith("hex:"))
    pair.blue.choose(there)
    assert len(pair.blue.log) > len(before)
    assert pair.blue.position["can_undo"]
    pair.blue.act("undo")
    pair.blue.hear_until(lambda: pair.blue.position["number"] == 3)
    assert pair.blue.log == before


def test_what_is_not_offered_is_refused_with_the_rule(pair: Pair) -> None:
    pair.past_orders()
    answer = pair.blue.act("choose", option="unit:r1")
    assert problem(answer) == "illegal"
    assert answer["problem"]["rule"]
    why = pair.blue.ask("explain", option="unit:r1", side="blue")["why"]
    assert why == {"offered": False, "reason": answer["problem"]["message"], "rule": answer["problem"]["rule"]}
    assert pair.blue.ask("explain", option="unit:b1", side="blue")["why"]["offered"]
    assert problem(pair.red.act("choose", option="unit:r1")) == "not-your-turn"


def test_previews_odds_and_hexes(pair: Pair) -> None:
    pair.past_orders()
    pair.blue.choose("unit:b6")
    there = next(option for option in pair.blue.options if option.startswith("hex:"))
    preview = pair.blue.ask("preview", option=there, side="blue")["preview"]
    assert preview["path"][-1] == there.removeprefix("hex:")
    odds = pair.blue.ask("odds", option=there, side="blue")["odds"]
    assert sum(outcome["probability"] for outcome in odds["outcomes"]) == pytest.approx(1)
    found = pair.blue.ask("inspect", hex="0905", side="blue")["hex"]
    assert found["facts"][0]["label"] == "Terrain"
    assert problem(pair.blue.ask("inspect", hex="9999", side="blue")) == "no-such-hex"
    assert problem(pair.blue.ask("odds", option="hex:9999", side="blue")) == "illegal"


def test_overlays_are_listed_and_lit(pair: Pair) -> None:
    offered = {overlay["id"]: overlay for overlay in pair.blue.welcome["overlays"]}
    assert offered["supply-red"]["name"] == "In supply: Red"
    assert (offered["sight"]["needs_hex"], offered["zones"]["needs_hex"]) == (True, False)
    seen = pair.blue.ask("overlay", overlay="sight", hex="0905", side="blue")["overlay"]["hexes"]
    assert "0905" in seen
    assert 7 <= len(seen) < len(pair.blue.ask("overlay", overlay="supply-blue", hex="", side="")["overlay"]["hexes"])
    assert problem(pair.blue.ask("overlay", overlay="sight", hex="", side="blue")) == "no-such-hex"
    assert problem(pair.blue.ask("overlay", overlay="weather", hex="", side="blue")) == "no-such-overlay"


def test_the_past_can_be_looked_at(pair: Pair) -> None:
    start = pair.blue.position["picture"]
    play_through({"blue": pair.blue, "red": pair.red}, random.Random(3), most=60)
    pair.blue.hear_all()
    past = pair.blue.ask("replay", number=0, side="blue")["position"]
    assert past["picture"] == start
    assert past["question"] is None
    latest = pair.blue.ask("replay", number=pair.blue.position["number"], side="blue")["position"]
    assert by_place(latest)["picture"] == by_place(pair.blue.position)["picture"]
    assert problem(pair.blue.ask("replay", number=10_000, side="blue")) == "no-such-position"
    assert problem(pair.blue.ask("replay", number=0, side="red")) == "not-your-side"


def test_nobody_acts_or_asks_for_another_side(pair: Pair) -> None:
    for kind, fields in {
        "choose": {"option": "order:march", "revision": "", "key": new_key()},
        "undo": {"revision": "", "key": new_key()},
        "odds": {"option": "order:march"},
        "explain": {"option": "order:march"},
        "preview": {"option": "order:march"},
        "inspect": {"hex": "0905"},
        "overlay": {"overlay": "sight", "hex": "0905"},
        "replay": {"number": 0},
        "look-as": {},
    }.items():
        assert problem(pair.blue.ask(kind, side="red", **fields)) == "not-your-side"


def test_one_client_may_hold_both_sides(shared: Server) -> None:
    keys = shared.new_table()
    with shared.sit(keys["table"], *keys["tokens"].values(), side="red") as client:
        assert client.welcome["mine"] == ["blue", "red"]
        assert client.position["side"] == "red"
        assert not any("hidden" in card["states"] for card in client.position["picture"]["cards"])
        assert client.ask("look-as", side="blue")["ok"]
        client.hear_until(lambda: client.position["side"] == "blue")
        hidden = [card for card in client.position["picture"]["cards"] if "hidden" in card["states"]]
        assert {card["id"] for card in hidden} >= {"hidden-0804-0"}
        assert all((card["name"], card["values"], card["title"]) == ("", "", "") for card in hidden)
        assert client.choose("order:march")["ok"]


def test_a_spectator_sees_what_everybody_may(pair: Pair) -> None:
    with pair.server.sit(pair.table, pair.keys["spectator"]) as watcher:
        assert watcher.welcome["mine"] == []
        assert watcher.position["question"] is None
        assert not any("is" in line["text"].split() and line["kind"] == "Dealt" for line in watcher.log)
        assert problem(watcher.ask("choose", option="order:march", revision="", key=new_key(), side="blue")) == (
            "not-your-side"
        )
        pair.past_orders()
        watcher.hear_until(lambda: watcher.position["number"] == 2)


def test_a_client_that_comes_back_gets_the_lines_it_lacks(pair: Pair) -> None:
    pair.past_orders()
    pair.blue.choose("unit:b1")
    pair.blue.socket.close()
    token = pair.keys["tokens"]["blue"]
    with pair.server.sit(pair.table, token, log=pair.blue.log) as back:
        assert json.loads(back.received[1]) == {"type": "happened", "from_index": len(pair.blue.log), "lines": []}
        assert back.position["number"] == 3


def test_a_client_that_missed_an_undo_unlearns_what_was_taken_back(pair: Pair) -> None:
    pair.past_orders()
    pair.blue.choose("unit:b1")
    first, second = [option for option in pair.blue.options if option.startswith("hex:")][:2]
    pair.blue.choose(first)
    away = list(pair.blue.log)
    pair.blue.act("undo")
    pair.blue.choose(second)
    assert pair.blue.log != away
    with pair.server.sit(pair.table, pair.keys["tokens"]["blue"], log=away) as back:
        assert back.log == pair.blue.log


def test_people_talk(pair: Pair) -> None:
    assert pair.blue.ask("chat", text="  good   luck ")["ok"]
    pair.red.hear_until(lambda: bool(pair.red.chat))
    assert (pair.red.chat[0]["who"], pair.red.chat[0]["text"]) == ("blue", "good luck")
    assert problem(pair.blue.ask("chat", text="x" * 501)) == "too-long"
    assert problem(pair.blue.ask("chat", text=" ")) == "too-long"
    with pair.server.sit(pair.table, pair.keys["tokens"]["red"]) as back:
        assert back.welcome["chat"][0]["text"] == "good luck"


def test_bots_play_their_side_to_the_end_and_the_dice_can_be_checked(shared: Server) -> None:
    keys = shared.new_table(red="bot")
    with shared.sit(keys["table"], keys["tokens"]["blue"]) as blue:
        play_through({"blue": blue}, random.Random(7))
        assert blue.position["result"].startswith("The game is over")
        assert hashlib.sha256(blue.position["seed"].encode()).hexdigest() == blue.welcome["commitment"]
        assert problem(blue.act("choose", option="do:done")) == "game-over"
        for question in ("explain", "preview", "odds"):
            assert problem(blue.ask(question, option="do:done", side="blue")) == "game-over"
    opened = shared.http.get(
        f"/api/tables/{keys['table']}/save", headers={"Authorization": f"Bearer {keys['tokens']['blue']}"}
    )
    assert opened.status_code == 200
    seed = int(blue.position["seed"].split(":")[0])
    assert json.loads(opened.text.splitlines()[0].partition(" ")[2])["seed"] == seed


@pytest.mark.parametrize(
    "text",
    ["", "nonsense", "[]", '{"type": "dance", "request": 1}', '{"type": "choose"}', '{"type": "hello"}', "{" * 5000,
     '{"type": "choose", "request": 1, "option": 5, "revision": "", "key": "k", "side": "blue"}', "x" * 20_000],
)  # fmt: skip
def test_bad_messages_are_answered_and_harm_nothing(pair: Pair, text: str) -> None:
    pair.blue.socket.send(text)
    answer = pair.blue.hear()
    assert problem(answer) in ("bad-message", "too-long")
    assert pair.blue.choose("order:march")["ok"]


@pytest.mark.parametrize("key", ["", "short", "x" * 65, "bot:12345678", "with blank in it"])
def test_a_key_has_a_shape(pair: Pair, key: str) -> None:
    assert problem(pair.blue.act("choose", option="order:march", key=key)) == "bad-message"


def test_strangers_are_sent_away(shared: Server) -> None:
    keys = shared.new_table()
    for table, tokens, hello, code in (
        (keys["table"], (), {}, "no-seat"),
        (keys["table"], ("guess",), {}, "no-seat"),
        ("nothing", (keys["tokens"]["blue"],), {}, "no-such-table"),
        (keys["table"], (keys["tokens"]["blue"],), {"side": "red"}, "not-your-side"),
    ):
        with shared.sit(table, *tokens, **hello) as stranger:
            given, close = stranger.refused()
            assert (given["code"], close) == (code, 4403)


def test_hello_comes_first(shared: Server) -> None:
    keys = shared.new_table()
    with shared.sit(keys["table"], keys["tokens"]["blue"], type="chat", request=1, text="hi") as hasty:
        given, close = hasty.refused()
        assert close == 4400
        assert given["code"] in ("bad-message", "hello-first")


def test_pages_of_other_servers_open_no_socket(shared: Server) -> None:
    keys = shared.new_table()
    with pytest.raises(InvalidStatus):
        shared.sit(keys["table"], keys["tokens"]["blue"], headers={"Origin": "https://elsewhere.example"})
    with shared.sit(
        keys["table"], keys["tokens"]["blue"], headers={"Origin": f"http://127.0.0.1:{shared.port}"}
    ) as own:
        assert own.position
