"""The charts: whatever the rules quote stands in them, and the rest grows the way it should."""

from __future__ import annotations

import datetime
from itertools import pairwise
from pathlib import Path

import pytest

from games.efs.positions import TITLE, content
from sandtable.datafile import DataError
from sandtable.games.efs import tables
from sandtable.kernel import Table
from sandtable.mechanics.charts import Chart
from sandtable.mechanics.crt import Crt, CrtFile, ratio

WEATHER = ("dry", "frost", "snow", "mud")
ATTACKER = ("-", "*", "1", "1*", "R*", "1R", "1R*", "2R*", "3R*", "e")
DEFENDER = ("-", "1", "R", "1R", "2R", "3R", "4R", "e")
HERE = content()
TERRAIN = HERE.table("terrain", tables.TerrainFile)
CRT = HERE.table("combat", CrtFile)
FILES: dict[str, type] = {
    "artillery": tables.ArtilleryFile, "attack-supply": tables.AttackSupplyFile, "bombardment": tables.BombardmentFile,
    "bridges": tables.BridgesFile, "combat": CrtFile, "combat-modifiers": tables.CombatModifiersFile,
    "fuel-shortage": tables.FuelFile, "headquarters": tables.HeadquartersFile,
    "limited-artillery": tables.LimitedArtilleryFile, "movement": tables.MovementFile,
    "movement-phases": tables.MovementPhasesFile, "overrun": tables.OverrunFile, "regiments": tables.RegimentsFile,
    "retreat": tables.RetreatFile, "stacking": tables.StackingFile, "supply": tables.SupplyFile,
    "surrender": tables.SurrenderFile, "terrain": tables.TerrainFile, "turn-track": tables.TurnTrackFile,
    "untried": tables.UntriedFile, "victory": tables.VictoryFile, "weather": tables.WeatherFile,
}  # fmt: skip


def cost(terrain: str, weather: str, *, motorized: bool) -> float | None:
    pairs = TERRAIN.terrain[terrain].cost
    return getattr(pairs, weather)[motorized]  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", FILES)
def test_every_chart_can_be_read_and_cites_rules_that_are_listed(name: str) -> None:
    listed = {rule.id for rule in TITLE.rules()}
    assert set(HERE.table(name, FILES[name]).rules) <= listed


def test_there_is_no_chart_without_a_reader() -> None:
    assert {path.stem for path in TITLE.data_files("tables")} == {*FILES, "switches"}


# Combat


def test_the_results_of_combat_are_known_codes_in_ten_rows() -> None:
    assert sorted(CRT.rows) == list(range(1, 11))
    for row in CRT.rows.values():
        assert all(cell.split("/")[0] in ATTACKER and cell.split("/")[1] in DEFENDER for cell in row)


def test_the_cell_that_the_rules_quote_is_there() -> None:
    assert CRT.rows[3][CRT.columns.index("3:4")] == "1/R"


def test_results_get_worse_for_the_attacker_with_the_die_and_better_with_the_odds() -> None:
    def ranks(cell: str) -> tuple[int, int]:
        attacker, defender = cell.split("/")
        return ATTACKER.index(attacker), -DEFENDER.index(defender)

    for low, high in pairwise(sorted(CRT.rows)):
        for here, below in zip(CRT.rows[low], CRT.rows[high], strict=True):
            assert all(a <= b for a, b in zip(ranks(here), ranks(below), strict=True))
    for row in CRT.rows.values():
        for worse, better in pairwise(row):
            assert all(a >= b for a, b in zip(ranks(worse), ranks(better), strict=True))


@pytest.mark.parametrize(
    ("attack", "defence", "odds"),
    [(10, 2, "5:1"), (10, 3, "3:1"), (10, 4, "2:1"), (10, 5, "2:1"), (10, 6, "3:2"), (17, 6, "2:1"), (14, 1, "10:1"),
     (1, 6, "1:4"), (3, 4, "3:4"), (16, 3, "5:1"), (16, 4, "4:1")],
)  # fmt: skip
def test_odds_are_rounded_in_favour_of_the_defender(attack: int, defence: int, odds: str) -> None:
    assert CRT.columns[Crt(CRT).column(attack, defence)] == odds


def test_the_columns_are_those_that_the_rules_name_and_more() -> None:
    assert {"1:4", "3:4", "3:2", "2:1", "3:1", "4:1", "5:1", "10:1"} <= set(CRT.columns)
    assert [ratio(column) for column in CRT.columns] == sorted(ratio(column) for column in CRT.columns)


