"""E7, CG21: fighter-bombers come, look for targets, are fired at, and attack."""

from __future__ import annotations

from typing import Any

import pytest

from games.asl.fields import meadow
from games.asl.heavy import NORTH, SOUTH, ca, de, results, tank
from games.asl.position import offered, play, position
from sandtable.games.asl.air.attacks import flight, sighting_sum, strafe, target_hexes, to_hit_sum
from sandtable.games.asl.air.groups import CallAircraft, Recall, begin_fire_phase, edge_of, may_fly
from sandtable.games.asl.air.strikes import AirAttack, flak, kill_number, may_attack, options, refuse
from sandtable.games.asl.artillery import secrets
from sandtable.games.asl.concealment.vehicles import conceal
from sandtable.games.asl.fire.fire_phase import FirePhase
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.state import Aircraft, AirGroup, Smoke, Wreck
from sandtable.games.asl.units import Game
from sandtable.kernel import Choice, Resolved
from sandtable.kernel.state import fork


def plane(**facts: Any) -> Aircraft:
    return Aircraft("canadian", "cr1", **{"at": "F1", "load": "rockets", **facts})


def sky(dice: tuple[int | str, ...] = (), **facts: Any) -> Game:
    """A Typhoon p above F1, and a German squad g in F10, in the Canadian Prep Fire Phase of turn 3."""
    planes = {"p": plane(**facts.pop("plane", {}))}
    groups = {"cr1": AirGroup("canadian", "here", 1)}
    men = {"g": de("F10")}
    facts = {"phase": "prep-fire", "turn": 3, "units": men, "air_groups": groups, "aircraft": planes, **facts}
    return position(on=facts.pop("on", None) or meadow(facts.pop("terrain", None)), dice=dice, **facts)


def attack(game: Game, *choices: str) -> Game:
    return play(game, AirAttack(side="canadian", plane="p"), *choices)


def columns_of(game: Game, what: str) -> list[str]:
    """The columns on which attacks of a kind were resolved."""
    found = [event for event in game.events if isinstance(event, Resolved) and event.what == what]
    return [next(line.value for line in event.lines if line.label == "column") for event in found]


# E7/arrival, CG21


def waiting(dice: tuple[int, ...], **facts: Any) -> Game:
    groups = {"cr1": AirGroup("canadian"), "cr2": AirGroup("canadian")}
    facts = {"air_groups": groups, "aircraft": {}, "phase": "rally", "turn": 2, **facts}
    return sky(dice, **facts)


