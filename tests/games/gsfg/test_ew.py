"""Chapter 13.11 to 13.17: electronic warfare."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import pytest

from games.gsfg.positions import TITLE, choose, content, ids, quiet
from sandtable.games.gsfg.combat.attackers import why_unable
from sandtable.games.gsfg.combat.combat_phase import CombatPhase
from sandtable.games.gsfg.combat.combat_results import Advance
from sandtable.games.gsfg.movement.allowance import why_immobile
from sandtable.games.gsfg.optional import electronic_warfare
from sandtable.games.gsfg.optional.attacks_on_special_forces import attackable
from sandtable.games.gsfg.optional.electronic_warfare import ElectronicCombat, SetJammers
from sandtable.games.gsfg.sequence import PlayerTurn
from sandtable.games.gsfg.state import NATO, SOVIET, Jammers, SpecialForces
from sandtable.games.gsfg.units import Game, occupy
from sandtable.kernel import Choice, Decision, Option, Procedure, Resolved
from sandtable.kernel.dice import ScriptedDice
from sandtable.kernel.views import View, determinise, masked
from sandtable.mechanics.roster import change

SWITCH = ("13.11",)
HERE, THERE = "2530", "2532"
UNITS = {"us-3-arm": HERE, "us-11-cv": HERE, "us-8-mech": THERE, "su-20g-mr": "3515", "su-35-mr": "3515"}


class Halt(Procedure, frozen=True):
    """Where a test stops when what it runs is over."""

    def begin(self, game: Game) -> Decision:
        return Decision(NATO, "halt", "5.1", (Option("do:done"),))

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        raise AssertionError("a test goes on beyond its end")


def ew_game(
    *procedures: Procedure,
    soviet: Jammers | None = None,
    nato: Jammers | None = None,
    units: Mapping[str, str] = UNITS,
    turn: int = 5,
    active: str = SOVIET,
    dice: Sequence[int] = (),
    switches: tuple[str, ...] = SWITCH,
) -> Game:
    """A position with markers of both sides, run to its first decision."""
    game = quiet(units, turn=turn, active=active, switches=switches)
    game.state.jammers = {side: set_so for side, set_so in ((SOVIET, soviet), (NATO, nato)) if set_so is not None}
    game.state.stack[:] = [Halt(), *procedures]
    game.dice = ScriptedDice(dice)
    game.advance()
    return game


def begin_turn(game: Game, side: str, turn: int | None = None) -> None:
    """Start a side's player turn as far as electronic warfare goes."""
    game.state.turn = turn or game.state.turn
    electronic_warfare.start_player_turn(game, side)
    game.advance()


def jam(*placed: str, soviet: int = 5, nato: int = 0, answer: Sequence[str] = (), dice: Sequence[int] = ()) -> Game:
    """The Soviets place markers, NATO answers, and what is left to settle is settled in the order of the hexes."""
    combat = ElectronicCombat(side=SOVIET)
    game = ew_game(combat, soviet=Jammers(offensive=soviet), nato=Jammers(defensive=nato), dice=dice)
    choose(game, *(f"hex:{label}" for label in placed))
    for step, done in (("jam", ()), ("counter-jam", answer)):
        if game.decisions[0].prompt == step:
            choose(game, *(f"hex:{label}" for label in done))
        if game.decisions[0].prompt == step:
            choose(game, "do:done")
    while not halted(game):
        game.choose(game.decisions[0].ids[0])
    return game


def halted(game: Game) -> bool:
    return game.decisions[0].prompt == "halt"


def reason(game: Game, option_id: str) -> tuple[str, str] | None:
    refusal = game.explain(option_id)
    return (refusal.reason.removeprefix("refused."), refusal.rule) if refusal else None


# 13.0, 13.11, 13.12, 13.16, 13.22: the markers


@pytest.mark.rule("gsfg:13.0")
def test_without_the_optional_rule_no_markers_are_set() -> None:
    game = ew_game(switches=())
    begin_turn(game, SOVIET)
    assert (halted(game), game.state.jammers) == (True, {})


@pytest.mark.rule("gsfg:13.0")
def test_without_the_optional_rule_there_is_no_electronic_combat() -> None:
    game = ew_game(switches=(), soviet=Jammers(offensive=3))
    electronic_warfare.start_combat_phase(game, SOVIET)
    game.advance()
    assert halted(game)


