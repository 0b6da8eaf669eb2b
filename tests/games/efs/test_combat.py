"""The Combat Phase (15.1 to 15.6, 16.1): attacks organized, resolved, and their results carried out."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.efs.positions import (
    ANTI_TANK,
    ASSAULT_GUNS,
    CADETS,
    FLAK,
    GUNS,
    HOWITZERS,
    INFANTRY,
    NKVD,
    OTHER_RIFLES,
    PANZER,
    PIONEERS,
    RIFLE_DIVISION,
    RIFLES,
    SCOUTS,
    STRONG_DIVISION,
    TITLE,
    Afterwards,
    asked,
    marked,
    position,
    quiet,
    running,
    with_counters,
)
from games.efs.readings import on_ground
from sandtable.games.efs.combat.advances import may_advance
from sandtable.games.efs.combat.combat_phase import CombatPhase
from sandtable.games.efs.combat.organize_attack import Join, OrganizeAttack
from sandtable.games.efs.combat.results import Result, read_result
from sandtable.games.efs.combat.step_losses import TakeSteps
from sandtable.games.efs.sequence import TURN, GameTurn
from sandtable.games.efs.state import AXIS, SOVIET, Attack, Strongpoint, SupplyUnit, Unit, Weather
from sandtable.games.efs.units import Game
from sandtable.kernel import Choice, Resolved
from sandtable.kernel.dice import ScriptedDice
from sandtable.kernel.odds import odds

DIVISION = (PANZER, RIFLES, OTHER_RIFLES, SCOUTS)
LONG_GUNS = "ax-767-fie"
ROCKETS = {"type": "rocket-artillery"}
BEHIND = ("0611", "0711", "0812", "0911", "1011", "0511", "0612", "0712", "0813", "0912", "1012", "1111")
"""The hexes two and three away from NEXT_TO_OPEN, on the far side of OPEN."""
FILLERS = (
    *(f"su-{number}-inf" for number in (118, 191, 111, 156, 172, 271, 106, 276, 321, 184)),
    "su-lstpu-inf",
    "su-2-naval-inf",
)
OPEN, NEXT_TO_OPEN, BESIDE = "0809", "0810", "0709"
"""Open ground and two hexes next to it, without anything between; BESIDE is next to NEXT_TO_OPEN."""


def battle(
    units: dict[str, str],
    *attacks: Attack,
    dice: tuple[int | str, ...] = (),
    side: str = AXIS,
    supplied_at: str = NEXT_TO_OPEN,
    steps: dict[str, int] | None = None,
    strongpoint: str = "",
    scenario: str = "luga-line",
    tired: str = "",
) -> Game:
    """A Combat Phase with declared attacks, a supply unit of the attacker, and scripted dice; `tired` has attacked."""
    game = quiet(units, phase=f"{side}/combat", steps=steps, scenario=scenario)
    if tired:
        marked(game, tired, attacked=True)
    if supplied_at:
        game.state.supplies[f"{side}-s1"] = SupplyUnit(side=side, at=supplied_at, points=1)
    if strongpoint:
        game.state.strongpoints[strongpoint] = Strongpoint(side=SOVIET, status="completed", turn=1)
    game.state.attacks.update({attack.hexes[0]: attack for attack in attacks})
    place = next(place for place, step in enumerate(TURN) if step.id == f"{side}/combat")
    game.state.stack += [GameTurn(step="close", place=place), CombatPhase(side=side)]
    game.dice = ScriptedDice(dice)
    game.advance()
    return game


def attack_on(*hexes: str, by: tuple[str, ...], **more: object) -> Attack:
    return Attack(side=AXIS, hexes=hexes, attackers=by, **more)  # type: ignore[arg-type]


def choose(game: Game, *options: str) -> None:
    for option in options:
        game.choose(option)


def end(game: Game) -> None:
    """Answer everything that is asked until the phase is over."""
    while game.state.phase.endswith("combat"):
        choose(game, asked(game).ids[-1])


def resolved(game: Game) -> Resolved:
    return next(event for event in reversed(game.events) if isinstance(event, Resolved))


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


# Artillery


@pytest.mark.rule("efs:13.11c", "efs:13.12", "efs:15.33", "efs:15.34")
def test_artillery_supports_a_supplied_attack_and_has_fired() -> None:
    game = battle({RIFLES: NEXT_TO_OPEN, GUNS: NEXT_TO_OPEN, CADETS: OPEN}, attack_on(OPEN, by=(RIFLES,)), dice=(5,))
    choose(game, "do:as-declared")
    refused = game.explain(f"unit:{GUNS}")
    assert refused is not None
    assert refused.reason == "refused.guns-unfed"
    choose(game, "unit:axis-s1", f"unit:{GUNS}", "do:attack")
    assert ("support", "+3") in {(line.label, line.value) for line in resolved(game).lines}
    end(game)
    assert game.state.units[GUNS].fired


@pytest.mark.rule("efs:15.34/note-artillery-asp")
def test_artillery_with_a_point_of_its_own_supports_an_attack_without_supply() -> None:
    units = {RIFLES: "0706", LONG_GUNS: "0708", CADETS: "0705"}
    game = battle(units, attack_on("0705", by=(RIFLES,)), dice=(3,), supplied_at="0714")
    choose(game, "do:as-declared", "unit:axis-s1", f"unit:{LONG_GUNS}", "do:attack")
    assert {"support", "without-attack-supply"} <= {line.label for line in resolved(game).lines}
    end(game)
    assert "axis-s1" not in game.state.supplies


@pytest.mark.rule("efs:15.31b", "efs:13.11d")
def test_guns_that_have_come_into_a_zone_of_control_no_longer_support_another_hex() -> None:
    units = {RIFLES: NEXT_TO_OPEN, CADETS: OPEN, HOWITZERS: "0808"}
    attack = attack_on(OPEN, by=(RIFLES,), support=(HOWITZERS,))
    game = battle(units, attack, dice=(5,))
    choose(game, "do:as-declared", "do:attack")
    assert "support-of-defence" in {line.label for line in resolved(game).lines}
    game = battle({**units, PANZER: "0807"}, attack, dice=(5,))
    choose(game, "do:as-declared", "do:attack")
    assert "support-of-defence" not in {line.label for line in resolved(game).lines}


@pytest.mark.rule("efs:15.11", "efs:15.12", "efs:15.47a")
def test_all_units_of_the_hex_defend_and_reaction_and_guns_change_the_odds() -> None:
    units = {RIFLES: NEXT_TO_OPEN, OTHER_RIFLES: NEXT_TO_OPEN, CADETS: OPEN, RIFLE_DIVISION: OPEN, HOWITZERS: OPEN}
    attack = attack_on(OPEN, by=(RIFLES, OTHER_RIFLES), support=(HOWITZERS,))
    game = battle(units, attack, dice=(5,))
    choose(game, "do:as-declared", "do:attack")
    values = {line.label: line.value for line in resolved(game).lines}
    assert (values["attack"], values["defence"], values["support-of-defence"]) == ("6", "7", "+3")
    assert values["final-odds"] == "1:2"


@pytest.mark.rule("efs:15.13", "efs:15.15")
def test_one_attack_on_two_hexes_is_one_combat() -> None:
    units = {RIFLES: NEXT_TO_OPEN, PANZER: NEXT_TO_OPEN, CADETS: OPEN, RIFLE_DIVISION: "0910"}
    game = battle(units, attack_on(OPEN, "0910", by=(RIFLES, PANZER)), dice=(5,))
    assert asked(game).args["hexes"] == f"{OPEN}+0910"
    choose(game, "do:as-declared", "do:attack")
    values = {line.label: line.value for line in resolved(game).lines}
    assert (values["attack"], values["defence"]) == ("9", "7")
    assert game.state.units[CADETS].defended
    assert game.state.units[RIFLE_DIVISION].defended


@pytest.mark.rule("efs:15.21/note-oos-units")
def test_units_out_of_supply_fight_a_supplied_attack_like_others_and_keep_their_marker() -> None:
    game = battle({**dict.fromkeys(DIVISION, NEXT_TO_OPEN), CADETS: OPEN}, attack_on(OPEN, by=DIVISION), dice=(5,))
    marked(game, PANZER, supply="out")
    choose(game, "do:as-declared", "unit:axis-s1", "do:attack")
    assert "panzer-division" in {line.label for line in resolved(game).lines}
    assert game.state.units[PANZER].supply == "out"


@pytest.mark.rule("efs:15.53d")
def test_engineers_take_two_stacking_points_across_shallow_water() -> None:
    pioneers, flak, regiment, guns = "ax-liv-pi-eng", "ax-27-ant", "ax-rsc-1-inf", "ax-190-ass"
    units = dict.fromkeys((pioneers, flak, regiment, guns), "0908") | {"su-106-inf": "1009"}
    attack = attack_on("1009", by=(pioneers, flak))
    game = battle(units, attack, dice=(5,), supplied_at="0908", scenario="perekop")
    choose(game, f"unit:{flak}")
    assert "do:attack" not in asked(game).ids
    choose(game, f"unit:{pioneers}")
    for too_much, reason in ((regiment, "refused.boats-overloaded"), (guns, "refused.water-to-cross")):
        refused = game.explain(f"unit:{too_much}")
        assert refused is not None
        assert refused.reason == reason
    choose(game, "do:attack")
    assert asked(game).prompt == "engineer-effects"
    choose(game, "do:engineers")
    assert ("engineers", "-1") in {(line.label, line.value) for line in resolved(game).lines}


@pytest.mark.rule("efs:15.13", "efs:15.53d")
def test_attacks_made_as_one_across_shallow_water_are_made_by_those_whom_boats_carry() -> None:
    pioneers, division = "ax-liv-pi-eng", "ax-73-inf"
    units = dict.fromkeys((pioneers, division), "0908") | {"su-725-naval-coa": "0909", "su-467-art-fie": "1009"}
    apart = attack_on("0909", by=(division,)), attack_on("1009", by=(pioneers,))
    game = battle(units, *apart, supplied_at="0908", scenario="perekop")
    choose(game, "hex:0909")
    assert f"unit:{division}" in asked(game).ids
    choose(game, "hex:1009")
    assert f"unit:{division}" not in asked(game).ids
    refused = game.explain(f"unit:{division}")
    assert refused is not None
    assert refused.reason == "refused.boats-overloaded"
    choose(game, "do:as-declared")
    assert "do:attack" in asked(game).ids


@pytest.mark.rule("efs:15.13", "efs:15.53d")
def test_attacks_are_not_made_as_one_where_boats_carry_nobody_who_attacks() -> None:
    """The division has no boats that carry it to the other hex, and the pioneers have attacked already."""
    pioneers, division = "ax-liv-pi-eng", "ax-73-inf"
    units = {division: "0908", pioneers: "0908", "su-725-naval-coa": "0909", "su-467-art-fie": "1009"}
    apart = attack_on("0909", by=(division,)), attack_on("1009", by=(pioneers,))
    game = battle(units, *apart, supplied_at="0908", scenario="perekop")
    marked(game, pioneers, attacked=True)
    choose(game, "hex:0909")
    assert "hex:1009" not in asked(game).ids


@pytest.mark.rule("efs:12.15b", "efs:15.13")
def test_attacks_are_not_made_as_one_by_armor_whose_company_cannot_attack_both_hexes_itself() -> None:
    """The panzers would cross the river in company of the rifles, who have no boats for the other hex."""
    north, south, east = "0908", NEXT_TO_OPEN, "0909"
    game = on_ground(
        {PANZER: north, RIFLES: south, CADETS: OPEN, RIFLE_DIVISION: east},
        (),
        phase="axis/combat",
        hexsides={(north, OPEN): "major-river", (south, east): "shallow-water"},
        parts=dict.fromkeys((north, south, OPEN, east), "clear"),
    )
    apart = attack_on(OPEN, by=(RIFLES,)), attack_on(east, by=(PANZER,))
    game.state.attacks.update({attack.hexes[0]: attack for attack in apart})
    running(game, CombatPhase(side=AXIS), dice=(5, 5))
    choose(game, f"hex:{OPEN}")
    assert f"hex:{east}" not in asked(game).ids
    refused = game.explain(f"hex:{east}")
    assert refused is not None
    assert (refused.reason, refused.rule) == ("refused.nobody-beside-all", "12.17")


@pytest.mark.rule("efs:15.14", "efs:15.53d")
def test_an_attack_is_not_made_as_declared_where_boats_no_longer_carry_all() -> None:
    pioneers, flak, regiment = "ax-liv-pi-eng", "ax-27-ant", "ax-rsc-1-inf"
    units = dict.fromkeys((pioneers, flak, regiment), "0908") | {"su-106-inf": "1009"}
    game = battle(units, attack_on("1009", by=(pioneers, flak, regiment)), supplied_at="0908", scenario="perekop")
    assert "do:as-declared" not in asked(game).ids
    choose(game, f"unit:{pioneers}", f"unit:{flak}")
    assert "do:attack" in asked(game).ids


@pytest.mark.rule("efs:15.53d", "efs:16.54")
def test_boats_take_those_on_who_attacked_across_shallow_water_but_no_guns() -> None:
    pioneers, flak, guns = "ax-liv-pi-eng", "ax-27-ant", "ax-787-fie"
    units = dict.fromkeys((pioneers, flak, guns), "0908") | {"su-106-inf": "1009"}
    attack = attack_on("1009", by=(pioneers, flak))
    game = battle(units, attack, dice=(1,), supplied_at="0908", scenario="perekop", steps={"su-106-inf": 1})
    choose(game, f"unit:{flak}", f"unit:{pioneers}", "unit:axis-s1", f"unit:{guns}", "do:attack", "do:engineers")
    assert asked(game).prompt == "advance"
    assert set(asked(game).ids) == {f"unit:{pioneers}", f"unit:{flak}", "do:done"}
    refused = game.explain(f"unit:{guns}")
    assert refused is not None
    assert refused.reason == "refused.water-to-cross"
    choose(game, f"unit:{pioneers}", f"unit:{flak}")
    assert {game.state.units[each].at for each in (pioneers, flak)} == {"1009"}


# Untried units, orders


@pytest.mark.rule("efs:15.43a", "efs:15.43b", "efs:16.52d")
def test_where_all_defenders_melt_away_the_attackers_may_advance_and_no_supply_is_used() -> None:
    units = {"ax-46-inf": "0907", "su-mg-a-inf": "0908"}
    attack = attack_on("0908", by=("ax-46-inf",))
    game = battle(units, attack, supplied_at="0907", scenario="perekop", dice=("remove",))
    game.state.pools["machine-guns"] = ("remove", "1-2-3")
    choose(game, "do:as-declared", "unit:axis-s1", "do:attack")
    assert asked(game).prompt == "advance"
    assert game.state.attacks == {}
    assert game.state.supplies["axis-s1"].promised == 0
    assert game.state.units["ax-46-inf"].attacked
    assert (resolved(game).result, resolved(game).favours) == ("melted-away", AXIS)


@pytest.mark.rule("efs:15.43b", "efs:16.46d")
def test_mobile_supply_goes_with_the_last_who_melt_away_and_a_dump_stays() -> None:
    units = {"ax-46-inf": "0907", "su-mg-a-inf": "0908"}
    game = quiet(units, phase="axis/combat", scenario="perekop")
    game.state.pools["machine-guns"] = ("remove", "1-2-3")
    for name, points in (("soviet-s1", 1), ("soviet-s2", 2)):
        game.state.supplies[name] = SupplyUnit(side=SOVIET, at="0908", points=points)
    game.state.attacks["0908"] = attack_on("0908", by=("ax-46-inf",))
    game = running(game, Afterwards(), CombatPhase(side=AXIS), dice=("remove",))
    choose(game, "do:as-declared", "do:attack", "do:done")
    assert game.state.units["ax-46-inf"].at == "0907"
    assert game.state.supplies.keys() == {"soviet-s2"}


@pytest.mark.rule("efs:15.43a", "efs:15.51", "efs:15.51d", "efs:16.54")
def test_the_ground_of_a_hex_whose_defenders_all_melted_away_helps_nobody() -> None:
    """A city behind a major river, but for the one who is left in the open; the hex may be entered all the same."""
    units = {"ax-46-inf": "0807", "ax-liv-pi-eng": "0807", "su-mg-a-inf": "0907", "su-276-inf": "0808"}
    river, ground = {("0807", "0907"): "major-river"}, {"0907": "mountain city"}
    game = on_ground(units, (), scenario="perekop", phase="axis/combat", hexsides=river, parts=ground)
    game.state.pools["machine-guns"] = ("remove", "1-2-3")
    game.state.attacks["0907"] = attack_on("0907", "0808", by=("ax-46-inf", "ax-liv-pi-eng"))
    game = running(game, Afterwards(), CombatPhase(side=AXIS), dice=("remove", 1, *[1] * 9))
    choose(game, "do:as-declared", "do:attack", "do:engineers")
    values = {line.label: line.value for line in resolved(game).lines}
    assert values["attack"] == "9"
    assert values.keys().isdisjoint({"heights", "city", "engineers"})
    while asked(game).prompt not in ("advance", "unwritten"):
        choose(game, asked(game).ids[0])
    assert asked(game).prompt == "advance"
    assert may_advance(game, "ax-46-inf", "0907") is None


@pytest.mark.rule("efs:12.53a", "efs:15.52")
def test_face_down_orders_count_when_they_are_revealed_and_not_in_the_preview() -> None:
    units = {RIFLES: NEXT_TO_OPEN, CADETS: OPEN}
    game = battle(units, attack_on(OPEN, by=(RIFLES,), defender_orders="no-retreat"), dice=(5,))
    choose(game, "do:done", "do:as-declared")
    assert "no-retreat" not in {line.label for line in game.preview("do:attack").lines}
    choose(game, "do:attack")
    assert ("no-retreat", "+1") in {(line.label, line.value) for line in resolved(game).lines}


@pytest.mark.rule("efs:16.12", "efs:16.32a", "efs:16.45a")
@pytest.mark.parametrize(
    ("die", "result", "told"),
    [
        (1, "1/R", {"orders-cost": "+1", "defenders-lose": "1"}),
        (2, "1*/1", {"asterisk-without-attack-supply": "+1", "attackers-lose": "2"}),
        (6, "1R/-", {}),
    ],
)
def test_the_sum_tells_why_more_steps_are_lost_than_the_table_says(die: int, result: str, told: dict[str, str]) -> None:
    units = {RIFLES: NEXT_TO_OPEN, CADETS: OPEN}
    game = battle(units, attack_on(OPEN, by=(RIFLES,), defender_orders="no-retreat"), dice=(die,))
    choose(game, "do:done", "do:as-declared", "do:attack")
    assert resolved(game).result == result
    told_labels = ("orders-cost", "asterisk-", "attackers-lose", "defenders-lose")
    assert {line.label: line.value for line in resolved(game).lines if line.label.startswith(told_labels)} == told


@pytest.mark.rule("efs:12.54b", "efs:15.52")
def test_an_nkvd_unit_makes_the_defenders_stand_for_all_to_see() -> None:
    units = {RIFLES: NEXT_TO_OPEN, NKVD: OPEN}
    game = battle(units, attack_on(OPEN, by=(RIFLES,), nkvd=NKVD), dice=(5,))
    choose(game, "do:done", "do:as-declared")
    assert "no-retreat" in {line.label for line in game.preview("do:attack").lines}


# Results


@pytest.mark.rule("efs:16.13", "efs:16.44")
def test_the_defender_retreats_before_the_last_attacker_is_lost() -> None:
    """The printed example: 3:4, a die of 3, the attacker has one step: 1/R."""
    units = {SCOUTS: NEXT_TO_OPEN, RIFLE_DIVISION: OPEN}
    game = battle(units, attack_on(OPEN, by=(SCOUTS,)), dice=(3,))
    choose(game, "do:as-declared", "unit:axis-s1", "do:attack")
    assert resolved(game).result == "1/R"
    assert asked(game).prompt == "retreat"
    assert asked(game).side == SOVIET
    assert game.state.units[SCOUTS].at == NEXT_TO_OPEN
    prompt = game.texts("en").prompt(asked(game))
    assert prompt == "Soviet retreat from Osmino 0809: where to?", "of a single unit none can go by itself"
    while game.state.units[RIFLE_DIVISION].at == OPEN:
        choose(game, asked(game).ids[0])
    assert game.state.units[SCOUTS].box == "cadre"


@pytest.mark.rule("efs:16.15", "efs:16.45a")
def test_who_has_no_retreat_orders_stands_and_loses_one_step_more() -> None:
    units = {SCOUTS: NEXT_TO_OPEN, RIFLE_DIVISION: OPEN}
    game = battle(units, attack_on(OPEN, by=(SCOUTS,), defender_orders="no-retreat"), dice=(2,))
    choose(game, "do:done", "do:as-declared", "unit:axis-s1", "do:attack")
    assert resolved(game).result == "1/R"
    assert (game.state.units[RIFLE_DIVISION].at, game.state.units[RIFLE_DIVISION].steps) == (OPEN, 1)


@pytest.mark.rule("efs:16.45a", "efs:18.51d")
@pytest.mark.parametrize(("helpers", "result"), [((), "*/R"), (("ax-58-inf",), "*/1R")])
def test_the_step_more_of_those_who_stand_is_none_of_a_citadel_beside_them(
    helpers: tuple[str, ...], result: str
) -> None:
    """A school on a citadel, a division in the woods: the retreat touches the division, and so does what it costs."""
    attackers = (PANZER, INFANTRY, *helpers)
    units = {**dict.fromkeys(attackers, NEXT_TO_OPEN), CADETS: OPEN, RIFLE_DIVISION: BESIDE}
    game = quiet(units, phase="axis/combat")
    game.state.attacks[OPEN] = attack_on(OPEN, BESIDE, by=attackers, defender_orders="no-retreat")
    game.state.supplies["axis-s1"] = SupplyUnit(side=AXIS, at=NEXT_TO_OPEN, points=1)
    here = TITLE.load("luga-line", ())
    here.citadels = frozenset({OPEN})
    game = running(Game(TITLE, here, game.state), Afterwards(), CombatPhase(side=AXIS), dice=(1,))
    choose(game, "do:done", "do:as-declared", "unit:axis-s1", "do:attack")
    assert resolved(game).result == result
    if helpers:
        choose(game, f"unit:{CADETS}")
    assert (game.state.units[CADETS].at == OPEN) == (not helpers)
    assert (game.state.units[RIFLE_DIVISION].at, game.state.units[RIFLE_DIVISION].steps) == (BESIDE, 1)


@pytest.mark.rule("efs:16.21", "efs:16.45a", "efs:18.51d")
@pytest.mark.parametrize(("first", "left"), [(CADETS, ""), (RIFLE_DIVISION, "")])
def test_of_two_steps_one_is_of_those_who_stand_whoever_gives_the_first(first: str, left: str) -> None:
    """The division has a step left: it gives that for the number or for standing, and the school the other."""
    attackers = (PANZER, INFANTRY, "ax-58-inf")
    units = {**dict.fromkeys(attackers, NEXT_TO_OPEN), CADETS: OPEN, RIFLE_DIVISION: BESIDE}
    game = quiet(units, phase="axis/combat", steps={RIFLE_DIVISION: 1})
    game.state.attacks[OPEN] = attack_on(OPEN, BESIDE, by=attackers, defender_orders="no-retreat")
    game.state.supplies["axis-s1"] = SupplyUnit(side=AXIS, at=NEXT_TO_OPEN, points=1)
    here = TITLE.load("luga-line", ())
    here.citadels = frozenset({OPEN})
    game = running(Game(TITLE, here, game.state), Afterwards(), CombatPhase(side=AXIS), dice=(2,))
    choose(game, "do:done", "do:as-declared", "unit:axis-s1", "do:attack")
    assert resolved(game).result == "*/1R"
    choose(game, f"unit:{first}")
    assert {game.state.units[each].at for each in (CADETS, RIFLE_DIVISION)} == {left}


@pytest.mark.rule("efs:16.45a", "efs:18.51d")
def test_who_does_not_stand_is_told_that_the_last_step_is_of_those_who_do() -> None:
    units = dict.fromkeys((CADETS, RIFLE_DIVISION, STRONG_DIVISION), OPEN)
    losing = TakeSteps(
        side=SOVIET, units=tuple(units), steps=2, cause="16.12", standing=(RIFLE_DIVISION, STRONG_DIVISION), owed=1
    )
    game = position(units, losing, phase="axis/combat")
    choose(game, f"unit:{CADETS}")
    game.state.units[CADETS] = Unit(at=OPEN, steps=1)
    refused = game.explain(f"unit:{CADETS}")
    assert refused is not None
    assert (refused.reason, refused.rule) == ("refused.does-not-stand", "16.45a")


@pytest.mark.rule("efs:16.46d")
@pytest.mark.parametrize(("roll", "result", "kept"), [(1, "-/e", {"soviet-s2"}), (8, "-/2R", set())])
def test_mobile_supply_is_lost_with_all_who_were_with_it_and_a_dump_where_they_had_to_retreat(
    roll: int, result: str, kept: set[str]
) -> None:
    attackers = (*DIVISION, INFANTRY)
    game = battle(dict.fromkeys(attackers, NEXT_TO_OPEN) | {CADETS: OPEN}, attack_on(OPEN, by=attackers), dice=(roll,))
    game.state.supplies["soviet-s1"] = SupplyUnit(side=SOVIET, at=OPEN, points=1)
    game.state.supplies["soviet-s2"] = SupplyUnit(side=SOVIET, at=OPEN, points=2)
    choose(game, "do:as-declared", "unit:axis-s1", "do:attack")
    assert resolved(game).result == result
    assert not game.state.units[CADETS].at
    assert asked(game).prompt == "advance"
    assert {name for name, each in game.state.supplies.items() if each.side == SOVIET} == kept


@pytest.mark.rule("efs:16.45b")
def test_the_enemy_leads_those_with_additional_retreat_orders() -> None:
    units = {SCOUTS: NEXT_TO_OPEN, RIFLE_DIVISION: OPEN}
    game = battle(units, attack_on(OPEN, by=(SCOUTS,), defender_orders="additional-retreat"), dice=(3,))
    choose(game, "do:done", "do:as-declared", "unit:axis-s1", "do:attack")
    assert (asked(game).prompt, asked(game).side) == ("retreat", AXIS)


@pytest.mark.rule("efs:16.12")
def test_eliminated_units_go_to_the_eliminated_box_and_the_attacker_may_advance() -> None:
    game = battle({**dict.fromkeys(DIVISION, NEXT_TO_OPEN), NKVD: OPEN}, attack_on(OPEN, by=DIVISION), dice=(1,))
    choose(game, "do:as-declared", "unit:axis-s1", "do:attack")
    assert resolved(game).result == "-/e"
    assert game.state.units[NKVD].box == "eliminated"
    choose(game, f"unit:{PANZER}")
    assert game.state.units[PANZER].at == OPEN


@pytest.mark.rule("efs:16.14", "efs:13.22")
def test_artillery_next_to_the_defenders_suffers_and_artillery_further_back_does_not() -> None:
    for guns_at, touched in ((NEXT_TO_OPEN, True), ("0811", False)):
        units = {SCOUTS: NEXT_TO_OPEN, GUNS: guns_at, RIFLE_DIVISION: OPEN, STRONG_DIVISION: OPEN}
        game = battle(units, attack_on(OPEN, by=(SCOUTS,)), dice=(10,))
        choose(game, "do:as-declared", "unit:axis-s1", f"unit:{GUNS}", "do:attack")
        assert "R" in resolved(game).result.partition("/")[0]
        end(game)
        assert (game.state.units[GUNS].at != guns_at) == touched


@pytest.mark.rule("efs:16.14", "efs:13.22")
def test_artillery_that_supports_nobody_stays_where_the_attackers_beside_it_retreat() -> None:
    units = {SCOUTS: NEXT_TO_OPEN, GUNS: NEXT_TO_OPEN, RIFLE_DIVISION: OPEN, STRONG_DIVISION: OPEN}
    game = battle(units, attack_on(OPEN, by=(SCOUTS,)), dice=(9,))
    choose(game, "do:as-declared", "unit:axis-s1", "do:attack")
    assert "R" in resolved(game).result.partition("/")[0]
    end(game)
    assert game.state.units[GUNS].at == NEXT_TO_OPEN
    assert game.state.units[SCOUTS].at != NEXT_TO_OPEN


# Engineers, bunker busters


@pytest.mark.rule("efs:15.53a", "efs:16.33b1", "efs:16.33b2")
def test_engineers_whose_effects_are_declared_take_the_loss_of_the_asterisk() -> None:
    units = {PIONEERS: NEXT_TO_OPEN, INFANTRY: NEXT_TO_OPEN, STRONG_DIVISION: OPEN, RIFLE_DIVISION: OPEN}
    attack = attack_on(OPEN, by=(PIONEERS, INFANTRY))
    for declared, lost in (("do:engineers", True), ("do:without", False)):
        game = battle(units, attack, dice=(5,), strongpoint=OPEN)
        choose(game, "do:as-declared", "unit:axis-s1", "do:attack")
        assert asked(game).prompt == "engineer-effects"
        choose(game, declared)
        assert "*" in resolved(game).result.partition("/")[0]
        while asked(game).side == SOVIET:
            choose(game, asked(game).ids[0])
        assert (game.state.units[PIONEERS].box == "cadre") == lost


@pytest.mark.rule("efs:15.44", "efs:15.44b")
def test_a_bunker_buster_is_declared_when_the_combat_is_resolved() -> None:
    units = {ASSAULT_GUNS: "1413", INFANTRY: "1413", STRONG_DIVISION: "1412"}
    game = battle(units, attack_on("1412", by=(ASSAULT_GUNS, INFANTRY)), dice=(5,), supplied_at="1413")
    choose(game, "do:as-declared", "unit:axis-s1")
    assert game.preview("do:attack").lines[0].value == "11", (
        "as the odds reckon with the answer that is given as a rule"
    )
    choose(game, "do:attack")
    assert asked(game).prompt == "bunker-buster"
    assert asked(game).ids == [f"unit:{ASSAULT_GUNS}", "do:without"]
    assert game.preview("do:without").lines[0].value == "9"
    choose(game, f"unit:{ASSAULT_GUNS}")
    assert resolved(game).lines[0].value == "11"


@pytest.mark.rule("efs:16.33a1", "efs:16.33a2", "efs:16.33a3")
def test_armor_attrition_of_the_printed_example() -> None:
    """1*/1 against a strongpoint with an anti-tank unit: armor pays for the asterisk, the guns for the 1."""
    units = {PANZER: NEXT_TO_OPEN, RIFLES: NEXT_TO_OPEN, ANTI_TANK: OPEN, STRONG_DIVISION: OPEN}
    game = battle(units, attack_on(OPEN, by=(PANZER, RIFLES)), dice=(4,), strongpoint=OPEN)
    choose(game, "do:as-declared", "unit:axis-s1", "do:attack")
    assert resolved(game).result == "1*/1"
    assert game.state.units[ANTI_TANK].box == "cadre"
    assert game.state.units[PANZER].steps == 1
    assert asked(game).prompt == "lose-step"
    assert set(asked(game).ids) == {f"unit:{PANZER}", f"unit:{RIFLES}"}


@pytest.mark.rule("efs:15.53c")
def test_an_engineer_above_the_stacking_limit_goes_back_if_he_does_not_advance() -> None:
    """The whole division and more in one hex: the pioneers have no place there once the combat is over."""
    units = {**dict.fromkeys((*DIVISION, PIONEERS, FLAK), NEXT_TO_OPEN), CADETS: OPEN}
    game = battle(units, attack_on(OPEN, by=(*DIVISION, PIONEERS)), dice=(5,))
    choose(game, "do:as-declared", "unit:axis-s1", "do:attack")
    while asked(game).prompt not in ("advance",):
        choose(game, asked(game).ids[0])
    choose(game, "do:done")
    assert (asked(game).prompt, asked(game).rule) == ("retreat", "15.53c")
    assert asked(game).side == AXIS
    end(game)
    assert game.state.units[PIONEERS].at not in (NEXT_TO_OPEN, OPEN, "")
    assert game.state.units[FLAK].at == NEXT_TO_OPEN


@pytest.mark.rule("efs:16.24", "efs:21.51b")
def test_nkvd_units_that_attack_out_of_the_woods_lose_as_others_do() -> None:
    units = {STRONG_DIVISION: "0806", NKVD: "0806", RIFLES: "0805"}
    attack = Attack(side=SOVIET, hexes=("0805",), attackers=(STRONG_DIVISION, NKVD))
    game = battle(units, attack, side=SOVIET, dice=(9,), supplied_at="")
    choose(game, "do:as-declared", "do:attack")
    assert asked(game).prompt == "lose-step"
    assert f"unit:{NKVD}" in asked(game).ids


@pytest.mark.rule("efs:13.32b", "efs:13.32c", "efs:16.4/note-special-units")
def test_soviet_rockets_go_back_after_their_attack_whatever_its_result() -> None:
    units = {STRONG_DIVISION: NEXT_TO_OPEN, HOWITZERS: NEXT_TO_OPEN, RIFLES: OPEN}
    attack = Attack(side=SOVIET, hexes=(OPEN,), attackers=(STRONG_DIVISION,))
    game = with_counters(battle(units, attack, side=SOVIET, dice=(6,)), {HOWITZERS: ROCKETS})
    choose(game, "do:as-declared", "unit:soviet-s1", f"unit:{HOWITZERS}", "do:attack")
    assert "R" not in resolved(game).result.partition("/")[0]
    end(game)
    assert game.state.units[HOWITZERS].at != NEXT_TO_OPEN
    assert game.state.units[STRONG_DIVISION].at == NEXT_TO_OPEN


@pytest.mark.rule("efs:13.32b", "efs:13.32c")
def test_soviet_rockets_that_find_no_place_behind_them_are_eliminated() -> None:
    """Every hex that they could reach is full, which would take others to the Cadre box (16.42)."""
    units = {STRONG_DIVISION: NEXT_TO_OPEN, HOWITZERS: NEXT_TO_OPEN, RIFLES: OPEN}
    attack = Attack(side=SOVIET, hexes=(OPEN,), attackers=(STRONG_DIVISION,))
    fillers = iter(FILLERS)
    units |= {next(fillers): label for label in BEHIND}
    game = with_counters(
        battle(units, attack, side=SOVIET, dice=(5,)),
        {HOWITZERS: ROCKETS, **{unit_id: {"stacking": 10} for unit_id in FILLERS}},
    )
    choose(game, "do:as-declared", "unit:soviet-s1", f"unit:{HOWITZERS}", "do:attack")
    end(game)
    assert game.state.units[HOWITZERS].box == "eliminated"


@pytest.mark.rule("efs:13.32c")
def test_axis_rockets_go_back_if_their_owner_likes() -> None:
    units = {RIFLES: NEXT_TO_OPEN, GUNS: NEXT_TO_OPEN, CADETS: OPEN}
    for choice, stays in ((f"unit:{GUNS}", False), ("do:stay", True)):
        game = with_counters(battle(units, attack_on(OPEN, by=(RIFLES,)), dice=(5,)), {GUNS: ROCKETS})
        choose(game, "do:as-declared", "unit:axis-s1", f"unit:{GUNS}", "do:attack")
        while asked(game).prompt != "withdraw-rockets":
            choose(game, asked(game).ids[-1])
        assert asked(game).ids == [f"unit:{GUNS}", "do:stay"]
        assert game.explain(f"unit:{RIFLES}") is not None
        choose(game, choice)
        end(game)
        assert (game.state.units[GUNS].at == NEXT_TO_OPEN) == stays
        assert game.state.units[GUNS].at


@pytest.mark.rule("efs:13.32b", "efs:16.51/note-special")
def test_axis_rockets_above_the_limit_go_back_even_if_others_have_made_room() -> None:
    units = {**dict.fromkeys((RIFLES, OTHER_RIFLES, PANZER, GUNS), NEXT_TO_OPEN), CADETS: OPEN}
    game = battle(units, attack_on(OPEN, by=(RIFLES,)), dice=(1,))
    room = {RIFLES: {"stacking": 4}, OTHER_RIFLES: {"stacking": 4}, PANZER: {"stacking": 2}}
    game = with_counters(game, {GUNS: ROCKETS, **room})
    choose(game, f"unit:{RIFLES}", "unit:axis-s1", f"unit:{GUNS}", "do:attack")
    while asked(game).prompt != "advance":
        choose(game, asked(game).ids[0])
    assert asked(game).ids == [f"unit:{RIFLES}", "do:done"]
    choose(game, f"unit:{RIFLES}")
    assert game.state.units[RIFLES].at == OPEN
    while game.state.phase.endswith("combat"):
        assert asked(game).prompt == "retreat"
        choose(game, asked(game).ids[0])
    assert game.state.units[GUNS].at not in (NEXT_TO_OPEN, OPEN, "")


@pytest.mark.rule("efs:13.32b", "efs:15.43b")
def test_axis_rockets_above_the_limit_go_back_where_all_enemies_melted_away() -> None:
    """That counts as a combat, after which they do not stay."""
    units = {**dict.fromkeys(("ax-46-inf", "ax-73-inf", GUNS), "0907"), "su-mg-a-inf": "0908"}
    attack = attack_on("0908", by=("ax-46-inf",))
    game = battle(units, attack, supplied_at="0907", scenario="perekop", dice=("remove",))
    game.state.pools["machine-guns"] = ("remove", "1-2-3")
    game = with_counters(game, {GUNS: ROCKETS, "ax-46-inf": {"stacking": 5}, "ax-73-inf": {"stacking": 5}})
    choose(game, "do:as-declared", "unit:axis-s1", f"unit:{GUNS}", "do:attack")
    assert asked(game).prompt == "advance"
    choose(game, "do:done")
    assert asked(game).prompt == "retreat"
    end(game)
    assert game.state.units[GUNS].at not in ("0907", "0908", "")
    assert {game.state.units[each].at for each in ("ax-46-inf", "ax-73-inf")} == {"0907"}


@pytest.mark.rule("efs:13.32b", "efs:15.53c", "efs:22.15")
@pytest.mark.parametrize(("infantry", "stays"), [(6, True), (7, False)])
def test_an_engineer_does_not_make_room_for_rockets_that_have_yet_to_fire(infantry: int, stays: bool) -> None:
    """Ten points and two rockets that wait for another attack: only these are above the limit. With a point more the
    engineer is, whose effects apply by themselves and who goes back.
    """
    rockets = (GUNS, "ax-110-fie")
    units = {**dict.fromkeys((INFANTRY, PANZER, PIONEERS, *rockets), NEXT_TO_OPEN), CADETS: OPEN}
    units |= {RIFLE_DIVISION: BESIDE, RIFLES: "0708"}
    attacks = (attack_on(OPEN, by=(INFANTRY, PIONEERS)), attack_on(BESIDE, by=(RIFLES, PANZER)))
    game = with_counters(
        battle(units, *attacks, dice=(1, 1, 1)), {**dict.fromkeys(rockets, ROCKETS), INFANTRY: {"stacking": infantry}}
    )
    game.state.strongpoints[OPEN] = Strongpoint(side=SOVIET, status="completed", turn=1)
    choose(game, f"hex:{OPEN}", "do:as-declared", "do:attack")
    assert (asked(game).prompt == "engineer-effects") == stays
    if stays:
        choose(game, "do:without")
    while asked(game).prompt != "advance":
        choose(game, asked(game).ids[0])
    choose(game, "do:done")
    assert (asked(game).prompt == "retreat") == (not stays)
    assert game.state.units[PIONEERS].at == NEXT_TO_OPEN


@pytest.mark.rule("efs:12.53e")
def test_guns_that_cannot_move_are_lost_where_a_retreat_is_ordered_though_others_stand() -> None:
    units = {SCOUTS: NEXT_TO_OPEN, RIFLE_DIVISION: OPEN, "su-121-naval-coa": OPEN}
    game = battle(units, attack_on(OPEN, by=(SCOUTS,), defender_orders="no-retreat"), dice=(2,))
    choose(game, "do:done", "do:as-declared", "unit:axis-s1", "do:attack")
    assert resolved(game).result == "1/R"
    end(game)
    assert game.state.units["su-121-naval-coa"].at == ""
    assert game.state.units[RIFLE_DIVISION].at == OPEN


@pytest.mark.rule("efs:12.53e", "efs:16.45a")
def test_guns_that_no_order_touches_do_not_bear_the_step_of_those_who_stand() -> None:
    """Who stands loses a step for it, and cannot give the guns for it that are lost anyhow."""
    units = {SCOUTS: NEXT_TO_OPEN, RIFLE_DIVISION: OPEN, "su-121-naval-coa": OPEN}
    game = battle(units, attack_on(OPEN, by=(SCOUTS,), defender_orders="no-retreat"), dice=(2,))
    choose(game, "do:done", "do:as-declared", "unit:axis-s1", "do:attack")
    assert resolved(game).result == "1/R"
    assert (game.state.units[RIFLE_DIVISION].steps, game.state.units["su-121-naval-coa"].at) == (1, "")


@pytest.mark.rule("efs:12.53e", "efs:16.45a")
def test_nor_do_the_guns_of_an_attacker_who_stands() -> None:
    battery = "su-121-naval-coa"
    units = {**dict.fromkeys((RIFLE_DIVISION, battery), NEXT_TO_OPEN), RIFLES: OPEN}
    declared = Attack(SOVIET, (OPEN,), (RIFLE_DIVISION,), defender_orders="no-retreat", attacker_orders="no-retreat")
    game = battle(units, declared, dice=(7,), side=SOVIET)
    choose(game, "do:as-declared", "unit:soviet-s1", f"unit:{battery}", "do:attack")
    assert resolved(game).result == "R*/-"
    assert (game.state.units[RIFLE_DIVISION].steps, game.state.units[battery].at) == (1, "")


@pytest.mark.rule("efs:12.53e", "efs:15.52")
@pytest.mark.parametrize(("tried", "modifier"), [("0-2-2", "+3"), ("0-2-0", "+2")])
def test_no_retreat_helps_nobody_who_turns_out_not_to_be_able_to_move(tried: str, modifier: str) -> None:
    """Machine guns under orders, when they are turned over; two more for the want of attack supply."""
    guns = "su-mg-a-inf"
    game = battle(
        {RIFLES: NEXT_TO_OPEN, guns: OPEN}, attack_on(OPEN, by=(RIFLES,), defender_orders="no-retreat"), dice=(4,)
    )
    marked(game, guns, tried=tried)
    choose(game, "do:done", "do:as-declared", "do:attack")
    assert {line.label: line.value for line in resolved(game).lines}["modifier"] == modifier


@pytest.mark.rule("efs:12.53e", "efs:16.45b")
def test_an_order_to_go_further_spares_no_step_of_attackers_whom_it_does_not_touch() -> None:
    """Anti-aircraft guns without an allowance attack in the end, for which others were designated."""
    orders = {"defender_orders": "no-retreat", "attacker_orders": "additional-retreat"}
    units = {RIFLES: NEXT_TO_OPEN, FLAK: NEXT_TO_OPEN, CADETS: OPEN}
    game = battle(units, attack_on(OPEN, by=(RIFLES,), **orders), dice=(8,))
    game = with_counters(game, {FLAK: {"faces": ((3, 2, 0),)}})
    choose(game, f"unit:{FLAK}", "unit:axis-s1", "do:attack")
    assert resolved(game).result == "1R/-"
    assert "orders-cost" not in {line.label for line in resolved(game).lines}


# Attacks that are made as one

OTHER_HOWITZERS = "su-541-how-fie"


def two_attacks(units: dict[str, str] | None = None, dice: tuple[int, ...] = (5,), **orders: object) -> Game:
    """Rifles and panzers are next to two hexes, on each of which an attack was declared; `orders` lie on the second."""
    there = units or {RIFLES: NEXT_TO_OPEN, PANZER: NEXT_TO_OPEN, CADETS: OPEN, RIFLE_DIVISION: BESIDE}
    first = attack_on(OPEN, by=(RIFLES,), defender_orders="no-retreat", support=(HOWITZERS,) if units else ())
    second = attack_on(BESIDE, by=(PANZER,), support=(OTHER_HOWITZERS,) if units else (), **orders)
    game = battle(there, first, second, dice=dice)
    while asked(game).prompt == "orders":
        choose(game, "do:done")
    return game


@pytest.mark.rule("efs:12.53f", "efs:12.17", "efs:15.13")
def test_attacks_that_were_declared_apart_are_made_as_one() -> None:
    """The order on one of the hexes holds for both."""
    game = two_attacks()
    choose(game, f"hex:{OPEN}")
    assert f"hex:{BESIDE}" in asked(game).ids
    choose(game, f"hex:{BESIDE}")
    assert list(game.state.attacks) == [OPEN]
    assert game.state.attacks[OPEN].hexes == (OPEN, BESIDE)
    choose(game, "do:as-declared", "unit:axis-s1", "do:attack")
    lines = {line.label: line.value for line in resolved(game).lines}
    assert (lines["attack"], lines["defence"], lines["no-retreat"]) == ("9", "7", "+1")
    assert not game.state.attacks


@pytest.mark.rule("efs:12.12a", "efs:15.13")
def test_who_organizes_an_attack_is_told_what_is_in_it_and_who_is_off_the_map() -> None:
    game = two_attacks()
    choose(game, f"hex:{OPEN}")
    game.state.units[PIONEERS] = Unit(at="", steps=1, box="cadre")
    told = [game.explain(f"hex:{OPEN}"), game.explain("hex:0101"), game.explain(f"unit:{PIONEERS}")]
    reasons = [(each.reason, each.rule) for each in told if each is not None]
    mine, nowhere = ("refused.attacked-already", "15.13"), ("refused.no-combat-there", "15.13")
    assert reasons == [mine, nowhere, ("refused.off-map", "12.12a")]


@pytest.mark.rule("efs:12.53f")
@pytest.mark.parametrize("kept", ["no-retreat", "additional-retreat"])
def test_the_defender_keeps_one_of_the_orders_that_differ(kept: str) -> None:
    game = two_attacks(defender_orders="additional-retreat")
    choose(game, f"hex:{BESIDE}", f"hex:{OPEN}")
    assert (asked(game).prompt, asked(game).side) == ("settle-orders", SOVIET)
    choose(game, f"do:{kept}")
    assert asked(game).prompt == "organize-attack"
    assert game.state.attacks[BESIDE].defender_orders == kept


@pytest.mark.rule("efs:12.53f")
def test_orders_that_agree_and_those_of_nkvd_units_need_no_settling() -> None:
    agreed = two_attacks(defender_orders="no-retreat")
    choose(agreed, f"hex:{OPEN}", f"hex:{BESIDE}")
    assert agreed.state.attacks[OPEN].defender_orders == "no-retreat"
    assert asked(agreed).prompt == "organize-attack"
    stands = two_attacks(nkvd=RIFLE_DIVISION)
    choose(stands, f"hex:{OPEN}", f"hex:{BESIDE}")
    assert asked(stands).prompt == "organize-attack"
    assert stands.state.attacks[OPEN].nkvd == RIFLE_DIVISION
    assert not stands.state.attacks[OPEN].nkvd_lifted


@pytest.mark.rule("efs:13.13/note-merged-combats", "efs:13.15a")
def test_artillery_beyond_the_limits_of_one_combat_is_lost() -> None:
    units = {
        RIFLES: NEXT_TO_OPEN, PANZER: NEXT_TO_OPEN, CADETS: OPEN, RIFLE_DIVISION: BESIDE,
        HOWITZERS: "0708", OTHER_HOWITZERS: "0808",
    }  # fmt: skip
    game = two_attacks(units)
    choose(game, f"hex:{OPEN}", f"hex:{BESIDE}")
    assert game.state.attacks[OPEN].support == (HOWITZERS,)


@pytest.mark.rule("efs:12.17", "efs:12.32", "efs:15.13")
def test_attacks_without_anybody_next_to_all_hexes_and_mandated_ones_stay_apart() -> None:
    far = {RIFLES: NEXT_TO_OPEN, CADETS: OPEN, OTHER_RIFLES: "0707", RIFLE_DIVISION: "0706"}
    game = battle(far, attack_on(OPEN, by=(RIFLES,)), attack_on("0706", by=(OTHER_RIFLES,)))
    choose(game, f"hex:{OPEN}")
    refused = game.explain("hex:0706")
    assert refused is not None
    assert refused.reason == "refused.nobody-beside-all"
    near = {STRONG_DIVISION: NEXT_TO_OPEN, RIFLE_DIVISION: NEXT_TO_OPEN, RIFLES: OPEN, OTHER_RIFLES: BESIDE}
    attacks = (
        Attack(side=SOVIET, hexes=(OPEN,), attackers=(STRONG_DIVISION,)),
        Attack(side=SOVIET, hexes=(BESIDE,), attackers=(RIFLE_DIVISION,), mandated=True),
    )
    game = battle(near, *attacks, side=SOVIET)
    choose(game, f"hex:{OPEN}")
    refused = game.explain(f"hex:{BESIDE}")
    assert refused is not None
    assert refused.reason == "refused.mandated-apart"


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
