"""A20.3-A20.5: guards and prisoners: handed on, left behind, freed, taken on the way, and killed."""

from __future__ import annotations

from typing import Any

import pytest

from games.asl.fields import meadow
from games.asl.position import board, ca, content_on, de, offered, play, position
from sandtable.games.asl.content import Content
from sandtable.games.asl.fire.attack import Attack, firepower_of, groups_of, targets_of
from sandtable.games.asl.fire.fire_phase import FirePhase
from sandtable.games.asl.fire.pieces import Piece
from sandtable.games.asl.fire.results import apply_result
from sandtable.games.asl.morale.casualties import Aftermath, eliminate, reduce_casualties
from sandtable.games.asl.morale.checks import morale_check
from sandtable.games.asl.morale.guards import guard_room
from sandtable.games.asl.morale.heat_of_battle import take_prisoner
from sandtable.games.asl.morale.massacre import victims
from sandtable.games.asl.morale.rally import RallyPhase, handing_on, try_rally
from sandtable.games.asl.morale.rearming import rearm
from sandtable.games.asl.morale.rout import Surrender
from sandtable.games.asl.movement.advance import AdvancePhase
from sandtable.games.asl.movement.entry import leave_map
from sandtable.games.asl.movement.movement_phase import MovementPhase
from sandtable.games.asl.sniper_attack import settle
from sandtable.games.asl.staff.answers import hand_prisoner, prisoner_to
from sandtable.games.asl.staff.situation import Situation
from sandtable.games.asl.state import Mines, Moving, Unit, Weapon
from sandtable.games.asl.tables.fire import Result
from sandtable.games.asl.terrain.tem import tem
from sandtable.games.asl.units import Game, is_armed, is_inexperienced
from sandtable.games.asl.victory import squads_in

CANADIANS = "canadian"


def at(units: dict[str, Unit], phase: str = "movement", **facts: Any) -> Game:
    return position(units=units, on=facts.pop("on", None) or meadow(), phase=phase, **facts)


def fate(game: Game, name: str = "p") -> tuple[str, str, bool]:
    unit = game.state.units[name]
    return unit.at, unit.guard, unit.unarmed


# Handing on


@pytest.mark.rule("rileys_road:A20.5")
def test_in_the_rally_phase_a_prisoner_goes_to_another_unit_of_the_location() -> None:
    units = {"c": ca("F6"), "l": ca("F6", "ca-l80"), "p": de("F6", guard="c"), "far": ca("F7")}
    game = play(at(units, "rally"), RallyPhase(), "do:done")
    assert (game.decisions[0].prompt, list(offered(game))) == ("hand-prisoner", ["unit:p", "do:done"])
    game.choose("unit:p")
    assert list(offered(game)) == ["unit:l"]
    assert game.explain("unit:far").reason == "refused.no-guard"  # type: ignore[union-attr]
    game.choose("unit:l")
    assert fate(game) == ("F6", "l", False)
    assert not game.decisions


@pytest.mark.rule("rileys_road:A3.1", "rileys_road:A20.5")
def test_to_hand_prisoners_on_is_all_that_either_does_in_the_rally_phase() -> None:
    units = {
        "c": ca("F6"), "l": ca("F6", "ca-l80"), "b": ca("F6", broken=True),
        "p": de("F6", "de-247", guard="c"), "q": de("F6", "de-247", guard="c"),
    }  # fmt: skip
    gun = {"w": Weapon("ca-lmg", "canadian", holder="c", broken=True)}
    refusals = ["do:done"] * 3
    game = play(at(dict(units), "rally", weapons=dict(gun)), RallyPhase(), *refusals, "unit:p", "unit:l")
    assert (game.decisions[0].prompt, list(offered(game))) == ("hand-prisoner", ["unit:q", "do:done"])
    game.choose("do:done")
    assert not game.decisions, "the leader rallies nobody"
    busy = play(at(dict(units), "rally", weapons=dict(gun), dice=(4,)), RallyPhase(), "do:done", "weapon:w")
    assert [decision.prompt for decision in busy.decisions] == ["rally"]


