"""The Direct Fire Step of the Advanced Game: who fires what at whom, and in which order (4.4.1, 5.14, 6.5.2, 6.5.4)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.panzer.firing import aim, placed, position, results
from sandtable.games.panzer.combat.declared_fire import betray
from sandtable.games.panzer.combat.direct_fire_step import DirectFireStep
from sandtable.games.panzer.combat.overwatch import OverwatchExchange
from sandtable.games.panzer.events import Shown
from sandtable.games.panzer.sequence import GameTurn
from sandtable.games.panzer.spotting.spotting_phase import spotting_phase
from sandtable.games.panzer.state import Command, Smoke, Wreck
from sandtable.games.panzer.units import Game
from sandtable.kernel.dice import ScriptedDice
from sandtable.kernel.odds import Odds, odds

STEP = DirectFireStep(side="german")


def asked(game: Game) -> str:
    return game.decisions[0].prompt


def shown(game: Game, option: str) -> dict[str, str]:
    """The sum that an option shows before it is taken."""
    return {line.label: line.value for line in game.preview(option).lines}


@pytest.mark.rule("panzer:6.5.4")
@pytest.mark.rule("panzer:4.4.1")
def test_a_tank_picks_its_target_and_what_it_fires() -> None:
    units = {
        "g1": placed("pz-iv-h", "A4", shown=False),
        "s1": placed("t-34-76-m43", "A1"),
        "s2": placed("su-rifle", "A2"),
    }
    game = position(units, STEP, dice=[100])
    assert [event.unit for event in game.events if isinstance(event, Shown)] == ["g1"]
    assert game.decisions[0].ids == ["unit:s1", "unit:s2", "smoke:g1"]
    game.choose("unit:s1")
    assert set(game.decisions[0].ids) >= {"load:kwk40-75/AP", "load:kwk40-75/HEAT", "load:kwk40-75/GP"}
    preview = game.preview("load:kwk40-75/AP")
    assert "hit-number" in [line.label for line in preview.lines]
    game.choose("load:kwk40-75/AP")
    assert results(game) == ["miss"]
    assert game.state.units["g1"].spot == "fire"
    assert game.state.commands["g1"].fired
    assert asked(game) == "rest"


@pytest.mark.rule("panzer:4.4.1")
def test_men_can_be_fired_at_with_gp_only_and_are_not_asked_whether_they_move() -> None:
    units = {"g1": placed("pz-iv-h", "A4"), "s1": placed("su-rifle", "A1", order="move", shown=False)}
    game = position(units, STEP, dice=[1])
    game.choose("unit:s1")
    assert results(game) == ["no-effect"]


@pytest.mark.rule("panzer:6.5.4.3/target-moving")
@pytest.mark.parametrize(("answer", "expected"), [("do:reveal", "-10"), ("do:decline", None)])
def test_the_owner_of_a_vehicle_may_show_that_it_moves(answer: str, expected: str | None) -> None:
    units = {"g1": placed("de-rifle", "A4"), "s1": placed("zis-5", "A1", order="move", shown=False)}
    game = position(units, STEP, dice=[1])
    game.choose("unit:s1")
    assert game.decisions[0].side == "soviet"
    assert game.decisions[0].ids == ["do:reveal", "do:decline"]
    game.choose(answer)
    lines = {line.label: line.value for event in game.events if hasattr(event, "lines") for line in event.lines}
    assert lines.get("target-moving") == expected


@pytest.mark.rule("panzer:4.4.1")
def test_all_fire_at_a_target_is_declared_before_any_and_is_lost_with_it() -> None:
    units = {
        "g1": placed("pz-iv-h", "A5"), "g2": placed("pz-iv-h", "A6"), "s1": placed("t-34-76-m43", "A1", 0),
    }  # fmt: skip
    game = position(units, STEP, dice=[1, 5, 10])
    game.choose("unit:s1")
    refusal = game.explain("do:fire")
    assert refusal is not None
    game.choose("unit:g1")
    game.choose("load:kwk40-75/AP")
    refusal = game.explain("do:fire")
    assert refusal is not None
    assert refusal.reason == "refused.must-fire"
    game.choose("unit:g2")
    game.choose("load:kwk40-75/AP")
    assert results(game) == [], "nothing goes off before it is said"
    assert game.decisions[0].ids == ["do:fire"]
    game.choose("do:fire")
    assert results(game) == ["hits-1", "brewed-up"]
    assert game.state.commands["g2"].fired


@pytest.mark.rule("panzer:5.14")
def test_a_squad_fires_its_rifles_and_its_machine_gun_at_two_targets() -> None:
    units = {
        "g1": placed("de-rifle", "A4", attached=("de-hmg",), dump="A4"), "s1": placed("su-rifle", "A1"),
        "s2": placed("su-rifle", "A2"),
    }  # fmt: skip
    game = position(units, STEP, dice=[1, 1])
    game.choose("unit:s1")
    game.choose("load:small-arms/GP")
    assert asked(game) == "second-weapon"
    assert game.decisions[0].ids == ["load:de-hmg/GP", "do:enough-weapons"]
    assert shown(game, "load:de-hmg/GP")["dual-fire-same-target"] == "-5"
    game.choose("load:de-hmg/GP")
    assert asked(game) == "second-target"
    assert shown(game, "unit:s2")["dual-fire-other-target"] == "-10"
    game.choose("unit:s2")
    assert results(game) == ["no-effect"]
    assert game.decisions[0].ids == ["unit:s2"]
    game.choose("unit:s2")
    assert results(game) == ["no-effect", "no-effect"]
    lines = {line.label: line.value for line in game.events[-1].lines}  # type: ignore[attr-defined]
    assert lines["dual-fire-other-target"] == "-10"
    assert game.state.units["g1"].spot == "small-arms"


@pytest.mark.rule("panzer:5.14")
@pytest.mark.rule("panzer:4.4.1")
def test_a_second_weapon_fires_at_what_its_own_unit_has_spotted() -> None:
    units = {
        "g1": placed("de-rifle", "A4", attached=("de-hmg",), dump="A4"), "g2": placed("de-rifle", "A5"),
        "s1": placed("su-rifle", "A1"), "s2": placed("su-rifle", "A2"),
    }  # fmt: skip
    game = position(units)
    game.state.spotted["g1"] = ("s1",)
    game.state.stack.append(STEP)
    game.advance()
    game.choose("unit:s1")
    game.choose("unit:g1")
    game.choose("load:small-arms/GP")
    game.choose("load:de-hmg/GP")
    assert asked(game) == "firers"


@pytest.mark.rule("panzer:5.14")
@pytest.mark.rule("panzer:6.5.3")
def test_a_squad_on_overwatch_fires_its_rifles_and_its_machine_gun_at_two_targets() -> None:
    units = {
        "g1": placed("de-rifle", "A4", attached=("de-hmg",), dump="A4", order="overwatch", shown=False),
        "g2": placed("de-rifle", "A5", order="overwatch", shown=False),
        "s1": placed("su-rifle", "A2", spot="small-arms"), "s2": placed("su-rifle", "A3", spot="small-arms"),
    }  # fmt: skip
    game = position(units, OverwatchExchange(side="german", triggers=("s1", "s2")), dice=[1, 1, 1])
    game.choose("unit:s1")
    game.choose("unit:g1")
    game.choose("load:small-arms/GP")
    game.choose("load:de-hmg/GP")
    game.choose("unit:s2")
    game.choose("do:fire")
    assert asked(game) == "firers", "all fire at the second target is declared before the machine gun fires at it"
    game.choose("unit:g2")
    fired = [event for event in game.events if hasattr(event, "subject")]
    assert [event.subject for event in fired] == ["s1", "s2", "s2"]
    labels = [[line.label for line in event.lines] for event in fired]
    assert ["dual-fire-other-target" in each for each in labels] == [False, True, False]
    assert all("overwatch" in each for each in labels)
    assert all(game.state.commands[each].fired for each in ("g1", "g2"))


@pytest.mark.rule("panzer:6.5.2.4/dual-fire")
@pytest.mark.parametrize(("rifles_at", "modifier"), [("s1", ("same-target", "-1")), ("s2", ("other-target", "-3"))])
def test_a_panzerfaust_beside_the_rifles_as_in_the_example(rifles_at: str, modifier: tuple[str, str]) -> None:
    units = {
        "g1": placed("de-rifle", "A4", attached=("de-pzf",), dump="A4"), "s1": placed("t-34-76-m43", "A3"),
        "s2": placed("su-rifle", "A3"),
    }  # fmt: skip
    game = position(units, STEP, dice=[1, 100])
    game.choose(f"unit:{rifles_at}")
    game.choose("load:small-arms/GP")
    kind, number = modifier
    if rifles_at == "s1":
        assert shown(game, "load:de-pzf/HEAT")[f"dual-fire-{kind}"] == number
    game.choose("load:de-pzf/HEAT")
    if rifles_at == "s2":
        game.choose("unit:s1")
    shot = next(event for event in game.events if getattr(event, "what", "") == "ap-fire")
    assert {line.label: line.value for line in shot.lines}[f"dual-fire-{kind}"] == number  # type: ignore[attr-defined]


@pytest.mark.rule("panzer:5.14")
def test_both_weapons_at_one_target() -> None:
    units = {
        "g1": placed("de-rifle", "A4", attached=("de-hmg",), dump="A4"), "s1": placed("su-rifle", "A1"),
    }  # fmt: skip
    game = position(units, STEP, dice=[1, 1])
    game.choose("unit:s1")
    game.choose("load:de-hmg/GP")
    game.choose("load:small-arms/GP")
    assert results(game) == ["no-effect", "no-effect"]
    labels = [[line.label for line in event.lines] for event in game.events if hasattr(event, "subject")]
    assert ["dual-fire-same-target" in each for each in labels] == [True, False]


@pytest.mark.rule("panzer:4.4.1")
def test_a_target_is_engaged_once() -> None:
    units = {
        "g1": placed("de-rifle", "A4"), "g2": placed("de-rifle", "A5"), "s1": placed("su-rifle", "A1"),
        "s2": placed("su-rifle", "A2"),
    }  # fmt: skip
    game = position(units, STEP, dice=[1])
    game.choose("unit:s1")
    game.choose("unit:g1")
    game.choose("do:fire")
    assert game.decisions[0].ids == ["unit:s2"]
    refusal = game.explain("unit:s1")
    assert refusal is not None
    assert refusal.reason == "refused.engaged"


@pytest.mark.rule("panzer:4.2.1")
def test_who_has_no_target_left_counts_as_without_command() -> None:
    units = {"g1": placed("pak-40", "A4", 3), "s1": placed("su-rifle", "A1")}
    game = position(units, STEP)
    assert game.decisions[0].ids == ["smoke:g1", "do:done"]
    game.choose("do:done")
    assert asked(game) == "rest"
    assert game.state.commands["g1"].order == "no-command"


@pytest.mark.rule("panzer:6.1.4.3.10")
def test_smoke_is_fired_in_the_place_of_other_fire() -> None:
    units = {"g1": placed("pz-iv-h", "A4"), "s1": placed("t-34-76-m43", "A1"), "s2": placed("su-rifle", "A2")}
    game = position(units, STEP, dice=[4])
    refusals = [game.explain(option) for option in ("smoke:s1", "do:done")]
    assert [refusal.reason for refusal in refusals if refusal is not None] == [
        "refused.cannot-fire-smoke", "refused.targets-left",
    ]  # fmt: skip
    game.choose("smoke:g1")
    game.choose("hex:A2")
    assert [screen.hexes for screen in game.state.smoke.values()] == [("A2",)]
    assert game.state.commands["g1"].fired
    assert asked(game) == "rest"


@pytest.mark.rule("panzer:6.6.7.2")
@pytest.mark.rule("panzer:6.1.3")
def test_the_transport_is_marked_for_its_passengers_and_a_straight_counter_stays() -> None:
    units = {
        "g1": placed("de-rifle", "A4", carrier="g2"),
        "g2": placed("spw-251-1", "A4"),
        "s1": placed("su-rifle", "A1"),
    }
    game = position(units)
    betray(game, aim("g1", "s1", "small-arms"))
    assert (game.state.units["g1"].spot, game.state.units["g2"].spot) == ("", "small-arms")
    game = position({**units, "g2": placed("spw-251-1", "A4", spot="fire")})
    betray(game, aim("g1", "s1", "small-arms"))
    assert game.state.units["g2"].spot == "fire"


@pytest.mark.rule("panzer:4.4.1")
def test_both_players_fire_in_turn_with_all_their_units() -> None:
    units = {"g1": placed("de-rifle", "A4"), "s1": placed("su-rifle", "A1")}
    game = position(units, GameTurn(step="fire"), first="soviet", dice=[1, 1])
    assert (game.decisions[0].side, game.decisions[0].ids) == ("soviet", ["unit:g1"])
    game.choose("unit:g1")
    assert (game.decisions[0].side, game.decisions[0].ids) == ("german", ["unit:s1"])


# Overwatch


WATCH = OverwatchExchange(side="german", triggers=("s1",))


@pytest.mark.rule("panzer:6.5.3")
@pytest.mark.rule("panzer:6.5.4.3/overwatch")
def test_men_fire_overwatch_at_a_truck_that_moves() -> None:
    units = {
        "g1": placed("de-rifle", "A4", order="overwatch", shown=False),
        "s1": placed("zis-5", "A1", order="move"),
    }  # fmt: skip
    game = position(units, WATCH, dice=[1])
    assert game.decisions[0].ids == ["unit:s1", "do:pass"]
    assert "gp-factor" in [line.label for line in game.preview("unit:s1").lines]
    game.choose("unit:s1")
    assert results(game) == ["no-effect"]
    lines = {line.label: line.value for event in game.events if hasattr(event, "lines") for line in event.lines}
    assert (lines["overwatch"], lines["target-moving"]) == ("-5", "-10")
    assert game.state.commands["g1"].shown
    assert game.state.stack[-1].result is True  # type: ignore[attr-defined]


@pytest.mark.rule("panzer:6.5.3")
def test_overwatch_fire_is_answered_by_overwatch_fire() -> None:
    units = {
        "g1": placed("de-rifle", "A4", order="overwatch", shown=False),
        "s1": placed("zis-5", "A1", order="move"), "s2": placed("su-rifle", "A2", order="overwatch", shown=False),
    }  # fmt: skip
    game = position(units, WATCH, dice=[1, 1])
    game.choose("unit:s1")
    assert (game.decisions[0].side, game.decisions[0].ids) == ("soviet", ["unit:g1", "do:pass"])
    game.choose("unit:g1")
    assert results(game) == ["no-effect", "no-effect"]


@pytest.mark.rule("panzer:4.4.3.2.2/brew-up-smoke")
@pytest.mark.rule("panzer:6.1.4.3.10")
@pytest.mark.parametrize(("switches", "hinders"), [((), False), (("4.4.3.2.2/brew-up-smoke",), True)])
@pytest.mark.parametrize("step", ["fire_back", "overwatch"])
def test_smoke_of_direct_fire_hinders_neither_those_who_fire_back_nor_overwatch_fire(
    step: str, switches: tuple[str, ...], hinders: bool
) -> None:
    units = {"g1": placed("pz-iv-h", "A4"), "s1": placed("t-34-76-m43", "A1", spot="fire")}
    on_fire, on_watch = Command("fire", shown=True), Command("overwatch")
    game = position(
        units,
        GameTurn(step=step),
        first="soviet",
        step="direct-fire",
        switches=switches,
        commands={"g1": on_fire if step == "fire_back" else on_watch, "s1": replace(on_fire, fired=True)},
        wrecks={"A2": Wreck(burning=True, since="direct-fire")},
        smoke={"1": Smoke(("A3",), "closed", since="direct-fire")},
    )
    while game.decisions[0].side != "german":
        game.choose("do:pass")
    labels = [line.label for line in game.preview("unit:s1").lines]
    assert labels.count("hindrance") == 2 * hinders


@pytest.mark.rule("panzer:6.1.3")
@pytest.mark.rule("panzer:4.4.1")
def test_who_has_just_bailed_out_was_spotted_with_his_vehicle_and_may_be_fired_at() -> None:
    units = {
        "g1": placed("pz-iv-h", "A4"), "g2": placed("de-rifle", "A3"), "s1": placed("zis-5", "A1"),
        "s2": placed("su-rifle", "A1", carrier="s1"), "s3": placed("su-rifle", "A2"),
    }  # fmt: skip
    game = position(units)
    spotting_phase(game)
    game.state.stack.append(STEP)
    game.dice = ScriptedDice([1, 5, 9, 100, 1])
    game.advance()
    assert "unit:s2" not in game.decisions[0].ids
    game.choose("unit:s1")
    game.choose("unit:g1")
    game.choose("load:kwk40-75/AP")
    game.choose("do:fire")
    assert results(game) == ["hits-1", "knocked-out", "escapes"]
    game.choose("face:N")
    assert {"unit:s2", "unit:s3"} <= set(game.decisions[0].ids)
    game.choose("unit:s2")
    assert results(game)[-1] == "no-effect"


@pytest.mark.rule("panzer:6.5.2")
@pytest.mark.parametrize(("target", "usual"), [("t-34-76-m43", "AP"), ("pz-vi-e", "APCR")])
def test_the_ammunition_that_promises_most_is_the_usual_answer(target: str, usual: str) -> None:
    game = position({"g1": placed("pz-iv-h", "A6"), "s1": placed(target, "A1", 3)}, STEP)
    game.choose("unit:s1")
    assert asked(game) == "load"
    assert game.decisions[0].default == f"load:kwk40-75/{usual}"


@pytest.mark.rule("panzer:4.4.1", "panzer:6.5.2")
def test_the_odds_of_a_target_are_those_of_all_who_can_fire_with_what_promises_most() -> None:
    units = {
        "g1": placed("pz-iv-h", "A5"), "g2": placed("pz-iv-h", "A6"), "s1": placed("t-34-76-m43", "A1", 0),
    }  # fmt: skip
    told = odds(position(units, STEP), "unit:s1")
    assert set(told.assumed) >= {"firers", "load"}
    alone = odds(position({key: units[key] for key in ("g1", "s1")}, STEP), "unit:s1")
    assert lost(told) > lost(alone) > 0


def lost(told: Odds) -> float:
    """How likely a vehicle is lost."""
    return sum(each.probability for each in told.outcomes if {"knocked-out", "brewed-up"} & set(each.results))
