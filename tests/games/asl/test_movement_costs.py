"""A4.1, A4.3, B3, B10, RR12.5, RR13.2: movement factors, what steps cost, and ways of Bypass; MF in halves."""

from __future__ import annotations

import pytest

from games.asl.fields import meadow
from games.asl.position import ca, content, de, position
from sandtable.board import FORBIDDEN
from sandtable.games.asl.locations import crowds, nearly_full, weight_of
from sandtable.games.asl.movement.allotments import allotment
from sandtable.games.asl.movement.bypass import WAYS, free_sides, place_of, ways_through
from sandtable.games.asl.movement.moves import is_road_step
from sandtable.games.asl.movement.reach import Going, field, presence, road_field, step_cost
from sandtable.games.asl.movement.ways import places
from sandtable.games.asl.state import Smoke, Weapon
from sandtable.games.asl.units import Game
from sandtable.games.asl.weapons.possession import capacity, overloads


def cost(game: Game, here: str, there: str, *, exhausted: bool = False) -> int:
    return step_cost(game, here, there, exhausted)


# Movement factors


@pytest.mark.rule("rileys_road:A4.11", "rileys_road:A19.3")
def test_each_kind_of_men_has_its_movement_factors() -> None:
    units = {
        "squad": ca("S15"), "leader": ca("S16", "ca-l80"), "wounded": ca("S16", "ca-l80", wounded=True),
        "berserk": ca("S15", berserk=True), "green": ca("P12", "ca-436"), "dummy": ca("S15", "dummy"),
    }  # fmt: skip
    game = position(units=units)
    assert {name: allotment(game, (name,)) for name in units} == {
        "squad": 8, "leader": 12, "wounded": 6, "berserk": 16, "green": 6, "dummy": 8,
    }  # fmt: skip


@pytest.mark.rule("rileys_road:A4.12")
def test_men_who_move_with_a_leader_have_two_mf_more() -> None:
    game = position(units={"c": ca("S15"), "l": ca("S15", "ca-l80"), "w": ca("S15", "ca-l80", wounded=True)})
    assert allotment(game, ("c", "l")) == 12
    assert allotment(game, ("c", "w")) == 6


@pytest.mark.rule("rileys_road:A4.42", "rileys_road:A4.4")
def test_what_is_carried_above_the_capacity_costs_mf() -> None:
    game = position(
        units={"c": ca("S15"), "l": ca("S15", "ca-l80"), "x": ca("S16", cx=True)},
        weapons={"m": Weapon("ca-mtr51", "canadian", holder="c"), "n": Weapon("ca-lmg", "canadian", holder="c")},
    )
    assert (capacity(game, "c"), capacity(game, "l"), capacity(game, "x")) == (3, 1, 2)
    assert overloads(game, ("c",)) == {"c": 2}
    assert allotment(game, ("c",)) == 4
    assert overloads(game, ("c", "l")) == {"c": 1, "l": 0}


@pytest.mark.rule("rileys_road:A4.42")
def test_men_who_can_hardly_lift_their_load_cannot_move_it() -> None:
    weapons = {f"m{n}": Weapon("ca-mmg", "canadian", holder="c") for n in range(2)}
    assert allotment(position(units={"c": ca("S15")}, weapons=weapons), ("c",)) == 0


# Steps


@pytest.mark.rule(
    "rileys_road:A4.13", "rileys_road:B1.1", "rileys_road:B13.1", "rileys_road:B14.1", "rileys_road:B15.6"
)
def test_terrain_costs_what_the_chart_says() -> None:
    game = position()
    steps = {("D7", "D8"): 4, ("S12", "S13"): 3, ("T12", "T11"): 2, ("T11", "T10"): 4, ("T15", "T16"): 2}
    assert {step: cost(game, *step) for step in steps} == steps


@pytest.mark.rule("rileys_road:B23.1", "rileys_road:RR11.2")
def test_stairs_cost_one_mf() -> None:
    assert cost(position(), "T10", "T10-1") == cost(position(), "T10-1", "T10") == 2
    assert cost(position(), "T11", "T10-1") == FORBIDDEN


@pytest.mark.rule("rileys_road:B23.74")
def test_within_a_factory_a_hex_costs_one_mf() -> None:
    assert (cost(position(), "V22", "V23"), cost(position(), "W24", "V23")) == (2, 4)


@pytest.mark.rule("rileys_road:B10.4")
def test_uphill_the_terrain_costs_double() -> None:
    assert (cost(position(), "H5", "H4"), cost(position(), "H4", "H5")) == (4, 2)


