"""What a player is told of a counter."""

from __future__ import annotations

from games.gts.positions import TITLE, quiet
from sandtable.games.gts.state import Unit
from sandtable.games.gts.units import Game


def told(game: Game, unit_id: str, lang: str = "en") -> dict[str, str]:
    return {fact.label: fact.value for fact in TITLE.facts_of_unit(game, unit_id, lang)}


def test_a_company_is_told_in_words() -> None:
    found = told(quiet({"1pb1-r": "1413"}), "1pb1-r")
    assert found["Kind"] == "Parachute infantry, Company, Infantry"
    assert found["Formation"] == "1st Parachute Brigade"
    assert found["Fire rating"] == "4 (Small arms)"
    assert found["Defense rating"] == "+0 (unarmored)"
    assert (found["Troop quality"], found["Movement allowance"], found["Movement class"]) == ("7", "4", "Leg")


def test_it_is_told_which_figures_the_rulebook_quotes() -> None:
    game = quiet({"1pb1-r": "1413", "kra-2": "0815"})
    assert (
        told(game, "1pb1-r")["Figures"]
        == "steps, defense, quality, movement as in the rulebook, else chosen for this edition"
    )
    assert told(game, "kra-2")["Figures"] == "chosen for this edition"


def test_what_has_become_of_a_unit_is_told_with_its_rule() -> None:
    game = quiet({"1pb1-r": Unit(at="1413", steps=1, hits=1, column=True)})
    states = {fact.value: fact.rule for fact in TITLE.facts_of_unit(game, "1pb1-r", "en") if fact.label == "State"}
    assert states["Column"] == "29.12"
    assert states["1 cohesion hit"] == "19.2.3"
    assert told(game, "1pb1-r")["Steps"] == "1 of 2"


def test_a_leader_is_told_with_the_reach_of_his_command() -> None:
    game = quiet({}, leaders={"lathbury": "1413"})
    assert told(game, "lathbury")["Command range"] == "4 hexes"
    assert told(game, "hackett") == {}
