"""Every title passes PettingZoo's own tests, and its environments keep the game's promises."""

from __future__ import annotations

import importlib
import pickle
import sys
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo import test as official
from pettingzoo.utils.conversions import parallel_to_aec

from lab.agents_table import TITLES, passes, tutorial
from sandtable.kernel import AnyTitle, UnknownScenario
from sandtable.lab.agents.actions import WAIT
from sandtable.lab.agents.match import BadSetting, IllegalAction
from sandtable.lab.pettingzoo import Environment, env, parallel_env, raw_env

CYCLES = 60
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@pytest.mark.parametrize("rewards", ["terminal", "shaped"])
@pytest.mark.parametrize("name", TITLES)
def test_the_api(name: str, rewards: Any) -> None:
    assert passes(official.api_test, env(name, rewards=rewards), num_cycles=CYCLES)


@pytest.mark.parametrize("name", TITLES)
def test_seeds(name: str) -> None:
    assert passes(official.seed_test, partial(env, name), num_cycles=CYCLES)


@pytest.mark.parametrize("name", TITLES)
def test_saving_observations(name: str) -> None:
    assert passes(official.test_save_obs, env(name))


@pytest.mark.parametrize("name", TITLES)
def test_max_cycles(name: str) -> None:
    def every_side_in_turn(**settings: Any) -> Any:
        return parallel_to_aec(parallel_env(name, **settings))

    assert passes(
        official.max_cycles_test, SimpleNamespace(parallel_env=partial(parallel_env, name), env=every_side_in_turn)
    )


@pytest.mark.parametrize("name", TITLES)
def test_the_parallel_api(name: str) -> None:
    assert passes(official.parallel_api_test, parallel_env(name), num_cycles=CYCLES)


def test_rendering() -> None:
    assert passes(
        official.render_test, partial(env, tutorial().id), {"svg": lambda drawing: drawing.startswith("<svg")}
    )


def play(environment: Environment, seed: int, steps: int = 10_000) -> dict[str, float]:
    """Play at random with a seed, and say what each side got in all."""
    rng = np.random.default_rng(seed)
    environment.reset(seed)
    got = dict.fromkeys(environment.possible_agents, 0.0)
    for side in environment.agent_iter(steps):
        _, reward, ended, cut_off, info = environment.last(observe=False)
        got[side] += reward
        environment.step(None if ended or cut_off else int(rng.choice(np.flatnonzero(info["action_mask"]))))
    return got


@pytest.mark.parametrize("name", TITLES)
def test_terminal_rewards_say_who_has_won(name: str) -> None:
    environment = raw_env(name)
    got = play(environment, 3)
    result = environment.match.game.state.result
    assert result is not None
    assert environment.agents == []
    for side, reward in got.items():
        assert reward == (0.0 if result.winner is None else 1.0 if result.winner == side else -1.0)


@pytest.mark.parametrize("name", TITLES)
def test_shaped_rewards_add_up_to_the_outcome_less_how_the_game_stood_at_first(name: str) -> None:
    plain, shaped = raw_env(name), raw_env(name, rewards="shaped")
    outcome, got = play(plain, 3), play(shaped, 3)
    match = shaped.match
    game = match.title.new_game(match.scenario, seed=match.game.state.seed)
    for side in match.sides:
        worth = match.title.evaluate(game.state, game.content, side)
        assert got[side] == pytest.approx(outcome[side] - worth / (abs(worth) + 10.0))


def test_shaped_rewards_come_before_the_end() -> None:
    environment = raw_env(tutorial(), rewards="shaped")
    assert any(play(environment, 3, 100).values())


def test_a_side_that_chooses_in_secret_is_asked_next_and_sees_nothing_of_it(toy: AnyTitle) -> None:
    environment = raw_env(toy, "short")
    seen = []
    for option_id in ("do:meek", "do:bold"):
        environment.reset(1)
        assert environment.agent_selection == "red"
        before = environment.observe("blue")
        environment.step(number_of(environment, "red", option_id))
        if option_id == "do:bold":
            environment.step(number_of(environment, "red", "bid:3"))
        assert environment.agent_selection == "blue"
        after = environment.observe("blue")
        assert all(np.array_equal(before[part], after[part]) for part in after)
        seen.append(after["observation"])
    assert np.array_equal(*seen)


def number_of(environment: Any, side: str, option_id: str) -> int:
    options = environment.match.options(side)
    return next(number for number, option in options.items() if option == option_id)


