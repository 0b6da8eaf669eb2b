"""Regiment substitute counters (chapter 23): detached at the start of the Axis Movement Phase, taken in at its end."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy

import pytest
from msgspec.structs import replace

from games.efs.moves import moving, reach, why
from games.efs.positions import TITLE, asked, marked, quiet, running, with_counters
from sandtable.games.efs.files import Withdrawal
from sandtable.games.efs.losses import eliminate
from sandtable.games.efs.movement.map_exit import leave_the_map
from sandtable.games.efs.regiments import can_become, consists_of_regiments, may_become, recombining, taking_in
from sandtable.games.efs.reinforcements.reinforcements_phase import ReinforcementsPhase
from sandtable.games.efs.stacking import points
from sandtable.games.efs.state import AXIS, Unit
from sandtable.games.efs.units import Game, figures
from sandtable.kernel.dice import ScriptedDice

DIVISION, OTHER_DIVISION, MOUNTAIN, ALLIED, LAH = (
    "ax-46-inf",
    "ax-73-inf",
    "ax-1-mtn-mou",
    "ax-1-rom-mtn-mou",
    "ax-ss-lah-mot",
)
STANDARD, OTHER_STANDARD, STRONG, OTHER_STRONG = (f"ax-rsc-{number}-inf" for number in (1, 2, 3, 4))
COUNTERS = (STANDARD, OTHER_STANDARD, STRONG, OTHER_STRONG)
HERE, THERE = "0705", "0706"
ENEMY, REPLACEMENTS = "su-156-inf", "su-zap-1-inf"


def camp(
    units: Mapping[str, str],
    *picks: str,
    phase: str = "axis/movement",
    steps: Mapping[str, int] | None = None,
    free: tuple[str, ...] = COUNTERS,
    markers: Mapping[str, Mapping[str, object]] | None = None,
    printed: Mapping[str, Mapping[str, object]] | None = None,
) -> Game:
    """A phase of movement before Perekop, with regiments to be detached; `printed` changes counters."""
    game = moving(units, phase=phase, scenario="perekop", markers=markers)
    for counter in free:
        game.state.units[counter] = Unit(at="", steps=1, box="available")
    for unit_id, left in (steps or {}).items():
        marked(game, unit_id, steps=left)
    game = with_counters(game, printed or {})
    for pick in picks:
        game.choose(pick)
    return game


@pytest.mark.rule("efs:23.11", "efs:23.0")
def test_infantry_mountain_and_security_divisions_of_the_axis_consist_of_regiments() -> None:
    units = dict.fromkeys((DIVISION, MOUNTAIN, ALLIED, LAH, ENEMY), HERE)
    game = quiet(units, scenario="perekop")
    assert [unit_id for unit_id in units if consists_of_regiments(game, unit_id)] == [DIVISION, MOUNTAIN]
    guards = with_counters(game, {DIVISION: {"type": "security-infantry"}, MOUNTAIN: {"type": "airborne-infantry"}})
    assert consists_of_regiments(guards, DIVISION)
    assert not consists_of_regiments(guards, MOUNTAIN)


@pytest.mark.rule("efs:23.21", "efs:23.22", "efs:23.24")
def test_a_division_detaches_all_but_its_last_step() -> None:
    """46th Infantry, 7-9-5: the second step costs it two attack points, the third one, the fourth two."""
    game = camp({DIVISION: HERE}, "do:detach", f"unit:{DIVISION}")
    assert asked(game).prompt == "detach-regiment"
    assert asked(game).ids == [f"unit:{STANDARD}", f"unit:{STRONG}", "do:done"]
    game.choose(f"unit:{STRONG}")
    assert game.state.units[DIVISION].steps == 3
    assert game.state.units[STRONG].at == HERE
    assert asked(game).ids == [f"unit:{STANDARD}", "do:done"]
    game.choose(f"unit:{STANDARD}")
    assert asked(game).ids == [f"unit:{OTHER_STANDARD}", f"unit:{OTHER_STRONG}", "do:done"]
    game.choose(f"unit:{OTHER_STRONG}")
    assert asked(game).prompt == "move-unit"
    assert game.state.units[DIVISION].steps == 1
    assert why(game, "do:detach") == "refused.nobody-detaches"


@pytest.mark.rule("efs:23.23")
def test_a_step_that_costs_one_attack_point_makes_a_standard_regiment_only() -> None:
    """The division of the example: 7-8-5, reduced to 5-6-5, would become 4-4-5."""
    faces = {DIVISION: {"faces": ((7, 8, 5), (5, 6, 5), (4, 4, 5))}}
    game = camp({DIVISION: HERE}, "do:detach", f"unit:{DIVISION}", steps={DIVISION: 2}, printed=faces)
    assert asked(game).ids == [f"unit:{STANDARD}", "do:done"]
    assert why(game, f"unit:{STRONG}") == "refused.no-strong-regiment"
    game.choose(f"unit:{STANDARD}")
    assert figures(game, DIVISION) == (4, 4, 5)
    assert figures(game, STANDARD) == (1, 2, 5)
    whole = camp({DIVISION: HERE}, "do:detach", f"unit:{DIVISION}", steps={DIVISION: 3}, printed=faces)
    assert f"unit:{STRONG}" in asked(whole).ids


@pytest.mark.rule("efs:3.52b", "efs:23.31")
def test_a_division_that_takes_regiments_in_comes_back_to_its_original_counter() -> None:
    """Of four steps the last two are on the substitute counter; the third step made good is one of the original's."""
    game = camp({DIVISION: HERE, STANDARD: HERE}, steps={DIVISION: 2}, free=())
    faces = game.content.counters[DIVISION].faces
    assert figures(game, DIVISION) == faces[2]
    game.choose("do:done")
    game.choose(f"unit:{STANDARD}")
    assert figures(game, DIVISION) == faces[1]


