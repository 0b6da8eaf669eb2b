"""Called indirect fire: who calls what, whether it responds, and what comes down."""

from __future__ import annotations

from typing import Literal

import pytest

from games.panzer.artillery import (
    CHQ,
    FO,
    GUN,
    HEAVY,
    MEDIUM,
    MORTARS,
    RED,
    RED_FO,
    RED_MEDIUM,
    RED_ORGANIC,
    ROCKETS,
    SCOUT,
    TANK,
    Placed,
    choose,
    offered,
    refused,
    seen_by,
)  # fmt: skip
from sandtable.games.panzer.combat.overwatch import have_fired
from sandtable.games.panzer.indirect.batteries import attachment
from sandtable.games.panzer.indirect.observers import is_command_recon, most_sources, observer_row
from sandtable.games.panzer.indirect.response import response_chance
from sandtable.games.panzer.indirect.sources import could_be_called, number_of_sources, weapons_on
from sandtable.games.panzer.state import Order, Wreck
from sandtable.games.panzer.units import Game
from sandtable.kernel import Resolved

CALL = (f"unit:{FO}", "hex:H13", "shell:gp")


def observed(switches: tuple[str, ...] = (), *, tank: Order = "move", heat_haze: bool = False) -> Placed:
    """A German observer has spotted a gun in woods, twelve hexes to the south; an unspotted tank stands behind it."""
    woods = "\n".join("w" * 16 if row in (12, 13) else "." * 16 for row in range(24))
    found = Placed(switches, terrain=woods, heat_haze=heat_haze)
    found.stand(FO, "H01", "overwatch").stand(GUN, "H13", "fire", spot="fire").stand(RED, "H14", tank)
    return found.spot(FO, GUN)


def results(game: Game) -> list[str]:
    return [event.result for event in game.events if isinstance(event, Resolved)]


def modifiers(game: Game, observer: str, source: str, at: str) -> dict[str, int]:
    """What is added to a response, by name."""
    chance = response_chance(game, observer, source, at, adjusted=False)
    found: dict[str, int] = {}
    for part in chance.modifiers:
        found[part.label] = found.get(part.label, 0) + part.value
    return found


# The example of the rulebook


@pytest.mark.rule(
    "panzer:6.5.1", "panzer:6.5.1.1.1", "panzer:6.5.1.3.2", "panzer:6.5.1.4", "panzer:6.5.1.5",
    "panzer:6.5.1.7/response", "panzer:6.5.1.12", "panzer:6.5.1.12.1", "panzer:6.5.1.12.1/pre-registered",
    "panzer:6.5.1.13",
)  # fmt: skip
def test_one_battery_responds_and_a_natural_one_of_the_other_fails_with_no_friend_near() -> None:
    game = observed().battery(HEAVY, registered=("H13",)).play(5, 1, 59, 88)
    choose(game, *CALL, f"battery:{MEDIUM}", f"battery:{HEAVY}", "sheaf:closed", "do:reveal")
    units = game.state.units
    assert results(game) == ["responds", "no-response", "suppressed", "suppressed"]
    assert units[GUN].suppressed == units[RED].suppressed == "on"
    assert game.state.missions["g1"].sources == (MEDIUM,)


@pytest.mark.rule("panzer:6.5.1.12.1/pre-registered", "panzer:6.5.1.4")
def test_a_registered_point_helps_only_the_battery_for_which_it_was_registered() -> None:
    game = observed().battery(HEAVY, registered=("H13",)).play()
    assert modifiers(game, FO, HEAVY, "H13") == {"pre-registered": 2}
    assert modifiers(game, FO, MEDIUM, "H13") == {}
    assert modifiers(game, FO, HEAVY, "H14") == {}