def test_sides_that_choose_in_secret_act_together_in_parallel(toy: AnyTitle) -> None:
    environment = parallel_env(toy, "short")
    environment.reset(1)
    bids = {side: number_of(environment, side, "do:meek") for side in ("red", "blue")}
    _, _, _, _, infos = environment.step(bids)
    assert environment.match.game.decisions[0].prompt == "move"
    assert np.flatnonzero(infos["blue"]["action_mask"]).tolist() == [WAIT]


def test_an_illegal_action_in_parallel_does_nothing(toy: AnyTitle) -> None:
    environment = parallel_env(toy, "short")
    environment.reset(1)
    known = toy.codec.hash(environment.match.game.state)
    environment.step({"red": WAIT, "blue": 5000})
    assert toy.codec.hash(environment.match.game.state) == known


def test_an_illegal_action_ends_the_game_at_the_cost_of_one() -> None:
    environment = env(tutorial())
    environment.reset(seed=1)
    culprit = environment.agent_selection
    environment.step(WAIT)
    assert all(environment.terminations.values())
    assert environment.rewards[culprit] == -1.0


def test_an_illegal_action_is_refused_where_nothing_guards_against_it() -> None:
    environment = raw_env(tutorial())
    environment.reset(1)
    with pytest.raises(IllegalAction, match="blue cannot choose the action 0, wait"):
        environment.step(WAIT)
    with pytest.raises(IllegalAction, match="there are actions from 0 to"):
        environment.step(10**6)


@pytest.mark.parametrize("name", TITLES)
def test_a_game_is_cut_off_after_so_many_decisions(name: str) -> None:
    environment = raw_env(name, max_cycles=5)
    play(environment, 1)
    assert environment.match.cycles == 5
    assert environment.match.game.state.result is None
    environment.reset(1)
    play(environment, 1, 5)
    assert all(environment.truncations.values())
    assert not any(environment.terminations.values())


def test_games_without_a_seed_follow_from_the_last_one() -> None:
    def seeds() -> list[int]:
        environment = raw_env(tutorial())
        found = []
        for seed in (7, None, None):
            environment.reset(seed)
            found.append(environment.match.game.state.seed)
        return found

    assert seeds() == seeds()
    assert len(set(seeds())) == 3


def test_an_environment_can_be_sent_elsewhere() -> None:
    environment = env(tutorial().id, rewards="shaped", max_cycles=7)
    copy = pickle.loads(pickle.dumps(environment))
    environment.reset(seed=3)
    copy.reset(seed=3)
    assert np.array_equal(copy.last()[0]["observation"], environment.last()[0]["observation"])


def test_text_shows_what_everybody_knows() -> None:
    environment = raw_env(tutorial(), "bridge", render_mode="ansi")
    environment.reset(1)
    text = environment.render()
    assert isinstance(text, str)
    assert "0204: blue B1" in text
    assert "0804: red R1 hidden" in text
    assert [line.partition(":")[0] for line in text.splitlines()[-2:]] == ["Blue", "Red"]


def test_a_title_without_a_map_is_rendered_as_text_only(toy: AnyTitle) -> None:
    environment = raw_env(toy, "short", render_mode="ansi")
    environment.reset(1)
    assert "Toy, turn 1" in str(environment.render())
    with pytest.raises(BadSetting, match="toy cannot be rendered as 'svg'; choose human, ansi"):
        raw_env(toy, "short", render_mode="svg")


def test_settings_that_do_not_exist_are_refused() -> None:
    with pytest.raises(BadSetting, match="no 'sparse' rewards; choose terminal or shaped"):
        env(tutorial(), rewards="sparse")  # type: ignore[typeddict-item]
    with pytest.raises(UnknownScenario, match="has no scenario 'endless'"):
        env(tutorial(), "endless")
    with pytest.raises(UnknownScenario, match="no optional rule '99'"):
        env(tutorial(), switches=["99"])


@pytest.mark.parametrize(("module", "lacking"), [("pettingzoo", "gymnasium"), ("openspiel", "pyspiel")])
def test_without_the_extra_the_cure_is_named(module: str, lacking: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, f"sandtable.lab.{module}", raising=False)
    monkeypatch.setitem(sys.modules, lacking, None)
    with pytest.raises(ImportError, match=rf"pip install 'sandtable\[{module}\]'"):
        importlib.import_module(f"sandtable.lab.{module}")
