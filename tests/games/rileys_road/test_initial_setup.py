"""The set-up of the Initial Scenario: leaders who are rolled for, what is bought, who hides, and what nobody sees."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from games.asl.heavy import NORTH, tank
from games.asl.position import ca, de, offered, play
from games.rileys_road.data import content_of
from sandtable.games.asl.control import holder, note_junctions, pass_through
from sandtable.games.asl.events.sequence import Controlled, ShuttlesKept
from sandtable.games.asl.morale.rout import RoutPhase
from sandtable.games.asl.movement.entry import comes_with_his_men, due, may_exit, may_flee
from sandtable.games.asl.movement.movement_phase import Move, MovementPhase
from sandtable.games.asl.screen.scene import scene
from sandtable.games.asl.sequence import fieldworks
from sandtable.games.asl.sequence.game_turn import Battle
from sandtable.games.asl.sequence.leaders import receive_leaders
from sandtable.games.asl.sequence.setup import stranded_guns
from sandtable.games.asl.state import State
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles.boarding import candidates
from sandtable.games.asl.vehicles.driving import Drive
from sandtable.games.asl.victory import ends_now, judge, kept_shuttles, points_of
from sandtable.kernel import Game as KernelGame
from sandtable.kernel import IllegalChoice, title
from sandtable.kernel.dice import ScriptedDice
from sandtable.kernel.views import View, determinise, masked


def battle(dice: tuple[int | str, ...] = (), **state: Any) -> Game:
    """The Initial Scenario at its beginning: all leaders come by a 7, nobody has a gyrostabilizer."""
    content = content_of("initial")
    made: State = title("rileys_road").start(content)
    made.scenario, made.seed = "initial", 1
    for name, value in state.items():
        setattr(made, name, value)
    return KernelGame(title("rileys_road"), content, made, ScriptedDice(dice))


SEVENS = (*(6,) * 12, *(3, 4) * 12)
"""Gyrostabilizers, then the dice of all leaders."""


@cache
def _begun() -> Game:
    game = battle(SEVENS)
    game.advance()
    return planned(game)


def planned(game: Game) -> Game:
    """The artillery is planned, which comes before all set-up: three barrages along the north edge, and the radio."""
    return choose(game, "hex:F3", "hex:U3", "hex:JJ3", "do:radio")


def begun() -> Game:
    return _begun().fork()


def ids(game: Game) -> list[str]:
    return [option.id for option in game.decisions[0].options]


def seen_by(side: str, game: Game) -> State:
    state = masked(game, side)
    assert isinstance(state, State)
    return state


def choose(game: Game, *choices: str) -> Game:
    for choice in choices:
        game.choose(choice)
    return game


# Leaders


@pytest.mark.rule("rileys_road:2.5193")
def test_leaders_are_rolled_for_and_wait_with_their_groups() -> None:
    state = begun().state
    assert [state.units[name].kind for name in ("gl1", "gl2", "gl3")] == ["de-l81", "de-l80", "de-l70"]
    assert {state.to_place[f"gl{n}"] for n in range(1, 7)} == {"II"}
    assert {state.to_place[f"cl{n}"] for n in range(1, 4)} == {"rhli-hq"}


@pytest.mark.rule("rileys_road:2.42/canadian-ob")
def test_the_headquarters_rolls_better() -> None:
    state = begun().state
    assert [state.units[name].kind for name in ("cl1", "cl2", "cl3")] == ["ca-l91", "ca-l81", "ca-l80"]
    assert "cl17" not in state.units


@pytest.mark.rule("rileys_road:2.5193")
def test_no_armor_leader_comes_by_a_seven_and_the_best_by_a_two() -> None:
    assert not begun().state.received
    game = battle((1, 1) * 12)
    receive_leaders(game)
    assert set(game.state.received.values()) == {"ca-al102"}
    assert len(game.state.received) == 4


@pytest.mark.rule("rileys_road:2.5193")
def test_nobody_sees_which_leaders_the_others_have() -> None:
    game = begun()
    seen = seen_by("canadian", game)
    assert not [name for name in seen.units if name.startswith("gl")]
    assert not [name for name in seen.to_place if name.startswith("gl")]
    assert [name for name in seen.units if name.startswith("cl")]


@pytest.mark.rule("rileys_road:2.5193")
def test_a_leader_sets_up_with_men_of_his_group_only() -> None:
    game = choose(begun(), "do:done")
    assert "unit:gl1" not in ids(game)
    choose(game, "unit:g1", "hex:R10")
    assert "unit:gl1" not in ids(game)
    choose(game, "unit:g19", "hex:T10", "unit:gl1")
    assert ids(game) == ["hex:T10"]


# Buying


@pytest.mark.rule("rileys_road:2.520")
def test_points_are_spent_to_the_last_half() -> None:
    game = choose(begun(), *["buy:wire"] * 6)
    assert game.decisions[0].args["left"] == 10
    choose(game, "buy:anti-personnel-6")
    assert "buy:foxhole-1" in ids(game)
    assert "buy:foxhole-2" not in ids(game)
    choose(game, "buy:foxhole-1")
    assert ids(game) == ["do:suggested", "do:done"]
    with pytest.raises(IllegalChoice, match="points"):
        game.choose("buy:concealment")


@pytest.mark.rule("rileys_road:2.520/table")
def test_minefields_are_paid_by_the_factor() -> None:
    prices = fieldworks.prices(content_of("initial"), "german")
    assert prices["anti-personnel-6"] == 18
    assert prices["anti-personnel-12"] == 36
    assert prices["anti-tank-5"] == 40
    assert prices["hidden-squad"] == 6


@pytest.mark.rule("rileys_road:2.520/table")
def test_three_squad_equivalents_of_twenty_four_may_hide() -> None:
    game = begun()
    assert fieldworks.hidden_limit(game, "german") == 6
    choose(game, "buy:hidden-squad", "buy:hidden-squad", "buy:hidden-crew")
    assert "buy:hidden-squad" not in ids(game)
    assert "buy:hidden-crew" in ids(game)
    choose(game, "buy:hidden-crew")
    assert "buy:hidden-crew" not in ids(game)
    assert "buy:hidden-smc" in ids(game)


@pytest.mark.rule("rileys_road:2.520")
def test_what_is_bought_is_nobody_elses_business() -> None:
    one = choose(begun(), "buy:wire", "buy:trench")
    other = choose(begun(), "buy:hidden-squad", "buy:concealment")
    assert not seen_by("canadian", one).stores
    views = [game.title.codec.canonical(seen_by("canadian", game)) for game in (one, other)]
    assert views[0] == views[1]


# Placing


@pytest.mark.rule("rileys_road:2.42/german-ob")
def test_group_one_sets_up_within_three_hexes_of_the_road_and_group_two_south_of_it_too() -> None:
    game = choose(begun(), "do:done", "unit:g1")
    assert "hex:R7" in ids(game)
    assert "hex:R5" not in ids(game)
    assert "hex:U17" not in ids(game)
    choose(game, "unit:g19")
    assert {"hex:U17", "hex:R7"} <= set(ids(game))
    assert "hex:R5" not in ids(game)


@pytest.mark.rule("rileys_road:A2.9")
def test_counters_alike_follow_each_other() -> None:
    game = choose(begun(), "do:done", "unit:g1", "hex:R10", "hex:R10", "hex:R10")
    assert {game.state.units[name].at for name in ("g1", "g2", "g3")} == {"R10"}
    assert game.decisions[0].args["counter"] == "g4"
    assert "hex:R10" not in ids(game)
    with pytest.raises(IllegalChoice):
        game.choose("hex:R10")


@pytest.mark.rule("rileys_road:I.5")
def test_weapons_go_to_men_of_their_own_group() -> None:
    game = choose(begun(), "do:done", "unit:g1", "hex:R10", "unit:g19", "hex:R10")
    lmg = next(name for name, weapon in game.state.weapons.items() if weapon.kind == "de-lmg")
    choose(game, f"weapon:{lmg}")
    assert ids(game) == ["unit:g1"]
    with pytest.raises(IllegalChoice, match="group"):
        game.choose("unit:g19")


@pytest.mark.rule("rileys_road:2.42/german-ob")
def test_entrenchments_beyond_the_area_of_group_one_are_for_the_mg_platoon_and_the_observer() -> None:
    game = choose(begun(), "buy:foxhole-2", "buy:foxhole-1", "do:done", "unit:g19", "hex:V18", "work:foxhole-2")
    assert "hex:V18" not in ids(game)
    choose(game, "unit:g25", "hex:V18", "work:foxhole-2", "hex:V18")
    state = game.state
    assert state.units["g25"].stance == "foxhole"
    assert state.units["g19"].stance == ""
    radio = next(name for name, weapon in state.weapons.items() if weapon.kind == "de-radio")
    choose(game, f"weapon:{radio}", "unit:g19")
    assert state.units["g19"].stance == "foxhole"


@pytest.mark.rule("rileys_road:2.42/german-ob")
def test_fortified_locations_are_for_the_men_of_group_one() -> None:
    game = choose(begun(), "buy:fortified", "buy:fortified", "do:done", "work:fortified", "hex:R10", "unit:g19")
    assert "hex:R10" not in ids(game)
    assert "hex:Q10" in ids(game)
    assert game.explain("hex:R10").reason == "refused.fort-of-others"
    choose(game, "hex:Q10", "work:fortified")
    assert "hex:Q10" not in ids(game)
    assert "hex:MM10" in ids(game)
    fort = choose(begun(), "buy:fortified", "do:done", "work:fortified", "hex:R10", "unit:g1")
    assert "hex:R10" in ids(fort)


@pytest.mark.rule("rileys_road:2.42/german-ob")
def test_such_an_entrenchment_is_given_back_when_its_men_are_taken_up() -> None:
    game = choose(begun(), "buy:foxhole-2", "do:done", "unit:g25", "hex:V18", "work:foxhole-2", "hex:V18")
    choose(game, "do:lift", "unit:g25")
    assert "V18" not in game.state.works
    assert fieldworks.stores_of(game.state, "german") == {"foxhole-2": 1}


@pytest.mark.rule("rileys_road:A12.3")
def test_men_hide_with_what_they_carry_and_a_leader_only_beside_them() -> None:
    game = choose(
        begun(), "buy:hidden-squad", "buy:hidden-smc", "do:done", "unit:g19", "hex:M10", "unit:gl1", "hex:M10"
    )
    assert "work:hidden-smc" not in ids(game)
    choose(game, "work:hidden-squad", "unit:g19", "work:hidden-smc", "unit:gl1")
    seen = seen_by("canadian", finished(game))
    assert not {"g19", "gl1", "?M10"} & set(seen.units)
    assert not [weapon for weapon in seen.weapons.values() if weapon.holder == "g19"]


def finished(game: Game) -> Game:
    """Set up all that is left, wherever."""
    rng = random.Random(5)
    while game.decisions[0].side == "german":
        aside = ("do:other", "do:lift", "do:deploy", "do:limber", "do:unlimber", "dismantle:")
        options = [option for option in ids(game) if not option.startswith(aside)]
        game.choose("do:done" if "do:done" in options else rng.choice(options))
    return game


@pytest.mark.rule("rileys_road:A2.9", "rileys_road:2.520")
def test_what_follows_by_itself_is_left_for_something_else_and_nothing_is_taken_back() -> None:
    game = choose(begun(), "buy:foxhole-1", "buy:foxhole-1", "do:done")
    squad = next(option for option in ids(game) if option.startswith("unit:"))
    choose(game, squad)
    assert "do:other" not in ids(game), "that has been picked by hand"
    at = next(option for option in ids(game) if option.startswith("hex:"))
    choose(game, at)
    assert game.decisions[0].prompt == "set-up-at"
    choose(game, "do:other")
    assert {"do:lift", "work:foxhole-1"} <= set(ids(game))
    assert game.state.units[squad.removeprefix("unit:")].at == at.removeprefix("hex:")
    choose(game, "work:foxhole-1")
    choose(game, next(option for option in ids(game) if option.startswith("hex:")), "do:other")
    assert "work:foxhole-1" in ids(game)


@pytest.mark.rule("rileys_road:A12.3")
def test_mines_and_wire_are_hidden_and_a_known_trench_is_not() -> None:
    game = choose(
        begun(), "buy:anti-personnel-6", "buy:wire", "buy:trench", "buy:anti-tank-2", "do:done",
        "work:anti-personnel-6", "hex:Q8", "work:wire", "hex:S8", "work:trench", "hex:P10",
        "work:anti-tank-2", "hex:P9",
    )  # fmt: skip
    seen = seen_by("canadian", finished(game))
    assert "Q8" not in seen.mines
    assert "S8" not in seen.works
    assert seen.works["P10"].trench
    assert seen.mines["P9"].at == 2, "mines on a paved road lie open"


@pytest.mark.rule("rileys_road:B28/infantry")
def test_no_mines_against_men_lie_on_paved_roads() -> None:
    game = choose(begun(), "buy:anti-personnel-6", "do:done", "work:anti-personnel-6")
    assert "hex:P9" not in ids(game)
    assert "hex:P8" in ids(game)


@pytest.mark.rule("rileys_road:2.520", "rileys_road:2.42/german-ob")
@pytest.mark.parametrize(
    ("work", "at", "reason", "rule"),
    [
        ("anti-personnel-6", "P9", "mines-paved", "B28/infantry"),
        ("anti-personnel-6", "P1", "works-area", "2.42/german-ob"),
        ("trench", "P9", "works-paved", "B27.11"),
        ("trench", "T10", "works-in-building", "B27.11"),
        ("trench", "S12", "works-gun", "C2.7"),
        ("wire", "T10", "works-in-building", "B26/infantry"),
        ("wire", "S12", "works-gun", "C2.7"),
        ("fortified", "P8", "fort-building", "B23.9/infantry"),
        ("foxhole-1", "V18", "works-area", "2.42/german-ob"),
    ],
)
def test_where_a_work_cannot_lie_is_told_with_the_reason(work: str, at: str, reason: str, rule: str) -> None:
    game = begun()
    gun = next(name for name, weapon in game.state.weapons.items() if weapon.kind == "de-pak43")
    choose(
        game, f"buy:{work}", "do:done", "unit:g15", "hex:S12", f"weapon:{gun}", "unit:g15", "spine:0", f"work:{work}"
    )
    refusal = game.explain(f"hex:{at}")
    assert refusal is not None
    assert (refusal.reason, refusal.rule) == (f"refused.{reason}", rule)


@pytest.mark.rule("rileys_road:B27/infantry")
def test_a_trench_and_a_foxhole_never_share_a_hex_and_foxholes_add_up() -> None:
    game = choose(begun(), "buy:trench", "buy:foxhole-1", "buy:foxhole-1", "do:done", "work:trench", "hex:P10")
    choose(game, "work:foxhole-1")
    assert "hex:P10" not in ids(game)
    choose(game, "hex:O9", "hex:O9")
    assert game.state.works["O9"].foxholes == 2


@pytest.mark.rule("rileys_road:A12.1")
def test_a_question_mark_conceals_men_in_the_open_or_is_a_dummy() -> None:
    game = choose(begun(), "buy:concealment", "buy:concealment", "do:done", "unit:g1", "hex:P8")
    choose(game, "work:concealment", "hex:P8", "hex:T8")
    seen = seen_by("canadian", finished(game))
    assert {seen.units["?P8"].kind, seen.units["?T8"].kind} == {"?"}
    assert "g1" not in seen.units


@pytest.mark.rule("rileys_road:A1.31")
def test_a_tenth_of_the_squads_may_deploy_first() -> None:
    game = choose(begun(), "do:done", "do:deploy", "unit:g1", "do:deploy", "unit:g2")
    assert "do:deploy" not in ids(game)
    assert {"unit:g1.1", "unit:g1.2"} <= set(ids(game))
    assert "unit:g1" not in ids(game)


@pytest.mark.rule("rileys_road:2.42", "rileys_road:2.4")
def test_two_clicks_set_everything_up() -> None:
    game = choose(begun(), "do:suggested")
    assert game.decisions[0].side == "canadian"
    assert not game.state.stores
    on_map = [unit for unit in game.state.units.values() if unit.side == "german" and unit.at]
    assert len(on_map) == 28 + 6 + 8
    choose(game, "do:suggested")
    assert (game.state.turn, game.state.phase, game.state.active) == (1, "rally", "canadian")
    assert all(weapon.holder for weapon in game.state.weapons.values())


@pytest.mark.rule("rileys_road:2.520", "rileys_road:A2.9")
def test_what_has_been_bought_counts_for_the_suggested_set_up() -> None:
    game = choose(begun(), "buy:trench", "buy:wire", "do:suggested")
    suggested = fieldworks.suggested_purchase(game.content.forces["german"], game.content, "german")
    assert fieldworks.left_to_spend(game, "german") >= 0
    assert "trench" in suggested
    assert sum(works.trench for works in game.state.works.values()) == suggested["trench"]
    assert fieldworks.stores_of(game.state, "german") == {"wire": 1}


@pytest.mark.rule("rileys_road:A2.9")
def test_what_is_placed_by_hand_stays_and_the_rest_is_set_up_as_suggested() -> None:
    game = choose(begun(), "do:done", "unit:g1", "hex:R10", "hex:P8", "do:other", "do:suggested")
    men = [name for name, unit in game.state.units.items() if unit.side == "german" and unit.at == "R10"]
    assert men == ["g1"]
    assert game.state.units["g2"].at == "P8"
    assert len([unit for unit in game.state.units.values() if unit.side == "german" and unit.at]) == 28 + 6
    assert all(each.holder for name, each in game.state.weapons.items() if game.content.arms[name].side == "german")
    assert game.decisions[0].side == "canadian"


@pytest.mark.rule("rileys_road:A2.9", "rileys_road:A5.1")
def test_no_suggested_hex_is_filled_beyond_its_limit() -> None:
    game = choose(begun(), "do:done", "unit:g1", "hex:T10", "hex:T10", "hex:T10", "do:other", "do:suggested")
    there = {name for name, unit in game.state.units.items() if unit.at == "T10"}
    assert {"g1", "g2", "g3"} == there - set(game.content.received)
    assert ids(game) == ["unit:g24", "unit:g28", "do:deploy", "do:lift"]


@pytest.mark.rule("rileys_road:A1.31", "rileys_road:A2.9")
def test_the_suggested_set_up_is_not_offered_for_those_whom_it_does_not_know() -> None:
    game = choose(begun(), "do:done", "do:deploy", "unit:g1", "do:suggested")
    assert "unit:g1.1" in ids(game)
    assert "do:suggested" not in ids(game)


@pytest.mark.rule("rileys_road:CG15")
def test_each_squad_on_the_map_brings_two_panzerfausts() -> None:
    game = choose(begun(), "do:suggested", "do:suggested")
    assert game.state.shots["german"] == 40
    assert not game.state.shots["canadian"]


# Views


@pytest.mark.rule("rileys_road:A12.16")
def test_a_view_can_be_filled_at_any_time_of_the_set_up() -> None:
    game, rng = begun(), random.Random(3)
    for choice in ("buy:wire", "do:done", "do:deploy", "unit:g1", "unit:g1.1", "hex:R10"):
        game.choose(choice)
        for side in ("german", "canadian"):
            guess = determinise(View(game, side), rng)
            codec = game.title.codec
            assert codec.canonical(masked(guess, side)) == codec.canonical(masked(game, side))


def fits(game: Game, side: str) -> bool:
    """Whether a world made up from a view looks the same to that side."""
    guess = determinise(View(game, side), random.Random(3))
    codec = game.title.codec
    return codec.canonical(masked(guess, side)) == codec.canonical(masked(game, side))


@pytest.mark.rule("rileys_road:A12.16", "rileys_road:2.5193")
def test_nobody_sees_which_leaders_wait_off_the_map_not_even_when_they_are_about_to_enter() -> None:
    game = choose(begun(), "do:suggested", "do:suggested")
    game.stack.append(MovementPhase(side="canadian", step="choose"))
    game.stack.append(Move(units=("cl10",)))
    assert isinstance(seen_by("german", game).stack[-1], MovementPhase)
    assert isinstance(seen_by("canadian", game).stack[-1], Move)
    assert fits(game, "german")


@pytest.mark.rule("rileys_road:A12.16", "rileys_road:2.5193")
def test_a_leader_aboard_a_vehicle_that_waits_off_the_map_is_not_seen() -> None:
    game = choose(begun(), "do:suggested", "do:suggested")
    waiting = next(name for name, each in game.state.vehicles.items() if each.kind == "ca-kangaroo")
    game.state.units["cl10"] = replace(game.state.units["cl10"], aboard=waiting)
    assert "cl10" not in seen_by("german", game).units
    assert fits(game, "german")


# How it ends


@pytest.mark.rule("rileys_road:CG7", "rileys_road:CG7/turn-record")
@pytest.mark.parametrize(
    ("turn", "face", "ends"),
    [
        (4, 0, False),
        (5, 1, False),
        (6, 2, True),
        (6, 3, False),
        (7, 4, True),
        (7, 5, False),
        (8, 5, True),
        (8, 6, False),
    ],
)
def test_the_die_ends_the_scenario_from_the_sixth_turn_on(turn: int, face: int, ends: bool) -> None:
    game = battle((face,) if face else (), turn=turn)
    assert ends_now(game) == ends


@pytest.mark.rule("rileys_road:CG7")
def test_the_ninth_turn_is_the_last() -> None:
    game = battle((), turn=9)
    game.stack.append(Battle())
    assert judge(game)


@pytest.mark.rule("rileys_road:RR8/retention")
def test_kangaroos_that_went_home_are_lost_to_later_scenarios() -> None:
    """Those that were not Recalled are kept, on the map or still on their way; what was shot is gone as well."""
    game = battle((), turn=9)
    game.stack.append(Battle())
    shuttles = [name for name, each in game.state.vehicles.items() if each.kind == "ca-kangaroo"]
    assert len(shuttles) == 20
    home, recalled, shot = shuttles[:3]
    game.state.exited[home] = game.state.vehicles.pop(home).kind
    game.state.lost[shot] = game.state.vehicles.pop(shot).kind
    game.state.vehicles[recalled] = replace(game.state.vehicles[recalled], recalled=True)
    assert set(kept_shuttles(game)) == set(shuttles[3:])
    assert judge(game)
    told = [each for each in game.events if isinstance(each, ShuttlesKept)]
    assert [(each.kept, each.gone) for each in told] == [(17, 3)]


@pytest.mark.rule("rileys_road:CG6")
def test_a_junction_changes_hands_with_all_hexes_around_it() -> None:
    game = battle()
    around = [game.content.board.labels[i] for i in game.content.board.adjacent(game.content.board.index["H10"])]
    for hex_ in ("H10", *around[:-1]):
        game.state.held[hex_] = "canadian"
    note_junctions(game)
    assert holder(game, "H10") == "german"
    assert points_of(game, "canadian") == 0
    game.state.held[around[-1]] = "canadian"
    note_junctions(game)
    assert holder(game, "H10") == "canadian"
    assert points_of(game, "canadian") == 1
    game.state.held["H10"] = "german"
    note_junctions(game)
    assert holder(game, "H10") == "canadian", "it was the last to hold all of them"


@pytest.mark.rule("rileys_road:CG6", "rileys_road:A26.1")
def test_who_stands_on_a_junction_is_not_said_to_control_it() -> None:
    game = battle((), units={"c": ca("H10"), "d": ca("G9")})
    pass_through(game, ("c", "d"))
    told = [event.at for event in game.events if isinstance(event, Controlled)]
    assert (holder(game, "H10"), told) == ("german", ["G9"])


@pytest.mark.rule("rileys_road:2.41/lvp", "rileys_road:2.2/lvp")
def test_points_are_those_of_the_hexes_that_a_side_controls() -> None:
    game = battle()
    assert points_of(game, "german") == 20
    game.state.held["R10"] = game.state.held["EE10"] = "canadian"
    assert points_of(game, "canadian") == 3
    assert game.state.held_junctions["AA24"] == "german"


@pytest.mark.rule("rileys_road:CG10")
def test_men_in_concealment_terrain_set_up_concealed_before_the_other_side_sees_them() -> None:
    game = choose(begun(), "do:done", "unit:g1", "hex:M11", "hex:P8")
    state = finished(game).state
    assert state.units["g1"].concealed
    assert not state.units["g2"].concealed
    seen = seen_by("canadian", game)
    assert "g1" not in seen.units
    assert seen.units["g2"].at == "P8"


@pytest.mark.rule("rileys_road:2.520/table")
def test_what_hides_is_counted_by_its_size() -> None:
    game = choose(
        begun(), "buy:hidden-crew", "do:done", "unit:g1", "hex:M11", "unit:g15", "hex:M11", "work:hidden-crew"
    )
    assert ids(game) == ["unit:g15"]
    with pytest.raises(IllegalChoice):
        game.choose("unit:g1")


# Special rules


@pytest.mark.rule("rileys_road:I.1", "rileys_road:2.2/initial-scenario", "rileys_road:CG1")
def test_the_morning_is_overcast_and_wet_without_wind_and_on_the_whole_map() -> None:
    game = begun()
    assert (game.state.weather, game.state.wind, game.state.nvr) == ("overcast", "", 0)
    assert game.content.scenario.conditions.ground == "wet"
    assert game.content.scenario.conditions.soft
    assert len(game.content.board.labels) == 46 * 25
    assert set(game.state.held.values()) == {"german"}


@pytest.mark.rule("rileys_road:I.4")
def test_the_pioneers_are_assault_engineers_and_so_are_their_halves() -> None:
    content = content_of("initial")
    (kind,) = content.forces["canadian"].groups["pioneers"].units
    card = content.personnel[kind]
    assert card.assault_engineers
    assert card.half_squad is not None
    assert content.personnel[card.half_squad].assault_engineers


@pytest.mark.rule("rileys_road:I.6")
@pytest.mark.parametrize(("turn", "leaves"), [(4, False), (5, True)])
def test_germans_leave_from_the_fifth_turn_on(turn: int, leaves: bool) -> None:
    for hex_ in ("A25", "T25", "TT25", "TT23", "TT15"):
        assert may_exit(battle((), turn=turn), "german", hex_) == leaves
    for hex_ in ("T1", "TT14", "A20"):
        assert not may_exit(battle((), turn=turn), "german", hex_)


@pytest.mark.rule("rileys_road:I.6", "rileys_road:CG12")
def test_broken_germans_leave_before_that_but_no_leader_goes_with_them() -> None:
    units = {"u": de("T25", broken=True, dm=True), "l": de("T25", "de-l81"), "c": ca("T24")}
    game = play(battle((), units=units, phase="rout", turn=1), RoutPhase(side="german"), "unit:u")
    assert "do:exit" in offered(game)
    game.choose("unit:l")
    assert "do:exit" not in offered(game)


@pytest.mark.rule("rileys_road:I.6", "rileys_road:CG12")
@pytest.mark.parametrize(("at", "rule"), [("T25", "I.6"), ("T24", "CG12"), ("A20", "CG12")])
def test_who_may_not_leave_is_told_why(at: str, rule: str) -> None:
    game = play(battle((), units={"u": de(at)}, phase="movement", active="german", turn=4), Move(units=("u",)))
    refusal = game.explain("do:exit")
    assert refusal is not None
    assert refusal.rule == rule


@pytest.mark.rule("rileys_road:CG12", "rileys_road:D5.341")
def test_a_vehicle_may_not_drive_off_the_map_anywhere() -> None:
    vehicles = {"t": tank("T5", started=True), "r": tank("T1", facing=NORTH, started=True)}
    game = play(battle((), vehicles=vehicles, phase="movement", turn=2), Drive(vehicle="t"))
    refusal = game.explain("do:exit")
    assert refusal is not None
    assert refusal.rule == "CG12"
    assert "do:exit" in offered(play(battle((), vehicles=vehicles, phase="movement", turn=2), Drive(vehicle="r")))


@pytest.mark.rule("rileys_road:CG12", "rileys_road:CG17")
def test_canadians_leave_where_they_come_from() -> None:
    assert may_exit(battle((), turn=1), "canadian", "T1")
    assert may_flee(battle((), turn=1), "canadian", "A1")
    assert not may_exit(battle((), turn=9), "canadian", "T25")


@pytest.mark.rule("rileys_road:2.42/canadian-ob")
def test_those_of_the_first_turn_come_aboard_vehicles_and_the_others_on_foot_later() -> None:
    game = choose(begun(), "do:suggested", "do:suggested")
    units, groups = game.state.units, game.content.groups
    assert due(game, "canadian") == []
    game.state.turn = 3
    coming = {groups[name.partition(".")[0]] for name in due(game, "canadian")}
    assert coming == {"rhli-c-d", "pioneers", "toronto-scottish"}
    assert all(units[name].at == "" for name in due(game, "canadian"))


@pytest.mark.rule("rileys_road:C2.7", "rileys_road:A2.9")
def test_a_large_gun_waits_until_its_men_stand_where_it_may_stand() -> None:
    game = choose(begun(), "do:done", "unit:g15", "hex:R10")
    assert not [option for option in ids(game) if option.startswith("weapon:")]
    assert len(stranded_guns(game, "german")) == 4


@pytest.mark.rule("rileys_road:2.5193", "rileys_road:2.42/canadian-ob")
def test_a_leader_comes_onto_the_map_with_men_of_his_group() -> None:
    state = begun().state
    group = {name for name, of in state.to_place.items() if of == "rhli-hq"}
    squad = next(name for name in group if name in state.units and not name.startswith("cl"))
    kangaroo = next(name for name, each in state.vehicles.items() if each.kind == "ca-kangaroo")
    game = begun()
    game.state.turn = 1
    assert "cl1" not in candidates(game, kangaroo)
    assert "cl1" in candidates(game, kangaroo, (squad,))
    assert not comes_with_his_men(game, "cl1", ("c13",))
    for name in group:
        if not name.startswith("cl"):
            game.state.to_place.pop(name)
    assert "cl1" in candidates(game, kangaroo)


@pytest.mark.rule("rileys_road:A2.9")
def test_those_who_wait_are_told_apart_by_the_names_of_their_groups() -> None:
    boxes = scene(begun(), title("rileys_road").texts("en")).boxes
    assert boxes["german/II"] == "To set up: Group II"
    assert boxes["canadian/fort-garry-horse"] == "Fort Garry Horse: enters in turn 1"
