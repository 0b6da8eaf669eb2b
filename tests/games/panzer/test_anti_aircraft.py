"""Anti-aircraft fire in Panzer: who fires, tracking, fields of fire, modifiers, results, and aircraft that crash."""

from __future__ import annotations

import pytest

from games.panzer.firing import Placed, placed
from games.panzer.flying import PLANE, choose, enter, flights, offered, plane, preview, prompt, refused, resolved
from sandtable.games.panzer.combat.overwatch import have_fired
from sandtable.games.panzer.state import Smoke, State, Work
from sandtable.games.panzer.units import Game
from sandtable.games.panzer.victory import scores
from sandtable.kernel.odds import odds
from sandtable.kernel.views import View

GUN = "aa-37-m39"
BUILDINGS = "b" * 16


def gun(
    at: str = "H18", facing: int = 3, card: str = GUN, order: str = "overwatch", **more: object
) -> dict[str, Placed]:
    """A Soviet anti-aircraft gun that faces south, with its ammunition where it stands."""
    facts = {"dump": at, **more}
    return {"s1": placed(card, at, facing, order=order, shown=False, **facts)}  # type: ignore[arg-type]


def come(game: Game, speed: str = "slow", altitude: str = "low") -> Game:
    """An aircraft comes in over H24 and flies north."""
    return enter(game, "H24", "face:N", f"speed:{speed}", f"altitude:{altitude}")


# Who may fire


@pytest.mark.rule("panzer:6.7.4", "panzer:6.7", "panzer:6.7.4.1.1")
def test_an_anti_aircraft_gun_on_overwatch_may_fire_as_an_aircraft_comes_into_its_sight_over_the_edge() -> None:
    game = come(flights(gun()))
    assert (prompt(game), game.decisions[0].side) == ("anti-aircraft", "soviet")
    assert game.decisions[0].ids == ["unit:s1", "do:pass"]
    choose(game, "do:pass")
    assert prompt(game) == "fly"


@pytest.mark.rule("panzer:6.7.4", "panzer:4.2.1")
def test_the_question_is_asked_of_a_gun_that_might_be_on_overwatch_and_tells_nothing() -> None:
    game = come(flights(gun(order="no-command")))
    assert (prompt(game), game.decisions[0].ids) == ("anti-aircraft", ["do:pass"])
    assert refused(game, "unit:s1") == ("refused.no-aa-command", "6.7.4")


@pytest.mark.rule("panzer:6.7.4", "panzer:6.7")
def test_units_without_an_anti_aircraft_row_do_not_fire() -> None:
    units = {**gun(), "s2": placed("su-rifle", "H17", order="overwatch", shown=False)}
    assert refused(come(flights(units)), "unit:s2") == ("refused.no-aa-weapon", "6.7.4")
    alone = {"s2": placed("su-rifle", "H17", order="overwatch", shown=False)}
    assert prompt(come(flights(alone))) == "fly"


@pytest.mark.rule("panzer:6.7.4.1.1")
def test_guns_inside_buildings_and_improved_positions_or_in_tow_neither_track_nor_fire() -> None:
    assert prompt(come(flights(gun(indoors=True), rows={18: BUILDINGS}))) == "fly"
    works = {"w": Work(at="H18", kind="improved-position", holds=("s1",))}
    assert prompt(come(flights(gun(), works=works))) == "fly"
    towed = {**gun(carrier="s2"), "s2": placed("gaz-aa", "H18", order="no-command", shown=True)}
    assert prompt(come(flights(towed))) == "fly"


@pytest.mark.rule("panzer:6.7.4.1.1", "panzer:6.7.4", "panzer:6.1.3")
def test_a_unit_fires_at_one_aircraft_in_a_turn_is_marked_and_draws_no_overwatch_fire() -> None:
    game = come(flights(gun(), "fw190f", "fw190f", dice=[1]))
    choose(game, "unit:s1")
    assert (game.state.commands["s1"].shown, game.state.units["s1"].spot) == (True, "fire")
    assert have_fired(game) == ()
    choose(game, "do:leave")
    enter(game, "H24", "speed:slow", "altitude:low", plane="g-aircraft-2")
    assert prompt(game) == "fly"


@pytest.mark.rule("panzer:6.1.3", "panzer:6.7.4")
def test_a_machine_gun_is_betrayed_as_small_arms_are() -> None:
    men = {"s1": placed("su-section-weapon", "H20", 3, attached=("su-dshk",), order="overwatch", shown=False)}
    game = choose(come(flights(men, dice=[1, 1])), "unit:s1")
    assert game.state.units["s1"].spot == "small-arms"


# Tracking


