"""Passages of chapters 12 to 16 that can be read in two ways: what is played, and the other by its switch."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.efs.positions import (
    ANTI_TANK,
    ASSAULT_GUNS,
    CADETS,
    FLAK,
    GUNS,
    HOWITZERS,
    HQ,
    INFANTRY,
    NKVD,
    OTHER_RIFLES,
    PANZER,
    PIONEERS,
    RIFLE_DIVISION,
    RIFLES,
    SCOUTS,
    STRONG_DIVISION,
    TANKS,
    Afterwards,
    asked,
    marked,
    running,
)
from games.efs.readings import AVERTED, FACED, ICE, LUGA, both, on_ground, reason
from sandtable.games.efs.artillery.bombardment import destroy, may_change_mode
from sandtable.games.efs.artillery.support import fighting_as_others, ineligible, strength_of_support
from sandtable.games.efs.combat.advances import may_advance
from sandtable.games.efs.combat.aftermath import rockets_above
from sandtable.games.efs.combat.asterisks import Fight, Losses, attackers_losses, defenders_losses
from sandtable.games.efs.combat.combat_phase import CombatPhase
from sandtable.games.efs.combat.forces import Forces
from sandtable.games.efs.combat.merging import may_merge
from sandtable.games.efs.combat.modifiers import has_combined_arms, may_bust, may_use_engineers, specialists
from sandtable.games.efs.combat.odds import final_odds
from sandtable.games.efs.combat.retreats import Manner, Retreat
from sandtable.games.efs.combat.step_losses import may_lose
from sandtable.games.efs.combat.strengths import attack_strength, initial_odds
from sandtable.games.efs.combat.terrain_modifiers import terrain_modifiers
from sandtable.games.efs.declaration.attackers import able, obligations, targets
from sandtable.games.efs.declaration.declaration_phase import AttackDeclarationPhase, indebted
from sandtable.games.efs.declaration.give_orders import GiveOrders
from sandtable.games.efs.declaration.mandated import made
from sandtable.games.efs.declaration.orders import affect, kinds, may_order
from sandtable.games.efs.declaration.reaction import may_enter
from sandtable.games.efs.headquarters.activation import double
from sandtable.games.efs.headquarters.command import points_left
from sandtable.games.efs.movement.allowances import may_move
from sandtable.games.efs.sequence import TURN, GameTurn
from sandtable.games.efs.state import (
    AXIS,
    SOVIET,
    Attack,
    Command,
    Strongpoint,
    SupplyUnit,
    Weather,
)
from sandtable.games.efs.supply.attack_supply import in_reach
from sandtable.games.efs.units import Game
from sandtable.kernel import Choice, Procedure
from sandtable.kernel.dice import ScriptedDice

OTHER_INFANTRY = "ax-58-inf"
OPEN, BEFORE, BESIDE = "0809", "0810", "0709"
"""Open ground and two hexes next to it, which are next to each other, without anything between."""


def attack_on(*hexes: str, by: tuple[str, ...] = (INFANTRY,), side: str = AXIS, **more: object) -> Attack:
    return Attack(side, hexes, by, **more)  # type: ignore[arg-type]


def at_phase(game: Game, phase: str, procedure: Procedure, dice: tuple[int | str, ...] = ()) -> Game:
    """Let a procedure run in a phase of the turn."""
    game.state.phase, game.state.active = phase, phase.partition("/")[0]
    place = [step.id for step in TURN].index(phase)
    game.dice = ScriptedDice(dice)
    game.state.stack += [GameTurn(step="close", place=place), procedure]
    game.advance()
    return game


# Declaration


DECLARING = {INFANTRY: "1104", TANKS: "1005", CADETS: "1105"}
"""An infantry division next to two enemies, both of whom exert a zone of control into its hex."""


@pytest.mark.rule("efs:12.11", "efs:12.16")
@both("12.11", True, False)
def test_an_attack_that_needs_another_may_be_taken_back(switches: tuple[str, ...], expected: bool) -> None:
    units = {**DECLARING, RIFLES: "1205"}
    game = at_phase(on_ground(units, switches), "axis/declaration", AttackDeclarationPhase(side=AXIS))
    for choice in ("hex:1005", f"unit:{INFANTRY}", "do:declare"):
        game.choose(choice)
    assert asked(game).prompt == "declare-too"
    owed = str(asked(game).args["hex"])
    assert f"hex:{owed}" in asked(game).ids
    assert ("hex:1005" in asked(game).ids) is expected


@pytest.mark.rule("efs:12.16", "efs:12.14b")
@both("12.16", [], ["1105"])
def test_enemies_whom_nobody_can_attack_bind_nobody(switches: tuple[str, ...], expected: list[str]) -> None:
    """Panzers do not climb after the cadets, who look down on them."""
    units = {PANZER: "1104", TANKS: "1005", CADETS: "1105"}
    game = on_ground(units, switches, parts={"1105": "alpine"})
    game.state.attacks["1005"] = attack_on("1005", by=(PANZER,))
    assert obligations(game, game.state.attacks["1005"]) == expected


@pytest.mark.rule("efs:12.15b")
@both("12.15b", {PANZER, INFANTRY}, {INFANTRY})
def test_armor_crosses_a_major_river_in_the_company_of_others(switches: tuple[str, ...], expected: set[str]) -> None:
    units = {PANZER: BEFORE, INFANTRY: BESIDE, CADETS: OPEN}
    game = on_ground(units, switches, hexsides={(BEFORE, OPEN): "major-river"})
    assert {*able(game, AXIS, (OPEN,))} == expected
    together = on_ground({**units, RIFLES: BEFORE}, switches, hexsides={(BEFORE, OPEN): "major-river"})
    assert PANZER in able(together, AXIS, (OPEN,))


@pytest.mark.rule("efs:15.43", "efs:12.12b")
@both("15.43", ("", ("su-mg-a-inf", "su-271-inf")), ("1-2-3", ("su-mg-a-inf", "su-271-inf")))
def test_untried_attackers_are_turned_over_when_they_fight(
    switches: tuple[str, ...], expected: tuple[str, tuple[str, ...]]
) -> None:
    units = {"su-mg-a-inf": "0907", "su-271-inf": "0907", "ax-27-ant": "0906"}
    game = on_ground(units, switches, scenario="perekop")
    game.state.pools["machine-guns"] = ("1-2-3",)
    at_phase(game, "soviet/declaration", AttackDeclarationPhase(side=SOVIET), ("1-2-3",))
    for choice in ("hex:0906", "unit:su-mg-a-inf", "unit:su-271-inf", "do:declare"):
        game.choose(choice)
    assert (game.state.units["su-mg-a-inf"].tried, game.state.attacks["0906"].attackers) == expected


@pytest.mark.rule("efs:12.33")
@both("12.33", 0, 1)
def test_a_mandated_attack_counts_down_to_one_to_four(switches: tuple[str, ...], expected: int) -> None:
    game = on_ground({}, switches, scenario="perekop")
    game.state.mandated = 1
    made(game, attack_on("0404", side=SOVIET, mandated=True), 5, 5)
    assert game.state.mandated == expected
    made(game, attack_on("0404", side=SOVIET, mandated=True), 1, 5)
    assert game.state.mandated == expected


@pytest.mark.rule("efs:12.35")
@both("12.35", "su-batov-hea", "")
def test_an_hq_that_doubled_owes_a_mandated_attack(switches: tuple[str, ...], expected: str) -> None:
    soviets = dict.fromkeys(("su-271-inf", "su-156-inf", "su-172-inf"), "0405")
    units = {**soviets, "su-batov-hea": "0406", "ax-27-ant": "0404"}
    game = on_ground(units, switches, scenario="perekop", phase="soviet/declaration")
    game.state.mandated = 1
    game.state.commands["su-batov-hea"] = Command(doubled=True, activated=("su-271-inf",))
    assert indebted(game, ["0404"]) == expected


@pytest.mark.rule("efs:21.12a", "efs:12.35")
@both("21.12a", (2, 1), (3, 3))
def test_doubling_doubles_what_is_left_for_activation(switches: tuple[str, ...], expected: tuple[int, int]) -> None:
    """An HQ of two points has used one; what it has left in the phase, and in one after it that has used one too."""
    game = on_ground({HQ: OPEN}, switches, phase="soviet/motorized")
    game.state.commands[HQ] = Command(used=1)
    double(game, HQ)
    now = points_left(game, HQ)
    game.state.commands[HQ] = replace(game.state.commands[HQ], used=1)
    game.state.phase = "soviet/reaction"
    assert (now, points_left(game, HQ)) == expected


@pytest.mark.rule("efs:12.42")
@both("12.42", "", "refused.one-reacts-into")
def test_one_unit_may_react_into_each_defender_hex(switches: tuple[str, ...], expected: str) -> None:
    units = {CADETS: OPEN, RIFLE_DIVISION: BESIDE, TANKS: OPEN, STRONG_DIVISION: "0608", INFANTRY: BEFORE}
    game = on_ground(units, switches, phase="axis/reaction")
    game.state.attacks[OPEN] = attack_on(OPEN, BESIDE, reacted=(TANKS,))
    refused = may_enter(game, STRONG_DIVISION, BESIDE)
    assert (refused.reason if refused else "") == expected
    other = may_enter(game, STRONG_DIVISION, OPEN)
    assert (other and (other.reason, other.rule)) == ("refused.one-reacts-into", "12.42")


# Orders


WOODS, CLEAR = "1204", "1005"


@pytest.mark.rule("efs:12.53c", "efs:12.54b")
@both("12.53c", "", "refused.defender-gave-none")
def test_the_attacker_may_answer_the_nkvd(switches: tuple[str, ...], expected: str) -> None:
    game = on_ground({NKVD: WOODS, INFANTRY: "1305"}, switches, phase="axis/combat")
    assert reason(may_order(game, attack_on(WOODS, nkvd=NKVD), AXIS)) == expected
    placed = attack_on(WOODS, nkvd=NKVD, defender_orders="no-retreat")
    assert may_order(game, placed, AXIS) is None


@pytest.mark.rule("efs:12.53d")
@both("12.53d", ("no-retreat", "additional-retreat"), ("no-retreat",))
def test_mud_in_one_of_two_hexes_does_not_keep_units_from_going_further(
    switches: tuple[str, ...], expected: tuple[str, ...]
) -> None:
    game = on_ground({RIFLE_DIVISION: WOODS, CADETS: CLEAR}, switches, weather=Weather(lingering_mud=True))
    assert kinds(game, attack_on(WOODS, CLEAR), SOVIET) == expected


@pytest.mark.rule("efs:12.53e")
@both("12.53e", False, True)
def test_orders_do_not_touch_guns_that_cannot_move(switches: tuple[str, ...], expected: bool) -> None:
    game = on_ground({HOWITZERS: WOODS}, switches, counters={HOWITZERS: {"faces": ((3, 1, 0),)}})
    assert affect(game, HOWITZERS) is expected


@pytest.mark.rule("efs:12.53f", "efs:12.17")
@both("12.53f", "", "refused.declared-apart")
def test_attacks_that_were_declared_apart_may_be_made_as_one(switches: tuple[str, ...], expected: str) -> None:
    units = {INFANTRY: BEFORE, OTHER_INFANTRY: BEFORE, CADETS: OPEN, RIFLE_DIVISION: BESIDE}
    game = on_ground(units, switches, phase="axis/combat")
    apart = [attack_on(OPEN), attack_on(BESIDE, by=(OTHER_INFANTRY,))]
    game.state.attacks.update({attack.hexes[0]: attack for attack in apart})
    assert reason(may_merge(game, *apart)) == expected


@pytest.mark.rule("efs:21.12e")
@both("21.12e", "refused.nkvd-stands", "")
def test_no_orders_follow_once_the_nkvd_is_overruled(switches: tuple[str, ...], expected: str) -> None:
    game = on_ground({NKVD: WOODS, HQ: "1103", INFANTRY: "1305"}, switches, phase="axis/reaction")
    attack = attack_on(WOODS, nkvd=NKVD, nkvd_lifted=True)
    assert reason(may_order(game, attack, SOVIET)) == expected
    assert kinds(game, attack, SOVIET) == ("no-retreat",)
    game.state.attacks[WOODS] = attack
    picked = GiveOrders(side=SOVIET, at=WOODS).kind_refused(game, Choice("do", "additional-retreat"))
    assert (picked and (picked.reason, picked.rule)) == ("refused.nkvd-stands", "21.12e")


# Artillery


@pytest.mark.rule("efs:13.12", "efs:13.13a", "efs:15.43b")
@both("13.12", True, False)
def test_guns_have_supported_an_attack_whose_enemies_melt_away(switches: tuple[str, ...], expected: bool) -> None:
    units = {"ax-46-inf": "0907", "su-mg-a-inf": "0908", GUNS: "0907"}
    game = on_ground(units, switches, scenario="perekop", phase="axis/combat")
    game.state.supplies["axis-s1"] = SupplyUnit(AXIS, "0907", 1)
    game.state.attacks["0908"] = attack_on("0908", by=("ax-46-inf",))
    game.state.pools["machine-guns"] = ("remove", "1-2-3")
    game.state.ammunition[GUNS] = 4
    game = running(game, Afterwards(), CombatPhase(side=AXIS), dice=("remove",))
    for pick in ("do:as-declared", "unit:axis-s1", f"unit:{GUNS}", "do:attack"):
        game.choose(pick)
    while game.state.phase == "axis/combat" and asked(game).prompt != "unwritten":
        game.choose("do:done")
    assert game.state.units[GUNS].fired == expected
    assert game.state.ammunition[GUNS] == 4
    assert game.state.supplies["axis-s1"].points == 1


LINGERING = Weather(lingering_mud=True)


@pytest.mark.rule("efs:13.21", "efs:12.22")
@both("13.21", 1, 0)
def test_guns_alone_count_with_their_defence_for_initial_odds(switches: tuple[str, ...], expected: int) -> None:
    game = on_ground({HOWITZERS: OPEN, INFANTRY: BEFORE}, switches)
    assert initial_odds(game, (INFANTRY,), (OPEN,)).defence == expected
    guarded = on_ground({HOWITZERS: OPEN, CADETS: OPEN, INFANTRY: BEFORE}, switches)
    assert initial_odds(guarded, (INFANTRY,), (OPEN,)).defence == 3
    beside = on_ground({HOWITZERS: OPEN, CADETS: "0910", INFANTRY: BEFORE}, switches)
    assert initial_odds(beside, (INFANTRY,), (OPEN, "0910")).defence == 3 + expected


@pytest.mark.rule("efs:13.16a", "efs:15.42a")
@both("13.16a", 1, 3)
def test_mud_in_one_of_two_defender_hexes_halves_support(switches: tuple[str, ...], expected: int) -> None:
    game = on_ground({GUNS: BEFORE, INFANTRY: BEFORE}, switches, weather=LINGERING)
    assert strength_of_support(game, (GUNS,), attack_on(OPEN, BESIDE)) == expected
    assert strength_of_support(game, (GUNS,), attack_on(BESIDE)) == 1


@pytest.mark.rule("efs:15.42a")
@both("15.42a", 3, 1)
def test_mud_under_the_attackers_does_not_halve_support(switches: tuple[str, ...], expected: int) -> None:
    """They stand in muddy woods, the defenders do not."""
    game = on_ground({GUNS: BEFORE, INFANTRY: BEFORE}, switches, weather=LINGERING)
    assert strength_of_support(game, (GUNS,), attack_on(OPEN)) == expected


@pytest.mark.rule("efs:13.22")
@both("13.22", [], [HOWITZERS])
def test_guns_that_could_have_supported_do_not_defend(switches: tuple[str, ...], expected: list[str]) -> None:
    game = on_ground({HOWITZERS: OPEN, CADETS: OPEN, INFANTRY: BEFORE}, switches, phase="axis/combat")
    assert fighting_as_others(game, attack_on(OPEN), ()) == expected
    marked(game, HOWITZERS, supply="out")
    assert fighting_as_others(game, attack_on(OPEN), ()) == [HOWITZERS]


@pytest.mark.rule("efs:13.31a")
@both("13.31a", 3, 1)
def test_axis_allied_guns_support_attacks_in_full(switches: tuple[str, ...], expected: int) -> None:
    units = {GUNS: BEFORE, INFANTRY: BEFORE, CADETS: OPEN}
    game = on_ground(units, switches, counters={GUNS: {"nation": "rumanian"}})
    assert strength_of_support(game, (GUNS,), attack_on(OPEN)) == expected
    defence = attack_on(OPEN, side=SOVIET, by=(CADETS,))
    assert strength_of_support(game, (GUNS,), defence) == 1


ON_RAILS = {GUNS: {"type": "railroad-artillery", "faces": ((0, 1, 4), (2, 1, 0)), "range": 3}}
MORTAR = {
    GUNS: {
        "type": "super-heavy-artillery", "faces": ((0, 1, 4), (2, 1, 0)), "range": 3, "asterisk": True, "heavy": -1,
    }
}  # fmt: skip


@pytest.mark.rule("efs:13.33b", "efs:13.42e")
@both("13.33b", "refused.no-fortification", "")
def test_railroad_guns_fire_at_fortifications_only(switches: tuple[str, ...], expected: str) -> None:
    game = on_ground({GUNS: BEFORE, INFANTRY: BEFORE, CADETS: OPEN}, switches, counters=ON_RAILS)
    marked(game, GUNS, mode="firing")
    assert reason(ineligible(game, GUNS, attack_on(OPEN))) == expected
    mortar = on_ground({GUNS: BEFORE, INFANTRY: BEFORE, CADETS: OPEN}, switches, counters=MORTAR)
    marked(mortar, GUNS, mode="firing")
    assert reason(ineligible(mortar, GUNS, attack_on(OPEN))) == "refused.no-fortification"


@pytest.mark.rule("efs:13.42b")
@both("13.42b", "", "refused.gun-has-moved")
def test_a_gun_that_moved_in_another_phase_may_unlimber(switches: tuple[str, ...], expected: str) -> None:
    game = on_ground({GUNS: BEFORE}, switches, counters=MORTAR)
    marked(game, GUNS, moved_in=("motorized",))
    assert reason(may_change_mode(game, GUNS)) == expected
    marked(game, GUNS, moved_in=("movement",))
    assert reason(may_change_mode(game, GUNS)) == "refused.gun-has-moved"


@pytest.mark.rule("efs:13.44c")
@both("13.44c", {FACED}, {FACED, "1311", "1312"})
def test_a_bombardment_destroys_the_line_that_is_attacked(switches: tuple[str, ...], expected: set[str]) -> None:
    game = on_ground({INFANTRY: FACED, STRONG_DIVISION: LUGA}, switches)
    destroy(game, Forces(attack_on(LUGA)), LUGA)
    assert {*game.state.ruined} == {f"{LUGA}>{faced}" for faced in expected}


def battle(
    units: dict[str, str],
    switches: tuple[str, ...],
    attack: Attack,
    *choices: str,
    dice: tuple[int | str, ...],
    supplied_at: str,
    scenario: str = "luga-line",
    counters: dict[str, dict[str, object]] | None = None,
    markers: dict[str, dict[str, object]] | None = None,
) -> Game:
    """A Combat Phase with one declared attack, a supply unit of the Axis, and some choices made."""
    game = on_ground(units, switches, scenario=scenario, phase="axis/combat", counters=counters)
    for unit_id, changes in (markers or {}).items():
        marked(game, unit_id, **changes)
    game.state.supplies["axis-s1"] = SupplyUnit(AXIS, supplied_at, 1)
    game.state.attacks[attack.hexes[0]] = attack
    game.state.ammunition.update(dict.fromkeys(counters or {}, 3))
    game.state.pools["machine-guns"] = ("remove", "1-2-3")
    at_phase(game, "axis/combat", CombatPhase(side=AXIS), dice)
    for choice in choices:
        game.choose(choice)
    return game


def finish(game: Game) -> None:
    """Answer everything until the Combat Phase is over, going on where the first answer is no retreat."""
    while game.state.phase == "axis/combat":
        game.choose(asked(game).default or asked(game).ids[0])


@pytest.mark.rule("efs:13.46")
@both("13.46", 2, 1)
def test_a_gun_that_bombards_and_supports_uses_ammunition_once(switches: tuple[str, ...], expected: int) -> None:
    units = {INFANTRY: FACED, STRONG_DIVISION: LUGA, GUNS: "1414"}
    choices = ("do:as-declared", "unit:axis-s1", f"unit:{GUNS}", "do:attack", "do:bombard")
    game = battle(
        units, switches, attack_on(LUGA), *choices, dice=(8, 5, *[5] * 9), supplied_at="1414", counters=MORTAR,
        markers={GUNS: {"mode": "firing"}},
    )  # fmt: skip
    finish(game)
    assert game.state.ammunition[GUNS] == expected


# Strengths and modifiers


@pytest.mark.rule("efs:15.21")
@both("15.21", True, False)
def test_the_line_to_a_supply_point_is_seven_hexes_long(switches: tuple[str, ...], expected: bool) -> None:
    game = on_ground({}, switches)
    game.state.supplies["axis-s1"] = SupplyUnit(AXIS, "0613", 1)
    assert game.content.distance("0613", "0706") == 7
    assert in_reach(game, "axis-s1", ("0706",)) is expected
    assert in_reach(game, "axis-s1", ("0707",))


@pytest.mark.rule("efs:15.41a")
@both("15.41a", 7, 3)
def test_a_frozen_swamp_halves_nothing(switches: tuple[str, ...], expected: int) -> None:
    game = on_ground({INFANTRY: "1607"}, switches, weather=ICE)
    assert attack_strength(game, (INFANTRY,), ("1606",)) == expected
    assert attack_strength(on_ground({INFANTRY: "1607"}, switches), (INFANTRY,), ("1606",)) == 3


@pytest.mark.rule("efs:15.43b")
@both("15.43b", "", "refused.do-not-move")
def test_attackers_whose_enemies_melted_away_may_move_later(switches: tuple[str, ...], expected: str) -> None:
    units = {"ax-ss-lah-mot": "0907", "su-mg-a-inf": "0908"}
    attack = attack_on("0908", by=("ax-ss-lah-mot",))
    choices = ("do:as-declared", "unit:axis-s1", "do:attack")
    game = battle(units, switches, attack, *choices, dice=("remove", *[5] * 9), supplied_at="0907", scenario="perekop")
    assert asked(game).prompt == "advance"
    finish(game)
    assert game.state.phase == "axis/motorized"
    assert reason(may_move(game, "ax-ss-lah-mot")) == expected


@pytest.mark.rule("efs:15.44")
@both("15.44", 3, 2)
def test_a_bunker_buster_is_doubled_before_it_is_halved(switches: tuple[str, ...], expected: int) -> None:
    odd = {ASSAULT_GUNS: {"faces": ((3, 1, 7),)}}
    game = on_ground({ASSAULT_GUNS: "1607"}, switches, counters=odd)
    assert attack_strength(game, (ASSAULT_GUNS,), ("1606",), ASSAULT_GUNS) == expected


@pytest.mark.rule("efs:15.44a")
@both("15.44a", [], [ASSAULT_GUNS])
def test_a_bunker_buster_attacks_across_the_line_itself(switches: tuple[str, ...], expected: list[str]) -> None:
    game = on_ground({INFANTRY: FACED, ASSAULT_GUNS: AVERTED, CADETS: LUGA}, switches)
    assert may_bust(game, Forces(attack_on(LUGA, by=(INFANTRY, ASSAULT_GUNS)))) == expected
    beside = on_ground({INFANTRY: FACED, ASSAULT_GUNS: FACED, CADETS: LUGA}, switches)
    assert may_bust(beside, Forces(attack_on(LUGA, by=(INFANTRY, ASSAULT_GUNS)))) == [ASSAULT_GUNS]


@pytest.mark.rule("efs:15.5")
@both("15.5", 3, 5)
def test_modifiers_of_odds_and_supply_are_under_the_limit(switches: tuple[str, ...], expected: int) -> None:
    """A strongpoint, odds below 1:4 and no attack supply: one, two and two."""
    game = on_ground({RIFLES: BEFORE, STRONG_DIVISION: OPEN, RIFLE_DIVISION: OPEN}, switches, steps={RIFLES: 1})
    game.state.strongpoints[OPEN] = Strongpoint(SOVIET, "completed", 1)
    assert final_odds(game, Forces(attack_on(OPEN, by=(RIFLES,)))).drm == expected


@pytest.mark.rule("efs:15.51d")
@both("15.51d", 1, 2)
def test_the_best_of_several_defender_hexes_counts(switches: tuple[str, ...], expected: int) -> None:
    game = on_ground({INFANTRY: BEFORE, CADETS: OPEN, RIFLE_DIVISION: BESIDE}, switches, parts={BESIDE: "hill"})
    game.state.strongpoints[OPEN] = Strongpoint(SOVIET, "completed", 1)
    assert terrain_modifiers(game, Forces(attack_on(OPEN, BESIDE))).total == expected


@pytest.mark.rule("efs:15.53a")
@both("15.53a", False, True)
def test_engineers_need_a_river_that_helps_the_defender(switches: tuple[str, ...], expected: bool) -> None:
    """The infantry attacks from this bank, so that the river is worth nothing."""
    units = {PIONEERS: BEFORE, INFANTRY: BESIDE, CADETS: OPEN}
    game = on_ground(units, switches, hexsides={(BEFORE, OPEN): "river"})
    assert may_use_engineers(game, Forces(attack_on(OPEN, by=(PIONEERS, INFANTRY)))) is expected
    assert may_use_engineers(game, Forces(attack_on(OPEN, by=(PIONEERS,))))


@pytest.mark.rule("efs:15.54", "efs:13.42e")
@both("15.54", -1, 0)
def test_heavy_guns_cancel_what_a_city_gives(switches: tuple[str, ...], expected: int) -> None:
    game = on_ground({INFANTRY: BEFORE, GUNS: BEFORE, CADETS: OPEN}, switches, counters=MORTAR, parts={OPEN: "city"})
    forces = Forces(attack_on(OPEN), support=(GUNS,))
    assert [part.label for part in terrain_modifiers(game, forces)] == ["city"]
    assert specialists(game, forces, terrain_modifiers(game, forces)).total == expected


@pytest.mark.rule("efs:15.57d")
@both("15.57d", True, False)
def test_ice_lets_arms_be_combined(switches: tuple[str, ...], expected: bool) -> None:
    units, river = {PANZER: BEFORE, RIFLES: BEFORE, CADETS: OPEN}, {(BEFORE, OPEN): "river"}
    forces = Forces(attack_on(OPEN, by=(PANZER, RIFLES)))
    frozen = on_ground(units, switches, weather=Weather(kind="frost", frozen=True), hexsides=river)
    assert has_combined_arms(frozen, forces) is expected
    assert not has_combined_arms(on_ground(units, switches, hexsides=river), forces)


@pytest.mark.rule("efs:15.57e")
@both("15.57e", True, False)
def test_arms_are_combined_out_of_woods_in_which_mud_lingers(switches: tuple[str, ...], expected: bool) -> None:
    units, woods = {PANZER: BEFORE, RIFLES: BEFORE, CADETS: OPEN}, {BEFORE: "clear woods", OPEN: "clear"}
    game = on_ground(units, switches, weather=Weather(lingering_mud=True), parts=woods)
    assert has_combined_arms(game, Forces(attack_on(OPEN, by=(PANZER, RIFLES)))) is expected


@pytest.mark.rule("efs:18.23", "efs:15.57d")
@both("18.23", True, False)
def test_a_line_that_some_go_round_lets_arms_be_combined(switches: tuple[str, ...], expected: bool) -> None:
    game = on_ground({PANZER: FACED, RIFLES: AVERTED, CADETS: LUGA}, switches)
    assert has_combined_arms(game, Forces(attack_on(LUGA, by=(PANZER, RIFLES)))) is expected


@pytest.mark.rule("efs:6.35", "efs:13.52")
@both("6.35", "refused.guns-out-of-supply", "")
def test_a_point_does_not_make_good_the_want_of_supply_of_guns_in_defence(
    switches: tuple[str, ...], expected: str
) -> None:
    limited = Weather(kind="frost", limited_artillery=True)
    game = on_ground({INFANTRY: BEFORE, RIFLE_DIVISION: OPEN, HOWITZERS: OPEN}, switches, weather=limited)
    marked(game, HOWITZERS, supply="out")
    game.state.supplies["soviet-s1"] = SupplyUnit(SOVIET, OPEN, 1)
    assert reason(ineligible(game, HOWITZERS, attack_on(OPEN))) == expected
    game.state.weather = Weather(kind="frost")
    assert reason(ineligible(game, HOWITZERS, attack_on(OPEN))) == "refused.guns-out-of-supply"


# Results


@pytest.mark.rule("efs:16.14")
@both("16.14", True, False)
def test_guns_that_support_from_beside_are_not_touched(switches: tuple[str, ...], expected: bool) -> None:
    units = {**dict.fromkeys((PANZER, RIFLES, OTHER_RIFLES, SCOUTS), BEFORE), NKVD: OPEN, HOWITZERS: "0808"}
    attack = attack_on(OPEN, by=(PANZER, RIFLES, OTHER_RIFLES, SCOUTS), support=(HOWITZERS,))
    choices = ("do:as-declared", "unit:axis-s1", "do:attack")
    game = battle(units, switches, attack, *choices, dice=(1, *[5] * 9), supplied_at=BEFORE)
    assert game.state.units[NKVD].at == ""
    assert bool(game.state.units[HOWITZERS].at) is expected


@pytest.mark.rule("efs:16.33a2")
@both("16.33a2", (PANZER,), ())
def test_armor_takes_the_first_step_of_a_numbered_loss(switches: tuple[str, ...], expected: tuple[str, ...]) -> None:
    game = on_ground({PANZER: BEFORE, RIFLES: BEFORE, ANTI_TANK: OPEN}, switches)
    supplied = Fight((PANZER, RIFLES), (OPEN,), supplied=True, number=1)
    assert attackers_losses(game, supplied, 1, True).first == expected
    assert attackers_losses(game, supplied._replace(supplied=False), 1, True).first == (PANZER,)


@pytest.mark.rule("efs:16.33a3")
@both("16.33a3", (TANKS,), (ANTI_TANK,))
def test_guns_take_the_first_loss_where_no_armor_defends(switches: tuple[str, ...], expected: tuple[str, ...]) -> None:
    game = on_ground({PANZER: BEFORE, ANTI_TANK: OPEN, TANKS: OPEN}, switches, counters={TANKS: {"red": True}})
    fight = Fight((PANZER,), (OPEN,), supplied=True, number=1)
    assert defenders_losses(game, fight, 1, True, Losses(1)).first == expected
    alone = on_ground({PANZER: BEFORE, ANTI_TANK: OPEN}, switches)
    assert defenders_losses(alone, fight, 1, True, Losses(1)).first == (() if switches else (ANTI_TANK,))


@pytest.mark.rule("efs:16.45a")
@both("16.45a", 3, 2)
def test_attackers_who_stand_lose_a_step_more(switches: tuple[str, ...], expected: int) -> None:
    """2R* at 3:4: two steps, and another for standing."""
    units = {INFANTRY: BEFORE, STRONG_DIVISION: OPEN, CADETS: OPEN}
    attack = attack_on(OPEN, defender_orders="no-retreat", attacker_orders="no-retreat")
    choices = ("do:as-declared", "unit:axis-s1", "do:attack")
    game = battle(units, switches, attack, *choices, dice=(9, *[5] * 9), supplied_at=BEFORE)
    assert game.state.units[INFANTRY].at == BEFORE
    assert 4 - game.state.units[INFANTRY].steps == expected


# Retreats


START = "0805"
RING = {PANZER: "0704", RIFLES: "0904", OTHER_RIFLES: "0905", SCOUTS: "0806", PIONEERS: "0705"}
"""Enemies around it that leave 0804 open, and beyond it 0803, 0903 and 0703."""
WALL = {"ax-1-1-pz-arm": "0903", OTHER_INFANTRY: "0703"}
"""These leave 0803 alone."""


def retreating(
    switches: tuple[str, ...], units: dict[str, str], quiet_ones: dict[str, str], *going: str, origin: str = START,
    manner: Manner = "combat", attacked: tuple[str, ...] = (),
) -> Game:  # fmt: skip
    """Units retreat from a hex; some enemies exert no zone of control."""
    game = on_ground({**units, **quiet_ones}, switches, phase="axis/combat")
    for unit_id in quiet_ones:
        marked(game, unit_id, overrun=True)
    if attacked:
        game.state.attacks[attacked[0]] = attack_on(*attacked, by=())
    side = SOVIET if going[0].startswith("su") else AXIS
    return running(game, Retreat(side=side, units=going, origin=(origin,), manner=manner))


@pytest.mark.rule("efs:16.4", "efs:16.41")
@both("16.4", False, True)
def test_each_hex_of_a_retreat_leads_further_away(switches: tuple[str, ...], expected: bool) -> None:
    """Panzers that attacked 0806 from 0805: 0705 is no further from it, and two hexes on lie 0704 and 0605."""
    game = retreating(switches, {PANZER: START, CADETS: "0806"}, {}, PANZER, origin="0806")
    assert "hex:0804" in asked(game).ids
    assert ("hex:0705" in asked(game).ids) is expected
    assert "hex:0806" not in asked(game).ids


@pytest.mark.rule("efs:16.43")
@both("16.43", "eliminated", "cadre")
def test_who_is_cut_off_and_finds_no_place_is_eliminated(switches: tuple[str, ...], expected: str) -> None:
    lid = {INFANTRY: "0802", "ax-271-mot": "0902", "ax-36-36-mot-rec": "0702"}
    units = {"su-118-inf": START, "su-2-ldno-inf": "0803"}
    attacked = ("0803", "0802", "0902", "0702")
    game = retreating(switches, units, {**RING, **WALL, **lid}, "su-118-inf", attacked=attacked)
    assert game.state.units["su-118-inf"].box == expected


@pytest.mark.rule("efs:10.27d", "efs:16.46b")
@both("10.27d", "cadre", "eliminated")
def test_who_has_no_way_but_off_the_map_is_driven_off(switches: tuple[str, ...], expected: str) -> None:
    corner = {PANZER: "0201", RIFLES: "0202", OTHER_RIFLES: "0102"}
    game = retreating(switches, {TANKS: "0101", **corner}, {}, TANKS, origin="0101")
    assert game.state.units[TANKS].box == expected


@pytest.mark.rule("efs:16.42")
@both("16.42", False, True)
def test_a_stack_that_finds_no_room_together_goes_one_by_one(switches: tuple[str, ...], expected: bool) -> None:
    """0803 has room for the cadets alone: they stay there, or both go on to a third hex."""
    units = {CADETS: START, RIFLE_DIVISION: START, STRONG_DIVISION: "0803", "su-111-inf": "0803"}
    game = retreating(switches, units, {**RING, **WALL}, CADETS, RIFLE_DIVISION)
    assert {f"unit:{CADETS}", f"unit:{RIFLE_DIVISION}"} <= {*asked(game).ids}
    assert ("hex:0804" in asked(game).ids) is expected


@pytest.mark.rule("efs:16.48c")
@both("16.48c", True, False)
def test_the_owner_may_risk_a_way_through_an_enemy_zone(switches: tuple[str, ...], expected: bool) -> None:
    """0905 is in the zone of the infantry at 1005; other ways are clear of it."""
    game = retreating(switches, {CADETS: START, PANZER: "0806", INFANTRY: "1005"}, {}, CADETS)
    assert asked(game).side == SOVIET
    assert ("hex:0904" in asked(game).ids) is expected
    assert "hex:0704" in asked(game).ids


@pytest.mark.rule("efs:16.46d")
@both("16.46d", "0805", "0803")
def test_supply_units_of_attackers_who_retreat_stay(switches: tuple[str, ...], expected: str) -> None:
    game = on_ground({PANZER: START, CADETS: "0806"}, switches, phase="axis/combat")
    game.state.supplies["axis-s1"] = SupplyUnit(AXIS, START, 1)
    running(game, Retreat(side=AXIS, units=(PANZER,), origin=("0806",), manner="combat"))
    game.choose("hex:0804")
    game.choose("hex:0803")
    assert game.state.units[PANZER].at == "0803"
    assert game.state.supplies["axis-s1"].at == expected


@pytest.mark.rule("efs:15.53c", "efs:13.32b")
@both("15.53c", "eliminated", "cadre")
def test_engineers_who_find_no_place_behind_them_are_eliminated(switches: tuple[str, ...], expected: str) -> None:
    wall = {CADETS: "0704", RIFLE_DIVISION: "0904", TANKS: "0804", STRONG_DIVISION: "0806"}
    game = retreating(switches, {PIONEERS: START, **wall}, {}, PIONEERS, origin="0806", manner="withdrawal")
    assert game.state.units[PIONEERS].box == expected


@pytest.mark.rule("efs:13.32b")
@both("13.32b", {GUNS, "ax-110-fie"}, {"ax-110-fie"})
def test_all_rockets_that_fired_from_above_the_limit_go_back(switches: tuple[str, ...], expected: set[str]) -> None:
    """Eleven points stand in a hex, two of them rockets."""
    rockets = {"type": "rocket-artillery"}
    counters = {GUNS: rockets, "ax-110-fie": rockets, INFANTRY: {"stacking": 9}}
    game = on_ground(dict.fromkeys((INFANTRY, GUNS, "ax-110-fie"), BEFORE), switches, counters=counters)
    assert {*rockets_above(game, ("ax-110-fie", GUNS))} == expected


@pytest.mark.rule("efs:16.24", "efs:21.51b")
@both("16.24", {NKVD, CADETS}, {CADETS})
def test_nkvd_units_lose_last_in_combats_only(switches: tuple[str, ...], expected: set[str]) -> None:
    game = on_ground({NKVD: WOODS, CADETS: WOODS}, switches)
    assert {*may_lose(game, (NKVD, CADETS))} == expected
    assert may_lose(game, (NKVD, CADETS), ((NKVD,),)) == [CADETS]


@pytest.mark.rule("efs:10.29", "efs:16.5")
@both("10.29", "refused.no-allowance", "")
def test_units_without_an_allowance_do_not_advance(switches: tuple[str, ...], expected: str) -> None:
    still = {"faces": ((2, 1, 0),)}
    game = on_ground(dict.fromkeys((ASSAULT_GUNS, FLAK), BEFORE), switches, counters={ASSAULT_GUNS: still, FLAK: still})
    assert reason(may_advance(game, ASSAULT_GUNS, OPEN)) == expected
    assert reason(may_advance(game, FLAK, OPEN)) == "refused.no-allowance"


BRIGADE, HOME, NEAR, FAR = "su-simferopol-inf", "1615", "1113", "1013"
"""A militia brigade, its city, a hex five hexes away from it and one beyond."""


@pytest.mark.rule("efs:21.74")
@both("21.74", "refused.beyond-home", "")
def test_a_militia_brigade_does_not_advance_away_from_home(switches: tuple[str, ...], expected: str) -> None:
    game = on_ground({BRIGADE: NEAR}, switches, scenario="perekop", phase="soviet/combat")
    marked(game, BRIGADE, home=HOME, tried="1-2-3")
    assert reason(may_advance(game, BRIGADE, FAR)) == expected


@pytest.mark.rule("efs:12.14a", "efs:15.53d")
@both("15.53d", ({"ax-46-inf", "ax-190-ass"}, ["1812"]), (set(), []))
def test_who_attacks_over_a_bridge_across_shallow_water_needs_no_boats(
    switches: tuple[str, ...], expected: tuple[set[str], list[str]]
) -> None:
    """The bridges of Chongar stand; with the pioneers in their hex, a flak regiment fits into the boats."""
    game = on_ground(
        dict.fromkeys(("ax-46-inf", "ax-190-ass"), "1811") | {"su-106-inf": "1812"}, switches, scenario="perekop"
    )
    assert ({*able(game, AXIS, ["1812"])}, targets(game, AXIS)) == expected
    with_boats = dict.fromkeys(("ax-liv-pi-eng", "ax-27-ant"), "1811") | {"su-106-inf": "1812"}
    game = on_ground(with_boats, switches, scenario="perekop")
    assert {*able(game, AXIS, ["1812"])} == {"ax-liv-pi-eng", "ax-27-ant"}


@pytest.mark.rule("efs:16.4", "efs:16.45b")
@both("16.45b", True, False)
def test_the_enemy_who_leads_a_retreat_may_part_a_stack(switches: tuple[str, ...], expected: bool) -> None:
    stack = (CADETS, RIFLE_DIVISION)
    cases: tuple[tuple[Manner, bool], ...] = (("additional", expected), ("combat", True))
    for manner, parted in cases:
        game = on_ground(dict.fromkeys(stack, "0805"), switches, phase="axis/combat")
        running(game, Retreat(side=SOVIET, units=stack, origin=("0805",), manner=manner))
        assert (f"unit:{CADETS}" in asked(game).ids) is parted
