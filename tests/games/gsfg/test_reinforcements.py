"""Chapter 9, with 5.10: reinforcements that enter the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from games.gsfg.arrivals import hexes, phase
from games.gsfg.flights import is_over, refused, run
from games.gsfg.positions import choose, content, ids, quiet, where
from sandtable.games.gsfg.air.strikes import DeepStrike
from sandtable.games.gsfg.movement.movement_phase import MovementPhase
from sandtable.games.gsfg.reinforcements.entry import entry_cost, hexes_of_nations, open_entry_hexes
from sandtable.games.gsfg.reinforcements.picking import PickReinforcements, quota
from sandtable.games.gsfg.sequence import PlayerTurn
from sandtable.games.gsfg.state import NATO, SOVIET, Air, Unit
from sandtable.games.gsfg.supply import OVERLAND, supply_state
from sandtable.games.gsfg.units import Game

TANKS, GUNS, MORE_GUNS, RIFLES = "su-20-tk", "su-51g-art", "su-149-art", "su-93g-mr"
AIRBORNE = "su-103g-abn"
FRANKFURT, STRASBOURG = "2024", "1233"
POOL = (TANKS, "su-90g-tk", "su-13g-tk", "su-19g-tk", RIFLES, "su-254-mr", "su-3g-tk", GUNS, MORE_GUNS)


def open_hexes(game: Game, unit_id: str) -> list[str]:
    """Where a unit may enter now over land."""
    return sorted(open_entry_hexes(game, unit_id, road=False))


def picking(turn: int, waiting: Sequence[str] = POOL) -> Game:
    """The Soviet pick of a turn."""
    return run({}, PickReinforcements(), turn=turn, active=SOVIET, waiting=waiting)


# 9.1


@pytest.mark.rule("gsfg:9.1")
def test_a_unit_whose_turn_has_not_come_does_not_enter() -> None:
    game = phase(NATO, waiting=["us-1-cav"], turn=7)
    assert refused(game, "unit:us-1-cav") == ("refused.not-its-time", "9.1")


@pytest.mark.rule("gsfg:9.1")
def test_a_unit_enters_from_its_turn_on() -> None:
    entering = [f"unit:{'us-1-cav'}" in ids(phase(NATO, waiting=["us-1-cav"], turn=turn)) for turn in (7, 8, 12)]
    assert entering == [False, True, True]


@pytest.mark.rule("gsfg:9.1")
def test_a_unit_that_is_not_to_come_is_refused() -> None:
    assert refused(phase(NATO), "unit:us-1-cav") == ("refused.not-arrived", "9.1")


# 5.10, 9.2, 9.3/entry-hexes


@pytest.mark.rule("gsfg:5.10")
@pytest.mark.rule("gsfg:9.3/entry-hexes")
@pytest.mark.parametrize(
    ("unit_id", "group", "label"),
    [("su-16g-tk", "a", "4202"), ("su-25-tk", "b", "4212"), ("su-31-tk", "c", "4231"), ("su-6g-tk", "d", "4221")],
)
def test_groups_a_to_d_enter_at_their_hex_or_next_to_it(unit_id: str, group: str, label: str) -> None:
    game = phase(SOVIET, due={unit_id: group}, turn=1, air=SOVIET)
    choose(game, f"unit:{unit_id}")
    beside = {near for near in content().adjacent[label] if near in content().region("edge-east")}
    friendly = {near for near in beside if content().country[near] in ("gdr", "cssr")}
    assert hexes(game) == {label} | friendly


@pytest.mark.rule("gsfg:5.10")
@pytest.mark.rule("gsfg:9.2")
def test_the_phase_does_not_end_before_all_have_entered() -> None:
    game = phase(SOVIET, due={"su-16g-tk": "a"}, turn=1, air=SOVIET)
    assert refused(game, "do:done") == ("refused.must-enter", "5.10")


@pytest.mark.rule("gsfg:9.2")
def test_nor_does_it_end_before_the_r_units_of_the_turn_are_there() -> None:
    assert refused(phase(SOVIET, due={TANKS: "r"}), "do:done") == ("refused.must-enter", "9.2")


@pytest.mark.rule("gsfg:5.10")
def test_groups_a_to_d_may_not_be_delayed() -> None:
    game = phase(SOVIET, due={"su-16g-tk": "a"}, turn=1, air=SOVIET)
    choose(game, "unit:su-16g-tk")
    assert refused(game, "do:delay") == ("refused.no-delay", "5.10")


@pytest.mark.rule("gsfg:5.10", "gsfg:9.3/entry-hexes", "gsfg:9.5")
@pytest.mark.parametrize(
    ("side", "due", "unit_id", "rule_id"),
    [
        (SOVIET, {"su-16g-tk": "a"}, "su-16g-tk", "5.10"),
        (SOVIET, {TANKS: "r"}, TANKS, "9.3/entry-hexes"),
        (NATO, {}, "fr-4", "9.5"),
    ],
)
def test_who_may_not_enter_at_a_hex_is_told_by_the_rule_of_his_own_hexes(
    side: str, due: Mapping[str, str], unit_id: str, rule_id: str
) -> None:
    game = phase(side, due=due, waiting=() if due else [unit_id], turn=12, air=side)
    choose(game, f"unit:{unit_id}")
    rules = {option.rule for option in game.decisions[0].options if option.id.startswith("hex:")}
    assert (refused(game, "hex:2530"), rules) == (("refused.not-entry-hex", rule_id), {rule_id})


@pytest.mark.rule("gsfg:5.10")
def test_it_ends_once_they_have() -> None:
    game = phase(SOVIET, due={"su-16g-tk": "a"}, turn=1, air=SOVIET)
    choose(game, "unit:su-16g-tk", "hex:4202", "do:stop", "do:done")
    assert is_over(game)


@pytest.mark.rule("gsfg:5.10")
def test_they_do_not_enter_in_the_phase_of_the_8th_guards_army() -> None:
    game = phase(SOVIET, due={"su-16g-tk": "a"}, turn=1, air=SOVIET, group="8ga")
    assert refused(game, "unit:su-16g-tk") == ("refused.not-its-time", "9.1")


@pytest.mark.rule("gsfg:5.10")
def test_more_than_two_divisions_of_a_group_may_enter_through_one_hex() -> None:
    due = {"su-6g-tk": "d", "su-7g-tk": "d", "su-9-tk": "d"}
    game = phase(SOVIET, due=due, turn=1, air=SOVIET)
    for unit_id in ("su-6g-tk", "su-7g-tk"):
        choose(game, f"unit:{unit_id}", "hex:4221", "hex:4121", "do:stop")
    choose(game, "unit:su-9-tk")
    assert "4221" in hexes(game)


@pytest.mark.rule("gsfg:5.10")
@pytest.mark.rule("gsfg:7.2")
def test_stacking_holds_in_the_entry_hex_at_every_moment() -> None:
    due = {"su-6g-tk": "d", "su-7g-tk": "d", "su-9-tk": "d"}
    game = phase(SOVIET, due=due, turn=1, air=SOVIET)
    for unit_id in ("su-6g-tk", "su-7g-tk"):
        choose(game, f"unit:{unit_id}", "hex:4221", "do:stop")
    choose(game, "unit:su-9-tk")
    assert refused(game, "hex:4221") == ("refused.over-stacked", "7.1")


@pytest.mark.rule("gsfg:9.3/entry-hexes")
@pytest.mark.rule("gsfg:1.6")
def test_r_units_enter_anywhere_on_the_east_edge_in_friendly_countries() -> None:
    game = phase(SOVIET, due={TANKS: "r"})
    choose(game, f"unit:{TANKS}")
    data = content()
    assert hexes(game) == {label for label in data.region("edge-east") if data.country[label] in ("gdr", "cssr")}


@pytest.mark.rule("gsfg:9.2")
def test_a_hex_with_an_enemy_is_no_entry() -> None:
    game = phase(SOVIET, units={"us-3-arm": "4212"}, due={TANKS: "r"})
    choose(game, f"unit:{TANKS}")
    assert refused(game, "hex:4212") == ("refused.enemy-there", "10.4")


@pytest.mark.rule("gsfg:9.2")
def test_r_units_may_not_be_delayed() -> None:
    game = phase(SOVIET, due={TANKS: "r"})
    choose(game, f"unit:{TANKS}")
    assert refused(game, "do:delay") == ("refused.no-delay", "9.2")


@pytest.mark.rule("gsfg:9.2")
def test_two_divisions_may_enter_through_a_hex_in_a_phase() -> None:
    due = dict.fromkeys((TANKS, RIFLES, "su-90g-tk"), "r")
    game = phase(SOVIET, due=due)
    for unit_id in (TANKS, RIFLES):
        choose(game, f"unit:{unit_id}", "hex:4205", "hex:4105", "do:stop")
    choose(game, "unit:su-90g-tk")
    assert refused(game, "hex:4205") == ("refused.entry-quota", "9.2")


@pytest.mark.rule("gsfg:9.2")
def test_the_next_phase_begins_a_new_count() -> None:
    game = phase(SOVIET, due=dict.fromkeys((TANKS, RIFLES, "su-90g-tk"), "r"))
    game.state.entered["4205"] = 4
    game.state.stack[-1] = MovementPhase(side=SOVIET, group="main")
    game.advance()
    choose(game, "unit:su-90g-tk")
    assert "4205" in hexes(game)


@pytest.mark.rule("gsfg:9.2")
def test_the_entry_hex_is_paid_and_the_unit_moves_on() -> None:
    game = phase(SOVIET, due={TANKS: "r"})
    choose(game, f"unit:{TANKS}", "hex:4205")
    assert content().terrain["4205"] == "clear"
    assert max(option.cost or 0 for option in game.decisions[0].options) == 7


@pytest.mark.rule("gsfg:9.2")
@pytest.mark.parametrize(("label", "points"), [("4205", 1), ("4224", 2)])
def test_the_entry_hex_costs_its_terrain(label: str, points: int) -> None:
    assert entry_cost(quiet({}, waiting=[TANKS]), TANKS, label) == points


@pytest.mark.rule("gsfg:9.2")
def test_interdiction_doubles_the_cost_of_the_entry_hex() -> None:
    game = quiet({}, waiting=[TANKS])
    game.state.interdiction["4205"] = 1
    assert entry_cost(game, TANKS, "4205") == 2


@pytest.mark.rule("gsfg:9.2")
def test_r_units_may_enter_in_road_mode() -> None:
    game = phase(SOVIET, due={TANKS: "r"})
    choose(game, f"unit:{TANKS}", "do:road-mode", "hex:4205")
    assert (max(option.cost or 0 for option in game.decisions[0].options), game.state.units[TANKS].marched) == (
        15,
        True,
    )


@pytest.mark.rule("gsfg:9.2")
@pytest.mark.rule("gsfg:10.17")
def test_in_road_mode_they_do_not_enter_next_to_the_enemy() -> None:
    game = phase(SOVIET, units={"us-3-arm": "4105"}, due={TANKS: "r"})
    choose(game, f"unit:{TANKS}", "do:road-mode")
    assert refused(game, "hex:4205") == ("refused.road-near-enemy", "10.17")


@pytest.mark.rule("gsfg:9.2")
def test_r_units_enter_at_full_strength() -> None:
    game = phase(SOVIET, due={TANKS: "r"})
    choose(game, f"unit:{TANKS}", "hex:4205")
    assert game.state.units[TANKS].steps == 2


def crippled(*units: str) -> Game:
    """The Soviet movement phase of the next turn, after deep strikes on units that a turn of fight/fight kept away."""
    game = run({}, DeepStrike(), turn=5, active=SOVIET, air=Air(side=NATO, aircraft=1), waiting=units, dice=[3])
    choose(game, "aircraft:1", *(f"unit:{unit_id}" for unit_id in units if unit_id in game.state.waiting))
    game.state.turn, game.state.air = 6, Air(side=NATO)
    game.state.stack.append(MovementPhase(side=SOVIET, group="main"))
    game.advance()
    return game


@pytest.mark.rule("gsfg:9.2")
@pytest.mark.rule("gsfg:6.5/3")
def test_crippled_r_units_enter_with_one_step_whenever_they_enter() -> None:
    game = crippled(TANKS)
    choose(game, f"unit:{TANKS}", "hex:4205")
    assert game.state.units[TANKS].steps == 1


@pytest.mark.rule("gsfg:6.5/3")
def test_a_one_step_r_unit_cannot_be_crippled() -> None:
    game = crippled("su-28-tk")
    choose(game, "unit:su-28-tk", "hex:4205")
    assert game.state.units["su-28-tk"].steps == 1


@pytest.mark.rule("gsfg:6.5/3")
def test_r_units_of_later_turns_are_not_crippled() -> None:
    game = run({}, DeepStrike(), turn=2, active=SOVIET, air=Air(side=NATO, aircraft=1), waiting=POOL[:3], dice=[3])
    choose(game, "aircraft:1", f"unit:{POOL[0]}", f"unit:{POOL[1]}")
    assert [game.state.waiting[unit_id] for unit_id in POOL[:3]] == [1, 1, 2]


@pytest.mark.rule("gsfg:9.2")
def test_a_unit_is_supplied_throughout_its_player_turn_of_arrival() -> None:
    game = quiet({}, active=SOVIET)
    game.state.units[TANKS] = Unit(at="2530", steps=2, arrived=True)
    own = supply_state(game, TANKS)
    game.state.active = NATO
    assert (own, supply_state(game, TANKS) == OVERLAND) == (OVERLAND, False)


@pytest.mark.rule("gsfg:9.2")
def test_arrival_is_over_in_the_next_own_player_turn() -> None:
    game = run({TANKS: "4205"}, active=SOVIET)
    game.state.units[TANKS] = Unit(at="4205", steps=2, arrived=True)
    game.state.stack.append(PlayerTurn(side=SOVIET))
    game.advance()
    assert not game.state.units[TANKS].arrived


@pytest.mark.rule("gsfg:9.2")
def test_units_that_could_not_enter_do_so_in_the_next_movement_phase() -> None:
    """After fight/fight the units of the turn before enter on top of the new ones."""
    game = picking(3)
    game.state.due = {"su-193-tk": "r"}
    choose(game, f"unit:{TANKS}", f"unit:{RIFLES}", "unit:su-90g-tk")
    assert set(game.state.due) == {"su-193-tk", TANKS, RIFLES, "su-90g-tk"}


@pytest.mark.rule("gsfg:9.2")
def test_if_every_entry_is_held_by_the_enemy_the_phase_may_end() -> None:
    nato = [unit_id for unit_id, kind in content().counters.items() if kind.side == NATO]
    held = dict(zip(nato, ["4202", "4203"], strict=False))
    game = phase(SOVIET, units=held, due={"su-16g-tk": "a"}, turn=1, air=SOVIET)
    assert ("do:done" in ids(game), refused(game, "unit:su-16g-tk")) == (True, ("refused.no-way-in", "5.10"))


# 9.3


@pytest.mark.rule("gsfg:9.3")
@pytest.mark.parametrize(("turn", "number"), [(1, 0), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 6), (15, 6)])
def test_how_many_r_units_arrive(turn: int, number: int) -> None:
    assert quota(quiet({}, turn=turn)) == number


@pytest.mark.rule("gsfg:9.3")
def test_the_full_number_must_be_picked() -> None:
    game = picking(2)
    choose(game, f"unit:{TANKS}")
    assert (is_over(game), all(option.startswith("unit:") for option in ids(game))) == (False, True)


@pytest.mark.rule("gsfg:9.3")
def test_picking_ends_with_the_full_number() -> None:
    game = picking(2)
    choose(game, f"unit:{TANKS}", f"unit:{RIFLES}")
    assert (is_over(game), game.state.due) == (True, {TANKS: "r", RIFLES: "r"})


@pytest.mark.rule("gsfg:9.3")
def test_picking_ends_with_the_pool() -> None:
    game = picking(6, waiting=[TANKS, RIFLES])
    choose(game, f"unit:{TANKS}", f"unit:{RIFLES}")
    assert is_over(game)


@pytest.mark.rule("gsfg:9.3")
def test_one_artillery_division_a_turn() -> None:
    game = picking(3)
    choose(game, f"unit:{GUNS}")
    assert refused(game, f"unit:{MORE_GUNS}") == ("refused.one-artillery-a-turn", "9.3")


@pytest.mark.rule("gsfg:9.3")
def test_a_pool_of_artillery_alone_gives_one_a_turn() -> None:
    game = picking(3, waiting=[GUNS, MORE_GUNS])
    choose(game, f"unit:{GUNS}")
    assert (is_over(game), list(game.state.due)) == (True, [GUNS])


@pytest.mark.rule("gsfg:9.3")
def test_guns_kept_away_by_fight_fight_are_the_artillery_of_the_next_turn() -> None:
    game = picking(3)
    choose(game, f"unit:{GUNS}", f"unit:{TANKS}", f"unit:{RIFLES}")
    game.state.turn = 4
    game.state.stack.append(PickReinforcements())
    game.advance()
    assert refused(game, f"unit:{MORE_GUNS}") == ("refused.one-artillery-a-turn", "9.3")


@pytest.mark.rule("gsfg:9.3")
def test_the_next_turn_brings_the_next_artillery() -> None:
    game = picking(3, waiting=[GUNS, MORE_GUNS])
    choose(game, f"unit:{GUNS}")
    game.state.turn, game.state.due = 4, {}
    del game.state.waiting[GUNS]
    game.state.stack.append(PickReinforcements())
    game.advance()
    assert ids(game) == {f"unit:{MORE_GUNS}"}


@pytest.mark.rule("gsfg:9.3")
@pytest.mark.rule("gsfg:6.5/3")
def test_what_was_picked_before_the_deep_strike_is_not_picked_again() -> None:
    game = picking(2)
    choose(game, f"unit:{TANKS}", f"unit:{RIFLES}")
    game.state.stack.append(PickReinforcements())
    game.advance()
    assert is_over(game)


@pytest.mark.rule("gsfg:9.3")
def test_the_guards_airborne_army_does_not_count() -> None:
    game = picking(2, waiting=[TANKS, AIRBORNE])
    assert refused(game, f"unit:{AIRBORNE}") == ("refused.not-r-unit", "9.3")


@pytest.mark.rule("gsfg:9.3")
def test_a_scenario_may_have_its_own_schedule() -> None:
    assert [quota(quiet({}, turn=turn, scenario="fulda-gap")) for turn in (1, 2, 3)] == [0, 1, 2]


# 9.4, 9.5


@pytest.mark.rule("gsfg:9.4")
def test_nato_may_hold_a_unit_back() -> None:
    game = phase(NATO, waiting=["us-1-cav"], turn=8)
    choose(game, "unit:us-1-cav", "do:delay", "do:done")
    assert ("us-1-cav" in game.state.waiting, is_over(game)) == (True, True)


@pytest.mark.rule("gsfg:9.4")
def test_a_unit_held_back_may_enter_later_in_the_phase() -> None:
    game = phase(NATO, units={"frg-5": "2224"}, waiting=["us-1-cav"], turn=8)
    choose(game, "unit:us-1-cav", "do:delay", "unit:frg-5", "hex:2225", "do:stop", "unit:us-1-cav", f"hex:{FRANKFURT}")
    assert where(game, "us-1-cav") == FRANKFURT


@pytest.mark.rule("gsfg:9.4")
def test_a_unit_held_back_may_enter_in_the_next_turn() -> None:
    game = phase(NATO, waiting=["us-1-cav"], turn=8)
    choose(game, "unit:us-1-cav", "do:delay", "do:done")
    game.state.turn = 9
    game.state.stack.append(MovementPhase(side=NATO, group="nato"))
    game.advance()
    assert "unit:us-1-cav" in ids(game)


@pytest.mark.rule("gsfg:9.4")
def test_nato_may_end_the_phase_with_units_still_to_come() -> None:
    assert "do:done" in ids(phase(NATO, waiting=["us-1-cav"], turn=8))


@pytest.mark.rule("gsfg:9.4")
def test_two_divisions_enter_frankfurt_in_a_phase() -> None:
    game = phase(NATO, waiting=["us-1-cav", "us-24-mech", "us-5-mech"], turn=12)
    for unit_id in ("us-1-cav", "us-24-mech"):
        choose(game, f"unit:{unit_id}", f"hex:{FRANKFURT}", "hex:2023", "do:stop")
    assert refused(game, "unit:us-5-mech") == ("refused.no-way-in", "9.5")


@pytest.mark.rule("gsfg:9.4")
def test_brigades_count_half_through_an_entry_hex() -> None:
    game = phase(NATO, waiting=["us-1-cav", "us-24-mech", "us-197-mech"], turn=12)
    choose(game, "unit:us-1-cav", f"hex:{FRANKFURT}", "hex:2023", "do:stop")
    choose(game, "unit:us-197-mech", f"hex:{FRANKFURT}", "hex:2023", "do:stop")
    assert refused(game, "unit:us-24-mech") == ("refused.no-way-in", "9.5")


@pytest.mark.rule("gsfg:9.4")
def test_nato_units_are_supplied_on_arrival() -> None:
    game = phase(NATO, waiting=["fr-4"], captured={STRASBOURG: SOVIET}, down={STRASBOURG: 0})
    choose(game, "unit:fr-4", "hex:1030", "do:stop")
    assert supply_state(game, "fr-4") == OVERLAND


@pytest.mark.rule("gsfg:9.5")
def test_americans_enter_through_frankfurt() -> None:
    game = quiet({}, waiting=["us-1-cav"], turn=8)
    assert open_hexes(game, "us-1-cav") == [FRANKFURT]


@pytest.mark.rule("gsfg:9.5")
@pytest.mark.parametrize(("turn", "open_"), [(8, False), (9, True)])
def test_without_frankfurt_they_come_over_the_west_edge_a_turn_late(turn: int, open_: bool) -> None:
    game = quiet({}, waiting=["us-1-cav"], turn=turn, captured={FRANKFURT: SOVIET})
    game.state.sources_down[FRANKFURT] = 0
    assert set(open_hexes(game, "us-1-cav")) == (content().region("west-edge") if open_ else set())


@pytest.mark.rule("gsfg:9.5")
def test_frankfurt_retaken_but_not_yet_running_does_not_serve() -> None:
    game = quiet({}, waiting=["us-1-cav"], turn=8)
    game.state.sources_down[FRANKFURT] = 11
    assert open_hexes(game, "us-1-cav") == []


@pytest.mark.rule("gsfg:9.5")
def test_canadians_enter_like_americans() -> None:
    assert open_hexes(quiet({}, waiting=["ca-5-mech"], turn=9), "ca-5-mech") == [FRANKFURT]


@pytest.mark.rule("gsfg:9.5")
@pytest.mark.parametrize("unit_id", ["uk-6-ff", "nl-1"])
def test_british_and_dutch_enter_over_the_dutch_west_edge(unit_id: str) -> None:
    found = open_hexes(quiet({}, waiting=[unit_id]), unit_id)
    assert ({content().country[label] for label in found}, set(found) <= content().region("edge-west")) == (
        {"nl"},
        True,
    )


@pytest.mark.rule("gsfg:9.5")
def test_an_edge_hex_with_an_enemy_is_closed() -> None:
    game = quiet({TANKS: "1010"}, waiting=["nl-1"])
    assert "1010" not in open_hexes(game, "nl-1")


@pytest.mark.rule("gsfg:9.5")
def test_the_french_enter_through_strasbourg_or_over_their_edge() -> None:
    found = set(open_hexes(quiet({}, waiting=["fr-4"]), "fr-4"))
    assert found == {STRASBOURG, *content().region("west-edge-fr")}


@pytest.mark.rule("gsfg:9.5")
def test_without_strasbourg_the_french_are_not_late() -> None:
    game = quiet({}, waiting=["fr-4"], turn=2, captured={STRASBOURG: SOVIET})
    assert set(open_hexes(game, "fr-4")) == content().region("west-edge-fr")


@pytest.mark.rule("gsfg:9.5")
def test_belgians_enter_through_cologne_or_north_of_the_moselle() -> None:
    found = set(open_hexes(quiet({}, waiting=["be-1"]), "be-1"))
    edge = content().region("west-edge-frg-north-of-moselle")
    assert found == {"1316", "1416", "1417", "1515", "1516"} | edge


@pytest.mark.rule("gsfg:9.5")
def test_west_germans_enter_through_their_running_cities_only() -> None:
    game = quiet({}, waiting=["frg-hsk-13"], captured={"2521": SOVIET})
    assert set(open_hexes(game, "frg-hsk-13")) == content().region("source-frg") - {"2521"}


@pytest.mark.rule("gsfg:9.5")
def test_a_hex_elsewhere_is_refused() -> None:
    game = phase(NATO, waiting=["us-1-cav"], turn=8)
    choose(game, "unit:us-1-cav")
    assert refused(game, "hex:2530") == ("refused.not-entry-hex", "9.5")


@pytest.mark.rule("gsfg:9.5")
def test_the_entry_hexes_of_all_nations_together() -> None:
    found = frozenset[str]().union(*[hexes for _, hexes in hexes_of_nations(quiet({})).values()])
    assert found == (
        content().region("west-edge-nl")
        | content().region("west-edge-fr")
        | content().region("west-edge-frg-north-of-moselle")
        | content().nato_sources - {"1408"}
    )


# 6.17, 9.7


@pytest.mark.rule("gsfg:6.17")
@pytest.mark.parametrize(("air", "enters"), [(NATO, True), (SOVIET, False)])
def test_air_mobile_units_enter_with_nato_air_superiority_only(air: str, enters: bool) -> None:
    assert ("unit:us-101-am" in ids(phase(NATO, waiting=["us-101-am"], air=air))) is enters


@pytest.mark.rule("gsfg:6.17")
def test_why_an_air_mobile_unit_waits() -> None:
    game = phase(NATO, waiting=["us-101-am"], air=SOVIET)
    assert refused(game, "unit:us-101-am") == ("refused.air-mobile-waits", "6.17")


@pytest.mark.rule("gsfg:9.4")
def test_an_air_mobile_unit_flies_on_from_the_city_it_enters() -> None:
    game = phase(NATO, waiting=["us-101-am"])
    choose(game, "unit:us-101-am", f"hex:{FRANKFURT}")
    assert ("do:stop" in ids(game), max(option.cost or 0 for option in game.decisions[0].options)) == (False, 7)


@pytest.mark.rule("gsfg:9.7")
@pytest.mark.rule("gsfg:5.10")
@pytest.mark.parametrize(("air", "arrives"), [(SOVIET, True), (NATO, False)])
def test_the_guards_airborne_army_arrives_with_soviet_air_superiority(air: str, arrives: bool) -> None:
    assert (f"unit:{AIRBORNE}" in ids(phase(SOVIET, waiting=[AIRBORNE], air=air, turn=1))) is arrives


@pytest.mark.rule("gsfg:9.7")
def test_why_the_guards_airborne_army_waits() -> None:
    game = phase(SOVIET, waiting=[AIRBORNE], air=NATO)
    assert refused(game, f"unit:{AIRBORNE}") == ("refused.airborne-waits", "9.7")


@pytest.mark.rule("gsfg:9.7")
@pytest.mark.rule("gsfg:1.8")
def test_the_102nd_arrives_like_the_others() -> None:
    game = phase(SOVIET, waiting=["su-102g-abn"], air=SOVIET)
    choose(game, "unit:su-102g-abn", "hex:2530")
    assert where(game, "su-102g-abn") == "2530"


@pytest.mark.rule("gsfg:9.7")
def test_the_guards_airborne_army_never_enters_over_land() -> None:
    game = phase(SOVIET, waiting=[AIRBORNE], air=SOVIET)
    choose(game, f"unit:{AIRBORNE}")
    assert game.decisions[0].prompt == "land-at"


@pytest.mark.rule("gsfg:9.7")
def test_the_guards_airborne_army_may_wait() -> None:
    game = phase(SOVIET, waiting=[AIRBORNE], air=SOVIET)
    choose(game, f"unit:{AIRBORNE}", "do:delay")
    assert ("do:done" in ids(game), AIRBORNE in game.state.waiting) == (True, True)


@pytest.mark.rule("gsfg:9.7")
def test_an_airborne_division_held_back_may_land_later_in_the_phase() -> None:
    game = phase(SOVIET, waiting=[AIRBORNE], air=SOVIET)
    choose(game, f"unit:{AIRBORNE}", "do:delay", f"unit:{AIRBORNE}", "hex:2530")
    assert where(game, AIRBORNE) == "2530"


@pytest.mark.rule("gsfg:9.7")
def test_a_unit_that_lands_is_supplied_and_moves_no_more() -> None:
    game = phase(SOVIET, waiting=[AIRBORNE], air=SOVIET)
    choose(game, f"unit:{AIRBORNE}", "hex:2530")
    assert (supply_state(game, AIRBORNE), f"unit:{AIRBORNE}" in ids(game)) == (OVERLAND, False)


@pytest.mark.rule("gsfg:9.7")
@pytest.mark.parametrize(("air", "flies"), [(NATO, True), (SOVIET, False)])
def test_nato_air_transportable_units_may_fly_in_or_not(air: str, flies: bool) -> None:
    game = phase(NATO, waiting=["us-82-abn"], air=air)
    choose(game, "unit:us-82-abn")
    assert (f"hex:{FRANKFURT}" in ids(game), "do:fly" in ids(game)) == (True, flies)


@pytest.mark.rule("gsfg:9.7")
def test_a_nato_unit_flies_in_where_it_may_land() -> None:
    game = phase(NATO, waiting=["us-82-abn"])
    choose(game, "unit:us-82-abn", "do:fly", "hex:2530")
    assert (where(game, "us-82-abn"), game.state.units["us-82-abn"].flew) == ("2530", True)


@pytest.mark.rule("gsfg:9.7")
def test_nobody_lands_next_to_the_enemy() -> None:
    game = phase(SOVIET, units={"us-3-arm": "2530"}, waiting=[AIRBORNE], air=SOVIET)
    choose(game, f"unit:{AIRBORNE}")
    assert refused(game, "hex:2531") == ("refused.lands-near-enemy", "6.8")
