"""What a search has considered, so that it can explain itself."""

from __future__ import annotations

import msgspec

from sandtable.kernel import Option


class Candidate(msgspec.Struct, frozen=True):
    """An option that was weighed."""

    option: str
    value: float
    """What it leads to on average, as the title judges positions."""
    prospects: float
    """The same between 0 and 1: how it compares with what all the candidates led to."""
    visits: int
    """How often the game was played on from it."""
    then: tuple[Option, ...] = ()
    """What would be chosen after it to complete the order, until dice fall or another side is asked."""


class Thoughts(msgspec.Struct, frozen=True):
    """The candidates for a decision, the chosen one first and the others by their prospects."""

    candidates: tuple[Candidate, ...]
    nodes: int = 0
    """How many choices were tried in made-up worlds."""
    seconds: float = 0.0

    @property
    def best(self) -> str:
        return self.candidates[0].option
