"""Speed, measured against peers."""

from __future__ import annotations

import importlib.util
import itertools

import pytest

from sandtable.cli import benchmarks, measuring, opponents
from sandtable.cli.measuring import Comparison, Peer, Weighing, measured, weighed
from sandtable.cli.wire import Sent, bytes_a_choice
from sandtable.kernel import title
from sandtable.lab import GameRecord

from .conftest import Run

STEPPED = benchmarks._stepped
"""How the games of agents are really played."""


@pytest.fixture(autouse=True)
def _short_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "SAMPLE", 0.001)
    monkeypatch.setattr(measuring, "FILLING", 0.002)


@pytest.fixture
def _short_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole games take their time, and their number is all that matters here."""
    monkeypatch.setattr(benchmarks, "play_out", lambda *args: GameRecord(0, decisions=100))
    monkeypatch.setattr(benchmarks, "bytes_a_choice", lambda *args: Sent(500, 5000))
    monkeypatch.setattr(benchmarks, "_stepped", lambda *args: lambda: 100)
    monkeypatch.setattr(opponents, "_chess", lambda: lambda: 100)
    monkeypatch.setattr(opponents, "_openspiel", lambda name: lambda: 100)


@pytest.mark.usefixtures("_short_games")
def test_json_names_every_figure(run: Run) -> None:
    data = run("bench", "--repeats", 1, "--json").data
    expected = {"fork", "movement_field", "line_of_sight", "trace", "play_primer/bridge", "save", "load"}
    assert expected <= set(data)
    for figures in data.values():
        assert set(figures) == {"value", "unit", "peers"}
        assert all(set(peer) == {"value", "ratio"} for peer in figures["peers"].values())
    peer = data["fork"]["peers"]["copy.deepcopy"]
    assert peer["ratio"] == pytest.approx(peer["value"] / data["fork"]["value"], rel=0.05)


@pytest.mark.usefixtures("_short_games")
def test_of_every_title_the_first_and_the_largest_scenario_are_played(run: Run) -> None:
    data = run("bench", "--repeats", 1, "--json").data
    assert {name for name in data if "gsfg" in name} == {
        "play_gsfg/hamburg", "play_gsfg/campaign", "observed_gsfg/hamburg", "observed_gsfg/campaign",
        "wire_gsfg/hamburg", "wire_gsfg/campaign",
    }  # fmt: skip


@pytest.mark.usefixtures("_short_games")
def test_of_a_title_every_scenario_is_played_or_those_named(run: Run) -> None:
    assert set(run("bench", "primer", "--repeats", 1, "--json").data) == {
        "play_primer/bridge", "play_primer/meeting", "observed_primer/bridge", "observed_primer/meeting",
        "wire_primer/bridge", "wire_primer/meeting",
    }  # fmt: skip
    named = run("bench", "primer", "--scenario", "meeting", "--repeats", 1, "--json").data
    assert set(named) == {"play_primer/meeting", "observed_primer/meeting", "wire_primer/meeting"}


@pytest.mark.usefixtures("_short_games")
def test_what_agents_see_is_set_against_games_that_nobody_looks_at(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmarks, "_stepped", STEPPED)
    data = run("bench", "primer", "--scenario", "meeting", "--repeats", 1, "--json").data
    figures = data["observed_primer/meeting"]
    assert figures["unit"] == "steps/s"
    assert 0.0 < figures["value"] < figures["peers"]["unobserved"]["value"]


@pytest.mark.usefixtures("_short_games")
def test_the_wire_is_weighed_against_whole_positions(run: Run) -> None:
    data = run("bench", "primer", "--scenario", "meeting", "--repeats", 1, "--json").data
    weighed = {"value": 500, "unit": "bytes", "peers": {"whole positions": {"value": 5000, "ratio": 10.0}}}
    assert data["wire_primer/meeting"] == weighed
    shown = run("bench", "primer", "--scenario", "meeting", "--repeats", 1).out
    assert "<4000" in shown


@pytest.mark.parametrize(("ours", "met"), [(3999, True), (4001, False)])
def test_the_target_of_a_weighing_is_a_number_of_bytes(ours: int, met: bool) -> None:
    found = weighed(Weighing("wire", "whole", lambda: (ours, 8000), 4000))
    assert (found.target, found.met) == ("<4000 bytes", met)


def test_a_choice_takes_a_small_part_of_what_a_position_takes() -> None:
    sent = bytes_a_choice(title("primer"), "bridge", 3)
    assert 100 < sent.changes < 1000
    assert sent.whole > 5 * sent.changes


def test_a_scenario_needs_its_title(run: Run) -> None:
    outcome = run("bench", "--scenario", "meeting")
    assert (outcome.code, "sandtable bench TITLE --scenario" in outcome.err) == (2, True)


def test_random_play_is_set_against_every_engine_that_is_installed(run: Run) -> None:
    pytest.importorskip("pyspiel")
    data = run("bench", "primer", "--scenario", "meeting", "--repeats", 1, "--json").data
    peers = data["play_primer/meeting"]["peers"]
    assert set(peers) == {"python-chess", "OpenSpiel chess", "OpenSpiel rummy"}
    assert all(peer["value"] > 0 for peer in peers.values())


def test_without_openspiel_it_says_what_to_install(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "pyspiel" else found(name))
    outcome = run("bench", "primer", "--scenario", "meeting", "--repeats", 1, "--json")
    assert set(outcome.data["play_primer/meeting"]["peers"]) == {"python-chess"}
    assert "pip install 'sandtable[openspiel]'" in outcome.err


@pytest.mark.usefixtures("_short_games")
def test_the_table_sets_targets_beside_figures(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    shown = run("bench", "--repeats", 1).out
    assert "copy.deepcopy" in shown
    assert "<5 us" in shown


def test_without_chess_it_says_what_to_install(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    outcome = run("bench")
    assert outcome.code == 2
    assert "pip install 'sandtable[dev]'" in outcome.err


class Clock:
    """A clock that only work moves on."""

    def __init__(self) -> None:
        self.now = 0.0

    def work(self, seconds: float) -> int:
        self.now += seconds
        return 1


@pytest.mark.parametrize(("unit", "value", "peer_value"), [("us", 1000, 4000), ("decisions/s", 1000, 250)])
def test_the_ratio_says_how_many_times_faster(unit: str, value: float, peer_value: float) -> None:
    clock = Clock()
    peer = Peer("peer", lambda: clock.work(0.004))
    found = measured(Comparison("thing", unit, lambda: clock.work(0.001), (peer,), 900, lambda: clock.now), 3)
    assert (found.value, found.peers[0].value, found.peers[0].ratio) == pytest.approx((value, peer_value, 4))
    assert found.met is False


def test_games_count_by_the_middle_one_and_repeated_work_by_the_best() -> None:
    found = {}
    for unit in ("us", "decisions/s"):
        clock, durations = Clock(), itertools.cycle([0.002, 0.004, 0.001])
        comparison = Comparison("thing", unit, lambda: clock.work(next(durations)), (), clock=lambda: clock.now)  # noqa: B023
        found[unit] = measured(comparison, 3).value
    assert found == pytest.approx({"us": 1000, "decisions/s": 500})


def test_games_count_once_what_is_kept_for_all_of_them_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "FILLING", 0.02)
    clock = Clock()
    slow_at_first = lambda: clock.work(0.004 if clock.now < 0.02 else 0.001)  # noqa: E731
    games = measured(Comparison("thing", "decisions/s", slow_at_first, (), clock=lambda: clock.now), 3)
    assert games.value == pytest.approx(1000)
