"""Chapters 4.4.2 and 4.5: overwatch fire in the Combat and the Movement Phase."""

from __future__ import annotations

import pytest

from games.panzer.positions import (
    GERMANS_FIRST,
    Unit,
    command,
    lines,
    moving,
    offered,
    play,
    position,
    prompt,
    reason,
    state_of,
)
from sandtable.games.panzer.spotting.spotting_phase import range_to_spot
from sandtable.games.panzer.state import UNKNOWN, Command
from sandtable.kernel.views import masked

OVERWATCH = Command("overwatch")


@pytest.mark.rule("panzer:4.4.2", "panzer:4.4.3.2.2/overwatch", "panzer:4.0")
def test_after_all_direct_fire_those_who_fired_may_be_fired_at() -> None:
    table = position({"gA1-1": "1931/N", "sA1-1": "1928/S", "sA1-2": "1929/S"}, (*GERMANS_FIRST, 100, 1))
    command(table, gA11="fire", sA12="overwatch")
    play(table, "do:first", "unit:sA1-1", "do:decline")
    assert (table.decisions[0].side, prompt(table)) == ("soviet", "overwatch")
    assert (offered(table, "unit"), offered(table, "do")) == ({"gA1-1"}, {"pass"})
    assert lines(table, "unit:gA1-1")["overwatch"] == "-1"
    play(table, "unit:gA1-1")
    assert state_of(table).units["gA1-1"].damaged
    assert state_of(table).units["sA1-2"].spot == "fire"


@pytest.mark.rule("panzer:4.4.2")
def test_those_who_have_not_fired_are_no_targets_and_nobody_has_to_fire() -> None:
    table = position(
        {"gA1-1": "1931/N", "gA1-2": "1932/N", "sA1-1": "1928/S", "sA1-2": "1929/S"}, (*GERMANS_FIRST, 100, 90, 10)
    )
    command(table, gA11="fire", sA12="overwatch")
    play(table, "do:first", "unit:sA1-1", "do:decline")
    assert reason(table, "unit:gA1-2") == ("refused.no-trigger", "4.4.2")
    assert reason(table, "unit:sA1-1") == ("refused.own-unit", "4.4.2")
    play(table, "do:pass")
    assert state_of(table).turn == 2


@pytest.mark.rule("panzer:4.4.2", "panzer:4.2.1")
def test_who_was_to_fire_and_had_no_target_left_has_not_fired() -> None:
    units = {"gA1-1": "1931/N", "sA1-1": "1928/S", "sA1-2": "1929/S"}
    table = position(units, (*GERMANS_FIRST, *GERMANS_FIRST))
    command(table, gA11="fire", sA12="overwatch")
    state_of(table).spotted = {}
    play(table, "do:first")
    assert state_of(table).turn == 2


@pytest.mark.rule("panzer:4.4.2", "panzer:4.5")
def test_overwatch_fire_draws_overwatch_fire() -> None:
    table = position(
        {"gA1-1": "1931/N", "gA1-2": "1932/N", "sA1-1": "1928/S", "sA1-2": "1929/S"}, (*GERMANS_FIRST, 100, 100, 1)
    )
    command(table, gA11="fire", gA12="overwatch", sA12="overwatch")
    play(table, "do:first", "unit:sA1-1", "do:decline")
    assert table.decisions[0].side == "soviet"
    play(table, "unit:gA1-1")
    assert (table.decisions[0].side, offered(table, "unit")) == ("german", {"sA1-2"})
    play(table, "unit:sA1-2")
    assert "sA1-2" not in state_of(table).units


@pytest.mark.rule("panzer:4.4.3.2.2/overwatch", "panzer:4.4.3.2.2/overwatch-outside-fof", "panzer:4.4.3.1.3")
def test_outside_the_field_before_it_only_a_turret_fires_and_worse() -> None:
    mover = {"gA1-1": "1930/N"}
    for watcher, facing, expected in (("sA1-1", "N", "overwatch"), ("sA1-1", "S", "overwatch-outside")):
        table = moving({**mover, watcher: f"1932/{facing}"}, {watcher: OVERWATCH})
        play(table, "unit:gA1-1")
        sum_ = lines(table, "unit:gA1-1")
        assert sum_[expected] == ("-1" if facing == "N" else "-3")
        assert sum_["target-moving"] == "-2"
    table = moving({**mover, "sB1-1": "1932/S"}, {"sB1-1": OVERWATCH})
    play(table, "unit:gA1-1")
    assert prompt(table) == "move-to"


