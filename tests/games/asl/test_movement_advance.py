"""A4.7, A4.72, A4.431, A2.5: the Advance Phase, and coming onto the map and leaving it."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import pytest

from games.asl.position import board, ca, content_on, de, offered, play, position
from sandtable.games.asl.content import Content
from sandtable.games.asl.movement.advance import AdvancePhase
from sandtable.games.asl.movement.movement_phase import MovementPhase
from sandtable.games.asl.scenario import Entry, Exits
from sandtable.games.asl.state import Mines, Unit, Weapon, Works
from sandtable.games.asl.units import Game, is_known

PHASE = AdvancePhase(side="canadian")


def advanced(*choices: str, dice: tuple[int, ...] = (), **facts: Any) -> Game:
    return play(position(dice=dice, phase="advance", **facts), PHASE, *choices)


@pytest.mark.rule("rileys_road:A4.7", "rileys_road:A3.7")
def test_an_advance_is_one_step_also_into_the_enemy() -> None:
    game = advanced(
        "unit:c", units={"c": ca("T11"), "g": de("T12"), "b": ca("S13", broken=True), "p": ca("S13", pinned=True)}
    )
    assert {name for name in offered(game) if name.startswith(("hex", "place"))} == {
        "hex:T10", "hex:U11", "hex:U12", "hex:T12", "hex:S12", "hex:S11",
    }  # fmt: skip
    game.choose("hex:T12")
    assert (game.state.units["c"].at, game.state.units["c"].moved) == ("T12", True)
    assert list(offered(game)) == ["do:done"]
    refusal = game.explain("unit:c")
    assert refusal is not None
    assert refusal.reason == "refused.moved"


@pytest.mark.rule("rileys_road:A4.7")
def test_those_who_work_or_are_held_do_not_advance_but_those_who_fired_do() -> None:
    units = {"t": ca("T11", ti=True), "m": ca("P13"), "e": de("P13"), "f": ca("T11", fire="prep")}
    assert list(offered(advanced(units=units, melees={"P13": "normal"}))) == ["unit:f", "do:done"]


@pytest.mark.rule("rileys_road:A4.72")
def test_a_hard_advance_exhausts_and_exhausted_men_cannot_make_one() -> None:
    weapons = {"w": Weapon("ca-mtr51", "canadian", holder="c"), "v": Weapon("ca-lmg", "canadian", holder="c")}
    game = advanced("unit:c", "hex:T10", units={"c": ca("T11")}, weapons=weapons)
    assert (game.state.units["c"].at, game.state.units["c"].cx) == ("T10", True)
    tired = advanced("unit:c", units={"c": ca("T11", cx=True)}, weapons=weapons)
    assert "hex:T10" not in offered(tired)
    refusal = tired.explain("hex:T10")
    assert refusal is not None
    assert refusal.rule == "A4.72"


@pytest.mark.rule("rileys_road:A4.72", "rileys_road:A4.12")
def test_a_leader_who_goes_along_keeps_men_from_exhaustion() -> None:
    weapons = {"w": Weapon("ca-mtr51", "canadian", holder="c"), "v": Weapon("ca-lmg", "canadian", holder="c")}
    units = {"c": ca("T11"), "l": ca("T11", "ca-l80")}
    game = advanced("unit:c", "unit:l", "hex:T10", units=units, weapons=weapons)
    assert not game.state.units["c"].cx


@pytest.mark.rule("rileys_road:A4.72", "rileys_road:A4.42")
def test_each_of_a_stack_is_exhausted_by_his_own_load() -> None:
    weapons = {"w": Weapon("ca-mtr51", "canadian", holder="c")}
    units = {"c": ca("Q11"), "o": ca("Q11"), "l": ca("Q11", "ca-l80", wounded=True)}
    game = advanced("unit:c", "unit:o", "unit:l", "hex:Q10", units=units, weapons=weapons)
    assert {name: unit.cx for name, unit in game.state.units.items()} == {"c": True, "o": False, "l": True}
    units = {"c": ca("Q11"), "o": ca("Q11", cx=True)}
    assert "hex:Q10" in offered(advanced("unit:c", "unit:o", units=units, weapons=weapons))


@pytest.mark.rule("rileys_road:A4.72", "rileys_road:A4.42", "rileys_road:A4.12")
def test_what_is_carried_above_the_capacity_is_part_of_what_an_advance_costs() -> None:
    weapons = {"w": Weapon("ca-mtr51", "canadian", holder="c"), "v": Weapon("ca-lmg", "canadian", holder="c")}
    units = {"c": ca("Q11"), "l": ca("Q11", "ca-l80"), "o": ca("Q11")}
    game = advanced("unit:c", "unit:o", "unit:l", "hex:Q10", units=units, weapons=weapons)
    assert {name: unit.cx for name, unit in game.state.units.items()} == {"c": True, "o": False, "l": False}


@pytest.mark.rule("rileys_road:A4.7", "rileys_road:B27/infantry")
def test_an_advance_may_be_a_change_of_position() -> None:
    works = {"S14": Works("canadian", foxholes=1)}
    game = advanced("unit:c", "place:S14~foxhole", units={"c": ca("S14")}, works=works)
    assert game.state.units["c"].stance == "foxhole"
    out = advanced("unit:c", "hex:S14", units={"c": ca("S14", stance="foxhole")}, works=works)
    assert out.state.units["c"].stance == ""


@pytest.mark.rule("rileys_road:A4.7", "rileys_road:A11.19", "rileys_road:A12.15")
def test_who_was_hidden_comes_beneath_a_question_mark_and_dummies_are_taken_away() -> None:
    game = advanced("unit:c", "hex:T12", units={"c": ca("T11"), "g": de("T12", hidden=True)})
    assert (game.state.units["g"].hidden, game.state.units["g"].concealed) == (False, True)
    game = advanced("unit:c", "hex:T12", units={"c": ca("T11"), "g": Unit("german", "dummy", "T12", concealed=True)})
    assert "g" not in game.state.units


@pytest.mark.rule("rileys_road:B27/infantry", "rileys_road:A4.72")
def test_an_advance_leads_into_the_foxhole_of_the_next_hex_for_one_mf_more() -> None:
    facts: dict[str, Any] = {"units": {"c": ca("S13")}, "works": {"S14": Works("canadian", foxholes=1)}}
    game = advanced("unit:c", **facts)
    assert (offered(game)["hex:S14"], offered(game)["place:S14~foxhole"]) == (1.5, 2.5)
    game.choose("place:S14~foxhole")
    assert (game.state.units["c"].at, game.state.units["c"].stance) == ("S14", "foxhole")


@pytest.mark.rule("rileys_road:B23.9/infantry")
def test_nobody_advances_into_a_fortified_location_that_a_good_order_squad_holds() -> None:
    facts: dict[str, Any] = {"units": {"c": ca("T11"), "g": de("T10")}, "fortified": {"T10": "german"}}
    assert "hex:T10" not in offered(advanced("unit:c", **facts))
    assert "hex:T10" in offered(advanced("unit:c", **facts, breached={"T10": "canadian"}))
    broken = facts | {"units": {"c": ca("T11"), "g": de("T10", broken=True)}}
    assert "hex:T10" in offered(advanced("unit:c", **broken))


@pytest.mark.rule("rileys_road:B23.9/infantry", "rileys_road:A12.16", "rileys_road:A12.15")
@pytest.mark.parametrize(
    ("unit", "at"),
    [
        (de("T10", concealed=True), "T11"),
        (de("T10", hidden=True), "T11"),
        (de("T10", "de-l80", concealed=True), "T10"),
        (Unit("german", "dummy", "T10", concealed=True), "T10"),
    ],
    ids=["a squad", "a hidden squad", "a leader", "a dummy"],
)
def test_whether_a_question_mark_holds_a_fortified_location_shows_when_it_is_come_upon(unit: Unit, at: str) -> None:
    game = position(units={"c": ca("T11"), "g": unit}, fortified={"T10": "german"}, phase="advance")
    play(game, PHASE, "unit:c")
    assert "hex:T10" in offered(game)
    game.choose("hex:T10")
    assert (game.state.units["c"].at, game.state.units["c"].moved) == (at, True)
    if at == "T11":
        assert is_known(game.state.units["g"])


@pytest.mark.rule("rileys_road:B28/infantry")
def test_mines_attack_those_who_advance() -> None:
    game = advanced("unit:c", "hex:S14", units={"c": ca("S13")}, mines={"S14": Mines("german", ap=6)}, dice=(6, 6))
    assert game.state.mines["S14"].known


@pytest.mark.rule("rileys_road:B26/infantry")
def test_in_an_advance_one_die_says_whether_men_get_off_the_wire() -> None:
    facts: dict[str, Any] = {
        "units": {"c": ca("S14", stance="above-wire")},
        "works": {"S14": Works("german", wire=True)},
    }
    found = {die: advanced("unit:c", "do:wire", dice=(die,), **facts).state.units["c"] for die in (3, 4, 5)}
    assert {die: (unit.stance, unit.cx) for die, unit in found.items()} == {
        3: ("beneath-wire", False), 4: ("beneath-wire", True), 5: ("above-wire", False),
    }  # fmt: skip


@pytest.mark.rule("rileys_road:B26/infantry", "rileys_road:A12.3")
def test_known_men_who_advance_off_their_own_hidden_wire_show_it() -> None:
    units, works = {"c": ca("S14", stance="beneath-wire")}, {"S14": Works("canadian", wire=True, known=False)}
    game = advanced("unit:c", "do:wire", dice=(2,), units=units, works=works)
    assert game.state.works["S14"].known


@pytest.mark.rule("rileys_road:B26/infantry", "rileys_road:A4.72")
@pytest.mark.parametrize("stance", ["above-wire", "beneath-wire"])
def test_who_gets_off_the_wire_in_his_advance_may_leave_it(stance: str) -> None:
    facts: dict[str, Any] = {
        "units": {"c": ca("S14", stance=stance), "d": ca("S14", stance=stance)},
        "works": {"S14": Works("german", wire=True)},
    }
    game = advanced("unit:c", "do:wire", dice=(2,), **facts)
    assert "unit:d" not in offered(game)
    game.choose("hex:S15")
    assert (game.state.units["c"].at, game.state.units["c"].stance, game.state.units["c"].moved) == ("S15", "", True)
    held = advanced("unit:c", "do:wire", dice=(5,), **facts)
    assert "hex:S15" not in offered(held)
    assert held.state.units["c"].moved


@pytest.mark.rule("rileys_road:A4.431")
def test_a_weapon_changes_hands_once_in_a_phase() -> None:
    facts: dict[str, Any] = {
        "units": {"c": ca("T11"), "d": ca("T11"), "p": ca("T11", pinned=True)},
        "weapons": {"w": Weapon("ca-lmg", "canadian", holder="c", fire="prep")},
    }
    game = advanced("unit:c", "weapon:w", **facts)
    assert list(offered(game)) == ["unit:d", "do:done"]
    game.choose("unit:d")
    assert (game.state.weapons["w"].holder, game.state.weapons["w"].fire) == ("d", "prep")
    game.choose("do:done")
    game.choose("unit:d")
    assert "weapon:w" not in offered(game)


@pytest.mark.rule("rileys_road:B9.32")
def test_wall_advantage_is_claimed_after_an_advance() -> None:
    game = advanced("unit:c", "hex:K17", "wall:K17", units={"c": ca("J17")})
    assert game.state.units["c"].wall


# A2.5


@cache
def edge() -> Content:
    """The farm with Canadians who come in turn 1 by A11 and A12, and may leave by A12 from turn 2 on."""
    made = content_on(board())
    force = made.scenario.forces["canadian"]
    (name, group) = next(iter(force.groups.items()))
    entering = msgspec.structs.replace(group, setup=None, enters=Entry(turn=1, hexes=("A11", "A12")))
    force = msgspec.structs.replace(force, groups={name: entering}, exits=Exits(turn=2, corners=("A12", "A12")))
    made.scenario = msgspec.structs.replace(made.scenario, forces=made.scenario.forces | {"canadian": force})
    made.forces["canadian"] = force
    return made


@pytest.mark.rule("rileys_road:A2.5", "rileys_road:A2.51", "rileys_road:RR2")
def test_units_come_onto_the_map_by_their_entry_hexes_and_go_on() -> None:
    facts: dict[str, Any] = {
        "units": {"c": ca(""), "d": ca("")},
        "to_place": {"c": "company", "d": "company"},
        "on": edge(),
    }
    game = play(position(**facts), MovementPhase(side="canadian"), "unit:c", "unit:d")
    assert {name: cost for name, cost in offered(game).items() if name.startswith("hex")} == {
        "hex:A11": 1,
        "hex:A12": 1,
    }
    game.choose("hex:A11")
    assert game.state.units["c"].at == game.state.units["d"].at == "A11"
    assert not game.state.to_place
    assert offered(game)["hex:B10"] == 1
    assert offered(game)["hex:E10"] == 4


@pytest.mark.rule("rileys_road:A2.51", "rileys_road:A5.1")
def test_no_more_come_onto_the_map_together_than_fit_into_a_hex() -> None:
    kinds = {"c": "ca-458", "d": "ca-458", "e": "ca-458", "f": "ca-458", "h": "ca-248", "l": "ca-l91"}
    facts: dict[str, Any] = {
        "units": {name: ca("", kind) for name, kind in kinds.items()},
        "to_place": dict.fromkeys(kinds, "company"),
        "on": edge(),
    }
    game = play(position(**facts), MovementPhase(side="canadian"), "unit:c", "unit:d")
    assert {f"unit:{name}" for name in "efhl"} <= offered(game).keys()
    game.choose("unit:e")
    assert {f"unit:{name}" for name in "fhl"} & offered(game).keys() == {"unit:l"}


@pytest.mark.rule("rileys_road:A2.5")
def test_units_that_are_not_due_yet_or_came_too_late_are_not_offered() -> None:
    facts: dict[str, Any] = {"units": {"c": ca("")}, "to_place": {"c": "company"}, "on": edge()}
    for turn, found in ((0, []), (1, ["unit:c"]), (2, [])):
        game = play(position(turn=turn, **facts), MovementPhase(side="canadian"))
        assert list(offered(game)) == [*found, "do:done"]


@pytest.mark.rule("rileys_road:A2.5", "rileys_road:A4.7")
def test_units_may_advance_onto_the_map() -> None:
    facts: dict[str, Any] = {"units": {"c": ca("")}, "to_place": {"c": "company"}, "on": edge()}
    game = play(position(**facts), PHASE, "unit:c", "hex:A12")
    assert game.state.units["c"].at == "A12"


@pytest.mark.rule("rileys_road:A2.5")
def test_units_leave_the_map_by_their_exits_when_they_may() -> None:
    facts: dict[str, Any] = {
        "units": {"c": ca("A12")}, "on": edge(), "weapons": {"w": Weapon("ca-lmg", "canadian", holder="c")},
    }  # fmt: skip
    early = play(position(turn=1, **facts), MovementPhase(side="canadian"), "unit:c")
    assert "do:exit" not in offered(early)
    game = play(position(turn=2, **facts), MovementPhase(side="canadian"), "unit:c", "do:exit")
    assert not game.state.units
    assert game.state.exited == {"c": "ca-458", "w": "ca-lmg"}


@pytest.mark.rule("rileys_road:A2.5", "rileys_road:B27/infantry")
def test_who_leaves_the_map_pays_for_leaving_his_foxhole() -> None:
    works = {"A12": Works("canadian", foxholes=1)}
    guns = {"w": Weapon("ca-mmg", "canadian", holder="c"), "v": Weapon("ca-piat", "canadian", holder="c"),
            "x": Weapon("ca-piat", "canadian", holder="c")}  # fmt: skip
    for stance, leaves in (("", True), ("foxhole", False)):
        units = {"c": ca("A12", stance=stance)}
        game = position(units=units, weapons=dict(guns), works=works, on=edge(), turn=2)
        play(game, MovementPhase(side="canadian"), "unit:c")
        assert ("do:exit" in offered(game)) is leaves


@pytest.mark.rule("rileys_road:A2.5", "rileys_road:A4.61")
def test_units_may_come_onto_the_map_by_assault_movement() -> None:
    facts: dict[str, Any] = {"units": {"c": ca("")}, "to_place": {"c": "company"}, "on": edge()}
    game = play(position(**facts), MovementPhase(side="canadian"), "unit:c", "do:assault")
    assert offered(game)["hex:A11"] == 1
    game.choose("hex:A11")
    game.choose("do:done")
    assert game.state.units["c"].at == "A11"