@pytest.mark.rule("panzer:6.5.4.3/target-moving", "panzer:6.5.1.13")
def test_the_tank_beside_the_target_point_has_forty_taken_from_the_roll_and_woods_do_not_shelter_it() -> None:
    game = choose(observed().play(5, 59, 88), *CALL, f"battery:{MEDIUM}", "do:call", "sheaf:closed", "do:reveal")
    sums = [event.lines for event in game.events if isinstance(event, Resolved) and event.what == "gp-fire"]
    assert [(line.label, line.value) for line in sums[1] if line.label.startswith(("target", "vehicle", "net"))] == [
        ("target-a-type", "-20"), ("target-moving", "-20"), ("net-modifier", "-40"),
    ]  # fmt: skip
    assert ("gp-factor", "8") in [(line.label, line.value) for line in sums[0]]


@pytest.mark.rule("panzer:6.5.4.3/target-moving")
def test_an_owner_who_does_not_show_that_his_tank_moves_gives_up_the_modifier() -> None:
    game = choose(observed().play(5, 59, 88), *CALL, f"battery:{MEDIUM}", "do:call", "sheaf:closed")
    assert offered(game) == ["do:reveal", "do:decline"]
    assert game.decisions[0].side == "soviet"
    choose(game, "do:decline")
    assert not game.state.commands[RED].known
    still = choose(observed(tank="fire").play(5, 59), *CALL, f"battery:{MEDIUM}", "do:call", "sheaf:closed")
    assert offered(still) == ["do:decline"]
    assert refused(still, "do:reveal") == ("refused.does-not-move", "6.5.4.3/target-moving")


@pytest.mark.rule("panzer:6.5.4.3/target-moving")
def test_by_the_other_reading_movement_counts_in_the_target_hex_alone() -> None:
    game = observed(("6.5.4.3/target-moving",)).play(5, 59, 88)
    choose(game, *CALL, f"battery:{MEDIUM}", "do:call", "sheaf:closed")
    assert results(game) == ["responds", "suppressed", "suppressed"]


@pytest.mark.rule("panzer:4.2.1", "panzer:6.5.1.12")
def test_others_do_not_see_who_is_being_picked_until_the_fire_is_declared() -> None:
    game = observed().play(5, 59)
    before = seen_by(game, "soviet").stack
    choose(game, *CALL, f"battery:{MEDIUM}", "do:call")
    assert seen_by(game, "soviet").stack == before
    assert len(seen_by(game, "german").stack) > len(before)
    choose(game, "sheaf:closed")
    assert len(seen_by(game, "soviet").stack) > len(before)


# Who may call


@pytest.mark.rule("panzer:6.5.1", "panzer:6.5.1.1.3", "panzer:6.5.1.7")
def test_only_observers_on_overwatch_who_spot_somebody_may_call() -> None:
    game = observed().stand(TANK, "A01", "overwatch").stand(CHQ, "B01", "fire").spot(TANK, GUN).spot(CHQ, GUN).play()
    assert offered(game) == [f"unit:{FO}", "do:done"]
    assert refused(game, f"unit:{TANK}") == ("refused.no-observer", "6.5.1.1.3")
    assert refused(game, f"unit:{CHQ}") == ("refused.observer-not-on-overwatch", "6.5.1")
    assert refused(game, f"unit:{GUN}") == ("refused.not-yours", "6.5.1.1")


@pytest.mark.rule("panzer:6.5.1.7")
def test_fire_is_not_called_on_terrain_or_on_what_others_have_spotted() -> None:
    game = observed().stand(TANK, "A01", "fire").spot(TANK, RED).play()
    choose(game, f"unit:{FO}")
    assert offered(game) == ["hex:H13"]
    assert refused(game, "hex:H14") == ("refused.nothing-spotted-there", "6.5.1.7")


@pytest.mark.rule("panzer:6.5.1.1", "panzer:6.5.1")
def test_an_observer_calls_once_and_does_nothing_else_on_his_command() -> None:
    game = choose(observed().play(2), *CALL, f"battery:{HEAVY}", "do:call", "sheaf:closed")
    assert results(game) == ["no-response"]
    assert game.state.commands[FO].shown
    assert not game.state.commands[FO].fired
    assert game.state.units[FO].spot == ""
    assert game.decisions[0].prompt == "next-turn"


