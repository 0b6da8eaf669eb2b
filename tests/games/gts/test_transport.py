"""Chapters 14.10 and 22.3.3: transport, and entering and leaving entrenchments."""

from __future__ import annotations

import pytest

from games.gts.marching import (
    COMPANY,
    EAST,
    ENEMY,
    FIFTH,
    FOURTH,
    GUNS,
    HALFTRACKS,
    NEXT,
    OPEN,
    SECOND,
    SIXTH,
    THIRD,
    at,
    cost,
    is_over,
    order,
    reason,
)
from games.gts.positions import choose, content, ids, quiet, unit, with_unit
from sandtable.games.gts.fire.opportunity_fire import Timing
from sandtable.games.gts.state import ALLIED, GERMAN, Unit
from sandtable.games.gts.units import unit_class

BRITISH = "1pb2-a"
TRUCKED = "rec-a"
"""A British reconnaissance troop with vehicles of 20 MP."""


@pytest.mark.rule("gts:14.10.1")
@pytest.mark.rule("gts:29.37")
def test_only_units_with_vehicles_on_the_other_side_mount() -> None:
    assert "do:mount" in ids(order({HALFTRACKS: OPEN}, HALFTRACKS))
    assert reason(order({COMPANY: OPEN}, COMPANY), "do:mount") == ("refused.no-transport", "14.10.1")


@pytest.mark.rule("gts:14.10.2")
@pytest.mark.rule("gts:29.45")
def test_mounting_turns_the_counter_and_ends_the_action() -> None:
    game = order({HALFTRACKS: at(OPEN, HALFTRACKS, hits=1)}, HALFTRACKS)
    game.choose("do:mount")
    assert (unit(game, HALFTRACKS).mounted, unit(game, HALFTRACKS).hits, is_over(game)) == (True, 1, True)


@pytest.mark.rule("gts:14.10.2")
def test_a_unit_may_go_into_column_as_it_mounts() -> None:
    game = order({HALFTRACKS: OPEN}, HALFTRACKS)
    game.choose("do:mount-column")
    assert unit(game, HALFTRACKS).mounted
    assert unit(game, HALFTRACKS).column


@pytest.mark.rule("gts:14.10.2")
def test_a_unit_in_column_mounts_in_column() -> None:
    game = order({HALFTRACKS: at(OPEN, HALFTRACKS, column=True)}, HALFTRACKS)
    assert "do:mount-column" not in ids(game)
    game.choose("do:mount")
    assert unit(game, HALFTRACKS).column


@pytest.mark.rule("gts:14.10.2")
def test_where_vehicles_are_in_column_only_a_unit_mounts_into_column() -> None:
    game = order({HALFTRACKS: "3418"}, HALFTRACKS)
    assert "do:mount-column" in ids(game)
    assert reason(game, "do:mount") == ("refused.column-only", "14.5")


@pytest.mark.rule("gts:14.10.2")
def test_no_second_column_mounts_in_a_hex() -> None:
    game = order({HALFTRACKS: OPEN, "gra-4": at(OPEN, "gra-4", column=True)}, HALFTRACKS)
    assert "do:mount" in ids(game)
    assert "do:mount-column" not in ids(game)


@pytest.mark.rule("gts:14.10.2")
def test_mounting_takes_the_whole_action() -> None:
    game = order({HALFTRACKS: OPEN}, HALFTRACKS)
    game.choose(f"hex:{NEXT}")
    assert reason(game, "do:mount") == ("refused.whole-action", "14.10.2")


@pytest.mark.rule("gts:14.10.2")
@pytest.mark.rule("gts:17.2/1")
def test_mounting_triggers_opportunity_fire_before_or_after() -> None:
    game = order({TRUCKED: NEXT, ENEMY: EAST}, TRUCKED, dice=[9])
    choose(game, "do:mount", f"unit:{ENEMY}")
    assert ids(game) == {"do:before", "do:after"}
    game.choose("do:before")
    assert unit(game, TRUCKED).mounted


@pytest.mark.rule("gts:14.10.2")
@pytest.mark.rule("gts:17.2/state")
def test_a_unit_fired_at_after_mounting_has_mounted_whatever_the_fire_does() -> None:
    game = order({TRUCKED: NEXT, ENEMY: EAST}, TRUCKED)
    game.choose("do:mount")
    game.state.units[TRUCKED] = at(NEXT, TRUCKED, suppressed=True, mounted=True)
    game.finish(Timing.AFTER)
    game.advance()
    assert (unit(game, TRUCKED).mounted, unit(game, TRUCKED).suppressed) == (True, True)


@pytest.mark.rule("gts:14.10.2")
@pytest.mark.rule("gts:17.7")
def test_a_unit_suppressed_before_it_mounts_does_not() -> None:
    game = order({TRUCKED: NEXT, ENEMY: EAST}, TRUCKED)
    game.choose("do:mount")
    game.state.units[TRUCKED] = at(NEXT, TRUCKED, suppressed=True)
    game.choose("do:hold")
    assert not unit(game, TRUCKED).mounted


