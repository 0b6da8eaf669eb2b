"""D3.54: machine guns try to hit vehicles with hardly any armor."""

from __future__ import annotations

from typing import Any

import pytest

from games.asl.fields import meadow
from games.asl.heavy import aimed, ca, cases, de, moving, results, tank
from games.asl.position import offered, play, position
from sandtable.games.asl.fire.fire_phase import FirePhase
from sandtable.games.asl.ordnance.able import able_weapons
from sandtable.games.asl.ordnance.shots import gunner_of
from sandtable.games.asl.ordnance.to_hit import aim
from sandtable.games.asl.ordnance.to_kill import fate_by_bullets, kill_number
from sandtable.games.asl.ordnance.ways import way_of
from sandtable.games.asl.state import Weapon
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles.bullets import bullets, hit_targets


def nest(**facts: Any) -> Game:
    """A squad g with an MMG m in F14, and a Carrier A c in F10 that shows its front, in the German Prep Fire Phase."""
    carrier = tank(facts.pop("at", "F10"), facts.pop("kind", "ca-carrier-a"), exposed=True, **facts.pop("carrier", {}))
    gun = Weapon(facts.pop("gun", "de-mmg"), "german", holder="g", **facts.pop("weapon", {}))
    units = {"g": de("F14", **facts.pop("man", {})), **facts.pop("units", {})}
    phase, active = facts.pop("phase", "prep-fire"), facts.pop("active", "german")
    on = meadow(facts.pop("terrain", None))
    vehicles = {"c": carrier, **facts.pop("others", {})}
    return position(on=on, units=units, weapons={"m": gun}, vehicles=vehicles, phase=phase, active=active, **facts)


PREP = FirePhase(side="german", phase="prep-fire")


@pytest.mark.rule("rileys_road:D3.54")
@pytest.mark.parametrize(
    ("kind", "able"),
    [("ca-carrier-a", True), ("ca-wasp", True), ("ca-kangaroo", False), ("ca-sherman3", False)],
)
def test_only_vehicles_with_hardly_any_armor_are_tried(kind: str, able: bool) -> None:
    assert able_weapons(nest(kind=kind), "german") == (["m"] if able else [])


@pytest.mark.rule("rileys_road:D3.54")
@pytest.mark.parametrize(
    ("gun", "at", "able"),
    [("de-mmg", "F2", True), ("de-mmg", "F1", False), ("de-lmg", "F6", True), ("de-lmg", "F5", False)],
)
def test_a_machine_gun_hits_within_its_normal_range(gun: str, at: str, able: bool) -> None:
    assert bool(able_weapons(nest(gun=gun, at=at), "german")) is able


@pytest.mark.rule("rileys_road:D3.54", "rileys_road:C3.31")
@pytest.mark.parametrize(("at", "number"), [("F10", 10), ("F8", 10), ("F7", 9), ("F2", 9)])
def test_the_black_numbers_of_the_vehicle_type_without_more(at: str, number: int) -> None:
    found = aimed(nest(at=at), "c", ammunition="mg", firer="m")
    assert found.number.total == number
    assert cases(found) == {"P": 2}


@pytest.mark.rule("rileys_road:D3.54", "rileys_road:C5.4", "rileys_road:C5.2")
def test_a_machine_gun_is_hindered_as_ordnance_is() -> None:
    assert cases(aimed(nest(man={"pinned": True}), "c", ammunition="mg", firer="m"))["D"] == 2
    late = nest(phase="advancing-fire")
    assert cases(aimed(late, "c", ammunition="mg", firer="m"))["B"] == 2
    assert way_of(nest(phase="advancing-fire", weapon={"moved": True}), "m") is None


@pytest.mark.rule("rileys_road:D3.54")
@pytest.mark.parametrize(
    ("total", "expected"), [(2, "burning"), (3, "eliminated"), (4, "stunned"), (5, "none"), (6, "none"), (12, "none")]
)
def test_what_bullets_do_to_a_carrier(total: int, expected: str) -> None:
    assert fate_by_bullets(nest(), total, 4, burns=False) == expected