@pytest.mark.rule("gsfg:13.12", "gsfg:13.22")
@pytest.mark.parametrize(("side", "turn", "number"), [(SOVIET, 1, 5), (SOVIET, 8, 6), (NATO, 1, 4), (NATO, 8, 5)])
def test_at_the_start_of_its_player_turn_a_side_sets_each_of_its_markers(side: str, turn: int, number: int) -> None:
    game = ew_game(turn=turn)
    begin_turn(game, side)
    assert (game.decisions[0].side, ids(game)) == (side, {f"number:{n}" for n in range(number + 1)})


@pytest.mark.rule("gsfg:13.16")
def test_a_marker_that_arrives_may_be_used_in_the_same_turn() -> None:
    game = ew_game(turn=8, soviet=Jammers(defensive=5))
    begin_turn(game, SOVIET)
    choose(game, "number:6")
    assert game.state.jammers[SOVIET] == Jammers(offensive=6)


@pytest.mark.rule("gsfg:13.12")
def test_what_is_not_offensive_is_defensive() -> None:
    game = ew_game()
    begin_turn(game, SOVIET)
    choose(game, "number:2")
    assert game.state.jammers[SOVIET] == Jammers(offensive=2, defensive=3)


@pytest.mark.rule("gsfg:13.12")
def test_no_more_markers_are_set_than_there_are() -> None:
    game = ew_game()
    begin_turn(game, SOVIET)
    assert reason(game, "number:6") == ("jammers-total", "13.12")


@pytest.mark.rule("gsfg:13.12")
def test_nato_has_no_defensive_markers_in_the_first_turn() -> None:
    game = ew_game(turn=1)
    begin_turn(game, SOVIET)
    choose(game, "number:5")
    game.push(ElectronicCombat(side=SOVIET))
    game.dice = ScriptedDice([1])
    game.advance()
    choose(game, f"hex:{HERE}", "do:done")
    assert (NATO in game.state.jammers, halted(game)) == (False, True)


@pytest.mark.rule("gsfg:13.12")
def test_markers_unused_in_the_enemys_turn_are_set_anew() -> None:
    game = ew_game(nato=Jammers(offensive=1, defensive=2, spent=1))
    begin_turn(game, NATO)
    assert ids(game) == {f"number:{n}" for n in range(5)}


@pytest.mark.rule("gsfg:13.12")
def test_a_player_turn_begins_with_the_setting_of_markers() -> None:
    game = ew_game(PlayerTurn(side=NATO), active=NATO)
    assert (game.decisions[0].prompt, game.decisions[0].side) == ("set-jammers", NATO)


# 13.12: secrecy


@pytest.mark.rule("gsfg:13.12")
def test_the_enemy_cannot_tell_two_settings_apart() -> None:
    one = ew_game(soviet=Jammers(offensive=5), nato=Jammers(offensive=2, defensive=2))
    two = ew_game(soviet=Jammers(offensive=1, defensive=4), nato=Jammers(offensive=2, defensive=2))
    codec = TITLE.codec
    assert codec.canonical(masked(one, NATO)) == codec.canonical(masked(two, NATO))


@pytest.mark.rule("gsfg:13.12")
def test_a_side_knows_its_own_setting() -> None:
    game = ew_game(soviet=Jammers(offensive=1, defensive=4))
    assert View(game, SOVIET).state.jammers[SOVIET] == Jammers(offensive=1, defensive=4)  # type: ignore[attr-defined]


@pytest.mark.rule("gsfg:13.12")
def test_the_event_of_the_setting_is_for_its_owner_alone() -> None:
    game = ew_game()
    begin_turn(game, SOVIET)
    choose(game, "number:2")
    told = game.events[-1]
    assert (told.visible_to(SOVIET), told.visible_to(NATO)) == (True, False)


@pytest.mark.rule("gsfg:13.12")
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("side", [SOVIET, NATO, ""])
@pytest.mark.parametrize("asked", [SetJammers(side=SOVIET), ElectronicCombat(side=SOVIET)])
def test_a_world_made_up_from_a_view_looks_the_same(asked: Procedure, side: str, seed: int) -> None:
    game = ew_game(asked, soviet=Jammers(offensive=0, defensive=3, spent=2), nato=Jammers(offensive=2, defensive=2))
    game.state.stack.pop(0)
    view = View(game, side)
    known = TITLE.codec.canonical(view.state)
    world = determinise(view, random.Random(seed))
    assert TITLE.codec.canonical(masked(world, side)) == known


