"""Reaction movement (12.4)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.efs.positions import (
    HQ,
    INFANTRY,
    PANZER,
    RIFLE_DIVISION,
    RIFLES,
    STRONG_DIVISION,
    TANKS,
    Afterwards,
    asked,
    content,
    marked,
    quiet,
)
from sandtable.games.efs.declaration.reaction import may_react
from sandtable.games.efs.declaration.reaction_phase import ReactionPhase
from sandtable.games.efs.headquarters.command import points_left
from sandtable.games.efs.sequence import takes_place
from sandtable.games.efs.state import AXIS, SOVIET, Attack, SupplyUnit
from sandtable.games.efs.units import Game

COURSES, OTHER_HQ, OTHER_INFANTRY = "su-lbtkuks-arm", "su-kingisepp-gp-hea", "ax-58-inf"
TARGET, ATTACKER = "1005", "1105"
FRONT = {RIFLE_DIVISION: TARGET, INFANTRY: ATTACKER, HQ: "0902"}


def reacting(units: dict[str, str], *attacks: Attack, side: str = SOVIET) -> Game:
    """A position in a Reaction Phase with declared attacks."""
    segment = "axis" if side == SOVIET else "soviet"
    game = quiet(units, phase=f"{segment}/reaction")
    for attack in attacks or (Attack(AXIS, (TARGET,), (INFANTRY,)),):
        game.state.attacks[attack.hexes[0]] = attack
    game.state.stack += [Afterwards(), ReactionPhase(side=side)]
    return game


def why(game: Game, unit_id: str) -> tuple[str, str]:
    found = may_react(game, unit_id)
    assert found is not None
    assert game.texts("en").refusal(found) != game.texts("ja").refusal(found)
    return found.reason, found.rule


@pytest.mark.rule("efs:12.41", "efs:12.41b", "efs:12.43", "efs:21.12c")
def test_a_unit_reacts_with_half_its_allowance_into_a_defender_hex() -> None:
    """24th Tank has 2.5 points: two steps into the hex under attack, whose zone of control costs it nothing more."""
    game = reacting({**FRONT, TANKS: "0903"})
    game.advance()
    assert asked(game).ids == [f"unit:{TANKS}", "do:done"]
    game.choose(f"unit:{TANKS}")
    assert game.preview(f"hex:{TARGET}").path[-1] == TARGET
    option = asked(game).find(f"hex:{TARGET}")
    assert option is not None
    assert option.cost is not None
    assert option.cost <= 2.5
    game.choose(f"hex:{TARGET}", SOVIET)
    unit = game.state.units[TANKS]
    assert (unit.at, unit.finished, unit.moved_in) == (TARGET, True, ("reaction",))
    assert points_left(game, HQ) == 1
    assert game.state.attacks[TARGET].reacted == (TANKS,)


@pytest.mark.rule("efs:12.43")
def test_nobody_reacts_into_an_empty_hex_beside_the_attackers() -> None:
    game = reacting({**FRONT, TANKS: "0903"})
    game.advance()
    game.choose(f"unit:{TANKS}")
    assert "hex:1104" not in asked(game).ids
    refused = game.explain("hex:1104")
    assert refused is not None
    assert (refused.reason, refused.rule) == ("refused.no-friend-there", "12.43")
    assert "hex:1004" in asked(game).ids
    far = game.explain("hex:0907")
    assert far is not None
    assert far.reason == "refused.beyond-reaction"


@pytest.mark.rule("efs:12.42")
def test_a_reaction_may_lead_away_from_the_combat() -> None:
    game = reacting({**FRONT, TANKS: "0903"})
    game.advance()
    game.choose(f"unit:{TANKS}")
    assert "hex:0803" in asked(game).ids


@pytest.mark.rule("efs:12.41")
def test_one_unit_reacts_for_each_defender_hex() -> None:
    game = reacting({**FRONT, TANKS: "0903", COURSES: "0903"})
    game.state.attacks[TARGET] = replace(game.state.attacks[TARGET], reacted=(TANKS,))
    assert why(game, COURSES) == ("refused.no-trigger-left", "12.41")
    game.state.attacks["1004"] = Attack(AXIS, ("1004",), (RIFLES,))
    game.state.units[RIFLES] = game.state.units[INFANTRY]
    assert may_react(game, COURSES) is None


@pytest.mark.rule("efs:12.41", "efs:12.41a")
def test_a_unit_that_two_hexes_could_trigger_leaves_the_other_its_own() -> None:
    """The tanks are near both defender hexes, the courses near one: both may react, whoever is first."""
    attacks = (Attack(AXIS, ("0807",), (RIFLES,)), Attack(AXIS, (TARGET,), (INFANTRY,)))
    units = {**FRONT, TANKS: "0905", COURSES: "1003", STRONG_DIVISION: "0807", RIFLES: "0808"}
    for first, second in ((TANKS, COURSES), (COURSES, TANKS)):
        game = reacting(units, *attacks)
        assert may_react(game, first) is None
        game.state.attacks["0807"] = replace(game.state.attacks["0807"], reacted=(first,))
        assert may_react(game, second) is None


@pytest.mark.rule("efs:12.42")
def test_only_one_unit_reacts_into_a_defender_hex() -> None:
    attack = Attack(AXIS, (TARGET, "1006"), (INFANTRY,))
    game = reacting({**FRONT, STRONG_DIVISION: "1006", TANKS: "0903", COURSES: "0903"}, attack)
    game.advance()
    for option_id in (f"unit:{TANKS}", f"hex:{TARGET}", f"unit:{COURSES}"):
        game.choose(option_id)
    refused = game.explain(f"hex:{TARGET}")
    assert refused is not None
    assert refused.reason == "refused.one-reacts-into"


@pytest.mark.rule("efs:12.41a")
def test_who_may_not_react() -> None:
    game = reacting({**FRONT, TANKS: "0903", STRONG_DIVISION: "0903", COURSES: "1006"})
    assert why(game, STRONG_DIVISION) == ("refused.no-motorized-box", "12.41a")
    assert why(game, COURSES) == ("refused.begins-in-zone", "12.41a")
    marked(game, TANKS, overrun=True)
    assert why(game, TANKS) == ("refused.overrun", "12.41a")
    marked(game, TANKS, overrun=False, fuel_shortage=True)
    assert why(game, TANKS) == ("refused.fuel-shortage", "6.54a")
    marked(game, TANKS, fuel_shortage=False, at="0602", start="0602")
    assert why(game, TANKS) == ("refused.too-far-to-react", "12.41a")


@pytest.mark.rule("efs:12.41a")
def test_nobody_reacts_out_of_a_defender_hex() -> None:
    game = reacting({HQ: "0902", TANKS: "0903", RIFLE_DIVISION: "0903"}, Attack(AXIS, ("0903",), ()))
    assert why(game, TANKS) == ("refused.in-defender-hex", "12.41a")


@pytest.mark.rule("efs:12.41b", "efs:21.12c", "efs:21.25")
def test_soviet_units_react_only_by_an_operational_hq_with_a_point_left() -> None:
    units = {RIFLE_DIVISION: TARGET, INFANTRY: ATTACKER, TANKS: "0903"}
    assert why(reacting(units), TANKS) == ("refused.no-command", "21.12")
    game = reacting({**units, HQ: "0902", OTHER_HQ: "0702"})
    assert may_react(game, TANKS) is None
    marked(game, OTHER_HQ, operational=False)
    assert why(game, TANKS) == ("refused.idle-hq", "21.22")


@pytest.mark.rule("efs:21.12c")
def test_the_soviet_player_says_which_hq_commands_a_reaction() -> None:
    game = reacting({**FRONT, OTHER_HQ: "0702", TANKS: "0903"})
    game.advance()
    game.choose(f"unit:{TANKS}")
    game.choose(f"hex:{TARGET}")
    assert asked(game).prompt == "pay-command"
    game.choose(f"unit:{OTHER_HQ}")
    assert (points_left(game, HQ), points_left(game, OTHER_HQ)) == (2, 0)


@pytest.mark.rule("efs:12.41b", "efs:21.53")
def test_motorized_nkvd_units_never_react(monkeypatch: pytest.MonkeyPatch) -> None:
    """No order of battle has one: the tanks are given to the NKVD."""
    monkeypatch.setitem(content().counters, TANKS, replace(content().counters[TANKS], nkvd=True))
    assert why(reacting({**FRONT, TANKS: "0903"}), TANKS) == ("refused.nkvd-never-reacts", "21.53")


@pytest.mark.rule("efs:12.41")
def test_the_axis_reacts_without_headquarters() -> None:
    attack = Attack(SOVIET, ("1005",), (RIFLE_DIVISION,))
    game = reacting({INFANTRY: "1005", RIFLE_DIVISION: "1105", PANZER: "0903"}, attack, side=AXIS)
    game.advance()
    assert asked(game).ids == [f"unit:{PANZER}", "do:done"]
    game.choose(f"unit:{PANZER}")
    game.choose("hex:1005", AXIS)
    assert game.state.units[PANZER].at == "1005"


@pytest.mark.rule("efs:12.43")
def test_a_designated_attacker_that_has_left_the_map_hinders_nobody() -> None:
    """It may have had to go as excess of its stack when the Attack Declaration Phase ended (3.33)."""
    units = {**FRONT, TANKS: "0903", OTHER_INFANTRY: ""}
    game = reacting(units, Attack(AXIS, (TARGET,), (INFANTRY, OTHER_INFANTRY)))
    game.advance()
    game.choose(f"unit:{TANKS}")
    game.choose(f"hex:{TARGET}")
    assert game.state.units[TANKS].at == TARGET


@pytest.mark.rule("efs:12.4")
def test_without_declared_attacks_nobody_reacts() -> None:
    game = quiet({TANKS: "0903"}, phase="axis/reaction")
    assert not takes_place(game, "axis/reaction")


# Dumps that are attacked


@pytest.mark.rule("efs:6.48d", "efs:16.46d")
def test_a_dump_that_is_attacked_may_be_reduced_to_what_retreats() -> None:
    """Two dumps, one of them in the defender hex: nobody can react, and of the one nothing need be lost but a point."""
    game = reacting(FRONT)
    game.state.supplies["soviet-s1"] = SupplyUnit(SOVIET, TARGET, 2)
    game.state.supplies["soviet-s2"] = SupplyUnit(SOVIET, "0902", 2)
    game.advance()
    assert (asked(game).prompt, asked(game).ids, asked(game).default) == (
        "reduce-attacked", ["do:reduce", "do:done"], "do:done"
    )  # fmt: skip
    game.choose("do:reduce")
    assert asked(game).ids == ["unit:soviet-s1", "do:stop"]
    refusal = game.explain("unit:soviet-s2")
    assert refusal is not None
    assert refusal.reason == "refused.dump-not-attacked"
    game.choose("unit:soviet-s1")
    assert {name: each.points for name, each in game.state.supplies.items()} == {"soviet-s1": 1, "soviet-s2": 2}
    assert asked(game).prompt != "reduce-attacked"


@pytest.mark.rule("efs:6.48d", "efs:12.4")
def test_beside_reaction_dumps_are_reduced_where_an_attack_comes() -> None:
    units = {**FRONT, TANKS: "0903"}
    for at, offered in ((TARGET, True), ("0902", False)):
        game = reacting(units)
        game.state.supplies["soviet-s1"] = SupplyUnit(SOVIET, at, 2)
        game.advance()
        assert asked(game).prompt == "react"
        assert ("do:reduce" in asked(game).ids) is offered
    refusal = game.explain("do:reduce")
    assert refusal is not None
    assert refusal.reason == "refused.nothing-to-reduce"