@pytest.mark.rule("rileys_road:D3.54", "rileys_road:D5.7")
def test_a_red_survival_number_burns_a_point_earlier() -> None:
    assert fate_by_bullets(nest(), 3, 4, burns=True) == "burning"
    assert fate_by_bullets(nest(), 4, 4, burns=True) == "stunned"


@pytest.mark.rule("rileys_road:D3.54", "rileys_road:C7.1")
def test_armor_and_the_rear_change_the_kill_number() -> None:
    game = nest(kind="ca-wasp")
    made, gunner = aimed(game, "c", ammunition="mg", firer="m").shot, gunner_of(game, "m")
    assert kill_number(game, made, gunner, "c", "hull", critical=False).number.total == 4
    assert kill_number(game, made, gunner, "c", "turret", critical=False).number.total == 3
    behind = nest(carrier={"facing": 0})
    made = aimed(behind, "c", ammunition="mg", firer="m").shot
    assert kill_number(behind, made, gunner_of(behind, "m"), "c", "hull", critical=False).number.total == 5


@pytest.mark.rule("rileys_road:D3.54", "rileys_road:A9.2")
@pytest.mark.parametrize(("dice", "marker"), [([2, 3, 6, 5], ""), ([4, 3, 6, 5], "prep")])
def test_a_machine_gun_keeps_its_rate_and_harms_nobody_else(dice: list[int], marker: str) -> None:
    game = play(nest(dice=dice), PREP, "weapon:m", "vehicle:c")
    assert game.state.weapons["m"].fire == marker
    assert results(game) == ["th.hit", "tk.none"]
    assert game.state.vehicles["c"].stun == ""


@pytest.mark.rule("rileys_road:D3.54", "rileys_road:A9.7")
def test_a_twelve_malfunctions_the_machine_gun() -> None:
    game = play(nest(dice=[6, 6]), PREP, "weapon:m", "vehicle:c")
    assert game.state.weapons["m"].broken


@pytest.mark.rule("rileys_road:D3.54")
def test_bullets_stun_a_carrier_at_their_number() -> None:
    game = play(nest(dice=[4, 3, 2, 2]), PREP, "weapon:m", "vehicle:c")
    assert game.state.vehicles["c"].stun == "stunned"


@pytest.mark.rule("rileys_road:D3.54", "rileys_road:D.8")
def test_the_crew_may_still_be_fired_at_on_the_fire_table() -> None:
    game = play(nest(), PREP, "unit:g")
    assert "hex:F10" in offered(game)


@pytest.mark.rule("rileys_road:D3.54", "rileys_road:C5.9")
def test_a_leader_directs_the_machine_gun() -> None:
    game = play(nest(units={"l": de("F14", "de-l91")}), PREP, "weapon:m", "vehicle:c")
    assert set(offered(game)) == {"do:mg", "unit:l", "do:cancel"}


@pytest.mark.rule("rileys_road:D3.54")
def test_a_tank_is_refused_with_the_reason() -> None:
    game = play(nest(others={"t": tank("G10", "ca-sherman3")}), PREP, "weapon:m")
    assert game.explain("vehicle:t").reason == "refused.too-much-armor"


# Machine guns of vehicles


def meeting(**facts: Any) -> Game:
    """A Sherman t in F10 that looks south, and an SPW s in F14 that looks north, in the Canadian Prep Fire Phase."""
    sherman = tank("F10", **facts.pop("tank", {}))
    vehicles = {"t": sherman, "s": tank(facts.pop("at", "F14"), "de-spw251", facing=0, exposed=True)}
    phase, active = facts.pop("phase", "prep-fire"), facts.pop("active", "canadian")
    return position(on=meadow(), vehicles=vehicles, phase=phase, active=active, **facts)


@pytest.mark.rule("rileys_road:D3.54")
def test_machine_guns_of_a_tank_hit_one_by_one() -> None:
    game = meeting()
    assert hit_targets(game, "t", "cmg") == ["s"]
    assert hit_targets(game, "t", "bmg") == ["s"]
    assert hit_targets(game, "t", "mg") == []
    assert hit_targets(game, "t", "aamg") == []
    assert hit_targets(meeting(at="F19"), "t", "bmg") == []
    assert hit_targets(meeting(tank={"fired": ("cmg:prep",)}), "t", "cmg") == []


