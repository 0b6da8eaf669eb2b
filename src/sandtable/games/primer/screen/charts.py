"""The charts of Primer as they are printed."""

from __future__ import annotations

from sandtable.games.primer.content import Content, Mobility
from sandtable.kernel import Texts
from sandtable.mechanics.reference import (
    ChartRow,
    Head,
    LitBy,
    PrintedChart,
    by_roll,
    combat_results,
    figure,
    signed,
    terrain_head,
)

MOBILITIES: tuple[Mobility, ...] = ("foot", "vehicle")


def charts(content: Content, texts: Texts) -> tuple[PrintedChart, ...]:
    """The combat results table, opportunity fire, and what terrain costs and does."""
    return combat_results(content.crt, "5.5", texts), opportunity_fire(content, texts), terrain(content, texts)


def opportunity_fire(content: Content, texts: Texts) -> PrintedChart:
    """What a shot comes to, by the total of the die."""
    figures = content.fire
    results = {
        total: texts.result("kill" if total >= figures.kill else "hit" if total >= figures.hit else "miss")
        for total in range(1, figures.kill + 1)
    }
    return by_roll("fire", "4.3", results, (texts.phrase("chart.result"),), texts.phrase("line.total"), texts)


def terrain(content: Content, texts: Texts) -> PrintedChart:
    """What terrain costs, and what it does in combat and under fire."""
    ground, legend, lang = content.ground, content.board.legend, texts.lang
    by_class = tuple(
        Head(
            texts.name("mobility", mobility), (LitBy(texts.phrase("fact.mobility"), texts.name("mobility", mobility)),)
        )
        for mobility in MOBILITIES
    )
    rows = [
        ChartRow(
            terrain_head(legend, name, lang),
            (*(figure(row.cost(mobility)) for mobility in MOBILITIES), signed(row.shift), signed(row.cover)),
        )
        for name, row in ground.terrain.items()
    ]
    crossing = tuple(f"+{figure(ground.river.cost(mobility))}" for mobility in MOBILITIES)
    rows.append(ChartRow(terrain_head(legend, "river", lang), (*crossing, signed(ground.river.shift), "")))
    rows.append(ChartRow(terrain_head(legend, "road", lang), (figure(ground.road), figure(ground.road), "", "")))
    more = (Head(texts.phrase("chart.shift")), Head(texts.phrase("chart.cover")))
    return PrintedChart("terrain", texts.phrase("chart.terrain"), "3.2", (*by_class, *more), tuple(rows))
