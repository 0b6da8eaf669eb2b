"""A12.1, A12.16: what others are told of those who are beneath a "?", or hidden: nothing that gives them away."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from games.asl.heavy import SOUTH, aimed, ca, de, field, meadow, pak, position, shot, tank
from games.asl.position import Last, play
from games.asl.test_concealed_vehicles import told, veiled
from sandtable.games.asl.artillery.shells import Salvo, burst
from sandtable.games.asl.artillery.shells import preview_of as preview_of_shells
from sandtable.games.asl.close_combat.combat_phase import CloseCombatPhase
from sandtable.games.asl.concealment.revealing import cover_of, reveal_vehicle
from sandtable.games.asl.events.night import MayMove
from sandtable.games.asl.fire.attack import Attack, firepower_of, groups_of, lines_of
from sandtable.games.asl.fire.attack import preview_lines as preview_of_fire
from sandtable.games.asl.fire.attack import resolve as resolve_fire
from sandtable.games.asl.fire.encirclement import note_fire_from
from sandtable.games.asl.fire.first_fire import FirstFire
from sandtable.games.asl.fire.malfunction import destroy
from sandtable.games.asl.fire.pieces import Piece
from sandtable.games.asl.hidden import fill, mask
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.morale.checks import check_leader_losses
from sandtable.games.asl.morale.rally import RallyPhase, deploy, repair, try_rally
from sandtable.games.asl.movement.advance import AdvancePhase
from sandtable.games.asl.movement.arrivals import run_into
from sandtable.games.asl.movement.movement_phase import Move, MovementPhase
from sandtable.games.asl.night.no_move import call, free, stir
from sandtable.games.asl.ordnance.firing import fire, preview_lines
from sandtable.games.asl.ordnance.panzerfausts import find_panzerfaust
from sandtable.games.asl.ordnance.shots import Shot
from sandtable.games.asl.state import Mines, Moving, State, Unit, Weapon, Works
from sandtable.games.asl.terrain.labor import entrench
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles import overrun, repairs
from sandtable.games.asl.vehicles.bog import free as get_free
from sandtable.games.asl.vehicles.close_combat import Charge as Charging
from sandtable.games.asl.vehicles.close_combat import carry_out, strike_back
from sandtable.games.asl.vehicles.driving import Drive
from sandtable.games.asl.vehicles.machine_guns import Burst, groups_told
from sandtable.games.asl.vehicles.machine_guns import groups_of as groups_of_burst
from sandtable.games.asl.vehicles.machine_guns import lines_of as lines_of_burst
from sandtable.games.asl.vehicles.machine_guns import resolve as fire_burst
from sandtable.games.asl.vehicles.under_fire import suffer_mines
from sandtable.games.asl.weapons.demolition import Charge, explode
from sandtable.games.asl.weapons.possession import recover
from sandtable.kernel import Procedure, Refusal, Resolved, Table, determinise
from sandtable.kernel.state import fork
from sandtable.mechanics.sums import Sum

UNSEEN = pytest.mark.rule("rileys_road:scope/vehicle-concealment", "rileys_road:A12.1", "rileys_road:A12.16")


def ids_told(game: Game, side: str) -> str:
    return " ".join(str(event) for event in game.events if event.visible_to(side))


def play_up_to(game: Game, procedure: Procedure) -> None:
    game.stack.extend((Last(), procedure))
    game.advance()


# Dice of what drives beneath a "?"


@UNSEEN
@pytest.mark.rule("rileys_road:D8.2")
def test_nobody_is_told_of_the_bog_check_of_a_vehicle_that_drives_unseen() -> None:
    game = veiled("F6", terrain={"F7": "woods"}, active="german", dice=[1, 1])
    play(game, Drive(vehicle="v"), "do:start", "hex:F7")
    assert game.state.vehicles["v"].at == "F7"
    assert "Rolled" in told(game, "german")
    assert told(game, "canadian") == []


@UNSEEN
@pytest.mark.rule("rileys_road:D8.3")
def test_nobody_is_told_that_a_bogged_vehicle_beneath_a_question_mark_tries_to_get_free() -> None:
    game = veiled("F6", vehicle={"bogged": "bogged"}, dice=[1, 1])
    get_free(game, "v", Aftermath())
    assert not game.state.vehicles["v"].bogged
    assert told(game, "canadian") == []


@UNSEEN
@pytest.mark.rule("rileys_road:D2.5")
def test_nobody_is_told_that_a_vehicle_beneath_a_question_mark_goes_faster() -> None:
    game = veiled("F6", active="german", dice=[1, 1])
    play(game, Drive(vehicle="v"), "do:start", "speed:1")
    assert told(game, "german").count("Rolled") == 1
    assert told(game, "canadian") == []


@UNSEEN
@pytest.mark.rule("rileys_road:D3.7")
def test_nobody_is_told_that_a_crew_beneath_a_question_mark_repairs_a_gun() -> None:
    game = veiled("F6", vehicle={"broken": ("ma",)}, phase="rally", dice=[2])
    repairs.mend(game, "v")
    assert told(game, "german").count("Rolled") == 1
    assert told(game, "canadian") == []


@UNSEEN
@pytest.mark.rule("rileys_road:D2.1", "rileys_road:D2.5")
def test_others_see_of_a_move_neither_where_it_leads_nor_how_fast_what_is_unknown_could_go() -> None:
    def seen(game: Game, **facts: Any) -> Procedure:
        state = fork(game.state)
        state.stack = [Last(), Drive(vehicle="v", spent=4, here=2, **facts), FirstFire()]
        mask(state, game.content, "canadian")
        return state.stack[1]

    game = veiled("F6", active="german")
    game.state.moving = Moving(units=(), at="F6", vehicle="v", spent_here=2, spent=4)
    plain = seen(game)
    for facts in ({"extra": 2, "sped": True}, {"rolling": True}, {"reverse": True}, {"over": True}, {"ahead": "F7"}):
        assert seen(game, **facts) == plain
    reveal_vehicle(game, "v")
    assert seen(game, ahead="F7") == seen(game)
    assert seen(game, ahead="F7", overrun=2).ahead == "F7"  # type: ignore[attr-defined]
    assert seen(game, extra=2) != seen(game)


@pytest.mark.rule("rileys_road:A4.2", "rileys_road:A8.1")
def test_who_is_asked_for_first_fire_does_not_see_where_men_are_bound_for() -> None:
    game = position(on=meadow(), units={"c": ca("F12"), "g": de("F8")})
    play_up_to(game, MovementPhase(side="canadian"))
    game.choose("unit:c")
    game.choose("hex:H12")
    assert game.decisions[0].prompt == "first-fire"
    seen = {}
    for side in ("canadian", "german"):
        state = fork(game.state)
        mask(state, game.content, side)
        (seen[side],) = [frame.ahead for frame in state.stack if isinstance(frame, Move)]
    assert seen == {"canadian": ("H12",), "german": ()}
    game.choose("do:pass")
    assert game.state.units["c"].at == "H12"


# How far others have come


def masked_for(game: Game, side: str) -> State:
    state = fork(game.state)
    mask(state, game.content, side)
    return state


@pytest.mark.rule("rileys_road:A3.1", "rileys_road:A12.16")
def test_others_do_not_see_in_which_step_of_the_rally_phase_a_side_has_something_to_do() -> None:
    units = {"g": de("F8", concealed=True), "l": de("F8", "de-l91", concealed=True), "c": ca("A1")}
    stacks = []
    for prompt, weapon in (("transfer", Weapon("de-lmg", "german", holder="g")),
                           ("repair", Weapon("de-lmg", "german", holder="g", broken=True))):  # fmt: skip
        game = position(on=meadow(), units=units, weapons={"m": weapon}, phase="rally", active="canadian")
        play_up_to(game, RallyPhase())
        assert game.decisions[0].prompt == prompt
        assert masked_for(game, "german").stack == game.stack
        stacks.append(masked_for(game, "canadian").stack)
    assert stacks[0] == stacks[1]


@pytest.mark.rule("rileys_road:A4.431", "rileys_road:A12.16")
def test_others_do_not_see_that_a_weapon_goes_to_somebody_beneath_a_question_mark() -> None:
    units = {"g": de("F8"), "l": de("F8", "de-l91", concealed=True), "c": ca("A1")}
    weapons = {"m": Weapon("de-lmg", "german", holder="g")}
    game = position(on=meadow(), units=units, weapons=weapons, phase="rally", active="canadian")
    play_up_to(game, RallyPhase())
    before = masked_for(game, "canadian").stack
    game.choose("weapon:m")
    assert game.decisions[0].prompt == "transfer-to"
    assert masked_for(game, "canadian").stack == before


@pytest.mark.rule("rileys_road:A4.51", "rileys_road:A12.16")
def test_others_do_not_see_who_beneath_a_question_mark_was_exhausted() -> None:
    units = {"g": de("F8", concealed=True, cx=True), "k": de("F9", cx=True), "c": ca("A1")}
    game = position(on=meadow(), units=units, active="german")
    play_up_to(game, MovementPhase(side="german"))
    tired = {side: masked_for(game, side).stack[-1].tired for side in ("german", "canadian")}  # type: ignore[attr-defined]
    assert tired == {"german": ("g", "k"), "canadian": ("k",)}


# What those do who are out of sight


OUT_OF_SIGHT = {"g": de("F8", concealed=True), "l": de("F8", "de-l91", concealed=True), "c": ca("F12")}


def behind_woods(units: dict[str, Unit], **facts: Any) -> Game:
    return position(on=meadow({"F10": "woods"}), units=units, active="german", **facts)


@pytest.mark.rule("rileys_road:A1.31", "rileys_road:A9.72", "rileys_road:A12.16")
def test_nobody_is_told_that_a_squad_out_of_sight_deploys_or_repairs_a_weapon() -> None:
    game = behind_woods(OUT_OF_SIGHT, phase="rally", dice=[1, 2])
    deploy(game, "g")
    assert {"Rolled", "Passed", "Replaced", "Deployed"} <= set(told(game, "german"))
    assert told(game, "canadian") == []
    broken = {"m": Weapon("de-mmg", "german", holder="g", broken=True)}
    game = behind_woods(OUT_OF_SIGHT, phase="rally", weapons=broken, dice=[1])
    repair(game, "m")
    assert told(game, "german") == ["Rolled", "Repaired"]
    assert told(game, "canadian") == []


@pytest.mark.rule("rileys_road:A1.32", "rileys_road:A12.16")
def test_nobody_is_told_that_half_squads_out_of_sight_recombine() -> None:
    halves = {f"g.{number}": de("F8", "de-238", concealed=True) for number in (1, 2)}
    game = behind_woods({**halves, "l": OUT_OF_SIGHT["l"], "c": OUT_OF_SIGHT["c"]}, phase="rally")
    play_up_to(game, RallyPhase())
    game.choose("unit:g.1")
    assert "Recombined" in told(game, "german")
    assert told(game, "canadian") == ["Ended"]


@pytest.mark.rule("rileys_road:A1.32", "rileys_road:A12.16")
def test_no_other_half_is_renamed_that_is_known_when_half_squads_recombine_unseen() -> None:
    halves = {name: de("F8", "de-238", concealed=True) for name in ("g.1", "h.1")}
    known = {"g.2": de("C3", "de-238"), "h.2": de("F8", "de-238", concealed=True)}
    game = behind_woods({**halves, **known, "l": OUT_OF_SIGHT["l"], "c": OUT_OF_SIGHT["c"]}, phase="rally")
    play_up_to(game, RallyPhase())
    game.choose("unit:g.1")
    game.choose("unit:h.1")
    assert game.state.units.keys() == {"h", "g.1", "g.2", "l", "c"}


@pytest.mark.rule("rileys_road:A10.2", "rileys_road:A12.14", "rileys_road:A12.16")
def test_who_checks_beneath_a_question_mark_for_a_lost_leader_is_told_to_nobody_if_he_passes() -> None:
    for dice, seen in (([1, 2], []), ([6, 6], ["Revealed", "Pinned"])):
        game = behind_woods(OUT_OF_SIGHT, phase="defensive-fire", dice=dice)
        aftermath = Aftermath()
        aftermath.lose_leader(game, de("F8", "de-l91"), gone=False)
        check_leader_losses(game, aftermath)
        assert told(game, "canadian") == seen


@pytest.mark.rule("rileys_road:A15.1", "rileys_road:A12.14", "rileys_road:A10.2")
def test_whom_the_heat_of_battle_takes_hold_of_beneath_a_question_mark_is_known() -> None:
    units = {name: OUT_OF_SIGHT[name] for name in ("g", "c")}
    game = behind_woods(units, phase="defensive-fire", dice=[1, 1, 1, 1])
    aftermath = Aftermath()
    aftermath.lose_leader(game, de("F8", "de-l103"), gone=True)
    check_leader_losses(game, aftermath)
    assert told(game, "canadian") == ["Revealed", "Rolled", "Resolved", "Appeared"]


@pytest.mark.rule("rileys_road:A10.6", "rileys_road:A12.16")
def test_a_leader_out_of_sight_who_rallies_somebody_is_not_named() -> None:
    units = {"b": de("F8", broken=True), "l": OUT_OF_SIGHT["l"], "c": OUT_OF_SIGHT["c"]}
    game = behind_woods(units, phase="rally", dice=[1, 2])
    try_rally(game, "b", "l")
    assert not game.state.units["b"].broken
    assert "'l'" not in ids_told(game, "canadian")


@pytest.mark.rule("rileys_road:A7.1", "rileys_road:A12.14", "rileys_road:A12.16")
def test_fire_that_shows_nobody_names_neither_men_nor_weapons() -> None:
    units = {"g": de("F8", concealed=True), "c": ca("F12", broken=True, dm=True)}
    weapons = {"m": Weapon("de-mmg", "german", holder="g")}
    game = position(on=meadow(), units=units, weapons=weapons, phase="prep-fire", active="german", dice=[6, 5])
    pieces = (Piece("g", "", "prep"), Piece("g", "m", "prep"))
    resolve_fire(game, Attack(pieces, (), "F12"), Aftermath())
    assert game.state.units["g"].concealed
    (said,) = [event for event in game.events if isinstance(event, Resolved) and event.what == "fire"]
    assert (said.subject, said.lines[0].label) == ("?F8", "firepower")


# Worlds that are made up


@pytest.mark.rule("rileys_road:A12.3", "rileys_road:A12.1")
def test_in_a_world_made_up_nobody_is_hidden_of_a_side_that_hides_nobody() -> None:
    named = {f"c{number}": ca("A1", broken=True) for number in range(6, 12)}
    veiled_ = {f"c{number}": ca("F8" if number < 4 else "F9", concealed=True) for number in range(1, 6)}
    game = position(on=meadow(), units={**named, **veiled_, "g1": de("T18")})
    state = fork(game.state)
    mask(state, game.content, "german")
    for seed in range(12):
        world = fork(state)
        fill(world, game.content, "german", random.Random(seed))
        assert not any(unit.hidden for unit in world.units.values() if unit.side == "canadian")
        assert {f"c{number}" for number in range(1, 6)} <= world.units.keys()


# Close Combat


def sums_told(units: dict[str, Unit], *choices: str, dice: list[int]) -> list[tuple[str, ...]]:
    """The labels of each sum that the Canadians are told, who attack in the woods of F6."""
    on = meadow({"F6": "woods"})
    game = position(on=on, units=units, phase="close-combat", active="canadian", dice=dice)
    play(game, CloseCombatPhase(side="canadian"), *choices)
    found = [event for event in game.events if isinstance(event, Resolved) and event.visible_to("canadian")]
    return [tuple(line.label for line in event.lines) for event in found]


@pytest.mark.rule("rileys_road:A11.4", "rileys_road:A12.16")
def test_the_sum_of_an_ambush_tells_nothing_of_those_beneath_a_question_mark() -> None:
    hero = de("F6", "de-hero", concealed=True)
    for units in ({"h": hero}, {"h": hero, "t": de("F6", cx=True, concealed=True)}):
        told_ = sums_told({"c": ca("F6", cx=True), **units}, dice=[3, 3])
        assert told_ == [("ambush.cx", "ambush.concealed")]
    beside = {"c": ca("F6"), "k": de("F6", cx=True)}
    dummy = Unit("german", "dummy", "F6", concealed=True)
    assert sums_told({**beside, "d": dummy}, dice=[3, 3]) == sums_told({**beside, "d": hero}, dice=[3, 3])


@pytest.mark.rule("rileys_road:A11.11", "rileys_road:A11.19", "rileys_road:A12.16")
def test_the_sum_of_close_combat_tells_neither_the_strength_nor_the_state_of_those_beneath_a_question_mark() -> None:
    attack = ("do:normal", "unit:c", "do:concealed", "do:attack", "do:done")
    strong = {"c": ca("F6"), "g": de("F6", concealed=True)}
    weak = {"c": ca("F6"), "g": de("F6", "de-238", concealed=True, cx=True)}
    sums = [sums_told(units, *attack, dice=[3, 3, 6, 5])[-1] for units in (strong, weak)]
    assert sums[0] == sums[1] == ("cc.attack", "roll")


@pytest.mark.rule("rileys_road:A11.5/vehicles", "rileys_road:A11.19", "rileys_road:A12.16")
def test_a_vehicle_that_strikes_at_a_question_mark_for_nothing_is_not_told_whom() -> None:
    vehicles = {"v": tank("F6", "ca-sherman5")}
    game = position(
        on=meadow(), units={"g": de("F6", concealed=True, cx=True)}, vehicles=vehicles, phase="close-combat",
        active="canadian", dice=[6, 6],
    )  # fmt: skip
    strike_back(game, "v", "g", Aftermath())
    (event,) = [event for event in game.events if isinstance(event, Resolved)]
    assert (event.target, [line.label for line in event.lines]) == ("?F6", ["cc.attack"])


# How many there are beneath a "?"


@pytest.mark.rule("rileys_road:A.9", "rileys_road:A12.1", "rileys_road:A12.15")
def test_how_many_dice_fall_for_those_beneath_a_question_mark_is_seen_by_their_side_alone() -> None:
    units = {"g": de("F7", concealed=True), "h": de("F7", concealed=True), "c": ca("F6")}
    game = position(on=meadow(), units=units, dice=[6, 1])
    assert run_into(game, ("c",), "F7")
    assert told(game, "german").count("Rolled") == 1
    assert "Rolled" not in told(game, "canadian")
    assert "Revealed" in told(game, "canadian")


# Mines


def on_mines(*, known: bool, concealed: bool, die: int = 6) -> Game:
    vehicles = {"v": tank("F6", "de-pz4j")}
    mines = {"F6": Mines("canadian", at=2, known=known)}
    if concealed:
        return veiled("F6", mines=mines, dice=[die, 4, 4, 1, 1])
    return position(on=meadow(), vehicles=vehicles, mines=mines, dice=[die, 4, 4, 1, 1])


@UNSEEN
@pytest.mark.rule("rileys_road:B28.5")
@pytest.mark.parametrize(
    ("known", "concealed", "who"),
    [
        (True, False, {"german", "canadian"}),
        (False, False, {"canadian"}),
        (True, True, {"german"}),
        (False, True, set()),
    ],
)
def test_a_mine_that_does_not_go_off_shows_neither_the_field_nor_the_vehicle(
    known: bool,
    concealed: bool,
    who: set[str],
) -> None:
    game = on_mines(known=known, concealed=concealed)
    suffer_mines(game, "v", "F6", Aftermath())
    assert {side for side in ("german", "canadian") if told(game, side)} == who
    assert game.state.mines["F6"].known is known


@UNSEEN
@pytest.mark.rule("rileys_road:B28.5")
def test_a_mine_that_goes_off_shows_both() -> None:
    game = on_mines(known=False, concealed=True, die=2)
    suffer_mines(game, "v", "F6", Aftermath())
    assert game.state.mines["F6"].known
    assert {"VehicleRevealed", "MinesFound", "Immobilized"} <= set(told(game, "canadian"))


# Under fire


@UNSEEN
@pytest.mark.rule("rileys_road:C3.33")
def test_shells_that_do_nothing_do_not_name_whom_they_have_struck() -> None:
    for name, men in {"d": de("F6", concealed=True), "h": de("F6", hidden=True, concealed=True)}.items():
        game = veiled(
            "H6", units={name: men}, phase="prep-fire", dice=[1, 3, 6, 6], vehicles={"t": tank("F9", facing=0)}
        )
        fire(game, shot(game, "F6", "area", "he", firer="t"), Aftermath())
        effects = [event for event in game.events if isinstance(event, Resolved) and event.what == "effect"]
        assert [event.subject for event in effects] == ["?F6"]
        assert [event.visible_to("canadian") for event in effects] == [not men.hidden]
    game = veiled("F6", "de-jgdpz5", phase="prep-fire", dice=[1, 3, 6, 6], vehicles={"t": tank("F9", facing=0)})
    fire(game, shot(game, "F6", "area", "he", firer="t"), Aftermath())
    assert cover_of("v") not in ids_told(game, "canadian").replace("'", " ").split()


@UNSEEN
@pytest.mark.rule("rileys_road:A23.1")
def test_a_charge_that_does_nothing_does_not_name_whom_it_has_struck() -> None:
    game = position(on=meadow(), units={"d": de("F6", concealed=True)}, dice=[5, 6])
    explode(game, Charge(side="canadian", fp=1, dud=12), "F6", Sum(), Aftermath())
    (event,) = [event for event in game.events if isinstance(event, Resolved)]
    assert event.subject == "?F6"


@UNSEEN
@pytest.mark.rule("rileys_road:A23.1", "rileys_road:C11.2")
def test_a_charge_that_does_nothing_does_not_say_what_covers_those_whom_it_has_struck() -> None:
    told_ = []
    for stance in ("", "foxhole"):
        units = {"d": de("F6", concealed=True, stance=stance)}
        game = position(on=meadow(), units=units, works={"F6": Works(foxholes=1)}, dice=[5, 6])
        explode(game, Charge(side="canadian", fp=1, dud=12), "F6", Sum(), Aftermath())
        told_ += [event.lines for event in game.events if isinstance(event, Resolved)]
    assert told_[0] == told_[1]


@pytest.mark.rule("rileys_road:A23.1", "rileys_road:B23.1")
def test_a_charge_that_does_nothing_tells_what_the_ground_is_that_all_know() -> None:
    units = {"d": de("F6", concealed=True)}
    game = position(on=meadow({"F6": "stone-building"}), units=units, dice=[5, 6, *[6] * 9])
    explode(game, Charge(side="canadian", fp=1, dud=12), "F6", Sum(), Aftermath())
    (event,) = [event for event in game.events if isinstance(event, Resolved)]
    assert [(line.label, line.value) for line in event.lines[1:]] == [("tem.stone-building", "+3")]


@UNSEEN
@pytest.mark.rule("rileys_road:A7.1")
def test_fire_that_does_nothing_to_hidden_men_beside_others_says_nothing_of_them() -> None:
    units = {"m": ca("F9"), "d": de("F6"), "h": de("F6", hidden=True, concealed=True, stance="foxhole")}
    game = position(on=meadow(), units=units, phase="prep-fire", dice=[6, 5])
    resolve_fire(game, Attack((Piece("m", "", "prep"),), (), "F6", "fire"), Aftermath())
    assert [event.visible_to("canadian") for event in game.events if isinstance(event, Resolved)] == [True, False]


@UNSEEN
@pytest.mark.rule("rileys_road:A8.1", "rileys_road:D.8", "rileys_road:D3.1")
def test_who_may_fire_at_what_drives_beneath_a_question_mark_does_not_depend_on_its_hatches() -> None:
    def asked(*, exposed: bool) -> tuple[object, ...]:
        tanks, facts = {"t": tank("F20", facing=0)}, {"exposed": exposed, "bounding": True, "entered": 1}
        game = veiled("F2", vehicle=facts, vehicles=tanks, active="german",
                      units={"m": ca("F20")}, weapons={"w": Weapon("ca-mmg", "canadian", holder="m")})  # fmt: skip
        game.state.moving = Moving(units=(), at="F2", came_from="F1", spent_here=2, spent=4, vehicle="v")
        play_up_to(game, FirstFire())
        first = game.decisions[0]
        game.choose("vehicle:t")
        game.choose("arm:cmg")
        return first, game.decisions[0], game.preview("hex:F2")

    assert asked(exposed=True) == asked(exposed=False)
    assert {"unit:m", "vehicle:t"} <= {option.id for option in asked(exposed=False)[0].options}  # type: ignore[attr-defined]


# Freedom of Movement


@UNSEEN
@pytest.mark.rule("rileys_road:E1.21")
def test_nobody_is_told_that_a_vehicle_beneath_a_question_mark_may_move() -> None:
    game = veiled("F6", vehicle={"frozen": True}, nvr=3)
    free(game, ["v"])
    assert [type(event) for event in game.events] == [MayMove]
    assert told(game, "canadian") == []


@pytest.mark.rule("rileys_road:E1.21", "rileys_road:scope/vehicle-concealment")
def test_a_vehicle_whose_question_mark_is_attacked_may_move_and_so_may_one_whose_crew_is_fired_at() -> None:
    game = veiled("F6", vehicle={"frozen": True}, nvr=3)
    stir(game, [cover_of("v")])
    assert not game.state.vehicles["v"].frozen
    men, car = {"m": ca("F7")}, tank("F6", "de-spw251", frozen=True)
    open_ = position(on=meadow(), units=men, vehicles={"v": car}, phase="prep-fire", nvr=3, dice=[6, 5])
    resolve_fire(open_, Attack((Piece("m", "", "prep"),), (), "F6", "fire"), Aftermath())
    assert not open_.state.vehicles["v"].frozen


@UNSEEN
@pytest.mark.rule("rileys_road:E1.21", "rileys_road:CG4/night-rules")
def test_nobody_else_knows_which_vehicle_off_the_map_has_been_called() -> None:
    vehicles = {"v": tank("F6", "de-pz4j"), "w": tank("", "de-pz4j")}
    game = field(vehicles=vehicles, units={"m": ca("R16")}, nvr=3, phase="rally", dice=[1])
    call(game, "w")
    assert game.state.vehicles["w"].called
    assert told(game, "canadian") == []
    for side, seen in (("german", True), ("canadian", False)):
        state = fork(game.state)
        mask(state, game.content, side)
        assert state.vehicles["w"].called is seen


# The sums of fire at those beneath a "?"


def lines_at(game: Game, firer: str) -> dict[str, str]:
    """The sum of fire at F14 as its firer is shown it: of men, of a tank's gun, or of its machine gun."""
    if firer == "c":
        attack = Attack((Piece("c", "", "prep"),), (), "F14")
        power = firepower_of(game, attack)
        lines = lines_of(game, attack, groups_of(game, attack, power)[0], power)
    elif firer == "t":
        lines = preview_lines(game, shot(game, "F14", "infantry", "he", firer="t"))
    else:
        made = Burst("t", ("cmg",), "F14")
        lines = lines_of_burst(game, made, groups_of_burst(game, made))
    return {line.label: line.value for line in lines}


