"""A7 to A9 at the corners: what is halved before it is added to, guns that fire once more, men among prisoners."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from games.asl.fields import meadow
from games.asl.heavy import tank
from games.asl.position import Last, ca, content, de, offered, position
from sandtable.games.asl.events.fire import LaidLane
from sandtable.games.asl.fire.attack import (
    Attack,
    firepower_of,
    groups_of,
    is_worth_firing,
    lines_of,
    preview_lines,
    resolve,
)
from sandtable.games.asl.fire.fire_group import can_add
from sandtable.games.asl.fire.fire_lanes import may_lay_lane
from sandtable.games.asl.fire.fire_phase import FirePhase, Shoot, pieces_named
from sandtable.games.asl.fire.first_fire import FirstFire, FirstFireAttack, able_to_fire
from sandtable.games.asl.fire.pieces import can_direct, pieces_now
from sandtable.games.asl.fire.under_fire import strike, strike_modifiers
from sandtable.games.asl.hidden import fill, mask
from sandtable.games.asl.morale.casualties import Aftermath, eliminate, reduce_casualties
from sandtable.games.asl.movement.advance import Advance, AdvancePhase
from sandtable.games.asl.movement.movement_phase import Move, MovementPhase
from sandtable.games.asl.movement.refusals import refuse_destination
from sandtable.games.asl.ordnance.gunnery import Gunnery
from sandtable.games.asl.sequence.setup import SetUp
from sandtable.games.asl.state import NOWHERE, FireLane, Moving, Unit, Weapon, Works
from sandtable.games.asl.units import Game
from sandtable.kernel import Choice, Procedure, Resolved, Rolled
from sandtable.kernel.state import fork


def firing(side: str, phase: str, units: dict[str, Unit], **facts: Any) -> Game:
    """A position in which a side may fire at standing enemies."""
    active = side if phase != "defensive-fire" else {"german": "canadian", "canadian": "german"}[side]
    return position(units=units, on=meadow(), phase=phase, active=active, **facts)


def asked(game: Game, procedure: Procedure, *choices: str) -> Game:
    game.stack.extend((Last(), procedure))
    game.advance()
    for choice in choices:
        game.choose(choice)
    return game


# What is halved before it is added to


@pytest.mark.rule("rileys_road:A7.36", "rileys_road:A7.23", "rileys_road:A/rounding")
def test_assault_fire_is_added_after_concealment_has_halved_the_rest() -> None:
    units = {"a": de("F6"), "b": de("F6"), "known": ca("F8"), "hid": ca("F8", concealed=True)}
    game = firing("german", "advancing-fire", units)
    made = Attack(pieces_named(game, ("a", "b")), (), "F8")
    groups = groups_of(game, made, firepower_of(game, made))
    assert [(group.units, group.column) for group in groups] == [(("known",), 8), (("hid",), 6)]


@pytest.mark.rule("rileys_road:A7.36", "rileys_road:A7.23")
def test_the_sum_shows_where_the_halving_for_concealment_comes_in() -> None:
    game = firing("german", "advancing-fire", {"a": de("F6"), "b": de("F6"), "hid": ca("F8", concealed=True)})
    made = Attack(pieces_named(game, ("a", "b")), (), "F8")
    (group,) = groups_of(game, made, firepower_of(game, made))
    lines = [(line.label, line.value) for line in lines_of(game, made, group, firepower_of(game, made))]
    one = [
        ("printed.unit", "5"),
        ("factor.concealed-target", "x1/2"),
        ("factor.advancing-fire", "x1/2"),
        ("factor.assault-fire", "+1"),
        ("share.unit", "3"),
    ]
    assert sorted(lines[:10]) == sorted(one * 2)
    assert lines[10:12] == [("firepower", "6"), ("column", "6")]


# Too little to fire with


@pytest.mark.rule("rileys_road:A7.1", "rileys_road:A7.23")
@pytest.mark.parametrize(("known", "may"), [(False, False), (True, True)], ids=["all concealed", "one known"])
def test_too_little_is_left_to_fire_at_a_question_mark_alone(known: bool, may: bool) -> None:
    units = {"h": ca("F6", "ca-247"), "x": de("F12", concealed=True)} | ({"y": de("F12")} if known else {})
    game = firing("canadian", "prep-fire", units)
    assert is_worth_firing(game, Attack(pieces_named(game, ("h",)), (), "F12")) is may
    asked(game, FirePhase(side="canadian", phase="prep-fire"), "unit:h", "hex:F12")
    assert ("do:fire" in offered(game)) is may


@pytest.mark.rule("rileys_road:A7.23", "rileys_road:A12.1", "rileys_road:B9.21")
@pytest.mark.parametrize(
    "beneath",
    [{}, {"stance": "foxhole"}, {"kind": "dummy"}, {"kind": "dummy", "stance": "foxhole"}],
    ids=["men", "men in holes", "dummies", "dummies in holes"],
)
def test_whether_fire_at_a_question_mark_is_worth_it_does_not_tell_what_a_hedge_hides_there(
    beneath: dict[str, Any],
) -> None:
    units = {"h": ca("F6", "ca-247"), "x": replace(de("F12", concealed=True), **beneath)}
    behind = meadow(walls={"hedge": ["F11-F12"]})
    game = position(units=units, on=behind, phase="prep-fire", active="canadian")
    assert not is_worth_firing(game, Attack(pieces_named(game, ("h",)), (), "F12"))


@pytest.mark.rule("rileys_road:A7.23", "rileys_road:A12.1", "rileys_road:scope/vehicle-concealment")
@pytest.mark.parametrize("exposed", [False, True], ids=["buttoned up", "crew exposed"])
def test_whether_fire_at_a_question_mark_is_worth_it_does_not_tell_of_a_crew(exposed: bool) -> None:
    vehicles = {"v": tank("F12", "de-pz5g", concealed=True, exposed=exposed)}
    game = firing("canadian", "prep-fire", {"h": ca("F6", "ca-247")}, vehicles=vehicles)
    assert not is_worth_firing(game, Attack(pieces_named(game, ("h",)), (), "F12"))


@pytest.mark.rule("rileys_road:A7.23", "rileys_road:A12.34")
@pytest.mark.parametrize("hidden", [{}, {"x": de("F12", hidden=True)}], ids=["nobody", "hidden men"])
def test_whether_fire_is_worth_it_does_not_tell_where_somebody_hides(hidden: dict[str, Unit]) -> None:
    game = firing("canadian", "prep-fire", {"h": ca("F6", "ca-247"), **hidden})
    assert is_worth_firing(game, Attack(pieces_named(game, ("h",)), (), "F12"))


@pytest.mark.rule("rileys_road:A11.15", "rileys_road:D9.3")
def test_of_a_melee_the_sum_of_the_enemy_is_shown_before_one_fires() -> None:
    units = {"s": ca("F6"), "friend": ca("F9"), "foe": de("F9")}
    game = firing("canadian", "prep-fire", units, vehicles={"v": tank("F9", "de-pz5g")}, melees={"F9": "normal"})
    shown = preview_lines(game, Attack(pieces_named(game, ("s",)), (), "F9"))
    assert [(line.label, line.value) for line in shown if line.rule == "D9.3"] == [("tem.armor", "+1")]


@pytest.mark.rule("rileys_road:A12.14", "rileys_road:A7.3", "rileys_road:B27/infantry")
@pytest.mark.parametrize(("dice", "told"), [((1, 2), ["+2"]), ((5, 6), [])], ids=["felt", "not felt"])
def test_what_covers_men_beneath_a_question_mark_is_told_once_fire_brings_them_to_light(
    dice: tuple[int, int], told: list[str]
) -> None:
    units = {"s": ca("F6"), "x": de("F9", concealed=True, stance="foxhole")}
    game = firing("canadian", "prep-fire", units, works={"F9": Works(foxholes=1)}, dice=(*dice, 1, 2, 3, 4))
    resolve(game, Attack(pieces_named(game, ("s",)), (), "F9"), Aftermath())
    (sum_,) = [event for event in game.events if isinstance(event, Resolved) and event.what == "fire"]
    assert [line.value for line in sum_.lines if line.label == "tem.foxhole"] == told
    assert game.state.units["x"].concealed is not bool(told)


@pytest.mark.rule("rileys_road:A7.1")
def test_who_has_too_little_to_fire_with_is_told_so() -> None:
    game = firing("canadian", "prep-fire", {"h": ca("F6", "ca-247"), "x": de("F12", concealed=True)})
    found = Shoot(side="canadian", unit="h", target="F12", chosen=("h",)).gather_refused(game, Choice.of("do:fire"))
    assert found is not None
    assert (found.reason, found.rule) == ("refused.too-weak", "A7.1")
    moving = position(units=game.state.units, on=meadow(), active="german", moving=Moving(("x",), "F12", spent_here=2))
    again = FirstFireAttack(unit="h", chosen=("h",)).gather_refused(moving, Choice.of("do:fire"))
    assert again is not None
    assert again.reason == "refused.too-weak"


@pytest.mark.rule("rileys_road:A7.34", "rileys_road:A7.1")
@pytest.mark.parametrize(("facts", "may"), [({}, True), ({"concealed": True}, False)])
def test_a_second_target_of_spraying_fire_must_be_worth_firing_at_too(facts: dict[str, Any], may: bool) -> None:
    units = {"s": ca("F6"), "near": de("F12"), "far": de("F13", **facts)}
    gun = {"w": Weapon("ca-lmg", "canadian", holder="s")}
    game = firing("canadian", "prep-fire", units, weapons=gun)
    attack = Attack(pieces_named(game, ("w",)), (), "F12", "spraying", second="F13")
    assert is_worth_firing(game, attack) is may
    shooting = Shoot(side="canadian", unit="s", target="F12", chosen=("w",))
    assert bool(shooting.spray_option(game)) is may


# Fire Groups


@pytest.mark.rule("rileys_road:A7.5", "rileys_road:A20.5")
@pytest.mark.parametrize("prisoner", ["a", "z"])
def test_a_guard_is_joined_by_others_whatever_his_prisoner_is_called(prisoner: str) -> None:
    units = {prisoner: de("F6", "de-248", guard="g"), "g": ca("F6"), "h": ca("G6"), "t": de("F8")}
    game = firing("canadian", "prep-fire", units)
    asked(game, FirePhase(side="canadian", phase="prep-fire"), "unit:g", "hex:F8")
    assert "unit:h" in offered(game)


@pytest.mark.rule("rileys_road:A7.5")
@pytest.mark.parametrize(("second", "may"), [(True, True), (False, False)])
def test_two_who_together_add_one_fp_from_another_location_may_join(second: bool, may: bool) -> None:
    units = {"s": ca("F6"), "h": ca("G6", "ca-247", pinned=True), "t": de("F11")}
    if second:
        units["i"] = ca("G6", "ca-247", pinned=True)
    game = firing("canadian", "prep-fire", units)
    asked(game, FirePhase(side="canadian", phase="prep-fire"), "unit:s", "hex:F11")
    assert ("unit:h" in offered(game)) is may
    if may:
        game.choose("unit:h")
        assert "do:fire" not in offered(game)
        game.choose("unit:i")
        assert "do:fire" in offered(game)


# Fire once more


@pytest.mark.rule("rileys_road:A9.22", "rileys_road:A8.3", "rileys_road:A7.353")
@pytest.mark.parametrize(("fired", "may"), [({}, True), ({"fire": "first", "spent": ("inherent",)}, False)])
def test_no_fire_lane_is_laid_with_subsequent_first_fire(fired: dict[str, Any], may: bool) -> None:
    units = {"h": de("F6", "de-248", **fired), "c": ca("F9")}
    gun = {"w": Weapon("de-lmg", "german", holder="h")}
    game = position(units=units, weapons=gun, on=meadow(), moving=Moving(("c",), "F9", spent_here=4))
    assert [piece.mode for piece in pieces_named(game, ("w",))] == ["first" if may else "subsequent"]
    assert may_lay_lane(game, ("w",), "F9") is may


@pytest.mark.rule("rileys_road:A8.1", "rileys_road:A7.4/casualty", "rileys_road:A19.131")
def test_half_of_a_squad_has_fired_at_those_who_move_as_often_as_the_squad() -> None:
    units = {"s": de("F6", "de-838", shortage=True), "c": ca("F8")}
    game = position(units=units, on=meadow(), moving=Moving(("c",), "F8", spent_here=2), dice=(6, 6, *[3] * 20))
    asked(game, FirstFire(), "unit:s", "do:fire")
    assert "s" not in game.state.units
    assert able_to_fire(game, "german") == []


# What a KIA does to weapons


@pytest.mark.rule("rileys_road:A9.74", "rileys_road:A12.1", "rileys_road:A12.16")
def test_nobody_counts_the_weapons_of_the_concealed_by_the_dice_of_a_kia() -> None:
    units = {**{name: de("F6", "de-468") for name in ("a", "b", "d")}, "c": ca("F7"), "x": ca("F7", concealed=True)}
    guns = {"w": Weapon("ca-lmg", "canadian", holder="x"), "v": Weapon("ca-lmg", "canadian", holder="c")}
    game = position(
        units=units, weapons=guns, on=meadow(), moving=Moving(("c",), "F7", spent_here=2), dice=(1, 2, 5, 5)
    )
    resolve(game, Attack(pieces_named(game, ("a", "b", "d")), (), "F7"), Aftermath())
    rolls = [event for event in game.events if isinstance(event, Rolled) and event.why == "weapon-destruction"]
    assert [event.seen_by for event in rolls] == [None, ("canadian",)]


# A charge out of a stack that others leave first


@pytest.mark.rule("rileys_road:A15.4", "rileys_road:A14.3", "rileys_road:A7.4/casualty")
@pytest.mark.parametrize("loss", ["reduced", "eliminated"])
def test_who_rages_in_a_stack_may_be_struck_before_he_charges(loss: str) -> None:
    units = {"r": ca("F6", berserk=True), "b": ca("F6"), "g": de("F12")}
    under_way = Moving(("r", "b"), "F6", spent_here=2, spent=2)
    game = position(units=units, on=meadow(), moving=under_way, dice=(6,) * 20)
    stack = Move(units=("r", "b"), spent=2, here=2, entered=1, step="shot_at")
    game.stack.extend((Last(), MovementPhase(side="canadian"), stack))
    game.advance()
    assert game.decisions[0].args["unit"] == "b"
    if loss == "reduced":
        reduce_casualties(game, "r", "A14.3")
    else:
        eliminate(game, "r", "A14.3")
    game.choose("do:done")
    (decision,) = game.decisions
    assert (decision.prompt, decision.args.get("unit")) == (
        ("move-to", "r.1") if loss == "reduced" else ("move-unit", None)
    )


# Markers that change sides


@pytest.mark.rule("rileys_road:A3.5", "rileys_road:A4.44", "rileys_road:A8.1")
def test_a_gun_that_is_taken_from_the_defender_has_no_marker_any_more_in_the_next_player_turn() -> None:
    gun = {"w": Weapon("de-lmg", "german", holder="c", fire="first")}
    units = {"c": ca("F6"), "g": de("F9")}
    game = position(units=units, weapons=gun, on=meadow(), phase="advancing-fire")
    asked(game, FirePhase(side="canadian", phase="advancing-fire"), "unit:c")
    assert "weapon:w" not in offered(game)
    game.choose("do:cancel")
    game.choose("do:done")
    assert game.state.weapons["w"].fire == ""


# Guns that fire unseen


def laid_unseen(**facts: bool) -> Game:
    """Germans far from all who could see them lay two Fire Lanes at men who move."""
    units = {"g7": de("J1", "de-228", **facts), "g8": de("J1", "de-228", **facts), "c": ca("J18")}
    guns = {name: Weapon("de-mmg", "german", holder=holder) for name, holder in (("gw3", "g7"), ("x", "g8"))}
    woods = meadow({"J1": "orchard"})
    game = position(units=units, weapons=guns, on=woods, moving=Moving(("c",), "J18", spent_here=4), dice=(3, 6, 3, 6))
    asked(game, FirstFire(), "unit:g7", "do:fire-lane", "unit:g8", "do:fire-lane", "do:pass")
    return game


@pytest.mark.rule("rileys_road:A12.3", "rileys_road:A12.14", "rileys_road:A7.1")
@pytest.mark.parametrize("at", ["orchard", "open"])
def test_hidden_men_who_fire_unseen_come_onto_the_map(at: str) -> None:
    units = {"g": de("J1", "de-228", hidden=True), "c": ca("J18")}
    game = position(
        units=units,
        weapons={"w": Weapon("de-mmg", "german", holder="g")},
        on=meadow({"J1": at}),
        moving=Moving(("c",), "J18", spent_here=2),
        dice=(6, 5),
    )
    resolve(game, Attack(pieces_named(game, ("w",)), (), "J18"), Aftermath())
    unit = game.state.units["g"]
    assert (unit.hidden, unit.concealed) == (False, at == "orchard")


@pytest.mark.rule("rileys_road:A9.22", "rileys_road:A12.16", "rileys_road:A8.1")
def test_a_fire_lane_that_is_laid_unseen_does_not_name_its_gun() -> None:
    game = laid_unseen(concealed=True)
    assert [event.weapon for event in game.events if isinstance(event, LaidLane)] == ["?J1", "?J1"]
    seen = fork(game.state)
    seen.moving = Moving(("c",), "J18", spent_here=4, shots=(("g7", 1), ("gw3", 1)))
    mask(seen, game.content, "canadian")
    assert list(seen.lanes) == [lane.weapon for lane in seen.lanes.values()] == ["?J1/0", "?J1/1"]
    assert seen.moving is not None
    assert seen.moving.shots == ()
    own = fork(game.state)
    mask(own, game.content, "german")
    assert list(own.lanes) == ["gw3", "x"]


@pytest.mark.rule("rileys_road:A9.22", "rileys_road:A12.16")
@pytest.mark.parametrize("seed", range(4))
def test_who_imagines_what_he_does_not_know_puts_a_gun_where_a_fire_lane_begins(seed: int) -> None:
    units = {"g7": de("T10", "de-228", concealed=True), "g8": de("T10", "de-l91", concealed=True), "c1": ca("T4")}
    guns = {"gw3": Weapon("de-mmg", "german", holder="g7"), "gw1": Weapon("de-lmg", "german", holder="g8")}
    lanes = {"gw3": FireLane("gw3", 2, ("T9", "T8")), "gw1": FireLane("gw1", 1, ("S10",))}
    game = position(units=units, weapons=guns, lanes=lanes)
    world = fork(game.state)
    mask(world, game.content, "canadian")
    known = repr(world)
    fill(world, game.content, "canadian", random.Random(seed))
    assert [world.units[world.weapons[name].holder].at for name in world.lanes] == ["T10", "T10"]
    mask(world, game.content, "canadian")
    assert repr(world) == known


# Ways round a house, and fire at two Locations


@pytest.mark.rule("rileys_road:A4.3", "rileys_road:A2.8")
@pytest.mark.parametrize(("facts", "round_it"), [({}, False), ({"concealed": True}, True), ({"hidden": True}, True)])
def test_nobody_goes_round_a_house_in_whose_cellar_a_known_enemy_is(facts: dict[str, bool], round_it: bool) -> None:
    game = position(units={"c": ca("T11"), "g": de("T10-1", **facts)})
    asked(game, MovementPhase(side="canadian"), "unit:c")
    assert (offered(game)["hex:T9"] == 2) is round_it


@pytest.mark.rule("rileys_road:A7.34", "rileys_road:A7.24", "rileys_road:A7.25")
@pytest.mark.parametrize(("marker", "may"), [("opportunity", True), ("", False)])
def test_those_alone_who_have_waited_spray_in_the_advancing_fire_phase(marker: str, may: bool) -> None:
    units = {"s": de("F6", "de-468", fire=marker), "a": ca("F8"), "b": ca("F9")}
    game = firing("german", "advancing-fire", units)
    asked(game, FirePhase(side="german", phase="advancing-fire"), "unit:s", "hex:F8")
    assert ("do:spray" in offered(game)) is may


# Before set-up


@pytest.mark.rule("rileys_road:A1.31", "rileys_road:A19.3")
@pytest.mark.parametrize(("kind", "may"), [("de-447", True), ("de-436", False)])
def test_conscripts_do_not_deploy_before_they_are_set_up(kind: str, may: bool) -> None:
    squads = {f"g{number}": Unit("german", kind, NOWHERE) for number in range(1, 7)}
    game = position(units=squads, to_place={"g2": content().groups["g2"]}, phase="", active="")
    assert SetUp(side="german").can_deploy(game) == (["g2"] if may else [])


# Why a machine gun is not fired


@pytest.mark.rule("rileys_road:A9.1", "rileys_road:A4.41", "rileys_road:A9.7", "rileys_road:A9.8", "rileys_road:A9.2")
@pytest.mark.parametrize(
    ("gun", "man", "phase", "reason", "rule"),
    [
        ({"moved": True}, {}, "advancing-fire", "gun-moved", "A4.41"),
        ({"broken": True}, {}, "prep-fire", "malfunctioned", "A9.7"),
        ({"dismantled": True}, {}, "prep-fire", "gun-dismantled", "A9.8"),
        ({"fire": "prep"}, {"fire": "prep", "spent": ("w",)}, "prep-fire", "weapon-fired", "A9.2"),
        ({}, {"spent": ("inherent", "v")}, "prep-fire", "gun-too-many", "A7.35"),
        ({}, {"broken": True}, "prep-fire", "broken", "A10.3"),
        ({"holder": "", "at": "F6"}, {}, "prep-fire", "unmanned", "A4.4"),
        ({"holder": "t"}, {}, "prep-fire", "other-weapon", "A3/turn"),
        ({}, {}, "prep-fire", "fired-by", "A9.1"),
    ],
)
def test_the_true_reason_is_given_why_a_machine_gun_is_not_fired(
    gun: dict[str, Any], man: dict[str, Any], phase: Any, reason: str, rule: str
) -> None:
    guns = {"w": Weapon("ca-mmg", "canadian", **{"holder": "s", **gun}), "v": Weapon("ca-lmg", "canadian", holder="s")}
    game = firing("canadian", phase, {"s": ca("F6", **man), "t": de("F8")}, weapons=guns)
    found = FirePhase(side="canadian", phase=phase).pick_refused(game, Choice.of("weapon:w"))
    assert found is not None
    assert (found.reason, found.rule) == (f"refused.{reason}", rule)


@pytest.mark.rule("rileys_road:A9.22", "rileys_road:A9.1", "rileys_road:A7.35", "rileys_road:A7.22")
def test_why_a_machine_gun_does_not_join_an_attack() -> None:
    guns = {name: Weapon("ca-lmg", "canadian", holder="s") for name in ("w", "v", "u")}
    game = firing("canadian", "prep-fire", {"s": ca("F6"), "t": de("F8"), "f": de("T20")}, weapons=guns)

    def told(target: str, *chosen: str) -> str:
        attack = Shoot(side="canadian", unit="s", target=target, chosen=chosen)
        found = attack.gather_refused(game, Choice.of("weapon:w"))
        return "" if found is None else found.reason.partition(".")[2]

    assert told("F8", "w") == "weapon-takes-part"
    assert told("F8", "u", "v") == "gun-too-many"
    assert told("T20", "s") == "out-of-range"
    laid = position(units={"s": de("F6"), "c": ca("F9")}, moving=Moving(("c",), "F9", spent_here=2), on=meadow(),
                    weapons={"w": Weapon("de-lmg", "german", holder="s", fire="first")},
                    lanes={"w": FireLane("w", 1, ("F7",))})  # fmt: skip
    found = FirstFire().begin_refused(laid, Choice.of("weapon:w"))
    assert found is not None
    assert found.reason == "refused.gun-lane"


# Leaders who go on directing


def directed(marks: dict[str, Any], leader: dict[str, Any], gun: dict[str, Any]) -> Game:
    """A squad with a machine gun and a leader in F6, while a Canadian spends his second MF in F7."""
    units = {"s": de("F6", "de-468", **marks), "l": de("F6", "de-l91", **leader), "c": ca("F7")}
    guns = {"w": Weapon("de-lmg", "german", holder="s", **gun)}
    return position(
        units=units, weapons=guns, on=meadow(), moving=Moving(("c",), "F7", spent_here=6), dice=(1, 5, 6, 6)
    )


@pytest.mark.rule("rileys_road:A7.53", "rileys_road:A9.2")
def test_a_leader_goes_on_directing_a_gun_that_kept_its_rate_beside_rifles_which_have_fired() -> None:
    game = directed({}, {}, {})
    resolve(game, Attack(pieces_named(game, ("s", "w")), ("l",), "F7"), Aftermath())
    assert (game.state.units["l"].fire, game.state.weapons["w"].fire) == ("first", "")
    pieces = {piece.name: piece for piece in pieces_now(game, "s")}
    assert can_direct(game, "l", (pieces["w"],))
    assert can_direct(game, "l", (pieces["s"],))
    assert not can_direct(game, "l", (pieces["s"], pieces["w"]))


@pytest.mark.rule("rileys_road:A7.53", "rileys_road:A8.3", "rileys_road:A8.31")
@pytest.mark.parametrize(
    ("marker", "spent", "fires", "may"),
    [
        ("", ("directs", "w"), "first", True),
        ("first", ("directs",), "final", True),
        ("final", ("directs",), "final", True),
        ("final", ("directs",), "first", False),
    ],
)
def test_who_may_fire_once_more_may_direct_those_who_do(
    marker: str, spent: tuple[str, ...], fires: str, may: bool
) -> None:
    game = directed({"fire": fires, "spent": ("inherent",)}, {"fire": marker, "spent": spent}, {"fire": fires})
    assert can_direct(game, "l", (pieces_now(game, "s")[0],)) is may


# Too many in a Location


@pytest.mark.rule("rileys_road:A5.12", "rileys_road:A4.7")
def test_too_many_who_have_routed_together_are_parted_in_the_advance_phase_if_they_can() -> None:
    units = {f"c{n}": ca("F6", broken=n < 3) for n in range(4)}
    game = position(units=units, on=meadow(), phase="advance")
    asked(game, AdvancePhase(side="canadian"))
    assert "do:done" not in offered(game)
    refused = AdvancePhase(side="canadian").begin_refused(game, Choice.of("do:done"))
    assert refused is not None
    assert refused.rule == "A5.12"
    game.choose("unit:c3")
    assert "do:done" not in offered(game)
    game.choose("hex:F7")
    assert "do:done" in offered(game)


@pytest.mark.rule("rileys_road:A5.12")
def test_too_many_of_whom_nobody_can_go_stay() -> None:
    units = {f"c{n}": ca("F6", broken=True) for n in range(4)}
    game = position(units=units, on=meadow(), phase="advance")
    asked(game, AdvancePhase(side="canadian"))
    assert "do:done" in offered(game)


@pytest.mark.rule("rileys_road:A5.12", "rileys_road:A15.4", "rileys_road:A4.32")
def test_why_a_move_or_the_movement_phase_is_not_over_is_said() -> None:
    crowded = position(units={f"c{n}": ca("F6") for n in range(4)}, on=meadow())
    phase = MovementPhase(side="canadian")
    raging = position(units={"c": ca("F6", berserk=True), "g": de("F9")}, on=meadow())
    reasons = [phase.choose_refused(game, Choice.of("do:done")) for game in (crowded, raging)]
    assert [each and (each.reason, each.rule) for each in reasons] == [
        ("refused.crowded", "A5.12"),
        ("refused.charge-due", "A15.4"),
    ]
    way = position(units={"c": ca("T10", stance="bypass", vertices=(3, 4))})
    asked(way, phase, "unit:c")
    refused = Move(units=("c",)).begin_refused(way, Choice.of("do:done"))
    assert refused is not None
    assert refused.reason == "refused.stay-in-bypass"


# Snap Shots


@pytest.mark.rule("rileys_road:A8.15", "rileys_road:A7.5", "rileys_road:A7.55")
def test_men_who_see_the_hexside_alone_join_each_others_snap_shot() -> None:
    units = {"a": de("F6", "de-468"), "b": de("F6", "de-468"), "c": ca("G10")}
    under_way = Moving(("c",), "G10", came_from="G11", spent_here=2)
    game = position(units=units, on=meadow({"G8": "woods"}), moving=under_way, dice=(6, 5))
    assert not can_add(game, pieces_now(game, "a")[0], "G10")
    asked(game, FirstFire(), "unit:a", "unit:b", "do:fire")
    (line,) = [line.value for event in game.events for line in getattr(event, "lines", ()) if line.label == "column"]
    assert line == "4"
    assert [game.state.units[name].fire for name in ("a", "b")] == ["first", "first"]


# Why something is not offered


@pytest.mark.rule("rileys_road:A8.15", "rileys_road:A9.22", "rileys_road:A7.22")
def test_why_no_snap_shot_or_fire_lane_is_offered_nor_a_gun_out_of_range() -> None:
    units = {"s": de("F1"), "h": de("F1", "de-248"), "c": ca("G20")}
    guns = {"w": Weapon("de-lmg", "german", holder="s"), "v": Weapon("de-hmg", "german", holder="h")}
    game = position(units=units, weapons=guns, on=meadow(), moving=Moving(("c",), "G20", spent_here=2))
    attack = FirstFireAttack(unit="h", chosen=("v",))
    asked_for = ("do:snap-shot", "do:fire-lane", "weapon:w")
    found = [attack.gather_refused(game, Choice.of(each)) for each in asked_for]
    assert [each and (each.reason, each.rule) for each in found] == [
        ("refused.snap-shot", "A8.15"),
        ("refused.fire-lane", "A9.22"),
        ("refused.out-of-range", "A7.22"),
    ]


@pytest.mark.rule(
    "rileys_road:A4.61", "rileys_road:A4.63", "rileys_road:A4.5", "rileys_road:A4.44", "rileys_road:A7.34"
)
def test_why_a_way_of_moving_or_firing_is_not_offered() -> None:
    guns = {"w": Weapon("ca-lmg", "canadian", at="F9")}
    game = position(units={"c": ca("F6", broken=False), "g": de("F20")}, weapons=guns, on=meadow())
    asked(game, MovementPhase(side="canadian"), "unit:c", "do:assault")
    move = game.stack[-1]
    assert isinstance(move, Move)
    told = [move.begin_refused(game, Choice.of(each)) for each in ("do:dash", "do:double-time", "weapon:w")]
    assert [each and (each.reason, each.rule) for each in told] == [
        ("refused.no-dash", "A4.63"),
        ("refused.no-double-time", "A4.5"),
        ("refused.not-lying-here", "A4.44"),
    ]
    shoot = Shoot(side="canadian", unit="c", target="F20", chosen=("c",))
    refused = shoot.gather_refused(game, Choice.of("do:spray"))
    assert refused is not None
    assert refused.rule == "A7.34"


# On the way


@pytest.mark.rule("rileys_road:A4.2", "rileys_road:A4.14")
@pytest.mark.parametrize(("known", "at"), [(True, "F7"), (False, "F8")])
def test_nobody_walks_on_to_an_enemy_who_has_come_to_be_known_without_dice(known: bool, at: str) -> None:
    foe = de("F8") if known else de("J8")
    under_way = Moving(("c",), "F7", came_from="F6", spent_here=2, spent=2)
    game = position(units={"c": ca("F7"), "g": foe}, on=meadow(), moving=under_way)
    move = Move(units=("c",), spent=2, here=2, entered=1, ahead=("F8",), step="shot_at")
    game.stack.extend((Last(), MovementPhase(side="canadian"), move))
    game.advance()
    assert game.state.units["c"].at == at


@pytest.mark.rule("rileys_road:A9.1", "rileys_road:A7.22")
@pytest.mark.parametrize(("at", "reason"), [("F9", "fired-by"), ("F20", "out-of-range")])
def test_who_names_a_machine_gun_at_movers_is_told_of_its_possessor(at: str, reason: str) -> None:
    units = {"s": de("F1"), "c": ca(at)}
    guns = {"w": Weapon("de-lmg", "german", holder="s")}
    game = position(units=units, weapons=guns, on=meadow(), moving=Moving(("c",), at, spent_here=2))
    found = FirstFire().begin_refused(game, Choice.of("weapon:w"))
    assert found is not None
    assert found.reason == f"refused.{reason}"


@pytest.mark.rule("rileys_road:RR13.2", "rileys_road:A4.51")
def test_the_exhausted_are_told_that_a_fence_stops_them() -> None:
    game = position(units={"c": ca("F8", cx=True)}, phase="advance")
    asked(game, AdvancePhase(side="canadian"), "unit:c")
    assert "hex:F9" not in offered(game)
    advance = game.stack[-1]
    assert isinstance(advance, Advance)
    move = Move(units=("c",), spent=6, entered=2)
    for found in (advance.begin_refused(game, Choice.of("hex:F9")), refuse_destination(game, move, "F9")):
        assert found is not None
        assert (found.reason, found.rule) == ("refused.fence-exhausted", "RR13.2")


# Rate of fire that is given up


@pytest.mark.rule("rileys_road:A8.2", "rileys_road:A9.2")
@pytest.mark.parametrize(
    ("choice", "left", "markers"),
    [
        ("do:keep-rate", 0, ("", "")),
        ("weapon:w", 1, ("first", "")),
        ("weapon:v", 2, ("", "first")),
        ("do:give-up-rate", 4, ("first", "first")),
    ],
)
def test_of_two_guns_one_alone_may_give_up_its_rate(choice: str, left: int, markers: tuple[str, str]) -> None:
    units = {"a": de("F6", "de-228"), "b": de("F6", "de-228"), "c": ca("F12")}
    guns = {"w": Weapon("de-lmg", "german", holder="a"), "v": Weapon("de-mmg", "german", holder="b")}
    under_way = Moving(("c",), "F12", spent_here=2)
    game = position(units=units, weapons=guns, on=meadow(), moving=under_way, dice=(1, 6, 1, 2))
    asked(game, FirstFire(), "unit:a", "weapon:v", "do:fire", choice)
    assert game.state.residual.get("F12", 0) == left
    assert tuple(game.state.weapons[name].fire for name in ("w", "v")) == markers
    assert tuple(game.state.units[name].fire for name in ("a", "b")) == markers


# What is told of those beneath a "?"


@pytest.mark.rule("rileys_road:A8.2", "rileys_road:A12.1", "rileys_road:A12.16")
@pytest.mark.parametrize("concealed", [True, False])
def test_residual_does_not_tell_in_which_holes_the_concealed_are(concealed: bool) -> None:
    units = {"c": ca("F7", concealed=concealed, stance="foxhole"), "g": de("J7")}
    under_way = Moving(("c",), "F7", came_from="F6", spent_here=4, assault=True)
    works = {"F7": Works("canadian", foxholes=1)}
    game = position(units=units, on=meadow(), works=works, moving=under_way, residual={"F7": 2}, dice=(6, 6))
    aftermath = Aftermath()
    strike(game, ("c",), "F7", 2, "residual", aftermath)
    (lines,) = [event.lines for event in game.events if isinstance(event, Resolved)]
    assert any(line.label == "tem.foxhole" for line in lines) is not concealed
    assert strike_modifiers(game, "c", "F7", "residual", None).total == 2


# Who need not help with a gun


@pytest.mark.rule("rileys_road:A7.352", "rileys_road:A7.53")
@pytest.mark.parametrize(("choices", "column", "spent"), [((), "2", ("w",)), (("hold:m",), "1", ())])
def test_a_single_man_need_not_help_a_leader_with_a_machine_gun(
    choices: tuple[str, ...], column: str, spent: tuple[str, ...]
) -> None:
    units = {"l": de("F6", "de-l80"), "m": de("F6", "de-l91"), "s": de("F6", "de-468"), "c": ca("F9"), "d": ca("G9")}
    guns = {"w": Weapon("de-lmg", "german", holder="l")}
    game = firing("german", "prep-fire", units, weapons=guns, dice=(5, 6))
    asked(game, FirePhase(side="german", phase="prep-fire"), "unit:l", "hex:F9", *choices)
    assert ("hold:m" in offered(game)) is not bool(choices)
    game.choose("do:fire")
    (told,) = [line.value for event in game.events for line in getattr(event, "lines", ()) if line.label == "column"]
    assert (told, game.state.units["m"].spent) == (column, spent)
    if choices:
        assert can_direct(game, "m", pieces_now(game, "s"))
        under_way = Moving(("c",), "F9", spent_here=2)
        moving = position(units=units, weapons=guns, on=meadow(), moving=under_way, dice=(5, 6))
        asked(moving, FirstFire(), "unit:l", *choices, "do:fire")
        assert (moving.state.units["l"].fire, moving.state.units["m"].fire) == ("first", "")


# SMOKE before other fire


@pytest.mark.rule("rileys_road:A3.2", "rileys_road:C8.5")
@pytest.mark.parametrize(
    ("phase", "first", "may"),
    [("prep-fire", "unit:s", False), ("prep-fire", "", True), ("defensive-fire", "unit:s", True)],
)
def test_smoke_of_mortars_comes_before_other_prep_fire(phase: Any, first: str, may: bool) -> None:
    units = {"m": ca("F6", "ca-247"), "s": ca("G6"), "t": de("F12"), "u": de("G10")}
    guns = {"w": Weapon("ca-mtr51", "canadian", holder="m")}
    game = firing("canadian", phase, units, weapons=guns, dice=(5, 6))
    asked(game, FirePhase(side="canadian", phase=phase), *((first, "hex:G10", "do:fire") if first else ()), "weapon:w")
    assert ("do:screen" in offered(game)) is may
    if not may:
        gunnery = game.stack[-1]
        assert isinstance(gunnery, Gunnery)
        found = gunnery.begin_refused(game, Choice.of("do:screen"))
        assert found is not None
        assert found.rule == "A3.2"
