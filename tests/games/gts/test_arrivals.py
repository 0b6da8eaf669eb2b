"""Chapter 8: reinforcements by road, their entries, their leaders, and what they may not do at first."""

from __future__ import annotations

import pytest

from games.gts.marching import cost, order, reason
from games.gts.positions import activated, choose, content, ids, position, quiet, unit
from games.gts.test_command import Idle
from sandtable.games.gts.conditions.air_power import AirAttacks
from sandtable.games.gts.fire.fire_zones import fire_zone
from sandtable.games.gts.fire.opportunity_fire import firers_at
from sandtable.games.gts.indirect.observers import may_observe
from sandtable.games.gts.sequence import dispatch, reinforcements
from sandtable.games.gts.sequence.activation import Activation
from sandtable.games.gts.sequence.leaders import in_command
from sandtable.games.gts.sequence.leaders_with_units import waiting
from sandtable.games.gts.sequence.reinforcements import Arrivals, bridge_blocked, is_due, may_return
from sandtable.games.gts.sequence.troop_quality import may_spend, quality
from sandtable.games.gts.state import GERMAN, Leader, Points, Unit
from sandtable.games.gts.units import Game, on_map

COMPANY = "1pb1-r"


def number(unit_id: str, scenario: str = "perimeter") -> int:
    """The arrival to which a unit belongs."""
    groups = content(scenario).scenario.reinforcements
    return next(i for i, group in enumerate(groups) if unit_id in group.units)


def arriving(
    who: str, units: dict[str, str | Unit] | None = None, *, turn: int | None = None, scenario: str = "perimeter"
) -> Game:
    """The group of a unit about to arrive."""
    group = content(scenario).scenario.reinforcements[number(who, scenario)]
    game = quiet(units or {}, turn=turn or group.turn, scenario=scenario)
    game.state.due = dict.fromkeys((*group.units, *group.leaders), number(who, scenario))
    game.state.stack += [Idle(), Arrivals(numbers=(number(who, scenario),))]
    game.advance()
    return game


# When and where


@pytest.mark.rule("gts:8.0")
def test_a_group_comes_in_its_turn() -> None:
    for turn, due in ((10, False), (11, True), (12, True)):
        game = quiet({}, turn=turn)
        game.state.due = {"kna-1": number("kna-1")}
        assert is_due(game, number("kna-1")) is due


@pytest.mark.rule("gts:8.0", "gts:4.0")
def test_all_groups_of_a_turn_come_one_after_the_other() -> None:
    game = quiet({}, turn=11)
    game.state.due = {"kna-1": number("kna-1"), "bri-1": number("bri-1"), "stu-1": number("stu-1")}
    reinforcements.start(game)
    assert game.state.stack == [Arrivals(numbers=(number("bri-1"), number("kna-1")))]


@pytest.mark.rule("gts:8.0")
def test_it_waits_in_an_entry_hex_of_its_division() -> None:
    game = arriving("bri-1")
    choose(game, "do:arrive")
    unit_ = unit(game, "bri-1")
    assert (unit_.entry, unit_.at) == ("e1", content().entry_hex["e1"])
    assert not on_map(game, "bri-1")
    assert content().counters["bri-1"].division in content().entries["e1"].divisions


@pytest.mark.rule("gts:8.0")
def test_stacking_limits_do_not_apply_there() -> None:
    game = arriving("spe-mg1")
    choose(game, "do:arrive", "do:all-column")
    assert sum(unit.entry == "e1" and unit.column for unit in game.state.units.values()) == 10


@pytest.mark.rule("gts:8.0")
def test_the_owner_may_send_it_round_to_another_entry_a_turn_later() -> None:
    game = arriving("bri-1")
    others = {name for name, row in content().entries.items() if "10ss" in row.divisions and name != "e1"}
    assert others == {"n2", "e2", "s3", "s4"}
    assert ids(game) == {"do:arrive", *(f"entry:{name}" for name in others)}
    choose(game, "entry:n2")
    assert "bri-1" not in game.state.units
    assert game.state.detours == {str(number("bri-1")): (5, "n2")}
    assert not is_due(game, number("bri-1"))


@pytest.mark.rule("gts:8.0")
def test_it_then_comes_there_without_another_choice() -> None:
    game = quiet({}, turn=5)
    game.state.due = {"bri-1": number("bri-1")}
    game.state.detours = {str(number("bri-1")): (5, "n2")}
    game.state.stack += [Idle(), Arrivals(numbers=(number("bri-1"),))]
    game.advance()
    assert unit(game, "bri-1").entry == "n2"


