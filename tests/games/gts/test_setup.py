"""How battles begin: what the scenario places, and what a side may place itself."""

from __future__ import annotations

import pytest

from games.gts.marching import reason
from games.gts.positions import TITLE, choose, content, ids, position, quiet, unit
from games.gts.test_command import Idle
from sandtable.games.gts.sequence.setup import FreePlacing, places
from sandtable.games.gts.state import GERMAN, Points, Unit
from sandtable.games.gts.units import Game
from sandtable.mechanics.roster import units_in

REGION = "krafft-set-up"
UNITS = ("kra-2", "kra-4", "kra-9p", "kra-9f", "kra-9m")


def begun(scenario: str = "krafft") -> Game:
    return TITLE.new_game(scenario, (), 1)


def placing(units: dict[str, str | Unit], leaders: dict[str, str] | None = None) -> Game:
    game = position(units, Idle(), FreePlacing(side=GERMAN, region=REGION), scenario="krafft", turn=2, leaders=leaders)
    for name in game.state.units:
        game.state.holders[unit(game, name).at] = content("krafft").counters[name].side
    return game


# What the scenario places


@pytest.mark.rule("gts:9.0", "gts:10.0.1")
@pytest.mark.parametrize("scenario", ["krafft", "bridge", "perimeter"])
def test_the_first_cup_and_its_first_chit(scenario: str) -> None:
    state, cup = begun(scenario).state, content(scenario).scenario.cup
    assert state.carried == cup.first
    assert {*state.cup, state.carried} == set(cup.chits)


@pytest.mark.rule("gts:9.0")
def test_units_and_leaders_stand_in_their_places() -> None:
    state = begun().state
    assert state.units["1pb3-b"] == Unit(at="1018", steps=2, column=True)
    assert state.leaders["lathbury"].at == "0918"


@pytest.mark.rule("gts:9.0")
def test_units_may_begin_reduced_shaken_or_dug_in() -> None:
    units = begun("bridge").state.units
    assert units["1pb3-c"].steps == 1
    assert units["1pb1-r"].hits == 1
    assert units["1pb2-a"].works == "improved"


@pytest.mark.rule("gts:14.10.2", "gts:14.5")
def test_units_in_transport_mode_begin_in_column() -> None:
    guns = begun("bridge").state.units["1pb-at2"]
    assert content("bridge").terrain[guns.at] == "town"
    assert (guns.mounted, guns.column) == (True, True)


@pytest.mark.rule("gts:10.0.3")
def test_divisions_in_play_have_their_points() -> None:
    divisions = begun("perimeter").state.divisions
    assert divisions == {"1ab": Points(6, 5), "9ss": Points(3, 3)}


@pytest.mark.rule("gts:8.0")
def test_everybody_else_is_to_come() -> None:
    state = begun("bridge").state
    assert "knaust" in state.due
    assert not set(state.due) & {*state.units, *state.leaders}


@pytest.mark.rule("gts:9.0")
def test_hexes_with_units_are_held() -> None:
    holders = begun("bridge").state.holders
    assert (holders["3419"], holders["3420"]) == ("allied", "german")


# Free placing


@pytest.mark.rule("gts:14.7/limits")
def test_a_side_may_rearrange_its_units_first() -> None:
    game = begun()
    assert (game.decisions[0].side, game.decisions[0].prompt) == (GERMAN, "set-up")
    assert ids(game) == {f"unit:{name}" for name in UNITS} | {"do:done"}


@pytest.mark.rule("gts:14.7/limits")
def test_other_scenarios_begin_at_once() -> None:
    assert begun("bridge").decisions[0].prompt != "set-up"


@pytest.mark.rule("gts:14.7/limits")
def test_a_unit_is_placed_in_the_region() -> None:
    game = begun()
    choose(game, "unit:kra-2", "hex:1817")
    assert unit(game, "kra-2").at == "1817"
    assert reason(game, "unit:1pb3-a") == ("refused.not-set-up", "14.7/limits")


@pytest.mark.rule("gts:14.7/limits")
def test_not_outside_of_it() -> None:
    game = begun()
    choose(game, "unit:kra-2")
    assert reason(game, "hex:2016") == ("refused.set-up-region", "14.7/limits")


@pytest.mark.rule("gts:14.7/limits")
def test_each_once() -> None:
    game = begun()
    choose(game, "unit:kra-2", "hex:1817")
    assert reason(game, "unit:kra-2") == ("refused.set-up-once", "14.7/limits")


@pytest.mark.rule("gts:14.7/limits")
def test_a_unit_that_stays_may_still_be_placed_later() -> None:
    game = begun()
    choose(game, "unit:kra-2", "do:stay")
    assert "unit:kra-2" in ids(game)


@pytest.mark.rule("gts:1.2/stacking", "gts:14.7/limits")
def test_stacking_limits_hold() -> None:
    crowd = dict.fromkeys(("kra-2", "kra-4", "kra-9p", "kra-9f"), "1714")
    game = placing({**crowd, "kra-9m": "1815"})
    choose(game, "unit:kra-9m")
    assert reason(game, "hex:1714") == ("refused.full", "14.7/limits")


@pytest.mark.rule("gts:14.5")
def test_vehicles_are_not_set_up_in_woods() -> None:
    game = quiet({"gra-5": "1613"}, scenario="krafft")
    assert {content().terrain[label] for label in places(game, "gra-5", REGION)} == {"clear"}


@pytest.mark.rule("gts:14.7/limits")
def test_nobody_is_set_up_with_the_enemy() -> None:
    game = quiet({"kra-2": "1613", "1pb3-a": "1614"}, scenario="krafft")
    assert "1614" not in places(game, "kra-2", REGION)


@pytest.mark.rule("gts:12.0")
def test_a_hex_that_nobody_is_in_after_all_is_not_held() -> None:
    game = begun()
    choose(game, "unit:kra-2", "hex:1817")
    assert "1615" not in game.state.holders
    assert game.state.holders["1817"] == GERMAN


@pytest.mark.rule("gts:22.2.1")
def test_leg_infantry_then_begins_in_improved_positions() -> None:
    game = begun()
    choose(game, "do:done", "do:stay")
    dug_in = {name for name in UNITS if unit(game, name).works == "improved"}
    assert dug_in == {"kra-2", "kra-4"}
    assert not any(unit(game, name).works for name in units_in(game, "0918"))


@pytest.mark.rule("gts:21.2", "gts:29.31")
def test_the_leader_is_placed_with_a_unit_of_his() -> None:
    game = begun()
    choose(game, "unit:kra-4", "hex:1817", "do:done")
    assert game.decisions[0].prompt == "leader"
    assert "do:stay" not in ids(game)
    choose(game, "hex:1817")
    assert game.state.leaders["krafft"].at == "1817"


@pytest.mark.rule("gts:21.2")
def test_he_may_stay_where_a_unit_of_his_is() -> None:
    game = begun()
    choose(game, "do:done", "do:stay")
    assert game.state.leaders["krafft"].at == "1714"
