"""What the tests of the command line share: a way to run commands, and games to run them on."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from sandtable.cli.main import app
from sandtable.kernel import Table

TITLE = "primer"
SCENARIO = "meeting"


class Outcome:
    """What a command printed and how it ended."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err

    @property
    def data(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Outcome]


@pytest.fixture
def run() -> Run:
    """Runs a command in this process; `stdin` is what the player types. An unexpected error fails the test."""

    def runner(*args: object, stdin: str = "") -> Outcome:
        result = CliRunner().invoke(app, [str(arg) for arg in args], input=stdin)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Outcome(result.exit_code, result.stdout, result.stderr)

    return runner


def played(choices: int, seed: int = 5) -> Table:
    """A game after some random choices, or at its end."""
    table = Table.new(TITLE, SCENARIO, seed=seed)
    rng = random.Random(seed)
    while table.decision is not None and len(table.entries) < choices:
        table.choose(rng.choice(table.decision.ids), table.decision.side)
    return table


@pytest.fixture(scope="session")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A saved game that has been played to its end."""
    path = tmp_path_factory.mktemp("games") / "whole.sandtable"
    played(100_000).save(path)
    return path


@pytest.fixture(scope="session")
def halfway(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A saved game under way."""
    path = tmp_path_factory.mktemp("games") / "halfway.sandtable"
    played(30).save(path)
    return path
