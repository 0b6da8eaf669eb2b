"""RR13: barbed-wire fences and the breaches that men hold open in them."""

from __future__ import annotations

import pytest

from games.asl.position import ca, content, de, offered, play, position
from sandtable.board import FORBIDDEN
from sandtable.games.asl.events.movement import Breached
from sandtable.games.asl.morale.casualties import reduce_casualties
from sandtable.games.asl.morale.rout_ways import rout_of
from sandtable.games.asl.movement.bypass import free_sides
from sandtable.games.asl.movement.fences import breaches, fenced, is_breached, is_fence_between, make_breach
from sandtable.games.asl.movement.movement_phase import MovementPhase
from sandtable.games.asl.movement.moves import price
from sandtable.games.asl.movement.reach import step_cost
from sandtable.games.asl.sequence.game_turn import PlayerTurn
from sandtable.games.asl.state import Works
from sandtable.games.asl.terrain.hexsides import hexsides

PHASE = MovementPhase(side="canadian")


@pytest.mark.rule("rileys_road:RR13", "rileys_road:RR13.1")
def test_r7_r8_is_a_fence() -> None:
    assert is_fence_between(content(), "R7", "R8")
    assert "R7-R8" in fenced(content(), "R8")


@pytest.mark.rule("rileys_road:RR13.2")
def test_crossing_a_fence_costs_one_mf_more_and_two_at_night() -> None:
    assert step_cost(position(), "R8", "R7", exhausted=False) == 2 + 2
    assert step_cost(position(nvr=3), "R8", "R7", exhausted=False) == 2 + 4


@pytest.mark.rule("rileys_road:RR13.2", "rileys_road:A4.51")
def test_exhausted_men_cannot_cross_a_fence() -> None:
    assert step_cost(position(), "R8", "R7", exhausted=True) == FORBIDDEN
    game = play(position(units={"c": ca("R8")}), PHASE, "unit:c", "do:double-time")
    assert game.preview("hex:R7").path[1] != "R7"
    assert (offered(game)["hex:R7"] or 0) > 2


@pytest.mark.rule("rileys_road:RR13.2", "rileys_road:B27/infantry")
def test_fences_are_nothing_to_those_who_go_from_trench_to_trench() -> None:
    works = {"R8": Works("canadian", trench=True), "R7": Works("canadian", trench=True)}
    game = play(position(units={"c": ca("R8", stance="trench")}, works=works), PHASE, "unit:c")
    assert offered(game)["place:R7~trench"] == 1


@pytest.mark.rule("rileys_road:RR13.21")
def test_a_squad_holds_a_breach_open_for_two_mf_and_stays() -> None:
    game = play(position(units={"c": ca("R8"), "d": ca("R8")}), PHASE, "unit:c", "side:R7-R8")
    assert (game.state.units["c"].ti, game.state.units["c"].moved) == (True, True)
    assert is_breached(game, "R8", "R7")
    assert step_cost(game, "R8", "R7", exhausted=False) == 2 + 1
    assert step_cost(game, "R8", "R9", exhausted=False) == 2


@pytest.mark.rule("rileys_road:RR13.21", "rileys_road:A7.4/casualty")
def test_the_half_that_is_left_of_a_squad_goes_on_holding_the_fence_down() -> None:
    game = position(units={"c": ca("R8", ti=True)}, fences={"R7-R8": "c"})
    assert is_breached(game, "R8", "R7")
    reduce_casualties(game, "c", "A7.302")
    assert is_breached(game, "R8", "R7")


@pytest.mark.rule("rileys_road:RR13.21", "rileys_road:A12.16")
def test_who_holds_a_fence_down_beneath_a_question_mark_is_not_named() -> None:
    game = position(units={"c": ca("R8", concealed=True)})
    make_breach(game, "c", "R7-R8")
    (told,) = [event for event in game.events if isinstance(event, Breached)]
    assert (told.unit, told.side) == ("?R8", "R7-R8")


@pytest.mark.rule("rileys_road:RR13.21", "rileys_road:A4.62")
def test_crossing_a_breach_is_hazardous() -> None:
    units = {"c": ca("R8", ti=True), "d": ca("R8"), "g": de("R6")}
    game = play(position(units=units, fences={"R7-R8": "c"}), PHASE)
    game.choose("unit:d")
    assert offered(game)["hex:R7"] == 1.5
    game.choose("hex:R7")
    assert game.state.moving is not None
    assert game.state.moving.hazardous