@pytest.mark.rule("efs:23.26", "efs:23.26a", "efs:23.26b", "efs:23.26c")
def test_regiments_and_divisions_are_of_one_nationality_and_the_allies_have_no_strong_ones() -> None:
    rumanians = {"nation": "rumanian", "size": "XX", "faces": ((4, 4, 5), (2, 2, 5))}
    game = camp({ALLIED: HERE, DIVISION: HERE}, printed={ALLIED: rumanians, STANDARD: {"nation": "rumanian"}})
    assert can_become(game, ALLIED) == [STANDARD]
    assert can_become(game, DIVISION) == [OTHER_STANDARD, STRONG]
    for division, counter in ((ALLIED, OTHER_STANDARD), (DIVISION, STANDARD)):
        refusal = may_become(game, division, counter)
        assert refusal is not None
        assert refusal.reason == "refused.other-nationality"
    strong = with_counters(game, {ALLIED: rumanians, STRONG: {"nation": "rumanian"}})
    refusal = may_become(strong, ALLIED, STRONG)
    assert refusal is not None
    assert refusal.reason == "refused.no-strong-regiment"
    marked(game, ALLIED, steps=1)
    marked(game, OTHER_STANDARD, at=HERE, box="")
    assert taking_in(game, OTHER_STANDARD) == []


@pytest.mark.rule("efs:23.21")
def test_nothing_is_detached_without_counters_or_with_one_step() -> None:
    none = camp({DIVISION: HERE}, free=())
    assert why(none, "do:detach") == "refused.nobody-detaches"
    both = {DIVISION: HERE, OTHER_DIVISION: HERE}
    one_step = camp(both, "do:detach", steps={DIVISION: 1})
    assert asked(one_step).ids == [f"unit:{OTHER_DIVISION}", "do:done"]
    assert why(one_step, f"unit:{DIVISION}") == "refused.last-step"
    last = camp(both, "do:detach", f"unit:{DIVISION}", f"unit:{STANDARD}", free=(STANDARD,))
    assert asked(last).prompt == "move-unit"
    assert why(last, "do:detach") == "refused.nobody-detaches"


@pytest.mark.rule("efs:23.22")
def test_regiments_are_detached_before_anything_moves_in_a_zone_of_control_too() -> None:
    game = camp({DIVISION: HERE, OTHER_DIVISION: THERE, ENEMY: "0606"}, "do:detach")
    assert {f"unit:{DIVISION}", f"unit:{OTHER_DIVISION}"} <= set(asked(game).ids)
    game.choose("do:done")
    assert "do:detach" in asked(game).ids
    game.choose(f"unit:{DIVISION}")
    game.choose("hex:0704")
    game.choose("do:stop")
    assert "do:detach" not in asked(game).ids
    assert why(game, "do:detach") == "refused.detached-at-the-start"
    motorized = camp({DIVISION: HERE}, phase="axis/motorized")
    assert why(motorized, "do:detach") == "refused.detached-at-the-start"


