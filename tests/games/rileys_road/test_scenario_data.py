"""The scenarios that ship: known counters, room for everybody, suggested set-ups that are legal, goals within reach."""

from __future__ import annotations

import heapq
from collections import Counter

import pytest

from games.rileys_road.data import (
    DATA,
    UNITS,
    board,
    content_of,
    guns,
    modules,
    personnel,
    scenario,
    stacking,
    table,
    vehicles,
    weapons,
)
from sandtable.games.asl.scenario import Area, Force, Group
from sandtable.games.asl.sequence.fieldworks import prices
from sandtable.games.asl.state import DUMMY
from sandtable.games.asl.tables.features import Fences, Slopes
from sandtable.games.asl.tables.movement import Movement, PersonnelSize
from sandtable.games.asl.tables.terrain import Hexsides, Terrain

NAMES = ("farm", "pak-front", "raid", "initial")
WORKS = ("foxhole-1", "foxhole-2", "foxhole-3", "trench", "wire", "fortified", "anti-", "concealment", "hidden-")
LEADER = "leader"


def forces() -> list[tuple[str, str, Force]]:
    return [(name, side, force) for name in NAMES for side, force in scenario(name).forces.items()]


def groups() -> list[tuple[str, str, Group]]:
    return [(name, side, group) for name, side, force in forces() for group in force.groups.values()]


def size_of(kind: str) -> PersonnelSize:
    type_ = personnel()[kind].type
    return "smc" if type_ == "leader" or type_ == "hero" else type_


def kinds_in(force: Force) -> dict[str, list[str]]:
    """The suggested set-up by hex, without the names of groups."""
    return {label: [token.rpartition("/")[2] for token in tokens] for label, tokens in force.suggested.items()}


def halves(kinds: Counter[str]) -> int:
    return sum(count * stacking().halves[size_of(kind)] for kind, count in kinds.items() if kind in personnel())


def single_men(kinds: Counter[str]) -> int:
    return sum(count for kind, count in kinds.items() if kind in personnel() and size_of(kind) == "smc")


@pytest.mark.parametrize(("name", "side", "group"), groups())
def test_every_counter_of_a_group_is_known_and_of_its_side(name: str, side: str, group: Group) -> None:
    known = {kind for kind, card in personnel().items() if card.side == side}
    assert set(group.units) <= known
    assert all(weapons()[kind].side == side for kind in group.weapons)
    assert all(guns().guns[kind].side == side for kind in group.guns)
    assert all(vehicles().vehicles[kind].side == side for kind in group.vehicles)
    assert all(vehicles().armor_leaders[kind].side == side for kind in group.armor_leaders)
    for kind, count in group.machine_guns.items():
        assert vehicles().vehicles[kind].aamg_optional
        assert count <= group.vehicles[kind]


@pytest.mark.parametrize(("name", "side", "group"), groups())
def test_an_area_lies_on_the_ground_of_its_scenario_and_holds_its_group(name: str, side: str, group: Group) -> None:
    area = group.setup.on(board()) if group.setup is not None else None
    if group.enters is not None:
        area = group.enters.on(board())
        assert group.enters.turn <= scenario(name).turns
    assert area
    corners = scenario(name).area
    if corners is not None:
        (left, top), (right, bottom) = (column_row(corner) for corner in corners)
        places = [column_row(label) for label in area]
        assert all(left <= column <= right and top <= row <= bottom for column, row in places)
        if group.enters is not None:
            assert all(column in (left, right) or row in (top, bottom) for column, row in places)
    assert halves(Counter(group.units)) <= stacking().limit * len(area)
    assert single_men(Counter(group.units)) <= stacking().smc * len(area)


def column_row(label: str) -> tuple[int, int]:
    return board().grid.column_row(board().hex(board().index[label]))


@pytest.mark.parametrize(("name", "side", "force"), [each for each in forces() if each[2].suggested])
def test_a_suggested_set_up_places_everything_that_sets_up(name: str, side: str, force: Force) -> None:
    wanted: Counter[str] = Counter()
    for group in force.groups.values():
        if group.setup is not None:
            for part in (group.units, group.weapons, group.guns, group.vehicles, group.armor_leaders):
                wanted.update(part)
    wanted[DUMMY] = 0 if force.cloaking is None else force.cloaking.dummies
    placed = Counter(kind for kinds in kinds_in(force).values() for kind in kinds)
    assert Counter({kind: count for kind, count in placed.items() if not kind.startswith((*WORKS, LEADER))}) == +wanted


