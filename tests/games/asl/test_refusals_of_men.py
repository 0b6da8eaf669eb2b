"""A3.1, A10.5, A11.2, A14.4, A20.21: why men cannot do what is asked about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from games.asl.fields import meadow
from games.asl.position import ca, de, play, position
from sandtable.games.asl.close_combat.combat_phase import CloseCombatPhase
from sandtable.games.asl.fire.fire_phase import FirePhase
from sandtable.games.asl.morale.rally import RallyPhase
from sandtable.games.asl.morale.rout import RoutPhase
from sandtable.games.asl.movement.advance import AdvancePhase
from sandtable.games.asl.sniper_attack import SniperAttack
from sandtable.games.asl.state import Unit, Weapon
from sandtable.games.asl.units import Game
from sandtable.kernel import title


def why(game: Game, *options: str) -> dict[str, str]:
    """Why options are not offered, by their names; nothing is left out that says no more than so."""
    game.title = title("rileys_road")  # type: ignore[assignment]
    found = {option: game.explain(option) for option in options}
    return {
        option.partition(":")[2]: refusal.reason.removeprefix("refused.")
        for option, refusal in found.items()
        if refusal is not None
    }


def step(name: str, units: Mapping[str, Unit], *choices: str, **facts: Any) -> Game:
    """The Germans in their Rally Phase, come to a step."""
    terrain = {"F6": "woods"} if facts.pop("woods", False) else None
    game = position(units=dict(units), on=meadow(terrain), phase="rally", active="german", **facts)
    play(game, RallyPhase(), *choices)
    while game.decisions[0].prompt != name:
        game.choose("do:done")
    return game


@pytest.mark.rule("rileys_road:A10.6", "rileys_road:A.10")
def test_whom_no_leader_rallies_is_told_why() -> None:
    units = {
        "b": de("F6", broken=True), "l": de("F6", "de-l80"), "ok": de("F6"), "k": de("F6", "de-l91", broken=True),
        "alone": de("K6", broken=True), "held": de("M6", broken=True), "x": ca("M6"), "g": de("M6"),
    }  # fmt: skip
    game = step("rally", units, melees={"M6": "normal"}, dice=(5, 5, 5, 5, 5, 5))
    assert why(game, "unit:ok", "unit:k", "unit:alone", "unit:held", "unit:x") == {
        "ok": "not-broken", "k": "no-better-leader", "alone": "no-leader", "held": "melee", "x": "other-side",
    }  # fmt: skip
    game.choose("unit:b")
    units |= {"c": de("F6", broken=True)}
    tried = step("rally", units, dice=(5, 5) * 4)
    tried.choose("unit:b")
    assert why(tried, "unit:b") == {"b": "has-tried"}


@pytest.mark.rule("rileys_road:A10.6", "rileys_road:A3.1")
def test_a_leader_who_has_helped_to_deploy_is_why_nobody_beside_him_is_rallied() -> None:
    units = {"s": de("F6"), "b": de("F6", broken=True), "l": de("F6", "de-l80")}
    units |= {"c": de("K6", broken=True), "m": de("K6", "de-l91")}
    game = step("rally", units, "unit:s", dice=(1, 2))
    assert why(game, "unit:b") == {"b": "leader-busy"}


@pytest.mark.rule("rileys_road:A18.11", "rileys_road:A19.12")
def test_who_does_not_rally_without_a_leader_is_told_why() -> None:
    units = {
        "b": de("F6", broken=True), "led": de("K6", broken=True), "l": de("K6", "de-l80"),
        "gone": de("M6", broken=True, disrupted=True), "k": de("O6", "de-228", broken=True), "c": de("Q6", broken=True),
    }  # fmt: skip
    game = step("rally-alone", units, dice=(5, 5))
    asked = ("unit:led", "unit:gone", "unit:k", "unit:c")
    assert why(game, *asked) == {"led": "leader-with-it", "gone": "disrupted-alone", "k": "boxed"}
    later = step("self-rally", units, "do:done")
    assert why(later, "unit:b", "unit:gone") == {"b": "not-boxed", "gone": "disrupted-alone"}


@pytest.mark.rule("rileys_road:A1.31", "rileys_road:A1.32", "rileys_road:A19.3")
def test_who_does_not_deploy_or_recombine_is_told_why() -> None:
    units = {
        "s": de("F6"), "l": de("F6", "de-l80"), "raw": de("F6", "de-436"), "h": de("F6", "de-248"),
        "b": de("F6", broken=True), "alone": de("K6"),
    }  # fmt: skip
    game = step("deploy", units)
    assert why(game, "unit:raw", "unit:h", "unit:b", "unit:alone") == {
        "raw": "inexperienced", "h": "not-squad", "b": "broken", "alone": "no-leader",
    }  # fmt: skip
    units |= {"i": de("F6", "de-248"), "j": de("F6", "de-237"), "z": de("K6", "de-248")}
    game = step("recombine", units)
    assert why(game, "unit:s", "unit:j", "unit:z") == {"s": "not-half-squad", "j": "no-partner", "z": "no-leader"}


@pytest.mark.rule("rileys_road:A4.44", "rileys_road:A4.431", "rileys_road:A9.72")
def test_why_weapons_are_not_taken_up_handed_on_or_repaired_is_told() -> None:
    units = {"s": de("F6"), "t": de("F6"), "b": de("K6", broken=True), "c": ca("P6"), "alone": de("S6")}
    weapons = {
        "w": Weapon("de-lmg", "german", holder="s", broken=True),
        "b1": Weapon("de-lmg", "german", holder="b", broken=True),
        "far": Weapon("de-lmg", "german", at="M6"), "near": Weapon("de-lmg", "german", at="F6"),
        "theirs": Weapon("ca-lmg", "canadian", holder="c"), "one": Weapon("de-lmg", "german", holder="alone"),
    }  # fmt: skip
    asked = ("weapon:w", "weapon:far", "weapon:b1", "weapon:theirs", "weapon:one")
    recover = why(step("recover", units, weapons=weapons), *asked[:2])
    repair = why(step("repair", units, weapons=weapons), *asked[1:])
    transfer = why(step("transfer", units, weapons=weapons), *asked[1:])
    assert recover == {"w": "possessed", "far": "nobody-recovers"}
    assert repair == {"far": "unpossessed", "b1": "broken", "theirs": "other-weapon", "one": "in-order"}
    assert transfer == {"far": "unpossessed", "b1": "broken", "theirs": "other-weapon", "one": "nobody-receives"}


@pytest.mark.rule("rileys_road:A20.5", "rileys_road:A10.62")
def test_who_is_not_handed_on_or_left_in_despair_is_told_why() -> None:
    units = {
        "g": de("F6"), "h": de("F6"), "p": ca("F6", guard="g"), "k": de("K6"), "q": ca("K6", guard="k"), "c": ca("P6"),
    }  # fmt: skip
    game = step("hand-prisoner", units)
    assert why(game, "unit:g", "unit:q", "unit:c") == {"g": "no-prisoner", "q": "nobody-guards", "c": "no-prisoner"}
    broken = {
        "b": de("K6", broken=True, dm=True), "calm": de("K6", broken=True), "deep": de("F6", broken=True, dm=True),
        "near": de("P7", broken=True, dm=True), "c": ca("P6"),
    }  # fmt: skip
    game = step("keep-dm", broken, woods=True)
    assert why(game, "unit:calm", "unit:deep", "unit:near") == {
        "calm": "no-dm", "deep": "dm-in-cover", "near": "dm-stays",
    }  # fmt: skip


@pytest.mark.rule("rileys_road:A10.5", "rileys_road:A10.4", "rileys_road:A19.12", "rileys_road:A7.7")
def test_who_does_not_rout_or_break_is_told_why() -> None:
    units = {
        "r": de("F6", broken=True, dm=True), "calm": de("K6", broken=True),
        "lost": de("M6", broken=True, disrupted=True),
        "ring": de("P6", broken=True, dm=True, encircled=True), "c": ca("P7"), "pin": de("S6", pinned=True),
        "mad": de("S6", berserk=True), "s": de("S6"),
    }  # fmt: skip
    game = position(units=units, on=meadow({"K6": "woods"}), phase="rout", active="german")
    play(game, RoutPhase(side="german"))
    assert why(game, "unit:calm", "unit:lost", "unit:ring", "unit:s", "break:pin", "break:mad", "break:r") == {
        "calm": "need-not-rout", "lost": "disrupted-stays", "ring": "gives-up", "s": "not-broken",
        "pin": "pinned", "mad": "never-breaks", "r": "broken",
    }  # fmt: skip
    late = position(
        units={"r": units["r"], "u": de("H6", broken=True, dm=True), "s": units["s"]}, on=meadow(), phase="rout"
    )
    play(late, RoutPhase(side="german"), "unit:r", "crawl:F5")
    assert why(late, "break:s", "unit:r") == {"s": "break-first", "r": "has-routed"}


@pytest.mark.rule("rileys_road:A20.21", "rileys_road:A20.5")
def test_who_takes_no_prisoner_is_told_why() -> None:
    units = {"u": de("F6", broken=True, disrupted=True), "c": ca("F7"), "far": ca("F9"), "b": ca("F5", broken=True)}
    units |= {"full": ca("E6", "ca-l80"), "p": de("E6", guard="full"), "veiled": ca("G6", concealed=True)}
    game = position(units=units, on=meadow(), phase="rout")
    play(game, RoutPhase(side="german"))
    assert game.decisions[0].prompt == "capture"
    assert why(game, "unit:far", "unit:b", "unit:full", "unit:veiled", "unit:u") == {
        "far": "not-adjacent", "b": "not-good-order", "full": "guards-enough", "veiled": "not-known", "u": "other-side",
    }  # fmt: skip


@pytest.mark.rule("rileys_road:A11.2", "rileys_road:A19.12", "rileys_road:B26/infantry")
def test_who_does_not_withdraw_is_told_why() -> None:
    units = {
        "ok": ca("F6"), "pin": ca("F6", pinned=True), "mad": ca("F6", berserk=True), "new": ca("F6", arrived=True),
        "up": ca("F6", stance="above-wire"), "veiled": ca("F6", concealed=True), "far": ca("F9"), "g": de("F6"),
    }  # fmt: skip
    game = position(units=units, on=meadow(), phase="close-combat", melees={"F6": "normal"})
    play(game, CloseCombatPhase(side="canadian"))
    asked = [f"unit:{name}" for name in units if name != "ok"]
    assert why(game, *asked) == {
        "pin": "pinned", "mad": "berserk-stays", "new": "newly-come", "up": "on-wire", "veiled": "not-held",
        "far": "elsewhere", "g": "other-side",
    }  # fmt: skip


@pytest.mark.rule("rileys_road:A14.4")
def test_who_does_not_look_for_the_sniper_is_told_why() -> None:
    units = {"s": de("F6"), "pin": de("F6", pinned=True), "busy": de("F6", ti=True), "far": de("K6")}
    facts: dict[str, Any] = {"san": {"canadian": 4, "german": 0}, "snipers": {"canadian": "F6"}}
    game = position(units=units, on=meadow(), phase="prep-fire", active="german", **facts)
    play(game, SniperAttack(side="canadian", step="hunt", hexes=("F6",)))
    assert why(game, "unit:pin", "unit:busy", "unit:far") == {
        "pin": "pinned",
        "busy": "immobilized",
        "far": "not-there",
    }


@pytest.mark.rule("rileys_road:B27.11", "rileys_road:A23.6", "rileys_road:A9.8", "rileys_road:A7.25")
def test_why_men_do_nothing_else_in_a_fire_phase_is_told() -> None:
    units = {
        "s": de("F6"), "l": de("F8", "de-l80"), "in": de("F10", stance="foxhole"), "pin": de("F12", pinned=True),
        "used": de("F14", fire="prep"), "c": ca("F18"),
    }  # fmt: skip
    weapons = {"w": Weapon("de-lmg", "german", holder="s"), "d": Weapon("de-dc", "german", holder="s")}
    doing: dict[str, dict[str, str]] = {}
    for name, option in {"s": "dismantle:w", "l": "do:entrench", "in": "do:entrench", "pin": "do:opportunity"}.items():
        game = position(units=units, weapons=weapons, on=meadow(), phase="prep-fire", active="german")
        doing[name] = why(play(game, FirePhase(side="german", phase="prep-fire"), f"unit:{name}"), option, "throw:F7")
    assert doing == {
        "s": {"w": "in-one-piece"}, "l": {"entrench": "not-mmc", "F7": "no-charge"},
        "in": {"entrench": "dug-in", "F7": "no-charge"}, "pin": {"opportunity": "pinned", "F7": "no-charge"},
    }  # fmt: skip


@pytest.mark.rule("rileys_road:A4.7", "rileys_road:A3.7")
def test_that_men_have_fired_does_not_keep_them_from_advancing() -> None:
    units = {"dug": ca("F6", ti=True, fire="prep"), "ok": ca("F6", fire="prep")}
    game = position(units=units, on=meadow(), phase="advance")
    play(game, AdvancePhase(side="canadian"))
    assert why(game, "unit:dug", "unit:ok") == {"dug": "immobilized"}


@pytest.mark.rule("rileys_road:A4.431", "rileys_road:A20.5")
def test_why_weapons_and_prisoners_are_not_handed_on_in_the_advance_phase_is_told() -> None:
    units = {
        "c": ca("F6"), "o": ca("F6"), "p": de("F6", guard="c"), "pin": ca("K6", pinned=True),
        "q": de("K6", guard="pin", pinned=True), "b": ca("M6", broken=True), "alone": ca("O6", ti=True), "g": de("S6"),
    }  # fmt: skip
    holders = {"w": "c", "v": "pin", "x": "b", "y": "alone", "z": "g"}
    weapons = {name: Weapon("ca-lmg", "canadian", holder=holder) for name, holder in holders.items()}
    weapons["lies"] = Weapon("ca-lmg", "canadian", at="F6")
    game = position(units=units, weapons=weapons, on=meadow(), phase="advance")
    play(game, AdvancePhase(side="canadian"))
    assert why(game, *(f"weapon:{name}" for name in weapons)) == {
        "w": "bearer-advances", "v": "pinned", "x": "broken", "y": "nobody-receives", "z": "other-weapon",
        "lies": "unpossessed",
    }  # fmt: skip
    assert why(game, "prisoner:p", "prisoner:q", "prisoner:o") == {
        "p": "guard-advances", "q": "guard-pinned", "o": "no-prisoner",
    }  # fmt: skip


@pytest.mark.rule("rileys_road:A20.22", "rileys_road:A11.1")
def test_what_is_no_unit_is_refused_among_those_to_be_captured() -> None:
    game = position(units={"x": ca("F6"), "a": de("F6"), "b": de("F6")}, on=meadow(), phase="close-combat")
    play(game, CloseCombatPhase(side="canadian"), "do:normal", "unit:x", "unit:a", "do:capture")
    assert "nobody" in why(game, "unit:nobody")
