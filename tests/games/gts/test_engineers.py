"""Chapters 22, 23, 25 and 29.23: field works, roadblocks, Men at Work, and what engineer actions have in common."""

from __future__ import annotations

import pytest

from games.gts.marching import COMPANY, GUNS, MORTARS, NEXT, OPEN, SECOND, THIRD, at, order, reason
from games.gts.positions import activated, choose, content, ids, quiet, unit
from sandtable.games.gts.engineers.engineer_action import EngineerAction, EngineerWork
from sandtable.games.gts.engineers.engineer_tasks import is_ready
from sandtable.games.gts.engineers.field_works import ImprovePosition
from sandtable.games.gts.engineers.roadblocks import PlaceRoadblock
from sandtable.games.gts.engineers.works import leave_works, road_open
from sandtable.games.gts.fire.fire_modifiers import Aim, fire_sum
from sandtable.games.gts.fire.fire_procedure import armour_of
from sandtable.games.gts.movement.movement_action import MovementAction
from sandtable.games.gts.sequence.troop_quality import quality_sum
from sandtable.games.gts.state import Points, Unit
from sandtable.games.gts.units import eliminate, lose_step
from sandtable.kernel import Choice

SAPPERS = "1pb-re"
ENEMY, BESIDE = "kra-2", "1115"
"""A German company, and a hex next to OPEN and NEXT."""
ROAD, HOUSES = "1118", "2116"
ARMOUR, PIONEERS = "gra-5", "spi-mo1"
QUALITY = 6
"""The troop quality of a company or of sappers out of command."""


def test_the_ground_is_as_these_tests_need_it() -> None:
    assert BESIDE in content().adjacent[OPEN]
    assert content().terrain[OPEN] == content().terrain[NEXT] == "clear"
    assert content().terrain[HOUSES] == "town"


def deeds(units: dict[str, str | Unit], who: str, **more: object) -> set[str]:
    """The engineer actions open to a unit."""
    game = order(units, who, **more)  # type: ignore[arg-type]
    return {name for name in ids(game) if EngineerAction().takes(game, Choice.of(name))}


# Who may work (14.6.2, 29.23)


@pytest.mark.rule("gts:13.2/5", "gts:22.2.1", "gts:24.2")
def test_leg_infantry_digs_in_and_leaves_rearguards() -> None:
    assert deeds({COMPANY: OPEN}, COMPANY) == {"do:improve", "do:rearguard"}


@pytest.mark.rule("gts:13.2/5", "gts:22.3.1", "gts:23.1")
def test_engineers_can_do_more() -> None:
    assert deeds({SAPPERS: at(ROAD, works="improved")}, SAPPERS) == {"do:entrench", "do:roadblock", "do:rearguard"}


@pytest.mark.rule("gts:14.6.2", "gts:29.12", "gts:29.23")
@pytest.mark.parametrize("facts", [{"column": True}, {"suppressed": True}, {"landing": "parachute-1"}])
def test_units_in_column_suppressed_or_just_landed_do_not_work(facts: dict[str, object]) -> None:
    assert deeds({SAPPERS: at(OPEN, **facts)}, SAPPERS) == set()


@pytest.mark.rule("gts:14.6.2")
def test_a_column_is_refused_with_the_rule() -> None:
    assert reason(order({COMPANY: at(OPEN, column=True)}, COMPANY), "do:improve")[1] == "14.6.2"


@pytest.mark.rule("gts:29.23")
def test_mounted_units_do_not_work() -> None:
    assert not is_ready(quiet({"bri-2": Unit(at=OPEN, steps=2, mounted=True)}), "bri-2")


@pytest.mark.rule("gts:29.23", "gts:13.2/5", "gts:10.0.5/8")
def test_engineer_actions_are_not_for_direct_command() -> None:
    game = order(
        {COMPANY: OPEN}, COMPANY, active=activated("direct", "allied"), leaders={"lathbury": OPEN},
        points={"1ab": Points(5, 0)},
    )  # fmt: skip
    assert "do:improve" not in ids(game)
    assert reason(game, "do:improve") == ("refused.no-engineering", "29.23")