@pytest.mark.rule("efs:23.22")
def test_nothing_is_detached_once_a_unit_was_lost_on_its_move() -> None:
    """The remnants of the Leibstandarte fail to overrun, and nobody on the map has moved."""
    units = {DIVISION: HERE, LAH: "0802", REPLACEMENTS: "0803"}
    game = camp(units, steps={LAH: 1}, printed={LAH: {"faces": ((5, 6, 7), (5, 3, 7))}})
    assert "do:detach" in asked(game).ids
    game.dice = ScriptedDice([10])
    for choice in (f"unit:{LAH}", "overrun:0803"):
        game.choose(choice)
    assert (game.state.units[LAH].box, asked(game).prompt) == ("cadre", "move-unit")
    assert why(game, "do:detach") == "refused.detached-at-the-start"


@pytest.mark.rule("efs:11.61", "efs:23.22")
def test_nothing_is_detached_once_a_unit_has_left_the_map() -> None:
    game = camp({DIVISION: HERE, OTHER_DIVISION: THERE})
    ground = copy(game.content)
    ground.card, ground.regions = replace(ground.card, exits={"south": "south"}), {"south": frozenset({THERE})}
    game = Game(TITLE, ground, game.state)
    game.advance()
    assert "do:detach" in asked(game).ids
    for choice in (f"unit:{OTHER_DIVISION}", "exit:south"):
        game.choose(choice)
    assert game.state.units[OTHER_DIVISION].box == "exited"
    assert why(game, "do:detach") == "refused.detached-at-the-start"


@pytest.mark.rule("efs:23.22")
def test_a_detached_regiment_is_as_well_supplied_as_its_division_and_moves_at_once() -> None:
    game = camp(
        {DIVISION: HERE},
        "do:detach",
        f"unit:{DIVISION}",
        f"unit:{STANDARD}",
        "do:done",
        markers={DIVISION: {"supply": "out"}},
    )
    assert game.state.units[STANDARD].supply == "out"
    game.choose(f"unit:{STANDARD}")
    assert reach(game)
    assert points(game, [STANDARD]) == 2


@pytest.mark.rule("efs:23.13", "efs:16.23", "efs:16.46a")
def test_counters_are_free_again_whatever_became_of_them() -> None:
    game = quiet(dict.fromkeys(COUNTERS, HERE), scenario="perekop")
    eliminate(game, STANDARD, "16.46a")
    leave_the_map(game, (STRONG,), (), AXIS, "anywhere")
    assert [game.state.units[each].box for each in (STANDARD, STRONG)] == ["available", "available"]
    assert game.state.units[STANDARD].steps == 1


@pytest.mark.rule("efs:23.31", "efs:23.32", "efs:23.25")
def test_a_regiment_recombines_with_any_reduced_division_of_its_hex_when_the_phase_ends() -> None:
    """A strong regiment restores a step that cost one point, and the division is no longer too much for its hex."""
    units = {DIVISION: HERE, OTHER_DIVISION: THERE, STRONG: HERE}
    for phase in ("axis/movement", "axis/motorized"):
        game = camp(units, "do:done", phase=phase, steps={DIVISION: 2, OTHER_DIVISION: 2}, free=())
        assert asked(game).prompt == "recombine"
        assert asked(game).ids == [f"unit:{STRONG}", "do:done"]
        game.choose(f"unit:{STRONG}")
        assert game.state.units[DIVISION].steps == 3
        assert game.state.units[STRONG].box == "available"
        assert game.state.phase != phase


@pytest.mark.rule("efs:23.31")
def test_the_owner_says_which_division_takes_a_regiment_in_and_none_beyond_its_strength() -> None:
    units = {DIVISION: HERE, OTHER_DIVISION: HERE, STANDARD: HERE, OTHER_STANDARD: HERE}
    room = {OTHER_DIVISION: {"stacking": 0}}
    game = camp(units, "do:done", f"unit:{STANDARD}", steps={DIVISION: 3, OTHER_DIVISION: 2}, free=(), printed=room)
    assert asked(game).prompt == "recombine-into"
    assert asked(game).ids == [f"unit:{DIVISION}", f"unit:{OTHER_DIVISION}"]
    game.choose(f"unit:{DIVISION}")
    assert game.state.units[DIVISION].steps == 4
    assert taking_in(game, OTHER_STANDARD) == [OTHER_DIVISION]


