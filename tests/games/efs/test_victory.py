"""Victory points (24)."""

from __future__ import annotations

from copy import copy

import pytest
from msgspec.structs import replace

from games.efs.positions import (
    CADETS,
    GUNS,
    INFANTRY,
    PANZER,
    RIFLE_DIVISION,
    TANKS,
    TITLE,
    content,
    marked,
    quiet,
)
from sandtable.games.efs import control, victory
from sandtable.games.efs.files import VictoryLocation
from sandtable.games.efs.losses import lose_steps
from sandtable.games.efs.sequence import VictoryPhase
from sandtable.games.efs.setup import place
from sandtable.games.efs.state import AXIS, SOVIET, Location
from sandtable.games.efs.units import Game


def end_of_turn(game: Game) -> None:
    """Let the Victory Determination Phase run."""
    phase = VictoryPhase()
    game.state.stack.append(phase)
    phase.begin(game)


@pytest.mark.rule("efs:24.11", "efs:24.12", "efs:24.21", "efs:24.22", "efs:24.24a")
def test_a_location_scores_as_soon_as_an_axis_unit_stands_in_it() -> None:
    game = quiet({INFANTRY: "0707"})
    control.settle(game)
    assert game.state.vp == 0
    marked(game, INFANTRY, at="0706")
    control.settle(game)
    assert game.state.vp == 3
    control.settle(game)
    assert game.state.vp == 3


@pytest.mark.rule("efs:24.22")
def test_it_stays_scored_when_the_unit_goes_on_and_is_lost_when_the_soviets_retake_it() -> None:
    game = quiet({INFANTRY: "0706", RIFLE_DIVISION: "0403"})
    control.settle(game)
    marked(game, INFANTRY, at="0806")
    control.settle(game)
    assert game.state.vp == 3
    marked(game, RIFLE_DIVISION, at="0706")
    control.settle(game)
    assert game.state.vp == 0
    assert game.state.locations["0706"].taken == 11


@pytest.mark.rule("efs:24.23")
def test_a_location_is_worth_what_the_schedule_says_of_the_turn() -> None:
    game = quiet({}, scenario="perekop")
    assert victory.worth(game, "1615") == 8
    assert victory.worth(game, "0908") == 3


@pytest.mark.rule("efs:24.12", "efs:24.25b")
def test_a_place_that_is_held_from_the_start_costs_points_when_it_falls() -> None:
    game = quiet({"su-276-inf": "2108"}, scenario="perekop")
    game.state.locations = {"2108": Location(counted=True, taken=48)}
    control.settle(game)
    assert game.state.vp == -2


@pytest.mark.rule("efs:24.25a", "efs:24.25b", "efs:24.25b/note")
def test_a_location_without_a_unit_is_lost_in_the_administrative_segment_but_stays_friendly() -> None:
    game = quiet({INFANTRY: "0706", PANZER: "0707"})
    control.settle(game)
    marked(game, INFANTRY, at="0708")
    marked(game, PANZER, at="0706")
    end_of_turn(game)
    assert game.state.vp == 3
    marked(game, PANZER, at="0709")
    control.settle(game)
    assert game.state.vp == 3
    end_of_turn(game)
    assert (game.state.vp, control.friend(game, "0706")) == (0, AXIS)
    end_of_turn(game)
    assert game.state.vp == 0
    marked(game, PANZER, at="0706")
    control.settle(game)
    assert game.state.vp == 3


@pytest.mark.rule("efs:24.24b")
@pytest.mark.parametrize(("at", "points"), [("0706", 3), ("0707", 3), ("0708", 0)])
def test_the_unit_that_a_city_requires_may_be_in_any_of_its_hexes(at: str, points: int) -> None:
    here = TITLE.load("luga-line", ())
    here.cities = frozenset({"0706", "0707"})
    game = Game(TITLE, here, quiet({INFANTRY: "0706"}).state)
    control.settle(game)
    marked(game, INFANTRY, at=at)
    end_of_turn(game)
    assert game.state.vp == points


@pytest.mark.rule("efs:24.22", "efs:24.23", "efs:24.25b")
def test_a_location_changes_hands_at_what_it_is_worth_in_the_turn() -> None:
    """The example of the rulebook: five points in turn 18, three from turn 20 on."""
    locations = {"0706": VictoryLocation(points={11: 5, 20: 3})}
    here = copy(content())
    here.card = replace(here.card, locations=locations)
    game = Game(TITLE, here, quiet({INFANTRY: "0706", RIFLE_DIVISION: "0403"}).state)
    totals = []
    for turn, axis, soviet in ((18, "0706", "0403"), (18, "0709", "0706"), (19, "0706", "0403"), (20, "0709", "0706")):
        game.state.turn = turn
        marked(game, INFANTRY, at=axis)
        marked(game, RIFLE_DIVISION, at=soviet)
        control.settle(game)
        totals.append(game.state.vp)
    marked(game, INFANTRY, at="0706")
    marked(game, RIFLE_DIVISION, at="0403")
    control.settle(game)
    assert (totals, game.state.vp) == ([5, 0, 5, 2], 5)


@pytest.mark.rule("efs:12.36a")
@pytest.mark.parametrize(("taken", "left", "points"), [(49, 0, 3), (48, 3, 0)])
def test_mandated_attacks_become_points_in_the_turn_in_which_a_location_falls(
    taken: int, left: int, points: int
) -> None:
    game = quiet({"ax-46-inf": "0908"}, scenario="perekop", turn=49)
    game.state.locations = {"0908": Location(counted=True, taken=taken)}
    game.state.mandated = 3
    end_of_turn(game)
    assert (game.state.mandated, game.state.vp) == (left, points)


