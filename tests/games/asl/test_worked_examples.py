"""Worked examples of the system, reckoned with the figures that ship."""

from __future__ import annotations

from typing import Any

import pytest

from games.asl.fields import meadow
from games.asl.position import Last, ca, de, play, position
from games.rileys_road.data import DATA, personnel, table, weapons
from sandtable.games.asl.close_combat.odds import Assault, kill_number, modifiers
from sandtable.games.asl.events.fire import Cowered
from sandtable.games.asl.fire.fire_phase import FirePhase
from sandtable.games.asl.fire.first_fire import FirstFire
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.morale.checks import check_leader_losses, morale_check
from sandtable.games.asl.morale.rally import RallyPhase
from sandtable.games.asl.movement.allotments import allotment
from sandtable.games.asl.movement.reach import step_cost
from sandtable.games.asl.state import Moving, Unit, Weapon
from sandtable.games.asl.tables.close_combat import CloseCombatModifiers
from sandtable.games.asl.tables.features import Slopes
from sandtable.games.asl.tables.fire import FireModifiers, Firepower, Ift, Residual, parsed
from sandtable.games.asl.tables.morale import Nationality
from sandtable.games.asl.tables.movement import Movement
from sandtable.games.asl.tables.terrain import Terrain
from sandtable.games.asl.tables.weapons import Weapons
from sandtable.games.asl.terrain.tem import tem
from sandtable.games.asl.units import Game
from sandtable.kernel import Resolved


@pytest.mark.rule("rileys_road:A7.1", "rileys_road:B23.1")
def test_a_squad_with_its_machine_gun_at_a_stone_building() -> None:
    ift = table("ift", Ift)
    assert ift.column(personnel()["de-548"].fp + weapons()["de-lmg"].fp) == 8
    assert personnel()["de-l91"].leadership + table("terrain", Terrain).hexes["stone-building"].tem.direct == 2


@pytest.mark.rule("rileys_road:A8.3", "rileys_road:A8.9")
def test_subsequent_first_fire_at_an_adjacent_open_hex() -> None:
    ift, factors = table("ift", Ift), table("firepower", Firepower).factors
    fp = personnel()["de-468"].fp * factors["point-blank"].value * factors["subsequent-first-fire"].value
    figures = table("fire-modifiers", FireModifiers).modifiers
    assert ift.column(fp) == 4
    assert figures["ffnam"].value + figures["ffmo"].value == -2
    assert table("residual", Residual).left_by(ift, 4) == 2


@pytest.mark.rule("rileys_road:A7.23")
def test_one_roll_at_a_known_and_a_concealed_squad() -> None:
    ift = table("ift", Ift)
    halved = ift.column(12 * table("firepower", Firepower).factors["concealed-target"].value)
    assert (ift.result(12, 6), ift.result(halved, 6)) == (parsed("2MC"), parsed("1MC"))


@pytest.mark.rule("rileys_road:A7.9", "rileys_road:A25.45")
def test_a_mixed_group_cowers_a_column_to_the_left() -> None:
    steady = table("nationality", Nationality).nations["canadian"].steady
    assert personnel()["ca-458"].unit_class in steady
    assert personnel()["ca-447"].unit_class not in steady
    assert table("ift", Ift).left(8, table("firepower", Firepower).cowering.columns) == 6


@pytest.mark.rule("rileys_road:A19.1")
def test_a_squad_that_fails_by_more_than_its_elr_is_replaced() -> None:
    squad = personnel()["ca-457"]
    assert 9 + 2 - squad.morale > 3
    assert squad.replaced_by == "ca-447"


@pytest.mark.rule("rileys_road:A11.16")
def test_broken_men_are_attacked_at_minus_two() -> None:
    assert table("close-combat-modifiers", CloseCombatModifiers).modifiers["at-broken"].value == -2


