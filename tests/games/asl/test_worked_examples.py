"""Worked examples of the system, reckoned with the figures that ship."""

from __future__ import annotations

import pytest

from games.rileys_road.data import DATA, personnel, table, weapons
from sandtable.games.asl.tables.close_combat import CloseCombatModifiers
from sandtable.games.asl.tables.features import Slopes
from sandtable.games.asl.tables.fire import FireModifiers, Firepower, Ift, Residual, parsed
from sandtable.games.asl.tables.morale import Nationality
from sandtable.games.asl.tables.movement import Movement
from sandtable.games.asl.tables.terrain import Terrain
from sandtable.games.asl.tables.weapons import Weapons


@pytest.mark.rule("rileys_road:A7.1", "rileys_road:B23.1")
def test_a_squad_with_its_machine_gun_at_a_stone_building() -> None:
    ift = table("ift", Ift)
    assert ift.column(personnel()["de-548"].fp + weapons()["de-lmg"].fp) == 8
    assert personnel()["de-l91"].leadership + table("terrain", Terrain).hexes["stone-building"].tem.direct == 2


@pytest.mark.rule("rileys_road:A8.3", "rileys_road:A8.9")
def test_subsequent_first_fire_at_an_adjacent_open_hex() -> None:
    ift, factors = table("ift", Ift), table("firepower", Firepower).factors
    fp = personnel()["de-468"].fp * factors["point-blank"].value * factors["subsequent-first-fire"].value
    modifiers = table("fire-modifiers", FireModifiers).modifiers
    assert ift.column(fp) == 4
    assert modifiers["ffnam"].value + modifiers["ffmo"].value == -2
    assert table("residual", Residual).left_by(ift, 4) == 2


@pytest.mark.rule("rileys_road:A7.23")
def test_one_roll_at_a_known_and_a_concealed_squad() -> None:
    ift = table("ift", Ift)
    halved = ift.column(12 * table("firepower", Firepower).factors["concealed-target"].value)
    assert (ift.result(12, 6), ift.result(halved, 6)) == (parsed("2MC"), parsed("1MC"))


@pytest.mark.rule("rileys_road:A7.9", "rileys_road:A25.45")
def test_a_mixed_group_cowers_a_column_to_the_left() -> None:
    steady = table("nationality", Nationality).nations["canadian"].steady
    assert personnel()["ca-458"].unit_class in steady
    assert personnel()["ca-447"].unit_class not in steady
    assert table("ift", Ift).left(8, table("firepower", Firepower).cowering.columns) == 6


@pytest.mark.rule("rileys_road:A19.1")
def test_a_squad_that_fails_by_more_than_its_elr_is_replaced() -> None:
    squad = personnel()["ca-457"]
    assert 9 + 2 - squad.morale > 3
    assert squad.replaced_by == "ca-447"


@pytest.mark.rule("rileys_road:A11.16")
def test_broken_men_are_attacked_at_minus_two() -> None:
    assert table("close-combat-modifiers", CloseCombatModifiers).modifiers["at-broken"].value == -2


@pytest.mark.rule("rileys_road:A4.42", "rileys_road:A9.8")
def test_a_dismantled_machine_gun_is_carried_without_loss() -> None:
    gun, steps = weapons()["ca-mmg"], table("movement", Movement)
    assert gun.pp == 4
    assert gun.dismantled is not None
    assert gun.dismantled.pp <= 3
    assert steps.allotments["mmc"] == 2 * 4


@pytest.mark.rule("rileys_road:B15.6", "rileys_road:RR12.51")
def test_up_a_slope_into_a_plowed_field() -> None:
    assert table("terrain", Terrain).hexes["plowed"].mf + table("slopes", Slopes, DATA).mf == 2 * 2


@pytest.mark.rule("rileys_road:A9.3", "rileys_road:A.11")
def test_sustained_fire_of_a_machine_gun() -> None:
    figures = table("weapons", Weapons)
    lowered = weapons()["de-lmg"].breakdown
    assert lowered == figures.breakdown == 12
    assert lowered - figures.lowered["sustained"] == 10
