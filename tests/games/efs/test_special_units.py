"""Armored trains, machine guns and militia (21.3, 21.6, 21.7)."""

from __future__ import annotations

import pytest

from games.efs.moves import moving, reach, why
from games.efs.positions import asked, marked, position, quiet, running, with_counters
from sandtable.games.efs.combat.advances import may_advance
from sandtable.games.efs.combat.asterisks import Fight, wears_armor_down
from sandtable.games.efs.combat.combat_phase import CombatPhase
from sandtable.games.efs.combat.organization import lacking_supply
from sandtable.games.efs.combat.retreats import Retreat
from sandtable.games.efs.declaration.attackers import barrier
from sandtable.games.efs.declaration.declaration_phase import AttackDeclarationPhase
from sandtable.games.efs.losses import eliminate
from sandtable.games.efs.state import AXIS, SOVIET, Attack, SupplyUnit
from sandtable.games.efs.supply.routes import supplied_hexes
from sandtable.games.efs.supply.states import determine
from sandtable.games.efs.surrender import may_surrender, to_be_checked
from sandtable.games.efs.units import Game, is_armored, is_motorized, is_untried
from sandtable.games.efs.victory import counts_for_points
from sandtable.games.efs.zones import zone_of

TRAIN, MACHINE_GUNS, MILITIA, DIVISION = "su-1-tk-tr-arm", "su-mg-a-inf", "su-simferopol-inf", "su-106-inf"
RING = {"ax-46-inf": "1211", "ax-73-inf": "1312", "ax-50-inf": "1112"}
"""Three divisions whose zones of control close 1212."""
CITY = "1615"
NEAR, FAR, FURTHER = "1113", "1013", "1012"
"""Five and six hexes from the city; FAR is next to NEAR, FURTHER has a railroad."""


# Trains


@pytest.mark.rule("efs:21.33")
def test_a_train_stops_enemy_supply_in_its_own_hex_only() -> None:
    """On the causeway at Chongar, over which 1810 is supplied; beside it the train has no zone of control."""
    assert "1810" in supplied_hexes(quiet({}, scenario="perekop"), AXIS)
    assert "1810" not in supplied_hexes(quiet({TRAIN: "1909"}, scenario="perekop"), AXIS)
    assert "1810" in supplied_hexes(quiet({TRAIN: "1811"}, scenario="perekop"), AXIS)


@pytest.mark.rule("efs:21.34")
def test_trains_need_no_supply_and_never_surrender() -> None:
    game = quiet({**RING, TRAIN: "1212", DIVISION: "1212"}, scenario="perekop")
    for _ in range(2):
        determine(game)
    assert game.state.units[TRAIN].supply == "supplied"
    assert game.state.units[DIVISION].supply == "out"
    assert lacking_supply(game, (TRAIN, DIVISION), ()) == [DIVISION]
    assert may_surrender(game, "1212") == [DIVISION]
    alone = quiet({**RING, TRAIN: "1212"}, scenario="perekop")
    assert to_be_checked(alone) == []


@pytest.mark.rule("efs:21.35", "efs:16.23")
def test_a_train_is_no_armor_and_goes_to_cadre_however_it_is_lost() -> None:
    game = quiet({TRAIN: CITY, "ax-190-ass": "1614"}, scenario="perekop")
    assert not is_armored(game, TRAIN)
    assert not is_motorized(game, TRAIN)
    assert not counts_for_points(game, TRAIN)
    red = with_counters(game, {"ax-190-ass": {"red": True}})
    assert not wears_armor_down(red, Fight(("ax-190-ass",), (CITY,), supplied=True, number=1))
    eliminate(game, TRAIN, "16.46a")
    assert game.state.units[TRAIN].box == "cadre"


@pytest.mark.rule("efs:21.32b", "efs:16.47b")
def test_a_train_retreats_along_railroads_that_are_still_its_own() -> None:
    for holder, box in ({}, ""), ({"1414": AXIS}, "cadre"):
        game = quiet({TRAIN: "1213", "ax-46-inf": "1112"}, scenario="perekop")
        game.state.rail_holder.update(holder)
        game = running(game, Retreat(side=SOVIET, units=(TRAIN,), origin=("1213",), manner="combat"))
        assert game.state.units[TRAIN].box == box
        assert game.state.units[TRAIN].at == ("" if box else "1414")


