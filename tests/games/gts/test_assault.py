"""Chapter 18: assault. The ground is the clear country around 0814 and the woods around 0211."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from games.gts.marching import order, reason
from games.gts.positions import activated, choose, content, ids, position, quiet, unit, with_unit
from games.gts.test_command import Idle
from sandtable.games.gts.assault.assault_action import AssaultAction
from sandtable.games.gts.assault.assault_fire import shots_of
from sandtable.games.gts.assault.assault_procedure import Assault, targets, why_no_attacker
from sandtable.games.gts.assault.assault_retreat import Retreat
from sandtable.games.gts.assault.bravery import bravery_modifiers
from sandtable.games.gts.events.assault import AssaultChose
from sandtable.games.gts.state import Points, Unit
from sandtable.games.gts.units import Game
from sandtable.kernel import Choice, Resolved
from sandtable.mechanics.sums import Sum

HOME, TARGET, BEHIND = "0814", "0815", "0816"
H, K, J = "1pb1-r", "1pb1-s", "1pb1-t"
DEFENDER, FLAK = "kra-2", "arn-flak"
Faces = Mapping[str, Mapping[str, object]]


def assaulting(
    units: Mapping[str, str | Unit], dice: Sequence[int] = (), *, attackers: tuple[str, ...] = (H,),
    points: int = 0, faces: Faces | None = None, barrages: Mapping[str, str] | None = None, **how: object,
) -> Game:  # fmt: skip
    """The first brigade assaults, with its leader at hand."""
    game = position(
        units, Idle(), dice=dice, leaders={"lathbury": HOME}, active=activated(), faces=faces,
        points={"1ab": Points(points, 0)},
    )  # fmt: skip
    game.state.result = None
    game.state.barrages = dict(barrages or {})
    game.state.stack += [Idle(), Assault(attackers=attackers, **how)]  # type: ignore[arg-type]
    game.advance()
    return game


def shots(game: Game) -> list[tuple[str, str, str]]:
    """Who fired, at which final rating, with which result."""
    return [
        (event.subject, next(line.value for line in event.lines if line.label == "final-rating"), event.result)
        for event in game.events
        if isinstance(event, Resolved) and event.what == "fire"
    ]


# Who may assault, and whom


@pytest.mark.rule("gts:18.0", "gts:29.6", "gts:18.7/1", "gts:18.2", "gts:13.2/3")
def test_a_unit_next_to_the_enemy_may_assault() -> None:
    assert targets(quiet({H: HOME, DEFENDER: TARGET}, active=activated()), (H,)) == [TARGET]
    assert targets(quiet({H: HOME, DEFENDER: BEHIND}, active=activated()), (H,)) == []


@pytest.mark.rule("gts:18.1", "gts:22.3.3", "gts:19.2.2/effects", "gts:29.8")
@pytest.mark.parametrize(
    ("attacker", "state", "reason"),
    [
        (H, {"suppressed": True}, "refused.suppressed"),
        (H, {"works": "entrenched"}, "refused.assault-entrenched"),
        (H, {"landing": "parachute-1"}, "refused.just-landed"),
        ("lr-1", {}, "refused.assault-immobile"),
        ("1pb1-mor", {}, "refused.no-assault-rating"),
    ],
)
def test_who_cannot_assault(attacker: str, state: dict[str, object], reason: str) -> None:
    game = quiet({attacker: HOME, DEFENDER: TARGET}, active=activated())
    with_unit(game, attacker, **state)
    assert AssaultAction().offers(game, (attacker,)) == []
    refusal = why_no_attacker(game, attacker)
    assert refusal is not None
    assert refusal.reason == reason


@pytest.mark.rule("gts:18.1")
def test_a_unit_without_steps_cannot_assault() -> None:
    game = quiet({H: Unit(at=HOME, steps=0), DEFENDER: TARGET}, active=activated())
    refusal = why_no_attacker(game, H)
    assert refusal is not None
    assert refusal.reason == "refused.zero-steps"


@pytest.mark.rule("gts:18.1", "gts:14.6.1")
def test_vehicles_assault_a_town_only_in_column() -> None:
    start, town = "2414", "2415"
    assert content().terrain[town] == "town"
    vehicle = Unit(at=start, steps=1)
    game = quiet({"all-jpz": vehicle, H: town}, active=activated("formation", "allworden", "german"))
    assert targets(game, ("all-jpz",)) == []
    with_unit(game, "all-jpz", column=True)
    assert targets(game, ("all-jpz",)) == [town]


@pytest.mark.rule("gts:18.1", "gts:14.7/restrictions")
def test_across_a_bridge_only_a_unit_in_column_assaults() -> None:
    game = quiet({H: "3419", DEFENDER: "3420"}, active=activated())
    assert targets(game, (H,)) == []
    with_unit(game, H, column=True)
    assert targets(game, (H,)) == ["3420"]


@pytest.mark.rule("gts:18.4", "gts:18.5", "gts:18.7/1")
def test_with_several_hexes_in_reach_one_is_chosen() -> None:
    game = assaulting({H: HOME, DEFENDER: TARGET, "kra-4": "0813"})
    assert ids(game) == {f"hex:{TARGET}", "hex:0813"}


# Bravery


@pytest.mark.rule("gts:18.7/2", "gts:29.10", "gts:22.3.6")
@pytest.mark.parametrize(
    ("defender", "works", "rating"), [("all-jpz", "", 6), (DEFENDER, "entrenched", 7), ("all-jpz", "entrenched", 6)]
)
def test_the_example_of_bravery_checks(defender: str, works: str, rating: int) -> None:
    """An armored attacker of quality 7 and defense -2; the defending armor has -3."""
    faces = {"dg47-b": {"quality": 7, "defense": -2}, "all-jpz": {"defense": -3, "armored": True}}
    game = quiet({"dg47-b": HOME, defender: TARGET}, faces=faces)
    with_unit(game, defender, works=works)
    modifiers = bravery_modifiers(game, ("dg47-b",), TARGET)
    assert modifiers is not None
    assert 7 + Sum(modifiers).total == rating


@pytest.mark.rule("gts:18.7/2")
def test_no_bravery_check_against_infantry_in_the_open() -> None:
    assert bravery_modifiers(quiet({H: HOME, DEFENDER: TARGET}), (H,), TARGET) is None


@pytest.mark.rule("gts:18.7/2")
def test_a_bridge_alone_calls_for_a_check_without_modifier() -> None:
    modifiers = bravery_modifiers(quiet({H: "3419", DEFENDER: "3420"}), (H,), "3420")
    assert modifiers is not None
    assert Sum(modifiers).total == 0


@pytest.mark.rule("gts:18.7/2", "gts:29.10")
def test_an_attacker_that_fails_its_bravery_check_does_not_assault() -> None:
    game = assaulting({H: HOME, DEFENDER: Unit(at=TARGET, steps=2, works="entrenched")}, [9])
    assert game.state.result is not None
    assert shots(game) == []


@pytest.mark.rule("gts:18.7/2", "gts:29.47")
def test_no_command_point_helps_a_bravery_check() -> None:
    game = assaulting({H: HOME, DEFENDER: Unit(at=TARGET, steps=2, works="entrenched")}, [9], points=9)
    assert game.state.divisions["1ab"].command == 9


# Opportunity fire and 0-step units


@pytest.mark.rule("gts:18.7/3", "gts:17.2/2")
def test_only_the_assaulted_units_fire_first() -> None:
    game = assaulting({H: HOME, DEFENDER: TARGET, "kra-4": "0914"}, attackers=(H,), target=TARGET, step="fired_at")
    assert "0914" in content().adjacent[HOME]
    assert ids(game) == {f"unit:{DEFENDER}", "do:hold"}


@pytest.mark.rule("gts:18.7/3", "gts:18.7/4")
def test_a_suppressed_attacker_drops_out() -> None:
    """The only attacker is suppressed by the defender's opportunity fire: rating 4 + 3, a 3 is S."""
    game = assaulting({H: HOME, DEFENDER: TARGET}, [0, 3])
    choose(game, f"unit:{DEFENDER}", "do:accept")
    assert unit(game, H).suppressed
    assert game.state.result is not None


