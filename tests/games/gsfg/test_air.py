"""Air superiority, heavy bombers, aircraft, deep strike, ground attack, interdiction and Wild Weasels (6.1 to 6.7)."""

from __future__ import annotations

import pytest

from games.gsfg.flights import asked, is_over, refused, resolved, run, sums
from games.gsfg.positions import choose, content, ids, quiet
from sandtable.games.gsfg.air.interdiction import Interdiction
from sandtable.games.gsfg.air.strikes import DeepStrike, GroundAttackFile, GroundAttacks, HeavyBombers
from sandtable.games.gsfg.air.superiority import AirPhase
from sandtable.games.gsfg.content import chart
from sandtable.games.gsfg.movement.costs import interdicted_hexes
from sandtable.games.gsfg.movement.movement_phase import MovementPhase
from sandtable.games.gsfg.optional.wild_weasels import Exchange
from sandtable.games.gsfg.reinforcements.picking import PickReinforcements
from sandtable.games.gsfg.sequence import GameTurn
from sandtable.games.gsfg.state import NATO, SOVIET, Air
from sandtable.games.gsfg.units import Game
from sandtable.kernel import Drew, Rolled
from sandtable.kernel.dice import outcomes
from sandtable.mechanics.events import LostStep

TANKS, RIFLES = "su-10g-tk", "su-27g-mr"
GERMANS, AMERICANS = "frg-ll-27", "us-3-arm"
FRONT = {TANKS: "2818", RIFLES: "2818", GERMANS: "2214", AMERICANS: "2214"}
CITY = "2521"


def superiority(turn: int, die: int, penalty: int = 0) -> tuple[str, str]:
    """The modified die and the side that a roll for air superiority gives."""
    game = run(FRONT, AirPhase(), turn=turn, dice=[die], air=Air(last_penalty=penalty))
    return sums(resolved(game, "air-superiority"))["air-total"], game.state.air.side


def rolls(game: Game) -> list[str]:
    """What has been rolled for."""
    return [event.why for event in game.events if isinstance(event, Rolled | Drew)]


# Air superiority


@pytest.mark.rule("gsfg:5.3", "gsfg:6.1")
def test_in_the_first_turn_the_soviets_have_air_superiority_without_a_roll() -> None:
    game = run(FRONT, AirPhase(), turn=1)
    assert (game.state.air.side, rolls(game)) == (SOVIET, [])


@pytest.mark.rule("gsfg:5.10", "gsfg:6.2")
def test_in_the_first_turn_the_soviets_make_their_heavy_bomber_strike() -> None:
    game = run(FRONT, AirPhase(), turn=1)
    assert (asked(game), ids(game), game.decisions[0].side) == ("bomb-hex", {"hex:2214"}, SOVIET)


@pytest.mark.rule("gsfg:5.3", "gsfg:5.10", "gsfg:6.3")
def test_in_the_first_turn_nothing_follows_the_heavy_bombers() -> None:
    game = run(FRONT, AirPhase(), turn=1, dice=[1], picks=["hex:2214"])
    assert (is_over(game), game.state.air.side, game.state.air.aircraft) == (True, SOVIET, 0)


@pytest.mark.rule("gsfg:5.3", "gsfg:6.3")
def test_on_the_other_reading_the_soviets_have_aircraft_in_the_first_turn() -> None:
    game = run(FRONT, AirPhase(), turn=1, dice=[1, 6], picks=["hex:2214"], switches=("5.3",))
    assert (asked(game), game.state.air.aircraft) == ("ground-attack", 7)


@pytest.mark.rule("gsfg:5.3", "gsfg:6.9")
def test_in_the_first_turn_the_soviets_may_fly_supplies_all_the_same() -> None:
    game = run(FRONT, AirPhase(), turn=1, dice=[1], picks=["hex:2214"])
    game.state.stack.append(MovementPhase(side=SOVIET, group="main"))
    game.advance()
    assert "do:aerial-supply" in ids(game)


