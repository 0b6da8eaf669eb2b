"""Engines: the same games on one process, on many and on Ray; a worker or a run that is killed costs little."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandtable.kernel import title as title_of
from sandtable.lab import Plan, PlanFile, Simulation, make_plan, run
from sandtable.lab.engines import SimulationFailed, on_processes
from sandtable.lab.on_ray import RayMissing, on_ray
from sandtable.lab.parquet import write_parquet
from sandtable.lab.report import report

FILE = PlanFile("primer", ("meeting",), options=((), ("10.1",)), seeds=(1, 2), games=6)
COMMAND = "simulate primer --scenario meeting --games 60 --bots random --workers 2"


@pytest.fixture(scope="module")
def plan() -> Plan:
    return make_plan(title_of("primer"), FILE)


@pytest.fixture(scope="module")
def alone(plan: Plan, tmp_path_factory: pytest.TempPathFactory) -> Simulation:
    """The plan carried out in one process."""
    return run(title_of("primer"), plan, folder=tmp_path_factory.mktemp("alone"))


def files(simulation: Simulation, folder: Path) -> tuple[bytes, str]:
    """The table and the report of a simulation."""
    folder.mkdir(exist_ok=True)
    write_parquet(simulation, folder / "games.parquet")
    return (folder / "games.parquet").read_bytes(), report(title_of("primer"), simulation)


def descendants(pid: int) -> set[int]:
    """All processes that come from one, by their ids."""
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(stat.parent.name)] = int(fields[1])
    found: set[int] = set()
    edge = {pid}
    while edge:
        edge = {child for child, parent in parents.items() if parent in edge} - found
        found |= edge
    return found


def name_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    except OSError:
        return ""


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def until(happens: Iterator[bool], seconds: float = 60.0) -> None:
    """Wait for something, with an end to patience."""
    deadline = time.monotonic() + seconds
    for happened in happens:
        if happened:
            return
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)


def test_the_number_of_processes_changes_no_byte(plan: Plan, alone: Simulation, tmp_path: Path) -> None:
    two = run(title_of("primer"), plan, workers=2, folder=tmp_path / "two")
    assert two.played == alone.played
    assert files(two, tmp_path / "two") == files(alone, tmp_path / "alone")


def test_a_process_that_dies_ends_the_run_and_keeps_what_was_played(plan: Plan, tmp_path: Path) -> None:
    killed: list[int] = []

    def kill_one(done: int, games: int) -> None:
        if done == 3:
            workers = [pid for pid in descendants(os.getpid()) if "spawn_main" in name_of(pid)]
            os.kill(workers[0], signal.SIGKILL)
            killed.append(workers[0])

    title = title_of("primer")
    with pytest.raises(SimulationFailed, match="a process died"):
        run(title, plan, engine=on_processes, workers=2, folder=tmp_path, progress=kill_one)
    assert killed
    again = run(title, plan, folder=tmp_path)
    assert len(again.resumed) >= 3
    assert len(again.played) == 24


def test_a_run_that_was_killed_goes_on_without_repeating_a_game(tmp_path: Path) -> None:
    ledger = tmp_path / "killed" / "games.jsonl"

    def command(folder: str) -> list[str]:
        program = "import sys; from sandtable.cli.main import main; main()"
        return [sys.executable, "-c", program, *COMMAND.split(), "--json", "--output", str(tmp_path / folder)]

    def lines() -> list[str]:
        return ledger.read_text().splitlines() if ledger.exists() else []

    victim = subprocess.Popen(command("killed"), stdout=subprocess.DEVNULL)
    until(len(lines()) > 10 for _ in iter(int, 1))
    workers = {pid for pid in descendants(victim.pid) if "spawn_main" in name_of(pid)}
    victim.send_signal(signal.SIGKILL)
    victim.wait()
    kept = lines()
    assert 10 < len(kept) < 60
    assert workers
    until(not any(map(is_running, workers)) for _ in iter(int, 1))

    resumed = json.loads(subprocess.run(command("killed"), capture_output=True, check=True).stdout)
    whole = json.loads(subprocess.run(command("whole"), capture_output=True, check=True).stdout)
    assert len(kept) - 2 <= resumed["resumed"] <= len(kept) - 1
    assert (resumed["games"], resumed["cells"]) == (60, whole["cells"])
    numbers = [json.loads(line)["number"] for line in lines()[1:]]
    assert sorted(numbers) == list(range(60))
    for name in ("games.parquet", "report.html"):
        assert (tmp_path / "killed" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


@pytest.mark.long
def test_ray_plays_the_same_games_and_survives_the_death_of_a_worker(
    plan: Plan, alone: Simulation, tmp_path: Path
) -> None:
    ray = pytest.importorskip("ray")
    killed: list[int] = []

    def kill_one(done: int, games: int) -> None:
        if done == 4 and not killed:
            names = {pid: name_of(pid) for pid in descendants(os.getpid())}
            workers = [pid for name in ("ray::_play", "ray::IDLE") for pid in names if names[pid].startswith(name)]
            assert len(workers) >= 2
            os.kill(workers[0], signal.SIGKILL)
            killed.append(workers[0])

    title = title_of("primer")
    played = run(title, plan, engine=on_ray, workers=2, folder=tmp_path / "ray", progress=kill_one)
    assert killed
    assert not ray.is_initialized()
    assert files(played, tmp_path / "ray") == files(alone, tmp_path / "alone")
    lines = (tmp_path / "ray" / "games.jsonl").read_text().splitlines()
    assert len(lines) == 1 + 24
    until(not any("ray::" in name_of(pid) for pid in descendants(os.getpid())) for _ in iter(int, 1))


def test_a_cluster_that_does_not_answer_is_named(plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    ray = pytest.importorskip("ray")

    def refuse(**settings: object) -> None:
        raise ConnectionError("nobody there")

    monkeypatch.setattr(ray, "init", refuse)
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:9")
    with pytest.raises(SimulationFailed, match=r"the Ray cluster at 127\.0\.0\.1:9 \(RAY_ADDRESS\).*nobody there"):
        run(title_of("primer"), plan, engine=on_ray)


def test_without_ray_it_is_said_what_to_install(plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(RayMissing, match=r"pip install 'sandtable\[ray\]'"):
        run(title_of("primer"), plan, engine=on_ray)
