"""Modifiers with their rules: what a rating is made of, added up and shown line by line."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from sandtable.kernel import Line


class Modifier(msgspec.Struct, frozen=True):
    """One line of a sum: the key of its text, its value, its rule, and what its text names."""

    label: str
    value: int
    rule: str
    args: dict[str, str | int] = {}


def total(modifiers: Iterable[Modifier]) -> int:
    return sum(modifier.value for modifier in modifiers)


def lines(modifiers: Iterable[Modifier]) -> list[Line]:
    """The modifiers as they are shown, each with its sign."""
    return [Line(part.label, f"{part.value:+d}", part.rule, part.args) for part in modifiers]
