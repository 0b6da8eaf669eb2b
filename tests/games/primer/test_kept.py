"""What is kept from question to question says at every moment what the counters themselves say."""

from __future__ import annotations

import random

import pytest

from sandtable.kernel import title
from sandtable.kernel.derived import verify
from sandtable.kernel.state import fork


@pytest.mark.parametrize("scenario", ["meeting", "bridge"])
def test_what_is_kept_equals_what_is_worked_out_anew(scenario: str) -> None:
    primer, rng = title("primer"), random.Random(3)
    game = primer.new_game(scenario, ("10.1",), 3)
    while game.decisions:
        decision = game.decisions[0]
        game.choose(rng.choice(decision.ids), decision.side)
        verify(game)


def test_a_game_that_has_gone_on_for_long_offers_what_a_new_one_would() -> None:
    """What is kept from question to question never outlives what it was worked out from."""
    primer, rng = title("primer"), random.Random(7)
    for seed in range(4):
        game = primer.new_game("bridge", (), seed)
        while game.decisions:
            decision = game.decisions[0]
            game.choose(rng.choice(decision.ids), decision.side)
            if game.decisions:
                assert primer.resume(fork(game.state)).decisions == game.decisions
