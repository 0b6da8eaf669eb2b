"""What a player sees beside the map: charts, overlays, status, facts of hexes and counters."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.efs.positions import PANZER, TITLE, content, position, quiet
from sandtable.games.efs.control import friend, settle
from sandtable.games.efs.engineers.demolition import banks_of, printed_bridges
from sandtable.games.efs.events import Captured
from sandtable.games.efs.state import AXIS, SIDES, SOVIET, Bridge, Damage, SupplyUnit, Weather
from sandtable.games.efs.units import Game


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_charts_are_printed_with_full_rows(lang: str) -> None:
    charts = {chart.id: chart for chart in TITLE.charts(content("perekop"), lang)}
    assert list(charts) == ["combat", "locations", "terrain", "roads", "overrun", "weather"]
    for chart in charts.values():
        assert all(len(row.cells) == len(chart.columns) for row in chart.rows)
    assert charts["combat"].rows[2].cells[3] == "1/R"
    assert charts["roads"].rows[1].cells == ("0.5", "0.5", "1", "1")
    assert charts["locations"].rows[2].cells == ("6",)
    assert charts["locations"].rows[2].head.name.endswith("1012")
    assert [lit.value for head in charts["combat"].columns[:2] for lit in head.lit_by] == ["1:4", "1:3"]


def test_overlays_light_up_zones_supply_and_ground() -> None:
    game = TITLE.new_game("luga-line")
    lit = {each.id: TITLE.overlay(game, each.id, "", SOVIET) for each in TITLE.overlays(game.content)}
    assert "0612" in lit["zone-soviet"]
    assert "0514" in lit["supply-axis"]
    assert "0514" in lit["friendly-axis"]
    assert "1601" in lit["friendly-soviet"]
    assert "0706" in lit["locations"]
    assert "0706" in lit["command"]
    assert "0403" not in lit["command"]
    assert not lit["idle"]
    assert "0613" in lit["points-axis"]
    assert "0809" not in lit["points-axis"]
    assert "1412" in lit["works-soviet"]
    assert "0706" not in lit["works-soviet"]
    assert "0403" in lit["rail-soviet"]
    assert not lit["rail-axis"]


@pytest.mark.rule("efs:6.12")
def test_supply_lights_up_the_sivash_only_while_it_is_frozen_and_never_the_sea() -> None:
    open_water = quiet({}, scenario="perekop")
    ice = quiet({}, scenario="perekop", weather=Weather(kind="snow", frozen=True))
    parts = open_water.content.parts
    lit = [TITLE.overlay(game, "supply-soviet", "", SOVIET) for game in (open_water, ice)]
    kinds = [{part for label in found for part in parts[label]} & {"sea", "shallow-water"} for found in lit]
    assert kinds == [set(), {"shallow-water"}]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_light_is_explained(lang: str) -> None:
    texts = TITLE.texts(lang)
    for overlay in TITLE.overlays(content()):
        assert texts.phrase(f"overlay.{overlay.text}", overlay.args)
        assert len(texts.phrase(f"overlay.{overlay.text}.about", overlay.args)) > 20 / (1 + (lang == "ja"))
    assert not texts.missing


def test_a_hex_tells_whose_it_is_and_what_it_is_worth() -> None:
    game = TITLE.new_game("luga-line")
    facts = {fact.label: fact.value for fact in TITLE.inspect(game, "0706", "en")}
    assert facts["Friendly to"] == "Soviet"
    assert facts["Victory points"] == "3"
    assert facts["Strongpoint"].endswith("under construction")
    assert facts["Stacking"] == "2 of 10"


def told(game: Game, label: str, lang: str = "en") -> dict[str, str]:
    return {fact.label: fact.value for fact in TITLE.inspect(game, label, lang)}


def test_a_hex_names_the_ground_that_the_scenario_speaks_of() -> None:
    game = TITLE.new_game("perekop")
    assert told(game, "2109")["Regions"] == "Sea of Azov, Arabat Spit"
    assert told(game, "2109", "ja")["地域"] == "アゾフ海、アラバト砂州"
    assert "Regions" not in told(game, "0505")
    assert told(game, "0505")["Closed to"] == "Soviet"
    assert "Closed to" not in told(game, "0908")


def test_a_hex_tells_which_way_its_lines_face_and_what_is_destroyed() -> None:
    game = TITLE.new_game("perekop")
    faces = [*game.content.faces["0908"]]
    towards = ", ".join(TITLE.hex_name(each, "en", game.content) for each in faces)
    assert told(game, "0908")["Fortified line"] == f"towards {towards}"
    game.state.ruined.update({f"0908>{faces[0]}": 48})
    assert told(game, "0908")["Destroyed"] == "Fortified line"
    game.state.ruined.update({f"0908>{each}": 48 for each in faces})
    assert "Fortified line" not in told(game, "0908")
    belt = quiet({})
    label = min(belt.content.belts)
    assert "Destroyed" not in told(belt, label)
    belt.state.ruined[label] = 1
    assert told(belt, label)["Destroyed"] == "Fortified belt"


def test_both_banks_tell_of_a_destroyed_bridge_and_a_marker_of_where_it_leads() -> None:
    game = TITLE.new_game("perekop")
    bridge = next(each for each in printed_bridges(game.content) if "/" in each)
    near, far = banks_of(bridge.partition("/")[0])
    game.state.damage[bridge] = Damage(1)
    for bank in (near, far):
        assert told(game, bank)["Destroyed"] == TITLE.texts("en", game.content).name("bridge", bridge)
    game.state.bridges["axis-bridge-1"] = Bridge(AXIS, "0706", "0705", "completed", 48)
    assert told(game, "0706")["Bridge"] == "Axis, to Chaplinka 0705, completed"


def test_a_counter_tells_its_figures() -> None:
    game = TITLE.new_game("luga-line")
    panzer = {fact.label: fact.value for fact in TITLE.facts_of_unit(game, "ax-11-6-pz-arm", "en")}
    assert panzer["Attack strength"] == "6"
    assert panzer["Movement allowance"] == "7 (motorized, may infiltrate)"
    hq = {fact.label: fact.value for fact in TITLE.facts_of_unit(game, "su-luga-gp-hea", "en")}
    assert hq["Command value"] == "2"
    assert TITLE.facts_of_unit(game, "axis-s1", "ja")[0].value == "1"


def test_the_status_names_points_levels_and_weather() -> None:
    game = TITLE.new_game("perekop")
    lines = {(line.label, line.side): line.value for line in TITLE.status(game, "en")}
    assert lines["Victory points", "axis"] == "0"
    assert lines["Axis marginal victory", ""] == "8 or more"
    assert lines["Weather", ""] == "Dry"


def test_counters_are_listed_by_division_and_by_formation() -> None:
    game = quiet({})
    listed = TITLE.formations(game.content, "en")
    assert {each.side for each in listed} == set(SIDES)
    panzers = next(each for each in listed if each.name == "6th Panzer Division")
    assert panzers.units == ("ax-11-6-pz-arm", "ax-4-6-pz-mot", "ax-114-6-pz-mot", "ax-57-6-pz-rec")
    assert sorted(unit for each in listed for unit in each.units) == sorted(game.content.card.units)


def test_the_strongest_unit_lies_on_top_of_its_stack() -> None:
    game = quiet({"ax-269-inf": "1414", "ax-617-fie": "1414", "ax-185-ass": "1414"})
    there = [each.id for each in TITLE.scene(game, "en").counters if each.at == "1414" and each.steps]
    assert there[-1] == "ax-269-inf"


def test_hexes_without_a_name_change_hands_without_a_word() -> None:
    game = position({"ax-11-6-pz-arm": "0512"})
    settle(game)
    assert not [event for event in game.events if isinstance(event, Captured)]
    assert friend(game, "0512") == AXIS
    game = position({"ax-11-6-pz-arm": "0505"})
    settle(game)
    assert [event.hexes for event in game.events if isinstance(event, Captured)] == [("0505", "0605")]


@pytest.mark.rule("efs:2.22b/ma-colors")
def test_the_movement_allowance_has_the_colour_that_tells_how_a_unit_moves() -> None:
    game = TITLE.new_game("luga-line")
    found = {each.id: each.tints for each in TITLE.scene(game, "en").counters}
    red, plain, yellow = found["ax-11-6-pz-arm"]
    assert red
    assert not plain
    assert found["ax-57-6-pz-rec"] == ("", "", yellow)
    assert found["ax-110-fie"][2] not in ("", yellow)
    assert found["ax-269-inf"] == ()


@pytest.mark.rule("efs:6.21", "efs:6.26c")
def test_a_hex_tells_who_is_fed_in_it_and_whose_source_is_idle() -> None:
    game = quiet({})
    game.state.fed["0808"] = "axis+soviet"
    game.state.idle_sources["1601"] = SOVIET
    assert told(game, "0808")["In general supply this turn"] == "Axis, Soviet"
    assert told(game, "1601")["Retaken source, works from the next Supply Status Phase"] == "Soviet"
    assert not {"In general supply this turn", "Exit used by the enemy of"} & told(game, "0807").keys()


@pytest.mark.rule("efs:10.23")
@pytest.mark.parametrize(
    ("phase", "active", "shown"),
    [("axis/movement", AXIS, True), ("axis/combat", AXIS, False), ("soviet/movement", SOVIET, False)],
)
def test_who_has_moved_is_told_while_his_side_moves_and_not_until_it_moves_again(
    phase: str, active: str, shown: bool
) -> None:
    game = quiet({PANZER: "0805"}, phase=phase)
    game.state.active = active
    game.state.units[PANZER] = replace(game.state.units[PANZER], finished=True)
    game.state.supplies["axis-s1"] = SupplyUnit(AXIS, "0806", 1, finished=True)
    counters = {counter.id: counter.states for counter in TITLE.scene(game, "en").counters}
    assert ["moved" in counters[name] for name in (PANZER, "axis-s1")] == [shown, shown]