@pytest.mark.rule("gts:18.7/4")
def test_defenders_without_steps_are_eliminated_and_the_hex_is_taken() -> None:
    assert content().counters[FLAK].steps == 0
    game = assaulting({H: HOME, FLAK: TARGET})
    choose(game, "do:hold")
    assert FLAK not in game.state.units
    assert unit(game, H).at == TARGET


# Rounds


def in_round(dice: Sequence[int] = (), **more: str | Unit) -> Game:
    """An assault by one company on another, after the defender has held his first fire."""
    units: dict[str, str | Unit] = {H: HOME, DEFENDER: TARGET}
    game = assaulting(units | {name.replace("_", "-"): at for name, at in more.items()}, dice)
    choose(game, "do:hold")
    return game


@pytest.mark.rule("gts:18.7/5A", "gts:18.7")
def test_the_defender_stands_or_retreats() -> None:
    game = in_round()
    assert game.decisions[0].side == "german"
    assert ids(game) == {"do:stand", "do:retreat"}


@pytest.mark.rule("gts:18.7/5B")
def test_against_a_stand_the_attacker_fires_or_charges() -> None:
    game = in_round()
    choose(game, "do:stand")
    assert game.decisions[0].side == "allied"
    assert ids(game) == {"do:assault-fire", "do:charge"}