@pytest.mark.rule("gts:22.2.5")
def test_mounting_gives_up_an_improved_position() -> None:
    game = order({HALFTRACKS: at(OPEN, HALFTRACKS, works="improved")}, HALFTRACKS)
    game.choose("do:mount")
    assert unit(game, HALFTRACKS).works == ""


@pytest.mark.rule("gts:14.10.2")
@pytest.mark.rule("gts:14.10.4")
def test_a_mounted_unit_moves_with_the_values_of_the_vehicles() -> None:
    game = order({HALFTRACKS: at(OPEN, HALFTRACKS, mounted=True)}, HALFTRACKS)
    farthest = max(option.cost or 0 for option in game.decisions[0].options if option.id.startswith("hex:"))
    assert farthest == 16


@pytest.mark.rule("gts:14/ex-dismount")
@pytest.mark.rule("gts:14.10.3")
def test_the_example_of_dismounting() -> None:
    """EX-14-04: two clear hexes at 2 MP each, then 8 MP, half of 16, to dismount in combat formation."""
    game = order({HALFTRACKS: at(OPEN, HALFTRACKS, mounted=True)}, HALFTRACKS)
    assert cost(game, THIRD) == 4.0
    game.choose(f"hex:{THIRD}")
    option = game.decisions[0].find("do:dismount")
    assert option is not None
    assert option.cost == 8
    assert "do:dismount-column" in ids(game)
    game.choose("do:dismount")
    assert (unit(game, HALFTRACKS).mounted, unit(game, HALFTRACKS).column, is_over(game)) == (False, False, True)


@pytest.mark.rule("gts:14.10.3")
def test_a_unit_may_dismount_into_column() -> None:
    game = order({HALFTRACKS: at(OPEN, HALFTRACKS, mounted=True)}, HALFTRACKS)
    game.choose("do:dismount-column")
    assert (unit(game, HALFTRACKS).mounted, unit(game, HALFTRACKS).column) == (False, True)


@pytest.mark.rule("gts:14.10.3")
def test_dismounting_takes_half_the_allowance_that_must_be_left() -> None:
    game = order({HALFTRACKS: at(OPEN, HALFTRACKS, mounted=True)}, HALFTRACKS)
    far = next(option.id for option in game.decisions[0].options if option.id.startswith("hex:") and option.cost == 10)
    game.choose(far)
    assert reason(game, "do:dismount") == ("refused.no-movement-left", "14.10.3")


@pytest.mark.rule("gts:14.10.3")
def test_a_unit_does_not_dismount_into_a_full_hex_or_beside_a_column() -> None:
    full = dict.fromkeys((COMPANY, SECOND, FOURTH, FIFTH), OPEN)
    game = order({TRUCKED: at(OPEN, TRUCKED, mounted=True, column=True), **full}, TRUCKED)
    assert reason(game, "do:dismount") == ("refused.full", "14.7/limits")
    assert "do:dismount-column" in ids(game)
    beside = {TRUCKED: at(OPEN, TRUCKED, mounted=True), SIXTH: at(OPEN, SIXTH, column=True)}
    assert reason(order(beside, TRUCKED), "do:dismount-column") == ("refused.second-column", "14.6.1")


@pytest.mark.rule("gts:14.10.3")
@pytest.mark.rule("gts:17.2/1")
def test_dismounting_triggers_opportunity_fire() -> None:
    game = order({TRUCKED: at(NEXT, TRUCKED, mounted=True), ENEMY: EAST}, TRUCKED)
    game.choose("do:dismount")
    assert (game.decisions[0].prompt, game.decisions[0].side) == ("opportunity", GERMAN)


@pytest.mark.rule("gts:14.10.4")
def test_a_suppressed_unit_does_not_dismount_and_a_rallied_one_keeps_its_hits() -> None:
    """EX-14-06."""
    suppressed = order({TRUCKED: at(OPEN, TRUCKED, mounted=True, suppressed=True, hits=1)}, TRUCKED)
    assert reason(suppressed, "do:dismount") == ("refused.suppressed", "19.2.2/effects")
    game = order({TRUCKED: at(OPEN, TRUCKED, mounted=True, hits=1)}, TRUCKED)
    game.choose("do:dismount")
    assert (unit(game, TRUCKED).mounted, unit(game, TRUCKED).hits) == (False, 1)


# Entrenchments


@pytest.mark.rule("gts:22.3.3")
@pytest.mark.rule("gts:22.3.5")
def test_entering_an_empty_entrenchment_is_a_whole_action() -> None:
    game = order({COMPANY: OPEN}, COMPANY, trenches={f"{OPEN}/1": ALLIED})
    game.choose("do:enter-trench")
    assert (unit(game, COMPANY).works, game.state.trenches, is_over(game)) == ("entrenched", {}, True)


@pytest.mark.rule("gts:22.3.3")
def test_an_entrenchment_is_not_entered_in_the_course_of_a_move() -> None:
    game = order({COMPANY: OPEN}, COMPANY, trenches={f"{NEXT}/1": ALLIED})
    game.choose(f"hex:{NEXT}")
    assert reason(game, "do:enter-trench") == ("refused.whole-action", "22.3.3")