@pytest.mark.rule("gts:29.23", "gts:10.0.2/5", "gts:13.2/second")
def test_nor_for_second_actions() -> None:
    game = order(
        {COMPANY: OPEN}, COMPANY, active=activated(second=True), leaders={"lathbury": OPEN},
        points={"1ab": Points(5, 0)},
    )  # fmt: skip
    assert reason(game, "do:improve") == ("refused.no-engineering", "29.23")


@pytest.mark.rule("gts:13.2/5")
def test_a_division_chit_allows_them_as_first_actions() -> None:
    assert "do:improve" in deeds({COMPANY: OPEN}, COMPANY, active=activated("division", "1ab"))


@pytest.mark.rule("gts:29.23")
def test_units_work_one_by_one() -> None:
    game = order({COMPANY: OPEN, SECOND: OPEN}, COMPANY, SECOND)
    assert reason(game, "do:improve") == ("refused.not-as-stack", "29.23")


@pytest.mark.rule("gts:29.23", "gts:22.2.1", "gts:29.13")
def test_no_command_point_helps_the_check() -> None:
    game = order({COMPANY: OPEN}, COMPANY, dice=[9], leaders={"lathbury": OPEN}, points={"1ab": Points(5, 0)})
    choose(game, "do:improve")
    assert (unit(game, COMPANY).men_at_work, game.state.divisions["1ab"].command) == (1, 5)


@pytest.mark.rule("gts:29.23")
def test_the_preview_shows_the_sum_of_the_check() -> None:
    game = order({COMPANY: at(OPEN, task="improve", men_at_work=2)}, COMPANY)
    lines = {line.label: line.value for line in game.preview("do:improve").lines}
    assert lines == {"quality": "+7", "out-of-command": "-1", "men-at-work": "+2"}


# Improved positions (22.2)


@pytest.mark.rule("gts:22.2.1", "gts:22.2.3")
@pytest.mark.parametrize(("roll", "works"), [(QUALITY, "improved"), (QUALITY + 1, "")])
def test_leg_infantry_must_pass_a_check(roll: int, works: str) -> None:
    game = order({COMPANY: OPEN}, COMPANY, dice=[roll])
    choose(game, "do:improve")
    assert unit(game, COMPANY).works == works


@pytest.mark.rule("gts:22.2.1")
def test_engineers_need_none() -> None:
    game = order({SAPPERS: OPEN}, SAPPERS)
    choose(game, "do:improve")
    assert (unit(game, SAPPERS).works, game.state.rolls) == ("improved", 0)


@pytest.mark.rule("gts:22.2.1", "gts:22.2.3")
def test_engineers_build_for_another_unit_of_their_hex() -> None:
    game = order({SAPPERS: OPEN, COMPANY: OPEN, SECOND: NEXT}, SAPPERS)
    choose(game, "do:improve")
    assert ids(game) == {f"unit:{SAPPERS}", f"unit:{COMPANY}"}
    choose(game, f"unit:{COMPANY}")
    assert (unit(game, COMPANY).works, unit(game, SAPPERS).works) == ("improved", "")


@pytest.mark.rule("gts:22.2.1")
def test_infantry_builds_for_itself_only() -> None:
    assert ImprovePosition().targets(quiet({COMPANY: OPEN, SECOND: OPEN}), COMPANY) == [COMPANY]


@pytest.mark.rule("gts:22.2.2")
@pytest.mark.parametrize(("who", "owner"), [(GUNS, "1para"), (ARMOUR, "grabner"), (MORTARS, "1para")])
def test_artillery_and_vehicles_build_none(who: str, owner: str) -> None:
    game = order({who: at(OPEN, who)}, who)
    assert reason(game, "do:improve") == ("refused.improve-class", "22.2.2")


@pytest.mark.rule("gts:22.2.2")
def test_engineers_build_for_artillery_and_vehicles_in_combat_formation() -> None:
    game = quiet({PIONEERS: OPEN, ARMOUR: OPEN, "kra-9m": OPEN, "gra-1": at(OPEN, "gra-1", column=True)})
    assert set(ImprovePosition().targets(game, PIONEERS)) == {PIONEERS, ARMOUR, "kra-9m"}


