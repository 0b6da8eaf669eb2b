"""A game that ends by the will of those who play it: one resigns, or all are content with a draw."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernel.toybox import begin
from sandtable.kernel import GameOver, NothingToUndo, Table, replay
from sandtable.kernel.game import DRAW, RESIGN, TIME
from sandtable.kernel.title import AnyTitle


@pytest.mark.parametrize(
    ("option", "winner", "level"), [(RESIGN, "blue", "resigned"), (DRAW, None, "agreed"), (TIME, "blue", "time")]
)
def test_a_side_ends_the_game_whoever_is_asked(
    toy: AnyTitle, tmp_path: Path, option: str, winner: str | None, level: str
) -> None:
    table = begin(toy)
    table.choose("do:pass")
    table.choose(option, "red")
    assert table.result is not None
    assert (table.result.winner, table.result.level) == (winner, level)
    assert table.decisions == ()
    with pytest.raises(NothingToUndo):
        table.undo()
    with pytest.raises(GameOver):
        table.choose(RESIGN, "blue")
    table.save(tmp_path / "over")
    *_, again = replay(tmp_path / "over")
    assert (again.hash, again.events) == (table.hash, table.events)
    assert Table.load(tmp_path / "over").result == table.result


def test_a_side_resigns_while_others_choose_in_secret(toy: AnyTitle) -> None:
    table = Table.new(toy, "short", seed=1)
    table.choose("do:meek", "red")
    table.choose(RESIGN, "blue")
    assert table.result is not None
    assert table.result.winner == "red"
    assert table.secret_since is None
