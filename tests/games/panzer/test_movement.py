"""Chapter 4.5: what moving costs, turning, reverse, roads, bridges, the edge of the map and the company of others."""

from __future__ import annotations

import pytest

from games.panzer.country import country
from games.panzer.positions import (
    Unit,
    content,
    costs,
    moving,
    offered,
    play,
    prompt,
    reason,
    said,
    state_of,
)
from sandtable.board import FORBIDDEN
from sandtable.games.panzer.movement.allowance import Allowance, allowance
from sandtable.games.panzer.movement.costs import clean_mover, climb, entering, standing, step_price, vehicle_places
from sandtable.games.panzer.movement.modes import Mode
from sandtable.games.panzer.movement.roads import factor
from sandtable.games.panzer.state import Command, Wreck
from sandtable.games.panzer.tables.terrain import ALL
from sandtable.games.panzer.units import vehicles

SHORT_HALT = Command("short-halt", shown=True, fired=True)


def crossing(mode: str, here: str, there: str) -> int:
    """What it costs to go from a hex into the next."""
    board = content().board
    direction = list(board.neighbours[6 * board.index[here] : 6 * board.index[here] + 6]).index(board.index[there])
    return entering(content(), mode)[6 * board.index[here] + direction]  # type: ignore[arg-type]


@pytest.mark.rule("panzer:4.5", "panzer:4.5.1", "panzer:4.5.1.1", "panzer:4.5.1.1.1", "panzer:4.5.1.1.2")
def test_a_vehicle_moves_forward_up_to_its_movement_factor() -> None:
    table = moving({"gA1-1": "1932/N"})
    play(table, "unit:gA1-1")
    found = costs(table)
    assert [found[f"hex:{label}"] for label in ("1931", "1930", "1929", "1928", "1927")] == [1, 2, 3, 4, 5]
    assert reason(table, "hex:1926") == ("refused.too-far", "4.5.1.1.3")
    play(table, "hex:1929")
    unit = state_of(table).units["gA1-1"]
    assert (unit.at, unit.facing, unit.spot, table.decisions[0].args["left"]) == ("1929", 0, "move", 2)


@pytest.mark.rule("panzer:3.7", "panzer:4.5.1.1.1", "panzer:4.4.3.2.6/damaged")
@pytest.mark.parametrize(
    ("order", "damaged", "expected"),
    [
        ("move", False, (5, 6, 8)),
        ("short-halt", False, (2, 3, 4)),
        ("move", True, (2, 3, 4)),
        ("short-halt", True, (1, 1, 2)),
    ],
)
def test_short_halt_and_damage_halve_the_movement_factor(
    order: str, damaged: bool, expected: tuple[int, int, int]
) -> None:
    table = moving({"gA1-1": Unit("1932", 0, damaged=damaged)}, {"gA1-1": Command(order)})  # type: ignore[arg-type]
    assert allowance(table.game, "gA1-1") == expected


@pytest.mark.rule("panzer:4.5.1.1.1")
def test_the_movement_factor_of_the_card() -> None:
    assert vehicles(content())["sB1-1"].movement.printed == "5T 6-10"


@pytest.mark.rule("panzer:4.5.1.1.2", "panzer:4.5.1.1.2/slope-crest", "panzer:4.1.4.1.5", "panzer:4.1.4.1.4")
def test_terrain_and_slopes_cost_what_the_examples_say() -> None:
    assert crossing("T", "1932", "1931") == 1
    assert crossing("T", "2405", "2505") == 4
    assert crossing("T", "0816", "0916") == 3
    assert crossing("T", "0916", "0816") == 1
    assert crossing("T", "1518", "1618") >= FORBIDDEN


@pytest.mark.rule("panzer:4.5.1.1.2", "panzer:4.5.1.1.2/wall-hedgerow", "panzer:4.1.4.1.7")
def test_walls_hedgerows_and_heavy_woods() -> None:
    assert crossing("T", "0520", "0620") == 3
    assert crossing("H", "0520", "0620") >= FORBIDDEN
    assert crossing("T", "0610", "0710") == ALL
    assert crossing("W", "0610", "0710") >= FORBIDDEN
    heavy = next(label for label, terrain in content().terrain.items() if terrain == "heavy-woods")
    near = next(label for label in content().adjacent[heavy])
    assert all(crossing(mode, near, heavy) >= FORBIDDEN for mode in ("T", "H", "W"))


