"""Chapter 18: what a player is told before an assault, and defenders of particular kinds."""

from __future__ import annotations

import pytest

from games.gts.marching import order, reason
from games.gts.positions import choose, content
from games.gts.test_assault import DEFENDER, HOME, TARGET, H, assaulting, in_round, shots
from sandtable.games.gts.state import Unit
from sandtable.kernel import Preview

FLAMES = "pil-1"
FAR = "0817"


def labels(preview: Preview) -> list[str]:
    return [line.label for line in preview.lines]


@pytest.mark.rule("gts:18.7/2")
def test_men_on_foot_check_their_bravery_against_flame_throwers() -> None:
    game = assaulting({H: HOME, FLAMES: TARGET}, [9])
    assert game.state.result is not None
    assert shots(game) == []


@pytest.mark.rule("gts:18.7/2")
def test_armour_does_not_fear_flame_throwers() -> None:
    game = assaulting({"dg47-b": HOME, FLAMES: TARGET}, attackers=("dg47-b",))
    assert game.state.result is None, "the assault goes on without a roll"


@pytest.mark.rule("gts:8.0", "gts:18.7/5D-mods")
def test_a_defender_that_has_just_landed_fires_worse_with_both_its_ratings() -> None:
    game = assaulting({H: HOME, DEFENDER: Unit(at=TARGET, steps=2, landing="parachute-1")}, [9, 9, 9, 9, 9, 9])
    choose(game, "do:hold", "do:stand", "do:assault-fire")
    assert [rating for subject, rating, _ in shots(game) if subject == DEFENDER] == ["2", "2"]


@pytest.mark.rule("gts:18.7/1")
def test_without_an_enemy_beside_it_a_unit_is_told_so() -> None:
    game = order({H: HOME, DEFENDER: FAR}, H, leaders={"lathbury": HOME})
    assert reason(game, "do:assault") == ("refused.nobody-to-assault", "18.7/1")


@pytest.mark.rule("gts:18.7/2", "gts:18.7/5D")
def test_before_an_assault_the_bravery_and_the_shots_of_both_sides_are_shown() -> None:
    defended = {H: HOME, DEFENDER: Unit(at=TARGET, steps=2, works="entrenched")}
    preview = order(defended, H, leaders={"lathbury": HOME}).preview("do:assault")
    assert preview.path == (HOME, TARGET)
    assert labels(preview) == ["needs-bravery", "shot-fire", "shot-assault", "shot-fire", "shot-assault"]


@pytest.mark.rule("gts:18.7/5C", "gts:18.7/5D-mods")
def test_before_a_charge_its_check_and_the_fire_that_meets_it_are_shown() -> None:
    game = in_round()
    choose(game, "do:stand")
    charge, fire = game.preview("do:charge"), game.preview("do:assault-fire")
    assert labels(charge) == ["needs-charge", "shot-fire", "shot-assault"]
    assert {line.args["unit"] for line in charge.lines[1:]} == {content().counters[DEFENDER].short}
    assert labels(fire) == ["shot-fire", "shot-assault", "shot-fire", "shot-assault"]
