"""Chapter 11.14 and 11.17 to 11.22: results, retreats, losses and advances."""

from __future__ import annotations

import pytest

from games.gsfg.battles import (
    CITY,
    CITY_NORTH,
    CITY_NORTHEAST,
    FAR_NORTH,
    NORTH,
    NORTHEAST,
    NORTHWEST,
    SOUTH,
    SOUTHEAST,
    SOUTHWEST,
    TARGET,
    attack,
    phase,
    prompt,
    reason,
    resolved,
    steps_of,
)
from games.gsfg.positions import choose, content, ids, where
from sandtable.games.gsfg.combat.strengths import assault_hexes
from sandtable.games.gsfg.state import NATO, SOVIET
from sandtable.games.gsfg.units import controller

TANKS = "su-10g-tk"
MORE_TANKS = "su-12g-tk"
RIFLES = "su-207-mr"
GUNS = "su-34g-art"
BRIGADE = "us-4-2"

# Soviet divisions all around the target but for the south and the southwest
CORDON = {TANKS: NORTH, MORE_TANKS: NORTHEAST, "su-47g-tk": SOUTHEAST, "su-16g-tk": NORTHWEST}
DR, EX, STALL, DE = 1, 4, 6, 6


# Stalled


@pytest.mark.rule("gsfg:11.20")
def test_a_stalled_attack_changes_nothing() -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET}, dice=[STALL])
    attack(game, TARGET, TANKS)
    assert (where(game, TANKS), where(game, BRIGADE), steps_of(game, TANKS)) == (NORTH, TARGET, 2)


# Retreats


@pytest.mark.rule("gsfg:11.17")
def test_the_attacker_chooses_where_the_defenders_retreat() -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET}, dice=[DR])
    attack(game, TARGET, TANKS)
    assert (game.decisions[0].side, ids(game)) == (
        SOVIET,
        {f"hex:{label}" for label in (NORTHEAST, SOUTHEAST, SOUTH, SOUTHWEST, NORTHWEST)},
    )


@pytest.mark.rule("gsfg:11.17")
def test_all_defenders_retreat_together() -> None:
    game = phase({TANKS: NORTH, MORE_TANKS: NORTH, "us-4-2": TARGET, "us-3-1": TARGET}, dice=[DR])
    attack(game, TARGET, TANKS, MORE_TANKS)
    choose(game, f"hex:{SOUTH}")
    assert (where(game, "us-4-2"), where(game, "us-3-1")) == (SOUTH, SOUTH)


@pytest.mark.rule("gsfg:11.17")
def test_a_retreat_takes_control_of_the_hex() -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET}, dice=[DR], captured={SOUTH: SOVIET})
    attack(game, TARGET, TANKS)
    choose(game, f"hex:{SOUTH}")
    assert controller(game, SOUTH) == NATO


@pytest.mark.rule("gsfg:10.4")
@pytest.mark.rule("gsfg:11.17")
def test_nobody_retreats_onto_the_enemy() -> None:
    game = phase({**CORDON, BRIGADE: TARGET}, dice=[DR])
    attack(game, TARGET, TANKS)
    assert ids(game) == {f"hex:{SOUTH}", f"hex:{SOUTHWEST}"}


@pytest.mark.rule("gsfg:11.17")
def test_the_enemy_next_to_a_hex_does_not_close_it() -> None:
    game = phase({**CORDON, RIFLES: "3127", BRIGADE: TARGET}, dice=[DR])
    assert "3127" in content().adjacent[SOUTH]
    attack(game, TARGET, TANKS)
    assert f"hex:{SOUTH}" in ids(game)


@pytest.mark.rule("gsfg:11.17")
def test_a_vacant_hex_comes_before_friends() -> None:
    game = phase({**CORDON, BRIGADE: TARGET, "us-3-1": SOUTH}, dice=[DR])
    attack(game, TARGET, TANKS)
    assert where(game, BRIGADE) == SOUTHWEST


