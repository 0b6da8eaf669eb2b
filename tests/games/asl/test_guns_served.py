"""Guns that are limbered, pushed, towed, left, destroyed and taken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from games.asl.heavy import NORTH, ca, de, field, pak, tank
from games.asl.position import offered, play
from sandtable.games.asl.close_combat.combat_phase import CloseCombatPhase
from sandtable.games.asl.fire.malfunction import destroy
from sandtable.games.asl.morale.casualties import eliminate
from sandtable.games.asl.movement.advance import AdvancePhase
from sandtable.games.asl.movement.movement_phase import MovementPhase
from sandtable.games.asl.ordnance.manhandling import Manhandling
from sandtable.games.asl.ordnance.serving import takers
from sandtable.games.asl.ordnance.ways import way_of
from sandtable.games.asl.units import Game
from sandtable.games.asl.weapons.possession import may_recover


def pushed(*choices: str, dice: Sequence[int] = (), **facts: Any) -> Game:
    game = field(phase="movement", active="german", dice=dice, **facts)
    return play(game, MovementPhase(side="german"), "unit:g", *choices)


# C10.3


@pytest.mark.rule("rileys_road:C10.3")
def test_pushing_a_gun_costs_twice_the_hex_and_may_go_on_below_its_number() -> None:
    game = pushed("do:push", "hex:F13", dice=[3, 3])
    assert game.state.units["g"].at == "F13"
    assert game.state.weapons["w"].holder == "g"
    assert offered(game)["hex:F12"] == 2


@pytest.mark.rule("rileys_road:C10.3")
def test_at_its_number_the_gun_enters_and_stops_and_the_pushers_are_immobilized() -> None:
    game = pushed("do:push", "hex:F13", dice=[3, 4])
    crew = game.state.units["g"]
    assert (crew.at, crew.ti, crew.moved) == ("F13", True, True)
    assert game.state.weapons["w"].holder == "g"
    assert way_of(game, "w") is None


@pytest.mark.rule("rileys_road:C10.3")
def test_above_its_number_the_gun_stays_and_is_tried_no_more() -> None:
    game = pushed("do:push", "hex:F13", dice=[4, 4])
    assert (game.state.units["g"].at, game.state.units["g"].ti) == ("F14", True)
    assert "unit:g" not in offered(game)


@pytest.mark.rule("rileys_road:C10.3", "rileys_road:C11.2")
def test_a_gun_that_is_pushed_is_neither_emplaced_nor_aimed_any_more() -> None:
    weapons = {"w": pak(emplaced=True, acquired="F8", acquisition=2)}
    game = pushed("do:push", "hex:F13", dice=[1, 2], weapons=weapons)
    assert (game.state.weapons["w"].emplaced, game.state.weapons["w"].acquisition) == (False, 0)


@pytest.mark.rule("rileys_road:C10.3")
def test_half_a_factor_of_the_hex_counts_as_a_whole_one_for_the_dice_of_a_push() -> None:
    """A PaK 40 has the M# 8: a plowed field of 1.5 MF adds 2."""
    game = pushed("do:push", "hex:F13", dice=[3, 3], terrain={"F13": "plowed"})
    assert (game.state.units["g"].at, game.state.units["g"].ti) == ("F13", True)


@pytest.mark.rule("rileys_road:C10.3")
def test_squads_that_help_make_a_push_easier() -> None:
    game = field(phase="movement", active="german", dice=[4, 4], units={"h": de("F14")})
    play(game, MovementPhase(side="german"), "unit:g", "unit:h", "do:push", "hex:F13")
    assert game.state.units["g"].at == "F13"
    assert game.state.units["h"].ti


@pytest.mark.rule("rileys_road:C10.3")
@pytest.mark.parametrize("ground", ["stone-building", "woods"])
def test_no_gun_is_pushed_into_buildings_or_woods(ground: str) -> None:
    game = pushed("do:push", terrain={"F13": ground})
    assert "hex:F13" not in offered(game)
    refusal = game.explain("hex:F13")
    assert refusal is not None
    assert refusal.rule == "C10.3"


@pytest.mark.rule("rileys_road:C10.3")
@pytest.mark.parametrize("state", [{"cx": True}, {"pinned": True}])
def test_the_tired_and_the_pinned_push_nothing(state: dict[str, bool]) -> None:
    game = field(phase="movement", active="german", units={"g": de("F14", "de-228", **state), "h": de("F2")})
    play(game, MovementPhase(side="german"))
    if "unit:g" in offered(game):
        game.choose("unit:g")
        assert "do:push" not in offered(game) or not state.get("pinned")


