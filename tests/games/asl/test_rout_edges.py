"""A10.5-A10.62, A4.43: positions at the edge of the rules of rout and Desperation Morale."""

from __future__ import annotations

from typing import Any, cast

import pytest

from games.asl.fields import meadow
from games.asl.heavy import NORTH, SOUTH, tank
from games.asl.position import ca, de, offered, play, position
from sandtable.games.asl.concealment.acts import gives_away
from sandtable.games.asl.content import Content
from sandtable.games.asl.events.rout import Interdicted, Routed
from sandtable.games.asl.morale.casualties import eliminate
from sandtable.games.asl.morale.rally import RallyPhase
from sandtable.games.asl.morale.rout import RoutPhase
from sandtable.games.asl.morale.rout_ways import ends, interdictors, is_interdicted, must_rout, rout_of
from sandtable.games.asl.movement.arrivals import run_into
from sandtable.games.asl.state import Mines, Unit, Weapon, Works
from sandtable.games.asl.units import Game
from sandtable.kernel import Refusal, Resolved, title


def at(units: dict[str, Unit], terrain: dict[str, str] | None = None, **facts: Any) -> Game:
    return position(units=units, on=meadow(terrain), phase=facts.pop("phase", "rout"), **facts)


def routed(units: dict[str, Unit], terrain: dict[str, str] | None, *choices: str, **facts: Any) -> Game:
    """The Germans rout in the Canadians' turn."""
    return play(at(units, terrain, **facts), RoutPhase(side="german"), *choices)


@pytest.mark.rule("rileys_road:A10.51", "rileys_road:A20.5")
def test_prisoners_keep_nobody_from_the_cover_of_their_guard() -> None:
    units = {"u": de("F6", broken=True, dm=True), "g": de("F5"), "p": ca("F5", guard="g"), "x": ca("F9")}
    assert ends(at(units, {"F5": "woods"}), "u") == ["F5"]


@pytest.mark.rule("rileys_road:A10.51", "rileys_road:A4.4", "rileys_road:C2.1")
def test_a_crew_that_routs_leaves_its_gun_behind() -> None:
    units = {"u": de("F6", "de-228", broken=True, dm=True), "x": ca("F9")}
    gun = {"w": Weapon("de-pak40", "german", holder="u")}
    game = routed(units, {"F4": "woods"}, "unit:u", "hex:F4", weapons=gun, dice=(1, 2, 1, 2, 1, 2))
    assert game.state.units["u"].at == "F4"
    assert (game.state.weapons["w"].holder, game.state.weapons["w"].at) == ("", "F6")


@pytest.mark.rule("rileys_road:A10.51", "rileys_road:A20.5")
def test_prisoners_go_along_with_a_guard_who_routs() -> None:
    units = {"u": de("F6", broken=True, dm=True), "p": ca("F6", guard="u"), "x": ca("F9")}
    game = routed(units, {"F4": "woods"}, "unit:u", "hex:F4", dice=(1, 2, 1, 2))
    assert game.state.units["p"].at == "F4"


@pytest.mark.rule("rileys_road:A10.52", "rileys_road:A10.51", "rileys_road:A10.711")
def test_who_crawls_carries_no_more_than_his_capacity_and_the_leader_has_routed_too() -> None:
    units = {
        "u": de("F6", "de-238", broken=True, dm=True), "v": de("F5", broken=True, dm=True), "l": de("F6", "de-l91"),
        "x": ca("F9"),
    }  # fmt: skip
    guns = {"w": Weapon("de-hmg", "german", holder="u"), "m": Weapon("de-lmg", "german", holder="u")}
    game = routed(units, None, "unit:u", "unit:l", "crawl:F5", "unit:v", weapons=guns)
    assert (game.state.weapons["w"].at, game.state.weapons["m"].holder) == ("F6", "u")
    assert "unit:l" not in offered(game)


@pytest.mark.rule("rileys_road:A4.43")
def test_a_routing_unit_may_drop_what_it_could_carry() -> None:
    units = {"u": de("F6", broken=True, dm=True), "x": ca("F9")}
    guns = {"w": Weapon("de-lmg", "german", holder="u")}
    game = routed(units, {"F5": "woods"}, "unit:u", "drop:w", "hex:F5", weapons=guns, dice=(1, 2, 1, 2))
    assert (game.state.units["u"].at, game.state.weapons["w"].at) == ("F5", "F6")