@pytest.mark.rule("gts:18.7/5A", "gts:18.7/5B")
def test_what_both_sides_decide_is_told() -> None:
    game = in_round([9, 9, 9, 9, 9, 9])
    choose(game, "do:stand", "do:assault-fire")
    texts = game.title.texts("en")
    told = [texts.event(event) for event in game.events if isinstance(event, AssaultChose)]
    assert told == [f"The defenders of {TARGET} stand", f"The attackers of {TARGET} fire"]


@pytest.mark.rule("gts:18.7/5D", "gts:18.7/5D-shots", "gts:18.7/5D-who", "gts:29.7")
def test_both_sides_fire_twice_each() -> None:
    game = in_round([9, 9, 9, 9, 9, 9])
    choose(game, "do:stand", "do:assault-fire")
    assert [subject for subject, _, _ in shots(game)] == [H, H, DEFENDER, DEFENDER]


@pytest.mark.rule("gts:18.7/5D-mods", "gts:15.6/6")
def test_one_check_for_the_company_bonus_holds_for_both_shots() -> None:
    """Fire 4 and assault 5 for the attacker, 4 and 4 for the defender, each with +2."""
    game = in_round([0, 0, 9, 9, 9, 9])
    choose(game, "do:stand", "do:assault-fire")
    assert [rating for _, rating, _ in shots(game)] == ["6", "7", "6", "6"]


@pytest.mark.rule("gts:18.7/5D")
def test_all_fire_is_resolved_before_any_result_is_applied() -> None:
    """The attacker's hits do not weaken the defender's shots of the same round."""
    game = in_round([9, 9, 4, 4, 4, 4])
    choose(game, "do:stand", "do:assault-fire")
    assert [rating for _, rating, _ in shots(game)] == ["4", "5", "4", "4"]
    assert unit(game, DEFENDER).hits == 2


@pytest.mark.rule("gts:18.7/5D-shots", "gts:29.8")
@pytest.mark.parametrize(
    ("face", "state", "expected"),
    [
        ({}, {}, ("fire", "assault")),
        ({"red": True}, {}, ("assault", "assault")),
        ({}, {"suppressed": True}, ("assault",)),
        ({"assault": None}, {}, ()),
        ({"fire": None}, {}, ("assault",)),
    ],
)
def test_the_ratings_with_which_a_unit_fires(
    face: dict[str, object], state: dict[str, object], expected: tuple[str, ...]
) -> None:
    game = quiet({H: HOME}, faces={H: face} if face else None)
    with_unit(game, H, **state)
    assert shots_of(game, H) == expected


@pytest.mark.rule("gts:18.7/5D-mods", "gts:19.2.2/effects")
def test_a_suppressed_defender_fires_once_at_two_less() -> None:
    game = assaulting({H: HOME, DEFENDER: Unit(at=TARGET, steps=2, suppressed=True)}, [9, 9, 9, 9, 9])
    choose(game, "do:stand", "do:assault-fire")
    assert [shot for shot in shots(game) if shot[0] == DEFENDER] == [(DEFENDER, "2", "miss")]


@pytest.mark.rule("gts:18.7/5D-mods")
def test_the_terrain_protects_defenders_only() -> None:
    """In woods: the defender has -2, the attacker in woods nothing."""
    assert content().terrain["0211"] == content().terrain["0212"] == "woods"
    game = assaulting({H: "0211", DEFENDER: "0212"}, [9, 9, 9, 9, 9, 9])
    choose(game, "do:hold", "do:stand", "do:assault-fire")
    assert [rating for _, rating, _ in shots(game)] == ["2", "3", "4", "4"]


@pytest.mark.rule("gts:18.7/5D-mods")
def test_across_a_stream_the_attackers_fire_worse_in_the_first_round() -> None:
    game = assaulting({H: "0614", DEFENDER: "0714"}, [9] * 12)
    choose(game, "do:hold", "do:stand", "do:assault-fire", "do:press-on", "do:stand", "do:assault-fire")
    assert [rating for subject, rating, _ in shots(game) if subject == H] == ["3", "4", "4", "5"]


@pytest.mark.rule("gts:18.7/5D-mods")
def test_attackers_fire_at_retreating_defenders_at_two_more_and_nobody_fires_back() -> None:
    game = in_round([9, 9, 9])
    choose(game, "do:retreat")
    assert [(subject, rating) for subject, rating, _ in shots(game)] == [(H, "6"), (H, "7")]


@pytest.mark.rule("gts:18.7/5D-after")
def test_without_a_defender_left_the_attackers_advance() -> None:
    """A 6 eliminates one step, an 8 the unit: with the bonus the ratings are 6 and 7."""
    game = in_round(
        [0, 9, 6, 6, 9, 9],
    )
    choose(game, "do:stand", "do:assault-fire")
    assert DEFENDER not in game.state.units
    assert unit(game, H).at == TARGET


