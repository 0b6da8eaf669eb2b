"""Replay: a journal leads to the same state again, or the first choice that differs is named."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from kernel.toybox import begin
from sandtable.kernel import ReplayMismatch, Table, journal, replay
from sandtable.kernel.title import AnyTitle


@pytest.fixture
def saved(toy: AnyTitle, tmp_path: Path) -> Path:
    table = begin(toy, scenario="long", seed=8)
    while table.decision is not None:
        table.choose(table.decision.ids[0], table.decision.side)
    path = tmp_path / "game.sandtable"
    table.save(path)
    return path


def altered(path: Path, number: int, **changes: object) -> None:
    """Change one choice of a saved game and seal it anew."""
    read = journal.read(path)
    entries = list(read.entries)
    entries[number - 1] = msgspec.structs.replace(entries[number - 1], **changes)
    journal.write(path, read.header, entries, read.footer)


def test_a_replay_yields_every_position_up_to_the_one_saved(saved: Path) -> None:
    hashes = [table.hash for table in replay(saved)]
    opened = Table.load(saved)
    assert len(hashes) == len(opened.entries) + 1
    assert hashes[-1] == opened.hash


@pytest.mark.parametrize(
    ("number", "changes", "complaint"),
    [
        (3, {"option": "do:dance"}, "choice 3: do:dance is no longer offered"),
        (4, {"side": "blue"}, "choice 4: blue has nothing to decide here"),
        (5, {"check": "00000000"}, "choice 5: other options were offered"),
    ],
)
def test_a_replay_names_the_first_choice_that_differs(
    saved: Path, number: int, changes: dict[str, object], complaint: str
) -> None:
    altered(saved, number, **changes)
    with pytest.raises(ReplayMismatch, match=complaint):
        list(replay(saved))


def test_another_choice_that_was_legal_is_noticed_by_the_end(saved: Path) -> None:
    altered(saved, 3, option="unit:red-2")
    with pytest.raises(ReplayMismatch) as mismatch:
        list(replay(saved))
    assert mismatch.value.choice > 3


def test_other_dice_are_noticed(saved: Path) -> None:
    read = journal.read(saved)
    header = msgspec.structs.replace(read.header, seed=read.header.seed + 1)
    journal.write(saved, header, list(read.entries), read.footer)
    with pytest.raises(ReplayMismatch):
        list(replay(saved))


def test_another_end_is_noticed(saved: Path) -> None:
    read = journal.read(saved)
    footer = msgspec.structs.replace(read.footer, hash="0" * 32)
    journal.write(saved, read.header, list(read.entries), footer)
    with pytest.raises(ReplayMismatch, match="ends in another state"):
        list(replay(saved))