@pytest.mark.rule("rileys_road:A10.51", "rileys_road:B26/infantry")
def test_a_rout_ends_on_wire_that_cannot_be_shunned() -> None:
    units = {"u": de("F6", broken=True, dm=True), "x": ca("F9")}
    ring = {hex_: Works(wire=True) for hex_ in ("F5", "G6", "G7", "E7", "E6")}
    rout = rout_of(at(units, {"F3": "woods"}, works=ring), "u")
    assert set(rout.costs) == {"F5", "G6", "G7", "E7", "E6"} - {"F7"}
    game = routed(units, {"F5": "woods"}, "unit:u", "hex:F5", works=ring, dice=(1, 2, 1, 2))
    assert game.state.units["u"].stance == "above-wire"


# Vehicles


@pytest.mark.rule("rileys_road:A10.5", "rileys_road:A10.62")
def test_a_tank_beside_a_broken_unit_makes_it_rout() -> None:
    units = {"u": de("F6", broken=True)}
    assert must_rout(at(dict(units), {"F6": "woods"}, vehicles={"v": tank("F7")}), "u")
    assert not must_rout(at(dict(units), {"F6": "woods"}, vehicles={"v": tank("F7", abandoned=True)}), "u")


@pytest.mark.rule("rileys_road:A10.51")
def test_nobody_routs_towards_a_tank_in_sight() -> None:
    units = {"u": de("F6", broken=True, dm=True)}
    found = rout_of(at(units, vehicles={"v": tank("F8")}), "u").costs
    assert "F7" not in found
    assert "F5" in found


@pytest.mark.rule("rileys_road:A10.53", "rileys_road:D3.1")
@pytest.mark.parametrize(
    ("facts", "interdicts"),
    [
        ({"facing": NORTH}, True),
        ({"facing": SOUTH}, False),
        ({"facing": NORTH, "stun": "stunned"}, False),
        ({"facing": NORTH, "disabled": ("bmg", "cmg")}, False),
    ],
    ids=["ahead", "behind", "stunned", "without machine guns"],
)
def test_a_vehicle_interdicts_with_machine_guns_that_bear(facts: dict[str, Any], interdicts: bool) -> None:
    game = at({"u": de("F6", broken=True, dm=True)}, vehicles={"v": tank("F10", **facts)})
    assert (interdictors(game, "u", "F6", known_only=True) == ["v"]) is interdicts


@pytest.mark.rule("rileys_road:A10.5", "rileys_road:A20.21")
@pytest.mark.parametrize(("place", "lost"), [("F6", True), ("F7", False)])
def test_who_cannot_rout_is_lost_to_an_afv_in_his_hex_and_not_to_one_beside_it(place: str, lost: bool) -> None:
    units = {"u": de("F6", broken=True, moved=True), "x": ca("K19")}
    game = routed(units, {"F6": "woods"}, vehicles={"v": tank(place)})
    assert ("u" not in game.state.units) is lost


@pytest.mark.rule("rileys_road:A10.53", "rileys_road:A20.21")
def test_the_way_out_of_cover_is_judged_by_where_it_leads() -> None:
    """A unit in woods whose way to other woods lies open to the enemy could be Interdicted on it."""
    units = {"u": de("F6", broken=True, dm=True), "x": ca("F7"), "y": ca("J4")}
    game = at(units, {"F6": "woods", "F4": "woods"})
    assert is_interdicted(game, "u", "F5")
    assert not is_interdicted(game, "u", "F4")


@pytest.mark.rule("rileys_road:A10.62")
def test_an_enemy_who_rallies_beside_a_broken_unit_brings_it_under_dm() -> None:
    units = {"u": de("F6", broken=True), "c": ca("F7", broken=True), "l": ca("F7", "ca-l91", broken=True)}
    game = position(units=units, on=meadow({"F6": "woods"}), phase="rally", dice=(1, 2))
    play(game, RallyPhase(), "do:done", "unit:l")
    assert game.state.units["u"].dm


