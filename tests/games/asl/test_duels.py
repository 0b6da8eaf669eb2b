"""Gun Duels (C2.2401), and mortars that light up the night (C8.7)."""

from __future__ import annotations

from typing import Any

import pytest

from games.asl.heavy import ca, de, field, moving, pak, results, tank
from games.asl.position import offered, play, position
from sandtable.games.asl.movement.movement_phase import MovementPhase
from sandtable.games.asl.ordnance.duels import Duel, quickness, rival_of
from sandtable.games.asl.ordnance.gunnery import Gunnery
from sandtable.games.asl.ordnance.shots import Shot, gunner_of
from sandtable.games.asl.ordnance.to_hit import aim
from sandtable.games.asl.state import Weapon
from sandtable.games.asl.units import Game


def driven(*choices: str, **facts: Any) -> Game:
    """A Sherman that drives in F8 and fires at the Gun in F14."""
    vehicles = {"v": tank("F8", started=True, bounding=True, **facts.pop("tank", {})), **facts.pop("vehicles", {})}
    game = field(phase="movement", vehicles=vehicles, moving=moving("v", "F8", ("F8", 8)), **facts)
    return play(game, Gunnery(firer="v"), *choices)


@pytest.mark.rule("rileys_road:C2.2401")
def test_a_known_gun_is_asked_whether_it_answers_before_the_dice_fall() -> None:
    game = driven("hex:F14", "do:he")
    assert game.decisions[0].prompt == "duel"
    assert game.decisions[0].side == "german"
    assert {"do:ap", "do:apcr", "do:he", "do:immobilize", "do:pass"} == offered(game).keys()
    assert results(game) == []


@pytest.mark.rule("rileys_road:C2.2401", "rileys_road:C8.1")
@pytest.mark.parametrize(
    ("gone", "choice", "reason"),
    [(("apcr",), "do:apcr", "refused.ammunition-gone"), ((), "do:apds", "refused.ammunition-none")],
)
def test_who_answers_is_told_why_he_has_no_such_shell(gone: tuple[Any, ...], choice: str, reason: str) -> None:
    refusal = driven("hex:F14", "do:he", weapons={"w": pak(gone=gone)}).explain(choice)
    assert refusal is not None
    assert refusal.reason == reason


@pytest.mark.rule("rileys_road:C2.2401", "rileys_road:C5.7")
def test_who_answers_may_aim_at_the_tracks() -> None:
    game = driven("hex:F14", "do:he", "do:immobilize", dice=[2, 1, 1, 1, 6, 6, 6, 6, 6, 6])
    assert "tk.immobilized" in results(game)
    assert game.state.vehicles["v"].immobile


@pytest.mark.rule("rileys_road:C2.2401")
def test_the_quicker_fires_first_and_who_is_lost_fires_no_more() -> None:
    game = driven("hex:F14", "do:he", "do:ap", dice=[1, 2, 2, 2, 1, 1])
    assert "v" not in game.state.vehicles
    assert [each for each in results(game) if each.startswith("th.")] == ["th.hit"]


@pytest.mark.rule("rileys_road:C2.2401")
def test_who_fires_second_fires_now_if_he_still_can() -> None:
    game = driven("hex:F14", "do:he", "do:ap", dice=[6, 6, 6, 6, 1, 1])
    assert [each for each in results(game) if each.startswith("th.")] == ["th.miss", "th.miss"]
    assert game.state.weapons["w"].broken


@pytest.mark.rule("rileys_road:C2.2401")
def test_both_shots_count_as_those_of_their_weapons() -> None:
    game = driven("hex:F14", "do:he", "do:ap", dice=[6, 5, 6, 5])
    assert game.state.weapons["w"].fire == "first"
    assert game.state.vehicles["v"].fired == ("ma:bounding-first",)


@pytest.mark.rule("rileys_road:C2.2401")
@pytest.mark.parametrize("facts", [{"concealed": True}, {"pinned": True}])
def test_a_gun_that_is_not_known_or_has_fired_does_not_answer(facts: dict[str, bool]) -> None:
    spent = {"w": pak(fire="intensive", used=True)} if "pinned" in facts else {"w": pak()}
    units = {"g": de("F14", "de-228", **({} if "pinned" in facts else facts))}
    game = driven(units=units, weapons=spent)
    assert rival_of(game, Shot("v", "F14", "infantry", "he", "bounding-first")) == ""


@pytest.mark.rule("rileys_road:C2.2401")
def test_what_counts_is_the_firers_own_trouble_and_his_acquisition() -> None:
    game = driven("hex:F14", "do:he", tank={"exposed": True})
    duel = game.stack[-1]
    assert isinstance(duel, Duel)
    answer = aim(game, duel.answer(game, "ap"), gunner_of(game, "w"))
    assert quickness(answer) == 0
    aimed = driven("hex:F14", "do:he", weapons={"w": pak(acquired="v", acquisition=2)})
    frame = aimed.stack[-1]
    assert isinstance(frame, Duel)
    assert quickness(aim(aimed, frame.answer(aimed, "ap"), gunner_of(aimed, "w"))) == -2


