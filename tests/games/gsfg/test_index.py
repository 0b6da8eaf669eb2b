"""What is kept for speed says at every moment what the units themselves say."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from games.gsfg.positions import TITLE, content, quiet
from sandtable.games.gsfg.index import ground
from sandtable.games.gsfg.movement.movement_phase import movable
from sandtable.games.gsfg.stacking import closed_hexes
from sandtable.games.gsfg.state import NATO, SOVIET, Unit
from sandtable.games.gsfg.units import Game
from sandtable.kernel.derived import verify
from sandtable.kernel.state import fork
from sandtable.mechanics.roster import hexes_of, units_in

HEXES = ["2024", "2123", "2124", "2125", "3221", "3222"]
SWITCHES = ("13.1", "13.11", "13.18")


def ask(game: Game) -> None:
    """Ask for what is kept, so that it has something to keep."""
    for side in (SOVIET, NATO):
        hexes_of(game, side)
    for group in ("8ga", "main", "nato"):
        movable(game, group)
    ground(game)
    for unit_id in game.state.units:
        closed_hexes(game, (unit_id,), road=True)


def test_an_index_that_follows_along_equals_one_made_anew() -> None:
    rng = random.Random(4)
    data, game = content(), quiet({})
    state = game.state
    ids = [*list(data.counters)[:12], *[unit_id for unit_id, kind in data.counters.items() if kind.side == SOVIET][:12]]
    for _ in range(300):
        unit_id = rng.choice(ids)
        side = data.counters[unit_id].side
        place = rng.choice(HEXES[:3] if side == NATO else HEXES[3:])
        if unit_id not in state.units:
            state.units[unit_id] = Unit(at=place, steps=1)
        elif rng.random() < 0.2:
            del state.units[unit_id]
        else:
            state.units[unit_id] = replace(state.units[unit_id], at=place)
        if rng.random() < 0.7:
            ask(game)
            verify(game)


def test_units_that_change_their_order_are_listed_in_the_new_one() -> None:
    game = quiet({"us-3-arm": "2024", "us-8-mech": "2024"})
    ask(game)
    game.state.units = dict(reversed(game.state.units.items()))
    assert units_in(game, "2024") == ("us-8-mech", "us-3-arm")
    assert list(movable(game, "nato").offers) == ["us-8-mech", "us-3-arm"]


def test_a_side_that_takes_the_place_of_another_at_once_holds_it() -> None:
    game = quiet({"su-27g-mr": "3221", "us-3-arm": "2024"})
    ask(game)
    places = {"su-27g-mr": "2024", "us-3-arm": "2123"}
    game.state.units = {unit_id: replace(unit, at=places[unit_id]) for unit_id, unit in game.state.units.items()}
    assert (hexes_of(game, SOVIET), hexes_of(game, NATO)) == ({"2024"}, {"2123"})
    ask(game)
    verify(game)


def test_a_unit_that_is_back_where_it_was_may_move_again() -> None:
    game = quiet({"us-3-arm": "2024", "us-8-mech": "2024"})
    unit = game.state.units["us-3-arm"]
    ask(game)
    game.state.units["us-3-arm"] = replace(unit, moved=True)
    assert list(movable(game, "nato").offers) == ["us-8-mech"]
    game.state.units["us-3-arm"] = unit
    assert list(movable(game, "nato").offers) == ["us-3-arm", "us-8-mech"]


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


@pytest.mark.parametrize("scenario", ["campaign", "hamburg", "fulda-gap"])
@pytest.mark.parametrize("switches", [(), SWITCHES])
def test_what_is_kept_holds_at_every_decision(scenario: str, switches: tuple[str, ...]) -> None:
    rng = random.Random(f"{scenario}{switches}")
    game = TITLE.new_game(scenario, switches, 3)
    for number in range(80):
        verify(game)
        decision = game.decisions[0]
        game.choose(rng.choice(decision.ids), decision.side)
        if not game.decisions:
            game = TITLE.new_game(scenario, switches, number)
