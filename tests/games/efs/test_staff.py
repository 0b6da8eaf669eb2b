"""The title's own computer opponent: what its staff orders at positions, and how it fares against chance."""

from __future__ import annotations

import pytest

from games.efs.battles import BESIDE, NEXT_TO_OPEN, OPEN, attack_on, battle, two_attacks
from games.efs.positions import (
    CADETS,
    GUNS,
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
    quiet,
)
from games.efs.test_regiments import DIVISION, ENEMY, camp
from sandtable.games.efs.artillery.commit import CommitArtillery
from sandtable.games.efs.combat.step_losses import TakeSteps
from sandtable.games.efs.declaration.declaration_phase import AttackDeclarationPhase
from sandtable.games.efs.engineers.demolition import DestroyBridges
from sandtable.games.efs.movement.move import Move
from sandtable.games.efs.movement.movement_phase import MovementPhase
from sandtable.games.efs.staff import StaffPlayer, engineers
from sandtable.games.efs.state import AXIS, SOVIET, Attack, Location
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


def test_a_bridge_is_built_where_it_shortens_the_way_of_those_who_are_near(monkeypatch: pytest.MonkeyPatch) -> None:
    """From 1108 the way over 1209 and a bridge to 1308 is a point shorter, which is enough here."""
    monkeypatch.setattr(engineers, "SAVED", 4)
    game = position({INFANTRY: "1108", CADETS: "1601"}, MovementPhase(side=AXIS), turn=12)
    for label in game.content.land - {"1601"}:
        if game.content.first_friend[label] == SOVIET:
            game.state.control[label] = AXIS
    game.advance()
    for _ in ("do:bridge", "from", "across"):
        game.choose(answer(game))
    built = next(iter(game.state.bridges.values()))
    assert (built.at, built.to, built.status) == ("1209", "1308", "completed")


def test_no_bridge_is_built_where_nobody_is_near() -> None:
    game = position({RIFLES: "1414", CADETS: "1601"}, MovementPhase(side=AXIS))
    assert asked(game).find("do:bridge")
    assert answer(game) != "do:bridge"


def test_a_division_leaves_a_regiment_in_a_quiet_location() -> None:
    game = camp({DIVISION: "0909", ENEMY: "2108"})
    game.state.locations["0909"] = Location(counted=True, taken=48)
    game.choose(answer(game))
    assert asked(game).prompt == "detach-from"
    while asked(game).prompt != "move-unit":
        game.choose(answer(game))
    held = [unit_id for unit_id, unit in game.state.units.items() if unit.at == "0909"]
    assert DIVISION in held
    assert len(held) == 2


def test_a_division_stays_whole_where_the_enemy_is_near() -> None:
    game = camp({DIVISION: "0909", ENEMY: "1011"})
    game.state.locations["0909"] = Location(counted=True, taken=48)
    assert answer(game) != "do:detach"


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


def test_a_division_overruns_who_stands_in_its_way() -> None:
    stack = dict.fromkeys((PANZER, RIFLES, OTHER_RIFLES, SCOUTS), "0712")
    game = position({**stack, NKVD: "0711"}, MovementPhase(side=AXIS))
    assert answer(game) == "division:6-pz"
    game.choose(answer(game))
    assert answer(game) == "overrun:0711"


def test_guns_come_within_range_of_the_fight_but_not_to_the_front_alone() -> None:
    units = {GUNS: "1414", INFANTRY: "1413", STRONG_DIVISION: LUGA}
    game = axis_move(units, GUNS)
    there = destination(game, GUNS)
    assert game.content.distance(there, LUGA) <= game.content.counters[GUNS].range
    assert there == "1413" or there not in game.content.adjacent[LUGA]


def test_a_headquarters_does_not_move_next_to_the_enemy() -> None:
    game = soviet_move({HQ: "1510", RIFLE_DIVISION: "1410", INFANTRY: "1411"}, HQ)
    assert game.content.distance(destination(game, HQ), "1411") > 1


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


def test_attacks_that_promise_more_as_one_are_merged() -> None:
    game = two_attacks()
    game.choose(f"hex:{OPEN}")
    assert answer(game) == f"hex:{BESIDE}"


