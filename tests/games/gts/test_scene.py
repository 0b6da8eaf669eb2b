"""Chapter 2 on the screen: what counters, leaders and markers show, and the overlays of the map."""

from __future__ import annotations

import pytest

from games.gts.positions import TITLE, content, quiet
from sandtable.board.scene import Counter, Scene
from sandtable.games.gts.fire.fire_zones import fire_zone
from sandtable.games.gts.screen import overlays
from sandtable.games.gts.state import ALLIED, GERMAN, Leader, Points, Unit
from sandtable.games.gts.units import Game
from sandtable.kernel import Ended
from sandtable.render.counters import badge_of


def drawn(game: Game) -> Scene:
    return TITLE.scene(game, "en")


def card(game: Game, name: str) -> Counter:
    return next(counter for counter in drawn(game).counters if counter.id == name)


@pytest.mark.rule("gts:2.0", "gts:2.0/layout")
def test_a_counter_shows_its_printed_figures() -> None:
    """Fire, assault, defense and movement along the bottom, troop quality in the corner, steps as dots."""
    shown = card(quiet({"1pb1-r": "1413"}), "1pb1-r")
    assert (shown.values, shown.corner, shown.steps, shown.full_steps) == ("4 5 +0 4", "7", 2, 2)


@pytest.mark.rule("gts:2.0/layout")
def test_what_a_unit_lacks_is_a_dash_and_a_star_is_a_star() -> None:
    assert card(quiet({"1pb1-mor": "1413"}), "1pb1-mor").values.split()[1] == "-"
    assert card(quiet({"kra-9p": "1413"}), "kra-9p").values.endswith("*")


@pytest.mark.rule("gts:14.10.4")
def test_a_mounted_unit_shows_its_vehicle_side() -> None:
    foot = card(quiet({"gra-3": Unit(at="1413", steps=2)}), "gra-3")
    mounted = card(quiet({"gra-3": Unit(at="1413", steps=2, mounted=True)}), "gra-3")
    assert foot.values != mounted.values
    assert "mounted" in mounted.states


@pytest.mark.rule("gts:19.2.2", "gts:19.2.3", "gts:14.6.1")
def test_states_are_seen_at_a_glance() -> None:
    worn = Unit(at="1413", steps=1, column=True, suppressed=True, hits=2)
    shown = card(quiet({"1pb1-r": worn}, leaders={"lathbury": "1413"}), "1pb1-r")
    assert {"column", "suppressed", "cohesion-2"} <= set(shown.states)
    assert shown.steps == 1
    assert "out-of-command" not in shown.states


def test_column_and_cohesion_have_markers_of_their_own() -> None:
    states = ("column", "cohesion-1", "cohesion-2", "in-contact", "improved", "entrenched", "mounted", "suppressed")
    letters = [badge_of(state).letter for state in states]
    assert len(set(letters)) == len(letters)


@pytest.mark.rule("gts:21.1")
def test_a_leader_is_a_counter_with_his_range_and_no_unit() -> None:
    game = quiet({"1pb1-r": "1413"}, leaders={"lathbury": "1413"})
    assert card(game, "lathbury").values == str(content().leaders["lathbury"].range)
    assert "lathbury" not in game.state.units


@pytest.mark.rule("gts:8.0")
def test_units_in_an_entry_hex_stand_in_a_box_beside_the_map() -> None:
    game = quiet({"dcli-a": Unit(at="1530", steps=2, entry="s2")})
    game.state.leaders["walton"] = Leader(at="1530", entry="s2")
    scene = drawn(game)
    assert card(game, "dcli-a").at == card(game, "walton").at == "entry-s2"
    assert "entry-s2" in scene.boxes


@pytest.mark.rule("gts:16.4.2", "gts:23.1", "gts:22.3.5")
def test_markers_lie_on_their_hexes() -> None:
    game = quiet({})
    game.state.barrages = {"1413": "heavy-barrage"}
    game.state.roadblocks = {"1414": "9ss"}
    game.state.trenches = {"1415/1": "german"}
    assert {(marker.at, marker.label) for marker in drawn(game).markers} == {
        ("1413", "HB"), ("1414", "RB"), ("1415", "ENT"),
    }  # fmt: skip


def test_the_state_of_victory_lists_points_and_chits_but_not_hidden_ones() -> None:
    game = quiet({}, points={"1ab": Points(3, 2)})
    game.state.cup = ["div-1ab", "fmn-krafft"]
    game.state.drawn = ["dc-german", "fmn-1para"]
    TITLE.mask(game.state, game.content, ALLIED)
    lines = {line.label: line.value for line in TITLE.status(game, "en")}
    assert lines["In the cup (2)"] == "1 AB, 1 unknown"
    assert lines["Drawn this turn"] == "German DC, 1 Para Bde"
    assert lines["1 AB"] == "3 CP · 2 DP"


@pytest.mark.parametrize(("lang", "words"), [("en", "German decisive victory"), ("ja", "ドイツ軍の決定的勝利")])
def test_the_end_names_the_victor_once(lang: str, words: str) -> None:
    told = TITLE.texts(lang).event(Ended(rule="12.0", winner=GERMAN, level="german-decisive"))
    assert told.endswith(words)
    assert told.count(TITLE.texts(lang).name("side", GERMAN)) == 1


@pytest.mark.rule("gts:21.4")
def test_the_overlay_of_command_ranges() -> None:
    reach = content().leaders["lathbury"].range
    lit = overlays.lit(quiet({}, leaders={"lathbury": "1413"}), "command-allied", "")
    assert lit == {label for label in content().board.labels if content().distance("1413", label) <= reach}


@pytest.mark.rule("gts:17.3")
def test_the_overlay_of_fire_zones() -> None:
    game = quiet({"kra-2": "0815", "1pb1-r": "1413"})
    assert overlays.lit(game, "zones-german", "") == fire_zone(game, "kra-2")
    assert overlays.lit(game, "zone", "1413") == fire_zone(game, "1pb1-r")


@pytest.mark.rule("gts:15.4")
def test_the_overlay_of_what_a_hex_sees() -> None:
    lit = overlays.lit(quiet({}), "sight", "0815")
    assert "0817" in lit
    assert max(content().distance("0815", label) for label in lit) <= 8


@pytest.mark.rule("gts:16.2/2", "gts:16.2/note-many")
def test_the_overlay_of_radio_contact() -> None:
    game = quiet({"lr-1": Unit(at="1413", steps=2, contact="1para"), "1pb1-r": "1510", "4pb10-a": "1310"})
    assert overlays.lit(game, "contact-allied", "") == {"1413", "1510"}


def test_crossings_are_called_by_their_names_and_gone_ones_said_to_be() -> None:
    game = quiet({})
    game.state.bridges["oosterbeek"] = "blown"
    told = {fact.label: fact.value for label in ("2013", "2521") for fact in TITLE.inspect(game, label, "en")}
    assert (told["Wolfheze culvert"], told["Oosterbeek railway bridge"]) == ("crossing", "gone")
