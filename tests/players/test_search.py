"""The searching player: legal, reproducible, within its budget, blind to what is hidden, and able to explain itself."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

from kernel.toybox import begin
from sandtable.kernel import Game, Table, View, determinise, title
from sandtable.kernel.player import Thinking
from sandtable.kernel.title import AnyTitle
from sandtable.players import Budget, Player, RandomPlayer, SearchPlayer, counsel, player
from sandtable.players.levels import LEVELS
from sandtable.players.search.budget import Meter
from sandtable.players.search.search import LONGEST, MOST, Search
from sandtable.players.search.tree import WIDEN, Branch, Candidacy, Node
from sandtable.players.search.ways import Sampling
from sandtable.players.search.worth import Outcome, Scale, advantage

QUICK = Budget(nodes=250)
ENOUGH = Budget(nodes=1000)
DEALS = (
    ("infantry", "guns", "dummy", "recon", "guns", "infantry"),
    ("dummy", "infantry", "guns", "guns", "infantry", "recon"),
)
"""Two deals of the counters that red lays face down in the first scenario of the tutorial."""


def played(table: Table | Game[Any, Any], seats: dict[str, Player], most: int = 1000) -> list[str]:
    """The choices of some players, until the end or as many as are asked for."""
    game = table.game if isinstance(table, Table) else table
    made: list[str] = []
    while game.decisions and len(made) < most:
        decision = game.decisions[0]
        option = seats[decision.side].choose(View(game, decision.side), decision)
        game.choose(option, decision.side)
        made.append(option)
    return made


def searched(table: Table, seed: int = 1, budget: Budget = QUICK) -> str:
    decision = table.decision
    assert decision is not None
    return SearchPlayer(seed, budget).choose(table.view(decision.side), decision)


# Choosing


@pytest.mark.long
@pytest.mark.parametrize("name", LEVELS)
def test_the_same_seed_makes_the_same_choices(toy: AnyTitle, name: str) -> None:
    def game(seed: int) -> list[str]:
        return played(toy.new_game("short", (), 3), {side: player(name, seed) for side in ("red", "blue")})

    assert game(4) == game(4)


def test_other_seeds_make_other_choices(toy: AnyTitle) -> None:
    def game(seed: int) -> list[str]:
        return played(toy.new_game("long", (), 3), {side: SearchPlayer(seed, QUICK) for side in ("red", "blue")})

    assert len({tuple(game(seed)) for seed in range(4)}) > 1


def test_dice_are_weighed_by_how_they_fall(toy: AnyTitle) -> None:
    table = begin(toy)
    table.choose("unit:red-1")
    table.choose("space:3")
    assert searched(table, budget=ENOUGH) == "do:shoot"


def test_an_order_is_judged_by_where_it_ends(toy: AnyTitle) -> None:
    table = begin(toy)
    assert searched(table, budget=ENOUGH) in ("unit:red-1", "unit:red-2")
    table.choose("unit:red-1")
    assert searched(table, budget=ENOUGH) == "space:3"


def test_an_only_option_takes_no_thought(toy: AnyTitle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Search, "run", lambda *_: pytest.fail("it thought"))
    table = begin(toy)
    for option in ("unit:red-1", "space:2", "do:hold", "unit:blue-1", "space:3", "do:hold"):
        table.choose(option)
    table = begin(toy, scenario="long")
    for option in ("unit:red-1", "space:2", "do:hold", "do:pass"):
        table.choose(option)
    for side in ("red", "blue"):
        table.choose("do:meek", side)
    table.choose("unit:red-1")
    assert table.decision is not None
    assert table.decision.ids == ["space:3"]
    assert searched(table) == "space:3"


def test_with_slack_a_good_option_is_as_good_as_the_best(toy: AnyTitle) -> None:
    table = begin(toy)
    table.choose("unit:red-1")
    assert table.decision is not None
    lax = {SearchPlayer(seed, QUICK, slack=1.0).choose(table.view("red"), table.decision) for seed in range(20)}
    assert lax == {"space:1", "space:2", "space:3"}


# What a title says of its questions


def test_what_is_routine_takes_no_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Search, "run", lambda *_: pytest.fail("it thought"))
    assert searched(Table.new("panzer", "gully")) == "do:standard"


def test_what_is_pondered_is_thought_about_whatever_was_resolved_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command of each tank by itself; which tank is told next, as the staff likes."""
    asked, budgets = list[str](), set[int | None]()

    def run(search: Search, slack: float) -> Candidacy:
        asked.append(search._decision.prompt)
        budgets.add(search._meter.budget.nodes)
        search._nominate()
        return search.candidates[0]

    monkeypatch.setattr(Search, "run", run)
    table = Table.new("panzer", "gully")
    for side in ("soviet", "german"):
        table.choose("do:standard", side)
    searching = SearchPlayer(1, ENOUGH)
    played(table, {"german": searching, "soviet": searching}, most=8)
    assert asked == ["command-unit"] * 4
    assert budgets == {400}


