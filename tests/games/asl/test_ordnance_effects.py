"""C3.6-C3.9, C7, C8, C11: what hits do, and what shots leave behind, played with scripted dice."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.asl.heavy import aimed, ca, de, field, meadow, moving, pak, position, results, shot, tank
from games.asl.position import play
from sandtable.games.asl.fire.dice import Dr
from sandtable.games.asl.fire.fire_phase import FirePhase
from sandtable.games.asl.fire.pieces import pieces_of
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.ordnance.acquisition import check_acquisitions
from sandtable.games.asl.ordnance.backblast import backblast
from sandtable.games.asl.ordnance.effects import disperse_smoke, firepower, indirect_fate
from sandtable.games.asl.ordnance.firing import depletion, failure, fire, rate_of, read
from sandtable.games.asl.ordnance.gunnery import Gunnery
from sandtable.games.asl.ordnance.panzerfausts import find_panzerfaust, panzerfaust_way
from sandtable.games.asl.ordnance.shots import gunner_of, spotters
from sandtable.games.asl.ordnance.to_kill import fate, kill_number, may_immobilize
from sandtable.games.asl.ordnance.ways import way_of
from sandtable.games.asl.state import Moving, Unit, Weapon
from sandtable.games.asl.terrain.tem import tem
from sandtable.games.asl.units import Game
from sandtable.kernel import Resolved


def two(total: int) -> tuple[int, int]:
    """Two dice that come to a total."""
    high = min(6, total - 1)
    return high, total - high


def fired(dice: list[Any], target: str = "t", type_: Any = "vehicle", ammunition: Any = "ap", **facts: Any) -> Game:
    """The PaK fires once with these dice."""
    more = {name: facts.pop(name) for name in ("immobilize", "firer", "way", "desperate") if name in facts}
    game = facts.pop("game", None) or field(dice=dice, **facts)
    fire(game, shot(game, target, type_, ammunition, **more), Aftermath())
    return game


# C7.1


@pytest.mark.rule("rileys_road:C7.1", "rileys_road:C7.31", "rileys_road:C7.24", "rileys_road:D1.6")
@pytest.mark.parametrize(
    ("ammunition", "part", "facing", "number"),
    [
        ("ap", "hull", 3, 17 - 8),
        ("ap", "turret", 3, 17 - 8),
        ("ap", "hull", 1, 17 - 4),
        ("ap", "turret", 1, 17 - 6),
        ("ap", "hull", 0, 17 + 1 - 4),
        ("apcr", "hull", 3, 20 - 8),
        ("he", "hull", 3, 7 - 8),
    ],
)
def test_the_to_kill_number_follows_from_ammunition_facing_and_armor(
    ammunition: Any, part: Any, facing: int, number: int
) -> None:
    game = field(vehicles={"t": tank("F6", facing=facing)})
    made = shot(game, "t", ammunition=ammunition)
    kill = kill_number(game, made, gunner_of(game, "w"), "t", part, critical=False)
    assert kill.number.total == number


@pytest.mark.rule("rileys_road:C7.24")
def test_near_targets_are_easier_and_far_ones_harder_to_pierce() -> None:
    near, far = field(vehicles={"t": tank("F13")}), field(vehicles={"t": tank("F13")})
    assert kill_number(near, shot(near, "t"), gunner_of(near, "w"), "t", "hull", critical=False).number.total == 10
    assert kill_number(far, shot(far, "t", ammunition="apcr"), gunner_of(far, "w"), "t", "hull",
                       critical=False).number.total == 20 + 3 - 8  # fmt: skip


@pytest.mark.rule("rileys_road:C3.7", "rileys_road:C7.1")
def test_a_critical_hit_doubles_the_basic_number() -> None:
    game = field(vehicles={"t": tank("F6")})
    kill = kill_number(game, shot(game, "t"), gunner_of(game, "w"), "t", "hull", critical=True)
    assert kill.number.total == 34 - 8


@pytest.mark.rule("rileys_road:C7.7", "rileys_road:C7.4", "rileys_road:C7.41", "rileys_road:C7.5", "rileys_road:D5.7")
@pytest.mark.parametrize(
    ("total", "part", "he", "burns", "expected"),
    [
        (4, "hull", False, False, "burning"),
        (5, "hull", False, False, "eliminated"),
        (5, "hull", False, True, "burning"),
        (7, "hull", False, False, "eliminated"),
        (8, "hull", False, False, "immobilized"),
        (8, "turret", False, False, "shocked"),
        (9, "hull", False, False, "possible-shock"),
        (9, "hull", True, False, "immobilized"),
        (9, "turret", True, False, "shocked"),
        (10, "hull", False, False, "none"),
    ],
)
def test_the_destruction_table(total: int, part: Any, he: bool, burns: bool, expected: str) -> None:
    assert fate(field(), total, 8, part, he=he, burns=burns) == expected


@pytest.mark.rule("rileys_road:C7.1")
def test_a_twelve_never_has_an_effect() -> None:
    assert fate(field(), 12, 20, "hull", he=False, burns=True) == "none"


@pytest.mark.rule("rileys_road:C7.33", "rileys_road:D11.2", "rileys_road:RR6")
@pytest.mark.parametrize(("facing", "number"), [(3, 15 - 3 - 4), (0, 15 - 8)])
def test_skirts_protect_sides_against_hollow_charges(facing: int, number: int) -> None:
    piat = {"p": Weapon("ca-piat", "canadian", holder="c")}
    game = position(units={"c": ca("F6")}, on=meadow(), weapons=piat, phase="prep-fire",
                    vehicles={"t": tank("F8", "de-pz4j", facing=1 if facing == 3 else 0)})  # fmt: skip
    made = shot(game, "t", ammunition="heat", firer="p")
    assert kill_number(game, made, gunner_of(game, "p"), "t", "hull", critical=False).number.total == number


@pytest.mark.rule("rileys_road:C7.22")
def test_from_high_above_the_roof_is_struck() -> None:
    game = field(on=meadow(levels={"F14": 2}), vehicles={"t": tank("F13")})
    kill = kill_number(game, shot(game, "t"), gunner_of(game, "w"), "t", "hull", critical=False)
    assert kill.number.total == 17 + 1 - 3


@pytest.mark.rule("rileys_road:D4.3")
def test_a_vehicle_that_crosses_a_hedge_shows_its_belly_to_those_ahead() -> None:
    vehicles = {"t": tank("F10", started=True, bounding=True)}
    game = field(walls={"hedge": ["F9-F10"]}, phase="movement", vehicles=vehicles,
                 moving=moving("t", "F10", ("F10", 4), came_from="F9"))  # fmt: skip
    made = shot(game, "t", way="first")
    assert kill_number(game, made, gunner_of(game, "w"), "t", "hull", critical=False).number.total == 17 - 3
    assert kill_number(game, made, gunner_of(game, "w"), "t", "turret", critical=False).number.total == 17 - 8


@pytest.mark.rule("rileys_road:C5.7")
def test_deliberate_immobilization_needs_to_be_near_and_strong_enough() -> None:
    game = field(vehicles={"t": tank("F8"), "far": tank("F7")})
    gunner = gunner_of(game, "w")
    assert may_immobilize(game, shot(game, "t"), gunner, "t")
    assert not may_immobilize(game, shot(game, "far"), gunner, "far")
    assert may_immobilize(game, shot(game, "t", ammunition="he"), gunner, "t")


# Shots


@pytest.mark.rule("rileys_road:C3.1", "rileys_road:C3.9", "rileys_road:C7.6", "rileys_road:D10.1", "rileys_road:D5.6")
def test_a_hit_on_the_hull_kills_and_the_crew_may_get_out() -> None:
    game = fired([4, 4, *two(8), *two(5)], vehicles={"t": tank("F8", facing=1)})
    assert results(game) == ["th.hit", "tk.eliminated"]
    assert "t" not in game.state.vehicles
    assert game.state.wrecks["t"].at == "F8"
    assert not game.state.wrecks["t"].burning
    assert game.state.units["tc"].kind == "ca-127"


@pytest.mark.rule("rileys_road:C7.6", "rileys_road:D5.6", "rileys_road:D5.7")
def test_nobody_gets_out_of_a_burning_tank() -> None:
    game = fired([4, 4, *two(4)], vehicles={"t": tank("F8", facing=1)})
    assert results(game) == ["th.hit", "tk.burning"]
    assert game.state.wrecks["t"].burning
    assert "tc" not in game.state.units


@pytest.mark.rule("rileys_road:D5.6")
def test_a_crew_that_fails_its_survival_roll_is_lost() -> None:
    game = fired([4, 4, *two(8), *two(6)], vehicles={"t": tank("F8", facing=1)})
    assert "tc" not in game.state.units


@pytest.mark.rule("rileys_road:C3.9")
def test_a_colored_die_below_the_white_one_strikes_the_turret() -> None:
    game = fired([3, 4, *two(11)], vehicles={"t": tank("F8", facing=1)})
    assert results(game)[1] == "tk.shocked"
    assert game.state.vehicles["t"].shock == "shocked"


@pytest.mark.rule("rileys_road:C7.4", "rileys_road:C7.42")
def test_shock_stops_a_tank_and_goes_or_becomes_an_unconfirmed_kill() -> None:
    game = fired(
        [3, 4, *two(11), *two(12)],
        vehicles={"t": tank("F8", facing=1, motion=True, exposed=True)},
        weapons={"w": pak(acquired="t", acquisition=2)},
    )
    vehicle = game.state.vehicles["t"]
    assert (vehicle.shock, vehicle.motion, vehicle.exposed) == ("shocked", False, False)
    assert way_of(game, "t") is None


@pytest.mark.rule("rileys_road:C7.5")
@pytest.mark.parametrize(("check", "abandoned"), [(8, False), (9, True)])
def test_the_crew_of_an_immobilized_tank_may_leave_it(check: int, abandoned: bool) -> None:
    game = fired([4, 4, *two(9), *two(check)], vehicles={"t": tank("F8")})
    assert results(game)[1] == "tk.immobilized"
    assert game.state.vehicles["t"].immobile
    assert game.state.vehicles["t"].abandoned is abandoned
    assert ("tc" in game.state.units) is abandoned


@pytest.mark.rule("rileys_road:C7.41")
@pytest.mark.parametrize(("check", "state"), [(8, ""), (9, "shocked")])
def test_a_hit_just_not_good_enough_may_shock_the_crew(check: int, state: str) -> None:
    game = fired([4, 4, *two(10), *two(check)], vehicles={"t": tank("F8")})
    assert results(game)[1] == "tk.possible-shock"
    assert game.state.vehicles["t"].shock == state


@pytest.mark.rule("rileys_road:C3.1")
def test_an_original_twelve_misses_and_breaks_the_gun() -> None:
    game = fired([6, 6], vehicles={"t": tank("F13")}, weapons={"w": pak(acquired="t", acquisition=2)})
    assert results(game) == ["th.miss"]
    assert game.state.weapons["w"].broken
    assert game.state.weapons["w"].acquisition == 0


@pytest.mark.rule("rileys_road:C3.6")
@pytest.mark.parametrize(("face", "expected"), [(2, "th.hit"), (3, "th.hit"), (4, "th.miss")])
def test_an_improbable_hit_is_settled_by_a_die(face: int, expected: str) -> None:
    hard = {"F10": "orchard", "F11": "orchard", "F12": "orchard", "F8": "stone-building", "F13": "orchard"}
    game = fired([1, 1, face, 6, 6], vehicles={"t": tank("F8", motion=True)}, terrain=hard,
                 units={"g": de("F14", "de-228", pinned=True, cx=True)})  # fmt: skip
    assert results(game)[0] == expected


@pytest.mark.rule("rileys_road:C3.7", "rileys_road:C7.1")
def test_a_two_that_hits_is_a_critical_hit() -> None:
    game = fired([1, 1, *two(11)], vehicles={"t": tank("F8")})
    assert results(game) == ["th.critical", "tk.burning"]


@pytest.mark.rule("rileys_road:C3.7")
def test_a_shot_at_men_is_critical_below_half_of_the_number() -> None:
    game = field(units={"c": ca("F8")})
    aim = aimed(game, "F8", "infantry", "he")
    assert [read(game, aim, dr).struck for dr in (Dr(1, 2), Dr(2, 2), Dr(4, 4), Dr(4, 5))] == [
        ("critical",), ("hit",), ("hit",), ("miss",),
    ]  # fmt: skip


@pytest.mark.rule("rileys_road:C3.8")
@pytest.mark.parametrize(("dr", "twice"), [(Dr(3, 3), True), (Dr(3, 4), False), (Dr(6, 6), False)])
def test_small_guns_hit_twice_on_doubles(dr: Dr, twice: bool) -> None:
    game = field(units={"g": de("F14", "de-228"), "c": ca("F8")})
    aim = aimed(game, "F8", "infantry", "he")
    small = aim._replace(gunner=aim.gunner._replace(caliber=20))
    assert read(game, small, dr).twice is twice
    assert not read(game, aim, dr).twice


@pytest.mark.rule("rileys_road:C2.24", "rileys_road:C2.241")
def test_a_gun_keeps_its_rate_by_the_colored_die() -> None:
    game = fired([2, 6, 6, 6], vehicles={"t": tank("F8")})
    assert (game.state.weapons["w"].fire, game.state.weapons["w"].used) == ("", True)
    game = fired([3, 6, 6, 6], vehicles={"t": tank("F8")})
    assert game.state.weapons["w"].fire == "final"


@pytest.mark.rule("rileys_road:C2.24", "rileys_road:C5.4", "rileys_road:C5.8")
def test_pinned_crews_keep_no_rate_and_strangers_less() -> None:
    game = field(vehicles={"t": tank("F8")}, units={"g": de("F14", "de-228", pinned=True)})
    assert rate_of(game, shot(game, "t"), gunner_of(game, "w")) == 0
    game = field(vehicles={"t": tank("F8")}, units={"g": de("F14", "de-467")})
    assert rate_of(game, shot(game, "t"), gunner_of(game, "w")) == 1


@pytest.mark.rule("rileys_road:C2.28", "rileys_road:C5.6", "rileys_road:C5.8", "rileys_road:C2/ammunition-shortage")
@pytest.mark.parametrize(
    ("way", "facts", "expected"),
    [
        ("final", {}, (12, 13)),
        ("intensive", {}, (10, 12)),
        ("final", {"kind": "de-467"}, (10, 12)),
        ("final", {"shortage": True}, (11, 12)),
    ],
)
def test_when_a_gun_malfunctions(way: Any, facts: dict[str, Any], expected: tuple[int, int]) -> None:
    kind = facts.pop("kind", "de-228")
    game = field(vehicles={"t": tank("F8")}, units={"g": de("F14", kind, **facts)})
    assert failure(game, shot(game, "t", way=way), gunner_of(game, "w")) == expected


@pytest.mark.rule("rileys_road:C8.1", "rileys_road:C8.2", "rileys_road:C8.9", "rileys_road:RR5")
def test_depletion_numbers_of_elite_and_short_tanks() -> None:
    vehicles = {"p": tank("F14", "de-pz4j", facing=0, elite=True), "t": tank("F8")}
    game = field(vehicles=vehicles)
    assert depletion(game, shot(game, "t", ammunition="apcr", firer="p"), gunner_of(game, "p")) == 4
    game = field(vehicles={**vehicles, "p": replace(vehicles["p"], elite=False, shortage=True)})
    assert depletion(game, shot(game, "t", ammunition="apcr", firer="p"), gunner_of(game, "p")) == 2


@pytest.mark.rule("rileys_road:C8.1", "rileys_road:C8.9", "rileys_road:C7.32")
@pytest.mark.parametrize(
    ("dice", "made", "gone"), [([1, 1, 6, 6], True, ()), ([1, 2, 6, 6], True, ("apcr",)), ([2, 2], False, ("apcr",))]
)
def test_special_ammunition_may_run_out(dice: list[int], made: bool, gone: tuple[str, ...]) -> None:
    game = field(dice=dice, vehicles={"t": tank("F8")})
    assert fire(game, shot(game, "t", ammunition="apcr"), Aftermath()) is made
    assert game.state.weapons["w"].gone == gone
    assert game.state.weapons["w"].used is made


@pytest.mark.rule("rileys_road:C6.5")
def test_a_target_is_acquired_by_the_first_shot_and_better_by_the_second() -> None:
    game = fired([2, 6, 6, 6, 1, 6, 6, 6], vehicles={"t": tank("F8")}, ammunition="he")
    assert (game.state.weapons["w"].acquired, game.state.weapons["w"].acquisition) == ("t", 1)
    fire(game, shot(game, "t", ammunition="he"), Aftermath())
    assert game.state.weapons["w"].acquisition == 2


@pytest.mark.rule("rileys_road:C6.5")
@pytest.mark.parametrize("effect", [(1, 1), (1, 2), (6, 6)], ids=["eliminated", "reduced", "unharmed"])
@pytest.mark.parametrize("concealed", [False, True])
def test_a_location_is_acquired_whatever_the_shot_does_to_those_who_are_seen(
    effect: tuple[int, int], *, concealed: bool
) -> None:
    men = {"m": ca("F8", concealed=concealed)}
    game = field(units=men, phase="prep-fire", active="german", dice=[1, 2, *effect, 3, 3, 3, 3])
    fire(game, shot(game, "F8", "infantry", "he"), Aftermath())
    seen = not concealed or effect != (6, 6)
    assert game.state.weapons["w"].acquired == ("F8" if seen else "")


@pytest.mark.rule("rileys_road:C6.5", "rileys_road:A12.1")
def test_a_dummy_that_is_hit_leaves_nothing_to_acquire() -> None:
    dummy = Unit("canadian", "dummy", "F8", concealed=True)
    game = field(units={"m": dummy}, phase="prep-fire", active="german", dice=[1, 2, 1, 1])
    fire(game, shot(game, "F8", "infantry", "he"), Aftermath())
    assert "m" not in game.state.units
    assert game.state.weapons["w"].acquired == ""


@pytest.mark.rule("rileys_road:C6.5")
def test_an_acquired_target_that_is_out_of_sight_is_lost_but_a_hex_stays() -> None:
    game = field(
        terrain={"F10": "stone-building"}, vehicles={"t": tank("F8")}, weapons={"w": pak(acquired="t", acquisition=2)}
    )
    check_acquisitions(game)
    assert game.state.weapons["w"].acquisition == 0
    game = field(terrain={"F10": "stone-building"}, weapons={"w": pak(acquired="area:F8", acquisition=1)})
    check_acquisitions(game)
    assert game.state.weapons["w"].acquisition == 1


@pytest.mark.rule("rileys_road:C5.7")
def test_deliberate_immobilization_of_a_hull_needs_no_to_kill_roll() -> None:
    game = fired([3, 3, *two(8)], vehicles={"t": tank("F12")}, immobilize=True)
    assert results(game)[-1] == "tk.immobilized"
    assert game.state.vehicles["t"].immobile


@pytest.mark.rule("rileys_road:D4.2", "rileys_road:C3.9")
def test_hull_hits_on_a_tank_behind_a_hedge_are_none() -> None:
    game = fired([4, 4], vehicles={"t": tank("F8")}, walls={"hedge": ["F8-F9"]})
    assert results(game) == ["th.hit", "tk.hull-down"]
    stopped = field(vehicles={"t": tank("F8")}, walls={"hedge": ["F8-F9"]})
    assert "tem.hedge" not in {part.label for part in aimed(stopped, "t").marks[0].drm}
    moved = field(vehicles={"t": tank("F8", motion=True)}, walls={"hedge": ["F8-F9"]})
    assert "tem.hedge" in {part.label for part in aimed(moved, "t").marks[0].drm}


# Men and Guns


@pytest.mark.rule("rileys_road:C3.32", "rileys_road:C.6", "rileys_road:C.3")
def test_he_strikes_men_on_the_column_of_its_caliber_without_their_cover() -> None:
    game = fired([3, 3, 1, 1], target="F8", type_="infantry", ammunition="he", units={"c": ca("F8")},
                 terrain={"F8": "woods"})  # fmt: skip
    assert results(game) == ["th.hit", "ift.kia"]
    assert "c" not in game.state.units


@pytest.mark.rule("rileys_road:C8.31")
def test_solid_shot_does_next_to_nothing_to_men() -> None:
    game = field(units={"c": ca("F8")})
    assert firepower(game, aimed(game, "F8", "infantry", "ap")) == 2
    assert firepower(game, aimed(game, "F8", "infantry", "he")) == 12
    assert firepower(game, aimed(game, "F8", "area", "he")) == 6


@pytest.mark.rule("rileys_road:A5.12", "rileys_road:C.3")
@pytest.mark.parametrize(("men", "result"), [("abc", "ift.ptc"), ("abcd", "ift.mc")])
def test_he_strikes_harder_at_those_who_are_too_many(men: str, result: str) -> None:
    units = {name: ca("F8") for name in men}
    game = fired([3, 2, 4, 6, *(1,) * 20], target="F8", type_="infantry", ammunition="he", units=units)
    assert result in results(game)


@pytest.mark.rule("rileys_road:C11.4")
@pytest.mark.parametrize(
    ("dr", "left", "gun"), [((1, 1), False, "lost"), ((1, 2), False, "broken"), ((6, 6), True, "")]
)
def test_a_shell_on_a_gun_destroys_it_or_breaks_it(dr: tuple[int, int], left: bool, gun: str) -> None:
    game = position(
        units={"g": de("F8", "de-228"), "c": ca("F14", "ca-228")}, on=meadow(), phase="defensive-fire", active="german",
        weapons={"w": pak("c", "ca-17pdr"), "x": pak("g", arc=3)}, dice=[4, 3, *dr, 5, 5, 5, 5],
    )  # fmt: skip
    fire(game, shot(game, "F8", "infantry", "he"), Aftermath())
    weapon = game.state.weapons.get("x")
    assert ("lost" if weapon is None else "broken" if weapon.broken else "") == gun
    assert ("g" in game.state.units) is left


@pytest.mark.rule("rileys_road:C11.1")
def test_a_gunshield_helps_a_crew_against_small_arms_from_within_its_arc() -> None:
    game = field()
    ahead, behind = tem(game, "F14", ("g",), ["F10"]), tem(game, "F14", ("g",), ["F18"])
    assert [part.value for part in ahead] == [2]
    assert [part.value for part in behind] == []
    game = field(units={"g": de("F14", "de-467")})
    assert tem(game, "F14", ("g",), ["F10"]) == []


@pytest.mark.rule("rileys_road:C3.33", "rileys_road:C.4", "rileys_road:C9.1")
def test_a_mortar_strikes_a_hex_with_half_its_firepower_and_bursts_in_trees() -> None:
    weapons = {"m": Weapon("ca-mtr51", "canadian", holder="c")}
    game = position(units={"c": ca("F6"), "g": de("F10")}, on=meadow({"F10": "woods"}), weapons=weapons,
                    phase="prep-fire", dice=[3, 3, 1, 1])  # fmt: skip
    fire(game, shot(game, "F10", "area", "he", firer="m"), Aftermath())
    resolved = next(event for event in game.events if isinstance(event, Resolved) and event.what == "effect")
    assert [line.value for line in resolved.lines] == ["2", "-1", "2 (1, 1)", "1KIA"]


@pytest.mark.rule("rileys_road:C7.341")
@pytest.mark.parametrize(
    ("column", "dr", "expected"),
    [
        (8, Dr(1, 1), "eliminated"),
        (8, Dr(1, 2), "shocked"),
        (8, Dr(2, 2), "immobilized"),
        (8, Dr(3, 2), "none"),
        (36, Dr(2, 1), "burning"),
    ],
)
def test_shells_from_above_harm_tanks_by_the_k_number(column: int, dr: Dr, expected: str) -> None:
    game = field(vehicles={"t": tank("F8", "de-pz4j")})
    assert indirect_fate(game, "t", 75, column, dr) == expected
    assert indirect_fate(game, "t", 51, column, dr) == "none"


@pytest.mark.rule("rileys_road:C8.5", "rileys_road:A24.2")
def test_smoke_of_ordnance_thins_out_and_goes() -> None:
    game = fired([1, 2], target="F8", type_="area", ammunition="smoke", player_turn=1)
    assert [cloud.value for cloud in game.state.smoke["F8"]] == [3]
    disperse_smoke(game)
    assert [cloud.value for cloud in game.state.smoke["F8"]] == [3]
    game.state.player_turn = 2
    disperse_smoke(game)
    assert [cloud.value for cloud in game.state.smoke["F8"]] == [2]
    game.state.player_turn = 3
    disperse_smoke(game)
    assert "F8" not in game.state.smoke


# Panzerfausts and mortars


@pytest.mark.rule("rileys_road:C13.31", "rileys_road:CG15")
@pytest.mark.parametrize(
    ("face", "kind", "found", "pinned"),
    [(4, "de-548", True, False), (5, "de-548", False, False), (6, "de-548", False, True), (4, "de-248", False, False)],
)
def test_men_look_for_a_panzerfaust(face: int, kind: str, found: bool, pinned: bool) -> None:
    game = position(units={"g": de("F6", kind)}, on=meadow(), vehicles={"t": tank("F8")}, phase="prep-fire",
                    active="german", shots={"german": 1}, dice=[face])  # fmt: skip
    made = shot(game, "t", ammunition="heat", firer="g")
    assert find_panzerfaust(game, "g", made, Aftermath()) is found
    assert game.state.shots["german"] == (0 if found else 1)
    assert game.state.units["g"].pinned is pinned


@pytest.mark.rule("rileys_road:C13.31")
def test_a_squad_may_look_twice_if_it_fires_nothing_else_and_others_once() -> None:
    facts: dict[str, Any] = {"on": meadow(), "phase": "prep-fire", "active": "german", "shots": {"german": 9}}
    for kind, spent, expected in [
        ("de-548", (), "prep"), ("de-548", ("pf",), "prep"), ("de-548", ("pf", "pf2"), None),
        ("de-548", ("inherent", "pf"), None), ("de-248", ("pf",), None),
    ]:  # fmt: skip
        game = position(units={"g": de("F6", kind, spent=spent)}, **facts)
        assert panzerfaust_way(game, "g") == expected
    game = position(units={"g": de("F6")}, **{**facts, "shots": {"german": 0}})
    assert panzerfaust_way(game, "g") is None


@pytest.mark.rule("rileys_road:C13.31", "rileys_road:C13.34", "rileys_road:C13.1")
def test_a_panzerfaust_has_ten_less_two_for_each_hex_and_may_cost_its_firer() -> None:
    game = position(units={"g": de("F6")}, on=meadow(), vehicles={"t": tank("F9")}, phase="prep-fire", active="german",
                    shots={"german": 1}, dice=[6, 6])  # fmt: skip
    made = shot(game, "t", ammunition="heat", firer="g")
    assert aimed(game, "t", ammunition="heat", firer="g").number.total == 4
    fire(game, made, Aftermath())
    assert "g" not in game.state.units
    assert "g.1" in game.state.units


@pytest.mark.rule("rileys_road:C13.4")
def test_a_panzerschreck_is_gone_after_a_ten() -> None:
    game = position(units={"g": de("F6")}, on=meadow(), weapons={"p": Weapon("de-psk", "german", holder="g")},
                    vehicles={"t": tank("F8")}, phase="prep-fire", active="german", dice=[5, 5])  # fmt: skip
    fire(game, shot(game, "t", ammunition="heat", firer="p"), Aftermath())
    assert "p" not in game.state.weapons


@pytest.mark.rule("rileys_road:C13.5", "rileys_road:C2.28")
def test_a_piat_malfunctions_on_a_ten() -> None:
    game = position(units={"c": ca("F6")}, on=meadow(), weapons={"p": Weapon("ca-piat", "canadian", holder="c")},
                    vehicles={"t": tank("F8", "de-pz4j")}, phase="prep-fire", dice=[5, 5])  # fmt: skip
    fire(game, shot(game, "t", ammunition="heat", firer="p"), Aftermath())
    assert game.state.weapons["p"].broken


@pytest.mark.rule("rileys_road:C13.8")
def test_the_backblast_strikes_those_who_fire_from_inside_without_care() -> None:
    game = position(units={"g": de("F6")}, on=meadow({"F6": "stone-building"}), vehicles={"t": tank("F8")},
                    weapons={"p": Weapon("de-psk", "german", holder="g")}, phase="prep-fire", active="german",
                    dice=[6, 5, 5, 5])  # fmt: skip
    play(game, Gunnery(firer="p"), "vehicle:t", "do:desperate")
    assert any(getattr(event, "why", "") == "backblast" for event in game.events)


@pytest.mark.rule("rileys_road:C9.3")
def test_a_spotter_beside_a_blind_mortar_sees_for_it() -> None:
    weapons = {"m": Weapon("ca-mtr51", "canadian", holder="c")}
    content = meadow({"F8": "stone-building"})
    game = position(
        units={"c": ca("F6"), "s": ca("G6"), "g": de("F12")}, on=content, weapons=weapons, phase="prep-fire"
    )
    gunner = gunner_of(game, "m")
    assert spotters(game, "m", gunner, "F12") == ["s"]
    game = position(units={"c": ca("F6"), "s": ca("G6", broken=True)}, on=content, weapons=weapons, phase="prep-fire")
    assert spotters(game, "m", gunner_of(game, "m"), "F12") == []


# Asking


@pytest.mark.rule("rileys_road:C3.1", "rileys_road:C2.241", "rileys_road:C7.2")
def test_a_gun_is_picked_aimed_loaded_and_fired() -> None:
    game = field(vehicles={"t": tank("F8", motion=True)}, dice=[6, 5])
    play(game, FirePhase(side="german", phase="defensive-fire"), "weapon:w", "vehicle:t", "do:ap")
    assert results(game)[0] == "th.miss"


@pytest.mark.rule("rileys_road:C3.1")
def test_the_whole_sum_is_shown_before_a_shot() -> None:
    game = field(vehicles={"t": tank("F8")})
    play(game, FirePhase(side="german", phase="defensive-fire"), "weapon:w")
    preview = game.preview("vehicle:t")
    assert preview is not None
    shown = {line.label: line.value for line in preview.lines}
    assert (shown["th.number"], shown["case.P"], shown["th.needs"]) == ("10", "-1", "11")
    assert (shown["tk.hull"], shown["tk.turret"]) == ("9", "9")


@pytest.mark.rule("rileys_road:C3.22")
def test_a_gun_may_be_turned_instead_of_firing() -> None:
    game = field(vehicles={"t": tank("F8")})
    play(game, FirePhase(side="german", phase="defensive-fire"), "weapon:w", "spine:2")
    assert (game.state.weapons["w"].arc, game.state.weapons["w"].fire) == (2, "")


@pytest.mark.rule("rileys_road:C2.1", "rileys_road:A7.35")
def test_a_crew_that_fires_its_gun_has_no_firepower_of_its_own() -> None:
    game = fired([2, 6, 6, 6], vehicles={"t": tank("F8")}, units={"c": ca("F12")})
    assert pieces_of(game, "g") == []


@pytest.mark.rule("rileys_road:D.8", "rileys_road:C3.32")
def test_a_shell_among_men_strikes_the_exposed_crews_of_their_location_by_the_same_roll() -> None:
    def crew(ammunition: str, kind: str = "ca-carrier-a", **facts: Any) -> str:
        game = fired([2, 3, 3, 2, *[6] * 12], "F10", "infantry", ammunition, units={"c": ca("F10")},
                     vehicles={"k": tank("F10", kind, **facts)})  # fmt: skip
        return game.state.vehicles["k"].stun

    assert crew("he") == "stunned"
    assert crew("he", "ca-sherman3", exposed=True) == "stunned"
    assert crew("he", "ca-sherman3") == ""
    assert crew("ap") == ""


@pytest.mark.rule("rileys_road:D.8", "rileys_road:C3.32")
def test_a_shell_at_men_who_move_leaves_the_crews_beside_them_alone() -> None:
    game = field(phase="movement", units={"c": ca("F10")}, vehicles={"k": tank("F10", "ca-carrier-a")},
                 dice=[2, 3, 3, 2, *[6] * 12], moving=Moving(("c",), "F10", "F9", spent_here=2, spent=2))  # fmt: skip
    fire(game, shot(game, "F10", "infantry", "he"), Aftermath())
    assert game.state.vehicles["k"].stun == ""


@pytest.mark.rule("rileys_road:C13.8", "rileys_road:A10.62")
def test_broken_men_in_the_backblast_are_under_desperation_morale() -> None:
    game = position(units={"g": de("F6"), "b": de("F6", broken=True)}, on=meadow({"F6": "stone-building"}), dice=(6, 5))
    backblast(game, "F6", "german", Aftermath())
    assert game.state.units["b"].dm
