"""Ferries in place of railroad bridges (22.3), and railroads that are Soviet again (22.12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from msgspec.structs import replace

from games.efs.moves import reach, why
from games.efs.positions import TITLE, asked, marked, quiet, running
from sandtable.games.efs import control
from sandtable.games.efs.content import Content, load
from sandtable.games.efs.engineering import EngineeringPhase
from sandtable.games.efs.engineers.bridges import is_bridged
from sandtable.games.efs.engineers.demolition import repair
from sandtable.games.efs.engineers.ferries import landings
from sandtable.games.efs.movement.movement_phase import MovementPhase
from sandtable.games.efs.movement.rail import rail_net
from sandtable.games.efs.state import AXIS, SOVIET, Bridge, Damage
from sandtable.games.efs.supply.hexsides import by_rail
from sandtable.games.efs.supply.routes import is_supplied
from sandtable.games.efs.units import Game
from sandtable.kernel.dice import ScriptedDice

LINE = ("2205", "2105", "2006", "2007", "1907", "1908")
"""The railroad from the Axis supply source at the edge of the map to the river."""
NEAR, FAR, BEYOND = "1908", "1909", "1810"
BROKEN = f"{NEAR}-{FAR}/rail"
PIONEERS, MOTORIZED, GERMANS = "ax-liv-pi-eng", "ax-504-mot", "ax-22-inf"
SAPPERS, RIFLES, STAFF = "su-51-eng-eng", "su-276-inf", "su-batov-hea"
FERRY = "axis-ferry-1"


def river(ferries: int = 1) -> Content:
    """Perekop with a major river across the railroad from Genichesk, and a railroad bridge over it."""
    ground = load(TITLE, "perekop", ())
    ground.hexsides[NEAR, FAR] = ground.hexsides[FAR, NEAR] = frozenset({"major-river", "rail-bridge"})
    axis = replace(ground.card.sides["axis"], ferries=ferries, rail_capacity=9, railroads=(*LINE, FAR, BEYOND))
    ground.card = replace(ground.card, sides={**ground.card.sides, "axis": replace(axis, railheads=(NEAR,))})
    return ground


def broken(units: Mapping[str, str], phase: str = "axis/movement", turn: int = 50, ferries: int = 1) -> Game:
    """The bridge is destroyed; both banks are the Axis player's, with a railhead before it."""
    base, ground = quiet(units, scenario="perekop", turn=turn, phase=phase), river(ferries)
    start = TITLE.start(ground)
    base.state.rail_holder, base.state.railheads = start.rail_holder, start.railheads
    base.state.damage[BROKEN] = Damage(2)
    base.state.control |= dict.fromkeys((FAR, BEYOND), AXIS)
    return Game(TITLE, ground, base.state)


def with_ferry(units: Mapping[str, str], status: str, placed: int, turn: int = 51) -> Game:
    game = broken(units, turn=turn)
    game.state.bridges[FERRY] = Bridge(AXIS, NEAR, FAR, "completed" if status else "under-construction", placed, True)
    return game


def engineering(game: Game, side: str, dice: Sequence[int] = ()) -> Game:
    game.state.phase, game.state.active = f"{side}/engineering", side
    running(game, EngineeringPhase(side=side), dice=dice or [1] * 9)
    if asked(game).prompt == "build-strongpoint":
        game.choose("do:done")
    return game


@pytest.mark.rule("efs:22.3", "efs:22.32", "efs:22.32a", "efs:22.32b")
def test_engineers_place_a_ferry_at_a_railhead_and_complete_it_in_the_same_turn() -> None:
    game = running(broken({PIONEERS: NEAR}), MovementPhase(side=AXIS))
    game.choose("do:ferry")
    assert asked(game).ids == [f"bridge:{BROKEN}", "do:stop"]
    game.choose(f"bridge:{BROKEN}")
    assert game.state.bridges == {FERRY: Bridge(AXIS, NEAR, FAR, "under-construction", 50, True)}
    assert game.state.units[PIONEERS].task == "ferry"
    assert why(game, "do:ferry") == "refused.no-ferry-marker"
    engineering(game, AXIS)
    assert game.state.bridges == {FERRY: Bridge(AXIS, NEAR, FAR, "completed", 50, True)}


@pytest.mark.rule("efs:22.13", "efs:22.14", "efs:22.32b")
def test_of_several_engineers_one_on_foot_builds_the_ferry() -> None:
    """The motorized ones are left to allow an overrun of works in the same turn."""
    game = running(broken({MOTORIZED: NEAR, PIONEERS: NEAR}), MovementPhase(side=AXIS))
    game.choose("do:ferry")
    game.choose(f"bridge:{BROKEN}")
    assert (game.state.units[MOTORIZED].task, game.state.units[PIONEERS].task) == ("", "ferry")
    engineering(game, AXIS)
    assert (game.state.units[MOTORIZED].task, game.state.units[PIONEERS].task) == ("", "ferry")


