"""Chapter 3: movement."""

from __future__ import annotations

import pytest

from games.primer.positions import counter, happened, offered, play, position, reach, reason, unit
from sandtable.games.primer.events import Moved
from sandtable.kernel import IllegalChoice


@pytest.mark.rule("primer:3.1")
def test_a_counter_moves_hex_by_hex_along_the_path_that_was_shown() -> None:
    table = position(counter("b1", "infantry", "0105"))
    play(table, "unit:b1")
    path = table.preview("hex:0505").path
    play(table, "hex:0505")
    walked = [label for event in happened(table, Moved) if isinstance(event, Moved) for label in event.path]
    assert (path, walked) == (("0105", "0205", "0305", "0405", "0505"), ["0205", "0305", "0405", "0505"])


@pytest.mark.rule("primer:3.1")
def test_nothing_beyond_the_movement_points_is_offered() -> None:
    found = reach(position(counter("b1", "infantry", "0907")), "b1")
    assert (found["1208"], "1209" in found, max(cost or 0 for cost in found.values())) == (4, False, 4)


@pytest.mark.rule("primer:3.1")
def test_a_counter_moves_once() -> None:
    table = position(counter("b1", "infantry", "0606"), counter("b2", "infantry", "0406"))
    play(table, "unit:b1", "hex:0607")
    assert (offered(table), reason(table, "unit:b1")) == ({"unit:b2", "do:done"}, ("moved", "3.1"))


@pytest.mark.rule("primer:3.1")
def test_a_counter_that_stays_has_had_its_move() -> None:
    table = position(counter("b1", "infantry", "0606"))
    play(table, "unit:b1", "do:stay")
    assert offered(table) == {"do:done"}


@pytest.mark.rule("primer:3.1")
def test_the_counters_of_the_enemy_cannot_be_moved() -> None:
    table = position(counter("b1", "infantry", "0606"), counter("r1", "infantry", "1005"))
    assert reason(table, "unit:r1") == ("attacks-later", "2.4")


@pytest.mark.rule("primer:3.2")
@pytest.mark.parametrize(
    ("kind", "cost"),
    [("infantry", {"clear": 1, "woods": 2, "hill": 2}), ("armour", {"clear": 1, "woods": 3, "hill": 2})],
)
def test_terrain_costs_what_the_table_says(kind: str, cost: dict[str, float]) -> None:
    found = reach(position(counter("b1", kind, "0402")), "b1")
    assert (found["0502"], found["0303"], found["0403"]) == (cost["clear"], cost["woods"], cost["hill"])


@pytest.mark.rule("primer:3.2")
@pytest.mark.parametrize(("kind", "cost"), [("infantry", 1), ("armour", 2)])
def test_a_town_off_the_road_is_dearer_for_vehicles(kind: str, cost: float) -> None:
    assert reach(position(counter("b1", kind, "0907")), "b1")["0906"] == cost


@pytest.mark.rule("primer:3.2")
def test_a_hex_out_of_reach_is_refused_with_the_rule() -> None:
    table = position(counter("b1", "infantry", "0606"))
    play(table, "unit:b1")
    with pytest.raises(IllegalChoice, match=r"out of reach.*\[3\.2\]"):
        table.choose("hex:1210")


@pytest.mark.rule("primer:3.3")
def test_a_road_costs_half_a_point_a_hex() -> None:
    found = reach(position(counter("b1", "infantry", "0105")), "b1")
    assert (found["0205"], found["0405"], found["0805"]) == (0.5, 1.5, 3.5)


@pytest.mark.rule("primer:3.3")
def test_a_road_makes_light_of_a_town() -> None:
    assert reach(position(counter("b1", "armour", "0805")), "b1")["0905"] == 0.5


@pytest.mark.rule("primer:3.3")
def test_a_road_helps_only_along_its_course() -> None:
    found = reach(position(counter("b1", "infantry", "0304")), "b1")
    assert (found["0305"], found["0405"]) == (1, 1.5)


@pytest.mark.rule("primer:3.4")
@pytest.mark.parametrize(("kind", "cost"), [("infantry", 3), ("armour", 4), ("engineers", 1)])
def test_crossing_a_river_costs_extra_but_not_for_engineers(kind: str, cost: float) -> None:
    assert reach(position(counter("b1", kind, "0707")), "b1")["0807"] == cost


@pytest.mark.rule("primer:3.4")
def test_a_bridge_carries_a_road_over_the_river() -> None:
    assert reach(position(counter("b1", "armour", "0705")), "b1")["0805"] == 0.5


@pytest.mark.rule("primer:3.4")
def test_the_bridge_helps_only_along_its_road() -> None:
    found = reach(position(counter("b1", "infantry", "0706"), counter("r1", "infantry", "0605")), "b1")
    assert found["0805"] == 3


@pytest.mark.rule("primer:3.5")
def test_a_hex_with_two_counters_is_full() -> None:
    table = position(
        counter("b1", "infantry", "0606"), counter("b2", "infantry", "0607"), counter("b3", "infantry", "0607")
    )
    found = reach(table, "b1")
    assert ("0607" in found, reason(table, "hex:0607")) == (False, ("stacking", "3.5"))


