"""A4, A8.2, A8.31: positions at the edge of the rules of movement, and of the fire at those who move."""

from __future__ import annotations

from typing import Any

import pytest

from games.asl.fields import meadow
from games.asl.heavy import tank
from games.asl.position import Last, ca, de, offered, play, position
from sandtable.games.asl.events.movement import Claimed
from sandtable.games.asl.fire.first_fire import FirstFire
from sandtable.games.asl.hidden import mask
from sandtable.games.asl.morale.rally import RallyPhase
from sandtable.games.asl.movement.advance import AdvancePhase
from sandtable.games.asl.movement.movement_phase import Move, MovementPhase
from sandtable.games.asl.state import Moving, Unit, Weapon, Works
from sandtable.games.asl.terrain.tem import tem
from sandtable.games.asl.terrain.walls import may_claim
from sandtable.games.asl.units import Game
from sandtable.kernel import Resolved

PHASE = MovementPhase(side="canadian")


def struck(game: Game) -> list[str]:
    return [event.target for event in game.events if isinstance(event, Resolved) and event.what == "residual"]


def moved(units: dict[str, Unit], *choices: str, **facts: Any) -> Game:
    on = facts.pop("on", None) or meadow(facts.pop("terrain", None))
    return play(position(units=units, on=on, **facts), PHASE, *choices)


def fired_at(units: dict[str, Unit], moving: Moving, *choices: str, **facts: Any) -> Game:
    game = position(units=units, on=meadow(), moving=moving, **facts)
    game.stack.extend((Last(), FirstFire()))
    game.advance()
    for choice in choices:
        game.choose(choice)
    return game


@pytest.mark.rule("rileys_road:A8.2")
def test_residual_strikes_who_begins_in_it_with_the_first_mf_that_he_spends_there() -> None:
    units = {"c": ca("F9")}
    lying = {"w": Weapon("ca-lmg", "canadian", at="F9"), "v": Weapon("ca-lmg", "canadian", at="F9")}
    game = moved(units, "unit:c", "weapon:w", residual={"F9": 1}, weapons=lying, dice=(1, 6, 6))
    assert struck(game) == ["F9"]
    game = moved(dict(units), "unit:c", "weapon:w", "weapon:v", residual={"F9": 1}, weapons=dict(lying),
                 dice=(1, 6, 6, 1))  # fmt: skip
    assert struck(game) == ["F9"]


@pytest.mark.rule("rileys_road:A8.2", "rileys_road:A12.15")
def test_residual_strikes_who_is_thrown_back_into_it() -> None:
    units = {"c": ca("F9"), "h": de("F8", hidden=True)}
    game = moved(units, "unit:c", "hex:F8", residual={"F9": 1}, terrain={"F8": "woods"}, dice=(6, 6))
    assert struck(game) == ["F9"]
    assert game.state.units["c"].at == "F9"


@pytest.mark.rule("rileys_road:A8.2", "rileys_road:A4.63")
def test_what_fire_at_a_dash_leaves_is_half_of_the_halved_column() -> None:
    units = {"g": de("F6", "de-838"), "c": ca("F8")}
    moving = Moving(("c",), "F8", came_from="F9", spent_here=2, dash=True)
    game = fired_at(units, moving, "unit:g", "do:fire", dice=(6, 5))
    assert game.state.residual == {"F8": 2}


@pytest.mark.rule("rileys_road:A8.2", "rileys_road:A7.23")
def test_what_fire_at_concealed_men_leaves_is_half_of_the_column_that_was_used() -> None:
    units = {"g": de("F6", "de-838"), "c": ca("F8", concealed=True)}
    game = fired_at(units, Moving(("c",), "F8", spent_here=2), "unit:g", "do:fire", dice=(6, 5))
    assert game.state.residual == {"F8": 2}