@pytest.mark.rule("rileys_road:C2.2401")
def test_of_two_who_are_equally_quick_both_fire_even_if_one_is_lost() -> None:
    game = driven("hex:F14", "do:he")
    duel = game.stack[-1]
    assert isinstance(duel, Duel)
    here = quickness(aim(game, duel.shot, gunner_of(game, "v")))
    crew = {"g": de("F14", cx=True, pinned=True)}
    tired = driven(units=crew)
    assert here == quickness(aim(tired, Shot("w", "v", "vehicle", "ap", "first"), gunner_of(tired, "w"))) == 5
    tied = driven("hex:F14", "do:he", "do:ap", units=crew, dice=[1, 2, 2, 2, 1, 1, 6, 5])
    assert "v" not in tied.state.vehicles
    assert [each for each in results(tied) if each.startswith("th.")] == ["th.hit", "th.miss"]


def short_of_shells(*dice: int, exposed: bool) -> Game:
    """A Firefly fires HE, which is not there, at a Gun in tired hands: quicker with its hatch open, else as quick."""
    vehicles = {"v": tank("F8", "ca-sherman2c", started=True, bounding=True, exposed=exposed)}
    crew = {"g": de("F14", cx=True, pinned=True)}
    game = field(phase="movement", vehicles=vehicles, moving=moving("v", "F8", ("F8", 8)), units=crew, dice=dice)
    return play(game, Gunnery(firer="v"), "hex:F14", "do:he", "do:ap")


@pytest.mark.rule("rileys_road:C2.2401", "rileys_road:C8.9")
def test_the_quicker_whose_shells_are_not_there_aims_anew_before_he_is_answered() -> None:
    game = short_of_shells(4, 4, 1, 2, 1, 1, exposed=True)
    assert game.state.vehicles["v"].gone == ("he",)
    assert results(game) == []
    assert game.decisions[0].prompt == "aim"
    game.choose("hex:F14")
    assert game.decisions[0].prompt == "duel"


@pytest.mark.rule("rileys_road:C2.2401", "rileys_road:C8.9")
def test_of_two_who_are_equally_quick_one_without_shells_fires_solid_shot_even_if_he_is_lost() -> None:
    game = short_of_shells(1, 2, 1, 1, 4, 4, 6, 5, exposed=False)
    assert "v" not in game.state.vehicles
    assert [each for each in results(game) if each.startswith("th.")] == ["th.hit", "th.miss"]


@pytest.mark.rule("rileys_road:C2.2401", "rileys_road:D3.3", "rileys_road:D9.31")
def test_a_vehicle_that_is_lost_in_a_duel_moves_on_no_more_and_nor_do_the_men_beside_it() -> None:
    vehicles = {"v": tank("F10", "ca-sherman3", 3)}
    units = {"c": ca("F10"), "d": ca("A1")}
    game = field(phase="movement", vehicles=vehicles, units=units, dice=[1, 2, 1, 1])
    drive = ("vehicle:v", "do:armored-assault", "unit:c", "do:ready", "hex:F11")
    game = play(game, MovementPhase(side="canadian"), *drive)
    for choice in ("do:bounding-fire", "arm:ma", "hex:F14", "do:he", "do:ap"):
        game.choose(choice)
    assert "v" not in game.state.vehicles
    assert game.decisions[0].prompt == "move-unit"
    assert {"unit:c", "unit:d"} & offered(game).keys() == {"unit:d"}


# C8.7


def at_night(*choices: str, nvr: int = 2, dice: tuple[int, ...] = (), **facts: Any) -> Game:
    weapons = {"m": Weapon("ca-mtr51", "canadian", holder="c", **facts)}
    game = position(units={"c": ca("T12")}, weapons=weapons, phase="prep-fire", active="canadian", nvr=nvr, dice=dice)
    return play(game, Gunnery(firer="m"), *choices)


@pytest.mark.rule("rileys_road:C8.7", "rileys_road:C9.1")
def test_a_light_mortar_lights_six_hexes_around_until_the_next_player_turn_ends() -> None:
    game = at_night("do:light", "hex:T17", dice=(1, 1, 1))
    (light,) = game.state.lights["T17"]
    assert (light.radius, light.until) == (6, game.state.player_turn + 1)


@pytest.mark.rule("rileys_road:C8.7")
def test_a_miss_lights_nothing() -> None:
    game = at_night("do:light", "hex:T17", dice=(6, 6))
    assert game.state.lights == {}


@pytest.mark.rule("rileys_road:C8.7", "rileys_road:C9.1")
def test_rounds_burst_in_range_beyond_what_is_seen_and_at_night_only() -> None:
    found = {name for name in offered(at_night("do:light")) if name.startswith("hex")}
    assert "hex:T17" in found
    assert "hex:T13" not in found
    assert "hex:T25" not in found
    assert "do:light" not in offered(at_night(nvr=0))
