"""The rules reference of East Front Series: complete, in both languages, naming only rules and rulings that exist."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from games.efs.positions import TITLE
from sandtable.datafile import read
from sandtable.kernel.rules import Status
from sandtable.mechanics.switches import SwitchesFile

LANGUAGES = ("en", "ja")
RULES = TITLE.rules()
LISTED = {rule.id for rule in RULES}
SWITCHES = read(TITLE.data_file("tables/switches.yaml"), SwitchesFile)
RULINGS = Path(__file__).parents[3] / "docs" / "rulings" / "efs.md"
TOLD = RULINGS.read_text(encoding="utf8")
ROWS = [line.strip("| ").split(" | ") for line in TOLD.splitlines() if line.startswith("| ")]

REFERENCE = re.compile(r"(?<![\d.:+-])\d{1,2}\.\d{1,2}(?:[a-z]\d?)?(?:/[a-z][a-z-]*)?(?![\d.]*\d)")
ELSEWHERE = {"26.26", "28.0", "31.12", "32.1"} | {"2.22b", "0.5", "1.5"}
"""Rules of the Naval Module, a rule that is listed by its parts, and figures that look like the number of a rule."""
JAPANESE = re.compile(r"[ぁ-んァ-ヶ一-龥]")


def test_every_chapter_of_the_rulebook_is_listed() -> None:
    chapters = Counter(int(rule.id.partition(".")[0]) for rule in RULES)
    assert chapters.keys() == {*range(1, 25)}
    assert sum(chapters.values()) == 1178


def test_no_rule_is_listed_twice() -> None:
    assert [rule_id for rule_id, times in Counter(rule.id for rule in RULES).items() if times > 1] == []


def test_every_rule_has_a_title_and_a_summary_in_both_languages() -> None:
    for rule in RULES:
        assert tuple(rule.title) == tuple(rule.summary) == LANGUAGES, rule.id
        assert all(text.strip() == text != "" for text in (*rule.title.values(), *rule.summary.values())), rule.id
        assert "\n" not in "".join(rule.summary.values()), rule.id
        assert JAPANESE.search(rule.summary["ja"]), rule.id
        assert not JAPANESE.search(rule.title["en"] + rule.summary["en"]), rule.id


def test_no_summary_serves_two_rules() -> None:
    demanding = [rule for rule in RULES if rule.status is not Status.NOT_APPLICABLE]
    for lang in LANGUAGES:
        texts = Counter(rule.summary[lang] for rule in demanding)
        assert [text for text, times in texts.items() if times > 1] == [], lang


def test_a_rule_refers_only_to_rules_that_are_listed() -> None:
    for rule in RULES:
        told = " ".join((rule.reason, *rule.title.values(), *rule.summary.values()))
        assert set(REFERENCE.findall(told)) <= LISTED | ELSEWHERE, rule.id


def test_a_rule_that_is_not_enforced_says_why() -> None:
    assert [rule.id for rule in RULES if rule.status is not Status.ENFORCED and not rule.reason] == []


def test_designers_remarks_and_examples_ask_nothing_of_the_program() -> None:
    told = [rule for rule in RULES if rule.id.endswith("design-note")]
    assert told
    assert {rule.status for rule in told} == {Status.NOT_APPLICABLE}


def test_the_rulings_are_about_rules_that_are_listed() -> None:
    rulings = [row for row in ROWS if len(row) == 4 and row[0] not in ("rule", "---")]
    assert len(rulings) > 100
    assert {rule_id for row in rulings for rule_id in row[0].split(", ")} <= LISTED


def test_every_switch_of_the_rulings_is_named() -> None:
    marked = [row[0].split(", ") for row in ROWS if len(row) == 4 and "*Switch" in row[2]]
    named = [row[1] for row in ROWS if len(row) == 3 and row[0].startswith("`")]
    assert len(marked) == len(named) == len(set(named))
    assert [rules for rules in marked if sum(rule_id in rules for rule_id in named) != 1] == []


def test_the_switches_are_those_of_the_rulings() -> None:
    named = {row[0].strip("`"): row[1] for row in ROWS if len(row) == 3 and row[0].startswith("`")}
    assert named == {name: row.rule for name, row in SWITCHES.switches.items()}
    assert sorted(named.values()) == sorted(SWITCHES.rules)


def test_every_ruling_has_a_switch_or_says_why_it_needs_none() -> None:
    """Rulings without one stand in a section of their own, which gives the reason."""
    open_ones, _, rest = TOLD.partition("## Questions that need no switch")
    rows = [line for line in open_ones.splitlines() if re.match(r"\| \d", line)]
    assert [row for row in rows if "*Switch" not in row] == []
    assert "*Switch" not in rest


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_a_switch_says_names_its_rule(lang: str) -> None:
    for name, row in SWITCHES.switches.items():
        text = TITLE.words(f"switch.{name}")[lang]
        assert row.rule in text, name
        assert bool(JAPANESE.search(text)) == (lang == "ja"), name
