"""B9.21, A4.34: where men stand in their hex decides who sees them, and whom they can fire at."""

from __future__ import annotations

from typing import Any

import pytest

from games.asl.fields import meadow
from games.asl.position import ca, de, position
from sandtable.games.asl.fire.attack import Attack, preview_lines, resolve, targets_of
from sandtable.games.asl.fire.fire_group import nearest_enemy, sees_target, targets_of_piece
from sandtable.games.asl.fire.fire_phase import pieces_named, refuse_target
from sandtable.games.asl.hidden import mask
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.sight import line_to_unit
from sandtable.games.asl.state import UNKNOWN, Moving, Unit, Works
from sandtable.games.asl.units import Game
from sandtable.kernel import Resolved

HEDGED = meadow(walls={"hedge": ["J7-J8"]})
WOODS = meadow({"J5": "woods"})


def fire_phase(units: dict[str, Unit], **facts: Any) -> Game:
    works = {"J8": Works("german", foxholes=2)}
    return position(units=units, on=facts.pop("on", HEDGED), phase="prep-fire", active="german", works=works, **facts)


@pytest.mark.rule("rileys_road:B9.21", "rileys_road:B27.2")
def test_the_entrenched_cannot_fire_over_their_own_hedge_and_others_beside_them_can() -> None:
    game = fire_phase({"g1": de("J8", stance="foxhole"), "g2": de("J8"), "c1": ca("J5")})
    (dug_in,), (standing,) = pieces_named(game, ["g1"]), pieces_named(game, ["g2"])
    assert targets_of_piece(game, dug_in, ["J5"]) == []
    assert targets_of_piece(game, standing, ["J5"]) == ["J5"]
    refusal = refuse_target(game, "g1", "J5")
    assert refusal is not None
    assert refusal.rule == "B9.21"


@pytest.mark.rule("rileys_road:B9.21")
def test_fire_over_a_hedge_strikes_only_those_who_are_not_entrenched_behind_it() -> None:
    units = {"g1": de("J5"), "c1": ca("J8", stance="foxhole"), "c2": ca("J8")}
    game = fire_phase(units)
    assert targets_of(game, Attack(pieces_named(game, ["g1"]), (), "J8")) == ("c2",)
    assert sees_target(game, game.state.units["g1"], "J8")
    alone = fire_phase({name: unit for name, unit in units.items() if name != "c2"})
    assert not sees_target(alone, alone.state.units["g1"], "J8")
    assert nearest_enemy(alone, "g1") is None


@pytest.mark.rule("rileys_road:A/los-checks", "rileys_road:A12.1")
def test_where_concealed_men_stand_is_not_given_away() -> None:
    game = fire_phase({"g1": de("J5"), "c1": ca("J8", stance="foxhole", concealed=True)})
    assert sees_target(game, game.state.units["g1"], "J8"), "the attack is offered, and strikes nobody"
    assert targets_of(game, Attack(pieces_named(game, ["g1"]), (), "J8")) == ()


@pytest.mark.rule("rileys_road:B9.21")
def test_from_next_to_the_hedge_the_entrenched_are_seen() -> None:
    game = fire_phase({"g1": de("J7"), "c1": ca("J8", stance="foxhole")})
    assert targets_of(game, Attack(pieces_named(game, ["g1"]), (), "J8")) == ("c1",)


@pytest.mark.rule("rileys_road:A4.34")
def test_men_in_bypass_are_seen_at_the_vertices_that_they_pass() -> None:
    near, far = ca("J5", stance="bypass", vertices=(2, 3)), ca("J5", stance="bypass", vertices=(5, 0))
    game = position(units={"g1": de("J8"), "c1": near, "c2": far}, on=WOODS)
    assert line_to_unit(game, game.state.units["g1"], near).clear
    assert not line_to_unit(game, game.state.units["g1"], far).clear


