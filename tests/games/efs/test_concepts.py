"""Pieces, the die, stacks, halving (2, 3), and small print of chapters 8 and 10 that other tests do not reach."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from itertools import pairwise, permutations

import pytest
import yaml

from games.efs.moves import moving
from games.efs.positions import (
    ANTI_TANK,
    HOWITZERS,
    HQ,
    INFANTRY,
    MILITIA,
    NKVD,
    PANZER,
    PIONEERS,
    RIFLE_DIVISION,
    RIFLES,
    STRONG_DIVISION,
    TANKS,
    TITLE,
    asked,
    content,
    marked,
    quiet,
    with_counters,
)
from sandtable.games.efs.artillery.support import ineligible
from sandtable.games.efs.combat.strengths import attack_strength, defence_strength, initial_odds
from sandtable.games.efs.content import load, quarters
from sandtable.games.efs.control import friend
from sandtable.games.efs.declaration.attackers import able, targets, why_not_declared
from sandtable.games.efs.headquarters.command import operational_over
from sandtable.games.efs.movement.allowances import allowance_now, has_its_phase
from sandtable.games.efs.movement.strategic import strategic_allowance
from sandtable.games.efs.reinforcements.untried import reveal
from sandtable.games.efs.screen.scene import palette_of
from sandtable.games.efs.stacking import points
from sandtable.games.efs.state import AXIS, SOVIET, Attack, SupplyUnit, Weather
from sandtable.games.efs.units import Game, allowance, figures, is_artillery
from sandtable.games.efs.weather.weather_phase import DIE
from sandtable.games.efs.zones import zone_of
from sandtable.kernel.dice import ScriptedDice, SeededDice

SWAMP, BESIDE_SWAMP = "1607", "1606"
FROZEN = Weather(kind="snow", frozen=True)


# Chapter 2


@pytest.mark.rule("efs:2.21", "efs:6.42/note")
def test_supply_units_are_no_combat_units_and_untried_units_are() -> None:
    game = quiet({INFANTRY: "0613"}, phase="axis/declaration")
    game.state.supplies["soviet-s1"] = SupplyUnit(SOVIET, "0612", 1)
    assert targets(game, AXIS) == []
    assert zone_of(game, SOVIET) == frozenset()
    game = quiet({INFANTRY: "0613", MILITIA: "0612"}, phase="axis/declaration")
    assert targets(game, AXIS) == ["0612"]


@pytest.mark.rule("efs:2.22b/artillery")
def test_artillery_is_what_has_a_range() -> None:
    game = quiet({})
    with_range = {unit_id for unit_id, unit in game.content.counters.items() if unit.range}
    assert with_range == {unit_id for unit_id in game.content.counters if is_artillery(game, unit_id)}
    assert HOWITZERS in with_range


@pytest.mark.rule("efs:2.4")
def test_the_die_has_ten_sides_and_its_zero_counts_ten() -> None:
    seen = {SeededDice().faces(7, count, DIE, None) for count in range(300)}
    assert seen == {(face,) for face in range(1, 11)}
    files = [yaml.safe_load(path.read_text(encoding="utf-8")) for path in TITLE.data_files("tables")]
    assert {each["die"] for each in files if "die" in each} == {DIE}


@pytest.mark.rule("efs:6.51/note")
def test_units_of_a_division_share_the_colour_of_their_box() -> None:
    game = quiet({})
    assert palette_of(game, PANZER) == palette_of(game, RIFLES)
    assert palette_of(game, PANZER) != palette_of(game, PIONEERS)


# Chapter 3


@pytest.mark.rule("efs:3.14")
def test_a_move_leads_through_adjacent_hexes() -> None:
    game = moving({PANZER: "0613"}, f"unit:{PANZER}")
    far = max((option for option in asked(game).options if option.id[:4] == "hex:"), key=lambda each: each.cost or 0)
    preview = game.preview(far.id)
    assert preview is not None
    assert len(preview.path) > 3
    assert all(there in game.content.adjacent[here] for here, there in pairwise(preview.path))


@pytest.mark.rule("efs:3.3")
def test_the_order_of_a_stack_does_not_matter() -> None:
    stack = (PANZER, RIFLES, PIONEERS)
    found = set()
    for order in permutations(stack):
        game = quiet({**dict.fromkeys(order, "0613"), RIFLE_DIVISION: "0612"})
        found.add((points(game, order), attack_strength(game, order, ["0612"]), frozenset(able(game, AXIS, ["0612"]))))
    assert len(found) == 1


@pytest.mark.rule("efs:3.34")
def test_nobody_looks_at_an_untried_unit_before_it_is_tried() -> None:
    """Both players see the same of it; what it is worth is not in the state at all."""
    game = quiet({MILITIA: "1102", STRONG_DIVISION: "1102"})
    for side in (AXIS, SOVIET):
        seen = deepcopy(game.state)
        TITLE.mask(seen, game.content, side)
        assert seen.units == game.state.units
    guns = quiet({"su-mg-a-inf": "0908"}, scenario="perekop")
    guns.state.pools["machine-guns"] = ("0-2-0", "1-2-2")
    before = [str(fact) for fact in TITLE.facts_of_unit(guns, "su-mg-a-inf", "en")]
    assert not [fact for fact in before if "1-2-2" in fact or "0-2-0" in fact]
    guns.dice = ScriptedDice(["1-2-2"])
    reveal(guns, ["su-mg-a-inf"], "15.43a")
    assert figures(guns, "su-mg-a-inf")[:2] == (1, 2)


@pytest.mark.rule("efs:3.41")
def test_who_moves_in_reaction_has_half_the_allowance() -> None:
    """3.41: a unit of seven moves three and a half."""
    game = quiet({PANZER: "0613"}, phase="soviet/reaction")
    assert allowance_now(game, PANZER) * 2 == allowance(game, PANZER)


@pytest.mark.rule("efs:3.41")
def test_defence_is_never_halved() -> None:
    """Out of a swamp attacks are halved; who stands in it defends with his whole strength."""
    game = quiet({STRONG_DIVISION: SWAMP, INFANTRY: BESIDE_SWAMP})
    attack = attack_strength(game, [STRONG_DIVISION], [BESIDE_SWAMP])
    assert attack == figures(game, STRONG_DIVISION).attack // 2
    assert defence_strength(game, [SWAMP]) == figures(game, STRONG_DIVISION).defence


@pytest.mark.rule("efs:3.44", "efs:3.42")
def test_who_is_halved_to_nothing_does_not_attack_even_with_others() -> None:
    game = quiet({NKVD: SWAMP, STRONG_DIVISION: "1506", INFANTRY: BESIDE_SWAMP}, phase="soviet/declaration")
    assert figures(game, NKVD).attack == 1
    assert able(game, SOVIET, [BESIDE_SWAMP]) == [STRONG_DIVISION]
    refusal = why_not_declared(game, [NKVD, STRONG_DIVISION], [BESIDE_SWAMP])
    assert refusal is not None
    assert refusal.reason == "refused.halved-to-nothing"


@pytest.mark.rule("efs:3.44", "efs:3.42")
def test_two_that_are_halved_together_come_to_one() -> None:
    units, weak = {NKVD: SWAMP, RIFLE_DIVISION: SWAMP, PIONEERS: BESIDE_SWAMP}, {RIFLE_DIVISION: 1}
    game = quiet(units, phase="soviet/declaration", steps=weak)
    assert sorted(able(game, SOVIET, [BESIDE_SWAMP])) == sorted([NKVD, RIFLE_DIVISION])
    assert initial_odds(game, [NKVD, RIFLE_DIVISION], [BESIDE_SWAMP]).attack == 1
    apart = quiet(units, phase="soviet/declaration", steps=weak, switches=("3.42",))
    assert able(apart, SOVIET, [BESIDE_SWAMP]) == []


# Chapters 8 and 10


@pytest.mark.rule("efs:8.16")
def test_an_hq_and_guns_do_nothing_before_they_are_on_the_map() -> None:
    game = quiet({HQ: "", HOWITZERS: "", RIFLE_DIVISION: "0612", INFANTRY: "0613"}, phase="axis/reaction")
    attack = Attack(AXIS, ("0612",), (INFANTRY,))
    game.state.attacks["0612"] = attack
    assert operational_over(game, "0612") == []
    assert ineligible(game, HOWITZERS, attack) is not None
    marked(game, HQ, at="0611")
    marked(game, HOWITZERS, at="0611")
    assert operational_over(game, "0612") == [HQ]


@pytest.mark.rule("efs:10.28/note")
@pytest.mark.parametrize("name", [ANTI_TANK, HOWITZERS, "soviet-s1"])
def test_an_hq_activates_guns_and_supply_with_an_orange_allowance(name: str) -> None:
    supplies: Mapping[str, SupplyUnit] = {"soviet-s1": SupplyUnit(SOVIET, "0903", 1)}
    units = {HQ: "0903", ANTI_TANK: "0903", HOWITZERS: "0903"}
    game = moving(units, f"unit:{name}", phase="soviet/motorized", supplies=supplies)
    assert game.state.commands[HQ].used == 1
    assert f"unit:{name}" in asked(game).ids
    assert content().counters[ANTI_TANK].ma == content().counters[HOWITZERS].ma == "orange"


# Worked examples


@pytest.mark.rule("efs:3.22", "efs:5.23")
def test_a_zone_reaches_across_a_major_river_only_on_ice() -> None:
    """3.22, with the note on major rivers."""
    ground = load(TITLE, "luga-line", ())
    ground.hexsides["0613", "0612"] = ground.hexsides["0612", "0613"] = frozenset({"major-river"})
    for weather, across in ((Weather(), False), (Weather(kind="snow"), False), (FROZEN, True)):
        game = Game(TITLE, ground, quiet({INFANTRY: "0613"}, weather=weather).state)
        assert ("0612" in zone_of(game, AXIS)) == across


@pytest.mark.rule("efs:11.21", "efs:10.12a")
def test_a_soviet_motorized_unit_of_eight_moves_six_by_strategic_movement() -> None:
    """11.21, example 1: half of eight in the Movement Phase, and half as much again."""
    game = with_counters(quiet({TANKS: "1411"}, phase="soviet/movement"), {TANKS: {"faces": ((2, 2, 8),)}})
    marked(game, TANKS, steps=1)
    assert allowance_now(game, TANKS) == quarters(4)
    assert strategic_allowance(game, allowance_now(game, TANKS)) == quarters(6)


@pytest.mark.rule("efs:11.43", "efs:10.11b", "efs:10.12b")
def test_an_axis_armored_unit_of_seven_infiltrates_in_the_movement_phase_only() -> None:
    """11.43: a 6-4-7 moves seven, then three and a half."""
    found = {}
    for phase in ("axis/movement", "axis/motorized"):
        game = with_counters(quiet({PANZER: "0613"}, phase=phase), {PANZER: {"faces": ((6, 4, 7),)}})
        marked(game, PANZER, steps=1)
        found[phase] = (allowance_now(game, PANZER) / 4, has_its_phase(game, PANZER))
    assert found == {"axis/movement": (7, True), "axis/motorized": (3.5, False)}


@pytest.mark.rule("efs:3.11/hexes", "efs:15.43a")
def test_the_hex_of_untried_units_that_melt_away_is_at_once_the_enemys_who_controls_it() -> None:
    game = quiet({"su-mg-a-inf": "1212", "ax-ss-lah-mot": "1112"}, scenario="perekop", phase="axis/combat")
    game.state.pools["machine-guns"], game.dice = ("remove",), ScriptedDice(["remove"])
    assert friend(game, "1212") == SOVIET
    assert reveal(game, ["su-mg-a-inf"], "15.43a") == []
    assert friend(game, "1212") == AXIS
