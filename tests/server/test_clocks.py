"""Clocks: days a move and minutes a game, told by a clock that the tests set."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sandtable.kernel import replay
from sandtable.server.clocks import Clock, set_up
from sandtable.server.protocol import ClockPlan
from sandtable.server.settings import Settings
from server.harness import NO_LIMITS, PATIENCE, Client, Server, problem, serving
from server.test_play import Pair

DAY, HOUR = 86_400.0, 3600.0
DAYS, MINUTES = {"kind": "days", "amount": 3}, {"kind": "minutes", "amount": 60}


class Time:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time_of_day() -> Time:
    return Time()


@pytest.fixture
def settings(tmp_path: Path, time_of_day: Time) -> Settings:
    database = f"sqlite:///{tmp_path}/games.sqlite3"
    return Settings(database=database, shared=True, limits=NO_LIMITS, pause=0, now=time_of_day, tick=0.02)


@pytest.fixture
def timed(settings: Settings) -> Iterator[Server]:
    with serving(settings) as server:
        yield server


def lost(client: Client) -> str:
    """What the end is called, once there is one."""
    client.hear_until(lambda: bool(client.position["result"]))
    return str(client.position["result"])


def until(client: Client, done: Callable[[], bool]) -> None:
    client.hear_until(done)


def test_there_is_no_clock_unless_one_is_chosen(timed: Server) -> None:
    pair = Pair(timed)
    pair.past_orders()
    assert (pair.blue.clocks, pair.red.clocks) == ({}, {})
    assert problem(pair.blue.ask("claim", side="blue")) == "not-late"
    pair.close()


def test_minutes_run_for_whoever_is_to_answer_and_both_see_it(timed: Server, time_of_day: Time) -> None:
    pair = Pair(timed, clock=MINUTES)
    start = time_of_day.now
    until(pair.red, lambda: bool(pair.red.clocks))
    assert pair.red.clocks["due"] == {"blue": start + HOUR, "red": start + HOUR}
    pair.past_orders()
    time_of_day.now += 600
    since = pair.blue.position["number"]
    assert pair.blue.choose("do:done")["ok"]
    for client in (pair.blue, pair.red):
        until(client, lambda client=client: client.position["number"] > since)  # type: ignore[misc]
        until(client, lambda client=client: "blue" in client.clocks["left"])  # type: ignore[misc]
        assert client.clocks["left"]["blue"] == HOUR - 600
        assert client.clocks["due"] == {"red": time_of_day.now + HOUR}
        assert client.clocks["now"] == time_of_day.now
    pair.close()


def test_the_list_of_games_tells_the_time_until_the_game_is_over(timed: Server, time_of_day: Time) -> None:
    pair = Pair(timed, clock=MINUTES)
    start = time_of_day.now
    pair.past_orders()
    time_of_day.now += 600
    assert pair.blue.choose("do:done")["ok"]
    mine = {"Authorization": f"Bearer {pair.keys['tokens']['blue']}"}
    (card,) = timed.http.get("/api/tables", headers=mine).json()
    assert (card["clocks"]["due"], card["clocks"]["left"]) == ({"red": start + 600 + HOUR}, {"blue": HOUR - 600})
    assert card["clocks"]["now"] == time_of_day.now
    assert pair.red.act("resign")["ok"]
    assert timed.http.get("/api/tables", headers=mine).json()[0]["clocks"] is None
    pair.close()


def test_who_has_answered_in_secret_is_not_given_away_by_the_clock(timed: Server, time_of_day: Time) -> None:
    pair = Pair(timed, clock=MINUTES)
    until(pair.blue, lambda: bool(pair.blue.clocks))
    before, heard = pair.blue.clocks, len(pair.blue.received)
    time_of_day.now += 60
    assert pair.red.choose("order:hold")["ok"]
    pair.blue.hear_all(0.2)
    assert (pair.blue.clocks, len(pair.blue.received)) == (before, heard)
    mine = {"Authorization": f"Bearer {pair.keys['tokens']['blue']}"}
    assert timed.http.get("/api/tables", headers=mine).json()[0]["clocks"]["due"] == before["due"]
    pair.close()


def test_the_minutes_are_up_and_the_game_is_lost_even_if_nobody_is_there(
    timed: Server, time_of_day: Time, tmp_path: Path
) -> None:
    pair = Pair(timed, clock=MINUTES)
    pair.past_orders()
    keys = pair.keys
    pair.close()
    time_of_day.now += HOUR + 1
    mine = {"Authorization": f"Bearer {keys['tokens']['blue']}"}
    end = time.monotonic() + PATIENCE
    while not (result := timed.http.get("/api/tables", headers=mine).json()[0]["result"]):
        assert time.monotonic() < end
    assert result.endswith("Red wins on time")
    with timed.sit(pair.table, keys["tokens"]["blue"], lang="ja") as blue:
        assert lost(blue).endswith("の勝ち（相手の時間切れ）")
    save = timed.http.get(f"/api/tables/{pair.table}/save", headers=mine)
    path = tmp_path / "over.save"
    path.write_bytes(save.content)
    *_, last = replay(path)
    assert last.result is not None
    assert (last.result.winner, last.result.level) == ("red", "time")


def test_whoever_is_there_sees_the_end_without_doing_anything(timed: Server, time_of_day: Time) -> None:
    pair = Pair(timed, clock=MINUTES)
    pair.past_orders()
    time_of_day.now += HOUR + 1
    assert lost(pair.red).endswith("Red wins on time")
    assert problem(pair.blue.act("undo")) in ("game-over", "nothing-to-undo", "stale")
    pair.close()


def test_an_undo_gives_no_time_back(timed: Server, time_of_day: Time) -> None:
    pair = Pair(timed, clock=MINUTES)
    pair.past_orders()
    due = time_of_day.now + HOUR
    time_of_day.now += 600
    assert pair.blue.choose("unit:b4")["ok"]
    assert pair.blue.act("undo")["ok"]
    pair.blue.hear_all(0.1)
    assert pair.blue.clocks["due"] == {"blue": due}
    pair.close()


def test_days_are_claimed_by_the_other_side_and_not_before(timed: Server, time_of_day: Time) -> None:
    pair = Pair(timed, clock=DAYS)
    pair.past_orders()
    time_of_day.now += 2 * DAY
    assert problem(pair.red.ask("claim", side="red")) == "not-late"
    assert pair.blue.choose("unit:b4")["ok"], "a move is made, and there are three days for the next"
    time_of_day.now += 2 * DAY
    assert problem(pair.red.ask("claim", side="red")) == "not-late"
    time_of_day.now += DAY
    assert problem(pair.blue.ask("claim", side="blue")) == "not-late"
    assert pair.red.position["result"] == "", "it is not lost by itself"
    assert pair.red.ask("claim", side="red")["ok"]
    assert lost(pair.blue).endswith("Red wins on time")
    pair.close()


def test_who_is_late_may_still_move_before_it_is_claimed(timed: Server, time_of_day: Time) -> None:
    pair = Pair(timed, clock=DAYS)
    pair.past_orders()
    time_of_day.now += 4 * DAY
    assert pair.blue.choose("unit:b4")["ok"]
    assert problem(pair.red.ask("claim", side="red")) == "not-late"
    pair.close()


def test_clocks_wait_for_the_guest_and_outlast_a_restart(settings: Settings, time_of_day: Time) -> None:
    with serving(settings) as server:
        keys = server.new_table(red="open", clock=MINUTES)
        table, invitation = keys["table"], {"token": keys["invitations"]["red"]}
        with server.sit(table, keys["tokens"]["blue"]) as blue:
            until(blue, lambda: bool(blue.clocks))
            assert blue.clocks["left"] == {"blue": HOUR, "red": HOUR}
            time_of_day.now += 5 * HOUR
            assert server.http.post("/api/invitations/look", json=invitation).json()["clock"] == MINUTES
            token = server.http.post("/api/invitations", json=invitation).json()["tokens"]["red"]
            with server.sit(table, token) as red:
                until(red, lambda: bool(red.clocks))
                due = red.clocks["due"]
                assert due == {"blue": time_of_day.now + HOUR, "red": time_of_day.now + HOUR}
    time_of_day.now += 900
    with serving(settings) as server, server.sit(table, keys["tokens"]["blue"]) as blue:
        until(blue, lambda: bool(blue.clocks))
        assert blue.clocks["due"] == due
    time_of_day.now += HOUR
    with serving(settings) as server, server.sit(table, keys["tokens"]["blue"]) as blue:
        assert lost(blue).endswith("wins on time")


def test_bots_have_no_clock(timed: Server) -> None:
    keys = timed.new_table(red="bot", clock=MINUTES)
    with timed.sit(keys["table"], keys["tokens"]["blue"]) as blue:
        until(blue, lambda: bool(blue.clocks))
        assert set(blue.clocks["due"]) | set(blue.clocks["left"]) == {"blue"}


@pytest.mark.parametrize("clock", [{"kind": "days", "amount": 0}, {"kind": "minutes", "amount": 10**6}])
def test_a_clock_has_limits(timed: Server, clock: dict[str, object]) -> None:
    seats = {"blue": {"mode": "human"}, "red": {"mode": "human"}}
    plan = {"title": "primer", "scenario": "bridge", "seats": seats, "clock": clock}
    answer = timed.http.post("/api/tables", json=plan)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-clock")


def test_taking_back_and_choosing_again_does_not_wind_up_the_days() -> None:
    clock = set_up(ClockPlan("days", 3), ("blue", "red")).turned(0.0, ["blue"], 0)
    assert clock.hands["blue"].due == 3 * DAY
    clock = clock.turned(DAY, ["blue"], 1, "blue")
    assert clock.hands["blue"].due == 4 * DAY
    back = clock.turned(2 * DAY, ["blue"], 0, "blue").turned(2 * DAY, ["blue"], 1, "blue")
    assert back.hands["blue"].due == 4 * DAY
    assert forth(back).hands["red"].due == 2 * DAY + 3 * DAY


def forth(clock: Clock) -> Clock:
    """Blue makes a new choice on the second day, after which red is asked."""
    return clock.turned(2 * DAY, ["red"], 2, "blue")
