"""Places: hexes and their parts, what it costs to go from one to another, and what is seen from them."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from random_boards import draw, draw_bytes, rngs

from sandtable.board import (
    CLOSED,
    FORBIDDEN,
    STOP,
    Board,
    Field,
    HexInfo,
    Laid,
    Legend,
    Mover,
    Name,
    Parts,
    Place,
    Places,
    Plane,
    Sight,
    Step,
    TerrainStyle,
    board_from_text,
    both_ways,
    cropped,
    facings,
    floors,
    obstruction,
    ways,
)
from sandtable.board.reference import Web, movement_field
from sandtable.hexgrid import Grid, Hex, LabelError

TERRAINS = {"c": "clear", "w": "woods", "h": "house"}
FIELD = board_from_text("ccccc\nccccc\nccccc", TERRAINS)


def labels(places: Places, found: list[int]) -> list[str]:
    return [places.labels[place] for place in found]


def go(places: Places, field: Field, label: str) -> list[str]:
    """The way to a place, by labels."""
    return labels(places, field.path(places.at(label)))


# Plain hexes


def test_a_board_is_a_graph_of_plain_hexes() -> None:
    assert FIELD.places.is_plain
    assert FIELD.places.labels == FIELD.labels


def test_a_field_on_plain_hexes_is_that_of_the_mover() -> None:
    costs = FIELD.costs({"clear": 1})
    field = FIELD.places.field(7, FIELD.places.mover(costs), 2)
    assert field.pairs == Mover(FIELD.neighbours, costs).field(7, 2, bytes(FIELD.size)).pairs


def test_steps_of_plain_hexes_are_the_slots_of_hexes_and_directions() -> None:
    assert all(step.edge == step.side for step in FIELD.places.steps())


def test_a_trace_on_plain_hexes() -> None:
    assert FIELD.places.trace([0], limit=1).reached_hexes == FIELD.places.trace([0], limit=1).reached


# Facings

TANKS = Places(Plane(FIELD), facings(Plane(FIELD)))


def tank(step: Step) -> int:
    """A point to turn, one ahead, three in reverse."""
    here, there = TANKS.place(step.here), TANKS.place(step.there)
    if here.facing is None or there.facing is None:
        return FORBIDDEN
    if step.side < 0:
        return 1
    return 1 if step.side % 6 == here.facing // 2 else 3


TANK = TANKS.mover(TANKS.prices(tank))


def test_every_hex_has_six_facings_and_itself() -> None:
    assert labels(TANKS, list(TANKS.places_of(FIELD.index["0302"]))) == [
        "0302", "0302/N", "0302/NE", "0302/SE", "0302/S", "0302/SW", "0302/NW",
    ]  # fmt: skip


def test_a_tank_drives_ahead_turns_and_reverses() -> None:
    field = TANKS.field(TANKS.at("0302/N"), TANK, 3)
    costs = {label: field.cost(TANKS.at(label)) for label in ("0301/N", "0302/NE", "0302/S", "0303/N", "0402/NE")}
    assert costs == {"0301/N": 1, "0302/NE": 1, "0302/S": 3, "0303/N": 3, "0402/NE": None}


def test_a_tank_turns_before_it_drives_on() -> None:
    field = TANKS.field(TANKS.at("0302/N"), TANK, 9)
    assert go(TANKS, field, "0402/SE") == ["0302/N", "0302/NE", "0302/SE", "0402/SE"]


def test_a_hex_is_reached_in_whatever_facing_is_cheapest() -> None:
    field = TANKS.field(TANKS.at("0302/N"), TANK, 3)
    hexes = dict(zip(labels(TANKS, field.hexes), [cost for _, cost in field.hex_pairs], strict=True))
    assert hexes == {"0301": 1, "0401": 2, "0201": 2, "0303": 3, "0402": 3, "0202": 3, "0101": 3, "0501": 3}


def test_whoever_must_stop_may_still_turn() -> None:
    flags = bytearray(FIELD.size)
    flags[FIELD.index["0301"]] = STOP
    field = TANKS.field(TANKS.at("0302/N"), TANK, 3, flags)
    assert {label for label in labels(TANKS, field.ends) if label.startswith("0301")} == {
        "0301/N", "0301/NE", "0301/NW", "0301/SE", "0301/SW",
    }  # fmt: skip


def test_only_some_hexes_may_have_facings() -> None:
    plane = Plane(FIELD)
    assert Places(plane, facings(plane, ["0101", "0102"])).size == plane.size + 12


# Ways that do not meet

# A railway runs from west to east and a road from north to south; in 0302 they pass without meeting.
CROSSING = board_from_text(
    "wwwww\nwwwww\nwwwww",
    TERRAINS,
    networks={"road": [["0301", "0302", "0303"]], "rail": [["0102", "0202", "0302", "0402", "0502"]]},
)
APART = Places(Plane(CROSSING), ways(Plane(CROSSING), {"0302": ("road", "rail")}))


def column(step: Step) -> int:
    """A point along a way, and seven across country; whoever came by one way leaves by the other across country."""
    here, there = APART.place(step.here), APART.place(step.there)
    along = {way for way, marks in CROSSING.networks.items() if marks[step.side] and here.way in ("", way)}
    if there.way:
        return 1 if there.way in along else FORBIDDEN
    return 1 if along and there.hex != "0302" else 7


COLUMN = APART.mover(APART.prices(column))


def test_a_hex_with_two_ways_is_three_places() -> None:
    assert labels(APART, list(APART.places_of(CROSSING.index["0302"]))) == ["0302", "0302~road", "0302~rail"]


def test_a_column_follows_the_railway_past_the_road() -> None:
    field = APART.field(APART.at("0202"), COLUMN, 9)
    assert go(APART, field, "0402") == ["0202", "0302~rail", "0402"]


def test_a_column_cannot_leave_the_railway_by_the_road() -> None:
    field = APART.field(APART.at("0202"), COLUMN, 20)
    assert (field.cost(APART.at("0402")), field.cost(APART.at("0303"))) == (2, 7)


def test_a_hex_with_two_ways_is_one_destination() -> None:
    field = APART.field(APART.at("0202"), COLUMN, 9)
    assert labels(APART, field.hexes).count("0302") == 1
    assert APART.labels[field.goal(CROSSING.index["0302"]) or 0] == "0302~rail"


def test_a_step_between_neighbours_has_a_price() -> None:
    assert COLUMN.step(APART.at("0202"), APART.at("0302~rail")) == 1


def test_a_roadblock_changes_the_steps_into_a_hex() -> None:
    into = [step.edge for step in APART.steps() if APART.place(step.there).way == "rail"]
    blocked = COLUMN.changed(dict.fromkeys(into, FORBIDDEN))
    field = APART.field(APART.at("0202"), blocked, 9)
    assert go(APART, field, "0302") == ["0202", "0302"]


# Floors and cellars

TOWN = board_from_text("chhc\ncccc", TERRAINS)
HOUSES = Places(
    Plane(TOWN),
    floors({"0201": (-1, 1, 2), "0301": (1,)}),
    both_ways([("0201+1", "0301+1")]),
)


def squad(step: Step) -> int:
    return 1


SQUAD = HOUSES.mover(HOUSES.prices(squad))


def test_stairs_lead_from_floor_to_floor() -> None:
    field = HOUSES.field(HOUSES.at("0201-1"), SQUAD, 9)
    assert go(HOUSES, field, "0201+2") == ["0201-1", "0201", "0201+1", "0201+2"]


def test_a_passage_joins_two_houses_upstairs() -> None:
    flags = bytearray(HOUSES.size)
    flags[HOUSES.at("0301")] = CLOSED
    field = HOUSES.field(HOUSES.at("0201"), SQUAD, 2, flags)
    assert go(HOUSES, field, "0301+1") == ["0201", "0201+1", "0301+1"]


def test_levels_are_those_of_the_places() -> None:
    assert [HOUSES.levels[HOUSES.at(label)] for label in ("0201-1", "0201", "0201+2")] == [-1, 0, 2]


# Bypass along the hexsides of a hex: a place for each hexside, joined to the next at their corner

AROUND = [f"0302~{side}" for side in ("N", "NE", "SE", "S", "SW", "NW")]
BYPASS = Places(
    Plane(FIELD),
    Parts(tuple(AROUND)),
    both_ways(zip(AROUND, [*AROUND[1:], AROUND[0]], strict=True)),
    both_ways(zip(["0301", "0401", "0402", "0303", "0202", "0201"], AROUND, strict=True)),
)


def test_a_vehicle_drives_round_a_hex_along_its_hexsides() -> None:
    halftrack = BYPASS.mover(BYPASS.prices(lambda step: 1))
    closed = bytearray(BYPASS.size)
    for label in ("0302", "0201", "0202", "0401", "0402"):
        closed[BYPASS.at(label)] = CLOSED
    field = BYPASS.field(BYPASS.at("0301"), halftrack, 9, closed)
    assert go(BYPASS, field, "0303") == ["0301", "0302~N", "0302~NE", "0302~SE", "0302~S", "0303"]


# Boxes and several boards

EAST = board_from_text("ww\nww", TERRAINS)
TABLE = Plane(
    {"a": Laid(FIELD, "0101", Hex(0, 0)), "b": Laid(EAST, "0101", FIELD.grid.at(6, 1))}, {"reserve": Name("Reserve")}
)
MAPS = Places(TABLE, both_ways([("a.0101", "box:reserve")]))
GROUND = TABLE.costs({"clear": 1, "woods": 2})
DIVISION = MAPS.mover(MAPS.prices(lambda step: GROUND[step.side] if step.side >= 0 else 5))


def test_a_box_is_a_step_from_the_map() -> None:
    assert MAPS.field(MAPS.at("box:reserve"), DIVISION, 6).hex_pairs[:1] == [(MAPS.at("a.0101"), 5)]


def test_a_move_leads_from_one_board_to_another() -> None:
    field = MAPS.field(MAPS.at("a.0501"), DIVISION, 2)
    assert go(MAPS, field, "b.0101") == ["a.0501", "b.0101"]


def test_flags_by_the_hex_have_one_for_each_box() -> None:
    flags = bytearray(TABLE.size)
    flags[TABLE.index["box:reserve"]] = CLOSED
    assert MAPS.at("box:reserve") not in MAPS.field(MAPS.at("a.0101"), DIVISION, 9, flags).reached


def test_supply_is_traced_from_a_box() -> None:
    traced = MAPS.trace([MAPS.at("box:reserve")], prices=MAPS.prices(lambda step: 1), limit=2)
    assert labels(MAPS, [i for i in range(MAPS.size) if traced.reached[i]]) == [
        "a.0101", "a.0102", "a.0201", "box:reserve",
    ]  # fmt: skip


# Labels and names

NAMED = Board(
    Grid(),
    [HexInfo("0101", "clear", name=Name("Wolfheze", "ヴォルフヘーゼ")), HexInfo("0102", "clear")],
    Legend({"clear": TerrainStyle(Name("Clear"), "#ffffff")}),
)
NAMES = Places(Plane(NAMED, {"rear": Name("Rear area", "後方")}), floors({"0101": (1,)}))


@pytest.mark.parametrize(
    ("label", "language", "name"),
    [
        ("0101", "en", "Wolfheze 0101"),
        ("0101+1", "ja", "ヴォルフヘーゼ 0101+1"),
        ("0102", "en", "0102"),
        ("box:rear", "ja", "後方"),
        ("0909", "en", "0909"),
    ],
)
def test_a_place_goes_by_the_name_on_the_map(label: str, language: str, name: str) -> None:
    assert NAMES.name_of(label, language) == name


@pytest.mark.parametrize(("label", "name"), [("0101", "Wolfheze 0101"), ("0102", "0102"), ("0909", "0909")])
def test_a_hex_goes_by_the_name_on_the_map(label: str, name: str) -> None:
    assert NAMED.name_of(label, "en") == name


@pytest.mark.parametrize("places", [TANKS, APART, HOUSES, MAPS])
def test_every_label_leads_back_to_its_place(places: Places) -> None:
    assert [places.at(label) for label in places.labels] == list(range(places.size))
    assert [places.place(i).label(places.plane.grid) for i in range(places.size)] == list(places.labels)


def test_a_place_that_is_not_there_is_refused() -> None:
    with pytest.raises(LabelError, match=r"there is no place '0401\+1' on the table"):
        HOUSES.at("0401+1")


def test_a_bad_label_is_refused() -> None:
    with pytest.raises(LabelError, match=r"'0401\+\+' is not a place"):
        HOUSES.at("0401++")


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        (Parts(("0101+1", "0101+1")), r"the place '0101\+1' is listed twice"),
        (Parts(("0102",)), "'0102' is no part of a hex"),
        (Parts(("0909+1",)), "no hex or box '0909'"),
        (Parts(steps=(("0101", "0101+1"),)), r"there is no place '0101\+1'"),
    ],
)
def test_parts_that_do_not_fit_are_refused(parts: Parts, message: str) -> None:
    with pytest.raises(LabelError, match=message):
        Places(Plane(FIELD), parts)


def test_no_step_leads_where_there_is_none() -> None:
    with pytest.raises(ValueError, match="no step leads from 0101 to 0501"):
        FIELD.places.edge(FIELD.index["0101"], FIELD.index["0501"])


def test_a_step_off_the_map_is_none() -> None:
    with pytest.raises(ValueError, match="step 0 leads off the map"):
        FIELD.places.step(0)


def test_a_step_is_found_by_its_number() -> None:
    for step in APART.steps():
        assert (APART.step(step.edge), APART.edge(step.here, step.there)) == (step, step.edge)


# Sight

VILLAGE = board_from_text("chwc", TERRAINS, sides={"wall": ["0101-0201"]}, heights="0000")
STREET = Places(Plane(VILLAGE), floors({"0201": (-1, 2)}))


def lines(places: Places, terrain: Plane, **rules: list[int]) -> Sight:
    """Woods rise two levels; walls, if they count, one."""
    tops = [2 if terrain.info(i).terrain == "woods" else 0 for i in range(terrain.on_map)]
    ground = [0] * terrain.on_map
    return Sight(
        *terrain.coordinates,
        ground,
        top=tops,
        stands=places.stands(terrain),
        eyes=places.levels,
        touching=True,
        **rules,
    )


def test_the_hex_that_blocks_is_told_with_what_stands_there() -> None:
    terrain = STREET.plane
    found = obstruction(lines(STREET, terrain).check(STREET.at("0201"), STREET.at("0401")), terrain)
    assert found is not None
    assert (found.cause, found.at, found.what, found.names) == ("obstacle", "0301", ("woods",), (Name("woods"),))


def test_a_clear_line_has_no_obstruction() -> None:
    terrain = STREET.plane
    assert obstruction(lines(STREET, terrain).check(STREET.at("0201+2"), STREET.at("0201-1")), terrain) is None


def test_the_hexside_that_blocks_is_told_with_what_stands_there() -> None:
    terrain = STREET.plane
    sight = lines(STREET, terrain, side_top=list(terrain.sides["wall"]))
    found = obstruction(sight.check(STREET.at("0201"), STREET.at("0101")), terrain)
    assert found is not None
    assert (found.cause, found.at, found.what) == ("hexside", "0101-0201", ("wall",))


def test_the_ground_before_a_cellar_blocks() -> None:
    terrain = STREET.plane
    found = obstruction(lines(STREET, terrain).check(STREET.at("0201-1"), STREET.at("0401")), terrain)
    assert found is not None
    assert (found.cause, found.at) == ("ground", "0301")


def test_places_of_a_part_of_the_map_look_over_the_whole() -> None:
    part = Places(Plane(cropped(VILLAGE, ["0201", "0401"])), floors({"0201": (2,)}))
    whole = part.plane.whole
    found = obstruction(lines(part, whole).check(part.at("0201"), part.at("0401")), whole)
    assert found is not None
    assert found.at == "0301"


def test_a_box_stands_nowhere() -> None:
    assert MAPS.stands(TABLE)[MAPS.at("box:reserve")] == -1


# Against the reference


def random_places(rng: Random) -> Places:
    """A random map with random parts of every kind."""
    width, height = rng.randint(1, 5), rng.randint(1, 5)
    board = board_from_text("\n".join("".join(rng.choices("cw", k=width)) for _ in range(height)), TERRAINS)
    plane = Plane(board, {"rear": Name("Rear")})
    some = rng.sample(board.labels, rng.randint(0, board.size))
    parts = floors({label: rng.sample((-2, -1, 1, 2, 3), 2) for label in some})
    everywhere = [*plane.labels, *parts.labels]
    return Places(
        plane,
        parts,
        facings(plane, rng.sample(board.labels, rng.randint(0, board.size))),
        ways(plane, dict.fromkeys(some, ("road", "rail"))),
        both_ways([(rng.choice(everywhere), rng.choice(everywhere)) for _ in range(rng.randint(0, 6))]),
    )


@settings(max_examples=150, deadline=None)
@given(rngs)
def test_fields_over_parts_of_every_kind_agree_with_the_reference(rng: Random) -> None:
    places = random_places(rng)
    prices = draw(rng, (0, 1, 2, 5, FORBIDDEN), len(places.to))
    flags = draw_bytes(rng, (0, 0, 0, CLOSED, STOP), rng.choice((places.size, places.plane.size)))
    start, most = rng.randrange(places.size), rng.randint(0, 9)
    field = places.field(start, places.mover(prices), most, flags)
    expected = movement_field(Web(places.to, places.first, places.hex_of), prices, start, most, flags)
    assert (field.reached, {i: field.path(i) for i in field.reached}) == (
        expected.reached,
        {i: expected.path(i) for i in expected.reached},
    )


@settings(max_examples=150, deadline=None)
@given(rngs)
def test_every_place_belongs_to_its_hex(rng: Random) -> None:
    places = random_places(rng)
    assert sorted(place for hex_ in range(places.plane.size) for place in places.places_of(hex_)) == list(
        range(places.size)
    )
    for i in range(places.size):
        place: Place = places.place(i)
        assert places.at(place.label(places.plane.grid)) == i
        assert places.plane.labels[places.hex_of[i]] == place.whole.label(places.plane.grid)
