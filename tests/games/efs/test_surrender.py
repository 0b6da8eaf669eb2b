"""Soviet surrender (20): who is checked, what modifies the roll, and what it comes to."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from games.efs.positions import CADETS, HQ, INFANTRY, NKVD, OTHER_RIFLES, PANZER, TITLE, asked, marked, quiet, sum_of
from sandtable.games.efs.events.surrender import SurrenderChecked
from sandtable.games.efs.state import SOVIET, Strongpoint, SupplyUnit
from sandtable.games.efs.surrender import SurrenderPhase, havens, modifiers, to_be_checked
from sandtable.games.efs.units import Game
from sandtable.kernel import Decision, Option, Procedure
from sandtable.kernel import Game as KernelGame
from sandtable.kernel.dice import ScriptedDice

POCKET = "1212"
RING = {"ax-46-inf": "1211", "ax-73-inf": "1312", "ax-50-inf": "1112"}
"""Three divisions whose zones of control close the pocket."""
RIFLES, OTHERS, TRAIN = "su-156-inf", "su-271-inf", "su-1-tk-tr-arm"
MILITIA = "su-simferopol-inf"


class Afterwards(Procedure, frozen=True):
    """Stands for what follows the phase."""

    def begin(self, game: Game) -> Decision:
        return Decision(SOVIET, "unwritten", "4.21", (Option("do:done", rule="4.21"),), {"phase": game.state.phase})


def pocket(units: Mapping[str, str] | None = None, *, turn: int = 48) -> Game:
    return quiet(
        {**RING, **(units or {RIFLES: POCKET})}, scenario="perekop", phase="administrative/surrender", turn=turn
    )


def checked(game: Game, *rolls: int) -> Game:
    game.state.stack += [Afterwards(), SurrenderPhase()]
    game.dice = ScriptedDice(rolls)
    game.advance()
    return game


@pytest.mark.rule("efs:20.0", "efs:20.11")
def test_cut_off_units_in_an_axis_zone_are_checked() -> None:
    assert to_be_checked(pocket()) == [POCKET]
    open_pocket = quiet({RIFLES: POCKET, "ax-46-inf": "1211"}, scenario="perekop")
    assert to_be_checked(open_pocket) == []


@pytest.mark.rule("efs:20.11")
def test_ports_and_sources_at_the_edge_of_the_map_are_havens() -> None:
    game = quiet({}, scenario="perekop")
    assert {"1316", "1616", "1916"} <= havens(game)
    assert "1212" not in havens(game)
    game.state.control["1316"] = "axis"
    assert "1316" not in havens(game)


@pytest.mark.rule("efs:20.13")
def test_friendly_units_open_the_line() -> None:
    assert to_be_checked(pocket({RIFLES: POCKET, OTHERS: "1213"})) == []


@pytest.mark.rule("efs:20.12")
def test_trains_and_citadels_do_not_surrender() -> None:
    assert to_be_checked(pocket({TRAIN: POCKET})) == []
    fresh = TITLE.load("perekop", ())
    fresh.citadels = frozenset({POCKET})
    assert to_be_checked(KernelGame(TITLE, fresh, pocket().state)) == []
    game = checked(pocket({RIFLES: POCKET, TRAIN: POCKET}), 1)
    assert game.state.units[TRAIN].at == POCKET
    assert game.state.units[RIFLES].box == "eliminated"


@pytest.mark.rule("efs:20.11", "efs:20.13")
def test_a_haven_in_an_axis_zone_saves_only_those_who_hold_it_or_are_led_to_a_unit_there() -> None:
    beside = {RIFLES: "1216", "ax-46-inf": "1115", "ax-73-inf": "1215", "ax-50-inf": "1315"}
    game = quiet(beside, scenario="perekop", turn=48)
    assert to_be_checked(game) == ["1216"]
    held = quiet({**beside, OTHERS: "1316"}, scenario="perekop", turn=48)
    assert to_be_checked(held) == []


@pytest.mark.rule("efs:20.21", "efs:20.22", "efs:21.52", "efs:20.21/note-supply")
def test_what_modifies_the_roll() -> None:
    game = pocket()
    assert modifiers(game, POCKET) == {"supplied": 4, "despair": -2}
    game.state.turn = 62
    marked(game, RIFLES, supply="emergency")
    assert modifiers(game, POCKET) == {"emergency": 2}
    marked(game, RIFLES, supply="out")
    assert modifiers(game, POCKET) == {}
    game.state.strongpoints[POCKET] = Strongpoint(SOVIET, "completed", 47)
    assert modifiers(game, POCKET) == {"shelter": 1}
    north = quiet({HQ: "0805", NKVD: "0805"})
    for unit_id in (HQ, NKVD):
        marked(north, unit_id, supply="out")
    north.state.turn = 62
    assert modifiers(north, "0805") == {"headquarters": 1, "nkvd": 1}
    militia = pocket({MILITIA: POCKET}, turn=62)
    assert modifiers(militia, POCKET) == {"supplied": 4, "militia-only": -1}


def starving(*unit_ids: str) -> Game:
    """A pocket without supply, in a turn without despair."""
    game = pocket(dict.fromkeys(unit_ids, POCKET), turn=62)
    for unit_id in unit_ids:
        marked(game, unit_id, supply="out")
    return game


@pytest.mark.rule("efs:20.12", "efs:20.21", "efs:21.34")
def test_a_train_in_the_hex_changes_nothing_for_those_who_may_surrender() -> None:
    """It needs no supply and is no militia, which must not count for the others."""
    for switches in ((), ("20.21",)):
        game = quiet({**RING, MILITIA: POCKET, TRAIN: POCKET}, scenario="perekop", turn=48, switches=switches)
        marked(game, MILITIA, supply="out", tried="1-1-3")
        alone = quiet({**RING, MILITIA: POCKET}, scenario="perekop", turn=48, switches=switches)
        marked(alone, MILITIA, supply="out", tried="1-1-3")
        assert modifiers(game, POCKET) == modifiers(alone, POCKET)
        assert "militia-only" in modifiers(game, POCKET)


@pytest.mark.rule("efs:20.11")
def test_units_in_a_haven_do_not_surrender_however_they_are_surrounded() -> None:
    around = {"ax-46-inf": "1315", "ax-73-inf": "1216", "ax-50-inf": "1415"}
    game = quiet({**around, RIFLES: "1316"}, scenario="perekop")
    assert to_be_checked(game) == []


@pytest.mark.rule("efs:20.21", "efs:20.21/note-supply", "efs:16.23")
def test_all_surrender_and_their_supply_is_lost() -> None:
    game = starving(RIFLES, OTHERS)
    game.state.supplies["soviet-s1"] = SupplyUnit(SOVIET, POCKET, 1)
    checked(game, 3)
    assert {game.state.units[unit_id].box for unit_id in (RIFLES, OTHERS)} == {"eliminated"}
    assert game.state.supplies == {}


@pytest.mark.rule("efs:20.21")
def test_each_unit_loses_a_step() -> None:
    game = starving(RIFLES, OTHERS)
    before = [game.state.units[unit_id].steps for unit_id in (RIFLES, OTHERS)]
    checked(game, 4)
    assert [game.state.units[unit_id].steps for unit_id in (RIFLES, OTHERS)] == [steps - 1 for steps in before]


@pytest.mark.rule("efs:20.21")
def test_one_unit_of_the_owners_choice_loses_a_step() -> None:
    game = checked(starving(RIFLES, OTHERS), 6)
    assert (asked(game).side, asked(game).prompt) == (SOVIET, "lose-step")
    game.choose(f"unit:{OTHERS}")
    assert (game.state.units[RIFLES].steps, game.state.units[OTHERS].steps) == (3, 1)


@pytest.mark.rule("efs:20.21")
def test_or_they_hold_out() -> None:
    game = checked(starving(RIFLES), 9)
    assert game.state.units[RIFLES].at == POCKET


@pytest.mark.rule("efs:20.21", "efs:20.22")
def test_the_sum_of_a_check_is_told() -> None:
    game = checked(pocket(), 3)
    expected = {"surrender-supplied": "+4", "surrender-despair": "-2", "die": "3", "row": "5"}
    assert sum_of(game, SurrenderChecked) == expected


@pytest.mark.rule("efs:20.21")
def test_a_unit_that_loses_its_last_step_is_eliminated() -> None:
    game = starving(RIFLES)
    marked(game, RIFLES, steps=1)
    checked(game, 5)
    assert game.state.units[RIFLES].box == "eliminated"


def test_a_card_may_leave_surrender_out() -> None:
    ring = {PANZER: "0804", INFANTRY: "0905", OTHER_RIFLES: "0705"}
    game = quiet({CADETS: "0805", **ring}, phase="administrative/surrender")
    assert to_be_checked(game) == ["0805"]
    checked(game)
    assert game.state.units[CADETS].at == "0805"
