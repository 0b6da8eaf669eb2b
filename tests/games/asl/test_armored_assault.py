"""D9.31, RR13.2: men move with a tank, in its cover."""

from __future__ import annotations

from typing import Any

import pytest

from games.asl.fields import meadow
from games.asl.heavy import ca, de, tank
from games.asl.position import offered, play, position
from sandtable.games.asl.movement.movement_phase import MovementPhase
from sandtable.games.asl.state import Mines, Works
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles.armored_assault import follow_cost
from sandtable.games.asl.vehicles.driving import Drive
from sandtable.kernel import Refusal


def column(*, units: dict[str, Any] | None = None, kind: str = "ca-sherman3", **facts: Any) -> Game:
    """A Sherman t in F10 that looks north, and a squad c beside it."""
    on = facts.pop("on", None) or meadow(facts.pop("terrain", None), **facts.pop("ground", {}))
    men = {"c": ca("F10"), **(units or {})}
    return position(units=men, on=on, vehicles={"t": tank("F10", kind, 0)}, **facts)


def assault(game: Game, *choices: str) -> Game:
    return play(game, Drive(vehicle="t"), "do:armored-assault", "unit:c", "do:ready", *choices)


@pytest.mark.rule("rileys_road:D9.31")
def test_men_move_with_a_tank_from_hex_to_hex() -> None:
    game = assault(column(), "hex:F9", "hex:F8")
    assert (game.state.units["c"].at, game.state.vehicles["t"].at) == ("F8", "F8")
    game.choose("do:stop")
    game.choose("do:done")
    assert game.state.units["c"].moved


@pytest.mark.rule("rileys_road:D9.31", "rileys_road:A26.1")
def test_men_who_move_with_a_tank_gain_control_in_passing() -> None:
    game = assault(column(held={"F9": "german", "F8": "german"}), "hex:F9", "hex:F8")
    assert (game.state.held["F9"], game.state.held["F8"]) == ("canadian", "canadian")


@pytest.mark.rule("rileys_road:D9.31")
def test_they_spend_as_large_a_part_of_their_mf_as_it_of_its_mp() -> None:
    game = assault(column(), "hex:F9", "hex:F8")
    move = game.stack[-1]
    assert follow_cost(game, move, "F7", 2) == 6  # type: ignore[arg-type]
    for _ in range(8):
        game.choose("do:delay")
    assert follow_cost(game, game.stack[-1], "F7", 2) == 7  # type: ignore[arg-type]


@pytest.mark.rule("rileys_road:D9.31")
def test_the_tank_enters_no_hex_that_they_cannot_pay() -> None:
    game = assault(column(), "hex:F9", "hex:F8", "hex:F7", "hex:F6")
    assert game.state.units["c"].at == "F6"
    assert "hex:F5" not in offered(game)
    refusal = game.explain("hex:F5")
    assert refusal is not None
    assert refusal.reason == "refused.escort-mf"
    game.choose("leave:c")
    assert "hex:F5" in offered(game)
    assert game.state.units["c"].moved


@pytest.mark.rule("rileys_road:D9.31")
def test_they_are_fired_at_together_and_protected() -> None:
    game = play(column(units={"g": de("F4")}), Drive(vehicle="t"), "do:armored-assault", "unit:c", "do:ready")
    game.choose("hex:F9")
    while game.state.moving is None or not game.state.moving.units:
        game.choose("do:pass")
    moving = game.state.moving
    assert (moving.units, moving.vehicle, moving.protected) == (("c",), "t", True)


@pytest.mark.rule("rileys_road:D9.31")
def test_mines_strike_them_all_the_same() -> None:
    game = column(mines={"F9": Mines("german", ap=6)}, dice=[6, 6, 6, 6])
    assault(game, "hex:F9")
    assert game.state.rolls >= 2


@pytest.mark.rule("rileys_road:D9.31", "rileys_road:RR13.2")
def test_a_fence_costs_them_nothing() -> None:
    plain, fenced = (assault(column(ground=ground)) for ground in ({}, {"walls": {"fence": ["F9-F10"]}}))
    costs = [follow_cost(game, game.stack[-1], "F9", 2) for game in (plain, fenced)]  # type: ignore[arg-type]
    assert costs == [2, 2]


@pytest.mark.rule("rileys_road:D9.31")
def test_they_do_not_follow_among_enemies() -> None:
    game = assault(column(units={"g": de("F9", broken=True)}))
    assert isinstance(follow_cost(game, game.stack[-1], "F9", 2), Refusal)  # type: ignore[arg-type]
    assert "hex:F9" not in offered(game)


@pytest.mark.rule("rileys_road:D9.31")
@pytest.mark.parametrize("state", [{"broken": True}, {"pinned": True}, {"moved": True}, {"fire": "prep"}])
def test_who_cannot_move_does_not_go_along(state: dict[str, Any]) -> None:
    game = column(units={"c": ca("F10", **state)})
    assert "do:armored-assault" not in offered(play(game, Drive(vehicle="t")))


@pytest.mark.rule("rileys_road:D9.31")
def test_leaving_a_foxhole_costs_them_a_mf() -> None:
    works = {"F10": Works(side="canadian", foxholes=1)}
    game = assault(column(units={"c": ca("F10", stance="foxhole")}, works=works))
    assert follow_cost(game, game.stack[-1], "F9", 2) == 4  # type: ignore[arg-type]


@pytest.mark.rule("rileys_road:D9.31")
def test_wire_holds_them_and_the_tank_goes_on_alone() -> None:
    game = assault(column(works={"F9": Works(side="german", wire=True)}, dice=[4]), "hex:F9")
    assert game.state.units["c"].stance == "above-wire"
    assert game.state.units["c"].moved
    assert "hex:F8" in offered(game)


@pytest.mark.rule("rileys_road:D9.31")
def test_men_go_no_further_when_the_tank_that_they_moved_with_is_lost() -> None:
    mines = {"F9": Mines("german", at=5)}
    game = column(mines=mines, dice=[1, 1, 1])
    choices = ("vehicle:t", "do:armored-assault", "unit:c", "do:ready", "hex:F9")
    play(game, MovementPhase(side="canadian"), *choices)
    assert "t" not in game.state.vehicles
    assert game.state.units["c"].at == "F9"
    assert "unit:c" not in offered(game)
