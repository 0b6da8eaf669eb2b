"""Close assaults and hand-to-hand combat (6.6.1)."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from games.panzer.country import column, country
from games.panzer.firing import TITLE, Placed, placed, position, results, sum_of
from sandtable.games.panzer.assault.assault_step import AssaultStep
from sandtable.games.panzer.combat.weapons import weapons_of
from sandtable.games.panzer.movement.reach import course_of
from sandtable.games.panzer.scenarios import Side
from sandtable.games.panzer.sequence import GameTurn
from sandtable.games.panzer.staff.player import StaffPlayer
from sandtable.games.panzer.state import Command, Mission, State, Work
from sandtable.games.panzer.units import Game
from sandtable.kernel import Refusal, Resolved
from sandtable.kernel.dice import SeededDice
from sandtable.kernel.odds import odds
from sandtable.kernel.state import fork

STUG, SMG, RIFLE, HALF, PAK = "stug-iii-g", "su-smg", "de-rifle", "de-rifle-half", "pak-40"


def men(card: str, at: str, **more: object) -> Placed:
    """Men with a Move command that nobody has seen."""
    given = {"order": "move", "shown": False, **more}
    return placed(card, at, **given)  # type: ignore[arg-type]


def assaulting(units: dict[str, Placed], side: Side = "soviet", **more: object) -> Game:
    """The step of a side, with these units on a clear column unless there is a board."""
    return position(units, AssaultStep(side=side), step="close-combat", first=side, **more)  # type: ignore[arg-type]


def asked(game: Game) -> str:
    return game.decisions[0].prompt


def offered(game: Game) -> list[str]:
    return game.decisions[0].ids


def why(game: Game, option: str) -> tuple[str, str]:
    refusal = game.explain(option)
    assert isinstance(refusal, Refusal)
    return refusal.reason, refusal.rule


def shown(game: Game, option: str) -> dict[str, str]:
    return {line.label: line.value for line in game.preview(option).lines}


# The worked example: an SMG squad assaults a suppressed StuG III G


def stug_example(**more: object) -> Game:
    units = {
        "s1": men(SMG, "A1", grade="regulars"),
        "g1": men(STUG, "A2", suppressed="on"),
    }
    return assaulting(units, board=column("wu.").board, **more)


@pytest.mark.rule("panzer:6.6.1.1.1")
@pytest.mark.rule("panzer:6.6.1.1.2")
@pytest.mark.rule("panzer:6.6.1.1.2/moving-vehicle")
@pytest.mark.rule("panzer:6.6.1.1.2/suppressed-vehicle")
@pytest.mark.rule("panzer:6.6.1.1.2/c-vehicle")
@pytest.mark.rule("panzer:6.6.1.1.2/unit-grade")
@pytest.mark.rule("panzer:6.6.1.1.3/effective")
def test_an_smg_squad_damages_a_stug() -> None:
    game = stug_example(dice=[45, 99])
    game.choose("unit:g1")
    assert asked(game) == "claim"
    game.choose("do:reveal")
    found = sum_of(game)
    assert (found["close-assault-factor"], found["close-assault-defense"]) == ("8", "3")
    assert (found["no-effect-to"], found["suppressed-to"]) == ("31", "63")
    assert found["moving-vehicle"] == "-10"
    assert found["suppressed-vehicle"] == "+20"
    assert found["c-vehicle"] == "+20"
    assert found["unit-grade"] == "-10"
    assert found["net-modifier"] == "+20"
    assert found["final-roll"] == "65"
    assert results(game)[0] == "damaged"
    assert game.state.units["g1"].damaged
    assert game.state.units["s1"].spot == "move"


@pytest.mark.rule("panzer:6.6.1.1.2/moving-vehicle")
def test_a_vehicle_that_does_not_show_that_it_moves_has_no_help_of_it() -> None:
    game = stug_example(dice=[4])
    game.choose("unit:g1")
    game.choose("do:decline")
    assert sum_of(game)["net-modifier"] == "+30"
    assert not game.state.commands["g1"].known


@pytest.mark.rule("panzer:6.6.1.1.2/suppressed-vehicle")
def test_a_game_may_take_the_text_at_its_word_for_suppressed_vehicles() -> None:
    game = stug_example(switches=("6.6.1.1.2/suppressed-vehicle",))
    assert shown(game, "unit:g1")["net-modifier"] == "+20"
    assert shown(game, "unit:g1")["suppressed-vehicle-as-written"] == "+10"


@pytest.mark.rule("panzer:6.6.1.1.1")
def test_the_odds_of_a_close_assault_are_exact() -> None:
    found = odds(stug_example(), "unit:g1")
    assert found.exact
    chances = {outcome.results[0]: outcome.probability for outcome in found.outcomes}
    # 31 and 63 with +30: 1 has no effect, 2 to 33 suppress, then 35, 45 ... damage and 40, 50 ... hit the tracks
    assert chances["no-effect"] == pytest.approx(0.01)
    assert chances["suppressed"] == pytest.approx(0.32)


# The worked example: a German squad and half-squad against an SMG squad


def hand_to_hand_example(**more: object) -> Game:
    units = {
        "g1": men(RIFLE, "A1", grade="veteran"),
        "g2": men(HALF, "A1", grade="veteran"),
        "s1": men(SMG, "A2", grade="regulars", order="overwatch"),
    }
    return assaulting(units, "german", board=column("ww.").board, **more)


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


# Who may attack, and whom


@pytest.mark.rule("panzer:6.6.1.1")
@pytest.mark.rule("panzer:6.6.1.2")
@pytest.mark.parametrize(
    ("attacker", "reason"),
    [
        (men(RIFLE, "A1", suppressed="off"), ("refused.nobody-assaults", "6.6.1.1")),
        (men(RIFLE, "A1", order="short-halt"), ("refused.assault-needs-move", "6.6.1.1")),
        (men(RIFLE, "A1", order="overwatch"), ("refused.assault-needs-move", "6.6.1.1")),
        (men(PAK, "A1"), ("refused.nobody-assaults", "6.6.1.1")),
        (men("pz-iv-h", "A1"), ("refused.nobody-assaults", "6.6.1.1")),
    ],
)
def test_only_unsuppressed_men_on_foot_with_a_move_attack(attacker: Placed, reason: tuple[str, str]) -> None:
    units = {"g1": attacker, "g2": men(RIFLE, "A5"), "s1": men("t-34-76-m43", "A2"), "s2": men(SMG, "A4")}
    game = assaulting(units, "german")
    assert "unit:s1" not in offered(game)
    assert why(game, "unit:s1") == reason


@pytest.mark.rule("panzer:6.6.1.1")
@pytest.mark.parametrize("facing", range(6))
def test_men_attack_in_any_direction(facing: int) -> None:
    game = assaulting({"g1": men(RIFLE, "A1", facing=facing), "s1": men("t-34-76-m43", "A2")}, "german")
    assert "unit:s1" in offered(game)


@pytest.mark.rule("panzer:6.6.1.2")
def test_passengers_and_guns_in_tow_are_no_targets() -> None:
    units = {
        "g1": men(RIFLE, "A1"), "s1": men("zis-5", "A2"), "s2": men(SMG, "A2", carrier="s1"),
    }  # fmt: skip
    game = assaulting(units, "german")
    assert offered(game) == ["unit:s1", "do:done"]
    assert why(game, "unit:s2") == ("refused.passenger-is-not-assaulted", "6.6.1.2")


@pytest.mark.rule("panzer:6.6.1.1")
@pytest.mark.rule("panzer:6.6.1.2")
def test_a_target_must_have_been_spotted_by_somebody_of_the_side() -> None:
    units = {"g1": men(RIFLE, "A1"), "g2": men(RIFLE, "A9"), "s1": men(SMG, "A2")}
    assert offered(assaulting(units, "german", spotted={"g2": ("s1",)})) == ["unit:s1", "do:done"]
    unseen = assaulting({**units, "s2": men(SMG, "A2")}, "german", spotted={"g2": ("s2",)})
    assert why(unseen, "unit:s1") == ("refused.not-spotted", "6.6.1.1")


@pytest.mark.rule("panzer:6.6.1.1")
def test_a_game_may_have_everybody_spot_for_himself() -> None:
    units = {"g1": men(RIFLE, "A1"), "g2": men(RIFLE, "A3"), "s1": men(SMG, "A2")}
    game = assaulting(units, "german", spotted={"g2": ("s1",)}, switches=("6.6.1.1",), dice=[99, 1, 99, 1])
    game.choose("unit:s1")
    assert "g1" not in game.state.assaults
    assert "g2" in game.state.assaults


@pytest.mark.rule("panzer:6.6.1.1")
@pytest.mark.rule("panzer:6.6.1.1.2/uphill")
@pytest.mark.parametrize(
    ("heights", "expected"), [("00", "+0"), ("01", "-10"), ("10", "+0"), ("02", None), ("20", None)]
)
def test_one_level_uphill_is_harder_and_two_levels_are_too_much(heights: str, expected: str | None) -> None:
    units = {"g1": men(RIFLE, "A1"), "s1": men("t-34-76-m43", "A2"), "s2": men(SMG, "A3"), "g2": men(RIFLE, "A4")}
    board = column("....", heights + heights[-1] * 2).board
    game = assaulting(units, "german", board=board)
    if expected is None:
        assert why(game, "unit:s1") in (
            ("refused.nobody-assaults", "6.6.1.1"),
            ("refused.cannot-come-adjacent", "6.6.1.1/advancing-attack"),
        )
    else:
        assert shown(game, "unit:s1")["net-modifier"] == expected


@pytest.mark.rule("panzer:6.6.1.1.2b/uphill")
def test_hand_to_hand_combat_uphill_takes_10_from_the_attacker() -> None:
    game = assaulting({"g1": men(RIFLE, "A1"), "s1": men(SMG, "A2")}, "german", board=column("..", "01").board)
    assert shown(game, "unit:s1")["uphill"] == "-10"
    upstairs = {"g1": men(RIFLE, "A1", floor=1), "s1": men(SMG, "A2")}
    board = column("bb", storeys={"A1": 3, "A2": 3}).board
    assert "uphill" not in shown(assaulting(upstairs, "german", board=board), "unit:s1")


@pytest.mark.rule("panzer:6.1.4.2")
def test_men_in_full_cover_attack_and_defend_as_others_do() -> None:
    units = {
        "g1": men(RIFLE, "A1", full_cover=True),
        "s1": men(SMG, "A2", full_cover=True, order="no-command", shown=True),
    }
    found = shown(assaulting(units, "german"), "unit:s1")
    assert (found["attacker-modifier"], found["defender-modifier"]) == ("+0", "+0")


@pytest.mark.rule("panzer:4.2.1")
def test_a_side_is_asked_wherever_it_might_attack_as_far_as_others_can_tell() -> None:
    waiting = {"g1": men(RIFLE, "A1", order="overwatch"), "s1": men(SMG, "A2")}
    assert offered(assaulting(waiting, "german")) == ["do:done"]
    fired = {"g1": placed(RIFLE, "A1", order="fire"), "s1": men(SMG, "A2")}
    assert asked(assaulting(fired, "german")) == "rest"


# Advancing attacks


def advancing(terrain: str = "...", card: str = RIFLE, **more: object) -> Game:
    attached = more.pop("attached", ())
    units = {"g1": men(card, "A1", attached=attached), "s1": men("t-34-76-m43", "A3", order="overwatch")}
    return assaulting(units, "german", board=column(terrain).board, **more)


@pytest.mark.rule("panzer:6.6.1.1/advancing-attack")
@pytest.mark.rule("panzer:6.6.1.1.2/advancing")
def test_men_advance_a_hex_for_one_point_and_attack_with_less() -> None:
    game = advancing(dice=[50])
    assert shown(game, "unit:s1")["advancing"] == "-10"
    game.choose("unit:s1")
    game.choose("do:pass")
    game.choose("do:pass")
    assert game.state.units["g1"].at == "A2"
    assert game.state.assaults["g1"].spent == 1
    game.choose("do:decline")
    assert sum_of(game)["net-modifier"] == "-10"
    assert game.state.commands["g1"].moved


@pytest.mark.rule("panzer:6.6.1.1/advancing-attack")
def test_a_hex_that_costs_more_than_a_point_is_not_advanced_into() -> None:
    assert offered(advancing(".u.")) == ["unit:s1", "do:done"]
    assert asked(advancing(".w.")) == "rest"
    assert offered(advancing(".w.", switches=("6.6.1.1/advancing-attack",))) == ["unit:s1", "do:done"]
    assert asked(advancing(".~.", switches=("6.6.1.1/advancing-attack",))) == "rest"


@pytest.mark.rule("panzer:6.6.1.1/advancing-attack")
@pytest.mark.rule("panzer:6.6.1.2/advancing-attack")
def test_sections_with_attached_weapons_do_not_advance_but_squads_do() -> None:
    assert offered(advancing(attached=("de-hmg",))) == ["unit:s1", "do:done"]
    assert asked(advancing(card="de-section-weapon", attached=("de-hmg",))) == "rest"


@pytest.mark.rule("panzer:6.6.1.1/advancing-attack")
def test_nobody_advances_into_a_hex_with_an_enemy() -> None:
    units = {"g1": men(RIFLE, "A1"), "s1": men("t-34-76-m43", "A3"), "s2": men(SMG, "A2")}
    game = assaulting(units, "german")
    assert offered(game) == ["unit:s2", "do:done"]


@pytest.mark.rule("panzer:6.6.4.5")
@pytest.mark.rule("panzer:6.6.4.4")
@pytest.mark.parametrize(("card", "spent"), [("su-cavalry", 2), ("su-mc", 2), ("su-smg", 1)])
def test_cavalry_and_men_on_wheels_spend_half_their_movement(card: str, spent: int) -> None:
    units = {"s1": men(card, "A1"), "g1": men(PAK, "A3", order="no-command", shown=True)}
    game = assaulting(units)
    game.dice = position({}, dice=[90, 10]).dice
    game.choose("unit:g1")
    while asked(game) != "advance-after":
        game.choose("do:pass")
    assert game.state.assaults["s1"].spent == spent


@pytest.mark.rule("panzer:6.6.1.1/advancing-attack")
def test_men_pick_the_hex_that_they_advance_into() -> None:
    board = country("...\n...\n...").board
    units = {"g1": men(RIFLE, "A2"), "s1": men("t-34-76-m43", "C2", order="no-command", shown=True)}
    game = assaulting(units, "german", board=board, dice=[1])
    game.choose("unit:s1")
    assert asked(game) == "advance-to"
    assert len(offered(game)) == 2
    assert why(game, "hex:A1") == ("refused.cannot-advance-there", "6.6.1.1/advancing-attack")


@pytest.mark.rule("panzer:6.6.1.1/advancing-attack")
@pytest.mark.rule("panzer:6.6.1.2/advancing-attack")
def test_overwatch_fire_comes_before_an_advancing_attack_and_may_stop_it() -> None:
    units = {
        "g1": men(RIFLE, "A1"), "s1": men("t-34-76-m43", "A3", order="no-command", shown=True),
        "s2": men(SMG, "A4", order="overwatch"),
    }  # fmt: skip
    game = assaulting(units, "german", dice=[60, 99])
    game.choose("unit:s1")
    assert asked(game) == "overwatch"
    game.choose("do:pass")
    assert game.state.units["g1"].at == "A2"
    game.choose("unit:g1")
    while asked(game) not in ("rest", "assault-target"):
        game.choose(game.decisions[0].default or offered(game)[-1])
    assert game.state.units["g1"].suppressed == "on"
    assert "close-assault" not in [event.what for event in game.events if hasattr(event, "what")]
    assert not game.state.commands["g1"].moved, "it may still move with what it has left"


@pytest.mark.rule("panzer:6.6.1.1/advancing-attack")
def test_men_who_are_suppressed_as_they_set_out_stay_where_they_are() -> None:
    units = {"g1": men(RIFLE, "A1"), "s1": men(SMG, "A3", order="overwatch")}
    game = assaulting(units, "german", dice=[60])
    game.choose("unit:s1")
    game.choose("unit:g1")
    while asked(game) not in ("rest", "assault-target"):
        game.choose(game.decisions[0].default)
    assert (game.state.units["g1"].at, game.state.units["g1"].suppressed) == ("A1", "on")


@pytest.mark.rule("panzer:6.6.1.1/advancing-attack")
def test_men_who_are_adjacent_draw_no_overwatch_fire() -> None:
    units = {"g1": men(RIFLE, "A1"), "s1": men(SMG, "A2", order="overwatch")}
    game = assaulting(units, "german", dice=[99, 1, 99, 1])
    game.choose("unit:s1")
    assert asked(game) == "advance-after"


@pytest.mark.rule("panzer:6.6.6")
def test_men_who_advance_into_a_barrage_are_attacked_by_it() -> None:
    fire = Mission(side="soviet", sources=("s9",), bands=("P",), at="A2", hexes=("A2",), turn=1)
    units = {
        "g1": men(RIFLE, "A1"), "s1": men(SMG, "A3", order="no-command", shown=True),
        "s9": placed("su-section-weapon", "A9", attached=("su-bm41",)),
    }  # fmt: skip
    game = assaulting(units, "german", missions={"m": fire}, dice=[1, 99])
    game.choose("unit:s1")
    assert game.state.missions["m"].attacked == (("g1", "s9"),)


# Combining and declaring


@pytest.mark.rule("panzer:6.6.1.1/combining")
@pytest.mark.rule("panzer:6.6.1.1.2/plus-attacker")
def test_units_of_one_hex_combine_behind_the_first_that_is_picked() -> None:
    units = {
        "s1": men("su-section-weapon", "A1", attached=("su-hmg",)), "s2": men(SMG, "A1"),
        "s3": men("su-smg-half", "A1"), "g1": men("pz-iv-h", "A2", order="fire", shown=True),
    }  # fmt: skip
    game = assaulting(units, dice=[1])
    game.choose("unit:g1")
    assert offered(game) == ["unit:s2", "unit:s3", "unit:s1"], "the strongest first"
    assert why(game, "do:assault") == ("refused.nobody-picked", "6.6.1.1/combining")
    game.choose("unit:s3")
    assert why(game, "unit:s3") == ("refused.is-picked", "6.6.1.1/combining")
    assert shown(game, "unit:s2")["more-squads"] == "+20"
    game.choose("unit:s1")
    game.choose("do:assault")
    found = sum_of(game)
    assert found["close-assault-factor"] == "4"
    assert found["more-sections"] == "+5"
    assert found["net-modifier"] == "+5"
    assert "s2" not in game.state.assaults


@pytest.mark.rule("panzer:6.6.1.1/combining")
def test_units_of_several_hexes_attack_apart_in_the_order_that_their_owner_likes() -> None:
    units = {"s1": men(SMG, "A1"), "s2": men(SMG, "A3"), "g1": men("pz-iv-h", "A2", order="fire", shown=True)}
    game = assaulting(units, dice=[1, 1])
    game.choose("unit:g1")
    game.choose("unit:s1")
    game.choose("unit:s2")
    assert (asked(game), offered(game)) == ("next-assault", ["hex:A1", "hex:A3"])
    game.choose("hex:A3")
    assert results(game) == ["no-effect", "no-effect"]
    assert all(game.state.commands[each].moved for each in ("s1", "s2"))
    assert asked(game) == "rest"


@pytest.mark.rule("panzer:6.6.1.1/combining")
@pytest.mark.rule("panzer:6.6.1.2/combining")
def test_who_finds_the_target_gone_may_move_but_attacks_nobody_else() -> None:
    units = {
        "s1": men(SMG, "A1"), "s2": men(SMG, "A3"), "g1": men(PAK, "A2", order="fire", shown=True),
        "g2": men(RIFLE, "A4", order="fire", shown=True), "s3": men(SMG, "A5"),
    }  # fmt: skip
    game = assaulting(units, dice=[99, 1, 1, 99, 1, 99])
    game.choose("unit:g1")
    game.choose("unit:s1")
    game.choose("unit:s2")
    game.choose("hex:A1")
    game.choose("do:stay")
    assert results(game) == ["attacker-higher", "defender-eliminated"]
    assert (game.state.commands["s1"].moved, game.state.commands["s2"].moved) == (True, False)
    assert game.state.units["s2"].spot == "move"
    assert offered(game) == ["unit:g2", "do:done"]
    game.choose("unit:g2")
    assert "s2" not in [each for each, attack in game.state.assaults.items() if attack.target == "g2"]


@pytest.mark.rule("panzer:6.6.1.1/combining")
def test_who_has_advanced_for_nothing_moves_on_with_what_is_left() -> None:
    units = {"s1": men(SMG, "A3"), "s2": men(SMG, "A6"), "g1": men(PAK, "A4", order="fire", shown=True)}
    game = assaulting(units, dice=[99, 1])
    game.choose("unit:g1")
    game.choose("unit:s1")
    game.choose("unit:s2")
    game.choose("hex:A3")
    game.choose("do:stay")
    assert game.state.units["s2"].at == "A5"
    assert course_of(game, "s2").left.cross_country == 1
    assert not course_of(game, "s2").fresh
    assert course_of(game, "s1").left.cross_country == 2


@pytest.mark.rule("panzer:6.6.1.1/combining")
def test_a_target_is_not_attacked_again_once_attacks_on_it_are_resolved() -> None:
    units = {"s1": men(SMG, "A1"), "s2": men(SMG, "A3"), "g1": men("pz-iv-h", "A2"), "g2": men(RIFLE, "A2")}
    game = assaulting(units, dice=[1])
    game.choose("unit:g1")
    game.choose("unit:s1")
    game.choose("do:assault")
    game.choose("do:decline")
    assert offered(game) == ["unit:g2", "do:done"]
    assert why(game, "unit:g1") == ("refused.engaged", "6.6.1.1/combining")


@pytest.mark.rule("panzer:6.6.11")
def test_units_that_share_a_move_attack_one_and_the_same_target() -> None:
    units = {
        "s1": men(SMG, "A1"), "s2": men(SMG, "A3"), "s3": men(SMG, "A3"), "g1": men(PAK, "A2", order="fire"),
        "g2": men(PAK, "A4", order="fire"),
    }  # fmt: skip
    shared = Command("move", group="s-1")
    commands = dict.fromkeys(("s1", "s2"), shared) | {each: Command("fire", shown=True) for each in ("g1", "g2")}
    game = assaulting(units, commands={**commands, "s3": Command("move")}, dice=[99, 1, 99, 1])
    game.choose("unit:g1")
    game.choose("unit:s1")
    game.choose("do:assault")
    game.choose("do:stay")
    assert offered(game) == ["unit:g2", "do:done"]
    game.choose("unit:g2")
    assert set(game.state.assaults) == {"s1", "s3"}


@pytest.mark.rule("panzer:6.6.11")
def test_one_who_shares_a_move_with_an_attacker_is_told_why_it_is_bound() -> None:
    units = {
        "s1": men(SMG, "A1"), "s2": men(SMG, "A3"), "g1": men(PAK, "A2", order="fire"),
        "g2": men(PAK, "A4", order="fire"),
    }  # fmt: skip
    commands = {each: Command("move", group="s-1") for each in ("s1", "s2")}
    commands |= {each: Command("fire", shown=True) for each in ("g1", "g2")}
    game = assaulting(units, commands=commands, dice=[1, 99, 1, 99])
    game.choose("unit:g1")
    game.choose("unit:s1")
    game.choose("do:assault")
    assert "s1" in game.state.lost
    assert offered(game) == ["do:done"]
    assert why(game, "unit:g2") == ("refused.shares-a-move", "6.6.11")


def sharing(units: dict[str, Placed], *members: str, **more: object) -> Game:
    """A game in which some units share one Move command."""
    commands = {unit_id: Command(each.order, shown=each.shown) for unit_id, each in units.items()}
    commands |= {each: Command("move", group="s-1") for each in members}
    return assaulting(units, commands=commands, **more)


@pytest.mark.rule("panzer:6.6.11")
def test_nobody_advances_out_of_the_command_range_of_those_who_share_its_move() -> None:
    units = {
        "s1": men(SMG, "A3", grade="green"), "s2": men(SMG, "A3", grade="green", suppressed="on"),
        "s3": men(SMG, "A9"), "g1": men(PAK, "A5", order="fire", shown=True),
    }  # fmt: skip
    spread = {**units, "s2": men("su-section-weapon", "A1", grade="green", suppressed="on")}
    assert "unit:g1" in offered(assaulting(spread))
    assert why(sharing(spread, "s1", "s2"), "unit:g1") == ("refused.advance-out-of-command", "6.6.11")
    assert "unit:g1" in offered(sharing(units, "s1", "s2"))


@pytest.mark.rule("panzer:6.6.11")
def test_one_who_does_not_fight_may_share_the_move_of_those_who_do() -> None:
    units = {
        "s1": men(SMG, "A1"), "s2": men(SMG, "A1"), "s3": men(SMG, "A1"), "s4": men("t-34-76-m43", "A1"),
        "g1": men(PAK, "A2", order="fire", shown=True),
    }  # fmt: skip
    game = sharing(units, "s1", "s2", "s3", "s4", dice=[99, 1])
    game.choose("unit:g1")
    game.choose("unit:s1")
    game.choose("unit:s2")
    game.choose("do:assault")
    assert set(game.state.assaults) == {"s1", "s2"}
    assert not game.state.commands["s3"].moved


# The modifiers of a close assault


def net(target: Placed, *more: Placed, board: str = "...", attacker: Placed | None = None) -> int:
    units = {"s1": attacker or men(SMG, "A1"), "g1": target, **{f"g{i}": each for i, each in enumerate(more, 2)}}
    game = assaulting(units, board=column(board).board)
    return int(shown(game, "unit:g1")["net-modifier"])


@pytest.mark.rule("panzer:6.6.1.1.2/p-type")
@pytest.mark.rule("panzer:6.6.1.1.2/s-type")
@pytest.mark.parametrize(("card", "expected"), [("pz-iv-h", 0), ("spw-251-1", 20), ("opel-blitz", 30)])
def test_the_type_of_the_vehicle_counts(card: str, expected: int) -> None:
    units = {"s1": men(SMG, "A1"), "g1": men(card, "A2")}
    found = shown(assaulting(units), "unit:g1")
    assert int(found.get("p-type", 0)) + int(found.get("s-type", 0)) == expected


@pytest.mark.rule("panzer:6.6.1.1.2/flamethrower")
@pytest.mark.rule("panzer:5.1.3.5")
def test_a_flamethrower_helps_once_whoever_has_it() -> None:
    flame = men("su-engineer", "A1", attached=("su-flame",))
    assert net(men("pz-iv-h", "A2"), attacker=flame) == 20
    units = {"s1": men(SMG, "A1"), "s2": flame, "s3": flame, "g1": men("pz-iv-h", "A2")}
    game = assaulting(units)
    game.choose("unit:g1")
    game.choose("unit:s1")
    game.choose("unit:s2")
    assert shown(game, "unit:s3")["net-modifier"] == "+60"


@pytest.mark.rule("panzer:5.1.3.5")
def test_a_flamethrower_of_men_fires_nothing() -> None:
    units = {"s1": men("su-engineer", "A1", attached=("su-flame",)), "s2": men("su-engineer", "A1")}
    game = position(units)
    assert weapons_of(game, "s1") == weapons_of(game, "s2")
    flamer = position({"g1": placed("pz-iii-flamm", "A1")})
    assert [weapon.loads for weapon in weapons_of(flamer, "g1")] == [("GP",)]


@pytest.mark.rule("panzer:5.1.3")
def test_bottles_and_grenades_add_what_their_card_says() -> None:
    assert net(men("pz-iv-h", "A2"), attacker=men("su-rifle", "A1", attached=("su-molotov",))) == 5


@pytest.mark.rule("panzer:6.6.1.1.2/unsupported")
@pytest.mark.parametrize(
    ("board", "others", "expected"),
    [
        (".w.", [], 30),
        (".b.", [], 30),
        ("..w", [], 0),
        (".w.", [men(RIFLE, "A2")], 0),
        (".w.", [men(RIFLE, "A2", suppressed="on")], 0),
        (".w.", [men(RIFLE, "A2", reduced=True)], 0),
        (".w.", [men("de-section-weapon", "A2")], 30),
        (".w.", [men(PAK, "A2")], 30),
        (".w.", [men(RIFLE, "A3")], 30),
        (".w.", [men(RIFLE, "A2", carrier="g1")], 0),
        (".w.", [men("pz-iv-h", "A2"), men(RIFLE, "A2", carrier="g2")], 30),
    ],
)
def test_vehicles_in_close_terrain_need_infantry(board: str, others: list[Placed], expected: int) -> None:
    assert net(men("pz-iv-h", "A2"), *others, board=board) == expected


@pytest.mark.rule("panzer:6.6.1.1.2/unsupported")
def test_rubble_calls_for_infantry_as_the_building_did() -> None:
    units = {"s1": men(SMG, "A1"), "g1": men("pz-iv-h", "A2")}
    game = assaulting(units, works={"r": Work(at="A2", kind="rubble", was="building-brick")})
    assert shown(game, "unit:g1")["unsupported"] == "+30"


@pytest.mark.rule("panzer:6.6.1.1.2/unsupported")
def test_a_squad_supports_two_vehicles_and_a_half_squad_one() -> None:
    def second_and_third(card: str) -> list[bool]:
        units = {
            "s1": men(SMG, "A1"), "s2": men(SMG, "A1"), "s3": men(SMG, "A1"), "g1": men("pz-iv-h", "A2"),
            "g2": men("pz-iv-h", "A2"), "g3": men("pz-iv-h", "A2"), "g4": men(card, "A2"),
        }  # fmt: skip
        game = assaulting(units, board=column(".w.").board, dice=[1, 1])
        found = []
        for attacker, target in (("s1", "g1"), ("s2", "g2")):
            game.choose(f"unit:{target}")
            game.choose(f"unit:{attacker}")
            game.choose("do:assault")
            game.choose("do:decline")
            following = {"g1": "g2", "g2": "g3"}[target]
            found.append("unsupported" in shown(game, f"unit:{following}"))
        return found

    assert second_and_third(RIFLE) == [False, True]
    assert second_and_third(HALF) == [True, True]


# What comes of a close assault


def attack(die: list[int], target: Placed, attacker: Placed | None = None, **others: Placed) -> Game:
    units = {"s1": attacker or men(SMG, "A1"), "g1": target, **others}
    game = assaulting(units, dice=die)
    game.choose("unit:g1")
    return game


PANZER = men("pz-iv-h", "A2", order="fire", shown=True)


@pytest.mark.rule("panzer:6.6.1.1.3/effective")
@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ([31], "no-effect"),
        ([32], "suppressed"),
        ([63], "suppressed"),
        ([64, 5], "knocked-out"),
        ([64, 4], "brewed-up"),
        ([65, 99], "damaged"),
        ([70, 99], "track-hit"),
        ([100, 99], "track-hit"),
    ],
)
def test_an_effective_assault_on_any_type_goes_by_the_last_digit(dice: list[int], expected: str) -> None:
    assert results(attack(dice, PANZER))[0] == expected


@pytest.mark.rule("panzer:6.6.1.1.1")
def test_a_defense_above_5_counts_as_5_and_the_size_gives_the_factor() -> None:
    tiger = men("pz-vi-e", "A2")
    for card, factor in ((SMG, "8"), ("su-smg-half", "4"), ("su-section-weapon", "2")):
        game = assaulting({"s1": men(card, "A1"), "g1": tiger})
        found = shown(game, "unit:g1")
        assert (found["close-assault-factor"], found["close-assault-defense"]) == (factor, "5")
    reduced = assaulting({"s1": men(SMG, "A1", reduced=True), "g1": tiger})
    assert shown(reduced, "unit:g1")["close-assault-factor"] == "4"


@pytest.mark.rule("panzer:6.6.1.1.3/effective")
@pytest.mark.parametrize(("card", "most"), [("su-smg-half", 2), ("su-section-weapon", 1)])
def test_smaller_units_set_fewer_vehicles_on_fire(card: str, most: int) -> None:
    truck = men("opel-blitz", "A2", order="fire", shown=True)
    assert results(attack([79, most], truck, men(card, "A1")))[0] == "brewed-up"
    assert results(attack([79, most + 1], truck, men(card, "A1")))[0] == "knocked-out"


@pytest.mark.rule("panzer:6.6.1.1.3/effective")
@pytest.mark.rule("panzer:5.1.3.5")
def test_a_flamethrower_burns_what_it_destroys() -> None:
    flame = men("su-engineer", "A1", attached=("su-flame",))
    assert results(attack([64], PANZER, flame))[0] == "brewed-up"
    assert results(attack([65, 99], PANZER, flame))[0] == "damaged"


@pytest.mark.rule("panzer:6.6.1.1.3/effective")
def test_a_second_damage_destroys_and_a_second_track_hit_does_nothing() -> None:
    assert results(attack([65], replace(PANZER, unit=replace(PANZER.unit, damaged=True))))[0] == "knocked-out"
    assert results(attack([70], replace(PANZER, unit=replace(PANZER.unit, tracks=True))))[0] == "track-hit-again"


@pytest.mark.rule("panzer:6.6.1.1.3/effective")
def test_hull_down_does_not_save_the_tracks_from_men_beside_it() -> None:
    dug_in = replace(PANZER, unit=replace(PANZER.unit, hull_down="full"))
    assert results(attack([70, 99], dug_in))[0] == "track-hit"


@pytest.mark.rule("panzer:6.6.1.1.3/suppressed")
def test_a_suppression_turns_off_to_on() -> None:
    shaken = replace(PANZER, unit=replace(PANZER.unit, suppressed="off"))
    game = attack([20], shaken)
    assert results(game)[0] == "suppressed"
    assert game.state.units["g1"].suppressed == "on"


@pytest.mark.rule("panzer:6.6.1.1.3")
def test_a_vehicle_that_survives_keeps_its_command_face_down() -> None:
    game = attack([40], men("pz-iv-h", "A2", order="overwatch"))
    game.choose("do:decline")
    assert game.state.commands["g1"] == Command("overwatch")
    assert game.state.units["g1"].under_fire


@pytest.mark.rule("panzer:6.6.1.1.3/effective")
def test_a_brew_up_suppresses_its_friends_in_the_hex() -> None:
    game = attack([64, 1], PANZER, g2=men("pz-iv-h", "A2"), g3=men(RIFLE, "A3"))
    assert (game.state.units["g2"].suppressed, game.state.units["g3"].suppressed) == ("on", "")
    assert game.state.wrecks["A2"].burning


@pytest.mark.rule("panzer:6.6.1.1.3/effective")
@pytest.mark.rule("panzer:6.5.4.5")
def test_passengers_of_a_vehicle_that_is_destroyed_may_escape_and_then_hold_the_hex() -> None:
    game = attack([64, 5, 99], PANZER, g2=men(RIFLE, "A2", carrier="g1"))
    assert asked(game) == "bailed-facing"
    game.choose("face:N")
    assert game.state.units["g2"].carrier == ""
    assert asked(game) != "advance-after"


@pytest.mark.rule("panzer:6.6.1.1.3/effective")
def test_attackers_advance_into_a_hex_without_enemies_and_draw_no_fire() -> None:
    watcher = men("pz-iv-h", "A5", order="overwatch")
    game = attack([64, 5], PANZER, g2=watcher)
    assert (asked(game), offered(game)) == ("advance-after", ["unit:s1", "do:stay"])
    game.choose("unit:s1")
    assert (game.state.units["s1"].at, asked(game)) == ("A2", "rest")


@pytest.mark.rule("panzer:6.6.1.1.3/effective")
def test_attackers_stay_where_another_enemy_is_left_in_the_hex() -> None:
    game = attack([64, 5], PANZER, g2=placed(RIFLE, "A2"))
    assert asked(game) == "assault-target" or asked(game) == "rest"
    assert game.state.units["s1"].at == "A1"


@pytest.mark.rule("panzer:6.6.1.1.3/effective")
def test_nobody_advances_after_a_crew_that_has_only_left() -> None:
    game = attack([65, 1], PANZER)
    assert game.state.lost["g1"].how == "abandoned"
    assert asked(game) == "rest"


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


# The sequence


@pytest.mark.rule("panzer:6.6.1")
@pytest.mark.rule("panzer:6.6")
def test_the_first_player_assaults_and_then_the_second_before_anybody_moves() -> None:
    units = {"s1": men(SMG, "A1"), "g1": men(RIFLE, "A2")}
    game = position(units, GameTurn(step="close_combat"), first="german", turn=1)
    assert (asked(game), game.decisions[0].side, game.state.step) == ("assault-target", "german", "close-combat")
    game.choose("do:done")
    assert (asked(game), game.decisions[0].side) == ("assault-target", "soviet")
    game.choose("do:done")
    assert game.state.step == "second-player-moves"


@pytest.mark.rule("panzer:4.2.1")
def test_the_other_side_does_not_see_who_is_being_picked() -> None:
    units = {"s1": men(SMG, "A1"), "s2": men(SMG, "A1"), "g1": men(PAK, "A2")}
    game = assaulting(units)
    before = TITLE.codec.encode(as_seen(game, "german"))
    game.choose("unit:g1")
    game.choose("unit:s1")
    assert TITLE.codec.encode(as_seen(game, "german")) == before


def as_seen(game: Game, side: str) -> State:
    """The state that a side is shown, without what lies below the step."""
    state = fork(game.state)
    TITLE.mask(state, game.content, side)
    state.stack = state.stack[1:]
    return state


# Words, saving and chance


def melee() -> Game:
    """Men, guns and vehicles of both sides close together."""
    board = country("..wb\n.u..\n..w.\n....", "0011\n0001\n0000\n0000").board
    units = {
        "s1": men(SMG, "B2"), "s2": men("su-engineer", "B2", attached=("su-flame",), grade="veteran"),
        "s3": men("su-section-weapon", "B2", attached=("su-hmg",)),
        "s4": men("su-rifle", "A2", attached=("su-molotov",)),
        "s5": men("su-cavalry", "B4"), "s6": men("su-smg-half", "B4", grade="green"),
        "g1": men("pz-iv-h", "C2"), "g2": men(RIFLE, "C2", order="overwatch", grade="elite"),
        "g8": men(RIFLE, "A1", grade="elite"),
        "g3": men("opel-blitz", "C1", suppressed="on"), "g4": men(HALF, "C1", carrier="g3"),
        "g5": men(PAK, "B1", suppressed="off"), "g6": men("spw-251-1", "C3", order="no-command"),
        "g7": men("de-section-weapon", "D3", order="overwatch"),
    }  # fmt: skip
    return assaulting(units, board=board)


@pytest.mark.rule("panzer:6.6.1")
def test_whatever_is_asked_and_told_has_words_and_can_be_saved() -> None:
    prompts: set[str] = set()
    for seed in range(20):
        chance, game = random.Random(seed), melee()
        game.dice, game.state.seed = SeededDice(), seed
        while asked(game) != "rest":
            decision = game.decisions[0]
            prompts.add(decision.prompt)
            choice = chance.choice([each for each in decision.ids if each != "do:done"] or decision.ids)
            state = fork(game.state)
            state.stack = state.stack[1:]
            assert TITLE.codec.decode(TITLE.codec.encode(state)) == state
            lines = game.preview(choice).lines
            refusals = [refusal for name in ("g4", "s5", "s3") if (refusal := game.explain(f"unit:{name}")) is not None]
            for words in (game.texts(lang) for lang in ("en", "ja")):
                words.prompt(decision)
                told = [words.option(option) for option in decision.options] + [words.line(line) for line in lines]
                told += [words.phrase(f"assumed.{decision.prompt}")] if decision.default else []
                told += [words.phrase(each.reason, each.args) for each in refusals if each.says_why and not each.asked]
                assert all(told)
                assert words.missing == set()
            game.choose(choice)
        for lang in ("en", "ja"):
            words = game.texts(lang)
            for event in game.events:
                words.event(event)
                for line in event.lines if isinstance(event, Resolved) else ():
                    words.line(line)
            assert words.missing == set()
    assert prompts >= {"assault-target", "attackers", "next-assault", "claim", "primary-attacker", "advance-after"}


# The staff


def staff_answers(game: Game) -> str:
    return StaffPlayer(1).answer(game, game.decisions[0])


@pytest.mark.rule("panzer:6.6.1")
def test_a_staff_assaults_vehicles_and_begins_a_melee_only_with_good_odds() -> None:
    tank = {"s1": men(SMG, "A1"), "g1": men("pz-iv-h", "A2"), "g2": men(RIFLE, "A2", grade="elite")}
    assert staff_answers(assaulting(tank)) == "unit:g1"
    even = {"s1": men(SMG, "A1"), "g1": men(RIFLE, "A2")}
    assert staff_answers(assaulting(even)) == "do:done"
    strong = {**even, "s2": men(SMG, "A1"), "s3": men("su-smg-half", "A1")}
    game = assaulting(strong, dice=[99, 1, 99, 1])
    assert staff_answers(game) == "unit:g1"
    while asked(game) in ("assault-target", "attackers"):
        game.choose(staff_answers(game))
    assert set(game.state.assaults) == {"s1", "s2", "s3"}