@UNSEEN
@pytest.mark.rule("rileys_road:C6.7", "rileys_road:C11.1", "rileys_road:C11.2")
@pytest.mark.parametrize("firer", ["c", "t", "t:cmg"])
def test_the_sum_of_fire_at_a_question_mark_is_the_same_be_it_a_gun_or_men_in_foxholes(firer: str) -> None:
    dug_in, crew = de("F14", concealed=True, stance="foxhole"), de("F14", "de-228", concealed=True)
    plain = de("F14", concealed=True)
    shown = []
    for unit in (plain, dug_in, crew):
        weapons = {"w": pak(emplaced=True)} if unit is crew else {"w": pak("", at="A1")}
        units, works = {"g": unit, "c": ca("F11")}, {"F14": Works(foxholes=2)}
        game = field(phase="prep-fire", units=units, weapons=weapons, works=works, terrain={"F14": "brush"},
                     vehicles={"t": tank("F10")})  # fmt: skip
        shown.append(lines_at(game, firer))
    assert shown[0] == shown[1] == shown[2]


@UNSEEN
@pytest.mark.rule("rileys_road:C6.7", "rileys_road:C11.2")
def test_what_is_not_told_of_a_concealed_gun_counts_for_a_shot_at_it() -> None:
    game = field(phase="prep-fire", units={"g": de("F14", "de-228", concealed=True)}, weapons={"w": pak(emplaced=True)},
                 vehicles={"t": tank("F10")})  # fmt: skip
    found = aimed(game, "F14", "infantry", "he", firer="t")
    assert found.final(found.marks[0], 1, 1) == 2 + 1 + 2 + 1 + 2


