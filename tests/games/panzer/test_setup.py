"""Chapters 2.0 and 6.6.7: setting up in the Advanced Game, on the ground and in vehicles, and entering later."""

from __future__ import annotations

from collections import Counter

import pytest

from games.panzer.field import choose, offered, prompts, refused, setting_up, turn, until
from games.panzer.positions import state_of
from sandtable.games.panzer.title import Panzer
from sandtable.games.panzer.units import Game, vehicles
from sandtable.kernel import Table

BY_THE_ENTRY = {"gB1-1": "H15/N", "sB1-1": "A01/S"}


def due_in(game: Game, **units: int) -> Game:
    """Some units wait off the map, given as sA11 for sA1-1."""
    game.state.waiting = {f"{name[:3]}-{name[3:]}": number for name, number in units.items()}
    return game


@pytest.mark.rule("panzer:2.0", "panzer:5.5")
def test_vehicles_are_set_up_first_and_men_and_guns_face_a_hexside_too() -> None:
    game = setting_up()
    assert game.decisions[0].side == "soviet"
    choose(game, "do:standard", "do:standard")
    assert {unit.at[1:] for name, unit in game.state.units.items() if name[0] == "s"} <= {"01", "02", "03"}
    game = setting_up()
    choose(game, "do:standard")
    while game.content.counters[str(game.decisions[0].args["unit"])].card in game.content.cards.vehicles:
        choose(game, "hex:H16", "face:N")
    first_on_foot = str(game.decisions[0].args["unit"])
    choose(game, "hex:H15", "face:SE")
    assert (game.state.units[first_on_foot].at, game.state.units[first_on_foot].facing) == ("H15", 2)


@pytest.mark.parametrize("scenario", ["crossroads", "don"])
def test_a_force_that_is_set_up_as_suits_does_not_crowd_hexes(scenario: str) -> None:
    game = Panzer().new_game(scenario, (), 1)
    while game.decisions[0].prompt != "command-whom":
        wanted = ("do:standard", "do:done")
        choose(game, next(option for option in (*wanted, *game.decisions[0].ids) if game.decisions[0].find(option)))
    crowds = Counter(unit.at for unit in game.state.units.values())
    assert len(crowds) > 30
    assert max(crowds.values()) <= 3


@pytest.mark.rule("panzer:6.6.7", "panzer:6.6.7.1")
def test_men_may_begin_in_a_vehicle_that_has_room_for_them() -> None:
    game = choose(setting_up(), "do:standard")
    while game.content.counters[str(game.decisions[0].args["unit"])].card in game.content.cards.vehicles:
        choose(game, "hex:H16", "face:N")
    rider = str(game.decisions[0].args["unit"])
    carrier = min(offered(game, "unit"))
    choose(game, f"unit:{carrier}")
    assert (game.state.units[rider].carrier, game.state.units[rider].at) == (carrier, "H16")
    while carrier in offered(game, "unit"):
        choose(game, f"unit:{carrier}")
    assert refused(game, f"unit:{carrier}") == ("refused.no-room", "6.6.7.1")


@pytest.mark.rule("panzer:4.5.1.1.9")
def test_units_off_the_map_enter_in_their_turn_before_their_side_moves() -> None:
    game = due_in(turn(BY_THE_ENTRY, 90, 10), sA11=2, sA12=1)
    until(game, "arrive")
    assert game.decisions[0].args["unit"] == "sA1-2"
    assert offered(game, "hex") == {f"{column}01" for column in "ABCDEFGHIJKLMNOP"}
    assert refused(game, "hex:H02") == ("refused.not-entry-hex", "4.5.1.1.9")
    choose(game, "hex:H01", "face:S")
    assert game.state.commands["sA1-2"].order == "move"
    assert prompts(game) == ["move-unit"]
    assert "sA1-1" in game.state.waiting


@pytest.mark.rule("panzer:4.5.1.1.9")
def test_a_unit_may_wait_longer() -> None:
    game = due_in(turn(BY_THE_ENTRY, 90, 10), sA11=1)
    choose(until(game, "arrive"), "do:wait")
    until(game, "command-whom")
    assert "sA1-1" in game.state.waiting
    assert game.state.turn == 2


@pytest.mark.rule("panzer:6.6.7")
def test_passengers_go_where_their_vehicle_goes() -> None:
    rider, truck = "gA2-1", "gA2-5"
    game = turn({truck: "H10/N", rider: f"H10/N@{truck}", "sB1-1": "A01/S"}, 90, 10)
    assert refused(game, f"unit:{rider}", "german")[0] == "refused.passenger-has-no-command"
    choose(game, f"unit:{truck}", "command:move")
    choose(until(game, "move-unit"), f"unit:{truck}", "hex:H08", "do:stop")
    assert game.state.units[rider].at == "H08"


@pytest.mark.rule("panzer:2.0", "panzer:6.1.4.1.1", "panzer:6.6.9")
def test_tanks_may_begin_hull_down_where_the_scenario_says_so() -> None:
    table = Table.new("panzer", "crossroads")
    table.choose("hex:1H10", "german")
    table.choose("face:SE", "german")
    assert offered(table.game, "do") == {"hull-down", "in-the-open"}
    table.choose("do:hull-down", "german")
    assert [unit.hull_down for unit in state_of(table).units.values()] == ["full"]


@pytest.mark.rule("panzer:2.0", "panzer:6.1.4.3.6")
def test_five_units_begin_entrenched_and_no_vehicle_and_no_sixth() -> None:
    table = Table.new("panzer", "houses", seed=1)
    while table.decisions[0].prompt != "set-up":
        table.choose(table.decisions[0].ids[0])
    table.choose("do:standard", "german")
    dug = [work.holds[0] for work in state_of(table).works.values()]
    assert len(dug) == 5
    assert not set(dug) & vehicles(table.game.content).keys()


@pytest.mark.rule("panzer:2.0", "panzer:6.1.4.3.7", "panzer:6.1.4.3.11")
def test_works_are_put_on_the_map_before_the_units_of_a_side_which_may_begin_in_them() -> None:
    table = Table.new("panzer", "belt", seed=1)
    while table.decisions[0].prompt != "place-work":
        table.choose(table.decisions[0].ids[0])
    assert (table.decisions[0].side, table.decisions[0].args["work"]) == ("soviet", "improved-position")
    at = min(offered(table.game, "hex"))
    table.choose(f"hex:{at}", "soviet")
    assert at not in offered(table.game, "hex")
    assert refused(table.game, f"hex:{at}") == ("refused.no-work-there", "2.0")
    table.choose("do:standard", "soviet")
    kinds = [work.kind for work in state_of(table).works.values()]
    assert (kinds.count("improved-position"), kinds.count("wire")) == (10, 6)
    table.choose("do:standard", "soviet")
    position = next(work.at for work in state_of(table).works.values() if work.at in offered(table.game, "hex"))
    unit = str(table.decisions[0].args["unit"])
    for choice in (f"hex:{position}", "face:N", "do:occupy"):
        table.choose(choice, "soviet")
    assert [work.holds for work in state_of(table).works.values() if work.at == position] == [(unit,)]