@pytest.mark.rule("panzer:6.7.4.1.1", "panzer:6.7.4.1", "panzer:6.7.3.1.3")
@pytest.mark.parametrize(
    ("speed", "altitude", "hexes"), [("slow", "low", 4), ("fast", "low", 8), ("fast", "medium", 6)]
)
def test_an_aircraft_that_comes_into_sight_later_is_tracked_after_the_hexes_of_the_table(
    speed: str, altitude: str, hexes: int
) -> None:
    """Heavy woods south of the gun hide the aircraft until it is over the hex before the gun."""
    game = come(flights(gun("H12", 0), rows={13: "W" * 16}), speed, altitude)
    assert prompt(game) == "fly"
    choose(game, "hex:H01")
    first = 13
    assert (prompt(game), plane(game).at) == ("anti-aircraft", f"H{first - hexes + 1:02d}")


@pytest.mark.rule("panzer:6.7.4.1.1")
def test_a_suppressed_gun_tracks_over_twice_as_many_hexes() -> None:
    game = come(flights(gun("H12", 0, suppressed="on"), rows={13: "W" * 16}))
    choose(game, "hex:H01")
    assert plane(game).at == "H06"


@pytest.mark.rule("panzer:6.7.4.1.1")
def test_what_is_left_is_doubled_for_a_gun_that_is_suppressed_while_it_tracks() -> None:
    game = come(flights(gun("H12", 0), rows={13: "W" * 16}))
    choose(game, "hex:H12")
    assert [track.left for track in plane(game).tracks] == [2]
    game.state.units["s1"] = gun("H12", 0, suppressed="on")["s1"].unit
    choose(game, "hex:H01")
    assert plane(game).at == "H08"


@pytest.mark.rule("panzer:6.7.4.1", "panzer:6.7.4.1.1")
def test_an_aircraft_that_gets_out_of_sight_must_be_tracked_anew() -> None:
    game = come(flights(gun("H20"), rows={19: "W" * 16}))
    choose(game, "do:pass")
    assert plane(game).tracks[0].left == 0
    while plane(game).at != "H18":
        choose(game, "hex:H18" if prompt(game) == "fly" else "do:pass")
    assert plane(game).tracks == ()


@pytest.mark.rule("panzer:6.7.4.1.1")
def test_fire_that_is_declared_after_an_attack_is_resolved_after_it() -> None:
    units = {**gun("H22"), "s2": placed("su-rifle", "H20", order="no-command", shown=True)}
    game = come(flights(units, dice=[30, 1]))
    choose(game, "do:pass", "unit:s1", "attack:strafing-slow")
    assert prompt(game) == "anti-aircraft"
    choose(game, "unit:s1")
    assert [event.what for event in game.events if type(event).__name__ == "Resolved"] == ["gp-fire", "aa-fire"]
    assert game.state.units["s1"].suppressed == "on"
    sums = next(event for event in game.events if getattr(event, "what", "") == "aa-fire")
    assert {line.label: line.value for line in sums.lines}["firer-suppressed"] == "-20"  # type: ignore[attr-defined]


@pytest.mark.rule("panzer:6.7.4.1.1")
def test_fire_declared_before_an_attack_may_prevent_it_and_a_gun_lost_to_the_attack_fires_no_more() -> None:
    game = choose(come(flights(gun("H22"), dice=[99, 10])), "unit:s1")
    assert (plane(game).lost, prompt(game)) == (True, "rest")
    game = come(flights(gun("H22"), dice=[100]))
    choose(game, "do:pass", "unit:s1", "attack:strafing-slow", "unit:s1")
    assert "s1" in game.state.lost
    assert resolved(game, "aa-fire") == []


# Fields of fire


@pytest.mark.rule("panzer:6.7.4.1.2")
def test_towed_guns_fire_before_them() -> None:
    assert prompt(come(flights(gun(facing=0)))) == "fly"
    both = {**gun(facing=0), "s2": placed(GUN, "G18", 3, order="overwatch", shown=False)}
    assert refused(come(flights(both)), "unit:s1") == ("refused.aa-does-not-bear", "6.7.4.1.2")


@pytest.mark.rule("panzer:6.7.4.1.2")
@pytest.mark.parametrize("card", ["m17", "is-2m-m44"])
def test_vehicles_with_turrets_and_machine_guns_against_aircraft_fire_all_round(card: str) -> None:
    game = come(flights({"s1": placed(card, "H20", 0, order="overwatch", shown=False)}))
    assert offered(game, "unit") == ["s1"]


