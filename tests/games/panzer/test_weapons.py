"""What units have to fire, at whom they may, and dual fire (5.1, 5.6, 5.7, 5.14, 6.6.7.2)."""

from __future__ import annotations

import pytest

from games.panzer.country import column, country
from games.panzer.firing import aim, placed, position
from sandtable.games.panzer.combat.dual_fire import why_not_beside, with_dual_fire
from sandtable.games.panzer.combat.weapons import aims_at, overwatch_aims_at, weapon_of, why_not
from sandtable.games.panzer.units import Game

TANK = placed("t-34-76-m43", "A4")
SQUAD = placed("de-rifle", "A2", attached=("de-pzf", "de-hmg"))


def refused(game: Game, weapon: str, load: str = "GP", **more: object) -> str:
    refusal = why_not(game, aim("g1", "s1", weapon, load, **more))  # type: ignore[arg-type]
    return "" if refusal is None else refusal.reason.removeprefix("refused.")


@pytest.mark.rule("panzer:5.1.3")
@pytest.mark.rule("panzer:5.1.3.4")
def test_a_squad_fires_its_rifles_and_what_it_has_attached() -> None:
    game = position({"g1": SQUAD, "s1": placed("t-34-76-m43", "A1"), "s2": placed("su-rifle", "A3")})
    at_tank = {(each.weapon, each.load) for each in aims_at(game, "g1", "s1")}
    assert at_tank == {("small-arms", "GP"), ("de-pzf", "HEAT"), ("de-hmg", "GP")}
    at_men = {(each.weapon, each.load) for each in aims_at(game, "g1", "s2")}
    assert at_men == {("small-arms", "GP"), ("de-pzf", "GP"), ("de-hmg", "GP")}


@pytest.mark.rule("panzer:5.1.3.4")
def test_the_fixed_gp_factor_is_for_men_and_guns() -> None:
    game = position({"g1": SQUAD, "s1": placed("t-34-76-m43", "A1")})
    assert refused(game, "de-pzf") == "fixed-factor-at-men-only"
    fixed = weapon_of(game, "g1", "de-pzf").gp
    assert fixed is not None
    assert fixed.factor("P") == fixed.factor("E") == 14


@pytest.mark.rule("panzer:5.6")
def test_a_mortar_has_a_minimum_range() -> None:
    units = {"g1": placed("de-section-weapon", "A2", attached=("de-grw34",)), "s1": placed("su-rifle", "A1")}
    assert refused(position(units), "de-grw34") == "below-minimum-range"
    assert refused(position({**units, "s1": placed("su-rifle", "A4")}), "de-grw34") == ""


@pytest.mark.rule("panzer:5.6")
def test_nothing_is_fired_at_a_vehicle_that_drives_through_the_hex_of_the_firer() -> None:
    """Where no minimum range is printed it is a hex, for armor-piercing ammunition as for GP fire."""
    tank = {"g1": placed("pz-iv-h", "A2", order="overwatch"), "s1": placed("t-34-76-m43", "A2", order="move")}
    game = position(tank)
    assert overwatch_aims_at(game, "g1", "s1") == []
    assert refused(game, "kwk40-75", "AP") == "below-minimum-range"
    men = {"g1": placed("de-rifle", "A2", attached=("de-pzf",)), "s1": placed("t-34-76-m43", "A2", order="move")}
    assert aims_at(position(men), "g1", "s1") == []


@pytest.mark.rule("panzer:3.5.2")
def test_what_is_out_of_range() -> None:
    game = position({"g1": placed("de-rifle", "A1", attached=("de-pzf",)), "s1": TANK})
    assert refused(game, "de-pzf", "HEAT") == "out-of-range"


@pytest.mark.rule("panzer:5.1")
def test_men_fire_all_round_unless_they_are_suppressed() -> None:
    behind = {"g1": placed("de-rifle", "A2", 0), "s1": placed("su-rifle", "A4")}
    assert refused(position(behind), "small-arms") == ""
    shaken = {**behind, "g1": placed("de-rifle", "A2", 0, suppressed="off")}
    assert refused(position(shaken), "small-arms") == "outside-field-of-fire"
    turned = {**behind, "g1": placed("de-rifle", "A2", 3, suppressed="on")}
    assert refused(position(turned), "small-arms") == ""


