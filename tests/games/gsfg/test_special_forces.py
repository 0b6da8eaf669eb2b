"""Chapter 13.1 to 13.10: special forces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from games.gsfg.positions import TITLE, choose, content, ids, quiet, where
from sandtable.games.gsfg.combat.combat_phase import CombatPhase
from sandtable.games.gsfg.events.optional import SfRoused
from sandtable.games.gsfg.movement.move import Move
from sandtable.games.gsfg.movement.movement_phase import MovementPhase
from sandtable.games.gsfg.optional import special_forces, special_forces_moves
from sandtable.games.gsfg.optional.attacks_on_special_forces import AttackMarker, attackable
from sandtable.games.gsfg.optional.special_forces_moves import MoveMarker
from sandtable.games.gsfg.reinforcements.entry import entry_cost
from sandtable.games.gsfg.sequence import PlayerTurn
from sandtable.games.gsfg.state import NATO, SOVIET, SpecialForces
from sandtable.games.gsfg.supply import OVERLAND, UNSUPPLIED, enemy_sf_zone, supply_state
from sandtable.games.gsfg.units import Game, eliminate, occupy
from sandtable.kernel import Choice, Decision, Option, Procedure, Resolved
from sandtable.kernel.dice import ScriptedDice
from sandtable.mechanics.roster import change

SWITCH = ("13.1",)
OPEN = "2530"
"""A clear hex with nothing but clear hexes around it, two deep, and no rivers."""
RING = ("2529", "2630", "2631", "2531", "2431", "2430")
"""The hexes around it."""


class Halt(Procedure, frozen=True):
    """Where a test stops when what it runs is over."""

    def begin(self, game: Game) -> Decision:
        return Decision(NATO, "halt", "5.1", (Option("do:done"),))

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        raise AssertionError("a test goes on beyond its end")


def markers(**places: str) -> dict[str, SpecialForces]:
    """Markers by id, such as nato_1."""
    found = {}
    for name, place in places.items():
        side, number = name.split("_")
        found[f"{side}-{number}"] = SpecialForces(side=side, at=place.rstrip("!"), suppressed=place.endswith("!"))
    return found


def sf_game(
    units: Mapping[str, str],
    places: Mapping[str, SpecialForces],
    *procedures: Procedure,
    turn: int = 5,
    active: str = NATO,
    air: str = NATO,
    captured: Mapping[str, str] | None = None,
    dice: Sequence[int] = (),
) -> Game:
    """A position with units and markers, run to its first decision."""
    game = quiet(units, turn=turn, active=active, air=air, captured=captured, switches=SWITCH)
    game.state.special_forces = dict(places)
    run(game, *procedures, dice=dice)
    return game


def run(game: Game, *procedures: Procedure, dice: Sequence[int] = ()) -> None:
    game.state.stack[:] = [Halt(), *procedures]
    game.dice = ScriptedDice(dice)
    game.advance()


def at(game: Game, marker_id: str) -> str:
    return game.state.special_forces[marker_id].at


def reason(game: Game, option_id: str) -> tuple[str, str] | None:
    refusal = game.explain(option_id)
    return (refusal.reason.removeprefix("refused."), refusal.rule) if refusal else None


def halted(game: Game) -> bool:
    return game.decisions[0].prompt == "halt"


def test_the_hexes_of_these_tests_are_as_they_say() -> None:
    data = content()
    board = data.board
    near = [board.labels[i] for i in board.within(board.index[OPEN], 2)]
    assert data.adjacent[OPEN] == RING
    assert {data.terrain[label] for label in near} == {"clear"}


# 13.0, 13.22: what there is


@pytest.mark.rule("gsfg:13.0")
def test_without_the_optional_rule_nothing_is_placed() -> None:
    game = quiet({}, turn=1)
    special_forces.setup(game)
    assert game.state.stack == []


@pytest.mark.rule("gsfg:13.0")
def test_without_the_optional_rule_no_reinforcements_arrive() -> None:
    game = quiet({}, turn=3)
    special_forces.start_player_turn(game, NATO)
    assert (game.state.stack, game.state.special_forces) == ([], {})


@pytest.mark.rule("gsfg:13.1", "gsfg:13.22")
def test_nato_places_two_markers_and_then_the_soviets_three() -> None:
    game = quiet({}, turn=1, switches=SWITCH)
    game.state.stack.append(Halt())
    special_forces.setup(game)
    game.advance()
    asked = []
    while not halted(game):
        asked.append(game.decisions[0].side)
        game.choose(game.decisions[0].ids[-1])
    assert asked == [NATO] * 2 + [SOVIET] * 3


@pytest.mark.rule("gsfg:13.22")
def test_nato_places_its_first_markers_anywhere_in_west_germany() -> None:
    game = quiet({}, turn=1, switches=SWITCH)
    special_forces.setup(game)
    game.advance()
    land = {f"hex:{label}" for label in content().board.labels if content().country[label] == "frg"}
    assert ids(game) == land


@pytest.mark.rule("gsfg:13.22")
def test_a_marker_of_nato_cannot_begin_in_the_netherlands() -> None:
    game = quiet({}, turn=1, switches=SWITCH)
    special_forces.setup(game)
    game.advance()
    assert (content().country["1110"], reason(game, "hex:1110")) == ("nl", ("sf-west-germany", "13.22"))


@pytest.mark.rule("gsfg:13.22")
def test_the_soviets_place_theirs_east_of_the_start_line() -> None:
    game = quiet({}, turn=1, switches=SWITCH)
    game.state.stack.append(Halt())
    special_forces.setup(game)
    game.advance()
    choose(game, "hex:2530", "hex:2531")
    offered = {content().country[option.removeprefix("hex:")] for option in ids(game)}
    assert (offered, reason(game, "hex:2532")) == ({"gdr", "cssr"}, ("sf-start-soviet", "13.22"))


@pytest.mark.rule("gsfg:13.4")
def test_a_side_has_but_one_marker_in_a_hex() -> None:
    game = quiet({}, turn=1, switches=SWITCH)
    special_forces.setup(game)
    game.advance()
    choose(game, "hex:2530")
    assert reason(game, "hex:2530") == ("sf-there", "13.4")


@pytest.mark.rule("gsfg:13.22")
@pytest.mark.parametrize(("turn", "markers_by_then"), [(1, 2), (2, 2), (3, 3), (4, 3), (5, 4), (15, 4)])
def test_nato_gets_a_marker_in_turn_three_and_another_in_turn_five(turn: int, markers_by_then: int) -> None:
    game = quiet({}, turn=turn, switches=SWITCH)
    game.state.special_forces = markers(nato_1="2530", nato_2="2531")
    game.state.stack.append(Halt())
    special_forces.start_player_turn(game, NATO)
    game.advance()
    while not halted(game):
        game.choose(game.decisions[0].ids[0])
    assert len(game.state.special_forces) == markers_by_then


@pytest.mark.rule("gsfg:13.22")
def test_an_eliminated_marker_is_not_made_good_by_reinforcements() -> None:
    game = quiet({}, turn=5, switches=SWITCH)
    game.state.special_forces = markers(nato_1="2530", nato_2="", nato_3="2531", nato_4="")
    special_forces.start_player_turn(game, NATO)
    assert game.state.stack == []


@pytest.mark.rule("gsfg:13.22")
def test_the_soviets_get_no_more_markers() -> None:
    game = quiet({}, turn=8, switches=SWITCH)
    special_forces.start_player_turn(game, SOVIET)
    assert game.state.stack == []


def arrival(**units: str) -> Game:
    game = quiet(units, turn=3, switches=SWITCH)
    game.state.special_forces = markers(nato_1="2530", nato_2="2531")
    game.state.stack.append(Halt())
    special_forces.start_player_turn(game, NATO)
    game.advance()
    return game


@pytest.mark.rule("gsfg:13.22")
def test_a_marker_arrives_where_reinforcements_of_some_nation_enter() -> None:
    game = arrival()
    open_now = {"hex:2024", "hex:1233", "hex:1316", "hex:1006", "hex:1029", "hex:1016", "hex:3011"}
    assert (open_now <= ids(game), reason(game, "hex:1025")) == (True, ("sf-reinforcement-hex", "13.22"))


@pytest.mark.rule("gsfg:13.22")
def test_a_marker_does_not_arrive_through_a_source_that_is_down() -> None:
    game = arrival()
    game.state.sources_down["1233"] = 0
    game.advance()
    assert reason(game, "hex:1233") == ("sf-reinforcement-hex", "13.22")


@pytest.mark.rule("gsfg:13.22")
def test_the_whole_west_edge_is_open_while_the_americans_have_no_city() -> None:
    game = arrival()
    game.state.sources_down["2024"] = 0
    game.advance()
    assert "hex:1025" in ids(game)


@pytest.mark.rule("gsfg:13.4")
def test_a_marker_does_not_arrive_among_enemy_units() -> None:
    game = arrival(**{"su-20g-mr": "1006"})
    assert reason(game, "hex:1006") == ("sf-enemy-there", "13.4")


@pytest.mark.rule("gsfg:13.22")
def test_a_marker_that_is_kept_back_may_come_a_turn_later() -> None:
    game = arrival()
    choose(game, "do:wait-a-turn")
    game.state.turn = 4
    special_forces.start_player_turn(game, NATO)
    game.advance()
    assert game.decisions[0].prompt == "place-sf"


# 13.5: overland movement


@pytest.mark.rule("gsfg:13.5")
def test_a_marker_moves_up_to_two_hexes() -> None:
    game = sf_game({}, markers(nato_1=OPEN), MoveMarker(marker="nato-1"), air=SOVIET)
    board = content().board
    near = {f"hex:{board.labels[i]}" for i in board.within(board.index[OPEN], 2)} - {f"hex:{OPEN}"}
    assert ids(game) == {*near, "do:stay"}


@pytest.mark.rule("gsfg:13.5")
def test_a_hex_costs_a_marker_one_whatever_is_in_it() -> None:
    game = sf_game({}, markers(nato_1="2700"), MoveMarker(marker="nato-1"), air=SOVIET)
    costs = {option.id: option.cost for option in game.decisions[0].options}
    assert (content().terrain["2701"], costs["hex:2701"]) == ("city", 1)


@pytest.mark.rule("gsfg:13.5")
def test_a_marker_crosses_the_sea_but_does_not_stay_in_it() -> None:
    game = sf_game({}, markers(nato_1="2700"), MoveMarker(marker="nato-1"), air=SOVIET)
    assert content().terrain["2601"] == "sea"
    assert ("hex:2501" in ids(game), reason(game, "hex:2601")) == (True, ("sf-water", "13.5"))


@pytest.mark.rule("gsfg:13.4", "gsfg:13.5")
def test_a_marker_does_not_enter_a_hex_with_an_enemy_unit() -> None:
    game = sf_game({"su-20g-mr": RING[0]}, markers(nato_1=OPEN), MoveMarker(marker="nato-1"), air=SOVIET)
    assert reason(game, f"hex:{RING[0]}") == ("sf-enemy-there", "13.4")


@pytest.mark.rule("gsfg:13.5")
def test_a_marker_does_not_pass_through_enemy_units() -> None:
    ring = dict(zip(("su-20g-mr", "su-35-mr", "su-25-tk", "su-9-tk", "su-7g-tk", "su-6g-tk"), RING, strict=True))
    game = sf_game(ring, markers(nato_1=OPEN), MoveMarker(marker="nato-1"), air=SOVIET)
    assert ids(game) == {"do:stay"}


@pytest.mark.rule("gsfg:13.5")
def test_a_marker_moves_past_enemy_units_without_stopping() -> None:
    game = sf_game({"su-20g-mr": "2529"}, markers(nato_1=OPEN), MoveMarker(marker="nato-1"), air=SOVIET)
    assert {"hex:2629", "hex:2429"} <= ids(game)


@pytest.mark.rule("gsfg:13.4", "gsfg:13.5")
def test_a_marker_may_enter_the_hex_of_an_enemy_marker() -> None:
    game = sf_game({}, markers(nato_1=OPEN, soviet_1=RING[0]), MoveMarker(marker="nato-1"), air=SOVIET)
    choose(game, f"hex:{RING[0]}")
    assert at(game, "nato-1") == at(game, "soviet-1")


@pytest.mark.rule("gsfg:13.4")
def test_a_marker_does_not_join_another_of_its_side_but_passes_it() -> None:
    game = sf_game({}, markers(nato_1=OPEN, nato_2="2529"), MoveMarker(marker="nato-1"), air=SOVIET)
    assert (reason(game, "hex:2529"), "hex:2528" in ids(game)) == (("sf-there", "13.4"), True)


@pytest.mark.rule("gsfg:13.5")
def test_a_marker_does_not_move_three_hexes() -> None:
    game = sf_game({}, markers(nato_1=OPEN), MoveMarker(marker="nato-1"), air=SOVIET)
    assert reason(game, "hex:2533") == ("sf-too-far", "13.5")


@pytest.mark.rule("gsfg:13.5")
def test_a_marker_in_a_hex_with_an_enemy_unit_may_leave_and_go_two_hexes() -> None:
    game = sf_game({"su-20g-mr": OPEN}, markers(nato_1=OPEN), MoveMarker(marker="nato-1"), air=SOVIET)
    assert {"hex:2529", "hex:2528", "do:stay"} <= ids(game)


@pytest.mark.rule("gsfg:13.5")
def test_a_marker_moves_once_in_a_player_turn() -> None:
    game = sf_game({}, markers(nato_1=OPEN), MovementPhase(side=NATO, group="nato"), air=SOVIET)
    choose(game, "sf:nato-1", "hex:2531")
    assert reason(game, "sf:nato-1") == ("sf-moved", "13.5")


@pytest.mark.rule("gsfg:13.5")
def test_a_marker_put_down_may_still_move_in_the_phase() -> None:
    game = sf_game({}, markers(nato_1=OPEN), MovementPhase(side=NATO, group="nato"), air=SOVIET)
    choose(game, "sf:nato-1", "do:stay", "sf:nato-1", "hex:2531")
    assert game.state.special_forces["nato-1"].at == "2531"


@pytest.mark.rule("gsfg:13.5", "gsfg:10.6")
def test_a_marker_that_moves_in_the_middle_of_a_units_move_does_not_end_it() -> None:
    units = {"us-3-arm": "2532"}
    game = sf_game(units, markers(nato_1=OPEN), MovementPhase(side=NATO, group="nato"), air=SOVIET)
    choose(game, "unit:us-3-arm", "hex:2533", "sf:nato-1", "hex:2531", "hex:2534", "do:stop")
    assert (game.state.units["us-3-arm"].at, game.state.special_forces["nato-1"].at) == ("2534", "2531")


@pytest.mark.rule("gsfg:13.5")
def test_a_marker_moves_again_in_its_sides_next_player_turn() -> None:
    game = sf_game({}, markers(nato_1=OPEN), MovementPhase(side=NATO, group="nato"), air=SOVIET)
    choose(game, "sf:nato-1", "hex:2531")
    special_forces.start_player_turn(game, SOVIET)
    still = special_forces_moves.movable(game, "nato")
    special_forces.start_player_turn(game, NATO)
    assert (still, [option.id for option in special_forces_moves.movable(game, "nato")]) == ([], ["sf:nato-1"])


@pytest.mark.rule("gsfg:13.5")
@pytest.mark.parametrize(("group", "moves"), [("main", True), ("8ga", False), ("nato", False)])
def test_soviet_markers_move_in_the_main_movement_phase(group: str, moves: bool) -> None:
    game = sf_game({}, markers(soviet_1=OPEN), turn=2)
    assert bool(special_forces_moves.movable(game, group)) is moves


@pytest.mark.rule("gsfg:13.2")
def test_a_suppressed_marker_does_not_move() -> None:
    units = {"su-20g-mr": OPEN}
    game = sf_game(units, markers(nato_1=f"{OPEN}!"), MovementPhase(side=NATO, group="nato"), air=SOVIET)
    assert reason(game, "sf:nato-1") == ("sf-suppressed", "13.2")


@pytest.mark.rule("gsfg:13.9")
def test_interdiction_does_not_slow_a_marker() -> None:
    game = sf_game({}, markers(nato_1=OPEN), air=SOVIET)
    game.state.interdiction = {OPEN: 1}
    run(game, MoveMarker(marker="nato-1"))
    assert "hex:2528" in ids(game)


# 13.6: aerial transport


@pytest.mark.rule("gsfg:13.6")
def test_a_marker_flies_anywhere_with_air_superiority() -> None:
    game = sf_game({}, markers(nato_1=OPEN), MoveMarker(marker="nato-1"))
    choose(game, "do:fly", "hex:3910")
    assert at(game, "nato-1") == "3910"


@pytest.mark.rule("gsfg:13.6")
def test_a_marker_does_not_fly_without_air_superiority() -> None:
    game = sf_game({}, markers(nato_1=OPEN), MoveMarker(marker="nato-1"), air=SOVIET)
    assert reason(game, "do:fly") == ("sf-no-air-superiority", "13.6")


@pytest.mark.rule("gsfg:13.6")
def test_a_marker_does_not_take_off_next_to_an_enemy_unit() -> None:
    game = sf_game({"su-20g-mr": "2529"}, markers(nato_1=OPEN), MoveMarker(marker="nato-1"))
    assert reason(game, "do:fly") == ("sf-takes-off-near-enemy", "13.6")


@pytest.mark.rule("gsfg:13.6")
def test_a_marker_does_not_take_off_from_a_hex_with_an_enemy_unit() -> None:
    game = sf_game({"su-20g-mr": OPEN}, markers(nato_1=OPEN), MoveMarker(marker="nato-1"))
    assert reason(game, "do:fly") == ("sf-takes-off-near-enemy", "13.6")


@pytest.mark.rule("gsfg:13.6")
def test_a_marker_takes_off_only_from_clear_or_city_hexes() -> None:
    game = sf_game({}, markers(nato_1="1118"), MoveMarker(marker="nato-1"))
    assert (content().terrain["1118"], reason(game, "do:fly")) == ("rough", ("sf-no-airfield", "13.6"))


@pytest.mark.rule("gsfg:13.3", "gsfg:13.6")
def test_a_marker_flies_from_the_depth_of_enemy_country_without_a_supply_line() -> None:
    game = sf_game({}, markers(nato_1="3910"), MoveMarker(marker="nato-1"))
    assert "do:fly" in ids(game)


@pytest.mark.rule("gsfg:13.6")
@pytest.mark.parametrize(
    ("label", "refused"),
    [
        ("2631", None),
        ("2529", ("sf-lands-near-enemy", "13.6")),
        ("2528", ("sf-lands-near-enemy", "13.6")),
        ("1118", ("sf-no-landing", "13.6")),
        ("2024", None),
        ("2527", ("sf-enemy-city", "13.6")),
        ("2800", ("sf-there", "13.4")),
    ],
)
def test_a_marker_lands_in_clear_hexes_and_friendly_cities_away_from_the_enemy(
    label: str, refused: tuple[str, str] | None
) -> None:
    places = markers(nato_1="2900", nato_2="2800")
    game = sf_game({"su-20g-mr": "2529"}, places, MoveMarker(marker="nato-1"), captured={"2527": SOVIET})
    choose(game, "do:fly")
    assert reason(game, f"hex:{label}") == refused


# 13.7: the zone


@pytest.mark.rule("gsfg:13.7")
def test_the_zone_is_the_markers_hex_and_those_around_it() -> None:
    game = sf_game({}, markers(soviet_1=OPEN))
    assert enemy_sf_zone(game, NATO) == {OPEN, *RING}


@pytest.mark.rule("gsfg:13.7")
def test_a_side_has_no_trouble_with_its_own_zones() -> None:
    game = sf_game({}, markers(soviet_1=OPEN))
    assert enemy_sf_zone(game, SOVIET) == set()


@pytest.mark.rule("gsfg:13.7")
def test_the_zone_does_not_reach_into_the_sea() -> None:
    game = sf_game({}, markers(soviet_1="2700"))
    assert (content().terrain["2601"], "2601" in enemy_sf_zone(game, NATO)) == ("sea", False)


@pytest.mark.rule("gsfg:13.2", "gsfg:13.7")
def test_a_suppressed_marker_has_no_zone() -> None:
    game = sf_game({"us-3-arm": OPEN}, markers(soviet_1=f"{OPEN}!"))
    assert enemy_sf_zone(game, NATO) == set()


@pytest.mark.rule("gsfg:13.7")
def test_neither_units_nor_markers_cancel_a_zone() -> None:
    game = sf_game({"us-3-arm": RING[0]}, markers(soviet_1=OPEN, nato_1=OPEN))
    assert RING[0] in enemy_sf_zone(game, NATO)


def costs(game: Game, unit_id: str) -> dict[str, float]:
    run(game, Move(units=(unit_id,)))
    return {option.id[4:]: option.cost or 0 for option in game.decisions[0].options if option.id.startswith("hex:")}


@pytest.mark.rule("gsfg:13.7")
def test_a_hex_of_an_enemy_zone_costs_one_more() -> None:
    game = sf_game({"us-3-arm": "2532"}, markers(soviet_1=OPEN))
    found = costs(game, "us-3-arm")
    assert (found["2531"], found["2533"]) == (2, 1)


@pytest.mark.rule("gsfg:13.7")
def test_the_hex_of_the_enemy_marker_costs_one_more_too() -> None:
    game = sf_game({"us-3-arm": "2532"}, markers(soviet_1=OPEN))
    assert costs(game, "us-3-arm")[OPEN] == 4


@pytest.mark.rule("gsfg:13.7")
def test_several_zones_cost_no_more_than_one() -> None:
    game = sf_game({"us-3-arm": "2532"}, markers(soviet_1=OPEN, soviet_2="2630"))
    assert costs(game, "us-3-arm")["2531"] == 2


@pytest.mark.rule("gsfg:13.7")
def test_friendly_units_in_the_hex_do_not_lift_the_zone() -> None:
    game = sf_game({"us-3-arm": "2532", "us-11-cv": "2531"}, markers(soviet_1=OPEN))
    assert costs(game, "us-3-arm")["2531"] == 2


@pytest.mark.rule("gsfg:13.7")
def test_interdiction_doubles_before_the_zone_adds_one() -> None:
    game = sf_game({"us-3-arm": "2532"}, markers(soviet_1=OPEN), air=SOVIET)
    game.state.interdiction = {OPEN: 1}
    assert costs(game, "us-3-arm")["2531"] == 3


@pytest.mark.rule("gsfg:13.7")
def test_an_air_mobile_unit_flies_through_zones_at_its_usual_pace() -> None:
    game = sf_game({"us-6-am": "2532"}, markers(soviet_1=OPEN), MovementPhase(side=NATO, group="nato"))
    choose(game, "unit:us-6-am")
    found = {option.id: option.cost for option in game.decisions[0].options}
    assert found["hex:2530"] == 2


@pytest.mark.rule("gsfg:13.7")
def test_an_entry_hex_in_a_zone_costs_one_more() -> None:
    free = quiet({}, switches=SWITCH)
    unit = next(unit_id for unit_id, kind in content().counters.items() if kind.nat == "nl" and kind.turn)
    before = entry_cost(free, unit, "1007")
    free.state.special_forces = markers(soviet_1="1006")
    assert entry_cost(free, unit, "1007") == before + 1


@pytest.mark.rule("gsfg:13.7")
def test_no_supply_line_leads_out_of_an_enemy_zone() -> None:
    game = sf_game({"us-3-arm": RING[0]}, {})
    before = supply_state(game, "us-3-arm")
    game.state.special_forces = markers(soviet_1=OPEN)
    assert (before, supply_state(game, "us-3-arm")) == (OVERLAND, UNSUPPLIED)


@pytest.mark.rule("gsfg:13.7")
def test_a_marker_next_to_the_only_source_cuts_its_nation_off() -> None:
    game = sf_game({"us-3-arm": "2024"}, markers(soviet_1="2022"))
    near = supply_state(game, "us-3-arm")
    game.state.special_forces = markers(soviet_1="2023")
    assert (near, supply_state(game, "us-3-arm")) == (OVERLAND, UNSUPPLIED)


@pytest.mark.rule("gsfg:13.7")
def test_the_supply_of_air_mobile_units_is_not_hampered() -> None:
    game = sf_game({"us-6-am": RING[0], "us-3-arm": RING[1]}, markers(soviet_1=OPEN), air=SOVIET)
    assert (supply_state(game, "us-6-am"), supply_state(game, "us-3-arm")) == (OVERLAND, UNSUPPLIED)


# 13.2: suppression ends


@pytest.mark.rule("gsfg:13.2")
def test_a_marker_is_active_again_as_soon_as_the_enemy_has_left_its_hex() -> None:
    game = sf_game({"us-3-arm": OPEN}, markers(soviet_1=f"{OPEN}!"))
    occupy(game, "us-3-arm", "2531")
    assert (game.state.special_forces["soviet-1"].suppressed, type(game.events[-1])) == (False, SfRoused)


@pytest.mark.rule("gsfg:13.2")
def test_a_marker_is_active_again_when_the_enemy_in_its_hex_is_eliminated() -> None:
    game = sf_game({"us-3-arm": OPEN}, markers(soviet_1=f"{OPEN}!"))
    eliminate(game, "us-3-arm", "11.16")
    assert not game.state.special_forces["soviet-1"].suppressed


@pytest.mark.rule("gsfg:13.2")
def test_a_marker_stays_suppressed_while_one_enemy_unit_is_left() -> None:
    game = sf_game({"us-3-arm": OPEN, "us-11-cv": OPEN}, markers(soviet_1=f"{OPEN}!"))
    occupy(game, "us-3-arm", "2531")
    assert game.state.special_forces["soviet-1"].suppressed


@pytest.mark.rule("gsfg:13.2")
def test_who_holds_special_forces_down_goes_one_hex_and_then_pays_for_their_zone() -> None:
    game = sf_game({"us-3-arm": OPEN}, markers(soviet_1=f"{OPEN}!"), Move(units=("us-3-arm",)))
    first = {option.id: option.cost for option in game.decisions[0].options if option.id.startswith("hex:")}
    choose(game, "hex:2529")
    then = {option.id: option.cost for option in game.decisions[0].options}
    assert first == {f"hex:{label}": 1 for label in RING}
    assert (then["hex:2630"], then["hex:2528"]) == (2, 1)


@pytest.mark.rule("gsfg:13.2")
def test_a_hex_further_off_is_refused_while_special_forces_are_held_down() -> None:
    game = sf_game({"us-3-arm": OPEN}, markers(soviet_1=f"{OPEN}!"), Move(units=("us-3-arm",)))
    assert reason(game, "hex:2528") == ("sf-one-hex", "13.2")


@pytest.mark.rule("gsfg:13.2")
def test_who_leaves_others_to_hold_special_forces_down_moves_on_freely() -> None:
    units = {"us-3-arm": OPEN, "us-11-cv": OPEN}
    game = sf_game(units, markers(soviet_1=f"{OPEN}!"), Move(units=("us-3-arm",)))
    found = {option.id: option.cost for option in game.decisions[0].options}
    assert found["hex:2528"] == 2


# 13.5/clarification: displacement


@pytest.mark.rule("gsfg:13.5/clarification")
def test_at_the_end_of_a_phase_the_enemy_displaces_a_marker_from_units_of_its_own_side() -> None:
    game = sf_game({"us-3-arm": OPEN}, markers(nato_1=OPEN), MovementPhase(side=NATO, group="nato"))
    choose(game, "do:done")
    decision = game.decisions[0]
    assert (decision.side, set(decision.ids)) == (SOVIET, {f"hex:{label}" for label in RING})


@pytest.mark.rule("gsfg:13.5/clarification")
def test_a_displaced_marker_stands_where_the_enemy_chose() -> None:
    game = sf_game({"us-3-arm": OPEN}, markers(nato_1=OPEN), MovementPhase(side=NATO, group="nato"))
    choose(game, "do:done", "hex:2431")
    assert (at(game, "nato-1"), halted(game)) == ("2431", True)


@pytest.mark.rule("gsfg:13.5/clarification")
def test_a_marker_is_not_displaced_onto_units_or_another_of_its_markers() -> None:
    units = {"us-3-arm": OPEN, "us-11-cv": RING[0], "su-20g-mr": RING[1]}
    places = markers(nato_1=OPEN, nato_2=RING[2], soviet_1=RING[3])
    game = sf_game(units, places, MovementPhase(side=NATO, group="nato"))
    choose(game, "do:done")
    assert ids(game) == {f"hex:{label}" for label in RING[3:]}


@pytest.mark.rule("gsfg:13.5/clarification")
def test_a_marker_with_one_nearest_refuge_goes_there_without_a_question() -> None:
    others = ("us-11-cv", "us-2-cv", "us-4-2", "us-3-1", "us-4-4")
    units = {"us-3-arm": OPEN, **dict(zip(others, RING, strict=False))}
    game = sf_game(units, markers(nato_1=OPEN), MovementPhase(side=NATO, group="nato"))
    choose(game, "do:done")
    assert (at(game, "nato-1"), halted(game)) == (RING[5], True)


@pytest.mark.rule("gsfg:13.5/clarification")
def test_a_marker_is_displaced_two_hexes_where_one_is_not_enough() -> None:
    others = ("us-11-cv", "us-2-cv", "us-4-2", "us-3-1", "us-4-4", "us-8-mech")
    units = {"us-3-arm": OPEN, **dict(zip(others, RING, strict=True))}
    game = sf_game(units, markers(nato_1=OPEN), MovementPhase(side=NATO, group="nato"))
    choose(game, "do:done")
    board = content().board
    assert {board.distance(board.index[OPEN], board.index[option[4:]]) for option in ids(game)} == {2}


@pytest.mark.rule("gsfg:13.5/clarification")
def test_a_marker_may_share_a_hex_with_friendly_units_during_the_phase() -> None:
    units = {"us-3-arm": OPEN}
    game = sf_game(units, markers(nato_1=RING[0]), MovementPhase(side=NATO, group="nato"), air=SOVIET)
    choose(game, "sf:nato-1", f"hex:{OPEN}", "unit:us-3-arm", "hex:2631", "do:stop", "do:done")
    assert (at(game, "nato-1"), halted(game)) == (OPEN, True)


@pytest.mark.rule("gsfg:13.5/clarification")
def test_a_marker_with_an_enemy_unit_in_its_hex_stays() -> None:
    game = sf_game({"su-20g-mr": OPEN}, markers(nato_1=OPEN), MovementPhase(side=NATO, group="nato"))
    choose(game, "do:done")
    assert (at(game, "nato-1"), halted(game)) == (OPEN, True)


# 13.8, 13.10: attacks on special forces


def attack(die: int, place: str = OPEN, **others: str) -> Game:
    """An American division attacks the Soviet marker in its hex."""
    places = markers(soviet_1=place, **others)
    units = {"us-3-arm": OPEN}
    return sf_game(units, places, AttackMarker(marker="soviet-1", group="nato"), dice=[die])


def fate(game: Game) -> str:
    marker = game.state.special_forces["soviet-1"]
    return "suppressed" if marker.suppressed else "active" if marker.at else "eliminated"


@pytest.mark.rule("gsfg:13.10")
@pytest.mark.parametrize(
    ("die", "result"),
    [(1, "active"), (2, "active"), (3, "active"), (4, "active"), (5, "suppressed"), (6, "suppressed")],
)
def test_the_counter_sf_table(die: int, result: str) -> None:
    assert fate(attack(die)) == result


@pytest.mark.rule("gsfg:13.8", "gsfg:13.10")
@pytest.mark.parametrize(("die", "result"), [(3, "active"), (4, "suppressed"), (5, "suppressed"), (6, "eliminated")])
@pytest.mark.parametrize("friend", [RING[0], OPEN])
def test_a_friendly_zone_adds_one(die: int, result: str, friend: str) -> None:
    assert fate(attack(die, nato_1=friend)) == result


@pytest.mark.rule("gsfg:13.8")
def test_two_friendly_zones_add_no_more_than_one() -> None:
    assert fate(attack(5, nato_1=RING[0], nato_2=RING[1])) == "suppressed"


@pytest.mark.rule("gsfg:13.8")
def test_friendly_special_forces_two_hexes_off_do_not_help() -> None:
    assert fate(attack(6, nato_1="2528")) == "suppressed"


@pytest.mark.rule("gsfg:13.2")
def test_suppressed_special_forces_do_not_help() -> None:
    places = markers(soviet_1=OPEN, nato_1=f"{RING[0]}!")
    units = {"us-3-arm": OPEN, "su-20g-mr": RING[0]}
    game = sf_game(units, places, AttackMarker(marker="soviet-1", group="nato"), dice=[6])
    assert fate(game) == "suppressed"


@pytest.mark.rule("gsfg:13.2", "gsfg:13.10")
@pytest.mark.parametrize(("die", "result"), [(4, "suppressed"), (5, "eliminated"), (6, "eliminated")])
def test_a_marker_suppressed_twice_is_eliminated(die: int, result: str) -> None:
    assert fate(attack(die, place=f"{OPEN}!")) == result


@pytest.mark.rule("gsfg:13.8")
def test_the_sum_of_an_attack_is_told() -> None:
    game = attack(5, nato_1=RING[0])
    told = next(event for event in game.events if isinstance(event, Resolved))
    assert [(line.label, line.value, line.rule) for line in told.lines] == [
        ("sf-die", "5", "13.10"),
        ("sf-friendly-zone", "+1", "13.8"),
        ("sf-total", "6", "13.10"),
    ]


def targets(game: Game, group: str = "nato") -> list[str]:
    return [option.id for option in attackable(game, group)]


@pytest.mark.rule("gsfg:13.8")
def test_a_unit_in_the_hex_may_attack_and_one_next_to_it_may_not() -> None:
    units = {"us-3-arm": OPEN}
    game = sf_game(units, markers(soviet_1=OPEN, soviet_2=RING[0]))
    assert targets(game) == ["sf:soviet-1"]


@pytest.mark.rule("gsfg:13.8")
def test_special_forces_alone_attack_nobody() -> None:
    assert targets(sf_game({}, markers(soviet_1=OPEN, nato_1=OPEN))) == []


@pytest.mark.rule("gsfg:13.8")
def test_a_marker_is_attacked_once_in_a_player_turn() -> None:
    game = sf_game({"us-3-arm": OPEN, "us-11-cv": OPEN}, markers(soviet_1=OPEN))
    run(game, AttackMarker(marker="soviet-1", group="nato"), dice=[1])
    choose(game, "unit:us-3-arm")
    assert targets(game) == []


@pytest.mark.rule("gsfg:13.8")
def test_a_marker_may_be_attacked_again_in_the_next_player_turn() -> None:
    game = attack(1)
    change(game, "us-3-arm", attacked=False)
    special_forces.start_player_turn(game, SOVIET)
    assert targets(game) == ["sf:soviet-1"]


@pytest.mark.rule("gsfg:13.8")
def test_of_several_units_in_the_hex_one_attacks() -> None:
    units = {"us-3-arm": OPEN, "us-11-cv": OPEN}
    game = sf_game(units, markers(soviet_1=OPEN), AttackMarker(marker="soviet-1", group="nato"), dice=[1])
    choose(game, "unit:us-11-cv")
    state = game.state.units
    assert (state["us-11-cv"].attacked, state["us-11-cv"].fought, state["us-3-arm"].attacked) == (True, True, False)


@pytest.mark.rule("gsfg:13.8")
def test_the_attack_is_the_units_one_attack_of_the_phase() -> None:
    game = sf_game({"us-3-arm": OPEN}, markers(soviet_1=OPEN))
    change(game, "us-3-arm", attacked=True)
    assert targets(game) == []


@pytest.mark.rule("gsfg:13.8")
def test_a_unit_elsewhere_cannot_be_picked() -> None:
    units = {"us-3-arm": OPEN, "us-11-cv": OPEN, "us-2-cv": RING[0]}
    game = sf_game(units, markers(soviet_1=OPEN), AttackMarker(marker="soviet-1", group="nato"))
    assert reason(game, "unit:us-2-cv") == ("sf-not-there", "13.8")


@pytest.mark.rule("gsfg:13.8")
def test_units_of_another_group_do_not_attack_in_this_phase() -> None:
    game = sf_game({"su-27g-mr": OPEN}, markers(nato_1=OPEN), turn=2, active=SOVIET)
    assert content().counters["su-27g-mr"].nat == "su_8ga"
    assert (targets(game, "8ga"), targets(game, "main")) == (["sf:nato-1"], [])


@pytest.mark.rule("gsfg:13.8")
def test_supply_does_not_matter_even_to_artillery() -> None:
    game = sf_game({"su-34g-art": OPEN}, markers(nato_1=OPEN), active=SOVIET)
    assert (supply_state(game, "su-34g-art"), targets(game, "main")) == (UNSUPPLIED, ["sf:nato-1"])


@pytest.mark.rule("gsfg:13.8")
def test_a_unit_that_has_flown_does_not_attack_special_forces() -> None:
    game = sf_game({"us-3-arm": OPEN}, markers(soviet_1=OPEN))
    change(game, "us-3-arm", flew=True)
    assert targets(game) == []


@pytest.mark.rule("gsfg:13.8")
def test_a_side_does_not_attack_its_own_markers() -> None:
    game = sf_game({"us-3-arm": OPEN}, markers(nato_1=OPEN))
    assert targets(game) == []


@pytest.mark.rule("gsfg:13.8")
def test_special_forces_are_attacked_in_the_combat_phase() -> None:
    phase = CombatPhase(side=NATO, group="nato")
    game = sf_game({"us-3-arm": OPEN}, markers(soviet_1=OPEN), phase, dice=[5])
    offered = ids(game)
    choose(game, "sf:soviet-1")
    assert ("sf:soviet-1" in offered, fate(game)) == (True, "suppressed")


@pytest.mark.rule("gsfg:13.8")
def test_the_combat_phase_says_why_a_marker_cannot_be_attacked() -> None:
    phase = CombatPhase(side=NATO, group="nato")
    game = sf_game({"us-3-arm": OPEN}, markers(soviet_1=OPEN, soviet_2=RING[0]), phase)
    assert reason(game, "sf:soviet-2") == ("sf-no-attacker", "13.8")


@pytest.mark.rule("gsfg:13.5/clarification")
def test_a_marker_is_displaced_at_the_end_of_a_combat_phase_too() -> None:
    game = sf_game({"us-3-arm": OPEN}, markers(nato_1=OPEN), CombatPhase(side=SOVIET, group="main"), active=SOVIET)
    assert (game.decisions[0].prompt, game.decisions[0].side) == ("displace-sf", SOVIET)


# 13.4, 13.9: no other effect


@pytest.mark.rule("gsfg:13.4")
def test_markers_leave_the_stacking_limit_to_units() -> None:
    units = {"us-3-arm": RING[0], "us-8-mech": OPEN}
    game = sf_game(units, markers(soviet_1=OPEN, nato_1=OPEN), Move(units=("us-3-arm",)))
    assert f"hex:{OPEN}" in ids(game)


@pytest.mark.rule("gsfg:13.1", "gsfg:13.9")
def test_a_marker_neither_controls_its_hex_nor_holds_it_against_the_enemy() -> None:
    game = sf_game({"us-3-arm": RING[0]}, markers(soviet_1=OPEN), Move(units=("us-3-arm",)))
    choose(game, f"hex:{OPEN}")
    assert (where(game, "us-3-arm"), game.state.captured) == (OPEN, {})


@pytest.mark.rule("gsfg:13.22")
def test_a_game_begins_with_the_placement_of_special_forces() -> None:
    game = TITLE.new_game("campaign", SWITCH, seed=1)
    assert (game.decisions[0].side, game.decisions[0].prompt) == (NATO, "place-sf")


@pytest.mark.rule("gsfg:13.22")
def test_reinforcing_markers_are_asked_for_at_the_start_of_the_player_turn() -> None:
    game = sf_game({}, markers(nato_1=OPEN, nato_2="2532"), PlayerTurn(side=NATO), turn=3)
    assert game.decisions[0].prompt == "place-sf"
