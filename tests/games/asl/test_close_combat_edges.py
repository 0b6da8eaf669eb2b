"""A11, A3.2, A12.14: positions at the edge of the rules of Close Combat, and what TI and checks do to men."""

from __future__ import annotations

from typing import Any

import pytest

from games.asl.fields import meadow
from games.asl.heavy import tank
from games.asl.position import ca, de, offered, play, position
from sandtable.games.asl.close_combat.ambush import ambush_modifiers, may_ambush
from sandtable.games.asl.close_combat.combat_phase import CloseCombatPhase
from sandtable.games.asl.close_combat.odds import Assault, modifiers
from sandtable.games.asl.close_combat.resolution import Resolve
from sandtable.games.asl.close_combat.withdrawal import ways_out
from sandtable.games.asl.fire.pieces import may_fire
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.morale.checks import morale_check
from sandtable.games.asl.movement.arrivals import meet
from sandtable.games.asl.state import Mines, Unit, Weapon, Works
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles.close_combat import Charge, carry_out
from sandtable.kernel import Resolved

MELEE = {"F6": "normal"}


def at(units: dict[str, Unit], **facts: Any) -> Game:
    return position(units=units, on=meadow(), phase="close-combat", **facts)


def fought(units: dict[str, Unit], *choices: str, **facts: Any) -> Game:
    """Close Combat in the Canadians' turn."""
    return play(at(units, **facts), CloseCombatPhase(side="canadian"), *choices)


@pytest.mark.rule("rileys_road:A11.15")
def test_who_has_advanced_into_a_melee_must_attack_and_the_others_need_not() -> None:
    units = {"x": ca("F6"), "y": ca("F6", arrived=True), "a": de("F6"), "b": de("F6")}
    game = fought(units, "do:done", "do:done", melees=dict(MELEE))
    assert game.decisions[0].prompt == "cc-attacker"
    assert "do:done" not in offered(game)
    for choice in ("unit:y", "unit:a", "do:attack"):
        game.choose(choice)
    assert "do:done" in offered(game)


@pytest.mark.rule("rileys_road:A11.2")
def test_the_attackers_cover_counts_though_it_is_rolled_for_first() -> None:
    units = {"x": ca("F6"), "y": ca("F6"), "a": de("F6"), "b": de("F6")}
    choices = ("unit:x", "hex:F5", "do:done", "do:done")
    attacks = ("unit:y", "unit:b", "do:attack", "unit:a", "unit:x", "do:attack", "do:done")
    game = fought(units, *choices, *attacks, melees=dict(MELEE), dice=(6, 5, 6, 5))
    last = [event for event in game.events if isinstance(event, Resolved)][-1]
    told = {line.label: line.value for line in last.lines}
    assert (told["cc.at-withdrawing"], told["cc.covering"]) == ("-2", "+1")


@pytest.mark.rule("rileys_road:A11.22")
def test_whom_a_simultaneous_attack_has_killed_does_not_infiltrate() -> None:
    units = {"x": ca("F6"), "y": ca("F6"), "z": ca("F6"), "a": de("F6", "de-228")}
    choices = ("do:normal", "unit:x", "unit:y", "unit:z", "unit:a", "do:attack", "unit:a", "unit:x", "do:attack")
    game = fought(units, *choices, dice=(2, 3, 1, 1, 6))
    assert "a" not in game.state.units
    assert all(decision.prompt != "infiltrate" for decision in game.decisions)


@pytest.mark.rule("rileys_road:A11.22")
def test_a_squad_that_was_reduced_takes_its_loss_along_when_it_infiltrates() -> None:
    units = {"x": ca("F6"), "y": ca("F6"), "a": de("F6", "de-468")}
    choices = ("do:normal", "unit:x", "unit:y", "unit:a", "do:attack", "unit:a", "unit:x", "do:attack", "hex:F5")
    game = fought(units, *choices, dice=(3, 4, 1, 1, 6))
    assert "a" not in game.state.units
    assert game.state.units["a.1"].at == "F5"


