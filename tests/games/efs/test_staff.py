"""The title's own computer opponent: what its staff orders at positions, and how it fares against chance."""

from __future__ import annotations

import pytest

from games.efs.positions import (
    CADETS,
    HOWITZERS,
    HQ,
    INFANTRY,
    NKVD,
    OTHER_RIFLES,
    PANZER,
    RIFLE_DIVISION,
    RIFLES,
    SCOUTS,
    STRONG_DIVISION,
    TITLE,
    asked,
    position,
)
from sandtable.games.efs.combat.step_losses import TakeSteps
from sandtable.games.efs.declaration.declaration_phase import AttackDeclarationPhase
from sandtable.games.efs.movement.move import Move
from sandtable.games.efs.movement.movement_phase import MovementPhase
from sandtable.games.efs.staff import StaffPlayer
from sandtable.games.efs.state import AXIS, SOVIET, Location
from sandtable.games.efs.units import Game
from sandtable.kernel import View
from sandtable.players import Player, RandomPlayer

OSMINO, SABSK, LUGA = "0809", "0706", "1412"
ENDLESS = 3000
"""The decisions after which a game is taken for an endless one."""


def answer(game: Game) -> str:
    """What the staff chooses at the open decision."""
    decision = asked(game)
    return StaffPlayer(1).choose(View(game, decision.side), decision)


def destination(game: Game, unit_id: str) -> str:
    """Where a unit is after the staff's next choices for it."""
    while asked(game).prompt == "move-to":
        game.choose(answer(game))
    return game.state.units[unit_id].at


def axis_move(units: dict[str, str], mover: str, turn: int = 0) -> Game:
    return position(units, MovementPhase(side=AXIS), Move(units=(mover,)), turn=turn)


def soviet_move(units: dict[str, str], mover: str) -> Game:
    return position(units, MovementPhase(side=SOVIET), Move(units=(mover,)), phase="soviet/movement")


# Movement


def test_the_axis_takes_an_open_location_in_reach() -> None:
    game = axis_move({INFANTRY: "0708", CADETS: "1601"}, INFANTRY)
    assert destination(game, INFANTRY) == SABSK


def test_the_soviets_retake_what_was_left_open() -> None:
    game = soviet_move({PANZER: "1214", CADETS: "0806"}, CADETS)
    game.state.locations[SABSK] = Location(counted=True, taken=11)
    destination(game, CADETS)
    assert not game.state.locations[SABSK].counted


def test_a_lone_garrison_stays_where_points_are_counted() -> None:
    game = axis_move({INFANTRY: LUGA, CADETS: "1409"}, INFANTRY)
    game.state.locations[LUGA] = Location(counted=True, taken=11)
    assert destination(game, INFANTRY) == LUGA


# Battles


def test_an_attack_at_good_odds_is_declared_and_a_hopeless_one_is_not() -> None:
    strong = position(
        {PANZER: "0810", RIFLES: "0810", OTHER_RIFLES: "0810", SCOUTS: "0810", CADETS: OSMINO},
        AttackDeclarationPhase(side=AXIS),
        phase="axis/declaration",
    )
    assert answer(strong) == f"hex:{OSMINO}"
    weak = position(
        {SCOUTS: "1413", STRONG_DIVISION: LUGA, RIFLE_DIVISION: LUGA, HOWITZERS: "1411", HQ: "1511"},
        AttackDeclarationPhase(side=AXIS),
        phase="axis/declaration",
    )
    assert answer(weak) == "do:done"


def test_a_step_is_lost_where_it_costs_least() -> None:
    units = (INFANTRY, SCOUTS)
    game = position(
        {INFANTRY: "0810", SCOUTS: "0810", NKVD: "1601"},
        TakeSteps(side=AXIS, units=units, steps=1, cause="16.12"),
        phase="axis/combat",
    )
    assert answer(game) == f"unit:{INFANTRY}"


# Whole games


def play(axis: Player, soviet: Player, scenario: str, seed: int) -> Game:
    game = TITLE.new_game(scenario, (), seed)
    players = {AXIS: axis, SOVIET: soviet}
    made = 0
    while game.decisions:
        made += 1
        assert made < ENDLESS
        decision = game.decisions[0]
        game.choose(players[decision.side].choose(View(game, decision.side), decision), decision.side)
        game.events.clear()
    return game


@pytest.mark.parametrize("scenario", ["luga-line", "perekop", "perekop-long"])
def test_the_staff_plays_both_sides_to_the_end(scenario: str) -> None:
    assert play(StaffPlayer(1), StaffPlayer(2), scenario, 3).state.result is not None


def test_the_axis_beats_chance() -> None:
    for seed in range(2):
        won = play(StaffPlayer(seed), RandomPlayer(seed), "luga-line", seed).state.result
        assert won is not None
        assert won.winner == AXIS


@pytest.mark.parametrize("scenario", ["luga-line", "perekop"])
def test_the_soviets_beat_chance(scenario: str) -> None:
    for seed in range(2):
        won = play(RandomPlayer(seed), StaffPlayer(seed), scenario, seed).state.result
        assert won is not None
        assert won.winner == SOVIET