@pytest.mark.rule("rileys_road:A20.5")
@pytest.mark.parametrize("other", [{"broken": True}, {"berserk": True}, {"guard": "g"}, {"unarmed": True}])
def test_who_cannot_guard_is_given_nobody(other: dict[str, Any]) -> None:
    units = {"c": ca("F6"), "o": ca("F6", **other), "p": de("F6", guard="c"), "g": de("F9")}
    game = at(units, "rally", active="german")
    assert handing_on(game, CANADIANS) == []
    assert handing_on(game, "german") == []


@pytest.mark.rule("rileys_road:A20.5")
def test_a_broken_guard_keeps_his_prisoners_and_may_hand_them_on() -> None:
    units = {"c": ca("F6", broken=True, disrupted=True), "o": ca("F6"), "p": de("F6", guard="c")}
    game = play(at(units, "rally"), RallyPhase(), "unit:p", "unit:o")
    assert fate(game)[1] == "o"


@pytest.mark.rule("rileys_road:A20.5")
def test_a_guard_holds_five_times_his_size_and_no_more() -> None:
    prisoners = {f"p{n}": de("F6", guard="l") for n in range(2)}
    game = at({"l": ca("F6", "ca-l80"), "c": ca("F6", "ca-248"), **prisoners})
    assert (guard_room(game, "l"), guard_room(game, "c")) == (-1, 10)
    prisoners = {f"p{n}": de("F6", guard="c") for n in range(4)}
    units = {"c": ca("F6"), "l": ca("F6", "ca-l80"), **prisoners}
    game = play(at(units, "rally"), RallyPhase(), "do:done", "unit:p0", "unit:l")
    assert guard_room(game, "l") == 2
    assert not game.decisions


@pytest.mark.rule("rileys_road:A20.5")
def test_in_the_advance_phase_a_prisoner_is_handed_on_once() -> None:
    units = {"c": ca("F6"), "o": ca("F6"), "p": de("F6", guard="c")}
    game = play(at(units, "advance"), AdvancePhase(side=CANADIANS), "unit:c", "prisoner:p")
    assert list(offered(game)) == ["unit:o", "do:done"]
    game.choose("unit:o")
    assert fate(game)[1] == "o"
    game.choose("do:done")
    game.choose("unit:o")
    assert "prisoner:p" not in offered(game)
    assert "free:p" in offered(game)
    game.choose("hex:F7")
    assert fate(game) == ("F7", "o", False)


@pytest.mark.rule("rileys_road:A20.5", "rileys_road:A3.7")
@pytest.mark.parametrize(
    ("facts", "may"),
    [({"broken": True}, True), ({"ti": True}, True), ({"moved": True}, True), ({"pinned": True}, False)],
    ids=["broken", "TI", "has advanced", "pinned"],
)
def test_a_guard_who_does_not_advance_may_hand_his_prisoners_on(facts: dict[str, Any], may: bool) -> None:
    units = {"c": ca("F6", **facts), "o": ca("F6"), "p": de("F6", guard="c", pinned=facts.get("pinned", False))}
    game = play(at(units, "advance"), AdvancePhase(side=CANADIANS))
    assert ("prisoner:p" in offered(game)) is may
    if may:
        game.choose("prisoner:p")
        game.choose("unit:o")
        assert fate(game)[1] == "o"
        assert "prisoner:p" not in offered(game)


# Leaving behind, and losing the Guard


@pytest.mark.rule("rileys_road:A20.5")
def test_a_guard_may_leave_his_prisoners_behind_on_the_way() -> None:
    units = {"c": ca("F6"), "p": de("F6", guard="c"), "q": de("F6", guard="c")}
    game = play(at(units), MovementPhase(side=CANADIANS), "unit:c", "free:q", "hex:F7", "free:p", "hex:F8")
    assert fate(game, "q") == ("F6", "", True)
    assert fate(game, "p") == ("F7", "", True)


