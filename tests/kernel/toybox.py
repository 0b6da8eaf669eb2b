"""The toy title for tests: installed as a title while a test asks for the `toy` fixture, and for no other."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

import sandtable.games
from sandtable.kernel import Table
from sandtable.kernel import title as title_of
from sandtable.kernel.title import AnyTitle, _title

TITLES = str(Path(__file__).parent / "titles")

_own = sandtable.games.__path__
sandtable.games.__path__ = [*_own, TITLES]
toy_module = importlib.import_module("sandtable.games.toy")
sandtable.games.__path__ = _own


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[AnyTitle]:
    """The toy title, found by the name `toy` like any installed title."""
    monkeypatch.setattr(sandtable.games, "__path__", [*sandtable.games.__path__, TITLES])
    yield title_of("toy")
    _title.cache_clear()


CARDS = ("moon", "moon")
"""What a scripted game draws first: red's card and blue's."""


def begin(toy: AnyTitle, *dice: int | str, scenario: str = "short", seed: int = 1) -> Table:
    """A game after both sides bid meekly: red is to pick a counter. With `dice`, they fall as given."""
    table = Table.new(toy, scenario, seed=seed, dice=(*CARDS, *dice) if dice else None)
    table.choose("do:meek", "red")
    table.choose("do:meek", "blue")
    return table
