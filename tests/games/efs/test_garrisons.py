"""Garrisons (21.8)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from games.efs.positions import TITLE, content, marked, quiet
from sandtable.games.efs.headquarters.garrisons import release_by_date, release_threatened
from sandtable.games.efs.movement.allowances import may_move
from sandtable.games.efs.state import AXIS, SOVIET, Attack

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


@pytest.mark.rule("efs:21.83")
@pytest.mark.parametrize(("turn", "held_back"), [(49, True), (50, False)])
def test_a_garrison_is_released_on_its_date(turn: int, held_back: bool) -> None:
    game = quiet({GARRISON: HERE}, scenario="perekop", turn=turn)
    marked(game, GARRISON, garrison=True)
    release_by_date(game, AXIS)
    assert game.state.units[GARRISON].garrison
    release_by_date(game, SOVIET)
    assert game.state.units[GARRISON].garrison is held_back