@pytest.mark.rule("efs:22.32a", "efs:22.32b", "efs:22.14")
def test_what_a_ferry_needs() -> None:
    def open_to(game: Game) -> bool:
        return bool(landings(game))

    assert open_to(broken({PIONEERS: NEAR}))
    assert not open_to(broken({GERMANS: NEAR}))
    assert not open_to(broken({PIONEERS: FAR}))
    assert not open_to(broken({PIONEERS: NEAR, RIFLES: FAR}))
    assert open_to(broken({PIONEERS: NEAR, RIFLES: BEYOND}))
    busy = broken({PIONEERS: NEAR})
    marked(busy, PIONEERS, task="crossing")
    assert not open_to(busy)
    whole = broken({PIONEERS: NEAR})
    del whole.state.damage[BROKEN]
    assert not open_to(whole)
    no_railhead = broken({PIONEERS: NEAR})
    no_railhead.state.railheads["axis-railhead-1"] = "1907"
    assert not open_to(no_railhead)
    cut_off = broken({PIONEERS: NEAR})
    cut_off.state.rail_cuts["2006"] = ""
    assert not open_to(cut_off)
    strait = broken({PIONEERS: "1811"})
    strait.state.damage["1811-1812/rail"] = Damage(2)
    strait.state.railheads["axis-railhead-1"] = "1811"
    assert not open_to(strait)


@pytest.mark.rule("efs:22.3", "efs:22.32a")
def test_only_the_axis_has_ferries_and_places_them_in_its_movement_phase() -> None:
    game = running(broken({PIONEERS: NEAR, RIFLES: "1615"}, "soviet/movement"), MovementPhase(side=SOVIET))
    assert why(game, "do:ferry") == "refused.ferries-later"
    assert why(running(broken({GERMANS: NEAR}), MovementPhase(side=AXIS)), "do:ferry") == "refused.no-landing"
    none = running(broken({PIONEERS: NEAR}, ferries=0), MovementPhase(side=AXIS))
    assert why(none, "do:ferry") == "refused.no-ferry-marker"


@pytest.mark.rule("efs:22.32", "efs:22.32b", "efs:22.14")
@pytest.mark.parametrize(
    ("units", "task", "status"),
    [
        ({PIONEERS: NEAR}, "ferry", "completed"),
        ({PIONEERS: "1907"}, "ferry", "under-construction"),
        ({PIONEERS: NEAR}, "strongpoint", "under-construction"),
        ({PIONEERS: NEAR, RIFLES: BEYOND}, "ferry", "under-construction"),
        ({PIONEERS: NEAR, GERMANS: FAR, RIFLES: BEYOND}, "ferry", "completed"),
    ],
)
def test_a_ferry_waits_for_engineers_and_secure_banks(units: Mapping[str, str], task: str, status: str) -> None:
    game = with_ferry(units, "", 50, turn=50)
    control.settle(game)
    marked(game, PIONEERS, task=task)
    engineering(game, AXIS)
    assert game.state.bridges[FERRY].status == status


@pytest.mark.rule("efs:22.31", "efs:22.32b", "efs:22.34")
def test_from_the_turn_after_its_completion_a_ferry_carries_trains_and_supply_and_nobody_on_foot() -> None:
    edge = (NEAR, FAR)
    for placed, open_now in ((51, False), (50, True)):
        game = with_ferry({PIONEERS: "1907"}, "completed", placed)
        assert (by_rail(game, AXIS, edge) != "closed") is open_now
        assert (BEYOND in rail_net(game, AXIS)) is open_now
        assert is_supplied(game, AXIS, BEYOND) is open_now
        assert not is_bridged(game, edge, AXIS)
    assert by_rail(with_ferry({}, "", 50), AXIS, edge) == "closed"
    assert by_rail(with_ferry({}, "completed", 50), SOVIET, edge) == "closed"


@pytest.mark.rule("efs:22.33")
def test_a_ferry_takes_thirty_points_of_a_ride_besides_the_hex() -> None:
    game = running(with_ferry({GERMANS: "2205"}, "completed", 50), MovementPhase(side=AXIS))
    game.choose(f"unit:{GERMANS}")
    game.choose("do:rail")
    found = reach(game)
    before = found[NEAR]
    assert before == len(LINE) - 1
    assert found[FAR] == before + 31