@pytest.mark.rule("rileys_road:A4.34", "rileys_road:A8.1")
@pytest.mark.parametrize(("vertices", "is_seen"), [((2, 3), True), ((5, 0), False)])
def test_first_fire_at_men_in_bypass_needs_a_line_to_where_they_pass(vertices: tuple[int, ...], is_seen: bool) -> None:
    mover = ca("J5", stance="bypass", vertices=vertices)
    game = position(units={"g1": de("J8"), "c1": mover}, on=WOODS, moving=Moving(("c1",), "J5", "I5"))
    assert sees_target(game, game.state.units["g1"], "J5") == is_seen


@pytest.mark.rule("rileys_road:A/los-checks")
def test_an_attack_that_turns_out_to_strike_nobody_is_made_all_the_same() -> None:
    game = fire_phase({"g1": de("J5"), "c1": ca("J8", stance="foxhole", concealed=True)}, dice=(3, 4))
    reading = resolve(game, Attack(pieces_named(game, ["g1"]), (), "J8"), Aftermath())
    assert reading.results == ()
    assert game.state.units["g1"].fire


@pytest.mark.rule("rileys_road:A7.1", "rileys_road:B9.21")
def test_that_an_attack_strikes_nobody_is_told_with_its_sum() -> None:
    game = fire_phase({"g1": de("J5"), "c1": ca("J8", stance="foxhole", concealed=True)}, dice=(3, 4))
    resolve(game, Attack(pieces_named(game, ["g1"]), (), "J8"), Aftermath())
    told = [event for event in game.events if isinstance(event, Resolved)]
    assert [event.result for event in told] == ["ift.none"]
    assert [line.label for line in told[0].lines] == [
        "share.unit", "firepower", "concealed", "column", "roll", "nobody-in-sight",
    ]  # fmt: skip


@pytest.mark.rule("rileys_road:B9.21", "rileys_road:A12.1")
def test_who_would_not_see_men_in_the_holes_is_told_before_he_fires() -> None:
    def blind(at: str, **facts: Any) -> list[str]:
        game = fire_phase({"g1": de(at), "c1": ca("J8", concealed=True, **facts)})
        return [line.label for line in preview_lines(game, Attack(pieces_named(game, ["g1"]), (), "J8"))]

    assert blind("J5")[-1] == blind("J5", stance="foxhole")[-1] == "blind-to-holes"
    assert "blind-to-holes" not in blind("J7")


@pytest.mark.rule("rileys_road:B9.21", "rileys_road:A12.3", "rileys_road:A12.16")
def test_the_sum_of_fire_does_not_tell_of_holes_that_are_hidden() -> None:
    game = fire_phase({"g1": de("J5"), "c1": ca("J8", concealed=True, stance="foxhole")})
    attack = Attack(pieces_named(game, ["g1"]), (), "J8")
    assert "blind-to-holes" in [line.label for line in preview_lines(game, attack)]
    game.state.works["J8"] = Works("canadian", foxholes=2, known=False)
    assert "blind-to-holes" not in [line.label for line in preview_lines(game, attack)]


@pytest.mark.rule("rileys_road:A4.34", "rileys_road:A12.1")
def test_that_a_concealed_stack_passes_in_bypass_is_seen_by_all() -> None:
    game = position(units={"c1": ca("J5", concealed=True, stance="bypass", vertices=(2, 3))}, on=WOODS)
    mask(game.state, game.content, "german")
    (veil,) = game.state.units.values()
    assert (veil.kind, veil.stance, veil.vertices) == (UNKNOWN, "bypass", (2, 3))


@pytest.mark.rule("rileys_road:A12.1")
def test_that_a_concealed_stack_is_dug_in_is_not() -> None:
    game = position(units={"c1": ca("J5", concealed=True, stance="foxhole")}, on=WOODS)
    mask(game.state, game.content, "german")
    assert [unit.stance for unit in game.state.units.values()] == [""]
