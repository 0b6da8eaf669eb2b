"""The largest title: installed under its name while it is played, and for nobody else."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import sandtable.games

TITLES = str(Path(__file__).parent / "titles")


@contextlib.contextmanager
def installed() -> Iterator[str]:
    """While this lasts, `multitude` is a title like any other."""
    own = sandtable.games.__path__
    sandtable.games.__path__ = [*own, TITLES]
    try:
        yield "multitude"
    finally:
        sandtable.games.__path__ = own
