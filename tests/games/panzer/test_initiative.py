"""Chapter 4.3: who is First Player."""

from __future__ import annotations

import pytest

from games.panzer.positions import command, offered, play, position, prompt, said, state_of

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
    assert prompt(table) == "initiative-tie"
    play(table, "do:reroll")
    assert table.decisions[0].side == "soviet"
    assert len(said(table, "Resolved")) == 1
