"""Ammunition: what there is, its limits, and who is supplied (5.16)."""

from __future__ import annotations

import pytest

from games.panzer.country import column
from games.panzer.firing import aim, placed, position, results, sum_of
from sandtable.games.panzer.combat.advanced_ap_fire import ApFire, worked_out
from sandtable.games.panzer.combat.ammunition import basic_limit, is_supplied, special_limit
from sandtable.games.panzer.combat.gp_fire import GpFire
from sandtable.games.panzer.combat.weapons import weapon_of, why_not
from sandtable.games.panzer.fire_events import AmmoShort
from sandtable.games.panzer.indirect.strike import Strike
from sandtable.games.panzer.state import Mission
from sandtable.games.panzer.units import Game

MEN = placed("su-rifle", "A1")
SU_76 = {"s1": placed("su-76m-m43", "A4", 0), "g1": placed("pz-iv-h", "A1")}


@pytest.mark.rule("panzer:5.16.1")
def test_hvap_is_to_be_had_from_late_1943_on() -> None:
    hvap = aim("s1", "g1", "zis3-76", "HVAP")
    refusal = why_not(position(SU_76, date="1943-05"), hvap)
    assert refusal is not None
    assert refusal.rule == "5.16.1"
    assert why_not(position(SU_76, date="1943-11"), hvap) is None


@pytest.mark.rule("panzer:5.16.2.2")
@pytest.mark.rule("panzer:5.16.2")
def test_an_su_76_that_runs_short_of_hvap_fires_ap_at_minus_3() -> None:
    shot = ApFire(aim=aim("s1", "g1", "zis3-76", "HVAP"))
    game = position(SU_76, shot, date="1943-11", dice=[7, 100])
    assert [event.load for event in game.events if isinstance(event, AmmoShort)] == ["HVAP"]
    found = sum_of(game)
    assert found["special-ammo-limit"] == "-3"
    with_ap = worked_out(game, aim("s1", "g1", "zis3-76", "AP"))
    assert found["penetration"] == str(with_ap.ammo.penetration(with_ap.band))
    game = position(SU_76, shot, date="1943-11", dice=[3, 100])
    assert "special-ammo-limit" not in sum_of(game)


@pytest.mark.rule("panzer:5.16")
@pytest.mark.rule("panzer:5.16.2.1")
def test_basic_ammunition_that_runs_short_costs_the_rate_of_fire() -> None:
    units = {"g1": placed("pak-40", "A1", 3), "s1": placed("t-34-76-m43", "A4")}
    shot = ApFire(aim=aim("g1", "s1", "pak40-75-towed", "AP"))
    short = sum_of(position(units, shot, dice=[7, 100]))
    assert (short["rate-of-fire"], short["ammo-limit"]) == ("N", "-3")
    enough = sum_of(position(units, shot, dice=[6, 100]))
    assert enough["rate-of-fire"] != "N"
    assert "ammo-limit" not in enough


@pytest.mark.rule("panzer:5.16.2.2")
def test_want_of_both_kinds_costs_6() -> None:
    units = {"g1": placed("pak-40", "A1", 3), "s1": placed("t-34-76-m43", "A4")}
    found = sum_of(position(units, ApFire(aim=aim("g1", "s1", "pak40-75-towed", "APCR")), dice=[5, 7, 100]))
    assert (found["special-ammo-limit"], found["ammo-limit"]) == ("-3", "-3")
    found = sum_of(position(units, ApFire(aim=aim("g1", "s1", "pak40-75-towed", "APCR")), dice=[4, 100]))
    assert not {"special-ammo-limit", "ammo-limit"} & set(found)


@pytest.mark.rule("panzer:5.16.2.1")
def test_gp_fire_that_runs_short_costs_10() -> None:
    units = {"g1": placed("pak-40", "A1", 3), "s1": placed("su-rifle", "A4")}
    game = position(units, GpFire(aim=aim("g1", "s1", "pak40-75-towed")), dice=[7, 1])
    assert sum_of(game)["ammo-limit"] == "-10"


@pytest.mark.rule("panzer:5.16.2.1")
def test_heat_is_basic_ammunition_where_there_is_nothing_else() -> None:
    units = {"g1": placed("leig-18", "A1", 3, dump="A1"), "s1": placed("t-34-76-m43", "A3")}
    game = position(units)
    weapon = weapon_of(game, "g1", "leig18-75")
    assert weapon.basic_load == "HEAT"
    assert special_limit(weapon, "HEAT") is None
    assert basic_limit(game, "g1", weapon.limits) is None


