"""Titles: found by name, with scenarios, optional rules and data packs."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.kernel import Table, UnknownScenario, UnknownTitle, title, titles
from sandtable.kernel.title import AnyTitle


def test_a_title_is_found_by_its_name(toy: AnyTitle) -> None:
    assert "toy" in titles()
    assert title("toy") is toy


def test_a_title_that_is_not_installed_is_refused_with_those_that_are(toy: AnyTitle) -> None:
    with pytest.raises(UnknownTitle, match=r"no title 'chess'; installed are .*toy"):
        title("chess")


def test_the_first_scenario_is_the_one_for_newcomers(toy: AnyTitle) -> None:
    assert Table.new("toy", seed=1).header.scenario == "short"


def test_an_unknown_scenario_is_refused_with_those_there_are(toy: AnyTitle) -> None:
    with pytest.raises(UnknownScenario, match="toy has no scenario 'endless'; it has short, long"):
        Table.new("toy", "endless")


def test_an_unknown_optional_rule_is_refused_with_those_there_are(toy: AnyTitle) -> None:
    with pytest.raises(UnknownScenario, match=r"toy/short has no optional rule '8.8'; it has 9.1"):
        Table.new("toy", "short", ["8.8"])


def test_an_optional_rule_is_in_force(toy: AnyTitle) -> None:
    table = Table.new("toy", "short", ["9.1"], seed=1)
    for option, side in (("do:meek", "red"), ("do:meek", "blue"), ("unit:red-1", "red"), ("space:1", "red")):
        table.choose(option, side)
    assert table.state.units["red-1"].at == 1


def test_a_game_without_a_seed_gets_one_of_its_own(toy: AnyTitle) -> None:
    assert Table.new("toy").header.seed != Table.new("toy").header.seed


def test_the_same_seed_makes_the_same_game(toy: AnyTitle) -> None:
    assert Table.new("toy", seed=5).hash == Table.new("toy", seed=5).hash


def test_a_pack_replaces_and_adds_files(toy: AnyTitle, tmp_path: Path) -> None:
    (tmp_path / "text").mkdir()
    (tmp_path / "text" / "en.yaml").write_text("prompt.move: Go\n")
    (tmp_path / "text" / "mine-en.yaml").write_text("prompt.wait: Stay\n")
    packed = title("toy", [tmp_path])
    assert packed.data_file("text/en.yaml") == tmp_path / "text" / "en.yaml"
    assert packed.data_file("text/ja.yaml") == toy.folder() / "text" / "ja.yaml"
    assert [path.name for path in packed.data_files("text")] == ["en.yaml", "ja.yaml", "mine-en.yaml"]
    assert packed is not toy


def test_options_are_listed_by_kind_what_has_an_id_before_what_has_a_text(toy: AnyTitle) -> None:
    listed = toy.option_ids(toy.content("short"))
    assert listed[-4:] == ["unit:red-1", "unit:red-2", "unit:blue-1", "unit:blue-2"]
    assert {"do:meek", "do:bold", "do:shoot", "do:hold", "do:pass"} <= set(listed)
    assert len(set(listed)) == len(listed)
    assert not any(option_id.startswith("space:") for option_id in listed)