def test_no_attack_is_stripped_of_those_on_whom_it_counts() -> None:
    """The rifles are next to the cadets too, but against the border troops they are needed more."""
    units = {PANZER: NEXT_TO_OPEN, RIFLES: NEXT_TO_OPEN, OTHER_RIFLES: NEXT_TO_OPEN, SCOUTS: NEXT_TO_OPEN}
    game = battle(
        {**units, CADETS: OPEN, NKVD: BESIDE},
        attack_on(OPEN, by=(PANZER, SCOUTS)),
        attack_on(BESIDE, by=(RIFLES, OTHER_RIFLES)),
        supplied_at="",
    )
    game.choose(f"hex:{OPEN}")
    game.choose("do:as-declared")
    assert f"unit:{RIFLES}" in asked(game).ids
    assert answer(game) == "do:attack"


def test_an_attack_that_was_ordered_is_made_with_all_that_it_takes() -> None:
    """Two divisions are enough against a gun, but have only five of the six steps that are demanded."""
    units = {"su-156-inf": "1012", "su-172-inf": "1012", "su-271-inf": "1111", "ax-787-fie": "1011"}
    phase = AttackDeclarationPhase(side=SOVIET)
    game = position(units, phase, phase="soviet/declaration", scenario="perekop", steps={"su-172-inf": 1})
    game.state.mandated = 1
    while not game.state.attacks:
        game.choose(answer(game))
    assert game.state.attacks["1011"].mandated


def test_nobody_follows_the_enemy_who_would_leave_guns_alone_before_another() -> None:
    units = {PANZER: NEXT_TO_OPEN, GUNS: NEXT_TO_OPEN, CADETS: OPEN}
    for others, answered in (({}, f"unit:{PANZER}"), ({NKVD: BESIDE}, "do:done")):
        game = battle({**units, **others}, attack_on(OPEN, by=(PANZER,)), dice=(5,))
        while asked(game).prompt != "advance":
            game.choose(asked(game).default or answer(game))
        assert answer(game) == answered


def test_guns_support_the_combat_from_which_the_enemy_hopes_for_most() -> None:
    """Cadets and a division are attacked in two hexes as one, which no hex but the first gives its name."""
    units = {PANZER: "0810", RIFLES: "0810", SCOUTS: "0909", CADETS: "0709", RIFLE_DIVISION: "0809"}
    game = quiet({**units, STRONG_DIVISION: "0908", HOWITZERS: "0808"}, phase="axis/combat")
    game.state.attacks["0908"] = Attack(side=AXIS, hexes=("0908",), attackers=(SCOUTS,))
    game.state.attacks["0709"] = Attack(side=AXIS, hexes=("0709", "0809"), attackers=(PANZER, RIFLES))
    game.state.stack.append(CommitArtillery(side=SOVIET))
    game.advance()
    game.choose(answer(game))
    assert asked(game).prompt == "support-where"
    assert answer(game) in {"hex:0709", "hex:0809"}


def test_a_step_is_lost_where_it_costs_least() -> None:
    units = (INFANTRY, SCOUTS)
    game = position(
        {INFANTRY: "0810", SCOUTS: "0810", NKVD: "1601"},
        TakeSteps(side=AXIS, units=units, steps=1, cause="16.12"),
        phase="axis/combat",
    )
    assert answer(game) == f"unit:{INFANTRY}"


def test_a_headquarters_is_lost_last() -> None:
    game = position(
        {CADETS: OSMINO, HQ: OSMINO, INFANTRY: "0810"},
        TakeSteps(side=SOVIET, units=(CADETS, HQ), steps=1, cause="16.12"),
        phase="axis/combat",
    )
    assert answer(game) == f"unit:{CADETS}"


@pytest.mark.parametrize(
    ("north", "answered"), [("", "bridge:1811-1812"), ("1810", "do:done")], ids=["free", "feeding"]
)
def test_no_bridge_is_blown_up_by_which_a_bridgehead_is_fed(north: str, answered: str) -> None:
    """The bridge of Chongar, with Germans before it, and with a division on its far bank or none."""
    units = {"su-106-inf": "1812", "ax-22-inf": "1909", **({"su-276-inf": north} if north else {})}
    game = position(units, DestroyBridges(side=SOVIET), scenario="perekop", phase="soviet/engineering")
    assert answer(game) == answered


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


@pytest.mark.parametrize("scenario", ["luga-line", "perekop"])
def test_either_side_beats_chance(scenario: str) -> None:
    for seed in range(2):
        as_axis = play(StaffPlayer(seed), RandomPlayer(seed), scenario, seed).state.result
        as_soviet = play(RandomPlayer(seed), StaffPlayer(seed), scenario, seed).state.result
        assert as_axis is not None
        assert as_soviet is not None
        assert (as_axis.winner, as_soviet.winner) == (AXIS, SOVIET)
