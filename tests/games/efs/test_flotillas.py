"""Flotillas (22.5): where they go, what holds them, and how they fight."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from games.efs.moves import moving, reach, why
from games.efs.positions import (
    HOWITZERS,
    OTHER_RIFLES,
    PANZER,
    RIFLE_DIVISION,
    RIFLES,
    SCOUTS,
    TANKS,
    TITLE,
    Afterwards,
    asked,
    content,
    marked,
    quiet,
    running,
)
from sandtable.games.efs.artillery.support import may_support
from sandtable.games.efs.combat.advances import may_advance
from sandtable.games.efs.combat.forces import Forces
from sandtable.games.efs.combat.organization import lacking_supply
from sandtable.games.efs.combat.retreats import Retreat
from sandtable.games.efs.combat.terrain_modifiers import hex_modifiers, line_before
from sandtable.games.efs.content import Content, Edge
from sandtable.games.efs.declaration.attackers import may_attack
from sandtable.games.efs.declaration.reaction import may_react
from sandtable.games.efs.engineers.flotillas import waterways
from sandtable.games.efs.engineers.storms import Reposition, nearest_ports, to_be_repositioned
from sandtable.games.efs.losses import lose_steps
from sandtable.games.efs.movement.allowances import share_of
from sandtable.games.efs.movement.movement_phase import MovementPhase
from sandtable.games.efs.movement.overrun import Overrun, defence_of, may_overrun
from sandtable.games.efs.movement.rail import why_not_by_rail
from sandtable.games.efs.movement.strategic import why_no_strategic_move
from sandtable.games.efs.sequence import GameTurn
from sandtable.games.efs.state import AXIS, SOVIET, Attack, Strongpoint, SupplyUnit, Weather
from sandtable.games.efs.supply.routes import is_supplied
from sandtable.games.efs.supply.states import state_found
from sandtable.games.efs.surrender import may_surrender
from sandtable.games.efs.title import Efs
from sandtable.games.efs.units import Game
from sandtable.games.efs.weather.weather_phase import WeatherPhase
from sandtable.games.efs.zones import zone_of
from sandtable.kernel import Procedure
from sandtable.kernel.dice import ScriptedDice

BOATS, GERMANS, DEFENDERS, SAPPERS = "su-azov-flo", "ax-22-inf", "su-276-inf", "su-51-eng-eng"
DIVISION = (PANZER, RIFLES, OTHER_RIFLES, SCOUTS)
SPIT, AZOV, SIVASH, GENICHESK = "2109", "2209", "2009", "2108"
FROZEN, STORM = Weather(kind="snow", frozen=True), Weather(kind="mud", storm=True)


def around(here: str) -> list[str]:
    """The hexes around one in their order, on the map of the Luga."""
    board = content().board
    found = [board.neighbour(board.index[here], way) for way in range(6)]
    return [board.labels[i] for i in found]


HERE = "1010"
A, B, C, D, E, INLAND = around(HERE)
"""Around the hex of a flotilla: B, C and D across a river, A and E up and down on its own bank."""
COURSE: tuple[Edge, ...] = ((A, B), (HERE, B), (HERE, C), (HERE, D), (E, D))


def by_the_river(kind: str, *picks: str, phase: str = "soviet/movement", **more: object) -> Game:
    """A flotilla on a river of some kind, as in the example of 22.51c, with whatever ground there is on its banks."""
    river = dict.fromkeys(COURSE, kind)
    return moving({BOATS: HERE}, f"unit:{BOATS}", *picks, phase=phase, hexsides=river, **more)  # type: ignore[arg-type]


def at_sea(at: str, *picks: str, phase: str = "soviet/movement", units: Mapping[str, str] | None = None) -> Game:
    return moving({BOATS: at, **(units or {})}, f"unit:{BOATS}", *picks, phase=phase, scenario="perekop")


# Where to


@pytest.mark.rule("efs:22.51c")
@pytest.mark.parametrize("parts", [{}, dict.fromkeys((A, B, C, D, E), "swamp woods")])
def test_on_a_major_river_a_flotilla_goes_along_either_bank_for_a_point_a_hex(parts: Mapping[str, str]) -> None:
    """The printed example: A and E along the bank, B, C and D across, all for a point whatever the ground."""
    game = by_the_river("major-river", parts=parts)
    assert reach(game) == dict.fromkeys((A, B, C, D, E), 1)
    assert why(game, f"hex:{INLAND}") == "refused.no-waterway"
    game.choose(f"hex:{C}")
    assert game.state.units[BOATS].at == C
    assert reach(game)[HERE] == 1


@pytest.mark.rule("efs:22.51d")
def test_canals_are_sailed_as_major_rivers_are() -> None:
    game = by_the_river("canal")
    assert reach(game) == dict.fromkeys((A, B, C, D, E), 1)
    assert why(game, f"hex:{INLAND}") == "refused.no-waterway"


@pytest.mark.rule("efs:22.51a")
def test_rivers_are_not_sailed_unless_the_scenario_says_so() -> None:
    assert reach(by_the_river("river")) == {}


@pytest.mark.rule("efs:22.51e")
def test_from_a_coastal_hex_a_flotilla_enters_any_water_and_coast_beside_it_for_a_point() -> None:
    """The printed example, on the spit of Arabat between the sea and the shallows."""
    game = at_sea(SPIT)
    found = reach(game)
    assert {label: found[label] for label in game.content.adjacent[SPIT]} == dict.fromkeys(
        game.content.adjacent[SPIT], 1
    )
    assert max(cost for cost in found.values() if cost is not None) <= 16


@pytest.mark.rule("efs:22.51e")
def test_the_isthmus_parts_the_sea_from_the_shallows() -> None:
    ways = waterways(content("perekop"), "")
    assert "0909" not in ways["0908"]
    assert "0908" not in ways["0909"]
    assert "0910" in ways["0909"]
    assert "1008" in ways["0908"]
    assert "1615" not in ways


@pytest.mark.rule("efs:22.51a")
def test_a_pack_names_the_waters_of_a_flotilla_and_its_rivers_are_sailed(tmp_path: Path) -> None:
    """Chatyrlyk runs along the hexside of 0912 and 0913; the flotilla of the pack keeps to four hexes by it."""
    here = TITLE.folder()
    for kind in ("maps", "scenarios"):
        (tmp_path / kind).mkdir()
    drawn = (here / "maps/perekop.yaml").read_text()
    region = 'regions:\n  chatyrlyk: ["0813", "0912", "0913", "1013"]\n'
    (tmp_path / "maps/perekop.yaml").write_text(drawn.replace("regions:\n", region))
    scenario = (here / "scenarios/perekop-long.yaml").read_text().partition("besides:")[0]
    placed = f'besides:\n  {BOATS}: {{at: "0912", waters: chatyrlyk}}\n'
    (tmp_path / "scenarios/boats.yaml").write_text(scenario + placed)
    title = Efs(packs=[tmp_path])
    ground = title.content("boats", ())
    state = title.start(ground)
    assert state.units[BOATS].at == "0912"
    game = Game(title, ground, state)
    state.phase, state.active = "soviet/movement", SOVIET
    state.stack[:] = [GameTurn(step="phase", place=15)]
    game.dice = ScriptedDice([1] * 20)
    game.advance()
    game.choose(f"unit:{BOATS}")
    assert {*reach(game)} <= {"0813", "0913", "1013"}
    assert reach(game)["0913"] == 1
    assert why(game, "hex:0911") == "refused.no-waterway"


@pytest.mark.rule("efs:22.51a", "efs:22.5")
def test_the_detachment_of_the_azov_flotilla_enters_and_keeps_to_its_sea() -> None:
    game = quiet({}, scenario="perekop-long", turn=49, phase="soviet/movement")
    game.state.units[BOATS] = TITLE.start(game.content).units[BOATS]
    marked(game, BOATS, box="arrived")
    running(game, MovementPhase(side=SOVIET))
    game.choose(f"unit:{BOATS}")
    game.choose("hex:2210")
    assert game.state.units[BOATS].at == "2210"
    assert {*reach(game)} == {"2108", "2109", "2110", "2208", "2209", "2211"}
    game.choose(f"hex:{SPIT}")
    assert why(game, f"hex:{SIVASH}") == "refused.no-waterway"


@pytest.mark.rule("efs:22.51a")
@pytest.mark.parametrize(
    ("phase", "moved", "reason"),
    [
        ("soviet/motorized", (), ""),
        ("soviet/movement", (), ""),
        ("soviet/movement", ("movement",), ""),
        ("soviet/movement", ("motorized",), "refused.other-phase"),
    ],
)
def test_it_moves_in_one_of_the_movement_phases(phase: str, moved: tuple[str, ...], reason: str) -> None:
    markers = {BOATS: {"moved_in": moved}}
    game = moving({BOATS: AZOV}, phase=phase, scenario="perekop", markers=markers)
    if reason:
        assert why(game, f"unit:{BOATS}") == reason
    else:
        assert f"unit:{BOATS}" in asked(game).ids


@pytest.mark.rule("efs:22.51a")
def test_it_does_not_react() -> None:
    game = quiet({BOATS: AZOV, DEFENDERS: "2110", GERMANS: SPIT}, scenario="perekop", phase="axis/reaction")
    game.state.attacks["2110"] = Attack(side=AXIS, hexes=("2110",), attackers=(GERMANS,))
    assert share_of(game, BOATS) == ""
    assert may_react(game, BOATS) is not None


@pytest.mark.rule("efs:22.51b")
def test_a_flotilla_enters_an_enemy_zone_and_stops_but_the_sea_is_in_none() -> None:
    """A German division at Genichesk: its zone reaches along the shore and not across the water."""
    game = at_sea("2210", units={GERMANS: "2107"})
    found = reach(game)
    assert found[AZOV] == 1
    assert found["2208"] == 2
    assert found[GENICHESK] == 2
    assert "2107" not in found
    assert why(game, "hex:2107") == "refused.enemy-in-hex"
    game.choose(f"hex:{GENICHESK}")
    assert asked(game).prompt != "move-to"
    held = at_sea(GENICHESK, units={GERMANS: "2107"})
    assert "2208" in reach(held)


@pytest.mark.rule("efs:22.51f")
def test_flotillas_use_no_special_movement() -> None:
    game = at_sea(GENICHESK, units={GERMANS: "2107"})
    assert {"do:strategic", "do:rail"}.isdisjoint(asked(game).ids)
    for refusal in (
        why_no_strategic_move(game, (BOATS,), SOVIET, "1615"),
        why_not_by_rail(game, (BOATS,), (), SOVIET, "1615"),
    ):
        assert refusal is not None
        assert refusal.reason in ("refused.no-strategic-move", "refused.not-carried")
    assert not any(option.rule.startswith("11") for option in asked(game).options)


# Supply, company


@pytest.mark.rule("efs:22.52")
def test_a_flotilla_blocks_supply_through_its_hex() -> None:
    """The spit is fed through its neck; boats at sea beside it cut nothing off."""
    for at, fed in ((AZOV, True), (SPIT, False), (SIVASH, True)):
        game = quiet({GERMANS: "2110", BOATS: at}, scenario="perekop")
        assert is_supplied(game, AXIS, "2110") is fed


@pytest.mark.rule("efs:22.52")
def test_it_carries_neither_units_nor_supplies() -> None:
    load = {"soviet-s1": SupplyUnit(side=SOVIET, at=SPIT, points=1)}
    game = moving(
        {BOATS: SPIT, DEFENDERS: SPIT}, f"unit:{BOATS}", phase="soviet/movement", scenario="perekop", supplies=load
    )
    for other in (DEFENDERS, "soviet-s1"):
        assert why(game, f"join:{other}") == "refused.flotilla-carries-nobody"
    ashore = moving({BOATS: SPIT, DEFENDERS: SPIT}, phase="soviet/movement", scenario="perekop")
    assert f"stack:{SPIT}" not in asked(ashore).ids
    ashore.choose(f"unit:{DEFENDERS}")
    assert why(ashore, f"join:{BOATS}") == "refused.flotilla-carries-nobody"


@pytest.mark.rule("efs:22.56")
def test_it_needs_no_supply_and_does_not_surrender() -> None:
    game = quiet({BOATS: "2110", DEFENDERS: "2110", GERMANS: SPIT}, scenario="perekop")
    assert state_found(game, BOATS) == "supplied"
    assert lacking_supply(game, (BOATS,), ()) == []
    assert lacking_supply(game, (DEFENDERS,), ()) == [DEFENDERS]
    assert may_surrender(game, "2110") == [DEFENDERS]


# Overruns


class Moving(Procedure, frozen=True):
    """Takes the outcome of an overrun, as the move does that lies below it."""

    def begin(self, game: Game) -> None:
        game.finish()

    def begin_done(self, game: Game, success: bool) -> None:
        game.state.mandated = 1 if success else 0
        game.finish()


def overrunning(units: Mapping[str, str], dice: tuple[int, ...] = ()) -> Game:
    game = quiet({**dict.fromkeys(DIVISION, "2110"), **units}, scenario="perekop")
    return running(game, Afterwards(), Moving(), Overrun(units=DIVISION, target=SPIT), dice=dice)


@pytest.mark.rule("efs:22.53", "efs:22.57")
def test_a_flotilla_alone_is_chased_from_the_coast_without_a_roll() -> None:
    ready = quiet({**dict.fromkeys(DIVISION, "2110"), BOATS: SPIT}, scenario="perekop")
    assert may_overrun(ready, DIVISION, ("2110", SPIT)) is None
    game = overrunning({BOATS: SPIT})
    while asked(game).prompt == "retreat":
        assert asked(game).side == AXIS
        game.choose(asked(game).ids[0])
    assert game.state.units[PANZER].at == SPIT
    assert game.content.distance(game.state.units[BOATS].at, SPIT) == 2
    assert not game.state.units[BOATS].overrun


@pytest.mark.rule("efs:22.53")
def test_on_open_water_it_is_not_overrun_even_on_ice() -> None:
    for weather in (Weather(), Weather(kind="frost", frozen=True)):
        game = quiet({**dict.fromkeys(DIVISION, "2110"), BOATS: "2111"}, scenario="perekop", weather=weather)
        assert may_overrun(game, DIVISION, ("2110", "2111")) is not None


@pytest.mark.rule("efs:22.57")
def test_it_is_no_part_of_the_defence_and_leaves_even_if_the_overrun_fails() -> None:
    units = {BOATS: SPIT, SAPPERS: SPIT}
    assert defence_of(quiet(units, scenario="perekop"), SPIT) == 2
    game = overrunning(units, dice=(10,))
    while asked(game).prompt in ("retreat", "lose-step"):
        game.choose(asked(game).ids[0])
    assert game.state.units[SAPPERS].at == SPIT
    assert game.state.units[PANZER].at == "2110"
    assert game.content.distance(game.state.units[BOATS].at, SPIT) == 2


@pytest.mark.rule("efs:22.57", "efs:22.58")
def test_a_flotilla_without_a_way_out_is_eliminated_and_never_rebuilt() -> None:
    game = quiet({**dict.fromkeys(DIVISION, "2110"), BOATS: SPIT}, scenario="perekop")
    game.state.weather = Weather(kind="frost", frozen=True)
    running(game, Afterwards(), Moving(), Overrun(units=DIVISION, target=SPIT))
    assert game.state.units[BOATS].box == "cannot-rebuild"
    lost = quiet({BOATS: AZOV}, scenario="perekop")
    lose_steps(lost, BOATS, 1, "16.22")
    assert lost.state.units[BOATS].box == "cannot-rebuild"


# Weather


@pytest.mark.rule("efs:22.54a")
def test_ice_holds_flotillas() -> None:
    game = moving({BOATS: AZOV}, f"unit:{BOATS}", phase="soviet/movement", scenario="perekop", weather=FROZEN)
    assert reach(game) == {}
    assert why(game, "hex:2210") == "refused.frozen-in"
    stuck = quiet({BOATS: AZOV}, scenario="perekop", weather=FROZEN)
    refusal = may_advance(stuck, BOATS, SPIT)
    assert refusal is not None
    assert refusal.reason == "refused.frozen-in"


@pytest.mark.rule("efs:22.54a")
@pytest.mark.parametrize(("edge", "open_now"), [((AZOV, SPIT), True), ((SPIT, SIVASH), False), ((SPIT, "2110"), True)])
def test_by_a_switch_the_sea_stays_open(edge: Edge, open_now: bool) -> None:
    game = quiet({BOATS: edge[0]}, scenario="perekop", weather=FROZEN, switches=("22.54a",))
    assert (may_advance(game, BOATS, edge[1]) is None) is open_now


@pytest.mark.rule("efs:22.54b", "efs:22.54c")
def test_in_a_storm_it_neither_moves_nor_attacks_but_retreats() -> None:
    game = moving({BOATS: AZOV}, phase="soviet/movement", scenario="perekop", weather=STORM)
    assert why(game, f"unit:{BOATS}") == "refused.storm-bound"
    fight = quiet({BOATS: AZOV, GERMANS: SPIT}, scenario="perekop", phase="soviet/declaration", weather=STORM)
    refusal = may_attack(fight, BOATS, (SPIT,))
    assert refusal is not None
    assert refusal.reason == "refused.storm"
    fight.state.weather = Weather()
    assert may_attack(fight, BOATS, (SPIT,)) is None
    beaten = quiet({BOATS: SPIT}, scenario="perekop", phase="axis/combat", weather=STORM)
    running(beaten, Afterwards(), Retreat(side=SOVIET, units=(BOATS,), origin=(SPIT,), manner="combat"))
    while asked(beaten).prompt == "retreat":
        beaten.choose(asked(beaten).ids[0])
    assert beaten.state.units[BOATS].at not in ("", SPIT)


def stormy(units: Mapping[str, str], scenario: str = "perekop") -> Game:
    return quiet(units, scenario=scenario, weather=STORM, phase="strategic/weather", turn=49)


@pytest.mark.rule("efs:22.55a", "efs:22.55b", "efs:5.31")
def test_a_storm_drives_a_flotilla_into_the_nearest_friendly_port() -> None:
    """In the south a nine in the Mud climate of turn 55 is mud with a storm."""
    game = quiet({BOATS: "2210"}, scenario="perekop-long", phase="strategic/weather", turn=55)
    game.state.control[GENICHESK] = SOVIET
    running(game, Afterwards(), WeatherPhase(), dice=[9])
    assert game.state.weather.storm
    assert game.state.units[BOATS].at == GENICHESK
    calm = quiet({BOATS: "2210"}, scenario="perekop-long", phase="strategic/weather", turn=55)
    calm.state.control[GENICHESK] = SOVIET
    running(calm, Afterwards(), WeatherPhase(), dice=[8])
    assert calm.state.units[BOATS].at == "2210"


@pytest.mark.rule("efs:22.55b")
def test_without_a_friendly_port_in_reach_it_stays_and_from_port_to_port_it_does_not_go() -> None:
    assert nearest_ports(stormy({BOATS: "2210"}), BOATS) == []
    game = stormy({BOATS: GENICHESK})
    game.state.control[GENICHESK] = SOVIET
    assert to_be_repositioned(game) == ()
    far = stormy({BOATS: "0111"})
    far.state.control["0409"] = SOVIET
    assert nearest_ports(far, BOATS) == ["0409"]
    far.state.control[GENICHESK] = SOVIET
    assert nearest_ports(far, BOATS) == ["0409"]


@pytest.mark.rule("efs:22.55b")
def test_of_two_ports_as_near_the_owner_chooses() -> None:
    ground = TITLE.load("perekop", ())
    ground.ports = frozenset({"2107", "2211"})
    game = Game(TITLE, ground, stormy({BOATS: AZOV}).state)
    game.state.control |= {"2107": SOVIET, "2211": SOVIET}
    assert nearest_ports(game, BOATS) == ["2107", "2211"]
    running(game, Afterwards(), Reposition(left=to_be_repositioned(game)))
    assert asked(game).side == SOVIET
    assert why(game, f"hex:{GENICHESK}") == "refused.not-nearest-port"
    game.choose("hex:2211")
    assert game.state.units[BOATS].at == "2211"


@pytest.mark.rule("efs:22.55a")
def test_on_rivers_no_storm_moves_a_flotilla_and_a_coast_counts_before_its_river() -> None:
    river = by_the_river("major-river")
    river.state.weather = STORM
    assert to_be_repositioned(river) == ()
    ground = TITLE.load("perekop", ())
    ground.hexsides[SPIT, "2110"] = ground.hexsides["2110", SPIT] = frozenset({"major-river"})
    mouth = Game(TITLE, ground, stormy({BOATS: SPIT}).state)
    assert to_be_repositioned(mouth) == (BOATS,)


# Combat


@pytest.mark.rule("efs:22.56")
def test_artillery_supports_no_flotilla_by_itself() -> None:
    battery, gun = "ax-617-fie", HOWITZERS
    attack = Attack(side=AXIS, hexes=(SPIT,), attackers=(GERMANS,))
    units = {BOATS: SPIT, GERMANS: "2108", gun: "2110"}
    alone = quiet(units, scenario="perekop", phase="axis/reaction")
    refusal = may_support(alone, gun, attack)
    assert refusal is not None
    assert refusal.reason == "refused.nobody-to-support"
    beside = quiet({**units, DEFENDERS: SPIT}, scenario="perekop", phase="axis/reaction")
    assert may_support(beside, gun, attack) is None
    theirs = Attack(side=SOVIET, hexes=(SPIT,), attackers=(BOATS,))
    raid = quiet({BOATS: AZOV, GERMANS: SPIT, gun: "2110", battery: "2008"}, scenario="perekop", phase="soviet/combat")
    refusal = may_support(raid, gun, theirs)
    assert refusal is not None
    assert refusal.reason == "refused.nobody-to-support"


@pytest.mark.rule("efs:22.56")
def test_fortifications_help_it_only_beside_other_units() -> None:
    def drm(units: Mapping[str, str]) -> int:
        game = quiet({GERMANS: "2010", **units}, scenario="perekop", phase="axis/combat")
        game.state.strongpoints[SPIT] = Strongpoint(SOVIET, "completed", 47)
        forces = Forces(Attack(side=AXIS, hexes=(SPIT,), attackers=(GERMANS,)), supplied=True)
        return hex_modifiers(game, forces, SPIT).total

    assert drm({BOATS: SPIT}) == 0
    assert drm({DEFENDERS: SPIT}) == 1
    assert drm({BOATS: SPIT, DEFENDERS: SPIT}) == 1
    wall = quiet({GERMANS: "0907", BOATS: "0908"}, scenario="perekop", phase="axis/combat")
    forces = Forces(Attack(side=AXIS, hexes=("0908",), attackers=(GERMANS,)), supplied=True)
    assert line_before(wall, forces, ("0907", "0908"), ()) == 0


@pytest.mark.rule("efs:22.56", "efs:22.51a")
def test_it_retreats_out_to_sea_and_takes_losses_like_others() -> None:
    game = quiet({BOATS: SPIT, GERMANS: "2010"}, scenario="perekop", phase="axis/combat")
    running(game, Afterwards(), Retreat(side=SOVIET, units=(BOATS,), origin=(SPIT,), manner="combat"))
    seen = set()
    while asked(game).prompt == "retreat":
        seen |= {*asked(game).ids}
        game.choose(next((each for each in ("hex:2210", "hex:2209") if each in asked(game).ids), asked(game).ids[0]))
    assert seen & {"hex:2209", "hex:2210"}
    assert game.state.units[BOATS].at


@pytest.mark.rule("efs:22.51a")
def test_it_advances_after_combat_along_the_water_only() -> None:
    game = quiet({BOATS: AZOV}, scenario="perekop", phase="soviet/combat")
    assert may_advance(game, BOATS, SPIT) is None
    refusal = may_advance(quiet({BOATS: "0909"}, scenario="perekop", phase="soviet/combat"), BOATS, "0908")
    assert refusal is not None
    assert refusal.reason == "refused.no-waterway"


@pytest.mark.rule("efs:22.5")
def test_a_flotilla_is_a_combat_unit_that_takes_the_coast_it_enters() -> None:
    game = at_sea(AZOV, f"hex:{GENICHESK}")
    assert game.state.control[GENICHESK] == SOVIET


@pytest.mark.rule("efs:3.22", "efs:3.25")
def test_boats_beside_tanks_carry_no_zone_into_a_swamp() -> None:
    """Tanks exert none into a swamp off the road; infantry beside them does, and a flotilla does not."""
    ground = TITLE.load("luga-line", ())
    here = "1010"
    swamp = next(label for label in ground.adjacent[here] if (here, label) not in ground.roads | _rails(ground))
    ground.parts[swamp] = frozenset({"swamp"})
    for company, reached in (({}, False), ({BOATS: here}, False), ({RIFLE_DIVISION: here}, True)):
        game = Game(TITLE, ground, quiet({TANKS: here, **company}).state)
        assert (swamp in zone_of(game, SOVIET)) is reached


def _rails(ground: Content) -> dict[Edge, str]:
    return dict.fromkeys(ground.rails, "rail")
