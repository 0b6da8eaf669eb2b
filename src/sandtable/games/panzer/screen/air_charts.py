"""The charts of aircraft and of fire at them as they are printed."""

from __future__ import annotations

from sandtable.games.panzer.air.aircraft import figures
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.tables.support import AirModifiersFile
from sandtable.kernel import Texts
from sandtable.mechanics.reference import ChartRow, Head, LitBy, PrintedChart, signed


def air_charts(content: Content, texts: Texts) -> tuple[PrintedChart, ...]:
    """How far aircraft fly to acquire and to be tracked, what hides units from them, and the modifiers; nothing where
    nobody has aircraft.
    """
    if not content.aircraft:
        return ()
    return air_spotting(content, texts), air_sight(content, texts), air_modifiers(content, texts)


def air_spotting(content: Content, texts: Texts) -> PrintedChart:
    columns = (Head(texts.phrase("chart.acquire")), Head(texts.phrase("chart.track")))
    rows = tuple(
        ChartRow(
            Head(f"{texts.name('speed', speed)} {texts.name('altitude', altitude)}"), (str(row.acquire), str(row.track))
        )
        for speed, by_altitude in figures(content).spotting.items()
        for altitude, row in by_altitude.items()
    )
    return PrintedChart("aircraft", texts.phrase("chart.aircraft"), "6.7.3.1.1", columns, rows)


def air_sight(content: Content, texts: Texts) -> PrintedChart:
    columns = tuple(Head(texts.name("altitude", altitude)) for altitude in ("low", "medium", "high"))
    rows = tuple(
        ChartRow(Head(str(height)), (str(row.low), str(row.medium), str(row.high)))
        for height, row in figures(content).sight.items()
    )
    return PrintedChart("aircraft-sight", texts.phrase("chart.aircraft-sight"), "6.7.3.1.3", columns, rows)


def air_modifiers(content: Content, texts: Texts) -> PrintedChart:
    table = content.table("air-modifiers", AirModifiersFile)
    rows = [
        ChartRow(_lit_by_line(texts.phrase(f"line.{prefix}-{name}"), row.number), (signed(row.number),))
        for prefix, modifiers in (("air", table.attack), ("aa", table.anti_aircraft))
        for name, row in modifiers.items()
        if row.value
    ]
    head = (Head(texts.phrase("chart.modifier")),)
    return PrintedChart("air-modifiers", texts.phrase("chart.air-modifiers"), "6.7.3.5", head, tuple(rows))


def _lit_by_line(name: str, number: int) -> Head:
    """The head of a modifier, which is lit while a sum has it."""
    return Head(name, (LitBy(name, f"{number:+d}"),))
