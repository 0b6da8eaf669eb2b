"""Planned fire and pre-registered points: plotted unseen before the game, and fired as they were plotted."""

from __future__ import annotations

import random

import pytest

from games.panzer.artillery import (
    FO,
    GUN,
    HEAVY,
    MEDIUM,
    RED,
    RED_MEDIUM,
    RED_ORGANIC,
    TITLE,
    Placed,
    choose,
    offered,
    refused,
    seen_by,
)  # fmt: skip
from games.panzer.shipped import scenario
from sandtable.games.panzer.indirect.batteries import battery
from sandtable.games.panzer.indirect.plotting import plot
from sandtable.games.panzer.indirect.secrets import guess_plots, hide_plots
from sandtable.games.panzer.state import Mission, PlannedFire, State
from sandtable.games.panzer.title import Panzer
from sandtable.games.panzer.units import Game
from sandtable.kernel import Choice, Decision, Option, Procedure, Resolved
from sandtable.kernel import Game as KernelGame
from sandtable.kernel.state import fork
from sandtable.kernel.views import View

PLAN = f"plan-{MEDIUM}"
EXAMPLE = (
    PlannedFire("gp", "closed"), PlannedFire("gp", "closed"), PlannedFire("smoke", "open"), PlannedFire("gp", "open"),
    PlannedFire("gp", "open"),
)  # fmt: skip


class Before(Procedure, frozen=True):
    """The moment before the forces are set up."""

    def begin(self, game: Game) -> None:
        game.goto("ready")
        plot(game)

    def ready(self, game: Game) -> Decision:
        return Decision("german", "ready", "2.0", (Option("do:ready"),))

    def ready_chosen(self, game: Game, choice: Choice) -> None: ...


def plotting() -> Game:
    placed = Placed(plans=5)
    placed.state.stack[:] = [Before()]
    return placed.play()


def prompt(game: Game, side: str) -> str:
    decision = game.decision_of(side)
    assert decision is not None
    return decision.prompt


def planned(fire: tuple[PlannedFire, ...] = EXAMPLE, *, due: int = 6, turn: int = 6) -> Placed:
    """Fire of the medium battery is planned on H13, where a gun stands."""
    found = Placed(plans=5).stand(GUN, "H13")
    found.state.turn = turn
    found.state.missions[PLAN] = Mission(
        side="german", sources=(MEDIUM,), at="H13", plotted="H13", planned=fire, due=due
    )
    return found


# Plotting


@pytest.mark.rule("panzer:6.5.1.11.1", "panzer:6.5.1.11", "panzer:6.5.1.4")
def test_the_plan_of_the_rulebook_is_written_down() -> None:
    game = plotting()
    for choice in ("hex:H13", "hex:H12", "turn:6", "volley:gp-closed", "volley:gp-closed", "volley:smoke-open",
                   "volley:gp-open", "volley:gp-open"):  # fmt: skip
        game.choose(choice, "german")
    mission = game.state.missions[PLAN]
    assert (mission.at, mission.due, mission.planned) == ("H12", 6, EXAMPLE)
    assert game.state.batteries[HEAVY].registered == ("H13",)
    assert game.decision_of("german") is None, "five turns are the most"


@pytest.mark.rule("panzer:6.5.1.4", "panzer:6.5.1.11.1")
def test_both_sides_plot_at_once_and_may_plan_less_or_nothing() -> None:
    game = plotting()
    assert {decision.side for decision in game.decisions} == {"german", "soviet"}
    game.choose("do:skip", "german")
    for choice in ("hex:A01", "turn:2", "volley:gp-closed-linear", "face:S", "do:plotted"):
        game.choose(choice, "german")
    game.choose("hex:B02", "soviet")
    assert prompt(game, "soviet") == "plan"
    game.choose("do:no-plan", "soviet")
    assert game.state.missions[PLAN].planned == (PlannedFire("gp", "closed-linear", 3),)
    assert list(game.state.missions) == [PLAN]
    assert prompt(game, "german") == "ready"


@pytest.mark.rule("panzer:6.5.1.6")
def test_batteries_plan_the_smoke_and_the_patterns_that_they_have() -> None:
    game = plotting()
    for choice in ("hex:B02", "hex:C03", "turn:1"):
        game.choose(choice, "soviet")
    decision = game.decision_of("soviet")
    assert decision is not None
    assert "volley:smoke-open" in decision.ids
    assert len(decision.ids) == 6