@UNSEEN
@pytest.mark.rule("rileys_road:C11.2")
def test_shells_that_do_nothing_to_a_question_mark_do_not_say_what_covers_it() -> None:
    units = {"g": de("F14", "de-228", concealed=True)}
    game = field(units=units, weapons={"w": pak(emplaced=True)}, dice=[5, 6])
    burst(game, Salvo("canadian", Fraction(12), 105, "artillery", "C1.5"), "F14", Aftermath())
    said = next(event for event in game.events if isinstance(event, Resolved))
    assert [line.label for line in said.lines] == ["firepower", "column", "roll", "result"]


@UNSEEN
@pytest.mark.rule("rileys_road:C1.5")
def test_that_shells_do_nothing_to_a_question_mark_is_told_once_however_differently_its_men_stand() -> None:
    def heard(*stances: str) -> int:
        units = {f"g{n}": de("F14", concealed=True, stance=stance) for n, stance in enumerate(stances)}
        works = {"F14": Works("german", foxholes=2)}
        game = position(on=meadow(), units=units, works=works, dice=[6, 6])
        burst(game, Salvo("canadian", Fraction(12), 105, "artillery", "C1.5"), "F14", Aftermath())
        return sum(isinstance(event, Resolved) and event.visible_to("canadian") for event in game.events)

    assert heard("foxhole", "") == heard("", "") == heard("foxhole") == 1


