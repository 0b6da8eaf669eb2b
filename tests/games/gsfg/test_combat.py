"""Chapter 11.1 to 11.6 and 11.23: the combat phase, who may attack, and what."""

from __future__ import annotations

import pytest

from games.gsfg.battles import (
    CITY,
    FAR_NORTH,
    NORTH,
    NORTHEAST,
    RING,
    SOUTH,
    SOUTHEAST,
    SOUTHWEST,
    TARGET,
    attack,
    declare,
    phase,
    prompt,
    reason,
    resolved,
    steps_of,
    terrain,
)
from games.gsfg.positions import choose, content, ids, quiet, where, with_air
from sandtable.games.gsfg.combat.combat_phase import CombatPhase
from sandtable.games.gsfg.combat.strengths import assault_hexes
from sandtable.games.gsfg.movement.allowance import allowance
from sandtable.games.gsfg.state import NATO, SOVIET, Jammers, SpecialForces
from sandtable.games.gsfg.units import Game, counter

TANKS = "su-10g-tk"
MORE_TANKS = "su-12g-tk"
RIFLES = "su-207-mr"
GUNS = "su-34g-art"
BRIGADE = "us-4-2"


def test_the_arena_is_clear_and_dry() -> None:
    assert {terrain(label) for label in (TARGET, *RING)} == {"clear"}
    assert set(content().land_adjacent[TARGET]) == set(RING)


# The phase


@pytest.mark.rule("gsfg:11.1")
def test_attacking_is_voluntary() -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET})
    choose(game, "do:done")
    assert prompt(game) == "move-unit"


@pytest.mark.rule("gsfg:11.1")
def test_hexes_with_enemies_in_reach_are_offered() -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET, "us-3-1": "2631"})
    assert ids(game) == {f"hex:{TARGET}", "do:done"}


@pytest.mark.rule("gsfg:11.1")
def test_a_hex_without_enemies_is_refused() -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET})
    assert reason(game, f"hex:{SOUTH}") == ("refused.no-enemy", "11.1")


@pytest.mark.rule("gsfg:11.3")
def test_an_enemy_out_of_reach_is_refused() -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET, "us-3-1": "2631"})
    assert reason(game, "hex:2631") == ("refused.no-attackers", "11.3")


@pytest.mark.rule("gsfg:5.1")
def test_a_finished_phase_is_over() -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET})
    choose(game, "do:done")
    assert f"hex:{TARGET}" not in ids(game)


@pytest.mark.rule("gsfg:5.1")
def test_a_phase_with_nothing_to_attack_passes_by() -> None:
    assert prompt(phase({TANKS: NORTH, BRIGADE: "2631"})) == "move-unit"


@pytest.mark.rule("gsfg:11.5")
def test_attacks_follow_each_other_in_any_order() -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET, MORE_TANKS: SOUTHEAST, "us-3-1": "3326"}, dice=[6, 6])
    attack(game, "3326", MORE_TANKS)
    attack(game, TARGET, TANKS)
    assert prompt(game) == "move-unit"


@pytest.mark.rule("gsfg:11.5")
def test_a_battle_is_finished_before_the_next_begins() -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET, MORE_TANKS: SOUTHEAST, "us-3-1": "3326"})
    choose(game, f"hex:{TARGET}")
    assert "hex:3326" not in ids(game)


@pytest.mark.rule("gsfg:11.4")
def test_a_unit_attacks_once_in_a_phase() -> None:
    game = phase({TANKS: NORTHEAST, BRIGADE: TARGET, "us-3-1": "3325"}, dice=[6])
    attack(game, TARGET, TANKS)
    assert prompt(game) == "move-unit"


@pytest.mark.rule("gsfg:11.4")
def test_defenders_that_stood_are_not_attacked_again() -> None:
    game = phase({TANKS: NORTH, MORE_TANKS: NORTHEAST, "us-8-mech": TARGET, "us-3-1": "3325"})
    attack(game, TARGET, TANKS)
    assert reason(game, f"hex:{TARGET}") == ("refused.attacked-already", "11.4")


