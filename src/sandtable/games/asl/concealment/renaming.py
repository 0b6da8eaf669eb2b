"""A12.1: procedures in which units and vehicles are called by other ids than their own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TypeVar, get_type_hints

import msgspec
from msgspec.structs import replace

T = TypeVar("T")


def renamed(frame: T, names: Mapping[str, tuple[str, ...]]) -> T:
    """A Struct in which ids of units have been exchanged, in all its fields."""
    changes = {}
    assert isinstance(frame, msgspec.Struct)
    for field in _fields(type(frame)):
        value = getattr(frame, field)
        new = _exchanged(value, names)
        if new != value:
            changes[field] = new
    return replace(frame, **changes) if changes else frame


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """Those that can hold an id."""
    hints = get_type_hints(kind)
    return tuple(field for field in kind.__struct_fields__ if field != "step" and hints[field] not in (bool, int))


def _exchanged(value: object, names: Mapping[str, tuple[str, ...]]) -> object:
    if isinstance(value, str):
        return names[value][0] if value in names else value
    if isinstance(value, msgspec.Struct):
        return renamed(value, names)
    if isinstance(value, tuple):
        found: list[object] = []
        for each in value:
            if isinstance(each, str) and each in names:
                found += names[each]
            else:
                found.append(_exchanged(each, names))
        return value if found == list(value) else tuple(dict.fromkeys(found))
    return value
