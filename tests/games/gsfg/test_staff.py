"""The title's own computer opponent: what its staff orders at positions, and how it fares against chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from games.gsfg.battles import CITY, NORTH, RING, SOUTH, TARGET, phase
from games.gsfg.positions import TITLE, content, position, quiet
from sandtable.games.gsfg.combat.attack import Attack
from sandtable.games.gsfg.combat.combat_phase import CombatPhase
from sandtable.games.gsfg.combat.combat_results import LoseSteps
from sandtable.games.gsfg.combat.retreats import Retreat
from sandtable.games.gsfg.combat.strengths import Battle
from sandtable.games.gsfg.movement.move import Move
from sandtable.games.gsfg.movement.movement_phase import MovementPhase
from sandtable.games.gsfg.reinforcements.entering import Enter
from sandtable.games.gsfg.sequence import PlayerTurn
from sandtable.games.gsfg.staff import StaffPlayer
from sandtable.games.gsfg.staff.doctrine import TESTED
from sandtable.games.gsfg.staff.evaluation import evaluate
from sandtable.games.gsfg.state import NATO, SOVIET, Jammers
from sandtable.games.gsfg.units import Game
from sandtable.kernel import View
from sandtable.kernel.player import Way
from sandtable.players import Player, RandomPlayer, player

FRANKFURT = "2024"
BAYREUTH = CITY


def answer(game: Game, seed: int = 1) -> str:
    """What the staff chooses at the open decision."""
    decision = game.decisions[0]
    return StaffPlayer(seed).choose(View(game, decision.side), decision)


def soviet_move(units: Mapping[str, str], mover: str, switches: tuple[str, ...] = ()) -> Game:
    """A Soviet unit about to move."""
    phase_ = MovementPhase(side=SOVIET, group="main")
    return position(units, phase_, Move(units=(mover,)), active=SOVIET, switches=switches)


def nato_move(units: Mapping[str, str], mover: str, captured: Mapping[str, str] | None = None, turn: int = 5) -> Game:
    """A NATO unit about to move."""
    phase_ = MovementPhase(side=NATO, group="nato")
    return position(units, phase_, Move(units=(mover,)), captured=captured, turn=turn)


def destination(game: Game, unit_id: str) -> str:
    """Where a unit is after the staff's next choices for it."""
    while game.decisions[0].prompt == "move-to" and game.state.units[unit_id].spent == 0:
        game.choose(answer(game))
    return game.state.units[unit_id].at


def play(soviet: Player, nato: Player, scenario: str, seed: int) -> Game:
    game = TITLE.new_game(scenario, (), seed)
    players = {SOVIET: soviet, NATO: nato}
    while game.decisions:
        decision = game.decisions[0]
        game.choose(players[decision.side].choose(View(game, decision.side), decision), decision.side)
        game.events.clear()
    return game


# Movement


def test_the_soviets_take_an_undefended_city_in_reach() -> None:
    game = soviet_move({"su-10g-tk": "3427", "us-1-arm": FRANKFURT}, "su-10g-tk")
    assert destination(game, "su-10g-tk") in content().region("frg-cities")


def test_nato_takes_back_a_city_that_was_left_open() -> None:
    units = {"us-1-arm": "3227", "us-3-arm": FRANKFURT, "su-10g-tk": "3915"}
    game = nato_move(units, "us-1-arm", captured={BAYREUTH: SOVIET}, turn=15)
    assert destination(game, "us-1-arm") == BAYREUTH


def test_the_last_unit_stays_in_a_threatened_supply_source() -> None:
    units = {"us-3-arm": FRANKFURT, "su-10g-tk": "2323", "su-12g-tk": "2323", "us-8-mech": "1825"}
    assert answer(nato_move(units, "us-3-arm")) == "do:stop"


def test_units_far_from_the_enemy_take_to_the_roads() -> None:
    game = soviet_move({"su-10g-tk": "4221", "us-1-arm": FRANKFURT}, "su-10g-tk")
    assert answer(game) == "do:road-mode"


def test_a_division_that_cannot_be_beaten_is_not_walked_up_to() -> None:
    units = {"su-207-mr": "3527", "us-1-arm": BAYREUTH, "us-3-arm": BAYREUTH}
    chosen = answer(soviet_move(units, "su-207-mr"))
    assert chosen.removeprefix("hex:") not in content().land_adjacent[BAYREUTH]


GUNS = "su-34g-art"


@pytest.mark.rule("gsfg:10.18")
def test_guns_go_no_farther_than_they_can_to_fire() -> None:
    """Enemies whom tanks are about to attack are in reach of a hex at half a move, and others lie beyond."""
    game = soviet_move({GUNS: "3122", "su-10g-tk": NORTH, "su-12g-tk": NORTH, "us-3-arm": TARGET}, GUNS)
    at = destination(game, GUNS)
    board = content().board
    assert 2 * game.state.units[GUNS].spent <= 6
    assert board.distance(board.index[at], board.index[TARGET]) == 2