@pytest.mark.rule("gts:8.0")
def test_an_entry_of_another_division_is_refused() -> None:
    assert reason(arriving("bri-1"), "entry:w1") == ("refused.entry", "8.0")


@pytest.mark.rule("gts:8.0")
def test_sperrverband_harzer_may_come_by_the_south_while_the_bridge_is_closed() -> None:
    blocked = arriving("spe-mg1", {COMPANY: "3419"})
    assert bridge_blocked(blocked)
    choose(blocked, "entry:s4", "do:done")
    assert unit(blocked, "spe-mg1").entry == "s4"


@pytest.mark.rule("gts:8.0")
def test_but_not_while_it_is_free() -> None:
    assert reason(arriving("spe-mg1"), "entry:s4") == ("refused.entry", "8.0")


@pytest.mark.rule("gts:8.0")
def test_the_owner_chooses_who_comes_in_column() -> None:
    game = arriving("spi-1")
    choose(game, "do:arrive", "unit:spi-2", "do:done")
    assert {name for name in game.state.units if unit(game, name).column} == {"spi-2"}


@pytest.mark.rule("gts:8.0")
def test_some_groups_come_in_column_by_the_schedule() -> None:
    game = arriving("gra-1")
    choose(game, "do:arrive")
    assert all(unit.column for unit in game.state.units.values())
    assert not game.decisions


@pytest.mark.rule("gts:8.0", "gts:14.10.2")
@pytest.mark.parametrize(("who", "mounted"), [("bri-2", True), ("bri-1", False)])
def test_units_with_vehicles_come_mounted(who: str, mounted: bool) -> None:
    game = arriving("bri-1")
    choose(game, "do:arrive")
    assert unit(game, who).mounted is mounted


@pytest.mark.rule("gts:8.0")
def test_a_reduced_unit_comes_reduced() -> None:
    game = arriving("hum", scenario="bridge")
    choose(game, "do:arrive", "do:done")
    assert unit(game, "hum").steps == 1


@pytest.mark.rule("gts:8.0")
def test_guns_beyond_the_map_are_just_there() -> None:
    game = arriving("med64-1")
    assert (unit(game, "med64-1").at, unit(game, "med64-1").entry) == ("", "")
    assert in_command(game, "med64-1")


# Arrivals on the map


@pytest.mark.rule("gts:8.0")
def test_a_group_may_come_straight_onto_the_map() -> None:
    game = arriving("kra-orpo", scenario="krafft")
    assert (unit(game, "kra-orpo").at, unit(game, "kra-orpo").entry, unit(game, "kra-orpo").column) == (
        "2416",
        "",
        True,
    )
    assert game.state.holders["2416"] == GERMAN


@pytest.mark.rule("gts:8.0")
def test_it_waits_while_an_enemy_is_there() -> None:
    game = arriving("kra-orpo", {COMPANY: "2416"}, scenario="krafft")
    assert "kra-orpo" in game.state.due


@pytest.mark.rule("gts:8.0", "gts:14.6.1")
def test_it_waits_while_another_column_is_there() -> None:
    game = arriving("kra-orpo", {"kra-2": Unit(at="2416", steps=2, column=True)}, scenario="krafft")
    assert "kra-orpo" in game.state.due


# In the entry hex


def in_entry(who: str = "spi-1", **facts: object) -> Unit:
    return Unit(at=content().entry_hex["e1"], entry="e1", steps=content().counters[who].steps, **facts)  # type: ignore[arg-type]


@pytest.mark.rule("gts:8.0")
def test_the_entry_hex_is_no_hex_of_the_move() -> None:
    """The first road hex costs its own half point and no more."""
    game = order({"spi-1": in_entry(column=True)}, "spi-1")
    assert "4415" in content().adjacent[content().entry_hex["e1"]]
    assert cost(game, "4415") == 0.5
    choose(game, "hex:4415", "do:stop")
    assert (unit(game, "spi-1").at, unit(game, "spi-1").entry) == ("4415", "")


@pytest.mark.rule("gts:8.0")
def test_units_in_it_are_not_fired_at() -> None:
    enemy = content().adjacent[content().entry_hex["e1"]][0]
    game = quiet({"spi-1": in_entry(), COMPANY: enemy})
    assert firers_at(game, ("spi-1",)) == []
    assert not AirAttacks(side="allied")._is_target(game, "spi-1")


