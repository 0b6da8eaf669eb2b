"""What the tests of the agents' interfaces share: random play of the scenario that each title shows first."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from sandtable.kernel import AnyTitle, Game, titles
from sandtable.kernel import title as title_of

TITLES = titles()


def positions(title: AnyTitle, seed: int, most: int, scenario: str | None = None) -> Iterator[Game[Any, Any]]:
    """The positions of a game played at random, with at least one decision open in each, `most` of them at most."""
    rng = random.Random(seed)
    game = title.new_game(title.scenario(scenario).id, (), seed)
    for _ in range(most):
        if not game.decisions:
            return
        yield game
        decision = rng.choice(game.decisions)
        game.choose(rng.choice(decision.ids), decision.side)


def tutorial() -> AnyTitle:
    """The title for newcomers, which is small."""
    return next(found for found in map(title_of, TITLES) if found.tutorial)


def passes(check: Callable[..., object], *args: object, **settings: object) -> bool:
    """Whether a check that others wrote lets something pass: it raises where it does not."""
    check(*args, **settings)
    return True