@pytest.mark.rule("gts:22.1")
def test_a_unit_uses_only_one_work() -> None:
    game = order({COMPANY: at(OPEN, works="entrenched")}, COMPANY)
    assert reason(game, "do:improve") == ("refused.in-works", "22.1")


@pytest.mark.rule("gts:22.1")
def test_a_hex_may_hold_several_works() -> None:
    game = order({SAPPERS: at(OPEN, works="entrenched"), COMPANY: at(OPEN, works="improved"), SECOND: OPEN}, SECOND,
                 dice=[0])  # fmt: skip
    choose(game, "do:improve")
    assert [unit(game, name).works for name in (SAPPERS, COMPANY, SECOND)] == ["entrenched", "improved", "improved"]


@pytest.mark.rule("gts:22.2.4")
def test_an_improved_position_is_worth_a_point_of_defense_and_of_quality() -> None:
    game = quiet({COMPANY: at(OPEN, works="improved"), ENEMY: BESIDE})
    parts = fire_sum(game, Aim(firer=ENEMY, target=COMPANY, kind="direct", weapon="SA", bonus="no"))
    assert [part.value for part in parts if part.label == "target-improved-position"] == [-1]
    assert [part.value for part in quality_sum(game, COMPANY) if part.rule == "22.2.4"] == [1]


@pytest.mark.rule("gts:22.2.5")
def test_it_is_gone_when_its_unit_leaves_the_hex() -> None:
    game = order({COMPANY: at(OPEN, works="improved")}, COMPANY)
    choose(game, f"hex:{NEXT}", "do:stop")
    assert (unit(game, COMPANY).at, unit(game, COMPANY).works) == (NEXT, "")


@pytest.mark.rule("gts:22.2.5")
def test_it_is_gone_when_its_unit_goes_into_column() -> None:
    game = order({COMPANY: at(OPEN, works="improved")}, COMPANY)
    choose(game, "do:column", "do:stop")
    assert unit(game, COMPANY).works == ""


@pytest.mark.rule("gts:22.2.5")
def test_it_is_gone_when_its_unit_mounts() -> None:
    game = order({GUNS: at(OPEN, GUNS, works="improved")}, GUNS)
    choose(game, "do:mount")
    assert unit(game, GUNS).works == ""


@pytest.mark.rule("gts:22.2.3", "gts:17.2/state")
def test_it_does_not_help_against_fire_at_the_unit_that_leaves_it() -> None:
    game = order({COMPANY: at(OPEN, works="improved"), ENEMY: BESIDE}, COMPANY, dice=[0, 9])
    choose(game, "hex:0915", f"unit:{ENEMY}")
    (shot,) = [event for event in game.events if getattr(event, "what", "") == "fire"]
    assert "target-improved-position" not in [line.label for line in shot.lines]  # type: ignore[attr-defined]


@pytest.mark.rule("gts:22.2.1")
@pytest.mark.parametrize(("label", "bonus"), [(HOUSES, 1), (OPEN, 0)])
def test_houses_are_half_a_position(label: str, bonus: int) -> None:
    game = quiet({COMPANY: label})
    assert sum(part.value for part in EngineerWork(unit=COMPANY, task="improve").modifiers(game)) == bonus


# Entrenchments (22.3)


@pytest.mark.rule("gts:22.3.1", "gts:22.3.4")
def test_a_passed_check_turns_an_improved_position_into_an_entrenchment() -> None:
    game = order({SAPPERS: OPEN, COMPANY: at(OPEN, works="improved")}, SAPPERS, dice=[QUALITY])
    choose(game, "do:entrench")
    assert (unit(game, COMPANY).works, unit(game, SAPPERS).works) == ("entrenched", "")


@pytest.mark.rule("gts:22.3.1", "gts:25.0")
def test_a_failed_one_leaves_men_at_work() -> None:
    game = order({SAPPERS: at(OPEN, works="improved")}, SAPPERS, dice=[8])
    choose(game, "do:entrench")
    assert (unit(game, SAPPERS).works, unit(game, SAPPERS).task, unit(game, SAPPERS).men_at_work) == (
        "improved", "entrench", 1,
    )  # fmt: skip


