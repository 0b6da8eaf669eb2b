"""What is kept from question to question says at every moment what the state itself says."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from games.gts.positions import TITLE, content, quiet
from sandtable.games.gts.fire.fire_zones import fire_zone, watchers, zones_of
from sandtable.games.gts.movement.barred_hexes import barriers
from sandtable.games.gts.positions import Positions
from sandtable.games.gts.state import ALLIED, GERMAN, SIDES, State, Unit
from sandtable.games.gts.units import Game, forget
from sandtable.kernel.state import fork

HEXES = ("2023", "2024", "2025", "2026", "2027", "2124")


def fresh(state: State) -> Positions:
    index = Positions(content())
    index.update(state)
    return index


def change_something(state: State, ids: list[str], rng: random.Random) -> None:
    """A unit comes, goes, or changes its place, its formation or its spirits."""
    unit_id = rng.choice(ids)
    unit = state.units.get(unit_id)
    if unit is None:
        steps = content().counters[unit_id].steps
        state.units[unit_id] = Unit(at=rng.choice(HEXES), steps=steps, entry=rng.choice(("", "", "A")))
    elif rng.random() < 0.2:
        del state.units[unit_id]
    else:
        changes = ({"at": rng.choice(HEXES), "entry": ""}, {"column": not unit.column}, {"suppressed": True})
        state.units[unit_id] = replace(unit, **rng.choice(changes))


def some_of_both_sides() -> list[str]:
    counters = content().counters
    return [unit_id for side in SIDES for unit_id in [i for i, kind in counters.items() if kind.side == side][:10]]


def test_an_index_that_follows_along_equals_one_made_anew() -> None:
    rng, ids, state = random.Random(4), some_of_both_sides(), quiet({}).state
    index = Positions(content())
    for _ in range(400):
        change_something(state, ids, rng)
        index.update(state)
        anew = fresh(state)
        assert (index.hexes, index.held, index.crowds) == (anew.hexes, anew.held, anew.crowds)
        assert index.columns == anew.columns


def test_zones_and_barriers_that_follow_along_equal_those_worked_out_anew() -> None:
    rng, ids, game = random.Random(9), some_of_both_sides(), quiet({})
    for number in range(300):
        change_something(game.state, ids, rng)
        if number % 25 == 0:
            game.state.barrages = {rng.choice(HEXES): "light-barrage"}
        forget(game)
        if number % 3 == 0:
            anew = Game(TITLE, game.content, fork(game.state))
            for side in SIDES:
                assert zones_of(game, side) == zones_of(anew, side)
                assert barriers(game, side) == barriers(anew, side)
                assert [watchers(game, label, side) for label in HEXES] == [watchers(anew, i, side) for i in HEXES]
            assert all(fire_zone(game, i) == fire_zone(anew, i) for i in game.state.units)


def test_units_that_come_and_go_are_told_of() -> None:
    game = quiet({"1pb1-r": "2024", "kra-2": "2023"})
    index = fresh(game.state)
    read, seen, roster = len(index.changed[GERMAN]), len(index.turned[GERMAN]), index.roster
    game.state.units["kra-2"] = replace(game.state.units["kra-2"], at="2025")
    index.update(game.state)
    assert index.changed[GERMAN][read:] == ["kra-2"]
    assert index.turned[GERMAN][seen:] == ["2023", "2025"]
    assert index.roster == roster
    del game.state.units["1pb1-r"]
    index.update(game.state)
    assert index.roster > roster
    assert not index.held[ALLIED]


@pytest.mark.parametrize(("scenario", "seed"), [("krafft", 7), ("bridge", 3), ("perimeter", 5)])
def test_a_game_that_has_gone_on_for_long_offers_what_a_new_one_would(scenario: str, seed: int) -> None:
    """What is kept from question to question never outlives what it was worked out from."""
    rng = random.Random(seed)
    game = TITLE.new_game(scenario, (), seed)
    for number in range(900):
        decision = game.decisions[0]
        game.choose(rng.choice(decision.ids), decision.side)
        if number % 3 == 0:
            assert TITLE.resume(fork(game.state)).decisions == game.decisions
        if not game.decisions:
            game = TITLE.new_game(scenario, (), seed + number)
