"""The worked examples of the rulebook, reckoned with the cards, tables and maps that ship."""

from __future__ import annotations

import pytest

from games.panzer.shipped import board, cards, table
from sandtable.board import Board, Sight
from sandtable.games.panzer.cards import Vehicle
from sandtable.games.panzer.tables import basic, command, fire
from sandtable.games.panzer.tables.parts import Cover
from sandtable.games.panzer.tables.terrain import ElevationFile, TerrainFile


def cover_of(ground: str, who: str) -> Cover:
    cover: Cover = getattr(table("terrain", TerrainFile).hexes[ground].cover, who)
    return cover


def ap_modifier(name: str) -> int:
    return table("ap-modifiers", basic.ApModifiersFile).modifiers[name].number


def gp_modifier(name: str) -> int:
    value = table("gp-modifiers", fire.GpModifiersFile).modifiers[name].direct
    assert value is not None
    return value


def shot(firer: Vehicle, distance: int, net: int) -> tuple[int, int]:
    """The hit number and the penetration of the main gun with ordinary ammunition."""
    ammo = next(ammo for ammo in cards().guns[firer.weapons[0].gun].ammo if ammo.type == "AP")
    band = ammo.band(distance)
    assert band is not None
    return table("ap-hit", basic.ApHitFile).rows[net].at(band), ammo.penetration(band)


@pytest.mark.rule("panzer:4.4.3.2")
def test_a_duel_of_a_t_34_and_a_pzkpfw_iv() -> None:
    """The T-34 after a short halt against the PzKpfw IV in woods, and the shot back, at three hexes."""
    t_34, pz_iv = cards().vehicles["t-34-76-m43"], cards().vehicles["pz-iv-h"]
    cover = table("cover", basic.CoverFile).cover[cover_of("woods", "vehicle")].ap
    net = cover + ap_modifier("short-halt") + pz_iv.size
    assert net == -7
    assert shot(t_34, 3, net) == (27, 19)
    damage = table("basic-damage", basic.BasicDamageFile).rows
    difference = 19 - pz_iv.basic_armor.front
    assert damage[max(row for row in damage if row <= difference)] == "damaged"
    back = ap_modifier("target-moving") + ap_modifier("firer-damaged") + t_34.size
    assert back == -5
    assert shot(pz_iv, 3, back)[0] == 45


@pytest.mark.rule("panzer:4.5.1.1.2/slope-crest")
def test_a_tank_climbs_a_slope_into_scrub_for_three() -> None:
    scrub = table("terrain", TerrainFile).hexes["scrub"].costs.of("T")
    assert isinstance(scrub, int)
    assert scrub + table("elevation", ElevationFile).movers["T"].up[0] == 3


@pytest.mark.rule("panzer:4.5.1.1.5")
def test_two_levels_along_a_road_cost_as_one() -> None:
    file = table("elevation", ElevationFile)
    assert file.movers["T"].up[2 - file.along_ways - 1] == 1
    assert file.movers["T"].up[2 - 1] == 2


