"""A10, A15, A17-A20: checks, breaking, casualties, heroes, Replacement, the Rally Phase."""

from __future__ import annotations

from typing import Any

import pytest

from games.asl.fields import meadow
from games.asl.position import ca, de, offered, play, position
from sandtable.games.asl.morale.casualties import Aftermath, reduce_casualties, wound
from sandtable.games.asl.morale.checks import check_leader_losses, morale_check
from sandtable.games.asl.morale.heat_of_battle import give_up, go_berserk, heat_of_battle, leader_creation
from sandtable.games.asl.morale.levels import morale_level
from sandtable.games.asl.morale.rally import RallyPhase, may_rally, rally_alone, rally_modifiers, try_rally
from sandtable.games.asl.morale.replacement import split
from sandtable.games.asl.sniper_attack import settle
from sandtable.games.asl.state import Unit, Weapon
from sandtable.games.asl.units import Game, leadership
from sandtable.kernel import Procedure, Rolled


def checked(unit: Unit, *dice: int, number: int = 0, **others: Unit) -> Game:
    """A unit takes a Morale Check."""
    game = position(units={"u": unit, **others}, on=meadow(), dice=dice, phase="defensive-fire")
    morale_check(game, "u", number, Aftermath())
    return game


@pytest.mark.rule("rileys_road:A10.1", "rileys_road:A19.1", "rileys_road:A1.23")
def test_failing_by_more_than_the_elr_replaces_the_unit() -> None:
    unit = checked(ca("F6", "ca-457"), 4, 5, number=2).state.units["u"]
    assert (unit.broken, unit.dm, unit.kind) == (True, True, "ca-447")


@pytest.mark.rule("rileys_road:A19.1")
def test_failing_by_the_elr_exactly_does_not() -> None:
    unit = checked(ca("F6", "ca-457"), 4, 5, number=1).state.units["u"]
    assert (unit.broken, unit.kind) == (True, "ca-457")


@pytest.mark.rule("rileys_road:A10.1", "rileys_road:A1.23", "rileys_road:A.10")
def test_the_roll_of_a_check_tells_whose_it_is_and_what_it_is_measured_against() -> None:
    game = checked(ca("F6", "ca-457"), 4, 5, number=1, l=ca("F6", "ca-l91"))
    roll = next(event for event in game.events if isinstance(event, Rolled))
    assert roll.of == "u"
    assert [(line.label, line.value) for line in roll.lines] == [
        ("morale", "7"), ("check-number", "+1"), ("leadership", "-1"), ("check.needs", "7"),
    ]  # fmt: skip


@pytest.mark.rule("rileys_road:A10.1", "rileys_road:A7.8")
def test_passing_exactly_pins() -> None:
    unit = checked(de("F6", "de-468"), 4, 4).state.units["u"]
    assert (unit.broken, unit.pinned) == (False, True)


@pytest.mark.rule("rileys_road:A10.1", "rileys_road:A10.3")
def test_an_original_twelve_breaks_and_costs_men() -> None:
    game = checked(de("F6", "de-468"), 6, 6)
    assert "u" not in game.state.units
    assert game.state.units["u.1"].broken


@pytest.mark.rule("rileys_road:A10.1", "rileys_road:A7.4/casualty")
def test_a_broken_unit_that_fails_is_reduced_and_dies_of_a_twelve() -> None:
    assert checked(de("F6", broken=True), 4, 5).state.units["u.1"].broken
    assert checked(de("F6", broken=True), 6, 6).state.units == {}
    assert checked(de("F6", "de-248", broken=True), 4, 5).state.units == {}


@pytest.mark.rule("rileys_road:A.10", "rileys_road:A10.7")
def test_a_leader_lends_his_modifier_but_not_to_a_better_man_nor_pinned() -> None:
    assert not checked(ca("F6", "ca-457"), 4, 4, l=ca("F6", "ca-l91")).state.units["u"].broken
    assert checked(ca("F6", "ca-457"), 4, 4, l=ca("F6", "ca-l91", pinned=True)).state.units["u"].broken
    assert checked(ca("F6", "ca-l91"), 5, 5, l=ca("F6", "ca-l91")).state.units["u"].broken


