"""AP fire of the Advanced Game (6.5.2)."""

from __future__ import annotations

import pytest

from games.panzer.country import column, country
from games.panzer.firing import Rest, aim, placed, position, results, sum_of
from sandtable.games.panzer.combat.advanced_ap_fire import ApFire, ShotResult, blow_of, preview_of, worked_out
from sandtable.games.panzer.combat.armour import (
    armor_at,
    damage_bands,
    damage_of,
    elevation_of_shot,
    harmless_hits,
    location_bands,
)
from sandtable.games.panzer.combat.direct_fire_step import DirectFireStep
from sandtable.games.panzer.combat.hit_locations import hit_angles, hull_down_against, is_hidden, location_hit
from sandtable.games.panzer.combat.number_of_hits import hit_bands, number_of_hits, sharing_hits
from sandtable.games.panzer.combat.weapons import why_not
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.scenarios import Conditions
from sandtable.games.panzer.state import Smoke, Work
from sandtable.games.panzer.units import Game
from sandtable.kernel.odds import odds

T_34, PZ_IV = "t-34-76-m43", "pz-iv-h"
GUN = {"pz-iv-h": "kwk40-75", "t-34-76-m43": "f34-76"}


def content() -> Content:
    return position({"g1": placed(PZ_IV, "A1")}).content


def strikes(game: Game) -> list[tuple[str, str]]:
    rest = game.state.stack[-1]
    assert isinstance(rest, Rest)
    assert isinstance(rest.result, ShotResult)
    return list(rest.result.strikes)


# The worked example: a T-34 after a short halt against a PzKpfw IV in woods, and the shot back, at three hexes


@pytest.mark.rule("panzer:6.5.2")
@pytest.mark.rule("panzer:6.5.2.5")
@pytest.mark.rule("panzer:6.5.2.6.1")
def test_a_t_34_damages_a_pzkpfw_iv_whose_crew_stays() -> None:
    """The rulebook calls the angle Rear/Side, from which the front of the hull cannot be hit: it is Front/Side."""
    units = {"s1": placed(T_34, "A4", 0, order="short-halt"), "g1": placed(PZ_IV, "A1", 2)}
    shot = ApFire(aim=aim("s1", "g1", "f34-76", "AP"))
    game = position(units, shot, board=column("w...").board, dice=[27, 6, 3, 57])
    found = sum_of(game)
    assert found["net-modifier"] == "-7"
    assert (found["hit-number"], found["penetration"]) == ("27", "19")
    hit = sum_of(game, 1)
    assert "location-HF" in hit
    assert (hit["penetration"], hit["armor"]) == ("19", "19")
    assert results(game) == ["hits-1", "damaged", "stays"]
    assert game.state.units["g1"].damaged
    assert strikes(game) == [("g1", "damaged")]


@pytest.mark.rule("panzer:6.5.2")
@pytest.mark.rule("panzer:6.5.2.5/ko")
def test_the_damaged_pzkpfw_iv_knocks_out_the_t_34() -> None:
    units = {
        "s1": placed(T_34, "A4", 0, order="short-halt"), "g1": placed(PZ_IV, "A1", 2, damaged=True),
    }  # fmt: skip
    shot = ApFire(aim=aim("g1", "s1", "kwk40-75", "AP"))
    game = position(units, shot, board=column("w...").board, dice=[45, 4, 7])
    assert sum_of(game)["hit-number"] == "45"
    hit = sum_of(game, 1)
    assert "hit-angle-front" in hit
    assert "location-TF" in hit
    assert (hit["penetration"], hit["armor"]) == ("25", "18")
    assert results(game) == ["hits-1", "knocked-out"]
    assert game.state.lost["s1"].how == "knocked-out"
    assert not game.state.wrecks["A4"].burning