@UNSEEN
@pytest.mark.rule("rileys_road:A23.1")
def test_that_a_charge_does_nothing_to_a_question_mark_is_told_once_however_differently_its_men_stand() -> None:
    def heard(*stances: str) -> int:
        units = {f"g{n}": de("F14", concealed=True, stance=stance) for n, stance in enumerate(stances)}
        game = position(on=meadow(), units=units, works={"F14": Works("german", foxholes=2)}, dice=[5, 6])
        explode(game, Charge(4, 12, "canadian"), "F14", Sum(), Aftermath())
        return sum(isinstance(event, Resolved) and event.visible_to("canadian") for event in game.events)

    assert heard("foxhole", "") == heard("", "") == heard("foxhole") == 1


@UNSEEN
@pytest.mark.rule("rileys_road:A7.1", "rileys_road:A12.3")
def test_fire_that_does_nothing_tells_neither_who_is_hidden_there_nor_how_those_beneath_a_question_mark_stand() -> None:
    def heard(**units: Unit) -> list[list[str]]:
        works = {"F8": Works("german", foxholes=2, known=False)}
        game = position(on=meadow(), units={"c": ca("F6"), **units}, works=works, phase="prep-fire", dice=[6, 6])
        resolve_fire(game, Attack((Piece("c", "", "prep"),), (), "F8"), Aftermath())
        told = [event for event in game.events if isinstance(event, Resolved) and event.visible_to("canadian")]
        return [[line.label for line in event.lines] for event in told]

    veiled_, known = de("F8", concealed=True), de("F8")
    assert heard(k=known, h=de("F8", hidden=True, stance="foxhole")) == heard(k=known)
    assert heard(k=veiled_, h=de("F8", concealed=True, stance="foxhole")) == heard(k=veiled_, h=veiled_)
    assert [labels[0] for labels in heard(k=known, h=veiled_)] == ["struck", "share.unit"]


