"""What a player sees of a unit: its Data Card, its facts, its counter, and what can be lit up around it."""

from __future__ import annotations

import pytest

from games.panzer.country import column
from games.panzer.firing import TITLE, placed
from games.panzer.firing import position as advanced
from games.panzer.positions import TITLE as BASIC
from games.panzer.positions import position, state_of
from sandtable.games.panzer.screen.overlays import overlays
from sandtable.games.panzer.screen.scene import counter_of
from sandtable.games.panzer.state import Work
from sandtable.games.panzer.units import Game
from sandtable.kernel import Table
from sandtable.mechanics.reference import PrintedChart


def tables(game: Game, unit_id: str, lang: str = "en") -> dict[str, PrintedChart]:
    return {chart.name: chart for chart in TITLE.card_of_unit(game, unit_id, lang)}


def cells(chart: PrintedChart) -> dict[str, tuple[str, ...]]:
    return {row.head.name: row.cells for row in chart.rows}


def told(table: Table, unit_id: str) -> dict[str, str]:
    return {fact.label: fact.value for fact in BASIC.facts_of_unit(table.game, unit_id, "en")}


@pytest.mark.rule("panzer:1.6")
def test_the_card_of_the_basic_game_has_ap_fire_by_range_factor_and_two_figures_of_armor() -> None:
    table = position({"gA1-1": "1931/N", "sA1-1": "1920/S"})
    gun, armor = BASIC.card_of_unit(table.game, "gA1-1", "en")
    assert gun.name == "7.5cm KwK/StuK 40 L/48"
    assert cells(gun) == {
        "AP: up to hexes": ("5", "10", "15", "23", "30"),
        "AP: penetration": ("25", "22", "19", "15", "13"),
    }
    assert cells(armor) == {"Armor": ("18", "6")}
    assert [lit.value for lit in gun.columns[1].lit_by] == ["S", "22"]


def test_a_unit_is_told_in_a_few_words_beside_its_card() -> None:
    table = position({"gA1-1": "1931/N", "gB1-1": "1932/N", "sA1-1": "1920/S"})
    assert told(table, "gA1-1")["Mount"] == "Turreted"
    assert told(table, "gB1-1")["Mount"] == "Non-turreted"
    assert told(table, "gA1-1")["Points"] == "41"
    assert told(table, "gA1-2") == {}


@pytest.mark.rule("panzer:1.6")
def test_the_card_of_the_advanced_game_has_every_load_and_armor_by_location() -> None:
    game = advanced({"g1": placed("pz-iv-h", "A1"), "s1": placed("t-34-76-m43", "A5")})
    found = tables(game, "g1")
    armor = found.pop("Armor")
    assert [head.name for head in armor.columns] == ["TF", "TS", "TR", "HF", "HS", "HR"]
    assert list(cells(armor)) == ["Level shot", "Rising shot", "Falling shot"]
    gun = next(iter(found.values()))
    assert {"AP: penetration", "APCR: penetration", "GP: factor"} <= set(cells(gun))
    assert any(note.startswith("AP damage: DM") for note in gun.notes)


def test_squads_and_guns_have_cards_and_counters_of_their_own() -> None:
    game = advanced(
        {
            "g1": placed("de-rifle", "A1", suppressed="on"),
            "g2": placed("pak-40", "A2"),
            "s1": placed("t-34-76-m43", "A5"),
        }
    )
    assert "Small arms" in tables(game, "g1", "en")
    assert "小火器" in tables(game, "g1", "ja")
    state = game.state
    counters = {name: counter_of(name, unit, state, game.content) for name, unit in state.units.items()}
    assert (counters["g1"].symbol.branch, counters["g1"].facing) == ("infantry", None)
    assert "suppressed" in counters["g1"].states
    assert (counters["g2"].symbol.branch, counters["g2"].mount) == ("anti-tank", "fixed")
    assert counters["s1"].mount == "turret"


@pytest.mark.rule("panzer:4.4.3.1.4")
def test_the_field_of_fire_of_a_gun_without_a_turret_lies_before_it_and_ends_with_its_range() -> None:
    table = position({"gA1-1": "1920/N", "gB1-1": "1922/S", "sA1-1": "1910/S"})
    turret, fixed = (BASIC.overlay(table.game, "field", at, "german") for at in ("1920", "1922"))
    assert {"1918", "1922"} <= turret
    assert "1925" in fixed
    assert "1919" not in fixed
    assert BASIC.overlay(table.game, "field", "2525", "german") == frozenset()


@pytest.mark.rule("panzer:4.1.3")
def test_a_vehicle_is_spotted_from_hexes_in_sight_within_its_spotting_range() -> None:
    table = position({"gA1-1": "1931/N", "sA1-1": "1910/S"})
    sight, spotted = (BASIC.overlay(table.game, name, "1931", "soviet") for name in ("sight", "spotted"))
    within = {there for there in sight if table.game.content.distance("1931", there) <= 20}
    assert spotted == within < sight
    assert BASIC.overlay(table.game, "spotted", "1920", "soviet") == frozenset()


@pytest.mark.rule("panzer:6.1.4.1")
def test_ground_that_hides_hulls_is_lit_in_the_advanced_game_only() -> None:
    table = position({"gA1-1": "1931/N", "sA1-1": "1910/S"})
    assert "hull-down" not in [overlay.id for overlay in overlays(table.game.content)]
    board = column("..oh.").board
    game = advanced({"g1": placed("pz-iv-h", "A1"), "s1": placed("t-34-76-m43", "A5")}, board=board)
    assert "hull-down" in [overlay.id for overlay in overlays(game.content)]
    assert TITLE.overlay(game, "hull-down", "", "german") == {"A3"}


def test_works_lie_on_the_map_as_markers() -> None:
    table = position({"gA1-1": "1931/N", "sA1-1": "1910/S"})
    state_of(table).works["w1"] = Work("1925", "block")
    assert ("1925", "BLK") in {(marker.at, marker.label) for marker in BASIC.scene(table.game, "en").markers}
