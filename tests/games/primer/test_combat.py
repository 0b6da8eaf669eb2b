"""Chapter 5: combat."""

from __future__ import annotations

import pytest

from games.primer.positions import PRIMER, counter, hexes, offered, play, position, prompt, reason, sum_of, unit
from sandtable.games.primer.combat import Attack
from sandtable.games.primer.state import Unit
from sandtable.kernel import Resolved, Table

B1 = counter("b1", "armour", "0505")
R1 = counter("r1", "infantry", "0504")


def attack(*extra: tuple[str, Unit], dice: int | None = None, **facts: object) -> Table:
    """Blue armour in 0505 attacks red infantry in 0504, with further counters and facts."""
    scripted = [] if dice is None else [dice]
    table = position(B1, R1, *extra, phase="combat", dice=scripted, **facts)
    play(table, "hex:0504", "unit:b1")
    return table


# Who may attack what


@pytest.mark.rule("primer:5.1")
def test_only_hexes_of_the_enemy_next_to_an_attacker_are_offered() -> None:
    table = position(B1, R1, counter("r2", "infantry", "0703"), counter("b2", "infantry", "0506"), phase="combat")
    assert offered(table) == {"hex:0504", "do:done"}


@pytest.mark.rule("primer:5.1")
def test_why_a_hex_cannot_be_attacked() -> None:
    table = position(B1, R1, counter("r2", "infantry", "0703"), phase="combat")
    assert [reason(table, "hex:0703"), reason(table, "hex:0506")] == [("no-attackers", "5.1"), ("no-enemy", "5.1")]


@pytest.mark.rule("primer:5.1")
def test_counters_around_a_hex_attack_it_together() -> None:
    table = attack(counter("b2", "infantry", "0604"), counter("b3", "infantry", "0605"))
    assert offered(table) == {"unit:b2", "do:attack"}


@pytest.mark.rule("primer:5.1")
def test_a_counter_far_from_the_hex_takes_no_part() -> None:
    table = attack(counter("b3", "infantry", "0605"))
    assert reason(table, "unit:b3") == ("not-adjacent", "5.1")


@pytest.mark.rule("primer:5.1")
def test_a_disrupted_counter_does_not_attack() -> None:
    table = attack(counter("b2", "infantry", "0604", disrupted=True))
    assert reason(table, "unit:b2") == ("disrupted", "5.1")


@pytest.mark.rule("primer:5.1")
def test_an_attack_needs_an_attacker() -> None:
    table = position(B1, R1, phase="combat")
    play(table, "hex:0504")
    assert (offered(table), reason(table, "do:attack")) == ({"unit:b1"}, ("no-attackers-yet", "5.1"))


@pytest.mark.rule("primer:5.1")
def test_nobody_is_asked_where_nothing_can_be_attacked() -> None:
    table = position(counter("b1", "armour", "0505", disrupted=True), R1, phase="combat")
    assert prompt(table) == ("red", "move-unit")


@pytest.mark.rule("primer:5.2")
def test_a_counter_attacks_once_in_a_phase() -> None:
    table = attack(counter("r2", "infantry", "0404"), dice=5)
    play(table, "do:attack")
    assert (unit(table, "b1").disrupted, prompt(table)) == (False, ("red", "move-unit"))


@pytest.mark.rule("primer:5.2")
def test_a_hex_is_attacked_once_in_a_phase() -> None:
    table = attack(
        counter("b2", "infantry", "0604"), counter("b3", "infantry", "0605"), counter("r2", "infantry", "0606"), dice=3
    )
    play(table, "do:attack")
    assert (offered(table), reason(table, "hex:0504")) == ({"hex:0606", "do:done"}, ("attacked-already", "5.2"))


@pytest.mark.rule("primer:5.2")
def test_a_counter_that_has_fought_says_so() -> None:
    table = position(
        counter("b1", "armour", "0505", fought=True), counter("b2", "infantry", "0604"), R1, phase="combat"
    )
    play(table, "hex:0504")
    assert reason(table, "unit:b1") == ("fought", "5.2")


# The column


@pytest.mark.rule("primer:5.3")
@pytest.mark.parametrize(
    ("attacker", "defender", "odds"),
    [
        ("armour", "infantry", "1:1"),
        ("armour", "engineers", "2:1"),
        ("guns", "guards", "1:3"),
        ("recon", "guns", "1:2"),
    ],
)
def test_odds_are_rounded_in_favour_of_the_defender(attacker: str, defender: str, odds: str) -> None:
    table = position(counter("b1", attacker, "0505"), counter("r1", defender, "0504"), phase="combat")
    play(table, "hex:0504")
    assert sum_of(table, "unit:b1")["odds"] == odds