@pytest.mark.rule("rileys_road:A8.31", "rileys_road:A.10")
@pytest.mark.parametrize(("dice", "broken"), [((4, 5), True), ((3, 4), False)], ids=["he breaks", "he passes"])
def test_a_leader_whom_his_final_protective_fire_breaks_lends_nothing_to_his_men(
    dice: tuple[int, int], broken: bool
) -> None:
    units = {"g": de("F6", "de-468", fire="final"), "l": de("F6", "de-l81", fire="final"), "c": ca("F7", broken=True)}
    game = fired_at(units, Moving(("c",), "F7", spent_here=2), "unit:g", "unit:l", "do:fire", dice=(*dice, 1, 2, 1, 2))
    assert game.state.units["l"].broken is broken
    assert game.state.units["g"].broken is broken


@pytest.mark.rule("rileys_road:A4.12")
def test_who_has_used_the_mf_of_a_leader_is_not_left_behind_by_him() -> None:
    units = {"c": ca("F15"), "l": ca("F15", "ca-l80")}
    game = moved(units, "unit:c", "unit:l", "hex:F11")
    assert {"leave:c", "leave:l"} <= offered(game).keys()
    game = moved(dict(units), "unit:c", "unit:l", "hex:F10")
    assert "leave:c" not in offered(game)
    assert game.explain("leave:c").reason == "refused.led-so-far"
    game.choose("leave:l")
    assert not any(name.startswith("hex:") for name in offered(game))


@pytest.mark.rule("rileys_road:A12.3", "rileys_road:A4.7")
def test_hidden_men_in_the_open_are_seen_by_those_who_advance_beside_them() -> None:
    units = {"c": ca("F9"), "h": de("F7", hidden=True)}
    game = play(position(units=units, on=meadow(), phase="advance"), AdvancePhase(side="canadian"), "unit:c", "hex:F8")
    assert not game.state.units["h"].hidden


@pytest.mark.rule("rileys_road:A4.431", "rileys_road:A3.7")
def test_a_weapon_is_handed_on_after_the_advance_and_once_in_the_phase() -> None:
    units = {"c": ca("F9"), "d": ca("F8")}
    gun = {"w": Weapon("ca-lmg", "canadian", holder="c")}
    game = position(units=units, weapons=gun, on=meadow(), phase="advance")
    play(game, AdvancePhase(side="canadian"), "unit:c", "hex:F8", "weapon:w", "unit:d")
    assert game.state.weapons["w"].holder == "d"
    assert "weapon:w" not in offered(game)


@pytest.mark.rule("rileys_road:A1.31")
def test_the_halves_of_a_squad_that_deploys_share_its_weapons() -> None:
    units = {"s": ca("F9"), "l": ca("F9", "ca-l91")}
    guns = {"w": Weapon("ca-lmg", "canadian", holder="s"), "v": Weapon("ca-piat", "canadian", holder="s")}
    game = position(units=units, weapons=guns, on=meadow(), phase="rally", dice=(1, 2))
    play(game, RallyPhase(), "unit:s", "unit:s.1", "unit:s.2")
    assert sorted(weapon.holder for weapon in game.state.weapons.values()) == ["s.1", "s.2"]


@pytest.mark.rule("rileys_road:A1.31", "rileys_road:A3.1")
def test_of_several_leaders_the_worst_helps_to_deploy_so_that_the_best_may_rally() -> None:
    units = {"s": ca("F9"), "a": ca("F9", "ca-l92"), "z": ca("F9", "ca-l70"), "b": ca("F9", broken=True)}
    game = play(position(units=units, on=meadow(), phase="rally", dice=(1, 2)), RallyPhase(), "unit:s")
    assert (game.state.units["a"].acted, game.state.units["z"].acted) == (False, True)


@pytest.mark.rule("rileys_road:B9.32", "rileys_road:A3.1")
def test_both_sides_are_told_who_claims_a_wall_in_the_rally_phase() -> None:
    units = {"c": ca("F9"), "g": de("F8")}
    game = play(position(units=units, on=meadow(walls={"hedge": ["F8-F9"]}), phase="rally"), RallyPhase(), "hex:F9")
    assert [event.side for event in game.events if isinstance(event, Claimed)] == ["canadian"]


