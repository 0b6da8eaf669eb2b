"""Chapters 6.6.1.1.2b and 6.6.1.2: hand-to-hand combat, round by round."""

from __future__ import annotations

import pytest

from games.panzer.assaulting import (
    HALF,
    PAK,
    RIFLE,
    SMG,
    asked,
    assaulting,
    hand_to_hand_example,
    men,
    offered,
    shown,
)
from games.panzer.country import column
from games.panzer.firing import Placed, results, sum_of
from sandtable.games.panzer.state import Command
from sandtable.kernel.odds import odds

# The worked example: a German squad and half-squad against an SMG squad


@pytest.mark.rule("panzer:6.6.1.2")
@pytest.mark.rule("panzer:6.6.1.1.1b")
@pytest.mark.rule("panzer:6.6.1.1.2b")
@pytest.mark.rule("panzer:6.6.1.1.2b/squad")
@pytest.mark.rule("panzer:6.6.1.1.2b/half-squad")
@pytest.mark.rule("panzer:6.6.1.1.2b/plus-attacker")
@pytest.mark.rule("panzer:6.6.1.1.2b/unit-grade")
@pytest.mark.rule("panzer:6.6.1.2.3")
@pytest.mark.rule("panzer:6.6.1.2.3/attacker-higher")
@pytest.mark.rule("panzer:6.6.1.2.3/defender-higher")
def test_germans_win_a_hand_to_hand_combat_in_three_rounds() -> None:
    game = hand_to_hand_example(dice=[13, 65, 72, 51, 48, 62])
    game.choose("unit:s1")
    game.choose("unit:g1")
    game.choose("unit:g2")
    first, second, third = (sum_of(game, number) for number in range(3))
    assert (first["attacker-modifier"], first["defender-modifier"]) == ("+20", "-10")
    assert (first["attacker-total"], first["defender-total"]) == ("33", "55")
    assert (second["attacker-modifier"], second["attacker-total"], second["defender-total"]) == ("-5", "67", "41")
    assert (third["defender-modifier"], third["attacker-total"], third["defender-total"]) == ("-35", "43", "27")
    assert results(game) == ["defender-higher", "attacker-higher", "attacker-higher", "defender-eliminated"]
    assert game.state.units["g1"].reduced
    assert game.state.units["g1"].suppressed == ""
    assert "s1" not in game.state.units
    game.choose("unit:g1")
    game.choose("do:stay")
    assert [game.state.units[each].at for each in ("g1", "g2")] == ["A2", "A1"]
    assert [game.state.units[each].spot for each in ("g1", "g2")] == ["move", "move"]
    assert asked(game) == "rest"


@pytest.mark.rule("panzer:6.6.1.1.1b")
def test_the_odds_of_hand_to_hand_combat_are_exact_over_all_its_rounds() -> None:
    units = {"g1": men(HALF, "A1"), "s1": men("su-smg-half", "A2", order="fire")}
    found = odds(assaulting(units, "german"), "unit:s1")
    assert found.exact
    assert {outcome.results: outcome.probability for outcome in found.outcomes} == {
        ("defender-eliminated",): pytest.approx(0.5),
        ("attackers-eliminated",): pytest.approx(0.5),
    }
    assert odds(hand_to_hand_example(), "unit:s1").exact


# Hand-to-hand combat


@pytest.mark.rule("panzer:6.6.1.1.2b/towed")
@pytest.mark.rule("panzer:6.6.1.1.2b/section")
@pytest.mark.rule("panzer:6.6.1.1.2b/half-squad")
@pytest.mark.rule("panzer:6.6.1.1.2b/defender-suppressed")
@pytest.mark.rule("panzer:6.6.1.1.2b/flamethrower")
@pytest.mark.parametrize(
    ("defender", "expected"),
    [
        (men(RIFLE, "A2"), "+0"),
        (men(HALF, "A2"), "-25"),
        (men(RIFLE, "A2", reduced=True), "-25"),
        (men("de-section-weapon", "A2"), "-30"),
        (men(PAK, "A2"), "-40"),
        (men(PAK, "A2", suppressed="off"), "-60"),
        (men("de-engineer", "A2", attached=("de-flame",)), "+20"),
        (men(RIFLE, "A2", grade="veteran"), "+10"),
        (men(RIFLE, "A2", grade="regulars", suppressed="on", full_cover=True), "-30"),
    ],
)
def test_what_a_defender_adds_hand_to_hand(defender: Placed, expected: str) -> None:
    game = assaulting({"s1": men(SMG, "A1"), "g1": defender}, board=column("wbw").board)
    assert shown(game, "unit:g1")["defender-modifier"] == expected