@pytest.mark.rule("gts:22.3.1")
def test_of_several_improved_positions_the_owner_picks_one() -> None:
    game = order({SAPPERS: at(OPEN, works="improved"), COMPANY: at(OPEN, works="improved"), SECOND: OPEN}, SAPPERS)
    choose(game, "do:entrench")
    assert ids(game) == {f"unit:{SAPPERS}", f"unit:{COMPANY}"}
    assert reason(game, f"unit:{SECOND}") == ("refused.entrench-for", "22.3.1")


@pytest.mark.rule("gts:22.3.1")
def test_without_an_improved_position_there_is_nothing_to_entrench() -> None:
    assert reason(order({SAPPERS: OPEN}, SAPPERS), "do:entrench") == ("refused.no-improved", "22.3.1")


@pytest.mark.rule("gts:22.3.2")
def test_nobody_but_engineers_entrenches() -> None:
    game = order({COMPANY: at(OPEN, works="improved")}, COMPANY)
    assert reason(game, "do:entrench") == ("refused.only-engineers", "22.3.2")


@pytest.mark.rule("gts:22.3.3", "gts:29.33")
def test_who_is_entrenched_must_leave_the_entrenchment_before_anything_else() -> None:
    game = quiet({COMPANY: at(OPEN, works="entrenched")})
    assert [option.id for option in MovementAction().offers(game, (COMPANY,))] == ["do:leave-trench"]


@pytest.mark.rule("gts:22.3.3", "gts:22.3.5")
def test_leaving_takes_the_action_and_the_entrenchment_stays() -> None:
    game = order({COMPANY: at(OPEN, works="entrenched")}, COMPANY)
    choose(game, "do:leave-trench")
    assert unit(game, COMPANY).works == ""
    assert game.state.trenches == {f"{OPEN}/1": "allied"}
    assert not game.decisions


@pytest.mark.rule("gts:22.3.3", "gts:22.3.4", "gts:22.3.5")
def test_an_own_unit_in_combat_formation_enters_an_empty_one() -> None:
    game = order({COMPANY: OPEN}, COMPANY, trenches={f"{OPEN}/1": "allied"})
    choose(game, "do:enter-trench")
    assert (unit(game, COMPANY).works, game.state.trenches) == ("entrenched", {})


@pytest.mark.rule("gts:22.3.4")
def test_an_entrenchment_holds_one_unit() -> None:
    game = order({COMPANY: OPEN, SECOND: at(OPEN, works="entrenched")}, COMPANY)
    assert reason(game, "do:enter-trench") == ("refused.no-trench", "22.3.4")


@pytest.mark.rule("gts:22.3.4")
def test_nobody_uses_an_entrenchment_of_the_enemy() -> None:
    game = order({COMPANY: OPEN}, COMPANY, trenches={f"{OPEN}/1": "german"})
    assert reason(game, "do:enter-trench") == ("refused.no-trench", "22.3.4")


@pytest.mark.rule("gts:22.3.3")
def test_a_column_enters_none() -> None:
    game = order({COMPANY: at(OPEN, column=True)}, COMPANY, trenches={f"{OPEN}/1": "allied"})
    assert reason(game, "do:enter-trench") == ("refused.trench-column", "22.3.3")


@pytest.mark.rule("gts:22.3.3", "gts:17.2/1")
@pytest.mark.parametrize(("works", "deed"), [("entrenched", "do:leave-trench"), ("", "do:enter-trench")])
def test_entering_and_leaving_trigger_opportunity_fire(works: str, deed: str) -> None:
    trenches = {f"{OPEN}/1": "allied"}
    game = order({COMPANY: at(OPEN, works=works), ENEMY: BESIDE}, COMPANY, trenches=trenches)
    choose(game, deed)
    assert game.decisions[0].prompt == "opportunity"


@pytest.mark.rule("gts:22.3.5")
def test_the_entrenchment_of_an_eliminated_unit_stays() -> None:
    game = quiet({COMPANY: at(OPEN, works="entrenched")})
    eliminate(game, COMPANY, "19.2.5")
    assert game.state.trenches == {f"{OPEN}/1": "allied"}