@pytest.mark.rule("rileys_road:B26/infantry", "rileys_road:A10.51")
def test_who_routs_off_wire_pays_for_it_first() -> None:
    units = {"u": de("F6", broken=True, dm=True, stance="above-wire"), "x": ca("F9")}
    facts: dict[str, Any] = {"works": {"F6": Works(wire=True)}}
    game = routed(dict(units), {"F4": "woods"}, "unit:u", **facts)
    assert set(offered(game)) == {"do:wire"}
    game = routed(dict(units), {"F4": "woods"}, "unit:u", "do:wire", "hex:F4", dice=(3, 1, 2, 1, 2), **facts)
    assert game.state.units["u"].at == "F4"
    assert game.state.units["u"].pace_of == 0
    short = routed(dict(units), {"F4": "woods"}, "unit:u", "do:wire", dice=(4,), **facts)
    assert "hex:F4" not in offered(short)
    all_of_it = routed(dict(units), {"F4": "woods"}, "unit:u", "do:wire", dice=(6,), **facts)
    assert (all_of_it.state.units["u"].at, all_of_it.state.units["u"].stance) == ("F6", "beneath-wire")
    hurt = dict(units) | {"u": de("F6", "de-l91", broken=True, dm=True, wounded=True, stance="above-wire")}
    stuck = routed(hurt, {"F4": "woods"}, "unit:u", "do:wire", dice=(4,), **facts)
    assert (stuck.state.units["u"].at, stuck.state.units["u"].stance) == ("F6", "above-wire")


@pytest.mark.rule("rileys_road:B26/infantry", "rileys_road:A12.3")
def test_who_routs_off_hidden_wire_shows_it() -> None:
    units = {"u": de("F6", broken=True, dm=True, stance="beneath-wire"), "x": ca("F9")}
    works = {"F6": Works("german", wire=True, known=False)}
    game = routed(units, {"F4": "woods"}, "unit:u", "do:wire", dice=(4,), works=works)
    assert game.state.works["F6"].known


@pytest.mark.rule("rileys_road:A2.5", "rileys_road:CG12")
@pytest.mark.parametrize(("dice", "left"), [((3, 4), "u"), ((5, 5), "u.1")], ids=["passes", "fails"])
def test_a_broken_unit_may_rout_off_the_map_by_its_own_side_of_it(dice: tuple[int, int], left: str) -> None:
    raid = cast(Content, title("rileys_road").load("raid", ()))
    game = position(units={"u": de("K25", "de-548", broken=True, dm=True)}, on=raid, phase="rout", turn=3, dice=dice)
    play(game, RoutPhase(side="german"), "unit:u", "do:exit")
    assert list(game.state.exited) == [left]


@pytest.mark.rule("rileys_road:A10.53", "rileys_road:A2.5")
def test_who_leaves_the_map_from_the_open_is_interdicted_first() -> None:
    raid = cast(Content, title("rileys_road").load("raid", ()))
    units = {"u": de("K25", "de-548", broken=True, dm=True), "x": ca("K22")}
    facts: dict[str, Any] = {"on": raid, "phase": "rout", "turn": 3}
    open_ground = is_interdicted(position(units=dict(units), **facts), "u", "K25")
    game = position(units=dict(units), dice=(5, 5, 3, 4), **facts)
    play(game, RoutPhase(side="german"), "unit:u", "do:exit")
    assert open_ground
    assert list(game.state.exited) == ["u.1"]


@pytest.mark.rule("rileys_road:A10.51", "rileys_road:B28/infantry")
def test_mines_strike_who_routs_out_of_their_hex_and_who_routs_into_it() -> None:
    def struck(mines: tuple[str, ...], to: str) -> list[str]:
        fields = {hex_: Mines("canadian", ap=8) for hex_ in mines}
        units = {"u": de("F6", broken=True, dm=True), "x": ca("F9", pinned=True)}
        terrain = {"F6": "woods", to: "woods"}
        facts: dict[str, Any] = {"mines": fields, "dice": (6, 6) * 4}
        game = routed(units, terrain, "unit:u", f"hex:{to}", **facts)
        return [event.target for event in game.events if isinstance(event, Resolved) and event.what == "mines"]

    assert struck(("F6",), "F5") == ["F6"]
    assert struck(("F5",), "F5") == ["F5"]
    assert struck(("F5",), "F4") == ["F5", "F5"]


@pytest.mark.rule("rileys_road:A10.53", "rileys_road:A10.711")
def test_a_leader_whom_interdiction_pins_stays_behind_and_lends_nothing_more() -> None:
    units = {"u": de("F6", broken=True, dm=True), "l": de("F6", "de-l91"), "x": ca("F10")}
    game = routed(units, {"F3": "woods"}, "unit:u", "unit:l", "hex:F3", dice=(4, 5, 1, 2, 1, 2, 1, 2))
    after = game.state.units
    assert (after["l"].at, after["l"].pinned, after["u"].at) == ("F6", True, "F3")