@pytest.mark.rule("panzer:6.5.2")
def test_a_miss_does_nothing_and_the_target_has_been_under_fire() -> None:
    units = {"s1": placed(T_34, "A4"), "g1": placed(PZ_IV, "A1")}
    game = position(units, ApFire(aim=aim("s1", "g1", "f34-76", "AP")), dice=[100])
    assert results(game) == ["miss"]
    assert strikes(game) == []
    assert game.state.units["g1"].under_fire


# Number of hits


@pytest.mark.rule("panzer:6.5.2.1/rof-qrf")
@pytest.mark.parametrize(("roll", "hits"), [(1, 3), (11, 3), (12, 2), (22, 2), (23, 1), (56, 1), (57, 0), (100, 0)])
def test_the_number_of_hits_at_56_and_rate_f(roll: int, hits: int) -> None:
    assert number_of_hits(content(), "F", 56, roll) == hits
    assert hit_bands(content(), "F", 56) == (12, 23, 57)


@pytest.mark.rule("panzer:6.5.2.1/rof-n")
def test_a_normal_rate_hits_once() -> None:
    assert [number_of_hits(content(), "N", 56, roll) for roll in (1, 56, 57)] == [1, 1, 0]
    assert hit_bands(content(), "N", 0) == ()


@pytest.mark.rule("panzer:6.5.2.1")
def test_the_rates_of_fire_of_the_examples() -> None:
    units = {"s1": placed("su-76m-m43", "A4"), "g1": placed("flak-36-88", "A1", 3), "g2": placed(PZ_IV, "A2")}
    game = position(units)
    assert worked_out(game, aim("s1", "g2", "zis3-76", "AP")).rate == "N"
    assert worked_out(game, aim("g1", "s1", "flak36-88", "AP")).rate == "Q"
    assert worked_out(game, aim("g1", "s1", "flak36-88", "AP"), ("basic",)).rate == "N"


FLAK = {
    "g1": placed("flak-38-20", "A9", 0, dump="A9"),
    "s1": placed("zis-5", "A4"),
    "s2": placed("zis-5", "A5"),
    "s3": placed("zis-5", "A3"),
    "s4": placed("zis-5", "A2"),
}  # fmt: skip


@pytest.mark.rule("panzer:6.5.2.1/distribute-hits")
def test_further_hits_go_to_vehicles_near_the_first_and_no_farther_off() -> None:
    game = position(FLAK)
    assert [worked_out(game, aim("g1", unit, "flak38-20", "AP")).band for unit in ("s2", "s1", "s3")] == ["P", "P", "S"]
    assert sharing_hits(game, aim("g1", "s1", "flak38-20", "AP")) == ["s2"]
    assert set(sharing_hits(game, aim("g1", "s3", "flak38-20", "AP"))) == {"s1", "s4"}


@pytest.mark.rule("panzer:6.5.2.1/distribute-hits")
def test_how_far_hits_are_shared_depends_on_the_grade_of_the_firer() -> None:
    green = {**FLAK, "g1": placed("flak-38-20", "A9", 0, grade="green")}
    assert sharing_hits(position(green), aim("g1", "s1", "flak38-20", "AP")) == []
    elite = {**FLAK, "g1": placed("flak-38-20", "A9", 0, grade="elite")}
    assert set(sharing_hits(position(elite), aim("g1", "s3", "flak38-20", "AP"))) == {"s1", "s2", "s4"}


@pytest.mark.rule("panzer:6.5.2.1/distribute-hits")
def test_hits_are_shared_out_before_any_is_resolved_and_one_stays() -> None:
    game = position(FLAK, ApFire(aim=aim("g1", "s1", "flak38-20", "AP")), dice=[1, 1, 1, 1, 1, 1, 1, 99, 99, 99])
    decision = game.decisions[0]
    assert decision.prompt == "share-hits"
    assert results(game) == ["hits-3"]
    assert decision.ids == ["unit:s1", "unit:s2"]
    refusal = game.explain("unit:s4")
    assert refusal is not None
    assert refusal.rule == "6.5.2.1/distribute-hits"
    game.choose("unit:s2")
    game.choose("unit:s1")
    assert strikes(game) == [("s1", "no-damage"), ("s2", "no-damage"), ("s1", "no-damage")]
    assert results(game)[4:] == ["stays", "stays", "stays"]
    assert game.state.units["s2"].under_fire


