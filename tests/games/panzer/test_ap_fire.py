"""Chapter 4.4.3: fields of fire, hit numbers, hit angle, penetration and damage."""

from __future__ import annotations

import pytest

from games.panzer.positions import (
    GERMANS_FIRST,
    Unit,
    alter,
    command,
    content,
    lines,
    offered,
    play,
    position,
    prompt,
    state_of,
    unit,
)
from sandtable.games.panzer.combat.ap_fire import hit_number
from sandtable.games.panzer.combat.damage import damage_rows, effect
from sandtable.games.panzer.combat.fields_of_fire import ap_weapons, in_limited_field
from sandtable.games.panzer.combat.hit_angle import aspects
from sandtable.games.panzer.combat.penetration import armor, margin
from sandtable.games.panzer.state import Wreck
from sandtable.games.panzer.units import vehicles
from sandtable.kernel import Table

SOVIETS_FIRST = (10, 90)
WOODS, OPEN = "0109", "0112"


def duel(dice: tuple[int, ...], target: str | Unit = f"{WOODS}/S") -> Table:
    """The example of 4.4.3.2.6: a T-34/76 M43 with Short Halt in the open against a PzKpfw IV H that fires in Woods."""
    table = position({"sA1-1": f"{OPEN}/N", "gA1-1": target}, (*SOVIETS_FIRST, *dice))
    command(table, sA11="short-halt", gA11="fire")
    play(table, "do:first")
    return table


@pytest.mark.rule("panzer:4.4.1", "panzer:4.4.3", "panzer:4.4.3.2", "panzer:4.4.3.2.1", "panzer:4.4.3.2.2",
                  "panzer:4.4.3.2.3", "panzer:4.4.3.2.2/target-cover", "panzer:4.4.3.2.2/short-halt",
                  "panzer:4.4.3.2.5", "panzer:4.4")  # fmt: skip
def test_the_first_shot_of_the_example() -> None:
    table = duel((12,))
    assert lines(table, "unit:gA1-1") == {
        "range": "3", "range-factor": "P", "target-cover": "-3", "short-halt": "-4", "net-modifier": "-7",
        "hit-number": "27", "hit-chance": "27%", "penetration": "19", "armor-front": "18", "effect-damaged": "",
    }  # fmt: skip
    odds = table.odds("unit:gA1-1")
    assert odds.exact
    assert {outcome.results: round(outcome.probability, 2) for outcome in odds.outcomes} == {
        ("miss",): 0.73, ("damaged",): 0.27,
    }  # fmt: skip
    play(table, "unit:gA1-1", "do:decline")
    assert state_of(table).units["gA1-1"].damaged
    assert state_of(table).units["sA1-1"].spot == "fire"


@pytest.mark.rule("panzer:4.4.1", "panzer:4.4.3.2.2/target-moving", "panzer:4.4.3.2.2/firer-damaged",
                  "panzer:4.4.3.2.6/damaged", "panzer:4.3.2")  # fmt: skip
def test_the_second_shot_of_the_example_is_fired_by_a_damaged_vehicle_at_one_that_will_move() -> None:
    table = duel((12, 45))
    play(table, "unit:gA1-1", "do:decline")
    assert (table.decisions[0].side, prompt(table)) == ("german", "target")
    sum_ = lines(table, "unit:sA1-1")
    assert (sum_["target-moving"], sum_["firer-damaged"], sum_["net-modifier"], sum_["hit-number"]) == (
        "-2", "-3", "-5", "45",
    )  # fmt: skip
    play(table, "unit:sA1-1")
    assert "sA1-1" not in state_of(table).units


@pytest.mark.rule("panzer:4.4.1", "panzer:4.3.2")
def test_a_vehicle_that_is_lost_before_does_not_fire() -> None:
    table = duel((27,), Unit(WOODS, 3, damaged=True))
    play(table, "unit:gA1-1", "do:decline")
    assert state_of(table).lost["gA1-1"].how == "knocked-out"
    assert prompt(table) != "target"


