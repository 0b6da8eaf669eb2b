"""Stacking (3.3): looked at when a phase ends."""

from __future__ import annotations

import pytest

from games.efs.positions import (
    FLAK,
    GUNS,
    HOWITZERS,
    HQ,
    INFANTRY,
    OTHER_RIFLES,
    PANZER,
    PIONEERS,
    RIFLE_DIVISION,
    RIFLES,
    SCOUTS,
    TITLE,
    Afterwards,
    asked,
    position,
    quiet,
    with_counters,
)  # fmt: skip
from sandtable.games.efs import control
from sandtable.games.efs.declaration.declaration_phase import AttackDeclarationPhase
from sandtable.games.efs.movement.movement_phase import MotorizedMovementPhase, MovementPhase
from sandtable.games.efs.sequence import GameTurn
from sandtable.games.efs.stacking import RemoveExcess, check_stacks, fits, limit, overstacked, points, room_for
from sandtable.games.efs.state import AXIS, SOVIET
from sandtable.games.efs.units import Game

DIVISION = (PANZER, RIFLES, OTHER_RIFLES, SCOUTS)
ROCKETS = (HOWITZERS, "su-541-how-fie")


def stacked(*unit_ids: str, phase: str = "axis/motorized") -> Game:
    return quiet(dict.fromkeys(unit_ids, "0805"), phase=phase)


@pytest.mark.rule("efs:3.31")
def test_stacking_values_are_added_and_headquarters_have_none() -> None:
    game = stacked(*DIVISION)
    assert points(game, DIVISION) == 8
    assert points(quiet({HQ: "0805"}), [HQ]) == 0


@pytest.mark.rule("efs:3.32")
def test_ten_points_may_be_in_a_hex_at_the_end_of_a_phase() -> None:
    game = stacked(*DIVISION, PIONEERS)
    assert limit(game, "0805") == 10
    assert fits(game, [*DIVISION, PIONEERS], "0805")
    assert not fits(game, [*DIVISION, PIONEERS, GUNS], "0805")
    assert room_for(stacked(*DIVISION), [PIONEERS], "0805")
    assert not room_for(stacked(*DIVISION), [INFANTRY], "0805")


@pytest.mark.rule("efs:3.32")
def test_a_card_may_lower_the_limit() -> None:
    game = quiet({}, scenario="perekop")
    assert limit(game, "2110") == 4
    assert limit(game, "2108") == 10


@pytest.mark.rule("efs:3.32", "efs:3.33")
def test_a_single_unit_may_be_too_great_for_a_lower_limit() -> None:
    """A division of six points ends no phase on the spit of Arabat, where four may be."""
    game = position({"ax-22-inf": "2110"}, MovementPhase(side="axis"), scenario="perekop")
    assert next(each.rule for each in game.preview("do:done").lines) == "3.33"
    game.choose("do:done")
    assert [*asked(game).ids] == ["unit:ax-22-inf"]
    game.choose("unit:ax-22-inf")
    assert game.state.units["ax-22-inf"].box == "cadre"
    assert overstacked(quiet({"ax-22-inf": "2108", "su-mg-c-inf": "2110"}, scenario="perekop"), "axis") == []


@pytest.mark.rule("efs:3.33")
def test_the_owner_takes_the_excess_to_the_cadre_box() -> None:
    game = position(
        dict.fromkeys((*DIVISION, PIONEERS, FLAK), "0805"), RemoveExcess(side="axis", at="0805"), phase="axis/motorized"
    )
    assert asked(game).prompt == "remove-excess"
    assert asked(game).side == "axis"
    assert f"unit:{FLAK}" in asked(game).ids
    game.choose(f"unit:{FLAK}")
    assert game.state.units[FLAK].box == "cadre"
    assert game.state.units[FLAK].at == ""
    assert asked(game).prompt != "remove-excess"


@pytest.mark.rule("efs:3.11/hexes", "efs:3.33")
def test_who_must_leave_a_full_hex_holds_nothing_around_it_any_more() -> None:
    """The infantry alone reaches into the swamp; the panzers that stay do not, and riflemen do from the other side."""
    there = (*DIVISION, INFANTRY)
    units = {**dict.fromkeys(there, "1507"), RIFLE_DIVISION: "1706"}
    game = position(units, Afterwards(), RemoveExcess(side="axis", at="1507"), phase="axis/motorized")
    control.settle(game)
    assert control.friend(game, "1607") == SOVIET
    game.state.control["1607"] = AXIS
    game.choose(f"unit:{INFANTRY}")
    assert control.friend(game, "1607") == SOVIET


