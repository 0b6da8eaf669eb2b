"""Chapters 12.22, 15.41 and 18.51: the strengths of both sides without artillery, and the initial odds."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from sandtable.games.efs.content import Content
from sandtable.games.efs.fortifications.works import is_citadel
from sandtable.games.efs.state import AXIS, SOVIET
from sandtable.games.efs.tables import CombatModifiersFile
from sandtable.games.efs.units import Game, figures, halved, is_armored, is_artillery, is_untried, printed, side_of
from sandtable.games.efs.weather.conditions import is_frozen
from sandtable.kernel import of_content, rule
from sandtable.mechanics.crt import Crt, CrtFile, ratio
from sandtable.mechanics.roster import units_in
from sandtable.mechanics.switches import is_on


class Odds(NamedTuple):
    """Two strengths and the column that they come to; `least` says whether that is the least that may be declared."""

    attack: int
    defence: int
    column: str
    least: bool


@of_content
def results_table(content: Content) -> Crt:
    """The Combat Results Table, ready for use."""
    return Crt(content.table("combat", CrtFile))


@rule("15.41a", "15.41b", "15.41d", "18.51c", "18.53")
def halvings(game: Game, unit_id: str, hexes: Collection[str]) -> int:
    """How many times the attack strength of a unit is halved that attacks some hexes: out of a swamp, across a major
    river, with a red strength into a city or mountains, with armor of the Axis against a citadel.
    """
    content, at = game.content, game.state.units[unit_id].at
    thawed = not is_frozen(game)
    boggy = thawed or is_on(content, "frozen-swamps-halve")
    across = any("major-river" in content.hexsides.get((at, label), ()) for label in hexes)
    rough = any(content.terrain_chart.terrain[part].armor for label in hexes for part in content.parts[label])
    armored = is_armored(game, unit_id) and printed(game, unit_id).type != "armored-engineer"
    return (
        (boggy and "swamp" in content.parts[at])
        + (thawed and across)
        + (rough and printed(game, unit_id).red)
        + (armored and side_of(game, unit_id) == AXIS and any(is_citadel(game, label) for label in hexes))
    )


@rule("3.42", "3.43", "3.44", "12.22", "15.44")
def attack_strength(game: Game, unit_ids: Collection[str], hexes: Collection[str], buster: str = "") -> int:
    """The attack strength of units against some hexes, without artillery: groups that are halved as often are added up
    first; a bunker buster is doubled before, or by a switch when his own strength has been halved.
    """
    late = is_on(game.content, "busters-double-after")
    halvable: list[tuple[int, int]] = []
    added = 0
    for unit_id in unit_ids:
        if not is_artillery(game, unit_id):
            times, strength = halvings(game, unit_id, hexes), figures(game, unit_id).attack
            if unit_id == buster and late:
                added += 2 * halved(strength, times)
            else:
                halvable.append((times, strength * (2 if unit_id == buster else 1)))
    return added + sum_of_groups(game.content, halvable)


@rule("3.42", "3.43")
def sum_of_groups(content: Content, strengths: Collection[tuple[int, int]]) -> int:
    """The sum of strengths, each with how often it is halved: those that are halved as often are added up first.

    The ruling on 3.42; a switch halves each by itself.
    """
    if is_on(content, "each-unit-halved"):
        return sum(halved(strength, times) for times, strength in strengths)
    groups: dict[int, int] = {}
    for times, strength in strengths:
        groups[times] = groups.get(times, 0) + strength
    return sum(halved(strength, times) for times, strength in groups.items())


@rule("12.21", "12.22", "13.21", "18.51b")
def defence_strength(game: Game, hexes: Collection[str], guns: Collection[str] = ()) -> int:
    """The defence strength of all units in some hexes, without artillery unless it is alone in its hex or is named; in
    a citadel up to three points more.
    """
    fighting: list[str] = []
    for label in hexes:
        there = units_in(game, label)
        others = [unit_id for unit_id in there if not is_artillery(game, unit_id)]
        fighting += [*others, *(gun for gun in guns if gun in there)] if others else there
    return sum(defence_of(game, unit_id) for unit_id in fighting) + citadel_bonus(game, fighting)


@rule("12.21")
def defence_of(game: Game, unit_id: str) -> int:
    """The defence strength of a unit, as far as it is known."""
    return untried_defence(game.content) if is_untried(game, unit_id) else figures(game, unit_id).defence


@of_content
@rule("12.21")
def untried_defence(content: Content) -> int:
    """What an untried defender counts for when odds are judged before he is turned over."""
    return content.table("combat-modifiers", CombatModifiersFile).untried_defence


@rule("18.51b", "18.53")
def citadel_bonus(game: Game, unit_ids: Collection[str]) -> int:
    """What Soviet units gain in active citadels: they double as many points as they like, three at most in a hex."""
    most = game.content.table("combat-modifiers", CombatModifiersFile).citadel_bonus
    by_hex: dict[str, int] = {}
    for unit_id in unit_ids:
        at = game.state.units[unit_id].at
        if side_of(game, unit_id) == SOVIET and is_citadel(game, at):
            by_hex[at] = by_hex.get(at, 0) + defence_of(game, unit_id)
    return sum(min(strength, most) for strength in by_hex.values())


@rule("12.21", "12.22")
def initial_odds(game: Game, unit_ids: Collection[str], hexes: Collection[str]) -> Odds:
    """The odds with which an attack is declared, rounded down in favour of the defender; by a switch artillery that is
    alone in its hex counts for nothing.
    """
    counting = hexes
    if is_on(game.content, "guns-alone-count-nothing"):
        counting = [label for label in hexes if not all(is_artillery(game, each) for each in units_in(game, label))]
    attack, defence = attack_strength(game, unit_ids, hexes), defence_strength(game, counting)
    crt = results_table(game.content)
    least = attack >= ratio(crt.columns[0]) * defence
    return Odds(attack, defence, crt.columns[crt.column(attack, defence)], least)
