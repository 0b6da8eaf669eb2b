"""Artillery support (13.1 to 13.3): who may give it, how many together, how strongly; the defender commits his."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.efs.positions import (
    CADETS,
    GUNS,
    HOWITZERS,
    HQ,
    INFANTRY,
    PANZER,
    RIFLE_DIVISION,
    RIFLES,
    TANKS,
    Afterwards,
    asked,
    marked,
    position,
    quiet,
    sum_of,
)
from sandtable.games.efs.artillery.ammunition import draw_points
from sandtable.games.efs.artillery.commit import CommitArtillery
from sandtable.games.efs.artillery.support import ineligible, may_support, strength_of_support, too_many
from sandtable.games.efs.combat.combat_phase import CombatPhase
from sandtable.games.efs.events.combat import AmmunitionDrawn
from sandtable.games.efs.sequence import TURN, GameTurn
from sandtable.games.efs.state import AXIS, SOVIET, Attack, SupplyUnit, Unit, Weather
from sandtable.games.efs.units import Game
from sandtable.kernel.dice import ScriptedDice

OTHER_HOWITZERS, THIRD_HOWITZERS = "su-541-how-fie", "su-51-corps-art-fie"
OTHER_HQ = "su-kingisepp-gp-hea"
OPEN, NEXT_TO_OPEN, BEHIND = "0809", "0810", "0808"
"""Open ground under attack, the hex that it is attacked from, and the hex behind it."""
BESIDE, IN_RANGE_OF_BESIDE, IN_RANGE_OF_NEITHER = "0709", "0309", "0704"
"""Another hex next to that one, a hex four hexes from it and five from OPEN, and one far off."""


def attack(*hexes: str, side: str = AXIS, by: tuple[str, ...] = (RIFLES,), **more: object) -> Attack:
    return Attack(side=side, hexes=hexes or (OPEN,), attackers=by, **more)  # type: ignore[arg-type]


def reason(game: Game, unit_id: str, declared: Attack) -> str:
    game.state.attacks.setdefault(declared.hexes[0], declared)
    refusal = may_support(game, unit_id, declared)
    return "" if refusal is None else refusal.reason


@pytest.mark.rule("efs:13.11b", "efs:13.0")
def test_a_defender_hex_must_be_in_range() -> None:
    near = quiet({RIFLES: NEXT_TO_OPEN, GUNS: "0811", CADETS: OPEN})
    assert reason(near, GUNS, attack()) == ""
    far = quiet({RIFLES: NEXT_TO_OPEN, GUNS: "0812", CADETS: OPEN})
    assert reason(far, GUNS, attack()) == "refused.beyond-artillery-range"


@pytest.mark.rule("efs:18.45b")
def test_guns_that_build_a_strongpoint_support_nobody() -> None:
    game = quiet({RIFLES: NEXT_TO_OPEN, GUNS: "0811", CADETS: OPEN})
    marked(game, GUNS, building=True)
    assert reason(game, GUNS, attack()) == "refused.building"
    theirs = quiet({RIFLES: NEXT_TO_OPEN, GUNS: NEXT_TO_OPEN, CADETS: OPEN})
    marked(theirs, GUNS, building=True)
    assert reason(theirs, GUNS, attack(NEXT_TO_OPEN, side=SOVIET, by=(CADETS,))) == "refused.building"


@pytest.mark.rule("efs:13.11", "efs:13.11a", "efs:15.31")
def test_only_artillery_supports_and_only_others() -> None:
    game = quiet({RIFLES: NEXT_TO_OPEN, GUNS: NEXT_TO_OPEN, CADETS: OPEN, HOWITZERS: BEHIND})
    assert reason(game, RIFLES, attack()) == "refused.no-artillery"
    assert reason(game, GUNS, attack(by=())) == "refused.nobody-to-support"
    lone = quiet({RIFLES: NEXT_TO_OPEN, OTHER_HOWITZERS: OPEN, HOWITZERS: BEHIND})
    assert reason(lone, HOWITZERS, attack()) == "refused.nobody-to-support"


@pytest.mark.rule("efs:13.13a")
def test_a_unit_supports_one_combat_in_a_phase() -> None:
    game = quiet({RIFLES: NEXT_TO_OPEN, GUNS: NEXT_TO_OPEN, CADETS: OPEN, RIFLE_DIVISION: "0709", HOWITZERS: BEHIND})
    marked(game, GUNS, fired=True)
    assert reason(game, GUNS, attack()) == "refused.has-fired"
    game.state.attacks["0709"] = attack("0709", support=(HOWITZERS,))
    assert reason(game, HOWITZERS, attack()) == "refused.supports-another"


@pytest.mark.rule("efs:13.11d")
def test_defending_guns_in_a_zone_of_control_support_no_other_hex() -> None:
    units = {RIFLES: NEXT_TO_OPEN, CADETS: OPEN, HOWITZERS: BEHIND}
    assert reason(quiet(units), HOWITZERS, attack()) == ""
    assert reason(quiet({**units, PANZER: "0807"}), HOWITZERS, attack()) == "refused.guns-in-zone"


@pytest.mark.rule("efs:13.11", "efs:6.35")
def test_guns_out_of_supply_support_no_defence() -> None:
    game = quiet({RIFLES: NEXT_TO_OPEN, CADETS: OPEN, HOWITZERS: BEHIND})
    marked(game, HOWITZERS, supply="out")
    assert reason(game, HOWITZERS, attack()) == "refused.guns-out-of-supply"


@pytest.mark.rule("efs:13.21", "efs:13.22")
def test_guns_in_a_defender_hex_support_it_alone_and_only_beside_others() -> None:
    alone = quiet({RIFLES: NEXT_TO_OPEN, HOWITZERS: OPEN})
    assert reason(alone, HOWITZERS, attack()) == "refused.guns-alone"
    stacked = quiet({RIFLES: NEXT_TO_OPEN, HOWITZERS: OPEN, CADETS: OPEN})
    assert reason(stacked, HOWITZERS, attack()) == ""
    attacked = quiet({RIFLES: NEXT_TO_OPEN, HOWITZERS: BEHIND, RIFLE_DIVISION: BEHIND, CADETS: OPEN})
    attacked.state.attacks[BEHIND] = attack(BEHIND)
    assert reason(attacked, HOWITZERS, attack()) == "refused.guns-attacked"


@pytest.mark.rule("efs:13.23")
def test_attacking_guns_in_a_zone_of_control_fire_at_those_who_exert_it() -> None:
    game = quiet({RIFLES: NEXT_TO_OPEN, GUNS: NEXT_TO_OPEN, CADETS: OPEN, RIFLE_DIVISION: BEHIND})
    assert reason(game, GUNS, attack()) == ""
    assert reason(game, GUNS, attack(BEHIND)) == "refused.guns-bound"


@pytest.mark.rule("efs:13.14a")
def test_four_axis_units_combine() -> None:
    axis = ("ax-617-fie", "ax-110-fie", "ax-787-fie", "ax-ii-54-fie", "ax-767-fie")
    game = quiet({RIFLES: NEXT_TO_OPEN, CADETS: OPEN} | dict.fromkeys(axis, NEXT_TO_OPEN))
    assert too_many(game, axis[:4], attack()) is None
    refused = too_many(game, axis, attack())
    assert refused is not None
    assert refused.rule == "13.14a"


@pytest.mark.rule("efs:13.15a", "efs:21.14")
def test_one_soviet_unit_supports_or_two_under_one_headquarters() -> None:
    units = {RIFLES: NEXT_TO_OPEN, CADETS: OPEN, HOWITZERS: BEHIND, OTHER_HOWITZERS: "0908"}
    pair = (HOWITZERS, OTHER_HOWITZERS)
    refused = too_many(quiet(units), pair, attack())
    assert refused is not None
    assert refused.rule == "13.15a"
    assert too_many(quiet(units), pair[:1], attack()) is None
    commanded = quiet({**units, HQ: "0807"})
    assert too_many(commanded, pair, attack()) is None
    three = quiet({**units, HQ: "0807", THIRD_HOWITZERS: BEHIND})
    assert too_many(three, (*pair, THIRD_HOWITZERS), attack()) is not None


@pytest.mark.rule("efs:13.15a")
def test_two_soviet_units_in_one_defender_hex_combine_without_a_headquarters() -> None:
    pair = (HOWITZERS, OTHER_HOWITZERS)
    game = quiet({RIFLES: NEXT_TO_OPEN, CADETS: OPEN} | dict.fromkeys(pair, OPEN))
    assert too_many(game, pair, attack()) is None


@pytest.mark.rule("efs:13.15a")
def test_soviet_units_in_two_defender_hexes_combine_only_if_one_of_them_is_under_command() -> None:
    units = {RIFLES: NEXT_TO_OPEN, CADETS: OPEN, RIFLE_DIVISION: BESIDE, HOWITZERS: OPEN, OTHER_HOWITZERS: BESIDE}
    pair, both = (HOWITZERS, OTHER_HOWITZERS), attack(OPEN, BESIDE)
    refused = too_many(quiet(units), pair, both)
    assert refused is not None
    assert refused.rule == "13.15a"
    assert too_many(quiet({**units, HQ: IN_RANGE_OF_NEITHER}), pair, both) is not None
    assert too_many(quiet({**units, HQ: IN_RANGE_OF_BESIDE}), pair, both) is None


@pytest.mark.rule("efs:13.15/note-nonop-hq", "efs:21.26c")
def test_a_headquarters_that_is_not_operational_lets_one_unit_support() -> None:
    units = {RIFLES: NEXT_TO_OPEN, CADETS: OPEN, HOWITZERS: BEHIND, OTHER_HOWITZERS: "0908", HQ: "0807"}
    game = quiet(units)
    marked(game, HQ, operational=False)
    refused = too_many(game, (HOWITZERS, OTHER_HOWITZERS), attack())
    assert refused is not None
    assert refused.rule == "21.26c"


@pytest.mark.rule("efs:13.16a", "efs:15.42a")
def test_support_is_halved_into_mud_and_swamps_together() -> None:
    game = quiet({RIFLES: NEXT_TO_OPEN, GUNS: NEXT_TO_OPEN, "ax-110-fie": NEXT_TO_OPEN, CADETS: OPEN})
    both = (GUNS, "ax-110-fie")
    assert strength_of_support(game, both, attack()) == 5
    assert strength_of_support(game, both, attack("1608")) == 2
    game.state.weather = Weather(kind="frost", frozen=True)
    assert strength_of_support(game, both, attack("1608")) == 5
    game.state.weather = Weather(kind="mud")
    assert strength_of_support(game, both, attack()) == 2
    assert strength_of_support(game, both, attack("1608")) == 1


@pytest.mark.rule("efs:13.31a", "efs:13.31b", "efs:13.31c")
def test_axis_allied_guns_defend_elsewhere_at_half_strength_and_two_at_most() -> None:
    allied = ("ax-787-fie", "ax-ii-54-fie", "ax-767-fie")
    german = ("ax-617-fie", "ax-110-fie", "ax-49-mtn-art-fie")
    units = {CADETS: NEXT_TO_OPEN, INFANTRY: OPEN} | dict.fromkeys((*allied, *german), BEHIND)
    game = quiet(units, scenario="perekop")
    counters = game.content.counters
    whole = dict(counters)
    try:
        counters.update({each: replace(counters[each], nation="rumanian") for each in allied})
        defence, assault = attack(side=SOVIET, by=(CADETS,)), attack(side=AXIS, by=(INFANTRY,))
        assert strength_of_support(game, allied[:2], defence) == 3
        assert strength_of_support(game, allied[:2], assault) == 6
        game.state.units[allied[0]] = Unit(at=OPEN, steps=1)
        assert strength_of_support(game, allied[:1], defence) == 3
        assert too_many(game, (*german[:2], *allied[:2]), defence) is None
        for units_of_rule, rule_id in (((*allied,), "13.31b"), ((allied[0], *german), "13.31c")):
            refused = too_many(game, units_of_rule, defence)
            assert refused is not None
            assert refused.rule == rule_id
        assert too_many(game, allied, assault) is None
    finally:
        counters.update(whole)


@pytest.mark.rule("efs:13.32a", "efs:13.15b")
def test_rockets_support_attacks_only_and_two_beside_the_guns() -> None:
    game = quiet({RIFLES: OPEN, CADETS: NEXT_TO_OPEN} | dict.fromkeys((HOWITZERS, OTHER_HOWITZERS), NEXT_TO_OPEN))
    counters = game.content.counters
    whole = dict(counters)
    try:
        counters[OTHER_HOWITZERS] = replace(counters[OTHER_HOWITZERS], type="rocket-artillery")
        assault = attack(side=SOVIET, by=(CADETS,))
        assert ineligible(game, OTHER_HOWITZERS, assault) is None
        assert too_many(game, (HOWITZERS, OTHER_HOWITZERS), assault) is None
        defence = quiet({RIFLES: NEXT_TO_OPEN, CADETS: OPEN, OTHER_HOWITZERS: OPEN})
        assert reason(defence, OTHER_HOWITZERS, attack()) == "refused.attack-only"
    finally:
        counters.update(whole)


@pytest.mark.rule("efs:13.15c", "efs:13.33b", "efs:21.22")
def test_any_number_of_railroad_guns_under_command_joins() -> None:
    guns = (HOWITZERS, OTHER_HOWITZERS, THIRD_HOWITZERS)
    units = {CADETS: NEXT_TO_OPEN, RIFLES: OPEN} | dict.fromkeys(guns, "0811")
    game = quiet(units)
    counters = game.content.counters
    whole = dict(counters)
    try:
        counters.update({each: replace(counters[each], type="railroad-artillery") for each in guns[1:]})
        assault = attack(side=SOVIET, by=(CADETS,))
        refused = too_many(game, guns, assault)
        assert refused is not None
        assert refused.rule == "13.15c"
        assert too_many(quiet({**units, HQ: "0811"}), guns, assault) is None
        both = quiet({**units, HQ: "0811", OTHER_HQ: "0714"})
        marked(both, OTHER_HQ, operational=False)
        refused = too_many(both, guns, assault)
        assert refused is not None
        assert refused.rule == "13.15c"
    finally:
        counters.update(whole)


@pytest.mark.rule("efs:13.16b", "efs:13.16a")
def test_guns_fire_across_lakes_and_great_rivers_with_full_strength() -> None:
    game = quiet({RIFLES: NEXT_TO_OPEN, GUNS: NEXT_TO_OPEN, CADETS: OPEN})
    sides = game.content.hexsides
    whole = dict(sides)
    try:
        for water in ("lake", "sea", "major-river"):
            sides[NEXT_TO_OPEN, OPEN] = sides[OPEN, NEXT_TO_OPEN] = frozenset({water})
            assert ineligible(game, GUNS, attack()) is None
            assert strength_of_support(game, (GUNS,), attack()) == 3
    finally:
        sides.update(whole)


@pytest.mark.rule("efs:13.13/note-merged-combats", "efs:13.14a")
def test_in_a_combat_of_several_hexes_the_limits_hold_for_all_of_it() -> None:
    pair = {HOWITZERS: "0807", OTHER_HOWITZERS: "0708"}
    game = quiet({RIFLES: NEXT_TO_OPEN, CADETS: OPEN, RIFLE_DIVISION: "0709", **pair})
    assert too_many(game, tuple(pair), attack(OPEN, "0709")) is not None


# The defender commits


@pytest.mark.rule("efs:13.12", "efs:15.31a")
def test_the_defender_commits_artillery_to_a_combat() -> None:
    units = {RIFLES: NEXT_TO_OPEN, CADETS: OPEN, HOWITZERS: BEHIND, OTHER_HOWITZERS: BEHIND}
    game = quiet(units, phase="axis/reaction")
    game.state.attacks[OPEN] = attack()
    game.state.stack.append(CommitArtillery(side=SOVIET))
    game.advance()
    assert (asked(game).prompt, asked(game).gathers) == ("commit-artillery", "do:done")
    assert asked(game).side == SOVIET
    assert set(asked(game).ids) == {f"unit:{HOWITZERS}", f"unit:{OTHER_HOWITZERS}", "do:done"}
    refused = game.explain(f"unit:{CADETS}")
    assert refused is not None
    assert refused.reason == "refused.no-artillery"


@pytest.mark.rule("efs:13.13a")
def test_a_unit_in_range_of_two_combats_is_committed_to_one_of_them() -> None:
    units = {RIFLES: NEXT_TO_OPEN, CADETS: OPEN, RIFLE_DIVISION: "0709", HOWITZERS: BEHIND}
    game = position(units, phase="axis/reaction")
    game.state.attacks.update({OPEN: attack(), "0709": attack("0709")})
    game.state.stack.append(CommitArtillery(side=SOVIET))
    game.advance()
    game.choose(f"unit:{HOWITZERS}")
    assert set(asked(game).ids) == {f"hex:{OPEN}", "hex:0709"}
    assert game.preview("hex:0709").lines[0].value == "+3"
    game.choose("hex:0709")
    assert game.state.attacks["0709"].support == (HOWITZERS,)
    assert game.state.attacks[OPEN].support == ()


@pytest.mark.rule("efs:13.13a")
def test_a_combat_of_two_hexes_is_supported_by_a_click_on_either() -> None:
    units = {RIFLES: NEXT_TO_OPEN, CADETS: OPEN, RIFLE_DIVISION: "0709", TANKS: "0910", HOWITZERS: BEHIND}
    game = position(units, phase="axis/reaction")
    game.state.attacks.update({OPEN: attack(OPEN, "0910"), "0709": attack("0709")})
    game.state.stack.append(CommitArtillery(side=SOVIET))
    game.advance()
    game.choose(f"unit:{HOWITZERS}")
    assert set(asked(game).ids) == {f"hex:{OPEN}", "hex:0910", "hex:0709"}
    game.choose("hex:0910")
    assert game.state.attacks[OPEN].support == (HOWITZERS,)


# Limited artillery supply


def short_of_shells(*points: str) -> Game:
    """A Soviet hex under attack with guns behind it, while artillery supply is limited; supply units in some hexes."""
    weather = Weather(kind="frost", limited_artillery=True)
    game = quiet({RIFLES: NEXT_TO_OPEN, CADETS: OPEN, HOWITZERS: BEHIND}, phase="axis/reaction", weather=weather)
    game.state.attacks[OPEN] = attack()
    for number, at in enumerate(points, start=1):
        game.state.supplies[f"soviet-s{number}"] = SupplyUnit(side=SOVIET, at=at, points=1)
    place = next(place for place, step in enumerate(TURN) if step.id == "axis/reaction")
    game.state.stack += [GameTurn(step="close", place=place), CommitArtillery(side=SOVIET)]
    return game


@pytest.mark.rule("efs:13.5", "efs:13.51", "efs:13.52", "efs:15.22")
def test_while_artillery_supply_is_limited_guns_need_a_point_in_reach() -> None:
    game = short_of_shells()
    assert reason(game, HOWITZERS, game.state.attacks[OPEN]) == "refused.guns-without-point"
    game = short_of_shells("0807")
    assert reason(game, HOWITZERS, game.state.attacks[OPEN]) == ""


@pytest.mark.rule("efs:13.53")
def test_the_owner_names_the_point_on_which_his_guns_draw() -> None:
    game = short_of_shells("0807", "0806")
    game.advance()
    game.choose(f"unit:{HOWITZERS}")
    assert set(asked(game).ids) == {"unit:soviet-s1", "unit:soviet-s2"}
    game.choose("unit:soviet-s2")
    assert game.state.attacks[OPEN].support_supply == ("soviet-s2",)


@pytest.mark.rule("efs:13.53")
def test_a_point_drawn_on_is_kept_or_spent_by_the_die() -> None:
    for die, guns, left in ((6, 1, True), (7, 1, False), (6, 2, False)):
        game = short_of_shells("0807")
        game.dice = ScriptedDice((die,))
        draw_points(game, replace(game.state.attacks[OPEN], support_supply=("soviet-s1",) * guns))
        assert ("soviet-s1" in game.state.supplies) == left
        *_, further, thrown, row = ("0", *sum_of(game, AmmunitionDrawn).values())
        assert (int(further), int(thrown), int(row)) == (guns - 1, die, die + guns - 1)
    game = short_of_shells("0807")
    game.state.weather = Weather(kind="dry")
    draw_points(game, replace(game.state.attacks[OPEN], support_supply=("soviet-s1",)))
    assert "soviet-s1" in game.state.supplies


@pytest.mark.rule("efs:13.52", "efs:13.53")
@pytest.mark.parametrize("others", [1, 2])
def test_guns_whose_point_an_earlier_combat_has_spent_draw_on_another(others: int) -> None:
    units = {RIFLES: NEXT_TO_OPEN, CADETS: OPEN, HOWITZERS: BEHIND}
    game = quiet(units, phase="axis/combat", weather=Weather(kind="frost", limited_artillery=True))
    for number in range(1, others + 1):
        game.state.supplies[f"soviet-s{number}"] = SupplyUnit(side=SOVIET, at="0807", points=1)
    game.state.attacks[OPEN] = replace(attack(), support=(HOWITZERS,), support_supply=("spent",))
    game.state.stack += [Afterwards(), CombatPhase(side=AXIS)]
    game.dice = ScriptedDice((5, 7))
    game.advance()
    for option in ("do:as-declared", "do:attack"):
        game.choose(option)
    if others > 1:
        assert (asked(game).side, asked(game).prompt) == (SOVIET, "draw-on")
        assert set(asked(game).ids) == {"unit:soviet-s1", "unit:soviet-s2"}
        game.choose("unit:soviet-s2")
    drawn = [event for event in game.events if isinstance(event, AmmunitionDrawn)]
    assert [(event.unit, event.guns, event.result) for event in drawn] == [(f"soviet-s{others}", 1, "spent")]
    assert len(game.state.supplies) == others - 1


@pytest.mark.rule("efs:13.53/note-attacking-artillery")
def test_limited_supply_does_not_touch_the_artillery_of_an_attack() -> None:
    game = short_of_shells()
    game.state.units[GUNS] = Unit(at=NEXT_TO_OPEN, steps=1)
    assert ineligible(game, GUNS, attack()) is None