@pytest.mark.rule("gts:8.0", "gts:16.4.2.2", "gts:16.4.2.2/leave")
@pytest.mark.parametrize("barrage", ["light-barrage", "heavy-barrage"])
def test_a_barrage_on_those_who_stand_there_does_not_touch_them(barrage: str) -> None:
    """They leave at the usual price and without a check, and rally as elsewhere."""
    under_fire = {content().entry_hex["e1"]: barrage}
    units: dict[str, str | Unit] = {"spi-1": in_entry(column=True)}
    game = order(units, "spi-1", barrages=under_fire)
    assert (cost(game, "4415"), quality(game, "spi-1")) == (0.5, quality(quiet(units), "spi-1"))
    choose(game, "hex:4415", "do:stop")
    assert (unit(game, "spi-1").at, unit(game, "spi-1").hits, game.state.rolls) == ("4415", 0, 0)


@pytest.mark.rule("gts:16.4.2.2/leave")
def test_it_does_touch_those_who_stand_there() -> None:
    entry = content().entry_hex["e1"]
    standing: dict[str, str | Unit] = {"spi-1": Unit(at=entry, steps=2, column=True)}
    assert cost(order(standing, "spi-1", barrages={entry: "light-barrage"}), "4415") > 0.5


@pytest.mark.rule("gts:8.0")
def test_they_have_no_fire_zone() -> None:
    assert fire_zone(quiet({"spi-1": in_entry()}), "spi-1") == frozenset()


@pytest.mark.rule("gts:16.2/note-entry")
def test_they_do_not_observe() -> None:
    units: dict[str, str | Unit] = {"spi-1": in_entry(), "spi-2": "3016", "fr-art": "3017"}
    game = quiet(units, leaders={"spindler": "3016"})
    assert may_observe(game, "spi-2", "fr-art")
    assert not may_observe(game, "spi-1", "fr-art")


@pytest.mark.rule("gts:8.0/restriction", "gts:21.4", "gts:29.28")
def test_they_are_out_of_command_and_their_leader_commands_nobody() -> None:
    game = quiet({"spi-1": in_entry(), "spi-2": "4414"})
    game.state.leaders["spindler"] = Leader(at=content().entry_hex["e1"], entry="e1")
    assert not in_command(game, "spi-1")
    assert not in_command(game, "spi-2")


# Command points (8.0/restriction)


@pytest.mark.rule("gts:8.0/restriction")
def test_no_command_points_for_units_that_have_just_arrived() -> None:
    units: dict[str, str | Unit] = {"spi-1": Unit(at="3016", steps=2, fresh=True), "spi-2": "3016"}
    game = quiet(units, leaders={"spindler": "3016"}, points={"9ss": Points(5, 0)})
    assert in_command(game, "spi-1")
    assert not may_spend(game, "spi-1")
    assert may_spend(game, "spi-2")


@pytest.mark.rule("gts:8.0/restriction")
def test_arrivals_are_marked_so() -> None:
    game = arriving("bri-1")
    choose(game, "do:arrive")
    assert all(unit.fresh for unit in game.state.units.values())


@pytest.mark.rule("gts:8.0/restriction")
def test_their_division_chit_frees_the_reinforcements_of_that_division() -> None:
    units: dict[str, str | Unit] = {
        "spi-1": Unit(at="3016", steps=2, fresh=True),
        "spi-2": in_entry(fresh=True),
        "hel-1": Unit(at="0507", steps=2, fresh=True),
    }
    game = quiet(units)
    dispatch.lift_restriction(game, "9ss")
    assert {name for name in game.state.units if unit(game, name).fresh} == {"hel-1"}


@pytest.mark.rule("gts:8.0/restriction", "gts:21.4")
def test_a_unit_held_back_in_the_entry_hex_has_points_once_it_is_on_the_map() -> None:
    """The chit of its division has been used, though not by this unit, which comes on under a later one."""
    units: dict[str, str | Unit] = {"spi-1": in_entry(column=True, fresh=True, hits=1), "spi-2": "4414"}
    formation = activated(owner="spindler", side=GERMAN)
    game = position(
        units, Idle(), Activation(step="pick"), active=activated("division", "9ss", GERMAN),
        leaders={"spindler": "4414"}, points={"9ss": Points(5, 0)},
    )  # fmt: skip
    choose(game, "unit:spi-1", "do:pass")
    assert game.decisions[0].prompt == "act"
    choose(game, "do:end")
    game = position(
        game.state.units, Idle(), Activation(step="pick"), active=formation, leaders={"spindler": "4414"},
        points={"9ss": Points(5, 0)},
    )  # fmt: skip
    choose(game, "unit:spi-1", "hex:4415", "do:stop")
    assert game.decisions[0].prompt == "second-action"


