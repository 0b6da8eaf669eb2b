"""What front ends are told of a squad battle: the picture, hexes and counters in words, charts, phases, lights."""

from __future__ import annotations

import re
from functools import cache

import pytest

from games.asl.position import ca, de, position
from sandtable.games.asl.morale.casualties import Aftermath, eliminate, reduce_casualties
from sandtable.games.asl.morale.replacement import harden, suffer_replacement
from sandtable.games.asl.screen.charts import charts
from sandtable.games.asl.screen.clicks import why_not
from sandtable.games.asl.screen.facts import facts_of_ground, facts_of_men
from sandtable.games.asl.screen.overlays import lit, overlays
from sandtable.games.asl.screen.scene import scene
from sandtable.games.asl.screen.status import goals, status
from sandtable.games.asl.screen.track import phase, track
from sandtable.games.asl.state import UNKNOWN, Smoke, Unit, Weapon, Works
from sandtable.games.asl.units import Game
from sandtable.games.rileys_road.title import RileysRoad
from sandtable.kernel import LANGUAGES, Choice, Decision, Option, Table, Texts

DONE = Option("do:done")


@cache
def texts(lang: str = "en") -> Texts:
    return RileysRoad().texts(lang)


def battle() -> Game:
    return position(
        units={
            "g1": de("U17", concealed=True),
            "g2": de("T16", stance="foxhole", fire="first"),
            "g3": de("T17-1", broken=True, dm=True),
            "c1": ca("S12", pinned=True),
            "c2": ca("S12", "ca-l91"),
            "c3": ca("R11", moved=True),
            "?V17": Unit("german", UNKNOWN, "V17", concealed=True),
        },
        weapons={
            "gw1": Weapon("de-lmg", "german", holder="g2"),
            "gw2": Weapon("de-mmg", "german", holder="g2", broken=True),
            "cw1": Weapon("ca-lmg", "canadian", at="R12"),
        },
        smoke={"S13": (Smoke(2),)},
        residual={"S14": 4},
        works={"T16": Works("german", foxholes=1)},
        held={"U17": "german", "T17": "german", "S17": "canadian"},
        held_buildings={"s17": "canadian"},
    )


# The picture


@pytest.mark.rule("rileys_road:A1.23")
def test_counters_show_their_figures_and_a_broken_one_its_morale_alone() -> None:
    shown = {counter.id: counter for counter in scene(battle(), texts()).counters}
    assert shown["g2"].values == "5-4-8"
    assert (shown["g3"].values, shown["g3"].palette) == ("(8)", "german-broken")
    assert shown["c2"].values == "9-1"


def test_the_number_of_a_unit_and_what_it_carries_stand_on_its_counter() -> None:
    """The log tells two squads of the same figures apart by their numbers, so that these must be seen on the map."""
    shown = {counter.id: counter for counter in scene(battle(), texts()).counters}
    assert shown["g2"].name == "g2 LMG (MMG)"
    assert shown["c2"].name == "c2"


def test_a_weapon_is_borne_by_who_carries_it_and_by_nobody_where_it_lies() -> None:
    game = battle()
    assert [RileysRoad().bearer(game, thing) for thing in ("gw2", "cw1", "c1")] == ["g2", "", ""]


def test_counters_of_all_locations_of_a_hex_lie_in_it() -> None:
    shown = {counter.id: counter for counter in scene(battle(), texts()).counters}
    assert shown["g3"].at == "T17"
    assert "cellar" in shown["g3"].states


@pytest.mark.rule("rileys_road:A12.1")
def test_what_a_view_hides_is_drawn_as_a_back() -> None:
    shown = {counter.id: counter for counter in scene(battle(), texts()).counters}
    assert shown["?V17"].states == ("hidden",)
    assert (shown["?V17"].values, shown["?V17"].name) == ("", "")
    assert "concealed" in shown["g1"].states, "the owner sees who it is"


@pytest.mark.parametrize(
    ("unit", "state"),
    [("g2", "fire-first"), ("g2", "foxhole"), ("g3", "dm"), ("c1", "pinned"), ("c3", "moved"), ("g1", "concealed")],
)
def test_states_are_shown(unit: str, state: str) -> None:
    shown = {counter.id: counter for counter in scene(battle(), texts()).counters}
    assert state in shown[unit].states


def test_markers_tell_what_lies_in_a_hex() -> None:
    found = {(marker.at, marker.label) for marker in scene(battle(), texts()).markers}
    assert {("S13", "+2"), ("S14", "R4"), ("T16", "1S"), ("R12", "LMG")} <= found


@pytest.mark.rule("rileys_road:A26.1")
def test_who_controls_the_objectives_is_shown() -> None:
    assert scene(battle(), texts()).control == {"U17": "german", "T17": "german", "S17": "canadian"}


def test_every_state_has_a_name_in_every_language() -> None:
    for lang in LANGUAGES:
        words = texts(lang)
        for counter in scene(battle(), words).counters:
            assert all(words.name("state", state) for state in counter.states)
        assert not words.missing


# Words


