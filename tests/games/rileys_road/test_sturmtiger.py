"""37.1: the Sturmtiger, which no order of battle has, with a counter that a data pack might bring along."""

from __future__ import annotations

from typing import Any

import pytest

from games.asl.fields import meadow
from games.asl.heavy import NORTH, aimed, ca, cases, de, field, results, shot, tank
from sandtable.games.asl.content import Content
from sandtable.games.asl.events.vehicles import NearMiss
from sandtable.games.asl.heavy import Armor, VehicleCard, VehicleGun
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.ordnance.acquisition import acquire
from sandtable.games.asl.ordnance.firing import fire
from sandtable.games.asl.ordnance.gunnery import Gunnery
from sandtable.games.asl.ordnance.shots import gunner_of
from sandtable.games.asl.ordnance.ways import way_of
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles.overrun import firepower

CARD = VehicleCard(
    side="german", name="Sturmtiger", type="tank", mp=11, size=-1, pressure="high", hull=Armor(front=18, side=8),
    mount="NT", main="gun", gun=VehicleGun(caliber=380, barrel="", rof=0, breakdown=12, rocket=True), survival=5,
    riders=14, crew="de-127",
)  # fmt: skip


def ground(*args: Any, **facts: Any) -> Content:
    on = meadow(*args, **facts)
    on.vehicles = {**on.vehicles, "de-sturmtiger": CARD}
    return on


def launcher(**facts: Any) -> Game:
    vehicles = {"s": tank("F16", "de-sturmtiger", facing=NORTH, **facts.pop("own", {})), **facts.pop("vehicles", {})}
    units = {"g": de("A1", "de-228"), **facts.pop("units", {})}
    return field(on=facts.pop("on", None) or ground(), vehicles=vehicles, units=units, **facts)


def targets(game: Game) -> list[str]:
    return [option.id for option in Gunnery(firer="s").targets(game, gunner_of(game, "s"))]


@pytest.mark.rule("rileys_road:37.1", "rileys_road:37.1/a")
@pytest.mark.parametrize("own", [{"exposed": True}, {"motion": True}, {"bounding": True}])
def test_it_fires_from_a_halt_with_its_hatches_closed(own: dict[str, bool]) -> None:
    men = {"c": ca("F10")}
    assert way_of(launcher(units=men), "s") == "final"
    assert way_of(launcher(units=men, own=own), "s") is None


@pytest.mark.rule("rileys_road:37.1/a")
def test_it_has_no_bounding_fire_acquires_nothing_and_overruns_without_its_gun() -> None:
    game = launcher(phase="movement", active="german", units={"c": ca("F10")})
    assert way_of(game, "s") is None
    game = launcher(units={"c": ca("F10")})
    acquire(game, shot(game, "F10", "infantry", "he", firer="s"), gunner_of(game, "s"), seen=True)
    assert game.state.vehicles["s"].acquisition == 0
    plain = field(vehicles={"t": tank("F14", "de-pz4j")})
    assert firepower(game, "s") < firepower(plain, "t")


@pytest.mark.rule("rileys_road:37.1/a")
def test_riders_jump_off_when_it_fires() -> None:
    game = launcher(units={"c": ca("F10"), "r": de("F16", aboard="s")}, dice=[6, 5, 3, 3])
    fire(game, shot(game, "F10", "infantry", "he", firer="s"), Aftermath())
    assert game.state.units["r"].aboard == ""


@pytest.mark.rule("rileys_road:37.1/b")
def test_it_fires_neither_at_whole_hexes_nor_into_its_own() -> None:
    game = launcher(units={"c": ca("F10"), "d": ca("F16")})
    assert targets(game) == ["hex:F10"]


@pytest.mark.rule("rileys_road:37.1/b")
def test_it_rests_for_a_player_turn_after_each_rocket() -> None:
    game = launcher(units={"c": ca("F10")}, dice=[6, 5], player_turn=3)
    fire(game, shot(game, "F10", "infantry", "he", firer="s"), Aftermath())
    assert game.state.vehicles["s"].launched == 3
    for turn, may in ((3, False), (4, False), (5, True)):
        later = launcher(units={"c": ca("F10")}, own={"launched": 3}, player_turn=turn)
        assert (way_of(later, "s") is not None) is may


@pytest.mark.rule("rileys_road:37.1/c")
def test_what_moves_is_harder_to_hit() -> None:
    still = launcher(vehicles={"t": tank("F10")})
    moves = launcher(vehicles={"t": tank("F10", motion=True)})
    assert "rocket-moving" not in cases(aimed(still, "t", "vehicle", "he", firer="s"))
    assert cases(aimed(moves, "t", "vehicle", "he", firer="s"))["rocket-moving"] == 1


