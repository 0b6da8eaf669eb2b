"""The charts as they are printed."""

from __future__ import annotations

from sandtable.games.gts.content import Content
from sandtable.games.gts.fire.fire_modifiers import (
    ASSAULT,
    DIRECT,
    INDIRECT,
    OPPORTUNITY,
    ModifierRow,
    ModifiersFile,
    RangeFile,
    SizeFile,
)
from sandtable.games.gts.fire.fire_procedure import results_table
from sandtable.games.gts.movement.terrain_chart import Formations, Surcharge, Surcharges, TerrainFile
from sandtable.kernel import Line, Texts
from sandtable.mechanics.reference import ChartRow, Head, LitBy, PrintedChart, explained, figure, signed, terrain_head

CLASSES = ("leg", "motorized", "tracked")
KINDS = (DIRECT, INDIRECT, OPPORTUNITY, ASSAULT)
BARRED = "–"


def charts(content: Content, texts: Texts) -> tuple[PrintedChart, ...]:
    """The combat results table, the fire modifiers and the terrain effects chart."""
    return combat_results(content, texts), fire_modifiers(content, texts), terrain(content, texts)


def combat_results(content: Content, texts: Texts) -> PrintedChart:
    """The result of a hit by weapon and armour, lit by the sum of a shot, and by the roll."""
    table, by_roll = results_table(content), texts.phrase("line.roll")
    rolls = len(next(iter(table.values())))
    rows = []
    for (weapon, armour), results in table.items():
        told = texts.line(Line("results-table", "", "", {"weapon": weapon, "armour": armour}))
        args = {"figure": texts.name("weapon", weapon), "weapon": texts.phrase(f"fact.{armour}")}
        name = texts.phrase("fact.with", args)
        rows.append(ChartRow(Head(name, (LitBy(told),)), results))
    return PrintedChart(
        id="combat",
        name=texts.phrase("chart.combat"),
        rule="15.5/5",
        columns=tuple(Head(str(roll), (LitBy(by_roll, str(roll)),)) for roll in range(rolls)),
        rows=tuple(rows),
        notes=explained(dict.fromkeys(result for results in table.values() for result in results), texts),
    )


def fire_modifiers(content: Content, texts: Texts) -> PrintedChart:
    """What is added to the rating of each kind of fire, lit by the lines of the sum of a shot."""
    rows = [
        row
        for name, modifier in content.table("fire-modifiers", ModifiersFile).modifiers.items()
        for row in modifier_rows(name, modifier, content, texts)
    ]
    return PrintedChart(
        id="fire-modifiers",
        name=texts.phrase("chart.fire-modifiers"),
        rule="15.6",
        columns=tuple(Head(texts.name("fire-kind", kind)) for kind in KINDS),
        rows=tuple(rows),
    )


def modifier_rows(name: str, modifier: ModifierRow, content: Content, texts: Texts) -> list[ChartRow]:
    """A modifier; those by range and by size one by one, and of those that stand elsewhere where that is."""
    if name == "range":
        figures = [*by_distance(content, texts), *at_armor(content, texts)]
    elif name == "size":
        rows = content.table("size", SizeFile).rows
        heads = ((Head(texts.phrase("modifier.size", {"steps": row.at_least})), row.modifier) for row in rows)
        figures = [(head, signed(value)) for head, value in heads if value]
    elif modifier.value is None:
        figures = [(Head(texts.phrase(f"modifier.{name}")), texts.phrase(f"modifier.{name}.value"))]
    else:
        label = texts.phrase(f"line.{name}")
        figures = [(Head(label, (LitBy(label),)), signed(modifier.value))]
    return [modifier_row(head, value, modifier, texts) for head, value in figures]


def by_distance(content: Content, texts: Texts) -> list[tuple[Head, str]]:
    """The modifiers at an unarmored target, hex by hex."""
    found = []
    for distance, value in content.table("range", RangeFile).unarmored.items():
        told = LitBy(texts.line(Line("range", "", "", {"distance": distance})), signed(value))
        found.append((Head(texts.phrase("modifier.range", {"distance": distance}), (told,)), signed(value)))
    return found


def at_armor(content: Content, texts: Texts) -> list[tuple[Head, str]]:
    """The modifiers by range at an armored target."""
    row = content.table("range", RangeFile).armored
    figures = {"adjacent": row.adjacent, "between": row.between, "at-range": row.at_range}
    return [(Head(texts.phrase(f"modifier.range-{where}")), signed(value)) for where, value in figures.items()]


def modifier_row(head: Head, value: str, modifier: ModifierRow, texts: Texts) -> ChartRow:
    """A modifier in the columns of the kinds of fire for which it counts; in assault fire also for or against whom."""
    cells = [value if modifier.counts(kind) else BARRED for kind in KINDS]
    if modifier.assault not in ("all", "none"):
        cells[KINDS.index(ASSAULT)] = f"{value} {texts.name('assault-for', modifier.assault)}"
    return ChartRow(head, tuple(cells))


def terrain(content: Content, texts: Texts) -> PrintedChart:
    """What terrain, hexsides and ways cost each class in combat formation and in column, and the defense they give."""
    file, legend, lang = content.table("terrain", TerrainFile), content.board.legend, texts.lang
    columns = [
        Head(f"{texts.name('mobility', name)}, {texts.name('state', formation)}", lit_by(name, formation, texts))
        for name in CLASSES
        for formation in ("combat", "column")
    ]
    columns.append(Head(texts.name("term", "defense")))
    printed = {
        name: (*paid(row.leg), *paid(row.motorized), *paid(row.tracked), signed(row.defense))
        for name, row in file.terrain.items()
    }
    for name, side in file.hexsides.items():
        printed[name] = (*added(side.leg), *added(side.motorized), *added(side.tracked), "")
    for name, way in file.ways.items():
        printed[name] = ("", figure(way.leg), "", figure(way.motorized), "", figure(way.tracked), "")
    known = legend.terrain.keys() | legend.sides.keys() | legend.networks.keys()
    rows = [ChartRow(terrain_head(legend, name, lang), cells) for name, cells in printed.items() if name in known]
    return PrintedChart("terrain", texts.phrase("chart.terrain"), "14.5", tuple(columns), tuple(rows))


def lit_by(mobility: str, formation: str, texts: Texts) -> tuple[LitBy, ...]:
    """The facts of a counter that pays by a column."""
    return (
        LitBy(texts.phrase("fact.mobility"), texts.name("mobility", mobility)),
        LitBy(texts.phrase("fact.formed"), texts.name("state", formation)),
    )


def paid(costs: Formations) -> tuple[str, str]:
    return figure(costs.combat), figure(costs.column)


def added(surcharges: Surcharges | None) -> tuple[str, str]:
    if surcharges is None:
        return BARRED, BARRED
    return surcharge(surcharges.combat), surcharge(surcharges.column)


def surcharge(extra: Surcharge) -> str:
    """What a hexside adds, or by what it multiplies."""
    return f"×{extra.times}" if extra.times > 1 else f"+{extra.add}"
