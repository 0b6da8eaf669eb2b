"""How the staff moves and fires with men."""

from __future__ import annotations

from games.asl.fields import meadow
from games.asl.position import ca, de, position
from sandtable.games.asl.fire.attack import Attack
from sandtable.games.asl.fire.fire_phase import pieces_named
from sandtable.games.asl.movement.movement_phase import Move
from sandtable.games.asl.staff.danger import exposure
from sandtable.games.asl.staff.routes import ways
from sandtable.games.asl.staff.situation import Situation


def test_woods_cover_and_those_who_creep_risk_less_than_those_who_walk() -> None:
    game = position(units={"c": ca("F6"), "d": de("F10")}, on=meadow({"G8": "woods"}), phase="movement")
    situation = Situation(game, "canadian")
    walk, creep = (exposure(situation, "F8", manner) for manner in ("walk", "assault"))
    assert walk > creep > exposure(situation, "F8", "still") > 0
    assert exposure(situation, "G8", "walk") < walk


def test_a_hex_is_reached_by_the_safer_of_two_ways() -> None:
    units = {"c": ca("F6"), "d": de("F12")}
    game = position(units=units, on=meadow(), phase="movement", residual={"F7": 8})
    found = [way for way in ways(Situation(game, "canadian"), Move(units=("c",))) if way.end == "F8"]
    assert found[0].first != "F7"


def test_the_staff_does_not_fire_into_a_melee_of_its_own_men() -> None:
    units = {"c": ca("F6"), "mine": ca("F8"), "d": de("F8")}
    game = position(units=units, on=meadow(), phase="prep-fire", melees={"F8": "normal"})
    situation = Situation(game, "canadian")
    assert situation.worth(Attack(pieces_named(game, ("c",)), (), "F8")) < 0