@pytest.mark.rule("rileys_road:A4.132", "rileys_road:B3.4")
def test_along_a_road_a_hex_costs_one_mf_whatever_it_holds() -> None:
    assert cost(position(), "T9", "S10") == 2
    woods = [(a, b) for a, b in road_steps() if content().terrain[b] == "woods"]
    assert all(cost(position(), a, b) in (2, 4) for a, b in woods)


def road_steps() -> list[tuple[str, str]]:
    board = content().board
    pairs = [(path.hexes[i], path.hexes[i + 1]) for path in board.paths for i in range(len(path.hexes) - 1)]
    return [(board.labels[a], board.labels[b]) for a, b in pairs]


@pytest.mark.rule("rileys_road:B9.1")
def test_a_hedge_costs_one_mf_after_any_doubling() -> None:
    assert cost(position(), "K17", "L17") == 2 + 2
    assert cost(position(), "R12", "R11") == 2 + 2


@pytest.mark.rule("rileys_road:A24.2")
def test_smoke_costs_one_mf_to_enter() -> None:
    game = position(smoke={"S13": (Smoke(2),)})
    assert (cost(game, "S12", "S13"), cost(game, "S13", "S14")) == (3 + 2, 3)


@pytest.mark.rule("rileys_road:E1.16", "rileys_road:A4.13")
def test_at_night_terrain_that_conceals_by_day_costs_one_mf_more() -> None:
    game = position(nvr=3)
    assert (cost(game, "T11", "T10"), cost(game, "T12", "T11")) == (4 + 2, 2)


@pytest.mark.rule("rileys_road:E3.54", "rileys_road:A4.13")
def test_in_and_after_rain_each_level_costs_one_mf_more_up_and_down() -> None:
    game = position(rained=True)
    assert (cost(game, "H5", "H4"), cost(game, "H4", "H5"), cost(game, "T12", "T11")) == (4 + 2, 2 + 2, 2)


@pytest.mark.rule("rileys_road:B24.2")
def test_rubble_costs_three_mf_and_cannot_be_gone_round() -> None:
    game = position(rubble={"T10": "stone"})
    assert cost(game, "T11", "T10") == 6
    assert cost(game, "T10", "T10-1") == FORBIDDEN
    ways = [label for label in places(content()).labels if label.startswith("T10~")]
    assert ways
    assert all(cost(game, "T11", label) == FORBIDDEN for label in ways)


@pytest.mark.rule("rileys_road:B24.2", "rileys_road:B3.4")
def test_rubble_buries_the_road_that_led_into_the_house() -> None:
    street = meadow({"F9": "stone-building"}, roads=[("F10", "F9", "F8", "F7")])
    for rubble, dear, there in (({}, 2, True), ({"F9": "stone"}, 6, False)):
        game = position(on=street, units={"c": ca("F10")}, rubble=rubble)
        assert cost(game, "F10", "F9") == dear
        assert cost(game, "F9", "F8") == 2
        assert is_road_step(game, "F10", "F9") is there
        found = road_field(game, Going("canadian", "F10", 8, weight_of(game, ("c",))))
        assert ("F8" in {places(street).labels[place] for place, _ in found.pairs}) is there


# Bypass


@pytest.mark.rule("rileys_road:A4.3")
def test_a_house_in_the_middle_of_its_hex_can_be_gone_round_on_all_sides() -> None:
    assert free_sides(content())["T10"] == frozenset(range(6))
    assert {way.exit for way in ways_through(content(), "T10") if way.entry == 3 and way.sides <= 2} == {5, 0, 1}


@pytest.mark.rule("rileys_road:A4.3")
def test_woods_that_go_on_into_the_next_hex_bar_the_way_along_that_hexside() -> None:
    direction = content().board.direction(content().board.index["E8"], content().board.index["E9"])
    assert content().terrain["E8"] == content().terrain["E9"] == "woods"
    assert direction not in free_sides(content()).get("E8", frozenset())


@pytest.mark.rule("rileys_road:A4.3", "rileys_road:B.1")
def test_bypass_costs_the_ground_around_the_obstacle() -> None:
    game = position()
    assert cost(game, "T11", "T10~3r1") == 2
    assert cost(game, "T10~3r2", "T9") == 2
    assert cost(game, "T10~3r1", "T10") == 4
    assert cost(game, "T11", "T10~3r3") == 4
    assert cost(game, "A13", "A14~0r1") == 3