@pytest.mark.rule("gsfg:11.4")
def test_defenders_that_retreated_are_not_attacked_again() -> None:
    game = phase({TANKS: NORTH, MORE_TANKS: SOUTHEAST, BRIGADE: TARGET, "us-3-1": "3326"}, dice=[1])
    attack(game, TARGET, TANKS)
    choose(game, f"hex:{SOUTH}")
    assert ids(game) == {"hex:3326", "do:done"}


@pytest.mark.rule("gsfg:5.5")
def test_in_the_second_phase_units_attack_again() -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET}, second=True, facts={TANKS: {"attacked": True, "fought": True}})
    assert f"hex:{TARGET}" in ids(game)


@pytest.mark.rule("gsfg:5.5")
def test_the_first_combat_phase_is_over_before_the_second() -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET})
    game.state.stack.insert(-1, CombatPhase(side=SOVIET, group="main", second=True))
    choose(game, "do:done")
    assert game.state.stack[-1] == CombatPhase(side=SOVIET, group="main", second=True, step="fight")


@pytest.mark.rule("gsfg:6.9")
def test_aerial_supply_is_offered_in_the_phase() -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET}, air=SOVIET)
    with_air(game, supply_flown=False)
    game.advance()
    assert "do:aerial-supply" in ids(game)


@pytest.mark.rule("gsfg:13.8")
def test_special_forces_markers_are_among_the_targets() -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET}, switches=("13.1",))
    game.state.special_forces["nato-1"] = SpecialForces(side=NATO, at=NORTH)
    game.advance()
    assert "sf:nato-1" in ids(game)


@pytest.mark.rule("gsfg:13.13")
def test_electronic_warfare_comes_before_any_attack() -> None:
    game = quiet({TANKS: NORTH, BRIGADE: TARGET}, active=SOVIET, switches=("13.11",))
    game.state.jammers[SOVIET] = Jammers(offensive=1)
    game.state.stack.append(CombatPhase(side=SOVIET, group="main"))
    game.advance()
    assert prompt(game) == "jam"


# Picking the attackers


@pytest.mark.rule("gsfg:11.2")
def test_all_units_of_a_hex_defend_together() -> None:
    game = phase({TANKS: NORTH, MORE_TANKS: NORTH, "us-4-2": TARGET, "us-3-1": TARGET}, dice=[6])
    attack(game, TARGET, TANKS, MORE_TANKS)
    assert [line.value for line in resolved(game).lines if line.label == "defence"] == ["4"]


@pytest.mark.rule("gsfg:11.3")
def test_units_from_several_hexes_join_an_attack() -> None:
    game = phase({TANKS: NORTH, MORE_TANKS: SOUTH, RIFLES: SOUTHWEST, BRIGADE: TARGET})
    choose(game, f"hex:{TARGET}")
    assert ids(game) == {f"unit:{TANKS}", f"unit:{MORE_TANKS}", f"unit:{RIFLES}"}


@pytest.mark.rule("gsfg:11.3")
def test_a_unit_too_far_away_is_refused() -> None:
    game = phase({TANKS: NORTH, MORE_TANKS: FAR_NORTH, BRIGADE: TARGET})
    choose(game, f"hex:{TARGET}")
    assert reason(game, f"unit:{MORE_TANKS}") == ("refused.out-of-range", "11.3")


@pytest.mark.rule("gsfg:11.6")
def test_a_stack_may_attack_in_part() -> None:
    game = phase({TANKS: NORTH, RIFLES: NORTH, BRIGADE: TARGET}, dice=[6])
    attack(game, TARGET, TANKS)
    assert not game.state.units[RIFLES].attacked


