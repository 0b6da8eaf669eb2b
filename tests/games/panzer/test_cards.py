"""The cards that ship: every figure that the rulebook quotes, and good sense in the others."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from games.panzer.point_formula import formula
from games.panzer.shipped import DATA, cards, table
from sandtable.datafile import DataError
from sandtable.games.panzer.cards import Ammo, AntiAircraft, Gp, Gun, Ranged, Towed, Vehicle, load_cards
from sandtable.games.panzer.tables.basic import TurretsFile
from sandtable.games.panzer.tables.fire import CloseAssaultFile
from sandtable.games.panzer.tables.parts import Band
from sandtable.games.panzer.tables.terrain import COUNTERS
from sandtable.render.symbols import definition


def vehicle(card_id: str) -> Vehicle:
    return cards().vehicles[card_id]


def gun(card_id: str, number: int = 0) -> Gun:
    card = cards().all[card_id]
    assert isinstance(card, Vehicle | Towed)
    weapons = card.weapons if isinstance(card, Vehicle) else (card.weapon,)
    return cards().guns[weapons[number].gun]


def ap(card_id: str) -> Ammo:
    return next(ammo for ammo in gun(card_id).ammo if ammo.type == "AP")


def penetration(card_id: str, distance: int) -> tuple[Band, int]:
    ammo = ap(card_id)
    band = ammo.band(distance)
    assert band is not None
    return band, ammo.penetration(band)


def gp(row: Gp | None, distance: int) -> tuple[Band, int]:
    assert row is not None
    band = row.band(distance)
    assert band is not None
    return band, row.factor(band)


def gp_effectiveness(card_id: str) -> int | None:
    """The highest GP Effectiveness of the main weapon; None for small arms."""
    row = gun(card_id).gp
    assert row is not None
    return row.effectiveness


def damage(card_id: str, digit: int) -> str:
    digits = ap(card_id).damage
    return next(name for name in ("BU", "KO", "DM") if digit >= getattr(digits, name))


def test_all_cards_are_there() -> None:
    found = cards()
    assert [len(group) for group in (found.vehicles, found.towed, found.leg, found.attached)] == [146, 39, 38, 23]
    assert (len(found.batteries), len(found.aircraft)) == (17, 12)
    assert len(found.all) == 146 + 39 + 38 + 23 + 17 + 12, "ids are unique"


# ------------------------------------------------------------------------------------------------------ quoted figures


@pytest.mark.rule("panzer:1.6")
def test_the_su_76m_is_as_quoted() -> None:
    card = vehicle("su-76m-m43")
    assert card.movement.printed == "5T 6-10"
    assert (card.turret, card.weapons[0].mount) == ("0", "forward")
    assert penetration("su-76m-m43", 9) == ("M", 15)
    assert (card.basic_armor.front, card.basic_armor.rear, card.size) == (11, 3, -1)
    assert card.open_top
    assert (card.weapons[0].limits.basic, card.weapons[0].limits.A, gun("su-76m-m43").rof) == (None, 3, "N")
    assert {ammo.since for ammo in gun("su-76m-m43").ammo if ammo.type in ("APCR", "HVAP")} == {"1943-09"}
    assert (card.gp_defense, card.type) == (2, "P")
    assert (gp(gun("su-76m-m43").gp, 3), gp(gun("su-76m-m43").gp, 7)[1]) == (("P", 5), 4)
    main = gun("su-76m-m43").gp
    assert main is not None
    assert main.effectiveness == 3
    assert (card.armor.rising.HF, card.armor.level.HF) == (18, 17)


@pytest.mark.rule("panzer:1.6")
def test_the_t_34_and_the_pzkpfw_iv_of_the_examples_are_as_quoted() -> None:
    assert penetration("t-34-76-m43", 3) == ("P", 19)
    assert (vehicle("t-34-76-m43").gp_defense, vehicle("t-34-76-m43").type) == (4, "A")
    assert (vehicle("t-34-76-m43").size, vehicle("t-34-76-m43").armor.level.TF) == (0, 18)
    assert penetration("pz-iv-h", 3) == ("P", 25)
    assert (vehicle("pz-iv-h").basic_armor.front, vehicle("pz-iv-h").armor.level.HF) == (18, 19)
    assert (vehicle("pz-iv-h").size, gun("pz-iv-h").smoke) == (0, True)
    assert (vehicle("t-34-85-m44").armor.level.TF, vehicle("t-34-85-m44").armor.level.TR) == (21, 14)
    assert (vehicle("pz-iii-m").movement.mode, vehicle("pz-iii-m").open_top) == ("T", False)
    assert (vehicle("pz-iii-m").turret, vehicle("pz-iii-m").armor.level.HS) == ("2", 8)
    assert vehicle("pz-iii-m").aa_mg is not None
    assert vehicle("su-76m-m43").burns


@pytest.mark.rule("panzer:6.5.2.5")
@pytest.mark.parametrize(
    ("card_id", "digit", "result"),
    [("t-34-76-m43", 3, "DM"), ("pz-iv-h", 7, "KO"), ("stug-iii-g", 7, "KO"), ("stug-iii-g", 9, "BU")],
)
def test_damage_as_quoted(card_id: str, digit: int, result: str) -> None:
    assert damage(card_id, digit) == result


@pytest.mark.rule("panzer:6.5.2.3.3b")
def test_skirts_of_the_pzkpfw_iii_and_iv() -> None:
    for card in (vehicle("pz-iii-m"), vehicle("pz-iv-h")):
        assert card.skirts is not None
        assert card.armor.level.HS * card.skirts.multiplier == 24
        assert "HS" in card.skirts.locations
    skirts = vehicle("pz-iii-m").skirts
    assert skirts is not None
    assert (skirts.locations, skirts.multiplier) == (("TS", "TR", "HS"), 3)


def test_other_vehicles_as_quoted() -> None:
    assert vehicle("su-152-m43").weapons[0].limits.basic == 5
    assert (vehicle("stug-iii-g").gp_defense, vehicle("stug-iii-g").close_assault_c) == (3, True)
    tank = vehicle("is-2m-m44")
    assert (tank.movement.cross_country, tank.movement.mode, tank.gp_defense, tank.type) == (4, "T", 8, "A")
    assert (gp(gun("is-2m-m44").gp, 1), tank.coax, tank.aa_mg) == (("P", 8), True, "aa-hmg")
    assault_gun = vehicle("su-85-m43")
    assert (assault_gun.gp_defense, assault_gun.type, assault_gun.close_assault_c) == (4, "A", True)
    carries = vehicle("sdkfz-10").carries
    assert carries is not None
    assert (carries.towed, carries.leg) == (1, 2)
    assert vehicle("t-70-m42").no_radio
    assert [gp_effectiveness(card_id) for card_id in ("t-70-m42", "stug-iii-g")] == [2, 3]
    assert (vehicle("pz-vi-e").gp_defense, vehicle("pz-vi-e").type) == (5, "A")
    assert gp_effectiveness("spw-251-1") is None, "small arms"
    assert (vehicle("pz-vi-b").bog, vehicle("spw-251-2").weapons[1].dual_fire) == (-5, True)


def test_guns_as_quoted() -> None:
    limits = cards().towed["pak-40"].weapon.limits
    assert (limits.basic, limits.S, limits.A) == (6, 4, 4)
    flak = cards().towed["flak-36-88"]
    assert (flak.size, flak.platform, gun("flak-36-88").rof) == ("L", True, "Q")
    assert (flak.needs.towed, flak.needs.leg) == (3, 3)
    assert (cards().towed["atg-57-m43"].size, cards().towed_defense["S"].medium) == ("S", 5)
    assert gun("atg-76-m39").gp is not None
    assert gun("atg-76-m39").indirect is not None


@pytest.mark.rule("panzer:5.1")
def test_leg_units_as_quoted() -> None:
    squad, half = cards().leg["de-rifle"], cards().leg["de-rifle-half"]
    assert (gp(squad.gp, 3), gp(squad.gp, 5)[1], gp(half.gp, 1)) == (("S", 7), 5, ("P", 6))
    assert squad.movement.printed == cards().leg["de-section"].movement.printed == "2L3"
    assert cards().leg["de-section-weapon"].movement.printed == "1L0"
    assert (cards().leg["de-section"].needs.towed, cards().leg["de-section"].needs.leg) == (0, 1)
    defense = cards().leg_defense
    assert (defense.none, defense.light, defense.medium, defense.heavy, defense.full_cover) == (2, 4, 6, 8, 2)


def test_weapons_of_leg_units_as_quoted() -> None:
    attached = cards().attached
    assert (attached["de-pzf"].fixed_factor, attached["de-rpzb"].fixed_factor) == (14, 8)
    assert attached["de-grw34"].gp is not None
    assert attached["de-grw34"].gp.min_range == 2
    assert attached["su-bm41"].smoke
    for card_id in ("de-grw34", "de-grw36"):
        mortar = attached[card_id].gp
        assert mortar is not None
        assert mortar.spots_as_small_arms
    heavy_machine_gun = attached["su-hmg"].gp
    assert heavy_machine_gun is not None
    assert heavy_machine_gun.small_arms
    assert attached["su-ptrd"].spots_as_small_arms
    assert attached["uk-piat"].spots_as_small_arms


def test_the_german_medium_battery_as_quoted() -> None:
    assert gp(cards().batteries["de-medium"].indirect, 12) == ("M", 8)


@pytest.mark.rule("panzer:6.6.1.1.1")
def test_a_squad_and_its_half_close_assault_as_the_table_says() -> None:
    factors = table("close-assault", CloseAssaultFile).factors
    assert {card.kind for card in cards().leg.values()} == factors.keys()


# ------------------------------------------------------------------------------------------------------ good sense


def rows() -> list[tuple[str, Ranged]]:
    """Everything with range factors on any card."""
    found: list[tuple[str, Ranged]] = []
    weapons = [*cards().guns.items(), *cards().attached.items()]
    for name, weapon in weapons:
        found += [(name, row) for row in (*weapon.ammo, weapon.gp, weapon.indirect, weapon.aa) if row is not None]
    found += [(name, card.gp) for name, card in cards().leg.items()]
    found += [(name, card.indirect) for name, card in cards().batteries.items()]
    return found + [(name, card.rockets) for name, card in cards().aircraft.items() if card.rockets]


def test_fire_weakens_with_range_and_never_to_nothing() -> None:
    for name, row in rows():
        figures = row.P if isinstance(row, Ammo) else row.F if isinstance(row, Gp | AntiAircraft) else (1,)
        assert list(figures) == sorted(figures, reverse=True), name
        assert figures[-1] >= 1, name


def test_armor_is_thickest_against_rising_shots() -> None:
    for card_id, card in cards().vehicles.items():
        for location in ("TF", "TS", "TR", "HF", "HS", "HR"):
            rows = (card.armor.falling, card.armor.level, card.armor.rising)
            falling, level, rising = (getattr(row, location) for row in rows)
            assert falling <= level <= rising, (card_id, location)
        if card.type == "S":
            assert card.armor.level.TF == card.armor.level.HF == 0, card_id


def test_a_turret_fires_all_round_and_a_casemate_forward() -> None:
    turrets = table("turrets", TurretsFile).turrets
    for card_id, card in cards().vehicles.items():
        if card.turret is not None:
            round_about = turrets[card.turret].kind != "non-turreted"
            assert any((weapon.mount == "360") == round_about for weapon in card.weapons), card_id


def test_only_hollow_charges_keep_their_penetration_at_all_ranges() -> None:
    for name, row in rows():
        if isinstance(row, Ammo) and row.chemical:
            assert len(set(row.P)) == 1, name


def test_every_gun_is_on_a_card() -> None:
    used = {weapon.gun for card in cards().vehicles.values() for weapon in card.weapons}
    used |= {card.aa_mg for card in cards().vehicles.values() if card.aa_mg}
    used |= {card.weapon.gun for card in cards().towed.values()}
    assert used == cards().guns.keys()


def test_every_half_squad_comes_from_a_squad() -> None:
    halves = {card.half for card in cards().leg.values() if card.half}
    assert halves == {card_id for card_id, card in cards().leg.items() if card.kind == "half-squad"}
    for card in cards().leg.values():
        if card.half:
            half = cards().leg[card.half]
            assert (half.nation, half.mounted, half.engineer) == (card.nation, card.mounted, card.engineer)
            assert all(few <= many for few, many in zip(half.gp.F, card.gp.F, strict=True))


def test_names_are_in_both_languages() -> None:
    assert all(card.name["en"] and card.name["ja"] for card in cards().all.values())


@pytest.mark.parametrize("group", ["vehicles", "towed", "leg", "attached", "batteries", "aircraft"])
def test_points_follow_the_formula(group: str) -> None:
    for card_id, card in getattr(cards(), group).items():
        assert card.points == formula(card), card_id


# --------------------------------------------------------------------------------------------------------- bad files


def two_vehicles(folder: Path) -> None:
    """The cards with two of the vehicles only, which are soon read."""
    shutil.copytree(DATA / "units", folder)
    text = (folder / "vehicles.yaml").read_text("utf-8")
    (folder / "vehicles.yaml").write_text(text[: text.index("  pz-ii-f:")], "utf-8")


@pytest.mark.parametrize(
    ("name", "old", "new", "problem"),
    [
        ("vehicles", "gun: kwk38-20,", "gun: kwk99,", "'kwk99' is not among the guns; add it to guns.yaml"),
        ("vehicles", '    turret: "2"\n', "", "give turret for a vehicle with weapons"),
        ("vehicles", "    bog: 5\n", "    aa_mg: aa-gun\n", "'aa-gun' is not among the guns"),
        ("vehicles", "path: 5, road: 9", "path: 15, road: 9", "movement must not fall"),
        ("towed", "gun: spzb41-28", "gun: spzb", "'spzb' is not among the guns"),
        ("leg", "    half: de-rifle-half\n", "", "a squad names the half-squad that it becomes"),
        ("leg", "half: de-rifle-half", "half: de-section", "'de-section' is not a half-squad"),
        ("guns", "DM: 5, KO: 8, BU: 10", "DM: 5, KO: 4, BU: 10", "digits must rise"),
        ("guns", "R: [5, 8, 11, 14, 14]", "R: [5, 8, 7, 14, 14]", "must not fall from Point Blank to Extreme"),
    ],
)
def test_a_bad_card_is_refused_with_its_place(tmp_path: Path, name: str, old: str, new: str, problem: str) -> None:
    two_vehicles(tmp_path / "units")
    path = tmp_path / "units" / f"{name}.yaml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(DataError, match=re.escape(problem)) as caught:
        load_cards(lambda file: tmp_path / file)
    assert caught.value.path == path
    assert caught.value.line is not None


# --------------------------------------------------------------------------------------------------------- counters


@pytest.mark.parametrize("group", ["vehicles", "towed", "leg", "attached", "batteries", "aircraft"])
def test_the_short_names_of_a_nation_tell_its_cards_apart(group: str) -> None:
    for nation in ("german", "soviet", "us", "british"):
        shorts = [card.short for card in getattr(cards(), group).values() if card.nation == nation]
        assert len(shorts) == len(set(shorts)), (nation, sorted(shorts))


def test_every_kind_of_unit_has_a_symbol_that_can_be_drawn() -> None:
    found = cards()
    kinds = {card.kind for card in (*found.vehicles.values(), *found.towed.values(), *found.leg.values())}
    kinds |= {card.kind for card in found.batteries.values()}
    kinds |= {card.mounted for card in found.leg.values() if card.mounted} | {"engineer", "aircraft"}
    assert found.counters.symbols.keys() == kinds
    for branch in found.counters.symbols.values():
        assert definition(branch)
    assert found.counters.nations.keys() == {card.nation for card in found.all.values()}


def test_every_counter_of_the_terrain_table_can_be_drawn() -> None:
    assert set(COUNTERS) <= cards().counters.markers.keys()
