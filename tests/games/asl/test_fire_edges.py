"""A3.2, A7, A8: positions at the edge of the rules of fire."""

from __future__ import annotations

from typing import Any

import pytest

from games.asl.fields import meadow
from games.asl.heavy import NORTH, tank
from games.asl.position import Last, ca, de, offered, position
from sandtable.games.asl.events.fire import Cowered
from sandtable.games.asl.fire.fire_phase import FirePhase
from sandtable.games.asl.fire.first_fire import FirstFire, able_to_fire
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.movement.moves import may_move
from sandtable.games.asl.state import Moving, Unit, Weapon
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles import machine_guns
from sandtable.kernel import Procedure, Resolved


def run(game: Game, procedure: Procedure, *choices: str) -> Game:
    game.stack.extend((Last(), procedure))
    game.advance()
    for choice in choices:
        game.choose(choice)
    return game


def german(phase: Any, units: dict[str, Unit], *choices: str, **facts: Any) -> Game:
    """A fire phase of the Germans: their own, or the Defensive Fire Phase of the Canadians' turn."""
    active = "canadian" if phase == "defensive-fire" else "german"
    game = position(units=units, on=facts.pop("on", None) or meadow(), phase=phase, active=active, **facts)
    return run(game, FirePhase(side="german", phase=phase), *choices)


def fired_at(units: dict[str, Unit], at: str, mover: str, *choices: str, **facts: Any) -> Game:
    """First Fire of the Germans at a Canadian who has just spent a MF."""
    told = {name: facts.pop(name) for name in ("came_from", "dash", "spent_here") if name in facts}
    moving = Moving((mover,), at, **{"spent_here": 2, **told})
    return run(position(units=units, on=meadow(), moving=moving, **facts), FirstFire(), *choices)


def shares(game: Game) -> list[str]:
    last = next(event for event in reversed(game.events) if isinstance(event, Resolved))
    return [str(line.args["piece"]) for line in last.lines if line.label.startswith("share.")]


@pytest.mark.rule("rileys_road:A3.2", "rileys_road:A9.2", "rileys_road:A7.53")
def test_a_gun_that_kept_its_rate_in_prep_fire_holds_its_crew_and_its_leader_all_the_same() -> None:
    units = {"c": de("F6", "de-228"), "l": de("F6", "de-l91"), "x": ca("F9")}
    gun = {"w": Weapon("de-hmg", "german", holder="c")}
    game = german("prep-fire", units, "unit:c", "hex:F9", "unit:l", "do:fire", weapons=gun, dice=(1, 5, 6, 6))
    assert "unit:c" in offered(game)
    game.choose("do:done")
    after = game.state.units
    assert (after["c"].fire, after["l"].fire, game.state.weapons["w"].fire) == ("prep", "prep", "prep")
    assert not may_move(game, after["c"])
    assert not may_move(game, after["l"])


@pytest.mark.rule("rileys_road:A7.35")
def test_a_squad_may_fire_its_gun_alone_and_its_rifles_at_another_target() -> None:
    units = {"s": de("F6", "de-468"), "x": ca("F9"), "y": ca("G9")}
    gun = {"w": Weapon("de-lmg", "german", holder="s")}
    game = german("prep-fire", units, "unit:s", "hex:F9", weapons=gun, dice=(4, 6, 6, 5))
    assert {"hold:s", "hold:w"} <= offered(game).keys()
    game.choose("hold:s")
    game.choose("do:fire")
    assert shares(game) == ["w"]
    game.choose("unit:s")
    assert "hex:F9" not in offered(game)
    game.choose("hex:G9")
    game.choose("do:fire")
    assert shares(game) == ["s"]


@pytest.mark.rule("rileys_road:A9.22", "rileys_road:A7.35")
def test_a_squad_lays_a_fire_lane_with_its_gun_alone_and_keeps_its_rifles() -> None:
    units = {"s": de("F3", "de-468"), "x": ca("F6")}
    gun = {"w": Weapon("de-mmg", "german", holder="s")}
    game = fired_at(units, "F6", "x", "unit:s", weapons=gun, dice=(5, 6))
    assert "do:fire-lane" not in offered(game)
    game.choose("hold:s")
    game.choose("do:fire-lane")
    assert game.state.lanes["w"].fp == 2
    assert game.state.units["s"].fire == ""


