"""Games beside a second reckoning: ways, fire, shots, checks, snipers, concealment, control, Close Combat, vehicles."""

from __future__ import annotations

import pytest

from games.asl.second_games import play_beside

FEWEST = {
    "step": 100,
    "shares": 100,
    "fire result": 20,
    "reach has all": 10,
    "targets all": 20,
    "controls building": 100,
    "snipers come": 30,
    "morale-check needs": 5,
}
"""How often each kind of game must have compared something, lest a game that goes another way proves nothing."""


@pytest.mark.parametrize(("scenario", "seed"), [("farm", 7), ("pak-front", 4), ("raid", 1)])
def test_what_is_offered_shown_and_told_agrees_with_a_second_reckoning(scenario: str, seed: int) -> None:
    counted, found = play_beside(scenario, seed, most=700)
    assert not found
    assert all(counted[what] >= fewest for what, fewest in FEWEST.items())