@pytest.mark.rule("gsfg:13.12")
def test_who_might_have_offensive_markers_is_asked_even_without_any() -> None:
    game = ew_game(soviet=Jammers(defensive=5))
    electronic_warfare.start_combat_phase(game, SOVIET)
    game.advance()
    assert (ids(game), reason(game, f"hex:{HERE}")) == ({"do:done"}, ("no-jammers-left", "13.12"))


@pytest.mark.rule("gsfg:13.12")
def test_to_have_placed_the_last_offensive_marker_is_not_given_away() -> None:
    game = ew_game(ElectronicCombat(side=SOVIET), soviet=Jammers(offensive=1, defensive=4))
    choose(game, f"hex:{HERE}")
    assert (game.decisions[0].side, ids(game)) == (SOVIET, {"do:done"})


@pytest.mark.rule("gsfg:13.12")
def test_who_might_have_defensive_markers_is_asked_even_without_any() -> None:
    game = ew_game(ElectronicCombat(side=SOVIET), soviet=Jammers(offensive=1), nato=Jammers(offensive=4))
    choose(game, f"hex:{HERE}")
    assert (game.decisions[0].side, ids(game)) == (NATO, {"do:done"})


# 13.13, 13.14: electronic combat


@pytest.mark.rule("gsfg:13.13")
def test_the_attacker_places_markers_on_enemy_units_anywhere() -> None:
    game = ew_game(ElectronicCombat(side=SOVIET), soviet=Jammers(offensive=5))
    assert ids(game) == {f"hex:{HERE}", f"hex:{THERE}", "do:done"}


@pytest.mark.rule("gsfg:13.13")
def test_a_hex_without_enemy_units_is_no_target() -> None:
    game = ew_game(ElectronicCombat(side=SOVIET), soviet=Jammers(offensive=5))
    assert (reason(game, "hex:3515"), reason(game, "hex:2531")) == (("jam-nobody", "13.13"), ("jam-nobody", "13.13"))


@pytest.mark.rule("gsfg:13.13")
def test_the_attacker_need_not_use_his_markers() -> None:
    game = ew_game(ElectronicCombat(side=SOVIET), soviet=Jammers(offensive=5), nato=Jammers(defensive=4))
    choose(game, "do:done")
    assert (halted(game), game.state.jammers[SOVIET]) == (True, Jammers(offensive=5))


@pytest.mark.rule("gsfg:13.13")
def test_the_defender_answers_only_where_attacking_markers_are() -> None:
    game = ew_game(ElectronicCombat(side=SOVIET), soviet=Jammers(offensive=1), nato=Jammers(defensive=4))
    choose(game, f"hex:{HERE}")
    assert (game.decisions[0].side, ids(game)) == (NATO, {f"hex:{HERE}", "do:done"})
    assert reason(game, f"hex:{THERE}") == ("no-jammers-there", "13.13")


@pytest.mark.rule("gsfg:13.13")
def test_the_attacker_picks_the_order_of_the_combats() -> None:
    dice = [1, 1]
    game = ew_game(ElectronicCombat(side=SOVIET), soviet=Jammers(offensive=2), dice=dice)
    choose(game, f"hex:{HERE}", f"hex:{THERE}")
    decision = game.decisions[0]
    choose(game, f"hex:{THERE}")
    order = [event.subject for event in game.events if isinstance(event, Resolved)]
    assert (decision.side, decision.ids, order) == (SOVIET, [f"hex:{HERE}", f"hex:{THERE}"], [THERE, HERE])


@pytest.mark.rule("gsfg:13.13")
def test_used_markers_are_back_at_the_owners_next_player_turn_and_not_before() -> None:
    game = jam(HERE, HERE, nato=2, answer=(HERE, HERE), dice=[3])
    used = game.state.jammers[SOVIET]
    begin_turn(game, SOVIET)
    assert (used, game.state.jammers[SOVIET].spent) == (Jammers(offensive=3, spent=2), 5)