@pytest.mark.rule(
    "panzer:5.9.4", "panzer:6.5.1.1.1", "panzer:6.5.1.1.2", "panzer:6.5.1.1.2/command-fo", "panzer:6.5.1.1.3"
)
def test_the_row_of_an_observer() -> None:
    assert observer_row(("FO",)) == observer_row(("CHQ", "FO")) == "FO"
    assert [observer_row((label,)) for label in ("CHQ", "BHQ", "RHQ", "Recon")] == ["CHQ", "BHQ", "RHQ", "Recon"]
    assert observer_row(("CHQ", "Recon")) == "CHQ"
    assert is_command_recon(("CHQ", "Recon"))
    assert not is_command_recon(("Recon", "FO"))
    assert observer_row(("Engineer",)) is None


@pytest.mark.rule("panzer:6.5.1.1.1/us", "panzer:6.5.1.1.1/other", "panzer:6.5.1.1.2", "panzer:6.5.1.1.3")
def test_how_many_sources_an_observer_may_call() -> None:
    game = observed().stand(CHQ, "B01").play()
    assert (most_sources(game, FO), most_sources(game, CHQ)) == (2, 1)
    american = observed().relabel(FO, card="us-section", labels=("FO",)).play()
    assert most_sources(american, FO) == 4


@pytest.mark.rule("panzer:6.5.1.1.1")
def test_a_third_source_is_refused() -> None:
    game = choose(observed().play(), *CALL, f"battery:{MEDIUM}")
    assert offered(game) == [f"battery:{HEAVY}", f"battery:{ROCKETS}", "do:call"]
    assert refused(game, f"battery:{MEDIUM}") == ("refused.called-already", "6.5.1.1")
    choose(game, f"battery:{HEAVY}")
    assert game.decisions[0].prompt == "sheaf"


@pytest.mark.rule("panzer:6.5.1.1.2/soviet", "panzer:6.5.1.1.3")
def test_soviet_scouts_and_headquarters_call_attached_batteries_only() -> None:
    placed = observed().stand(SCOUT, "H20", "overwatch").stand(CHQ, "H10", "no-command").spot(SCOUT, CHQ)
    placed.stand(RED_FO, "H21", "overwatch").spot(RED_FO, CHQ)
    game = choose(placed.play(), "do:done", f"unit:{SCOUT}", "hex:H10")
    assert game.decisions[0].prompt == "shell"
    choose(game, "shell:gp")
    assert game.decisions[0].prompt == "sheaf", "there is but one battery to call"
    of_the_observer = choose(placed.play(), "do:done", f"unit:{RED_FO}", "hex:H10", "shell:gp")
    assert offered(of_the_observer) == [f"battery:{RED_MEDIUM}", f"battery:{RED_ORGANIC}"]


@pytest.mark.rule("panzer:6.5.1.3", "panzer:6.5.1.3.1", "panzer:6.5.1.3.2", "panzer:6.5.1.3.3")
def test_attachment_as_observers_of_different_formations_see_it() -> None:
    game = observed().stand(CHQ, "B01").stand(MORTARS[0], "C01").play()
    assert [attachment(game, FO, source) for source in (MEDIUM, HEAVY, MORTARS[0])] == [
        "attached", "organic", "unattached",
    ]  # fmt: skip
    assert [attachment(game, CHQ, source) for source in (MEDIUM, HEAVY)] == ["unattached", "organic"]
    assert attachment(game, MORTARS[0], MORTARS[0]) == "attached"


# Response


