"""What to have at hand beside a table: charts, phases, rules."""

from __future__ import annotations

import msgspec


class LitBy(msgspec.Struct, frozen=True):
    """A line of a sum or a fact of a counter; an empty value stands for any."""

    label: str
    value: str


class HeadCard(msgspec.Struct, frozen=True):
    """The head of a row or column; lit while all that it is `lit_by` is told."""

    name: str
    lit_by: tuple[LitBy, ...]
    swatch: str


class RowCard(msgspec.Struct, frozen=True):
    head: HeadCard
    cells: tuple[str, ...]


class ChartCard(msgspec.Struct, frozen=True):
    """A chart as it is printed."""

    id: str
    name: str
    rule: str
    columns: tuple[HeadCard, ...]
    rows: tuple[RowCard, ...]
    notes: tuple[str, ...]


class PhaseCard(msgspec.Struct, frozen=True):
    """A phase of a turn; an empty side for one that all have together."""

    id: str
    name: str
    rule: str
    side: str


class Book(msgspec.Struct, frozen=True):
    """GET /api/titles/{title}/scenarios/{scenario}/book: what to have at hand in a game of a scenario."""

    description: str
    charts: tuple[ChartCard, ...]
    track: tuple[PhaseCard, ...]


class RuleCard(msgspec.Struct, frozen=True):
    """GET /api/titles/{title}/rules/{rule}; all of them are GET /api/titles/{title}/rules."""

    id: str
    title: str
    summary: str
    note: str
    """That the rule is not in play, or how sure its summary is; empty for most."""