@pytest.mark.rule("gsfg:13.13")
def test_a_marker_used_in_one_combat_phase_is_not_there_in_the_next() -> None:
    game = jam(HERE, soviet=1, dice=[3])
    electronic_warfare.start_combat_phase(game, SOVIET)
    game.advance()
    assert halted(game)


@pytest.mark.rule("gsfg:13.13")
def test_offensive_markers_left_over_serve_in_the_second_combat_phase() -> None:
    game = jam(HERE, soviet=2, dice=[3])
    electronic_warfare.start_combat_phase(game, SOVIET)
    game.advance()
    assert f"hex:{HERE}" in ids(game)


@pytest.mark.rule("gsfg:13.12")
def test_offensive_markers_do_not_defend() -> None:
    markers = Jammers(offensive=3, defensive=1)
    game = ew_game(ElectronicCombat(side=SOVIET), soviet=Jammers(offensive=1), nato=markers)
    choose(game, f"hex:{HERE}", f"hex:{HERE}")
    assert (ids(game), reason(game, f"hex:{HERE}")) == ({"do:done"}, ("no-jammers-left", "13.12"))


@pytest.mark.rule("gsfg:13.14")
def test_the_soviets_place_at_most_two_markers_in_a_hex() -> None:
    game = ew_game(ElectronicCombat(side=SOVIET), soviet=Jammers(offensive=5))
    choose(game, f"hex:{HERE}", f"hex:{HERE}")
    assert (ids(game), reason(game, f"hex:{HERE}")) == ({f"hex:{THERE}", "do:done"}, ("jam-limit", "13.14"))


@pytest.mark.rule("gsfg:13.14")
def test_nato_places_at_most_three_markers_in_a_hex() -> None:
    units = {"su-20g-mr": "3515", "su-35-mr": "3616"}
    game = ew_game(ElectronicCombat(side=NATO), nato=Jammers(offensive=5), active=NATO, units=units)
    choose(game, "hex:3515", "hex:3515", "hex:3515")
    assert (ids(game), reason(game, "hex:3515")) == ({"hex:3616", "do:done"}, ("jam-limit", "13.14"))


@pytest.mark.rule("gsfg:13.14")
def test_the_enemys_markers_do_not_count_against_the_limit() -> None:
    game = jam(HERE, HERE, nato=4, answer=(HERE, HERE, HERE), dice=[3])
    assert game.state.jammers[NATO] == Jammers(defensive=1, spent=3)


@pytest.mark.rule("gsfg:13.11")
def test_markers_are_no_units_and_do_not_stay_on_the_map() -> None:
    game = jam(HERE, dice=[6])
    assert (set(game.state.units), game.state.captured) == (set(UNITS), {})


# 13.17: the table


@pytest.mark.rule("gsfg:13.17")
@pytest.mark.parametrize(("die", "state"), [(1, ""), (2, ""), (3, ""), (4, ""), (5, "degraded"), (6, "degraded")])
def test_one_marker_without_an_answer(die: int, state: str) -> None:
    assert jam(HERE, dice=[die]).state.units["us-3-arm"].ew == state


@pytest.mark.rule("gsfg:13.17")
@pytest.mark.parametrize(("die", "state"), [(3, ""), (4, "degraded"), (5, "degraded"), (6, "collapsed")])
def test_each_attacking_marker_after_the_first_adds_one(die: int, state: str) -> None:
    assert jam(HERE, HERE, dice=[die]).state.units["us-3-arm"].ew == state


@pytest.mark.rule("gsfg:13.17")
@pytest.mark.parametrize(("die", "state"), [(5, ""), (6, "degraded")])
def test_each_defending_marker_takes_one_off(die: int, state: str) -> None:
    assert jam(HERE, nato=1, answer=(HERE,), dice=[die]).state.units["us-3-arm"].ew == state


@pytest.mark.rule("gsfg:13.17")
def test_the_sum_of_a_combat_is_told() -> None:
    game = jam(HERE, HERE, nato=3, answer=(HERE, HERE, HERE), dice=[6])
    told = next(event for event in game.events if isinstance(event, Resolved))
    assert [(line.label, line.value) for line in told.lines] == [
        ("ew-die", "6"),
        ("ew-attackers", "+1"),
        ("ew-defenders", "-3"),
        ("ew-total", "4"),
    ]