@pytest.mark.rule("rileys_road:C10.3", "rileys_road:C10.2")
def test_a_gun_that_is_slow_to_set_up_is_pushed_limbered_and_along_roads_only() -> None:
    assert "do:push" not in offered(pushed(weapons={"w": pak(kind="de-pak43")}))
    assert "do:push" not in offered(pushed(weapons={"w": pak(kind="de-pak43", limbered=True)}))


# C2.8, C10.2


@pytest.mark.rule("rileys_road:C10.2", "rileys_road:C2.8")
def test_limbering_takes_the_whole_phase_and_only_the_88_fires_limbered() -> None:
    game = pushed("do:limber", weapons={"w": pak(kind="de-pak4341")})
    assert game.state.weapons["w"].limbered
    assert (game.state.units["g"].ti, game.state.units["g"].moved) == (True, True)
    later = field(weapons={"w": pak(kind="de-pak4341", limbered=True)}, units={"c": ca("F10")})
    assert way_of(later, "w") is None
    assert way_of(field(weapons={"w": pak(kind="de-pak43", limbered=True)}, units={"c": ca("F10")}), "w") == "final"


@pytest.mark.rule("rileys_road:C10.2")
def test_a_quick_gun_needs_no_limbering() -> None:
    assert not {"do:limber", "do:unlimber"} & offered(pushed()).keys()


@pytest.mark.rule("rileys_road:C10.2")
def test_a_gun_is_unlimbered_in_the_advance_phase_as_well() -> None:
    game = field(phase="advance", active="german", weapons={"w": pak(kind="de-pak43", limbered=True)})
    play(game, AdvancePhase(side="german"), "unit:g", "do:unlimber")
    assert not game.state.weapons["w"].limbered
    assert game.state.units["g"].ti


# C10.1


def towed(*choices: str, kind: str = "de-spw251", gun: str = "de-pak40", **facts: Any) -> Game:
    weapons = {"w": pak(kind=gun, **facts.pop("gun_facts", {}))}
    game = field(phase="movement", active="german", vehicles={"v": tank("F14", kind)}, weapons=weapons, **facts)
    return play(game, MovementPhase(side="german"), "vehicle:v", *choices)


@pytest.mark.rule("rileys_road:C10.1")
def test_hooking_up_takes_half_the_mp_and_the_crew_gets_on() -> None:
    game = towed()
    assert offered(game)["hook:w"] == 8
    game.choose("hook:w")
    assert game.state.vehicles["v"].towing == "w"
    assert game.state.units["g"].aboard == "v"
    assert game.decisions[0].args["left"] == 8
    assert way_of(game, "w") is None


@pytest.mark.rule("rileys_road:C10.1")
def test_a_gun_that_is_too_heavy_or_not_limbered_is_not_hooked_up() -> None:
    for gun in ("de-pak43", "de-pak4341"):
        game = towed(gun=gun)
        assert "hook:w" not in offered(game)
        refusal = game.explain("hook:w")
        assert refusal is not None
        assert refusal.rule == "C10.1"


@pytest.mark.rule("rileys_road:C10.1", "rileys_road:C2.8")
def test_a_towed_gun_goes_along_slowly_and_is_ready_where_it_is_unhooked() -> None:
    game = towed("hook:w", "do:start")
    assert offered(game)["hex:F15"] == 2
    game.choose("hex:F15")
    game.state.vehicles["v"] = tank("F15", "de-spw251", towing="w")
    game = play(game, MovementPhase(side="german"), "vehicle:v", f"unhook:{NORTH}")
    crew, gun = game.state.units["g"], game.state.weapons["w"]
    assert (crew.at, crew.aboard, gun.holder, gun.arc, gun.limbered) == ("F15", "", "g", NORTH, False)
    assert game.state.vehicles["v"].towing == ""


def hooked(**facts: Any) -> Game:
    """A halftrack v in F14 with the Gun w behind it, and its crew g aboard."""
    crew = {"g": de("F14", "de-228", aboard="v"), **facts.pop("units", {})}
    halftrack = tank("F14", "de-spw251", facing=NORTH, exposed=True, towing="w", **facts.pop("halftrack", {}))
    return field(units=crew, vehicles={"v": halftrack}, **facts)


@pytest.mark.rule("rileys_road:C10.1", "rileys_road:A4.44")
def test_a_towed_gun_that_has_lost_its_crew_goes_along_and_is_taken_up_where_the_vehicle_is() -> None:
    game = hooked(phase="movement", active="german", units={"s": de("F13")})
    eliminate(game, "g", "A7.301")
    play(game, MovementPhase(side="german"), "vehicle:v", "do:start", "hex:F13", "do:stop", "do:done")
    assert (game.state.weapons["w"].holder, game.state.weapons["w"].at) == ("", "F13")
    game.choose("unit:s")
    assert "weapon:w" in offered(game)


