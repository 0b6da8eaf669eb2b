"""Random play that looks for trouble."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from sandtable.kernel import AnyTitle
from sandtable.testing import Failure, FuzzReport

from .conftest import TITLE, Run


def test_json_counts_games_and_decisions(run: Run) -> None:
    data = run("fuzz", TITLE, "--games", 1, "--seed", 3, "--json").data
    assert data["games"] == 1
    assert data["decisions"] > 10
    assert isinstance(data["failures"], list)


def test_games_on_several_processes_are_those_of_one(run: Run) -> None:
    command = ("fuzz", TITLE, "--games", 3, "--seed", 3, "--json", "--workers")
    assert run(*command, 2).data == run(*command, 1).data


@pytest.fixture
def one_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def fuzz(title: AnyTitle, games: int, *args: Any, workers: int) -> FuzzReport:
        return FuzzReport(games, 40, (Failure("undo", "the state is another", "meeting", seed=7, choice=12),))

    monkeypatch.setattr("sandtable.testing.fuzz", fuzz)


def test_a_failure_is_told_with_its_seed(run: Run, one_failure: None) -> None:
    outcome = run("fuzz", TITLE, "--games", 2)
    assert outcome.code == 1
    assert "undo: the state is another" in outcome.out
    assert "seed 7, choice 12" in outcome.out


def test_who_is_stopped_tells_what_was_found(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sandtable", "fuzz", TITLE, "--games", "100000", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        time.sleep(6)
        running.terminate()
        out, err = running.communicate(timeout=30)
    assert json.loads(out)["games"] >= 0
    assert "Traceback" not in err


def test_a_failure_as_json(run: Run, one_failure: None) -> None:
    outcome = run("fuzz", TITLE, "--games", 2, "--json")
    assert outcome.code == 1
    assert [failure["choice"] for failure in outcome.data["failures"]] == [12]
