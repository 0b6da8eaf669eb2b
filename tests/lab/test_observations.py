"""Views as numbers: of one size, within bounds, true to the position, and blind to what is hidden."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from lab.agents_table import TITLES, positions, tutorial
from sandtable.kernel import AnyTitle, Game, View, determinise
from sandtable.kernel import title as title_of
from sandtable.lab.agents.observations import Observation, Observations
from sandtable.mechanics.title import HexTitle


def observer(title: AnyTitle, scenario: str | None = None) -> Observations:
    return Observations(title, title.scenario(scenario).id)


def cell(observations: Observations, seen: Observation, table: str, row: str, column: str) -> float:
    block = next(block for block in observations.blocks if block.name == table)
    return float(observations.tables(seen)[table][block.rows.index(row), block.columns.index(column)])


@pytest.mark.parametrize("name", TITLES)
def test_what_is_hidden_changes_nothing(name: str) -> None:
    title = title_of(name)
    observations, rng = observer(title), random.Random(5)
    for number, game in enumerate(positions(title, 5, 120)):
        if number % 4 == 0:
            for side in title.scenario().sides:
                seen = observations.of(View(game, side))
                world = determinise(View(game, side), rng)
                assert np.array_equal(seen, observations.of(View(world, side)))


@pytest.mark.parametrize("name", TITLES)
def test_numbers_keep_their_size_and_their_bounds(name: str) -> None:
    title = title_of(name)
    observations = observer(title)
    for number, game in enumerate(positions(title, 6, 120)):
        if number % 4 == 0:
            seen = observations.of(View(game, title.scenario().sides[-1]))
            assert seen.shape == (observations.size,)
            assert seen.dtype == np.float32
            assert np.abs(seen).max() <= 1.0


@pytest.mark.parametrize("name", TITLES)
def test_whoever_is_asked_sees_it(name: str) -> None:
    title = title_of(name)
    observations = observer(title)
    game = next(positions(title, 7, 1))
    decision = game.decisions[0]
    seen = observations.of(View(game, decision.side))
    assert cell(observations, seen, "situation", "", "asked") == 1.0
    assert cell(observations, seen, "situation", "", f"prompt {decision.prompt}") == 1.0


def test_secret_choices_of_others_are_not_seen(toy: AnyTitle) -> None:
    observations = observer(toy, "short")
    game = toy.new_game("short")
    before = observations.of(View(game, "blue"))
    game.choose("do:meek", "red")
    assert np.array_equal(before, observations.of(View(game, "blue")))


def moved(title: AnyTitle) -> Game[Any, Any]:
    """The tutorial with both orders given and blue about to say where its scouts go."""
    game = title.new_game("bridge", seed=1)
    for option_id, side in (("order:march", "blue"), ("order:hold", "red"), ("unit:b6", "blue")):
        game.choose(option_id, side)
    return game


def test_counters_are_told_apart_by_whose_they_are_and_by_what_is_asked() -> None:
    title = tutorial()
    observations, game = observer(title, "bridge"), moved(title)
    own, other = observations.of(View(game, "blue")), observations.of(View(game, "red"))
    assert cell(observations, own, "units", "b6", "whose") == 1.0
    assert cell(observations, other, "units", "b6", "whose") == -1.0
    assert cell(observations, own, "units", "b6", "asked about") == 1.0
    assert cell(observations, own, "units", "b5", "asked about") == 0.0
    assert cell(observations, own, "hexes", "0406", "own counters") > 0.0
    assert cell(observations, other, "hexes", "0406", "other 1 counters") > 0.0
    assert cell(observations, own, "hexes", "0405", "offered") == 1.0
    assert cell(observations, own, "hexes", "1210", "offered") == 0.0


def test_face_down_counters_show_no_figures_to_the_enemy() -> None:
    title = tutorial()
    observations, game = observer(title, "bridge"), moved(title)
    own, enemy = observations.of(View(game, "red")), observations.of(View(game, "blue"))
    hidden = [f"r{n}" for n in range(1, 7)]
    assert any(cell(observations, own, "units", unit, "figure 1") > 0.0 for unit in hidden)
    assert all(cell(observations, enemy, "units", unit, "figure 1") == 0.0 for unit in hidden)
    assert all(cell(observations, enemy, "units", unit, "hidden") == 1.0 for unit in hidden)


def test_orders_in_force_are_told_apart() -> None:
    title = tutorial()
    observations = observer(title, "bridge")
    seen = []
    for order in ("march", "assault", "hold"):
        game = title.new_game("bridge", seed=1)
        game.choose(f"order:{order}", "blue")
        game.choose("order:hold", "red")
        seen.append(observations.of(View(game, "red")))
    assert not np.array_equal(seen[0], seen[1])
    assert not np.array_equal(seen[1], seen[2])
    assert not np.array_equal(seen[0], seen[2])


def test_a_title_without_a_map_is_seen_by_its_facts(toy: AnyTitle) -> None:
    assert not isinstance(toy, HexTitle)
    observations = observer(toy, "short")
    assert [block.name for block in observations.blocks] == ["situation"]
    game = toy.new_game("short")
    for option_id, side in (("do:meek", "red"), ("do:meek", "blue"), ("unit:red-1", "red"), ("space:2", "red")):
        game.choose(option_id, side)
    game.choose("do:hold", "blue")
    own, other = observations.of(View(game, "red")), observations.of(View(game, "blue"))
    assert cell(observations, own, "situation", "", "score[own]") == pytest.approx(2 / 12)
    assert cell(observations, other, "situation", "", "score[other 1]") == pytest.approx(2 / 12)
    assert cell(observations, own, "situation", "", "score[other 1]") == 0.0


def test_tables_are_windows_on_the_observation() -> None:
    title = tutorial()
    observations = observer(title)
    seen = observations.of(View(title.new_game(title.scenario().id), title.scenario().sides[0]))
    tables = observations.tables(seen)
    assert sum(table.size for table in tables.values()) == observations.size
    tables["hexes"][0, 0] = 0.5
    assert 0.5 in seen
