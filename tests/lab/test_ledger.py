"""The ledger: what was played is never played again, and games of another plan are never mixed in."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.kernel.title import AnyTitle
from sandtable.lab import PlanFile, Simulation, make_plan, run
from sandtable.lab.ledger import Ledger, LedgerError

FILE = PlanFile("toy", ("long",), seeds=(3,), games=12)


def simulated(toy: AnyTitle, folder: Path, file: PlanFile = FILE) -> Simulation:
    return run(toy, make_plan(toy, file), folder=folder)


def ledger(folder: Path) -> Path:
    return folder / "games.jsonl"


def stopped_after(toy: AnyTitle, folder: Path, games: int) -> None:
    def stop(done: int, _: int) -> None:
        if done == games:
            raise KeyboardInterrupt

    assert run(toy, make_plan(toy, FILE), folder=folder, progress=stop).interrupted


def test_a_run_goes_on_where_it_was_stopped(toy: AnyTitle, tmp_path: Path) -> None:
    whole = simulated(toy, tmp_path / "whole")
    stopped_after(toy, tmp_path / "parts", 5)
    assert len(ledger(tmp_path / "parts").read_text().splitlines()) == 6
    told: list[int] = []
    plan = make_plan(toy, FILE)
    resumed = run(toy, plan, folder=tmp_path / "parts", progress=lambda done, _: told.append(done))
    assert len(resumed.resumed) == 5
    assert told == list(range(5, 13))
    assert resumed.played == whole.played
    assert ledger(tmp_path / "parts").read_bytes() == ledger(tmp_path / "whole").read_bytes()


@pytest.mark.parametrize("bytes_lost", [1, 10, 60])
def test_a_last_line_that_was_torn_is_played_again(toy: AnyTitle, tmp_path: Path, bytes_lost: int) -> None:
    whole = simulated(toy, tmp_path)
    path = ledger(tmp_path)
    data = path.read_bytes()
    path.write_bytes(data[:-bytes_lost])
    again = simulated(toy, tmp_path)
    assert len(again.resumed) == 11
    assert again.played == whole.played
    assert path.read_bytes() == data


def test_a_ledger_torn_in_its_first_line_begins_anew(toy: AnyTitle, tmp_path: Path) -> None:
    whole = simulated(toy, tmp_path)
    path = ledger(tmp_path)
    data = path.read_bytes()
    path.write_bytes(data[:20])
    assert simulated(toy, tmp_path).played == whole.played
    assert path.read_bytes() == data


def test_a_line_that_was_altered_is_refused_with_its_number(toy: AnyTitle, tmp_path: Path) -> None:
    simulated(toy, tmp_path)
    path = ledger(tmp_path)
    lines = path.read_text().splitlines(keepends=True)
    lines[3] = lines[3].replace('"game"', '"gane"')
    path.write_text("".join(lines))
    with pytest.raises(LedgerError, match=r"games.jsonl:4: "):
        simulated(toy, tmp_path)


@pytest.mark.parametrize(
    ("file", "said"),
    [
        (PlanFile("toy", ("long",), seeds=(3,), games=13), "games was 12 and is 13"),
        (PlanFile("toy", ("long",), seeds=(4,), games=12), r"seeds\[0\] was 3 and is 4"),
        (PlanFile("toy", ("short",), seeds=(3,), games=12), 'scenario was "long" and is "short"'),
        (PlanFile("toy", ("long",), ("greedy",), seeds=(3,), games=12), 'red was "random" and is "greedy"'),
    ],
)
def test_a_changed_plan_is_refused_and_nothing_is_touched(
    toy: AnyTitle, tmp_path: Path, file: PlanFile, said: str
) -> None:
    simulated(toy, tmp_path)
    data = ledger(tmp_path).read_bytes()
    with pytest.raises(LedgerError, match=said) as error:
        simulated(toy, tmp_path, file)
    assert "choose another folder" in str(error.value)
    assert ledger(tmp_path).read_bytes() == data


def test_only_one_simulation_writes_to_a_folder(toy: AnyTitle, tmp_path: Path) -> None:
    with Ledger(tmp_path, FILE), pytest.raises(LedgerError, match="another simulation is writing here"):
        Ledger(tmp_path, FILE)
    Ledger(tmp_path, FILE).close()


def test_a_folder_that_cannot_be_made_is_told(toy: AnyTitle, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LedgerError, match="choose another folder"):
        simulated(toy, tmp_path / "file" / "results")