@pytest.mark.rule("rileys_road:A19.12")
def test_the_lowest_type_is_disrupted_unless_fanatic() -> None:
    assert checked(de("F6", "de-436"), 5, 5, number=1).state.units["u"].disrupted
    assert not checked(de("F6", "de-436", fanatic=True), 5, 6, number=1).state.units["u"].disrupted


@pytest.mark.rule("rileys_road:A19.13", "rileys_road:A1.23")
def test_a_squad_of_underlined_morale_falls_apart_beyond_five() -> None:
    game = checked(de("F6", "de-838"), 5, 6, number=3)
    assert {name: unit.kind for name, unit in game.state.units.items()} == {"u.1": "de-338", "u.2": "de-338"}
    assert checked(de("F6", "de-838"), 5, 6, number=2).state.units["u"].kind == "de-838"


class Check(Procedure, frozen=True):
    """A unit takes a Morale Check, and what follows of it is settled."""

    number: int

    def begin(self, game: Game) -> None:
        game.finish()
        aftermath = Aftermath()
        morale_check(game, "u", self.number, aftermath)
        settle(game, aftermath)


@pytest.mark.rule("rileys_road:A19.13", "rileys_road:A4.4")
def test_the_halves_of_a_squad_of_underlined_morale_share_its_weapons_as_the_owner_likes() -> None:
    guns = {name: Weapon("de-lmg", "german", holder="u") for name in ("v", "w")}
    units = {"u": de("F6", "de-838")}
    game = position(units=units, weapons=guns, on=meadow(), dice=(5, 6), phase="defensive-fire")
    play(game, Check(number=3))
    assert set(offered(game)) == {"unit:u.1", "unit:u.2"}
    assert (game.decisions[0].side, game.decisions[0].rule) == ("german", "A19.13")
    game.choose("unit:u.2")
    game.choose("unit:u.1")
    assert {name: weapon.holder for name, weapon in game.state.weapons.items()} == {"v": "u.2", "w": "u.1"}


@pytest.mark.rule("rileys_road:A19.13", "rileys_road:A10.1")
def test_a_half_that_an_original_twelve_leaves_alone_keeps_all_weapons() -> None:
    guns = {"w": Weapon("de-lmg", "german", holder="u")}
    units = {"u": de("F6", "de-838")}
    game = position(units=units, weapons=guns, on=meadow(), dice=(6, 6), phase="defensive-fire")
    play(game, Check(number=3))
    assert not game.decisions
    assert game.state.weapons["w"].holder == "u.1"
    assert game.state.units["u.1"].disrupted


@pytest.mark.rule("rileys_road:A.18", "rileys_road:A10.8", "rileys_road:A17.1")
@pytest.mark.parametrize(
    ("unit", "level"),
    [
        (de("F6", "de-l103", fanatic=True), 10), (de("F6", "de-468", fanatic=True), 9),
        (de("F6", "de-l91", wounded=True), 8),
        (de("F6", berserk=True), 10), (de("F6", encircled=True, broken=True), 7), (ca("F6", guard="x"), 6),
    ],
)  # fmt: skip
def test_morale_levels(unit: Unit, level: int) -> None:
    assert morale_level(position(units={"u": unit}, on=meadow()), unit) == level


@pytest.mark.rule("rileys_road:A17.1", "rileys_road:A10.7")
def test_a_wounded_leader_leads_worse() -> None:
    unit = de("F6", "de-l92", wounded=True)
    assert leadership(position(units={"u": unit}, on=meadow()), unit) == -1


@pytest.mark.rule("rileys_road:A17.11")
@pytest.mark.parametrize(
    ("die", "wounded", "lives"), [(4, False, True), (5, False, False), (3, True, True), (4, True, False)]
)
def test_how_badly_a_man_is_hit(die: int, wounded: bool, lives: bool) -> None:
    game = position(units={"u": de("F6", "de-l91", wounded=wounded)}, on=meadow(), dice=(die,))
    reduce_casualties(game, "u", "A7.302", Aftermath())
    assert ("u" in game.state.units) is lives


