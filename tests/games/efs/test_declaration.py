"""Attacks are declared (12.1, 12.2), and mandated ones are ordered and made (12.3)."""

from __future__ import annotations

import pytest

from games.efs.positions import (
    CADETS,
    FLAK,
    GUNS,
    HOWITZERS,
    HQ,
    INFANTRY,
    NKVD,
    PANZER,
    RIFLE_DIVISION,
    RIFLES,
    SCOUTS,
    STRONG_DIVISION,
    TANKS,
    Afterwards,
    asked,
    content,
    marked,
    position,
    quiet,
    with_counters,
)
from sandtable.games.efs.combat.strengths import initial_odds
from sandtable.games.efs.declaration.attackers import able, may_attack, obligations, targets, why_no_target
from sandtable.games.efs.declaration.declaration_phase import AttackDeclarationPhase, indebted
from sandtable.games.efs.declaration.mandated import made, receive
from sandtable.games.efs.movement.move import Move
from sandtable.games.efs.replacements.replacements_phase import ReplacementsPhase
from sandtable.games.efs.state import AXIS, SOVIET, Attack, Command, SupplyUnit, Weather
from sandtable.games.efs.units import Game
from sandtable.kernel.dice import ScriptedDice

OTHER_INFANTRY, SCHOOL = "ax-58-inf", "su-lstpu-inf"
A, B, C, D, E, F = "1005", "1104", "1105", "1103", "1203", "0905"
"""The hexes of the example of 12.16: all are clear, and no road or railroad joins them."""
EXAMPLE = {TANKS: A, HOWITZERS: C, RIFLE_DIVISION: D, INFANTRY: B, RIFLES: F}
MUD, FROZEN = Weather(kind="mud"), Weather(kind="snow", frozen=True)


def declaring(units: dict[str, str], *, weather: Weather | None = None, scenario: str = "luga-line") -> Game:
    """A position in the Axis Attack Declaration Phase."""
    phase = AttackDeclarationPhase(side=AXIS)
    return position(units, phase, phase="axis/declaration", weather=weather, scenario=scenario)


def attacking(units: dict[str, str], mandates: int) -> Game:
    """A position in the Soviet Attack Declaration Phase on the steppe before Perekop."""
    game = quiet(units, scenario="perekop", phase="soviet/declaration")
    game.state.mandated = mandates
    game.state.stack += [Afterwards(), AttackDeclarationPhase(side=SOVIET)]
    game.advance()
    return game


def why(game: Game, option_id: str) -> tuple[str, str]:
    """The reason and the rule by which something is refused."""
    found = game.explain(option_id)
    assert found is not None
    assert game.texts("en").refusal(found) != game.texts("ja").refusal(found)
    return found.reason, found.rule


def choose(game: Game, *option_ids: str) -> None:
    for option_id in option_ids:
        game.choose(option_id)


# The gesture


@pytest.mark.rule("efs:12.1", "efs:12.11", "efs:12.13", "efs:12.23")
def test_who_stands_beside_a_defender_need_not_attack_him() -> None:
    """The example of 12.13: of four units next to a hex two are designated."""
    game = declaring({INFANTRY: "0904", RIFLES: "0904", OTHER_INFANTRY: "1005", SCOUTS: "1005", CADETS: "0905"})
    assert asked(game).ids == ["hex:0905", "do:done"]
    choose(game, "hex:0905", f"unit:{RIFLES}", f"unit:{SCOUTS}", "do:declare")
    assert game.state.attacks["0905"] == Attack(AXIS, ("0905",), (RIFLES, SCOUTS))
    assert asked(game).ids == ["do:done"]
    assert why(game, "hex:0905") == ("refused.declared", "12.11")


@pytest.mark.rule("efs:12.22")
@pytest.mark.parametrize(
    ("defenders", "defence", "odds"),
    [
        ((SCHOOL,), 2, "5:1"),
        ((CADETS,), 3, "3:1"),
        ((RIFLE_DIVISION,), 4, "2:1"),
        ((STRONG_DIVISION,), 5, "2:1"),
        ((STRONG_DIVISION, NKVD), 6, "3:2"),
    ],
)
def test_the_odds_run_along_and_are_rounded_in_favour_of_the_defender(
    defenders: tuple[str, ...], defence: int, odds: str
) -> None:
    game = declaring({INFANTRY: "0904", SCOUTS: "0904", **dict.fromkeys(defenders, "0905")})
    choose(game, "hex:0905", f"unit:{INFANTRY}")
    assert asked(game).args["attack"] == 7
    assert game.preview(f"unit:{SCOUTS}").lines[0].value == "10"
    choose(game, f"unit:{SCOUTS}")
    assert {name: asked(game).args[name] for name in ("attack", "defence", "odds")} == {
        "attack": 10,
        "defence": defence,
        "odds": odds,
    }