@pytest.mark.rule("rileys_road:A11.2", "rileys_road:B28/infantry", "rileys_road:A4.4")
def test_who_withdraws_meets_mines_and_leaves_his_gun_to_the_enemy() -> None:
    units = {"x": ca("F6", "ca-228"), "a": de("F6")}
    facts: dict[str, Any] = {
        "melees": dict(MELEE),
        "mines": {"F5": Mines("german", ap=6)},
        "weapons": {"w": Weapon("ca-6pdr", "canadian", holder="x")},
    }
    game = fought(units, "unit:x", "hex:F5", "do:done", dice=(6, 6), **facts)
    if game.decisions:
        game.choose("do:done")
    assert game.state.units["x"].at == "F5"
    assert game.state.mines["F5"].known
    assert game.state.weapons["w"].holder == "a"


@pytest.mark.rule("rileys_road:A11.2", "rileys_road:A12.16")
def test_ways_out_do_not_tell_of_hidden_enemies() -> None:
    units = {"x": ca("F6"), "a": de("F6"), "h": de("F5", hidden=True)}
    assert "F5" in ways_out(at(units, melees=dict(MELEE)), "x")


@pytest.mark.rule("rileys_road:A11.11", "rileys_road:A4.51")
def test_men_at_work_fight_as_badly_as_exhausted_ones() -> None:
    game = at({"x": ca("F6", ti=True), "a": de("F6")})
    assert modifiers(game, Assault("canadian", ("x",), ("a",)), "", (), 0).total == 1
    assert modifiers(game, Assault("german", ("a",), ("x",)), "", (), 0).total == -1


@pytest.mark.rule("rileys_road:A11.4", "rileys_road:A.10")
def test_a_leader_alone_lends_nothing_to_an_ambush() -> None:
    assert ambush_modifiers(at({"l": ca("F6", "ca-l92"), "a": de("F6")}), "F6", "canadian").total == 0
    assert ambush_modifiers(at({"l": ca("F6", "ca-l92"), "x": ca("F6"), "a": de("F6")}), "F6", "canadian").total == -2


@pytest.mark.rule("rileys_road:A3.2", "rileys_road:A14.4")
def test_men_at_work_do_not_fire() -> None:
    game = position(units={"u": de("F6", ti=True), "v": de("F6")}, on=meadow(), phase="defensive-fire")
    assert not may_fire(game, "u")
    assert may_fire(game, "v")


@pytest.mark.rule("rileys_road:A10.1")
def test_an_original_two_passes_whatever_is_added() -> None:
    game = position(units={"u": de("F6", "de-236", broken=True)}, on=meadow(), dice=(1, 1, 3, 4))
    assert morale_check(game, "u", 4, Aftermath())


@pytest.mark.rule("rileys_road:A12.14", "rileys_road:A12.141")
@pytest.mark.parametrize("watched", [True, False])
def test_a_concealed_leader_who_helps_with_a_check_is_seen(watched: bool) -> None:
    units = {"u": de("F6"), "l": de("F6", "de-l91", concealed=True), "x": ca("F9" if watched else "K19", pinned=True)}
    on = meadow({"K18": "woods", "J18": "woods", "L18": "woods", "J19": "woods", "L19": "woods"})
    game = position(units=units, on=on, phase="movement", dice=(2, 2))
    morale_check(game, "u", 0, Aftermath())
    assert game.state.units["l"].concealed is not watched


@pytest.mark.rule("rileys_road:A11.2", "rileys_road:A11.22")
def test_who_has_slipped_away_does_not_withdraw_as_well() -> None:
    units = {"x": ca("F6"), "a": de("F6"), "b": de("F6")}
    attack = ("unit:a", "unit:x", "do:attack")
    game = fought(units, "unit:x", "hex:F5", "do:done", *attack, "hex:F7", melees=dict(MELEE), dice=(6, 6))
    assert game.state.units["x"].at == "F7"


@pytest.mark.rule("rileys_road:A11.2")
def test_nobody_withdraws_to_where_enemies_withdraw() -> None:
    units = {"x": ca("F6"), "a": de("F6")}
    game = fought(units, "unit:x", "hex:F5", "unit:a", melees=dict(MELEE))
    assert (game.decisions[0].prompt, "hex:F5" in offered(game), "hex:F7" in offered(game)) == (
        "withdraw-to", False, True,
    )  # fmt: skip


