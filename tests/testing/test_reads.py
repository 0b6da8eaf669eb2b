"""The record of what is read of the titles' data."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import msgspec
import pytest

from sandtable import datafile
from sandtable.testing.reads import Reads, unread


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    shift: int
    loss: int = 0


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    rows: dict[str, Row]
    die: str = "d6"
    by_turn: dict[int, int] = {}


Run = Callable[[str], Any]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    (folder / "tables").mkdir(parents=True)
    text = "source: seed\nrows: {near: {shift: 1}, far: {shift: 2}}\nby_turn: {1: 4, 2: 6}\n"
    for name in ("fire", "assault"):
        (folder / "tables" / f"{name}.yaml").write_text(text)
    return folder


@pytest.fixture
def reads(data: Path) -> Iterator[Reads]:
    record = Reads({"toy": data})
    with record.listening():
        record.go_on()
        yield record


@pytest.fixture
def run(data: Path) -> Run:
    """Runs code as though it stood in a title, and gives what it calls `result`."""

    def runner(code: str) -> Any:
        names = {"__name__": "sandtable.games.toy.fire", "read": datafile.read, "data": data, "Table": Table}
        exec(compile(dedent(code), "fire.py", "exec"), names)
        return names.get("result")

    return runner


FIRE = 'table = read(data / "tables/fire.yaml", Table)\n'


def left(reads: Reads) -> list[str]:
    return unread(reads.known, reads.read)


def test_files_that_nobody_opens_are_unread(reads: Reads) -> None:
    assert left(reads) == ["toy tables/assault.yaml", "toy tables/fire.yaml"]


def test_of_a_file_that_is_opened_each_field_is_asked_for(reads: Reads, run: Run) -> None:
    run(FIRE + "table.die")
    assert left(reads) == [
        "toy tables/assault.yaml",
        "toy tables/fire.yaml: by_turn",
        "toy tables/fire.yaml: rows",
    ]


def test_a_row_is_read_where_it_is_looked_up(reads: Reads, run: Run) -> None:
    run(FIRE + 'table.die, table.by_turn, table.rows["near"].shift')
    assert left(reads)[1:] == ["toy tables/fire.yaml: rows.*.loss", "toy tables/fire.yaml: rows.far"]


@pytest.mark.parametrize(
    "through",
    [
        "list(table.rows)",
        "table.rows.items()",
        "{**table.rows}",
        "dict(table.rows)",
        "table.rows | {}",
        "{} | table.rows",
    ],
)
def test_whoever_goes_through_the_rows_reads_them_all(reads: Reads, run: Run, through: str) -> None:
    run(FIRE + through)
    assert not [place for place in left(reads) if place.endswith((".near", ".far"))]


def test_rows_by_number_are_a_scale_that_is_read_as_a_whole(reads: Reads, run: Run) -> None:
    run(FIRE + "table.by_turn[1]")
    assert "toy tables/fire.yaml: by_turn" not in left(reads)


def test_files_that_share_a_type_are_told_apart(reads: Reads, run: Run) -> None:
    run(FIRE + 'other = read(data / "tables/assault.yaml", Table)\nother.die, table.rows')
    assert "toy tables/fire.yaml: die" in left(reads)
    assert "toy tables/assault.yaml: die" not in left(reads)


def test_what_only_tests_read_is_unread(reads: Reads, run: Run, data: Path) -> None:
    table = run(FIRE + "result = table")
    assert (table.die, table.rows["near"].shift) == ("d6", 1)
    assert datafile.read(data / "tables" / "assault.yaml", Table).die == "d6"
    assert left(reads) == [
        "toy tables/assault.yaml",
        "toy tables/fire.yaml: by_turn",
        "toy tables/fire.yaml: die",
        "toy tables/fire.yaml: rows",
    ]


def test_what_is_only_checked_is_unread(reads: Reads, run: Run) -> None:
    run(FIRE + "def _check_die(file):\n    assert [die for die in [file.die]]\n_check_die(table)")
    assert "toy tables/fire.yaml: die" in left(reads)


def test_what_a_lax_type_lets_pass_is_unread(reads: Reads, run: Run) -> None:
    run('class Lax(Table, forbid_unknown_fields=False):\n    pass\nread(data / "tables/fire.yaml", Lax)')
    assert "toy tables/fire.yaml: (other fields)" in left(reads)


def test_nothing_is_noted_in_a_pause(reads: Reads, run: Run) -> None:
    table = run(FIRE + "result = table")
    reads.pause()
    run(FIRE + 'table.die, table.rows["near"]')
    assert "toy tables/fire.yaml: die" in left(reads)
    reads.go_on()
    run(FIRE + "table.die")
    assert "toy tables/fire.yaml: die" not in left(reads)
    assert table.rows == {"near": Row(1), "far": Row(2)}


def test_data_is_as_it_was_once_nobody_listens(data: Path, run: Run) -> None:
    record = Reads({"toy": data})
    with record.listening():
        record.go_on()
        table = run(FIRE + "result = table")
    run(FIRE + "table.die")
    assert "toy tables/fire.yaml: die" not in record.read
    assert type(vars(Table)["die"]).__name__ == "member_descriptor"
    assert msgspec.json.encode(table) == msgspec.json.encode(datafile.read(data / "tables" / "fire.yaml", Table))


def test_fields_of_a_read_elsewhere_are_not_asked_for(reads: Reads, run: Run) -> None:
    run(FIRE)
    assert "toy tables/fire.yaml: source" in reads.known
    assert "toy tables/fire.yaml: source" not in left(reads)