@pytest.mark.rule("gts:22.3.5")
def test_several_empty_ones_lie_in_one_hex() -> None:
    game = quiet({COMPANY: at(OPEN, works="entrenched"), SECOND: at(OPEN, works="entrenched")})
    leave_works(game, COMPANY)
    leave_works(game, SECOND)
    assert sorted(game.state.trenches) == [f"{OPEN}/1", f"{OPEN}/2"]


@pytest.mark.rule("gts:22.3.6")
def test_what_an_entrenchment_is_worth() -> None:
    game = quiet({COMPANY: at(OPEN, works="entrenched"), ENEMY: BESIDE})
    at_it = fire_sum(game, Aim(firer=ENEMY, target=COMPANY, kind="direct", weapon="SA", bonus="no"))
    from_it = fire_sum(game, Aim(firer=COMPANY, target=ENEMY, kind="direct", weapon="SA", bonus="no"))
    quality = quality_sum(game, COMPANY)
    worth = [[part.value for part in parts if "entrench" in part.label] for parts in (at_it, from_it, quality)]
    assert worth == [[-1], [1], [2]]


@pytest.mark.rule("gts:22.3.6")
def test_fire_at_entrenched_units_is_read_as_at_armored_ones() -> None:
    aim = Aim(firer=ENEMY, target=COMPANY, kind="direct", weapon="SA", bonus="no")
    assert armour_of(quiet({COMPANY: at(OPEN, works="entrenched"), ENEMY: BESIDE}), aim) == "armored"
    assert armour_of(quiet({COMPANY: at(OPEN, works="improved"), ENEMY: BESIDE}), aim) == "unarmored"


# Roadblocks (23)


@pytest.mark.rule("gts:23.1")
@pytest.mark.parametrize(("roll", "blocked"), [(QUALITY, {ROAD: "1ab"}), (QUALITY + 1, {})])
def test_placing_a_roadblock_takes_a_check(roll: int, blocked: dict[str, str]) -> None:
    game = order({SAPPERS: ROAD}, SAPPERS, dice=[roll])
    choose(game, "do:roadblock")
    assert game.state.roadblocks == blocked


@pytest.mark.rule("gts:23.1", "gts:25.0")
def test_failing_to_place_one_leaves_men_at_work() -> None:
    game = order({SAPPERS: ROAD}, SAPPERS, dice=[9])
    choose(game, "do:roadblock")
    assert (unit(game, SAPPERS).task, unit(game, SAPPERS).men_at_work) == ("roadblock", 1)


@pytest.mark.rule("gts:23.1")
def test_nobody_but_engineers_places_roadblocks() -> None:
    assert reason(order({COMPANY: ROAD}, COMPANY), "do:roadblock") == ("refused.only-engineers", "23.1")


@pytest.mark.rule("gts:23.1", "gts:29.41")
def test_a_roadblock_needs_a_road() -> None:
    assert reason(order({SAPPERS: OPEN}, SAPPERS), "do:roadblock") == ("refused.no-way", "23.1")


@pytest.mark.rule("gts:29.41", "gts:23.1")
@pytest.mark.parametrize("kind", ["road", "trail", "rail"])
def test_railways_and_trails_are_roads(kind: str) -> None:
    board = content().board
    others = [marks for name, marks in board.networks.items() if name != kind]
    label = next(
        label
        for i, label in enumerate(board.labels)
        if any(board.networks[kind][6 * i : 6 * i + 6]) and not any(any(m[6 * i : 6 * i + 6]) for m in others)
    )
    assert PlaceRoadblock().targets(quiet({SAPPERS: label}), SAPPERS) == [label]


@pytest.mark.rule("gts:23.1")
def test_a_division_has_so_many_roadblocks() -> None:
    number = content().divisions["1ab"].roadblocks
    used = dict.fromkeys(("1018", "1217", "1317", "1417", "1517")[:number], "1ab")
    full = order({SAPPERS: ROAD}, SAPPERS, roadblocks=used)
    assert reason(full, "do:roadblock") == ("refused.no-roadblocks", "23.1")
    assert "do:roadblock" in ids(order({SAPPERS: ROAD}, SAPPERS, roadblocks=dict(list(used.items())[1:])))


@pytest.mark.rule("gts:23.1")
def test_a_hex_takes_one_roadblock() -> None:
    game = order({SAPPERS: ROAD}, SAPPERS, roadblocks={ROAD: "9ss"})
    assert reason(game, "do:roadblock") == ("refused.blocked-already", "23.1")