@pytest.mark.rule("efs:3.33")
def test_the_end_of_a_movement_phase_says_which_stacks_lose_units_by_it() -> None:
    crowd = dict.fromkeys((*DIVISION, PIONEERS, FLAK), "0805")
    game = position(crowd, MotorizedMovementPhase(side="axis"), phase="axis/motorized")
    done = asked(game).find("do:done")
    assert done is not None
    assert done.grave
    assert [(line.label, line.args["hex"]) for line in game.preview("do:done").lines] == [("overstacked", "0805")]
    enough = position(dict.fromkeys(DIVISION, "0805"), MotorizedMovementPhase(side="axis"), phase="axis/motorized")
    found = asked(enough).find("do:done")
    assert found is not None
    assert not found.grave


@pytest.mark.rule("efs:3.33")
def test_only_units_of_the_fewest_that_must_go_are_offered() -> None:
    there = (*DIVISION, INFANTRY)
    game = position(dict.fromkeys(there, "0805"), RemoveExcess(side="axis", at="0805"), phase="axis/motorized")
    assert asked(game).ids == [f"unit:{INFANTRY}"]
    refused = game.explain(f"unit:{PANZER}")
    assert refused is not None
    assert refused.reason == "refused.more-than-needed"


@pytest.mark.rule("efs:3.33")
def test_an_engineer_may_stand_above_the_limit_before_combat_and_not_after_it() -> None:
    crowd = [*DIVISION, FLAK, GUNS, PIONEERS]
    assert points(stacked(), []) == 0
    assert fits(stacked(*crowd, phase="axis/movement"), crowd, "0805")
    assert fits(stacked(*crowd, phase="axis/reaction"), crowd, "0805")
    assert not fits(stacked(*crowd, phase="axis/combat"), crowd, "0805")
    assert not fits(stacked(*crowd, phase="soviet/movement"), crowd, "0805")


@pytest.mark.rule("efs:13.32b", "efs:21.4/note-rocket")
def test_two_guards_rocket_units_may_stand_above_the_limit_before_combat() -> None:
    crowd = ["su-177-inf", "su-191-inf", "su-lstpu-inf", *ROCKETS]
    rockets = {unit_id: {"type": "rocket-artillery", "guards": True} for unit_id in ROCKETS}
    for phase, allowed in (("soviet/motorized", True), ("soviet/combat", False)):
        game = with_counters(quiet(dict.fromkeys(crowd, "0805"), phase=phase), rockets)
        assert fits(game, crowd, "0805") == allowed
        assert fits(game, crowd[:-2], "0805")
    game = with_counters(
        quiet(dict.fromkeys(crowd, "0805"), phase="soviet/motorized"), {ROCKETS[0]: rockets[ROCKETS[0]]}
    )
    assert not fits(game, crowd, "0805")


@pytest.mark.rule("efs:3.32", "efs:3.33")
def test_every_overstacked_hex_is_dealt_with_by_its_owner() -> None:
    game = stacked(*DIVISION, INFANTRY)
    check_stacks(game)
    assert game.state.stack == [RemoveExcess(side="axis", at="0805")]


@pytest.mark.rule("efs:21.31")
def test_one_armored_train_may_be_in_a_hex() -> None:
    game = quiet({"su-1-tk-tr-arm": "1615"}, scenario="perekop")
    assert fits(game, ["su-1-tk-tr-arm"], "1615")
    assert not fits(game, ["su-1-tk-tr-arm", "su-1-tk-tr-arm"], "1615")


@pytest.mark.rule("efs:3.32")
def test_stacks_are_looked_over_at_the_end_of_a_phase() -> None:
    game = quiet(dict.fromkeys((*DIVISION, INFANTRY, HOWITZERS), "0805"), phase="axis/motorized")
    del game.state.units[HOWITZERS]
    game.state.stack.append(GameTurn(step="close", place=9))
    game.advance()
    assert asked(game).prompt == "remove-excess"
    assert TITLE.texts("en").phrase("prompt.remove-excess", {"hex": "0805"})


@pytest.mark.rule("efs:3.33", "efs:4.21")
def test_who_declares_no_attack_keeps_nobody_above_the_limit_until_the_next_movement() -> None:
    crowd = dict.fromkeys((*DIVISION, FLAK, GUNS, PIONEERS), "0613")
    game = position(crowd, AttackDeclarationPhase(side="axis"), phase="axis/declaration")
    assert asked(game).prompt == "remove-excess"
    assert game.state.phase == "axis/combat"
    game.choose(f"unit:{PIONEERS}")
    assert (asked(game).prompt, game.state.phase) == ("move-unit", "axis/motorized")
