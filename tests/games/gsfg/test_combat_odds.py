"""Chapters 11.7 to 11.16 and 12.4 to 12.6: strengths, odds, shifts and the combat results table."""

from __future__ import annotations

import pytest

from games.gsfg.battles import (
    CITY,
    CITY_NORTH,
    FAR_NORTH,
    NORTH,
    NORTHEAST,
    SOUTH,
    SOUTHEAST,
    SOUTHWEST,
    TARGET,
    attack,
    declare,
    lines,
    phase,
    resolved,
    terrain,
)
from games.gsfg.positions import choose, content, quiet
from sandtable.games.gsfg.combat.combat_odds import Reckoning, forecast, reckon, results_table
from sandtable.games.gsfg.combat.strengths import Battle, attack_strength, defence_strength, over_rivers
from sandtable.games.gsfg.state import NATO, SOVIET
from sandtable.kernel.odds import odds
from sandtable.mechanics.roster import change

TANKS = "su-10g-tk"
MORE_TANKS = "su-12g-tk"
STILL_MORE_TANKS = "su-47g-tk"
RIFLES = "su-207-mr"
GUNS = "su-34g-art"
BRIGADE = "us-4-2"


def soviet(target: str, *attackers: str, group: str = "main", second: bool = False) -> Battle:
    return Battle(SOVIET, group, target, second, attackers)


def nato(target: str, *attackers: str) -> Battle:
    return Battle(NATO, "nato", target, attackers=attackers)


def column(found: Reckoning) -> str:
    return "AS" if found.column is None else results_table(content()).columns[found.column]


def shifts(found: Reckoning) -> dict[str, str]:
    """The shifts of a battle by label."""
    return {line.label: line.value for line in found.lines if line.value[:1] in "+-"}


# Strengths


@pytest.mark.rule("gsfg:11.7")
def test_strengths_are_added_and_divided_without_the_fraction() -> None:
    game = quiet({TANKS: NORTH, MORE_TANKS: NORTH, RIFLES: SOUTHEAST, "us-4-2": TARGET, "us-3-1": TARGET})
    assert column(reckon(game, soviet(TARGET, TANKS, MORE_TANKS, RIFLES))) == "3:1"  # 14 to 4


@pytest.mark.rule("gsfg:2.9")
def test_a_reduced_unit_fights_at_full_strength() -> None:
    game = quiet({TANKS: NORTH, BRIGADE: TARGET}, steps={TANKS: 1})
    assert attack_strength(game, soviet(TARGET, TANKS)).total == 5


@pytest.mark.rule("gsfg:1.5")
def test_several_units_are_added_before_they_are_halved() -> None:
    game = quiet({TANKS: "2630", MORE_TANKS: "2630", BRIGADE: "2631"})
    assert attack_strength(game, soviet("2631", TANKS, MORE_TANKS)).total == 5


@pytest.mark.rule("gsfg:11.10")
def test_a_stack_of_small_units_is_halved_as_one() -> None:
    game = quiet({"frg-hsk-13": "4019", "frg-hsk-14": "4019", "frg-hsk-16": "4019", TANKS: "4020"})
    assert attack_strength(game, nato("4020", "frg-hsk-13", "frg-hsk-14", "frg-hsk-16")).total == 1


@pytest.mark.rule("gsfg:11.10")
def test_a_unit_of_strength_one_is_not_halved_away() -> None:
    game = quiet({"frg-hsk-13": "4019", TANKS: "4020"})
    assert attack_strength(game, nato("4020", "frg-hsk-13")).total == 1


@pytest.mark.rule("gsfg:8.11")
def test_a_defender_out_of_supply_is_halved() -> None:
    game = quiet({"us-3-arm": "4020", TANKS: "4019"})
    assert defence_strength(game, soviet("4020", TANKS)).total == 3


@pytest.mark.rule("gsfg:8.11")
def test_only_units_out_of_supply_are_halved() -> None:
    game = quiet({"us-3-arm": "4019", "us-101-am": "4018", TANKS: "4020"}, air=NATO)
    assert attack_strength(game, nato("4020", "us-3-arm", "us-101-am")).total == 2 + 4