@pytest.mark.rule("rileys_road:A11.2", "rileys_road:A11.22")
def test_nobody_withdraws_to_where_an_enemy_has_slipped_away() -> None:
    units = {"x": ca("F6"), "y": ca("F6"), "a": de("F6")}
    attack = ("unit:y", "unit:a", "do:attack", "do:done")
    choices = ("unit:x", "hex:F5", "do:done", "do:done", *attack, "hex:F5")
    game = fought(units, *choices, melees=dict(MELEE), dice=(6, 6))
    assert (game.state.units["a"].at, game.state.units["x"].at) == ("F5", "F6")


def taken(first: dict[str, Unit], *attack: str, dice: tuple[int, ...]) -> Game:
    """The Canadians attack for prisoners, and the Germans strike back at the same time."""
    return fought(first, "do:normal", *attack, "do:capture", "do:attack", dice=dice)


@pytest.mark.rule("rileys_road:A20.22", "rileys_road:A11.1")
@pytest.mark.parametrize("active", ["canadian", "german"])
def test_a_captor_who_dies_in_the_same_round_takes_nobody(active: str) -> None:
    units = {"x": ca("F6", "ca-248"), "a": de("F6", "de-238")}
    capture, kill = ("unit:x", "unit:a", "do:capture", "do:attack"), ("unit:a", "unit:x", "do:attack")
    order = (capture, kill) if active == "canadian" else (kill, capture)
    game = at(units, active=active, dice=(1, 2, 1, 2))
    play(game, CloseCombatPhase(side=active), "do:normal", *order[0], *order[1])
    assert "x" not in game.state.units
    assert (game.state.units["a"].guard, game.state.units["a"].kind) == ("", "de-238")


@pytest.mark.rule("rileys_road:A20.22", "rileys_road:A11.1")
def test_a_captor_who_is_reduced_in_the_same_round_keeps_whom_he_takes() -> None:
    units = {"x": ca("F6"), "a": de("F6", "de-238")}
    kill = ("unit:a", "unit:x", "do:attack")
    game = taken(units, "unit:x", "unit:a", dice=(1, 2, 1, 3))
    for choice in kill:
        game.choose(choice)
    assert (game.state.units["a"].guard, game.state.units["x.1"].kind) == ("x.1", "ca-248")


@pytest.mark.rule("rileys_road:A20.22", "rileys_road:A11.1")
def test_another_takes_whom_a_dead_captor_would_have_taken() -> None:
    units = {"x": ca("F6"), "y": ca("F6", "ca-248"), "a": de("F6", "de-238"), "b": de("F6"), "c": de("F6")}
    game = taken(units, "unit:x", "unit:y", "unit:a", dice=(1, 2, 1, 2))
    for choice in ("unit:b", "unit:c", "unit:x", "do:attack", "do:done"):
        game.choose(choice)
    assert "x" not in game.state.units
    assert game.state.units["a"].guard == "y"


@pytest.mark.rule("rileys_road:A20.22", "rileys_road:A11.1")
def test_those_who_take_each_other_at_once_are_both_free() -> None:
    units = {"x": ca("F6", "ca-248"), "a": de("F6", "de-238")}
    game = taken(units, "unit:x", "unit:a", dice=(1, 2, 1, 2))
    for choice in ("unit:a", "unit:x", "do:capture", "do:attack"):
        game.choose(choice)
    assert (game.state.units["x"].guard, game.state.units["a"].guard) == ("", "")
    assert game.state.melees == {"F6": "normal"}


@pytest.mark.rule("rileys_road:A11.4", "rileys_road:A12.1")
def test_a_dummy_beside_known_men_helps_nobody_to_an_ambush() -> None:
    dummy, led = ca("F6", "dummy", concealed=True), {"l": ca("F6", "ca-l91"), "a": de("F6")}
    game = at({"x": ca("F6"), "d": dummy, **led})
    assert (may_ambush(game, "F6"), ambush_modifiers(game, "F6", "canadian").total) == (False, -1)
    assert ambush_modifiers(at({"d": dummy, **led}), "F6", "canadian").total == 0


@pytest.mark.rule("rileys_road:A20.22")
def test_berserk_men_do_not_join_where_prisoners_are_wanted() -> None:
    units = {"x": ca("F6"), "y": ca("F6"), "b": ca("F6", berserk=True), "a": de("F6"), "other": de("F6")}
    game = fought(units, "do:normal", "unit:x", "unit:a")
    assert "unit:b" in offered(game)
    game.choose("do:capture")
    assert {"unit:y"} == {each for each in offered(game) if each.startswith("unit:")}
    assert game.explain("unit:b").reason == "refused.berserk-captures"  # type: ignore[union-attr]


