"""Sums: numbers with their rules, added up, and put into words at the end; nothing is ever read back from words.

```python
shifts = Sum()
shifts.add("terrain", -1, "5.4", hex=target)
if hold:
    shifts.add("hold-order", figures.hold, "2.2")
column = crt.shifted(base, shifts.total)
game.say(Resolved(..., lines=(*shifts.lines, Line("column", crt.columns[column], "5.4"))))
```
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from sandtable.kernel import Line


class Modifier(msgspec.Struct, frozen=True):
    """One number of a sum, shown with its sign: the key of its text, its rule, and what its text names."""

    label: str
    value: int
    rule: str
    args: Mapping[str, str | int] = {}

    @property
    def line(self) -> Line:
        return Line(self.label, f"{self.value:+d}", self.rule, self.args)


class Figure(Modifier, frozen=True):
    """One number of a sum, shown as it is: a strength, a printed value, what a sum begins with."""

    @property
    def line(self) -> Line:
        return Line(self.label, str(self.value), self.rule, self.args)


class Sum:
    """Numbers that add up."""

    __slots__ = ("parts",)

    def __init__(self, parts: Iterable[Modifier] = ()) -> None:
        self.parts = list(parts)

    def __iter__(self) -> Iterator[Modifier]:
        return iter(self.parts)

    def __bool__(self) -> bool:
        """Whether anything has been added."""
        return bool(self.parts)

    def add(self, label: str, value: int, rule: str, **args: str | int) -> None:
        """Add a modifier."""
        self.parts.append(Modifier(label, value, rule, args))

    def figure(self, label: str, value: int, rule: str, **args: str | int) -> None:
        """Add a number that is shown as it is."""
        self.parts.append(Figure(label, value, rule, args))

    @property
    def total(self) -> int:
        return sum([part.value for part in self.parts])

    @property
    def lines(self) -> list[Line]:
        """The sum as it is shown, line by line."""
        return [part.line for part in self.parts]