@pytest.mark.rule("gsfg:8.12")
def test_supply_is_checked_at_the_start_of_the_battle() -> None:
    game = phase({TANKS: "2630", BRIGADE: "2631"}, dice=[6])
    declare(game, "2631", TANKS)
    assert lines(game)["out-of-supply"] == "5 → 2"


@pytest.mark.rule("gsfg:12.5")
def test_an_attack_across_a_river_is_halved() -> None:
    assert "3412" in over_rivers(content())["3312"]
    game = quiet({TANKS: "3412", BRIGADE: "3312"})
    assert attack_strength(game, soviet("3312", TANKS)).total == 2


@pytest.mark.rule("gsfg:12.5")
def test_only_those_who_cross_the_river_are_halved() -> None:
    assert "3311" not in over_rivers(content())["3312"]
    game = quiet({TANKS: "3412", MORE_TANKS: "3412", RIFLES: "3311", BRIGADE: "3312"})
    assert attack_strength(game, soviet("3312", TANKS, MORE_TANKS, RIFLES)).total == 5 + 4


@pytest.mark.rule("gsfg:12.5")
def test_river_and_lack_of_supply_halve_twice() -> None:
    assert "1412" in over_rivers(content())["1311"]
    game = quiet({TANKS: "1412", BRIGADE: "1311"})
    assert attack_strength(game, soviet("1311", TANKS)).total == 1


@pytest.mark.rule("gsfg:12.5")
def test_a_defender_behind_a_river_is_not_halved() -> None:
    game = quiet({TANKS: "3412", BRIGADE: "3312"})
    assert defence_strength(game, soviet("3312", TANKS)).total == 2


@pytest.mark.rule("gsfg:11.23")
def test_artillery_next_to_the_river_is_halved() -> None:
    game = quiet({GUNS: "3412", TANKS: "3311", BRIGADE: "3312"})
    assert attack_strength(game, soviet("3312", TANKS, GUNS)).total == 5 + 3


@pytest.mark.rule("gsfg:11.23")
def test_artillery_two_hexes_away_is_not_halved_by_a_river() -> None:
    board = content().board
    assert board.distance(board.index["3512"], board.index["3312"]) == 2
    game = quiet({GUNS: "3512", TANKS: "3311", MORE_TANKS: "3311", BRIGADE: "3312"})
    assert attack_strength(game, soviet("3312", TANKS, MORE_TANKS, GUNS)).total == 10 + 6


@pytest.mark.rule("gsfg:6.15")
@pytest.mark.parametrize(("air", "strength"), [(NATO, 4), (SOVIET, 2)])
def test_air_mobile_units_ignore_rivers_under_nato_skies(air: str, strength: int) -> None:
    game = quiet({"us-101-am": "3313", RIFLES: "3413"}, air=air)
    assert "3313" in over_rivers(content())["3413"]
    assert attack_strength(game, nato("3413", "us-101-am")).total == strength


@pytest.mark.rule("gsfg:11.23")
def test_artillery_counts_no_more_than_the_others() -> None:
    game = quiet({RIFLES: NORTH, GUNS: FAR_NORTH, BRIGADE: TARGET})
    assert attack_strength(game, soviet(TARGET, RIFLES, GUNS)).total == 4 + 4


@pytest.mark.rule("gsfg:11.23")
def test_two_artillery_units_count_together() -> None:
    game = quiet({TANKS: NORTH, GUNS: FAR_NORTH, "su-51g-art": NORTH, BRIGADE: TARGET})
    assert attack_strength(game, soviet(TARGET, TANKS, GUNS, "su-51g-art")).total == 5 + 5


@pytest.mark.rule("gsfg:11.23")
def test_artillery_is_measured_against_the_others_as_they_count() -> None:
    game = quiet({TANKS: "3412", GUNS: "3311", BRIGADE: "3312"})
    assert attack_strength(game, soviet("3312", TANKS, GUNS)).total == 2 + 2