@pytest.mark.parametrize("without_luck", [False, True])
def test_a_shot_is_worth_its_average_where_luck_is_taken_out(
    toy: AnyTitle, monkeypatch: pytest.MonkeyPatch, without_luck: bool
) -> None:
    monkeypatch.setattr(type(toy), "thinking", Thinking(without_luck=without_luck))
    table = begin(toy)
    for option in ("unit:red-1", "space:3"):
        table.choose(option)
    assert table.decision is not None
    view, found = table.view(table.decision.side), set[float]()
    for seed in range(8):
        search, world = Search(view, table.decision, ENOUGH, random.Random(1)), determinise(view, random.Random(seed))
        search._go_on(world, "do:shoot", view.side)
        found.add(search._outcome(world).value)
    assert (len(found) == 1) == without_luck


# Hidden facts


def test_hidden_cards_do_not_move_it(toy: AnyTitle) -> None:
    tables = [begin(toy, seed=seed) for seed in (1, 2)]
    for table, card in zip(tables, ("sun", "moon"), strict=True):
        table.state.cards = {"red": "moon", "blue": card}
    for seed in range(6):
        assert searched(tables[0], seed) == searched(tables[1], seed)


def test_face_down_counters_do_not_move_it() -> None:
    """Two games that differ only in what lies face down, at the decisions of a first turn."""
    twins = [Table.new("primer", "bridge", dice=list(deal)) for deal in DEALS]
    assert twins[0].hash != twins[1].hash
    for option in ("order:march", "unit:b4", "do:stay", "unit:b6", "do:stay"):
        views = [table.view("blue") for table in twins]
        decision = views[0].decision
        assert decision is not None
        first, second = (SearchPlayer(1, QUICK).thoughts(view, decision).candidates for view in views)
        assert first == second
        for table in twins:
            table.choose(option, "blue")
            if table.decision is not None and table.decision.side == "red":
                table.choose(table.decision.ids[-1], "red")


def test_the_dice_to_come_do_not_move_it() -> None:
    tables = [Table.new("primer", "meeting", seed=5) for _ in range(2)]
    tables[1].state.seed = 6
    for table in tables:
        table.choose("order:march", "red")
    assert searched(tables[0]) == searched(tables[1])


# Budgets


@pytest.mark.parametrize("nodes", [300, 1500])
def test_a_budget_of_nodes_is_kept_to(nodes: int) -> None:
    table = Table.new("primer", "bridge", seed=2)
    assert table.decision is not None
    thoughts = SearchPlayer(1, Budget(nodes=nodes)).thoughts(table.view("blue"), table.decision)
    one_round = MOST * LONGEST
    assert nodes * 0.5 <= thoughts.nodes <= nodes + one_round
    assert thoughts.nodes <= 2.5 * nodes


def test_a_budget_of_time_is_kept_to() -> None:
    table = Table.new("primer", "bridge", seed=2)
    assert table.decision is not None
    bot = SearchPlayer(1, Budget(seconds=0.3))
    started = time.process_time()
    bot.choose(table.view("blue"), table.decision)
    assert time.process_time() - started < 1.5


def test_a_meter_counts_what_runs_out_first() -> None:
    now = [10.0]
    meter = Meter(Budget(nodes=100, seconds=4.0), lambda: now[0])
    meter.spend(30)
    assert meter.share == pytest.approx(0.3)
    now[0] = 12.0
    assert meter.share == pytest.approx(0.5)
    assert meter.affords(70)
    assert not meter.affords(71)


def test_a_budget_without_limits_is_refused() -> None:
    with pytest.raises(ValueError, match="needs nodes, seconds or both"):
        Budget()


# Explaining


def test_it_explains_what_it_chooses() -> None:
    table = Table.new("primer", "bridge", seed=2)
    decision = table.decision
    assert decision is not None
    thoughts = SearchPlayer(7, QUICK).thoughts(table.view("blue"), decision)
    assert thoughts.best == SearchPlayer(7, QUICK).choose(table.view("blue"), decision)
    options = [candidate.option for candidate in thoughts.candidates]
    assert sorted(options) == sorted(set(options))
    assert set(options) <= set(decision.ids)
    assert all(candidate.visits > 0 and 0 <= candidate.prospects <= 1 for candidate in thoughts.candidates)
    others = [candidate.prospects for candidate in thoughts.candidates[1:]]
    assert others == sorted(others, reverse=True)


def test_counsel_changes_nothing_at_the_table(toy: AnyTitle) -> None:
    table = begin(toy)
    before = table.hash
    assert table.decision is not None
    assert counsel(table.view("red"), table.decision, 1).best in table.decision.ids
    assert table.hash == before


# Following


def test_what_was_resolved_on_is_followed_until_dice_fall(monkeypatch: pytest.MonkeyPatch) -> None:
    """A phase of moves is thought about once."""
    game = title("gsfg").new_game("hamburg", (), 2)
    thought: list[str] = []
    run = Search.run

    def noted(self: Search, slack: float = 0.0) -> Any:
        thought.append(game.decisions[0].prompt)
        return run(self, slack)

    monkeypatch.setattr(Search, "run", noted)
    seats: dict[str, Player] = {"soviet": SearchPlayer(1, QUICK), "nato": RandomPlayer(1)}
    asked = 0
    while asked < 12:
        decision = game.decisions[0]
        asked += decision.side == "soviet" and decision.prompt in ("move-unit", "move-to")
        game.choose(seats[decision.side].choose(View(game, decision.side), decision), decision.side)
    assert thought.count("move-unit") + thought.count("move-to") <= 1


