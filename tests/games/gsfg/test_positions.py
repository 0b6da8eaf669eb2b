"""The index of positions says at every moment what the units themselves say."""

from __future__ import annotations

import random

from msgspec.structs import replace

from games.gsfg.positions import TITLE, content, quiet
from sandtable.games.gsfg.positions import ARTILLERY, Positions
from sandtable.games.gsfg.state import NATO, SOVIET, State, Unit
from sandtable.kernel.state import fork

HEXES = ["2024", "2123", "2124", "2125", "3221", "3222"]


def fresh(state: State) -> Positions:
    index = Positions(content())
    index.update(state)
    return index


def test_an_index_that_follows_along_equals_one_made_anew() -> None:
    rng = random.Random(4)
    data = content()
    game = quiet({})
    state = game.state
    index = Positions(data)
    ids = [*list(data.counters)[:12], *[unit_id for unit_id, kind in data.counters.items() if kind.side == SOVIET][:12]]
    for _ in range(400):
        unit_id = rng.choice(ids)
        side = data.counters[unit_id].side
        place = rng.choice(HEXES[:3] if side == NATO else HEXES[3:])
        if unit_id not in state.units:
            state.units[unit_id] = Unit(at=place, steps=1)
        elif rng.random() < 0.2:
            del state.units[unit_id]
        else:
            state.units[unit_id] = replace(state.units[unit_id], at=place)
        index.update(state)
        anew = fresh(state)
        assert (index.hexes, index.loads) == (anew.hexes, anew.loads)
        assert [index.held_by(each) for each in (SOVIET, NATO)] == [anew.held_by(each) for each in (SOVIET, NATO)]
        assert index.barriers(NATO, road=True) == anew.barriers(NATO, road=True)
        assert index.barriers(SOVIET, road=False) == anew.barriers(SOVIET, road=False)
        for each, room in ((SOVIET, 1), (NATO, 2)):
            assert index.closed_to(each, room, ARTILLERY, road=True) == anew.closed_to(each, room, ARTILLERY, road=True)
            assert set(index.overstacked(each)) == set(anew.overstacked(each))


def test_units_that_change_their_order_are_listed_in_the_new_one() -> None:
    game = quiet({"us-3-arm": "2024", "us-8-mech": "2024"})
    index = fresh(game.state)
    game.state.units = dict(reversed(game.state.units.items()))
    index.update(game.state)
    assert index.hexes["2024"] == ["us-8-mech", "us-3-arm"]


def test_a_side_that_takes_the_place_of_another_at_once_holds_it() -> None:
    game = quiet({"su-27g-mr": "3221", "us-3-arm": "2024"})
    index = fresh(game.state)
    places = {"su-27g-mr": "2024", "us-3-arm": "2123"}
    game.state.units = {unit_id: replace(unit, at=places[unit_id]) for unit_id, unit in game.state.units.items()}
    index.update(game.state)
    assert (index.held_by(SOVIET), index.held_by(NATO)) == ({"2024"}, {"2123"})


def test_a_game_that_has_gone_on_for_long_offers_what_a_new_one_would() -> None:
    """What is kept from question to question never outlives what it was worked out from."""
    rng = random.Random(7)
    game = TITLE.new_game("campaign", (), 7)
    for number in range(600):
        decision = game.decisions[0]
        game.choose(rng.choice(decision.ids), decision.side)
        if number % 3 == 0:
            assert TITLE.resume(fork(game.state)).decisions == game.decisions
        if not game.decisions:
            game = TITLE.new_game("campaign", (), number)