def test_a_citadel_with_everything_is_worth_four() -> None:
    drm = HERE.table("combat-modifiers", tables.CombatModifiersFile).modifiers
    river = TERRAIN.sides["river"].drm
    assert drm["citadel"] + drm["strongpoint"] + TERRAIN.terrain["hill"].drm + river == 4
    assert TERRAIN.terrain["city"].drm + river == 2


# Movement


def test_the_costs_that_the_rules_quote_are_there() -> None:
    assert cost("clear", "dry", motorized=True) == cost("clear", "dry", motorized=False) == 1
    assert cost("hill", "dry", motorized=True) == 2
    assert cost("hill", "mud", motorized=True) == 3
    assert cost("woods", "dry", motorized=True) == 2
    assert cost("swamp", "dry", motorized=True) is None
    assert TERRAIN.terrain["swamp"].along_rail == 3
    assert TERRAIN.terrain["woods"].soviet == TERRAIN.terrain["woods"].by_rail == -1
    assert TERRAIN.sides["river"].cost == TERRAIN.sides["canal"].cost
    assert (TERRAIN.sides["river"].cost.dry, TERRAIN.sides["river"].cost.frozen) == (1, 0)
    assert TERRAIN.sides["major-river"].cost.frozen == 1
    assert TERRAIN.terrain["shallow-water"].cost.frozen == (2, 2)
    assert all(TERRAIN.terrain[name].ski_frozen == 1 for name in ("clear", "hill", "marsh", "swamp"))
    assert all(row.cost == 1 for row in TERRAIN.fortifications.values())


def test_road_rates_are_those_of_the_rules() -> None:
    assert set(TERRAIN.roads) == {"motorway", "main"}
    assert TERRAIN.roads["motorway"] == tables.Road(dry=0.5, frost=0.5, snow=0.5, mud=0.5)
    assert TERRAIN.roads["main"] == tables.Road(dry=0.5, frost=0.5, snow=1, mud=1)
    minor = TERRAIN.minor_road
    assert (minor.dry_clear, minor.dry_other, minor.frost, minor.snow) == (0.5, 1, 1, 2)
    assert (minor.mud_foot, minor.mud_soviet_armor, minor.mud_motorized) == (2, 2, 3)


@pytest.mark.parametrize("name", TERRAIN.terrain)
def test_costs_grow_with_the_weather_and_motors_pay_no_less(name: str) -> None:
    def steep(weather: str, motorized: bool) -> float:
        found = cost(name, weather, motorized=motorized)
        return 99 if found is None else found

    for better, worse in pairwise(WEATHER):
        assert all(steep(better, motors) <= steep(worse, motors) for motors in (False, True))
    assert all(steep(weather, False) <= steep(weather, True) for weather in WEATHER)


def test_overruns_and_orders_are_allowed_where_the_rules_say() -> None:
    never = {name for name, row in TERRAIN.terrain.items() if row.overrun == "never"}
    assert never == {"lake", "alpine", "mountain", "city", "major-city", "shallow-water", "sea"}
    assert {name for name, row in TERRAIN.fortifications.items() if row.overrun == "never"} == {
        "fortified-belt",
        "citadel",
    }
    orders = {name for name, row in TERRAIN.terrain.items() if row.orders}
    assert orders == {"woods", "alpine", "mountain", "city", "major-city"}


def test_the_movement_phases_of_the_two_sides_mirror_each_other() -> None:
    phases = HERE.table("movement-phases", tables.MovementPhasesFile)
    axis, soviet = phases.axis["motorized"], phases.soviet["motorized"]
    assert (axis.movement, axis.motorized, axis.reaction) == ("full", "half", "half")
    assert (soviet.movement, soviet.motorized, soviet.reaction) == ("half", "full", "half")
    assert all(phases.axis[name].motorized == "" for name in ("orange", "green", "non-motorized"))
    assert phases.soviet["non-motorized"].activated == "full"


def test_overruns_get_harder_with_the_die() -> None:
    rows = HERE.table("overrun", tables.OverrunFile).rows
    chart = Chart(rows)
    found = [chart.entry(roll) for roll in range(-2, 14)]
    assert all(a.success or not b.success for a, b in pairwise(found))
    assert all(a.defender >= b.defender for a, b in pairwise(found))
    odds = HERE.table("overrun", tables.OverrunFile)
    assert (odds.least_odds, odds.least_odds_fortified, odds.modifiers["marsh-or-swamp"]) == (5, 12, 2)