@pytest.mark.rule("gts:18.7/5F")
def test_the_attacker_may_break_off_after_a_round() -> None:
    game = in_round([9] * 6)
    choose(game, "do:stand", "do:assault-fire")
    assert ids(game) == {"do:break-off", "do:press-on"}
    choose(game, "do:break-off")
    assert unit(game, H).at == HOME
    assert game.state.result is not None


@pytest.mark.rule("gts:18.7/6")
def test_the_third_round_is_the_last() -> None:
    game = in_round([9] * 18)
    for _ in range(2):
        choose(game, "do:stand", "do:assault-fire", "do:press-on")
    choose(game, "do:stand", "do:assault-fire")
    assert game.state.result is not None


# Charges


@pytest.mark.rule("gts:18.7/5C")
def test_a_charger_that_fails_is_out_and_the_assault_ends() -> None:
    game = in_round([9])
    choose(game, "do:stand", "do:charge")
    assert game.state.result is not None
    assert unit(game, H).at == HOME


@pytest.mark.rule("gts:18.7/5C", "gts:18.7/5D-mods", "gts:18.7/5D-who", "gts:18.7/5F")
def test_defenders_that_stand_fire_at_chargers_at_two_more_and_the_charge_ends_the_assault() -> None:
    game = in_round([0, 0, 9, 9, 9])
    choose(game, "do:stand", "do:charge")
    assert [(subject, rating) for subject, rating, _ in shots(game)] == [(DEFENDER, "6"), (DEFENDER, "6")]
    assert game.state.result is not None


@pytest.mark.rule("gts:18.7/5C", "gts:18.7/5E")
def test_defenders_that_fail_against_a_charge_retreat_without_a_shot() -> None:
    game = in_round([0, 9])
    choose(game, "do:stand", "do:charge", f"hex:{BEHIND}")
    assert shots(game) == []
    assert unit(game, DEFENDER).at == BEHIND
    assert unit(game, H).at == TARGET


@pytest.mark.rule("gts:18.7/5C")
def test_the_defender_picks_who_checks_against_the_charge() -> None:
    game = in_round([0, 9], kra_4=TARGET)
    choose(game, "do:stand", "do:charge")
    assert game.decisions[0].side == "german"
    assert ids(game) == {f"unit:{DEFENDER}", "unit:kra-4"}


@pytest.mark.rule("gts:18.7/5C", "gts:29.46")
def test_command_points_pass_the_check_for_a_charge() -> None:
    game = assaulting({H: HOME, DEFENDER: TARGET}, [9], points=1)
    choose(game, "do:hold", "do:stand", "do:charge", "do:spend")
    assert game.decisions[0].prompt == "retreat-to"


# Retreats


def retreating(units: Mapping[str, str | Unit], dice: Sequence[int] = (), **barrages: str) -> Game:
    """The defenders of a hex have to retreat from the first company."""
    game = position(units, Idle(), dice=dice, active=activated())
    game.state.result = None
    game.state.barrages = {label.removeprefix("at_"): marker for label, marker in barrages.items()}
    game.state.stack += [Idle(), Retreat(hex=TARGET, attackers=(H,))]
    game.advance()
    return game


@pytest.mark.rule("gts:18.7/5E", "gts:18.7/5A")
def test_suppressed_and_immobile_defenders_are_eliminated() -> None:
    units: dict[str, str | Unit] = {
        H: HOME, DEFENDER: Unit(at=TARGET, steps=2, suppressed=True),
        "rg-9ss-1": Unit(at=TARGET, steps=0, formation="krafft"),
    }  # fmt: skip
    assert not {DEFENDER, "rg-9ss-1"} & set(retreating(units).state.units)


@pytest.mark.rule("gts:18.7/5E", "gts:19.2.2")
def test_units_that_retreat_are_suppressed_without_conversion() -> None:
    game = retreating({H: HOME, DEFENDER: TARGET})
    choose(game, f"hex:{BEHIND}")
    assert unit(game, DEFENDER).suppressed
    assert unit(game, DEFENDER).at == BEHIND
    assert game.state.result is not None


@pytest.mark.rule("gts:18.7/5E")
def test_the_owner_picks_any_adjacent_hex_without_enemies() -> None:
    game = retreating({H: HOME, DEFENDER: TARGET})
    assert ids(game) == {f"hex:{label}" for label in content().adjacent[TARGET] if label != HOME}


@pytest.mark.rule("gts:18.7/5E", "gts:17.2/3", "gts:13.4")
def test_units_outside_the_assault_fire_at_the_retreat_but_not_the_attackers() -> None:
    game = retreating({H: HOME, K: "0915", DEFENDER: TARGET})
    assert "0915" in content().adjacent[TARGET]
    assert game.decisions[0].side == "allied"
    assert ids(game) == {f"unit:{K}", "do:hold"}


