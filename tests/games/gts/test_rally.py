"""Chapter 20: rally by day and by night."""

from __future__ import annotations

import pytest

from games.gts.positions import DAY, NIGHT, activated, choose, ids, position, quiet, unit
from games.gts.test_command import Idle
from sandtable.games.gts.fire.fire_zones import in_enemy_zone
from sandtable.games.gts.fire.rally import Rally, RallyAction, recovery
from sandtable.games.gts.state import Points, Unit
from sandtable.games.gts.units import Game
from sandtable.kernel import Choice

HOME = "1413"
NEAR = "1412"


def rallying(
    state: dict[str, object],
    dice: tuple[int, ...] = (),
    *,
    turn: int = DAY,
    enemy: bool = False,
    points: int = 0,
) -> Game:
    """A company of the 1st Parachute Brigade with its leader rallies."""
    units: dict[str, str | Unit] = {"1pb1-r": Unit(at=HOME, steps=2, **state)}  # type: ignore[arg-type]
    if enemy:
        units["kra-2"] = NEAR
    return position(
        units, Idle(), Rally(units=("1pb1-r",)), dice=dice, turn=turn, leaders={"lathbury": HOME},
        points={"1ab": Points(points, 0)}, active=activated(),
    )  # fmt: skip


@pytest.mark.rule("gts:20.0", "gts:13.2/4", "gts:29.44")
def test_a_passed_check_removes_suppression() -> None:
    assert not unit(rallying({"suppressed": True}, (4,)), "1pb1-r").suppressed


@pytest.mark.rule("gts:20.0")
def test_a_failed_check_removes_nothing() -> None:
    assert unit(rallying({"suppressed": True}, (9,)), "1pb1-r").suppressed


@pytest.mark.rule("gts:20.0", "gts:29.39")
def test_one_cohesion_hit_goes_at_a_time() -> None:
    assert unit(rallying({"hits": 2}, (0,)), "1pb1-r").hits == 1


@pytest.mark.rule("gts:20.0")
def test_suppression_goes_before_cohesion_hits() -> None:
    rallied = unit(rallying({"hits": 2, "suppressed": True}, (0,)), "1pb1-r")
    assert (rallied.suppressed, rallied.hits) == (False, 2)


@pytest.mark.rule("gts:20.0")
def test_a_command_point_passes_the_check() -> None:
    game = rallying({"suppressed": True}, points=1)
    assert ids(game) == {"do:roll", "do:spend"}
    choose(game, "do:spend")
    assert not unit(game, "1pb1-r").suppressed
    assert game.state.divisions["1ab"].command == 0


@pytest.mark.rule("gts:20.0")
def test_by_day_cohesion_hits_are_not_rallied_in_an_enemy_fire_zone() -> None:
    game = quiet({"1pb1-r": Unit(at=HOME, steps=2, hits=1), "kra-2": NEAR})
    assert in_enemy_zone(game, HOME, "allied")
    assert recovery(game, "1pb1-r") == ""
    refusal = RallyAction().refuse(game, ("1pb1-r",), Choice("do", "rally"))
    assert refusal is not None
    assert refusal.reason == "refused.rally-in-zone"


@pytest.mark.rule("gts:20.0", "gts:19.2.2/effects")
def test_suppression_is_rallied_in_an_enemy_fire_zone() -> None:
    assert not unit(rallying({"suppressed": True}, (0,), enemy=True), "1pb1-r").suppressed


@pytest.mark.rule("gts:20.0/night", "gts:28.0")
def test_at_night_out_of_fire_zones_a_rally_always_succeeds() -> None:
    assert unit(rallying({"hits": 1}, (), turn=NIGHT), "1pb1-r").hits == 0


@pytest.mark.rule("gts:20.0/night", "gts:28.0")
def test_at_night_in_a_fire_zone_hits_too_are_rallied_with_a_check() -> None:
    assert unit(rallying({"hits": 1}, (9,), turn=NIGHT, enemy=True), "1pb1-r").hits == 1
    assert unit(rallying({"hits": 1}, (0,), turn=NIGHT, enemy=True), "1pb1-r").hits == 0


@pytest.mark.rule("gts:20.0", "gts:29.39")
def test_a_step_loss_is_never_recovered() -> None:
    assert recovery(quiet({"1pb1-r": Unit(at=HOME, steps=1)}), "1pb1-r") == ""


@pytest.mark.rule("gts:8.0")
def test_the_confusion_of_a_landing_goes_level_by_level_without_a_check() -> None:
    assert unit(rallying({"landing": "parachute-2"}), "1pb1-r").landing == "parachute-1"
    assert unit(rallying({"landing": "parachute-1"}), "1pb1-r").landing == ""


@pytest.mark.rule("gts:8.0", "gts:20.0")
@pytest.mark.parametrize(("facts", "shown"), [({"landing": "glider-1"}, False), ({"hits": 1}, True)])
def test_the_preview_shows_a_sum_only_where_there_is_a_check(facts: dict[str, object], shown: bool) -> None:
    game = quiet({"1pb1-r": Unit(at=HOME, steps=2, **facts)})  # type: ignore[arg-type]
    preview = RallyAction().preview(game, ("1pb1-r",), Choice("do", "rally"))
    assert (preview is not None) is shown
