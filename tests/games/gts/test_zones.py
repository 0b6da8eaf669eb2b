"""Chapters 15.3 and 17.3: the range of units and their fire zones."""

from __future__ import annotations

import pytest

from games.gts.positions import NIGHT, content, quiet, unit, with_unit
from sandtable.games.gts.fire.fire_zones import fire_zone, in_enemy_zone, range_of, watchers, zones_of
from sandtable.games.gts.fire.line_of_sight import sight_lines
from sandtable.games.gts.state import ALLIED, GERMAN, Unit
from sandtable.games.gts.units import eliminate
from sandtable.mechanics.roster import change

HERE = "2026"
"""A hex in the polder with open ground for four hexes around it."""


def around(label: str, radius: int) -> set[str]:
    board = content().board
    return {board.labels[i] for i in board.within(board.index[label], radius)} - {label}


def test_the_ground_is_open() -> None:
    assert sight_lines(content()).field(HERE, 4) == around(HERE, 4)


@pytest.mark.rule("gts:29.24")
@pytest.mark.rule("gts:15.1")
def test_a_unit_without_a_printed_range_has_range_1() -> None:
    game = quiet({"1pb1-r": HERE, "1pb1-mg": "2024"})
    assert range_of(game, "1pb1-r") == 1
    assert range_of(game, "1pb1-mg") == 2


@pytest.mark.rule("gts:15.3/note")
@pytest.mark.rule("gts:29.24")
@pytest.mark.parametrize(("enemy", "hexes"), [("2025", 1), ("2024", 4)])
def test_next_to_an_enemy_the_range_is_1(enemy: str, hexes: int) -> None:
    game = quiet({"at1-p": HERE, "kra-2": enemy})
    assert range_of(game, "at1-p") == hexes


@pytest.mark.rule("gts:15.3/note")
def test_a_friend_next_door_does_not_shorten_the_range() -> None:
    assert range_of(quiet({"at1-p": HERE, "1pb1-r": "2025"}), "at1-p") == 4


@pytest.mark.rule("gts:15.3/note")
def test_an_enemy_in_an_entry_hex_does_not_shorten_the_range() -> None:
    game = quiet({"at1-p": HERE, "kra-2": Unit(at="2025", steps=2, entry="s1")})
    assert range_of(game, "at1-p") == 4


@pytest.mark.rule("gts:16.4.2.2")
@pytest.mark.rule("gts:15.5/2")
@pytest.mark.parametrize("marker", ["light-barrage", "heavy-barrage"])
def test_under_a_barrage_the_range_is_1(marker: str) -> None:
    game = quiet({"lr-1": HERE})
    game.state.barrages[HERE] = marker
    assert range_of(game, "lr-1") == 1


@pytest.mark.rule("gts:17.3")
@pytest.mark.rule("gts:29.26")
def test_a_fire_zone_is_what_is_in_range_and_in_sight() -> None:
    game = quiet({"at1-p": HERE})
    assert fire_zone(game, "at1-p") == around(HERE, 4)


@pytest.mark.rule("gts:17.3")
def test_what_is_not_seen_is_not_in_the_zone() -> None:
    game = quiet({"1pb1-mg": "2307"})
    assert content().terrain["2406"] == "woods"
    assert "2406" in fire_zone(game, "1pb1-mg")
    assert "2506" in around("2307", 2) - fire_zone(game, "1pb1-mg")


@pytest.mark.rule("gts:17.3")
@pytest.mark.rule("gts:29.26")
def test_next_to_an_enemy_the_zone_is_the_six_hexes_around() -> None:
    game = quiet({"at1-p": HERE, "kra-2": "2025"})
    assert fire_zone(game, "at1-p") == around(HERE, 1)


@pytest.mark.rule("gts:29.26")
def test_under_a_barrage_the_zone_is_the_six_hexes_around() -> None:
    game = quiet({"at1-p": HERE})
    game.state.barrages[HERE] = "light-barrage"
    assert fire_zone(game, "at1-p") == around(HERE, 1)


@pytest.mark.rule("gts:29.26")
@pytest.mark.rule("gts:17.3")
def test_indirect_artillery_has_a_zone_of_three_hexes() -> None:
    assert fire_zone(quiet({"lr-1": HERE}), "lr-1") == around(HERE, 3)


@pytest.mark.rule("gts:29.26")
@pytest.mark.rule("gts:16.1/mortar")
def test_mortars_have_no_fire_zone() -> None:
    assert not fire_zone(quiet({"1pb1-mor": HERE}), "1pb1-mor")


@pytest.mark.rule("gts:29.25")
def test_without_a_fire_rating_there_is_no_zone() -> None:
    game = quiet({"at1-p": Unit(at=HERE, steps=1, mounted=True)})
    transport = content().counters["at1-p"].transport
    assert transport is not None
    assert transport.fire is None
    assert not fire_zone(game, "at1-p")


@pytest.mark.rule("gts:29.25")
def test_a_rating_of_0_has_a_zone() -> None:
    game = quiet({"rg-1ab-1": Unit(at=HERE, steps=0, formation="1para")})
    assert fire_zone(game, "rg-1ab-1") == around(HERE, 1)


