"""The Weather Phase (5): climates, limits, what lingers and what freezes."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

import pytest
from msgspec.structs import replace

from games.efs.positions import INFANTRY, TITLE, content, position, quiet
from sandtable.games.efs.events.weather import WeatherIs
from sandtable.games.efs.movement.costs import hexside, rate
from sandtable.games.efs.state import AXIS, Weather, WeatherKind
from sandtable.games.efs.supply.hexsides import crossing
from sandtable.games.efs.tables import Climate
from sandtable.games.efs.units import Game
from sandtable.games.efs.weather.conditions import is_frozen, mud_in, snow_in, weather_in
from sandtable.games.efs.weather.weather_phase import WeatherPhase, climate_of, column, following
from sandtable.games.efs.zones import MOTORS, cost_in
from sandtable.kernel import Resolved

SOUTH, SKIERS = "perekop", "su-118-inf"
CLIMATES: tuple[WeatherKind, ...] = ("dry", "mud", "frost", "snow")


def rolled(turn: int, *dice: int, before: Weather | None = None) -> Game:
    """Perekop in a turn, with the weather rolled."""
    return position({}, WeatherPhase(), dice=dice, scenario=SOUTH, turn=turn, phase="strategic/weather", weather=before)


def run_of(climate: WeatherKind, kinds: Sequence[WeatherKind], before: Weather | None = None) -> list[Weather]:
    """The weather in force turn by turn, as these are rolled in a climate."""
    game = quiet({})
    found = [before or Weather()]
    for kind in kinds:
        found.append(following(game, found[-1], kind, False, climate))
    return found[1:]


@pytest.mark.rule("efs:5.12", "efs:5.16")
def test_the_weather_is_rolled_in_the_column_of_the_climate() -> None:
    assert rolled(49, 4).state.weather.kind == "dry"
    game = rolled(49, 9)
    assert game.state.weather.kind == "mud"
    assert any(isinstance(event, WeatherIs) and event.weather == "mud" for event in game.events)


@pytest.mark.rule("efs:5.13", "efs:5.14")
def test_the_track_names_the_climate_and_adds_to_the_roll() -> None:
    assert climate_of(quiet({}, scenario=SOUTH, turn=48)) == Climate(climate="dry", drm=1)
    assert climate_of(quiet({}, scenario=SOUTH, turn=55)) == Climate(climate="mud", drm=0)
    assert climate_of(quiet({}, turn=11)) == Climate(climate="dry", drm=0)


def told(game: Game) -> tuple[str, list[str], str]:
    """What the table gave, its sum, and the rule by which the weather is what it is."""
    table = next(event for event in game.events if isinstance(event, Resolved))
    now = next(event for event in game.events if isinstance(event, WeatherIs))
    return table.result, [line.value for line in table.lines], now.rule


@pytest.mark.rule("efs:5.14", "efs:5.16", "efs:5.22", "efs:5.32", "efs:5.33")
def test_the_log_tells_the_sum_and_what_puts_other_weather_in_place_of_the_result() -> None:
    assert told(rolled(49, 9)) == ("weather-M", ["+1", "9"], "5.16")
    assert told(rolled(49, 9, before=Weather(kind="mud", mud_run=2))) == ("weather-M", ["+1", "9"], "5.32")
    assert told(rolled(49, 4, before=Weather(kind="dry", dry_run=5))) == ("weather-D", ["+1", "4"], "5.33")
    assert told(rolled(75, 5, before=Weather(kind="snow"))) == ("weather-F", ["+0", "5"], "5.22")


@pytest.mark.rule("efs:5.15a", "efs:5.15b")
def test_the_same_roll_is_other_weather_in_another_climate() -> None:
    assert rolled(54, 5).state.weather.kind == "dry"
    assert rolled(55, 5).state.weather.kind == "mud"


@pytest.mark.rule("efs:5.31")
def test_a_storm_comes_with_some_results() -> None:
    stormy = rolled(49, 8).state.weather
    assert (stormy.kind, stormy.storm) == ("dry", True)
    assert not rolled(49, 7).state.weather.storm


@pytest.mark.rule("efs:5.12")
def test_a_card_may_give_the_weather() -> None:
    game = rolled(48)
    assert game.state.weather.kind == "dry"
    assert content().card.weather.automatic[11] == "dry"


@pytest.mark.rule("efs:5.32")
def test_a_third_turn_of_mud_in_a_dry_climate_is_dry() -> None:
    assert [each.kind for each in run_of("dry", ["mud", "mud", "mud", "mud"])] == ["mud", "mud", "dry", "mud"]
    assert [each.kind for each in run_of("mud", ["mud", "mud", "mud"])] == ["mud", "mud", "mud"]


@pytest.mark.rule("efs:5.33")
def test_a_sixth_dry_turn_in_a_dry_climate_is_mud() -> None:
    assert [each.kind for each in run_of("dry", ["dry"] * 7)] == ["dry"] * 5 + ["mud", "dry"]


@pytest.mark.rule("efs:5.33")
def test_such_mud_comes_without_a_storm() -> None:
    now = following(quiet({}), Weather(dry_run=5), "dry", True, "dry")
    assert (now.kind, now.storm) == ("mud", False)


@pytest.mark.rule("efs:5.21a")
def test_mud_lingers_in_woods_for_one_dry_turn() -> None:
    first, second, third = run_of("mud", ["mud", "dry", "dry"])
    assert not first.lingering_mud
    assert second.lingering_mud
    assert not third.lingering_mud
    game = quiet({}, weather=second)
    assert mud_in(game, "0806")
    assert not mud_in(game, "0805")
    assert weather_in(game, "0806") == "mud"
    assert weather_in(game, "0805") == "dry"


@pytest.mark.rule("efs:5.21a")
def test_frost_after_mud_leaves_no_mud() -> None:
    assert [each.lingering_mud for each in run_of("frost", ["mud", "frost"])] == [False, False]


@pytest.mark.rule("efs:5.21b")
def test_mud_does_not_linger_in_a_dry_or_snow_climate() -> None:
    assert not run_of("dry", ["mud", "dry"])[-1].lingering_mud
    assert not run_of("snow", ["mud", "dry"])[-1].lingering_mud


@pytest.mark.rule("efs:5.22")
def test_snow_stays_through_frost_until_mud() -> None:
    """The examples of 5.22: a storm adds to Snow, Frost keeps it, Mud ends it, and Frost after that is Frost."""
    kinds = [each.kind for each in run_of("frost", ["snow", "frost", "frost", "mud", "frost"])]
    assert kinds == ["snow", "snow", "snow", "mud", "frost"]
    stormy = following(quiet({}), Weather(kind="snow"), "snow", True, "frost")
    assert (stormy.kind, stormy.storm) == ("snow", True)
    assert snow_in(quiet({}, weather=stormy), "0805")


@pytest.mark.rule("efs:5.23", "efs:5.23a")
def test_waters_freeze_with_the_second_snow_turn_of_a_snow_climate() -> None:
    assert [each.frozen for each in run_of("snow", ["snow", "snow", "frost"])] == [False, True, True]
    assert [each.frozen for each in run_of("snow", ["snow", "frost"])] == [False, True]
    assert not any(each.frozen for each in run_of("frost", ["snow", "snow", "snow"]))
    assert is_frozen(quiet({}, weather=run_of("snow", ["snow", "snow"])[-1]))


@pytest.mark.rule("efs:5.23b")
def test_a_thaw_ends_the_ice_and_it_must_begin_anew() -> None:
    found = run_of("snow", ["snow", "snow", "mud", "snow", "snow"])
    assert [each.frozen for each in found] == [False, True, False, False, True]


@pytest.mark.rule("efs:13.51")
def test_artillery_supply_is_limited_from_the_second_frost_turn_of_a_frost_climate() -> None:
    found = run_of("frost", ["frost", "mud", "frost", "mud"])
    assert [each.limited_artillery for each in found] == [False, False, True, True]
    assert not run_of("dry", ["dry"], found[-1])[-1].limited_artillery


@pytest.mark.rule("efs:5.15/note")
def test_each_area_has_its_own_table() -> None:
    """Late in October the same roll is other weather on the Luga than on the isthmus."""
    north, south = (
        [column(content(), area, climate).entry(die) for climate in CLIMATES for die in range(1, 11)]
        for area in ("north", "south")
    )
    assert north != south


@pytest.mark.rule("efs:5.31")
def test_a_storm_lasts_the_whole_turn_and_no_longer() -> None:
    game = rolled(49, 8)
    assert game.state.phase != "strategic/weather"
    assert game.state.weather.storm
    assert not following(game, game.state.weather, "dry", False, "dry").storm


@pytest.mark.rule("efs:5.23c")
@pytest.mark.parametrize("frozen", [True, False])
@pytest.mark.parametrize("kind", ["frost", "snow"])
def test_swamps_rivers_lakes_and_shallow_water_freeze(frozen: bool, kind: WeatherKind) -> None:
    weather = Weather(kind=kind, frozen=frozen)
    game = quiet({INFANTRY: "0613"}, weather=weather)
    ground = copy(game.content)
    ground.hexsides = dict(ground.hexsides)
    for feature in ("river", "canal", "major-river", "lake", "shallow-water"):
        ground.hexsides["0613", "0612"] = frozenset({feature})
        icy = Game(TITLE, ground, game.state)
        free = hexside(icy, INFANTRY, ("0613", "0612"), "country")
        assert (free is not None) == (frozen or feature in ("river", "canal")), feature
        assert crossing(icy, AXIS, ("0613", "0612")) != "closed" or not frozen, feature
    swamp = cost_in(game, "1607", game.content.terrain_chart.terrain["swamp"].cost)
    assert (swamp[MOTORS] is not None) == frozen


@pytest.mark.rule("efs:5.24b")
def test_ski_troops_enter_frozen_ground_for_a_point() -> None:
    ground = copy(content())
    ground.counters = {**ground.counters, SKIERS: replace(ground.counters[SKIERS], type="ski-infantry")}
    for label, parts in (("1607", "swamp"), ("1506", "hill"), ("1505", "marsh"), ("1504", "clear")):
        for frozen in (True, False):
            state = quiet({SKIERS: "1606"}, weather=Weather(kind="snow", frozen=frozen)).state
            ground.parts = {**ground.parts, label: frozenset({parts})}
            cost = rate(Game(TITLE, ground, state), SKIERS, label, "country")
            on_foot = rate(Game(TITLE, ground, state), INFANTRY, label, "country")
            assert cost == (4 if frozen else on_foot), parts
