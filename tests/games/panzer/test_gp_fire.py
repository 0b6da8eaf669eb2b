"""Direct GP fire of the Advanced Game (6.5.3, 6.5.4)."""

from __future__ import annotations

import pytest

from games.panzer.country import column
from games.panzer.firing import aim, placed, position, results, sum_of
from sandtable.games.panzer.combat.gp_defense import gp_defense
from sandtable.games.panzer.combat.gp_fire import GpFire, GpResult, gp_attack, preview_of
from sandtable.games.panzer.combat.gp_modifiers import direct_modifiers, of_moving_vehicle, of_target
from sandtable.games.panzer.combat.gp_results import GpAttack, attack_men, attack_vehicle, vehicle_result
from sandtable.games.panzer.scenarios import Conditions
from sandtable.games.panzer.state import Work, Wreck
from sandtable.games.panzer.units import Game
from sandtable.kernel.dice import ScriptedDice

SU_76, SQUAD = "su-76m-m43", "de-rifle"


def came_to(game: Game) -> str:
    result = game.state.stack[-1].result  # type: ignore[attr-defined]
    assert isinstance(result, GpResult)
    return result.outcome


# The worked example: a rifle squad in scrub against an SU-76M, three hexes apart


@pytest.mark.rule("panzer:6.5.4")
@pytest.mark.rule("panzer:6.5.4.4")
@pytest.mark.rule("panzer:6.5.4.4.2/sa-effective-p")
def test_a_rifle_squad_suppresses_an_su_76() -> None:
    units = {"s1": placed(SU_76, "A4", grade="regulars"), "g1": placed(SQUAD, "A1", grade="veteran")}
    fire = GpFire(aim=aim("g1", "s1", "small-arms"))
    game = position(units, fire, board=column("u...").board, dice=[81])
    found = sum_of(game)
    assert found["gp-factor"] == "7"
    assert found["gp-defense-factor"] == "2P"
    assert found["net-modifier"] == "-10"
    assert (found["no-effect-to"], found["suppressed-to"]) == ("31", "62")
    assert found["final-roll"] == "71"
    assert came_to(game) == "suppressed"
    assert game.state.units["s1"].suppressed == "on"
    assert game.state.units["s1"].under_fire


@pytest.mark.rule("panzer:6.5.4.3/shooter-suppressed")
def test_the_su_76_fires_back_in_vain() -> None:
    units = {
        "s1": placed(SU_76, "A4", grade="regulars", suppressed="on"),
        "g1": placed(SQUAD, "A1", grade="veteran"),
    }
    gun = "zis3-76"
    game = position(units, GpFire(aim=aim("s1", "g1", gun)), board=column("u...").board, dice=[64])
    found = sum_of(game)
    assert (found["gp-factor"], found["gp-defense-factor"]) == ("5", "4S")
    assert (found["no-effect-to"], found["suppressed-to"]) == ("48", "77")
    assert found["net-modifier"] == "-20"
    assert found["final-roll"] == "44"
    assert came_to(game) == "no-effect"
    assert game.state.units["g1"].suppressed == ""


# Factors and defenses


@pytest.mark.rule("panzer:6.5.4.1")
def test_the_gp_factor_is_that_of_the_range_factor() -> None:
    units = {"s1": placed(SU_76, "A8"), "g1": placed(SQUAD, "A1"), "s2": placed(SU_76, "A6")}
    game = position(units)
    assert gp_attack(game, aim("s1", "g1", "zis3-76")).factor == 4
    assert gp_attack(game, aim("g1", "s2", "small-arms")).factor == 5


def defense_of(card: str, terrain: str = ".", works: dict[str, Work] | None = None, **more: object) -> int:
    order = more.pop("order", "fire")
    units = {"g1": placed(card, "A1", order=order, **more)}  # type: ignore[arg-type]
    return gp_defense(position(units, board=column(terrain + ".").board, works=works or {}), "g1").value