@pytest.mark.rule("panzer:6.6.1.1.2b/advancing")
@pytest.mark.rule("panzer:6.6.1.1.2b/flamethrower")
def test_what_an_attacker_adds_hand_to_hand() -> None:
    near = {"s1": men("su-engineer", "A1", attached=("su-flame",)), "g1": men(PAK, "A2")}
    assert shown(assaulting(near), "unit:g1")["attacker-modifier"] == "+20"
    far = {"s1": men("su-smg-half", "A1", grade="veteran"), "g1": men(PAK, "A3")}
    assert shown(assaulting(far), "unit:g1")["attacker-modifier"] == "-25"
    assert shown(assaulting(far), "unit:g1")["advancing"] == "-10"


@pytest.mark.rule("panzer:6.6.1.1.1b")
def test_a_tie_is_rolled_again() -> None:
    game = assaulting({"s1": men(SMG, "A1"), "g1": men(PAK, "A2")}, dice=[10, 50, 60, 99])
    game.choose("unit:g1")
    assert "g1" in game.state.lost


@pytest.mark.rule("panzer:6.6.1.2.3/defender-higher")
def test_a_lone_attacker_that_loses_twice_is_gone_and_the_defender_stays() -> None:
    game = assaulting({"s1": men(SMG, "A1"), "g1": men(RIFLE, "A2", order="overwatch")}, dice=[1, 99, 1, 99])
    game.choose("unit:g1")
    assert results(game) == ["defender-higher", "defender-higher", "attackers-eliminated"]
    assert "s1" in game.state.lost
    assert game.state.units["g1"].at == "A2"
    assert not game.state.units["g1"].reduced
    assert game.state.commands["g1"] == Command("overwatch"), "it can still carry it out"


@pytest.mark.rule("panzer:6.6.1.2.3/defender-higher")
def test_another_squad_may_take_the_lead_from_one_that_is_reduced() -> None:
    units = {
        "s1": men(SMG, "A1"), "s2": men(SMG, "A1"), "s3": men("su-smg-half", "A1"), "g1": men(RIFLE, "A2"),
    }  # fmt: skip
    game = assaulting(units, dice=[1, 99, 99, 1, 99, 1])
    game.choose("unit:g1")
    for each in ("s1", "s2", "s3"):
        game.choose(f"unit:{each}")
    assert (asked(game), offered(game)) == ("primary-attacker", ["unit:s1", "unit:s2"])
    game.choose("unit:s2")
    assert sum_of(game, 1)["squad"] == "+0"
    assert sum_of(game, 1)["more-half-squads"] == "+10"


@pytest.mark.rule("panzer:6.6.1.2.3/defender-higher")
def test_any_of_those_left_leads_when_the_first_is_lost() -> None:
    units = {
        "s1": men("su-smg-half", "A1"), "s2": men("su-section-weapon", "A1"), "s3": men(SMG, "A1", reduced=True),
        "g1": men(RIFLE, "A2"),
    }  # fmt: skip
    game = assaulting(units, dice=[1, 99, 1, 99, 1, 99])
    game.choose("unit:g1")
    for each in ("s1", "s2", "s3"):
        game.choose(f"unit:{each}")
    assert (asked(game), offered(game)) == ("primary-attacker", ["unit:s3", "unit:s2"])
    game.choose("unit:s2")
    assert "s2" in game.state.lost
    assert sum_of(game, 1)["section"] == "-30"


@pytest.mark.rule("panzer:6.6.1.2.3/attacker-higher")
def test_a_reduced_defender_is_not_suppressed_and_keeps_its_weapons() -> None:
    defender = men(RIFLE, "A2", attached=("de-hmg",))
    game = assaulting({"s1": men(SMG, "A1"), "g1": defender}, dice=[99, 1, 1, 99, 1, 99])
    game.choose("unit:g1")
    assert game.state.units["g1"].reduced
    assert game.state.units["g1"].suppressed == ""
    assert "s1" in game.state.lost