@pytest.mark.rule("panzer:5.2")
def test_guns_fire_before_them_only() -> None:
    units = {"g1": placed("pak-40", "A2", 0), "s1": TANK}
    assert refused(position(units), "pak40-75-towed", "AP") == "outside-field-of-fire"
    assert refused(position({**units, "g1": placed("pak-40", "A2", 3)}), "pak40-75-towed", "AP") == ""


@pytest.mark.rule("panzer:6.5.4.2.3")
def test_passengers_are_no_targets_of_their_own() -> None:
    units = {"g1": SQUAD, "s2": placed("zis-5", "A4"), "s1": placed("su-rifle", "A4", carrier="s2")}
    assert refused(position(units), "small-arms") == "passenger-is-no-target"


@pytest.mark.rule("panzer:6.6.7.2")
@pytest.mark.rule("panzer:5.1.3.2")
@pytest.mark.rule("panzer:5.1.3.3")
def test_what_passengers_may_fire() -> None:
    attached = ("de-hmg", "de-pzb39", "de-pzf", "de-grw34")
    riding = {"g1": placed("de-rifle", "A3", attached=attached, carrier="g2"), "s1": TANK}
    game = position({**riding, "g2": placed("spw-251-1", "A3", order="short-halt")})
    assert refused(game, "small-arms") == ""
    assert refused(game, "de-pzb39", "AP") == ""
    assert refused(game, "de-hmg") == "not-while-transported"
    assert refused(game, "de-pzf", "HEAT") == "not-while-transported"
    generous = position({**riding, "g2": placed("spw-251-1", "A3")}, switches=("5.1.3.2",))
    assert refused(generous, "de-hmg") == ""
    moving = position({**riding, "g2": placed("spw-251-1", "A3", order="move")})
    assert refused(moving, "small-arms") == "transport-moves"


@pytest.mark.rule("panzer:6.6.7.2")
def test_a_gun_does_not_fire_while_it_is_towed() -> None:
    units = {"g1": placed("pak-40", "A2", 3, carrier="g2"), "g2": placed("opel-blitz", "A2"), "s1": TANK}
    assert refused(position(units), "pak40-75-towed", "AP") == "towed-gun-is-transported"


@pytest.mark.rule("panzer:5.1.3.1")
@pytest.mark.rule("panzer:5.1.3.4")
def test_mortars_and_hand_held_weapons_do_not_fire_from_upstairs() -> None:
    board = column("..b.", storeys={"A3": 3}).board
    attached = ("de-grw34", "de-pzf")
    units = {"g1": placed("de-rifle", "A3", attached=attached, floor=2), "s1": placed("su-rifle", "A1"), "s2": TANK}
    game = position(units, board=board)
    assert refused(game, "de-grw34") == "not-from-upstairs"
    assert why_not(game, aim("g1", "s2", "de-pzf", "HEAT")) is not None
    assert refused(game, "small-arms") == ""


@pytest.mark.rule("panzer:5.1.3.1")
def test_a_mortar_carrier_does_not_fire_its_mortar_inside_a_building() -> None:
    units = {"g1": placed("spw-251-2", "A3", 0, indoors=True), "s1": placed("su-rifle", "A1")}
    game = position(units, board=column("..b.").board)
    assert refused(game, "mortar-81-veh") == "not-from-inside"
    assert refused(game, "mmg") == ""


@pytest.mark.rule("panzer:6.5.3")
def test_what_does_not_turn_fires_no_overwatch_beside_it() -> None:
    board = country("\n".join(["....."] * 5)).board
    units = {"g1": placed("pz-iv-h", "C3", 0), "g2": placed("stug-iii-g", "C3", 0), "s1": placed("t-34-76-m43", "C5")}
    game = position(units, board=board)
    assert overwatch_aims_at(game, "g1", "s1")
    assert overwatch_aims_at(game, "g2", "s1") == []


