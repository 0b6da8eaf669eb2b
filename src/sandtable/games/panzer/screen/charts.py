"""The charts of the Basic Game as they are printed."""

from __future__ import annotations

from sandtable.games.panzer.content import Content
from sandtable.games.panzer.ground import terrain_table
from sandtable.games.panzer.screen.air_charts import air_charts
from sandtable.games.panzer.tables.basic import ApHitFile, ApModifiersFile, BasicDamageFile, CoverFile, SpottingFile
from sandtable.games.panzer.tables.parts import BANDS
from sandtable.kernel import Texts
from sandtable.mechanics.reference import ChartRow, Head, LitBy, PrintedChart, figure, signed, terrain_head

MODES = ("T", "H", "W")


def charts(content: Content, texts: Texts) -> tuple[PrintedChart, ...]:
    """AP hits and their modifiers, damage, spotting ranges, cover and terrain."""
    return (
        ap_hit(content, texts),
        ap_modifiers(content, texts),
        damage(content, texts),
        spotting(content, texts),
        terrain(content, texts),
        *air_charts(content, texts),
    )


def ap_hit(content: Content, texts: Texts) -> PrintedChart:
    columns = tuple(Head(texts.name("band", band), (LitBy(texts.phrase("line.range-factor"), band),)) for band in BANDS)
    rows = tuple(
        ChartRow(
            Head(signed(net) or "0", (LitBy(texts.phrase("line.net-modifier"), f"{net:+d}"),)),
            tuple(str(row.at(band)) for band in BANDS),
        )
        for net, row in content.table("ap-hit", ApHitFile).rows.items()
    )
    return PrintedChart("ap-hit", texts.phrase("chart.ap-hit"), "4.4.3.2.3", columns, rows)


def ap_modifiers(content: Content, texts: Texts) -> PrintedChart:
    cover = content.table("cover", CoverFile).cover
    rows = [
        ChartRow(Head(texts.phrase(f"modifier.{name}")), (signed(row.number),))
        for name, row in content.table("ap-modifiers", ApModifiersFile).modifiers.items()
        if row.level == "basic" and row.value is not None
    ]
    rows += [ChartRow(Head(texts.name("cover", name)), (signed(row.ap),)) for name, row in cover.items() if row.ap]
    head = (Head(texts.phrase("chart.modifier")),)
    return PrintedChart("ap-modifiers", texts.phrase("chart.ap-modifiers"), "4.4.3.2.2", head, tuple(rows))


def damage(content: Content, texts: Texts) -> PrintedChart:
    rows = tuple(
        ChartRow(Head(f"{least}+"), (texts.result(result),))
        for least, result in content.table("basic-damage", BasicDamageFile).rows.items()
    )
    head = (Head(texts.phrase("chart.result")),)
    return PrintedChart("basic-damage", texts.phrase("chart.basic-damage"), "4.4.3.2.6", head, rows)


def spotting(content: Content, texts: Texts) -> PrintedChart:
    table, cover = content.table("spotting", SpottingFile), content.table("cover", CoverFile).cover
    rows = tuple(ChartRow(Head(signed(shift) or "0"), (str(row.V),)) for shift, row in table.rows.items())
    notes = [f"{texts.name('cover', name)} {row.spotting:+d}" for name, row in cover.items() if row.spotting]
    notes += [
        f"{texts.phrase(f'modifier.{name}')} {row.number:+d}"
        for name, row in table.modifiers.items()
        if row.level == "basic"
    ]
    head = (Head(texts.phrase("chart.hexes")),)
    return PrintedChart("spotting", texts.phrase("chart.spotting"), "4.1.3", head, rows, tuple(notes))


def terrain(content: Content, texts: Texts) -> PrintedChart:
    """What the terrain of the map costs and gives to vehicles."""
    chart, legend = terrain_table(content), content.board.legend
    columns = (
        *(Head(texts.name("mode", mode)) for mode in MODES),
        Head(texts.phrase("chart.turn")),
        Head(texts.phrase("chart.cover")),
        Head(texts.phrase("chart.height")),
    )
    rows = []
    for name in legend.terrain:
        row = chart.hexes[name]
        costs = (str(row.costs.T), str(row.costs.H), str(row.costs.W))
        cells = (*costs, figure(row.turn), texts.name("cover", row.cover.vehicle), str(row.height))
        rows.append(ChartRow(terrain_head(legend, name, texts.lang), cells))
    return PrintedChart("terrain", texts.phrase("chart.terrain"), "4.5.1.1.2", columns, tuple(rows))
