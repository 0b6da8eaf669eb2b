"""Chapter 24: rearguards, from their parent unit and back."""

from __future__ import annotations

import pytest

from games.gts.marching import COMPANY, ENEMY, GUNS, NEXT, OPEN, SECOND, THIRD, at, between, order, reason
from games.gts.positions import activated, choose, content, ids, quiet, unit
from sandtable.games.gts.assault.assault_procedure import why_no_attacker
from sandtable.games.gts.engineers.rearguards import FormRearguard
from sandtable.games.gts.fire.fire_zones import fire_zone
from sandtable.games.gts.indirect.observers import may_observe
from sandtable.games.gts.state import Points, Unit
from sandtable.games.gts.units import eliminate, face, formation_of

GUARD = "rg-1ab-1"
FAR = "1017"
"""Three hexes from OPEN."""


def guard(label: str, formation: str = "1para", **facts: object) -> Unit:
    return Unit(at=label, steps=0, formation=formation, **facts)  # type: ignore[arg-type]


def forming(roll: int = 0, goal: str = THIRD) -> tuple[str, ...]:
    """The rearguards on the map after a company has tried to leave one."""
    game = order({COMPANY: OPEN}, COMPANY, dice=[roll])
    choose(game, "do:rearguard", f"hex:{goal}")
    return tuple(name for name in game.state.units if name != COMPANY)


# Forming (24.1, 24.2, 29.40)


@pytest.mark.rule("gts:24.2")
@pytest.mark.parametrize(("roll", "formed"), [(6, (GUARD,)), (7, ())])
def test_forming_one_takes_a_check(roll: int, formed: tuple[str, ...]) -> None:
    assert forming(roll) == formed


@pytest.mark.rule("gts:24.2", "gts:25.0")
def test_a_failed_check_leaves_men_at_work() -> None:
    game = order({COMPANY: OPEN}, COMPANY, dice=[9])
    choose(game, "do:rearguard", f"hex:{THIRD}")
    assert (unit(game, COMPANY).task, unit(game, COMPANY).men_at_work) == ("rearguard", 1)


@pytest.mark.rule("gts:24.1")
def test_it_serves_in_the_formation_of_its_parent() -> None:
    game = order({COMPANY: OPEN}, COMPANY, dice=[0])
    choose(game, "do:rearguard", f"hex:{THIRD}")
    assert (formation_of(game, GUARD), unit(game, GUARD).at) == ("1para", THIRD)


@pytest.mark.rule("gts:24.1", "gts:29.40")
def test_its_figures() -> None:
    game = quiet({GUARD: guard(OPEN)})
    shown = face(game, GUARD)
    assert (shown.fire, shown.defense, shown.move, shown.assault, unit(game, GUARD).steps) == (0, 0, None, None, 0)
    assert shown.quality == content().divisions["1ab"].rearguard_quality


@pytest.mark.rule("gts:29.40")
def test_it_cannot_assault() -> None:
    why = why_no_attacker(quiet({GUARD: guard(OPEN)}), GUARD)
    assert why is not None
    assert why.rule == "18.1"


@pytest.mark.rule("gts:29.40", "gts:24.1")
def test_a_fire_rating_of_0_gives_a_fire_zone() -> None:
    assert fire_zone(quiet({GUARD: guard(OPEN)}), GUARD) == set(content().adjacent[OPEN])


@pytest.mark.rule("gts:24.1")
def test_it_observes_like_any_unit_of_the_formation() -> None:
    game = quiet({GUARD: guard(OPEN), "1pb1-mor": NEXT, "4pb10-mor": NEXT}, leaders={"lathbury": OPEN})
    assert may_observe(game, GUARD, "1pb1-mor")
    assert not may_observe(game, GUARD, "4pb10-mor")


@pytest.mark.rule("gts:24.2")
def test_its_hex_is_held_by_its_side() -> None:
    game = order({COMPANY: OPEN}, COMPANY, dice=[0])
    choose(game, "do:rearguard", f"hex:{THIRD}")
    assert game.state.holders[THIRD] == "allied"


@pytest.mark.rule("gts:24.2")
def test_it_does_not_act_in_the_activation_in_which_it_was_formed() -> None:
    game = order({COMPANY: OPEN}, COMPANY, dice=[0])
    choose(game, "do:rearguard", f"hex:{THIRD}")
    assert game.state.acted[GUARD] == "engineer"


@pytest.mark.rule("gts:24.2")
@pytest.mark.parametrize(("who", "where"), [(GUNS, at(OPEN, GUNS)), (GUARD, guard(OPEN)), ("gra-5", "1014")])
def test_only_infantry_forms_rearguards(who: str, where: Unit | str) -> None:
    formation = "1para" if who != "gra-5" else "grabner"
    side = content().counters[who].side
    game = order({who: where}, who, active=activated(owner=formation, side=side))
    assert reason(game, "do:rearguard") == ("refused.rearguard-class", "24.2")


@pytest.mark.rule("gts:24.2", "gts:14.6.2")
def test_a_column_forms_none() -> None:
    game = order({COMPANY: at(OPEN, column=True)}, COMPANY)
    assert reason(game, "do:rearguard") == ("refused.no-works-in-column", "14.6.2")