@pytest.mark.rule("rileys_road:A10.711", "rileys_road:A17.1", "rileys_road:A10.51")
def test_a_wounded_leader_goes_along_no_farther_than_his_three_mf() -> None:
    units = {"u": de("F6", broken=True, dm=True), "l": de("F6", "de-l91", wounded=True), "x": ca("F9", pinned=True)}
    far = routed(units, {"F3": "woods"}, "unit:u")
    assert offered(far)["hex:F3"] == 4
    assert "unit:l" in offered(far)
    far.choose("unit:l")
    assert set(offered(far)) == {"crawl:F5", "do:stay"}
    near = routed(units, {"F4": "woods"}, "unit:u", "unit:l")
    assert offered(near)["hex:F4"] == 3
    open_field = routed(units, None, "unit:u")
    assert {"hex:F3", "hex:F2"} <= offered(open_field).keys()
    open_field.choose("unit:l")
    assert "hex:F3" in offered(open_field)
    assert "hex:F2" not in offered(open_field)


@pytest.mark.rule("rileys_road:A10.711", "rileys_road:A17.1")
def test_a_wounded_leader_who_could_not_keep_up_is_not_offered() -> None:
    units = {"u": de("F6", broken=True, dm=True), "l": de("F6", "de-l91", wounded=True), "x": ca("F6", pinned=True)}
    game = routed(units, {"F3": "woods"}, "unit:u")
    assert "hex:F3" in offered(game)
    assert "unit:l" not in offered(game)


@pytest.mark.rule("rileys_road:A10.711", "rileys_road:A17.1", "rileys_road:A10.51")
def test_with_a_wounded_leader_a_unit_goes_on_into_the_next_woods_only_as_far_as_he_can() -> None:
    units = {"u": de("F6", broken=True, dm=True), "l": de("F6", "de-l91", wounded=True), "x": ca("F9", pinned=True)}
    woods = {"F5": "woods", "F4": "woods"}
    assert routed(units, woods, "unit:u", "hex:F5").decisions[0].prompt == "rout-on"
    assert not routed(units, woods, "unit:u", "unit:l", "hex:F5").decisions


@pytest.mark.rule("rileys_road:A10.711", "rileys_road:A17.1", "rileys_road:A10.53")
def test_a_unit_that_has_lost_its_wounded_leader_on_the_way_has_its_own_mf_again() -> None:
    units = {"u": de("F6", broken=True, dm=True), "l": de("F6", "de-l91", wounded=True), "x": ca("F10")}
    woods = {"F5": "woods", "F4": "woods"}
    game = routed(units, woods, "unit:u", "unit:l", "hex:F5", dice=(4, 4, 1, 2))
    assert game.state.units["l"].at == "F6"
    assert game.decisions[0].prompt == "rout-on"


@pytest.mark.rule("rileys_road:A10.51", "rileys_road:A12.1", "rileys_road:A5.1")
def test_whether_men_beneath_a_question_mark_leave_room_is_not_told_by_who_is_asked() -> None:
    units = {"u": de("F6", broken=True, dm=True), "x": ca("F9", pinned=True), "a": de("F4"), "b": de("F4")}
    woods = {"F5": "woods", "F4": "woods"}
    full = units | {"h": de("F4", "dummy", concealed=True)}
    room = units | {"h": de("F4", "de-l91", concealed=True)}
    asked = routed(full, woods, "unit:u", "hex:F5")
    assert list(offered(asked)) == ["do:stay"]
    assert asked.explain("hex:F4") == Refusal("refused.full", "A5.1", {"hex": "F4"})
    assert list(offered(routed(room, woods, "unit:u", "hex:F5"))) == ["hex:F4", "do:stay"]
    known = units | {"h": de("F4")}
    assert not routed(known, woods, "unit:u", "hex:F5").decisions, "everybody sees that there is no room"


