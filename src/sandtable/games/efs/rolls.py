"""Rolls on tables other than those of combat and overruns: what is added to the die, line by line."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.kernel import Line


def added(kind: str, found: Mapping[str, int], rule_id: str) -> tuple[Line, ...]:
    """What is added to a roll of a kind, by the names that its table has for it."""
    return tuple(Line(f"{kind}-{name}", f"{value:+d}", rule_id) for name, value in found.items())


def told(lines: tuple[Line, ...], modifier: int, roll: int, rule_id: str) -> tuple[Line, ...]:
    """The whole sum of a roll: what is added, the die, and the row that both come to."""
    return (*lines, Line("die", str(roll), rule_id), Line("row", str(roll + modifier), rule_id))
