"""Chapter 6: face-down counters and what stays secret."""

from __future__ import annotations

import random

import pytest

from games.primer.positions import PRIMER, counter, happened, offered, play, position, prompt, unit
from sandtable.games.primer.events import Dealt, Moved, Revealed
from sandtable.games.primer.movement import Move
from sandtable.kernel import PUBLIC, Event, Table, determinise
from sandtable.mechanics.events import Eliminated

B1 = counter("b1", "infantry", "0305")
DEAL = ["infantry", "guns", "dummy", "recon", "guns", "infantry"]


def dealt(*kinds: str) -> Table:
    """The bridge at Holm with red's counters r1 to r6 dealt in this order."""
    return Table.new("primer", "bridge", dice=list(kinds))


# The deal


@pytest.mark.rule("primer:6.1")
def test_counters_are_dealt_from_the_pool() -> None:
    table = dealt(*DEAL)
    assert [table.state.units[f"r{i}"].kind for i in range(1, 7)] == DEAL


@pytest.mark.rule("primer:6.1")
def test_every_deal_uses_up_the_pool() -> None:
    table = Table.new("primer", "bridge", seed=7)
    kinds = sorted(table.state.units[f"r{i}"].kind for i in range(1, 7))
    assert kinds == sorted(PRIMER.content("bridge").scenario.forces["red"].pool)


@pytest.mark.rule("primer:6.1")
def test_only_the_owner_hears_of_the_deal() -> None:
    table = dealt(*DEAL)
    heard = {side: len(_dealt(table.view(side).events(table.events))) for side in ("blue", "red", PUBLIC)}
    assert heard == {"blue": 0, "red": 6, PUBLIC: 0}


def _dealt(events: list[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, Dealt)]


@pytest.mark.rule("primer:6.1")
def test_the_other_side_sees_counters_of_unknown_kind() -> None:
    table = dealt(*DEAL)
    kinds = {side: table.public(side).units["r2"].kind for side in ("red", "blue", PUBLIC)}  # type: ignore[attr-defined]
    assert kinds == {"red": "guns", "blue": "unknown", PUBLIC: "unknown"}


@pytest.mark.rule("primer:6.1")
def test_counters_of_an_open_force_lie_face_up() -> None:
    assert dealt(*DEAL).public("red").units["b4"].kind == "armour"  # type: ignore[attr-defined]


@pytest.mark.rule("primer:6.1")
def test_two_deals_look_alike_to_the_other_side() -> None:
    one, two = dealt(*DEAL), dealt(*reversed(DEAL))
    assert PRIMER.codec.hash(one.public("blue")) == PRIMER.codec.hash(two.public("blue"))


# Turning over


@pytest.mark.rule("primer:6.2")
def test_a_counter_is_turned_over_when_an_enemy_comes_next_to_it() -> None:
    table = position(B1, counter("r1", "infantry", "0504", hidden=True))
    play(table, "unit:b1", "hex:0404")
    assert happened(table, Revealed) == [Revealed(rule="6.2", unit="r1", kind="infantry", at="0504")]


@pytest.mark.rule("primer:6.2")
def test_a_counter_is_turned_over_when_it_comes_next_to_an_enemy() -> None:
    table = position(
        counter("b1", "infantry", "0305", hidden=True), counter("r1", "infantry", "0504"), scenario="meeting"
    )
    play(table, "unit:b1", "hex:0404")
    assert not unit(table, "b1").hidden


@pytest.mark.rule("primer:6.2")
def test_a_counter_two_hexes_away_stays_face_down() -> None:
    table = position(B1, counter("r1", "infantry", "0504", hidden=True))
    play(table, "unit:b1", "hex:0304")
    assert unit(table, "r1").hidden


@pytest.mark.rule("primer:6.2")
def test_guns_that_fire_are_turned_over() -> None:
    table = position(B1, counter("r1", "guns", "0605", hidden=True), dice=[1])
    play(table, "unit:b1", "hex:0405", "unit:r1")
    assert not unit(table, "r1").hidden


@pytest.mark.rule("primer:6.2")
def test_guns_that_pass_stay_face_down() -> None:
    table = position(B1, counter("r1", "guns", "0605", hidden=True))
    play(table, "unit:b1", "hex:0405", "do:pass")
    assert unit(table, "r1").hidden


@pytest.mark.rule("primer:6.2")
@pytest.mark.parametrize(("die", "hidden"), [(3, True), (6, False)])
def test_a_counter_that_is_hit_is_turned_over(die: int, hidden: bool) -> None:
    table = position(
        counter("b1", "infantry", "0305", hidden=True),
        counter("r1", "guns", "0605"),
        scenario="meeting",
        dice=[die],
    )
    play(table, "unit:b1", "hex:0405", "unit:r1")
    assert unit(table, "b1").hidden is hidden


@pytest.mark.rule("primer:6.2")
def test_a_move_that_turned_a_counter_over_cannot_be_taken_back() -> None:
    table = position(B1, counter("r1", "infantry", "0504", hidden=True))
    play(table, "unit:b1", "hex:0404")
    assert not table.can_undo()


@pytest.mark.rule("primer:6.2")
def test_a_counter_moves_before_what_it_meets_is_turned_over() -> None:
    table = position(B1, counter("r1", "infantry", "0504", hidden=True))
    play(table, "unit:b1", "hex:0404")
    assert [type(event) for event in table.events] == [Moved, Revealed]


