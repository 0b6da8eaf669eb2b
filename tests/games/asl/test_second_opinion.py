"""Games beside a second reckoning: what steps cost, and the sums of fire."""

from __future__ import annotations

import pytest

from games.asl.second_opinion import play_beside


@pytest.mark.parametrize("scenario", ["farm", "pak-front", "raid"])
def test_what_is_offered_and_shown_agrees_with_a_second_reckoning(scenario: str) -> None:
    counted, found = play_beside(scenario, 7, most=450)
    assert not found
    assert counted["step"] > 50