@pytest.mark.rule("gts:18.7/5E", "gts:17.6/3", "gts:17.6/1")
def test_fire_at_a_retreat_has_five_more() -> None:
    game = retreating({H: HOME, K: "0915", DEFENDER: TARGET}, [0, 9])
    choose(game, f"unit:{K}")
    assert shots(game) == [(K, "9", "miss")]


@pytest.mark.rule("gts:18.7/5E")
def test_a_defender_suppressed_on_its_retreat_is_eliminated() -> None:
    game = retreating({H: HOME, K: "0915", DEFENDER: TARGET}, [0, 3])
    choose(game, f"unit:{K}", "do:accept")
    assert DEFENDER not in game.state.units


@pytest.mark.rule("gts:18.7/5E", "gts:16.4.2.2/leave")
@pytest.mark.parametrize(("roll", "left"), [(0, True), (9, False)])
def test_out_of_a_heavy_barrage_it_takes_a_check(roll: int, left: bool) -> None:
    game = retreating({H: HOME, DEFENDER: TARGET}, [roll], at_0815="heavy-barrage")
    if left:
        choose(game, f"hex:{BEHIND}")
    assert (DEFENDER in game.state.units) is left


@pytest.mark.rule("gts:18.7/5E", "gts:14.11")
@pytest.mark.parametrize(("roll", "left"), [(0, True), (9, False)])
def test_guns_with_a_star_check_for_emergency_displacement(roll: int, left: bool) -> None:
    assert content().counters["kra-9p"].front.star
    game = retreating({H: HOME, "kra-9p": TARGET}, [roll])
    assert ("kra-9p" in game.state.units) is left


@pytest.mark.rule("gts:18.7/5E", "gts:14.11")
def test_guns_with_a_star_do_not_retreat_into_an_enemy_fire_zone() -> None:
    game = retreating({H: HOME, "kra-9p": TARGET}, [0])
    beside = set(content().adjacent[TARGET]) & set(content().adjacent[HOME])
    assert ids(game) == {f"hex:{label}" for label in content().adjacent[TARGET] if label not in {HOME, *beside}}


@pytest.mark.rule("gts:18.7/5E", "gts:14.7/limits")
def test_stacking_limits_hold_at_once_in_a_retreat() -> None:
    there = ("kra-4", "kra-9f", "spi-1", "spi-2")
    game = retreating({H: HOME, DEFENDER: TARGET, **dict.fromkeys(there, BEHIND)})
    choose(game, f"hex:{BEHIND}")
    assert game.decisions[0].prompt == "no-room"
    choose(game, f"unit:{DEFENDER}")
    assert DEFENDER not in game.state.units


@pytest.mark.rule("gts:18.7/5E", "gts:14.6")
def test_a_column_drops_its_column_for_a_hit_where_another_is_in_its_way() -> None:
    game = retreating(
        {H: HOME, DEFENDER: Unit(at=TARGET, steps=2, column=True), "kra-4": Unit(at=BEHIND, steps=2, column=True)}
    )
    choose(game, f"hex:{BEHIND}")
    retreated = unit(game, DEFENDER)
    assert (retreated.column, retreated.hits, retreated.at) == (False, 1, BEHIND)


@pytest.mark.rule("gts:18.7/5E", "gts:22.3.3", "gts:22.3.5")
def test_an_entrenchment_stays_behind_empty() -> None:
    game = retreating({H: HOME, DEFENDER: Unit(at=TARGET, steps=2, works="entrenched")})
    choose(game, f"hex:{BEHIND}")
    assert unit(game, DEFENDER).works == ""
    assert list(game.state.trenches.values()) == ["german"]


@pytest.mark.rule("gts:18.7/5E")
def test_surrounded_defenders_are_eliminated() -> None:
    ring = [label for label in content().adjacent[TARGET] if label != HOME]
    others = dict(zip((K, J, "1pb2-a", "1pb2-b", "1pb2-c"), ring, strict=True))
    game = retreating({H: HOME, DEFENDER: TARGET, **others}, [9] * 5)
    while game.state.result is None:
        choose(game, game.decisions[0].default)
    assert DEFENDER not in game.state.units


@pytest.mark.rule("gts:22.2.5")
def test_an_attacker_leaves_its_improved_position() -> None:
    game = assaulting({H: Unit(at=HOME, steps=2, works="improved"), DEFENDER: TARGET})
    choose(game, "do:hold")
    assert unit(game, H).works == ""


@pytest.mark.rule("gts:22.2.3", "gts:22.2.5", "gts:18.7/3", "gts:17.2/state")
def test_the_position_that_attackers_leave_does_not_protect_them_from_the_defenders() -> None:
    game = assaulting({H: Unit(at=HOME, steps=2, works="improved"), DEFENDER: TARGET}, [0, 9])
    choose(game, f"unit:{DEFENDER}")
    assert shots(game) == [(DEFENDER, "7", "miss")]


