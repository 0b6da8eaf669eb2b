"""Counters, their steps and their kinds (2.22, 3.1, 3.4, 3.5), and where units go that leave the map."""

from __future__ import annotations

import pytest

from games.efs.positions import (
    ANTI_TANK,
    ASSAULT_GUNS,
    CADETS,
    FLAK,
    GUNS,
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
    content,
    marked,
    quiet,
)  # fmt: skip
from sandtable.games.efs.losses import eliminate, lose_steps
from sandtable.games.efs.screen.scene import palettes, supply_counter
from sandtable.games.efs.state import AXIS, SOVIET, SupplyUnit
from sandtable.games.efs.units import (
    Figures,
    figures,
    full_steps,
    halved,
    is_armored,
    is_artillery,
    is_engineer,
    is_headquarters,
    is_motorized,
    is_untried,
    movement_class,
    pays_motorized_costs,
    side_of,
    take_off,
)  # fmt: skip

TRAIN, ZAP, BATTERY, MACHINE_GUNS, SUBSTITUTE = (
    "su-1-tk-tr-arm", "su-zap-1-inf", "su-725-naval-coa", "su-mg-a-inf", "ax-rsc-1-inf",
)  # fmt: skip


@pytest.mark.rule("efs:2.22b/combat-unit")
def test_a_counter_says_attack_defence_and_allowance() -> None:
    game = quiet({PANZER: "0805"})
    assert figures(game, PANZER) == Figures(attack=6, defence=4, allowance=7)


@pytest.mark.rule("efs:3.51", "efs:3.52")
def test_steps_are_told_by_the_sides_of_a_counter() -> None:
    here = content()
    assert full_steps(here, INFANTRY) == 4
    assert full_steps(here, STRONG_DIVISION) == 3
    assert full_steps(here, PANZER) == 2
    assert full_steps(here, GUNS) == full_steps(here, HQ) == full_steps(here, PIONEERS) == 1
    assert full_steps(content("perekop"), MACHINE_GUNS) == 1


@pytest.mark.rule("efs:3.5", "efs:3.52a", "efs:16.22")
def test_a_division_shrinks_step_by_step() -> None:
    game = quiet({INFANTRY: "0805"})
    seen = []
    for _ in range(3):
        lose_steps(game, INFANTRY, 1, "16.22")
        seen.append(figures(game, INFANTRY)[:2])
    assert seen == [(5, 7), (4, 5), (2, 3)]
    lose_steps(game, INFANTRY, 1, "16.22")
    assert game.state.units[INFANTRY].box == "cadre"


@pytest.mark.rule("efs:3.52a")
def test_a_unit_may_fall_two_steps_at_once() -> None:
    game = quiet({INFANTRY: "0805"})
    lose_steps(game, INFANTRY, 2, "16.22")
    assert figures(game, INFANTRY) == Figures(4, 5, 5)


@pytest.mark.rule("efs:3.11/units")
def test_units_belong_to_the_side_of_their_nation() -> None:
    game = quiet({PANZER: "0805", NKVD: "0706"})
    assert side_of(game, PANZER) == AXIS
    assert side_of(game, NKVD) == SOVIET


@pytest.mark.rule("efs:2.22b/types", "efs:3.16")
def test_armored_units_are_motorized_too() -> None:
    game = quiet(dict.fromkeys((PANZER, RIFLES, INFANTRY, ASSAULT_GUNS, GUNS, PIONEERS, FLAK), "0805"))
    assert [is_armored(game, each) for each in (PANZER, ASSAULT_GUNS, RIFLES, INFANTRY)] == [True, True, False, False]
    assert [is_motorized(game, each) for each in (PANZER, ASSAULT_GUNS, RIFLES, INFANTRY)] == [True, True, True, False]
    assert is_artillery(game, GUNS)
    assert not is_artillery(game, ASSAULT_GUNS)
    assert is_engineer(game, PIONEERS)
    assert is_headquarters(quiet({HQ: "0805"}), HQ)


@pytest.mark.rule("efs:2.22b/ma-colors")
def test_the_colour_of_the_allowance_says_how_a_unit_moves() -> None:
    game = quiet(dict.fromkeys((PANZER, GUNS, INFANTRY, ANTI_TANK), "0805"))
    assert pays_motorized_costs(game, PANZER)
    assert pays_motorized_costs(game, GUNS)
    assert not pays_motorized_costs(game, INFANTRY)
    here, south = content(), content("perekop")
    classes = {
        "motorized": movement_class(here, PANZER),
        "orange": movement_class(here, ANTI_TANK),
        "non-motorized": movement_class(here, INFANTRY),
        "headquarters": movement_class(here, HQ),
        "railroad": movement_class(south, TRAIN),
        "cavalry": movement_class(south, "su-42-cav-cav"),
        "immobile": movement_class(south, BATTERY),
    }
    assert list(classes) == list(classes.values())