@pytest.mark.rule("panzer:4.5.1.1.4")
def test_one_hexside_is_turned_for_nothing_and_more_for_what_the_terrain_says() -> None:
    """Example of 4.5.1.1.4: into Woods and a turn of three hexsides there cost five points."""
    table = moving({"gA1-1": "0110/N"})
    play(table, "unit:gA1-1")
    assert [costs(table)[f"face:{name}"] for name in ("NE", "NW", "SE", "S", "SW")] == [0, 0, 1, 1, 1]
    assert costs(table)["hex:0109"] == 3
    play(table, "hex:0109")
    assert [costs(table)[f"face:{name}"] for name in ("NE", "S")] == [0, 2]
    play(table, "face:S")
    assert (state_of(table).units["gA1-1"].facing, table.decisions[0].args["left"]) == (3, 0)


@pytest.mark.rule("panzer:4.5.1.1.4", "panzer:4.5")
def test_who_has_paid_for_turning_turns_at_will_there_and_turning_triggers_overwatch() -> None:
    table = moving({"gA1-1": "1931/N", "sA1-1": "1928/S"}, {"sA1-1": Command("overwatch")}, (100,))
    play(table, "unit:gA1-1", "do:pass", "hex:1930", "do:pass", "face:S")
    assert prompt(table) == "overwatch"
    play(table, "do:pass")
    assert costs(table)["face:N"] == 0
    assert costs(table)["hex:1931"] == 1


@pytest.mark.rule("panzer:4.5.1.1.4")
def test_a_turn_may_not_cost_more_than_is_left() -> None:
    table = moving({"gA1-1": "1932/N"})
    play(table, "unit:gA1-1", "hex:1927")
    assert offered(table, "face") == {"NE", "NW"}
    assert reason(table, "face:S") == ("refused.no-turn", "4.5.1.1.4")


@pytest.mark.rule("panzer:3.3", "panzer:4.5.1.1.7", "panzer:4.5.1.1")
def test_backing_doubles_the_cost_and_keeps_the_facing() -> None:
    table = moving({"gA1-1": "1930/N"})
    play(table, "unit:gA1-1")
    assert costs(table)["back:1931"] == 2
    play(table, "back:1931")
    unit = state_of(table).units["gA1-1"]
    assert (unit.at, unit.facing, table.decisions[0].args["left"]) == ("1931", 0, 3)
    assert reason(table, "back:1930") == ("refused.not-behind", "4.5.1.1.7")


@pytest.mark.rule("panzer:4.5.1.1.3")
def test_one_hex_may_always_be_moved_as_the_whole_move() -> None:
    table = moving({"gA1-1": Unit("0110", 3, damaged=True)}, {"gA1-1": SHORT_HALT})
    play(table, "unit:gA1-1")
    assert costs(table)["hex:0109"] == 1
    play(table, "hex:0109")
    assert offered(table, "hex") == set()
    table = moving({"gB1-3": "0111/N"})
    play(table, "unit:gB1-3")
    assert "0110" in offered(table, "hex")
    play(table, "hex:0110")
    assert "0109" not in offered(table, "hex")


@pytest.mark.rule("panzer:4.5.1.1.2/wall-hedgerow", "panzer:4.5.1.1.3")
def test_a_hedgerow_is_crossed_from_the_start_of_the_move_only() -> None:
    table = moving({"gA1-1": "0610/SE"})
    play(table, "unit:gA1-1")
    assert (costs(table)["hex:0710"], costs(table)["ahead:0710"]) == (3, 5)
    play(table, "ahead:0710")
    assert (state_of(table).units["gA1-1"].at, offered(table, "hex")) == ("0710", set())
    table = moving({"gA1-1": "0510/SE"})
    play(table, "unit:gA1-1", "hex:0611")
    assert "ahead:0710" not in costs(table)


@pytest.mark.rule("panzer:4.5.1.1.5")
def test_along_a_road_the_road_factor_counts_and_levels_cost_less() -> None:
    table = moving({"gA1-1": "0115/NE"})
    play(table, "unit:gA1-1")
    found = costs(table)
    assert [found[f"hex:{label}"] for label in ("0415", "0714", "0914")] == [3, 6, 8]
    assert "hex:1015" not in found
    play(table, "hex:0914")
    assert state_of(table).units["gA1-1"].at == "0914"
    assert offered(table, "hex") == set()
    assert all(name in ("SW", "NE", "NW", "SE") for name in offered(table, "face"))