@pytest.mark.rule("gts:22.2.5", "gts:18.7/2")
def test_the_position_that_attackers_leave_does_not_help_their_bravery() -> None:
    """Bravery 5 against an entrenchment: a 6 fails, in an improved position as well."""
    units = {H: Unit(at=HOME, steps=2, works="improved"), DEFENDER: Unit(at=TARGET, steps=2, works="entrenched")}
    game = assaulting(units, [6], faces={H: {"quality": 7}})
    assert game.state.result is not None
    assert unit(game, H).works == "improved"


@pytest.mark.rule("gts:22.2.5", "gts:18.7/2", "gts:18.7/5D")
def test_what_an_assault_is_shown_to_take_is_reckoned_outside_the_position() -> None:
    shown = []
    for works in ("", "improved"):
        units = {H: Unit(at=HOME, steps=2, works=works), DEFENDER: Unit(at=TARGET, steps=2, works="entrenched")}
        game = quiet(units, active=activated())
        preview = AssaultAction().preview(game, (H,), Choice("do", "assault"))
        assert preview is not None
        shown.append({(line.label, line.value) for line in preview.lines if line.label != "leaving-works"})
    assert shown[0] == shown[1]


@pytest.mark.rule("gts:21.2/with-units", "gts:13.3/leader-stays")
def test_in_a_second_action_the_leader_advances_with_the_last_of_his_units() -> None:
    game = position(
        {H: HOME, FLAK: TARGET}, Idle(), Assault(attackers=(H,)), leaders={"lathbury": HOME},
        active=activated(second=True),
    )  # fmt: skip
    choose(game, "do:hold")
    assert game.state.leaders["lathbury"].at == TARGET


# The examples of the rulebook

COMPANY = {"fire": 4, "assault": 5, "defense": -1, "quality": 8}


@pytest.mark.rule("gts:18.7/2", "gts:18.7/3", "gts:18.7/4", "gts:18.7/5D", "gts:18.7/5D-mods", "gts:18.7/5F")
def test_assault_example_1() -> None:
    """Two companies of a stack of six steps assault an entrenched company and a 0-step gun in woods, and break off."""
    faces = {H: COMPANY, K: COMPANY, DEFENDER: {"fire": 4, "assault": 4, "defense": -1}, FLAK: {"quality": 0}}
    units: dict[str, str | Unit] = {
        H: "0211", K: "0211", J: "0211", DEFENDER: Unit(at="0212", steps=2, works="entrenched"), FLAK: "0212",
    }  # fmt: skip
    dice = [3, 5, 9, 0, 9, 1, 7, 2, 5, 5, 7, 9, 7, 1, 9]
    game = assaulting(units, dice, attackers=(H, K), faces=faces)
    choose(game, f"unit:{FLAK}", f"unit:{H}", f"unit:{DEFENDER}", f"unit:{H}")
    assert shots(game) == [(DEFENDER, "6", "miss")]
    assert FLAK not in game.state.units
    choose(game, "do:stand", "do:assault-fire", f"unit:{K}")
    fired = shots(game)[1:]
    assert [rating for subject, rating, _ in fired if subject in (H, K)] == ["2", "3", "2", "3"]
    assert [(rating, result) for subject, rating, result in fired if subject == DEFENDER] == [
        ("6", "miss"),
        ("6", "S?"),
    ]


@pytest.mark.rule("gts:18.7/3", "gts:18.7/5C", "gts:18.7/5D", "gts:18.7/5E", "gts:16.4.2.2", "gts:17.6/3", "gts:19.2.2")
def test_assault_example_2() -> None:
    """A company assaults a weak unit under a heavy barrage, fires in the first round and charges in the second."""
    weak = {"quality": 1, "fire": 2, "assault": 2, "defense": 1}
    dice = [4, 4, 7, 9, 4, 5, 2, 0, 7, 0, 3, 9]
    game = assaulting(
        {H: HOME, K: "0915", DEFENDER: TARGET}, dice, faces={H: COMPANY, K: COMPANY, DEFENDER: weak},
        barrages={TARGET: "heavy-barrage"},
    )  # fmt: skip
    choose(game, f"unit:{DEFENDER}", "do:stand", "do:assault-fire")
    assert [rating for _, rating, _ in shots(game)] == ["7", "8", "-1", "-1"]
    assert unit(game, DEFENDER).hits == 1
    choose(game, "do:press-on", "do:stand", "do:charge", f"unit:{K}")
    assert shots(game)[-1] == (K, "10", "miss")
    choose(game, f"hex:{BEHIND}")
    assert (unit(game, DEFENDER).suppressed, unit(game, DEFENDER).hits) == (True, 1)
    assert unit(game, H).at == TARGET


