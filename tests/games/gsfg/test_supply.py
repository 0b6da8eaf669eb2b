"""Chapter 8: supply."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from games.gsfg.flights import is_over, run
from games.gsfg.positions import TITLE, choose, content, quiet, with_air
from sandtable.games.gsfg.files import SupplyFile
from sandtable.games.gsfg.movement.allowance import allowance
from sandtable.games.gsfg.movement.costs import terrain_costs
from sandtable.games.gsfg.movement.movement_phase import MovementPhase
from sandtable.games.gsfg.sequence import recover_sources
from sandtable.games.gsfg.state import NATO, SOVIET, State
from sandtable.games.gsfg.supply import (
    AERIAL,
    OVERLAND,
    UNSUPPLIED,
    barred_at_start,
    can_trace,
    is_supplied,
    soviet_supply,
    supply_costs,
    supply_state,
)
from sandtable.games.gsfg.title import Gsfg
from sandtable.games.gsfg.units import Game, is_running, occupy
from sandtable.kernel import Game as KernelGame
from sandtable.kernel.dice import ScriptedDice
from sandtable.mechanics.roster import change

TANKS, GUARDS, AMERICANS = "su-10g-tk", "su-27g-mr", "us-3-arm"
WUERZBURG, FRANKFURT = "2527", "2024"
FAR, BEYOND = "2533", "2534"
"""Six and seven hexes from Würzburg, and no other city that the Soviets might hold nearer."""


def distance(a: str, b: str) -> int:
    board = content().board
    return board.distance(board.index[a], board.index[b])


def is_west(label: str) -> bool:
    """Whether a hex lies west of the Rhine."""
    return bool(content().board.named(label).data.get("west"))


def soviet(label: str, captured: tuple[str, ...] = (), nato: dict[str, str] | None = None, turn: int = 5) -> bool:
    """Whether Soviet supply reaches a hex when the Soviets hold some hexes and NATO has units in others."""
    game = quiet(nato or {}, captured=dict.fromkeys(captured, SOVIET), turn=turn)
    return bool(soviet_supply(game)[content().board.index[label]])


def nato(unit_id: str, label: str, friendly: tuple[str, ...]) -> bool:
    """Whether a unit could trace supply from a hex when only some cities are NATO's."""
    captured = {city: SOVIET for city in content().city_labels if city not in friendly}
    return can_trace(quiet({}, captured=captured), unit_id, label)


# 8.1, 8.2


@pytest.mark.rule("gsfg:8.1")
@pytest.mark.parametrize("label", ["3221", "4131"])
def test_soviet_units_in_friendly_countries_are_supplied_whatever_happens(label: str) -> None:
    """Even with every source and city taken."""
    data = content()
    lost = dict.fromkeys([*data.region("soviet-sources"), *data.city_labels], NATO)
    assert supply_state(quiet({TANKS: label}, captured=lost), TANKS) == OVERLAND


@pytest.mark.rule("gsfg:8.1")
@pytest.mark.rule("gsfg:5.4/1")
@pytest.mark.parametrize(("turn", "supply"), [(1, OVERLAND), (3, OVERLAND), (4, UNSUPPLIED)])
def test_the_8th_guards_army_is_always_supplied_for_three_turns(turn: int, supply: str) -> None:
    assert supply_state(quiet({GUARDS: FAR}, turn=turn), GUARDS) == supply


@pytest.mark.rule("gsfg:5.4/1")
def test_other_soviet_units_are_not() -> None:
    assert supply_state(quiet({TANKS: FAR}, turn=1), TANKS) == UNSUPPLIED


@pytest.mark.rule("gsfg:8.1")
@pytest.mark.parametrize(("air", "supply"), [(NATO, OVERLAND), (SOVIET, UNSUPPLIED)])
def test_air_mobile_units_are_supplied_while_nato_rules_the_air(air: str, supply: str) -> None:
    game = quiet({"us-101-am": "2530"}, air=air, captured={FRANKFURT: SOVIET})
    assert supply_state(game, "us-101-am") == supply


