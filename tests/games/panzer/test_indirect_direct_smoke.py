"""Smoke that units on the map fire directly."""

from __future__ import annotations

import pytest

from games.panzer.artillery import GUN, MORTARS, RED, TANK, Placed, choose, offered, refused
from sandtable.games.panzer.indirect.direct_smoke import DirectSmoke, is_engineer, may_fire_smoke, smoke_hexes
from sandtable.games.panzer.state import Order
from sandtable.games.panzer.units import Game
from sandtable.kernel import Choice, Decision, Option, Procedure


class Step(Procedure, frozen=True):
    """What pushes the smoke: the step in which the unit fires."""

    firer: str
    fired: bool = False

    def begin(self, game: Game) -> None:
        game.goto("over")
        game.push(DirectSmoke(firer=self.firer))

    def over_done(self, game: Game, fired: bool) -> None:
        game.goto("over", fired=fired)

    def over(self, game: Game) -> Decision:
        return Decision("german", "over", "4.4.1", (Option("do:done"),))

    def over_chosen(self, game: Game, choice: Choice) -> None: ...


def firing(placed: Placed, unit_id: str, *dice: int) -> Game:
    placed.state.stack[:] = [Step(firer=unit_id)]
    placed.state.step = "direct-fire"
    return placed.play(*dice)


def tank(order: Order = "fire") -> Placed:
    """A German tank that can fire smoke, with a friend before it and woods beyond."""
    woods = "\n".join("w" * 16 if row == 13 else "." * 16 for row in range(24))
    return Placed(terrain=woods).stand(TANK, "H05", order, facing=3).stand("gB1-3", "H08")


@pytest.mark.rule("panzer:6.1.4.3.10")
def test_a_tank_lays_smoke_on_one_hex_without_an_enemy_in_it() -> None:
    game = firing(tank(), TANK, 1)
    choose(game, "hex:H10")
    (screen,) = game.state.smoke.values()
    assert (screen.hexes, screen.sheaf, screen.since) == (("H10",), "on-map", "direct-fire")
    assert game.state.units[TANK].spot == "fire"
    assert game.state.commands[TANK].fired
    assert game.state.stack[-1] == Step(firer=TANK, fired=True, step="over")


@pytest.mark.rule("panzer:6.1.4.3.10")
def test_where_smoke_may_not_be_fired() -> None:
    game = firing(tank(), TANK)
    assert refused(game, "hex:H08") == ("refused.friends-in-smoke", "6.1.4.3.10")
    assert refused(game, "hex:H16") == ("refused.smoke-out-of-sight", "6.1.4.3.10")
    assert refused(game, "hex:H05") == ("refused.smoke-out-of-reach", "6.1.4.3.10")
    assert "hex:H13" in offered(game)


@pytest.mark.rule("panzer:6.1.4.3.10")
@pytest.mark.parametrize(("order", "may"), [("fire", True), ("short-halt", True), ("overwatch", False)])
def test_it_takes_a_fire_or_short_halt_command(order: Order, may: bool) -> None:
    assert may_fire_smoke(tank(order).play(), TANK) == may


@pytest.mark.rule("panzer:5.16.2.3")
def test_without_ammunition_there_is_no_smoke_but_the_unit_is_spotted() -> None:
    game = choose(firing(Placed().stand(MORTARS[0], "H05", "fire"), MORTARS[0], 5), "hex:H10")
    assert not game.state.smoke
    assert game.state.units[MORTARS[0]].spot == "small-arms"
    assert game.state.stack[-1] == Step(firer=MORTARS[0], step="over")


@pytest.mark.rule("panzer:6.1.4.3.10", "panzer:5.6")
def test_a_mortar_fires_smoke_from_its_minimum_range_on() -> None:
    hexes = smoke_hexes(Placed().stand(MORTARS[0], "H05", "fire").play(), MORTARS[0])
    assert "H07" in hexes
    assert "H06" not in hexes


@pytest.mark.rule("panzer:6.1.4.3.10", "panzer:5.9.3")
def test_engineers_lay_smoke_next_to_them_and_others_do_not() -> None:
    placed = Placed().stand(GUN, "H05", "fire").relabel(GUN, card="su-section", labels=("Engineer",)).stand(RED, "H04")
    game = placed.play()
    assert is_engineer(game, GUN)
    assert smoke_hexes(game, GUN) == sorted(set(game.content.adjacent["H05"]) - {"H04"})
    assert not is_engineer(game, RED)
    assert smoke_hexes(Placed().stand(RED, "H05", "fire").play(), RED) == []


@pytest.mark.rule("panzer:6.1.4.3.10", "panzer:5.1")
def test_suppressed_engineers_lay_smoke_before_them_only() -> None:
    placed = Placed().stand(GUN, "H05", "fire", facing=0, suppressed="on")
    game = placed.relabel(GUN, card="su-section", labels=("Engineer",)).play()
    assert smoke_hexes(game, GUN) == ["H04"]
