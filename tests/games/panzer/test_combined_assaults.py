"""Chapter 6.6.1.1: attackers who combine, share a command, and declare together."""

from __future__ import annotations

import pytest

from games.panzer.assaulting import (
    PAK,
    RIFLE,
    SMG,
    asked,
    assaulting,
    men,
    offered,
    shown,
    why,
)
from games.panzer.firing import Placed, results, sum_of
from sandtable.games.panzer.movement.reach import course_of
from sandtable.games.panzer.state import Command
from sandtable.games.panzer.units import Game

# Combining and declaring


@pytest.mark.rule("panzer:6.6.1.1/combining")
@pytest.mark.rule("panzer:6.6.1.1.2/plus-attacker")
def test_units_of_one_hex_combine_behind_the_first_that_is_picked() -> None:
    units = {
        "s1": men("su-section-weapon", "A1", attached=("su-hmg",)), "s2": men(SMG, "A1"),
        "s3": men("su-smg-half", "A1"), "g1": men("pz-iv-h", "A2", order="fire", shown=True),
    }  # fmt: skip
    game = assaulting(units, dice=[1])
    game.choose("unit:g1")
    assert offered(game) == ["unit:s2", "unit:s3", "unit:s1"], "the strongest first"
    assert why(game, "do:assault") == ("refused.nobody-picked", "6.6.1.1/combining")
    game.choose("unit:s3")
    assert why(game, "unit:s3") == ("refused.is-picked", "6.6.1.1/combining")
    assert shown(game, "unit:s2")["more-squads"] == "+20"
    game.choose("unit:s1")
    game.choose("do:assault")
    found = sum_of(game)
    assert found["close-assault-factor"] == "4"
    assert found["more-sections"] == "+5"
    assert found["net-modifier"] == "+5"
    assert "s2" not in game.state.assaults


@pytest.mark.rule("panzer:6.6.1.1/combining")
def test_units_of_several_hexes_attack_apart_in_the_order_that_their_owner_likes() -> None:
    units = {"s1": men(SMG, "A1"), "s2": men(SMG, "A3"), "g1": men("pz-iv-h", "A2", order="fire", shown=True)}
    game = assaulting(units, dice=[1, 1])
    game.choose("unit:g1")
    game.choose("unit:s1")
    game.choose("unit:s2")
    assert (asked(game), offered(game)) == ("next-assault", ["hex:A1", "hex:A3"])
    assert why(game, "hex:A2") == ("refused.no-attack-from-there", "6.6.1.1/combining")
    game.choose("hex:A3")
    assert results(game) == ["no-effect", "no-effect"]
    assert all(game.state.commands[each].moved for each in ("s1", "s2"))
    assert asked(game) == "rest"


@pytest.mark.rule("panzer:6.6.1.1/combining")
@pytest.mark.rule("panzer:6.6.1.2/combining")
def test_who_finds_the_target_gone_may_move_but_attacks_nobody_else() -> None:
    units = {
        "s1": men(SMG, "A1"), "s2": men(SMG, "A3"), "g1": men(PAK, "A2", order="fire", shown=True),
        "g2": men(RIFLE, "A4", order="fire", shown=True), "s3": men(SMG, "A5"),
    }  # fmt: skip
    game = assaulting(units, dice=[99, 1, 1, 99, 1, 99])
    game.choose("unit:g1")
    game.choose("unit:s1")
    game.choose("unit:s2")
    game.choose("hex:A1")
    game.choose("do:stay")
    assert results(game) == ["attacker-higher", "defender-eliminated"]
    assert (game.state.commands["s1"].moved, game.state.commands["s2"].moved) == (True, False)
    assert game.state.units["s2"].spot == "move"
    assert offered(game) == ["unit:g2", "do:done"]
    game.choose("unit:g2")
    assert "s2" not in [each for each, attack in game.state.assaults.items() if attack.target == "g2"]


@pytest.mark.rule("panzer:6.6.1.1/combining")
def test_who_has_advanced_for_nothing_moves_on_with_what_is_left() -> None:
    units = {"s1": men(SMG, "A3"), "s2": men(SMG, "A6"), "g1": men(PAK, "A4", order="fire", shown=True)}
    game = assaulting(units, dice=[99, 1])
    game.choose("unit:g1")
    game.choose("unit:s1")
    game.choose("unit:s2")
    game.choose("hex:A3")
    game.choose("do:stay")
    assert game.state.units["s2"].at == "A5"
    assert course_of(game, "s2").left.cross_country == 1
    assert not course_of(game, "s2").fresh
    assert course_of(game, "s1").left.cross_country == 2