@pytest.mark.rule("gsfg:11.17")
def test_why_a_hex_with_friends_is_not_offered() -> None:
    units = {key: label for key, label in CORDON.items() if label != SOUTHEAST}
    game = phase({**units, BRIGADE: TARGET, "us-3-1": SOUTH}, dice=[DR])
    attack(game, TARGET, TANKS)
    assert reason(game, f"hex:{SOUTH}") == ("refused.retreat-vacant", "11.17")


@pytest.mark.rule("gsfg:11.17")
def test_a_retreat_leads_one_hex_away() -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET}, dice=[DR])
    attack(game, TARGET, TANKS)
    assert reason(game, "hex:3127") == ("refused.retreat-one-hex", "11.17")


@pytest.mark.rule("gsfg:11.17")
def test_without_a_vacant_hex_defenders_join_friends() -> None:
    game = phase({**CORDON, RIFLES: SOUTHWEST, BRIGADE: TARGET, "us-3-1": SOUTH}, dice=[DR])
    attack(game, TARGET, TANKS)
    assert (where(game, BRIGADE), game.state.units[BRIGADE].retreated) == (SOUTH, True)


@pytest.mark.rule("gsfg:11.17")
def test_friends_with_room_come_before_friends_without() -> None:
    friends = {"us-3-arm": SOUTH, "us-8-mech": SOUTH, "us-3-1": SOUTHWEST}
    game = phase({**CORDON, **friends, BRIGADE: TARGET}, dice=[DR])
    attack(game, TARGET, TANKS)
    assert where(game, BRIGADE) == SOUTHWEST


@pytest.mark.rule("gsfg:11.17")
def test_a_unit_without_room_anywhere_is_lost() -> None:
    friends = {"us-3-arm": SOUTH, "us-8-mech": SOUTH}
    game = phase({**CORDON, RIFLES: SOUTHWEST, **friends, BRIGADE: TARGET}, dice=[DR])
    attack(game, TARGET, TANKS)
    assert (BRIGADE in game.state.lost, where(game, "us-3-arm")) == (True, SOUTH)


@pytest.mark.rule("gsfg:11.17")
def test_a_unit_with_nowhere_to_go_is_lost() -> None:
    game = phase({**CORDON, RIFLES: SOUTHWEST, "su-48-mr": SOUTH, BRIGADE: TARGET}, dice=[DR])
    attack(game, TARGET, TANKS)
    assert BRIGADE in game.state.lost


@pytest.mark.rule("gsfg:11.17")
def test_a_stack_that_finds_room_together_is_not_parted() -> None:
    friends = {"us-3-arm": SOUTH, "us-1-arm": SOUTHWEST, "us-2-cv": SOUTHWEST}
    game = phase({**CORDON, **friends, "us-4-2": TARGET, "us-3-1": TARGET}, dice=[DR])
    attack(game, TARGET, TANKS, MORE_TANKS)
    assert (where(game, "us-4-2"), where(game, "us-3-1")) == (SOUTH, SOUTH)


@pytest.mark.rule("gsfg:11.17")
def test_a_stack_is_parted_where_stacking_requires_it() -> None:
    friends = {"us-3-arm": SOUTH, "us-11-cv": SOUTH, "us-1-arm": SOUTHWEST, "us-2-cv": SOUTHWEST}
    game = phase({**CORDON, **friends, "us-4-2": TARGET, "us-3-1": TARGET}, dice=[DR])
    attack(game, TARGET, TANKS, MORE_TANKS)
    choose(game, f"hex:{SOUTHWEST}")
    assert (where(game, "us-4-2"), where(game, "us-3-1")) == (SOUTHWEST, SOUTH)