@pytest.mark.rule("gsfg:11.6")
def test_a_stack_may_attack_two_hexes() -> None:
    game = phase({TANKS: NORTHEAST, RIFLES: NORTHEAST, BRIGADE: TARGET, "us-3-1": "3325"}, dice=[6])
    attack(game, TARGET, TANKS)
    choose(game, "hex:3325")
    assert ids(game) == {f"unit:{RIFLES}"}


@pytest.mark.rule("gsfg:11.4")
def test_a_unit_joins_an_attack_once() -> None:
    game = phase({TANKS: NORTH, RIFLES: NORTH, BRIGADE: TARGET})
    choose(game, f"hex:{TARGET}", f"unit:{TANKS}")
    assert reason(game, f"unit:{TANKS}") == ("refused.joined-already", "11.4")


@pytest.mark.rule("gsfg:11.4")
def test_an_attack_needs_a_unit() -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET})
    choose(game, f"hex:{TARGET}")
    assert reason(game, "do:attack") == ("refused.no-attackers-yet", "11.7")


@pytest.mark.rule("gsfg:5.4/3")
def test_8ga_attacks_without_others() -> None:
    game = phase({"su-27g-mr": NORTH, TANKS: SOUTH, BRIGADE: TARGET}, group="8ga", turn=2)
    choose(game, f"hex:{TARGET}")
    assert ids(game) == {"unit:su-27g-mr"}


@pytest.mark.rule("gsfg:5.4/3")
def test_others_attack_without_8ga() -> None:
    game = phase({"su-27g-mr": NORTH, TANKS: SOUTH, BRIGADE: TARGET}, turn=3)
    choose(game, f"hex:{TARGET}")
    assert reason(game, "unit:su-27g-mr") == ("refused.not-in-group", "5.4/3")


@pytest.mark.rule("gsfg:5.4/3")
def test_after_the_third_turn_8ga_attacks_with_the_rest() -> None:
    game = phase({"su-27g-mr": NORTH, TANKS: SOUTH, BRIGADE: TARGET}, turn=4)
    choose(game, f"hex:{TARGET}")
    assert ids(game) == {"unit:su-27g-mr", f"unit:{TANKS}"}


@pytest.mark.rule("gsfg:6.8")
def test_a_unit_that_has_flown_may_not_attack() -> None:
    game = phase({TANKS: NORTH, "su-7g-abn": SOUTH, BRIGADE: TARGET}, facts={"su-7g-abn": {"flew": True}})
    choose(game, f"hex:{TARGET}")
    assert reason(game, "unit:su-7g-abn") == ("refused.flew", "6.8")


@pytest.mark.rule("gsfg:6.11")
def test_an_air_mobile_unit_that_has_moved_may_not_attack() -> None:
    game = phase({"us-101-am": NORTH, "us-3-arm": SOUTH, RIFLES: TARGET}, NATO, facts={"us-101-am": {"acted": True}})
    choose(game, f"hex:{TARGET}")
    assert reason(game, "unit:us-101-am") == ("refused.air-mobile-moved", "6.11")


@pytest.mark.rule("gsfg:13.17")
@pytest.mark.parametrize(
    ("facts", "able"),
    [({"ew": "collapsed"}, False), ({"ew": "degraded"}, True), ({"ew": "degraded", "spent": 1}, False)],
)
def test_electronic_warfare_holds_units_back(facts: dict[str, object], able: bool) -> None:
    game = phase({TANKS: NORTH, RIFLES: SOUTH, BRIGADE: TARGET}, facts={RIFLES: facts})
    choose(game, f"hex:{TARGET}")
    assert (f"unit:{RIFLES}" in ids(game)) is able


@pytest.mark.rule("gsfg:12.5")
def test_no_attack_across_a_sea_hexside() -> None:
    assert "3801" in content().adjacent["3900"]
    assert "3801" not in assault_hexes(content())["3900"]
    game = phase({TANKS: "3801", RIFLES: "3800", BRIGADE: "3900"})
    choose(game, "hex:3900")
    assert reason(game, f"unit:{TANKS}") == ("refused.across-water", "12.5")