@pytest.mark.rule("rileys_road:A10.711", "rileys_road:B26/infantry")
def test_a_leader_who_routs_along_gets_off_the_wire_with_the_unit_or_not_at_all() -> None:
    units = {
        "u": de("F6", broken=True, dm=True, stance="above-wire"), "l": de("F6", "de-l91", stance="above-wire"),
        "x": ca("F9", pinned=True),
    }  # fmt: skip
    wire = {"F6": Works(wire=True)}
    game = routed(units, {"F4": "woods"}, "unit:u", "unit:l", "do:wire", "hex:F4", works=wire, dice=(2,))
    assert {game.state.units[name].at for name in "ul"} == {"F4"}
    late = routed(units, {"F4": "woods"}, "unit:u", "do:wire", works=wire, dice=(2,))
    assert "unit:l" not in offered(late)
    units["l"] = de("F6", "de-l91", stance="above-wire", wounded=True)
    stuck = routed(units, {"F4": "woods"}, "unit:u", "unit:l", "do:wire", works=wire, dice=(4,))
    assert stuck.state.units["u"].stance == "above-wire"


@pytest.mark.rule("rileys_road:A12.141", "rileys_road:A10.711")
def test_a_concealed_leader_who_routs_along_before_the_enemys_eyes_is_seen() -> None:
    units = {"u": de("F6", broken=True, dm=True), "l": de("F6", "de-l91", concealed=True), "x": ca("F10", pinned=True)}
    game = routed(units, {"F4": "woods"}, "unit:u", "unit:l", "hex:F4")
    assert game.state.units["l"].at == "F4"
    assert not game.state.units["l"].concealed


@pytest.mark.rule("rileys_road:A10.51", "rileys_road:B27/infantry")
def test_a_rout_may_end_in_a_foxhole_for_what_it_costs_to_get_into_it() -> None:
    units = {"u": de("F6", broken=True, dm=True), "x": ca("F9", pinned=True)}
    works = {"F5": Works(side="german", foxholes=1)}
    game = routed(units, None, "unit:u", works=works)
    assert (offered(game)["hex:F5"], offered(game)["place:F5~foxhole"]) == (1, 2)
    game.choose("place:F5~foxhole")
    assert (game.state.units["u"].at, game.state.units["u"].stance) == ("F5", "foxhole")


@pytest.mark.rule("rileys_road:A10.5", "rileys_road:A20.21")
def test_who_is_in_the_open_before_the_enemy_routs_or_crawls_if_he_can() -> None:
    game = routed({"u": de("F6", broken=True, dm=True), "x": ca("F9")}, {"F4": "woods"})
    assert set(offered(game)) == {"unit:u"}
    game.choose("unit:u")
    game.choose("crawl:F5")
    assert not game.decisions


@pytest.mark.rule("rileys_road:A20.3", "rileys_road:A10.5")
@pytest.mark.parametrize("cruel", [False, True])
def test_who_may_surrender_need_not_rout_under_interdiction_and_whom_nobody_takes_must(cruel: bool) -> None:
    units = {"u": de("F6", broken=True, dm=True), "x": ca("F7")}
    game = routed(units, {"F4": "woods"}, no_quarter={"canadian": cruel})
    assert ("do:done" in offered(game)) is not cruel


@pytest.mark.rule("rileys_road:A10.5")
@pytest.mark.parametrize(("way", "lost"), [("", False), ("ring", True)])
def test_who_has_nowhere_to_go_from_berserk_men_is_lost(way: str, lost: bool) -> None:
    ring = ("F5", "F7", "E6", "E7", "G6", "G7") if way else ("F7",)
    units = {f"x{i}": ca(label, berserk=True) for i, label in enumerate(ring)}
    game = routed({"u": de("F6", broken=True, dm=True), **units}, {"F6": "woods", "F5": "woods", "F4": "woods"})
    if not lost:
        assert "do:done" not in offered(game)
        game.choose("unit:u")
        game.choose("hex:F5")
    assert ("u" not in game.state.units) is lost


HEAT = {"hero": (1, 2), "hardened": (3, 4), "berserk": (5, 5), "surrender": (6, 6)}


@pytest.mark.rule("rileys_road:A15.1", "rileys_road:A10.53", "rileys_road:A10.1")
@pytest.mark.parametrize(
    ("heat", "at_last"), [("hero", "F4"), ("hardened", "F6"), ("berserk", "F6"), ("surrender", "F6")]
)
def test_a_two_under_interdiction_brings_the_heat_of_battle(heat: str, at_last: str) -> None:
    units = {"u": de("F6", "de-467", broken=True, dm=True), "x": ca("F9")}
    game = routed(units, {"F4": "woods"}, "unit:u", "hex:F4", dice=(1, 1, *HEAT[heat], 1, 2))
    unit = game.state.units["u"]
    assert unit.at == at_last
    assert (unit.broken, unit.berserk, unit.disrupted) == (
        heat in ("hero", "surrender"), heat == "berserk", heat == "surrender",
    )  # fmt: skip


