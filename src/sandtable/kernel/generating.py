"""Scenarios made to order: what the generator of a title can be told, and how a scenario is named after that.

The id of such a scenario holds everything that it was made from, as in `made-1943-company-7`. So it needs no file: a
save, another machine and a worker make the same one again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from sandtable.kernel.errors import SandtableError

PREFIX = "made"
MOST_SEED = 999_999


class CannotGenerate(SandtableError):
    """A title makes no scenarios to order, or not such ones."""


class Dial(msgspec.Struct, frozen=True):
    """Something that a generator can be told: its id, its names by language, and its values with theirs."""

    id: str
    name: dict[str, str]
    values: dict[str, dict[str, str]]
    """Values are small letters and digits."""
    default: str


class Order(NamedTuple):
    """What a scenario is made from: a value for each dial, and the seed of its dice."""

    settings: dict[str, str]
    seed: int


def order(dials: Sequence[Dial], given: Mapping[str, str], seed: int) -> Order:
    """An order with the usual values where none are given. Raises CannotGenerate for what the dials do not have."""
    known = {dial.id: dial for dial in dials}
    for name in given:
        if name not in known:
            raise CannotGenerate(f"there is no setting {name!r}; there are {', '.join(known)}")
    settings = {dial.id: given.get(dial.id, dial.default) for dial in dials}
    for name, value in settings.items():
        if value not in known[name].values:
            raise CannotGenerate(f"{name} cannot be {value!r}; it is one of {', '.join(known[name].values)}")
    if not 0 <= seed <= MOST_SEED:
        raise CannotGenerate(f"the seed is a whole number from 0 to {MOST_SEED}")
    return Order(settings, seed)


def made_id(made: Order) -> str:
    """The id of the scenario that an order makes."""
    return "-".join((PREFIX, *made.settings.values(), str(made.seed)))


def ordered(dials: Sequence[Dial], scenario: str) -> Order | None:
    """The order that an id names; None for an id that names none."""
    words = scenario.split("-")
    if not dials or len(words) != len(dials) + 2 or words[0] != PREFIX or not re.fullmatch(r"0|[1-9]\d*", words[-1]):
        return None
    try:
        return order(dials, dict(zip((dial.id for dial in dials), words[1:-1], strict=True)), int(words[-1]))
    except CannotGenerate:
        return None
