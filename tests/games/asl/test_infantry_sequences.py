"""Positions in which what men do meets what was done before: concealment, SMOKE, weapons, leaders, Melee."""

from __future__ import annotations

from typing import Any

import pytest

from games.asl.fields import meadow
from games.asl.heavy import tank
from games.asl.position import ca, de, offered, play, position
from sandtable.games.asl.fire.attack import Attack, resolve
from sandtable.games.asl.fire.fire_phase import FirePhase
from sandtable.games.asl.fire.pieces import Piece
from sandtable.games.asl.fire.results import destroy_weapons
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.morale.rally import RallyPhase, rally_alone
from sandtable.games.asl.morale.refusals import refuse_rout
from sandtable.games.asl.morale.rout import RoutPhase, can_go
from sandtable.games.asl.morale.rout_ways import costs_of_ways, is_interdicted, way_to
from sandtable.games.asl.movement.advance import AdvancePhase
from sandtable.games.asl.movement.movement_phase import MovementPhase
from sandtable.games.asl.state import Mines, Moving, Smoke, Unit, Weapon, Works
from sandtable.games.asl.units import Game
from sandtable.kernel import Rolled


def moved(*choices: str, **facts: Any) -> Game:
    """The Canadians move on a meadow."""
    return play(position(on=meadow(), **facts), MovementPhase(side="canadian"), *choices)


def advanced(*choices: str, **facts: Any) -> Game:
    """The Canadians advance on a meadow."""
    return play(position(on=meadow(), phase="advance", **facts), AdvancePhase(side="canadian"), *choices)


# A12.14


@pytest.mark.rule("rileys_road:A12.14", "rileys_road:A12.11", "rileys_road:A4.61")
@pytest.mark.parametrize("smoke", [True, False])
def test_men_steal_into_smoke_unseen_and_not_into_the_open(smoke: bool) -> None:
    units = {"c": ca("F6", concealed=True), "g": de("F10")}
    clouds = {"F5": (Smoke(2),)} if smoke else {}
    game = moved("unit:c", "do:assault", "hex:F5", units=units, smoke=clouds)
    assert game.state.units["c"].concealed == smoke
    game = advanced("unit:c", "hex:F5", units=units, smoke=clouds)
    assert game.state.units["c"].concealed == smoke


@pytest.mark.rule("rileys_road:A12.14", "rileys_road:A12.11", "rileys_road:B27/infantry")
@pytest.mark.parametrize(
    ("stance", "choices", "concealed"),
    [
        ("", ("place:F6~foxhole",), False),
        ("", ("do:assault", "place:F6~foxhole"), True),
        ("foxhole", ("do:assault", "hex:F6"), False),
    ],
)
def test_men_are_seen_who_get_into_a_hole_in_haste_or_out_of_it_into_the_open(
    stance: str, choices: tuple[str, ...], concealed: bool
) -> None:
    units = {"c": ca("F6", concealed=True, stance=stance), "g": de("F10")}
    game = moved("unit:c", *choices, units=units, works={"F6": Works("canadian", foxholes=1)})
    assert game.state.units["c"].concealed == concealed


@pytest.mark.rule("rileys_road:A12.14", "rileys_road:B26/infantry")
def test_who_gets_off_wire_before_the_enemy_is_seen_and_a_dummy_is_gone() -> None:
    units = {"c": ca("F6", concealed=True, stance="above-wire"), "g": de("F10")}
    facts: dict[str, Any] = {"works": {"F6": Works("german", wire=True)}}
    assert not moved("unit:c", "do:wire", units=units, dice=(1,), **facts).state.units["c"].concealed
    dummy = Unit("canadian", "dummy", "F6", concealed=True, stance="above-wire")
    assert "c" not in moved("unit:c", "do:wire", units={**units, "c": dummy}, **facts).state.units


@pytest.mark.rule("rileys_road:A12.14", "rileys_road:A4.7", "rileys_road:B27/infantry")
@pytest.mark.parametrize(("stance", "place"), [("foxhole", "hex:F6"), ("", "place:F6~foxhole")])
def test_who_advances_out_of_his_hole_into_the_open_is_seen(stance: str, place: str) -> None:
    units = {"c": ca("F6", concealed=True, stance=stance), "g": de("F10")}
    game = advanced("unit:c", place, units=units, works={"F6": Works("canadian", foxholes=1)})
    assert game.state.units["c"].concealed == (stance == "")