@pytest.mark.rule("rileys_road:RR13.21", "rileys_road:A4.61")
def test_nobody_crosses_a_breach_by_assault_movement() -> None:
    units = {"c": ca("R8", ti=True), "d": ca("R8"), "g": de("R6")}
    for fences, crosses in (({"R7-R8": "c"}, False), ({}, True)):
        game = play(position(units=dict(units), fences=fences), PHASE, "unit:d", "do:assault")
        assert ("hex:R7" in offered(game)) is crosses
        assert "hex:R9" in offered(game)
        if not crosses:
            refusal = game.explain("hex:R7")
            assert refusal is not None
            assert refusal.reason == "refused.assault-hazardous"


@pytest.mark.rule("rileys_road:RR13.21")
def test_a_breach_lasts_while_its_squad_is_busy_in_good_order_and_not_pinned() -> None:
    for holder in (ca("R8"), ca("R8", ti=True, pinned=True), ca("R8", ti=True, broken=True)):
        assert not breaches(position(units={"c": holder}, fences={"R7-R8": "c"}))
    assert breaches(position(units={"c": ca("R8", ti=True)}, fences={"R7-R8": "c"}))


@pytest.mark.rule("rileys_road:RR13.21", "rileys_road:A3.8")
def test_a_fence_stands_again_when_the_player_turn_is_over() -> None:
    game = position(units={"c": ca("R8", ti=True)}, fences={"R7-R8": "c"}, phase="close-combat")
    play(game, PlayerTurn(side="canadian", step="end"))
    assert game.state.fences == {}


@pytest.mark.rule("rileys_road:RR13.21")
def test_a_fence_that_nobody_holds_down_any_more_can_be_breached_again() -> None:
    for holder, may in ((ca("R8", ti=True), False), (ca("R8", ti=True, pinned=True), True)):
        game = play(position(units={"c": holder, "d": ca("R8")}, fences={"R7-R8": "c"}), PHASE, "unit:d")
        assert ("side:R7-R8" in offered(game)) is may


@pytest.mark.rule("rileys_road:RR13.21", "rileys_road:A4.62")
def test_who_has_come_through_a_breach_may_make_another() -> None:
    units = {"c": ca("R8", ti=True), "d": ca("R8"), "l": ca("R8", "ca-l80")}
    game = play(position(units=units, fences={"R7-R8": "c"}), PHASE, "unit:d", "unit:l", "hex:R7")
    assert any(name.startswith("side:") for name in offered(game))


@pytest.mark.rule("rileys_road:RR13.21", "rileys_road:A12.141")
def test_half_squads_may_breach_but_single_men_and_the_entrenched_may_not() -> None:
    for kind, facts, may in (("ca-248", {}, True), ("ca-l80", {}, False), ("ca-458", {"stance": "foxhole"}, False)):
        game = play(position(units={"c": ca("R8", kind, **facts)}), PHASE, "unit:c")
        assert ("side:R7-R8" in offered(game)) is may, kind


@pytest.mark.rule("rileys_road:RR13.21", "rileys_road:A12.14")
def test_making_a_breach_gives_a_concealed_squad_away() -> None:
    units = {"c": ca("R8", concealed=True), "g": de("R10", broken=False)}
    game = play(position(units=units | {"g": de("S8")}), PHASE, "unit:c", "side:R7-R8")
    assert not game.state.units["c"].concealed


@pytest.mark.rule("rileys_road:RR13.4")
def test_a_fence_along_a_free_hexside_leaves_it_free() -> None:
    board = content().board
    for hex_ in free_sides(content()):
        for direction, side in enumerate(hexsides(content())[hex_]):
            there = board.neighbour(board.index[hex_], direction)
            if side.fence and there >= 0 and content().terrain[board.labels[there]] != content().terrain[hex_]:
                assert direction in free_sides(content())[hex_], hex_


@pytest.mark.rule("rileys_road:RR13.21", "rileys_road:A10.51")
def test_broken_men_cannot_use_a_breach() -> None:
    units = {"c": ca("R8", ti=True), "d": ca("R8", broken=True, dm=True), "g": de("R11")}
    game = position(units=units, fences={"R7-R8": "c"}, phase="rout")
    assert step_cost(game, "R8", "R7", exhausted=False) == 2 + 1
    assert rout_of(game, "d").costs["R7"] == 2 + 2


@pytest.mark.rule("rileys_road:RR13.21", "rileys_road:A15.4")
def test_a_berserk_unit_cannot_use_a_breach() -> None:
    units = {"c": ca("R8", ti=True), "d": ca("R8", berserk=True), "g": de("R5")}
    game = play(position(units=units, fences={"R7-R8": "c"}), PHASE, "unit:d")
    charges = [(o.id, o.cost) for o in game.decisions[0].options if o.cost]
    assert charges
    assert price(game, game.state.stack[-1], "R7") == 2 + 2  # type: ignore[arg-type]