@pytest.mark.rule("primer:5.3")
def test_all_attackers_and_all_defenders_count() -> None:
    table = attack(counter("b2", "infantry", "0604"), counter("r2", "guns", "0504"))
    sums = sum_of(table, "unit:b2")
    assert (sums["attack"], sums["defence"], sums["odds"]) == ("9", "7", "1:1")


@pytest.mark.rule("primer:5.4")
@pytest.mark.parametrize(
    ("at", "target", "shift"),
    [("0605", "0504", None), ("0906", "1006", "-1"), ("0804", "0905", "-2"), ("0804", "0803", "-1")],
)
def test_terrain_shifts_the_column(at: str, target: str, shift: str | None) -> None:
    start = "0505" if target == "0504" else at
    table = position(counter("b1", "infantry", start), counter("r1", "infantry", target), phase="combat")
    play(table, f"hex:{target}")
    assert sum_of(table, "unit:b1").get("terrain") == shift


@pytest.mark.rule("primer:5.4")
def test_an_attack_wholly_over_a_river_shifts_left() -> None:
    table = position(counter("b1", "infantry", "0707"), counter("r1", "infantry", "0806"), phase="combat")
    play(table, "hex:0806")
    assert sum_of(table, "unit:b1")["river"] == "-1"


@pytest.mark.rule("primer:5.4")
def test_one_attacker_on_the_near_bank_is_enough() -> None:
    table = position(
        counter("b1", "infantry", "0707"),
        counter("b2", "infantry", "0805"),
        counter("r1", "infantry", "0806"),
        phase="combat",
    )
    play(table, "hex:0806", "unit:b1")
    assert "river" not in sum_of(table, "unit:b2")


@pytest.mark.rule("primer:5.4")
def test_engineers_make_light_of_a_river() -> None:
    table = position(
        counter("b1", "infantry", "0707"),
        counter("b2", "engineers", "0707"),
        counter("r1", "infantry", "0806"),
        phase="combat",
    )
    play(table, "hex:0806", "unit:b1")
    assert "river" not in sum_of(table, "unit:b2")


@pytest.mark.rule("primer:5.4")
def test_an_attack_over_a_bridge_is_not_over_a_river() -> None:
    table = position(counter("b1", "infantry", "0705"), counter("r1", "infantry", "0805"), phase="combat")
    play(table, "hex:0805")
    assert "river" not in sum_of(table, "unit:b1")


@pytest.mark.rule("primer:5.4")
@pytest.mark.parametrize(
    ("friend", "shift"), [("infantry", "+1"), ("engineers", "+1"), ("armour", None), ("recon", None)]
)
def test_armour_with_foot_shifts_right(friend: str, shift: str | None) -> None:
    table = attack(counter("b2", friend, "0604"))
    assert sum_of(table, "unit:b2").get("combined-arms") == shift


@pytest.mark.rule("primer:5.4")
def test_a_disrupted_defender_shifts_right_once() -> None:
    table = position(
        B1,
        counter("r1", "infantry", "0504", disrupted=True),
        counter("r2", "guns", "0504", disrupted=True),
        phase="combat",
    )
    play(table, "hex:0504")
    assert sum_of(table, "unit:b1")["disrupted"] == "+1"


@pytest.mark.rule("primer:5.4")
def test_shifts_do_not_leave_the_table() -> None:
    table = position(counter("b1", "guns", "0804"), counter("r1", "guards", "0905"), phase="combat")
    play(table, "hex:0905")
    assert sum_of(table, "unit:b1")["column"] == "1:3"


# The result


@pytest.mark.rule("primer:5.5")
def test_the_whole_sum_of_a_battle_is_told() -> None:
    table = attack(dice=3, orders={"blue": "assault"})
    play(table, "do:attack")
    told = next(event for event in table.events if isinstance(event, Resolved))
    assert (told.result, told.subject) == ("EX", "0504")
    assert [(line.label, line.value) for line in told.lines] == [
        ("attack", "6"), ("defence", "4"), ("odds", "1:1"), ("assault-order", "+1"), ("column", "2:1"), ("die", "3"),
    ]  # fmt: skip


@pytest.mark.rule("primer:5.5")
def test_attackers_may_be_disrupted() -> None:
    table = attack(counter("b2", "armour", "0604"), dice=1)
    play(table, "unit:b2", "do:attack")
    assert (unit(table, "b1").disrupted, unit(table, "b2").disrupted) == (True, True)


@pytest.mark.rule("primer:5.5")
def test_an_exchange_costs_both_a_step() -> None:
    table = attack(dice=5)
    play(table, "do:attack")
    assert (unit(table, "b1").steps, unit(table, "r1").steps) == (1, 1)