@pytest.mark.rule("rileys_road:A4.4", "rileys_road:A7.4/casualty")
def test_a_half_squad_keeps_the_weapons_and_the_dead_leave_theirs() -> None:
    weapons = {"w": Weapon("de-lmg", "german", holder="u")}
    game = position(units={"u": de("F6")}, weapons=weapons, on=meadow())
    reduce_casualties(game, "u", "A7.302", Aftermath())
    assert game.state.weapons["w"].holder == "u.1"
    reduce_casualties(game, "u.1", "A7.302", Aftermath())
    assert (game.state.weapons["w"].holder, game.state.weapons["w"].at) == ("", "F6")


@pytest.mark.rule("rileys_road:A10.2")
def test_a_leader_who_dies_shakes_those_of_lower_morale() -> None:
    units = {"a": de("F6", "de-467"), "l": de("F6", "de-l80"), "steady": de("F6", "de-l92"), "far": de("F7", "de-467")}
    game = position(units=units, on=meadow(), dice=(3, 3, 3, 3), phase="defensive-fire")
    aftermath = Aftermath()
    aftermath.lost_leaders.append(("F6", "german", 9, -2, True))
    check_leader_losses(game, aftermath)
    assert game.state.units["a"].broken
    assert game.state.units["l"].pinned
    assert not game.state.units["steady"].pinned


@pytest.mark.rule("rileys_road:A10.2")
def test_a_leader_who_breaks_only_pins_them() -> None:
    game = position(units={"a": de("F6", "de-467")}, on=meadow(), dice=(3, 4), phase="defensive-fire")
    aftermath = Aftermath()
    aftermath.lost_leaders.append(("F6", "german", 9, -1, False))
    check_leader_losses(game, aftermath)
    assert (game.state.units["a"].pinned, game.state.units["a"].broken) == (True, False)


# Heat of Battle


@pytest.mark.rule("rileys_road:A15.1", "rileys_road:A15.2", "rileys_road:A15.3", "rileys_road:A25.4")
def test_a_hero_and_a_fanatic_come_of_the_heat_of_battle() -> None:
    game = position(units={"u": ca("F6", "ca-458")}, on=meadow(), dice=(3, 4))
    heat_of_battle(game, "u", Aftermath())
    assert game.state.units["u"].fanatic
    assert game.content.personnel[game.state.units["cx1"].kind].type == "hero"


@pytest.mark.rule("rileys_road:A15.3")
def test_battle_hardening_makes_better_troops() -> None:
    game = position(units={"u": de("F6", "de-467", broken=True, dm=True)}, on=meadow(), dice=(3, 4))
    heat_of_battle(game, "u", Aftermath())
    assert (game.state.units["u"].kind, game.state.units["u"].broken) == ("de-468", False)


@pytest.mark.rule("rileys_road:A15.1")
def test_a_passed_two_heats_and_crews_stay_cool() -> None:
    heated = checked(ca("F6", "ca-458"), 1, 1, 3, 3)
    assert "cx1" in heated.state.units
    assert set(checked(ca("F6", "ca-228"), 1, 1).state.units) == {"u"}


@pytest.mark.rule("rileys_road:A15.4")
def test_a_berserk_unit_needs_an_enemy_in_sight_and_drops_heavy_weapons() -> None:
    weapons = {"l": Weapon("de-lmg", "german", holder="u"), "m": Weapon("de-mmg", "german", holder="u")}
    game = position(units={"u": de("F6"), "c": ca("F9")}, weapons=weapons, on=meadow())
    go_berserk(game, "u")
    assert game.state.units["u"].berserk
    assert (game.state.weapons["l"].holder, game.state.weapons["m"].holder) == ("u", "")
    alone = position(units={"u": de("F6", "de-467"), "c": ca("F9", concealed=True)}, on=meadow())
    go_berserk(alone, "u")
    assert (alone.state.units["u"].berserk, alone.state.units["u"].kind) == (False, "de-468")


@pytest.mark.rule("rileys_road:A15.4")
def test_a_berserk_unit_that_fails_loses_men() -> None:
    assert "u.1" in checked(de("F6", berserk=True), 5, 6).state.units