@pytest.mark.rule("rileys_road:A4.42", "rileys_road:A9.8")
def test_a_dismantled_machine_gun_is_carried_without_loss() -> None:
    gun, steps = weapons()["ca-mmg"], table("movement", Movement)
    assert gun.pp == 4
    assert gun.dismantled is not None
    assert gun.dismantled.pp <= 3
    assert steps.allotments["mmc"] == 2 * 4


@pytest.mark.rule("rileys_road:B15.6", "rileys_road:RR12.51")
def test_up_a_slope_into_a_plowed_field() -> None:
    assert table("terrain", Terrain).hexes["plowed"].mf + table("slopes", Slopes, DATA).mf == 2 * 2


@pytest.mark.rule("rileys_road:A9.3", "rileys_road:A.11")
def test_sustained_fire_of_a_machine_gun() -> None:
    figures = table("weapons", Weapons)
    lowered = weapons()["de-lmg"].breakdown
    assert lowered == figures.breakdown == 12
    assert lowered - figures.lowered["sustained"] == 10


# The same in positions


def fire(phase: Any, units: dict[str, Unit], *choices: str, **facts: Any) -> Game:
    """A fire phase of the Germans on a meadow: their own, or Defensive Fire in the Canadians' turn."""
    active = "canadian" if phase == "defensive-fire" else "german"
    on = meadow(facts.pop("terrain", None))
    game = position(units=units, on=on, phase=phase, active=active, **facts)
    return play(game, FirePhase(side="german", phase=phase), *choices)


def first_fire(units: dict[str, Unit], moving: Moving, *choices: str, **facts: Any) -> Game:
    game = position(units=units, on=meadow(facts.pop("terrain", None)), moving=moving, **facts)
    game.stack.extend((Last(), FirstFire()))
    game.advance()
    for choice in choices:
        game.choose(choice)
    return game


def sums(game: Game) -> list[dict[str, str]]:
    found = [event for event in game.events if isinstance(event, Resolved) and event.what == "fire"]
    return [{line.label: line.value for line in event.lines} for event in found]


@pytest.mark.rule("rileys_road:A7.1", "rileys_road:A7.53", "rileys_road:B23.1")
def test_a_directed_squad_with_its_gun_fires_at_a_building() -> None:
    units = {"s": de("F6", "de-548"), "l": de("F6", "de-l91"), "x": ca("F10")}
    gun = {"w": Weapon("de-lmg", "german", holder="s")}
    game = fire("prep-fire", units, "unit:s", "hex:F10", "unit:l", "do:fire", weapons=gun,
                terrain={"F10": "stone-building"}, dice=(6, 5))  # fmt: skip
    (told,) = sums(game)
    assert (told["firepower"], told["column"], told["leadership"], told["tem.stone-building"]) == ("8", "8", "-1", "+3")


@pytest.mark.rule("rileys_road:A7.36", "rileys_road:A7.21", "rileys_road:A/rounding")
@pytest.mark.parametrize(("target", "column"), [("F7", "6"), ("F9", "4")], ids=["adjacent", "three hexes away"])
def test_assault_fire_is_added_after_all_halving(target: str, column: str) -> None:
    game = fire("advancing-fire", {"s": de("F6", "de-548"), "x": ca(target)}, "unit:s", f"hex:{target}", "do:fire",
                dice=(6, 5))  # fmt: skip
    assert sums(game)[0]["column"] == column


@pytest.mark.rule("rileys_road:A8.3", "rileys_road:A7.21", "rileys_road:A8.2")
def test_subsequent_first_fire_in_a_position() -> None:
    units = {"g": de("F6", "de-468", fire="first"), "c": ca("F7")}
    game = first_fire(units, Moving(("c",), "F7", spent_here=2), "unit:g", "do:fire", dice=(6, 5))
    (told,) = sums(game)
    assert (told["column"], told["ffnam"], told["ffmo"]) == ("4", "-1", "-1")
    assert (game.state.residual, game.state.units["g"].fire) == ({"F7": 2}, "final")