@pytest.mark.rule("panzer:6.5.4.2.2")
def test_men_defend_by_the_cover_of_their_hex() -> None:
    assert defense_of(SQUAD) == 2
    assert defense_of(SQUAD, "w") == 6
    assert defense_of(SQUAD, "w", order="move") == 4
    assert defense_of("de-rifle", "w", order="short-halt") == 4
    bunker = {"p": Work(at="A1", kind="improved-position", holds=("g1",))}
    assert defense_of(SQUAD, ".", bunker) == 8
    assert defense_of(SQUAD, ".", bunker, full_cover=True) == 10


@pytest.mark.rule("panzer:6.5.4.2.2")
def test_the_defense_of_men_and_guns_stays_between_1_and_10() -> None:
    assert defense_of("pak-40", order="move") == 1
    bunker = {"p": Work(at="A1", kind="improved-position", holds=("g1",))}
    assert defense_of(SQUAD, "s", bunker, full_cover=True) == 10


@pytest.mark.rule("panzer:6.5.4.2.2")
def test_full_cover_adds_what_the_card_says() -> None:
    assert defense_of("pak-40", "w") == 5
    assert defense_of("pak-40", "w", full_cover=True) == 6
    assert defense_of(SQUAD, "w", full_cover=True) == 8


@pytest.mark.rule("panzer:6.5.4.2.2")
def test_a_game_may_give_guns_as_much_full_cover_as_men() -> None:
    units = {"g1": placed("pak-40", "A1", full_cover=True)}
    game = position(units, board=column("w.").board, switches=("6.5.4.2.2",))
    assert gp_defense(game, "g1").value == 7


@pytest.mark.rule("panzer:6.5.4.2.2")
def test_men_who_crawl_do_not_count_as_moving() -> None:
    assert defense_of(SQUAD, "w", order="move", crawled=True) == 6


@pytest.mark.rule("panzer:5.13")
@pytest.mark.parametrize(("card", "expected"), [("zis-5", 1), ("pak-40", 1), ("de-rifle", 5)])
def test_six_vehicles_or_guns_crowd_a_hex_and_men_do_not(card: str, expected: int) -> None:
    units = {"g1": placed("pak-40", "A1"), **{f"g{i}": placed(card, "A1") for i in range(2, 7)}}
    assert gp_defense(position(units, board=column("w.").board), "g1").value == expected


@pytest.mark.rule("panzer:6.5.4.2")
@pytest.mark.rule("panzer:6.5.4.2.1")
def test_the_defense_of_a_vehicle_is_fixed() -> None:
    assert defense_of("pz-iv-h", "w", order="move") == 3


@pytest.mark.rule("panzer:6.5.4.2.3")
def test_passengers_have_the_defense_that_their_vehicle_gives_them() -> None:
    units = {
        "g1": placed("spw-251-1", "A1"), "g2": placed(SQUAD, "A1", carrier="g1", order="move"),
        "g3": placed("opel-blitz", "A2"), "g4": placed(SQUAD, "A2", carrier="g3"),
    }  # fmt: skip
    game = position(units, board=column("w..").board)
    assert gp_defense(game, "g2").value == 3
    assert gp_defense(game, "g4").value == 1


# Modifiers


def net(units: dict[str, object], weapon: str, **more: object) -> dict[str, int]:
    """The modifiers of g1 that fires at s1, each by its name."""
    shot = {key: more.pop(key) for key in ("overwatch", "dual") if key in more}
    short = more.pop("short", ())
    game = position(units, **more)  # type: ignore[arg-type]
    one = aim("g1", "s1", weapon, **shot)
    found = direct_modifiers(game, one, short, gp_attack(game, one).band)  # type: ignore[arg-type]
    return {part.label: part.value for part in found}


@pytest.mark.rule("panzer:5.12")
@pytest.mark.rule("panzer:6.5.4.3")
@pytest.mark.rule("panzer:6.5.4.3/target-type")
@pytest.mark.rule("panzer:6.5.4.3/shooter-damaged")
def test_modifiers_add_up() -> None:
    units = {"g1": placed("pz-iv-h", "A9", damaged=True), "s1": placed("t-34-76-m43", "A1")}
    assert net(units, "kwk40-75") == {"target-a-type": -20, "firer-damaged": -10}


