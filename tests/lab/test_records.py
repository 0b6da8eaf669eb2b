"""Recorded games: every decision with what was legal, chosen and looked into, and all of it to be seen again."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sandtable.kernel import Table
from sandtable.kernel import title as title_of
from sandtable.lab import PlanFile, make_plan, run
from sandtable.lab.agents.observations import Observations
from sandtable.lab.records import Records, RecordsError, write_records
from sandtable.lab.simulation import Simulation


def recorded(tmp_path: Path, bots: tuple[str, ...] = ("random",), games: int = 3) -> tuple[Simulation, Records]:
    title = title_of("primer")
    plan = make_plan(title, PlanFile("primer", ("meeting",), (bots,), ((),), (4,), games))
    simulation = run(title, plan, recorded=True)
    write_records(title, simulation, tmp_path / "records")
    return simulation, Records(tmp_path / "records")


def test_a_row_is_a_decision_with_its_choice_and_result(tmp_path: Path) -> None:
    simulation, records = recorded(tmp_path)
    rows = list(records.decisions())
    assert len(rows) == simulation.summary.decisions
    for row in rows:
        game = simulation.records[row.game]
        assert row.action in row.legal
        assert row.seed == game.seed
        assert row.result == (0.0 if game.winner is None else 1.0 if game.winner == row.side else -1.0)


def test_observations_and_masks_are_made_by_playing_again(tmp_path: Path) -> None:
    _, records = recorded(tmp_path, games=1)
    observations = Observations(title_of("primer"), "meeting")
    game = title_of("primer").new_game("meeting", (), next(records.decisions()).seed)
    for seen in records.seen():
        assert np.array_equal(seen.observation, observations.look(game, seen.recorded.side))
        assert sorted(seen.recorded.legal) == np.flatnonzero(seen.mask).tolist()
        game.choose(seen.recorded.option, seen.recorded.side)
    assert not game.decisions


def test_a_search_leaves_its_visits(tmp_path: Path) -> None:
    _, records = recorded(tmp_path, ("easy", "random"), games=1)
    searched = [row for row in records.decisions() if row.visits]
    assert searched
    assert {row.side for row in searched} == {title_of("primer").scenario("meeting").sides[0]}
    for row in searched:
        assert len(row.visits) == len(row.legal)
        assert row.visits[row.legal.index(row.action)] > 0


def test_a_recorded_game_becomes_a_saved_game(tmp_path: Path) -> None:
    simulation, records = recorded(tmp_path)
    records.save(1, tmp_path / "one.save")
    table = Table.load(tmp_path / "one.save")
    assert table.result is not None
    assert (table.header.seed, table.result.winner) == (simulation.records[1].seed, simulation.records[1].winner)
    with pytest.raises(RecordsError, match="no game 9"):
        records.save(9, tmp_path / "none.save")


def test_a_folder_without_records_is_refused_with_the_cure(tmp_path: Path) -> None:
    with pytest.raises(RecordsError, match="simulate --record"):
        Records(tmp_path)