@pytest.mark.rule("rileys_road:A20.5", "rileys_road:A20.551")
def test_another_unit_takes_over_from_a_guard_who_dies_else_the_prisoners_take_up_his_arms() -> None:
    game = at({"c": ca("F6"), "o": ca("F6"), "p": de("F6", guard="c")})
    eliminate(game, "c", "A7.4/casualty")
    assert fate(game)[1] == "o"
    eliminate(game, "o", "A7.4/casualty")
    assert is_armed(game.state.units["p"])
    beside = at({"c": ca("F6"), "o": ca("F6", broken=True), "p": de("F6", guard="c")})
    eliminate(beside, "c", "A7.4/casualty")
    assert is_armed(beside.state.units["p"])


@pytest.mark.rule("rileys_road:A20.5")
def test_prisoners_of_a_guard_who_is_taken_are_free() -> None:
    game = at({"c": ca("F6", broken=True), "p": de("F6", guard="c"), "g": de("F7")})
    take_prisoner(game, "c", "g", "A20.21")
    assert fate(game) == ("F6", "", True)
    assert fate(game, "c")[:2] == ("F7", "g")
    held = at({"u": de("F6", broken=True), "c": ca("F7", pinned=True)})
    take_prisoner(held, "u", "c", "A20.21")
    assert held.state.units["u"].pinned


@pytest.mark.rule("rileys_road:A20.5")
def test_a_guard_who_loses_half_his_men_lets_those_go_whom_he_cannot_hold() -> None:
    prisoners = {f"p{n}": de("F6", guard="c") for n in range(4)}
    game = at({"c": ca("F6"), **prisoners})
    reduce_casualties(game, "c", "A7.4/casualty")
    assert [fate(game, name)[1] for name in prisoners] == ["c.1", "c.1", "c.1", ""]


# Unarmed men


@pytest.mark.rule("rileys_road:A20.5")
def test_unarmed_men_are_the_prisoners_of_whoever_comes_to_them() -> None:
    units = {"c": ca("F6"), "p": de("F7", unarmed=True)}
    game = play(at(dict(units)), MovementPhase(side=CANADIANS), "unit:c", "hex:F8")
    assert fate(game)[:2] == ("F8", "c")
    game = play(at(dict(units), "advance"), AdvancePhase(side=CANADIANS), "unit:c", "hex:F7")
    assert fate(game)[:2] == ("F7", "c")


@pytest.mark.rule("rileys_road:A20.5", "rileys_road:A20.3")
def test_who_gives_no_quarter_is_berserk_or_has_no_room_takes_nobody() -> None:
    units = {"c": ca("F6"), "p": de("F7", unarmed=True)}
    game = play(at(dict(units), no_quarter={CANADIANS: True}), MovementPhase(side=CANADIANS), "unit:c", "hex:F7")
    assert fate(game) == ("F7", "", True)
    mad = {"c": ca("F6", berserk=True), "p": de("F7", unarmed=True)}
    game = play(at(mad), MovementPhase(side=CANADIANS), "unit:c", "hex:F7")
    assert fate(game) == ("F7", "", True)
    full = {"c": ca("F6", "ca-l80"), "a": de("F6", guard="c"), "p": de("F7", unarmed=True)}
    game = play(at(full), MovementPhase(side=CANADIANS), "unit:c", "hex:F7")
    assert fate(game) == ("F7", "", True)


