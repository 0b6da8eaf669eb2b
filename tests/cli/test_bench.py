"""Speed, measured against peers."""

from __future__ import annotations

import importlib.util
import time

import pytest

from sandtable.cli import measuring
from sandtable.cli.measuring import Comparison, measured

from .conftest import Run


@pytest.fixture(autouse=True)
def _short_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "SAMPLE", 0.001)


def test_json_names_every_figure(run: Run) -> None:
    data = run("bench", "--repeats", 1, "--json").data
    expected = {"fork", "movement_field", "line_of_sight", "trace", "play_primer", "save", "load"}
    assert expected <= set(data)
    for figures in data.values():
        assert set(figures) == {"value", "unit", "peer", "peer_value", "ratio"}
    assert data["fork"]["ratio"] == pytest.approx(data["fork"]["peer_value"] / data["fork"]["value"], rel=0.05)


def test_the_table_sets_targets_beside_figures(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    shown = run("bench", "--repeats", 1).out
    assert "copy.deepcopy" in shown
    assert "< 5 us" in shown


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
def test_the_ratio_says_how_many_times_faster(
    monkeypatch: pytest.MonkeyPatch, unit: str, value: float, peer_value: float
) -> None:
    clock = Clock()
    monkeypatch.setattr(time, "perf_counter", lambda: clock.now)
    comparison = Comparison("thing", unit, "peer", lambda: clock.work(0.001), lambda: clock.work(0.004), 900)
    found = measured(comparison, 3)
    assert (found.value, found.peer_value, found.ratio) == pytest.approx((value, peer_value, 4))
    assert found.met is False