@pytest.mark.rule("panzer:5.7")
def test_what_betrays_its_firer_less() -> None:
    units = {
        "g1": placed("de-rifle", "A2", attached=("de-hmg", "de-pzb39", "de-pzf", "de-grw34")),
        "g2": placed("pz-iv-h", "A2"), "g3": placed("spw-251-1", "A2"),
    }  # fmt: skip
    game = position(units)
    quiet = {weapon: weapon_of(game, "g1", weapon) for weapon in ("small-arms", "de-hmg", "de-grw34")}
    assert all(weapon.betrays_little("GP") for weapon in quiet.values())
    assert weapon_of(game, "g1", "de-pzb39").betrays_little("AP")
    assert weapon_of(game, "g3", "mmg").betrays_little("GP")
    assert not weapon_of(game, "g1", "de-pzf").betrays_little("HEAT")
    assert not weapon_of(game, "g2", "kwk40-75").betrays_little("GP")


# Dual fire


@pytest.mark.rule("panzer:5.14")
def test_only_what_is_attached_or_printed_in_reverse_is_modified() -> None:
    units = {"g1": SQUAD, "s1": placed("t-34-76-m43", "A1"), "s2": placed("su-rifle", "A4")}
    game = position(units)
    rifles, faust = aim("g1", "s1", "small-arms"), aim("g1", "s1", "de-pzf", "HEAT")
    assert [each.dual for each in with_dual_fire(game, (rifles, faust))] == ["", "same-target"]
    assert [each.dual for each in with_dual_fire(game, (faust, rifles))] == ["same-target", ""]
    gun = aim("g1", "s2", "de-hmg")
    assert [each.dual for each in with_dual_fire(game, (rifles, gun))] == ["", "other-target"]
    assert [each.dual for each in with_dual_fire(game, (faust,))] == [""]


@pytest.mark.rule("panzer:5.14")
def test_a_mortar_carrier_fires_its_mortar_and_its_machine_gun() -> None:
    units = {"g1": placed("spw-251-2", "A4", 0), "s1": placed("su-rifle", "A1")}
    game = position(units)
    both = aim("g1", "s1", "mortar-81-veh"), aim("g1", "s1", "mmg")
    assert why_not_beside(game, both[1], both[:1]) is None
    assert [each.dual for each in with_dual_fire(game, both)] == ["", "same-target"]


@pytest.mark.rule("panzer:5.14")
@pytest.mark.rule("panzer:5.1.1")
@pytest.mark.rule("panzer:5.1.2")
def test_who_may_fire_only_one_weapon() -> None:
    men = placed("su-rifle", "A1")
    first, second = aim("g1", "s1", "small-arms"), aim("g1", "s1", "de-hmg")

    def reason(game: Game) -> str:
        refusal = why_not_beside(game, second, (first,))
        return "" if refusal is None else refusal.reason.removeprefix("refused.")

    assert reason(position({"g1": SQUAD, "s1": men})) == ""
    shaken = placed("de-rifle", "A2", attached=("de-hmg",), suppressed="on")
    assert reason(position({"g1": shaken, "s1": men})) == "suppressed-fires-one-weapon"
    section = placed("de-section-weapon", "A2", attached=("de-hmg",))
    assert reason(position({"g1": section, "s1": men})) == "section-fires-one-weapon"
    game = position({"g1": SQUAD, "s1": men})
    again = why_not_beside(game, first, (first,))
    assert again is not None
    assert again.reason == "refused.weapon-declared"


@pytest.mark.rule("panzer:5.1.1")
def test_a_reduced_squad_fires_as_a_half_squad() -> None:
    game = position({"g1": placed("de-rifle", "A2", reduced=True), "s1": placed("su-rifle", "A1")})
    gp = weapon_of(game, "g1", "small-arms").gp
    assert gp is not None
    assert gp.factor("P") == game.content.cards.leg["de-rifle-half"].gp.factor("P")
