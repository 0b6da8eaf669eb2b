"""Air attacks in Panzer: loads, strafing, bombs, rockets, and what modifies them."""

from __future__ import annotations

import random

import pytest

from games.panzer.firing import Placed, placed
from games.panzer.flying import PLANE, choose, enter, flights, offered, plane, preview, prompt, refused, resolved
from sandtable.games.panzer.air.loads import ChooseLoads, arm, guess_loads
from sandtable.games.panzer.state import Smoke, Work
from sandtable.games.panzer.units import Game
from sandtable.kernel.odds import odds
from sandtable.kernel.views import View


def target(at: str = "H20", **more: object) -> dict[str, Placed]:
    """A Soviet tank without a command, which is known."""
    return {"s1": placed("t-34-76-m43", at, order="no-command", shown=True, **more)}  # type: ignore[arg-type]


def over(game: Game, at: str, speed: str = "slow", altitude: str = "low", *, unit: str = "s1") -> Game:
    """An aircraft came in over H24, acquired a target near the edge at once, and flew on to a hex."""
    enter(game, "H24", "face:N", f"speed:{speed}", f"altitude:{altitude}")
    choose(game, f"unit:{unit}")
    return game if at == "H24" else choose(game, f"hex:{at}")


# Loads


@pytest.mark.rule("panzer:6.7.1", "panzer:5.4")
def test_where_a_card_lists_several_loads_the_owner_chooses_one_before_the_game() -> None:
    game = flights(target(), "il2-m41", "yak9t", "bf110g", facts={"load": ""})
    assert [game.state.aircraft[each].load for each in ("g-aircraft-2", "g-aircraft-3")] == ["bombs-1", "bombs-1"]
    game.state.stack.append(ChooseLoads())
    game.state.aircraft["g-aircraft-2"] = arm(game.content)["g-aircraft-2"]
    game.advance()
    assert game.decisions[0].ids == ["arms:il2-m41/bombs-1", "arms:il2-m41/rockets"]
    choose(game, "arms:il2-m41/rockets")
    assert (plane(game).load, prompt(game)) == ("rockets", "air-phase")


@pytest.mark.rule("panzer:6.7.1")
def test_a_chosen_load_is_hidden_from_the_enemy_until_it_is_used() -> None:
    def known(game: Game) -> str:
        return View(game, "soviet").state.aircraft[PLANE].load  # type: ignore[attr-defined,no-any-return]

    chosen = {"load": "rockets"}
    assert known(flights(target(), "il2-m41", facts=chosen)) == "unknown"
    assert known(flights(target(), "il2-m41", facts={**chosen, "dropped": 1})) == "rockets"
    assert known(flights(target(), "il2-m41", facts=chosen, switches=("6.7.1",))) == "rockets"
    assert known(flights(target(), "hs129b")) == "bombs-1"
    guessed = View(flights(target(), "il2-m41", facts=chosen), "soviet").state
    guess_loads(guessed, flights(target(), "il2-m41").content, random.Random(1))  # type: ignore[arg-type]
    assert guessed.aircraft[PLANE].load in ("bombs-1", "rockets")  # type: ignore[attr-defined]


@pytest.mark.rule("panzer:5.16.2.6", "panzer:6.7.1")
def test_an_aircraft_attacks_as_often_as_its_card_says_and_no_die_is_rolled_for_it() -> None:
    game = over(flights(target(), dice=[1], facts={"strafed": 3}), "H22")
    choose(game, "attack:strafing-slow")
    assert plane(game).strafed == 4
    game = over(flights(target(), facts={"strafed": 4}), "H22")
    assert refused(game, "attack:strafing-slow") == ("refused.nothing-left-to-attack-with", "5.16.2.6")
    game = over(flights(target(), facts={"strafed": 9}, switches=("5.16.2.6",)), "H22")
    assert offered(game, "attack") == ["strafing-slow"]


# Strafing


@pytest.mark.rule("panzer:6.7.3.2", "panzer:6.7.3")
@pytest.mark.parametrize(("speed", "reach"), [("slow", 2), ("fast", 3)])
def test_strafing_strikes_the_first_hexes_straight_ahead(speed: str, reach: int) -> None:
    game = over(flights(target()), f"H{20 + reach + 1}", speed)
    assert refused(game, f"attack:strafing-{speed}") == ("refused.not-straight-ahead", "6.7.3")
    game = over(flights(target()), f"H{20 + reach}", speed)
    assert offered(game, "attack") == [f"strafing-{speed}"]
    assert game.preview(f"attack:strafing-{speed}").path == tuple(f"H{20 + reach - n}" for n in range(reach + 1))


