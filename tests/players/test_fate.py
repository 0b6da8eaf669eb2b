"""Dice for comparing lines of play: fair, and alike wherever two lines do the same."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from kernel.toybox import begin
from sandtable.kernel import Game, Table, View, determinise, title
from sandtable.kernel.dice import SeededDice
from sandtable.kernel.title import AnyTitle
from sandtable.players import SearchPlayer
from sandtable.players.search import Budget
from sandtable.players.search.fate import Fate
from sandtable.players.search.search import Search
from sandtable.players.search.worth import Outcome


@pytest.fixture
def game(toy: AnyTitle) -> Game[Any, Any]:
    return begin(toy).game


def order(game: Game[Any, Any], seed: int, items: str) -> str:
    """In which order some things are drawn."""
    fate, left, drawn = Fate(game), list(items), ""
    while left:
        drawn += fate.pick(seed, 0, left)
        left.remove(drawn[-1])
    return drawn


def test_a_roll_is_the_same_whatever_fell_before_it(game: Game[Any, Any]) -> None:
    one, other = Fate(game), Fate(game)
    other.pick(5, 0, ["a", "b"])
    assert one.faces(5, 1, "2d6", None) == other.faces(5, 9, "2d6", None)


def test_rolls_of_one_affair_follow_each_other(game: Game[Any, Any]) -> None:
    fate = Fate(game)
    assert len({fate.faces(5, 0, "d100", None) for _ in range(20)}) > 10


def test_another_procedure_rolls_dice_of_its_own(game: Game[Any, Any]) -> None:
    before = Fate(game).faces(5, 0, "4d100", None)
    game.choose("unit:red-1")
    assert Fate(game).faces(5, 0, "4d100", None) != before


def test_rolls_are_fair(game: Game[Any, Any]) -> None:
    counts = Counter(Fate(game).faces(seed, 0, "d6", None)[0] for seed in range(6000))
    assert all(800 < counts[face] < 1200 for face in range(1, 7))


def test_things_are_drawn_in_the_same_order_whatever_lies_beside_them(game: Game[Any, Any]) -> None:
    for seed in range(40):
        assert order(game, seed, "abcde").replace("d", "") == order(game, seed, "abce")


def test_every_order_is_as_likely_as_another(game: Game[Any, Any]) -> None:
    counts = Counter(order(game, seed, "abb") for seed in range(3000))
    assert set(counts) == {"abb", "bab", "bba"}
    assert all(850 < count < 1150 for count in counts.values())


def test_what_is_drawn_again_and_again_is_drawn_anew_each_time(game: Game[Any, Any]) -> None:
    fate = Fate(game)
    assert {fate.pick(5, 0, ["a", "b"]) for _ in range(20)} == {"a", "b"}


def test_who_looks_ahead_has_dice_of_his_own(game: Game[Any, Any]) -> None:
    assert isinstance(Fate(game).fork(), SeededDice)


def test_two_lines_of_play_meet_the_same_chits() -> None:
    """With one chit order in both, what differs between two orders is what they lead to."""
    table = Table.new("gts", "krafft", (), 1)
    staff = title("gts").bots["greedy"](1)
    while table.decision is not None and table.decision.prompt != "action":
        table.choose(staff.choose(table.view(table.decision.side), table.decision))
    decision = table.decision
    assert decision is not None
    found = set()
    for option in (decision.options[0].id, decision.options[-1].id):
        search = Search(table.view(decision.side), decision, Budget(nodes=1), random.Random(2))
        world = determinise(table.view(decision.side), random.Random(3))
        line = world.branch()
        line.dice = Fate(line)
        turn = line.title.turn(line.state)
        line.choose(option, decision.side)
        while len(line.state.drawn) < 5 and line.title.turn(line.state) == turn:
            asked = line.decisions[0]
            line.choose(search._ways[0].answer(line, asked), asked.side)
        found.add(tuple(line.state.drawn))
    assert len(found) == 1


# What the search makes of it


def test_of_candidates_that_come_to_the_same_the_first_is_kept() -> None:
    table = Table.new("gts", "krafft", (), 1)
    decision = table.decision
    assert decision is not None
    search = Search(table.view(decision.side), decision, Budget(nodes=500), random.Random(1))
    search._nominate()
    first, twin, other = search.candidates[:3]
    for one, values in ((first, (1.0, 2.0, 3.0)), (twin, (1.0, 2.0, 3.0)), (other, (1.0, 2.5, 2.5))):
        for value in values:
            one.outcomes.append(Outcome(value, None))
            search._scale.add(one.outcomes[-1])
    assert search._without_the_clearly_worse([first, twin, other]) == [first, other]


@pytest.mark.parametrize(("gain", "chosen"), [(0.4, 0), (0.6, 1)])
def test_what_is_hardly_better_than_the_preference_of_the_title_is_not_chosen(gain: float, chosen: int) -> None:
    """The Grand Tactical Series asks for half a point."""
    table = Table.new("gts", "krafft", (), 1)
    decision = table.decision
    assert decision is not None
    search = Search(table.view(decision.side), decision, Budget(nodes=500), random.Random(1))
    search._nominate()
    first, other = search.candidates[:2]
    for value in (1.0, 2.0, 3.0):
        for one, worth in ((first, value), (other, value + gain)):
            one.outcomes.append(Outcome(worth, None))
            search._scale.add(one.outcomes[-1])
    assert search._settled([first, other]) is (first, other)[chosen]


def test_a_title_of_one_way_has_its_routine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(title("gts")), "playbook", title("gts").playbook[:1])
    monkeypatch.setattr(Search, "run", lambda *_: pytest.fail("it thought"))
    table = Table.new("gts", "krafft", (), 1)
    decision = table.decision
    assert decision is not None
    assert decision.prompt == "set-up"
    view = View(table.game, decision.side)
    chosen = SearchPlayer(1, Budget(nodes=500)).choose(view, decision)
    assert chosen == title("gts").playbook[0](1).answer(view.game, decision)
