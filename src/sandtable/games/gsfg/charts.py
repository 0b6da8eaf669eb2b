"""Reading a chart of one die: which entry a modified result gives, and where a new outcome begins."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import TypeVar

T = TypeVar("T")


def entry(rows: Mapping[int, T], total: int) -> T:
    """The entry of a modified result; one beyond either end of the chart counts as its last there."""
    return rows[min(max(total, min(rows)), max(rows))]


def bands(rows: Mapping[int, T], modifier: int = 0) -> tuple[int, ...]:
    """The unmodified results at which a new outcome begins."""
    return tuple(after - modifier for before, after in pairwise(sorted(rows)) if rows[before] != rows[after])