@pytest.mark.rule("gsfg:6.1", "gsfg:12.1")
@pytest.mark.parametrize(
    ("turn", "die", "expected"),
    [
        (2, 2, ("3", NATO)), (2, 3, ("4", SOVIET)), (2, 6, ("7", SOVIET)),
        (3, 3, ("3", NATO)), (3, 4, ("4", SOVIET)), (4, 4, ("4", SOVIET)),
        (5, 4, ("3", NATO)), (5, 5, ("4", SOVIET)), (7, 5, ("4", SOVIET)),
        (8, 5, ("3", NATO)), (8, 6, ("4", SOVIET)), (15, 1, ("-1", NATO)),
    ],
)  # fmt: skip
def test_the_air_superiority_table_with_the_modifier_of_the_turn(
    turn: int, die: int, expected: tuple[str, str]
) -> None:
    assert superiority(turn, die) == expected


@pytest.mark.rule("gsfg:6.5/2", "gsfg:12.1")
def test_last_turns_deep_strike_takes_one_from_the_roll() -> None:
    assert superiority(5, 5, penalty=1) == ("3", NATO)


@pytest.mark.rule("gsfg:12.1")
def test_a_result_below_the_table_is_natos() -> None:
    assert superiority(8, 1, penalty=1) == ("-2", NATO)


@pytest.mark.rule("gsfg:6.5/2", "gsfg:6.1")
def test_the_penalty_is_carried_into_the_next_turn_and_no_further() -> None:
    game = run(FRONT, GameTurn(), dice=[6], air=Air(side=NATO, penalty=1))
    assert (game.state.air.last_penalty, game.state.air.penalty) == (1, 0)


@pytest.mark.rule("gsfg:5.2", "gsfg:6.4", "gsfg:6.6", "gsfg:6.7")
def test_the_steps_of_natos_air_phase_follow_each_other() -> None:
    game = run(FRONT, AirPhase(), dice=[1, 1, 1], turn=5)
    seen = [asked(game)]
    for pick in ("hex:2818", "aircraft:0", "do:done", "do:done"):
        choose(game, pick)
        seen.append(asked(game))
    assert seen == ["bomb-hex", "deep-strike", "ground-attack", "interdict", "over"]


@pytest.mark.rule("gsfg:6.4")
def test_the_soviets_never_make_deep_strikes() -> None:
    game = run(FRONT, AirPhase(), turn=3, dice=[6, 1, 1], picks=["hex:2214"])
    assert (game.state.air.side, asked(game)) == (SOVIET, "ground-attack")


# Heavy bombers