@pytest.mark.rule(
    "panzer:6.5.1.12", "panzer:6.5.1.12.1", "panzer:6.5.1.12.1/observer-suppressed",
    "panzer:6.5.1.12.1/observer-damaged", "panzer:6.5.1.12.1/observer-grade", "panzer:6.5.1.12.1/command-recon",
)  # fmt: skip
def test_the_state_of_the_observer_modifies_the_response() -> None:
    game = observed().relabel(FO, grade="green", labels=("CHQ", "Recon")).play()
    game.state.units[FO] = type(game.state.units[FO])("H01", 0, suppressed="off", damaged=True)
    assert modifiers(game, FO, MEDIUM, "H13") == {
        "command-recon": 1, "observer-suppressed": -2, "observer-damaged": -2, "observer-grade": -2,
    }  # fmt: skip
    assert response_chance(game, FO, MEDIUM, "H13", adjusted=False).needed == 10
    elite = observed().relabel(FO, grade="elite").play()
    assert modifiers(elite, FO, MEDIUM, "H13") == {"observer-grade": 2}


@pytest.mark.rule("panzer:6.5.1.12")
@pytest.mark.parametrize(("roll", "result"), [(3, "no-response"), (4, "responds")])
def test_the_response_factor_itself_is_enough(roll: int, result: str) -> None:
    rolls = (roll,) if result == "no-response" else (roll, 1, 1)
    game = choose(observed().play(*rolls), *CALL, f"battery:{HEAVY}", "do:call", "sheaf:closed")
    if result == "responds":
        choose(game, "do:decline")
    assert results(game)[0] == result


@pytest.mark.rule("panzer:6.5.1.12.1")
def test_a_natural_one_fails_whatever_is_added() -> None:
    placed = observed().relabel(FO, grade="elite")
    game = choose(placed.play(1), *CALL, f"battery:{MEDIUM}", "do:call", "sheaf:closed")
    assert results(game) == ["no-response"]
    assert not game.state.missions


@pytest.mark.rule("panzer:6.5.1.12.1/observer-hindered")
def test_each_hindrance_on_the_line_takes_one_from_the_response() -> None:
    placed = observed()
    placed.state.wrecks = {"H05": Wreck(burning=True), "H01": Wreck(burning=True)}
    assert modifiers(placed.play(), FO, MEDIUM, "H13") == {"observer-hindered": -2}


@pytest.mark.rule("panzer:6.5.1.12.1/heat-haze")
@pytest.mark.parametrize(("at", "hazy"), [("H03", False), ("H04", True)])
def test_heat_haze_counts_from_three_hexes_on_for_a_small_gun(at: str, hazy: bool) -> None:
    placed = Placed(heat_haze=True).stand(FO, "H01", "overwatch").stand(GUN, at).spot(FO, GUN)
    assert modifiers(placed.play(), FO, MEDIUM, at) == ({"heat-haze": -1} if hazy else {})


# Danger close


def near_friends(at: str) -> Placed:
    """A German tank stands somewhere near the gun, and the gun has spotted it."""
    return observed().stand(TANK, at).spot(GUN, TANK)


@pytest.mark.rule("panzer:6.5.1.10", "panzer:6.5.1.12")
def test_a_natural_one_puts_the_fire_on_a_spotted_friend_five_hexes_away() -> None:
    game = choose(near_friends("H08").play(1, 50), *CALL, f"battery:{MEDIUM}", "do:call", "sheaf:closed")
    assert game.decisions[0].side == "soviet"
    assert offered(game) == ["hex:H08"]
    assert refused(game, "hex:H13") == ("refused.no-friend-there", "6.5.1.12")
    choose(game, "hex:H08", "do:decline")
    mission = game.state.missions["g1"]
    assert (mission.at, mission.misdirected, mission.bands) == ("H08", True, ("M",))
    assert game.state.units[TANK].under_fire
    assert not game.state.units[GUN].under_fire


@pytest.mark.rule("panzer:6.5.1.10", "panzer:6.5.1.12")
@pytest.mark.parametrize("why", ["six hexes away", "not spotted"])
def test_there_is_no_danger_to_friends_farther_away_or_unspotted(why: str) -> None:
    placed = near_friends("H07") if why == "six hexes away" else observed().stand(TANK, "H08")
    game = choose(placed.play(1), *CALL, f"battery:{MEDIUM}", "do:call", "sheaf:closed")
    assert results(game) == ["no-response"]
    assert not game.state.missions


