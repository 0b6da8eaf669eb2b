"""RR11: cellars."""

from __future__ import annotations

import pytest

from games.asl.position import ca, content, de, offered, play, position
from sandtable.games.asl.fire.attack import Attack, shares
from sandtable.games.asl.fire.modifiers import firer_modifiers
from sandtable.games.asl.fire.pieces import Piece
from sandtable.games.asl.locations import floors, houses
from sandtable.games.asl.movement.advance import AdvancePhase
from sandtable.games.asl.movement.movement_phase import MovementPhase
from sandtable.games.asl.sight import line_of_sight
from sandtable.games.asl.state import Mines, Smoke, Weapon
from sandtable.games.asl.terrain.cellars import is_cellar, is_fire_halved, throws_from_cellar
from sandtable.games.asl.terrain.mines import minefield
from sandtable.games.asl.terrain.tem import tem


@pytest.mark.rule("rileys_road:RR11", "rileys_road:RR11.1")
def test_stone_houses_of_one_storey_have_a_cellar_and_no_others() -> None:
    found = houses(content())
    for label, house in found.items():
        stone = content().terrain[label] == "stone-building"
        assert house.has_cellar == (stone and house.stories == 1 and not house.is_factory), label
        assert (-1 in floors(content()).get(label, ())) == house.has_cellar
    assert is_cellar("T10-1")


@pytest.mark.rule("rileys_road:RR11.11")
def test_a_cellar_has_a_tem_of_three() -> None:
    game = position(units={"c": ca("T10-1")})
    assert [(part.value, part.rule) for part in tem(game, "T10-1", ("c",), ("T13",))] == [(3, "RR11.11")]


@pytest.mark.rule("rileys_road:RR11.2")
def test_a_cellar_is_entered_from_the_ground_level_above_it() -> None:
    game = play(position(units={"c": ca("T10")}), MovementPhase(side="canadian"), "unit:c")
    assert offered(game)["place:T10-1"] == 1
    assert game.preview("place:T10-1").path == ("T10", "T10-1")
    below = play(position(units={"c": ca("T10-1")}), AdvancePhase(side="canadian"), "unit:c")
    assert {name for name in offered(below) if name.startswith(("hex", "place"))} == {"hex:T10"}


@pytest.mark.rule("rileys_road:RR11.4")
def test_too_many_men_at_the_windows_halve_their_fire() -> None:
    squad, half, leader = ca("T10-1"), ca("T10-1", "ca-248"), ca("T10-1", "ca-l80")
    assert is_fire_halved(content(), "T10-1", [squad], "T13")
    assert not is_fire_halved(content(), "T10-1", [half], "T13")
    assert is_fire_halved(content(), "T10-1", [half, leader], "T13")
    assert not is_fire_halved(content(), "T10-1", [squad], "T10")
    assert not is_fire_halved(content(), "T10", [squad], "T13")


@pytest.mark.rule("rileys_road:RR11.4")
def test_a_charge_is_thrown_from_a_cellar_only_into_the_house_above() -> None:
    assert throws_from_cellar("T10-1") == "T10"


@pytest.mark.rule("rileys_road:RR11/base-interface")
def test_mines_do_not_reach_a_cellar() -> None:
    game = position(mines={"T10": Mines("german", ap=6)})
    assert (minefield(game, "T10"), minefield(game, "T10-1")) == (6, 0)


@pytest.mark.rule("rileys_road:RR11.4")
def test_fire_out_of_a_crowded_cellar_is_halved_but_that_of_its_machine_guns_is_not() -> None:
    units = {"c": ca("T10-1"), "g": de("T12")}
    game = position(units=units, weapons={"w": Weapon("ca-lmg", "canadian", holder="c")}, phase="prep-fire")
    pieces = (Piece("c", "", "prep"), Piece("c", "w", "prep"))
    own, gun = shares(game, Attack(pieces=pieces, leaders=(), target="T12"))
    assert ("cellar" in own.factors, "cellar" in gun.factors) == (True, False)
    assert own.value == 2


@pytest.mark.rule("rileys_road:RR11.41", "rileys_road:A24.8")
def test_smoke_above_a_cellar_does_not_add_to_fire_out_of_it() -> None:
    for at, found in (("T10-1", False), ("T10", True)):
        game = position(units={"c": ca(at), "g": de("T12")}, smoke={"T10": (Smoke(2),)}, phase="prep-fire")
        attack = Attack(pieces=(Piece("c", "", "prep"),), leaders=(), target="T12")
        assert ("out-of-smoke" in [part.label for part in firer_modifiers(game, attack)]) is found, at


@pytest.mark.rule("rileys_road:RR11.3", "rileys_road:B9.21")
def test_a_hedge_beside_the_house_hides_the_next_hex_from_its_cellar() -> None:
    game = position()
    assert not line_of_sight(game, "MM10-1", "MM9").clear
    assert line_of_sight(game, "MM10", "MM9").clear
    assert line_of_sight(game, "MM10-1", "LL10").clear