def test_another_player_goes_on_in_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    game = title("gsfg").new_game("hamburg", (), 2)
    first = SearchPlayer(1, QUICK)
    seats: dict[str, Player] = {"soviet": first, "nato": RandomPlayer(1)}
    while game.decisions[0].prompt != "move-to":
        decision = game.decisions[0]
        game.choose(seats[decision.side].choose(View(game, decision.side), decision), decision.side)
    monkeypatch.setattr(Search, "run", lambda *_: pytest.fail("it thought again"))
    decision = game.decisions[0]
    second = SearchPlayer(2, QUICK, intent=first.intent)
    assert second.choose(View(game, "soviet"), decision) == first.choose(View(game, "soviet"), decision)


# The parts


def test_a_scale_tells_better_from_worse_whatever_the_points_are() -> None:
    for unit in (0.01, 1.0, 1000.0):
        scale = Scale()
        for value in (1.0, 2.0, 3.0):
            scale.add(Outcome(value * unit, None))
        low, middle, high = (scale.of(Outcome(value * unit, None)) for value in (1.0, 2.0, 3.0))
        assert 0 < low < middle < high < 1
        assert middle == pytest.approx(0.5)
        assert scale.of(Outcome(2.0 * unit, 1.0)) == pytest.approx(0.75)
        assert scale.of(Outcome(2.0 * unit, 0.0)) == pytest.approx(0.25)


def test_an_advantage_is_reckoned_over_the_same_worlds() -> None:
    assert advantage([0.9, 0.2, 0.6], [0.8, 0.1, 0.5]) > 10
    assert advantage([0.9, 0.1, 0.5], [0.1, 0.9, 0.5]) == pytest.approx(0)
    assert advantage([0.5, 0.5], [0.5, 0.5]) == 0
    assert advantage([0.9], [0.1]) == 0


def test_a_position_is_widened_as_it_is_visited(toy: AnyTitle) -> None:
    decision = begin(toy).decision
    assert decision is not None
    node, rng = Node(), random.Random(1)
    first = node.widened(decision, "do:pass", 0, rng)
    assert first is not None
    assert first.option == "do:pass"
    node.visits = WIDEN - 1
    assert node.widened(decision, "do:pass", 0, rng) is None
    node.visits = WIDEN
    second = node.widened(decision, "do:pass", 0, rng)
    assert second is not None
    assert second.option in ("unit:red-1", "unit:red-2")


def test_what_does_well_is_followed_most_and_nothing_is_forgotten(toy: AnyTitle) -> None:
    decision = begin(toy).decision
    assert decision is not None
    node = Node()
    worth = {"do:pass": 0.2, "unit:red-1": 0.8}
    node.branches = {option: Branch(option, 0) for option in worth}
    for _ in range(60):
        node.visits += 1
        branch = node.most_promising(decision)
        branch.count(worth[branch.option])
    visits = {option: branch.visits for option, branch in node.branches.items()}
    assert visits["unit:red-1"] > 3 * visits["do:pass"] > 0


def test_playing_on_does_not_foresee_the_dice(toy: AnyTitle) -> None:
    """Somebody shoots as often where the shot that would fall is a hit as where it is a miss."""
    chosen: dict[bool, list[str]] = {True: [], False: []}
    for seed in range(60):
        table = begin(toy, seed=seed)
        table.choose("unit:red-1")
        table.choose("space:3")
        shot = table.game.fork()
        shot.choose("do:shoot")
        way = Sampling(random.Random(seed), Meter(QUICK))
        assert table.decision is not None
        chosen["red-1" not in shot.state.units].append(way.answer(table.game, table.decision))
    shares = {hit: options.count("do:shoot") / len(options) for hit, options in chosen.items()}
    assert abs(shares[True] - shares[False]) < 0.35


# Levels


def test_the_levels_think_more_and_more() -> None:
    nodes = [LEVELS[name].nodes for name in ("easy", "normal", "hard")]
    assert nodes == sorted(set(nodes))
    assert LEVELS["easy"].slack > LEVELS["normal"].slack == LEVELS["hard"].slack == 0


@pytest.mark.long
@pytest.mark.parametrize("side", ["blue", "red"])
def test_hard_beats_easy(side: str) -> None:
    """Two games of three: dice alone can decide one."""
    other, won = {"blue": "red", "red": "blue"}[side], {"blue": 0, "red": 0}
    for seed in (11, 12, 13):
        game = title("primer").new_game("meeting", (), seed)
        played(game, {side: player("hard", 1, game.title), other: player("easy", 2, game.title)})
        won[game.state.result.winner] += 1
        if 2 in won.values():
            break
    assert won[side] == 2