@pytest.mark.rule("gsfg:11.17")
def test_no_part_of_a_stack_is_put_where_another_needs_the_room() -> None:
    friends = {"us-3-arm": SOUTH, "us-1-arm": SOUTHWEST, "us-2-cv": SOUTHWEST}
    game = phase({**CORDON, **friends, "us-4-2": TARGET, "us-1-mech-2x": TARGET}, dice=[DR])
    attack(game, TARGET, TANKS, MORE_TANKS, "su-47g-tk")
    assert (where(game, "us-4-2"), where(game, "us-1-mech-2x")) == (SOUTHWEST, SOUTH)


@pytest.mark.rule("gsfg:7.2")
@pytest.mark.rule("gsfg:11.17")
def test_the_owner_chooses_whom_an_overfull_hex_costs() -> None:
    friends = {"us-3-arm": SOUTH, "us-11-cv": SOUTH}
    game = phase({**CORDON, RIFLES: SOUTHWEST, **friends, "us-4-2": TARGET, "us-3-1": TARGET}, dice=[DR])
    attack(game, TARGET, TANKS, MORE_TANKS)
    assert (game.decisions[0].side, ids(game)) == (NATO, {"unit:us-4-2", "unit:us-3-1"})


@pytest.mark.rule("gsfg:11.17")
def test_those_who_were_there_are_not_given_up() -> None:
    friends = {"us-3-arm": SOUTH, "us-11-cv": SOUTH}
    game = phase({**CORDON, RIFLES: SOUTHWEST, **friends, "us-4-2": TARGET, "us-3-1": TARGET}, dice=[DR])
    attack(game, TARGET, TANKS, MORE_TANKS)
    assert reason(game, "unit:us-11-cv") == ("refused.retreat-loss", "11.17")


@pytest.mark.rule("gsfg:11.17")
def test_only_as_many_are_given_up_as_stacking_demands() -> None:
    friends = {"us-3-arm": SOUTH, "us-11-cv": SOUTH}
    game = phase({**CORDON, RIFLES: SOUTHWEST, **friends, "us-4-2": TARGET, "us-3-1": TARGET}, dice=[DR])
    attack(game, TARGET, TANKS, MORE_TANKS)
    choose(game, "unit:us-4-2")
    assert (where(game, "us-4-2"), where(game, "us-3-1")) == ("", SOUTH)


@pytest.mark.rule("gsfg:11.17")
def test_two_artillery_units_do_not_meet_in_retreat() -> None:
    ring = {"us-3-arm": NORTH, "us-8-mech": NORTHEAST, "us-1-arm": SOUTHEAST, "us-3-mech": NORTHWEST}
    game = phase({**ring, "frg-3": SOUTHWEST, GUNS: TARGET, "su-51g-art": SOUTH}, NATO, dice=[DR])
    attack(game, TARGET, "us-3-arm")
    assert (where(game, GUNS), where(game, "su-51g-art")) == ("", SOUTH)


@pytest.mark.rule("gsfg:10.14")
@pytest.mark.rule("gsfg:11.17")
def test_no_retreat_across_the_sea() -> None:
    assert assault_hexes(content())["3900"] == {"3800", "4000"}
    game = phase({TANKS: "3800", BRIGADE: "3900"}, dice=[DR])
    attack(game, "3900", TANKS)
    assert where(game, BRIGADE) == "4000"


@pytest.mark.rule("gsfg:10.19")
def test_no_retreat_off_the_map() -> None:
    assert len(content().adjacent["3900"]) < 6
    game = phase({TANKS: "3800", MORE_TANKS: "4000", BRIGADE: "3900"}, dice=[DR])
    attack(game, "3900", TANKS)
    assert BRIGADE in game.state.lost


@pytest.mark.rule("gsfg:11.17")
def test_territorials_die_where_they_are() -> None:
    game = phase({TANKS: NORTH, MORE_TANKS: NORTH, BRIGADE: TARGET, "frg-t-i-1": TARGET}, dice=[DR])
    attack(game, TARGET, TANKS, MORE_TANKS)
    choose(game, f"hex:{SOUTH}")
    assert (game.state.lost["frg-t-i-1"], where(game, BRIGADE)) == (TARGET, SOUTH)