@pytest.mark.rule("rileys_road:A4.34")
def test_a_way_of_bypass_passes_corners_that_tell_it_again() -> None:
    assert WAYS["3r2"].corners == (3, 4, 5)
    assert WAYS["3l1"].corners == (2, 1)
    assert all(place_of("T10", way.corners) == f"T10~{name}" for name, way in WAYS.items())


@pytest.mark.rule("rileys_road:A4.3")
def test_from_bypass_one_goes_on_round_the_next_obstacle_without_leaving_the_corner() -> None:
    graph = places(content())
    onward = {
        graph.labels[graph.to[edge]]
        for label in graph.labels
        if label.startswith("T10~") and "r" in label
        for edge in graph.edges(graph.index[label])
        if "~" in graph.labels[graph.to[edge]]
    }
    assert onward
    assert all("r" in label.partition("~")[2] for label in onward)


# Fields


def going(game: Game, *units: str, left: int = 8, bypass: bool = True) -> Going:
    unit = game.state.units[units[0]]
    return Going(unit.side, unit.at, left, weight_of(game, units), bypass=bypass)


def cost_of(game: Game, go: Going, label: str) -> int | None:
    return field(game, go).cost(places(content()).index[label])


@pytest.mark.rule("rileys_road:A4.14")
def test_nobody_enters_a_location_with_a_known_enemy_but_a_question_mark_can_be_tried() -> None:
    units = {"c": ca("S13"), "k": de("S14"), "q": de("R13", concealed=True), "h": de("T13", hidden=True)}
    game = position(units=units)
    go = going(game, "c")
    assert presence(game, "german") == {"S14": 2, "R13": 1}
    assert cost_of(game, go, "S14") is None
    assert (cost_of(game, go, "R13"), cost_of(game, go, "T13")) == (3, 3)


@pytest.mark.rule("rileys_road:A4.14")
def test_unarmed_enemies_do_not_bar_a_location() -> None:
    game = position(units={"c": ca("S13"), "u": de("S14", unarmed=True)})
    assert cost_of(game, going(game, "c"), "S14") == 3


@pytest.mark.rule("rileys_road:A5.1")
@pytest.mark.parametrize(
    ("there", "is_full"),
    [(["ca-248"] * 4, False), (["ca-248"] * 5, True), (["ca-l91"] * 3, False), (["ca-l91"] * 4, True)],
)
def test_a_location_is_nearly_full_where_one_counter_more_might_be_too_much(there: list[str], is_full: bool) -> None:
    game = position(units={f"f{n}": ca("S14", kind) for n, kind in enumerate(there)})
    assert ("S14" in nearly_full(game, "canadian")) is is_full
    del game.state.units["f0"]
    assert "S14" not in nearly_full(game, "canadian")


@pytest.mark.rule("rileys_road:A5.1")
def test_nobody_passes_through_a_full_location() -> None:
    units = {"c": ca("S13"), "h": ca("S13", "ca-248")} | {f"f{n}": ca("S14") for n in range(2)}
    game = position(units=units | {"g": ca("S14", "ca-248")})
    assert crowds(game, "canadian")["S14"] == (5, 0)
    assert nearly_full(game, "canadian") == {"S14": (5, 0)}
    assert cost_of(game, going(game, "c"), "S14") is None
    assert cost_of(game, going(game, "h"), "S14") == 3


@pytest.mark.rule("rileys_road:A4.3")
def test_a_move_goes_round_an_obstacle_where_that_is_cheaper() -> None:
    game = position(units={"c": ca("T11")})
    reach = field(game, going(game, "c"))
    graph = places(content())
    path = [graph.labels[place] for place in reach.path(graph.index["T9"])]
    assert reach.cost(graph.index["T9"]) == 4
    assert len(path) == 3
    assert path[1].startswith(("T10~", "U10", "U11", "S10", "S11"))
    assert all("~" not in graph.labels[place] for place in reach.ends)


@pytest.mark.rule("rileys_road:B25/infantry")
def test_fire_bars_the_way() -> None:
    game = position(units={"c": ca("S13")}, blazes={"S14": True})
    assert cost_of(game, going(game, "c"), "S14") is None


@pytest.mark.rule("rileys_road:E1.16", "rileys_road:B23.1", "rileys_road:RR11.2")
def test_stairs_cost_one_mf_more_in_the_dark() -> None:
    assert step_cost(position(), "T10", "T10-1", exhausted=False) == 2
    assert step_cost(position(nvr=3), "T10", "T10-1", exhausted=False) == 2 + 2
    assert step_cost(position(nvr=3), "T10-1", "T10", exhausted=False) == 2 + 2