# The sums of fire from beneath a "?"


def sums_told_of(game: Game, firer: str, *, side: str = "canadian") -> list[list[str]]:
    """The sums that a side is told of a shot with HE, or of machine guns, at a tank's crew or men in F20."""
    game.events.clear()
    if firer == "v:mg":
        fire_burst(game, Burst("v", ("cmg",), "F20"), Aftermath())
    elif firer == "s":
        resolve_fire(game, Attack((Piece("s", "", "prep"),), ("l",), "F20"), Aftermath())
    else:
        fire(game, shot(game, "F20", "infantry", "ap", firer=firer), Aftermath())
    told_ = [event for event in game.events if isinstance(event, Resolved) and event.visible_to(side)]
    return [[line.label for line in event.lines] for event in told_]


@UNSEEN
@pytest.mark.rule("rileys_road:A12.14", "rileys_road:C5.9", "rileys_road:C6.5", "rileys_road:D3.4")
def test_the_sum_of_a_shot_from_beneath_a_question_mark_tells_what_the_firer_brings_all_in_one() -> None:
    led = {"leader": "de-al91", "acquired": "F20", "acquisition": 1, "stun": "shaken", "facing": SOUTH, "turret": 0}
    game = veiled("F2", vehicle=led, units={"m": ca("F20")}, phase="prep-fire", active="german", dice=[6, 5],
                  terrain={"F20": "woods", "F8": "brush"})  # fmt: skip
    assert sums_told_of(game, "v") == [["th.number", "unseen-firers", "case.R", "tem.woods", "roll"]]
    (said,) = [event for event in game.events if isinstance(event, Resolved)]
    assert {line.label: line.value for line in said.lines}["unseen-firers"] == "+3"
    known = veiled("F2", vehicle=led, units={"m": ca("F20")}, phase="prep-fire", active="german", dice=[6, 5])
    reveal_vehicle(known, "v")
    assert "case.I" in sums_told_of(known, "v")[0]