@pytest.mark.rule("gsfg:8.2")
@pytest.mark.parametrize(("marker", "supply"), [(FAR, AERIAL), ("", UNSUPPLIED)])
def test_a_unit_off_the_roads_lives_by_air_or_not_at_all(marker: str, supply: str) -> None:
    game = quiet({TANKS: FAR}, air=SOVIET)
    game.state.aerial_supply = marker
    assert supply_state(game, TANKS) == supply


@pytest.mark.rule("gsfg:8.2")
def test_overland_supply_comes_before_supply_by_air() -> None:
    game = quiet({TANKS: FAR}, air=SOVIET, captured={WUERZBURG: SOVIET})
    game.state.aerial_supply = FAR
    assert supply_state(game, TANKS) == OVERLAND


# 8.3


@pytest.mark.rule("gsfg:8.3")
def test_the_soviet_sources_are_the_map_edge_of_their_countries() -> None:
    data = content()
    edge = data.region("edge-north") | data.region("edge-east") | data.region("edge-south")
    friendly = {label for label in edge if label in data.soviet_home and data.terrain[label] not in ("sea", "lake")}
    assert friendly == data.region("soviet-sources")


@pytest.mark.rule("gsfg:8.3")
def test_a_source_gives_nothing_while_nato_is_in_it() -> None:
    """With no source left, no city behind the lines helps."""
    sources = sorted(content().region("soviet-sources"))
    units = [unit_id for unit_id, kind in content().counters.items() if kind.side == NATO][: len(sources)]
    held = dict(zip(units, sources, strict=True))
    assert not soviet(FAR, (WUERZBURG,), held)


@pytest.mark.rule("gsfg:8.3")
def test_a_source_gives_supply_again_the_moment_nato_has_left() -> None:
    """Though NATO controls it still."""
    sources = sorted(content().region("soviet-sources"))
    game = quiet({}, captured={WUERZBURG: SOVIET} | {label: NATO for label in sources if label != "4224"})
    assert content().terrain["4224"] == "city"
    assert soviet_supply(game)[content().board.index[FAR]]


# 8.4 to 8.6


@pytest.mark.rule("gsfg:8.4")
@pytest.mark.rule("gsfg:8.5")
@pytest.mark.rule("gsfg:8.6")
def test_a_soviet_line_runs_six_hexes_from_a_city() -> None:
    assert (distance(WUERZBURG, FAR), soviet(FAR, (WUERZBURG,))) == (6, True)


@pytest.mark.rule("gsfg:8.4")
@pytest.mark.rule("gsfg:8.5")
def test_it_does_not_run_seven() -> None:
    assert (distance(WUERZBURG, BEYOND), soviet(BEYOND, (WUERZBURG,))) == (7, False)


@pytest.mark.rule("gsfg:8.4")
def test_a_city_that_nato_holds_is_no_help() -> None:
    assert not soviet(FAR)


@pytest.mark.rule("gsfg:8.4")
def test_a_unit_in_a_city_needs_no_cross_country_portion() -> None:
    assert soviet(WUERZBURG, (WUERZBURG,))


@pytest.mark.rule("gsfg:8.4")
def test_a_city_west_of_the_rhine_is_no_end_of_a_soviet_line() -> None:
    mainz, near = "1825", "1826"
    assert (is_west(mainz), distance(mainz, near)) == (True, 1)
    assert not soviet(near, (mainz,))


@pytest.mark.rule("gsfg:8.4")
def test_a_unit_west_of_the_rhine_may_trace_to_a_city_east_of_it() -> None:
    assert soviet("1726", (FRANKFURT,))


@pytest.mark.rule("gsfg:8.4")
@pytest.mark.rule("gsfg:8.6")
@pytest.mark.parametrize(("label", "reached"), [("3535", True), ("3436", False)])
def test_within_six_hexes_of_a_source_no_city_is_needed(label: str, reached: bool) -> None:
    nearest = min(distance(label, source) for source in content().region("soviet-sources"))
    assert (content().country[label] in ("gdr", "cssr"), nearest <= 6) == (False, reached)
    assert soviet(label) is reached