@pytest.mark.rule("rileys_road:A1.31", "rileys_road:A12.1")
def test_nobody_sees_how_a_concealed_squad_that_deploys_shares_its_weapons() -> None:
    units = {"s": ca("F9", concealed=True), "l": ca("F9", "ca-l91", concealed=True)}
    guns = {"w": Weapon("ca-lmg", "canadian", holder="s")}
    game = position(units=units, weapons=guns, on=meadow(), phase="rally", dice=(1, 2))
    play(game, RallyPhase(), "unit:s")
    assert offered(game).keys() == {"unit:s.1", "unit:s.2"}
    seen = game.fork().state
    mask(seen, game.content, "german")
    assert isinstance(seen.stack[-1], RallyPhase)


@pytest.mark.rule("rileys_road:A15.2", "rileys_road:A4.2")
def test_a_hero_who_steps_out_of_a_squad_that_moves_has_spent_what_it_has() -> None:
    units = {"c": ca("F12", "ca-458"), "g": de("F6", "de-468")}
    game = position(units=units, on=meadow(), dice=(3, 3, 1, 1, 1, 2))
    game.stack.extend((Last(), PHASE))
    game.advance()
    for choice in ("unit:c", "hex:F9", "unit:g", "do:fire"):
        game.choose(choice)
    decision = game.decisions[0]
    assert (decision.prompt, decision.hand, decision.args["left"]) == ("move-to", ("c", "cx1"), 3.0)


@pytest.mark.rule("rileys_road:B26/infantry", "rileys_road:A4.5")
def test_nobody_runs_who_has_got_off_wire_in_his_move() -> None:
    units = {"c": ca("F9", stance="foxhole")}
    works = {"F9": Works(side="canadian", foxholes=1), "F8": Works(wire=True)}
    game = moved(units, "unit:c", "hex:F8", "do:wire", works=works, dice=(1,))
    assert game.state.units["c"].stance == "beneath-wire"
    assert "do:double-time" not in offered(game)


@pytest.mark.rule("rileys_road:A4.42", "rileys_road:A4.5")
def test_who_cannot_move_his_load_does_not_run_with_it() -> None:
    guns = {"w": Weapon("ca-mmg", "canadian", holder="c"), "v": Weapon("ca-mtr51", "canadian", holder="c")}
    assert "do:double-time" not in offered(moved({"c": ca("F9")}, "unit:c", weapons=guns))


@pytest.mark.rule("rileys_road:A4.134", "rileys_road:A7.7")
def test_an_encircled_squad_may_make_a_minimum_move() -> None:
    on = meadow({"F8": "woods"}, levels={"F8": 1})
    game = moved({"c": ca("F9", encircled=True)}, "unit:c", "hex:F8", on=on)
    unit = game.state.units["c"]
    assert (unit.at, unit.cx, unit.pinned, unit.encircled) == ("F8", True, True, False)


@pytest.mark.rule("rileys_road:A19.3", "rileys_road:A4.11")
def test_green_troops_who_leave_their_leader_behind_have_three_mf() -> None:
    units = {"c": ca("F12", "ca-436"), "l": ca("F12", "ca-l80")}
    game = moved(units, "unit:c")
    assert max(filter(None, offered(game).values())) == 3
    game.choose("unit:l")
    assert max(filter(None, offered(game).values())) == 6


# Encirclement, Dash, and what costs MF besides


@pytest.mark.rule("rileys_road:A4.63", "rileys_road:A7.7")
def test_the_first_hex_of_a_dash_costs_the_encircled_double() -> None:
    on = meadow(
        {"F5": "woods"}, roads=[["E6", "F6", "G6"]], levels={"E5": 1, "F5": 1, "G5": 1, "E6": 1, "F6": 1, "G6": 1}
    )
    assert "do:dash" in offered(moved({"c": ca("F7")}, "unit:c", on=on))
    assert "do:dash" not in offered(moved({"c": ca("F7", encircled=True)}, "unit:c", on=on))
    flat = meadow(roads=[["E6", "F6", "G6"]])
    game = moved({"c": ca("F7", encircled=True)}, "unit:c", "do:dash", on=flat)
    assert offered(game)["hex:F5"] == 3