@pytest.mark.rule("gsfg:11.23")
def test_artillery_defends_normally() -> None:
    game = quiet({GUNS: TARGET, RIFLES: TARGET, "us-3-arm": SOUTH})
    assert defence_strength(game, nato(TARGET, "us-3-arm")).total == 1 + 4


@pytest.mark.rule("gsfg:7.5")
def test_an_east_german_unit_alone_attacks_with_one() -> None:
    game = quiet({"gdr-1-mr": NORTH, TANKS: SOUTHEAST, BRIGADE: TARGET})
    assert attack_strength(game, soviet(TARGET, "gdr-1-mr", TANKS)).total == 1 + 5


@pytest.mark.rule("gsfg:7.5")
def test_an_east_german_unit_alone_defends_with_one() -> None:
    game = quiet({"gdr-1-mr": TARGET, "us-3-arm": SOUTH})
    assert defence_strength(game, nato(TARGET, "us-3-arm")).total == 1


@pytest.mark.rule("gsfg:7.5")
def test_an_east_german_unit_in_company_has_its_own_strength() -> None:
    game = quiet({"gdr-1-mr": NORTH, TANKS: NORTH, BRIGADE: TARGET})
    assert attack_strength(game, soviet(TARGET, "gdr-1-mr")).total == 3


@pytest.mark.rule("gsfg:11.18")
def test_units_retreated_into_a_hex_add_nothing_to_its_defence() -> None:
    game = phase({TANKS: NORTH, "us-4-2": TARGET, "us-3-1": TARGET})
    change(game, "us-3-1", retreated=True)
    assert defence_strength(game, soviet(TARGET, TANKS)).total == 2


# Odds and the table


@pytest.mark.rule("gsfg:11.8")
def test_a_weaker_attack_stalls_without_a_roll() -> None:
    game = phase({RIFLES: NORTH, "us-3-arm": TARGET}, dice=[])
    attack(game, TARGET, RIFLES)
    assert resolved(game).result == "AS"


@pytest.mark.rule("gsfg:11.8")
def test_no_shift_helps_a_weaker_attack() -> None:
    game = quiet({RIFLES: NORTH, "su-48-mr": SOUTH, "us-3-arm": TARGET, "us-8-mech": TARGET})
    assert column(reckon(game, soviet(TARGET, RIFLES, "su-48-mr"))) == "AS"


@pytest.mark.rule("gsfg:11.8")
def test_shifts_below_the_table_stall_the_attack() -> None:
    assert terrain("3528") == "mountain"
    game = quiet({TANKS: "3527", MORE_TANKS: "3527", "us-3-mech": "3528"})
    assert column(reckon(game, soviet("3528", TANKS, MORE_TANKS))) == "AS"  # 10 to 6


@pytest.mark.rule("gsfg:11.8")
def test_odds_above_ten_use_the_last_column() -> None:
    units = {TANKS: NORTH, MORE_TANKS: NORTH, STILL_MORE_TANKS: NORTHEAST, "be-recce": TARGET}
    game = quiet(units)
    assert column(reckon(game, soviet(TARGET, TANKS, MORE_TANKS, STILL_MORE_TANKS))) == "10:1"  # 15 to 1


@pytest.mark.rule("gsfg:11.8")
def test_shifts_act_before_the_odds_are_held_to_ten() -> None:
    assert terrain("3325") == "rough"
    units = {TANKS: "3225", MORE_TANKS: "3225", STILL_MORE_TANKS: "3226", "be-recce": "3325"}
    game = quiet(units)
    assert column(reckon(game, soviet("3325", TANKS, MORE_TANKS, STILL_MORE_TANKS))) == "10:1"  # 15 to 1, 1L