@pytest.mark.rule("gts:23.2")
@pytest.mark.parametrize(("division", "is_open"), [("1ab", True), ("43wx", False), ("9ss", False)])
def test_a_roadblock_closes_the_road_to_all_but_its_division(division: str, is_open: bool) -> None:
    game = quiet({})
    game.state.roadblocks[ROAD] = "1ab"
    assert road_open(game, ROAD, division) is is_open


@pytest.mark.rule("gts:23.2")
def test_a_column_pays_for_the_ground_in_a_blocked_hex() -> None:
    start, goal = "1317", "1417"
    free = order({COMPANY: at(start, column=True)}, COMPANY).decisions[0].find(f"hex:{goal}")
    shut = order({COMPANY: at(start, column=True)}, COMPANY, roadblocks={goal: "9ss"}).decisions[0].find(f"hex:{goal}")
    assert free is not None
    assert shut is not None
    assert (free.cost, content().terrain[goal], shut.cost) == (0.5, "woods", 2)


@pytest.mark.rule("gts:23.3")
def test_engineers_remove_a_roadblock_without_a_check() -> None:
    game = order({SAPPERS: ROAD}, SAPPERS, roadblocks={ROAD: "9ss"})
    choose(game, "do:clear-roadblock")
    assert (game.state.roadblocks, game.state.rolls) == ({}, 0)


@pytest.mark.rule("gts:23.3")
@pytest.mark.parametrize(("roll", "left"), [(QUALITY, {}), (QUALITY + 1, {ROAD: "9ss"})])
def test_leg_infantry_removes_one_with_a_check(roll: int, left: dict[str, str]) -> None:
    game = order({COMPANY: ROAD}, COMPANY, dice=[roll], roadblocks={ROAD: "9ss"})
    choose(game, "do:clear-roadblock")
    assert game.state.roadblocks == left


@pytest.mark.rule("gts:23.3")
def test_vehicles_and_guns_remove_none() -> None:
    game = order({ARMOUR: at(ROAD, ARMOUR)}, ARMOUR, roadblocks={ROAD: "1ab"})
    assert reason(game, "do:clear-roadblock") == ("refused.clear-class", "23.3")


@pytest.mark.rule("gts:23.3")
def test_there_must_be_one() -> None:
    assert reason(order({SAPPERS: ROAD}, SAPPERS), "do:clear-roadblock") == ("refused.no-roadblock-here", "23.3")


@pytest.mark.rule("gts:23.1")
def test_a_removed_roadblock_can_be_used_again() -> None:
    used = dict.fromkeys(("1018", "1217", "1317", "1417", "1517"), "9ss")
    game = quiet({PIONEERS: ROAD})
    game.state.roadblocks = dict(used)
    assert PlaceRoadblock().targets(game, PIONEERS) == []
    del game.state.roadblocks["1018"]
    assert PlaceRoadblock().targets(game, PIONEERS)


# Opportunity fire (17.2/4)


@pytest.mark.rule("gts:17.2/4", "gts:17.6/1", "gts:22.2.1", "gts:23.3", "gts:29.23")
@pytest.mark.parametrize("deed", ["improve", "rearguard", "clear-roadblock"])
def test_every_engineer_action_triggers_opportunity_fire_with_the_full_bonus(deed: str) -> None:
    game = order({COMPANY: NEXT, ENEMY: BESIDE}, COMPANY, dice=[0, 9, 9], roadblocks={NEXT: "9ss"})
    choose(game, f"do:{deed}")
    if game.decisions[0].prompt == "labour-rearguard":
        choose(game, game.decisions[0].ids[0])
    choose(game, f"unit:{ENEMY}")
    (shot,) = [event for event in game.events if getattr(event, "what", "") == "fire"]
    assert [line.value for line in shot.lines if line.rule == "17.6/1"] == ["+3"]  # type: ignore[attr-defined]


