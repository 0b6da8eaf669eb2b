"""A state as numbers, read by the types of its fields, so that no title needs code of its own."""

from __future__ import annotations

import types
import typing
import zlib
from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

import msgspec

from sandtable.kernel import GameState

Read = Callable[[Any, Sequence[str]], list[float]]
"""Makes numbers of a value, for sides listed from the observer's own on."""

BITS = 6
"""How many digits stand for a word."""
HALF = 10.0
"""The number that is drawn to one half."""


def squashed(value: float) -> float:
    """A number of any size drawn into those between -1 and 1, order kept."""
    return value / (HALF + abs(value))


def signed(owner: str, seats: Sequence[str]) -> float:
    """Whose something is: 1 for one's own, -1 for another side's, 0 for nobody's."""
    return 0.0 if owner not in seats else 1.0 if owner == seats[0] else -1.0


class Reader(NamedTuple):
    """Some columns, and how to fill them."""

    columns: tuple[str, ...]
    read: Read


def state_reader(start: GameState, sides: Sequence[str]) -> Reader:
    """Reads what a title adds to the kernel's state. `start` is the state in which its games begin.

    A number is squashed. A word is whose side it names and a checksum of the word. Of a list or dict the size counts,
    and of a dict also what it says of each side, unless it starts with entries for other things.
    """
    hints = typing.get_type_hints(type(start))
    own = [name for name in type(start).__struct_fields__ if name not in GameState.__struct_fields__]
    return _fields({name: _value(hints[name], getattr(start, name), sides) for name in own})


def _fields(readers: dict[str, Reader], prefix: str = "") -> Reader:
    """The columns of several fields side by side."""
    columns = tuple(f"{prefix}{name}{column}" for name, reader in readers.items() for column in reader.columns)
    reads = [(name, reader.read) for name, reader in readers.items()]

    def read(value: Any, seats: Sequence[str]) -> list[float]:
        return [number for name, read_field in reads for number in read_field(getattr(value, name), seats)]

    return Reader(columns, read)


def _value(hint: Any, start: Any, sides: Sequence[str]) -> Reader:
    origin = typing.get_origin(hint)
    if origin in (typing.Union, types.UnionType):
        return _optional(hint, start, sides)
    if origin is dict:
        about_sides = set(start or ()) <= set(sides)
        return _by_side(_value(typing.get_args(hint)[1], None, sides), sides) if about_sides else _SIZE
    if origin in (list, tuple):
        return _SIZE
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        parts = typing.get_type_hints(hint)
        return _fields(
            {name: _value(parts[name], getattr(start, name, None), sides) for name in hint.__struct_fields__}, "."
        )
    if isinstance(hint, type) and issubclass(hint, int | float):
        return _NUMBER
    return _WORD


def _optional(hint: Any, start: Any, sides: Sequence[str]) -> Reader:
    """What may be lacking is read as zeros where it is; of several types the first counts."""
    first = next(arg for arg in typing.get_args(hint) if arg is not types.NoneType)
    inner = _value(first, start, sides)
    zeros = [0.0] * len(inner.columns)
    return Reader(inner.columns, lambda value, seats: zeros if value is None else inner.read(value, seats))


def _by_side(inner: Reader, sides: Sequence[str]) -> Reader:
    """The size of a dict, and what it says of each side."""
    seats_named = ["own", *(f"other {n}" for n in range(1, len(sides)))]
    columns = tuple(f"[{seat}]{column}" for seat in seats_named for column in inner.columns)
    zeros = [0.0] * len(inner.columns)

    def read(value: Any, seats: Sequence[str]) -> list[float]:
        numbers = [squashed(len(value))]
        for side in seats:
            numbers += inner.read(value[side], seats) if side in value else zeros
        return numbers

    return Reader((" size", *columns), read)


def _size(value: Collection[Any], seats: Sequence[str]) -> list[float]:
    return [squashed(len(value))]


def _number(value: float, seats: Sequence[str]) -> list[float]:
    return [squashed(value)]


def _word(value: object, seats: Sequence[str]) -> list[float]:
    word = str(value)
    owner = signed(word, seats)
    digits = 0 if owner or not word else zlib.crc32(word.encode())
    return [owner, *(float(digits >> bit & 1) for bit in range(BITS))]


_SIZE = Reader((" size",), _size)
_NUMBER = Reader(("",), _number)
_WORD = Reader((" whose", *(f" digit {bit}" for bit in range(BITS))), _word)