@pytest.mark.rule("panzer:6.5.4.3/target-moving")
@pytest.mark.parametrize(("order", "shown", "expected"), [("move", True, -10), ("move", False, 0), ("fire", True, 0)])
def test_a_vehicle_that_shows_that_it_moves(order: str, shown: bool, expected: int) -> None:
    units = {"g1": placed(SQUAD, "A3"), "s1": placed("zis-5", "A1", order=order, shown=shown)}  # type: ignore[arg-type]
    assert net(units, "small-arms").get("target-moving", 0) == expected


@pytest.mark.rule("panzer:6.5.4.3/vehicle-cover")
@pytest.mark.parametrize(
    ("terrain", "indoors", "expected"),
    [
        (".", False, 0), ("w", False, -10), ("h", False, -20), ("u", False, 0), ("b", True, -10), ("s", True, -20),
        ("s", False, 0),
    ],
)  # fmt: skip
def test_cover_of_a_vehicle(terrain: str, indoors: bool, expected: int) -> None:
    units = {"g1": placed(SQUAD, "A3"), "s1": placed("zis-5", "A1", indoors=indoors)}
    found = net(units, "small-arms", board=column(terrain + "..").board)
    assert found.get("vehicle-medium-cover", 0) + found.get("vehicle-heavy-cover", 0) == expected


@pytest.mark.rule("panzer:6.5.4.3/target-cavalry")
@pytest.mark.rule("panzer:6.5.4.3/leg-crawling")
@pytest.mark.rule("panzer:6.5.4.3/hasty-entrenchment")
def test_men_on_horses_crawling_and_in_holes() -> None:
    firer = placed(SQUAD, "A3")
    assert net({"g1": firer, "s1": placed("su-cavalry", "A1")}, "small-arms") == {"target-cavalry": 10}
    assert net({"g1": firer, "s1": placed("su-rifle", "A1", crawled=True)}, "small-arms") == {"leg-crawling": 10}
    hole = {"h": Work(at="A1", kind="hasty-entrenchment", holds=("s1",))}
    units = {"g1": firer, "s1": placed("su-rifle", "A1")}
    assert net(units, "small-arms", works=hole) == {"hasty-entrenchment": -10}


@pytest.mark.rule("panzer:6.5.4.3/wall-hexside")
@pytest.mark.rule("panzer:6.5.4.3/railroad")
def test_walls_and_railroads_help_men_and_not_vehicles() -> None:
    wall = column("...", sides={"wall": ["A1-A2"]}).board
    men, truck = placed("su-rifle", "A1"), placed("zis-5", "A1")
    assert net({"g1": placed(SQUAD, "A3"), "s1": men}, "small-arms", board=wall) == {"over-wall": -10}
    assert net({"g1": placed(SQUAD, "A3"), "s1": truck}, "small-arms", board=wall) == {}
    rails = column("R..").board
    assert net({"g1": placed(SQUAD, "A3"), "s1": men}, "small-arms", board=rails) == {"on-railroad": -5}
    assert net({"g1": placed(SQUAD, "A3"), "s1": truck}, "small-arms", board=rails) == {}


@pytest.mark.rule("panzer:6.5.4.3/transported-fire")
@pytest.mark.rule("panzer:6.5.4.3/short-halt")
def test_a_short_halt_spoils_the_fire_of_the_vehicle_and_not_that_of_its_passengers() -> None:
    halted = placed("spw-251-1", "A3", order="short-halt")
    men = placed("su-rifle", "A1")
    assert net({"g1": halted, "s1": men}, "mmg") == {"short-halt": -15}
    units = {"g2": halted, "g1": placed(SQUAD, "A3", carrier="g2", order="short-halt"), "s1": men}
    assert net(units, "small-arms") == {"transported-fire": -10}


