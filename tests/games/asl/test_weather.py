"""E3.1, E3.2, E3.5, E3.51, CG19, 2.517: wind, rain, mist and dusk."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from games.asl.fields import meadow
from games.asl.position import ca, de, position
from sandtable.games.asl.content import Content
from sandtable.games.asl.fire.attack import Attack, resolve
from sandtable.games.asl.fire.modifiers import _fires_out_of_smoke, firer_modifiers
from sandtable.games.asl.fire.pieces import Piece
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.movement.reach import smoke_costs, step_cost
from sandtable.games.asl.ordnance.effects import disperse_smoke
from sandtable.games.asl.sight import Hindrance, line_of_sight
from sandtable.games.asl.sight.on_map import smoke_in
from sandtable.games.asl.state import Moving, Smoke, Wreck
from sandtable.games.asl.units import Game
from sandtable.games.asl.weather.ground import kindling
from sandtable.games.asl.weather.wind import drift, gust, wind_change
from sandtable.kernel import title

SHELL, THIN = Smoke(3, source="ordnance", until=4), Smoke(2, source="ordnance", dispersed=True, until=4)


@cache
def under(**conditions: Any) -> Content:
    """A meadow under other conditions than those of the farm; its weather can change."""
    made = meadow()
    date = conditions.pop("date", made.scenario.date)
    conditions = {"weather": "overcast", "changes": True, **conditions}
    made.scenario = replace(made.scenario, date=date, conditions=replace(made.scenario.conditions, **conditions))
    return made


def field(*, on: Content | None = None, **state: Any) -> Game:
    return position(on=on or under(), player_turn=state.pop("player_turn", 2), **state)


# The Wind Change DR


@pytest.mark.rule("rileys_road:E3.1", "rileys_road:E3.5")
@pytest.mark.parametrize(
    ("before", "dice", "after"),
    [
        ("overcast", [5, 5], "rain"),
        ("rain", [5, 6], "heavy-rain"),
        ("overcast", [4, 5], "overcast"),
        ("heavy-rain", [1, 2], "overcast"),
        ("rain", [2, 2], "rain"),
    ],
)
def test_rain_begins_grows_and_ends_by_the_dr(before: str, dice: list[int | str], after: str) -> None:
    game = field(weather=before, dice=dice)
    wind_change(game)
    assert game.state.weather == after
    assert game.state.rained == (after != before and after != "overcast")


@pytest.mark.rule("rileys_road:E3.1")
def test_it_never_rains_from_a_clear_sky_nor_is_rolled_in_the_first_player_turn() -> None:
    game = field(on=under(weather="clear"), weather="clear", dice=[5, 6])
    wind_change(game)
    assert game.state.weather == "clear"
    wind_change(field(player_turn=1))
    wind_change(field(on=under(changes=False)))


@pytest.mark.rule("rileys_road:E3.1")
def test_a_twelve_brings_a_wind_and_a_two_ends_it() -> None:
    game = field(on=under(weather="clear"), weather="clear", dice=[6, 6, 3, 1, 1])
    wind_change(game)
    assert game.state.wind == "SE"
    wind_change(game)
    assert game.state.wind == ""


@pytest.mark.rule("rileys_road:E1.1", "rileys_road:E3.1")
@pytest.mark.parametrize(
    ("nvr", "dice", "after"), [(3, [6, 3], 2), (3, [6, 4], 4), (1, [6, 1], 1), (6, [6, 5], 6), (3, [5, 4], 3)]
)
def test_a_colored_six_changes_how_far_one_sees_at_night(nvr: int, dice: list[int | str], after: int) -> None:
    game = field(on=under(weather="clear"), weather="clear", nvr=nvr, dice=dice)
    wind_change(game)
    assert game.state.nvr == after


@pytest.mark.rule("rileys_road:E3.1")
def test_a_gust_takes_thin_smoke_and_thins_the_rest() -> None:
    game = field(smoke={"J5": (SHELL,), "J6": (THIN,), "J7": (Smoke(3, source="blaze"),)})
    gust(game)
    assert [cloud.value for cloud in game.state.smoke["J5"]] == [2]
    assert "J6" not in game.state.smoke
    assert game.state.smoke["J7"] == (Smoke(3, source="blaze"),)


@pytest.mark.rule("rileys_road:E3.1")
def test_a_wind_carries_thin_smoke_and_that_of_fires_one_hex_on() -> None:
    wreck = {"w": Wreck("ca-sherman3", "C5", 0, burning=True)}
    game = field(wind="N", smoke={"J6": (SHELL, THIN), "J1": (THIN,)}, wrecks=wreck)
    drift(game)
    assert game.state.smoke == {"J6": (SHELL,), "J5": (THIN,)}
    assert line_of_sight(game, "A4", "E4").hindrances[0].hex == "C4"


@pytest.mark.rule("rileys_road:E3.5")
def test_rain_clears_the_map_of_smoke_but_for_fires() -> None:
    game = field(smoke={"J5": (SHELL,), "J7": (Smoke(3, source="blaze"),)}, dice=[5, 6])
    wind_change(game)
    assert game.state.smoke == {"J7": (Smoke(3, source="blaze"),)}
    assert game.state.rained


@pytest.mark.rule("rileys_road:E3.2")
@pytest.mark.parametrize(("ground", "number"), [("dry", 2), ("moist", 1), ("wet", 0)])
def test_wet_ground_does_not_burn_and_moist_ground_less(ground: str, number: int) -> None:
    assert kindling(field(on=under(ground=ground)), 2) == number


# Low visibility


@pytest.mark.rule("rileys_road:CG19", "rileys_road:E3.51")
def test_afternoons_grow_dark_from_turn_seven_on() -> None:
    late = under(date="20PM")
    assert line_of_sight(field(on=late, turn=6), "J8", "J5").hindrance == 0
    assert line_of_sight(field(on=late, turn=7), "J8", "J5").hindrances == (Hindrance("J5", 1, "CG19", "weather:dusk"),)
    assert line_of_sight(field(on=under(date="20AM"), turn=7), "J8", "J5").hindrance == 0


@pytest.mark.rule("rileys_road:2.517/mist", "rileys_road:E3.51")
@pytest.mark.parametrize(("to", "value"), [("J8", 1), ("J6", 1), ("J5", 2), ("J4", 2), ("J3", 3)])
def test_very_heavy_mist_grows_by_one_for_every_two_hexes(to: str, value: int) -> None:
    assert line_of_sight(field(on=under(mist=True)), "J8", to).hindrance == value


@pytest.mark.rule("rileys_road:RR1", "rileys_road:E3.5")
@pytest.mark.parametrize(("to", "value"), [("J14", 1), ("J13", 2), ("J8", 2), ("J7", 3)])
def test_rain_hinders_from_the_first_hex_on(to: str, value: int) -> None:
    assert line_of_sight(field(weather="rain"), "J20", to).hindrance == value
    assert line_of_sight(field(weather="heavy-rain"), "J20", to).hindrance == value + 1


@pytest.mark.rule("rileys_road:E3.51", "rileys_road:A8.26")
def test_mist_lessens_residual_fire_and_rain_does_not() -> None:
    def left(**state: Any) -> int:
        units = {"g": de("J8"), "c": ca("J6")}
        moving = Moving(units=("c",), at="J6", came_from="J5", spent_here=2, spent=2)
        game = field(units=units, phase="movement", active="canadian", moving=moving, dice=[5, 6], **state)
        resolve(game, Attack((Piece("g", "", "first"),), (), "J6"), Aftermath())
        return game.state.residual.get("J6", 0)

    assert left() == left(weather="rain") > left(on=under(mist=True))


@pytest.mark.rule("rileys_road:E3.51")
def test_rain_is_told_as_low_visibility() -> None:
    game = field(units={"g": de("J8"), "c": ca("J6")}, weather="rain", phase="prep-fire", active="german")
    labels = [part.label for part in firer_modifiers(game, Attack((Piece("g", "", "prep"),), (), "J6"))]
    assert labels == ["low-visibility"]


@pytest.mark.rule("rileys_road:I.1", "rileys_road:RR1")
def test_the_first_morning_is_wet_and_overcast_without_a_wind() -> None:
    found = title("rileys_road")
    content = found.load("initial", ())
    state = found.start(content)
    assert (state.weather, state.wind, state.nvr) == ("overcast", "", 0)
    assert (content.scenario.conditions.ground, content.scenario.conditions.soft) == ("wet", True)


@pytest.mark.rule("rileys_road:E3.1", "rileys_road:C8.5")
def test_smoke_that_a_gust_has_thinned_stays_as_other_thin_smoke_does() -> None:
    game = field(smoke={"J5": (Smoke(3, source="ordnance", until=4),)}, player_turn=4)
    gust(game)
    disperse_smoke(game)
    assert [cloud.value for cloud in game.state.smoke["J5"]] == [2]
    game.state.player_turn = 5
    disperse_smoke(game)
    assert not game.state.smoke


@pytest.mark.rule("rileys_road:C7.6", "rileys_road:A24.2", "rileys_road:A24.8", "rileys_road:B25/infantry")
def test_the_smoke_of_a_burning_wreck_is_smoke_in_every_way() -> None:
    for burning, more in ((False, 0), (True, 1)):
        wreck = {"w": Wreck("ca-sherman3", "J6", 0, burning=burning)}
        game = field(wrecks=wreck)
        assert step_cost(game, "J5", "J6", False) == 2 + 2 * more
        assert _fires_out_of_smoke(game, "J6") is burning


@pytest.mark.rule("rileys_road:E3.1", "rileys_road:RR2", "rileys_road:A24.2")
def test_the_smoke_of_a_fire_drifts_off_the_part_of_the_map_that_is_in_play() -> None:
    on = title("rileys_road").load("raid", ())
    edge = next(hex_ for hex_ in on.board.labels if _beyond(on, hex_) not in ("", *on.board.labels))
    game = position(on=on, blazes={edge: True}, wind="N")
    assert smoke_in(game, _beyond(on, edge)) == 3
    costs = smoke_costs(game)
    assert costs is not None
    assert {on.board.labels[i] for i, cost in enumerate(costs) if cost} == {edge}


def _beyond(on: Content, hex_: str) -> str:
    """The next hex to the north, be it out of play."""
    whole = on.board.whole
    there = whole.neighbour(whole.index[hex_], 0)
    return whole.labels[there] if there >= 0 else ""