@pytest.mark.rule("rileys_road:A8.2", "rileys_road:A8.26")
def test_residual_of_column_eight_through_a_hindrance() -> None:
    units = {"a": de("F6", "de-468"), "b": de("F6", "de-468"), "c": ca("F9")}
    game = first_fire(units, Moving(("c",), "F9", spent_here=2), "unit:a", "unit:b", "do:fire",
                      terrain={"F8": "orchard"}, dice=(6, 5))  # fmt: skip
    assert game.state.residual == {"F9": 2}


@pytest.mark.rule("rileys_road:A7.23", "rileys_road:A12.14")
def test_one_roll_strikes_a_known_and_a_concealed_squad_on_two_columns() -> None:
    """12 FP and a Final DR of 6: 2MC for the one, 1MC for the other, which is seen by that."""
    units = {"a": de("F6", "de-468"), "b": de("F6", "de-468"), "d": de("F6", "de-468"), "x": ca("F9"),
             "y": ca("F9", concealed=True)}  # fmt: skip
    game = fire("prep-fire", units, "unit:a", "hex:F9", "unit:b", "unit:d", "do:fire", dice=(2, 4, 1, 2, 1, 2))
    assert [(told["column"], told["result"]) for told in sums(game)] == [("12", "2MC"), ("6", "1MC")]
    assert not game.state.units["y"].concealed


@pytest.mark.rule("rileys_road:A7.9", "rileys_road:A25.45")
def test_one_unit_of_a_mixed_group_cowers() -> None:
    units = {"a": ca("F6", "ca-458"), "b": ca("F6", "ca-447"), "x": de("F9")}
    game = position(units=units, on=meadow(), phase="prep-fire", active="canadian", dice=(4, 4, 1, 2))
    play(game, FirePhase(side="canadian", phase="prep-fire"), "unit:a", "hex:F9", "unit:b", "do:fire")
    assert table("ift", Ift).result(8, 8) == parsed("NMC")
    assert sums(game)[0]["result"] == "PTC", "on column 6"
    assert [event.unit for event in game.events if isinstance(event, Cowered)] == ["b"]


@pytest.mark.rule("rileys_road:A10.1", "rileys_road:A19.1", "rileys_road:A7.8")
def test_two_morale_checks() -> None:
    game = position(units={"c": ca("F6", "ca-457"), "g": de("J6", "de-468")}, on=meadow(), dice=(4, 5, 4, 4))
    assert not morale_check(game, "c", 2, Aftermath())
    assert (game.state.units["c"].broken, game.state.units["c"].kind) == (True, "ca-447")
    assert morale_check(game, "g", 0, Aftermath())
    assert game.state.units["g"].pinned


@pytest.mark.rule("rileys_road:A10.6", "rileys_road:A10.61", "rileys_road:A10.62")
def test_a_squad_under_dm_rallies_in_woods_with_an_8_1() -> None:
    units = {"c": ca("F6", "ca-458", broken=True, dm=True), "l": ca("F6", "ca-l81")}
    game = position(units=units, on=meadow({"F6": "woods"}), phase="rally", dice=(2, 4))
    play(game, RallyPhase(), "unit:c")
    assert not game.state.units["c"].broken


@pytest.mark.rule("rileys_road:A10.2")
def test_those_who_lose_a_9_2_check_with_two_more() -> None:
    units = {"s": de("F6", "de-467"), "l": de("F6", "de-l80")}
    game = position(units=units, on=meadow(), dice=(3, 4, 3, 3))
    aftermath = Aftermath()
    aftermath.lost_leaders = [("F6", "german", 9, -2, True)]
    check_leader_losses(game, aftermath)
    after = game.state.units
    assert (after["l"].broken, after["s"].broken) == (True, True), "7 + 2 > 8, and 6 + 2 > 7"


