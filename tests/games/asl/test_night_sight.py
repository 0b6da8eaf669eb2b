"""E1.1, E1.6, E1.7, E1.8, E1.9: what is seen in the dark, and what the dark does to fire."""

from __future__ import annotations

from typing import Any

import pytest

from games.asl.fields import meadow
from games.asl.heavy import tank
from games.asl.position import ca, de, play, position
from sandtable.games.asl.concealment.vehicles import conceal
from sandtable.games.asl.fire.attack import Attack, firepower_of, resolve
from sandtable.games.asl.fire.fire_group import target_locations, targets_of_piece
from sandtable.games.asl.fire.fire_phase import FirePhase
from sandtable.games.asl.fire.modifiers import firer_modifiers
from sandtable.games.asl.fire.pieces import Piece
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.night import starshells
from sandtable.games.asl.night.light import (
    end_gunflashes,
    flashing,
    is_illuminated,
    lit_hexes,
    place_light,
    put_out_lights,
)
from sandtable.games.asl.sight import Block, line_between, line_of_sight, line_to_side, sees
from sandtable.games.asl.state import Smoke, Weapon, Wreck
from sandtable.games.asl.units import Game

MEADOW = meadow()


def night(**state: Any) -> Game:
    return position(on=state.pop("on", MEADOW), nvr=state.pop("nvr", 3), **state)


def answer_all(game: Game) -> None:
    """Everybody is done with what he is asked."""
    while game.decisions:
        game.choose("do:done")


# Sight


@pytest.mark.rule("rileys_road:E1.1")
def test_one_sees_as_far_as_the_nvr_and_no_farther() -> None:
    game = night()
    assert sees(game, "J8", "J5")
    assert line_of_sight(game, "J8", "J4").block == Block("E1.1", "J4", "darkness")
    assert line_between(game, "J8", "J4").clear


@pytest.mark.rule("rileys_road:E1.1")
def test_a_buttoned_up_tank_sees_half_as_far_but_one_hex_at_least() -> None:
    game = night(vehicles={"t": tank("J8"), "u": tank("K8", exposed=True)})
    assert sees(game, "J8", "J7", viewer="t")
    assert not sees(game, "J8", "J6", viewer="t")
    assert sees(game, "K8", "K5", viewer="u")
    assert not sees(night(nvr=1, vehicles={"t": tank("J8")}), "J8", "J6", viewer="t")
    assert sees(night(nvr=1, vehicles={"t": tank("J8")}), "J8", "J7", viewer="t")


@pytest.mark.rule("rileys_road:E1.1")
def test_a_tank_that_moves_is_seen_twice_as_far_and_a_halftrack_half_as_far_again() -> None:
    tanks = {"t": tank("J2", motion=True), "h": tank("J3", "de-spw251", motion=True), "s": tank("J4")}
    game = night(vehicles=tanks)
    assert sees(game, "J8", "J2", seen="t")
    assert not sees(game, "J9", "J2", seen="t")
    assert sees(game, "J8", "J3", seen="h")
    assert not sees(game, "J9", "J3", seen="h")
    assert not sees(game, "J8", "J4", seen="s")


@pytest.mark.rule("rileys_road:E1.9", "rileys_road:E1.1")
def test_light_shows_what_is_in_it_to_those_in_the_dark_and_not_the_other_way_round() -> None:
    game = night()
    place_light(game, "J3", "starshell")
    assert sees(game, "J12", "J6")
    assert not sees(game, "J6", "J12")
    assert not sees(game, "J12", "J7")


@pytest.mark.rule("rileys_road:E1.9", "rileys_road:C7.6")
def test_starshells_light_three_hexes_rounds_six_and_fires_two() -> None:
    game = night(wrecks={"w": Wreck("ca-sherman3", "C15", 0, burning=True), "x": Wreck("ca-sherman3", "R15", 0)})
    place_light(game, "J3", "round")
    place_light(game, "R5", "starshell")
    assert is_illuminated(game, "J9")
    assert not is_illuminated(game, "J10")
    assert is_illuminated(game, "R8")
    assert not is_illuminated(game, "R9")
    assert is_illuminated(game, "C13")
    assert not is_illuminated(game, "C12")
    assert not is_illuminated(game, "R15")


@pytest.mark.rule("rileys_road:E1.9", "rileys_road:C8.7")
def test_a_starshell_goes_out_with_its_player_turn_and_a_round_with_the_next() -> None:
    game = night(player_turn=4)
    place_light(game, "J3", "round")
    place_light(game, "J3", "starshell")
    put_out_lights(game)
    game.state.player_turn = 5
    assert is_illuminated(game, "J9")
    put_out_lights(game)
    assert lit_hexes(game) == frozenset()


@pytest.mark.rule("rileys_road:A8.15", "rileys_road:E1.1")
def test_a_snap_shot_needs_to_see_the_hex_that_is_entered() -> None:
    assert line_to_side(night(), "J8", "J6-J5").clear
    assert not line_to_side(night(), "J8", "J5-J4").clear


# Fire


