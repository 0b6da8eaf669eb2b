"""Charts of one roll: which entry a modified result gives, and at which rolls another outcome begins.

```python
chart = Chart(content.table("fire", FireFile).rows)
roll = game.roll("d6", "fire", "4.3", bands=chart.bands(modifier))
result = chart.entry(roll + modifier)
```
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Generic, TypeVar

from sandtable.kernel import dice

T = TypeVar("T")


class Chart(Generic[T]):
    """A column of entries by the result of a roll; a result beyond either end counts as the last there.

    A result that stands between two rows counts as the lower one, so that a chart may list only where a new entry
    begins.
    """

    __slots__ = ("_bands", "_entries", "_first")

    def __init__(self, rows: Mapping[int, T]) -> None:
        """The entries by result. Raises ValueError where there are none."""
        if not rows:
            raise ValueError("a chart needs at least one row")
        results = sorted(rows)
        self._first = results[0]
        self._entries: list[T] = []
        for result, after in pairwise([*results, results[-1] + 1]):
            self._entries += [rows[result]] * (after - result)
        self._bands = tuple(
            self._first + place
            for place, (before, here) in enumerate(pairwise(self._entries), start=1)
            if before != here
        )

    @classmethod
    def of(cls, entries: Sequence[T], first: int = 0) -> Chart[T]:
        """The entries of consecutive results, from the first on."""
        return cls(dict(enumerate(entries, first)))

    def entry(self, result: int) -> T:
        """The entry of a modified result."""
        return self._entries[min(max(result - self._first, 0), len(self._entries) - 1)]

    def bands(self, modifier: int = 0) -> tuple[int, ...]:
        """The unmodified results at which another entry begins: what `game.roll` is told."""
        return tuple([result - modifier for result in self._bands]) if modifier else self._bands

    def chances(self, die: str, modifier: int = 0) -> dict[T, int]:
        """How many faces of one die give each entry, in the order of the faces; the entries must be hashable."""
        count, faces = dice.parse(die)
        if count != 1:
            raise ValueError(f"{die} is not one die")
        lowest = dice.lowest(die)
        found: dict[T, int] = {}
        for face in range(lowest, lowest + faces):
            entry = self.entry(face + modifier)
            found[entry] = found.get(entry, 0) + 1
        return found