@pytest.mark.rule("panzer:6.6.1.1/combining")
def test_a_target_is_not_attacked_again_once_attacks_on_it_are_resolved() -> None:
    units = {"s1": men(SMG, "A1"), "s2": men(SMG, "A3"), "g1": men("pz-iv-h", "A2"), "g2": men(RIFLE, "A2")}
    game = assaulting(units, dice=[1])
    game.choose("unit:g1")
    game.choose("unit:s1")
    game.choose("do:assault")
    game.choose("do:decline")
    assert offered(game) == ["unit:g2", "do:done"]
    assert why(game, "unit:g1") == ("refused.engaged", "6.6.1.1/combining")


@pytest.mark.rule("panzer:6.6.11")
def test_units_that_share_a_move_attack_one_and_the_same_target() -> None:
    units = {
        "s1": men(SMG, "A1"), "s2": men(SMG, "A3"), "s3": men(SMG, "A3"), "g1": men(PAK, "A2", order="fire"),
        "g2": men(PAK, "A4", order="fire"),
    }  # fmt: skip
    shared = Command("move", group="s-1")
    commands = dict.fromkeys(("s1", "s2"), shared) | {each: Command("fire", shown=True) for each in ("g1", "g2")}
    game = assaulting(units, commands={**commands, "s3": Command("move")}, dice=[99, 1, 99, 1])
    game.choose("unit:g1")
    game.choose("unit:s1")
    game.choose("do:assault")
    game.choose("do:stay")
    assert offered(game) == ["unit:g2", "do:done"]
    game.choose("unit:g2")
    assert set(game.state.assaults) == {"s1", "s3"}


@pytest.mark.rule("panzer:6.6.11")
def test_one_who_shares_a_move_with_an_attacker_is_told_why_it_is_bound() -> None:
    units = {
        "s1": men(SMG, "A1"), "s2": men(SMG, "A3"), "g1": men(PAK, "A2", order="fire"),
        "g2": men(PAK, "A4", order="fire"),
    }  # fmt: skip
    commands = {each: Command("move", group="s-1") for each in ("s1", "s2")}
    commands |= {each: Command("fire", shown=True) for each in ("g1", "g2")}
    game = assaulting(units, commands=commands, dice=[1, 99, 1, 99])
    game.choose("unit:g1")
    game.choose("unit:s1")
    game.choose("do:assault")
    assert "s1" in game.state.lost
    assert offered(game) == ["do:done"]
    assert why(game, "unit:g2") == ("refused.shares-a-move", "6.6.11")


def sharing(units: dict[str, Placed], *members: str, **more: object) -> Game:
    """A game in which some units share one Move command."""
    commands = {unit_id: Command(each.order, shown=each.shown) for unit_id, each in units.items()}
    commands |= {each: Command("move", group="s-1") for each in members}
    return assaulting(units, commands=commands, **more)


@pytest.mark.rule("panzer:6.6.11")
def test_nobody_advances_out_of_the_command_range_of_those_who_share_its_move() -> None:
    units = {
        "s1": men(SMG, "A3", grade="green"), "s2": men(SMG, "A3", grade="green", suppressed="on"),
        "s3": men(SMG, "A9"), "g1": men(PAK, "A5", order="fire", shown=True),
    }  # fmt: skip
    spread = {**units, "s2": men("su-section-weapon", "A1", grade="green", suppressed="on")}
    assert "unit:g1" in offered(assaulting(spread))
    assert why(sharing(spread, "s1", "s2"), "unit:g1") == ("refused.advance-out-of-command", "6.6.11")
    assert "unit:g1" in offered(sharing(units, "s1", "s2"))


@pytest.mark.rule("panzer:6.6.11")
def test_one_who_does_not_fight_may_share_the_move_of_those_who_do() -> None:
    units = {
        "s1": men(SMG, "A1"), "s2": men(SMG, "A1"), "s3": men(SMG, "A1"), "s4": men("t-34-76-m43", "A1"),
        "g1": men(PAK, "A2", order="fire", shown=True),
    }  # fmt: skip
    game = sharing(units, "s1", "s2", "s3", "s4", dice=[99, 1])
    game.choose("unit:g1")
    game.choose("unit:s1")
    game.choose("unit:s2")
    game.choose("do:assault")
    assert set(game.state.assaults) == {"s1", "s2"}
    assert not game.state.commands["s3"].moved
