"""Garrisons (21.8)."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy

import pytest
from msgspec.structs import replace

from games.efs.moves import why
from games.efs.positions import TITLE, asked, content, marked, quiet, running
from sandtable.games.efs import control
from sandtable.games.efs.files import VictoryLocation
from sandtable.games.efs.headquarters.garrisons import release_by_date, release_threatened
from sandtable.games.efs.movement.allowances import may_move
from sandtable.games.efs.movement.movement_phase import MovementPhase
from sandtable.games.efs.sequence import GameTurn
from sandtable.games.efs.state import AXIS, SOVIET, Attack
from sandtable.games.efs.units import Game
from sandtable.games.efs.victory import check_occupation

GARRISON, BESIDE, GERMANS, HERE = "su-106-inf", "su-40-cav-cav", "ax-46-inf", "1211"


def held(units: Mapping[str, str], turn: int = 48) -> bool:
    """Whether the garrison holds still, the phase having ended, with others on the map."""
    game = quiet({GARRISON: HERE, **units}, scenario="perekop", turn=turn)
    marked(game, GARRISON, garrison=True)
    release_threatened(game)
    return game.state.units[GARRISON].garrison


@pytest.mark.rule("efs:21.81")
def test_the_card_says_who_is_a_garrison() -> None:
    assert TITLE.start(content("perekop")).units[GARRISON].garrison


@pytest.mark.rule("efs:21.82")
def test_a_garrison_does_not_move() -> None:
    game = quiet({GARRISON: HERE}, scenario="perekop", phase="soviet/movement")
    marked(game, GARRISON, garrison=True)
    found = may_move(game, GARRISON)
    assert found is not None
    assert found.reason == "refused.garrison"
    marked(game, GARRISON, garrison=False)
    assert may_move(game, GARRISON) is None


@pytest.mark.rule("efs:21.83")
def test_an_enemy_zone_at_the_end_of_a_phase_releases_all_of_a_hex() -> None:
    assert held({GERMANS: "1209"})
    assert not held({GERMANS: "1210"})
    game = quiet({GARRISON: HERE, BESIDE: HERE, GERMANS: "1210"}, scenario="perekop")
    for unit_id in (GARRISON, BESIDE):
        marked(game, unit_id, garrison=True)
    release_threatened(game)
    assert not any(game.state.units[unit_id].garrison for unit_id in (GARRISON, BESIDE))


@pytest.mark.rule("efs:21.83")
def test_an_attack_releases_a_garrison() -> None:
    game = quiet({GARRISON: HERE}, scenario="perekop")
    marked(game, GARRISON, garrison=True)
    game.state.attacks["1012"] = Attack(AXIS, ("1012", HERE), (GERMANS,))
    release_threatened(game)
    assert not game.state.units[GARRISON].garrison


@pytest.mark.rule("efs:8.6", "efs:21.83")
def test_a_unit_that_came_by_a_conversion_has_no_date_and_keeps_nobody_elses() -> None:
    """No card says how it comes."""
    game = quiet({GARRISON: HERE, BESIDE: HERE}, scenario="perekop", turn=50)
    here = copy(game.content)
    here.card = replace(here.card, units={name: each for name, each in here.card.units.items() if name != BESIDE})
    marked(game, GARRISON, garrison=True)
    release_by_date(Game(TITLE, here, game.state), SOVIET)
    assert not game.state.units[GARRISON].garrison


@pytest.mark.rule("efs:21.83")
@pytest.mark.parametrize(("turn", "held_back"), [(49, True), (50, False)])
def test_a_garrison_is_released_on_its_date(turn: int, held_back: bool) -> None:
    game = quiet({GARRISON: HERE}, scenario="perekop", turn=turn)
    marked(game, GARRISON, garrison=True)
    release_by_date(game, AXIS)
    assert game.state.units[GARRISON].garrison
    release_by_date(game, SOVIET)
    assert game.state.units[GARRISON].garrison is held_back


# Locations that are worth nothing any more

OTHERS = "ax-73-inf"


def location(units: Mapping[str, str], *, turn: int = 50, garrison: int = 1) -> Game:
    """A location of the Axis that is worth five points, and nothing from turn 50 on."""
    here = copy(content("perekop"))
    here.card = replace(here.card, locations={HERE: VictoryLocation(points={48: 5, 50: 0}, garrison=garrison)})
    game = Game(TITLE, here, quiet(units, scenario="perekop", turn=48).state)
    control.settle(game)
    game.state.turn = turn
    return game


def begun(game: Game) -> Game:
    game.state.stack.append(GameTurn())
    game.advance()
    return game


@pytest.mark.rule("efs:24.26")
def test_the_unit_in_a_location_that_has_become_worthless_is_its_garrison() -> None:
    assert begun(location({GERMANS: HERE})).state.units[GERMANS].garrison
    assert not begun(location({GERMANS: HERE}, turn=49)).state.units[GERMANS].garrison
    assert not begun(location({GERMANS: HERE}, turn=51)).state.units[GERMANS].garrison
    gone = location({GERMANS: HERE})
    marked(gone, GERMANS, at="1209")
    assert not begun(gone).state.units[GERMANS].garrison


@pytest.mark.rule("efs:24.26")
def test_of_several_units_the_axis_player_names_the_garrison() -> None:
    game = begun(location({GERMANS: HERE, OTHERS: HERE, "ax-50-inf": "1209"}))
    assert (asked(game).prompt, asked(game).side) == ("leave-garrison", AXIS)
    assert asked(game).ids == [f"unit:{GERMANS}", f"unit:{OTHERS}"]
    assert why(game, "unit:ax-50-inf") == "refused.not-in-location"
    game.choose(f"unit:{OTHERS}")
    assert game.state.units[OTHERS].garrison
    assert not game.state.units[GERMANS].garrison


@pytest.mark.rule("efs:24.26", "efs:21.83")
def test_such_a_garrison_is_released_for_a_point_or_by_a_threat() -> None:
    game = location({GERMANS: HERE})
    marked(game, GERMANS, garrison=True)
    game.state.phase = "axis/movement"
    game = Game(TITLE, game.content, running(game, MovementPhase(side=AXIS)).state, game.dice)
    game.advance()
    points = game.state.vp
    assert f"unit:{GERMANS}" not in asked(game).ids
    game.choose("do:release-garrison")
    assert asked(game).ids == [f"hex:{HERE}", "do:keep-garrison"]
    game.choose(f"hex:{HERE}")
    assert game.state.vp == points - 1
    assert f"unit:{GERMANS}" in asked(game).ids
    assert why(game, "do:release-garrison") == "refused.no-garrisons"
    threatened = location({GERMANS: HERE, BESIDE: "1212"})
    marked(threatened, GERMANS, garrison=True)
    release_threatened(threatened)
    assert not threatened.state.units[GERMANS].garrison


@pytest.mark.rule("efs:24.24d")
@pytest.mark.parametrize(
    ("garrison", "steps", "friend", "kept"),
    [(0, 0, AXIS, True), (0, 0, SOVIET, False), (1, 0, AXIS, False), (1, 1, AXIS, True), (2, 1, AXIS, False)],
)
def test_what_a_location_requires_is_said_by_its_card(garrison: int, steps: int, friend: str, kept: bool) -> None:
    """Some take no unit, while no enemy zone of control makes them his, some more than one step."""
    game = location({GERMANS: HERE}, turn=49, garrison=garrison)
    game.state.control[HERE] = friend
    if steps:
        marked(game, GERMANS, steps=steps)
    else:
        marked(game, GERMANS, at="1209")
    check_occupation(game)
    assert game.state.locations[HERE].counted is kept
    assert game.state.vp == (5 if kept else 0)