@pytest.mark.rule("gts:18.6")
def test_a_hex_can_be_assaulted_again_by_others_under_the_same_chit() -> None:
    game = position(
        {H: HOME, K: "0915", DEFENDER: TARGET}, Idle(), Assault(attackers=(K,)), Assault(attackers=(H,)),
        dice=[9] * 12, active=activated(),
    )  # fmt: skip
    for _ in (H, K):
        choose(game, "do:hold", "do:stand", "do:assault-fire", "do:break-off")
    assert [subject for subject, _, _ in shots(game)] == [H, H, DEFENDER, DEFENDER, K, K, DEFENDER, DEFENDER]


@pytest.mark.rule("gts:18.7/5E", "gts:16.4.2.2/leave")
@pytest.mark.parametrize(("switches", "hits"), [((), 0), (("18.7/5E",), 1)])
def test_by_another_reading_leaving_a_heavy_barrage_costs_a_hit(switches: tuple[str, ...], hits: int) -> None:
    game = position({H: HOME, DEFENDER: TARGET}, Idle(), dice=[0], active=activated(), switches=switches)
    game.state.result = None
    game.state.barrages = {TARGET: "heavy-barrage"}
    game.state.stack += [Idle(), Retreat(hex=TARGET, attackers=(H,))]
    game.advance()
    assert unit(game, DEFENDER).hits == hits


@pytest.mark.rule("gts:19.2.2", "gts:18.7/5D-after")
@pytest.mark.parametrize(("switches", "asked"), [((), True), (("19.2.2",), False)])
def test_by_another_reading_suppression_is_not_converted_in_a_retreat(switches: tuple[str, ...], asked: bool) -> None:
    """The attackers fire at retreating defenders: an S with the first shot, a miss with the second."""
    game = position(
        {H: HOME, DEFENDER: TARGET}, Idle(), Assault(attackers=(H,)), dice=[9, 3, 9], active=activated(),
        switches=switches,
    )  # fmt: skip
    choose(game, "do:hold", "do:retreat")
    assert (bool(game.decisions) and game.decisions[0].prompt == "convert") is asked
    assert (DEFENDER in game.state.units) is asked


# Who fires at a retreat, and who is told what


def charged_in_the_second_round() -> Game:
    """Two companies fire in the first round and charge in the second; one fails, and so do the defenders."""
    units = {H: HOME, K: HOME, J: "0915", DEFENDER: TARGET}
    game = assaulting(units, [9] * 9 + [0, 9, 9], attackers=(H, K))
    choose(game, "do:hold", "do:stand", "do:assault-fire", f"unit:{H}", "do:press-on", "do:stand", "do:charge")
    return game


@pytest.mark.rule("gts:17.2/3", "gts:18.7/5E", "gts:13.4")
def test_whoever_fired_in_an_earlier_round_does_not_fire_at_the_retreat() -> None:
    game = charged_in_the_second_round()
    assert (game.decisions[0].prompt, game.decisions[0].args["trigger"]) == ("opportunity", "retreat")
    assert ids(game) == {f"unit:{J}", "do:hold"}


@pytest.mark.rule("gts:17.2/3", "gts:18.7/5E")
@pytest.mark.parametrize("attacker", [H, K])
def test_who_took_part_is_told_so(attacker: str) -> None:
    refusal = charged_in_the_second_round().explain(f"unit:{attacker}")
    assert refusal is not None
    assert (refusal.reason, refusal.rule) == ("refused.took-part", "17.2/3")


@pytest.mark.rule("gts:17.2/3", "gts:18.7/2", "gts:18.7/5E")
def test_who_lacked_the_bravery_to_assault_may_fire_at_the_retreat() -> None:
    """K fails its check against the entrenchment and takes no part."""
    units = {H: HOME, K: HOME, DEFENDER: Unit(at=TARGET, steps=2, works="entrenched")}
    game = assaulting(units, [0, 9, 9, 9, 9], attackers=(H, K))
    choose(game, "do:hold", "do:retreat")
    assert ids(game) == {f"unit:{K}", "do:hold"}


@pytest.mark.rule("gts:18.7/3", "gts:17.2/2")
def test_a_neighbour_is_told_that_only_the_defenders_fire_at_the_attackers() -> None:
    game = assaulting({H: HOME, DEFENDER: TARGET, "kra-4": "0813"}, target=TARGET, step="fired_at")
    assert ids(game) == {f"unit:{DEFENDER}", "do:hold"}
    refusal = game.explain("unit:kra-4")
    assert refusal is not None
    assert (refusal.reason, refusal.rule) == ("refused.only-defenders", "18.7/3")


