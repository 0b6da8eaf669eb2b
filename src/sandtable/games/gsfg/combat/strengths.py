"""Chapter 11.7 and 11.10: who fights in a battle, and with what strength."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.state import NATO, SOVIET
from sandtable.games.gsfg.supply import is_supplied
from sandtable.games.gsfg.units import Game, counter, halved_strength
from sandtable.kernel import Line, of_content, rule
from sandtable.mechanics.content import Table
from sandtable.mechanics.roster import units_in
from sandtable.mechanics.sums import Figure, Modifier

RIVER = "river"
OUT_OF_SUPPLY = "out-of-supply"
REDUCED_BY = {RIVER: "12.5", OUT_OF_SUPPLY: "8.11"}


class StrengthFile(Table, frozen=True):
    """The strength of an East German unit alone in its hex (7.5), and the range of artillery (11.23)."""

    lone_gdr: int
    artillery_range: int


class ChemicalFile(Table, frozen=True):
    """What follows a declaration of chemical warfare, and what it multiplies strengths by (4.7)."""

    die: str
    rows: dict[int, str]
    factor: int


def strength_figures(content: Content) -> StrengthFile:
    return content.table("strength", StrengthFile)


def chemical_figures(content: Content) -> ChemicalFile:
    return content.table("chemical", ChemicalFile)


class Battle(msgspec.Struct, frozen=True):
    """One attack, as far as it has been declared."""

    side: str
    """The attacker."""
    group: str
    target: str
    second: bool = False
    """Whether it is fought in the second combat phase of fight/fight."""
    attackers: tuple[str, ...] = ()
    supporters: tuple[str, ...] = ()
    """Air mobile units that support the defence (6.16)."""
    starved: bool = False
    """Declared out of supply by NATO (6.5/4)."""
    unsupplied: tuple[str, ...] | None = None
    """The units found out of supply at the start of the battle; None until that has been checked."""
    chemical: bool = False
    coordination: int | None = None
    """The shift of the multi-national attack table; None before the roll."""


class Part(NamedTuple):
    """What one unit brings into a battle: its strength, and the causes by which it is reduced."""

    strength: Figure
    is_artillery: bool
    reduced_by: tuple[str, ...]


class Strength(NamedTuple):
    """A side's strength in a battle and how it comes about."""

    total: int
    lines: list[Line]


@rule("11.2", "11.18")
def defenders(game: Game, label: str) -> list[str]:
    """The units that defend a hex, all together; those that have just been retreated into it add nothing."""
    units = game.state.units
    return [unit_id for unit_id in units_in(game, label) if not units[unit_id].retreated]


def participants(game: Game, battle: Battle, side: str) -> list[str]:
    """The units of a side that attack, or defend in the hex attacked."""
    return list(battle.attackers) if side == battle.side else defenders(game, battle.target)


@rule("8.12", "6.5/4")
def unsupplied(game: Game, battle: Battle) -> frozenset[str]:
    """The units out of supply in a battle: as checked at its start, or all attackers if NATO said so."""
    if battle.unsupplied is not None:
        return frozenset(battle.unsupplied)
    found = {unit_id for unit_id in defenders(game, battle.target) if not is_supplied(game, unit_id)}
    found.update(unit_id for unit_id in battle.attackers if battle.starved or not is_supplied(game, unit_id))
    return frozenset(found)


@rule("11.7", "11.23")
def attack_strength(game: Game, battle: Battle) -> Strength:
    """The strength of an attack: of the artillery in it no more counts than there is of everything else."""
    without_supply = unsupplied(game, battle)
    parts = [attacking_part(game, unit_id, battle.target, without_supply) for unit_id in battle.attackers]
    chemical = battle.chemical and battle.side == SOVIET
    whole, lines = added_up(game.content, parts, chemical=chemical)
    others, _ = added_up(game.content, [part for part in parts if not part.is_artillery], chemical=chemical)
    excess = max(0, whole - 2 * others)
    if excess:
        lines.append(Modifier("artillery-limit", -excess, "11.23").line)
    return Strength(whole - excess, [*lines, Line("attack", str(whole - excess), "11.7")])