@pytest.mark.parametrize(("name", "side", "force"), [each for each in forces() if each[2].suggested])
def test_a_suggested_set_up_uses_all_works_of_a_side_or_all_its_points(name: str, side: str, force: Force) -> None:
    works = Counter(kind for kinds in kinds_in(force).values() for kind in kinds if kind.startswith(WORKS))
    points = sum(group.fortification_points for group in force.groups.values())
    if points:
        price = prices(content_of(name), side)
        assert sum(price[kind] * count for kind, count in works.items()) == 2 * points
    else:
        own = [f"foxhole-{squads}" for group in force.groups.values() for squads in group.foxholes]
        assert works == Counter(own)


@pytest.mark.parametrize(("name", "side", "force"), [each for each in forces() if each[2].suggested])
def test_a_suggested_set_up_is_legal(name: str, side: str, force: Force) -> None:
    areas = [group.setup.on(board()) for group in force.groups.values() if group.setup is not None]
    area = frozenset().union(*areas)
    for label, kinds in kinds_in(force).items():
        assert label in area
        counted = Counter(kinds)
        assert halves(counted) <= stacking().limit
        assert single_men(counted) <= stacking().smc
        indoors = "building" in board().named(label).terrain
        holder = None
        for kind in kinds:
            if kind in personnel():
                holder = kind
            elif kind in weapons():
                assert holder is not None
                assert not (indoors and weapons()[kind].type == "mortar")
            elif kind in guns().guns:
                assert holder == guns().guns[kind].crew
                assert not (indoors and guns().guns[kind].size < 1)
                assert label in force.facing
            elif kind in vehicles().vehicles:
                holder = kind
                assert label in force.facing
            elif kind in vehicles().armor_leaders:
                assert holder in vehicles().vehicles
            elif kind == DUMMY:
                assert len(kinds) == 1
            elif kind != LEADER:
                assert kind.startswith(WORKS)
                assert not (indoors and kind.startswith(("foxhole", "trench", "wire")))


@pytest.mark.parametrize("name", ["farm", "pak-front", "raid"])
def test_set_up_areas_lie_apart(name: str) -> None:
    one, other = (
        next(group.setup.on(board()) for group in force.groups.values() if group.setup is not None)
        for force in scenario(name).forces.values()
    )
    night = scenario(name).conditions.night
    gap = min(board().distance(board().index[a], board().index[b]) for a in one for b in other)
    assert gap > (1 if night is None else night.nvr)


@pytest.mark.parametrize("name", ["farm", "pak-front"])
def test_objectives_are_buildings_of_the_ground(name: str) -> None:
    goals = scenario(name).victory.controls
    assert goals is not None
    assert goals.at_least <= len(goals.hexes)
    for label in goals.hexes:
        assert "building" in board().named(label).terrain


