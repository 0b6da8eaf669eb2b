"""Saved games: whole or refused with the line at fault, and never half written."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kernel.toybox import begin
from sandtable.kernel import SaveError, Table, journal, title
from sandtable.kernel.title import AnyTitle


@pytest.fixture
def table(toy: AnyTitle) -> Table:
    played = begin(toy, scenario="long")
    for option in ("unit:red-1", "space:2", "do:shoot"):
        played.choose(option)
    return played


@pytest.fixture
def saved(table: Table, tmp_path: Path) -> Path:
    path = tmp_path / "game.sandtable"
    table.save(path)
    return path


def test_a_saved_game_opens_where_it_was_left(table: Table, saved: Path) -> None:
    opened = Table.load(saved)
    assert opened.hash == table.hash
    assert opened.decisions == table.decisions
    assert opened.events == table.events
    assert opened.entries == table.entries
    assert opened.header == table.header


def test_a_game_opened_and_saved_again_is_the_same_to_the_byte(saved: Path, tmp_path: Path) -> None:
    Table.load(saved).save(tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == saved.read_bytes()


def test_a_game_is_saved_in_the_midst_of_secret_choices(toy: AnyTitle, tmp_path: Path) -> None:
    table = Table.new(toy, "long", seed=4)
    table.choose("do:bold", "blue")
    table.save(tmp_path / "game")
    opened = Table.load(tmp_path / "game")
    assert opened.decisions == table.decisions
    for option, side in (("bid:3", "blue"), ("do:meek", "red")):
        table.choose(option, side)
        opened.choose(option, side)
    assert opened.hash == table.hash


def test_a_finished_game_is_saved_with_its_result(table: Table, tmp_path: Path) -> None:
    while table.decision is not None:
        table.choose(table.decision.ids[-1], table.decision.side)
    table.save(tmp_path / "game")
    opened = Table.load(tmp_path / "game")
    assert opened.result == table.result is not None
    assert opened.decision is None


def test_a_file_cut_at_the_end_of_any_line_is_refused_with_that_line(saved: Path) -> None:
    lines = saved.read_bytes().splitlines(keepends=True)
    for kept in range(1, len(lines)):
        saved.write_bytes(b"".join(lines[:kept]))
        with pytest.raises(SaveError) as refused:
            Table.load(saved)
        assert f"{saved}:{kept + 1}: the file is cut short here" in str(refused.value)


def test_a_file_cut_inside_any_line_is_refused_with_that_line(saved: Path) -> None:
    lines = saved.read_bytes().splitlines(keepends=True)
    for number, line in enumerate(lines, 1):
        for part in (len(line) // 2, len(line) - 2):
            saved.write_bytes(b"".join(lines[: number - 1]) + line[:part])
            with pytest.raises(SaveError) as refused:
                Table.load(saved)
            assert f"{saved}:{number}: the file is cut short in this line" in str(refused.value)


def test_a_file_cut_anywhere_is_never_opened(saved: Path) -> None:
    whole = saved.read_bytes()
    for length in range(0, len(whole) - 1, 7):
        saved.write_bytes(whole[:length])
        with pytest.raises(SaveError, match=r"game\.sandtable"):
            Table.load(saved)


def test_an_edited_line_is_refused(saved: Path) -> None:
    lines = saved.read_text().splitlines(keepends=True)
    for number, line in enumerate(lines, 1):
        changed = [*lines[: number - 1], line.replace('"red', '"rad').replace("toy", "tox"), *lines[number:]]
        if changed == lines:
            continue
        saved.write_text("".join(changed))
        with pytest.raises(SaveError) as refused:
            Table.load(saved)
        assert f"{saved}:{number}: this line was altered" in str(refused.value)


def test_lines_that_changed_places_are_refused(saved: Path) -> None:
    lines = saved.read_text().splitlines(keepends=True)
    lines[1], lines[2] = lines[2], lines[1]
    saved.write_text("".join(lines))
    with pytest.raises(SaveError, match=":2: this line was altered"):
        Table.load(saved)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "the file is empty"),
        (b"Dear diary,\nnothing happened.\n", "not a saved game of Sandtable"),
        (b"{}\n", "not a saved game of Sandtable"),
        (b"\x89PNG\r\n\x1a\n\x00\xff", "not a saved game of Sandtable"),
    ],
)
def test_a_foreign_file_is_refused(tmp_path: Path, content: bytes, complaint: str) -> None:
    path = tmp_path / "foreign"
    path.write_bytes(content)
    with pytest.raises(SaveError, match=complaint):
        Table.load(path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match=r"nowhere: there is no such file"):
        Table.load(tmp_path / "nowhere")


def test_a_folder_is_no_saved_game(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="cannot be read: Is a directory"):
        Table.load(tmp_path)


def sealed(*lines: str) -> str:
    """Lines as a file of another version of the program would have them, with their seals."""
    seal = "sandtable"
    text = ""
    for line in lines:
        seal = journal._seal(seal, line)
        text += f"{seal} {line}\n"
    return text


def test_a_file_of_a_later_format_asks_for_an_update(saved: Path) -> None:
    saved.write_text(sealed('{"sandtable":2,"title":"toy","novelty":1}', '{"choices":0}'))
    with pytest.raises(SaveError, match=r":1: .*update Sandtable"):
        Table.load(saved)


def rewritten(path: Path, header: dict[str, object] | None = None, footer: dict[str, object] | None = None) -> None:
    """Change a saved game and seal it anew."""
    read = journal.read(path)
    journal.write(
        path,
        msgspec.structs.replace(read.header, **(header or {})),
        list(read.entries),
        msgspec.structs.replace(read.footer, **(footer or {})),
    )


def test_a_game_of_a_title_that_is_not_installed_is_refused(saved: Path) -> None:
    rewritten(saved, header={"title": "lost"})
    with pytest.raises(SaveError, match=r":1: there is no title 'lost'"):
        Table.load(saved)


def test_a_snapshot_of_another_kind_is_refused(saved: Path) -> None:
    rewritten(saved, footer={"snapshot": msgspec.Raw(b'{"state":{"scenario":1}}')})
    with pytest.raises(SaveError, match=r":7: the snapshot does not fit toy"):
        Table.load(saved)


def test_a_snapshot_that_is_not_the_one_saved_is_refused(saved: Path) -> None:
    rewritten(saved, footer={"hash": "0" * 32})
    with pytest.raises(SaveError, match=r":7: the snapshot is not the one that was saved"):
        Table.load(saved)


def test_missing_choices_are_counted(saved: Path) -> None:
    rewritten(saved, footer={"choices": 9})
    with pytest.raises(SaveError, match=r":7: 9 choices were saved but 5 are here"):
        Table.load(saved)


def test_a_folder_that_is_not_there_cannot_be_written_to(table: Table, tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="choose a folder you may write to"):
        table.save(tmp_path / "no" / "folder" / "game")


def test_a_folder_that_may_not_be_written_to_is_named(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(**_: object) -> tuple[int, str]:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(journal.tempfile, "mkstemp", forbidden)
    with pytest.raises(SaveError, match="Permission denied; choose a folder you may write to"):
        table.save(tmp_path / "game")


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_write_that_fails_leaves_the_old_file(
    table: Table, saved: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    before = saved.read_bytes()
    table.choose("do:pass")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os if step == "fsync" else Path, step, full)
    with pytest.raises(SaveError, match="No space left on device"):
        table.save(saved)
    monkeypatch.undo()
    assert saved.read_bytes() == before
    assert [path.name for path in saved.parent.iterdir()] == [saved.name]


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    folder = tmp_path / "my-cards"
    (folder / "text").mkdir(parents=True)
    (folder / "text" / "notes-en.yaml").write_text("a: b\n")
    return folder


def test_a_game_with_a_pack_opens_with_that_pack_only(toy: AnyTitle, pack: Path, tmp_path: Path) -> None:
    table = Table.new(title("toy", [pack]), "short", seed=1)
    table.save(tmp_path / "game")
    assert Table.load(tmp_path / "game", packs=[pack]).hash == table.hash
    with pytest.raises(SaveError, match=r":1: this game was played with the data pack 'my-cards'"):
        Table.load(tmp_path / "game")


def test_a_pack_that_has_changed_is_refused(toy: AnyTitle, pack: Path, tmp_path: Path) -> None:
    Table.new(title("toy", [pack]), "short", seed=1).save(tmp_path / "game")
    (pack / "text" / "notes-en.yaml").write_text("a: c\n")
    with pytest.raises(SaveError, match="the data pack 'my-cards' has changed"):
        Table.load(tmp_path / "game", packs=[pack])


def resealed(saved: Path, change: Callable[[Any], None]) -> None:
    """Alter the snapshot of a save and seal it anew, as somebody does who has read how saves are written."""
    whole = journal.read(saved)
    found = title(whole.header.title)
    state = found.codec.decode(whole.footer.snapshot)
    change(state)
    footer = msgspec.structs.replace(
        whole.footer, hash=found.codec.hash(state), snapshot=msgspec.Raw(found.codec.encode(state))
    )
    journal.write(saved, whole.header, list(whole.entries), footer)


def richer(state: Any) -> None:
    state.rolls += 7


def without_a_stack(state: Any) -> None:
    state.stack.clear()


@pytest.mark.parametrize("change", [richer, without_a_stack])
def test_a_snapshot_that_was_sealed_anew_is_found_out(saved: Path, change: Callable[[Any], None]) -> None:
    resealed(saved, change)
    with pytest.raises(SaveError):
        Table.load(saved)


def test_who_trusts_a_save_takes_its_snapshot_at_its_word(table: Table, saved: Path) -> None:
    resealed(saved, richer)
    assert Table.trusted(saved).state.rolls == table.state.rolls + 7


def test_a_pipe_is_no_save(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(SaveError, match="not a file"):
        Table.load(tmp_path / "pipe")
