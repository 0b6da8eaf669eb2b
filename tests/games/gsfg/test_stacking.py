"""Chapter 7: stacking."""

from __future__ import annotations

import random

import pytest

from games.gsfg.flights import is_over, refused, run
from games.gsfg.positions import TITLE, choose, ids, quiet
from sandtable.games.gsfg.movement.movement_phase import MovementPhase
from sandtable.games.gsfg.sequence import PlayerTurn
from sandtable.games.gsfg.stacking import RemoveExcess, check_stacks, cures, excess, size, stacking_fault
from sandtable.games.gsfg.state import NATO, SOVIET
from sandtable.games.gsfg.units import Game, is_multinational, occupy

OPEN, NEXT = "2530", "2531"
TANKS = ("su-10g-tk", "su-12g-tk", "su-47g-tk")
GUNS = ("su-34g-art", "su-51g-art")
GUARDS = ("su-27g-mr", "su-39g-mr")
EAST_GERMANS = ("gdr-1-mr", "gdr-11-mr")
SETUP = "3221"


def fault(units: list[str], joining: str, turn: int = 5) -> str:
    """What is wrong with a unit that joins others, or nothing."""
    game = quiet(dict.fromkeys(units, OPEN), turn=turn)
    found = stacking_fault(game, [joining], OPEN)
    return f"{found.reason} {found.rule}" if found else ""


@pytest.mark.rule("gsfg:7.1")
def test_two_divisions_may_share_a_hex() -> None:
    assert fault([TANKS[0]], TANKS[1]) == ""


@pytest.mark.rule("gsfg:7.1")
def test_three_divisions_may_not() -> None:
    assert fault([*TANKS[:2]], TANKS[2]) == "refused.over-stacked 7.1"


@pytest.mark.rule("gsfg:7.1")
@pytest.mark.rule("gsfg:7.3")
def test_a_division_and_two_brigades_fill_a_hex() -> None:
    assert (fault(["us-3-arm", "us-4-2"], "us-3-1"), fault(["us-3-arm", "us-4-2", "us-3-1"], "us-4-4")) == (
        "",
        "refused.over-stacked 7.1",
    )


@pytest.mark.rule("gsfg:7.1")
def test_a_reduced_division_counts_as_a_division() -> None:
    game = quiet(dict.fromkeys(TANKS[:2], OPEN), steps=dict.fromkeys(TANKS, 1))
    assert stacking_fault(game, [TANKS[2]], OPEN) is not None


@pytest.mark.rule("gsfg:7.1")
def test_two_soviet_artillery_units_never_share_a_hex() -> None:
    assert fault([GUNS[0]], GUNS[1]) == "refused.two-artillery 7.1"


@pytest.mark.rule("gsfg:7.1")
def test_air_mobile_units_count_too() -> None:
    assert fault(["us-3-arm", "us-8-mech"], "us-6-am") == "refused.over-stacked 7.1"


@pytest.mark.rule("gsfg:7.1")
def test_nato_may_stack_several_nationalities() -> None:
    assert fault(["us-3-arm"], "frg-5") == ""


@pytest.mark.rule("gsfg:7.3")
@pytest.mark.parametrize(
    ("unit_id", "halves"),
    [("us-3-arm", 2), ("us-4-2", 1), ("us-11-cv", 1), ("us-2-arm-2x", 2), ("frg-t-i-1", 0), ("nl-t", 0)],
)
def test_stacking_values_in_half_divisions(unit_id: str, halves: int) -> None:
    assert size(quiet({}), unit_id) == halves


@pytest.mark.rule("gsfg:7.3")
def test_territorials_take_no_room() -> None:
    assert fault(["us-3-arm", "us-8-mech"], "frg-t-i-1") == ""


@pytest.mark.rule("gsfg:7.4")
def test_markers_take_no_room() -> None:
    game = quiet({TANKS[0]: OPEN})
    game.state.interdiction[OPEN] = 1
    game.state.aerial_supply = OPEN
    assert stacking_fault(game, [TANKS[1]], OPEN) is None


@pytest.mark.rule("gsfg:7.5")
def test_two_east_german_units_never_share_a_hex() -> None:
    assert fault([EAST_GERMANS[0]], EAST_GERMANS[1]) == "refused.two-east-germans 7.5"


@pytest.mark.rule("gsfg:7.5")
def test_an_east_german_unit_may_stack_with_soviet_ones() -> None:
    assert fault([TANKS[0]], EAST_GERMANS[0], turn=1) == ""