@pytest.mark.rule("rileys_road:A11.15")
def test_who_has_come_into_a_melee_is_told_why_he_must_attack() -> None:
    units = {"y": ca("F6", arrived=True), "a": de("F6")}
    game = fought(units, "do:done", melees=dict(MELEE))
    assert game.explain("do:done").reason == "refused.newcomer-attacks"  # type: ignore[union-attr]


@pytest.mark.rule("rileys_road:A11.15", "rileys_road:A11.1")
def test_nobody_who_must_attack_is_left_without_an_enemy() -> None:
    units = {"x": ca("F6"), "y": ca("F6", arrived=True), "a": de("F6"), "b": de("F6")}
    game = fought(units, "do:done", "do:done", "unit:x", "unit:a", melees=dict(MELEE))
    assert "do:attack" in offered(game)
    game.choose("unit:b")
    assert "do:attack" not in offered(game)
    assert game.explain("do:attack").reason == "refused.newcomer-attacks"  # type: ignore[union-attr]
    game.choose("unit:y")
    assert "do:attack" in offered(game)


@pytest.mark.rule("rileys_road:A15.4", "rileys_road:A20.22")
def test_nobody_is_taken_prisoner_whom_alone_berserk_men_could_attack() -> None:
    units = {"x": ca("F6"), "r": ca("F6", berserk=True), "a": de("F6"), "b": de("F6")}
    game = fought(units, "do:normal", "unit:x", "unit:a", "do:capture")
    assert {"unit:b", "do:attack"} & offered(game).keys() == {"do:attack"}
    assert game.explain("unit:b").reason == "refused.berserk-attacks"  # type: ignore[union-attr]
    both = fought(dict(units), "do:normal", "unit:x", "unit:a", "unit:b")
    assert "do:capture" not in offered(both)
    assert both.explain("do:capture").reason == "refused.berserk-attacks"  # type: ignore[union-attr]
    both.choose("unit:r")
    assert "do:attack" in offered(both)


@pytest.mark.rule("rileys_road:A20.22", "rileys_road:A20.5")
def test_those_who_attack_share_their_prisoners_and_whom_nobody_can_guard_dies() -> None:
    units = {"l": ca("F6", "ca-l92"), "m": ca("F6", "ca-l80"), "a": de("F6"), "b": de("F6")}
    fight = Resolve(at="F6", attacks=(), named=(), ambusher="", hand_to_hand=False, leaving=())
    alone = fight.losses_of(at(units), Assault("canadian", ("l",), ("a", "b"), True), "eliminated")
    assert alone == (("a", "captured", "l"), ("b", "eliminated", ""))
    both = fight.losses_of(at(units), Assault("canadian", ("l", "m"), ("a", "b"), True), "eliminated")
    assert both == (("a", "captured", "l"), ("b", "captured", "m"))
    one = fight.losses_of(at(units), Assault("canadian", ("l",), ("a", "b"), True), "reduced")
    assert one == (("", "a,b", "l"),)


@pytest.mark.rule("rileys_road:A11.2", "rileys_road:A11.22", "rileys_road:B26/infantry")
@pytest.mark.parametrize("stance", ["above-wire", "beneath-wire"])
def test_nobody_withdraws_or_slips_away_off_wire(stance: str) -> None:
    units = {"x": ca("F6", stance=stance), "a": de("F6", "de-228", stance=stance)}
    works = {"F6": Works("german", wire=True)}
    game = fought(dict(units), melees=dict(MELEE), works=dict(works))
    assert game.decisions[0].prompt == "cc-attacker"
    game = fought(dict(units), "do:normal", "unit:x", "unit:a", "do:attack", "do:done", works=works, dice=(6, 6))
    assert not game.decisions


@pytest.mark.rule("rileys_road:A11.1", "rileys_road:A11.22")
def test_who_has_attacked_and_slipped_away_attacks_nobody_where_he_has_come() -> None:
    units = {"x": ca("F6", "ca-248"), "a": de("F6"), "h": de("F5", hidden=True)}
    choices = ("do:normal", "unit:x", "unit:a", "do:attack", "do:done", "hex:F5")
    game = fought(units, *choices, dice=(1, 1, 6, 3, 3))
    assert game.state.units["x"].at == "F5"
    assert (game.decisions[0].side, game.decisions[0].prompt) == ("german", "cc-attacker")


