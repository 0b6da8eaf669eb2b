"""The sequence of play (4): the phases of a turn in their order, and what is forgotten between them."""

from __future__ import annotations

import pytest

from games.efs.positions import CADETS, HQ, INFANTRY, PANZER, TITLE, asked, marked, position, quiet
from sandtable.games.efs import control
from sandtable.games.efs.engineering import EngineeringPhase, recover_from_overruns
from sandtable.games.efs.recovery import RecoveryPhase
from sandtable.games.efs.sequence import TURN, GameTurn, start_phase, start_turn
from sandtable.games.efs.state import AXIS, SOVIET, Attack, Command
from sandtable.games.efs.units import Game
from sandtable.kernel import Began, Phase, Table

PHASES = [
    "strategic/weather", "strategic/replacements", "strategic/reinforcements", "strategic/air", "strategic/supply",
    "axis/movement", "axis/declaration", "axis/reaction", "axis/combat", "axis/motorized", "axis/engineering",
    "soviet/motorized", "soviet/declaration", "soviet/reaction", "soviet/combat", "soviet/movement",
    "soviet/engineering", "administrative/surrender", "administrative/recovery", "administrative/victory",
]  # fmt: skip


@pytest.mark.rule("efs:4.21")
def test_the_phases_come_in_the_order_of_the_rules() -> None:
    assert [step.id for step in TURN] == PHASES


@pytest.mark.rule("efs:3.11/phases")
def test_the_side_that_acts_is_the_active_player() -> None:
    active = {step.id: step.active for step in TURN}
    assert active["axis/combat"] == AXIS
    assert active["axis/reaction"] == SOVIET
    assert active["soviet/reaction"] == AXIS


def pass_by(table: Table) -> None:
    """Be done with a question wherever one can be."""
    asked_now = table.decision
    assert asked_now is not None
    table.choose(asked_now.done if asked_now.done in asked_now.ids else asked_now.ids[0])


@pytest.mark.rule("efs:4.21", "efs:3.11/phases", "efs:12.4")
def test_a_turn_goes_through_its_phases_each_with_its_active_player() -> None:
    """Without attacks there is neither reaction nor combat, and what asks nobody is not announced."""
    table = Table.new("efs", "luga-line", seed=1)
    while table.title.turn(table.state) == 11:
        pass_by(table)
    begun = [event for event in table.events if isinstance(event, Began) and event.turn == 11 and event.side]
    seen = [event.what for event in begun]
    assert {"axis/movement", "axis/motorized", "soviet/motorized", "soviet/movement"} <= {*seen}
    assert not {"axis/reaction", "axis/combat", "soviet/reaction", "soviet/combat"} & {*seen}
    assert seen == sorted(seen, key=PHASES.index)
    active = {step.id: step.active for step in TURN}
    assert all(event.side == active[event.what] for event in begun)


@pytest.mark.rule("efs:4.2", "efs:4.22")
def test_turn_follows_turn_until_the_last() -> None:
    table = Table.new(TITLE, "luga-line", seed=1)
    turns = set()
    while table.result is None:
        turns.add(table.game.state.turn)
        pass_by(table)
    assert turns == {11, 12, 13, 14}


@pytest.mark.rule("efs:12.4")
def test_without_declared_attacks_there_is_neither_reaction_nor_combat() -> None:
    table = Table.new(TITLE, "luga-line", seed=1)
    met = []
    while table.game.state.turn == 11:
        met.append(table.game.state.phase)
        pass_by(table)
    assert "axis/motorized" in met
    assert not {"axis/reaction", "axis/combat", "soviet/combat"} & set(met)


def test_declared_attacks_bring_reaction_and_combat() -> None:
    game = quiet({INFANTRY: "0807", CADETS: "0706", HQ: "0704"})
    game.state.attacks["0706"] = Attack(side=AXIS, hexes=("0706",), attackers=(INFANTRY,))
    game.state.stack.append(GameTurn(step="phase", place=PHASES.index("axis/reaction")))
    game.advance()
    assert game.state.phase == "axis/reaction"
    assert asked(game).side == SOVIET


def test_what_units_did_in_a_phase_is_forgotten_in_the_next() -> None:
    game = quiet({PANZER: "0805"}, phase="axis/motorized")
    marked(game, PANZER, spent=8, finished=True, special="overrun", start="0806")
    game.state.commands["hq"] = Command(used=2, guards=True, doubled=True, activated=("x",))
    start_phase(game)
    unit = game.state.units[PANZER]
    assert (unit.spent, unit.finished, unit.special, unit.start) == (0, False, "", "0805")
    assert game.state.commands["hq"] == Command(doubled=True, activated=("x",))