@pytest.mark.rule("panzer:6.7.4.1.2", "panzer:5.1")
def test_men_fire_all_round_unless_they_are_suppressed() -> None:
    def men(**more: object) -> dict[str, Placed]:
        facts: dict[str, object] = {"attached": ("su-dshk",), "order": "overwatch", "shown": False, **more}
        return {"s1": placed("su-section-weapon", "H20", 0, **facts)}  # type: ignore[arg-type]

    assert prompt(come(flights(men()))) == "anti-aircraft"
    assert prompt(come(flights(men(suppressed="on")))) == "fly"


@pytest.mark.rule("panzer:6.7.4.1.2")
@pytest.mark.parametrize(("card", "asked"), [(GUN, "fly"), ("aa-85-m39", "anti-aircraft")])
def test_most_guns_do_not_reach_high_altitude(card: str, asked: str) -> None:
    assert prompt(come(flights(gun(card=card)), altitude="high")) == asked


@pytest.mark.rule("panzer:6.7.4.1.2", "panzer:3.5.2")
@pytest.mark.parametrize(("at", "asked"), [("H14", "anti-aircraft"), ("H13", "fly")])
def test_the_range_of_a_machine_gun(at: str, asked: str) -> None:
    units = {"s1": placed("is-2m-m44", at, order="overwatch", shown=False)}
    assert prompt(come(flights(units))) == asked


# The sum


@pytest.mark.rule("panzer:6.7.4.2", "panzer:6.5.4.2.4")
@pytest.mark.parametrize(
    ("speed", "altitude", "net"),
    [("slow", "low", "+10"), ("slow", "medium", "+0"), ("fast", "medium", "-10"), ("fast", "low", "+0")],
)
def test_how_the_aircraft_flies(speed: str, altitude: str, net: str) -> None:
    sums = preview(come(flights(gun()), speed, altitude), "unit:s1")
    assert (sums["gp-defense-factor"], sums["gp-factor"], sums["net-modifier"]) == ("4S", "6", net)


@pytest.mark.rule("panzer:6.7.4.2")
@pytest.mark.parametrize(("switches", "net"), [((), "-10"), (("6.7.4.2",), "-20")])
def test_fast_and_high_count_once(switches: tuple[str, ...], net: str) -> None:
    game = come(flights(gun(card="aa-85-m39"), switches=switches), "fast", "high")
    assert preview(game, "unit:s1")["net-modifier"] == net


@pytest.mark.rule("panzer:6.7.4.2", "panzer:6.5.4.3/unit-grade", "panzer:6.5.4.3/smoke", "panzer:6.5.4.3/overwatch")
def test_the_weapon_the_firer_and_its_own_hex_modify_and_overwatch_does_not() -> None:
    tank = {"s1": placed("is-2m-m44", "H15", grade="veteran", order="overwatch", shown=False, damaged=True)}
    smoke = {"one": Smoke(hexes=("H15",), sheaf="open"), "two": Smoke(hexes=("H20",), sheaf="open")}
    sums = preview(come(flights(tank, smoke=smoke)), "unit:s1")
    assert (sums["aa-weapon"], sums["firer-damaged"], sums["hindrance"], sums["unit-grade"]) == (
        "-10", "-10", "-10", "+10",
    )  # fmt: skip
    assert (sums["net-modifier"], "overwatch" in sums) == ("-10", False)


@pytest.mark.rule("panzer:6.7.4.2", "panzer:5.16.2.4")
def test_a_gun_away_from_its_ammunition_may_run_short() -> None:
    game = come(flights(gun(dump="A01"), dice=[10, 1]))
    choose(game, "unit:s1")
    sums = next(event for event in game.events if getattr(event, "what", "") == "aa-fire")
    assert {line.label: line.value for line in sums.lines}["ammo-limit"] == "-10"  # type: ignore[attr-defined]


@pytest.mark.rule("panzer:6.7.4.2", "panzer:6.7.4")
def test_several_guns_are_declared_together_and_one_with_two_weapons_picks() -> None:
    units = {**gun(), "s2": placed(GUN, "H19", 3, order="overwatch", shown=False, dump="H19")}
    game = come(flights(units, dice=[1, 1]))
    choose(game, "unit:s1")
    assert game.decisions[0].ids == ["unit:s2", "do:fire"]
    assert refused(game, "unit:s1") == ("refused.declared", "6.7.4")
    state = View(game, "german").state
    assert isinstance(state, State)
    assert state.stack[-1].shots == ()  # type: ignore[attr-defined]
    choose(game, "do:fire")
    assert (resolved(game, "aa-fire"), game.state.commands["s2"].shown) == (["no-effect"], False)


# Results


@pytest.mark.rule("panzer:6.7.4.2.1/no-effect", "panzer:6.7.4.2.1/suppressed")
def test_the_three_ranges_of_the_table() -> None:
    """GP Factor 6 against 4: no effect up to 44, suppressed up to 74, with 10 for low altitude."""
    for roll, result in ((34, "no-effect"), (35, "suppressed"), (64, "suppressed"), (66, "shot-down")):
        game = choose(come(flights(gun(), dice=[roll, 10])), "unit:s1")
        assert resolved(game, "aa-fire") == [result]


