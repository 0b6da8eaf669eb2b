"""Whoever clicks on what is not offered is told why, at every question of every title."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from sandtable.kernel import Table, title
from sandtable.mechanics.title import HexTitle
from sandtable.testing.asking import clicks_are_answered
from sandtable.testing.position import Position

CHOICES = 2500
FEW = 3
"""A title with more scenarios than these is looked at for a shorter time in each."""
ENOUGH = 12
"""How often a question of a kind is looked at, in all scenarios of a title together."""


@pytest.mark.parametrize("title_id", ["primer", "gsfg", "gts", "panzer", "efs"])
def test_no_click_is_refused_without_a_reason(title_id: str, tmp_path: Path) -> None:
    found, dice = title(title_id), random.Random(7)
    empty: list[str] = []
    refused = 0
    choices = CHOICES * FEW // max(FEW, len(found.scenarios()))
    met = Counter[str]()
    for scenario in found.scenarios():
        switches = tuple(switch.id for switch in found.scenario(scenario).switches)
        table = Table.new(found, scenario, switches, seed=3)
        position = Position(table, random.Random(5), tmp_path)
        while table.result is None and len(table.entries) < choices:
            decision = dice.choice(table.decisions)
            met[decision.prompt] += 1
            if met[decision.prompt] <= ENOUGH:
                empty += clicks_are_answered(position)
            table.make(decision, dice.choice(decision.ids))
        refused += position.refused
    assert refused > 100
    assert empty == []


@pytest.mark.parametrize(
    ("title_id", "scenario", "thing", "words"),
    [
        ("primer", "meeting", "red", "attacks come after movement"),
        ("gsfg", "hamburg", "nato", "combat phase"),
    ],
)
def test_an_enemy_in_the_movement_phase_is_attacked_later(title_id: str, scenario: str, thing: str, words: str) -> None:
    found = title(title_id)
    assert isinstance(found, HexTitle)
    table, dice = Table.new(found, scenario, seed=1), random.Random(2)
    while table.decision.prompt != "move-unit" or table.decision.side == thing:
        table.choose(dice.choice(table.decision.ids))
    enemies = [counter for counter in found.scene(table.game, "en").counters if counter.side == thing]
    on_map = next(counter for counter in enemies if counter.at in found.board(table.game.content).index)
    refusal = table.explain(f"unit:{on_map.id}")
    assert refusal is not None
    assert words in table.game.texts("en").refusal(refusal)