@pytest.mark.rule("panzer:6.7.3.2", "panzer:6.7.3", "panzer:6.5.4.2.5")
def test_strafing_strikes_friend_and_foe_and_cannon_the_terrain_each_by_itself() -> None:
    units = {
        **target("H20"),
        "s2": placed("su-rifle", "H21", order="no-command", shown=True),
        "g1": placed("de-rifle", "H21", order="no-command", shown=True),
        "s3": placed("su-rifle", "G20", order="no-command", shown=True),
    }
    game = over(flights(units, dice=[1, 1, 1, 1, 1], rows={21: "b" * 16}), "H22")
    choose(game, "attack:strafing-slow")
    assert (len(resolved(game, "gp-fire")), len(resolved(game, "gp-terrain"))) == (3, 1)
    assert (plane(game).strafed, plane(game).target) == (1, "")


@pytest.mark.rule("panzer:6.7.3.2", "panzer:6.5.4.2.5")
def test_small_arms_strafe_at_point_blank_and_do_no_harm_to_terrain() -> None:
    units = {"s1": placed("su-rifle", "H21", order="no-command", shown=True)}
    game = flights(units, "ju87d", dice=[1], rows={21: "." * 16, 22: "b" * 16})
    game = over(game, "H23")
    assert preview(game, "attack:strafing-slow")["range-factor"] == "P"
    choose(game, "attack:strafing-slow")
    assert resolved(game, "gp-terrain") == []


@pytest.mark.rule("panzer:6.7.3.2")
def test_strafing_is_done_low() -> None:
    game = over(flights(target()), "H21", altitude="medium")
    assert refused(game, "attack:strafing-slow") == ("refused.wrong-altitude", "6.7.3")
    game = over(flights(target()), "H22")
    assert refused(game, "attack:strafing-fast") == ("refused.wrong-speed", "6.7.3")


@pytest.mark.rule("panzer:6.7.3.2")
def test_the_owner_chooses_how_many_hexes_are_strafed_in_the_other_reading() -> None:
    units = {**target("H21"), "s2": placed("su-rifle", "H20", order="no-command", shown=True)}
    game = over(flights(units, dice=[1], switches=("6.7.3.2",)), "H22")
    choose(game, "attack:strafing-slow")
    assert game.decisions[0].ids == ["hexes:1", "hexes:2"]
    choose(game, "hexes:1")
    assert len(resolved(game, "gp-fire")) == 1


# Bombs


@pytest.mark.rule("panzer:6.7.3.3", "panzer:6.7.3")
def test_bombs_fall_into_the_hex_before_the_aircraft() -> None:
    game = over(flights(target()), "H22", altitude="medium")
    assert refused(game, "attack:bombs-medium") == ("refused.not-straight-ahead", "6.7.3")
    game = over(flights(target()), "H21", altitude="medium")
    assert offered(game, "attack") == ["bombs-medium"]
    game = over(flights(target(), switches=("6.7.3.3",)), "H22", altitude="medium")
    assert offered(game, "attack") == ["bombs-medium"]


@pytest.mark.rule("panzer:6.7.3.3")
@pytest.mark.parametrize(
    ("altitude", "struck"),
    [("medium", {"H20", "H19"}), ("high", {"H20", "H19", "H21", "H18", "G19", "G20", "G18", "I18", "I19", "I20"})],
)
def test_the_blast_of_bombs_by_altitude(altitude: str, struck: set[str]) -> None:
    game = over(flights(target()), "H21", altitude=altitude)
    assert set(game.preview(f"attack:bombs-{altitude}").path[1:]) == struck


@pytest.mark.rule("panzer:6.7.3.3", "panzer:6.7.2.3.2", "panzer:6.7.3.5", "panzer:6.7.3.1.1")
def test_a_dive_bomber_comes_in_high_strikes_the_target_hex_alone_and_flies_on_low() -> None:
    units = {**target(), "s2": placed("su-rifle", "H19", order="no-command", shown=True)}
    game = over(flights(units, "ju87d", dice=[1]), "H21", altitude="high")
    assert offered(game, "attack") == ["dive-bombing", "bombs-high"]
    assert game.preview("attack:dive-bombing").path[1:] == ("H20",)
    assert preview(game, "attack:dive-bombing")["air-low"] == "+20"
    assert "air-low" not in preview(game, "attack:bombs-high")
    choose(game, "attack:dive-bombing")
    assert (plane(game).altitude, plane(game).dropped, len(resolved(game, "gp-fire"))) == ("low", 1, 1)
    choose(game, "unit:s2")
    assert plane(game).to_fly == 6


