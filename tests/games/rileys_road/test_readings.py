"""Optional rules and readings that a game may turn over."""

from __future__ import annotations

from typing import Any

import pytest

from games.asl.heavy import tank
from games.asl.position import ca, de, play, position
from games.rileys_road.data import content_of
from sandtable.games.asl.control import holder
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.ordnance.firing import fire
from sandtable.games.asl.ordnance.shots import Shot, gunner_of, may_turn
from sandtable.games.asl.sequence import fieldworks
from sandtable.games.asl.sniper_attack import SniperAttack, eligible_units, place_snipers
from sandtable.games.asl.state import Moving, Weapon
from sandtable.games.asl.terrain.hexes import is_concealment_terrain
from sandtable.games.asl.units import Game
from sandtable.kernel import title

OPEN = "S13"


def at(units: dict[str, Any], *switches: str, name: str = "farm", **state: Any) -> Game:
    return position(units=units, on=content_of(name, switches), **state)


@pytest.mark.rule("rileys_road:CG13")
def test_two_snipers_are_placed_far_apart() -> None:
    units = {"c": ca("S11"), "g": de("U17")}
    game = at(units, "CG13", name="initial", san={"german": 4, "canadian": 3})
    place_snipers(game)
    for side in ("german", "canadian"):
        first, second = game.state.snipers[side], game.state.second_snipers[side]
        assert game.content.distance(first, second) >= 15
    alone = at(units, name="initial", san={"german": 4, "canadian": 3})
    place_snipers(alone)
    assert not alone.state.second_snipers


@pytest.mark.rule("rileys_road:CG13")
@pytest.mark.parametrize(("die", "moves"), [(3, "snipers"), (4, "second_snipers")])
def test_a_die_decides_which_of_two_snipers_strikes(die: int, moves: str) -> None:
    game = at(
        {"c": ca("S11")}, san={"german": 3, "canadian": 3}, phase="prep-fire", dice=(2, die, 1, 1),
        snipers={"german": "S11"}, second_snipers={"german": "U18"},
    )  # fmt: skip
    play(game, SniperAttack(side="german"))
    assert getattr(game.state, moves)["german"] == "S11"
    assert game.state.units["c"].pinned
    assert game.state.second_snipers["german"] == ("S11" if moves == "second_snipers" else "U18")


@pytest.mark.rule("rileys_road:CG13", "rileys_road:A14.4")
def test_what_befalls_one_of_two_snipers_befalls_both() -> None:
    game = at(
        {"c": ca("S11", "ca-l81")}, san={"german": 2, "canadian": 3}, phase="prep-fire", dice=(2, 1, 1, 1, 1, 1),
        snipers={"german": "S11"}, second_snipers={"german": "U18"},
    )  # fmt: skip
    play(game, SniperAttack(side="german"), "unit:c")
    assert game.state.san["german"] == 1
    assert not game.state.snipers
    assert not game.state.second_snipers


@pytest.mark.rule("rileys_road:A14.2")
def test_where_no_enemy_is_on_the_map_yet_the_sniper_waits_where_they_come() -> None:
    game = at({"g": de("U17")}, name="initial", san={"german": 4, "canadian": 3})
    place_snipers(game)
    assert game.state.snipers["german"] == "X1"


@pytest.mark.rule("rileys_road:2.520/table")
def test_minefields_may_be_paid_by_the_counter() -> None:
    prices = fieldworks.prices(content_of("initial", ("2.520/table",)), "german")
    assert (prices["anti-personnel-6"], prices["anti-personnel-12"], prices["anti-tank-5"]) == (3, 3, 8)


@pytest.mark.rule("rileys_road:CG6")
def test_junctions_may_be_held_like_other_hexes() -> None:
    for switches, side in (((), "german"), (("CG6",), "canadian")):
        content = content_of("initial", switches)
        state = title("rileys_road").start(content)
        held = {**state.held, "H10": "canadian"}
        game = position(on=content, held=held, held_junctions=state.held_junctions)
        assert holder(game, "H10") == side


@pytest.mark.rule("rileys_road:RR11/base-interface")
def test_snipers_may_reach_cellars() -> None:
    units = {"g": de("U17-1")}
    assert eligible_units(at(units), "U17", "german") == []
    assert eligible_units(at(units, "RR11/base-interface"), "U17", "german") == ["g"]


@pytest.mark.rule("rileys_road:A12.11")
def test_entrenchments_may_be_no_concealment_terrain() -> None:
    units = {"g": de(OPEN, stance="foxhole"), "h": de("U17")}
    usual, other = at(units), at(units, "A12.11")
    assert is_concealment_terrain(usual, "g")
    assert not is_concealment_terrain(other, "g")
    assert is_concealment_terrain(other, "h")


@pytest.mark.rule("rileys_road:C3.21")
def test_guns_may_turn_but_once_in_the_enemys_movement() -> None:
    for switches, turns in (((), True), (("C3.21",), False)):
        weapons = {"w": Weapon("de-pak40", "german", holder="g", arc=0)}
        moving = Moving(units=(), at="U15", came_from="U14", spent_here=2, spent=2, vehicle="t")
        game = at({"g": de(OPEN, "de-228")}, *switches, weapons=weapons, vehicles={"t": tank("U15")}, moving=moving,
                  dice=(6, 5))  # fmt: skip
        fire(game, Shot("w", "t", "vehicle", "ap", "first"), Aftermath())
        assert game.state.weapons["w"].arc != 0
        assert may_turn(game, "w", gunner_of(game, "w")) is turns