@pytest.mark.rule("gsfg:6.17")
def test_air_mobile_units_die_where_they_are() -> None:
    game = phase({TANKS: NORTH, "us-6-am": TARGET}, air=SOVIET, dice=[DR])
    attack(game, TARGET, TANKS)
    assert game.state.lost["us-6-am"] == TARGET


@pytest.mark.rule("gsfg:5.4/2")
@pytest.mark.parametrize(("turn", "saved"), [(3, False), (4, True)])
def test_8ga_is_no_shelter_for_others_early_on(turn: int, saved: bool) -> None:
    ring = {"us-3-arm": NORTH, "us-8-mech": NORTHEAST, "us-1-arm": SOUTHEAST, "us-3-mech": NORTHWEST}
    game = phase({**ring, "frg-3": SOUTHWEST, TANKS: TARGET, "su-27g-mr": SOUTH}, NATO, turn=turn, dice=[DR])
    attack(game, TARGET, "us-3-arm")
    assert where(game, TANKS) == (SOUTH if saved else "")


@pytest.mark.rule("gsfg:5.4/2")
def test_an_east_german_division_set_up_with_8ga_retreats_with_it() -> None:
    units = {"us-3-arm": NORTH, "us-8-mech": NORTH, "us-1-arm": NORTHEAST, "su-27g-mr": TARGET, "gdr-4-mr": TARGET}
    game = phase(units, NATO, turn=2, dice=[DR])
    attack(game, TARGET, "us-3-arm", "us-8-mech", "us-1-arm")
    choose(game, f"hex:{SOUTH}")
    assert (where(game, "su-27g-mr"), where(game, "gdr-4-mr")) == (SOUTH, SOUTH)


# No retreat into combat


@pytest.mark.rule("gsfg:11.18")
def test_a_hex_into_which_units_fled_may_be_attacked() -> None:
    game = phase({**CORDON, RIFLES: SOUTHWEST, "us-4-2": TARGET, "us-3-1": SOUTH}, dice=[DR])
    attack(game, TARGET, TANKS)
    assert f"hex:{SOUTH}" in ids(game)


@pytest.mark.rule("gsfg:11.18")
@pytest.mark.parametrize(("face", "lost"), [(1, True), (4, True), (6, False)])
def test_units_that_fled_into_a_battle_share_its_loss(face: int, lost: bool) -> None:
    game = phase({**CORDON, RIFLES: SOUTHWEST, "us-4-2": TARGET, "us-3-1": SOUTH}, dice=[DR, face])
    attack(game, TARGET, TANKS)
    attack(game, SOUTH, "su-47g-tk")
    assert ("us-4-2" in game.state.lost) is lost


@pytest.mark.rule("gsfg:11.18")
def test_those_who_fled_do_not_count_in_an_exchange() -> None:
    game = phase({**CORDON, RIFLES: SOUTHWEST, "us-4-2": TARGET, "us-3-1": SOUTH}, dice=[DR, EX])
    attack(game, TARGET, TANKS)
    attack(game, SOUTH, "su-47g-tk")
    assert steps_of(game, "su-47g-tk") == 1


@pytest.mark.rule("gsfg:11.18")
def test_a_new_phase_forgets_who_fled() -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET}, facts={BRIGADE: {"retreated": True}})
    assert not game.state.units[BRIGADE].retreated


# Exchange


@pytest.mark.rule("gsfg:11.21")
def test_in_an_exchange_every_defender_loses_a_step() -> None:
    units = {TANKS: NORTH, MORE_TANKS: NORTH, RIFLES: NORTHEAST, "us-4-2": TARGET, "be-1": TARGET}
    game = phase(units, dice=[5])
    attack(game, TARGET, TANKS, MORE_TANKS, RIFLES)  # 14 to 6, 1R
    assert (resolved(game).result, steps_of(game, "us-4-2"), steps_of(game, "be-1")) == ("EX", 0, 1)


