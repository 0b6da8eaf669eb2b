"""Landings from the air, this game's addition to chapter 8."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.gts.marching import order, reason
from games.gts.positions import choose, content, ids, quiet, unit
from games.gts.test_command import Idle
from sandtable.games.gts.arnhem.landing import Landing, is_closed, places, possible
from sandtable.games.gts.assault.assault_procedure import why_no_attacker
from sandtable.games.gts.fire.fire_zones import watchers, zones_of
from sandtable.games.gts.movement.reach import allowance
from sandtable.games.gts.sequence.reinforcements import Arrivals, is_due
from sandtable.games.gts.state import ALLIED, Unit
from sandtable.games.gts.units import Game
from sandtable.kernel.dice import ScriptedDice
from sandtable.mechanics.sums import Sum

COMPANY, SECOND, POLES, GUNS = "1pb1-r", "1pb1-s", "pol2-4", "pol-at"
DROP, LAND = "dz-x", "lz-l"
QUALITY = 7
"""The troop quality of a parachute company."""


def number(unit_id: str) -> int:
    groups = content().scenario.reinforcements
    return next(i for i, group in enumerate(groups) if unit_id in group.units)


def landing(
    *who: str, units: dict[str, str | Unit] | None = None, dice: tuple[int, ...] = (), weather: str = "clear",
    turn: int = 1,
) -> Game:  # fmt: skip
    """Units of one lift about to land."""
    game = quiet(units or {}, turn=turn, weather=weather)
    group = content().scenario.reinforcements[number(who[0])]
    game.state.due = dict.fromkeys((*who, *group.leaders), number(who[0]))
    game.dice = ScriptedDice(dice)
    game.state.stack += [Idle(), Arrivals(numbers=(number(who[0]),))]
    game.advance()
    return game


def area(name: str) -> list[str]:
    return sorted(content().region(name))


# Where


@pytest.mark.rule("gts:8.0")
def test_units_land_in_the_hexes_of_their_area() -> None:
    game = landing(COMPANY)
    assert ids(game) == {f"hex:{label}" for label in area(DROP)} | {"do:spread"}
    assert reason(game, "hex:2016") == ("refused.no-landing", "8.0")


@pytest.mark.rule("gts:8.0")
def test_at_most_four_land_in_a_hex() -> None:
    here = area(DROP)[0]
    taken = dict.fromkeys(("1pb2-a", "1pb2-b", "1pb2-c", "1pb2-mg"), here)
    assert here not in places(quiet(taken), DROP, ALLIED)
    del taken["1pb2-mg"]
    assert here in places(quiet(taken), DROP, ALLIED)


@pytest.mark.rule("gts:8.0")
def test_nobody_lands_on_an_enemy() -> None:
    here = area(DROP)[0]
    assert here not in places(quiet({"kra-2": here}), DROP, ALLIED)


@pytest.mark.rule("gts:8.0")
def test_the_rest_may_be_spread_evenly() -> None:
    game = landing(COMPANY, SECOND, "1pb1-t", dice=(0, 0, 0))
    choose(game, "do:spread")
    assert [unit(game, name).at for name in (COMPANY, SECOND, "1pb1-t")] == area(DROP)[:3]


@pytest.mark.rule("gts:8.0")
def test_those_for_whom_there_is_no_room_come_later() -> None:
    hexes = area("dz-p")
    others = [f"{name}-{x}" for name in ("4pb10", "4pb11", "4pb156", "alk", "alb", "als") for x in "abc"]
    others += [f"{name}-{x}" for name in ("alk", "alb", "als", "4pb10") for x in ("mg", "mor")]
    crowd = [name for name in others if name in content().counters][: 4 * len(hexes) - 1]
    game = landing(POLES, "pol2-5", units={name: hexes[i // 4] for i, name in enumerate(crowd)}, dice=(0,), turn=31)
    assert len(crowd) == 4 * len(hexes) - 1
    assert unit(game, POLES).at == hexes[-1]
    assert "pol2-5" in game.state.due
    assert is_due(game, number("pol2-5"))


# The roll


@pytest.mark.rule("gts:8.0")
@pytest.mark.parametrize(("roll", "marker"), [(QUALITY, "parachute-1"), (QUALITY + 1, "parachute-2")])
def test_a_roll_against_troop_quality_gives_the_marker(roll: int, marker: str) -> None:
    game = landing(COMPANY, dice=(roll,))
    choose(game, f"hex:{area(DROP)[0]}")
    assert unit(game, COMPANY).landing == marker


@pytest.mark.rule("gts:8.0")
def test_gliders_have_markers_of_their_own() -> None:
    game = landing("rec-a", dice=(9,))
    choose(game, f"hex:{area('lz-z')[0]}")
    assert unit(game, "rec-a").landing == "glider-2"


@pytest.mark.rule("gts:8.0")
def test_each_enemy_fire_zone_on_the_hex_costs_a_point() -> None:
    here = area(DROP)[0]
    outside = [label for label in content().adjacent[here] if label not in area(DROP)][:2]
    game = quiet({"kra-2": outside[0], "kra-4": outside[1]}, turn=1)
    assert watchers(game, here, "german") == ["kra-2", "kra-4"]
    assert not is_closed(game, DROP, ALLIED)
    parts = Landing(number=number(COMPANY), units=(COMPANY,)).sum(game, COMPANY, here)
    assert Sum(parts).total == QUALITY - 2


@pytest.mark.rule("gts:8.0")
def test_an_area_with_an_enemy_in_it_is_closed_which_costs_two_points() -> None:
    far, here = area(DROP)[-1], area(DROP)[0]
    game = quiet({"kra-2": far}, turn=1)
    assert is_closed(game, DROP, ALLIED)
    assert not watchers(game, here, "german")
    parts = Landing(number=number(COMPANY), units=(COMPANY,)).sum(game, COMPANY, here)
    assert Sum(parts).total == QUALITY - 2


@pytest.mark.rule("gts:8.0")
def test_so_is_one_more_than_half_of_which_is_under_fire() -> None:
    """Three companies of range 1 next to the six hexes of LZ L cover them, or half of them, or less."""
    hexes = content().region(LAND)
    around = sorted({near for label in hexes for near in content().adjacent[label]} - hexes)
    seen = set()
    for label in around:
        game = quiet({"kra-2": label})
        covered = len(hexes & zones_of(game, "german"))
        assert is_closed(game, LAND, ALLIED) is (2 * covered > len(hexes))
        seen.add(covered)
    two = quiet({"kra-2": "2111", "kra-4": "2412", "spi-1": "2214"})
    assert 2 * len(hexes & zones_of(two, "german")) > len(hexes)
    assert is_closed(two, LAND, ALLIED)


@pytest.mark.rule("gts:8.0")
def test_the_preview_shows_the_sum() -> None:
    game = landing(COMPANY)
    assert [line.value for line in game.preview(f"hex:{area(DROP)[0]}").lines] == [f"+{QUALITY}"]


# What comes of it


@pytest.mark.rule("gts:8.0", "gts:8.0/restriction")
def test_units_are_on_the_map_in_combat_formation_without_command_points() -> None:
    game = landing(COMPANY, dice=(0,))
    choose(game, f"hex:{area(DROP)[0]}")
    landed = unit(game, COMPANY)
    assert (landed.at, landed.entry, landed.column, landed.mounted, landed.fresh) == (
        area(DROP)[0],
        "",
        False,
        False,
        True,
    )
    assert COMPANY not in game.state.due
    assert game.state.holders[area(DROP)[0]] == ALLIED


@pytest.mark.rule("gts:8.0", "gts:7.2/leader")
def test_a_leader_lands_with_a_unit_of_his() -> None:
    game = landing(COMPANY, "ind21", dice=(0, 0))
    choose(game, f"hex:{area(DROP)[1]}", f"hex:{area(DROP)[0]}")
    assert content().counters["ind21"].formation != "1para"
    assert game.state.leaders["lathbury"].at == unit(game, COMPANY).at == area(DROP)[1]
    assert not game.state.leaders["lathbury"].entry


@pytest.mark.rule("gts:8.0")
def test_a_leader_none_of_whose_units_has_landed_waits() -> None:
    game = landing("ind21", dice=(0,))
    choose(game, f"hex:{area(DROP)[0]}")
    assert game.state.leaders == {}
    assert "lathbury" in game.state.due


@pytest.mark.rule("gts:8.0")
def test_a_landed_unit_moves_at_half_its_allowance_and_does_not_assault() -> None:
    game = quiet({COMPANY: Unit(at="1014", steps=2, landing="parachute-1")})
    assert allowance(game, COMPANY) == 2 * 2
    why = why_no_attacker(game, COMPANY)
    assert why is not None
    assert why.reason == "refused.just-landed"


@pytest.mark.rule("gts:8.0", "gts:14.6", "gts:14.10.2")
@pytest.mark.parametrize(("unit_id", "option"), [(COMPANY, "do:column"), ("rec-a", "do:mount-column")])
def test_a_landed_unit_forms_no_column(unit_id: str, option: str) -> None:
    landed = Unit(at="1014", steps=2, landing="glider-1")
    game = order({unit_id: landed}, unit_id)
    assert option not in ids(game)
    assert reason(game, option) == ("refused.landed-column", "8.0")
    assert option in ids(order({unit_id: replace(landed, landing="")}, unit_id))


@pytest.mark.rule("gts:8.0", "gts:13.2/4")
@pytest.mark.parametrize(("before", "after"), [("parachute-2", "parachute-1"), ("glider-1", "")])
def test_a_rally_without_a_check_takes_off_one_level(before: str, after: str) -> None:
    game = order({COMPANY: Unit(at="1014", steps=2, landing=before)}, COMPANY)
    choose(game, "do:rally")
    assert (unit(game, COMPANY).landing, game.state.rolls) == (after, 0)


@pytest.mark.rule("gts:8.0")
@pytest.mark.parametrize(("enemy", "left"), [("2113", True), ("2016", False)])
def test_the_polish_guns_lose_a_step_on_a_closed_landing_zone(enemy: str, left: bool) -> None:
    game = landing(GUNS, units={"kra-2": enemy}, dice=(0,), turn=16)
    assert is_closed(game, LAND, ALLIED) is left
    choose(game, "hex:2313")
    assert (GUNS in game.state.lost) is left


@pytest.mark.rule("gts:8.0")
def test_they_do_not_open_it_by_landing_next_to_the_battery_that_closes_it() -> None:
    """A battery with an enemy next to it reaches no further than that, but only from then on."""
    game = landing(GUNS, units={"spi-flak": "2012"}, dice=(0,), turn=16)
    assert is_closed(game, LAND, ALLIED)
    choose(game, "hex:2113")
    assert not is_closed(quiet({"spi-flak": "2012", GUNS: "2113"}, turn=16), LAND, ALLIED)
    assert GUNS in game.state.lost


# Weather


@pytest.mark.rule("gts:8.0", "gts:26.0/fog", "gts:26.0/rain", "gts:26.0/overcast")
@pytest.mark.parametrize(
    ("weather", "turn", "lands"),
    [("clear", 9, True), ("overcast", 9, True), ("fog", 9, False), ("rain", 9, False), ("clear", 11, False)],
)
def test_lifts_land_by_day_and_not_in_fog_or_rain(weather: str, turn: int, lands: bool) -> None:
    assert possible(quiet({}, turn=turn, weather=weather)) is lands


@pytest.mark.rule("gts:8.0")
def test_a_lift_that_cannot_fly_comes_as_soon_as_it_can() -> None:
    game = landing(POLES, weather="rain", turn=31)
    assert POLES in game.state.due
    game.state.turn = 33
    assert is_due(game, number(POLES))
