"""The table of games: documented columns, one row a game, and clear words where the library is missing."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest

from sandtable.kernel import title as title_of
from sandtable.lab import PlanFile, Simulation, make_plan, run
from sandtable.lab.parquet import ParquetMissing, write_parquet

DOCUMENTED = Path(__file__).parents[2] / "docs" / "lab.md"


@pytest.fixture(scope="module")
def simulation(tmp_path_factory: pytest.TempPathFactory) -> Simulation:
    file = PlanFile("primer", ("meeting",), options=(("10.1",),), seeds=(3,), games=2)
    return run(title_of("primer"), make_plan(title_of("primer"), file), folder=tmp_path_factory.mktemp("games"))


@pytest.fixture(scope="module")
def rows(simulation: Simulation, tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path_factory.mktemp("table") / "games.parquet"
    write_parquet(simulation, path)
    found: list[dict[str, Any]] = parquet.read_table(path).to_pylist()
    return found


def test_a_row_holds_what_was_played_and_how_it_ended(simulation: Simulation, rows: list[dict[str, Any]]) -> None:
    assert len(rows) == 2
    game = simulation.records[1]
    row = rows[1]
    assert (row["title"], row["scenario"], row["options"]) == ("primer", "meeting", ["10.1"])
    assert (row["bot_blue"], row["bot_red"], row["batch_seed"], row["number"]) == ("random", "random", 3, 1)
    assert (row["seed"], row["winner"], row["level"]) == (game.seed, game.winner, game.level)
    assert (row["decisions"], row["turns"], row["finished"], row["problem"]) == (game.decisions, game.turns, True, None)


def test_losses_and_fights_are_lists_that_add_up(simulation: Simulation, rows: list[dict[str, Any]]) -> None:
    for row, game in zip(rows, simulation.records, strict=True):
        assert game.account is not None
        by_side = {"blue": 0, "red": 0}
        for entry in row["losses_by_turn"]:
            by_side[entry["side"]] += entry["steps"]
        assert by_side == {"blue": row["losses_blue"], "red": row["losses_red"]}
        assert {entry["hex"]: entry["fights"] for entry in row["fighting"] if entry["fights"]} == game.account.fights
        assert sum(entry["steps"] for entry in row["fighting"]) == sum(by_side.values())
        assert (row["luck"], row["rolls"]) == (game.account.luck, game.account.rolls)


def test_every_column_is_documented(rows: list[dict[str, Any]]) -> None:
    text = DOCUMENTED.read_text("utf8")
    listed = set(re.findall(r"^\| `([a-z_<>]+)` \|", text, re.MULTILINE))
    columns = {re.sub("_(blue|red)$", "_<side>", column) for column in rows[0]}
    assert columns <= listed


def test_without_the_library_it_is_said_what_to_install(
    simulation: Simulation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ParquetMissing, match=r"pip install 'sandtable\[lab\]'"):
        write_parquet(simulation, tmp_path / "games.parquet")
    assert not list(tmp_path.iterdir())