@pytest.mark.rule("gsfg:11.21")
def test_the_attacker_loses_as_many_steps_by_his_choice() -> None:
    units = {TANKS: NORTH, MORE_TANKS: NORTH, RIFLES: NORTHEAST, "us-4-2": TARGET, "be-1": TARGET}
    game = phase(units, dice=[5])
    attack(game, TARGET, TANKS, MORE_TANKS, RIFLES)
    choose(game, f"unit:{RIFLES}", f"unit:{RIFLES}")
    assert (steps_of(game, RIFLES), steps_of(game, TANKS)) == (0, 2)


@pytest.mark.rule("gsfg:11.21")
def test_after_an_exchange_a_hex_still_held_is_not_entered() -> None:
    units = {TANKS: NORTH, MORE_TANKS: NORTH, RIFLES: NORTHEAST, "us-4-2": TARGET, "be-1": TARGET}
    game = phase(units, dice=[5])
    attack(game, TARGET, TANKS, MORE_TANKS, RIFLES)
    choose(game, f"unit:{RIFLES}", f"unit:{TANKS}")
    assert prompt(game) == "move-unit"


@pytest.mark.rule("gsfg:11.21")
def test_a_reduced_division_counts_as_a_one_step_unit() -> None:
    game = phase({TANKS: NORTH, MORE_TANKS: NORTH, "be-1": TARGET}, steps={"be-1": 1}, dice=[EX])
    attack(game, TARGET, TANKS, MORE_TANKS)
    assert "be-1" in game.state.lost


@pytest.mark.rule("gsfg:11.21")
def test_after_an_exchange_that_empties_the_hex_somebody_advances() -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET}, dice=[EX])
    attack(game, TARGET, TANKS)
    assert (where(game, TANKS), steps_of(game, TANKS)) == (TARGET, 1)


@pytest.mark.rule("gsfg:11.21")
def test_an_attacker_short_of_steps_loses_all_he_has() -> None:
    units = {TANKS: NORTH, MORE_TANKS: NORTHEAST, "frg-t-i-1": TARGET, "frg-t-ii-1": TARGET, "frg-t-ii-2": TARGET}
    game = phase(units, steps={TANKS: 1, MORE_TANKS: 1}, dice=[5])
    attack(game, TARGET, TANKS, MORE_TANKS)  # 10 to 3
    assert {TANKS, MORE_TANKS} <= set(game.state.lost)


@pytest.mark.rule("gsfg:11.21")
def test_artillery_two_hexes_away_takes_no_loss() -> None:
    game = phase({TANKS: NORTH, MORE_TANKS: NORTH, GUNS: FAR_NORTH, "be-1": TARGET}, dice=[6])
    attack(game, TARGET, TANKS, MORE_TANKS, GUNS)  # 16 to 4
    choose(game, f"unit:{TANKS}")
    assert steps_of(game, GUNS) == 2


@pytest.mark.rule("gsfg:11.21")
def test_losses_are_offered_from_artillery_next_to_the_enemy_only() -> None:
    units = {TANKS: NORTH, RIFLES: NORTHEAST, GUNS: FAR_NORTH, "su-51g-art": NORTH, "be-1": TARGET, "be-16": TARGET}
    game = phase(units, dice=[EX])
    attack(game, TARGET, TANKS, RIFLES, GUNS, "su-51g-art")  # 18 to 8
    assert ids(game) == {f"unit:{TANKS}", f"unit:{RIFLES}", "unit:su-51g-art"}


@pytest.mark.rule("gsfg:11.21")
def test_why_distant_artillery_is_spared() -> None:
    units = {TANKS: NORTH, MORE_TANKS: NORTHEAST, GUNS: FAR_NORTH, "be-1": TARGET, "be-16": TARGET}
    game = phase(units, dice=[EX])
    attack(game, TARGET, TANKS, MORE_TANKS, GUNS)  # 16 to 8
    assert reason(game, f"unit:{GUNS}") == ("refused.artillery-spared", "11.21")


