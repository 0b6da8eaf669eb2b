"""Every rule that a title claims is enforced by code that play reaches, and held by a test."""

from __future__ import annotations

import pytest

from sandtable.kernel import title, titles
from sandtable.kernel.rules import Status, citations, coverage, rules_under_test, unreached_code

UNFINISHED = ("efs", "panzer", "rileys_road")
"""Titles that are played without all of their rules: the others stand in the list as missing."""


@pytest.mark.parametrize("title_id", titles())
def test_every_rule_that_is_claimed_is_enforced_and_tested(title_id: str) -> None:
    rules = title(title_id).rules()
    admitted = tuple(r.id for r in rules if r.status is Status.MISSING)
    assert coverage(title_id, rules, rules_under_test(title_id), unreached_code(title_id)).missing == admitted


@pytest.mark.parametrize("title_id", [each for each in titles() if each not in UNFINISHED])
def test_no_rule_of_a_finished_title_is_missing(title_id: str) -> None:
    assert [r.id for r in title(title_id).rules() if r.status is Status.MISSING] == []


@pytest.mark.parametrize("title_id", titles())
def test_code_and_tests_cite_only_rules_that_are_listed(title_id: str) -> None:
    listed = {rule.id for rule in title(title_id).rules()}
    assert (citations(title_id).keys() | rules_under_test(title_id).keys()) - listed == set()


@pytest.mark.parametrize("title_id", titles())
def test_a_rule_that_is_not_enforced_says_why(title_id: str) -> None:
    silent = [r.id for r in title(title_id).rules() if r.status is not Status.ENFORCED and not r.reason]
    assert silent == []
