"""Chapters 6.6.1.1.2 and 6.6.1.1.3: the modifiers of a close assault, and what comes of it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.panzer.assaulting import (
    HALF,
    PAK,
    RIFLE,
    SMG,
    asked,
    assaulting,
    men,
    offered,
    shown,
    stug_example,
)
from games.panzer.country import column
from games.panzer.firing import Placed, placed, position, results, sum_of
from sandtable.games.panzer.combat.weapons import weapons_of
from sandtable.games.panzer.state import Command, Work
from sandtable.games.panzer.units import Game
from sandtable.kernel.odds import odds

# The worked example: an SMG squad assaults a suppressed StuG III G


@pytest.mark.rule("panzer:6.6.1.1.1")
@pytest.mark.rule("panzer:6.6.1.1.2")
@pytest.mark.rule("panzer:6.6.1.1.2/moving-vehicle")
@pytest.mark.rule("panzer:6.6.1.1.2/suppressed-vehicle")
@pytest.mark.rule("panzer:6.6.1.1.2/c-vehicle")
@pytest.mark.rule("panzer:6.6.1.1.2/unit-grade")
@pytest.mark.rule("panzer:6.6.1.1.3/effective")
def test_an_smg_squad_damages_a_stug() -> None:
    game = stug_example(dice=[45, 99])
    game.choose("unit:g1")
    assert asked(game) == "claim"
    game.choose("do:reveal")
    found = sum_of(game)
    assert (found["close-assault-factor"], found["close-assault-defense"]) == ("8", "3")
    assert (found["no-effect-to"], found["suppressed-to"]) == ("31", "63")
    assert found["moving-vehicle"] == "-10"
    assert found["suppressed-vehicle"] == "+20"
    assert found["c-vehicle"] == "+20"
    assert found["unit-grade"] == "-10"
    assert found["net-modifier"] == "+20"
    assert found["final-roll"] == "65"
    assert results(game)[0] == "damaged"
    assert game.state.units["g1"].damaged
    assert game.state.units["s1"].spot == "move"


@pytest.mark.rule("panzer:6.6.1.1.2/moving-vehicle")
def test_a_vehicle_that_does_not_show_that_it_moves_has_no_help_of_it() -> None:
    game = stug_example(dice=[4])
    game.choose("unit:g1")
    game.choose("do:decline")
    assert sum_of(game)["net-modifier"] == "+30"
    assert not game.state.commands["g1"].known


@pytest.mark.rule("panzer:6.6.1.1.2/suppressed-vehicle")
def test_a_game_may_take_the_text_at_its_word_for_suppressed_vehicles() -> None:
    game = stug_example(switches=("6.6.1.1.2/suppressed-vehicle",))
    assert shown(game, "unit:g1")["net-modifier"] == "+20"
    assert shown(game, "unit:g1")["suppressed-vehicle-as-written"] == "+10"


@pytest.mark.rule("panzer:6.6.1.1.1")
def test_the_odds_of_a_close_assault_are_exact() -> None:
    found = odds(stug_example(), "unit:g1")
    assert found.exact
    chances = {outcome.results[0]: outcome.probability for outcome in found.outcomes}
    # 31 and 63 with +30: 1 has no effect, 2 to 33 suppress, then 35, 45 ... damage and 40, 50 ... hit the tracks
    assert chances["no-effect"] == pytest.approx(0.01)
    assert chances["suppressed"] == pytest.approx(0.32)


# The modifiers of a close assault


def net(target: Placed, *more: Placed, board: str = "...", attacker: Placed | None = None) -> int:
    units = {"s1": attacker or men(SMG, "A1"), "g1": target, **{f"g{i}": each for i, each in enumerate(more, 2)}}
    game = assaulting(units, board=column(board).board)
    return int(shown(game, "unit:g1")["net-modifier"])


@pytest.mark.rule("panzer:6.6.1.1.2/p-type")
@pytest.mark.rule("panzer:6.6.1.1.2/s-type")
@pytest.mark.parametrize(("card", "expected"), [("pz-iv-h", 0), ("spw-251-1", 20), ("opel-blitz", 30)])
def test_the_type_of_the_vehicle_counts(card: str, expected: int) -> None:
    units = {"s1": men(SMG, "A1"), "g1": men(card, "A2")}
    found = shown(assaulting(units), "unit:g1")
    assert int(found.get("p-type", 0)) + int(found.get("s-type", 0)) == expected


@pytest.mark.rule("panzer:6.6.1.1.2/flamethrower")
@pytest.mark.rule("panzer:5.1.3.5")
def test_a_flamethrower_helps_once_whoever_has_it() -> None:
    flame = men("su-engineer", "A1", attached=("su-flame",))
    assert net(men("pz-iv-h", "A2"), attacker=flame) == 20
    units = {"s1": men(SMG, "A1"), "s2": flame, "s3": flame, "g1": men("pz-iv-h", "A2")}
    game = assaulting(units)
    game.choose("unit:g1")
    game.choose("unit:s1")
    game.choose("unit:s2")
    assert shown(game, "unit:s3")["net-modifier"] == "+60"


@pytest.mark.rule("panzer:5.1.3.5")
def test_a_flamethrower_of_men_fires_nothing() -> None:
    units = {"s1": men("su-engineer", "A1", attached=("su-flame",)), "s2": men("su-engineer", "A1")}
    game = position(units)
    assert weapons_of(game, "s1") == weapons_of(game, "s2")
    flamer = position({"g1": placed("pz-iii-flamm", "A1")})
    assert [weapon.loads for weapon in weapons_of(flamer, "g1")] == [("GP",)]


@pytest.mark.rule("panzer:5.1.3")
def test_bottles_and_grenades_add_what_their_card_says() -> None:
    assert net(men("pz-iv-h", "A2"), attacker=men("su-rifle", "A1", attached=("su-molotov",))) == 5


@pytest.mark.rule("panzer:6.6.1.1.2/unsupported")
@pytest.mark.parametrize(
    ("board", "others", "expected"),
    [
        (".w.", [], 30),
        (".b.", [], 30),
        ("..w", [], 0),
        (".w.", [men(RIFLE, "A2")], 0),
        (".w.", [men(RIFLE, "A2", suppressed="on")], 0),
        (".w.", [men(RIFLE, "A2", reduced=True)], 0),
        (".w.", [men("de-section-weapon", "A2")], 30),
        (".w.", [men(PAK, "A2")], 30),
        (".w.", [men(RIFLE, "A3")], 30),
        (".w.", [men(RIFLE, "A2", carrier="g1")], 0),
        (".w.", [men("pz-iv-h", "A2"), men(RIFLE, "A2", carrier="g2")], 30),
    ],
)
def test_vehicles_in_close_terrain_need_infantry(board: str, others: list[Placed], expected: int) -> None:
    assert net(men("pz-iv-h", "A2"), *others, board=board) == expected


@pytest.mark.rule("panzer:6.6.1.1.2/unsupported")
def test_rubble_calls_for_infantry_as_the_building_did() -> None:
    units = {"s1": men(SMG, "A1"), "g1": men("pz-iv-h", "A2")}
    game = assaulting(units, works={"r": Work(at="A2", kind="rubble", was="building-brick")})
    assert shown(game, "unit:g1")["unsupported"] == "+30"


@pytest.mark.rule("panzer:6.6.1.1.2/unsupported")
def test_a_squad_supports_two_vehicles_and_a_half_squad_one() -> None:
    def second_and_third(card: str) -> list[bool]:
        units = {
            "s1": men(SMG, "A1"), "s2": men(SMG, "A1"), "s3": men(SMG, "A1"), "g1": men("pz-iv-h", "A2"),
            "g2": men("pz-iv-h", "A2"), "g3": men("pz-iv-h", "A2"), "g4": men(card, "A2"),
        }  # fmt: skip
        game = assaulting(units, board=column(".w.").board, dice=[1, 1])
        found = []
        for attacker, target in (("s1", "g1"), ("s2", "g2")):
            game.choose(f"unit:{target}")
            game.choose(f"unit:{attacker}")
            game.choose("do:assault")
            game.choose("do:decline")
            following = {"g1": "g2", "g2": "g3"}[target]
            found.append("unsupported" in shown(game, f"unit:{following}"))
        return found

    assert second_and_third(RIFLE) == [False, True]
    assert second_and_third(HALF) == [True, True]


@pytest.mark.rule("panzer:6.6.1.1.2/unsupported")
@pytest.mark.parametrize(("rides", "unsupported"), [(True, False), (False, True)])
def test_a_vehicle_with_men_of_its_own_takes_nothing_from_those_around(rides: bool, unsupported: bool) -> None:
    """A half-squad supports one of two vehicles; the first that is attacked may need no help of its."""
    units = {
        "s1": men(SMG, "A1"), "s2": men(SMG, "A1"), "g1": men("pz-iv-h", "A2"), "g2": men("pz-iv-h", "A2"),
        "g3": men(HALF, "A2"),
    }  # fmt: skip
    if rides:
        units["g4"] = men(RIFLE, "A2", carrier="g1")
    game = assaulting(units, board=column(".w.").board, dice=[1, 1])
    for option in ("unit:g1", "unit:s1", "do:assault", "do:decline"):
        game.choose(option)
    assert ("unsupported" in shown(game, "unit:g2")) == unsupported


# What comes of a close assault


def attack(die: list[int], target: Placed, attacker: Placed | None = None, **others: Placed) -> Game:
    units = {"s1": attacker or men(SMG, "A1"), "g1": target, **others}
    game = assaulting(units, dice=die)
    game.choose("unit:g1")
    return game


PANZER = men("pz-iv-h", "A2", order="fire", shown=True)


@pytest.mark.rule("panzer:6.6.1.1.3/effective")
@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ([31], "no-effect"),
        ([32], "suppressed"),
        ([63], "suppressed"),
        ([64, 5], "knocked-out"),
        ([64, 4], "brewed-up"),
        ([65, 99], "damaged"),
        ([70, 99], "track-hit"),
        ([100, 99], "track-hit"),
    ],
)
def test_an_effective_assault_on_any_type_goes_by_the_last_digit(dice: list[int], expected: str) -> None:
    assert results(attack(dice, PANZER))[0] == expected


@pytest.mark.rule("panzer:6.6.1.1.1")
def test_a_defense_above_5_counts_as_5_and_the_size_gives_the_factor() -> None:
    tiger = men("pz-vi-e", "A2")
    for card, factor in ((SMG, "8"), ("su-smg-half", "4"), ("su-section-weapon", "2")):
        game = assaulting({"s1": men(card, "A1"), "g1": tiger})
        found = shown(game, "unit:g1")
        assert (found["close-assault-factor"], found["close-assault-defense"]) == (factor, "5")
    reduced = assaulting({"s1": men(SMG, "A1", reduced=True), "g1": tiger})
    assert shown(reduced, "unit:g1")["close-assault-factor"] == "4"


@pytest.mark.rule("panzer:6.6.1.1.3/effective")
@pytest.mark.parametrize(("card", "most"), [("su-smg-half", 2), ("su-section-weapon", 1)])
def test_smaller_units_set_fewer_vehicles_on_fire(card: str, most: int) -> None:
    truck = men("opel-blitz", "A2", order="fire", shown=True)
    assert results(attack([79, most], truck, men(card, "A1")))[0] == "brewed-up"
    assert results(attack([79, most + 1], truck, men(card, "A1")))[0] == "knocked-out"


@pytest.mark.rule("panzer:6.6.1.1.3/effective")
@pytest.mark.rule("panzer:5.1.3.5")
def test_a_flamethrower_burns_what_it_destroys() -> None:
    flame = men("su-engineer", "A1", attached=("su-flame",))
    assert results(attack([64], PANZER, flame))[0] == "brewed-up"
    assert results(attack([65, 99], PANZER, flame))[0] == "damaged"


@pytest.mark.rule("panzer:6.6.1.1.3/effective")
def test_a_second_damage_destroys_and_a_second_track_hit_does_nothing() -> None:
    assert results(attack([65], replace(PANZER, unit=replace(PANZER.unit, damaged=True))))[0] == "knocked-out"
    assert results(attack([70], replace(PANZER, unit=replace(PANZER.unit, tracks=True))))[0] == "track-hit-again"


@pytest.mark.rule("panzer:6.6.1.1.3/effective")
def test_hull_down_does_not_save_the_tracks_from_men_beside_it() -> None:
    dug_in = replace(PANZER, unit=replace(PANZER.unit, hull_down="full"))
    assert results(attack([70, 99], dug_in))[0] == "track-hit"


@pytest.mark.rule("panzer:6.6.1.1.3/suppressed")
def test_a_suppression_turns_off_to_on() -> None:
    shaken = replace(PANZER, unit=replace(PANZER.unit, suppressed="off"))
    game = attack([20], shaken)
    assert results(game)[0] == "suppressed"
    assert game.state.units["g1"].suppressed == "on"


@pytest.mark.rule("panzer:6.6.1.1.3")
def test_a_vehicle_that_survives_keeps_its_command_face_down() -> None:
    game = attack([40], men("pz-iv-h", "A2", order="overwatch"))
    game.choose("do:decline")
    assert game.state.commands["g1"] == Command("overwatch")
    assert game.state.units["g1"].under_fire


@pytest.mark.rule("panzer:6.6.1.1.3/effective")
def test_a_brew_up_suppresses_its_friends_in_the_hex() -> None:
    game = attack([64, 1], PANZER, g2=men("pz-iv-h", "A2"), g3=men(RIFLE, "A3"))
    assert (game.state.units["g2"].suppressed, game.state.units["g3"].suppressed) == ("on", "")
    assert game.state.wrecks["A2"].burning


@pytest.mark.rule("panzer:6.6.1.1.3/effective")
@pytest.mark.rule("panzer:6.5.4.5")
def test_passengers_of_a_vehicle_that_is_destroyed_may_escape_and_then_hold_the_hex() -> None:
    game = attack([64, 5, 99], PANZER, g2=men(RIFLE, "A2", carrier="g1"))
    assert asked(game) == "bailed-facing"
    game.choose("face:N")
    assert game.state.units["g2"].carrier == ""
    assert asked(game) != "advance-after"


@pytest.mark.rule("panzer:6.6.1.1.3/effective")
def test_attackers_advance_into_a_hex_without_enemies_and_draw_no_fire() -> None:
    watcher = men("pz-iv-h", "A5", order="overwatch")
    game = attack([64, 5], PANZER, g2=watcher)
    assert (asked(game), offered(game)) == ("advance-after", ["unit:s1", "do:stay"])
    game.choose("unit:s1")
    assert (game.state.units["s1"].at, asked(game)) == ("A2", "rest")


@pytest.mark.rule("panzer:6.6.1.1.3/effective")
def test_attackers_stay_where_another_enemy_is_left_in_the_hex() -> None:
    game = attack([64, 5], PANZER, g2=placed(RIFLE, "A2"))
    assert asked(game) == "assault-target" or asked(game) == "rest"
    assert game.state.units["s1"].at == "A1"


@pytest.mark.rule("panzer:6.6.1.1.3/effective")
def test_nobody_advances_after_a_crew_that_has_only_left() -> None:
    game = attack([65, 1], PANZER)
    assert game.state.lost["g1"].how == "abandoned"
    assert asked(game) == "rest"