@pytest.mark.rule("rileys_road:A11.16")
def test_broken_men_of_both_sides_who_cannot_leave_are_lost_together() -> None:
    for order in (("x", "a"), ("a", "x")):
        men = {"x": ca("F6", broken=True, pinned=True), "a": de("F6", broken=True, pinned=True)}
        game = fought({name: men[name] for name in order}, melees=dict(MELEE))
        assert game.state.units == {}


@pytest.mark.rule("rileys_road:A11.2")
def test_the_cover_of_those_who_withdraw_is_in_the_sum_before_the_dice() -> None:
    units = {"x": ca("F6"), "y": ca("F6"), "a": de("F6"), "b": de("F6")}
    choices = ("unit:x", "hex:F5", "do:done", "do:done", "unit:y", "unit:b", "do:attack", "unit:a", "unit:x")
    game = fought(units, *choices, melees=dict(MELEE))
    assert {line.label: line.value for line in game.preview("do:attack").lines}["cc.covering"] == "+1"


@pytest.mark.rule("rileys_road:A11.19", "rileys_road:A11.1")
def test_who_attacks_beneath_a_question_mark_is_known_before_any_dice_fall() -> None:
    units = {"x": ca("F6", concealed=True), "a": de("F6", concealed=True)}
    on = meadow({"F6": "woods"})
    game = position(units=units, on=on, phase="close-combat", dice=(3, 4, 6, 5, 6, 5))
    play(game, CloseCombatPhase(side="canadian"), "do:normal", "unit:x", "do:concealed", "do:attack", "unit:a")
    assert "unit:x" in offered(game)
    game.choose("unit:x")
    game.choose("do:attack")
    sums = [event for event in game.events if isinstance(event, Resolved) and event.what == "close-combat"]
    assert [{line.label: line.value for line in each.lines}["cc.attack"] for each in sums] == ["4", "5"]


@pytest.mark.rule("rileys_road:A11.2", "rileys_road:A5.1")
def test_those_who_have_declared_to_withdraw_to_a_hex_take_up_room_there() -> None:
    units = {"x": ca("F6"), "y": ca("F6"), "l": ca("F6", "ca-l80"), "a": de("F6"), "u": ca("F5"), "v": ca("F5")}
    game = fought(units, "unit:x", "hex:F5", "unit:y", melees=dict(MELEE))
    assert "hex:F5" not in offered(game)
    game.choose("hex:G6")
    game.choose("unit:l")
    assert "hex:F5" in offered(game)


def reasons(game: Game, *options: str) -> list[str]:
    found = [game.explain(option) for option in options]
    return ["" if refusal is None else refusal.reason.removeprefix("refused.") for refusal in found]


@pytest.mark.rule("rileys_road:A11.1", "rileys_road:A11.2", "rileys_road:A11.16")
def test_who_takes_no_part_in_close_combat_is_told_why() -> None:
    units = {"x": ca("F6"), "y": ca("F6", broken=True), "a": de("F6"), "p": de("F6", guard="x"), "far": ca("F7")}
    game = fought(units, melees=dict(MELEE))
    assert reasons(game, "do:done", "unit:far") == ["must-withdraw", "elsewhere"]
    for choice in ("unit:y", "hex:F5", "do:done", "do:done"):
        game.choose(choice)
    assert reasons(game, "unit:y", "unit:a", "unit:far", "unit:p") == [
        "withdraws",
        "other-side",
        "elsewhere",
        "prisoner",
    ]


@pytest.mark.rule("rileys_road:A11.2", "rileys_road:RR13.2")
def test_exhausted_men_do_not_withdraw_across_a_fence() -> None:
    units = {"x": ca("R8", cx=True), "y": ca("R8"), "a": de("R8")}
    game = position(units=units, phase="close-combat", melees={"R8": "normal"})
    assert ["R7" in ways_out(game, name) for name in ("x", "y")] == [False, True]