@pytest.mark.rule("rileys_road:A15.5", "rileys_road:A10.2")
@pytest.mark.parametrize(("beside", "broken"), [("F7", True), ("F9", False)], ids=["taken", "left"])
def test_a_leader_who_gives_up_and_is_taken_is_lost_to_his_men(beside: str, broken: bool) -> None:
    units = {"l": de("F6", "de-l80"), "s": de("F6", "de-467"), "c": ca(beside)}
    game, aftermath = position(units=units, on=meadow(), dice=(6, 5)), Aftermath()
    give_up(game, "l", aftermath)
    check_leader_losses(game, aftermath)
    assert (game.state.units["s"].broken, game.state.units["s"].pinned) == (broken, not broken)


@pytest.mark.rule("rileys_road:A15.5", "rileys_road:A20.21")
def test_who_gives_up_is_taken_by_an_enemy_beside_him_or_goes_berserk_where_no_quarter_is_given() -> None:
    units = {"u": de("F6"), "c": ca("F7")}
    game = position(units=dict(units), on=meadow())
    give_up(game, "u", Aftermath())
    assert (game.state.units["u"].guard, game.state.units["u"].at) == ("c", "F7")
    bitter = position(units=dict(units), on=meadow(), no_quarter={"canadian": True})
    give_up(bitter, "u", Aftermath())
    assert bitter.state.units["u"].berserk


@pytest.mark.rule("rileys_road:A18.12")
def test_leader_creation() -> None:
    game = position(units={"u": de("F6", "de-468")}, on=meadow(), dice=(3,))
    assert leader_creation(game, "u") == "gx1"
    assert game.content.personnel[game.state.units["gx1"].kind].name == "8-1"
    none = position(units={"u": de("F6", "de-436")}, on=meadow(), dice=(6,))
    assert leader_creation(none, "u") == "gx1"


@pytest.mark.rule("rileys_road:A15.2")
def test_a_hero_who_fails_is_wounded_and_never_breaks() -> None:
    hero = next(kind for kind, card in meadow().personnel.items() if card.type == "hero" and card.side == "german")
    unit = checked(de("F6", hero), 6, 5, 2).state.units["u"]
    assert (unit.wounded, unit.broken, unit.pinned) == (True, False, False)


# The Rally Phase


def rally(units: dict[str, Unit], *choices: str, dice: tuple[int, ...] = (), **facts: Any) -> Game:
    """The Rally Phase of the Germans."""
    on = facts.pop("on", None) or meadow(facts.pop("terrain", None))
    game = position(units=units, on=on, dice=dice, phase="rally", active="german", **facts)
    return play(game, RallyPhase(), *choices)


@pytest.mark.rule("rileys_road:A10.6", "rileys_road:A10.61", "rileys_road:A10.62")
def test_a_rally_dr_counts_dm_terrain_and_the_leader() -> None:
    units = {"u": ca("F6", "ca-458", broken=True, dm=True), "l": ca("F6", "ca-l81")}
    game = position(units=units, on=meadow({"F6": "woods"}))
    assert rally_modifiers(game, "u", "l").total == 2
    assert rally_modifiers(game, "u", None).total == 4


@pytest.mark.rule("rileys_road:A10.6")
def test_a_unit_rallies_on_its_broken_morale_and_both_sides_rally_in_a_phase() -> None:
    units = {"u": de("F6", broken=True), "l": de("F6", "de-l91"), "c": ca("P6", broken=True), "m": ca("P6", "ca-l80")}
    game = rally(units, "unit:u", "unit:c", dice=(4, 5, 5, 4))
    assert not game.state.units["u"].broken
    assert game.state.units["c"].broken


@pytest.mark.rule("rileys_road:A10.6")
def test_a_twelve_costs_men_and_a_unit_tries_once() -> None:
    units = {"u": de("F6", broken=True), "l": de("F6", "de-l91")}
    game = rally(units, "unit:u", dice=(6, 6))
    assert game.state.units["u.1"].broken
    assert not game.decisions


@pytest.mark.rule("rileys_road:A18.11", "rileys_road:A3.1")
def test_only_the_attacker_rallies_units_without_a_leader_and_only_so_many() -> None:
    units = {"u": de("F6", broken=True), "v": de("G6", broken=True), "c": ca("P6", broken=True)}
    game = rally(units, dice=(6, 5))
    assert game.decisions[0].prompt == "rally-alone"
    assert set(offered(game)) == {"unit:u", "unit:v", "do:done"}
    game.choose("unit:u")
    assert not game.decisions


