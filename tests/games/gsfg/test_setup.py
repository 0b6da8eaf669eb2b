"""Chapter 3: set-up, and the shorter scenarios."""

from __future__ import annotations

import pytest

from games.gsfg.flights import refused
from games.gsfg.positions import TITLE, choose, content, ids, where
from sandtable.games.gsfg.setup import standard_hex
from sandtable.games.gsfg.stacking import fault_of, overstacked
from sandtable.games.gsfg.state import NATO, SOVIET
from sandtable.games.gsfg.supply import is_supplied
from sandtable.games.gsfg.units import Game, controller, occupants
from sandtable.kernel import GameState

SCENARIOS = ("campaign", "fulda-gap", "hamburg")


def new(scenario: str = "campaign") -> Game:
    return TITLE.new_game(scenario, seed=1)


def ready(scenario: str = "campaign") -> Game:
    """A game after a standard set-up."""
    game = new(scenario)
    while game.decisions[0].prompt == "set-up":
        choose(game, "do:standard")
    return game


@pytest.mark.rule("gsfg:3.1")
@pytest.mark.parametrize(("unit_id", "side"), [("su-10g-tk", SOVIET), ("gdr-1-mr", SOVIET), ("fr-1", NATO)])
def test_red_army_and_east_germans_are_one_side(unit_id: str, side: str) -> None:
    assert content().counters[unit_id].side == side


@pytest.mark.rule("gsfg:3.1")
def test_every_counter_is_on_the_map_or_beside_it() -> None:
    state = new().state
    wholes = {link.whole for link in content().links}
    assert set(state.units) | set(state.waiting) == set(content().counters) - wholes


@pytest.mark.rule("gsfg:3.2")
@pytest.mark.parametrize(
    ("unit_id", "label"), [("us-4-2", "2806"), ("us-3-1", "2235"), ("us-4-4", "1824"), ("nl-t", "1309")]
)
def test_nato_units_stand_in_the_hexes_printed_on_them(unit_id: str, label: str) -> None:
    assert where(new(), unit_id) == label


@pytest.mark.rule("gsfg:3.2")
def test_nato_is_set_up_before_the_soviets_choose() -> None:
    game = new()
    placed = {unit_id for unit_id, kind in content().counters.items() if kind.at}
    assert (set(game.state.units), game.decisions[0].side) == (placed, SOVIET)


@pytest.mark.rule("gsfg:3.2")
@pytest.mark.rule("gsfg:2.12")
def test_nato_reinforcements_wait_for_the_turn_printed_on_them() -> None:
    waiting = new().state.waiting
    assert {"us-82-abn", "us-5-mech"} <= set(waiting)


@pytest.mark.rule("gsfg:2.12")
@pytest.mark.rule("gsfg:9.1")
@pytest.mark.parametrize(("unit_id", "turn"), [("us-82-abn", 3), ("us-5-mech", 11)])
def test_a_short_number_is_the_earliest_turn_of_entry(unit_id: str, turn: int) -> None:
    assert (content().counters[unit_id].code, content().placements[unit_id].turn) == (str(turn), turn)


@pytest.mark.rule("gsfg:3.2")
def test_the_8th_guards_army_comes_first_at_hex_e() -> None:
    game = new()
    hexes = {option.removeprefix("hex:") for option in ids(game) if option.startswith("hex:")}
    assert (game.decisions[0].args["group"], hexes) == ("e", {"3221", *content().adjacent["3221"]})


@pytest.mark.rule("gsfg:3.2")
def test_then_the_3rd_shock_army_at_hex_f() -> None:
    game = new()
    choose(game, "do:standard")
    hexes = {option.removeprefix("hex:") for option in ids(game) if option.startswith("hex:")}
    assert (game.decisions[0].args["group"], hexes) == ("f", {"3815", *content().adjacent["3815"]})


@pytest.mark.rule("gsfg:3.2")
def test_other_hexes_are_refused() -> None:
    assert refused(new(), "hex:2530") == ("refused.not-set-up-hex", "3.2")


@pytest.mark.rule("gsfg:3.2")
def test_stacking_holds_at_set_up() -> None:
    game = new()
    choose(game, "hex:3221", "hex:3221")
    assert refused(game, "hex:3221") == ("refused.over-stacked", "7.1")


@pytest.mark.rule("gsfg:3.2")
def test_the_east_german_division_may_be_set_up_with_the_8th_guards_army() -> None:
    game = new()
    choose(game, "hex:3221", "hex:3220", "hex:3222", "hex:3120", "hex:3221")
    there = occupants(game)["3221"]
    assert (len(there), fault_of(game, there, "3221")) == (2, None)