@pytest.mark.rule("efs:12.36a")
@pytest.mark.parametrize("first_turn", [1, 11])
def test_retaking_what_was_held_from_the_start_converts_nothing_whatever_the_first_turn_is(first_turn: int) -> None:
    here = copy(content())
    here.card = replace(here.card, locations={"0706": VictoryLocation(points={1: 5}, counted=True)})
    here.first_turn = first_turn
    game = Game(TITLE, here, quiet({INFANTRY: "0709", RIFLE_DIVISION: "0706"}).state)
    begun = quiet({}).state
    place(begun, here)
    game.state.locations, game.state.turn, game.state.mandated = begun.locations, first_turn, 3
    for axis, soviet in (("0709", "0706"), ("0706", "0403")):
        marked(game, INFANTRY, at=axis)
        marked(game, RIFLE_DIVISION, at=soviet)
        control.settle(game)
    end_of_turn(game)
    assert game.state.mandated == 3


@pytest.mark.rule("efs:24.11")
def test_a_lost_headquarters_scores_what_the_schedule_says() -> None:
    game = quiet({"su-batov-hea": "1012"}, scenario="perekop")
    lose_steps(game, "su-batov-hea", 1, "16.22")
    assert game.state.vp == 2


@pytest.mark.rule("efs:24.31")
@pytest.mark.parametrize(("supply", "points"), [("out", 2), ("emergency", 3), ("supplied", 3)])
def test_at_the_end_a_location_held_out_of_supply_costs_a_point(supply: str, points: int) -> None:
    game = quiet({INFANTRY: "0706"}, turn=14)
    control.settle(game)
    marked(game, INFANTRY, supply=supply)
    end_of_turn(game)
    assert game.state.vp == points
    assert game.state.result is not None


@pytest.mark.rule("efs:16.25", "efs:24.41", "efs:24.42")
def test_every_sixth_step_of_armor_or_artillery_is_a_point() -> None:
    game = quiet({TANKS: "0805", CADETS: "0805", PANZER: "0603", GUNS: "0603"})
    game.state.losses[SOVIET] = 5
    lose_steps(game, CADETS, 1, "16.22")
    assert game.state.vp == 0
    lose_steps(game, TANKS, 1, "16.22")
    assert (game.state.vp, game.state.losses[SOVIET]) == (1, 0)
    game.state.losses[AXIS] = 4
    lose_steps(game, PANZER, 1, "16.22")
    lose_steps(game, GUNS, 1, "16.22")
    assert (game.state.vp, game.state.losses[AXIS]) == (0, 0)


@pytest.mark.rule("efs:24.13")
@pytest.mark.parametrize(
    ("points", "winner", "level"),
    [(21, AXIS, "axis-decisive"), (20, AXIS, "axis-substantial"), (11, AXIS, "axis-marginal"), (10, SOVIET, "soviet")],
)
def test_the_total_decides_who_has_won(points: int, winner: str, level: str) -> None:
    game = quiet({})
    game.state.vp = points
    victory.judge(game)
    assert game.state.result is not None
    assert (game.state.result.winner, game.state.result.level) == (winner, level)


@pytest.mark.rule("efs:24.24d", "efs:24.25b")
def test_a_location_that_was_lost_takes_all_its_garrison_to_score_again() -> None:
    here = copy(content())
    here.card = replace(here.card, locations={"0706": VictoryLocation(points={11: 5}, garrison=2)})
    game = Game(TITLE, here, quiet({INFANTRY: "0706", PANZER: "0708"}, steps={INFANTRY: 1, PANZER: 1}).state)
    control.settle(game)
    assert game.state.vp == 5
    end_of_turn(game)
    control.settle(game)
    assert game.state.vp == 0
    marked(game, PANZER, at="0706")
    control.settle(game)
    assert game.state.vp == 5


@pytest.mark.rule("efs:24.24b", "efs:24.25b")
@pytest.mark.parametrize(("enemy", "points"), [("0403", 3), ("0706", 0)])
def test_a_unit_anywhere_in_its_city_scores_a_location_again_that_the_enemy_is_not_in(enemy: str, points: int) -> None:
    here = TITLE.load("luga-line", ())
    here.cities = frozenset({"0706", "0707"})
    game = Game(TITLE, here, quiet({INFANTRY: "0706", RIFLE_DIVISION: "0403"}).state)
    control.settle(game)
    marked(game, INFANTRY, at="0709")
    end_of_turn(game)
    assert game.state.vp == 0
    marked(game, INFANTRY, at="0707")
    marked(game, RIFLE_DIVISION, at=enemy)
    control.settle(game)
    assert game.state.vp == points


@pytest.mark.rule("efs:24.24b", "efs:24.25b")
def test_a_location_is_not_held_from_another_hex_of_its_city_while_the_enemy_is_in_it() -> None:
    here = TITLE.load("luga-line", ("24.25b",))
    here.cities = frozenset({"0706", "0707"})
    game = Game(TITLE, here, quiet({INFANTRY: "0706", RIFLE_DIVISION: "0403"}).state)
    control.settle(game)
    marked(game, INFANTRY, at="0707")
    marked(game, RIFLE_DIVISION, at="0706")
    control.settle(game)
    assert game.state.vp == 3
    end_of_turn(game)
    assert game.state.vp == 0
