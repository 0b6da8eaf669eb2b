"""Positions in which what men do meets what was done before: concealment, SMOKE, weapons, leaders, Melee."""

from __future__ import annotations

from typing import Any

import pytest

from games.asl.fields import meadow
from games.asl.position import ca, de, play, position
from sandtable.games.asl.morale.rally import RallyPhase
from sandtable.games.asl.movement.advance import AdvancePhase
from sandtable.games.asl.movement.movement_phase import MovementPhase
from sandtable.games.asl.state import Smoke, Works
from sandtable.games.asl.units import Game


def moved(*choices: str, **facts: Any) -> Game:
    """The Canadians move on a meadow."""
    return play(position(on=meadow(), **facts), MovementPhase(side="canadian"), *choices)


def advanced(*choices: str, **facts: Any) -> Game:
    """The Canadians advance on a meadow."""
    return play(position(on=meadow(), phase="advance", **facts), AdvancePhase(side="canadian"), *choices)


# A12.14


@pytest.mark.rule("rileys_road:A12.14", "rileys_road:A12.11", "rileys_road:A4.61")
@pytest.mark.parametrize("smoke", [True, False])
def test_men_steal_into_smoke_unseen_and_not_into_the_open(smoke: bool) -> None:
    units = {"c": ca("F6", concealed=True), "g": de("F10")}
    clouds = {"F5": (Smoke(2),)} if smoke else {}
    game = moved("unit:c", "do:assault", "hex:F5", units=units, smoke=clouds)
    assert game.state.units["c"].concealed == smoke
    game = advanced("unit:c", "hex:F5", units=units, smoke=clouds)
    assert game.state.units["c"].concealed == smoke


@pytest.mark.rule("rileys_road:A12.14", "rileys_road:A12.141", "rileys_road:A1.32")
@pytest.mark.parametrize("picked", ["a", "b"])
def test_half_squads_are_known_by_recombining_if_either_is_seen(picked: str) -> None:
    on = meadow(walls={"hedge": ("F6-F5",)})
    halves = {"a": ca("F6", "ca-248", concealed=True, stance="foxhole"), "b": ca("F6", "ca-248", concealed=True)}
    units = {**halves, "l": ca("F6", "ca-l80"), "g": de("F3")}
    game = position(units=units, on=on, phase="rally", works={"F6": Works("canadian", foxholes=1)})
    play(game, RallyPhase(), f"unit:{picked}")
    (squad,) = [unit for unit in game.state.units.values() if unit.kind == "ca-458"]
    assert not squad.concealed