@pytest.mark.rule("gsfg:12.5")
def test_artillery_fires_across_a_sea_hexside() -> None:
    game = phase({GUNS: "3801", RIFLES: "3800", BRIGADE: "3900"})
    choose(game, "hex:3900")
    assert f"unit:{GUNS}" in ids(game)


# Artillery


@pytest.mark.rule("gsfg:11.23")
def test_artillery_reaches_two_hexes() -> None:
    game = phase({TANKS: NORTH, GUNS: FAR_NORTH, BRIGADE: TARGET})
    choose(game, f"hex:{TARGET}")
    assert f"unit:{GUNS}" in ids(game)


@pytest.mark.rule("gsfg:11.23")
def test_artillery_does_not_reach_three_hexes() -> None:
    game = phase({TANKS: NORTH, GUNS: "3122", BRIGADE: TARGET})
    choose(game, f"hex:{TARGET}")
    assert reason(game, f"unit:{GUNS}") == ("refused.out-of-range", "11.23")


@pytest.mark.rule("gsfg:11.23")
def test_artillery_alone_makes_no_target() -> None:
    game = phase({GUNS: NORTH, TANKS: "3226", BRIGADE: TARGET, "us-3-1": "3326"}, facts={TANKS: {"ew": "collapsed"}})
    assert prompt(game) == "move-unit"


@pytest.mark.rule("gsfg:11.23")
def test_artillery_may_not_attack_alone() -> None:
    game = phase({TANKS: NORTH, GUNS: FAR_NORTH, BRIGADE: TARGET})
    choose(game, f"hex:{TARGET}", f"unit:{GUNS}")
    assert reason(game, "do:attack") == ("refused.artillery-alone", "11.23")


@pytest.mark.rule("gsfg:11.23")
def test_a_hex_in_reach_of_artillery_only_is_refused_for_that() -> None:
    game = phase({TANKS: "3326", GUNS: NORTH, BRIGADE: TARGET, "us-3-1": "3327"})
    assert reason(game, f"hex:{TARGET}") == ("refused.artillery-alone", "11.23")


@pytest.mark.rule("gsfg:8.11")
def test_artillery_out_of_supply_may_not_fire() -> None:
    game = phase({TANKS: "2630", GUNS: "2530", BRIGADE: "2631"})
    choose(game, "hex:2631")
    assert reason(game, f"unit:{GUNS}") == ("refused.artillery-unsupplied", "8.11")


@pytest.mark.rule("gsfg:10.18")
@pytest.mark.parametrize(("spent", "able"), [(3, True), (4, False)])
def test_artillery_that_spent_more_than_half_its_points_may_not_fire(spent: int, able: bool) -> None:
    assert content().counters[GUNS].move == 6
    game = phase({TANKS: NORTH, GUNS: FAR_NORTH, BRIGADE: TARGET}, facts={GUNS: {"spent": spent}})
    choose(game, f"hex:{TARGET}")
    assert (f"unit:{GUNS}" in ids(game)) is able


@pytest.mark.rule("gsfg:10.17")
def test_artillery_that_marched_may_not_fire() -> None:
    game = phase({TANKS: NORTH, GUNS: FAR_NORTH, BRIGADE: TARGET}, facts={GUNS: {"spent": 1, "marched": True}})
    choose(game, f"hex:{TARGET}")
    assert reason(game, f"unit:{GUNS}") == ("refused.artillery-marched", "10.17")


@pytest.mark.rule("gsfg:13.17")
def test_degraded_artillery_may_not_fire_at_all() -> None:
    game = phase({TANKS: NORTH, GUNS: FAR_NORTH, BRIGADE: TARGET}, facts={GUNS: {"ew": "degraded"}})
    choose(game, f"hex:{TARGET}")
    assert reason(game, f"unit:{GUNS}") == ("refused.jammed", "13.17")


