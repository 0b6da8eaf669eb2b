"""C7.22, A23.1: demolition charges that go off on top of vehicles."""

from __future__ import annotations

from typing import Any

import pytest

from games.asl.fields import meadow
from games.asl.heavy import ca, de, results, tank
from games.asl.position import position
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.state import Weapon
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles.blasts import kill_number
from sandtable.games.asl.weapons.demolition import resolve_placed, throw


def scene(kind: str = "de-pz5g", **facts: Any) -> Game:
    """A squad a of Canadian engineers in F10, and a German vehicle p in F11 on which its charge m was placed."""
    side = facts.pop("vehicle", {})
    vehicles = {"p": tank("F11", kind, **side), **facts.pop("others", {})}
    units = {"a": ca("F10", "ca-458"), **facts.pop("units", {})}
    charge = Weapon("ca-dc", "canadian", holder="a", placed=facts.pop("placed", "F11"))
    phase = facts.pop("phase", "advancing-fire")
    on = meadow(facts.pop("terrain", None))
    return position(on=on, units=units, weapons={"m": charge}, vehicles=vehicles, phase=phase, **facts)


@pytest.mark.rule("rileys_road:C7.22")
@pytest.mark.parametrize(
    ("kind", "placed", "thrown"),
    [("de-spw251", 16, 8), ("ca-wasp", 16, 8), ("ca-kangaroo", 16, 8), ("de-pz5g", 12, 4)],
)
def test_a_charge_meets_the_armor_against_what_comes_from_above(kind: str, placed: int, thrown: int) -> None:
    game = scene(kind)
    assert kill_number(game, "p", "placed").total == placed
    assert kill_number(game, "p", "thrown").total == thrown


@pytest.mark.rule("rileys_road:C7.22", "rileys_road:A23.3")
def test_a_placed_charge_destroys_a_panther() -> None:
    game = scene(dice=[4, 4, 3, 4, 6, 6])
    resolve_placed(game, Aftermath())
    assert "p" not in game.state.vehicles
    assert results(game) == ["tk.eliminated"]
    assert "m" not in game.state.weapons


@pytest.mark.rule("rileys_road:A23.1", "rileys_road:C7.22")
def test_a_dud_harms_no_vehicle() -> None:
    game = scene(dice=[6, 6])
    resolve_placed(game, Aftermath())
    assert "p" in game.state.vehicles
    assert results(game) == []


@pytest.mark.rule("rileys_road:C7.22", "rileys_road:C7.34")
@pytest.mark.parametrize(
    ("dice", "fate"),
    [
        ([1, 1], "burning"),
        ([1, 2], "eliminated"),
        ([1, 3], "shocked"),
        ([3, 1], "immobilized"),
        ([2, 3], "shocked"),
        ([3, 2], "immobilized"),
        ([3, 3], "none"),
    ],
)
def test_a_thrown_charge_at_a_panther(dice: list[int], fate: str) -> None:
    game = scene(placed="", phase="prep-fire", dice=[4, 4, *dice, *[6] * 6])
    throw(game, "a", "F11", Aftermath())
    assert results(game)[0] == f"tk.{fate}"


@pytest.mark.rule("rileys_road:C7.22", "rileys_road:A23.6")
def test_a_thrown_charge_strikes_a_tank_of_the_throwers_too() -> None:
    own = {"t": tank("F10", "ca-sherman3")}
    game = scene(placed="", phase="prep-fire", others=own, dice=[4, 4, 6, 5, 5, 6, 3, 3, 1, 1, 6, 6])
    throw(game, "a", "F11", Aftermath())
    assert "t" not in game.state.vehicles
    assert "p" in game.state.vehicles


@pytest.mark.rule("rileys_road:A23.1", "rileys_road:D.8")
def test_the_same_roll_strikes_men_beside_a_tank_and_its_exposed_crew() -> None:
    game = scene(vehicle={"exposed": True}, units={"g": de("F11")}, dice=[1, 1, 6, 6])
    resolve_placed(game, Aftermath())
    assert "g" not in game.state.units
    assert results(game) == ["ift.kia", "ift.kia", "tk.none"]
    assert game.state.vehicles["p"].recalled