@pytest.mark.rule("rileys_road:A11.11", "rileys_road:A11.16", "rileys_road:J2.31")
def test_odds_of_close_combat() -> None:
    units = {"a": de("F6"), "b": de("F6"), "c": de("F6"), "x": ca("F6"), "y": ca("J6"), "d": de("J6", broken=True)}
    game = position(units=units, on=meadow(), phase="close-combat")
    three, one = Assault("german", ("a", "b", "c"), ("x",)), Assault("canadian", ("y",), ("d",))
    assert [kill_number(game, three, hand_to_hand=special, leaving=()) for special in (False, True)] == [8, 10]
    assert kill_number(game, one, hand_to_hand=False, leaving=()) == 4
    assert modifiers(game, one, "", (), 0).total == -2


@pytest.mark.rule("rileys_road:A4.42", "rileys_road:A4.12")
@pytest.mark.parametrize(("dismantled", "mf"), [(False, 3), (True, 4)])
def test_a_crew_carries_its_machine_gun(dismantled: bool, mf: int) -> None:
    gun = {"w": Weapon("ca-mmg", "canadian", holder="c", dismantled=dismantled)}
    assert allotment(position(units={"c": ca("F6", "ca-228")}, weapons=gun, on=meadow()), ("c",)) == 2 * mf


@pytest.mark.rule("rileys_road:B10.4", "rileys_road:B9.1")
def test_over_a_hedge_into_a_plowed_field_a_level_higher() -> None:
    on = meadow({"F5": "plowed"}, levels={"F5": 1}, walls={"hedge": ["F5-F6"]})
    assert step_cost(position(on=on), "F6", "F5", exhausted=False) == 2 * 4


@pytest.mark.rule("rileys_road:A15.1", "rileys_road:A15.3", "rileys_road:A25.4")
def test_the_heat_of_battle_of_an_elite_squad() -> None:
    """An Original 2, then 7 - 1 - 1 = 5: a hero steps forward, and the squad is hardened, which makes it Fanatic."""
    game = position(units={"c": ca("F6", "ca-458")}, on=meadow(), dice=(1, 1, 3, 4))
    morale_check(game, "c", 0, Aftermath())
    assert game.state.units["c"].fanatic
    assert [unit.kind for unit in game.state.units.values()] == ["ca-458", "ca-hero"]


@pytest.mark.rule("rileys_road:A9.2", "rileys_road:A9.7")
@pytest.mark.parametrize(
    ("dice", "again", "broken"), [((3, 4), True, False), ((4, 3), False, False), ((6, 6), False, True)]
)
def test_the_rate_of_fire_of_a_heavy_machine_gun(dice: tuple[int, int], again: bool, broken: bool) -> None:
    units = {"g": de("F6", "de-228"), "c": ca("F18", "ca-458")}
    guns = {"w": Weapon("de-hmg", "german", holder="g")}
    game = first_fire(units, Moving(("c",), "F18", spent_here=4), "unit:g", "do:fire", weapons=guns,
                      dice=(*dice, 1, 2))  # fmt: skip
    assert (game.state.weapons["w"].fire == "") is again
    assert game.state.weapons["w"].broken is broken


@pytest.mark.rule("rileys_road:RR12.3", "rileys_road:B9.3", "rileys_road:B10.31")
def test_what_covers_the_squads_of_figure_1_from_each_other() -> None:
    units = {
        "up": ca("DD17", "ca-457"), "hedged": de("AA15", "de-468"), "lane": de("BB14", "de-447"),
        "squad-a": de("X15", "de-467"), "low": de("AA10", "de-436"),
    }  # fmt: skip
    game = position(units=units)

    def covers(target: str, firer: str) -> dict[str, int]:
        parts = tem(game, game.state.units[target].at, (target,), (game.state.units[firer].at,))
        return {part.label: part.value for part in parts}

    assert covers("hedged", "up") == covers("lane", "up") == {"tem.hedge": 1}
    assert [covers("up", firer) for firer in ("hedged", "lane", "squad-a")] == [{}, {}, {}]
    assert [covers(seen, "low") for seen in ("squad-a", "hedged", "up")] == [{"tem.height": 1}] * 3
