"""C1, C1/radio, CG8: contact, access, Spotting Rounds, Fire For Effect and how missions end."""

from __future__ import annotations

from typing import Any

import pytest

from games.asl.fields import meadow
from games.asl.heavy import ca, de, pak, results, tank
from games.asl.position import offered, play, position
from sandtable.games.asl.artillery.missions import Bombardment, contact_sum, end_lost_missions, shells_of
from sandtable.games.asl.artillery.modules import blast_area, is_secure, observer_of, refuse_contact, salvo_of
from sandtable.games.asl.artillery.shells import burst
from sandtable.games.asl.artillery.smoke_missions import end_of_artillery_smoke
from sandtable.games.asl.fire.fire_phase import FirePhase
from sandtable.games.asl.fire.pieces import can_direct, pieces_of
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.morale.rout import RoutUnit
from sandtable.games.asl.movement.advance import AdvancePhase
from sandtable.games.asl.movement.movement_phase import MovementPhase
from sandtable.games.asl.state import Battery, Weapon
from sandtable.games.asl.units import Game
from sandtable.kernel import Resolved

EMPTY = (6, 6)
"""The DR of a hex in which nobody is."""


def guns(kind: str = "ca-oba-art114", **facts: Any) -> Battery:
    facts = {"side": "canadian", "device": "r", "black": 8, "red": 2, "used": True, **facts}
    return Battery(kind=kind, **facts)


def radio(holder: str = "l", kind: str = "ca-radio", **facts: Any) -> Weapon:
    return Weapon(kind, "german" if kind.startswith("de") else "canadian", holder=holder, **facts)


def field(dice: tuple[int | str, ...] = (), **facts: Any) -> Game:
    """A Canadian leader l with the radio r of the battery o in F10, and a German squad g in F4."""
    units = {"l": ca("F10", "ca-l91"), "g": de("F4"), **facts.pop("units", {})}
    weapons = {"r": radio(), **facts.pop("weapons", {})}
    batteries = facts.pop("batteries", None) or {"o": guns(**facts.pop("guns", {}))}
    on = facts.pop("on", None) or meadow(facts.pop("terrain", None))
    phase = facts.pop("phase", "prep-fire")
    return position(
        on=on, units=units, weapons=weapons, batteries=batteries, phase=phase, dice=dice, turn=1, player_turn=1, **facts
    )


def call(game: Game, *choices: str) -> Game:
    return play(game, Bombardment(side="canadian"), *choices)


def battery(game: Game, name: str = "o") -> Battery:
    return game.state.batteries[name]


# C1.1, C1/radio


@pytest.mark.rule("rileys_road:C1.1", "rileys_road:C1/radio")
@pytest.mark.parametrize(
    ("device", "who", "observes"),
    [
        ("ca-radio", "ca-l91", True), ("ca-radio", "ca-458", False), ("ca-radio", "ca-248", False),
        ("ca-phone", "ca-l91", True), ("ca-phone", "ca-248", True), ("ca-phone", "ca-458", False),
    ],
)  # fmt: skip
def test_a_radio_is_used_by_leaders_and_a_phone_by_half_squads_too(device: str, who: str, observes: bool) -> None:
    game = field(units={"l": ca("F10", who)}, weapons={"r": radio(kind=device)})
    assert bool(observer_of(game, battery(game))) is observes


@pytest.mark.rule("rileys_road:C1.1")
def test_a_field_phone_is_used_by_whoever_is_beside_it() -> None:
    phone = {"r": Weapon("ca-phone", "canadian", at="F10")}
    assert observer_of(field(weapons=phone), guns()) == "l"
    assert observer_of(field(weapons=phone, units={"l": ca("F9", "ca-l91")}), guns()) == ""


@pytest.mark.rule("rileys_road:C1.1", "rileys_road:C1.2")
@pytest.mark.parametrize("state", [{"broken": True}, {"aboard": "t"}, {"berserk": True}, {"guard": "g"}])
def test_an_observer_is_in_good_order_and_on_his_feet(state: dict[str, Any]) -> None:
    game = field(units={"l": ca("F10", "ca-l91", **state)})
    assert observer_of(game, battery(game)) == ""