# Leaders (7.2/leader, 21.3)


@pytest.mark.rule("gts:8.0", "gts:7.2/leader")
def test_a_leader_comes_with_a_unit_of_his() -> None:
    game = arriving("kna-1")
    choose(game, "do:arrive", "do:all-column")
    assert game.state.leaders["knaust"] == Leader(at=content().entry_hex["e2"], entry="e2")
    assert "knaust" not in game.state.due


@pytest.mark.rule("gts:8.0")
def test_he_leaves_the_entry_hex_with_a_unit_of_his() -> None:
    game = quiet({"spi-1": in_entry(), "bri-1": in_entry("bri-1")})
    game.state.leaders["spindler"] = Leader(at=content().entry_hex["e1"], entry="e1")
    assert waiting(game, "spi-1") == ["spindler"]
    assert waiting(game, "bri-1") == []


@pytest.mark.rule("gts:21.3")
def test_a_leader_who_had_lost_all_his_units_returns_with_reinforcements() -> None:
    game = arriving("spi-ha1")
    choose(game, "do:arrive", "do:all-column")
    assert game.state.leaders["spindler"] == Leader(at=content().entry_hex["e1"], entry="e1")


@pytest.mark.rule("gts:21.3")
def test_one_who_is_on_the_map_stays_where_he_is() -> None:
    game = quiet({"spi-1": "3016"}, leaders={"spindler": "3016"}, turn=5)
    group = content().scenario.reinforcements[number("spi-ha1")]
    game.state.due = dict.fromkeys(group.units, number("spi-ha1"))
    game.state.stack += [Idle(), Arrivals(numbers=(number("spi-ha1"),))]
    game.advance()
    choose(game, "do:arrive", "do:all-column")
    assert game.state.leaders["spindler"] == Leader(at="3016")


# Gräbner's return


@pytest.mark.rule("gts:8.0")
@pytest.mark.parametrize(("turn", "able"), [(5, False), (6, True), (20, True)])
def test_what_grabner_took_south_may_come_back_from_the_next_morning_on(turn: int, able: bool) -> None:
    game = quiet({}, turn=turn)
    game.state.away = {"gra-1": Unit(at="2630", steps=1)}
    assert may_return(game) is able


@pytest.mark.rule("gts:8.0", "gts:21.3")
def test_its_owner_says_who_returns() -> None:
    game = position({}, Idle(), reinforcements.Returning(), turn=6)
    assert not game.decisions
    game = quiet({}, turn=6)
    game.state.away = {"gra-1": Unit(at="2630", steps=1, hits=1), "gra-2": Unit(at="2630", steps=1)}
    game.state.exited = {"gra-1": 3, "gra-2": 3}
    game.state.stack += [Idle(), reinforcements.Returning()]
    game.advance()
    choose(game, "unit:gra-1", "do:done", "do:done")
    assert (unit(game, "gra-1").entry, unit(game, "gra-1").hits) == ("s3", 1)
    assert set(game.state.away) == set(game.state.exited) == {"gra-2"}
    assert game.state.leaders["grabner"].entry == "s3"


@pytest.mark.rule("gts:8.0", "gts:8.0/restriction", "gts:14.10.2")
def test_they_return_like_any_reinforcements() -> None:
    game = quiet({}, turn=6)
    game.state.away = {"gra-1": Unit(at="2630", steps=1, column=True, hits=2), "gra-3": Unit(at="2630", steps=2)}
    game.state.stack += [Idle(), reinforcements.Returning()]
    game.advance()
    choose(game, "unit:gra-1", "unit:gra-3")
    assert ids(game) == {"unit:gra-1", "unit:gra-3", "do:all-column", "do:done"}
    choose(game, "unit:gra-3", "do:done")
    assert [unit(game, name).column for name in ("gra-1", "gra-3")] == [False, True]
    assert all(unit(game, name).fresh for name in ("gra-1", "gra-3"))
    assert unit(game, "gra-3").mounted is (content().counters["gra-3"].transport is not None)
    assert (unit(game, "gra-1").steps, unit(game, "gra-1").hits) == (1, 2)