@pytest.mark.rule("gsfg:12.6")
@pytest.mark.parametrize(
    ("odds_", "results"),
    [
        (1, "DR DR AS AS AS AS"),
        (2, "DR DR DR EX AS AS"),
        (3, "DR DR DR DR EX AS"),
        (4, "DR DR DR DR DR EX"),
        (5, "DR DR DR DR EX EX"),
        (6, "DR DR DR EX EX EX"),
        (7, "DR DR EX EX EX DE"),
        (8, "DR EX EX EX DE DE"),
        (9, "EX EX EX DE DE DE"),
        (10, "EX DE DE DE DE DE"),
    ],
)
def test_the_combat_results_table(odds_: int, results: str) -> None:
    crt = results_table(content())
    assert [crt.result(crt.column(odds_, 1), face) for face in range(1, 7)] == results.split()


@pytest.mark.rule("gsfg:11.16")
def test_six_to_one_with_a_five_is_an_exchange() -> None:
    game = phase({RIFLES: NORTH, "su-48-mr": NORTH, "su-21-mr": NORTHEAST, BRIGADE: TARGET}, dice=[5])
    attack(game, TARGET, RIFLES, "su-48-mr", "su-21-mr")
    assert (lines(game)["column"], lines(game)["die"], resolved(game).result) == ("6:1", "5", "EX")


@pytest.mark.rule("gsfg:11.16")
def test_the_odds_of_an_attack_are_exact() -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET})  # 5 to 2
    declare(game, TARGET, TANKS)
    found = {outcome.results: outcome.probability for outcome in odds(game, "do:conventional").outcomes}
    assert found == {("DR",): pytest.approx(1 / 2), ("AS",): pytest.approx(1 / 3), ("EX",): pytest.approx(1 / 6)}


@pytest.mark.rule("gsfg:11.16")
def test_every_pick_shows_the_odds() -> None:
    game = phase({TANKS: NORTH, MORE_TANKS: NORTH, BRIGADE: TARGET})
    choose(game, f"hex:{TARGET}", f"unit:{TANKS}")
    shown = {line.label: line.value for line in game.preview(f"unit:{MORE_TANKS}").lines}
    assert (shown["odds"], shown["chances"]) == ("5:1", "DR 4/6, EX 2/6")


@pytest.mark.rule("gsfg:11.3")
def test_a_target_shows_the_odds_of_all_who_can_attack_it() -> None:
    game = phase({TANKS: NORTH, MORE_TANKS: NORTH, BRIGADE: TARGET})
    shown = {line.label: line.value for line in game.preview(f"hex:{TARGET}").lines}
    assert (shown["with-everybody"], shown["attack"], shown["odds"]) == ("2", "10", "5:1")


# Terrain


@pytest.mark.rule("gsfg:11.9")
def test_all_shifts_add_up() -> None:
    game = quiet({TANKS: "3225", MORE_TANKS: "3225", STILL_MORE_TANKS: "3426", BRIGADE: "3325"})
    found = reckon(game, soviet("3325", TANKS, MORE_TANKS, STILL_MORE_TANKS, second=True))
    assert (shifts(found), column(found)) == ({"terrain": "-1", "envelopment": "+1", "second-fight": "-1"}, "6:1")


@pytest.mark.rule("gsfg:11.11")
@pytest.mark.parametrize(("label", "kind"), [(TARGET, "clear"), ("3707", "heath")])
def test_clear_and_heath_shift_nothing(label: str, kind: str) -> None:
    assert terrain(label) == kind
    near = content().adjacent[label][0]
    game = quiet({TANKS: near, BRIGADE: label})
    assert shifts(reckon(game, soviet(label, TANKS))) == {}


@pytest.mark.rule("gsfg:11.12")
def test_rough_shifts_one_column() -> None:
    game = quiet({TANKS: "3225", MORE_TANKS: "3225", "us-4-2": "3325", "ca-abn": "3325"})
    assert column(reckon(game, soviet("3325", TANKS, MORE_TANKS))) == "2:1"  # 3:1 before


@pytest.mark.rule("gsfg:11.13")
def test_mountain_shifts_two_columns() -> None:
    game = quiet({TANKS: "3428", MORE_TANKS: "3428", "us-4-2": "3528", "ca-abn": "3528"})
    assert column(reckon(game, soviet("3528", TANKS, MORE_TANKS))) == "1:1"  # 3:1 before