@pytest.mark.rule("efs:12.13")
def test_all_that_can_are_gathered_and_a_target_shows_the_odds_with_all_of_them() -> None:
    game = declaring({INFANTRY: "0904", RIFLES: "0904", GUNS: "0904", CADETS: "0905"})
    assert [line.value for line in game.preview("hex:0905").lines] == ["10", "3", "3:1"]
    choose(game, "hex:0905")
    assert asked(game).gathers == "do:declare"
    assert asked(game).ids == [f"unit:{INFANTRY}", f"unit:{RIFLES}"]
    assert why(game, "do:declare") == ("refused.no-attackers-yet", "12.12a")
    assert why(game, f"unit:{GUNS}") == ("refused.artillery-supports", "13.1")
    assert why(game, f"unit:{CADETS}")[0] == "refused.not-active"


@pytest.mark.rule("efs:12.13")
def test_a_click_on_supply_in_the_middle_of_an_attack_says_that_it_does_not_fight() -> None:
    game = declaring({INFANTRY: B, TANKS: A})
    game.state.supplies["axis-s1"] = SupplyUnit(side=AXIS, at=B, points=1)
    game.choose(f"hex:{A}", AXIS)
    assert why(game, "unit:axis-s1") == ("refused.no-attack-strength", "12.13")
    refusal = game.explain("unit:axis-s1", AXIS)
    assert refusal is not None
    assert "no attack strength" in game.texts("en").refusal(refusal)


@pytest.mark.rule("efs:12.21")
def test_less_than_one_to_four_cannot_be_declared() -> None:
    units = {RIFLES: "0904", INFANTRY: "0904", STRONG_DIVISION: "0905", RIFLE_DIVISION: "0905"}
    game = quiet(units, phase="axis/declaration", steps={RIFLES: 1, INFANTRY: 1})
    assert targets(game, AXIS) == ["0905"]
    game.state.stack.append(AttackDeclarationPhase(side=AXIS))
    game.advance()
    choose(game, "hex:0905", f"unit:{RIFLES}")
    assert "do:declare" not in asked(game).ids
    assert why(game, "do:declare") == ("refused.odds-too-low", "12.21")
    choose(game, f"unit:{INFANTRY}", "do:declare")
    del units[INFANTRY]
    game = quiet(units, phase="axis/declaration", steps={RIFLES: 1})
    assert targets(game, AXIS) == []


# Who may attack, and what


@pytest.mark.rule("efs:12.12a", "efs:12.15a")
def test_only_enemies_next_to_own_units_are_attacked() -> None:
    game = declaring({INFANTRY: "0904", CADETS: "0905", SCHOOL: "0907"})
    assert why(game, "hex:0903") == ("refused.no-enemy", "12.15a")
    assert why(game, "hex:0907") == ("refused.nobody-adjacent", "12.12a")
    choose(game, "hex:0905")
    assert why(game, "hex:0907")[1] in ("12.17", "12.12a")


@pytest.mark.rule("efs:12.12b")
def test_units_without_attack_strength_or_under_a_marker_do_not_attack() -> None:
    game = quiet({HQ: "0904", RIFLE_DIVISION: "0904", INFANTRY: "0905"}, phase="soviet/declaration")
    refused = may_attack(game, HQ, ["0905"])
    assert refused is not None
    assert refused.reason == "refused.no-attack-strength"
    for marker, reason in (("receiving", "receiving"), ("garrison", "garrison"), ("building", "building")):
        assert may_attack(game, RIFLE_DIVISION, ["0905"]) is None
        marked(game, RIFLE_DIVISION, **{marker: True})
        refused = may_attack(game, RIFLE_DIVISION, ["0905"])
        assert refused is not None
        assert refused.reason == f"refused.{reason}"
        assert targets(game, SOVIET) == []
        marked(game, RIFLE_DIVISION, **{marker: False})
    assert targets(game, SOVIET) == ["0905"]


