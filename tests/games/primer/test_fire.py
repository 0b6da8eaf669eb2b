"""Chapter 4 and rule 10.1: opportunity fire."""

from __future__ import annotations

import pytest

from games.primer.positions import counter, hexes, offered, play, position, prompt, reason, sum_of, unit
from sandtable.games.primer.events import HeldFire
from sandtable.games.primer.movement import Move
from sandtable.kernel import Table

MOVER = counter("b1", "armour", "0305")
GUNS = counter("r1", "guns", "0706")


@pytest.mark.rule("primer:4.1")
def test_fire_interrupts_a_move_where_the_guns_see_it() -> None:
    # The guns in 0706 reach three hexes: 0405 is the first of the path that they see.
    table = position(MOVER, GUNS)
    play(table, "unit:b1", "hex:0605")
    assert (prompt(table), unit(table, "b1").at) == (("red", "fire"), "0405")


@pytest.mark.rule("primer:4.1")
def test_after_fire_the_mover_chooses_anew_with_what_is_left() -> None:
    table = position(MOVER, GUNS, dice=[1])
    play(table, "unit:b1", "hex:0605", "unit:r1")
    assert (prompt(table), hexes(table)["0404"]) == (("blue", "move-to"), 2)
    assert max(cost or 0 for cost in hexes(table).values()) <= 5.5


@pytest.mark.rule("primer:4.1")
def test_after_fire_the_mover_may_stay_where_it_is() -> None:
    table = position(MOVER, GUNS, dice=[1])
    play(table, "unit:b1", "hex:0605", "unit:r1", "do:stay")
    assert (prompt(table), unit(table, "b1").at) == (("blue", "move-unit"), "0405")


@pytest.mark.rule("primer:4.1")
def test_guns_that_passed_may_fire_at_the_next_hex() -> None:
    table = position(MOVER, GUNS)
    play(table, "unit:b1", "hex:0605", "do:pass")
    assert (prompt(table), offered(table)) == (("red", "fire"), {"unit:r1", "do:pass"})
    assert unit(table, "b1").at == "0505"


@pytest.mark.rule("primer:3.1")
@pytest.mark.rule("primer:4.1")
def test_where_nobody_fires_the_move_goes_on_to_its_goal() -> None:
    table = position(MOVER, GUNS)
    play(table, "unit:b1", "hex:0605")
    while prompt(table) == ("red", "fire"):
        table.choose("do:pass")
    assert (prompt(table), unit(table, "b1").at) == (("blue", "move-unit"), "0605")
    held = [event.at for event in table.events if isinstance(event, HeldFire)]
    assert held == ["0405", "0505", "0605"]


def ways(table: Table, side: str) -> list[tuple[str, ...]]:
    """Where movers are going, as a side sees it."""
    return [frame.ahead for frame in table.public(side).stack if isinstance(frame, Move)]


@pytest.mark.rule("primer:6.5")
def test_the_firing_side_does_not_see_where_a_mover_is_going() -> None:
    one, two = position(MOVER, GUNS), position(MOVER, GUNS)
    play(one, "unit:b1", "hex:0605")
    play(two, "unit:b1", "hex:0405")
    assert ways(one, "red") == ways(two, "red")
    assert (ways(one, "blue"), ways(two, "blue")) == ([("0505", "0605")], [()])


@pytest.mark.rule("primer:4.1")
def test_guns_fire_once_in_a_player_turn() -> None:
    table = position(MOVER, GUNS, dice=[1])
    play(table, "unit:b1", "hex:0605", "unit:r1", "hex:0505")
    assert (prompt(table), unit(table, "b1").at) == (("blue", "move-unit"), "0505")


@pytest.mark.rule("primer:4.1")
def test_several_guns_fire_one_after_another() -> None:
    table = position(MOVER, GUNS, counter("r2", "guns", "0605"), dice=[1])
    play(table, "unit:b1", "hex:0405", "unit:r1")
    assert (prompt(table)[1], offered(table)) == ("fire", {"unit:r2", "do:pass"})


@pytest.mark.rule("primer:4.1")
def test_disrupted_guns_do_not_fire() -> None:
    table = position(MOVER, counter("r1", "guns", "0706", disrupted=True))
    play(table, "unit:b1", "hex:0405")
    assert prompt(table) == ("blue", "move-unit")


@pytest.mark.rule("primer:4.1")
def test_counters_without_guns_do_not_fire() -> None:
    table = position(MOVER, GUNS, counter("r2", "infantry", "0605"))
    play(table, "unit:b1", "hex:0405")
    assert (offered(table), reason(table, "unit:r2")) == ({"unit:r1", "do:pass"}, ("no-guns", "4.1"))


@pytest.mark.rule("primer:4.1")
def test_the_moving_side_does_not_fire_at_itself() -> None:
    table = position(MOVER, GUNS, counter("b2", "guns", "0304"))
    play(table, "unit:b1", "hex:0405")
    assert (offered(table), reason(table, "unit:b2")) == ({"unit:r1", "do:pass"}, ("not-yours", "4.1"))


@pytest.mark.rule("primer:4.2")
def test_guns_do_not_fire_beyond_their_range() -> None:
    table = position(counter("b1", "armour", "0205"), GUNS)
    play(table, "unit:b1", "hex:0305")
    assert prompt(table) == ("blue", "move-unit")