@pytest.mark.rule("rileys_road:A20.5")
def test_unarmed_men_move_slowly_and_do_not_advance() -> None:
    units = {"p": de("F6", unarmed=True), "a": de("F6", "de-l91", unarmed=True)}
    game = play(at(units, active="german"), MovementPhase(side="german"), "unit:p")
    assert max(cost or 0 for name, cost in offered(game).items() if name.startswith("hex:")) == 3
    game = play(at(units, "advance", active="german"), AdvancePhase(side="german"))
    assert list(offered(game)) == ["do:done"]
    assert game.explain("unit:p").reason == "refused.unarmed-advance"  # type: ignore[union-attr]


# Killing them


def merciless() -> Content:
    found = content_on(meadow().board)
    found.switches = frozenset({"A20.4"})
    return found


@pytest.mark.rule("rileys_road:A20.4", "rileys_road:A20.3")
@pytest.mark.parametrize(
    ("phase", "active"), [("prep-fire", CANADIANS), ("advancing-fire", CANADIANS), ("defensive-fire", "german")]
)
def test_berserk_men_may_kill_the_prisoners_of_their_location_as_their_attack(phase: str, active: str) -> None:
    units = {
        "c": ca("F6", berserk=True), "k": ca("F6"), "p": de("F6", guard="k"), "l": de("F6", "de-l91", guard="c"),
        "q": de("F7", guard="j"), "j": ca("F7"), "g": de("F9", broken=True),
    }  # fmt: skip
    game = at(units, phase, active=active, on=merciless(), elr={"german": 3, CANADIANS: 3})
    play(game, FirePhase(side=CANADIANS, phase=phase), "unit:c", "do:massacre")  # type: ignore[arg-type]
    assert {"p", "l"} <= set(game.state.lost)
    assert "q" in game.state.units
    assert (game.state.no_quarter, game.state.elr["german"]) == ({CANADIANS: True}, 4)
    assert not game.decisions or "unit:c" not in offered(game)
    game.state.units["g"] = de("F7", broken=True, disrupted=True)
    play(game, Surrender(unit="g"))
    assert "g" in game.state.lost


@pytest.mark.rule("rileys_road:A20.4", "rileys_road:A19.1")
def test_the_elr_of_the_victims_rises_once_and_not_above_five() -> None:
    for elr, after in ((3, [4, 4]), (5, [5, 5])):
        units = {"a": ca("F6", berserk=True), "b": ca("F7", berserk=True), "p": de("F6", guard="a"),
                 "q": de("F7", guard="b")}  # fmt: skip
        game = at(units, "prep-fire", on=merciless(), elr={"german": elr, CANADIANS: 3})
        play(game, FirePhase(side=CANADIANS, phase="prep-fire"), "unit:a", "do:massacre")
        found = [game.state.elr["german"]]
        game.choose("unit:b")
        game.choose("do:massacre")
        assert [*found, game.state.elr["german"]] == after


@pytest.mark.rule("rileys_road:A20.4")
def test_nobody_else_kills_prisoners_nor_berserk_men_in_melee_nor_without_the_rule() -> None:
    units = {"c": ca("F6", berserk=True), "k": ca("F6"), "p": de("F6", guard="k"), "g": de("F6")}
    assert victims(at(units, "prep-fire", on=merciless()), "c") == ["p"]
    assert victims(at(units, "prep-fire", on=merciless()), "k") == []
    assert victims(at(units, "prep-fire", on=merciless(), melees={"F6": "normal"}), "c") == []
    assert victims(at(units, "movement", on=merciless()), "c") == []
    assert victims(at(units, "prep-fire", on=merciless(), active="german"), "c") == []
    assert victims(at(units, "prep-fire", on=content_on(board())), "c") == []


# Giving up


@pytest.mark.rule("rileys_road:A15.5")
def test_the_captors_choose_who_takes_a_unit_that_gives_up_beside_several() -> None:
    units = {"u": de("F6", "de-436"), "a": ca("F7"), "b": ca("G6"), "far": ca("F8"), "weak": ca("F5", broken=True)}
    game = at(units, "rally", dice=(1, 1, 6, 6))
    aftermath = Aftermath()
    morale_check(game, "u", 0, aftermath)
    settle(game, aftermath)
    play(game, game.stack.pop())
    assert (game.decisions[0].side, list(offered(game))) == (CANADIANS, ["unit:a", "unit:b"])
    game.choose("unit:b")
    assert fate(game, "u")[:2] == ("G6", "b")


