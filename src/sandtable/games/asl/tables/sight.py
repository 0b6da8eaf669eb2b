"""Low visibility and what vehicles hide, for lines of sight (D9.3, E3.51)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from sandtable.mechanics.content import Strict, Table


class Visibility(Strict, frozen=True):
    """What some weather adds to a line, by the range."""

    first: int
    """Up to the first band of range."""
    every: Annotated[int, msgspec.Meta(ge=1)]
    """How many hexes wide a band is; each further one adds 1."""
    rule: str

    def hindrance(self, range_: int) -> int:
        """What it adds at a range."""
        return self.first + max(0, -(-range_ // self.every) - 1)


class Visibilities(Table, frozen=True):
    """What hinders sight besides terrain and SMOKE."""

    vehicle: int
    """A vehicle or a wreck in a hex between (D9.3)."""
    weather: dict[str, Visibility]