@pytest.mark.rule("efs:12.15b", "efs:21.32b")
def test_a_train_attacks_only_where_its_own_railroad_leads() -> None:
    edge = next(edge for edge in sorted(quiet({}, scenario="perekop").content.rails) if edge[0] == "1213")
    game = quiet({TRAIN: edge[0], "ax-46-inf": edge[1]}, scenario="perekop")
    assert barrier(game, TRAIN, edge[1]) == ""
    game.state.rail_holder[edge[1]] = AXIS
    assert barrier(game, TRAIN, edge[1]) == "refused.rails-only"


# Machine guns


@pytest.mark.rule("efs:21.61", "efs:21.63")
def test_machine_guns_are_turned_over_when_they_fight_and_not_when_they_are_threatened() -> None:
    units = {"ax-46-inf": "0907", MACHINE_GUNS: "0908"}
    game = position(units, AttackDeclarationPhase(side=AXIS), scenario="perekop", phase="axis/declaration")
    game.choose("hex:0908")
    while asked(game).side == AXIS and "do:done" not in asked(game).ids:
        game.choose(asked(game).ids[-1])
    assert is_untried(game, MACHINE_GUNS)
    fighting = quiet(units, scenario="perekop", phase="axis/combat")
    fighting.state.attacks["0908"] = Attack(AXIS, ("0908",), ("ax-46-inf",))
    fighting.state.pools["machine-guns"] = ("0-1-0", "remove")
    fighting.state.supplies["axis-s1"] = SupplyUnit(AXIS, "0907", 1)
    fighting = running(fighting, CombatPhase(side=AXIS), dice=("remove",))
    fighting.choose("do:as-declared")
    assert is_untried(fighting, MACHINE_GUNS)
    fighting.choose("do:attack")
    assert fighting.state.units[MACHINE_GUNS].box == "cannot-rebuild"
    assert fighting.state.supplies["axis-s1"].points == 1
    assert asked(fighting).prompt == "advance"


@pytest.mark.rule("efs:21.62")
def test_untried_machine_guns_exert_a_zone_need_supply_and_surrender() -> None:
    game = quiet({MACHINE_GUNS: "1212"}, scenario="perekop")
    assert {"1112", "1211", "1213"} <= zone_of(game, SOVIET)
    pocket = quiet({**RING, MACHINE_GUNS: "1212"}, scenario="perekop")
    determine(pocket)
    assert pocket.state.units[MACHINE_GUNS].supply == "emergency"
    assert to_be_checked(pocket) == ["1212"]


# Militia


def brigade(at: str, phase: str = "soviet/movement", **others: str) -> Game:
    """The brigade of Simferopol, which has been tried, raised in CITY."""
    markers = {MILITIA: {"home": CITY, "tried": "1-2-3"}}
    return moving({MILITIA: at, **others}, f"unit:{MILITIA}", phase=phase, scenario="perekop", markers=markers)


@pytest.mark.rule("efs:21.71", "efs:21.73")
def test_untried_militia_is_turned_over_in_an_attack_of_others_and_never_comes_back() -> None:
    game = quiet({DIVISION: "1213", MILITIA: "1213", "ax-190-ass": "1212"}, scenario="perekop", phase="soviet/combat")
    game.state.attacks["1212"] = Attack(SOVIET, ("1212",), (DIVISION, MILITIA))
    game.state.pools["militia-brigades"] = ("1-1-3", "remove")
    game = running(game, CombatPhase(side=SOVIET), dice=("remove", 1))
    for choice in ("do:as-declared", "do:attack"):
        game.choose(choice)
    assert game.state.units[MILITIA].box == "cannot-rebuild"
    assert game.state.units[DIVISION].attacked
    for lost in ("cadre", "eliminated"):
        other = quiet({MILITIA: CITY}, scenario="perekop")
        marked(other, MILITIA, tried="1-1-3")
        eliminate(other, MILITIA, "16.12")
        assert other.state.units[MILITIA].box == "cannot-rebuild", lost


@pytest.mark.rule("efs:21.74")
def test_militia_brigades_move_no_further_than_five_hexes_from_their_city() -> None:
    game = brigade(NEAR)
    assert {"1114", "1213"} <= reach(game).keys()
    assert not {FAR, FURTHER, "1014"} & reach(game).keys()
    assert why(game, f"hex:{FAR}") == "refused.beyond-home"


@pytest.mark.rule("efs:21.7", "efs:21.74")
def test_militia_divisions_and_brigades_that_no_city_raised_are_free() -> None:
    units, markers = {MILITIA: NEAR}, {MILITIA: {"tried": "1-2-3"}}
    free = moving(units, f"unit:{MILITIA}", phase="soviet/movement", scenario="perekop", markers=markers)
    assert FAR in reach(free)
    division = with_counters(brigade(NEAR), {MILITIA: {"size": "XX"}})
    assert FAR in reach(division)