@pytest.mark.rule("rileys_road:E7/arrival")
@pytest.mark.parametrize(("face", "planes"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_dr_says_how_many_come_and_its_owner_alone_knows(face: int, planes: int) -> None:
    game = play(waiting((face, 6)), CallAircraft(side="canadian"), "do:call")
    group = game.state.air_groups["cr1"]
    assert (group.status, group.planes) == ("called", planes)
    seen = fork(game.state)
    secrets.mask(seen, game.content, "german")
    assert seen.air_groups["cr1"].planes == -1


@pytest.mark.rule("rileys_road:E7/arrival")
def test_they_come_by_a_dr_up_to_the_turn_and_not_before_the_second() -> None:
    assert play(waiting((1, 2)), CallAircraft(side="canadian"), "do:call").state.air_groups["cr1"].status == "due"
    assert play(waiting((1, 3)), CallAircraft(side="canadian"), "do:call").state.air_groups["cr1"].status == "called"
    first = play(waiting((), turn=1), CallAircraft(side="canadian"))
    assert first.state.air_groups["cr1"].status == "waiting"


@pytest.mark.rule("rileys_road:E7/arrival")
def test_those_who_were_called_roll_again_each_rally_phase() -> None:
    groups = {"cr1": AirGroup("canadian", "called", 2), "cr2": AirGroup("canadian")}
    game = play(waiting((3,), turn=3, air_groups=groups), CallAircraft(side="canadian"))
    assert game.state.air_groups["cr1"].status == "due"


@pytest.mark.rule("rileys_road:CG21")
@pytest.mark.parametrize(
    ("facts", "flies"),
    [({}, True), ({"weather": "overcast"}, False), ({"weather": "rain"}, False), ({"nvr": 3}, False)],
)
def test_nobody_flies_at_night_or_under_clouds(facts: dict[str, Any], flies: bool) -> None:
    game = waiting((), **facts)
    assert may_fly(game) is flies
    play(game, CallAircraft(side="canadian"))
    assert bool(game.decisions) is flies


@pytest.mark.rule("rileys_road:CG21")
def test_a_second_group_is_not_called_while_the_first_is_there() -> None:
    groups = {"cr1": AirGroup("canadian", "here", 1), "cr2": AirGroup("canadian")}
    assert not play(waiting((), air_groups=groups), CallAircraft(side="canadian")).decisions
    groups["cr1"] = AirGroup("canadian", "gone", 1)
    assert play(waiting((), air_groups=groups), CallAircraft(side="canadian")).decisions[0].prompt == "call-aircraft"


@pytest.mark.rule("rileys_road:E7/arrival")
def test_they_appear_together_above_their_own_edge_with_rockets_or_a_bomb() -> None:
    groups = {"cr1": AirGroup("canadian", "due", 2)}
    game = sky(air_groups=groups, aircraft={})
    play(game, FirePhase(side="canadian", phase="prep-fire"))
    assert set(offered(game)) == {"load:rockets", "load:bomb"}
    game.choose("load:bomb")
    assert {Choice.of(each).name for each in offered(game)} == set(edge_of(game, "canadian"))
    assert game.explain("hex:F2").reason == "refused.not-own-edge"
    for choice in ("hex:F1", "load:rockets", "hex:A1"):
        game.choose(choice)
    assert {name: (each.at, each.load) for name, each in game.state.aircraft.items()} == {
        "cf1": ("F1", "bomb"), "cf2": ("A1", "rockets"),
    }  # fmt: skip
    assert game.state.air_groups["cr1"].status == "here"
    late = sky(air_groups=groups, aircraft={})
    begin_fire_phase(late, "canadian", "advancing-fire")
    assert not late.stack


@pytest.mark.rule("rileys_road:CG21", "rileys_road:E7/arrival")
def test_a_group_is_recalled_at_the_end_of_a_player_turn_or_leaves_under_clouds() -> None:
    game = play(sky(), Recall(side="canadian", group="cr1"), "do:recall")
    assert (game.state.air_groups["cr1"].status, game.state.aircraft) == ("gone", {})
    assert play(sky(), Recall(side="canadian", group="cr1"), "do:keep").state.aircraft
    assert not play(sky(weather="overcast"), Recall(side="canadian", group="cr1")).state.aircraft


# E7/sighting


@pytest.mark.rule("rileys_road:E7/sighting")
def test_what_makes_a_target_easier_or_harder_to_see() -> None:
    def labels(**facts: Any) -> dict[str, int]:
        vehicle = "t" if "vehicles" in facts else ""
        return {part.label: part.value for part in sighting_sum(sky(**facts), "canadian", "F10", vehicle)}

    assert labels() == {}
    assert labels(terrain={"F10": "woods"}) == {"concealment-terrain": 2, "target-covered": 1}
    assert labels(vehicles={"t": tank("F10", "de-pz4h", moved=True)}) == {"target-active": -2}
    assert labels(vehicles={"t": tank("F10", "de-pz4h")}) == {}
    assert labels(units={"g": de("F10"), "c": ca("F12")}) == {"friends-near": 1}
    assert labels(units={"g": de("F10"), "c": ca("F13")}) == {}
    assert labels(smoke={"F10": (Smoke(3), Smoke(2))}) == {"hindrance": 3}
    assert labels(wrecks={"w": Wreck("de-pz4h", "F10", 0, burning=True)}) == {"burning-wreck": -1, "hindrance": 2}


@pytest.mark.rule("rileys_road:E7/sighting", "rileys_road:B25/infantry")
def test_the_smoke_of_fires_hides_what_is_beneath_it_from_a_pilot_too() -> None:
    def haze(**facts: Any) -> list[int]:
        game = sky(**facts)
        sums = (sighting_sum(game, "canadian", "F10"), to_hit_sum(game, "canadian", "F10", "", "rockets"))
        return [part.value for each in sums for part in each if part.label in ("hindrance", "case.R")]

    assert haze() == []
    assert haze(blazes={"F10": True}) == [3, 3]
    assert haze(blazes={"F9": True}, wind="S") == [3, 3]


@pytest.mark.rule("rileys_road:E7/sighting")
def test_eight_sights_and_nine_does_not() -> None:
    game = attack(sky((4, 4, 1, 1, 6, 6, 6, 6, 6, 6), plane={"load": ""}), "strike:strafe", "hex:F10", "flight:3")
    assert game.state.aircraft["p"].attacks == 1
    game = attack(sky((4, 5), plane={"load": ""}), "strike:strafe", "hex:F10", "flight:3")
    assert game.state.aircraft["p"].blind
    assert not may_attack(game.state.aircraft["p"])
    assert game.state.air_groups["cr1"].used


@pytest.mark.rule("rileys_road:E7/sighting")
@pytest.mark.parametrize(
    ("facts", "may"),
    [({}, True), ({"attacks": 1}, False), ({"load": ""}, True), ({"load": "", "attacks": 1}, True),
     ({"load": "", "attacks": 2}, False)],
)  # fmt: skip
def test_an_aircraft_attacks_once_with_its_load_and_twice_without(facts: dict[str, Any], may: bool) -> None:
    assert may_attack(plane(**facts)) is may


@pytest.mark.rule("rileys_road:E7/sighting")
def test_who_has_dropped_his_load_is_done_for_this_player_turn() -> None:
    game = attack(sky((1, 1, 6, 6)), "strike:rockets", "hex:F10")
    assert game.state.aircraft["p"].load == ""
    assert not may_attack(game.state.aircraft["p"])


@pytest.mark.rule("rileys_road:E7/sighting")
def test_a_twelve_lets_the_other_side_pick_whom_he_attacks() -> None:
    men = {"g": de("F10"), "c": ca("F14"), "far": ca("F15")}
    game = attack(sky((6, 6, 6, 6), units=men), "strike:rockets", "hex:F10")
    assert game.decisions[0].side == "german"
    assert set(offered(game)) == {"hex:F10", "hex:F14"}
    game.choose("hex:F14")
    assert game.state.aircraft["p"].at == "F14"


@pytest.mark.rule("rileys_road:E7/sighting", "rileys_road:E7/attacks")
def test_neither_the_hidden_nor_hexes_with_friends_are_named() -> None:
    men = {"g": de("F10", concealed=True, hidden=True), "h": de("C3", concealed=True), "i": de("D8"), "c": ca("D8")}
    assert target_hexes(sky(units=men), "canadian") == ["C3"]
    game = attack(sky(units=men), "strike:rockets")
    assert game.explain("hex:D8").reason == "refused.own-men-there"
    assert game.explain("hex:F10").reason == "refused.nobody-seen"


@pytest.mark.rule("rileys_road:E7/sighting")
def test_aircraft_attack_in_the_fire_phases_of_their_side_but_not_in_the_advancing_one() -> None:
    assert [each.id for each in options(sky(), "canadian")] == ["aircraft:p"]
    assert [each.id for each in options(sky(phase="defensive-fire", active="german"), "canadian")] == ["aircraft:p"]
    late = sky(phase="advancing-fire")
    assert options(late, "canadian") == []
    refusal = refuse(late, Choice.of("aircraft:p"), "canadian")
    assert refusal is not None
    assert refusal.reason == "refused.aircraft-phase"


# E7/attacks


@pytest.mark.rule("rileys_road:E7/attacks")
def test_strafing_runs_over_three_hexes_and_spares_friends() -> None:
    game = sky()
    assert flight(game, "F10", 3) == ["F10", "F11", "F12"]
    assert flight(game, "F20", 3) == ["F20"]
    friend = attack(sky(units={"g": de("F10"), "c": ca("F12")}), "strike:strafe", "hex:F10")
    assert "flight:3" not in offered(friend)
    assert friend.explain("flight:3").reason == "refused.friends-in-the-way"


@pytest.mark.rule("rileys_road:E7/attacks")
def test_strafing_has_twelve_firepower_and_six_behind_the_target() -> None:
    men = {"g": de("F10"), "h": de("F11"), "i": de("F12", concealed=True)}
    game = sky((6, 6, 6, 6, 6, 6), units=men)
    strafe(game, "canadian", ["F10", "F11", "F12"], Aftermath())
    columns = columns_of(game, "strafing")
    assert columns == ["12", "6", "2"], "concealment halves it"


@pytest.mark.rule("rileys_road:E7/attacks", "rileys_road:C7.22")
def test_machine_guns_pierce_open_tops_and_not_those_of_tanks() -> None:
    game = sky((6, 6, 1, 2, *(6,) * 8), units={"g": de("T20")}, vehicles={"t": tank("F10", "de-spw251")})
    strafe(game, "canadian", ["F10"], Aftermath())
    assert "t" not in game.state.vehicles, "4 less nothing: a 3 destroys it"
    game = sky((6, 6), units={"g": de("T20")}, vehicles={"t": tank("F10", "de-pz5g")})
    strafe(game, "canadian", ["F10"], Aftermath())
    assert "t" in game.state.vehicles, "no dice are needed"


@pytest.mark.rule("rileys_road:E7/attacks")
def test_only_some_cases_count_for_rockets() -> None:
    game = sky(vehicles={"t": tank("F10", "de-pz5g", motion=True)}, smoke={"F10": (Smoke(2),)})
    assert {part.label: part.value for part in to_hit_sum(game, "canadian", "F10", "t", "rockets")} == {
        "case.J": 2, "case.P": -1, "case.R": 2,
    }  # fmt: skip
    woods = sky(terrain={"F10": "woods"}, units={"g": de("F10", concealed=True)})
    assert {part.label: part.value for part in to_hit_sum(woods, "canadian", "F10", "", "rockets")} == {
        "case.K": 2, "tem.woods": 1,
    }  # fmt: skip
    assert {part.label for part in to_hit_sum(woods, "canadian", "F10", "", "bomb")} == {"case.K"}


@pytest.mark.rule("rileys_road:E7/attacks", "rileys_road:C6.8")
@pytest.mark.parametrize(("bypass", "cover"), [(-1, {"tem.woods": 1}), (2, {})])
def test_woods_protect_a_tank_in_them_from_rockets(bypass: int, cover: dict[str, int]) -> None:
    game = sky(vehicles={"t": tank("F10", "de-pz4j", bypass=bypass)}, units={}, terrain={"F10": "woods"})
    assert {part.label: part.value for part in to_hit_sum(game, "canadian", "F10", "t", "rockets")} == cover
    assert not list(to_hit_sum(game, "canadian", "F10", "t", "bomb"))


@pytest.mark.rule("rileys_road:E7/attacks", "rileys_road:C7.22")
def test_a_rocket_that_hits_strikes_the_top_of_a_tank() -> None:
    tanks = {"t": tank("F10", "de-pz4h")}
    game = sky((4, 4, 3, 4, 2, 2, *(6,) * 8), units={"g": de("T20")}, vehicles=tanks)
    attack(game, "strike:rockets", "vehicle:t")
    assert results(game)[:3] == ["sighting.sighted", "air.hit", "tk.eliminated"], "8 less an armor of 2"


@pytest.mark.rule("rileys_road:E7/attacks")
@pytest.mark.parametrize(
    ("dice", "expected"),
    [((3, 3), "16"), ((3, 4), "8"), ((4, 4), "8"), ((4, 5), None)],
)
def test_rockets_that_miss_by_little_still_do_something(dice: tuple[int, int], expected: str | None) -> None:
    game = sky((4, 4, *dice, 6, 6, 1, 2))
    attack(game, "strike:rockets", "hex:F10")
    columns = columns_of(game, "rocket-blast")
    assert columns == ([expected] if expected else [])


@pytest.mark.rule("rileys_road:E7/attacks")
def test_a_bomb_has_thirty_firepower_or_falls_beside_its_hex_with_twelve() -> None:
    game = sky((4, 4, 4, 4, 6, 6, 1, 2), plane={"load": "bomb"})
    attack(game, "strike:bomb", "hex:F10")
    assert results(game)[1:] == ["air.hit", "ift.mc"]
    near = sky((4, 4, 4, 5, 1, 6, 6), plane={"load": "bomb"}, units={"g": de("F10"), "h": de("F9")})
    attack(near, "strike:bomb", "hex:F10")
    assert results(near)[1:] == ["air.near-miss", "ift.none"], "to the north"
    far = sky((4, 4, 6, 6), plane={"load": "bomb"})
    attack(far, "strike:bomb", "hex:F10")
    assert results(far)[1:] == ["air.miss"]


# AA fire


def guarded(dice: tuple[int, ...], **facts: Any) -> Game:
    flakpz = {"f": tank("F14", "de-flakpz", facing=NORTH, **facts)}
    return attack(sky((4, 4, *dice), vehicles=flakpz, plane={"load": ""}), "strike:strafe", "hex:F10", "flight:0")


@pytest.mark.rule("rileys_road:E7/attacks")
@pytest.mark.parametrize(("dice", "status"), [((3, 3), "gone"), ((3, 4), "gone"), ((4, 4), "here")])
def test_flak_brings_an_aircraft_down_or_drives_it_off_before_it_attacks(dice: tuple[int, int], status: str) -> None:
    game = guarded((*dice, 6, 6, 6, 6, 6, 6))
    assert game.decisions[0].side == "german"
    assert kill_number(game, "f", "ife") == 10
    game.choose("vehicle:f")
    assert game.state.air_groups["cr1"].status == status
    assert ("air.down" in results(game)) is (dice == (3, 3))
    assert ("air.driven-off" in results(game)) is (dice == (3, 4))
    assert ("ift.none" in results(game)) is (status == "here")


@pytest.mark.rule("rileys_road:E7/attacks")
def test_flak_needs_range_arc_and_a_crew_that_can_act() -> None:
    game = sky(vehicles={"f": tank("F14", "de-flakpz", facing=NORTH)})
    assert flak(game, "german", "F10") == {"f": "ife"}
    assert flak(sky(vehicles={"f": tank("F14", "de-flakpz", facing=SOUTH)}), "german", "F10") == {}
    assert flak(sky(vehicles={"f": tank("F14", "de-flakpz", facing=NORTH, shock="shocked")}), "german", "F10") == {}
    assert flak(sky(vehicles={"f": tank("F18", "de-flakpz", facing=NORTH)}), "german", "F1") == {}
    assert flak(sky(vehicles={"f": tank("F17", "de-flakpz", facing=NORTH)}), "german", "F1") == {"f": "ife"}
    buttoned = {"p": tank("F14", "de-pz5g")}
    assert flak(sky(vehicles=buttoned), "german", "F10") == {}
    exposed = {"p": tank("F14", "de-pz5g", exposed=True)}
    assert flak(sky(vehicles=exposed), "german", "F10") == {"p": "aamg"}


@pytest.mark.rule("rileys_road:E7/attacks", "rileys_road:D3.7", "rileys_road:A.11", "rileys_road:A19.131")
@pytest.mark.parametrize(
    ("dice", "shortage", "broken", "lost"),
    [((5, 6), False, (), ()), ((6, 6), False, ("ma",), ()), ((5, 6), True, ("ma",), ()), ((6, 6), True, (), ("ma",))],
)
def test_flak_that_is_short_of_ammunition_breaks_down_sooner(
    dice: tuple[int, int], shortage: bool, broken: tuple[str, ...], lost: tuple[str, ...]
) -> None:
    game = guarded((*dice, 6, 6, 6, 6, 6, 6), shortage=shortage)
    game.choose("vehicle:f")
    vehicle = game.state.vehicles["f"]
    assert (vehicle.broken, vehicle.disabled, vehicle.recalled) == (broken, lost, bool(lost))


@pytest.mark.rule("rileys_road:E7/attacks", "rileys_road:D5.34")
@pytest.mark.parametrize(("stun", "status"), [("", "gone"), ("shaken", "here")])
def test_a_crew_that_was_stunned_hits_aircraft_less_often(stun: str, status: str) -> None:
    game = guarded((3, 4, 6, 6, 6, 6, 6, 6), stun=stun)
    assert [line.value for line in game.preview("vehicle:f").lines] == ["10", "+3", *(["+1"] if stun else [])]
    game.choose("vehicle:f")
    assert game.state.air_groups["cr1"].status == status


@pytest.mark.rule("rileys_road:E7/attacks", "rileys_road:scope/vehicle-concealment")
@pytest.mark.parametrize(("concealed", "stun"), [(True, ""), (False, "stunned")])
def test_strafing_strikes_the_crew_of_a_vehicle_beneath_a_question_mark_on_half_the_column(
    *, concealed: bool, stun: str
) -> None:
    vehicles = {"v": tank("F10", "de-pz4j", exposed=True)}
    game = sky((3, 3, 6, 6, 6, 6), units={}, vehicles=vehicles, terrain={"F10": "brush"})
    if concealed:
        conceal(game, "v")
    strafe(game, "canadian", ["F10"], Aftermath())
    assert game.state.vehicles["v"].stun == stun