@pytest.mark.rule("gsfg:10.18")
def test_artillery_that_fired_is_marked_for_the_rest_of_the_player_turn() -> None:
    game = phase({TANKS: NORTH, GUNS: FAR_NORTH, BRIGADE: TARGET}, dice=[6])
    attack(game, TARGET, TANKS, GUNS)
    assert game.state.units[GUNS].fought


# Air mobile units


@pytest.mark.rule("gsfg:6.15")
@pytest.mark.parametrize(("base", "able"), [("3117", True), ("3116", False)])
def test_air_mobile_units_attack_at_eight_hexes(base: str, able: bool) -> None:
    board = content().board
    assert board.distance(board.index[base], board.index[TARGET]) == (8 if able else 9)
    game = phase({"us-101-am": base, "us-3-arm": SOUTH, RIFLES: TARGET}, NATO, air=NATO)
    choose(game, f"hex:{TARGET}")
    assert ("unit:us-101-am" in ids(game)) is able


@pytest.mark.rule("gsfg:6.15")
def test_air_mobile_units_attack_at_a_distance_alone() -> None:
    game = phase({"us-101-am": "3117", RIFLES: TARGET}, NATO, air=NATO)
    assert f"hex:{TARGET}" in ids(game)


@pytest.mark.rule("gsfg:6.15")
def test_air_mobile_units_attack_cities() -> None:
    game = phase({"us-101-am": "3323", RIFLES: CITY}, NATO, air=NATO, captured={CITY: SOVIET})
    assert f"hex:{CITY}" in ids(game)


@pytest.mark.rule("gsfg:6.17")
def test_under_soviet_skies_air_mobile_units_attack_next_to_them_only() -> None:
    game = phase({"us-101-am": "3127", "us-6-am": SOUTH, RIFLES: TARGET}, NATO, air=SOVIET)
    choose(game, f"hex:{TARGET}")
    assert ids(game) == {"unit:us-6-am"}


@pytest.mark.rule("gsfg:6.16")
def test_nato_may_support_a_defence_with_air_mobile_units() -> None:
    game = phase({TANKS: NORTH, MORE_TANKS: NORTH, BRIGADE: TARGET, "us-6-am": "3130"}, air=NATO)
    declare(game, TARGET, TANKS, MORE_TANKS)
    assert ids(game) == {"unit:us-6-am", "do:pass"}


@pytest.mark.rule("gsfg:6.16")
def test_support_adds_the_attack_strength_to_the_defence() -> None:
    game = phase({TANKS: NORTH, MORE_TANKS: NORTH, BRIGADE: TARGET, "us-6-am": "3130"}, air=NATO, dice=[6])
    declare(game, TARGET, TANKS, MORE_TANKS)
    choose(game, "unit:us-6-am", "do:conventional")
    assert [line.value for line in resolved(game).lines if line.label == "defence"] == ["4"]


@pytest.mark.rule("gsfg:6.16")
def test_a_unit_supports_one_battle_in_a_phase() -> None:
    game = phase({TANKS: NORTH, MORE_TANKS: SOUTHEAST, BRIGADE: TARGET, "us-3-1": "3326", "us-6-am": "3130"},
                 air=NATO, dice=[6])  # fmt: skip
    declare(game, TARGET, TANKS)
    choose(game, "unit:us-6-am", "do:conventional")
    declare(game, "3326", MORE_TANKS)
    assert prompt(game) == "chemical"


@pytest.mark.rule("gsfg:6.16")
def test_nato_may_keep_its_air_mobile_units_for_another_battle() -> None:
    game = phase({TANKS: NORTH, MORE_TANKS: SOUTHEAST, BRIGADE: TARGET, "us-3-1": "3326", "us-6-am": "3130"},
                 air=NATO, dice=[6])  # fmt: skip
    declare(game, TARGET, TANKS)
    choose(game, "do:pass", "do:conventional")
    declare(game, "3326", MORE_TANKS)
    assert prompt(game) == "support"


