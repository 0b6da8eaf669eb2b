"""Chapter 5: the Weather Phase."""

from __future__ import annotations

from sandtable.games.efs.engineers.storms import weather_the_storm
from sandtable.games.efs.events.weather import WeatherIs
from sandtable.games.efs.state import Weather, WeatherKind
from sandtable.games.efs.tables import Climate, TurnTrackFile, WeatherFile
from sandtable.games.efs.units import Game
from sandtable.kernel import Line, Phase, Resolved, of_content, rule
from sandtable.mechanics.charts import Chart
from sandtable.mechanics.content import HexContent
from sandtable.mechanics.switches import is_on

DIE = "d10"
KINDS: dict[str, WeatherKind] = {"D": "dry", "M": "mud", "F": "frost", "S": "snow"}
STORM = "T"


class WeatherPhase(Phase, frozen=True):
    """A.1: the weather of the turn, which holds everywhere; a storm drives flotillas into port (22.55)."""

    @rule("5.12", "5.16", "5.31", "22.55b")
    def begin(self, game: Game) -> None:
        game.finish()
        climate = climate_of(game)
        kind, storm = determined(game, climate)
        now = following(game, game.state.weather, kind, storm, climate.climate)
        game.state.weather = now
        by = why_not_as_rolled(kind, now.kind)
        game.say(WeatherIs(rule=by, weather=now.kind, storm=now.storm, mud=now.lingering_mud, frozen=now.frozen))
        weather_the_storm(game)


@rule("5.13", "5.14", "5.15a")
def climate_of(game: Game) -> Climate:
    """The climate of the turn with its weather modifier, as the Turn Record Track has it for the area."""
    rows = game.content.table("turn-track", TurnTrackFile).areas[game.content.card.weather.area]
    return rows[max(turn for turn in rows if turn <= game.state.turn)]


@of_content
@rule("5.15/note")
def column(content: HexContent, area: str, climate: WeatherKind) -> Chart[str]:
    """The column of a climate in the Weather Table of an area."""
    return Chart(content.table("weather", WeatherFile).areas[area][climate])


@rule("2.4", "5.12", "5.14", "5.15b", "5.16", "5.31")
def determined(game: Game, climate: Climate) -> tuple[WeatherKind, bool]:
    """The weather that the card gives for the turn, or that is rolled, and whether it comes with a storm."""
    card = game.content.card.weather
    if game.state.turn in card.automatic:
        return card.automatic[game.state.turn], False
    chart = column(game.content, card.area, climate.climate)
    roll = game.roll(DIE, "weather", "5.16", bands=chart.bands(climate.drm))
    code = chart.entry(roll + climate.drm)
    lines = (Line("weather-drm", f"{climate.drm:+d}", "5.14"), Line("weather-die", str(roll), "5.16"))
    game.say(
        Resolved(
            rule="5.16", what="weather", result=f"weather-{code}", lines=lines, subject=climate.climate, leads_on=True
        )
    )
    return KINDS[code[0]], code.endswith(STORM)


@rule("5.16", "5.22", "5.32", "5.33")
def why_not_as_rolled(rolled: WeatherKind, now: WeatherKind) -> str:
    """The rule by which the weather of the turn is what it is: that of the table, or what puts other weather in place
    of the result.
    """
    if rolled == now:
        return "5.16"
    return "5.22" if now == "snow" else "5.32" if now == "dry" else "5.33"


@rule("5.21a", "5.21b", "5.22", "5.23a", "5.23b", "5.32", "5.33", "13.51")
def following(game: Game, before: Weather, kind: WeatherKind, storm: bool, climate: WeatherKind) -> Weather:
    """The weather in force after that of the last turn: limits, what lingers, what freezes, how artillery is supplied.

    The rulings on 5.21a and 5.22: Frost after Mud applies at once, and Dry ends Snow. On 5.23a and 13.51: turns whose
    weather in force is Snow count, in a Snow climate, and Frost in a Frost climate. Each has a switch for the other.
    """
    content, rolled = game.content, kind
    figures = game.content.table("weather", WeatherFile)
    kind, storm = limited(before, kind, storm, climate, figures)
    melting: tuple[WeatherKind, ...] = ("frost", "dry") if is_on(content, "snow-outlasts-dry") else ("frost",)
    if kind in melting and before.kind == "snow":
        kind = "snow"
    snowed = rolled if is_on(content, "only-rolled-snow-freezes") else kind
    snow_run = before.snow_run + 1 if snowed == climate == "snow" else 0
    drying: tuple[WeatherKind, ...] = ("dry", "frost") if is_on(content, "mud-outlasts-frost") else ("dry",)
    frosted = rolled if is_on(content, "rolled-frost-limits-artillery") else kind
    frost_turns = 0 if climate == "dry" else before.frost_turns + (frosted == climate == "frost")
    return Weather(
        kind=kind,
        storm=storm,
        lingering_mud=before.kind == "mud" and kind in drying and climate in ("mud", "frost"),
        frozen=kind not in ("mud", "dry") and (before.frozen or snow_run >= figures.frozen_from),
        dry_run=before.dry_run + 1 if kind == "dry" else 0,
        mud_run=before.mud_run + 1 if kind == "mud" else 0,
        snow_run=snow_run,
        frost_turns=frost_turns,
        limited_artillery=climate != "dry"
        and (before.limited_artillery or frost_turns >= figures.limited_artillery_from),
    )


@rule("5.32", "5.33")
def limited(
    before: Weather, kind: WeatherKind, storm: bool, climate: WeatherKind, figures: WeatherFile
) -> tuple[WeatherKind, bool]:
    """What a Dry climate makes of too long a run: a third turn of Mud is dry, a sixth dry one Mud, without storm."""
    if climate == "dry" and kind == "mud" and before.mud_run >= figures.most_mud:
        return "dry", False
    if climate == "dry" and kind == "dry" and before.dry_run >= figures.most_dry:
        return "mud", False
    return kind, storm