@pytest.mark.rule("gsfg:5.5")
@pytest.mark.parametrize(
    ("rear", "chosen"), [({}, "fight-fight"), ({"su-9-tk": "3221", "su-6g-tk": "3221"}, "move-fight")]
)
def test_those_who_are_nearly_all_in_contact_fight_twice(rear: Mapping[str, str], chosen: str) -> None:
    units = {"su-10g-tk": NORTH, "su-12g-tk": SOUTH, "us-3-arm": TARGET, **rear}
    game = position(units, PlayerTurn(side=SOVIET, step="declare"), active=SOVIET)
    assert answer(game) == f"sequence:{chosen}"


def test_all_units_are_told_to_move_before_a_phase_is_closed() -> None:
    units = {"su-10g-tk": "3427", "su-12g-tk": "3427", "us-1-arm": FRANKFURT}
    game = position(units, MovementPhase(side=SOVIET, group="main"), active=SOVIET)
    assert answer(game).startswith("unit:")


def test_airborne_divisions_land_beside_an_undefended_goal() -> None:
    game = position(
        {"su-10g-tk": "3915", "us-1-arm": BAYREUTH},
        MovementPhase(side=SOVIET, group="main"),
        Enter(unit="su-76g-abn"),
        active=SOVIET, air=SOVIET, turn=5, waiting=["su-76g-abn"],
    )  # fmt: skip
    chosen = answer(game).removeprefix("hex:")
    cities = content().region("frg-cities")
    assert not cities.isdisjoint(content().adjacent[chosen])


# Combat


def test_good_odds_are_taken() -> None:
    units = {"su-10g-tk": NORTH, "su-12g-tk": NORTH, "su-47g-tk": SOUTH, "us-11-cv": TARGET}
    assert answer(phase(units)) == f"hex:{TARGET}"


def test_hopeless_attacks_are_not_made() -> None:
    units = {"su-207-mr": RING[0], "us-1-arm": TARGET, "us-3-arm": TARGET}
    assert answer(phase(units)) == "do:done"


def test_the_better_of_two_targets_comes_first() -> None:
    units = {"su-10g-tk": NORTH, "su-12g-tk": NORTH, "us-11-cv": TARGET, "us-1-arm": "3024", "us-3-arm": "3024"}
    assert "3024" in content().adjacent[NORTH]
    assert answer(phase(units)) == f"hex:{TARGET}"


def test_no_more_attackers_join_than_improve_the_odds() -> None:
    units = {"su-10g-tk": NORTH, "su-12g-tk": NORTH, "su-47g-tk": SOUTH, "su-25-tk": SOUTH, "frg-t-i-1": TARGET}
    battle = Battle(SOVIET, "main", TARGET, attackers=("su-10g-tk", "su-47g-tk", "su-12g-tk"))
    game = position(units, CombatPhase(side=SOVIET, group="main"), Attack(battle=battle), active=SOVIET)
    assert answer(game) == "do:attack"


def test_an_envelopment_is_completed() -> None:
    units = {"su-10g-tk": NORTH, "su-12g-tk": NORTH, "su-47g-tk": SOUTH, "us-1-arm": TARGET}
    battle = Battle(SOVIET, "main", TARGET, attackers=("su-10g-tk",))
    game = position(units, CombatPhase(side=SOVIET, group="main"), Attack(battle=battle), active=SOVIET)
    assert answer(game) == "unit:su-47g-tk"


def test_the_cheapest_step_is_lost() -> None:
    units = {"su-10g-tk": NORTH, "su-28-tk": NORTH, "su-12g-tk": NORTH}
    loss = LoseSteps(side=SOVIET, units=tuple(units), count=1, cause="11.21")
    game = position(units, MovementPhase(side=SOVIET, group="main"), loss, steps={"su-12g-tk": 1}, active=SOVIET)
    assert answer(game) == "unit:su-10g-tk"


def test_beaten_soviets_are_not_driven_into_a_city() -> None:
    near = "3327"
    assert BAYREUTH in content().adjacent[near]
    game = position(
        {"su-10g-tk": near, "us-1-arm": "3226"},
        MovementPhase(side=NATO, group="nato"),
        Retreat(side=NATO, origin=near, units=("su-10g-tk",)),
    )
    assert f"hex:{BAYREUTH}" in game.decisions[0].ids
    assert answer(game) != f"hex:{BAYREUTH}"


# What it knows


def test_the_same_seed_makes_the_same_choices() -> None:
    first, again = (play(StaffPlayer(5), StaffPlayer(6), "hamburg", 7) for _ in range(2))
    assert TITLE.codec.hash(first.state) == TITLE.codec.hash(again.state)