@pytest.mark.rule("panzer:6.5.2.1/rof-qrf")
def test_hits_on_a_vehicle_that_is_gone_are_wasted_and_others_strike() -> None:
    game = position(FLAK, ApFire(aim=aim("g1", "s1", "flak38-20", "AP")), dice=[1, 1, 10, 1, 1, 99])
    game.choose("unit:s1")
    game.choose("unit:s2")
    assert strikes(game) == [("s1", "knocked-out"), ("s1", "wasted"), ("s2", "no-damage")]


@pytest.mark.rule("panzer:6.5.2.1/distribute-hits")
def test_a_vehicle_that_was_not_spotted_shares_no_hits() -> None:
    game = position(FLAK)
    game.state.spotted["g1"] = ("s1",)
    assert sharing_hits(game, aim("g1", "s1", "flak38-20", "AP")) == []


# Angles and locations


@pytest.mark.rule("panzer:6.5.2.2")
@pytest.mark.parametrize(
    ("at", "expected"),
    [
        ("C1", ("front",)), ("C5", ("rear",)), ("D3", ("front-side",)), ("E2", ("front-side",)), ("A4", ("rear-side",)),
        ("E4", ("rear-side",)), ("E3", ("front-side", "rear-side")), ("D2", ("front", "front-side")),
    ],
)  # fmt: skip
def test_six_angles_of_sixty_degrees(at: str, expected: tuple[str, ...]) -> None:
    board = country("\n".join(["....."] * 5)).board
    game = position({"g1": placed(PZ_IV, "C3", 0)}, board=board)
    assert hit_angles(game.content, "C3", 0, at) == expected


@pytest.mark.rule("panzer:6.5.2.2")
def test_between_two_angles_the_owner_of_the_target_chooses() -> None:
    board = country("\n".join(["....."] * 5)).board
    units = {"s1": placed(T_34, "E3", 4), "g1": placed(PZ_IV, "C3", 0)}
    game = position(units, ApFire(aim=aim("s1", "g1", "f34-76", "AP")), board=board, dice=[1, 7, 1, 99, 99])
    decision = game.decisions[0]
    assert (decision.side, decision.prompt) == ("german", "hit-angle")
    assert decision.ids == ["angle:front-side", "angle:rear-side"]
    game.choose("angle:rear-side")
    assert "hit-angle-rear-side" in sum_of(game, 1)


@pytest.mark.rule("panzer:6.5.2.2/location-roll")
@pytest.mark.rule("panzer:6.5.2.2/hit-locations")
def test_76_from_the_front_side_hits_the_side_of_the_hull() -> None:
    assert location_hit(content(), "front-side", 7, "level") == "HS"


@pytest.mark.rule("panzer:6.5.2.2.1")
@pytest.mark.parametrize("angle", ["front", "front-side", "rear-side", "rear"])
def test_a_10_hits_the_tracks_from_everywhere(angle: str) -> None:
    assert location_hit(content(), angle, 10, "level") == "TK"  # type: ignore[arg-type]


@pytest.mark.rule("panzer:6.5.2.2.2")
def test_a_falling_shot_may_hit_the_deck() -> None:
    assert location_hit(content(), "rear-side", 1, "level") == "TS"
    assert location_hit(content(), "rear-side", 1, "falling") == "DK"
    assert location_hit(content(), "rear-side", 1, "rising") == "TS"


@pytest.mark.rule("panzer:6.5.2.2.3")
def test_what_hull_down_hides_from_the_front_side() -> None:
    def missed(how: str) -> list[int]:
        data = content()
        places = {digit: location_hit(data, "front-side", digit, "level") for digit in range(1, 11)}
        return [digit for digit, place in places.items() if is_hidden(data, how, place)]  # type: ignore[arg-type]

    assert missed("full") == [5, 6, 7, 8, 9, 10]
    assert missed("partial") == [6, 8, 9, 10]
    assert missed("") == []