@pytest.mark.rule("panzer:6.5.1.9", "panzer:6.5.1.10")
def test_fire_that_went_astray_ends_by_itself_in_the_next_turn_and_bars_nobody() -> None:
    game = choose(near_friends("H08").play(1, 1), *CALL, f"battery:{MEDIUM}", "do:call", "sheaf:closed")
    choose(game, "hex:H08", "do:decline", "do:next-turn")
    assert not game.state.missions
    assert f"unit:{FO}" in offered(game)
    assert f"battery:{MEDIUM}" in offered(choose(game, *CALL))


@pytest.mark.rule("panzer:6.5.1.10")
@pytest.mark.parametrize("switches", [(), ("6.5.1.10",)])
def test_fire_that_came_down_well_near_friends_goes_on_unless_the_other_reading_is_chosen(
    switches: tuple[str, ...],
) -> None:
    placed = observed(switches).stand(TANK, "H08").spot(GUN, TANK)
    game = choose(
        placed.play(5, 1, 1), *CALL, f"battery:{MEDIUM}", "do:call", "sheaf:closed", "do:decline", "do:next-turn"
    )
    assert bool(game.state.missions) == (switches == ())


# Sources on the map


def mortars(*at: str, order: Order = "fire", observer: str = "H05") -> Placed:
    """Mortars that an observer of another formation can call onto the gun, which he sees eight hexes away."""
    found = Placed().stand(FO, observer, "overwatch").stand(GUN, "H13").spot(FO, GUN)
    for unit_id, label in zip(MORTARS, at, strict=False):
        found.stand(unit_id, label, order, dump=label)
    return found


@pytest.mark.rule("panzer:6.5.1.1.4", "panzer:6.2.1.1.2")
def test_two_mortars_in_command_range_are_one_source_and_roll_each_for_itself() -> None:
    placed = mortars("H03", "H04", "H01")
    game = placed.play(6, 5, 1, 40)
    assert number_of_sources(game, MORTARS[:2]) == 1
    assert number_of_sources(game, (MORTARS[0], MORTARS[2])) == 2
    choose(game, *CALL, *(f"unit:{unit_id}" for unit_id in MORTARS))
    assert results(game)[:3] == ["responds", "no-response", "no-response"]
    assert game.state.missions["g1"].sources == (MORTARS[0],)


@pytest.mark.rule("panzer:6.5.1", "panzer:6.5.1.5", "panzer:5.7", "panzer:6.5.1.7/response", "panzer:4.4.2")
def test_a_mortar_that_responds_strikes_the_target_hex_alone_and_betrays_little() -> None:
    game = mortars("H03").stand(RED, "H14").play(9, 50)
    choose(game, f"unit:{FO}", "hex:H13", "shell:gp", f"unit:{MORTARS[0]}", "do:call")
    mission = game.state.missions["g1"]
    assert (mission.sheaf, mission.hexes) == ("on-map", ("H13",))
    assert game.state.units[MORTARS[0]].spot == "small-arms"
    assert not game.state.units[RED].under_fire
    failed = mortars("H03").play(5)
    choose(failed, f"unit:{FO}", "hex:H13", "shell:gp", f"unit:{MORTARS[0]}", "do:call")
    assert failed.state.units[MORTARS[0]].spot == ""
    assert failed.state.commands[MORTARS[0]].fired
    assert (have_fired(game), have_fired(failed)) == ((MORTARS[0],), ()), "overwatch answers fire, not silence"


