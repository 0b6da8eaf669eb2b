"""Chapter 16: indirect fire, radio contact and barrages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from games.gts.positions import activated, choose, content, ids, position, quiet, unit, with_unit
from sandtable.games.gts.fire.fire_action import FireAction, targets
from sandtable.games.gts.fire.fire_modifiers import own_rating
from sandtable.games.gts.indirect.indirect_fire import lose_contact, place_barrage
from sandtable.games.gts.indirect.observers import (
    barrage_hexes,
    contact_sum,
    distance_to,
    indirect_targets,
    may_observe,
    needs_contact,
    observers,
)
from sandtable.games.gts.sequence.activation import Activation
from sandtable.games.gts.state import ALLIED, GERMAN, Points, Unit
from sandtable.games.gts.units import Game, occupy
from sandtable.kernel import Resolved

QUIET = 15
"""19 September, 13:00: the wireless works again."""
GUN, AT, EYE, OTHER_EYE = "2316", "2307", "2308", "2207"
"""A battery in Oosterbeek, a hex of heath nine hexes away, and two hexes next to it."""
IDLE, FAR_AWAY = "rasc250", "4502"
LEADERS = {"hicks": GUN, "lathbury": EYE, "hackett": EYE, "krafft": AT}


def battery(
    units: Mapping[str, str | Unit],
    dice: Sequence[int] = (),
    *,
    firer: str = "lr-1",
    owner: str = "1ab-ind",
    leaders: Mapping[str, str] | None = None,
    points: int = 0,
) -> Game:
    """A game in which a unit has just been picked to act; another one of its formation is still to come."""
    idle = IDLE if owner == "1ab-ind" else "1pb-hq"
    game = position(
        {idle: FAR_AWAY, **units},
        Activation(step="pick"),
        dice=dice,
        turn=QUIET,
        leaders=LEADERS if leaders is None else leaders,
        active=activated("formation", owner),
        points={"1ab": Points(points, 0), "9ss": Points(points, 0)},
    )
    choose(game, f"unit:{firer}")
    return game


def still(units: Mapping[str, str | Unit], leaders: Mapping[str, str] | None = None) -> Game:
    return quiet(units, turn=QUIET, leaders=LEADERS if leaders is None else leaders, active=activated())


def whats(game: Game) -> list[tuple[str, str]]:
    """What was resolved, and how."""
    return [(event.what, event.result) for event in game.events if isinstance(event, Resolved)]


def test_the_battery_does_not_see_its_target() -> None:
    assert content().distance(GUN, AT) == 9
    assert content().terrain[AT] == "heath"
    assert {EYE, OTHER_EYE} <= set(content().adjacent[AT])


# 16.1: mortars and indirect artillery


@pytest.mark.rule("gts:16.1/mortar")
def test_a_mortar_fires_indirectly_even_at_what_is_adjacent() -> None:
    game = battery({"1pb1-mor": "2026", "kra-2": "2025"}, [5], firer="1pb1-mor", owner="1para")
    choose(game, "unit:kra-2")
    assert game.state.barrages == {"2025": "light-barrage"}


@pytest.mark.rule("gts:16.1/artillery")
@pytest.mark.rule("gts:16.3")
@pytest.mark.parametrize(("at", "marked"), [("2023", False), ("2022", True)])
def test_artillery_fires_directly_within_three_hexes_and_indirectly_beyond(at: str, marked: bool) -> None:
    game = battery({"lr-1": "2026", "kra-2": at}, [9, 8])
    choose(game, "unit:kra-2")
    assert bool(game.state.barrages) is marked


@pytest.mark.rule("gts:16.1/artillery")
def test_the_indirect_class_of_the_table_is_used() -> None:
    game = battery({"lr-1": "2026", "kra-2": "2022"}, [9, 3])
    choose(game, "unit:kra-2")
    assert ("fire", "C") in whats(game)


@pytest.mark.rule("gts:15.3/note")
@pytest.mark.rule("gts:16.3/1")
def test_next_to_an_enemy_artillery_can_only_fire_directly_at_what_is_adjacent() -> None:
    game = still({"lr-1": GUN, "kra-2": AT, "1pb1-r": EYE, "kra-4": "2315"})
    assert targets(game, "lr-1") == ["kra-4"]


# 16.2, 16.3: self-observation and observers


@pytest.mark.rule("gts:16.2")
@pytest.mark.rule("gts:29.30")
def test_what_the_firer_sees_needs_neither_command_nor_contact() -> None:
    game = battery({"lr-1": "2026", "kra-2": "2022"}, [9, 8], leaders={})
    choose(game, "unit:kra-2")
    assert whats(game) == [("check-company-bonus", "failed"), ("fire", "miss")]


@pytest.mark.rule("gts:16.2/4")
@pytest.mark.rule("gts:16.3/7")
def test_self_observed_fire_loses_contact() -> None:
    game = battery({"lr-1": Unit(at="2026", steps=2, contact="1para"), "kra-2": "2022"}, [9, 8])
    choose(game, "unit:kra-2")
    assert unit(game, "lr-1").contact == ""


@pytest.mark.rule("gts:16.3/7")
def test_direct_fire_does_not_lose_contact() -> None:
    game = battery({"lr-1": Unit(at="2026", steps=2, contact="1para"), "kra-2": "2023"}, [9, 8])
    choose(game, "unit:kra-2")
    assert unit(game, "lr-1").contact == "1para"


@pytest.mark.rule("gts:16.3")
@pytest.mark.rule("gts:15.3")
def test_without_an_observer_there_is_no_fire() -> None:
    game = battery({"lr-1": GUN, "kra-2": AT})
    assert "unit:kra-2" not in ids(game)
    refusal = game.explain("unit:kra-2")
    assert refusal is not None
    assert refusal.reason == "refused.not-observed"


@pytest.mark.rule("gts:16.3/1")
@pytest.mark.rule("gts:21.5")
def test_a_firer_out_of_command_cannot_use_an_observer() -> None:
    game = battery({"lr-1": GUN, "kra-2": AT, "1pb1-r": EYE}, leaders={"lathbury": EYE})
    assert "unit:kra-2" not in ids(game)
    refusal = game.explain("unit:kra-2")
    assert refusal is not None
    assert refusal.reason == "refused.no-observer-out-of-command"


@pytest.mark.rule("gts:16.3/1")
def test_a_target_beyond_the_range_cannot_be_fired_at() -> None:
    far = "4507"
    assert content().distance(GUN, far) > 17
    game = still({"lr-1": GUN, "kra-2": far, "1pb1-r": "4506"}, {"hicks": GUN, "lathbury": "4506"})
    assert indirect_targets(game, "lr-1") == []


@pytest.mark.rule("gts:16.3/2")
def test_a_suppressed_unit_does_not_observe() -> None:
    game = still({"lr-1": GUN, "kra-2": AT, "1pb1-r": Unit(at=EYE, steps=2, suppressed=True)})
    assert indirect_targets(game, "lr-1") == []


@pytest.mark.rule("gts:16.3/2")
@pytest.mark.rule("gts:21.5")
@pytest.mark.rule("gts:29.38")
def test_a_unit_out_of_command_does_not_observe() -> None:
    game = still({"lr-1": GUN, "kra-2": AT, "1pb1-r": EYE}, {"hicks": GUN})
    assert indirect_targets(game, "lr-1") == []


@pytest.mark.rule("gts:16.3/3")
def test_an_observer_must_see_the_target() -> None:
    game = still({"lr-1": GUN, "kra-2": "2307", "1pb1-r": "2506"}, {"hicks": GUN, "lathbury": "2506"})
    assert content().terrain["2406"] == "woods"
    assert indirect_targets(game, "lr-1") == []


@pytest.mark.rule("gts:16.2/note-entry")
def test_a_unit_in_an_entry_hex_does_not_observe() -> None:
    game = still({"lr-1": GUN, "kra-2": AT, "1pb1-r": Unit(at=EYE, steps=2, entry="n1")})
    assert not may_observe(game, "1pb1-r", "lr-1")


@pytest.mark.rule("gts:24.1")
def test_a_rearguard_observes_like_any_unit_of_its_formation() -> None:
    game = still({"lr-1": GUN, "kra-2": AT, "rg-1ab-1": Unit(at=EYE, steps=0, formation="1para")})
    assert observers(game, "lr-1", AT) == ["rg-1ab-1"]


@pytest.mark.rule("gts:16.2/note-mortar")
@pytest.mark.rule("gts:16.3/4")
def test_a_mortar_is_observed_for_by_its_own_formation_and_rolls_for_no_contact() -> None:
    units = {"1pb1-mor": "2307", "kra-2": "2506", "1pb1-r": "2505"}
    game = battery(units, [5], firer="1pb1-mor", owner="1para", leaders={"lathbury": "2406"})
    choose(game, "unit:kra-2")
    assert whats(game) == [("fire", "miss")]


@pytest.mark.rule("gts:16.3/4")
def test_another_formation_does_not_observe_for_a_mortar() -> None:
    units = {"1pb1-mor": "2307", "kra-2": "2506", "4pb10-a": "2505"}
    leaders = {"lathbury": "2406", "hackett": "2406"}
    game = battery(units, firer="1pb1-mor", owner="1para", leaders=leaders)
    assert "unit:kra-2" not in ids(game)
    refusal = game.explain("unit:kra-2")
    assert refusal is not None
    assert refusal.reason == "refused.no-mortar-observer"


@pytest.mark.rule("gts:15.4.2")
def test_an_observer_in_a_post_looks_thirteen_hexes_far() -> None:
    game = still({"lr-1": "2316", "kra-2": "1729", "1pb1-r": "3023"}, {"hicks": GUN, "lathbury": "3023"})
    assert indirect_targets(game, "lr-1") == ["kra-2"]


# 16.3/5 to 16.3/8: contact


@pytest.mark.rule("gts:16.3/6")
@pytest.mark.rule("gts:16.3/7")
@pytest.mark.rule("gts:16.2/2")
@pytest.mark.parametrize(("roll", "contact"), [(6, "1para"), (7, ""), (0, "1para"), (9, "")])
def test_contact_is_made_by_a_roll_not_above_the_value(roll: int, contact: str) -> None:
    game = battery({"lr-1": GUN, "kra-2": AT, "1pb1-r": EYE}, [roll, *([9, 8] if contact else [])])
    choose(game, "unit:kra-2")
    assert unit(game, "lr-1").contact == contact


@pytest.mark.rule("gts:16.3/8")
def test_without_contact_the_action_is_over() -> None:
    game = battery({"lr-1": GUN, "kra-2": AT, "1pb1-r": EYE}, [7])
    choose(game, "unit:kra-2")
    assert whats(game) == [("contact", "no-contact")]
    assert game.state.acted == {"lr-1": "fire"}
    assert game.state.barrages == {}


@pytest.mark.rule("gts:16.3/5")
def test_a_battery_in_contact_does_not_roll_for_it() -> None:
    game = battery({"lr-1": Unit(at=GUN, steps=2, contact="1para"), "kra-2": AT, "1pb1-r": EYE}, [9, 8])
    choose(game, "unit:kra-2")
    assert whats(game) == [("check-company-bonus", "failed"), ("fire", "miss")]


@pytest.mark.rule("gts:16.3/7")
def test_in_contact_any_unit_of_the_formation_in_command_observes() -> None:
    game = still({"lr-1": Unit(at=GUN, steps=2, contact="1para"), "kra-2": AT, "1pb1-r": EYE, "1pb1-s": OTHER_EYE})
    assert observers(game, "lr-1", AT) == ["1pb1-r", "1pb1-s"]
    assert not any(needs_contact(game, "lr-1", name) for name in ("1pb1-r", "1pb1-s"))


@pytest.mark.rule("gts:16.3/6")
def test_a_change_of_formation_is_rolled_for_against_the_other_side_of_the_marker() -> None:
    game = battery({"lr-1": Unit(at=GUN, steps=2, contact="1al"), "kra-2": AT, "1pb1-r": EYE}, [4, 9, 8])
    choose(game, "unit:kra-2")
    assert unit(game, "lr-1").contact == "1para"


@pytest.mark.rule("gts:16.3/8")
def test_a_change_that_fails_keeps_the_old_contact() -> None:
    game = battery({"lr-1": Unit(at=GUN, steps=2, contact="1al"), "kra-2": AT, "1pb1-r": EYE}, [5])
    choose(game, "unit:kra-2")
    assert unit(game, "lr-1").contact == "1al"


@pytest.mark.rule("gts:16.2/3")
def test_contact_with_an_independent_formation() -> None:
    game = battery({"lr-1": GUN, "kra-2": AT, "ind21": EYE}, [6, 9, 8])
    choose(game, "unit:kra-2")
    assert unit(game, "lr-1").contact == "1ab-ind"


@pytest.mark.rule("gts:16.2/note-many")
def test_several_batteries_may_be_in_contact_with_one_formation() -> None:
    units = {"lr-1": GUN, "lr-2": Unit(at=GUN, steps=2, contact="1para"), "kra-2": AT, "1pb1-r": EYE}
    game = battery(units, [6, 9, 8])
    choose(game, "unit:kra-2")
    assert unit(game, "lr-1").contact == unit(game, "lr-2").contact == "1para"


@pytest.mark.rule("gts:16.3/6")
@pytest.mark.parametrize(
    ("observer", "at", "added"),
    [
        ("1pb1-r", "2308", {"same-division": 0}),
        ("dor4-a", "2308", {"other-division": -2}),
        ("ind21", "2308", {"same-division": 0, "independent-formation": 0}),
        ("1pb1-r", "2618", {"same-division": 0, "strongpoint": 1}),
        ("1pb1-r", "2613", {"same-division": 0, "observation-post": 1}),
        ("1pb1-r", "4016", {"same-division": 0, "far": -1}),
        ("1pb1-r", "3916", {"same-division": 0}),
    ],
)
def test_the_contact_value_is_modified(observer: str, at: str, added: dict[str, int]) -> None:
    game = still({"lr-1": GUN, observer: at})
    found = {part.label: part.value for part in contact_sum(game, "lr-1", observer)}
    assert found == {"contact-pending": 6} | added


@pytest.mark.rule("gts:15.4.2")
@pytest.mark.rule("gts:15.4.3")
@pytest.mark.parametrize("at", ["2613", "2618"])
def test_posts_and_strongpoints_help_to_make_contact(at: str) -> None:
    game = still({"lr-1": Unit(at=GUN, steps=2, contact="1al"), "1pb1-r": at})
    assert [part.value for part in contact_sum(game, "lr-1", "1pb1-r")] == [4, 0, 1]


@pytest.mark.rule("gts:16.3/6")
@pytest.mark.parametrize(("turn", "scenario", "value"), [(8, "perimeter", -1), (12, "perimeter", None)])
def test_on_the_first_days_the_wireless_fails(turn: int, scenario: str, value: int | None) -> None:
    game = quiet({"lr-1": GUN, "1pb1-r": EYE}, turn=turn, scenario=scenario)
    found = {part.label: part.value for part in contact_sum(game, "lr-1", "1pb1-r")}
    assert found.get("radio") == value


@pytest.mark.rule("gts:16.3/2")
@pytest.mark.rule("gts:16.3/6")
def test_the_owner_picks_the_observer_where_it_matters() -> None:
    units = {"lr-1": Unit(at=GUN, steps=2, contact="1para"), "kra-2": AT, "1pb1-r": EYE, "4pb10-a": OTHER_EYE}
    game = battery(units, [9, 8])
    choose(game, "unit:kra-2")
    assert game.decisions[0].prompt == "observer"
    assert ids(game) == {"unit:1pb1-r", "unit:4pb10-a"}
    assert game.decisions[0].default == "unit:1pb1-r"
    assert [line.label for line in game.preview("unit:1pb1-r").lines] == ["in-contact"]
    shown = game.preview("unit:4pb10-a").lines
    assert [line.label for line in shown] == ["contact-changing", "same-division", "contact-value"]


@pytest.mark.rule("gts:16.3/2")
def test_nobody_is_asked_where_all_observers_are_alike() -> None:
    game = battery({"lr-1": GUN, "kra-2": AT, "1pb1-r": EYE, "1pb1-s": OTHER_EYE}, [6, 9, 8])
    choose(game, "unit:kra-2")
    assert ("contact", "contact") in whats(game)


@pytest.mark.rule("gts:16.3/2")
def test_who_cannot_observe_is_refused_with_the_reason() -> None:
    units = {
        "lr-1": GUN, "kra-2": AT, "1pb1-r": EYE, "4pb10-a": OTHER_EYE,
        "1pb1-s": Unit(at=OTHER_EYE, steps=2, suppressed=True), "alk-a": OTHER_EYE, "1pb1-t": "2311",
    }  # fmt: skip
    game = battery(units | {"lr-1": Unit(at=GUN, steps=2, contact="1para")})
    choose(game, "unit:kra-2")
    reasons = {name: game.explain(f"unit:{name}") for name in ("1pb1-s", "alk-a", "1pb1-t", "kra-2")}
    assert {name: refusal.reason for name, refusal in reasons.items() if refusal} == {
        "1pb1-s": "refused.observer-suppressed",
        "alk-a": "refused.out-of-command",
        "1pb1-t": "refused.no-sight",
        "kra-2": "refused.enemy-unit",
    }


@pytest.mark.rule("gts:16.2/1")
@pytest.mark.rule("gts:16.2/6")
def test_a_battery_that_loses_contact_waits_for_it_again() -> None:
    game = quiet({"lr-1": Unit(at=GUN, steps=2, contact="1para")})
    lose_contact(game, "lr-1", "16.2/5")
    assert unit(game, "lr-1") == Unit(at=GUN, steps=2)
    assert len(game.events) == 1
    lose_contact(game, "lr-1", "16.2/5")
    assert len(game.events) == 1


# 16.3/9, 16.3/10: the fire


@pytest.mark.rule("gts:16.3/9")
def test_indirect_fire_has_no_range_modifier_but_the_company_bonus() -> None:
    game = battery({"lr-1": Unit(at=GUN, steps=2, contact="1para"), "kra-2": AT, "1pb1-r": EYE}, [0, 8])
    choose(game, "unit:kra-2")
    fire = [event for event in game.events if isinstance(event, Resolved) and event.what == "fire"][-1]
    assert [line.label for line in fire.lines][:3] == ["fire-rating", "company-bonus", "final-rating"]


@pytest.mark.rule("gts:16.3/10")
@pytest.mark.rule("gts:16.4.2.1")
def test_even_a_miss_leaves_a_barrage() -> None:
    game = battery({"lr-1": Unit(at=GUN, steps=2, contact="1para"), "kra-2": AT, "1pb1-r": EYE}, [9, 8])
    choose(game, "unit:kra-2")
    assert game.state.barrages == {AT: "light-barrage"}


@pytest.mark.rule("gts:16.4.2.1")
@pytest.mark.parametrize(("check", "marker"), [(9, "light-barrage"), (0, "heavy-barrage")])
def test_the_company_bonus_makes_a_barrage_heavy(check: int, marker: str) -> None:
    game = battery({"lr-1": Unit(at=GUN, steps=2, contact="1para"), "kra-2": AT, "1pb1-r": EYE}, [check, 8])
    choose(game, "unit:kra-2")
    assert game.state.barrages == {AT: marker}


@pytest.mark.rule("gts:16.4.2.1")
@pytest.mark.parametrize(
    ("firer", "rating"),
    [
        (Unit(at=GUN, steps=2), 6),
        (Unit(at=GUN, steps=2, column=True), 5),
        (Unit(at=GUN, steps=2, hits=2), 4),
        (Unit(at=GUN, steps=2, works="entrenched"), 7),
    ],
)
def test_the_markers_on_the_firer_count_for_the_barrage(firer: Unit, rating: int) -> None:
    game = quiet({"lr-1": firer}, weather="rain", turn=11)
    game.state.barrages[GUN] = "heavy-barrage"
    assert own_rating(game, "lr-1", "yes") == rating


@pytest.mark.rule("gts:16.3/nine")
@pytest.mark.rule("gts:16.3/7")
def test_a_9_loses_contact_and_leaves_no_barrage() -> None:
    game = battery({"lr-1": Unit(at=GUN, steps=2, contact="1para"), "kra-2": AT, "1pb1-r": EYE}, [9, 9])
    choose(game, "unit:kra-2")
    assert unit(game, "lr-1").contact == ""
    assert game.state.barrages == {}


@pytest.mark.rule("gts:16.4.2.1")
def test_the_barrage_comes_after_the_checks_that_the_fire_demands() -> None:
    game = battery({"lr-1": Unit(at=GUN, steps=2, contact="1para"), "kra-2": AT, "1pb1-r": EYE}, [0, 1, 5])
    choose(game, "unit:kra-2")
    assert ("check-suppression", "passed") in whats(game)
    assert game.state.barrages == {AT: "heavy-barrage"}


@pytest.mark.rule("gts:16.4.1")
@pytest.mark.parametrize(
    ("dice", "checks"),
    [
        ([9, 1, 0], ["kra-2"]),
        ([9, 3, 0], ["kra-4"]),
    ],
)
def test_what_stands_with_the_target_is_shaken_unless_the_target_bore_a_mere_check(
    dice: list[int], checks: list[str]
) -> None:
    units = {"lr-1": Unit(at=GUN, steps=2, contact="1para"), "kra-2": AT, "kra-4": AT, "1pb1-r": EYE}
    game = battery(units, dice)
    choose(game, "unit:kra-2")
    made = [event for event in game.events if isinstance(event, Resolved) and event.what == "check-suppression"]
    assert [event.subject for event in made] == checks


@pytest.mark.rule("gts:16.4.1")
def test_a_failed_suppression_check_of_the_target_shakes_the_others() -> None:
    units = {"lr-1": Unit(at=GUN, steps=2, contact="1para"), "kra-2": AT, "kra-4": AT, "1pb1-r": EYE}
    game = battery(units, [9, 1, 6, 6])
    choose(game, "unit:kra-2", "do:accept", "do:accept")
    assert unit(game, "kra-2").suppressed
    assert unit(game, "kra-4").suppressed


@pytest.mark.rule("gts:16.4.1")
def test_a_converted_suppression_shakes_the_others_too() -> None:
    units = {"lr-1": Unit(at=GUN, steps=2, contact="1para"), "kra-2": AT, "kra-4": AT, "1pb1-r": EYE}
    game = battery(units, [9, 1, 6, 0, 0])
    choose(game, "unit:kra-2", "do:convert")
    made = [event for event in game.events if isinstance(event, Resolved) and event.what == "check-suppression"]
    assert [event.subject for event in made] == ["kra-2", "kra-4"]


@pytest.mark.rule("gts:16.4.1")
def test_a_mortar_does_not_shake_what_stands_with_its_target() -> None:
    game = battery({"1pb1-mor": "2026", "kra-2": "2024", "kra-4": "2024"}, [0], firer="1pb1-mor", owner="1para")
    choose(game, "unit:kra-2")
    assert whats(game) == [("fire", "1")]


# 16.4.2: barrage markers


@pytest.mark.rule("gts:16.4.2")
@pytest.mark.rule("gts:16.4.2.1")
@pytest.mark.parametrize(
    ("first", "second", "left"),
    [
        ("light-barrage", "heavy-barrage", "heavy-barrage"),
        ("heavy-barrage", "light-barrage", "heavy-barrage"),
        ("light-barrage", "light-barrage", "light-barrage"),
    ],
)
def test_heavy_takes_the_place_of_light(first: str, second: str, left: str) -> None:
    game = quiet({})
    place_barrage(game, AT, first)
    place_barrage(game, AT, second)
    assert game.state.barrages == {AT: left}


@pytest.mark.rule("gts:16.2/5")
@pytest.mark.rule("gts:16.4.2.2")
def test_a_barrage_costs_the_batteries_in_its_hex_their_contact_whoever_laid_it() -> None:
    game = quiet({"lr-1": Unit(at=GUN, steps=2, contact="1para"), "lr-2": Unit(at=AT, steps=2, contact="1para")})
    place_barrage(game, GUN, "light-barrage")
    assert unit(game, "lr-1").contact == ""
    assert unit(game, "lr-2").contact == "1para"


@pytest.mark.rule("gts:16.4.2.2")
@pytest.mark.parametrize(("marked", "contact"), [(AT, ""), (EYE, "1para")])
def test_a_battery_that_comes_under_a_barrage_loses_its_contact(marked: str, contact: str) -> None:
    game = quiet({"lr-1": Unit(at=GUN, steps=2, contact="1para")})
    game.state.barrages[marked] = "light-barrage"
    occupy(game, "lr-1", AT)
    assert unit(game, "lr-1") == Unit(at=AT, steps=2, contact=contact)


@pytest.mark.rule("gts:16.4.2.1")
def test_an_empty_hex_may_be_fired_at_to_lay_a_barrage() -> None:
    units = {"lr-1": Unit(at=GUN, steps=2, contact="1para"), "kra-2": AT, "1pb1-r": EYE}
    game = battery(units, [0, 8])
    choose(game, "do:barrage")
    assert f"hex:{AT}" not in ids(game)
    assert f"hex:{OTHER_EYE}" in ids(game)
    choose(game, f"hex:{OTHER_EYE}")
    assert game.state.barrages == {OTHER_EYE: "heavy-barrage"}


@pytest.mark.rule("gts:16.3/nine")
def test_a_9_lays_no_barrage_on_an_empty_hex_and_loses_contact() -> None:
    game = battery({"lr-1": Unit(at=GUN, steps=2, contact="1para"), "kra-2": AT, "1pb1-r": EYE}, [0, 9])
    choose(game, "do:barrage", f"hex:{OTHER_EYE}")
    assert game.state.barrages == {}
    assert unit(game, "lr-1").contact == ""


@pytest.mark.rule("gts:16.4.2.1")
def test_barrage_hexes_are_empty_in_range_and_observed() -> None:
    game = still({"lr-1": "2026", "kra-2": "2022", "1pb1-r": EYE})
    found = barrage_hexes(game, "lr-1")
    assert "2022" not in found
    assert "2023" not in found
    assert "2126" not in found
    assert "2122" in found
    assert "2207" not in found
    assert content().distance("2026", "2207") > 17


@pytest.mark.rule("gts:16.4.2.1")
def test_why_a_hex_takes_no_barrage() -> None:
    game = battery({"lr-1": Unit(at=GUN, steps=2, contact="1para"), "kra-2": AT, "1pb1-r": EYE})
    choose(game, "do:barrage")
    reasons = [game.explain(f"hex:{label}") for label in (AT, "4530")]
    assert [refusal.reason for refusal in reasons if refusal] == ["refused.not-empty", "refused.not-observed"]


# Guns beyond the map, and supply


@pytest.mark.rule("gts:16.3/1")
def test_guns_beyond_the_map_are_so_many_hexes_from_its_edge() -> None:
    game = still({"med64-1": Unit(at="", steps=2)})
    assert distance_to(game, "med64-1", "2020") == 8 + content().distance("2030", "2020")


@pytest.mark.rule("gts:16.3/2")
def test_guns_beyond_the_map_fire_with_observers_of_the_airborne_division() -> None:
    units = {"med64-1": Unit(at="", steps=2), "kra-2": "2020", "1pb1-r": "2021"}
    game = still(units, {"lathbury": "2021"})
    assert indirect_targets(game, "med64-1") == ["kra-2"]
    assert sum(part.value for part in contact_sum(game, "med64-1", "1pb1-r")) == 5 - 1
    with_unit(game, "kra-2", at=AT)
    with_unit(game, "1pb1-r", at=EYE)
    assert indirect_targets(game, "med64-1") == []


@pytest.mark.rule("gts:29.26")
def test_guns_beyond_the_map_fire_nothing_else() -> None:
    game = still({"med64-1": Unit(at="", steps=2), "kra-2": "2029"}, {})
    assert FireAction().offers(game, ("med64-1",)) == []


@pytest.mark.rule("gts:16.3/1")
@pytest.mark.parametrize(
    ("firer", "at", "fires"),
    [("lr-1", GUN, False), ("lr-1", "2026", False), ("pol1-mor", "2308", False), ("pol1-mor", "2026", True)],
)
def test_without_supply_each_unit_of_a_division_but_for_poles_in_the_south_fires_indirectly_once_a_turn(
    firer: str, at: str, fires: bool
) -> None:
    enemy = "2022" if at == "2026" else AT
    game = still({firer: at, "kra-2": enemy, "1pb1-r": EYE})
    assert indirect_targets(game, firer) == ["kra-2"]
    game.state.starved["1ab"] = True
    assert indirect_targets(game, firer) == ["kra-2"]
    game.state.fired_indirectly[firer] = 1
    assert ("2026" in content().region("betuwe")) is True
    assert bool(indirect_targets(game, firer)) is fires


def test_each_indirect_fire_is_counted() -> None:
    game = battery({"lr-1": Unit(at=GUN, steps=2, contact="1para"), "kra-2": AT, "1pb1-r": EYE}, [9, 8])
    choose(game, "unit:kra-2")
    assert game.state.fired_indirectly == {"lr-1": 1}


def test_an_option_never_points_nowhere() -> None:
    """Every hex offered for a barrage has an observer."""
    game = still({"lr-1": GUN, "kra-2": AT, "1pb1-r": EYE})
    found = barrage_hexes(game, "lr-1")
    assert found
    assert all(observers(game, "lr-1", label) == ["1pb1-r"] for label in found)


# The worked examples


@pytest.mark.rule("gts:16/ex-self-observed")
def test_example_of_self_observed_fire() -> None:
    """EX-16-01: the mortar of the example has two steps, which no mortar of this game has."""
    assert content().terrain["0119"] == "woods"
    mortar = Unit(at="0220", steps=2)
    game = battery({"1pb1-mor": mortar, "kra-2": "0119"}, [1, 1, 0], firer="1pb1-mor", owner="1para")
    shown = {line.label: line.value for line in game.preview("unit:kra-2").lines}
    assert shown["fire-rating"] == "+3"
    assert (shown["final-rating"], shown["rating-with-bonus"]) == ("3", "5")
    choose(game, "unit:kra-2")
    assert whats(game) == [("check-company-bonus", "passed"), ("fire", "S?"), ("check-suppression", "passed")]
    assert game.state.barrages == {"0119": "light-barrage"}


@pytest.mark.rule("gts:16/ex-observed")
def test_example_of_observed_fire() -> None:
    """Contact on a 2, bonus on a 1, a 4 is a hit that ends the flak, its neighbour is suppressed, heavy barrage."""
    game = battery({"lr-1": GUN, "kra-9f": AT, "kra-2": AT, "1pb1-r": EYE}, [2, 1, 4, 7], points=1)
    choose(game, "unit:kra-9f", "do:roll")
    fire = [event for event in game.events if isinstance(event, Resolved) and event.what == "fire"][-1]
    assert [(line.label, line.value) for line in fire.lines] == [
        ("fire-rating", "+4"),
        ("defense", "+2"),
        ("company-bonus", "+2"),
        ("final-rating", "8"),
        ("roll", "4"),
        ("results-table", "C"),
    ]
    assert game.state.lost == {"kra-9f": AT}
    choose(game, "do:roll", "do:convert", "do:spend")
    assert unit(game, "kra-2") == Unit(at=AT, steps=2, hits=1)
    assert game.state.barrages == {AT: "heavy-barrage"}
    assert unit(game, "lr-1").contact == "1para"


@pytest.mark.rule("gts:16.3")
def test_both_sides_fire_by_the_same_rules() -> None:
    game = position(
        {"wer-1": "2026", "1pb1-r": "2022", "arn-gar": FAR_AWAY},
        Activation(step="pick"),
        dice=[9, 8],
        turn=QUIET,
        active=activated("formation", "9ss-ind", GERMAN),
    )
    choose(game, "unit:wer-1", "unit:1pb1-r")
    assert game.state.barrages == {"2022": "light-barrage"}
    assert content().counters["1pb1-r"].side == ALLIED
