"""Chapter 4.3: who is First Player."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.panzer.field import done_with_commands, turn
from games.panzer.positions import PACK, SCENARIO, command, offered, play, position, prompt, said, state_of
from sandtable.games.panzer.tables.parts import Grade
from sandtable.games.panzer.title import Panzer
from sandtable.kernel import Table

FAR_APART = {"gA1-1": "0112/N", "sA1-1": "4330/S"}


@pytest.mark.rule("panzer:4.3", "panzer:4.3.1", "panzer:3.2")
@pytest.mark.parametrize(("rolls", "winner"), [((100, 99), "german"), ((1, 2), "soviet")])
def test_the_higher_roll_decides_who_is_first(rolls: tuple[int, int], winner: str) -> None:
    table = position(FAR_APART, rolls)
    command(table)
    assert (table.decisions[0].side, offered(table, "do")) == (winner, {"first", "second"})


@pytest.mark.rule("panzer:4.3.1", "panzer:4.3.2", "panzer:4.5")
def test_who_has_the_initiative_may_be_second_and_then_moves_first() -> None:
    table = position(FAR_APART, (60, 40))
    command(table, gA11="move", sA11="move")
    play(table, "do:second")
    assert state_of(table).first == "soviet"
    assert (table.decisions[0].side, prompt(table)) == ("german", "move-unit")


@pytest.mark.rule("panzer:4.3.1")
def test_a_tie_is_rolled_again() -> None:
    table = position(FAR_APART, (50, 50, 20, 70))
    command(table)
    assert table.decisions[0].side == "soviet"
    assert len(said(table, "Resolved")) == 1


@pytest.mark.rule("panzer:4.3.1")
def test_a_scenario_may_say_who_is_first_in_its_first_turn(tmp_path: Path) -> None:
    written = (PACK / "scenarios" / f"{SCENARIO}.yaml").read_text(encoding="utf8")
    (tmp_path / "scenarios").mkdir()
    given = written.replace("sets_up_first: soviet", "sets_up_first: soviet\nfirst_player: soviet")
    (tmp_path / "scenarios" / f"{SCENARIO}.yaml").write_text(given, encoding="utf8")
    table = Table.new(Panzer([PACK, tmp_path]), SCENARIO, dice=(70, 30))
    play(table, "do:standard", "do:standard")
    command(table)
    assert (state_of(table).turn, prompt(table)) == (2, "command-whom")
    assert [event.side for event in said(table, "FirstPlayer")] == ["soviet"]  # type: ignore[attr-defined]


@pytest.mark.rule("panzer:6.3", "panzer:6.3.1", "panzer:6.3.2", "panzer:5.8.1", "panzer:5.8")
@pytest.mark.parametrize(
    ("grade", "rolls", "winner"),
    [("veteran", (41, 60), "german"), ("veteran", (39, 60), "soviet"), ("green", (100, 61), "soviet")],
)
def test_the_grade_of_a_force_is_added_to_its_roll(grade: Grade, rolls: tuple[int, int], winner: str) -> None:
    """The Soviet force is Seasoned, and adds nothing."""
    game = done_with_commands(turn({"gB1-1": "A16/N", "sB1-1": "P01/S"}, *rolls, grade=grade))
    assert (game.decisions[0].prompt, game.decisions[0].side) == ("initiative", winner)


@pytest.mark.rule("panzer:6.3.1")
def test_equal_sums_are_rolled_again() -> None:
    game = done_with_commands(turn({"gB1-1": "A16/N", "sB1-1": "P01/S"}, 40, 60, 50, 10, grade="veteran"))
    assert game.decisions[0].side == "german"
