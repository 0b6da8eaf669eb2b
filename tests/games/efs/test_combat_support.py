"""The Combat Phase (15.3, 15.4, 15.5): artillery, boats, untried units and orders."""

from __future__ import annotations

import pytest

from games.efs.battles import DIVISION, LONG_GUNS, NEXT_TO_OPEN, OPEN, attack_on, battle, choose, end, resolved
from games.efs.positions import (
    CADETS,
    GUNS,
    HOWITZERS,
    NKVD,
    OTHER_RIFLES,
    PANZER,
    RIFLE_DIVISION,
    RIFLES,
    Afterwards,
    asked,
    marked,
    quiet,
    running,
)
from games.efs.readings import on_ground
from sandtable.games.efs.combat.advances import may_advance
from sandtable.games.efs.combat.combat_phase import CombatPhase
from sandtable.games.efs.state import AXIS, SOVIET, SupplyUnit

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