@pytest.mark.rule("rileys_road:A15.4", "rileys_road:A10.711")
def test_a_leader_who_goes_berserk_under_interdiction_stays_behind() -> None:
    units = {"u": de("F6", broken=True, dm=True), "l": de("F6", "de-l91"), "x": ca("F9")}
    game = routed(units, {"F4": "woods"}, "unit:u", "unit:l", "hex:F4", dice=(1, 1, 5, 5, 1, 2, 1, 2))
    assert (game.state.units["l"].berserk, game.state.units["l"].at, game.state.units["u"].at) == (True, "F6", "F4")


@pytest.mark.rule("rileys_road:A10.1", "rileys_road:A10.53")
def test_a_two_passes_under_interdiction_however_low_the_morale() -> None:
    units = {
        "u": de("F6", "de-236", broken=True, dm=True, encircled=True), "l": de("F6", "de-l61", wounded=True),
        "x": ca("F9"),
    }  # fmt: skip
    game = routed(units, None, "unit:u", "unit:l", "hex:F5", dice=(1, 2, 1, 1, 1, 2))
    assert (game.state.units["u"].kind, game.state.units["u"].broken) == ("de-237", False)


@pytest.mark.rule("rileys_road:A10.51", "rileys_road:A17.1", "rileys_road:A4.43")
def test_who_is_wounded_on_his_rout_drops_what_he_can_carry_no_more() -> None:
    units = {"u": de("F6", broken=True, dm=True), "l": de("F6", "de-l81"), "x": ca("F9")}
    gun = {"w": Weapon("de-lmg", "german", holder="l")}
    # He fails his NMC and is wounded; the squad passes.
    game = routed(units, {"F4": "woods"}, "unit:u", "unit:l", "hex:F4", weapons=gun, dice=(6, 5, 1, *[1, 2] * 4))
    assert (game.state.units["l"].at, game.state.units["l"].wounded) == ("F4", True)
    assert game.state.weapons["w"].at == "F6"


@pytest.mark.rule("rileys_road:A10.5", "rileys_road:A10.4")
def test_who_must_rout_is_named() -> None:
    units = {"u": de("F6", broken=True, dm=True), "x": ca("F7")}
    game = routed(units, {"F4": "woods"}, no_quarter={"canadian": True})
    told = [game.explain(option) for option in ("do:done", "break:u")]
    assert [(each.reason, each.args) for each in told if each is not None] == [
        ("refused.must-rout", {"unit": "u"}), ("refused.broken", {"unit": "u"}),
    ]  # fmt: skip
    game.choose("unit:u")
    staying = game.explain("do:stay")
    assert staying is not None
    assert staying.reason == "refused.must-rout"


@pytest.mark.rule("rileys_road:A20.3", "rileys_road:A19.12", "rileys_road:A10.5")
def test_who_could_have_surrendered_routs_when_another_is_refused_quarter() -> None:
    broken = {"broken": True, "dm": True, "disrupted": True}
    units = {"u": de("F6", **broken), "v": de("L6", **broken), "x": ca("F7"), "y": ca("L7")}
    game = routed(units, {"L4": "woods"})
    assert game.decisions[0].prompt == "capture"
    game.choose("do:no-quarter")
    assert "u" not in game.state.units
    assert (game.decisions[0].prompt, list(offered(game))) == ("rout", ["unit:v"])


def through_mines(*dice: int) -> Game:
    """A German squad routs from F6 to the woods of F2 under the eyes of x, through mines that nobody knew of in F5."""
    units = {"u": de("F6", broken=True, dm=True), "x": ca("F10")}
    mines = {"F5": Mines("canadian", ap=12)}
    return routed(units, {"F2": "woods"}, "unit:u", "hex:F2", mines=mines, dice=(1, 3, *dice))


