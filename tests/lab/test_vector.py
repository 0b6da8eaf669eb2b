"""Many games at once: the same as one by one, in rows that are shared, and kept when they are pickled."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from lab.agents_table import TITLES
from sandtable.kernel import View
from sandtable.lab.agents.match import BadSetting
from sandtable.lab.agents.observations import Observations
from sandtable.lab.pettingzoo import parallel_env, raw_env
from sandtable.lab.vector import Games, WorkerFailed, make


def drawn(rng: np.random.Generator, info: dict[str, Any]) -> np.ndarray[Any, np.dtype[np.int64]]:
    """An action for each game, at random among the legal ones."""
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in info["action_mask"]], np.int64)


def run(games: Games, steps: int, seed: int = 3) -> list[tuple[bytes, ...]]:
    rng = np.random.default_rng(1)
    seen, info = games.reset(seed=seed)
    found = [(seen.tobytes(), info["action_mask"].tobytes(), info["side"].tobytes())]
    for _ in range(steps):
        seen, rewards, ended, cut_off, info = games.step(drawn(rng, info))
        parts = (seen, rewards, ended, cut_off, info["action_mask"], info["side"])
        found.append(tuple(part.tobytes() for part in parts))
    return found


def test_processes_play_what_one_process_plays() -> None:
    here = make("primer", "meeting", 5, workers=0)
    there = make("primer", "meeting", 5, workers=2)
    try:
        assert run(here, 40) == run(there, 40)
    finally:
        there.close()


@pytest.mark.parametrize("name", TITLES)
def test_a_row_is_what_the_side_that_acts_sees(name: str) -> None:
    games = make(name, None, 2, workers=0)
    rng = np.random.default_rng(2)
    _, info = games.reset(seed=4)
    assert games._here is not None
    for _ in range(30):
        seen, _, _, _, info = games.step(drawn(rng, info))
    for number, match in enumerate(games._here.matches):
        side = games.sides[info["side"][number]]
        observations = Observations(match.title, match.scenario)
        decision = View(match.game, side).decision
        assert np.array_equal(seen[number], observations.of(View(match.game, side)))
        assert np.array_equal(info["action_mask"][number], observations.actions.mask(decision))


def test_a_game_that_has_ended_is_followed_by_the_next() -> None:
    games = make("primer", "meeting", 2, workers=0)
    rng = np.random.default_rng(5)
    _, info = games.reset(seed=6)
    ended = np.zeros(2, bool)
    while not ended.any():
        _, rewards, ended, cut_off, info = games.step(drawn(rng, info))
    over = int(np.flatnonzero(ended)[0])
    assert not cut_off.any()
    assert abs(rewards[over]) in (0.0, 1.0)
    assert info["rewards"][over].sum() == 0.0
    assert np.flatnonzero(info["action_mask"][over]).tolist() == [0]
    seen, rewards, ended, _, info = games.step(drawn(rng, info))
    assert not ended[over]
    assert rewards[over] == 0.0
    assert seen[over, games.observations.cell("situation", "", "over")] == 0.0


def test_a_game_is_cut_off_after_so_many_steps() -> None:
    games = make("primer", "meeting", 1, workers=0, max_cycles=3)
    rng = np.random.default_rng(5)
    _, info = games.reset(seed=6)
    cut = []
    for _ in range(5):
        _, _, ended, cut_off, info = games.step(drawn(rng, info))
        cut.append(bool(cut_off[0]))
        assert not ended[0]
    assert cut == [False, False, True, False, False]


def test_an_action_that_is_not_legal_is_told_of() -> None:
    games = make("primer", "meeting", 2, workers=2)
    try:
        games.reset(seed=1)
        with pytest.raises(WorkerFailed, match="IllegalAction"):
            games.step(np.zeros(2, np.int64))
    finally:
        games.close()


@pytest.mark.parametrize("workers", [0, 2])
def test_without_a_seed_the_slots_go_on_to_the_games_that_the_last_one_leads_to(workers: int) -> None:
    found = []
    for _ in range(2):
        games = make("primer", "meeting", 3, workers=workers)
        try:
            found.append([games.reset(seed=seed)[0].tobytes() for seed in (8, None, None, [9, None, 9])])
        finally:
            games.close()
    assert found[0] == found[1]
    assert len(set(found[0])) == 4


def test_any_integer_is_a_seed() -> None:
    games = make("primer", "meeting", 2, workers=0)
    first = games.reset(seed=7)[0].copy()
    assert np.array_equal(games.reset(seed=np.int64(7))[0], first)  # type: ignore[arg-type]
    assert np.array_equal(games.reset(seed=np.array([7, 8]))[0], first)  # type: ignore[arg-type]


def test_what_makes_no_vector_is_refused() -> None:
    with pytest.raises(BadSetting, match="one or more"):
        make("primer", "meeting", 0)
    with pytest.raises(BadSetting, match="2 seeds for 3 games"):
        make("primer", "meeting", 3, workers=0).reset(seed=[1, 2])


@pytest.mark.parametrize("workers", [0, 1])
def test_a_closed_vector_is_not_stepped(workers: int) -> None:
    games = make("primer", "meeting", 1, workers=workers)
    _, info = games.reset(seed=1)
    actions = drawn(np.random.default_rng(1), info)
    games.close()
    with pytest.raises(ClosedEnvironmentError):
        games.step(actions)
    with pytest.raises(ClosedEnvironmentError):
        games.reset()


def test_wrappers_of_gymnasium_fit_around_a_vector() -> None:
    games = RecordEpisodeStatistics(make("primer", "meeting", 2, workers=0))
    rng = np.random.default_rng(4)
    seen, info = games.reset(seed=2)
    ended, steps = np.zeros(2, bool), 0
    while not ended.any():
        seen, _, ended, _, info = games.step(drawn(rng, info))
        assert games.observation_space.contains(seen)
        steps += 1
    assert set(info["episode"]["l"][ended]) == {steps}


@pytest.mark.parametrize("workers", [0, 2])
def test_a_vector_that_is_pickled_keeps_its_games(workers: int) -> None:
    games = make("primer", "meeting", 3, workers=workers)
    run(games, 25)
    again = pickle.loads(pickle.dumps(games))
    try:
        rng = np.random.default_rng(9)
        info = games._info()
        for _ in range(20):
            actions = drawn(rng, info)
            seen, *_, info = games.step(actions)
            other, *_ = again.step(actions)
            assert np.array_equal(seen, other)
    finally:
        games.close()
        again.close()


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_an_environment_that_is_copied_keeps_its_game(copied: Any) -> None:
    env = raw_env("primer", "bridge", rewards="shaped")
    env.reset(seed=3)
    for _ in range(30):
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(np.flatnonzero(mask)[0]))
    again = copied(env)
    for _ in range(30):
        side = env.agent_selection
        assert again.agent_selection == side
        one, other = env.observe(side), again.observe(side)
        assert np.array_equal(one["observation"], other["observation"])
        action = int(np.flatnonzero(one["action_mask"])[-1])
        env.step(action)
        again.step(action)
        assert env.rewards == again.rewards


def test_a_parallel_environment_that_is_pickled_keeps_its_game() -> None:
    env = parallel_env("primer", "bridge")
    seen, _ = env.reset(seed=3)
    for _ in range(10):
        seen, *_ = env.step({side: int(np.flatnonzero(each["action_mask"])[0]) for side, each in seen.items()})
    again = pickle.loads(pickle.dumps(env))
    actions = {side: int(np.flatnonzero(each["action_mask"])[-1]) for side, each in seen.items()}
    one, other = env.step(actions)[0], again.step(actions)[0]
    assert all(np.array_equal(one[side]["observation"], other[side]["observation"]) for side in one)