@pytest.mark.rule("panzer:4.5.1.1.5")
def test_off_the_road_the_cross_country_factor_counts_for_the_whole_move() -> None:
    table = moving({"gA1-1": "0115/NE"})
    play(table, "unit:gA1-1", "hex:0714")
    assert offered(table, "hex") <= {"0815", "0914", "0615"}
    table = moving({"gA1-1": "0114/S"})
    play(table, "unit:gA1-1")
    assert "hex:0714" not in costs(table)


@pytest.mark.rule("panzer:4.5.1.1.5", "panzer:3.8")
@pytest.mark.parametrize("trouble", ["wreck", "enemy", "crowd"])
def test_wrecks_enemies_and_crowds_on_the_road_cancel_its_factor(trouble: str) -> None:
    others = {"sA1-1": "0315/N"} if trouble == "enemy" else {}
    others |= {f"gA1-{n}": "0315/N" for n in range(2, 7)} if trouble == "crowd" else {}
    table = moving({"gA1-1": "0115/NE", **others})
    if trouble == "wreck":
        state_of(table).wrecks["0315"] = Wreck()
    play(table, "unit:gA1-1")
    if prompt(table) == "overwatch":
        play(table, "do:pass")
    assert "hex:0615" in costs(table)
    assert "hex:0714" not in costs(table)


@pytest.mark.rule("panzer:4.5.1.1.5")
def test_paths_have_a_factor_of_their_own_and_houses_beside_them_cost_nothing() -> None:
    table = moving({"gA1-1": "0513/S"})
    play(table, "unit:gA1-1")
    assert (costs(table)["hex:0518"], costs(table)["hex:0519"]) == (5, 6)
    assert "hex:0520" not in costs(table)


@pytest.mark.rule("panzer:4.5.1.1.5")
def test_the_larger_share_of_road_or_path_gives_the_factor() -> None:
    """Example of 4.5.1.1.5: six hexes of road and four of path use the road factor of ten."""
    left = Allowance(5, 6, 10)
    assert [factor(left, roads=6, paths=4), factor(left, roads=4, paths=6), factor(left, roads=5, paths=5)] == [
        10,
        6,
        6,
    ]


@pytest.mark.rule("panzer:4.5.1.1.5", "panzer:4.5.1.1.2/slope-crest")
def test_two_levels_up_cost_two_and_along_a_road_one() -> None:
    """Example of 4.5.1.1.5."""
    assert [climb(content(), "T", 2, along_way=False), climb(content(), "T", 2, along_way=True)] == [2, 1]
    assert climb(content(), "W", 2, along_way=False) == FORBIDDEN
    assert [climb(content(), mode, 3, along_way=True) for mode in ("T", "W")] == [FORBIDDEN, FORBIDDEN]


@pytest.mark.rule("panzer:4.5.1.1.6")
def test_a_bridge_is_entered_and_left_along_its_road_only() -> None:
    assert crossing("T", "2416", "2515") == 1
    assert crossing("T", "2514", "2515") >= FORBIDDEN
    assert crossing("T", "2515", "2616") >= FORBIDDEN


@pytest.mark.rule("panzer:4.5.1.1.2/brew-up-smoke")
def test_smoke_makes_entering_and_turning_dearer() -> None:
    table = moving({"gA1-1": "1932/N"})
    state_of(table).wrecks["1931"] = Wreck(burning=True)
    play(table, "unit:gA1-1")
    assert costs(table)["hex:1931"] == 2
    play(table, "hex:1931")
    assert (costs(table)["face:NE"], costs(table)["face:S"], costs(table)["hex:1930"]) == (1, 2, 1)


@pytest.mark.rule("panzer:4.5.1.1.8", "panzer:4.5", "panzer:4.5.1")
def test_a_vehicle_may_move_without_moving_and_counts_as_moving() -> None:
    table = moving({"gA1-1": Unit("1931", 0, spot="fire"), "gA1-2": "0112/N"})
    play(table, "unit:gA1-1", "face:S", "do:stop")
    unit = state_of(table).units["gA1-1"]
    assert (unit.at, unit.facing, unit.spot) == ("1931", 3, "move")
    assert state_of(table).commands["gA1-1"].shown
    assert reason(table, "unit:gA1-1") == ("refused.moved", "4.5")