@pytest.mark.rule("panzer:6.5.2.2.3")
@pytest.mark.rule("panzer:6.6.9")
def test_a_hit_on_a_hidden_hull_is_a_miss() -> None:
    units = {"s1": placed(T_34, "A4", 0), "g1": placed(PZ_IV, "A1", 3, hull_down="full")}
    game = position(units, ApFire(aim=aim("s1", "g1", "f34-76", "AP")), dice=[1, 5])
    assert results(game) == ["hits-1", "hidden"]
    behind = {**units, "g1": placed(PZ_IV, "A1", 0, hull_down="full")}
    game = position(behind, ApFire(aim=aim("s1", "g1", "f34-76", "AP")), dice=[1, 5, 9])
    assert results(game)[1] in ("knocked-out", "brewed-up")
    backed_in = {**units, "g1": placed(PZ_IV, "A1", 0, hull_down="full", hull_down_in_reverse=True)}
    game = position(backed_in, ApFire(aim=aim("s1", "g1", "f34-76", "AP")), dice=[1, 5])
    assert results(game) == ["hits-1", "hidden"]


@pytest.mark.rule("panzer:6.6.9")
@pytest.mark.rule("panzer:6.5.2.2")
@pytest.mark.parametrize(("in_reverse", "hidden"), [(False, "front-side"), (True, "rear-side")])
def test_on_the_line_between_two_angles_a_found_position_hides_the_hull_from_one_of_them(
    in_reverse: bool, hidden: str
) -> None:
    """From C4 the fire comes square to the facing of A4; the angle that the owner chooses says whether he is hidden."""
    open_ = {"front-side": "rear-side", "rear-side": "front-side"}[hidden]
    pz_iv = placed(PZ_IV, "A4", 0, hull_down="full", hull_down_in_reverse=in_reverse)
    units = {"s1": placed(T_34, "C4"), "g1": pz_iv}
    board = country("....\n....\n....\n....\n....").board
    fire = ApFire(aim=aim("s1", "g1", "f34-76", "AP"))
    game = position(units, fire, board=board, dice=[1, 5])
    assert set(game.decisions[0].ids) == {"angle:front-side", "angle:rear-side"}
    game.choose(f"angle:{hidden}", "german")
    assert results(game) == ["hits-1", "hidden"]
    game = position(units, fire, board=board, dice=[1, 7, 9])
    game.choose(f"angle:{open_}", "german")
    assert results(game)[1] == "brewed-up"


@pytest.mark.rule("panzer:6.1.4.3.2")
@pytest.mark.rule("panzer:6.1.4.1.3")
@pytest.mark.rule("panzer:6.1.4.1.2")
@pytest.mark.rule("panzer:6.1.4.3.7")
def test_what_else_hides_a_hull() -> None:
    units = {"s1": placed(T_34, "A4", 0), "g1": placed(PZ_IV, "A1", 0)}
    wall = column("....", sides={"wall": ["A1-A2"]}).board
    assert hull_down_against(position(units, board=wall), "s1", "g1", "rear") == "full"
    assert hull_down_against(position(units, board=column("R...").board), "s1", "g1", "rear") == "partial"
    assert hull_down_against(position(units, board=column("....", "3000").board), "s1", "g1", "rear") == "partial"
    assert hull_down_against(position(units, board=column("....", "2000").board), "s1", "g1", "rear") == ""
    bunker = {"p": Work(at="A1", kind="improved-position", holds=("g1",), facing=3)}
    assert hull_down_against(position(units, works=bunker), "s1", "g1", "rear") == "full"
    turned = {"p": Work(at="A1", kind="improved-position", holds=("g1",), facing=0)}
    assert hull_down_against(position(units, works=turned), "s1", "g1", "rear") == ""


# Armor and damage


