"""A23, B27.11: demolition charges that are placed and thrown, and digging in the Prep Fire Phase."""

from __future__ import annotations

from typing import Any

import pytest

from games.asl.position import ca, de, offered, play, position
from sandtable.games.asl.fire.fire_phase import FirePhase
from sandtable.games.asl.fire.results import destroy_weapons, weapons_in
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.morale.heat_of_battle import go_berserk
from sandtable.games.asl.movement.movement_phase import Move, end_phase
from sandtable.games.asl.state import Weapon, Works
from sandtable.games.asl.units import Game
from sandtable.games.asl.weapons.demolition import dud_number, placed_charges, resolve_placed, throws
from sandtable.games.asl.weapons.engineers import ThrowCharge
from sandtable.games.asl.weapons.possession import loads
from sandtable.kernel import Option, Resolved


def charge(**facts: Any) -> dict[str, Weapon]:
    return {"w": Weapon("ca-dc", "canadian", **facts)}


def resolved(game: Game) -> list[tuple[str, tuple[str, ...]]]:
    found = [event for event in game.events if isinstance(event, Resolved)]
    return [(event.target, tuple(line.value for line in event.lines)) for event in found]


@pytest.mark.rule("rileys_road:A23.1")
def test_a_charge_strikes_friend_and_foe_with_thirty_and_the_cover_of_the_hex() -> None:
    units = {"c": ca("T11"), "g": de("T10"), "f": ca("T10", broken=True)}
    game = position(
        units=units, weapons=charge(holder="c", placed="T10"), phase="advancing-fire", dice=(5, 6, *[3] * 8)
    )
    resolve_placed(game, Aftermath())
    assert resolved(game) == [("T10", ("30", "+3"))]
    assert "w" not in game.state.weapons


@pytest.mark.rule("rileys_road:A23.3")
def test_a_charge_of_the_attacker_waits_for_his_fire_phase_and_one_of_the_defender_does_not() -> None:
    units = {"c": ca("T11"), "g": de("T10")}
    for holder, phases in (("c", {"advancing-fire"}), ("", {"advancing-fire"}), ("g", {"defensive-fire"})):
        for phase in ("defensive-fire", "advancing-fire"):
            game = position(units=units, weapons=charge(holder=holder, placed="T10"), phase=phase)
            assert placed_charges(game) == (["w"] if phase in phases else []), (holder, phase)


@pytest.mark.rule("rileys_road:A23.3")
def test_the_charge_of_a_defender_who_dies_beside_it_goes_off_at_the_end_of_his_fire_phase() -> None:
    game = position(units={"g": de("T10")}, weapons=charge(placed="T10"), phase="defensive-fire", active="german")
    assert placed_charges(game) == ["w"]


@pytest.mark.rule("rileys_road:A23.1", "rileys_road:A21.11")
def test_charges_of_those_who_are_not_elite_fail_more_often() -> None:
    for kind, number in (("ca-458", 12), ("ca-457", 10), ("ca-458-ae", 12)):
        game = position(units={"c": ca("T11", kind)}, weapons=charge(holder="c"))
        assert dud_number(game, "w") == number, kind
    captured = position(units={"g": de("T11")}, weapons=charge(holder="g"))
    assert dud_number(captured, "w") == 10


@pytest.mark.rule("rileys_road:A23.1")
def test_a_dud_does_nothing_and_is_gone() -> None:
    units = {"c": ca("T11"), "g": de("T10")}
    game = position(units=units, weapons=charge(holder="c", placed="T10"), phase="advancing-fire", dice=(6, 6))
    resolve_placed(game, Aftermath())
    assert resolved(game) == []
    assert "w" not in game.state.weapons


@pytest.mark.rule("rileys_road:A23.3", "rileys_road:A3.5")
def test_placed_charges_go_off_as_the_advancing_fire_phase_begins() -> None:
    units = {"c": ca("T11"), "g": de("T10")}
    game = position(units=units, weapons=charge(holder="c", placed="T10"), phase="advancing-fire", dice=(6, 6))
    play(game, FirePhase(side="canadian", phase="advancing-fire"))
    assert "w" not in game.state.weapons


@pytest.mark.rule("rileys_road:A23.3")
def test_the_defender_places_a_charge_in_his_fire_phase() -> None:
    units = {"c": ca("T11"), "g": de("T12")}
    game = position(units=units, weapons=charge(holder="c"), phase="defensive-fire", active="german", dice=(6, 6))
    play(game, FirePhase(side="canadian", phase="defensive-fire"), "unit:c", "charge:T12")
    assert game.state.units["c"].fire == "final" or "w" not in game.state.weapons
    if game.decisions:
        game.choose("do:done")
    assert "w" not in game.state.weapons


@pytest.mark.rule("rileys_road:A23.6")
def test_a_thrown_charge_strikes_the_thrower_as_well() -> None:
    units = {"c": ca("T11"), "g": de("T12")}
    game = position(units=units, weapons=charge(holder="c"), phase="prep-fire", dice=(5, 6, 5, 6, *[1] * 6))
    play(game, FirePhase(side="canadian", phase="prep-fire"), "unit:c", "throw:T12")
    assert resolved(game) == [("T12", ("30", "+2")), ("T11", ("30", "+3"))]
    assert "w" not in game.state.weapons


@pytest.mark.rule("rileys_road:A23.6", "rileys_road:RR11.4")
def test_from_a_cellar_a_charge_is_thrown_into_the_house_above_only() -> None:
    game = position(units={"c": ca("T10-1")}, weapons=charge(holder="c"), phase="prep-fire")
    assert throws(game, "c") == ("T10",)


