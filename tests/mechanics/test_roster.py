"""The roster of units: always what one would find by looking through all of them."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from sandtable.board import board_from_text
from sandtable.kernel import Game, GameState, derived
from sandtable.kernel import state as states
from sandtable.kernel.derived import verify
from sandtable.mechanics.content import HexContent
from sandtable.mechanics.roster import (
    Roster,
    change,
    enemy_hexes,
    hexes_of,
    is_adjacent_to_enemy,
    occupier,
    roster,
    units_in,
    units_of,
)

BOARD = board_from_text("....\n....\n....\n....", {".": "clear"})
SIDES = ("blue", "red")


class Unit(msgspec.Struct, frozen=True):
    side: str
    at: str
    steps: int = 2
    waits: bool = False


class State(GameState):
    units: dict[str, Unit] = {}


class Waiting(Roster[Unit]):
    """Where units that wait are not on the map, and stand in a hex by their names."""

    def place_of(self, unit: Unit) -> str:
        return "" if unit.waits else unit.at

    def joined(self, there: tuple[str, ...], unit_id: str) -> tuple[str, ...]:
        return tuple(sorted((*there, unit_id)))


def game_with(units: dict[str, Unit] | None = None, roster_type: type[Roster[Any]] = Roster) -> Game[Any, Any]:
    title: Any = SimpleNamespace(roster_type=roster_type)
    return Game(title, HexContent(BOARD, lambda name: pytest.fail(name)), State(scenario="", units=units or {}))


def alter(rng: random.Random, units: dict[str, Unit]) -> None:
    """Do something to the units: one comes, goes, moves, or changes in another way."""
    what = rng.choice(("come", "go", "move", "move", "move", "change", "off map"))
    if what == "come" or not units:
        number = rng.randrange(40)
        units[f"u{number}"] = Unit(SIDES[number % 2], rng.choice((*BOARD.labels[:6], "")))
        return
    unit_id = rng.choice(list(units))
    unit = units[unit_id]
    if what == "go":
        del units[unit_id]
    elif what == "move":
        units[unit_id] = msgspec.structs.replace(unit, at=rng.choice(BOARD.labels[:6]))
    elif what == "change":
        units[unit_id] = msgspec.structs.replace(unit, steps=3 - unit.steps, waits=rng.random() < 0.5)
    else:
        units[unit_id] = msgspec.structs.replace(unit, at="")


def agrees(game: Game[Any, Any]) -> None:
    """Compare everything that the roster tells with looking through the units."""
    units: dict[str, Unit] = game.state.units
    kept = roster(game)
    on_map = {unit_id: kept.place_of(unit) for unit_id, unit in units.items() if kept.place_of(unit)}
    for label in BOARD.labels:
        there = [unit_id for unit_id, at in on_map.items() if at == label]
        assert list(units_in(game, label)) == (sorted(there) if isinstance(kept, Waiting) else there)
        assert occupier(game, label) == (units[units_in(game, label)[0]].side if there else None)
        for side in SIDES:
            near = {units[unit_id].side for unit_id, at in on_map.items() if at in game.content.adjacent[label]}
            assert is_adjacent_to_enemy(game, label, side) == bool(near - {side})
    for side in SIDES:
        own = {unit_id: unit for unit_id, unit in units.items() if unit.side == side and unit_id in on_map}
        assert list(units_of(game, side).items()) == list(own.items())
        hexes = [on_map[unit_id] for unit_id in own]
        assert hexes_of(game, side) == set(hexes)
        assert enemy_hexes(game, side) == {at for unit_id, at in on_map.items() if unit_id not in own}
        assert kept.held.get(side, {}) == {label: hexes.count(label) for label in hexes}
        assert kept.crowds.get(side, {}) == {label: hexes.count(label) for label in hexes if hexes.count(label) > 1}


@pytest.mark.parametrize("roster_type", [Roster, Waiting])
@pytest.mark.parametrize("seed", range(6))
def test_it_agrees_with_the_units_whatever_happens(seed: int, roster_type: type[Roster[Any]]) -> None:
    rng = random.Random(seed)
    game = game_with(roster_type=roster_type)
    past: list[Any] = []
    for _ in range(150):
        for _ in range(rng.choice((0, 1, 1, 1, 2, 5))):
            alter(rng, game.state.units)
        if rng.random() < 0.1:
            past.append(states.fork(game.state))
        if past and rng.random() < 0.1:
            game.look_at(states.fork(rng.choice(past)))
        if rng.random() < 0.7:
            agrees(game)
    agrees(game)
    verify(game)


def test_what_it_gives_is_the_same_object_until_it_changes() -> None:
    game = game_with({"b1": Unit("blue", "0101"), "b2": Unit("blue", "0101"), "r1": Unit("red", "0202")})
    hexes, stack, force, enemies = (
        hexes_of(game, "blue"),
        units_in(game, "0101"),
        units_of(game, "blue"),
        units_of(game, "red"),
    )
    change(game, "b1", steps=1)
    assert hexes_of(game, "blue") is hexes
    assert units_in(game, "0101") is stack
    assert units_of(game, "blue") is not force
    assert units_of(game, "red") is enemies
    change(game, "b1", at="0303")
    assert hexes_of(game, "blue") == {"0101", "0303"}
    assert units_in(game, "0101") == ("b2",)


def test_what_follows_from_the_hexes_of_a_side_is_worked_out_anew_only_when_they_change() -> None:
    game = game_with({"b1": Unit("blue", "0101"), "r1": Unit("red", "0202")})
    worked_out = []

    @derived(hexes_of)
    def front(game: Any, side: str) -> frozenset[str]:
        worked_out.append(side)
        return frozenset().union(*[game.content.adjacent[label] for label in hexes_of(game, side)])

    front(game, "blue")
    change(game, "b1", steps=1)
    change(game, "r1", at="0303")
    front(game, "blue")
    assert worked_out == ["blue"]
    change(game, "b1", at="0102")
    assert "0101" in front(game, "blue")


def test_change_gives_the_unit_as_it_is_now() -> None:
    game = game_with({"b1": Unit("blue", "0101")})
    assert change(game, "b1", steps=1) == Unit("blue", "0101", 1) == game.state.units["b1"]
