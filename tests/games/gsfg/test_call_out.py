"""Chapter 9.6: territorial units are called out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from games.gsfg.arrivals import hexes, phase
from games.gsfg.flights import is_over, refused, resolved, run
from games.gsfg.positions import choose, content, quiet, where
from sandtable.games.gsfg.movement.movement_phase import MovementPhase
from sandtable.games.gsfg.reinforcements.call_out import CallOut, muster_hexes
from sandtable.games.gsfg.state import NATO, SOVIET
from sandtable.games.gsfg.supply import OVERLAND, UNSUPPLIED, supply_state
from sandtable.games.gsfg.units import Game, controller

TANKS = "su-20-tk"
HOME_GUARDS = ("frg-t-i-1", "frg-t-ii-1")


def mustering(dice: Sequence[int | str] = (), units: Mapping[str, str] | None = None) -> Game:
    return phase(NATO, units=units, waiting=HOME_GUARDS, turn=1, air=SOVIET, dice=dice)


@pytest.mark.rule("gsfg:9.6")
def test_territorials_are_placed_at_the_start_of_the_nato_movement_phase() -> None:
    assert mustering().decisions[0].prompt == "muster"


@pytest.mark.rule("gsfg:9.6")
def test_they_are_placed_on_west_german_soil_in_or_next_to_friendly_cities() -> None:
    data = content()
    near = {
        label
        for city in data.region("frg-cities")
        for label in (city, *data.adjacent[city])
        if data.terrain[label] not in ("sea", "lake") and data.country[label] == "frg"
    }
    assert hexes(mustering()) == near


@pytest.mark.rule("gsfg:9.6")
@pytest.mark.parametrize("abroad", ["3725", "3525", "1029", "2917"])
def test_no_home_guard_gathers_across_the_border(abroad: str) -> None:
    assert refused(mustering(), f"hex:{abroad}") == ("refused.muster-hex", "9.6")


@pytest.mark.rule("gsfg:9.6")
def test_a_foreign_hex_that_nato_has_taken_is_still_foreign() -> None:
    game = phase(NATO, waiting=HOME_GUARDS, turn=3, air=SOVIET, captured={"3725": NATO})
    assert "3725" not in hexes(game)


@pytest.mark.rule("gsfg:9.6")
def test_on_the_other_reading_whatever_borders_on_a_city_will_do() -> None:
    game = phase(NATO, waiting=HOME_GUARDS, turn=1, air=SOVIET, switches=("9.6",))
    assert {"3725", "1029"} <= hexes(game)


@pytest.mark.rule("gsfg:9.6")
def test_a_standard_muster_stays_at_home() -> None:
    game = mustering(dice=[2, 2])
    choose(game, "do:standard")
    assert {content().country[where(game, unit_id)] for unit_id in HOME_GUARDS} == {"frg"}


@pytest.mark.rule("gsfg:9.6")
def test_a_city_in_soviet_hands_is_no_place() -> None:
    game = quiet({}, captured={"2527": SOVIET})
    assert "2527" not in muster_hexes(game)


@pytest.mark.rule("gsfg:9.6")
def test_a_hex_with_an_enemy_is_no_place() -> None:
    assert "2528" not in muster_hexes(quiet({TANKS: "2528"}))


@pytest.mark.rule("gsfg:9.6")
def test_one_to_a_hex() -> None:
    game = mustering()
    choose(game, "hex:2527")
    assert refused(game, "hex:2527") == ("refused.muster-taken", "9.6")


@pytest.mark.rule("gsfg:9.6")
def test_a_full_hex_has_room_for_one() -> None:
    assert "2527" in hexes(mustering(units={"us-3-arm": "2527", "us-8-mech": "2527"}))


@pytest.mark.rule("gsfg:9.6")
@pytest.mark.parametrize(("die", "called"), [(1, False), (2, True), (3, False), (4, True), (5, False), (6, True)])
def test_the_call_out_succeeds_on_an_even_die(die: int, called: bool) -> None:
    game = phase(NATO, waiting=HOME_GUARDS[:1], turn=1, air=SOVIET, dice=[die])
    choose(game, "hex:2527")
    assert (where(game, HOME_GUARDS[0]) == "2527", HOME_GUARDS[0] in game.state.waiting) == (called, not called)


@pytest.mark.rule("gsfg:9.6")
def test_the_dice_fall_after_all_have_been_placed() -> None:
    game = mustering(dice=[2, 1])
    choose(game, "hex:2527")
    rolled_early = HOME_GUARDS[0] not in game.state.waiting
    choose(game, "hex:3028")
    assert (rolled_early, where(game, HOME_GUARDS[0]), where(game, HOME_GUARDS[1])) == (False, "2527", "")


@pytest.mark.rule("gsfg:9.6")
def test_a_call_out_that_fails_is_tried_again_in_the_next_turn() -> None:
    game = mustering(dice=[2, 1, 4])
    choose(game, "do:standard", "do:done")
    game.state.turn = 2
    game.state.stack.append(MovementPhase(side=NATO, group="nato"))
    game.advance()
    assert (game.decisions[0].prompt, game.decisions[0].args["unit"]) == ("muster", HOME_GUARDS[1])


@pytest.mark.rule("gsfg:9.6")
def test_a_failed_call_out_is_no_elimination() -> None:
    game = mustering(dice=[1, 1])
    choose(game, "do:standard")
    assert game.state.lost == {}


@pytest.mark.rule("gsfg:9.6")
def test_a_territorial_never_moves() -> None:
    game = mustering(dice=[2, 2])
    choose(game, "do:standard")
    assert refused(game, f"unit:{HOME_GUARDS[0]}") == ("refused.territorial", "9.6")


@pytest.mark.rule("gsfg:9.6")
@pytest.mark.rule("gsfg:3.3")
@pytest.mark.parametrize(("die", "holder"), [(2, NATO), (1, SOVIET)])
def test_only_who_is_called_out_holds_the_hex(die: int, holder: str) -> None:
    game = phase(NATO, waiting=HOME_GUARDS[:1], turn=2, air=SOVIET, captured={"2528": SOVIET}, dice=[die])
    choose(game, "hex:2528")
    assert controller(game, "2528") == holder


@pytest.mark.rule("gsfg:9.4", "gsfg:9.6")
def test_a_territorial_is_supplied_in_the_player_turn_in_which_it_is_called_out() -> None:
    cities = dict.fromkeys(set(content().city_labels) - {"2527"}, SOVIET)
    game = phase(NATO, waiting=HOME_GUARDS[:1], turn=3, air=SOVIET, captured=cities, dice=[2])
    game.state.sources_down = dict.fromkeys(content().nato_sources, 0)
    choose(game, "hex:2527")
    arriving = supply_state(game, HOME_GUARDS[0])
    game.state.active = SOVIET
    assert (arriving, supply_state(game, HOME_GUARDS[0])) == (OVERLAND, UNSUPPLIED)


@pytest.mark.rule("gsfg:9.6")
def test_a_standard_muster_holds_cities() -> None:
    game = mustering(dice=[2, 2])
    choose(game, "do:standard")
    assert {content().terrain[where(game, unit_id)] for unit_id in HOME_GUARDS} == {"city"}


@pytest.mark.rule("gsfg:9.6")
def test_the_call_out_shows_its_die() -> None:
    game = phase(NATO, waiting=HOME_GUARDS[:1], turn=1, air=SOVIET, dice=[3])
    choose(game, "hex:2527")
    found = resolved(game, "call-out")
    assert (found.subject, found.result, found.lines[0].value) == (HOME_GUARDS[0], "not-called-out", "3")


@pytest.mark.rule("gsfg:9.6")
def test_those_without_a_place_wait() -> None:
    cities = dict.fromkeys(content().city_labels, SOVIET)
    game = run({}, CallOut(), waiting=HOME_GUARDS, captured=cities)
    assert (is_over(game), set(game.state.waiting)) == (True, set(HOME_GUARDS))
