"""Chapter 6.6.1: who may assault whom, the sequence, words, and the staff."""

from __future__ import annotations

import random

import pytest

from games.panzer.assaulting import (
    HALF,
    PAK,
    RIFLE,
    SMG,
    as_seen,
    asked,
    assaulting,
    men,
    offered,
    shown,
    why,
)
from games.panzer.country import column, country
from games.panzer.firing import TITLE, Placed, placed, position
from sandtable.games.panzer.sequence import GameTurn
from sandtable.games.panzer.staff.player import StaffPlayer
from sandtable.games.panzer.units import Game
from sandtable.kernel import Resolved
from sandtable.kernel.dice import SeededDice
from sandtable.kernel.state import fork

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