@pytest.mark.rule("panzer:6.5.4.3/overwatch")
@pytest.mark.rule("panzer:6.5.4.3/overwatch-adjust")
@pytest.mark.rule("panzer:6.5.3")
def test_overwatch_fire_before_a_vehicle_and_beside_it() -> None:
    men = placed("su-rifle", "A1")
    assert net({"g1": placed("pz-iv-h", "A9", 0), "s1": men}, "kwk40-75", overwatch=True) == {"overwatch": -5}
    turned = net({"g1": placed("pz-iv-h", "A9", 3), "s1": men}, "kwk40-75", overwatch=True)
    assert turned == {"overwatch-outside": -10}
    assert net({"g1": placed(SQUAD, "A3", 3), "s1": men}, "small-arms", overwatch=True) == {"overwatch": -5}


@pytest.mark.rule("panzer:6.5.4.3/brew-up-smoke")
def test_each_burning_wreck_on_the_line_hinders() -> None:
    units = {"g1": placed(SQUAD, "A5"), "s1": placed("su-rifle", "A1")}
    wrecks = {"A3": Wreck(burning=True), "A1": Wreck(burning=True), "A4": Wreck()}
    game = position(units, wrecks=wrecks)
    found = direct_modifiers(game, aim("g1", "s1", "small-arms"), (), "S")
    assert [part.value for part in found if part.label == "hindrance"] == [-10, -10]


@pytest.mark.rule("panzer:6.5.4.3/heat-haze")
@pytest.mark.parametrize(("card", "hexes", "expected"), [("su-rifle", 3, -10), ("su-rifle", 2, 0), ("zis-5", 7, 0)])
def test_heat_haze_blurs_by_size_and_range(card: str, hexes: int, expected: int) -> None:
    units = {"g1": placed(SQUAD, f"A{1 + hexes}"), "s1": placed(card, "A1")}
    found = net(units, "small-arms", conditions=Conditions(heat_haze=True))
    assert found.get("heat-haze", 0) == expected
    assert "heat-haze" not in net(units, "small-arms")


@pytest.mark.rule("panzer:6.5.4.3/coax-mg")
def test_a_coaxial_machine_gun_helps_at_point_blank_against_all_but_armor() -> None:
    tank = placed("pz-iv-h", "A2")
    assert net({"g1": tank, "s1": placed("su-rifle", "A1")}, "kwk40-75") == {"coax-mg": 10}
    assert net({"g1": tank, "s1": placed("t-34-76-m43", "A1")}, "kwk40-75") == {"target-a-type": -20}
    assert "coax-mg" not in net({"g1": placed("pz-iv-h", "A9"), "s1": placed("su-rifle", "A1")}, "kwk40-75")


@pytest.mark.rule("panzer:6.5.4.3/unit-grade")
@pytest.mark.parametrize(("at", "expected"), [("A3", 0), ("A8", 5)])
def test_the_grade_of_the_firer_counts_from_afar(at: str, expected: int) -> None:
    units = {"g1": placed(SQUAD, at, grade="veteran"), "s1": placed("su-rifle", "A1", grade="elite")}
    assert net(units, "small-arms").get("unit-grade", 0) == expected


@pytest.mark.rule("panzer:6.5.4.3/dual-fire")
@pytest.mark.rule("panzer:6.5.4.3/ammo-limit")
def test_dual_fire_and_want_of_ammunition() -> None:
    units = {"g1": placed(SQUAD, "A3", attached=("de-hmg",)), "s1": placed("su-rifle", "A1")}
    assert net(units, "de-hmg", dual="same-target") == {"dual-fire-same-target": -5}
    found = net(units, "de-hmg", dual="other-target", short=("basic",))
    assert found == {"dual-fire-other-target": -10, "ammo-limit": -10}


# Results against vehicles


def on_vehicle(kind: str, final: int, band: str = "P", effectiveness: int | None = None, defense: int = 2) -> str:
    """What a final roll does to a vehicle; without effectiveness small arms fire."""
    attack = GpAttack(
        source="g1", factor=7, band=band, small_arms=effectiveness is None, effectiveness=effectiveness or 0
    )  # type: ignore[arg-type]
    content = position({"g1": placed(SQUAD, "A1")}).content
    return vehicle_result(content, attack, kind, defense, final)  # type: ignore[arg-type]


