"""The roster: who stands where, whose hexes they are, and who is next to the enemy.

It is one index of the state's `units`, kept up to date from question to question; changes in the middle of a step are
noticed at the next question. `unit.at` is where a unit stands and `unit.side` whose it is, unless the title says
otherwise:

```python
class Places(Roster[Unit]):
    def place_of(self, unit: Unit) -> str:
        return "" if unit.entry else unit.at        # nowhere on the map

    def side_of(self, unit_id: str, unit: Unit) -> str:
        return self.content.counters[unit_id].side

class Gts(HexTitle[State, Content]):
    roster_type = Places
```

What follows from it names these functions as its sources, since each gives the same object until it changes:
`@derived(hexes_of)` for what follows from the hexes of a side, `@derived(units_of)` for what follows from its units.
What must be kept incrementally beside it is an `index` of the title's own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec.structs import replace

from sandtable.mechanics._roster import (
    Roster,
    enemy_hexes,
    hexes_of,
    is_adjacent_to_enemy,
    occupier,
    roster,
    units_in,
    units_of,
)

if TYPE_CHECKING:
    from sandtable.mechanics._roster import WithUnits

__all__ = [
    "Roster", "change", "enemy_hexes", "hexes_of", "is_adjacent_to_enemy", "occupier", "roster", "units_in", "units_of",
]  # fmt: skip

U = TypeVar("U", bound=msgspec.Struct)


def change(game: WithUnits[U], unit_id: str, **changes: object) -> U:
    """Replace a unit by one with some of its facts changed."""
    units = game.state.units
    unit = units[unit_id] = replace(units[unit_id], **changes)
    return unit