@pytest.mark.rule("rileys_road:A12.14", "rileys_road:A12.141", "rileys_road:A1.32")
@pytest.mark.parametrize("picked", ["a", "b"])
def test_half_squads_are_known_by_recombining_if_either_is_seen(picked: str) -> None:
    on = meadow(walls={"hedge": ("F6-F5",)})
    halves = {"a": ca("F6", "ca-248", concealed=True, stance="foxhole"), "b": ca("F6", "ca-248", concealed=True)}
    units = {**halves, "l": ca("F6", "ca-l80"), "g": de("F3")}
    game = position(units=units, on=on, phase="rally", works={"F6": Works("canadian", foxholes=1)})
    play(game, RallyPhase(), f"unit:{picked}")
    (squad,) = [unit for unit in game.state.units.values() if unit.kind == "ca-458"]
    assert not squad.concealed


@pytest.mark.rule("rileys_road:A12.14", "rileys_road:A8.31", "rileys_road:A.10")
def test_a_concealed_leader_is_known_who_helps_with_the_check_of_final_protective_fire() -> None:
    units = {"g": de("F6", fire="final"), "l": de("F6", "de-l91", concealed=True), "c": ca("F7")}
    move = Moving(units=("c",), at="F7", came_from="F8", spent_here=2, spent=2)
    game = position(units=units, on=meadow(), moving=move, dice=(6, 3, 1, 2))
    resolve(game, Attack((Piece("g", "", "protective"),), (), "F7"), Aftermath())
    assert not game.state.units["l"].concealed


@pytest.mark.rule("rileys_road:A12.15", "rileys_road:A12.1")
@pytest.mark.parametrize("veil", ["concealed", "hidden"])
def test_dummies_that_run_into_men_are_gone_and_reveal_nobody(veil: str) -> None:
    dummy, units = Unit("canadian", "dummy", "F6", concealed=True), {"g": de("F5", **{veil: True})}
    game = moved("unit:d", "hex:F5", units={"d": dummy, **units})
    assert (game.state.units["g"], "d" in game.state.units) == (units["g"], False)
    both = moved("unit:d", "unit:c", "hex:F5", units={"d": dummy, "c": ca("F6", concealed=True), **units})
    assert not both.state.units["g"].concealed
    assert not both.state.units["c"].concealed


# A23.6


@pytest.mark.rule("rileys_road:A23.6")
def test_what_is_left_of_a_squad_that_its_own_charge_has_struck_does_not_fire_as_well() -> None:
    units = {"c": ca("F6"), "g": de("F4")}
    weapons = {"w": Weapon("ca-dc", "canadian", holder="c")}
    game = position(units=units, weapons=weapons, on=meadow(), phase="prep-fire", dice=(6, 5, 1, 2, 1, 2))
    play(game, FirePhase(side="canadian", phase="prep-fire"), "unit:c", "throw:F5")
    assert game.state.units["c.1"].fire == "prep"


# What is left of a squad


@pytest.mark.rule("rileys_road:B28/infantry", "rileys_road:A7.4/casualty")
def test_the_mines_that_a_squad_enters_strike_the_half_that_those_behind_it_have_left() -> None:
    fields = {"F6": Mines("german", ap=6), "F5": Mines("german", ap=6)}
    game = moved("unit:c", "hex:F5", units={"c": ca("F6")}, mines=fields, dice=(1, 2, 1, 2, 6, 6))
    assert [event.why for event in game.events if isinstance(event, Rolled)] == ["mines", "morale-check", "mines"]


@pytest.mark.rule("rileys_road:A4.44", "rileys_road:A7.4/casualty")
def test_half_of_a_squad_does_not_try_again_for_the_weapon_that_the_squad_has_not_got() -> None:
    units = {"c": ca("F6"), "g": de("F10")}
    weapons = {"w": Weapon("ca-lmg", "canadian", at="F6")}
    game = position(units=units, weapons=weapons, on=meadow(), dice=(6, 1, 3, 1, 2))
    game.stack.append(MovementPhase(side="canadian"))
    game.advance()
    for choice in ("unit:c", "weapon:w", "unit:g", "do:fire"):
        game.choose(choice)
    assert "c.1" in game.state.units
    assert "weapon:w" not in offered(game)


@pytest.mark.rule("rileys_road:A24.1", "rileys_road:A8.1")
def test_those_whom_their_own_phosphorus_has_halved_are_fired_at_for_the_mf_of_throwing_it() -> None:
    game = position(units={"c": ca("F6"), "g": de("F10")}, on=meadow(), dice=(1, 6, 6))
    game.stack.append(MovementPhase(side="canadian"))
    game.advance()
    for choice in ("unit:c", "do:smoke", "wp:F6"):
        game.choose(choice)
    assert (game.decisions[0].prompt, game.decisions[0].args["unit"]) == ("first-fire", "c.1")


