"""Dice: reproducible, even, and listed exactly."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from sandtable.kernel.dice import (
    ExploringDice,
    ScriptedDice,
    SeededDice,
    apart,
    contest_of,
    distribution,
    outcomes,
    parse,
    total_of,
)
from sandtable.kernel.errors import BrokenTitle, DiceExhausted


@pytest.mark.parametrize(("text", "meaning"), [("d6", (1, 6)), ("2d6", (2, 6)), ("d100", (1, 100))])
def test_a_roll_is_written_as_players_write_it(text: str, meaning: tuple[int, int]) -> None:
    assert parse(text) == meaning


@pytest.mark.parametrize("text", ["", "6", "d", "2d", "d0", "1d6+1", "xd6"])
def test_anything_else_is_no_roll(text: str) -> None:
    with pytest.raises(BrokenTitle, match="is not a roll"):
        parse(text)


def test_a_seed_and_a_count_settle_the_faces() -> None:
    first = [SeededDice().faces(7, count, "2d6", None) for count in range(50)]
    again = [SeededDice().faces(7, count, "2d6", None) for count in reversed(range(50))]
    other = [SeededDice().faces(8, count, "2d6", None) for count in range(50)]
    assert first == again[::-1]
    assert first != other


def test_bands_do_not_change_how_seeded_dice_fall() -> None:
    assert SeededDice().faces(7, 0, "2d6", None) == SeededDice().faces(7, 0, "2d6", (5, 9))


@pytest.mark.parametrize("sides", [2, 6, 10, 100])
def test_faces_are_even(sides: int) -> None:
    rolls = 200 * sides
    counts = Counter(SeededDice().faces(3, count, f"d{sides}", None)[0] for count in range(rolls))
    assert set(counts) == set(range(1, sides + 1))
    chi_square = sum((counts[face] - 200) ** 2 / 200 for face in range(1, sides + 1))
    freedom = sides - 1
    assert chi_square < freedom + 4 * (2 * freedom) ** 0.5 + 6


def test_many_dice_of_one_roll_are_independent() -> None:
    faces = SeededDice().faces(1, 0, "600d6", None)
    assert len(faces) == 600
    assert all(60 < faces.count(face) < 140 for face in range(1, 7))


def test_draws_are_even() -> None:
    counts = Counter(SeededDice().pick(5, count, ("a", "b", "b")) for count in range(3000))
    assert 900 < counts["a"] < 1100


def test_two_dice_are_distributed_as_everybody_knows() -> None:
    chances = {total: probability for total, (_, probability) in distribution("2d6").items()}
    assert chances[7] == Fraction(6, 36)
    assert chances[2] == chances[12] == Fraction(1, 36)
    assert sum(chances.values()) == 1


def test_a_roll_with_millions_of_results_is_refused() -> None:
    with pytest.raises(BrokenTitle, match="roll fewer dice"):
        distribution("9d6")


def test_without_bands_every_total_is_an_outcome() -> None:
    assert len(outcomes("2d6", None)) == 11


def test_bands_put_totals_together() -> None:
    low, high = outcomes("2d6", (9,))
    assert sum(low[0]) < 9 <= sum(high[0])
    assert (low[1], high[1]) == (Fraction(26, 36), Fraction(10, 36))


def test_a_band_beyond_the_dice_is_no_outcome() -> None:
    assert [chance for _, chance in outcomes("d6", (1, 7))] == [Fraction(1)]


def test_a_script_says_how_the_dice_fall() -> None:
    dice = ScriptedDice([3, 4, "ace"])
    assert dice.faces(0, 0, "2d6", None) == (3, 4)
    assert dice.pick(0, 1, ("ace", "king")) == "ace"
    with pytest.raises(DiceExhausted, match="script of 3 dice is used up"):
        dice.faces(0, 2, "d6", None)


def test_a_script_must_fit_the_dice() -> None:
    with pytest.raises(ValueError, match="says 7 where d6"):
        ScriptedDice([7]).faces(0, 0, "d6", None)
    with pytest.raises(ValueError, match="not among ace, king"):
        ScriptedDice(["queen"]).pick(0, 0, ("ace", "king"))


def test_exploring_dice_branch_on_bands_and_on_distinct_things() -> None:
    dice = ExploringDice()
    dice.faces(0, 0, "d100", (51,))
    dice.pick(0, 1, ("a", "b", "b"))
    assert dice.widths == [2, 2]
    assert dice.probability == Fraction(1, 2) * Fraction(1, 3)
    assert dice.alternatives() == [(1,), (0, 1)]


def test_a_forked_script_goes_on_by_itself() -> None:
    script = ScriptedDice([1, 2, 3])
    script.faces(0, 0, "d6", None)
    forked = script.fork()
    assert [forked.faces(0, 0, "d6", None), forked.faces(0, 0, "d6", None)] == [(2,), (3,)]
    assert script.faces(0, 0, "d6", None) == (2,)


def test_totals_that_lie_apart_may_come_to_the_same() -> None:
    odd_or_even = ("odd", "even") * 3
    assert outcomes("d6", odd_or_even) == (((1,), Fraction(1, 2)), ((2,), Fraction(1, 2)))
    sums = tuple("seven" if total == 7 else "other" for total in range(2, 13))
    assert [chance for _, chance in outcomes("2d6", sums)] == [Fraction(5, 6), Fraction(1, 6)]


# Contests: one die against another, rolled again while they tie


def test_a_contest_is_never_a_tie() -> None:
    dice = contest_of("d4", 1)
    rolls = [SeededDice().faces(3, count, dice, None) for count in range(500)]
    assert all(first - second != 1 for first, second in rolls)
    assert {total_of(dice, faces) for faces in rolls} == {-3, -2, -1, 0, 2, 3}


def test_the_chances_of_a_contest_leave_out_the_ties() -> None:
    lost, won = outcomes(contest_of("d6", 0), (1,))
    assert (lost[1], won[1]) == (Fraction(1, 2), Fraction(1, 2))
    lost, won = outcomes(contest_of("d6", 4), (5,))
    assert (lost[1], won[1]) == (Fraction(33, 34), Fraction(1, 34))


def test_a_lead_that_cannot_be_made_up_settles_a_contest() -> None:
    assert [chance for _, chance in outcomes(contest_of("d6", 6), (7,))] == [1]


def test_scripted_dice_are_taken_again_after_a_tie() -> None:
    assert ScriptedDice([3, 2, 5, 1]).faces(0, 0, contest_of("d6", 1), None) == (5, 1)


def test_dice_that_are_told_apart_have_every_result_as_one_of_its_own() -> None:
    assert len(outcomes(apart("2d6"), None)) == 36
    assert {faces for faces, _ in outcomes(apart("2d6"), None)} == {(a, b) for a in range(1, 7) for b in range(1, 7)}


def test_results_of_dice_that_are_told_apart_may_come_to_the_same() -> None:
    doubles = ["doubles" if a == b else "mixed" for a in range(1, 7) for b in range(1, 7)]
    found = outcomes(apart("2d6"), tuple(doubles))
    assert sorted((faces[0] == faces[1], chance) for faces, chance in found) == [
        (False, Fraction(5, 6)),
        (True, Fraction(1, 6)),
    ]


def test_dice_that_are_told_apart_fall_as_they_do_together() -> None:
    assert SeededDice().faces(5, 3, apart("2d6"), None) == SeededDice().faces(5, 3, "2d6", None)