@pytest.mark.rule("rileys_road:A18.11", "rileys_road:A18.12")
def test_the_first_two_without_a_leader_brings_one_forth() -> None:
    game = rally({"u": de("F6", "de-468", broken=True)}, "unit:u", dice=(1, 1, 3))
    assert not game.state.units["u"].broken
    assert "gx1" in game.state.units


@pytest.mark.rule("rileys_road:A10.6", "rileys_road:A19.12")
def test_who_cannot_rally() -> None:
    units = {
        "held": de("F6", broken=True), "c": ca("F6"),
        "taken": de("P6", guard="x", broken=True),
        "lost": de("H6", broken=True, disrupted=True), "x": ca("P6"),
    }  # fmt: skip
    game = rally(units, melees={"F6": "normal"})
    assert not game.decisions
    burning = position(units={"u": de("G6", broken=True)}, on=meadow(), phase="rally", blazes={"G6": True})
    assert not may_rally(burning, burning.state.units["u"])


@pytest.mark.rule("rileys_road:A10.6", "rileys_road:A1.23")
def test_leaders_and_crews_rally_themselves_and_then_others() -> None:
    units = {"l": de("F6", "de-l91", broken=True), "u": de("F6", broken=True), "k": de("P6", "de-228", broken=True)}
    game = rally(units, "do:done", dice=(3, 3, 3, 3))
    assert game.decisions[0].prompt == "self-rally"
    assert set(offered(game)) == {"unit:l", "unit:k", "do:done"}
    game.choose("unit:l")
    game.choose("do:done")
    assert (game.decisions[0].prompt, "unit:u" in offered(game)) == ("rally", True)


@pytest.mark.rule("rileys_road:A10.62", "rileys_road:A3.1")
def test_dm_goes_at_the_end_unless_an_enemy_is_beside_the_unit() -> None:
    units = {"a": de("F6", broken=True, dm=True), "b": de("P6", broken=True, dm=True), "c": ca("P7")}
    game = rally(units, "do:done", on=meadow({"F6": "woods", "P6": "woods"}))
    assert (game.state.units["a"].dm, game.state.units["b"].dm) == (False, True)


@pytest.mark.rule("rileys_road:A10.62")
def test_the_owner_may_leave_dm_on_a_unit_in_the_open() -> None:
    game = rally({"a": de("F6", broken=True, dm=True)}, "do:done", "unit:a")
    assert game.state.units["a"].dm


@pytest.mark.rule("rileys_road:A7.7")
def test_encirclement_ends_when_no_known_enemy_sees_the_unit() -> None:
    units = {"a": de("F6", encircled=True), "b": de("P6", encircled=True), "c": ca("P9")}
    game = rally(units, on=meadow({"H8": "woods", "K8": "woods"}))
    assert game.state.units["b"].encircled


@pytest.mark.rule("rileys_road:A1.31")
def test_a_squad_deploys_by_a_task_check_with_a_leader_who_then_does_nothing_else() -> None:
    units = {"u": de("F6", "de-468"), "v": de("F6", "de-468"), "l": de("F6", "de-l80")}
    game = rally(units, "unit:u", dice=(4, 4))
    assert {"u.1", "u.2"} <= game.state.units.keys()
    assert not game.decisions


@pytest.mark.rule("rileys_road:A1.31")
@pytest.mark.parametrize("facts", [{"kind": "de-436"}, {"pinned": True}, {"kind": "de-228"}])
def test_who_cannot_deploy(facts: dict[str, Any]) -> None:
    game = rally({"u": de("F6", **facts), "l": de("F6", "de-l80")})
    assert not game.decisions


@pytest.mark.rule("rileys_road:A1.32")
def test_two_half_squads_recombine_and_share_their_marks() -> None:
    units = {"s.1": de("F6", "de-248", cx=True), "t.1": de("F6", "de-248"), "l": de("F6", "de-l80")}
    game = rally(units, "unit:s.1")
    assert (game.state.units["s"].kind, game.state.units["s"].cx) == ("de-468", True)
    assert not {"s.1", "t.1"} & game.state.units.keys()