@pytest.mark.rule("rileys_road:E1.4")
def test_the_raiders_have_half_as_many_dummies_as_stacks() -> None:
    force = scenario("raid").forces["german"]
    assert force.cloaking is not None
    assert force.cloaking.real + force.cloaking.dummies == len(force.suggested)
    assert force.cloaking.dummies == -(-force.cloaking.real // 2)


@pytest.mark.rule("rileys_road:CG3")
def test_a_defender_at_night_has_a_lower_elr() -> None:
    assert scenario("raid").forces["canadian"].elr == scenario("initial").forces["canadian"].elr - 1


@pytest.mark.rule("rileys_road:2.42/german-ob")
def test_the_germans_of_the_initial_scenario_are_those_of_the_campaign_rules() -> None:
    force = scenario("initial").forces["german"]
    assert force.groups["I"].units == {"de-548": 14, "de-228": 4}
    assert force.groups["I"].guns == {"de-pak43": 2, "de-pak4341": 2}
    assert force.groups["II"].units == {"de-548": 6, "de-228": 4}
    assert force.groups["I"].fortification_points == 100
    assert force.groups["II"].entrenches == ("de-228",)


@pytest.mark.rule("rileys_road:2.42/canadian-ob")
def test_the_canadians_of_the_initial_scenario_fit_on_their_vehicles() -> None:
    force = scenario("initial").forces["canadian"]
    mounted = sum(
        count
        for group in force.groups.values()
        if group.enters and group.enters.mounted
        for count in group.units.values()
    )
    room = sum(
        count * (max(vehicles().vehicles[kind].passengers, vehicles().vehicles[kind].riders) // 10)
        for kind, count in force.vehicles.items()
    )
    assert mounted == 22
    assert room >= mounted


@pytest.mark.rule("rileys_road:2.41/lvp")
def test_the_points_of_the_initial_scenario_are_those_of_the_map() -> None:
    points = scenario("initial").victory.points
    assert points is not None
    assert sum(points.hexes.values()) == 20
    assert points.hexes == {
        info.label: int(str(info.data["lvp"])) for info in board().hexes if info.data and "lvp" in info.data
    }


@pytest.mark.rule("rileys_road:I.3")
def test_every_battery_has_a_radio() -> None:
    for _, side, force in forces():
        assert all(modules().modules[kind].side == side for kind in force.batteries)
        radios = sum(count for kind, count in force.weapons.items() if weapons()[kind].type == "radio")
        assert radios == len(force.batteries)


def test_files_of_counters_hold_what_their_names_say() -> None:
    assert {path.stem for path in UNITS.glob("*.yaml")} == {"personnel", "weapons", "guns", "vehicles", "artillery"}


@pytest.mark.rule("rileys_road:D1.6")
def test_turrets_are_at_most_one_step_better_or_worse_than_hulls() -> None:
    scale = (0, 1, 2, 3, 4, 6, 8, 11, 14, 18, 26)
    for card in vehicles().vehicles.values():
        if card.turret is not None:
            for turret, hull in ((card.turret.front, card.hull.front), (card.turret.side, card.hull.side)):
                assert abs(scale.index(turret) - scale.index(hull)) <= 1


@pytest.mark.rule("rileys_road:D6.1")
def test_tanks_carry_riders_and_carriers_carry_passengers() -> None:
    for card in vehicles().vehicles.values():
        assert bool(card.riders) == (card.type in ("tank", "tank-destroyer"))
        assert bool(card.passengers) == (card.type in ("halftrack", "carrier"))


def step(here: int, direction: int, night: bool) -> int:
    """What Infantry pays for a step to a neighbouring hex, in half MF."""
    there = board().neighbour(here, direction)
    terrain, steps = table("terrain", Terrain), table("movement", Movement)
    by_road = any(marks[here * 6 + direction] for marks in board().networks.values())
    row = terrain.hexes[board().hexes[there].terrain]
    cost = terrain.road.mf if by_road else row.mf
    if board().hexes[there].elevation > board().hexes[here].elevation:
        cost *= steps.uphill
    if board().falls["slope"][there * 6 + (direction + 3) % 6]:
        cost += table("slopes", Slopes, DATA).mf
    features = board().side_features(here, direction)
    if not by_road:
        cost += sum(table("hexsides", Hexsides).hexsides[name].mf for name in features & {"hedge", "wall"})
        if "fence" in features:
            fences = table("fences", Fences, DATA)
            cost += fences.mf * (fences.night if night else 1)
    return cost + (steps.night if night and not row.open_ground else 0)


def turns_needed(start: frozenset[str], goals: frozenset[str], ground: frozenset[str], night: bool) -> int:
    """After how many Player Turns a squad of 4 MF can stand in one of the goals, an advance included."""
    allotment = table("movement", Movement).allotments["mmc"]
    reached = {board().index[label] for label in start}
    wanted = {board().index[label] for label in goals}
    inside = {board().index[label] for label in ground}
    for turn in range(1, 20):
        best = dict.fromkeys(reached, 0)
        heap = [(0, here) for here in reached]
        while heap:
            spent, here = heapq.heappop(heap)
            for direction in range(6):
                there = board().neighbour(here, direction)
                if there not in inside:
                    continue
                total = spent + step(here, direction, night)
                if total < best.get(there, allotment + 1):
                    best[there] = total
                    heapq.heappush(heap, (total, there))
        reached = set(best) | {there for here in best for there in board().adjacent(here) if there in inside}
        if reached & wanted:
            return turn
    raise AssertionError("the goals cannot be reached")


def ground_of(name: str) -> frozenset[str]:
    corners = scenario(name).area
    assert corners is not None
    return Area(corners=corners).on(board())


@pytest.mark.parametrize("name", ["farm", "pak-front"])
def test_the_attacker_reaches_every_objective_on_foot_with_a_turn_to_spare(name: str) -> None:
    played = scenario(name)
    goals = played.victory.controls
    start = next(iter(played.forces[played.moves_first].groups.values())).setup
    assert goals is not None
    assert start is not None
    for label in goals.hexes:
        needed = turns_needed(start.on(board()), frozenset({label}), ground_of(name), night=False)
        assert needed < played.turns


def test_the_raiders_reach_the_gun_and_get_away_in_time() -> None:
    played = scenario("raid")
    start, safe = played.forces["german"].groups["raiders"].setup, played.victory.safe
    gun = next(label for label, kinds in played.forces["canadian"].suggested.items() if played.victory.gun in kinds)
    assert start is not None
    assert safe is not None
    ground = ground_of("raid")
    there = turns_needed(start.on(board()), frozenset({gun}), ground, night=True)
    back = turns_needed(frozenset({gun}), Area(corners=safe.corners).on(board()), ground, night=True)
    assert there + back < played.turns


@pytest.mark.parametrize("name", NAMES)
def test_every_text_of_a_scenario_is_in_both_languages(name: str) -> None:
    played = scenario(name)
    texts = [played.name, played.description, played.briefing, played.victory.text, *played.notes]
    texts += [force.formation for force in played.forces.values()]
    for text in texts:
        assert set(text) == {"en", "ja"}
        assert all(text.values())