@pytest.mark.rule("rileys_road:C1.1", "rileys_road:CG8")
def test_a_side_uses_two_modules_and_no_third() -> None:
    third = {
        "a": guns(used=False), "b": guns(device="r2", used=False), "c": guns(device="r3", used=False),
    }  # fmt: skip
    men = {"l2": ca("F11", "ca-l91"), "l3": ca("F12", "ca-l91")}
    game = field(batteries=third, units=men, weapons={"r2": radio("l2"), "r3": radio("l3")})
    call(game)
    assert set(offered(game)) == {"battery:a", "battery:b", "do:done"}
    refusal = refuse_contact(game, "c", "canadian")
    assert refusal is not None
    assert refusal.reason == "refused.two-modules"


@pytest.mark.rule("rileys_road:CG8", "rileys_road:C1.1")
def test_a_phone_line_runs_back_over_ground_held_from_the_beginning() -> None:
    game = field(weapons={"r": radio(kind="ca-phone")})
    column = [f"F{row}" for row in range(1, 11)]
    game.state.held = dict.fromkeys(column, "canadian")
    game.state.secured = dict.fromkeys(column, "canadian")
    assert is_secure(game, battery(game))
    game.state.held["F5"] = "german"
    assert not is_secure(game, battery(game))
    game.state.held["F5"] = "canadian"
    assert is_secure(game, battery(game))
    game.state.held |= dict.fromkeys(["G5", "G4", "E5", "E4"], "canadian")
    game.state.held["F5"] = "german"
    assert not is_secure(game, battery(game)), "ground won since does not carry a line"


@pytest.mark.rule("rileys_road:CG8")
def test_a_cut_line_is_refused_with_its_rule() -> None:
    game = field(weapons={"r": radio(kind="ca-phone")})
    refusal = refuse_contact(game, "o", "canadian")
    assert refusal is not None
    assert (refusal.reason, refusal.rule) == ("refused.line-cut", "CG8")


# C1.2


@pytest.mark.rule("rileys_road:C1.2")
def test_contact_is_made_on_eight_and_not_on_nine() -> None:
    assert call(field((4, 4)), "battery:o").decisions[0].prompt == "battery-access"
    game = call(field((4, 5)), "battery:o")
    assert game.state.result is not None, "nothing else is asked"
    assert not battery(game).contact


@pytest.mark.rule("rileys_road:C1.2")
def test_what_is_added_to_a_contact_dr() -> None:
    game = field(guns={"kind": "ca-oba-mtr76", "contact": True}, units={"l": ca("F10", "ca-l91", pinned=True)})
    labels = {part.label: part.value for part in contact_sum(game, "o")}
    assert labels == {"battalion-mortar": -1, "contact-held": -1, "observer-pinned": 1}
    game.state.weapons["r"] = radio(kind="ca-phone")
    assert "battalion-mortar" not in {part.label for part in contact_sum(game, "o")}


@pytest.mark.rule("rileys_road:C1.2", "rileys_road:C1/radio", "rileys_road:C1.51")
def test_a_twelve_breaks_a_radio_and_cuts_a_phone_and_ends_the_mission() -> None:
    game = call(field((6, 6), guns={"mission": "spotting", "at": "F5"}), "battery:o")
    assert game.state.weapons["r"].broken
    assert battery(game).mission == ""
    column = tuple(f"F{row}" for row in range(1, 11))
    held = dict.fromkeys(column, "canadian")
    secured = dict.fromkeys(column, "canadian")
    game = field((6, 6), weapons={"r": radio(kind="ca-phone")}, held=held, secured=secured)
    assert "r" not in call(game, "battery:o").state.weapons


@pytest.mark.rule("rileys_road:C1.2")
@pytest.mark.parametrize("state", [{"fire": "first"}, {"moved": True}, {"spent": ("directs",)}])
def test_who_has_fired_or_moved_makes_no_contact(state: dict[str, Any]) -> None:
    game = field(units={"l": ca("F10", "ca-l91", **state)})
    refusal = refuse_contact(game, "o", "canadian")
    assert refusal is not None
    assert refusal.reason == "refused.observer-busy"


