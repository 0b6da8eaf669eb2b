"""The charts as they are printed: the Infantry Fire Table, terrain, hexsides, Close Combat, SMOKE."""

from __future__ import annotations

from sandtable.games.asl.content import Content
from sandtable.games.asl.tables.close_combat import CloseCombat, Odds
from sandtable.games.asl.tables.fire import Ift
from sandtable.games.asl.tables.terrain import Hexsides, Smoke, Tem, Terrain, TerrainRow
from sandtable.kernel import Texts
from sandtable.mechanics.reference import ChartRow, Head, LitBy, PrintedChart, figure, signed


def charts(content: Content, texts: Texts) -> tuple[PrintedChart, ...]:
    """What players look up most."""
    return fire(content, texts), terrain(content, texts), close_combat(content, texts), smoke(content, texts)


def fire(content: Content, texts: Texts) -> PrintedChart:
    """The Infantry Fire Table, lit by the column of an attack and by its result."""
    table = content.table("ift", Ift)
    by_column, by_result = texts.phrase("line.column"), texts.phrase("line.result")
    first, last = min(table.rows), max(table.rows)
    ends = {first: f"≤ {first}", last: f"≥ {last}"}
    results = dict.fromkeys(cell for row in table.rows.values() for cell in row if cell != "-")
    kinds = ("kia", "k", "mc", "ptc")
    return PrintedChart(
        id="ift",
        name=texts.phrase("chart.ift"),
        rule="A7.1",
        columns=tuple(Head(str(column), (LitBy(by_column, str(column)),)) for column in table.columns),
        rows=tuple(
            ChartRow(Head(ends.get(number, str(number))), tuple("–" if cell == "-" else cell for cell in row))
            for number, row in table.rows.items()
        ),
        notes=(
            texts.phrase("chart.ift.note"),
            *(texts.phrase(f"chart.ift.{kind}") for kind in kinds if any(kind.upper() in each for each in results)),
            texts.phrase("chart.ift.lit", {"line": by_result}),
        ),
    )


def terrain(content: Content, texts: Texts) -> PrintedChart:
    """What every kind of hex and hexside costs, adds and hides."""
    legend = content.board.legend
    swatches = {name: style.fill for name, style in legend.terrain.items()}
    rows = [
        ChartRow(Head(texts.name("terrain", name), swatch=swatches.get(name, "")), _hex_cells(row, texts))
        for name, row in content.table("terrain", Terrain).hexes.items()
    ]
    rows += [
        ChartRow(
            Head(texts.name("terrain", name), swatch=legend.sides[name].stroke if name in legend.sides else ""),
            (
                f"+{figure(row.mf / 2)}",
                *_tem_cells(row.tem),
                _levels(row.height, texts),
                texts.phrase("chart.obstacle"),
            ),
        )
        for name, row in content.table("hexsides", Hexsides).hexsides.items()
    ]
    return PrintedChart(
        id="terrain",
        name=texts.phrase("chart.terrain"),
        rule="B/tem",
        columns=tuple(Head(texts.phrase(f"chart.{name}")) for name in ("mf", "tem", "mortar", "oba", "height", "los")),
        rows=tuple(rows),
        notes=(texts.phrase("chart.terrain.note"),),
    )


def _hex_cells(row: TerrainRow, texts: Texts) -> tuple[str, ...]:
    sight = {"open": "–", "obstacle": texts.phrase("chart.obstacle"), "hindrance": f"+{row.hindrance}"}[row.sight]
    return (figure(row.mf / 2), *_tem_cells(row.tem), _levels(row.height, texts), sight)


def _tem_cells(tem: Tem) -> tuple[str, ...]:
    return (signed(tem.direct), signed(tem.mortar), signed(tem.oba))


def _levels(quarters: int, texts: Texts) -> str:
    return figure(quarters / 4) if quarters else "–"


def close_combat(content: Content, texts: Texts) -> PrintedChart:
    """The kill numbers by odds, lit by the kill number of an attack."""
    table, by_kill = content.table("close-combat", CloseCombat), texts.phrase("line.cc.kill")
    worst, best = table.columns[0], table.columns[-1]
    columns: list[tuple[str, Odds]] = [
        (f"< {worst.attack}-{worst.defense}", table.below),
        *((f"{odds.attack}-{odds.defense}", odds) for odds in table.columns),
        (f"> {best.attack}-{best.defense}", table.above),
    ]
    return PrintedChart(
        id="close-combat",
        name=texts.phrase("chart.close-combat"),
        rule="A11.11",
        columns=(
            Head(texts.phrase("chart.kill"), (LitBy(by_kill),)),
            Head(texts.phrase("chart.hand-to-hand"), (LitBy(by_kill),)),
        ),
        rows=tuple(ChartRow(Head(name), (str(odds.kill), str(odds.hand_to_hand))) for name, odds in columns),
        notes=(texts.phrase("chart.close-combat.note"),),
    )


def smoke(content: Content, texts: Texts) -> PrintedChart:
    """What SMOKE hinders, and how high it reaches."""
    table = content.table("smoke", Smoke)
    return PrintedChart(
        id="smoke",
        name=texts.phrase("chart.smoke"),
        rule="A24.2",
        columns=tuple(Head(texts.phrase(f"chart.{name}")) for name in ("hindrance", "dispersed", "height")),
        rows=tuple(
            ChartRow(
                Head(texts.name("smoke", kind)),
                (
                    f"+{row.hindrance}",
                    "–" if row.dispersed is None else f"+{row.dispersed}",
                    str(row.levels),
                ),
            )
            for kind, row in table.kinds.items()
        ),
        notes=(texts.phrase("chart.smoke.note", {"most": table.most, "out": table.out}),),
    )