# Under fire


@pytest.mark.rule("rileys_road:A20.5", "rileys_road:A8.9")
def test_what_is_fired_at_a_guard_who_moves_strikes_his_prisoners_as_well() -> None:
    units = {"c": ca("F6"), "p": de("F6", guard="c"), "q": de("F6", guard="k"), "k": ca("F6"), "g": de("F9")}
    moving = Moving(units=("c",), at="F6", came_from="F5", spent_here=2)
    game = at(units, moving=moving)
    attack = Attack((Piece("g", "", "first"),), (), "F6")
    assert targets_of(game, attack) == ("c", "p")
    (group,) = groups_of(game, attack, firepower_of(game, attack))
    assert (set(group.units), group.drm.total) == ({"c", "p"}, -2)


@pytest.mark.rule("rileys_road:A20.5", "rileys_road:B28/infantry")
def test_prisoners_walk_into_mines_with_their_guard() -> None:
    units = {"c": ca("F6"), "p": de("F6", guard="c")}
    game = at(units, mines={"F7": Mines("german", ap=12)}, dice=(1, 1, 1, 6, 5, 5))
    play(game, MovementPhase(side=CANADIANS), "unit:c", "hex:F7")
    assert set(game.state.lost) == {"p"}


@pytest.mark.rule("rileys_road:A20.5", "rileys_road:A19.3")
def test_a_leader_who_is_a_prisoner_is_no_leader_of_those_beside_him() -> None:
    units = {"s": ca("F6", "ca-436"), "l": ca("F6", "ca-l91", guard="g"), "g": de("F6")}
    game = at(units)
    assert is_inexperienced(game, game.state.units["s"])


@pytest.mark.rule("rileys_road:A20.5", "rileys_road:A12.14")
def test_whoever_guards_a_prisoner_is_known_and_nobody_gives_himself_away_unasked() -> None:
    units = {"c": ca("F6"), "o": ca("F6", concealed=True), "p": de("F6", guard="c")}
    given = play(at(dict(units), "rally"), RallyPhase(), "unit:p", "unit:o")
    assert not given.state.units["o"].concealed
    lost = at(dict(units))
    eliminate(lost, "c", "A7.4/casualty")
    assert lost.state.units["o"].concealed
    assert lost.state.units["p"].guard == ""
    took = at({"c": ca("F6", concealed=True), "p": de("F7", unarmed=True)})
    play(took, AdvancePhase(side=CANADIANS), "unit:c", "hex:F7")
    assert (took.state.units["c"].concealed, fate(took)[1]) == (False, "c")


@pytest.mark.rule("rileys_road:A15.5", "rileys_road:A8.1")
def test_who_gives_up_on_the_way_is_no_longer_fired_at() -> None:
    units = {"c": ca("F5", "ca-436"), "g": de("F7"), "h": de("F8")}
    # A fire attack that makes him check: an Original 2, and of the heat of battle a surrender.
    game = play(at(units, dice=(4, 3, 1, 1, 6, 6)), MovementPhase(side=CANADIANS), "unit:c")
    for choice in ("hex:F6", "unit:g", "do:fire"):
        game.choose(choice)
    assert fate(game, "c")[:2] == ("F7", "g")
    assert game.decisions[0].prompt == "move-unit"


@pytest.mark.rule("rileys_road:A20.5", "rileys_road:A2.5")
def test_prisoners_who_are_led_off_the_map_have_not_got_away() -> None:
    game = at({"c": ca("F6"), "p": de("F6", guard="c"), "g": de("F9")})
    leave_map(game, ("c",))
    assert squads_in(game, "german", frozenset()) == 0
    assert (set(game.state.exited), set(game.state.lost), set(game.state.units)) == ({"c"}, {"p"}, {"g"})


