"""Moves of a single hex: boats (10.45c, 10.47b), infiltration (11.4) and one-hex movement (11.5)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.efs.moves import moving, reach, rules, why
from games.efs.positions import (
    GUNS,
    INFANTRY,
    MILITIA,
    NKVD,
    PANZER,
    PIONEERS,
    RIFLE_DIVISION,
    RIFLES,
    SCOUTS,
    TANKS,
    TITLE,
    asked,
    content,
    quiet,
)
from sandtable.games.efs.combat.advances import may_advance
from sandtable.games.efs.combat.routes import barred, fords
from sandtable.games.efs.content import load
from sandtable.games.efs.movement.map_exit import lost_exits
from sandtable.games.efs.movement.movement_phase import MotorizedMovementPhase, MovementPhase
from sandtable.games.efs.movement.overrun import may_overrun
from sandtable.games.efs.movement.single_hex import may_infiltrate, special_move
from sandtable.games.efs.reinforcements.entering import is_open_to
from sandtable.games.efs.state import Damage, Strongpoint, SupplyUnit, Weather
from sandtable.games.efs.supply.received import supply_entries
from sandtable.games.efs.supply.sources import named_sources
from sandtable.games.efs.units import Game

MUD, SNOW = Weather(kind="mud"), Weather(kind="snow")
MOUNTAIN_DIVISION, CAVALRY, FOOT_PIONEERS = "ax-1-mtn-mou", "su-42-cav-cav", "ax-liv-pi-eng"
OUT_OF_SUPPLY = {"supply": "out"}
RIVER = {("0613", "0512"): "major-river", ("0513", "0512"): "major-river"}


# Boats


def at_the_lake(*picks: str, units: dict[str, str], slow: str = RIFLES) -> Game:
    """Units at a lake around which the way is too long for one without supply."""
    return moving(units, *picks, markers={slow: OUT_OF_SUPPLY})


@pytest.mark.rule("efs:10.44a", "efs:10.45c")
def test_axis_units_on_foot_cross_beside_the_bridge_of_the_motorway() -> None:
    edge = ("0613", "0512")
    units = {INFANTRY: edge[0], RIFLES: edge[0], MILITIA: "0101"}
    ground = load(TITLE, "luga-line", ())
    for each in (edge, edge[::-1]):
        ground.hexsides[each] = frozenset({"major-river", "road-bridge"})
        ground.roads[each] = "motorway"
    game = Game(TITLE, ground, quiet(units).state)
    assert special_move(game, (INFANTRY,), edge) == "crossing"
    assert special_move(game, (RIFLES,), edge) == "one-hex"
    assert special_move(game, (INFANTRY, RIFLES), edge) == "crossing"
    assert [fords(game, unit_id, edge) for unit_id in (INFANTRY, RIFLES, MILITIA)] == [True, False, False]
    ground.roads[edge] = "main"
    assert not fords(game, INFANTRY, edge)


@pytest.mark.rule("efs:10.47b")
def test_engineers_bring_three_stacking_points_across_a_lake() -> None:
    units = {RIFLES: "0508", PIONEERS: "0508"}
    game = at_the_lake(f"unit:{RIFLES}", units=units)
    assert rules(game)["hex:0509"] == "10.45c"
    game.choose("hex:0509")
    assert game.state.units[RIFLES].at == "0509"
    assert (game.state.units[RIFLES].special, game.state.units[PIONEERS].task) == ("crossing", "crossing")
    assert game.state.crossings == {"0508-0509": 2}
    assert asked(game).prompt == "move-unit"


@pytest.mark.rule("efs:10.47b")
def test_boats_have_room_for_so_many() -> None:
    units = {RIFLES: "0508", PIONEERS: "0508", SCOUTS: "0508"}
    markers = dict.fromkeys((RIFLES, SCOUTS), OUT_OF_SUPPLY)
    game = moving(units, f"unit:{RIFLES}", "hex:0509", f"unit:{SCOUTS}", markers=markers)
    assert why(game, "hex:0509") == "refused.boats-full"


@pytest.mark.rule("efs:10.47b", "efs:22.13", "efs:22.14")
@pytest.mark.parametrize("tired", ["", PIONEERS])
def test_of_several_engineers_one_that_has_served_brings_others_across_else_one_on_foot(tired: str) -> None:
    """The motorized pioneers, named first, are kept for the overrun of works."""
    markers = {RIFLES: OUT_OF_SUPPLY} | ({tired: {"task": "crossing"}} if tired else {})
    units = {PIONEERS: "0508", FOOT_PIONEERS: "0508", RIFLES: "0508"}
    game = moving(units, f"unit:{RIFLES}", "hex:0509", markers=markers)
    assert [game.state.units[each].task for each in (PIONEERS, FOOT_PIONEERS)] == (
        ["crossing", ""] if tired else ["", "crossing"]
    )


@pytest.mark.rule("efs:10.47b")
def test_without_engineers_nobody_crosses_a_lake() -> None:
    game = at_the_lake(f"unit:{RIFLES}", units={RIFLES: "0508", PIONEERS: "0608"})
    assert why(game, "hex:0509") == "refused.no-engineers"


@pytest.mark.rule("efs:22.14")
@pytest.mark.parametrize(("task", "crosses"), [("", True), ("crossing", True), ("overrun", False), ("ferry", False)])
def test_engineers_that_have_done_something_else_in_the_turn_bring_nobody_across(task: str, crosses: bool) -> None:
    markers = {RIFLES: OUT_OF_SUPPLY, PIONEERS: {"task": task}}
    game = moving({RIFLES: "0508", PIONEERS: "0508"}, f"unit:{RIFLES}", markers=markers)
    assert ("0509" in reach(game)) is crosses
    if not crosses:
        assert why(game, "hex:0509") == "refused.no-engineers"


@pytest.mark.rule("efs:10.45c")
def test_a_major_river_takes_the_full_allowance() -> None:
    game = moving({INFANTRY: "0613"}, f"unit:{INFANTRY}", hexsides=RIVER)
    assert (reach(game)["0512"], rules(game)["hex:0512"]) == (4, "10.21")
    blocked = moving(
        {INFANTRY: "0613", NKVD: "0711"}, f"unit:{INFANTRY}", hexsides=RIVER, markers={INFANTRY: OUT_OF_SUPPLY}
    )
    assert (reach(blocked)["0512"], rules(blocked)["hex:0512"]) == (3, "10.45c")
    blocked.choose("hex:0512")
    assert (blocked.state.units[INFANTRY].at, asked(blocked).prompt) == ("0512", "move-unit")


@pytest.mark.rule("efs:10.45c")
def test_armor_artillery_and_those_who_came_there_do_not_cross_a_major_river() -> None:
    for unit_id in (PANZER, GUNS):
        markers = {unit_id: OUT_OF_SUPPLY}
        game = moving({unit_id: "0613", NKVD: "0711"}, f"unit:{unit_id}", hexsides=RIVER, markers=markers)
        assert why(game, "hex:0512") == "refused.too-heavy-for-boats"
    came = moving({RIFLES: "0614", NKVD: "0711"}, f"unit:{RIFLES}", "hex:0613", hexsides=RIVER, phase="axis/motorized")
    assert why(came, "hex:0512") == "refused.full-allowance-to-cross"


# Infiltration


@pytest.mark.rule("efs:11.41", "efs:11.42", "efs:11.44")
def test_fast_troops_infiltrate_from_zone_to_zone() -> None:
    game = moving({SCOUTS: "0612", NKVD: "0711"}, f"unit:{SCOUTS}", markers={SCOUTS: OUT_OF_SUPPLY})
    assert (reach(game)["0611"], rules(game)["hex:0611"]) == (5, "11.41")
    game.choose("hex:0611")
    assert (game.state.units[SCOUTS].at, game.state.units[SCOUTS].special) == ("0611", "infiltration")
    assert game.state.units[SCOUTS].spent == 20
    assert asked(game).prompt == "move-unit"


@pytest.mark.rule("efs:11.42")
def test_others_do_not_infiltrate() -> None:
    game = moving({INFANTRY: "0612", NKVD: "0711"}, f"unit:{INFANTRY}", markers={INFANTRY: OUT_OF_SUPPLY})
    assert why(game, "hex:0611") == "refused.cannot-infiltrate"


@pytest.mark.rule("efs:11.43", "efs:10.11b", "efs:10.12b")
def test_infiltration_is_for_the_phase_of_the_full_allowance() -> None:
    game = moving({SCOUTS: "0612", NKVD: "0711"}, f"unit:{SCOUTS}", phase="axis/motorized")
    assert why(game, "hex:0611") == "refused.zone-to-zone"
    units = {CAVALRY: "0612", SCOUTS: "0711", INFANTRY: "0510"}
    riders = moving(units, f"unit:{CAVALRY}", phase="soviet/movement")
    assert rules(riders)["hex:0611"] == "11.41"
    tired = moving(units, f"unit:{CAVALRY}", phase="soviet/motorized")
    assert why(tired, "hex:0611") == "refused.zone-to-zone"


@pytest.mark.rule("efs:11.44")
def test_who_infiltrates_must_be_able_to_enter_the_hex() -> None:
    markers = {SCOUTS: OUT_OF_SUPPLY}
    game = moving({SCOUTS: "0612", NKVD: "0711"}, f"unit:{SCOUTS}", weather=SNOW, markers=markers)
    assert why(game, "hex:0611") == "refused.infiltration-too-dear"


@pytest.mark.rule("efs:11.45")
def test_nobody_infiltrates_into_mud() -> None:
    game = moving({SCOUTS: "0612", RIFLE_DIVISION: "0711"}, f"unit:{SCOUTS}", weather=MUD)
    assert why(game, "hex:0611") == "refused.infiltration-in-mud"


@pytest.mark.rule("efs:11.46")
def test_ski_troops_infiltrate_in_snow_only() -> None:
    ground = load(TITLE, "luga-line", ())
    skiers = replace(ground.counters[INFANTRY], type="ski-infantry", ma="yellow")
    ground.counters = {**ground.counters, INFANTRY: skiers}
    edge, units = ("0612", "0611"), {INFANTRY: "0612", NKVD: "0711"}
    assert not may_infiltrate(Game(TITLE, ground, quiet(units).state), INFANTRY, edge)
    assert may_infiltrate(Game(TITLE, ground, quiet(units, weather=SNOW).state), INFANTRY, edge)
    ground.counters[INFANTRY] = replace(skiers, ma="plain")
    assert not may_infiltrate(Game(TITLE, ground, quiet(units, weather=SNOW).state), INFANTRY, edge)


@pytest.mark.rule("efs:11.47")
def test_nobody_infiltrates_into_works() -> None:
    game = moving({SCOUTS: "0612", NKVD: "0711", "su-118-inf": "0510"})
    game.state.strongpoints["0611"] = Strongpoint("soviet", "completed", 12)
    game.choose(f"unit:{SCOUTS}")
    assert why(game, "hex:0611") == "refused.infiltration-into-works"


@pytest.mark.rule("efs:11.48a")
def test_mountain_troops_infiltrate_out_of_high_ground() -> None:
    markers = {MOUNTAIN_DIVISION: OUT_OF_SUPPLY}
    game = moving({MOUNTAIN_DIVISION: "1313", RIFLE_DIVISION: "1312"}, f"unit:{MOUNTAIN_DIVISION}", markers=markers)
    assert rules(game)["hex:1413"] == "11.41"
    low = moving({MOUNTAIN_DIVISION: "0612", NKVD: "0711"}, f"unit:{MOUNTAIN_DIVISION}", markers=markers)
    assert why(low, "hex:0611") == "refused.cannot-infiltrate"


@pytest.mark.rule("efs:11.48b")
def test_all_but_guns_infiltrate_to_friends_who_began_the_phase_there() -> None:
    units = {INFANTRY: "0611", RIFLES: "0612", GUNS: "0612", NKVD: "0711"}
    markers = dict.fromkeys((RIFLES, GUNS), OUT_OF_SUPPLY)
    game = moving(units, f"unit:{RIFLES}", markers=markers)
    assert rules(game)["hex:0611"] == "11.41"
    assert why(moving(units, f"unit:{GUNS}", markers=markers), "hex:0611") == "refused.cannot-infiltrate"


# One-hex movement


@pytest.mark.rule("efs:11.5", "efs:11.51", "efs:11.52")
def test_a_unit_may_enter_the_next_hex_however_dear_it_is() -> None:
    game = moving({GUNS: "1414"}, f"unit:{GUNS}", markers={GUNS: OUT_OF_SUPPLY})
    assert (reach(game)["1313"], rules(game)["hex:1313"]) == (3, "11.5")
    game.choose("hex:1313")
    assert (game.state.units[GUNS].special, asked(game).prompt) == ("one-hex", "move-unit")
    spent = moving({GUNS: "1413"}, f"unit:{GUNS}", "hex:1414", markers={GUNS: OUT_OF_SUPPLY})
    assert why(spent, "hex:1313") == "refused.too-far"


@pytest.mark.rule("efs:11.51", "efs:10.12b")
def test_one_hex_movement_is_for_the_phase_of_the_full_allowance() -> None:
    foot = moving({MILITIA: "1414"}, f"unit:{MILITIA}", phase="soviet/movement", markers={MILITIA: OUT_OF_SUPPLY})
    assert why(foot, "hex:1313") == "refused.too-far"
    activated = {MILITIA: {**OUT_OF_SUPPLY, "activated": True}}
    sent = moving({MILITIA: "1414"}, f"unit:{MILITIA}", phase="soviet/motorized", markers=activated)
    assert rules(sent)["hex:1313"] == "11.5"


@pytest.mark.rule("efs:11.53")
def test_one_hex_movement_does_not_lead_into_prohibited_ground() -> None:
    game = moving({GUNS: "1507"}, f"unit:{GUNS}")
    assert why(game, "hex:1607") == "refused.prohibited-terrain"
    zones = moving({INFANTRY: "0612", NKVD: "0711"}, f"unit:{INFANTRY}", markers={INFANTRY: OUT_OF_SUPPLY})
    assert why(zones, "hex:0712") == "refused.cannot-infiltrate"


@pytest.mark.rule("efs:11.36a", "efs:11.52")
def test_a_move_of_a_single_hex_is_no_way_to_an_overrun() -> None:
    units = {SCOUTS: "0612", PANZER: "0612", NKVD: "0711"}
    game = moving(units, "stack:0612", "hex:0611", markers=dict.fromkeys((SCOUTS, PANZER), OUT_OF_SUPPLY))
    assert (game.state.units[PANZER].at, game.state.units[PANZER].special) == ("0611", "infiltration")
    assert asked(game).prompt == "move-unit"
    assert why(game, f"unit:{PANZER}") == "refused.has-moved"


@pytest.mark.rule("efs:6.46", "efs:11.51")
def test_a_supply_unit_uses_one_hex_movement_and_never_infiltrates() -> None:
    supplies, ground = {"axis-s1": SupplyUnit("axis", "0613", 1)}, {"0513": "mountain woods", "0512": "alpine"}
    game = moving({}, "unit:axis-s1", supplies=supplies, weather=MUD, parts=ground)
    assert (reach(game)["0513"], rules(game)["hex:0513"]) == (8, "11.5")
    assert why(game, "hex:0512") == "refused.prohibited-terrain"
    game.choose("hex:0513")
    assert (game.state.supplies["axis-s1"].at, asked(game).prompt) == ("0513", "move-unit")
    along = {"axis-s1": SupplyUnit("axis", "0612", 1)}
    stack = moving(
        {SCOUTS: "0612", NKVD: "0711"},
        f"unit:{SCOUTS}",
        "join:axis-s1",
        supplies=along,
        markers={SCOUTS: OUT_OF_SUPPLY},
    )
    assert why(stack, "hex:0611") == "refused.cannot-infiltrate"


# Map exit


@pytest.mark.rule("efs:11.6", "efs:11.61", "efs:11.62", "efs:11.63")
def test_units_leave_the_map_for_good_and_close_the_way_behind_them() -> None:
    ground = load(TITLE, "luga-line", ())
    ground.card = replace(ground.card, exits={"west": "west"})
    ground.regions["west"] = frozenset({"0514"})
    state = quiet({SCOUTS: "0613", TANKS: "0714"}, phase="axis/movement").state
    state.stack = [MovementPhase(side="axis")]
    game = Game(TITLE, ground, state)
    game.advance()
    game.choose(f"unit:{SCOUTS}")
    assert why(game, "exit:west") == "refused.no-exit"
    game.choose("hex:0514")
    game.choose("exit:west")
    assert (state.units[SCOUTS].box, state.exits) == ("exited", {"west": "axis"})
    assert lost_exits(game, "soviet") == {"0514"}
    assert lost_exits(game, "axis") == frozenset()


@pytest.mark.rule("efs:3.11/hexes", "efs:6.21", "efs:11.61")
def test_the_source_from_which_units_leave_the_map_is_at_once_the_enemys_beside_it() -> None:
    ground = load(TITLE, "luga-line", ())
    ground.card = replace(ground.card, exits={"west": "west"})
    ground.regions["west"] = frozenset({"0514"})
    state = quiet({SCOUTS: "0514", TANKS: "0614"}, phase="axis/movement").state
    state.stack = [MovementPhase(side="axis")]
    game = Game(TITLE, ground, state)
    game.advance()
    for choice in (f"unit:{SCOUTS}", "exit:west"):
        assert "0514" in named_sources(game, "axis")
        game.choose(choice)
    assert "0514" not in named_sources(game, "axis")


@pytest.mark.rule("efs:11.61", "efs:11.63")
def test_who_stands_in_an_exit_that_the_enemy_has_used_may_still_leave_the_map() -> None:
    ground = load(TITLE, "luga-line", ())
    ground.card = replace(ground.card, exits={"west": "west"})
    ground.regions["west"] = frozenset({"0514"})
    state = quiet({TANKS: "0514"}, phase="soviet/motorized").state
    state.exits["west"], state.stack = "axis", [MotorizedMovementPhase(side="soviet")]
    game = Game(TITLE, ground, state)
    game.advance()
    for choice in (f"unit:{TANKS}", "exit:west"):
        game.choose(choice)
    assert state.units[TANKS].box == "exited"
    assert lost_exits(game, "axis") == lost_exits(game, "soviet") == {"0514"}, "each has used it"


@pytest.mark.rule("efs:11.63")
def test_nobody_enters_or_retreats_through_an_exit_that_the_enemy_has_used() -> None:
    ground = load(TITLE, "perekop", ())
    ground.card = replace(ground.card, exits={"south": "south"})
    ground.regions["south"] = frozenset({"1616"})
    state = quiet({"su-156-inf": "1615"}, scenario="perekop", turn=49, phase="soviet/movement").state
    game = Game(TITLE, ground, state)
    entry, open_entries = supply_entries(game, "soviet"), is_open_to(game, "soviet", "1616")
    assert ("1616" in entry, open_entries) == (True, True)
    assert barred(game, "su-156-inf", ("1615", "1616"), first=True) is None
    state.exits["south"] = "axis"
    assert supply_entries(game, "soviet") == tuple(label for label in entry if label != "1616")
    assert not is_open_to(game, "soviet", "1616")
    refusal = barred(game, "su-156-inf", ("1615", "1616"), first=True)
    assert refusal is not None
    assert refusal.reason == "refused.exit-lost"


@pytest.mark.rule("efs:11.63", "efs:11.51", "efs:16.5")
def test_such_an_exit_is_not_entered_with_the_whole_allowance_nor_after_combat_nor_in_an_overrun() -> None:
    ground = load(TITLE, "luga-line", ())
    ground.card = replace(ground.card, exits={"west": "west"})
    ground.regions["west"] = frozenset({"0512"})
    state = quiet({INFANTRY: "0613"}, phase="axis/movement").state
    state.stack = [MovementPhase(side="axis")]
    game = Game(TITLE, ground, state)
    game.advance()
    game.choose(f"unit:{INFANTRY}")
    assert "hex:0512" in asked(game).ids
    state.exits["west"] = "soviet"
    game.advance()
    assert "hex:0512" not in asked(game).ids
    assert why(game, "hex:0512") == "refused.exit-lost"
    refusal = may_advance(game, INFANTRY, "0512")
    assert refusal is not None
    assert refusal.reason == "refused.exit-lost"
    against = quiet({PANZER: "0613", RIFLE_DIVISION: "0512"}, phase="axis/movement").state
    against.exits["west"] = "soviet"
    refusal = may_overrun(Game(TITLE, ground, against), (PANZER,), ("0613", "0512"))
    assert refusal is not None
    assert refusal.reason == "refused.exit-lost"


@pytest.mark.rule("efs:10.45c", "efs:10.47b")
def test_a_supply_unit_crosses_shallow_water_in_the_boats_of_engineers() -> None:
    def at_the_strait(units: dict[str, str]) -> Game:
        game = moving(units, supplies={"axis-s1": SupplyUnit("axis", "2108", 1)}, scenario="perekop")
        game.state.damage["2108-2109/road"] = Damage(2)
        game.choose("unit:axis-s1")
        return game

    assert why(at_the_strait({}), "hex:2109") == "refused.no-engineers"
    game = at_the_strait({"ax-liv-pi-eng": "2108"})
    assert (reach(game)["2109"], rules(game)["hex:2109"]) == (8, "10.45c")
    game.choose("hex:2109")
    assert game.state.supplies["axis-s1"].at == "2109"
    assert game.state.units["ax-liv-pi-eng"].task == "crossing"


@pytest.mark.rule("efs:6.46", "efs:11.53", "efs:10.48")
def test_infantry_takes_no_supply_unit_into_a_swamp() -> None:
    supply = {"axis-s1": SupplyUnit("axis", "1508", 1)}
    picks = (f"unit:{INFANTRY}", "join:axis-s1")
    assert "1608" in reach(moving({INFANTRY: "1508"}, picks[0], supplies=supply))
    assert "1608" not in reach(moving({INFANTRY: "1508"}, *picks, supplies=supply))


@pytest.mark.rule("efs:6.46", "efs:11.51")
def test_cavalry_makes_its_move_of_a_single_hex_without_supply_units() -> None:
    """Soviet cavalry has its phase in the Movement Phase, supply units when they are activated."""
    weather, picks = Weather(kind="mud"), (f"unit:{CAVALRY}", "join:soviet-s1")
    markers = {CAVALRY: {"steps": 1}}
    supply = {"soviet-s1": SupplyUnit("soviet", "0712", 1)}
    marsh = dict.fromkeys(content().adjacent["0712"], "marsh woods")
    for number, expected in ((1, "11.5"), (2, None)):
        game = moving(
            {CAVALRY: "0712"}, *picks[:number], phase="soviet/movement", weather=weather, supplies=supply, parts=marsh,
            markers=markers, hexsides=dict.fromkeys([("0712", "0612")], "river"),
        )  # fmt: skip
        assert rules(game).get("hex:0612") == expected


@pytest.mark.rule("efs:10.45c", "efs:10.48")
@pytest.mark.parametrize("swamp", [{"0512": "swamp"}, {"0613": "swamp"}], ids=["into", "out-of"])
def test_boats_take_no_supply_unit_into_a_swamp_or_out_of_one(swamp: dict[str, str]) -> None:
    supply = {"axis-s1": SupplyUnit("axis", "0613", 1)}
    island = {(label, "0512"): "major-river" for label in content().adjacent["0512"]}
    across = moving({INFANTRY: "0613"}, "unit:axis-s1", supplies=supply, hexsides=island)
    assert rules(across)["hex:0512"] == "10.45c"
    for picks in (["unit:axis-s1"], [f"unit:{INFANTRY}", "join:axis-s1"]):
        game = moving({INFANTRY: "0613"}, *picks, supplies=supply, hexsides=island, parts=swamp)
        assert "0512" not in reach(game)
