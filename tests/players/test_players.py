"""Computer players: legal, reproducible, without a look at what is hidden, and the greedy one is the better one."""

from __future__ import annotations

from typing import Any

import pytest

from kernel.toybox import begin
from sandtable.kernel import Decision, Game, Table, View
from sandtable.kernel.odds import leaves_or_samples
from sandtable.kernel.title import AnyTitle
from sandtable.players import GreedyPlayer, RandomPlayer, UnknownPlayer, player, player_names


def choices(title: AnyTitle, names: dict[str, str], seed: int) -> list[str]:
    game = title.new_game("long", (), seed)
    seats = {side: player(name, seed) for side, name in names.items()}
    made = []
    while game.decisions:
        decision = game.decisions[0]
        option = seats[decision.side].choose(View(game, decision.side), decision)
        assert option in decision.ids
        game.choose(option, decision.side)
        made.append(option)
    return made


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_the_same_seed_makes_the_same_choices(toy: AnyTitle, name: str) -> None:
    names = {"red": name, "blue": name}
    assert choices(toy, names, 4) == choices(toy, names, 4)
    assert any(choices(toy, names, seed) != choices(toy, names, 4) for seed in range(5, 10))


def test_the_random_player_takes_every_option_now_and_then(toy: AnyTitle) -> None:
    table = begin(toy)
    assert table.decision is not None
    bot = RandomPlayer(1)
    taken = [bot.choose(table.view("red"), table.decision) for _ in range(300)]
    assert all(taken.count(option) > 60 for option in table.decision.ids)


def test_an_unknown_player_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownPlayer, match="no player 'napoleon'; choose one of random, greedy, easy"):
        player("napoleon", 0)


class Stubborn:
    """Always takes the last option."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: View, decision: Decision) -> str:
        return decision.ids[-1]


def test_a_title_may_bring_players_of_its_own(toy: AnyTitle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(toy), "bots", {"stubborn": Stubborn})
    assert player_names(toy) == [*player_names(), "stubborn"]
    bot = player("stubborn", 7, toy)
    assert isinstance(bot, Stubborn)
    assert bot.seed == 7
    assert player_names() == ["random", "greedy", "easy", "normal", "hard"]


def test_players_that_search_are_not_offered_where_people_would_wait_for_them(
    toy: AnyTitle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(toy), "is_searched", False)
    assert player_names(toy) == ["random", "greedy"]
    with pytest.raises(UnknownPlayer, match="no player 'easy'; choose one of random, greedy, or"):
        player("easy", 1, toy)


def greedy_choice(table: Table, seed: int = 1) -> str:
    decision = table.decision
    assert decision is not None
    return GreedyPlayer(seed).choose(table.view(decision.side), decision)


def test_a_pick_is_worth_its_best_continuation(toy: AnyTitle) -> None:
    table = Table.new(toy, "short", ["9.1"], seed=1)
    table.choose("do:meek", "red")
    table.choose("do:meek", "blue")
    assert {greedy_choice(table, seed) for seed in range(12)} == {"unit:red-1", "unit:red-2"}
    table.choose("unit:red-1")
    assert greedy_choice(table) == "space:3"


def test_dice_are_weighed_by_their_odds(toy: AnyTitle) -> None:
    table = begin(toy)
    table.choose("unit:red-1")
    table.choose("space:3")
    assert greedy_choice(table) == "do:shoot"


def test_an_order_is_worth_what_the_interrupting_enemy_leaves(toy: AnyTitle) -> None:
    table = begin(toy)
    table.choose("unit:red-1")
    assert greedy_choice(table) == "space:3"


def test_equal_worth_is_settled_by_lot(toy: AnyTitle) -> None:
    table = Table.new(toy, "short", seed=1)
    assert {greedy_choice(table, seed) for seed in range(12)} == {"do:meek", "do:bold"}


def test_hidden_facts_do_not_move_the_greedy_player(toy: AnyTitle) -> None:
    tables = [begin(toy, seed=seed) for seed in (1, 2)]
    for table, card in zip(tables, ("sun", "moon"), strict=True):
        table.state.cards = {"red": "moon", "blue": card}
    for seed in range(10):
        assert greedy_choice(tables[0], seed) == greedy_choice(tables[1], seed)


def test_a_position_met_again_is_left_by_lot(toy: AnyTitle) -> None:
    table = begin(toy)
    assert table.decision is not None
    bot = GreedyPlayer(2)
    taken = {bot.choose(table.view("red"), table.decision) for _ in range(40)}
    assert taken == set(table.decision.ids)


def test_more_options_than_can_be_weighed_are_sampled(toy: AnyTitle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.players.greedy.WORK", 2)
    weighed: list[str] = []

    def noted(game: Game[Any, Any], option_id: str, *rest: Any) -> object:
        weighed.append(option_id)
        return leaves_or_samples(game, option_id, *rest)

    monkeypatch.setattr("sandtable.players.greedy.leaves_or_samples", noted)
    table = begin(toy)
    assert table.decision is not None
    GreedyPlayer(1).choose(table.view("red"), table.decision)
    assert len([option for option in weighed if option in table.decision.ids]) == 2


def test_the_greedy_player_beats_the_random_one(toy: AnyTitle) -> None:
    wins = {"red": 0, "blue": 0}
    for seed in range(60):
        game = toy.new_game("long", (), seed)
        seats = {"red": RandomPlayer(seed), "blue": GreedyPlayer(seed)}
        while game.decisions:
            decision = game.decisions[0]
            game.choose(seats[decision.side].choose(View(game, decision.side), decision), decision.side)
        if game.state.result.winner:
            wins[game.state.result.winner] += 1
    assert wins["blue"] > 1.5 * wins["red"]