@pytest.mark.rule("gsfg:6.16")
def test_a_supporter_suffers_no_result() -> None:
    game = phase({TANKS: NORTH, MORE_TANKS: NORTH, BRIGADE: TARGET, "us-6-am": "3130"}, air=NATO, dice=[4])
    declare(game, TARGET, TANKS, MORE_TANKS)
    choose(game, "unit:us-6-am", "do:conventional")
    assert (resolved(game).result, steps_of(game, "us-6-am")) == ("EX", 1)


@pytest.mark.rule("gsfg:6.16")
def test_support_does_not_make_a_defence_multi_national() -> None:
    game = phase({TANKS: NORTH, MORE_TANKS: NORTH, "frg-hsk-13": TARGET, "us-6-am": "3130"}, air=NATO, dice=[6])
    declare(game, TARGET, TANKS, MORE_TANKS)
    choose(game, "unit:us-6-am", "do:conventional")
    assert "mixed-defence" not in [line.label for line in resolved(game).lines]


# Supplies cut or flown in


@pytest.mark.rule("gsfg:6.5/4")
def test_nato_may_declare_an_attack_out_of_supply() -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET}, starve=True)
    declare(game, TARGET, TANKS)
    assert (game.decisions[0].side, ids(game)) == (NATO, {"do:cut-off", "do:pass"})


@pytest.mark.rule("gsfg:6.5/4")
def test_an_attack_cut_off_is_halved_and_not_chemical() -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET}, starve=True, dice=[6])
    declare(game, TARGET, TANKS)
    choose(game, "do:cut-off")
    assert ("out-of-supply", "5 → 2") in [(line.label, line.value) for line in resolved(game).lines]


@pytest.mark.rule("gsfg:6.5/4")
def test_8ga_can_be_cut_off_too() -> None:
    game = phase({"su-27g-mr": NORTH, BRIGADE: TARGET}, group="8ga", turn=2, starve=True, dice=[6])
    declare(game, TARGET, "su-27g-mr")
    choose(game, "do:cut-off")
    assert ("out-of-supply", "4 → 2") in [(line.label, line.value) for line in resolved(game).lines]


@pytest.mark.rule("gsfg:6.5/4")
def test_artillery_drops_out_of_an_attack_cut_off() -> None:
    game = phase({TANKS: NORTH, GUNS: FAR_NORTH, BRIGADE: TARGET}, starve=True, dice=[6])
    declare(game, TARGET, TANKS, GUNS)
    choose(game, "do:cut-off")
    assert not game.state.units[GUNS].fought


def guns_cut_off(*switches: str) -> Game:
    """Guns that have dropped out of an attack, while another enemy in their reach is about to be attacked."""
    units = {TANKS: NORTH, GUNS: FAR_NORTH, BRIGADE: TARGET, MORE_TANKS: NORTHEAST, "us-3-1": "3224"}
    game = phase(units, starve=True, dice=[6], switches=switches)
    declare(game, TARGET, TANKS, GUNS)
    choose(game, "do:cut-off", "hex:3224")
    return game


@pytest.mark.rule("gsfg:6.5/4", "gsfg:11.4")
def test_guns_that_dropped_out_of_an_attack_cut_off_do_not_fire_elsewhere() -> None:
    assert reason(guns_cut_off(), f"unit:{GUNS}") == ("refused.attacked", "11.4")


@pytest.mark.rule("gsfg:6.5/4", "gsfg:11.4")
def test_on_the_other_reading_they_do() -> None:
    assert f"unit:{GUNS}" in ids(guns_cut_off("6.5/4"))


@pytest.mark.rule("gsfg:6.5/4", "gsfg:10.18")
def test_guns_that_dropped_out_have_not_fired_and_move_on_with_all_their_points() -> None:
    game = phase({TANKS: NORTH, GUNS: FAR_NORTH, BRIGADE: TARGET}, starve=True, dice=[6])
    declare(game, TARGET, TANKS, GUNS)
    choose(game, "do:cut-off")
    assert allowance(game, GUNS, road=False) == counter(game, GUNS).move