def with_post_city(limit: int, folder: Path) -> Gsfg:
    """The title with another length of the post-city portion."""
    (folder / "tables").mkdir()
    text = TITLE.data_file("tables/supply.yaml").read_text(encoding="utf8")
    (folder / "tables" / "supply.yaml").write_text(text.replace("post_city: 30", f"post_city: {limit}"))
    return Gsfg((folder,))


@pytest.mark.rule("gsfg:8.4")
@pytest.mark.rule("gsfg:8.5")
@pytest.mark.parametrize(("slack", "reached"), [(0, True), (-1, False)])
def test_the_way_back_from_the_city_has_a_limit(slack: int, reached: bool, tmp_path: Path) -> None:
    length = min(distance(WUERZBURG, source) for source in content().region("soviet-sources"))
    title = with_post_city(length + slack, tmp_path)
    state = State(scenario="campaign", turn=5, captured={WUERZBURG: SOVIET})
    game: Game = KernelGame(title, title.content("campaign"), state)
    assert bool(soviet_supply(game)[content().board.index[FAR]]) is reached


@pytest.mark.rule("gsfg:8.5")
def test_the_way_back_may_be_thirty_hexes() -> None:
    figures = content().table("supply", SupplyFile).sides
    assert {side: each.post_city for side, each in figures.items()} == {SOVIET: 30, NATO: 30}


@pytest.mark.rule("gsfg:8.5")
def test_lines_do_not_pass_enemy_units() -> None:
    """A ring of NATO units around a unit in the open cuts it off."""
    ring = content().adjacent[FAR]
    units = ("us-3-arm", "us-8-mech", "us-1-arm", "us-3-mech", "frg-1", "frg-2")
    assert not soviet(FAR, (WUERZBURG,), dict(zip(units, ring, strict=True)))


@pytest.mark.rule("gsfg:8.5")
def test_a_gap_in_the_ring_is_enough() -> None:
    ring = [label for label in content().adjacent[FAR] if label != "2532"]
    units = ("us-3-arm", "us-8-mech", "us-1-arm", "us-3-mech", "frg-1")
    assert soviet(FAR, (WUERZBURG,), dict(zip(units, ring, strict=True)))


@pytest.mark.rule("gsfg:8.5")
def test_lines_do_not_enter_an_enemy_city_without_units() -> None:
    assert not soviet("2131", (WUERZBURG,))


@pytest.mark.rule("gsfg:8.10")
def test_soviet_lines_do_not_cross_lake_or_sea_hexsides() -> None:
    board = content().board
    a, b = "2002", "2003"
    assert "shore" in board.side_features(board.index[a], board.direction(board.index[a], board.index[b]))
    slot = 6 * board.index[a] + board.direction(board.index[a], board.index[b])
    assert (supply_costs(content(), SOVIET)[slot] > 1, supply_costs(content(), NATO)[slot]) == (True, 1)


@pytest.mark.rule("gsfg:8.10")
def test_soviet_lines_do_not_enter_water_and_nato_lines_do() -> None:
    data = content()
    water = [i for i, info in enumerate(data.board.hexes) if info.terrain in ("sea", "lake")]
    assert {(barred_at_start(data, SOVIET)[i], barred_at_start(data, NATO)[i]) for i in water} == {(1, 0)}


@pytest.mark.rule("gsfg:8.10")
def test_every_terrain_and_river_costs_a_line_one_hex() -> None:
    data = content()
    land = [
        supply_costs(data, SOVIET)[6 * i + d]
        for i in range(data.board.size)
        for d in range(6)
        if data.board.neighbour(i, d) >= 0 and "shore" not in data.board.side_features(i, d)
    ]
    assert set(land) == {1}


# 8.7, 8.8