@pytest.mark.rule("panzer:6.5.4.4")
@pytest.mark.parametrize(
    ("factor", "defense", "final", "expected"),
    [(7, 5, 60, "suppressed"), (2, 9, 109, "destroyed"), (15, 2, -1, "no-effect"), (5, 3, 43, "no-effect"),
     (5, 3, 44, "suppressed"), (5, 3, 72, "suppressed"), (5, 3, 73, "destroyed")],
)  # fmt: skip
def test_the_gp_combat_results_table(factor: int, defense: int, final: int, expected: str) -> None:
    content = position({"g1": placed(SQUAD, "A1")}).content
    attack = GpAttack(source="g1", factor=factor, band="P", effectiveness=9)
    assert vehicle_result(content, attack, "S", defense, final) == expected


@pytest.mark.rule("panzer:6.5.4.4.2/sa-suppressed-a")
@pytest.mark.rule("panzer:6.5.4.4.2/sa-suppressed-p")
@pytest.mark.rule("panzer:6.5.4.4.2/sa-suppressed-s")
@pytest.mark.parametrize(
    ("kind", "where"), [("A", "P"), ("P", "PS"), ("S", "PSMLE")]
)  # fmt: skip
def test_small_arms_suppress_by_type_and_range(kind: str, where: str) -> None:
    assert [band for band in "PSMLE" if on_vehicle(kind, 62, band) == "suppressed"] == list(where)


@pytest.mark.rule("panzer:6.5.4.4.2/sa-effective-a")
@pytest.mark.rule("panzer:6.5.4.4.2/sa-effective-p")
@pytest.mark.rule("panzer:6.5.4.4.2/sa-effective-s")
def test_effective_small_arms_by_type_and_range() -> None:
    assert [on_vehicle("A", 71, band) for band in "PSM"] == ["suppressed", "suppressed", "no-effect"]
    assert [on_vehicle("P", 71, band) for band in "PSM"] == ["damaged", "suppressed", "no-effect"]
    assert [on_vehicle("S", 71, band) for band in "PE"] == ["destroyed", "destroyed"]
    assert [on_vehicle("S", roll, "E") for roll in (75, 80, 81)] == ["damaged", "track-hit", "destroyed"]


@pytest.mark.rule("panzer:6.5.4.4.2")
@pytest.mark.rule("panzer:6.5.4.4.2/small-arms")
@pytest.mark.rule("panzer:6.5.4.4.2/vehicle-type")
@pytest.mark.rule("panzer:6.5.4.4.2/nsa-suppressed")
@pytest.mark.rule("panzer:6.5.4.4.2/nsa-effective-ap")
@pytest.mark.rule("panzer:6.5.4.4.2/nsa-effective-s")
def test_other_weapons_need_effectiveness_against_armor() -> None:
    assert on_vehicle("A", 62, "E", 1) == "suppressed"
    assert on_vehicle("A", 71, "E", 1) == "suppressed"
    assert on_vehicle("A", 71, "E", 2) == "destroyed"
    assert on_vehicle("P", 75, "E", 2) == "damaged"
    assert on_vehicle("S", 71, "E", 1) == "destroyed"


@pytest.mark.rule("panzer:6.5.4.4.2/rule-of-5s-10s")
@pytest.mark.parametrize(
    ("final", "expected"), [(75, "damaged"), (80, "track-hit"), (100, "track-hit"), (105, "damaged"), (79, "destroyed")]
)
def test_the_rule_of_fives_and_tens(final: int, expected: str) -> None:
    assert on_vehicle("S", final, "P", 3) == expected


TRUCK = {"g1": placed("pz-iv-h", "A4"), "s1": placed("zis-5", "A1")}


@pytest.mark.rule("panzer:6.5.4.4.2/nsa-effective-s")
@pytest.mark.parametrize(("die", "expected"), [(3, "brewed-up"), (4, "knocked-out")])
def test_a_vehicle_that_is_lost_burns_by_the_effectiveness(die: int, expected: str) -> None:
    game = position(TRUCK, GpFire(aim=aim("g1", "s1", "kwk40-75")), dice=[99, die])
    assert came_to(game) == expected
    assert game.state.lost["s1"].how == expected
    assert game.state.wrecks["A1"].burning == (expected == "brewed-up")


