"""The Combat Phase (16): what the results of attacks do to those who are in them."""

from __future__ import annotations

import pytest

from games.efs.battles import BESIDE, DIVISION, NEXT_TO_OPEN, OPEN, attack_on, battle, choose, end, resolved
from games.efs.positions import (
    CADETS,
    GUNS,
    INFANTRY,
    NKVD,
    PANZER,
    RIFLE_DIVISION,
    SCOUTS,
    STRONG_DIVISION,
    TITLE,
    Afterwards,
    asked,
    position,
    quiet,
    running,
)
from sandtable.games.efs.combat.combat_phase import CombatPhase
from sandtable.games.efs.combat.step_losses import TakeSteps
from sandtable.games.efs.state import AXIS, SOVIET, SupplyUnit, Unit
from sandtable.games.efs.units import Game


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
