"""Chapter 19: combat results."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.gts.positions import activated, choose, ids, position, quiet, unit
from games.gts.test_command import Idle, came_to
from sandtable.games.gts.fire.combat_results import CombatResult, cohesion_hit, suppress
from sandtable.games.gts.state import GERMAN, Points, Unit
from sandtable.games.gts.units import Game

HERE = "2026"


def struck(
    result: str,
    dice: Sequence[int] = (),
    *,
    name: str = "kra-2",
    target: Unit | None = None,
    points: int = 0,
    converts: bool = True,
) -> Game:
    """A unit in command in the polder that suffers a result, while nothing else goes on."""
    steps = quiet({name: HERE}).state.units[name].steps
    return position(
        {name: target or Unit(at=HERE, steps=steps), "1pb1-r": "2030"},
        Idle(),
        CombatResult(unit=name, result=result, by="15.5/5", converts=converts),
        dice=dice,
        leaders={"krafft": HERE},
        points={"9ss": Points(points, 0)},
        active=activated(),
    )


@pytest.mark.rule("gts:19.2.1")
def test_a_passed_suppression_check_leaves_a_unit_as_it_was() -> None:
    game = struck("S?", [5])
    assert came_to(game) is False
    assert unit(game, "kra-2") == Unit(at=HERE, steps=2)


@pytest.mark.rule("gts:19.2.1")
def test_a_failed_suppression_check_suppresses_and_may_be_converted() -> None:
    game = struck("S?", [6])
    assert game.decisions[0].side == GERMAN
    assert ids(game) == {"do:convert", "do:accept"}


@pytest.mark.rule("gts:19.2.1")
def test_a_command_point_passes_a_suppression_check() -> None:
    game = struck("S?", points=1)
    assert ids(game) == {"do:roll", "do:spend"}
    choose(game, "do:spend")
    assert came_to(game) is False
    assert game.state.divisions["9ss"].command == 0


@pytest.mark.rule("gts:19.2.2")
def test_suppression_may_be_accepted() -> None:
    game = struck("S")
    choose(game, "do:accept")
    assert came_to(game) is True
    assert unit(game, "kra-2").suppressed


@pytest.mark.rule("gts:19.2.2")
def test_a_converted_suppression_is_a_cohesion_hit() -> None:
    game = struck("S", [5])
    choose(game, "do:convert")
    assert came_to(game) is True
    assert unit(game, "kra-2") == Unit(at=HERE, steps=2, hits=1)


@pytest.mark.rule("gts:19.2.2")
def test_a_conversion_that_fails_leaves_the_suppression() -> None:
    game = struck("S", [6])
    choose(game, "do:convert")
    assert came_to(game) is True
    assert unit(game, "kra-2") == Unit(at=HERE, steps=2, suppressed=True)


@pytest.mark.rule("gts:19.2.2")
def test_a_command_point_converts() -> None:
    game = struck("S", points=1)
    choose(game, "do:convert", "do:spend")
    assert unit(game, "kra-2").hits == 1


@pytest.mark.rule("gts:19.2.2")
def test_conversion_may_be_tried_even_if_the_hit_removes_the_unit() -> None:
    game = struck("S", [0], name="kra-9f")
    choose(game, "do:convert")
    assert came_to(game) is True
    assert "kra-9f" in game.state.lost


@pytest.mark.rule("gts:19.2.2")
def test_where_conversion_is_barred_nobody_is_asked() -> None:
    game = struck("S", converts=False)
    assert came_to(game) is True
    assert unit(game, "kra-2").suppressed


@pytest.mark.rule("gts:19.2.2/effects")
def test_a_second_suppression_is_a_cohesion_hit_and_the_first_stays() -> None:
    game = struck("S", target=Unit(at=HERE, steps=2, suppressed=True))
    assert came_to(game) is True
    assert unit(game, "kra-2") == Unit(at=HERE, steps=2, suppressed=True, hits=1)


@pytest.mark.rule("gts:19.2.2/effects")
def test_other_results_leave_the_suppression_in_place() -> None:
    game = struck("1", target=Unit(at=HERE, steps=2, suppressed=True))
    assert unit(game, "kra-2") == Unit(at=HERE, steps=1, suppressed=True)


@pytest.mark.rule("gts:19.2.2/effects")
def test_a_suppressed_unit_checks_with_one_less() -> None:
    game = struck("S?", [5], target=Unit(at=HERE, steps=2, suppressed=True))
    assert came_to(game) is True
    assert unit(game, "kra-2").hits == 1


@pytest.mark.rule("gts:19.2.3")
@pytest.mark.parametrize("hits", [0, 1])
def test_a_cohesion_hit_adds_a_marker_up_to_two(hits: int) -> None:
    game = struck("C", target=Unit(at=HERE, steps=2, hits=hits))
    assert came_to(game) is True
    assert unit(game, "kra-2") == Unit(at=HERE, steps=2, hits=hits + 1)


@pytest.mark.rule("gts:19.2.3")
def test_the_third_hit_costs_a_full_company_a_step_and_two_hits_stay() -> None:
    game = struck("C", target=Unit(at=HERE, steps=2, hits=2))
    assert came_to(game) is True
    assert unit(game, "kra-2") == Unit(at=HERE, steps=1, hits=2)


@pytest.mark.rule("gts:19.2.3")
@pytest.mark.parametrize(("name", "steps"), [("kra-2", 1), ("kra-9m", 1)])
def test_the_third_hit_ends_a_unit_on_its_last_step(name: str, steps: int) -> None:
    game = struck("C", name=name, target=Unit(at=HERE, steps=steps, hits=2))
    assert came_to(game) is True
    assert name not in game.state.units


@pytest.mark.rule("gts:19.2.3")
def test_a_hit_ends_a_unit_without_steps() -> None:
    game = struck("C", name="kra-9f")
    assert came_to(game) is True
    assert "kra-9f" in game.state.lost


@pytest.mark.rule("gts:19.2.3/effects")
def test_a_unit_with_hits_may_convert_its_suppression() -> None:
    game = struck("S", [4], target=Unit(at=HERE, steps=2, hits=2))
    choose(game, "do:convert")
    assert came_to(game) is True
    assert unit(game, "kra-2") == Unit(at=HERE, steps=1, hits=2)


@pytest.mark.rule("gts:19.2.3/effects")
def test_two_hits_take_one_from_the_troop_quality() -> None:
    game = struck("S", [5], target=Unit(at=HERE, steps=2, hits=2))
    choose(game, "do:convert")
    assert came_to(game) is True
    assert unit(game, "kra-2").suppressed


@pytest.mark.rule("gts:19.2.4")
def test_a_step_loss_reduces_a_full_company() -> None:
    game = struck("1", target=Unit(at=HERE, steps=2, hits=1))
    assert came_to(game) is True
    assert unit(game, "kra-2") == Unit(at=HERE, steps=1, hits=1)
    assert game.state.losses == {GERMAN: 1}


@pytest.mark.rule("gts:19.2.4")
@pytest.mark.parametrize(("name", "steps"), [("kra-2", 1), ("kra-9m", 1), ("kra-9f", 0)])
def test_a_step_loss_removes_any_other_unit(name: str, steps: int) -> None:
    game = struck("1", name=name, target=Unit(at=HERE, steps=steps))
    assert came_to(game) is True
    assert game.state.lost == {name: HERE}


@pytest.mark.rule("gts:19.2.5")
def test_an_eliminated_unit_is_set_aside() -> None:
    game = struck("E")
    assert came_to(game) is True
    assert game.state.lost == {"kra-2": HERE}


@pytest.mark.rule("gts:19.1")
@pytest.mark.parametrize(("result", "dice"), [("S?", [0]), ("S", []), ("C", []), ("1", [])])
def test_any_result_of_enemy_fire_costs_a_battery_its_contact(result: str, dice: list[int]) -> None:
    game = struck(result, dice, name="wer-1", target=Unit(at=HERE, steps=2, contact="krafft"))
    if result == "S":
        choose(game, "do:accept")
    assert unit(game, "wer-1").contact == ""


@pytest.mark.rule("gts:16.2/5")
def test_even_a_passed_suppression_check_costs_contact() -> None:
    game = struck("S?", [0], name="wer-1", target=Unit(at=HERE, steps=2, contact="krafft"))
    assert unit(game, "wer-1") == Unit(at=HERE, steps=2)


@pytest.mark.rule("gts:19.2.3/effects")
def test_a_hit_that_is_no_combat_result_costs_contact_too() -> None:
    game = quiet({"lr-1": Unit(at=HERE, steps=2, contact="1para")})
    cohesion_hit(game, "lr-1", "14.8")
    assert unit(game, "lr-1") == Unit(at=HERE, steps=2, hits=1)


@pytest.mark.rule("gts:19.2.2/effects")
def test_suppression_without_conversion_costs_contact_too() -> None:
    game = quiet({"lr-1": Unit(at=HERE, steps=2, contact="1para")})
    suppress(game, "lr-1", "18.7/5E")
    assert unit(game, "lr-1") == Unit(at=HERE, steps=2, suppressed=True)


@pytest.mark.rule("gts:19.2.4")
def test_a_unit_with_transport_keeps_its_vehicles_after_a_step_loss() -> None:
    game = struck("1", name="gra-3", target=Unit(at=HERE, steps=2, mounted=True))
    assert unit(game, "gra-3") == Unit(at=HERE, steps=1, mounted=True)


@pytest.mark.rule("gts:19.2.1")
def test_a_unit_that_is_gone_suffers_nothing_more() -> None:
    game = position(
        {"1pb1-r": "2030"}, Idle(), CombatResult(unit="kra-2", result="S?", by="16.4.1"), active=activated()
    )
    assert came_to(game) is False