@pytest.mark.rule("gts:17.2/4")
def test_works_still_help_those_who_work() -> None:
    units: dict[str, str | Unit] = {SAPPERS: at(OPEN, works="improved"), ENEMY: BESIDE}
    game = order(units, SAPPERS, dice=[0, 9, 9])
    choose(game, "do:entrench", f"unit:{ENEMY}")
    (shot,) = [event for event in game.events if getattr(event, "what", "") == "fire"]
    labels = [line.label for line in shot.lines]  # type: ignore[attr-defined]
    assert "target-improved-position" in labels


@pytest.mark.rule("gts:17.2/4", "gts:17.7")
def test_a_unit_suppressed_at_work_does_not_finish() -> None:
    game = order({COMPANY: OPEN, ENEMY: BESIDE}, COMPANY, dice=[0, 3, 9])
    choose(game, "do:improve", f"unit:{ENEMY}", "do:accept")
    assert (unit(game, COMPANY).suppressed, unit(game, COMPANY).works, unit(game, COMPANY).men_at_work) == (True, "", 0)


@pytest.mark.rule("gts:17.2/4")
def test_without_enemies_in_reach_nobody_fires() -> None:
    game = order({COMPANY: OPEN, ENEMY: THIRD}, COMPANY, dice=[0])
    choose(game, "do:improve")
    assert not game.decisions


# Men at Work (25.0)


@pytest.mark.rule("gts:25.0")
@pytest.mark.parametrize(
    ("markers", "roll", "works"), [(1, QUALITY + 1, "improved"), (1, QUALITY + 2, ""), (2, 8, "improved")]
)
def test_each_marker_adds_one_to_the_same_action(markers: int, roll: int, works: str) -> None:
    game = order({COMPANY: at(OPEN, task="improve", men_at_work=markers)}, COMPANY, dice=[roll])
    choose(game, "do:improve")
    assert unit(game, COMPANY).works == works


@pytest.mark.rule("gts:25.0")
def test_markers_pile_up_without_limit() -> None:
    game = order({COMPANY: at(OPEN, task="improve", men_at_work=7)}, COMPANY, dice=[9])
    choose(game, "do:improve")
    assert unit(game, COMPANY).men_at_work == 8


@pytest.mark.rule("gts:25.0")
def test_they_are_gone_when_the_work_is_done() -> None:
    game = order({COMPANY: at(OPEN, task="improve", men_at_work=2)}, COMPANY, dice=[0])
    choose(game, "do:improve")
    assert (unit(game, COMPANY).task, unit(game, COMPANY).men_at_work) == ("", 0)


@pytest.mark.rule("gts:25.0")
def test_they_do_not_help_another_engineer_action() -> None:
    game = order({SAPPERS: at(ROAD, task="entrench", men_at_work=3)}, SAPPERS, dice=[QUALITY + 1])
    choose(game, "do:roadblock")
    assert (unit(game, SAPPERS).task, unit(game, SAPPERS).men_at_work) == ("roadblock", 1)


@pytest.mark.rule("gts:25.0")
@pytest.mark.parametrize("deed", ["do:pass", f"hex:{NEXT}"])
def test_another_action_lays_down_the_tools(deed: str) -> None:
    game = order({COMPANY: at(OPEN, task="improve", men_at_work=2)}, COMPANY)
    choose(game, deed)
    assert unit(game, COMPANY).men_at_work == 0


@pytest.mark.rule("gts:25.0")
def test_results_of_fire_do_not() -> None:
    game = quiet({COMPANY: at(OPEN, task="improve", men_at_work=2)})
    lose_step(game, COMPANY, "19.2.4")
    assert unit(game, COMPANY).men_at_work == 2


@pytest.mark.rule("gts:13.2/5")
def test_the_action_is_noted_as_an_engineer_action() -> None:
    game = order({SAPPERS: OPEN}, SAPPERS)
    choose(game, "do:improve")
    assert game.state.acted[SAPPERS] == "engineer"


@pytest.mark.rule("gts:25.0", "gts:22.3.3")
def test_a_unit_driven_from_its_hex_loses_works_and_tools() -> None:
    game = quiet({COMPANY: at(OPEN, works="improved", task="rearguard", men_at_work=2)})
    leave_works(game, COMPANY)
    assert (unit(game, COMPANY).works, unit(game, COMPANY).men_at_work, game.state.trenches) == ("", 0, {})
