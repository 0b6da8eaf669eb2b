"""Every title passes OpenSpiel's own test, and its tree searches play the tutorial."""

from __future__ import annotations

import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation

from lab.agents_table import TITLES, passes, tutorial
from sandtable.kernel import AnyTitle, UnknownScenario
from sandtable.kernel import title as title_of
from sandtable.lab import openspiel
from sandtable.lab.agents.nodes import Point
from sandtable.lab.openspiel import SandtableGame, SandtableState, TitleEvaluator


@pytest.mark.parametrize("name", TITLES)
def test_random_simulation(name: str) -> None:
    assert passes(
        pyspiel.random_sim_test, pyspiel.load_game(openspiel.name_of(name)), num_sims=1, serialize=False, verbose=False
    )


def test_random_simulation_with_states_kept_and_restored() -> None:
    assert passes(
        pyspiel.random_sim_test, openspiel.game(tutorial(), "meeting"), num_sims=1, serialize=True, verbose=False
    )


def advance(state: SandtableState, rng: random.Random, decisions: int) -> SandtableState:
    """Play at random until so many decisions are made and a side decides, or to the end."""
    while not state.is_terminal() and (decisions > 0 or state.is_chance_node()):
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            decisions -= 1
    return state


@pytest.mark.parametrize("name", TITLES)
def test_scenarios_and_optional_rules_are_parameters(name: str) -> None:
    title = title_of(name)
    info = list(title.known_scenarios.values())[-1]
    switches = [switch.id for switch in info.switches]
    game = openspiel.game(name, info.id, switches)
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game)
    state = advance(again.new_initial_state(), random.Random(1), 0)
    assert isinstance(state.node, Point)
    assert state.node.game.state.scenario == info.id
    assert list(state.node.game.state.switches) == sorted(switches)


def test_unknown_scenarios_are_refused() -> None:
    with pytest.raises(UnknownScenario, match="has no scenario 'endless'"):
        openspiel.game(tutorial(), "endless")


@pytest.mark.parametrize("name", TITLES)
def test_chances_add_up_and_returns_to_nothing(name: str) -> None:
    state, rng = openspiel.game(name).new_initial_state(), random.Random(4)
    thrown = 0
    while not state.is_terminal():
        if state.is_chance_node():
            thrown += 1
            assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1.0)
            state.apply_action(rng.choice([outcome for outcome, _ in state.chance_outcomes()]))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    assert thrown
    assert sum(state.returns()) == 0.0


def test_the_dice_are_chance_nodes(toy: AnyTitle) -> None:
    state = openspiel.game(toy, "short").new_initial_state()
    assert state.current_player() == pyspiel.PlayerId.CHANCE
    assert state.chance_outcomes() == [(0, pytest.approx(2 / 3)), (1, pytest.approx(1 / 3))]
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, 1) == "sun"
    state.apply_action(0)
    state.apply_action(0)
    assert state.current_player() == 0
    assert {state.action_to_string(0, action) for action in state.legal_actions()} == {"do:bold", "do:meek"}


def test_a_game_that_goes_on_too_long_is_a_draw(toy: AnyTitle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openspiel, "MOST_DECISIONS", 3)
    state = advance(openspiel.game(toy, "long").new_initial_state(), random.Random(1), 100)
    assert state.is_terminal()
    assert state.returns() == [0.0, 0.0]


@pytest.mark.parametrize("name", TITLES)
def test_resampled_states_look_the_same_to_the_player_who_decides(name: str) -> None:
    rng = random.Random(6)
    state = advance(openspiel.game(name).new_initial_state(), rng, 0)
    for number in range(60):
        if state.is_terminal():
            break
        player = state.current_player()
        world = state.resample_from_infostate(player, rng.random)
        assert world.current_player() == player
        assert world.legal_actions() == state.legal_actions()
        assert world.information_state_string(player) == state.information_state_string(player)
        if number % 10 == 0:
            assert np.array_equal(world.observation_tensor(player), state.observation_tensor(player))
        advance(state, rng, 1)


def test_resampled_states_differ_in_what_is_hidden() -> None:
    state = advance(openspiel.game(tutorial(), "meeting").new_initial_state(), random.Random(1), 0)
    worlds = [state.resample_from_infostate(0, random.Random(seed).random) for seed in range(10)]
    assert len({world.information_state_string(1) for world in worlds}) > 5


def test_observers_name_the_tables() -> None:
    game = openspiel.game(tutorial(), "bridge")
    state = advance(game.new_initial_state(), random.Random(1), 2)
    observation = make_observation(game)
    observation.set_from(state, 0)
    assert observation.dict["situation"][0, 0] == 1.0
    assert observation.tensor.tolist() == pytest.approx(state.observation_tensor(0))
    assert observation.string_from(state, 0) == state.observation_string(0)


def test_before_the_first_decision_nobody_has_seen_anything() -> None:
    state = openspiel.game(tutorial()).new_initial_state()
    assert state.is_chance_node()
    assert not any(state.observation_tensor(0))
    assert state.information_state_string(0) == ""


def clash(game: SandtableGame, bot: pyspiel.Bot, player: int, seed: int) -> float:
    """What a game against somebody who chooses at random is worth to a bot."""
    rng = random.Random(seed)
    state = advance(game.new_initial_state(), rng, 0)
    while not state.is_terminal():
        if state.current_player() == player:
            state.apply_action(bot.step(state))
            advance(state, rng, 0)
        else:
            advance(state, rng, 1)
    return float(state.returns()[player])


def test_tree_search_beats_the_random_player() -> None:
    game = openspiel.game(tutorial(), "meeting")
    won = 0.0
    for seed in range(8):
        bot = mcts.MCTSBot(game, 1.0, 30, TitleEvaluator(), random_state=np.random.RandomState(seed))
        won += clash(game, bot, seed % 2, seed)
    assert won > 0


@pytest.mark.parametrize("player", [0, 1])
def test_information_set_tree_search_plays_a_game_to_its_end(player: int) -> None:
    game = openspiel.game(tutorial(), "meeting")
    bot = ismcts.ISMCTSBot(game, TitleEvaluator(), 1.0, 12, random_state=np.random.RandomState(1))
    assert clash(game, bot, player, 1) in (-1.0, 0.0, 1.0)


def test_information_set_tree_search_runs_with_random_play_too() -> None:
    game = openspiel.game(tutorial(), "meeting")
    state = advance(game.new_initial_state(), random.Random(1), 0)
    rollout = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, rollout, 1.0, 5, random_state=np.random.RandomState(1))
    assert bot.step(state) in state.legal_actions()