@pytest.mark.rule("panzer:6.5.2.3")
@pytest.mark.rule("panzer:6.5.2.3.1")
@pytest.mark.rule("panzer:6.5.2.3.2")
@pytest.mark.rule("panzer:6.5.2.3.3")
def test_the_armor_of_an_su_76() -> None:
    card = content().cards.vehicles["su-76m-m43"]
    assert armor_at(card, "HF", "rising") == 18
    assert armor_at(card, "HF", "level") == 17
    assert armor_at(card, "HF*", "level") == 17
    assert armor_at(card, "DK", "falling") == card.armor.deck


@pytest.mark.rule("panzer:6.5.2.3.1")
@pytest.mark.parametrize(("heights", "expected"), [("0000", "level"), ("0001", "falling"), ("1000", "rising")])
def test_level_rising_and_falling_shots(heights: str, expected: str) -> None:
    units = {"s1": placed(T_34, "A4"), "g1": placed(PZ_IV, "A1")}
    assert elevation_of_shot(position(units, board=column("....", heights).board), "s1", "g1") == expected


@pytest.mark.rule("panzer:6.5.2.3")
def test_a_shot_that_does_not_penetrate_bounces() -> None:
    units = {"s1": placed("su-rifle", "A2", attached=("su-ptrd",)), "g1": placed(PZ_IV, "A1", 3)}
    game = position(units, ApFire(aim=aim("s1", "g1", "su-ptrd", "AP")), dice=[1, 5])
    assert results(game) == ["hits-1", "bounces"]
    assert not game.state.units["g1"].damaged


@pytest.mark.rule("panzer:6.5.2.5")
@pytest.mark.rule("panzer:6.5.2.5/nd")
def test_soft_vehicles_suffer_less_damage() -> None:
    data = content()
    ammo = data.cards.guns["f34-76"].ammo[0]
    tank, truck = data.cards.vehicles[PZ_IV], data.cards.vehicles["zis-5"]
    worst = ammo.damage.BU
    assert damage_of(data, tank, ammo, worst) == "brewed-up"
    assert damage_of(data, truck, ammo, worst) != "brewed-up"
    assert damage_of(data, truck, ammo, 1) == damage_of(data, tank, ammo, 1) == "no-damage"
    assert damage_of(data, truck, ammo, ammo.damage.DM + 1) == "no-damage"


@pytest.mark.rule("panzer:6.5.2.5/dm")
def test_a_second_damage_knocks_out() -> None:
    units = {"s1": placed(T_34, "A4", 0), "g1": placed(PZ_IV, "A1", 0, damaged=True)}
    game = position(units, ApFire(aim=aim("s1", "g1", "f34-76", "AP")), dice=[1, 5, 3])
    assert results(game) == ["hits-1", "knocked-out"]


@pytest.mark.rule("panzer:6.5.2.2.1")
@pytest.mark.rule("panzer:6.5.2.2.1/movement-effect")
def test_a_track_hit_is_marked_once_and_the_crew_checks_once() -> None:
    units = {"s1": placed(T_34, "A4", 0), "g1": placed(PZ_IV, "A1", 0)}
    shot = ApFire(aim=aim("s1", "g1", "f34-76", "AP"))
    game = position(units, shot, dice=[1, 10, 31])
    assert results(game) == ["hits-1", "track-hit", "stays"]
    assert game.state.units["g1"].tracks
    again = {**units, "g1": placed(PZ_IV, "A1", 0, tracks=True)}
    assert results(position(again, shot, dice=[1, 10])) == ["hits-1", "track-hit-again"]


@pytest.mark.rule("panzer:6.5.2.2.1/still-moving")
def test_a_vehicle_whose_tracks_are_hit_still_counts_as_moving_in_this_turn() -> None:
    units = {
        "g1": placed(PZ_IV, "A4", tracks=True, order="short-halt"),
        "s1": placed(T_34, "A1", tracks=True, order="move"),
    }
    game = position(units)
    found = {part.label: part.value for part in worked_out(game, aim("g1", "s1", "kwk40-75", "AP")).modifiers}
    assert found == {"target-moving": -2, "short-halt": -4}