@rule("6.16", "11.7")
def defence_strength(game: Game, battle: Battle) -> Strength:
    """The strength of the defence of a hex, with the air mobile units that support it."""
    without_supply = unsupplied(game, battle)
    parts = [defending_part(game, unit_id, without_supply) for unit_id in defenders(game, battle.target)]
    total, lines = added_up(game.content, parts, chemical=battle.chemical and battle.side == NATO)
    for unit_id in battle.supporters:
        support = counter(game, unit_id).attack
        total += support
        lines.append(Modifier("support", support, "6.16", {"unit": unit_id}).line)
    return Strength(total, [*lines, Line("defence", str(total), "11.7")])


@rule("7.5", "12.5", "8.11")
def attacking_part(game: Game, unit_id: str, target: str, without_supply: frozenset[str]) -> Part:
    """What a unit brings into an attack; across a river it is reduced, and out of supply it is too."""
    kind = counter(game, unit_id)
    causes = []
    if is_across_river(game, unit_id, target):
        causes.append(RIVER)
    if unit_id in without_supply:
        causes.append(OUT_OF_SUPPLY)
    return Part(strength_of(game, unit_id, kind.attack), kind.type == "artillery", tuple(causes))


@rule("7.5", "8.11")
def defending_part(game: Game, unit_id: str, without_supply: frozenset[str]) -> Part:
    """What a unit brings into a defence."""
    strength = strength_of(game, unit_id, counter(game, unit_id).defense)
    return Part(strength, False, (OUT_OF_SUPPLY,) if unit_id in without_supply else ())


@rule("7.5", "2.9")
def strength_of(game: Game, unit_id: str, printed: int) -> Figure:
    """A unit's strength: as printed, but 1 for an East German unit that is alone in its hex."""
    args = {"unit": unit_id}
    if counter(game, unit_id).nat == "gdr" and len(units_in(game, game.state.units[unit_id].at)) == 1:
        return Figure("lone-east-german", strength_figures(game.content).lone_gdr, "7.5", args)
    return Figure("unit", printed, "2.9", args)


@rule("12.5", "6.15", "11.23")
def is_across_river(game: Game, unit_id: str, target: str) -> bool:
    """Whether a unit attacks over a river; guns two hexes away and air mobile units in their element do not."""
    if counter(game, unit_id).type == "air_mobile" and game.state.air.side == NATO:
        return False
    return game.state.units[unit_id].at in over_rivers(game.content)[target]


@of_content
def over_rivers(content: Content) -> dict[str, frozenset[str]]:
    """For each hex the neighbours from which an attack crosses a river."""
    shores = assault_hexes(content)
    return {label: shores[label] - frozenset(content.land_adjacent[label]) for label in content.board.labels}


@of_content
@rule("12.5")
def assault_hexes(content: Content) -> dict[str, frozenset[str]]:
    """For each hex the neighbours that no sea or lake hexside parts from it: to attack, to advance, to retreat to."""
    board = content.board
    return {
        label: frozenset(
            board.labels[j]
            for d in range(6)
            if (j := board.neighbour(i, d)) >= 0 and not content.closed[j] and "shore" not in board.side_features(i, d)
        )
        for i, label in enumerate(board.labels)
    }


@rule("1.5", "11.10", "8.11", "12.5", "4.7")
def added_up(content: Content, parts: Iterable[Part], *, chemical: bool) -> tuple[int, list[Line]]:
    """Strengths added up.

    Units reduced by the same causes are added first and reduced once for each cause; then chemical weapons multiply
    what is in supply.
    """
    lines = []
    pools: dict[tuple[str, ...], int] = {}
    for part in parts:
        lines.append(part.strength.line)
        pools[part.reduced_by] = pools.get(part.reduced_by, 0) + part.strength.value
    supplied = unsupplied = 0
    for causes, strength in pools.items():
        for cause in causes:
            before, strength = strength, halved_strength([strength])
            lines.append(Line(cause, f"{before} → {strength}", REDUCED_BY[cause]))
        if OUT_OF_SUPPLY in causes:
            unsupplied += strength
        else:
            supplied += strength
    if chemical and supplied:
        before, supplied = supplied, supplied * chemical_figures(content).factor
        lines.append(Line("chemical", f"{before} → {supplied}", "4.7"))
    return supplied + unsupplied, lines