# Secrecy


def equal(one: State, other: State) -> bool:
    return TITLE.codec.canonical(one) == TITLE.codec.canonical(other)


@pytest.mark.rule("panzer:6.5.1.4", "panzer:6.5.1.11")
def test_others_do_not_see_plans_and_points_until_the_fire_begins() -> None:
    placed = planned(turn=5).battery(HEAVY, registered=("H13",)).battery(RED_MEDIUM, registered=("A01",))
    game = placed.play()
    bare = (
        Placed(plans=5).stand(GUN, "H13").battery(HEAVY, registered=("B07",)).battery(RED_MEDIUM, registered=("A01",))
    )
    bare.state.turn = 5
    without = bare.play()
    assert without.decisions[0].prompt == game.decisions[0].prompt, "both sides are asked either way"
    assert PLAN in seen_by(game, "german").missions
    theirs = seen_by(game, "soviet")
    assert PLAN not in theirs.missions
    assert theirs.batteries[HEAVY].registered == ()
    assert theirs.batteries[RED_MEDIUM].registered == ("A01",)
    assert equal(theirs, seen_by(without, "soviet")), "nothing tells whether there is a plan"
    choose(game, f"mission:{PLAN}")
    assert PLAN in seen_by(game, "soviet").missions


@pytest.mark.rule("panzer:6.5.1.11")
def test_a_guess_at_what_is_hidden_looks_the_same_from_outside() -> None:
    placed = planned(turn=5)
    game = placed.play()
    for seed in range(8):
        guess = fork(seen_by(game, "soviet"))
        guess_plots(guess, placed.content, random.Random(seed))
        assert not any(one.secret for one in guess.batteries.values())
        assert len(guess.batteries[HEAVY].registered) == 1
        hide_plots(guess, placed.content, "soviet")
        assert equal(guess, seen_by(game, "soviet"))


# Firing


@pytest.mark.rule("panzer:6.5.1.11.2")
@pytest.mark.parametrize(("turn", "may"), [(4, False), (5, True), (6, True), (7, True), (8, False)])
def test_planned_fire_begins_a_turn_early_or_late_at_most(turn: int, may: bool) -> None:
    game = planned(turn=turn).play()
    assert (f"mission:{PLAN}" in offered(game)) == may
    assert ("do:done" in offered(game)) == (turn != 7), "in the last turn it must begin"
    assert (PLAN in game.state.missions) == (turn < 8), "what has not begun in time is struck off"


@pytest.mark.rule("panzer:6.5.1.11", "panzer:6.5.1.12", "panzer:6.5.1.13")
def test_it_needs_no_observer_and_no_response_and_has_medium_range() -> None:
    game = choose(planned().play(1), f"mission:{PLAN}", "hex:H13")
    mission = game.state.missions[PLAN]
    assert (mission.bands, len(mission.hexes), mission.observer) == (("M",), 7, "")
    sums = [event.lines for event in game.events if isinstance(event, Resolved)]
    assert len(sums) == 1
    assert ("gp-factor", "8") in [(line.label, line.value) for line in sums[0]]


@pytest.mark.rule("panzer:6.5.1.11.1")
def test_it_runs_its_turns_as_plotted_and_the_battery_rests_a_turn_after_it() -> None:
    game = planned(turn=5).stand(FO, "H01", "overwatch").spot(FO, GUN).play(1, 1, 5, 1, 1)
    choose(game, f"mission:{PLAN}", "hex:H13")
    seen = []
    for turn in range(6, 10):
        seen.append((game.state.missions[PLAN].shell, game.state.missions[PLAN].sheaf))
        choose(game, "do:next-turn")
        assert game.state.turn == turn
        assert offered(game)[0] == f"mission:{PLAN}"
        assert "do:done" not in offered(game)
        choose(game, f"mission:{PLAN}", "hex:H13")
    assert seen == [("gp", "closed"), ("gp", "closed"), ("smoke", "open"), ("gp", "open")]
    choose(game, "do:next-turn")
    assert PLAN not in game.state.missions
    choose(game, f"unit:{FO}", "hex:H13", "shell:gp")
    assert refused(game, f"battery:{MEDIUM}") == ("refused.battery-not-available", "6.5.1.11.1")
    assert battery(game, MEDIUM).free_from == 11