@UNSEEN
@pytest.mark.rule("rileys_road:C5.35")
def test_that_a_vehicle_beneath_a_question_mark_fires_on_the_move_is_told_in_the_same_figure() -> None:
    game = veiled("F2", vehicle={"motion": True, "facing": SOUTH, "turret": SOUTH}, units={"m": ca("F20")},
                  phase="defensive-fire", dice=[6, 5])  # fmt: skip
    assert sums_told_of(game, "v") == [["th.number", "unseen-firers", "roll"]]
    (said,) = [event for event in game.events if isinstance(event, Resolved)]
    assert {line.label: line.value for line in said.lines}["unseen-firers"] == f"+{2 + 2 + 1 + 5}"


@UNSEEN
@pytest.mark.rule("rileys_road:D3.1", "rileys_road:D3.4")
def test_machine_guns_beneath_a_question_mark_are_not_told_apart() -> None:
    game = veiled("F2", vehicle={"leader": "de-al91", "facing": SOUTH, "turret": SOUTH}, units={"m": ca("F20")},
                  phase="prep-fire", active="german", dice=[6, 5])  # fmt: skip
    assert sums_told_of(game, "v:mg") == [["firepower", "column", "unseen-firers", "roll"]]


@UNSEEN
@pytest.mark.rule("rileys_road:A12.34", "rileys_road:C8.1", "rileys_road:C7.1")
def test_of_a_gun_that_stays_beneath_its_question_mark_neither_ammunition_nor_figures_are_told() -> None:
    units = {"g": de("F14", "de-228", concealed=True)}
    game = field(units=units, vehicles={"t": tank("F4")}, phase="prep-fire", active="german", dice=[1, 2, 6, 6])
    fire(game, shot(game, "t", "vehicle", "apcr"), Aftermath())
    assert game.state.weapons["w"].gone == ("apcr",)
    assert "Depleted" in told(game, "german")
    assert "Depleted" not in told(game, "canadian")
    sums = [event for event in game.events if isinstance(event, Resolved) and event.visible_to("canadian")]
    assert [[line.label for line in event.lines] for event in sums] == [["th.number", "case.P", "roll"], ["tk.number"]]


@pytest.mark.rule("rileys_road:A7.1", "rileys_road:A7.53", "rileys_road:A12.14", "rileys_road:A12.16")
def test_nobody_is_told_that_a_leader_directs_those_who_fire_unseen() -> None:
    units = {"s": de("F17", concealed=True), "l": de("F17", "de-l92", concealed=True), "c": ca("F20", broken=True)}
    game = position(on=meadow(), units=units, phase="prep-fire", active="german", dice=[6, 5])
    assert sums_told_of(game, "s") == [["firepower", "column", "unseen-firers", "roll", "result"]]


# Dice of those who do something out of sight