@pytest.mark.rule("gsfg:6.15")
def test_air_mobile_units_take_losses_at_any_distance() -> None:
    game = phase({"us-101-am": "3127", "us-6-am": "3127", "su-28-tk": TARGET}, NATO, air=NATO, dice=[EX])
    attack(game, TARGET, "us-101-am", "us-6-am")  # 6 to 3
    assert ids(game) == {"unit:us-101-am", "unit:us-6-am"}


# Elimination


@pytest.mark.rule("gsfg:11.22")
def test_all_defenders_are_eliminated_at_no_cost() -> None:
    game = phase({TANKS: NORTH, MORE_TANKS: NORTH, "be-recce": TARGET}, dice=[DE])
    attack(game, TARGET, TANKS, MORE_TANKS)
    assert ("be-recce" in game.state.lost, steps_of(game, TANKS), steps_of(game, MORE_TANKS)) == (True, 2, 2)


@pytest.mark.rule("gsfg:11.22")
def test_after_an_elimination_somebody_advances() -> None:
    game = phase({TANKS: NORTH, MORE_TANKS: NORTH, "be-recce": TARGET}, dice=[DE])
    attack(game, TARGET, TANKS, MORE_TANKS)
    assert (prompt(game), ids(game)) == ("advance", {f"unit:{TANKS}", f"unit:{MORE_TANKS}"})


# Cities and Jäger


@pytest.mark.rule("gsfg:11.14")
def test_in_a_city_each_side_loses_a_step_and_stays() -> None:
    units = {TANKS: CITY_NORTH, MORE_TANKS: CITY_NORTH, RIFLES: CITY_NORTHEAST, "fr-1": CITY}
    game = phase(units, dice=[DR])
    attack(game, CITY, TANKS, MORE_TANKS, RIFLES)  # 14 to 4 and two columns
    choose(game, f"unit:{RIFLES}")
    assert (where(game, "fr-1"), steps_of(game, "fr-1"), where(game, RIFLES)) == (CITY, 1, CITY_NORTHEAST)


@pytest.mark.rule("gsfg:11.14")
def test_in_a_city_the_owner_chooses_who_loses_the_step() -> None:
    units = {TANKS: CITY_NORTH, MORE_TANKS: CITY_NORTH, RIFLES: CITY_NORTHEAST, "us-4-2": CITY, "us-3-1": CITY}
    game = phase(units, dice=[DR])
    attack(game, CITY, TANKS, MORE_TANKS, RIFLES)  # 14 to 4 and two columns
    assert (game.decisions[0].side, ids(game)) == (NATO, {"unit:us-4-2", "unit:us-3-1"})


@pytest.mark.rule("gsfg:11.14")
def test_in_a_city_one_step_is_lost_a_side() -> None:
    units = {TANKS: CITY_NORTH, MORE_TANKS: CITY_NORTH, RIFLES: CITY_NORTHEAST, "us-4-2": CITY, "us-3-1": CITY}
    game = phase(units, dice=[DR])
    attack(game, CITY, TANKS, MORE_TANKS, RIFLES)
    choose(game, "unit:us-3-1", f"unit:{RIFLES}")
    assert [steps_of(game, unit_id) for unit_id in ("us-4-2", "us-3-1", TANKS, MORE_TANKS, RIFLES)] == [1, 0, 2, 2, 1]


@pytest.mark.rule("gsfg:11.14")
def test_a_city_emptied_by_the_loss_is_entered() -> None:
    game = phase({TANKS: CITY_NORTH, MORE_TANKS: CITY_NORTH, BRIGADE: CITY}, dice=[DR])
    attack(game, CITY, TANKS, MORE_TANKS)
    choose(game, f"unit:{TANKS}")
    assert prompt(game) == "advance"