@pytest.mark.rule("rileys_road:C1.2")
def test_contact_is_tried_once_a_phase() -> None:
    game = field((6, 5), batteries={"o": guns(), "p": guns(device="r2")}, weapons={"r2": radio("m")},
                 units={"m": ca("F11", "ca-l80")})  # fmt: skip
    call(game, "battery:o")
    assert set(offered(game)) == {"battery:p", "do:done"}
    assert game.explain("battery:o").reason == "refused.contact-tried"


@pytest.mark.rule("rileys_road:C1.2")
def test_an_observer_at_work_neither_fires_nor_directs() -> None:
    game = field((1, 1, "red"), units={"s": ca("F10")})
    play(game, FirePhase(side="canadian", phase="prep-fire"), "battery:o", "do:draw")
    assert game.decisions[0].prompt == "prep-fire"
    assert not can_direct(game, "l", pieces_of(game, "s"))


@pytest.mark.rule("rileys_road:C1.2")
def test_artillery_comes_before_all_other_fire_and_not_in_the_advancing_fire_phase() -> None:
    game = play(field(), FirePhase(side="canadian", phase="prep-fire"))
    assert game.decisions[0].prompt == "contact"
    late = field(phase="advancing-fire")
    play(late, FirePhase(side="canadian", phase="advancing-fire"))
    assert not late.decisions or late.decisions[0].prompt != "contact"


# C1.21


@pytest.mark.rule("rileys_road:C1.21")
def test_chits_are_not_put_back_and_the_second_red_one_ends_the_module() -> None:
    game = call(field((1, 1, "red")), "battery:o", "do:draw")
    assert (battery(game).black, battery(game).red, battery(game).drawn, battery(game).over) == (8, 1, 1, False)
    game = call(field((1, 1, "red"), guns={"red": 1, "drawn": 1}), "battery:o", "do:draw")
    assert battery(game).over
    refusal = refuse_contact(game, "o", "canadian")
    assert refusal is not None
    assert refusal.reason == "refused.battery-over"


@pytest.mark.rule("rileys_road:C1.21", "rileys_road:C1.51")
def test_the_last_black_chit_still_gives_its_mission_and_then_the_module_is_done() -> None:
    game = call(field((1, 1, "black", 1), guns={"black": 1, "red": 2}), "battery:o", "do:draw", "hex:F4")
    assert battery(game).mission == "spotting"
    game = call(field((1, 1), guns={"black": 0, "red": 2, "mission": "spotting", "at": "F4"}), "battery:o", "do:end")
    assert battery(game).over


# C1.3, C1.9


@pytest.mark.rule("rileys_road:C1.3")
@pytest.mark.parametrize(
    ("dice", "at"),
    [((1,), "F4"), ((2,), "F4"), ((3, 1, 3), "F1"), ((6, 4, 2), "F6"), ((3, 1, 6), "F1"), ((4, 2, 1), "G4")],
)
def test_a_spotting_round_falls_where_it_was_asked_for_or_astray(dice: tuple[int, ...], at: str) -> None:
    game = call(field((1, 1, "black", *dice)), "battery:o", "do:draw", "hex:F4")
    assert (battery(game).mission, battery(game).at) == ("spotting", at)
    assert battery(game).black == 7


@pytest.mark.rule("rileys_road:C1.3", "rileys_road:C1.9")
def test_a_hex_out_of_sight_is_asked_for_only_if_it_is_registered() -> None:
    woods = {f"{column}7": "woods" for column in "DEFGH"}
    game = call(field((1, 1, "black"), terrain=woods), "battery:o", "do:draw")
    assert "hex:F4" not in offered(game)
    assert game.explain("hex:F4").reason == "refused.not-observed"
    game = field((1, 1, "black", 6, 4, 5), terrain=woods, guns={"registered": ("F4",)})
    call(game, "battery:o", "do:draw", "hex:F4")
    assert battery(game).at == "F6", "half of five, rounded down"


# C1.4


@pytest.mark.rule("rileys_road:C1.4")
def test_a_round_is_corrected_by_up_to_six_hexes() -> None:
    game = call(field((1, 1), guns={"mission": "spotting", "at": "F10"}), "battery:o")
    assert "hex:F4" in offered(game)
    assert "hex:F3" not in offered(game)
    assert game.explain("hex:F3").reason == "refused.too-far-to-correct"


