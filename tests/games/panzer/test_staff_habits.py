"""The habits of the staff in the Advanced Game: overruns, dismounting, cover, pivots, claims and artillery."""

from __future__ import annotations

from games.panzer import artillery, field, positions
from games.panzer.assaulting import before, riding, seen, tank
from games.panzer.country import column
from sandtable.games.panzer.movement.loading import DISMOUNT
from sandtable.games.panzer.staff import StaffPlayer, commands
from sandtable.games.panzer.staff.doctrine import STANDARD
from sandtable.games.panzer.staff.goals import Goal
from sandtable.games.panzer.staff.situation import Situation
from sandtable.games.panzer.state import Unit
from sandtable.games.panzer.units import Game


def answer(game: Game) -> str:
    return StaffPlayer(1).answer(game, game.decisions[0])


def test_a_tank_next_to_men_in_the_open_overruns_them() -> None:
    game = before({"s1": tank("is-2m-m44", "A1"), "g1": seen("de-rifle-half", "A2")})
    assert answer(game) == "overrun:g1"


def test_men_on_a_tank_jump_off_at_a_gun_but_not_at_a_squad_that_would_beat_them() -> None:
    assert answer(before(riding(seen("pak-40", "A3")))) == "storm:s2"
    dug_in = riding(seen("de-rifle", "A3"), suppressed="off")
    assert not answer(before(dug_in)).startswith("storm:")


def test_men_get_out_when_the_enemy_is_near_and_stay_aboard_when_he_is_far() -> None:
    near = before(riding(seen("pz-iv-h", "A6")), board=column("." * 30).board)
    assert answer(near) == f"{DISMOUNT}:s2"
    far = before(riding(seen("pz-iv-h", "A30")), board=column("." * 30).board)
    assert not answer(far).startswith(DISMOUNT)


SQUAD, GUN, ENEMY = "gA2-1", "gC1-1", "sB1-1"


def at_the_end(prompt: str, squad: str | Unit, enemy: str) -> Game:
    game = field.turn({SQUAD: squad, ENEMY: enemy}, 90, 10)
    return field.until(game, prompt)


def test_suppressed_men_lie_low() -> None:
    assert answer(at_the_end("full-cover", field.unit("A10/N"), "P01/S")) == "do:done"
    shaken = Unit("A10", 0, suppressed="on")
    assert answer(at_the_end("full-cover", shaken, "P01/S")) == f"unit:{SQUAD}"


def test_a_gun_that_does_not_bear_on_the_nearest_enemy_is_turned_to_him() -> None:
    game = field.until(field.turn({GUN: "A10/S", ENEMY: "A02/S"}, 90, 10), "pivot")
    assert answer(game) == f"unit:{GUN}"
    field.choose(game, f"unit:{GUN}")
    assert answer(game) == "face:N"
    bearing = field.until(field.turn({GUN: "A10/N", ENEMY: "A02/S"}, 90, 10), "pivot")
    assert answer(bearing) == "do:done"


def called() -> Game:
    """An observer on overwatch has spotted a gun in the open."""
    game = artillery.Placed()
    game.stand(artillery.FO, "H01", "overwatch").stand(artillery.GUN, "H13", "fire", spot="fire")
    return game.spot(artillery.FO, artillery.GUN).play(9, 9, 50, 50)


def test_an_observer_calls_closed_fire_of_all_batteries_on_what_he_has_spotted() -> None:
    game, made = called(), list[str]()
    while game.decisions[0].prompt in ("indirect-fire", "call-hex", "shell", "sources", "sheaf", "sheaf-way"):
        made.append(answer(game))
        artillery.choose(game, made[-1])
    assert made[:3] == [f"unit:{artillery.FO}", "hex:H13", "shell:gp"]
    assert "sheaf:closed" in made
    assert any(each.startswith("battery:") for each in made)


def test_nobody_calls_fire_on_friends() -> None:
    placed = artillery.Placed()
    placed.stand(artillery.FO, "H01", "overwatch").stand(artillery.GUN, "H13", "fire", spot="fire")
    placed.stand(artillery.TANK, "H12").stand(artillery.CHQ, "H14").spot(artillery.FO, artillery.GUN)
    assert answer(placed.play()) == "do:done"


def test_who_moves_claims_it() -> None:
    table = positions.position({"gA1-1": "1931/N", "sA1-1": "1928/S"}, dice=[9, 1])
    positions.command(table, gA11="fire", sA11="move")
    while positions.prompt(table) != "claim":
        positions.play(table, "do:first" if positions.prompt(table) == "initiative" else "unit:sA1-1")
    assert answer(table.game) == "do:reveal"


def smoking(**spotters: str) -> Game:
    """An observer has spotted a tank that has one of ours before its gun."""
    placed = artillery.Placed()
    placed.stand(artillery.FO, "H01", "overwatch").stand(artillery.TANK, "H08", spot="fire")
    placed.stand(artillery.RED, "H14", spot="fire").spot(artillery.FO, artillery.RED)
    for spotter, seen_one in spotters.items():
        placed.spot(getattr(artillery, spotter), getattr(artillery, seen_one))
    return placed.play(9, 9, 50, 50)


def test_an_observer_blinds_a_tank_that_is_more_dangerous_than_in_danger() -> None:
    game, made = smoking(), list[str]()
    while game.decisions[0].prompt in ("indirect-fire", "call-hex", "shell"):
        made.append(answer(game))
        artillery.choose(game, made[-1])
    assert made == [f"unit:{artillery.FO}", "hex:H14", "shell:smoke"]


ROAD = tuple(f"C{number:02}" for number in range(16, 0, -1))
IN_LINE = {"gB1-1": "C13/N", "gB1-2": "C14/N", "gB1-3": "C15/N"}


def told_on_the_road(enemy: str) -> str:
    """What a platoon is told that stands in line on a road towards what its side goes for."""
    game = field.turn({**IN_LINE, ENEMY: enemy}, 90, 10, grade="regulars", road=ROAD)
    field.choose(game, "platoon:gB1")
    decision = next(each for each in game.decisions if each.side == "german")
    situation = Situation(game, "german", STANDARD)
    situation.goals = [Goal(frozenset(["C01"]), 20.0, held=False)]
    return commands.command_platoon(situation, decision)


def test_a_platoon_in_line_on_a_road_marches_in_column_unless_an_enemy_is_close() -> None:
    assert told_on_the_road("P01/S") == "do:column"
    assert told_on_the_road("C08/S") != "do:column"


def test_who_marches_in_column_keeps_up_with_its_head() -> None:
    game = field.turn({**IN_LINE, ENEMY: "P01/S"}, 90, 10, grade="regulars", road=ROAD)
    field.choose(game, "platoon:gB1", "do:column")
    field.until(game, "move-unit")
    field.choose(game, "unit:gB1-1", "hex:C08", "do:stop", "unit:gB1-2")
    assert answer(game) == "hex:C09"
