"""Chapters 15.46 and 15.47: both strengths with artillery, the final odds, and all that modifies the die."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.games.efs.artillery.support import fighting_as_others, others_in, strength_of_support, within_limit
from sandtable.games.efs.combat.forces import Forces
from sandtable.games.efs.combat.modifiers import modifiers, net
from sandtable.games.efs.combat.strengths import attack_strength, defence_of, defence_strength, results_table
from sandtable.games.efs.tables import CombatModifiersFile
from sandtable.games.efs.units import Game, figures
from sandtable.kernel import Line, rule
from sandtable.mechanics.crt import ratio
from sandtable.mechanics.sums import Sum


class FinalOdds(NamedTuple):
    """What a combat amounts to."""

    attack: int
    defence: int
    column: int
    drm: int
    lines: tuple[Line, ...]


@rule("15.46a")
def attacking_strength(game: Game, forces: Forces) -> Sum:
    """The attack strengths of all units of the attacker, and his artillery support."""
    total = Sum()
    total.figure("attack", attack_strength(game, forces.attackers, forces.hexes, forces.buster), "15.46a")
    if forces.support:
        supported = sum(figures(game, unit_id).attack for unit_id in forces.attackers)
        support = strength_of_support(game, forces.support, forces.attack)
        total.add("support", within_limit(support, supported), "13.13b")
    return total


@rule("13.22", "15.11", "15.12", "15.31a", "15.46b", "18.51b")
def defending_strength(game: Game, forces: Forces) -> Sum:
    """The defence strengths of all units attacked, and their artillery support."""
    total = Sum()
    total.figure("defence", defence_strength(game, forces.hexes), "15.46b")
    others = others_in(game, forces.hexes)
    if others:
        guns = fighting_as_others(game, forces.attack, forces.defending)
        more = defence_strength(game, forces.hexes, guns) - total.total
        if more:
            total.add("guns-in-hex", more, "13.22")
    if forces.defending:
        supported = sum(defence_of(game, unit_id) for unit_id in others)
        support = strength_of_support(game, forces.defending, forces.attack)
        total.add("support-of-defence", within_limit(support, supported), "13.13b")
    return total


@rule("12.21/note", "12.21/note-final-odds", "15.4", "15.47", "15.47a", "15.47c", "15.47d", "15.47e", "15.5")
def final_odds(game: Game, forces: Forces) -> FinalOdds:
    """The final odds of a combat, nothing given away, and its modifiers: the column of the table, and what the die is
    changed by.
    """
    crt = results_table(game.content)
    attack, defence = attacking_strength(game, forces), defending_strength(game, forces)
    column = crt.column(attack.total, defence.total)
    too_little = attack.total < ratio(crt.columns[0]) * defence.total
    worse = game.content.table("combat-modifiers", CombatModifiersFile).modifiers["below-least-odds"]
    changes = modifiers(game, forces, worse if too_little else 0)
    drm = net(game, changes)
    lines = [*attack.lines, *defence.lines, Line("final-odds", crt.columns[column], "15.47"), *changes.lines]
    return FinalOdds(attack.total, defence.total, column, drm, (*lines, Line("modifier", f"{drm:+d}", "15.5")))