@pytest.mark.rule("gsfg:6.5/4")
def test_only_one_attack_is_cut_off() -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET, MORE_TANKS: SOUTHEAST, "us-3-1": "3326"}, starve=True, dice=[6])
    declare(game, TARGET, TANKS)
    choose(game, "do:cut-off")
    declare(game, "3326", MORE_TANKS)
    assert prompt(game) == "chemical"


@pytest.mark.rule("gsfg:6.5/4")
def test_nato_may_wait_for_a_better_attack_to_cut_off() -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET, MORE_TANKS: SOUTHEAST, "us-3-1": "3326"}, starve=True, dice=[6])
    declare(game, TARGET, TANKS)
    choose(game, "do:pass", "do:conventional")
    declare(game, "3326", MORE_TANKS)
    assert prompt(game) == "cut-off"


@pytest.mark.rule("gsfg:6.9")
def test_supply_may_be_flown_in_for_a_battle() -> None:
    game = phase({TANKS: "2630", BRIGADE: "2631"}, air=SOVIET)
    with_air(game, supply_flown=False)
    declare(game, "2631", TANKS)
    assert (prompt(game), game.decisions[0].side) == ("aerial-supply", SOVIET)


@pytest.mark.rule("gsfg:6.9", "gsfg:11.23")
def test_supply_flown_in_while_attackers_are_picked_lets_the_guns_join() -> None:
    game = phase({TANKS: "2630", GUNS: "2629", BRIGADE: "2631"}, air=SOVIET)
    with_air(game, supply_flown=False)
    choose(game, "hex:2631")
    silent = reason(game, f"unit:{GUNS}")
    choose(game, f"unit:{TANKS}", "do:aerial-supply", "hex:2629")
    assert (silent, f"unit:{GUNS}" in ids(game)) == (("refused.artillery-unsupplied", "8.11"), True)


@pytest.mark.rule("gsfg:6.9")
def test_a_battle_is_fought_with_the_supply_flown_in() -> None:
    game = phase({TANKS: "2630", BRIGADE: "2631"}, air=SOVIET, dice=[6])
    with_air(game, supply_flown=False)
    declare(game, "2631", TANKS)
    choose(game, "do:aerial-supply", "hex:2630", "do:conventional")
    assert "out-of-supply" not in [line.label for line in resolved(game).lines]


@pytest.mark.rule("gsfg:6.9")
def test_a_defender_may_have_supply_flown_in() -> None:
    game = phase({TANKS: "4019", MORE_TANKS: "4019", BRIGADE: "4020"}, air=NATO)
    with_air(game, supply_flown=False)
    declare(game, "4020", TANKS, MORE_TANKS)
    assert (prompt(game), game.decisions[0].side) == ("aerial-supply", NATO)


@pytest.mark.rule("gsfg:6.9")
def test_an_attack_cut_off_cannot_be_fed_by_air() -> None:
    game = phase({TANKS: "2630", BRIGADE: "2631"}, air=SOVIET, starve=True, dice=[6])
    with_air(game, supply_flown=False)
    declare(game, "2631", TANKS)
    choose(game, "do:cut-off")
    assert prompt(game) == "move-unit"


@pytest.mark.rule("gsfg:6.9")
def test_nobody_in_supply_is_asked_about_flights() -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET}, air=SOVIET)
    with_air(game, supply_flown=False)
    declare(game, TARGET, TANKS)
    assert prompt(game) == "chemical"


@pytest.mark.rule("gsfg:11.1")
def test_where_units_stand_after_a_stalled_attack() -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET}, dice=[6])
    attack(game, TARGET, TANKS)
    assert (where(game, TANKS), where(game, BRIGADE)) == (NORTH, TARGET)
