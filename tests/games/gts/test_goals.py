"""What players are told of what scores, and where it is lit up on the map."""

from __future__ import annotations

import pytest

from games.gts.positions import TITLE, content, quiet


def told(scenario: str, lang: str = "en") -> dict[tuple[str, str], str]:
    return {(line.side, line.label): line.value for line in TITLE.goals(content(scenario), lang)}


def test_points_are_told_with_what_they_are_given_for_and_when() -> None:
    goals = told("krafft")
    assert goals["allied", "Companies through by nightfall"] == "5 a unit · turns 1–3"
    assert goals["allied", "Hartenstein"] == "4 · turn 5"
    assert goals["german", "Allied steps lost"] == "2 a step"


def test_the_lead_of_each_degree_of_victory_is_told() -> None:
    goals = told("krafft")
    assert goals["", "Allied decisive victory"] == "Allied lead of 6 or more"
    assert goals["", "German decisive victory"] == "less than that"


def test_special_rules_are_told_in_a_sentence() -> None:
    assert told("krafft")["", "Wireless failures"].startswith("The wireless sets of the 1st Airborne Division fail")


@pytest.mark.parametrize("scenario", ["krafft", "bridge", "perimeter"])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_everything_that_scores_has_words(scenario: str, lang: str) -> None:
    goals, played = told(scenario, lang), content(scenario).scenario
    assert len(goals) == len(played.victory) + len(played.levels) + len(played.special)
    assert not any("goal." in value for value in goals.values())


def test_the_hexes_where_a_side_scores_can_be_lit_up() -> None:
    game = quiet({"kra-2": "1715"}, scenario="krafft")
    assert TITLE.overlay(game, "goals-allied", "", "german") == {"2411", "2416", "2418", "2216"}
    assert TITLE.overlay(game, "goals-german", "", "german") == {"1616", "1816"}