@pytest.mark.rule("efs:12.12b")
def test_untried_units_attack_only_with_one_that_is_known_to() -> None:
    game = attacking({"su-mg-a-inf": "0304", "su-156-inf": "0304", FLAK: "0404"}, 0)
    choose(game, "hex:0404", "unit:su-mg-a-inf")
    assert why(game, "do:declare") == ("refused.needs-company", "12.15b")
    choose(game, "unit:su-156-inf", "do:declare")
    assert game.state.attacks["0404"].attackers == ("su-mg-a-inf", "su-156-inf")
    assert targets(quiet({"su-mg-a-inf": "0304", FLAK: "0404"}, scenario="perekop"), SOVIET) == []


@pytest.mark.rule("efs:12.14a", "efs:12.15b")
def test_nobody_attacks_across_a_lake_until_it_freezes() -> None:
    """The first example of 12.15."""
    game = quiet({INFANTRY: "0508", CADETS: "0509"})
    assert targets(game, AXIS) == []
    refused = may_attack(game, INFANTRY, ["0509"])
    assert refused is not None
    assert (refused.reason, refused.rule) == ("refused.water-to-cross", "12.15b")
    assert targets(quiet({INFANTRY: "0508", CADETS: "0509"}, weather=FROZEN), AXIS) == ["0509"]


@pytest.mark.rule("efs:12.15b")
def test_armor_attacks_into_a_swamp_out_of_which_a_zone_of_control_reaches_it() -> None:
    """The second example of 12.15."""
    assert targets(quiet({PANZER: "1507", RIFLE_DIVISION: "1607"}), AXIS) == ["1607"]
    game = quiet({PANZER: "1507", HOWITZERS: "1607"})
    assert targets(game, AXIS) == []
    refused = may_attack(game, PANZER, ["1607"])
    assert refused is not None
    assert refused.reason == "refused.prohibited-terrain"


