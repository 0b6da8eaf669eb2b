"""What asterisks and orders add to the losses of a combat, and who takes the first of them (16.3, 16.45)."""

from __future__ import annotations

import pytest

from games.efs.positions import (
    ANTI_TANK,
    CADETS,
    INFANTRY,
    PANZER,
    PIONEERS,
    RIFLE_DIVISION,
    RIFLES,
    STRONG_DIVISION,
    TANKS,
    asked,
    marked,
    quiet,
    running,
)
from sandtable.games.efs.combat.asterisks import (
    Fight,
    Losses,
    attackers_losses,
    conditions,
    defenders_losses,
    with_orders,
)
from sandtable.games.efs.combat.step_losses import TakeSteps
from sandtable.games.efs.state import AXIS, SOVIET, Construction, Strongpoint
from sandtable.games.efs.units import Game

FROM, TARGET = "0806", "0805"


def fortified(game: Game, side: str = SOVIET, status: Construction = "completed") -> Game:
    game.state.strongpoints[TARGET] = Strongpoint(side, status, 11)
    return game


@pytest.mark.rule("efs:16.31", "efs:16.32a")
def test_a_mandated_attack_without_supply_on_a_strongpoint_loses_three_steps_more() -> None:
    game = fortified(quiet({STRONG_DIVISION: FROM, INFANTRY: TARGET}), AXIS)
    fight = Fight((STRONG_DIVISION,), (TARGET,), supplied=False, mandated=True)
    assert conditions(game, fight) == {"without-attack-supply": 1, "mandated": 1, "fortification": 1}
    assert attackers_losses(game, fight, 0, asterisk=True) == Losses(3)
    assert attackers_losses(game, fight, 1, asterisk=False) == Losses(1)


@pytest.mark.rule("efs:16.32a")
def test_a_strongpoint_counts_when_it_is_completed_and_the_defenders_own() -> None:
    fight = Fight((INFANTRY,), (TARGET,), supplied=True)
    units = {INFANTRY: FROM, CADETS: TARGET}
    assert conditions(fortified(quiet(units)), fight) == {"fortification": 1}
    assert conditions(fortified(quiet(units), AXIS), fight) == {}
    assert conditions(fortified(quiet(units), status="under-construction"), fight) == {}


@pytest.mark.rule("efs:16.32a")
def test_a_fortified_line_counts_if_all_attackers_cross_it() -> None:
    game = quiet({INFANTRY: "1413", RIFLES: "1312", PANZER: "1512", CADETS: "1412"})
    assert conditions(game, Fight((INFANTRY, RIFLES), ("1412",), supplied=True)) == {"fortification": 1}
    assert conditions(game, Fight((INFANTRY, PANZER), ("1412",), supplied=True)) == {}


@pytest.mark.rule("efs:16.32b")
def test_red_armor_without_fuel_costs_the_axis_a_step_on_either_side() -> None:
    game = quiet({PANZER: FROM, RIFLES: FROM, CADETS: TARGET})
    attack = Fight((PANZER, RIFLES), (TARGET,), supplied=True)
    assert conditions(game, attack) == {}
    marked(game, RIFLES, fuel_shortage=True)
    assert conditions(game, attack) == {}
    marked(game, PANZER, fuel_shortage=True)
    assert conditions(game, attack) == {"fuel-shortage": 1}
    defence = Fight((CADETS,), (FROM,), supplied=True)
    assert defenders_losses(game, defence, 1, asterisk=True, own=Losses(0)).steps == 2
    assert defenders_losses(game, defence, 1, asterisk=False, own=Losses(0)).steps == 1


@pytest.mark.rule("efs:16.33", "efs:16.33a1", "efs:16.33a2", "efs:16.33a3")
def test_armor_is_worn_down_by_guns_against_it() -> None:
    """The result 1*/1 against a strongpoint with an anti-tank unit."""
    game = fortified(quiet({PANZER: FROM, RIFLES: FROM, CADETS: TARGET, ANTI_TANK: TARGET}, phase="axis/combat"))
    fight = Fight((PANZER, RIFLES), (TARGET,), supplied=True, number=1)
    ours = attackers_losses(game, fight, 1, asterisk=True)
    theirs = defenders_losses(game, fight, 1, asterisk=True, own=ours)
    assert (ours, theirs) == (Losses(2, (PANZER,)), Losses(1, (ANTI_TANK,)))
    running(
        game,
        TakeSteps(side=AXIS, units=fight.attackers, steps=ours.steps, cause="16.32a", first=ours.first),
        TakeSteps(side=SOVIET, units=(CADETS, ANTI_TANK), steps=theirs.steps, cause="16.22", first=theirs.first),
    )
    assert game.state.units[ANTI_TANK].box
    assert game.state.units[PANZER].steps == 1
    assert set(asked(game).ids) == {f"unit:{PANZER}", f"unit:{RIFLES}"}