@pytest.mark.rule("gsfg:13.17")
@pytest.mark.parametrize(("answer", "die"), [((HERE,), 1), ((HERE, HERE), 2), ((HERE, HERE, HERE), 1)])
def test_countermeasures_take_an_attacking_marker_away_for_a_die_of_turns(answer: tuple[str, ...], die: int) -> None:
    game = jam(HERE, soviet=5, nato=3, answer=answer, dice=[die, 4])
    assert game.state.jammers[SOVIET] == Jammers(offensive=4, away=(9,))


@pytest.mark.rule("gsfg:13.17")
def test_a_marker_sent_away_is_back_at_the_owners_turn_that_the_die_named() -> None:
    game = jam(HERE, nato=1, answer=(HERE,), dice=[1, 2])
    begin_turn(game, SOVIET, turn=6)
    before = game.state.jammers[SOVIET]
    choose(game, "number:0")
    begin_turn(game, SOVIET, turn=7)
    assert (before, game.state.jammers[SOVIET]) == (Jammers(spent=4, away=(7,)), Jammers(spent=5))


@pytest.mark.rule("gsfg:13.17")
def test_a_collapse_takes_a_defending_marker_away_too() -> None:
    dice = [6, 3]
    game = ew_game(
        ElectronicCombat(side=NATO), nato=Jammers(offensive=3), soviet=Jammers(defensive=2), active=NATO, dice=dice
    )
    choose(game, *["hex:3515"] * 3, "hex:3515", "do:done")
    assert (game.state.units["su-20g-mr"].ew, game.state.jammers[SOVIET]) == (
        "collapsed",
        Jammers(defensive=1, away=(8,)),
    )


@pytest.mark.rule("gsfg:13.17")
def test_a_collapse_without_an_answer_takes_nothing_away() -> None:
    game = jam(HERE, HERE, nato=4, dice=[6])
    assert (game.state.units["us-3-arm"].ew, game.state.jammers[NATO]) == ("collapsed", Jammers(defensive=4))


# 13.15: who is marked, and for how long


@pytest.mark.rule("gsfg:13.15")
def test_all_enemy_units_in_the_hex_are_marked_and_no_others() -> None:
    game = jam(HERE, dice=[5])
    assert {unit_id for unit_id, unit in game.state.units.items() if unit.ew} == {"us-3-arm", "us-11-cv"}


@pytest.mark.rule("gsfg:13.15")
def test_the_mark_goes_with_the_unit_and_does_not_pass_to_others() -> None:
    game = jam(HERE, dice=[5])
    occupy(game, "us-3-arm", THERE)
    assert (game.state.units["us-3-arm"].ew, game.state.units["us-8-mech"].ew) == ("degraded", "")


@pytest.mark.rule("gsfg:13.15")
def test_a_mark_lasts_through_the_targets_own_player_turn() -> None:
    game = jam(HERE, dice=[5])
    begin_turn(game, NATO)
    assert game.state.units["us-3-arm"].ew == "degraded"


@pytest.mark.rule("gsfg:13.15")
def test_a_mark_goes_at_the_start_of_the_attackers_next_player_turn() -> None:
    game = jam(HERE, dice=[5])
    begin_turn(game, SOVIET, turn=6)
    assert game.state.units["us-3-arm"].ew == ""


@pytest.mark.rule("gsfg:13.15")
def test_a_lesser_result_does_not_mend_a_collapse() -> None:
    game = jam(HERE, HERE, dice=[6])
    game.push(ElectronicCombat(side=SOVIET))
    game.dice = ScriptedDice([5])
    game.advance()
    choose(game, f"hex:{HERE}", "do:done")
    assert game.state.units["us-3-arm"].ew == "collapsed"


# 13.17: what the marks forbid


def jammed(unit_id: str, state: str, **done: object) -> Game:
    game = ew_game(units={unit_id: HERE}, active=SOVIET if unit_id.startswith("su") else NATO)
    change(game, unit_id, ew=state, **done)
    return game


@pytest.mark.rule("gsfg:13.17")
def test_a_degraded_unit_may_move_or_fight() -> None:
    game = jammed("us-3-arm", "degraded")
    assert (why_immobile(game, "us-3-arm"), why_unable(game, "us-3-arm")) == (None, None)


