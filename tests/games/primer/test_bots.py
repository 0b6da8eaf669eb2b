"""The computer opponent plays the tutorial sensibly."""

from __future__ import annotations

import pytest

from sandtable.lab import simulate


@pytest.mark.parametrize("scenario", ["bridge", "meeting"])
@pytest.mark.parametrize(("side", "other"), [("blue", "red"), ("red", "blue")])
def test_the_greedy_bot_beats_chance_from_either_side(scenario: str, side: str, other: str) -> None:
    found = simulate("primer", scenario, players={side: "greedy", other: "random"}, games=3, seed=5)
    assert found.summary.winners == {side: 3}
