"""Chapter 17: opportunity fire. The ground is the clear country around 0814."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.gts.marching import order
from games.gts.positions import choose, content, ids, position, quiet, unit, with_unit
from games.gts.test_command import Idle, came_to
from sandtable.games.gts.fire.opportunity_fire import OpportunityFire, Timing, firers_at
from sandtable.games.gts.state import Points, Unit
from sandtable.games.gts.units import Game
from sandtable.kernel import Resolved
from sandtable.mechanics.sums import Sum

HOME, NEAR, FAR = "0814", "0815", "0816"
MOVER, SISTER, GUN = "1pb1-r", "1pb1-s", "kra-2"


def triggered(
    units: dict[str, str | Unit], dice: Sequence[int] = (), trigger: str = "leave-hex", **how: object
) -> Game:
    """Units of the first brigade are about to do something in their hex."""
    movers = how.pop("movers", (MOVER,))
    assert isinstance(movers, tuple)
    fire = OpportunityFire(trigger=trigger, units=movers, **how)  # type: ignore[arg-type]
    return position(units, Idle(), fire, dice=dice)


def duel(dice: Sequence[int] = (), trigger: str = "leave-hex", into: str = "0813", **mover: object) -> Game:
    """A company next to a German one."""
    return triggered(
        {MOVER: Unit(at=HOME, steps=2, **mover), GUN: NEAR},  # type: ignore[arg-type]
        dice, trigger, into=into,
    )  # fmt: skip


def last_sum(game: Game) -> dict[str, str]:
    """The lines of the last shot."""
    shots = [event for event in game.events if isinstance(event, Resolved) and event.what == "fire"]
    return {line.label: line.value for line in shots[-1].lines}


@pytest.mark.rule("gts:17.2", "gts:17.8", "gts:17.2/timing", "gts:13.4", "gts:17.1")
def test_the_other_side_decides_whether_to_fire() -> None:
    game = duel()
    assert game.decisions[0].side == "german"
    assert ids(game) == {f"unit:{GUN}", "do:hold"}


@pytest.mark.rule("gts:17.8")
def test_who_holds_his_fire_lets_the_action_go_on() -> None:
    game = duel()
    choose(game, "do:hold")
    assert game.state.result is not None
    assert unit(game, MOVER) == Unit(at=HOME, steps=2)


@pytest.mark.rule("gts:17.3", "gts:17.2")
def test_nobody_is_asked_who_has_no_fire_zone_on_the_hex() -> None:
    game = triggered({MOVER: HOME, GUN: FAR}, into="0813")
    assert content().distance(HOME, FAR) > content().counters[GUN].front.range
    assert game.state.result is not None


@pytest.mark.rule("gts:17.4", "gts:17.2/1", "gts:29.36")
def test_a_failed_check_means_no_fire() -> None:
    game = duel([9])
    choose(game, f"unit:{GUN}")
    assert not any(isinstance(event, Resolved) and event.what == "fire" for event in game.events)


@pytest.mark.rule("gts:17.4", "gts:29.47")
def test_command_points_do_not_help_the_check() -> None:
    game = position(
        {MOVER: HOME, GUN: NEAR}, Idle(), OpportunityFire(trigger="engineer", units=(MOVER,)), dice=[9],
        leaders={"krafft": NEAR}, points={"9ss": Points(9, 9)},
    )  # fmt: skip
    choose(game, f"unit:{GUN}")
    assert game.state.divisions["9ss"].command == 9
    assert game.state.result is not None


@pytest.mark.rule("gts:17.6/1", "gts:17.6")
def test_moving_into_a_fire_zone_adds_three() -> None:
    assert "0915" in content().adjacent[NEAR]
    game = duel([0, 9], into="0915")
    choose(game, f"unit:{GUN}")
    assert last_sum(game)["into-fire-zone"] == "+3"


@pytest.mark.rule("gts:17.6/2", "gts:17.6")
def test_moving_out_of_all_fire_zones_takes_one() -> None:
    assert "0813" not in content().adjacent[NEAR]
    game = duel([0, 9], into="0813")
    choose(game, f"unit:{GUN}")
    assert last_sum(game)["out-of-fire-zones"] == "-1"


@pytest.mark.rule("gts:17.6/1")
@pytest.mark.parametrize("trigger", ["change-column", "mount", "dismount", "entrenchment", "engineer", "assault"])
def test_other_triggers_add_three_wherever_they_lead(trigger: str) -> None:
    fire = OpportunityFire(trigger=trigger, units=(MOVER,))
    assert Sum(fire.modifiers(quiet({MOVER: HOME, GUN: NEAR}))).total == 3


@pytest.mark.rule("gts:17.6/3", "gts:17.6/1")
def test_a_retreat_adds_two_more() -> None:
    fire = OpportunityFire(trigger="retreat", units=(MOVER,))
    assert Sum(fire.modifiers(quiet({MOVER: HOME, GUN: NEAR}))).total == 5


@pytest.mark.rule("gts:17.6/4")
def test_a_full_company_has_no_company_bonus() -> None:
    assert content().counters[GUN].steps == 2
    game = duel([0, 9])
    choose(game, f"unit:{GUN}")
    assert "company-bonus" not in last_sum(game)


@pytest.mark.rule("gts:17.2/state")
def test_a_unit_that_changes_column_is_fired_at_as_in_column() -> None:
    game = duel([0, 9], "change-column")
    choose(game, f"unit:{GUN}")
    assert last_sum(game)["target-column"] == "+2"


@pytest.mark.rule("gts:17.2/state", "gts:22.2.3")
def test_a_unit_that_leaves_its_improved_position_has_no_more_of_it() -> None:
    game = duel([0, 9], works="improved")
    choose(game, f"unit:{GUN}")
    assert "target-improved-position" not in last_sum(game)


@pytest.mark.rule("gts:17.2/4", "gts:17.2/state")
def test_a_unit_at_work_keeps_its_improved_position() -> None:
    game = duel([0, 9], "engineer", works="improved")
    choose(game, f"unit:{GUN}")
    assert any("improved" in label for label in last_sum(game))


@pytest.mark.rule("gts:17.4", "gts:17.5", "gts:19.2.2/effects", "gts:16.1/mortar")
@pytest.mark.parametrize(("firer", "state"), [("kra-9m", {}), ("kra-2", {"suppressed": True})])
def test_mortars_and_suppressed_units_make_no_opportunity_fire(firer: str, state: dict[str, object]) -> None:
    game = quiet({MOVER: HOME, firer: NEAR})
    with_unit(game, firer, **state)
    assert firers_at(game, (MOVER,)) == []


@pytest.mark.rule("gts:14.7/opfire", "gts:17.8")
def test_of_a_moving_stack_the_firer_picks_one_target() -> None:
    game = triggered({MOVER: HOME, SISTER: HOME, GUN: NEAR}, [0, 9], into="0813", movers=(MOVER, SISTER))
    choose(game, f"unit:{GUN}")
    assert ids(game) == {f"unit:{MOVER}", f"unit:{SISTER}"}
    choose(game, f"unit:{SISTER}")
    fired = [event for event in game.events if type(event).__name__ == "Fired"]
    assert [getattr(event, "target", "") for event in fired] == [SISTER]


@pytest.mark.rule("gts:14.7/opfire", "gts:17.8")
def test_one_unit_of_a_moving_stack_is_the_target_of_all_who_fire() -> None:
    units: dict[str, str | Unit] = {MOVER: HOME, SISTER: HOME, GUN: NEAR, "kra-4": "0914"}
    game = triggered(units, [0, 9, 0, 9], into="0813", movers=(MOVER, SISTER))
    choose(game, "unit:kra-4", f"unit:{SISTER}", f"unit:{GUN}")
    fired = [event for event in game.events if type(event).__name__ == "Fired"]
    assert [getattr(event, "target", "") for event in fired] == [SISTER, SISTER]


@pytest.mark.rule("gts:14.7/opfire", "gts:17.8")
def test_the_next_hex_may_find_another_target() -> None:
    """Two companies leave two hexes under fire, and a different one is picked at each."""
    game = order({MOVER: HOME, SISTER: HOME, GUN: NEAR}, MOVER, SISTER, dice=[9, 9])
    choose(game, "hex:0915", f"unit:{GUN}", f"unit:{MOVER}", "hex:0914", f"unit:{GUN}")
    assert ids(game) == {f"unit:{MOVER}", f"unit:{SISTER}"}


@pytest.mark.rule("gts:19.2.2/effects", "gts:17.8")
def test_a_suppressed_unit_is_told_so() -> None:
    suppressed = Unit(at="0914", steps=2, suppressed=True)
    game = triggered({MOVER: HOME, GUN: NEAR, "kra-4": suppressed}, into="0813")
    refusal = game.explain("unit:kra-4")
    assert refusal is not None
    assert (refusal.reason, refusal.rule) == ("refused.suppressed", "19.2.2/effects")


@pytest.mark.rule("gts:14.7/opfire", "gts:15.6/4")
def test_the_size_counts_all_steps_in_the_hex() -> None:
    units: dict[str, str | Unit] = {MOVER: HOME, SISTER: HOME, "1pb1-t": HOME, GUN: NEAR}
    game = triggered(units, [0, 9], into="0813", movers=(MOVER,))
    choose(game, f"unit:{GUN}")
    assert last_sum(game)["size"] == "+1"


@pytest.mark.rule("gts:17.8")
def test_several_units_are_named_first_and_fire_in_that_order() -> None:
    game = triggered({MOVER: HOME, GUN: NEAR, "kra-4": "0914"}, [9, 9], into="0813")
    choose(game, "unit:kra-4")
    assert ids(game) == {f"unit:{GUN}", "do:open-fire"}
    choose(game, f"unit:{GUN}")
    checks = [event.subject for event in game.events if isinstance(event, Resolved)]
    assert checks == ["kra-4", GUN]


@pytest.mark.rule("gts:17.8")
def test_each_unit_fires_once_at_a_trigger() -> None:
    game = triggered({MOVER: HOME, GUN: NEAR, "kra-4": "0914"}, into="0813")
    choose(game, "unit:kra-4")
    refusal = game.explain("unit:kra-4")
    assert refusal is not None
    assert refusal.reason == "refused.named"


@pytest.mark.rule("gts:18.7/3", "gts:17.2/2")
def test_only_some_may_fire_where_the_trigger_says_so() -> None:
    game = quiet({MOVER: HOME, GUN: NEAR, "kra-4": "0914"})
    assert firers_at(game, (MOVER,), only=(GUN,)) == [GUN]
    assert firers_at(game, (MOVER,), barred=(GUN,)) == ["kra-4"]


@pytest.mark.rule("gts:17.2/state", "gts:14.10.2")
@pytest.mark.parametrize(("timing", "defense"), [("before", "front"), ("after", "transport")])
def test_at_a_mounting_unit_the_firer_chooses_before_or_after(timing: str, defense: str) -> None:
    kind = content().counters["lr-1"]
    assert kind.transport is not None
    expected = kind.front if defense == "front" else kind.transport
    game = triggered({"lr-1": HOME, GUN: NEAR}, [0, 9], "mount", movers=("lr-1",))
    choose(game, f"unit:{GUN}", f"do:{timing}")
    assert int(last_sum(game).get("defense", "0")) == expected.defense
    assert came_to(game) is Timing(timing)


@pytest.mark.rule("gts:17.2/1", "gts:17.6/1", "gts:17.7", "gts:17.2/state", "gts:19.2.2")
def test_the_example_of_the_entrenchment() -> None:
    """Rating 4 and +3; a 3 suppresses, the conversion fails with 6."""
    game = triggered(
        {GUN: HOME, MOVER: NEAR}, [0, 3, 9], "entrenchment", movers=(GUN,)
    )  # fmt: skip
    choose(game, f"unit:{MOVER}", "do:before")
    assert last_sum(game)["final-rating"] == "7"
    choose(game, "do:convert")
    assert unit(game, GUN).suppressed
    assert came_to(game) is Timing.BEFORE


@pytest.mark.rule("gts:17.3", "gts:17.2/1")
def test_a_unit_of_range_five_has_four_chances_before_the_mover_is_adjacent() -> None:
    """Leaving the hexes at distances 5, 4, 3 and 2 triggers fire; entering the first of them does not."""
    reach = {"kra-2": {"range": 5}}
    line = ["0813", "0814", "0815", "0816", "0817"]
    assert all(content().terrain[label] == "clear" for label in line)
    assert [content().distance(label, "0818") for label in line] == [5, 4, 3, 2, 1]
    games = [quiet({MOVER: label, GUN: "0818"}, faces=reach) for label in ("0812", *line[:-1])]
    assert [firers_at(game, (MOVER,)) for game in games] == [[], [GUN], [GUN], [GUN], [GUN]]


# Works that are left, and columns that begin or end in mounting


HALFTRACKS, BRITISH = "gra-3", "1pb2-a"


def told(what: str, dice: Sequence[int], *firing: str, **state: object) -> Game:
    """Halftracks next to a British company are told to do something, and it fires."""
    halftracks = Unit(at=HOME, steps=content().counters[HALFTRACKS].steps, **state)  # type: ignore[arg-type]
    game = order({HALFTRACKS: halftracks, BRITISH: NEAR}, HALFTRACKS, dice=dice)
    choose(game, what, f"unit:{BRITISH}", *firing)
    return game


@pytest.mark.rule("gts:17.2/state", "gts:14.10.2", "gts:14.6.1")
@pytest.mark.parametrize("timing", ["do:before", "do:after"])
def test_whoever_mounts_into_column_is_fired_at_in_column(timing: str) -> None:
    assert last_sum(told("do:mount-column", [0, 9], timing))["target-column"] == "+2"


@pytest.mark.rule("gts:17.2/state", "gts:14.10.3", "gts:14.6.1")
@pytest.mark.parametrize("timing", ["do:before", "do:after"])
@pytest.mark.parametrize(
    ("activity", "column", "value"),
    [
        ("do:dismount", True, "+2"), ("do:dismount-column", True, "+2"), ("do:dismount-column", False, "+2"),
        ("do:dismount", False, None),
    ],
)  # fmt: skip
def test_whoever_dismounts_from_or_into_column_is_fired_at_in_column(
    activity: str, column: bool, value: str | None, timing: str
) -> None:
    game = told(activity, [0, 9], timing, mounted=True, column=column)
    assert last_sum(game).get("target-column") == value


@pytest.mark.rule("gts:17.2/state", "gts:22.2.3", "gts:22.2.5")
@pytest.mark.parametrize("activity", ["do:mount", "do:mount-column", "do:column"])
def test_a_position_that_is_left_by_mounting_or_column_protects_no_more(activity: str) -> None:
    firing = () if activity == "do:column" else ("do:before",)
    assert "target-improved-position" not in last_sum(told(activity, [0, 9], *firing, works="improved"))


@pytest.mark.rule("gts:17.2/state", "gts:22.2.5")
def test_dismounting_leaves_no_position() -> None:
    game = told("do:dismount", [0, 9], "do:before", works="improved", mounted=True)
    assert last_sum(game)["target-improved-position"] == "-1"
    assert unit(game, HALFTRACKS).works == "improved"


def suppression_check(game: Game) -> int:
    """What the last suppression check was rolled against."""
    checks = [event for event in game.events if isinstance(event, Resolved) and event.what == "check-suppression"]
    return sum(int(line.value) for line in checks[-1].lines if line.label != "roll")


@pytest.mark.rule("gts:22.2.3", "gts:22.2.4", "gts:19.2.1")
@pytest.mark.parametrize("works", ["", "improved"])
def test_a_position_that_is_left_does_not_help_the_suppression_check_either(works: str) -> None:
    """A 1 calls for a check, in which the position that is being left counts for nothing."""
    game = duel([0, 1, 0], into="0915", works=works)
    choose(game, f"unit:{GUN}")
    assert suppression_check(game) == content().counters[MOVER].front.quality - 1


@pytest.mark.rule("gts:22.2.4", "gts:19.2.1")
def test_a_position_that_is_kept_helps_the_suppression_check() -> None:
    game = duel([0, 1, 0], "engineer", works="improved")
    choose(game, f"unit:{GUN}")
    assert suppression_check(game) == content().counters[MOVER].front.quality


@pytest.mark.rule("gts:22.3.4", "gts:19.2.1")
def test_an_entrenchment_that_is_left_does_not_help_the_suppression_check() -> None:
    game = duel([0, 1, 0], "entrenchment", works="entrenched")
    choose(game, f"unit:{GUN}", "do:before")
    assert suppression_check(game) == content().counters[MOVER].front.quality - 1
