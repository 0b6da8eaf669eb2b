"""Final odds and the modifiers of a combat's die (15.46 to 15.58), as sums."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from games.efs.positions import (
    ANTI_TANK,
    ASSAULT_GUNS,
    CADETS,
    FLAK,
    GUNS,
    HOWITZERS,
    INFANTRY,
    OTHER_RIFLES,
    PANZER,
    PIONEERS,
    RIFLE_DIVISION,
    RIFLES,
    SCOUTS,
    STRONG_DIVISION,
    TANKS,
    content,
    marked,
    quiet,
    with_counters,
)
from games.efs.readings import on_ground
from sandtable.games.efs.combat.forces import Forces
from sandtable.games.efs.combat.modifiers import limited, may_bust, may_use_engineers, must_use_engineers
from sandtable.games.efs.combat.odds import FinalOdds, final_odds
from sandtable.games.efs.combat.strengths import results_table
from sandtable.games.efs.stacking import points
from sandtable.games.efs.state import AXIS, SOVIET, Attack, Strongpoint, Weather
from sandtable.games.efs.units import Game

DIVISION = (PANZER, RIFLES, OTHER_RIFLES, SCOUTS)
MOTORIZED = ("ax-87-36-mot-mot", "ax-118-36-mot-mot", "ax-36-36-mot-rec")
OPEN, NEXT_TO_OPEN, BESIDE = "0809", "0810", "0709"
"""Open ground, a hex next to it without anything between, and one next to both."""


def forces(game: Game, *hexes: str, side: str = AXIS, supplied: bool = True, **more: object) -> Forces:
    """All units of a side attack some hexes."""
    attackers = tuple(unit_id for unit_id in game.state.units if game.content.side_of[unit_id] == side)
    return Forces(Attack(side=side, hexes=hexes, attackers=attackers), supplied=supplied, **more)  # type: ignore[arg-type]


def lines(odds: FinalOdds) -> dict[str, str]:
    return {line.label: line.value for line in odds.lines if line.value[0] in "+-"}


def column(game: Game, odds: FinalOdds) -> str:
    return results_table(game.content).columns[odds.column]


# Odds


@pytest.mark.rule("efs:15.46a", "efs:15.46b", "efs:15.47")
def test_the_attack_of_the_second_lesson() -> None:
    """16 to 3 across the river at Sabsk: 5:1, a river for the cadets, a whole division for the panzers."""
    division = ("ax-1-1-pz-arm", "ax-1s-1-pz-mot", "ax-113-1-pz-mot", "ax-4-1-pz-rec")
    game = quiet({**dict.fromkeys(division, "0707"), CADETS: "0706"})
    odds = final_odds(game, forces(game, "0706"))
    assert (odds.attack, odds.defence, column(game, odds), odds.drm) == (16, 3, "5:1", 0)
    assert lines(odds) == {"river": "+1", "panzer-division": "-1", "modifier": "+0"}


@pytest.mark.rule("efs:12.21/note", "efs:12.21/note-final-odds", "efs:15.47c")
def test_below_one_to_four_the_first_column_is_used_with_two_more() -> None:
    game = quiet({RIFLES: NEXT_TO_OPEN, STRONG_DIVISION: OPEN, RIFLE_DIVISION: OPEN}, steps={RIFLES: 1})
    odds = final_odds(game, forces(game, OPEN))
    assert (column(game, odds), odds.drm) == ("1:4", 2)
    assert lines(odds)["below-least-odds"] == "+2"
    at_least = final_odds(quiet({RIFLES: NEXT_TO_OPEN, STRONG_DIVISION: OPEN}), forces(game, OPEN))
    assert "below-least-odds" not in lines(at_least)


@pytest.mark.rule("efs:15.47e")
def test_more_than_ten_to_one_is_ten_to_one() -> None:
    game = quiet({**dict.fromkeys(DIVISION, NEXT_TO_OPEN), "su-6-nkvd-bor": OPEN})
    odds = final_odds(game, forces(game, OPEN))
    assert (odds.attack, odds.defence, column(game, odds)) == (15, 1, "10:1")


@pytest.mark.rule("efs:15.5")
def test_what_is_left_of_all_modifiers_is_three_at_most() -> None:
    game = quiet({})
    assert [limited(game, total) for total in (-5, -3, 2, 3, 6)] == [-3, -3, 2, 3, 3]
    game = quiet({RIFLES: "1413", STRONG_DIVISION: "1412"}, weather=Weather(kind="mud"))
    game.state.strongpoints["1412"] = Strongpoint(side=SOVIET, status="completed", turn=1)
    odds = final_odds(game, forces(game, "1412", supplied=False, no_retreat=True))
    assert sum(int(value) for label, value in lines(odds).items() if label != "modifier") > 3
    assert odds.drm == 3


# Artillery


@pytest.mark.rule("efs:13.12", "efs:13.13b", "efs:15.46/note-support-limit")
def test_support_counts_up_to_the_strength_that_it_supports() -> None:
    units = {RIFLES: NEXT_TO_OPEN, GUNS: NEXT_TO_OPEN, "ax-110-fie": NEXT_TO_OPEN, RIFLE_DIVISION: OPEN}
    game = quiet(units)
    attack = Attack(side=AXIS, hexes=(OPEN,), attackers=(RIFLES,))
    odds = final_odds(game, Forces(attack, support=(GUNS, "ax-110-fie"), supplied=True))
    assert (odds.attack, lines(odds)["support"]) == (6, "+3")
    attack = Attack(side=AXIS, hexes=(OPEN,), attackers=(RIFLES, OTHER_RIFLES))
    game = quiet({**units, OTHER_RIFLES: NEXT_TO_OPEN})
    assert final_odds(game, Forces(attack, support=(GUNS, "ax-110-fie"), supplied=True)).attack == 11


@pytest.mark.rule("efs:12.21", "efs:13.13b")
def test_who_is_untried_is_supported_with_the_one_point_for_which_he_counts() -> None:
    untried = "su-mg-a-inf"
    game = quiet({INFANTRY: NEXT_TO_OPEN, untried: OPEN, HOWITZERS: OPEN})
    attack = Attack(side=AXIS, hexes=(OPEN,), attackers=(INFANTRY,), support=(HOWITZERS,))
    odds = final_odds(game, Forces(attack, defending=(HOWITZERS,), supplied=True))
    assert (odds.defence, lines(odds)["support-of-defence"]) == (2, "+1")


@pytest.mark.rule("efs:13.22", "efs:15.31a")
def test_guns_in_the_defender_hex_support_it_or_defend_with_their_own_strength() -> None:
    game = quiet({INFANTRY: NEXT_TO_OPEN, RIFLE_DIVISION: OPEN, HOWITZERS: OPEN})
    attack = Attack(side=AXIS, hexes=(OPEN,), attackers=(INFANTRY,))
    assert final_odds(game, Forces(attack, defending=(HOWITZERS,))).defence == 4 + 3
    assert final_odds(game, Forces(attack)).defence == 4
    marked(game, HOWITZERS, fired=True)
    assert final_odds(game, Forces(attack)).defence == 4 + 1


# The ground


@pytest.mark.rule("efs:15.51a", "efs:15.51c", "efs:15.41d")
def test_heights_cities_and_towns_in_bad_weather() -> None:
    hills = quiet({RIFLES: "1312", CADETS: "1313"})
    assert lines(final_odds(hills, forces(hills, "1313")))["heights"] == "+1"
    city = quiet({"ax-46-inf": "1616", "su-106-inf": "1615"}, scenario="perekop")
    assert lines(final_odds(city, forces(city, "1615")))["city"] == "+1"
    town = {"ax-46-inf": "1105", "su-106-inf": "1104"}
    dry, mud = quiet(town, scenario="perekop"), quiet(town, scenario="perekop", weather=Weather(kind="mud"))
    assert "town" not in lines(final_odds(dry, forces(dry, "1104")))
    assert lines(final_odds(mud, forces(mud, "1104")))["town"] == "+1"


@pytest.mark.rule("efs:15.51b", "efs:15.41c")
def test_a_river_helps_only_if_all_attack_across_it_and_it_is_not_frozen() -> None:
    across = quiet({RIFLES: "0707", CADETS: "0706"})
    assert lines(final_odds(across, forces(across, "0706")))["river"] == "+1"
    around = quiet({RIFLES: "0707", OTHER_RIFLES: "0705", CADETS: "0706"})
    assert "river" not in lines(final_odds(around, forces(around, "0706")))
    frozen = quiet({RIFLES: "0707", CADETS: "0706"}, weather=Weather(kind="frost", frozen=True))
    assert "river" not in lines(final_odds(frozen, forces(frozen, "0706")))


@pytest.mark.rule("efs:18.22", "efs:18.21")
def test_a_fortified_line_helps_only_if_all_cross_it() -> None:
    faced = quiet({INFANTRY: "1413", STRONG_DIVISION: "1412"})
    assert lines(final_odds(faced, forces(faced, "1412")))["fortified-line"] == "+1"
    around = quiet({INFANTRY: "1413", RIFLES: "1512", STRONG_DIVISION: "1412"})
    assert "fortified-line" not in lines(final_odds(around, forces(around, "1412")))


@pytest.mark.rule("efs:18.22", "efs:15.51e")
def test_a_line_and_a_river_that_each_bar_some_of_the_attackers_count_once() -> None:
    """The printed example: one attack crosses a river, the other a fortified line, neither hexside has both."""
    game = quiet({RIFLES: "1413", OTHER_RIFLES: "1512", STRONG_DIVISION: "1412"})
    sides = game.content.hexsides
    whole = dict(sides)
    try:
        sides["1413", "1412"] = sides["1413", "1412"] - {"river"}
        sides["1512", "1412"] = sides["1512", "1412"] | {"river"}
        assert lines(final_odds(game, forces(game, "1412")))["hexsides"] == "+1"
        sides["1413", "1412"] = sides["1413", "1412"] | {"river"}
        both = lines(final_odds(game, forces(game, "1412")))
        assert both["river"] == "+1"
        assert "hexsides" not in both
        del game.state.units[OTHER_RIFLES]
        alone = lines(final_odds(game, forces(game, "1412")))
        assert (alone["river"], alone["fortified-line"]) == ("+1", "+1")
    finally:
        sides.update(whole)


@pytest.mark.rule("efs:15.51f", "efs:18.41a", "efs:18.41b", "efs:18.41c", "efs:18.31", "efs:18.34")
def test_a_strongpoint_counts_instead_of_a_line_and_not_at_all_in_a_belt() -> None:
    game = quiet({INFANTRY: "1413", STRONG_DIVISION: "1412"})
    game.state.strongpoints["1412"] = Strongpoint(side=SOVIET, status="completed", turn=1)
    found = lines(final_odds(game, forces(game, "1412")))
    assert found["strongpoint"] == "+1"
    assert "fortified-line" not in found
    game.state.strongpoints["1412"] = Strongpoint(side=SOVIET, status="under-construction", turn=1)
    assert "strongpoint" not in lines(final_odds(game, forces(game, "1412")))
    belt = quiet({INFANTRY: "1602", STRONG_DIVISION: "1601"})
    belt.state.strongpoints["1601"] = Strongpoint(side=SOVIET, status="completed", turn=1)
    found = lines(final_odds(belt, forces(belt, "1601")))
    assert (found["fortified-belt"], found["city"]) == ("+1", "+1")
    assert "strongpoint" not in found


@pytest.mark.rule("efs:18.31", "efs:18.34", "efs:18.41b")
def test_a_strongpoint_in_a_belt_takes_nothing_from_a_line_along_it() -> None:
    here = content()
    here.belts |= {"1412"}
    try:
        game = quiet({INFANTRY: "1413", STRONG_DIVISION: "1412"})
        bare = lines(final_odds(game, forces(game, "1412")))
        game.state.strongpoints["1412"] = Strongpoint(side=SOVIET, status="completed", turn=1)
        assert lines(final_odds(game, forces(game, "1412"))) == bare
        assert (bare["fortified-belt"], bare["fortified-line"]) == ("+1", "+1")
    finally:
        here.belts -= {"1412"}


@pytest.mark.rule("efs:15.51", "efs:15.51d", "efs:15.13")
def test_of_several_hexes_the_one_that_helps_most_counts() -> None:
    game = quiet({RIFLES: "1312", CADETS: "1313", RIFLE_DIVISION: "1213"})
    game.state.strongpoints["1213"] = Strongpoint(side=SOVIET, status="completed", turn=1)
    found = lines(final_odds(game, forces(game, "1313", "1213")))
    assert (found["heights"], found["strongpoint"]) == ("+1", "+1")


@pytest.mark.rule("efs:15.51d", "efs:18.22", "efs:18.41c")
def test_a_strongpoint_stands_for_the_line_of_its_hex_only_where_its_hex_is_the_one_that_counts() -> None:
    """The Tatar wall before a city and before a strongpoint, which gives as much as the line and not besides."""
    units = {"ax-46-inf": "0808", "su-156-inf": "0809", "su-106-inf": "0908"}
    game = on_ground(units, (), scenario="perekop", parts={"0809": "city"})
    game.state.strongpoints["0908"] = Strongpoint(side=SOVIET, status="completed", turn=1)
    together = lines(final_odds(game, forces(game, "0809", "0908")))
    assert (together["city"], together["fortified-line"], together["modifier"]) == ("+1", "+1", "+2")
    alone = lines(final_odds(game, forces(game, "0908")))
    assert alone == {"strongpoint": "+1", "modifier": "+1"}


@pytest.mark.rule("efs:15.41b")
def test_a_frozen_major_river_helps_if_all_attack_across_it() -> None:
    game = quiet({RIFLES: NEXT_TO_OPEN, CADETS: OPEN}, weather=Weather(kind="frost", frozen=True))
    sides = game.content.hexsides
    whole = dict(sides)
    try:
        sides[NEXT_TO_OPEN, OPEN] = frozenset({"major-river"})
        frozen = final_odds(game, forces(game, OPEN))
        assert (frozen.attack, lines(frozen)["frozen-major-river"]) == (3, "+1")
        game.state.weather = Weather()
        open_water = final_odds(game, forces(game, OPEN))
        assert (open_water.attack, lines(open_water)) == (1, {"modifier": "+0"})
        game.state.weather = Weather(kind="frost", frozen=True)
        game.state.units[OTHER_RIFLES] = replace(game.state.units[RIFLES], at="0709")
        assert "frozen-major-river" not in lines(final_odds(game, forces(game, OPEN)))
    finally:
        sides.update(whole)


@pytest.mark.rule("efs:18.41d")
def test_a_strongpoint_on_a_line_before_a_city_gives_two_through_the_line_and_one_around_it() -> None:
    here = content()
    cities = here.cities
    try:
        here.cities = frozenset({"1411"})
        game = quiet({INFANTRY: "1413", STRONG_DIVISION: "1412"})
        game.state.strongpoints["1412"] = Strongpoint(side=SOVIET, status="completed", turn=1)
        assert lines(final_odds(game, forces(game, "1412")))["strongpoint-before-city"] == "+2"
        game.state.control["1411"] = AXIS
        assert lines(final_odds(game, forces(game, "1412")))["strongpoint"] == "+1"
        del game.state.control["1411"]
        game.state.units[RIFLES] = replace(game.state.units[INFANTRY], at="1512", steps=2)
        found = lines(final_odds(game, forces(game, "1412")))
        assert found["strongpoint"] == "+1"
        assert "strongpoint-before-city" not in found
    finally:
        here.cities = cities


@pytest.fixture
def citadel() -> Iterator[str]:
    """A hex of hills behind a river is a citadel."""
    here = content()
    citadels, sides = here.citadels, dict(here.hexsides)
    here.citadels = frozenset({"1313"})
    here.hexsides["1312", "1313"] = frozenset({"river"})
    yield "1313"
    here.citadels = citadels
    here.hexsides.update(sides)


@pytest.mark.rule("efs:18.51a", "efs:18.51d", "efs:18.51", "efs:18.5", "efs:15.58a")
def test_the_most_that_a_citadel_can_give_and_one_division_against_it(citadel: str) -> None:
    """The printed list: citadel, strongpoint, hills and river; of all divisions one counts."""
    divisions = (*DIVISION, "ax-1-1-pz-arm", "ax-1s-1-pz-mot", "ax-113-1-pz-mot", "ax-4-1-pz-rec", *MOTORIZED)
    game = quiet(dict.fromkeys(divisions, "1312") | {STRONG_DIVISION: citadel})
    game.state.strongpoints[citadel] = Strongpoint(side=SOVIET, status="completed", turn=1)
    found = [
        (line.label, line.value) for line in final_odds(game, forces(game, citadel)).lines if line.value[0] in "+-"
    ]
    assert found == [
        ("heights", "+1"),
        ("citadel", "+1"),
        ("strongpoint", "+1"),
        ("river", "+1"),
        ("panzer-division", "-1"),
        ("modifier", "+3"),
    ]


@pytest.mark.rule("efs:18.53", "efs:15.44")
def test_a_citadel_gives_the_axis_nothing_and_no_gun_breaks_it(citadel: str) -> None:
    game = quiet({STRONG_DIVISION: "1312", RIFLES: citadel})
    assert "citadel" not in lines(final_odds(game, forces(game, citadel, side=SOVIET)))
    siege = quiet({ASSAULT_GUNS: "1312", STRONG_DIVISION: citadel})
    siege.state.strongpoints[citadel] = Strongpoint(side=SOVIET, status="completed", turn=1)
    assert may_bust(siege, forces(siege, citadel)) == []


@pytest.mark.rule("efs:18.14", "efs:18.32", "efs:15.57d")
def test_no_combined_arms_against_belts_and_citadels(citadel: str) -> None:
    for start, hard in (("1602", "1601"), ("1314", citadel)):
        game = quiet({PANZER: start, RIFLES: start, CADETS: hard})
        assert "combined-arms" not in lines(final_odds(game, forces(game, hard)))


# Orders, supply


@pytest.mark.rule("efs:15.52", "efs:15.56a", "efs:15.56b", "efs:15.22", "efs:11.38b")
def test_orders_supply_and_overrun_markers() -> None:
    game = quiet({RIFLES: NEXT_TO_OPEN, CADETS: OPEN, RIFLE_DIVISION: OPEN})
    assert lines(final_odds(game, forces(game, OPEN))) == {"modifier": "+0"}
    marked(game, CADETS, supply="out")
    marked(game, RIFLE_DIVISION, overrun=True)
    found = lines(final_odds(game, forces(game, OPEN, supplied=False, no_retreat=True)))
    assert found == {
        "no-retreat": "+1",
        "out-of-supply": "-1",
        "without-attack-supply": "+2",
        "overrun-marker": "-1",
        "modifier": "+1",
    }
    marked(game, CADETS, supply="emergency")
    assert "out-of-supply" not in lines(final_odds(game, forces(game, OPEN)))


# Engineers, bunker busters


@pytest.mark.rule("efs:15.53a", "efs:15.53b")
def test_engineers_need_ground_that_they_can_overcome() -> None:
    river = quiet({PIONEERS: "0707", CADETS: "0706"})
    assert may_use_engineers(river, forces(river, "0706"))
    assert lines(final_odds(river, forces(river, "0706", engineers=True)))["engineers"] == "-1"
    assert not may_use_engineers(quiet({PIONEERS: NEXT_TO_OPEN, CADETS: OPEN}), forces(river, OPEN))
    frozen = quiet({PIONEERS: "0707", CADETS: "0706"}, weather=Weather(kind="frost", frozen=True))
    assert not may_use_engineers(frozen, forces(frozen, "0706"))
    nobody = quiet({RIFLES: "0707", CADETS: "0706"})
    assert not may_use_engineers(nobody, forces(nobody, "0706"))


@pytest.mark.rule("efs:15.51d", "efs:15.53b")
def test_engineers_help_against_a_city_beside_a_mountain_that_counts_for_more() -> None:
    """Of works, rivers and towns they take what these give the defender; a city is a city."""
    units = {PIONEERS: NEXT_TO_OPEN, CADETS: OPEN, RIFLE_DIVISION: BESIDE}
    city = on_ground(units, (), phase="axis/combat", parts={OPEN: "city", BESIDE: "mountain"})
    assert may_use_engineers(city, forces(city, OPEN, BESIDE))
    found = lines(final_odds(city, forces(city, OPEN, BESIDE, engineers=True)))
    assert (found["heights"], found["engineers"], found["modifier"]) == ("+2", "-1", "+1")
    works = on_ground(units, (), phase="axis/combat", parts={BESIDE: "mountain"})
    works.state.strongpoints[OPEN] = Strongpoint(SOVIET, "completed", 10)
    assert not may_use_engineers(works, forces(works, OPEN, BESIDE))


@pytest.mark.rule("efs:15.53c", "efs:22.15")
def test_an_engineer_above_the_stacking_limit_uses_his_effects_anyhow() -> None:
    crowd = dict.fromkeys((*DIVISION, FLAK, GUNS, PIONEERS), "0707")
    game = quiet({**crowd, CADETS: "0706"}, phase="axis/combat")
    assert must_use_engineers(game, forces(game, "0706"))
    game = quiet({PIONEERS: "0707", CADETS: "0706"}, phase="axis/combat")
    assert not must_use_engineers(game, forces(game, "0706"))


@pytest.mark.rule("efs:13.32b", "efs:15.53c")
def test_rockets_above_the_stacking_limit_do_not_make_the_engineer_use_his_effects() -> None:
    crowd = dict.fromkeys((*DIVISION, PIONEERS, GUNS), "0707")
    game = quiet({**crowd, CADETS: "0706"}, phase="axis/combat")
    room = 11 - points(game, [unit_id for unit_id in crowd if unit_id != GUNS])
    game = with_counters(game, {GUNS: {"type": "rocket-artillery", "stacking": room}})
    assert room > 0
    assert must_use_engineers(game, forces(game, "0706"))
    assert not must_use_engineers(game, forces(game, "0706", support=(GUNS,)))


@pytest.mark.rule("efs:15.44", "efs:15.44a", "efs:15.44b")
def test_one_axis_gun_doubles_against_fortifications_and_cities() -> None:
    game = quiet({ASSAULT_GUNS: "1413", FLAK: "1413", RIFLES: "1413", STRONG_DIVISION: "1412"})
    assert may_bust(game, forces(game, "1412")) == [ASSAULT_GUNS, FLAK]
    assert final_odds(game, forces(game, "1412")).attack == 7
    assert final_odds(game, forces(game, "1412", buster=FLAK)).attack == 9
    plain = quiet({ASSAULT_GUNS: NEXT_TO_OPEN, CADETS: OPEN})
    assert may_bust(plain, forces(plain, OPEN)) == []
    around = quiet({ASSAULT_GUNS: "1512", STRONG_DIVISION: "1412"})
    assert may_bust(around, forces(around, "1412")) == []


# Combined arms


@pytest.mark.rule("efs:15.57a", "efs:15.57b", "efs:15.57c")
def test_armor_and_riflemen_combine_arms_from_different_hexes() -> None:
    game = quiet({PANZER: NEXT_TO_OPEN, RIFLES: "0709", CADETS: OPEN})
    assert lines(final_odds(game, forces(game, OPEN)))["combined-arms"] == "-1"
    for alone in (PANZER, RIFLES):
        lone = quiet({alone: NEXT_TO_OPEN, CADETS: OPEN})
        assert "combined-arms" not in lines(final_odds(lone, forces(lone, OPEN)))
    for guard in (ANTI_TANK, TANKS):
        guarded = quiet({PANZER: NEXT_TO_OPEN, RIFLES: NEXT_TO_OPEN, CADETS: OPEN, guard: OPEN})
        assert "combined-arms" not in lines(final_odds(guarded, forces(guarded, OPEN)))


@pytest.mark.rule("efs:15.57d", "efs:15.57e", "efs:18.23")
def test_ground_and_weather_forbid_combined_arms() -> None:
    across = quiet({PANZER: "0707", RIFLES: "0707", CADETS: "0706"})
    assert "combined-arms" not in lines(final_odds(across, forces(across, "0706")))
    partly = quiet({PANZER: "0707", RIFLES: "0705", CADETS: "0706"})
    assert "combined-arms" in lines(final_odds(partly, forces(partly, "0706")))
    for kind in ("mud", "snow"):
        foul = quiet({PANZER: NEXT_TO_OPEN, RIFLES: NEXT_TO_OPEN, CADETS: OPEN}, weather=Weather(kind=kind))
        assert "combined-arms" not in lines(final_odds(foul, forces(foul, OPEN)))
    held = quiet({PANZER: NEXT_TO_OPEN, RIFLES: NEXT_TO_OPEN, CADETS: OPEN})
    held.state.strongpoints[OPEN] = Strongpoint(side=SOVIET, status="completed", turn=1)
    assert "combined-arms" not in lines(final_odds(held, forces(held, OPEN)))


@pytest.mark.rule("efs:15.57f")
def test_the_soviets_do_not_combine_arms() -> None:
    game = quiet({TANKS: NEXT_TO_OPEN, CADETS: NEXT_TO_OPEN, RIFLES: OPEN})
    counters = game.content.counters
    whole = dict(counters)
    try:
        counters[CADETS] = replace(counters[CADETS], type="motorized-infantry")
        assert "combined-arms" not in lines(final_odds(game, forces(game, OPEN, side=SOVIET)))
    finally:
        counters.update(whole)


# Divisions


@pytest.mark.rule("efs:15.58a", "efs:15.58c", "efs:15.58d")
def test_a_panzer_division_is_whole_with_its_panzers_and_two_more() -> None:
    for present in ((PANZER, RIFLES, OTHER_RIFLES), (PANZER, RIFLES, SCOUTS), DIVISION):
        game = quiet(dict(zip(present, (NEXT_TO_OPEN, "0709", NEXT_TO_OPEN, "0709"), strict=False)) | {TANKS: OPEN})
        marked(game, PANZER, steps=1)
        assert lines(final_odds(game, forces(game, OPEN)))["panzer-division"] == "-1"
    for present in ((PANZER, RIFLES), (PANZER, SCOUTS), (RIFLES, OTHER_RIFLES, SCOUTS)):
        game = quiet(dict.fromkeys(present, NEXT_TO_OPEN) | {TANKS: OPEN})
        assert "panzer-division" not in lines(final_odds(game, forces(game, OPEN)))


@pytest.mark.rule("efs:15.58b")
def test_a_motorized_division_counts_beside_a_panzer_division_only() -> None:
    together = quiet(dict.fromkeys((*DIVISION, *MOTORIZED), NEXT_TO_OPEN) | {TANKS: OPEN})
    found = lines(final_odds(together, forces(together, OPEN)))
    assert (found["panzer-division"], found["motorized-division"]) == ("-1", "-1")
    alone = quiet(dict.fromkeys(MOTORIZED, NEXT_TO_OPEN) | {TANKS: OPEN})
    assert "motorized-division" not in lines(final_odds(alone, forces(alone, OPEN)))
    parts = quiet(dict.fromkeys((*DIVISION, *MOTORIZED[:2]), NEXT_TO_OPEN) | {TANKS: OPEN})
    assert "motorized-division" not in lines(final_odds(parts, forces(parts, OPEN)))


@pytest.mark.rule("efs:15.22", "efs:15.58d", "efs:6.54b")
def test_without_attack_supply_a_division_that_lacks_supply_or_fuel_has_no_bonus() -> None:
    for lack in ({"supply": "out"}, {"fuel_shortage": True}):
        game = quiet(dict.fromkeys(DIVISION, NEXT_TO_OPEN) | {TANKS: OPEN})
        marked(game, SCOUTS, **lack)
        assert "panzer-division" in lines(final_odds(game, forces(game, OPEN)))
        assert "panzer-division" not in lines(final_odds(game, forces(game, OPEN, supplied=False)))