@pytest.mark.rule("gsfg:11.14")
def test_a_city_shifts_two_columns() -> None:
    assert terrain(CITY) == "city"
    game = quiet({TANKS: CITY_NORTH, BRIGADE: CITY})
    assert shifts(reckon(game, soviet(CITY, TANKS))) == {"terrain": "-2"}


@pytest.mark.rule("gsfg:11.14")
def test_jaeger_in_a_city_shift_three_columns() -> None:
    game = quiet({TANKS: CITY_NORTH, MORE_TANKS: CITY_NORTH, "frg-2": CITY})
    assert shifts(reckon(game, soviet(CITY, TANKS, MORE_TANKS))) == {"jaeger-defend": "-3"}


@pytest.mark.rule("gsfg:11.14")
def test_jaeger_attacking_a_city_leave_it_one_column() -> None:
    game = quiet({"frg-2": CITY_NORTH, "frg-3": CITY_NORTH, RIFLES: CITY})
    assert shifts(reckon(game, nato(CITY, "frg-2", "frg-3"))) == {"jaeger-attack": "-1"}


@pytest.mark.rule("gsfg:11.14")
def test_jaeger_mean_nothing_outside_cities() -> None:
    game = quiet({TANKS: NORTH, MORE_TANKS: NORTH, "frg-2": TARGET})
    assert shifts(reckon(game, soviet(TARGET, TANKS, MORE_TANKS))) == {}


@pytest.mark.rule("gsfg:11.14")
def test_a_retreat_from_a_city_becomes_a_step_each() -> None:
    game = phase({TANKS: CITY_NORTH, MORE_TANKS: CITY_NORTH, BRIGADE: CITY}, dice=[1])
    attack(game, CITY, TANKS, MORE_TANKS)
    assert resolved(game).result == "1+1"


# Envelopment


@pytest.mark.rule("gsfg:11.15")
@pytest.mark.parametrize(
    ("places", "gained"),
    [
        ((NORTH, SOUTH), "+1"),
        ((NORTH, SOUTHEAST, SOUTHWEST), "+1"),
        ((NORTH, NORTHEAST, SOUTHEAST, SOUTHWEST), "+1"),
        ((NORTH, NORTHEAST), None),
        ((NORTH, SOUTHEAST), None),
        ((NORTH, NORTHEAST, SOUTHEAST), None),
    ],
)
def test_soviet_attacks_envelop(places: tuple[str, ...], gained: str | None) -> None:
    tanks = (TANKS, MORE_TANKS, STILL_MORE_TANKS, "su-16g-tk")
    placed = dict(zip(tanks, places, strict=False))
    game = quiet({**placed, BRIGADE: TARGET})
    assert shifts(reckon(game, soviet(TARGET, *placed))).get("envelopment") == gained


@pytest.mark.rule("gsfg:11.15")
def test_nato_attacks_envelop_for_two_columns() -> None:
    game = quiet({"us-3-arm": NORTH, "us-1-arm": SOUTH, RIFLES: TARGET})
    assert shifts(reckon(game, nato(TARGET, "us-3-arm", "us-1-arm"))) == {"envelopment": "+2"}


@pytest.mark.rule("gsfg:11.15")
def test_units_that_do_not_take_part_do_not_envelop() -> None:
    game = quiet({TANKS: NORTH, MORE_TANKS: SOUTH, BRIGADE: TARGET})
    assert shifts(reckon(game, soviet(TARGET, TANKS))) == {}


@pytest.mark.rule("gsfg:11.15")
def test_artillery_two_hexes_away_does_not_envelop() -> None:
    game = quiet({TANKS: SOUTH, GUNS: FAR_NORTH, BRIGADE: TARGET})
    assert "envelopment" not in shifts(reckon(game, soviet(TARGET, TANKS, GUNS)))