@pytest.mark.rule("gsfg:11.14")
def test_distant_artillery_does_not_pay_for_a_city() -> None:
    game = phase({TANKS: CITY_NORTH, GUNS: "3427", BRIGADE: CITY}, dice=[DR])
    assert "3427" not in content().adjacent[CITY]
    attack(game, CITY, TANKS, GUNS)
    assert (steps_of(game, TANKS), steps_of(game, GUNS)) == (1, 2)


@pytest.mark.rule("gsfg:11.14")
def test_the_first_step_lost_in_a_city_comes_from_a_jaeger() -> None:
    units = {TANKS: CITY_NORTH, MORE_TANKS: CITY_NORTH, RIFLES: CITY_NORTHEAST, "su-48-mr": CITY_NORTHEAST,
             "su-16g-tk": "3429", "su-25-tk": "3429", "frg-2": CITY, "us-4-2": CITY}  # fmt: skip
    game = phase(units, dice=[DR])
    attack(game, CITY, TANKS, MORE_TANKS, RIFLES, "su-48-mr", "su-16g-tk", "su-25-tk")  # 28 to 7, 3L, 1R
    assert (resolved(game).result, steps_of(game, "frg-2"), steps_of(game, "us-4-2")) == ("1+1", 1, 1)


@pytest.mark.rule("gsfg:11.14")
def test_jaeger_attacking_a_city_take_the_first_loss() -> None:
    units = {"frg-2": CITY_NORTH, "frg-3": CITY_NORTH, "su-28-tk": CITY}
    game = phase(units, NATO, dice=[DR], captured={CITY: SOVIET})
    attack(game, CITY, "frg-2", "frg-3")  # 8 to 3, 1L
    assert (steps_of(game, "frg-2"), steps_of(game, "frg-3")) == (1, 2)


@pytest.mark.rule("gsfg:11.14")
def test_after_the_first_step_nato_chooses_freely() -> None:
    units = {"frg-2": CITY_NORTH, "frg-3": CITY_NORTH, "frg-4": CITY_NORTHEAST, "frg-5": CITY_NORTHEAST,
             "su-7g-abn": CITY, "su-51g-art": CITY}  # fmt: skip
    game = phase(units, NATO, dice=[5], captured={CITY: SOVIET})
    attack(game, CITY, "frg-2", "frg-3", "frg-4", "frg-5")  # 16 to 4, 1L
    choose(game, "unit:frg-4")
    assert ids(game) == {"unit:frg-2", "unit:frg-3", "unit:frg-4", "unit:frg-5"}


@pytest.mark.rule("gsfg:11.14")
def test_others_are_refused_before_the_jaeger() -> None:
    units = {"frg-2": CITY_NORTH, "frg-3": CITY_NORTH, "frg-4": CITY_NORTHEAST, "frg-5": CITY_NORTHEAST,
             "su-7g-abn": CITY, "su-51g-art": CITY}  # fmt: skip
    game = phase(units, NATO, dice=[5], captured={CITY: SOVIET})
    attack(game, CITY, "frg-2", "frg-3", "frg-4", "frg-5")
    assert reason(game, "unit:frg-3") == ("refused.jaeger-first", "11.14")


# Advance


@pytest.mark.rule("gsfg:11.19")
def test_a_single_attacker_must_advance() -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET}, dice=[DR])
    attack(game, TARGET, TANKS)
    choose(game, f"hex:{SOUTH}")
    assert (where(game, TANKS), controller(game, TARGET)) == (TARGET, SOVIET)


@pytest.mark.rule("gsfg:11.19")
def test_one_of_several_must_advance() -> None:
    game = phase({TANKS: NORTH, MORE_TANKS: NORTHEAST, BRIGADE: TARGET}, dice=[DR])
    attack(game, TARGET, TANKS, MORE_TANKS)
    choose(game, f"hex:{SOUTH}")
    assert reason(game, "do:done") == ("refused.must-advance", "11.19")


