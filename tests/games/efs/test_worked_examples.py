"""Examples of the rulebook, chapters 12 to 21, that no other test plays through."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from games.efs.positions import (
    ANTI_TANK,
    CADETS,
    HOWITZERS,
    HQ,
    INFANTRY,
    NKVD,
    PANZER,
    PIONEERS,
    RIFLE_DIVISION,
    RIFLES,
    STRONG_DIVISION,
    TITLE,
    Afterwards,
    asked,
    marked,
    quiet,
    running,
    with_counters,
)
from sandtable.games.efs.combat.asterisks import Fight, Losses, attackers_losses, conditions
from sandtable.games.efs.combat.forces import Forces
from sandtable.games.efs.combat.odds import final_odds
from sandtable.games.efs.combat.organize_attack import OrganizeAttack
from sandtable.games.efs.combat.retreats import Retreat
from sandtable.games.efs.combat.strengths import defence_strength, results_table
from sandtable.games.efs.content import Edge
from sandtable.games.efs.declaration.reaction_phase import ReactionPhase
from sandtable.games.efs.state import AXIS, SOVIET, Attack, Strongpoint, SupplyUnit, Weather
from sandtable.games.efs.units import Game
from sandtable.kernel.dice import ScriptedDice

HERE, THERE = "0809", "0810"
"""Open ground, and a hex next to it without anything between."""
SCHOOL, PANZERS = "su-lstpu-inf", ("ax-11-6-pz-arm", "ax-4-6-pz-mot", "ax-114-6-pz-mot", "ax-57-6-pz-rec")


def on(
    game: Game,
    parts: Mapping[str, str] | None = None,
    hexsides: Mapping[Edge, str] | None = None,
    citadels: tuple[str, ...] = (),
) -> Game:
    """The same position on other ground."""
    here = TITLE.load(game.state.scenario, ())
    here.counters = game.content.counters
    here.parts.update({label: frozenset(part.split()) for label, part in (parts or {}).items()})
    here.cities |= {label for label, part in (parts or {}).items() if "city" in part.split()}
    here.hexsides.update({edge: frozenset({feature}) for edge, feature in (hexsides or {}).items()})
    here.citadels = frozenset(citadels)
    return Game(TITLE, here, game.state, game.dice)


def modifiers(game: Game, *attackers: str, support: tuple[str, ...] = (), engineers: bool = False) -> dict[str, str]:
    attack = Attack(AXIS, (HERE,), attackers)
    found = final_odds(game, Forces(attack, support=support, supplied=True, engineers=engineers)).lines
    return {line.label: line.value for line in found if line.value[0] in "+-"}


@pytest.mark.rule("efs:15.51c")
def test_a_city_adds_to_the_river_before_it_or_the_hills_on_which_it_lies() -> None:
    game = quiet({INFANTRY: THERE, STRONG_DIVISION: HERE})
    river = on(game, {HERE: "city"}, {(THERE, HERE): "river", (HERE, THERE): "river"})
    assert modifiers(river, INFANTRY) == {"city": "+1", "river": "+1", "modifier": "+2"}
    hills = on(game, {HERE: "city hill"})
    assert modifiers(hills, INFANTRY) == {"city": "+1", "heights": "+1", "modifier": "+2"}
    town = on(game, {HERE: "hill"})
    town.state.weather = Weather(kind="mud")
    town.content.towns |= {HERE}
    assert modifiers(town, INFANTRY) == {"town": "+1", "heights": "+1", "modifier": "+2"}


@pytest.mark.rule("efs:16.32a")
def test_a_strongpoint_behind_a_fortified_line_counts_once_beside_the_want_of_supply() -> None:
    game = quiet({INFANTRY: "1413", CADETS: "1412"})
    game.state.strongpoints["1412"] = Strongpoint(SOVIET, "completed", 1)
    fight = Fight((INFANTRY,), ("1412",), supplied=False)
    assert conditions(game, fight) == {"without-attack-supply": 1, "fortification": 1}
    assert attackers_losses(game, fight, 1, asterisk=True).steps == 3


@pytest.mark.rule("efs:16.33", "efs:16.33b1", "efs:16.33b2")
@pytest.mark.parametrize(
    ("number", "asterisk", "declared", "works", "armor", "steps", "first"),
    [
        (0, False, True, True, False, 0, ()),
        (0, True, True, True, False, 1, (PIONEERS,)),
        (0, True, True, True, True, 1, (PANZER,)),
        (1, True, True, True, False, 2, (PIONEERS,)),
        (1, False, True, True, False, 1, ()),
        (1, True, False, True, False, 2, ()),
        (1, True, True, False, False, 1, ()),
    ],
    ids=["1-without-asterisk", "1-asterisk", "1-with-armor", "2", "3", "4-not-declared", "5-city"],
)
def test_what_engineers_lose(
    number: int, asterisk: bool, declared: bool, works: bool, armor: bool, steps: int, first: tuple[str, ...]
) -> None:
    """The five examples of 16.33b: engineers in supply, against a strongpoint or a city."""
    attackers = (PIONEERS, INFANTRY, PANZER) if armor else (PIONEERS, INFANTRY)
    defenders = (CADETS, ANTI_TANK) if armor else (CADETS,)
    game = quiet(dict.fromkeys(attackers, THERE) | dict.fromkeys(defenders, HERE))
    if works:
        game.state.strongpoints[HERE] = Strongpoint(SOVIET, "completed", 1)
    else:
        game = on(game, {HERE: "city"})
    fight = Fight(attackers, (HERE,), supplied=True, specialists=(PIONEERS,) if declared else ())
    assert attackers_losses(game, fight, number, asterisk=asterisk) == Losses(steps, first)


@pytest.mark.rule("efs:16.46a", "efs:16.47", "efs:16.47a")
@pytest.mark.parametrize(("kind", "box"), [("dry", ""), ("mud", "eliminated")])
def test_mud_takes_the_way_from_super_heavy_guns(kind: str, box: str) -> None:
    """On the minor road from Lyady to Osmino, along which alone they could retreat."""
    weather = Weather(kind="mud" if kind == "mud" else "dry")
    guns = {HOWITZERS: {"type": "super-heavy-artillery", "ma": "green", "faces": ((6, 1, 4), (6, 1, 4))}}
    game = with_counters(quiet({HOWITZERS: "0612", INFANTRY: "0613"}, phase="axis/combat", weather=weather), guns)
    running(game, Retreat(side=SOVIET, units=(HOWITZERS,), origin=("0613",), manner="combat"))
    assert game.state.units[HOWITZERS].box == box


@pytest.mark.rule("efs:18.51b")
@pytest.mark.parametrize(("defences", "total"), [((2, 2, 2), 9), ((2,), 4), ((4,), 7)])
def test_a_citadel_doubles_up_to_three_points(defences: tuple[int, ...], total: int) -> None:
    units = (CADETS, SCHOOL, RIFLE_DIVISION)[: len(defences)]
    faces = {unit_id: {"faces": ((1, each, 4),)} for unit_id, each in zip(units, defences, strict=True)}
    game = on(with_counters(quiet(dict.fromkeys(units, HERE), steps=dict.fromkeys(units, 1)), faces), citadels=(HERE,))
    assert defence_strength(game, (HERE,)) == total


@pytest.mark.rule("efs:13.22", "efs:18.51b")
def test_a_citadel_doubles_guns_too_that_defend_with_their_own_strength() -> None:
    faces = {CADETS: {"faces": ((1, 1, 4),)}, HOWITZERS: {"type": "rocket-artillery", "faces": ((4, 2, 4),)}}
    game = quiet({CADETS: HERE, HOWITZERS: HERE, INFANTRY: THERE}, steps={CADETS: 1})
    game = on(with_counters(game, faces), citadels=(HERE,))
    lines = final_odds(game, Forces(Attack(AXIS, (HERE,), (INFANTRY,)), supplied=True)).lines
    found = {line.label: line.value for line in lines}
    assert (found["defence"], found["guns-in-hex"]) == ("2", "+4")


@pytest.mark.rule("efs:18.51d", "efs:15.54", "efs:15.53a", "efs:15.58a")
def test_what_the_axis_sets_against_a_citadel() -> None:
    """Citadel, strongpoint, hills and river give four; a division, engineers and a super-heavy gun take three."""
    guns = {"ax-617-fie": {"type": "super-heavy-artillery", "faces": ((0, 1, 4), (2, 1, 0)), "range": 3}}
    units = {**dict.fromkeys((*PANZERS, PIONEERS, "ax-617-fie"), THERE), STRONG_DIVISION: HERE}
    game = quiet(units)
    marked(game, "ax-617-fie", mode="firing")
    game.state.strongpoints[HERE] = Strongpoint(SOVIET, "completed", 1)
    river = {(THERE, HERE): "river", (HERE, THERE): "river"}
    game = on(with_counters(game, guns), {HERE: "hill"}, river, (HERE,))
    found = modifiers(game, *PANZERS, PIONEERS, support=("ax-617-fie",), engineers=True)
    assert found == {
        "heights": "+1", "citadel": "+1", "strongpoint": "+1", "river": "+1",
        "engineers": "-1", "heavy-artillery": "-1", "panzer-division": "-1", "support": "+2", "modifier": "+1",
    }  # fmt: skip


@pytest.mark.rule("efs:21.12", "efs:21.12d", "efs:21.12e")
@pytest.mark.parametrize("first", ["orders", "nkvd"])
def test_an_hq_with_one_point_orders_in_one_combat_or_overrules_the_nkvd_in_the_other(first: str) -> None:
    units = {HQ: "0705", RIFLE_DIVISION: "0806", NKVD: "0706", INFANTRY: "0807", RIFLES: "0707"}
    game = with_counters(quiet(units, phase="axis/reaction"), {HQ: {"command": 1}, NKVD: {"faces": ((1, 1, 5),)}})
    game.content.cities |= {"0706"}
    for label, by in (("0806", INFANTRY), ("0706", RIFLES)):
        game.state.attacks[label] = Attack(AXIS, (label,), (by,))
    game.state.stack += [Afterwards(), ReactionPhase(side=SOVIET)]
    game.content.parts["0706"] = game.content.parts["0706"] | {"city"}
    game.advance()
    while asked(game).prompt != "orders":
        game.choose("do:done")
    assert set(asked(game).ids) == {"hex:0806", f"unit:{NKVD}", "do:done"}
    if first == "nkvd":
        game.choose(f"unit:{NKVD}")
        assert game.state.attacks["0706"].nkvd_lifted
    else:
        game.choose("hex:0806")
        game.choose("do:no-retreat")
        assert not game.state.attacks["0706"].nkvd_lifted
    assert asked(game).prompt != "orders"


# Losses, played through


def steps_on_map(game: Game, unit_id: str) -> int:
    return game.state.units[unit_id].steps if game.state.units[unit_id].at else 0


@pytest.mark.rule("efs:16.33b", "efs:16.33b1", "efs:16.33b2", "efs:16.32a")
@pytest.mark.parametrize(
    ("half", "declared", "city", "lost", "engineers"),
    [
        ("*", True, False, 1, True),
        ("1*", True, False, 2, True),
        ("1*", False, False, 2, False),
        ("1*", True, True, 1, False),
    ],
    ids=["example-1", "example-2", "example-4", "example-5"],
)
def test_engineers_pay_for_the_asterisk_in_a_combat_that_is_fought(
    half: str, declared: bool, city: bool, lost: int, engineers: bool
) -> None:
    """Pioneers and infantry in attack supply against a strongpoint, or a city that has none."""
    game = quiet({PIONEERS: THERE, INFANTRY: THERE, STRONG_DIVISION: HERE}, phase="axis/combat")
    game.state.supplies["axis-s1"] = SupplyUnit(AXIS, THERE, 1)
    game.state.attacks[HERE] = Attack(AXIS, (HERE,), (PIONEERS, INFANTRY))
    if city:
        game = on(game, {HERE: "city"})
    else:
        game.state.strongpoints[HERE] = Strongpoint(SOVIET, "completed", 1)
    before = {unit_id: steps_on_map(game, unit_id) for unit_id in (PIONEERS, INFANTRY)}
    running(game, Afterwards(), OrganizeAttack(side=AXIS, name=HERE))
    for option in ("do:as-declared", "unit:axis-s1", "do:attack"):
        game.choose(option)
    effects = "do:engineers" if declared else "do:without"
    shown = {line.label: line.value for line in game.preview(effects).lines}
    crt = results_table(game.content)
    column, modifier = crt.columns.index(shown["final-odds"]), int(shown["modifier"])
    wanted = [roll for roll in range(1, 11) if crt.result(column, roll + modifier).partition("/")[0] == half]
    game.dice = ScriptedDice(wanted[:1])
    game.choose(effects)
    while asked(game).side == SOVIET:
        game.choose(asked(game).ids[0])
    if engineers:
        assert steps_on_map(game, PIONEERS) == before[PIONEERS] - 1
    else:
        assert asked(game).ids == [f"unit:{PIONEERS}", f"unit:{INFANTRY}"]
    while asked(game).prompt == "lose-step":
        game.choose(f"unit:{INFANTRY}")
    assert sum(before[each] - steps_on_map(game, each) for each in before) == lost