@pytest.mark.rule("panzer:6.5.1.2", "panzer:6.5.1")
def test_who_cannot_be_called_and_why() -> None:
    placed = mortars("H03", "H04", "H01").spot(MORTARS[1], GUN)
    placed.stand(MORTARS[2], "H01", "short-halt").stand(TANK, "A01", "fire")
    game = choose(placed.play(), f"unit:{FO}", "hex:H13", "shell:gp")
    assert f"unit:{MORTARS[0]}" in offered(game)
    assert refused(game, f"unit:{MORTARS[1]}") == ("refused.source-spots-target", "6.5.1")
    assert refused(game, f"unit:{MORTARS[2]}") == ("refused.source-not-on-fire", "6.5.1")
    assert refused(game, f"unit:{TANK}") == ("refused.no-indirect-weapon", "6.5.1")
    assert refused(game, f"battery:{RED_MEDIUM}") == ("refused.not-your-source", "6.5.1.1")


@pytest.mark.rule("panzer:6.5.1", "panzer:4.2.1")
def test_a_fire_command_makes_sense_where_somebody_could_call_the_mortar() -> None:
    assert could_be_called(mortars("H03").play(), MORTARS[0])
    assert not could_be_called(mortars("H03").spot(MORTARS[0], GUN).play(), MORTARS[0])
    assert not could_be_called(mortars("H03").spot(FO).play(), MORTARS[0])


@pytest.mark.rule("panzer:5.6", "panzer:6.5.1.13")
@pytest.mark.parametrize(
    ("mortar", "reaches"), [("H12", False), ("H11", True)], ids=["below the minimum range", "at the minimum range"]
)
def test_the_range_of_a_mortar_is_the_greater_of_its_own_and_the_observers(mortar: str, reaches: bool) -> None:
    near = mortars(mortar, observer="H12")
    game = choose(near.play(), f"unit:{FO}", "hex:H13", "shell:gp")
    assert (f"unit:{MORTARS[0]}" in offered(game)) == reaches
    if not reaches:
        assert refused(game, f"unit:{MORTARS[0]}") == ("refused.out-of-indirect-range", "6.5.1.13")


@pytest.mark.rule("panzer:6.5.1.13")
@pytest.mark.parametrize(("at", "reaches"), [("H24", True), ("G24", False)])
def test_the_last_hex_of_range(at: str, reaches: bool) -> None:
    """From H24 it is 23 hexes to H01; the observer beside H01 looks no farther."""
    placed = Placed().stand(FO, "H02", "overwatch").stand(GUN, "H01").spot(FO, GUN)
    placed.stand(MORTARS[0], at, "fire").relabel(MORTARS[0], attached=("uk-3in",))
    far = placed.content.distance(at, "H01")
    game = choose(placed.play(), f"unit:{FO}", "hex:H01", "shell:gp")
    assert (f"unit:{MORTARS[0]}" in offered(game)) == (far <= 25)


@pytest.mark.rule("panzer:6.5.1", "panzer:6.5.1.6")
def test_the_gun_that_fires_directly_and_indirectly_uses_its_indirect_row() -> None:
    content = Placed().content
    (weapon,) = weapons_on(content, "atg-76-m39", ())
    gun = content.cards.guns[weapon.id]
    assert gun.gp is not None
    assert weapon.row == gun.indirect != gun.gp


@pytest.mark.rule("panzer:5.2", "panzer:6.5.1")
@pytest.mark.parametrize(("facing", "bears"), [(3, True), (0, False)])
def test_indirect_fire_goes_by_the_facing_of_the_moment(facing: int, bears: bool) -> None:
    placed = Placed().stand(FO, "H05", "overwatch").stand(GUN, "H13").spot(FO, GUN)
    placed.stand(CHQ, "H01", "fire", facing=facing).relabel(CHQ, card="atg-76-m39")
    game = choose(placed.play(), f"unit:{FO}", "hex:H13", "shell:gp")
    assert (f"unit:{CHQ}" in offered(game)) == bears
    if not bears:
        assert refused(game, f"unit:{CHQ}") == ("refused.source-does-not-bear", "5.2")


