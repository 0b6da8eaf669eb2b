"""D6.1, D6.2, D6.9, RR8: men get onto vehicles, ride, come onto the map aboard them, get off, and are shot at."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.asl.fields import meadow
from games.asl.heavy import ca, de, field, tank
from games.asl.position import Last, offered, play, position
from sandtable.games.asl.content import Content
from sandtable.games.asl.fire.fire_phase import FirePhase
from sandtable.games.asl.fire.firepower import share_of
from sandtable.games.asl.fire.pieces import pieces_of
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.morale.rally import may_rally, rallying_leader
from sandtable.games.asl.movement.movement_phase import Move, MovementPhase, end_phase
from sandtable.games.asl.scenario import Area, Entry, Group
from sandtable.games.asl.sniper_attack import settle
from sandtable.games.asl.state import Smoke, Weapon, Works, Wreck
from sandtable.games.asl.units import Game, units_at
from sandtable.games.asl.vehicles import collateral
from sandtable.games.asl.vehicles.boarding import has_room, quarter, weight
from sandtable.games.asl.vehicles.driving import Drive
from sandtable.games.asl.vehicles.ground import entry_price
from sandtable.games.asl.vehicles.losses import abandon, bail_out, immobilize, shock, wreck

KANGAROO = "ca-kangaroo"
HALFTRACK = "de-spw251"


def lift(kind: str = "ca-sherman3", *, units: dict[str, Any] | None = None, dice: Any = (), **facts: Any) -> Game:
    """A vehicle v in F10 that looks north, in the Movement Phase of its side, and a squad a beside it."""
    side = "german" if kind.startswith("de") else "canadian"
    squad = de("F10") if side == "german" else ca("F10")
    vehicle = tank("F10", kind, 0, **facts.pop("vehicle", {}))
    vehicles = {"v": vehicle, **facts.pop("others", {})}
    on = facts.pop("on", None) or meadow(facts.pop("terrain", None))
    men = {"a": squad, **(units or {})}
    return position(units=men, on=on, vehicles=vehicles, active=side, dice=dice, **facts)


def aboard(game: Game, vehicle: str = "v") -> list[str]:
    return sorted(name for name, unit in game.state.units.items() if unit.aboard == vehicle)


def riding(kind: str = "ca-sherman3", **facts: Any) -> Game:
    """The same with the squad aboard."""
    game = lift(kind, **facts)
    game.state.units["a"] = msgspec.structs.replace(game.state.units["a"], aboard="v")
    return game


# How many


@pytest.mark.rule("rileys_road:D6.1")
def test_what_men_take_up_aboard() -> None:
    units = {"b": ca("F10", "ca-248"), "l": ca("F10", "ca-l81")}
    weapons = {"w": Weapon("ca-mmg", "canadian", holder="a")}
    game = lift(units=units)
    assert weight(game, ("a",)) == 10
    assert weight(game, ("b",)) == 5
    assert weight(game, ("l",)) == 1
    heavy = lift(units=units, weapons=weapons)
    pp = heavy.content.weapons["ca-mmg"].pp
    assert weight(heavy, ("a",)) == 10 + pp - 3
    assert weight(heavy, ("a", "l")) == 11 + max(0, pp - 4)


@pytest.mark.rule("rileys_road:D6.1")
@pytest.mark.parametrize(
    ("kind", "men", "fits"),
    [
        ("ca-sherman3", ("ca-458", "ca-248"), False),
        ("ca-sherman3", ("ca-458", "ca-l81"), True),
        (KANGAROO, ("ca-458", "ca-248", "ca-l81", "ca-l81", "ca-l81"), True),
        (KANGAROO, ("ca-458", "ca-458"), False),
        ("ca-carrier-a", ("ca-l81", "ca-l81", "ca-l81", "ca-l81"), True),
        ("ca-carrier-a", ("ca-248",), False),
    ],
)
def test_how_many_find_a_place(kind: str, men: tuple[str, ...], fits: bool) -> None:
    units = {f"m{number}": ca("F10", each) for number, each in enumerate(men)}
    assert has_room(lift(kind, units=units), "v", tuple(units)) is fits


# Getting on


@pytest.mark.rule("rileys_road:D6.1")
def test_a_stopped_tank_takes_men_on_for_a_quarter_of_its_mp_and_drives_on() -> None:
    game = play(lift(), Drive(vehicle="v"))
    assert offered(game)["do:load"] == 4
    for choice in ("do:load", "unit:a", "do:ready"):
        game.choose(choice)
    assert aboard(game) == ["a"]
    assert offered(game)["hex:F9"] == 2
    game.choose("hex:F9")
    assert game.state.units["a"].at == "F9"
    assert units_at(game, "F9") == []
    assert game.decisions[0].args["left"] == 14 - 4 - 2


@pytest.mark.rule("rileys_road:D6.1")
@pytest.mark.parametrize(("men", "gathers"), [(("ca-458",), ""), (("ca-l91",), "do:ready")])
def test_all_are_taken_on_at_once_only_where_all_find_a_place(men: tuple[str, ...], gathers: str) -> None:
    units = {f"b{number}": ca("F10", kind) for number, kind in enumerate(men)}
    game = play(lift(units=units), MovementPhase(side="canadian"), "vehicle:v", "do:load")
    assert game.decisions[0].gathers == gathers
    assert len([option for option in offered(game) if option.startswith("unit:")]) == 2


@pytest.mark.rule("rileys_road:D6.1")
def test_a_vehicle_that_moves_takes_nobody_on_and_lets_nobody_off() -> None:
    game = play(riding(units={"b": ca("F10", "ca-248")}), Drive(vehicle="v"), "do:start")
    assert not {"do:load", "do:unload"} & offered(game).keys()
    refusal = game.explain("do:unload")
    assert refusal is not None
    assert refusal.reason == "refused.not-stopped"


@pytest.mark.rule("rileys_road:D6.1")
def test_men_walk_to_a_vehicle_and_get_on_and_it_has_paid_for_that() -> None:
    game = lift(units={"b": ca("F11")})
    del game.state.units["a"]
    play(game, MovementPhase(side="canadian"), "unit:b", "hex:F10")
    assert offered(game)["board:v"] == 1
    game.choose("board:v")
    assert aboard(game) == ["b"]
    game.choose("vehicle:v")
    assert game.decisions[0].args["left"] == 14 - 4


@pytest.mark.rule("rileys_road:D6.1")
def test_men_without_the_mf_left_do_not_get_on() -> None:
    game = lift(units={"b": ca("F14")})
    del game.state.units["a"]
    play(game, MovementPhase(side="canadian"), "unit:b", "hex:F10")
    assert "board:v" not in (offered(game) if game.decisions else {})


@pytest.mark.rule("rileys_road:D6.1")
@pytest.mark.parametrize(
    "state", [{"broken": True}, {"pinned": True}, {"fire": "prep"}, {"berserk": True}, {"ti": True}]
)
def test_who_cannot_move_does_not_get_on(state: dict[str, Any]) -> None:
    game = lift(units={"a": ca("F10", **state)})
    assert "do:load" not in offered(play(game, Drive(vehicle="v")))


@pytest.mark.rule("rileys_road:D6.1", "rileys_road:A8.1")
def test_those_who_get_on_are_fired_at_and_stay_behind_if_pinned() -> None:
    game = lift(units={"g": de("F7")}, dice=[3, 3])
    play(game, Drive(vehicle="v"))
    for choice in ("do:load", "unit:a", "do:ready"):
        game.choose(choice)
    assert game.decisions[0].prompt == "first-fire"
    assert game.state.moving is not None
    assert (game.state.moving.units, game.state.moving.vehicle) == (("a",), "v")


# Getting off


@pytest.mark.rule("rileys_road:D6.1")
def test_those_who_get_off_go_on_with_what_part_the_vehicle_had_left() -> None:
    game = riding()
    play(game, MovementPhase(side="canadian"), "vehicle:v", "do:unload")
    man = game.state.units["a"]
    assert (man.aboard, man.pace, man.pace_of) == ("", 20, 28)
    for choice in ("do:done", "unit:a"):
        game.choose(choice)
    options = offered(game)
    assert game.decisions[0].args["left"] == 2.5
    assert not {"do:double-time", "do:assault", "do:dash"} & options.keys()
    assert "hex:F8" in options
    assert "hex:F7" not in options


@pytest.mark.rule("rileys_road:D6.1")
def test_the_part_is_forgotten_after_the_phase() -> None:
    game = play(riding(), Drive(vehicle="v"), "do:unload")
    end_phase(game)
    assert game.state.units["a"].pace_of == 0


@pytest.mark.rule("rileys_road:D6.1", "rileys_road:A4.14")
def test_nobody_gets_off_beside_a_known_enemy() -> None:
    game = play(riding(units={"g": de("F10", broken=True)}), Drive(vehicle="v"))
    assert "do:unload" not in offered(game)
    refusal = game.explain("do:unload")
    assert refusal is not None
    assert refusal.reason == "refused.unload-enemy"


@pytest.mark.rule("rileys_road:D6.1", "rileys_road:A5.1")
def test_nobody_gets_off_where_there_is_no_room() -> None:
    full = {f"s{number}": ca("F10") for number in range(3)}
    game = play(riding(units=full), Drive(vehicle="v"))
    assert "do:unload" not in offered(game)


@pytest.mark.rule("rileys_road:D6.1", "rileys_road:A26.1")
def test_men_who_get_off_control_the_hex_at_once() -> None:
    game = play(riding(held={"F10": "german"}), Drive(vehicle="v"), "do:unload")
    assert game.state.held["F10"] == "canadian"


@pytest.mark.rule("rileys_road:D6.1", "rileys_road:B26")
def test_men_get_off_onto_the_wire() -> None:
    game = play(riding(works={"F10": Works(side="german", wire=True)}), Drive(vehicle="v"), "do:unload")
    assert game.state.units["a"].stance == "above-wire"


@pytest.mark.rule("rileys_road:D6.1", "rileys_road:D6.9")
@pytest.mark.parametrize("state", [{"immobile": True}, {"shock": "shocked"}, {"stun": "stunned"}, {"abandoned": True}])
def test_men_get_off_a_vehicle_that_cannot_drive(state: dict[str, Any]) -> None:
    game = riding(HALFTRACK, vehicle=state)
    play(game, MovementPhase(side="german"), "vehicle:v")
    assert set(offered(game)) == {"do:unload", "do:done"}
    game.choose("do:unload")
    assert not aboard(game)


@pytest.mark.rule("rileys_road:D6.1")
def test_a_part_of_those_aboard_may_get_off_a_halftrack() -> None:
    game = riding(HALFTRACK, units={"b": de("F10", "de-248", aboard="v")})
    play(game, Drive(vehicle="v"), "do:unload", "unit:b", "do:ready")
    assert aboard(game) == ["a"]
    assert offered(game)["do:unload"] == 4


# Kangaroos


@pytest.mark.rule("rileys_road:RR8")
def test_all_get_off_a_kangaroo_at_once_and_it_is_recalled() -> None:
    game = riding(KANGAROO, units={"b": ca("F10", "ca-248", aboard="v")})
    play(game, Drive(vehicle="v"), "do:unload")
    assert not aboard(game)
    assert game.state.vehicles["v"].recalled
    assert {"do:start", "do:done"} <= offered(game).keys()
    assert "do:load" not in offered(game)


@pytest.mark.rule("rileys_road:RR8", "rileys_road:D5.4")
def test_a_kangaroo_that_would_be_abandoned_is_destroyed_with_its_crew() -> None:
    game = riding(KANGAROO, dice=[2, 2])
    abandon(game, "v", Aftermath())
    assert "v" in game.state.wrecks
    assert set(game.state.units) == {"a"}
    assert game.state.units["a"].pinned


@pytest.mark.rule("rileys_road:D5.4")
def test_a_halftrack_that_is_abandoned_stays_and_leaves_nobody() -> None:
    game = lift(HALFTRACK)
    abandon(game, "v", Aftermath())
    assert game.state.vehicles["v"].abandoned
    assert set(game.state.units) == {"a"}


@pytest.mark.rule("rileys_road:RR8")
def test_passengers_of_a_kangaroo_keep_below() -> None:
    assert [each.units for each in collateral.exposed_at(riding(KANGAROO), "F10")] == [()]
    assert [each.units for each in collateral.exposed_at(riding(HALFTRACK), "F10")] == [(), ("a",)]


# Entering


def column(**facts: Any) -> tuple[Game, Content]:
    """A Kangaroo v and a tank u at the edge of a meadow, a squad a that must come aboard and one b that may walk."""
    on = meadow()
    way = {"turn": 1, "hexes": ("F1", "G1")}
    groups = {
        "ride": Group(enters=Entry(**way, mounted=True), units={"ca-458": 1}),
        "walk": Group(enters=Entry(**way), units={"ca-458": 1}, vehicles={KANGAROO: 1, "ca-sherman3": 1}),
    }
    force = msgspec.structs.replace(on.forces["canadian"], groups=groups)
    on.forces["canadian"] = force
    on.scenario = msgspec.structs.replace(on.scenario, forces={**on.scenario.forces, "canadian": force})
    game = position(
        on=on,
        units={"a": ca(""), "b": ca(""), **facts.pop("units", {})},
        vehicles={"v": tank("", KANGAROO), "u": tank("")},
        to_place={"a": "ride", "b": "walk", "v": "walk", "u": "walk"},
        **facts,
    )
    return game, on


@pytest.mark.rule("rileys_road:D6.1", "rileys_road:A2.5")
def test_men_who_must_ride_come_onto_the_map_aboard() -> None:
    game, _ = column()
    play(game, MovementPhase(side="canadian"))
    assert "unit:b" in offered(game)
    assert "unit:a" not in offered(game)
    refusal = game.explain("unit:a")
    assert refusal is not None
    assert refusal.reason == "refused.comes-mounted"
    for choice in ("vehicle:u", "do:load", "unit:a", "do:ready", "hex:F1"):
        game.choose(choice)
    assert (game.state.units["a"].at, game.state.units["a"].aboard) == ("F1", "u")
    assert "a" not in game.state.to_place


@pytest.mark.rule("rileys_road:RR8", "rileys_road:A12.15", "rileys_road:A2.5")
def test_a_kangaroo_that_comes_onto_the_map_among_enemies_shows_whom_it_brings() -> None:
    game, _ = column()
    game.state.units["g"] = de("F1", hidden=True, concealed=True)
    play(game, MovementPhase(side="canadian"), "vehicle:v", "do:load", "unit:a", "do:ready", "hex:F1")
    assert not game.state.units["a"].hidden
    assert not game.state.units["g"].hidden


@pytest.mark.rule(
    "rileys_road:A2.5", "rileys_road:A2.51", "rileys_road:D2.14", "rileys_road:E1.16", "rileys_road:C10.1"
)
def test_what_lies_in_the_hex_by_which_a_vehicle_comes_costs_it_as_elsewhere() -> None:
    def price(**facts: Any) -> int:
        game, _ = column()
        for name, value in facts.items():
            setattr(game.state, name, value)
        return entry_price(game, "v", "F1", road=False)

    usual = price()
    assert price(wrecks={"w": Wreck("de-pz4j", "F1", 0)}) == usual + 2
    assert price(nvr=3) == usual + 2
    assert price(smoke={"F1": (Smoke(2),)}) == usual + 2


@pytest.mark.rule("rileys_road:B26", "rileys_road:B27.5", "rileys_road:A2.5")
@pytest.mark.parametrize(
    ("works", "dice"), [(Works("german", wire=True), (6, 6, 6)), (Works("german", trench=True), (6, 6))]
)
def test_field_works_may_hold_a_vehicle_where_it_comes_onto_the_map(works: Works, dice: tuple[int, ...]) -> None:
    game, _ = column(dice=dice)
    game.state.works["F1"] = works
    play(game, MovementPhase(side="canadian"), "vehicle:u", "hex:F1")
    assert (game.state.vehicles["u"].bogged, game.state.vehicles["u"].started) == ("bogged", False)


@pytest.mark.rule("rileys_road:RR8")
def test_a_kangaroo_does_not_come_empty_and_hides_whom_it_brings() -> None:
    game, _ = column()
    play(game, MovementPhase(side="canadian"), "vehicle:v")
    assert not any(option.startswith("hex:") for option in offered(game))
    assert game.explain("hex:F1", "canadian").reason == "refused.empty-shuttle"
    assert game.explain("hex:F9", "canadian").reason == "refused.no-entry-hex"
    for choice in ("do:load", "unit:a", "do:ready", "hex:F1"):
        game.choose(choice)
    assert game.state.units["a"].hidden
    for choice in ("do:stop", "do:unload"):
        game.choose(choice)
    assert not game.state.units["a"].hidden


@pytest.mark.rule("rileys_road:RR8")
def test_a_kangaroo_among_enemies_shows_whom_it_brings() -> None:
    game, _ = column(units={"g": de("F2", broken=True)})
    play(game, MovementPhase(side="canadian"), "vehicle:v", "do:load", "unit:a", "do:ready", "hex:F1", "hex:F2")
    assert not game.state.units["a"].hidden


# Under fire


@pytest.mark.rule("rileys_road:D6.9")
@pytest.mark.parametrize(("dice", "lives"), [([3, 4], True), ([4, 4], False)])
def test_passengers_of_a_vehicle_that_is_lost_survive_by_its_number(dice: list[int], lives: bool) -> None:
    game = riding(KANGAROO, dice=dice)
    wreck(game, "v", Aftermath(), burning=False)
    assert ("a" in game.state.units) is lives
    if lives:
        assert game.state.units["a"].pinned
        assert game.state.units["a"].aboard == ""


@pytest.mark.rule("rileys_road:D6.9")
def test_nobody_comes_out_of_a_carrier_that_burns_and_weapons_burn_with_them() -> None:
    game = riding(KANGAROO, weapons={"w": Weapon("ca-lmg", "canadian", holder="a")})
    wreck(game, "v", Aftermath(), burning=True)
    assert {"a", "w"} <= game.state.lost.keys()


@pytest.mark.rule("rileys_road:D6.9", "rileys_road:D6.2")
@pytest.mark.parametrize(("dice", "state"), [([4, 4], "pinned"), ([4, 5], "broken"), ([6, 6], "reduced")])
def test_riders_bail_out(dice: list[int], state: str) -> None:
    game = riding(dice=dice)
    shock(game, "v", Aftermath())
    if state == "reduced":
        assert game.state.units["a.1"].kind == "ca-248"
    else:
        assert getattr(game.state.units["a"], state)
    assert not aboard(game)


@pytest.mark.rule("rileys_road:D6.9")
def test_a_burning_tank_is_worse_to_jump_off() -> None:
    game = riding(dice=[4, 4])
    wreck(game, "v", Aftermath(), burning=True)
    assert game.state.units["a"].broken


@pytest.mark.rule("rileys_road:D6.9")
@pytest.mark.parametrize(("dice", "stays"), [([3, 4, 3, 4], True), ([6, 4, 3, 4], False)])
def test_passengers_of_an_immobilized_vehicle_check(dice: list[int], stays: bool) -> None:
    game = riding(HALFTRACK, dice=dice)
    immobilize(game, "v", Aftermath())
    assert (aboard(game) == ["a"]) is stays
    assert game.state.units["a"].pinned is not stays


@pytest.mark.rule("rileys_road:D6.2")
def test_riders_who_are_pinned_or_broken_are_off_the_tank() -> None:
    game = riding(dice=[3, 6])
    collateral.strike(game, collateral.exposed_at(game, "F10"), 4, 3, 0, Aftermath())
    assert not aboard(game)
    assert game.state.units["a"].broken


@pytest.mark.rule("rileys_road:D6.1", "rileys_road:A10.6")
def test_men_aboard_rally_by_a_leader_who_rides_with_them() -> None:
    units = {"l": de("F10", "de-l81", aboard="v"), "m": de("F10", "de-l92")}
    game = riding(HALFTRACK, units=units, phase="rally")
    game.state.units["a"] = msgspec.structs.replace(game.state.units["a"], broken=True)
    assert may_rally(game, game.state.units["a"])
    assert rallying_leader(game, "a") == "l"


@pytest.mark.rule("rileys_road:D6.1")
def test_a_quarter_is_rounded_up() -> None:
    assert [quarter(lift(kind), "v") for kind in ("ca-sherman3", "ca-sherman5", HALFTRACK)] == [8, 8, 8]


@pytest.mark.rule("rileys_road:D6.1")
def test_a_stack_boards_only_if_all_of_it_finds_a_place() -> None:
    game = lift(units={"b": ca("F10")})
    play(game, Move(units=("a", "b")))
    assert "board:v" not in offered(game)
    assert "board:v" in offered(play(lift(), Move(units=("a",))))


@pytest.mark.rule("rileys_road:D6.9")
@pytest.mark.parametrize(("answer", "stays"), [("do:stay-aboard", True), ("unit:a", False)])
def test_riders_of_an_immobilized_tank_stay_or_bail_out(answer: str, stays: bool) -> None:
    game, aftermath = riding(dice=[2, 2, 3, 3]), Aftermath()
    game.stack.append(Last())
    immobilize(game, "v", aftermath)
    settle(game, aftermath)
    game.advance()
    assert game.decisions[0].prompt == "bail-out"
    game.choose(answer)
    assert (aboard(game) == ["a"]) is stays
    assert game.state.units["a"].pinned is not stays


# Firing


def shooting(kind: str = HALFTRACK, *, vehicle: dict[str, Any] | None = None, **facts: Any) -> Game:
    """The squad aboard, with an enemy four hexes ahead."""
    foe = ca("F6") if kind.startswith("de") else de("F6")
    units = {"f": foe, **facts.pop("units", {})}
    return riding(kind, units=units, vehicle={"exposed": True, **(vehicle or {})}, phase="prep-fire", **facts)


@pytest.mark.rule("rileys_road:D6.64")
@pytest.mark.parametrize(("state", "value"), [({}, 2.5), ({"motion": True}, 1.25)])
def test_passengers_of_a_halftrack_fire_at_half_strength_and_less_on_the_move(state: Any, value: float) -> None:
    game = shooting(vehicle=state)
    (piece,) = pieces_of(game, "a")
    assert float(share_of(game, piece, "F6").value) == value


@pytest.mark.rule("rileys_road:D6.64")
@pytest.mark.parametrize(("kind", "fires"), [(HALFTRACK, True), ("ca-sherman3", False), (KANGAROO, False)])
def test_riders_and_passengers_of_kangaroos_do_not_fire(kind: str, fires: bool) -> None:
    assert bool(pieces_of(shooting(kind), "a")) is fires


@pytest.mark.rule("rileys_road:D6.64")
def test_those_aboard_fire_together_and_with_nobody_outside() -> None:
    units = {"b": de("F10", "de-248", aboard="v"), "o": de("F10"), "p": de("G10"), "l": de("F10", "de-l81", aboard="v")}
    game = shooting(units=units)
    play(game, FirePhase(side="german", phase="prep-fire"), "unit:a", "hex:F6")
    assert {option for option in offered(game) if option.startswith("unit:")} == {"unit:b", "unit:l"}
    game = shooting(units=units)
    play(game, FirePhase(side="german", phase="prep-fire"), "unit:o", "hex:F6")
    assert {option for option in offered(game) if option.startswith("unit:")} == {"unit:p"}


@pytest.mark.rule("rileys_road:D5.341", "rileys_road:D6.1")
def test_a_recalled_vehicle_may_stop_to_let_men_off() -> None:
    def options(game: Game) -> set[str]:
        home = {"all": Group(setup=Area(hexes=("F20", "G20")))}
        game.content.forces["german"] = msgspec.structs.replace(game.content.forces["german"], groups=home)
        return set(offered(play(game, Drive(vehicle="v"), "do:start")))

    assert "do:stop" in options(riding(HALFTRACK, vehicle={"recalled": True}))
    assert "do:stop" not in options(lift(HALFTRACK, vehicle={"recalled": True}))


@pytest.mark.rule("rileys_road:D8.3", "rileys_road:D6.1")
@pytest.mark.parametrize(("facts", "loads"), [({"bogged": "bogged"}, True), ({"immobile": True}, False)])
def test_men_get_onto_a_bogged_tank_but_not_onto_one_that_will_never_move(facts: dict[str, Any], loads: bool) -> None:
    game = field(phase="movement", units={"c": ca("F10")}, vehicles={"t": tank("F10", **facts)})
    play(game, MovementPhase(side="canadian"))
    offers = set(offered(game))
    if "vehicle:t" in offers:
        game.choose("vehicle:t")
        offers = set(offered(game))
    assert ("do:load" in offers) is loads


@pytest.mark.rule("rileys_road:A26.1", "rileys_road:D6.9", "rileys_road:D6.2", "rileys_road:D5.6")
@pytest.mark.parametrize("way", ["immobilized", "survives", "bails out", "pinned off", "crew"])
def test_men_who_are_off_a_vehicle_against_their_will_gain_control_at_once(way: str) -> None:
    kind = KANGAROO if way in ("immobilized", "survives") else "ca-sherman3"
    dice = {"immobilized": [6, 6], "survives": [1, 1], "bails out": [1, 1], "crew": [1, 1]}.get(way, [])
    game = riding(kind, dice=dice, held={"F10": "german"}, vehicle={"abandoned": way == "bails out"})
    if way == "immobilized":
        immobilize(game, "v", Aftermath())
    elif way == "survives":
        wreck(game, "v", Aftermath(), burning=False)
    elif way == "bails out":
        bail_out(game, "a", Aftermath())
    elif way == "pinned off":
        game.state.units["a"] = msgspec.structs.replace(game.state.units["a"], pinned=True)
        collateral.lose_hold(game, "v")
    else:
        del game.state.units["a"]
        abandon(game, "v", Aftermath())
    assert game.state.held["F10"] == "canadian"


@pytest.mark.rule("rileys_road:A26.1", "rileys_road:D6.9")
def test_riders_who_break_as_they_bail_out_gain_nothing() -> None:
    game = riding(dice=[6, 5], held={"F10": "german"})
    bail_out(game, "a", Aftermath())
    assert game.state.units["a"].broken
    assert game.state.held["F10"] == "german"