@pytest.mark.rule("gsfg:7.5")
@pytest.mark.rule("gsfg:5.4/2")
@pytest.mark.parametrize("other", [TANKS[0], EAST_GERMANS[0]])
def test_the_8th_guards_army_keeps_apart_for_three_turns(other: str) -> None:
    assert fault([other], GUARDS[0], turn=3) == "refused.8ga-apart 5.4/2"


@pytest.mark.rule("gsfg:5.4/2")
def test_others_keep_apart_from_the_8th_guards_army() -> None:
    assert fault([GUARDS[0]], TANKS[0], turn=1) == "refused.8ga-apart 5.4/2"


@pytest.mark.rule("gsfg:5.4/2")
def test_units_of_the_8th_guards_army_stack_with_each_other() -> None:
    assert fault([GUARDS[0]], GUARDS[1], turn=1) == ""


@pytest.mark.rule("gsfg:7.5")
@pytest.mark.rule("gsfg:5.4")
def test_after_three_turns_anyone_may_stack_with_the_8th_guards_army() -> None:
    assert fault([GUARDS[0]], EAST_GERMANS[0], turn=4) == ""


def set_up_together() -> Game:
    """An 8th Guards Army division and the East Germans who were set up with it."""
    game = quiet({GUARDS[0]: SETUP, "gdr-4-mr": SETUP, GUARDS[1]: "3220"}, turn=1)
    game.state.side_by_side = {GUARDS[0]: SETUP, "gdr-4-mr": SETUP, GUARDS[1]: "3220"}
    return game


@pytest.mark.rule("gsfg:5.4/2")
@pytest.mark.rule("gsfg:3.2")
def test_a_stack_set_up_with_east_germans_may_stay() -> None:
    assert stacking_fault(set_up_together(), [GUARDS[0]], SETUP) is None


@pytest.mark.rule("gsfg:5.4/2")
def test_nobody_joins_a_stack_that_was_set_up_with_east_germans() -> None:
    game = set_up_together()
    found = stacking_fault(game, [GUARDS[1]], SETUP)
    assert (excess(game, SETUP), found is not None) == (False, True)


@pytest.mark.rule("gsfg:5.4/2")
def test_once_parted_they_may_not_stack_again() -> None:
    game = set_up_together()
    occupy(game, "gdr-4-mr", "3222")
    found = stacking_fault(game, ["gdr-4-mr"], SETUP)
    assert found is not None
    assert found.rule == "5.4/2"


@pytest.mark.rule("gsfg:7.2")
def test_a_full_hex_may_not_be_passed_through() -> None:
    ring = ("2529", "2630", "2631", "2531", "2431", "2430")
    full = {unit: label for label, unit in zip(ring, RING_A, strict=True)}
    full |= {unit: label for label, unit in zip(ring, RING_B, strict=True)}
    game = run({"us-3-arm": OPEN, **full}, MovementPhase(side=NATO, group="nato"))
    choose(game, "unit:us-3-arm")
    assert [option for option in ids(game) if option.startswith("hex:")] == []


RING_A = ("us-8-mech", "us-1-arm", "us-3-mech", "frg-1", "frg-2", "frg-3")
RING_B = ("frg-4", "frg-5", "frg-6", "frg-7", "frg-10", "frg-11")


@pytest.mark.rule("gsfg:7.2")
def test_a_hex_with_room_may_be_passed_through() -> None:
    game = run({"us-3-arm": OPEN, "us-8-mech": NEXT}, MovementPhase(side=NATO, group="nato"))
    choose(game, "unit:us-3-arm")
    assert {f"hex:{NEXT}", "hex:2532"} <= ids(game)


@pytest.mark.rule("gsfg:7.2")
def test_the_order_of_moves_matters() -> None:
    """Once a unit has left, another may take its place."""
    units = {"us-3-arm": OPEN, "us-8-mech": NEXT, "us-1-arm": NEXT}
    game = run(units, MovementPhase(side=NATO, group="nato"))
    choose(game, "unit:us-3-arm")
    before = f"hex:{NEXT}" in ids(game)
    game = run(units, MovementPhase(side=NATO, group="nato"))
    choose(game, "unit:us-8-mech", "hex:2532", "do:stop", "unit:us-3-arm")
    assert (before, f"hex:{NEXT}" in ids(game)) == (False, True)


def overstacked(*units: str) -> Game:
    return run(dict.fromkeys(units, OPEN), RemoveExcess(side=NATO, at=OPEN))