@pytest.mark.rule("rileys_road:C13.31", "rileys_road:A12.16")
@pytest.mark.parametrize(("die", "found"), [(1, True), (5, False)])
def test_nobody_is_told_that_somebody_out_of_sight_looks_for_a_panzerfaust(die: int, *, found: bool) -> None:
    vehicles = {"t": tank("F10", stun="stunned")}
    game = position(on=meadow(), units={"s": de("F12", concealed=True)}, vehicles=vehicles, shots={"german": 2},
                    phase="defensive-fire", dice=[die])  # fmt: skip
    assert find_panzerfaust(game, "s", Shot("s", "t", "vehicle", "heat", "final"), Aftermath()) is found
    assert game.state.units["s"].concealed
    assert told(game, "german") == ["Rolled", "FoundPanzerfaust"]
    assert told(game, "canadian") == []


@pytest.mark.rule("rileys_road:C10.3", "rileys_road:A12.16")
def test_nobody_is_told_that_a_gun_is_pushed_out_of_sight() -> None:
    game = field(units={"g": de("F14", "de-228", concealed=True)}, phase="movement", active="german", dice=[1, 1])
    play(game, MovementPhase(side="german"), "unit:g", "do:push", "hex:F15", "do:done")
    assert game.state.units["g"].at == "F15"
    assert {"Rolled", "GunPushed"} <= set(told(game, "german"))
    assert not {"Rolled", "GunPushed"} & set(told(game, "canadian"))


@pytest.mark.rule("rileys_road:B27.11", "rileys_road:A4.44", "rileys_road:A12.16")
def test_nobody_is_told_that_men_out_of_sight_dig_or_take_up_a_weapon() -> None:
    units = {"s": de("F8", concealed=True)}
    game = position(on=meadow(), units=units, phase="prep-fire", active="german", dice=[6, 6])
    entrench(game, "s", Aftermath())
    assert told(game, "german")[0] == "Rolled"
    assert told(game, "canadian") == []
    game = position(on=meadow(), units=units, weapons={"m": Weapon("de-lmg", "german", at="F8")}, phase="rally",
                    active="german", dice=[1])  # fmt: skip
    recover(game, "s", "m")
    assert told(game, "german") == ["Rolled", "Recovered"]
    assert told(game, "canadian") == []


@pytest.mark.rule("rileys_road:A7.7", "rileys_road:A12.1", "rileys_road:A12.16")
def test_nobody_is_told_who_beneath_a_question_mark_is_encircled() -> None:
    units = {"s": de("F8", concealed=True), "h": de("F8", "de-l91", hidden=True, concealed=True), "k": de("F8")}
    game = position(on=meadow(), units=units)
    note_fire_from(game, "F8", ("F9", "F7"), "german")
    assert all(unit.encircled for unit in game.state.units.values())
    assert told(game, "german") == ["Encircled"] * 3
    assert [event.unit for event in game.events if event.visible_to("canadian")] == ["k"]  # type: ignore[attr-defined]


@pytest.mark.rule("rileys_road:C13.7", "rileys_road:A11.19")
def test_who_looks_for_a_magnetic_mine_is_known_before_he_does() -> None:
    game = position(on=meadow(), units={"s": de("F6", concealed=True)}, vehicles={"t": tank("F6")},
                    phase="close-combat", dice=[1, 6, 5])  # fmt: skip
    carry_out(game, Charging("s", "t", mine=True))
    assert told(game, "canadian")[0] == "Revealed"


@pytest.mark.rule("rileys_road:D7.1", "rileys_road:A12.16", "rileys_road:C11.2")
def test_the_sum_of_an_overrun_is_that_of_those_who_are_known() -> None:
    units = {"a": de("F8", concealed=True, stance="foxhole"), "k": de("F8")}
    game = position(on=meadow(), units=units, works={"F8": Works(foxholes=1)}, dice=[6, 5, 3, 3],
                    vehicles={"t": tank("F8", started=True, entered=1, bounding=True)})  # fmt: skip
    overrun.resolve(game, "t", Aftermath())
    (event,) = [event for event in game.events if isinstance(event, Resolved)]
    assert [line.label for line in event.lines] == ["firepower", "column", "ffmo"]
    assert game.state.units["a"].concealed


@UNSEEN
@pytest.mark.rule("rileys_road:C11.2", "rileys_road:A7.1")
@pytest.mark.parametrize("firer", ["c", "t:cmg"])
def test_the_sum_of_fire_at_men_of_whom_some_are_known_is_theirs_whatever_covers_the_others(firer: str) -> None:
    shown = []
    for emplaced in (True, False):
        units = {"g": de("F14", "de-228", concealed=True), "k": de("F14"), "c": ca("F11")}
        game = field(phase="prep-fire", units=units, weapons={"w": pak(emplaced=emplaced)},
                     vehicles={"t": tank("F10")}, levels={"F14": 1})  # fmt: skip
        shown.append(lines_at(game, firer))
    assert shown[0] == shown[1]
    assert "concealed" not in shown[0]


@UNSEEN
@pytest.mark.rule("rileys_road:A8.2", "rileys_road:A7.23", "rileys_road:D3.1")
@pytest.mark.parametrize(("concealed", "left"), [(False, 2), (True, 1)])
def test_machine_guns_of_vehicles_that_fire_at_nobody_who_is_known_leave_half_as_much(
    *, concealed: bool, left: int
) -> None:
    units = {"c": ca("F10", concealed=concealed)}
    move = Moving(units=("c",), at="F10", came_from="F9", spent_here=2, spent=2, assault=True)
    game = position(on=meadow({"F10": "woods"}), units=units, vehicles={"v": tank("F14", "de-pz4j", 0)}, moving=move,
                    phase="movement", dice=[6, 4])  # fmt: skip
    fire_burst(game, Burst("v", ("cmg",), "F10"), Aftermath())
    assert game.state.residual == {"F10": left}


@pytest.mark.rule("rileys_road:B27/infantry", "rileys_road:A12.16")
def test_men_who_are_made_up_are_in_the_holes_of_their_hex_as_far_as_these_have_room() -> None:
    table = Table.new("rileys_road", "farm", seed=7)
    for side in ("german", "canadian"):
        table.choose("do:suggested", side)
    view = table.view("canadian")
    for seed in range(12):
        state = determinise(view, random.Random(seed)).state
        for hole in ("S15", "T16"):
            men = [unit for unit in state.units.values() if unit.at == hole and unit.kind.startswith("de-")]
            squads = [unit for unit in men if unit.stance == "foxhole" and unit.kind in ("de-447", "de-548")]
            assert any(unit.stance == "foxhole" for unit in men)
            assert len(squads) <= 1