@pytest.mark.rule("panzer:6.7.4.2.1/suppressed", "panzer:6.7.3.1.1")
def test_suppression_doubles_what_is_left_to_fly_for_a_target() -> None:
    units = {**gun(), "s2": placed("t-34-76-m43", "H05", order="no-command", shown=True)}
    game = come(flights(units, dice=[50, 50]))
    choose(game, "do:pass", "unit:s2", "hex:H20")
    for _ in range(3):
        choose(game, "do:pass")
    assert plane(game).to_fly == 2
    choose(game, "unit:s1")
    assert (plane(game).suppressed, plane(game).to_fly, plane(game).at) == ("on", 4, "H20")


@pytest.mark.rule("panzer:6.7.4.2.1/damaged", "panzer:6.7.2.2")
@pytest.mark.parametrize(("roll", "result"), [(75, "damaged"), (80, "damaged"), (76, "shot-down")])
def test_an_effective_roll_that_ends_in_5_or_0_damages(roll: int, result: str) -> None:
    """The last digit of the final roll counts; +0 here."""
    game = choose(come(flights(gun(), dice=[roll, 10]), "fast"), "unit:s1")
    assert resolved(game, "aa-fire") == [result]
    assert (plane(game).damaged, plane(game).lost) == (result == "damaged", result != "damaged")
    if result == "damaged":
        assert plane(game).speed == "slow"
        assert offered(game, "face")


@pytest.mark.rule("panzer:6.7.4.2.1/damaged")
def test_a_second_damage_shoots_down() -> None:
    game = choose(come(flights(gun(), dice=[75, 10], facts={"damaged": True}), altitude="medium"), "unit:s1")
    assert plane(game).lost


@pytest.mark.rule("panzer:6.7.4.2.1/eliminated")
@pytest.mark.parametrize(
    ("altitude", "roll", "at"), [("low", 1, "H24"), ("low", 5, "H22"), ("medium", 5, "H19"), ("low", 10, "H19")]
)
def test_an_aircraft_that_is_shot_down_crashes_so_many_hexes_ahead(altitude: str, roll: int, at: str) -> None:
    units = {**gun(), "g1": placed("de-rifle", at, order="no-command", shown=True)}
    game = choose(come(flights(units, dice=[99, roll, 1]), altitude=altitude), "unit:s1")
    assert resolved(game, "gp-fire") == ["suppressed"]
    sums = next(event for event in game.events if getattr(event, "what", "") == "gp-fire")
    lines = {line.label: line.value for line in sums.lines}  # type: ignore[attr-defined]
    assert (lines["gp-factor"], lines["net-modifier"], "range-factor" in lines) == ("15", "+0", False)


@pytest.mark.rule("panzer:6.7.4.2.1/eliminated")
def test_off_the_map_it_does_no_harm() -> None:
    game = come(flights(gun("H12", 0), rows={13: "W" * 16}, dice=[99, 10]), "fast", "medium")
    choose(game, "hex:H01", "unit:s1")
    assert (plane(game).lost, prompt(game)) == (True, "rest")


@pytest.mark.rule("panzer:6.7.4.2.1/eliminated")
def test_a_crash_pierces_any_vehicle_and_burns_it_on_seven_or_less() -> None:
    for die, result in ((7, "brewed-up"), (8, "knocked-out")):
        units = {**gun(), "g1": placed("pz-vi-b", "H22", order="no-command", shown=True)}
        game = choose(come(flights(units, dice=[99, 5, 99, die])), "unit:s1")
        assert resolved(game, "gp-fire") == [result]


@pytest.mark.rule("panzer:6.7.4.2.1/eliminated", "panzer:3.6")
def test_an_aircraft_shot_down_scores_and_does_not_come_back() -> None:
    game = choose(come(flights(gun(), "fw190f", "fw190f", dice=[99, 10])), "unit:s1")
    assert refused(game, f"unit:{PLANE}") == ("refused.aircraft-lost", "6.7.4.2.1/eliminated")
    won = {score.award.kind: score.points for score in scores(game.state, game.content, "soviet")}
    assert won["shot-down"] == 4


@pytest.mark.rule("panzer:6.7.4.2")
def test_the_odds_of_fire_at_an_aircraft_are_exact() -> None:
    game = come(flights(gun()))
    found = odds(game, "unit:s1", "soviet")
    chances = {outcome.results[-1]: outcome.probability for outcome in found.outcomes}
    assert found.exact
    assert round(chances["no-effect"], 6) == 0.34