@pytest.mark.rule("gsfg:6.2", "gsfg:1.5")
@pytest.mark.parametrize(("die", "steps"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_natos_bombers_take_half_the_die_in_steps(die: int, steps: int) -> None:
    game = run(FRONT, HeavyBombers(side=NATO), dice=[die], picks=["hex:2818"])
    while not is_over(game):
        choose(game, game.decisions[0].ids[0])
    assert (
        4 - sum(game.state.units[unit_id].steps for unit_id in (TANKS, RIFLES) if unit_id in game.state.units) == steps
    )


@pytest.mark.rule("gsfg:6.2")
@pytest.mark.parametrize(("die", "steps"), [(1, 0), (2, 1), (3, 0), (4, 1), (5, 0), (6, 1)])
def test_soviet_bombers_take_a_step_on_an_even_roll(die: int, steps: int) -> None:
    game = run({AMERICANS: "2214"}, HeavyBombers(side=SOVIET), dice=[die], picks=["hex:2214"])
    assert game.state.units[AMERICANS].steps == 2 - steps


@pytest.mark.rule("gsfg:6.2")
def test_bombers_strike_any_enemy_stack_and_must_strike_one() -> None:
    game = run(FRONT | {"su-12g-tk": "3221"}, HeavyBombers(side=NATO))
    assert ids(game) == {"hex:2818", "hex:3221"}


@pytest.mark.rule("gsfg:6.2")
def test_bombers_do_not_strike_empty_or_friendly_hexes() -> None:
    game = run(FRONT, HeavyBombers(side=NATO))
    assert [refused(game, f"hex:{label}") for label in ("2214", "3000")] == [("refused.no-target", "6.2")] * 2


@pytest.mark.rule("gsfg:6.2")
def test_without_a_target_there_is_no_strike() -> None:
    assert is_over(run({GERMANS: "2214"}, HeavyBombers(side=NATO)))


@pytest.mark.rule("gsfg:6.2")
def test_the_striking_side_chooses_who_loses_the_step() -> None:
    game = run(FRONT, HeavyBombers(side=SOVIET), dice=[2], picks=["hex:2214"])
    assert (game.decisions[0].side, ids(game)) == (SOVIET, {f"unit:{GERMANS}", f"unit:{AMERICANS}"})


@pytest.mark.rule("gsfg:6.2")
def test_several_steps_may_come_from_one_unit() -> None:
    game = run(FRONT, HeavyBombers(side=NATO), dice=[4], picks=["hex:2818", f"unit:{TANKS}", f"unit:{TANKS}"])
    assert (TANKS in game.state.units, game.state.units[RIFLES].steps, is_over(game)) == (False, 2, True)


@pytest.mark.rule("gsfg:6.2")
def test_more_steps_than_there_are_leave_no_choice() -> None:
    game = run({"su-28-tk": "2818", "su-76-tk": "2818"}, HeavyBombers(side=NATO), dice=[6], picks=["hex:2818"])
    assert (game.state.units, is_over(game)) == ({}, True)


@pytest.mark.rule("gsfg:6.2")
def test_a_unit_elsewhere_cannot_take_the_loss() -> None:
    game = run(FRONT | {"su-12g-tk": "3221"}, HeavyBombers(side=NATO), dice=[2], picks=["hex:2818"])
    assert refused(game, "unit:su-12g-tk") == ("refused.not-struck", "6.2")


# Aircraft


@pytest.mark.rule("gsfg:6.3")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_there_is_one_aircraft_more_than_the_die_says(die: int) -> None:
    game = run(FRONT, AirPhase(), dice=[1, 1, die], picks=["hex:2818"])
    assert game.state.air.aircraft == die + 1


@pytest.mark.rule("gsfg:6.3")
def test_aircraft_on_deep_strike_have_no_other_mission() -> None:
    game = run(FRONT, AirPhase(), dice=[1, 1, 1, 1], picks=["hex:2818", "aircraft:2"])
    assert is_over(game)


@pytest.mark.rule("gsfg:6.3")
def test_aircraft_on_ground_attack_do_not_interdict() -> None:
    game = run(FRONT, AirPhase(), dice=[1, 1, 1, 1], picks=["hex:2818", "aircraft:0", "hex:2818", "do:done"])
    assert (asked(game), game.decisions[0].args["aircraft"]) == ("interdict", 1)


# Deep strike


def deep_strike(aircraft: int, die: int, **air: int) -> Game:
    return run(FRONT, DeepStrike(), air=Air(side=NATO, aircraft=7, **air), dice=[die], picks=[f"aircraft:{aircraft}"])


@pytest.mark.rule("gsfg:6.4")
def test_any_number_from_none_to_all_goes_on_deep_strike() -> None:
    game = run(FRONT, DeepStrike(), air=Air(side=NATO, aircraft=3))
    assert ids(game) == {"aircraft:0", "aircraft:1", "aircraft:2", "aircraft:3"}


@pytest.mark.rule("gsfg:6.4")
def test_aircraft_that_are_not_there_do_not_go() -> None:
    game = run(FRONT, DeepStrike(), air=Air(side=NATO, aircraft=3))
    assert refused(game, "aircraft:4") == ("refused.too-few-aircraft", "6.4")


@pytest.mark.rule("gsfg:6.4")
def test_no_aircraft_no_roll() -> None:
    game = run(FRONT, DeepStrike(), air=Air(side=NATO, aircraft=3), picks=["aircraft:0"])
    assert (rolls(game), game.state.air.aircraft) == ([], 3)


@pytest.mark.rule("gsfg:6.5", "gsfg:6.5/1", "gsfg:6.5/2", "gsfg:6.5/3", "gsfg:6.5/4", "gsfg:12.2")
@pytest.mark.parametrize(
    ("die", "expected"),
    [
        (1, (0, False, False)), (2, (1, False, False)), (3, (0, True, False)),
        (4, (0, False, True)), (5, (1, True, False)), (6, (1, True, True)),
    ],
)  # fmt: skip
def test_the_deep_strike_table(die: int, expected: tuple[int, bool, bool]) -> None:
    game = run(FRONT, DeepStrike(), air=Air(side=NATO, aircraft=7), dice=[die], waiting=["su-20-tk"], turn=5)
    choose(game, "aircraft:1", "unit:su-20-tk")
    crippled = game.state.waiting["su-20-tk"] == 1
    assert (game.state.air.penalty, crippled, game.state.air.starve) == expected


@pytest.mark.rule("gsfg:6.5/1")
def test_aircraft_on_deep_strike_are_spent_without_effect_too() -> None:
    assert deep_strike(3, 1).state.air.aircraft == 4


@pytest.mark.rule("gsfg:6.4", "gsfg:12.2")
def test_three_aircraft_add_two_to_the_one_roll() -> None:
    game = deep_strike(3, 2)
    lines = sums(resolved(game, "deep-strike"))
    assert (lines["more-aircraft"], lines["air-total"], rolls(game)) == ("+2", "4", ["deep-strike"])


@pytest.mark.rule("gsfg:12.2")
def test_more_than_six_counts_as_six() -> None:
    game = deep_strike(7, 6)
    assert resolved(game, "deep-strike").result == "deep-strike-air-penalty-crippled-out-of-supply"


@pytest.mark.rule("gsfg:6.5/3")
def test_the_soviets_pick_their_reinforcements_before_the_roll(monkeypatch: pytest.MonkeyPatch) -> None:
    rolled_before: list[list[str]] = []

    def watch(self: PickReinforcements, game: Game) -> None:
        rolled_before.append(rolls(game))
        game.finish()

    monkeypatch.setattr(PickReinforcements, "begin", watch)
    deep_strike(1, 1)
    assert rolled_before == [[]]


@pytest.mark.rule("gsfg:12.2")
def test_the_preview_shows_what_more_aircraft_add_and_how_likely_each_effect_is() -> None:
    game = run(FRONT, DeepStrike(), air=Air(side=NATO, aircraft=7))
    assert [(line.label, line.value) for line in game.preview("aircraft:4").lines] == [
        ("more-aircraft", "+3"),
        ("chance-air-penalty", "5/6"),
        ("chance-crippled", "5/6"),
        ("chance-out-of-supply", "5/6"),
    ]
    assert game.preview("aircraft:0").lines == ()


# Ground attack


def attack(aircraft: int, die: int, at: str = "2818") -> Game:
    air = Air(side=NATO, aircraft=aircraft)
    return run({TANKS: at}, GroundAttacks(side=NATO), air=air, dice=[die], picks=[f"hex:{at}"] * aircraft)


@pytest.mark.rule("gsfg:6.6")
def test_ground_attacks_go_against_enemy_units_anywhere() -> None:
    game = run(FRONT | {"su-12g-tk": "4207"}, GroundAttacks(side=NATO), air=Air(side=NATO, aircraft=1))
    assert ids(game) == {"hex:2818", "hex:4207", "do:done"}


@pytest.mark.rule("gsfg:6.6")
def test_an_empty_hex_is_no_target() -> None:
    game = run(FRONT, GroundAttacks(side=NATO), air=Air(side=NATO, aircraft=1))
    assert refused(game, "hex:2900") == ("refused.no-target", "6.6")


@pytest.mark.rule("gsfg:6.6")
def test_all_targets_are_pointed_out_before_the_first_roll() -> None:
    units = FRONT | {"su-12g-tk": "4207"}
    game = run(units, GroundAttacks(side=NATO), air=Air(side=NATO, aircraft=3), picks=["hex:2818", "hex:4207"])
    assert (rolls(game), asked(game)) == ([], "ground-attack")


@pytest.mark.rule("gsfg:6.6", "gsfg:12.3")
def test_there_is_one_roll_a_hex_however_many_aircraft() -> None:
    units = FRONT | {"su-12g-tk": "4207"}
    picks = ["hex:2818", "hex:4207", "hex:2818"]
    game = run(units, GroundAttacks(side=NATO), air=Air(side=NATO, aircraft=3), dice=[1, 1], picks=picks)
    assert rolls(game) == ["ground-attack", "ground-attack"]


@pytest.mark.rule("gsfg:12.3")
@pytest.mark.parametrize(
    ("aircraft", "die", "steps"), [(1, 5, 2), (1, 6, 1), (2, 5, 1), (3, 3, 2), (3, 4, 1), (7, 1, 1)]
)
def test_each_aircraft_after_the_first_adds_one(aircraft: int, die: int, steps: int) -> None:
    assert attack(aircraft, die).state.units[TANKS].steps == steps


@pytest.mark.rule("gsfg:12.3")
def test_a_modified_result_of_eight_counts_as_six() -> None:
    game = attack(3, 6)
    assert (sums(resolved(game, "ground-attack"))["air-total"], game.state.units[TANKS].steps) == ("8", 1)


@pytest.mark.rule("gsfg:12.3")
def test_a_city_takes_one_from_the_die() -> None:
    assert content().terrain[CITY] == "city"
    game = attack(1, 6, at=CITY)
    assert (sums(resolved(game, "ground-attack"))["air-city"], game.state.units[TANKS].steps) == ("-1", 2)


@pytest.mark.rule("gsfg:12.3")
def test_a_roll_below_the_table_has_no_effect() -> None:
    assert attack(1, 1, at=CITY).state.units[TANKS].steps == 2


@pytest.mark.rule("gsfg:6.6")
def test_the_attacker_chooses_who_loses_the_step() -> None:
    air = Air(side=NATO, aircraft=1)
    game = run(FRONT, GroundAttacks(side=NATO), air=air, dice=[6], picks=["hex:2818", f"unit:{RIFLES}"])
    assert [event.unit for event in game.events if isinstance(event, LostStep)] == [RIFLES]


@pytest.mark.rule("gsfg:6.6")
def test_the_soviets_attack_from_the_air_too() -> None:
    air = Air(side=SOVIET, aircraft=1)
    game = run({AMERICANS: "2214"}, GroundAttacks(side=SOVIET), air=air, dice=[6], picks=["hex:2214"])
    assert game.state.units[AMERICANS].steps == 1


@pytest.mark.rule("gsfg:12.3")
def test_the_preview_counts_the_aircraft_already_on_the_hex() -> None:
    air = Air(side=NATO, aircraft=3)
    game = run({TANKS: CITY}, GroundAttacks(side=NATO), air=air, picks=[f"hex:{CITY}"])
    assert [(line.label, line.value) for line in game.preview(f"hex:{CITY}").lines] == [
        ("more-aircraft", "+1"),
        ("air-city", "-1"),
        ("chance-step", "1/6"),
    ]


@pytest.mark.rule("gsfg:6.3")
def test_aircraft_are_never_lost_to_a_roll() -> None:
    game = run(FRONT, GroundAttacks(side=NATO), air=Air(side=NATO, aircraft=2), dice=[1], picks=["hex:2818", "do:done"])
    assert game.state.air.aircraft == 1


# Interdiction


@pytest.mark.rule("gsfg:6.7")
def test_interdiction_goes_into_any_hex_of_the_map() -> None:
    game = run(FRONT, Interdiction(side=NATO), air=Air(side=NATO, aircraft=1))
    assert ids(game) == {f"hex:{label}" for label in content().board.labels} | {"do:done"}


@pytest.mark.rule("gsfg:6.7")
def test_a_hex_takes_one_aircraft() -> None:
    game = run(FRONT, Interdiction(side=NATO), air=Air(side=NATO, aircraft=2), picks=["hex:3000"])
    assert refused(game, "hex:3000") == ("refused.interdicted-already", "6.7")


@pytest.mark.rule("gsfg:6.7")
def test_interdiction_reaches_the_adjacent_hexes() -> None:
    game = run(FRONT, Interdiction(side=NATO), air=Air(side=NATO, aircraft=1), picks=["hex:3010"])
    assert interdicted_hexes(game, SOVIET) == {"3010", *content().adjacent["3010"]}


@pytest.mark.rule("gsfg:6.7")
def test_interdiction_does_not_hamper_its_own_side() -> None:
    game = run(FRONT, Interdiction(side=NATO), air=Air(side=NATO, aircraft=1), picks=["hex:3010"])
    assert interdicted_hexes(game, NATO) == frozenset()


@pytest.mark.rule("gsfg:6.7")
def test_aircraft_may_be_left_unused() -> None:
    game = run(FRONT, Interdiction(side=SOVIET), air=Air(side=SOVIET, aircraft=4), picks=["do:done"])
    assert (game.state.interdiction, is_over(game)) == ({}, True)


@pytest.mark.rule("gsfg:6.7", "gsfg:6.9")
def test_interdiction_and_aerial_supply_end_with_the_game_turn() -> None:
    game = quiet(FRONT)
    game.state.interdiction["3010"] = 1
    game.state.aerial_supply = "2214"
    game.state.stack.append(GameTurn(step="end"))
    GameTurn(step="end").end(game)
    assert (game.state.interdiction, game.state.aerial_supply) == ({}, "")


# Wild Weasels


def weasels(turn: int, aircraft: int = 7) -> Game:
    return run(FRONT, Exchange(), turn=turn, switches=("13.18",), air=Air(side=NATO, aircraft=aircraft))


@pytest.mark.rule("gsfg:13.18")
@pytest.mark.parametrize(
    ("turn", "expected"),
    [(2, {0, 2}), (4, {0, 2}), (5, {0, 2, 4}), (15, {0, 2, 4})],
)
def test_the_most_wild_weasels_in_use(turn: int, expected: set[int]) -> None:
    assert ids(weasels(turn)) == {f"weasels:{n}" for n in expected}


@pytest.mark.rule("gsfg:13.18")
@pytest.mark.parametrize(("turn", "weasel", "left"), [(3, 2, 6), (8, 2, 6), (8, 4, 5)])
def test_one_aircraft_is_exchanged_for_two_wild_weasels(turn: int, weasel: int, left: int) -> None:
    game = weasels(turn)
    choose(game, f"weasels:{weasel}")
    assert (game.state.air.wild_weasels, game.state.air.aircraft) == (weasel, left)


@pytest.mark.rule("gsfg:13.18")
def test_more_wild_weasels_than_the_turn_allows_are_refused() -> None:
    assert refused(weasels(4), "weasels:4") == ("refused.weasels", "13.18")


@pytest.mark.rule("gsfg:13.18")
def test_what_is_not_there_cannot_be_exchanged() -> None:
    assert ids(weasels(8, aircraft=1)) == {"weasels:0", "weasels:2"}


@pytest.mark.rule("gsfg:13.18")
def test_without_the_option_there_are_no_wild_weasels() -> None:
    assert is_over(run(FRONT, Exchange(), air=Air(side=NATO, aircraft=7)))


@pytest.mark.rule("gsfg:13.18")
def test_the_soviets_have_no_wild_weasels() -> None:
    assert is_over(run(FRONT, Exchange(), switches=("13.18",), air=Air(side=SOVIET, aircraft=7)))


@pytest.mark.rule("gsfg:13.21")
def test_wild_weasels_come_after_the_deep_strike_for_which_they_may_not_be_used() -> None:
    game = run(FRONT, AirPhase(), dice=[1, 1, 1], switches=("13.18",), picks=["hex:2818", "aircraft:0"])
    assert asked(game) == "weasels"


def suppressed(weasel: str, *more: str, target: str = "2818") -> Game:
    """A ground attack that needs a 5 because of help."""
    air = Air(side=NATO, aircraft=1, wild_weasels=1 + len(more))
    picks = [f"hex:{target}", f"hex:{weasel}", *(f"hex:{label}" for label in more)]
    return run({TANKS: target}, GroundAttacks(side=NATO), air=air, switches=("13.18",), dice=[5], picks=picks)


@pytest.mark.rule("gsfg:13.19")
@pytest.mark.parametrize("near", ["2818", "2817"])
def test_a_wild_weasel_in_or_next_to_the_hex_adds_one(near: str) -> None:
    assert near == "2818" or near in content().adjacent["2818"]
    assert suppressed(near).state.units[TANKS].steps == 1


@pytest.mark.rule("gsfg:13.19")
def test_a_wild_weasel_two_hexes_away_adds_nothing() -> None:
    assert suppressed("2816").state.units[TANKS].steps == 2


@pytest.mark.rule("gsfg:13.19")
def test_several_wild_weasels_add_no_more_than_one() -> None:
    assert sums(resolved(suppressed("2818", "2817"), "ground-attack"))["wild-weasel"] == "+1"


@pytest.mark.rule("gsfg:13.19")
def test_one_wild_weasel_helps_any_number_of_attacks() -> None:
    air = Air(side=NATO, aircraft=2, wild_weasels=1)
    picks = ["hex:2818", "hex:2816", "hex:2817"]
    units = {TANKS: "2818", RIFLES: "2816"}
    game = run(units, GroundAttacks(side=NATO), air=air, switches=("13.18",), dice=[5, 5], picks=picks)
    assert [unit.steps for unit in game.state.units.values()] == [1, 1]


@pytest.mark.rule("gsfg:13.19", "gsfg:13.21")
def test_wild_weasels_make_no_ground_attacks() -> None:
    air = Air(side=NATO, wild_weasels=4)
    game = run(FRONT, GroundAttacks(side=NATO), air=air, switches=("13.18",))
    assert (is_over(game), rolls(game)) == (True, [])


@pytest.mark.rule("gsfg:13.19")
def test_wild_weasels_are_placed_before_the_rolls() -> None:
    air = Air(side=NATO, aircraft=1, wild_weasels=2)
    game = run(FRONT, GroundAttacks(side=NATO), air=air, switches=("13.18",), picks=["hex:2818"])
    assert (asked(game), rolls(game)) == ("suppress", [])


@pytest.mark.rule("gsfg:13.19")
def test_wild_weasels_need_not_be_placed() -> None:
    air = Air(side=NATO, aircraft=1, wild_weasels=2)
    picks = ["hex:2818", "do:done"]
    game = run(FRONT, GroundAttacks(side=NATO), air=air, switches=("13.18",), dice=[5], picks=picks)
    assert ("wild-weasel" in sums(resolved(game, "ground-attack")), game.state.air.wild_weasels) == (False, 2)


@pytest.mark.rule("gsfg:13.20")
def test_interdiction_with_a_wild_weasel_reaches_two_hexes() -> None:
    air = Air(side=NATO, aircraft=1, wild_weasels=1)
    game = run(FRONT, Interdiction(side=NATO), air=air, picks=["hex:3010", "do:with-weasel"])
    board = content().board
    wide = {board.labels[i] for i in board.within(board.index["3010"], 2)}
    assert (interdicted_hexes(game, SOVIET), game.state.air.wild_weasels) == (wide, 0)


@pytest.mark.rule("gsfg:13.20")
def test_a_wild_weasel_need_not_join() -> None:
    air = Air(side=NATO, aircraft=1, wild_weasels=1)
    game = run(FRONT, Interdiction(side=NATO), air=air, picks=["hex:3010", "do:without-weasel"])
    assert (game.state.interdiction, game.state.air.wild_weasels) == ({"3010": 1}, 1)


@pytest.mark.rule("gsfg:13.20", "gsfg:13.21")
def test_wild_weasels_do_not_interdict_alone() -> None:
    assert is_over(run(FRONT, Interdiction(side=NATO), air=Air(side=NATO, wild_weasels=2)))


# Odds


@pytest.mark.rule("gsfg:12.3")
def test_the_odds_of_a_ground_attack_branch_on_the_outcome_only() -> None:
    assert len(outcomes("d6", chart(content(), "ground-attack", GroundAttackFile).bands(2))) == 2
