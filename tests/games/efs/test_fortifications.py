"""Fortifications are built and destroyed (18)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from games.efs.moves import moving, reach, why
from games.efs.positions import (
    CADETS,
    HQ,
    INFANTRY,
    OTHER_RIFLES,
    PANZER,
    RIFLE_DIVISION,
    RIFLES,
    SCOUTS,
    TITLE,
    asked,
    content,
    marked,
    position,
    quiet,
    running,
)
from sandtable.games.efs import control
from sandtable.games.efs.combat.retreats import Retreat
from sandtable.games.efs.engineering import EngineeringPhase
from sandtable.games.efs.fortifications.construction import allowed, complete
from sandtable.games.efs.fortifications.destruction import destroy_under_enemies
from sandtable.games.efs.fortifications.works import has_line, is_active_in, is_belt, line_crossed, line_id
from sandtable.games.efs.movement.allowances import may_move
from sandtable.games.efs.movement.movement_phase import MovementPhase
from sandtable.games.efs.sequence import TURN, GameTurn
from sandtable.games.efs.state import AXIS, SOVIET, Bridge, Construction, Strongpoint, SupplyUnit, Weather
from sandtable.games.efs.supply.hexsides import by_rail, crossing, may_cross
from sandtable.games.efs.supply.states import state_found
from sandtable.games.efs.surrender import may_surrender
from sandtable.games.efs.units import Game
from sandtable.games.efs.zones import zone_of
from sandtable.kernel.dice import ScriptedDice

WALL, BEFORE_IT, LENINGRAD = "0908", "0907", "1601"
BUILDERS, OTHERS = "ax-46-inf", "ax-73-inf"


def engineering(game: Game, side: str) -> Game:
    """Let the Engineering Phase of a side run to its first question."""
    game.state.phase, game.state.active = f"{side}/engineering", side
    place = [step.id for step in TURN].index(game.state.phase)
    game.dice = ScriptedDice([1] * 9)
    game.state.stack += [GameTurn(step="close", place=place), EngineeringPhase(side=side)]
    game.advance()
    return game


def building(units: Mapping[str, str], side: str, granted: int = 0, switches: tuple[str, ...] = ()) -> Game:
    """Perekop, where the Axis may begin a strongpoint in each turn and the Soviets as many as they are granted."""
    game = quiet(units, scenario="perekop", turn=49, switches=switches)
    game.state.replacements["soviet/strongpoints"] = granted
    return engineering(game, side)


def with_citadel(units: Mapping[str, str], label: str) -> Game:
    """A position on the map of the learning scenario with a citadel in a hex."""
    here = TITLE.load("luga-line", ())
    here.citadels = frozenset({label})
    return Game(TITLE, here, quiet(units).state)


def refusal(game: Game, choice: str) -> str:
    found = game.explain(choice)
    assert found is not None
    return found.reason


@pytest.mark.rule("efs:18.13a", "efs:18.24")
def test_a_fortified_line_is_destroyed_for_good_under_an_axis_unit_in_the_axis_phase() -> None:
    game = quiet({BUILDERS: WALL}, scenario="perekop")
    destroy_under_enemies(game, SOVIET)
    assert has_line(game, WALL)
    destroy_under_enemies(game, AXIS)
    assert not has_line(game, WALL)
    assert line_crossed(game, ("0808", "0809"))
    marked(game, BUILDERS, at=BEFORE_IT)
    destroy_under_enemies(game, AXIS)
    assert not line_crossed(game, (BEFORE_IT, WALL))


@pytest.mark.rule("efs:18.13a", "efs:18.35")
def test_a_belt_is_destroyed_by_an_axis_unit_and_not_by_its_own() -> None:
    game = quiet({RIFLE_DIVISION: LENINGRAD})
    for side in (AXIS, SOVIET):
        destroy_under_enemies(game, side)
    assert is_belt(game, LENINGRAD)
    game = quiet({PANZER: LENINGRAD})
    destroy_under_enemies(game, AXIS)
    assert not is_belt(game, LENINGRAD)


@pytest.mark.rule("efs:18.55", "efs:18.13a")
def test_a_citadel_is_destroyed_under_an_axis_unit() -> None:
    game = with_citadel({PANZER: "0706"}, "0706")
    assert is_active_in(game, "0706", SOVIET)
    destroy_under_enemies(game, AXIS)
    assert not is_active_in(game, "0706", SOVIET)


@pytest.mark.rule("efs:18.13b")
def test_strongpoints_are_removed_under_the_enemy_in_his_engineering_phase() -> None:
    game = quiet({PANZER: "0403", CADETS: "0706"})
    game.state.strongpoints = {
        "0403": Strongpoint(SOVIET, "completed", 10),
        "0706": Strongpoint(AXIS, "completed", 10),
        "0805": Strongpoint(SOVIET, "completed", 10),
    }
    destroy_under_enemies(game, AXIS)
    assert set(game.state.strongpoints) == {"0706", "0805"}
    destroy_under_enemies(game, SOVIET)
    assert set(game.state.strongpoints) == {"0805"}


@pytest.mark.rule("efs:18.13b")
def test_one_under_construction_goes_as_soon_as_an_enemy_is_there() -> None:
    game = quiet({PANZER: "0706"})
    game.state.strongpoints = {
        "0706": Strongpoint(SOVIET, "under-construction", 10),
        "0707": Strongpoint(SOVIET, "under-construction", 10),
    }
    control.settle(game)
    assert set(game.state.strongpoints) == {"0707"}
    marked(game, PANZER, at="0707")
    game.state.strongpoints["0707"] = Strongpoint(SOVIET, "completed", 10)
    control.settle(game)
    assert set(game.state.strongpoints) == {"0707"}


@pytest.mark.rule("efs:18.13b")
def test_an_owner_may_give_up_a_strongpoint() -> None:
    game = quiet({}, turn=12)
    game.state.strongpoints = {"0403": Strongpoint(SOVIET, "completed", 10), "0706": Strongpoint(AXIS, "completed", 10)}
    game.state.phase, game.state.active = "soviet/movement", SOVIET
    running(game, MovementPhase(side=SOVIET))
    game.choose("do:give-up-strongpoint")
    assert asked(game).ids == ["hex:0403", "do:stop"]
    assert refusal(game, "hex:0706") == "refused.strongpoint-of-enemy"
    game.choose("hex:0403")
    assert "0403" not in game.state.strongpoints
    assert refusal(game, "do:give-up-strongpoint") == "refused.no-strongpoints"


@pytest.mark.rule("efs:18.42")
def test_nobody_is_asked_who_has_strongpoints_but_may_begin_none() -> None:
    game = quiet({}, scenario="perekop", turn=49)
    game.state.strongpoints["1011"] = Strongpoint(SOVIET, "completed", 48)
    engineering(game, SOVIET)
    assert game.state.phase != "soviet/engineering"


@pytest.mark.rule("efs:18.46")
def test_a_site_keeps_supply_units_out_that_come_alone_and_nobody_else() -> None:
    """Site in 1007, supply in 1006 beside it; combat units go in, and a supply unit with them."""
    wagons = {"axis-s1": SupplyUnit(side=AXIS, at="1006", points=1)}
    alone = moving({}, "unit:axis-s1", scenario="perekop", supplies=wagons, sites={"1007": SOVIET})
    assert "1007" not in reach(alone)
    assert why(alone, "hex:1007") == "refused.enemy-site"
    other = moving({}, "unit:axis-s1", scenario="perekop", supplies=wagons, sites={"1007": AXIS})
    assert "1007" in reach(other)
    led = moving(
        {BUILDERS: "1006"}, f"unit:{BUILDERS}", "join:axis-s1", scenario="perekop", supplies=wagons,
        sites={"1007": SOVIET},
    )  # fmt: skip
    assert "1007" in reach(led)


@pytest.mark.rule("efs:18.11", "efs:18.46")
@pytest.mark.parametrize("status", ["under-construction", "completed"])
def test_enemy_strongpoints_bar_supply_and_trains_built_or_not(status: Construction) -> None:
    edge = next(edge for edge in sorted(content("perekop").rails) if edge[1] in content("perekop").land)
    game = quiet({}, scenario="perekop", turn=49)
    assert by_rail(game, SOVIET, edge) == "good"
    game.state.strongpoints[edge[1]] = Strongpoint(AXIS, status, 48)
    assert by_rail(game, SOVIET, edge) == crossing(game, SOVIET, edge) == "closed"
    game.state.strongpoints[edge[1]] = Strongpoint(SOVIET, status, 48)
    assert by_rail(game, SOVIET, edge) == "good"


@pytest.mark.rule("efs:18.11")
def test_a_destroyed_fortification_bars_supply_no_longer() -> None:
    game = quiet({}, turn=12)
    edge = next((faced, label) for label in sorted(game.content.land) for faced in sorted(game.content.faces[label]))
    assert not may_cross(game, AXIS, edge)
    assert not may_cross(game, AXIS, (edge[1], edge[0]))
    assert may_cross(game, SOVIET, edge)
    game.state.ruined[line_id(edge)] = 11
    assert may_cross(game, AXIS, edge)


@pytest.mark.rule("efs:18.42", "efs:18.43", "efs:18.43b", "efs:18.44a")
def test_the_soviets_begin_as_many_as_they_are_granted_in_supply_or_under_a_unit() -> None:
    cut_off = {"su-156-inf": "0401", BUILDERS: "1113"}
    assert allowed(quiet(cut_off, scenario="perekop"), SOVIET) == 0
    game = building(cut_off, SOVIET, granted=2)
    offered = asked(game).ids
    assert {"hex:0401", "hex:1615", "hex:1114"} <= {*offered}
    assert refusal(game, "hex:0402") == "refused.site-without-supply"
    assert refusal(game, "hex:1113") == "refused.no-site"
    game.choose("hex:0401")
    assert game.state.strongpoints["0401"] == Strongpoint(SOVIET, "under-construction", 49)
    game.choose("hex:1615")
    assert asked(game).prompt != "build-strongpoint"


@pytest.mark.rule("efs:3.11/hexes", "efs:18.52", "efs:18.55", "efs:22.24c")
def test_zones_of_control_that_a_citadel_held_back_count_as_soon_as_it_is_destroyed() -> None:
    """On ice, so that they reach across the river: a bridge out of the citadel comes to a bank that is friendly now."""
    here, there = "1313", "1312"
    game = with_citadel({INFANTRY: here}, here)
    game.content.hexsides[here, there] = game.content.hexsides[there, here] = frozenset({"major-river"})
    game.state.weather = Weather(kind="snow", frozen=True)
    game.state.control.update({here: AXIS, there: SOVIET})
    game.state.bridges["axis-bridge-1"] = Bridge(AXIS, here, there, "under-construction", game.state.turn)
    engineering(game, AXIS)
    assert control.friend(game, there) == AXIS
    assert game.state.bridges["axis-bridge-1"].status == "completed"


@pytest.mark.rule("efs:18.44c", "efs:22.11")
def test_why_a_unit_completes_no_strongpoint_of_the_soviets() -> None:
    tired = "su-51-eng-eng"
    units = {"su-156-inf": WALL, tired: "0909", "ax-liv-pi-eng": "0907"}
    game = quiet(units, scenario="perekop", turn=49)
    game.state.replacements["soviet/strongpoints"] = 1
    marked(game, tired, fought=True)
    engineering(game, SOVIET)
    assert refusal(game, "unit:su-156-inf") == "refused.completes-nothing"
    assert refusal(game, f"unit:{tired}") == "refused.engineers-busy"
    assert refusal(game, "unit:ax-liv-pi-eng") == "refused.not-active"


@pytest.mark.rule("efs:18.43a")
def test_a_hex_takes_one_strongpoint_beside_a_line() -> None:
    game = building({"su-156-inf": WALL}, SOVIET, granted=2)
    game.choose(f"hex:{WALL}")
    assert f"hex:{WALL}" not in asked(game).ids
    assert refusal(game, f"hex:{WALL}") == "refused.strongpoint-there"


@pytest.mark.rule("efs:18.43c", "efs:21.26a")
def test_a_headquarters_that_does_not_work_keeps_builders_idle_within_its_range() -> None:
    game = quiet({HQ: "1404"}, turn=12)
    marked(game, HQ, operational=False)
    game.state.replacements["soviet/strongpoints"] = 1
    engineering(game, SOVIET)
    assert refusal(game, "hex:1408") == "refused.site-under-idle-hq"
    assert "hex:1409" in asked(game).ids


@pytest.mark.rule("efs:18.44b")
def test_a_soviet_strongpoint_is_completed_in_the_next_turn_if_it_is_in_supply() -> None:
    ring = {INFANTRY: "0512", PANZER: "0612", RIFLES: "0413", OTHER_RIFLES: "0613", SCOUTS: "0514"}
    game = quiet(ring, turn=12)
    game.state.strongpoints = {
        "1601": Strongpoint(SOVIET, "under-construction", 11),
        "1602": Strongpoint(SOVIET, "under-construction", 12),
        "0513": Strongpoint(SOVIET, "under-construction", 11),
    }
    complete(game, AXIS)
    assert {each.status for each in game.state.strongpoints.values()} == {"under-construction"}
    complete(game, SOVIET)
    found = {label: each.status for label, each in game.state.strongpoints.items()}
    assert found == {"1601": "completed", "1602": "under-construction", "0513": "under-construction"}
    game.state.fed["0513"] = SOVIET
    complete(game, SOVIET)
    assert game.state.strongpoints["0513"].status == "completed"


@pytest.mark.rule("efs:18.44b")
def test_what_is_under_construction_at_the_start_is_completed_in_the_first_turn() -> None:
    state = TITLE.start(content())
    assert state.strongpoints["0706"] == Strongpoint(SOVIET, "under-construction", 10)


@pytest.mark.rule("efs:18.45a", "efs:18.45b", "efs:18.45c")
def test_an_axis_unit_builds_for_a_turn_in_which_it_stays() -> None:
    game = building({BUILDERS: BEFORE_IT, OTHERS: "0808", "ax-190-ass": "0808"}, AXIS)
    assert asked(game).ids == [f"unit:{BUILDERS}", f"unit:{OTHERS}", "do:done"]
    assert refusal(game, "unit:ax-190-ass") == "refused.armor-does-not-build"
    game.choose(f"unit:{BUILDERS}")
    assert game.state.strongpoints[BEFORE_IT] == Strongpoint(AXIS, "under-construction", 49, BUILDERS)
    assert asked(game).prompt != "build-strongpoint"
    game.state.phase, game.state.active = "axis/movement", AXIS
    stays = may_move(game, BUILDERS)
    assert stays is not None
    assert stays.reason == "refused.building"
    complete(game, AXIS)
    assert game.state.strongpoints[BEFORE_IT].status == "under-construction"
    game.state.turn = 50
    marked(game, BUILDERS, supply="out")
    complete(game, AXIS)
    assert game.state.strongpoints[BEFORE_IT].status == "completed"
    assert not game.state.units[BUILDERS].building


@pytest.mark.rule("efs:18.45/note-marker")
def test_the_marker_is_on_the_builder_until_it_lies_on_the_whole_hex() -> None:
    game = building({BUILDERS: BEFORE_IT}, AXIS)
    game.choose(f"unit:{BUILDERS}")
    scene = TITLE.scene(game, "en")
    assert [counter.states for counter in scene.counters if counter.id == BUILDERS] == [("building",)]
    assert [marker.label for marker in scene.markers if marker.at == BEFORE_IT] == ["sp"]
    game.state.turn = 50
    complete(game, AXIS)
    scene = TITLE.scene(game, "en")
    assert [counter.states for counter in scene.counters if counter.id == BUILDERS] == [()]
    assert [marker.label for marker in scene.markers if marker.at == BEFORE_IT] == ["SP"]


@pytest.mark.rule("efs:18.45c")
def test_an_axis_strongpoint_whose_builder_was_driven_off_is_removed() -> None:
    game = building({BUILDERS: BEFORE_IT}, AXIS)
    game.choose(f"unit:{BUILDERS}")
    marked(game, BUILDERS, at="0906")
    game.state.turn = 50
    complete(game, AXIS)
    assert game.state.strongpoints == {}
    assert not game.state.units[BUILDERS].building


@pytest.mark.rule("efs:18.45b", "efs:18.45c")
def test_a_builder_that_was_driven_off_moves_like_others_and_does_not_build_on_when_it_comes_back() -> None:
    game = building({BUILDERS: BEFORE_IT}, AXIS)
    game.choose(f"unit:{BUILDERS}")
    running(game, Retreat(side=AXIS, units=(BUILDERS,), origin=(BEFORE_IT,), manner="combat"))
    while asked(game).prompt == "retreat":
        game.choose(asked(game).ids[0])
    game.state.turn, game.state.phase, game.state.active = 50, "axis/movement", AXIS
    assert may_move(game, BUILDERS) is None
    assert game.state.strongpoints[BEFORE_IT].status == "under-construction"
    marked(game, BUILDERS, at=BEFORE_IT)
    complete(game, AXIS)
    assert game.state.strongpoints == {}


@pytest.mark.rule("efs:18.45a")
def test_the_card_says_how_many_the_axis_may_begin() -> None:
    assert allowed(quiet({}, scenario="perekop"), AXIS) == 1
    assert allowed(quiet({}), AXIS) == 0


@pytest.mark.rule("efs:18.45b")
@pytest.mark.parametrize(("switches", "offered"), [((), True), (("18.45b",), False)])
def test_whether_a_unit_that_has_moved_may_begin_is_a_reading(switches: tuple[str, ...], offered: bool) -> None:
    game = quiet({BUILDERS: BEFORE_IT}, scenario="perekop", turn=49, switches=switches)
    marked(game, BUILDERS, moved_in=("movement",))
    engineering(game, AXIS)
    assert game.state.strongpoints == {}
    if offered:
        game.choose(f"unit:{BUILDERS}")
        assert set(game.state.strongpoints) == {BEFORE_IT}
    else:
        assert "unit:ax-46-inf" not in asked(game).ids


@pytest.mark.rule("efs:18.4", "efs:18.46")
def test_a_strongpoint_under_construction_gives_nothing_yet() -> None:
    game = position({}, EngineeringPhase(side=SOVIET), phase="soviet/engineering")
    game.state.strongpoints["0805"] = Strongpoint(SOVIET, "under-construction", 11)
    assert not is_active_in(game, "0805", SOVIET)
    game.state.strongpoints["0805"] = Strongpoint(SOVIET, "completed", 11)
    assert is_active_in(game, "0805", SOVIET)


@pytest.mark.rule("efs:18.0")
def test_lines_belts_and_citadels_serve_the_soviets_only_and_strongpoints_both() -> None:
    game = with_citadel({}, "0706")
    for label in ("0706", LENINGRAD, "1412"):
        assert is_active_in(game, label, SOVIET)
        assert not is_active_in(game, label, AXIS)
    game.state.strongpoints = {"0606": Strongpoint(AXIS, "completed", 10)}
    assert is_active_in(game, "0606", AXIS)
    assert not is_active_in(game, "0606", SOVIET)


@pytest.mark.rule("efs:18.52")
def test_no_zone_of_control_extends_into_or_out_of_a_citadel() -> None:
    game = with_citadel({RIFLE_DIVISION: "0706", PANZER: "0707"}, "0706")
    assert "0707" not in zone_of(game, SOVIET)
    assert "0706" not in zone_of(game, AXIS)
    game.state.ruined["0706"] = 11
    assert "0707" in zone_of(game, SOVIET)


@pytest.mark.rule("efs:18.54")
def test_soviet_units_in_a_citadel_are_always_in_supply() -> None:
    ring = {PANZER: "0707", RIFLES: "0705", INFANTRY: "0606", OTHER_RIFLES: "0806"}
    game = with_citadel({RIFLE_DIVISION: "0706", **ring}, "0706")
    marked(game, RIFLE_DIVISION, supply="emergency")
    assert state_found(game, RIFLE_DIVISION) == "supplied"
    assert may_surrender(game, "0706") == []
    game.state.ruined["0706"] = 11
    assert state_found(game, RIFLE_DIVISION) == "out"
    assert may_surrender(game, "0706") == [RIFLE_DIVISION]
