"""Kill -9 at any moment: no accepted choice is lost and none is doubled, in either database."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.faults import kill_repeatedly
from server.postgres import NoPostgres, postgres

KILLS = 5


@pytest.mark.long
def test_sqlite_survives_being_killed(tmp_path: Path) -> None:
    *_, confirmed = kill_repeatedly(f"sqlite:///{tmp_path}/games.sqlite3", KILLS)
    assert confirmed > KILLS


@pytest.mark.long
def test_postgresql_survives_being_killed() -> None:
    try:
        with postgres() as database:
            *_, confirmed = kill_repeatedly(database, KILLS)
    except NoPostgres as reason:
        pytest.skip(str(reason))
    assert confirmed > KILLS