@pytest.mark.rule("panzer:4.4.3.2.3")
def test_hit_numbers_quoted_by_the_rules() -> None:
    assert [hit_number(content(), "S", -2), hit_number(content(), "P", -6)] == [56, 36]
    assert hit_number(content(), "P", 9) == hit_number(content(), "P", 5)
    assert hit_number(content(), "E", -14) == hit_number(content(), "E", -10) == 0


@pytest.mark.rule("panzer:4.4.3.2.3")
def test_a_roll_above_the_hit_number_misses() -> None:
    table = duel((28,))
    play(table, "unit:gA1-1", "do:decline")
    assert not state_of(table).units["gA1-1"].damaged
    assert state_of(table).units["sA1-1"].spot == "fire"


@pytest.mark.rule("panzer:4.4.3.2.1", "panzer:3.5.2")
def test_the_range_factor_is_the_first_range_that_suffices() -> None:
    ammo = ap_weapons(content(), "su-76m-m43")[0].ammo
    assert [ammo.band(distance) for distance in (1, 4, 5, 9, ammo.reach, ammo.reach + 1)] == [
        "P",
        "P",
        "S",
        "M",
        "E",
        None,
    ]


@pytest.mark.rule("panzer:4.4.3.1", "panzer:4.4.3.1.1", "panzer:4.4.3.1.2", "panzer:4.4.3.1.3", "panzer:4.4.3")
def test_turrets_and_pivots_fire_all_round_and_other_guns_do_not() -> None:
    assert [weapon.all_round for weapon in ap_weapons(content(), "pz-iv-h")] == [True]
    assert [weapon.all_round for weapon in ap_weapons(content(), "su-76m-m43")] == [False]
    assert [weapon.all_round for weapon in ap_weapons(content(), "m3-lee-su")] == [False, True]
    assert ap_weapons(content(), "opel-blitz") == ()


@pytest.mark.rule("panzer:4.4.3.1.4", "panzer:4.4.3.1.5", "panzer:3.3")
def test_a_field_of_fire_is_60_degrees_before_or_behind_the_vehicle_with_its_edges() -> None:
    north = unit("1930/N")
    ring = [label for label in content().board.labels if content().distance("1930", label) == 2]
    assert {label for label in ring if in_limited_field(content(), north, "forward", label)} == {"1928", "1829", "2029"}
    assert in_limited_field(content(), north, "rear", "1932")
    assert not in_limited_field(content(), north, "forward", "1932")
    assert not in_limited_field(content(), north, "forward", "1930")


@pytest.mark.rule("panzer:4.4.3.2.4", "panzer:3.3")
def test_front_and_rear_part_square_to_the_facing() -> None:
    target = unit("1930/N")
    beside = [label for label in content().board.labels if content().distance("1930", label) == 2]
    found = {label: aspects(content(), target, Unit(label, 0)) for label in beside}
    assert found["1928"] == ("front",)
    assert found["1932"] == ("rear",)
    both = [label for label, struck in found.items() if len(struck) == 2]
    assert len(both) == 2
    assert {label[:2] for label in both} == {"17", "21"}


@pytest.mark.rule("panzer:4.4.3.2.4")
def test_where_fire_comes_exactly_from_the_side_the_owner_of_the_target_chooses() -> None:
    table = position({"sA1-1": "1730/N", "gA1-1": "1930/N"}, (*SOVIETS_FIRST, 1))
    assert len(aspects(content(), unit("1930/N"), unit("1730/N"))) == 2
    command(table, sA11="fire")
    play(table, "do:first", "unit:gA1-1", "do:decline")
    assert (table.decisions[0].side, offered(table, "do")) == ("german", {"front", "rear"})
    assert table.decisions[0].default == "do:front"
    play(table, "do:rear")
    assert state_of(table).lost["gA1-1"].how == "brewed-up"


@pytest.mark.rule("panzer:4.4.3.2.5")
def test_armor_and_penetration_of_the_examples() -> None:
    cards = content().cards.vehicles
    assert (armor(cards["su-76m-m43"], "front"), armor(cards["su-76m-m43"], "rear")) == (11, 3)
    ammo = ap_weapons(content(), "su-76m-m43")[0].ammo
    assert ammo.penetration("M") == 15
    assert margin(cards["pz-iv-h"], "front", ammo, "M") == -3


