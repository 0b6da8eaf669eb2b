"""A12, A14, A26: what the enemy does not know, snipers, and control."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from msgspec.structs import replace

from games.asl.fields import meadow
from games.asl.position import ca, content, de, offered, play, position
from sandtable.games.asl.concealment.acts import gives_away
from sandtable.games.asl.concealment.gaining import gain_concealment, gain_modifier, way_to_gain
from sandtable.games.asl.concealment.revealing import reveal_unit
from sandtable.games.asl.control import building_holder, holder, take_control
from sandtable.games.asl.hidden import renamed
from sandtable.games.asl.locations import buildings
from sandtable.games.asl.movement.movement_phase import MovementPhase
from sandtable.games.asl.sniper_attack import SniperAttack, eligible_units, first_hex, moved
from sandtable.games.asl.snipers import calls_sniper
from sandtable.games.asl.state import Moving, Unit, Vehicle, Works
from sandtable.games.asl.units import Game, is_known
from sandtable.kernel import title


def at(units: dict[str, Unit], terrain: dict[str, str] | None = None, **facts: Any) -> Game:
    on = facts.pop("on", None) or meadow(terrain)
    return position(units=units, on=on, **facts)


@pytest.mark.rule("rileys_road:A/known", "rileys_road:A12.13")
def test_concealed_hidden_and_dummies_are_not_known() -> None:
    assert is_known(de("F6"))
    assert not is_known(de("F6", concealed=True))
    assert not is_known(de("F6", hidden=True))
    assert not is_known(Unit("german", "dummy", "F6"))


@pytest.mark.rule("rileys_road:A12.14", "rileys_road:A12.141")
def test_an_act_must_be_seen_by_an_enemy_in_good_order_within_sixteen_hexes() -> None:
    units = {"u": de("F6", concealed=True), "c": ca("F9")}
    assert gives_away(at(dict(units)), "u", "fires")
    assert not gives_away(at({**units, "c": ca("F9", broken=True)}), "u", "fires")
    assert not gives_away(at(dict(units), {"F8": "woods", "F7": "woods"}), "u", "fires")
    assert gives_away(at({"u": units["u"]}), "u", "breaks")


@pytest.mark.rule("rileys_road:A12.12")
@pytest.mark.parametrize(
    ("terrain", "foe", "way"),
    [
        ({"F6": "woods", "F8": "woods"}, ca("F9"), "free"), ({"F8": "woods"}, ca("F9"), "roll"),
        ({"F6": "woods"}, ca("F9"), ""), ({}, ca("F9", broken=True), "free"),
        ({"F6": "woods"}, ca("F9", concealed=True), ""),
    ],
    ids=["unseen in woods", "unseen in the open", "seen", "by broken men only", "by concealed men"],
)  # fmt: skip
def test_how_a_unit_vanishes(terrain: dict[str, str], foe: Unit, way: str) -> None:
    assert way_to_gain(at({"u": de("F6"), "c": foe}, terrain), "u") == way


@pytest.mark.rule("rileys_road:A12.12")
def test_the_dr_counts_size_leader_and_cover() -> None:
    game = at({"u": de("F6"), "l": de("F6", "de-l91")}, {"F6": "stone-building"})
    assert gain_modifier(game, "u") == -1
    assert gain_modifier(game, "l") == -2


@pytest.mark.rule("rileys_road:A12.12", "rileys_road:A3.8")
def test_units_gain_concealment_at_the_end_of_their_own_turn() -> None:
    units = {"u": de("F6"), "x": de("F6", broken=True), "c": ca("F9")}
    game = at(units, {"F6": "woods", "F8": "woods"})
    gain_concealment(game, "german")
    assert (game.state.units["u"].concealed, game.state.units["x"].concealed) == (True, False)
    rolled = at({"u": de("F6"), "c": ca("F9")}, {"F8": "woods"}, dice=(3,))
    gain_concealment(rolled, "german")
    assert not rolled.state.units["u"].concealed


@pytest.mark.rule("rileys_road:A12.12")
def test_nobody_vanishes_beside_an_enemy_vehicle_though_its_crew_sees_nothing() -> None:
    for facts, vanishes in (({"stun": "stunned"}, False), ({"shock": "shock"}, False), ({"abandoned": True}, True)):
        tank = Vehicle("canadian", "ca-sherman3", "F6", **facts)  # type: ignore[arg-type]
        game = at({"u": de("F6")}, {"F6": "woods"}, vehicles={"t": tank})
        gain_concealment(game, "german")
        assert game.state.units["u"].concealed is vanishes


# Snipers


@pytest.mark.rule("rileys_road:A14.1", "rileys_road:E1.16")
def test_the_enemys_number_calls_his_sniper_in_the_fire_phases_only() -> None:
    game = at({}, san={"german": 3, "canadian": 0}, phase="prep-fire")
    assert calls_sniper(game, "canadian", 3)
    assert not calls_sniper(game, "german", 3)
    assert not calls_sniper(game, "canadian", 4)
    assert not calls_sniper(at({}, san={"german": 3, "canadian": 0}, phase="rally"), "canadian", 3)
    assert calls_sniper(at({}, san={"german": 3, "canadian": 0}, phase="prep-fire", nvr=3), "canadian", 5)


def struck(units: dict[str, Unit], *dice: int, choices: tuple[str, ...] = ("do:pass",), **facts: Any) -> Game:
    game = at(units, dice=dice, san={"german": 3, "canadian": 3}, snipers={"german": "F6"}, phase="prep-fire", **facts)
    return play(game, SniperAttack(side="german"), *choices)


@pytest.mark.rule("rileys_road:A14.1", "rileys_road:A14.3")
def test_a_sniper_kills_or_harms_or_does_nothing() -> None:
    assert "l" not in struck({"l": ca("F9", "ca-l91")}, 1, 1, 1, choices=()).state.units
    assert struck({"c": ca("F9")}, 1, 1, 1, choices=()).state.units["c"].broken
    assert struck({"c": ca("F9")}, 2, 1, 1, choices=()).state.units["c"].pinned
    assert struck({"l": ca("F9", "ca-l91")}, 2, 1, 1, 3).state.units["l"].wounded
    assert struck({"c": ca("F9", broken=True)}, 2, 1, 1, choices=()).state.units["c"].dm
    assert not struck({"c": ca("F9")}, 3, choices=()).state.units["c"].pinned


@pytest.mark.rule("rileys_road:A14.2")
def test_he_strikes_the_nearest_and_among_equals_the_most_open_hex() -> None:
    units = {"near": ca("F4"), "far": ca("F12")}
    assert struck(units, 1, 1, 1, choices=()).state.snipers["german"] == "F4"
    equal = struck({"a": ca("F3"), "b": ca("F7")}, 1, 1, 1, terrain={"F7": "woods"}, choices=())
    assert equal.state.snipers["german"] == "F3"
    asked = struck({"a": ca("F3"), "b": ca("F7")}, 1, 1, 1, choices=())
    assert (asked.decisions[0].side, set(offered(asked))) == ("german", {"hex:F3", "hex:F7"})


@pytest.mark.rule("rileys_road:A14.2", "rileys_road:RR11/base-interface")
def test_who_is_hidden_a_prisoner_or_in_a_cellar_is_safe() -> None:
    units = {"h": ca("F6", hidden=True), "p": ca("F6", guard="g"), "c": ca("F6-1"), "ok": ca("F6")}
    house = {"F6": {"building": "h", "cellar": True}}
    game = at(units, on=meadow({"F6": "stone-building"}, houses=house))
    assert eligible_units(game, "F6", "canadian") == ["ok"]


@pytest.mark.rule("rileys_road:A14.2")
def test_the_counter_stops_at_the_edge_and_begins_among_the_enemy() -> None:
    game = at({"a": ca("F6"), "b": ca("F7"), "g": de("R18")})
    assert moved(game, "F2", 0, 5) == "F1"
    assert game.content.distance(first_hex(game, "german", game.content.board.labels), "F6") <= 6


@pytest.mark.rule("rileys_road:A14.2", "rileys_road:A14.3", "rileys_road:D5.34")
def test_a_sniper_hits_exposed_crews_and_no_others() -> None:
    tank = Vehicle("canadian", "ca-sherman5", "F9", exposed=True)
    stunned = struck({}, 1, 1, 1, choices=(), vehicles={"t": tank}).state.vehicles["t"]
    assert (stunned.stun, stunned.exposed) == ("stunned", False)
    shut = struck({}, 2, 1, 1, choices=(), vehicles={"t": tank}).state.vehicles["t"]
    assert (shut.stun, shut.exposed) == ("", False)
    for facts in ({"exposed": False}, {"abandoned": True}):
        safe = struck({}, 1, choices=(), vehicles={"t": replace(tank, **facts)})
        assert safe.state.vehicles["t"].stun == ""
    half = struck({"c": ca("F9")}, 1, 1, 1, 2, 6, choices=("do:pass",), vehicles={"t": tank})
    assert (half.state.vehicles["t"].stun, half.state.units["c"].broken) == ("stunned", False)


@pytest.mark.rule("rileys_road:A14.2")
def test_the_owner_of_a_sniper_picks_the_location_of_the_hex() -> None:
    units = {"up": ca("F9+1"), "down": ca("F9"), "below": ca("F9-1")}
    house = {"F9": {"building": "h", "cellar": True, "stories": 2}}
    on = meadow({"F9": "stone-building"}, houses=house)
    game = struck(units, 2, 1, 1, choices=(), on=on)
    assert (game.decisions[0].side, set(offered(game))) == ("german", {"hex:F9", "place:F9+1"})
    assert game.explain("place:F9-1").reason == "refused.sniper-location"  # type: ignore[union-attr]
    game.choose("place:F9+1")
    assert (game.state.units["up"].pinned, game.state.units["down"].pinned) == (True, False)


@pytest.mark.rule("rileys_road:A14.4")
def test_a_sniper_may_be_hunted() -> None:
    units = {"c": ca("F9"), "d": ca("F9")}
    game = struck(units, 2, 1, 1, 6, 1, 2, choices=("unit:d",))
    assert game.state.san["german"] == 2
    assert game.state.units["d"].ti


@pytest.mark.rule("rileys_road:A14.4", "rileys_road:A12.16")
def test_hidden_men_do_not_hunt_and_a_question_mark_is_asked_whatever_it_is() -> None:
    hidden = struck({"c": ca("F9"), "h": ca("F9", hidden=True)}, 2, 1, 1, choices=())
    assert not hidden.decisions
    for other in (ca("F9+1", concealed=True), Unit("canadian", "dummy", "F9+1", concealed=True)):
        house = {"F9": {"building": "h", "stories": 2}}
        on = meadow({"F9": "stone-building"}, houses=house)
        game = struck({"c": ca("F9"), "d": other}, 2, 1, 1, choices=("hex:F9",), on=on)
        assert game.decisions[0].prompt == "sniper-check"


@pytest.mark.rule("rileys_road:A14.2", "rileys_road:A12.16")
def test_where_the_counter_begins_does_not_tell_who_is_hidden() -> None:
    seen, labels = {"a": ca("F6")}, meadow().board.labels
    alone = first_hex(at(dict(seen)), "german", labels)
    units = {**seen, "h": ca("K12", hidden=True), "i": ca("K13", hidden=True)}
    assert first_hex(at(units), "german", labels) == alone


# Control


@pytest.mark.rule("rileys_road:A26.1")
@pytest.mark.parametrize(
    ("unit", "gains"),
    [(ca("F6"), True), (ca("F6", broken=True), False), (ca("F6", "ca-l91"), False), (ca("F6", stance="bypass"), False)],
)
def test_who_gains_control_of_a_hex(unit: Unit, gains: bool) -> None:
    game = at({"u": unit}, held={"F6": "german"})
    take_control(game, "u")
    assert (holder(game, "F6") == "canadian") is gains


@pytest.mark.rule("rileys_road:A26.1")
def test_men_who_are_still_to_come_hold_nothing() -> None:
    game = at({"u": ca("")}, held={"F6": "german"})
    take_control(game, "u")
    assert game.state.held == {"F6": "german"}


@pytest.mark.rule("rileys_road:A26.1", "rileys_road:A26.11", "rileys_road:RR11.1")
def test_an_armed_enemy_in_the_cellar_keeps_a_building() -> None:
    house = {"F6": {"building": "h", "cellar": True}}
    on = meadow({"F6": "stone-building"}, houses=house)
    game = at({"u": ca("F6"), "e": de("F6-1")}, on=on, held={"F6": "german"}, held_buildings={"h": "german"})
    take_control(game, "u")
    assert building_holder(game, "F6") == "german"
    alone = at({"u": ca("F6")}, on=on, held={"F6": "german"}, held_buildings={"h": "german"})
    take_control(alone, "u")
    assert building_holder(alone, "F6") == "canadian"


@pytest.mark.rule("rileys_road:A26.1", "rileys_road:A26.11")
@pytest.mark.parametrize(
    ("others", "where", "hexes", "whole"),
    [
        ({}, "F6", ("canadian", "canadian"), "canadian"), ({}, "F6+1", ("canadian", "canadian"), "canadian"),
        ({}, "F6-1", ("canadian", "canadian"), "canadian"), ({"g": de("F7")}, "F6", ("canadian", "german"), "german"),
        ({"g": de("F7+1", "de-l91", broken=True)}, "F6", ("canadian", "german"), "german"),
        ({"g": de("F7", unarmed=True)}, "F6", ("canadian", "canadian"), "canadian"),
    ],
)  # fmt: skip
def test_a_building_is_gained_as_a_whole_from_any_of_its_locations(
    others: dict[str, Unit], where: str, hexes: tuple[str, str], whole: str
) -> None:
    house = {"building": "h", "cellar": True, "stories": 2}
    on = meadow({"F6": "stone-building", "F7": "stone-building"}, houses={"F6": house, "F7": house})
    held: dict[str, Any] = {"held": {"F6": "german", "F7": "german"}, "held_buildings": {"h": "german"}}
    game = at({"u": ca(where), **others}, on=on, **held)
    take_control(game, "u")
    assert (game.state.held["F6"], game.state.held["F7"]) == hexes
    assert {building_holder(game, "F6"), building_holder(game, "F7")} == {whole}


@pytest.mark.rule("rileys_road:A26.1", "rileys_road:A26.11", "rileys_road:B24.1")
def test_what_has_become_rubble_is_held_by_itself_and_the_rest_of_the_building_without_it() -> None:
    house = {"building": "h"}
    on = meadow({"F6": "stone-building", "F7": "stone-building"}, houses={"F6": house, "F7": house})
    held: dict[str, Any] = {"held": {"F6": "german", "F7": "german"}, "held_buildings": {"h": "german"}}
    game = at({"u": ca("F6")}, on=on, rubble={"F6": "stone"}, **deepcopy(held))
    take_control(game, "u")
    assert (building_holder(game, "F6"), building_holder(game, "F7")) == ("canadian", "german")
    game = at({"u": ca("F6"), "g": de("F7")}, on=on, rubble={"F7": "stone"}, **deepcopy(held))
    take_control(game, "u")
    assert (building_holder(game, "F6"), building_holder(game, "F7")) == ("canadian", "german")


@pytest.mark.rule("rileys_road:A26.1", "rileys_road:A26.11")
def test_from_the_start_a_building_is_held_as_one() -> None:
    state = title("rileys_road").start(content())
    assert state.held_buildings
    for building, hexes in buildings(content()).items():
        assert state.held_buildings[building] == state.held[hexes[0]]


@pytest.mark.rule("rileys_road:A26.1")
def test_control_is_gained_at_once_and_in_passing_by_men_who_are_known() -> None:
    held = {"F7": "german", "F8": "german", "F9": "german"}
    for facts, side in (({}, "canadian"), ({"concealed": True}, "german")):
        units = {"c": ca("F6", **facts)}
        game = play(at(units, held=dict(held)), MovementPhase(side="canadian"), "unit:c", "hex:F8")
        assert [game.state.held[label] for label in ("F7", "F8", "F9")] == [side, side, "german"]
    watched = {"c": ca("F6", "ca-l91"), "g": de("F12")}
    game = play(at(watched, held=dict(held)), MovementPhase(side="canadian"), "unit:c", "hex:F8")
    assert game.state.held["F7"] == "german"


@pytest.mark.rule("rileys_road:A12.12", "rileys_road:A12.3")
def test_of_hidden_men_nothing_is_told_when_others_hide() -> None:
    game = at({"h": ca("F6", hidden=True), "u": ca("F8")})
    gain_concealment(game, "canadian")
    assert [getattr(event, "unit", "") for event in game.events] == ["u"]
    assert not game.state.units["h"].concealed


@pytest.mark.rule("rileys_road:A26.1")
def test_men_who_come_to_be_known_gain_control_at_once_and_others_do_not() -> None:
    for kind, side in (("ca-458", "canadian"), ("ca-l91", "german")):
        game = at({"u": ca("F6", kind, concealed=True)}, held={"F6": "german"})
        reveal_unit(game, "u")
        assert game.state.held["F6"] == side


@pytest.mark.rule("rileys_road:A26.1")
def test_a_manned_vehicle_of_the_enemy_keeps_a_hex_and_an_abandoned_one_does_not() -> None:
    for facts, side in (({}, "german"), ({"abandoned": True}, "canadian")):
        tank = Vehicle("german", "de-flakpz", "F6", **facts)  # type: ignore[arg-type]
        game = at({"u": ca("F6")}, held={"F6": "german"}, vehicles={"t": tank})
        take_control(game, "u")
        assert holder(game, "F6") == side


@pytest.mark.rule("rileys_road:B9.21", "rileys_road:A12.12")
@pytest.mark.parametrize(("stance", "way"), [("", ""), ("foxhole", "free")])
def test_the_entrenched_behind_a_hedge_are_not_seen_and_may_hide(stance: str, way: str) -> None:
    on = meadow(walls={"hedge": ["F8-F9"]})
    units = {"c": ca("F9", stance=stance), "g": de("F6")}
    game = position(units=units, on=on, works={"F9": Works(side="canadian", foxholes=1)})
    assert way_to_gain(game, "c") == way


@pytest.mark.rule("rileys_road:A12.1")
def test_what_a_vehicle_has_spent_twice_over_is_seen_as_it_is_beside_hidden_men() -> None:
    moved = Moving(units=(), at="F6", vehicle="cv1", track=(("F6", 2), ("F6", 2)))
    assert renamed(moved, {"g1": ("?F9",)}) == moved
    assert renamed(Moving(units=("g1", "g2"), at="F9"), {"g1": ("?F9",), "g2": ("?F9",)}).units == ("?F9",)


@pytest.mark.rule("rileys_road:A10.62", "rileys_road:A14.3")
def test_a_sniper_brings_all_broken_men_of_the_location_under_dm() -> None:
    units = {"c": ca("F9"), "d": ca("F9", broken=True), "e": ca("J9", broken=True)}
    after = struck(units, 2, 1, 1, 6, 1, choices=()).state.units
    assert (after["c"].pinned, after["d"].dm, after["e"].dm) == (True, True, False)