def test_what_one_or_several_units_did_is_told_in_words_that_suit_either() -> None:
    """ "4-5-8 c1, 8-1 c6 loses its way" is no sentence."""
    told = [text for key, text in texts().templates.items() if key.startswith("event.") and "{units" in text]
    assert told
    assert [text for text in told if re.search(r"\} (\w+s|its) ", text)] == []


@pytest.mark.rule("rileys_road:A26.1")
def test_the_status_tells_what_of_the_goal_is_achieved() -> None:
    lines = status(battle(), texts())
    assert (lines[0].label, lines[0].value, lines[0].side) == ("Buildings held", "1, 1 needed", "canadian")
    assert [(line.value, line.side) for line in lines[1:4]] == [("German", ""), ("German", ""), ("Canadian", "")]
    assert goals(battle().content, "en", texts())[0].value.startswith("Control at least one")


@pytest.mark.rule("rileys_road:B/tem", "rileys_road:RR11.1")
def test_a_hex_is_told_with_cost_cover_and_cellar() -> None:
    told = {fact.label: fact.value for fact in facts_of_ground(battle(), "U17", texts())}
    assert told["To enter"] == "2 MF"
    assert told["Cover (TEM)"].startswith("+3")
    assert told["Cellar"] == "below the house, TEM +3"
    assert told["Control"] == "German"


@pytest.mark.rule("rileys_road:A12.1")
def test_how_many_are_beneath_a_veil_is_not_told() -> None:
    there = [fact.value for fact in facts_of_ground(battle(), "V17", texts()) if fact.label == "German in V17"]
    assert there == ["beneath a “?”, not known"]


def test_who_clicks_on_a_veil_hears_what_is_to_be_said_of_the_hex() -> None:
    assert why_not(battle(), Choice("unit", "?S15")) is None


@pytest.mark.rule("rileys_road:B9.3", "rileys_road:RR12.2")
def test_hexsides_are_told_by_direction() -> None:
    told = {fact.label: fact.value for fact in facts_of_ground(battle(), "T18", texts())}
    assert told["Hexside S"] == "Hedge (TEM +1)"
    slopes = {fact.label: fact.value for fact in facts_of_ground(battle(), "S15", texts())}
    assert slopes["Hexside N"] == "Slope, falling away"
    below = {fact.label: fact.value for fact in facts_of_ground(battle(), "S14", texts())}
    assert below["Hexside S"] == "Slope, rising"


def test_what_lies_in_a_hex_is_told() -> None:
    told = {fact.label: fact.value for hex_ in ("S13", "S14", "T16", "R12") for fact in
            facts_of_ground(battle(), hex_, texts())}  # fmt: skip
    assert (told["Smoke"], told["Residual FP"]) == ("+2", "4")
    assert told["Foxhole"] == "for 1 squad"
    assert told["Lies here"].startswith("Light machine gun")


@pytest.mark.rule("rileys_road:A1.21", "rileys_road:A1.22", "rileys_road:A1.23")
def test_a_counter_is_told_with_its_figures_and_weapons() -> None:
    told = [(fact.label, fact.value) for fact in facts_of_men(battle(), "g2", texts())]
    assert ("Firepower", "5") in told
    assert ("Normal range", "4 hexes") in told
    assert ("Carries", "Light machine gun, 3-8, ROF 1, B12, 1 PP") in told
    assert ("State", "In a foxhole") in told


@pytest.mark.rule("rileys_road:A12.1")
def test_of_what_is_hidden_nothing_is_told() -> None:
    told = facts_of_men(battle(), "?V17", texts())
    assert [(fact.label, fact.value) for fact in told] == [("Kind", "Concealed"), ("Nation", "German")]
    assert facts_of_men(battle(), "g99", texts()) == []


# Charts and phases


@pytest.mark.rule("rileys_road:A7.1")
def test_the_infantry_fire_table_is_printed_and_lit_by_the_column() -> None:
    chart = next(chart for chart in charts(battle().content, texts()) if chart.id == "ift")
    assert [head.name for head in chart.columns][:4] == ["1", "2", "4", "6"]
    assert chart.rows[0].head.name == "≤ 0"
    assert chart.columns[2].lit_by[0].value == "4"


def test_the_terrain_chart_has_every_kind_of_hex_and_hexside() -> None:
    chart = next(chart for chart in charts(battle().content, texts()) if chart.id == "terrain")
    cells = {row.head.name: row.cells for row in chart.rows}
    assert cells["Woods"] == ("2", "+1", "-1", "-1", "1", "blocks")
    assert cells["Plowed field"][0] == "1.5"
    assert cells["Hedge"] == ("+1", "+1", "0", "0", "0.5", "blocks")


@pytest.mark.rule("rileys_road:A3/turn")
def test_the_track_has_eight_phases_for_each_side() -> None:
    phases = track(battle().content, texts())
    assert [each.side for each in phases] == ["canadian"] * 8 + ["german"] * 8
    assert phase("canadian", "movement") == phases[2].id
    assert phase("", "") == ""


# Lights


@pytest.mark.rule("rileys_road:A6.1")
def test_what_a_hex_sees_is_lit() -> None:
    seen = lit(battle(), "sight", "U17")
    assert "U16" in seen
    assert "A1" not in seen


