"""C3, C4, C5, C6: To Hit numbers and every case that is added, at their edges."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.asl.heavy import aimed, ca, cases, de, field, meadow, moving, pak, position, tank
from games.asl.position import play
from sandtable.games.asl.ordnance import arcs
from sandtable.games.asl.ordnance.ammunition import shells
from sandtable.games.asl.ordnance.firing import rate_of
from sandtable.games.asl.ordnance.gunnery import Gunnery
from sandtable.games.asl.ordnance.places import may_emplace
from sandtable.games.asl.ordnance.shots import Shot, gunner_of, in_reach
from sandtable.games.asl.ordnance.targets import infantry_targets, vehicle_targets
from sandtable.games.asl.ordnance.to_hit import aim, vehicle_tem
from sandtable.games.asl.ordnance.ways import gun_way, main_way, way_of
from sandtable.games.asl.state import Moving, Smoke, Vehicle, Weapon, Wreck
from sandtable.games.rileys_road.title import RileysRoad

# C3.2: arcs


@pytest.mark.rule("rileys_road:C3.2")
@pytest.mark.parametrize(
    ("there", "expected"),
    [("F5", (0, 5)), ("G6", (0, 1)), ("G5", (0,)), ("F1", (0, 5)), ("G7", (1, 2)), ("F7", (2, 3)), ("F6", ())],
)
def test_the_arc_is_the_wedge_between_two_hex_rows_and_its_own_hex_is_outside_it(
    there: str, expected: tuple[int, ...]
) -> None:
    assert arcs.spines_toward(meadow(), "F6", there) == expected


@pytest.mark.rule("rileys_road:C3.21")
@pytest.mark.parametrize(
    ("there", "spine", "turns"), [("F1", 0, 0), ("G4", 0, 0), ("J8", 1, 1), ("F9", 2, 2), ("E9", 3, 3)]
)
def test_a_gun_turns_by_as_few_hexspines_as_will_do(there: str, spine: int, turns: int) -> None:
    assert arcs.turn_to(meadow(), 0, "F6", there) == (spine, turns)


@pytest.mark.rule("rileys_road:D1.6", "rileys_road:D3.2")
@pytest.mark.parametrize(
    ("firer", "facing"),
    [("F1", "front"), ("G4", "front"), ("J8", "side"), ("F10", "rear"), ("E10", "rear"), ("B4", "side")],
)
def test_the_side_that_is_struck_follows_from_the_hexside_over_which_the_shot_comes(firer: str, facing: str) -> None:
    assert arcs.facing_of(meadow(), 0, "F6", firer) == facing


@pytest.mark.rule("rileys_road:D3.2")
def test_on_the_line_between_two_facings_the_one_that_is_worse_for_the_firer_counts() -> None:
    content = meadow()
    between = next(
        label for label in content.board.labels if arcs.crossed_sides(content, "F6", label) == (1, 2)
    )  # fmt: skip
    assert arcs.facing_of(content, 0, "F6", between) == "front"


# C3.3, C4.1: the number


@pytest.mark.rule("rileys_road:C3.31", "rileys_road:C4.1", "rileys_road:C3.1", "rileys_road:C3.3")
@pytest.mark.parametrize(("at", "number"), [("F8", 10), ("F7", 9), ("F2", 9), ("F1", 9)])
def test_the_number_falls_with_the_range_and_a_long_barrel_helps_far_away(at: str, number: int) -> None:
    game = field(vehicles={"t": tank(at)})
    assert aimed(game, "t").number.total == number


@pytest.mark.rule("rileys_road:C4.1", "rileys_road:C7.32")
def test_barrel_caliber_and_special_ammunition_add_up() -> None:
    game = position(
        units={"c": ca("F20", "ca-228")}, weapons={"w": pak("c", "ca-6pdr")}, on=meadow(),
        vehicles={"t": tank("F2", "de-pz4j")}, phase="defensive-fire", active="german",
    )  # fmt: skip
    assert aimed(game, "t").number.total == 8 + 1 - 1
    assert aimed(game, "t", ammunition="apds").number.total == 8 + 1 - 1 - 1


@pytest.mark.rule("rileys_road:C3.32", "rileys_road:C3.33", "rileys_road:C8.5")
def test_men_are_harder_to_hit_than_tanks_and_smoke_is_easier_near_by() -> None:
    game = field(units={"c": ca("F8")})
    assert aimed(game, "F8", "infantry", "he").number.total == 8
    assert aimed(game, "F8", "area", "he").number.total == 7
    assert aimed(game, "F8", "area", "smoke").number.total == 9


@pytest.mark.rule("rileys_road:C5.8", "rileys_road:A21.13", "rileys_road:C2.1")
def test_squads_at_a_gun_use_red_numbers_and_take_case_h() -> None:
    game = field(vehicles={"t": tank("F3")}, units={"g": de("F14", "de-467")})
    found = aimed(game, "t")
    assert found.number.total == 8
    assert cases(found)["H"] == 2


@pytest.mark.rule("rileys_road:C5.8", "rileys_road:A21.11")
def test_a_captured_gun_in_the_hands_of_a_squad_takes_case_h_twice() -> None:
    game = field(units={"g": de("F14", "de-467")}, weapons={"w": pak("g", "ca-6pdr")}, vehicles={"t": tank("F8")})
    assert cases(aimed(game, "t"))["H"] == 4
    assert shells(game, "w", gunner_of(game, "w"), at_vehicle=True) == ["ap"]


# C5: the firer


@pytest.mark.rule("rileys_road:C5.1", "rileys_road:C3.21")
@pytest.mark.parametrize(("at", "value"), [("F8", 0), ("L14", 3), ("F18", 4), ("E19", 5)])
def test_case_a_grows_with_the_hexspines_turned(at: str, value: int) -> None:
    game = field(vehicles={"t": tank(at)})
    assert cases(aimed(game, "t")).get("A", 0) == value


@pytest.mark.rule("rileys_road:C3.33", "rileys_road:C6.5")
def test_an_acquired_hex_counts_against_a_vehicle_in_it_as_well() -> None:
    game = field(weapons={"w": pak(acquired="area:F8", acquisition=2)}, vehicles={"t": tank("F8")})
    assert cases(aimed(game, "F8", "area", "he"))["N-2"] == -2


@pytest.mark.rule("rileys_road:C5.3", "rileys_road:C7.5")
def test_a_vehicle_that_was_immobilized_on_its_way_still_fires_as_one_that_has_moved() -> None:
    stuck = tank("F8", immobile=True, entered=2)
    game = field(phase="advancing-fire", vehicles={"t": stuck}, units={"g": de("F14")})
    found = cases(aimed(game, "F14", "infantry", "he", firer="t"))
    assert (found["B"], found["C"]) == (2, 2)


@pytest.mark.rule("rileys_road:C5.1", "rileys_road:C3.21")
def test_case_a_is_doubled_in_woods_and_a_gun_that_has_turned_there_turns_no_more() -> None:
    game = field(vehicles={"t": tank("L14")}, terrain={"F14": "woods"})
    assert cases(aimed(game, "t"))["A"] == 6
    game.state.weapons["w"] = replace(game.state.weapons["w"], turned=True)
    assert vehicle_targets(game, "w", gunner_of(game, "w")) == []


@pytest.mark.rule("rileys_road:C5.2")
@pytest.mark.parametrize(("terrain", "name", "value"), [("open", "B", 2), ("woods", "B-cover", 3)])
def test_advancing_fire_is_case_b_and_worse_from_cover(terrain: str, name: str, value: int) -> None:
    game = field(phase="advancing-fire", active="german", vehicles={"t": tank("F8")}, terrain={"F14": terrain})
    assert cases(aimed(game, "t"))[name] == value
    held = field(phase="advancing-fire", active="german", vehicles={"t": tank("F8")},
                 units={"g": de("F14", "de-228", fire="opportunity")})  # fmt: skip
    assert not {"B", "B-cover"} & cases(aimed(held, "t")).keys()


@pytest.mark.rule("rileys_road:C5.4", "rileys_road:C5.9")
def test_pinned_and_exhausted_crews_aim_worse() -> None:
    game = field(vehicles={"t": tank("F8")}, units={"g": de("F14", "de-228", pinned=True, cx=True)})
    assert cases(aimed(game, "t"))["D"] == 2
    assert cases(aimed(game, "t"))["cx"] == 1


@pytest.mark.rule("rileys_road:C5.5", "rileys_road:C6.3")
def test_in_its_own_hex_a_gun_takes_case_e_and_no_point_blank() -> None:
    game = field(vehicles={"t": tank("F14")})
    assert cases(aimed(game, "t"))["E"] == 2
    assert "L-1" not in cases(aimed(game, "t"))


@pytest.mark.rule("rileys_road:C5.6", "rileys_road:C2.241")
def test_a_gun_that_has_lost_its_rate_fires_once_more_by_intensive_fire() -> None:
    game = field(vehicles={"t": tank("F8")}, weapons={"w": pak(fire="first", used=True)})
    assert gun_way(game, "w") == "intensive"
    asked = play(game, Gunnery(firer="w")).decisions[0]
    assert asked.args["way"] == "intensive"
    assert RileysRoad().texts("en").prompt(asked).endswith("fire at in Intensive Fire?")
    assert cases(aimed(game, "t"))["F"] == 2
    game.state.weapons["w"] = replace(game.state.weapons["w"], fire="intensive")
    assert gun_way(game, "w") is None


@pytest.mark.rule("rileys_road:C5.6")
@pytest.mark.parametrize(("phase", "active"), [("advancing-fire", "german"), ("rout", "german")])
def test_no_intensive_fire_in_other_phases(phase: str, active: str) -> None:
    game = field(phase=phase, active=active, vehicles={"t": tank("F8")}, weapons={"w": pak(fire="prep", used=True)})
    assert gun_way(game, "w") is None


@pytest.mark.rule("rileys_road:C5.6")
def test_pinned_crews_do_not_fire_intensively() -> None:
    game = field(weapons={"w": pak(fire="first", used=True)}, units={"g": de("F14", "de-228", pinned=True)})
    assert gun_way(game, "w") is None


@pytest.mark.rule("rileys_road:C2.1")
def test_a_crew_that_has_used_its_own_firepower_does_not_fire_its_gun_but_a_squad_may() -> None:
    game = field(units={"g": de("F14", "de-228", fire="prep")}, phase="prep-fire", active="german")
    assert gun_way(game, "w") is None
    game = field(units={"g": de("F14", "de-467", fire="prep")}, phase="prep-fire", active="german")
    assert gun_way(game, "w") == "prep"


@pytest.mark.rule("rileys_road:C5.9")
@pytest.mark.parametrize(("exposed", "expected"), [(False, 1), (True, 0)])
def test_a_buttoned_up_tank_aims_worse(exposed: bool, expected: int) -> None:
    game = position(units={}, on=meadow(), vehicles={"t": tank("F6", exposed=exposed), "v": tank("F12", "de-pz4j")},
                    phase="prep-fire", active="canadian")  # fmt: skip
    assert cases(aimed(game, "v", firer="t")).get("I", 0) == expected


@pytest.mark.rule("rileys_road:C5.9", "rileys_road:D3.4", "rileys_road:D5.34")
def test_an_armor_leader_and_a_shaken_crew_count() -> None:
    vehicles = {"t": tank("F6", leader="ca-al81", stun="shaken"), "v": tank("F12", "de-pz4j")}
    game = position(units={}, on=meadow(), phase="prep-fire", vehicles=vehicles)
    found = cases(aimed(game, "v", firer="t"))
    assert (found["leadership"], found["shaken"]) == (-1, 1)


@pytest.mark.rule("rileys_road:C5.3", "rileys_road:D3.3")
def test_bounding_fire_adds_case_c_to_case_b() -> None:
    game = position(units={}, on=meadow(), phase="advancing-fire",
                    vehicles={"t": tank("F6", bounding=True), "v": tank("F12", "de-pz4j")})  # fmt: skip
    found = cases(aimed(game, "v", firer="t"))
    assert (found["B"], found["C"]) == (2, 2)
    game.state.vehicles["t"] = replace(game.state.vehicles["t"], gyro=True)
    assert cases(aimed(game, "v", firer="t"))["C"] == 1


@pytest.mark.rule("rileys_road:C5.3")
@pytest.mark.parametrize(("halves", "name"), [(4, "C2"), (5, "C1"), (6, "C1"), (7, "")])
def test_bounding_first_fire_depends_on_the_mp_spent_in_sight(halves: int, name: str) -> None:
    game = position(units={}, on=meadow(), vehicles={"t": tank("F6", bounding=True), "v": tank("F12", "de-pz4j")},
                    moving=moving("t", "F6", ("F6", halves)))  # fmt: skip
    assert main_way(game, "t") == "bounding-first"
    found = cases(aimed(game, "v", firer="t"))
    assert {"C1", "C2"} & found.keys() == ({name} if name else set())


@pytest.mark.rule("rileys_road:C5.35", "rileys_road:D11.1")
def test_on_the_move_the_lower_die_counts_twice_but_with_a_gyrostabilizer() -> None:
    game = position(units={}, on=meadow(), phase="advancing-fire",
                    vehicles={"t": tank("F6", motion=True, bounding=True), "v": tank("F12", "de-pz4j")})  # fmt: skip
    found = aimed(game, "v", firer="t")
    assert found.final(None, 2, 5) - found.drm.total == 9
    game.state.vehicles["t"] = replace(game.state.vehicles["t"], gyro=True)
    found = aimed(game, "v", firer="t")
    assert not found.doubles_lower
    assert cases(found)["gyrostabilizer"] == 1


@pytest.mark.rule("rileys_road:C5.35", "rileys_road:D2.4")
@pytest.mark.parametrize(("gyro", "expected"), [(False, 2), (True, 1)])
def test_a_tank_in_motion_fires_with_case_c_in_the_enemys_turn_too(gyro: bool, expected: int) -> None:
    game = position(units={}, on=meadow(), phase="defensive-fire", active="german",
                    vehicles={"t": tank("F6", motion=True, gyro=gyro), "v": tank("F12", "de-pz4j")})  # fmt: skip
    found = aimed(game, "v", firer="t")
    assert (cases(found)["B"], cases(found)["C"], found.doubles_lower) == (2, expected, not gyro)
    game.state.vehicles["t"] = replace(game.state.vehicles["t"], motion=False)
    assert not {"B", "C"} & cases(aimed(game, "v", firer="t")).keys()


@pytest.mark.rule("rileys_road:C3.33", "rileys_road:C6.1")
def test_the_area_type_asks_for_the_size_of_a_vehicle_and_not_whether_it_moves() -> None:
    game = field(vehicles={"t": tank("F8", motion=True)})
    found = cases(aimed(game, "F8", "area", "he"))
    assert "J" not in found
    assert found["P"] == -1


# C6: the target


@pytest.mark.rule("rileys_road:C6.1", "rileys_road:C.8")
def test_a_moving_vehicle_is_harder_to_hit() -> None:
    game = field(vehicles={"t": tank("F8", motion=True)})
    assert cases(aimed(game, "t"))["J"] == 2
    assert "J" not in cases(aimed(field(vehicles={"t": tank("F8")}), "t"))


@pytest.mark.rule("rileys_road:C6.1")
@pytest.mark.parametrize(("halves", "name"), [(2, "J2"), (3, "J1"), (6, "J1"), (7, "J")])
def test_a_vehicle_seen_only_shortly_is_harder_still(halves: int, name: str) -> None:
    game = field(phase="movement", vehicles={"t": tank("F8", started=True, bounding=True)},
                 moving=moving("t", "F8", ("F8", halves)))  # fmt: skip
    assert name in cases(aimed(game, "t"))


@pytest.mark.rule("rileys_road:C6.1")
def test_the_mp_count_since_the_vehicle_was_last_out_of_sight() -> None:
    hidden = {"F10": "stone-building"}
    game = field(phase="movement", terrain=hidden, vehicles={"t": tank("G8", started=True, bounding=True)},
                 moving=moving("t", "G8", ("F6", 8), ("G8", 2)))  # fmt: skip
    assert "J2" in cases(aimed(game, "t"))


@pytest.mark.rule("rileys_road:C6.1", "rileys_road:C6.6")
@pytest.mark.parametrize(
    ("facts", "expected"),
    [({}, {"J3": -1, "J4": -1}), ({"assault": True}, {"J4": -1}), ({"hazardous": True}, {"O": -2})],
)
def test_men_who_move_are_easier_to_hit(facts: dict[str, Any], expected: dict[str, int]) -> None:
    move = Moving(units=("c",), at="F8", came_from="F7", spent_here=2, spent=2, **facts)
    game = field(phase="movement", units={"c": ca("F8")}, moving=move)
    found = cases(aimed(game, "F8", "infantry", "he"))
    assert {name: found[name] for name in ("J3", "J4", "O") if name in found} == expected


@pytest.mark.rule("rileys_road:C5.5", "rileys_road:C6.6")
@pytest.mark.parametrize(("facts", "expected"), [({}, {}), ({"hazardous": True}, {"O": -2})])
def test_in_its_own_hex_a_tank_finds_those_easier_alone_who_move_in_hazard(
    facts: dict[str, Any], expected: dict[str, int]
) -> None:
    move = Moving(units=("c",), at="F8", came_from="F7", spent_here=2, spent=2, **facts)
    game = field(phase="movement", units={"c": ca("F8")}, moving=move, vehicles={"v": tank("F8", "de-pz4j")})
    found = cases(aimed(game, "F8", "infantry", "he", firer="v"))
    assert found["E"] == 2
    assert {name: found[name] for name in ("J3", "J4", "O") if name in found} == expected


@pytest.mark.rule("rileys_road:C6.2")
def test_case_k_counts_only_where_all_men_are_concealed() -> None:
    game = field(units={"c": ca("F8", concealed=True)})
    assert cases(aimed(game, "F8", "infantry", "he"))["K"] == 2
    game = field(units={"c": ca("F8", concealed=True), "d": ca("F8")})
    assert "K" not in cases(aimed(game, "F8", "infantry", "he"))


@pytest.mark.rule("rileys_road:C6.2", "rileys_road:C3.33")
def test_with_the_area_type_concealment_is_judged_unit_by_unit() -> None:
    game = field(units={"c": ca("F8", concealed=True), "d": ca("F8")})
    marks = aimed(game, "F8", "area", "he").marks
    assert sorted(mark.drm.total for mark in marks) == [0, 2]


@pytest.mark.rule("rileys_road:C6.3")
@pytest.mark.parametrize(("at", "value"), [("F13", -2), ("F12", -1), ("F11", 0)])
def test_point_blank_helps_if_nobody_moves(at: str, value: int) -> None:
    game = field(vehicles={"t": tank(at)})
    found = cases(aimed(game, "t"))
    assert found.get("L-1", 0) + found.get("L-2", 0) == value
    game.state.vehicles["t"] = replace(game.state.vehicles["t"], motion=True)
    assert not {"L-1", "L-2"} & cases(aimed(game, "t")).keys()


@pytest.mark.rule("rileys_road:C6.5", "rileys_road:C5.7")
@pytest.mark.parametrize(("acquisition", "name", "value"), [(1, "N-1", -1), (2, "N-2", -2)])
def test_what_is_acquired_is_easier_to_hit_but_not_to_immobilize(acquisition: int, name: str, value: int) -> None:
    game = field(vehicles={"t": tank("F8")}, weapons={"w": pak(acquired="t", acquisition=acquisition)})
    assert cases(aimed(game, "t"))[name] == value
    deliberate = cases(aimed(game, "t", immobilize=True))
    assert name not in deliberate
    assert deliberate["G"] == 5


@pytest.mark.rule("rileys_road:C6.7", "rileys_road:C11.1")
def test_the_size_of_vehicles_and_guns_counts() -> None:
    game = field(vehicles={"t": tank("F8")})
    assert cases(aimed(game, "t"))["P"] == -1
    game = position(
        units={"g": de("F6", "de-228"), "c": ca("F14", "ca-228")}, on=meadow(), phase="defensive-fire", active="german",
        weapons={"w": pak("c", "ca-6pdr"), "x": pak("g")},
    )  # fmt: skip
    assert cases(aimed(game, "F6", "infantry", "he"))["P"] == 1


@pytest.mark.rule("rileys_road:C6.8", "rileys_road:C.3", "rileys_road:C11.2")
def test_terrain_counts_once_on_the_to_hit_roll() -> None:
    game = field(units={"c": ca("F8")}, terrain={"F8": "stone-building"})
    assert cases(aimed(game, "F8", "infantry", "he"))["tem.stone-building"] == 3
    assert "tem.stone-building" not in cases(aimed(game, "F8", "area", "he"))
    game = field(vehicles={"t": tank("F8")}, terrain={"F8": "woods"})
    assert cases(aimed(game, "t"))["tem.woods"] == 1


@pytest.mark.rule("rileys_road:C11.2", "rileys_road:C6.8")
def test_an_emplaced_gun_has_cover_of_its_own() -> None:
    game = position(
        units={"g": de("F6", "de-228"), "c": ca("F14", "ca-228")}, on=meadow(), phase="defensive-fire", active="german",
        weapons={"w": pak("c", "ca-6pdr"), "x": pak("g", emplaced=True)},
    )  # fmt: skip
    assert cases(aimed(game, "F6", "infantry", "he"))["tem.emplacement"] == 2


@pytest.mark.rule("rileys_road:C6.9")
def test_what_is_in_the_way_is_case_r() -> None:
    game = field(vehicles={"t": tank("F8")}, terrain={"F10": "orchard"}, smoke={"F11": (Smoke(3, source="ordnance"),)})
    found = aimed(game, "t")
    assert sum(part.value for part in found.drm if part.label == "case.R") == 4


# Who may fire at what


@pytest.mark.rule("rileys_road:C2.6")
def test_a_gun_does_not_fire_at_what_is_higher_by_more_levels_than_hexes() -> None:
    content = meadow(levels={"F13": 2, "F12": 2})
    game = field(on=content)
    gunner = gunner_of(game, "w")
    assert not in_reach(game, gunner, "F13")
    assert in_reach(game, gunner, "F12")


@pytest.mark.rule("rileys_road:C2.7", "rileys_road:RR11.2")
@pytest.mark.parametrize(
    ("kind", "at", "expected"),
    [("de-pak40", "F6", True), ("de-pak43", "F6", False), ("de-pak40", "F6-1", False), ("de-pak43", "F7", True)],
)
def test_large_guns_do_not_stand_in_buildings_and_none_in_cellars(kind: str, at: str, expected: bool) -> None:
    house = {"F6": {"building": "h", "stories": 1, "cellar": True}}
    game = field(on=meadow({"F6": "stone-building", "F7": "woods"}, houses=house))
    assert may_emplace(game, kind, at) is expected


@pytest.mark.rule("rileys_road:C7.2", "rileys_road:C8.1")
def test_a_gun_names_the_ammunition_that_it_has_left() -> None:
    game = field()
    gunner = gunner_of(game, "w")
    assert shells(game, "w", gunner, at_vehicle=True) == ["ap", "apcr", "he"]
    game = field(weapons={"w": pak(gone=("apcr",))})
    assert shells(game, "w", gunner_of(game, "w"), at_vehicle=True) == ["ap", "he"]


@pytest.mark.rule("rileys_road:C13.1", "rileys_road:C13.5", "rileys_road:C13/infantry-use")
def test_a_piat_has_numbers_by_range_and_fires_at_men_only_behind_something() -> None:
    game = position(
        units={"c": ca("F6"), "g": de("F8"), "h": de("F4")}, on=meadow({"F4": "stone-building"}),
        weapons={"p": Weapon("ca-piat", "canadian", holder="c")}, vehicles={"t": tank("F9", "de-pz4j")},
        phase="prep-fire",
    )  # fmt: skip
    assert infantry_targets(game, "p", gunner_of(game, "p")) == ["F4"]
    assert aimed(game, "t", firer="p", ammunition="heat").number.total == 5


@pytest.mark.rule("rileys_road:C5.34", "rileys_road:C13.4", "rileys_road:C13.8")
def test_a_panzerschreck_from_a_building_takes_case_c3_and_again_in_advancing_fire() -> None:
    psk = Weapon("de-psk", "german", holder="g")
    game = position(units={"g": de("F6")}, on=meadow({"F6": "stone-building"}), weapons={"p": psk},
                    vehicles={"t": tank("F8")}, phase="advancing-fire", active="german")  # fmt: skip
    found = cases(aimed(game, "t", firer="p", ammunition="heat"))
    assert (found["C3"], found["C3-backblast"]) == (2, 2)
    assert "C3-backblast" not in cases(aimed(game, "t", firer="p", ammunition="heat", desperate=True))


@pytest.mark.rule("rileys_road:C9.1", "rileys_road:C9/infantry-use")
@pytest.mark.parametrize(("at", "expected"), [("F7", False), ("F8", True), ("F17", True), ("F18", False)])
def test_a_light_mortar_reaches_from_two_to_eleven_hexes(at: str, expected: bool) -> None:
    game = position(units={"c": ca("F6")}, on=meadow(), weapons={"m": Weapon("ca-mtr51", "canadian", holder="c")},
                    phase="prep-fire")  # fmt: skip
    assert in_reach(game, gunner_of(game, "m"), at) is expected


@pytest.mark.rule("rileys_road:C9.1")
def test_a_mortar_does_not_fire_from_a_building() -> None:
    weapons = {"m": Weapon("ca-mtr51", "canadian", holder="c")}
    game = position(units={"c": ca("F6")}, on=meadow({"F6": "stone-building"}), weapons=weapons, phase="prep-fire")
    assert way_of(game, "m") is None


@pytest.mark.rule("rileys_road:C9.3")
def test_spotted_fire_is_less_exact() -> None:
    weapons = {"m": Weapon("ca-mtr51", "canadian", holder="c")}
    game = position(
        units={"c": ca("F6"), "s": ca("G6"), "g": de("F10")}, on=meadow(), weapons=weapons, phase="prep-fire"
    )
    shot = Shot("m", "F10", "area", "he", "prep", spotter="s")
    gunner = gunner_of(game, "m")
    assert cases(aim(game, shot, gunner))["spotted"] == 2
    assert (rate_of(game, shot, gunner), rate_of(game, replace(shot, spotter=""), gunner)) == (1, 2)


@pytest.mark.rule("rileys_road:C3.31", "rileys_road:C6.8", "rileys_road:D9.3", "rileys_road:D2.3")
def test_a_vehicle_is_shielded_by_a_wreck_or_another_of_its_side_in_its_hex_but_by_none_in_bypass() -> None:
    def cover(**facts: Any) -> int:
        others = {name: value for name, value in facts.items() if isinstance(value, Vehicle)}
        wrecks = {name: value for name, value in facts.items() if isinstance(value, Wreck)}
        game = field(vehicles={"t": tank("F10"), **others}, wrecks=wrecks)
        return sum(part.value for part in vehicle_tem(game, game.state.vehicles["t"], "F14", "t"))

    assert cover() == 0
    assert cover(u=tank("F10")) == 1
    assert cover(u=tank("F10", bypass=2)) == 0
    assert cover(u=tank("F10", "de-pz4j")) == 0
    assert cover(u=tank("F10", "de-pz4j", abandoned=True)) == 1
    assert cover(u=tank("F10", concealed=True)) == 0
    assert cover(w=Wreck("de-pz4j", "F10", 0)) == 1
    assert cover(w=Wreck("de-pz4j", "F10", 0, bypass=2)) == 0
    assert cover(u=tank("F10"), w=Wreck("de-pz4j", "F10", 0)) == 1