@pytest.mark.rule("panzer:4.5", "panzer:4.4.2", "panzer:4.1")
def test_a_mover_is_fired_at_hex_by_hex_though_nobody_had_spotted_it() -> None:
    table = moving({"gA1-1": "1932/N", "sA1-1": "1928/S"}, {"sA1-1": OVERWATCH}, (100,))
    state_of(table).spotted = {}
    play(table, "unit:gA1-1", "do:pass", "hex:1930")
    assert (prompt(table), state_of(table).units["gA1-1"].at) == ("overwatch", "1931")
    play(table, "do:pass")
    assert (prompt(table), state_of(table).units["gA1-1"].at) == ("overwatch", "1930")
    play(table, "unit:gA1-1")
    assert (prompt(table), state_of(table).commands["sA1-1"].fired) == ("move-to", True)


@pytest.mark.rule("panzer:4.4.3.2.6/damaged", "panzer:3.7")
def test_a_vehicle_damaged_on_its_way_has_half_of_its_points_left() -> None:
    table = moving({"gA1-1": "1932/N", "sA1-1": "1927/S"}, {"sA1-1": OVERWATCH}, (1,))
    play(table, "unit:gA1-1", "do:pass", "hex:1930", "unit:gA1-1")
    assert state_of(table).units["gA1-1"].damaged
    assert table.decisions[0].args["left"] == 2


@pytest.mark.rule("panzer:4.5", "panzer:4.4.2")
def test_who_fires_at_a_mover_may_be_fired_at_by_its_friends() -> None:
    table = moving(
        {"gA1-1": "1932/N", "gA1-2": "1931/N", "sA1-1": "1928/S"}, {"sA1-1": OVERWATCH, "gA1-2": OVERWATCH}, (100, 1)
    )
    play(table, "unit:gA1-1", "unit:gA1-1")
    assert (table.decisions[0].side, offered(table, "unit")) == ("german", {"sA1-1"})
    play(table, "unit:sA1-1")
    assert "sA1-1" not in state_of(table).units
    assert (table.decisions[0].side, prompt(table)) == ("german", "move-to")


@pytest.mark.rule("panzer:4.2.1", "panzer:4.4.2")
def test_a_side_is_asked_wherever_it_might_be_on_overwatch() -> None:
    table = moving({"gA1-1": "1932/N", "sA1-1": "1928/S"})
    play(table, "unit:gA1-1")
    assert (table.decisions[0].side, table.decisions[0].ids) == ("soviet", ["do:pass"])
    table = moving({"gA1-1": "1932/N", "sA1-1": "1928/S"}, {"sA1-1": Command("fire", shown=True, fired=True)})
    play(table, "unit:gA1-1")
    assert prompt(table) == "move-to"


@pytest.mark.rule("panzer:4.2.1", "panzer:4.4.2")
def test_others_do_not_see_who_is_picked_for_overwatch_before_it_is_declared() -> None:
    watch = {"sA1-1": OVERWATCH, "sA1-2": OVERWATCH}
    table = moving({"gA1-1": "1932/N", "sA1-1": "1928/S", "sA1-2": "1929/S"}, watch)
    play(table, "unit:gA1-1")
    before = masked(table.game, "german")
    play(table, "unit:gA1-1", "unit:sA1-1")
    after = masked(table.game, "german")
    assert table.game.title.codec.canonical(before) == table.game.title.codec.canonical(after)
    assert after.commands["sA1-1"] == UNKNOWN  # type: ignore[attr-defined]


@pytest.mark.rule("panzer:4.4.1", "panzer:4.4.2")
def test_several_watchers_fire_together_and_no_more_at_the_same_occasion() -> None:
    watch = {"sA1-1": OVERWATCH, "sA1-2": OVERWATCH}
    table = moving({"gA1-1": "1932/N", "sA1-1": "1928/S", "sA1-2": "1929/S"}, watch, (100, 100))
    play(table, "unit:gA1-1", "unit:gA1-1")
    assert prompt(table) == "firers"
    play(table, "unit:sA1-2", "do:fire")
    assert prompt(table) == "move-to"
    play(table, "hex:1931")
    assert (prompt(table), offered(table, "unit")) == ("overwatch", {"gA1-1"})


@pytest.mark.rule("panzer:4.1.1", "panzer:4.4.2")
def test_a_spot_counter_lets_a_mover_be_seen_from_further_away() -> None:
    """In Woods a vehicle is spotted from 7 hexes, and from 20 with SPOT/MOVE."""
    table = moving({"gA1-1": Unit("0109", 3), "sA1-1": "0119/N"}, {"sA1-1": OVERWATCH})
    assert range_to_spot(table.game, "gA1-1").hexes == 7
    play(table, "unit:gA1-1")
    assert range_to_spot(table.game, "gA1-1").hexes == 20
