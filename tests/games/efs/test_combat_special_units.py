"""The Combat Phase (13.3, 15.4, 15.5, 16.33): engineers, bunker busters, armor, rockets and guns that cannot move."""

from __future__ import annotations

import pytest

from games.efs.battles import (
    BEHIND,
    BESIDE,
    DIVISION,
    FILLERS,
    NEXT_TO_OPEN,
    OPEN,
    ROCKETS,
    attack_on,
    battle,
    choose,
    end,
    resolved,
)
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
    asked,
    marked,
    with_counters,
)
from sandtable.games.efs.state import AXIS, SOVIET, Attack, Strongpoint


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
