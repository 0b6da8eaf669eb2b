"""What is confirmed is on disk: the power goes, writes are lost or torn, and calls fail below SQLite."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from server.power import STREAMS, TRIALS, WRITES

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    compiler = shutil.which("cc")
    if compiler is None or not sys.platform.startswith("linux"):
        pytest.skip("the failing disk is made with a C compiler, for Linux")
    folder = tmp_path_factory.mktemp("power")
    disk = folder / "faulty_disk.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-o", str(disk), str(HERE / "faulty_disk.c"), "-ldl"], check=True)
    command = [sys.executable, str(HERE / "power.py"), str(folder), str(disk)]
    done = subprocess.run(
        command, env=os.environ | {"LD_PRELOAD": str(disk)}, capture_output=True, text=True, check=True, timeout=120
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_database_is_whole_whatever_happened(outcomes: list[dict[str, Any]]) -> None:
    assert len(outcomes) == len(TRIALS)
    assert {outcome["sound"] for outcome in outcomes} == {"ok"}


def test_what_was_confirmed_is_there_once(outcomes: list[dict[str, Any]]) -> None:
    for outcome in outcomes:
        assert set(outcome["kept"]) <= set(outcome["found"])
        assert len(outcome["found"]) == len(set(outcome["found"]))


def test_what_was_refused_was_not_done(outcomes: list[dict[str, Any]]) -> None:
    failing = [outcome for outcome in outcomes if not outcome["lost_power"]]
    assert any(outcome["refused"] for outcome in failing), "the disk did fail"
    for outcome in failing:
        assert not set(outcome["refused"]) & set(outcome["found"])
        assert len(outcome["kept"]) + len(outcome["refused"]) == STREAMS * WRITES


def test_the_power_did_go_and_something_had_been_confirmed(outcomes: list[dict[str, Any]]) -> None:
    lost = [outcome for outcome in outcomes if outcome["lost_power"]]
    assert len(lost) >= 8
    assert sum(bool(outcome["kept"]) for outcome in lost) >= 5
