"""What players read of a game: how it stands, and what a hex means."""

from __future__ import annotations

from games.gsfg.positions import TITLE, quiet
from sandtable.games.gsfg.reinforcements.arrival import PickReinforcements
from sandtable.games.gsfg.state import NATO, SOVIET
from sandtable.games.gsfg.units import Game
from sandtable.kernel import Option

RUHR = ("1414", "1513", "1514")


def lines(game: Game, lang: str = "en") -> dict[tuple[str, str], str]:
    return {(line.label, line.side): line.value for line in TITLE.status(game, lang)}


def facts(game: Game, label: str) -> dict[str, str]:
    return {fact.label: fact.value for fact in TITLE.inspect(game, label, "en")}


def test_the_standing_counts_captured_hexes() -> None:
    game = quiet({}, captured=dict.fromkeys(RUHR, SOVIET))
    assert lines(game)["The Ruhr", SOVIET] == "3 of 5"


def test_the_standing_counts_losses_by_side() -> None:
    game = quiet({})
    game.state.lost = {"us-3-arm": "2024", "us-8-mech": "2024"}
    assert (lines(game)["Units lost", NATO], lines(game)["Units lost", SOVIET]) == ("2", "0")


def test_the_standing_speaks_japanese() -> None:
    assert lines(quiet({}), "ja")["航空優勢", ""] == "NATO軍"


def test_a_hex_tells_its_country_control_and_stack() -> None:
    found = facts(quiet({"us-3-arm": "2024", "us-11-cv": "2024"}), "2024")
    assert (found["Country"], found["Control"], found["Stacking"]) == ("West Germany", "NATO", "1.5 of 2 divisions")


def test_a_captured_source_is_down() -> None:
    game = quiet({}, captured={"2024": SOVIET})
    assert facts(game, "2024")["NATO supply source"] == "not up and running"


def test_interdiction_shows_where_it_reaches() -> None:
    game = quiet({}, air=NATO)
    game.state.interdiction = {"3221": 1}
    assert facts(game, "3222")["Interdicted by"] == "NATO"


def lit(game: Game, overlay: str) -> frozenset[str]:
    return TITLE.overlay(game, overlay, "", NATO)


def test_the_lit_supply_is_what_the_hexes_tell() -> None:
    game = quiet({"us-3-arm": "2024"})
    named = {
        overlay.id: TITLE.texts("en").phrase(f"overlay.{overlay.text}", overlay.args)
        for overlay in TITLE.overlays(game.content)
        if overlay.id.startswith("supply-")
    }
    assert named["supply-frg"] == "Overland supply: West German"
    for label in ("2024", "3221", "1414"):
        told = facts(game, label)["Overland supply for"].split(", ")
        shown = [
            name.removeprefix("Overland supply: ") for overlay, name in named.items() if label in lit(game, overlay)
        ]
        assert shown == told


def test_the_lit_control_follows_captures() -> None:
    game = quiet({}, captured=dict.fromkeys(RUHR, SOVIET))
    assert lit(game, "control-soviet") >= set(RUHR)
    assert not lit(game, "control-nato") & set(RUHR)


def test_the_lit_goals_are_what_each_victory_counts() -> None:
    game = quiet({})
    assert set(RUHR) <= lit(game, "goal-ruhr") < lit(game, "goal-neutralized")
    names = {TITLE.texts("en").phrase(f"overlay.{each.text}", each.args) for each in TITLE.overlays(game.content)}
    assert "Victory: The Ruhr has fallen" in names


def test_reinforcements_to_pick_from_lie_open_while_they_are_picked() -> None:
    game = quiet({}, waiting=["su-90g-tk"], turn=3)
    assert TITLE.scene(game, "en").counters == ()
    game.push(PickReinforcements())
    assert [card.at for card in TITLE.scene(game, "en").counters] == ["pool"]


def test_a_companion_is_offered_as_one() -> None:
    texts = TITLE.texts("en")
    assert texts.option(Option("join:su-90g-tk")) == "Together with 90th Guards Tank Division"
    assert texts.option(Option("split:su-90g-tk")) == "Leave 90th Guards Tank Division behind"


def test_units_about_to_enter_wait_in_a_box_of_their_own() -> None:
    game = quiet({}, waiting=["us-82-abn", "us-1-mech-2x"], turn=3)
    scene = TITLE.scene(game, "en")
    assert {card.id: card.at for card in scene.counters} == {"us-82-abn": "entering-nato"}
    assert scene.boxes == {"entering-nato": "NATO reinforcements"}


def test_a_unit_out_of_supply_shows_it() -> None:
    game = quiet({"su-10g-tk": "1010", "su-12g-tk": "3815"})
    states = {card.id: card.states for card in TITLE.scene(game, "en").counters}
    assert states == {"su-10g-tk": ("out-of-supply",), "su-12g-tk": ()}
