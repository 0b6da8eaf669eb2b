"""Servers for the tests of this folder: a local and a shared one, each for a whole session."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sandtable.server.settings import Settings
from server.harness import NO_LIMITS, Server, serving


@pytest.fixture(scope="session")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    database = f"sqlite:///{tmp_path_factory.mktemp('local')}/games.sqlite3"
    with serving(Settings(database=database, limits=NO_LIMITS, pause=0)) as server:
        yield server


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    database = f"sqlite:///{tmp_path_factory.mktemp('shared')}/games.sqlite3"
    with serving(Settings(database=database, shared=True, limits=NO_LIMITS, pause=0)) as server:
        yield server
