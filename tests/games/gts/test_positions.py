"""What is kept from question to question says at every moment what the state itself says."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from games.gts.positions import TITLE, content, quiet
from sandtable.games.gts.fire.fire_zones import fire_zone, side_zones, watchers, zones_of
from sandtable.games.gts.index import positions
from sandtable.games.gts.movement.barred_hexes import barriers
from sandtable.games.gts.state import ALLIED, GERMAN, SIDES, State, Unit
from sandtable.games.gts.units import Game, in_play
from sandtable.kernel.derived import verify
from sandtable.kernel.state import fork

HEXES = ("2023", "2024", "2025", "2026", "2027", "2124")


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


def test_indexes_that_follow_along_equal_those_made_anew() -> None:
    rng, ids, game = random.Random(9), some_of_both_sides(), quiet({})
    for number in range(400):
        change_something(game.state, ids, rng)
        if number % 25 == 0:
            game.state.barrages = {rng.choice(HEXES): "light-barrage"}
        if number % 40 == 0:
            game.state.weather = rng.choice(("clear", "fog"))
        positions(game)
        if number % 3 == 0:
            for side in SIDES:
                in_play(game, side), barriers(game, side)
            verify(game)


def test_a_zone_that_is_kept_is_the_zone_of_the_rule() -> None:
    rng, ids, game = random.Random(4), some_of_both_sides(), quiet({})
    for _ in range(200):
        change_something(game.state, ids, rng)
        kept = {**side_zones(game, ALLIED).of_unit, **side_zones(game, GERMAN).of_unit}
        anew = Game(TITLE, game.content, fork(game.state))
        found = {unit_id: fire_zone(anew, unit_id) for unit_id in game.state.units}
        assert kept == {unit_id: zone for unit_id, zone in found.items() if zone}
        for side in SIDES:
            of_side = [zone for i, zone in found.items() if content().counters[i].side == side]
            assert zones_of(game, side) == frozenset().union(*of_side)
            assert watchers(game, "2024", side) == watchers(anew, "2024", side)


def test_units_that_go_are_in_play_no_more() -> None:
    game = quiet({"1pb1-r": "2024", "kra-2": "2023"})
    assert (in_play(game, ALLIED), in_play(game, GERMAN)) == (("1pb1-r",), ("kra-2",))
    del game.state.units["1pb1-r"]
    assert not in_play(game, ALLIED)
    assert not positions(game).held[ALLIED]


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
        if number % 10 == 0:
            verify(game)
        if not game.decisions:
            game = TITLE.new_game(scenario, (), seed + number)