@pytest.mark.rule("panzer:6.5.2.5/bu")
def test_a_brew_up_suppresses_the_friends_around_it() -> None:
    units = {"s1": placed(T_34, "A4", 0), "g1": placed(PZ_IV, "A1", 0), "g2": placed("de-rifle", "A1")}
    shot = ApFire(aim=aim("s1", "g1", "f34-76", "AP"))
    game = position(units, shot, dice=[1, 5, 10])
    assert results(game) == ["hits-1", "brewed-up"]
    assert game.state.units["g2"].suppressed == "on"
    assert game.state.wrecks["A1"].burning


@pytest.mark.rule("panzer:6.5.2.5/bu")
def test_a_game_may_have_a_brew_up_suppress_both_sides() -> None:
    units = {
        "s1": placed(T_34, "A4", 0), "g1": placed(PZ_IV, "A1", 0), "s2": placed("su-rifle", "A1"),
    }  # fmt: skip
    shot = ApFire(aim=aim("s1", "g1", "f34-76", "AP"))
    assert position(units, shot, dice=[1, 5, 10]).state.units["s2"].suppressed == ""
    game = position(units, shot, dice=[1, 5, 10], switches=("6.5.2.5/bu",))
    assert game.state.units["s2"].suppressed == "on"


# Modifiers


def modifiers(firer: str = PZ_IV, at: str = "A4", short: tuple[str, ...] = (), **more: object) -> dict[str, int]:
    """The modifiers of g1 that fires at a T-34 in the open."""
    shot = {key: more.pop(key) for key in ("overwatch", "dual") if key in more}
    weapon = str(more.pop("weapon", GUN.get(firer, "")))
    load = more.pop("load", "AP")
    state = {key: more.pop(key) for key in ("conditions", "smoke", "works", "board") if key in more}
    others = more.pop("others", {})
    units = {"g1": placed(firer, at, **more), "s1": placed(T_34, "A1"), **others}  # type: ignore[arg-type,dict-item]
    game = position(units, **state)  # type: ignore[arg-type]
    found = worked_out(game, aim("g1", "s1", weapon, load, **shot), short)  # type: ignore[arg-type]
    return {part.label: part.value for part in found.modifiers}


@pytest.mark.rule("panzer:6.5.2.4")
@pytest.mark.rule("panzer:6.5.2.4/shooter-suppressed")
@pytest.mark.parametrize("state", ["on", "off"])
def test_a_suppressed_firer(state: str) -> None:
    assert modifiers(suppressed=state) == {"firer-suppressed": -5}


@pytest.mark.rule("panzer:6.5.2.4/unit-grade")
def test_the_grade_of_the_firer_by_range_factor() -> None:
    assert modifiers(grade="seasoned") == {}
    assert modifiers(grade="elite", at="A2")["unit-grade"] == 1
    assert modifiers(grade="regulars", at="A2")["unit-grade"] == -1


@pytest.mark.rule("panzer:6.5.2.4/smoke")
@pytest.mark.rule("panzer:5.11")
def test_one_smoke_screen_counts_once() -> None:
    screen = {"a": Smoke(hexes=("A1", "A2", "A3", "A4"), sheaf="open")}
    assert modifiers(smoke=screen) == {"hindrance": -3}


@pytest.mark.rule("panzer:6.5.2.4/heat-haze")
def test_heat_haze_from_eight_hexes_on() -> None:
    haze = Conditions(heat_haze=True)
    assert "heat-haze" not in modifiers(at="A8", conditions=haze)
    assert modifiers(at="A9", conditions=haze)["heat-haze"] == -3
    assert "heat-haze" not in modifiers(at="A9")