@pytest.mark.rule("gts:22.3.3")
def test_a_column_does_not_enter_an_entrenchment() -> None:
    game = order({COMPANY: at(OPEN, column=True)}, COMPANY, trenches={f"{OPEN}/1": ALLIED})
    assert reason(game, "do:enter-trench") == ("refused.trench-column", "22.3.3")


@pytest.mark.rule("gts:22.3.4")
def test_only_the_side_that_built_an_entrenchment_uses_it() -> None:
    game = order({COMPANY: OPEN}, COMPANY, trenches={f"{OPEN}/1": GERMAN})
    assert reason(game, "do:enter-trench") == ("refused.no-trench", "22.3.4")


@pytest.mark.rule("gts:22.3.4")
def test_each_entrenchment_takes_one_unit() -> None:
    units = {COMPANY: OPEN, SECOND: at(OPEN, SECOND, works="entrenched")}
    assert "do:enter-trench" not in ids(order(units, COMPANY))
    game = order(units, COMPANY, trenches={f"{OPEN}/2": ALLIED})
    game.choose("do:enter-trench")
    assert unit(game, COMPANY).works == "entrenched"
    assert not game.state.trenches


@pytest.mark.rule("gts:22.3.3")
def test_a_unit_in_an_entrenchment_must_leave_it_before_anything_else() -> None:
    game = order({COMPANY: at(OPEN, works="entrenched")}, COMPANY)
    assert "do:leave-trench" in ids(game)
    assert reason(game, f"hex:{NEXT}") == ("refused.entrenched", "22.3.3")
    assert reason(game, "do:column") == ("refused.entrenched", "22.3.3")


@pytest.mark.rule("gts:22.3.3")
@pytest.mark.rule("gts:22.3.5")
def test_leaving_an_entrenchment_is_a_whole_action_and_leaves_it_behind() -> None:
    game = order({COMPANY: at(OPEN, works="entrenched")}, COMPANY)
    game.choose("do:leave-trench")
    assert (unit(game, COMPANY).works, unit(game, COMPANY).at, is_over(game)) == ("", OPEN, True)
    assert list(game.state.trenches.values()) == [ALLIED]


@pytest.mark.rule("gts:22.3.3")
@pytest.mark.rule("gts:17.2/1")
def test_entering_and_leaving_trigger_opportunity_fire() -> None:
    entering = order({COMPANY: NEXT, ENEMY: EAST}, COMPANY, trenches={f"{NEXT}/1": ALLIED})
    entering.choose("do:enter-trench")
    leaving = order({COMPANY: at(NEXT, works="entrenched"), ENEMY: EAST}, COMPANY)
    leaving.choose("do:leave-trench")
    assert [game.decisions[0].prompt for game in (entering, leaving)] == ["opportunity", "opportunity"]


@pytest.mark.rule("gts:22.3.3")
@pytest.mark.rule("gts:17.7")
def test_a_unit_suppressed_on_its_way_into_an_entrenchment_is_not_in_it() -> None:
    game = order({COMPANY: NEXT, ENEMY: EAST}, COMPANY, trenches={f"{NEXT}/1": ALLIED})
    game.choose("do:enter-trench")
    game.state.units[COMPANY] = at(NEXT, suppressed=True)
    game.choose("do:hold")
    assert unit(game, COMPANY).works == ""
    assert game.state.trenches


@pytest.mark.rule("gts:22.3.3")
@pytest.mark.rule("gts:17.2/state")
def test_a_unit_fired_at_after_it_has_entered_is_in_the_entrenchment() -> None:
    game = order({COMPANY: NEXT, ENEMY: EAST}, COMPANY, trenches={f"{NEXT}/1": ALLIED}, dice=[9])
    choose(game, "do:enter-trench", f"unit:{ENEMY}", "do:after")
    assert unit(game, COMPANY).works == "entrenched"


@pytest.mark.rule("gts:14.4")
def test_immobile_units_neither_enter_nor_leave_entrenchments() -> None:
    game = order({"spi-flak": OPEN}, "spi-flak", trenches={f"{OPEN}/1": GERMAN})
    assert reason(game, "do:enter-trench") == ("refused.immobile", "14.4")
    assert "do:enter-trench" not in ids(order({GUNS: OPEN}, GUNS, trenches={f"{OPEN}/1": ALLIED}))


def test_the_halftracks_have_the_values_of_these_tests() -> None:
    kind = content().counters[HALFTRACKS]
    assert kind.transport is not None
    assert (kind.transport.move, kind.transport.mobility) == (16, "tracked")
    assert content().counters[BRITISH].transport is None


@pytest.mark.rule("gts:29.50")
def test_a_mounted_unit_is_a_vehicle_unit() -> None:
    game = quiet({"gra-3": Unit(at="1014", steps=2)})
    printed = content().counters["gra-3"]
    assert unit_class(game, "gra-3") == printed.unit_class
    with_unit(game, "gra-3", mounted=True)
    assert unit_class(game, "gra-3") == "vehicle"
