"""The computer's staff in the air: it sends aircraft where it is worth it, attacks, and fires at those of the enemy."""

from __future__ import annotations

from games.panzer.firing import placed
from games.panzer.flying import choose, enter, flights, plane, prompt, resolved
from sandtable.games.panzer.staff import StaffPlayer
from sandtable.games.panzer.units import Game

TANK = {"s1": placed("t-34-76-m43", "H12", order="no-command", shown=True)}
GUN = {"s2": placed("aa-37-m39", "H18", 3, order="overwatch", shown=False, dump="H18")}


def staff(game: Game, choices: int) -> Game:
    """The staffs of both sides answer so many questions."""
    player = StaffPlayer(1)
    for _ in range(choices):
        if prompt(game) == "rest":
            break
        choose(game, player.answer(game, game.decisions[0]))
    return game


def test_an_aircraft_is_sent_over_a_tank_and_bombs_it() -> None:
    game = staff(flights(TANK, "ju87d", dice=[1] * 9), 60)
    assert prompt(game) == "rest"
    assert (plane(game).dropped >= 1, resolved(game, "gp-fire")[:1]) == (True, ["no-effect"])


def test_guns_without_bombs_strafe_from_low_altitude() -> None:
    game = staff(flights(TANK, "ju87g", dice=[1] * 9), 60)
    assert (plane(game).strafed >= 1, plane(game).altitude) == (True, "low")


def test_it_does_not_bomb_its_own_men() -> None:
    tigers = {f"g{n}": placed("pz-vi-e", "H12", order="no-command", shown=True) for n in range(1, 4)}
    game = staff(flights({**TANK, **tigers}, "hs129b", dice=[1] * 9), 80)
    assert plane(game).dropped == 0


def test_nothing_is_sent_where_there_is_nothing_to_find() -> None:
    hidden = {"s1": placed("t-34-76-m43", "H12", order="no-command", shown=True)}
    game = flights(hidden, rows={12: "w" * 16})
    assert StaffPlayer(1).answer(game, game.decisions[0]) == "do:done"


def test_a_gun_fires_at_an_aircraft_where_it_has_a_good_chance() -> None:
    player = StaffPlayer(1)
    low = enter(flights(GUN), "H24", "speed:slow", "altitude:low")
    assert player.answer(low, low.decisions[0]) == "unit:s2"
    far = {"s2": placed("is-2m-m44", "H14", order="overwatch", shown=False)}
    faint = enter(flights(far), "H24", "speed:fast", "altitude:medium")
    assert player.answer(faint, faint.decisions[0]) == "do:pass"
