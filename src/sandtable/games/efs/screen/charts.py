"""The charts as they are printed."""

from __future__ import annotations

from sandtable.games.efs.content import Content
from sandtable.games.efs.tables import Costs, OverrunFile, Pair, SideCosts, WeatherFile
from sandtable.games.efs.victory import worth_in
from sandtable.kernel import Texts
from sandtable.mechanics.charts import Chart
from sandtable.mechanics.crt import CrtFile
from sandtable.mechanics.reference import ChartRow, Head, LitBy, PrintedChart, figure, signed, terrain_head

WEATHER = ("dry", "frost", "snow", "mud")


def charts(content: Content, texts: Texts) -> tuple[PrintedChart, ...]:
    """Combat results, what scores, terrain effects, road rates, overruns and the weather of the area."""
    return (
        combat(content, texts),
        locations(content, texts),
        terrain(content, texts),
        roads(content, texts),
        overrun(content, texts),
        weather(content, texts),
    )


def combat(content: Content, texts: Texts) -> PrintedChart:
    """The Combat Results Table, attacker above defender."""
    file = content.table("combat", CrtFile)
    by_row, by_column = texts.phrase("line.row"), texts.phrase("line.final-odds")
    rows = tuple(ChartRow(Head(str(roll), (LitBy(by_row, str(roll)),)), file.rows[roll]) for roll in sorted(file.rows))
    columns = tuple(Head(column, (LitBy(by_column, column),)) for column in file.columns)
    notes = tuple(texts.phrase(f"chart.combat.{code}") for code in ("r", "e", "steps", "asterisk"))
    return PrintedChart("combat", texts.phrase("chart.combat"), "16.12", columns, rows, notes)


def locations(content: Content, texts: Texts) -> PrintedChart:
    """What each location scores for the Axis, from which turn on, and the victories that it is for."""
    places = content.card.locations
    turns = sorted({turn for place in places.values() for turn in place.points})
    rows = tuple(
        ChartRow(Head(texts.name("hex", label)), tuple(str(worth_in(content, label, turn)) for turn in turns))
        for label in places
    )
    columns = tuple(Head(texts.phrase("chart.locations.from", {"turn": turn})) for turn in turns)
    notes = tuple(f"{texts.name('level', level)}: {least}" for level, least in content.card.levels.items())
    return PrintedChart("locations", texts.phrase("chart.locations"), "24.22", columns, rows, notes)


def terrain(content: Content, texts: Texts) -> PrintedChart:
    """The Terrain Effects Chart: cost for units on foot and motorized in each weather, and the modifier in combat."""
    chart, legend = content.terrain_chart, content.board.legend
    columns = [Head(texts.name("weather", name)) for name in (*WEATHER, "frozen")]
    rows = []
    for name, row in chart.terrain.items():
        head = terrain_head(legend, name, texts.lang) if name in legend.terrain else Head(texts.name("terrain", name))
        plus = "+" if row.adds else ""
        rows.append(ChartRow(head, (*_hex_costs(row.cost, plus), signed(row.drm))))
    for name, side in chart.sides.items():
        if name in legend.sides:
            head = terrain_head(legend, name, texts.lang)
            rows.append(ChartRow(head, (*_side_costs(side.cost), signed(side.drm))))
    return PrintedChart(
        "terrain", texts.phrase("chart.terrain"), "10.4", (*columns, Head(texts.phrase("chart.drm"))), tuple(rows),
        (texts.phrase("chart.terrain.pairs"), texts.phrase("chart.terrain.soviet-woods")),
    )  # fmt: skip


def _hex_costs(costs: Costs, plus: str) -> tuple[str, ...]:
    def shown(pair: Pair | None) -> str:
        if pair is None:
            return ""
        return "/".join("–" if each is None else f"{plus}{figure(each)}" for each in pair)

    return tuple(shown(pair) for pair in (costs.dry, costs.frost, costs.snow, costs.mud, costs.frozen))


def _side_costs(costs: SideCosts) -> tuple[str, ...]:
    found = (costs.dry, costs.frost, costs.snow, costs.mud, costs.frozen)
    return tuple("–" if each is None else f"+{figure(each)}" for each in found)


def roads(content: Content, texts: Texts) -> PrintedChart:
    """What a hex costs along each road."""
    chart, minor = content.terrain_chart, content.terrain_chart.minor_road
    rows = [
        ChartRow(Head(texts.name("road", name)), tuple(figure(getattr(road, each)) for each in WEATHER))
        for name, road in chart.roads.items()
    ]
    dry = f"{figure(minor.dry_clear)}/{figure(minor.dry_other)}"
    mud = f"{figure(minor.mud_foot)}/{figure(minor.mud_motorized)}"
    rows.append(ChartRow(Head(texts.name("road", "minor")), (dry, figure(minor.frost), figure(minor.snow), mud)))
    columns = tuple(Head(texts.name("weather", name)) for name in WEATHER)
    notes = (texts.phrase("chart.roads.minor"),)
    return PrintedChart("roads", texts.phrase("chart.roads"), "10.43", columns, tuple(rows), notes)


def overrun(content: Content, texts: Texts) -> PrintedChart:
    """The Overrun Table by the modified roll."""
    file = content.table("overrun", OverrunFile)
    rows = []
    for roll, row in file.rows.items():
        outcome = texts.phrase("chart.overrun.success" if row.success else "chart.overrun.failure")
        rows.append(ChartRow(Head(str(roll)), (outcome, str(row.attacker), str(row.defender))))
    columns = tuple(Head(texts.phrase(f"chart.overrun.{name}")) for name in ("result", "attacker", "defender"))
    notes = tuple(
        texts.phrase("chart.overrun.odds", {"odds": odds, "drm": signed(drm)}) for odds, drm in file.odds.items()
    )
    return PrintedChart("overrun", texts.phrase("chart.overrun"), "11.37h", columns, tuple(rows), notes)


def weather(content: Content, texts: Texts) -> PrintedChart:
    """The Weather Table of the area."""
    area = content.table("weather", WeatherFile).areas[content.card.weather.area]
    found = {climate: Chart(column) for climate, column in area.items()}
    rolls = range(1, max(max(column) for column in area.values()) + 1)
    rows = tuple(ChartRow(Head(str(roll)), tuple(chart.entry(roll) for chart in found.values())) for roll in rolls)
    columns = tuple(Head(texts.name("weather", climate)) for climate in found)
    return PrintedChart(
        "weather", texts.phrase("chart.weather"), "5.16", columns, rows, (texts.phrase("chart.weather.codes"),)
    )