@pytest.mark.rule("panzer:6.5.4.4.2/sa-effective-s")
@pytest.mark.parametrize(("die", "expected"), [(3, "brewed-up"), (4, "knocked-out")])
def test_small_arms_burn_by_half_their_factor(die: int, expected: str) -> None:
    units = {"g1": placed(SQUAD, "A4"), "s1": placed("zis-5", "A1")}
    game = position(units, GpFire(aim=aim("g1", "s1", "small-arms")), dice=[99, die])
    assert came_to(game) == expected


@pytest.mark.rule("panzer:6.5.2.5/bu")
def test_a_brew_up_suppresses_those_around_of_its_side() -> None:
    units = {
        **TRUCK, "s2": placed("su-rifle", "A1"), "s3": placed("su-rifle", "A2"), "s4": placed("zis-5", "A1"),
        "s5": placed("su-rifle", "A1", carrier="s4"), "s6": placed("m3a1-scout", "A1"),
        "s7": placed("su-rifle", "A1", carrier="s6"),
    }  # fmt: skip
    game = position(units, GpFire(aim=aim("g1", "s1", "kwk40-75")), dice=[99, 1])
    assert {unit_id for unit_id, unit in game.state.units.items() if unit.suppressed} == {"s2", "s4", "s5", "s6"}


@pytest.mark.rule("panzer:6.5.4.4.2/nsa-effective-ap")
def test_direct_fire_does_not_reach_the_tracks_of_a_vehicle_that_is_hull_down() -> None:
    fire = GpFire(aim=aim("g1", "s1", "kwk40-75"))
    game = position(TRUCK, fire, dice=[90, 100])
    assert came_to(game) == "track-hit"
    assert game.state.units["s1"].tracks
    facing = {**TRUCK, "s1": placed("zis-5", "A1", 3, hull_down="partial")}
    assert came_to(position(facing, fire, dice=[90])) == "no-effect"
    from_behind = {**TRUCK, "s1": placed("zis-5", "A1", 0, hull_down="partial")}
    assert came_to(position(from_behind, fire, dice=[90, 100])) == "track-hit"


@pytest.mark.rule("panzer:6.5.4.4.2/nsa-effective-s")
def test_a_second_damage_knocks_out() -> None:
    units = {**TRUCK, "s1": placed("zis-5", "A1", damaged=True)}
    game = position(units, GpFire(aim=aim("g1", "s1", "kwk40-75")), dice=[95])
    assert came_to(game) == "knocked-out"


# Results against men and guns


@pytest.mark.rule("panzer:6.5.4.4.3/suppressed")
@pytest.mark.rule("panzer:6.5.4.4.3/effective")
def test_a_squad_is_reduced_and_then_eliminated() -> None:
    units = {"g1": placed(SQUAD, "A3"), "s1": placed("su-rifle", "A1", attached=("su-ptrd",))}
    fire = GpFire(aim=aim("g1", "s1", "small-arms"))
    game = position(units, fire, dice=[60])
    assert came_to(game) == "suppressed"
    game = position(units, fire, dice=[99])
    assert came_to(game) == "reduced"
    squad = game.state.units["s1"]
    assert squad.reduced
    assert squad.suppressed == "on"
    assert gp_attack(game, aim("s1", "g1", "small-arms")).factor == 4
    half = {**units, "s1": placed("su-rifle", "A1", reduced=True)}
    game = position(half, fire, dice=[99])
    assert came_to(game) == "eliminated"
    assert game.state.lost["s1"].how == "eliminated"
    assert "s1" not in game.state.units


@pytest.mark.rule("panzer:5.10")
def test_a_new_suppression_turns_off_to_on() -> None:
    units = {"g1": placed(SQUAD, "A3"), "s1": placed("su-rifle", "A1", suppressed="off")}
    game = position(units, GpFire(aim=aim("g1", "s1", "small-arms")), dice=[60])
    assert game.state.units["s1"].suppressed == "on"