@pytest.mark.rule("rileys_road:C1.4")
def test_a_round_can_be_moved_without_opening_fire() -> None:
    game = field((1, 1), guns={"mission": "spotting", "at": "F6"})
    call(game, "battery:o", "hex:F4", "do:hold")
    assert (battery(game).mission, battery(game).at) == ("spotting", "F4")


@pytest.mark.rule("rileys_road:C1.4")
def test_corrected_fire_strays_no_further_than_it_was_corrected() -> None:
    dice = (1, 1, 6, 4, 6, *EMPTY * 6, 6, 6, 1, 1)
    game = field(dice, guns={"mission": "spotting", "at": "F5"})
    call(game, "battery:o", "hex:F4", "shell:he")
    assert battery(game).at == "F5", "three hexes by the dr, one by the correction"
    still = field((1, 1, *EMPTY * 7, 1, 1), guns={"mission": "spotting", "at": "F4"})
    call(still, "battery:o", "hex:F4", "shell:he")
    assert battery(still).at == "F4", "what was not moved does not stray"


@pytest.mark.rule("rileys_road:C1.4")
def test_a_round_out_of_sight_is_corrected_once_and_not_converted() -> None:
    woods = {f"{column}7": "woods" for column in "DEFGH"}
    game = field((1, 1, 1, 1), terrain=woods, guns={"mission": "spotting", "at": "F5"})
    call(game, "battery:o", "hex:F4")
    assert set(offered(game)) == {"do:hold", "do:cancel"}
    assert game.explain("shell:he").reason == "refused.not-observed"
    game.choose("do:hold")
    assert battery(game).blind
    again = field((1, 1), terrain=woods, guns={"mission": "spotting", "at": "F4", "blind": True})
    call(again, "battery:o")
    assert set(offered(again)) == {"do:pass", "do:end"}


@pytest.mark.rule("rileys_road:C1.4")
def test_without_a_known_enemy_a_red_chit_ends_mission_and_module() -> None:
    hidden = {"g": de("F4", concealed=True)}
    game = field((1, 1, "red"), units=hidden, guns={"mission": "spotting", "at": "F4"})
    call(game, "battery:o", "hex:F4", "shell:he")
    assert battery(game).over
    assert battery(game).mission == ""
    game = field((1, 1, "black", *EMPTY * 7, 1, 1), units=hidden, guns={"mission": "spotting", "at": "F4"})
    call(game, "battery:o", "hex:F4", "shell:he")
    assert (battery(game).mission, battery(game).black) == ("effect", 8), "a black chit goes back"


@pytest.mark.rule("rileys_road:C1.4")
def test_a_known_enemy_at_the_edge_of_the_area_saves_the_draw() -> None:
    game = field((1, 1, *EMPTY * 7, 1, 1), guns={"mission": "spotting", "at": "F5"})
    call(game, "battery:o", "hex:F5", "shell:he")
    assert battery(game).mission == "effect"


# C1.5


@pytest.mark.rule("rileys_road:C1.5")
def test_fire_for_effect_strikes_seven_hexes_friend_and_foe() -> None:
    game = field()
    area = blast_area(game, "F4", "he")
    assert set(area) == {"F4", *game.content.adjacent["F4"]}
    men = {"g": de("F4"), "c": ca("F5"), "far": ca("F6")}
    dice = [
        each for hex_ in area for each in ((2, 2, 1, 2) if hex_ == "F5" else (6, 6, 1, 2) if hex_ == "F4" else (6, 6))
    ]
    game = field((1, 1, *dice), units=men, guns={"mission": "spotting", "at": "F4"})
    call(game, "battery:o", "hex:F4", "shell:he")
    assert results(game) == ["ift.ptc", "ift.k"]
    assert {"c.1", "far"} <= set(game.state.units), "a K costs a squad of its own side half of its men"