# Supply, weather, special units


def test_supply_routes_are_as_long_as_the_rules_say() -> None:
    supply = HERE.table("supply", tables.SupplyFile)
    assert (supply.loc.full, supply.loc.reduced) == (7, 5)
    assert (supply.road_net.full, supply.road_net.reduced) == (21, 15)
    assert supply.temporary_hexes == 5


@pytest.mark.parametrize("area", ["north", "south"])
def test_the_weather_of_every_climate_can_be_rolled(area: str) -> None:
    columns = HERE.table("weather", tables.WeatherFile).areas[area]
    assert set(columns) == set(WEATHER)
    codes = {f"{kind}{storm}" for kind in "DMFS" for storm in ("", "T")}
    for column in columns.values():
        assert sorted(column) == list(range(1, 13))
        assert set(column.values()) <= codes
    assert {"S", "ST", "F", "M"} <= set(columns["frost"].values())
    assert any(code[0] in "MD" for code in columns["snow"].values())


def test_the_turn_record_track_follows_the_seasons() -> None:
    track = HERE.table("turn-track", tables.TurnTrackFile)
    first = datetime.date.fromisoformat(track.first_day)

    def day(turn: int) -> datetime.date:
        return first + datetime.timedelta(days=track.days * (turn - 1))

    assert (day(31), day(61)) == (datetime.date(1941, 8, 21), datetime.date(1941, 10, 20))
    assert (day(11), day(48)) == (datetime.date(1941, 7, 12), datetime.date(1941, 9, 24))
    for area in track.areas.values():
        assert min(area) == 1
        assert all(0 <= row.drm <= 2 for row in area.values())
        seasons = [("dry", "mud", "frost", "snow").index(area[turn].climate) for turn in sorted(area)]
        assert seasons == sorted(seasons)
        assert area[max(turn for turn in area if turn <= 79)].climate == "frost"


def test_figures_of_headquarters_bridges_and_losses_are_those_of_the_rules() -> None:
    hq = HERE.table("headquarters", tables.HeadquartersFile)
    assert (hq.range, hq.recovery_factor, hq.disbanded, hq.nkvd_motorized_only_from) == (4, 2, 1, 31)
    bridges = HERE.table("bridges", tables.BridgesFile)
    assert (bridges.damage, bridges.enemy_within, bridges.soviet_major_rivers_after) == (2, 7, 98)
    assert HERE.table("victory", tables.VictoryFile).steps_for_a_point == 6
    assert HERE.table("combat-modifiers", tables.CombatModifiersFile).most_mandated == 9
    rail = HERE.table("movement", tables.MovementFile).rail
    assert (rail.allowance, rail.hex, rail.ferry, rail.axis_snow_factor) == (60, 1, 30, 0.5)


def test_bombardment_silences_the_asterisk_at_three_or_less() -> None:
    chart = Chart(HERE.table("bombardment", tables.BombardmentFile).rows)
    assert [chart.entry(roll).no_asterisk for roll in (0, 1, 2, 3, 4)] == [True, True, True, True, False]
    assert [chart.entry(roll).steps for roll in (-1, 1, 2)] == [1, 1, 0]


@pytest.mark.parametrize(
    ("modifiers", "value"),
    [
        (("fortified-line", "fortified-belt", "strongpoint", "citadel", "no-retreat"), 1),
        (("strongpoint-before-city", "without-attack-supply", "below-least-odds"), 2),
        (("engineers", "heavy-artillery", "out-of-supply", "combined-arms"), -1),
        (("panzer-division", "motorized-division", "overrun-marker"), -1),
    ],
)
def test_the_modifiers_of_combat_are_those_of_the_rules(modifiers: tuple[str, ...], value: int) -> None:
    found = HERE.table("combat-modifiers", tables.CombatModifiersFile)
    assert {found.modifiers[name] for name in modifiers} == {value}
    assert found.limits == (-3, 3)
    assert (found.retreat, found.additional_retreat, found.reaction_range, found.citadel_bonus) == (2, 3, 3, 3)
    assert (found.mandated_steps, found.mandated_odds, found.strongpoint_city_range) == (6, "3:2", 4)


def test_results_that_the_examples_name_occur() -> None:
    halves = [cell.split("/") for row in CRT.rows.values() for cell in row]
    assert {attacker for attacker, _ in halves} >= {"1*", "*", "R*", "1R", "e"}
    assert {defender for _, defender in halves} >= {"1", "R", "1R", "2R", "e"}