@pytest.mark.rule("panzer:6.5.4.4.1")
def test_no_effect_leaves_a_unit_under_fire() -> None:
    units = {"g1": placed(SQUAD, "A3"), "s1": placed("su-rifle", "A1")}
    game = position(units, GpFire(aim=aim("g1", "s1", "small-arms")), dice=[1])
    assert came_to(game) == "no-effect"
    assert game.state.units["s1"].under_fire


# Terrain


HOUSE = {"g1": placed("pz-iv-h", "A4"), "s1": placed("su-rifle", "A1"), "s2": placed("zis-5", "A1")}


@pytest.mark.rule("panzer:6.5.4.4.3/terrain-effective")
@pytest.mark.rule("panzer:6.5.4.4.3/building")
@pytest.mark.rule("panzer:6.5.4.2.5")
def test_two_effective_results_bring_a_building_down_on_all_in_it() -> None:
    game = position(HOUSE, GpFire(aim=aim("g1", "s1", "kwk40-75")), board=column("t...").board, dice=[1, 99, 99])
    assert results(game) == ["no-effect", "effective", "effective"]
    assert set(game.state.units) == {"g1"}
    assert game.state.lost["s2"].how == "eliminated"
    assert not game.state.wrecks
    assert [(work.kind, work.at, work.was) for work in game.state.works.values()] == [("rubble", "A1", "building-wood")]


@pytest.mark.rule("panzer:6.5.4.4.3/terrain-effective")
@pytest.mark.parametrize("dice", [[1, 99, 50], [1, 50]])
def test_one_effective_result_is_not_enough(dice: list[int]) -> None:
    game = position(HOUSE, GpFire(aim=aim("g1", "s1", "kwk40-75")), board=column("t...").board, dice=dice)
    assert set(game.state.units) == {"g1", "s1", "s2"}
    assert not game.state.works


@pytest.mark.rule("panzer:6.5.4.2.5")
def test_small_arms_do_not_attack_terrain_nor_does_fire_at_a_truck_in_an_alley() -> None:
    units = {"g1": placed(SQUAD, "A4"), "s1": placed("su-rifle", "A1")}
    house = column("t...").board
    assert results(position(units, GpFire(aim=aim("g1", "s1", "small-arms")), board=house, dice=[1])) == ["no-effect"]
    assert results(position(HOUSE, GpFire(aim=aim("g1", "s2", "kwk40-75")), board=house, dice=[1])) == ["no-effect"]


@pytest.mark.rule("panzer:6.5.4.4.3/bridge")
def test_a_bridge_falls_with_all_on_it() -> None:
    game = position(HOUSE, GpFire(aim=aim("g1", "s1", "kwk40-75")), board=column("B...").board, dice=[1, 100, 100])
    assert set(game.state.units) == {"g1"}
    assert [work.was for work in game.state.works.values()] == ["bridge"]


@pytest.mark.rule("panzer:6.5.4.4.3/improved-position")
def test_a_position_falls_on_those_inside_it() -> None:
    works = {"p": Work(at="A1", kind="improved-position", holds=("s1",))}
    units = {"g1": placed("is-2-m43", "A2"), "s1": placed("su-rifle", "A1"), "s2": placed("zis-5", "A1")}
    fire = GpFire(aim=aim("g1", "s1", "d25-122"))
    game = position(units, fire, works=works, dice=[1, 1, 100, 100])
    assert set(game.state.units) == {"g1", "s2"}
    assert [work.kind for work in game.state.works.values()] == ["rubble"]


@pytest.mark.rule("panzer:6.5.4.4.3/blocks-mines-wire")
def test_a_block_is_cleared_and_nobody_is_hurt() -> None:
    works = {"b": Work(at="A1", kind="block")}
    game = position(HOUSE, GpFire(aim=aim("g1", "s1", "kwk40-75")), works=works, dice=[1, 99, 99])
    assert set(game.state.units) == {"g1", "s1", "s2"}
    assert not game.state.works