@pytest.mark.rule("rileys_road:C1.5", "rileys_road:B/tem")
@pytest.mark.parametrize(
    ("terrain", "stance", "drm"),
    [("open", "", 0), ("woods", "", -1), ("open", "foxhole", 4), ("stone-building", "", 3), ("open", "trench", 4)],
)
def test_cover_against_artillery(terrain: str, stance: str, drm: int) -> None:
    game = field((6, 6, *(1,) * 4), terrain={"F4": terrain}, units={"g": de("F4", stance=stance)})
    burst(game, salvo_of(game, guns(), "he"), "F4", Aftermath())
    lines = next(event.lines for event in game.events if isinstance(event, Resolved))
    found = sum(int(line.value) for line in lines if line.label.startswith("tem."))
    assert found == drm


@pytest.mark.rule("rileys_road:A5.12", "rileys_road:A4.62", "rileys_road:C1.5")
def test_artillery_strikes_harder_at_those_who_are_too_many_or_clear_something() -> None:
    crowd = {name: de("F4", clears="wire", ti=True) for name in "ghij"}
    game = field((6, 6, *(1,) * 20), units=crowd)
    burst(game, salvo_of(game, guns(), "he"), "F4", Aftermath())
    lines = next(event.lines for event in game.events if isinstance(event, Resolved))
    assert [(line.label, line.value) for line in lines][-4:-2] == [("hazardous", "-2"), ("overstacked-target", "-1")]


@pytest.mark.rule("rileys_road:C1.5")
def test_concealed_men_are_struck_with_full_firepower() -> None:
    game = field((6, 6, 1, 1), units={"g": de("F4", concealed=True)})
    burst(game, salvo_of(game, guns(), "he"), "F4", Aftermath())
    assert results(game) == ["ift.ptc"]
    assert not game.state.units["g"].concealed


@pytest.mark.rule("rileys_road:C1.5", "rileys_road:A12.3")
def test_who_is_hidden_and_unharmed_is_not_given_away() -> None:
    hidden = {"g": de("F4", concealed=True, hidden=True, stance="foxhole")}
    game = field((5, 5), units=hidden)
    burst(game, salvo_of(game, guns(), "he"), "F4", Aftermath())
    assert game.state.units["g"].hidden
    assert all(not event.visible_to("canadian") for event in game.events)
    empty = field((5, 5), units={"g": de("A1")})
    burst(empty, salvo_of(empty, guns(), "he"), "F4", Aftermath())
    assert len(empty.events) == 1
    assert empty.state.rolls == game.state.rolls, "as many dice fall where nobody is"


@pytest.mark.rule("rileys_road:C1.5", "rileys_road:C3.7")
def test_a_two_is_a_critical_hit_that_turns_cover_around() -> None:
    men = {"g": de("F4", stance="foxhole"), "h": de("F4", stance="foxhole")}
    game = field((1, 1, 6, 1, *(1,) * 12), units=men)
    burst(game, salvo_of(game, guns(), "he"), "F4", Aftermath())
    assert "g" not in game.state.units, "doubled, and -4 instead of +4"
    assert "h" in game.state.units, "the other is struck on the usual column with +4"


@pytest.mark.rule("rileys_road:C1.5", "rileys_road:C3.7", "rileys_road:C11.4")
def test_a_critical_hit_on_a_gun_destroys_it_with_its_crew() -> None:
    game = field((1, 1, *(6,) * 6), units={"g": de("F4", "de-228")}, weapons={"w": pak()})
    burst(game, salvo_of(game, guns(), "he"), "F4", Aftermath())
    assert "g" not in game.state.units
    assert "w" not in game.state.weapons


@pytest.mark.rule("rileys_road:C1.5", "rileys_road:C7.341")
@pytest.mark.parametrize(
    ("dice", "what"),
    [((1, 1), "burning"), ((1, 2), "eliminated"), ((2, 2), "immobilized"), ((1, 3), "shocked"), ((2, 3), "shocked"),
     ((3, 2), "immobilized"), ((3, 3), "none")],
)  # fmt: skip
def test_artillery_against_tanks(dice: tuple[int, int], what: str) -> None:
    game = field((*dice, *(6,) * 6), vehicles={"t": tank("F4", "de-pz4h")}, units={"g": de("A1")})
    burst(game, salvo_of(game, guns(), "he"), "F4", Aftermath())
    assert results(game)[0] == f"tk.{what}"