@pytest.mark.rule("panzer:5.16.2.2")
def test_basic_ammunition_that_does_not_reach_the_target_misses() -> None:
    units = {"g1": placed("stuh-42", "A1", 3), "s1": placed("t-34-76-m43", "A20")}
    game = position(units, board=column("." * 20).board)
    heat = aim("g1", "s1", "stuh42-105", "HEAT")
    assert why_not(game, heat) is None
    assert worked_out(game, heat).number > 0
    assert worked_out(game, heat, ("special",)).number == 0


@pytest.mark.rule("panzer:5.16.2.4")
def test_a_gun_is_supplied_at_its_dump_and_near_the_transport_of_its_platoon() -> None:
    def supplied(**units: object) -> bool:
        return is_supplied(position({"s1": placed("zis-5", "A9"), **units}), "g1")  # type: ignore[dict-item]

    assert not supplied(g1=placed("pak-40", "A1"))
    assert supplied(g1=placed("pak-40", "A1", dump="A1"))
    assert not supplied(g1=placed("pak-40", "A2", dump="A1"))
    assert supplied(g1=placed("pak-40", "A1"), g2=placed("opel-blitz", "A2"))
    assert not supplied(g1=placed("pak-40", "A1"), g2=placed("opel-blitz", "A3"))
    assert not supplied(g1=placed("pak-40", "A1"), g2=placed("opel-blitz", "A2", element="A2"))
    assert not supplied(g1=placed("pak-40", "A1"), g2=placed("pz-iv-h", "A2"))


@pytest.mark.rule("panzer:5.16.2.4")
def test_a_vehicle_has_its_limit_wherever_it_is() -> None:
    units = {"s1": placed("is-2-m43", "A4", dump="A4"), "g1": placed("pz-iv-h", "A1")}
    game = position(units, ApFire(aim=aim("s1", "g1", "d25-122", "AP")), dice=[8, 100])
    assert sum_of(game)["ammo-limit"] == "-3"
    assert results(game) == ["miss"]


@pytest.mark.rule("panzer:5.16.2.1")
@pytest.mark.rule("panzer:6.5.4.3/ammo-limit")
def test_a_self_propelled_gun_has_its_limit_in_indirect_fire_too() -> None:
    units = {"g1": placed("grille-m", "A9"), "g2": placed("de-section", "A8", order="overwatch"), "s1": MEN}
    fire = Mission(side="german", sources=("g1",), bands=("M",), at="A1", hexes=("A1",), sheaf="on-map", observer="g2")
    for die, expected in ((5, None), (6, "-10")):
        strike = Strike(mission="m", source="g1", units=("s1",), hexes=("A1",))
        game = position(units, strike, missions={"m": fire}, dice=[die, 1])
        assert sum_of(game).get("ammo-limit") == expected


# The shortage of tungsten, for those who want it


def tungsten(*switches: str, date: str = "1943-07", dice: tuple[int, ...] = ()) -> Game:
    units = {"g1": placed("pak-40", "A1", 3), "s1": placed("t-34-76-m43", "A4")}
    shot = ApFire(aim=aim("g1", "s1", "pak40-75-towed", "APCR")) if dice else None
    return position(units, shot, switches=switches, date=date, dice=dice)


@pytest.mark.rule("panzer:5.16.2.7")
def test_a_game_may_bar_german_apcr_from_the_second_half_of_1943_on() -> None:
    apcr = aim("g1", "s1", "pak40-75-towed", "APCR")
    refusal = why_not(tungsten("5.16.2.7"), apcr)
    assert refusal is not None
    assert refusal.reason == "refused.ammo-not-to-be-had"
    assert why_not(tungsten("5.16.2.7", date="1943-06"), apcr) is None
    assert why_not(tungsten(), apcr) is None
    assert why_not(tungsten("5.16.2.7"), aim("g1", "s1", "pak40-75-towed", "AP")) is None
    soviet = position(SU_76, switches=("5.16.2.7",), date="1943-11")
    assert why_not(soviet, aim("s1", "g1", "zis3-76", "HVAP")) is None


@pytest.mark.rule("panzer:5.16.2.7/scarce")
@pytest.mark.rule("panzer:5.16.2.7/rare")
@pytest.mark.parametrize(
    ("switches", "last"),
    [((), 4), (("5.16.2.7/scarce",), 3), (("5.16.2.7/rare",), 2), (("5.16.2.7/scarce", "5.16.2.7/rare"), 2)],
)
def test_a_game_may_make_german_apcr_scarcer(switches: tuple[str, ...], last: int) -> None:
    assert "special-ammo-limit" not in sum_of(tungsten(*switches, dice=(last, 100)))
    assert "special-ammo-limit" in sum_of(tungsten(*switches, dice=(last + 1, 1 + 5, 100)))
    early = tungsten(*switches, date="1943-06", dice=(4, 100))
    assert "special-ammo-limit" not in sum_of(early)