@pytest.mark.rule("rileys_road:A1.31", "rileys_road:A12.3", "rileys_road:A12.16")
def test_a_squad_whose_halves_have_left_the_map_is_not_made_up_again() -> None:
    table = Table.new("rileys_road", "farm", seed=7)
    for side in ("german", "canadian"):
        table.choose("do:suggested", side)
    squad = next(name for name, unit in table.state.units.items() if unit.kind == "de-548")
    del table.state.units[squad]
    table.state.exited |= {f"{squad}.1": "de-238", f"{squad}.2": "de-238"}
    view = table.view("canadian")
    assert all(squad not in determinise(view, random.Random(seed)).state.units for seed in range(3))


UNDER = {"c": ca("F6", concealed=True), "d": ca("F6", concealed=True), "g": de("F12")}


@pytest.mark.rule("rileys_road:A4.431", "rileys_road:A12.16")
def test_others_do_not_see_what_weapon_is_handed_on_beneath_a_question_mark_in_the_advance_phase() -> None:
    weapons = {"w": Weapon("ca-lmg", "canadian", holder="c")}
    on = meadow({"F6": "woods", "F9": "woods"})
    game = position(units=UNDER, weapons=weapons, on=on, phase="advance", active="canadian")
    play(game, AdvancePhase(side="canadian"), "unit:c", "do:done")
    before = masked_for(game, "german").stack
    game.choose("weapon:w")
    assert masked_for(game, "german").stack == before
    game.choose("unit:d")
    assert masked_for(game, "german").stack == before


@pytest.mark.rule("rileys_road:A4.2", "rileys_road:A4.51", "rileys_road:A12.16")
def test_of_a_move_beneath_a_question_mark_others_see_neither_exhaustion_nor_what_is_tried_or_pushed() -> None:
    def seen(**facts: Any) -> Procedure:
        game = position(units=UNDER, on=meadow(), phase="movement", active="canadian")
        game.state.stack = [Last(), Move(units=("c",), spent=2, **facts), FirstFire()]
        return masked_for(game, "german").stack[1]

    plain = seen()
    for facts in ({"tired": True}, {"gained": 4}, {"tried": (("smoke", "c"),)}, {"pushes": "w"}, {"loose": True}):
        assert seen(**facts) == plain
    assert seen(manner="assault") != plain


@UNSEEN
@pytest.mark.rule("rileys_road:B9.21", "rileys_road:A12.16")
def test_the_sum_of_fire_at_men_beyond_a_hedge_does_not_tell_that_they_are_in_holes() -> None:
    shown = []
    for stance in ("", "foxhole"):
        units = {"c": ca("F10", concealed=True, stance=stance), "d": de("F14")}
        game = field(units=units, works={"F10": Works(side="canadian", foxholes=1)}, phase="prep-fire",
                     vehicles={"v": tank("F13", "de-pz4j", facing=0)}, walls={"hedge": ["F10-F11"]})  # fmt: skip
        burst = Burst("v", ("bmg",), "F10")
        rifles = preview_of_fire(game, Attack((Piece("d", "", "prep"),), (), "F10", "fire"))
        shells = preview_lines(game, Shot("w", "F10", "infantry", "he", "prep"))
        shown.append((rifles, shells, lines_of_burst(game, burst, groups_told(game, burst))))
    assert shown[0] == shown[1]


@pytest.mark.rule("rileys_road:A12.3", "rileys_road:A12.16", "rileys_road:C1.5")
def test_before_shells_fall_their_sum_does_not_tell_who_is_hidden_beneath_them() -> None:
    def told_of(**units: Unit) -> list[str]:
        game = position(on=meadow(), units=units)
        salvo = Salvo("canadian", Fraction(16), 81, "artillery", "C1.5")
        return [line.label for line in preview_of_shells(game, salvo, ["F10"], "canadian")]

    nobody = told_of(c=ca("F3"))
    assert told_of(c=ca("F3"), g=de("F10", hidden=True)) == nobody
    assert told_of(c=ca("F3"), g=de("F10")) == [*nobody, "shelled"]
    assert told_of(c=ca("F3"), g=de("F10", concealed=True)) == [*nobody, "shelled-unknown"]


@pytest.mark.rule("rileys_road:A12.1", "rileys_road:A12.16", "rileys_road:A4.431")
def test_why_a_weapon_of_the_others_is_not_handed_on_does_not_tell_who_has_it() -> None:
    def answers(holder: str) -> list[Refusal | None]:
        units = {"g": de("F6", concealed=True), "h": de("F9", hidden=True), "c": ca("K6"), "d": ca("K6")}
        weapons = {"w": Weapon("de-lmg", "german", holder=holder), "v": Weapon("ca-lmg", "canadian", holder="c")}
        rally = position(on=meadow(), units=units, weapons=weapons, phase="rally")
        play(rally, RallyPhase())
        while rally.decisions[0].prompt != "transfer":
            rally.choose("do:done")
        advance = play(position(on=meadow(), units=units, weapons=weapons, phase="advance"), AdvancePhase("canadian"))
        return [rally.explain("weapon:w"), advance.explain("weapon:w")]

    assert answers("g") == answers("h")
    assert None not in answers("g")


@pytest.mark.rule("rileys_road:A12.1", "rileys_road:A12.16", "rileys_road:A9.72")
@pytest.mark.parametrize(("facts", "told"), [({"concealed": True}, False), ({"hidden": True}, False), ({}, True)])
def test_that_men_beneath_a_question_mark_have_lost_a_weapon_is_known_to_their_side_alone(
    facts: dict[str, Any], told: bool
) -> None:
    game = position(units={"g": de("F6", **facts)}, weapons={"w": Weapon("de-lmg", "german", holder="g")})
    destroy(game, "w", "A9.72")
    assert ("w" in masked_for(game, "canadian").lost) is told
    assert "w" in masked_for(game, "german").lost
    assert not masked_for(game, "canadian").lost_unseen