@pytest.mark.rule("panzer:4.2.1", "panzer:4.5", "panzer:4.5.1.1")
def test_every_move_must_be_carried_out_one_vehicle_after_another() -> None:
    table = moving({"gA1-1": "1931/N", "gA1-2": "0112/N", "gA1-3": "0212/N"}, {"gA1-3": Command("overwatch")})
    assert offered(table, "unit") == {"gA1-1", "gA1-2"}
    assert offered(table, "do") == set()
    assert reason(table, "unit:gA1-3") == ("refused.no-move-command", "4.5")
    play(table, "unit:gA1-1", "hex:1930")
    table.choose("unit:gA1-2", "german")
    assert table.decisions[0].args["unit"] == "gA1-2"


@pytest.mark.rule("panzer:4.5.1.1.10")
def test_enemies_may_be_passed_but_not_stayed_with() -> None:
    table = moving({"gA1-1": "1932/N", "sA1-1": "1931/N"}, {"sA1-1": Command("fire", shown=True, fired=True)})
    play(table, "unit:gA1-1")
    assert costs(table)["hex:1930"] == 2
    assert reason(table, "hex:1931") == ("refused.enemy-there", "4.5.1.1.10")


@pytest.mark.rule("panzer:4.5.1.1.10")
def test_who_is_halted_among_enemies_goes_back() -> None:
    units: dict[str, str | Unit] = {"gA1-1": "1932/N", "sA1-1": "1931/N", "sA1-2": "1927/S"}
    orders = {"gA1-1": SHORT_HALT, "sA1-1": Command("fire", shown=True, fired=True), "sA1-2": Command("overwatch")}
    table = moving(units, orders, (1,))
    play(table, "unit:gA1-1", "do:pass", "hex:1930")
    assert state_of(table).units["gA1-1"].at == "1931"
    play(table, "unit:gA1-1")
    assert (state_of(table).units["gA1-1"].at, len(said(table, "ThrownBack"))) == ("1932", 1)


@pytest.mark.rule("panzer:4.5.1.1.9")
def test_a_vehicle_leaves_the_map_by_the_edges_of_the_scenario_for_good() -> None:
    table = moving({"gA1-1": "0115/SW", "sA1-1": "4330/S"})
    play(table, "unit:gA1-1")
    assert costs(table)["do:exit"] == 1
    play(table, "do:exit")
    state = state_of(table)
    assert ("gA1-1" in state.units, state.exited) == (False, {"gA1-1": "0115"})
    assert "gA1-1" not in state.lost
    table = moving({"sA1-1": "0115/SW"}, side="soviet")
    play(table, "unit:sA1-1")
    assert reason(table, "do:exit") == ("refused.no-exit", "4.5.1.1.9")


@pytest.mark.rule("panzer:4.5.1.1")
def test_the_way_is_shown_before_it_is_taken() -> None:
    table = moving({"gA1-1": "1932/N"})
    play(table, "unit:gA1-1")
    shown = table.preview("hex:1930", "german")
    assert shown.path == ("1932", "1931", "1930")
    assert [line.value for line in shown.lines] == ["1", "1", "3"]


@pytest.mark.rule("panzer:4.5.1.1.3", "panzer:4.5.1.1.7")
def test_who_has_points_for_one_hex_only_goes_straight_into_it_and_not_backwards() -> None:
    table = moving({"gB1-5": "0130/S", "sA1-1": "0101/S"})
    table.choose("unit:gB1-5")
    decision = table.decision
    assert decision is not None
    straight = decision.find("hex:0131")
    assert straight is not None
    assert straight.cost == decision.args["left"]
    assert decision.find("ahead:0131") is None
    table.choose("hex:0131")
    assert state_of(table).units["gB1-5"].facing == 3


@pytest.mark.rule("panzer:4.5.1.1.2", "panzer:4.5.1.1.4", "panzer:4.5.1.1.7")
@pytest.mark.parametrize("mode", ["T", "W", "T-towing"])
def test_every_step_on_a_map_costs_what_the_rules_say_of_it_alone(mode: Mode) -> None:
    ground = country("..wb.\n.u.R.\nb.g..\n..t.b\n.l...", roads=[["C1", "C2", "C3"]], sides={"wall": ["C4-C5"]})
    places = vehicle_places(ground)  # type: ignore[arg-type]
    found = clean_mover(ground, mode)  # type: ignore[arg-type]
    for step in places.steps():
        at, to = standing(places, step.here), standing(places, step.there)
        price = step_price(ground, mode, at, step.side % 6, to.facing)  # type: ignore[arg-type]
        assert found.price(step.edge) == (FORBIDDEN if to.facing < 0 else price), (at, to)