@pytest.mark.rule("panzer:6.7.2.3.2", "panzer:6.7.3.3")
def test_only_dive_bombers_dive_and_nobody_else_bombs_low() -> None:
    game = over(flights(target()), "H21", altitude="high")
    assert refused(game, "attack:dive-bombing") == ("refused.wrong-altitude", "6.7.3")
    game = over(flights(target()), "H21")
    assert refused(game, "attack:bombs-low") == ("refused.wrong-altitude", "6.7.3")
    game = over(flights(target(), switches=("6.7.2.3.2",)), "H21")
    assert "bombs-low" in offered(game, "attack")
    assert game.preview("attack:bombs-low").path[1:] == ("H20",)


@pytest.mark.rule("panzer:6.7.2.3.2")
def test_a_dive_is_slow() -> None:
    game = over(flights(target(), "pe2"), "H21", "fast", "high")
    assert refused(game, "attack:dive-bombing") == ("refused.wrong-speed", "6.7.3")
    assert offered(game, "attack") == ["bombs-high"]


# Rockets


@pytest.mark.rule("panzer:6.7.3.4")
@pytest.mark.parametrize(("at", "is_offered"), [("H21", False), ("H22", True)])
def test_rockets_have_a_least_range(at: str, is_offered: bool) -> None:
    game = over(flights(target(), "il2-m41", facts={"load": "rockets"}), at)
    assert ("rockets" in offered(game, "attack")) is is_offered


@pytest.mark.rule("panzer:6.7.3.4", "panzer:6.7.1")
def test_rockets_reach_ten_hexes_strike_the_target_hex_and_have_range_factors() -> None:
    first = ("6.7.3.1.1",)
    rockets = {"load": "rockets"}
    far = over(flights(target("H13"), "il2-m41", facts=rockets, switches=first), "H24")
    assert refused(far, "attack:rockets") == ("refused.not-straight-ahead", "6.7.3")
    game = over(flights(target("H14"), "il2-m41", facts=rockets, switches=first, dice=[1]), "H24")
    assert preview(game, "attack:rockets")["range-factor"] == "E"
    assert preview(game, "attack:rockets")["gp-factor"] == "5"
    choose(game, "attack:rockets")
    assert plane(game).dropped == 1
    bombs = over(flights(target("H20"), "il2-m41"), "H22")
    assert refused(bombs, "attack:rockets") == ("refused.nothing-left-to-attack-with", "5.16.2.6")


# One attack for each acquired target


@pytest.mark.rule("panzer:6.7.3", "panzer:6.7.3.1.1")
def test_each_acquired_target_is_attacked_once_and_the_next_begins_from_there() -> None:
    units = {**target("H22"), "s2": placed("t-34-76-m43", "H10", order="no-command", shown=True)}
    game = over(flights(units, dice=[1, 1]), "H24")
    choose(game, "attack:strafing-slow")
    assert refused(game, "attack:strafing-slow") == ("refused.nothing-acquired", "6.7.3.1.1")
    choose(game, "unit:s2")
    assert plane(game).to_fly == 6
    choose(game, "hex:H12", "hex:H12", "attack:strafing-slow")
    assert plane(game).strafed == 2


# Modifiers


@pytest.mark.rule("panzer:6.7.3.5", "panzer:6.5.4.3/target-type")
def test_altitude_speed_and_the_state_of_the_aircraft() -> None:
    low = preview(over(flights(target()), "H22"), "attack:strafing-slow")
    assert (low["air-low"], low["target-a-type"], low["net-modifier"]) == ("+20", "-20", "+0")
    fast = preview(over(flights(target()), "H22", "fast"), "attack:strafing-fast")
    assert (fast["air-low"], fast["air-fast"]) == ("+20", "-20")
    hurt = over(flights(target(), facts={"damaged": True, "suppressed": "on"}), "H22")
    sums = preview(hurt, "attack:strafing-slow")
    assert (sums["firer-damaged"], sums["firer-suppressed"]) == ("-10", "-20")
    medium = preview(over(flights(target()), "H21", altitude="medium"), "attack:bombs-medium")
    assert medium["air-medium"] == "+10"


