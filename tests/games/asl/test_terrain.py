"""B: what terrain gives to men in it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.asl.position import board, ca, content, de, position
from sandtable.games.asl.locations import (
    adjacent_locations,
    elevation,
    excess,
    floor_of,
    hex_of,
    is_adjacent,
    is_adjacent_location,
    is_interior,
    locations_of,
    room_for,
    stacked,
)
from sandtable.games.asl.movement.reach import smoke_costs
from sandtable.games.asl.sight.on_map import smoke_in
from sandtable.games.asl.state import Light, Smoke, Weapon, Works, Wreck
from sandtable.games.asl.terrain.hexes import (
    ground_around,
    helps_rally,
    hides_by_day,
    is_concealment_terrain,
    is_refuge,
    kind_at,
    printed_kinds,
)
from sandtable.games.asl.terrain.hexsides import covers, crossed_sides, hexsides
from sandtable.games.asl.terrain.tem import Fire, is_open_ground, tem
from sandtable.games.asl.terrain.walls import claim, may_claim
from sandtable.games.asl.units import Game


def value(game: Game, unit: str, firers: Sequence[str], kind: Fire = "direct") -> int:
    return sum(part.value for part in tem(game, game.state.units[unit].at, (unit,), firers, kind))


# A2.8, A.8, A5


@pytest.mark.rule("rileys_road:A2.8")
def test_a_house_of_one_storey_has_a_ground_level_and_a_cellar() -> None:
    assert locations_of(position(), "T10") == ("T10", "T10-1")
    assert (hex_of("T10-1"), floor_of("T10-1"), floor_of("T10")) == ("T10", -1, 0)


@pytest.mark.rule("rileys_road:A.8", "rileys_road:B23.25", "rileys_road:RR11.2")
def test_a_cellar_is_adjacent_to_the_ground_level_above_it_only() -> None:
    game = position()
    assert adjacent_locations(game, "T10-1") == ("T10",)
    assert is_adjacent_location(game, "T10", "T10-1")
    assert not is_adjacent_location(game, "T11", "T10-1")
    assert is_adjacent(game.content, "T11", "T10-1")


@pytest.mark.rule("rileys_road:A.8", "rileys_road:B25/infantry")
def test_a_burning_location_is_adjacent_to_none() -> None:
    assert is_adjacent_location(position(), "S15", "S16")
    assert not is_adjacent_location(position(blazes={"S16": True}), "S15", "S16")


@pytest.mark.rule("rileys_road:B24.2")
def test_rubble_has_no_cellar() -> None:
    game = position(rubble={"T10": "stone"})
    assert locations_of(game, "T10") == ("T10",)
    assert "T10-1" not in adjacent_locations(game, "T10")
    assert kind_at(game, "T10") == "stone-rubble"


@pytest.mark.rule("rileys_road:A5.1")
def test_three_squads_and_four_single_men_fill_a_location() -> None:
    units = {f"c{n}": ca("S11") for n in range(3)} | {f"l{n}": ca("S11", "ca-l80") for n in range(4)}
    game = position(units=units | {"h": ca("S12", "ca-248"), "l": ca("S12", "ca-l91"), "d": de("S12")})
    assert stacked(game, "S11", "canadian") == (6, 4)
    assert not room_for(game, "S11", ("h",), "canadian")
    assert not room_for(game, "S11", ("l",), "canadian")
    assert room_for(game, "S11", ("d",), "german")


@pytest.mark.rule("rileys_road:A5.1")
def test_a_crew_that_mans_a_gun_counts_as_a_squad() -> None:
    game = position(units={"g1": de("S11", "de-228")}, weapons={"gun": Weapon("de-pak40", "german", holder="g1")})
    assert stacked(game, "S11", "german").halves == 2


@pytest.mark.rule("rileys_road:A5.12")
def test_overstacking_is_counted_in_squads_rounded_up() -> None:
    game = position(units={f"c{n}": ca("S11") for n in range(3)} | {"h": ca("S11", "ca-248")})
    assert excess(game, "S11", "canadian") == 1


@pytest.mark.rule("rileys_road:A6.11", "rileys_road:RR11.3")
def test_a_cellar_counts_as_the_ground_level_of_its_hex() -> None:
    assert elevation(content(), "T10-1") == elevation(content(), "T10") == 0
    assert elevation(content(), "K17") == 1


@pytest.mark.rule("rileys_road:A14.2")
def test_no_building_of_the_map_has_an_interior() -> None:
    assert not any(is_interior(position(), label) for label in content().board.labels)


# Which terrain


@pytest.mark.rule("rileys_road:B.1", "rileys_road:RR10")
def test_furrows_around_a_house_count_for_those_who_go_round_it() -> None:
    assert printed_kinds(content())["A14"] == "stone-building"
    assert ground_around(content(), "A14") == "plowed"
    assert ground_around(content(), "T10") == "open"
    assert printed_kinds(content())["Z15"] == "plowed"


@pytest.mark.rule("rileys_road:B23.74", "rileys_road:RR14")
def test_buildings_of_several_hexes_are_factories_without_cellars() -> None:
    assert printed_kinds(content())["V23"] == "stone-factory"
    assert locations_of(position(), "V23") == ("V23",)


@pytest.mark.rule("rileys_road:A10.61")
def test_woods_houses_and_trenches_help_to_rally_but_rubble_does_not() -> None:
    game = position(rubble={"U17": "stone"})
    found = [helps_rally(game, unit) for unit in (ca("D8"), ca("T10-1"), ca("U17"), ca("S13"))]
    assert found == [True, True, False, False]
    assert helps_rally(game, ca("S13", stance="trench"))
    assert not helps_rally(game, ca("S13", stance="foxhole"))


@pytest.mark.rule("rileys_road:A10.51", "rileys_road:B24.2")
def test_broken_units_rout_to_woods_houses_and_rubble_that_do_not_burn() -> None:
    game = position(rubble={"U17": "stone"}, blazes={"D8": True})
    assert [is_refuge(game, hex_) for hex_ in ("U17", "T10", "D8", "S13", "T16")] == [True, True, False, False, False]


@pytest.mark.rule("rileys_road:A12.11")
def test_concealment_terrain_is_what_is_not_open_ground() -> None:
    units = {"o": ca("T16"), "p": ca("S15"), "f": ca("S15", stance="foxhole"), "s": ca("S13"), "w": ca("D8")}
    game = position(units=units, smoke={"S13": (Smoke(2),)})
    assert {name: is_concealment_terrain(game, name) for name in units} == {
        "o": True, "p": False, "f": True, "s": True, "w": True,
    }  # fmt: skip


@pytest.mark.rule("rileys_road:A12.11", "rileys_road:E1.16")
def test_the_dark_conceals_but_for_light_and_costs_nothing_extra_in_the_open() -> None:
    game = position(units={"p": ca("S15"), "q": ca("S13")}, nvr=3, lights={"S13": (Light(1, 1),)})
    assert is_concealment_terrain(game, "p")
    assert not is_concealment_terrain(game, "q")
    assert not hides_by_day(game, "S15")


# TEM


@pytest.mark.rule(
    "rileys_road:B/tem", "rileys_road:B13.1", "rileys_road:B23.1", "rileys_road:B14.1", "rileys_road:B15.6"
)
def test_each_kind_of_terrain_has_its_tem() -> None:
    kinds = {"D8": 1, "T10": 3, "B19": 2, "T16": 0, "S15": 0, "P10": 0}
    for hex_, expected in kinds.items():
        game = position(units={"c": ca(hex_)})
        assert value(game, "c", (content().adjacent[hex_][0],)) == expected, hex_


@pytest.mark.rule("rileys_road:B13.1")
def test_shells_burst_in_the_trees_above_men_in_woods() -> None:
    game = position(units={"c": ca("D8"), "f": ca("D8", stance="foxhole")})
    assert value(game, "c", ("D12",), "mortar") == value(game, "c", (), "oba") == -1
    assert value(game, "f", (), "oba") == 4 - 1


@pytest.mark.rule("rileys_road:B23.3")
def test_a_building_protects_from_all_but_its_own_location() -> None:
    game = position(units={"c": ca("T10"), "b": ca("T10-1")})
    assert value(game, "c", ("T10",)) == 0
    assert value(game, "c", ("T10-1",)) == 3
    assert value(game, "b", ("T10",)) == 3


@pytest.mark.rule("rileys_road:B23.74")
def test_fire_within_a_factory_meets_little_cover() -> None:
    game = position(units={"c": ca("V23")})
    assert value(game, "c", ("V22",)) == 1
    assert value(game, "c", ("W24",)) == 3


@pytest.mark.rule("rileys_road:B23.9/infantry", "rileys_road:RR11.11")
def test_a_fortified_location_is_one_better_than_its_building() -> None:
    game = position(units={"c": ca("T10"), "b": ca("T10-1")}, fortified={"T10": "german", "T10-1": "german"})
    assert value(game, "c", ("T13",)) == value(game, "b", ("T13",)) == 4


@pytest.mark.rule("rileys_road:B24.2")
def test_rubble_protects_as_the_house_did() -> None:
    game = position(units={"c": ca("B19"), "d": ca("T10")}, rubble={"B19": "wooden", "T10": "stone"})
    assert (value(game, "c", ("B17",)), value(game, "d", ("T12",))) == (2, 3)


@pytest.mark.rule("rileys_road:B27/infantry")
def test_entrenchments_protect_most_from_artillery_and_overrun() -> None:
    game = position(units={"f": ca("S15", stance="foxhole"), "t": ca("S15", stance="trench"), "o": ca("S15")})
    for name in ("f", "t"):
        assert [value(game, name, ("S12",), kind) for kind in ("direct", "mortar", "oba", "overrun")] == [2, 2, 4, 4]
    assert value(game, "o", ("S12",)) == 0


@pytest.mark.rule("rileys_road:B27/infantry")
def test_a_foxhole_in_woods_is_not_added_to_the_woods() -> None:
    assert value(position(units={"f": ca("D8", stance="foxhole")}), "f", ("D12",)) == 2


@pytest.mark.rule("rileys_road:B2.1")
def test_shellholes_protect_those_who_use_them() -> None:
    units = {"in": ca("S15", stance="shellholes"), "stayed": ca("S15"), "moved": ca("S15", moved=True)}
    game = position(units=units, shellholes={"S15": True})
    assert [value(game, name, ("S12",)) for name in units] == [1, 1, 0]
    assert value(game, "in", (), "overrun") == 0


@pytest.mark.rule("rileys_road:D9.3")
def test_a_wreck_is_cover_in_the_open() -> None:
    game = position(units={"c": ca("S15")}, wrecks={"w": Wreck("ca-sherman", "S15", 0)})
    assert value(game, "c", ("S12",)) == 1


# Walls and hedges


@pytest.mark.rule("rileys_road:B9.1", "rileys_road:B9.3")
def test_a_hedge_protects_from_fire_over_it_only() -> None:
    game = position(units={"c": ca("K17")})
    assert covers(content(), "K17") == {2: "hedge"}
    assert value(game, "c", ("M18",)) == 1
    assert value(game, "c", ("J18",)) == 0


@pytest.mark.rule("rileys_road:B9.3", "rileys_road:A.5")
def test_a_fire_group_meets_the_hedge_that_one_of_it_fires_over() -> None:
    game = position(units={"c": ca("K17")})
    assert value(game, "c", ("J18", "M18")) == 1


@pytest.mark.rule("rileys_road:B9.3")
def test_a_line_through_a_vertex_meets_the_hedge_that_ends_there() -> None:
    assert crossed_sides(content(), "K17", "M17") == (1, 2)
    assert value(position(units={"c": ca("K17")}), "c", ("M17",)) == 1


@pytest.mark.rule("rileys_road:B9.3")
def test_indirect_fire_meets_walls_and_no_hedges() -> None:
    game = position(units={"c": ca("K17"), "d": ca("P10")})
    assert value(game, "c", ("M18",), "mortar") == 0
    assert value(game, "d", (), "oba") == 1


@pytest.mark.rule("rileys_road:B9.32")
def test_who_has_wall_advantage_is_protected_from_adjacent_fire_and_the_other_is_not() -> None:
    game = position(units={"c": ca("K17"), "g": de("L17")})
    assert "L17" in content().adjacent["K17"]
    assert value(game, "c", ("L17",)) == value(game, "g", ("K17",)) == 1
    assert may_claim(game, "c")
    claim(game, "K17", "canadian")
    assert (value(game, "c", ("L17",)), value(game, "g", ("K17",))) == (1, 0)
    assert not may_claim(game, "g")


@pytest.mark.rule("rileys_road:B9.32", "rileys_road:B27.2")
def test_entrenched_and_broken_units_may_not_claim_a_wall() -> None:
    units = {"e": ca("K17", stance="foxhole"), "b": ca("K17", broken=True), "o": ca("S15"), "c": ca("K17")}
    game = position(units=units)
    assert [may_claim(game, name) for name in units] == [False, False, False, True]


@pytest.mark.rule("rileys_road:B9.32")
def test_with_wall_advantage_the_terrain_of_the_hex_does_not_help_against_adjacent_fire_over_the_wall() -> None:
    game = position(units={"c": ca("Q10", wall=True)})
    assert value(game, "c", ("Q11",)) == 2
    assert value(game, "c", ("Q13",)) == 3


# Height, Open Ground, SMOKE


@pytest.mark.rule("rileys_road:B10.31")
def test_height_advantage_needs_all_firers_to_be_lower_and_no_other_cover() -> None:
    game = position(units={"c": ca("J17"), "w": ca("D5")})
    assert (elevation(content(), "J17"), elevation(content(), "K15"), elevation(content(), "J19")) == (1, 0, 1)
    assert [part.label for part in tem(game, "J17", ("c",), ("K15",))] == ["tem.height"]
    assert tem(game, "J17", ("c",), ("K15", "J19")) == []
    assert not is_open_ground(game, ("c",), "J17", ("K15",))
    assert [part.label for part in tem(game, "D5", ("w",), ("D9",))] == ["tem.stone-building"]


@pytest.mark.rule("rileys_road:B1.1", "rileys_road:A8.9")
def test_open_ground_is_where_nothing_protects_and_nothing_hinders() -> None:
    units = {"p": ca("S15"), "o": ca("T16"), "h": ca("K17"), "f": ca("S15", stance="foxhole")}
    game = position(units=units)
    assert is_open_ground(game, ("p",), "S15", ("S12",))
    assert not is_open_ground(game, ("p",), "S15", ("S12",), 1)
    assert not is_open_ground(game, ("o",), "T16", ("T13",))
    assert not is_open_ground(game, ("h",), "K17", ("M18",))
    assert not is_open_ground(game, ("f",), "S15", ("S12",))


@pytest.mark.rule("rileys_road:A8.9")
def test_a_hex_with_an_entrenchment_is_not_open_ground_for_those_who_move_in_it() -> None:
    game = position(units={"p": ca("S15")}, works={"S15": Works("german", foxholes=1)})
    assert not is_open_ground(game, ("p",), "S15", ("S12",))


@pytest.mark.rule("rileys_road:A4.3", "rileys_road:B1.1")
def test_men_in_bypass_are_in_the_open_beside_their_obstacle() -> None:
    game = position(units={"c": ca("T10", stance="bypass", vertices=(0, 1))})
    assert value(game, "c", ("T13",)) == 0
    assert is_open_ground(game, ("c",), "T10", ("T13",))


@pytest.mark.rule("rileys_road:A24.2", "rileys_road:A.16")
def test_smoke_counts_once_for_a_hex_up_to_its_limit() -> None:
    game = position(smoke={"S15": (Smoke(2), Smoke(3, source="ordnance")), "S11": (Smoke(1, wp=True),)})
    assert (smoke_in(game, "S15"), smoke_in(game, "S11"), smoke_in(game, "S12")) == (3, 1, 0)


@pytest.mark.rule("rileys_road:C7.6", "rileys_road:A24.2", "rileys_road:A12.11")
def test_a_burning_wreck_is_smoke_to_enter_to_hide_in_and_for_movement_in_the_open() -> None:
    units = {"p": ca("S15"), "q": ca("S14")}
    plain = position(units=units, wrecks={"w": Wreck("ca-sherman3", "S15", 0)})
    burns = position(units=units, wrecks={"w": Wreck("ca-sherman3", "S15", 0, burning=True)})
    assert (smoke_costs(plain), smoke_in(plain, "S15")) == (None, 0)
    costs = smoke_costs(burns)
    assert costs is not None
    assert (costs[board().index["S15"]], smoke_in(burns, "S15")) == (2, 2)
    assert (is_concealment_terrain(plain, "p"), is_concealment_terrain(burns, "p")) == (False, True)


@pytest.mark.rule("rileys_road:RR13.1")
def test_fences_give_no_cover() -> None:
    game = position(units={"c": ca("R8")})
    assert hexsides(content())["R8"][0].fence
    assert value(game, "c", ("R5",)) == 0
    assert is_open_ground(game, ("c",), "R8", ("R5",))


@pytest.mark.rule("rileys_road:B9.3", "rileys_road:A4.3")
def test_men_in_bypass_are_covered_by_the_hedge_that_they_follow_and_by_no_other() -> None:
    along = position(units={"c": ca("E17", stance="bypass", vertices=(2, 3))})
    assert covers(content(), "E17") == {3: "hedge", 4: "hedge", 5: "hedge"}
    assert value(along, "c", ("E19",)) == 1
    away = position(units={"c": ca("E17", stance="bypass", vertices=(0, 1))})
    assert value(away, "c", ("E19",)) == 0
