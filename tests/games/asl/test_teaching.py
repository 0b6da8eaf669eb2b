"""What the small actions say to those who learn from them, phase by phase."""

from __future__ import annotations

import re

import pytest

from sandtable.games.rileys_road.title import RileysRoad
from sandtable.kernel import LANGUAGES, Table

TITLE = RileysRoad()
ACTIONS = ("farm", "pak-front", "raid")


def remarks(table: Table, lang: str = "en") -> tuple[str, ...]:
    return TITLE.teaching(table.view("german").game, lang)


@pytest.mark.parametrize("action", ACTIONS)
def test_every_turn_teaches_something_and_cites_rules_that_there_are(action: str) -> None:
    content = TITLE.content(action)
    told = content.scenario.teaches
    assert {each.turn for each in told} == set(range(1, content.scenario.turns + 1))
    known = {each.id for each in TITLE.rules()}
    for each in told:
        cited = [re.findall(r"\[([^\]]+)\]", each.text[lang]) for lang in LANGUAGES]
        assert cited[0]
        assert all(one == cited[0] for one in cited)
        assert set(cited[0]) <= known


def test_a_remark_stays_until_the_next_phase_that_has_one() -> None:
    table = Table.new("rileys_road", "farm", seed=1)
    assert remarks(table) == ()
    seen: dict[str, tuple[str, ...]] = {}
    while table.result is None and table.game.state.turn == 1:
        seen.setdefault(table.game.state.phase, remarks(table))
        for decision in table.decisions:
            quiet = [one for one in ("do:suggested", "do:done") if one in decision.ids]
            table.choose(quiet[0] if quiet else decision.ids[-1], decision.side)
            break
    assert "Fire first." in seen["prep-fire"][0]
    assert "stack at a time" in seen["movement"][0]
    assert seen["advance"] == seen["rout"]
    assert "run for cover" in seen["rout"][0]


def test_remarks_are_told_in_both_languages() -> None:
    table = Table.new("rileys_road", "raid", seed=1)
    assert [remarks(table, lang)[0][:3] for lang in LANGUAGES] == ["The", "襲撃側"]
