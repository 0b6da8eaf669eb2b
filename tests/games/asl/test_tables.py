"""The tables of the system: charts without a gap, worked examples, and figures that must agree with each other."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TypeVar

import pytest

import sandtable
from sandtable import datafile
from sandtable.games.asl.tables.artillery import Artillery
from sandtable.games.asl.tables.close_combat import Ambush, CloseCombat, CloseCombatModifiers, VehicleCombat
from sandtable.games.asl.tables.concealment import Act, ConcealmentGain, ConcealmentLoss, HiddenGuns
from sandtable.games.asl.tables.conditions import Air, NightTable, Weather
from sandtable.games.asl.tables.fire import FireModifiers, Firepower, Ift, Residual, Result, parsed
from sandtable.games.asl.tables.morale import (
    HeatOfBattle,
    Interrogation,
    LeaderCreation,
    Morale,
    Nationality,
    Prisoners,
    Rally,
    Rolls,
    Sniper,
)
from sandtable.games.asl.tables.movement import Movement, Portage, Stacking
from sandtable.games.asl.tables.ordnance import (
    Color,
    HighExplosive,
    Hits,
    MagneticMines,
    Manhandling,
    Panzerfaust,
    Shock,
    TargetType,
    ToHit,
    ToHitModifiers,
    ToKill,
    VehicleLine,
)
from sandtable.games.asl.tables.sequence import Phases
from sandtable.games.asl.tables.terrain import (
    Hexsides,
    Labor,
    Minefields,
    Positions,
    SightLines,
    Smoke,
    Terrain,
)
from sandtable.games.asl.tables.vehicles import (
    Bog,
    Crews,
    Overrun,
    SmokeDevices,
    SpeedBreakdown,
    VehicleMines,
    VehicleMovement,
)
from sandtable.games.asl.tables.weapons import Weapons
from sandtable.mechanics.content import Table

T = TypeVar("T", bound=Table)

TABLES = Path(sandtable.__file__).parent / "games" / "asl" / "data" / "tables"
TYPES: dict[str, type[Table]] = {
    "air": Air,
    "ambush": Ambush,
    "artillery": Artillery,
    "bog": Bog,
    "close-combat": CloseCombat,
    "close-combat-modifiers": CloseCombatModifiers,
    "concealment-gain": ConcealmentGain,
    "concealment-loss": ConcealmentLoss,
    "crews": Crews,
    "fire-modifiers": FireModifiers,
    "firepower": Firepower,
    "heat-of-battle": HeatOfBattle,
    "hexsides": Hexsides,
    "hidden-guns": HiddenGuns,
    "high-explosive": HighExplosive,
    "hits": Hits,
    "ift": Ift,
    "interrogation": Interrogation,
    "labor": Labor,
    "leader-creation": LeaderCreation,
    "magnetic-mines": MagneticMines,
    "manhandling": Manhandling,
    "minefields": Minefields,
    "morale": Morale,
    "movement": Movement,
    "nationality": Nationality,
    "night": NightTable,
    "overrun": Overrun,
    "panzerfaust": Panzerfaust,
    "phases": Phases,
    "portage": Portage,
    "positions": Positions,
    "prisoners": Prisoners,
    "rally": Rally,
    "residual": Residual,
    "rolls": Rolls,
    "shock": Shock,
    "sight": SightLines,
    "smoke": Smoke,
    "smoke-devices": SmokeDevices,
    "sniper": Sniper,
    "speed-breakdown": SpeedBreakdown,
    "stacking": Stacking,
    "terrain": Terrain,
    "to-hit": ToHit,
    "to-hit-modifiers": ToHitModifiers,
    "to-kill": ToKill,
    "vehicle-combat": VehicleCombat,
    "vehicle-line": VehicleLine,
    "vehicle-mines": VehicleMines,
    "vehicle-movement": VehicleMovement,
    "weapons": Weapons,
    "weather": Weather,
}


def table(name: str, type_: type[T]) -> T:
    return datafile.read(TABLES / f"{name}.yaml", type_)


def ift() -> Ift:
    return table("ift", Ift)


@pytest.mark.parametrize("name", sorted(TYPES))
def test_a_table_is_decoded_strictly(name: str) -> None:
    assert table(name, TYPES[name]).rules


@pytest.mark.rule("rileys_road:A7.1")
@pytest.mark.parametrize(
    ("firepower", "column"),
    [(Fraction(1, 2), 0), (1, 1), (Fraction(7, 2), 2), (8, 8), (11, 8), (36, 36), (90, 36)],
)
def test_firepower_is_read_on_the_highest_column_that_it_reaches(firepower: Fraction | int, column: int) -> None:
    assert ift().column(firepower) == column


@pytest.mark.rule("rileys_road:A7.1")
@pytest.mark.parametrize(
    ("column", "final_dr", "result"),
    [
        (1, -3, "1KIA"),
        (12, 6, "2MC"),
        (6, 6, "1MC"),
        (8, 9, "PTC"),
        (36, 7, "K/4"),
        (4, 6, "NMC"),
        (1, 6, "-"),
        (36, 20, "PTC"),
    ],
)
def test_the_final_dr_is_read_in_its_row(column: int, final_dr: int, result: str) -> None:
    assert ift().result(column, final_dr) == parsed(result)


@pytest.mark.rule("rileys_road:A7.3")
def test_results_are_what_they_are_printed_as() -> None:
    assert parsed("2KIA") == Result("kia", 2)
    assert parsed("K/3") == Result("k", 3)
    assert parsed("NMC") == Result("mc", 0)
    assert parsed("4MC") == Result("mc", 4)
    assert parsed("PTC") == Result("ptc")
    assert parsed("-") == Result("none")
    with pytest.raises(ValueError, match="no result"):
        parsed("MC")


@pytest.mark.rule("rileys_road:A7.3")
def test_more_firepower_and_lower_rolls_are_never_better_for_the_target() -> None:
    chart = ift()
    for dr in range(15):
        for left, right in zip(chart.columns, chart.columns[1:], strict=False):
            assert chart.result(left, dr).worse <= chart.result(right, dr).worse
        for column in chart.columns:
            assert chart.result(column, dr).worse >= chart.result(column, dr + 1).worse


@pytest.mark.rule("rileys_road:A7.9")
def test_an_attack_that_cowers_off_the_left_end_does_nothing() -> None:
    chart = ift()
    assert chart.left(8) == 6
    assert chart.left(8, 2) == 4
    assert chart.left(1) == 0
    assert chart.result(chart.left(1), 2) == Result("none")


@pytest.mark.rule("rileys_road:A8.2")
@pytest.mark.parametrize(
    ("column", "left"),
    [(1, 0), (2, 1), (4, 2), (6, 2), (8, 4), (12, 6), (16, 8), (20, 8), (24, 12), (30, 12), (36, 12)],
)
def test_half_the_column_is_left_as_residual_fp(column: int, left: int) -> None:
    assert table("residual", Residual).left_by(ift(), column) == left


@pytest.mark.rule("rileys_road:A8.26")
@pytest.mark.parametrize(("column", "reductions", "left"), [(8, 1, 2), (36, 1, 12), (36, 2, 8), (2, 1, 0), (4, 3, 0)])
def test_hindrance_reduces_residual_fp_before_the_limit_of_the_counters(
    column: int, reductions: int, left: int
) -> None:
    assert table("residual", Residual).left_by(ift(), column, reductions) == left


@pytest.mark.rule("rileys_road:A9.22")
@pytest.mark.parametrize(("firepower", "lane"), [(3, 1), (5, 2), (7, 4), (2, 1), (4, 2), (6, 4)])
def test_a_fire_lane_has_the_column_to_the_left_of_its_machine_gun(firepower: int, lane: int) -> None:
    chart = ift()
    assert chart.left(chart.column(firepower)) == lane


@pytest.mark.rule("rileys_road:A7.36")
def test_assault_fire_is_added_after_all_factors() -> None:
    figures = table("firepower", Firepower)
    near, far = figures.factors["point-blank"].value, figures.factors["advancing-fire"].value
    assert ift().column(5 * near * far + figures.assault_fire) == 6
    assert -(-(5 * far + figures.assault_fire) // 1) == 4


@pytest.mark.rule("rileys_road:A15.1")
@pytest.mark.parametrize(
    ("final_dr", "results"),
    [
        (0, ("hero",)),
        (4, ("hero",)),
        (5, ("hero", "battle-hardening")),
        (6, ("hero", "battle-hardening")),
        (8, ("battle-hardening",)),
        (9, ("berserk",)),
        (11, ("berserk",)),
        (12, ("surrender",)),
        (14, ("surrender",)),
    ],
)
def test_heat_of_battle(final_dr: int, results: tuple[str, ...]) -> None:
    assert table("heat-of-battle", HeatOfBattle).results(final_dr) == results


@pytest.mark.rule("rileys_road:A15.1")
def test_an_elite_canadian_squad_that_rolls_seven_makes_a_hero_and_hardens() -> None:
    heat, nations = table("heat-of-battle", HeatOfBattle), table("nationality", Nationality)
    final_dr = 7 + heat.modifiers["elite"].value + nations.nations["canadian"].heat_of_battle
    assert heat.results(final_dr) == ("hero", "battle-hardening")


@pytest.mark.rule("rileys_road:A18.12")
@pytest.mark.parametrize(
    ("final_dr", "leader"),
    [(-2, "8-1"), (1, "8-1"), (2, "8-0"), (3, "8-0"), (5, "7-0"), (6, "6+1"), (7, None), (9, None)],
)
def test_leader_creation(final_dr: int, leader: str | None) -> None:
    assert table("leader-creation", LeaderCreation).leader(final_dr) == leader


@pytest.mark.rule("rileys_road:A.18")
def test_no_morale_level_leaves_its_limits() -> None:
    morale = table("morale", Morale)
    assert morale.level(11) == 10
    assert morale.level(-1) == 0
    assert morale.berserk == morale.highest


@pytest.mark.rule("rileys_road:A10.6")
def test_a_rally_under_desperation_in_woods() -> None:
    rally = {name: modifier.value for name, modifier in table("rally", Rally).modifiers.items()}
    assert 6 + rally["dm"] + rally["terrain"] - 1 == 8


@pytest.mark.rule("rileys_road:A11.11")
@pytest.mark.parametrize(
    ("attack", "defense", "kill", "hand_to_hand"),
    [
        (15, 4, 8, 10),
        (4, 5, 4, 6),
        (1, 9, 0, 2),
        (1, 8, 1, 3),
        (4, 4, 5, 7),
        (5, 4, 5, 7),
        (6, 4, 6, 8),
        (10, 1, 12, 14),
        (11, 1, 13, 15),
        (0, 4, 0, 2),
    ],
)
def test_odds_are_the_best_column_that_is_reached(attack: int, defense: int, kill: int, hand_to_hand: int) -> None:
    odds = table("close-combat", CloseCombat).odds(attack, defense)
    assert (odds.kill, odds.hand_to_hand) == (kill, hand_to_hand)


@pytest.mark.rule("rileys_road:J2.31")
def test_hand_to_hand_kills_at_two_more() -> None:
    chart = table("close-combat", CloseCombat)
    for odds in (chart.below, *chart.columns, chart.above):
        assert odds.hand_to_hand == odds.kill + 2


@pytest.mark.rule("rileys_road:A18.12")
@pytest.mark.parametrize(("attack", "defense", "columns"), [(4, 4, 0), (8, 4, 0), (4, 5, 1), (1, 4, 2), (1, 9, 5)])
def test_columns_below_even_odds_are_counted(attack: int, defense: int, columns: int) -> None:
    assert table("close-combat", CloseCombat).below_even(attack, defense) == columns


@pytest.mark.rule("rileys_road:A5.12")
@pytest.mark.parametrize(("halves", "excess"), [(5, 0), (6, 0), (7, 1), (8, 1), (9, 2)])
def test_the_excess_of_an_overstacked_location_is_rounded_up(halves: int, excess: int) -> None:
    assert table("stacking", Stacking).excess(halves) == excess


@pytest.mark.rule("rileys_road:B10.4")
def test_hedge_and_hill_into_a_plowed_field() -> None:
    steps, terrain = table("movement", Movement), table("terrain", Terrain)
    hedge = table("hexsides", Hexsides).hexsides["hedge"]
    assert steps.uphill * terrain.hexes["plowed"].mf + hedge.mf == 2 * 4


@pytest.mark.rule("rileys_road:A4.42")
def test_a_crew_with_a_machine_gun_of_four_points_loses_a_factor() -> None:
    steps, portage = table("movement", Movement), table("portage", Portage)
    assert steps.allotments["mmc"] - (4 - portage.mmc) * steps.overload == 2 * 3


@pytest.mark.rule("rileys_road:B/tem")
@pytest.mark.parametrize(
    ("name", "direct", "mortar", "oba"),
    [
        ("open", 0, 0, 0),
        ("plowed", 0, 0, 0),
        ("woods", 1, -1, -1),
        ("wooden-building", 2, 2, 2),
        ("stone-rubble", 3, 3, 3),
    ],
)
def test_terrain_protects(name: str, direct: int, mortar: int, oba: int) -> None:
    tem = table("terrain", Terrain).hexes[name].tem
    assert (tem.direct, tem.mortar, tem.oba) == (direct, mortar, oba)


@pytest.mark.rule("rileys_road:B23.74")
def test_a_factory_is_half_a_level_higher_than_a_house() -> None:
    terrain = table("terrain", Terrain)
    for kind in ("stone", "wooden"):
        house, factory = terrain.hexes[f"{kind}-building"], terrain.hexes[f"{kind}-factory"]
        assert (house.height, factory.height) == terrain.storeys[:2]
        assert house.tem == factory.tem


@pytest.mark.rule("rileys_road:A6.4")
@pytest.mark.parametrize(
    ("high", "low", "top", "distance", "blind"),
    [(2, 0, 1, 3, 1), (2, 0, 1, 5, 2), (2, 0, 1, 10, 3), (3, 0, 1, 3, 1), (2, -1, 1, 3, 2), (3, 0, 2, 3, 2)],
)
def test_blind_hexes_behind_an_obstacle(high: int, low: int, top: int, distance: int, blind: int) -> None:
    assert table("sight", SightLines).blind(top=top, high=high, low=low, distance=distance) == blind


@pytest.mark.rule("rileys_road:A6.4")
@pytest.mark.parametrize(("distance", "blind"), [(3, 0), (5, 1)])
def test_blind_hexes_behind_bare_ground(distance: int, blind: int) -> None:
    assert table("sight", SightLines).blind_ground(top=0, high=1, low=-1, distance=distance) == blind


@pytest.mark.rule("rileys_road:A12.141")
def test_every_act_gives_a_unit_away_in_one_way() -> None:
    loss = table("concealment-loss", ConcealmentLoss)
    acts = [*loss.seen, *loss.always]
    assert sorted(acts) == sorted(set(acts)) == sorted(Act.__args__)  # type: ignore[attr-defined]


@pytest.mark.rule("rileys_road:A24.2")
def test_dispersed_smoke_hinders_one_less() -> None:
    for name in ("smoke", "wp"):
        row = table("smoke", Smoke).kinds[name]
        assert row.dispersed == row.hindrance - 1


@pytest.mark.rule("rileys_road:C3.3")
@pytest.mark.parametrize(
    ("target", "color", "range_", "number"),
    [("vehicle", "black", 0, 10), ("vehicle", "black", 7, 9), ("infantry", "red", 12, 6), ("area", "black", 18, 8)],
)
def test_the_number_to_hit_goes_by_target_color_and_range(
    target: TargetType, color: Color, range_: int, number: int
) -> None:
    assert table("to-hit", ToHit).number(target, color, range_) == number


@pytest.mark.rule("rileys_road:C3.3")
def test_beyond_the_last_band_the_last_number_counts() -> None:
    assert table("to-hit", ToHit).number("infantry", "red", 70) == -2


@pytest.mark.rule("rileys_road:C4.1")
def test_small_calibers_add_up_what_they_lose() -> None:
    chart = table("to-hit", ToHit)
    assert chart.of_caliber(75, 20) == 0
    assert chart.of_caliber(57, 20) == -1
    assert chart.of_caliber(20, 20) == -2


@pytest.mark.rule("rileys_road:C.6")
@pytest.mark.parametrize(
    ("caliber", "column"),
    [(20, 1), (51, 6), (57, 6), (75, 12), (76, 12), (81, 16), (88, 16), (114, 20), (120, 24), (150, 30)],
)
def test_the_column_of_a_shell_goes_by_its_caliber(caliber: int, column: int) -> None:
    assert table("high-explosive", HighExplosive).column(caliber) == column


@pytest.mark.rule("rileys_road:C7.24")
@pytest.mark.parametrize(
    ("caliber", "range_", "modification"),
    [(75, 1, 1), (75, 19, -1), (57, 0, 1), (57, 61, None), (20, 48, -5), (88, 79, None)],
)
def test_range_tells_on_solid_shot(caliber: int, range_: int, modification: int | None) -> None:
    assert table("to-kill", ToKill).ap_at_range(caliber, range_) == modification


@pytest.mark.rule("rileys_road:C7.34")
@pytest.mark.parametrize(("caliber", "armored"), [(75, 7), (88, 8), (105, 10), (150, 16)])
def test_he_kills_by_caliber(caliber: int, armored: int) -> None:
    assert table("to-kill", ToKill).he_of(caliber).armored == armored


@pytest.mark.rule("rileys_road:C7.22")
@pytest.mark.parametrize(("side", "top"), [(3, 2), (4, 3), (6, 4), (0, 0)])
def test_the_top_of_a_tank_is_a_step_thinner_than_its_side(side: int, top: int) -> None:
    assert table("to-kill", ToKill).step_down(side) == top


@pytest.mark.rule("rileys_road:C7.341")
def test_the_k_number_is_the_highest_roll_with_a_k() -> None:
    chart = ift()
    numbers = {column: chart.k_number(column) for column in chart.columns}
    assert numbers == {1: 1, 2: 2, 4: 2, 6: 3, 8: 3, 12: 3, 16: 4, 20: 4, 24: 5, 30: 6, 36: 7}
    assert set(table("vehicle-line", VehicleLine).columns) == set(chart.columns)


@pytest.mark.rule("rileys_road:B28.5")
def test_a_mine_eliminates_up_to_the_number_of_a_single_kia() -> None:
    mines, chart = table("vehicle-mines", VehicleMines), ift()
    single = max(dr for dr in chart.rows if chart.result(mines.column, dr) == Result("kia", 1))
    assert (mines.eliminated, mines.burns) == (single, single // 2)


@pytest.mark.rule("rileys_road:C5.3")
def test_bounding_fire_costs_four_or_five() -> None:
    modifiers = table("to-hit-modifiers", ToHitModifiers)
    advancing = modifiers.cases["B"].value
    assert {mount: advancing + more for mount, more in modifiers.bounding.items()} == {"T": 4, "ST": 4, "NT": 5}
    assert advancing + modifiers.bounding_gyrostabilizer == 3


@pytest.mark.rule("rileys_road:D8.2")
def test_every_kind_of_hex_is_known_to_vehicles() -> None:
    assert set(table("terrain", Terrain).hexes) <= set(table("vehicle-movement", VehicleMovement).hexes)