@pytest.mark.rule("gsfg:11.19")
def test_others_may_advance_too() -> None:
    game = phase({TANKS: NORTH, MORE_TANKS: NORTHEAST, BRIGADE: TARGET}, dice=[DR])
    attack(game, TARGET, TANKS, MORE_TANKS)
    choose(game, f"hex:{SOUTH}", f"unit:{TANKS}")
    assert ids(game) == {f"unit:{MORE_TANKS}", "do:done"}


@pytest.mark.rule("gsfg:11.19")
def test_others_may_stay() -> None:
    game = phase({TANKS: NORTH, MORE_TANKS: NORTHEAST, BRIGADE: TARGET}, dice=[DR])
    attack(game, TARGET, TANKS, MORE_TANKS)
    choose(game, f"hex:{SOUTH}", f"unit:{TANKS}", "do:done")
    assert where(game, MORE_TANKS) == NORTHEAST


@pytest.mark.rule("gsfg:11.19")
def test_stacking_limits_the_advance() -> None:
    game = phase({TANKS: NORTH, MORE_TANKS: NORTHEAST, RIFLES: NORTHEAST, BRIGADE: TARGET}, dice=[DR])
    attack(game, TARGET, TANKS, MORE_TANKS, RIFLES)
    choose(game, f"hex:{SOUTH}", f"unit:{TANKS}", f"unit:{RIFLES}")
    assert prompt(game) == "move-unit"


@pytest.mark.rule("gsfg:11.19")
def test_artillery_two_hexes_away_does_not_advance() -> None:
    game = phase({TANKS: NORTH, MORE_TANKS: NORTH, GUNS: FAR_NORTH, BRIGADE: TARGET}, dice=[DR])
    attack(game, TARGET, TANKS, MORE_TANKS, GUNS)  # 16 to 2
    choose(game, f"hex:{SOUTH}")
    assert reason(game, f"unit:{GUNS}") == ("refused.advance-adjacent", "11.19")


@pytest.mark.rule("gsfg:11.19")
def test_units_that_did_not_attack_do_not_advance() -> None:
    game = phase({TANKS: NORTH, MORE_TANKS: NORTHEAST, RIFLES: NORTHEAST, BRIGADE: TARGET}, dice=[DR])
    attack(game, TARGET, TANKS, MORE_TANKS)
    choose(game, f"hex:{SOUTH}")
    assert reason(game, f"unit:{RIFLES}") == ("refused.not-in-battle", "11.19")


@pytest.mark.rule("gsfg:6.13")
@pytest.mark.parametrize("air", [NATO, SOVIET])
def test_air_mobile_units_never_advance(air: str) -> None:
    game = phase({"us-101-am": SOUTH, "su-28-tk": TARGET}, NATO, air=air, dice=[DR])
    attack(game, TARGET, "us-101-am")
    choose(game, f"hex:{NORTH}")
    assert (where(game, "us-101-am"), game.state.units.get("su-28-tk") is not None) == (SOUTH, True)


@pytest.mark.rule("gsfg:9.6")
def test_territorials_never_advance() -> None:
    game = phase({"frg-t-i-1": SOUTH, "gdr-1-mr": TARGET}, NATO, dice=[DR])
    attack(game, TARGET, "frg-t-i-1")
    choose(game, f"hex:{NORTH}")
    assert where(game, "frg-t-i-1") == SOUTH


@pytest.mark.rule("gsfg:13.17")
def test_degraded_units_never_advance() -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET}, dice=[DR], facts={TANKS: {"ew": "degraded"}})
    attack(game, TARGET, TANKS)
    choose(game, f"hex:{SOUTH}")
    assert where(game, TANKS) == NORTH


@pytest.mark.rule("gsfg:11.19")
def test_the_defender_never_advances() -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET}, steps={TANKS: 1}, dice=[EX])
    attack(game, TARGET, TANKS)
    assert (where(game, TANKS), where(game, BRIGADE), prompt(game)) == ("", "", "move-unit")
