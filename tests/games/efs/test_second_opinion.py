"""What the engine offers and shows, held against a second reckoning in games that are played beside it."""

from __future__ import annotations

import pytest

from games.efs.second_opinion import Play


@pytest.mark.rule("efs:3.2", "efs:6.1", "efs:6.3", "efs:10.2", "efs:10.3", "efs:10.4", "efs:11.3", "efs:11.4")
@pytest.mark.rule("efs:12.2", "efs:12.4", "efs:13.1", "efs:15.4", "efs:15.5", "efs:15.6", "efs:16.4", "efs:16.5")
@pytest.mark.rule("efs:16.1", "efs:16.2", "efs:16.3", "efs:16.45")
@pytest.mark.rule("efs:10.13", "efs:12.1", "efs:12.41", "efs:12.5", "efs:21.27", "efs:22.42", "efs:24.2", "efs:24.41")
@pytest.mark.parametrize(
    ("scenario", "seed", "scatter"),
    [("luga-line", 5, 0.0), ("luga-line", 8, 0.8), ("perekop", 7, 0.8), ("perekop", 15, 0.8)],
)
def test_a_game_beside_a_second_reckoning_finds_no_difference(scenario: str, seed: int, scatter: float) -> None:
    play = Play()
    play.game(scenario, seed, 260, scatter)
    assert play.found == []
    assert play.decisions > 100
    assert {"points", "reach", "overruns", "zones", "supply", "locations", "movers"} <= {*play.compared}
