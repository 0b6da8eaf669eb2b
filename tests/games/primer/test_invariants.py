"""What holds at every decision of every game, whatever is played."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from games.primer.positions import PRIMER
from sandtable.games.primer.content import Content
from sandtable.games.primer.state import OFF_MAP, State

GAMES = 12


def positions(scenario: str) -> Iterator[tuple[State, Content]]:
    """Every position of some games played at random."""
    for seed in range(GAMES):
        rng = random.Random(seed)
        game = PRIMER.new_game(scenario, (), seed)
        while game.decisions:
            decision = rng.choice(game.decisions)
            game.choose(rng.choice(decision.options).id, decision.side)
            yield game.state, game.content


def no_hex_holds_more_than_two(state: State, content: Content) -> bool:
    placed = [unit.at for unit in state.units.values() if unit.at != OFF_MAP]
    return all(placed.count(label) <= 2 for label in placed)


def no_hex_holds_both_sides(state: State, content: Content) -> bool:
    held = {(unit.at, unit.side) for unit in state.units.values() if unit.at != OFF_MAP}
    return len({label for label, _ in held}) == len(held)


def nothing_face_down_is_next_to_an_enemy(state: State, content: Content) -> bool:
    on_map = [unit for unit in state.units.values() if unit.at != OFF_MAP]
    return not any(
        unit.hidden and other.side != unit.side and other.at in content.adjacent[unit.at]
        for unit in on_map
        for other in on_map
    )


def no_dummy_lies_face_up(state: State, content: Content) -> bool:
    return not any(unit.kind == "dummy" and not unit.hidden and unit.at != OFF_MAP for unit in state.units.values())


def nothing_stands_in_barred_terrain(state: State, content: Content) -> bool:
    return all(
        content.terrain_at[unit.at].cost(content.kinds[unit.kind].mobility) is not None
        for unit in state.units.values()
        if unit.at != OFF_MAP
    )


@pytest.mark.rule("primer:3.5", "primer:3.6", "primer:3.9", "primer:6.2", "primer:6.3")
@pytest.mark.parametrize(
    "holds",
    [
        no_hex_holds_more_than_two,
        no_hex_holds_both_sides,
        nothing_face_down_is_next_to_an_enemy,
        no_dummy_lies_face_up,
        nothing_stands_in_barred_terrain,
    ],
)
@pytest.mark.parametrize("scenario", ["bridge", "meeting"])
def test_at_every_decision(scenario: str, holds: Callable[[State, Content], bool]) -> None:
    assert all(holds(state, content) for state, content in positions(scenario))
