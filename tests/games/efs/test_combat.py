"""The Combat Phase (15.1, 15.2, 15.6): attacks organized, with or without supply, and their odds."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.efs.battles import BESIDE, DIVISION, NEXT_TO_OPEN, OPEN, attack_on, battle, choose, end, resolved
from games.efs.positions import (
    CADETS,
    GUNS,
    INFANTRY,
    OTHER_RIFLES,
    PANZER,
    RIFLE_DIVISION,
    RIFLES,
    SCOUTS,
    STRONG_DIVISION,
    Afterwards,
    asked,
    running,
)
from games.efs.readings import on_ground
from sandtable.games.efs.combat.combat_phase import CombatPhase
from sandtable.games.efs.combat.organize_attack import Join, OrganizeAttack
from sandtable.games.efs.combat.results import Result, read_result
from sandtable.games.efs.state import AXIS, SOVIET, Attack, SupplyUnit, Weather
from sandtable.games.efs.units import Game
from sandtable.kernel import Choice
from sandtable.kernel.odds import odds

# Reading the table


@pytest.mark.rule("efs:16.1", "efs:16.11", "efs:16.12")
def test_a_result_is_read_in_two_halves() -> None:
    assert read_result("1R*/-") == (Result(1, True, True), Result())
    assert read_result("-/3R") == (Result(), Result(3, True))
    assert read_result("e/-")[0].eliminated
    assert read_result("-/e")[1].eliminated
    assert read_result("*/R") == (Result(0, False, True), Result(0, True))


# Organization


@pytest.mark.rule("efs:15.1", "efs:12.11")
def test_attacks_are_resolved_in_any_order_and_none_is_left_out() -> None:
    units = {RIFLES: NEXT_TO_OPEN, CADETS: OPEN, OTHER_RIFLES: "0707", RIFLE_DIVISION: "0706"}
    game = battle(units, attack_on(OPEN, by=(RIFLES,)), attack_on("0706", by=(OTHER_RIFLES,)))
    assert asked(game).prompt == "resolve-attack"
    assert set(asked(game).ids) == {f"hex:{OPEN}", "hex:0706"}
    refused = game.explain("hex:0101")
    assert refused is not None
    assert refused.reason == "refused.no-combat-there"


@pytest.mark.rule("efs:15.1")
def test_the_last_attack_is_resolved_without_asking_which_and_tells_all_its_hexes() -> None:
    units = {RIFLES: NEXT_TO_OPEN, PANZER: NEXT_TO_OPEN, CADETS: OPEN, RIFLE_DIVISION: "0910", OTHER_RIFLES: "0705"}
    game = battle(units, attack_on(OPEN, "0910", by=(RIFLES, PANZER)))
    assert asked(game).prompt == "organize-attack"
    assert "Osmino 0809, 0910" in game.texts("en").prompt(asked(game))
    far = game.explain(f"unit:{OTHER_RIFLES}")
    assert far is not None
    assert game.texts("en").refusal(far).endswith("6th Panzer Division is not next to Osmino 0809")


@pytest.mark.rule("efs:15.1")
def test_the_question_follows_what_there_is_to_be_picked() -> None:
    units = {RIFLES: NEXT_TO_OPEN, GUNS: NEXT_TO_OPEN, CADETS: OPEN}
    game = battle(units, attack_on(OPEN, by=(RIFLES,)))
    stages = [asked(game).args["stage"]]
    for option in ("do:as-declared", "unit:axis-s1", f"unit:{GUNS}"):
        game.choose(option)
        stages.append(asked(game).args["stage"])
    assert stages == ["units", "supply", "artillery", "attack"]
    assert asked(game).hand == (RIFLES, "axis-s1", GUNS)


@pytest.mark.rule("efs:15.21")
def test_the_nearest_supply_unit_is_offered_first() -> None:
    game = battle({RIFLES: NEXT_TO_OPEN, CADETS: OPEN}, attack_on(OPEN, by=(RIFLES,)), supplied_at="0612")
    game.state.supplies["axis-s2"] = SupplyUnit(side=AXIS, at=NEXT_TO_OPEN, points=1)
    choose(game, "do:as-declared")
    assert [each for each in asked(game).ids if each.startswith("unit:")] == ["unit:axis-s2", "unit:axis-s1"]


@pytest.mark.rule("efs:15.1")
def test_the_odds_of_one_of_two_attacks_tell_nothing_of_the_other() -> None:
    units = {RIFLES: NEXT_TO_OPEN, CADETS: OPEN, OTHER_RIFLES: "0707", RIFLE_DIVISION: "0706"}
    game = battle(units, attack_on(OPEN, by=(RIFLES,)), attack_on("0706", by=(OTHER_RIFLES,)))
    assert {len(outcome.results) for outcome in odds(game, f"hex:{OPEN}").outcomes} == {1}


def test_what_is_picked_before_the_dice_is_picked_once_for_all_their_results(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {RIFLES: NEXT_TO_OPEN, PANZER: NEXT_TO_OPEN, CADETS: OPEN, OTHER_RIFLES: "0707", RIFLE_DIVISION: "0706"}
    game = battle(units, attack_on(OPEN, by=(RIFLES, PANZER)), attack_on("0706", by=(OTHER_RIFLES,)))
    picked: list[str] = []
    start = Join.start

    def noting(self: Join, game: Game, subject: OrganizeAttack, choice: Choice) -> None:
        picked.append(choice.name)
        start(self, game, subject, choice)

    monkeypatch.setattr(Join, "start", noting)
    found = odds(game, f"hex:{OPEN}")
    assert len(found.outcomes) > 2
    assert sorted(picked) == sorted([RIFLES, PANZER])


@pytest.mark.rule("efs:15.14", "efs:15.47b")
def test_others_than_those_designated_may_attack() -> None:
    game = battle({RIFLES: NEXT_TO_OPEN, PANZER: BESIDE, CADETS: OPEN}, attack_on(OPEN, by=(RIFLES,)), dice=(1,))
    assert {f"unit:{RIFLES}", f"unit:{PANZER}", "do:as-declared"} <= set(asked(game).ids)
    assert "do:attack" not in asked(game).ids
    choose(game, f"unit:{PANZER}", "do:attack")
    assert resolved(game).lines[0].value == "6"
    assert game.state.units[PANZER].attacked
    assert not game.state.units[RIFLES].attacked


@pytest.mark.rule("efs:12.11", "efs:15.14/note-withholding", "efs:15.53d")
def test_who_alone_brings_boats_to_another_attack_is_left_to_make_it() -> None:
    """Across the Sivash nobody attacks without the engineer; the regiment beside him could not make the attack."""
    engineer, regiment = "ax-liv-pi-eng", "ax-rsc-1-inf"
    units = {**dict.fromkeys(("ax-46-inf", engineer, regiment), "0908"), "su-156-inf": "0909", "su-271-inf": "1009"}
    attacks = (attack_on("0909", by=("ax-46-inf",)), attack_on("1009", by=(engineer, regiment)))
    game = battle(units, *attacks, scenario="perekop", supplied_at="")
    choose(game, "hex:0909", "unit:ax-46-inf")
    assert f"unit:{regiment}" in asked(game).ids
    refused = game.explain(f"unit:{engineer}")
    assert refused is not None
    assert (refused.reason, refused.rule) == ("refused.needed-elsewhere", "12.11")


REGIMENTS = ("ax-rsc-1-inf", "ax-rsc-2-inf")


def out_of_a_swamp(other: str) -> Game:
    """Out of a swamp two regiments of one point each come to a point together, and to nothing alone; infantry is to
    make the other attack.
    """
    units = {**dict.fromkeys(REGIMENTS, NEXT_TO_OPEN), INFANTRY: other, CADETS: OPEN, RIFLE_DIVISION: BESIDE}
    game = on_ground(units, (), phase="axis/combat", parts={NEXT_TO_OPEN: "swamp"})
    for attack in (attack_on(OPEN, by=REGIMENTS), attack_on(BESIDE, by=(INFANTRY,))):
        game.state.attacks[attack.hexes[0]] = attack
    game = running(game, Afterwards(), CombatPhase(side=AXIS))
    choose(game, f"hex:{BESIDE}")
    return game


@pytest.mark.rule("efs:3.44", "efs:12.11", "efs:15.14/note-withholding")
def test_who_comes_to_something_only_together_is_left_together_to_make_another_attack() -> None:
    game = out_of_a_swamp("0609")
    choose(game, f"unit:{INFANTRY}")
    for regiment in REGIMENTS:
        refused = game.explain(f"unit:{regiment}")
        assert refused is not None
        assert (refused.reason, refused.rule) == ("refused.needed-elsewhere", "12.11")


@pytest.mark.rule("efs:12.11", "efs:15.14/note-withholding")
def test_who_could_make_another_attack_alone_is_free_where_others_can_together() -> None:
    """The infantry is next to both hexes; the regiments make the attack for which they were designated."""
    game = out_of_a_swamp("0708")
    assert {f"unit:{INFANTRY}", "do:as-declared"} <= {*asked(game).ids}
    choose(game, f"unit:{INFANTRY}")
    assert not {*asked(game).ids} & {f"unit:{each}" for each in REGIMENTS}


@pytest.mark.rule("efs:12.32", "efs:15.14")
def test_the_units_of_a_mandated_attack_are_fixed() -> None:
    attack = Attack(side=SOVIET, hexes=(OPEN,), attackers=(STRONG_DIVISION,), mandated=True)
    units = {STRONG_DIVISION: NEXT_TO_OPEN, RIFLE_DIVISION: BESIDE, RIFLES: OPEN}
    game = battle(units, attack, side=SOVIET)
    assert f"unit:{RIFLE_DIVISION}" not in asked(game).ids
    refused = game.explain(f"unit:{RIFLE_DIVISION}")
    assert refused is not None
    assert refused.reason == "refused.not-mandated"
    assert "do:attack" in asked(game).ids


@pytest.mark.rule("efs:15.16")
def test_nobody_attacks_twice_in_a_phase() -> None:
    units = {RIFLES: NEXT_TO_OPEN, PANZER: NEXT_TO_OPEN, CADETS: OPEN}
    game = battle(units, attack_on(OPEN, by=(RIFLES,)), tired=PANZER)
    refused = game.explain(f"unit:{PANZER}")
    assert refused is not None
    assert refused.reason == "refused.has-attacked"


@pytest.mark.rule("efs:12.11", "efs:15.14/note-withholding")
def test_units_that_another_attack_cannot_do_without_stay_for_it() -> None:
    units = {RIFLES: "0808", PANZER: NEXT_TO_OPEN, CADETS: OPEN, RIFLE_DIVISION: "0807"}
    game = battle(units, attack_on(OPEN, by=(PANZER,)), attack_on("0807", by=(RIFLES,)))
    choose(game, f"hex:{OPEN}")
    refused = game.explain(f"unit:{RIFLES}")
    assert refused is not None
    assert refused.reason == "refused.needed-elsewhere"


@pytest.mark.rule("efs:12.11", "efs:15.14/note-withholding")
def test_two_attacks_that_need_the_same_two_units_keep_both() -> None:
    """Each could do without either of them, but not both attacks without one."""
    units = {RIFLES: NEXT_TO_OPEN, PANZER: NEXT_TO_OPEN, OTHER_RIFLES: "0808"}
    defenders = {CADETS: OPEN, RIFLE_DIVISION: BESIDE, STRONG_DIVISION: "0909"}
    attacks = ((OPEN, OTHER_RIFLES), (BESIDE, RIFLES), ("0909", PANZER))
    game = battle({**units, **defenders}, *(attack_on(label, by=(unit_id,)) for label, unit_id in attacks))
    choose(game, f"hex:{OPEN}")
    assert f"unit:{OTHER_RIFLES}" in asked(game).ids
    for unit_id in (RIFLES, PANZER):
        refused = game.explain(f"unit:{unit_id}")
        assert refused is not None
        assert refused.reason == "refused.needed-elsewhere"


@pytest.mark.rule("efs:12.11")
def test_an_attack_for_which_nobody_is_left_lapses() -> None:
    game = battle({RIFLES: NEXT_TO_OPEN, CADETS: OPEN}, attack_on(OPEN, by=(RIFLES,)), tired=RIFLES)
    assert game.state.attacks == {}
    assert game.state.phase != "axis/combat"


@pytest.mark.rule("efs:15.42b")
def test_flotillas_do_not_attack_in_a_storm() -> None:
    game = battle({RIFLES: NEXT_TO_OPEN, SCOUTS: NEXT_TO_OPEN, CADETS: OPEN}, attack_on(OPEN, by=(RIFLES,)))
    counters = game.content.counters
    whole = dict(counters)
    try:
        counters[SCOUTS] = replace(counters[SCOUTS], type="flotilla", ma="blue")
        game.state.weather = Weather(storm=True)
        game.advance()
        refused = game.explain(f"unit:{SCOUTS}")
        assert refused is not None
        assert refused.reason == "refused.storm"
    finally:
        counters.update(whole)


# Attack supply


@pytest.mark.rule("efs:15.21", "efs:15.45", "efs:15.56b")
def test_a_supplied_attack_uses_a_point_at_the_end_of_the_phase() -> None:
    game = battle({RIFLES: NEXT_TO_OPEN, CADETS: OPEN}, attack_on(OPEN, by=(RIFLES,)), dice=(5,))
    choose(game, "do:as-declared", "unit:axis-s1", "do:attack")
    assert "without-attack-supply" not in {line.label for line in resolved(game).lines}
    assert game.state.supplies["axis-s1"].promised == 1
    end(game)
    assert "axis-s1" not in game.state.supplies


@pytest.mark.rule("efs:15.22")
def test_an_attack_without_supply_has_two_more_and_uses_none() -> None:
    game = battle({RIFLES: NEXT_TO_OPEN, CADETS: OPEN}, attack_on(OPEN, by=(RIFLES,)), dice=(3,))
    choose(game, "do:as-declared", "do:attack")
    assert ("without-attack-supply", "+2") in {(line.label, line.value) for line in resolved(game).lines}
    assert game.state.supplies["axis-s1"].points == 1


@pytest.mark.rule("efs:15.21")
def test_a_supply_unit_out_of_reach_cannot_be_designated() -> None:
    game = battle({RIFLES: "0706", CADETS: "0705"}, attack_on("0705", by=(RIFLES,)), supplied_at="0514")
    choose(game, "do:as-declared")
    refused = game.explain("unit:axis-s1")
    assert refused is not None
    assert refused.reason == "refused.feeds-nobody"


# Odds


@pytest.mark.rule("efs:15.6")
def test_the_chances_of_an_attack_are_exact_to_the_tenth() -> None:
    game = battle({RIFLES: NEXT_TO_OPEN, CADETS: OPEN}, attack_on(OPEN, by=(RIFLES,)))
    choose(game, "do:as-declared", "unit:axis-s1")
    found = odds(game, "do:attack")
    assert found.exact
    chances = {outcome.results[0]: round(outcome.probability, 3) for outcome in found.outcomes}
    assert sum(chances.values()) == pytest.approx(1)
    assert chances["1*/1"] == 0.2
    assert chances["-/1R"] == 0.1


@pytest.mark.rule("efs:15.47d")
def test_the_attacker_has_no_say_in_the_odds() -> None:
    game = battle({**dict.fromkeys(DIVISION, NEXT_TO_OPEN), CADETS: OPEN}, attack_on(OPEN, by=DIVISION))
    choose(game, "do:as-declared")
    assert all(each.startswith("unit:") or each == "do:attack" for each in asked(game).ids)
    assert ("final-odds", "5:1") in {(line.label, line.value) for line in game.preview("do:attack").lines}
