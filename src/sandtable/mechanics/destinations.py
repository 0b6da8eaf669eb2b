"""Where a mover can go, as options, and the way that it would take.

```python
@of_content
def destinations(content: Content) -> Destinations:
    return Destinations(content, most=12, rule="3.2")

field = mover.field(start, points, flags)
options = destinations(game.content).options(field)
Preview(path=path_to(board.places, field, choice.name))
```
"""

from __future__ import annotations

from sandtable.board import Field, Places
from sandtable.kernel import Option
from sandtable.mechanics.content import HexContent


class Destinations:
    """An option for every hex at every cost that a move may come to, made once for a map."""

    __slots__ = ("_rows",)

    def __init__(self, content: HexContent, most: int, rule: str, per_point: int = 1) -> None:
        """`most` is the highest cost of a move; costs are counted in parts, so many of them to a movement point."""
        self._rows = [
            [Option(ident, cost if per_point == 1 else cost / per_point, rule) for ident in content.hex_ids]
            for cost in range(most + 1)
        ]

    def options(self, field: Field) -> list[Option]:
        """The hexes in which a move may end, the cheapest first, each by its cheapest way."""
        return field.hex_entries(self._rows)


def path_to(places: Places, field: Field, label: str) -> tuple[str, ...]:
    """The hexes of the cheapest way to a hex in reach, the one where it begins included.

    Raises ValueError where a move cannot end there.
    """
    goal = field.goal(places.index[label])
    if goal is None:
        raise ValueError(f"the move cannot end in {label}")
    path = field.path(goal)
    hexes = path if places.size == places.plane.size else [places.hex_of[place] for place in path]
    return tuple(map(places.labels.__getitem__, hexes))
