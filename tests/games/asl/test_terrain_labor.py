"""B24.7, B27.11, B28: digging, clearing, mines."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.asl.fields import meadow
from games.asl.heavy import pak
from games.asl.position import ca, de, play, position
from sandtable.games.asl.events.terrain import Cleared
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.movement.arrivals import bring
from sandtable.games.asl.movement.movement_phase import MovementPhase
from sandtable.games.asl.state import Mines, Works
from sandtable.games.asl.terrain.labor import (
    clearable,
    entrench,
    is_clearing,
    labor_modifiers,
    may_clear,
    may_entrench,
    resolve_clearances,
)
from sandtable.games.asl.terrain.mines import mine_modifiers, minefield, step_on_mines
from sandtable.games.asl.terrain.works import room_in_foxholes, shelter


@pytest.mark.rule("rileys_road:B27.11")
def test_five_or_less_digs_a_foxhole_and_puts_the_squad_into_it() -> None:
    game = position(units={"c": ca("S14")}, phase="prep-fire", dice=(2, 3))
    assert entrench(game, "c", Aftermath())
    unit = game.state.units["c"]
    assert (game.state.works["S14"].foxholes, unit.stance, unit.ti) == (1, "foxhole", True)


@pytest.mark.rule("rileys_road:B27.11")
def test_who_fails_digs_better_in_his_next_turns() -> None:
    game = position(units={"c": ca("S14", labor=1)}, phase="prep-fire", dice=(3, 4))
    assert not entrench(game, "c", Aftermath())
    assert (game.state.units["c"].labor, game.state.units["c"].ti) == (2, True)
    assert labor_modifiers(game, ("c",), "foxhole").total == -2


@pytest.mark.rule("rileys_road:B27.11", "rileys_road:A4.51")
def test_leaders_help_to_dig_and_exhaustion_and_small_numbers_do_not() -> None:
    units = {"c": ca("S14", "ca-248", cx=True), "l": ca("S14", "ca-l91")}
    assert labor_modifiers(position(units=units), ("c",), "foxhole").total == 1 + 1 - 1


@pytest.mark.rule("rileys_road:B27.11")
def test_nobody_digs_in_houses_on_paved_roads_beneath_wire_or_after_firing() -> None:
    units = {
        "ok": ca("S14"), "house": ca("T10"), "road": ca("R9"), "wire": ca("S15"), "fired": ca("S14", fire="prep"),
        "leader": ca("S14", "ca-l80"), "pinned": ca("S14", pinned=True), "in": ca("S14", stance="foxhole"),
    }  # fmt: skip
    game = position(units=units, works={"S15": Works("german", wire=True)}, phase="prep-fire")
    assert [name for name in units if may_entrench(game, name)] == ["ok"]


@pytest.mark.rule("rileys_road:B24.7")
def test_wire_known_mines_and_flames_can_be_cleared() -> None:
    game = position(
        works={"S14": Works("german", wire=True)},
        mines={"S14": Mines("german", ap=6), "S15": Mines("german", ap=6, known=True)},
        flames={"S15": True},
    )
    assert clearable(game, "S14", "canadian") == ["wire"]
    assert clearable(game, "S15", "canadian") == ["minefield", "flame"]
    assert clearable(game, "T10-1", "canadian") == []


@pytest.mark.rule("rileys_road:B24.7", "rileys_road:RR11.5")
def test_a_flame_in_a_cellar_is_put_out_by_those_who_are_there() -> None:
    units = {"c": ca("T10-1", clears="flame", ti=True), "o": ca("T10")}
    game = position(units=units, flames={"T10-1": True}, dice=(1, 2))
    assert (clearable(game, "T10-1", "canadian"), clearable(game, "T10", "canadian")) == (["flame"], [])
    resolve_clearances(game, "canadian")
    assert game.state.flames == {}


@pytest.mark.rule("rileys_road:B27.11", "rileys_road:B27.1", "rileys_road:C2.7")
def test_who_serves_a_large_gun_digs_no_foxhole_for_himself_and_it() -> None:
    units = {"a": de("S14", "de-228"), "b": de("S15", "de-228")}
    weapons = {"a1": pak("a", "de-pak43"), "b1": pak("b", "de-pak40")}
    game = position(units=units, weapons=weapons, phase="prep-fire", active="german")
    assert [name for name in units if may_entrench(game, name)] == ["b"]


@pytest.mark.rule("rileys_road:B24.7", "rileys_road:H1.22")
def test_several_squads_and_engineers_clear_better() -> None:
    units = {"a": ca("S14", "ca-458-ae"), "b": ca("S14"), "l": ca("S14", "ca-l80", broken=True)}
    game = position(units=units)
    assert labor_modifiers(game, ("a", "b"), "minefield").total == -1 - 1
    assert labor_modifiers(game, ("a", "b"), "flame").total == -1


@pytest.mark.rule("rileys_road:B24.7")
def test_the_dice_fall_at_the_end_of_the_close_combat_phase_for_those_in_good_order() -> None:
    units = {"c": ca("S14", clears="wire", ti=True, stance="beneath-wire")}
    game = position(units=units, works={"S14": Works("german", wire=True)}, dice=(1, 3))
    assert is_clearing(game, "c")
    resolve_clearances(game, "canadian")
    assert not game.state.works["S14"].wire
    assert (game.state.units["c"].clears, game.state.units["c"].stance) == ("", "")
    pinned = position(
        units={"c": replace(units["c"], pinned=True)}, works={"S14": Works("german", wire=True)}, dice=(1, 3)
    )
    resolve_clearances(pinned, "canadian")
    assert not pinned.state.works["S14"].wire
    broken = position(units={"c": ca("S14", clears="wire", broken=True)}, works={"S14": Works("german", wire=True)})
    resolve_clearances(broken, "canadian")
    assert broken.state.works["S14"].wire


@pytest.mark.rule("rileys_road:B24.7")
def test_a_twelve_while_clearing_mines_costs_men() -> None:
    units = {"c": ca("S14", clears="minefield", ti=True)}
    game = position(units=units, mines={"S14": Mines("german", ap=6, known=True)}, dice=(6, 6))
    resolve_clearances(game, "canadian")
    assert list(game.state.units) == ["c.1"]


@pytest.mark.rule("rileys_road:B24.7")
def test_only_mmc_in_good_order_that_do_nothing_else_clear() -> None:
    units = {"ok": ca("S14"), "l": ca("S14", "ca-l80"), "p": ca("S14", pinned=True), "f": ca("S14", fire="prep")}
    game = position(units=units)
    assert [name for name in units if may_clear(game, name)] == ["ok"]


@pytest.mark.rule("rileys_road:B24.7", "rileys_road:A12.3", "rileys_road:A12.16")
@pytest.mark.parametrize("concealed", [False, True])
def test_known_men_who_clear_their_own_hidden_mines_show_them_and_others_do_so_unseen(concealed: bool) -> None:
    units = {"c": ca("S14", concealed=concealed)}
    game = position(units=units, mines={"S14": Mines("canadian", ap=6, at=2)}, dice=(1, 1))
    play(game, MovementPhase(side="canadian"), "unit:c", "do:clear-minefield")
    assert game.state.mines["S14"].known != concealed
    resolve_clearances(game, "canadian")
    assert game.state.mines == {}
    assert [event.visible_to("german") for event in game.events if isinstance(event, Cleared)] == [not concealed]


@pytest.mark.rule("rileys_road:B24.7", "rileys_road:A4.62")
def test_who_leaves_what_he_was_clearing_clears_nothing_where_he_comes_to() -> None:
    works = {hex_: Works("german", wire=True) for hex_ in ("S14", "S13")}
    game = position(units={"c": ca("S14", clears="wire", ti=True)}, works=works)
    bring(game, ("c",), "S13")
    assert not is_clearing(game, "c")
    assert mine_modifiers(game, ("c",)) == []


@pytest.mark.rule("rileys_road:B28/infantry")
def test_mines_know_no_cover_and_strike_with_their_strength() -> None:
    game = position(units={"c": ca("S14", stance="foxhole")}, mines={"S14": Mines("german", ap=12)}, dice=(1, 1))
    assert minefield(game, "S14") == 12
    step_on_mines(game, "S13", "S14", ("c",), Aftermath())
    assert "c" not in game.state.units


@pytest.mark.rule("rileys_road:B28/infantry")
def test_mines_do_not_strike_across_a_hexside_within_a_building() -> None:
    game = position(units={"c": ca("V23")}, mines={"V23": Mines("german", ap=12)})
    step_on_mines(game, "V22", "V23", ("c",), Aftermath())
    assert game.state.rolls == 0


@pytest.mark.rule("rileys_road:B28/infantry", "rileys_road:A4.62")
def test_mines_strike_harder_at_those_who_clear_them() -> None:
    game = position(units={"c": ca("S14", clears="minefield")})
    assert [part.value for part in mine_modifiers(game, ("c",))] == [-2]


@pytest.mark.rule("rileys_road:B27/infantry")
def test_single_men_find_room_in_any_foxhole() -> None:
    units = {"c": ca("S14", stance="foxhole"), "l": ca("S14", "ca-l80"), "d": ca("S14")}
    game = position(units=units, works={"S14": Works("canadian", foxholes=1)})
    assert room_in_foxholes(game, "S14", ("l",))
    assert not room_in_foxholes(game, "S14", ("d",))
    assert (shelter(game, "S14", ("l",)), shelter(game, "S14", ("d",))) == ("foxhole", "")


@pytest.mark.rule("rileys_road:A12.141", "rileys_road:B27.11")
def test_who_digs_before_the_enemys_eyes_is_seen() -> None:
    units = {"u": de("F6", concealed=True), "x": ca("F9")}
    game = position(units=units, on=meadow(), phase="prep-fire", active="german", dice=(6, 5))
    entrench(game, "u", Aftermath())
    assert not game.state.units["u"].concealed


@pytest.mark.rule("rileys_road:B24.7", "rileys_road:B26", "rileys_road:B28.5")
def test_nobody_rolls_to_clear_what_has_gone_meanwhile() -> None:
    units = {"w": ca("S14", clears="wire", ti=True), "m": ca("S15", clears="minefield", ti=True)}
    game = position(units=units, works={"S14": Works("german", known=True)}, phase="close-combat")
    resolve_clearances(game, "canadian")
    assert [(unit.clears, unit.labor) for unit in game.state.units.values()] == [("", 0), ("", 0)]
