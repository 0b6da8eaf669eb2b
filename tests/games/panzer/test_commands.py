"""Chapter 4.2: commands, placed in secret by both sides at once."""

from __future__ import annotations

import pytest

from games.panzer.positions import (
    GERMANS_FIRST,
    command,
    offered,
    play,
    position,
    prompt,
    reason,
    state_of,
)
from sandtable.games.panzer.events import AllShown
from sandtable.games.panzer.state import UNKNOWN
from sandtable.kernel import PUBLIC
from sandtable.kernel.views import masked

FACE_TO_FACE = {"gA1-1": "1931/N", "gA1-2": "1932/N", "gB1-5": "1831/N", "sA1-1": "1928/S"}


@pytest.mark.rule("panzer:4.2", "panzer:4.2.1", "panzer:1.7.2")
def test_a_vehicle_that_has_spotted_an_enemy_may_have_any_command() -> None:
    table = position(FACE_TO_FACE)
    table.choose("unit:gA1-1", "german")
    assert offered(table, "command", "german") == {"fire", "move", "short-halt", "overwatch", "no-command"}


@pytest.mark.rule("panzer:4.2", "panzer:4.2.1", "panzer:4.4.1")
def test_fire_needs_a_spotted_enemy_and_overwatch_a_weapon() -> None:
    table = position({"gA1-1": "0112/N", "gB1-5": "1831/N", "sA1-1": "4330/S"})
    table.choose("unit:gA1-1", "german")
    assert offered(table, "command", "german") == {"move", "overwatch", "no-command"}
    assert reason(table, "command:fire", "german") == ("refused.nothing-spotted", "4.2.1")
    table.choose("command:overwatch", "german")
    table.choose("unit:gB1-5", "german")
    assert offered(table, "command", "german") == {"move", "no-command"}
    assert reason(table, "command:overwatch", "german") == ("refused.unarmed", "4.2")


@pytest.mark.rule("panzer:4.2.1", "panzer:4.4.3.1.3")
def test_a_gun_without_a_turret_needs_the_enemy_before_it() -> None:
    table = position({"gB1-1": "1931/S", "gB1-2": "1931/N", "sA1-1": "1928/S"})
    table.choose("unit:gB1-1", "german")
    assert "fire" not in offered(table, "command", "german")
    table.choose("command:no-command", "german")
    table.choose("unit:gB1-2", "german")
    assert "fire" in offered(table, "command", "german")


@pytest.mark.rule("panzer:4.2.1")
def test_a_platoon_is_told_in_one_gesture_and_then_come_the_exceptions() -> None:
    table = position(FACE_TO_FACE)
    table.choose("platoon:gA1", "german")
    table.choose("command:fire", "german")
    assert "gA1" not in offered(table, "platoon", "german")
    table.choose("unit:gA1-2", "german")
    table.choose("command:move", "german")
    assert reason(table, "unit:gA1-2", "german") == ("refused.told", "4.2.1")
    orders = {name: each.order for name, each in state_of(table).commands.items()}
    assert orders == {"gA1-1": "fire", "gA1-2": "move", "gB1-5": "no-command", "sA1-1": "no-command"}


@pytest.mark.rule("panzer:4.2.1")
def test_once_everybody_is_told_nothing_can_be_forgotten() -> None:
    table = position({"gA1-1": "1931/N", "gA1-2": "1932/N", "sA1-1": "1928/S"})
    assert [decision.default for decision in table.decisions if decision.side == "german"] == [""]
    table.choose("platoon:gA1", "german")
    table.choose("command:no-command", "german")
    assert [decision.default for decision in table.decisions if decision.side == "german"] == ["do:done"]
    assert offered(table, "unit", "german") == {"gA1-1", "gA1-2"}


@pytest.mark.rule("panzer:4.2.1")
def test_those_of_a_platoon_that_cannot_carry_out_its_command_keep_theirs() -> None:
    table = position({"gA1-1": "1931/N", "gA1-2": "0112/N", "sA1-1": "1928/S"})
    table.choose("platoon:gA1", "german")
    table.choose("command:fire", "german")
    assert [state_of(table).commands[name].order for name in ("gA1-1", "gA1-2")] == ["fire", "no-command"]


@pytest.mark.rule("panzer:4.2.1")
def test_nobody_sees_the_commands_of_others_before_they_are_carried_out() -> None:
    table = position(FACE_TO_FACE, GERMANS_FIRST)
    table.choose("unit:gA1-1", "german")
    table.choose("command:fire", "german")
    seen = masked(table.game, "soviet")
    assert all(seen.commands[name] == UNKNOWN for name in ("gA1-1", "gA1-2"))  # type: ignore[attr-defined]
    assert masked(table.game, "german").commands["gA1-1"].order == "fire"  # type: ignore[attr-defined]
    command(table, gA12="move", sA11="overwatch")
    play(table, "do:first")
    seen = masked(table.game, PUBLIC)
    assert seen.commands["gA1-1"].order == "fire"  # type: ignore[attr-defined]
    assert seen.commands["gA1-2"] == seen.commands["sA1-1"] == UNKNOWN  # type: ignore[attr-defined]


@pytest.mark.rule("panzer:4.2", "panzer:4.6", "panzer:4.6.1", "panzer:4.0")
def test_without_a_command_nothing_happens_and_commands_are_gone_with_the_turn() -> None:
    table = position(FACE_TO_FACE, (*GERMANS_FIRST, *GERMANS_FIRST))
    command(table, gA11="overwatch", gA12="overwatch")
    play(table, "do:first")
    assert (state_of(table).turn, prompt(table)) == (2, "command-whom")
    shown = [event for event in table.game.events if isinstance(event, AllShown)]
    assert [(event.side, event.order, event.units) for event in shown] == [("german", "overwatch", ("gA1-1", "gA1-2"))]
    assert {each.order for each in state_of(table).commands.values()} == {"no-command"}