@pytest.mark.rule("panzer:6.1.4.3.9")
def test_rubble_is_not_destroyed_again() -> None:
    works = {"r": Work(at="A1", kind="rubble", was="building-wood")}
    fire = GpFire(aim=aim("g1", "s1", "kwk40-75"))
    game = position(HOUSE, fire, board=column("t...").board, works=works, dice=[1])
    assert results(game) == ["no-effect"]


# From above: the worked example of indirect fire, with a GP Factor of 8 at medium range


@pytest.mark.rule("panzer:6.5.4.3/target-moving")
@pytest.mark.rule("panzer:6.5.4.3/vehicle-cover")
@pytest.mark.rule("panzer:6.5.4.4")
def test_a_barrage_on_a_gun_and_a_moving_tank_in_woods() -> None:
    units = {"s1": placed("atg-57-m43", "A1"), "s2": placed("t-34-76-m43", "A2", order="move")}
    game = position(units, board=column("ww").board)
    game.dice = ScriptedDice([59, 88])
    barrage = GpAttack(source="g1", factor=8, band="M", means="indirect", effectiveness=4)
    assert attack_men(game, barrage, "s1", of_target(game, "s1", "indirect")) == "suppressed"
    found = sum_of(game)
    assert (found["gp-defense-factor"], found["net-modifier"], found["final-roll"]) == ("5S", "+0", "59")
    assert (found["no-effect-to"], found["suppressed-to"]) == ("40", "72")
    modifiers = of_target(game, "s2", "indirect")
    modifiers.parts += of_moving_vehicle(game, "s2", "indirect")
    assert {part.label: part.value for part in modifiers} == {"target-a-type": -20, "target-moving": -20}
    assert attack_vehicle(game, barrage, "s2", modifiers, hull_down=False) == "suppressed"
    found = sum_of(game, 1)
    assert (found["no-effect-to"], found["suppressed-to"], found["final-roll"]) == ("36", "68", "48")


@pytest.mark.rule("panzer:6.5.4.3/vehicle-cover")
@pytest.mark.parametrize(("terrain", "indoors", "expected"), [("w", False, {}), ("b", True, -10), ("s", True, -20)])
def test_from_above_only_a_roof_covers_a_vehicle(terrain: str, indoors: bool, expected: object) -> None:
    game = position({"s1": placed("zis-5", "A1", indoors=indoors)}, board=column(terrain).board)
    found = [part.value for part in of_target(game, "s1", "indirect")]
    assert found == ([expected] if expected else [])


# What nobody has shown


@pytest.mark.rule("panzer:4.2.1")
@pytest.mark.rule("panzer:6.5.4.2.2")
def test_a_preview_does_not_tell_that_men_have_a_command_to_move() -> None:
    def shown(order: str, *, face_up: bool) -> dict[str, str]:
        units = {"s1": placed(SU_76, "A4"), "g1": placed(SQUAD, "A1", order=order, shown=face_up)}  # type: ignore[arg-type]
        lines = preview_of(position(units), aim("s1", "g1", "zis3-76")).lines
        return {line.label: line.value for line in lines}

    assert shown("move", face_up=False) == shown("overwatch", face_up=False)
    assert shown("move", face_up=True)["men-moving"] == "-2"


@pytest.mark.rule("panzer:6.5.4.2.2")
def test_men_who_are_fired_at_on_the_move_have_to_say_so() -> None:
    units = {"s1": placed(SU_76, "A4"), "g1": placed(SQUAD, "A1", order="move", shown=False)}
    game = position(units, GpFire(aim=aim("s1", "g1", "zis3-76")), board=column("w...").board, dice=[1])
    assert sum_of(game)["men-moving"] == "-2"
    assert game.state.commands["g1"].known
    assert not game.state.commands["g1"].shown
    still = {**units, "g1": placed(SQUAD, "A1", order="overwatch", shown=False)}
    assert not position(still, GpFire(aim=aim("s1", "g1", "zis3-76")), dice=[1]).state.commands["g1"].known
