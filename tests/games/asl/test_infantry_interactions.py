"""A7 to A20 where rules meet that hold by themselves: two results of one DR, two men at a gun, the last of a Melee."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.asl.fields import meadow
from games.asl.position import ca, de, offered, play, position
from sandtable.games.asl.concealment.gaining import gain_concealment
from sandtable.games.asl.fire.attack import Attack, firepower_of, groups_of, resolve
from sandtable.games.asl.fire.encirclement import note_direction
from sandtable.games.asl.fire.fire_phase import FirePhase, pieces_named
from sandtable.games.asl.fire.pieces import Piece, pieces_of
from sandtable.games.asl.fire.results import apply_result
from sandtable.games.asl.morale.casualties import Aftermath, eliminate, pin
from sandtable.games.asl.morale.heat_of_battle import give_up, make_hero, rage, take_prisoner
from sandtable.games.asl.morale.replacement import harden
from sandtable.games.asl.sniper_attack import SniperAttack
from sandtable.games.asl.state import Moving, Unit, Weapon, Works
from sandtable.games.asl.tables.fire import Result as FireResult
from sandtable.games.asl.units import Game, is_good_order
from sandtable.kernel import Rolled

SQUADS = {"g": de("F6", "de-468"), "h": de("F6", "de-468")}


def fired(units: dict[str, Unit], target: str, **facts: Any) -> Game:
    """Two German squads fire at a Location in their Prep Fire Phase."""
    game = position(units={**SQUADS, **units}, on=meadow(), phase="prep-fire", active="german", **facts)
    resolve(game, Attack(pieces_named(game, ("g", "h")), (), target), Aftermath())
    return game


def checks(game: Game) -> list[tuple[str, str]]:
    """Who has checked his morale, and what he needed."""
    rolled = [event for event in game.events if isinstance(event, Rolled) and event.why == "morale-check"]
    return [(each.of, next(line.value for line in each.lines if line.label == "check.needs")) for each in rolled]


# One DR that is read for several


@pytest.mark.rule("rileys_road:A7.303", "rileys_road:A.5")
def test_a_leader_in_a_foxhole_checks_before_men_of_his_location_who_are_not_in_it() -> None:
    men = {"s": ca("F8", "ca-457"), "l": ca("F8", "ca-l92", stance="foxhole")}
    works = {"F8": Works(foxholes=1)}
    broke = fired(dict(men), "F8", works=works, dice=(1, 2, 6, 5, 1, 3))
    assert broke.state.units["l"].broken
    assert [name for name, _ in checks(broke)] == ["l", "s.1"]
    held = fired(dict(men), "F8", works=works, dice=(1, 2, 1, 3, 1, 3))
    assert int(checks(held)[1][1]) == int(checks(broke)[1][1]) + 2


@pytest.mark.rule("rileys_road:A7.303", "rileys_road:A7.23")
def test_a_concealed_leader_checks_before_known_men_of_his_location() -> None:
    men = {"s": ca("F8", "ca-457"), "l": ca("F8", "ca-l92", concealed=True)}
    assert checks(fired(men, "F8", dice=(1, 4, 6, 5, 6, 5)))[0][0] == "l"


# Final Protective Fire


@pytest.mark.rule("rileys_road:A8.31", "rileys_road:A7.352")
def test_who_helps_with_a_gun_in_final_protective_fire_checks_with_its_dr_as_well() -> None:
    units = {"l": de("F6", "de-l80", fire="final"), "m": de("F6", "de-l70", fire="final"), "c": ca("F7")}
    gun = {"w": Weapon("de-lmg", "german", holder="l", fire="final")}
    game = position(
        units=units, weapons=gun, on=meadow(), moving=Moving(("c",), "F7", spent_here=2), dice=(5, 4, 6, 6, 6)
    )
    resolve(game, Attack(pieces_named(game, ("w",)), (), "F7"), Aftermath())
    assert (game.state.units["l"].broken, game.state.units["m"].broken) == (True, True)


# Fire once more


def fires_again(unit: Unit, **weapons: Weapon) -> Game:
    """Germans who are marked First Fire in F6, while a Canadian squad spends its second MF in F9."""
    moving = Moving(("c",), "F9", spent_here=4)
    return position(units={"s": unit, "c": ca("F9")}, weapons=weapons, on=meadow(), moving=moving, dice=(4, 6))


@pytest.mark.rule("rileys_road:A7.353", "rileys_road:A7.352", "rileys_road:A8.3")
def test_a_half_squad_that_has_fired_its_rifles_fires_its_gun_once_more_in_their_place() -> None:
    half = de("F6", "de-248", fire="first", spent=("inherent",))
    game = fires_again(half, w=Weapon("de-lmg", "german", holder="s"))
    assert pieces_of(game, "s") == [Piece("s", "", "subsequent"), Piece("s", "w", "subsequent")]
    assert pieces_of(game, "s", ("w",)) == []
    resolve(game, Attack(pieces_named(game, ("w",)), (), "F9"), Aftermath())
    assert (game.state.units["s"].fire, game.state.weapons["w"].fire) == ("final", "final")


@pytest.mark.rule("rileys_road:A7.353", "rileys_road:A7.35")
def test_a_squad_that_has_used_up_its_first_fire_chooses_its_gun_anew() -> None:
    guns = {"w": Weapon("de-lmg", "german", holder="s", fire="first"), "v": Weapon("de-lmg", "german", holder="s")}
    game = fires_again(de("F6", "de-468", fire="first", spent=("inherent", "w")), **guns)
    assert Piece("s", "v", "subsequent") in pieces_of(game, "s")
    fresh = fires_again(de("F6", "de-468", fire="first", spent=("inherent",)), v=guns["v"])
    assert Piece("s", "v", "first") in pieces_of(fresh, "s")


@pytest.mark.rule("rileys_road:A7.353", "rileys_road:A7.53")
def test_a_leader_who_has_directed_does_not_fire_a_gun_once_more() -> None:
    leader = de("F6", "de-l80", fire="first", spent=("directs",))
    assert pieces_of(fires_again(leader, w=Weapon("de-lmg", "german", holder="s")), "s") == []


# Fire from all sides


@pytest.mark.rule("rileys_road:A7.7", "rileys_road:A7.22")
@pytest.mark.parametrize(("near", "closes"), [("J10", True), ("J15", False)])
def test_of_a_fire_group_those_at_normal_range_help_to_encircle(near: str, closes: bool) -> None:
    units = {"t": de("J6"), "a": ca("J5"), "b": ca(near), "c": ca("J11", "ca-248")}
    game = position(units=units, on=meadow(), phase="prep-fire", active="canadian")
    for names in (("a",), ("b", "c")):
        made = Attack(pieces_named(game, names), (), "J6")
        note_direction(game, made, groups_of(game, made, firepower_of(game, made)))
    assert game.state.units["t"].encircled is closes


# Weapons


@pytest.mark.rule("rileys_road:A9.73", "rileys_road:A8.4")
@pytest.mark.parametrize(("marker", "may"), [("", True), ("first", False), ("final", False)])
def test_a_squad_that_has_first_fired_may_still_destroy_a_weapon_that_has_not(marker: str, may: bool) -> None:
    units = {"s": de("F6", "de-468", fire="first"), "c": ca("F7")}
    gun = {"w": Weapon("de-lmg", "german", holder="s", fire=marker)}
    game = position(units=units, weapons=gun, on=meadow(), phase="defensive-fire")
    play(game, FirePhase(side="german", phase="defensive-fire"), "unit:s")
    assert ("destroy:w" in offered(game)) is may


@pytest.mark.rule("rileys_road:A4.4", "rileys_road:A20.21")
def test_what_a_captured_unit_carried_lies_with_its_captor_and_its_gun_stays() -> None:
    units = {"a": de("F6", "de-228", broken=True), "c": ca("F7")}
    weapons = {"w": Weapon("de-lmg", "german", holder="a"), "g": Weapon("de-pak40", "german", holder="a")}
    game = position(units=units, weapons=weapons, on=meadow(), phase="rout")
    take_prisoner(game, "a", "c", "A20.21")
    lies = {name: (weapon.holder, weapon.at) for name, weapon in game.state.weapons.items()}
    assert lies == {"w": ("", "F7"), "g": ("", "F6")}


# Melee, prisoners, snipers


@pytest.mark.rule("rileys_road:A11.15", "rileys_road:A15.5")
def test_a_melee_is_over_when_the_last_of_a_side_gives_up() -> None:
    units = {"a": de("F6"), "b": ca("F6"), "c": ca("F7")}
    game = position(units=units, on=meadow(), phase="prep-fire", melees={"F6": "normal"})
    give_up(game, "a", Aftermath())
    assert game.state.units["a"].guard == "c"
    assert not game.state.melees
    assert is_good_order(game, game.state.units["b"])


@pytest.mark.rule("rileys_road:A11.15", "rileys_road:A11.19")
def test_a_melee_is_over_when_nobody_but_the_concealed_is_left_of_a_side() -> None:
    units = {"a": de("F6"), "v": de("F6", concealed=True), "b": ca("F6")}
    game = position(units=units, on=meadow(), phase="prep-fire", melees={"F6": "normal"})
    eliminate(game, "a", "A7.301")
    assert not game.state.melees


@pytest.mark.rule("rileys_road:A20.5", "rileys_road:A7.8", "rileys_road:A10.1")
def test_prisoners_are_pinned_with_their_guard_only() -> None:
    units = {"g": de("F6"), "p": ca("F6", "ca-247", guard="g")}
    for result in (FireResult("ptc", 0), FireResult("mc", 0)):
        game = position(units=dict(units), on=meadow(), phase="prep-fire", dice=(1, 2, 3, 3))
        apply_result(game, ("g", "p"), result, Aftermath())
        assert not game.state.units["p"].pinned
    pin(game, "g", "A7.8")
    assert game.state.units["p"].pinned


@pytest.mark.rule("rileys_road:A20.5", "rileys_road:A7.8")
@pytest.mark.parametrize("change", [harden, rage, make_hero])
def test_prisoners_are_freed_of_the_pin_with_their_guard(change: Callable[[Game, str], None]) -> None:
    units = {"g": de("F6", "de-l80", pinned=True), "p": ca("F6", guard="g", pinned=True)}
    game = position(units=units, on=meadow(), phase="prep-fire")
    change(game, "g")
    assert (game.state.units["g"].pinned, game.state.units["p"].pinned) == (False, False)


@pytest.mark.rule("rileys_road:A12.12", "rileys_road:A20.5")
def test_a_guard_does_not_hide_from_his_prisoners() -> None:
    for held in (False, True):
        units = {"g": de("F6"), **({"p": ca("F6", guard="g")} if held else {})}
        game = position(units=units, on=meadow({"F6": "woods"}), phase="close-combat", active="german")
        gain_concealment(game, "german")
        assert game.state.units["g"].concealed is not held


@pytest.mark.rule("rileys_road:A14.3", "rileys_road:A7.8")
def test_a_sniper_pins_men_without_arms() -> None:
    game = position(units={"p": ca("F6", unarmed=True)}, on=meadow(), phase="prep-fire", active="german")
    SniperAttack(side="german", effect=2, hexes=("F6",), at="F6").hit(game, "p", Aftermath())
    assert game.state.units["p"].pinned