@pytest.mark.rule("efs:21.74")
def test_nor_do_they_ride_or_march_further() -> None:
    game = brigade("1213")
    game.choose("do:rail")
    assert {"1112", CITY} <= reach(game).keys()
    assert FURTHER not in reach(game)
    assert why(game, f"hex:{FURTHER}") == "refused.beyond-home"
    marching = brigade("1112")
    marching.choose("do:strategic")
    assert reach(marching)
    assert not {FURTHER, "1011"} & reach(marching).keys()


@pytest.mark.rule("efs:21.74")
def test_nor_advance() -> None:
    game = quiet({MILITIA: NEAR, DIVISION: NEAR}, scenario="perekop", phase="soviet/combat")
    marked(game, MILITIA, home=CITY, tried="1-2-3")
    refusal = may_advance(game, MILITIA, FAR)
    assert refusal is not None
    assert refusal.reason == "refused.beyond-home"
    assert may_advance(game, DIVISION, FAR) is None


@pytest.mark.rule("efs:21.74", "efs:21.73")
def test_who_is_driven_too_far_from_its_city_is_gone() -> None:
    """The division with it goes on; what stays within five hexes is safe."""
    for origin, survives in ((NEAR, False), ("1513", True)):
        units = dict.fromkeys((MILITIA, DIVISION), origin)
        game = quiet({**units, "ax-46-inf": "1214" if origin == NEAR else "1613"}, scenario="perekop")
        marked(game, MILITIA, home=CITY, tried="1-2-3")
        retreat = Retreat(side=SOVIET, units=(MILITIA, DIVISION), origin=(origin,), manner="combat")
        game = running(game, retreat)
        while asked(game).prompt == "retreat":
            west = [each for each in asked(game).ids if each.startswith("hex:")]
            game.choose(min(west))
        assert bool(game.state.units[MILITIA].at) == survives
        assert game.state.units[DIVISION].at not in ("", origin)
        if not survives:
            assert game.state.units[MILITIA].box == "cannot-rebuild"


# Heavy guns on the move

GUNS = "su-51-army-art-fie"
RAILROAD_GUN = {"type": "railroad-artillery", "ma": "gray", "faces": ((0, 1, 48), (4, 1, 48)), "box": False}
SUPER_HEAVY = {"type": "super-heavy-artillery", "ma": "green", "faces": ((0, 1, 4), (4, 1, 4)), "box": False}


def gun(at: str, printed: dict[str, object], phase: str = "soviet/movement", **markers: object) -> Game:
    game = moving({GUNS: at}, phase=phase, scenario="perekop", markers={GUNS: markers})
    return with_counters(game, {GUNS: printed})


@pytest.mark.rule("efs:13.33a")
def test_railroad_guns_move_like_trains_on_their_mobile_side() -> None:
    """In either movement phase, not in both; along railroads, and at no cost to their capacity."""
    for phase in ("soviet/motorized", "soviet/movement"):
        game = gun("1213", RAILROAD_GUN, phase)
        game.choose(f"unit:{GUNS}")
        assert {"1414", CITY, "1012"} <= reach(game).keys()
        assert "1214" not in reach(game)
        assert "do:rail" not in asked(game).ids
        game.choose(f"hex:{CITY}")
        assert game.state.units[GUNS].at == CITY
        assert not game.state.rail_used
    again = gun("1213", RAILROAD_GUN, moved_in=("motorized",))
    assert why(again, f"unit:{GUNS}") == "refused.other-phase"
    firing = gun("1213", RAILROAD_GUN, mode="firing")
    assert why(firing, f"unit:{GUNS}") == "refused.firing"


@pytest.mark.rule("efs:13.41c", "efs:13.41d")
def test_super_heavy_guns_march_and_ride_on_their_mobile_side_only() -> None:
    mobile = gun("1213", SUPER_HEAVY)
    mobile.choose(f"unit:{GUNS}")
    assert {"do:strategic", "do:rail"} <= set(asked(mobile).ids)
    normal = reach(mobile).keys()
    mobile.choose("do:strategic")
    assert reach(mobile).keys() - normal
    firing = gun("1213", SUPER_HEAVY, mode="firing")
    assert f"unit:{GUNS}" not in asked(firing).ids
    assert why(firing, f"unit:{GUNS}") == "refused.firing"