@pytest.mark.rule("rileys_road:A18.12", "rileys_road:D6.1")
def test_a_leader_who_steps_forward_among_passengers_is_aboard_with_them() -> None:
    units = {"u": de("F6", "de-468", broken=True, aboard="v")}
    vehicles = {"v": tank("F6", "de-spw251")}
    game = position(units=units, vehicles=vehicles, on=meadow(), phase="rally", active="german", dice=(1, 1, 3))
    rally_alone(game, "u")
    assert game.state.units["gx1"].aboard == "v"


# A9.74


@pytest.mark.rule("rileys_road:A9.74", "rileys_road:A9.7")
@pytest.mark.parametrize("kind", ["de-lmg", "de-psk", "de-dc", "de-phone"])
def test_by_a_two_after_a_kia_malfunctions_what_can_and_nothing_is_lost(kind: str) -> None:
    game = position(weapons={"w": Weapon(kind, "german", at="F6")}, on=meadow(), dice=(2,))
    destroy_weapons(game, ["w"])
    assert game.state.weapons["w"].broken == (kind == "de-lmg")


# Hidden wire and mines on a rout


def routed(*choices: str, terrain: dict[str, str], **facts: Any) -> Game:
    """A broken Canadian routs from the open before a German."""
    units = {"c": ca("F6", broken=True, dm=True), "g": de("F9")}
    game = position(units=units, on=meadow(terrain), phase="rout", **facts)
    return play(game, RoutPhase(side="canadian"), "unit:c", *choices)


@pytest.mark.rule("rileys_road:A10.51", "rileys_road:B26/infantry", "rileys_road:A12.16")
def test_the_way_of_a_rout_does_not_tell_of_hidden_wire() -> None:
    plain, known = (offered(routed(terrain={"F4": "woods"}, works=works)) for works in ({}, wired(known=True)))
    assert offered(routed(terrain={"F4": "woods"}, works=wired(known=False))) == plain != known


def wired(*, known: bool) -> dict[str, Works]:
    return {"F5": Works("german", wire=True, known=known)}


@pytest.mark.rule("rileys_road:A10.51", "rileys_road:B26/infantry")
def test_who_comes_upon_hidden_wire_on_his_rout_gets_off_it_or_stays() -> None:
    through = (1, 2, 1, 2)
    game = routed("hex:F4", terrain={"F4": "woods"}, works=wired(known=False), dice=(*through, 2))
    assert set(offered(game)) == {"do:wire", "do:stay"}
    assert game.state.works["F5"].known
    for away in ("hex:F4", "do:exit"):
        refusal = game.explain(away)
        assert refusal is not None
        assert refusal.reason == "refused.on-wire"
    game.choose("do:wire")
    game.choose("hex:F4")
    assert (game.state.units["c"].at, game.state.units["c"].stance) == ("F4", "")
    stuck = routed("hex:F4", "do:wire", terrain={"F4": "woods"}, works=wired(known=False), dice=(*through, 6))
    assert (stuck.state.units["c"].at, stuck.state.units["c"].stance) == ("F5", "above-wire")


@pytest.mark.rule("rileys_road:A10.51", "rileys_road:B26/infantry")
def test_nobody_goes_on_from_woods_in_whose_wire_he_is() -> None:
    terrain = {"F5": "woods", "F4": "woods"}
    game = routed("hex:F5", terrain=terrain, works=wired(known=False), dice=(1, 2))
    assert (game.state.units["c"].at, game.decisions[0].prompt) == ("F5", "break-willingly")


@pytest.mark.rule("rileys_road:A10.51", "rileys_road:B28/infantry")
@pytest.mark.parametrize(("side", "cost"), [("german", 3), ("canadian", 4)])
def test_who_routs_shuns_the_hidden_mines_of_his_own_side(side: str, cost: int) -> None:
    game = routed(terrain={"F4": "woods"}, mines={"F5": Mines(side, ap=6)})
    assert offered(game)["hex:F4"] == cost


@pytest.mark.rule("rileys_road:A10.53", "rileys_road:A10.5", "rileys_road:B9.3")
@pytest.mark.parametrize("stance", ["", "foxhole"])
def test_a_hedge_on_the_way_keeps_interdictors_from_those_who_leave_their_holes_too(stance: str) -> None:
    units = {"c": ca("F6", broken=True, dm=True, stance=stance), "g": de("F9")}
    on, works = meadow(walls={"hedge": ("F6-F5",)}), {"F6": Works("canadian", foxholes=1)}
    game = position(units=units, on=on, phase="rout", works=works)
    assert not is_interdicted(game, "c", "F5")
    open_ = position(units=units, on=meadow(), phase="rout", works=works)
    assert is_interdicted(open_, "c", "F5")