@pytest.mark.rule("primer:3.5")
def test_a_full_hex_is_not_even_passed_through() -> None:
    table = position(counter("b1", "infantry", "0605"), counter("b2", "recon", "0705"), counter("b3", "guns", "0705"))
    assert reach(table, "b1")["0805"] == 4


@pytest.mark.rule("primer:3.5")
def test_a_hex_with_one_counter_takes_another() -> None:
    table = position(counter("b1", "infantry", "0606"), counter("b2", "infantry", "0607"))
    assert reach(table, "b1")["0607"] == 1


@pytest.mark.rule("primer:3.6")
def test_a_hex_of_the_enemy_cannot_be_entered() -> None:
    table = position(counter("b1", "infantry", "0606"), counter("r1", "infantry", "0607", disrupted=True))
    found = reach(table, "b1")
    assert ("0607" in found, reason(table, "hex:0607")) == (False, ("enemy-there", "3.6"))


@pytest.mark.rule("primer:3.7")
def test_a_counter_next_to_an_enemy_goes_no_further() -> None:
    # The road from 0105 runs through 0205, which red sees from 0204; the way round it leads over open ground.
    table = position(counter("b1", "recon", "0105"), counter("r1", "infantry", "0304"))
    found = reach(table, "b1")
    assert (found["0205"], found["0305"], found["0306"], found["0405"]) == (0.5, 1, 1.5, 2.5)


@pytest.mark.rule("primer:3.7")
def test_no_move_leads_from_zone_to_zone() -> None:
    table = position(counter("b1", "infantry", "0505"), counter("r1", "infantry", "0504"))
    play(table, "unit:b1")
    assert table.preview("hex:0604").path == ("0505", "0605", "0604")


@pytest.mark.rule("primer:3.7")
def test_a_zone_can_be_left_and_entered_again_elsewhere() -> None:
    table = position(counter("b1", "infantry", "0505"), counter("r1", "infantry", "0504"))
    assert reach(table, "b1")["0604"] == 1.5


@pytest.mark.rule("primer:3.7")
def test_disrupted_enemies_have_no_zone() -> None:
    table = position(counter("b1", "infantry", "0505"), counter("r1", "infantry", "0504", disrupted=True))
    assert reach(table, "b1")["0604"] == 1


@pytest.mark.rule("primer:3.7")
def test_a_move_passes_by_disrupted_enemies_without_a_stop() -> None:
    table = position(counter("b1", "recon", "0305"), counter("r1", "infantry", "0504", disrupted=True))
    play(table, "unit:b1", "hex:0605")
    assert unit(table, "b1").at == "0605"


@pytest.mark.rule("primer:3.7")
def test_a_friend_does_not_lift_a_zone() -> None:
    table = position(
        counter("b1", "infantry", "0505"), counter("b2", "infantry", "0604"), counter("r1", "infantry", "0504")
    )
    assert reach(table, "b1")["0604"] == 1.5


@pytest.mark.rule("primer:3.7")
def test_a_counter_that_uncovers_a_dummy_has_stopped_all_the_same() -> None:
    table = position(
        counter("b1", "recon", "0305"),
        counter("r1", "dummy", "0504", hidden=True),
        counter("r2", "guns", "0806"),
    )
    play(table, "unit:b1", "hex:0505", "do:pass")
    assert (unit(table, "b1").at, offered(table)) == ("0505", {"do:done"})


@pytest.mark.rule("primer:3.8")
def test_a_counter_may_always_move_one_hex() -> None:
    found = reach(position(counter("b1", "guns", "0707")), "b1")
    assert found["0806"] == 3


@pytest.mark.rule("primer:3.8")
def test_the_minimum_move_leads_no_further() -> None:
    table = position(counter("b1", "guns", "0707", supplied=False))
    play(table, "unit:b1", "hex:0806")
    assert (unit(table, "b1").at, offered(table)) == ("0806", {"do:done"})


@pytest.mark.rule("primer:3.8")
def test_the_minimum_move_opens_nothing_that_is_barred() -> None:
    table = position(
        counter("b1", "guns", "0608"), counter("r1", "infantry", "0607"), counter("r2", "infantry", "0509")
    )
    assert set(reach(table, "b1")) <= {"0709"}


@pytest.mark.rule("primer:3.9")
def test_vehicles_may_not_enter_marsh() -> None:
    table = position(counter("b1", "armour", "0608"))
    found = reach(table, "b1")
    assert ("0609" in found, reason(table, "hex:0609")) == (False, ("terrain", "3.9"))


@pytest.mark.rule("primer:3.9")
def test_foot_may_enter_marsh() -> None:
    assert reach(position(counter("b1", "infantry", "0608")), "b1")["0609"] == 3


@pytest.mark.rule("primer:3.9")
def test_nobody_may_enter_a_lake() -> None:
    assert "0208" not in reach(position(counter("b1", "infantry", "0207")), "b1")


@pytest.mark.rule("primer:3.10")
def test_a_disrupted_counter_may_not_move() -> None:
    table = position(counter("b1", "infantry", "0606", disrupted=True))
    assert (offered(table), reason(table, "unit:b1")) == ({"do:done"}, ("disrupted", "3.10"))