@pytest.mark.rule("rileys_road:C1.5")
def test_fire_runs_from_one_to_two_and_then_needs_a_chit() -> None:
    one = {"mission": "effect", "at": "F4", "shell": "he", "stage": 1}
    game = field((1, 1, *EMPTY * 7, 1, 1), guns=one)
    call(game, "battery:o", "do:fire")
    assert (battery(game).stage, battery(game).mission) == (2, "effect")
    two = {**one, "stage": 2}
    game = field((1, 1, "black", *EMPTY * 7, 1, 1), guns=two)
    call(game, "battery:o")
    assert set(offered(game)) == {"do:draw", "do:end"}
    game.choose("do:draw")
    game.choose("do:fire")
    assert (battery(game).stage, battery(game).black) == (1, 7)
    game = call(field((1, 1, "red"), guns=two), "battery:o", "do:draw")
    assert battery(game).mission == ""
    game = call(field((1, 1), guns=two), "battery:o", "do:end")
    assert battery(game).mission == ""


@pytest.mark.rule("rileys_road:C1.5", "rileys_road:C1.4")
def test_fire_for_effect_is_moved_by_up_to_three_hexes() -> None:
    one = {"mission": "effect", "at": "F4", "shell": "he", "stage": 1}
    game = call(field((1, 1), guns=one), "battery:o")
    assert "hex:F7" in offered(game)
    assert game.explain("hex:F8").reason == "refused.too-far-to-correct"


@pytest.mark.rule("rileys_road:C1.2", "rileys_road:C1.5")
def test_without_contact_fire_is_silent_once_and_ends_the_next_time() -> None:
    one = {"mission": "effect", "at": "F4", "shell": "he", "stage": 1}
    game = call(field((6, 5), guns=one), "battery:o")
    assert (battery(game).mission, battery(game).lapsed, battery(game).stage) == ("effect", True, 1)
    gone = call(field((6, 5), guns={**one, "lapsed": True}), "battery:o")
    assert battery(gone).mission == ""
    back = call(field((1, 1, *EMPTY * 7, 1, 1), guns={**one, "lapsed": True}), "battery:o", "do:fire")
    assert (battery(back).lapsed, battery(back).stage) == (False, 2)


@pytest.mark.rule("rileys_road:C1.2", "rileys_road:C1.5")
def test_who_does_not_even_try_has_no_contact() -> None:
    one = {"mission": "effect", "at": "F4", "shell": "he", "stage": 1}
    assert battery(call(field(guns=one), "do:done")).lapsed


# C1.5: those who pass


def effect(**facts: Any) -> dict[str, Any]:
    return {"mission": "effect", "at": "F5", "shell": "he", "stage": 1, **facts}


@pytest.mark.rule("rileys_road:C1.5")
def test_who_enters_a_blast_hex_is_struck_and_so_is_who_leaves_one() -> None:
    enters = field((6, 6, 1, 1), guns=effect(), units={"c": ca("F8")}, phase="movement")
    play(enters, MovementPhase(side="canadian"), "unit:c", "hex:F7")
    assert results(enters) == []
    enters.choose("hex:F6")
    assert results(enters) == ["ift.ptc"]
    leaves = field((6, 6, 1, 1), guns=effect(), units={"c": ca("F6")}, phase="movement")
    play(leaves, MovementPhase(side="canadian"), "unit:c", "hex:F7")
    assert results(leaves) == ["ift.ptc"]
    within = field((6, 6, 1, 1), guns=effect(), units={"c": ca("F6")}, phase="movement")
    play(within, MovementPhase(side="canadian"), "unit:c", "hex:F5")
    assert results(within) == ["ift.ptc"], "once for each hex entered"


@pytest.mark.rule("rileys_road:C1.5", "rileys_road:C1.51")
def test_silent_fire_strikes_nobody_who_passes_nor_does_that_of_a_broken_observer() -> None:
    silent = field(guns=effect(lapsed=True), units={"c": ca("F7")}, phase="movement")
    play(silent, MovementPhase(side="canadian"), "unit:c", "hex:F6")
    assert results(silent) == []
    broken = {"c": ca("F7"), "l": ca("F10", "ca-l91", broken=True)}
    lost = field(guns=effect(), units=broken, phase="movement")
    play(lost, MovementPhase(side="canadian"), "unit:c", "hex:F6")
    assert results(lost) == []
    assert battery(lost).mission == ""