@pytest.mark.rule("gsfg:8.7")
@pytest.mark.parametrize(("label", "length", "reached"), [("2430", 8, True), ("2530", 9, False)])
def test_a_nato_line_runs_eight_hexes_from_a_source(label: str, length: int, reached: bool) -> None:
    """With every other city in Soviet hands."""
    assert distance(label, FRANKFURT) == length
    assert nato(AMERICANS, label, (FRANKFURT,)) is reached


@pytest.mark.rule("gsfg:8.7")
def test_a_city_in_between_carries_a_nato_line_further() -> None:
    assert nato(AMERICANS, "2530", (FRANKFURT, WUERZBURG))


@pytest.mark.rule("gsfg:8.7")
def test_a_city_west_of_the_rhine_will_do_for_nato() -> None:
    """Trier leads a British line to the Ruhr."""
    trier, ruhr = "1024", "1414"
    assert is_west(trier)
    assert nato("uk-1-arm", "1030", (trier, ruhr))


@pytest.mark.rule("gsfg:8.8")
@pytest.mark.parametrize(
    ("nat", "sources"),
    [
        ("us", {"2024"}),
        ("ca", {"2024"}),
        ("fr", {"1233"}),
        ("be", {"1316", "1416", "1417", "1515", "1516"}),
        ("nl", {"1408"}),
    ],
)
def test_national_sources(nat: str, sources: set[str]) -> None:
    assert set(content().sources_of[nat]) == sources


@pytest.mark.rule("gsfg:8.8")
def test_west_german_sources_are_the_cities_that_the_rules_name() -> None:
    named = {"2024", "2034", "2133", "2521", "2939", "3011", "3111", "3031", "3302", "1414"}
    assert named <= set(content().sources_of["frg"])


@pytest.mark.rule("gsfg:8.8")
def test_the_british_draw_on_the_whole_ruhr() -> None:
    assert set(content().sources_of["uk"]) == content().region("ruhr")


@pytest.mark.rule("gsfg:8.7")
@pytest.mark.rule("gsfg:8.8")
def test_a_nation_without_its_own_source_is_out_of_supply() -> None:
    game = quiet({AMERICANS: "2530", "frg-5": "2531"}, captured={FRANKFURT: SOVIET})
    assert (supply_state(game, AMERICANS), supply_state(game, "frg-5")) == (UNSUPPLIED, OVERLAND)


@pytest.mark.rule("gsfg:8.8")
def test_every_nato_nation_is_supplied_where_it_starts() -> None:
    starts = {unit_id: kind.at for unit_id, kind in content().counters.items() if kind.at}
    game = quiet(starts)
    assert [unit_id for unit_id in starts if not is_supplied(game, unit_id)] == []


@pytest.mark.rule("gsfg:8.3")
@pytest.mark.parametrize(("units", "supplied"), [({}, True), ({"us-3-arm": "4224"}, False)])
def test_a_source_in_a_city_is_restored_when_nato_leaves_though_nato_controls_it(
    units: Mapping[str, str], supplied: bool
) -> None:
    game = quiet(units, captured={"4224": NATO})
    assert bool(soviet_supply(game)[content().board.index["4224"]]) is supplied


# 8.9


@pytest.mark.rule("gsfg:8.9")
def test_a_source_entered_by_the_soviets_gives_nothing_even_when_they_have_left() -> None:
    game = quiet({TANKS: "2023"})
    occupy(game, TANKS, FRANKFURT)
    occupy(game, TANKS, "2023")
    assert not is_running(game, FRANKFURT)


@pytest.mark.rule("gsfg:8.9")
def test_a_city_goes_down_hex_by_hex() -> None:
    game = quiet({TANKS: "3012"})
    occupy(game, TANKS, "3011")
    assert (is_running(game, "3011"), is_running(game, "3111")) == (False, True)


@pytest.mark.rule("gsfg:8.9")
@pytest.mark.parametrize(("turn", "running"), [(8, False), (9, True)])
def test_a_source_recaptured_in_turn_five_with_a_four_is_restored_in_turn_nine(turn: int, running: bool) -> None:
    game = quiet({AMERICANS: "2023"}, captured={FRANKFURT: SOVIET}, turn=5)
    game.state.sources_down[FRANKFURT] = 0
    game.dice = ScriptedDice([4])
    occupy(game, AMERICANS, FRANKFURT)
    game.state.turn = turn
    recover_sources(game)
    assert is_running(game, FRANKFURT) is running


