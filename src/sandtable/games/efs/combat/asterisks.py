"""Chapters 16.3 and 16.45: the steps that a result costs with asterisks and orders, and who loses the first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sandtable.games.efs.fortifications.works import is_belt, is_citadel, line_crossed, strongpoint_of
from sandtable.games.efs.state import AXIS, SOVIET, Orders, enemy_of
from sandtable.games.efs.tables import CombatModifiersFile
from sandtable.games.efs.units import GUNS_AGAINST_ARMOR, Game, is_armored, printed, side_of
from sandtable.kernel import rule
from sandtable.mechanics.roster import units_in
from sandtable.mechanics.switches import is_on


class Fight(NamedTuple):
    """What losses depend on, as it is before anybody has lost a step or retreated."""

    attackers: tuple[str, ...]
    hexes: tuple[str, ...]
    supplied: bool
    """Whether the attack is in attack supply."""
    mandated: bool = False
    specialists: tuple[str, ...] = ()
    """The units that were declared for engineer effects or as bunker buster."""
    number: int = 0
    """What the table takes from the attacker, before orders change it."""


class Losses(NamedTuple):
    """The steps that a group loses, and the units of which one must lose the first."""

    steps: int
    first: tuple[str, ...] = ()
    standing: int = 0
    """How many of the steps it loses because it stands (16.45a)."""


@rule("16.15", "16.45a", "16.45b")
def with_orders(number: int, retreats: bool, orders: Orders) -> int:
    """The number of a result as orders change it: who stands loses one more, who goes further loses one less."""
    if not retreats:
        return number
    if orders == "no-retreat":
        return number + 1
    return max(number - 1, 0) if orders == "additional-retreat" else number


@rule("16.31", "16.32a", "16.32b")
def conditions(game: Game, fight: Fight) -> dict[str, int]:
    """What an asterisk costs the attackers, by the conditions that apply."""
    holds = {
        "without-attack-supply": not fight.supplied,
        "mandated": fight.mandated,
        "fortification": is_fortified(game, fight),
        "fuel-shortage": is_short_of_fuel(game, fight.attackers),
    }
    steps = game.content.table("combat-modifiers", CombatModifiersFile).asterisk
    return {name: steps[name] for name, so in holds.items() if so}


@rule("16.32a")
def is_fortified(game: Game, fight: Fight) -> bool:
    """Whether an attack goes against a fortification: of a hex, or a line that all attackers must cross."""
    defender = enemy_of(side_of(game, fight.attackers[0]))
    for label in fight.hexes:
        strongpoint = strongpoint_of(game, label, defender)
        if strongpoint is not None and strongpoint.status == "completed":
            return True
        if defender == SOVIET and (is_belt(game, label) or is_citadel(game, label)):
            return True
    starts = {game.state.units[unit_id].at for unit_id in fight.attackers}
    return defender == SOVIET and all(any(line_crossed(game, (at, label)) for label in fight.hexes) for at in starts)


@rule("16.32b")
def is_short_of_fuel(game: Game, unit_ids: Iterable[str]) -> bool:
    """Whether Axis units include armor with a red strength that is out of fuel."""
    return any(
        side_of(game, unit_id) == AXIS and printed(game, unit_id).red and game.state.units[unit_id].fuel_shortage
        for unit_id in unit_ids
    )


@rule("16.33a1")
def wears_armor_down(game: Game, fight: Fight) -> bool:
    """Whether an asterisk takes a step of the attacker's armor: the defender has armor or guns against it, and the
    attacker loses steps by the table, not only because he stands, or by a condition of 16.32; by a switch, by these.
    """
    conditional = is_on(game.content, "armor-worn-by-conditions-only")
    return (
        any(printed(game, unit_id).red for unit_id in fight.attackers)
        and any(is_armor_or_against_it(game, unit_id) for unit_id in defenders(game, fight))
        and bool((fight.number and not conditional) or conditions(game, fight))
    )


def is_armor_or_against_it(game: Game, unit_id: str) -> bool:
    return is_armored(game, unit_id) or printed(game, unit_id).type in GUNS_AGAINST_ARMOR


def defenders(game: Game, fight: Fight) -> list[str]:
    return [unit_id for label in fight.hexes for unit_id in units_in(game, label)]


@rule("16.31", "16.33", "16.33a2", "16.33b1", "16.33b2")
def attackers_losses(game: Game, fight: Fight, number: int, asterisk: bool) -> Losses:
    """What the attackers lose: the number, and with an asterisk a step for each condition.

    The first is taken from red armor, or else from those who were declared as engineers or bunker buster.
    """
    if not asterisk:
        return Losses(number)
    more = sum(conditions(game, fight).values())
    if wears_armor_down(game, fight):
        return Losses(number + more, tuple(each for each in fight.attackers if printed(game, each).red))
    return Losses(number + more, fight.specialists if more else ())


@rule("16.32b", "16.33a3")
def defenders_losses(game: Game, fight: Fight, number: int, asterisk: bool, own: Losses) -> Losses:
    """What the defenders lose: the number, and a step more for armor without fuel.

    Where the attacker's armor loses a step of his own losses because it was worn down, theirs takes the first, or else
    a gun against armor; by a switch a gun takes it where armor is there.
    """
    if not asterisk:
        return Losses(number)
    there = defenders(game, fight)
    fuel = game.content.table("combat-modifiers", CombatModifiersFile).asterisk["fuel-shortage"]
    steps = number + (fuel if is_short_of_fuel(game, there) else 0)
    if not steps or not own.steps or not wears_armor_down(game, fight):
        return Losses(steps)
    red = tuple(unit_id for unit_id in there if printed(game, unit_id).red)
    guns = tuple(unit_id for unit_id in there if printed(game, unit_id).type in GUNS_AGAINST_ARMOR)
    if is_on(game.content, "guns-shield-armor"):
        return Losses(steps, (guns or red) if red else ())
    return Losses(steps, red or guns)
