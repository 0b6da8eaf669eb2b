"""What stands in the rulebook beside the rules: charts to read results off, and the course of a turn."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from sandtable.board.legend import Legend
from sandtable.kernel import Texts
from sandtable.mechanics.crt import Crt


class LitBy(msgspec.Struct, frozen=True):
    """Something that is told, by its label and its value; an empty value stands for any."""

    label: str
    value: str = ""


class Head(msgspec.Struct, frozen=True):
    """The head of a row or a column.

    It is lit while everything that it is `lit_by` is told: lines of a sum, or facts of the counter in hand.
    """

    name: str
    lit_by: tuple[LitBy, ...] = ()
    swatch: str = ""
    """The colour in which the map shows it."""


class ChartRow(msgspec.Struct, frozen=True):
    """A row of a chart: its head and its cells."""

    head: Head
    cells: tuple[str, ...]


class PrintedChart(msgspec.Struct, frozen=True):
    """A chart as it is printed, with the rule that it belongs to."""

    id: str
    name: str
    rule: str
    columns: tuple[Head, ...]
    rows: tuple[ChartRow, ...]
    notes: tuple[str, ...] = ()


class PrintedPhase(msgspec.Struct, frozen=True):
    """A phase of a turn; an empty side for one that both have together."""

    id: str
    name: str
    rule: str
    side: str = ""


def combat_results(crt: Crt, rule: str, texts: Texts) -> PrintedChart:
    """A combat results table, lit by the lines `column` and `die` of a sum."""
    by_column, by_die = texts.phrase("line.column"), texts.phrase("line.die")
    totals = range(1, 7)
    results = dict.fromkeys(crt.result(place, total) for total in totals for place in range(len(crt.columns)))
    return PrintedChart(
        id="combat",
        name=texts.phrase("chart.combat"),
        rule=rule,
        columns=tuple(Head(column, (LitBy(by_column, column),)) for column in crt.columns),
        rows=tuple(
            ChartRow(
                Head(str(total), (LitBy(by_die, str(total)),)),
                tuple(crt.result(place, total) for place in range(len(crt.columns))),
            )
            for total in totals
        ),
        notes=explained(results, texts),
    )


def explained(results: Mapping[str, object], texts: Texts) -> tuple[str, ...]:
    """What the results of a table mean, for those whose words do not begin with the result itself."""
    said = {result: texts.result(result) for result in results}
    return tuple(
        words if words.startswith((f"{result}:", f"{result}：")) else f"{result}: {words}"
        for result, words in said.items()
    )


def by_roll(
    chart_id: str, rule: str, entries: Mapping[int, str], columns: tuple[str, ...], lit_by: str, texts: Texts
) -> PrintedChart:
    """A chart of one entry for each roll; `lit_by` is the line of a sum that holds the roll."""
    return PrintedChart(
        id=chart_id,
        name=texts.phrase(f"chart.{chart_id}"),
        rule=rule,
        columns=tuple(Head(column) for column in columns),
        rows=tuple(ChartRow(Head(str(roll), (LitBy(lit_by, str(roll)),)), (entry,)) for roll, entry in entries.items()),
    )


def terrain_head(legend: Legend, name: str, lang: str) -> Head:
    """The head of a terrain, a hexside or a way, in the colour of the map."""
    if name in legend.terrain:
        return Head(legend.terrain[name].name.text(lang), swatch=legend.terrain[name].fill)
    style = legend.sides.get(name) or legend.networks[name]
    return Head(style.name.text(lang), swatch=style.stroke)


def figure(value: float | None) -> str:
    """A cost or a modifier as it is printed; a dash for what is barred."""
    if value is None:
        return "–"
    return str(int(value)) if value == int(value) else str(value)


def signed(value: int) -> str:
    """A modifier with its sign; nothing where it is none."""
    return f"{value:+d}" if value else "0"
