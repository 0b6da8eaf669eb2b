"""A saved game told and verified."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.kernel import Table, journal, title
from sandtable.kernel.journal import Entry

from .conftest import TITLE, Run


def test_the_log_is_told_in_sentences_with_rules(run: Run, saved: Path) -> None:
    lines = run("replay", saved).out.splitlines()
    assert "Turn 1 begins [2.1]" in lines
    assert any(line.startswith("The game is over:") for line in lines)


def test_sums_are_told_line_by_line(run: Run, saved: Path) -> None:
    shown = run("replay", saved).out
    assert any(line.startswith("    ") and ": " in line for line in shown.splitlines())


def test_the_log_speaks_japanese(run: Run, saved: Path) -> None:
    assert "ゲーム終了" in run("replay", saved, "--lang", "ja").out


def test_a_side_is_told_only_what_it_may_know(run: Run, saved: Path) -> None:
    everything, known = (run("replay", saved, *args).out for args in ((), ("--side", "blue")))
    secret = [event for event in Table.load(saved).events if not event.visible_to("blue")]
    assert secret
    assert everything.count("Deal: ") > known.count("Deal: ")


def test_a_whole_game_verifies(run: Run, saved: Path) -> None:
    outcome = run("replay", saved, "--verify")
    table = Table.load(saved)
    assert outcome.code == 0
    assert outcome.out == f"{saved}: {len(table.entries)} choices replay to the same state {table.hash}\n"


def test_json_holds_choices_log_and_result(run: Run, saved: Path) -> None:
    data = run("replay", saved, "--verify", "--json").data
    table = Table.load(saved)
    assert data["choices"] == table.choices
    assert len(data["log"]) == len(table.events)
    assert table.result is not None
    assert data["result"]["level"] == table.result.level
    assert (data["verified"], data["difference"]) == (True, None)


@pytest.fixture
def altered(saved: Path, tmp_path: Path) -> Path:
    """A game in whose fourth choice somebody put another option, and sealed the file anew."""
    whole = journal.read(saved)
    entries = list(whole.entries)
    fourth = entries[3]
    entries[3] = Entry(fourth.number, fourth.side, "do:nonsense", fourth.check)
    path = tmp_path / "altered.sandtable"
    journal.write(path, whole.header, entries, whole.footer)
    return path


def test_the_first_difference_is_named(run: Run, altered: Path) -> None:
    outcome = run("replay", altered, "--verify")
    assert outcome.code == 1
    assert outcome.err == f"error: {altered}: choice 4: do:nonsense is no longer offered\n"


def test_the_first_difference_as_json(run: Run, altered: Path) -> None:
    outcome = run("replay", altered, "--verify", "--json")
    assert (outcome.code, outcome.data["verified"], outcome.data["difference"]["choice"]) == (1, False, 4)


def test_without_verify_nothing_is_played_again(run: Run, altered: Path) -> None:
    assert run("replay", altered).code == 0


def test_a_game_of_a_pack_needs_the_pack(run: Run, tmp_path: Path) -> None:
    pack = tmp_path / "my-pack"
    (pack / "text").mkdir(parents=True)
    own = (title(TITLE).folder() / "text" / "en.yaml").read_text(encoding="utf8")
    (pack / "text" / "en.yaml").write_text(own, encoding="utf8")
    save = tmp_path / "game.sandtable"
    Table.new(TITLE, packs=[pack], seed=1).save(save)
    assert "open it with that pack" in run("replay", save).err
    assert run("replay", save, "--pack", pack, "--verify").code == 0