@pytest.mark.rule("rileys_road:A10.51", "rileys_road:A10.53", "rileys_road:B28/infantry")
def test_what_mines_have_left_of_a_routing_squad_is_interdicted_and_goes_on() -> None:
    game = through_mines(1, 2, 1, 2, 1, 3, 6, 5)
    assert game.state.units["u.1"].at == "F2"
    assert [event.unit for event in game.events if isinstance(event, Interdicted)] == ["u", "u.1"]


@pytest.mark.rule("rileys_road:A10.51", "rileys_road:A15.1", "rileys_road:A10.53")
def test_the_rout_of_a_squad_that_the_heat_of_battle_rallies_among_mines_is_over() -> None:
    game = through_mines(2, 2, 1, 1, 4, 4)
    unit = game.state.units["u"]
    assert (unit.broken, unit.fanatic, unit.at) == (False, True, "F5")


@pytest.mark.rule("rileys_road:A10.51")
def test_of_a_squad_that_dies_on_its_rout_the_squad_is_told() -> None:
    game = through_mines(1, 1, 6)
    assert [event.unit for event in game.events if isinstance(event, Routed)] == ["u"]


def comes_upon(*choices: str, dice: tuple[int, ...] = (), **units: Unit) -> Game:
    """A German squad routs from F6 to the woods of F2; a Canadian one is beneath a "?" in G2, beside the last step."""
    there = {"u": de("F6", broken=True, dm=True), "x": ca("F10", pinned=True), "v": ca("G2", concealed=True), **units}
    return routed(there, {"F2": "woods"}, "unit:u", "hex:F2", *choices, dice=dice)


@pytest.mark.rule("rileys_road:A10.51", "rileys_road:A10.53")
def test_who_comes_upon_an_interdictor_chooses_his_way_anew_for_what_is_left_of_his_mf() -> None:
    game = comes_upon("do:pass", "unit:v", dice=(1, 3) * 8)
    assert (game.decisions[0].prompt, game.state.units["u"].at) == ("rout-to", "F5")
    found = offered(game)
    assert "hex:F2" not in found
    assert "do:stay" in found
    assert not any(option.startswith(("crawl:", "unit:")) for option in found)
    assert max(cost or 0 for cost in found.values()) <= 5
    far = min(found, key=lambda option: -(found[option] or 0))
    game.choose(far)
    while game.decisions and game.decisions[0].prompt == "rout-on":
        game.choose("do:stay")
    unit = game.state.units["u"]
    assert (unit.at, unit.pace, unit.pace_of) == (far.partition(":")[2], 0, 0)


@pytest.mark.rule("rileys_road:A10.62", "rileys_road:A12.14")
def test_who_gives_himself_away_beside_broken_men_brings_them_under_dm() -> None:
    units = {"b": de("F6", broken=True), "c": ca("F7", concealed=True), "k": ca("F5", concealed=True), "g": de("F11")}
    game = at(units)
    gives_away(game, "c", "fires")
    assert (game.state.units["c"].concealed, game.state.units["b"].dm) == (False, True)
    dying = at(units)
    eliminate(dying, "k", "A7.301")
    assert not dying.state.units["b"].dm


@pytest.mark.rule("rileys_road:A10.62", "rileys_road:A12.15")
def test_whom_men_come_upon_and_who_come_upon_them_bring_broken_men_beside_them_under_dm() -> None:
    units = {"m": de("F6", concealed=True), "b": de("F6", broken=True)}
    units |= {"c": ca("F7", concealed=True), "k": ca("G6", broken=True)}
    game = at(units, phase="movement")
    run_into(game, ("m",), "F7")
    assert {name: unit.dm for name, unit in game.state.units.items() if unit.broken} == {"b": True, "k": True}


@pytest.mark.rule("rileys_road:A3.6", "rileys_road:A10.4")
def test_who_was_picked_to_rout_may_be_put_down_for_another_until_he_sets_out() -> None:
    units = {"r": de("F6", broken=True, dm=True), "q": de("H6", broken=True, dm=True), "s": de("K6"), "x": ca("F14")}
    game = routed(units, {"F3": "woods"}, "unit:r", "unit:q")
    assert game.decisions[0].args["unit"] == "q"
    game.choose("break:s")
    assert {"unit:r", "unit:q", "unit:s"} <= set(offered(game))
    late = routed({**units, "t": de("M6")}, {"F3": "woods"}, "unit:r", "hex:F3")
    assert not any(option.startswith("break:") for option in offered(late))