@pytest.mark.rule("gsfg:6.15")
def test_air_mobile_units_with_others_always_envelop() -> None:
    game = quiet({"us-3-arm": SOUTH, "us-101-am": "3128", RIFLES: TARGET}, air=NATO)
    assert shifts(reckon(game, nato(TARGET, "us-3-arm", "us-101-am"))) == {"envelopment": "+2"}


@pytest.mark.rule("gsfg:6.15")
def test_air_mobile_units_alone_do_not_envelop() -> None:
    game = quiet({"us-6-am": "3128", "us-101-am": "3128", RIFLES: TARGET}, air=NATO)
    assert shifts(reckon(game, nato(TARGET, "us-6-am", "us-101-am"))) == {}


@pytest.mark.rule("gsfg:6.10")
def test_under_soviet_skies_air_mobile_units_do_not_envelop() -> None:
    game = quiet({"us-3-arm": SOUTH, "us-101-am": SOUTHWEST, RIFLES: TARGET}, air=SOVIET)
    assert shifts(reckon(game, nato(TARGET, "us-3-arm", "us-101-am"))) == {}


# Phases and turns


@pytest.mark.rule("gsfg:5.5")
def test_the_second_combat_phase_costs_a_column() -> None:
    game = quiet({TANKS: NORTH, BRIGADE: TARGET})
    assert shifts(reckon(game, soviet(TARGET, TANKS, second=True))) == {"second-fight": "-1"}


@pytest.mark.rule("gsfg:5.4/4")
def test_8ga_fights_twice_without_a_penalty() -> None:
    game = quiet({"su-27g-mr": NORTH, BRIGADE: TARGET}, turn=2)
    assert shifts(reckon(game, soviet(TARGET, "su-27g-mr", group="8ga", second=True))) == {}


@pytest.mark.rule("gsfg:5.4/4")
def test_after_the_third_turn_8ga_pays_as_others_do() -> None:
    game = phase({"su-27g-mr": NORTH, BRIGADE: TARGET}, turn=4, second=True, dice=[1])
    attack(game, TARGET, "su-27g-mr")
    assert lines(game)["second-fight"] == "-1"


@pytest.mark.rule("gsfg:5.6")
@pytest.mark.parametrize(("turn", "expected"), [(1, {"nato-first-turn": "-1"}), (2, {})])
def test_nato_attacks_suffer_in_the_first_turn(turn: int, expected: dict[str, str]) -> None:
    game = quiet({"us-3-arm": NORTH, RIFLES: TARGET}, turn=turn)
    assert shifts(reckon(game, nato(TARGET, "us-3-arm"))) == expected


# Several nations


@pytest.mark.rule("gsfg:7.6")
def test_a_defence_of_several_nations_suffers() -> None:
    game = quiet({TANKS: NORTH, MORE_TANKS: NORTH, "us-4-2": TARGET, "frg-hsk-13": TARGET})
    assert shifts(reckon(game, soviet(TARGET, TANKS, MORE_TANKS))) == {"mixed-defence": "+1"}


@pytest.mark.rule("gsfg:7.6")
def test_americans_and_canadians_defend_as_one() -> None:
    game = quiet({TANKS: NORTH, MORE_TANKS: NORTH, "us-4-2": TARGET, "ca-4-mech": TARGET})
    assert shifts(reckon(game, soviet(TARGET, TANKS, MORE_TANKS))) == {}


@pytest.mark.rule("gsfg:7.6")
def test_soviets_and_east_germans_defend_as_one() -> None:
    game = quiet({"us-3-arm": NORTH, "us-1-arm": NORTH, RIFLES: TARGET, "gdr-1-mr": TARGET})
    assert shifts(reckon(game, nato(TARGET, "us-3-arm", "us-1-arm"))) == {}


MIXED = {"us-3-arm": SOUTH, "frg-3": SOUTH, "be-16": SOUTHWEST, "uk-1-arm": SOUTHWEST, "ca-4-mech": SOUTHEAST}