@pytest.mark.rule("rileys_road:A7.22")
def test_where_men_can_fire_is_lit_up_to_long_range() -> None:
    game = position(units={"c1": ca("U13")})
    covered = lit(game, "fire", "U13")
    assert "U3" in covered, "ten hexes: twice its range of five"
    assert "U2" not in covered
    assert lit(game, "fire", "A1") == frozenset()


@pytest.mark.rule("rileys_road:A12.12")
def test_hexes_that_nobody_of_a_side_sees_are_lit() -> None:
    game = position(units={"g1": de("U17")})
    assert "U16" not in lit(game, "unseen-german", "")
    assert "U16" in lit(game, "unseen-canadian", ""), "there are none"


def test_areas_and_slopes_are_lit() -> None:
    game = battle()
    assert {"R15", "V19"} <= lit(game, "setup-german", "")
    assert "S15" in lit(game, "slopes", "")
    assert "U17" in lit(game, "held-german", "")


def test_every_overlay_has_its_words() -> None:
    for lang in LANGUAGES:
        words = texts(lang)
        for each in overlays(battle().content):
            assert words.phrase(f"overlay.{each.text}", each.args)
        assert not words.missing


@pytest.mark.rule("rileys_road:A4.431", "rileys_road:A4.44")
@pytest.mark.parametrize(
    ("prompt", "said"), [("advance-to", "Hand on LMG cw1"), ("move-to", "Take up LMG cw1"), ("fire-who", "LMG cw1")]
)
def test_what_becomes_of_a_weapon_is_said_where_it_is_not_fired(prompt: str, said: str) -> None:
    words = Table.new("rileys_road", "farm", seed=1).game.texts("en")
    asked = Decision("canadian", prompt, "A4.7", ())
    assert words.answer(asked, Option("weapon:cw1")) == said


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("scenario", ["pak-front", "initial"])
def test_groups_of_a_side_are_told_apart_and_have_their_halves_and_leaders(scenario: str, lang: str) -> None:
    game = Table.new("rileys_road", scenario, seed=1).game
    found = RileysRoad().formations(game.content, lang)
    assert len({each.name for each in found}) == len(found)
    listed = {unit for each in found for unit in each.units}
    assert {"c1", "c1.1", "c1.2", *game.content.received} <= listed


@pytest.mark.rule("rileys_road:A10.5", "rileys_road:A15.4", "rileys_road:A5.12")
@pytest.mark.parametrize(("prompt", "deed"), [("rout", "rout"), ("move-unit", "move")])
def test_a_phase_that_cannot_be_ended_yet_says_so(prompt: str, deed: str) -> None:
    words = RileysRoad().texts("en")
    bound, free = (Decision("canadian", prompt, "A10.5", (Option("unit:c1"), *done)) for done in ((), (DONE,)))
    assert words.prompt(bound) == f"{words.prompt(free)} Somebody must still {deed}"


@pytest.mark.rule("rileys_road:A19.1", "rileys_road:A15.3", "rileys_road:A1.31")
def test_men_are_called_by_the_figures_to_which_they_have_come() -> None:
    game = Table.new("rileys_road", "farm", seed=1).game
    words, first = game.texts("en"), next(n for n, unit in game.content.units.items() if unit.kind == "de-548")
    game.state.units[first] = de("T16", broken=True)
    assert words.name("unit", first) == f"5-4-8 {first}"
    suffer_replacement(game, first, Aftermath())
    assert words.name("unit", first) == words.name("break", first) == words.name("hold", first) == f"4-4-7 {first}"
    assert words.name("pf", first) == f"Panzerfaust: 4-4-7 {first}"
    assert words.event(game.events[-1]) == f"{first}, a 5-4-8 squad, is now a 4-4-7 squad"
    left = reduce_casualties(game, first, "A7.302")
    assert words.event(game.events[-1]) == f"4-4-7 {first} is reduced to a half-squad"
    assert words.name("unit", left or "") == f"2-3-7 {first}.1"
    eliminate(game, left or "", "A7.301")
    assert words.name("unit", left or "") == f"2-3-7 {first}.1"
    assert words.name("unit", first) == f"4-4-7 {first}"


@pytest.mark.rule("rileys_road:A15.2", "rileys_road:A18.12", "rileys_road:A15.3")
def test_men_who_have_stepped_forward_are_called_by_what_they_are() -> None:
    game = Table.new("rileys_road", "farm", seed=1).game
    words = game.texts("en")
    assert words.name("unit", "gx1") == "SMC gx1"
    game.state.units["gx1"] = de("T16", "de-l80")
    assert words.name("unit", "gx1") == "8-0 gx1"
    harden(game, "gx1")
    assert words.name("unit", "gx1") == "8-1 gx1"


@pytest.mark.rule("rileys_road:A19.131", "rileys_road:A12.16")
def test_who_runs_short_of_ammunition_unseen_is_told_of_to_his_own_side_alone() -> None:
    game = position(units={"u": de("F6", concealed=True)})
    suffer_replacement(game, "u", Aftermath())
    assert game.events[-1].seen_by == ("german",)
