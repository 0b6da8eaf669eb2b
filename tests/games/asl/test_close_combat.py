"""A11, J2.31, A20.22: Close Combat."""

from __future__ import annotations

from typing import Any

import pytest

from games.asl.fields import meadow
from games.asl.position import ca, de, offered, play, position
from sandtable.games.asl.close_combat.ambush import ambush_modifiers, may_ambush
from sandtable.games.asl.close_combat.combat_phase import CloseCombatPhase, contested
from sandtable.games.asl.close_combat.odds import Assault, attack_fp, defense_fp, kill_number, modifiers
from sandtable.games.asl.state import Unit, Weapon
from sandtable.games.asl.units import Game

PHASE = CloseCombatPhase(side="canadian")


def at(units: dict[str, Unit], terrain: dict[str, str] | None = None, **facts: Any) -> Game:
    return position(units=units, on=meadow(terrain), phase="close-combat", **facts)


def fought(units: dict[str, Unit], *choices: str, **facts: Any) -> Game:
    """Close Combat in the Canadians' turn; nobody declares Hand-to-Hand."""
    return play(at(units, facts.pop("terrain", None), **facts), PHASE, *choices)


def kill(game: Game, attackers: tuple[str, ...], targets: tuple[str, ...], **facts: Any) -> int:
    assault = Assault(game.state.units[attackers[0]].side, attackers, targets, facts.pop("capture", False))
    return kill_number(game, assault, hand_to_hand=facts.pop("hand_to_hand", False), leaving=facts.pop("leaving", ()))


def drm(game: Game, attackers: tuple[str, ...], targets: tuple[str, ...], **facts: Any) -> int:
    assault = Assault(game.state.units[attackers[0]].side, attackers, targets, facts.pop("capture", False))
    return modifiers(game, assault, facts.pop("ambusher", ""), facts.pop("leaving", ()), facts.pop("covering", 0)).total


@pytest.mark.rule("rileys_road:A11.11", "rileys_road:J2.31")
def test_odds_are_read_on_the_best_column_that_they_reach() -> None:
    units = {"a": de("F6"), "b": de("F6"), "c": de("F6"), "x": ca("F6")}
    game = at(units)
    assert kill(game, ("a", "b", "c"), ("x",)) == 8
    assert kill(game, ("a", "b", "c"), ("x",), hand_to_hand=True) == 10
    assert kill(game, ("x",), ("a",)) == 4


@pytest.mark.rule("rileys_road:A11.11", "rileys_road:A11.16")
def test_broken_units_defend_in_full_and_are_attacked_with_minus_two() -> None:
    game = at({"x": ca("F6"), "a": de("F6", broken=True)})
    assert kill(game, ("x",), ("a",)) == 4
    assert drm(game, ("x",), ("a",)) == -2


@pytest.mark.rule("rileys_road:A11.11", "rileys_road:A11.19", "rileys_road:A20.5")
def test_what_halves_an_attack() -> None:
    units = {
        "x": ca("F6", pinned=True),
        "y": ca("F6"),
        "p": de("F6", guard="y"),
        "a": de("F6"),
        "h": de("F6", concealed=True),
    }
    game = at(units)
    assert attack_fp(game, Assault("canadian", ("x",), ("a",))) == 2
    assert attack_fp(game, Assault("canadian", ("y",), ("a",))) == 2
    assert attack_fp(game, Assault("canadian", ("y",), ("p",))) == 4
    assert attack_fp(game, Assault("canadian", ("x", "y"), ("h",))) == 2


@pytest.mark.rule("rileys_road:A11.14", "rileys_road:A1.11")
def test_a_leader_helps_together_with_others_only_and_has_a_fp_of_one() -> None:
    game = at({"x": ca("F6"), "l": ca("F6", "ca-l92"), "a": de("F6")})
    assert attack_fp(game, Assault("canadian", ("x", "l"), ("a",))) == 5
    assert (drm(game, ("x", "l"), ("a",)), drm(game, ("l",), ("a",))) == (-2, 0)