@pytest.mark.rule("rileys_road:A9.22", "rileys_road:A7.55")
def test_after_its_gun_has_laid_a_fire_lane_a_squad_fires_its_rifles_at_the_same_men() -> None:
    units = {"s": de("F3", "de-468"), "x": ca("F6")}
    gun = {"w": Weapon("de-mmg", "german", holder="s")}
    game = fired_at(units, "F6", "x", "unit:s", "hold:s", "do:fire-lane", weapons=gun, dice=(5, 6, 6, 5))
    game.choose("unit:s")
    assert game.decisions[0].hand == ("s",)
    game.choose("do:fire")
    assert shares(game) == ["s"]


@pytest.mark.rule("rileys_road:A8.15", "rileys_road:A7.55")
def test_a_snap_shot_is_part_of_the_one_fire_group_of_its_location() -> None:
    units = {"s": de("F6", "de-468"), "t": de("F6", "de-468"), "x": ca("G9")}
    game = fired_at(units, "G9", "x", "unit:s", "do:fire", came_from="F9", dice=(6, 5))
    assert not game.decisions or "unit:t" not in offered(game)


@pytest.mark.rule("rileys_road:A8.31", "rileys_road:A9.3")
def test_in_final_protective_fire_nothing_is_held_back() -> None:
    units = {"s": de("F6", "de-468", fire="final"), "x": ca("F7")}
    gun = {"w": Weapon("de-lmg", "german", holder="s", fire="final")}
    assert not {"hold:s", "hold:w"} & offered(fired_at(units, "F7", "x", "unit:s", weapons=gun)).keys()


@pytest.mark.rule("rileys_road:A7.9", "rileys_road:A7.53")
def test_a_group_of_two_locations_with_one_leader_is_not_directed_and_cowers() -> None:
    units = {"a": de("F6", "de-467"), "l": de("F6", "de-l91"), "b": de("G6", "de-467"), "x": ca("F9")}
    choices = ("unit:a", "hex:F9", "unit:l", "unit:b", "do:fire")
    game = german("prep-fire", dict(units), *choices, dice=(3, 3, 1, 6, 1, 2))
    assert [event.unit for event in game.events if isinstance(event, Cowered)] == ["b"]
    units["m"] = de("G6", "de-l80")
    game = german("prep-fire", units, *choices[:-1], "unit:m", "do:fire", dice=(3, 3, 1, 2))
    assert not any(isinstance(event, Cowered) for event in game.events)


@pytest.mark.rule("rileys_road:A7.53", "rileys_road:A8.4")
@pytest.mark.parametrize(("target", "leads"), [("F9", False), ("F7", True)])
def test_a_leader_marked_in_the_movement_phase_directs_final_fire_at_adjacent_hexes_only(
    target: str, leads: bool
) -> None:
    units = {"a": de("F6", "de-467"), "l": de("F6", "de-l91", fire="first"), "x": ca(target)}
    assert ("unit:l" in offered(german("defensive-fire", units, "unit:a", f"hex:{target}"))) is leads


@pytest.mark.rule("rileys_road:A7.25", "rileys_road:A7.53")
@pytest.mark.parametrize("waits", [True, False])
def test_opportunity_fire_is_directed_by_a_leader_who_has_waited_as_well(waits: bool) -> None:
    leader = de("F6", "de-l91", fire="opportunity" if waits else "")
    units = {"a": de("F6", "de-467", fire="opportunity"), "l": leader, "x": ca("F9")}
    assert ("unit:l" in offered(german("advancing-fire", units, "unit:a", "hex:F9"))) is waits


@pytest.mark.rule("rileys_road:A8.3")
def test_a_nearer_vehicle_keeps_subsequent_first_fire_from_men_farther_away() -> None:
    units = {"g": de("F6", "de-468", fire="first"), "c": ca("F10")}
    moving = Moving(("c",), "F10", spent_here=2)
    assert able_to_fire(position(units=dict(units), on=meadow(), moving=moving), "german") == ["g"]
    near = position(units=units, on=meadow(), moving=moving, vehicles={"v": tank("F8")})
    assert able_to_fire(near, "german") == []


@pytest.mark.rule("rileys_road:A7.35", "rileys_road:A7.24")
@pytest.mark.parametrize("waits", [True, False], ids=["opportunity", "advancing"])
def test_in_the_advancing_fire_phase_too_parts_fire_one_after_the_other_and_once(waits: bool) -> None:
    units = {"s": de("F6", "de-468", fire="opportunity" if waits else ""), "x": ca("F9"), "y": ca("G9")}
    gun = {"w": Weapon("de-lmg", "german", holder="s")}
    game = german("advancing-fire", units, "unit:s", "hex:F9", "hold:s", "do:fire", weapons=gun, dice=(4, 6, 6, 5))
    game.choose("unit:s")
    game.choose("hex:G9")
    assert "weapon:w" not in offered(game)
    game.choose("do:fire")
    assert shares(game) == ["s"]
    assert not game.decisions or "unit:s" not in offered(game)