@pytest.mark.rule("efs:22.33")
def test_who_has_too_few_points_left_stops_before_the_ferry() -> None:
    """Of sixty points the first of two ferries leaves twenty-nine."""
    game = with_ferry({GERMANS: NEAR}, "completed", 50)
    game.content.hexsides[FAR, BEYOND] = game.content.hexsides[BEYOND, FAR] = frozenset({"major-river", "rail-bridge"})
    game.state.damage[f"{BEYOND}-{FAR}/rail"] = Damage(2)
    game.state.bridges["axis-ferry-2"] = Bridge(AXIS, FAR, BEYOND, "completed", 50, True)
    running(game, MovementPhase(side=AXIS))
    game.choose(f"unit:{GERMANS}")
    game.choose("do:rail")
    assert reach(game)[FAR] == 31
    assert why(game, f"hex:{BEYOND}") == "refused.too-far"


@pytest.mark.rule("efs:22.35", "efs:22.26")
def test_a_ferry_stays_until_the_railroad_bridge_is_mended_or_an_enemy_enters_its_hex() -> None:
    game = running(with_ferry({PIONEERS: NEAR}, "completed", 50), MovementPhase(side=AXIS))
    game.choose("do:bridge")
    game.choose(f"hex:{NEAR}")
    game.choose(f"hex:{FAR}")
    assert game.state.bridges[FERRY].at == NEAR
    assert game.state.bridges["axis-bridge-1"].at == NEAR
    entered = with_ferry({RIFLES: FAR}, "completed", 50)
    control.settle(entered)
    assert entered.state.bridges[FERRY].at == NEAR
    marked(entered, RIFLES, at=NEAR)
    control.settle(entered)
    assert entered.state.bridges[FERRY].at == ""


@pytest.mark.rule("efs:22.35", "efs:22.23a", "efs:22.44b")
@pytest.mark.parametrize(("way", "gone"), [("road", False), ("rail", True)])
def test_a_road_bridge_that_is_mended_leaves_the_ferry(way: str, gone: bool) -> None:
    game = with_ferry({PIONEERS: NEAR}, "completed", 50)
    game.state.damage = {f"{NEAR}-{FAR}/{each}": Damage(1) for each in ("road", "rail")}
    game.dice = ScriptedDice([1])
    repair(game, f"{NEAR}-{FAR}/{way}", AXIS)
    assert (game.state.bridges[FERRY].at == "") is gone


@pytest.mark.rule("efs:22.44b")
def test_the_soviets_have_no_railheads_for_repairs() -> None:
    game = broken({SAPPERS: NEAR}, "soviet/movement")
    engineering(game, SOVIET)
    assert asked(game).prompt != "repair-bridge"


# Railroads that are Soviet again


def behind_the_lines(units: Mapping[str, str], **changes: object) -> Game:
    game = broken(units, "soviet/movement")
    game.state.damage.clear()
    for unit_id in units:
        marked(game, unit_id, **changes)
    return engineering(game, SOVIET)


@pytest.mark.rule("efs:22.12", "efs:22.14")
def test_engineers_convert_the_railroad_of_their_hex_and_push_the_railhead_back() -> None:
    game = behind_the_lines({SAPPERS: NEAR, RIFLES: "2006"})
    assert asked(game).ids == [f"unit:{SAPPERS}", "do:done"]
    assert why(game, f"unit:{RIFLES}") == "refused.does-not-convert"
    game.choose(f"unit:{SAPPERS}")
    assert NEAR not in game.state.rail_holder
    assert game.state.railheads == {"axis-railhead-1": "1907"}


@pytest.mark.rule("efs:21.15")
@pytest.mark.parametrize(("operational", "able"), [(True, True), (False, False)])
def test_an_operational_headquarters_does_so_too(operational: bool, able: bool) -> None:
    game = behind_the_lines({STAFF: "2006"}, operational=operational)
    assert (asked(game).prompt == "convert-railroad") is able


@pytest.mark.rule("efs:22.12", "efs:22.14")
@pytest.mark.parametrize(
    "changes",
    [{"fought": True}, {"used_special": True}, {"task": "strongpoint"}, {"task": "crossing"}, {"supply": "out"}],
)
def test_engineers_that_were_busy_or_without_supply_convert_nothing(changes: Mapping[str, object]) -> None:
    assert asked(behind_the_lines({SAPPERS: NEAR}, **changes)).prompt != "convert-railroad"


@pytest.mark.rule("efs:22.12")
def test_a_railroad_that_is_soviet_needs_no_conversion() -> None:
    assert asked(behind_the_lines({SAPPERS: "1615"})).prompt != "convert-railroad"