@pytest.mark.rule("efs:23.32")
def test_regiments_recombine_before_stacks_are_looked_over() -> None:
    """A division of six points, one of four and a regiment of two: with the regiment gone they fit."""
    units = {DIVISION: HERE, OTHER_DIVISION: HERE, STANDARD: HERE}
    room = {OTHER_DIVISION: {"stacking": 4}}
    game = camp(units, "do:done", steps={DIVISION: 3}, free=(), printed=room)
    game.choose(f"unit:{STANDARD}")
    assert asked(game).prompt != "remove-excess"
    other = camp(units, "do:done", steps={DIVISION: 3}, free=(), printed=room)
    other.choose("do:done")
    assert asked(other).prompt == "remove-excess"


@pytest.mark.rule("efs:23.32")
def test_a_strengthened_division_has_the_worse_state_and_keeps_a_marker_that_holds_it() -> None:
    for division, regiment, supply, held in (
        ({"supply": "emergency"}, {"supply": "out"}, "out", 0),
        ({"supply": "out"}, {"supply": "supplied"}, "out", 0),
        ({}, {"do_not_move": 1}, "supplied", 1),
        ({"do_not_move": 1}, {"supply": "emergency"}, "emergency", 1),
    ):
        markers = {DIVISION: division, STANDARD: regiment}
        game = camp({DIVISION: HERE, STANDARD: HERE}, "do:done", steps={DIVISION: 2}, free=(), markers=markers)
        game.choose(f"unit:{STANDARD}")
        unit = game.state.units[DIVISION]
        assert (unit.supply, unit.do_not_move) == (supply, held)


@pytest.mark.rule("efs:23.33")
def test_regiments_never_bring_back_a_division_that_is_lost() -> None:
    game = camp({STANDARD: HERE, OTHER_STANDARD: HERE}, free=())
    game.state.units[DIVISION] = Unit(at="", steps=1, box="cadre")
    game.state.units[OTHER_DIVISION] = Unit(at="", steps=1, box="eliminated")
    assert recombining(game, AXIS) == []
    game.choose("do:done")
    assert asked(game).prompt != "recombine"


@pytest.mark.rule("efs:21.82", "efs:23.21", "efs:23.31", "efs:24.26")
def test_garrisons_neither_detach_regiments_nor_recombine_before_they_are_released() -> None:
    game = camp({DIVISION: HERE, OTHER_DIVISION: HERE}, "do:detach", markers={DIVISION: {"garrison": True}})
    assert why(game, f"unit:{DIVISION}") == "refused.garrison"
    assert f"unit:{OTHER_DIVISION}" in asked(game).ids
    for garrison in (DIVISION, STANDARD):
        camped = camp(
            {DIVISION: HERE, STANDARD: HERE}, steps={DIVISION: 2}, free=(), markers={garrison: {"garrison": True}}
        )
        assert recombining(camped, AXIS) == []
        marked(camped, garrison, garrison=False)
        assert recombining(camped, AXIS) == [STANDARD]


@pytest.mark.rule("efs:23.32")
def test_regiments_in_the_hex_of_a_whole_division_do_not_recombine() -> None:
    game = camp({DIVISION: HERE, STANDARD: HERE, STRONG: THERE}, free=())
    assert recombining(game, AXIS) == []
    game.choose("do:done")
    assert asked(game).prompt != "recombine"


@pytest.mark.rule("efs:8.51e/note")
def test_a_regiment_that_was_detached_stays_when_its_division_withdraws() -> None:
    game = camp({DIVISION: HERE}, "do:detach", f"unit:{DIVISION}", f"unit:{STRONG}", "do:done")
    ground = copy(game.content)
    ground.card = replace(game.content.card, withdrawals={DIVISION: Withdrawal(turn=48, cannot_cancel=True)})
    game.state.stack.clear()
    game.state.phase = "strategic/reinforcements"
    gone = running(Game(TITLE, ground, game.state), ReinforcementsPhase())
    assert (gone.state.units[DIVISION].box, gone.state.units[STRONG].at) == ("withdrawn", HERE)