@pytest.mark.rule("rileys_road:A4.51", "rileys_road:A20.22", "rileys_road:A11.4", "rileys_road:A11.2")
def test_modifiers_of_an_attack() -> None:
    game = at({"x": ca("F6"), "t": ca("F6", cx=True), "a": de("F6"), "b": de("F6", cx=True), "r": de("F6", "de-436")})
    assert drm(game, ("t",), ("a",)) == 1
    assert drm(game, ("x",), ("b",)) == -1
    assert (drm(game, ("x",), ("a",), capture=True), drm(game, ("x",), ("r",), capture=True)) == (1, -1)
    assert (drm(game, ("x",), ("a",), ambusher="canadian"), drm(game, ("x",), ("a",), ambusher="german")) == (-1, 1)
    assert drm(game, ("x",), ("a",), leaving=("a",), covering=1) == -1


@pytest.mark.rule("rileys_road:A11.1", "rileys_road:A11.15")
def test_attacks_are_simultaneous_and_losses_come_after_all_of_them() -> None:
    units = {"x": ca("F6"), "a": de("F6")}
    game = fought(
        units, "do:normal", "unit:x", "unit:a", "do:attack", "unit:a", "unit:x", "do:attack", dice=(1, 2, 1, 2)
    )
    assert game.state.units == {}


@pytest.mark.rule("rileys_road:A11.11", "rileys_road:A11.15")
def test_the_kill_number_itself_reduces_and_who_is_left_is_in_melee() -> None:
    units = {"x": ca("F6"), "y": ca("F6"), "a": de("F6", "de-468")}
    game = fought(units, "do:normal", "unit:x", "unit:y", "unit:a", "do:attack", "do:done", dice=(3, 4))
    assert game.state.units["a.1"].kind == "de-248"
    assert game.state.melees == {"F6": "normal"}


@pytest.mark.rule("rileys_road:A11.1")
def test_nobody_must_attack_and_each_unit_attacks_and_is_attacked_once() -> None:
    units = {"x": ca("F6"), "y": ca("F6"), "a": de("F6")}
    game = fought(units, "do:normal", "unit:x", "unit:a", "do:attack")
    assert (game.decisions[0].side, game.decisions[0].prompt) == ("german", "cc-attacker")


@pytest.mark.rule("rileys_road:A11.16", "rileys_road:A11.1")
def test_broken_units_do_not_attack() -> None:
    game = fought({"x": ca("F6", broken=True), "a": de("F6")})
    assert game.decisions[0].side == "german"


@pytest.mark.rule("rileys_road:A11.4", "rileys_road:A12.13")
def test_where_an_ambush_is_possible_and_what_counts_for_it() -> None:
    assert not may_ambush(at({"x": ca("F6"), "a": de("F6")}), "F6")
    assert may_ambush(at({"x": ca("F6"), "a": de("F6")}, {"F6": "woods"}), "F6")
    assert may_ambush(at({"x": ca("F6", concealed=True), "a": de("F6")}), "F6")
    game = at(
        {"x": ca("F6", concealed=True), "l": ca("F6", "ca-l91"), "a": de("F6", cx=True), "b": de("F6", pinned=True)}
    )
    assert (ambush_modifiers(game, "F6", "canadian").total, ambush_modifiers(game, "F6", "german").total) == (-3, 2)


@pytest.mark.rule("rileys_road:A11.4")
def test_the_ambusher_strikes_first_and_losses_are_taken_at_once() -> None:
    units = {"x": ca("F6"), "a": de("F6")}
    game = fought(units, "do:normal", "unit:a", "unit:x", "do:attack", terrain={"F6": "woods"}, dice=(4, 1, 1, 2))
    assert set(game.state.units) == {"a"}


@pytest.mark.rule("rileys_road:A11.4")
def test_what_an_attack_of_the_ambusher_would_be_is_shown_with_the_ambush() -> None:
    units = {"x": ca("F6"), "a": de("F6")}
    game = fought(units, "do:normal", "unit:x", dice=(1, 6), terrain={"F6": "woods"})
    shown = {line.label: line.value for line in game.preview("unit:a", "canadian").lines}
    assert shown["cc.by-ambusher"] == "-1"


@pytest.mark.rule("rileys_road:A11.4")
def test_two_lower_is_no_ambush_by_day() -> None:
    game = fought({"x": ca("F6"), "a": de("F6")}, terrain={"F6": "woods"}, dice=(3, 1))
    assert (game.decisions[0].side, game.decisions[0].prompt) == ("canadian", "hand-to-hand")