# The staff


@pytest.mark.rule("rileys_road:A20.5")
@pytest.mark.parametrize(("held", "answer"), [(1, "do:done"), (2, "unit:p0")])
def test_the_staff_hands_prisoners_on_where_they_keep_their_guard_from_firing(held: int, answer: str) -> None:
    prisoners = {f"p{n}": de("F6", guard="c") for n in range(held)}
    game = play(at({"c": ca("F6"), "o": ca("F6"), "h": ca("F6", "ca-248"), **prisoners}, "rally"), RallyPhase())
    situation = Situation(game, CANADIANS)
    assert hand_prisoner(situation, game.decisions[0]) == answer
    game.choose("unit:p0")
    assert prisoner_to(situation, game.decisions[0]) == "unit:o"


@pytest.mark.rule("rileys_road:A7.301", "rileys_road:A20.551")
def test_who_is_freed_by_a_kia_that_strikes_him_too_suffers_it_as_a_prisoner() -> None:
    units = {"k": ca("F9"), "p": de("F9", guard="k")}
    game, aftermath = position(units=units, on=meadow(), phase="defensive-fire", dice=(6, 1)), Aftermath()
    apply_result(game, ("k", "p"), Result("kia", 1), aftermath)
    settle(game, aftermath)
    (left,) = game.state.units.values()
    assert (left.kind, left.broken, left.guard) == ("de-236", False, "")


@pytest.mark.rule("rileys_road:A10.1", "rileys_road:A20.551")
def test_who_is_freed_by_a_check_of_his_guard_checks_as_a_prisoner() -> None:
    units = {"k": ca("F9", "ca-247", broken=True), "p": de("F9", guard="k")}
    game, aftermath = position(units=units, on=meadow(), phase="defensive-fire", dice=(6, 5, 6, 5)), Aftermath()
    apply_result(game, ("k", "p"), Result("mc", 0), aftermath)
    settle(game, aftermath)
    (left,) = game.state.units.values()
    assert (left.kind, left.broken, left.unarmed) == ("de-236", False, False)


@pytest.mark.rule("rileys_road:A10.6", "rileys_road:A20.551")
def test_prisoners_of_a_guard_who_dies_of_his_rally_take_up_his_arms() -> None:
    units = {"k": ca("F9", "ca-247", broken=True), "p": de("F9", guard="k")}
    game = position(units=units, on=meadow(), phase="rally", dice=(6, 6))
    try_rally(game, "k", None)
    assert (game.state.units["p"].kind, game.state.units["p"].unarmed) == ("de-436", False)


@pytest.mark.rule("rileys_road:A20.5", "rileys_road:B9.3", "rileys_road:B9.32")
def test_prisoners_are_covered_as_their_guard_is() -> None:
    on = meadow(walls={"hedge": ["F7-F8"]})
    units = {"k": ca("F8"), "p": de("F8", guard="k"), "g": de("F7", wall=True)}
    game = at(units, "prep-fire", on=on, active="german")
    assert [tem(game, "F8", (name,), ("F7",)) for name in ("k", "p")] == [[], []]


@pytest.mark.rule("rileys_road:A26.1", "rileys_road:A20.551", "rileys_road:A10.6")
def test_who_is_armed_again_or_rallies_gains_control_at_once() -> None:
    units = {"u": de("F6", unarmed=True), "b": de("J6", broken=True)}
    game = at(units, "rally", held={"F6": CANADIANS, "J6": CANADIANS}, active="german", dice=(1, 2))
    rearm(game, "u")
    try_rally(game, "b", None)
    assert (game.state.held["F6"], game.state.held["J6"]) == ("german", "german")
