"""What the handles of titles share: numbers in a scenario's file that can be turned."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.datafile import FieldPath
from sandtable.kernel import Change, Handle


def number(ident: str, name: dict[str, str], field: FieldPath, now: int, values: Iterable[int]) -> Handle:
    """A handle that puts a number into one field of the file; `name` is best `title.words("handle.<ident>")`."""
    return Handle(ident, name, now, {value: (Change(field, value),) for value in values})


def last_turn(name: dict[str, str], first: int, last: int, latest: int) -> Handle:
    """The last turn that is played: from the first to the latest that there can be."""
    return number("turns", name, ("last_turn",), last, range(first, latest + 1))