@pytest.mark.rule("gsfg:13.17")
def test_a_degraded_unit_that_has_fought_does_not_move() -> None:
    refusal = why_immobile(jammed("us-3-arm", "degraded", fought=True), "us-3-arm")
    assert refusal is not None
    assert refusal.rule == "13.17"


@pytest.mark.rule("gsfg:13.17")
def test_a_degraded_unit_that_has_moved_does_not_fight() -> None:
    refusal = why_unable(jammed("us-3-arm", "degraded", spent=1, moved=True), "us-3-arm")
    assert refusal is not None
    assert refusal.rule == "13.17"


@pytest.mark.rule("gsfg:13.17")
def test_a_degraded_unit_that_stood_still_in_its_movement_phase_may_fight() -> None:
    assert why_unable(jammed("us-3-arm", "degraded", rested=True), "us-3-arm") is None


@pytest.mark.rule("gsfg:13.17")
def test_a_degraded_soviet_unit_may_fight_in_both_combat_phases() -> None:
    assert why_unable(jammed("su-20g-mr", "degraded", fought=True, attacked=False), "su-20g-mr") is None


@pytest.mark.rule("gsfg:13.17")
def test_degraded_artillery_does_not_attack_at_all() -> None:
    refusal = why_unable(jammed("su-34g-art", "degraded"), "su-34g-art")
    assert refusal is not None
    assert refusal.rule == "13.17"


@pytest.mark.rule("gsfg:13.17")
def test_degraded_artillery_may_move() -> None:
    assert why_immobile(jammed("su-34g-art", "degraded"), "su-34g-art") is None


@pytest.mark.rule("gsfg:13.17")
def test_a_collapsed_unit_neither_moves_nor_fights() -> None:
    game = jammed("us-3-arm", "collapsed")
    refusals = why_immobile(game, "us-3-arm"), why_unable(game, "us-3-arm")
    assert [refusal and refusal.rule for refusal in refusals] == ["13.17", "13.17"]


@pytest.mark.rule("gsfg:13.17")
@pytest.mark.parametrize(
    ("state", "done", "may"),
    [("degraded", {}, True), ("degraded", {"spent": 2}, False), ("collapsed", {}, False)],
)
def test_an_attack_on_special_forces_is_an_attack(state: str, done: dict[str, object], may: bool) -> None:
    game = jammed("us-3-arm", state, **done)
    game.state.special_forces = {"soviet-1": SpecialForces(side=SOVIET, at=HERE)}
    assert bool(attackable(game, "nato")) is may


@pytest.mark.rule("gsfg:13.17")
def test_a_degraded_attacker_does_not_advance_though_one_must() -> None:
    advance = Advance(side=NATO, target="2531", units=("us-3-arm", "us-8-mech"))
    game = ew_game(units={"us-3-arm": HERE, "us-8-mech": THERE}, active=NATO)
    change(game, "us-3-arm", ew="degraded")
    game.push(advance)
    game.advance()
    assert (game.state.units["us-3-arm"].at, game.state.units["us-8-mech"].at) == (HERE, "2531")


@pytest.mark.rule("gsfg:13.13")
def test_electronic_combat_comes_before_any_other_combat() -> None:
    units = {"us-3-arm": HERE, "su-20g-mr": "2531"}
    game = ew_game(CombatPhase(side=SOVIET, group="main"), soviet=Jammers(offensive=1), units=units)
    first = game.decisions[0].prompt
    choose(game, "do:done")
    assert (first, game.decisions[0].prompt) == ("jam", "attack-hex")


@pytest.mark.rule("gsfg:13.17")
def test_a_degraded_unit_fights_in_both_phases_of_fight_fight_and_then_does_not_move() -> None:
    game = jammed("su-20g-mr", "degraded")
    change(game, "su-20g-mr", attacked=True, fought=True)
    game.push(CombatPhase(side=SOVIET, group="main", second=True))
    game.advance()
    again, moving = why_unable(game, "su-20g-mr"), why_immobile(game, "su-20g-mr")
    assert (again, moving and moving.rule) == (None, "13.17")


@pytest.mark.rule("gsfg:13.12")
def test_the_hexes_of_these_tests_are_land() -> None:
    assert {content().terrain[label] for label in (HERE, THERE, "3515")} == {"clear"}