@pytest.mark.rule("efs:11.0", "efs:22.11")
@pytest.mark.parametrize("phase", ["axis/motorized", "soviet/movement"])
def test_special_movement_counts_until_the_turn_ends_and_no_longer(phase: str) -> None:
    side, unit_id = phase.partition("/")[0], PANZER if phase.startswith(AXIS) else CADETS
    game = quiet({unit_id: "0805"}, phase=phase)
    marked(game, unit_id, spent=8, finished=True, special="overrun")
    start_turn(game)
    game.state.phase, game.state.active = ("axis/movement", AXIS) if side == AXIS else ("soviet/motorized", SOVIET)
    start_phase(game)
    assert not game.state.units[unit_id].used_special, "it was used in the turn before"
    marked(game, unit_id, special="overrun")
    game.state.phase = "axis/motorized" if side == AXIS else "soviet/movement"
    start_phase(game)
    assert game.state.units[unit_id].used_special


def test_the_beginning_of_a_phase_is_told() -> None:
    game = TITLE.new_game("luga-line")
    assert [event.what for event in game.events if isinstance(event, Began)][-1] == "axis/movement"


@pytest.mark.rule("efs:11.38d")
@pytest.mark.parametrize(("side", "stays"), [(AXIS, True), (SOVIET, False)])
def test_overrun_markers_come_off_in_the_engineering_phase_of_the_enemy(side: str, stays: bool) -> None:
    game = quiet({PANZER: "0805"}, phase=f"{side}/engineering")
    marked(game, PANZER, overrun=True)
    run(game, EngineeringPhase(side=side))
    assert game.state.units[PANZER].overrun is stays


@pytest.mark.rule("efs:3.11/hexes", "efs:3.26", "efs:11.38d")
def test_ground_is_theirs_again_whose_overrun_markers_come_off_before_anything_is_built() -> None:
    game = quiet({CADETS: "0805"}, phase="axis/engineering")
    marked(game, CADETS, overrun=True)
    game.state.control["0804"] = AXIS
    control.settle(game)
    assert control.friend(game, "0804") == AXIS
    recover_from_overruns(game, AXIS)
    assert control.friend(game, "0804") == SOVIET


def run(game: Game, phase: Phase) -> None:
    """Let a phase run, and the turn go on to its next question."""
    place = [step.id for step in TURN].index(game.state.phase)
    game.state.stack += [GameTurn(step="close", place=place), phase]
    game.advance()


@pytest.mark.rule("efs:6.54d", "efs:8.73")
def test_markers_of_the_turn_come_off_in_the_recovery_phase() -> None:
    game = quiet({PANZER: "0805", INFANTRY: "0805"}, phase="administrative/recovery")
    marked(game, PANZER, fuel_shortage=True, do_not_move=1)
    marked(game, INFANTRY, do_not_move=2, activated=True)
    run(game, RecoveryPhase())
    panzer, infantry = game.state.units[PANZER], game.state.units[INFANTRY]
    assert not panzer.fuel_shortage
    assert panzer.do_not_move == 0
    assert infantry.do_not_move == 1
    assert not infantry.activated


@pytest.mark.rule("efs:4.1", "efs:8.1")
def test_everything_starts_where_the_card_says() -> None:
    game = TITLE.new_game("perekop")
    units = game.state.units
    assert units["ax-46-inf"].at == "0907"
    assert units["ax-50-inf"].box == "scheduled"
    assert units["ax-50-inf"].steps == 3
    assert units["ax-1-mtn-mou"].box == "group"
    assert units["su-zap-1-inf"].box == "active"
    assert units["su-106-inf"].garrison
    assert game.state.supplies["axis-s3"].points == 2
    assert game.state.damage["2108-2109/road"].points == 2
    assert game.state.strongpoints["0911"].status == "under-construction"


@pytest.mark.rule("efs:4.23")
def test_the_scenario_is_judged_after_its_last_turn() -> None:
    game = position({INFANTRY: "0706"}, phase="administrative/recovery", turn=14)
    assert game.state.result is not None
    assert game.state.result.winner == SOVIET


@pytest.mark.rule("efs:4.22")
def test_the_heading_tells_the_days_of_the_turn() -> None:
    game = TITLE.new_game("luga-line")
    assert TITLE.scene(game, "en").heading == "Turn 11 of 14, 12 July to 13 July 1941: Axis Movement Phase"
    assert "1941年7月12日～7月13日" in TITLE.scene(game, "ja").heading