@pytest.mark.rule("rileys_road:C1.5")
def test_who_advances_or_routs_into_fire_is_struck() -> None:
    game = field((6, 6, 1, 1), guns=effect(), units={"c": ca("F7"), "g": de("A1")}, phase="advance")
    play(game, AdvancePhase(side="canadian"), "unit:c", "hex:F6")
    assert results(game) == ["ift.ptc"]
    rout = {"c": ca("F7", broken=True, dm=True), "g": de("T20", broken=True), "l": ca("F1", "ca-l91")}
    game = field((6, 6, 1, 2, 1, 2), guns=effect(), units=rout, phase="rout", terrain={"F6": "woods"})
    play(game, RoutUnit(unit="c"), "hex:F6")
    assert results(game) == ["ift.mc"], "an airburst: 11 on the column of 20"


@pytest.mark.rule("rileys_road:C1.5", "rileys_road:C7.341")
def test_a_vehicle_that_drives_into_fire_is_struck() -> None:
    game = field((6, 6), guns=effect(), vehicles={"t": tank("F8", facing=5)}, phase="movement")
    play(game, MovementPhase(side="canadian"), "vehicle:t", "do:start", "hex:F7", "hex:F6")
    assert results(game) == ["tk.none"]


# C1.51


@pytest.mark.rule("rileys_road:C1.51")
@pytest.mark.parametrize(
    "facts",
    [
        {"units": {"l": ca("F10", "ca-l91", broken=True)}},
        {"weapons": {"r": radio(broken=True)}},
        {"weapons": {"r": Weapon("ca-radio", "canadian", at="F10")}},
        {"terrain": {f"{column}7": "woods" for column in "DEFGH"}},
    ],
)
def test_missions_end_with_their_observer_his_radio_or_his_sight(facts: dict[str, Any]) -> None:
    game = field(guns=effect(), **facts)
    end_lost_missions(game)
    assert battery(game).mission == ""
    assert not battery(game).over, "the module can be called again"


@pytest.mark.rule("rileys_road:C1.51", "rileys_road:C1.9")
def test_a_registered_hex_needs_no_sight() -> None:
    woods = {f"{column}7": "woods" for column in "DEFGH"}
    game = field(guns=effect(registered=("F5",)), terrain=woods)
    end_lost_missions(game)
    assert battery(game).mission == "effect"


@pytest.mark.rule("rileys_road:C1.51")
def test_a_spotting_round_out_of_sight_stays() -> None:
    woods = {f"{column}7": "woods" for column in "DEFGH"}
    game = field(guns={"mission": "spotting", "at": "F5"}, terrain=woods)
    end_lost_missions(game)
    assert battery(game).mission == "spotting"


# C1.7, C1.71, C8.7


@pytest.mark.rule("rileys_road:C1.7")
@pytest.mark.parametrize(
    ("kind", "column"),
    [("ca-oba-mtr76", 4), ("de-oba-mtr81", 4), ("ca-oba-art114", 6), ("de-oba-mtr120", 8), ("de-oba-art150", 8)],
)
def test_harassing_fire_has_a_third_of_the_firepower_within_two_hexes(kind: str, column: int) -> None:
    game = field((6, 6))
    assert len(blast_area(game, "F10", "harassing")) == 19
    burst(game, salvo_of(game, guns(kind), "harassing"), "F4", Aftermath())
    lines = next(event.lines for event in game.events if isinstance(event, Resolved))
    assert next(line.value for line in lines if line.label == "column") == str(column)


@pytest.mark.rule("rileys_road:C1.7")
def test_harassing_fire_goes_through_the_same_stages() -> None:
    one = {"mission": "effect", "at": "F10", "shell": "harassing", "stage": 1}
    units = {"l": ca("F15", "ca-l91"), "g": de("A1")}
    game = call(field((1, 1, *EMPTY * 19), guns=one, units=units), "battery:o", "do:fire")
    assert (battery(game).stage, battery(game).shell) == (2, "harassing")