@pytest.mark.rule("gts:18.7/3", "gts:14.7/opfire")
def test_each_defender_picks_its_own_attacker() -> None:
    units = {H: HOME, K: HOME, DEFENDER: TARGET, "kra-4": TARGET}
    game = assaulting(units, [0, 9, 0, 9], attackers=(H, K))
    choose(game, f"unit:{DEFENDER}", f"unit:{H}", "unit:kra-4", f"unit:{K}")
    fired = [event for event in game.events if type(event).__name__ == "Fired"]
    assert [getattr(event, "target", "") for event in fired] == [H, K]


# Where an assault or a retreat may lead


def leaving(units: Mapping[str, str | Unit], attacker: str, owner: str, side: str) -> Game:
    """Everybody in the hex of the first unit retreats from an attacker."""
    first = next(iter(units.values()))
    game = position(
        units, Idle(), Retreat(hex=first if isinstance(first, str) else first.at, attackers=(attacker,)),
        active=activated(owner=owner, side=side),
    )  # fmt: skip
    assert game.decisions[0].prompt == "retreat-to"
    return game


@pytest.mark.rule("gts:14.1", "gts:18.1")
def test_nobody_assaults_into_the_ground_where_the_enemy_enters_the_map() -> None:
    start, target = "0419", "0320"
    assert content().distance(target, content().entry_hex["w3"]) == 2
    assert content().distance(start, content().entry_hex["w3"]) == 3
    game = order({H: start, DEFENDER: target}, H)
    assert "do:assault" not in ids(game)
    assert reason(game, "do:assault") == ("refused.near-entry", "14.1")
    assert "do:assault" in ids(order({H: target, DEFENDER: start}, DEFENDER))


@pytest.mark.rule("gts:14.1", "gts:18.7/5E")
def test_nobody_retreats_into_the_ground_where_the_enemy_enters_the_map() -> None:
    entry = content().entry_hex["w3"]
    game = leaving({H: "0419", DEFENDER: "0519"}, DEFENDER, "krafft", "german")
    assert "0320" in content().adjacent["0419"]
    assert all(content().distance(option.removeprefix("hex:"), entry) > 2 for option in ids(game))


@pytest.mark.rule("gts:14.7/restrictions", "gts:18.7/5E")
def test_nobody_retreats_by_ferry() -> None:
    game = leaving({H: Unit(at="1820", steps=2, column=True), DEFENDER: "1819"}, DEFENDER, "krafft", "german")
    assert "1921" in content().adjacent["1820"]
    assert "hex:1921" not in ids(game)


@pytest.mark.rule("gts:14.6", "gts:18.7/5E", "gts:14.5")
def test_a_tank_column_does_not_retreat_into_a_town_with_another_column() -> None:
    """It would have to break up, and vehicles are in towns in column only; infantry may."""
    other = Unit(at="2415", steps=1, column=True)
    tanks = leaving({"all-jpz": Unit(at="2315", steps=1, column=True), "all-1": other, H: "2314"}, H, "1para", "allied")
    assert "hex:2316" in ids(tanks)
    assert "hex:2415" not in ids(tanks)
    foot = leaving({"all-2": Unit(at="2315", steps=1, column=True), "all-1": other, H: "2314"}, H, "1para", "allied")
    choose(foot, "hex:2415")
    assert (unit(foot, "all-2").at, unit(foot, "all-2").column, unit(foot, "all-2").hits) == ("2415", False, 1)


@pytest.mark.rule("gts:16.4.2.2", "gts:18.7/5E", "gts:18.7/5D-mods")
def test_attackers_under_a_heavy_barrage_fire_worse_but_go_out_of_it_without_a_check() -> None:
    """Both shots miss; no other die falls for the attacker but the one for its bonus."""
    game = assaulting({H: HOME, DEFENDER: TARGET}, [9, 9, 9], barrages={HOME: "heavy-barrage"})
    choose(game, "do:hold", "do:retreat", f"hex:{BEHIND}")
    assert [rating for _, rating, _ in shots(game)] == ["4", "5"]
    assert (unit(game, H).at, unit(game, H).hits) == (TARGET, 0)


@pytest.mark.rule("gts:18.7/5D-after", "gts:10.0.2/stack", "gts:19.2.2/effects")
def test_after_an_assault_those_who_are_still_able_act_again_without_the_suppressed() -> None:
    game = order({H: HOME, K: HOME, DEFENDER: TARGET}, H, K, leaders={"lathbury": HOME}, points={"1ab": Points(2, 0)},
                 dice=[0, 3, 9, 9, 9, 9, 9, 9, 9])  # fmt: skip
    choose(game, "do:assault", f"unit:{DEFENDER}", f"unit:{H}", "do:accept", "do:stand", "do:assault-fire", "do:roll")
    choose(game, "do:break-off")
    assert {f"drop:{H}", f"drop:{K}"} <= ids(game)
    choose(game, f"drop:{H}")
    assert any(option.startswith("hex:") for option in ids(game))