@pytest.mark.rule("gts:17.3")
def test_units_in_entry_hexes_and_beyond_the_map_have_no_zone() -> None:
    game = quiet({"1pb1-r": Unit(at="0105", steps=2, entry="w1"), "med64-1": Unit(at="", steps=2)})
    assert not zones_of(game, ALLIED)


@pytest.mark.rule("gts:17.3")
@pytest.mark.parametrize(("switches", "has_zone"), [((), True), (("17.3",), False)])
def test_a_suppressed_unit_keeps_its_zone_unless_it_is_read_the_other_way(
    switches: tuple[str, ...], has_zone: bool
) -> None:
    game = quiet({"1pb1-r": Unit(at=HERE, steps=2, suppressed=True)}, switches=switches)
    assert bool(fire_zone(game, "1pb1-r")) is has_zone


@pytest.mark.rule("gts:17.3")
@pytest.mark.rule("gts:28.0")
@pytest.mark.parametrize(("turn", "weather"), [(NIGHT, "clear"), (8, "fog"), (8, "rain")])
def test_at_night_and_in_fog_or_rain_zones_shrink_to_two_hexes(turn: int, weather: str) -> None:
    game = quiet({"at1-p": HERE}, turn=turn, weather=weather)
    assert fire_zone(game, "at1-p") == around(HERE, 2)


@pytest.mark.rule("gts:17.3")
def test_a_barrage_cuts_a_hole_into_a_zone() -> None:
    game = quiet({"at1-p": HERE})
    fire_zone(game, "at1-p")
    game.state.barrages["2024"] = "light-barrage"
    assert "2024" in fire_zone(game, "at1-p")
    assert "2023" not in fire_zone(game, "at1-p")


@pytest.mark.rule("gts:17.3")
def test_the_zones_of_a_side_are_those_of_all_its_units() -> None:
    game = quiet({"1pb1-r": HERE, "1pb1-mg": "2029", "kra-2": "2023"})
    assert zones_of(game, ALLIED) == around(HERE, 1) | (around("2029", 2))
    assert zones_of(game, GERMAN) == around("2023", 1)


@pytest.mark.rule("gts:17.3")
def test_watchers_are_the_units_whose_zone_covers_a_hex() -> None:
    game = quiet({"1pb1-r": HERE, "1pb1-mg": "2028", "1pb1-s": "2030", "kra-2": "2023"})
    assert watchers(game, "2027", ALLIED) == ["1pb1-mg", "1pb1-r"]
    assert in_enemy_zone(game, "2027", GERMAN)
    assert not in_enemy_zone(game, "2027", ALLIED)


@pytest.mark.rule("gts:17.3")
def test_zones_follow_their_units() -> None:
    game = quiet({"1pb1-r": HERE, "kra-2": "2023"})
    assert zones_of(game, ALLIED) == around(HERE, 1)
    change(game, "1pb1-r", at="2028")
    assert zones_of(game, ALLIED) == around("2028", 1)
    eliminate(game, "1pb1-r", "19.2.5")
    assert not zones_of(game, ALLIED)


@pytest.mark.rule("gts:17.3")
def test_a_zone_shrinks_when_an_enemy_comes_near_and_grows_again() -> None:
    game = quiet({"at1-p": HERE, "kra-2": "2023"})
    assert fire_zone(game, "at1-p") == around(HERE, 4)
    change(game, "kra-2", at="2025")
    assert fire_zone(game, "at1-p") == around(HERE, 1)
    change(game, "kra-2", at="2024")
    assert fire_zone(game, "at1-p") == around(HERE, 4)
    assert watchers(game, "2024", ALLIED) == ["at1-p"]


@pytest.mark.rule("gts:17.3")
def test_zones_worked_out_step_by_step_are_those_worked_out_at_once() -> None:
    game = quiet({"at1-p": HERE, "1pb1-mg": "2028", "kra-2": "2021", "kra-9f": "2023"})
    for at in ("2022", "2023", "2024", "2025", "2024", "2125", "2127", "2229", "2129"):
        change(game, "kra-2", at=at)
        zones_of(game, GERMAN)
        zones_of(game, ALLIED)
    with_unit(game, "kra-9f", suppressed=True, at="2027")
    fresh = quiet(game.state.units)
    for side in (ALLIED, GERMAN):
        assert zones_of(game, side) == zones_of(fresh, side)
    assert all(fire_zone(game, name) == fire_zone(fresh, name) for name in game.state.units)


@pytest.mark.rule("gts:17.3")
def test_a_unit_of_range_5_gets_four_chances_at_one_that_comes_near() -> None:
    """Leaving the hexes at the distances 5, 4, 3 and 2: EX-17-03."""
    game = quiet({"hum": "2029", "1pb1-r": "2023"})
    fired_at = []
    for at in ("2023", "2024", "2025", "2026", "2027"):
        change(game, "1pb1-r", at=at)
        if at in fire_zone(game, "hum"):
            fired_at.append(at)
    assert range_of(game, "hum") == 5
    assert fired_at == ["2024", "2025", "2026", "2027"]
    assert unit(game, "1pb1-r").at == "2027"