@pytest.mark.rule("rileys_road:C1.71")
def test_a_smoke_mission_fills_seven_hexes_and_disperses_when_it_ends() -> None:
    game = field((1, 1), guns={"mission": "spotting", "at": "F4"})
    call(game, "battery:o", "hex:F4", "shell:smoke")
    assert {hex_: [each.value for each in clouds] for hex_, clouds in game.state.smoke.items()} == {
        hex_: [3] for hex_ in blast_area(game, "F4", "smoke")
    }
    assert results(game) == [], "nobody is attacked"
    ended = field((1, 1), guns={"mission": "effect", "at": "F4", "shell": "smoke", "stage": 1}, smoke=game.state.smoke)
    call(ended, "battery:o", "do:end")
    assert {each.value for clouds in ended.state.smoke.values() for each in clouds} == {2}
    end_of_artillery_smoke(ended)
    assert ended.state.smoke, "it stays for the next Player Turn"
    ended.state.player_turn += 1
    end_of_artillery_smoke(ended)
    assert not ended.state.smoke


@pytest.mark.rule("rileys_road:C1.71")
def test_its_own_smoke_does_not_end_a_mission() -> None:
    game = field((1, 1), guns={"mission": "spotting", "at": "F4"})
    call(game, "battery:o", "hex:F4", "shell:smoke")
    end_lost_missions(game)
    assert battery(game).mission == "effect"


@pytest.mark.rule("rileys_road:C1.71", "rileys_road:C8.7", "rileys_road:C1.1")
def test_what_a_battery_can_fire_depends_on_module_weather_and_light() -> None:
    game = field()
    assert shells_of(game, guns()) == ["he", "harassing", "smoke"]
    assert shells_of(game, guns("ca-oba-art114he")) == ["he", "harassing"]
    assert "illuminating" not in shells_of(game, guns("ca-oba-mtr76"))
    game.state.weather, game.state.nvr = "rain", 3
    assert shells_of(game, guns("ca-oba-mtr76")) == ["he", "harassing", "illuminating"]


@pytest.mark.rule("rileys_road:C8.7", "rileys_road:C1.7")
def test_illuminating_rounds_light_the_night_and_attack_nobody() -> None:
    game = field((1, 1, "black"), guns={"kind": "ca-oba-mtr76", "mission": "spotting", "at": "F8"}, nvr=3)
    call(game, "battery:o", "hex:F8", "shell:illuminating")
    assert results(game) == []
    assert list(game.state.lights) == ["F8"]


@pytest.mark.rule("rileys_road:C1.4", "rileys_road:A12.1")
def test_the_sum_of_fire_tells_nothing_of_what_is_concealed() -> None:
    def told(**men: Any) -> list[tuple[str, str]]:
        game = field((1, 1), units={"g": de("F5"), **men}, guns={"mission": "spotting", "at": "F4"})
        call(game, "battery:o", "hex:F4")
        return [(line.label, line.value) for line in game.preview("shell:he").lines]

    one = told(h=de("F4", concealed=True))
    assert ("shelled-unknown", "+0") in one
    assert one == told(h=de("F4", concealed=True, stance="foxhole"), i=de("F4", "de-l91", concealed=True))
    assert told() == told(h=de("F4", concealed=True, hidden=True))


@pytest.mark.rule("rileys_road:C8.7", "rileys_road:C1.3")
def test_illuminating_rounds_are_asked_for_where_nothing_but_the_dark_hides_the_hex() -> None:
    game = field((3, 3, "black", 1), guns={"kind": "ca-oba-mtr76"}, nvr=3)
    call(game, "battery:o", "do:draw", "hex:F4")
    assert battery(game).at == "F4"
    again = field((3, 3), guns={"kind": "ca-oba-mtr76", "mission": "spotting", "at": "F4"}, nvr=3)
    call(again, "battery:o", "hex:F4")
    assert set(offered(again)) == {"shell:illuminating", "do:cancel"}
    other = field((3, 3, "black"), nvr=3)
    call(other, "battery:o", "do:draw")
    assert "hex:F4" not in offered(other)