@pytest.mark.rule("gts:24.2", "gts:17.2/4")
def test_the_enemy_may_fire_at_the_parent() -> None:
    game = order({COMPANY: OPEN, ENEMY: "1115"}, COMPANY, dice=[9])
    choose(game, "do:rearguard", "hex:0913")
    assert game.decisions[0].args["unit"] == COMPANY
    assert game.decisions[0].prompt == "opportunity"


# Where (24.3)


@pytest.mark.rule("gts:24.3")
def test_it_is_placed_within_two_hexes_and_a_march() -> None:
    game = quiet({COMPANY: OPEN}, active=activated())
    found = FormRearguard().targets(game, COMPANY)
    assert THIRD in found
    assert all(1 <= content().distance(OPEN, label) <= 2 for label in found)
    assert content().distance(OPEN, FAR) == 3


@pytest.mark.rule("gts:24.3")
def test_a_march_of_its_parent_must_reach_the_place() -> None:
    """The hex beyond a stream takes the whole allowance, so that the next one is too far."""
    beyond, further = "1216", "1316"
    assert "stream" in between("1116", beyond)
    found = FormRearguard().targets(quiet({COMPANY: "1116"}, active=activated()), COMPANY)
    assert beyond in found
    assert content().distance("1116", further) == 2
    assert further not in found


@pytest.mark.rule("gts:24.3")
def test_the_hex_must_be_empty() -> None:
    game = quiet({COMPANY: OPEN, SECOND: NEXT}, active=activated())
    assert NEXT not in FormRearguard().targets(game, COMPANY)
    assert OPEN not in FormRearguard().targets(game, COMPANY)


@pytest.mark.rule("gts:24.3")
def test_the_hex_must_be_outside_enemy_fire_zones() -> None:
    game = quiet({COMPANY: OPEN, ENEMY: THIRD}, active=activated())
    found = FormRearguard().targets(game, COMPANY)
    assert NEXT not in found
    assert found


@pytest.mark.rule("gts:24.3")
def test_a_bad_hex_is_refused_with_the_rule() -> None:
    game = order({COMPANY: OPEN}, COMPANY)
    choose(game, "do:rearguard")
    assert reason(game, f"hex:{FAR}") == ("refused.rearguard-hex", "24.3")


@pytest.mark.rule("gts:24.3")
def test_without_any_hex_it_is_refused() -> None:
    ring = {f"kra-{name}": label for name, label in zip(("2", "4", "9p"), ("1012", "1016", "1215"), strict=True)}
    ring |= {"spi-1": "0813", "spi-2": "0815", "all-1": "1013"}
    game = order({COMPANY: OPEN} | ring, COMPANY)
    assert reason(game, "do:rearguard") == ("refused.rearguard-place", "24.3")


# Removing (24.4, 24.5)


@pytest.mark.rule("gts:24.4", "gts:13.2/6")
def test_it_is_taken_in_by_an_action_of_its_own() -> None:
    game = order({GUARD: guard(OPEN), COMPANY: NEXT}, GUARD, active=activated())
    assert "do:remove-rearguard" in ids(game)
    choose(game, "do:remove-rearguard")
    assert GUARD not in game.state.units


@pytest.mark.rule("gts:13.2/6")
def test_another_unit_cannot_do_it() -> None:
    game = order({GUARD: guard(OPEN), COMPANY: OPEN}, COMPANY)
    assert reason(game, "do:remove-rearguard") == ("refused.no-rearguard", "24.4")


@pytest.mark.rule("gts:24.4", "gts:19.2.2/effects")
def test_a_suppressed_one_stays() -> None:
    game = order({GUARD: guard(OPEN, suppressed=True)}, GUARD, active=activated())
    assert reason(game, "do:remove-rearguard") == ("refused.suppressed", "19.2.2/effects")


@pytest.mark.rule("gts:13.2/6")
def test_a_division_chit_and_direct_command_allow_it_too() -> None:
    for active in (activated("division", "1ab"), activated("direct", "allied")):
        game = order({GUARD: guard(OPEN)}, GUARD, active=active, points={"1ab": Points(1, 0)})
        assert "do:remove-rearguard" in ids(game)


@pytest.mark.rule("gts:24.4")
def test_it_stays_when_its_parent_moves_away() -> None:
    game = order({GUARD: guard(OPEN), COMPANY: NEXT}, COMPANY)
    choose(game, f"hex:{THIRD}")
    assert unit(game, GUARD).at == OPEN


@pytest.mark.rule("gts:24.5")
def test_a_division_has_so_many() -> None:
    number = content().divisions["1ab"].rearguards
    names = [f"rg-1ab-{n + 1}" for n in range(number)]
    game = order({COMPANY: OPEN} | {name: guard("2016") for name in names}, COMPANY)
    assert reason(game, "do:rearguard") == ("refused.no-rearguards", "24.5")


@pytest.mark.rule("gts:24.5")
def test_an_eliminated_or_removed_one_can_be_used_again() -> None:
    names = [f"rg-1ab-{n + 1}" for n in range(content().divisions["1ab"].rearguards)]
    game = quiet({COMPANY: OPEN} | {name: guard("2016") for name in names})
    assert FormRearguard().spare(game, COMPANY) == ""
    eliminate(game, names[2], "19.2.5")
    assert FormRearguard().spare(game, COMPANY) == names[2]
    assert game.state.lost == {}