# Dummies


@pytest.mark.rule("primer:6.3")
def test_a_dummy_is_removed_when_it_is_turned_over() -> None:
    table = position(B1, counter("r1", "dummy", "0504", hidden=True))
    play(table, "unit:b1", "hex:0404")
    assert happened(table, Eliminated) == [Eliminated(rule="6.3", unit="r1", at="0504")]


@pytest.mark.rule("primer:6.3")
def test_a_dummy_gives_no_points() -> None:
    table = position(B1, counter("r1", "dummy", "0504", hidden=True))
    play(table, "unit:b1", "hex:0404")
    assert table.state.points == {}


@pytest.mark.rule("primer:6.3")
def test_a_dummy_that_walks_up_to_an_enemy_is_gone_and_its_move_is_over() -> None:
    table = position(counter("b1", "dummy", "0305", hidden=True), counter("r1", "infantry", "0504"), scenario="meeting")
    play(table, "unit:b1", "hex:0404")
    assert (unit(table, "b1").at, prompt(table)) == ("", ("blue", "move-unit"))


@pytest.mark.rule("primer:6.3")
def test_a_dummy_that_is_hit_is_removed_without_points() -> None:
    table = position(
        counter("b1", "dummy", "0305", hidden=True), counter("r1", "guns", "0605"), scenario="meeting", dice=[6]
    )
    play(table, "unit:b1", "hex:0405", "unit:r1")
    assert (unit(table, "b1").at, table.state.points) == ("", {})


# Possible guns


@pytest.mark.rule("primer:6.4")
@pytest.mark.parametrize(("kind", "options"), [("guns", {"unit:r1", "do:pass"}), ("infantry", {"do:pass"})])
def test_the_owner_of_a_face_down_counter_is_asked_whatever_it_is(kind: str, options: set[str]) -> None:
    table = position(B1, counter("r1", kind, "0605", hidden=True))
    play(table, "unit:b1", "hex:0405")
    assert (prompt(table), offered(table)) == (("red", "fire"), options)


@pytest.mark.rule("primer:6.4")
def test_nobody_is_asked_for_a_counter_that_lies_face_up_and_has_no_guns() -> None:
    table = position(B1, counter("r1", "infantry", "0605"))
    play(table, "unit:b1", "hex:0405")
    assert prompt(table) == ("blue", "move-unit")


@pytest.mark.rule("primer:6.4")
def test_nobody_is_asked_beyond_the_range_of_any_gun() -> None:
    table = position(B1, counter("r1", "infantry", "0705", hidden=True))
    play(table, "unit:b1", "hex:0306")
    assert prompt(table) == ("blue", "move-unit")


# What stays secret


@pytest.mark.rule("primer:6.5")
def test_the_other_side_does_not_see_how_far_a_face_down_counter_can_still_move() -> None:
    table = position(counter("b1", "recon", "0305", hidden=True), counter("r1", "guns", "0706"), scenario="meeting")
    play(table, "unit:b1", "hex:0505")
    assert [frame.left for frame in table.public("red").stack if isinstance(frame, Move)] == [0]


@pytest.mark.rule("primer:6.5")
def test_the_owner_sees_how_far_his_counter_can_still_move() -> None:
    table = position(counter("b1", "recon", "0305", hidden=True), counter("r1", "guns", "0706"), scenario="meeting")
    play(table, "unit:b1", "hex:0505")
    assert [frame.left for frame in table.public("blue").stack if isinstance(frame, Move)] == [13]


@pytest.mark.rule("primer:6.5")
@pytest.mark.parametrize(("hidden", "asked"), [(True, "move-to"), (False, "move-unit")])
def test_only_a_face_down_counter_is_asked_when_it_can_go_no_further(hidden: bool, asked: str) -> None:
    # Half a point along the road and two up the hill leave half a point, which buys nothing.
    batteries = [counter(name, "guns", "0706") for name in ("r1", "r2")]
    table = position(counter("b1", "guns", "0405", hidden=hidden), *batteries, scenario="meeting", dice=[1, 1])
    play(table, "unit:b1", "hex:0505", "unit:r1", "do:pass", "hex:0404", "unit:r2")
    assert prompt(table) == ("blue", asked)


@pytest.mark.rule("primer:6.5")
def test_an_order_is_not_seen_before_both_are_in() -> None:
    one, two = dealt(*DEAL), dealt(*DEAL)
    one.choose("order:march", "blue")
    two.choose("order:hold", "blue")
    assert PRIMER.codec.hash(one.public("red")) == PRIMER.codec.hash(two.public("red"))


@pytest.mark.rule("primer:6.5")
def test_a_world_made_up_for_a_side_looks_the_same_to_it() -> None:
    table = dealt(*DEAL)
    world = determinise(table.view("blue"), random.Random(3))
    known = PRIMER.codec.hash(table.public("blue"))
    assert PRIMER.codec.hash(Table(world, table.header).public("blue")) == known


@pytest.mark.rule("primer:6.5")
def test_made_up_worlds_differ_in_what_is_hidden() -> None:
    table = dealt(*DEAL)
    worlds = [determinise(table.view("blue"), random.Random(seed)) for seed in range(20)]
    assert len({tuple(world.state.units[f"r{i}"].kind for i in range(1, 7)) for world in worlds}) > 10
