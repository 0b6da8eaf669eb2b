"""A1 to A20 where two rules meet: helpers, prisoners, No Quarter, halves of squads, leaders who cannot lend."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from games.asl.fields import meadow
from games.asl.position import ca, de, offered, play, position
from sandtable.games.asl.close_combat.ambush import ambush_modifiers
from sandtable.games.asl.concealment.gaining import gain_modifier
from sandtable.games.asl.fire.attack import Attack, firepower_of, groups_of, resolve
from sandtable.games.asl.fire.encirclement import note_direction
from sandtable.games.asl.fire.fire_phase import pieces_named
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.morale.rally import RallyPhase, end_of_phase, try_rally
from sandtable.games.asl.morale.rout import RoutPhase
from sandtable.games.asl.state import Unit, Weapon
from sandtable.games.asl.units import Game

# Two single men at a machine gun


def crewed(phase: str, units: dict[str, Unit], **facts: Any) -> Game:
    """A heavy machine gun w of the leader l, who fires at F9."""
    weapons = {"w": Weapon("de-hmg", "german", holder="l")}
    men = {"c": ca("F9"), **units}
    return position(units=men, weapons=weapons, on=meadow(), phase=phase, active="german", **facts)


def burst(game: Game) -> Attack:
    return Attack(pieces_named(game, ("w",)), (), "F9")


@pytest.mark.rule("rileys_road:A7.352", "rileys_road:A9.2")
def test_two_men_go_on_firing_a_machine_gun_that_keeps_its_rate() -> None:
    game = crewed("prep-fire", {"l": de("F6", "de-l80"), "m": de("F6", "de-l70")}, dice=(1, 6, 1, 2))
    resolve(game, burst(game), Aftermath())
    assert game.state.units["m"].spent == ("w",)
    assert firepower_of(game, burst(game)) == 7


@pytest.mark.rule("rileys_road:A7.352", "rileys_road:A15.2")
def test_a_heroic_leader_leaves_the_man_beside_him_free() -> None:
    units = {"l": de("F6", "de-l80", heroic=True), "m": de("F6", "de-l70")}
    game = crewed("prep-fire", units, dice=(6, 5, 1, 2))
    resolve(game, burst(game), Aftermath())
    assert (game.state.units["m"].fire, game.state.units["m"].spent) == ("", ())


@pytest.mark.rule("rileys_road:A7.352", "rileys_road:A3.2")
def test_who_has_fired_in_the_prep_fire_phase_helps_nobody_in_the_advancing_fire_phase() -> None:
    units = {"l": de("F6", "de-l80"), "m": de("F6", "de-l70", fire="prep")}
    assert firepower_of(crewed("advancing-fire", units), burst(crewed("advancing-fire", units))) == Fraction(7, 4)


@pytest.mark.rule("rileys_road:A7.352", "rileys_road:A12.14")
def test_who_helps_to_fire_from_beneath_a_question_mark_is_known() -> None:
    units = {"l": de("F6", "de-l80", concealed=True), "m": de("F6", "de-l70", concealed=True)}
    game = crewed("prep-fire", units, dice=(6, 5, 1, 2))
    resolve(game, burst(game), Aftermath())
    assert not game.state.units["m"].concealed


# Encirclement


@pytest.mark.rule("rileys_road:A7.7", "rileys_road:A20.5")
def test_a_prisoner_does_not_keep_his_guards_from_being_encircled() -> None:
    units = {"p": ca("F6", guard="u"), "u": de("F6"), "a": ca("F5"), "b": ca("F7")}
    game = position(units=units, on=meadow(), phase="prep-fire", active="canadian")
    for name in "ab":
        made = Attack(pieces_named(game, (name,)), (), "F6")
        note_direction(game, made, groups_of(game, made, firepower_of(game, made)))
    assert (game.state.units["u"].encircled, game.state.units["p"].encircled) == (True, False)


@pytest.mark.rule("rileys_road:A7.7", "rileys_road:A20.5")
def test_a_prisoner_is_no_enemy_who_keeps_his_guard_encircled() -> None:
    for held, stays in ((ca("F6", guard="u"), False), (ca("F9"), True)):
        game = position(units={"u": de("F6", encircled=True), "p": held}, on=meadow(), phase="rally")
        end_of_phase(game)
        assert game.state.units["u"].encircled is stays


@pytest.mark.rule("rileys_road:A7.7", "rileys_road:A20.3")
def test_the_encircled_rout_from_those_who_give_no_quarter() -> None:
    units = {"u": de("F6", broken=True, dm=True, encircled=True), "c": ca("F7")}
    for cruel in (False, True):
        game = position(units=dict(units), on=meadow({"F4": "woods"}), phase="rout", no_quarter={"canadian": cruel})
        play(game, RoutPhase(side="canadian"), "do:done")
        assert game.decisions[0].prompt == ("rout" if cruel else "capture")
        assert ("unit:u" in offered(game)) is cruel


# Rally, and halves that become one


@pytest.mark.rule("rileys_road:A10.6")
def test_a_rally_dr_of_twelve_costs_men_whatever_is_added() -> None:
    units = {"u": de("F6", "de-548", broken=True), "l": de("F6", "de-l103")}
    game = position(units=units, on=meadow({"F6": "woods"}), phase="rally", active="german", dice=(6, 6))
    try_rally(game, "u", "l")
    assert "u" not in game.state.units
    assert game.state.units["u.1"].broken


def recombined(first: dict[str, Any], second: dict[str, Any]) -> Unit:
    units = {"s.1": de("F6", "de-248", **first), "t.1": de("F6", "de-248", **second), "l": de("F6", "de-l80")}
    game = position(units=units, on=meadow({"F6": "woods"}), phase="rally", active="german")
    return play(game, RallyPhase(), "unit:s.1").state.units["s"]


@pytest.mark.rule("rileys_road:A1.32", "rileys_road:A19.131", "rileys_road:E1.21")
def test_a_squad_is_short_of_ammunition_and_stands_still_as_either_half_did() -> None:
    squad = recombined({}, {"shortage": True, "frozen": True})
    assert (squad.shortage, squad.frozen) == (True, True)


@pytest.mark.rule("rileys_road:A1.32", "rileys_road:A12.3")
def test_a_squad_is_no_better_hidden_than_either_half() -> None:
    def seen(squad: Unit) -> tuple[bool, bool]:
        return squad.hidden, squad.concealed

    assert seen(recombined({"hidden": True}, {})) == (False, False)
    assert seen(recombined({}, {"concealed": True})) == (False, False)
    assert seen(recombined({"hidden": True}, {"concealed": True})) == (False, True)
    assert seen(recombined({"hidden": True}, {"hidden": True})) == (True, False)


@pytest.mark.rule("rileys_road:A1.32", "rileys_road:B27/infantry")
def test_a_half_in_a_foxhole_does_not_take_the_other_into_it() -> None:
    assert recombined({"stance": "foxhole"}, {}).stance == ""
    assert recombined({"stance": "foxhole"}, {"stance": "foxhole"}).stance == "foxhole"


# Who lends nothing, and who does not count


@pytest.mark.rule("rileys_road:A12.12", "rileys_road:A.10")
def test_a_leader_who_is_pinned_or_no_better_does_not_help_to_hide() -> None:
    def modifier(**units: Unit) -> int:
        return gain_modifier(position(units=units, on=meadow({"F6": "woods"})), "u")

    assert modifier(u=de("F6"), l=de("F6", "de-l92")) == modifier(u=de("F6")) - 2
    assert modifier(u=de("F6"), l=de("F6", "de-l92", pinned=True)) == modifier(u=de("F6"))
    assert modifier(u=de("F6", "de-l103"), l=de("F6", "de-l92")) == modifier(u=de("F6", "de-l103"))


@pytest.mark.rule("rileys_road:A11.4", "rileys_road:A20.5")
def test_prisoners_do_not_count_in_an_ambush() -> None:
    def modifier(**units: Unit) -> int:
        game = position(units=units, on=meadow({"F6": "woods"}), phase="close-combat")
        return ambush_modifiers(game, "F6", "german").total

    assert modifier(c=ca("F6"), p=de("F6", guard="c", pinned=True), d=de("F6")) == 0
    assert modifier(c=ca("F6"), p=de("F6", guard="c"), d=de("F6", "de-l92")) == 0