@pytest.mark.rule("rileys_road:A4.63", "rileys_road:A20.5")
def test_men_without_arms_do_not_dash() -> None:
    on = meadow(roads=[["E6", "F6", "G6"]])
    assert "do:dash" in offered(moved({"c": ca("F7")}, "unit:c", on=on))
    assert "do:dash" not in offered(moved({"c": ca("F7", unarmed=True)}, "unit:c", on=on))


@pytest.mark.rule("rileys_road:A4.63")
def test_nothing_else_is_paid_for_in_a_dash() -> None:
    on = meadow(roads=[["E6", "F6", "G6"]])
    lying = {"w": Weapon("ca-lmg", "canadian", at="F7"), "v": Weapon("ca-lmg", "canadian", holder="c")}
    game = moved({"c": ca("F7")}, "unit:c", "do:dash", on=on, weapons=lying)
    assert offered(game).keys() == {"hex:F5", "drop:v", "do:done"}
    game.choose("hex:F5")
    assert game.state.units["c"].at == "F5"
    assert not {"do:smoke", "do:assault"} & offered(game).keys()


@pytest.mark.rule("rileys_road:A7.7", "rileys_road:B27/infantry")
def test_the_encircled_get_into_the_foxhole_of_their_own_hex() -> None:
    game = moved({"c": ca("F6", encircled=True)}, "unit:c", works={"F6": Works("canadian", foxholes=1)})
    assert offered(game)["place:F6~foxhole"] == 1
    game.choose("place:F6~foxhole")
    assert (game.state.units["c"].stance, game.state.units["c"].encircled) == ("foxhole", True)


@pytest.mark.rule("rileys_road:A7.7", "rileys_road:A4.3")
def test_the_encircled_go_round_an_obstacle_for_twice_what_it_costs_at_first() -> None:
    on = meadow({"F8": "wooden-building"}, houses={"F8": {"building": "b", "stories": 1}})
    game = moved({"c": ca("F9", encircled=True)}, "unit:c", on=on)
    assert (offered(game)["hex:F8"], offered(game)["hex:F7"]) == (4, 3)
    game.choose("hex:F7")
    assert (game.state.units["c"].at, game.decisions[0].args["left"]) == ("F7", 1.0)


@pytest.mark.rule("rileys_road:A4.43", "rileys_road:A4.3")
def test_a_weapon_may_be_dropped_in_bypass_too() -> None:
    on = meadow({"F8": "wooden-building"}, houses={"F8": {"building": "b", "stories": 1}})
    gun = {"w": Weapon("ca-lmg", "canadian", holder="c")}
    units = {"c": ca("F8", stance="bypass", vertices=(3, 4))}
    game = play(position(units=units, on=on, weapons=gun), Move(units=("c",), spent=2, entered=1))
    assert "drop:w" in offered(game)


@pytest.mark.rule("rileys_road:B27/infantry", "rileys_road:A12.16")
def test_the_room_in_a_foxhole_does_not_tell_what_is_beneath_a_question_mark() -> None:
    works = {"F7": Works("german", foxholes=1)}
    for kind in ("de-548", "dummy"):
        units = {"c": ca("F6"), "g": Unit("german", kind, "F7", concealed=True, stance="foxhole")}
        assert offered(moved(units, "unit:c", works=works))["place:F7~foxhole"] == 2


@pytest.mark.rule("rileys_road:A7.7", "rileys_road:B27/infantry")
def test_from_trench_to_trench_the_encircled_pay_double() -> None:
    works = {"F6": Works("canadian", trench=True), "F5": Works("canadian", trench=True)}
    game = moved({"c": ca("F6", stance="trench", encircled=True)}, "unit:c", works=works)
    assert offered(game)["place:F5~trench"] == 2


