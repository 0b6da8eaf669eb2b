"""Maps, counters and Set-Up Cards: sound, and in agreement with one another."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

import pytest
from msgspec.structs import replace

from games.efs.positions import TITLE, content
from sandtable.games.efs.content import Content, card_of
from sandtable.games.efs.files import PrintedUnit
from sandtable.games.efs.state import AXIS, SIDES, SOVIET
from sandtable.games.efs.tables import AttackSupplyFile, UntriedFile

MAPS = {"luga-line": (18, 14), "perekop": (22, 16)}
BRIDGED = {"major-river", "lake", "shallow-water", "sea"}


@pytest.fixture(params=MAPS)
def here(request: pytest.FixtureRequest) -> Content:
    return content(request.param)


def spread(starts: Iterable[str], step: Callable[[str], Iterable[str]], limit: int = 999) -> set[str]:
    """The hexes within some steps of others."""
    seen = dict.fromkeys(starts, 0)
    todo = deque(seen)
    while todo:
        label = todo.popleft()
        for other in step(label) if seen[label] < limit else ():
            if other not in seen:
                seen[other] = seen[label] + 1
                todo.append(other)
    return set(seen)


# Maps


def test_the_maps_have_their_size_and_their_neighbours() -> None:
    for scenario, (columns, rows) in MAPS.items():
        assert content(scenario).board.size == columns * rows
    assert set(content().adjacent["0504"]) == {"0503", "0505", "0404", "0405", "0604", "0605"}
    assert set(content().adjacent["0604"]) == {"0603", "0605", "0503", "0504", "0703", "0704"}


def test_roads_and_railroads_stay_on_land(here: Content) -> None:
    assert {label for edge in (*here.roads, *here.rails) for label in edge} <= here.land


def test_water_is_crossed_by_printed_bridges_only(here: Content) -> None:
    for edge, found in here.hexsides.items():
        if found & BRIDGED:
            assert ("road-bridge" in found) == (edge in here.roads)
            assert ("rail-bridge" in found) == (edge in here.rails)


def test_the_railroads_form_one_net_and_reach_every_city(here: Content) -> None:
    hexes = {label for edge in here.rails for label in edge}
    net = spread([min(hexes)], lambda label: [b for b in here.adjacent[label] if (label, b) in here.rails])
    assert net == hexes
    assert here.cities <= hexes


def test_fortified_lines_face_a_neighbour(here: Content) -> None:
    for label, faced in here.faces.items():
        assert faced <= set(here.adjacent[label])


# Cards


def test_sources_lie_at_the_edge(here: Content) -> None:
    edge = {label for label, near in here.adjacent.items() if len(near) < 6}
    for side in SIDES:
        assert set(card_of(here, side).sources) <= edge


def test_the_wall_and_the_belt_are_where_they_were() -> None:
    south, north = content("perekop"), content()
    assert south.faces["0908"] == {"0808", "0907"}
    assert south.faces["0809"] == {"0808"}
    assert north.faces["1412"] == {"1413", "1312", "1311"}
    assert north.belts == {"1601"}


def test_units_stand_on_land_without_mixing_sides_or_overstacking(here: Content) -> None:
    stacks: dict[str, list[str]] = {}
    for unit_id, placement in here.card.units.items():
        if placement.at and not placement.turn:
            stacks.setdefault(placement.at, []).append(unit_id)
    for label, there in stacks.items():
        assert label in here.land
        assert len({here.side_of[unit_id] for unit_id in there}) == 1
        assert sum(here.counters[unit_id].stacking for unit_id in there) <= 10
        assert sum(here.counters[unit_id].untried == "machine-guns" for unit_id in there) <= 1


def test_every_unit_is_somewhere_or_comes_from_somewhere(here: Content) -> None:
    for placement in here.card.units.values():
        assert placement.at or placement.entry or placement.box or placement.city
        if placement.turn:
            assert here.first_turn <= placement.turn <= here.last_turn
        for label in placement.entry:
            assert label in here.land


def test_every_unit_can_be_supplied_at_the_start(here: Content) -> None:
    """By 7 hexes to a road net of 21 or a railroad net; enemy zones left out of account."""
    at = {side: standing(here, side) for side in SIDES}
    assert at[AXIS] <= supplied(here, AXIS, at[SOVIET])
    assert at[SOVIET] <= supplied(here, SOVIET, at[AXIS])


def standing(here: Content, side: str) -> set[str]:
    placements = here.card.units.items()
    return {p.at for unit_id, p in placements if p.at and not p.turn and here.side_of[unit_id] == side}


def supplied(here: Content, side: str, enemies: set[str]) -> set[str]:
    """The hexes from which a side can trace a supply route at the start; only Soviet railroads run."""
    broken = {bridge.partition("/")[0] for bridge in here.card.destroyed_bridges}

    def passable(edge: tuple[str, str]) -> bool:
        wet = here.hexsides[edge] & BRIDGED
        bridged = "road-bridge" in here.hexsides[edge] and here.hexside_id(*edge) not in broken
        return edge[1] in here.land - enemies and (not wet or bridged)

    def steps(way: Callable[[tuple[str, str]], bool]) -> Callable[[str], list[str]]:
        return lambda label: [b for b in here.adjacent[label] if way((label, b)) and passable((label, b))]

    sources = card_of(here, side).sources
    rails = spread(sources, steps(lambda edge: side == SOVIET and edge in here.rails))
    roads = spread(rails, steps(lambda edge: here.roads.get(edge) in ("main", "motorway")), 20)
    return spread(roads, steps(lambda edge: True), 7)


def test_supply_units_start_on_land_within_the_counters(here: Content) -> None:
    lines = here.table("attack-supply", AttackSupplyFile).lines
    for side in SIDES:
        card = card_of(here, side)
        assert all(each.at in here.land and 1 <= each.points <= 4 for each in card.supply_at_start)
        assert len(card.supply_at_start) <= card.supply_counters.small + card.supply_counters.large
        assert all(row.line in lines for row in card.supply_received)


def test_strongpoints_stand_on_land_and_destroyed_bridges_are_printed(here: Content) -> None:
    assert set(here.card.strongpoints) <= here.land
    for bridge in here.card.destroyed_bridges:
        hexside, _, kind = bridge.partition("/")
        a, b = hexside.split("-")
        assert f"{kind}-bridge" in here.hexsides[a, b]


def test_victory_levels_descend(here: Content) -> None:
    least = list(here.card.levels.values())
    assert least == sorted(least, reverse=True)
    assert set(here.card.locations) <= here.land


def test_the_learning_scenario_is_small() -> None:
    here = content()
    assert here.last_turn - here.first_turn == 3
    for side in SIDES:
        assert sum(here.side_of[unit_id] == side for unit_id in here.card.units) <= 20
    assert set(here.card.weather.automatic.values()) == {"dry"}


def test_the_long_battle_goes_on_with_the_same_card() -> None:
    short, long = content("perekop"), content("perekop-long")
    assert replace(long.card, units=short.card.units) == short.card
    assert {*long.card.units} - {*short.card.units} == {"su-azov-flo"}
    assert (short.last_turn, long.last_turn) == (53, 57)


# Counters


def printed() -> dict[str, PrintedUnit]:
    return content().counters


def test_steps_never_grow_and_are_four_at_most() -> None:
    for unit_id, unit in printed().items():
        assert len(unit.faces) <= 4
        if unit.type not in ("headquarters", "railroad-artillery"):
            for better, worse in zip(unit.faces, unit.faces[1:], strict=False):
                assert better[0] >= worse[0], unit_id
                assert better[1] >= worse[1], unit_id


def test_counters_name_what_the_manifest_has() -> None:
    here = content()
    for unit in printed().values():
        assert unit.type in here.types
        assert unit.nation in here.nations
        assert unit.formation in here.formations
        assert not unit.division or unit.division in here.divisions
        assert bool(unit.faces) != bool(unit.untried)


def test_artillery_has_a_range_a_band_and_one_step() -> None:
    here = content()
    for unit in printed().values():
        if here.types[unit.type].group == "artillery":
            assert unit.range
            assert unit.no_zoc
            assert len(unit.faces) == 1 or unit.type == "railroad-artillery"


def test_headquarters_have_two_sides_and_no_stacking_value() -> None:
    for unit in printed().values():
        if unit.type == "headquarters":
            assert len(unit.faces) == 2
            assert unit.stacking == 0
            assert 0 <= unit.command <= 3
            assert unit.recovery >= 1


def test_motorized_types_have_the_box_and_armor_is_red() -> None:
    here = content()
    for unit in printed().values():
        assert unit.box == (here.types[unit.type].group in ("armored", "motorized"))
        if unit.type == "armor":
            assert unit.red


def test_panzer_and_motorized_divisions_have_the_components_that_their_bonus_needs() -> None:
    here = content()
    wanted = {
        "panzer": ["motorized-infantry", "motorized-infantry", "panzer", "reconnaissance"],
        "motorized": ["motorized-infantry", "motorized-infantry", "reconnaissance"],
    }
    for name, division in here.divisions.items():
        found = sorted(unit.component for unit in printed().values() if unit.division == name)
        assert found == wanted.get(division.kind, found)


def test_substitute_counters_are_those_of_the_rules() -> None:
    found = {unit.faces for unit in printed().values() if unit.substitute}
    assert found == {((1, 2, 5),), ((2, 2, 5),)}


def test_there_are_enough_tried_sides(here: Content) -> None:
    pools = here.table("untried", UntriedFile).pools
    for kind, sides in pools.items():
        assert sum(here.counters[unit_id].untried == kind for unit_id in here.card.units) <= len(sides)


def test_every_counter_has_a_name_in_both_languages() -> None:
    for unit in printed().values():
        assert unit.name["en"]
        assert unit.name["ja"]
    names = [TITLE.named("unit", unit_id, "en", None) for unit_id in printed()]
    assert len(names) == len(set(names))


# Cards


def test_a_source_lies_on_a_road_or_a_railroad(here: Content) -> None:
    for side in SIDES:
        for label in card_of(here, side).sources:
            joined = any((label, other) in here.roads for other in here.adjacent[label])
            assert joined or label in here.rail_hexes, label


def test_attack_supply_comes_by_lines_that_the_chart_has(here: Content) -> None:
    lines = here.table("attack-supply", AttackSupplyFile).lines
    for side in SIDES:
        received = card_of(here, side).supply_received
        assert received
        assert {each.line for each in received} <= lines.keys()
        assert all(set(each.entry) <= here.land for each in received)


def test_trains_stand_on_railroads_one_in_a_hex(here: Content) -> None:
    placed = [
        placement.at
        for unit_id, placement in here.card.units.items()
        if here.counters[unit_id].ma == "gray" and placement.at
    ]
    assert set(placed) <= here.rail_hexes
    assert len(placed) == len(set(placed))


def test_groups_of_the_card_and_their_units_agree(here: Content) -> None:
    named = {placement.group for placement in here.card.units.values() if placement.group}
    assert named == here.card.groups.keys()


def test_divisions_without_fuel_are_divisions_of_the_card(here: Content) -> None:
    there = {here.counters[unit_id].division for unit_id in here.card.units}
    assert set(here.card.fuel_groups) <= there


def test_victory_locations_are_on_land_and_worth_something(here: Content) -> None:
    for label, location in here.card.locations.items():
        assert label in here.land
        assert min(location.points) <= here.first_turn
        assert max(location.points.values()) > 0