@pytest.mark.rule("efs:16.33a1", "efs:16.33a2")
def test_it_is_worn_down_only_where_the_attacker_loses_anything() -> None:
    game = quiet({PANZER: FROM, RIFLES: FROM, ANTI_TANK: TARGET})
    fight = Fight((PANZER, RIFLES), (TARGET,), supplied=True, number=1)
    assert attackers_losses(game, fight._replace(number=0), 0, asterisk=True) == Losses(0)
    assert attackers_losses(game, fight, 1, asterisk=True) == Losses(1, (PANZER,))
    assert attackers_losses(game, fight, 1, asterisk=False) == Losses(1)
    standing = fight._replace(number=0)
    assert attackers_losses(game, standing, 1, asterisk=True) == Losses(1)
    infantry = quiet({PANZER: FROM, RIFLES: FROM, CADETS: TARGET})
    assert attackers_losses(infantry, fight, 1, asterisk=True) == Losses(1)


@pytest.mark.rule("efs:16.33a3")
def test_the_defenders_armor_loses_before_his_guns() -> None:
    game = quiet({PANZER: FROM, TANKS: TARGET, ANTI_TANK: TARGET, RIFLE_DIVISION: TARGET})
    fight = Fight((PANZER,), (TARGET,), supplied=True)
    worn = fight._replace(number=1)
    lost = Losses(1, (PANZER,))
    assert defenders_losses(game, worn, 1, asterisk=True, own=lost) == Losses(1, (TANKS,))
    assert defenders_losses(game, worn, 0, asterisk=True, own=lost) == Losses(0)
    assert defenders_losses(game, fight, 1, asterisk=True, own=lost) == Losses(1)


@pytest.mark.rule("efs:16.33a3", "efs:16.45b")
def test_where_going_further_saves_the_attackers_armor_the_defender_chooses() -> None:
    """The result 1R* of tanks that go further, against a panzer regiment without fuel."""
    game = quiet({TANKS: FROM, PANZER: TARGET, RIFLES: TARGET})
    marked(game, PANZER, fuel_shortage=True)
    fight = Fight((TANKS,), (TARGET,), supplied=True, number=1)
    own = attackers_losses(game, fight, with_orders(1, retreats=True, orders="additional-retreat"), asterisk=True)
    assert own.steps == 0
    assert defenders_losses(game, fight, 0, asterisk=True, own=own) == Losses(1)
    stays = attackers_losses(game, fight, 1, asterisk=True)
    assert defenders_losses(game, fight, 0, asterisk=True, own=stays) == Losses(1, (PANZER,))


@pytest.mark.rule("efs:16.33b1", "efs:16.33b2", "efs:16.33")
def test_declared_engineers_lose_the_step_that_the_asterisk_costs() -> None:
    units = {PIONEERS: FROM, INFANTRY: FROM, CADETS: TARGET}
    game = fortified(quiet(units))
    declared = Fight((PIONEERS, INFANTRY), (TARGET,), supplied=True, specialists=(PIONEERS,))
    assert attackers_losses(game, declared, 0, asterisk=True) == Losses(1, (PIONEERS,))
    assert attackers_losses(game, declared, 1, asterisk=False) == Losses(1)
    not_declared = declared._replace(specialists=())
    assert attackers_losses(game, not_declared, 1, asterisk=True) == Losses(2)
    assert attackers_losses(quiet(units), declared, 1, asterisk=True) == Losses(1)


@pytest.mark.rule("efs:16.33")
def test_where_both_apply_armor_takes_it() -> None:
    game = fortified(quiet({PIONEERS: FROM, PANZER: FROM, ANTI_TANK: TARGET}))
    fight = Fight((PIONEERS, PANZER), (TARGET,), supplied=True, specialists=(PIONEERS,))
    assert attackers_losses(game, fight, 0, asterisk=True) == Losses(1, (PANZER,))


@pytest.mark.rule("efs:16.15", "efs:16.45a", "efs:16.45b")
def test_orders_change_the_number_of_a_retreat() -> None:
    assert with_orders(1, retreats=True, orders="no-retreat") == 2
    assert with_orders(0, retreats=True, orders="no-retreat") == 1
    assert with_orders(1, retreats=False, orders="no-retreat") == 1
    assert with_orders(2, retreats=True, orders="additional-retreat") == 1
    assert with_orders(0, retreats=True, orders="additional-retreat") == 0
    assert with_orders(2, retreats=False, orders="additional-retreat") == 2
    assert with_orders(2, retreats=True, orders="") == 2
