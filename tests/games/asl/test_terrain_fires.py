"""B24.1, B25, RR11.5, RR11.6: fires and what they do, and buildings that fall in."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from games.asl.heavy import tank
from games.asl.position import ca, content, content_on, de, offered, play, position
from sandtable.games.asl.concealment.vehicles import conceal
from sandtable.games.asl.content import Content
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.morale.rally import RallyPhase
from sandtable.games.asl.state import Weapon
from sandtable.games.asl.terrain.collapse import fall_in, may_fall_in, shakes
from sandtable.games.asl.terrain.fires import FiresSpread, FleeFire, burn_vehicles, kindle_by_hit
from sandtable.games.asl.units import Game
from sandtable.games.asl.weapons.demolition import Charge, explode
from sandtable.mechanics.sums import Sum

BARN, HOUSE, CELLAR = "E5", "D5", "D5-1"
"""A wooden barn, and the stone house with its cellar beside it."""


@cache
def ground(kind: str) -> Content:
    """The same map on other ground than that of the scenario."""
    made = content_on(content().board)
    made.scenario = replace(made.scenario, conditions=replace(made.scenario.conditions, ground=kind))
    return made


def burning(dice: tuple[int, ...] = (), on: str = "dry", **state: object) -> Game:
    return position(on=ground(on), dice=dice, **state)  # type: ignore[arg-type]


@pytest.mark.rule("rileys_road:B25/infantry")
def test_men_leave_a_location_that_begins_to_burn_and_those_in_the_cellar_stay() -> None:
    units = {"c": ca("T10"), "b": ca("T10-1"), "g": de("T9")}
    game = play(position(units=units, blazes={"T10": True, "T11": True}), FleeFire(place="T10"))
    assert set(offered(game)) == {"hex:U10", "hex:U11", "hex:S11", "hex:S10"}
    game.choose("hex:S11")
    assert {name: unit.at for name, unit in game.state.units.items()} == {"b": "T10-1", "c": "S11", "g": "T9"}


@pytest.mark.rule("rileys_road:B25/infantry")
def test_men_do_not_flee_to_where_a_manned_enemy_vehicle_is() -> None:
    vehicles = {"t": tank("T9", "de-pz4j"), "a": tank("S11", "de-pz4j", abandoned=True), "o": tank("U10")}
    game = play(position(units={"c": ca("T10")}, vehicles=vehicles, blazes={"T10": True}), FleeFire(place="T10"))
    assert set(offered(game)) == {"hex:T11", "hex:U10", "hex:U11", "hex:S11", "hex:S10"}


@pytest.mark.rule("rileys_road:B25/infantry", "rileys_road:RR13.2")
def test_exhausted_men_flee_over_no_fence() -> None:
    def ways(**facts: Any) -> set[str]:
        return set(offered(play(position(units={"c": ca("R7", **facts)}, blazes={"R7": True}), FleeFire(place="R7"))))

    assert ways() == {"hex:R6", "hex:Q7", "hex:S7", "hex:S8", "hex:R8", "hex:Q8"}
    assert ways(cx=True) == {"hex:R6", "hex:Q7"}


@pytest.mark.rule("rileys_road:B25/infantry", "rileys_road:RR11.2")
def test_men_flee_from_a_burning_cellar_to_the_ground_above_only() -> None:
    game = play(position(units={"c": ca("T10-1")}, blazes={"T10-1": True}), FleeFire(place="T10-1"))
    assert set(offered(game)) == {"hex:T10"}
    burned = play(position(units={"c": ca("T10-1")}, blazes={"T10-1": True, "T10": True}), FleeFire(place="T10-1"))
    assert "c" not in burned.state.units


@pytest.mark.rule("rileys_road:B25/infantry")
def test_the_question_mark_of_a_vehicle_does_not_flee_from_a_fire_without_it() -> None:
    game = position(vehicles={"cv1": tank("T10")}, blazes={"T10": True})
    conceal(game, "cv1")
    play(game, FleeFire(place="T10"))
    assert not game.decisions
    assert [unit.at for unit in game.state.units.values()] == ["T10"]


@pytest.mark.rule("rileys_road:B25/infantry", "rileys_road:E1.4")
def test_who_is_under_one_cloaking_counter_flees_from_a_fire_together() -> None:
    cloaked = {name: ca("T10", cloak=1, concealed=True) for name in ("a", "b")}
    units = {**cloaked, "o": ca("U10", cloak=2, concealed=True)}
    game = play(position(units=units, blazes={"T10": True}, nvr=3), FleeFire(place="T10"))
    assert "hex:U10" not in offered(game)
    game.choose("hex:T9")
    assert not game.decisions
    assert [(unit.at, unit.cloak) for unit in game.state.units.values()] == [("T9", 1), ("T9", 1), ("U10", 2)]


@pytest.mark.rule("rileys_road:B25/infantry")
def test_who_cannot_leave_a_fire_dies() -> None:
    units = {"c": ca("T10")} | {f"g{n}": de(hex_) for n, hex_ in enumerate(("T9", "U10", "U11", "T11", "S11", "S10"))}
    game = play(position(units=units, blazes={"T10": True}), FleeFire(place="T10"))
    assert "c" not in game.state.units


@pytest.mark.rule("rileys_road:B25/fire")
def test_a_flame_becomes_a_blaze_in_the_next_rally_phase_and_drives_men_out() -> None:
    game = burning(units={"c": ca(BARN)}, flames={BARN: True}, phase="rally")
    play(game, RallyPhase())
    assert game.state.blazes == {BARN: True}
    assert game.state.flames == {}
    assert game.decisions[0].prompt == "flee-fire"


@pytest.mark.rule("rileys_road:B25/fire")
def test_a_blaze_spreads_to_the_building_beside_it_by_a_one_with_wind_by_a_two() -> None:
    for face, wind, burns in ((1, "", True), (2, "", False), (2, "N", True), (3, "N", False)):
        game = play(burning((face,), blazes={BARN: True}, wind=wind), FiresSpread())
        assert (HOUSE in game.state.flames) == burns


@pytest.mark.rule("rileys_road:B25/fire", "rileys_road:E3.2")
def test_on_wet_ground_nothing_spreads_or_kindles_and_on_moist_ground_only_the_wind_spreads_it() -> None:
    for on, wind, dice in (("wet", "N", ()), ("moist", "", ()), ("moist", "N", (1,))):
        game = play(burning(dice, on, blazes={BARN: True}, wind=wind), FiresSpread())
        assert (HOUSE in game.state.flames) == bool(dice)
    wet = burning(on="wet")
    kindle_by_hit(wet, BARN)
    assert wet.state.flames == {}


@pytest.mark.rule("rileys_road:RR11.5")
def test_fire_comes_into_a_cellar_and_out_of_it_through_the_ground_above_only() -> None:
    down = play(burning((6, 1), blazes={HOUSE: True}), FiresSpread())
    assert set(down.state.flames) == {CELLAR}
    up = play(burning((1,), blazes={CELLAR: True}), FiresSpread())
    assert set(up.state.flames) == {HOUSE}
    beside = play(burning((1,), blazes={BARN: True}), FiresSpread())
    assert set(beside.state.flames) == {HOUSE}


@pytest.mark.rule("rileys_road:B25/fire", "rileys_road:C3.7")
def test_a_critical_hit_sets_a_wooden_building_on_fire_by_a_one_and_no_other() -> None:
    for face, hex_, burns in ((1, BARN, True), (2, BARN, False)):
        game = burning((face,))
        kindle_by_hit(game, hex_)
        assert (hex_ in game.state.flames) == burns
    stone = burning()
    kindle_by_hit(stone, HOUSE)
    assert stone.state.flames == {}


@pytest.mark.rule("rileys_road:B25/fire")
def test_a_vehicle_that_stays_in_a_blaze_is_lost_at_the_end_of_its_own_movement() -> None:
    game = burning(vehicles={"cv1": tank(BARN), "cv2": tank("E6")}, blazes={BARN: True})
    burn_vehicles(game, "german", Aftermath())
    assert set(game.state.vehicles) == {"cv1", "cv2"}
    burn_vehicles(game, "canadian", Aftermath())
    assert set(game.state.vehicles) == {"cv2"}


# B24.1


@pytest.mark.rule("rileys_road:B24.1")
@pytest.mark.parametrize(
    ("hex_", "fp", "total", "shaken"),
    [(HOUSE, 16, 3, True), (HOUSE, 16, 12, False), (HOUSE, 12, 2, False), ("E6", 36, 2, False), (BARN, 30, 4, True)],
)
def test_heavy_fire_with_a_kia_by_the_dice_alone_shakes_a_building(
    hex_: str, fp: int, total: int, shaken: bool
) -> None:
    assert shakes(position(), hex_, fp, total) == shaken


@pytest.mark.rule("rileys_road:B24.1")
def test_stone_falls_in_by_a_two_and_wood_by_a_three() -> None:
    for hex_, face, falls in ((HOUSE, 2, True), (HOUSE, 3, False), (BARN, 3, True), (BARN, 4, False)):
        game = position(dice=(face,))
        may_fall_in(game, hex_, Aftermath())
        assert game.state.rubble == ({hex_: "stone" if hex_ == HOUSE else "wooden"} if falls else {})


@pytest.mark.rule("rileys_road:B24.1")
def test_a_charge_brings_the_house_down_on_friend_and_foe() -> None:
    units = {"g": de(HOUSE), "c": ca(CELLAR), "b": ca("E6")}
    game = position(units=units, weapons={"w": Weapon("de-lmg", "german", holder="g")}, dice=(1, 1, 6, 2))
    explode(game, Charge(30, 12, "canadian"), HOUSE, Sum(), Aftermath())
    assert set(game.state.units) == {"b"}
    assert game.state.weapons == {}
    assert game.state.rubble == {HOUSE: "stone"}


@pytest.mark.rule("rileys_road:B24.1", "rileys_road:A23.3")
def test_a_charge_that_was_placed_in_a_house_is_buried_with_it() -> None:
    charges = {
        "in": Weapon("ca-dc", "canadian", holder="c", placed=HOUSE),
        "own": Weapon("ca-dc", "canadian", holder="c"),
    }
    game = position(units={"c": ca("E6")}, weapons=charges)
    fall_in(game, HOUSE, Aftermath())
    assert list(game.state.weapons) == ["own"]


@pytest.mark.rule("rileys_road:RR11.6", "rileys_road:B24.2")
def test_with_a_house_its_cellar_falls_in_and_neither_is_fortified_any_more() -> None:
    game = position(
        units={"c": ca(CELLAR), "p": ca(HOUSE, stance="bypass")},
        weapons={"w": Weapon("ca-lmg", "canadian", at=CELLAR)},
        vehicles={"cv1": tank(HOUSE)},
        fortified={HOUSE: "german", CELLAR: "german", BARN: "german"},
        flames={HOUSE: True},
    )
    fall_in(game, HOUSE, Aftermath())
    state = game.state
    assert set(state.units) == {"p"}
    assert state.weapons == {}
    assert state.vehicles == {}
    assert state.wrecks == {}
    assert state.fortified == {BARN: "german"}
    assert state.flames == {}