@pytest.mark.rule("panzer:4.4.3.2.6", "panzer:4.4.3.2.6/damaged")
def test_damage_by_the_margin() -> None:
    found = {least: effect(content(), least, damaged=False) for least in (-1, 0, 3, 4, 9, 10, 20)}
    assert found == {
        -1: "bounces", 0: "damaged", 3: "damaged", 4: "knocked-out", 9: "knocked-out", 10: "brewed-up", 20: "brewed-up",
    }  # fmt: skip
    assert effect(content(), 1, damaged=True) == "knocked-out"
    assert [result for _, result in damage_rows(content())] == ["brewed-up", "knocked-out", "damaged"]


BURNS = Wreck(burning=True, since="direct-fire")


@pytest.mark.rule("panzer:4.4.3.2.6/ko", "panzer:4.4.3.2.6/bu", "panzer:4.1.4.1.8")
@pytest.mark.parametrize(
    ("facing", "there", "left"),
    [
        ("N", None, BURNS),
        ("N", Wreck(), BURNS),
        ("N", Wreck(burning=True), Wreck(burning=True)),
        ("S", None, Wreck()),
        ("S", Wreck(burning=True), Wreck(burning=True)),
    ],
)
def test_a_hex_has_one_wreck_and_a_burning_one_rather_than_another(
    facing: str, there: Wreck | None, left: Wreck
) -> None:
    """A hit in the rear brews the vehicle up; one on the front of a damaged vehicle knocks it out."""
    table = position({"sA1-1": "1932/N", "gA1-1": f"1929/{facing}", "sA1-2": "1931/N"}, (*SOVIETS_FIRST, 1))
    alter(table, "gA1-1", damaged=facing == "S")
    if there is not None:
        state_of(table).wrecks["1929"] = there
    command(table, sA11="fire", gA11="overwatch")
    play(table, "do:first", "unit:gA1-1", "do:decline")
    wreck = state_of(table).wrecks["1929"]
    assert (wreck.burning, state_of(table).lost["gA1-1"].how) == (
        left.burning,
        "brewed-up" if facing == "N" else "knocked-out",
    )


@pytest.mark.rule("panzer:4.4.3.2.2/target-size")
def test_the_size_of_the_target_counts() -> None:
    table = position({"gA1-1": "1931/N", "sB1-1": "1928/S"}, GERMANS_FIRST)
    command(table, gA11="fire")
    play(table, "do:first")
    size = vehicles(content())["sB1-1"].size
    assert size == -1
    assert lines(table, "unit:sB1-1")["target-size"] == "-1"


@pytest.mark.rule("panzer:4.4.3.2.2/brew-up-smoke", "panzer:4.1.4.1.9")
def test_smoke_on_the_line_hinders_fire_but_not_in_the_step_in_which_it_began() -> None:
    table = position({"gA1-1": "1931/N", "sA1-1": "1928/S"}, GERMANS_FIRST)
    state_of(table).wrecks = {"1930": Wreck(burning=True), "1928": Wreck(burning=True), "2000": Wreck(burning=True)}
    command(table, gA11="fire")
    play(table, "do:first")
    assert lines(table, "unit:sA1-1")["net-modifier"] == "-4"
    state_of(table).wrecks["1930"] = Wreck(burning=True, since="direct-fire")
    assert lines(table, "unit:sA1-1")["net-modifier"] == "-2"


@pytest.mark.rule("panzer:4.4.3.2.2/target-moving", "panzer:4.2.1")
def test_the_owner_of_a_target_may_show_that_it_moves() -> None:
    table = position({"gA1-1": "1931/N", "sA1-1": "1928/S", "sA1-2": "1828/S"}, (*GERMANS_FIRST, 100))
    command(table, gA11="fire", sA11="move")
    play(table, "do:first", "unit:sA1-1")
    assert (table.decisions[0].side, offered(table, "do")) == ("soviet", {"reveal", "decline"})
    play(table, "do:reveal")
    shown = state_of(table).commands["sA1-1"]
    assert (shown.known, shown.shown, shown.order) == (True, False, "move")
    resolved = next(event for event in table.events if type(event).__name__ == "Resolved" and event.what == "ap-fire")
    assert [line.value for line in resolved.lines if line.label == "target-moving"] == ["-2"]


