"""What the title's own computer opponent does with gas, jamming, special forces and Wild Weasels."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from games.gsfg.battles import CITY, CITY_NORTH, CITY_NORTHEAST, NORTH, SOUTH, TARGET, declare, phase
from games.gsfg.positions import content, position, quiet
from sandtable.games.gsfg.air.interdiction import Interdiction
from sandtable.games.gsfg.air.strikes import GroundAttacks
from sandtable.games.gsfg.combat.combat_phase import CombatPhase
from sandtable.games.gsfg.movement.movement_phase import MovementPhase
from sandtable.games.gsfg.optional.attacks_on_special_forces import AttackMarker
from sandtable.games.gsfg.optional.electronic_warfare import ElectronicCombat, SetJammers
from sandtable.games.gsfg.optional.special_forces import Displace, PlaceMarkers
from sandtable.games.gsfg.optional.special_forces_moves import MoveMarker
from sandtable.games.gsfg.optional.wild_weasels import Exchange
from sandtable.games.gsfg.staff import StaffPlayer
from sandtable.games.gsfg.state import NATO, SOVIET, Air, Jammers, SpecialForces
from sandtable.games.gsfg.units import Game
from sandtable.kernel import Procedure, View

TANKS, MORE_TANKS = "su-10g-tk", "su-12g-tk"
PARATROOPERS, MORE_PARATROOPERS = "su-76g-abn", "su-98g-abn"
BRIGADE = "us-4-2"
LAST = 15


def answer(game: Game) -> str:
    """What the staff chooses at the open decision."""
    decision = game.decisions[0]
    return StaffPlayer(1).choose(View(game, decision.side), decision)


# Chemical weapons


def cities_held(number: int, *, without: str = "") -> dict[str, str]:
    """So many West German cities outside the Ruhr in Soviet hands, those farthest from Bayreuth first."""
    board = content().board
    there = board.index[CITY]
    cities = content().region("frg-cities") - content().region("ruhr") - {without}
    farthest = sorted(cities, key=lambda label: (-board.distance(board.index[label], there), label))
    assert len(farthest) >= number
    return dict.fromkeys(farthest[:number], SOVIET)


def storming(held: int, turn: int = LAST) -> Game:
    """A city about to be stormed by tanks that cannot take it without gas."""
    captured = cities_held(held, without=CITY)
    game = phase({TANKS: CITY_NORTH, BRIGADE: CITY}, turn=turn, captured=captured)
    declare(game, CITY, TANKS)
    return game


@pytest.mark.rule("gsfg:4.7")
def test_gas_takes_the_city_that_decides_the_war() -> None:
    assert answer(storming(31)) == "do:chemical"


@pytest.mark.rule("gsfg:4.8")
@pytest.mark.parametrize("held", [20, 36])
def test_no_gas_where_the_war_is_won_or_lost_anyway(held: int) -> None:
    assert answer(storming(held)) == "do:conventional"


@pytest.mark.rule("gsfg:4.8")
def test_no_gas_before_the_last_turn() -> None:
    assert answer(storming(31, turn=10)) == "do:conventional"


@pytest.mark.rule("gsfg:4.7")
def test_no_gas_for_a_hex_that_counts_for_nothing() -> None:
    game = phase({TANKS: NORTH, "us-3-arm": TARGET}, turn=LAST, captured=cities_held(31))
    declare(game, TARGET, TANKS)
    assert answer(game) == "do:conventional"


@pytest.mark.rule("gsfg:4.7")
@pytest.mark.parametrize(("held", "chosen"), [(31, "do:chemical"), (36, "do:conventional")])
def test_gas_keeps_the_city_without_which_the_war_is_lost(held: int, chosen: str) -> None:
    units = {"us-1-arm": CITY_NORTH, "us-3-arm": CITY_NORTH, "us-8-mech": CITY_NORTHEAST, TANKS: CITY}
    captured = cities_held(held, without=CITY) | {CITY: SOVIET}
    game = phase(units, NATO, turn=LAST, captured=captured, steps={TANKS: 1})
    declare(game, CITY, "us-1-arm", "us-3-arm", "us-8-mech")
    assert (game.decisions[0].prompt, answer(game)) == ("chemical", chosen)


@pytest.mark.rule("gsfg:4.7")
def test_an_attack_that_only_gas_can_win_is_made_with_everybody() -> None:
    units = {PARATROOPERS: CITY_NORTH, MORE_PARATROOPERS: CITY_NORTH, BRIGADE: CITY}
    game = phase(units, turn=LAST, captured=cities_held(31, without=CITY))
    made = []
    while game.decisions[0].prompt in ("attack-hex", "attackers"):
        made.append(answer(game))
        game.choose(made[-1])
    assert made[0] == f"hex:{CITY}"
    assert set(made[1:]) == {f"unit:{PARATROOPERS}", f"unit:{MORE_PARATROOPERS}", "do:attack"}
    assert answer(game) == "do:chemical"


# Electronic warfare


def jammed(side: str, units: Mapping[str, str], *, attack: tuple[str, ...] = (), step: str = "begin") -> Game:
    """Electronic combat with markers to place."""
    game = quiet(units, active=side, switches=("13.11",))
    game.state.jammers = {SOVIET: Jammers(2, 2), NATO: Jammers(2, 2)}
    game.state.stack[:] = [ElectronicCombat(side=side, attack=attack, step=step)]
    game.advance()
    return game


STACKS = {TANKS: NORTH, MORE_TANKS: NORTH, "su-207-mr": "3515", "us-3-arm": TARGET, "us-11-cv": "2024"}


@pytest.mark.rule("gsfg:13.13")
def test_the_stack_that_is_about_to_attack_is_jammed() -> None:
    assert answer(jammed(NATO, STACKS)) == f"hex:{NORTH}"


@pytest.mark.rule("gsfg:13.17")
def test_a_stack_that_is_jammed_already_is_left_alone() -> None:
    game = jammed(NATO, {unit_id: at for unit_id, at in STACKS.items() if unit_id != MORE_TANKS})
    game.state.units[TANKS] = replace(game.state.units[TANKS], ew="degraded")
    assert answer(game) == "hex:3515"


@pytest.mark.rule("gsfg:13.13")
def test_markers_defend_the_stack_that_matters_most() -> None:
    game = jammed(NATO, STACKS, attack=("3515", NORTH), step="answer")
    assert (game.decisions[0].prompt, answer(game)) == ("counter-jam", f"hex:{NORTH}")


@pytest.mark.rule("gsfg:13.12")
@pytest.mark.parametrize(("side", "number"), [(NATO, 3), (SOVIET, 2)])
def test_some_markers_attack_and_some_defend(side: str, number: int) -> None:
    game = quiet(STACKS, active=side, switches=("13.11",))
    game.state.jammers = {side: Jammers(spent=4)}
    game.state.stack[:] = [SetJammers(side=side)]
    game.advance()
    assert answer(game) == f"number:{number}"


# Special forces


def raid(procedure: Procedure, active: str = NATO, units: Mapping[str, str] = STACKS, **markers: str) -> Game:
    """A question about special forces, with markers such as nato_1 on the map."""
    game = quiet(units, active=active, air=active, switches=("13.1",))
    for name, at in markers.items():
        side, number = name.split("_")
        game.state.special_forces[f"{side}-{number}"] = SpecialForces(side=side, at=at)
    game.state.stack[:] = [procedure]
    game.advance()
    return game


def near(option: str, label: str) -> bool:
    return option.removeprefix("hex:") in content().adjacent[label]


@pytest.mark.rule("gsfg:13.22")
def test_special_forces_come_in_next_to_the_strongest_in_contact() -> None:
    assert near(answer(raid(PlaceMarkers(side=NATO, place="west-germany", left=1))), NORTH)


@pytest.mark.rule("gsfg:13.5")
def test_special_forces_walk_to_where_they_cut_supply_and_stay_there() -> None:
    game = raid(MoveMarker(marker="nato-1"), nato_1="2924")
    assert near(answer(game), NORTH)
    beside = next(label for label in content().adjacent[NORTH] if label not in (TARGET, NORTH) and near(label, NORTH))
    best = answer(raid(MoveMarker(marker="nato-1"), nato_1=beside))
    assert best == "do:stay" or near(best, NORTH)


@pytest.mark.rule("gsfg:13.6")
def test_special_forces_far_from_anybody_fly() -> None:
    game = raid(MoveMarker(marker="nato-1"), nato_1="1235")
    assert answer(game) == "do:fly"
    game.choose("do:fly")
    landing = answer(game).removeprefix("hex:")
    board = content().board
    assert board.distance(board.index[landing], board.index[NORTH]) < board.distance(
        board.index["1235"], board.index[NORTH]
    )


@pytest.mark.rule("gsfg:13.5/clarification")
def test_enemy_special_forces_are_driven_away_from_the_own_units() -> None:
    units = {TANKS: NORTH, MORE_TANKS: NORTH, "us-3-arm": SOUTH}
    game = raid(Displace(marker="nato-1"), units=units, nato_1=SOUTH)
    assert game.decisions[0].side == SOVIET
    assert not near(answer(game), NORTH)


@pytest.mark.rule("gsfg:13.8")
def test_the_weakest_unit_hunts_special_forces() -> None:
    units = {TANKS: NORTH, "su-207-mr": NORTH, "us-3-arm": "2024"}
    game = raid(AttackMarker(marker="nato-1", group="main"), SOVIET, units, nato_1=NORTH)
    assert answer(game) == "unit:su-207-mr"


@pytest.mark.rule("gsfg:13.8")
def test_special_forces_are_hunted_by_those_with_nobody_else_to_attack() -> None:
    game = quiet({TANKS: NORTH, "us-3-arm": "2024"}, active=SOVIET, switches=("13.1",))
    game.state.special_forces["nato-1"] = SpecialForces(side=NATO, at=NORTH)
    game.state.stack[:] = [CombatPhase(side=SOVIET, group="main")]
    game.advance()
    assert answer(game) == "sf:nato-1"


@pytest.mark.rule("gsfg:13.5")
def test_special_forces_move_before_the_units() -> None:
    game = position(STACKS, MovementPhase(side=NATO, group="nato"), switches=("13.1",))
    game.state.special_forces["nato-1"] = SpecialForces(side=NATO, at="2924")
    game.advance()
    assert answer(game) == "sf:nato-1"


# Wild Weasels

CROWD = {TANKS: NORTH, "su-207-mr": "3123", "su-21-mr": "3225", "su-94g-mr": "4013", "us-3-arm": "2024"}


def flying(procedure: Procedure, aircraft: int, weasels: int = 0, units: Mapping[str, str] = CROWD) -> Game:
    game = quiet(units, air=NATO, switches=("13.18",))
    game.state.air = Air(side=NATO, aircraft=aircraft, wild_weasels=weasels)
    game.state.stack[:] = [procedure]
    game.advance()
    return game


@pytest.mark.rule("gsfg:13.18")
def test_an_aircraft_is_exchanged_where_stacks_stand_close_together() -> None:
    assert answer(flying(Exchange(), 4)) == "weasels:2"


@pytest.mark.rule("gsfg:13.18")
def test_no_aircraft_is_exchanged_where_there_are_few_or_nothing_to_gain() -> None:
    assert answer(flying(Exchange(), 2)) == "weasels:0"
    assert answer(flying(Exchange(), 4, units={TANKS: NORTH, "su-94g-mr": "4013"})) == "weasels:0"


@pytest.mark.rule("gsfg:13.19")
def test_with_wild_weasels_the_attacks_spread_over_a_crowd_and_each_is_helped() -> None:
    game = flying(GroundAttacks(side=NATO), 6, weasels=2)
    for _ in range(4):
        game.choose(answer(game))
    frame = game.state.stack[-1]
    assert isinstance(frame, GroundAttacks)
    assert frame.targets == {NORTH: 1, "3123": 1, "3225": 1}
    weasel = answer(game).removeprefix("hex:")
    assert {NORTH, "3123", "3225"} <= {weasel, *content().adjacent[weasel]}
    game.choose(f"hex:{weasel}")
    assert answer(game) == "do:done"


@pytest.mark.rule("gsfg:13.19")
def test_without_wild_weasels_all_aircraft_strike_together() -> None:
    game = flying(GroundAttacks(side=NATO), 3)
    for _ in range(2):
        game.choose(answer(game))
    frame = game.state.stack[-1]
    assert isinstance(frame, GroundAttacks)
    assert list(frame.targets.values()) == [2]


@pytest.mark.rule("gsfg:6.7")
def test_some_aircraft_are_kept_to_slow_the_enemy_down() -> None:
    game = flying(GroundAttacks(side=NATO), 4)
    for _ in range(2):
        game.choose(answer(game))
    assert (answer(game), game.state.air.aircraft) == ("do:done", 2)


@pytest.mark.rule("gsfg:6.7")
def test_interdiction_falls_before_those_who_are_free_to_go_on() -> None:
    """Tanks before the border, and others who are held by the brigade next to them."""
    game = flying(Interdiction(side=NATO), 1, units={TANKS: "3021", MORE_TANKS: "3126", BRIGADE: TARGET})
    struck = answer(game).removeprefix("hex:")
    assert content().board.distance(content().board.index[struck], content().board.index["3021"]) <= 3


@pytest.mark.rule("gsfg:13.20")
def test_those_left_over_join_the_interdiction() -> None:
    game = flying(Interdiction(side=NATO), 1, weasels=1)
    game.choose(answer(game))
    assert answer(game) == "do:with-weasel"