@pytest.mark.rule("primer:4.2")
@pytest.mark.parametrize(
    ("start", "to", "guns"),
    [("0706", "0707", "0709"), ("0408", "0508", "0506")],
    ids=["the woods of 0708", "the town of 0507"],
)
def test_woods_and_towns_block_the_view(start: str, to: str, guns: str) -> None:
    table = position(counter("b1", "infantry", start), counter("r1", "guns", guns))
    play(table, "unit:b1", f"hex:{to}")
    assert prompt(table) == ("blue", "move-unit")


@pytest.mark.rule("primer:4.2")
def test_higher_ground_blocks_the_view() -> None:
    # Gallows Hill, 0403 and 0404, lies between 0304 and 0504.
    table = position(counter("b1", "infantry", "0204"), counter("r1", "guns", "0504"))
    play(table, "unit:b1", "hex:0304")
    assert prompt(table) == ("blue", "move-unit")


@pytest.mark.rule("primer:4.2")
def test_a_target_in_woods_is_seen() -> None:
    table = position(counter("b1", "infantry", "0607"), counter("r1", "guns", "0807"))
    play(table, "unit:b1", "hex:0708")
    assert prompt(table) == ("red", "fire")


@pytest.mark.rule("primer:4.3")
@pytest.mark.parametrize(
    ("guns", "to", "lines"),
    [
        ("0605", "0405", {"on-road": "+1"}),
        ("0706", "0405", {"on-road": "+1", "long-range": "-1"}),
        ("0605", "0406", {}),
        ("0707", "0507", {"on-road": "+1", "cover": "-1"}),
    ],
)
def test_every_modifier_of_a_shot_is_shown(guns: str, to: str, lines: dict[str, str]) -> None:
    table = position(counter("b1", "infantry", "0306" if to != "0507" else "0407"), counter("r1", "guns", guns))
    play(table, "unit:b1", f"hex:{to}")
    assert sum_of(table, "unit:r1") == lines


@pytest.mark.rule("primer:4.3")
@pytest.mark.parametrize(("die", "disrupted", "steps"), [(4, False, 2), (5, True, 2), (6, True, 2)])
def test_a_five_disrupts(die: int, disrupted: bool, steps: int) -> None:
    table = position(counter("b1", "armour", "0306"), counter("r1", "guns", "0605"), dice=[die])
    play(table, "unit:b1", "hex:0406", "unit:r1")
    assert (unit(table, "b1").disrupted, unit(table, "b1").steps) == (disrupted, steps)


@pytest.mark.rule("primer:4.3")
def test_a_seven_costs_a_step_as_well() -> None:
    table = position(MOVER, counter("r1", "guns", "0605"), dice=[6])
    play(table, "unit:b1", "hex:0405", "unit:r1")
    assert (unit(table, "b1").disrupted, unit(table, "b1").steps) == (True, 1)


@pytest.mark.rule("primer:4.3")
def test_a_hit_ends_the_move() -> None:
    table = position(MOVER, GUNS, dice=[5])
    play(table, "unit:b1", "hex:0605", "unit:r1")
    assert (prompt(table), unit(table, "b1").at) == (("blue", "move-unit"), "0405")


@pytest.mark.rule("primer:4.3")
def test_a_target_that_was_hit_is_not_fired_at_again() -> None:
    table = position(MOVER, GUNS, counter("r2", "guns", "0605"), dice=[6])
    play(table, "unit:b1", "hex:0405", "unit:r1")
    assert prompt(table) == ("blue", "move-unit")


@pytest.mark.rule("primer:4.3")
def test_the_last_step_of_a_mover_may_be_shot_away() -> None:
    table = position(counter("b1", "recon", "0305"), counter("r1", "guns", "0605"), dice=[6])
    play(table, "unit:b1", "hex:0405", "unit:r1")
    assert (unit(table, "b1").at, prompt(table)) == ("", ("blue", "move-unit"))


@pytest.mark.rule("primer:4.3")
def test_the_odds_of_a_shot_are_known_before_it_is_fired() -> None:
    table = position(MOVER, counter("r1", "guns", "0605"))
    play(table, "unit:b1", "hex:0405")
    found = table.odds("unit:r1")
    assert found.exact
    assert {o.results: round(o.probability * 6) for o in found.outcomes} == {("miss",): 3, ("hit",): 2, ("kill",): 1}


@pytest.mark.rule("primer:10.1")
def test_with_limited_ammunition_guns_fire_three_times() -> None:
    table = position(MOVER, counter("r1", "guns", "0706", shots=3), switches=["10.1"])
    play(table, "unit:b1", "hex:0405")
    assert prompt(table) == ("blue", "move-unit")


@pytest.mark.rule("primer:10.1")
def test_the_third_shot_may_still_be_fired() -> None:
    table = position(MOVER, counter("r1", "guns", "0706", shots=2), switches=["10.1"], dice=[1])
    play(table, "unit:b1", "hex:0405", "unit:r1")
    assert unit(table, "r1").shots == 3


@pytest.mark.rule("primer:10.1")
def test_guns_without_ammunition_say_so() -> None:
    table = position(MOVER, GUNS, counter("r2", "guns", "0605", shots=3), switches=["10.1"])
    play(table, "unit:b1", "hex:0405")
    assert reason(table, "unit:r2") == ("no-ammunition", "10.1")


@pytest.mark.rule("primer:10.1")
def test_without_the_option_ammunition_is_plentiful() -> None:
    table = position(MOVER, counter("r1", "guns", "0706", shots=9))
    play(table, "unit:b1", "hex:0405")
    assert offered(table) == {"unit:r1", "do:pass"}
