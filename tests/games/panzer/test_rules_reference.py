"""The rules reference of Panzer: complete, in both languages, and naming only rules and rulings that exist."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sandtable
from sandtable.datafile import read
from sandtable.kernel.rules import Rule, Status

LANGUAGES = ("en", "ja")
DATA = Path(sandtable.__file__).parent / "games" / "panzer" / "data"
RULES = read(DATA / "rules.yaml", list[Rule])
LISTED = {rule.id for rule in RULES}
RULINGS = Path(__file__).parents[3] / "docs" / "rulings" / "panzer.md"

REFERENCE = re.compile(r"(?<![\d.])\d\.\d+(?:\.\d+)*[a-z]?(?:/[a-z][a-z0-9-]*)?(?![\d.]*\d)")
SIGNED = re.compile(r"[+-]\d+")
JAPANESE = re.compile(r"[ぁ-んァ-ヶ一-龥]")


def test_every_chapter_of_the_rulebook_is_listed() -> None:
    chapters = Counter(rule.id.partition(".")[0].partition("/")[0] for rule in RULES)
    apart = {"glossary": 1, "index": 1}
    assert chapters == {"0": 3, "1": 18, "2": 1, "3": 11, "4": 79, "5": 44, "6": 320, "7": 133, **apart}


def test_no_rule_is_listed_twice() -> None:
    assert [rule_id for rule_id, times in Counter(rule.id for rule in RULES).items() if times > 1] == []


def test_every_rule_has_a_title_and_a_summary_in_both_languages() -> None:
    for rule in RULES:
        assert tuple(rule.title) == tuple(rule.summary) == LANGUAGES, rule.id
        assert all(text.strip() == text != "" for text in (*rule.title.values(), *rule.summary.values())), rule.id
        assert "\n" not in "".join(rule.summary.values()), rule.id
        assert JAPANESE.search(rule.summary["ja"]), rule.id
        assert not JAPANESE.search(rule.title["en"] + rule.summary["en"]), rule.id


def test_no_title_and_no_summary_serves_two_rules() -> None:
    for lang in LANGUAGES:
        for texts in ([rule.title[lang] for rule in RULES], [rule.summary[lang] for rule in RULES]):
            assert [text for text, times in Counter(texts).items() if times > 1] == [], lang


def test_a_rule_refers_only_to_rules_that_are_listed() -> None:
    for rule in RULES:
        told = " ".join((rule.reason, *rule.title.values(), *rule.summary.values()))
        assert set(REFERENCE.findall(told)) <= LISTED, rule.id


def test_both_languages_give_a_modifier_the_same_figures() -> None:
    lists = ("4.4.3.2.2/", "6.5.1.12.1/", "6.5.2.4/", "6.5.4.3/", "6.6.1.1.2/", "6.6.1.1.2b/", "6.8.3.1.", "7.1.4/")
    modifiers = [rule for rule in RULES if rule.id.startswith(lists)]
    assert len(modifiers) > 90
    for rule in modifiers:
        told = {lang: set(SIGNED.findall(rule.summary[lang])) for lang in LANGUAGES}
        assert told["en"] == told["ja"], rule.id


def test_a_rule_that_is_not_enforced_says_why() -> None:
    assert [rule.id for rule in RULES if rule.status is not Status.ENFORCED and not rule.reason] == []


def test_designers_remarks_and_examples_ask_nothing_of_the_program() -> None:
    told = [rule for rule in RULES if rule.id.endswith(("/example", "-note", "rationale", "/quote"))]
    assert len(told) == 19
    asked = {rule.id for rule in told if rule.status is not Status.NOT_APPLICABLE}
    assert asked == {"6.5.4.2.2/cover-note"}


def cited(document: object) -> Iterator[str]:
    """The rules that a data file names, however deep."""
    if isinstance(document, dict):
        for key, value in document.items():
            if key == "rule" and isinstance(value, str | int | float):
                yield str(value)
            elif key == "rules" and isinstance(value, list):
                yield from value
            else:
                yield from cited(value)
    elif isinstance(document, list):
        for value in document:
            yield from cited(value)


def test_the_charts_name_rules_that_are_listed() -> None:
    charts = sorted((DATA / "tables").glob("*.yaml"))
    assert charts
    for chart in charts:
        named = set(cited(read(chart, dict[str, Any])))
        assert named, chart.name
        assert named <= LISTED, chart.name


def test_the_rulings_are_about_rules_that_are_listed() -> None:
    told = RULINGS.read_text(encoding="utf8")
    rows = [line.strip("| ").split(" | ") for line in told.splitlines() if line.startswith("| ")]
    rulings = [row for row in rows if len(row) == 4 and row[0] not in ("rule", "---")]
    assert len(rulings) > 50
    assert {rule_id for row in rulings for rule_id in row[0].split(", ")} <= LISTED
    assert set(REFERENCE.findall(told)) <= LISTED


def test_every_switch_of_the_rulings_is_named() -> None:
    rows = [line.strip("| ").split(" | ") for line in RULINGS.read_text(encoding="utf8").splitlines()]
    marked = [row[0].split(", ") for row in rows if len(row) == 4 and "*Switch" in row[2]]
    named = [row[1] for row in rows if len(row) == 3 and row[0].startswith("`")]
    assert len(marked) == len(named) == len(set(named))
    assert all(sum(rule_id in rules for rule_id in named) == 1 for rules in marked)