@pytest.mark.rule("rileys_road:A9.72")
@pytest.mark.parametrize(("die", "left"), [(1, False), (3, True), (6, None)])
def test_a_weapon_is_repaired_stays_broken_or_is_lost(die: int, left: bool | None) -> None:
    weapons = {"w": Weapon("de-lmg", "german", holder="u", broken=True)}
    game = rally({"u": de("F6")}, "weapon:w", weapons=weapons, dice=(die,))
    weapon = game.state.weapons.get("w")
    assert (None if weapon is None else weapon.broken) is left


@pytest.mark.rule("rileys_road:A4.44", "rileys_road:A3.1")
def test_a_weapon_that_lies_there_is_taken_up() -> None:
    game = rally({"u": de("F6")}, "weapon:w", weapons={"w": Weapon("de-lmg", "german", at="F6")}, dice=(5,))
    assert game.state.weapons["w"].holder == "u"


@pytest.mark.rule("rileys_road:A4.431", "rileys_road:A3.1")
def test_a_weapon_changes_hands_as_the_action_of_both() -> None:
    weapons = {"w": Weapon("de-lmg", "german", holder="u")}
    game = rally({"u": de("F6"), "v": de("F6")}, "weapon:w", "unit:v", weapons=weapons)
    assert game.state.weapons["w"].holder == "v"
    assert not game.decisions


@pytest.mark.rule("rileys_road:A10.2")
def test_each_unit_checks_for_the_worst_loss_of_a_leader_that_concerns_it() -> None:
    """An 8-0 is gone and a 9-1 broke: morale 7 takes a LLMC, morale 8 a LLTC."""
    game = position(units={"s": de("F6", "de-467"), "q": de("F6", "de-468")}, on=meadow(), dice=(6, 5, 6, 2))
    aftermath = Aftermath()
    aftermath.lost_leaders = [("F6", "german", 9, -1, False), ("F6", "german", 8, 0, True)]
    check_leader_losses(game, aftermath)
    after = game.state.units
    assert (after["q"].broken, after["q"].pinned) == (False, True)
    assert after["s"].broken


@pytest.mark.rule("rileys_road:A10.2", "rileys_road:A10.1")
def test_a_leader_who_dies_of_an_original_12_is_gone_and_not_only_broken() -> None:
    game = position(units={"l": de("F6", "de-l91"), "s": de("F6", "de-468")}, on=meadow(), dice=(6, 6, 6))
    aftermath = Aftermath()
    morale_check(game, "l", 0, aftermath)
    assert "l" not in game.state.units
    assert aftermath.lost_leaders == [("F6", "german", 9, -1, True)]


@pytest.mark.rule("rileys_road:A1.32", "rileys_road:A1.31")
def test_the_other_half_of_a_squad_that_recombined_with_a_stranger_is_not_lost_when_that_falls_apart() -> None:
    units = {
        "x.1": de("F6", "de-247"), "x.2": de("J6", "de-247"), "y.1": de("F6", "de-247"), "y.2": de("J8", "de-247"),
        "l": de("F6", "de-l91"),
    }  # fmt: skip
    weapons = {"w": Weapon("de-lmg", "german", holder="x.2"), "v": Weapon("de-lmg", "german", holder="y.1")}
    game = position(units=units, weapons=weapons, on=meadow(), phase="rally", active="german")
    play(game, RallyPhase(), "unit:x.1")
    split(game, "x", "de-247", "A1.31")
    far = [name for name, unit in game.state.units.items() if unit.at == "J6"]
    assert len(far) == 1
    assert (game.state.weapons["w"].holder, game.state.weapons["v"].holder) == (far[0], "x.1")
    assert sorted(unit.at for unit in game.state.units.values()) == ["F6", "F6", "F6", "J6", "J8"]


@pytest.mark.rule("rileys_road:A1.32", "rileys_road:A7.4/casualty")
def test_what_squads_that_recombine_have_lost_before_is_not_forgotten() -> None:
    halves = {name: de("F6", "de-247") for name in ("x.1", "y.1")}
    game = position(
        units={**halves, "l": de("F6", "de-l91")}, on=meadow(), phase="rally", active="german",
        lost={"x": "de-467", "y": "de-467"},
    )  # fmt: skip
    play(game, RallyPhase(), "unit:x.1")
    assert len(game.state.lost) == 2
    reduce_casualties(game, reduce_casualties(game, "x", "A7.302") or "", "A7.302")
    assert (len(game.state.lost), list(game.state.units)) == (4, ["l"])


