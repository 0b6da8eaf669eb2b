"""The rule list and its coverage."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.kernel import rules, title
from sandtable.kernel.rules import Rule, Status

from .conftest import TITLE, Run


@pytest.fixture
def one_tested(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """As though the only test were one of rule 3.1."""
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "test_moving.py").write_text(f'@pytest.mark.rule("{TITLE}:3.1")\ndef test_moving(): ...\n')
    monkeypatch.setattr(rules, "tests_folder", lambda title_id: tests)
    return "3.1"


def applicable(listed: list[Rule]) -> list[Rule]:
    return [rule for rule in listed if rule.status is not Status.NOT_APPLICABLE]


def test_the_list_holds_every_rule(run: Run) -> None:
    shown = run("rules", TITLE).out
    assert [rule.id for rule in title(TITLE).rules() if f" {rule.id} " not in shown] == []


def test_the_list_speaks_japanese(run: Run) -> None:
    first = title(TITLE).rules()[0]
    assert first.title["ja"] in run("rules", TITLE, "--lang", "ja").out


def test_a_rule_names_its_code_and_its_tests(run: Run, one_tested: str) -> None:
    shown = run("rules", TITLE, one_tested).out
    assert "Each counter may move once" in shown
    assert "sandtable.games.primer.movement" in shown
    assert "tests/test_moving.py::test_moving" in shown


def test_a_rule_as_json(run: Run, one_tested: str) -> None:
    data = run("rules", TITLE, one_tested, "--json").data
    assert (data["id"], data["status"], data["tested_by"]) == ("3.1", "enforced", ["tests/test_moving.py::test_moving"])


def test_coverage_counts_and_fails_on_what_is_missing(run: Run, one_tested: str) -> None:
    outcome = run("rules", TITLE, "--coverage", "--json")
    listed = title(TITLE).rules()
    assert outcome.code == 1
    assert (outcome.data["rules"], outcome.data["tested"]) == (len(listed), 1)
    assert outcome.data["missing"] == [rule.id for rule in applicable(listed) if rule.id != one_tested]


def test_json_alone_counts_without_failing(run: Run, one_tested: str) -> None:
    outcome = run("rules", TITLE, "--json")
    assert (outcome.code, outcome.data["tested"]) == (0, 1)


def test_coverage_in_words_names_what_is_missing(run: Run, one_tested: str) -> None:
    outcome = run("rules", TITLE, "--coverage")
    assert outcome.code == 1
    first = next(rule.id for rule in applicable(title(TITLE).rules()) if rule.id != one_tested)
    assert f"Missing code or a test: {first}, " in outcome.out


def test_coverage_passes_when_nothing_is_missing(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    every = {rule.id: ["tests/test_all.py::test_all"] for rule in title(TITLE).rules()}
    monkeypatch.setattr(rules, "rules_under_test", lambda title_id: every)
    assert run("rules", TITLE, "--coverage").code == 0


@pytest.fixture
def one_unreached(one_tested: str) -> str:
    """As though play never reached the code that claims rule 3.1."""
    folder = rules.tests_folder(TITLE)
    assert folder is not None
    package = f"sandtable.games.{TITLE}."
    places = [place.removeprefix(package) for place in rules.citations(TITLE)[one_tested]]
    listed = "".join(f"  {place}: nothing calls it\n" for place in places)
    (folder / "unreached.yaml").write_text(f"{TITLE}:\n{listed}")
    return one_tested


def test_code_that_play_never_reaches_does_not_count(run: Run, one_unreached: str) -> None:
    outcome = run("rules", TITLE, "--coverage", "--json")
    assert outcome.data["tested"] == 0
    assert one_unreached in outcome.data["missing"]
    assert outcome.data["unreached"] == rules.citations(TITLE)[one_unreached]


def test_code_that_play_never_reaches_is_named(run: Run, one_unreached: str) -> None:
    (place, *_) = rules.citations(TITLE)[one_unreached]
    assert (
        f"Cited by code that play never reaches, which does not count:\n  {place}"
        in run("rules", TITLE, "--coverage").out
    )
    shown = run("rules", TITLE, one_unreached).out
    assert "Enforced by: none" in shown
    assert f"Cited by code that play never reaches:\n  {place}" in shown


def test_the_map_leads_from_chapters_to_modules(run: Run) -> None:
    shown = run("rules", TITLE, "--map").out
    assert "\n## 5. Attacking\n" in shown
    assert "| [combat.py](../../src/sandtable/games/primer/combat.py) | Chapter 5: combat" in shown
    assert "\n## Modules that cite no rule\n" in shown