@pytest.mark.rule("panzer:6.5.1.11.3")
def test_it_is_shifted_up_to_five_hexes_from_what_was_plotted() -> None:
    game = choose(planned().stand(RED, "H18", "move").play(1), f"mission:{PLAN}")
    assert "hex:H18" in offered(game)
    assert "hex:H08" in offered(game)
    assert refused(game, "hex:H19") == ("refused.too-far-from-plot", "6.5.1.11.3")
    choose(game, "hex:H18")
    assert game.state.missions[PLAN].at == "H18"
    assert game.state.units[RED].under_fire
    assert not game.state.commands[RED].known
    choose(game, "do:next-turn", f"mission:{PLAN}")
    assert "hex:H08" in offered(game), "it is the plotted point that counts"
    assert "hex:H19" not in offered(game)


@pytest.mark.rule("panzer:6.5.4.3/target-moving", "panzer:6.5.1.11.3")
def test_planned_fire_does_not_ask_whether_vehicles_move_and_endangers_friends_like_anybody() -> None:
    game = planned().stand(RED, "H14", "move").stand("gB1-2", "H12").play(1, 1, 1)
    choose(game, f"mission:{PLAN}", "hex:H13")
    assert game.decisions[0].prompt == "indirect-fire"
    assert game.state.units["gB1-2"].under_fire


@pytest.mark.rule("panzer:6.5.1.11.4", "panzer:5.16.2.5")
def test_a_smoke_turn_without_ammunition_is_lost_and_the_plan_keeps_its_dates() -> None:
    fire = (PlannedFire("smoke", "closed"), PlannedFire("smoke", "closed"), PlannedFire("gp", "closed"))
    game = choose(planned(fire).play(7, 6, 1), f"mission:{PLAN}", "hex:H13")
    assert game.state.missions[PLAN].hexes == ()
    assert not game.state.smoke
    choose(game, "do:next-turn", f"mission:{PLAN}", "hex:H13")
    assert len(game.state.smoke) == 1
    choose(game, "do:next-turn", f"mission:{PLAN}", "hex:H13")
    assert game.state.missions[PLAN].shell == "gp"
    assert game.state.units[GUN].under_fire
    choose(game, "do:next-turn")
    assert PLAN not in game.state.missions


@pytest.mark.rule("panzer:6.5.1.9", "panzer:6.5.1.11.2")
def test_a_battery_whose_mission_was_checked_does_not_begin_its_plan_in_that_turn() -> None:
    placed = planned(due=2, turn=1).stand(FO, "H01", "overwatch").spot(FO, GUN)
    game = choose(
        placed.play(5, 1), f"unit:{FO}", "hex:H13", "shell:gp", f"battery:{MEDIUM}", "do:call", "sheaf:closed"
    )
    assert f"mission:{PLAN}" not in offered(game)
    choose(game, "do:next-turn")
    assert offered(game) == ["mission:g1"], "the battery is engaged"
    choose(game, "mission:g1", "do:check", "do:next-turn")
    assert f"mission:{PLAN}" in offered(game), "a turn late it may"


@pytest.mark.rule("panzer:6.5.1.11.1")
def test_two_plans_begin_in_one_step() -> None:
    placed = planned(due=3, turn=3)
    placed.state.missions[f"plan-{RED_ORGANIC}"] = Mission(
        side="soviet", sources=(RED_ORGANIC,), at="A05", plotted="A05", planned=(PlannedFire("gp", "open"),), due=3
    )
    game = choose(placed.play(1), f"mission:{PLAN}", "hex:H13", f"mission:plan-{RED_ORGANIC}", "hex:A05")
    assert [mission.began for mission in game.state.missions.values()] == [3, 3]


@pytest.mark.rule("panzer:6.5.1.4", "panzer:6.5.1.11.1", "panzer:2.0")
def test_a_scenario_with_artillery_begins_with_plotting() -> None:
    content = scenario("belt")
    game: Game = KernelGame(Panzer(), content, Panzer().start(content))
    game.advance()
    assert {decision.side: decision.prompt for decision in game.decisions} == {"german": "plan", "soviet": "register"}
    game.choose("hex:2A1", "soviet")
    theirs, ours = (View(game, side).state for side in ("german", "soviet"))
    assert isinstance(theirs, State)
    assert isinstance(ours, State)
    assert [one.registered for one in ours.batteries.values() if not one.secret] == [("2A1",)]
    assert all(one.secret and not one.registered for one in theirs.batteries.values())