def mixed_attack(*attackers: str, dice: list[int]) -> str | None:
    """The shift of the multi-national attack table; the second die is that of the battle."""
    game = phase({**MIXED, RIFLES: TARGET}, NATO, dice=dice)
    attack(game, TARGET, *attackers)
    return lines(game).get("mixed-attack")


@pytest.mark.rule("gsfg:12.4")
@pytest.mark.parametrize(("face", "expected"), [(1, "+0"), (2, "+0"), (3, "-1"), (4, "-1"), (5, "-1"), (6, "-2")])
def test_the_multi_national_attack_table(face: int, expected: str) -> None:
    assert mixed_attack("us-3-arm", "frg-3", dice=[face, 6]) == expected


@pytest.mark.rule("gsfg:12.4")
def test_americans_and_british_subtract_one() -> None:
    assert mixed_attack("us-3-arm", "uk-1-arm", dice=[3, 6]) == "+0"


@pytest.mark.rule("gsfg:12.4")
def test_three_nations_add_one() -> None:
    assert mixed_attack("us-3-arm", "frg-3", "be-16", dice=[6, 6]) == "-3"


@pytest.mark.rule("gsfg:12.4")
def test_americans_canadians_and_british_are_three_nations() -> None:
    assert mixed_attack("us-3-arm", "uk-1-arm", "ca-4-mech", dice=[2, 6]) == "-1"


@pytest.mark.rule("gsfg:12.4")
def test_americans_and_canadians_roll_for_nothing() -> None:
    assert mixed_attack("us-3-arm", "ca-4-mech", dice=[6]) is None


@pytest.mark.rule("gsfg:7.7")
def test_a_hopeless_attack_is_not_rolled_for() -> None:
    game = phase({"us-4-2": SOUTH, "frg-hsk-13": SOUTH, RIFLES: TARGET}, NATO, dice=[])
    attack(game, TARGET, "us-4-2", "frg-hsk-13")
    assert resolved(game).result == "AS"


@pytest.mark.rule("gsfg:7.7")
def test_the_roll_can_push_an_attack_below_the_table() -> None:
    game = phase({**MIXED, RIFLES: TARGET}, NATO, dice=[6])
    attack(game, TARGET, "us-3-arm", "frg-3")  # 10 to 4, 2L
    assert resolved(game).result == "AS"


@pytest.mark.rule("gsfg:7.7")
def test_the_odds_of_a_multi_national_attack_are_exact() -> None:
    game = phase({**MIXED, RIFLES: TARGET}, NATO)
    declare(game, TARGET, "us-3-arm", "frg-3")
    found = {outcome.results: outcome.probability for outcome in odds(game, "do:conventional").outcomes}
    # 2:1 with 1 and 2, 1:1 with 3 to 5, stalled with 6
    assert found == {
        ("DR",): pytest.approx(2 / 6 * 3 / 6 + 3 / 6 * 2 / 6),
        ("EX",): pytest.approx(2 / 6 * 1 / 6),
        ("AS",): pytest.approx(2 / 6 * 2 / 6 + 3 / 6 * 4 / 6 + 1 / 6),
    }


@pytest.mark.rule("gsfg:7.7")
def test_the_roll_to_come_is_shown_beforehand() -> None:
    game = quiet({**MIXED, RIFLES: TARGET})
    shown = {line.label: line.value for line in forecast(game, nato(TARGET, "us-3-arm", "frg-3", "be-16"))}
    assert (shown["coordination-roll"], shown["many-nations"]) == ("d6", "+1")


@pytest.mark.rule("gsfg:11.16")
def test_the_odds_of_an_attack_are_reckoned_through_what_nobody_declares() -> None:
    game = phase({TANKS: NORTH, "us-11-cv": TARGET})
    choose(game, f"hex:{TARGET}", f"unit:{TANKS}")
    found = odds(game, "do:attack")
    assert found.assumed == ("chemical",)
    assert {outcome.results: round(outcome.probability * 6) for outcome in found.outcomes} == {
        ("DR",): 3,
        ("EX",): 1,
        ("AS",): 2,
    }
