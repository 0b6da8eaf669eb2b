"""A10.4-A10.53, A20.21, A20.3: the Rout Phase."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.asl.fields import meadow
from games.asl.position import ca, de, offered, play, position
from sandtable.games.asl.events.rout import Routed
from sandtable.games.asl.morale.rout import RoutPhase
from sandtable.games.asl.morale.rout_ways import crawls, ends, interdictors, may_rout, must_rout, rout_of, steps_from
from sandtable.games.asl.state import Smoke, Unit, Weapon, Works
from sandtable.games.asl.units import Game


def at(units: dict[str, Unit], terrain: dict[str, str] | None = None, **facts: Any) -> Game:
    on = facts.pop("on", None) or meadow(terrain)
    return position(units=units, on=on, phase="rout", **facts)


def routed(units: dict[str, Unit], terrain: dict[str, str] | None, *choices: str, **facts: Any) -> Game:
    """The Rout Phase of the Germans' part, in the Canadians' turn: the Canadians rout first."""
    return play(at(units, terrain, **facts), RoutPhase(side="canadian"), *choices)


@pytest.mark.rule("rileys_road:A10.5")
def test_who_must_rout_and_who_may() -> None:
    units = {
        "beside": de("F6", broken=True), "c": ca("F7"), "open": de("K6", broken=True), "d": ca("K9"),
        "dm": de("R17", broken=True, dm=True), "calm": de("T19", broken=True), "fit": de("F5"),
    }  # fmt: skip
    game = at(units, {"T19": "woods", "R17": "woods"})
    told = {
        name: (must_rout(game, name), may_rout(game, name)) for name, unit in units.items() if unit.side == "german"
    }
    assert told == {
        "beside": (True, True), "open": (True, True), "dm": (False, True), "calm": (False, False),
        "fit": (False, False),
    }  # fmt: skip


@pytest.mark.rule("rileys_road:A10.5", "rileys_road:A12.13")
def test_a_concealed_enemy_makes_nobody_rout() -> None:
    unit = de("F6", broken=True)
    assert not must_rout(at({"u": unit, "c": ca("F7", concealed=True)}), "u")


@pytest.mark.rule("rileys_road:A10.5", "rileys_road:A19.12")
def test_disrupted_units_stay_unless_no_quarter_is_given() -> None:
    unit = de("F6", "de-436", broken=True, disrupted=True, dm=True)
    assert not may_rout(at({"u": unit, "c": ca("F7")}), "u")
    assert may_rout(at({"u": unit, "c": ca("F7")}, no_quarter={"canadian": True}), "u")


@pytest.mark.rule("rileys_road:A10.51")
def test_a_unit_routs_to_the_nearest_cover_and_not_to_cover_beside_the_enemy() -> None:
    units = {"u": de("F6", broken=True, dm=True), "c": ca("F8")}
    game = at(units, {"F4": "woods", "F2": "woods", "H7": "woods"})
    assert ends(game, "u") == ["F4"]
    assert rout_of(game, "u").path("F4") == ("F5", "F4")


@pytest.mark.rule("rileys_road:A10.51")
def test_no_step_brings_it_nearer_to_an_enemy_it_sees_or_beside_a_new_one() -> None:
    units = {"u": de("F6", broken=True, dm=True), "c": ca("F9"), "d": ca("C4")}
    found = rout_of(at(units), "u").costs
    assert "F7" not in found
    assert "D4" not in found
    assert "F5" in found or "G5" in found


@pytest.mark.rule("rileys_road:A10.51")
def test_without_cover_in_reach_it_stops_where_it_likes_within_six_mf() -> None:
    units = {"u": de("J10", broken=True, dm=True), "c": ca("J14")}
    found = rout_of(at(units), "u").costs
    assert max(found.values()) == 12
    assert set(ends(at(units), "u")) == set(found)


@pytest.mark.rule("rileys_road:A10.51", "rileys_road:A17.1")
def test_a_wounded_man_has_three_mf() -> None:
    units = {"u": de("J10", "de-l91", broken=True, dm=True, wounded=True), "c": ca("J14")}
    assert max(rout_of(at(units), "u").costs.values()) == 6


@pytest.mark.rule("rileys_road:A10.51")
def test_full_hexes_fires_and_enemies_are_no_refuge() -> None:
    full = {f"g{i}": de("F4") for i in range(3)}
    units = {"u": de("F6", broken=True, dm=True), "c": ca("F8"), **full}
    game = at(units, {"F4": "woods", "G4": "woods", "E4": "woods"}, blazes={"G4": True})
    assert ends(game, "u") == ["E4"]


@pytest.mark.rule("rileys_road:A10.52")
def test_low_crawl_goes_one_hex_toward_the_cover() -> None:
    units = {"u": de("F6", broken=True, dm=True), "c": ca("F9")}
    game = at(units, {"F4": "woods"})
    assert set(crawls(game, "u")) == {"F5"}
    assert crawls(at({**units, "d": ca("F6")}, {"F4": "woods"}), "u") == []


@pytest.mark.rule("rileys_road:A10.52", "rileys_road:A10.53")
def test_a_crawling_unit_is_not_interdicted() -> None:
    units = {"u": de("F6", broken=True, dm=True), "c": ca("F9")}
    game = routed(units, {"F4": "woods"}, "do:done", "unit:u", "crawl:F5")
    assert game.state.units["u"].at == "F5"


@pytest.mark.rule("rileys_road:A10.53")
@pytest.mark.parametrize(
    ("foe", "smoke"),
    [
        (ca("F9", pinned=True), {}), (ca("F9", cx=True), {}), (ca("F9", encircled=True), {}), (ca("F9", "ca-l91"), {}),
        (ca("F12"), {}), (ca("F9"), {"F8": (Smoke(2),)}), (ca("F9", broken=True), {}),
    ],
    ids=["pinned", "cx", "encircled", "leader", "beyond range", "smoke", "broken"],
)  # fmt: skip
def test_who_cannot_interdict(foe: Unit, smoke: dict[str, Any]) -> None:
    game = at({"u": de("F6", broken=True), "c": foe}, smoke=smoke)
    assert interdictors(game, "u", "F6", known_only=True) == []


@pytest.mark.rule("rileys_road:A10.53", "rileys_road:A20.5", "rileys_road:A3.2")
def test_who_may_not_fire_does_not_interdict() -> None:
    broken, guard = de("F6", broken=True), ca("F9", "ca-247")
    assert interdictors(at({"u": broken, "c": replace(guard, ti=True)}), "u", "F6", known_only=True) == []
    for held, found in ((1, ["c"]), (2, [])):
        prisoners = {f"p{n}": de("F9", "de-247", guard="c") for n in range(held)}
        assert interdictors(at({"u": broken, "c": guard, **prisoners}), "u", "F6", known_only=True) == found


@pytest.mark.rule("rileys_road:A10.53")
def test_a_leader_with_a_machine_gun_can() -> None:
    weapons = {"w": Weapon("ca-lmg", "canadian", holder="c")}
    game = at({"u": de("F6", broken=True), "c": ca("F9", "ca-l91")}, weapons=weapons)
    assert interdictors(game, "u", "F6", known_only=True) == ["c"]


@pytest.mark.rule("rileys_road:A10.53")
def test_interdiction_strikes_at_the_hex_left_and_at_each_open_hex_entered() -> None:
    units = {"u": de("F6", broken=True, dm=True), "c": ca("F9")}
    game = routed(dict(units), {"F4": "woods"}, "do:done", "unit:u", "hex:F4", dice=(2, 3, 2, 3))
    assert game.state.units["u"].at == "F4"
    killed = routed(dict(units), {"F4": "woods"}, "do:done", "unit:u", "hex:F4", dice=(6, 6))
    assert "u" not in killed.state.units
    reduced = routed(dict(units), {"F4": "woods"}, "do:done", "unit:u", "hex:F4", dice=(4, 5, 2, 3))
    assert reduced.state.units["u.1"].at == "F4"
    stopped = routed(dict(units), {"F4": "woods"}, "do:done", "unit:u", "hex:F4", dice=(2, 3, 4, 4))
    assert stopped.state.units["u"].at == "F5"


@pytest.mark.rule("rileys_road:A10.53", "rileys_road:A10.51")
def test_of_a_crew_that_dies_of_interdiction_nobody_is_said_to_rout_further() -> None:
    units = {"u": de("F6", "de-228", broken=True, dm=True), "c": ca("F9")}
    game = routed(units, {"F4": "woods"}, "do:done", "unit:u", "hex:F4", dice=(2, 3, 6, 6))
    assert game.state.units.keys() == {"c"}
    assert [event.unit for event in game.events if isinstance(event, Routed)] == ["u"]


@pytest.mark.rule("rileys_road:A10.53")
def test_a_concealed_enemy_may_show_himself_to_interdict() -> None:
    units = {"u": de("F6", broken=True, dm=True), "c": ca("F9", concealed=True)}
    game = routed(units, {"F4": "woods"}, "do:done", "unit:u", "hex:F4", dice=(2, 3, 2, 3))
    assert (game.decisions[0].side, game.decisions[0].prompt) == ("canadian", "interdict")
    game.choose("unit:c")
    assert not game.state.units["c"].concealed


@pytest.mark.rule("rileys_road:A10.711")
def test_a_leader_goes_along_and_lends_his_modifier() -> None:
    units = {"u": de("F6", broken=True, dm=True), "l": de("F6", "de-l91"), "c": ca("F9")}
    game = routed(units, {"F4": "woods"}, "do:done", "unit:u", "unit:l", "hex:F4", dice=(2, 3, 4, 4, 2, 3, 4, 4))
    assert {game.state.units[name].at for name in ("u", "l")} == {"F4"}
    assert not game.state.units["l"].broken


@pytest.mark.rule("rileys_road:A10.51")
def test_from_a_refuge_it_may_go_on_into_the_next() -> None:
    units = {"u": de("F6", broken=True, dm=True), "c": ca("F9", concealed=True)}
    game = routed(units, {"F5": "woods", "F4": "woods"}, "do:done", "unit:u", "hex:F5", "do:pass")
    assert game.decisions[0].prompt == "rout-on"
    game.choose("hex:F4")
    assert game.state.units["u"].at == "F4"


@pytest.mark.rule("rileys_road:A10.51", "rileys_road:A4.43")
def test_a_routing_unit_drops_what_is_too_heavy() -> None:
    weapons = {"h": Weapon("de-hmg", "german", holder="u")}
    units = {"u": de("R17", broken=True, dm=True), "c": ca("C3")}
    game = routed(units, {"R15": "woods"}, "do:done", "unit:u", "hex:R15", weapons=weapons)
    assert (game.state.weapons["h"].holder, game.state.weapons["h"].at) == ("", "R17")


@pytest.mark.rule("rileys_road:A10.51", "rileys_road:B9.21")
@pytest.mark.parametrize(("stance", "seen"), [("", True), ("foxhole", False)])
def test_nobody_keeps_his_distance_from_men_in_holes_behind_a_hedge(stance: str, seen: bool) -> None:
    on = meadow(walls={"hedge": ["F9-F10"]})
    game = at({"u": de("F6", broken=True, dm=True), "c": ca("F10", stance=stance)}, on=on)
    assert ("F7" in steps_from(game, "german", "F6")) is not seen
    assert bool(interdictors(game, "u", "F6", known_only=True)) is seen


@pytest.mark.rule("rileys_road:C10.5", "rileys_road:A10.52")
@pytest.mark.parametrize("way", ["hex:R18", "crawl:R18"])
def test_a_crew_that_routs_or_crawls_leaves_its_gun(way: str) -> None:
    weapons = {"w": Weapon("de-pak40", "german", holder="u", emplaced=True)}
    units = {"u": de("R17", "de-228", broken=True, dm=True), "c": ca("C3")}
    game = routed(units, {"R15": "woods"}, "do:done", "unit:u", way, weapons=weapons)
    assert (game.state.weapons["w"].holder, game.state.weapons["w"].at) == ("", "R17")


@pytest.mark.rule("rileys_road:A10.52", "rileys_road:A4.43")
def test_who_crawls_drops_what_is_too_heavy() -> None:
    weapons = {"h": Weapon("de-hmg", "german", holder="u")}
    units = {"u": de("R17", broken=True, dm=True), "c": ca("C3")}
    game = routed(units, {"R15": "woods"}, "do:done", "unit:u", "crawl:R18", weapons=weapons)
    assert (game.state.weapons["h"].holder, game.state.weapons["h"].at) == ("", "R17")


@pytest.mark.rule("rileys_road:A10.4")
def test_a_unit_may_break_of_its_own_will_before_anybody_routs() -> None:
    units = {
        "u": de("F6"),
        "v": de("F6", pinned=True),
        "f": de("F6", fanatic=True),
        "w": de("P6", broken=True, dm=True),
    }
    game = routed({**units, "c": ca("R19")}, {"F4": "woods"}, "do:done")
    assert [name for name in offered(game) if name.startswith("break")] == ["break:u"]
    game.choose("break:u")
    assert (game.state.units["u"].broken, game.state.units["u"].dm) == (True, True)


@pytest.mark.rule("rileys_road:A10.4")
def test_where_nobody_can_rout_it_is_asked_who_breaks_of_his_own_will() -> None:
    game = routed({"u": de("F6"), "c": ca("R19")}, None, "do:done")
    assert (game.decisions[0].side, game.decisions[0].prompt) == ("german", "break-willingly")


@pytest.mark.rule("rileys_road:A10.5", "rileys_road:A20.21")
def test_who_has_nowhere_to_go_surrenders_to_a_captor() -> None:
    ring = {f"c{i}": ca(label) for i, label in enumerate(("F5", "F7", "E6", "E7", "G6", "G7"))}
    units = {"u": de("F6", broken=True, dm=True), **ring}
    game = routed(units, None, "do:done")
    assert (game.decisions[0].side, game.decisions[0].prompt) == ("canadian", "capture")
    game.choose("unit:c1")
    assert (game.state.units["u"].guard, game.state.units["u"].at) == ("c1", "F7")


@pytest.mark.rule("rileys_road:A20.3", "rileys_road:A10.5")
def test_refusing_a_surrender_is_no_quarter_from_then_on() -> None:
    ring = {f"c{i}": ca(label) for i, label in enumerate(("F5", "F7", "E6", "E7", "G6", "G7"))}
    units = {"u": de("F6", broken=True, dm=True), "v": de("F6", "de-248", broken=True, dm=True), **ring}
    game = routed(units, None, "do:done", "do:no-quarter")
    assert game.state.no_quarter == {"canadian": True}
    assert not {"u", "v"} & game.state.units.keys()


@pytest.mark.rule("rileys_road:A7.7")
def test_a_broken_encircled_unit_surrenders_instead_of_routing() -> None:
    units = {"u": de("F6", broken=True, dm=True, encircled=True), "c": ca("F7")}
    game = routed(units, {"F4": "woods"}, "do:done")
    assert game.decisions[0].prompt == "capture"


@pytest.mark.rule("rileys_road:E1.16")
def test_at_night_units_only_crawl_and_are_not_lost() -> None:
    units = {"u": de("F6", broken=True, dm=True), "c": ca("F7")}
    game = at(dict(units), {"F4": "woods"}, nvr=3)
    assert ends(game, "u") == []
    assert crawls(game, "u")


@pytest.mark.rule("rileys_road:A10.51", "rileys_road:B27/infantry")
def test_leaving_a_foxhole_costs_routing_men_one_mf_more() -> None:
    units = {"u": de("F6", broken=True, dm=True), "c": ca("F8")}
    works = {"F6": Works("german", foxholes=1)}
    in_the_open = rout_of(at(units, {"F4": "woods"}, works=works), "u")
    entrenched = units | {"u": de("F6", broken=True, dm=True, stance="foxhole")}
    dug_in = rout_of(at(entrenched, {"F4": "woods"}, works=works), "u")
    assert (in_the_open.costs["F4"], dug_in.costs["F4"]) == (2 + 4, 2 + 2 + 4)


@pytest.mark.rule("rileys_road:A10.51", "rileys_road:A7.7")
def test_the_first_location_costs_encircled_men_double_in_a_rout_too() -> None:
    units = {"u": de("F6", broken=True, dm=True, encircled=True), "c": ca("F8")}
    costs = rout_of(at(units, {"F4": "woods"}), "u").costs
    assert (costs["F5"], costs["F4"]) == (4, 4 + 4)


@pytest.mark.rule("rileys_road:A10.51", "rileys_road:C11.2")
def test_a_crew_pays_one_mf_more_to_rout_from_its_emplacement() -> None:
    units = {"u": de("F6", "de-228", broken=True, dm=True), "c": ca("F8")}
    guns = {"p": Weapon("de-pak40", "german", holder="u", emplaced=True)}
    assert rout_of(at(units, {"F4": "woods"}, weapons=guns), "u").costs["F5"] == 2 + 2


@pytest.mark.rule("rileys_road:A10.52", "rileys_road:E1.16")
def test_at_night_a_unit_crawls_round_enemies_in_the_straight_way_to_cover() -> None:
    units = {"u": de("F6", broken=True, dm=True), "c": ca("F5", concealed=True)}
    night = at(dict(units), {"F4": "woods"}, nvr=3)
    assert rout_of(night, "u").refuges == ("F4",)
    steps = {rout_of(night, "u").path("F4")[0]}
    assert set(crawls(night, "u")) == steps
    assert crawls(at(units, {"F4": "woods"}), "u") == []
