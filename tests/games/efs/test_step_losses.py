"""Step losses that the owner takes from a group (16.2), and the ground that allows orders (12.53b)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.efs.positions import (
    CADETS,
    INFANTRY,
    NKVD,
    PANZER,
    PIONEERS,
    RIFLE_DIVISION,
    RIFLES,
    Afterwards,
    asked,
    position,
    quiet,
    with_counters,
)
from sandtable.games.efs import control
from sandtable.games.efs.combat.step_losses import TakeSteps, losing_last, may_lose
from sandtable.games.efs.control import friend
from sandtable.games.efs.declaration.orders import allows_orders
from sandtable.games.efs.losses import lose_steps
from sandtable.games.efs.state import AXIS, SOVIET, Strongpoint, Weather
from sandtable.games.efs.supply.sources import named_sources

OTHER_NKVD = "su-26-nkvd-bor"
SOURCE = "1001"
GROUP = (PANZER, RIFLES, PIONEERS)


def losing(*unit_ids: str, steps: int, at: str = "0805", first: tuple[str, ...] = ()) -> TakeSteps:
    side = SOVIET if unit_ids[0].startswith("su") else AXIS
    return TakeSteps(side=side, units=unit_ids, steps=steps, cause="16.22", first=first)


@pytest.mark.rule("efs:16.21")
def test_the_owner_chooses_who_loses_each_step() -> None:
    game = position(dict.fromkeys(GROUP, "0805"), losing(*GROUP, steps=2))
    assert (asked(game).side, asked(game).prompt) == (AXIS, "lose-step")
    assert set(asked(game).ids) == {f"unit:{unit_id}" for unit_id in GROUP}
    game.choose(f"unit:{RIFLES}")
    game.choose(f"unit:{RIFLES}")
    assert game.state.units[RIFLES].box == "cadre"
    assert asked(game).prompt != "lose-step"


@pytest.mark.rule("efs:16.21")
def test_nothing_is_asked_where_there_is_no_choice() -> None:
    game = position({INFANTRY: "0805"}, losing(INFANTRY, steps=2))
    assert game.state.units[INFANTRY].steps == 2
    assert asked(game).prompt != "lose-step"


@pytest.mark.rule("efs:16.21")
def test_more_steps_than_the_group_has_take_all_of_it() -> None:
    game = position({CADETS: "0805"}, losing(CADETS, steps=4))
    assert game.state.units[CADETS].box == "cadre"


@pytest.mark.rule("efs:16.33")
def test_the_first_step_may_have_to_come_from_some() -> None:
    game = position(dict.fromkeys(GROUP, "0805"), losing(*GROUP, steps=2, first=(PANZER,)))
    assert game.state.units[PANZER].steps == 1
    assert set(asked(game).ids) == {f"unit:{unit_id}" for unit_id in GROUP}


@pytest.mark.rule("efs:16.24", "efs:21.51b")
def test_nkvd_units_on_ground_that_allows_orders_lose_last() -> None:
    group = (NKVD, CADETS)
    in_woods = quiet({NKVD: "0806", CADETS: "0806"})
    assert may_lose(in_woods, group, losing_last(in_woods, group, NKVD)) == [CADETS]
    in_the_open = quiet({NKVD: "0805", CADETS: "0805"})
    assert may_lose(in_the_open, group, losing_last(in_the_open, group, "")) == [NKVD, CADETS]
    alone = quiet({NKVD: "0806", CADETS: "0805"})
    assert may_lose(alone, group, losing_last(alone, group, NKVD)) == [NKVD, CADETS]
    units = {NKVD: "0806", CADETS: "0806", RIFLE_DIVISION: "0806"}
    last = losing_last(quiet(units), units, NKVD)
    game = position(units, replace(losing(*units, steps=1), last=last))
    refusal = game.explain(f"unit:{NKVD}")
    assert refusal is not None
    assert refusal.reason == "refused.nkvd-loses-last"


@pytest.mark.rule("efs:21.51b")
def test_of_several_nkvd_units_the_one_that_makes_the_others_stand_loses_last() -> None:
    units = dict.fromkeys((NKVD, OTHER_NKVD, CADETS), "0806")
    last = losing_last(quiet(units), units, NKVD)
    game = position(units, replace(losing(*units, steps=2), last=last))
    assert game.state.units[CADETS].box == "cadre"
    assert game.state.units[OTHER_NKVD].box == "cadre"
    assert game.state.units[NKVD].at == "0806"


@pytest.mark.rule("efs:12.53b")
def test_orders_are_given_in_woods_cities_and_fortifications() -> None:
    game = quiet({})
    assert allows_orders(game, "0806", SOVIET)
    assert not allows_orders(game, "0805", SOVIET)
    assert allows_orders(game, "1601", SOVIET)
    assert not allows_orders(game, "0403", SOVIET)
    assert allows_orders(quiet({}, weather=Weather(kind="mud")), "0403", SOVIET)
    game.state.strongpoints["0805"] = Strongpoint(SOVIET, "completed", 11)
    assert allows_orders(game, "0805", SOVIET)
    assert not allows_orders(game, "0805", AXIS)


@pytest.mark.rule("efs:3.11/hexes", "efs:3.12", "efs:6.21")
@pytest.mark.parametrize(("steps", "owner"), [(1, SOVIET), (2, AXIS)])
def test_the_hex_of_a_unit_that_is_lost_is_at_once_the_enemys_who_controls_it(steps: int, owner: str) -> None:
    """A Soviet source whose last defender is gone is none any more for those who retreat later in the same phase."""
    game = position(
        {RIFLE_DIVISION: SOURCE, PANZER: "1101"}, Afterwards(), losing(RIFLE_DIVISION, steps=steps),
        phase="axis/combat", steps={RIFLE_DIVISION: 2},
    )  # fmt: skip
    assert friend(game, SOURCE) == owner
    assert (SOURCE in named_sources(game, SOVIET)) == (owner == SOVIET)


@pytest.mark.rule("efs:3.11/hexes", "efs:3.25/note")
def test_ground_that_a_unit_held_by_a_zone_that_its_loss_has_taken_is_the_enemys() -> None:
    """Both exert a zone of control into the hex between them until the reduced side of one has a band."""
    game = quiet({RIFLE_DIVISION: "0803", PANZER: "0805"}, phase="axis/combat")
    game = with_counters(game, {RIFLE_DIVISION: {"no_zoc": (2,)}})
    control.settle(game)
    assert friend(game, "0804") == SOVIET
    lose_steps(game, RIFLE_DIVISION, 1, "16.22")
    assert friend(game, "0804") == AXIS
