"""Chapters 1 to 3: halving, sides, map edges, counters, steps and hex control."""

from __future__ import annotations

import pytest

from games.gsfg.positions import TITLE, content, quiet, where
from sandtable.board.scene import Symbol
from sandtable.games.gsfg.events import Captured
from sandtable.games.gsfg.state import NATO, SOVIET
from sandtable.games.gsfg.units import (
    controller,
    eliminate,
    group_of,
    halved,
    halved_strength,
    is_running,
    lose_step,
    occupy,
    side_of,
    source_changed_hands,
)
from sandtable.mechanics.roster import units_in

FRANKFURT = "2024"
OPEN, NEXT = "2530", "2531"
TANKS, AMERICANS = "su-10g-tk", "us-3-arm"


@pytest.mark.rule("gsfg:1.5")
@pytest.mark.parametrize(("value", "half"), [(3, 1), (2, 1), (1, 0)])
def test_half_of_a_value_drops_the_fraction(value: int, half: int) -> None:
    assert halved(value) == half


@pytest.mark.rule("gsfg:1.5")
@pytest.mark.rule("gsfg:11.10")
def test_the_strength_of_a_single_unit_is_never_halved_below_one() -> None:
    assert halved_strength([1]) == 1


@pytest.mark.rule("gsfg:1.5")
def test_several_strengths_are_added_up_and_halved_once() -> None:
    assert halved_strength([1, 2]) == 1


@pytest.mark.rule("gsfg:1.5")
def test_halving_the_sum_is_kinder_than_halving_each() -> None:
    assert halved_strength([3, 3]) == 3


@pytest.mark.rule("gsfg:1.5")
def test_nothing_halved_is_nothing() -> None:
    assert halved_strength([]) == 0


@pytest.mark.rule("gsfg:1.6")
@pytest.mark.parametrize(
    ("label", "north", "east"), [("1400", True, False), ("4200", True, True), ("4237", False, True)]
)
def test_corner_hexes_belong_to_both_edges(label: str, north: bool, east: bool) -> None:
    assert (label in content().region("edge-north"), label in content().region("edge-east")) == (north, east)


@pytest.mark.rule("gsfg:1.6")
def test_the_east_edge_is_the_last_column() -> None:
    assert content().region("edge-east") == {f"42{row:02}" for row in range(38)}


@pytest.mark.rule("gsfg:1.7")
@pytest.mark.parametrize(("unit_id", "side"), [("gdr-4-mr", SOVIET), ("su-27g-mr", SOVIET), ("nl-t", NATO)])
def test_a_side_commands_all_its_nationalities(unit_id: str, side: str) -> None:
    assert side_of(quiet({}), unit_id) == side


@pytest.mark.rule("gsfg:2.2")
def test_groningen_is_a_dutch_city_in_1702() -> None:
    data = content()
    name = data.board.named("1702").name
    assert name is not None
    assert (data.terrain["1702"], data.country["1702"], name.en) == ("city", "nl", "Groningen")


@pytest.mark.rule("gsfg:2.2")
def test_a_unit_is_in_exactly_one_hex() -> None:
    game = quiet({TANKS: OPEN})
    occupy(game, TANKS, NEXT)
    assert (units_in(game, OPEN), units_in(game, NEXT)) == ((), (TANKS,))


@pytest.mark.rule("gsfg:2.4")
def test_a_counter_shows_its_values_in_printed_order() -> None:
    game = quiet({"us-4-2": OPEN})
    card = TITLE.scene(game, "en").counters[0]
    assert card.values == "1-2-8"


@pytest.mark.rule("gsfg:2.5")
def test_the_colours_of_a_counter_tell_its_nationality() -> None:
    game = quiet({"su-27g-mr": OPEN, "gdr-4-mr": NEXT, TANKS: "2529"})
    cards = TITLE.scene(game, "en").counters
    assert [card.palette for card in cards] == ["su_8ga", "gdr", "su"]


@pytest.mark.rule("gsfg:2.7")
@pytest.mark.rule("gsfg:2.8")
def test_a_counter_shows_type_and_size() -> None:
    game = quiet({"us-11-cv": OPEN})
    card = TITLE.scene(game, "en").counters[0]
    assert card.symbol == Symbol("reconnaissance", "regiment")


@pytest.mark.rule("gsfg:2.11")
def test_a_two_step_unit_that_loses_a_step_stays_reduced() -> None:
    game = quiet({TANKS: OPEN})
    lose_step(game, TANKS, "11.20")
    assert (where(game, TANKS), game.state.units[TANKS].steps) == (OPEN, 1)