@pytest.mark.rule("rileys_road:A11.4", "rileys_road:A11.2", "rileys_road:A5.1")
def test_those_who_have_sprung_an_ambush_slip_away_as_far_as_there_is_room_for_them() -> None:
    units = {"x": ca("F6", pinned=True), "a": de("F6"), "b": de("F6"), "c": de("F7"), "d": de("F7")}
    units |= {hex_: ca(hex_) for hex_ in meadow().adjacent["F6"] if hex_ != "F7"}
    game = position(units=units, on=meadow({"F6": "woods"}), phase="close-combat", dice=(4, 1, 5, 6))
    play(game, CloseCombatPhase(side="canadian"), "do:normal", "do:done", "unit:a", "hex:F7")
    assert (game.decisions[0].side, game.decisions[0].prompt) == ("canadian", "cc-attacker")
    assert (game.state.units["a"].at, game.state.units["b"].at) == ("F7", "F6")


@pytest.mark.rule("rileys_road:A11.1", "rileys_road:A11.5/vehicles")
def test_what_is_left_of_a_squad_that_has_attacked_men_attacks_no_vehicle() -> None:
    units = {"c": ca("F6"), "a": de("F6"), "b": de("F6")}
    game = at(units, vehicles={"v": tank("F6", "de-pz4j", exposed=True)}, dice=(6, 5, 3, 4))
    attacks = ("unit:c", "unit:a", "do:attack", "unit:a", "unit:b", "unit:c", "do:attack")
    play(game, CloseCombatPhase(side="canadian"), "do:normal", *attacks)
    assert "c.1" in game.state.units
    assert game.decisions[0].prompt == "vehicle-strikes"


@pytest.mark.rule("rileys_road:A11.5/vehicles", "rileys_road:D13/vehicle-smoke")
def test_what_a_close_defense_weapon_has_left_of_a_squad_still_attacks() -> None:
    units = {"c.1": ca("F6", "ca-248"), "l": ca("F6", "ca-l91", broken=True)}
    game = at(units, vehicles={"v": tank("F6", "de-pz4j")}, dice=(2, 3))
    carry_out(game, Charge("c", "v", "l"))
    (attack,) = [event for event in game.events if isinstance(event, Resolved)]
    assert (attack.subject, [line.label for line in attack.lines]) == ("c.1", ["ccv", "cc.needs"])


@pytest.mark.rule("rileys_road:A11.19", "rileys_road:A20.5")
def test_the_prisoners_of_those_who_come_upon_dummies_are_no_enemies_beneath_them() -> None:
    dummy = Unit("german", "dummy", "F6", concealed=True)
    units = {"c": ca("F6"), "p": de("F6", guard="c"), "d": dummy}
    game = fought(dict(units))
    assert (set(game.state.units), game.decisions) == ({"c", "p"}, ())
    came = at(dict(units))
    meet(came, ("c",), "F6")
    assert set(came.state.units) == {"c", "p"}


@pytest.mark.rule("rileys_road:A20.22", "rileys_road:A20.5")
def test_who_has_room_for_half_a_squad_takes_one_half_of_it() -> None:
    held = {"p": de("F6", guard="x"), "q": de("F6", guard="x"), "r": de("F6", "de-238", guard="x")}
    units = {"x": ca("F6", "ca-248"), **held, "a": de("F6", broken=True)}
    game = taken(units, "unit:x", "unit:a", dice=(1, 2))
    assert game.state.units["a.2"].guard == "x"


@pytest.mark.rule("rileys_road:A11.22", "rileys_road:A20.22")
def test_who_is_to_be_captured_does_not_slip_away() -> None:
    assert caught_with_a_twelve({"a": de("F6", "de-238", broken=True)}).state.units["a"].guard


@pytest.mark.rule("rileys_road:A11.22", "rileys_road:A20.22")
def test_of_two_of_whom_one_is_captured_the_second_does_not_slip_away() -> None:
    game = caught_with_a_twelve({"a": de("F6", "de-l80", broken=True), "b": de("F6", "de-l80", broken=True)})
    game.choose("hex:F5")
    assert (game.state.units["a"].at, game.state.units["a"].guard) == ("F5", "")
    assert game.state.units["b"].guard


def caught_with_a_twelve(caught: dict[str, Unit]) -> Game:
    """Three squads and a leader attack for prisoners at 6 to 1 and roll a 12, by which they take one."""
    attackers = {name: ca("F6") for name in ("x", "y", "z")} | {"l": ca("F6", "ca-l81")}
    picks = [f"unit:{name}" for name in (*attackers, *caught)]
    return taken({**attackers, **caught}, *picks, dice=(6, 6))