def _squad_fires(game: Game, target: str, weapon: str = "") -> Attack:
    pieces = (Piece("g", weapon, "prep"),) if weapon else (Piece("g", "", "prep"),)
    return Attack(pieces, (), target)


@pytest.mark.rule("rileys_road:E1.7")
def test_every_attack_has_one_more_for_the_dark_but_within_a_hex_and_at_those_higher_up() -> None:
    hill = meadow(levels={"J6": 1})
    game = night(on=hill, units={"g": de("J8"), "c": ca("J7"), "d": ca("J6")}, phase="prep-fire", active="german")
    assert [part.label for part in firer_modifiers(game, _squad_fires(game, "J7"))] == ["darkness"]
    assert firer_modifiers(game, _squad_fires(game, "J7")).total == 1
    assert firer_modifiers(game, _squad_fires(game, "J6")).total == 0
    assert firer_modifiers(game, _squad_fires(game, "J8")).total == 0


@pytest.mark.rule("rileys_road:E1.7", "rileys_road:A6.7")
def test_the_dark_is_added_to_what_hinders_and_six_block() -> None:
    thick = {"J6": (Smoke(3),), "J7": (Smoke(2),)}
    assert line_between(night(smoke=thick), "J8", "J5").hindrance == 5
    assert line_of_sight(night(smoke=thick), "J8", "J5").block == Block("A6.7", "J5", "hindrance")


@pytest.mark.rule("rileys_road:E1.6/freedom-to-fire")
def test_nobody_fires_at_what_he_cannot_see() -> None:
    game = night(units={"g": de("J8"), "c": ca("J5"), "d": ca("J4")}, phase="prep-fire", active="german")
    places = target_locations(game, "german")
    assert targets_of_piece(game, Piece("g", "", "prep"), places) == ["J5"]
    place_light(game, "J2", "starshell")
    assert targets_of_piece(game, Piece("g", "", "prep"), places) == ["J4", "J5"]


@pytest.mark.rule("rileys_road:E1.8", "rileys_road:E1.6/freedom-to-fire", "rileys_road:A7.23")
def test_a_machine_gun_shows_where_it_is_and_fire_at_its_flash_is_halved() -> None:
    units = {"g": de("J8"), "c": ca("J5"), "d": ca("J2")}
    weapons = {"m": Weapon("de-mmg", "german", holder="g")}
    game = night(units=units, weapons=weapons, phase="prep-fire", active="german", dice=[6, 5])
    resolve(game, _squad_fires(game, "J5", "m"), Aftermath())
    assert flashing(game) == {"J8"}
    assert sees(game, "J2", "J8")
    far = Attack((Piece("d", "", "final"),), (), "J8")
    assert firepower_of(game, far) * 2 == firepower_of(night(units=units, lights=game.state.lights, nvr=6), far)
    end_gunflashes(game)
    assert not sees(game, "J2", "J8")


@pytest.mark.rule("rileys_road:E1.8")
def test_rifles_show_nothing_and_a_melee_is_seen_from_afar() -> None:
    units = {"g": de("J8"), "c": ca("J5")}
    game = night(units=units, phase="prep-fire", active="german", dice=[6, 5], melees={"B3": "normal"})
    resolve(game, _squad_fires(game, "J5"), Aftermath())
    assert flashing(game) == {"B3"}
    assert sees(game, "J8", "B3")


@pytest.mark.rule("rileys_road:E1.8")
def test_flashes_of_the_defender_are_seen_until_the_end_of_advancing_fire() -> None:
    units = {"g": de("J8"), "c": ca("A1")}
    game = night(units=units, phase="defensive-fire", gunflashes={"J8": True})
    play(game, FirePhase(side="german", phase="defensive-fire"))
    answer_all(game)
    assert game.state.gunflashes == {"J8": True}
    game = night(units=units, phase="advancing-fire", gunflashes={"J8": True})
    play(game, FirePhase(side="canadian", phase="advancing-fire"))
    answer_all(game)
    assert game.state.gunflashes == {}


@pytest.mark.rule("rileys_road:E1.8", "rileys_road:E1.9")
def test_a_starshell_fired_from_a_tank_is_no_gunflash_and_its_guns_are() -> None:
    for mark, flashes in (("aamg:starshell", False), ("cmg:first", True)):
        game = position(on=meadow(), vehicles={"t": tank("F6", fired=(mark,))}, nvr=3)
        assert ("F6" in flashing(game)) is flashes


@pytest.mark.rule("rileys_road:E1.9", "rileys_road:D2.3", "rileys_road:scope/vehicle-concealment")
def test_where_in_its_hex_a_vehicle_beneath_a_question_mark_stands_does_not_show_who_may_fire_starshells() -> None:
    def able(bypass: int) -> list[str]:
        men, on = {"l": ca("F9", "ca-l81")}, meadow({"F6": "stone-building", "F7": "stone-building"})
        game = position(
            on=on, units=men, vehicles={"v": tank("F6", "de-pz4j", bypass=bypass)}, nvr=3, phase="prep-fire"
        )
        conceal(game, "v")
        return starshells.able(game, "canadian")

    assert {tuple(able(side)) for side in range(-1, 6)} == {tuple(able(-1))}
