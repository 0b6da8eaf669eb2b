"""The command as a whole: help, start-up time, and how errors of the user are told."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from sandtable.cli.main import app

from .conftest import TITLE, Run

COMMANDS = (
    "play", "games", "rules", "serve", "migrate", "replay", "render", "odds", "los", "simulate", "balance",
    "ladder", "mcp", "fuzz", "check", "new", "generate", "bench",
)  # fmt: skip


def sandtable(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "sandtable", *args], capture_output=True, text=True, check=False)


def test_help_names_every_command(run: Run) -> None:
    shown = run("--help").out
    assert [command for command in COMMANDS if f" {command} " in shown] == list(COMMANDS)


def test_no_command_lacks_a_test_of_its_help() -> None:
    assert {info.callback.__name__ for info in app.registered_commands if info.callback} == set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_help_shows_an_example(run: Run, command: str) -> None:
    assert f"Example: sandtable {command}" in run(command, "--help").out


def test_help_starts_at_once() -> None:
    """Told by the processor's time, which a busy machine does not stretch."""
    times = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert sandtable("--help").returncode == 0
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(times) < 0.5


def test_help_imports_nothing_heavy() -> None:
    program = (
        "import sys, sandtable.cli.main;"
        "print(*(n for n in ('textual', 'chess', 'multiprocessing', 'yaml', 'sandtable.games') if n in sys.modules))"
    )
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert shown.stdout.split() == []


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["rules", "nonsense"], "there is no title 'nonsense'"),
        (["rules", TITLE, "99.9"], "has no rule '99.9'"),
        (["simulate", TITLE, "--scenario", "nonsense"], "has no scenario 'nonsense'"),
        (["simulate", TITLE, "--options", "99.9"], "has no optional rule '99.9'"),
        (["simulate", TITLE, "--bots", "nobody"], "there is no player 'nobody'"),
        (["simulate", TITLE, "--bots", "random,random,random"], "3 bots for 2 sides"),
        (["simulate", TITLE, "--games", "-1"], "'--games'"),
        (["simulate", TITLE, "--workers", "0"], "'--workers'"),
        (["simulate", TITLE, "--seed", "-1"], "'--seed'"),
        (["fuzz", TITLE, "--games", "none"], "'--games'"),
        (["fuzz", "nonsense"], "there is no title 'nonsense'"),
        (["replay", "missing.sandtable"], "there is no such file"),
        (["odds", "missing.sandtable", "do:pass"], "there is no such file"),
        (["render", "nonsense", "-o", "map.svg"], "neither a saved game nor a title"),
        (["render", f"{TITLE}/nonsense", "-o", "map.svg"], "has no scenario 'nonsense'"),
        (["check", "missing-folder"], "missing-folder"),
        (["play", "nonsense"], "there is no title 'nonsense'"),
        (["play", TITLE, "--side", "green"], "has no side 'green'"),
        (["play", TITLE, "--bot", "nobody"], "there is no player 'nobody'"),
        (["play", TITLE, "--lang", "fr"], "'--lang'"),
        (["play", TITLE, "--load", "missing.sandtable"], "leave them out"),
        (["nonsense"], "No such command"),
        (["--nonsense"], "No such option"),
        (["games", "--nonsense"], "No such option"),
        (["rules"], "Missing argument"),
    ],
)
def test_an_error_of_the_user_is_one_line(run: Run, args: list[str], complaint: str) -> None:
    outcome = run(*args)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.count("\n") == 1
    assert complaint in outcome.err


def test_an_error_of_the_user_has_no_traceback(tmp_path: Path) -> None:
    foreign = tmp_path / "foreign.txt"
    foreign.write_text("not a game\n")
    shown = sandtable("replay", str(foreign))
    assert (shown.returncode, shown.stderr) == (2, f"error: {foreign}: not a saved game of Sandtable\n")


def test_an_error_of_the_program_is_not_hidden(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.kernel.titles", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        run("games")
