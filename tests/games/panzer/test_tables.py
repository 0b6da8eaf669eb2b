"""The tables that ship: complete, in order, and with every figure that the rulebook quotes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.panzer.shipped import DATA, MAPS, board, table
from sandtable.datafile import DataError, read
from sandtable.games.panzer.formations import PointsFile
from sandtable.games.panzer.maps import BoardsFile
from sandtable.games.panzer.tables import basic, command, fire, optional, support, terrain
from sandtable.games.panzer.tables.generator import GeneratorFile
from sandtable.games.panzer.tables.parts import BANDS, GRADES, Band, Cover, Grade
from sandtable.mechanics.content import Table
from sandtable.mechanics.switches import SwitchesFile

FILES: dict[str, type[Table]] = {
    "air-modifiers": support.AirModifiersFile,
    "aircraft": support.AircraftFile,
    "ammunition": fire.AmmunitionFile,
    "ap-hit": basic.ApHitFile,
    "ap-modifiers": basic.ApModifiersFile,
    "available-commands": command.AvailableCommandsFile,
    "bail-out": fire.BailOutFile,
    "basic-damage": basic.BasicDamageFile,
    "boards": BoardsFile,
    "building-entry": fire.BuildingEntryFile,
    "close-assault": fire.CloseAssaultFile,
    "cohesion": optional.CohesionFile,
    "commands": basic.CommandsFile,
    "cover": basic.CoverFile,
    "crash": support.CrashFile,
    "damage": fire.DamageFile,
    "elevation": terrain.ElevationFile,
    "entrenchment": fire.EntrenchmentFile,
    "generator": GeneratorFile,
    "gp-combat": fire.GpCombatFile,
    "gp-defense": fire.GpDefenseFile,
    "gp-effects": fire.GpEffectsFile,
    "gp-modifiers": fire.GpModifiersFile,
    "grades": command.GradesFile,
    "hand-to-hand": fire.HandToHandFile,
    "heat-haze": fire.HeatHazeFile,
    "hit-locations": fire.HitLocationsFile,
    "hull-down": fire.HullDownFile,
    "indirect-fire": support.IndirectFireFile,
    "line-of-sight": basic.LineOfSightFile,
    "minefields": optional.MinefieldsFile,
    "movement": basic.MovementFile,
    "number-of-hits": fire.NumberOfHitsFile,
    "observers": support.ObserversFile,
    "points": PointsFile,
    "recovery": command.RecoveryFile,
    "response": support.ResponseFile,
    "sequence": basic.SequenceFile,
    "spotting": basic.SpottingFile,
    "stacking": basic.StackingFile,
    "switches": SwitchesFile,
    "terrain": terrain.TerrainFile,
    "turrets": basic.TurretsFile,
}


def falls(figures: list[int] | list[float]) -> bool:
    return figures == sorted(figures, reverse=True)


def rises(figures: list[int] | list[float]) -> bool:
    return figures == sorted(figures)


def test_every_table_that_ships_is_known_and_sound() -> None:
    assert {path.stem for path in (DATA / "tables").glob("*.yaml")} == FILES.keys()
    for name, file in FILES.items():
        found = table(name, file)
        assert found.rules, name


@pytest.mark.parametrize("name", FILES)
def test_modifiers_cite_a_rule(name: str) -> None:
    text = (DATA / "tables" / f"{name}.yaml").read_text("utf-8")
    for rule in re.findall(r'rule: "?([^",}]*)', text):
        assert re.fullmatch(r"\d+(\.\d+)*b?(/[a-z-]+)?", rule), rule


# ------------------------------------------------------------------------------------------------ spotting and terrain


@pytest.mark.rule("panzer:4.1.3")
@pytest.mark.parametrize(
    ("row", "size", "hexes"),
    [(1, "V", 30), (0, "V", 20), (-2, "V", 7), (0, "L", 15), (1, "S", 15), (0, "S", 10), (-1, "S", 5)],
)
def test_spotting_ranges_that_are_quoted(row: int, size: str, hexes: int) -> None:
    assert getattr(table("spotting", basic.SpottingFile).rows[row], size) == hexes


def test_spotting_ranges_fall_with_every_row_and_with_size() -> None:
    rows = table("spotting", basic.SpottingFile).rows
    for size in "VLS":
        assert falls([getattr(rows[row], size) for row in range(2, -6, -1)])
    assert all(row.V >= row.L >= row.S >= 1 for row in rows.values())


@pytest.mark.rule("panzer:4.1.3")
@pytest.mark.parametrize(
    ("ground", "who", "size", "shift", "hexes"),
    [
        ("woods", "vehicle", "V", "", 7),
        ("woods", "vehicle", "V", "moved", 20),
        ("woods", "vehicle", "V", "fired", 30),
        ("woods", "towed", "S", "fired", 15),
        ("scrub", "leg", "S", "", 5),
        ("clear", "vehicle", "V", "", 20),
    ],
)
def test_spotting_as_in_the_examples(ground: str, who: str, size: str, shift: str, hexes: int) -> None:
    spotting = table("spotting", basic.SpottingFile)
    cover: Cover = getattr(table("terrain", terrain.TerrainFile).hexes[ground].cover, who)
    row = table("cover", basic.CoverFile).cover[cover].spotting
    row += spotting.modifiers[shift].number if shift else 0
    assert getattr(spotting.rows[max(-5, min(2, row))], size) == hexes


@pytest.mark.rule("panzer:4.1.4.1")
@pytest.mark.parametrize(
    ("ground", "height", "blocks"),
    [
        ("clear", 0, False),
        ("rough", 0, False),
        ("scrub", 0, False),
        ("shellhole", -1, False),
        ("path", 0, False),
        ("road", 0, False),
        ("light-woods", 3, True),
        ("woods", 3, True),
        ("heavy-woods", 4, True),
        ("building-wood", 1, True),
        ("building-brick", 1, True),
        ("building-stone", 1, True),
        ("gully", -1, False),
        ("ford", -1, False),
        ("stream", -1, False),
        ("bridge", 0, False),
    ],
)
def test_heights_that_are_quoted(ground: str, height: int, blocks: bool) -> None:
    row = table("terrain", terrain.TerrainFile).hexes[ground]
    assert (row.height, row.blocks) == (height, blocks)


def test_heights_of_hexsides_and_counters_that_are_quoted() -> None:
    file = table("terrain", terrain.TerrainFile)
    assert [name for name, row in file.sides.items() if row.blocks] == ["crest", "hedgerow"]
    assert {file.sides[name].height for name in ("slope", "crest", "hedgerow")} == {1}
    heights = {name: row.height for name, row in file.counters.items()}
    assert heights["wreck"] == 0
    assert heights["brew-up-smoke"] == 2
    assert heights["smoke"] == heights["barrage"] == 4
    assert (heights["on-fire"], heights["ditch"]) == (5, -1)


@pytest.mark.rule("panzer:4.5.1.1.2")
@pytest.mark.parametrize(
    ("ground", "mode", "cost"),
    [("clear", "T", 1), ("clear", "H", 1), ("scrub", "T", 2), ("scrub", "H", 2), ("rough", "T", 4), ("rough", "H", 4)]
    + [(way, mode, 1) for way in ("road", "path") for mode in "THW"] + [("heavy-woods", mode, "P") for mode in "THW"],
)  # fmt: skip
def test_costs_that_are_quoted(ground: str, mode: str, cost: int | str) -> None:
    assert getattr(table("terrain", terrain.TerrainFile).hexes[ground].costs, mode) == cost


def test_woods_cost_five_to_enter_and_turn_in() -> None:
    woods = table("terrain", terrain.TerrainFile).hexes["woods"]
    assert isinstance(woods.costs.T, int)
    assert woods.turn is not None
    assert woods.costs.T + woods.turn == 5


def test_what_is_prohibited_to_whom() -> None:
    file = table("terrain", terrain.TerrainFile)
    for name in ("block", "ditch", "on-fire"):
        costs = file.counters[name].costs
        assert costs is not None
        assert {costs.T, costs.H, costs.W, costs.towed} == {"P"}
        assert (costs.leg == "P") == (name == "on-fire")
    wire, rubble = file.counters["wire"].extra, file.counters["rubble"].costs
    assert wire is not None
    assert (wire.H, wire.W, wire.leg, wire.towed) == ("P", "P", "P", "P")
    assert wire.T != "P"
    assert rubble is not None
    assert (rubble.H, rubble.W, rubble.towed) == ("P", "P", "P")
    assert file.sides["wall"].extra.H == "P" != file.sides["wall"].extra.T
    assert {file.sides[name].extra.W for name in ("slope", "crest")} == {0}
    assert file.sides["hedgerow"].extra.T == "all"


@pytest.mark.rule("panzer:4.5.1.1.2/brew-up-smoke")
def test_what_wrecks_and_their_smoke_cost() -> None:
    counters = table("terrain", terrain.TerrainFile).counters
    wreck, smoke = counters["wreck"].extra, counters["brew-up-smoke"].extra
    assert wreck is not None
    assert smoke is not None
    assert (wreck.T, wreck.H, wreck.W) == (0, 0, 0)
    assert (smoke.T, smoke.H, smoke.W, counters["brew-up-smoke"].turn) == (1, 1, 1, 1)


@pytest.mark.rule("panzer:4.1.3")
@pytest.mark.parametrize(
    ("ground", "cover"),
    [
        ("clear", "none"),
        ("scrub", "light"),
        ("woods", "medium"),
        ("building-wood", "light"),
        ("building-brick", "medium"),
        ("building-stone", "heavy"),
        ("path", "other"),
        ("road", "other"),
    ],
)
def test_cover_of_vehicles_that_is_quoted(ground: str, cover: str) -> None:
    assert table("terrain", terrain.TerrainFile).hexes[ground].cover.vehicle == cover


@pytest.mark.rule("panzer:6.1.4.3.3", "panzer:6.1.4.3.4", "panzer:6.1.4.3.7", "panzer:6.1.4.3.9")
def test_cover_of_counters_that_is_quoted() -> None:
    counters = table("terrain", terrain.TerrainFile).counters
    assert counters["block"].cover.leg == counters["ditch"].cover.leg == "light"
    position, rubble = counters["improved-position"].cover, counters["rubble"].cover
    assert {position.vehicle, position.towed, position.leg, position.gp} == {"heavy"}
    assert {rubble.vehicle, rubble.leg} == {"original"}


@pytest.mark.rule("panzer:6.5.4.2.2/cover-note")
@pytest.mark.parametrize(
    ("ground", "leg", "gp"),
    [
        ("brush", "light", "none"),
        ("crops", "medium", "light"),
        ("woods", "medium", "medium"),
        ("building-brick", "heavy", "medium"),
        ("building-wood", "light", "light"),
        ("scrub", "light", "light"),
    ],
)
def test_cover_of_men_by_purpose(ground: str, leg: Cover, gp: Cover) -> None:
    cover = table("terrain", terrain.TerrainFile).hexes[ground].cover
    assert (cover.leg, cover.gp) == (leg, gp)


def test_quickmarch_mines_and_full_cover_are_barred_where_the_rulebook_says_so() -> None:
    hexes = table("terrain", terrain.TerrainFile).hexes
    assert {name for name, row in hexes.items() if row.quickmarch} == {
        "clear",
        "brush",
        "crops",
        "path",
        "road",
        "bridge",
    }
    barred = {name for name, row in hexes.items() if not row.mines}
    assert {
        "building-wood",
        "building-brick",
        "building-stone",
        "ford",
        "gully",
        "shellhole",
        "stream",
        "water",
    } <= barred
    assert {name for name, row in hexes.items() if not row.full_cover} == {"ford", "stream", "bridge", "water"}


def test_all_that_can_be_destroyed_has_a_gp_defense() -> None:
    file = table("terrain", terrain.TerrainFile)
    assert {name for name, row in file.hexes.items() if row.gp_defense} == {
        "building-wood", "building-brick", "building-stone", "bridge",
    }  # fmt: skip
    found = {name: row.gp_defense for name, row in file.counters.items() if row.gp_defense}
    assert found.keys() == {"block", "improved-position", "wire", "mines-hasty", "mines-deliberate"}
    assert (found["mines-hasty"], found["mines-deliberate"]) == (3, 6)


@pytest.mark.parametrize("name", MAPS)
def test_the_table_has_every_terrain_of_the_maps(name: str) -> None:
    file = table("terrain", terrain.TerrainFile)
    assert board(name).legend.terrain.keys() <= file.hexes.keys()
    assert board(name).legend.sides.keys() - {"bank"} <= file.sides.keys()


@pytest.mark.rule("panzer:4.5.1.1.2/slope-crest")
def test_changes_of_level_that_are_quoted() -> None:
    file = table("elevation", terrain.ElevationFile)
    assert {name: row.levels for name, row in file.movers.items()} == {
        "T": 2, "H": 2, "W": 1, "leg": 2, "leg-with-weapon": 1, "towed": 1, "cavalry": 2,
    }  # fmt: skip
    assert file.movers["T"].up == file.movers["H"].up == (1, 2)
    assert file.along_ways == 1


def reached(name: str, mode: str, levels: int) -> tuple[set[str], set[str]]:
    """The hexes to which a vehicle can drive from a road, and those that are open to it."""
    map_, file = board(name), table("terrain", terrain.TerrainFile)
    ways = [map_.networks[network] for network in ("road", "path") if network in map_.networks]
    ground = {i: info.elevation - min(0, file.hexes[info.terrain].height) for i, info in enumerate(map_.hexes)}
    closed = {i for i, info in enumerate(map_.hexes) if getattr(file.hexes[info.terrain].costs, mode) == "P"}
    bridges = {i for i, info in enumerate(map_.hexes) if info.terrain == "bridge"}
    start = next(route for route in map_.paths if route.network == "road").hexes[0]
    found, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        for direction in range(6):
            there = map_.neighbour(here, direction)
            if there < 0 or there in found or abs(ground[here] - ground[there]) > levels:
                continue
            along = any(marks[6 * here + direction] for marks in ways)
            sides = map_.side_features(here, direction) & file.sides.keys()
            barred = any(getattr(file.sides[side].extra, mode) == "P" for side in sides)
            if along or not (barred or there in closed or {here, there} & bridges):
                found.add(there)
                waiting.append(there)
    return {map_.labels[i] for i in found}, {map_.labels[i] for i in ground if i not in closed | bridges}


@pytest.mark.parametrize("name", MAPS)
def test_tracked_vehicles_reach_every_hex_that_is_open_to_them(name: str) -> None:
    found, free = reached(name, "T", 2)
    assert free <= found


@pytest.mark.parametrize("name", MAPS)
def test_wheeled_vehicles_reach_nearly_every_hex_that_is_open_to_them(name: str) -> None:
    found, free = reached(name, "W", 1)
    assert len(free - found) <= 0.03 * len(free)


@pytest.mark.rule("panzer:4.1.4.2.4")
def test_blind_hexes_that_are_quoted() -> None:
    file = table("line-of-sight", basic.LineOfSightFile)
    assert [file.rows[levels].divisor for levels in (1, 2, 3, 4)] == [2, 4, 8, None]


# ------------------------------------------------------------------------------------------------------------- AP fire


@pytest.mark.rule("panzer:4.4.3.2.3")
@pytest.mark.parametrize(
    ("modifier", "band", "number"), [(-2, "S", 56), (-5, "P", 45), (-6, "P", 36), (-7, "P", 27), (-10, "E", 0)]
)
def test_hit_numbers_that_are_quoted(modifier: int, band: Band, number: int) -> None:
    assert table("ap-hit", basic.ApHitFile).rows[modifier].at(band) == number


def test_hit_numbers_fall_with_the_modifier_and_with_range() -> None:
    rows = table("ap-hit", basic.ApHitFile).rows
    for band in BANDS:
        assert falls([rows[modifier].at(band) for modifier in range(5, -11, -1)])
    assert all(falls([row.at(band) for band in BANDS]) for row in rows.values())
    assert [(m, band) for m, row in rows.items() for band in BANDS if row.at(band) == 0] == [(-10, "E")]


@pytest.mark.rule("panzer:6.5.2.1")
def test_the_row_of_the_number_of_hits_that_is_quoted() -> None:
    fast = table("number-of-hits", fire.NumberOfHitsFile).rates["F"]
    assert [fast.hits(56, roll) for roll in (11, 12, 22, 23, 56, 57)] == [3, 2, 2, 1, 1, 0]


def test_a_faster_rate_never_hits_less() -> None:
    rates = table("number-of-hits", fire.NumberOfHitsFile).rates
    for number in range(1, 100):
        for roll in range(1, 101):
            hits = [rates[rate].hits(number, roll) for rate in fire.RATES]
            assert rises(hits)
            assert hits[0] == (roll <= number)


@pytest.mark.rule("panzer:6.5.2.2")
def test_hit_locations_that_are_quoted() -> None:
    rows = table("hit-locations", fire.HitLocationsFile).rows
    assert all(row[9] == "TK" for row in rows.values())
    assert rows["front"][2:4] == ("TF", "TF")
    assert rows["front-side"][4:] == ("HF", "HF*", "HS", "HS*", "HS*", "TK")
    assert all(location.startswith("T") for location in rows["front-side"][:4])
    assert (rows["rear-side"][0], rows["rear"][2]) == ("TS", "TR")


@pytest.mark.rule("panzer:6.5.2.2.3")
def test_hull_down_vehicles_are_missed_by_the_digits_of_the_example() -> None:
    file = table("hit-locations", fire.HitLocationsFile)
    missed = {
        state: [digit for digit, location in enumerate(file.rows["front-side"], 1) if location in hits]
        for state, hits in file.hull_down.items()
    }
    assert missed == {"full": [5, 6, 7, 8, 9, 10], "partial": [6, 8, 9, 10]}


@pytest.mark.rule("panzer:4.4.3.2.2")
def test_ap_modifiers_of_the_basic_game() -> None:
    found = table("ap-modifiers", basic.ApModifiersFile).modifiers
    values = {name: row.value for name, row in found.items() if row.level == "basic"}
    assert values == {
        "target-size": None, "target-moving": -2, "target-cover": None, "short-halt": -4, "firer-damaged": -3,
        "brew-up-smoke": -2, "overwatch": -1, "overwatch-outside": -3,
    }  # fmt: skip


# ------------------------------------------------------------------------------------------------------------- GP fire


@pytest.mark.rule("panzer:6.5.4.4")
@pytest.mark.parametrize(
    ("factor", "defense", "no_effect", "suppressed"),
    [(5, 3, 43, 72), (5, 4, 48, 77), (6, 8, 62, 92), (7, 2, 31, 62), (8, 3, 31, 63), (8, 4, 36, 68), (8, 5, 40, 72)],
)
def test_gp_results_that_are_quoted(factor: int, defense: int, no_effect: int, suppressed: int) -> None:
    result = table("gp-combat", fire.GpCombatFile).result
    rolls = (no_effect, no_effect + 1, suppressed, suppressed + 1)
    assert [result(factor, defense, roll) for roll in rolls] == ["no-effect", "suppressed", "suppressed", "effective"]


@pytest.mark.rule("panzer:6.5.4.4")
def test_gp_results_of_the_examples() -> None:
    result = table("gp-combat", fire.GpCombatFile).result
    assert result(7, 5, 60) == "suppressed"
    assert result(2, 9, 109) == "effective"
    assert result(15, 2, -1) == "no-effect"
    assert result(20, 2, -1) == "no-effect"


def test_the_whole_gp_table_follows_one_formula() -> None:
    for defense, row in table("gp-combat", fire.GpCombatFile).rows.items():
        shift = -(-9 * (defense - 3) // 2)
        assert row.no_effect == tuple(63 - 4 * factor + shift for factor in range(1, 16))
        assert row.suppressed == tuple(87 - 3 * factor + shift for factor in range(1, 16))


@pytest.mark.rule("panzer:5.15")
def test_bailing_out_as_quoted() -> None:
    file = table("bail-out", fire.BailOutFile)
    assert (file.crew["track-hit"], file.crew["damaged"]) == (30, 30)
    assert (file.passengers["no-damage"], file.passengers["suppressed-direct"]) == (50, 20)
    assert (file.leg_survives["knocked-out"], file.towed_survives["knocked-out"]) == (21, 61)


@pytest.mark.rule("panzer:6.6.1.1.1")
def test_close_assaults_as_in_the_example() -> None:
    """A Regulars squad against an unsupported, suppressed StuG with the mark C, after an advance."""
    file, grades = table("close-assault", fire.CloseAssaultFile), table("grades", command.GradesFile).grades
    assert file.factors == {"squad": 8, "half-squad": 4, "section": 2}
    assert file.modifiers["suppressed-vehicle"].value == 20
    assert (grades["regulars"].close_combat, grades["veteran"].close_combat) == (-10, 10)


@pytest.mark.rule("panzer:6.6.3")
def test_brick_houses_hurt_vehicles_as_quoted() -> None:
    rows = table("building-entry", fire.BuildingEntryFile).buildings
    assert (rows["brick"].hit, rows["brick"].track) == (65, 65)
    assert rises([rows[name].hit for name in ("wood", "brick", "stone")])
    assert falls([rows[name].track for name in ("wood", "brick", "stone")])


# -------------------------------------------------------------------------------------------------- grades and command


@pytest.mark.rule("panzer:5.8")
def test_grades_as_quoted() -> None:
    grades = table("grades", command.GradesFile).grades
    assert [grades[grade].initiative for grade in GRADES] == [40, 20, 0, -20, -40]
    assert [grades[grade].response for grade in GRADES] == [2, 1, 0, -1, -2]
    assert [grades[grade].bail_out for grade in GRADES] == [5, 0, 0, 0, -5]
    assert [grades[grade].hull_down for grade in GRADES] == [-10, -5, 0, 5, 10]
    assert (grades["regulars"].ap.M, grades["veteran"].gp.L) == (-2, 5)
    assert (grades["veteran"].gp.P, grades["veteran"].gp.S, grades["regulars"].gp.P) == (0, 0, 0)
    assert grades["seasoned"].close_combat == 0
    assert (grades["veteran"].quickmarch, grades["regulars"].recovery) == (40, 50)
    assert {grades["seasoned"].ap.at(band) for band in BANDS} | {grades["seasoned"].gp.at(band) for band in BANDS} == {
        0
    }


def test_a_better_grade_is_never_worse() -> None:
    grades = [table("grades", command.GradesFile).grades[grade] for grade in GRADES]
    for band in BANDS:
        assert falls([row.ap.at(band) for row in grades])
        assert falls([row.gp.at(band) for row in grades])
    for field in (
        "close_combat",
        "recovery",
        "bail_out",
        "response",
        "initiative",
        "cohesion",
    ):
        assert falls([getattr(row, field) for row in grades]), field
    assert rises([row.quickmarch for row in grades])
    assert rises([row.hull_down for row in grades])


@pytest.mark.rule("panzer:6.2.1.1.1")
@pytest.mark.parametrize(
    ("grade", "units", "commands"),
    [
        ("regulars", 7, 3),
        ("veteran", 12, 8),
        ("seasoned", 27, 16),
        ("seasoned", 7, 4),
        ("seasoned", 10, 6),
        ("green", 1, 1),
    ],
)
def test_available_commands_of_the_examples(grade: Grade, units: int, commands: int) -> None:
    assert table("available-commands", command.AvailableCommandsFile).commands(grade, units) == commands


def test_commands_grow_with_units_and_grade() -> None:
    commands = table("available-commands", command.AvailableCommandsFile).commands
    for units in range(1, 60):
        assert falls([commands(grade, units) for grade in GRADES])
        assert all(commands(grade, units) <= commands(grade, units + 1) for grade in GRADES)


@pytest.mark.rule("panzer:6.2.1.1.2")
def test_command_ranges() -> None:
    rows = table("available-commands", command.AvailableCommandsFile).grades
    assert [rows[grade].command_range for grade in GRADES] == [2, 1, 1, 0, 0]


# ------------------------------------------------------------------------------------------------------------- support


@pytest.mark.rule("panzer:6.5.1.12")
def test_the_response_to_a_call() -> None:
    rows = table("response", support.ResponseFile).rows
    assert (rows["FO"].attached, rows["FO"].organic) == (2, 4)
    assert all(row.attached < row.organic < row.unattached <= 10 for row in rows.values())


@pytest.mark.rule("panzer:6.7.3.5", "panzer:6.7.4.2")
def test_modifiers_of_aircraft_and_of_fire_at_them_as_quoted() -> None:
    file, on_ground = table("air-modifiers", support.AirModifiersFile), table("gp-modifiers", fire.GpModifiersFile)
    assert {name: row.value for name, row in file.attack.items()} == {
        "low": 20, "medium": 10, "high": 0, "fast": -20, "unit-grade": None,
    }  # fmt: skip
    assert (file.anti_aircraft["low"].value, file.anti_aircraft["fast-or-high"].value) == (10, -10)
    assert [on_ground.modifiers[name].air for name in ("firer-damaged", "firer-suppressed")] == [-10, -20]


@pytest.mark.rule("panzer:6.7.3.1.1")
def test_aircraft_as_quoted() -> None:
    file = table("aircraft", support.AircraftFile)
    assert (file.spotting["fast"]["low"].acquire, file.spotting["fast"]["medium"].track) == (10, 6)
    heights = table("terrain", terrain.TerrainFile).hexes
    woods, heavy = file.sight[heights["woods"].height], file.sight[heights["heavy-woods"].height]
    assert (woods.low, heavy.low, heavy.medium) == (2, 3, 1)
    assert all(row.low >= row.medium >= row.high for row in file.sight.values())
    assert rises([file.sight[height].low for height in sorted(file.sight)])


# ------------------------------------------------------------------------------------------------------ optional rules


@pytest.mark.rule("panzer:7.1.1.1")
def test_cohesion() -> None:
    levels = table("cohesion", optional.CohesionFile).levels
    good = next(row for row in levels if row.level == "good")
    assert (good.roll, good.points[9], good.points[6], good.points[3]) == (46, 5.5, 4.0, 2.0)
    assert all(rises(list(row.points)) for row in levels)
    assert all(falls([row.points[units] for row in levels]) for units in range(10))


# --------------------------------------------------------------------------------------------------------- bad files


def broken(tmp_path: Path, name: str, old: str, new: str) -> Path:
    text = (DATA / "tables" / f"{name}.yaml").read_text("utf-8")
    assert old in text
    path = tmp_path / f"{name}.yaml"
    path.write_text(text.replace(old, new, 1), "utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "old", "new", "problem"),
    [
        ("ap-hit", "  -4: ", "  -14: ", "add a row for -4"),
        ("spotting", "  0: {V", "  3: {V", "add a row for 0"),
        ("grades", "  regulars:", "  regular:", "regular"),
        ("gp-combat", "no_effect: [50, ", "no_effect: [", "the row of GP Defense 1 needs 15 figures"),
        ("terrain", "  scrub: {", "  shrub: {", "add a row for scrub"),
        (
            "terrain",
            "    extra: {T: 0, H: 0, W: 0, leg: 0, towed: 0}}\n  brew",
            "    turn: 0}\n  brew",
            "give either extra",
        ),
        ("hit-locations", "front: [TF, ", "front: [", "needs ten locations"),
        ("elevation", "up: [1, 2]", "up: [1]", "a cost for each of the 2 levels"),
        ("minefields", "      10:", "      9:", "reach to GP Defense 10"),
        ("available-commands", "units: [0, ", "units: [", "nine figures"),
    ],
)
def test_a_chart_with_a_gap_is_refused_by_name(tmp_path: Path, name: str, old: str, new: str, problem: str) -> None:
    path = broken(tmp_path, name, old, new)
    with pytest.raises(DataError, match=re.escape(problem)) as caught:
        read(path, FILES[name])
    assert caught.value.path == path


@pytest.mark.rule("panzer:7.31.2")
def test_minefields() -> None:
    kinds = table("minefields", optional.MinefieldsFile).kinds
    assert (kinds["hasty"].vehicles[6].damaged, kinds["hasty"].vehicles[6].track) == (10, 50)
    assert kinds["deliberate"].leg_towed == 70
    for row in kinds.values():
        assert falls([row.vehicles[column].track for column in sorted(row.vehicles)])