@pytest.mark.rule("gsfg:2.11")
def test_a_unit_that_loses_its_last_step_is_eliminated() -> None:
    game = quiet({TANKS: OPEN}, steps={TANKS: 1})
    lose_step(game, TANKS, "11.20")
    assert (where(game, TANKS), game.state.lost) == ("", {TANKS: OPEN})


@pytest.mark.rule("gsfg:2.11")
def test_an_eliminated_unit_leaves_its_hex_at_once() -> None:
    game = quiet({TANKS: OPEN})
    units_in(game, OPEN)
    eliminate(game, TANKS, "11.20")
    assert units_in(game, OPEN) == ()


@pytest.mark.rule("gsfg:3.3")
@pytest.mark.parametrize(("label", "side"), [("3221", SOVIET), ("4137", SOVIET), ("1702", NATO), (OPEN, NATO)])
def test_at_the_start_the_soviets_hold_east_germany_and_czechoslovakia(label: str, side: str) -> None:
    assert controller(quiet({}), label) == side


@pytest.mark.rule("gsfg:3.3")
def test_control_passes_to_whoever_enters() -> None:
    game = quiet({TANKS: OPEN})
    occupy(game, TANKS, NEXT)
    assert controller(game, NEXT) == SOVIET


@pytest.mark.rule("gsfg:3.3")
def test_control_stays_when_the_unit_leaves() -> None:
    game = quiet({TANKS: OPEN})
    occupy(game, TANKS, NEXT)
    occupy(game, TANKS, OPEN)
    assert controller(game, NEXT) == SOVIET


@pytest.mark.rule("gsfg:3.3")
def test_control_of_a_hex_can_change_any_number_of_times() -> None:
    game = quiet({TANKS: OPEN, AMERICANS: FRANKFURT})
    for _ in range(2):
        occupy(game, TANKS, NEXT)
        occupy(game, TANKS, OPEN)
        occupy(game, AMERICANS, NEXT)
        occupy(game, AMERICANS, FRANKFURT)
    taken = [event.side for event in game.events if isinstance(event, Captured) and NEXT in event.hexes]
    assert taken == [SOVIET, NATO, SOVIET, NATO]


@pytest.mark.rule("gsfg:3.3")
def test_nato_takes_control_in_east_germany_too() -> None:
    game = quiet({AMERICANS: FRANKFURT})
    occupy(game, AMERICANS, "3221")
    assert controller(game, "3221") == NATO


@pytest.mark.rule("gsfg:9.5")
def test_west_germans_to_come_are_lost_once_no_city_of_theirs_is_running() -> None:
    game = quiet({}, waiting=["frg-hsk-13", "frg-t-i-1", "us-1-cav"])
    for label in content().sources_of["frg"]:
        source_changed_hands(game, label, SOVIET)
    assert (set(game.state.waiting), set(game.state.lost)) == ({"frg-t-i-1", "us-1-cav"}, {"frg-hsk-13"})


@pytest.mark.rule("gsfg:9.5")
def test_west_germans_to_come_wait_while_one_city_is_running() -> None:
    game = quiet({}, waiting=["frg-hsk-13"])
    for label in content().sources_of["frg"][1:]:
        source_changed_hands(game, label, SOVIET)
    assert set(game.state.waiting) == {"frg-hsk-13"}


@pytest.mark.rule("gsfg:8.9")
def test_a_source_that_the_soviets_enter_is_down() -> None:
    game = quiet({TANKS: "2023"})
    occupy(game, TANKS, FRANKFURT)
    assert not is_running(game, FRANKFURT)


@pytest.mark.rule("gsfg:5.4")
@pytest.mark.parametrize(("turn", "group"), [(1, "8ga"), (3, "8ga"), (4, "main")])
def test_the_8th_guards_army_is_a_group_of_its_own_for_three_turns(turn: int, group: str) -> None:
    assert group_of(quiet({"su-27g-mr": "3221"}, turn=turn), "su-27g-mr") == group


@pytest.mark.rule("gsfg:5.4")
def test_the_east_german_division_with_them_belongs_to_the_main_group() -> None:
    assert group_of(quiet({"gdr-4-mr": "3221"}, turn=1), "gdr-4-mr") == "main"


@pytest.mark.rule("gsfg:2.5", "gsfg:2.7", "gsfg:2.8")
def test_a_hex_tells_what_units_are_in_it() -> None:
    told = {fact.label: fact.value for fact in TITLE.inspect(quiet({"us-11-cv": "2622"}), "2622", "en")}
    assert told["11th Armored Cavalry Regiment"] == "United States, Armored cavalry, Regiment"
