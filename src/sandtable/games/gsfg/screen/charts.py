"""The charts as they are printed."""

from __future__ import annotations

from sandtable.games.gsfg.air.strikes import GroundAttackFile
from sandtable.games.gsfg.combat.combat_odds import results_table
from sandtable.games.gsfg.combat.strengths import chemical_figures
from sandtable.games.gsfg.content import RIVERS, Content
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


def charts(content: Content, texts: Texts) -> tuple[PrintedChart, ...]:
    """The combat results table, the terrain effects chart, ground attacks and chemical warfare."""
    return (
        combat_results(results_table(content), "12.6", texts),
        terrain(content, texts),
        ground_attack(content, texts),
        chemical_warfare(content, texts),
    )


def terrain(content: Content, texts: Texts) -> PrintedChart:
    """The terrain effects chart; a river adds to the cost of the hex beyond it."""
    chart, legend, lang = content.terrain_chart, content.board.legend, texts.lang
    columns = tuple(
        Head(texts.name("moves-as", column), (LitBy(texts.phrase("fact.moves-as"), texts.name("moves-as", column)),))
        for column in ("move", "mountain_infantry")
    )
    rows = [
        ChartRow(
            terrain_head(legend, name, lang),
            (figure(row.move), figure(row.mountain_infantry), signed(row.shift)),
        )
        for name, row in chart.terrain.items()
    ]
    across = f"+{chart.river}"
    rows += [ChartRow(terrain_head(legend, name, lang), (across, across, "½")) for name in RIVERS]
    return PrintedChart(
        "terrain", texts.phrase("chart.terrain"), "12.5", (*columns, Head(texts.phrase("chart.shift"))), tuple(rows)
    )


def ground_attack(content: Content, texts: Texts) -> PrintedChart:
    """Steps that a ground attack removes, by the modified die."""
    rows = content.table("ground-attack", GroundAttackFile).rows
    entries = {roll: texts.result(f"steps-{steps}") for roll, steps in rows.items()}
    return by_roll(
        "ground-attack", "12.3", entries, (texts.phrase("chart.result"),), texts.phrase("line.air-total"), texts
    )


def chemical_warfare(content: Content, texts: Texts) -> PrintedChart:
    """What follows a declaration of chemical warfare, by the die."""
    entries = {roll: texts.result(result) for roll, result in chemical_figures(content).rows.items()}
    return by_roll("chemical", "4.7", entries, (texts.phrase("chart.result"),), texts.phrase("line.die"), texts)