@pytest.mark.rule("rileys_road:37.1/d")
def test_men_are_struck_on_the_last_column_with_three_off_the_dice() -> None:
    game = launcher(units={"c": ca("F10")}, dice=[1, 2, 1, 2])
    fire(game, shot(game, "F10", "infantry", "he", firer="s"), Aftermath())
    effect = [event for event in game.events if getattr(event, "what", "") == "effect"]
    assert [(line.label, line.value) for line in effect[0].lines][:2] == [("column", "36"), ("drm", "-3")]


@pytest.mark.rule("rileys_road:37.1/d")
@pytest.mark.parametrize(("dr", "kill"), [(2, "28"), (3, "10")])
def test_a_vehicle_is_hit_directly_by_a_two_and_nearly_by_a_three(dr: int, kill: str) -> None:
    game = launcher(vehicles={"t": tank("F10")}, dice=[1, 2, dr, 6, 6])
    fire(game, shot(game, "t", "vehicle", "he", firer="s"), Aftermath())
    said = [event for event in game.events if getattr(event, "what", "").startswith("kill")]
    assert next(line.value for line in said[0].lines if line.label == "tk.basic") == kill
    assert "th.hit" in results(game)


# Near misses on buildings


def town(stories: int, dice: list[int], **facts: Any) -> Game:
    """Men c in a stone building of some stories with a cellar, at which the launcher fires; TH 8, at +4."""
    house = {"F10": {"building": "h", "stories": stories, "cellar": True}}
    units = {"c": ca("F10"), **facts.pop("units", {})}
    return launcher(on=ground({"F10": "stone-building"}, houses=house), units=units, dice=dice, **facts)


def launch(game: Game) -> Game:
    fire(game, shot(game, "F10", "infantry", "he", firer="s"), Aftermath())
    return game


@pytest.mark.rule("rileys_road:37.1/c")
def test_what_the_launcher_needs_to_hit_men_in_a_house() -> None:
    found = aimed(town(1, []), "F10", "infantry", "he", firer="s")
    assert found.number.total - found.final(found.marks[0], 0, 0) == 4


@pytest.mark.rule("rileys_road:37.1/c")
@pytest.mark.parametrize(
    ("stories", "to_hit", "strikes"),
    [
        (1, [2, 3], True),
        (1, [3, 3], False),
        (2, [3, 3], True),
        (2, [3, 4], False),
        (3, [3, 4], True),
        (3, [4, 4], False),
    ],
)
def test_a_miss_by_no_more_than_the_levels_in_sight_strikes_the_house(
    stories: int, to_hit: list[int], strikes: bool
) -> None:
    picks = [6, *[1] * (stories - 1)] if stories > 1 else []
    game = launch(town(stories, [*to_hit, *picks, 6, 6]))
    assert any(isinstance(event, NearMiss) for event in game.events) is strikes
    assert results(game) == ["th.miss"]
    assert game.state.units["c"].at == "F10"


@pytest.mark.rule("rileys_road:37.1/c", "rileys_road:B24.1")
@pytest.mark.parametrize(
    ("effect", "collapse", "falls"), [([1, 1], [2], True), ([1, 1], [3], False), ([5, 5], [], False)]
)
def test_all_that_a_near_miss_can_do_is_to_bring_the_house_down(
    effect: list[int], collapse: list[int], falls: bool
) -> None:
    game = launch(town(1, [2, 3, *effect, *collapse]))
    assert ("F10" in game.state.rubble) is falls
    assert ("c" in game.state.units) is not falls


@pytest.mark.rule("rileys_road:37.1/c")
def test_the_bonus_of_the_rocket_does_not_make_a_near_miss_a_kia() -> None:
    game = launch(town(1, [2, 3, 4, 4]))
    assert "F10" not in game.state.rubble
    assert "c" in game.state.units


@pytest.mark.rule("rileys_road:37.1/c")
def test_a_near_miss_in_the_open_strikes_nothing() -> None:
    game = launcher(units={"c": ca("F10")}, dice=[4, 4])
    number = aimed(game, "F10", "infantry", "he", firer="s")
    assert number.number.total - number.final(number.marks[0], 0, 0) == 7
    launch(game)
    assert results(game) == ["th.miss"]
    assert not any(isinstance(event, NearMiss) for event in game.events)


@pytest.mark.rule("rileys_road:37.1/c")
def test_other_guns_have_no_near_misses() -> None:
    house = {"F10": {"building": "h", "stories": 3}}
    on = meadow({"F10": "stone-building"}, houses=house)
    game = field(on=on, vehicles={"p": tank("F16", "de-pz4j", facing=NORTH)}, units={"c": ca("F10")}, dice=[3, 3])
    fire(game, shot(game, "F10", "infantry", "he", firer="p"), Aftermath())
    assert not any(isinstance(event, NearMiss) for event in game.events)