@pytest.mark.rule("gsfg:3.2")
@pytest.mark.rule("gsfg:7.5")
def test_two_east_german_divisions_are_not_set_up_together() -> None:
    game = new()
    choose(game, "do:standard", "hex:3714", "hex:3714", "hex:3715", "hex:3814", "hex:3815")
    assert refused(game, "hex:3815") == ("refused.two-east-germans", "7.5")


@pytest.mark.rule("gsfg:3.2")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_standard_set_up_places_every_unit_within_the_limits(scenario: str) -> None:
    game = ready(scenario)
    placed = {u for u, p in game.content.placements.items() if p.group in ("e", "f")}
    wrong = [label for label, there in occupants(game).items() if overstacked(game, there, label)]
    assert (placed <= set(game.state.units), wrong) == (True, [])


@pytest.mark.rule("gsfg:3.2")
def test_a_standard_place_is_as_near_to_the_enemy_as_may_be() -> None:
    game = new()
    board = content().board
    front = [unit.at for unit in game.state.units.values()]

    def nearest(label: str) -> int:
        return min(board.distance(board.index[label], board.index[at]) for at in front)

    choice = standard_hex(game, "su-27g-mr")
    assert nearest(choice) == min(nearest(label) for label in content().region("setup-e"))


@pytest.mark.rule("gsfg:3.2")
@pytest.mark.parametrize(("group", "label"), [("a", "4202"), ("b", "4212"), ("c", "4231"), ("d", "4221")])
def test_groups_a_to_d_wait_off_the_map_beside_their_hex(group: str, label: str) -> None:
    due = new().state.due
    region = content().region(content().entry.groups[group])
    assert (group in due.values(), label in region, region <= content().region("edge-east")) == (True, True, True)


@pytest.mark.rule("gsfg:3.2")
def test_the_units_off_the_map_need_not_keep_to_stacking() -> None:
    assert list(new().state.due.values()).count("d") == 6


@pytest.mark.rule("gsfg:1.8")
@pytest.mark.rule("gsfg:3.2")
def test_the_102nd_belongs_to_the_guards_airborne_army() -> None:
    assert (content().placements["su-102g-abn"].group, "su-102g-abn" in new().state.waiting) == ("airborne", True)


@pytest.mark.rule("gsfg:9.8")
def test_complete_divisions_do_not_wait_for_a_turn() -> None:
    assert {link.whole for link in content().links}.isdisjoint(new().state.waiting)


@pytest.mark.rule("gsfg:3.3")
def test_the_soviets_begin_with_their_countries() -> None:
    game = ready()
    held = {label for label in content().board.labels if controller(game, label) == SOVIET}
    assert held == {label for label, country in content().country.items() if country in ("gdr", "cssr")}


# The shorter scenarios


@pytest.mark.parametrize("scenario", SCENARIOS[1:])
def test_only_the_units_of_a_scenario_take_part(scenario: str) -> None:
    game = new(scenario)
    assert set(game.state.units) | set(game.state.waiting) == set(game.content.placements)


@pytest.mark.parametrize("scenario", SCENARIOS[1:])
def test_all_of_a_scenario_happens_in_its_area(scenario: str) -> None:
    game = ready(scenario)
    assert [unit_id for unit_id, unit in game.state.units.items() if unit.at not in game.content.board.index] == []


@pytest.mark.rule("gsfg:8.4")
@pytest.mark.rule("gsfg:8.7")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_everybody_is_supplied_at_the_start(scenario: str) -> None:
    game = ready(scenario)
    assert [unit_id for unit_id in game.state.units if not is_supplied(game, unit_id)] == []


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_unit_to_come_has_a_way_in(scenario: str) -> None:
    data = content(scenario)
    used = {p.group for p in data.placements.values() if p.group in data.entry.groups}
    nations = {data.counters[u].nat for u, p in data.placements.items() if p.turn}
    ways = [data.region(data.entry.groups[group]) for group in used]
    for nat in nations:
        nation = data.entry.nations[nat]
        ways.append(data.region(nation.city or nation.edge or ""))
    assert all(ways)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_victory_can_be_won_in_the_area(scenario: str) -> None:
    data = content(scenario)
    assert all(len(data.region(condition.region)) >= condition.count for condition in data.scenario.victory)


@pytest.mark.parametrize("scenario", SCENARIOS[1:])
def test_a_scenario_is_of_an_evenings_size(scenario: str) -> None:
    data = content(scenario)
    sides = [data.counters[unit_id].side for unit_id in data.placements]
    turns = data.last_turn - data.first_turn + 1
    assert (4 <= turns <= 6, 15 <= sides.count(NATO) <= 35, 15 <= sides.count(SOVIET) <= 35) == (True, True, True)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_game_at_its_start_can_be_saved_and_loaded(scenario: str) -> None:
    state: GameState = ready(scenario).state
    codec = TITLE.codec
    assert codec.hash(codec.decode(codec.encode(state))) == codec.hash(state)
