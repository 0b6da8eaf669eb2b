"""What a player is told of a counter."""

from games.gsfg.positions import TITLE, quiet


def test_a_counter_is_told_in_words() -> None:
    game = quiet({"us-11-cv": "2622"})
    told = {fact.label: fact.value for fact in TITLE.facts_of_unit(game, "us-11-cv", "en")}
    assert told["Kind"] == "Armored cavalry, Regiment"
    assert told["Nation"] == "United States"
    assert (told["Attack strength"], told["Defence strength"], told["Movement factor"]) == ("2", "2", "10")
    assert told["Steps"] == "1 of 1"


def test_what_waits_beside_the_map_is_told_as_well() -> None:
    game = quiet({})
    assert TITLE.facts_of_unit(game, "us-82-abn", "en") == []
    game.state.waiting["us-82-abn"], game.state.turn = 2, 3
    told = {fact.label: fact.value for fact in TITLE.facts_of_unit(game, "us-82-abn", "en")}
    assert told["Kind"] == "Airborne, Division"
