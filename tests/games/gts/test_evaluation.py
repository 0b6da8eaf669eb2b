"""How positions are judged: points, losses, strength and the way to the goals."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.gts.positions import TITLE, with_unit
from sandtable.games.gts.staff.breakthrough import by, prospects, runners
from sandtable.games.gts.staff.evaluation import WON, evaluate, scored
from sandtable.games.gts.state import ALLIED, GERMAN
from sandtable.games.gts.units import Game, eliminate, lose_step, occupy
from sandtable.kernel.state import Result


def start(scenario: str = "krafft") -> Game:
    return TITLE.new_game(scenario, (), 1)


def judged(game: Game, side: str = ALLIED) -> float:
    return evaluate(game.state, game.content, side)


@pytest.mark.parametrize("scenario", ["krafft", "bridge", "perimeter"])
def test_what_one_side_has_the_other_lacks(scenario: str) -> None:
    game = start(scenario)
    assert judged(game, ALLIED) == pytest.approx(-judged(game, GERMAN))


def test_won_and_lost_lie_beyond_all_positions() -> None:
    game = start()
    game.state.result = Result(GERMAN, "german-marginal", "12.0")
    assert (judged(game, GERMAN), judged(game, ALLIED)) == (WON, -WON)


def test_a_draw_is_even() -> None:
    game = start()
    game.state.result = Result(None, "draw", "12.0")
    assert judged(game) == 0


@pytest.mark.rule("gts:12.0")
def test_a_lost_step_counts_before_the_turn_is_over() -> None:
    game = start()
    before = judged(game)
    lose_step(game, "1pb3-a", "19.2.4")
    (award,) = [award for award in game.content.scenario.victory if award.of == ALLIED]
    assert judged(game) <= before - award.points


def test_the_loss_of_an_enemy_is_good() -> None:
    game = start()
    before = judged(game)
    eliminate(game, "kra-2", "19.2.5")
    assert judged(game) > before


@pytest.mark.parametrize("harm", [{"suppressed": True}, {"hits": 1}])
def test_a_shaken_unit_is_worth_less(harm: dict[str, object]) -> None:
    game = start()
    before = judged(game)
    with_unit(game, "1pb3-a", **harm)
    assert judged(game) < before


def test_a_company_nearer_to_its_exit_is_worth_more() -> None:
    game = start()
    before = judged(game)
    occupy(game, "1pb3-b", "1217")
    assert judged(game) > before


def test_a_platoon_that_scores_nothing_there_is_not_drawn_to_the_exit() -> None:
    game = start()
    occupy(game, "1pb3-mg", "1018")
    before = judged(game)
    occupy(game, "1pb3-mg", "1019" if "1019" in game.content.board.index else "1017")
    assert judged(game) == pytest.approx(before, abs=0.1)


def test_the_bridge_is_worth_more_with_an_own_unit_on_it() -> None:
    game = start("bridge")
    there = [unit_id for unit_id, unit in game.state.units.items() if unit.at == "3419"]
    before = judged(game)
    for unit_id in there:
        game.state.units[unit_id] = replace(game.state.units[unit_id], at="3418")
    assert judged(game) < before - 2


def test_points_scored_count_for_the_side_that_has_them() -> None:
    game = start("bridge")
    before = judged(game, GERMAN)
    game.state.scores["link-up"] = 10
    assert judged(game, GERMAN) < before


# Who gets through


def chance(game: Game, unit_id: str, last: int) -> float:
    (award,) = [award for award in game.content.scenario.victory if award.id == "exit-early"]
    found = dict(zip(award.units, runners(game.state, game.content, award), strict=True))
    return by(game.state, last, found[unit_id])


def test_a_company_has_a_better_chance_in_more_time() -> None:
    game = start()
    assert 0 < chance(game, "1pb3-a", 4) < chance(game, "1pb3-a", 6) < 1
    assert chance(game, "1pb3-a", game.state.turn - 1) == 0


@pytest.mark.parametrize("harm", [{"suppressed": True}, {"hits": 1}, {"steps": 1}])
def test_a_shaken_company_gets_through_less_often(harm: dict[str, object]) -> None:
    game = start()
    before = chance(game, "1pb3-a", 4)
    with_unit(game, "1pb3-a", **harm)
    assert chance(game, "1pb3-a", 4) < before


def test_an_enemy_ahead_is_in_the_way_and_one_behind_is_not() -> None:
    game = start()
    occupy(game, "1pb3-a", "2016")
    before = chance(game, "1pb3-a", 4)
    occupy(game, "kra-2", "2216")
    assert chance(game, "1pb3-a", 4) < before


@pytest.mark.rule("gts:12.0")
def test_a_company_that_is_out_counts_before_the_turn_is_over() -> None:
    game = start()
    occupy(game, "1pb3-a", "2416")
    before = judged(game)
    del game.state.units["1pb3-a"]
    game.state.exited["1pb3-a"] = game.state.turn
    (award,) = [award for award in game.content.scenario.victory if award.id == "exit-early"]
    assert scored(game.state, game.content) == award.points
    assert judged(game) > before


def test_as_long_as_nobody_is_through_the_germans_may_hope_to_stop_all() -> None:
    game = start()
    hopeful = judged(game, GERMAN)
    for unit_id in ("1pb3-b", "1pb3-c"):
        del game.state.units[unit_id]
    fewer = prospects(game.state, game.content)
    game.state.exited["1pb3-b"] = game.state.turn
    assert prospects(game.state, game.content) > fewer
    assert judged(game, GERMAN) < hopeful