@pytest.mark.rule("rileys_road:C10.1", "rileys_road:C11.6")
@pytest.mark.parametrize(("abandoned", "takers_"), [(False, []), (True, ["c"])])
def test_a_gun_that_hangs_on_a_manned_vehicle_is_not_taken_by_the_enemy(abandoned: bool, takers_: list[str]) -> None:
    game = hooked(units={"c": ca("F14")}, halftrack={"abandoned": abandoned})
    eliminate(game, "g", "A7.301")
    assert takers(game, "w") == takers_
    assert may_recover(game, "c", "w") is abandoned


@pytest.mark.rule("rileys_road:C10.1")
def test_a_vehicle_whose_gun_is_destroyed_tows_nothing_any_more() -> None:
    game = hooked()
    destroy(game, "w", "A9.74")
    assert game.state.vehicles["v"].towing == ""


@pytest.mark.rule("rileys_road:C10.1", "rileys_road:D6.9")
def test_a_gun_is_unhooked_from_a_vehicle_that_will_never_move_again() -> None:
    game = hooked(phase="movement", active="german", halftrack={"immobile": True}, units={"g": de("F14", "de-228")})
    play(game, MovementPhase(side="german"), "vehicle:v", f"unhook:{NORTH}")
    assert (game.state.vehicles["v"].towing, game.state.weapons["w"].holder) == ("", "g")


# C10.5


@pytest.mark.rule("rileys_road:C10.5")
def test_a_crew_that_walks_away_leaves_its_gun_behind() -> None:
    game = pushed("hex:F13")
    assert (game.state.weapons["w"].holder, game.state.weapons["w"].at) == ("", "F14")


@pytest.mark.rule("rileys_road:C10.5")
def test_a_crew_may_destroy_its_gun_in_its_own_movement_phase() -> None:
    game = field(phase="movement", active="german")
    play(game, MovementPhase(side="german"), "destroy:w")
    assert game.state.lost["w"] == "de-pak40"


@pytest.mark.rule("rileys_road:C10.5")
def test_a_crew_may_destroy_its_gun_while_the_enemy_comes_next_to_it() -> None:
    game = field(phase="movement", active="canadian", units={"c": ca("F12")})
    game.stack.extend([MovementPhase(side="canadian")])
    game.advance()
    game.choose("unit:c")
    game.choose("hex:F12" if "hex:F12" in offered(game) else "hex:F13")
    assert "destroy:w" in offered(game)
    game.choose("destroy:w")
    assert "w" in game.state.lost


# C11.6


@pytest.mark.rule("rileys_road:C11.6")
def test_a_gun_that_nobody_mans_is_taken_by_enemies_who_are_alone_with_it() -> None:
    weapons = {"w": pak(holder="", at="F14")}
    game = field(phase="close-combat", units={"g": de("F2", "de-228"), "c": ca("F14")}, weapons=weapons)
    play(game, CloseCombatPhase(side="canadian"))
    assert game.state.weapons["w"].holder == "c"


@pytest.mark.rule("rileys_road:C11.6")
def test_where_several_could_take_a_gun_their_side_says_who() -> None:
    weapons = {"w": pak(holder="", at="F14")}
    units = {"g": de("F2", "de-228"), "c": ca("F14"), "d": ca("F14")}
    game = field(phase="close-combat", units=units, weapons=weapons)
    play(game, CloseCombatPhase(side="canadian"), "unit:d")
    assert game.state.weapons["w"].holder == "d"


@pytest.mark.rule("rileys_road:C11.6")
@pytest.mark.parametrize("facts", [{"broken": True}, {}])
def test_neither_broken_enemies_nor_its_own_side_take_a_gun_so(facts: dict[str, bool]) -> None:
    weapons = {"w": pak(holder="", at="F14")}
    who = ca("F14", **facts) if facts else de("F14")
    game = field(phase="close-combat", units={"g": de("F2", "de-228"), "c": who}, weapons=weapons)
    play(game, CloseCombatPhase(side="canadian"))
    assert game.state.weapons["w"].holder == ""


@pytest.mark.rule("rileys_road:C10.3", "rileys_road:A10.3")
def test_pushers_who_broke_are_not_immobilized_besides() -> None:
    game = pushed("do:push", units={"h": de("F14")}, dice=[])
    game.state.units["g"] = replace(game.state.units["g"], broken=True)
    move = game.stack[-1]
    assert isinstance(move, Manhandling)
    replace(move, units=("g", "h"), spent=4).end(game)
    assert (game.state.units["g"].ti, game.state.units["h"].ti) == (False, True)