@pytest.mark.rule("primer:5.5")
def test_defenders_may_be_eliminated_with_all_their_steps() -> None:
    table = position(B1, counter("b2", "armour", "0604"), counter("r1", "engineers", "0504"), phase="combat", dice=[6])
    play(table, "hex:0504", "unit:b1", "unit:b2", "do:attack")
    assert unit(table, "r1").at == ""


@pytest.mark.rule("primer:5.5")
def test_the_odds_of_a_battle_are_exact() -> None:
    table = attack()
    found = table.odds("do:attack")
    assert found.exact
    assert {o.results: round(o.probability * 6) for o in found.outcomes} == {
        ("AL",): 2, ("AD",): 2, ("EX",): 1, ("DR",): 1,
    }  # fmt: skip


def test_pointing_at_a_hex_tells_the_odds_with_all_that_can_attack_it() -> None:
    table = position(B1, R1, counter("b2", "infantry", "0604"), phase="combat")
    found, lines = table.odds("hex:0504"), table.preview("hex:0504").lines
    play(table, "hex:0504", "unit:b1", "unit:b2")
    assert {o.results: o.probability for o in found.outcomes} == {
        o.results: o.probability for o in table.odds("do:attack").outcomes
    }
    assert found.assumed == ("attackers",)
    assert lines == table.preview("do:attack").lines


def test_pointing_at_a_counter_tells_the_odds_of_attacking_with_it_as_well() -> None:
    table = attack(counter("b2", "infantry", "0604"), counter("b3", "infantry", "0405"))
    found = table.odds("unit:b2")
    play(table, "unit:b2")
    assert found.outcomes == table.odds("do:attack").outcomes


def test_each_outcome_says_whom_it_favours() -> None:
    assert {o.results[0]: o.favours for o in attack().odds("do:attack").outcomes} == {
        "AL": "red", "AD": "red", "EX": "", "DR": "blue",
    }  # fmt: skip


@pytest.mark.rule("primer:5.6")
def test_the_owner_chooses_who_loses_a_step() -> None:
    table = attack(counter("b2", "guns", "0604"), dice=1)
    play(table, "unit:b2", "do:attack")
    assert (prompt(table), offered(table)) == (("blue", "lose-step"), {"unit:b1", "unit:b2"})


@pytest.mark.rule("primer:5.6")
def test_the_defender_chooses_among_his_own() -> None:
    table = attack(counter("r2", "engineers", "0504"), counter("b2", "armour", "0604"), dice=5)
    play(table, "unit:b2", "do:attack")
    assert (prompt(table), offered(table)) == (("red", "lose-step"), {"unit:r1", "unit:r2"})


@pytest.mark.rule("primer:5.6")
def test_a_counter_outside_the_battle_loses_nothing() -> None:
    table = attack(counter("b2", "guns", "0604"), counter("b3", "guns", "0606"), dice=1)
    play(table, "unit:b2", "do:attack")
    assert reason(table, "unit:b3") == ("not-in-battle", "5.6")


@pytest.mark.rule("primer:5.6")
def test_a_single_counter_is_not_asked() -> None:
    table = attack(dice=1)
    play(table, "do:attack")
    assert unit(table, "b1").steps == 1


# Retreat and advance


@pytest.mark.rule("primer:5.7")
def test_the_defender_may_retreat_or_stand() -> None:
    table = attack(dice=6)
    play(table, "do:attack")
    assert (prompt(table), offered(table)) == (("red", "retreat-or-stand"), {"do:retreat", "do:stand"})


@pytest.mark.rule("primer:5.7")
def test_who_stands_loses_a_step_and_stays() -> None:
    table = attack(dice=6)
    play(table, "do:attack", "do:stand")
    assert (unit(table, "r1").steps, unit(table, "r1").at) == (1, "0504")


@pytest.mark.rule("primer:5.7")
def test_who_stands_with_a_last_step_is_gone() -> None:
    table = position(B1, counter("r1", "engineers", "0504"), phase="combat", dice=[4])
    play(table, "hex:0504", "unit:b1", "do:attack", "do:stand")
    assert (unit(table, "r1").at, prompt(table)) == ("", ("blue", "advance"))


@pytest.mark.rule("primer:5.8")
def test_a_retreat_goes_two_hexes() -> None:
    table = attack(dice=6)
    play(table, "do:attack", "do:retreat")
    assert set(hexes(table)) == {"0303", "0304", "0402", "0502", "0602", "0703", "0704"}


@pytest.mark.rule("primer:5.8")
def test_a_retreat_goes_one_hex_where_two_are_impossible() -> None:
    # Everything beyond the hexes next to 0504 lies in the zone of a blue counter.
    table = attack(
        counter("b2", "infantry", "0302"), counter("b3", "infantry", "0204"), counter("b4", "infantry", "0601"),
        counter("b5", "infantry", "0803"), dice=6,
    )  # fmt: skip
    play(table, "do:attack", "do:retreat")
    assert set(hexes(table)) == {"0403", "0503", "0603"}


