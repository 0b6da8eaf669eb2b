"""A, A1, A3: dice, classes and sizes of units, who acts first, and what the phases are for."""

from __future__ import annotations

import importlib
import inspect
import pkgutil

import pytest

from games.asl.fields import meadow
from games.asl.position import ca, de, offered, play, position
from sandtable.games import asl
from sandtable.games.asl.fire.attack import Attack, out_of_ammunition
from sandtable.games.asl.fire.dice import ALL_DR, Dr, roll_dr
from sandtable.games.asl.fire.fire_phase import FirePhase
from sandtable.games.asl.fire.pieces import Piece
from sandtable.games.asl.morale.rally import RallyPhase
from sandtable.games.asl.morale.rout import RoutPhase
from sandtable.games.asl.movement.movement_phase import Move
from sandtable.games.asl.sequence.fieldworks import stands_on_fort
from sandtable.games.asl.state import Weapon
from sandtable.games.asl.units import class_of, never_cowers, unit_size
from sandtable.games.asl.weapons.demolition import dud_number
from sandtable.games.asl.weapons.smoke_grenades import has_phosphorus
from sandtable.kernel import Event, Procedure, title


@pytest.mark.rule("rileys_road:A.1")
def test_a_dr_is_two_dice_and_the_colored_one_is_read_by_itself() -> None:
    game = position(dice=(5, 2))
    dr = roll_dr(game, "fire", "A.1", repr)
    assert (dr.colored, dr.white, dr.total, dr.doubles) == (5, 2, 7, False)
    assert Dr(3, 3).doubles
    assert len(ALL_DR) == 36


@pytest.mark.rule("rileys_road:A1.6")
def test_sizes_are_one_two_and_three() -> None:
    content = position().content
    sizes = {"de-838": 3, "de-248": 2, "de-228": 2, "de-l91": 1, "de-hero": 1}
    assert {kind: unit_size(content, de("F6", kind)) for kind in sizes} == sizes


@pytest.mark.rule("rileys_road:A1.25", "rileys_road:A1.123")
def test_crews_are_elite() -> None:
    units = {"crew": ca("F6", "ca-228"), "g": de("F7", "de-228")}
    game = position(units=units, weapons={"dc": Weapon("de-dc", "german", holder="g")})
    assert class_of(game.content, units["crew"]) == "elite"
    assert never_cowers(game, units["crew"])
    assert not never_cowers(game, units["g"]), "no Germans are steady"
    assert dud_number(game, "dc") == game.content.weapons["de-dc"].removed


@pytest.mark.rule("rileys_road:A.13", "rileys_road:A3.1")
@pytest.mark.parametrize("active", ["canadian", "german"])
def test_where_both_sides_act_the_attacker_is_asked_first(active: str) -> None:
    units = {"c": ca("F4", "ca-l80", broken=True), "g": de("R18", "de-l80", broken=True)}
    game = play(position(units=units, on=meadow(), active=active, phase="rally"), RallyPhase())
    assert game.decisions[0].side == active


@pytest.mark.rule("rileys_road:A3.6", "rileys_road:A.13")
def test_the_attacker_routs_before_the_defender() -> None:
    terrain = {"F3": "woods", "F16": "woods"}
    units = {
        "c": ca("F6", broken=True, dm=True), "near-c": de("F7"),
        "g": de("F13", broken=True, dm=True), "near-g": ca("F12"),
    }  # fmt: skip
    game = play(position(units=units, on=meadow(terrain), phase="rout", dice=(1, 2) * 4), RoutPhase(side="canadian"))
    assert game.decisions[0].side == "canadian"
    while game.decisions and game.decisions[0].side == "canadian":
        game.choose(game.decisions[0].ids[0])
    assert game.decisions[0].side == "german"


@pytest.mark.rule("rileys_road:A3.4", "rileys_road:A8.4")
def test_final_fire_of_marked_units_reaches_only_the_next_hex_and_all_markers_go() -> None:
    units = {"fresh": de("F6"), "marked": de("H6", fire="first"), "far": ca("F9"), "near": ca("H7")}
    phase = FirePhase(side="german", phase="defensive-fire")
    game = play(position(units=units, on=meadow(), phase="defensive-fire"), phase, "unit:marked")
    assert [each for each in offered(game) if each.startswith("hex:")] == ["hex:H7"]
    game.choose("do:cancel")
    game.choose("unit:fresh")
    assert "hex:F9" in offered(game)
    game.choose("do:cancel")
    game.choose("do:done")
    assert game.state.units["marked"].fire == ""


@pytest.mark.rule("rileys_road:A/accessible", "rileys_road:A4.134")
def test_a_minimum_move_goes_into_any_accessible_location_but_no_burning_one() -> None:
    terrain = {"F7": "woods", "F5": "woods"}
    weapons = {
        name: Weapon(kind, "canadian", holder="c") for name, kind in (("a", "ca-mmg"), ("b", "ca-piat"), ("d", "ca-dc"))
    }
    game = position(units={"c": ca("F6")}, weapons=weapons, on=meadow(terrain), blazes={"F5": True})
    found = offered(play(game, Move(units=("c",))))
    assert "hex:F7" in found
    assert "hex:F5" not in found


@pytest.mark.rule("rileys_road:A19.131")
@pytest.mark.parametrize(("total", "out"), [((6, 6), ("a", "raw")), ((5, 6), ("raw",)), ((5, 5), ())])
def test_only_those_whose_own_fire_it_was_run_short(total: tuple[int, int], out: tuple[str, ...]) -> None:
    units = {"a": de("F6", shortage=True), "raw": de("F6", "de-436", shortage=True), "gun": de("F6", shortage=True)}
    game = position(units=units, weapons={"w": Weapon("de-lmg", "german", holder="gun")}, on=meadow())
    pieces = (Piece("a", "", "prep"), Piece("raw", "", "prep"), Piece("gun", "w", "prep"))
    assert out_of_ammunition(game, Attack(pieces, (), "F9"), Dr(*total)) == out


@pytest.mark.rule("rileys_road:A25.1")
def test_germans_have_smoke_without_phosphorus_and_cower_as_others_do() -> None:
    game = position(units={"g": de("F6"), "c": ca("F7")}, on=meadow())
    assert not has_phosphorus(game, "g")
    assert has_phosphorus(game, "c")
    assert not never_cowers(game, game.state.units["g"])
    assert never_cowers(game, game.state.units["c"])


@pytest.mark.rule("rileys_road:B23.912", "rileys_road:RR11.11")
def test_a_floor_is_fortified_above_a_fortified_ground_only_whatever_the_cellar_is() -> None:
    house = {"F6": {"building": "h", "stories": 2, "cellar": True}}
    on = meadow({"F6": "stone-building"}, houses=house)
    assert not stands_on_fort(position(on=on), "F6+1")
    assert stands_on_fort(position(on=on, fortified={"F6": "german"}), "F6+1")
    assert stands_on_fort(position(on=on), "F6")


def test_the_title_knows_every_procedure_and_event_of_the_system() -> None:
    """A game that is saved in the midst of one, or after it, could not be opened else."""
    played = title("rileys_road")
    known = {*played.procedures, *played.all_events}
    for info in pkgutil.walk_packages(asl.__path__, f"{asl.__name__}."):
        for each in vars(importlib.import_module(info.name)).values():
            if inspect.isclass(each) and issubclass(each, Procedure | Event) and each.__module__ == info.name:
                assert each in known or each.__subclasses__(), each.__name__