@pytest.mark.rule("rileys_road:A10.53", "rileys_road:A12.16")
def test_whether_a_way_lies_open_does_not_tell_of_hidden_holes() -> None:
    units = {"c": ca("F6", broken=True, dm=True), "g": de("F9")}
    for known in (True, False):
        works = {"F5": Works("german", trench=True, known=known)}
        assert is_interdicted(position(units=units, on=meadow(), phase="rout", works=works), "c", "F5") != known


@pytest.mark.rule("rileys_road:A10.51", "rileys_road:A10.53")
@pytest.mark.parametrize("covered", ["F5", "G6"])
def test_of_equally_cheap_ways_that_is_taken_on_which_nobody_interdicts(covered: str) -> None:
    units = {"c": ca("F6", broken=True, dm=True), "g": de("F9")}
    game = position(units=units, on=meadow({"G5": "woods", covered: "orchard"}), phase="rout")
    assert way_to(game, "c", "G5") == (covered, "G5")


@pytest.mark.rule("rileys_road:A10.51", "rileys_road:A10.53")
def test_where_there_is_no_refuge_a_detour_through_cover_is_taken_that_the_mf_allow() -> None:
    units = {"c": ca("F6", broken=True, dm=True), "g": de("F9")}
    game = position(units=units, on=meadow({"G6": "brush", "G5": "brush"}), phase="rout")
    assert way_to(game, "c", "F4") == ("G6", "G5", "F4")
    assert costs_of_ways(game, "c")["F4"] == 10
    assert way_to(game, "c", "F4", 4) == ("F5", "F4")
    assert costs_of_ways(game, "c", 4)["F4"] == 4
    assert way_to(game, "c", "F5") == ("F5",)


@pytest.mark.rule("rileys_road:A10.51", "rileys_road:B28/infantry", "rileys_road:B26/infantry")
@pytest.mark.parametrize(
    "lies", [{"mines": {"F5": Mines("german", ap=6, known=True)}}, {"works": {"F5": Works(wire=True)}}]
)
def test_where_there_is_no_refuge_mines_and_wire_are_shunned_all_the_same(lies: dict[str, Any]) -> None:
    game = routed(terrain={}, **lies)
    assert {"hex:E6", "crawl:E6"} < offered(game).keys()
    assert not {"hex:F5", "crawl:F5"} & offered(game).keys()


@pytest.mark.rule("rileys_road:B27/infantry", "rileys_road:A10.51", "rileys_road:B28/infantry")
def test_who_routs_from_trench_to_trench_pays_one_mf_and_meets_no_mines() -> None:
    units = {"c": ca("F6", broken=True, dm=True, stance="trench"), "g": de("F9")}
    dug = {hex_: Works("canadian", trench=True) for hex_ in ("F6", "F5")}
    facts: dict[str, Any] = {"works": dug, "mines": {"F5": Mines("german", ap=6)}}
    game = position(units=units, on=meadow({"F5": "woods"}), phase="rout", **facts)
    play(game, RoutPhase(side="canadian"), "unit:c")
    assert (offered(game)["place:F5~trench"], offered(game)["hex:F5"]) == (1, 2)
    game.choose("place:F5~trench")
    assert (game.state.units["c"].at, game.state.units["c"].stance) == ("F5", "trench")
    assert not any(isinstance(event, Rolled) for event in game.events)


# E1.16


@pytest.mark.rule("rileys_road:E1.16", "rileys_road:A7.7")
@pytest.mark.parametrize(("nvr", "routs"), [(0, False), (3, True)])
def test_the_encircled_who_surrender_to_nobody_at_night_crawl_away(nvr: int, routs: bool) -> None:
    units = {"c": ca("F6", broken=True, dm=True, encircled=True), "g": de("F5")}
    game = position(units=units, on=meadow(), phase="rout", nvr=nvr)
    assert can_go(game, "c") == routs
    refusal = refuse_rout(game, "c")
    assert refusal is not None
    assert (refusal.reason == "refused.gives-up") != routs


# A10.62


@pytest.mark.rule("rileys_road:A10.62", "rileys_road:A7.9")
@pytest.mark.parametrize("dice", [(4, 4), (3, 5)])
def test_broken_men_are_desperate_under_fire_whether_or_not_it_cowers(dice: tuple[int, int]) -> None:
    units = {"g": de("F6"), "c": ca("F14", broken=True)}
    game = position(units=units, on=meadow({"F14": "stone-building"}), phase="prep-fire", active="german", dice=dice)
    play(game, FirePhase(side="german", phase="prep-fire"), "unit:g", "hex:F14", "do:fire")
    assert game.state.units["c"].dm