@pytest.mark.rule("rileys_road:D3.54")
def test_a_heavy_machine_gun_kills_at_one_more() -> None:
    game = meeting(tank={"exposed": True})
    for arm, number in (("cmg", 3), ("aamg", 4)):
        made = bullets(game, "t", arm, "s")
        gunner = gunner_of(game, "t", made.arm)
        assert kill_number(game, made, gunner, "s", "hull", critical=False).number.total == number


@pytest.mark.rule("rileys_road:D3.54", "rileys_road:D3.1")
def test_a_coaxial_machine_gun_eliminates_a_halftrack_and_the_gun_may_fire() -> None:
    game = meeting(dice=[3, 3, 1, 1, 6, 6])
    play(game, FirePhase(side="canadian", phase="prep-fire"), "vehicle:t", "arm:cmg", "vehicle:s")
    assert "s" not in game.state.vehicles
    assert game.state.vehicles["t"].fired == ("cmg:prep",)
    assert game.state.vehicles["t"].acquired == ""


@pytest.mark.rule("rileys_road:D3.54", "rileys_road:C5.1")
def test_the_hull_turns_for_the_bow_machine_gun_and_the_turret_stays() -> None:
    game = meeting(at="F6", tank={"turret": 2}, dice=[5, 6])
    found = aim(game, bullets(game, "t", "bmg", "s"), gunner_of(game, "t", "bmg"))
    assert cases(found)["A"] > 0
    play(game, FirePhase(side="canadian", phase="prep-fire"), "vehicle:t", "arm:bmg", "vehicle:s")
    vehicle = game.state.vehicles["t"]
    assert vehicle.facing in (0, 5)
    assert (vehicle.turret, vehicle.steady) == (2, ("bmg",))
    assert vehicle.swung > 0


@pytest.mark.rule("rileys_road:D3.54", "rileys_road:D3.7")
def test_a_twelve_malfunctions_the_machine_gun_of_a_tank() -> None:
    game = meeting(dice=[6, 6])
    play(game, FirePhase(side="canadian", phase="prep-fire"), "vehicle:t", "arm:cmg", "vehicle:s")
    assert game.state.vehicles["t"].broken == ("cmg",)


@pytest.mark.rule("rileys_road:D3.54", "rileys_road:A8.1")
def test_first_fire_hits_what_moves() -> None:
    going = moving("s", "F14", ("F14", 2), came_from="F15")
    game = meeting(phase="movement", active="german", moving=going)
    assert hit_targets(game, "t", "cmg") == ["s"]
    assert bullets(game, "t", "cmg", "s").way == "first"


@pytest.mark.rule("rileys_road:D3.54")
def test_a_carriers_men_do_not_matter_to_who_may_try() -> None:
    game = nest(units={"x": ca("F10")})
    assert able_weapons(game, "german") == ["m"]


@pytest.mark.rule("rileys_road:D3.54", "rileys_road:C5.3")
def test_a_machine_gun_that_turns_freely_bounds_as_a_fast_turret_does() -> None:
    game = meeting(tank={"exposed": True, "bounding": True}, phase="advancing-fire")
    found = cases(aim(game, bullets(game, "t", "aamg", "s"), gunner_of(game, "t", "aamg")))
    assert (found["C"], "A" in found) == (2, False)


@pytest.mark.rule("rileys_road:A21.13", "rileys_road:C5.8", "rileys_road:D3.54")
def test_vehicle_crews_know_how_to_use_machine_guns_and_no_other_support_weapons() -> None:
    found = {}
    for gun in ("de-mmg", "de-psk"):
        game = position(units={"g": de("F14", "de-127")}, weapons={"m": Weapon(gun, "german", holder="g")}, on=meadow())
        found[gun] = gunner_of(game, "m").strangers
    assert found == {"de-mmg": 0, "de-psk": 1}
