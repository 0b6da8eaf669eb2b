"""A7: fire attacks, put together and resolved on open ground."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from games.asl.fields import meadow
from games.asl.heavy import tank
from games.asl.position import ca, de, offered, play, position
from sandtable.games.asl.content import Content
from sandtable.games.asl.events.fire import Cowered
from sandtable.games.asl.fire.attack import Attack, cowering_columns, firepower_of, groups_of, lines_of
from sandtable.games.asl.fire.cut_off import is_encircled
from sandtable.games.asl.fire.encirclement import closes_in
from sandtable.games.asl.fire.fire_phase import FirePhase, pieces_named
from sandtable.games.asl.fire.malfunction import breakdown_of
from sandtable.games.asl.fire.pieces import pieces_of
from sandtable.games.asl.fire.results import apply_result
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.morale.levels import morale_level
from sandtable.games.asl.state import Smoke, Unit, Weapon
from sandtable.games.asl.tables.fire import Ift
from sandtable.games.asl.tables.fire import Result as FireResult
from sandtable.games.asl.units import Game, change
from sandtable.kernel import Resolved

HOUSE = {"building": "h1", "type": "stone"}


def in_phase(phase: str, units: dict[str, Unit], weapons: dict[str, Weapon] | None = None, **facts: Any) -> Game:
    """A fire phase of the Germans; in their Prep and Advancing Fire they are the ATTACKER."""
    active = "canadian" if phase == "defensive-fire" else "german"
    on = facts.pop("on", None) or meadow(facts.pop("terrain", None))
    return position(units=units, weapons=weapons, on=on, phase=phase, active=active, **facts)


def attack(game: Game, target: str, *pieces: str, leaders: tuple[str, ...] = ()) -> Attack:
    return Attack(pieces_named(game, pieces), leaders, target)


def strength(game: Game, target: str, *pieces: str) -> Fraction:
    return firepower_of(game, attack(game, target, *pieces))


def sum_of(game: Game, target: str, *pieces: str, leaders: tuple[str, ...] = ()) -> tuple[int, int]:
    """The column and the DRM of an attack on the first group of targets."""
    made = attack(game, target, *pieces, leaders=leaders)
    group = groups_of(game, made, firepower_of(game, made))[0]
    return group.column, group.drm.total


def lmg(holder: str, **facts: Any) -> Weapon:
    return Weapon("de-lmg", "german", holder=holder, **facts)


def results(game: Game) -> list[str]:
    return [event.result for event in game.events if isinstance(event, Resolved)]


# Firepower


@pytest.mark.rule("rileys_road:A7.1", "rileys_road:B23.1", "rileys_road:A7.53", "rileys_road:A1.21")
def test_a_squad_with_its_machine_gun_and_a_leader_fires_at_a_stone_building() -> None:
    units = {"g": de("F6"), "l": de("F6", "de-l91"), "c": ca("F10")}
    game = in_phase("prep-fire", units, {"w": lmg("g")}, terrain={"F10": "stone-building"})
    assert sum_of(game, "F10", "g", "w", leaders=("l",)) == (8, 2)


@pytest.mark.rule("rileys_road:A7.36", "rileys_road:A7.21", "rileys_road:A7.24", "rileys_road:A/rounding")
def test_assault_fire_is_added_after_all_factors_and_rounded_up() -> None:
    game = in_phase("advancing-fire", {"g": de("F6"), "near": ca("F7"), "far": ca("F9")})
    assert strength(game, "F7", "g") == 6
    assert strength(game, "F9", "g") == 4


@pytest.mark.rule("rileys_road:A7.2", "rileys_road:A7.36")
def test_the_sum_shows_what_is_printed_and_each_factor_with_its_rule() -> None:
    game = in_phase("advancing-fire", {"g": de("F6"), "near": ca("F7")}, {"w": lmg("g")})
    made = attack(game, "F7", "g", "w")
    total = firepower_of(game, made)
    lines = lines_of(game, made, groups_of(game, made, total)[0], total)
    assert [(line.label, line.value, line.rule) for line in lines[:10]] == [
        ("printed.unit", "5", "A1.21"),
        ("factor.point-blank", "x2", "A7.21"),
        ("factor.advancing-fire", "x1/2", "A7.24"),
        ("factor.assault-fire", "+1", "A7.36"),
        ("share.unit", "6", "A7.2"),
        ("printed.weapon", "3", "A1.21"),
        ("factor.point-blank", "x2", "A7.21"),
        ("factor.advancing-fire", "x1/2", "A7.24"),
        ("share.weapon", "3", "A7.2"),
        ("firepower", "9", "A7.1"),
    ]


@pytest.mark.rule("rileys_road:A7.36")
@pytest.mark.parametrize(
    ("facts", "kind", "target", "expected"),
    [
        ({"pinned": True}, "de-548", "F9", Fraction(5, 4)),
        ({}, "de-468", "F9", 2),
        ({}, "de-548", "F11", Fraction(5, 4)),
    ],
    ids=["pinned", "no underline", "long range"],
)
def test_who_has_no_assault_fire(facts: dict[str, Any], kind: str, target: str, expected: Fraction) -> None:
    game = in_phase("advancing-fire", {"g": de("F6", kind, **facts), "c": ca(target)})
    assert strength(game, target, "g") == expected


@pytest.mark.rule("rileys_road:A7.22", "rileys_road:A1.22", "rileys_road:A7.2")
def test_long_range_halves_and_ends_at_twice_the_range() -> None:
    units = {"g": de("F6"), "a": ca("F10"), "b": ca("F11"), "c": ca("F14"), "d": ca("F15")}
    game = in_phase("prep-fire", units)
    assert [strength(game, at, "g") for at in ("F10", "F11", "F14")] == [5, Fraction(5, 2), Fraction(5, 2)]
    play(game, FirePhase(side="german", phase="prep-fire"), "unit:g")
    assert "hex:F14" in offered(game)
    assert "hex:F15" not in offered(game)
    refusal = game.explain("hex:F15")
    assert refusal is not None
    assert (refusal.reason, refusal.rule) == ("refused.out-of-range", "A7.22")


@pytest.mark.rule("rileys_road:A7.21")
def test_point_blank_is_doubled_unless_the_target_is_two_levels_higher() -> None:
    on = meadow(levels={"F7": 2, "G6": 1})
    game = in_phase("prep-fire", {"g": de("F6"), "high": ca("F7"), "up": ca("G6"), "low": ca("F5")}, on=on)
    assert [strength(game, at, "g") for at in ("F7", "G6", "F5")] == [5, 10, 10]


@pytest.mark.rule("rileys_road:A7.8", "rileys_road:A7.2")
def test_each_cause_halves_by_itself() -> None:
    game = in_phase("advancing-fire", {"g": de("F6", "de-468", pinned=True), "c": ca("F13")})
    assert strength(game, "F13", "g") == Fraction(4, 8)


@pytest.mark.rule("rileys_road:A7.23")
def test_concealed_units_are_read_on_the_column_of_half_the_firepower() -> None:
    units = {"a": de("F6", "de-468"), "b": de("F6", "de-468"), "c": de("F6", "de-468"), "k": ca("F9"), "h": ca("F9")}
    units["h"] = ca("F9", concealed=True)
    game = in_phase("prep-fire", units)
    made = attack(game, "F9", "a", "b", "c")
    groups = {group.concealed: group.column for group in groups_of(game, made, firepower_of(game, made))}
    assert groups == {False: 12, True: 6}


@pytest.mark.rule("rileys_road:A7.352", "rileys_road:A1.11")
def test_a_lone_leader_fires_a_machine_gun_at_half_firepower_and_two_single_men_at_full() -> None:
    units = {"l": de("F6", "de-l80"), "c": ca("F9")}
    assert strength(in_phase("prep-fire", units, {"w": lmg("l")}), "F9", "w") == Fraction(3, 2)
    units["m"] = de("F6", "de-l91")
    assert strength(in_phase("prep-fire", units, {"w": lmg("l")}), "F9", "w") == 3


@pytest.mark.rule("rileys_road:A7.352", "rileys_road:A15.2")
def test_a_heroic_leader_fires_a_machine_gun_at_full_firepower_as_heroes_do() -> None:
    units = {"l": de("F6", "de-l80", heroic=True), "c": ca("F9")}
    assert strength(in_phase("prep-fire", units, {"w": lmg("l")}), "F9", "w") == 3


# Who fires what


@pytest.mark.rule("rileys_road:A7.35", "rileys_road:A9.1")
def test_a_squad_fires_itself_and_one_weapon_or_two_weapons() -> None:
    weapons = {"v": lmg("g"), "w": lmg("g")}
    game = in_phase("prep-fire", {"g": de("F6"), "c": ca("F9")}, weapons)
    play(game, FirePhase(side="german", phase="prep-fire"), "unit:g", "hex:F9")
    assert game.decisions[0].hand == ("g", "v")
    assert "weapon:w" not in offered(game)


@pytest.mark.rule("rileys_road:A7.53")
def test_a_leader_who_directs_the_fire_is_in_hand_with_those_who_fire() -> None:
    units = {"g": de("F6"), "l": de("F6", "de-l91"), "c": ca("F9")}
    game = in_phase("prep-fire", units)
    play(game, FirePhase(side="german", phase="prep-fire"), "unit:g", "hex:F9", "unit:l")
    assert game.decisions[0].hand == ("g", "l")


@pytest.mark.rule("rileys_road:A7.1")
def test_who_sees_nothing_to_fire_at_is_asked_what_he_does_instead() -> None:
    units = {"g": de("F6"), "l": de("F6", "de-l91"), "c": ca("F9")}
    phase = FirePhase(side="german", phase="prep-fire")
    prompts = [play(in_phase("prep-fire", units), phase, f"unit:{name}").decisions[0].prompt for name in ("g", "l")]
    assert prompts == ["fire-at", "act-instead"]


@pytest.mark.rule("rileys_road:A7.352")
@pytest.mark.parametrize("kind", ["de-248", "de-228"])
def test_a_half_squad_or_crew_fires_one_weapon_or_itself(kind: str) -> None:
    game = in_phase("prep-fire", {"g": de("F6", kind), "c": ca("F8")}, {"w": lmg("g")}, dice=(6, 5))
    play(game, FirePhase(side="german", phase="prep-fire"), "unit:g", "hex:F8")
    assert game.decisions[0].hand == ("w",)
    game.choose("do:fire")
    assert "unit:g" not in offered(game) if game.decisions else True
    assert game.state.units["g"].fire == "prep"


@pytest.mark.rule("rileys_road:A7.1", "rileys_road:A.7")
def test_only_units_in_good_order_fire() -> None:
    units = {
        "ok": de("F6"), "broken": de("F6", broken=True), "mad": de("F6", berserk=True), "held": de("C3"),
        "bare": de("F6", unarmed=True), "c": ca("F9"), "d": ca("C3"),
    }  # fmt: skip
    game = in_phase("prep-fire", units, melees={"C3": "normal"})
    play(game, FirePhase(side="german", phase="prep-fire"))
    assert {each for each in offered(game) if each.startswith("unit")} == {"unit:ok"}


@pytest.mark.rule("rileys_road:A7.4", "rileys_road:A/los-checks")
def test_hidden_enemies_and_blocked_lines_are_no_targets_and_the_reason_is_told() -> None:
    units = {"g": de("F6"), "c": ca("F9"), "h": ca("F8", hidden=True, concealed=True)}
    game = in_phase("prep-fire", units, terrain={"F8": "woods"})
    assert play(game, FirePhase(side="german", phase="prep-fire")).decisions[0].prompt == "prep-fire"
    refusal = game.explain("unit:g")
    assert refusal is None or refusal.reason == "refused.no-target"


# Fire Groups


@pytest.mark.rule("rileys_road:A7.5", "rileys_road:A.5")
def test_a_group_of_adjacent_locations_adds_up_and_takes_the_worst_modifiers() -> None:
    units = {"a": de("F6", "de-468"), "b": de("G6", "de-468", cx=True), "c": ca("F9")}
    game = in_phase("prep-fire", units)
    assert sum_of(game, "F9", "a") == (4, 0)
    assert sum_of(game, "F9", "a", "b") == (8, 1)


@pytest.mark.rule("rileys_road:A7.5")
def test_units_join_who_are_in_the_location_or_next_to_it_by_day_only() -> None:
    units = {"a": de("F6"), "same": de("F6"), "next": de("G6"), "far": de("I6"), "c": ca("F9")}
    game = play(in_phase("prep-fire", dict(units)), FirePhase(side="german", phase="prep-fire"), "unit:a", "hex:F9")
    assert {each for each in offered(game) if each.startswith("unit")} == {"unit:same", "unit:next"}
    game = play(
        in_phase("prep-fire", dict(units), nvr=9), FirePhase(side="german", phase="prep-fire"), "unit:a", "hex:F9"
    )
    assert {each for each in offered(game) if each.startswith("unit")} == {"unit:same"}


@pytest.mark.rule("rileys_road:A7.53")
def test_leadership_counts_only_if_every_location_has_a_directing_leader() -> None:
    units = {"a": de("F6"), "b": de("G6"), "l": de("F6", "de-l92"), "m": de("G6", "de-l80"), "c": ca("F9")}
    game = in_phase("prep-fire", units)
    assert sum_of(game, "F9", "a", leaders=("l",)) == (4, -2)
    assert sum_of(game, "F9", "a", "b", leaders=("l",)) == (8, 0)
    assert sum_of(game, "F9", "a", "b", leaders=("l", "m")) == (8, 0)


@pytest.mark.rule("rileys_road:A7.53")
def test_a_leader_directs_once_and_is_marked_like_those_he_directs() -> None:
    units = {"a": de("F6"), "b": de("F6"), "l": de("F6", "de-l91"), "c": ca("F9"), "d": ca("H7")}
    game = in_phase("prep-fire", units, dice=(6, 5))
    play(game, FirePhase(side="german", phase="prep-fire"), "unit:a", "hex:F9", "unit:l", "do:fire")
    assert game.state.units["l"].fire == "prep"
    game.choose("unit:b")
    game.choose("hex:H7")
    assert "unit:l" not in offered(game)


@pytest.mark.rule("rileys_road:A7.55")
def test_a_location_fires_at_a_target_as_one_group_only() -> None:
    units = {"a": de("F6"), "b": de("F6"), "c": ca("F9"), "d": ca("H7")}
    game = in_phase("prep-fire", units, dice=(6, 5))
    play(game, FirePhase(side="german", phase="prep-fire"), "unit:a", "hex:F9", "do:fire", "unit:b")
    assert "hex:F9" not in offered(game)
    assert "hex:H7" in offered(game)
    refusal = game.explain("hex:F9")
    assert refusal is not None
    assert refusal.rule == "A7.55"


# Rolling


def fired(
    units: dict[str, Unit], weapons: dict[str, Weapon] | None, *choices: str, dice: tuple[int, ...], **facts: Any
) -> Game:
    phase = facts.pop("phase", "prep-fire")
    game = in_phase(phase, units, weapons, dice=dice, **facts)
    return play(game, FirePhase(side="german", phase=phase), *choices)


@pytest.mark.rule("rileys_road:A9.2", "rileys_road:A3.2")
def test_a_machine_gun_keeps_its_rate_up_to_the_colored_die() -> None:
    gun = {"w": Weapon("de-hmg", "german", holder="g")}
    units = {"g": de("F6", "de-228"), "c": ca("F12")}
    kept = fired(dict(units), dict(gun), "unit:g", "hex:F12", "do:fire", dice=(3, 6))
    assert (kept.state.weapons["w"].fire, kept.state.units["g"].fire) == ("", "")
    kept.choose("unit:g")
    assert "hex:F12" in offered(kept)
    lost = fired(dict(units), dict(gun), "unit:g", "hex:F12", "do:fire", dice=(4, 6))
    assert (lost.state.weapons["w"].fire, lost.state.units["g"].fire) == ("prep", "prep")


@pytest.mark.rule("rileys_road:A9.2", "rileys_road:A7.8")
def test_a_pinned_gunner_and_advancing_fire_keep_no_rate() -> None:
    gun = {"w": Weapon("de-hmg", "german", holder="g")}
    pinned = fired(
        {"g": de("F6", "de-228", pinned=True), "c": ca("F12")}, dict(gun), "unit:g", "hex:F12", "do:fire", dice=(1, 6)
    )
    assert pinned.state.weapons["w"].fire == "prep"
    moving = fired(
        {"g": de("F6", "de-228"), "c": ca("F12")},
        dict(gun),
        "unit:g",
        "hex:F12",
        "do:fire",
        dice=(1, 6),
        phase="advancing-fire",
    )
    assert moving.state.units["g"].fire == ""
    assert not moving.decisions


@pytest.mark.rule("rileys_road:A9.7")
def test_a_weapon_malfunctions_at_its_number_after_the_attack() -> None:
    game = fired({"g": de("F6"), "c": ca("F9")}, {"w": lmg("g")}, "unit:g", "hex:F9", "do:fire", dice=(6, 6))
    assert game.state.weapons["w"].broken


@pytest.mark.rule("rileys_road:A7.5", "rileys_road:A9.7")
def test_of_several_weapons_that_reach_their_number_one_is_picked() -> None:
    units = {"a": de("F6"), "b": de("F6"), "c": ca("F9")}
    weapons = {"v": lmg("a"), "w": lmg("b")}
    game = fired(units, weapons, "unit:a", "hex:F9", "unit:b", "weapon:w", "do:fire", dice=(6, 6, 2, 5, 6, 1))
    assert (game.state.weapons["v"].broken, game.state.weapons["w"].broken) == (False, True)


@pytest.mark.rule("rileys_road:A7.9", "rileys_road:A25.45")
def test_a_group_cowers_unless_all_of_it_is_steady() -> None:
    units = {"a": ca("F6", "ca-458"), "b": ca("F6", "ca-447"), "g": de("F9")}
    game = position(units=units, on=meadow(), phase="prep-fire", active="canadian", dice=(4, 4, 3, 3, 5, 2))
    play(game, FirePhase(side="canadian", phase="prep-fire"), "unit:a", "hex:F9", "unit:b", "do:fire")
    assert results(game) == ["ift.ptc"]
    assert game.state.units["b"].fire == "prep"
    assert [event.unit for event in game.events if isinstance(event, Cowered)] == ["b"]
    steady = position(
        units={"a": ca("F6", "ca-458"), "g": de("F9")},
        on=meadow(),
        phase="prep-fire",
        active="canadian",
        dice=(3, 3, 2, 3),
    )
    play(steady, FirePhase(side="canadian", phase="prep-fire"), "unit:a", "hex:F9", "do:fire")
    assert results(steady) == ["ift.mc"]


@pytest.mark.rule("rileys_road:A7.9")
@pytest.mark.parametrize(("kind", "column"), [("de-468", 2), ("de-436", 1)], ids=["one column", "inexperienced two"])
def test_cowering_shifts_to_the_left(kind: str, column: int) -> None:
    game = in_phase("prep-fire", {"g": de("F6", kind), "c": ca("F8")})
    made = attack(game, "F8", "g")
    assert game.content.table("ift", Ift).left(4, cowering_columns(game, made)) == column


@pytest.mark.rule("rileys_road:A7.9")
def test_a_directed_attack_does_not_cower() -> None:
    units = {"g": de("F6"), "l": de("F6", "de-l80"), "c": ca("F9")}
    game = fired(units, None, "unit:g", "hex:F9", "unit:l", "do:fire", dice=(5, 5))
    assert not [event for event in game.events if isinstance(event, Cowered)]


# Results


@pytest.mark.rule("rileys_road:A7.301", "rileys_road:A7.3", "rileys_road:A.9")
def test_a_kia_kills_by_random_selection_and_breaks_the_others() -> None:
    units = {"g": de("F6", "de-838"), "h": de("F6", "de-838"), "a": ca("F7"), "b": ca("F7"), "x": ca("F7", broken=True)}
    game = fired(units, None, "unit:g", "hex:F7", "unit:h", "do:fire", dice=(1, 4, 6, 2, 3))
    left = game.state.units
    assert "a" not in left
    assert left["b"].broken
    assert left["b"].dm
    assert left["x.1"].kind == "ca-248"


@pytest.mark.rule("rileys_road:A7.302", "rileys_road:A7.4/casualty")
def test_a_k_reduces_one_unit_and_all_check_with_its_number() -> None:
    units = {"g": de("F6", "de-468"), "h": de("F6", "de-468"), "c": ca("F8")}
    game = fired(units, None, "unit:g", "hex:F8", "unit:h", "do:fire", dice=(1, 2, 2, 3))
    assert game.state.units["c.1"].kind == "ca-248"
    assert not game.state.units["c.1"].broken


@pytest.mark.rule("rileys_road:A7.305")
def test_a_pin_check_pins_who_fails_and_spares_the_broken() -> None:
    units = {"g": de("F6", "de-468"), "c": ca("F8"), "x": ca("F8", broken=True)}
    game = fired(units, None, "unit:g", "hex:F8", "do:fire", dice=(3, 4, 4, 5))
    assert game.state.units["c"].pinned
    assert not game.state.units["x"].pinned


@pytest.mark.rule("rileys_road:A7.303", "rileys_road:A.10")
def test_leaders_check_first_and_lend_their_modifier_to_those_who_follow() -> None:
    units = {"g": de("F6", "de-468"), "c": ca("F8", "ca-457"), "l": ca("F8", "ca-l91")}
    game = fired(units, None, "unit:g", "hex:F8", "do:fire", dice=(2, 4, 2, 3, 4, 4))
    assert not game.state.units["l"].broken
    assert not game.state.units["c"].broken
    assert results(game)[0] == "ift.mc"


@pytest.mark.rule("rileys_road:A12.14", "rileys_road:A7.23")
def test_a_result_makes_concealed_units_known_and_dummies_vanish() -> None:
    units = {
        "g": de("F6", "de-838"),
        "c": ca("F7", concealed=True),
        "d": Unit("canadian", "dummy", "F7", concealed=True),
    }
    game = fired(units, None, "unit:g", "hex:F7", "do:fire", dice=(3, 4, 1, 2))
    assert not game.state.units["c"].concealed
    assert "d" not in game.state.units


@pytest.mark.rule("rileys_road:A12.14", "rileys_road:A12.141")
def test_firing_in_sight_of_the_enemy_gives_a_concealed_unit_away() -> None:
    units = {"g": de("F6", concealed=True), "c": ca("F9")}
    game = fired(units, None, "unit:g", "hex:F9", "do:fire", dice=(6, 5))
    assert not game.state.units["g"].concealed


@pytest.mark.rule("rileys_road:A9.74")
def test_a_kia_may_destroy_weapons_in_the_location() -> None:
    units = {"g": de("F6", "de-838"), "h": de("F6", "de-838"), "c": ca("F7")}
    weapons = {"m": Weapon("ca-lmg", "canadian", holder="c"), "n": Weapon("ca-lmg", "canadian", at="F7")}
    game = fired(units, weapons, "unit:g", "hex:F7", "unit:h", "do:fire", dice=(1, 4, 1, 2))
    assert "m" not in game.state.weapons
    assert game.state.weapons["n"].broken


@pytest.mark.rule("rileys_road:A9.74", "rileys_road:D6.1")
@pytest.mark.parametrize(("struck", "lost"), [("c", "m"), ("p", "n")])
def test_a_kia_destroys_no_weapons_aboard_a_vehicle_but_with_the_men_there(struck: str, lost: str) -> None:
    units = {"c": ca("F7"), "p": ca("F7", aboard="k")}
    weapons = {"m": Weapon("ca-lmg", "canadian", holder="c"), "n": Weapon("ca-lmg", "canadian", holder="p")}
    vehicles = {"k": tank("F7", "ca-kangaroo")}
    game = position(units=units, weapons=weapons, vehicles=vehicles, on=meadow(), phase="prep-fire", dice=(1,))
    apply_result(game, (struck,), FireResult("kia", 1), Aftermath())
    assert {"m", "n"} - game.state.weapons.keys() == {lost}


@pytest.mark.rule("rileys_road:A9.74")
def test_a_kia_of_several_groups_is_rolled_for_once_for_each_weapon() -> None:
    units = {"g": de("F6", "de-838"), "h": de("F6", "de-838"), "c": ca("F7"), "d": ca("F7", concealed=True)}
    game = fired(units, {"m": Weapon("ca-lmg", "canadian", holder="c")}, "unit:g", "hex:F7", "unit:h", "do:fire",
                 dice=(1, 2, 6))  # fmt: skip
    assert not {"c", "d"} & game.state.units.keys()
    assert game.state.weapons["m"].at == "F7"


@pytest.mark.rule("rileys_road:A10.62")
def test_a_broken_unit_that_is_fired_at_in_earnest_is_desperate() -> None:
    units = {"g": de("F6"), "x": ca("F9", broken=True)}
    game = fired(units, None, "unit:g", "hex:F9", "do:fire", dice=(6, 5))
    assert game.state.units["x"].dm


# What else is done in a fire phase


@pytest.mark.rule("rileys_road:A7.25")
def test_a_weapon_that_lost_its_rate_of_fire_in_opportunity_fire_has_fired() -> None:
    units = {"g": de("F6", "de-468", fire="opportunity", spent=("w",)), "c": ca("F9")}
    game = in_phase("advancing-fire", units, {"w": lmg("g", fire="final"), "v": lmg("g")})
    assert [piece.name for piece in pieces_of(game, "g") if piece.weapon] == ["v"]


@pytest.mark.rule("rileys_road:A7.25")
def test_opportunity_fire_waits_for_the_advancing_fire_phase_at_full_firepower() -> None:
    units = {"g": de("F6", "de-468"), "c": ca("F9")}
    game = fired(dict(units), None, "unit:g", "do:opportunity", dice=())
    assert game.state.units["g"].fire == "opportunity"
    later = in_phase("advancing-fire", {"g": de("F6", "de-468", fire="opportunity"), "c": ca("F9")})
    assert strength(later, "F9", "g") == 4
    pinned = in_phase("advancing-fire", {"g": de("F6", "de-468", fire="opportunity", pinned=True), "c": ca("F9")})
    assert strength(pinned, "F9", "g") == 1


@pytest.mark.rule("rileys_road:A3.5", "rileys_road:A3.2")
def test_who_fired_in_the_prep_fire_phase_does_not_fire_again() -> None:
    units = {"g": de("F6", fire="prep"), "h": de("F6", ti=True), "c": ca("F9")}
    game = in_phase("advancing-fire", units)
    play(game, FirePhase(side="german", phase="advancing-fire"))
    assert not game.decisions
    assert game.state.units["g"].fire == ""


@pytest.mark.rule("rileys_road:A4.41")
def test_a_heavy_weapon_that_was_carried_does_not_fire_in_the_advancing_fire_phase() -> None:
    weapons = {"m": Weapon("de-mmg", "german", holder="g", moved=True), "l": lmg("h", moved=True)}
    game = in_phase("advancing-fire", {"g": de("F6", "de-228"), "h": de("F6"), "c": ca("F9")}, weapons)
    assert [piece.name for piece in pieces_of(game, "g")] == ["g"]
    assert [piece.name for piece in pieces_of(game, "h")] == ["h", "l"]


@pytest.mark.rule("rileys_road:A9.8")
def test_a_gun_is_dismantled_instead_of_firing() -> None:
    units = {"g": de("F6"), "c": ca("F9")}
    game = fired(units, {"m": Weapon("de-mmg", "german", holder="g")}, "unit:g", "dismantle:m", dice=())
    assert game.state.weapons["m"].dismantled
    assert game.state.units["g"].fire == "prep"
    assert "unit:g" not in (offered(game) if game.decisions else {})


@pytest.mark.rule("rileys_road:A9.8")
def test_a_dismantled_german_machine_gun_fires_as_a_light_one() -> None:
    units = {"g": de("F6"), "c": ca("F9")}
    game = in_phase("prep-fire", units, {"m": Weapon("de-mmg", "german", holder="g", dismantled=True)})
    assert strength(game, "F9", "m") == 3


@pytest.mark.rule("rileys_road:A9.73")
def test_a_weapon_is_destroyed_as_its_use() -> None:
    units = {"g": de("F6"), "c": ca("F9")}
    game = fired(units, {"m": lmg("g")}, "unit:g", "destroy:m", dice=())
    assert "m" not in game.state.weapons


# Encirclement


@pytest.mark.rule("rileys_road:A7.7")
def test_fire_over_opposite_hexsides_encircles() -> None:
    units = {"n": de("F6"), "s": de("F10"), "c": ca("F8")}
    game = fired(units, None, "unit:n", "hex:F8", "do:fire", "unit:s", "hex:F8", "do:fire", dice=(6, 5, 6, 5))
    assert game.state.units["c"].encircled


@pytest.mark.rule("rileys_road:A7.7")
@pytest.mark.parametrize(
    ("sides", "closes"), [((0, 3), True), ((0, 2, 4), True), ((0, 1), False), ((0, 2), False), ((0, 1, 2), False)]
)
def test_which_hexsides_encircle(sides: tuple[int, ...], closes: bool) -> None:
    assert closes_in(sides) is closes


@pytest.mark.rule("rileys_road:A7.7")
def test_encircled_men_shoot_worse_and_have_less_heart() -> None:
    game = in_phase("prep-fire", {"g": de("F6", encircled=True), "c": ca("F9")})
    assert sum_of(game, "F9", "g") == (4, 1)
    assert morale_level(game, game.state.units["g"]) == 7


def tall_house(*labels: str) -> Content:
    """A building of two storeys in each of its hexes, with cellars."""
    houses = {label: {"building": "h", "stories": 2, "cellar": True} for label in labels}
    return meadow(dict.fromkeys(labels, "stone-building"), houses=houses)


def morale_upstairs(on: Content, units: dict[str, Unit], **facts: Any) -> int:
    """The Morale Level of the Germans above F6, where the enemy may hold the stair."""
    game = position(units={"g": de("F6+1"), **units}, on=on, **facts)
    return morale_level(game, game.state.units["g"])


@pytest.mark.rule("rileys_road:A7.72")
@pytest.mark.parametrize(
    ("below", "morale"),
    [
        (ca("F6"), 7),
        (ca("F6", broken=True), 8),
        (ca("F6", unarmed=True), 8),
        (ca("F6", stance="bypass"), 8),
        (ca("F6", concealed=True), 8),
        (ca("F7"), 8),
        (ca("F6-1"), 8),
        (de("F6"), 8),
    ],
)
def test_men_upstairs_are_encircled_by_whom_their_stair_leads_to(below: Unit, morale: int) -> None:
    assert morale_upstairs(tall_house("F6"), {"c": below}) == morale


@pytest.mark.rule("rileys_road:A7.72")
def test_a_stair_lost_encircles_and_a_stair_won_back_does_not_any_more() -> None:
    game = position(units={"g": de("F6+1"), "c": ca("F6")}, on=tall_house("F6"))
    unit = game.state.units["g"]
    assert is_encircled(game, unit)
    change(game, "c", broken=True)
    assert not is_encircled(game, unit)
    change(game, "c", broken=False)
    assert is_encircled(game, unit)


@pytest.mark.rule("rileys_road:A7.72", "rileys_road:A26.1")
@pytest.mark.parametrize(
    ("held", "others", "morale"),
    [
        ({"F7": "german"}, {}, 8),
        ({"F7": "canadian"}, {}, 7),
        ({"F7": "german"}, {"d": ca("F7")}, 7),
        ({"F7": "german"}, {"d": ca("F7+1")}, 7),
    ],
)
def test_another_way_down_is_one_whose_hex_is_held_and_to_which_nobody_bars_the_way(
    held: dict[str, str], others: dict[str, Unit], morale: int
) -> None:
    assert morale_upstairs(tall_house("F6", "F7"), {"c": ca("F6"), **others}, held=held) == morale


@pytest.mark.rule("rileys_road:A7.72", "rileys_road:RR11.7")
def test_men_in_a_cellar_are_not_encircled_by_whoever_is_above_them() -> None:
    game = position(units={"g": de("F6-1"), "c": ca("F6")}, on=tall_house("F6"))
    assert not is_encircled(game, game.state.units["g"])


@pytest.mark.rule("rileys_road:A7.72", "rileys_road:A7.7")
def test_who_is_cut_off_upstairs_shoots_worse() -> None:
    units = {"g": de("F6+1"), "c": ca("F6"), "x": ca("F9")}
    assert sum_of(in_phase("prep-fire", units, on=tall_house("F6")), "F9", "g") == (4, 1)


# Modifiers


@pytest.mark.rule("rileys_road:A15.2")
def test_a_hero_helps_the_attack_in_which_he_takes_part_and_a_machine_gun_of_his_does_not() -> None:
    cards = meadow().personnel
    hero = next(kind for kind, card in cards.items() if card.type == "hero" and card.side == "german")
    units = {"g": de("F6"), "h": de("F6", hero), "c": ca("F9")}
    game = in_phase("prep-fire", units, {"w": lmg("h")})
    assert sum_of(game, "F9", "g", "h") == (6, -1)
    assert sum_of(game, "F9", "w") == (2, 0)


@pytest.mark.rule("rileys_road:A5.12", "rileys_road:A7.1")
def test_crowding_costs_the_firer_and_the_target() -> None:
    crowd = {f"g{i}": de("F6") for i in range(4)}
    game = in_phase("prep-fire", {**crowd, "c": ca("F9")})
    assert sum_of(game, "F9", "g0") == (4, 1)
    crowded = in_phase("prep-fire", {"g": de("F6"), **{f"c{i}": ca("F9") for i in range(4)}})
    assert sum_of(crowded, "F9", "g") == (4, -1)


@pytest.mark.rule("rileys_road:A6.7", "rileys_road:A24.8", "rileys_road:A24.2")
def test_smoke_between_and_at_the_firer_is_added() -> None:
    game = in_phase("prep-fire", {"g": de("F6"), "c": ca("F9")}, smoke={"F7": (Smoke(2),)})
    assert sum_of(game, "F9", "g") == (4, 2)
    inside = in_phase("prep-fire", {"g": de("F6"), "c": ca("F9")}, smoke={"F6": (Smoke(2),)})
    assert sum_of(inside, "F9", "g") == (4, 3)


@pytest.mark.rule("rileys_road:A19.131", "rileys_road:A.11", "rileys_road:A19.3")
@pytest.mark.parametrize(
    ("facts", "kind", "malfunctions", "lost"),
    [({}, "de-548", 12, 13), ({"shortage": True}, "de-548", 11, 12), ({}, "de-436", 11, 12)],
    ids=["normal", "shortage", "inexperienced"],
)
def test_lowered_numbers_make_the_printed_one_a_loss(
    facts: dict[str, Any], kind: str, malfunctions: int, lost: int
) -> None:
    game = in_phase("prep-fire", {"g": de("F6", kind, **facts)}, {"w": lmg("g")})
    assert breakdown_of(game, "w", "prep") == (malfunctions, lost)


@pytest.mark.rule("rileys_road:A9.3", "rileys_road:A.11")
def test_sustained_fire_breaks_down_two_lower() -> None:
    game = in_phase("prep-fire", {"g": de("F6")}, {"w": lmg("g")})
    assert breakdown_of(game, "w", "subsequent") == (10, 12)


@pytest.mark.rule("rileys_road:A19.131")
def test_men_who_are_short_of_ammunition_become_worse_troops_on_a_twelve() -> None:
    units = {"g": de("F6", "de-467", shortage=True), "c": ca("F9")}
    game = fired(units, None, "unit:g", "hex:F9", "do:fire", dice=(6, 6))
    assert game.state.units["g"].kind == "de-447"


@pytest.mark.rule("rileys_road:A21.11")
def test_a_captured_machine_gun_breaks_down_sooner_and_is_slower() -> None:
    game = in_phase("prep-fire", {"g": de("F6")}, {"w": Weapon("ca-mmg", "canadian", holder="g")})
    assert breakdown_of(game, "w", "prep").malfunctions == 10


@pytest.mark.rule("rileys_road:A20.5")
def test_a_guard_outnumbered_by_his_prisoners_does_not_fire() -> None:
    units = {"g": de("F6", "de-248"), "p": ca("F6", guard="g"), "c": ca("F9")}
    game = in_phase("prep-fire", units)
    play(game, FirePhase(side="german", phase="prep-fire"), "unit:g")
    assert not [option.id for option in game.decisions[0].options if option.id.startswith("hex:")]


@pytest.mark.rule("rileys_road:A7.53")
def test_a_leader_goes_on_directing_a_gun_that_keeps_its_rate_and_nothing_else() -> None:
    units = {"g": de("F6", "de-228"), "s": de("F6"), "l": de("F6", "de-l91"), "c": ca("F12"), "d": ca("F9")}
    weapons = {"w": Weapon("de-hmg", "german", holder="g")}
    game = fired(units, weapons, "unit:g", "hex:F12", "unit:l", "do:fire", "unit:g", "hex:F12", dice=(3, 6, 2, 3))
    assert "unit:l" in offered(game)
    game.choose("do:cancel")
    game.choose("unit:s")
    game.choose("hex:F9")
    assert "unit:l" not in offered(game)