@pytest.mark.rule("panzer:6.7.3.5", "panzer:6.5.4.3/unit-grade")
def test_the_grade_counts_for_strafing_at_extreme_range_for_rockets_at_theirs_and_never_for_bombs() -> None:
    strafing = over(flights(target(), grade="veteran"), "H22")
    assert preview(strafing, "attack:strafing-slow")["unit-grade"] == "+10"
    rockets = over(flights(target(), "il2-m41", facts={"load": "rockets"}, grade="elite"), "H22")
    assert preview(rockets, "attack:rockets")["unit-grade"] == "+5"
    bombs = over(flights(target(), grade="veteran"), "H21", altitude="medium")
    assert "unit-grade" not in preview(bombs, "attack:bombs-medium")


@pytest.mark.rule("panzer:6.7.3.5", "panzer:6.5.4.3/smoke", "panzer:6.5.4.3/vehicle-cover")
def test_smoke_does_not_matter_and_only_a_roof_covers_vehicles() -> None:
    smoke = {"one": Smoke(hexes=("H20", "H21"), sheaf="closed")}
    assert "hindrance" not in preview(over(flights(target(), smoke=smoke), "H22"), "attack:strafing-slow")
    observed = {**target("H20"), "g1": placed("de-rifle", "H23", order="overwatch", shown=False)}
    woods = flights(observed, rows={20: "w" * 16}, labels={"g1": ("FO",)})
    assert "vehicle-medium-cover" not in preview(over(woods, "H22"), "attack:strafing-slow")
    inside = {**target("H20", indoors=True), "g1": observed["g1"]}
    brick = flights(inside, rows={20: "b" * 16}, labels={"g1": ("FO",)})
    assert preview(over(brick, "H22"), "attack:strafing-slow")["vehicle-medium-cover"] == "-10"


@pytest.mark.rule("panzer:6.7.3.5", "panzer:6.5.4.3/target-moving")
def test_the_owner_of_a_vehicle_may_show_that_it_moves() -> None:
    units = {"s1": placed("t-34-76-m43", "H20", order="move", shown=False)}
    game = over(flights(units, dice=[1]), "H22")
    choose(game, "attack:strafing-slow")
    assert (prompt(game), game.decisions[0].side) == ("claim", "soviet")
    choose(game, "do:reveal")
    assert game.state.commands["s1"].known
    still = over(flights({"s1": placed("t-34-76-m43", "H20", order="overwatch", shown=False)}), "H22")
    choose(still, "attack:strafing-slow")
    assert refused(still, "do:reveal") == ("refused.does-not-move", "6.5.4.3/target-moving")


@pytest.mark.rule("panzer:6.7.3.2", "panzer:6.7.3.3", "panzer:6.5.4.5")
def test_what_it_carries_is_attacked_with_a_vehicle_and_may_have_to_get_out() -> None:
    units = {
        "s1": placed("gaz-aa", "H20", order="no-command", shown=True),
        "s2": placed("su-rifle", "H20", order="no-command", shown=True, carrier="s1"),
    }
    game = over(flights(units, dice=[100, 10, 1, 100]), "H21", altitude="medium")
    choose(game, "attack:bombs-medium")
    assert "s1" in game.state.lost
    assert len(resolved(game, "gp-fire")) == 2


@pytest.mark.rule("panzer:6.7.3.3", "panzer:6.5.4.4.3/improved-position")
def test_an_improved_position_is_attacked_with_what_is_in_it() -> None:
    works = {"w": Work(at="H20", kind="improved-position", holds=("s1",))}
    units = {**target("H20"), "g1": placed("de-rifle", "H23", order="overwatch", shown=False)}
    game = flights(units, works=works, labels={"g1": ("FO",)}, dice=[1, 100, 100])
    over(game, "H21", altitude="medium")
    choose(game, "attack:bombs-medium")
    assert resolved(game, "gp-terrain") == ["effective", "effective"]
    assert "s1" not in game.state.units


@pytest.mark.rule("panzer:6.7.3")
def test_the_odds_of_an_attack_are_exact() -> None:
    game = over(flights(target()), "H22")
    found = odds(game, "attack:strafing-slow", "german")
    assert found.exact
    chances = {outcome.results[0]: round(outcome.probability, 6) for outcome in found.outcomes}
    assert chances == {"suppressed": 0.64, "no-effect": 0.36}