@pytest.mark.rule("gsfg:8.9")
def test_a_source_that_nobody_has_retaken_does_not_recover() -> None:
    game = quiet({TANKS: "2023"})
    occupy(game, TANKS, FRANKFURT)
    game.state.turn = 15
    recover_sources(game)
    assert FRANKFURT in game.state.sources_down


@pytest.mark.rule("gsfg:8.9")
def test_a_source_can_be_lost_again_before_it_has_recovered() -> None:
    game = quiet({AMERICANS: "2023", TANKS: "2025"}, captured={FRANKFURT: SOVIET})
    game.dice = ScriptedDice([1])
    occupy(game, AMERICANS, FRANKFURT)
    occupy(game, AMERICANS, "2023")
    occupy(game, TANKS, FRANKFURT)
    assert game.state.sources_down[FRANKFURT] == 0


@pytest.mark.rule("gsfg:8.9")
def test_a_city_on_the_way_need_only_be_friendly() -> None:
    """Stuttgart, a West German source that is down, leads an American line to Frankfurt."""
    game = quiet({}, captured=dict.fromkeys((c for c in content().city_labels if c not in (FRANKFURT, "2034")), SOVIET))
    game.state.sources_down["2034"] = 9
    assert can_trace(game, AMERICANS, "2036")


# 8.11, 8.12


@pytest.mark.rule("gsfg:8.11")
@pytest.mark.rule("gsfg:8.12")
@pytest.mark.parametrize(("captured", "points"), [({WUERZBURG: SOVIET}, 8), ({}, 4)])
def test_a_unit_out_of_supply_moves_half_as_far(captured: dict[str, str], points: int) -> None:
    assert allowance(quiet({TANKS: FAR}, captured=captured), TANKS, road=False) == points


@pytest.mark.rule("gsfg:8.11")
def test_a_unit_out_of_supply_loses_no_steps() -> None:
    game = run({TANKS: FAR}, MovementPhase(side=SOVIET, group="main"), active=SOVIET)
    choose(game, "do:done")
    assert (is_over(game), game.state.units[TANKS].steps) == (True, 2)


@pytest.mark.rule("gsfg:8.11")
def test_a_unit_may_move_to_where_it_will_be_out_of_supply() -> None:
    game = run({TANKS: FAR}, MovementPhase(side=SOVIET, group="main"), active=SOVIET, captured={WUERZBURG: SOVIET})
    choose(game, f"unit:{TANKS}", f"hex:{BEYOND}")
    assert supply_state(game, TANKS) == UNSUPPLIED


@pytest.mark.rule("gsfg:8.12")
def test_supply_is_checked_when_a_unit_begins_to_move() -> None:
    """What it loses on the way does not slow it down."""
    game = run({TANKS: FAR}, MovementPhase(side=SOVIET, group="main"), active=SOVIET, captured={WUERZBURG: SOVIET})
    choose(game, f"unit:{TANKS}", f"hex:{BEYOND}")
    paid = terrain_costs(content(), False)[content().terrain[BEYOND]]
    assert max(option.cost or 0 for option in game.decisions[0].options) == 8 - paid


@pytest.mark.rule("gsfg:6.9")
def test_units_that_left_the_reach_of_aerial_supply_are_fed_to_the_end_of_the_phase_only() -> None:
    game = run({TANKS: FAR}, MovementPhase(side=SOVIET, group="main"), active=SOVIET)
    game.state.aerial_supply = FAR
    with_air(game, side=SOVIET)
    change(game, TANKS, fed_by_air=True, at="2539")
    during = supply_state(game, TANKS)
    choose(game, "do:done")
    assert (during, supply_state(game, TANKS)) == (AERIAL, UNSUPPLIED)