def test_ground_helps_as_the_rules_say() -> None:
    drm = {name: row.drm for name, row in TERRAIN.terrain.items() if row.drm}
    assert drm == {"hill": 1, "mountain": 2, "alpine": 2, "city": 1, "major-city": 1}
    sides = TERRAIN.sides
    assert (sides["river"].drm, sides["canal"].drm, sides["river"].drm_frozen) == (1, 1, 0)
    assert (sides["major-river"].drm, sides["major-river"].drm_frozen) == (0, 1)


def test_figures_of_movement_and_overruns_are_those_of_the_rules() -> None:
    move = HERE.table("movement", tables.MovementFile)
    assert (move.enemy_zoc, move.overrun, move.map_exit, move.axis_motorized_in_snow) == (1, 1, 1, -1)
    assert (move.strategic_factor, move.enemy_distance, move.infiltration_allowance) == (1.5, 3, 7)
    overrun = HERE.table("overrun", tables.OverrunFile)
    assert (overrun.limits, overrun.modifiers["overrun-marker"], overrun.cavalry_on_failure) == ((-3, 3), -1, 1)
    assert HERE.table("stacking", tables.StackingFile).limit == 10


def test_luck_runs_one_way_in_the_tables_that_are_ours() -> None:
    """A high roll is worse for who slips through, drives without fuel or fires; it is better for a garrison."""
    away = Chart(HERE.table("retreat", tables.RetreatFile).rows)
    fuel = Chart(HERE.table("fuel-shortage", tables.FuelFile).rows)
    shells = Chart(HERE.table("limited-artillery", tables.LimitedArtilleryFile).rows)
    for chart, good, bad in ((away, "away", "lost"), (fuel, "passes", "fails"), (shells, "kept", "spent")):
        found = [chart.entry(roll) for roll in range(-2, 15)]
        assert found == sorted(found, key=(good, bad).index)
        assert {*found} == {good, bad}
    order = ("surrender", "full-attrition", "partial-attrition", "none")
    surrender = HERE.table("surrender", tables.SurrenderFile)
    found = [Chart(surrender.rows).entry(roll) for roll in range(-3, 16)]
    assert found == sorted(found, key=order.index)
    assert surrender.despair == (31, 61)
    assert surrender.modifiers["despair"] < 0 < min(surrender.modifiers[name] for name in ("nkvd", "headquarters"))


def test_artillery_is_limited_as_the_rules_say() -> None:
    most = HERE.table("artillery", tables.ArtilleryFile)
    assert (most.axis, most.axis_allied_defending, most.german_with_allied) == (4, 2, 2)
    assert (most.soviet, most.soviet_with_hq, most.soviet_rockets, most.soviet_under_idle_hq) == (1, 2, 2, 1)


NOBODY, EXCHANGE = "ax-nobody", "  conversions: {new: {turn: 50, remove: [%s], receive: [%s]}}\n  mandated: {49: 1}"


@pytest.mark.rule("efs:8.5", "efs:8.51d", "efs:8.6")
@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("ax-ss-lah-mot: {turn: 50,", "ax-nobody: {turn: 50,", "withdrawals.ax-nobody: is not a unit of the card"),
        ("ax-ss-lah-mot: {turn: 50,", "ax-ss-lah-mot: {returns: 52, turn: 50,", "no hexes of entry for its return"),
        ("  mandated: {49: 1}", EXCHANGE % (NOBODY, "ax-58-inf"), "'ax-nobody' is not a unit of the card"),
        ("  mandated: {49: 1}", EXCHANGE % ("ax-46-inf", NOBODY), "'ax-nobody' is not a counter of the manifest"),
        ("  mandated: {49: 1}", EXCHANGE % ("ax-46-inf", "su-111-inf"), "has units of both sides"),
        ("  mandated: {49: 1}", EXCHANGE % ("ax-46-inf", ""), "must name units to remove and units to receive"),
    ],
)
def test_a_mistake_among_those_who_leave_is_answered_with_its_place(
    tmp_path: Path, old: str, new: str, problem: str
) -> None:
    text = TITLE.data_file("scenarios/perekop.yaml").read_text("utf8")
    assert text.count(old) == 1
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "perekop.yaml").write_text(text.replace(old, new), "utf8")
    with pytest.raises(DataError) as caught:
        Table.new("efs", "perekop", packs=[tmp_path])
    assert problem in str(caught.value)