@pytest.mark.rule("rileys_road:B23.9")
def test_a_charge_with_a_kia_breaches_a_fortified_location() -> None:
    for dice, breached in (((1, 1, 6), {"B19": "canadian"}), ((5, 6), {})):
        game = position(
            units={"c": ca("B18")},
            weapons=charge(holder="c", placed="B19"),
            fortified={"B19": "german"},
            phase="advancing-fire",
            dice=dice,
        )
        resolve_placed(game, Aftermath())
        assert game.state.breached == breached


@pytest.mark.rule("rileys_road:B27.11", "rileys_road:A3.2")
def test_digging_is_offered_in_the_prep_fire_phase_instead_of_fire() -> None:
    game = position(units={"c": ca("S14"), "g": de("S16")}, phase="prep-fire", dice=(1, 2))
    play(game, FirePhase(side="canadian", phase="prep-fire"), "unit:c", "do:entrench")
    assert game.state.units["c"].stance == "foxhole"
    assert not game.decisions or "unit:c" not in offered(game)


@pytest.mark.rule("rileys_road:A23.6", "rileys_road:A7.25")
@pytest.mark.parametrize(("phase", "thrown"), [("prep-fire", False), ("advancing-fire", True)])
def test_who_waits_with_his_fire_throws_his_charge_when_he_fires(phase: Any, thrown: bool) -> None:
    units = {"c": ca("T11", fire="opportunity"), "g": de("T10")}
    game = position(units=units, weapons=charge(holder="c"), phase=phase)
    assert (Option("throw:T10", rule="A23.6", grave=True) in ThrowCharge().offers(game, "c")) is thrown


@pytest.mark.rule("rileys_road:A23.3")
def test_where_several_of_a_stack_have_charges_their_owner_says_who_places_his() -> None:
    units = {"c": ca("T11", "ca-457"), "d": ca("T11")}
    both = {"w": Weapon("ca-dc", "canadian", holder="c"), "v": Weapon("ca-dc", "canadian", holder="d")}
    game = play(position(units=units, weapons=both), Move(units=("c", "d")), "do:place-charge")
    assert set(offered(game)) == {"unit:c", "unit:d", "do:cancel"}
    game.choose("unit:d")
    game.choose("hex:T12")
    assert {name: weapon.placed for name, weapon in game.state.weapons.items()} == {"w": "", "v": "T12"}


@pytest.mark.rule("rileys_road:A23.1", "rileys_road:A5.12", "rileys_road:A4.62")
def test_a_charge_strikes_harder_at_those_who_work_or_are_too_many() -> None:
    units = {"c": ca("T11"), **{name: de("T12", clears="wire", ti=True) for name in "efgh"}}
    game = position(
        units=units, weapons=charge(holder="c", placed="T12"), phase="advancing-fire", dice=(5, 6, *[1] * 16)
    )
    resolve_placed(game, Aftermath())
    assert resolved(game)[0] == ("T12", ("30", "-2", "-1"))


@pytest.mark.rule("rileys_road:A23.1", "rileys_road:A14.1")
def test_the_dice_of_a_charge_call_the_sniper_of_the_enemy_of_its_bearer() -> None:
    units = {"c": ca("T11"), "g": de("T12")}
    game = position(
        units=units, weapons=charge(holder="c", placed="T12"), phase="advancing-fire", dice=(5, 6, *[1] * 16)
    )
    game.state.san = {"german": 11, "canadian": 0}
    aftermath = Aftermath()
    resolve_placed(game, aftermath)
    assert aftermath.snipers == ["canadian"]


@pytest.mark.rule("rileys_road:A23.3", "rileys_road:B27/infantry")
def test_out_of_a_foxhole_a_charge_is_placed_for_what_leaving_it_and_entering_would_cost() -> None:
    works = {"T11": Works("canadian", foxholes=1)}
    for stance, cost in (("", 1.5), ("foxhole", 2.5)):
        game = position(units={"c": ca("T11", stance=stance)}, weapons=charge(holder="c"), works=works)
        play(game, Move(units=("c",)), "do:place-charge")
        assert offered(game)["hex:T12"] == cost


@pytest.mark.rule("rileys_road:A23.3", "rileys_road:A4.44", "rileys_road:A4.42")
def test_a_charge_that_was_placed_is_neither_carried_nor_taken_up() -> None:
    units = {"c": ca("T11"), "d": ca("T11")}
    heavy = {"m": Weapon("ca-mmg", "canadian", holder="c")}
    for placed, carried in (("", 5), ("T12", 4)):
        game = position(units=units, weapons={**charge(holder="c", placed=placed), **heavy})
        assert loads(game)["c"] == carried
    orphan = position(units=units, weapons=charge(at="T11", placed="T12"))
    assert "weapon:w" not in offered(play(orphan, Move(units=("d",))))


@pytest.mark.rule("rileys_road:A23.3", "rileys_road:A15.4")
def test_a_charge_goes_off_though_its_bearer_has_gone_berserk() -> None:
    game = position(units={"c": ca("T11"), "g": de("T12")}, weapons=charge(holder="c", placed="T12"))
    go_berserk(game, "c")
    end_phase(game)
    assert game.state.units["c"].berserk
    assert game.state.weapons["w"].placed == "T12"


@pytest.mark.rule("rileys_road:A9.74", "rileys_road:A23.3")
def test_a_kia_among_its_bearers_does_not_destroy_a_charge_that_was_placed() -> None:
    game = position(units={"c": ca("T11")}, weapons=charge(holder="c", placed="T12"), dice=(1,))
    destroy_weapons(game, weapons_in(game, "T11"))
    assert "w" in game.state.weapons