@pytest.mark.rule("rileys_road:A9.8")
def test_who_takes_a_gun_apart_fires_no_other() -> None:
    units = {"s": de("F6", "de-468"), "x": ca("F9")}
    guns = {"w": Weapon("de-mmg", "german", holder="s"), "v": Weapon("de-lmg", "german", holder="s")}
    game = german("prep-fire", units, "unit:s", "dismantle:w", weapons=guns)
    assert not game.decisions or "unit:s" not in offered(game)
    assert (game.state.units["s"].fire, game.state.weapons["v"].fire) == ("prep", "prep")


@pytest.mark.rule("rileys_road:A7.7")
def test_machine_guns_of_a_vehicle_help_to_encircle() -> None:
    units = {"g": de("F6", "de-468"), "x": ca("F9")}
    vehicles = {"v": tank("F12", "de-pz4h", facing=NORTH, exposed=True)}
    game = position(units=units, vehicles=vehicles, on=meadow(), phase="prep-fire", active="german", dice=(6, 6, 6, 5))
    phase = FirePhase(side="german", phase="prep-fire")
    run(game, phase, "unit:g", "hex:F9", "do:fire")
    assert not game.state.units["x"].encircled
    aftermath = Aftermath()
    machine_guns.resolve(game, machine_guns.Burst("v", ("cmg", "bmg"), "F9"), aftermath)
    assert game.state.units["x"].encircled


@pytest.mark.rule("rileys_road:A7.7", "rileys_road:A7.34")
def test_spraying_fire_helps_to_encircle_both_whom_it_strikes() -> None:
    units = {"g": de("F7", "de-468"), "h": de("E14", "de-468"), "x": ca("F9"), "y": ca("F10")}
    game = german("prep-fire", units, "unit:g", "hex:F9", "do:spray", "hex:F10", "do:fire", dice=(6, 5, 6, 5))
    assert game.state.fired_upon.keys() == {"F9", "F10"}
    assert game.state.fired_upon["F9"] == game.state.fired_upon["F10"] == (0,)


@pytest.mark.rule("rileys_road:A7.7", "rileys_road:A9.22")
def test_the_attack_that_lays_a_fire_lane_helps_to_encircle() -> None:
    units = {"g": de("F6", "de-228"), "x": ca("F9")}
    gun = {"w": Weapon("de-mmg", "german", holder="g")}
    game = fired_at(units, "F9", "x", "unit:g", "do:fire-lane", weapons=gun, dice=(6, 5))
    assert game.state.fired_upon == {"F9": (0,)}


@pytest.mark.rule("rileys_road:A7.352")
def test_a_half_squad_fires_its_gun_or_its_rifles_as_it_likes() -> None:
    units = {"s": de("F6", "de-248"), "x": ca("F9")}
    gun = {"w": Weapon("de-lmg", "german", holder="s")}
    game = german("prep-fire", units, "unit:s", "hex:F9", weapons=gun, dice=(4, 6))
    assert game.decisions[0].hand == ("w",)
    game.choose("hold:w")
    assert game.decisions[0].hand == ("s",)
    game.choose("do:fire")
    assert shares(game) == ["s"]
    moving = fired_at(dict(units), "F9", "x", "unit:s", "hold:w", weapons=dict(gun))
    assert moving.decisions[0].hand == ("s",)


@pytest.mark.rule("rileys_road:A7.5", "rileys_road:A7.53")
def test_who_does_not_join_an_attack_is_told_why() -> None:
    units = {
        "a": de("F6", "de-467"), "far": de("D9", "de-467"), "weak": de("E7", "de-127"), "l": de("F6", "de-l81"),
        "m": de("F6", "de-l70"), "k": de("D9", "de-l91"), "short": de("F5", "de-127"), "x": ca("F10"),
    }  # fmt: skip
    game = german("prep-fire", units, "unit:a", "hex:F10", "unit:l")
    told = {name: game.explain(f"unit:{name}") for name in ("far", "weak", "l", "m", "k", "short")}
    assert {name: each.reason.removeprefix("refused.") for name, each in told.items() if each is not None} == {
        "far": "not-beside", "weak": "adds-little", "l": "takes-part", "m": "led", "k": "not-his-men",
        "short": "out-of-range",
    }  # fmt: skip