@pytest.mark.rule("rileys_road:B27/infantry", "rileys_road:A12.14")
def test_from_trench_to_trench_a_question_mark_is_kept() -> None:
    works = {"F6": Works("canadian", trench=True), "F5": Works("canadian", trench=True)}
    units = {"c": ca("F6", stance="trench", concealed=True), "g": de("F2")}
    assert moved(dict(units), "unit:c", "place:F5~trench", works=works).state.units["c"].concealed
    assert not moved(dict(units), "unit:c", "hex:F5", works=works).state.units["c"].concealed


@pytest.mark.rule("rileys_road:A7.7", "rileys_road:A4.2")
def test_a_stack_pays_double_whoever_of_it_is_encircled() -> None:
    game = moved({"c": ca("F6"), "d": ca("F6", encircled=True)}, "unit:c", "unit:d")
    assert offered(game)["hex:F5"] == 2


@pytest.mark.rule("rileys_road:A4.134", "rileys_road:B27/infantry")
def test_who_has_one_mf_leaves_a_foxhole_by_a_minimum_move() -> None:
    guns = {"w": Weapon("ca-mmg", "canadian", holder="c"), "v": Weapon("ca-piat", "canadian", holder="c"),
            "x": Weapon("ca-piat", "canadian", holder="c")}  # fmt: skip
    units, works = {"c": ca("F6", stance="foxhole")}, {"F6": Works("canadian", foxholes=1)}
    game = moved(units, "unit:c", "hex:F5", weapons=guns, works=works)
    unit = game.state.units["c"]
    assert (unit.at, unit.cx, unit.pinned) == ("F5", True, True)


@pytest.mark.rule("rileys_road:B26/infantry", "rileys_road:A4.3")
def test_hidden_wire_holds_those_who_go_round_an_obstacle() -> None:
    on = meadow({"F8": "wooden-building"}, houses={"F8": {"building": "b", "stories": 1}})
    works = {"F8": Works("german", wire=True, known=False)}
    game = moved({"c": ca("F10")}, "unit:c", "hex:F7", on=on, works=works)
    assert (game.state.units["c"].at, game.state.units["c"].stance) == ("F8", "above-wire")
    assert not any(name.startswith("hex:") for name in offered(game))


def under_fire(units: dict[str, Unit], *choices: str, dice: tuple[int, ...]) -> Game:
    """A stack moves as the choices say; then two squads fire at it, and nobody fires again."""
    foes = {"g": de("F5", "de-467"), "h": de("F5", "de-467")}
    game = position(units={**units, **foes}, on=meadow(), dice=dice)
    game.stack.extend((Last(), PHASE))
    game.advance()
    for choice in (*choices, "unit:g", "unit:h", "do:fire"):
        game.choose(choice)
    while game.decisions[0].prompt == "first-fire":
        game.choose("do:pass")
    return game


@pytest.mark.rule("rileys_road:A4.2")
def test_once_a_stack_has_spent_mf_no_other_is_picked_before_it_is_done() -> None:
    units = {"a": ca("F10"), "b": ca("F12")}
    game = moved(units, "unit:a")
    turning = game.turning()
    assert turning is not None
    assert "unit:b" in turning.ids
    game.choose("hex:F9")
    assert game.turning() is None
    refusal = game.explain("unit:b")
    assert refusal is not None
    assert (refusal.reason, refusal.args) == ("refused.under-way", {"unit": "a"})


# A 4 on eight firepower, 2MC; one passes, the other has an Original 2 and goes berserk with an 11.
CALM, RAGING = (1, 2), (1, 1, 6, 5)


@pytest.mark.rule("rileys_road:A15.4", "rileys_road:A4.2")
@pytest.mark.parametrize(("dice", "calm", "raging"), [((*CALM, *RAGING), "a", "b"), ((*RAGING, *CALM), "b", "a")])
def test_of_a_stack_those_who_go_berserk_charge_when_the_others_are_done(
    dice: tuple[int, ...], calm: str, raging: str
) -> None:
    units = {"a": ca("F10"), "b": ca("F10")}
    game = under_fire(units, "unit:a", "unit:b", "hex:F9", dice=(2, 4, *dice))
    assert (game.decisions[0].args, game.decisions[0].hand) == ({"unit": calm, "left": 3.0}, ())
    game.choose("do:done")
    assert (game.decisions[0].args, list(offered(game))) == ({"unit": raging, "left": 7.0}, ["hex:F5"])