@pytest.mark.rule("panzer:4.4.3.2.2/target-moving")
def test_he_need_not_show_it_and_is_asked_even_if_it_does_not_move() -> None:
    table = position({"gA1-1": "1931/N", "sA1-1": "1928/S"}, (*GERMANS_FIRST, 100))
    command(table, gA11="fire")
    play(table, "do:first", "unit:sA1-1")
    assert offered(table, "do") == {"decline"}
    play(table, "do:decline")
    resolved = next(event for event in table.events if type(event).__name__ == "Resolved" and event.what == "ap-fire")
    assert not [line for line in resolved.lines if line.label == "target-moving"]


@pytest.mark.rule("panzer:4.4.1", "panzer:4.2.1")
def test_all_fire_at_one_vehicle_is_declared_before_any_is_resolved() -> None:
    table = position(
        {"gA1-1": "1931/N", "gA1-2": "1932/N", "sA1-1": "1928/S", "sA1-2": "1828/S"}, (*GERMANS_FIRST, 1, 1, 1)
    )
    command(table, gA11="fire", gA12="fire")
    play(table, "do:first", "unit:sA1-1")
    assert prompt(table) == "firers"
    assert table.decisions[0].gathers == "do:fire"
    play(table, "unit:gA1-1", "unit:gA1-2")
    assert table.decisions[0].ids == ["do:fire"], "nothing goes off with the last who is picked"
    play(table, "do:fire")
    assert prompt(table) == "claim"
    play(table, "do:decline")
    commands = state_of(table).commands
    assert "sA1-1" not in state_of(table).units
    assert commands["gA1-1"].fired
    assert commands["gA1-2"].fired
    assert prompt(table) != "target"


@pytest.mark.rule("panzer:4.4.1", "panzer:4.2.1")
def test_a_target_is_fired_at_once_and_who_has_no_other_must_join_in() -> None:
    table = position(
        {"gA1-1": "1931/N", "gB1-1": "1931/N", "sA1-1": "1928/S", "sA1-2": "1932/S"}, (*GERMANS_FIRST, 100, 100, 100)
    )
    command(table, gA11="fire", gB11="fire")
    play(table, "do:first", "unit:sA1-1", "unit:gA1-1")
    assert "fire" not in offered(table, "do")
    refusal = table.explain("do:fire", "german")
    assert refusal is not None
    assert (refusal.reason, refusal.rule) == ("refused.must-fire", "4.2.1")


@pytest.mark.rule("panzer:4.4.1", "panzer:4.2.1")
def test_a_vehicle_whose_targets_are_gone_is_shown_and_has_no_command() -> None:
    table = position({"gA1-1": "1931/N", "sA1-1": "1928/S"}, GERMANS_FIRST)
    command(table, gA11="fire")
    del state_of(table).units["sA1-1"], state_of(table).commands["sA1-1"]
    play(table, "do:first")
    assert [type(event).__name__ for event in table.events if type(event).__name__ == "NoTarget"] == ["NoTarget"]
    assert state_of(table).units["gA1-1"].spot == ""


@pytest.mark.rule("panzer:4.4.3.2.1")
def test_a_vehicle_with_two_guns_fires_one_of_them() -> None:
    table = position({"sB1-3": "1931/N", "gA1-1": "1928/N"}, (*SOVIETS_FIRST, 1))
    command(table, sB13="fire")
    play(table, "do:first", "unit:gA1-1")
    assert offered(table, "weapon") == {"m3-75", "m6-37"}
    play(table, "weapon:m6-37", "do:decline")
    assert "gA1-1" not in state_of(table).units


@pytest.mark.rule("panzer:4.4.1")
def test_the_terrain_and_the_counter_of_the_firer_do_not_matter() -> None:
    table = duel((100,))
    alter(table, "sA1-1", spot="move")
    assert lines(table, "unit:gA1-1")["hit-number"] == "27"