@pytest.mark.rule("rileys_road:A1.32", "rileys_road:A1.31")
def test_a_half_that_has_left_the_map_or_fallen_keeps_its_name_to_itself() -> None:
    halves = {name: de("F6", "de-247") for name in ("x.1", "y.2")}
    leader = {"l": de("F6", "de-l91")}
    for kept in ("lost", "exited"):
        gone = {kept: {"x.2": "de-247", "y.1": "de-247"}}
        game = position(units={**halves, **leader}, on=meadow(), phase="rally", active="german", **gone)
        play(game, RallyPhase(), "unit:x.1")
        assert getattr(game.state, kept) == {"y.1": "de-247", "y.2": "de-247"}


@pytest.mark.rule("rileys_road:A1.32")
def test_a_squad_is_called_after_a_squad_and_not_after_a_half_squad_of_the_order_of_battle() -> None:
    units = {"h": de("F6", "de-247"), "y.2": de("F6", "de-247"), "y.1": de("J6", "de-247"), "l": de("F6", "de-l91")}
    game = position(units=units, on=meadow(), phase="rally", active="german")
    play(game, RallyPhase(), "unit:h")
    assert {name: unit.at for name, unit in game.state.units.items()} == {"y": "F6", "h": "J6", "l": "F6"}


# What is left of the dice of those who were broken


@pytest.mark.rule("rileys_road:A15.1", "rileys_road:A10.6")
def test_who_rallies_with_a_two_was_broken_when_the_heat_of_battle_took_hold() -> None:
    units = {"u": de("F6", "de-447", broken=True), "l": de("F6", "de-l91"), "c": ca("F9")}
    game = position(units=units, on=meadow(), phase="rally", active="german", dice=(1, 1, 4, 4))
    try_rally(game, "u", "l")
    # 8, and 1 for having been broken: berserk. Without that it would have been hardened.
    assert game.state.units["u"].berserk


@pytest.mark.rule("rileys_road:A15.2", "rileys_road:A19.12")
def test_a_disrupted_leader_who_becomes_heroic_is_disrupted_no_longer() -> None:
    worst = de("F6", "de-l61", broken=True, dm=True, disrupted=True)
    units = {"u": worst, "l": de("F6", "de-l91"), "c": ca("F9")}
    game = position(units=units, on=meadow(), phase="rally", active="german", dice=(1, 1, 1, 1))
    try_rally(game, "u", "l")
    after = game.state.units["u"]
    assert (after.heroic, after.broken, after.disrupted) == (True, False, False)


@pytest.mark.rule("rileys_road:A18.11", "rileys_road:A18.12")
def test_a_leader_comes_less_easily_forth_of_men_who_were_broken() -> None:
    made = {}
    for face in (3, 4):
        units = {"u": de("F6", "de-447", broken=True)}
        game = position(units=units, on=meadow(), phase="rally", active="german", dice=(1, 1, face))
        rally_alone(game, "u")
        made[face] = game.content.personnel[game.state.units["gx1"].kind].name
    # German -1, broken +1.
    assert made == {3: "8-0", 4: "7-0"}


@pytest.mark.rule("rileys_road:A18.12")
def test_the_unbroken_morale_of_men_counts_who_do_not_rally_with_their_2() -> None:
    units = {"u": de("F6", "de-237", broken=True, dm=True)}
    game = position(units=units, on=meadow(), phase="rally", active="german", dice=(1, 1, 5))
    rally_alone(game, "u")
    assert game.state.units["u"].broken
    assert game.content.personnel[game.state.units["gx1"].kind].name == "7-0"


@pytest.mark.rule("rileys_road:A15.2", "rileys_road:A17.11")
def test_a_wounded_hero_does_not_live_through_another_wound() -> None:
    for hero in (ca("F6", "ca-hero", wounded=True), ca("F6", "ca-l91", heroic=True, wounded=True)):
        game = position(units={"h": hero}, on=meadow(), dice=())
        assert not wound(game, "h", "A17.11")
    leader = position(units={"l": ca("F6", "ca-l91", wounded=True)}, on=meadow(), dice=(3,))
    assert wound(leader, "l", "A17.11")