@pytest.mark.rule("rileys_road:J2.31")
def test_hand_to_hand_marks_the_melee_and_lasts() -> None:
    units = {"x": ca("F6"), "a": de("F6")}
    game = fought(units, "do:hand-to-hand", "do:done", "do:done")
    assert game.state.melees == {"F6": "hand-to-hand"}


@pytest.mark.rule("rileys_road:A11.2")
def test_a_unit_in_melee_may_withdraw_and_is_attacked_with_minus_two() -> None:
    units = {"x": ca("F6"), "a": de("F6")}
    game = fought(
        units, "unit:x", "hex:F7", "do:done", "unit:a", "unit:x", "do:attack", dice=(5, 4), melees={"F6": "normal"}
    )
    assert game.state.units["x"].at == "F7"
    assert game.state.melees == {}


@pytest.mark.rule("rileys_road:A11.2", "rileys_road:C10.5")
def test_a_crew_that_withdraws_leaves_its_gun() -> None:
    weapons = {"w": Weapon("ca-6pdr", "canadian", holder="x")}
    units = {"x": ca("F6", "ca-228"), "a": de("F6")}
    game = fought(units, "unit:x", "hex:F7", "do:done", "do:done", melees={"F6": "normal"}, weapons=weapons)
    assert game.state.units["x"].at == "F7"
    assert game.state.weapons["w"].holder in ("", "a"), "the enemy who is left alone with it may take it"


@pytest.mark.rule("rileys_road:A11.2")
def test_who_has_just_come_is_pinned_or_berserk_does_not_withdraw() -> None:
    units = {
        "n": ca("F6", arrived=True),
        "p": ca("F6", pinned=True),
        "b": ca("F6", berserk=True),
        "a": de("F6", pinned=True),
    }
    game = fought(units, melees={"F6": "normal"})
    assert game.decisions[0].prompt == "cc-attacker"


@pytest.mark.rule("rileys_road:A11.16", "rileys_road:A19.12")
def test_broken_units_must_withdraw_and_die_if_they_cannot() -> None:
    units = {"x": ca("F6", broken=True), "a": de("F6")}
    game = fought(dict(units), melees={"F6": "normal"})
    assert (game.decisions[0].prompt, "do:done" in offered(game)) == ("withdraw", False)
    units["x"] = ca("F6", "ca-436", broken=True, disrupted=True)
    lost = fought(units, "do:done", "do:done", melees={"F6": "normal"})
    assert "x" not in lost.state.units


@pytest.mark.rule("rileys_road:A11.22")
def test_a_two_lets_the_attackers_slip_away_and_a_twelve_those_who_were_attacked() -> None:
    units = {"x": ca("F6", "ca-248"), "a": de("F6"), "b": de("F6")}
    game = fought(dict(units), "do:normal", "unit:x", "unit:a", "unit:b", "do:attack", "do:done", dice=(6, 6))
    assert (game.decisions[0].side, game.decisions[0].prompt) == ("german", "infiltrate")
    game.choose("hex:F7")
    assert game.state.units["a"].at == "F7"


@pytest.mark.rule("rileys_road:A18.12", "rileys_road:A11.11")
def test_a_two_by_a_mmc_may_bring_a_leader_forth() -> None:
    units = {"x": ca("F6"), "a": de("F6")}
    game = fought(units, "do:normal", "unit:x", "unit:a", "do:attack", "do:done", dice=(1, 1, 3))
    assert "cx1" in game.state.units


@pytest.mark.rule("rileys_road:A20.22", "rileys_road:A20.5")
def test_an_attack_to_capture_takes_prisoners_instead_of_lives() -> None:
    units = {"x": ca("F6"), "y": ca("F6"), "a": de("F6", "de-248")}
    game = fought(units, "do:normal", "unit:x", "unit:y", "unit:a", "do:capture", "do:attack", "do:done", dice=(2, 3))
    assert game.state.units["a"].guard in ("x", "y")
    assert contested(game) == []


