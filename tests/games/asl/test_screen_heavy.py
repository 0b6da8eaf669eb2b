"""Guns and vehicles as they are drawn and told."""

from __future__ import annotations

from functools import cache

import pytest

from games.asl.position import de, position
from sandtable.games.asl.screen.heavy import armor, facts_of_gun, facts_of_vehicle
from sandtable.games.asl.screen.scene import scene
from sandtable.games.asl.state import UNKNOWN, Vehicle, Weapon, Wreck
from sandtable.games.asl.units import Game
from sandtable.games.rileys_road.title import RileysRoad
from sandtable.kernel import LANGUAGES, Table, Texts


@cache
def texts(lang: str = "en") -> Texts:
    return RileysRoad().texts(lang)


def battle() -> Game:
    return position(
        units={"g1": de("U16", "de-228"), "g2": de("", aboard="gv2")},
        weapons={"gg1": Weapon("de-pak40", "german", holder="g1", arc=5, emplaced=True, gone=("apcr",))},
        vehicles={
            "gv1": Vehicle("german", "de-pz4j", "T12", facing=1, turret=2, motion=True, fired=("ma:first",)),
            "gv2": Vehicle("german", "de-spw251", "T13", exposed=True),
            "?S14": Vehicle("german", UNKNOWN, "S14", concealed=True),
        },
    )


@pytest.mark.rule("rileys_road:D10.1", "rileys_road:D2.3")
def test_the_wreck_of_a_vehicle_in_bypass_lies_along_its_hexside() -> None:
    wrecks = {"w": Wreck("de-pz4j", "T12", 0, bypass=2), "x": Wreck("de-pz4j", "T13", 0)}
    found = {marker.at: marker.edge for marker in scene(position(wrecks=wrecks), texts()).markers}
    assert (found["T12"], found["T13"]) == (2, None)


@pytest.mark.rule("rileys_road:C3.2", "rileys_road:D3.1")
def test_guns_and_vehicles_show_what_they_face() -> None:
    shown = {counter.id: counter for counter in scene(battle(), texts()).counters}
    assert (shown["gg1"].at, shown["gg1"].values, shown["gg1"].facing) == ("U16", "75L", 11)
    assert (shown["gv1"].values, shown["gv1"].facing, shown["gv1"].mount) == ("75L 13", 3, "turret")
    assert {"motion", "turned", "fire-first"} <= set(shown["gv1"].states)


def test_what_a_vehicle_does_is_told_apart_from_fire_at_the_whole_of_its_hex() -> None:
    words = RileysRoad().texts("en", battle().content)
    called = [words.name(kind, name) for kind, name in (("area", "T12"), ("device", "T12"), ("speed", "2"))]
    assert called == ["All of T12", "Smoke dispenser: T12", "Excessive speed: +2 MP"]


@pytest.mark.rule("rileys_road:D6.1")
def test_who_is_carried_is_told_by_the_vehicle_and_has_no_counter_of_his_own() -> None:
    shown = {counter.id: counter for counter in scene(battle(), texts()).counters}
    assert "g2" not in shown
    assert "loaded" in shown["gv2"].states
    assert "Aboard" in [fact.label for fact in facts_of_vehicle(battle(), "gv2", texts())]


@pytest.mark.rule("rileys_road:A12.1")
def test_of_a_hidden_vehicle_nothing_is_shown() -> None:
    shown = {counter.id: counter for counter in scene(battle(), texts()).counters}
    assert (shown["?S14"].values, shown["?S14"].states) == ("", ("hidden",))
    assert [fact.value for fact in facts_of_vehicle(battle(), "?S14", texts())] == ["Concealed", "German"]
    assert armor(battle(), "?S14", texts()) == ()


@pytest.mark.rule("rileys_road:C8.1")
def test_a_gun_is_told_with_the_ammunition_that_is_left() -> None:
    told = {fact.label: fact.value for fact in facts_of_gun(battle(), "gg1", texts())}
    assert told["Faces"] == "north-west to north"
    assert told["Special ammunition"] == "SMOKE7"
    assert told["State"] == "Emplaced"


@pytest.mark.rule("rileys_road:D1.6")
def test_the_armor_of_a_vehicle_is_printed() -> None:
    (chart,) = armor(battle(), "gv1", texts())
    assert [row.cells for row in chart.rows] == [("8", "3"), ("6", "4")]


def test_every_word_is_there_in_every_language() -> None:
    title = RileysRoad()
    for lang in LANGUAGES:
        words = texts(lang)
        for name in ("gv1", "gv2", "?S14"):
            assert facts_of_vehicle(battle(), name, words)
        assert facts_of_gun(battle(), "gg1", words)
        for counter in scene(battle(), words).counters:
            assert all(words.name("state", state) for state in counter.states)
        assert not words.missing - {f"unit.{name}" for name in battle().state.units}
    assert title.sight_maps() == ("rileys-road",)


def test_a_click_on_a_vehicle_or_on_nobody_at_all_is_answered_with_a_reason() -> None:
    table = Table.new("rileys_road", "pak-front", seed=1)
    texts = table.game.texts("en")
    for thing in ("unit:no-such-thing", "unit:gv1", "unit:gw1", "unit:cv1"):
        refusal = table.explain(thing)
        assert refusal is not None
        assert refusal.says_why
        assert texts.refusal(refusal)
        assert not texts.missing


@pytest.mark.parametrize(
    ("scenario", "thing", "name"),
    [
        ("pak-front", "leader:ga1", "Armor Leader 8-1 ga1"),
        ("pak-front", "unit:cv2c", "Crew of Sherman III(a) cv2"),
        ("pak-front", "unit:cx1", "SMC cx1"),
        ("initial", "unit:cl1", "Leader cl1"),
    ],
)
def test_men_whose_figures_no_order_of_battle_tells_are_called_by_what_they_are(
    scenario: str, thing: str, name: str
) -> None:
    view = Table.new("rileys_road", scenario, seed=1).view("german")
    assert view.game.texts("en").name("option", thing) == name


def test_a_side_calls_a_leader_whom_it_has_received_by_his_figures() -> None:
    table = Table.new("rileys_road", "initial", seed=1)
    told = table.view("canadian").game.texts("en").name("unit", "cl1")
    assert told == f"{table.game.content.personnel[table.state.units['cl1'].kind].name} cl1"