@pytest.mark.rule("panzer:6.5.2.4/dual-fire")
def test_a_panzerfaust_beside_the_rifles() -> None:
    faust = {"weapon": "de-pzf", "load": "HEAT", "attached": ("de-pzf",)}
    assert modifiers("de-rifle", "A2", dual="same-target", **faust) == {"dual-fire-same-target": -1}
    assert modifiers("de-rifle", "A2", dual="other-target", **faust) == {"dual-fire-other-target": -3}
    assert modifiers("de-rifle", "A2", **faust) == {}


@pytest.mark.rule("panzer:6.5.2.4/transported-fire")
def test_an_anti_tank_rifle_fired_from_a_vehicle() -> None:
    others = {"g2": placed("spw-251-1", "A2")}
    rifle = {"weapon": "de-pzb39", "attached": ("de-pzb39",), "carrier": "g2", "others": others}
    assert modifiers("de-rifle", "A2", **rifle) == {"transported-fire": -2}


@pytest.mark.rule("panzer:6.5.2.4/ammo-limit")
@pytest.mark.rule("panzer:5.16.2.2")
def test_want_of_ammunition_costs_3_for_each_kind() -> None:
    assert modifiers(short=("basic",)) == {"ammo-limit": -3}
    assert modifiers(short=("special", "basic"), load="HEAT") == {"special-ammo-limit": -3, "ammo-limit": -3}


# Legality


@pytest.mark.rule("panzer:6.5.2")
def test_ap_fire_is_for_vehicles() -> None:
    game = position({"g1": placed(PZ_IV, "A4"), "s1": placed("su-rifle", "A1")})
    refusal = why_not(game, aim("g1", "s1", "kwk40-75", "AP"))
    assert refusal is not None
    assert (refusal.reason, refusal.rule) == ("refused.ap-at-vehicles-only", "6.5.2")
    assert why_not(game, aim("g1", "s1", "kwk40-75", "GP")) is None


@pytest.mark.rule("panzer:6.5.2.4")
def test_a_preview_shows_the_sum() -> None:
    game = position({"g1": placed(PZ_IV, "A4"), "s1": placed(T_34, "A1")})
    preview = preview_of(game, aim("g1", "s1", "kwk40-75", "AP"))
    labels = [line.label for line in preview.lines]
    assert labels[labels.index("hit-number") :][:3] == ["hit-number", "rate-of-fire", "penetration"]


# Odds


@pytest.mark.rule("panzer:6.5.2.2/location-roll")
@pytest.mark.rule("panzer:6.5.2.1/rof-qrf")
@pytest.mark.parametrize(
    ("firer", "weapon", "target"), [(PZ_IV, "kwk40-75", T_34), ("flak-38-20", "flak38-20", "zis-5")]
)
def test_the_odds_of_a_shot_are_exact(firer: str, weapon: str, target: str) -> None:
    units = {"g1": placed(firer, "A9", dump="A9"), "s1": placed(target, "A4")}
    game = position(units, DirectFireStep(side="german"))
    game.choose("unit:s1")
    number = worked_out(game, aim("g1", "s1", weapon, "AP")).number
    found = odds(game, f"load:{weapon}/AP")
    assert found.exact
    missed = sum(outcome.probability for outcome in found.outcomes if outcome.results == ("miss",))
    assert missed == pytest.approx(1 - number / 100)


@pytest.mark.rule("panzer:6.5.2.5")
def test_of_a_hundred_rolls_each_counts_once() -> None:
    """A PzKpfw IV from behind at three hexes: nine places of ten are struck through, and the tracks are the tenth."""
    units = {"s1": placed(T_34, "A4", 0), "g1": placed(PZ_IV, "A1", 0)}
    game = position(units)
    blow = blow_of(game, ApFire(aim=aim("s1", "g1", "f34-76", "AP")), "g1", "rear")
    assert location_bands(game.content, blow) == (10,)
    damage = blow.ammo.damage
    assert damage_bands(game.content, blow) == tuple(digit for digit in (damage.DM, damage.KO, damage.BU) if digit > 1)
    assert harmless_hits(game.content, blow) == 9 * (damage.DM - 1)