@pytest.mark.rule("rileys_road:A15.4", "rileys_road:A4.61", "rileys_road:A4.5")
@pytest.mark.parametrize(("manner", "dice"), [("do:assault", (1, 4)), ("do:double-time", (2, 5))])
def test_who_goes_berserk_charges_whatever_he_had_declared(manner: str, dice: tuple[int, ...]) -> None:
    game = under_fire({"a": ca("F10")}, "unit:a", manner, "hex:F9", dice=(*dice, *RAGING))
    assert (game.decisions[0].args, list(offered(game))) == ({"unit": "a", "left": 7.0}, ["hex:F5"])


@pytest.mark.rule("rileys_road:A4.5", "rileys_road:A4.61")
def test_who_cannot_run_or_make_an_assault_movement_is_told_why() -> None:
    game = moved({"c": ca("F10", cx=True)}, "unit:c", "hex:F9")
    told = [game.explain(option) for option in ("do:double-time", "do:assault")]
    assert [each.reason for each in told if each is not None] == ["refused.tired", "refused.before-mf"]


HEDGED = {"hedge": ["F8-F9", "H8-H9"]}


@pytest.mark.rule("rileys_road:B9.32", "rileys_road:A3.1")
def test_a_wall_is_claimed_before_an_enemy_comes_to_it_who_then_cannot() -> None:
    units = {"g": de("F8"), "c": ca("F10")}
    game = position(units=units, on=meadow(walls=HEDGED), phase="rally", active="german")
    play(game, RallyPhase(), "hex:F8")
    assert game.state.units["g"].wall
    after = position(units={**game.state.units}, on=meadow(walls=HEDGED))
    play(after, PHASE, "unit:c", "hex:F9")
    assert "do:claim-wall" not in offered(after)


@pytest.mark.rule("rileys_road:B9.32")
def test_passengers_and_men_under_a_cloaking_counter_claim_no_wall() -> None:
    units = {"p": ca("F9", aboard="k"), "n": ca("H9", cloak=1), "o": ca("F9")}
    game = position(units=units, vehicles={"k": tank("F9", "ca-kangaroo")}, on=meadow(walls=HEDGED))
    assert [name for name in units if may_claim(game, name)] == ["o"]


@pytest.mark.rule("rileys_road:B9.32", "rileys_road:A3.1")
def test_wall_advantage_over_an_enemy_may_be_given_up_and_is_not_claimed_again_in_that_phase() -> None:
    units = {"c": ca("F9", wall=True), "g": de("F8"), "d": ca("H9", wall=True)}
    game = play(position(units=units, on=meadow(walls=HEDGED), phase="rally"), RallyPhase())
    assert offered(game).keys() == {"unwall:F9", "do:done"}
    assert game.explain("unwall:H9").rule == "B9.32"
    game.choose("unwall:F9")
    assert (game.state.units["c"].wall, game.state.units["d"].wall) == (False, True)
    assert game.decisions[0].side == "german"


@pytest.mark.rule("rileys_road:B9.32", "rileys_road:A4.2")
def test_who_could_move_may_give_up_a_wall_instead() -> None:
    house = {"F9": {"building": "h", "stories": 1}}
    on = meadow({"F9": "stone-building"}, walls=HEDGED, houses=house)
    game = position(units={"c": ca("F9", wall=True), "g": de("F8")}, on=on)
    assert [part.value for part in tem(game, "F9", ("c",), ("F8",))] == [1]
    play(game, PHASE, "unit:c", "do:give-up-wall")
    assert "do:claim-wall" not in offered(game)
    assert [part.value for part in tem(game, "F9", ("c",), ("F8",))] == [3]