def test_it_does_not_know_how_the_enemy_has_set_his_jammers() -> None:
    chosen = set()
    for offensive in (0, 3):
        game = soviet_move({"su-10g-tk": "3427", "us-1-arm": FRANKFURT}, "su-10g-tk", switches=("13.11",))
        game.state.jammers[NATO] = Jammers(offensive=offensive, defensive=3 - offensive)
        chosen.add(answer(game))
    assert len(chosen) == 1


def test_it_leaves_the_game_as_it_is() -> None:
    game = soviet_move({"su-10g-tk": "3427", "us-1-arm": FRANKFURT}, "su-10g-tk")
    before = TITLE.codec.hash(game.state)
    answer(game)
    assert TITLE.codec.hash(game.state) == before


def test_it_plays_the_optional_rules_to_the_end() -> None:
    game = TITLE.new_game("hamburg", ("13.1", "13.11", "13.18"), 3)
    players = {SOVIET: StaffPlayer(1), NATO: StaffPlayer(2)}
    while game.decisions:
        decision = game.decisions[0]
        game.choose(players[decision.side].choose(View(game, decision.side), decision), decision.side)
    assert game.state.result is not None


def test_greedy_stands_for_the_staff() -> None:
    assert isinstance(player("greedy", 1, TITLE), StaffPlayer)


# The doctrines that searches follow


@pytest.mark.parametrize("make", TITLE.playbook)
def test_every_doctrine_plays_whole_games(make: Callable[[int], Way]) -> None:
    game, way = TITLE.new_game("hamburg", (), 4), make(4)
    while game.decisions:
        decision = game.decisions[0]
        option = way.answer(game, decision)
        assert option in decision.ids
        game.choose(option, decision.side)
    assert game.state.result is not None


def test_the_same_is_answered_through_a_view_and_in_the_open() -> None:
    game = TITLE.new_game("fulda-gap", (), 4)
    for _ in range(60):
        decision = game.decisions[0]
        option = StaffPlayer(1).choose(View(game, decision.side), decision)
        assert StaffPlayer(1).answer(game, decision) == option
        game.choose(option, decision.side)


def test_a_doctrine_that_never_attacks_does_not() -> None:
    game = phase({"us-1-arm": SOUTH, "us-3-arm": NORTH, "su-21-mr": TARGET}, side=NATO)
    decision = game.decisions[0]
    assert StaffPlayer(1).answer(game, decision) == f"hex:{TARGET}"
    assert StaffPlayer(1, TESTED).answer(game, decision) == "do:done"


# How a position is judged


@pytest.mark.parametrize("scenario", ["campaign", "fulda-gap", "hamburg"])
def test_what_one_side_gains_the_other_loses(scenario: str) -> None:
    game = TITLE.new_game(scenario, (), 1)
    assert evaluate(game.state, game.content, SOVIET) == -evaluate(game.state, game.content, NATO)


def test_a_city_taken_is_good_for_the_soviets() -> None:
    units = {"su-10g-tk": "3427", "us-1-arm": FRANKFURT}
    before, after = quiet(units), quiet(units, captured={BAYREUTH: SOVIET})
    assert evaluate(after.state, after.content, SOVIET) > evaluate(before.state, before.content, SOVIET)


def test_a_step_lost_is_bad() -> None:
    units = {"su-10g-tk": "3427", "us-1-arm": FRANKFURT}
    whole, worn = quiet(units), quiet(units, steps={"us-1-arm": 1})
    assert evaluate(worn.state, worn.content, NATO) < evaluate(whole.state, whole.content, NATO)


def test_a_supply_source_down_is_bad_for_nato() -> None:
    units = {"su-10g-tk": "3427", "us-1-arm": BAYREUTH}
    up, down = quiet(units), quiet(units)
    down.state.sources_down[FRANKFURT] = 0
    assert evaluate(down.state, down.content, NATO) < evaluate(up.state, up.content, NATO)


def test_a_game_won_is_worth_more_than_any_position() -> None:
    game = play(RandomPlayer(1), RandomPlayer(2), "hamburg", 1)
    assert game.state.result is not None
    assert game.state.result.winner is not None
    assert evaluate(game.state, game.content, game.state.result.winner) >= 10_000


# Matches


@pytest.mark.parametrize("seed", range(1, 4))
@pytest.mark.parametrize("side", [SOVIET, NATO])
def test_the_staff_beats_chance_in_the_campaign(side: str, seed: int) -> None:
    staff, chance = StaffPlayer(seed), RandomPlayer(seed)
    players: tuple[Player, Player] = (staff, chance) if side == SOVIET else (chance, staff)
    result = play(*players, "campaign", seed).state.result
    assert result is not None
    assert result.winner == side