@pytest.mark.rule("efs:12.15b")
def test_armor_attacks_across_a_major_river_only_beside_those_who_could_cross(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither map has a major river: one hexside is made one."""
    for edge in (("0904", "0905"), ("0905", "0904")):
        monkeypatch.setitem(content().hexsides, edge, frozenset({"major-river"}))
    assert targets(quiet({PANZER: "0904", CADETS: "0905"}), AXIS) == []
    game = quiet({PANZER: "0904", INFANTRY: "0904", CADETS: "0905"})
    assert set(able(game, AXIS, ["0905"])) == {PANZER, INFANTRY}
    game = declaring({PANZER: "0904", INFANTRY: "0904", CADETS: "0905"})
    choose(game, "hex:0905", f"unit:{PANZER}")
    assert why(game, "do:declare")[0] == "refused.needs-company"
    choose(game, f"unit:{INFANTRY}")
    assert "do:declare" in asked(game).ids


# Required attacks and attacks on several hexes


@pytest.mark.rule("efs:12.16", "efs:12.14b")
def test_an_enemy_whose_zone_reaches_an_attacker_must_be_attacked_too() -> None:
    """The example of 12.16: in the mud the armor in A has no zone of control, the infantry in D has."""
    game = declaring(EXAMPLE, weather=MUD)
    choose(game, f"hex:{A}", f"unit:{INFANTRY}", f"unit:{RIFLES}", "do:declare")
    assert asked(game).prompt == "take-back"
    assert asked(game).args["hex"] == D
    assert why(game, "do:done") == ("refused.must-attack-too", "12.16")
    choose(game, f"hex:{A}")
    assert not game.state.attacks
    assert why(game, f"hex:{A}") == ("refused.withdrawn", "12.16")
    assert "do:done" in asked(game).ids


@pytest.mark.rule("efs:12.11", "efs:12.17")
def test_what_is_left_alone_is_not_attacked_together_with_another_hex_either() -> None:
    game = declaring(EXAMPLE, weather=MUD)
    choose(game, f"hex:{A}", f"unit:{INFANTRY}", "do:declare", f"hex:{A}", f"hex:{C}")
    assert f"hex:{D}" in asked(game).ids
    assert why(game, f"hex:{A}") == ("refused.withdrawn", "12.16")


@pytest.mark.rule("efs:12.16")
@pytest.mark.parametrize(("more", "line"), [({}, "attacked-by-nobody"), ({OTHER_INFANTRY: E}, "attacked-too")])
def test_before_it_is_declared_an_attack_tells_which_others_it_makes_necessary(more: dict[str, str], line: str) -> None:
    game = declaring({**EXAMPLE, **more}, weather=MUD)
    choose(game, f"hex:{A}", f"unit:{RIFLES}")
    preview = game.preview(f"unit:{INFANTRY}")
    assert preview is not None
    assert [(each.label, dict(each.args)) for each in preview.lines if each.rule == "12.16"] == [(line, {"hex": D})]
    plain = game.preview("do:declare")
    assert plain is not None
    assert "12.16" not in {each.rule for each in plain.lines}


@pytest.mark.rule("efs:12.17")
def test_the_question_for_attackers_says_when_further_hexes_can_be_attacked_as_well() -> None:
    game = declaring({INFANTRY: "0904", CADETS: "0905", HOWITZERS: "0804"})
    choose(game, "hex:0905")
    assert "hex:0804" in asked(game).ids
    assert "further hex" in game.texts("en").prompt(asked(game))
    choose(game, "hex:0804")
    assert "further hex" not in game.texts("en").prompt(asked(game))


@pytest.mark.rule("efs:12.16")
def test_another_may_attack_whom_the_attacker_leaves() -> None:
    game = declaring({**EXAMPLE, OTHER_INFANTRY: E}, weather=MUD)
    choose(game, f"hex:{A}", f"unit:{INFANTRY}", f"unit:{RIFLES}", "do:declare")
    choose(game, f"hex:{D}", f"unit:{OTHER_INFANTRY}", "do:declare")
    assert "do:done" in asked(game).ids
    assert obligations(game, game.state.attacks[A]) == []


@pytest.mark.rule("efs:12.14b", "efs:12.16")
def test_who_exerts_no_zone_may_be_ignored_but_frees_nobody() -> None:
    game = declaring(EXAMPLE, weather=MUD)
    choose(game, f"hex:{A}", f"unit:{RIFLES}", "do:declare")
    assert "do:done" in asked(game).ids
    choose(game, f"hex:{C}", f"unit:{INFANTRY}", "do:declare")
    assert asked(game).args["hex"] == D


@pytest.mark.rule("efs:12.17")
def test_one_attack_on_several_hexes_needs_attackers_beside_all_of_them() -> None:
    """The example of 12.17: B attacks A, C and D at once, and F may not join."""
    game = declaring(EXAMPLE, weather=MUD)
    choose(game, f"hex:{A}", f"hex:{C}", f"hex:{D}")
    assert asked(game).ids == [f"unit:{INFANTRY}"]
    assert why(game, f"unit:{RIFLES}") == ("refused.not-beside-target", "12.17")
    choose(game, f"unit:{INFANTRY}", "do:declare")
    assert game.state.attacks[A].hexes == (A, C, D)
    assert asked(game).ids == ["do:done"]
    game = declaring(EXAMPLE, weather=MUD)
    choose(game, f"hex:{A}", f"unit:{RIFLES}")
    assert f"hex:{C}" not in asked(game).ids
    assert f"hex:{D}" not in asked(game).ids


@pytest.mark.rule("efs:12.13", "efs:12.16")
def test_who_has_been_designated_attacks_nobody_else() -> None:
    game = declaring({INFANTRY: "0904", CADETS: "0905", SCHOOL: "0903"})
    choose(game, "hex:0905", f"unit:{INFANTRY}", "do:declare")
    assert asked(game).args["hex"] == "0903"
    assert why(game, "hex:0903") == ("refused.attacks-elsewhere", "15.16")


# Mandated attacks

SOVIETS = {"su-156-inf": "0303", "su-271-inf": "0304", "su-106-inf": "0503"}
EVERYBODY = tuple(f"unit:{unit_id}" for unit_id in SOVIETS)


@pytest.mark.rule("efs:12.31", "efs:12.32", "efs:12.33")
def test_a_mandated_attack_needs_an_order_six_steps_and_three_to_two() -> None:
    game = attacking({**SOVIETS, FLAK: "0404"}, 0)
    choose(game, "hex:0404", *EVERYBODY)
    assert why(game, "do:mandate") == ("refused.none-ordered", "12.31")
    game = attacking({**SOVIETS, FLAK: "0404"}, 1)
    choose(game, "hex:0404", *EVERYBODY[:2])
    assert why(game, "do:mandate") == ("refused.mandated-steps", "12.33")
    choose(game, EVERYBODY[2], "do:mandate")
    assert game.state.attacks["0404"] == Attack(SOVIET, ("0404",), tuple(SOVIETS), mandated=True)
    game = attacking({**SOVIETS, INFANTRY: "0404"}, 1)
    choose(game, "hex:0404", *EVERYBODY)
    assert initial_odds(game, SOVIETS, ["0404"])[:3] == (10, 9, "1:1")
    assert why(game, "do:mandate") == ("refused.mandated-odds", "12.33")


@pytest.mark.rule("efs:12.31")
def test_no_more_mandated_attacks_are_declared_than_ordered() -> None:
    game = attacking({**SOVIETS, FLAK: "0404"}, 1)
    game.state.attacks["0907"] = Attack(SOVIET, ("0907",), (), mandated=True)
    choose(game, "hex:0404", *EVERYBODY)
    assert why(game, "do:mandate") == ("refused.none-ordered", "12.31")


@pytest.mark.rule("efs:12.33")
@pytest.mark.parametrize(("strength", "left"), [(2, 0), (1, 1)])
def test_a_mandated_attack_counts_while_it_is_worth_one_to_four(strength: int, left: int) -> None:
    game = quiet({}, scenario="perekop")
    game.state.mandated = 1
    made(game, Attack(SOVIET, ("0404",), (), mandated=True), strength, 8)
    assert game.state.mandated == left


@pytest.mark.rule("efs:12.34")
def test_an_overrun_makes_no_mandated_attack() -> None:
    tanks = (TANKS, "su-lbtkuks-arm")
    game = quiet({**dict.fromkeys(tanks, "1915"), "ax-185-ass": "1914"}, scenario="perekop", phase="soviet/motorized")
    game.state.mandated = 1
    game.state.stack += [Afterwards(), Move(units=tanks)]
    game.dice = ScriptedDice([10])
    game.advance()
    choose(game, "overrun:1914")
    assert game.state.units["ax-185-ass"].fought
    assert (game.state.mandated, game.state.attacks) == (1, {})


@pytest.mark.rule("efs:12.3")
def test_a_card_orders_attacks() -> None:
    game = position({}, ReplacementsPhase(), scenario="perekop", turn=49, phase="strategic/replacements")
    assert game.state.mandated == 1


@pytest.mark.rule("efs:12.31", "efs:12.36b")
def test_mandated_attacks_add_up_to_nine_and_the_rest_score() -> None:
    game = quiet({}, scenario="perekop")
    game.state.mandated = 8
    receive(game, 1)
    assert (game.state.mandated, game.state.vp) == (9, 0)
    receive(game, 2)
    assert (game.state.mandated, game.state.vp) == (9, 2)


@pytest.mark.rule("efs:12.32/note-hq-activation", "efs:12.35")
def test_an_hq_that_doubled_owes_a_mandated_attack_one_of_its_units() -> None:
    game = attacking({**SOVIETS, FLAK: "0404"}, 1)
    game.state.commands["su-batov-hea"] = Command(doubled=True, activated=("su-271-inf",))
    assert indebted(game, ["0404"]) == "su-batov-hea"
    game.advance()
    assert why(game, "do:done") == ("refused.owes-mandated-attack", "12.35")
    choose(game, "hex:0404", *EVERYBODY, "do:mandate")
    assert "do:done" in asked(game).ids
    game = attacking({**SOVIETS, INFANTRY: "0404"}, 1)
    game.state.commands["su-batov-hea"] = Command(doubled=True, activated=("su-271-inf",))
    assert indebted(game, ["0404"]) == ""


@pytest.mark.rule("efs:12.35")
def test_no_other_attack_lets_such_an_hq_off() -> None:
    game = attacking({**SOVIETS, FLAK: "0404"}, 1)
    game.state.commands["su-batov-hea"] = Command(doubled=True, activated=("su-271-inf",))
    choose(game, "hex:0404", *EVERYBODY)
    assert "do:declare" not in asked(game).ids
    assert why(game, "do:declare") == ("refused.owes-mandated-attack", "12.35")
    choose(game, "do:mandate")
    assert game.state.attacks["0404"].mandated


@pytest.mark.rule("efs:12.35")
def test_nor_does_the_last_mandated_attack_made_by_others() -> None:
    others = {"su-276-inf": "0602", "su-172-inf": "0602", "su-321-inf": "0703"}
    game = attacking({**SOVIETS, FLAK: "0404", **others, "ax-190-ass": "0603"}, 1)
    game.state.commands["su-batov-hea"] = Command(doubled=True, activated=("su-271-inf",))
    choose(game, "hex:0603", *(f"unit:{each}" for each in others))
    assert why(game, "do:mandate") == ("refused.owes-mandated-attack", "12.35")
    choose(game, "do:declare")
    choose(game, "hex:0404", *EVERYBODY, "do:mandate")
    assert "do:done" in asked(game).ids


@pytest.mark.rule("efs:12.35", "efs:15.53d")
@pytest.mark.parametrize(("activated", "owes"), [("su-271-inf", True), ("su-51-eng-eng", True), ("su-172-inf", False)])
def test_others_whom_boats_do_not_carry_let_no_hq_off(activated: str, owes: bool) -> None:
    """Two divisions can make the attack; a third, across the Sivash, finds no room in the boats of the engineer."""
    units = {**dict.fromkeys(("su-156-inf", "su-271-inf"), "0909"), "ax-46-inf": "0908", "su-batov-hea": "1011"}
    game = quiet({**units, **dict.fromkeys(("su-172-inf", "su-51-eng-eng"), "1009")}, scenario="perekop")
    marked(game, "ax-46-inf", steps=1)
    for unit_id in ("su-156-inf", "su-271-inf"):
        marked(game, unit_id, steps=3)
    game.state.mandated = 1
    game.state.commands["su-batov-hea"] = Command(doubled=True, activated=(activated,))
    assert indebted(game, ["0908"]) == ("su-batov-hea" if owes else "")


@pytest.mark.rule("efs:12.1", "efs:12.11")
def test_nothing_is_asked_where_nobody_can_be_attacked() -> None:
    game = declaring({INFANTRY: "0904", CADETS: "0907"})
    assert game.state.phase != "axis/declaration"
    assert not game.state.attacks


@pytest.mark.rule("efs:12.11")
def test_a_target_can_be_changed_while_attackers_are_picked() -> None:
    """To pick a hex that cannot be added to the attack in hand is to turn to another attack."""
    game = declaring({INFANTRY: "0904", CADETS: "0905", RIFLES: "1402", SCHOOL: "1403"})
    choose(game, "hex:0905", "hex:1403")
    assert asked(game).args["hex"] == "1403"


@pytest.mark.rule("efs:12.21", "efs:15.53d")
def test_an_attack_is_given_up_where_boats_carry_nobody_else() -> None:
    pioneers, regiment = "ax-liv-pi-eng", "ax-rsc-1-inf"
    units = {
        **dict.fromkeys((pioneers, regiment, SCOUTS), "1814"),
        **dict.fromkeys(("su-276-inf", "su-156-inf"), "1813"),
    }
    game = with_counters(declaring(units, scenario="perekop"), {pioneers: {"faces": ((1, 2, 5),)}})
    choose(game, "hex:1813", f"unit:{pioneers}", f"unit:{regiment}")
    assert asked(game).ids == ["do:stop"]
    game.choose("do:stop")
    assert asked(game).prompt == "declare"
    assert game.state.attacks == {}


@pytest.mark.rule("efs:12.21", "efs:15.53d")
def test_the_odds_of_a_target_are_those_of_as_many_as_boats_carry() -> None:
    """The division finds no room in them, so that the engineer would be alone, or with the scouts beside him."""
    pioneers, enemies = "ax-liv-pi-eng", dict.fromkeys(("su-276-inf", "su-156-inf"), "1813")
    alone = quiet({**dict.fromkeys((pioneers, "ax-46-inf"), "1814"), **enemies}, scenario="perekop")
    assert targets(alone, AXIS) == []
    assert why_no_target(alone, AXIS, "1813").rule == "12.21"
    game = declaring({**dict.fromkeys((pioneers, "ax-46-inf", SCOUTS), "1814"), **enemies}, scenario="perekop")
    assert {line.label: line.value for line in game.preview("hex:1813").lines} == {
        "attack": "5",
        "defence": "9",
        "odds": "1:2",
    }


@pytest.mark.rule("efs:12.12b", "efs:15.53d")
def test_who_has_no_boats_is_no_company_for_an_untried_unit() -> None:
    units = {"su-mg-a-inf": "1814", "su-156-inf": "1813", "ax-22-inf": "1913"}
    assert able(quiet(units, scenario="perekop"), SOVIET, ["1913"]) == []
    assert set(able(quiet({**units, "su-156-inf": "1914"}, scenario="perekop"), SOVIET, ["1913"])) == {
        "su-mg-a-inf",
        "su-156-inf",
    }