@pytest.mark.rule("primer:5.8")
def test_a_counter_that_cannot_retreat_is_eliminated() -> None:
    table = position(
        B1, R1, counter("b2", "infantry", "0402"), counter("b3", "infantry", "0602"), phase="combat", dice=[6]
    )
    play(table, "hex:0504", "unit:b1", "do:attack", "do:retreat")
    assert (unit(table, "r1").at, table.state.points) == ("", {"blue": 2})


@pytest.mark.rule("primer:5.8")
def test_disrupted_enemies_do_not_bar_a_retreat() -> None:
    table = position(
        B1,
        R1,
        counter("b2", "infantry", "0402", disrupted=True),
        counter("b3", "infantry", "0602"),
        phase="combat",
        dice=[6],
    )
    play(table, "hex:0504", "unit:b1", "do:attack", "do:retreat")
    assert "0303" in hexes(table)


@pytest.mark.rule("primer:5.8")
def test_a_retreat_does_not_overcrowd_a_hex() -> None:
    table = position(
        B1, R1, counter("r2", "infantry", "0502"), counter("r3", "infantry", "0502"), phase="combat", dice=[6]
    )
    play(table, "hex:0504", "unit:b1", "do:attack", "do:retreat")
    assert ("0502" in hexes(table), reason(table, "hex:0502")) == (False, ("no-retreat", "5.8"))


@pytest.mark.rule("primer:5.8")
@pytest.mark.parametrize(("kind", "eliminated"), [("engineers", False), ("recon", True)])
def test_vehicles_do_not_retreat_into_marsh(kind: str, eliminated: bool) -> None:
    # From 0709 only the marsh of 0710 is open.
    table = position(
        counter("b1", "armour", "0608"), counter("b2", "armour", "0608"), counter("b3", "infantry", "0909"),
        counter("r1", kind, "0709"), phase="combat", dice=[3],
    )  # fmt: skip
    play(table, "hex:0709", "unit:b1", "unit:b2", "do:attack", "do:retreat")
    assert (unit(table, "r1").at == "") is eliminated


@pytest.mark.rule("primer:5.8")
def test_a_loss_comes_before_the_retreat() -> None:
    table = position(
        B1, counter("b2", "armour", "0604"), counter("r1", "infantry", "0504"), counter("b3", "infantry", "0505"),
        phase="combat", dice=[5],
    )  # fmt: skip
    play(table, "hex:0504", "unit:b1", "unit:b2", "unit:b3", "do:attack")
    assert (prompt(table), unit(table, "r1").steps) == (("red", "retreat-to"), 1)


@pytest.mark.rule("primer:5.9")
def test_an_attacker_may_advance_into_the_empty_hex() -> None:
    table = attack(dice=6)
    play(table, "do:attack", "do:retreat", "hex:0502", "unit:b1")
    assert unit(table, "b1").at == "0504"


@pytest.mark.rule("primer:5.9")
def test_nobody_need_advance() -> None:
    table = attack(dice=6)
    play(table, "do:attack", "do:retreat", "hex:0502", "do:pass")
    assert unit(table, "b1").at == "0505"


@pytest.mark.rule("primer:5.9")
def test_nobody_advances_while_a_defender_stands() -> None:
    table = attack(dice=6)
    play(table, "do:attack", "do:stand")
    assert prompt(table) == ("red", "move-unit")


@pytest.mark.rule("primer:5.9")
def test_only_counters_of_the_attack_advance() -> None:
    table = attack(counter("b2", "infantry", "0604"), dice=6)
    play(table, "do:attack", "do:retreat", "hex:0502")
    assert (offered(table), reason(table, "unit:b2")) == ({"unit:b1", "do:pass"}, ("no-advance", "5.9"))


@pytest.mark.rule("primer:5.9")
def test_a_disrupted_attacker_does_not_advance() -> None:
    state = position(
        counter("b1", "armour", "0505", disrupted=True),
        counter("b2", "infantry", "0604"),
        counter("r1", "recon", "1005"),
    ).state
    state.stack[-1] = Attack(side="blue", target="0504", attackers=("b1", "b2"), step="advance")
    game = PRIMER.resume(state)
    assert game.decisions[0].ids == ["unit:b2", "do:pass"]


@pytest.mark.rule("primer:5.9")
def test_vehicles_do_not_advance_into_marsh() -> None:
    table = position(
        counter("b1", "armour", "0608"), counter("b2", "infantry", "0608"), counter("r1", "dummy", "0609"),
        phase="combat", dice=[6],
    )  # fmt: skip
    play(table, "hex:0609", "unit:b1", "unit:b2", "do:attack")
    assert offered(table) == {"unit:b2", "do:pass"}
