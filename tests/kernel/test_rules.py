"""Citations: what the rule list claims, set against code and tests."""

from __future__ import annotations

from pathlib import Path

from kernel.toybox import toy_module
from sandtable.kernel.rules import Coverage, Rule, Status, citations, coverage, rules_under_test
from sandtable.kernel.title import AnyTitle


def test_functions_are_cited_under_the_title_in_whose_folder_they_stand(toy: AnyTitle) -> None:
    assert citations("toy")["2.1"] == [f"{toy_module.__name__}.Turn.pick"]
    assert "1.3" not in citations("toy")
    assert citations("no-such-title") == {}


def test_marks_of_tests_are_found_by_reading_them(tmp_path: Path) -> None:
    folder = tmp_path / "tests"
    folder.mkdir()
    (folder / "test_moves.py").write_text(
        'import pytest\n\n@pytest.mark.rule("toy:2.1", "other:7")\ndef test_one(): ...\n\n'
        '@pytest.mark.rule("toy:2.1")\nasync def test_two(): ...\n\n@pytest.mark.rule("toy:9")\ndef helper(): ...\n'
    )
    assert rules_under_test("toy", folder) == {
        "2.1": ["tests/test_moves.py::test_one", "tests/test_moves.py::test_two"]
    }
    assert rules_under_test("toy", tmp_path / "nowhere") == {}


def listed(ident: str, status: Status) -> Rule:
    return Rule(ident, {"en": "a"}, {"en": "b"}, status)


def test_a_rule_counts_as_held_only_with_code_and_test(toy: AnyTitle) -> None:
    rules = [
        listed("2.1", Status.ENFORCED),
        listed("2.2", Status.ENFORCED),
        listed("1.3", Status.ENFORCED),
        listed("1.1", Status.MISSING),
        listed("9.1", Status.NOT_APPLICABLE),
    ]
    found = coverage("toy", rules, {"2.1": ["a test"], "1.3": ["a test of nothing"]})
    assert found == Coverage(rules=5, implemented=2, tested=1, not_applicable=1, missing=("2.2", "1.3", "1.1"))