@pytest.mark.rule("panzer:5.1.3.1")
@pytest.mark.parametrize("facts", [{"floor": 1}, {"carrier": TANK}])
def test_mortars_do_not_fire_from_upstairs_or_from_a_vehicle(facts: dict[str, object]) -> None:
    placed = mortars("H03").stand(TANK, "H03", "fire").stand(MORTARS[0], "H03", "fire", **facts)
    game = choose(placed.play(), f"unit:{FO}", "hex:H13", "shell:gp")
    assert refused(game, f"unit:{MORTARS[0]}") == ("refused.source-cannot-fire-here", "5.1.3.1")


# Patterns


@pytest.mark.rule("panzer:6.5.1.5", "panzer:6.5.1.6.1")
def test_rocket_batteries_have_no_linear_sheaf() -> None:
    game = choose(observed().play(), *CALL, f"battery:{ROCKETS}", "do:call")
    assert offered(game) == ["sheaf:closed", "sheaf:open"]
    assert refused(game, "sheaf:closed-linear") == ("refused.no-such-sheaf", "6.5.1.5")


@pytest.mark.rule("panzer:6.5.1.5")
@pytest.mark.parametrize(
    ("switches", "way", "hexes"),
    [
        ((), "N", ("H13", "H12", "H11", "H10", "H09", "H08", "H07")),
        (("6.5.1.5",), "N", ("H13", "H12", "H11", "H10", "H09", "H08")),
    ],
)
def test_the_linear_sheaf_is_a_row_from_the_target_point(
    switches: tuple[str, ...], way: str, hexes: tuple[str, ...]
) -> None:
    game = observed(switches).play(5, 1)
    choose(game, *CALL, f"battery:{MEDIUM}", "do:call", "sheaf:closed-linear", f"face:{way}")
    assert game.state.missions["g1"].hexes == hexes


@pytest.mark.rule("panzer:6.5.1.5")
def test_the_edge_of_the_map_cuts_a_linear_sheaf_off() -> None:
    placed = Placed().stand(FO, "H10", "overwatch").stand(GUN, "H03").spot(FO, GUN)
    game = choose(placed.play(5, 1), f"unit:{FO}", "hex:H03", "shell:gp", f"battery:{MEDIUM}", "do:call")
    choose(game, "sheaf:closed-linear", "face:N")
    assert game.state.missions["g1"].hexes == ("H03", "H02", "H01")


@pytest.mark.rule("panzer:6.5.1.5", "panzer:6.5.4.3/if-open-sheaf")
@pytest.mark.parametrize(("sheaf", "hexes", "net"), [("closed", 7, "+0"), ("open", 19, "-20")])
def test_the_open_sheaf_is_wider_and_weaker(sheaf: Literal["closed", "open"], hexes: int, net: str) -> None:
    game = choose(observed().play(5, 1, 1), *CALL, f"battery:{MEDIUM}", "do:call", f"sheaf:{sheaf}")
    choose(game, "do:decline")
    assert len(game.state.missions["g1"].hexes) == hexes
    sums = [event.lines for event in game.events if isinstance(event, Resolved) and event.what == "gp-fire"]
    assert [line.value for line in sums[0] if line.label == "net-modifier"] == [net]


@pytest.mark.rule("panzer:6.5.1")
def test_friends_in_the_sheaf_are_attacked_as_well_and_by_every_source() -> None:
    placed = observed().stand(TANK, "H12")
    game = placed.play(5, 5, 1, 1, 1, 1, 1, 1)
    choose(game, *CALL, f"battery:{MEDIUM}", f"battery:{HEAVY}", "sheaf:closed")
    struck = []
    while game.decisions[0].prompt == "claim":
        struck.append(game.decisions[0].side)
        choose(game, "do:decline")
    shots = [event.subject for event in game.events if isinstance(event, Resolved) and event.what == "gp-fire"]
    assert sorted(shots) == sorted([GUN, TANK, RED] * 2)
    assert set(struck) == {"german", "soviet"}
