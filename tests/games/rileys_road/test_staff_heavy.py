"""The staff with Guns and tanks: it plays the Toll House to its end, and no gun fires before it pays."""

from __future__ import annotations

import pytest

from games.asl.heavy import ca, de, field, tank
from sandtable.games.asl.ordnance.shots import Shot, gunner_of
from sandtable.games.asl.ordnance.to_hit import aim
from sandtable.games.asl.staff import answers, heavy
from sandtable.games.asl.staff.heavy import AMBUSH, best_heavy, mans_gun
from sandtable.games.asl.staff.shots import Best, kill_chance, worth_of
from sandtable.games.asl.staff.situation import Situation
from sandtable.kernel import Decision, Option, Table, title

FIRE = Decision("german", "defensive-fire", "A3.4", (Option("weapon:w"), Option("do:done")))


def test_a_hidden_gun_lets_a_poor_target_pass_and_takes_a_good_one() -> None:
    hidden = {"g": de("F14", "de-228", concealed=True, hidden=True)}
    men = field(units={**hidden, "c": ca("F6")})
    assert best_heavy(Situation(men, "german"), FIRE).option == ""
    near = field(units=hidden, vehicles={"v": tank("F10")})
    best = best_heavy(Situation(near, "german"), FIRE)
    assert best.option == "weapon:w"
    assert best.worth >= AMBUSH


def test_a_tank_is_worth_more_to_a_gun_from_the_side_than_from_ahead() -> None:
    def worth(facing: int) -> float:
        game = field(vehicles={"v": tank("F10", "ca-sherman2c", facing=facing)})
        return worth_of(game, Shot("w", "v", "vehicle", "ap", "final"))

    assert worth(1) > worth(3)


def test_a_gun_crew_stays_with_its_gun() -> None:
    game = field(units={"h": ca("F2")})
    assert mans_gun(Situation(game, "german"), "g")
    assert not mans_gun(Situation(game, "german"), "h")


def test_solid_shot_is_worth_more_against_armor_than_shells() -> None:
    game = field(vehicles={"v": tank("F10")})
    shot = Shot("w", "v", "vehicle", "he", "final")
    assert (
        0
        <= kill_chance(game, aim(game, shot, gunner_of(game, "w")))
        < worth_of(game, Shot("w", "v", "vehicle", "ap", "final"))
    )


def test_a_gun_that_cannot_reach_what_it_would_blind_fires_no_smoke(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {"g": de("F16", "de-228"), "c": ca("F6")}
    game = field(units=units, vehicles={"t": tank("F10", exposed=False)}, phase="prep-fire", active="canadian")
    monkeypatch.setattr(Situation, "presses", True)
    situation = Situation(game, "canadian")
    monkeypatch.setattr(heavy, "best_shot", lambda *_: Best(0.0, ""))
    worth = {}
    for hex_ in ("F16", "F1"):
        monkeypatch.setattr(heavy, "smoke_target", lambda *_, at=hex_: at)
        monkeypatch.setattr(heavy, "smoke_targets", lambda *_: {"F16": ""})
        worth[hex_] = heavy.smoke_worth(situation, "t")
    assert worth["F16"] > 0
    assert worth["F1"] == 0


@pytest.mark.parametrize(("screens", "chosen"), [(True, "weapon:m"), (False, "do:done")])
def test_a_mortar_fires_its_smoke_before_anybody_else_fires(
    monkeypatch: pytest.MonkeyPatch, screens: bool, chosen: str
) -> None:
    game = field(units={"c": ca("F6")}, phase="prep-fire", active="canadian")
    monkeypatch.setattr(heavy, "best_shot", lambda *_: Best(0.0, ""))
    monkeypatch.setattr(heavy, "smoke_worth", lambda *_: float(screens))
    monkeypatch.setattr(heavy, "best_heavy", lambda *_: Best(0.0, ""))
    asked = Decision("canadian", "prep-fire", "A3.2", (Option("weapon:m"), Option("do:done")))
    assert answers.who_fires(Situation(game, "canadian"), asked) == chosen


@pytest.mark.parametrize("seed", [3])
def test_the_staff_plays_the_toll_house_to_its_end(seed: int) -> None:
    found = title("rileys_road")
    table = Table.new("rileys_road", "pak-front", seed=seed)
    bots = {side: found.bots["greedy"](seed) for side in ("german", "canadian")}
    for _ in range(3000):
        if table.game.state.result is not None:
            break
        decision = table.decisions[0]
        table.choose(bots[decision.side].choose(table.view(decision.side), decision), decision.side)
    assert table.game.state.result is not None
    assert table.game.state.lost