@pytest.mark.rule("panzer:4.1.4.2.4")
@pytest.mark.parametrize(("lower", "distance", "blind"), [(1, 14, 7), (2, 16, 4), (3, 18, 2), (4, 19, 1), (1, 1, 1)])
def test_blind_hexes(lower: int, distance: int, blind: int) -> None:
    file = table("line-of-sight", basic.LineOfSightFile)
    divisor = file.rows[lower].divisor
    assert max(file.least, distance // divisor if divisor else 0) == blind


@pytest.mark.rule("panzer:5.11")
def test_fire_hinders_more_than_a_barrage() -> None:
    assert (ap_modifier("on-fire"), ap_modifier("barrage-closed")) == (-5, -3)
    assert (gp_modifier("on-fire"), gp_modifier("barrage-closed")) == (-20, -10)


@pytest.mark.rule("panzer:6.5.4.2.2")
def test_the_gp_defense_of_leg_units() -> None:
    defense, file = cards().leg_defense, table("gp-defense", fire.GpDefenseFile)
    assert defense.at("none") == 2
    assert defense.at(cover_of("woods", "gp")) + file.moving == 4
    position = table("terrain", TerrainFile).counters["improved-position"].cover.gp
    assert position == "heavy"
    assert min(file.most, defense.at(position) + defense.full_cover) == 10


@pytest.mark.rule("panzer:6.6.10")
def test_an_is_2_overruns_a_half_squad() -> None:
    tank, half = cards().vehicles["is-2m-m44"], cards().leg["de-rifle-half"]
    results = table("gp-combat", fire.GpCombatFile)
    band = half.gp.band(1)
    assert band is not None
    net = gp_modifier("target-moving") + gp_modifier("target-a-type") + gp_modifier("overwatch")
    assert net == -35
    assert results.result(half.gp.factor(band), tank.gp_defense, 83 + net) == "no-effect"
    main = cards().guns[tank.weapons[0].gun].gp
    assert main is not None
    net = gp_modifier("coax-mg") + gp_modifier("overrun")
    assert net == 30
    assert results.result(main.factor("P"), cards().leg_defense.at(cover_of("scrub", "gp")), 42 + net) == "effective"


@pytest.mark.rule("panzer:6.6.1.2")
def test_a_squad_and_a_half_squad_fight_hand_to_hand() -> None:
    modifiers = {name: row.value or 0 for name, row in table("hand-to-hand", fire.HandToHandFile).modifiers.items()}
    grades = table("grades", command.GradesFile).grades
    german = modifiers["more-half-squads"] + grades["veteran"].close_combat
    soviet = grades["regulars"].close_combat
    assert (13 + german, 65 + soviet) == (33, 55)
    german += modifiers["half-squad"]
    assert (72 + german, 51 + soviet) == (67, 41)
    soviet += modifiers["half-squad"]
    assert (48 + german, 62 + soviet) == (43, 27)


@pytest.mark.rule("panzer:6.6.3")
def test_a_vehicle_drives_into_a_brick_building() -> None:
    file, card = table("building-entry", fire.BuildingEntryFile), cards().vehicles["su-85-m43"]
    assert 22 + file.per_defense * card.gp_defense == 42 <= file.buildings["brick"].hit
    assert file.buildings["brick"].track < 77


@pytest.mark.rule("panzer:6.8.3")
def test_a_squad_fails_to_recover() -> None:
    modifiers = table("recovery", command.RecoveryFile).modifiers
    roll = 29 + modifiers["commanded"].number + modifiers["under-fire"].number
    assert roll == 59 > table("grades", command.GradesFile).grades["regulars"].recovery


# ------------------------------------------------------------------------------------------------- lines on the maps


def sight(map_: Board) -> Sight:
    """Plain lines of sight over what blocks by its height; ways are passages through woods and buildings."""
    file = table("terrain", TerrainFile)
    sides = [0] * (6 * map_.size)
    for name, row in file.sides.items():
        for slot, marked in enumerate(map_.sides.get(name, b"")):
            sides[slot] = max(sides[slot], row.height if marked and row.blocks else 0)
    passages = bytearray(map_.size)
    for network in ("road", "path"):
        for slot, marked in enumerate(map_.networks.get(network, b"")):
            opposite = 6 * (slot // 6) + (slot % 6 + 3) % 6
            if marked and map_.networks[network][opposite]:
                passages[slot // 6] |= 1 << (slot % 3)
    rows = [file.hexes[info.terrain] for info in map_.hexes]
    return Sight(
        *map_.coordinates,
        [info.elevation for info in map_.hexes],
        top=[row.height if row.blocks else 0 for row in rows],
        side_top=sides,
        corridors=passages,
        touching=True,
    )


def sees(name: str, one: str, other: str) -> bool:
    map_ = board(name)
    return sight(map_).check(map_.index[one], map_.index[other]).clear


@pytest.mark.rule("panzer:4.1.4.1.5")
def test_the_crest_of_hill_1_7_blocks_between_the_hexes_beside_it() -> None:
    assert not sees("board1", "V2", "W1")


@pytest.mark.rule("panzer:4.1.4.1.3")
def test_a_line_along_the_road_passes_through_the_town_and_another_does_not() -> None:
    assert sees("krasny-brod", "3116", "3415")
    assert not sees("krasny-brod", "3116", "3514")