@pytest.mark.rule("efs:2.22b/hq", "efs:21.21")
def test_a_headquarters_shows_the_side_of_its_state() -> None:
    game = quiet({HQ: "0805"})
    assert figures(game, HQ).allowance == 5
    marked(game, HQ, operational=False)
    assert figures(game, HQ).allowance == 3


@pytest.mark.rule("efs:8.41")
def test_nobody_knows_what_an_untried_unit_is_worth() -> None:
    game = quiet({MACHINE_GUNS: "0908"}, scenario="perekop")
    assert is_untried(game, MACHINE_GUNS)
    assert figures(game, MACHINE_GUNS) == Figures(0, 0, 0)
    marked(game, MACHINE_GUNS, tried="1-2-2")
    assert not is_untried(game, MACHINE_GUNS)
    assert figures(game, MACHINE_GUNS) == Figures(1, 2, 2)


@pytest.mark.rule("efs:3.42", "efs:3.43")
def test_the_strengths_of_a_group_are_added_halved_and_cut_down() -> None:
    assert halved(3 + 4, 1) == 3
    assert halved(3 + 4, 2) == 1
    assert halved(1, 1) == 0


@pytest.mark.rule("efs:16.23")
def test_units_go_to_the_box_of_their_loss() -> None:
    game = quiet({CADETS: "0805", RIFLE_DIVISION: "0805"})
    lose_steps(game, CADETS, 1, "16.22")
    eliminate(game, RIFLE_DIVISION, "16.46a")
    assert game.state.units[CADETS].box == "cadre"
    assert game.state.units[RIFLE_DIVISION].box == "eliminated"
    assert game.state.units[RIFLE_DIVISION].steps == 1


@pytest.mark.rule("efs:16.23", "efs:7.14", "efs:21.63", "efs:21.73", "efs:23.13")
def test_some_units_always_go_to_a_box_of_their_own() -> None:
    game = quiet(dict.fromkeys((TRAIN, ZAP, BATTERY, MACHINE_GUNS), "1615"), scenario="perekop")
    for unit_id in (TRAIN, ZAP, BATTERY, MACHINE_GUNS):
        take_off(game, unit_id, "eliminated", "16.23")
    boxes = [game.state.units[unit_id].box for unit_id in (TRAIN, ZAP, BATTERY, MACHINE_GUNS)]
    assert boxes == ["cadre", "cadre", "cannot-rebuild", "cannot-rebuild"]
    regiment = quiet({SUBSTITUTE: "0808"}, scenario="perekop")
    eliminate(regiment, SUBSTITUTE, "16.23")
    assert regiment.state.units[SUBSTITUTE].box == "available"
    militia = quiet({MILITIA: "0805"})
    eliminate(militia, MILITIA, "16.23")
    assert militia.state.units[MILITIA].box == "cannot-rebuild"


@pytest.mark.rule("efs:16.26", "efs:21.24")
def test_a_lost_headquarters_turns_its_non_operational_side_up() -> None:
    game = quiet({HQ: "0805"})
    lose_steps(game, HQ, 1, "16.22")
    assert not game.state.units[HQ].operational


@pytest.mark.rule("efs:2.22a", "efs:2.22b/special-codes")
def test_colours_tell_nations_divisions_and_special_troops() -> None:
    colours = palettes(content())
    assert colours["german/"].fill != colours["soviet/"].fill != colours["german-ss/"].fill
    assert colours["german/6-pz"].symbol != colours["german/1-pz"].symbol
    assert colours["soviet/nkvd"].symbol != colours["soviet/militia"].symbol


@pytest.mark.rule("efs:2.22b/sizes", "efs:2.22b/artillery", "efs:2.22d", "efs:8.42b")
def test_a_counter_is_drawn_as_it_is_printed() -> None:
    game = TITLE.new_game("perekop")
    drawn = {counter.id: counter for counter in TITLE.scene(game, "en").counters}
    assert drawn["ax-46-inf"].symbol.size == "division"
    assert drawn["ax-787-fie"].corner == "2"
    assert drawn["ax-787-fie"].values == "3-1-5"
    assert drawn[MACHINE_GUNS].values == "?-?-?"
    assert drawn[MACHINE_GUNS].symbol.branch == "unknown"
    assert drawn["axis-s1"].name == "MSU"
    assert supply_counter(quiet({}), "axis-s2", SupplyUnit(AXIS, "0805", 2)).values == "2"


def test_a_tank_division_knows_its_kind() -> None:
    game = quiet({TANKS: "0805"})
    assert is_armored(game, TANKS)
    assert figures(game, TANKS) == Figures(5, 3, 5)