@pytest.mark.rule("gsfg:7.2")
def test_the_opponent_may_remove_what_is_too_much() -> None:
    game = overstacked(*TANKS)
    choose(game, f"unit:{TANKS[1]}")
    assert (is_over(game), sorted(game.state.units)) == (True, [TANKS[0], TANKS[2]])


@pytest.mark.rule("gsfg:7.2")
def test_the_opponent_need_not_remove_anything() -> None:
    game = overstacked(*TANKS)
    choose(game, "do:pass")
    assert len(game.state.units) == 3


@pytest.mark.rule("gsfg:7.2")
def test_only_the_fewest_units_that_must_go_are_offered() -> None:
    game = quiet(dict.fromkeys(["us-3-arm", "us-8-mech", "us-1-arm", "us-4-2"], OPEN))
    assert cures(game, OPEN) == ["us-3-arm", "us-8-mech", "us-1-arm", "us-4-2"]


@pytest.mark.rule("gsfg:7.2")
def test_a_brigade_is_not_removed_where_one_division_is_enough() -> None:
    units = ["us-3-arm", "us-8-mech", "us-4-2", "us-3-1"]
    game = run(dict.fromkeys(units, OPEN), RemoveExcess(side=SOVIET, at=OPEN))
    assert refused(game, "unit:us-4-2") == ("refused.more-than-needed", "7.2")


@pytest.mark.rule("gsfg:7.2")
def test_one_of_two_artillery_units_is_too_much() -> None:
    assert cures(quiet(dict.fromkeys(GUNS, OPEN)), OPEN) == list(GUNS)


@pytest.mark.rule("gsfg:7.2")
def test_hexes_are_looked_over_before_a_phase() -> None:
    game = quiet(dict.fromkeys(TANKS, OPEN), active=SOVIET)
    check_stacks(game)
    assert game.stack == [RemoveExcess(side=NATO, at=OPEN)]


@pytest.mark.rule("gsfg:7.2")
def test_the_check_comes_at_the_end_of_a_player_turn() -> None:
    game = run(dict.fromkeys(TANKS, OPEN), PlayerTurn(side=SOVIET, step="phase"), active=SOVIET)
    assert (game.decisions[0].side, game.decisions[0].prompt) == (NATO, "remove-excess")


@pytest.mark.rule("gsfg:7.6")
@pytest.mark.parametrize(
    ("units", "mixed"),
    [(["us-3-arm", "frg-5"], True), (["us-3-arm", "ca-4-mech"], False), (["us-3-arm", "us-8-mech"], False)],
)
def test_what_makes_a_stack_multinational(units: list[str], mixed: bool) -> None:
    assert is_multinational(quiet({}), units) is mixed


@pytest.mark.rule("gsfg:7.6")
def test_a_third_nation_ends_the_privilege_of_americans_and_canadians() -> None:
    assert is_multinational(quiet({}), ["us-3-arm", "ca-4-mech", "uk-6-ff"])


@pytest.mark.rule("gsfg:7.6")
def test_a_stack_of_several_nations_moves_one_point_less() -> None:
    game = run({"us-3-arm": OPEN, "frg-5": OPEN}, MovementPhase(side=NATO, group="nato"))
    choose(game, "unit:us-3-arm")
    assert max(option.cost or 0 for option in game.decisions[0].options) == 7


@pytest.mark.rule("gsfg:7.6")
def test_a_unit_that_meets_another_nation_on_its_way_loses_nothing() -> None:
    game = run({"us-3-arm": OPEN, "frg-5": NEXT}, MovementPhase(side=NATO, group="nato"))
    choose(game, "unit:us-3-arm")
    assert max(option.cost or 0 for option in game.decisions[0].options) == 8


@pytest.mark.rule("gsfg:7.8")
def test_both_sides_see_every_stack() -> None:
    game = quiet({TANKS[0]: OPEN, "us-3-arm": "2024"})
    before = TITLE.codec.hash(game.state)
    for side in (SOVIET, NATO):
        TITLE.mask(game.state, game.content, side)
        TITLE.fill(game.state, game.content, side, random.Random(1))
    assert TITLE.codec.hash(game.state) == before


@pytest.mark.rule("gsfg:7.2")
def test_a_unit_elsewhere_is_not_removed() -> None:
    game = run({**dict.fromkeys(TANKS, OPEN), "su-25-tk": NEXT}, RemoveExcess(side=NATO, at=OPEN))
    assert refused(game, "unit:su-25-tk") == ("refused.not-in-stack", "7.2")
