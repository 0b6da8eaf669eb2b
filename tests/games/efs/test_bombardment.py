"""Super-heavy artillery (13.33, 13.4): modes, bombardment, what it takes from fortifications.

No scenario has such guns yet: an artillery counter is given the figures of one.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from games.efs.positions import (
    ASSAULT_GUNS,
    CADETS,
    GUNS,
    HOWITZERS,
    INFANTRY,
    PIONEERS,
    STRONG_DIVISION,
    Afterwards,
    asked,
    content,
    marked,
    quiet,
    running,
    sum_of,
)
from games.efs.readings import ICE, on_ground
from sandtable.games.efs.artillery.bombardment import bombard, change_modes
from sandtable.games.efs.artillery.support import ineligible, too_many
from sandtable.games.efs.combat.combat_phase import CombatPhase
from sandtable.games.efs.combat.forces import Forces
from sandtable.games.efs.combat.odds import final_odds
from sandtable.games.efs.combat.routes import never_retreats
from sandtable.games.efs.events import Reduced
from sandtable.games.efs.events.combat import Bombarded
from sandtable.games.efs.movement.prohibitions import prohibition
from sandtable.games.efs.sequence import TURN, GameTurn
from sandtable.games.efs.setup import place
from sandtable.games.efs.state import AXIS, SOVIET, Attack, Bridge, Damage, State, Strongpoint, SupplyUnit, Weather
from sandtable.games.efs.units import Game
from sandtable.kernel import Resolved
from sandtable.kernel.dice import ScriptedDice

MORTAR, SECOND, THIRD = GUNS, "ax-110-fie", "ax-787-fie"
LUGA, BEFORE, BACK, OTHER = "1412", "1413", "1414", "1312"
"""A hex with a fortified line, the hex that it faces, one further back, and another beside the first two."""


@pytest.fixture(autouse=True)
def mortars() -> Iterator[None]:
    """Three super-heavy guns: the first can break citadels and lines."""
    counters = content().counters
    whole = dict(counters)
    for unit_id, asterisk in ((MORTAR, True), (SECOND, False), (THIRD, False)):
        counters[unit_id] = replace(
            counters[unit_id], type="super-heavy-artillery", faces=((0, 1, 4), (2, 1, 0)), range=3, no_zoc=(1, 2),
            asterisk=asterisk, heavy=-1 if asterisk else None,
        )  # fmt: skip
    yield
    counters.update(whole)


def siege(*guns: str, dice: tuple[int, ...] = (), strongpoint: bool = False, shells: int = 0) -> Game:
    """Infantry and super-heavy guns in firing mode attack the fortified line of Luga, with supply."""
    units = {INFANTRY: BEFORE, STRONG_DIVISION: LUGA} | dict.fromkeys(guns, BACK)
    game = quiet(units, phase="axis/combat")
    for unit_id in guns:
        marked(game, unit_id, mode="firing")
    if strongpoint:
        game.state.strongpoints[LUGA] = Strongpoint(side=SOVIET, status="completed", turn=1)
    if shells:
        game.state.ammunition.update(dict.fromkeys(guns, shells))
    game.state.supplies["axis-s1"] = SupplyUnit(side=AXIS, at=BACK, points=1)
    game.state.attacks[LUGA] = Attack(side=AXIS, hexes=(LUGA,), attackers=(INFANTRY,))
    phase = next(number for number, step in enumerate(TURN) if step.id == "axis/combat")
    game.state.stack += [GameTurn(step="close", place=phase), CombatPhase(side=AXIS)]
    game.dice = ScriptedDice(dice)
    game.advance()
    for option in ("do:as-declared", "unit:axis-s1", *(f"unit:{gun}" for gun in guns), "do:attack"):
        game.choose(option)
    return game


def lines(game: Game) -> dict[str, str]:
    found = next(event for event in reversed(game.events) if isinstance(event, Resolved))
    return {line.label: line.value for line in found.lines}


@pytest.mark.rule("efs:13.42a", "efs:13.42e")
def test_only_in_firing_mode_and_only_at_fortifications() -> None:
    game = quiet({INFANTRY: BEFORE, MORTAR: BACK, STRONG_DIVISION: LUGA})
    attack = Attack(side=AXIS, hexes=(LUGA,), attackers=(INFANTRY,))
    refused = ineligible(game, MORTAR, attack)
    assert refused is not None
    assert refused.reason == "refused.guns-mobile"
    marked(game, MORTAR, mode="firing")
    assert ineligible(game, MORTAR, attack) is None
    for faced in ("1413", "1311", "1312"):
        game.state.ruined[f"{LUGA}>{faced}"] = 12
    refused = ineligible(game, MORTAR, attack)
    assert refused is not None
    assert refused.reason == "refused.no-fortification"


@pytest.mark.rule("efs:13.42c", "efs:13.14b", "efs:13.42d")
def test_they_support_no_defence_and_do_not_count_against_the_limit() -> None:
    game = quiet({INFANTRY: LUGA, MORTAR: LUGA, STRONG_DIVISION: BEFORE})
    marked(game, MORTAR, mode="firing")
    refused = ineligible(game, MORTAR, Attack(side=SOVIET, hexes=(LUGA,), attackers=(STRONG_DIVISION,)))
    assert refused is not None
    assert refused.reason == "refused.attack-only"
    field = ("ax-ii-54-fie", "ax-767-fie", "ax-49-mtn-art-fie")
    assert too_many(game, (*field, MORTAR, SECOND, THIRD), Attack(side=AXIS, hexes=(LUGA,), attackers=())) is None


@pytest.mark.rule("efs:15.54", "efs:13.42e")
def test_guns_and_engineers_take_away_no_more_than_the_fortification_gives() -> None:
    units = {INFANTRY: BEFORE, PIONEERS: BEFORE, STRONG_DIVISION: LUGA} | dict.fromkeys((MORTAR, SECOND), BACK)
    game = quiet(units)
    attack = Attack(side=AXIS, hexes=(LUGA,), attackers=(INFANTRY, PIONEERS))
    forces = Forces(attack, support=(MORTAR, SECOND), supplied=True)
    assert [line.label for line in final_odds(game, forces).lines].count("heavy-artillery") == 1
    with_engineers = final_odds(game, forces._replace(engineers=True))
    assert [line.label for line in with_engineers.lines].count("heavy-artillery") == 0


@pytest.mark.rule("efs:13.4", "efs:13.43", "efs:13.43a", "efs:13.44c", "efs:13.43c", "efs:18.22/note-bombardment")
def test_a_gun_with_an_asterisk_destroys_the_line_that_is_attacked() -> None:
    game = siege(MORTAR, dice=(4, 5))
    assert asked(game).prompt == "bombard"
    game.choose("do:bombard")
    assert game.state.ruined == {f"{LUGA}>{BEFORE}": game.state.turn}
    own, die, row = map(int, sum_of(game, Bombarded).values())
    assert (die, row) == (4, 4 + own)
    assert "fortified-line" not in lines(game)


@pytest.mark.rule("efs:13.43d", "efs:15.44", "efs:15.53b")
@pytest.mark.parametrize(("roll", "attack", "engineers"), [(4, "11", False), (9, "13", True)])
def test_specialists_help_against_no_line_that_has_been_destroyed(roll: int, attack: str, engineers: bool) -> None:
    """Pioneers and assault guns were declared before the guns fired."""
    units = {INFANTRY: BEFORE, PIONEERS: BEFORE, ASSAULT_GUNS: BEFORE, STRONG_DIVISION: LUGA, MORTAR: BACK}
    game = quiet(units, phase="axis/combat")
    marked(game, MORTAR, mode="firing")
    game.state.supplies["axis-s1"] = SupplyUnit(side=AXIS, at=BACK, points=1)
    game.state.attacks[LUGA] = Attack(side=AXIS, hexes=(LUGA,), attackers=(INFANTRY, PIONEERS, ASSAULT_GUNS))
    game.state.stack += [Afterwards(), CombatPhase(side=AXIS)]
    game.dice = ScriptedDice((roll, 5))
    game.advance()
    choices = ("do:as-declared", "unit:axis-s1", f"unit:{MORTAR}", "do:attack", "do:engineers", f"unit:{ASSAULT_GUNS}")
    for option in (*choices, "do:bombard"):
        game.choose(option)
    assert (lines(game)["attack"], "engineers" in lines(game)) == (attack, engineers)


@pytest.mark.rule("efs:13.44b", "efs:13.44c", "efs:13.43b")
def test_other_guns_only_suppress_it() -> None:
    game = siege(SECOND, dice=(3, 5))
    game.choose("do:bombard")
    assert game.state.ruined == {}
    assert (lines(game)["fortified-line"], lines(game)["heavy-artillery"]) == ("+1", "-1")
    with_best = siege(MORTAR, SECOND, dice=(4, 5))
    with_best.choose("do:bombard")
    assert with_best.state.ruined != {}


@pytest.mark.rule("efs:13.44", "efs:13.44a", "efs:13.44f", "efs:15.54/note-support")
def test_without_a_result_the_guns_cancel_nothing_but_still_support() -> None:
    game = siege(SECOND, dice=(9, 5))
    game.choose("do:bombard")
    assert lines(game)["fortified-line"] == "+1"
    assert "heavy-artillery" not in lines(game)
    assert lines(game)["support"] == "+2"


@pytest.mark.rule("efs:13.44c", "efs:13.43c")
def test_a_strongpoint_is_only_suppressed() -> None:
    game = siege(MORTAR, dice=(3, 5), strongpoint=True)
    game.choose("do:bombard")
    assert LUGA in game.state.strongpoints
    assert "heavy-artillery" in lines(game)


@pytest.mark.rule("efs:13.44e", "efs:13.43d")
def test_the_best_result_costs_the_defender_a_step_at_once() -> None:
    game = siege(MORTAR, dice=(2, 5))
    game.choose("do:bombard")
    assert lines(game)["defence"] == "3"


@pytest.mark.rule("efs:13.43", "efs:13.43b", "efs:13.44e")
def test_of_several_fortified_hexes_the_attacker_bombards_one_that_is_in_range() -> None:
    units = {INFANTRY: BEFORE, CADETS: OTHER, STRONG_DIVISION: LUGA, MORTAR: BACK}
    game = quiet(units, phase="axis/combat")
    marked(game, MORTAR, mode="firing")
    game.state.strongpoints[OTHER] = Strongpoint(side=SOVIET, status="completed", turn=1)
    game.state.supplies["axis-s1"] = SupplyUnit(side=AXIS, at=BACK, points=1)
    game.state.attacks[OTHER] = Attack(side=AXIS, hexes=(OTHER, LUGA), attackers=(INFANTRY,))
    game.state.stack += [Afterwards(), CombatPhase(side=AXIS)]
    game.dice = ScriptedDice((2, 5))
    game.advance()
    for option in ("do:as-declared", "unit:axis-s1", f"unit:{MORTAR}", "do:attack"):
        game.choose(option)
    assert asked(game).ids == [f"hex:{OTHER}", f"hex:{LUGA}", "do:without"]
    refused = game.explain(f"hex:{BACK}")
    assert refused is not None
    assert refused.reason == "refused.nothing-to-bombard"
    steps = game.state.units[STRONG_DIVISION].steps
    game.choose(f"hex:{LUGA}")
    assert game.state.ruined == {f"{LUGA}>{BEFORE}": game.state.turn}
    bombarded = next(event for event in game.events if isinstance(event, Reduced))
    assert (bombarded.rule, bombarded.unit, bombarded.left) == ("13.44e", STRONG_DIVISION, steps - 1)


@pytest.mark.rule("efs:13.43b", "efs:13.44a")
@pytest.mark.parametrize(("second_at", "cancels"), [("1214", True), (BACK, False)])
def test_a_bombardment_in_vain_silences_none_but_the_guns_that_fired(second_at: str, cancels: bool) -> None:
    """From 1214 the second gun reaches only the other of the two hexes, and still takes away what its works give."""
    content().counters[SECOND] = replace(content().counters[SECOND], range=2)
    units = {INFANTRY: BEFORE, CADETS: OTHER, STRONG_DIVISION: LUGA, MORTAR: BACK, SECOND: second_at}
    game = quiet(units, phase="axis/combat")
    for gun in (MORTAR, SECOND):
        marked(game, gun, mode="firing")
    game.state.strongpoints[OTHER] = Strongpoint(side=SOVIET, status="completed", turn=1)
    game.state.supplies["axis-s1"] = SupplyUnit(side=AXIS, at=BACK, points=1)
    game.state.attacks[OTHER] = Attack(side=AXIS, hexes=(OTHER, LUGA), attackers=(INFANTRY,))
    game = running(game, Afterwards(), CombatPhase(side=AXIS), dice=(10, 5, *[1] * 9))
    for option in ("do:as-declared", "unit:axis-s1", f"unit:{MORTAR}", f"unit:{SECOND}", "do:attack", f"hex:{LUGA}"):
        game.choose(option)
    resolved = next(event for event in game.events if isinstance(event, Resolved))
    assert ("heavy-artillery" in {line.label for line in resolved.lines}) == cancels


@pytest.mark.rule("efs:13.44d")
def test_an_asterisk_after_a_good_bombardment_is_ignored() -> None:
    for bombardment, lost in ((2, 0), (5, 1)):
        game = siege(SECOND, dice=(bombardment, 4), strongpoint=True)
        before = game.state.units[INFANTRY].steps
        game.choose("do:bombard")
        found = next(event for event in reversed(game.events) if isinstance(event, Resolved))
        number, asterisk = int(found.result[0].isdigit()), "*" in found.result
        while asked(game).side == SOVIET and game.state.phase == "axis/combat":
            game.choose(asked(game).ids[0])
        assert asterisk
        assert before - game.state.units[INFANTRY].steps == number + lost


@pytest.mark.rule("efs:13.45", "efs:18.55")
def test_coast_guns_are_lost_with_the_citadel() -> None:
    counters, battery = content().counters, HOWITZERS
    counters[battery] = replace(counters[battery], type="coast-defense-artillery")
    here = content()
    citadels = here.citadels
    try:
        here.citadels = frozenset({LUGA})
        game = quiet({INFANTRY: BEFORE, MORTAR: BACK, STRONG_DIVISION: LUGA, battery: LUGA}, phase="axis/combat")
        marked(game, MORTAR, mode="firing")
        game.dice = ScriptedDice((4,))
        attack = Attack(side=AXIS, hexes=(LUGA,), attackers=(INFANTRY,))
        bombard(game, Forces(attack, support=(MORTAR,), supplied=True), LUGA)
        assert game.state.ruined == {LUGA: game.state.turn}
        assert game.state.units[battery].box == "cadre"
    finally:
        here.citadels = citadels


@pytest.mark.rule("efs:13.42b", "efs:13.33b")
def test_modes_change_in_the_engineering_phase_unless_the_gun_has_moved() -> None:
    game = quiet(dict.fromkeys((MORTAR, SECOND, THIRD), BACK), phase="axis/engineering")
    marked(game, SECOND, moved_in=("movement",))
    marked(game, THIRD, mode="firing")
    phase = next(number for number, step in enumerate(TURN) if step.id == "axis/engineering")
    game.state.stack.append(GameTurn(step="close", place=phase))
    change_modes(game, AXIS)
    game.advance()
    assert set(asked(game).ids) == {f"unit:{MORTAR}", f"unit:{THIRD}", "do:done"}
    refused = game.explain(f"unit:{SECOND}")
    assert refused is not None
    assert refused.reason == "refused.gun-has-moved"
    marked(game, SECOND, at="", box="cadre", moved_in=())
    gone = game.explain(f"unit:{SECOND}")
    assert gone is not None
    assert (gone.reason, gone.rule) == ("refused.off-map", "13.42b")
    game.choose(f"unit:{MORTAR}")
    game.choose(f"unit:{THIRD}")
    assert (game.state.units[MORTAR].mode, game.state.units[THIRD].mode) == ("firing", "mobile")


@pytest.mark.rule("efs:13.46", "efs:13.43/note-fired")
def test_limited_ammunition_is_used_once_in_a_combat_and_then_the_gun_is_silent() -> None:
    game = siege(MORTAR, dice=(9, 5), shells=1)
    game.choose("do:bombard")
    while game.state.phase == "axis/combat":
        game.choose(asked(game).ids[-1])
    assert game.state.ammunition == {MORTAR: 0}
    assert game.state.units[MORTAR].fired
    marked(game, MORTAR, fired=False)
    refused = ineligible(game, MORTAR, Attack(side=AXIS, hexes=(LUGA,), attackers=(INFANTRY,)))
    assert refused is not None
    assert refused.reason == "refused.no-ammunition"


@pytest.mark.rule("efs:13.46")
def test_a_card_gives_each_limited_gun_its_ammunition() -> None:
    here = content()
    card = here.card
    try:
        here.card = replace(card, ammunition=(MORTAR,))
        state = State(scenario="luga-line")
        place(state, here)
        assert state.ammunition == {MORTAR: 4}
    finally:
        here.card = card


@pytest.mark.rule("efs:13.42f")
def test_a_gun_in_firing_mode_cannot_retreat() -> None:
    game = quiet({MORTAR: BACK})
    assert not never_retreats(game, MORTAR)
    marked(game, MORTAR, mode="firing")
    assert never_retreats(game, MORTAR)


@pytest.mark.rule("efs:13.41a", "efs:13.41b")
def test_heavy_guns_keep_to_roads_and_to_minor_ones_in_good_weather() -> None:
    here = content()
    here.counters[MORTAR] = replace(here.counters[MORTAR], ma="green")
    minor = min(edge for edge, road in here.roads.items() if road == "minor" and edge not in here.rails)
    main = min(edge for edge, road in here.roads.items() if road == "main")
    off_road = next(
        (minor[0], other)
        for other in sorted(here.land.intersection(here.adjacent[minor[0]]))
        if (minor[0], other) not in here.roads and (minor[0], other) not in here.rails
    )
    for kind, along_minor in (("dry", True), ("frost", True), ("mud", False), ("snow", False)):
        game = quiet({MORTAR: minor[0]}, weather=Weather(kind=kind))
        assert prohibition(game, MORTAR, off_road) == "refused.heavy-guns-need-a-road"
        assert (prohibition(game, MORTAR, minor) == "") == along_minor
        assert prohibition(game, MORTAR, main) == ""


@pytest.mark.rule("efs:13.41a", "efs:22.23a")
def test_heavy_guns_do_not_go_over_the_ice_beside_a_broken_bridge() -> None:
    """The main road over the upper Luga, made a major river: without its bridge no road crosses it."""
    edge = ("1412", "1411")
    river = {edge: "major-river road-bridge rail-bridge"}
    game = on_ground({MORTAR: "1412"}, (), weather=ICE, counters={MORTAR: {"ma": "green"}}, hexsides=river)
    assert prohibition(game, MORTAR, edge) == ""
    game.state.damage |= {"1411-1412/road": Damage(2), "1411-1412/rail": Damage(2)}
    assert prohibition(game, MORTAR, edge) == "refused.heavy-guns-need-a-road"
    side = game.content.side_of[MORTAR]
    game.state.bridges["marker"] = Bridge(side, "1412", "1411", "completed", 11)
    assert prohibition(game, MORTAR, edge) == ""