@pytest.mark.rule("rileys_road:A11.19", "rileys_road:A12.1")
def test_a_question_mark_with_nobody_beneath_it_is_removed_without_a_fight() -> None:
    game = fought({"x": ca("F6"), "d": Unit("german", "dummy", "F6", concealed=True)})
    assert "d" not in game.state.units
    assert not game.decisions


@pytest.mark.rule("rileys_road:A11.19")
def test_concealed_enemies_are_attacked_together_and_hold_nobody() -> None:
    units = {"x": ca("F6"), "a": de("F6", concealed=True), "b": de("F6", concealed=True)}
    game = fought(units, "do:normal", "unit:x", dice=(3, 3))
    assert {"do:concealed"} <= set(offered(game))
    assert not {"unit:a", "unit:b"} & set(offered(game))
    game.choose("do:cancel")
    game.choose("do:done")
    game.choose("do:done")
    assert game.state.melees == {}


@pytest.mark.rule("rileys_road:A11.19", "rileys_road:A12.1")
def test_dummies_among_those_who_are_attacked_are_taken_off_before_the_dice() -> None:
    units = {"x": ca("F6"), "a": de("F6", concealed=True), "d": Unit("german", "dummy", "F6", concealed=True)}
    game = fought(units, "do:normal", "unit:x", "do:concealed", "do:attack", dice=(3, 3, 5, 6))
    assert "d" in game.state.units
    game.choose("do:done")
    assert set(game.state.units) == {"x", "a"}
    assert game.state.units["a"].concealed


@pytest.mark.rule("rileys_road:A11.19", "rileys_road:A12.1")
def test_an_attack_on_nobody_but_dummies_is_not_rolled_for() -> None:
    units = {"x": ca("F6"), "a": de("F6"), "d": Unit("german", "dummy", "F6", concealed=True)}
    game = fought(units, "do:normal", "unit:x", "do:concealed", "do:attack", "do:done", dice=(3, 3))
    assert set(game.state.units) == {"x", "a"}


@pytest.mark.rule("rileys_road:A11.11", "rileys_road:A11.19")
def test_a_dummy_defends_with_nothing() -> None:
    game = at({"x": ca("F6"), "a": de("F6", concealed=True), "d": Unit("german", "dummy", "F6", concealed=True)})
    assert defense_fp(game, Assault("canadian", ("x",), ("a", "d"))) == 5


@pytest.mark.rule("rileys_road:A3.8", "rileys_road:A11.1")
def test_the_attacker_says_where_to_fight_first() -> None:
    units = {"x": ca("F6"), "a": de("F6"), "y": ca("P6"), "b": de("P6")}
    game = fought(units)
    assert set(offered(game)) == {"hex:F6", "hex:P6"}


@pytest.mark.rule("rileys_road:A11.4", "rileys_road:A11.2")
def test_the_ambusher_may_slip_away_after_his_attacks() -> None:
    units = {"x": ca("F6"), "a": de("F6")}
    game = fought(
        units,
        "do:normal",
        "unit:a",
        "unit:x",
        "do:attack",
        "unit:a",
        "hex:F7",
        terrain={"F6": "woods"},
        dice=(4, 1, 5, 6),
    )
    assert game.state.units["a"].at == "F7"
    assert not game.decisions
    assert game.state.melees == {}


@pytest.mark.rule("rileys_road:A20.22")
def test_at_the_kill_number_one_half_of_a_squad_is_captured() -> None:
    units = {"x": ca("F6"), "y": ca("F6"), "a": de("F6", "de-468")}
    game = fought(units, "do:normal", "unit:x", "unit:y", "unit:a", "do:capture", "do:attack", "do:done", dice=(2, 4))
    assert game.state.units["a.2"].guard in ("x", "y")
    assert not game.state.units["a.1"].guard


@pytest.mark.rule("rileys_road:A20.22", "rileys_road:J2.31")
def test_nobody_is_taken_hand_to_hand() -> None:
    units = {"x": ca("F6"), "a": de("F6")}
    normal = fought(dict(units), "do:normal", "unit:x", "unit:a")
    assert "do:capture" in offered(normal)
    close = fought(dict(units), "do:hand-to-hand", "unit:x", "unit:a")
    assert "do:capture" not in offered(close)
    assert {line.label: line.value for line in close.preview("do:attack").lines}["cc.kill"] == "6"
