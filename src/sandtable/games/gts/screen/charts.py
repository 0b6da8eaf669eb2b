"""The charts as they are printed."""

from __future__ import annotations

from sandtable.games.gts.content import Content
from sandtable.games.gts.fire.fire_procedure import results_table
from sandtable.games.gts.movement.terrain_chart import Formations, Surcharge, Surcharges, TerrainFile
from sandtable.kernel import Line, Texts
from sandtable.mechanics.reference import ChartRow, Head, LitBy, PrintedChart, explained, figure, signed, terrain_head

CLASSES = ("leg", "motorized", "tracked")
BARRED = "–"


def charts(content: Content, texts: Texts) -> tuple[PrintedChart, ...]:
    """The combat results table and the terrain effects chart."""
    return combat_results(content, texts), terrain(content, texts)


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
